"""Shapes as triangles."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

from rst_compat.files.spec import GeometrySpec
from rst_compat.plotting import shapes
from rst_compat.plotting.shapes import decimated, find_mesh, mesh_of

ARM = Path(__file__).parents[1] / "pictures" / "arm"
TURNED = ((0, -1, 0, 1), (1, 0, 0, 2), (0, 0, 1, 3), (0, 0, 0, 1))  # a quarter about z, then to (1, 2, 3)


def solid(mesh):
    return trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)


#: kind, sizes, and volume; what is round is drawn with flat faces inside of it
VOLUMES = [
    ("box", (0.2, 0.4, 0.6), 0.048),
    ("cylinder", (0.3, 0.5), np.pi * 0.09 * 0.5),
    ("sphere", (0.4,), 4 / 3 * np.pi * 0.064),
    ("capsule", (0.2, 0.6), np.pi * 0.04 * 0.6 + 4 / 3 * np.pi * 0.008),
]


@pytest.mark.parametrize(("kind", "sizes", "volume"), VOLUMES)
def test_volume_and_outside(kind, sizes, volume):
    made = solid(mesh_of(GeometrySpec("visual", kind, sizes)))
    assert made.is_watertight
    assert 0.98 * volume < made.volume <= volume * (1 + 1e-12)  # positive: the faces look outside


def test_lengths_lie_along_z():
    assert np.ptp(mesh_of(GeometrySpec("visual", "cylinder", (0.1, 0.5))).vertices, axis=0)[2] == pytest.approx(0.5)
    assert np.ptp(mesh_of(GeometrySpec("visual", "capsule", (0.1, 0.5))).vertices, axis=0)[2] == pytest.approx(0.7)


def test_the_origin_places_the_shape():
    box = mesh_of(GeometrySpec("visual", "box", (2, 4, 6), TURNED))
    assert box.vertices.min(axis=0).tolist() == [-1, 1, 0]
    assert box.vertices.max(axis=0).tolist() == [3, 3, 6]


def test_kinds_without_triangles_are_none():
    assert mesh_of(GeometrySpec("visual", "plane")) is None
    assert mesh_of(GeometrySpec("visual", "box", (1, 2))) is None


def test_a_mesh_is_scaled_and_mirrored_with_its_outside():
    plain = mesh_of(GeometrySpec("visual", "mesh", (1, 1, 1), file="meshes/link.stl"), [str(ARM)])
    other = mesh_of(GeometrySpec("visual", "mesh", (2, 1, -0.5), file="meshes/link.stl"), [str(ARM)])
    assert np.allclose(other.vertices, plain.vertices * [2, 1, -0.5])
    assert solid(plain).volume > 0
    assert solid(other).volume == pytest.approx(solid(plain).volume)


def test_corners_in_the_description():
    corners = GeometrySpec(
        "collision", "mesh", vertices=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)), faces=((0, 2, 1), (1, 2, 3))
    )
    assert mesh_of(corners).faces.tolist() == [[0, 2, 1], [1, 2, 3]]


@pytest.mark.parametrize(
    "name",
    [
        "package://arm/meshes/link.stl",
        "model://arm/meshes/link.stl",
        "meshes/link.stl",
        "meshes\\link.stl",
        "package://another_name/meshes/link.stl",
        f"file://{ARM}/meshes/link.stl",
        str(ARM / "meshes" / "link.stl"),
    ],
)
def test_mesh_files_are_found(name):
    assert Path(find_mesh(name, [str(ARM)])).samefile(ARM / "meshes" / "link.stl")


def test_the_bare_name_in_a_mesh_folder_is_enough():
    assert find_mesh("package://vendor/visual/link.stl", [str(ARM / "meshes")])


def test_packages_are_found_above_a_folder(tmp_path):
    (tmp_path / "arm" / "urdf").mkdir(parents=True)
    (tmp_path / "arm" / "meshes").mkdir()
    (tmp_path / "arm" / "meshes" / "a.stl").touch()
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "c.stl").touch()
    folders = [str(tmp_path / "arm" / "urdf")]
    assert find_mesh("package://arm/meshes/a.stl", folders)
    assert find_mesh("package://b/c.stl", folders)
    assert find_mesh("package://arm/meshes/b.stl", folders) is None


def test_files_that_are_not_there_or_no_meshes_are_none(tmp_path):
    (tmp_path / "bad.stl").write_bytes(b"nothing")
    (tmp_path / "bad.dae").write_text("<a/>")
    for name in ("bad.stl", "bad.dae", "missing.stl"):
        assert mesh_of(GeometrySpec("visual", "mesh", file=name), [str(tmp_path)]) is None


def test_a_file_that_changes_is_read_again(tmp_path):
    path = tmp_path / "a.stl"
    for size, time in ((1, 10**9), (2, 2 * 10**9)):
        trimesh.creation.box((size, size, size)).export(path)
        shapes.os.utime(path, ns=(time, time))
        assert np.ptp(mesh_of(GeometrySpec("visual", "mesh", file=str(path))).vertices) == size


def test_the_colour_of_the_description_comes_before_that_of_the_file(tmp_path):
    box = trimesh.creation.box((1, 1, 1))
    box.visual.face_colors = [255, 0, 0, 255]
    box.export(tmp_path / "red.ply")
    red = GeometrySpec("visual", "mesh", file=str(tmp_path / "red.ply"))
    assert mesh_of(red).color == (1, 0, 0, 1)
    blue = GeometrySpec("visual", "mesh", file=str(tmp_path / "red.ply"), color=(0, 0, 1, 1))
    assert mesh_of(blue).color == (0, 0, 1, 1)
    assert mesh_of(GeometrySpec("visual", "mesh", file="meshes/link.stl"), [str(ARM)]).color is None


def test_collada_files_are_read(tmp_path):
    pytest.importorskip("collada")
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "box.dae")
    box = mesh_of(GeometrySpec("visual", "mesh", file="box.dae"), [str(tmp_path)])
    assert np.ptp(box.vertices, axis=0) == pytest.approx([1, 2, 3])


@pytest.mark.parametrize("limit", [200, 1000])
def test_a_decimated_mesh_keeps_its_form(limit):
    ball = trimesh.creation.icosphere(5)
    vertices, faces = decimated(np.array(ball.vertices), np.array(ball.faces), limit)
    assert limit / 3 < len(faces) <= limit
    assert solid(shapes.Mesh(vertices, faces, None)).volume == pytest.approx(4 / 3 * np.pi, rel=0.15)
    assert np.abs(vertices).max() <= 1 + 1e-12


def test_a_small_mesh_stays_as_it_is():
    vertices, faces = np.eye(3), np.array([[0, 1, 2]])
    assert decimated(vertices, faces, 1) == (vertices, faces)
