import numpy as np
import pytest

import rst_compat as rst
from rst_compat import (
    addCollision,
    addVisual,
    clearCollision,
    clearVisual,
    collisionBox,
    collisionCapsule,
    collisionMesh,
    getVisual,
    rigidBody,
)
from rst_compat.errors import MatlabError, MatlabWarning

T = rst.trvec2tform([0, 0, 0.125])
TETRAHEDRON = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]


def test_shapes_by_type_and_parameters():
    body = rigidBody("b")
    for kind, parameters in (
        ("Box", [0.1, 0.2, 0.3]),
        ("CYLINDER", (0.05, 0.25)),
        ("sphere", 0.1),
        ("capsule", np.array([[0.05], [0.25]])),
        ("mesh", TETRAHEDRON),
    ):
        addVisual(body, kind, parameters, T)
        body.addCollision(kind, parameters)
    expected = ["Box:0.1 0.2 0.3", "Cylinder:0.05 0.25", "Sphere:0.1", "Capsule:0.05 0.25", "Mesh:4 vertices"]
    assert body.Visuals == expected
    assert body.Collisions == expected
    assert [g.role for g in body._geometry] == ["visual", "collision"] * 5
    assert {g.origin for g in body._geometry if g.role == "visual"} == {tuple(map(tuple, T.tolist()))}
    clearVisual(body)
    assert body.Visuals == []
    assert body.Collisions == expected
    clearCollision(body)
    assert body._geometry == ()


def test_a_shape_object_brings_its_pose():
    body, turned = rigidBody("b"), rst.eul2tform([np.pi / 2, 0, 0])
    shape = collisionBox(1, 2, 3, Pose=turned)
    addCollision(body, shape, T)
    addCollision(body, shape)
    shape.X = 9  # the body has a copy
    assert body.Collisions == ["Box:1 2 3"] * 2
    assert np.array_equal(body._geometry[0].origin, T @ turned)
    assert np.array_equal(body._geometry[1].origin, turned)


def test_a_mesh_object_is_kept_as_its_hull():
    body = rigidBody("b")
    addCollision(body, collisionMesh([*TETRAHEDRON, [0.1, 0.1, 0.1]]), rst.se3(T))
    kept = body._geometry[0]
    assert (kept.kind, len(kept.vertices), len(kept.faces)) == ("mesh", 4, 4)
    assert np.array_equal(kept.origin, T)


def test_colours():
    body = rigidBody("b")
    addVisual(body, "sphere", 1, T, FaceColor=[1, 0, 0], FaceAlpha=0.5)
    addVisual(body, "sphere", 1, "facecolor", [0, 1, 0])
    addVisual(body, "sphere", 1, "FaceAlpha", 0.2)
    addCollision(body, collisionCapsule(1, 1), T, FaceColor=[0, 0, 1])
    addVisual(body, "sphere", 1, [])
    assert [g.color for g in body._geometry] == [(1, 0, 0, 0.5), (0, 1, 0, 1), (0.5, 0.5, 0.5, 0.2), (0, 0, 1, 1), None]


def test_mesh_files_are_found_and_kept_by_their_path(tmp_path, monkeypatch):
    trimesh = pytest.importorskip("trimesh")
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "link.stl")
    body = rigidBody("b")
    body.addVisual("Mesh", str(tmp_path / "link.stl"))
    monkeypatch.chdir(tmp_path)
    body.addVisual("Mesh", "link.stl", T)
    body.addCollision("mesh", tmp_path / "link.stl")
    monkeypatch.chdir("/")
    assert body.Visuals == ["Mesh:link.stl"] * 2
    assert body.Collisions == ["Mesh:link.stl"]
    seen = getVisual(body)
    assert [np.ptp(m.Vertices, axis=0).tolist() for m in seen] == [[1, 2, 3]] * 2
    assert seen[1].Vertices.max(axis=0).tolist() == [0.5, 1, 1.625]
    assert seen[0].Faces.shape == (12, 3)


def test_mesh_folders_of_the_robot_count(tmp_path):
    pytest.importorskip("trimesh").creation.box((1, 2, 3)).export(tmp_path / "link.stl")
    robot = rst.importrobot("<robot name='r'><link name='a'/></robot>", MeshPath=str(tmp_path))
    robot.Base.addCollision("mesh", "link.stl")
    assert robot.Base.Collisions == ["Mesh:link.stl"]


def test_get_visual_gives_triangles_in_the_body_frame():
    pytest.importorskip("trimesh")
    body = rigidBody("b")
    body.addVisual("box", [0.2, 0.4, 0.6], T, FaceColor=[1, 0, 0], FaceAlpha=0.25)
    body.addVisual("mesh", TETRAHEDRON, T)
    body.addCollision("sphere", 1)
    box, mesh = getVisual(body)
    assert box.Vertices.min(axis=0) == pytest.approx([-0.1, -0.2, -0.175])
    assert box.FaceColor.tolist() == [1, 0, 0]
    assert box.FaceAlpha == 0.25
    assert mesh.Vertices.max(axis=0).tolist() == [1, 1, 1.125]
    assert mesh.FaceColor.tolist() == [0.5, 0.5, 0.5]
    assert mesh.FaceAlpha == 1


def test_copies_have_their_own():
    body = rigidBody("b")
    body.addVisual("sphere", 1)
    twin = body.copy()
    twin.clearVisual()
    assert body.Visuals == ["Sphere:1"]


def test_a_mesh_of_no_file_is_said_to_be_lost_in_urdf():
    robot = rst.rigidBodyTree()
    body = rigidBody("b")
    body.addCollision("mesh", TETRAHEDRON)
    body.addCollision("sphere", 0.1)
    robot.addBody(body, "base")
    with pytest.warns(MatlabWarning, match="URDF cannot hold these shapes: mesh of b"):
        text = robot.exportrobot(Format="urdf")
    assert rst.importrobot(text).Bodies[0].Collisions == ["Sphere:0.1"]


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda b: addVisual(b, "cone", 1), "rst_compat:argument:NotAChoice"),
        (lambda b: addVisual(b, collisionBox(1, 1, 1).sizes, 1), "rst_compat:argument:NotText"),
        (lambda b: addVisual(b, "box", [1, 2]), "rst_compat:property:WrongSize"),
        (lambda b: addCollision(b, "box"), "rst_compat:argument:NotNumeric"),
        (lambda b: addCollision(b, "sphere", -1), "rst_compat:geometry:NegativeSize"),
        (lambda b: addCollision(b, "sphere", 1, np.ones((4, 4))), "rst_compat:argument:NotATransform"),
        (lambda b: addCollision(b, "sphere", 1, np.eye(4), 3), "rst_compat:argument:UnpairedNameValue"),
        (lambda b: addCollision(b, "sphere", 1, Color=3), "rst_compat:argument:UnknownName"),
        (lambda b: addCollision(b, "mesh", "no.stl"), "rst_compat:geometry:MeshNotFound"),
        (lambda b: addCollision(b, "mesh", [[1, 2]]), "rst_compat:geometry:WrongVertices"),
        (lambda b: addVisual(b, "sphere", 1, FaceColor=[1, 2, 0]), "rst_compat:geometry:WrongColor"),
        (lambda b: addVisual(b, "sphere", 1, FaceAlpha=np.nan), "rst_compat:geometry:WrongColor"),
        (lambda _: addVisual("b", "sphere", 1), "rst_compat:rigidBodyTree:NotABody"),
        (lambda _: clearCollision(rst.rigidBodyTree()), "rst_compat:rigidBodyTree:NotABody"),
    ],
)
def test_bad_calls_leave_the_body_as_it_was(call, identifier):
    body = rigidBody("b")
    with pytest.raises(MatlabError) as caught:
        call(body)
    assert caught.value.identifier == identifier
    assert body._geometry == ()


def test_a_mesh_that_is_gone_is_named():
    pytest.importorskip("trimesh")
    shape = "<visual><geometry><mesh filename='package://p/gone.stl'/></geometry></visual>"
    robot = rst.importrobot(f"<robot name='r'><link name='a'>{shape}</link></robot>")
    with pytest.raises(FileNotFoundError, match=r"gone\.stl"):
        robot.Base.getVisual()
