"""Xacro, ROS' macro language for URDF, expanded by the package ``xacro``.

Xacro evaluates Python expressions and reads the files that the text includes. Its sandbox keeps honest texts from
accidents, not dishonest ones from harm: expand what you would run as a script.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import MatlabImportError, MatlabValueError
from .xml_text import Document, parse_xml

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
    try:
        import xacro  # noqa: PLC0415 - an extra
        from xacrodoc.packages import PackageFinder  # noqa: PLC0415
    except ImportError:
        raise MatlabImportError(
            "rst_compat:urdf:XacroMissing",
            f"{name} is written in xacro",
            "the package xacrodoc, which expands it",
            "none",
            "pip install xacrodoc, or expand it with ROS: xacro robot.xacro > robot.urdf",
        ) from None
    try:
        finder = PackageFinder()
        if path is not None:
            finder.walk_up_from(path)
        if folders:
            finder.look_in([*folders, *(str(Path(folder).parent) for folder in folders)])
        with _finding(finder.get_path):
            xacro.init_stacks(None if path is None else str(path))
            tree = xacro.parse(text)
            xacro.process_doc(tree)
            expanded = str(tree.toxml())
    except (Exception, SystemExit) as error:  # xacro lets every error of an expression through
        reason = " ".join(f"{type(error).__name__} {error}".split())
        hint = "The command xacro FILE shows where; packages for $(find) are looked for in MeshPath too"
        raise MatlabValueError("rst_compat:urdf:Xacro", name, "a text that xacro expands", reason, hint) from None
    return parse_xml(expanded, f"{name} (expanded)")


@contextmanager
def _finding(get_path: Callable[[str], str]) -> Iterator[None]:
    """Let ``$(find package)`` ask this function; xacro itself asks an installation of ROS only."""
    from xacro import substitution_args  # noqa: PLC0415

    module: Any = substitution_args
    before = module._eval_find
    module._eval_find = get_path
    try:
        yield
    finally:
        module._eval_find = before
