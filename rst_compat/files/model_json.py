"""``model.json``: a robot in MATLAB's own property names, read strictly and written without loss.

``model.schema.json`` beside this file describes the same format; the reader adds what a schema cannot say (unique
names, parents first, ordered limits with the home position between them, rotations that are rotations).
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from ..defaults import JOINT_LIMITS
from ..dh import fixed_transforms
from ..errors import MatlabTypeError, did_you_mean
from .disk import read_bytes, write_text
from .json_cursor import At
from .json_text import parse
from .model_text import model_text
from .request import request_at
from .spec import (
    FRICTION_NAMES,
    IDENTITY,
    JOINT_TYPES,
    TRANSFORM_PAIR,
    BodySpec,
    FrameSpec,
    FrictionSpec,
    JointSpec,
    Matrix,
    RobotSpec,
    Vector,
    as_matrix,
)

ROBOT_KEYS = (
    "Format",
    "Version",
    "Name",
    "Description",
    "DataFormat",
    "Gravity",
    "BaseName",
    "BaseFrames",
    "Bodies",
    "Evaluate",
)
BODY_KEYS = ("Name", "Parent", "Mass", "CenterOfMass", "Inertia", "Joint", "Frames")
FRAME_KEYS = ("Name", "ParentFrame", "RigidTransform")
_PAIR = TRANSFORM_PAIR
_WORDS = {"Reference": ("motor", "joint"), "CoulombScaling": ("gear", "none")}
_RENAME = "Rename one of the two"
JOINT_KEYS = ("Name", "Type", "JointAxis", "PositionLimits", "HomePosition", "DH", "MDH", *_PAIR, "Friction")


def read_model(source: str | bytes | Path | dict[str, Any]) -> RobotSpec:
    """Read a robot from ``model.json``.

    Parameters
    ----------
    source : path, text, bytes or dict
        A string that starts with ``{`` or ``[`` is the text itself, any other string a path.

    Returns
    -------
    RobotSpec
        Its ``name`` is the file's ``Name``, or the stem of the path where there is none.

    Raises
    ------
    MatlabError
        With an identifier ``rst_compat:model:<What>`` and, for a fault inside the file, the JSON path of the fault.

    Examples
    --------
    >>> spec = read_model('{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "link"}]}')
    >>> spec.bodies[0].parent, spec.bodies[0].joint.name
    ('base', 'link_jnt')
    """
    document, stem = document_of(source)
    return _robot(At(document), stem)


def document_of(source: Any) -> tuple[Any, str]:
    """The parsed content of a ``model.json`` that is still unchecked, and the stem of its path."""
    stem = ""
    if not isinstance(source, str | bytes | Path | dict):
        got = type(source).__name__
        fact, hint = "the source of a model is nothing that can be read", "Give the name of a model.json file"
        raise MatlabTypeError("rst_compat:model:WrongSource", fact, "a path, a text or a dict", got, hint)
    if isinstance(source, str) and source.strip() and not source.lstrip().startswith(("{", "[", "\ufeff")):
        source = Path(source)
    if isinstance(source, Path):
        stem = source.stem
        source = read_bytes(source)
    return (parse(source) if isinstance(source, str | bytes) else source), stem


def _robot(at: At, stem: str) -> RobotSpec:
    whole = 'A model is {"Format": "rigidBodyTree", "Version": 1, "Bodies": [...]}'
    key = at.object(ROBOT_KEYS, required=("Format", "Version", "Bodies"), hint=whole)
    key["Format"].choice(("rigidBodyTree",))
    if key["Version"].number() != 1:
        key["Version"].refuse("WrongValue", "1", f"{key['Version'].value:g}", "A newer version may read this file")
    spec = RobotSpec(
        name=key["Name"].name(empty=True) if "Name" in key else stem,
        base_name=key["BaseName"].name() if "BaseName" in key else "base",
        gravity=key["Gravity"].vector(3) if "Gravity" in key else (0.0, 0.0, 0.0),
        data_format=key["DataFormat"].choice(("struct", "row", "column")) if "DataFormat" in key else "struct",
        description=key["Description"].text() if "Description" in key else "",
    )
    spec.base_frames = _frames(key["BaseFrames"], spec.base_name) if "BaseFrames" in key else ()
    places = key["Bodies"].items()
    spec.bodies = [_body(place, spec.base_name) for place in places]
    _check_names(spec, places)
    spec.evaluate = [request_at(item) for item in key["Evaluate"].items()] if "Evaluate" in key else []
    return spec


def _body(at: At, base_name: str) -> BodySpec:
    key = at.object(BODY_KEYS, required=("Name",))
    name = key["Name"].name()
    return BodySpec(
        name=name,
        parent=key["Parent"].name() if "Parent" in key else base_name,
        mass=key["Mass"].number() if "Mass" in key else 1.0,
        center_of_mass=key["CenterOfMass"].vector(3) if "CenterOfMass" in key else (0.0, 0.0, 0.0),
        inertia=key["Inertia"].vector(6) if "Inertia" in key else (1.0, 1.0, 1.0, 0.0, 0.0, 0.0),
        joint=_joint(key.get("Joint", At({})), name + "_jnt"),
        frames=_frames(key["Frames"], name) if "Frames" in key else (),
    )


def _frames(at: At, owner: str) -> tuple[FrameSpec, ...]:
    """The frames of a body, each on the body or on an earlier one."""
    frames: list[FrameSpec] = []
    for item in at.items():
        key = item.object(FRAME_KEYS, required=("Name",))
        parent = key["ParentFrame"].name() if "ParentFrame" in key else owner
        known = [owner, *(frame.name for frame in frames)]
        if parent not in known:
            near = did_you_mean(parent, known, "Put parents before their children")
            expected = "the name of the body, or of a frame that stands earlier in its list"
            key["ParentFrame"].refuse("UnknownParent", expected, repr(parent), near)
        pose = key["RigidTransform"].pose() if "RigidTransform" in key else IDENTITY
        frames.append(FrameSpec(key["Name"].name(), parent, pose))
    return tuple(frames)


def _joint(at: At, default_name: str) -> JointSpec:
    key = at.object(JOINT_KEYS)
    kind = key["Type"].choice(JOINT_TYPES) if "Type" in key else "fixed"
    joint_to_parent, child_to_joint = _transforms(at, key, kind)
    limits = _limits(key["PositionLimits"], kind) if "PositionLimits" in key else None
    return JointSpec(
        name=key["Name"].name() if "Name" in key else default_name,
        type=kind,
        axis=_axis(key["JointAxis"], kind) if "JointAxis" in key else None,
        position_limits=limits,
        home_position=_home(key["HomePosition"], kind, limits) if "HomePosition" in key else None,
        joint_to_parent=joint_to_parent,
        child_to_joint=child_to_joint,
        friction=_friction(key["Friction"], kind) if "Friction" in key else None,
        dh=next((key[k].vector(4) for k in ("DH", "MDH") if k in key), None),
    )


def _friction(at: At, kind: str) -> FrictionSpec:
    if kind in ("fixed", "floating"):
        hint = "Only revolute and prismatic joints have a drive"
        at.refuse("WrongValue", f"none for a {kind} joint", "an entry", hint)
    key = at.object(tuple(FRICTION_NAMES.values()))
    given: dict[str, Any] = {}
    for attribute, name in FRICTION_NAMES.items():
        if name not in key:
            continue
        place = key[name]
        if name in _WORDS:
            given[attribute] = place.choice(_WORDS[name])
        elif name == "Coulomb" and isinstance(place.value, list | tuple):
            given[attribute] = tuple(map(abs, place.vector(2)))
        else:
            given[attribute] = place.number()
    friction = FrictionSpec(**given)
    if not 0 < friction.gear_ratio * friction.gear_ratio < math.inf:
        got = f"{friction.gear_ratio:g}"
        key["GearRatio"].refuse("WrongValue", "a gear ratio, positive or negative", got, "1 is a direct drive")
    if friction.smoothing is not None and friction.smoothing <= 0:
        hint = "Without it the sign of the velocity counts"
        key["Smoothing"].refuse("WrongValue", "a speed above zero", f"{friction.smoothing:g}", hint)
    return friction


def _transforms(at: At, key: dict[str, At], kind: str) -> tuple[Matrix, Matrix]:
    given = [k for k in ("DH", "MDH", *_PAIR) if k in key]
    if len(given) > 1 and given != list(_PAIR):
        expected, hint = f"DH, MDH or the pair {' and '.join(_PAIR)}", "Keep one of them"
        at.refuse("TwoTransforms", expected, " with ".join(given), hint)
    if "DH" in key or "MDH" in key:
        if "JointAxis" in key and kind in ("revolute", "prismatic"):
            x, y, z = key["JointAxis"].vector(3)
            if (x, y) != (0, 0) or z < 0:
                expected, hint = f"[0, 0, 1], the axis of {given[0]}", "Leave it out"
                key["JointAxis"].refuse("WrongValue", expected, f"[{x:g}, {y:g}, {z:g}]", hint)
        before, behind = fixed_transforms(key[given[0]].vector(4), given[0].lower(), kind)
        return as_matrix(before), as_matrix(behind)
    joint_to_parent, child_to_joint = (key[k].pose() if k in key else IDENTITY for k in _PAIR)
    return joint_to_parent, child_to_joint


def _axis(at: At, kind: str) -> Vector | None:
    if kind in ("fixed", "floating"):  # without meaning there; MATLAB shows NaN, which jsonencode writes as null
        for item in at.elements(3):
            item.limit(null=math.nan)
        return None
    axis = at.vector(3)
    if axis == (0.0, 0.0, 0.0):
        at.refuse("WrongValue", "a direction", "a zero vector", "Without JointAxis it is [0, 0, 1]")
    return axis


def _limits(at: At, kind: str) -> Vector | Matrix | None:
    if kind == "floating":
        rows = at.rows(7, 2)
        quaternion = tuple(tuple(item.limit(null=math.nan) for item in row) for row in rows[:4])
        return quaternion + tuple(_range(At(None, f"{at.path}[{i}]"), rows[i]) for i in (4, 5, 6))
    limits = _range(at, at.elements(2))
    if kind == "fixed":
        if limits not in ((0.0, 0.0), (-math.inf, math.inf)):
            at.refuse("WrongValue", "none, or [0, 0], for a fixed joint", _pair(limits), "Leave it out")
        return None
    return limits


def _range(at: At, ends: list[At]) -> Vector:
    """A lower and an upper limit, between which there is something."""
    lower, upper = (end.limit(null=null) for end, null in zip(ends, (-math.inf, math.inf), strict=True))
    if math.isnan(lower) or math.isnan(upper):
        at.refuse("WrongValue", "numbers or infinities", "NaN", 'No limit is null, "-Infinity" or "Infinity"')
    if lower > upper:
        at.refuse("WrongValue", "the lower limit first", _pair((lower, upper)), "Exchange the two")
    if lower == math.inf or upper == -math.inf:
        at.refuse("WrongValue", "a range with numbers in it", _pair((lower, upper)), "No limits are [null, null]")
    return lower, upper


def _pair(limits: Vector) -> str:
    return f"[{limits[0]:g}, {limits[1]:g}]"


def _home(at: At, kind: str, limits: Vector | Matrix | None) -> float | Vector | None:
    if kind == "floating":
        home = at.vector(7)
        if not any(home[:4]):
            hint = "[1, 0, 0, 0] is no rotation"
            at.refuse("WrongValue", "a quaternion [qw, qx, qy, qz] that is not zero", "zeros", hint)
        default = JOINT_LIMITS[kind]
        for i, row in enumerate(limits[4:] if limits else [default] * 3, start=4):
            _check_within(At(None, f"{at.path}[{i}]"), home[i], row, limits is None)
        return home
    position = at.number()
    if kind == "fixed":
        if position != 0:
            at.refuse("WrongValue", "none, or 0, for a fixed joint", f"{position:g}", "Leave it out")
        return None
    _check_within(at, position, limits or JOINT_LIMITS[kind], limits is None)
    return position


def _check_within(at: At, position: float, limits: Any, default: bool) -> None:
    if not limits[0] <= position <= limits[1]:
        expected = f"a position within {_pair(limits)}" + (", the limits where none are given" if default else "")
        at.refuse("WrongValue", expected, f"{position:g}", "PositionLimits and HomePosition belong together")


def _check_names(spec: RobotSpec, places: list[At]) -> None:
    all_names, bodies, joints = {b.name for b in spec.bodies}, {spec.base_name}, set[str]()
    _add_frames(At(None, "BaseFrames"), spec.base_frames, bodies)
    for body, at in zip(spec.bodies, places, strict=True):
        if body.name in bodies:
            what = "the name of the base" if body.name == spec.base_name else "a second one of that name"
            _at(at, "Name").refuse("DuplicateName", "unique body names", f"{what}, {body.name!r}", _RENAME)
        if body.joint.name in joints:
            got = f"a second {body.joint.name!r}"
            _at(at, "Joint.Name").refuse("DuplicateName", "unique joint names", got, _RENAME)
        if body.parent not in bodies:
            if body.parent in all_names:
                got = f"{body.parent!r}, which is this body or comes later"
                hint = "Put parents before their children, as robot.Bodies has them"
                _at(at, "Parent").refuse("LateParent", "a body that stands earlier in the list", got, hint)
            near = did_you_mean(body.parent, bodies, f"The base is {spec.base_name!r}")
            _at(at, "Parent").refuse("UnknownParent", "an earlier body or the base", repr(body.parent), near)
        bodies.add(body.name)
        joints.add(body.joint.name)
        _add_frames(_at(at, "Frames"), body.frames, bodies)


def _add_frames(at: At, frames: tuple[FrameSpec, ...], used: set[str]) -> None:
    for i, frame in enumerate(frames):
        if frame.name in used:
            got = f"a second {frame.name!r}"
            At(None, f"{at.path}[{i}].Name").refuse("DuplicateName", "unique names of bodies and frames", got, _RENAME)
        used.add(frame.name)


def _at(at: At, key: str) -> At:
    return At(None, f"{at.path}.{key}")


def write_model(spec: RobotSpec, path: str | Path | None = None) -> str:
    """Write a robot as ``model.json``; ``read_model`` gives back an equal one.

    Parameters
    ----------
    spec : RobotSpec
    path : path or None
        None writes no file.

    Returns
    -------
    str
        The text, with numbers in the fewest digits that read back to the same double.

    Raises
    ------
    MatlabValueError
        Where the spec holds what the format cannot (NaN in a mass, a parent behind its child, ...).

    Examples
    --------
    >>> text = write_model(RobotSpec(name="empty"))
    >>> read_model(text) == RobotSpec(name="empty")
    True
    """
    text = model_text(spec)
    read_model(text)  # what cannot be read back is not written
    if path is not None:
        write_text(Path(path), text)
    return text
