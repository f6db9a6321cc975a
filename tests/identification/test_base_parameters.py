"""Base parameters: published counts and combinations, and what their definition says of any robot."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_logs import random_robot

import rst_compat as rst
from rst_compat import MatlabError, MatlabWarning, baseParameters, batch, core

PUBLISHED = json.loads(
    (Path(__file__).parents[2] / "fixtures" / "identification" / "base_parameter_counts.json").read_text()
)
DOWN = (0, 0, -9.81)
KINDS = {"R": "revolute", "P": "prismatic"}
# Sums of at most a hundred products of numbers about one, in double precision; measured 2e-15.
TOL = 1e-12


def arm(rows, joints, convention="DH", gravity=DOWN, scale=1.0):
    """Bodies link1, ... of rows [a alpha d]."""
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = gravity
    for k, ((a, alpha, d), joint) in enumerate(zip(rows, joints, strict=True), 1):
        body = rst.rigidBody(f"link{k}")
        body.Joint = rst.rigidBodyJoint(f"joint{k}", KINDS[joint])
        body.Joint.setFixedTransform([a * scale, alpha, d * scale, 0], convention.lower())
        robot.addBody(body, f"link{k - 1}" if k > 1 else "base")
    return robot


def published(name, **options):
    entry = PUBLISHED["robots"][name]
    return arm(entry["rows"], entry["joints"], entry["convention"], **options)


def states(robot, count=60, seed=1):
    model = robot.homeConfiguration().size
    return np.random.default_rng(seed).normal(size=(3, count, model))


def same_rows(A, B):
    """Whether two matrices of full row rank span the same space of rows."""
    return A.shape == B.shape and np.linalg.matrix_rank(np.concatenate([A, B]), tol=1e-9) == len(A)


# ---- published


@pytest.mark.parametrize("order", ["body", "pivot"])
@pytest.mark.parametrize("name", PUBLISHED["robots"])
def test_counts_that_are_published(name, order):
    bp = baseParameters(published(name), Order=order)
    assert bp.Count == PUBLISHED["robots"][name]["count"]
    assert bp.Gap > 1e10  # 1e13 and more here: rounding, and nothing between


def test_a_planar_arm_with_gravity_in_its_plane():
    """The six combinations of the course notes' arm, written out."""
    rows = PUBLISHED["planar2R"]["rows"]
    bp = baseParameters(arm(rows, "RR", gravity=(0, -9.81, 0)))
    assert bp.Count == PUBLISHED["planar2R"]["count_gravity_in_plane"]
    assert bp.Expressions == (
        "link1.mx + 0.5*link1.m + 0.5*link2.m",
        "link1.my",
        "link1.Izz - 0.25*link1.m - 0.25*link2.m",
        "link2.mx + 0.7*link2.m",
        "link2.my",
        "link2.Izz - 0.49*link2.m",
    )


def test_a_planar_arm_that_does_not_feel_gravity():
    bp = baseParameters(arm(PUBLISHED["planar2R"]["rows"], "RR"))
    assert bp.Count == PUBLISHED["planar2R"]["count_gravity_along_axis"]
    assert bp.Status["link1.my"] == "unobservable"


UR10E = [[0, np.pi / 2, 0.1807], [-0.6127, 0, 0], [-0.57155, 0, 0]]
UR10E += [[0, np.pi / 2, 0.17415], [0, -np.pi / 2, 0.11985], [0, 0, 0.11655]]


def test_rotors_of_a_ur10e():
    """40 of 66, which is hard-coded in the repository dynamic_calibration."""
    bp = baseParameters(arm(UR10E, "RRRRRR"), Extra="Jm", GearRatio=[100] * 6)
    assert (bp.Count, len(bp.Names)) == (40, 66)
    assert bp.Status["joint1.Jm"] == "combination"  # with the inertia of link 1 about the same axis
    assert bp.Status["joint6.Jm"] == "alone"


def test_the_two_joints_of_sympybotics_readme():
    """Twelve combinations that its README prints; products of inertia are alone, so their sign does not matter."""
    robot = arm([[0, -np.pi / 2, 0], [0, np.pi / 2, 0]], "RR")
    bp = baseParameters(robot, Extra=("Bm", "Tc"))
    printed = [
        {"link1.Iyy": 1, "link2.Izz": 1},
        {"link2.Ixx": 1, "link2.Izz": -1},
        *({f"link2.{name}": 1} for name in ("Ixy", "Ixz", "Iyy", "Iyz", "mx", "mz")),
        *({f"joint{k}.{name}": 1} for k in (1, 2) for name in ("Bm", "Tc")),
    ]
    K = np.array([[row.get(name, 0.0) for name in bp.Names] for row in printed])
    assert same_rows(bp.K, K)


# ---- sensors

SPATIAL = [[0, np.pi / 2, 0.3], [0.4, 0, 0], [0.3, 0, 0]]


@pytest.mark.parametrize(
    ("sensors", "count"),
    [
        ("link3", 10),
        ("torque", 15),
        (["link3", "torque"], 18),
        ("base", 20),
        (["base", "link3"], 23),
        (["base", "link3", "torque"], 23),
        (["link1", "link2", "link3"], 26),
    ],
)
def test_what_each_set_of_sensors_sees_of_a_spatial_arm(sensors, count):
    assert baseParameters(arm(SPATIAL, "RRR"), Sensors=sensors).Count == count


MOVED = {(1,): (6, 7, 6), (2,): (7, 8, 8), (3,): (7, 6, 8), (1, 2): (10, 15, 13), (1, 3): (10, 11, 13)}
MOVED |= {(2, 3): (7, 10, 13), (1, 2, 3): (10, 15, 20)}


@pytest.mark.parametrize("moved", MOVED)
def test_what_each_set_of_moved_joints_shows(moved):
    robot = arm(SPATIAL, "RRR")
    ranks = [
        baseParameters(robot, Sensors=s, Moving=[f"joint{j}" for j in moved], Configuration=[0.3, -0.5, 0.8]).Count
        for s in ("link3", "torque", "base")
    ]
    assert tuple(ranks) == MOVED[moved]


def test_the_table_of_moved_joints_is_whole():
    assert set(MOVED) == {c for k in (1, 2, 3) for c in combinations((1, 2, 3), k)}


def test_base_and_wrist_of_arms_with_six_and_seven_joints():
    six = arm(UR10E, "RRRRRR")
    assert [baseParameters(six, Sensors=s).Count for s in ("base", "link6", ["link6", "torque"])] == [41, 10, 39]
    assert baseParameters(published("IIWA"), Sensors="base").Count == 48


def test_a_base_sensor_at_rest_sees_sums_only():
    bp = baseParameters(arm(SPATIAL, "RRR"), Sensors="base", Motion="static")
    assert bp.Count == 7
    assert "alone" not in {bp.Status[f"link{k}.m"] for k in (1, 2, 3)}
    tilted = arm(SPATIAL, "RRR", gravity=(3, 0, -9))
    assert baseParameters(tilted, Sensors="base", Motion="static").Count == 8


def test_a_sensor_has_three_spellings():
    robot = arm(SPATIAL, "RRR")
    found = [
        baseParameters(robot, Sensors=s) for s in ("link3", "wrist:link3", ("wrist", "link3"), [("wrist", "link3")])
    ]
    assert {bp.Sensors for bp in found} == {("link3",)}
    assert baseParameters(robot, Sensors=[robot.BaseName]).Sensors == ("base",)


def test_the_base_is_meant_where_a_body_has_its_name():
    robot = rst.loadrobot("universalUR10e", Gravity=DOWN)
    assert "base" in robot.BodyNames
    assert baseParameters(robot, Sensors="base").Count == 41 + 2  # and where the weight of what does not move pulls
    assert baseParameters(robot, Sensors="wrist:base").Sensors == ("wrist:base",)


# ---- one body behind a sensor of six axes


def body_ranks(omega, alpha, a):
    """Rank of the regressor of a body over states (T, 3), and which parameters are seen alone and not at all."""
    motion = np.concatenate([omega, np.zeros_like(a)], axis=1)[..., None]
    # The acceleration of the origin is a where the velocity of the origin is zero.
    A = core.body_regressor(motion, np.concatenate([alpha, a], axis=1)[..., None]).reshape(-1, 10)
    V = np.linalg.svd(A)[2]
    s = np.linalg.svd(A, compute_uv=False)
    rank = int((s > 1e-9 * s[0]).sum())
    null = V[rank:]
    alone = [n for n, column in zip(BODY, null.T, strict=True) if np.abs(column).max(initial=0) < 1e-9]
    unseen = [n for n, column in zip(BODY, A.T, strict=True) if np.abs(column).max() < 1e-9]
    return rank, " ".join(alone), " ".join(unseen)


BODY = ["m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy"]
Z, X = np.array([0, 0, 1.0]), np.array([1.0, 0, 0])
RNG = np.random.default_rng(3)
T = 40
NONE = np.zeros((T, 3))
G = 9.81
TURNS = RNG.uniform(-3, 3, size=T)
AROUND = np.stack([0 * TURNS, np.sin(TURNS), np.cos(TURNS)], axis=1)  # -g in a body that turns about x
SOME = RNG.normal(size=(4, T, 3))
DIRECTIONS = SOME[3] / np.linalg.norm(SOME[3], axis=1)[:, None]
# About the vertical, and about the x axis of the body: the vertical turns in the body.
TWO = SOME[0] * X + SOME[1, :, :1] * AROUND, SOME[2] * X + SOME[2, :, 1:2] * AROUND
TWO[1][:] += (SOME[1, :, 0] * SOME[0, :, 0])[:, None] * AROUND[:, [0, 2, 1]] * [1, 1, -1]
ALL = " ".join(BODY)
MOTIONS = {
    "static, one pose": (NONE, NONE, NONE + G * Z, 3, "m mx my", "mz Ixx Iyy Izz Iyz Ixz Ixy"),
    "static, many poses": (NONE, NONE, G * DIRECTIONS, 4, "m mx my mz", "Ixx Iyy Izz Iyz Ixz Ixy"),
    "translation": (NONE, NONE, SOME[0], 4, "m mx my mz", "Ixx Iyy Izz Iyz Ixz Ixy"),
    "fixed vertical axis": (SOME[0] * Z, SOME[1] * Z, NONE + G * Z, 6, "m mx my Izz Iyz Ixz", "mz Ixx Iyy Ixy"),
    "fixed horizontal axis": (SOME[0] * X, SOME[1] * X, G * AROUND, 7, "m mx my mz Ixx Ixz Ixy", "Iyy Izz Iyz"),
    "planar": (SOME[0] * Z, SOME[1] * Z, SOME[2] * [1, 1, 0] + G * Z, 7, "m mx my mz Izz Iyz Ixz", "Ixx Iyy Ixy"),
    "two rotations": (*TWO, G * AROUND, 10, ALL, ""),
    "three rotations without gravity": (SOME[0], SOME[1], NONE, 9, "mx my mz Ixx Iyy Izz Iyz Ixz Ixy", "m"),
    "general": (SOME[0], SOME[1], SOME[2], 10, ALL, ""),
}


@pytest.mark.parametrize("motion", MOTIONS)
def test_what_a_wrist_sensor_tells_about_one_body(motion):
    omega, alpha, a, rank, alone, unseen = MOTIONS[motion]
    assert body_ranks(omega, alpha, a) == (rank, alone, unseen)


# ---- what the definition says of every robot


def regressor(robot, sensors, Q):
    rows = []
    for sensor in sensors:
        if sensor == "torque":
            rows.append(batch.inverseDynamicsRegressor(robot, *Q))
        else:
            rows.append(batch.wrenchRegressor(robot, *Q, Cut=sensor))
    return np.concatenate(rows, axis=1)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.lists(st.sampled_from(["revolute", "prismatic", "fixed"]), min_size=1, max_size=6))
def test_they_say_all_that_the_regressor_says(seed, kinds):
    parents = [int(p) for p in np.random.default_rng(seed).integers(0, np.arange(len(kinds)) + 1)]
    robot = random_robot(seed, kinds, parents)
    sensors = [["torque"], ["base"], ["torque", "b1"]][seed % 3]
    bp = baseParameters(robot, Sensors=sensors)
    W = regressor(robot, sensors, states(robot)).reshape(-1, len(bp.Names))
    x = np.random.default_rng(seed).normal(size=len(bp.Names))
    size = max(1, np.abs(W).max(initial=0))
    assert np.abs(W @ x - W[:, bp.Index] @ (bp.K @ x)).max(initial=0) <= TOL * size * max(
        1, np.abs(bp.K).max(initial=0)
    )
    assert np.abs(W @ bp.NullSpace).max(initial=0) <= TOL * size * max(1, np.abs(bp.K).max(initial=0))
    norms = np.linalg.norm(W, axis=0)
    if W.size:
        assert bp.Count == np.linalg.matrix_rank(W[:, norms > 0] / norms[norms > 0], tol=1e-9)
    alone = [n for n, row in zip(bp.Names, bp.NullSpace, strict=True) if not row.any()]
    assert alone == [n for n, status in bp.Status.items() if status == "alone"]
    assert [n for n, c in zip(bp.Names, norms, strict=True) if c < 1e-9] == [
        n for n, status in bp.Status.items() if status == "unobservable"
    ]


@settings(max_examples=12)
@given(st.integers(0, 10**6), st.text("RP", min_size=2, max_size=7), st.booleans())
def test_the_formula_for_arms_in_general_position(seed, joints, upright):
    """7 for a joint that turns, 4 for one that slides, 4 less, and 2 less where the first axis is along gravity."""
    joints = (
        "R" + joints[1:] if "R" not in joints[:2] else joints
    )  # the formula wants a joint that turns before a slide
    joints = "RR" + joints[2:]
    robot = random_robot(seed, [KINDS[j] for j in joints])
    axis = np.asarray(robot.Bodies[0].Joint.JointAxis)
    down = robot.Bodies[0].Joint.JointToParentTransform[:3, :3] @ axis
    robot.Gravity = 9.81 * (down if upright else np.cross(down, [0.3, 0.5, 0.8]) + down)
    expected = 7 * joints.count("R") + 4 * joints.count("P") - 4 - 2 * upright
    assert baseParameters(robot).Count == expected


@pytest.mark.parametrize("scale", [1e-6, 1e3])
@pytest.mark.parametrize("name", ["PUMA560", "STANFORD"])
def test_lengths_in_other_units_change_nothing(name, scale):
    bp = baseParameters(published(name, scale=scale))
    assert bp.Count == PUBLISHED["robots"][name]["count"]
    assert bp.Gap > 1e10


def test_both_orders_span_the_same_combinations():
    for name in ("PUMA560", "STANFORD"):
        body, pivot = (baseParameters(published(name), Order=order) for order in ("body", "pivot"))
        assert same_rows(body.K, pivot.K)


def test_fixed_bodies_go_with_what_carries_them():
    robot = random_robot(5, ["revolute", "fixed", "revolute"])
    bp = baseParameters(robot)
    assert bp.Count == 10
    assert {bp.Status[f"b2.{name}"] for name in BODY} <= {"combination", "unobservable"}


def test_joints_whose_limits_meet_do_not_move():
    robot = arm(SPATIAL, "RRR")
    robot.Bodies[2].Joint.HomePosition = 0.8
    robot.Bodies[2].Joint.PositionLimits = [0.8, 0.8]
    locked = baseParameters(robot)
    assert locked.Count == baseParameters(arm(SPATIAL, "RRR"), Moving=["joint1", "joint2"]).Count == 15
    assert baseParameters(robot, Extra="Bm").Status["joint3.Bm"] == "unobservable"


def test_robots_that_cannot_move():
    assert baseParameters(rst.rigidBodyTree()).Count == 0
    still = random_robot(0, ["fixed", "fixed"])
    assert baseParameters(still).Count == 0
    assert set(baseParameters(still).Status.values()) == {"unobservable"}
    assert baseParameters(still, Sensors="base").Count == 3  # the weight, and where it pulls


def test_a_floating_body_is_known_altogether():
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = DOWN
    body = rst.rigidBody("drone")
    body.Joint = rst.rigidBodyJoint("free", "floating")
    robot.addBody(body, "base")
    assert set(baseParameters(robot).Status.values()) == {"alone"}


def test_thirty_joints():
    robot = random_robot(2, ["revolute"] * 30)
    assert baseParameters(robot).Count == 7 * 30 - 4


def test_a_model_with_rounded_angles():
    """1.5708 and 3.1416 in the file of this arm tilt its first axis by 4e-6: two hopeless combinations more."""
    robot = rst.loadrobot("kinovaGen3", Gravity=DOWN)
    assert baseParameters(robot).Count == 43
    with pytest.warns(MatlabWarning, match="rank 45 is uncertain"):
        assert baseParameters(robot, Tolerance=1e-9).Count == 45


def test_the_robots_own_masses_do_not_matter():
    robot = rst.loadrobot("frankaEmikaPanda", Gravity=DOWN)
    other = rst.withInertialParameters(robot, np.random.default_rng(0).uniform(1, 2, size=10 * robot.NumBodies))
    np.testing.assert_array_equal(baseParameters(robot).K, baseParameters(other).K)


@pytest.mark.parametrize(
    ("options", "identifier"),
    [
        ({"Sensors": "link4"}, "rst_compat:identification:WrongSensors"),
        ({"Sensors": []}, "rst_compat:identification:WrongSensors"),
        ({"Sensors": ["torque", "torque"]}, "rst_compat:identification:WrongSensors"),
        ({"Extra": "Fv"}, "rst_compat:identification:WrongExtra"),
        ({"Moving": ["joint4"]}, "rst_compat:rigidBodyTree:JointNotFound"),
        ({"Order": "tip"}, "rst_compat:argument:NotAChoice"),
        ({"Configuration": [1, 2]}, "rst_compat:property:WrongSize"),
    ],
)
def test_what_it_refuses(options, identifier):
    with pytest.raises(MatlabError) as caught:
        baseParameters(arm(SPATIAL, "RRR"), **options)
    assert caught.value.identifier == identifier
