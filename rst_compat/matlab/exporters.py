"""exportrobot: handles to files, through the plain description of a robot."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError, warn
from .arguments import choice, name_values
from .compile import check_tree
from .findings import named

if TYPE_CHECKING:
    from ..files.spec import FrameSpec, FrictionSpec, RobotSpec
    from .friction import JointFriction
    from .rigid_body import rigidBody
    from .rigid_body_tree import rigidBodyTree

_FORMATS = ("json", "urdf", "mat")
_EXPORT_NAMES = ("outputfilename", "format", "exportmesh")


def exportrobot(robot: rigidBodyTree, filename: Any = None, *args: Any, **keywords: Any) -> str:
    """Write a tree as URDF, ``model.json`` or a MAT-file.

    Parameters
    ----------
    robot : rigidBodyTree
    filename : path, optional
        Written where it is given. Its suffix, ``.urdf``, ``.json`` or ``.mat``, is the format.
    OutputFileName : path, optional
        MATLAB's name for ``filename``.
    Format : {"json", "urdf"}, optional
        The format of the text where no file name tells it; "json" by default.
    ExportMesh : optional
        Accepted for MATLAB's sake; mesh files stay where they are.

    Returns
    -------
    str
        The text; of a MAT-file, which holds the robot as the variable ``robot``, nothing. Importing JSON or MAT again
        gives the same robot, to the last bit. Importing URDF again gives the same joints, poses and dynamics to
        rounding.

    Raises
    ------
    MatlabError
        ``rst_compat:importrobot:UnknownFormat`` for a file name of another format; ``rst_compat:urdf:NotWritable``.

    Notes
    -----
    JSON and MAT have no place for visual and collision shapes (with a file, warning ``rst_compat:model:LostShape``).
    URDF has no place for gravity, the DataFormat, a description and an Evaluate list, for some home positions (warning
    ``rst_compat:urdf:LostHomePosition``), for friction (``...:LostFriction``) and for the order of bodies, which an
    import makes anew. A joint with a ChildToJointTransform, as DH parameters give it, becomes a joint to a massless
    link ``<body>_joint_frame`` and a fixed joint to the body, so poses by name stay the same and NumBodies grows. A
    frame becomes a massless link on a fixed joint.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> text = exportrobot(importrobot("twolink"))
    >>> importrobot(text).BodyNames
    ['body_1', 'body_2']
    >>> urdf = exportrobot(importrobot("iiwa14"), Format="urdf")
    >>> importrobot(urdf).NumBodies == importrobot("iiwa14").NumBodies
    True
    """
    if filename is not None and args and isinstance(filename, str) and filename.lower() in _EXPORT_NAMES:
        args, filename = (filename, *args), None
    values = name_values(
        "exportrobot", args, keywords, {"OutputFileName": filename, "Format": None, "ExportMesh": None}
    )
    given = values["OutputFileName"]
    if not (given is None or isinstance(given, str | os.PathLike)):
        raise MatlabTypeError(
            "rst_compat:argument:NotText",
            "exportrobot: the file name is not text",
            "a path",
            type(given).__name__,
            "Without a file name the text is returned and nothing is written",
        )
    path = None if given is None else Path(os.path.expanduser(given))
    form = values["Format"] or (path.suffix.lower().lstrip(".") if path else "json")
    if path is not None and form not in _FORMATS:
        raise MatlabValueError(
            "rst_compat:importrobot:UnknownFormat",
            "exportrobot: this format is not written",
            "a file name that ends in .urdf, .json or .mat",
            f"'{path.name}'",
            "MIGRATION.md has a script with which MATLAB reads model.json",
        )
    spec = to_spec(robot, path.stem if path else "")
    form = choice(form, _FORMATS if path else _FORMATS[:2], "exportrobot: Format")
    if path is not None and form != "urdf":  # the text alone serves to compare robots
        _say_lost_shapes(spec)
    if form == "mat":
        from .workspace import save  # noqa: PLC0415 - it is built on this module

        save(path, robot=robot)
        return ""
    if form == "json":
        from ..files.model_json import write_model  # noqa: PLC0415

        return write_model(spec, path)
    from ..files.urdf_writer import write_urdf  # noqa: PLC0415

    written, remarks = write_urdf(spec, path)
    for identifier, remark in remarks:
        warn(identifier, remark)
    return written


def _say_lost_shapes(spec: RobotSpec) -> None:
    owners = [spec.base_name] * bool(spec.base_geometry) + [body.name for body in spec.bodies if body.geometry]
    if owners:
        text = f"model.json and MAT-files hold no visual and collision shapes; those of {named(owners)} are left out."
        warn("rst_compat:model:LostShape", text)


def to_spec(robot: rigidBodyTree, name: str = "") -> RobotSpec:
    """A description of a tree, under the name it was imported with or else the given one."""
    from ..files.spec import BodySpec, JointSpec, RobotSpec  # noqa: PLC0415

    check_tree(robot)
    document = robot._document
    return RobotSpec(
        name=document.get("name") or name,
        description=document.get("description", ""),
        evaluate=document.get("evaluate", []),
        base_name=robot.BaseName,
        gravity=_plain(robot.Gravity),
        data_format=robot.DataFormat,
        base_geometry=robot.Base._geometry,
        base_frames=_frames(robot.Base),
        mesh_folders=robot._mesh_folders,
        bodies=[
            BodySpec(
                name=body.Name,
                parent=body._mount or body._parent.Name,
                mass=body.Mass,
                center_of_mass=_plain(body.CenterOfMass),
                inertia=_plain(body.Inertia),
                joint=JointSpec(
                    name=body.Joint.Name,
                    type=body.Joint.Type,
                    axis=_plain(body.Joint.JointAxis) if body.Joint.Type in ("revolute", "prismatic") else None,
                    position_limits=_plain(body.Joint.PositionLimits) if body.Joint.Type != "fixed" else None,
                    home_position=_plain(body.Joint.HomePosition) if body.Joint.Type != "fixed" else None,
                    joint_to_parent=_plain(body.Joint.JointToParentTransform),
                    child_to_joint=_plain(body.Joint.ChildToJointTransform),
                    friction=_friction(body.Joint.Friction),
                ),
                geometry=body._geometry,
                frames=_frames(body),
            )
            for body in robot.Bodies
        ],
    )


def _friction(friction: JointFriction | None) -> FrictionSpec | None:
    from ..files.spec import FRICTION_NAMES, FrictionSpec  # noqa: PLC0415

    if friction is None:
        return None
    values = {attribute: getattr(friction, name) for attribute, name in FRICTION_NAMES.items()}
    return FrictionSpec(**{a: _plain(v) if isinstance(v, np.ndarray) else v for a, v in values.items()})


def _frames(body: rigidBody) -> tuple[FrameSpec, ...]:
    """The frames of a body, parents first."""
    from ..files.spec import FrameSpec  # noqa: PLC0415

    waiting, ordered = [body.Name], []
    while waiting:
        children = body.frameinfo(waiting.pop(0)).ChildFrames
        ordered += children
        waiting += children
    poses = {name: body._frames[name] for name in ordered}
    return tuple(FrameSpec(name, f.parent or body.Name, _plain(f.pose)) for name, f in poses.items())


def _plain(values: Any) -> Any:
    """Floats and tuples of floats, as the description holds them."""
    if np.ndim(values) == 0:
        return float(values)
    return tuple(_plain(v) for v in values)
