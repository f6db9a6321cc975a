"""Conditions on where a frame is in another, and what is missing to meet them.

A condition wants some vector x of the configuration to lie in a set: a ball about zero, a range, a shell.  What is
missing is the way from x to the nearest point of the set, zero inside.  Tolerances are thus dead zones, bounds are
one-sided, and the squared length is differentiable everywhere but where the nearest point jumps.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .chain import Array
from .pose_error import rotation_vector


class Lack(NamedTuple):
    """What a condition lacks.

    Attributes
    ----------
    missing : (k,) array
        The way from x to the set.
    rates : (k, 6) array
        What the twist ``[omega; v]`` of the frame in the target, in its axes, takes off ``missing`` in a second.  They
        hold to first order in x; their product with ``missing``, the gradient, is exact.
    """

    missing: Array
    rates: Array


#: From rotation matrix (3, 3) and position (3,) of a frame in the target frame.
Condition = Callable[[Array, Array], Lack]

_EYE = np.eye(3)
_NOTHING = np.zeros((3, 3))
_TURN, _MOVE = np.hstack((_EYE, _NOTHING)), np.hstack((_NOTHING, _EYE))
_CLOSE = 1e-9  # m, and the cosine off -1: below it a direction is rounding


def rotation_within(angle: float) -> Condition:
    """The frame is turned against the target by at most an angle, rad."""

    def condition(R: Array, _: Array) -> Lack:
        return _in_ball(np.array(rotation_vector(R.tolist())), _TURN, angle)

    return condition


def position_within(radius: float) -> Condition:
    """The origin of the frame is at most so far from that of the target, m."""
    return lambda _, p: _in_ball(p, _MOVE, radius)


def off_axis_within(radius: float) -> Condition:
    """The origin of the frame is at most so far from the z axis of the target, m."""
    return lambda _, p: _in_ball(p[:2], _MOVE[:2], radius)


def distance_between(lower: float, upper: float) -> Condition:
    """The distance of the origins is in a range, m."""

    def condition(_: Array, p: Array) -> Lack:
        distance = length(p)
        if distance >= lower:
            return _in_ball(p, _MOVE, upper)
        outwards = p / distance if distance > _CLOSE else _EYE[0]
        return Lack((lower - distance) * outwards, np.outer(outwards, outwards @ _MOVE))

    return condition


def coordinate_between(axis: int, lower: float, upper: float) -> Condition:
    """A coordinate of the frame's origin in the target is in a range, m."""
    rates = _MOVE[axis : axis + 1]
    return lambda _, p: _in_range(p.item(axis), rates, lower, upper)


def axis_within(angle: float) -> Condition:
    """The z axes of frame and target are at most an angle apart, rad."""
    z = _EYE[2]
    rates = (_EYE - np.outer(z, z)) @ _TURN
    return lambda R, _: _in_ball(_turn(z, R[:, 2]), rates, angle)


def aim_within(angle: float) -> Condition:
    """The z axis of the frame points at the target's origin, at most an angle beside it, rad.

    A frame whose origin is there points at it.
    """

    def condition(R: Array, p: Array) -> Lack:
        distance = length(p)
        if distance < _CLOSE:
            return Lack(np.zeros(3), np.zeros((3, 6)))
        d = -p / distance
        x, y, z = d
        cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
        return _in_ball(_turn(d, R[:, 2]), np.hstack((_EYE - np.outer(d, d), cross / distance)), angle)

    return condition


def turn_between(lower: float, upper: float) -> Condition:
    """The angle of the frame about the target's z axis is in a range, rad; whole turns do not count.

    It is the twist of the swing-twist decomposition: what is left after the shortest turn that aligns the z axes.
    """
    middle = (lower + upper) / 2 if math.isfinite(upper - lower) else 0.0

    def condition(R: Array, _: Array) -> Lack:
        if upper - lower >= 2 * math.pi:
            return Lack(np.zeros(1), np.zeros((1, 6)))
        angle = math.atan2(R[1, 0] - R[0, 1], R[0, 0] + R[1, 1])
        angle = middle + math.remainder(angle - middle, 2 * math.pi)
        tilt = max(1 + R[2, 2], _CLOSE)
        return _in_range(angle, np.array([[R[0, 2] / tilt, R[1, 2] / tilt, 1, 0, 0, 0]]), lower, upper)

    return condition


def length(x: Array) -> float:
    """Of a short vector."""
    return math.sqrt(x.dot(x))


def _in_ball(x: Array, rates: Array, radius: float) -> Lack:
    size = length(x)
    if size <= radius:
        return Lack(np.zeros(len(x)), np.zeros(rates.shape))
    if radius == 0:
        return Lack(-x, rates)
    k = radius / size
    return Lack((k - 1) * x, (1 - k) * rates + np.outer(x, x @ rates) * (k / size**2))


def _in_range(x: float, rates: Array, lower: float, upper: float) -> Lack:
    if lower <= x <= upper:
        return Lack(np.zeros(1), np.zeros(rates.shape))
    return Lack(np.array([min(max(x, lower), upper) - x]), rates)


def _turn(a: Array, b: Array) -> Array:
    """Rotation vector of the shortest turn from a unit vector to another."""
    c, cosine = np.cross(a, b), a.dot(b)
    sine = length(c)
    if sine > 1e-8:
        return np.asarray(c * (math.atan2(sine, cosine) / sine))
    if cosine > 0:
        return c
    away = np.cross(a, _EYE[np.argmin(np.abs(a))])
    return np.asarray(math.pi / length(away) * away)
