"""A robot as URDF.

URDF has a transform before a joint and none behind it. A body whose ``child_to_joint`` is not the identity is therefore
written as two links: a massless one that moves, ``<name>_joint_frame``, and the body on a fixed joint. Poses of the
named bodies and all dynamics stay the same; the number of bodies does not.  A frame becomes a massless link, too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn, cast

import numpy as np
from lxml import etree

from ..defaults import JOINT_LIMITS
from ..errors import MatlabValueError
from .disk import write_text
from .frames import ZERO, inertia_about_com, pose, roll_pitch_yaw
from .geometry import SIZES
from .spec import IDENTITY, BodySpec, FrameSpec, GeometrySpec, JointSpec, Matrix, RobotSpec, Vector

_ROTATION_ERROR = 1e-12


def write_urdf(spec: RobotSpec, path: str | Path | None = None) -> tuple[str, list[tuple[str, str]]]:
    """Write a robot as URDF.

    Parameters
    ----------
    spec : RobotSpec
    path : path or None
        None writes no file.

    Returns
    -------
    text : str
        Numbers in the fewest digits that read back to the same double.
    remarks : list of (str, str)
        Identifier and text of what URDF cannot say: home positions, and limits of floating joints, that an import
        would not find again; transforms whose rotation is none; joints that an import puts in another order.

    Raises
    ------
    MatlabValueError
        ``rst_compat:urdf:NotWritable`` for a name that XML cannot hold; ``rst_compat:urdf:NotWritten``.

    Examples
    --------
    >>> print(write_urdf(RobotSpec(name="post", base_name="foot"))[0])
    <?xml version="1.0" encoding="UTF-8"?>
    <robot name="post">
      <link name="foot"/>
    </robot>
    <BLANKLINE>
    """
    writer = _Writer(_frames_as_bodies(spec))
    text = writer.text()
    if path is not None:
        write_text(Path(path), text, "urdf")
    return text, writer.remarks()


def _frames_as_bodies(spec: RobotSpec) -> RobotSpec:
    joints = {body.joint.name for body in spec.bodies}

    def bodies(frames: tuple[FrameSpec, ...]) -> list[BodySpec]:
        named = [(f, JointSpec(_unused(f"{f.name}_jnt", joints), joint_to_parent=f.pose)) for f in frames]
        return [BodySpec(f.name, f.parent, 0.0, ZERO, (0.0,) * 6, joint) for f, joint in named]

    listed = [bodies(spec.base_frames), *([body, *bodies(body.frames)] for body in spec.bodies)]
    return replace(spec, bodies=[body for part in listed for body in part])


class _Writer:
    def __init__(self, spec: RobotSpec) -> None:
        self._spec = spec
        self._bodies = {spec.base_name, *(body.name for body in spec.bodies)}
        self._joints = {body.joint.name for body in spec.bodies}
        self._lost_home: list[str] = []
        self._rounded: list[str] = []
        self._lost_shapes: list[str] = []

    def text(self) -> str:
        """The whole file."""
        robot = _element("robot", name=self._spec.name or "robot")
        robot.append(self._link(self._spec.base_name, None, self._spec.base_geometry))
        for body in self._spec.bodies:
            robot.extend(self._elements(body))
        etree.indent(robot)
        return '<?xml version="1.0" encoding="UTF-8"?>\n' + str(etree.tostring(robot, encoding="unicode")) + "\n"

    def remarks(self) -> list[tuple[str, str]]:
        """What was lost."""
        found = []
        if self._lost_home:
            text = "URDF cannot hold the home position, or the limits of a floating joint, of these joints: {}."
            found.append(("rst_compat:urdf:LostHomePosition", text.format(", ".join(self._lost_home))))
        if rubbing := [body.joint.name for body in self._spec.bodies if body.joint.friction is not None]:
            text = "URDF as MATLAB reads it has no friction; that of these joints is left out: {}."
            found.append(("rst_compat:urdf:LostFriction", text.format(", ".join(rubbing))))
        if self._rounded:
            text = "The transforms of these joints have no exact rotation; one near to it is written: {}."
            found.append(("rst_compat:urdf:InexactRotation", text.format(", ".join(self._rounded))))
        ours = [body.joint.name for body in self._spec.bodies if body.joint.type != "fixed"]
        if (theirs := _order_of_import(self._spec)) != ours:
            text = "Joints come in another order when this URDF is read, that of their names: {}."
            found.append(("rst_compat:urdf:OtherOrder", text.format(", ".join(theirs))))
        if self._lost_shapes:
            text = "URDF cannot hold these shapes: {}."
            found.append(("rst_compat:urdf:LostShape", text.format(", ".join(self._lost_shapes))))
        return found

    def _elements(self, body: BodySpec) -> Iterator[Any]:
        joint, moving = body.joint, body.name
        if joint.child_to_joint != IDENTITY:
            moving = _unused(f"{body.name}_joint_frame", self._bodies)
        yield self._joint(joint, body.parent, moving)
        if moving != body.name:
            fixed = JointSpec(_unused(f"{body.name}_fixed", self._joints), joint_to_parent=joint.child_to_joint)
            yield self._link(moving, (0.0, ZERO, (0.0,) * 6), ())
            yield self._joint(fixed, moving, body.name)
        yield self._link(body.name, (body.mass, body.center_of_mass, body.inertia), body.geometry)

    def _joint(self, joint: JointSpec, parent: str, child: str) -> Any:
        kind = joint.type
        if kind == "revolute" and _range(joint) == (-math.inf, math.inf):
            kind = "continuous"
        out = _element("joint", name=_named(joint.name), type=kind)
        out.append(self._origin(joint.joint_to_parent, joint.name))
        out.append(_element("parent", link=parent))
        out.append(_element("child", link=child))
        if joint.type in ("revolute", "prismatic"):
            out.append(_element("axis", xyz=_text(joint.axis or (0.0, 0.0, 1.0))))
        if kind in ("revolute", "prismatic"):
            lower, upper = (_text((end,)) for end in _range(joint))
            # The two others are required; 0 is what CAD exporters write for "unknown".
            out.append(_element("limit", lower=lower, upper=upper, effort="0", velocity="0"))
        if not _found_again(joint):
            self._lost_home.append(joint.name)
        return out

    def _origin(self, T: Matrix, owner: str) -> Any:
        xyz, rpy = tuple(row[3] for row in T[:3]), roll_pitch_yaw(T)
        if np.abs(np.subtract(pose(xyz, rpy), T)).max() > _ROTATION_ERROR and owner not in self._rounded:
            self._rounded.append(owner)
        return _element("origin", xyz=_text(xyz), rpy=_text(rpy))

    def _link(self, name: str, inertial: tuple[float, Vector, Vector] | None, shapes: tuple[GeometrySpec, ...]) -> Any:
        out = _element("link", name=_named(name))
        if inertial is not None:
            mass, com, inertia = inertial
            six = inertia_about_com(mass, com, inertia)
            if not all(map(math.isfinite, six)):
                _refuse(f"the inertia of body {name!r}", "a range of double precision", "an overflow", "Units are SI")
            tensor = zip(("ixx", "iyy", "izz", "iyz", "ixz", "ixy"), six, strict=True)
            element = etree.SubElement(out, "inertial")
            element.append(_element("origin", xyz=_text(com)))
            element.append(_element("mass", value=_text((mass,))))
            element.append(_element("inertia", **{key: _text((value,)) for key, value in tensor}))
        out.extend(self._shape(shape, name) for shape in shapes if self._can_hold(shape, name))
        return out

    def _can_hold(self, shape: GeometrySpec, owner: str) -> bool:
        held = shape.kind in SIZES and not shape.vertices  # a mesh is a file there
        if not held:
            self._lost_shapes.append(f"{shape.kind} of {owner}")
        return held

    def _shape(self, shape: GeometrySpec, owner: str) -> Any:
        out = _element(shape.role, **({"name": shape.name} if shape.name else {}))
        out.append(self._origin(shape.origin, f"a {shape.role} of {owner}"))
        sizes = iter(shape.sizes)
        attributes = {key: _text([next(sizes) for _ in range(count)]) for key, count in SIZES[shape.kind]}
        if shape.file:
            attributes["filename"] = shape.file
        etree.SubElement(out, "geometry").append(_element(shape.kind, **attributes))
        if shape.material or shape.color is not None:
            material = _element("material", name=shape.material)
            if shape.color is not None:
                material.append(_element("color", rgba=_text(shape.color)))
            out.append(material)
        return out


def _order_of_import(spec: RobotSpec) -> list[str]:
    """Moving joints depth first, the children of a link by ascending joint name."""
    below: dict[str, list[BodySpec]] = defaultdict(list)
    for body in sorted(spec.bodies, key=lambda body: body.joint.name, reverse=True):
        below[body.parent].append(body)
    waiting, ordered = below[spec.base_name], []
    while waiting:
        body = waiting.pop()
        if body.joint.type != "fixed":
            ordered.append(body.joint.name)
        waiting += below[body.name]
    return ordered


def _range(joint: JointSpec) -> tuple[float, float]:
    """The limits of a joint of one freedom."""
    return cast(tuple[float, float], joint.position_limits or JOINT_LIMITS[joint.type])


def _found_again(joint: JointSpec) -> bool:
    """Whether an import, to which a URDF gives no home position, finds the one of the joint by itself."""
    home = joint.home_position
    if joint.type == "floating":
        limits = cast(Matrix, joint.position_limits or ())
        return list(limits[4:]) in ([], [(-5.0, 5.0)] * 3) and home in (None, (1.0, *(0.0,) * 6))
    if home is None or joint.type == "fixed":
        return True
    lower, upper = _range(joint)
    ends = [end for end in (lower, upper) if math.isfinite(end)]
    return home == (0.0 if lower <= 0 <= upper or not ends else sum(ends) / len(ends))


def _unused(name: str, used: set[str]) -> str:
    """A name like this one that nothing has yet; it is used from now on."""
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}_{number}"
    used.add(found)
    return found


def _named(name: str) -> str:
    if not name.strip():
        _refuse("a body or a joint", "a name", repr(name), "Give it a name")
    return name


def _element(tag: str, **attributes: str) -> Any:
    try:
        return etree.Element(tag, attributes)
    except ValueError:
        found = next(repr(value) for value in attributes.values() if not value.isprintable())
        _refuse(f"attribute {next(iter(attributes))} of <{tag}>", "characters that XML allows", found, "Rename it")


def _text(values: Sequence[float]) -> str:
    return " ".join(repr(float(v) + 0.0).removesuffix(".0") for v in values)


def _refuse(fact: str, expected: str, got: str, hint: str) -> NoReturn:
    raise MatlabValueError("rst_compat:urdf:NotWritable", f"exportrobot: {fact}", expected, got, hint) from None
