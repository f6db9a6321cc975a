"""Trapezoidal velocity profiles between waypoints."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import is_empty, name_values, outputs
from .checks import Array, fail, points, positive, whole
from .piecewise import of_pieces, pp_form, samples

_ROUNDING = 1e-12  # relative: bounds that a caller computed, as 2 s/T, are met but for rounding

#: what two given parameters must satisfy over a distance s, and a hint
_FEASIBLE = {
    frozenset({"PeakVelocity", "Acceleration"}): "PeakVelocity^2 <= Acceleration*s",
    frozenset({"PeakVelocity", "EndTime"}): "s < PeakVelocity*EndTime <= 2*s",
    frozenset({"PeakVelocity", "AccelTime"}): "PeakVelocity*AccelTime <= s",
    frozenset({"Acceleration", "EndTime"}): "Acceleration*EndTime^2 >= 4*s",
    frozenset({"Acceleration", "AccelTime"}): "Acceleration*AccelTime^2 <= s",
    frozenset({"EndTime", "AccelTime"}): "2*AccelTime <= EndTime",
}


def trapveltraj(wayPoints: ArrayLike, numSamples: int, *args: Any, nargout: int = 5, **keywords: Any) -> Any:
    """Trapezoidal velocity profiles through waypoints, at rest at each of them.

    Parameters
    ----------
    wayPoints : (n, p) or (p,) array_like
        Waypoints, one per column; a vector is one dimension, and gives outputs (m,).
    numSamples : int
        Number m of samples, evenly spaced from 0 to the end of the longest dimension.
    *args, **keywords
        Of each segment: ``PeakVelocity``, ``Acceleration``, ``EndTime`` (its duration), ``AccelTime`` (of its first
        and of its last part).  Positive numbers, (n,) or (n, p-1); two of the four at most.  By default ``EndTime`` is
        1 s; with less than two given, the three parts last equally long.
    nargout : int
        Number of outputs, 1 to 5; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    q, qd, qdd : (n, m) ndarray
        Positions, velocities and accelerations.
    tSamples : (m,) ndarray
        Times in s.
    pp : list of namespace
        One piecewise polynomial for :func:`ppval` where all dimensions have the same breaks, otherwise one for each.

    Raises
    ------
    MatlabError
        ``rst_compat:trajectory:Infeasible`` with the condition that two parameters must satisfy,
        ``rst_compat:trajectory:TooManyParameters``, ``rst_compat:trajectory:WrongSize``,
        ``rst_compat:trajectory:WrongValue``, ``rst_compat:trajectory:NotFinite``.

    Notes
    -----
    Lynch and Park, Modern Robotics, section 9.2.2.2.  Dimensions with segments of different durations reach their
    waypoints at different times; those that end early wait.  A segment without distance lasts ``EndTime`` (1 s without
    parameters), or ``AccelTime`` (three times it, if that alone is given), otherwise no time at all.  Where two parts
    meet the acceleration is that of the second.

    Examples
    --------
    >>> q, qd, qdd, tSamples, pp = trapveltraj([[0, 1], [0, -2]], 5)
    >>> q.round(3).tolist()
    [[0.0, 0.141, 0.5, 0.859, 1.0], [0.0, -0.281, -1.0, -1.719, -2.0]]
    >>> trapveltraj([0, 1], 3, PeakVelocity=1, Acceleration=2, nargout=1)
    array([0. , 0.5, 1. ])
    """
    names = ("PeakVelocity", "Acceleration", "EndTime", "AccelTime")
    values = name_values("trapveltraj", args, keywords, dict.fromkeys(names))
    waypoints, flat = points("trapveltraj", "wayPoints", wayPoints)
    count = whole("trapveltraj", "numSamples", numSamples)
    n, p = waypoints.shape
    given = {k: positive("trapveltraj", k, v, n, p - 1) for k, v in values.items() if not is_empty(v)}
    if len(given) > 2:
        fail(
            "TooManyParameters",
            "trapveltraj: too many parameters of the profile",
            "two at most",
            ", ".join(given),
            "Two of them and the distance determine the other two",
        )
    distance = np.diff(waypoints)
    duration, ramp = _profile(np.abs(distance), given)
    ends = duration.sum(axis=1)
    if not ends.any():
        hint = 'Give "EndTime" to wait'
        fail("Infeasible", "trapveltraj: nothing moves, so the motion takes no time", "two waypoints", "one", hint)
    polynomials = [
        _pieces(*parts) if parts[2].any() else _waiting(parts[0][0], ends.max())
        for parts in zip(waypoints, distance, duration, ramp, strict=True)
    ]
    polynomials = [
        x if len(x[0]) > 1 else _waiting(float(q[0]), ends.max()) for x, q in zip(polynomials, waypoints, strict=True)
    ]
    t = np.linspace(0.0, ends.max(), count)
    motion = [
        np.concatenate(rows) for rows in zip(*(samples(b, of_pieces(b, c), t, 3) for b, c in polynomials), strict=True)
    ]
    if all(np.array_equal(b, polynomials[0][0]) for b, _ in polynomials):
        polynomials = [(polynomials[0][0], np.concatenate([c for _, c in polynomials], axis=1))]
    pp = [pp_form(b, c) for b, c in polynomials]
    return outputs(nargout, *(x[0] if flat else x for x in motion), t, pp)


def _in_thirds(s: Array, given: dict[str, Array]) -> Array:
    """Durations of segments of three parts of equal length: s = 2/3 v T = 2/9 a T^2."""
    match list(given.items()):
        case [("EndTime", T)]:
            return T
        case [("AccelTime", ramp)]:
            return 3 * ramp
        case [("PeakVelocity", v)]:
            return 1.5 * s / v
        case [("Acceleration", a)]:
            return np.asarray(np.sqrt(4.5 * s / a))
    return np.ones(s.shape)


def _profile(s: Array, given: dict[str, Array]) -> tuple[Array, Array]:
    """Durations of the segments and of their first parts, of the distances s, all (n, p-1)."""
    if len(given) < 2:
        T = _in_thirds(s, given)
        return T, T / 3
    with np.errstate(divide="ignore", invalid="ignore"):
        match list(given.items()):
            case [("PeakVelocity", v), ("Acceleration", a)]:
                T, ramp = s / v + v / a, v / a
            case [("PeakVelocity", v), ("EndTime", T)]:
                ramp = T - s / v
            case [("PeakVelocity", v), ("AccelTime", ramp)]:
                T = s / v + ramp
            case [("Acceleration", a), ("EndTime", T)]:
                square = T**2 - 4 * s / a
                square = np.where(np.abs(square) <= _ROUNDING * T**2, 0.0, square)
                ramp = 2 * s / (a * (T + np.sqrt(square)))
            case [("Acceleration", a), ("AccelTime", ramp)]:
                T = s / (a * ramp) + ramp
            case [(_, T), (_, ramp)]:
                pass
    moving = s > 0
    bad = moving & ~((ramp > 0) & (ramp <= T / 2 * (1 + _ROUNDING)))
    if bad.any():
        where = tuple(np.argwhere(bad)[0])
        fail(
            "Infeasible",
            f"trapveltraj: no trapezoid has these parameters in dimension {where[0]}, segment {where[1]}, from 0",
            f"{_FEASIBLE[frozenset(given)]} for the distance s",
            f"s = {s[where]:g}, " + ", ".join(f"{name} = {value[where]:g}" for name, value in given.items()),
            "With one of the two alone the other follows",
        )
    T = np.where(moving, T, given.get("EndTime", given.get("AccelTime", np.zeros(s.shape))))
    return T, np.where(moving, np.minimum(ramp, T / 2), T / 3)


def _pieces(waypoints: Array, distance: Array, duration: Array, ramp: Array) -> tuple[Array, Array]:
    """Breaks and coefficients (pieces, 1, 3) of one dimension; parts that take no time are left out."""
    lengths = np.stack([ramp, duration - 2 * ramp, ramp])
    with np.errstate(divide="ignore", invalid="ignore"):
        v = np.where(duration > 0, distance / (duration - ramp), 0.0)
        half = np.where(duration > 0, v / ramp / 2, 0.0)
    q0, q1 = waypoints[:-1], waypoints[1:]
    step, zero = half * ramp**2, np.zeros(len(v))
    parts = np.array([[half, zero, q0], [zero, v, q0 + step], [-half, v, q1 - step]])  # (part, power, segment)
    lengths[1, lengths[1] <= 4 * _ROUNDING * duration] = 0.0
    lasting = lengths.T.reshape(-1) > 0
    breaks = np.concatenate([[0.0], np.cumsum(lengths.T.reshape(-1)[lasting])])
    return breaks, parts.transpose(2, 0, 1).reshape(-1, 1, 3)[lasting]


def _waiting(q: float, end: float) -> tuple[Array, Array]:
    """A dimension that never moves and has no duration of its own."""
    return np.array([0.0, end]), np.array([[[0.0, 0.0, q]]])
