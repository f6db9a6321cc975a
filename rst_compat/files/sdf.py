"""SDF (sdformat.org): one model of links, joints, inertias and poses into the plain description of a robot.

Body frames are the link frames of the file. A joint frame may lie anywhere in its child link: that is what
``child_to_joint`` is for.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ..errors import did_you_mean
from .frames import ZERO, inertia_about_body, roll_pitch_yaw
from .geometry import sdf_shape, shapes
from .remarks import MISSING_INERTIAL, Remarks
from .sdf_poses import TRUE, Frames, identity_if
from .spec import BodySpec, GeometrySpec, JointSpec, RobotSpec, Vector
from .tree_order import Edge, depth_first
from .xml_cursor import TEXT, Element
from .xml_text import Document

_TYPES = ("revolute", "continuous", "prismatic", "fixed")
_OTHER = ("ball", "universal", "screw", "gearbox", "revolute2")
_HUGE = 1e16  # SDF's older way to write "no limit"
_MOMENTS = ("ixx", "iyy", "izz", "iyz", "ixz", "ixy")


def read_sdf(document: Document) -> RobotSpec:
    """Read a robot from the XML of an SDF.

    Parameters
    ----------
    document : Document
        Its root element is ``<sdf>``, with one ``<model>`` in it or in its ``<world>``.

    Returns
    -------
    RobotSpec
        Bodies in the order of :func:`rst_compat.files.tree_order.depth_first`. The base is the world where a joint
        connects a link with ``world``, and else the root link, without its mass.

    Raises
    ------
    MatlabError
        ``rst_compat:sdf:<What>``, with line, column and element of the fault. Nested and included models, and joints
        of other types than fixed, revolute, continuous and prismatic, are refused by name.

    Notes
    -----
    Source: the specification at sdformat.org. Absent numbers of an ``<inertial>`` have its defaults, 1 kg and a unit
    inertia; a link without ``<inertial>`` has none, and is named in a remark, as for URDF.

    Examples
    --------
    >>> from rst_compat.files.xml_text import parse_xml
    >>> text = "<sdf version='1.7'><model name='m'><link name='a'/><link name='b'/><joint name='j' type='fixed'>"
    >>> text += "<parent>a</parent><child>b</child></joint></model></sdf>"
    >>> read_sdf(parse_xml(text)).base_name
    'a'
    """
    sdf = Element(document, document.root, "sdf")
    model = _model(sdf)
    version = _version(sdf)
    links = {}
    for link in model.children("link"):
        key = link.text("name")
        link.owner = f"link {key!r}"
        if key in links or key == "world":
            link.refuse("DuplicateName", "unique link names other than world", repr(key), "Rename it", "name")
        links[key] = link
    joints = model.children("joint")
    frames = Frames(model, links, joints)
    remarks = Remarks("sdf")
    edges = [_edge(joint, frames) for joint in joints]
    known = dict(links)
    if any(edge.parent == "world" for edge in edges):
        known["world"] = model
    root, ordered = depth_first(model, known, edges)
    spec = RobotSpec(name=model.text("name"), base_name=root)
    spec.base_geometry = _geometry(links[root], frames, remarks) if root in links else ()
    spec.bodies = [
        _body(links[edge.child], edge, _joint(edge, frames, version, remarks), frames, remarks) for edge in ordered
    ]
    spec.remarks = remarks.listed()
    return spec


def _model(sdf: Element) -> Element:
    models = sdf.children("model", owner="") + [m for w in sdf.children("world") for m in w.children("model")]
    if len(models) != 1:
        names = ", ".join(repr(m.get("name")) for m in models[:5]) or "none"
        sdf.refuse("NotOneModel", "one <model>", f"{len(models)} ({names})", "Write each robot into a file of its own")
    model = models[0]
    model.owner = f"model {model.text('name')!r}"
    for element in model.children("model", "include"):
        hint = "Write its links and joints into the model itself, as 'gz sdf -p FILE' does"
        element.refuse("NestedModel", "links and joints", f"<{element.tag}>", hint)
    return model


def _version(sdf: Element) -> tuple[int, ...]:
    """Of the form (1, 10), which is later than (1, 7)."""
    parts = (sdf.get("version") or "").strip().split(".")
    return tuple(map(int, parts)) if all(p.isdecimal() and len(p) < 9 for p in parts) else (1, 7)


# ---- joints ----


def _edge(joint: Element, frames: Frames) -> Edge:
    name = joint.text("name")
    joint.owner = f"joint {name!r}"
    parent, child = (_end(joint.required_child(tag), frames) for tag in ("parent", "child"))
    return Edge(joint, name, parent, child)


def _joint(edge: Edge, frames: Frames, version: tuple[int, ...], remarks: Remarks) -> JointSpec:
    joint, name, parent, child = edge
    kind = joint.text("type")
    if kind not in _TYPES:
        got, hint = repr(kind), f"rigidBodyTree has no {kind} joints" if kind in _OTHER else did_you_mean(kind, _TYPES)
        joint.refuse("UnknownJointType", f"one of {', '.join(_TYPES)}", got, hint, "type")
    axis, limits = _axis_and_limits(joint, kind, frames, version, remarks)
    in_parent = frames.between(f"joint {name}", parent if parent == "world" else f"link {parent}")
    in_child = frames.between(f"link {child}", f"joint {name}")
    return JointSpec(
        name=name,
        type="revolute" if kind == "continuous" else kind,
        axis=axis,
        position_limits=limits,
        joint_to_parent=identity_if(in_parent),
        child_to_joint=identity_if(in_child),
    )


def _end(element: Element, frames: Frames) -> str:
    """The link at one end of a joint, where it may also have another frame that is fixed to it."""
    name = element.text(TEXT)
    if name == "world" and element.tag == "parent":
        return name
    link = frames.link_of(name)
    if link is None:
        hint = "Names with :: belong to nested models, which are not read" if "::" in name else None
        element.refuse("UnknownLink", "a link of the model", repr(name), hint)
    return link


def _axis_and_limits(
    joint: Element, kind: str, frames: Frames, version: tuple[int, ...], remarks: Remarks
) -> tuple[Vector | None, Vector | None]:
    if kind == "fixed":
        return None, None
    axis = joint.child("axis")
    lower, upper = -math.inf, math.inf
    direction: NDArray[np.float64] = np.array([0.0, 0.0, 1.0])
    name = f"joint {joint.text('name')}"
    if axis is not None:
        xyz = axis.child("xyz")
        if xyz is not None:
            direction = np.array(xyz.numbers(TEXT, 3))
            if not 1e-100 < math.hypot(*direction) < 1e100:
                xyz.refuse("ZeroAxis", "a direction", repr(xyz.get(TEXT)), "The axis of a moving joint has a length")
            direction = frames.direction(direction, _axis_frame(axis, xyz, name, version), name)
        limit = axis.child("limit")
        if limit is not None and kind != "continuous":
            lower, upper = (_limit(limit, tag, default) for tag, default in (("lower", lower), ("upper", upper)))
            if lower > upper:
                remarks.add("ReversedLimits", joint.text("name"))
                lower, upper = upper, lower
            if math.inf in (lower, -upper):
                limit.refuse("WrongValue", "limits with room between them", f"[{lower}, {upper}]")
        if axis.child("mimic") is not None:
            remarks.add("Mimic", joint.text("name"))
    return tuple(float(v) for v in direction), (lower, upper)


def _axis_frame(axis: Element, xyz: Element, joint: str, version: tuple[int, ...]) -> str:
    """The frame in whose axes the direction is written."""
    named = xyz.get("expressed_in")
    if named:
        return named
    flag = axis.child("use_parent_model_frame")
    in_model = version < (1, 5) if flag is None else flag.get(TEXT) in TRUE
    return "__model__" if in_model else joint


def _limit(limit: Element, tag: str, default: float) -> float:
    element = limit.child(tag)
    value = default if element is None else element.number(TEXT, infinite=True)
    return math.copysign(math.inf, value) if abs(value) >= _HUGE else value


# ---- links ----


def _body(link: Element, edge: Edge, joint: JointSpec, frames: Frames, remarks: Remarks) -> BodySpec:
    mass, com = 0.0, ZERO
    inertia: Vector = (0.0,) * 6
    inertial = link.child("inertial")
    if inertial is None:
        remarks.add(MISSING_INERTIAL, edge.child)
    elif inertial.get("auto") in TRUE:  # from densities and shapes, meshes among them
        remarks.add(MISSING_INERTIAL, f'{edge.child} (auto="{inertial.get("auto")}")')
    else:
        T = frames.inside(inertial, f"link {edge.child}")
        com = tuple(float(v) for v in T[:3, 3])
        mass = _number(inertial, "mass", 1.0)
        tensor = inertial.child("inertia")
        six = [_number(tensor, key, float(k < 3)) for k, key in enumerate(_MOMENTS)]
        inertia = inertia_about_body(mass, com, roll_pitch_yaw(T), six)
        if not all(math.isfinite(v) for v in inertia):
            inertial.refuse(
                "WrongNumber", "an inertia in the range of a double", "an overflow", "SI units are expected"
            )
    return BodySpec(
        name=edge.child,
        parent=edge.parent,
        mass=mass,
        center_of_mass=com,
        inertia=inertia,
        joint=joint,
        geometry=_geometry(link, frames, remarks),
    )


def _number(parent: Element | None, tag: str, default: float) -> float:
    element = parent.child(tag) if parent is not None else None
    return default if element is None else element.number(TEXT)


def _geometry(link: Element, frames: Frames, remarks: Remarks) -> tuple[GeometrySpec, ...]:
    frame = f"link {link.text('name')}"
    return shapes(link, lambda e: sdf_shape(e, identity_if(frames.inside(e, frame))), remarks)
