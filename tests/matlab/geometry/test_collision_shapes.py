import copy
import pickle

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import collisionBox, collisionCapsule, collisionCylinder, collisionMesh, collisionSphere
from rst_compat.errors import MatlabError

T = rst.trvec2tform([1, 2, 3])
CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
SHAPES = [
    (collisionBox, (1, 2, 3), ("X", "Y", "Z"), "box"),
    (collisionCylinder, (0.1, 0.5), ("Radius", "Length"), "cylinder"),
    (collisionSphere, (0.25,), ("Radius",), "sphere"),
    (collisionCapsule, (0.1, 0.5), ("Radius", "Length"), "capsule"),
]


@pytest.mark.parametrize(("make", "sizes", "names", "kind"), SHAPES)
def test_sizes_are_properties(make, sizes, names, kind):
    shape = make(*sizes)
    assert shape.kind == kind
    assert shape.sizes == sizes
    assert tuple(getattr(shape, name) for name in names) == sizes
    assert all(isinstance(getattr(shape, name), float) for name in names)
    assert np.array_equal(shape.Pose, np.eye(4))
    for k, name in enumerate(names):
        setattr(shape, name, k + 7)
    assert shape.sizes == tuple(range(7, 7 + len(names)))


@pytest.mark.parametrize(("make", "sizes", "names", "kind"), [*SHAPES, (collisionMesh, (CUBE,), ("Vertices",), "mesh")])
def test_the_pose_comes_in_every_form(make, sizes, names, kind):
    for shape in (make(*sizes, Pose=T), make(*sizes, "pose", T), make(*sizes, Pose=rst.se3(T))):
        assert np.array_equal(shape.Pose, T)
    shape = make(*sizes)
    shape.Pose = rst.se3([1, 2, 3], "trvec")
    assert np.array_equal(shape.Pose, T)
    assert not shape.Pose.flags.writeable


@pytest.mark.parametrize(("make", "sizes", "names", "kind"), [*SHAPES, (collisionMesh, (CUBE,), ("Vertices",), "mesh")])
def test_a_copy_is_equal_and_independent(make, sizes, names, kind):
    shape = make(*sizes, Pose=T)
    pickled = pickle.loads(pickle.dumps(shape))
    for twin in (rst.copy(shape), shape.copy(), copy.copy(shape), copy.deepcopy(shape), pickled):
        assert type(twin) is make
        assert repr(twin) == repr(shape)
        assert np.array_equal(getattr(twin, names[0]), getattr(shape, names[0]))
        assert np.array_equal(twin.Pose, T)
        twin.Pose = np.eye(4)
        setattr(twin, names[0], np.asarray(getattr(twin, names[0])) * 2)
    assert np.array_equal(shape.Pose, T)
    assert np.array_equal(getattr(shape, names[0]), sizes[0])


def test_a_mesh_is_its_hull():
    mesh = collisionMesh([*CUBE, [0.5, 0.5, 0.5]])
    assert mesh.Vertices.shape == (9, 3)
    assert mesh.vertices.shape == (8, 3)
    assert mesh.faces.shape == (12, 3)
    mesh.Vertices = CUBE[:4]
    assert mesh.vertices.shape == (4, 3)


def test_they_look_as_in_matlab():
    assert repr(collisionBox(1, 2, 3)) == (
        "  collisionBox with properties:\n\n       X: 1\n       Y: 2\n       Z: 3\n    Pose: [4x4 double]\n"
    )
    assert repr(collisionMesh(CUBE)) == (
        "  collisionMesh with properties:\n\n    Vertices: [8x3 double]\n        Pose: [4x4 double]\n"
    )


def test_a_changed_size_reaches_the_next_check():
    pytest.importorskip("coal")
    ball, box = collisionSphere(0.5, Pose=rst.trvec2tform([2, 0, 0])), collisionBox(1, 1, 1)
    assert not ball.checkCollision(box)
    box.X = 4
    assert ball.checkCollision(box)
    ball.Radius = 0.1
    box.X = 1
    assert not ball.checkCollision(box)
    mesh = collisionMesh(CUBE)
    assert not ball.checkCollision(mesh)
    mesh.Vertices = 3 * CUBE
    assert ball.checkCollision(mesh)


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda: collisionBox(1, -2, 3), "rst_compat:geometry:NegativeSize"),
        (lambda: collisionSphere(np.nan), "rst_compat:property:NotFinite"),
        (lambda: collisionSphere([1, 2]), "rst_compat:property:WrongSize"),
        (lambda: collisionSphere("1"), "rst_compat:argument:NotNumeric"),
        (lambda: collisionSphere(1, T), "rst_compat:argument:UnpairedNameValue"),
        (lambda: collisionSphere(1, Color=T), "rst_compat:argument:UnknownName"),
        (lambda: collisionSphere(1, Pose=np.ones((4, 4))), "rst_compat:argument:NotATransform"),
        (lambda: setattr(collisionSphere(1), "Length", 1), "rst_compat:property:NoSuchName"),
        (lambda: collisionSphere(1).radius, "rst_compat:property:NoSuchName"),
        (lambda: setattr(collisionMesh(CUBE), "faces", 1), "rst_compat:property:ReadOnly"),
        (lambda: collisionMesh([1, 2, 3]), "rst_compat:geometry:WrongVertices"),
        (lambda: collisionMesh(np.zeros((0, 3))), "rst_compat:geometry:WrongVertices"),
        (lambda: collisionMesh([[1, 2, np.inf]]), "rst_compat:geometry:WrongVertices"),
    ],
)
def test_bad_calls(call, identifier):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == identifier


def test_a_refused_size_leaves_the_shape_as_it_was():
    box = collisionBox(1, 2, 3)
    with pytest.raises(ValueError, match="none below 0"):
        box.Y = -1
    assert box.sizes == (1, 2, 3)
