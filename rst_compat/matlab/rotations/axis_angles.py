"""Axis-angles [x y z angle] to and from rotation matrices, transforms and quaternions."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .homogeneous import homogeneous
from .quaternions import matrix_quat, quat_matrix, quat_rows
from .stacks import Array, rotm_pages, rows, stack, tform_pages, unit


def axang_rows(function: str, axang: object) -> tuple[Array, bool]:
    """Axis-angles (n, 4) with unit axes, and whether there was a 1-D vector."""
    array, flat = rows(function, "axang", axang, (4,))
    return np.hstack([unit(function, "axis", array[:, :3], "ZeroAxis"), array[:, 3:]]), flat


def axang_quat(axang: Array) -> Array:
    """Unit quaternions (n, 4).  Not SciPy's: a rotation vector loses eps for each radian of a large angle."""
    half = axang[:, 3:] / 2
    return np.hstack([np.cos(half), np.sin(half) * axang[:, :3]])


def axang_matrix(axang: Array) -> Array:
    """Rotation matrices (n, 3, 3) of axis-angles with unit axes."""
    return quat_matrix(axang_quat(axang))


def quat_axang(quat: Array) -> Array:
    """Axis-angles (n, 4) of unit quaternions, the angle in [0, pi]; no rotation has the axis z.

    Not SciPy's: at half a turn a rotation vector may be longer than pi by rounding, and its axis changes sign.
    """
    quat = np.where(quat[:, :1] < 0, -quat, quat)
    sine = np.linalg.norm(quat[:, 1:], axis=1, keepdims=True)
    axis = np.where(sine > 0, quat[:, 1:] / np.where(sine > 0, sine, 1.0), [0.0, 0.0, 1.0])
    return np.hstack([axis, 2 * np.arctan2(sine, quat[:, :1])])


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
    MatlabError
        Not four columns, not finite, not numeric, or a zero axis.

    Notes
    -----
    Source: the reference page of axang2rotm.

    Examples
    --------
    >>> (axang2rotm([0, 2, 0, np.pi / 2]).round(4) + 0.0).tolist()
    [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
    """
    return stack(axang_matrix(axang_rows("axang2rotm", axang)[0]))


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
    MatlabError
        As :func:`axang2rotm`.

    Notes
    -----
    Source: the reference page of axang2tform.

    Examples
    --------
    >>> (axang2tform([1, 0, 0, np.pi / 2]).round(4) + 0.0).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """
    return stack(homogeneous(axang_matrix(axang_rows("axang2tform", axang)[0])))


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
    MatlabError
        As :func:`axang2rotm`.

    Notes
    -----
    Source: the reference page of axang2quat.

    Examples
    --------
    >>> axang2quat([1, 0, 0, np.pi / 2]).round(4)
    array([0.7071, 0.7071, 0.    , 0.    ])
    """
    array, flat = axang_rows("axang2quat", axang)
    return stack(axang_quat(array), flat)


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
    MatlabError
        Wrong matrix shape, not finite, or not numeric.

    Notes
    -----
    By way of :func:`~rst_compat.rotm2quat`, exact near 0 and pi.  The identity gives [0 0 1 0], which is known of
    MATLAB but not printed in its documentation.  At half a turn the largest element of the axis is positive.

    Examples
    --------
    >>> rotm2axang([[1, 0, 0], [0, -1, 0], [0, 0, -1]]).round(4)
    array([1.    , 0.    , 0.    , 3.1416])
    """
    R, single = rotm_pages("rotm2axang", rotm)
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
    MatlabError
        As :func:`rotm2axang`.

    Notes
    -----
    No rotation and half a turn are treated as :func:`rotm2axang` does.

    Examples
    --------
    >>> tform2axang([[1, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]).round(4)
    array([1.    , 0.    , 0.    , 1.5708])
    """
    R, single = tform_pages("tform2axang", tform)
    return stack(quat_axang(matrix_quat(R)), single)


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
    MatlabError
        Not four columns, not finite, not numeric, or a zero quaternion.

    Notes
    -----
    A quaternion and its negative are the same rotation and give the same result.  No rotation gives [0 0 1 0].

    Examples
    --------
    >>> quat2axang([0.7071, 0.7071, 0, 0]).round(4)
    array([1.    , 0.    , 0.    , 1.5708])
    """
    q, flat = quat_rows("quat2axang", quat)
    return stack(quat_axang(q), flat)
