"""How far an estimate may be off: for noise without memory, with memory, and from the log itself.

Newey and West, *A simple, positive semi-definite, heteroskedasticity and autocorrelation consistent covariance matrix*,
Econometrica 55(3), 1987; Andrews, *Heteroskedasticity and autocorrelation consistent covariance matrix estimation*,
Econometrica 59(3), 1991, for how far back to look; Kuensch, Annals of Statistics 17(3), 1989, for blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .compression import Compressed, reduced
from .estimators import Solution

if TYPE_CHECKING:
    from .measured_rows import Rows
    from .motion_data import MotionData

Array = NDArray[np.float64]
#: Of a block of the log, its rows in the unknowns of the solution.
ToRows = Callable[["MotionData"], "Rows"]

_REPLICATES, _BLOCKS = 1000, 1000


def white(rows: Compressed, solution: Solution, noise: Array) -> Array:
    """Covariance (b, b) where the noise of a channel has one deviation, ``noise`` (r,), and no memory."""
    each = rows.R[..., :-1] @ solution.spread * (noise / solution.weights**2)[:, None, None]
    return _full(solution, np.einsum("rij,rik->jk", each, each))


def hac(to_rows: ToRows, data: MotionData, solution: Solution, **how: Any) -> tuple[Array, int]:
    """Newey and West's covariance (b, b), and the window of Andrews' rule for it, in samples.

    Bartlett's weights of lags up to L - 1 are sums over windows of L samples that slide over the log.
    """
    length = bandwidth(to_rows, data, solution, **how)

    def of(part: MotionData, before: int) -> tuple[Array, Array]:
        scores = solution.scores(to_rows(part))
        total = np.cumsum(scores, axis=0)
        total[length:] -= total[:-length].copy()
        return total[before:].T @ total[before:], scores[max(0, len(scores) - length + 1) :]

    def merge(parts: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
        return sum(p[0] for p in parts), parts[-1][1]  # type: ignore[return-value]

    middle, tail = reduced(of, merge, data, halo=length - 1, **how)
    after = np.cumsum(tail[::-1], axis=0)  # windows that the end of the log cuts
    return _full(solution, (middle + after.T @ after) / length), length


def bandwidth(to_rows: ToRows, data: MotionData, solution: Solution, **how: Any) -> int:
    """Andrews' rule for Bartlett's weights, with a first-order autoregression for every score (his equation 6.4)."""

    def of(part: MotionData, before: int) -> Array:
        scores = solution.scores(to_rows(part))
        return np.stack([(scores[before:] ** 2).sum(0), (scores[1:] * scores[:-1]).sum(0)])

    square, product = reduced(of, lambda parts: np.sum(parts, axis=0), data, halo=1, **how)
    if not square.size or not square.max():
        return 1
    rho = np.clip(product / np.where(square > 0, square, 1), -0.97, 0.97)
    fourth = ((1 - rho**2) * square / square.max()) ** 2
    alpha = (4 * rho**2 * fourth / ((1 - rho) ** 6 * (1 + rho) ** 2)).sum() / (fourth / (1 - rho) ** 4).sum()
    return int(np.clip(np.ceil(1.1447 * (alpha * len(data)) ** (1 / 3)), 1, max(1, len(data) // 4)))


def bootstrap(to_rows: ToRows, data: MotionData, solution: Solution, **how: Any) -> tuple[Array, int]:
    """Covariance (b, b) of fits to blocks of the log drawn with replacement, and the length of a block in samples.

    Blocks are as long as the window of :func:`hac`, or a thousandth of the log. Draws are the same in every call.
    """
    length = max(bandwidth(to_rows, data, solution, **how), -(-len(data) // _BLOCKS))

    def of(part: MotionData, _: int) -> tuple[Array, Array]:
        rows = to_rows(part)
        W = (rows.W / solution.weights[:, None]) @ solution.spread
        starts = np.arange(0, len(part), length)
        cross = np.einsum("trj,trk->tjk", W, W)
        return np.add.reduceat(cross, starts), np.add.reduceat(solution.scores(rows), starts)

    def merge(parts: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
        crosses, scores = zip(*parts, strict=True)
        return np.concatenate(crosses), np.concatenate(scores)

    how["block"] = length * max(1, 4096 // length)
    crosses, scores = reduced(of, merge, data, **how)
    count, k = scores.shape
    draws = np.random.default_rng(0).multinomial(count, np.full(count, 1 / count), _REPLICATES).astype(float)
    total = (draws @ crosses.reshape(count, -1)).reshape(-1, k, k)
    errors = np.linalg.solve(total, (draws @ scores)[..., None])[..., 0]
    return _full(solution, np.atleast_2d(np.cov(errors.T))), length


def _full(solution: Solution, middle: Array) -> Array:
    """Covariance of x from that of its errors in the directions of the spread."""
    covariance: Array = solution.spread @ middle @ solution.spread.T
    return covariance
