"""A variable of a .mat file, on its way through the readers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..errors import MatlabError
from .mat_errors import MatFault


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
