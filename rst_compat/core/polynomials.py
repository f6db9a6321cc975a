"""Piecewise polynomials of time: through positions and derivatives, and of least jerk or snap.

Coefficients are (pieces, n, order): of n functions, highest power first, of the time since the start of the piece.
Knot values are (k, n, p): n functions and their first k - 1 derivatives at p times.
"""

from __future__ import annotations

from functools import cache
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def evaluate_pieces(breaks: Array, coefficients: Array, t: Array, derivative: int = 0) -> Array:
    """Values (n, *t.shape) of a derivative; at a break of the piece that begins there, outside of the nearest piece."""
    piece = np.clip(np.searchsorted(breaks, t, side="right") - 1, 0, len(coefficients) - 1)
    u = t - breaks[piece]
    order = coefficients.shape[2]
    value = np.zeros((coefficients.shape[1], *t.shape))
    for column in range(order - derivative):
        power = order - 1 - column
        falling = factorial(power) // factorial(power - derivative)
        value = value * u + falling * np.moveaxis(coefficients[piece, :, column], -1, 0)
    return value


def hermite_pieces(knots: Array, times: Array) -> Array:
    """The polynomials of order 2k that have the given values at the ends of each piece."""
    k = len(knots)
    h = np.diff(times)
    scale = np.array([h**m / factorial(m) for m in range(k)])[:, None, :]  # to Taylor coefficients over unit time
    ends = np.concatenate([knots[:, :, :-1] * scale, knots[:, :, 1:] * scale])
    c = np.einsum("ij,jnp->pni", _unit_hermite(k), ends)
    return np.asarray((c / h[:, None, None] ** np.arange(2 * k))[:, :, ::-1])


def hermite_values(knots: Array, times: Array, t: Array, derivative: int = 0) -> Array:
    """Values (n, *t.shape) of a derivative of the Hermite pieces, each measured from the nearer end of its piece.

    So the given values come out at both ends to the last digit, where :func:`evaluate_pieces` has the rounding of terms
    that cancel at the far one.
    """
    back = knots[:, :, ::-1] * (-1.0) ** np.arange(len(knots))[:, None, None]  # the same motion, in time that runs back
    there = evaluate_pieces(times, hermite_pieces(knots, times), t, derivative)
    from_behind = evaluate_pieces(-times[::-1], hermite_pieces(back, -times[::-1]), -t, derivative)
    piece = np.clip(np.searchsorted(times, t, side="right") - 1, 0, len(times) - 2)
    values = np.where(t < (times[piece] + times[piece + 1]) / 2, there, (-1) ** derivative * from_behind)
    return np.asarray(values + 0.0)  # 0 rather than -0 at rest


def least_derivative_knots(knots: Array, times: Array) -> Array:
    """Fill in the NaN among knot values so that the integral of the squared k-th derivative is least.

    Bry, Richter, Bachrach and Roy, Int. J. Robotics Research 34 (2015), section 3: the cost is a quadratic form of the
    knot values, and its minimum over the free ones is a linear system.  Where it does not determine all of them, those
    nearest to zero are taken.
    """
    k, n, p = knots.shape
    unit = (times[-1] - times[0]) / (p - 1)  # pieces last about one unit of time: numbers of one size
    powers = unit ** np.arange(k)[:, None]
    h = np.diff(times) / unit
    R = np.zeros((p * k, p * k))
    for i in range(p - 1):
        R[i * k : (i + 2) * k, i * k : (i + 2) * k] += _cost_matrix(k, h[i])[0]
    filled = knots.copy()
    for j in range(n):
        d = (knots[:, j] * powers).T.reshape(-1)
        free = np.isnan(d)
        if free.any():
            size = np.sqrt(np.diagonal(R)[free])
            rest = R[np.ix_(free, ~free)] @ d[~free] / size
            d[free] = np.linalg.lstsq(R[np.ix_(free, free)] / np.outer(size, size), -rest)[0] / size
            filled[:, j] = np.where(np.isnan(knots[:, j]), d.reshape(p, k).T / powers, knots[:, j])
    return filled


def squared_derivative(knots: Array, times: Array) -> tuple[float, Array]:
    """Integral of the squared k-th derivatives of the Hermite pieces, and its slope by the duration of each piece."""
    k = len(knots)
    cost, slope = 0.0, np.empty(len(times) - 1)
    for i, h in enumerate(np.diff(times)):
        d = np.concatenate([knots[:, :, i], knots[:, :, i + 1]])
        R, R_slope = _cost_matrix(k, h)
        cost += float(np.sum(d * (R @ d)))
        slope[i] = np.sum(d * (R_slope @ d))
    return cost, slope


@cache
def _unit_hermite(k: int) -> Array:
    """Taylor coefficients at 0 and at 1, k each, to the 2k coefficients of the polynomial, lowest power first.

    The inverse of a matrix of binomials with determinant 1, so its elements are whole numbers.
    """
    at_one = [[comb(power, m) for power in range(2 * k)] for m in range(k)]
    both = np.array([*np.eye(k, 2 * k).tolist(), *at_one], dtype=np.float64)
    return np.asarray(np.linalg.inv(both)).round()


@cache
def _unit_cost(k: int) -> Array:
    """Integral over [0, 1] of the squared k-th derivative, as a quadratic form of the derivatives at both ends."""
    falling = np.array([factorial(j) // factorial(j - k) if j >= k else 0 for j in range(2 * k)], dtype=float)
    power = np.maximum(np.arange(2 * k) - k, 0)
    gram = np.outer(falling, falling) / (power[:, None] + power + 1)
    taylor = np.array([factorial(m) for m in range(k)] * 2)
    H = _unit_hermite(k) / taylor
    return np.asarray(H.T @ gram @ H)


def _cost_matrix(k: int, h: float) -> tuple[Array, Array]:
    """The form of a piece of duration h, and its derivative by h."""
    m = np.tile(np.arange(k), 2)
    exponent = m[:, None] + m + 1 - 2 * k
    R = _unit_cost(k) * float(h) ** exponent
    return R, R * exponent / h
