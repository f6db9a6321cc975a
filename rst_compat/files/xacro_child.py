"""The process that expands a xacro text: a request on standard input, an answer on standard output, both JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from .xacro_text import MEMORY, SECONDS


def _bound() -> None:
    """Limit time and memory, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def _expanded(text: str, path: str | None, folders: Sequence[str]) -> str:
    import xacro  # noqa: PLC0415 - an extra
    from xacro import substitution_args  # noqa: PLC0415
    from xacrodoc.packages import PackageFinder  # noqa: PLC0415

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
    return str(tree.toxml())


def main() -> None:
    """Answer one request."""
    request = json.load(sys.stdin)
    out, sys.stdout = sys.stdout, sys.stderr  # xacro may print
    _bound()
    try:
        answer = {"expanded": _expanded(request["text"], request["path"], request["folders"])}
    except MemoryError:
        answer = {}
    except (Exception, SystemExit) as error:  # xacro lets every error of an expression through
        answer = {"fault": " ".join(f"{type(error).__name__} {error}".split())}
    json.dump(answer, out)


if __name__ == "__main__":
    main()
