"""Arrays of a MAT-file of version 5 to 7 that hold no other arrays: numbers, characters, sparse."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .mat5_elements import INT32, NAME_BYTES, SIZES, TYPES, UINT32, Elements
from .mat_errors import DamagedError
from .mat_numbers import number_value, sparse_value
from .mat_stream import Budget
from .mat_text import decoded, text_value

#: class -> the type in which its numbers are handed out
NUMBERS = {k: np.dtype(name) for k, name in enumerate(("f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), 6)}
COMPLEX, LOGICAL = 1 << 11, 1 << 9


class Leaves:
    """What stands at the current place of a stream. ``stop`` is where the array ends, ``flags`` are its own.

    Attributes
    ----------
    keep : bool
        Values are wanted; otherwise they are passed over, and None is returned.
    """

    def __init__(self, elements: Elements, budget: Budget) -> None:
        self.elements, self.budget, self.keep = elements, budget, False

    def characters(self, shape: tuple[int, ...], stop: int) -> Any:
        """A char array."""
        kind, count, data = self.elements.data(stop, self.keep)
        if math.prod(shape) > max(count, NAME_BYTES):
            raise DamagedError("a text has fewer characters than its size says")
        self.budget.spend(max(0, 16 * math.prod(shape) - count))
        return text_value(decoded(kind, data.tobytes(), self.elements.order), shape) if self.keep else None

    def _part(self, stop: int, count: int, home: np.dtype[Any], flags: int) -> NDArray[Any]:
        """One element of numbers, in the type in which its class is at home."""
        kind, length, data = self.elements.data(stop, self.keep)
        if kind not in TYPES or length != count * SIZES[kind]:
            hint = " (Octave writes sparse logical arrays so)" if flags & LOGICAL and kind == INT32 else ""
            raise DamagedError(f"an array has another number of elements than its size says{hint}")
        self.budget.spend(max(0, count * home.itemsize - length))
        stored = data.view(self.elements.order + TYPES[kind])
        if stored.dtype == home:
            return stored
        with np.errstate(invalid="ignore"):
            return stored.astype(home)

    def numbers(self, code: int, flags: int, shape: tuple[int, ...], stop: int) -> Any:
        """Numbers or logicals."""
        count = math.prod(shape)
        out = self._part(stop, count, NUMBERS[code], flags)
        if flags & COMPLEX:
            both = np.empty(len(out), "c8" if code == 7 else "c16")
            both.real = out
            del out  # large arrays: no more than these three at once
            both.imag = self._part(stop, count, NUMBERS[code], flags)
            out = both
        elif flags & LOGICAL:
            out = np.not_equal(out, 0, out=out.view(bool)) if out.itemsize == 1 else out.astype(bool)
        return number_value(out.reshape(shape, order="F")) if self.keep else None

    def sparse(self, flags: int, shape: tuple[int, ...], stop: int) -> Any:
        """A sparse array."""
        elements = self.elements
        kinds, lengths, contents = zip(
            *(elements.data(stop, self.keep) for _ in range(4 if flags & COMPLEX else 3)), strict=True
        )
        if len(shape) != 2 or lengths[1] != 4 * (shape[1] + 1) or set(kinds[:2]) - {INT32, UINT32}:
            raise DamagedError("a sparse array has indices that do not fit its size")
        if set(kinds[2:]) - set(TYPES) or lengths[0] % 4:
            raise DamagedError("a sparse array holds no numbers")
        self.budget.spend(4 * lengths[0])
        if not self.keep:
            return None
        rows, starts = (part.view(elements.order + "i4").astype("i4", copy=False) for part in contents[:2])
        values = []
        for kind, length, part in zip(kinds[2:], lengths[2:], contents[2:], strict=True):
            # a sparse logical array has one byte per element, even where its tag says double
            stored = "u1" if flags & LOGICAL and length == starts[-1] else TYPES[kind]
            if stored != "u1" and length % SIZES[kind]:
                raise DamagedError("a sparse array has half a number")
            values.append(part.view(elements.order + stored)[: starts[-1]])
        if any(len(part) != starts[-1] for part in values):
            raise DamagedError("a sparse array has fewer elements than its size says")
        data = values[0].astype(bool if flags & LOGICAL else "f8")
        return sparse_value(data + 1j * values[1] if flags & COMPLEX else data, rows, starts, shape)
