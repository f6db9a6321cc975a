"""A value of a JSON file that knows its path, so that every refusal can name the place."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from ..errors import MatlabError, MatlabKeyError, MatlabTypeError, MatlabValueError, did_you_mean, shortened
from .spec import Matrix, Vector

_ID = "rst_compat:model:"
#: what to do about a fault where the place says nothing better
_HINTS = {
    "MissingKey": "Keys are spelled as MATLAB's properties",
    "UnknownKey": "Keys are spelled as MATLAB's properties",
    "WrongShape": "Vectors are lists of numbers, matrices lists of rows",
    "WrongType": "The schema of the format, model.schema.json or golden.schema.json, says what every key takes",
    "WrongValue": "MIGRATION.md describes the format",
}
_SPECIAL = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}


#: how far the columns of a rotation may be from orthonormal, as in setFixedTransform
ROTATION_TOLERANCE = 1e-2


class At:
    """A value and its path, for example ``Bodies[2].Joint.DH`` (counted from 0, as JSON paths are)."""

    def __init__(self, value: Any, path: str = "") -> None:
        self.value = value.tolist() if hasattr(value, "tolist") else value
        self.path = path

    def refuse(
        self, what: str, expected: str, got: str, hint: str | None = None, error: type[MatlabError] = MatlabValueError
    ) -> NoReturn:
        """Raise ``path: expected ..., got ...``."""
        raise error(_ID + what, self.path or "top level", expected, got, hint or _HINTS[what])

    def object(self, known: Sequence[str], required: Iterable[str] = (), hint: str | None = None) -> dict[str, At]:
        """The members of an object; unknown and missing keys are refused, these with a hint."""
        if not isinstance(self.value, dict):
            self.refuse("WrongType", "an object", _say(self.value), error=MatlabTypeError)
        for key in self.value:
            if key not in known:
                expected, meant = f"one of {', '.join(known)}", did_you_mean(key, known)
                got = f"the unknown key {shortened(repr(key), 100)}"
                self.refuse("UnknownKey", expected, got, meant, MatlabKeyError)
        for key in required:
            if key not in self.value:
                self.refuse("MissingKey", f"the key {key!r}", "none", hint, MatlabKeyError)
        dot = self.path + "." if self.path else ""
        return {key: At(value, dot + key) for key, value in self.value.items()}

    def items(self) -> list[At]:
        """The elements of a list; a lone object counts as a list of one, as ``jsonencode`` writes a 1x1 struct."""
        if isinstance(self.value, dict):
            return [At(self.value, self.path)]
        if not isinstance(self.value, list | tuple):
            self.refuse("WrongType", "a list of objects", _say(self.value), error=MatlabTypeError)
        return [At(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]

    def text(self) -> str:
        """A string that is Unicode text, of any length."""
        if not isinstance(self.value, str):
            self.refuse("WrongType", "a string", _say(self.value), error=MatlabTypeError)
        if any("\ud800" <= c <= "\udfff" for c in self.value):
            hint = "Characters beyond U+FFFF are written as pairs of surrogates"
            self.refuse("WrongValue", "Unicode text", f"a lone surrogate in {shortened(ascii(self.value), 100)}", hint)
        return self.value

    def name(self, empty: bool = False) -> str:
        """A string that stands in tables and messages: one line, printable, not empty unless allowed."""
        text = self.text()
        if not text and not empty:
            self.refuse("WrongValue", "a name", "an empty string", "Names are text: 'link_1'")
        if not text.isprintable():
            hint = "Line feeds, tabs, control characters and marks that turn the direction of text are no part of names"
            self.refuse("WrongValue", "a name of printable characters", shortened(ascii(text), 100), hint)
        return text

    def choice(self, options: Sequence[str]) -> str:
        """One of some words."""
        if self.text() not in options:
            hint = did_you_mean(self.value, options, "Words are spelled as MATLAB spells them")
            self.refuse("WrongValue", f"one of {', '.join(options)}", _say(self.value), hint)
        return str(self.value)

    def logical(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.refuse("WrongType", "true or false", _say(self.value), error=MatlabTypeError)
        return self.value

    def number(self) -> float:
        """A finite number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int | float):
            self.refuse("WrongType", "a number", _say(self.value), error=MatlabTypeError)
        try:
            value = float(self.value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            self.refuse("WrongValue", "a finite number", str(value), "Only PositionLimits may be infinite")
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
            hint = "null means no limit, too"
            self.refuse("WrongType", 'a number, "NaN", "Infinity" or "-Infinity"', _say(self.value), hint)
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
        """A 4x4 homogeneous transform; its rotation may be typed with a few digits, but must be one."""
        T = tuple(tuple(item.number() for item in row) for row in self.rows(4, 4))
        if T[3] != (0.0, 0.0, 0.0, 1.0):
            hint = "Rows follow each other, [R p; 0 0 0 1]: a transposed matrix has the translation here"
            At(None, f"{self.path}[3]").refuse("WrongValue", "the last row [0, 0, 0, 1]", str(list(T[3])), hint)
        columns = list(zip(*(row[:3] for row in T[:3]), strict=True))
        if (fault := _no_rotation(columns)) is not None:
            hint = f"Its columns are unit vectors at right angles, to {ROTATION_TOLERANCE:g}, and right-handed"
            self.refuse("WrongValue", "a rotation in the upper left corner", fault, hint)
        return T

    def _inner(self, count: int | None = None) -> list[At]:
        if not isinstance(self.value, list | tuple):
            self.refuse("WrongType", "a list of numbers", _say(self.value), error=MatlabTypeError)
        if count is not None and len(self.value) != count:
            self.refuse("WrongShape", f"{count} numbers", str(len(self.value)))
        return [At(value, f"{self.path}[{i}]") for i, value in enumerate(self.value)]


def _no_rotation(columns: Sequence[Vector]) -> str | None:
    """What is wrong with the columns of a rotation matrix: a size, an angle, or the hand."""
    for i, u in enumerate(columns):
        largest = max(map(abs, u))
        if largest > 2:  # asked first: the products of huge elements overflow
            return f"an element of size {largest:g}"
        for j, v in enumerate(columns[: i + 1]):
            product = sum(a * b for a, b in zip(u, v, strict=True))
            if i == j and abs(product - 1) > ROTATION_TOLERANCE:
                return f"a column of length {product**0.5:g}"
            if i != j and abs(product) > ROTATION_TOLERANCE:
                return f"columns {j + 1} and {i + 1} that are not orthogonal"
    (a, b, c), (d, e, f), (g, h, k) = columns
    return "a mirror image" if a * (e * k - f * h) - d * (b * k - c * h) + g * (b * f - c * e) < 0 else None


def _say(value: object) -> str:
    """A short word for a value in an error message."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return repr(value if len(value) <= 40 else value[:37] + "...") if isinstance(value, str) else repr(value)
