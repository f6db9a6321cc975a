"""Values as a MAT-file of version 7 (or 6), which every MATLAB since R14 reads."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np
import scipy.io
import scipy.sparse
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError
from .mat_values import Cell, MatObject, StructArray
from .robot_struct import struct_from_spec
from .spec import RobotSpec

_MAT = "rst_compat:mat:"
_PARTS = "Save the parts of it that MATLAB has a class for"
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_NAME_LENGTH, _DEPTH, _VARIABLE_BYTES, _COMPRESSED_BYTES = 63, 64, 2**31, 2**26


def write_mat(
    path: Path,
    variables: Mapping[str, Any],
    compress: bool = True,
    describe: Callable[[Any], RobotSpec | None] = lambda value: None,
) -> None:
    """Write variables; a file that is there already is replaced once the new one is whole.

    Parameters
    ----------
    path : path
    variables : dict
        Values by name.
    compress : bool
        As version 7 does; otherwise version 6.
    describe : function
        The description of what is a robot, None for all else.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        ``rst_compat:mat:BadName``, ``rst_compat:mat:NotSavable`` with the place of the value,
        ``rst_compat:mat:NotWritten``.
    """
    writer = _Writer(describe)
    contents = {_name(name, "variable"): writer.value(value, name, 0) for name, value in variables.items()}
    for name, value in contents.items():
        if getattr(value, "nbytes", 0) >= _VARIABLE_BYTES:
            raise MatlabValueError(
                _MAT + "NotSavable", f"save: {name} is too large", "less than 2 GB", f"{value.nbytes >> 20} MB", _PARTS
            )
    # The reader takes a small file that unfolds into much for a bomb: large arrays are written as they are.
    compress = compress and sum(getattr(value, "nbytes", 0) for value in contents.values()) < _COMPRESSED_BYTES
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        try:
            with part.open("wb") as file:
                scipy.io.savemat(file, contents, do_compression=compress, long_field_names=True)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
    except (OSError, ValueError, scipy.io.matlab.MatWriteError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        fact, hint = f"save: file '{path}' cannot be written", "Paths count from the current folder"
        raise MatlabValueError(_MAT + "NotWritten", fact, "a place where a file can be written", reason, hint) from None


def _name(name: Any, noun: str) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or len(name) > _NAME_LENGTH:
        expected = f"a letter, then letters, digits or '_', {_NAME_LENGTH} at most"
        fact, hint = f"save: MATLAB allows no such name of a {noun}", "Give it another name"
        raise MatlabValueError(_MAT + "BadName", fact, expected, repr(name), hint)
    return name


class _Writer:
    """Turns values into what ``scipy.io.savemat`` writes as the MATLAB class that they stand for."""

    def __init__(self, describe: Callable[[Any], RobotSpec | None]) -> None:
        self._describe = describe

    def value(self, value: Any, where: str, depth: int) -> Any:
        """A value; ``where`` is its place, for errors."""
        if depth > _DEPTH:
            self._refuse(value, where, f"nested no more than {_DEPTH} deep")
        robot = value if isinstance(value, RobotSpec) else self._describe(value)
        if robot is not None:
            value = struct_from_spec(robot)
        if value is None:
            return np.zeros((0, 0))
        if isinstance(value, str):
            return self._text(value, where)
        if isinstance(value, list | tuple):
            return self._sequence(value, where, depth)
        if scipy.sparse.issparse(value):
            return scipy.sparse.csc_array(value, dtype=value.dtype if value.dtype.kind in "bc" else float)
        if isinstance(value, bool | int | float | complex | np.ndarray | np.generic):
            return self._array(value, where, depth)
        return self._struct(value, where, depth)

    def _sequence(self, items: Any, where: str, depth: int) -> Any:
        if isinstance(items, StructArray):
            return self._structs(list(items), items.shape, items.fields, where, depth)
        if isinstance(items, Cell):
            return self._cell(items, items.shape, where, depth)
        return self._list(list(items), where, depth)

    def _refuse(self, value: Any, where: str, expected: str, hint: str = _PARTS) -> NoReturn:
        got = value._class_name if isinstance(value, MatObject) else type(value).__name__
        raise MatlabTypeError(_MAT + "NotSavable", f"save: {where} cannot be written", expected, got, hint)

    def _text(self, value: str, where: str) -> NDArray[Any]:
        if any("\ud800" <= c <= "\udfff" for c in value):
            self._refuse(value, where, "Unicode text")
        return np.array(value)

    def _array(self, value: Any, where: str, depth: int) -> Any:
        if isinstance(value, int) and not isinstance(value, bool):
            value = float(value) if abs(value) <= 2**53 else self._large(value, where)
        array = np.asarray(value)
        if array.dtype.names:
            rows = [{name: row[name] for name in array.dtype.names} for row in array.ravel(order="F")]
            return self._structs(rows, _two_d(array.shape), array.dtype.names, where, depth)
        if array.dtype == object:
            return self._cell(array.ravel(order="F").tolist(), _two_d(array.shape), where, depth)
        if array.dtype.kind == "U":
            return array if array.ndim else self._text(str(array), where)
        if array.dtype.kind not in "biufc":
            self._refuse(array, where, "numbers, logicals or text", "Write dates as numbers or as text")
        if array.dtype.kind in "fc" and array.dtype.itemsize not in ((4, 8) if array.dtype.kind == "f" else (8, 16)):
            array = array.astype(complex if array.dtype.kind == "c" else float)
        return array.reshape(_two_d(array.shape))

    def _large(self, value: int, where: str) -> Any:
        for kind in (np.int64, np.uint64):
            if np.iinfo(kind).min <= value <= np.iinfo(kind).max:
                return kind(value)
        self._refuse(value, where, "an integer of at most 64 bits")

    def _list(self, items: list[Any], where: str, depth: int) -> Any:
        """Numbers become an array, structs with the same fields a struct array, all else a cell."""
        if not items:
            return np.zeros((0, 0))
        try:
            array = np.array(items)
        except ValueError:  # rows of unequal length, or no numbers
            array = np.array(None)
        if array.dtype.kind in "biufc":
            whole = array.dtype.kind in "iu" and _python(items)
            return self._array(array.astype(float) if whole else array, where, depth)
        members = [_members(item) for item in items]
        if all(m is not None and list(m) == list(members[0] or ()) for m in members):
            return self._structs(items, (1, len(items)), tuple(members[0] or ()), where, depth)
        return self._cell(items, (1, len(items)), where, depth)

    def _cell(self, items: list[Any], shape: tuple[int, ...], where: str, depth: int) -> NDArray[Any]:
        out = np.empty(len(items), dtype=object)
        for k, item in enumerate(items):
            out[k] = self.value(item, f"{where}{{{k + 1}}}", depth + 1)
        return out.reshape(shape, order="F")

    def _structs(
        self, items: list[Any], shape: tuple[int, ...], names: tuple[str, ...], where: str, depth: int
    ) -> NDArray[Any]:
        if not names:
            return np.zeros((0, 0))
        out = np.empty(len(items), dtype=[(_name(name, f"field of {where}"), object) for name in names])
        for k, item in enumerate(items):
            members = _members(item) or {}
            for name in names:
                out[k][name] = self.value(members[name], f"{where}({k + 1}).{name}", depth + 1)
        return out.reshape(shape, order="F")

    def _struct(self, value: Any, where: str, depth: int) -> Any:
        members = _members(value)
        if members is None:
            expected = "numbers, text, lists, dicts, namespaces, sparse arrays or robots"
            hint = "vars() of it gives its properties" if isinstance(value, MatObject) else _PARTS
            self._refuse(value, where, expected, hint)
        return {
            _name(name, f"field of {where}"): self.value(item, f"{where}.{name}", depth + 1)
            for name, item in members.items()
        }


def _members(value: Any) -> dict[str, Any] | None:
    """The fields of what stands for a struct."""
    if isinstance(value, MatObject):
        return None
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, SimpleNamespace):
        return vars(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return None


def _two_d(shape: tuple[int, ...]) -> tuple[int, ...]:
    """MATLAB has no fewer than two dimensions: a vector becomes a row, an empty one 0-by-0."""
    if len(shape) > 1:
        return shape
    return (0, 0) if shape == (0,) else (1, *shape) if shape else (1, 1)


def _python(items: list[Any]) -> bool:
    """Whether a list holds Python's own integers, which are numbers as MATLAB's literals are."""
    first = items[0]
    return _python(list(first)) if isinstance(first, list | tuple) and first else isinstance(first, int)
