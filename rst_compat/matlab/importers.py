"""importrobot and exportrobot: files to handles and back, through the plain description of a robot."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib.resources import files as resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import MatlabFileNotFoundError, MatlabTypeError, MatlabValueError, did_you_mean, warn
from .arguments import choice, is_empty, name_values, text
from .descriptions import from_spec, to_spec

if TYPE_CHECKING:
    from ..files.spec import RobotSpec
    from .rigid_body_tree import rigidBodyTree

__all__ = ["exportrobot", "from_spec", "importrobot", "read_spec", "to_spec"]

BUNDLED = "rst_compat_models"
_XML = ("urdf", "sdf", "xacro")
_XML_SUFFIXES = (".urdf", ".xacro", ".sdf", ".xml")
_EXPORT_NAMES = ("outputfilename", "format", "exportmesh")
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

    given = isinstance(source, str | os.PathLike)
    if not given or (form is None and _starts(source, ("{", "[")) and not os.path.isfile(source)):
        return read_model(source)  # which says so where it is none of the things it reads
    path = Path(source)
    there = os.path.isfile(source)
    suffix = path.suffix.lower()
    if _starts(source, "<") or (there and (form or suffix in _XML_SUFFIXES or _holds_xml(path))):
        from ..files.robot_xml import read_xml  # noqa: PLC0415

        return read_xml(str(source) if _starts(source, "<") else path, form, folders)
    if suffix == ".mat" and there:
        from ..files.mat_robot import read_robot  # noqa: PLC0415

        return read_robot(path)
    if suffix in (".slx", ".mdl"):
        raise MatlabValueError(
            "rst_compat:importrobot:UnknownFormat",
            f"importrobot: {path.name} has a format that is not read yet",
            f"a file that ends in {', '.join(_XML_SUFFIXES)}, .json or .mat",
            f"'{suffix}'",
            "MATLAB reads it; exportrobot writes a URDF there, and MIGRATION.md shows how to write model.json",
        )
    if there or suffix == ".json":
        return read_model(path)
    shipped = [f for package in (BUNDLED, LIBRARY) for f in resources(package).iterdir()]
    bundled = {f.name.removesuffix(".json"): f for f in shipped if f.name.endswith(".json")}
    if str(source) in bundled:
        return read_model(bundled[str(source)].read_text(encoding="utf-8"))
    if os.path.isdir(source):
        return read_model(path)  # which says that it is one
    shown = str(source) if len(str(source)) < 200 else str(source)[:197] + "..."
    raise MatlabFileNotFoundError(
        "rst_compat:importrobot:FileNotFound",
        f"importrobot: there is no file '{shown}'",
        f"a file that ends in {', '.join(_XML_SUFFIXES)}, .json or .mat, the text of one, or one of the bundled robots "
        + ", ".join(sorted(bundled)),
        f"'{shown}'",
        did_you_mean(shown, bundled, "Paths count from the current folder"),
    )


def _starts(source: Any, marks: str | tuple[str, ...]) -> bool:
    return isinstance(source, str) and source.lstrip("\ufeff \t\r\n").startswith(marks)


def _holds_xml(path: Path) -> bool:
    """Whether a file of an unknown suffix begins as XML does."""
    if path.suffix.lower() in (".json", ".mat", ".slx", ".mdl"):
        return False
    from ..files.disk import read_bytes  # noqa: PLC0415

    return read_bytes(path, "xml", 100).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def exportrobot(robot: rigidBodyTree, filename: Any = None, *args: Any, **keywords: Any) -> str:
    """Write a tree as URDF or ``model.json``.

    Parameters
    ----------
    robot : rigidBodyTree
    filename : path, optional
        Written where it is given. Its suffix, ``.urdf`` or ``.json``, is the format.
    OutputFileName : path, optional
        MATLAB's name for ``filename``.
    Format : {"json", "urdf"}, optional
        The format of the text where no file name tells it; "json", which loses nothing, by default.
    ExportMesh : optional
        Accepted for MATLAB's sake; mesh files stay where they are.

    Returns
    -------
    str
        The text. Importing JSON again gives the same robot, to the last bit. Importing URDF again gives the same
        joints, poses and dynamics to rounding.

    Raises
    ------
    MatlabError
        ``rst_compat:importrobot:UnknownFormat`` for a file name of another format; ``rst_compat:urdf:NotWritable``.

    Notes
    -----
    URDF has no place for gravity, home positions, the DataFormat and the order of bodies, which an import makes
    anew. A joint with a ChildToJointTransform, as DH parameters give it, becomes a joint to a massless link
    ``<body>_joint_frame`` and a fixed joint to the body, so poses by name stay the same and NumBodies grows.

    Examples
    --------
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
    path = None if given is None else Path(given)
    form = values["Format"] or (path.suffix.lower().lstrip(".") if path else "json")
    if path is not None and form not in ("urdf", "json"):
        raise MatlabValueError(
            "rst_compat:importrobot:UnknownFormat",
            "exportrobot: this format is not written",
            "a file name that ends in .urdf or .json",
            f"'{path.name}'",
            "MIGRATION.md has a script with which MATLAB reads model.json",
        )
    spec = to_spec(robot, path.stem if path else "")
    if choice(form, ("json", "urdf"), "exportrobot: Format") == "json":
        from ..files.model_json import write_model  # noqa: PLC0415

        return write_model(spec, path)
    from ..files.urdf_writer import write_urdf  # noqa: PLC0415

    written, remarks = write_urdf(spec, path)
    for identifier, remark in remarks:
        warn(identifier, remark)
    return written
