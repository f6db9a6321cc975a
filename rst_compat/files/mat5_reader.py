"""MAT-files of version 5 to 7 (MathWorks, *MAT-File Format*), every size tested against the bytes that are there.

Not ``scipy.io.loadmat``: it crashes the interpreter on unknown types and on deep nesting, reads a complex double whose
real part was stored as int32 in single precision, and holds every array twice when it restores MATLAB's classes.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabError
from .mat5_elements import COMPRESSED, INT32, MATRIX, NAME_BYTES, SIZES, TYPES, UINT8, UINT32, Elements
from .mat_errors import DamagedError, MatFault
from .mat_index import check_empty, check_reference
from .mat_numbers import number_value, sparse_value
from .mat_stream import Budget, Inflated, Plain
from .mat_text import decoded, text_value
from .mat_values import Cell, MatObject, Struct, StructArray
from .mat_variable import Variable

HEADER = 128
_CELL, _OBJECT, _CHAR, _SPARSE, _FUNCTION, _OPAQUE = 1, 3, 4, 5, 16, 17
#: class -> the type in which its numbers are handed out
_NUMBERS = {k: np.dtype(name) for k, name in enumerate(("f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), 6)}
_NAMES = {1: "cell", 2: "struct", 3: "object", 4: "char", 5: "double", 6: "double", 7: "single", 16: "function_handle"}
_NAMES |= {code: _NUMBERS[code].name for code in range(8, 16)}
_COMPLEX, _LOGICAL = 1 << 11, 1 << 9
_DEPTH, _INDEX_BYTES = 64, 2**26

Finish = Callable[[Struct], Any]


def variables(file: BinaryIO, size: int, wanted: Callable[[str], bool], finish: Finish) -> Iterator[Variable]:
    """Every variable of a file; a fault of one does not stop the others.

    Parameters
    ----------
    file : binary file
    size : int
        Its length.
    wanted : function
        Says by the name whether the value is wanted; "" is the table of objects.
    finish : function
        Turns a struct or an object into what it stands for.

    Raises
    ------
    DamagedError
        Where the chain of the variables breaks: the file was cut off or overwritten there.
    """
    file.seek(HEADER - 2)
    order = {b"IM": "<", b"MI": ">"}[file.read(2)]
    at, budget = HEADER, Budget(size)
    while at < size:
        file.seek(at)
        tag = file.read(8)
        kind, count = struct.unpack(order + "II", tag) if len(tag) == 8 else (0, 0)
        if kind not in (MATRIX, COMPRESSED) or not count:
            raise DamagedError(f"at byte {at}, where a variable should begin, there is something else")
        start, stop = at + 8, at + 8 + count
        compressed = kind == COMPRESSED
        stream = Inflated(file, start, min(stop, size), budget) if compressed else Plain(file, start, min(stop, size))
        arrays = _Arrays(Elements(stream, order), budget, Variable(start=at, stop=stop), wanted, finish)
        found = arrays.variable(None if compressed else stop)
        if stop > size:
            raise DamagedError("it ends in the middle of a variable" + (f", '{found.name}'" if found.name else ""))
        yield found
        at = stop


class _Unwanted(Exception):
    """The rest of a variable need not be read."""


class _Arrays:
    """The arrays of one variable."""

    def __init__(
        self, elements: Elements, budget: Budget, into: Variable, wanted: Callable[[str], bool], finish: Finish
    ) -> None:
        self._elements, self._budget, self._into = elements, budget, into
        self._wanted, self._finish = wanted, finish
        self._keep = False
        self._index_next = False

    def variable(self, stop: int | None) -> Variable:
        into, elements = self._into, self._elements
        try:
            if stop is None:
                kind, count = elements.full_tag()
                if kind != MATRIX:
                    raise DamagedError("its compressed data holds no array")
                stop = elements.stream.position + count
            into.value = self._array(stop, 0)
            elements.stream.close()
            if into.objects and elements.slack:  # the reader of objects follows the elements one by one
                raise DamagedError("an array is shorter than its tag says")
        except _Unwanted:
            into.walked = False
        except (MatFault, MatlabError) as fault:
            into.fault = fault
        if into.fault or into.objects:
            into.value = None
        return into

    def _child(self, stop: int, depth: int) -> Any:
        self._budget.spend(0, 1)
        kind, count = self._elements.full_tag()
        if kind != MATRIX:
            raise DamagedError("an element that should be an array is none")
        if not count:  # an empty array may have no content at all
            return np.zeros((0, 0))
        end = self._elements.stream.position + count
        if end > stop:
            raise DamagedError("an array is longer than the one that holds it")
        return self._array(end, depth + 1)

    def _array(self, stop: int, depth: int) -> Any:
        elements = self._elements
        if depth > _DEPTH:
            raise DamagedError(f"it is nested more than {_DEPTH} deep")
        flags, shape = (elements.nameless_matrix() if depth else None) or (elements.flags(), ())
        code = flags & 0xFF
        if shape and code in _NAMES:
            value = self._content(code, flags, shape, stop, depth)
        elif code == _OPAQUE:
            value = self._opaque(stop, depth)
        elif code in _NAMES:
            shape = elements.shape(stop)
            name = elements.text(stop)
            if depth == 0:
                self._top(name, "logical" if flags & _LOGICAL else _NAMES[code])
            value = self._content(code, flags, shape, stop, depth)
        else:
            raise DamagedError(f"an array is of the unknown class {code}")
        if elements.stream.position > stop:
            raise DamagedError("an array is longer than its tag says")
        elements.slack |= depth > 0 and elements.stream.position < stop
        elements.stream.skip(stop - elements.stream.position)
        return value

    def _top(self, name: str, class_name: str) -> None:
        self._into.name, self._into.class_name = name, class_name
        if not self._wanted(name):
            raise _Unwanted
        self._keep = bool(name)

    def _opaque(self, stop: int, depth: int) -> Any:
        name, system, class_name = (self._elements.text(stop) for _ in range(3))
        if depth == 0:
            self._top(name, class_name)
        self._into.objects, self._keep = True, False
        self._index_next = (system, class_name) == ("MCOS", "FileWrapper__")
        return self._child(stop, depth)

    def _content(self, code: int, flags: int, shape: tuple[int, ...], stop: int, depth: int) -> Any:
        if code in _NUMBERS:
            if depth == 0 and not self._into.name:
                self._objects_table(math.prod(shape), stop)
                return None
            return self._numbers(code, flags, shape, stop) if self._keep else self._passed(code, flags, shape, stop)
        if code == _CHAR:
            return self._characters(shape, stop)
        if code == _SPARSE:
            return self._sparse(flags, shape, stop)
        return self._container(code, shape, stop, depth)

    def _passed(self, code: int, flags: int, shape: tuple[int, ...], stop: int) -> None:
        """Numbers that are not wanted, but among them what leads to the objects."""
        index, self._index_next = self._index_next, False
        self._keep = index or code == 13
        values = np.ravel(self._numbers(code, flags, shape, stop))
        self._keep = False
        if index:
            self._into.index = values.tobytes()[:_INDEX_BYTES]
        elif code == 13:
            check_reference(values)

    def _characters(self, shape: tuple[int, ...], stop: int) -> Any:
        kind, count, data = self._elements.data(stop, self._keep)
        if math.prod(shape) > max(count, NAME_BYTES):
            raise DamagedError("a text has fewer characters than its size says")
        self._budget.spend(16 * math.prod(shape))
        return text_value(decoded(kind, data.tobytes(), self._elements.order), shape) if self._keep else None

    def _objects_table(self, size: int, stop: int) -> None:
        """The table of objects is a small MAT-file within an array of bytes."""
        elements = self._elements
        kind, count, small = elements.tag(stop)
        end = elements.stream.position + count
        start = elements.stream.read(8) if small is None else b""
        if (kind, count, start[2:4]) != (UINT8, size, {"<": b"IM", ">": b"MI"}[elements.order]):
            raise DamagedError("the table of its objects is broken")
        self._child(end, 0)

    def _part(self, stop: int, count: int, home: np.dtype[Any], flags: int) -> NDArray[Any]:
        """One element of numbers, in the type in which its class is at home."""
        kind, length, data = self._elements.data(stop, self._keep)
        if kind not in TYPES or length != count * SIZES[kind]:
            hint = " (Octave writes sparse logical arrays so)" if flags & _LOGICAL and kind == INT32 else ""
            raise DamagedError(f"an array has another number of elements than its size says{hint}")
        self._budget.spend(count * home.itemsize)
        stored = data.view(self._elements.order + TYPES[kind])
        if stored.dtype == home:
            return stored
        with np.errstate(invalid="ignore"):
            return stored.astype(home)

    def _numbers(self, code: int, flags: int, shape: tuple[int, ...], stop: int) -> Any:
        count = math.prod(shape)
        out = self._part(stop, count, _NUMBERS[code], flags)
        if flags & _COMPLEX:
            both = np.empty(len(out), "c8" if code == 7 else "c16")
            both.real = out
            del out  # large arrays: no more than these three at once
            both.imag = self._part(stop, count, _NUMBERS[code], flags)
            out = both
        elif flags & _LOGICAL:
            out = out.astype(bool)
        return number_value(out.reshape(shape, order="F")) if self._keep else None

    def _sparse(self, flags: int, shape: tuple[int, ...], stop: int) -> Any:
        elements = self._elements
        kinds, lengths, contents = zip(
            *(elements.data(stop, self._keep) for _ in range(4 if flags & _COMPLEX else 3)), strict=True
        )
        if len(shape) != 2 or lengths[1] != 4 * (shape[1] + 1) or set(kinds[:2]) - {INT32, UINT32}:
            raise DamagedError("a sparse array has indices that do not fit its size")
        if set(kinds[2:]) - set(TYPES) or lengths[0] % 4:
            raise DamagedError("a sparse array holds no numbers")
        self._budget.spend(4 * lengths[0])
        if not self._keep:
            return None
        rows, starts = (part.view(elements.order + "i4").astype("i4", copy=False) for part in contents[:2])
        values = []
        for kind, length, part in zip(kinds[2:], lengths[2:], contents[2:], strict=True):
            # a sparse logical array has one byte per element, even where its tag says double
            stored = "u1" if flags & _LOGICAL and length == starts[-1] else TYPES[kind]
            if stored != "u1" and length % SIZES[kind]:
                raise DamagedError("a sparse array has half a number")
            values.append(part.view(elements.order + stored)[: starts[-1]])
        if any(len(part) != starts[-1] for part in values):
            raise DamagedError("a sparse array has fewer elements than its size says")
        data = values[0].astype(bool if flags & _LOGICAL else "f8")
        return sparse_value(data + 1j * values[1] if flags & _COMPLEX else data, rows, starts, shape)

    def _container(self, code: int, shape: tuple[int, ...], stop: int, depth: int) -> Any:
        if code == _FUNCTION:
            handle = self._child(stop, depth) if self._elements.stream.position < stop else None
            return MatObject("function_handle", **(vars(handle) if isinstance(handle, Struct) else {}))
        class_name = self._elements.text(stop) if code == _OBJECT else ""
        fields = self._elements.field_names(stop) if code != _CELL else []
        width = len(fields) if code != _CELL else 1
        count = math.prod(shape)
        if width * count > (stop - self._elements.stream.position) // 8 or (not width and count > NAME_BYTES):
            raise DamagedError("an array has fewer elements than its size says")
        check_empty(shape)
        self._budget.spend(8 * width * count)
        if code == _CELL:
            items = [self._child(stop, depth) for _ in range(count)]
            return Cell(items, shape) if self._keep else None
        rows = [{name: self._child(stop, depth) for name in fields} for _ in range(count)]
        if not self._keep:
            return None
        if class_name:
            objects = [self._finish(MatObject(class_name, **row)) for row in rows]
            return objects[0] if shape == (1, 1) else Cell(objects, shape)
        structs = [Struct(**row) for row in rows]
        return self._finish(structs[0]) if shape == (1, 1) else StructArray(structs, shape, fields)
