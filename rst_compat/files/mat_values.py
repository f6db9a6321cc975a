"""What a .mat file can hold beyond numbers and text: structs, struct arrays, cells, objects, time series.

A class of numbers keeps its MATLAB class as its NumPy type, and its shape: only a 1-by-1 array is a plain scalar.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabAttributeError, MatlabError, MatlabKeyError, did_you_mean

Shape = tuple[int, ...]


class Struct(SimpleNamespace):
    """A 1-by-1 struct: fields as attributes, or as items for names that are Python keywords.

    Examples
    --------
    >>> s = Struct(a=1.0, b="text")
    >>> s.a, s["b"], list(s), "c" in s, vars(s)
    (1.0, 'text', ['a', 'b'], False, {'a': 1.0, 'b': 'text'})
    """

    _noun: ClassVar[str] = "field"

    def __getitem__(self, name: str) -> Any:
        try:
            return vars(self)[name]
        except KeyError:
            raise self._absent(name, MatlabKeyError) from None

    def __setitem__(self, name: str, value: Any) -> None:
        vars(self)[name] = value

    def __iter__(self) -> Iterator[str]:
        return iter(vars(self))

    def __contains__(self, name: object) -> bool:
        return name in vars(self)

    def __len__(self) -> int:
        return len(vars(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={_shown(item)}' for name, item in vars(self).items())})"

    def __getattr__(self, name: str) -> Any:  # reached only where there is no such attribute
        if name.startswith("_"):
            raise AttributeError(name)
        raise self._absent(name, MatlabAttributeError)

    def _absent(self, name: str, kind: type[MatlabError]) -> MatlabError:
        known = ", ".join(list(self)[:8]) + (", ..." if len(self) > 8 else "") or "none"
        hint = did_you_mean(name, self, f"vars() of it gives every {self._noun}")
        return kind(
            "rst_compat:mat:NoSuchName", f"there is no {self._noun} '{name}'", f"one of {known}", repr(name), hint
        )


class _Shaped(list[Any]):
    """A list in MATLAB's order, column by column, that knows its shape: ``x[k]`` is ``x(k+1)``, ``x[i, j]`` too."""

    __slots__ = ("_shape",)

    def __init__(self, items: Iterable[Any] = (), shape: Sequence[int] | None = None) -> None:
        super().__init__(items)
        self._shape: Shape = tuple(int(n) for n in shape) if shape is not None else (1, len(self))

    @property
    def shape(self) -> Shape:
        """MATLAB's size; one row after the list was lengthened or shortened."""
        return self._shape if math.prod(self._shape) == len(self) else (1, len(self))

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return super().__getitem__(key)
        if len(key) != len(self.shape) or not all(-n <= k < n for k, n in zip(key, self.shape, strict=True)):
            raise IndexError(f"index {key} is outside of {size_text(self.shape)}")
        position, stride = 0, 1
        for k, n in zip(key, self.shape, strict=True):
            position += (k % n) * stride
            stride *= n
        return super().__getitem__(position)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        out = np.empty(len(self), dtype=object)
        for k, item in enumerate(self):
            out[k] = item
        return out.reshape(self.shape, order="F").astype(dtype or object, copy=False)

    def __repr__(self) -> str:
        return f"{type(self).__name__}([{', '.join(map(_shown, self))}], shape={self.shape})"


class Cell(_Shaped):
    """A cell array; ``numpy.asarray`` makes an object array of the same shape of it.

    Examples
    --------
    >>> c = Cell([1.0, "a", 2.0, "b"], shape=(2, 2))  # {1 2; 'a' 'b'}
    >>> c[1], c[1, 0], c[0, 1], len(c), c.shape
    ('a', 'a', 2.0, 4, (2, 2))
    """

    __slots__ = ()


class StructArray(_Shaped):
    """A struct array of any size but 1-by-1; a field's name gives the list of its values, as ``[s.a]`` in MATLAB.

    Examples
    --------
    >>> s = StructArray([Struct(a=1.0), Struct(a=2.0)])
    >>> s[1].a, s.a, s.shape, s.fields
    (2.0, [1.0, 2.0], (1, 2), ('a',))
    """

    __slots__ = ("_fields",)

    def __init__(
        self, items: Iterable[Any] = (), shape: Sequence[int] | None = None, fields: Sequence[str] | None = None
    ) -> None:
        super().__init__(items, shape)
        self._fields = tuple(fields) if fields is not None else tuple(self[0]) if len(self) else ()

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields; an empty array has them too."""
        return self._fields

    def __getattr__(self, name: str) -> list[Any]:
        if name.startswith("_") or name not in self._fields:
            raise AttributeError(name)
        return [item[name] for item in self]


class MatObject(Struct):
    """An object of a MATLAB class that has no Python counterpart: its properties, and the name of its class."""

    __slots__ = ("_class_name",)
    _noun: ClassVar[str] = "property"

    def __init__(self, class_name: str, **properties: Any) -> None:
        super().__init__(**properties)
        self._class_name = class_name

    def __repr__(self) -> str:
        return f"<{self._class_name} object with properties {', '.join(self) or 'none'}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return MatObject, (self._class_name,), vars(self)


@dataclass(eq=False)
class TimeSeries:
    """A ``timeseries`` object.

    Attributes
    ----------
    Time : (N, 1) array
        In ``TimeUnits``.
    Data : array
        In MATLAB's shape: N is its first or its last dimension.
    Name, TimeUnits, DataUnits : str
    """

    Time: NDArray[Any]
    Data: NDArray[Any]
    Name: str = ""
    TimeUnits: str = ""
    DataUnits: str = ""


def _shown(value: Any) -> str:
    return repr(value.item() if isinstance(value, np.generic) else value)


def size_text(shape: Sequence[int]) -> str:
    """A size as MATLAB prints it.

    Examples
    --------
    >>> size_text((2, 3))
    '2x3'
    """
    return "x".join(str(n) for n in shape)


_FLOATS = {"float64": "double", "float32": "single", "complex128": "double", "complex64": "single", "bool": "logical"}
_NAMED: dict[type, str] = {Cell: "cell", StructArray: "struct", Struct: "struct", TimeSeries: "timeseries"}


def matlab_class(value: Any) -> str:
    """The MATLAB class of a loaded value.

    Examples
    --------
    >>> import numpy as np
    >>> matlab_class(np.float64(1)), matlab_class("text"), matlab_class(np.int8([[1]])), matlab_class(True)
    ('double', 'char', 'int8', 'logical')
    """
    if isinstance(value, MatObject):
        return value._class_name
    if isinstance(value, str):
        return "char"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        if value.dtype.kind == "U":
            return "char"
        return _FLOATS.get(value.dtype.name, "cell" if value.dtype == object else value.dtype.name)
    if isinstance(value, bool):
        return "logical"
    return _NAMED.get(type(value), type(value).__name__)


def matlab_size(value: Any) -> Shape:
    """The MATLAB size of a loaded value.

    Examples
    --------
    >>> import numpy as np
    >>> matlab_size(2.0), matlab_size("text"), matlab_size(""), matlab_size(np.zeros((3, 1)))
    ((1, 1), (1, 4), (0, 0), (3, 1))
    """
    if isinstance(value, str):
        return (1, len(value)) if value else (0, 0)
    shape = tuple(int(n) for n in getattr(value, "shape", ()) or (1, 1))
    if getattr(getattr(value, "dtype", None), "kind", "") == "U":  # rows of text: the characters are a dimension too
        return (shape[0], int(value.dtype.itemsize) // 4, *shape[1:])
    return shape
