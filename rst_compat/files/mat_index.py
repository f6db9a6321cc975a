"""How objects of MATLAB classes are found in a MAT-file, tested before another package follows it.

An object is a column of uint32: a mark, the number of dimensions, the size, one number per object, the class. What the
numbers stand for is in the index of the table of objects.
"""

from __future__ import annotations

import itertools
import math
import struct
from typing import Any

import numpy as np

from .mat_errors import DamagedError, TooLargeError
from .mat_variable import Variable

_MARK = 0xDD000000
#: a loop over the indices of an empty cell may list those of each dimension
_LONG = 2**20


def check_reference(values: Any, known: bool = False) -> None:
    """Refuse a column that is a reference to objects, but not to as many as it says.

    Parameters
    ----------
    values : array of numbers
    known : bool
        It is a reference, whether it has the mark or not.

    Examples
    --------
    >>> check_reference([0xDD000000, 2, 1, 1, 1, 1])
    """
    if known and (len(values) < 3 or not 0 <= values[1] < len(values)):
        raise DamagedError("a reference to objects is broken")
    if known or (len(values) >= 3 and values[0] == _MARK):
        dimensions = int(values[1])
        count = len(values) - 3 - dimensions
        if count < 0 or math.prod(int(n) for n in values[2 : 2 + dimensions]) != count:
            raise DamagedError("a reference to objects is broken")


def check_empty(shape: Any) -> None:
    """Refuse an empty cell or struct array with a dimension beyond reason.

    Examples
    --------
    >>> check_empty((0, 3))
    """
    if 0 in shape and max(shape) > _LONG:
        raise DamagedError("an empty array is long beyond reason")


def check_table(table: Variable, order: str) -> None:
    """Refuse a table of objects that could not be read, or in which mat-io would lose its way."""
    if isinstance(table.fault, TooLargeError):
        raise TooLargeError(f"of its objects, {table.fault}", table.fault.size)
    if table.fault:
        raise DamagedError(f"the table of its objects cannot be read: {table.fault}")
    check_index(table.index, order)


def check_index(index: bytes, order: str) -> None:
    """Refuse a table of objects in which mat-io would lose its way.

    The index has counts and offsets (version, number of names, 8 offsets), then regions of int32: classes by 4,
    properties of one kind of objects, objects by 6, properties of the other kind, dynamic properties. Properties are
    records of a count and that many entries, padded to an even length.

    Parameters
    ----------
    index : bytes
    order : {"<", ">"}

    Raises
    ------
    DamagedError
    """
    broken = DamagedError("the table of its objects is broken")
    if len(index) < 40:
        raise broken
    offsets = struct.unpack(order + "8i", index[8:40])[:6]
    if list(offsets) != sorted(offsets) or offsets[0] < 40 or offsets[5] > len(index):
        raise broken
    classes, saved, objects, normal, dynamic = (
        np.frombuffer(index[a : a + (b - a) // 4 * 4], order + "i4").astype(np.int64)
        for a, b in itertools.pairwise(offsets)
    )
    rows = objects[: len(objects) // 6 * 6].reshape(-1, 6)
    bounds = len(classes) // 4, len(rows), len(rows), _records(saved, 3), _records(normal, 3), _records(dynamic, 1)
    used = rows[1:, [0, 3, 4, 5]]
    if used.size and (used.min() < 0 or (used.max(axis=0) >= np.array(bounds)[[0, 3, 4, 5]]).any()):
        raise broken


def _records(region: Any, width: int) -> int:
    """How many records a region has."""
    at = count = 0
    while at < len(region):
        entries = int(region[at])
        if entries < 0 or at + 1 + width * entries > len(region):
            break
        at += 1 + width * entries
        at += at % 2
        count += 1
    return max(count, 1)
