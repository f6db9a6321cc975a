"""The text of a ``model.json``: one body per line, numbers in the fewest digits that read back to the same double."""

from __future__ import annotations

import json
import math
from typing import Any

from .spec import IDENTITY, TRANSFORM_PAIR, BodySpec, FrameSpec, RobotSpec, friction_values


def model_text(spec: RobotSpec) -> str:
    """A robot as JSON text, unchecked.

    Examples
    --------
    >>> model_text(RobotSpec(name="empty"))[:54]
    '{"Format": "rigidBodyTree", "Version": 1, "Name": "emp'
    """
    head: dict[str, Any] = {"Format": "rigidBodyTree", "Version": 1, "Name": spec.name}
    if spec.description:
        head["Description"] = spec.description
    head |= {"DataFormat": spec.data_format, "Gravity": spec.gravity, "BaseName": spec.base_name}
    if spec.base_frames:
        head["BaseFrames"] = [_frame_object(frame) for frame in spec.base_frames]
    lines = [_dump(head)[1:-1], _list("Bodies", [_body_object(body) for body in spec.bodies])]
    if spec.evaluate:
        lines.append(_list("Evaluate", spec.evaluate))
    return "{" + ",\n ".join(lines) + "}\n"


def _list(key: str, items: list[dict[str, Any]]) -> str:
    return f'"{key}": [' + ",".join("\n  " + _dump(item) for item in items) + "]"


def _body_object(body: BodySpec) -> dict[str, Any]:
    j = body.joint
    joint: dict[str, Any] = {"Name": j.name, "Type": j.type}
    for key, value in (("JointAxis", j.axis), ("PositionLimits", j.position_limits), ("HomePosition", j.home_position)):
        if value is not None:
            joint[key] = value
    for key, T in zip(TRANSFORM_PAIR, (j.joint_to_parent, j.child_to_joint), strict=True):
        if T != IDENTITY:
            joint[key] = T
    if j.friction is not None:
        joint["Friction"] = friction_values(j.friction)
    out = {
        "Name": body.name,
        "Parent": body.parent,
        "Mass": body.mass,
        "CenterOfMass": body.center_of_mass,
        "Inertia": body.inertia,
        "Joint": joint,
    }
    if body.frames:
        out["Frames"] = [_frame_object(frame) for frame in body.frames]
    return out


def _frame_object(frame: FrameSpec) -> dict[str, Any]:
    return {"Name": frame.name, "ParentFrame": frame.parent, "RigidTransform": frame.pose}


def _dump(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    """Lists, dicts, strings and finite numbers; NaN and infinities by name, whole numbers without a point."""
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
        whole = value.is_integer() and abs(value) < 2**53 and str(value) != "-0.0"
        return int(value) if whole else value
    return value
