"""A robot from XML: URDF, SDF or Xacro, told apart by what the text is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ..errors import MatlabValueError, did_you_mean
from .disk import read_bytes
from .sdf import read_sdf
from .spec import RobotSpec
from .urdf import read_urdf
from .xacro_text import expand, has_macros
from .xml_text import Document, parse_xml

FORMATS = ("urdf", "sdf", "xacro")
_ROOTS = {"robot": ("urdf", "xacro"), "sdf": ("sdf", "xacro")}


def read_xml(source: str | bytes | Path, form: str | None = None, mesh_folders: Sequence[str] = ()) -> RobotSpec:
    """Read a robot from a URDF, SDF or Xacro file or text.

    Parameters
    ----------
    source : Path, str or bytes
        A Path is a file, everything else the text.
    form : {"urdf", "sdf", "xacro"}, optional
        What it must be; by default what it is.
    mesh_folders : sequence of str
        Where mesh files may be. The folder of the file is added.

    Raises
    ------
    MatlabError
        ``rst_compat:xml:*``, ``rst_compat:urdf:*`` or ``rst_compat:sdf:*``.

    Examples
    --------
    >>> read_xml("<robot name='post'><link name='foot'/></robot>").base_name
    'foot'
    """
    path = source if isinstance(source, Path) else None
    name = str(path.name) if path else f"the {(form or 'XML').upper()} text"
    document = parse_xml(read_bytes(source, "xml") if isinstance(source, Path) else source, name)
    kind = _kind(document, form)
    called_xacro = form == "xacro" or (path is not None and path.suffix.lower() == ".xacro")
    if has_macros(document, called_xacro):
        if form in ("urdf", "sdf"):
            _wrong_format(document, form, "elements of xacro", "Leave the format out, or say xacro")
        if not called_xacro:
            hint = 'importrobot(source, "xacro") expands it and runs its expressions: say so for a text you trust'
            _wrong_format(document, kind, "elements of xacro", hint)
        document = expand(document.text, path, mesh_folders, name)
    spec = read_sdf(document) if kind == "sdf" else read_urdf(document)
    spec.mesh_folders = (*mesh_folders, *([str(path.parent)] if path else []))
    return spec


def _kind(document: Document, form: str | None) -> str:
    root = str(document.root.tag).rpartition("}")[2]
    if root not in _ROOTS:
        fact, hint = document.place(document.root), did_you_mean(root, _ROOTS)
        if root == "mujoco":
            hint = "MJCF is not read; MuJoCo and its tools know how to write URDF"
        expected = "<robot> (URDF, Xacro) or <sdf> as the first element"
        raise MatlabValueError(
            "rst_compat:xml:UnknownRoot", fact, expected, f"<{root}>", hint or "Is it the right file?"
        )
    if form is not None and form not in _ROOTS[root]:
        _wrong_format(document, form, f"<{root}>", "Leave the format out, or say what the text is")
    return _ROOTS[root][0]


def _wrong_format(document: Document, form: str, got: str, hint: str) -> NoReturn:
    expected = f"a text in the format {form}"
    raise MatlabValueError("rst_compat:xml:WrongFormat", document.place(document.root), expected, got, hint)
