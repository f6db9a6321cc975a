"""What is asked of a log and of a robot before anything is fitted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError, warn
from ..matlab.arguments import text
from ..matlab.compile import body_not_found, check_tree
from .motion_data import MotionData

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree


def check_motion(function: str, robot: rigidBodyTree, data: MotionData) -> None:
    """Refuse a log of another robot, and a robot with floating joints or without any joint."""
    check_tree(robot)
    if not isinstance(data, MotionData):
        raise MatlabTypeError(
            "rst_compat:identification:BadData",
            f"{function}: the log is no MotionData",
            "MotionData",
            type(data).__name__,
            "MotionData.fromLog(load(file)) makes one",
        )
    kinds = [body.Joint.Type for body in robot.Bodies]
    if "floating" in kinds:
        raise MatlabValueError(
            "rst_compat:identification:FloatingJoint",
            f"{function}: the robot has a floating joint",
            "revolute, prismatic and fixed joints",
            next(b.Joint.Name for b in robot.Bodies if b.Joint.Type == "floating"),
            "Fix the base, or use inverseDynamicsRegressor",
        )
    moving = [b.Joint.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
    if not robot.NumBodies:
        raise MatlabValueError(
            "rst_compat:identification:WrongJoints",
            f"{function}: the robot has no bodies",
            "a robot with bodies",
            "none",
            "importrobot and loadrobot give one",
        )
    if data.NumJoints != len(moving):
        raise MatlabValueError(
            "rst_compat:identification:WrongJoints",
            f"{function}: the log is not of this robot",
            f"{len(moving)} joints ({', '.join(moving)})",
            f"{data.NumJoints} columns of JointPosition",
            "A column for every joint that is not fixed, in the order of the bodies",
        )


def check_progress(function: str, value: Any) -> Any:
    """A function of samples done and all samples, or None."""
    if value is not None and not callable(value):
        raise MatlabTypeError(
            "rst_compat:identification:WrongOption",
            f"{function}: Progress is no function",
            "a function of two numbers",
            type(value).__name__,
            "Progress=lambda done, total: print(done / total)",
        )
    return value


def warn_without_gravity(function: str, robot: rigidBodyTree) -> None:
    """A robot whose Gravity was never set makes a weight look like a fault of everything else."""
    if not np.any(robot.Gravity):
        warn(
            "rst_compat:identification:NoGravity",
            f"{function}: Gravity of the robot is zero, as it is until it is set. On the ground the readings contain "
            "the weight, and the parameters come out wrong: robot.Gravity = [0, 0, -9.81].",
            stacklevel=3,
        )


def sensor_body(function: str, robot: rigidBodyTree, data: MotionData, body: Any) -> str:
    """The body of a wrench sensor: the one that is asked for, or the only one."""
    names = list(data.Wrench)
    if body is None and len(names) == 1:
        body = names[0]
    if body is None or text(body, f"{function}: Body") not in names:
        raise MatlabValueError(
            "rst_compat:identification:MissingSensor",
            f"{function}: there is no wrench" if body is None else f"{function}: there is no wrench of '{body}'",
            "the name of a body with a wrench" if names else "a wrench",
            ", ".join(f"'{n}'" for n in names) or "none",
            "MotionData(Wrench={'tool': array (T, 6)}) gives one" if not names else "Body names one of several",
        )
    if body not in robot.BodyNames:
        raise body_not_found(body, robot.BodyNames)
    return str(body)


def descendants(robot: rigidBodyTree, body: str) -> list[int]:
    """Numbers, from 0, of a body and all bodies beyond it; of the base, all."""
    found, inside = [], {body}
    for k, each in enumerate(robot.Bodies):
        if each.Name in inside or (each.Parent is not None and each.Parent.Name in inside):
            inside.add(each.Name)
            found.append(k)
    return found
