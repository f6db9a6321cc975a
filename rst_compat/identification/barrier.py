"""Least squares over bodies: a logarithmic barrier, and Newton steps that are least squares themselves.

The problem is ``min |A u - b|^2 + cost u + weight sum(trace(P_i J_i) - log det J_i)`` over u with ``J_i - epsilon 1``
positive definite and ``G u + h`` positive, where ``J_i`` is the pseudo-inertia of the ten parameters of body i, affine
in u (Boyd and Vandenberghe, *Convex Optimization*, sections 9.6 and 11.3).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .pseudo_inertia import UNIT_PSEUDO_INERTIAS

Array = NDArray[np.float64]

_SHRINK = 0.1  # of the barrier from one centre to the next
_CENTERED = 0.1  # square of the Newton decrement, per unit of the barrier: quadratic convergence from there
_ROUNDING = 1e-14  # of a value: a smaller promise of a step is rounding
_ALONG = 0.95  # of the way to the border


@dataclass(frozen=True)
class Problem:
    """What is minimised.

    Attributes
    ----------
    A : (r, k) array
    b : (r,) array
    cost : (k,) array
    L, x0 : (10 n, k) and (10 n,) arrays
        Parameters of the n bodies, ``L u + x0``.
    G, h : (m, k) and (m,) arrays
    weight, epsilon : float
    P : (n, 4, 4) array
    """

    A: Array
    b: Array
    cost: Array
    L: Array
    x0: Array
    G: Array
    h: Array
    weight: float
    P: Array
    epsilon: float

    @property
    def n(self) -> int:
        """Number of bodies."""
        return len(self.x0) // 10

    def pseudo_inertias(self, u: Array) -> Array:
        """``J_i`` (n, 4, 4)."""
        return _assembled(self.L @ u + self.x0)

    def value(self, u: Array) -> float:
        """What is minimised; infinite outside."""
        return self.barred(u, 0.0)

    def _cones(self, mu: float) -> list[tuple[float, float, float]]:
        """Shift, factor of - log det, and factor of P, of every term with the bodies in it.

        The prior is a barrier itself; before its weight is reached, the barrier is the heavier of the two.
        """
        if not self.epsilon and self.weight:
            return [(0.0, max(self.weight, mu), self.weight)]
        prior = [(0.0, max(self.weight, mu), self.weight)] if self.weight else []
        return [*prior, (self.epsilon, mu, 0.0)] if mu else prior

    def barred(self, u: Array, mu: float) -> float:
        """What is minimised with a barrier; infinite outside."""
        residual = self.A @ u - self.b
        total = float(residual @ residual + self.cost @ u)
        J, slack = self.pseudo_inertias(u), self.G @ u + self.h
        if not (np.isfinite(total) and (slack > 0).all()):
            return np.inf
        for shift, factor, prior in self._cones(mu):
            try:
                C = np.linalg.cholesky(J - shift * np.eye(4))
            except np.linalg.LinAlgError:
                return np.inf
            log_det = 2 * np.log(np.diagonal(C, axis1=-2, axis2=-1)).sum()
            total += float(prior * np.einsum("nij,nij->", self.P, J) - factor * log_det)
        return total - (mu * float(np.log(slack).sum()) if mu else 0.0)

    def step(self, u: Array, mu: float) -> tuple[Array, float, float]:
        """Newton step, the square of its decrement, and how far it may go.

        The Hessian is ``M'M`` and minus the gradient is ``M'y``, with a row for every measurement, element of a body
        and bound: no normal equations are formed.
        """
        M = [np.sqrt(2) * self.A, *([self.G / (self.G @ u + self.h)[:, None] * np.sqrt(mu)] if mu else [])]
        y = [np.sqrt(2) * (self.b - self.A @ u), *([np.full(len(self.h), np.sqrt(mu))] if mu else [])]
        J = self.pseudo_inertias(u)
        whitened = []
        for shift, factor, prior in self._cones(mu):
            inverse = np.linalg.inv(np.linalg.cholesky(J - shift * np.eye(4)))
            whitened.append(inverse)
            units = np.einsum("nij,kjl,nml->nimk", inverse, UNIT_PSEUDO_INERTIAS, inverse).reshape(-1, 16, 10)
            M.append(np.sqrt(factor) * (units @ self.L.reshape(self.n, 10, len(u))).reshape(16 * self.n, len(u)))
            C = np.linalg.inv(inverse)
            y.append(((factor * np.eye(4) - prior * C.mT @ self.P @ C) / np.sqrt(factor)).ravel())
        rows, right = np.concatenate(M), np.concatenate(y)
        size = np.linalg.norm(rows, axis=0)
        size[size == 0] = 1.0
        Q, R = np.linalg.qr(rows / size)
        target = Q.T @ right
        if self.cost.any():
            target = target - np.linalg.solve(R.T, self.cost / size)
        step = np.linalg.solve(R, target) / size
        change = _assembled(self.L @ step)
        falls = [float(np.linalg.eigvalsh(W @ change @ W.mT).min(initial=0)) for W in whitened]
        falls.append(float((self.G @ step / (self.G @ u + self.h)).min(initial=0)))
        return step, float(target @ target), min(1.0, _ALONG / -min(falls)) if min(falls) < 0 else 1.0

    def centered(self, u: Array, mu: float, limit: int, tolerance: float) -> tuple[Array, float, int]:
        """The minimum with a barrier, the square of the last decrement, and how many steps it took."""
        value, squared = self.barred(u, mu), np.inf
        for count in range(limit):
            step, squared, length = self.step(u, mu)
            if squared <= max(tolerance, _ROUNDING * abs(value)):
                return u, squared, count
            while (after := self.barred(u + length * step, mu)) > value - 1e-4 * length * squared and length > 1e-10:
                length /= 2
            if not after < value:  # rounding hides what is left
                return u, squared, count
            u, value = u + length * step, after
        return u, squared, limit

    def solve(self, u: Array, tolerance: float, limit: int) -> tuple[Array, float, int]:
        """The minimum from a point inside, a bound on how far its value is from the least, and the number of steps."""
        walled = not self.weight or self.epsilon > 0
        degree = len(self.h) + (4 * self.n if walled else 0)
        last = min(tolerance / (2 * max(degree, 1)), np.inf if walled else self.weight)
        mu = max(last, abs(self.value(u)) / max(degree, 4 * self.n, 1))
        steps = 0
        while True:
            final = mu <= last
            enough = 1e-3 * tolerance if final else _CENTERED * mu
            u, squared, taken = self.centered(u, mu, max(1, limit - steps), enough)
            steps += taken
            if final or steps >= limit:
                return u, mu * degree + squared + (0.0 if final else np.inf), steps
            mu = max(last, _SHRINK * mu)


def _assembled(x: Array) -> Array:
    J: Array = np.einsum("nk,kij->nij", x.reshape(-1, 10), UNIT_PSEUDO_INERTIAS)
    return J
