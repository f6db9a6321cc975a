"""Xacro, ROS' macro language for URDF, expanded by the package ``xacro``.

Xacro evaluates Python expressions and reads the files that the text includes. Its sandbox keeps honest texts from
accidents, not dishonest ones from harm: expand what you would run as a script. It runs in a process of its own, which
bounds its time and memory (see ``xacro_child.py``).
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from ..errors import MatlabImportError, MatlabValueError
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
    request = {"text": text, "path": None if path is None else str(path), "folders": list(folders)}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "rst_compat.files.xacro_child"],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        answer = json.loads(done.stdout or "{}")
    except (subprocess.TimeoutExpired, ValueError):
        answer = {}
    if "expanded" not in answer:
        reason = answer.get("fault") or f"no end within {SECONDS} s and {MEMORY >> 20} MB"
        hint = "The command xacro FILE shows where; packages for $(find) are looked for in MeshPath too"
        raise MatlabValueError("rst_compat:urdf:Xacro", name, "a text that xacro expands", reason, hint)
    return parse_xml(answer["expanded"], f"{name} (expanded)")
