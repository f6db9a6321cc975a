"""Configurations: home, random, the struct form, and where a joint stands in the vector."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabKeyError, MatlabTypeError, MatlabValueError, did_you_mean
from .arguments import elements, is_empty, text
from .compile import body_number, check_tree, compiled
from .joint_vectors import JointVectors, check_quaternions
from .random_numbers import rand

if TYPE_CHECKING:
    from .rigid_body_joint import rigidBodyJoint
    from .rigid_body_tree import rigidBodyTree


@dataclass(slots=True)
class JointConfiguration:
    """One element of a struct configuration.

    Parameters
    ----------
    JointName : str
    JointPosition : float or (7,) array_like
        rad or m; ``[qw qx qy qz x y z]`` for a floating joint.

    Notes
    -----
    Functions take any objects with these two attributes, or dicts with these two keys, in any order, one for each joint
    that moves.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink", DataFormat="struct")
    >>> configuration = robot.homeConfiguration()
    >>> configuration[1].JointPosition = 0.5
    >>> configuration[1]
    JointConfiguration(JointName='joint_2', JointPosition=0.5)
    """

    JointName: str
    JointPosition: Any


_FIELDS = {"JointName", "JointPosition"}


def homeConfiguration(robot: rigidBodyTree) -> Any:
    """Home position of every joint that moves.

    Parameters
    ----------
    robot : rigidBodyTree

    Returns
    -------
    (nq,) ndarray or list of JointConfiguration
        A list of objects with ``JointName`` and ``JointPosition`` where DataFormat is "struct". rad or m.

    Raises
    ------
    MatlabTypeError
        ``rst_compat:argument:NotATree``.

    Notes
    -----
    Source: the reference page of homeConfiguration.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> homeConfiguration(importrobot("twolink")).tolist()
    [0.0, 0.0]
    """
    return in_format(robot, compiled(robot).home.copy())


def randomConfiguration(robot: rigidBodyTree) -> Any:
    """A random position within the limits of every joint that moves.

    Parameters
    ----------
    robot : rigidBodyTree

    Returns
    -------
    (nq,) ndarray or list of JointConfiguration
        rad or m.

    Raises
    ------
    MatlabTypeError
        ``rst_compat:argument:NotATree``.

    Notes
    -----
    As published examples show, each joint in body order takes ``lower + (upper - lower) * rand`` from the global
    stream (see ``rng``). An infinite limit is replaced: the draw is from [-pi, pi] as far as the other limit allows.
    A floating joint draws a uniform rotation (Shoemake, *Graphics Gems III*), then its position.

    Examples
    --------
    >>> from rst_compat import importrobot, rng
    >>> robot = importrobot("twolink")
    >>> _ = rng("default")
    >>> randomConfiguration(robot).round(4).tolist()
    [1.9775, 2.5497]
    """
    check_tree(robot)
    drawn = [random_position(b._joint) for b in robot._bodies if b._joint._type != "fixed"]
    return in_format(robot, np.concatenate([np.zeros(0), *drawn]))


def random_position(joint: rigidBodyJoint) -> NDArray[np.float64]:
    if joint._type == "floating":
        u1, u2, u3 = rand(1, 3)[0]
        a, b = 2 * np.pi * u2, 2 * np.pi * u3
        quaternion = [
            np.sqrt(u1) * np.cos(b),
            np.sqrt(1 - u1) * np.sin(a),
            np.sqrt(1 - u1) * np.cos(a),
            np.sqrt(u1) * np.sin(b),
        ]
        return np.concatenate([quaternion, [_within(*row) for row in joint._limits[4:]]])
    return np.array([_within(*joint._limits)])


def _within(lower: float, upper: float) -> float:
    lower, upper = drawn_range(lower, upper)
    u = rand()
    # The formula of the published examples, unless its difference overflows.
    drawn = lower + (upper - lower) * u if upper / 2 - lower / 2 < 1e307 else lower * (1 - u) + upper * u
    return float(drawn)


def drawn_range(lower: float, upper: float) -> tuple[float, float]:
    """The limits between which a joint is drawn; infinite ones are replaced."""
    if not np.isfinite([lower, upper]).all():
        finite_end = lower if np.isfinite(lower) else upper
        lower, upper = max(lower, -np.pi), min(upper, np.pi)
        if lower >= upper:  # the finite limit leaves nothing of [-pi, pi]
            lower, upper = sorted([finite_end, finite_end + np.copysign(2 * np.pi, finite_end)])
    return lower, upper


def in_format(robot: rigidBodyTree, q: NDArray[np.float64]) -> Any:
    if robot.DataFormat != "struct":
        return q
    tree = compiled(robot)
    slots = [tree.model.q_of[i] for i, _ in tree.model.tree]
    taken = [q[s] for s in slots if s.stop > s.start]
    return [
        JointConfiguration(name, float(x[0]) if len(x) == 1 else x) for name, x in zip(tree.moving, taken, strict=True)
    ]


def configuration(robot: rigidBodyTree, value: Any, function: str) -> NDArray[np.float64]:
    """The vector (nq,) of a configuration given in the robot's DataFormat; home where it is empty."""
    tree = compiled(robot)
    if robot.DataFormat != "struct":
        return JointVectors(function, robot, tree).position(value)
    if is_empty(value):
        return tree.home
    if hasattr(value, "JointPosition") and not isinstance(value, list):  # a loaded struct array lists its fields, too
        value = [value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        value = value.ravel().tolist()
    if isinstance(value, list | tuple):
        value = [JointConfiguration(**e) if isinstance(e, dict) and set(e) == _FIELDS else e for e in value]
    if not isinstance(value, list | tuple) or not all(hasattr(e, "JointName") for e in value):
        raise MatlabTypeError(
            "rst_compat:configuration:NotAStruct",
            f"{function}: the configuration is not a struct configuration",
            "a list of JointConfiguration(JointName, JointPosition), or of dicts with these keys, one for each joint",
            type(value).__name__,
            "DataFormat is 'struct'; set robot.DataFormat = 'row' or 'column' to use numbers",
        )
    given = {text(e.JointName, f"{function}: JointName"): e.JointPosition for e in value}
    missing = [n for n in tree.moving if n not in given]
    strangers = [n for n in given if n not in tree.joint_names]
    if missing or strangers or len(given) < len(value):
        raise MatlabValueError(
            "rst_compat:configuration:JointMismatch",
            f"{function}: the configuration does not name every moving joint once",
            "one element for each of " + ", ".join(tree.moving),
            ", ".join(str(e.JointName) for e in value),
            (did_you_mean(strangers[0], missing) if strangers else None)
            or (f"Missing: {', '.join(missing)}" if missing else "homeConfiguration(robot) has one of each"),
        )
    joints = [b._joint for b in robot._bodies if b._joint._type != "fixed"]
    widths = [7 if j._type == "floating" else 1 for j in joints]
    q = np.concatenate(
        [np.zeros(0)]
        + [
            elements(given[j._name], w, f"{function}: JointPosition of {j._name}")
            for j, w in zip(joints, widths, strict=True)
        ]
    )
    check_quaternions(q, tree, function)
    return q


def jointPositionFromJointName(robot: rigidBodyTree, jointname: str) -> slice:
    """Where a joint's position stands in the configuration vector.

    Parameters
    ----------
    robot : rigidBodyTree
    jointname : str

    Returns
    -------
    slice
        ``q[jointPositionFromJointName(robot, name)]`` is the joint's position; empty for a fixed joint. MATLAB
        returns a first and a last index, which Python does not need.

    Raises
    ------
    MatlabKeyError
        ``rst_compat:rigidBodyTree:JointNotFound``.

    Notes
    -----
    Source: the reference page of jointPositionFromJointName (R2026b).

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> jointPositionFromJointName(importrobot("twolink"), "joint_2")
    slice(1, 2, None)
    """
    tree, jointname = compiled(robot), text(jointname, "the joint name")
    if jointname not in tree.joint_names:
        raise MatlabKeyError(
            "rst_compat:rigidBodyTree:JointNotFound",
            f"Joint with name {jointname} is not found",
            "one of " + ", ".join(f"'{n}'" for n in tree.joint_names),
            f"'{jointname}'",
            did_you_mean(jointname, tree.joint_names, "robot.Bodies[i].Joint.Name is the name of a joint"),
        )
    return tree.model.q_of[tree.joint_names.index(jointname) + 1]


def jointPositionFromBodyName(robot: rigidBodyTree, bodyname: str) -> slice:
    """Where the position of a body's joint stands in the configuration vector.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str

    Returns
    -------
    slice
        Empty for a fixed joint and for the base.

    Raises
    ------
    MatlabKeyError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``.

    Notes
    -----
    Source: the reference page of jointPositionFromBodyName (R2026b).

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> jointPositionFromBodyName(importrobot("twolink"), "body_2")
    slice(1, 2, None)
    """
    return compiled(robot).model.q_of[body_number(robot, text(bodyname, "the body name"))]
