"""What se3, so3, se2 and so2 share: making, algebra, indexing, display, and the errors about them.

SciPy's RigidTransform is no base for it: it makes rotations orthonormal, and has none of the plane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn, Self

import numpy as np

from ...errors import MatlabTypeError
from ..arguments import choice
from ..rotations.homogeneous import homogeneous
from ..rotations.stacks import Array, fail, pages, rows, stack
from .kinds import parts_of


class RigidTransform:
    """N rotations and translations of dimension d."""

    __slots__ = ("_R", "_t")
    __array_ufunc__ = None  # array * T must come here and be refused, not go through element by element

    _d: ClassVar[int]
    _moves: ClassVar[bool]
    _kinds: ClassVar[tuple[str, ...]]
    _R: Array
    _t: Array

    def __init__(self, *args: Any) -> None:
        name, d = type(self).__name__, self._d
        value, *rest = args or (np.eye(d),)
        if rest and isinstance(rest[0], str):
            kind = choice(rest.pop(0), self._kinds, f"{name}: kind of the first argument")
            sequence = rest.pop(0) if kind == "eul" and rest and isinstance(rest[0], str) else "ZYX"
            R, t = parts_of(name, d, kind, value, sequence)
        else:
            R, t = self._parts(value)
        if t is None and rest and self._moves:
            t = rows(name, "trvec", rest.pop(0), (d,))[0]
            rest = rest[1:] if rest and isinstance(rest[0], str) and rest[0].lower() == "trvec" else rest
        if rest:
            raise MatlabTypeError(
                "rst_compat:rotations:BadConstruction",
                f"{name}: the arguments fit no form of it",
                f"{name}(matrix or object) or {name}(value, kind)" + (", then a translation" if self._moves else ""),
                f"{len(args)} arguments, of which {len(rest)} left over",
                f"Kinds are {', '.join(self._kinds)}",
            )
        self._set(R, np.zeros((1, d)) if t is None or not self._moves else t)

    def _set(self, R: Array, t: Array) -> None:
        n, d = agree(type(self).__name__, len(R), len(t)), self._d
        self._R = np.broadcast_to(R, (n, d, d))
        self._t = np.broadcast_to(t, (n, d))

    def _new(self, R: Array, t: Array) -> Self:
        new = object.__new__(type(self))
        new._set(R, t)
        return new

    def _parts(self, value: Any) -> tuple[Array, Array | None]:
        """Rotations and translations of objects or matrices."""
        name, d = type(self).__name__, self._d
        if isinstance(value, RigidTransform):
            if value._d != d:
                wrong_class(f"{name}: an object of another dimension", f"se{d} or so{d}", value)
            return value._R, value._t if value._moves else None
        if isinstance(value, list | tuple) and any(isinstance(v, RigidTransform) for v in value):
            several = [type(self)(v) for v in value]
            return np.concatenate([v._R for v in several]), np.concatenate([v._t for v in several])
        M, _ = pages(name, "matrix", value, (d, d + 1))
        return M[:, :d, :d], M[:, :d, d] if M.shape[1] > d else None

    def inv(self) -> Self:
        """Inverse transformations: rotation R', translation -R'p.

        Returns
        -------
        se3, so3, se2 or so2
            Objects of the same class.

        Examples
        --------
        >>> from rst_compat import se2
        >>> se2([2, 3], "trvec").inv().trvec()
        array([-2., -3.])
        """
        return self._new(self._R.mT, -_moved(self._R.mT, self._t))

    def __mul__(self, other: Any) -> Self:
        if type(other) is not type(self):
            self._refuse(other)
        agree("*", len(self), len(other))
        return self._new(self._R @ other._R, _moved(self._R, other._t) + self._t)

    def __truediv__(self, other: Any) -> Self:
        if type(other) is not type(self):
            self._refuse(other)
        return self * other.inv()

    def _refuse(self, other: object) -> NoReturn:
        name = type(self).__name__
        wrong_class(f"{name}: the other factor is of another class", name, other)

    __matmul__ = __mul__
    __rmul__ = __rmatmul__ = __rtruediv__ = _refuse

    def __len__(self) -> int:
        return len(self._R)

    def __getitem__(self, index: Any) -> Self:
        chosen = np.atleast_1d(np.arange(len(self))[index]).reshape(-1)
        return self._new(self._R[chosen], self._t[chosen])

    def __iter__(self) -> Iterator[Self]:
        return (self[i] for i in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        return np.array(stack(homogeneous(self._R, self._t) if self._moves else self._R), dtype=dtype)

    def __repr__(self) -> str:
        name = type(self).__name__
        if len(self) != 1:
            return f"1x{len(self)} {name} array"
        M = np.asarray(self)
        width, digits = (6, 0) if (np.mod(M, 1) == 0).all() else (10, 4)
        cells = [[f"{x:.{digits}f}" if x else "0" for x in row] for row in M]
        width = max(width, *(len(cell) + 2 for row in cells for cell in row))
        return "\n".join([name, *("".join(cell.rjust(width) for cell in row) for row in cells)])


def check(T: object, function: Callable[..., Any]) -> None:
    """Refuse a first argument whose class has no such method."""
    name = function.__name__
    if getattr(type(T), name, None) is not function:
        owners = [c.__name__ for c in RigidTransform.__subclasses__() if getattr(c, name, None) is function]
        wrong_class(f"{name}: the first argument has no such function", ", ".join(owners), T)


def same_class(T1: object, T2: object, function: Callable[..., Any]) -> None:
    """Refuse two objects of different classes."""
    check(T1, function)
    if type(T1) is not type(T2):
        wrong_class(f"{function.__name__}: the two arguments differ in class", type(T1).__name__, T2)


def wrong_class(fact: str, expected: str, value: object) -> NoReturn:
    """Raise the error for an object of another class."""
    hint = "Make an object of a matrix first, as se3(tform) or so3(rotm); points go through transform(T, points)"
    if isinstance(value, RigidTransform):
        hint = "se3(R) makes a transformation of a rotation, so3(T) a rotation of a transformation"
    raise MatlabTypeError("rst_compat:rotations:WrongClass", fact, expected, type(value).__name__, hint)


def agree(function: str, first: int, second: int) -> int:
    """The common count of two arrays, of which one may be single."""
    if first != second and 1 not in (first, second):
        fail(
            "SizeMismatch",
            f"{function}: the numbers of transformations, translations or points do not match",
            f"{first}, or one of the two single",
            str(second),
        )
    return second if first == 1 else first


def _moved(R: Array, p: Array) -> Array:
    """Rotations times vectors, one by one."""
    return np.asarray((R @ p[:, :, None])[:, :, 0])
