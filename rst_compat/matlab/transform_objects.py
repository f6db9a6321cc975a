"""The objects se3, so3, se2 and so2: rigid transformations and rotations, one or several in one object.

As in MATLAB, a single transformation is an array of one: ``len(T)`` is 1 and ``T[0]`` is ``T``.  Results for one
transformation are a matrix or a 1-D vector; for N of them, pages last or rows.  Function form is method form:
``trvec(T)`` and ``T.trvec()``.  Objects are values: they never change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..errors import MatlabTypeError
from .arguments import choice, name_values, numbers
from .rotations import (
    Array,
    axang_matrix,
    axes_of,
    elementary,
    euler_matrix,
    fail,
    finite,
    homogeneous,
    matrix_euler,
    matrix_quat,
    pages,
    quat_axang,
    quat_matrix,
    rows,
    rows_axang,
    rows_quat,
    stack,
    unit,
)

__all__ = [
    "axang",
    "dist",
    "eul",
    "interp",
    "normalize",
    "quat",
    "rotm",
    "se2",
    "se3",
    "so2",
    "so3",
    "tform",
    "theta",
    "transform",
    "trvec",
    "xytheta",
    "xyzquat",
]

S = TypeVar("S", bound="RigidTransform")


def tform(T: RigidTransform) -> Array:
    """Homogeneous transform matrix.

    Parameters
    ----------
    T : se3, so3, se2 or so2
        N transformations or rotations.

    Returns
    -------
    (4, 4), (4, 4, N), (3, 3) or (3, 3, N) ndarray
        Matrices of the 3-D or 2-D objects, translation in m; a rotation has none.

    Raises
    ------
    MatlabTypeError
        ``T`` is none of these objects.

    Examples
    --------
    >>> tform(se2([5, 6], "trvec"))
    array([[1., 0., 5.],
           [0., 1., 6.],
           [0., 0., 1.]])
    """
    check(T, tform)
    return stack(homogeneous(T._R, T._t), len(T) == 1)


def rotm(T: RigidTransform) -> Array:
    """Rotation matrix.

    Parameters
    ----------
    T : se3, so3, se2 or so2
        N transformations or rotations.

    Returns
    -------
    (3, 3), (3, 3, N), (2, 2) or (2, 2, N) ndarray
        Rotation matrices.

    Raises
    ------
    MatlabTypeError
        ``T`` is none of these objects.

    Examples
    --------
    >>> rotm(so2(np.pi / 2, "theta")).round(4)
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    check(T, rotm)
    return stack(T._R, len(T) == 1)


def trvec(T: se3 | se2) -> Array:
    """Translation.

    Parameters
    ----------
    T : se3 or se2
        N transformations.

    Returns
    -------
    (3,), (N, 3), (2,) or (N, 2) ndarray
        Translations, in m.

    Raises
    ------
    MatlabTypeError
        ``T`` is neither.

    Examples
    --------
    >>> trvec(se3([1, 2, 3], "trvec"))
    array([1., 2., 3.])
    """
    check(T, trvec)
    return stack(T._t, len(T) == 1)


def eul(T: se3 | so3, sequence: str = "ZYX") -> Array:
    """Euler angles.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.
    sequence : str
        As in :func:`~rst_compat.matlab.rotations.eul2rotm`.

    Returns
    -------
    (3,) or (N, 3) ndarray
        Angles in rad, as :func:`~rst_compat.matlab.rotations.rotm2eul` gives them.

    Raises
    ------
    MatlabTypeError
        ``T`` is neither, or the sequence is not text.
    MatlabValueError
        Unknown sequence.

    Examples
    --------
    >>> eul(se3([np.pi / 4, np.pi / 3, np.pi / 8], "eul")).round(4)
    array([0.7854, 1.0472, 0.3927])
    """
    check(T, eul)
    return stack(matrix_euler(T._R, axes_of("eul", sequence))[0], len(T) == 1)


def quat(T: se3 | so3) -> Array:
    """Quaternion.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.

    Returns
    -------
    (4,) or (N, 4) ndarray
        Unit quaternions [w x y z] with w >= 0.

    Raises
    ------
    MatlabTypeError
        ``T`` is neither.

    Examples
    --------
    >>> quat(so3(np.pi / 6, "rotx")).round(4)
    array([0.9659, 0.2588, 0.    , 0.    ])
    """
    check(T, quat)
    return stack(matrix_quat(T._R), len(T) == 1)


def axang(T: se3 | so3) -> Array:
    """Axis and angle.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.

    Returns
    -------
    (4,) or (N, 4) ndarray
        [x y z angle]: unit axis, angle in rad in [0, pi].

    Raises
    ------
    MatlabTypeError
        ``T`` is neither.

    Examples
    --------
    >>> axang(se3([0.5, 0.25, 0.5, np.pi / 2], "axang")).round(4)
    array([0.6667, 0.3333, 0.6667, 1.5708])
    """
    check(T, axang)
    return stack(quat_axang(matrix_quat(T._R)), len(T) == 1)


def xyzquat(T: se3 | so3) -> Array:
    """Position and quaternion.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.

    Returns
    -------
    (7,) or (N, 7) ndarray
        [x y z qw qx qy qz], position in m (zero for a rotation), qw >= 0.

    Raises
    ------
    MatlabTypeError
        ``T`` is neither.

    Examples
    --------
    >>> xyzquat(se3([2, 3, 1, 0.9659, 0.2588, 0, 0], "xyzquat")).round(4)
    array([2.    , 3.    , 1.    , 0.9659, 0.2588, 0.    , 0.    ])
    """
    check(T, xyzquat)
    return stack(np.hstack([T._t, matrix_quat(T._R)]), len(T) == 1)


def theta(T: se2 | so2) -> Any:
    """Rotation angle.

    Parameters
    ----------
    T : se2 or so2
        N transformations or rotations.

    Returns
    -------
    float or (N,) ndarray
        Angles in rad, counterclockwise positive, in [-pi, pi].

    Raises
    ------
    MatlabTypeError
        ``T`` is neither.

    Examples
    --------
    >>> round(theta(se2(np.pi / 2, "theta")), 4)
    1.5708
    """
    check(T, theta)
    angle = np.arctan2(T._R[:, 1, 0], T._R[:, 0, 0])
    return float(angle[0]) if len(T) == 1 else angle


def xytheta(T: se2 | so2) -> Array:
    """Position and rotation angle.

    Parameters
    ----------
    T : se2 or so2
        N transformations or rotations.

    Returns
    -------
    (3,) or (N, 3) ndarray
        [x y theta], position in m (zero for a rotation), angle in rad.

    Raises
    ------
    MatlabTypeError
        ``T`` is neither.

    Examples
    --------
    >>> xytheta(se2([2, 3, np.pi / 2], "xytheta")).round(4)
    array([2.    , 3.    , 1.5708])
    """
    check(T, xytheta)
    return stack(np.hstack([T._t, np.reshape(theta(T), (-1, 1))]), len(T) == 1)


def transform(T: RigidTransform, points: ArrayLike, *args: Any, **options: Any) -> Array:
    """Points moved by transformations.

    Parameters
    ----------
    T : se3, so3, se2 or so2
        M transformations or rotations of dimension d.
    points : (d,), (n, d) or (n, d, M) array_like
        Points in m, one per row; with M pages, each page is moved by its own transformation.
    isCol : bool, optional
        True for points in columns: (d, n) or (d, n, M).

    Returns
    -------
    (d,), (n, d) or (n, d, M) ndarray
        Moved points in the layout they came in, with a page per transformation when M > 1 (one point: (d, M)).

    Raises
    ------
    MatlabValueError
        The points have the wrong dimension, or their pages do not match M.
    MatlabTypeError
        Not numeric, or ``T`` is none of these objects.

    Examples
    --------
    >>> transform(se3([1, 0, 0], "trvec"), [[0, 0, 0], [0, 2, 0]])
    array([[1., 0., 0.],
           [1., 2., 0.]])
    """
    check(T, transform)
    columns = name_values("transform", args, options, {"isCol": False})["isCol"]
    given = numbers(points, "transform: points")
    P = given[None] if given.ndim == 1 else given.swapaxes(0, 1) if columns and given.ndim > 1 else given
    if P.ndim not in (2, 3) or P.shape[1] != T._d:
        layout = f"({T._d}, n) or ({T._d}, n, M)" if columns else f"(n, {T._d}) or (n, {T._d}, M)"
        hint = "Points in columns take isCol=True" if not columns and T._d in given.shape[:1] else None
        fail("WrongPoints", "transform: points have the wrong shape", layout, f"shape {given.shape}", hint)
    P = P[None] if P.ndim == 2 else np.moveaxis(P, -1, 0)
    agree("transform", len(T), len(P))
    placed = P @ T._R.mT + T._t[:, None, :]
    result: Array = placed[0] if len(T) == 1 and given.ndim < 3 else np.moveaxis(placed, 0, -1)
    if given.ndim == 1:
        result = result[0]
    elif columns:
        result = result.swapaxes(0, 1)
    return result + 0.0


def interp(T1: S, T2: S, points: ArrayLike) -> S:
    """Transformations between two others.

    Parameters
    ----------
    T1, T2 : se3, so3, se2 or so2
        First and last, of the same class.
    points : float, (M,) array_like or int
        Positions in [0, 1] on the way, or a number of steps, 2 or more, from first to last.

    Returns
    -------
    se3, so3, se2 or so2
        M transformations.

    Raises
    ------
    MatlabValueError
        A position outside [0, 1], or several positions for several transformations.
    MatlabTypeError
        The classes differ.

    Notes
    -----
    Rotations turn about one axis the shorter way (which is spherical linear interpolation of quaternions), translations
    go straight.

    Examples
    --------
    >>> interp(se2([0, 0, 0], "xytheta"), se2([2, 4, 1], "xytheta"), 3).xytheta()
    array([[0. , 0. , 0. ],
           [1. , 2. , 0.5],
           [2. , 4. , 1. ]])
    """
    same_class(T1, T2, interp)
    s = finite("interp", "points", points)
    if s.ndim == 0 and s >= 2 and s == np.round(s):
        s = np.linspace(0.0, 1.0, int(s))
    s = s.reshape(-1)
    if (s < 0).any() or (s > 1).any():
        fail(
            "PositionOutOfRange",
            "interp: points has a value outside the way from first to last",
            "positions in [0, 1], or one whole number of steps, 2 or more",
            str(s[(s < 0) | (s > 1)][0]),
        )
    count = agree("interp", agree("interp", len(T1), len(T2)), len(s))
    turn = np.broadcast_to(quat_axang(matrix_quat(spatial(T1._R.mT @ T2._R))), (count, 4)).copy()
    turn[:, 3] *= s
    R = T1._R @ axang_matrix(turn)[:, : T1._d, : T1._d]
    return T1._new(R, T1._t + s[:, None] * (T2._t - T1._t))


def dist(T1: S, T2: S, weights: ArrayLike = (1.0, 0.1)) -> Any:
    """Distance between transformations.

    Parameters
    ----------
    T1, T2 : se3, so3, se2 or so2
        Of the same class.
    weights : (2,) array_like
        Weight of the translation in m and of the rotation in rad; rotation objects take none.

    Returns
    -------
    float or (N,) ndarray
        Weighted sum of the Euclidean distance and of the angle between; of so3 and so2 the angle in rad.

    Raises
    ------
    MatlabValueError
        Not two weights, or the numbers of transformations do not match.
    MatlabTypeError
        The classes differ.

    Notes
    -----
    MATLAB's default weights are not in the documentation seen; [1 0.1] are those of its state spaces SE2 and SE3.

    Examples
    --------
    >>> round(dist(se3([3, 4, 0], "trvec"), se3(0.5, "rotz")), 4)
    5.05
    """
    same_class(T1, T2, dist)
    agree("dist", len(T1), len(T2))
    angle = quat_axang(matrix_quat(spatial(T1._R.mT @ T2._R)))[:, 3]
    if T1._moves:
        w = rows("dist", "weights", weights, (2,))[0][0]
        angle = w[0] * np.linalg.norm(T1._t - T2._t, axis=1) + w[1] * angle
    return float(angle[0]) if len(angle) == 1 else angle


def normalize(T: S, *args: Any, **options: Any) -> S:
    """The same transformations with orthonormal rotations.

    Parameters
    ----------
    T : se3, so3, se2 or so2
        N transformations or rotations.
    Method : str, optional
        "quat" (default): by way of the unit quaternion.  "cross": the third column keeps its direction, the others
        follow by cross products.  "svd": the nearest orthonormal matrix.

    Returns
    -------
    se3, so3, se2 or so2
        Objects of the class of ``T``.

    Raises
    ------
    MatlabValueError
        Unknown method, or a zero column with "cross".
    MatlabTypeError
        ``T`` is none of these objects, or an unknown name.

    Examples
    --------
    >>> normalize(so2([[0, -1.01], [1.01, 0]]), Method="svd").rotm()
    array([[ 0., -1.],
           [ 1.,  0.]])
    """
    check(T, normalize)
    given = name_values("normalize", args, options, {"Method": "quat"})["Method"]
    R = spatial(T._R)
    match choice(given, ("quat", "cross", "svd"), "normalize: Method"):
        case "quat":
            R = quat_matrix(matrix_quat(R))
        case "cross":
            z = unit("normalize", "third column", R[:, :, 2], "ZeroAxis")
            x = unit("normalize", "second column across the third", np.cross(R[:, :, 1], z), "ZeroAxis")
            R = np.stack([x, np.cross(z, x), z], axis=2)
        case _:
            u, _, vt = np.linalg.svd(R)
            R = u @ vt
    return T._new(R[:, : T._d, : T._d], T._t)


def check(T: object, function: Callable[..., Any]) -> None:
    """Refuse a first argument whose class has no such method."""
    name = function.__name__
    if getattr(type(T), name, None) is not function:
        owners = [c.__name__ for c in (se3, so3, se2, so2) if getattr(c, name, None) is function]
        wrong_class(f"{name}: the first argument has no such function", ", ".join(owners), T)


def same_class(T1: object, T2: object, function: Callable[..., Any]) -> None:
    """Refuse two objects of different classes."""
    check(T1, function)
    if type(T1) is not type(T2):
        wrong_class(f"{function.__name__}: the two arguments differ in class", type(T1).__name__, T2)


def wrong_class(fact: str, expected: str, value: object) -> NoReturn:
    """Raise the error for an object of another class."""
    hint = None
    if not isinstance(value, RigidTransform):
        hint = "Make an object of a matrix first, as se3(tform) or so3(rotm); points go through transform(T, points)"
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


def moved(R: Array, p: Array) -> Array:
    """Rotations times vectors, one by one."""
    product: Array = (R @ p[:, :, None])[:, :, 0]
    return product


def spatial(R: Array) -> Array:
    """Rotations of the plane as rotations about z; those of space as they are."""
    return R if R.shape[-1] == 3 else homogeneous(R)


class RigidTransform:
    """What se3, so3, se2 and so2 share: N rotations and translations of dimension d."""

    __slots__ = ("_R", "_t")
    __array_ufunc__ = None  # array * T must come here and be refused, not go through element by element

    _d: ClassVar[int]
    _moves: ClassVar[bool]
    _kinds: ClassVar[tuple[str, ...]]
    _R: Array
    _t: Array

    tform = tform
    rotm = rotm
    transform = transform
    interp = interp
    dist = dist
    normalize = normalize

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
        >>> se2([2, 3], "trvec").inv().trvec()
        array([-2., -3.])
        """
        return self._new(self._R.mT, -moved(self._R.mT, self._t))

    def __mul__(self, other: Any) -> Self:
        if type(other) is not type(self):
            self._refuse(other)
        agree("*", len(self), len(other))
        return self._new(self._R @ other._R, moved(self._R, other._t) + self._t)

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
        return np.array(self.tform() if self._moves else self.rotm(), dtype=dtype)

    def __repr__(self) -> str:
        name = type(self).__name__
        if len(self) != 1:
            return f"1x{len(self)} {name} array"
        M = np.asarray(self)
        width, digits = (6, 0) if (np.mod(M, 1) == 0).all() else (10, 4)
        cells = [[f"{x:.{digits}f}" if x else "0" for x in row] for row in M]
        width = max(width, *(len(cell) + 2 for row in cells for cell in row))
        return "\n".join([name, *("".join(cell.rjust(width) for cell in row) for row in cells)])


def parts_of(name: str, d: int, kind: str, value: Any, sequence: str) -> tuple[Array, Array | None]:
    """Rotations and translations of numbers of a kind."""
    match kind:
        case "trvec":
            return np.eye(d)[None], rows(name, kind, value, (d,))[0]
        case "xyzquat":
            pose = rows(name, kind, value, (7,))[0]
            return rotation_of(name, "quat", pose[:, 3:]), pose[:, :3]
        case "xytheta":
            pose = rows(name, kind, value, (3,))[0]
            return rotation_of(name, "theta", pose[:, 2]), pose[:, :2]
    return rotation_of(name, kind, value, sequence), None


def rotation_of(name: str, kind: str, value: Any, sequence: str = "ZYX") -> Array:
    """Rotations of numbers of a kind."""
    match kind:
        case "eul":
            return euler_matrix(rows(name, kind, value, (3,))[0], axes_of(name, sequence))
        case "quat":
            return quat_matrix(rows_quat(name, value)[0])
        case "axang":
            return axang_matrix(rows_axang(name, value)[0])
    angle = finite(name, "angle", value)
    if angle.size != max(angle.shape, default=1):
        fail("WrongColumns", f"{name}: angle has the wrong shape", "a number or a vector", f"shape {angle.shape}")
    if kind == "theta":
        return elementary(2, angle.reshape(-1))[:, :2, :2]
    return elementary("xyz".index(kind[-1]), angle.reshape(-1))


class so3(RigidTransform):
    """Rotations of space.

    ``so3()``, ``so3(rotm)``, ``so3(tform)``, ``so3(object)``, ``so3(eul, "eul"[, sequence])``, ``so3(quat, "quat")``,
    ``so3(axang, "axang")``, ``so3(angle, "rotx" | "roty" | "rotz")``.

    Parameters
    ----------
    *args
        As listed; (3, 3, N) pages or N rows make N rotations.  Angles in rad.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        Wrong shape or kind of the arguments.

    Notes
    -----
    ``R1 * R2`` (and ``R1 @ R2``) applies R2 first; ``R1 / R2`` is ``R1 * R2.inv()``.  Orthonormality is not checked:
    see :func:`normalize`.

    Examples
    --------
    >>> so3(np.pi / 6, "rotx")
    so3
        1.0000         0         0
             0    0.8660   -0.5000
             0    0.5000    0.8660
    """

    __slots__ = ()
    _d, _moves, _kinds = 3, False, ("eul", "quat", "axang", "rotx", "roty", "rotz")
    eul = eul
    quat = quat
    axang = axang
    xyzquat = xyzquat


class se3(RigidTransform):
    """Rigid transformations of space.

    ``se3()``, ``se3(tform)``, ``se3(rotm)``, ``se3(object)``, ``se3([T1, T2, ...])``, ``se3(eul, "eul"[, sequence])``,
    ``se3(quat, "quat")``, ``se3(axang, "axang")``, ``se3(angle, "rotx" | "roty" | "rotz")``, each rotation with a
    translation behind it if wanted (``se3(rotm, trvec)``); ``se3(trvec, "trvec")``, ``se3(pose, "xyzquat")``.

    Parameters
    ----------
    *args
        As listed; (4, 4, N) pages or N rows make N transformations.  Angles in rad, translations in m.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        Wrong shape or kind of the arguments.

    Notes
    -----
    ``T1 * T2`` (and ``T1 @ T2``) applies T2 first; ``T1 / T2`` is ``T1 * T2.inv()``.  Functions that take a matrix take
    an se3: ``numpy.asarray(T)`` is ``T.tform()``.  Orthonormality is not checked: see :func:`normalize`.

    Examples
    --------
    >>> se3([0, 0, np.pi / 6], "eul", [2, 3, 1])
    se3
        1.0000         0         0    2.0000
             0    0.8660   -0.5000    3.0000
             0    0.5000    0.8660    1.0000
             0         0         0    1.0000
    """

    __slots__ = ()
    _d, _moves, _kinds = 3, True, ("eul", "quat", "axang", "rotx", "roty", "rotz", "trvec", "xyzquat")
    trvec = trvec
    eul = eul
    quat = quat
    axang = axang
    xyzquat = xyzquat


class so2(RigidTransform):
    """Rotations of the plane.

    ``so2()``, ``so2(rotm)``, ``so2(tform)``, ``so2(object)``, ``so2(angle, "theta")``.

    Parameters
    ----------
    *args
        As listed; (2, 2, N) pages or N angles, in rad, make N rotations.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        Wrong shape or kind of the arguments.

    Examples
    --------
    >>> so2(np.pi / 6, "theta") * so2(np.pi / 6, "theta")
    so2
        0.5000   -0.8660
        0.8660    0.5000
    """

    __slots__ = ()
    _d, _moves, _kinds = 2, False, ("theta",)
    theta = theta
    xytheta = xytheta


class se2(RigidTransform):
    """Rigid transformations of the plane.

    ``se2()``, ``se2(tform)``, ``se2(rotm)``, ``se2(object)``, ``se2(angle, "theta")``, each rotation with a translation
    behind it if wanted; ``se2(trvec, "trvec")``, ``se2(pose, "xytheta")``.

    Parameters
    ----------
    *args
        As listed; (3, 3, N) pages or N rows make N transformations.  Angles in rad, translations in m.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        Wrong shape or kind of the arguments.

    Examples
    --------
    >>> se2(np.pi / 6, "theta", [5, 6])
    se2
        0.8660   -0.5000    5.0000
        0.5000    0.8660    6.0000
             0         0    1.0000
    """

    __slots__ = ()
    _d, _moves, _kinds = 2, True, ("theta", "trvec", "xytheta")
    trvec = trvec
    theta = theta
    xytheta = xytheta
