"""How a marker moves a robot: through inverse kinematics, or through the one joint of its body."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from .compile import compiled, located
from .constraints import constraintJointBounds, constraintPoseTarget
from .frames import pose_in_body
from .generalized_inverse_kinematics import CLASSES, generalizedInverseKinematics

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]
METHODS = ("InverseKinematics", "JointControl")
#: A drag goes on from where the last picture ended: few iterations, and no search from elsewhere.
PARAMETERS = {"MaxTime": 1.0, "MaxIterations": 50, "AllowRandomRestart": False}


def solver_for(robot: rigidBodyTree, given: generalizedInverseKinematics | None) -> generalizedInverseKinematics | None:
    """A solver for a robot, set as the given one; None where a floating joint leaves inverse kinematics without."""
    if compiled(robot).model.floating:
        return None
    algorithm = "LevenbergMarquardt" if given is None else given.SolverAlgorithm
    parameters = PARAMETERS if given is None else given.SolverParameters.as_dict()
    solver = generalizedInverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm, SolverParameters=parameters)
    own = solver.RigidBodyTree
    assert own is not None
    own.DataFormat = "row"
    return solver


def kind_of(constraint: Any) -> str | None:
    """The word of a constraint in ConstraintInputs; None for what is no constraint."""
    return next((kind for kind, made in CLASSES.items() if type(constraint) is made), None)


def constraint_names(constraint: Any) -> list[str]:
    """The bodies and frames that a constraint speaks of; an empty name is the base."""
    if isinstance(constraint, constraintJointBounds):
        return []
    conditions = constraint._conditions()
    return [name for name in (conditions.body, conditions.reference) if name]


def place_of(robot: rigidBodyTree, name: str, poses: Array) -> Array:
    """Pose (4, 4) in the base of a body or frame, from those (n, 4, 4) of all bodies."""
    number, frame = located(robot, name)
    return np.asarray(poses[number] @ frame)


def follow_by_ik(
    solver: generalizedInverseKinematics, q: Array, name: str, target: Array, weights: Any, constraints: list[Any]
) -> Array:
    """The configuration (nq,) nearest on the way from ``q`` that brings a body to a target, under constraints."""
    robot = solver.RigidBodyTree
    assert robot is not None
    limits = [b._joint._limits for b in robot._bodies if b._joint._type != "fixed"]
    q = np.clip(q, *np.array(limits).reshape(-1, 2).T)
    turned, moved = weights
    pose = constraintPoseTarget(name, TargetTransform=target, Weights=[moved, turned])
    solver.ConstraintInputs = ["pose", *map(kind_of, constraints)]
    return np.asarray(solver(q, pose, *constraints, nargout=1)).reshape(-1)


def follow_by_joint(robot: rigidBodyTree, q: Array, name: str, target: Array) -> Array:
    """The configuration in which the joint that moves a body follows a target as far as one joint can.

    Of the rotation, the part about the joint's axis counts (the twist of the swing-twist decomposition, which is the
    nearest rotation about that axis); of the displacement, the part along it.
    """
    tree, (number, frame) = compiled(robot), located(robot, name)
    poses = core.body_poses(tree.model, q)
    chain = number
    while chain and robot._bodies[chain - 1]._joint._type == "fixed":
        chain = tree.body_number[robot._bodies[chain - 1]._parent._name]
    if not chain or robot._bodies[chain - 1]._joint._type == "floating":
        return q
    body = robot._bodies[chain - 1]
    joint, parent = body._joint, tree.body_number[body._parent._name]
    wanted = target @ core.invert_pose(poses[number] @ frame) @ poses[chain]
    mount = np.eye(4) if body._mount is None else pose_in_body(body._parent, body._mount)
    X = core.invert_pose(poses[parent] @ mount @ joint._to_parent) @ wanted @ core.invert_pose(joint._child_to_joint)
    q, at = q.copy(), tree.model.q_of[chain].start
    lower, upper = joint._limits
    if joint._type == "prismatic":
        q[at] = np.clip(joint._axis @ X[:3, 3], lower, upper)
        return q
    R, a = X[:3, :3], joint._axis
    skew = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    # The angle that maximises trace(R' Rot(a, angle)).
    angle = math.atan2(a @ skew, np.trace(R) - a @ R @ a)
    q[at] = np.clip(q[at] + math.remainder(angle - q[at], 2 * math.pi), lower, upper)
    return q


def error_between(pose: Array, target: Array) -> tuple[float, float]:
    """Distance, m, and angle, rad, between two poses (4, 4)."""
    R = pose[:3, :3].T @ target[:3, :3]
    skew = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    angle = math.atan2(float(np.linalg.norm(skew)), float(np.trace(R)) - 1)
    return float(np.linalg.norm(pose[:3, 3] - target[:3, 3])), angle
