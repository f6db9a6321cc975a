"""What a xacro text may do while it is expanded: evaluate expressions that only calculate, and read plain local files.

The package xacro forbids the names of Python's builtins and leaves ways around that: the names inside of a lambda, the
classes behind ``python.type`` and ``python.vars``, and ``$(eval ...)``, which sees all builtins. Here they are closed.
Behind that stands a second guard: an audit hook (PEP 578), which sees what the interpreter is about to do.
"""

from __future__ import annotations

import ast
import os
import re
import sys
from pathlib import Path
from typing import Any, NoReturn
from xml.dom import minidom

from ..errors import MatlabValueError
from .disk import SIZE_LIMIT, read_bytes
from .xml_text import parse_xml, shortened

_ID = "rst_compat:urdf:Xacro"
_NETWORK = re.compile(r"[A-Za-z][\w.+-]*://|[/\\]{2}")
#: they bring frames, and through them every name of the interpreter, into reach
_FUNCTIONS = (ast.Lambda, ast.GeneratorExp)
#: beginnings of the names of audit events: the network, other programs, foreign code, changes on the disk
_EVENTS = re.compile(
    r"(socket|urllib|ftplib|http|subprocess|pty|ctypes|shutil)\.|os\.(system|exec|posix_spawn|spawn|fork|startfile|"
    r"remove|rename|rmdir|mkdir|link|symlink|truncate|chmod|chown|kill)"
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def guard(xacro: Any, substitution_args: Any) -> None:
    """Put guards into the modules of the package xacro, for the rest of the process."""
    evaluate, absolute = xacro.safe_eval, xacro.abs_filename_spec
    builtins = {"__builtins__": substitution_args._eval_dict["__builtins__"]}
    xacro.safe_eval = lambda text, *names: evaluate(checked(text), *names)
    substitution_args.eval = lambda text, _, names: eval(checked(text), dict(builtins), names)
    for name in ("type", "vars"):
        xacro._global_symbols["python"].pop(name, None)
    xacro.abs_filename_spec = lambda spec: absolute(_local(spec))
    xacro.open = _opened
    parser: Any = minidom
    parser.parse = _parsed
    sys.dont_write_bytecode = True
    sys.addaudithook(_audit)


def _audit(event: str, args: tuple[Any, ...]) -> None:
    """Refuse what no description of a robot needs, however it came about."""
    writes = event == "open" and args[2] & _WRITING
    if writes or _EVENTS.match(event):
        got = f"{event}, to write" if writes else event
        _refuse("the text does something else than describe a robot", "arithmetic and reading files", got)


def _parsed(file: Any) -> Any:
    """``minidom.parse`` of an open file, read anew from its bytes."""
    path = Path(file.name)
    return minidom.parseString(parse_xml(read_bytes(path, "xml"), str(path)).text.encode())


def checked(expression: str) -> str:
    """An expression that cannot leave the namespace it is given, or an error.

    Examples
    --------
    >>> checked("2 * pi")
    '2 * pi'
    """
    for node in ast.walk(ast.parse(expression.strip(), mode="eval")):
        name = node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")
        inside = isinstance(node, ast.Attribute) and (name.startswith("_") or name == "mro")
        if inside or name.startswith("__") or isinstance(node, _FUNCTIONS):
            got = repr(name) if name else f"a {type(node).__name__.lower()}"
            _refuse(f"expression {shortened(expression, 100)!r}", "arithmetic, lists and texts", got)
    return expression


def _local(path: str) -> str:
    """A path that leads to no other machine."""
    if _NETWORK.match(path):
        _refuse(f"path {shortened(path, 200)!r}", "a file on this machine", "a network path")
    return path


def _opened(path: str, *args: Any) -> Any:
    """``open`` for files of bounded size; devices and pipes might never end."""
    if os.path.exists(path) and not os.path.isdir(path):
        if not os.path.isfile(path):
            _refuse(f"path {shortened(path, 200)!r}", "a plain file", "a device or a pipe")
        if os.path.getsize(path) > SIZE_LIMIT:
            _refuse(f"path {shortened(path, 200)!r}", f"at most {SIZE_LIMIT >> 20} MB", "more")
    return open(path, *args)


def _refuse(fact: str, expected: str, got: str) -> NoReturn:
    raise MatlabValueError(_ID, fact, expected, got, "Expand a text that you trust with ROS: xacro FILE > robot.urdf")


def cause(error: BaseException) -> BaseException:
    """What happened in an expression; xacro wraps it in errors of its own."""
    while isinstance(inner := getattr(error, "exc", None), BaseException):
        error = inner
    return error
