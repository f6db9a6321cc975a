"""importrobot: files to handles, through the plain description of a robot."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MatlabFileNotFoundError, MatlabValueError, did_you_mean, shortened, warn
from .arguments import choice, is_empty, name_values, rigid_transform, text
from .frames import Frame, check_frames_unused
from .friction import JointFriction
from .rigid_body import rigidBody
from .rigid_body_joint import rigidBodyJoint
from .rigid_body_tree import rigidBodyTree

if TYPE_CHECKING:
    from ..files.spec import FrameSpec, RobotSpec

BUNDLED = "rst_compat_models"
_XML = ("urdf", "sdf", "xacro")
_XML_SUFFIXES = (".urdf", ".xacro", ".sdf", ".xml")
_LEADING = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # byte order marks, blanks, and the null bytes of UTF-16 and UTF-32
LIBRARY = "rst_compat_library"  # robots that loadrobot knows


def importrobot(source: Any, *args: Any, **keywords: Any) -> rigidBodyTree:
    """Make a rigidBodyTree from a file, its text, or the name of a bundled robot.

    Parameters
    ----------
    source : path, str or dict
        A URDF, Xacro, SDF or ``model.json`` file, or its text; a ``.mat`` file with one robot in it; the parsed content
        of a ``model.json``; or the name of a bundled robot (``"twolink"``).
    format : {"urdf", "sdf", "xacro"}, optional
        Second argument: what an XML file or text must be. By default it is what it is.
    DataFormat : {"struct", "row", "column"}, optional
        In place of the file's.
    MeshPath : path or list of paths, optional
        Where mesh files, and packages of Xacro texts, may be. No mesh is needed to load a robot.
    MaxNumBodies, CollisionDecomposition : optional
        Accepted for MATLAB's sake.

    Returns
    -------
    rigidBodyTree

    Raises
    ------
    MatlabError
        ``rst_compat:importrobot:FileNotFound``, ``rst_compat:importrobot:UnknownFormat``, or a fault of the file, which
        names the place: ``rst_compat:model:*`` for model.json, ``rst_compat:xml:*``, ``rst_compat:urdf:*`` and
        ``rst_compat:sdf:*`` with line, column, element and attribute for XML.

    Notes
    -----
    As in MATLAB, bodies come depth first from the root link, which becomes the base, the children of a link by
    ascending joint name; Gravity is zero; a link without ``<inertial>`` has no mass, with the warning
    ``robotics:robotmanip:urdfimporter:IntertialComponentsMissing`` (spelled so). Mimic joints are free joints, and
    ``loop_joint`` elements are left out, with a warning. Xacro evaluates Python expressions and reads files that the
    text includes: expand only what you would run.

    The format of ``model.json`` has MATLAB's property names; its JSON Schema is ``rst_compat/files/model.schema.json``.

    Examples
    --------
    >>> robot = importrobot("twolink", DataFormat="row")
    >>> robot.BodyNames
    ['body_1', 'body_2']
    >>> robot = importrobot("<robot name='post'><link name='foot'/></robot>", "urdf")
    >>> robot.BaseName
    'foot'
    """
    form = None
    if len(args) % 2 and isinstance(args[0], str):
        form, args = choice(args[0], _XML, "importrobot: the format"), args[1:]
    values = name_values(
        "importrobot",
        args,
        keywords,
        {"DataFormat": None, "MeshPath": None, "MaxNumBodies": None, "CollisionDecomposition": None},
    )
    spec = read_spec(source, form, _folders(values["MeshPath"]))
    robot = from_spec(spec)
    if not is_empty(values["DataFormat"]):
        robot.DataFormat = values["DataFormat"]
    for identifier, remark in spec.remarks:
        warn(identifier, remark)
    return robot


def _folders(value: Any) -> list[str]:
    if is_empty(value):
        return []
    listed = value if isinstance(value, list | tuple) else [value]
    return [text(str(v) if isinstance(v, Path) else v, "importrobot: MeshPath") for v in listed]


def read_spec(source: Any, form: str | None = None, folders: Sequence[str] = ()) -> RobotSpec:
    """The description in a file, a text, parsed content or a bundled robot."""
    from ..files.model_json import read_model  # noqa: PLC0415 - reading files is not part of importing the package

    if _starts(source, "<"):
        from ..files.robot_xml import read_xml  # noqa: PLC0415

        return read_xml(source, form, folders)
    if not isinstance(source, str | os.PathLike):
        return read_model(source)  # which says so where it is none of the things it reads
    source = os.path.expanduser(source)
    there = os.path.isfile(source)
    if not there and os.path.exists(source) and not os.path.isdir(source):  # a pipe, which is read once
        from ..files.disk import read_bytes  # noqa: PLC0415

        return read_spec(read_bytes(Path(source)), form, folders)
    if form is None and not there and (_starts(source, "{") or _starts(source, "[")):
        return read_model(source)
    path = Path(source)
    if path.suffix.lower() in (".slx", ".mdl"):
        raise MatlabValueError(
            "rst_compat:importrobot:UnknownFormat",
            f"importrobot: {path.name} has a format that is not read yet",
            f"a file that ends in {', '.join(_XML_SUFFIXES)}, .json or .mat",
            f"'{path.suffix.lower()}'",
            "MATLAB reads it; exportrobot writes a URDF there, and MIGRATION.md shows how to write model.json",
        )
    if there or path.suffix.lower() == ".json":
        return _in_file(path, form, folders)
    return _bundled(source)


def _in_file(path: Path, form: str | None, folders: Sequence[str]) -> RobotSpec:
    suffix = path.suffix.lower()
    if path.is_file() and (form or suffix in _XML_SUFFIXES or _holds_xml(path)):
        from ..files.robot_xml import read_xml  # noqa: PLC0415

        return read_xml(path, form, folders)
    if suffix == ".mat":
        from ..files.mat_robot import read_robot  # noqa: PLC0415

        return read_robot(path)
    from ..files.model_json import read_model  # noqa: PLC0415

    return read_model(path)


def _bundled(name: str) -> RobotSpec:
    from importlib.resources import files as resources  # noqa: PLC0415 - slow to import, like all that reads files

    from ..files.model_json import read_model  # noqa: PLC0415
    from .robot_library import SHIPPED  # noqa: PLC0415 - it is built on this module

    shipped = [f for package in (BUNDLED, LIBRARY) for f in resources(package).iterdir()]
    bundled = {f.name.removesuffix(".json"): f for f in shipped if f.name.endswith(".json")}
    bundled |= {known: bundled[stem] for known, (_, stem) in SHIPPED.items()}  # by MATLAB's names, too
    if name in bundled:
        return read_model(bundled[name].read_text(encoding="utf-8"))
    if os.path.isdir(name):
        return read_model(Path(name))  # which says that it is one
    shown = shortened(name, 200)
    raise MatlabFileNotFoundError(
        "rst_compat:importrobot:FileNotFound",
        f"importrobot: there is no file '{shown}'",
        f"a file that ends in {', '.join(_XML_SUFFIXES)}, .json or .mat, the text of one, or one of the bundled robots "
        + ", ".join(sorted(bundled)),
        f"'{shown}'",
        _loadrobot_hint(shown) or did_you_mean(shown, bundled, "Paths count from the current folder"),
    )


def _loadrobot_hint(name: str) -> str | None:
    from .robot_library import ELSEWHERE, IN_PACKAGE  # noqa: PLC0415 - it is built on this module

    known = next((n for n in (*IN_PACKAGE, *ELSEWHERE) if n.lower() == name.lower()), None)
    return known and f'It is a name of loadrobot: loadrobot("{known}") makes it or says what it takes'


def _starts(source: Any, mark: str) -> bool:
    """Whether a text, or the bytes of one, begins with a mark."""
    if isinstance(source, bytes):
        return source.lstrip(_LEADING).startswith(mark.encode())
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith(mark)


def _holds_xml(path: Path) -> bool:
    """Whether a file of an unknown suffix begins as XML does."""
    if path.suffix.lower() in (".json", ".mat", ".slx", ".mdl"):
        return False
    from ..files.disk import read_bytes  # noqa: PLC0415

    return _starts(read_bytes(path, "xml", 100), "<")


def from_spec(spec: RobotSpec) -> rigidBodyTree:
    """Handles from a description."""
    from ..files.spec import friction_values  # noqa: PLC0415 - reading files is not part of importing the package

    robot = rigidBodyTree(DataFormat=spec.data_format)
    robot.BaseName = spec.base_name
    robot.Gravity = spec.gravity
    robot.Base._geometry = spec.base_geometry
    robot._mesh_folders = spec.mesh_folders
    robot.Base._set_frames(_frames(spec.base_frames, spec.base_name))
    for described in spec.bodies:
        body = rigidBody(described.name)
        body.Mass = described.mass
        body.CenterOfMass = described.center_of_mass
        body.Inertia = described.inertia
        body._geometry = described.geometry
        body._frames = _frames(described.frames, described.name)
        given = described.joint
        joint = rigidBodyJoint(given.name, given.type)
        if given.axis is not None and given.type in ("revolute", "prismatic"):
            joint.JointAxis = given.axis
        if given.type != "fixed":
            joint._set_range(given.position_limits, given.home_position)
        joint._set_transforms(given.joint_to_parent, given.child_to_joint)
        if given.friction is not None:
            joint.Friction = JointFriction(**friction_values(given.friction))
        body._own(joint)
        robot._check_body_name(body.Name)
        check_frames_unused(robot, body)
        robot._check_joint_name(joint.Name)
        robot._adopt(body, *robot._find_frame(described.parent))
    robot._document = {"name": spec.name, "description": spec.description, "evaluate": spec.evaluate}
    return robot


def _frames(described: Sequence[FrameSpec], owner: str) -> dict[str, Frame]:
    return {
        f.name: Frame(None if f.parent == owner else f.parent, rigid_transform(f.pose, f"frame {f.name}"))
        for f in described
    }
