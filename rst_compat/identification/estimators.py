"""Least squares on compressed rows: ordinary, weighted by channel, total; and standard parameters from base ones.

Gautier and Poignet, *Extended Kalman filtering and weighted least squares dynamic identification of robot*, Control
Engineering Practice 9, 2001, for the weights; Golub and Van Loan, *An analysis of the total least squares problem*,
SIAM J. Numer. Anal. 17(6), 1980; Huber, *Robust Statistics*, 1981, sections 7.7 and 7.8.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from .compression import Compressed

if TYPE_CHECKING:
    from .measured_rows import Rows

Array = NDArray[np.float64]
T = TypeVar("T")

#: A direction that a log excites less than this part of the best one, columns scaled, is not in it: rounding gives
#: 1e-15, and what is above has error bars that say how little is known.
EXCITED = 1e-10
#: Columns this much smaller than the largest are the rounding of zeros.
_ZERO = 1e-13
#: A channel with fewer degrees of freedom than this fits whatever its noise.
_FREE = 1.0
_HUBER = 1.345  # 95 % efficiency under normal noise
_PASSES = 50


class Solution(NamedTuple):
    """Unknowns of a least-squares problem, and what the rows say about them.

    Attributes
    ----------
    x : (b,) array
        Where the rows say nothing, as near to the start as can be, in units of the norms of the columns.
    sigma : (r,) array
        Standard deviation of the noise of every channel.
    weights : (r,) array
        The deviations that the channels were divided by.
    spread : (b, k) array
        ``spread @ spread.T`` is the covariance of x for noise of the deviations in ``weights``.
    excited : (k, b) array
        The combinations of unknowns that the rows determine.
    singular_values : (b,) array
        Of the weighted rows with columns of norm 1.
    condition, scaled_condition : float
        Of the weighted rows as they are, and with columns of norm 1.
    bound, slope : (r,) arrays
        For robust estimates: residuals count up to this size, and this share of them is below it.
    """

    x: Array
    sigma: Array
    weights: Array
    spread: Array
    excited: Array
    singular_values: Array
    condition: float
    scaled_condition: float
    bound: Array
    slope: Array

    def scores(self, rows: Rows) -> Array:
        """What every sample (B, k) adds to the error of x, which is ``spread`` times their sum."""
        e = np.clip(rows.residuals(self.x), -self.bound, self.bound) / (self.slope * self.weights**2)
        scores: Array = np.einsum("tr,trb->tb", e, rows.W) @ self.spread
        return scores


def ols(rows: Compressed, start: Array) -> Solution:
    """All rows alike."""
    return _solved(rows, np.ones(len(rows.count)), start)


def wls(rows: Compressed, start: Array, *, most: int = 20) -> Solution:
    """Every channel divided by the standard deviation of its residuals, again and again until it stays."""
    solution = ols(rows, start)
    for _ in range(most):
        before = solution
        solution = _solved(rows, before.sigma, start)
        if np.allclose(solution.sigma, before.sigma, rtol=1e-6, atol=0):
            break
    return solution


def huber(
    rows: Compressed, start: Array, again: Callable[[Array, Array], tuple[T, Compressed, Array]]
) -> tuple[Solution, T]:
    """Huber's estimator: squares of small residuals, sizes of large ones, with the noise by his proposal 2.

    ``again`` of x and of the deviations of the channels gives what is returned of its last call, the rows with the
    factors of :func:`huber_weights`, and the sums (3, r) of :func:`huber_sums`.
    """
    solution = wls(rows, start)
    for _ in range(_PASSES):
        before = solution
        last, weighted, (squares, slopes, count) = again(before.x, before.sigma)
        sigma = np.maximum(before.sigma * np.sqrt(squares / _second_moment() / np.maximum(count, 1)), _floor(rows))
        found = _least_squares(weighted.weighted(sigma), start)
        solution = before._replace(x=found.x, sigma=sigma, weights=sigma)
        settled = np.allclose(sigma, before.sigma, rtol=1e-4, atol=0)
        if settled and (np.abs(solution.x - before.x) <= 1e-3 * np.linalg.norm(before.spread, axis=1)).all():
            break
    # Huber 1981, section 7.6: the covariance of least squares times mean(psi^2) / mean(psi')^2, in every channel.
    slope = np.maximum(slopes, 1) / np.maximum(count, 1)
    final = _solved(rows, sigma * np.sqrt(squares / np.maximum(count, 1)) / slope, start)
    return final._replace(x=solution.x, sigma=sigma, bound=_HUBER * sigma, slope=slope), last


def huber_weights(residuals: Array, sigma: Array) -> Array:
    """Factors of rows from their residuals (..., r): the square root of what Huber's weight is."""
    size = np.abs(residuals) / sigma
    factors: Array = np.sqrt(_HUBER / np.maximum(size, _HUBER))
    return factors


def huber_sums(residuals: Array, sigma: Array, keep: NDArray[np.bool_]) -> Array:
    """Sums (3, r) over samples: of squares of psi, of its slope, and of the rows that count."""
    size = np.abs(residuals) / sigma
    psi2 = np.minimum(size, _HUBER) ** 2 * keep
    return np.stack([psi2.sum(0), ((size < _HUBER) & keep).sum(0), keep.sum(0)]).astype(float)


def _second_moment() -> float:
    """Of psi under the normal distribution."""
    k = _HUBER
    inside, density = math.erf(k / math.sqrt(2)), math.exp(-k * k / 2) / math.sqrt(2 * math.pi)
    return inside - 2 * k * density + k * k * (1 - inside)


def tls(rows: Compressed, start: Array) -> Solution:
    """Total least squares: errors in the rows of W as well as in w, of the same size relative to their columns.

    The channels are divided by the deviations of :func:`wls`, and all columns by their norms.
    """
    solution = wls(rows, start)
    R = rows.weighted(solution.weights)
    size = np.linalg.norm(R, axis=0)
    if not size[-1]:  # nothing but zeros was measured
        return solution
    scale = np.where(size > 0, size, 1.0)
    basis = (
        solution.excited / scale[:-1]
    ).T  # orthonormal; where the rows say nothing, they say nothing of their errors
    v = np.linalg.svd(np.column_stack([R[:, :-1] / scale[:-1] @ basis, R[:, -1] / scale[-1]]))[2][-1]
    unseen = start * scale[:-1] - basis @ (basis.T @ (start * scale[:-1]))
    x = (unseen - basis @ v[:-1] / v[-1] * scale[-1]) / scale[:-1]
    return solution._replace(x=x, sigma=_deviations(rows, x, solution.spread, solution.weights))


def standard_from_base(xb: Array, K: Array, prior: Array, spread: Array) -> Array:
    """Parameters x with K x = xb, nearest to a prior in units of ``spread``: x0 + L (K L)+ (xb - K x0)."""
    x: Array = prior + back(K, spread) @ (xb - K @ prior)
    return x


def back(K: Array, spread: Array) -> Array:
    """The changes (p, b) of parameters that change K x by one each; those without a spread stay where they can."""
    gain: Array = spread[:, None] * np.linalg.pinv(K * spread, rcond=1e-12)
    left = np.eye(len(K)) - K @ gain
    return gain if (np.abs(left) < 1e-8).all() else gain + np.linalg.pinv(K, rcond=1e-12) @ left


# --------------------------------------------------------------------------- one system


class _Found(NamedTuple):
    x: Array
    spread: Array
    excited: Array
    singular_values: Array


def _least_squares(R: Array, start: Array) -> _Found:
    """Of a triangle (b + 1, b + 1) of [W w], by a singular value decomposition with scaled columns."""
    W, w = R[:, :-1], R[:, -1]
    size = np.linalg.norm(W, axis=0)
    scale = np.where(size > _ZERO * size.max(initial=0), size, np.inf)
    U, s, Vt = np.linalg.svd(W / scale, full_matrices=False)
    kept = s > EXCITED * s.max(initial=0)
    U, Vt = U[:, kept], Vt[kept]
    spread = Vt.T / scale[:, None] / s[kept]
    x = start + spread @ (U.T @ (w - W @ start))
    return _Found(x, spread, Vt * np.where(np.isinf(scale), 0, scale), s)


def _solved(rows: Compressed, weights: Array, start: Array) -> Solution:
    R = rows.weighted(weights)
    found = _least_squares(R, start)
    raw = np.linalg.svd(R[:, :-1], compute_uv=False)
    conditions = (_ratio(raw), _ratio(found.singular_values))
    sigma = _deviations(rows, found.x, found.spread, weights)
    free = np.full(len(sigma), np.inf), np.ones(len(sigma))
    return Solution(found.x, sigma, weights, found.spread, found.excited, found.singular_values, *conditions, *free)


def _ratio(s: NDArray[np.floating[Any]]) -> float:
    return float(s.max(initial=0) / s.min()) if s.size and s.min() > 0 else np.inf


def _deviations(rows: Compressed, x: Array, spread: Array, weights: Array) -> Array:
    """Standard deviations (r,) of the noise: a channel has as many degrees of freedom fewer as it determines.

    One that has none left tells nothing of its noise, and gets that of all together.
    """
    leverage = (np.linalg.norm(rows.R[..., :-1] @ spread, axis=(-2, -1)) / weights) ** 2
    free = rows.count - leverage
    residuals = rows.residuals(x)
    pooled = np.linalg.norm(residuals) / np.sqrt(max(free.sum(), 1))
    sigma: Array = np.where(free < _FREE, pooled, residuals / np.sqrt(np.maximum(free, _FREE)))
    return np.maximum(sigma, _floor(rows))


def _floor(rows: Compressed) -> float:
    """What residuals are by rounding."""
    size = float((rows.measured() / np.sqrt(np.maximum(rows.count, 1))).max(initial=0))
    return 1e-12 * size or 1e-12
