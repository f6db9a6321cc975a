"""plotTransforms: frames in 3-D axes."""

from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.plotting.labels import Labels
from rst_compat.plotting.lines import AXIS_COLORS, Lines
from rst_compat.plotting.solid import Solid

MESH = Path(__file__).parents[1] / "pictures" / "arm" / "meshes" / "link.stl"


@pytest.fixture(autouse=True)
def no_figures():
    yield
    plt.close("all")


def drawn(ax):
    """Origins and tips (n, 3 axes, 2, 3)."""
    return np.asarray(ax.findobj(Lines)[0]._segments3d).reshape(-1, 3, 2, 3)


def test_frames_at_translations_with_quaternions():
    quat = rst.eul2quat([[0, 0, 0], [np.pi / 2, 0, 0]])
    axes = drawn(rst.plotTransforms([[0, 0, 0], [1, 2, 3]], quat, FrameSize=0.5))
    assert axes[1, :, 0] == pytest.approx(np.tile([1, 2, 3], (3, 1)))
    assert axes[1, :, 1] == pytest.approx(np.array([[1, 2.5, 3], [0.5, 2, 3], [1, 2, 3.5]]))


def test_the_axes_have_length_one_by_default():
    axes = drawn(rst.plotTransforms([0, 0, 0], [1, 0, 0, 0]))
    assert axes[0, :, 1].tolist() == np.eye(3).tolist()


def test_one_translation_or_rotation_is_repeated():
    assert len(drawn(rst.plotTransforms([[0, 0, 0], [1, 0, 0]], [1, 0, 0, 0]))) == 2
    plt.figure()
    assert len(drawn(rst.plotTransforms([0, 0, 0], [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]))) == 3
    with pytest.raises(MatlabError, match="differ in number"):
        rst.plotTransforms(np.zeros((2, 3)), np.eye(4)[:3])


@pytest.mark.parametrize(
    "arguments",
    [
        (rst.se3(rst.axang2rotm([0, 0, 1, 0.5]), [1, 2, 3]),),
        ([rst.se3(rst.axang2rotm([0, 0, 1, 0.5]), [1, 2, 3])],),
        ([1, 2, 3], rst.so3(rst.axang2rotm([0, 0, 1, 0.5]))),
        (rst.trvec2tform([1, 2, 3]) @ rst.axang2tform([0, 0, 1, 0.5]),),
        ((rst.trvec2tform([1, 2, 3]) @ rst.axang2tform([0, 0, 1, 0.5]))[:, :, None],),
    ],
)
def test_objects_and_matrices_give_the_same_frames(arguments):
    reference = drawn(rst.plotTransforms([1, 2, 3], rst.axang2quat([0, 0, 1, 0.5])))
    plt.figure()
    assert drawn(rst.plotTransforms(*arguments)) == pytest.approx(reference)


def test_objects_of_the_plane_lie_in_it():
    axes = drawn(rst.plotTransforms(rst.se2([1, 2], "trvec")))
    assert axes[0, :, 0] == pytest.approx(np.tile([1, 2, 0], (3, 1)))
    plt.figure()
    turned = drawn(rst.plotTransforms([0, 0, 0], rst.so2(np.pi / 2, "theta")))
    assert turned[0, 0, 1] == pytest.approx([0, 1, 0])


def test_colors_and_labels():
    ax = rst.plotTransforms(5 * np.eye(3), [1, 0, 0, 0], FrameLabel=["a", "b", "c"], FrameAxisLabels="on")
    assert sorted(ax.findobj(Labels)[0].texts()) == sorted([*"abc", *"XYZ" * 3])
    assert ax.findobj(Lines)[0].get_color()[:3, :3].tolist() == [list(c) for c in AXIS_COLORS]
    plt.figure()
    ax = rst.plotTransforms(np.eye(3), [1, 0, 0, 0], FrameLabel="frame", FrameColor="k")
    assert ax.findobj(Labels)[0].texts() == ["frame"] * 3
    assert not ax.findobj(Lines)[0].get_color()[:, :3].any()
    with pytest.raises(MatlabError, match="does not name"):
        rst.plotTransforms(np.eye(3), [1, 0, 0, 0], FrameLabel=["a"])


def test_z_may_point_down():
    ax = rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], InertialZDirection="down")
    assert ax.zaxis_inverted()
    assert rst.plotTransforms([0, 0, 1], [1, 0, 0, 0], InertialZDirection="down", Parent=ax).zaxis_inverted()


def test_a_mesh_at_each_frame():
    ax = rst.plotTransforms([[0, 0, 0], [5, 0, 0]], [1, 0, 0, 0], FrameSize=2, MeshFilePath=MESH, MeshColor=[0, 1, 0])
    low, high = ax.findobj(Solid)[0].bounds()
    assert high[2] - low[2] == pytest.approx(2)
    assert high[0] > 5 > low[0]
    with pytest.raises(MatlabError, match=r"nowhere\.stl is no mesh file"):
        rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], MeshFilePath="nowhere.stl")


def test_limits_hold_the_frames_and_axes_are_returned():
    parent = plt.figure().add_subplot(projection="3d")
    ax = rst.plotTransforms([5, 0, 0], [1, 0, 0, 0], Parent=parent)
    assert ax is parent
    assert ax.get_xlim()[0] > 3
    assert ax.get_xlim()[1] > 6


def test_sizes_are_above_zero():
    with pytest.raises(MatlabError, match="FrameSize is no length"):
        rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], FrameSize=0)


def test_the_view():
    ax = rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], "View", "2D")
    ax.figure.canvas.draw()
    right = ax.M @ [1, 0, 0, 0]
    assert right[0] > 0
    assert right[1] == pytest.approx(0, abs=1e-12)
    assert ax.zaxis.get_ticks_position() == "none"
    assert ax.xaxis.label.get_window_extent().ymin > 0
    rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], Parent=ax, View="3D")
    assert ax.elev == 90
    rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], Parent=ax, View=[1, 1, np.sqrt(2)])
    assert (ax.azim, ax.elev) == pytest.approx((45, 45))
    assert ax.zaxis.get_ticks_position() == "default"
    with pytest.raises(MatlabError, match="no direction"):
        rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], View=[0, 0, 0])


@pytest.mark.parametrize(("name", "color"), [("g", (0, 1, 0)), ("green", (0, 1, 0)), ("k", (0, 0, 0))])
def test_meshes_have_matlabs_colours(name, color):
    (solid,) = rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], MeshFilePath=MESH, MeshColor=name).findobj(Solid)
    assert (solid._corners.colors[:, :3] == color).all()
