"""What mat-io gives for the contents of a file, as the values that the package hands out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse

from .mat_errors import DamagedError
from .mat_numbers import number_value, sparse_value
from .mat_values import Cell, MatObject, Struct, StructArray


class Converter:
    """Converts the variables of one file; an object that several of them hold stays one object.

    Parameters
    ----------
    finish : function
        Turns a struct or an object into what it stands for.

    Attributes
    ----------
    odd : list of str
        Objects whose content is lost.
    """

    def __init__(self, finish: Callable[[Struct], Any]) -> None:
        self._finish = finish
        self._objects: dict[int, tuple[Any, Any]] = {}  # the first item keeps the object alive, and its id
        self.odd: list[str] = []

    def variable(self, raw: Any) -> Any:
        """The value of a variable."""
        if type(raw).__name__ == "MatlabOpaque" and not isinstance(raw.properties, dict | tuple):
            raise DamagedError(f"mat-io cannot decode this object of the class {raw.classname}")
        return self.value(raw)

    def value(self, raw: Any) -> Any:
        """A value of any kind."""
        if scipy.sparse.issparse(raw):
            columns = scipy.sparse.csc_array(raw)
            return sparse_value(columns.data, columns.indices, columns.indptr, columns.shape)
        if isinstance(raw, np.ndarray):
            return self._array(np.asarray(raw), type(raw).__name__, getattr(raw, "classname", None))
        match type(raw).__name__:
            case "MatlabOpaque":
                return self._object(raw)
            case "MatlabCanonicalEmpty":
                return np.zeros((0, 0))
            case "MatlabContainerMap":
                return {key: self.value(item) for key, item in raw.items()}
        return raw  # pandas' tables, categories and the like

    def _array(self, raw: Any, kind: str, class_name: str | None) -> Any:
        if kind == "MatlabEnumerationArray":
            names = np.array([getattr(member, "name", str(member)) for member in raw.flat], dtype=str)
            return _texts(names.reshape(raw.shape))
        if raw.dtype.names:
            return self._structs(raw, "function_handle" if kind == "MatlabFunction" else class_name)
        if kind == "EmptyMatStruct":
            structs = [Struct() for _ in range(raw.size)]
            return structs[0] if raw.shape == (1, 1) else StructArray(structs, raw.shape)
        if raw.dtype == object:
            return Cell(map(self.value, raw.ravel(order="F")), raw.shape)
        return _texts(raw) if raw.dtype.kind in "UT" else number_value(raw)

    def _structs(self, raw: Any, class_name: str | None) -> Any:
        rows = []
        for element in raw.ravel(order="F"):
            fields = {name: self.value(element[name]) for name in raw.dtype.names}
            rows.append(MatObject(class_name, **fields) if class_name else Struct(**fields))
        if raw.size == 1:
            return self._finish(rows[0])
        return Cell(rows, raw.shape) if class_name else StructArray(rows, raw.shape, raw.dtype.names)

    def _object(self, raw: Any) -> Any:
        if id(raw) in self._objects:
            return self._objects[id(raw)][1]
        if isinstance(raw.properties, tuple):
            return Cell([], raw.properties)
        value = MatObject(raw.classname)
        self._objects[id(raw)] = raw, value  # before its properties, which may lead back to it
        if isinstance(raw.properties, dict):
            for name, item in raw.properties.items():
                value[name] = self.value(item)
        elif raw.properties is not None:
            self.odd.append(f"mat-io cannot decode an object of the class {raw.classname}")
        finished = self._finish(value)
        self._objects[id(raw)] = raw, finished
        return finished


def _texts(raw: Any) -> Any:
    """One text as ``str``, none as ``""``, several as an array."""
    items = [item if isinstance(item, str) else "" for item in raw.ravel()]  # a missing string is no text
    if len(items) < 2:
        return "".join(map(str, items))
    return np.array(items, dtype=str).reshape(raw.shape)
