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

from ..errors import MatlabError
from .mat5_elements import COMPRESSED, MATRIX, NAME_BYTES, OPAQUE, UINT8, Elements
from .mat5_leaves import LOGICAL, NUMBERS, Leaves
from .mat_errors import DamagedError, MatFault
from .mat_index import check_empty, check_reference
from .mat_stream import Budget, Inflated, Plain
from .mat_values import Cell, MatObject, Struct, StructArray
from .mat_variable import Variable

HEADER = 128
_CELL, _OBJECT, _CHAR, _SPARSE, _FUNCTION = 1, 3, 4, 5, 16
_NAMES = {1: "cell", 2: "struct", 3: "object", 4: "char", 5: "double", 6: "double", 7: "single", 16: "function_handle"}
_NAMES |= {code: NUMBERS[code].name for code in range(8, 16)}
_DEPTH, _INDEX_BYTES = 64, 2**26

Finish = Callable[[Struct], Any]


def variables(
    file: BinaryIO, size: int, wanted: Callable[[str], bool], finish: Finish, budget: Budget
) -> Iterator[Variable]:
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
    budget : Budget

    Raises
    ------
    DamagedError
        Where the chain of the variables breaks: the file was cut off or overwritten there.
    """
    file.seek(HEADER - 2)
    order = {b"IM": "<", b"MI": ">"}[file.read(2)]
    at = HEADER
    while at < size:
        file.seek(at)
        tag = file.read(8)
        kind, count = struct.unpack(order + "II", tag) if len(tag) == 8 else (0, 0)
        if kind not in (MATRIX, COMPRESSED) or not count:
            raise DamagedError(f"at byte {at}, where a variable should begin, there is something else")
        start, stop = at + 8, at + 8 + count
        compressed = kind == COMPRESSED
        stream = Inflated(file, start, min(stop, size)) if compressed else Plain(file, start, min(stop, size))
        arrays = _Arrays(Elements(stream, order), budget, Variable(start=at, stop=stop), wanted, finish)
        found = arrays.variable(None if compressed else stop)
        if stop > size:
            raise DamagedError("it ends in the middle of a variable" + (f", '{found.name}'" if found.name else ""))
        yield found
        at = stop


class _Unwanted(Exception):
    """The rest of a variable need not be read."""


class _Arrays(Leaves):
    """The arrays of one variable."""

    def __init__(
        self, elements: Elements, budget: Budget, into: Variable, wanted: Callable[[str], bool], finish: Finish
    ) -> None:
        super().__init__(elements, budget)
        self._into, self._wanted, self._finish = into, wanted, finish
        self._size = 0  # of the variable, inflated
        self._next = ""  # what the next numbers are, where they lead to objects

    def variable(self, stop: int | None) -> Variable:
        into, elements, left = self._into, self.elements, self.budget.bytes
        try:
            if stop is None:
                kind, count = elements.full_tag()
                if kind != MATRIX:
                    raise DamagedError("its compressed data holds no array")
                stop = elements.stream.position + count
            self._size = stop - elements.stream.position
            into.value = self._array(stop, 0)
            elements.stream.close()
            if into.objects:
                self.budget.spend(self._size)  # the reader of objects inflates everything before it makes values
            if into.objects and elements.slack:  # the reader of objects follows the elements one by one
                raise DamagedError("an array is shorter than its tag says")
        except _Unwanted:  # before anything was counted
            into.walked = False
        except (MatFault, MatlabError) as fault:
            into.fault = fault
            self.budget.bytes = left  # nothing of it is kept
        if into.fault or into.objects:
            into.value = None
        return into

    def _child(self, stop: int, depth: int) -> Any:
        self.budget.spend(0, 1)
        kind, count = self.elements.full_tag()
        if kind != MATRIX:
            raise DamagedError("an element that should be an array is none")
        if not count:  # an empty array may have no content at all
            return np.zeros((0, 0))
        end = self.elements.stream.position + count
        if end > stop:
            raise DamagedError("an array is longer than the one that holds it")
        return self._array(end, depth + 1)

    def _array(self, stop: int, depth: int) -> Any:
        elements = self.elements
        if depth > _DEPTH:
            raise DamagedError(f"it is nested more than {_DEPTH} deep")
        flags, shape = (elements.nameless_matrix() if depth else None) or (elements.flags(), ())
        code = flags & 0xFF
        if shape and code in _NAMES:
            value = self._content(code, flags, shape, stop, depth)
        elif code == OPAQUE:
            value = self._opaque(stop, depth)
        elif code in _NAMES:
            shape = elements.shape(stop)
            name = elements.text(stop)
            if depth == 0:
                self._top(name, "logical" if flags & LOGICAL else _NAMES[code])
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
        self.budget.spend(self._size)  # what its values take beyond that is counted one by one
        self.keep = bool(name)

    def _opaque(self, stop: int, depth: int) -> Any:
        name, system, class_name = (self.elements.text(stop) for _ in range(3))
        if depth == 0:
            self._top(name, class_name)
        self._into.objects, self.keep = True, False
        if system == "MCOS":
            self._next = "index" if class_name == "FileWrapper__" else "reference"
        return self._child(stop, depth)

    def _content(self, code: int, flags: int, shape: tuple[int, ...], stop: int, depth: int) -> Any:
        if code in NUMBERS:
            if depth == 0 and not self._into.name:
                self._objects_table(math.prod(shape), stop)
                return None
            return self.numbers(code, flags, shape, stop) if self.keep else self._passed(code, flags, shape, stop)
        if code == _CHAR:
            return self.characters(shape, stop)
        if code == _SPARSE:
            return self.sparse(flags, shape, stop)
        return self._container(code, shape, stop, depth)

    def _passed(self, code: int, flags: int, shape: tuple[int, ...], stop: int) -> None:
        """Numbers that are not wanted, but among them what leads to the objects."""
        meant, self._next = self._next, ""
        self.keep = bool(meant) or code == 13
        values = np.ravel(self.numbers(code, flags, shape, stop))
        self.keep = False
        if meant == "index":
            self._into.index = values.tobytes()[:_INDEX_BYTES]
        elif meant or code == 13:
            check_reference(values, known=bool(meant))

    def _objects_table(self, size: int, stop: int) -> None:
        """The table of objects is a small MAT-file within an array of bytes."""
        elements = self.elements
        kind, count, small = elements.tag(stop)
        end = elements.stream.position + count
        start = elements.stream.read(8) if small is None else b""
        if (kind, count, start[2:4]) != (UINT8, size, {"<": b"IM", ">": b"MI"}[elements.order]):
            raise DamagedError("the table of its objects is broken")
        self._child(end, 0)

    def _container(self, code: int, shape: tuple[int, ...], stop: int, depth: int) -> Any:
        if code == _FUNCTION:
            handle = self._child(stop, depth) if self.elements.stream.position < stop else None
            return MatObject("function_handle", **(vars(handle) if isinstance(handle, Struct) else {}))
        class_name = self.elements.text(stop) if code == _OBJECT else ""
        fields = self.elements.field_names(stop) if code != _CELL else []
        self._next = "" if self._next == "reference" else self._next
        width = len(fields) if code != _CELL else 1
        count = math.prod(shape)
        if width * count > (stop - self.elements.stream.position) // 8 or (not width and count > NAME_BYTES):
            raise DamagedError("an array has fewer elements than its size says")
        check_empty(shape)
        self.budget.spend(8 * width * count)
        if code == _CELL:
            items = [self._child(stop, depth) for _ in range(count)]
            return Cell(items, shape) if self.keep else None
        rows = [{name: self._child(stop, depth) for name in fields} for _ in range(count)]
        if not self.keep:
            return None
        if class_name:
            objects = [self._finish(MatObject(class_name, **row)) for row in rows]
            return objects[0] if shape == (1, 1) else Cell(objects, shape)
        structs = [Struct(**row) for row in rows]
        return self._finish(structs[0]) if shape == (1, 1) else StructArray(structs, shape, fields)
