"""MAT-files of version 7.3, which are HDF5: what stands in one, tested before another package reads it.

HDF5 files can point at other files, refer to themselves, and claim sizes that no data stands behind. HDF5's own code
crashes on some of them, so it runs in a process of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO

import numpy as np

from .mat_errors import DamagedError, MatFault, TooLargeError
from .mat_index import check_empty, check_reference, check_table
from .mat_meaning import Meaning
from .mat_objects import optional, read_objects
from .mat_stream import Budget
from .mat_variable import Variable

OBJECTS = "#subsystem#"
_DEPTH, _INDEX_BYTES = 64, 2**26
_ATTRIBUTE = 2**16
_HEAP, _PIECE = b"GCOL\x01\0\0\0", 2**20


class ObjectBudget(Budget):
    """Of an HDF5 file, whose objects take more bytes than other values, and more time."""

    ELEMENTS, BYTES_PER_ELEMENT = 1000, 64


def read(
    path: Path, wanted: Callable[[str], bool], budget: Budget
) -> tuple[MatFault | None, list[Variable], list[str]]:
    """Read a file.

    Parameters
    ----------
    path : path
    wanted : function
        Says by the name whether a value is wanted.
    budget : Budget

    Returns
    -------
    MatFault or None
        Why nothing can be read.
    list of Variable
        With their values or faults; robots as :class:`RobotSpec`.
    list of str
        What could be read in part only.
    """
    h5py = optional("h5py", "a MAT-file of version 7.3")
    try:
        table, found = _variables(path, wanted, budget, h5py)
        if table is not None:
            check_table(table, "<")
    except MatFault as fault:
        return fault, [], []
    good = [v for v in found if v.walked and not v.fault]
    if not good:
        return None, found, []
    singles = {v.name for v in good if v.single}
    with h5py.File(path, "r") as file:
        odd = read_objects(
            path,
            good,
            Meaning(lambda spec: spec),
            lambda name, raw: _with_single(raw, file[name], file) if name in singles else raw,
        )
    return None, found, odd


def _variables(
    path: Path, wanted: Callable[[str], bool], budget: Budget, h5py: ModuleType
) -> tuple[Variable | None, list[Variable]]:
    """The table of objects and the variables of a file, with their faults but without their values."""
    found = []
    _check_heaps(path)
    try:
        with h5py.File(path, "r") as file:
            names = list(file)
            walk = _Walk(file, budget, h5py)
            for name in names:
                walk.member(file, name)
            table = None
            if OBJECTS in names:
                table = walk.variable(OBJECTS)
                table.index = walk.index()
            for name in names:
                if not name.startswith("#"):
                    found.append(walk.variable(name) if wanted(name) else Variable(name, walked=False))
    except (OSError, RuntimeError, ValueError, KeyError, TypeError) as error:
        raise DamagedError(f"HDF5 says: {error}") from None
    return table, found


def _check_heaps(path: Path) -> None:
    """Refuse a heap of which an entry has no length: HDF5 (2.0) would read it for ever.

    A heap has a mark, its size, and entries: number, count of users, size, content padded to 8 bytes. An entry with the
    number 0 is free space and counts its own head.
    """
    with path.open("rb") as file:
        at, tail = 0, b""
        while piece := file.read(_PIECE):
            text = tail + piece
            found = text.find(_HEAP)
            while found >= 0:
                _check_heap(file, at - len(tail) + found)
                found = text.find(_HEAP, found + 1)
            at += len(piece)
            tail = text[-len(_HEAP) + 1 :]
            file.seek(at)


def _check_heap(file: BinaryIO, start: int) -> None:
    file.seek(start + len(_HEAP))
    size = int.from_bytes(file.read(8), "little")
    at, stop = start + 16, start + size
    while stop - at >= 16:
        file.seek(at)
        entry = file.read(16)
        number, length = int.from_bytes(entry[:2], "little"), int.from_bytes(entry[8:], "little")
        step = length if number == 0 else 16 + length + -length % 8
        if len(entry) < 16 or step < 16 or at + step > stop:
            raise DamagedError("a heap of it is broken")
        at += step


class _Walk:
    """Every object of a variable is visited, as often as a reader would."""

    def __init__(self, file: Any, budget: Budget, h5py: ModuleType) -> None:
        self._file, self._h5py, self._budget = file, h5py, budget

    def variable(self, name: str) -> Variable:
        """One variable."""
        into = Variable(name)
        try:
            into.class_name = self._class_name(self.member(self._file, name))
            self._visit(self.member(self._file, name), into, 0)
        except MatFault as fault:
            into.fault = fault
        except (OSError, RuntimeError, ValueError, KeyError, TypeError, AttributeError) as error:
            into.fault = DamagedError(f"HDF5 says: {error}")
        return into

    def index(self) -> bytes:
        """Where everything stands in the table of objects."""
        try:
            cell = self._file[OBJECTS]["MCOS"]
            return bytes(np.asarray(self._file[cell[()].ravel()[0]]).ravel()[:_INDEX_BYTES].astype(np.uint8))
        except (OSError, RuntimeError, ValueError, KeyError, TypeError, AttributeError, IndexError):
            return b""

    def _class_name(self, item: Any) -> str:
        name = item.attrs.get("MATLAB_class", b"")
        return name.decode("latin-1") if isinstance(name, bytes) else str(name)

    def member(self, group: Any, name: str) -> Any:
        """A member of a group, never one in another file."""
        if not isinstance(group.get(name, getlink=True), self._h5py.HardLink):
            raise DamagedError("it points at another file or another place")
        return group[name]

    def _visit(self, item: Any, into: Variable, depth: int) -> None:
        if depth > _DEPTH:
            raise DamagedError(f"it is nested more than {_DEPTH} deep")
        self._budget.spend(0, 1)
        for name in item.attrs:
            if math.prod(item.attrs.get_id(name).shape) > _ATTRIBUTE:
                raise TooLargeError("what describes it is larger than it may be")
        if item.attrs.get("MATLAB_object_decode", 0) in (2, 3):
            into.objects = True
        if isinstance(item, self._h5py.Group):
            for name in item:
                self._visit(self.member(item, name), into, depth + 1)
        elif isinstance(item, self._h5py.Dataset):
            self._dataset(item, into, depth)
        else:
            raise DamagedError("it holds something that is no data")

    def _dataset(self, item: Any, into: Variable, depth: int) -> None:
        if item.external or item.is_virtual:
            raise DamagedError("it takes its data from another file")
        if item.shape is None:
            raise DamagedError("it holds nothing")
        self._budget.spend(math.prod(item.shape) * item.dtype.itemsize)
        if item.attrs.get("MATLAB_empty", 0):
            if len(item.shape) != 1 or item.shape[0] > 32 or item.dtype.kind not in "iu":
                raise DamagedError("an empty array has no size")
            shape = item[()].tolist()
            if self._class_name(item) == "struct":  # one without fields is written so, whatever its size
                self._budget.spend(0, max(0, math.prod(shape)))
            elif 0 not in shape:
                raise DamagedError("an empty array is not empty")
            check_empty(shape)
        elif self._h5py.check_ref_dtype(item.dtype):
            for reference in item[()].ravel():
                if not reference:
                    raise DamagedError("an element of it points at nothing")
                self._visit(self._file[reference], into, depth + 1)
        elif item.dtype.names and item.attrs.get("MATLAB_class") == b"single":
            into.single = True
        elif item.dtype == np.uint32 or item.attrs.get("MATLAB_object_decode", 0) == 3:
            check_reference(item[()].ravel(), known=item.attrs.get("MATLAB_object_decode", 0) == 3)
        elif item.dtype.hasobject:
            raise DamagedError("it holds data of a kind that MATLAB does not write")


def _with_single(raw: Any, item: Any, file: Any) -> Any:
    """What mat-io gives for an HDF5 object, with complex singles as such: mat-io makes doubles of them.

    Parameters
    ----------
    raw : array
        Changed in place where it is a cell or a struct.
    item : Group or Dataset
    file : File
    """
    if hasattr(item, "dtype"):
        if item.dtype.names:
            return raw.astype(np.complex64) if item.attrs.get("MATLAB_class") == b"single" else raw
        if raw.dtype == object and item.dtype == object:
            for at in np.ndindex(item.shape):
                raw.T[at] = _with_single(raw.T[at], file[item[at]], file)
    elif getattr(raw, "dtype", None) is not None and raw.dtype.names:
        for name, member in item.items():
            for at in np.ndindex(raw.T.shape):
                # the field of a struct array is a list of references without a class of its own
                inner = member if "MATLAB_class" in member.attrs else file[member[at]]
                raw.T[at][name] = _with_single(raw.T[at][name], inner, file)
    return raw
