"""Shaded triangles in 3-D axes: which are seen, and in which order."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
import trimesh

from rst_compat.plotting.shapes import Mesh
from rst_compat.plotting.solid import Solid, corners_of

UNIT = trimesh.creation.box((1, 1, 1))


def box(scale=1.0, offset=(0, 0, 0), color=(1, 1, 1, 1), flipped=False):
    faces = np.array(UNIT.faces)
    return Mesh(np.array(UNIT.vertices) * scale + offset, faces[:, ::-1] if flipped else faces, color)


def shown(*meshes, longest=np.inf, edit=None):
    """Points and colours as they go to the renderer, the last one on top."""
    axes = plt.figure().add_subplot(projection="3d", xlim=(-3, 3), ylim=(-3, 3), zlim=(-3, 3))
    axes.set_box_aspect((1, 1, 1))
    axes.set_proj_type("ortho")
    axes.view_init(elev=30, azim=40)
    solid = Solid(corners_of([(0, mesh) for mesh in meshes], longest))
    axes.add_artist(solid)
    if edit:
        edit(axes)
    axes.figure.canvas.draw()
    return solid._drawn


def test_a_box_shows_three_sides():
    points, *_ = shown(box())
    assert points.shape == (6, 3, 2)


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_the_sides_are_those_that_face_the_eye_also_where_an_axis_is_inverted(axis):
    def invert(axes):
        getattr(axes, f"invert_{axis}axis")()

    def outline(drawn):  # what is seen of a convex body: all of its outline, covered once
        (x1, y1), (x2, y2) = ((drawn[0][:, k] - drawn[0][:, 0]).T for k in (1, 2))
        return np.ptp(drawn[0].reshape(-1, 2), axis=0), np.abs(x1 * y2 - x2 * y1).sum() / 2

    whole = box(flipped=True)  # of which both sides are drawn: twice the outline
    one, both = outline(shown(box(), edit=invert)), outline(shown(whole, edit=invert))
    assert one[0] == pytest.approx(both[0])
    assert 2 * one[1] == pytest.approx(both[1])


def test_sides_of_a_mesh_without_an_outside_are_all_drawn():
    assert len(shown(box(flipped=True))[0]) == 12


def test_what_is_nearer_is_drawn_later():
    eye = np.array([np.cos(np.deg2rad(40)), np.sin(np.deg2rad(40)), np.tan(np.deg2rad(30))])
    red, blue = (1, 0, 0, 1), (0, 0, 1, 1)
    for near, far in ((red, blue), (blue, red)):
        _, colors, _ = shown(box(offset=eye, color=near), box(offset=-eye, color=far))
        hue = colors[:, 0, :3].argmax(axis=1)
        assert hue.tolist() == [int(np.argmax(far))] * 6 + [int(np.argmax(near))] * 6


def test_edges_stay_sharp_and_round_sides_smooth():
    sharp = corners_of([(0, box())])
    assert np.abs(sharp.normals).max(axis=2).ravel() == pytest.approx(1)  # along the axes
    cylinder = trimesh.creation.cylinder(1, 1, sections=32)
    round_ = corners_of([(0, Mesh(np.array(cylinder.vertices), np.array(cylinder.faces), None))])
    side = np.abs(round_.normals[..., 2]) < 0.5
    radial = round_.points[side][:, :2] / np.linalg.norm(round_.points[side][:, :2], axis=1)[:, None]
    assert np.einsum("ij,ij->i", radial, round_.normals[side][:, :2]).min() > 0.999


def test_long_faces_are_split_and_cover_the_same():
    whole, parts = corners_of([(0, box(4))]), corners_of([(0, box(4))], longest=1.5)
    assert len(parts.points) > len(whole.points)
    assert np.linalg.norm(np.roll(parts.points, -1, 1) - parts.points, axis=2).max() <= 1.5

    def area(corners):
        p = corners.points
        return np.linalg.norm(np.cross(p[:, 1] - p[:, 0], p[:, 2] - p[:, 0]), axis=1).sum() / 2

    assert area(parts) == pytest.approx(area(whole), rel=1e-12)
    assert np.abs(parts.normals).max(axis=2).ravel() == pytest.approx(1)


def test_faces_without_area_are_left_out():
    mesh = Mesh(np.eye(3), np.array([[0, 1, 2], [0, 1, 1]]), None)
    assert len(corners_of([(0, mesh)]).points) == 1


def test_poses_move_points_and_normals():
    solid = Solid(corners_of([(1, box())]))
    T = np.array([[0, -1, 0, 5], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1.0]])
    solid.move(np.stack([np.eye(4), T]))
    assert solid.bounds().tolist() == [[4.5, -0.5, -0.5], [5.5, 0.5, 0.5]]


def test_solids_in_one_axes_are_ordered_as_one():
    eye = np.array([np.cos(np.deg2rad(40)), np.sin(np.deg2rad(40)), np.tan(np.deg2rad(30))])
    red, blue = box(0.5, color=(1, 0, 0, 1)), box(0.5, -0.8 * eye, color=(0, 0, 1, 1))
    nearest = box(0.5, 0.8 * eye, color=(0, 0, 1, 1))

    def picture(*groups):
        axes = plt.figure(figsize=(2, 2)).add_axes([0, 0, 1, 1], projection="3d", azim=40, elev=30)
        axes.set_axis_off()
        axes.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1))
        for group in groups:
            axes.add_artist(Solid(corners_of([(0, mesh) for mesh in group])))
        axes.figure.canvas.draw()
        return np.asarray(axes.figure.canvas.buffer_rgba())

    assert np.array_equal(picture([red, blue, nearest]), picture([red], [blue, nearest]))
    assert not np.array_equal(picture([red, blue]), picture([red], [blue, nearest]))


def test_nothing_has_no_bounds_and_draws():
    points, *_ = shown()
    assert len(points) == 0
    assert np.isnan(Solid(corners_of([])).bounds()).all()


def test_a_translucent_solid_lets_what_is_behind_show():
    def picture(opacity):
        axes = plt.figure(figsize=(1, 1)).add_axes([0, 0, 1, 1], projection="3d")
        axes.set_axis_off()
        axes.set(xlim=(-1, 1), ylim=(-1, 1), zlim=(-1, 1))
        axes.add_artist(Solid(corners_of([(0, box(2, color=(1, 0, 0, 1)))]), opacity))
        axes.figure.canvas.draw()
        return np.asarray(axes.figure.canvas.buffer_rgba())[50, 50, :3].astype(float)

    solid, half = picture(1), picture(0.5)
    assert half == pytest.approx((solid + 255) / 2, abs=2)  # two roundings to whole levels


def test_vector_files_take_a_picture_of_it(tmp_path):
    axes = plt.figure().add_subplot(projection="3d")
    axes.add_artist(Solid(corners_of([(0, box(0.5))])))
    axes.figure.savefig(tmp_path / "a.svg")
    assert "<image" in (tmp_path / "a.svg").read_text()
