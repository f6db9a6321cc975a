"""The same fit without constraints: nonlinear least squares over logarithmic Cholesky parameters.

The distance to the prior is a sum of squares too: with ``J0 = U0 U0'`` and ``J = U U'``, and ``a`` the elements of
``U0^-1 U``, ``trace(J0^-1 J) - log det(J0^-1 J) - 4`` is the sum of ``a_ij^2`` above the diagonal and of
``a_ii^2 - 2 log a_ii - 1`` on it, which is the square of a smooth function of ``a_ii``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError, warn
from .pseudo_inertia import factor_derivatives, fromLogCholesky, log_cholesky_factor, logCholesky

if TYPE_CHECKING:
    from .fit_task import Task

Array = NDArray[np.float64]

_ABOVE = ([0, 0, 0, 1, 1, 2], [1, 2, 3, 2, 3, 3])


def fit_log_cholesky(task: Task) -> tuple[Array, int, bool]:
    """Parameters (c,), the number of evaluations, and whether they converged."""
    from scipy.optimize import least_squares  # noqa: PLC0415 - for those who ask for it

    if task.map is not None or task.epsilon or not _whole_bodies(task):
        raise MatlabValueError(
            "rst_compat:identification:WrongFit",
            "physicalFit: the method 'logCholesky' cannot hold single parameters of bodies",
            "no Map and no Epsilon, and Fixed for all ten parameters of a body or none",
            "some",
            "The method 'barrier' can",
        )
    fit = _Fit(task)
    start = task.L @ task.start() + task.x0
    found = least_squares(
        fit.residuals,
        fit.unknowns(start),
        jac=fit.jacobian,
        bounds=fit.bounds(),
        xtol=1e-10,
        ftol=1e-10,
        gtol=1e-12,
        max_nfev=10 * task.limit,
    )
    if found.status <= 0:
        warn(
            "rst_compat:identification:NotConverged",
            f"physicalFit did not converge in {found.nfev} evaluations; the method 'barrier' needs far fewer.",
            stacklevel=4,
        )
    return fit.parameters(found.x), int(found.nfev), found.status > 0


def _whole_bodies(task: Task) -> bool:
    rows = np.any(task.L[: task.bodies], axis=1).reshape(task.N, 10)
    return bool((rows.all(axis=1) | ~rows.any(axis=1)).all())


class _Fit:
    """Residuals in theta of the bodies that are searched, and then the other columns."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.bodies = np.flatnonzero(task.alive)
        self.n = 10 * len(self.bodies)
        free = task.L.any(axis=1) & (np.linalg.norm(task.R, axis=0) > 1e-10 * np.linalg.norm(task.R))
        self.others = np.flatnonzero(free & (np.arange(task.c) >= task.bodies))
        self.columns = (10 * self.bodies[:, None] + np.arange(10)).ravel()
        start = task.L @ task.start() + task.x0
        self.rest = np.where(task.L.any(axis=1), start, task.x0)
        self.root = np.sqrt(task.scale)
        self.whitener = np.linalg.inv(task.prior_factors()) if task.weight else None

    def unknowns(self, x: Array) -> Array:
        theta = logCholesky(x[self.columns].reshape(-1, 10)).ravel() if self.n else np.zeros(0)
        return np.concatenate([theta, x[self.others]])

    def parameters(self, y: Array) -> Array:
        x = self.rest.copy()
        x[self.columns] = fromLogCholesky(y[: self.n].reshape(-1, 10)).ravel() if self.n else []
        x[self.others] = y[self.n :]
        return x

    def bounds(self) -> tuple[Array, Array]:
        size = self.n + len(self.others)
        lower, upper = np.full(size, -np.inf), np.full(size, np.inf)
        lower[self.n :] = np.where(self.task.nonnegative[self.others], 0.0, -np.inf)
        with np.errstate(divide="ignore", invalid="ignore"):
            alpha = np.log(self.task.mass[self.bodies]) / 2  # m = exp(2 alpha)
        lower[: self.n : 10] = np.where(np.isfinite(alpha[:, 0]), alpha[:, 0], -np.inf)
        upper[: self.n : 10] = np.where(np.isfinite(alpha[:, 1]), alpha[:, 1], np.inf)
        return lower, upper

    def residuals(self, y: Array) -> Array:
        data: Array = (self.task.R @ self.parameters(y) - self.task.z) / self.root
        if self.whitener is None:
            return data
        a = self.whitener @ log_cholesky_factor(y[: self.n].reshape(-1, 10))
        on = np.diagonal(a, axis1=-2, axis2=-1)
        prior = np.concatenate([a[..., *_ABOVE], _smooth_root(on)[0]], axis=-1)
        return np.concatenate([data, np.sqrt(self.task.weight) * prior.ravel()])

    def jacobian(self, y: Array) -> Array:
        by_theta = fromLogCholesky(y[: self.n].reshape(-1, 10), nargout=2)[1]
        R = self.task.R
        inertial = np.einsum("rnk,nkt->rnt", R[:, self.columns].reshape(len(R), len(self.bodies), 10), by_theta)
        data: Array = np.concatenate([inertial.reshape(len(R), self.n), R[:, self.others]], axis=1) / self.root
        if self.whitener is None:
            return data
        U = log_cholesky_factor(y[: self.n].reshape(-1, 10))
        change = self.whitener[:, None] @ factor_derivatives(U)  # (n, 10, 4, 4)
        on = np.diagonal(self.whitener @ U, axis1=-2, axis2=-1)
        slope = _smooth_root(on)[1][:, None] * np.diagonal(change, axis1=-2, axis2=-1)
        rows = np.concatenate([change[..., *_ABOVE], slope], axis=-1).mT  # (n, 10 residuals, 10)
        prior = np.zeros((self.n, len(y)))
        for i in range(len(self.bodies)):
            prior[10 * i : 10 * i + 10, 10 * i : 10 * i + 10] = rows[i]
        return np.concatenate([data, np.sqrt(self.task.weight) * prior])


def _smooth_root(a: Array) -> tuple[Array, Array]:
    """The function whose square is ``a^2 - 2 log a - 1`` and which grows with a, and its derivative."""
    e = a - 1
    # Near 1 the square is 2 e^2 - 2/3 e^3 + ..., from which subtraction leaves nothing.
    near = np.abs(e) < 1e-4
    square = np.where(near, 2 * e**2 - 2 / 3 * e**3 + e**4 / 2, a**2 - 2 * np.log(a) - 1)
    root = np.sign(e) * np.sqrt(np.maximum(square, 0))
    slope = np.where(near, np.sqrt(2) * (1 - e / 3), (a - 1 / a) / np.where(near, 1.0, root))
    return root, slope
