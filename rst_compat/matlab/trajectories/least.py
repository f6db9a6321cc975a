"""Polynomials of least jerk and least snap through waypoints."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ... import core
from ..arguments import is_empty, logical, name_values, outputs
from .checks import Array, condition, fail, increasing, points, positive, whole
from .piecewise import pp_form, samples


def minjerkpolytraj(
    waypoints: ArrayLike, timePoints: ArrayLike, numSamples: int, *args: Any, nargout: int = 7, **keywords: Any
) -> Any:
    """Trajectory of least jerk through waypoints.

    Parameters
    ----------
    waypoints : (n, p) or (p,) array_like
        Waypoints, one per column; a vector is one dimension, and gives outputs (m,).
    timePoints : (p,) array_like
        Time of each waypoint in s, increasing.
    numSamples : int
        Number m of samples, evenly spaced from the first time to the last.
    *args, **keywords
        ``VelocityBoundaryCondition``, ``AccelerationBoundaryCondition`` (n, p): at each waypoint, NaN where free; by
        default zero at both ends and free between.  ``TimeAllocation`` (False): choose the durations of the segments
        too, so that the integral of the squared jerk plus ``TimeWeight`` (100) times the whole duration is least, each
        between ``MinSegmentTime`` (0.1) and ``MaxSegmentTime`` (5) s, numbers or (p-1,); ``timePoints`` are then the
        first guess.
    nargout : int
        Number of outputs, 1 to 7; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    q, qd, qdd, qddd : (n, m) ndarray
        Positions, velocities, accelerations and jerks.
    pp : namespace
        Piecewise polynomial of order 6 for :func:`ppval`.
    tPoints : (p,) ndarray
        Times of the waypoints.
    tSamples : (m,) ndarray
        Times of the samples.

    Raises
    ------
    MatlabError
        As :func:`cubicpolytraj`, and ``rst_compat:trajectory:WrongValue``.

    Notes
    -----
    Bry, Richter, Bachrach and Roy, Int. J. Robotics Research 34 (2015): the quadratic program without inequalities is
    one linear system.  Where velocity and acceleration are free, jerk and snap are continuous.

    Examples
    --------
    >>> q, qd = minjerkpolytraj([[0, 1, 0]], [0, 1, 2], 5, nargout=2)
    >>> q.round(4), qd[0, 1].round(4).item()
    (array([[0.    , 0.3958, 1.    , 0.3958, 0.    ]]), 1.6667)
    """
    return _least("minjerkpolytraj", waypoints, timePoints, numSamples, args, keywords, nargout, _CONDITIONS[:2])


def minsnappolytraj(
    waypoints: ArrayLike, timePoints: ArrayLike, numSamples: int, *args: Any, nargout: int = 8, **keywords: Any
) -> Any:
    """Trajectory of least snap through waypoints.

    Parameters
    ----------
    waypoints : (n, p) or (p,) array_like
        Waypoints, one per column; a vector is one dimension, and gives outputs (m,).
    timePoints : (p,) array_like
        Time of each waypoint in s, increasing.
    numSamples : int
        Number m of samples, evenly spaced from the first time to the last.
    *args, **keywords
        As :func:`minjerkpolytraj`, with ``JerkBoundaryCondition`` and the snap in the place of the jerk.
    nargout : int
        Number of outputs, 1 to 8; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    q, qd, qdd, qddd, qdddd : (n, m) ndarray
        Positions, velocities, accelerations, jerks and snaps.
    pp : namespace
        Piecewise polynomial of order 8 for :func:`ppval`.
    tPoints : (p,) ndarray
        Times of the waypoints.
    tSamples : (m,) ndarray
        Times of the samples.

    Raises
    ------
    MatlabError
        As :func:`minjerkpolytraj`.

    Notes
    -----
    As :func:`minjerkpolytraj`; Mellinger and Kumar, ICRA 2011.

    Examples
    --------
    >>> minsnappolytraj([[0, 1]], [0, 2], 3, nargout=1)
    array([[0. , 0.5, 1. ]])
    """
    return _least("minsnappolytraj", waypoints, timePoints, numSamples, args, keywords, nargout, _CONDITIONS)


_CONDITIONS = ("VelocityBoundaryCondition", "AccelerationBoundaryCondition", "JerkBoundaryCondition")


def _least(
    function: str,
    waypoints: ArrayLike,
    timePoints: ArrayLike,
    numSamples: int,
    args: tuple[Any, ...],
    keywords: dict[str, Any],
    nargout: int,
    conditions: tuple[str, ...],
) -> Any:
    defaults = {"TimeAllocation": False, "TimeWeight": 100, "MinSegmentTime": 0.1, "MaxSegmentTime": 5}
    values = name_values(function, args, keywords, dict.fromkeys(conditions) | defaults)
    values |= {name: default for name, default in defaults.items() if is_empty(values[name])}
    q, flat = points(function, "waypoints", waypoints)
    times = increasing(function, "timePoints", timePoints, q.shape[1])
    count = whole(function, "numSamples", numSamples)
    rest = np.full(q.shape, np.nan)
    rest[:, [0, -1]] = 0.0
    knots = np.stack([q, *(condition(function, name, values[name], rest, nan=True) for name in conditions)])
    if logical(values["TimeAllocation"], f"{function}: TimeAllocation"):
        segments = q.shape[1] - 1
        weight = positive(function, "TimeWeight", values["TimeWeight"], 1, 1).item()
        least, most = (
            positive(function, name, values[name], 1, segments)[0] for name in ("MinSegmentTime", "MaxSegmentTime")
        )
        if (least > most).any():
            fail(
                "WrongValue",
                f"{function}: MinSegmentTime is above MaxSegmentTime",
                f"at most {most[least > most][0]:g}",
                f"{least[least > most][0]:g}",
                "They bound the duration of each segment, in s",
            )
        times = _best_times(knots, times, weight, least, most)
    knots = core.least_derivative_knots(knots, times)
    pieces = core.hermite_pieces(knots, times)
    t = np.linspace(times[0], times[-1], count)
    motion = samples(times, partial(core.hermite_values, knots, times), t, len(knots) + 1)
    return outputs(nargout, *(x[0] if flat else x for x in motion), pp_form(times, pieces), times, t)


def _best_times(knots: Array, times: Array, weight: float, least: Array, most: Array) -> Array:
    """Times of the waypoints that make the integral of the squared derivative plus the weighted duration least."""
    from scipy.optimize import minimize  # noqa: PLC0415 - importing rst_compat imports no SciPy

    def cost(log_h: Array) -> tuple[float, Array]:
        h = np.exp(log_h)
        t = np.concatenate([[0.0], np.cumsum(h)])
        # The free knot values are at their minimum, so the slope by the durations is that with them held.
        value, slope = core.squared_derivative(core.least_derivative_knots(knots, t), t)
        return (value + weight * h.sum()) / size, (slope + weight) * h / size

    bounds = np.log([least, most])
    size = 1.0
    guess = np.clip(np.log(np.diff(times)), *bounds)
    size = cost(guess)[0]
    options = {"ftol": 1e-15, "gtol": 1e-9, "maxiter": 1000}
    found = minimize(cost, guess, jac=True, bounds=bounds.T, method="L-BFGS-B", options=options)
    return np.asarray(times[0] + np.concatenate([[0.0], np.cumsum(np.exp(found.x))]))
