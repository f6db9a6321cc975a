"""A robot as a struct with the fields of ``model.json``: what ``save`` writes and ``load`` takes back."""

from __future__ import annotations

from typing import Any

import numpy as np

from .mat_values import Cell, Struct, StructArray
from .model_json import read_model
from .spec import BodySpec, FrameSpec, FrictionSpec, JointSpec, RobotSpec, friction_values

_NOBODY = BodySpec("", "", 0.0, (), (), JointSpec(""))


def struct_from_spec(spec: RobotSpec) -> Struct:
    """A struct; what the description leaves open is ``[]``.

    Examples
    --------
    >>> list(struct_from_spec(RobotSpec(name="empty")))[:4]
    ['Format', 'Version', 'Name', 'DataFormat']
    """
    fields: dict[str, Any] = {"Format": "rigidBodyTree", "Version": 1.0, "Name": spec.name}
    if spec.description:
        fields["Description"] = spec.description
    fields |= {"DataFormat": spec.data_format, "Gravity": _row(spec.gravity), "BaseName": spec.base_name}
    if spec.base_frames:
        fields["BaseFrames"] = _frames(spec.base_frames)
    body = _body_with_frames if any(b.frames for b in spec.bodies) else _body
    fields["Bodies"] = StructArray(map(body, spec.bodies), (1, len(spec.bodies)), tuple(body(_NOBODY)))
    if spec.evaluate:
        fields["Evaluate"] = Cell(spec.evaluate)
    return Struct(**fields)


def spec_from_struct(struct: Struct) -> RobotSpec:
    """The robot of a struct, read as strictly as a ``model.json``.

    Raises
    ------
    MatlabError
        ``rst_compat:model:*``, with the place: ``Bodies[2].Joint.DH: expected 4 numbers, got 3``.

    Examples
    --------
    >>> spec_from_struct(struct_from_spec(RobotSpec(name="empty", base_name="world"))).base_name
    'world'
    """
    return read_model(_plain(struct))


def is_robot(value: object) -> bool:
    """Whether a struct says that it is a robot.

    Examples
    --------
    >>> is_robot(struct_from_spec(RobotSpec())), is_robot(Struct(a=1))
    (True, False)
    """
    return isinstance(value, Struct) and vars(value).get("Format") == "rigidBodyTree" and "Bodies" in value


def _row(values: Any) -> Any:
    if isinstance(values, float):
        return values
    return np.zeros((0, 0)) if values is None else np.atleast_2d(np.array(values, dtype=float))


def _body(body: BodySpec) -> Struct:
    joint = body.joint
    drive = {} if joint.friction is None else {"Friction": _friction(joint.friction)}
    return Struct(
        Name=body.name,
        Parent=body.parent,
        Mass=body.mass,
        CenterOfMass=_row(body.center_of_mass),
        Inertia=_row(body.inertia),
        Joint=Struct(
            Name=joint.name,
            Type=joint.type,
            JointAxis=_row(joint.axis),
            PositionLimits=_row(joint.position_limits),
            HomePosition=_row(joint.home_position),
            JointToParentTransform=_row(joint.joint_to_parent),
            ChildToJointTransform=_row(joint.child_to_joint),
            **drive,
        ),
    )


def _friction(friction: FrictionSpec) -> Struct:
    return Struct(**{n: _row(v) if isinstance(v, tuple) else v for n, v in friction_values(friction).items()})


def _body_with_frames(body: BodySpec) -> Struct:
    return Struct(**vars(_body(body)), Frames=_frames(body.frames))


def _frames(frames: tuple[FrameSpec, ...]) -> StructArray:
    structs = [Struct(Name=f.name, ParentFrame=f.parent, RigidTransform=_row(f.pose)) for f in frames]
    return StructArray(structs, (1, len(structs)), ("Name", "ParentFrame", "RigidTransform"))


def _plain(value: Any) -> Any:
    """Dicts, lists, numbers and strings; an empty field is as good as none."""
    if isinstance(value, StructArray | Cell):
        return [_plain(item) for item in value]
    if isinstance(value, Struct):
        fields = {name: _plain(item) for name, item in vars(value).items()}
        return {name: item for name, item in fields.items() if not _is_empty(item) or name == "Bodies"}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def _is_empty(value: Any) -> bool:
    return isinstance(value, list) and not value
