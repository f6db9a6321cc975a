"""The search for a motion that shows base parameters well, over the coefficients of Fourier series."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .excitation_cost import BaseRegressor, cost_of, overstep
from .fourier_motion import at_rest, basis, within

Array = NDArray[np.float64]

_SAMPLES = 12  # of the shortest wave, while the search lasts
_MARGIN, _WEIGHT = 0.98, 1e3  # of the penalty: steep enough to leave the limits by less than the margin
_SMOOTH = 0.05  # of the usual speed: below it the search takes Coulomb friction for viscous


class Search:
    """The cost as a function of free variables: ``[q0, a, b]`` of each joint in its own units, at rest at the start."""

    def __init__(
        self,
        regressor: BaseRegressor,
        limits: tuple[Array, Array, Array, Array],
        frequency: float,
        harmonics: int,
        criterion: str,
    ) -> None:
        self.regressor, self.criterion, self.limits, self.frequency = regressor, criterion, limits, frequency
        count = _SAMPLES * harmonics
        self.basis = basis(np.arange(count) / (count * frequency), frequency, harmonics)
        middle, half, speed, acceleration = limits
        w = 2 * math.pi * frequency
        size = np.minimum(half, np.minimum(speed / w, acceleration / w**2))
        units = np.full((len(half), 2 * harmonics + 1), (size * w)[:, None])
        units[:, 0] = half
        self.smoothing = _SMOOTH * size * w
        self.Z, self.units, self.offset = at_rest(harmonics), units, middle

    def coefficients(self, x: Array) -> Array:
        c: Array = (x.reshape(len(self.offset), -1) @ self.Z.T) * self.units
        c[:, 0] += self.offset
        return c

    def random(self, rng: np.random.Generator) -> Array:
        """A start: motion of each joint about the middle of its range, as large as limits allow."""
        x = rng.normal(size=(len(self.offset), self.Z.shape[1]))
        c = self.coefficients(x.ravel())
        middle, half = self.limits[:2]
        c[:, 0] = middle + half * rng.uniform(-0.3, 0.3, len(middle))
        c = within(c * [1, *[5.0] * (c.shape[1] - 1)], self.frequency, self.limits)
        c[:, 0] -= middle
        start: Array = (c / self.units) @ self.Z
        return start.ravel()

    def run(self, x: Array, iterations: int, report: Progress) -> Array:
        from scipy.optimize import minimize  # noqa: PLC0415 - scipy's heavy parts are for those who use them

        found = minimize(
            self.value,
            x,
            jac=True,
            method="L-BFGS-B",
            callback=lambda _: report.one(),
            options={"maxiter": iterations, "maxcor": 20},
        )
        return self.coefficients(found.x)

    def value(self, x: Array) -> tuple[float, Array]:
        """Cost with penalty, and its gradient."""
        c = self.coefficients(x)
        motion = [b @ c.T for b in self.basis]
        q, qd, qdd = motion
        cost, G = cost_of(self.regressor.matrix(q, qd, qdd, self.smoothing), self.criterion)
        gradients = self.regressor.pulled_back(G, q, qd, qdd, self.smoothing)
        middle, *sizes = self.limits
        out, pushes = overstep(
            [(motion[0] - middle) / sizes[0], *(m / s for m, s in zip(motion[1:], sizes[1:], strict=True))], _MARGIN
        )
        total = sum(
            (g + _WEIGHT * p / s).T @ b for g, p, s, b in zip(gradients, pushes, sizes, self.basis, strict=True)
        )
        return cost + _WEIGHT * out, ((np.asarray(total) * self.units) @ self.Z).ravel()

    def cost(self, coefficients: Array) -> float:
        q, qd, qdd = (b @ coefficients.T for b in self.basis)
        return cost_of(self.regressor.matrix(q, qd, qdd, self.smoothing), self.criterion)[0]


class Progress:
    """Tells a caller how many iterations of all are done."""

    def __init__(self, call: Callable[[int, int], Any] | None, total: int) -> None:
        self.call, self.total, self.done = call, total, 0

    def begin(self, done: int) -> None:
        self.done = done
        self._tell()

    def one(self) -> None:
        self.done += 1
        self._tell()

    def end(self) -> None:
        self.begin(self.total)

    def _tell(self) -> None:
        if self.call is not None:
            self.call(self.done, self.total)
