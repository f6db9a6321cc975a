"""MAT-files of version 4: a header of five integers, a name, and columns of numbers, over and over."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from .mat_errors import DamagedError, MatFault
from .mat_numbers import number_value, sparse_value
from .mat_stream import Budget, Plain
from .mat_text import text_value
from .mat_variable import Variable

_TYPES = ("f8", "f4", "i4", "i2", "u2", "u1")
_NUMBERS, _TEXT, _SPARSE = 0, 1, 2
_NAME_BYTES, _HEADER = 256, 20


def byte_order(start: bytes) -> str | None:
    """The byte order of a file that begins like a version 4 file, or None.

    Examples
    --------
    >>> byte_order(bytes([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0]))
    '<'
    """
    for order, machine in (("<", 0), (">", 1)):
        if len(start) >= _HEADER:
            kind, rows, columns, imaginary, name = struct.unpack(order + "5i", start[:_HEADER])
            digits = divmod(kind, 10)
            good = digits[0] in range(100 * machine, 100 * machine + len(_TYPES)) and digits[1] <= _SPARSE
            if good and min(rows, columns) >= 0 and imaginary in (0, 1) and 1 < name <= _NAME_BYTES:
                return order
    return None


def variables(file: BinaryIO, size: int, wanted: Callable[[str], bool], budget: Budget) -> Iterator[Variable]:
    """Every variable of a file.

    Raises
    ------
    DamagedError
        Where the chain of the variables breaks.
    """
    at = 0
    while at < size:
        stream = Plain(file, at, size)
        order, header = None, b""
        if size - at >= _HEADER:
            header = stream.read(_HEADER)
            order = byte_order(header)
        if order is None:
            raise DamagedError(f"at byte {at}, where a variable should begin, there is something else")
        kind, rows, columns, imaginary, length = struct.unpack(order + "5i", header)
        name = stream.read(length).split(b"\0")[0].decode("latin-1")
        into = Variable(name=name, class_name="char" if kind % 10 == _TEXT else "double", start=at)
        dtype = np.dtype(order + _TYPES[kind // 10 % 10])
        count = rows * columns
        into.stop = stream.position + count * dtype.itemsize * (1 + imaginary)
        if into.stop > size:
            raise DamagedError(f"it ends in the middle of the variable '{name}'")
        into.walked = wanted(name)
        if into.walked:
            try:
                parts = [stream.array(count * dtype.itemsize).view(dtype) for _ in range(1 + imaginary)]
                budget.spend(8 * count * len(parts))
                into.value = _value(kind % 10, parts, (rows, columns))
            except MatFault as fault:
                into.fault = fault
        yield into
        at = into.stop


def _value(kind: int, parts: list[NDArray[Any]], shape: tuple[int, int]) -> Any:
    if kind == _TEXT:
        if not ((parts[0] >= 0) & (parts[0] <= 255)).all():
            raise DamagedError("a text has characters that are none")
        return text_value(parts[0].astype("u1").tobytes().decode("latin-1"), shape)
    if kind == _SPARSE:
        return _sparse(parts[0].astype("f8", copy=False).reshape(shape, order="F"))
    out = parts[0].astype("f8", copy=False)
    if len(parts) == 2:
        real, out = out, np.empty(len(out), "c16")
        out.real, out.imag = real, parts[1]
    return number_value(out.reshape(shape, order="F"))


def _sparse(table: NDArray[np.float64]) -> Any:
    """Rows of (row, column, value[, imaginary part]); the last one is the size."""
    if table.shape[0] < 1 or table.shape[1] not in (3, 4):
        raise DamagedError("a sparse array has another layout than it should")
    indices, size = table[:-1, :2], table[-1, :2]
    if not (np.isfinite(table[:, :2]).all() and (table[:, :2] >= 0).all() and size.max() < 2**31):
        raise DamagedError("a sparse array has indices that do not fit its size")
    shape = (int(size[0]), int(size[1]))
    if len(indices) and ((indices < 1).any() or (indices > size).any()):
        raise DamagedError("a sparse array has indices that do not fit its size")
    Budget(table.nbytes).spend(4 * shape[1])
    rows, columns = (indices - 1).astype(np.int64).T
    order = np.lexsort((rows, columns))
    data = table[:-1, 2] + 1j * table[:-1, 3] if table.shape[1] == 4 else table[:-1, 2]
    starts = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=shape[1]))]).astype(np.int64)
    return sparse_value(data[order], rows[order], starts, shape)
