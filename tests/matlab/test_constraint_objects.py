"""Constraint objects: properties, defaults, copies, and values that make no sense."""

import copy
import pickle
from math import inf, pi

import numpy as np
import pytest

import rst_compat as rst

ENDEFFECTOR = {
    rst.constraintPoseTarget: {
        "EndEffector": "tool",
        "ReferenceBody": "",
        "TargetTransform": np.eye(4),
        "OrientationTolerance": 0,
        "PositionTolerance": 0,
        "Weights": [1, 1],
    },
    rst.constraintPositionTarget: {
        "EndEffector": "tool",
        "ReferenceBody": "",
        "TargetPosition": [0, 0, 0],
        "PositionTolerance": 0,
        "Weights": 1,
    },
    rst.constraintOrientationTarget: {
        "EndEffector": "tool",
        "ReferenceBody": "",
        "TargetOrientation": [1, 0, 0, 0],
        "OrientationTolerance": 0,
        "Weights": 1,
    },
    rst.constraintAiming: {
        "EndEffector": "tool",
        "ReferenceBody": "",
        "TargetPoint": [0, 0, 0],
        "AngularTolerance": 0,
        "Weights": 1,
    },
    rst.constraintCartesianBounds: {
        "EndEffector": "tool",
        "ReferenceBody": "",
        "TargetTransform": np.eye(4),
        "Bounds": np.zeros((3, 2)),
        "Weights": [1, 1, 1],
    },
    rst.constraintDistanceBounds: {"EndEffector": "tool", "ReferenceBody": "", "Bounds": [0, 0], "Weights": 1},
}
BODIES = {"SuccessorBody": "s", "PredecessorBody": "p", "SuccessorTransform": np.eye(4)}
TOLERANCES = {"PredecessorTransform": np.eye(4), "PositionTolerance": 0, "OrientationTolerance": 0}
JOINTS = {
    rst.constraintFixedJoint: BODIES | TOLERANCES | {"Weights": [1, 1]},
    rst.constraintRevoluteJoint: BODIES | TOLERANCES | {"JointPositionLimits": [-pi, pi], "Weights": [1, 1, 1]},
    rst.constraintPrismaticJoint: BODIES | TOLERANCES | {"JointPositionLimits": [-0.5, 0.5], "Weights": [1, 1, 1]},
}
EVERY = ENDEFFECTOR | JOINTS


def made(kind, *args, **keywords):
    return kind("tool", *args, **keywords) if kind in ENDEFFECTOR else kind("s", "p", *args, **keywords)


@pytest.mark.parametrize("kind", EVERY)
def test_properties_and_their_defaults(kind):
    constraint = made(kind)
    assert {n for n in dir(constraint) if not n.startswith("_")} == set(EVERY[kind])
    for name, value in EVERY[kind].items():
        assert np.array_equal(getattr(constraint, name), value)


@pytest.mark.parametrize("kind", EVERY)
def test_pairs_of_names_and_values_are_keywords_and_assignments(kind):
    T = rst.trvec2tform([1, 2, 3])
    values = {
        "ReferenceBody": "hand",
        "TargetTransform": T,
        "SuccessorTransform": T,
        "PredecessorTransform": T,
        "TargetPosition": [1, 2, 3],
        "TargetPoint": [3, 2, 1],
        "TargetOrientation": [0, 1, 0, 0],
        "OrientationTolerance": 0.1,
        "PositionTolerance": 0.2,
        "AngularTolerance": 0.3,
        "JointPositionLimits": [-0.1, inf],
        "Bounds": [0.1, 0.2] if kind is rst.constraintDistanceBounds else [[-inf, inf], [0, 0], [-1, 2]],
        "Weights": [1.0, 2.0, 3.0][: np.size(EVERY[kind]["Weights"])],
    }
    given = {name: values[name] for name in EVERY[kind] if name in values}
    pairs = made(kind, *[part for pair in given.items() for part in pair])
    keywords, assigned = made(kind, **{name.lower(): value for name, value in given.items()}), made(kind)
    for name, value in given.items():
        setattr(assigned, name, value)
    for constraint in (pairs, keywords, assigned, copy.copy(pairs), pickle.loads(pickle.dumps(pairs))):
        for name, value in given.items():
            assert np.array_equal(np.squeeze(getattr(constraint, name)), np.squeeze(value))


def test_joint_bounds_are_those_of_the_robot():
    robot = rst.importrobot("iiwa14", DataFormat="row")
    constraint = rst.constraintJointBounds(robot)
    moving = [body.Joint for body in robot.Bodies if body.Joint.Type != "fixed"]
    assert constraint.Bounds.tolist() == [joint.PositionLimits.tolist() for joint in moving]
    assert constraint.Weights.tolist() == [1] * 7
    narrow = rst.constraintJointBounds(robot, "Bounds", np.tile([0, 1], (7, 1)), Weights=np.zeros(7))
    for other in (copy.copy(narrow), pickle.loads(pickle.dumps(narrow)), rst.copy(narrow)):
        assert np.array_equal(other.Bounds, narrow.Bounds)
        other.Weights = np.ones(7)
        assert not narrow.Weights.any()
    one = rst.constraintJointBounds(one_joint())
    one.Weights = 2
    assert one.Weights.tolist() == [2]


def one_joint():
    robot = rst.rigidBodyTree(DataFormat="row")
    body = rst.rigidBody("b")
    body.Joint = rst.rigidBodyJoint("j", "revolute")
    robot.addBody(body, "base")
    return robot


def test_a_value_is_copied_in_and_read_only():
    given = np.eye(4)
    constraint = rst.constraintPoseTarget("tool", TargetTransform=given)
    given[0, 3] = 5
    assert constraint.TargetTransform[0, 3] == 0
    for other in (constraint, copy.deepcopy(constraint), pickle.loads(pickle.dumps(constraint))):
        with pytest.raises(ValueError, match="read-only"):
            other.TargetTransform[0, 3] = 5


def test_a_copy_is_independent():
    constraint = rst.constraintAiming("tool")
    twin = rst.copy(constraint)
    twin.TargetPoint = [1, 0, 0]
    assert constraint.TargetPoint.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("kind", "name", "value", "identifier"),
    [
        (rst.constraintPoseTarget, "PositionTolerance", -1, "rst_compat:constraint:WrongTolerance"),
        (rst.constraintPoseTarget, "OrientationTolerance", [1, 2], "rst_compat:property:WrongSize"),
        (rst.constraintPoseTarget, "OrientationTolerance", np.nan, "rst_compat:property:NotFinite"),
        (rst.constraintPoseTarget, "Weights", 1, "rst_compat:property:WrongSize"),
        (rst.constraintPoseTarget, "Weights", [1, -1], "rst_compat:constraint:WrongWeights"),
        (rst.constraintPoseTarget, "TargetTransform", np.eye(3), "rst_compat:argument:NotATransform"),
        (rst.constraintPoseTarget, "EndEffector", 3, "rst_compat:argument:NotText"),
        (rst.constraintPoseTarget, "ReferenceBody", 3, "rst_compat:argument:NotText"),
        (rst.constraintPoseTarget, "TargetPosition", [0, 0, 0], "rst_compat:argument:UnknownName"),
        (rst.constraintPositionTarget, "TargetPosition", [0, 0], "rst_compat:property:WrongSize"),
        (rst.constraintOrientationTarget, "TargetOrientation", [0, 0, 0, 0], "rst_compat:constraint:ZeroQuaternion"),
        (rst.constraintAiming, "TargetPoint", "up", "rst_compat:argument:NotNumeric"),
        (rst.constraintCartesianBounds, "Bounds", [[0, 1], [0, 1], [1, 0]], "rst_compat:constraint:WrongBounds"),
        (rst.constraintCartesianBounds, "Bounds", [[0, 1], [0, 1], [np.nan, 0]], "rst_compat:constraint:WrongBounds"),
        (rst.constraintCartesianBounds, "Bounds", [[0, 1], [0, 1], [inf, inf]], "rst_compat:constraint:WrongBounds"),
        (rst.constraintCartesianBounds, "Bounds", [0, 1], "rst_compat:property:WrongSize"),
        (rst.constraintDistanceBounds, "Bounds", [-1, 1], "rst_compat:constraint:WrongBounds"),
        (rst.constraintDistanceBounds, "Bounds", 1, "rst_compat:property:WrongSize"),
        (rst.constraintRevoluteJoint, "JointPositionLimits", [1, 0], "rst_compat:constraint:WrongBounds"),
        (rst.constraintFixedJoint, "JointPositionLimits", [0, 1], "rst_compat:argument:UnknownName"),
    ],
)
def test_a_value_that_makes_no_sense(kind, name, value, identifier):
    with pytest.raises(rst.MatlabError) as raised:
        made(kind, name, value)
    assert raised.value.identifier == identifier


def test_a_misspelt_property_names_the_nearest():
    constraint = rst.constraintPoseTarget("tool")
    with pytest.raises(rst.MatlabError, match="Did you mean 'PositionTolerance'"):
        constraint.PositonTolerance = 1


def test_joint_bounds_want_a_robot():
    with pytest.raises(rst.MatlabError) as raised:
        rst.constraintJointBounds("robot")
    assert raised.value.identifier == "rst_compat:argument:NotATree"
