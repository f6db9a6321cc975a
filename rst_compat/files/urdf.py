"""URDF: links, joints, inertias and shapes into the plain description of a robot.

The root link becomes the base, without mass, as in MATLAB.
"""

from __future__ import annotations

import math

from ..errors import MatlabKeyError, did_you_mean
from .frames import ZERO, inertia_about_body, pose, quaternion_rotation, roll_pitch_yaw
from .geometry import Materials, shapes, urdf_materials, urdf_shape
from .remarks import MISSING_INERTIAL, Remarks
from .spec import IDENTITY, BodySpec, GeometrySpec, JointSpec, Matrix, RobotSpec, Vector
from .tree_order import Edge, depth_first
from .xml_cursor import Element
from .xml_text import Document

_TYPES = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
_MOMENTS = ("ixx", "iyy", "izz")
_PRODUCTS = ("iyz", "ixz", "ixy")


def read_urdf(document: Document) -> RobotSpec:
    """Read a robot from the XML of a URDF.

    Parameters
    ----------
    document : Document
        Its root element is ``<robot>``.

    Returns
    -------
    RobotSpec
        Bodies depth first from the root link, children by ascending joint name. Its ``remarks`` tell what the file
        leaves open: links without inertia, mimic joints, loops, limits out of order or missing.

    Raises
    ------
    MatlabError
        ``rst_compat:urdf:<What>``, with line, column, element and attribute of the fault.

    Examples
    --------
    >>> from rst_compat.files.xml_text import parse_xml
    >>> text = "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='fixed'>"
    >>> text += "<parent link='a'/><child link='b'/></joint></robot>"
    >>> [body.name for body in read_urdf(parse_xml(text)).bodies]
    ['b']
    """
    robot = Element(document, document.root, "urdf")
    name = robot.get("name")
    if name is None:
        fact = f'{robot.place}: The robot element must have a "name" attribute'
        hint = '<robot name="arm"> begins a URDF'
        raise MatlabKeyError("rst_compat:urdf:MissingAttribute", fact, 'the attribute "name"', "none", hint)
    links: dict[str, Element] = {}
    for link in robot.children("link"):
        key = link.text("name")
        link.owner = f"link {key!r}"
        if key in links:
            link.refuse("DuplicateName", "unique link names", f"a second link {key!r}", "Rename one of the two", "name")
        links[key] = link
    remarks = Remarks("urdf")
    edges = [_edge(element, links) for element in robot.children("joint")]
    for loop in robot.children("loop_joint"):
        remarks.add("LoopJoint", loop.get("name") or "without name")
    root, ordered = depth_first(robot, links, edges)
    materials = urdf_materials(robot)
    spec = RobotSpec(name=name, base_name=root)
    spec.base_geometry = _geometry(links[root], materials, remarks)
    spec.bodies = [_body(links[edge.child], edge, materials, remarks) for edge in ordered]
    spec.remarks = remarks.listed()
    return spec


def _origin(element: Element) -> tuple[Vector, Vector]:
    """Position and roll, pitch, yaw of ``<origin>``."""
    origin = element.child("origin")
    if origin is None:
        return ZERO, ZERO
    xyz = origin.numbers("xyz", 3, ZERO)
    if origin.get("quat_xyzw") is None:
        return xyz, origin.numbers("rpy", 3, ZERO)
    if origin.get("rpy") is not None:
        origin.refuse("WrongValue", "rpy or quat_xyzw", "both", "Keep one of them")
    *v, w = origin.numbers("quat_xyzw", 4)
    if not 1e-100 < math.hypot(w, *v) < 1e100:
        origin.refuse("WrongValue", "a quaternion", "one without length", attribute="quat_xyzw")
    return xyz, roll_pitch_yaw(quaternion_rotation(w, *v))


def _pose(element: Element) -> Matrix:
    xyz, rpy = _origin(element)
    return pose(xyz, rpy) if any(xyz) or any(rpy) else IDENTITY


# ---- joints ----


def _edge(element: Element, links: dict[str, Element]) -> Edge:
    name = element.text("name")
    element.owner = f"joint {name!r}"
    ends = []
    for tag in ("parent", "child"):
        end = element.required_child(tag)
        link = end.text("link")
        if link not in links:
            end.refuse("UnknownLink", "a link of the file", repr(link), did_you_mean(link, links), "link")
        ends.append(link)
    return Edge(element, name, *ends)


def _joint(element: Element, name: str, remarks: Remarks) -> JointSpec:
    kind = element.choose("type", _TYPES, "UnknownJointType")
    if kind == "planar":
        expected, got = "revolute, continuous, prismatic, fixed or floating", f"the joint {name!r} of type planar"
        hint = "rigidBodyTree has no planar joints; use two prismatic joints and a revolute one"
        element.refuse("PlanarJoint", expected, got, hint, "type")
    if element.child("mimic") is not None and kind != "fixed":
        remarks.add("Mimic", name)
    return JointSpec(
        name=name,
        type="revolute" if kind == "continuous" else kind,
        axis=_axis(element) if kind in ("revolute", "continuous", "prismatic") else None,
        position_limits=_limits(element, kind, name, remarks),
        joint_to_parent=_pose(element),
    )


def _axis(element: Element) -> Vector:
    axis = element.child("axis")
    if axis is None:
        return (1.0, 0.0, 0.0)
    xyz = axis.numbers("xyz", 3, (1.0, 0.0, 0.0))
    if not 1e-100 < math.hypot(*xyz) < 1e100:
        axis.refuse("ZeroAxis", "a direction", repr(axis.get("xyz")), "The axis of a moving joint has a length", "xyz")
    return xyz


def _limits(element: Element, kind: str, name: str, remarks: Remarks) -> Vector | None:
    if kind == "continuous":
        return -math.inf, math.inf
    if kind not in ("revolute", "prismatic"):
        return None
    limit = element.child("limit")
    if limit is None:
        remarks.add("MissingLimits", name)
        return None
    lower, upper = (limit.number(end, 0.0, infinite=True) for end in ("lower", "upper"))
    if lower > upper:
        remarks.add("ReversedLimits", name)
        lower, upper = upper, lower
    if math.inf in (lower, -upper):
        limit.refuse("WrongValue", "limits with room between them", f"[{lower}, {upper}]")
    return lower, upper


# ---- links ----


def _body(link: Element, edge: Edge, materials: Materials, remarks: Remarks) -> BodySpec:
    mass, com, inertia = _inertial(link, edge.child, remarks)
    return BodySpec(
        name=edge.child,
        parent=edge.parent,
        mass=mass,
        center_of_mass=com,
        inertia=inertia,
        joint=_joint(edge.element, edge.name, remarks),
        geometry=_geometry(link, materials, remarks),
    )


def _inertial(link: Element, name: str, remarks: Remarks) -> tuple[float, Vector, Vector]:
    """Mass, centre of mass, and inertia about the body frame."""
    inertial = link.child("inertial")
    if inertial is None:
        remarks.add(MISSING_INERTIAL, name)
        return 0.0, ZERO, (0.0,) * 6
    com, rpy = _origin(inertial)
    mass_element, tensor = inertial.child("mass"), inertial.child("inertia")
    missing = [tag for tag, element in (("mass", mass_element), ("inertia", tensor)) if element is None]
    if missing:
        remarks.add(MISSING_INERTIAL, f"{name} (<{'>, <'.join(missing)}>)")
    mass = mass_element.number("value") if mass_element is not None else 0.0
    six: Vector = (0.0,) * 6
    if tensor is not None:
        six = (*(tensor.number(key) for key in _MOMENTS), *(tensor.number(key, 0.0) for key in _PRODUCTS))
    inertia = inertia_about_body(mass, com, rpy, six)
    if not all(math.isfinite(v) for v in inertia):
        inertial.refuse(
            "WrongNumber", "an inertia within the range of a double", "an overflow", "SI units are expected"
        )
    return mass, com, inertia


def _geometry(link: Element, materials: Materials, remarks: Remarks) -> tuple[GeometrySpec, ...]:
    return shapes(link, lambda element: urdf_shape(element, _pose(element), materials), remarks)
