"""Cubic and quintic polynomials through waypoints at given times."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ... import core
from ..arguments import name_values, outputs
from .checks import condition, increasing, points, vector
from .piecewise import pp_form, samples


def cubicpolytraj(
    wayPoints: ArrayLike, timePoints: ArrayLike, tSamples: ArrayLike, *args: Any, nargout: int = 4, **keywords: Any
) -> Any:
    """Third-order polynomials through waypoints.

    Parameters
    ----------
    wayPoints : (n, p) or (p,) array_like
        Waypoints, one per column; a vector is one dimension, and gives outputs (m,).
    timePoints : (p,) array_like
        Time of each waypoint in s, increasing.
    tSamples : (m,) array_like
        Times of the samples in s.
    *args, **keywords
        ``VelocityBoundaryCondition`` (n, p): velocity at each waypoint, zero by default.
    nargout : int
        Number of outputs, 1 to 4; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    q, qd, qdd : (n, m) ndarray
        Positions, velocities and accelerations.
    pp : namespace
        Piecewise polynomial for :func:`ppval`, with a break at each waypoint.

    Raises
    ------
    MatlabError
        ``rst_compat:trajectory:WrongSize``, ``rst_compat:trajectory:NotFinite``,
        ``rst_compat:trajectory:NotIncreasing``.

    Notes
    -----
    Lynch and Park, Modern Robotics, section 9.3.  At a waypoint the acceleration is that of the segment that begins
    there.  Outside of the time points the position is held, and its derivatives are zero.

    Examples
    --------
    >>> q, qd, qdd, pp = cubicpolytraj([[0, 1, 0]], [0, 1, 3], [0.5, 2])
    >>> q, qd
    (array([[0.5, 0.5]]), array([[ 1.5 , -0.75]]))
    """
    return _through("cubicpolytraj", wayPoints, timePoints, tSamples, args, keywords, nargout, _CONDITIONS[:1])


def quinticpolytraj(
    wayPoints: ArrayLike, timePoints: ArrayLike, tSamples: ArrayLike, *args: Any, nargout: int = 4, **keywords: Any
) -> Any:
    """Fifth-order polynomials through waypoints.

    Parameters
    ----------
    wayPoints : (n, p) or (p,) array_like
        Waypoints, one per column; a vector is one dimension, and gives outputs (m,).
    timePoints : (p,) array_like
        Time of each waypoint in s, increasing.
    tSamples : (m,) array_like
        Times of the samples in s.
    *args, **keywords
        ``VelocityBoundaryCondition``, ``AccelerationBoundaryCondition`` (n, p): at each waypoint, zero by default.
    nargout : int
        Number of outputs, 1 to 4; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    q, qd, qdd : (n, m) ndarray
        Positions, velocities and accelerations.
    pp : namespace
        Piecewise polynomial for :func:`ppval`, with a break at each waypoint.

    Raises
    ------
    MatlabError
        As :func:`cubicpolytraj`.

    Notes
    -----
    As :func:`cubicpolytraj`.

    Examples
    --------
    >>> q, qd, qdd = quinticpolytraj([[0, 1]], [0, 2], [0, 1, 2], nargout=3)
    >>> q, qd
    (array([[0. , 0.5, 1. ]]), array([[0.    , 0.9375, 0.    ]]))
    """
    return _through("quinticpolytraj", wayPoints, timePoints, tSamples, args, keywords, nargout, _CONDITIONS)


_CONDITIONS = ("VelocityBoundaryCondition", "AccelerationBoundaryCondition")


def _through(
    function: str,
    wayPoints: ArrayLike,
    timePoints: ArrayLike,
    tSamples: ArrayLike,
    args: tuple[Any, ...],
    keywords: dict[str, Any],
    nargout: int,
    conditions: tuple[str, ...],
) -> Any:
    values = name_values(function, args, keywords, dict.fromkeys(conditions))
    q, flat = points(function, "wayPoints", wayPoints)
    times = increasing(function, "timePoints", timePoints, q.shape[1])
    t = vector(function, "tSamples", tSamples)
    knots = np.stack([q, *(condition(function, name, values[name], np.zeros(q.shape)) for name in conditions)])
    pieces = core.hermite_pieces(knots, times)
    motion = samples(times, partial(core.hermite_values, knots, times), t, 3)
    return outputs(nargout, *(x[0] if flat else x for x in motion), pp_form(times, pieces))
