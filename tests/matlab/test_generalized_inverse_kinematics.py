"""generalizedInverseKinematics and its constraints, as scripts use them; judged by getTransform, not by the solver."""

import copy
import math
import pickle
import warnings
from math import inf, pi

import numpy as np
import pytest
from scipy.optimize import least_squares
from scipy.spatial.transform import Rotation

import rst_compat as rst

ALGORITHMS = ["BFGSGradientProjection", "LevenbergMarquardt"]
#: SolutionTolerance by default: a solution may miss by this many m or rad.
MISS = 1.0001e-6


def arm(name):
    """A robot, its end effector, and a body to measure from; empty for the base."""
    if name == "branched":
        robot = two_arms()
        return robot, "left_5", "right_5"
    robot = rst.importrobot(name, DataFormat="row")
    return robot, robot.BodyNames[-1], ""


def two_arms():
    """A torso of two joints that carries two arms of five, one of them prismatic in each."""
    robot, rng = rst.rigidBodyTree(DataFormat="row"), np.random.default_rng(5)

    def add(name, parent, kind="revolute"):
        body, joint, T = rst.rigidBody(name), rst.rigidBodyJoint(name + "_joint", kind), np.eye(4)
        axis = rng.normal(size=3)
        joint.JointAxis = axis / np.linalg.norm(axis)
        joint.PositionLimits = [-2.5, 2.2] if kind == "revolute" else [-0.2, 0.4]
        T[:3, :3], T[:3, 3] = Rotation.from_quat(rng.normal(size=4)).as_matrix(), rng.uniform(-0.3, 0.3, 3)
        rst.setFixedTransform(joint, T)
        body.Joint = joint
        robot.addBody(body, parent)

    add("torso_1", "base")
    add("torso_2", "torso_1")
    for side in ("left", "right"):
        parent = "torso_2"
        for k in range(1, 6):
            add(f"{side}_{k}", parent, "prismatic" if k == 3 else "revolute")
            parent = f"{side}_{k}"
    return robot


def solver(robot, *inputs, **options):
    return rst.generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", list(inputs), **options)


def pose(robot, q, body, reference=""):
    return rst.getTransform(robot, q, body, reference or robot.BaseName)


def pose_at(rng, spread=0.5):
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = Rotation.from_quat(rng.normal(size=4)).as_matrix(), rng.uniform(-spread, spread, 3)
    return T


def angle(R):
    return Rotation.from_matrix(R).magnitude()


def between(a, b):
    return math.atan2(np.linalg.norm(np.cross(a, b)), a @ b)


# ---- each constraint alone ----


def goal(kind, robot, body, reference, q, rng):  # noqa: PLR0911 - one for each kind
    """A constraint that a configuration satisfies, and what measures its violation at another."""
    X, options = pose(robot, q, body, reference), {"ReferenceBody": reference}

    def at(s):
        return pose(robot, s, body, reference)

    if kind == "pose":
        c = rst.constraintPoseTarget(body, TargetTransform=X, **options)
        return c, lambda s: max(np.linalg.norm(at(s)[:3, 3] - X[:3, 3]), angle(X[:3, :3].T @ at(s)[:3, :3]))
    if kind == "position":
        c = rst.constraintPositionTarget(
            body, TargetPosition=X[:3, 3] + [0.02, 0, 0], PositionTolerance=0.02, **options
        )
        return c, lambda s: np.linalg.norm(at(s)[:3, 3] - c.TargetPosition) - 0.02
    if kind == "orientation":
        c = rst.constraintOrientationTarget(body, TargetOrientation=rst.tform2quat(X), **options)
        return c, lambda s: angle(X[:3, :3].T @ at(s)[:3, :3])
    if kind == "aiming":
        point = X[:3, 3] + rng.uniform(0.2, 2) * X[:3, 2]
        c = rst.constraintAiming(body, TargetPoint=point, AngularTolerance=0.01, **options)
        return c, lambda s: between(at(s)[:3, 2], point - at(s)[:3, 3]) - 0.01
    if kind == "cartesian":
        T = pose_at(rng)
        x = (np.linalg.inv(T) @ X)[:3, 3]
        bounds = np.column_stack([x - rng.uniform(0, 0.05, 3), [x[0], x[1] + 0.01, inf]])
        c = rst.constraintCartesianBounds(body, TargetTransform=T, Bounds=bounds, **options)

        def out(s):
            p = (np.linalg.inv(T) @ at(s))[:3, 3]
            return max((bounds[:, 0] - p).max(), (p - bounds[:, 1]).max())

        return c, out
    if kind == "joint":
        bounds = np.column_stack([q - rng.uniform(0, 0.1, len(q)), q + 0.05])
        c = rst.constraintJointBounds(robot, Bounds=bounds)
        return c, lambda s: max((bounds[:, 0] - s).max(), (s - bounds[:, 1]).max())
    if kind == "distance":
        lower, upper = np.linalg.norm(X[:3, 3]) - 0.005, np.linalg.norm(X[:3, 3]) + 0.005
        c = rst.constraintDistanceBounds(body, Bounds=[lower, upper], **options)
        return c, lambda s: max(lower - np.linalg.norm(at(s)[:3, 3]), np.linalg.norm(at(s)[:3, 3]) - upper)
    S, turn, names = pose_at(rng, 0.2), rng.uniform(-1, 1), (body, reference or robot.BaseName)
    offset = {
        "fixed": np.eye(4),
        "revolute": rst.axang2tform([0, 0, 1, turn]),
        "prismatic": rst.trvec2tform([0, 0, turn / 10]),
    }[kind]
    P = X @ S @ np.linalg.inv(offset)

    def joint(s):
        return np.linalg.inv(P) @ at(s) @ S

    if kind == "fixed":
        c = rst.constraintFixedJoint(*names, SuccessorTransform=S, PredecessorTransform=P)
        return c, lambda s: max(np.linalg.norm(joint(s)[:3, 3]), angle(joint(s)[:3, :3]))
    if kind == "revolute":
        c = rst.constraintRevoluteJoint(*names, "SuccessorTransform", S, "PredecessorTransform", P)
        c.JointPositionLimits = [turn - 0.1, turn + 0.1]
        return c, lambda s: max(
            np.linalg.norm(joint(s)[:3, 3]),
            between(joint(s)[:3, 2], np.array([0, 0, 1])),
            abs(math.atan2(joint(s)[1, 0], joint(s)[0, 0]) - turn) - 0.1,
        )
    c = rst.constraintPrismaticJoint(*names, SuccessorTransform=S, PredecessorTransform=P)
    c.JointPositionLimits = [turn / 10 - 0.02, turn / 10 + 0.02]
    return c, lambda s: max(
        np.linalg.norm(joint(s)[:2, 3]), angle(joint(s)[:3, :3]), abs(joint(s)[2, 3] - turn / 10) - 0.02
    )


KINDS = [
    *("pose", "position", "orientation", "aiming", "cartesian", "joint", "distance"),
    *("fixed", "revolute", "prismatic"),
]


def successes(kind, name, algorithm, count):
    robot, body, reference = arm(name)
    gik, rng = solver(robot, kind, SolverAlgorithm=algorithm), np.random.default_rng(1)
    rst.rng(1)
    limits = rst.constraintJointBounds(robot).Bounds
    solved, home = 0, robot.homeConfiguration()
    for _ in range(count):
        c, miss = goal(kind, robot, body, reference, robot.randomConfiguration(), rng)
        q, info = gik(home, c)
        violation = np.max(info.ConstraintViolations[0].Violation)
        # The angle of a rotation matrix that is one to rounding is itself good to 1e-8 only.
        assert max(0, miss(q)) == pytest.approx(violation, abs=5e-8)
        assert (info.Status == "success") == (max(0, miss(q)) < MISS)
        assert ((limits[:, 0] <= q) & (q <= limits[:, 1])).all()
        solved += info.Status == "success"
    return solved


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", ["puma560", "iiwa14", "branched"])
@pytest.mark.parametrize("kind", KINDS)
def test_reachable_goals_are_reached(kind, name, algorithm):
    assert successes(kind, name, algorithm, 10) == 10


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", ["puma560", "iiwa14", "branched"])
@pytest.mark.parametrize("kind", KINDS)
def test_two_hundred_reachable_goals(kind, name, algorithm):
    assert successes(kind, name, algorithm, 200) >= 198


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_pose_target_is_what_inversekinematics_solves(algorithm):
    robot, body, _ = arm("puma560")
    gik = solver(robot, "pose", SolverAlgorithm=algorithm)
    ik = rst.inverseKinematics("RigidBodyTree", robot, "SolverAlgorithm", algorithm)
    rst.rng(4)
    for _ in range(10):
        T = pose(robot, robot.randomConfiguration(), body)
        found, one = gik(robot.homeConfiguration(), rst.constraintPoseTarget(body, TargetTransform=T))
        other, two = ik(body, T, np.ones(6), robot.homeConfiguration())
        assert one.Status == two.Status == "success"
        # Two solutions of one pose, each within the tolerance.
        assert np.abs(pose(robot, found, body) - pose(robot, other, body)).max() < 2 * MISS


# ---- several constraints ----


def test_position_and_aim():
    robot, body, _ = arm("iiwa14")
    gik = solver(robot, "position", "aiming")
    where = rst.constraintPositionTarget(body, TargetPosition=[0.4, 0.2, 0.6])
    look = rst.constraintAiming(body, TargetPoint=[1, -0.5, 0])
    q, info = gik(robot.homeConfiguration(), where, look)
    X = pose(robot, q, body)
    assert info.Status == "success"
    assert np.linalg.norm(X[:3, 3] - [0.4, 0.2, 0.6]) < MISS
    assert between(X[:3, 2], [1, -0.5, 0] - X[:3, 3]) < MISS


def test_a_reaching_motion_above_a_table():
    """A gripper approaches a cup in a straight line, turned as it began, with small steps of the joints."""
    robot, gripper, _ = arm("iiwa14")
    cup = rst.rigidBody("cup")
    rst.setFixedTransform(cup.Joint, rst.trvec2tform([-0.5, 0.5, 0.1]))
    robot.addBody(cup, robot.BaseName)
    gik = rst.generalizedInverseKinematics()
    gik.RigidBodyTree = robot
    gik.ConstraintInputs = ("cartesian", "position", "aiming", "orientation", "joint")
    above = rst.constraintCartesianBounds(gripper)
    above.Bounds = [[-inf, inf], [-inf, inf], [0.05, inf]]
    away = rst.constraintPositionTarget("cup", ReferenceBody=gripper, TargetPosition=[0, 0, 0.3])
    down = rst.constraintAiming(gripper, ReferenceBody="cup", TargetPoint=[0, 0, 0])
    turned = rst.constraintOrientationTarget(gripper, Weights=0)
    slow = rst.constraintJointBounds(robot)
    q, info = gik(robot.homeConfiguration(), above, away, down, turned, slow)
    assert info.Status == "success"
    turned.TargetOrientation, turned.Weights = rst.tform2quat(pose(robot, q, gripper)), 1
    for distance in (0.2, 0.15, 0.1, 0.05):
        away.TargetPosition = [0, 0, distance]
        slow.Bounds = np.column_stack([q - 0.5, q + 0.5])
        before, start = q, pose(robot, q, gripper)
        q, info = gik(q, above, away, down, turned, slow)
        X = pose(robot, q, gripper)
        assert info.Status == "success"
        assert info.NumRandomRestarts == 0
        assert np.abs(q - before).max() < 0.5 + MISS
        assert X[2, 3] > 0.05 - MISS
        assert angle(X[:3, :3].T @ start[:3, :3]) < 2 * MISS
        assert np.abs(pose(robot, q, "cup", gripper)[:3, 3] - [0, 0, distance]).max() < MISS


def test_a_pose_with_signs_of_joints():
    robot, body, _ = arm("iiwa14")
    gik = solver(robot, "pose", "joint", SolverParameters={"MaxIterations": 2000})
    rst.rng(3)
    for _ in range(5):
        q = robot.randomConfiguration()
        bounds = np.tile([-inf, inf], (7, 1))
        bounds[[1, 3, 5]] = [[0, inf] if q[k] > 0 else [-inf, 0] for k in (1, 3, 5)]
        target = rst.constraintPoseTarget(body, "TargetTransform", pose(robot, q, body))
        found, info = gik(robot.homeConfiguration(), target, rst.constraintJointBounds(robot, "Bounds", bounds))
        assert info.Status == "success"
        assert [v.Type for v in info.ConstraintViolations] == ["pose", "joint"]
        assert (found[[1, 3, 5]] * np.sign(q[[1, 3, 5]]) > -MISS).all()


def test_two_hands_at_once():
    robot = two_arms()
    gik = solver(robot, "pose", "pose")
    rst.rng(2)
    q = robot.randomConfiguration()
    hands = [
        rst.constraintPoseTarget(f"{side}_5", TargetTransform=pose(robot, q, f"{side}_5")) for side in ("left", "right")
    ]
    found, info = gik(robot.homeConfiguration(), *hands)
    assert info.Status == "success"
    assert len(info.ConstraintViolations) == 2
    for side in ("left", "right"):
        assert np.abs(pose(robot, found, f"{side}_5") - pose(robot, q, f"{side}_5")).max() < 2 * MISS


def test_frames_of_bodies_are_names_too():
    robot, body, _ = arm("iiwa14")
    robot.getBody(body).addFrame("tip", body, rst.trvec2tform([0, 0.1, 0.2]))
    q, info = solver(robot, "position")([], rst.constraintPositionTarget("tip", TargetPosition=[0.5, 0.1, 0.4]))
    assert info.Status == "success"
    assert np.linalg.norm((pose(robot, q, body) @ [0, 0.1, 0.2, 1])[:3] - [0.5, 0.1, 0.4]) < MISS


# ---- loops ----

GROUND, CRANK, COUPLER, ROCKER = 1.0, 0.4, 1.1, 0.8


def four_bar(*, tip=False):
    """Crank, coupler and rocker in a row; closing the loop puts the rocker's far end on the ground pivot."""
    robot = rst.rigidBodyTree(DataFormat="row")
    parent, before = "base", 0.0
    for name, length in [("crank", CRANK), ("coupler", COUPLER), ("rocker", ROCKER)]:
        body = rst.rigidBody(name)
        body.Joint = rst.rigidBodyJoint(name + "_joint", "revolute")
        rst.setFixedTransform(body.Joint, rst.trvec2tform([before, 0, 0]))
        robot.addBody(body, parent)
        parent, before = name, length
    if tip:  # the far end as a body on a joint, so that a weld of it is the same hinge
        body = rst.rigidBody("pin")
        body.Joint = rst.rigidBodyJoint("pin_joint", "revolute")
        rst.setFixedTransform(body.Joint, rst.trvec2tform([ROCKER, 0, 0]))
        robot.addBody(body, "rocker")
    return robot


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_four_bar_linkage_closed_by_a_revolute_joint(algorithm):
    robot = four_bar()
    gik = solver(robot, "revolute", "joint", SolverAlgorithm=algorithm)
    at = {
        "SuccessorTransform": rst.trvec2tform([ROCKER, 0, 0]),
        "PredecessorTransform": rst.trvec2tform([GROUND, 0, 0]),
    }
    hinge, drive = rst.constraintRevoluteJoint("rocker", "base", **at), rst.constraintJointBounds(robot)
    drive.Weights = [1, 0, 0]
    q = np.array([0.5, 1.0, 1.0])
    for degrees in range(30, 391, 30):
        crank = math.remainder(math.radians(degrees), 2 * pi)
        drive.Bounds = [[crank, crank], [-pi, pi], [-pi, pi]]
        q, info = gik(q, hinge, drive)
        assert info.Status == "success"
        assert np.linalg.norm((pose(robot, q, "rocker") @ [ROCKER, 0, 0, 1])[:2] - [GROUND, 0]) < MISS
        # Freudenstein's equation of input and output angle (Norton, Design of Machinery, section 4.5).
        elbow = pose(robot, q, "rocker")[:2, 3]
        output = math.atan2(elbow[1], elbow[0] - GROUND)
        k1, k2 = GROUND / CRANK, GROUND / ROCKER
        k3 = (CRANK**2 - COUPLER**2 + ROCKER**2 + GROUND**2) / (2 * CRANK * ROCKER)
        balance = k1 * math.cos(output) - k2 * math.cos(crank) + k3 - math.cos(crank - output)
        assert abs(balance) < 10 * MISS  # its derivatives are a few units


def test_a_four_bar_linkage_closed_by_a_fixed_joint():
    robot = four_bar(tip=True)
    gik = solver(robot, "fixed", "position")
    weld = rst.constraintFixedJoint("pin", "base", PredecessorTransform=rst.trvec2tform([GROUND, 0, 0]))
    elbow = rst.constraintPositionTarget("coupler", TargetPosition=[0, CRANK, 0])
    q, info = gik([0.5, 1, 1, 1], weld, elbow)
    assert info.Status == "success"
    assert q[0] == pytest.approx(pi / 2, abs=3 * MISS)
    assert np.abs(pose(robot, q, "pin") - rst.trvec2tform([GROUND, 0, 0])).max() < MISS


def test_limits_of_a_hinge_choose_its_angle():
    robot = four_bar()
    gik = solver(robot, "revolute")
    at = {
        "SuccessorTransform": rst.trvec2tform([ROCKER, 0, 0]),
        "PredecessorTransform": rst.trvec2tform([GROUND, 0, 0]),
    }
    hinge = rst.constraintRevoluteJoint("rocker", "base", JointPositionLimits=[-1.2, -1.1], **at)
    q, info = gik([0.5, 1, 1], hinge)
    X = pose(robot, q, "rocker")
    assert info.Status == "success"
    assert -1.2 - MISS < math.atan2(X[1, 0], X[0, 0]) < -1.1 + MISS


def test_a_slider_crank_closed_by_a_prismatic_joint():
    robot = four_bar(tip=True)
    gik = solver(robot, "prismatic", "joint")
    along_x = rst.axang2tform([0, 1, 0, pi / 2])
    slider = rst.constraintPrismaticJoint("pin", "base", SuccessorTransform=along_x, PredecessorTransform=along_x)
    slider.JointPositionLimits = [0.5, 3]
    drive = rst.constraintJointBounds(robot, Weights=[1, 0, 0, 0])
    for crank in np.linspace(-1, 1, 5):
        drive.Bounds = [[crank, crank], *[[-pi, pi]] * 3]
        q, info = gik([crank, -crank, 0.1, 0], slider, drive)
        X = pose(robot, q, "pin")
        assert info.Status == "success"
        assert abs(X[1, 3]) < MISS
        assert X[0, 3] > 0.5 - MISS
        assert angle(X[:3, :3]) < MISS


# ---- what cannot be satisfied ----


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_out_of_reach_is_the_best_available(algorithm):
    robot, body, _ = arm("puma560")
    gik = solver(robot, "position", SolverAlgorithm=algorithm, SolverParameters={"MaxIterations": 400})
    limits = rst.constraintJointBounds(robot).Bounds
    for target in ([2.0, 0.5, 1.0], [0.0, -3.0, 0.2]):
        q, info = gik(robot.homeConfiguration(), rst.constraintPositionTarget(body, TargetPosition=target))

        def miss(s, target=target):
            return pose(robot, s, body)[:3, 3] - target

        starts = np.random.default_rng(0).uniform(*limits.T, size=(12, 6))
        best = min(np.sqrt(2 * least_squares(miss, s, bounds=limits.T).cost) for s in starts)
        assert info.Status == "best available"
        assert info.ConstraintViolations[0].Violation[0] == pytest.approx(np.linalg.norm(miss(q)))
        assert np.linalg.norm(miss(q)) < 1.001 * best


def test_weights_say_which_of_two_goals_gives_way():
    robot, body, _ = arm("puma560")
    gik = solver(robot, "position", "position")
    one, other = (rst.constraintPositionTarget(body, TargetPosition=p) for p in ([0.4, 0.2, 0.3], [0.4, -0.2, 0.3]))
    one.Weights = 3
    q, info = gik(robot.homeConfiguration(), one, other)
    assert info.Status == "best available"
    # The least weighted sum of squares divides the 0.4 m as 1 to 3.
    assert pose(robot, q, body)[:3, 3] == pytest.approx([0.4, 0.1, 0.3], abs=1e-4)
    assert [v.Violation[0] for v in info.ConstraintViolations] == pytest.approx([0.1, 0.3], abs=1e-4)


def test_joint_limits_win_over_joint_bounds():
    robot, _, _ = arm("iiwa14")
    bounds = np.tile([-0.1, 0.1], (7, 1))
    upper = robot.Bodies[1].Joint.PositionLimits[1]
    bounds[0] = [upper + 1, upper + 2]
    constraint = rst.constraintJointBounds(robot, Bounds=bounds)
    q, info = solver(robot, "joint", SolverParameters={"MaxIterations": 100})([], constraint)
    assert info.Status == "best available"
    assert q[0] == pytest.approx(upper)
    assert info.ConstraintViolations[0].Violation.round(6).tolist() == [1, 0, 0, 0, 0, 0, 0]
    loose = solver(robot, "joint", SolverParameters={"EnforceJointLimits": False})
    q, info = loose([], constraint)
    assert info.Status == "success"
    assert q[0] == pytest.approx(upper + 1)


def test_a_weight_of_zero_ignores_a_violation():
    robot, body, _ = arm("iiwa14")
    ignored = rst.constraintAiming(body, TargetPoint=[0, 0, -5], Weights=0)
    home = np.zeros(7)
    q, info = solver(robot, "aiming")(home, ignored)
    assert info.Status == "success"
    assert info.ConstraintViolations[0].Violation[0] == pytest.approx(pi)
    assert q.tolist() == home.tolist()


# ---- configurations ----


@pytest.mark.parametrize("data_format", ["row", "column", "struct"])
def test_a_solution_has_the_form_of_the_guess(data_format):
    robot = rst.importrobot("planar3r", DataFormat=data_format)
    body = robot.BodyNames[-1]
    place = rst.constraintPositionTarget(body, TargetPosition=[0.4, 0.3, 0], PositionTolerance=0.01)
    gik, home = solver(robot, "position"), robot.homeConfiguration()
    q = gik(home, place, nargout=1)
    assert np.linalg.norm(pose(robot, q, body)[:3, 3] - [0.4, 0.3, 0]) < 0.01 + MISS
    if data_format == "struct":
        assert [one.JointName for one in q] == [one.JointName for one in home]
    else:
        flat = np.array(home)
        shape = (1, 3) if data_format == "row" else (3, 1)
        assert q.shape == (3,)
        assert gik(flat.reshape(shape), place)[0].shape == shape


def test_joints_that_take_no_part_stay():
    robot = two_arms()
    q0 = robot.homeConfiguration() + 0.1
    q, info = solver(robot, "position")(q0, rst.constraintPositionTarget("left_2", TargetPosition=[0.1, 0.1, 0.1]))
    assert np.array_equal(q[4:], q0[4:])
    assert info.Iterations > 0


def test_a_guess_outside_the_limits_is_moved():
    robot, body, _ = arm("iiwa14")
    look = rst.constraintDistanceBounds(body, Bounds=[0, 5])
    gik = solver(robot, "distance")
    with pytest.warns(rst.MatlabWarning) as caught:
        q, _ = gik(np.full(7, 10.0), look)
    assert caught[0].message.identifier == "robotics:robotmanip:rigidbodytree:ConfigJointLimitsViolationAutoAdjusted"
    assert caught[0].filename == __file__
    assert np.array_equal(q, rst.constraintJointBounds(robot).Bounds[:, 1])
    gik.SolverParameters.EnforceJointLimits = False
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gik(np.full(7, 10.0), look)[0].tolist() == [10] * 7


def test_restarts_are_reproducible():
    robot, body, _ = arm("puma560")
    rst.rng(5)
    target = rst.constraintPoseTarget(body, TargetTransform=pose(robot, robot.randomConfiguration(), body))
    target.PositionTolerance, far = 0.01, rst.constraintDistanceBounds(body, Bounds=[3, 4])
    gik = solver(robot, "pose", "distance", SolverParameters={"MaxIterations": 300})
    found = []
    for _ in range(2):
        rst.rng(8)
        found.append(gik([], target, far))
    assert found[0][1].NumRandomRestarts > 0
    assert np.array_equal(found[0][0], found[1][0])
    gik.SolverParameters.AllowRandomRestart = False
    assert gik([], target, far)[1].NumRandomRestarts == 0


# ---- the solver object ----


def test_properties_of_the_solver_and_copies():
    robot, body, _ = arm("iiwa14")
    gik = rst.generalizedInverseKinematics("SolverParameters", {"MaxIterations": 77}, ConstraintInputs="pose")
    assert gik.RigidBodyTree is None
    assert gik.SolverAlgorithm == "BFGSGradientProjection"
    assert gik.ConstraintInputs == ["pose"]
    assert gik.SolverParameters.MaxIterations == 77
    gik.RigidBodyTree = robot
    robot.removeBody(body)
    assert body in gik.RigidBodyTree.BodyNames
    for twin in (rst.copy(gik), copy.deepcopy(gik), pickle.loads(pickle.dumps(gik))):
        assert twin.ConstraintInputs == ["pose"]
        assert twin.SolverParameters.MaxIterations == 77
        twin.ConstraintInputs = ["joint", "Distance"]
        assert twin.ConstraintInputs == ["joint", "distance"]
        assert gik.ConstraintInputs == ["pose"]
    gik.SolverAlgorithm = "levenbergmarquardt"
    assert gik.SolverAlgorithm == "LevenbergMarquardt"
    assert gik.SolverParameters.MaxIterations == 1500
    gik.release()
    assert "ConstraintInputs: {'pose'}" in repr(gik)


def test_it_goes_by_its_old_name_and_step():
    robot, *_ = arm("iiwa14")
    gik = rst.robotics.GeneralizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", ["joint"])
    assert gik.step(np.zeros(7), rst.constraintJointBounds(robot))[1].Status == "success"


def test_the_robot_of_the_solver_may_be_edited():
    robot, body, _ = arm("iiwa14")
    gik, place = solver(robot, "position"), rst.constraintPositionTarget(body, TargetPosition=[0.4, 0.2, 0.6])
    gik([], place)
    rst.setFixedTransform(gik.RigidBodyTree.getBody(body).Joint, rst.trvec2tform([0, 0, 0.3]))
    q, info = gik([], place)
    assert info.Status == "success"
    assert np.linalg.norm(pose(gik.RigidBodyTree, q, body)[:3, 3] - [0.4, 0.2, 0.6]) < MISS


def floating():
    return rst.importrobot("floating_base", DataFormat="row")


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda r: rst.generalizedInverseKinematics(ConstraintInputs=["joint"])([], None), "Missing"),
        (lambda r: solver(r, "pose")([]), "rst_compat:generalizedInverseKinematics:WrongCount"),
        (
            lambda r: solver(r, "pose", "aiming")([], rst.constraintPoseTarget("a"), rst.constraintPoseTarget("a")),
            "rst_compat:generalizedInverseKinematics:WrongConstraint",
        ),
        (lambda r: solver(r, {"pose"}), "rst_compat:argument:NotText"),
        (
            lambda r: rst.generalizedInverseKinematics(ConstraintInputs={"pose", "joint"}),
            "rst_compat:generalizedInverseKinematics:WrongInputs",
        ),
        (lambda r: solver(r, "poses"), "rst_compat:argument:NotAChoice"),
        (
            lambda r: solver(r, "joint")([], rst.constraintJointBounds(two_arms())),
            "rst_compat:generalizedInverseKinematics:WrongJointBounds",
        ),
        (
            lambda r: solver(r, "pose")([], rst.constraintPoseTarget("hand")),
            "robotics:robotmanip:rigidbodytree:BodyNotFound",
        ),
        (
            lambda r: solver(r, "pose")([], rst.constraintPoseTarget("iiwa_link_7", ReferenceBody="hand")),
            "robotics:robotmanip:rigidbodytree:BodyNotFound",
        ),
        (lambda r: solver(floating(), "pose"), "rst_compat:inverseKinematics:FloatingJoint"),
        (lambda r: rst.generalizedInverseKinematics("RigidBodyTree", 3), "rst_compat:argument:NotATree"),
        (
            lambda r: rst.generalizedInverseKinematics()([]),
            "rst_compat:inverseKinematics:NoRobot",
        ),
        (
            lambda r: solver(r, "joint")(np.zeros(3), rst.constraintJointBounds(r)),
            "MATLAB:validateDynamicsFunctionInputs:incorrectSize",
        ),
    ],
)
def test_errors(call, identifier):
    robot, *_ = arm("iiwa14")
    expected = "rst_compat:generalizedInverseKinematics:WrongConstraint" if identifier == "Missing" else identifier
    with pytest.raises(rst.MatlabError) as raised:
        call(robot)
    assert raised.value.identifier == expected
