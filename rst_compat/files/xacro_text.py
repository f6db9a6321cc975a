"""Xacro, ROS' macro language for URDF, expanded by the package ``xacro``.

Xacro evaluates Python expressions, and reads environment variables and the local files that a text names (``include``,
``load_yaml``). It does so in a process of its own, which bounds its time and memory (``xacro_child.py``), where
expressions can only calculate and included files pass the same parser as the first (``xacro_guard.py``). That is a
guard in Python around Python's ``eval``: expand what you would run as a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ..errors import MatlabError, MatlabImportError, MatlabValueError
from .child import ChildError, call
from .xml_text import Document, parse_xml

SECONDS = 30
MEMORY = 2**30
_NAMESPACES = ("http://www.ros.org/wiki/xacro", "http://ros.org/wiki/xacro", "http://www.ros.org/xacro")


def has_macros(document: Document, called_xacro: bool = False) -> bool:
    """Whether a text has something for xacro to expand.

    One of xacro's elements, or an expression in a text that is called xacro or declares its prefix.
    """
    starts = tuple("{" + namespace for namespace in _NAMESPACES)
    if any(str(element.tag).startswith(starts) for element in document.root.iter("{*}*")):
        return True
    if not called_xacro and not set(_NAMESPACES) & set(document.root.nsmap.values()):
        return False
    text = document.text_without_comments
    return "${" in text or "$(" in text


def expand(text: str, path: Path | None, folders: Sequence[str], name: str) -> Document:
    """Expand a xacro text.

    Parameters
    ----------
    text : str
        Parsed before, and so without document type.
    path : Path or None
        The file it came from; relative includes start there.
    folders : sequence of str
        Where ``$(find package)`` looks, beside the parents of the file and ROS' own places.
    name : str
        What an error message calls the text.

    Raises
    ------
    MatlabError
        ``rst_compat:urdf:XacroMissing`` without the package, ``rst_compat:urdf:Xacro`` for its own errors.
    """
    if not all(find_spec(package) for package in ("xacro", "xacrodoc")):
        raise MatlabImportError(
            "rst_compat:urdf:XacroMissing",
            f"{name} is written in xacro",
            "the package xacrodoc, which expands it",
            "none",
            "pip install xacrodoc, or expand it with ROS: xacro robot.xacro > robot.urdf",
        )
    request = text, None if path is None else str(path), list(folders)
    needs = "xacro", "xacrodoc.packages"
    try:
        expanded, reason = call(
            "rst_compat.files.xacro_child:expanded", *request, needs=needs, seconds=SECONDS, size=MEMORY
        )
    except ChildError as error:
        expanded, reason = None, str(error)
    if isinstance(reason, MatlabError):
        raise type(reason)(reason.identifier, f"{name}: {reason.fact}", reason.expected, reason.got, reason.hint)
    if expanded is None:
        hint = "The command xacro FILE shows where; packages for $(find) are looked for in MeshPath too"
        raise MatlabValueError("rst_compat:urdf:Xacro", name, "a text that xacro expands", reason, hint)
    return parse_xml(expanded, f"{name} (expanded)")
