"""What a physical fit is asked for: its arguments, checked, as one affine map from what is free to all parameters."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from ..matlab.arguments import elements, is_empty, numbers
from .barrier import Problem
from .linear_map import LinearMap
from .pseudo_inertia import fromPseudoInertia, pseudoInertia, upper_cholesky

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]

#: Columns below this part of the largest are none: data that say nothing leave 1e-15.
NOTHING = 1e-10


class Task:
    """The arguments, checked, as one affine map from what is free to the c parameters."""

    def __init__(self, R: Any, z: Any, values: dict[str, Any]) -> None:
        self.R = numbers(R, "physicalFit: R")
        if self.R.ndim != 2 or not np.isfinite(self.R).all():
            _wrong("R is not a finite matrix", "shape (r, c)", f"shape {self.R.shape}")
        self.z = elements(z, len(self.R), "physicalFit: z")
        c = self.c = self.R.shape[1]
        names = values["Names"]
        self.names = [f"parameter {j + 1}" for j in range(c)] if names is None else list(names)
        if len(self.names) != c:
            _wrong("Names has the wrong length", f"{c}", str(len(self.names)))
        given = values["NumBodies"]
        if given is not None:
            self.N = int(elements(given, 1, "physicalFit: NumBodies")[0])
        else:
            self.N = c // 10 if names is None else sum(name.endswith(".Ixy") for name in self.names)
        self.bodies = 10 * self.N
        if not 0 <= self.bodies <= c or (names is None and given is None and c % 10):
            _wrong("it is not clear which columns are those of bodies", "Names or NumBodies", f"{c} columns")
        has_prior = not is_empty(values["Prior"])
        self.prior = elements(values["Prior"], c, "physicalFit: Prior") if has_prior else np.zeros(c)
        weight = values["PriorWeight"]
        self.weight = self._size(1e-6 if weight is None and has_prior else weight or 0.0, "PriorWeight")
        if self.weight and not has_prior:
            _wrong("PriorWeight weighs nothing", "a Prior", "none", "The parameters of the model are one")
        scale = values["Scale"]
        self.scale = (float(self.z @ self.z) if scale is None else self._size(scale, "Scale")) or 1.0
        self.epsilon = self._size(values["Epsilon"], "Epsilon")
        self.tolerance = self._size(values["Tolerance"], "Tolerance")
        self.limit = int(self._size(values["MaxIterations"], "MaxIterations"))
        self.nonnegative, self.fixed = (self._mask(values[name], name) for name in ("NonNegative", "Fixed"))
        bounds = values["MassBounds"]
        self.mass = np.full((self.N, 2), np.nan) if is_empty(bounds) else numbers(bounds, "physicalFit: MassBounds")
        if self.mass.shape != (self.N, 2):
            _wrong("MassBounds has the wrong shape", f"({self.N}, 2)", f"{self.mass.shape}")
        self.map: LinearMap | None = values["Map"]
        frames = ~self.prior[: self.bodies].reshape(-1, 10).any(axis=1)
        seen = np.linalg.norm(self.R[:, : self.bodies], axis=0).reshape(-1, 10).max(axis=1)
        unseen = seen <= NOTHING * np.linalg.norm(self.R)
        self._free(np.repeat((frames | unseen) & has_prior, 10))

    def _free(self, still: Mask) -> None:
        """L and x0 of all c parameters, which columns of L are worth a search, and which bodies are.

        Frames without mass, and bodies that no data show, stay as they were.
        """
        if self.map is None:
            held = self.fixed.copy()
            held[: self.bodies] |= still
            self.L, self.x0 = np.eye(self.c)[:, ~held], np.where(held, self.prior, 0.0)
        elif not isinstance(self.map, LinearMap) or len(self.map.x0) != self.c or self.fixed.any():
            _wrong("Map does not fit", f"a LinearMap to {self.c} parameters, and no Fixed", repr(self.map))
        else:
            self.L, self.x0 = self.map.L, self.map.x0
        columns = np.linalg.norm(self.R @ self.L, axis=0)
        inertial = self.L[: self.bodies].any(axis=0)
        self.kept = inertial | (columns > NOTHING * np.linalg.norm(self.R))
        self.alive = self.L[: self.bodies].reshape(self.N, 10, self.L.shape[1]).any(axis=(1, 2))

    def problem(self) -> tuple[Problem, Array]:
        """The problem in what is free, and values for all columns of L of which it takes those that are kept."""
        fixed = np.where(self.kept, 0.0, np.linalg.lstsq(self.L, self.prior - self.x0, rcond=None)[0])
        x0, L, rows = self.L @ fixed + self.x0, self.L[:, self.kept], np.repeat(self.alive, 10)
        P: Array = np.zeros((int(self.alive.sum()), 4, 4))
        if self.weight:
            P[:] = np.linalg.inv(self.prior_factors() @ self.prior_factors().mT)
        G, h = [], []
        for j in np.flatnonzero(self.nonnegative & L.any(axis=1)):
            G.append(L[j])
            h.append(x0[j])
        for i in np.flatnonzero(self.alive):
            for bound, sign in zip(self.mass[i], (1, -1), strict=True):
                if np.isfinite(bound):
                    G.append(sign * L[10 * i])
                    h.append(sign * (x0[10 * i] - bound))
        root = np.sqrt(self.scale)
        k = L.shape[1]
        return Problem(
            A=self.R @ L / root,
            b=(self.z - self.R @ x0) / root,
            cost=np.zeros(k),
            L=L[: self.bodies][rows],
            x0=x0[: self.bodies][rows],
            G=np.array(G).reshape(len(G), k),
            h=np.array(h),
            weight=self.weight if self.alive.any() else 0.0,
            P=P,
            epsilon=self.epsilon,
        ), fixed

    def start(self) -> Array:
        """Where the search begins, in columns of L: near the prior, or near a body of 1 kg and 0.1 m."""
        guess = self.prior.copy()
        if not guess[: self.bodies].any():
            guess[: self.bodies] = np.tile(fromPseudoInertia(np.diag([0.01, 0.01, 0.01, 1])), self.N)
        lower, upper = np.nan_to_num(self.mass.T, nan=0.0, posinf=np.inf, neginf=0.0)
        masses = guess[: self.bodies : 10]
        upper[np.isnan(self.mass[:, 1])] = np.inf
        outside = (masses <= lower) | (masses >= upper)
        inside = np.where(np.isfinite(upper), (lower + upper) / 2, 2 * lower)
        factor = np.where(outside & (masses > 0), inside / np.where(masses > 0, masses, 1), 1.0)
        guess[: self.bodies] *= np.repeat(factor, 10)
        guess[self.nonnegative & (guess <= 0)] = 1e-3
        return np.asarray(np.linalg.lstsq(self.L, guess - self.x0, rcond=None)[0], np.float64)

    def prior_factors(self) -> Array:
        """Upper triangular U (n, 4, 4) with ``U U'`` the pseudo-inertia of the prior of every body that is searched."""
        J = pseudoInertia(self.prior[: self.bodies].reshape(-1, 10)[self.alive])
        if len(J) and not (np.linalg.eigvalsh(J)[:, 0] > 0).all():
            worst = int(np.linalg.eigvalsh(J)[:, 0].argmin())
            upper_cholesky(J[worst], f"physicalFit: the Prior of {self.body(int(np.flatnonzero(self.alive)[worst]))}")
        return upper_cholesky(J, "physicalFit: the Prior of body")

    def body(self, i: int) -> str:
        """What to call a body, from 0."""
        first = self.names[10 * i]
        return first.rpartition(".")[0] if "." in first else f"body {i + 1}"

    def _mask(self, value: Any, name: str) -> Mask:
        if is_empty(value):
            return np.zeros(self.c, dtype=bool)
        return elements(value, self.c, f"physicalFit: {name}").astype(bool)

    @staticmethod
    def _size(value: Any, name: str) -> float:
        size = float(elements(value, 1, f"physicalFit: {name}")[0])
        if size < 0:
            _wrong(f"{name} is negative", "a number from 0", f"{size:g}")
        return size


def _wrong(
    fact: str, expected: str, got: str, hint: str = "R has a column for every parameter, ten for a body"
) -> NoReturn:
    raise MatlabValueError("rst_compat:identification:WrongFit", f"physicalFit: {fact}", expected, got, hint)
