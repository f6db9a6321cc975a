"""Numbers of a golden file or of its model that no result depends on, and why: read from the structure of the robot.

Nothing is computed with the dynamics here.  The reasons are those of mechanics: a body that nothing moves has no part
in it, one that is only slid never turns, one that turns about a single direction shows nothing of it along that.
"""

from __future__ import annotations

from functools import cache

import numpy as np

import rst_compat as rst

KINEMATICS = {"getTransform", "geometricJacobian"}
UNMOVED = "no joint moves the body"
SLID = "the body is slid and never turned"
MASSLESS = "a body without mass has no centre of mass"
ALONG = "the body turns about one direction only, and this lies along it"
ACROSS = "the body turns about one direction only, and this lies across it"
ON_AXIS = "the body turns about one fixed axis, on which its mass is, or along which gravity points"
NO_MASS = "kinematics have no masses and no gravity"
UNIT = "an axis has no length"
VARIABLE = "the joint's position stands in this place of a DH row"
GALILEI = "uniform motion changes no force"
SPIN = "bodies that turn about one fixed axis, at whatever speed, pull at their bearing only"
PLANE = "gravity across the plane of the motion is borne by the joints"


class Structure:
    """How the bodies of a robot can move."""

    def __init__(self, robot: rst.rigidBodyTree, functions: set[str], gravities: list, posed: set[str]) -> None:
        self.robot, self.functions, self.gravities = robot, functions, [robot.Gravity, *gravities]
        self.posed = posed  # bodies whose pose is in the file
        self.home = robot.homeConfiguration()
        self.bodies = {body.Name: body for body in robot.Bodies}
        self.carried = {name: self._path(name) for name in self.bodies}  # joints that move a body
        self.carries = {name: {b for b in self.bodies if name in self._names(b)} for name in self.bodies}

    def _names(self, name):
        names = []
        while name in self.bodies:
            names.append(name)
            name = self.bodies[name].Parent.Name
        return names

    def _path(self, name):
        return [self.bodies[n].Joint for n in self._names(name) if self.bodies[n].Joint.Type != "fixed"]

    def kinds(self, name):
        return {joint.Type for joint in self.carried[name]}

    def axis(self, joint):
        """Direction and a point of a joint's axis in the base, at home."""
        body = next(b for b in self.robot.Bodies if b.Joint.Name == joint.Name)
        T = self.robot.getTransform(self.home, body.Name) @ np.linalg.inv(joint.ChildToJointTransform)
        return T[:3, :3] @ joint.JointAxis, T[:3, 3]

    def direction(self, name):
        """The one direction about which a body turns, in the base; None where there is no such direction."""
        kinds = self.kinds(name)
        if "floating" in kinds or "revolute" not in kinds:
            return None
        axes = [self.axis(joint)[0] for joint in self.carried[name] if joint.Type == "revolute"]
        return axes[0] if all(np.abs(np.cross(axes[0], a)).max() < 1e-12 for a in axes) else None

    def fixed_axis(self, name):
        """A point of the one axis about which a body turns, if that stands still: all its joints are on one line."""
        (u, point), *others = [self.axis(joint) for joint in self.carried[name]]
        on_line = all(zero(np.cross(u, p - point)).all() for _, p in others)
        return point if on_line and self.kinds(name) == {"revolute"} else None

    def turns_without_weight(self, name, key):
        """Whether gravity has no moment about the one fixed axis of a body, and its mass no part in the inertia.

        A mass on the axis has no weight about it; but its centre may be moved from there.
        """
        point = self.fixed_axis(name)
        if point is None:
            return False
        u, T = self.direction(name), self.robot.getTransform(self.home, name)
        weightless = all(zero(np.cross(u, g)).all() for g in self.gravities)
        weightless |= key == "Mass" and not self.bodies[name].CenterOfMass.any()
        return weightless and bool(zero(np.cross(u, T[:3, 3] - point)).all())

    def in_body(self, name, direction):
        return self.robot.getTransform(self.home, name)[:3, :3].T @ direction


def zero(x):
    return abs(x) < 1e-11  # URDF files give right angles with some eleven digits


@cache
def why_inertial(s: Structure, name: str, key: str, index: int) -> str | None:  # noqa: PLR0911 - a list of reasons
    """Of Mass, CenterOfMass and Inertia."""
    body = s.bodies[name]
    if s.functions <= KINEMATICS:
        return NO_MASS
    if key == "CenterOfMass" and body.Mass == 0:
        return MASSLESS
    if "centerOfMass" in s.functions and key != "Inertia":
        return None
    if not s.carried[name]:
        return UNMOVED
    if key != "Mass" and s.kinds(name) == {"prismatic"}:
        return SLID
    u = s.direction(name)
    if u is None:
        return None
    if key != "Inertia" and s.turns_without_weight(name, key):
        return ON_AXIS
    u = s.in_body(name, u)
    if key == "CenterOfMass":
        return ALONG if zero(np.cross(np.eye(3)[index], u)).all() else None
    if key == "Inertia":
        i, k = [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)][index]
        return ACROSS if zero(u[i] * u[k]) else None
    return None


@cache
def why_wrench(s: Structure, name: str, frame: str, index: int) -> str | None:
    """Of an external force [Tx Ty Tz Fx Fy Fz]."""
    if not s.carried[name]:
        return UNMOVED
    if index < 3 and s.kinds(name) == {"prismatic"}:
        return SLID
    u = s.direction(name)
    if u is None or s.kinds(name) != {"revolute"}:
        return None
    e = np.eye(3)[index % 3]
    along = s.in_body(name, u) if frame == "body" else u
    if index < 3:
        return ACROSS if zero(e @ along) else None
    if zero(np.cross(e, along)).all():
        return ALONG
    point = s.fixed_axis(name)
    at_axis = frame == "base" and point is not None and zero(np.cross(point, e) @ u)
    return "the force passes through the one axis about which the body turns" if at_axis else None


@cache
def why_gravity(s: Structure, index: int) -> str | None:
    """Of the gravity of the model, or of a case."""
    if s.functions <= KINEMATICS:
        return NO_MASS
    e = np.eye(3)[index]
    for name in s.bodies:
        u = s.direction(name)
        if s.carried[name] and (u is None or s.kinds(name) != {"revolute"} or not zero(np.cross(e, u)).all()):
            return None
    return PLANE


@cache
def why_velocity(s: Structure, index: int) -> str | None:
    """Of an element of JointVelocity."""
    moving = [b for b in s.robot.Bodies if b.Joint.Type != "fixed"]
    if any(b.Joint.Type == "floating" for b in moving):
        return None
    body = moving[index]
    if s.kinds(body.Name) == {"prismatic"}:
        return GALILEI
    turned = s.carries[body.Name]
    return SPIN if all(s.direction(b) is not None and s.fixed_axis(b) is not None for b in turned) else None


@cache
def why_joint(s: Structure, name: str, key: str, index: tuple[int, ...]) -> str | None:
    """Of the axis and the transforms of a joint."""
    joint = s.bodies[name].Joint
    if key == "JointAxis":
        return UNIT if abs(joint.JointAxis[index[0]]) == 1 or joint.Type == "floating" else None
    if key in ("DH", "MDH"):
        return VARIABLE if index[0] == {"revolute": 3, "prismatic": 2}.get(joint.Type) else None
    if s.carries[name] & s.posed:
        return None
    moved = {b for b in s.carries[name] if s.carried[b]}
    if not moved:
        return UNMOVED
    if index[1] == 3 and all(s.kinds(b) == {"prismatic"} for b in moved):
        return SLID
    return None
