"""Distances against closed forms, and against planes that prove them; robots; the forms of the outputs."""

import pickle
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from scipy.optimize import linprog, lsq_linear
from scipy.spatial.transform import Rotation

import rst_compat as rst
from rst_compat import checkCollision, collisionBox, collisionCapsule, collisionCylinder, collisionMesh, collisionSphere
from rst_compat.collision import solids
from rst_compat.errors import MatlabError, MatlabWarning
from rst_compat.matlab import robot_library
from rst_compat.matlab.geometry.attached import triangles

coal = pytest.importorskip("coal")

#: [m] GJK stops within 1e-10 of the distance; rounding and a cylinder's curved edge add up to 1e-8.
EXACT = 1e-8


def pose(rng, reach=2.0, turned=True):
    T = np.eye(4)
    T[:3, 3] = rng.uniform(-reach, reach, 3)
    if turned:
        T[:3, :3] = Rotation.random(rng=rng).as_matrix()
    return T


def at(*position):
    return rst.trvec2tform(position)


# ---- two shapes, in closed form ----


def local(shape, point):
    return shape.Pose[:3, :3].T @ (point - shape.Pose[:3, 3])


def axis(shape):
    half = shape.Pose[:3, 2] * shape.Length / 2
    return shape.Pose[:3, 3] - half, shape.Pose[:3, 3] + half


def of_lines(first, second):
    """Distance of two pieces of lines: a least squares problem with bounds."""
    (a, b), (c, d) = first, second
    A = np.column_stack([b - a, c - d])
    s = lsq_linear(A, c - a, (0, 1), method="bvls", tol=1e-15).x
    return np.linalg.norm(A @ s - (c - a))


def point_to_box(box, point):
    half = np.array(box.sizes) / 2
    return np.linalg.norm(np.maximum(np.abs(local(box, point)) - half, 0))


def point_to_cylinder(cylinder, point):
    x, y, z = local(cylinder, point)
    return np.hypot(max(np.hypot(x, y) - cylinder.Radius, 0), max(abs(z) - cylinder.Length / 2, 0))


def spheres(rng):
    a, b = (collisionSphere(r, Pose=pose(rng)) for r in rng.uniform(0.05, 1, 2))
    return a, b, np.linalg.norm(a.Pose[:3, 3] - b.Pose[:3, 3]) - a.Radius - b.Radius


def sphere_and_box(rng):
    a, b = collisionSphere(rng.uniform(0.05, 1), Pose=pose(rng)), collisionBox(*rng.uniform(0.1, 2, 3), Pose=pose(rng))
    return a, b, point_to_box(b, a.Pose[:3, 3]) - a.Radius


def sphere_and_cylinder(rng):
    a = collisionSphere(rng.uniform(0.05, 1), Pose=pose(rng))
    b = collisionCylinder(*rng.uniform(0.1, 2, 2), Pose=pose(rng))
    return a, b, point_to_cylinder(b, a.Pose[:3, 3]) - a.Radius


def sphere_and_capsule(rng):
    a = collisionSphere(rng.uniform(0.05, 1), Pose=pose(rng))
    b = collisionCapsule(*rng.uniform(0.1, 1, 2), Pose=pose(rng))
    (c, d), p = axis(b), a.Pose[:3, 3]
    along = np.clip((p - c) @ (d - c) / ((d - c) @ (d - c)), 0, 1)
    return a, b, np.linalg.norm(p - c - along * (d - c)) - a.Radius - b.Radius


def capsules(rng):
    a, b = (collisionCapsule(*rng.uniform(0.1, 1, 2), Pose=pose(rng)) for _ in range(2))
    return a, b, of_lines(axis(a), axis(b)) - a.Radius - b.Radius


def boxes(rng):
    a, b = (collisionBox(*rng.uniform(0.1, 2, 3), Pose=pose(rng, turned=False)) for _ in range(2))
    between = np.abs(a.Pose[:3, 3] - b.Pose[:3, 3]) - (np.array(a.sizes) + b.sizes) / 2
    turn = pose(rng)  # of both, which changes nothing
    a.Pose, b.Pose = turn @ a.Pose, turn @ b.Pose
    return a, b, np.linalg.norm(np.maximum(between, 0)) if between.max() > 0 else between.max()


CLOSED_FORMS = [spheres, sphere_and_box, sphere_and_cylinder, sphere_and_capsule, capsules, boxes]


def on_surface(shape, point):
    """Distance of a point outside or on a shape from its surface."""
    match shape.kind:
        case "sphere":
            return abs(np.linalg.norm(local(shape, point)) - shape.Radius)
        case "box":
            return abs((np.abs(local(shape, point)) - np.array(shape.sizes) / 2).max())
        case "cylinder":
            x, y, z = local(shape, point)
            return abs(max(np.hypot(x, y) - shape.Radius, abs(z) - shape.Length / 2))
    x, y, z = local(shape, point)
    return abs(np.linalg.norm([x, y, max(abs(z) - shape.Length / 2, 0)]) - shape.Radius)


@pytest.mark.parametrize("case", CLOSED_FORMS)
def test_distances_in_closed_form(case):
    rng, collided = np.random.default_rng(7), 0
    for _ in range(400):
        a, b, true = case(rng)
        if abs(true) < 1e-6:
            continue  # who can say
        hit, gap, points = checkCollision(a, b, nargout=3)
        assert hit is bool(true < 0)
        assert checkCollision(b, a) is hit
        if hit:
            collided += 1
            assert np.isnan(gap)
            assert np.isnan(points).all()
            assert points.shape == (3, 2)
        else:
            assert gap == pytest.approx(true, abs=EXACT)
            assert np.linalg.norm(points[:, 0] - points[:, 1]) == pytest.approx(gap, abs=EXACT)
            assert on_surface(a, points[:, 0]) < EXACT
            assert on_surface(b, points[:, 1]) < EXACT
    assert 20 < collided < 380


def test_the_example_of_the_documentation():
    box, cylinder = collisionBox(1, 2, 3), collisionCylinder(3, 1)
    cylinder.Pose = at(2, 0, 0)
    hit, gap, points = checkCollision(box, cylinder, nargout=3)
    assert hit is True
    assert np.isnan(gap)
    assert np.isnan(points).all()
    box.Pose = at(0, 3, -4)
    hit, gap, points = checkCollision(box, cylinder, nargout=3)
    assert hit is False
    assert gap == pytest.approx(2, abs=EXACT)
    assert points[2] == pytest.approx([-2.5, -0.5], abs=EXACT)
    assert points[:2, 0] == pytest.approx(points[:2, 1], abs=1e-6)  # two faces: any point below the other one


# ---- two shapes of any kind: a plane between them proves the distance ----


def support(shape, direction):
    """How far a shape reaches in a direction, from the origin of the world."""
    n = shape.Pose[:3, :3].T @ direction
    match shape.kind:
        case "sphere":
            reach = shape.Radius
        case "box":
            reach = np.abs(n) @ shape.sizes / 2
        case "cylinder":
            reach = shape.Radius * np.hypot(n[0], n[1]) + shape.Length / 2 * abs(n[2])
        case "capsule":
            reach = shape.Radius + shape.Length / 2 * abs(n[2])
        case "mesh":
            reach = (shape.Vertices @ n).max()
    return reach + shape.Pose[:3, 3] @ direction


def any_shape(rng, size):
    T, kind = pose(rng, 0.8 * size), rng.integers(5)
    match kind:
        case 0:
            return collisionBox(*rng.uniform(0.1, 1, 3) * size, Pose=T)
        case 1:
            return collisionCylinder(*rng.uniform(0.05, 0.8, 2) * size, Pose=T)
        case 2:
            return collisionCapsule(*rng.uniform(0.05, 0.5, 2) * size, Pose=T)
        case 3:
            return collisionSphere(rng.uniform(0.05, 0.5) * size, Pose=T)
    flat = [1, 1, rng.integers(2)]  # some lie in a plane
    return collisionMesh(rng.uniform(-0.5, 0.5, (rng.integers(4, 200), 3)) * size * flat, Pose=T)


@pytest.mark.parametrize("size", [0.02, 1.0])
def test_a_plane_between_any_two_shapes_proves_the_distance(size):
    rng, apart = np.random.default_rng(3), 0
    for _ in range(1500):
        a, b = any_shape(rng, size), any_shape(rng, size)
        hit, gap, points = checkCollision(a, b, nargout=3)
        if hit:
            continue
        apart += 1
        n = (points[:, 1] - points[:, 0]) / gap
        # No points of a and b are nearer than the planes across n that touch them.
        assert -support(b, -n) - support(a, n) == pytest.approx(gap, abs=1e-7 * max(size, 0.1))
        assert np.linalg.norm(points[:, 0] - points[:, 1]) == pytest.approx(gap, abs=EXACT)
    assert apart > 500


def test_polyhedra_that_collide_have_a_point_in_common():
    rng, found = np.random.default_rng(11), {True: 0, False: 0}
    for _ in range(250):
        corners = [rng.uniform(-0.5, 0.5, (rng.integers(4, 30), 3)) for _ in range(2)]
        poses = [pose(rng, 0.5) for _ in range(2)]
        a, b = (collisionMesh(c, Pose=T) for c, T in zip(corners, poses, strict=True))
        P, Q = (c @ T[:3, :3].T + T[:3, 3] for c, T in zip(corners, poses, strict=True))
        # weights of the corners of both, each summing to one, that give the same point
        A = np.zeros((5, len(P) + len(Q)))
        A[:3], A[3, : len(P)], A[4, len(P) :] = np.hstack([P.T, -Q.T]), 1, 1
        common = linprog(np.zeros(A.shape[1]), A_eq=A, b_eq=[0, 0, 0, 1, 1]).status == 0
        assert checkCollision(a, b) is common
        found[common] += 1
    assert min(found.values()) > 30


@pytest.mark.parametrize(
    "b",
    [collisionSphere(0.5), collisionBox(1, 1, 1), collisionCylinder(0.5, 1), collisionCapsule(0.5, 1)],
    ids=lambda b: b.kind,
)
def test_shapes_that_touch_collide(b):
    a = collisionBox(1, 1, 1)
    for gap, expected in ((-1e-6, True), (0.0, True), (1e-6, False)):
        b.Pose = at(1 + gap, 0, 0)
        assert checkCollision(a, b) is expected
    b.Pose = np.eye(4)
    assert checkCollision(a, b) is True  # one in the other


def test_one_inside_the_other_collides():
    corners = [[2 * np.cos(a), 2 * np.sin(a), z] for a in np.arange(32) * np.pi / 16 for z in (-0.5, 0.5)]
    prism = collisionMesh(corners)
    for z in (0, 0.1, 0.5, 0.6):  # the centre of a symmetric body is where GJK is least sure
        assert checkCollision(prism, collisionSphere(0.1, Pose=at(0, 0, z)))
        assert checkCollision(collisionBox(0.2, 0.2, 0.2, Pose=at(0, 0, z)), prism)
    assert checkCollision(collisionSphere(0.1), collisionSphere(5))
    assert checkCollision(collisionMesh(np.vstack([np.eye(3), -np.eye(3)])), collisionSphere(0.01))


# ---- robots ----


def chain(n=4, base_ball=True):
    """Bodies in a row along x, 1 m apart, each with a ball of 0.1 m, on joints about z."""
    robot = rst.rigidBodyTree(DataFormat="row")
    if base_ball:
        robot.Base.addCollision("sphere", 0.1)
    parent = "base"
    for k in range(n):
        body = rst.rigidBody(f"b{k}")
        body.Joint = rst.rigidBodyJoint(f"j{k}", "revolute")
        body.Joint.setFixedTransform(at(1, 0, 0))
        body.addCollision("sphere", 0.1)
        robot.addBody(body, parent)
        parent = body.Name
    return robot


def test_distances_of_a_robot_base_last():
    robot, q = chain(), [0.3, 0.4, -0.2, 0.1]
    hit, gaps, points = robot.checkCollision(q, nargout=3)
    assert hit is False
    assert gaps.shape == (5, 5)
    assert points.shape == (15, 10)
    centers = [robot.getTransform(q, n)[:3, 3] for n in [*robot.BodyNames, "base"]]
    chained = [4, 0, 1, 2, 3]
    for r in range(5):
        for c in range(5):
            block = points[3 * r : 3 * r + 3, 2 * c : 2 * c + 2]
            if abs(chained.index(r) - chained.index(c)) < 2:  # itself, its parent, its child
                assert gaps[r, c] == np.inf
                assert np.isposinf(block).all()
                continue
            between = centers[c] - centers[r]
            d = np.linalg.norm(between)
            assert gaps[r, c] == pytest.approx(d - 0.2, abs=EXACT)
            assert block[:, 0] == pytest.approx(centers[r] + 0.1 * between / d, abs=EXACT)
            assert block[:, 1] == pytest.approx(centers[c] - 0.1 * between / d, abs=EXACT)


FOLDED = [0, 2 * np.pi / 3, 2 * np.pi / 3, 0]  # b3 comes back to b0, and b2 lies between


def test_a_robot_that_meets_itself():
    robot = chain()
    hit, gaps, points = checkCollision(robot, FOLDED, Exhaustive="on", nargout=3)
    assert hit is True
    assert checkCollision(robot, FOLDED) is True
    assert np.argwhere(np.isnan(gaps)).tolist() == [[0, 3], [3, 0]]
    assert np.isnan(points[0:3, 6:8]).all()
    assert np.isfinite(gaps[0, 2])


def test_the_search_stops_at_the_first_collision_unless_it_is_exhaustive():
    robot = chain()
    gaps = robot.checkCollision(FOLDED, nargout=2)[1]
    assert np.isnan(gaps[0, 3])
    assert gaps[1, 4] == np.inf  # not looked at any more
    assert np.isfinite(robot.checkCollision(FOLDED, Exhaustive="on", nargout=2)[1][1, 4])


def star():
    """Two arms of one body each on the base, and balls that overlap."""
    robot = rst.rigidBodyTree(DataFormat="row")
    for name in ("left", "right", "hand"):
        body = rst.rigidBody(name)
        body.addCollision("sphere", 0.1)
        robot.addBody(body, "left" if name == "hand" else "base")
    return robot


def test_which_pairs_are_skipped():
    robot = star()  # all three balls in one place; the base has none

    def seen(skipped):
        gaps = robot.checkCollision([], SkippedSelfCollisions=skipped, Exhaustive="on", nargout=2)[1]
        return [p for p in np.argwhere(np.isnan(gaps)).tolist() if p[0] < p[1]]

    assert seen("parent") == [[0, 1], [1, 2]]
    assert seen("adjacent") == [[0, 2]]
    assert seen([["left", "right"]]) == [[0, 2], [1, 2]]
    assert seen([("hand", "left"), ("right", "hand")]) == [[0, 1]]
    assert seen([[" ", " "]]) == [[0, 1], [0, 2], [1, 2]]
    assert not robot.checkCollision([], SkippedSelfCollisions=[["left", "right"], ["left", "hand"], ["right", "hand"]])


def test_adjacent_counts_the_base_before_the_first_body():
    robot = chain(2)
    gaps = robot.checkCollision([0, np.pi], SkippedSelfCollisions="adjacent", Exhaustive="on", nargout=2)[1]
    assert np.isinf(gaps[0, 2])
    assert np.isfinite(gaps[1, 2])


def test_the_default_is_parent_and_a_warning_where_it_matters():
    with pytest.warns(MatlabWarning, match="before R2022b") as caught:
        assert star().checkCollision([]) is True
    assert caught[0].message.identifier == "rst_compat:checkCollision:DefaultSkip"
    assert caught[0].filename == __file__
    chain().checkCollision([])  # none: both rules skip the same pairs
    star().checkCollision([], [collisionSphere(1)], IgnoreSelfCollision="on")


def test_shapes_in_the_world():
    robot, q = chain(), [0.0] * 4
    world = [collisionBox(0.2, 0.2, 0.2, Pose=at(3, 1, 0)), collisionSphere(0.3, Pose=at(2, 0, 0))]
    hit, gaps, points = robot.checkCollision(q, world, "Exhaustive", "on", nargout=3)
    assert hit.tolist() == [False, True]
    assert robot.checkCollision(q, world).tolist() == [False, True]
    assert gaps.shape == (5, 7)
    assert points.shape == (15, 14)
    alone = robot.checkCollision(q, nargout=3)
    assert np.array_equal(gaps[:, :5], alone[1])
    assert np.array_equal(points[:, :10], alone[2])
    assert np.argwhere(np.isnan(gaps)).tolist() == [[1, 6]]
    assert gaps[2, 5] == pytest.approx(0.8, abs=EXACT)
    assert points[6:9, 10:12] == pytest.approx(np.array([[3, 3], [0.1, 0.9], [0, 0]]), abs=0.1 + EXACT)
    assert points[7, 10:12] == pytest.approx([0.1, 0.9], abs=EXACT)
    assert gaps[4, 6] == pytest.approx(2 - 0.4, abs=EXACT)  # the base


def test_the_world_alone():
    robot, q, ball = chain(), FOLDED, collisionSphere(0.3, Pose=at(0, 3, 0))
    hit, gaps, points = robot.checkCollision(q, [ball, ball], IgnoreSelfCollision="on", nargout=3)
    assert hit is False
    assert gaps.shape == (5, 2)
    assert points.shape == (15, 4)
    assert robot.checkCollision(q, ball, IgnoreSelfCollision=True) is False
    assert robot.checkCollision(q, [], IgnoreSelfCollision="on", nargout=2)[1].shape == (5, 0)


def test_both_searches_stop_by_themselves():
    ball = collisionSphere(5)
    hit, gaps = chain().checkCollision(FOLDED, [ball, ball], nargout=2)
    assert hit.tolist() == [True, True]
    assert np.isnan(gaps[:, 5:]).sum() == 1


def test_no_world_is_the_form_without_one():
    robot = chain()
    for nothing in ([], None, ()):
        assert robot.checkCollision(FOLDED, nothing) is True
        assert robot.checkCollision(FOLDED, nothing, nargout=2)[1].shape == (5, 5)


def test_bodies_without_shapes_are_left_out():
    robot = chain(base_ball=False)
    robot.Bodies[2].clearCollision()
    gaps = robot.checkCollision([0.0] * 4, Exhaustive="on", nargout=2)[1]
    assert np.isposinf(gaps[[2, 4]]).all()
    assert np.isposinf(gaps[:, [2, 4]]).all()
    assert rst.rigidBodyTree().checkCollision([]) is False


def test_a_robot_without_any_shape_is_warned_about():
    with pytest.warns(MatlabWarning, match="No body of the robot has a collision shape") as seen:
        hit = rst.loadrobot("kukaIiwa14").checkCollision([], [collisionBox(5, 5, 5)])
    assert seen[0].filename == __file__
    assert hit.tolist() == [False, False]


def test_a_body_of_several_shapes_counts_with_the_nearest():
    robot = chain(3)
    robot.Bodies[2].addCollision("box", [0.2, 0.2, 0.2], at(0, 0.5, 0))
    robot.Bodies[2].addCollision(collisionCapsule(0.1, 0.4, Pose=at(0, 0, 0.3)), at(-1.7, 0, 0))
    gaps, points = robot.checkCollision([0, 0, 0], nargout=3)[1:]
    # the capsule stands at x = 1.3 from z = 0 to 0.6
    assert gaps[0, 2] == pytest.approx(np.hypot(0.3, 0.1) - 0.2, abs=EXACT)
    assert points[:3, 5][0] < 1.3


def test_edits_reach_the_next_call():
    robot, q = chain(), [0.0] * 4
    assert not robot.checkCollision(q)
    robot.Bodies[3].addCollision("sphere", 2)
    assert robot.checkCollision(q)
    robot.Bodies[3].clearCollision()
    assert not robot.checkCollision(q)
    robot.Bodies[3].addCollision("sphere", 0.1)
    robot.Bodies[2].Joint.setFixedTransform(at(-1, 0, 0))
    assert robot.checkCollision(q)
    robot.removeBody("b2")
    assert not robot.checkCollision(q[:2])


def test_solids_are_made_once():
    robot, corners = chain(), np.random.default_rng(1).normal(size=(50, 3)) / 20
    robot.Bodies[0].addCollision("mesh", corners)
    robot.checkCollision([0.0] * 4)
    with patch.object(solids, "solid", side_effect=AssertionError):
        robot.checkCollision([0.1] * 4)
        robot.Gravity = [0, 0, -9.81]
        robot.Bodies[1].Mass = 2
        robot.checkCollision([0.2] * 4)


@pytest.mark.parametrize("form", ["struct", "row", "column"])
def test_configurations_of_every_form(form):
    robot = chain()
    robot.DataFormat = form
    home = robot.homeConfiguration()
    assert robot.checkCollision(home) is False
    for slot, angle in enumerate(FOLDED):
        if form == "struct":
            home[slot].JointPosition = angle
        else:
            home[slot] = angle
    assert robot.checkCollision(home) is True


def test_copies_and_pickles_keep_the_shapes():
    robot = chain()
    robot.Bodies[0].addCollision("mesh", np.vstack([np.eye(3), -np.eye(3)]) / 10)
    robot.checkCollision([0.0] * 4)
    gaps = robot.checkCollision(FOLDED, nargout=2)[1]
    for twin in (robot.copy(), pickle.loads(pickle.dumps(robot))):
        assert np.array_equal(twin.checkCollision(FOLDED, nargout=2)[1], gaps, equal_nan=True)
        twin.Bodies[0].clearCollision()
    assert robot.Bodies[0].Collisions == ["Sphere:0.1", "Mesh:6 vertices"]


def test_a_subtree_and_what_is_put_together_again_keep_the_shapes():
    robot = chain()
    tail = robot.subtree("b2")
    assert tail.Base.Collisions == []
    assert [b.Collisions for b in tail.Bodies] == [["Sphere:0.1"]] * 2
    other = chain(2)
    other.addSubtree("b1", tail)
    assert other.checkCollision(FOLDED) is True


def test_a_urdf_file_brings_its_shapes_back():
    robot = chain()
    robot.Bodies[1].addCollision(collisionCapsule(0.05, 0.3, Pose=at(0, 0.2, 0)))
    again = rst.importrobot(robot.exportrobot(Format="urdf"), DataFormat="row")
    q = [0.2, -0.5, 0.7, 0.1]
    assert again.Bodies[1].Collisions == ["Sphere:0.1", "Capsule:0.05 0.3"]
    assert again.checkCollision(q, nargout=3)[2] == pytest.approx(robot.checkCollision(q, nargout=3)[2], abs=EXACT)


def test_mesh_files_collide_as_their_hulls(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    bowl = trimesh.creation.annulus(0.5, 1.0, 1.0)  # a pipe: hollow
    bowl.export(tmp_path / "pipe.stl")
    shape = '<collision><geometry><mesh filename="pipe.stl" scale="2 2 1"/></geometry></collision>'
    (tmp_path / "a.urdf").write_text(f"<robot name='r'><link name='a'>{shape}</link></robot>")
    robot = rst.importrobot(tmp_path / "a.urdf", DataFormat="row")
    hit, gap = robot.checkCollision([], collisionSphere(0.1), IgnoreSelfCollision="on", nargout=2)
    assert hit is True
    assert np.isnan(gap).tolist() == [[True]]
    gap = robot.checkCollision([], collisionSphere(0.1, Pose=at(0, 0, 1)), IgnoreSelfCollision="on", nargout=2)[1]
    assert gap == pytest.approx(0.4, abs=1e-6)  # single precision of STL


def ur5():
    try:
        package = distribution(robot_library.PACKAGE)
    except PackageNotFoundError:
        pytest.skip(f"{robot_library.PIP_LINE} brings the meshes")
    pytest.importorskip("trimesh")
    path = package.locate_file(f"{robot_library._FOLDER}/ur_description/urdf/ur5_robot.urdf")
    return rst.importrobot(Path(str(path)), DataFormat="row")


def test_planes_between_the_links_of_a_ur5_prove_their_distances():
    """The hulls of its mesh files, placed here by getTransform alone."""
    robot = ur5()
    corners = {}
    for row, body in enumerate([*robot.Bodies, robot.Base]):
        for shape in (g for g in body._geometry if g.role == "collision"):
            corners[row] = triangles(shape, robot._mesh_folders, "").vertices
    assert len(corners) == 8
    names, rng, proved = [*robot.BodyNames, robot.BaseName], np.random.default_rng(2), 0
    for q in rng.uniform(-np.pi, np.pi, (10, 6)):
        gaps, points = robot.checkCollision(q, SkippedSelfCollisions="parent", Exhaustive="on", nargout=3)[1:]
        T = [robot.getTransform(q, name) for name in names]
        placed = {row: v @ T[row][:3, :3].T + T[row][:3, 3] for row, v in corners.items()}
        for r, c in np.argwhere(np.isfinite(gaps)):
            a, b = points[3 * r : 3 * r + 3, 2 * c : 2 * c + 2].T
            n = (b - a) / gaps[r, c]
            assert (placed[c] @ n).min() - (placed[r] @ n).max() == pytest.approx(gaps[r, c], abs=1e-8)
            proved += 1
    assert proved > 200


# ---- what is refused ----


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda: checkCollision(collisionSphere(1), 3), "rst_compat:checkCollision:NotAShape"),
        (lambda: checkCollision(3, collisionSphere(1)), "rst_compat:argument:NotATree"),
        (
            lambda: checkCollision(collisionSphere(1), collisionSphere(1), Exhaustive="on"),
            "rst_compat:argument:UnknownName",
        ),
        (lambda: chain().checkCollision([], [3]), "rst_compat:checkCollision:NotAShape"),
        (lambda: chain().checkCollision([], Exhaustive="yes"), "rst_compat:argument:NotAChoice"),
        (lambda: chain().checkCollision([], Exhaustive=2), "rst_compat:argument:NotLogical"),
        (lambda: chain().checkCollision([], SkippedSelfCollisions="child"), "rst_compat:argument:NotAChoice"),
        (lambda: chain().checkCollision([], SkippedSelfCollisions=["b0", "b1"]), "rst_compat:checkCollision:WrongSkip"),
        (
            lambda: chain().checkCollision([], SkippedSelfCollisions=[["b0", "b9"]]),
            "robotics:robotmanip:rigidbodytree:BodyNotFound",
        ),
        (lambda: chain().checkCollision([1, 2]), "MATLAB:validateDynamicsFunctionInputs:incorrectSize"),
        (lambda: chain().checkCollision([], nargout=4), "rst_compat:argument:TooManyOutputs"),
    ],
)
def test_bad_calls(call, identifier):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == identifier


def test_without_coal_the_pip_line_is_named():
    solids.coal.cache_clear()
    line = r"pip install 'rst_compat\[collision\]'"
    with patch.dict(sys.modules, {"coal": None}), pytest.raises(ImportError, match=line):
        checkCollision(collisionSphere(1), collisionSphere(1))
    solids.coal.cache_clear()
