"""A variable of a .mat file, on its way through the readers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ..errors import MatlabError
from .mat_errors import MatFault


class Wanted:
    """Which variables are wanted: all, or those of some names, in which ``*`` stands for any characters.

    Examples
    --------
    >>> Wanted(["q*"])("qd"), Wanted(["q"])("qd"), Wanted([])("qd")
    (True, False, True)
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._patterns = {name: re.compile(".*".join(map(re.escape, name.split("*")))) for name in names}

    def __call__(self, name: str) -> bool:
        return not self._patterns or any(pattern.fullmatch(name) for pattern in self._patterns.values())

    def missing(self, found: Sequence[str]) -> list[str]:
        """The names for which there is nothing."""
        return [name for name, pattern in self._patterns.items() if not any(map(pattern.fullmatch, found))]


@dataclass
class Variable:
    """A variable of a file.

    Attributes
    ----------
    name : str
        Empty for the table of objects.
    class_name : str
    value : object
        None where it was not wanted, or is or holds an object.
    fault : MatFault or MatlabError or None
        Why it cannot be read.
    objects : bool
        It is or holds an object of a MATLAB class, which another package must read.
    single : bool
        Of version 7.3: it is or holds a complex single.
    walked : bool
        It was wanted, and tested to its last byte.
    filled : list of str
        What the file leaves out of a robot, with the default that stands for it.
    index : bytes
        Of the table of objects: where everything stands in it.
    start, stop : int
        Where it stands in the file.
    """

    name: str = ""
    class_name: str = ""
    value: Any = None
    fault: MatFault | MatlabError | None = None
    objects: bool = False
    single: bool = False
    walked: bool = True
    filled: list[str] = field(default_factory=list)
    index: bytes = b""
    start: int = 0
    stop: int = 0
