"""A ``SerialLink`` of Peter Corke's Robotics Toolbox, as a description of a robot.

What differs from a rigidBodyTree: a link's ``I`` is about its centre of mass (in link axes), ``gravity`` is the
acceleration of the base, so minus the gravitational one, and the joint angle is ``q + offset``. Motors and friction
(``Jm B Tc G``) have no place in a rigidBodyTree.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..dh import dh_transform, mdh_transform
from ..errors import MatlabValueError
from .mat_values import Struct
from .spec import BodySpec, JointSpec, RobotSpec, as_matrix, as_vector

CLASSES = ("SerialLink",)
_ID = "rst_compat:mat:BadRobot"
_BUILD = 'setFixedTransform(joint, row, "dh") builds it from its DH rows'


def serial_link_spec(robot: Struct) -> tuple[RobotSpec, list[str]]:
    """The robot of a SerialLink.

    Parameters
    ----------
    robot : MatObject
        Its properties.

    Returns
    -------
    spec : RobotSpec
        ``DataFormat`` is "row", as that toolbox has its vectors. A tool becomes a body without mass on a fixed joint.
    filled : list of str
        Dynamic parameters that no link has a value for, with what stands for them.

    Raises
    ------
    MatlabValueError
        ``rst_compat:mat:BadRobot``, with the link and the property.
    """
    links = vars(robot).get("links", [])
    links = [links] if isinstance(links, Struct) else links
    if not isinstance(links, list) or not links:
        raise MatlabValueError(_ID, "a SerialLink has no links", "links", "none", _BUILD)
    names = [_name(link) or f"link{k}" for k, link in enumerate(links, start=1)]
    if len(set(names) | {"base"}) <= len(names):
        names = [f"link{k}" for k in range(1, len(links) + 1)]
    filled: list[str] = []
    spec = RobotSpec(
        name=_text(robot, "name"),
        gravity=as_vector(0.0 - _numbers(robot, "SerialLink", "gravity", [0.0, 0.0, 9.81], 3)),
        data_format="row",
    )
    pose, parent = _pose(robot, "base"), spec.base_name
    for k, (link, name) in enumerate(zip(links, names, strict=True), start=1):
        joint = _joint(link, name, f"joint{k}", pose)
        spec.bodies.append(_body(link, name, parent, joint, filled))
        pose, parent = np.eye(4), name
    tool = _pose(robot, "tool")
    if not np.array_equal(tool, np.eye(4)):
        fixed = JointSpec("tool_joint", joint_to_parent=as_matrix(tool))
        spec.bodies.append(BodySpec("tool", parent, 0.0, (0.0,) * 3, (0.0,) * 6, fixed))
    return spec, filled


def _joint(link: Struct, owner: str, name: str, pose: NDArray[np.float64]) -> JointSpec:
    a, alpha, d, theta, offset = (
        _numbers(link, owner, key, [0.0], 1)[0] for key in ("a", "alpha", "d", "theta", "offset")
    )
    prismatic = _text(link, "jointtype").upper() == "P" or _numbers(link, owner, "sigma", [0.0], 1)[0] == 1
    if prismatic:
        d = offset
    else:
        theta = offset
    if _numbers(link, owner, "mdh", [0.0], 1)[0]:
        before, behind = pose @ mdh_transform(a, alpha, d, theta), np.eye(4)
    else:
        before, behind = pose, dh_transform(a, alpha, d, theta)
    limits = _numbers(link, owner, "qlim", [-math.inf, math.inf], 2)
    flip = bool(_numbers(link, owner, "flip", [0.0], 1)[0])
    return JointSpec(
        name=name,
        type="prismatic" if prismatic else "revolute",
        axis=(0.0, 0.0, -1.0 if flip else 1.0),
        position_limits=as_vector(limits),
        joint_to_parent=as_matrix(before),
        child_to_joint=as_matrix(behind),
    )


def _body(link: Struct, name: str, parent: str, joint: JointSpec, filled: list[str]) -> BodySpec:
    for key, default in (("m", "0"), ("r", "[0, 0, 0]"), ("I", "zeros(3)")):
        if not _given(link, key):
            filled.append(f"{name}: {key} = {default}")
    mass = _numbers(link, name, "m", [0.0], 1)[0]
    com = _numbers(link, name, "r", [0.0] * 3, 3)
    about_com = _numbers(link, name, "I", [0.0] * 9, 9).reshape(3, 3)
    inertia = about_com + mass * (com @ com * np.eye(3) - np.outer(com, com))
    return BodySpec(
        name=name,
        parent=parent,
        mass=float(mass),
        center_of_mass=as_vector(com),
        inertia=as_vector(inertia[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]),
        joint=joint,
    )


def _given(owner: Struct, key: str) -> bool:
    return key in owner and np.size(owner[key]) > 0


def _text(owner: Struct, key: str) -> str:
    value = vars(owner).get(key)
    return value if isinstance(value, str) else ""


def _name(link: Any) -> str:
    if not isinstance(link, Struct):
        raise MatlabValueError(_ID, "the links of a SerialLink", "Link objects", type(link).__name__, _BUILD)
    return _text(link, "name")


def _numbers(owner: Struct, name: str, key: str, default: list[float], count: int) -> NDArray[np.float64]:
    """Numbers; none or [] is the default."""
    value = np.asarray(owner[key] if _given(owner, key) else default)
    if value.dtype.kind not in "fiub" or value.size != count:
        got = f"{value.dtype} of shape {value.shape}"
        raise MatlabValueError(_ID, f"{key} of {name} in the saved SerialLink", f"{count} numbers", got, _BUILD)
    return value.astype(np.float64).ravel()


def _pose(robot: Struct, key: str) -> NDArray[np.float64]:
    """A pose that is a matrix, an SE3 object or []."""
    value = vars(robot).get(key)
    if isinstance(value, Struct):
        value = vars(value).get("data")
    holder = Struct() if value is None else Struct(**{key: value})
    return _numbers(holder, "robot", key, np.eye(4).ravel().tolist(), 16).reshape(4, 4)
