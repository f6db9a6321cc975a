"""What expands a xacro text, in a process of its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import MatlabError
from .disk import SIZE_LIMIT
from .xacro_guard import cause, guard


def expanded(text: str, path: str | None, folders: Sequence[str]) -> tuple[str | None, str | MatlabError]:
    """The expanded text, or None and why there is none."""
    try:
        return _expanded(text, path, folders), ""
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:  # xacro lets every error of an expression through
        inner = cause(error)
        return None, inner if isinstance(inner, MatlabError) else " ".join(f"{type(inner).__name__} {error}".split())


def _expanded(text: str, path: str | None, folders: Sequence[str]) -> str:
    import xacro  # noqa: PLC0415 - an extra
    from xacro import substitution_args  # noqa: PLC0415
    from xacrodoc.packages import PackageFinder  # noqa: PLC0415

    guard(xacro, substitution_args)
    finder = PackageFinder()
    if path is not None:
        finder.walk_up_from(path)
    if folders:
        finder.look_in([*folders, *(str(Path(folder).parent) for folder in folders)])
    module: Any = substitution_args
    module._eval_find = finder.get_path  # xacro itself asks an installation of ROS only
    xacro.init_stacks(path)
    tree = xacro.parse(text)
    xacro.process_doc(tree)
    return str(tree.toxml())[: SIZE_LIMIT + 1]  # one more than is parsed
