"""Homogeneous transforms: their rotation and translation, and points with a last coordinate of 1."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import numbers
from .stacks import Array, fail, pages, rows, stack


def homogeneous(R: Array, t: Array | float = 0.0) -> Array:
    """Transforms (n, d+1, d+1) of rotations (n, d, d) and translations (n, d)."""
    d = R.shape[-1]
    T = np.zeros((len(R), d + 1, d + 1))
    T[:, :d, :d] = R
    T[:, :d, d] = t
    T[:, d, d] = 1.0
    return T


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
    MatlabError
        Wrong matrix shape, not finite, or not numeric.

    Notes
    -----
    Source: the reference page of rotm2tform.

    Examples
    --------
    >>> rotm2tform([[0, -1], [1, 0]]).tolist()
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
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
    MatlabError
        As :func:`rotm2tform`.

    Notes
    -----
    Source: the reference page of tform2rotm.

    Examples
    --------
    >>> tform2rotm([[0, -1, 5], [1, 0, 6], [0, 0, 1]]).tolist()
    [[0.0, -1.0], [1.0, 0.0]]
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
    MatlabError
        Neither two nor three columns, not finite, or not numeric.

    Notes
    -----
    Source: the reference page of trvec2tform.

    Examples
    --------
    >>> trvec2tform([0.5, 6]).tolist()
    [[1.0, 0.0, 0.5], [0.0, 1.0, 6.0], [0.0, 0.0, 1.0]]
    """
    t, _ = rows("trvec2tform", "trvec", trvec, (2, 3))
    n, d = t.shape
    return stack(homogeneous(np.broadcast_to(np.eye(d), (n, d, d)), t))


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
    MatlabError
        As :func:`rotm2tform`.

    Notes
    -----
    Source: the reference page of tform2trvec.

    Examples
    --------
    >>> tform2trvec([[0, -1, 5], [1, 0, 6], [0, 0, 1]])
    array([5., 6.])
    """
    T, single = pages("tform2trvec", "tform", tform, (3, 4))
    return stack(T[:, :-1, -1], single)


def cart2hom(cart: ArrayLike) -> Array:
    """Homogeneous coordinates of points.

    Parameters
    ----------
    cart : (k,) or (n, k) array_like
        Points, one per row, in m.

    Returns
    -------
    (k+1,) or (n, k+1) ndarray
        Points with a last coordinate of 1.

    Raises
    ------
    MatlabError
        Not a vector or matrix, no columns, or not numeric.

    Notes
    -----
    Source: the reference page of cart2hom.

    Examples
    --------
    >>> cart2hom([0.8147, 0.1270, 0.6324])
    array([0.8147, 0.127 , 0.6324, 1.    ])
    """
    points = _points("cart2hom", "cart", cart, 1)
    return np.concatenate([points, np.ones((*points.shape[:-1], 1))], axis=-1)


def hom2cart(hom: ArrayLike) -> Array:
    """Cartesian coordinates of homogeneous points.

    Parameters
    ----------
    hom : (k,) or (n, k) array_like
        Homogeneous points, one per row, k >= 2, in m.

    Returns
    -------
    (k-1,) or (n, k-1) ndarray
        Points divided by their last coordinate; points at infinity give inf or NaN, as in MATLAB.

    Raises
    ------
    MatlabError
        Not a vector or matrix, fewer than two columns, or not numeric.

    Notes
    -----
    Source: the reference page of hom2cart.

    Examples
    --------
    >>> hom2cart([0.2785, 0.9575, 0.1576, 0.5])
    array([0.557 , 1.915 , 0.3152])
    """
    points = _points("hom2cart", "hom", hom, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(points[..., :-1] / points[..., -1:])


def _points(function: str, argument: str, value: object, least: int) -> Array:
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
