"""Transformations in matrices: tform, rotm, and the translation trvec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rotations.homogeneous import homogeneous
from ..rotations.stacks import Array, stack
from .base import RigidTransform, check

if TYPE_CHECKING:
    from .classes import se2, se3


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
    MatlabError
        ``T`` is none of these objects.

    Notes
    -----
    Source: the reference page of se3.tform.

    Examples
    --------
    >>> from rst_compat import se2
    >>> tform(se2([5, 6], "trvec")).tolist()
    [[1.0, 0.0, 5.0], [0.0, 1.0, 6.0], [0.0, 0.0, 1.0]]
    """
    check(T, tform)
    return stack(homogeneous(T._R, T._t))


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
    MatlabError
        ``T`` is none of these objects.

    Notes
    -----
    Source: the reference page of se3.rotm.

    Examples
    --------
    >>> from rst_compat import so2
    >>> rotm(so2([[0, -1], [1, 0]])).tolist()
    [[0.0, -1.0], [1.0, 0.0]]
    """
    check(T, rotm)
    return stack(T._R)


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
    MatlabError
        ``T`` is neither.

    Notes
    -----
    Source: the reference page of se3.trvec.

    Examples
    --------
    >>> from rst_compat import se3
    >>> trvec(se3([1, 2, 3], "trvec"))
    array([1., 2., 3.])
    """
    check(T, trvec)
    return stack(T._t)
