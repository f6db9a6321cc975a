"""A ``rigidBodyTree`` object that MATLAB saved, as a description of a robot.

The class is ``robotics.RigidBodyTree`` in every release. Two layouts of its joints were seen: to 2023 ``Type`` is text
and the limits are 1-by-2; in 2025 names are ``CharacterVector`` objects, padded to 200 characters, and the limits are
7-by-2.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from .mat_values import MatObject, Struct
from .spec import JOINT_TYPES, BodySpec, JointSpec, RobotSpec, as_matrix, as_vector

CLASSES = ("robotics.RigidBodyTree", "rigidBodyTree")
_ID = "rst_compat:mat:BadRobot"
_WRITE_OUT = "In MATLAB fixtures/generators/export_rst_model.m writes the tree as model.json"
_REQUIRED: Any = object()


def tree_spec(tree: Struct) -> tuple[RobotSpec, list[str]]:
    """The robot of a saved tree.

    Parameters
    ----------
    tree : MatObject
        Its properties.

    Returns
    -------
    spec : RobotSpec
    filled : list of str
        What the file leaves out, with the default of MATLAB's class that stands for it: ``link1: Mass = 1``.

    Raises
    ------
    MatlabValueError
        ``rst_compat:mat:BadRobot``, with the property.
    """
    filled: list[str] = []
    inner = _Properties(tree, "rigidBodyTree", filled).object("TreeInternal", tree)
    get = _Properties(inner, "rigidBodyTree", filled)
    base = _Properties(get.object("Base", Struct(NameInternal="base")), "base", filled)
    bodies = get.get("Bodies", [])
    count = int(get.number("NumBodies", len(bodies)))
    if isinstance(bodies, Struct):
        bodies = [bodies]
    if not 0 <= count <= len(bodies):
        get.refuse("Bodies", f"{count} bodies", str(len(bodies)))
    spec = RobotSpec(
        base_name=base.text("NameInternal"),
        gravity=as_vector(get.array("Gravity", (0.0, 0.0, 0.0), 3)),
        data_format=get.text("DataFormatInternal", "struct").rstrip("_"),
    )
    if spec.data_format not in ("struct", "row", "column"):
        get.refuse("DataFormatInternal", "'struct', 'row' or 'column'", repr(spec.data_format))
    names = [spec.base_name]
    for k in range(count):
        spec.bodies.append(_body(_Properties(bodies[k], f"body {k + 1}", filled), names))
        names.append(spec.bodies[-1].name)
    return spec, filled


def _body(get: _Properties, names: list[str]) -> BodySpec:
    """A body; ``names`` are those of the base and of the bodies before it."""
    name = get.owner = get.text("NameInternal")
    parent = get.number("ParentIndex", 0)
    if parent not in range(len(names)):
        get.refuse("ParentIndex", "the index of an earlier body, or 0", f"{parent:g}")
    inertia = get.array("InertiaInternal", np.eye(3), 9).reshape(3, 3)
    return BodySpec(
        name=name,
        parent=names[int(parent)],
        mass=get.number("MassInternal", 1.0),
        center_of_mass=as_vector(get.array("CenterOfMassInternal", (0.0, 0.0, 0.0), 3)),
        inertia=as_vector(inertia[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]),
        joint=_joint(_Properties(get.object("JointInternal", Struct()), name, get.filled), f"{name}_jnt"),
    )


def _joint(get: _Properties, default_name: str) -> JointSpec:
    name = get.text("NameInternal", default_name)
    get.owner = f"joint {name}"
    kind = get.text("TypeInternal" if "TypeInternal" in get.properties else "Type", "fixed")
    if kind not in JOINT_TYPES:
        get.refuse("Type", f"one of {', '.join(JOINT_TYPES)}", repr(kind))
    joint = JointSpec(
        name=name,
        type=kind,
        joint_to_parent=as_matrix(get.array("JointToParentTransform", np.eye(4), 16).reshape(4, 4)),
        child_to_joint=as_matrix(get.array("ChildToJointTransform", np.eye(4), 16).reshape(4, 4)),
    )
    if kind == "fixed":
        return joint
    positions = 7 if kind == "floating" else 1
    if positions == 1:
        joint.axis = as_vector(get.array("JointAxisInternal", (0.0, 0.0, 1.0), 3))
    reach = math.pi if kind == "revolute" else 0.5
    default = [[math.nan] * 2] * 4 + [[-5.0, 5.0]] * 3 if positions == 7 else [[-reach, reach]]
    limits = get.array("PositionLimitsInternal", default, None).reshape(-1, 2)[:positions]
    home = get.array("HomePositionInternal", [1.0] + [0.0] * 6 if positions == 7 else [0.0], None)[:positions]
    if len(limits) < positions or len(home) < positions:
        get.refuse("HomePositionInternal and PositionLimitsInternal", f"{positions} of each", "fewer")
    joint.position_limits = as_matrix(limits) if positions == 7 else as_vector(limits[0])
    joint.home_position = as_vector(home) if positions == 7 else float(home[0])
    return joint


class _Properties:
    """The properties of an object; what is absent is filled with its default and noted."""

    def __init__(self, properties: Any, owner: str, filled: list[str]) -> None:
        if not isinstance(properties, Struct):
            raise MatlabValueError(_ID, f"{owner} is no object", "an object", type(properties).__name__, _WRITE_OUT)
        self.properties, self.owner, self.filled = properties, owner, filled

    def refuse(self, name: str, expected: str, got: str) -> None:
        """Raise an error that names the property."""
        fact = f"{name} of {self.owner} in the saved rigidBodyTree"
        raise MatlabValueError(_ID, fact, expected, got, _WRITE_OUT)

    def get(self, name: str, default: Any = _REQUIRED) -> Any:
        """A property or its default."""
        if name in self.properties:
            return self.properties[name]
        if default is _REQUIRED:
            self.refuse(name, "a value", "none")
        if not isinstance(default, Struct):
            shown = np.array2string(np.asarray(default), separator=", ").replace("\n", "")
            self.filled.append(f"{self.owner}: {name.removesuffix('Internal')} = {shown}")
        return default

    def object(self, name: str, default: Struct) -> Struct:
        """An object, or what stands for it."""
        value = self.get(name, default)
        if not isinstance(value, Struct):
            self.refuse(name, "an object", type(value).__name__)
        return value  # type: ignore[no-any-return]

    def text(self, name: str, default: Any = _REQUIRED) -> str:
        """Text, or a CharacterVector object: text that is padded with blanks, and its length."""
        value = self.get(name, default)
        if isinstance(value, MatObject) and "Vector" in value:
            get = _Properties(value, f"{name} of {self.owner}", self.filled)
            value = get.text("Vector")[: int(get.number("Length"))]
        if not isinstance(value, str):
            self.refuse(name, "text", type(value).__name__)
        return str(value)

    def array(self, name: str, default: Any, count: int | None) -> NDArray[np.float64]:
        """Numbers."""
        value = np.asarray(self.get(name, default))
        if value.dtype.kind not in "fiub" or (count is not None and value.size != count):
            self.refuse(name, f"{count or 'some'} numbers", f"{value.dtype} of shape {value.shape}")
        return value.astype(np.float64).ravel()

    def number(self, name: str, default: Any = _REQUIRED) -> float:
        """A number."""
        return float(self.array(name, default, 1)[0])
