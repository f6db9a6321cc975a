"""The poses of an SDF model: each frame is given relative to another one, by name."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .frames import pose, quaternion_rotation
from .spec import IDENTITY, Matrix, as_matrix
from .xml_cursor import TEXT, Element

Transform = NDArray[np.float64]
TRUE = ("1", "true")
_FORMATS = ("euler_rpy", "quat_xyzw")


def pose_of(element: Element) -> tuple[Transform, str | None]:
    """The numbers of ``<pose>``, the identity where there is none, and its ``relative_to``."""
    given = element.child("pose")
    if given is None:
        return np.eye(4), None
    relative_to = given.get("relative_to") or given.get("frame") or None
    if not given.get(TEXT):
        return np.eye(4), relative_to
    if given.get("rotation_format") not in (None, *_FORMATS):
        given.choose("rotation_format", _FORMATS, "WrongValue")
    if given.get("rotation_format") == "quat_xyzw":
        *xyz, qx, qy, qz, qw = given.numbers(TEXT, 7)
        return _from_quaternion(given, xyz, (qw, qx, qy, qz)), relative_to
    *xyz, r, p, y = given.numbers(TEXT, 6)
    unit = math.pi / 180 if given.get("degrees") in TRUE else 1.0
    return np.array(pose(xyz, (r * unit, p * unit, y * unit))), relative_to


def _from_quaternion(element: Element, xyz: list[float], q: tuple[float, float, float, float]) -> Transform:
    if not 1e-100 < math.hypot(*q) < 1e100:
        element.refuse("WrongValue", "a quaternion", "one without length")
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = quaternion_rotation(*q), xyz
    return T


def identity_if(T: Transform) -> Matrix:
    """A transform as the description holds it, the identity itself where it is one."""
    return IDENTITY if np.array_equal(T, np.eye(4)) else as_matrix(T)


class Frames:
    """The frames of a model, placed in the model frame when they are asked for.

    Frames are called ``"link a"``, ``"joint a"``, ``"frame a"``, and by their plain names in the file, which are
    unique in SDF 1.7 and later.
    """

    def __init__(self, model: Element, links: dict[str, Element], joints: list[Element]) -> None:
        self._placed: dict[str, Transform] = {"__model__": np.eye(4)}
        self._given: dict[str, tuple[Element, str]] = {}  # frame -> its element, and the frame it hangs on
        self._called: dict[str, str] = {"__model__": "__model__"}
        for name, link in links.items():
            self._add("link", name, link, "__model__")
        for joint in joints:
            self._add("joint", joint.text("name"), joint, joint.required_child("child").text(TEXT))
        for frame in model.children("frame"):
            self._add("frame", frame.text("name"), frame, frame.get("attached_to") or "__model__")
        in_world, relative_to = pose_of(model)
        if relative_to in (None, "world"):
            placed = self.in_model(model.get("placement_frame") or "__model__", model)
            self._placed["world"] = placed @ _inverse(in_world)
            self._called["world"] = "world"

    def link_of(self, frame: str) -> str | None:
        """The link to which a frame is fixed, by name; None where there is none."""
        passed: set[str] = set()
        while (frame := self._called.get(frame, "")) in self._given and frame not in passed:
            kind, _, name = frame.partition(" ")
            if kind == "link":
                return name
            passed.add(frame)
            frame = self._given[frame][1]
        return None

    def _add(self, kind: str, name: str, element: Element, base: str) -> None:
        self._given[f"{kind} {name}"] = element, base
        self._called.setdefault(name, f"{kind} {name}")

    def in_model(self, frame: str, asking: Element) -> Transform:
        """The pose of a frame in the model frame."""
        path: list[tuple[str, Transform]] = []
        passed: set[str] = set()
        while (frame := frame if frame in self._given else self._called.get(frame, frame)) not in self._placed:
            if frame not in self._given:
                asking.refuse("UnknownFrame", "a frame of the model", repr(frame))
            asking, base = self._given[frame]
            local, relative_to = pose_of(asking)
            if frame in passed:
                asking.refuse("Loop", "poses that lead to the model frame", f"a loop through {frame!r}")
            passed.add(frame)
            path.append((frame, local))
            frame = relative_to or base
        T = self._placed[frame]
        for name, local in reversed(path):
            T = self._placed[name] = T @ local
        return T

    def between(self, frame: str, other: str) -> Transform:
        """The pose of a frame in another one; both exist."""
        element = self._given[frame][0]
        return _relative(self.in_model(other, element), self.in_model(frame, element))

    def inside(self, element: Element, frame: str) -> Transform:
        """The pose of an element (an inertia, a shape) in a frame, relative to which its pose is by default."""
        local, relative_to = pose_of(element)
        if relative_to is None:
            return local
        return _relative(self.in_model(frame, element), self.in_model(relative_to, element) @ local)

    def direction(self, v: Transform, written_in: str, frame: str) -> Transform:
        """A direction in the axes of another frame."""
        if written_in == frame:
            return v
        element = self._given[frame][0]
        return np.asarray(_relative(self.in_model(frame, element), self.in_model(written_in, element))[:3, :3] @ v)


def _inverse(T: Transform) -> Transform:
    out = np.eye(4)
    out[:3, :3] = T[:3, :3].T
    out[:3, 3] = -T[:3, :3].T @ T[:3, 3]
    return out


def _relative(T: Transform, other: Transform) -> Transform:
    """``inv(T) @ other``, the identity to the last bit for equal ones."""
    return np.eye(4) if np.array_equal(T, other) else np.asarray(_inverse(T) @ other)
