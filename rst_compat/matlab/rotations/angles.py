"""Angles: degrees and radians, wrapping to one turn, differences."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import numbers
from .stacks import Array, fail


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
    MatlabError
        Not numeric.

    Notes
    -----
    Source: the reference page of deg2rad.

    Examples
    --------
    >>> deg2rad([0, 90, 180]).round(4)
    array([0.    , 1.5708, 3.1416])
    """
    return np.deg2rad(numbers(D, "deg2rad: D"))


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
    MatlabError
        Not numeric.

    Notes
    -----
    Source: the reference page of rad2deg.

    Examples
    --------
    >>> rad2deg([0, np.pi / 2, np.pi])
    array([  0.,  90., 180.])
    """
    return np.rad2deg(numbers(R, "rad2deg: R"))


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
    MatlabError
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
        whole = np.abs(turns - np.round(turns)) <= np.finfo(float).eps * np.abs(turns)
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
    MatlabError
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
        ``beta - alpha``, in rad; without ``beta``, the differences of neighbours along the first dimension that is
        not 1 (empty for a single number).

    Raises
    ------
    MatlabError
        The shapes differ, or not numeric.

    Notes
    -----
    Source: the reference page of angdiff.

    Examples
    --------
    >>> angdiff([np.pi / 2, 3 * np.pi / 4, 0], [np.pi, np.pi / 2, -np.pi]).round(4)
    array([ 1.5708, -0.7854, -3.1416])
    """
    a = numbers(alpha, "angdiff: alpha")
    if beta is None:
        axis = next((i for i, size in enumerate(a.shape) if size != 1), 0)
        return wrapToPi(np.diff(a, axis=axis)) if a.ndim else np.empty(0)
    b = numbers(beta, "angdiff: beta")
    if a.shape != b.shape and a.size != 1 and b.size != 1:
        fail("SizeMismatch", "angdiff: alpha and beta differ in shape", f"beta of shape {a.shape}", f"shape {b.shape}")
    return wrapToPi(b - a)
