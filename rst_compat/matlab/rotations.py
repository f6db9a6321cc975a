"""Conversions between rotations, Euler angles, quaternions, axis-angles and homogeneous transforms.

One item in, one item out: a 1-D vector gives a matrix, a matrix gives a 1-D vector.  Several items are rows of an
(n, k) array, and stacks of matrices keep MATLAB's shape with the pages last: ``tform(:,:,i)`` is ``tform[:, :, i]``.
An (n, k) array with n = 1 gives one matrix, as MATLAB drops a trailing dimension of 1.

All matrices premultiply column vectors.  As in MATLAB, nothing checks that a rotation matrix is orthonormal or that
the last row of a transform is ``[0 0 0 1]``.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import MatlabValueError
from .arguments import choice, numbers, outputs

__all__ = [
    "angdiff",
    "axang2quat",
    "axang2rotm",
    "axang2tform",
    "cart2hom",
    "deg2rad",
    "eul2quat",
    "eul2rotm",
    "eul2tform",
    "hom2cart",
    "quat2axang",
    "quat2eul",
    "quat2rotm",
    "quat2tform",
    "rad2deg",
    "rotm2axang",
    "rotm2eul",
    "rotm2quat",
    "rotm2tform",
    "tform2axang",
    "tform2eul",
    "tform2quat",
    "tform2rotm",
    "tform2trvec",
    "trvec2tform",
    "wrapTo2Pi",
    "wrapToPi",
]

Array = NDArray[np.float64]

SEQUENCES = ("ZYX", "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY")

_EPS = np.finfo(float).eps
#: below this sine (cosine) of the middle angle the first and the last axis count as parallel
_LOCKED = 10 * _EPS
#: below this one, the last angle is taken from what the first two leave over: on its own it loses eps/sine
_NEARLY_LOCKED = 1e-3


def fail(what: str, fact: str, expected: str, got: str, hint: str | None = None) -> NoReturn:
    """Raise the error ``rst_compat:rotations:<what>``."""
    raise MatlabValueError(f"rst_compat:rotations:{what}", fact, expected, got, hint)


def finite(function: str, argument: str, value: object) -> Array:
    """A fresh float64 array of an argument, without NaN and Inf."""
    array = numbers(value, f"{function}: {argument}")
    if not np.isfinite(array).all():
        where = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        fail(
            "NotFinite",
            f"{function}: {argument} has an element that is not finite",
            "finite numbers",
            f"{array[where]} at index {list(where)}",
        )
    return array


def rows(function: str, argument: str, value: object, widths: tuple[int, ...]) -> tuple[Array, bool]:
    """The rows of an argument as (n, k), and whether it was a 1-D vector."""
    array = finite(function, argument, value)
    if array.ndim not in (1, 2) or array.shape[-1] not in widths:
        one_of = " or ".join(str(k) for k in widths)
        turned = array.ndim == 2 and array.shape[0] in widths
        fail(
            "WrongColumns",
            f"{function}: {argument} has the wrong shape",
            f"a vector of {one_of} elements, or an n-by-{one_of} matrix with one item per row",
            f"shape {array.shape}",
            "Each item is a row: transpose the argument" if turned else None,
        )
    return np.atleast_2d(array), array.ndim == 1


def pages(function: str, argument: str, value: object, sizes: tuple[int, ...]) -> tuple[Array, bool]:
    """The pages of a stack of square matrices as (n, m, m), and whether it was a single matrix."""
    array = finite(function, argument, value)
    if array.ndim not in (2, 3) or array.shape[0] not in sizes or array.shape[0] != array.shape[1]:
        turned = array.ndim == 3 and array.shape[-1] in sizes
        fail(
            "WrongMatrixShape",
            f"{function}: {argument} has the wrong shape",
            " or ".join(f"{m}-by-{m} or {m}-by-{m}-by-n" for m in sizes),
            f"shape {array.shape}",
            f"The pages of a stack come last, as in MATLAB: numpy.moveaxis({argument}, 0, -1)" if turned else None,
        )
    return (array[None], True) if array.ndim == 2 else (np.moveaxis(array, -1, 0), False)


def stack(items: Array, single: bool) -> Array:
    """Leading items as MATLAB shapes them: alone if single, else rows, or pages last."""
    items = items + 0.0  # no -0.0, which prints badly
    if not single:
        return items if items.ndim == 2 else np.moveaxis(items, 0, -1)
    item: Array = items[0]
    return item


def axes_of(function: str, sequence: str) -> tuple[int, int, int]:
    """Axis numbers of a rotation sequence."""
    first, second, third = ("XYZ".index(letter) for letter in choice(sequence, SEQUENCES, f"{function}: sequence"))
    return first, second, third


def unit(function: str, argument: str, vectors: Array, what: str) -> Array:
    """Rows scaled to length 1."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    if not largest.all():
        fail(
            what,
            f"{function}: the {argument} is zero and gives no direction",
            f"a nonzero {argument}",
            f"{vectors[np.argmin(largest)].tolist()} in row {np.argmin(largest)}, counted from 0",
        )
    vectors = vectors / largest[:, None]  # first by the largest element, so that squares cannot overflow
    units: Array = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return units


def elementary(axis: int, angle: Array) -> Array:
    """Rotation matrices about a coordinate axis."""
    c, s = np.cos(angle), np.sin(angle)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    R = np.zeros((*angle.shape, 3, 3))
    R[..., axis, axis] = 1.0
    R[..., j, j] = R[..., k, k] = c
    R[..., k, j], R[..., j, k] = s, -s
    return R


def euler_matrix(eul: Array, axes: tuple[int, int, int]) -> Array:
    """Intrinsic rotations: R = R1(e1) R2(e2) R3(e3)."""
    first, second, third = (elementary(axis, eul[:, column]) for column, axis in enumerate(axes))
    return first @ second @ third


def euler_quat(eul: Array, axes: tuple[int, int, int]) -> Array:
    """The product of the three elementary quaternions (Diebel 2006, section 8)."""
    product = np.tile([1.0, 0.0, 0.0, 0.0], (len(eul), 1))
    for column, axis in enumerate(axes):
        factor = np.zeros_like(product)
        factor[:, 0], factor[:, 1 + axis] = np.cos(eul[:, column] / 2), np.sin(eul[:, column] / 2)
        w, v, fw, fv = product[:, :1], product[:, 1:], factor[:, :1], factor[:, 1:]
        scalar = w * fw - np.sum(v * fv, axis=1, keepdims=True)
        product = np.hstack([scalar, w * fv + fw * v + np.cross(v, fv)])
    return product


def matrix_euler(R: Array, axes: tuple[int, int, int], positive: bool = False) -> tuple[Array, Array]:
    """Euler angles and their alternative (Shoemake, Graphics Gems IV, 1994, chapter III.5).

    Shoemake's middle angle of a sequence like ZYZ has the sign of the parity of the axes, unless ``positive``.
    """
    a, j, i = axes  # Shoemake names the axes of a rotating sequence from the last to the first
    k = 3 - i - j
    parity = 1.0 if j == (i + 1) % 3 else -1.0
    if a == i:
        s = parity if positive else 1.0
        lever = np.hypot(R[:, i, j], R[:, i, k])
        first = parity * np.arctan2(s * R[:, j, i], -s * R[:, k, i])
        middle = s * parity * np.arctan2(lever, R[:, i, i])
        last = parity * np.arctan2(s * R[:, i, j], s * R[:, i, k])
    else:
        lever = np.hypot(R[:, i, i], R[:, j, i])
        first = parity * np.arctan2(R[:, j, i], R[:, i, i])
        middle = parity * np.arctan2(-R[:, k, i], lever)
        last = parity * np.arctan2(R[:, k, j], R[:, k, k])
    first = np.where(lever <= _LOCKED, 0.0, first)
    rest = elementary(a, -first) @ R
    left_over = parity * np.arctan2(-rest[:, j, k], rest[:, j, j])
    last = np.where(lever < _NEARLY_LOCKED, left_over, last)
    alternative = wrapToPi(np.stack([first + np.pi, -middle if a == i else np.pi - middle, last + np.pi], axis=1))
    return np.stack([first, middle, last], axis=1), alternative


def axang_matrix(axang: Array) -> Array:
    """Rodrigues' formula, for unit axes."""
    x, y, z, angle = axang.T
    o = np.zeros_like(x)
    skew = np.stack([o, -z, y, z, o, -x, -y, x, o], axis=1).reshape(-1, 3, 3)
    c, s = np.cos(angle)[:, None, None], np.sin(angle)[:, None, None]
    R: Array = c * np.eye(3) + s * skew + (1 - c) * axang[:, :3, None] * axang[:, None, :3]
    return R


def quat_matrix(quat: Array) -> Array:
    """Rotation matrices of unit quaternions (Diebel 2006, equation 125)."""
    w, x, y, z = quat.T
    entries: Array = np.array(
        [
            [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z],
        ]
    )
    return np.moveaxis(entries, -1, 0)


def matrix_quat(R: Array) -> Array:
    """Unit quaternions with w >= 0, from the row of 4 q q' with the largest diagonal entry (Shepperd 1978)."""
    trace = np.trace(R, axis1=1, axis2=2)
    outer = np.empty((len(R), 4, 4))
    outer[:, 0, 0] = 1 + trace
    skew = np.stack([R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]], axis=1)
    outer[:, 0, 1:] = outer[:, 1:, 0] = skew
    outer[:, 1:, 1:] = R + R.mT + (1 - trace)[:, None, None] * np.eye(3)
    best = np.diagonal(outer, axis1=1, axis2=2).argmax(axis=1)
    quat: Array = outer[np.arange(len(R)), best]
    quat = quat / np.linalg.norm(quat, axis=1, keepdims=True)
    for _ in range(4):  # for matrices slightly off: the dominant eigenvector is the best fit (Bar-Itzhack 2000)
        quat = (outer @ quat[:, :, None])[:, :, 0]
        quat = quat / np.linalg.norm(quat, axis=1, keepdims=True)
    return np.where(quat[:, :1] < 0, -quat, quat)


def quat_axang(quat: Array) -> Array:
    """Axis-angles of unit quaternions, the angle in [0, pi]; no rotation has the axis z."""
    quat = np.where(quat[:, :1] < 0, -quat, quat)
    sine = np.linalg.norm(quat[:, 1:], axis=1, keepdims=True)
    axis = np.where(sine > 0, quat[:, 1:] / np.where(sine > 0, sine, 1.0), [0.0, 0.0, 1.0])
    return np.hstack([axis, 2 * np.arctan2(sine, quat[:, :1])])


def homogeneous(R: Array, t: Array | None = None) -> Array:
    """Transforms of rotations (n, d, d) and translations (n, d)."""
    d = R.shape[-1]
    T = np.zeros((len(R), d + 1, d + 1))
    T[:, :d, :d] = R
    T[:, d, d] = 1.0
    if t is not None:
        T[:, :d, d] = t
    return T


def point_rows(function: str, argument: str, value: object, least: int) -> Array:
    """Points as (k,) or (n, k); NaN and Inf pass."""
    points = numbers(value, f"{function}: {argument}")
    if points.ndim not in (1, 2) or points.shape[-1] < least:
        fail(
            "WrongColumns",
            f"{function}: {argument} has the wrong shape",
            f"a vector, or a matrix with one point per row, of {least} columns at least",
            f"shape {points.shape}",
        )
    return points


def rows_axang(function: str, axang: object) -> tuple[Array, bool]:
    """Axis-angle rows with unit axes."""
    array, flat = rows(function, "axang", axang, (4,))
    return np.hstack([unit(function, "axis", array[:, :3], "ZeroAxis"), array[:, 3:]]), flat


def rows_quat(function: str, quat: object) -> tuple[Array, bool]:
    """Unit quaternion rows."""
    array, flat = rows(function, "quat", quat, (4,))
    return unit(function, "quaternion", array, "ZeroQuaternion"), flat


def eul2rotm(eul: ArrayLike, sequence: str = "ZYX") -> Array:
    """Rotation matrix of Euler angles.

    Parameters
    ----------
    eul : (3,) or (n, 3) array_like
        Angles in rad, in the order of the sequence.
    sequence : str
        One of ZYX ZYZ ZXY ZXZ YXY YZX YXZ YZY XYX XYZ XZX XZY, in any case.

    Returns
    -------
    (3, 3) or (3, 3, n) ndarray
        Intrinsic rotation: ``R1(e1) @ R2(e2) @ R3(e3)``.

    Raises
    ------
    MatlabValueError
        Not three columns, not finite, or an unknown sequence.
    MatlabTypeError
        Not numeric, or a sequence that is not text.

    Examples
    --------
    >>> eul2rotm([0, np.pi / 2, 0]).round(4)
    array([[ 0.,  0.,  1.],
           [ 0.,  1.,  0.],
           [-1.,  0.,  0.]])
    """
    angles, _ = rows("eul2rotm", "eul", eul, (3,))
    return stack(euler_matrix(angles, axes_of("eul2rotm", sequence)), len(angles) == 1)


def eul2tform(eul: ArrayLike, sequence: str = "ZYX") -> Array:
    """Homogeneous transform of Euler angles.

    Parameters
    ----------
    eul : (3,) or (n, 3) array_like
        Angles in rad, in the order of the sequence.
    sequence : str
        As in :func:`eul2rotm`.

    Returns
    -------
    (4, 4) or (4, 4, n) ndarray
        Intrinsic rotation, no translation.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`eul2rotm`.

    Examples
    --------
    >>> eul2tform([0, np.pi / 2, np.pi / 2], "ZYZ").round(4) + 0.0
    array([[0., 0., 1., 0.],
           [1., 0., 0., 0.],
           [0., 1., 0., 0.],
           [0., 0., 0., 1.]])
    """
    angles, _ = rows("eul2tform", "eul", eul, (3,))
    return stack(homogeneous(euler_matrix(angles, axes_of("eul2tform", sequence))), len(angles) == 1)


def eul2quat(eul: ArrayLike, sequence: str = "ZYX") -> Array:
    """Quaternion of Euler angles.

    Parameters
    ----------
    eul : (3,), (1, 3) or (n, 3) array_like
        Angles in rad, in the order of the sequence.
    sequence : str
        As in :func:`eul2rotm`.

    Returns
    -------
    (4,), (1, 4) or (n, 4) ndarray
        Unit quaternions [w x y z].

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`eul2rotm`.

    Notes
    -----
    The product of three elementary quaternions: continuous in the angles, so w may be negative.

    Examples
    --------
    >>> eul2quat([0, np.pi / 2, 0]).round(4)
    array([0.7071, 0.    , 0.7071, 0.    ])
    """
    angles, flat = rows("eul2quat", "eul", eul, (3,))
    return stack(euler_quat(angles, axes_of("eul2quat", sequence)), flat)


def rotm2eul(rotm: ArrayLike, sequence: str = "ZYX", *, nargout: int = 1) -> Any:
    """Euler angles of a rotation matrix.

    Parameters
    ----------
    rotm : (3, 3) or (3, 3, n) array_like
        Rotation matrices; orthonormality is not checked.
    sequence : str
        As in :func:`eul2rotm`.
    nargout : int
        2 also returns the other set of angles of the same rotation.

    Returns
    -------
    eul : (3,) or (n, 3) ndarray
        Angles in rad, in the order of the sequence.
    eulAlt : (3,) or (n, 3) ndarray
        With ``nargout=2``: the first and last angle half a turn away, all in [-pi, pi].

    Raises
    ------
    MatlabValueError
        Wrong matrix shape, not finite, unknown sequence, or wrong ``nargout``.
    MatlabTypeError
        Not numeric.

    Notes
    -----
    Shoemake's extraction (Graphics Gems IV, 1994), which gives the values MATLAB's documentation prints: the middle
    angle lies in [-pi/2, pi/2] for three different axes, in [-pi, 0] for ZYZ, YXY and XZX, in [0, pi] for ZXZ, YZY
    and XYX.  In gimbal lock the first angle is 0.  Within 1e-3 rad of it the last angle is taken from what the first
    two leave over, so that the three together stay exact.

    Examples
    --------
    >>> rotm2eul([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]).round(4)
    array([0.    , 1.5708, 0.    ])
    >>> rotm2eul([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], "ZYZ").round(4)
    array([-3.1416, -1.5708, -3.1416])
    """
    R, single = pages("rotm2eul", "rotm", rotm, (3,))
    eul, alternative = matrix_euler(R, axes_of("rotm2eul", sequence))
    return outputs(nargout, stack(eul, single), stack(alternative, single))


def tform2eul(tform: ArrayLike, sequence: str = "ZYX", *, nargout: int = 1) -> Any:
    """Euler angles of a homogeneous transform; the translation is ignored.

    Parameters
    ----------
    tform : (4, 4) or (4, 4, n) array_like
        Transforms.
    sequence : str
        As in :func:`eul2rotm`.
    nargout : int
        2 also returns the other set of angles of the same rotation.

    Returns
    -------
    eul, eulAlt : (3,) or (n, 3) ndarray
        As :func:`rotm2eul`, angles in rad.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`rotm2eul`.

    Notes
    -----
    The branch and gimbal lock are those of :func:`rotm2eul`.

    Examples
    --------
    >>> tform = [[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]]
    >>> tform2eul(tform).round(4)
    array([0.    , 0.    , 3.1416])
    """
    T, single = pages("tform2eul", "tform", tform, (4,))
    eul, alternative = matrix_euler(T[:, :3, :3], axes_of("tform2eul", sequence))
    return outputs(nargout, stack(eul, single), stack(alternative, single))


def quat2eul(quat: ArrayLike, sequence: str = "ZYX", *, nargout: int = 1) -> Any:
    """Euler angles of a quaternion.

    Parameters
    ----------
    quat : (4,), (1, 4) or (n, 4) array_like
        Quaternions [w x y z], normalised here.
    sequence : str
        As in :func:`eul2rotm`.
    nargout : int
        2 also returns the other set of angles of the same rotation.

    Returns
    -------
    eul, eulAlt : (3,), (1, 3) or (n, 3) ndarray
        Angles in rad, in the order of the sequence.

    Raises
    ------
    MatlabValueError
        Not four columns, not finite, a zero quaternion, unknown sequence, or wrong ``nargout``.
    MatlabTypeError
        Not numeric.

    Notes
    -----
    Sequences that come back to their first axis get a middle angle in [0, pi], unlike :func:`rotm2eul`.  Since MATLAB
    supports twelve sequences, its documentation prints [-1.5708 1.5708 1.5708] for a quarter turn about x in ZYZ
    (before, [1.5708 -1.5708 -1.5708], now the second output).  That is published for ZYZ alone; the other five follow
    it because one rule for all six is what a quaternion formula gives (Bernardes and Viollet 2022).  In gimbal lock
    the first angle is 0, as in :func:`rotm2eul`.

    Examples
    --------
    >>> quat2eul([0.7071, 0.7071, 0, 0]).round(4)
    array([0.    , 0.    , 1.5708])
    >>> eul, eulAlt = quat2eul([0.7071, 0.7071, 0, 0], "ZYZ", nargout=2)
    >>> eul.round(4), eulAlt.round(4)
    (array([-1.5708,  1.5708,  1.5708]), array([ 1.5708, -1.5708, -1.5708]))
    """
    q, flat = rows_quat("quat2eul", quat)
    eul, alternative = matrix_euler(quat_matrix(q), axes_of("quat2eul", sequence), positive=True)
    return outputs(nargout, stack(eul, flat), stack(alternative, flat))


def axang2rotm(axang: ArrayLike) -> Array:
    """Rotation matrix of an axis and an angle.

    Parameters
    ----------
    axang : (4,) or (n, 4) array_like
        [x y z angle]: axis, normalised here, and angle in rad.

    Returns
    -------
    (3, 3) or (3, 3, n) ndarray
        Rotation matrices.

    Raises
    ------
    MatlabValueError
        Not four columns, not finite, or a zero axis.
    MatlabTypeError
        Not numeric.

    Notes
    -----
    Rodrigues' formula.

    Examples
    --------
    >>> axang2rotm([0, 2, 0, np.pi / 2]).round(4)
    array([[ 0.,  0.,  1.],
           [ 0.,  1.,  0.],
           [-1.,  0.,  0.]])
    """
    turns, _ = rows_axang("axang2rotm", axang)
    return stack(axang_matrix(turns), len(turns) == 1)


def axang2tform(axang: ArrayLike) -> Array:
    """Homogeneous transform of an axis and an angle.

    Parameters
    ----------
    axang : (4,) or (n, 4) array_like
        [x y z angle]: axis, normalised here, and angle in rad.

    Returns
    -------
    (4, 4) or (4, 4, n) ndarray
        Rotation, no translation.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`axang2rotm`.

    Examples
    --------
    >>> axang2tform([1, 0, 0, np.pi / 2]).round(4)
    array([[ 1.,  0.,  0.,  0.],
           [ 0.,  0., -1.,  0.],
           [ 0.,  1.,  0.,  0.],
           [ 0.,  0.,  0.,  1.]])
    """
    turns, _ = rows_axang("axang2tform", axang)
    return stack(homogeneous(axang_matrix(turns)), len(turns) == 1)


def axang2quat(axang: ArrayLike) -> Array:
    """Quaternion of an axis and an angle.

    Parameters
    ----------
    axang : (4,), (1, 4) or (n, 4) array_like
        [x y z angle]: axis, normalised here, and angle in rad.

    Returns
    -------
    (4,), (1, 4) or (n, 4) ndarray
        Unit quaternions [w x y z]; w is negative for angles beyond half a turn.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`axang2rotm`.

    Examples
    --------
    >>> axang2quat([1, 0, 0, np.pi / 2]).round(4)
    array([0.7071, 0.7071, 0.    , 0.    ])
    """
    turns, flat = rows_axang("axang2quat", axang)
    half = turns[:, 3:] / 2
    return stack(np.hstack([np.cos(half), np.sin(half) * turns[:, :3]]), flat)


def rotm2axang(rotm: ArrayLike) -> Array:
    """Axis and angle of a rotation matrix.

    Parameters
    ----------
    rotm : (3, 3) or (3, 3, n) array_like
        Rotation matrices; orthonormality is not checked.

    Returns
    -------
    (4,) or (n, 4) ndarray
        [x y z angle]: unit axis, angle in rad in [0, pi].

    Raises
    ------
    MatlabValueError
        Wrong matrix shape, or not finite.
    MatlabTypeError
        Not numeric.

    Notes
    -----
    By way of the quaternion (Shepperd 1978), exact near 0 and pi.  The identity gives [0 0 1 0], which is known of
    MATLAB but not printed in its documentation.  At half a turn the largest element of the axis is positive.

    Examples
    --------
    >>> rotm2axang([[1, 0, 0], [0, -1, 0], [0, 0, -1]]).round(4)
    array([1.    , 0.    , 0.    , 3.1416])
    """
    R, single = pages("rotm2axang", "rotm", rotm, (3,))
    return stack(quat_axang(matrix_quat(R)), single)


def tform2axang(tform: ArrayLike) -> Array:
    """Axis and angle of a homogeneous transform; the translation is ignored.

    Parameters
    ----------
    tform : (4, 4) or (4, 4, n) array_like
        Transforms.

    Returns
    -------
    (4,) or (n, 4) ndarray
        [x y z angle]: unit axis, angle in rad in [0, pi].

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`rotm2axang`.

    Notes
    -----
    No rotation and half a turn are treated as :func:`rotm2axang` does.

    Examples
    --------
    >>> tform2axang([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]).round(4)
    array([1.    , 0.    , 0.    , 1.5708])
    """
    T, single = pages("tform2axang", "tform", tform, (4,))
    return stack(quat_axang(matrix_quat(T[:, :3, :3])), single)


def quat2axang(quat: ArrayLike) -> Array:
    """Axis and angle of a quaternion.

    Parameters
    ----------
    quat : (4,), (1, 4) or (n, 4) array_like
        Quaternions [w x y z], normalised here.

    Returns
    -------
    (4,), (1, 4) or (n, 4) ndarray
        [x y z angle]: unit axis, angle in rad in [0, pi].

    Raises
    ------
    MatlabValueError
        Not four columns, not finite, or a zero quaternion.
    MatlabTypeError
        Not numeric.

    Notes
    -----
    A quaternion and its negative are the same rotation and give the same result.  No rotation gives [0 0 1 0].

    Examples
    --------
    >>> quat2axang([0.7071, 0.7071, 0, 0]).round(4)
    array([1.    , 0.    , 0.    , 1.5708])
    """
    q, flat = rows_quat("quat2axang", quat)
    return stack(quat_axang(q), flat)


def quat2rotm(quat: ArrayLike) -> Array:
    """Rotation matrix of a quaternion.

    Parameters
    ----------
    quat : (4,) or (n, 4) array_like
        Quaternions [w x y z], normalised here.

    Returns
    -------
    (3, 3) or (3, 3, n) ndarray
        Rotation matrices.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`quat2axang`.

    Examples
    --------
    >>> quat2rotm([0.7071, 0.7071, 0, 0]).round(4)
    array([[ 1.,  0.,  0.],
           [ 0.,  0., -1.],
           [ 0.,  1.,  0.]])
    """
    q, _ = rows_quat("quat2rotm", quat)
    return stack(quat_matrix(q), len(q) == 1)


def quat2tform(quat: ArrayLike) -> Array:
    """Homogeneous transform of a quaternion.

    Parameters
    ----------
    quat : (4,) or (n, 4) array_like
        Quaternions [w x y z], normalised here.

    Returns
    -------
    (4, 4) or (4, 4, n) ndarray
        Rotation, no translation.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`quat2axang`.

    Examples
    --------
    >>> quat2tform([0.7071, 0.7071, 0, 0]).round(4)
    array([[ 1.,  0.,  0.,  0.],
           [ 0.,  0., -1.,  0.],
           [ 0.,  1.,  0.,  0.],
           [ 0.,  0.,  0.,  1.]])
    """
    q, _ = rows_quat("quat2tform", quat)
    return stack(homogeneous(quat_matrix(q)), len(q) == 1)


def rotm2quat(rotm: ArrayLike) -> Array:
    """Quaternion of a rotation matrix.

    Parameters
    ----------
    rotm : (3, 3) or (3, 3, n) array_like
        Rotation matrices; orthonormality is not checked.

    Returns
    -------
    (4,) or (n, 4) ndarray
        Unit quaternions [w x y z] with w >= 0; at half a turn the largest element is positive.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`rotm2axang`.

    Notes
    -----
    Shepperd's method (Journal of Guidance and Control, 1978).

    Examples
    --------
    >>> rotm2quat([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]).round(4)
    array([0.7071, 0.    , 0.7071, 0.    ])
    """
    R, single = pages("rotm2quat", "rotm", rotm, (3,))
    return stack(matrix_quat(R), single)


def tform2quat(tform: ArrayLike) -> Array:
    """Quaternion of a homogeneous transform; the translation is ignored.

    Parameters
    ----------
    tform : (4, 4) or (4, 4, n) array_like
        Transforms.

    Returns
    -------
    (4,) or (n, 4) ndarray
        Unit quaternions [w x y z] with w >= 0, as :func:`rotm2quat`.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`rotm2axang`.

    Examples
    --------
    >>> tform2quat([[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1]])
    array([0., 1., 0., 0.])
    """
    T, single = pages("tform2quat", "tform", tform, (4,))
    return stack(matrix_quat(T[:, :3, :3]), single)


def rotm2tform(rotm: ArrayLike) -> Array:
    """Homogeneous transform of a rotation matrix.

    Parameters
    ----------
    rotm : (3, 3), (3, 3, n), (2, 2) or (2, 2, n) array_like
        Rotation matrices; orthonormality is not checked.

    Returns
    -------
    (4, 4), (4, 4, n), (3, 3) or (3, 3, n) ndarray
        Rotation, no translation.

    Raises
    ------
    MatlabValueError
        Wrong matrix shape, or not finite.
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> rotm2tform([[0, -1], [1, 0]])
    array([[ 0., -1.,  0.],
           [ 1.,  0.,  0.],
           [ 0.,  0.,  1.]])
    """
    R, single = pages("rotm2tform", "rotm", rotm, (2, 3))
    return stack(homogeneous(R), single)


def tform2rotm(tform: ArrayLike) -> Array:
    """Rotation matrix of a homogeneous transform; the translation is ignored.

    Parameters
    ----------
    tform : (4, 4), (4, 4, n), (3, 3) or (3, 3, n) array_like
        Transforms.

    Returns
    -------
    (3, 3), (3, 3, n), (2, 2) or (2, 2, n) ndarray
        Rotation matrices.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`rotm2tform`.

    Examples
    --------
    >>> tform2rotm([[1, 0, 0, 5], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1]])
    array([[ 1.,  0.,  0.],
           [ 0., -1.,  0.],
           [ 0.,  0., -1.]])
    """
    T, single = pages("tform2rotm", "tform", tform, (3, 4))
    return stack(T[:, :-1, :-1], single)


def trvec2tform(trvec: ArrayLike) -> Array:
    """Homogeneous transform of a translation.

    Parameters
    ----------
    trvec : (3,), (n, 3), (2,) or (n, 2) array_like
        Translations [x y z] or [x y], in m.

    Returns
    -------
    (4, 4), (4, 4, n), (3, 3) or (3, 3, n) ndarray
        Translation, no rotation.

    Raises
    ------
    MatlabValueError
        Neither two nor three columns, or not finite.
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> trvec2tform([0.5, 6, 100])
    array([[  1. ,   0. ,   0. ,   0.5],
           [  0. ,   1. ,   0. ,   6. ],
           [  0. ,   0. ,   1. , 100. ],
           [  0. ,   0. ,   0. ,   1. ]])
    """
    t, _ = rows("trvec2tform", "trvec", trvec, (2, 3))
    n, d = t.shape
    return stack(homogeneous(np.tile(np.eye(d), (n, 1, 1)), t), n == 1)


def tform2trvec(tform: ArrayLike) -> Array:
    """Translation of a homogeneous transform.

    Parameters
    ----------
    tform : (4, 4), (4, 4, n), (3, 3) or (3, 3, n) array_like
        Transforms.

    Returns
    -------
    (3,), (n, 3), (2,) or (n, 2) ndarray
        Translations, in m.

    Raises
    ------
    MatlabValueError, MatlabTypeError
        As :func:`rotm2tform`.

    Examples
    --------
    >>> tform2trvec([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]])
    array([ 0.5,  5. , -1.2])
    """
    T, single = pages("tform2trvec", "tform", tform, (3, 4))
    return stack(T[:, :-1, -1], single)


def cart2hom(cart: ArrayLike) -> Array:
    """Homogeneous coordinates of points.

    Parameters
    ----------
    cart : (k,) or (n, k) array_like
        Points, one per row.

    Returns
    -------
    (k+1,) or (n, k+1) ndarray
        Points with a last coordinate of 1.

    Raises
    ------
    MatlabValueError
        Not a vector or matrix, or no columns.
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> cart2hom([[0.8147, 0.1270, 0.6324], [0.9058, 0.9134, 0.0975]])
    array([[0.8147, 0.127 , 0.6324, 1.    ],
           [0.9058, 0.9134, 0.0975, 1.    ]])
    """
    points = point_rows("cart2hom", "cart", cart, 1)
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)


def hom2cart(hom: ArrayLike) -> Array:
    """Cartesian coordinates of homogeneous points.

    Parameters
    ----------
    hom : (k,) or (n, k) array_like
        Homogeneous points, one per row, k >= 2.

    Returns
    -------
    (k-1,) or (n, k-1) ndarray
        Points divided by their last coordinate; points at infinity give inf or NaN, as in MATLAB.

    Raises
    ------
    MatlabValueError
        Not a vector or matrix, or fewer than two columns.
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> hom2cart([[0.2785, 0.9575, 0.1576, 0.5], [0.5469, 0.9649, 0.9706, 0.5]])
    array([[0.557 , 1.915 , 0.3152],
           [1.0938, 1.9298, 1.9412]])
    """
    points = point_rows("hom2cart", "hom", hom, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        cart: Array = points[..., :-1] / points[..., -1:]
    return cart


def deg2rad(D: ArrayLike) -> Array:
    """Radians of degrees.

    Parameters
    ----------
    D : array_like
        Angles in degrees, of any shape.

    Returns
    -------
    ndarray or float
        Angles in rad.

    Raises
    ------
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> deg2rad([0, 90, 180]).round(4)
    array([0.    , 1.5708, 3.1416])
    """
    return numbers(D, "deg2rad: D") * (np.pi / 180)


def rad2deg(R: ArrayLike) -> Array:
    """Degrees of radians.

    Parameters
    ----------
    R : array_like
        Angles in rad, of any shape.

    Returns
    -------
    ndarray or float
        Angles in degrees.

    Raises
    ------
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> rad2deg([0, np.pi / 2, np.pi])
    array([  0.,  90., 180.])
    """
    return numbers(R, "rad2deg: R") * (180 / np.pi)


def wrapTo2Pi(theta: ArrayLike) -> Array:
    """Angles wrapped to [0, 2*pi].

    Parameters
    ----------
    theta : array_like
        Angles in rad, of any shape.

    Returns
    -------
    ndarray or float
        Positive multiples of 2*pi give 2*pi; zero and negative multiples give 0.

    Raises
    ------
    MatlabTypeError
        Not numeric.

    Notes
    -----
    A multiple is recognised to within rounding, as MATLAB's ``mod`` does.  NaN and infinities give NaN.

    Examples
    --------
    >>> wrapTo2Pi([-2 * np.pi, -np.pi, 0, 2 * np.pi, 7]).round(4)
    array([0.    , 3.1416, 0.    , 6.2832, 0.7168])
    """
    angle = numbers(theta, "wrapTo2Pi: theta")
    with np.errstate(invalid="ignore"):
        turns = angle / (2 * np.pi)
        whole = np.abs(turns - np.round(turns)) <= _EPS * np.abs(turns)
        wrapped = np.mod(angle, 2 * np.pi)
    return np.where(whole, np.where(angle > 0, 2 * np.pi, 0.0), wrapped)[()]


def wrapToPi(theta: ArrayLike) -> Array:
    """Angles wrapped to [-pi, pi].

    Parameters
    ----------
    theta : array_like
        Angles in rad, of any shape.

    Returns
    -------
    ndarray or float
        Positive odd multiples of pi give pi, negative ones -pi; angles inside the interval stay as they are.

    Raises
    ------
    MatlabTypeError
        Not numeric.

    Notes
    -----
    A multiple is recognised to within rounding, as MATLAB's ``mod`` does.  NaN and infinities give NaN.

    Examples
    --------
    >>> wrapToPi([-3 * np.pi, -np.pi, np.pi, 4]).round(4)
    array([-3.1416, -3.1416,  3.1416, -2.2832])
    """
    angle = numbers(theta, "wrapToPi: theta")
    return np.where(np.abs(angle) <= np.pi, angle, wrapTo2Pi(angle + np.pi) - np.pi)[()]


def angdiff(alpha: ArrayLike, beta: ArrayLike | None = None) -> Array:
    """Differences of angles, wrapped to [-pi, pi].

    Parameters
    ----------
    alpha : array_like
        Angles in rad, of any shape.
    beta : array_like, optional
        Angles in rad, of the same shape; either may also be a single number.

    Returns
    -------
    ndarray or float
        ``beta - alpha``; without ``beta``, the differences of neighbours along the first dimension that is not 1
        (empty for a single number).

    Raises
    ------
    MatlabValueError
        The shapes differ.
    MatlabTypeError
        Not numeric.

    Examples
    --------
    >>> angdiff([np.pi / 2, 3 * np.pi / 4, 0], [np.pi, np.pi / 2, -np.pi]).round(4)
    array([ 1.5708, -0.7854, -3.1416])
    >>> angdiff([np.pi, np.pi / 2, np.pi / 4, np.pi / 2]).round(4)
    array([-1.5708, -0.7854,  0.7854])
    """
    a = numbers(alpha, "angdiff: alpha")
    if beta is None:
        axis = next((i for i, size in enumerate(a.shape) if size != 1), 0)
        return wrapToPi(np.diff(a, axis=axis)) if a.ndim else np.empty(0)
    b = numbers(beta, "angdiff: beta")
    if a.shape != b.shape and a.size != 1 and b.size != 1:
        fail("SizeMismatch", "angdiff: alpha and beta differ in shape", f"beta of shape {a.shape}", f"shape {b.shape}")
    return wrapToPi(b - a)
