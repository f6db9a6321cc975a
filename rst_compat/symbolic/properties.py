"""Which symbol stands for which property of a robot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MatlabValueError, did_you_mean
from ..matlab.frames import pose_in_body
from .exact import cosine, expression, length, number, sympy

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

_OF_A_BODY = {"Mass": (), "CenterOfMass": (3,), "Inertia": (6,), "CentralInertia": (6,)}
_OF_A_JOINT = {
    "DH": (4,),
    "MDH": (4,),
    "JointAxis": (3,),
    "JointToParentTransform": (4, 4),
    "ChildToJointTransform": (4, 4),
}
_INERTIA = ("xx", "yy", "zz", "yz", "xz", "xy")


class Properties:
    """The properties of a robot as arrays of SymPy expressions, body by body.

    Attributes
    ----------
    kinds : list of str
        Joint types.
    axes, to_parent, to_joint, parameters : lists of object arrays
        (3,), (4, 4), (4, 4) and (10,).
    gravity : (3,) object array
    """

    def __init__(self, robot: rigidBodyTree, given: Any) -> None:
        values = _given(robot, given)
        self.kinds = [body.Joint.Type for body in robot.Bodies]
        self.axes: list[Any] = []
        self.to_parent: list[Any] = []
        self.to_joint: list[Any] = []
        self.parameters: list[Any] = []
        for k, body in enumerate(robot.Bodies, start=1):
            self._joint(body, values)
            self._body(k, body, values, all_letters=given in ("inertial", "all"))
        if given == "all":
            _lengths(self.to_parent, "p")
            _lengths(self.to_joint, "l")
        self.gravity = values.get("Gravity", _each(number, robot.Gravity))
        if given == "all":
            self.gravity = np.array([g and sympy().sign(g) * expression("g", "") for g in self.gravity], dtype=object)

    def _joint(self, body: Any, values: Mapping[str, Any]) -> None:
        joint = body.Joint
        to_parent, to_joint = joint._to_parent, joint._child_to_joint
        axis: Any = _each(cosine, np.nan_to_num(joint._axis))
        if body._mount is not None:
            to_parent = pose_in_body(body._parent, body._mount) @ to_parent
        poses = [_pose(to_parent), _pose(to_joint)]
        for at, name in enumerate(("JointToParentTransform", "ChildToJointTransform")):
            poses[at] = values.get(f"{joint.Name}.{name}", poses[at])
        for at, name in ((1, "DH"), (0, "MDH")):
            if (row := values.get(f"{joint.Name}.{name}")) is not None:
                poses = [_identity(), _identity()]
                poses[at] = _denavit_hartenberg(row, name, joint.Type)
                axis = np.array([0, 0, 1], dtype=object)
        self.axes.append(values.get(f"{joint.Name}.JointAxis", axis))
        self.to_parent.append(poses[0])
        self.to_joint.append(poses[1])

    def _body(self, k: int, body: Any, values: Mapping[str, Any], *, all_letters: bool) -> None:
        mass, com, inertia = number(body.Mass), _each(length, body.CenterOfMass), _each(length, body.Inertia)
        if all_letters:  # zeros stay zeros
            mass = mass and expression(f"m{k}", "")
            com = np.array([c and expression(f"c{x}{k}", "") for c, x in zip(com, "xyz", strict=True)], object)
            named = zip(inertia, _INERTIA, strict=True)
            inertia = np.array([i and expression(f"I{x}{k}", "") for i, x in named], object)
        mass = values.get(f"{body.Name}.Mass", mass)
        com = values.get(f"{body.Name}.CenterOfMass", com)
        inertia = values.get(f"{body.Name}.Inertia", inertia)
        if (central := values.get(f"{body.Name}.CentralInertia")) is not None:
            x, y, z = com  # the parallel axis theorem; products are elements of the tensor
            inertia = central + mass * np.array(
                [y * y + z * z, x * x + z * z, x * x + y * y, -y * z, -x * z, -x * y], dtype=object
            )
        self.parameters.append(np.concatenate([[mass], mass * com, inertia]))

    def expressions(self) -> list[Any]:
        """Every number and symbol, as one list."""
        arrays = [*self.axes, *self.to_parent, *self.to_joint, *self.parameters, self.gravity]
        return [sympy().sympify(e) for a in arrays for e in a.flat]


def _given(robot: rigidBodyTree, given: Any) -> dict[str, Any]:
    """The properties that a user gives, as expressions or arrays of them."""
    if given is None or given in ("inertial", "all"):
        return {}
    if not isinstance(given, Mapping):
        _wrong("Parameters is none of what it may be", "'inertial', 'all', or a dict", repr(given), None)
    shapes: dict[str, tuple[int, ...]] = {"Gravity": (3,)}
    for body in robot.Bodies:
        shapes |= {f"{body.Name}.{name}": shape for name, shape in _OF_A_BODY.items()}
        shapes |= {f"{body.Joint.Name}.{name}": shape for name, shape in _OF_A_JOINT.items()}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in shapes:
            hint = did_you_mean(name, shapes, 'A body or joint, a point, a property: "body_1.Mass"')
            _wrong("Parameters has an unknown property", "NAME.PROPERTY, or Gravity", repr(name), hint)
        array = np.array(value, dtype=object)
        if array.size != int(np.prod(shapes[name])):
            _wrong(f"{name} has the wrong size", f"shape {shapes[name]}", f"shape {array.shape}", None)
        entries = [expression(e, name) for e in array.ravel()]
        values[name] = np.array(entries, dtype=object).reshape(shapes[name]) if shapes[name] else entries[0]
    for body in robot.Bodies:
        if f"{body.Name}.Inertia" in values and f"{body.Name}.CentralInertia" in values:
            _wrong(f"{body.Name} has two inertias", "Inertia or CentralInertia", "both", "One follows from the other")
    return values


def _wrong(fact: str, expected: str, got: str, hint: str | None) -> None:
    raise MatlabValueError("rst_compat:symbolic:WrongParameter", f"symbolic.robot: {fact}", expected, got, hint)


def _each(exact: Any, values: Any) -> Any:
    return np.array([exact(float(x)) for x in np.ravel(values)], dtype=object).reshape(np.shape(values))


def _identity() -> Any:
    return np.eye(4, dtype=int).astype(object)


def _pose(T: Any) -> Any:
    out = _identity()
    out[:3, :3], out[:3, 3] = _each(cosine, T[:3, :3]), _each(length, T[:3, 3])
    return out


def _lengths(poses: list[Any], letter: str) -> None:
    """Letters for the lengths in poses that are not zero."""
    for k, T in enumerate(poses, start=1):
        for row, x in enumerate("xyz"):
            if T[row, 3] != 0:
                T[row, 3] = expression(f"{letter}{x}{k}", "")


def _denavit_hartenberg(row: Any, name: str, kind: str) -> Any:
    """The pose of ``[a alpha d theta]``; the joint's own variable counts as 0, as in setFixedTransform."""
    sp = sympy()
    a, alpha, d, theta = row
    theta, d = (0 if kind == "revolute" else theta), (0 if kind == "prismatic" else d)
    ca, sa, ct, st = sp.cos(alpha), sp.sin(alpha), sp.cos(theta), sp.sin(theta)
    if name == "DH":
        rows = [[ct, -st * ca, st * sa, a * ct], [st, ct * ca, -ct * sa, a * st], [0, sa, ca, d], [0, 0, 0, 1]]
    else:
        rows = [[ct, -st, 0, a], [st * ca, ct * ca, -sa, -d * sa], [st * sa, ct * sa, ca, d * ca], [0, 0, 0, 1]]
    return np.array(rows, dtype=object)
