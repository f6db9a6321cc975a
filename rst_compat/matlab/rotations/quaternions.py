"""Quaternions [w x y z] to and from rotation matrices and transforms."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .homogeneous import homogeneous
from .stacks import Array, rotm_pages, rows, stack, tform_pages, unit


def quat_rows(function: str, quat: object) -> tuple[Array, bool]:
    """Unit quaternions (n, 4), and whether there was a 1-D vector."""
    array, flat = rows(function, "quat", quat, (4,))
    return unit(function, "quaternion", array, "ZeroQuaternion"), flat


def quat_matrix(quat: Array) -> Array:
    """Rotation matrices (n, 3, 3) of unit quaternions (n, 4)."""
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - importing rst_compat imports no SciPy

    return np.asarray(Rotation.from_quat(quat, scalar_first=True).as_matrix())


def matrix_quat(R: Array) -> Array:
    """Unit quaternions (n, 4), w >= 0, of the rotations nearest to the matrices (n, 3, 3).

    The dominant eigenvector of K (Bar-Itzhack 2000), by powers of K on the row that Shepperd (1978) would take.  Not by
    SciPy, which refuses mirror images and leaves deviations below 1e-12 in.
    """
    trace = np.trace(R, axis1=1, axis2=2)
    K = np.empty((len(R), 4, 4))  # 4 q q' for an orthonormal matrix
    K[:, 0, 0] = 1 + trace
    K[:, 0, 1:] = K[:, 1:, 0] = R[:, [2, 0, 1], [1, 2, 0]] - R[:, [1, 2, 0], [2, 0, 1]]
    K[:, 1:, 1:] = R + R.mT + (1 - trace)[:, None, None] * np.eye(3)
    row = np.diagonal(K, axis1=1, axis2=2).argmax(axis=1)
    quat = np.linalg.matrix_power(K / 4, 16)[np.arange(len(R)), row]
    quat = quat / np.linalg.norm(quat, axis=1, keepdims=True)
    return np.asarray(np.where(quat[:, :1] < 0, -quat, quat))


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
    MatlabError
        Not four columns, not finite, not numeric, or a zero quaternion.

    Notes
    -----
    Source: the reference page of quat2rotm.

    Examples
    --------
    >>> quat2rotm([0.7071, 0.7071, 0, 0]).round(4).tolist()
    [[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]]
    """
    return stack(quat_matrix(quat_rows("quat2rotm", quat)[0]))


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
    MatlabError
        As :func:`quat2rotm`.

    Notes
    -----
    Source: the reference page of quat2tform.

    Examples
    --------
    >>> quat2tform([0.7071, 0.7071, 0, 0]).round(4).tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, -1.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """
    return stack(homogeneous(quat_matrix(quat_rows("quat2tform", quat)[0])))


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
    MatlabError
        Wrong matrix shape, not finite, or not numeric.

    Notes
    -----
    Of the rotation nearest to the matrix (Bar-Itzhack, Journal of Guidance, Control, and Dynamics, 2000).

    Examples
    --------
    >>> rotm2quat([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]).round(4)
    array([0.7071, 0.    , 0.7071, 0.    ])
    """
    R, single = rotm_pages("rotm2quat", rotm)
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
        Unit quaternions [w x y z] with w >= 0.

    Raises
    ------
    MatlabError
        As :func:`rotm2quat`.

    Notes
    -----
    As :func:`rotm2quat`.

    Examples
    --------
    >>> tform2quat([[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 1]])
    array([0., 1., 0., 0.])
    """
    R, single = tform_pages("tform2quat", tform)
    return stack(matrix_quat(R), single)
