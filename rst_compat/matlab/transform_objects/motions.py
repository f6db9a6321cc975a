"""What transformations do: move points, lead from one to another, lie apart, become orthonormal."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import choice, name_values, numbers
from ..rotations.axis_angles import quat_axang
from ..rotations.homogeneous import homogeneous
from ..rotations.quaternions import matrix_quat, quat_matrix
from ..rotations.stacks import Array, fail, finite, rows, unit
from .base import RigidTransform, agree, check, same_class

S = TypeVar("S", bound=RigidTransform)


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
    MatlabError
        The points have the wrong dimension, or their pages do not match M; not numeric; ``T`` is no such object.

    Notes
    -----
    Source: the reference page of se3.transform.

    Examples
    --------
    >>> from rst_compat import se3
    >>> transform(se3([1, 0, 0], "trvec"), [[0, 0, 0], [0, 2, 0]]).tolist()
    [[1.0, 0.0, 0.0], [1.0, 2.0, 0.0]]
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
    MatlabError
        A position outside [0, 1], several positions for several transformations, or different classes.

    Notes
    -----
    Rotations turn about one axis the shorter way (which is spherical linear interpolation of quaternions), translations
    go straight.

    Examples
    --------
    >>> from rst_compat import se2
    >>> interp(se2([0, 0, 0], "xytheta"), se2([2, 4, 1], "xytheta"), 3).xytheta()[1]
    array([1. , 2. , 0.5])
    """
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - importing rst_compat imports no SciPy

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
    agree("interp", agree("interp", len(T1), len(T2)), len(s))
    turn = _turn(T1, T2)  # SciPy's Slerp does the same between two rotations, not between two arrays of them
    part = Rotation.from_rotvec(s[:, None] * turn[:, 3:] * turn[:, :3]).as_matrix()
    return T1._new(T1._R @ part[:, : T1._d, : T1._d], T1._t + s[:, None] * (T2._t - T1._t))


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
    MatlabError
        Not two weights, the numbers of transformations do not match, or different classes.

    Notes
    -----
    MATLAB's default weights are not in the documentation seen; [1 0.1] are those of its state spaces SE2 and SE3.

    Examples
    --------
    >>> from rst_compat import se3
    >>> round(dist(se3([3, 4, 0], "trvec"), se3(0.5, "rotz")), 4)
    5.05
    """
    same_class(T1, T2, dist)
    agree("dist", len(T1), len(T2))
    angle = _turn(T1, T2)[:, 3]
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
    MatlabError
        Unknown method or name, a zero column with "cross", or ``T`` is no such object.

    Notes
    -----
    Source: the reference page of se3.normalize.

    Examples
    --------
    >>> from rst_compat import so2
    >>> normalize(so2([[0, -1.01], [1.01, 0]]), Method="svd").rotm().tolist()
    [[0.0, -1.0], [1.0, 0.0]]
    """
    check(T, normalize)
    given = name_values("normalize", args, options, {"Method": "quat"})["Method"]
    R = _spatial(T._R)
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


def _turn(T1: RigidTransform, T2: RigidTransform) -> Array:
    """Axis-angles from the first to the second, the shorter way."""
    return quat_axang(matrix_quat(_spatial(T1._R.mT @ T2._R)))


def _spatial(R: Array) -> Array:
    """Rotations of the plane as rotations about z; those of space as they are."""
    return R if R.shape[-1] == 3 else homogeneous(R)
