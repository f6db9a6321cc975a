"""importrobot and exportrobot: files to handles and back, through the plain description of a robot."""

from __future__ import annotations

import os
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MatlabError, MatlabFileNotFoundError, MatlabValueError, did_you_mean
from .arguments import is_empty, name_values
from .compile import check_tree

if TYPE_CHECKING:
    from ..files.spec import RobotSpec
    from .rigid_body_tree import rigidBodyTree

BUNDLED = "rst_compat_models"
LIBRARY = "rst_compat_library"  # robots that loadrobot knows


def importrobot(source: Any, *args: Any, **keywords: Any) -> rigidBodyTree:
    """Make a rigidBodyTree from a file, its text, or the name of a bundled robot.

    Parameters
    ----------
    source : path, str or dict
        A ``model.json`` file, its text or its parsed content, or the name of a bundled robot (``"twolink"``).
    DataFormat : {"struct", "row", "column"}, optional
        In place of the file's.
    MaxNumBodies : int, optional
        Accepted for MATLAB's sake.

    Returns
    -------
    rigidBodyTree

    Raises
    ------
    MatlabError
        ``rst_compat:importrobot:FileNotFound``, ``rst_compat:importrobot:UnknownFormat``, or a fault of the file,
        ``rst_compat:model:*``, which names the place: ``Bodies[2].Joint.DH: expected 4 numbers, got 3``.

    Notes
    -----
    The format of ``model.json`` has MATLAB's property names; its JSON Schema is ``rst_compat/files/model.schema.json``.

    Examples
    --------
    >>> robot = importrobot("twolink", DataFormat="row")
    >>> robot.BodyNames
    ['body_1', 'body_2']
    """
    values = name_values("importrobot", args, keywords, {"DataFormat": None, "MaxNumBodies": None})
    robot = from_spec(read_spec(source))
    if not is_empty(values["DataFormat"]):
        robot.DataFormat = values["DataFormat"]
    return robot


def read_spec(source: Any) -> RobotSpec:
    """The description in a file, a text, parsed content or a bundled robot."""
    from ..files.model_json import read_model  # noqa: PLC0415 - reading files is not part of importing the package

    start = source.lstrip()[:1] if isinstance(source, str) else ""
    if start == "{" or not isinstance(source, str | os.PathLike):
        return read_model(source)  # which says so where it is none of the things it reads
    if start == "<":
        raise _not_read("the text", "XML")
    path = Path(source)
    if os.path.isfile(source) or path.suffix == ".json":
        if path.suffix.lower() in (".urdf", ".xacro", ".sdf", ".xml", ".mat", ".slx"):
            raise _not_read(path.name, f"'{path.suffix}'")
        return read_model(path)
    shipped = [f for package in (BUNDLED, LIBRARY) for f in resources(package).iterdir()]
    bundled = {f.name.removesuffix(".json"): f for f in shipped if f.name.endswith(".json")}
    if str(source) in bundled:
        return read_model(bundled[str(source)].read_text(encoding="utf-8"))
    if os.path.isdir(source):
        return read_model(path)  # which says that it is one
    raise MatlabFileNotFoundError(
        "rst_compat:importrobot:FileNotFound",
        f"importrobot: there is no file '{source}'",
        "a model.json file, or one of the bundled robots " + ", ".join(sorted(bundled)),
        f"'{source}'",
        did_you_mean(source, bundled, "Paths count from the current folder"),
    )


def _not_read(what: str, got: str) -> MatlabError:
    return MatlabValueError(
        "rst_compat:importrobot:UnknownFormat",
        f"importrobot: {what} has a format that is not read yet",
        "model.json",
        got,
        "MATLAB reads it, this version does not; MIGRATION.md shows how to write model.json with jsonencode",
    )


def from_spec(spec: RobotSpec) -> rigidBodyTree:
    """Handles from a description."""
    from .rigid_body import rigidBody  # noqa: PLC0415 - the classes name exportrobot among their methods
    from .rigid_body_joint import rigidBodyJoint  # noqa: PLC0415
    from .rigid_body_tree import rigidBodyTree  # noqa: PLC0415

    robot = rigidBodyTree(DataFormat=spec.data_format)
    robot.BaseName = spec.base_name
    robot.Gravity = spec.gravity
    for described in spec.bodies:
        body = rigidBody(described.name)
        body.Mass = described.mass
        body.CenterOfMass = described.center_of_mass
        body.Inertia = described.inertia
        given = described.joint
        joint = rigidBodyJoint(given.name, given.type)
        if given.axis is not None and given.type in ("revolute", "prismatic"):
            joint.JointAxis = given.axis
        if given.type != "fixed":
            joint._set_range(given.position_limits, given.home_position)
        joint._set_transforms(given.joint_to_parent, given.child_to_joint)
        body.Joint = joint
        robot.addBody(body, described.parent)
    return robot


def to_spec(robot: rigidBodyTree, name: str = "") -> RobotSpec:
    """A description of a tree."""
    from ..files.spec import BodySpec, JointSpec, RobotSpec  # noqa: PLC0415

    check_tree(robot)
    return RobotSpec(
        name=name,
        base_name=robot.BaseName,
        gravity=_plain(robot.Gravity),
        data_format=robot.DataFormat,
        bodies=[
            BodySpec(
                name=body.Name,
                parent=body._parent.Name,
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
                ),
            )
            for body in robot.Bodies
        ],
    )


def _plain(values: Any) -> Any:
    """Floats and tuples of floats, as the description holds them."""
    if np.ndim(values) == 0:
        return float(values)
    return tuple(_plain(v) for v in values)


def exportrobot(robot: rigidBodyTree, filename: Any = None, *args: Any, **keywords: Any) -> str:
    """Write a tree as ``model.json``.

    Parameters
    ----------
    robot : rigidBodyTree
    filename : path, optional
        Written where it is given.
    OutputFileName : path, optional
        MATLAB's name for ``filename``.

    Returns
    -------
    str
        The text. Importing it again gives the same robot, to the last bit.

    Raises
    ------
    MatlabError
        ``rst_compat:importrobot:UnknownFormat`` for a file name of another format.

    Notes
    -----
    See :func:`importrobot`.

    Examples
    --------
    >>> text = exportrobot(importrobot("twolink"))
    >>> importrobot(text).BodyNames
    ['body_1', 'body_2']
    """
    from ..files.model_json import write_model  # noqa: PLC0415

    if filename is not None and args and isinstance(filename, str) and filename.lower() == "outputfilename":
        filename, args = args[0], args[1:]
    values = name_values("exportrobot", args, keywords, {"OutputFileName": filename})
    path = None if values["OutputFileName"] is None else Path(values["OutputFileName"])
    if path is not None and path.suffix.lower() != ".json":
        raise MatlabValueError(
            "rst_compat:importrobot:UnknownFormat",
            "exportrobot: this format is not written yet",
            "a file name that ends in .json",
            f"'{path.name}'",
            "MIGRATION.md has a script with which MATLAB reads model.json",
        )
    return write_model(to_spec(robot, path.stem if path else ""), path)
