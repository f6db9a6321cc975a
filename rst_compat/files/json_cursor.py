"""A value of a JSON file that knows its path, so that every refusal can name the place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from ..errors import MatlabError, MatlabKeyError, MatlabTypeError, MatlabValueError, did_you_mean
from .spec import Matrix, Vector

_ID = "rst_compat:model:"
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


class At:
    """A value and its path, for example ``Bodies[2].Joint.DH`` (counted from 0, as JSON paths are)."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value.tolist() if hasattr(value, "tolist") else value
        self.path = path

    def refuse(
        self, what: str, expected: str, got: str, hint: str | None = None, error: type[MatlabError] = MatlabValueError
    ) -> NoReturn:
        """Raise ``path: expected ..., got ...``."""
        raise error(_ID + what, self.path or "top level", expected, got, hint)

    def object(self, known: Sequence[str], required: Iterable[str] = ()) -> dict[str, At]:
        """The members of an object; unknown and missing keys are refused."""
        if not isinstance(self.value, dict):
            self.refuse("WrongType", "an object", _say(self.value), error=MatlabTypeError)
        for key in self.value:
            if key not in known:
                expected, hint = f"one of {', '.join(known)}", did_you_mean(key, known)
                self.refuse("UnknownKey", expected, f"the unknown key {key!r}", hint, MatlabKeyError)
        for key in required:
            if key not in self.value:
                self.refuse("MissingKey", f"the key {key!r}", "none", error=MatlabKeyError)
        dot = self.path + "." if self.path else ""
        return {key: At(value, dot + key) for key, value in self.value.items()}

    def items(self) -> list[At]:
        """The elements of a list; a lone object counts as a list of one, as ``jsonencode`` writes a 1x1 struct."""
        if isinstance(self.value, dict):
            return [At(self.value, self.path)]
        if not isinstance(self.value, list | tuple):
            self.refuse("WrongType", "a list of objects", _say(self.value), error=MatlabTypeError)
        return [At(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def text(self, empty: bool = False) -> str:
        """A string, not empty unless allowed."""
        if not isinstance(self.value, str):
            self.refuse("WrongType", "a string", _say(self.value), error=MatlabTypeError)
        if not self.value and not empty:
            self.refuse("WrongValue", "a name", "an empty string")
        if any("\ud800" <= c <= "\udfff" for c in self.value):
            self.refuse("WrongValue", "Unicode text", f"a lone surrogate in {self.value!a}")
        return self.value

    def choice(self, options: Sequence[str]) -> str:
        """One of some words."""
        if self.text() not in options:
            hint = did_you_mean(self.value, options)
            self.refuse("WrongValue", f"one of {', '.join(options)}", repr(self.value), hint)
        return str(self.value)

    def number(self) -> float:
        """A finite number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.refuse("WrongType", "a number", _say(self.value), error=MatlabTypeError)
        try:
            value = float(self.value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            self.refuse("WrongValue", "a finite number", str(value))
        return value

    def limit(self, null: float) -> float:
        """A number or a name of NaN or an infinity; null (what ``jsonencode`` makes of those) has the given meaning."""
        if self.value is None:
            return null
        if isinstance(self.value, str) and self.value in _SPECIAL:
            return _SPECIAL[self.value]
        if isinstance(self.value, float) and not math.isfinite(self.value):
            return self.value  # from a dict
        if isinstance(self.value, str):
            self.refuse("WrongType", 'a number, "NaN", "Infinity" or "-Infinity"', repr(self.value))
        return self.number()

    def elements(self, count: int | None, noun: str = "numbers") -> list[At]:
        """The elements of a vector: ``[a, b]``, a column ``[[a], [b]]`` or a row ``[[a, b]]``."""
        want = f"{count} {noun}" if count is not None else f"a list of {noun}"
        if not isinstance(self.value, list | tuple):
            self.refuse("WrongType", want, _say(self.value), error=MatlabTypeError)
        if count is not None and len(self.value) not in (1, count):
            self.refuse("WrongShape", want, str(len(self.value)))
        outer = [At(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]
        widths = {len(item.value) if isinstance(item.value, list | tuple) else 0 for item in outer}
        if widths == {1} or (len(outer) == 1 and widths != {0}):
            outer = [inner for item in outer for inner in item._inner()]
        if count is not None and len(outer) != count:
            self.refuse("WrongShape", want, str(len(outer)))
        return outer

    def vector(self, count: int | None) -> Vector:
        """Finite numbers, ``count`` of them, or any number of them."""
        return tuple(item.number() for item in self.elements(count))

    def rows(self, rows: int, columns: int) -> list[list[At]]:
        """The elements of a matrix given as a list of rows."""
        want = f"a {rows}x{columns} matrix (a list of {rows} rows)"
        if not isinstance(self.value, list | tuple):
            self.refuse("WrongType", want, _say(self.value), error=MatlabTypeError)
        if len(self.value) != rows:
            self.refuse("WrongShape", want, f"a list of {len(self.value)}")
        outer = [At(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]
        return [item._inner(columns) for item in outer]

    def pose(self) -> Matrix:
        """A 4x4 homogeneous transform."""
        T = tuple(tuple(item.number() for item in row) for row in self.rows(4, 4))
        if T[3] != (0.0, 0.0, 0.0, 1.0):
            At(None, f"{self.path}[3]").refuse("WrongValue", "the last row [0, 0, 0, 1]", str(list(T[3])))
        return T

    def _inner(self, count: int | None = None) -> list[At]:
        if not isinstance(self.value, list | tuple):
            self.refuse("WrongType", "a list of numbers", _say(self.value), error=MatlabTypeError)
        if count is not None and len(self.value) != count:
            self.refuse("WrongShape", f"{count} numbers", str(len(self.value)))
        return [At(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]


def _say(value: object) -> str:
    """A short word for a value in an error message."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:37] + "...")
    return repr(value)
