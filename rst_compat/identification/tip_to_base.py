"""The recursion from the tips to the base: least squares sensor by sensor, with what is still open carried along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .compression import Compressed
from .sensor_cuts import Cut
from .sensor_rows import RANK_TOLERANCE

Array = NDArray[np.float64]
_PASSES = 4  # of the weights of a sensor, which settle in two


@dataclass(frozen=True, eq=False)
class IdentificationStep:
    """One step of the recursion: one sensor.

    Attributes
    ----------
    Body : str
        The body at whose joint the sensor is; the base for a base wrench.
    Sensor : {"wrist", "torque", "base"}
    Bodies : tuple of str
        The bodies that come in with this step: the body, and those beyond it that no sensor separates from it.
    RowsUsed : int
        Readings without NaN.
    Rank : int
        How many combinations of the unknowns this step adds to those that are known.
    NullSpace : (p, k) ndarray
        Orthonormal directions of all unknowns so far, in the order of the result's Names, that are still open
        afterwards. A later step may close them, or never see them.
    SingularValues : (c,) ndarray
        Of the weighted rows in the open directions and the new unknowns.
    ResidualStd : (channels,) ndarray
        Of each reading, N m and N; a wrench [nx ny nz fx fy fz] in the axes of its sensor.
    Std : (10 n,) ndarray
        Standard deviations of the parameters of Bodies after this step; NaN where they are not determined yet.
    """

    Body: str
    Sensor: str
    Bodies: tuple[str, ...]
    RowsUsed: int
    Rank: int
    NullSpace: Array
    SingularValues: Array
    ResidualStd: Array
    Std: Array

    def __repr__(self) -> str:
        return f"<{self.Sensor} at '{self.Body}': {', '.join(self.Bodies) or 'no new body'}; rank {self.Rank}>"


@dataclass
class Solution:
    """What is known of p unknowns: an estimate, an orthonormal basis of what is open, the covariance of the rest."""

    x: Array  # (p,)
    open: Array  # (p, k)
    cov: Array  # (p, p)

    @property
    def share(self) -> Array:
        """How much of each unknown is open (p,): 0 is determined, 1 is not seen at all."""
        return np.asarray((self.open**2).sum(axis=1))

    @property
    def std(self) -> Array:
        """Standard deviations (p,), NaN where an unknown is not determined."""
        std = np.sqrt(np.maximum(np.diag(self.cov), 0))
        return np.where(self.share > STRANGER, np.nan, std)


#: Parts of an orthonormal basis below this are rounding.
STRANGER = 1e-12


def nearest(x: Array, open_: Array, prior: Array, stiff: NDArray[np.bool_]) -> Array:
    """What is nearest to a prior (p,) among all that differ from x in open directions (p, k).

    Unknowns that are ``stiff`` (p,) come first: they are met as well as can be, and then the others.
    """
    unseen = (open_**2).sum(axis=1) > 1 - STRANGER
    for rows in (stiff, ~stiff):
        if not open_.shape[1] or not rows.any():
            continue
        U, s, Vt = np.linalg.svd(open_[rows], full_matrices=True)
        rank = int((s > 1e-9).sum())
        y = Vt[:rank].T @ ((U[:, :rank].T @ (prior - x)[rows]) / s[:rank])
        x, open_ = x + open_ @ y, open_ @ Vt[rank:].T
    return np.where(unseen, prior, x)  # to the last digit


def solve_cut(
    state: Solution, cut: Cut, read: Compressed, fresh: NDArray[np.intp], sigma: Array | None, tolerance: float
) -> tuple[int, Array, Array]:
    """Add the readings of a cut to what is known; the rank, singular values and residuals (channels,) of the step.

    ``fresh`` are the unknowns that come in, ``sigma`` (channels,) the standard deviations of the readings, estimated
    where there are none: one for each channel, by iterated weighting.
    """
    p, at = len(state.x), cut.unknowns
    Z = np.hstack([state.open, np.eye(p)[:, fresh]])
    # A reading that fits to rounding must not outweigh the others beyond all measure.
    rounding = 1e-13 * (np.linalg.norm(read.measured()) or 1.0) / np.sqrt(np.maximum(read.count, 1))
    left = read.changed(np.eye(p)[:, at], state.x)  # readings less what is explained
    weights = np.ones(cut.channels) if sigma is None else sigma
    for _ in range(1 if sigma is not None else _PASSES):
        stacked = left.weighted(weights)
        H, z = stacked[:, :-1], stacked[:, -1]
        U, s, Vt = np.linalg.svd(H @ Z[at], full_matrices=True)
        rank = int((s > tolerance * np.linalg.norm(H, 2)).sum())
        gain = Z @ (Vt[:rank].T / s[:rank])  # (p, rank), of readings turned by U'
        step = gain @ (U[:, :rank].T @ z)
        freedom = read.count * (1 - rank / max(read.count.sum(), 1))
        residual = left.residuals(step[at]) / np.sqrt(np.maximum(freedom, 1))
        spread = residual / weights if sigma is None else np.ones(cut.channels)
        if sigma is None and cut.channels > 1:
            weights = np.maximum(residual, rounding)
    # The errors so far, less what this step corrects of them, and the noise of this step's own readings.
    M = np.eye(p)
    M[:, at] -= gain @ (U[:, :rank].T @ H)
    state.x = state.x + step
    state.cov = M @ state.cov @ M.T + np.mean(spread**2) * gain @ gain.T
    state.open = Z @ Vt[rank:].T
    return rank, s, residual


def recursion(
    cuts: Sequence[Cut],
    log: Compressed,
    prior: Array,
    bodies: Sequence[str],
    sigma: Mapping[str, Array],
    tolerance: float = RANK_TOLERANCE,
) -> tuple[Solution, list[IdentificationStep]]:
    """The parameters from all cuts, tips first, nearest to a prior (p,) where they are open."""
    p, at = len(prior), 0
    state, steps, entered = Solution(prior.copy(), np.zeros((p, 0)), np.zeros((p, p))), [], np.zeros(p, dtype=bool)
    for cut in cuts:
        part = slice(at, at + cut.channels)
        at += cut.channels
        read = Compressed(log.R[part], log.count[part])
        fresh = cut.unknowns[~entered[cut.unknowns]]
        entered[fresh] = True
        known = sigma.get(f"{cut.kind} {cut.body}")
        rank, values, residual = solve_cut(state, cut, read, fresh, known, tolerance)
        own = sorted({int(k) // 10 for k in fresh if k < 10 * len(bodies)})
        std = state.std[[10 * b + k for b in own for k in range(10)]]
        named = tuple(bodies[b] for b in own)
        rows = int(read.count.sum())
        steps.append(
            IdentificationStep(cut.body, cut.kind, named, rows, rank, state.open.copy(), values, residual, std)
        )
    never = np.flatnonzero(~entered)
    state.open = np.hstack([state.open, np.eye(p)[:, never]])
    return state, steps
