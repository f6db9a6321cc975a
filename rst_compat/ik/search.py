"""What every search has in common: the problem it is given, the box it stays in, when it stops, what it returns."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .chain import Array

#: Why a search ended: MATLAB's exit flags.
LOCAL_MINIMUM, ITERATIONS, TIME, STEP, CHANGE = 1, 2, 3, 4, 5
#: And our own: it has not, or it is too slow to be worth its iterations.
RUNNING, ABANDONED = 0, -1


class Problem(Protocol):
    """A nonlinear least-squares problem in joint positions (n,)."""

    def error(self, q: Array, /) -> tuple[Array, Any]:
        """The residual (m,), and what :meth:`jacobian` needs of its evaluation."""

    def jacobian(self, place: Any, /) -> Array:
        """Minus the derivative of the residual, transposed (n, m)."""


class Box:
    """Bounds of joint positions.

    Parameters
    ----------
    lower, upper : (n,) array
        Infinite where there is none.
    turns : (n,) array of bool, optional
        Joints for which a whole turn more or less is the same place.
    """

    __slots__ = ("_turns", "lower", "upper")

    def __init__(self, lower: Array, upper: Array, turns: NDArray[np.bool_] | None = None) -> None:
        self.lower, self.upper, self._turns = lower, upper, turns

    def clip(self, q: Array) -> Array:
        """The nearest point (n,) of the box."""
        nearest: Array = np.minimum(np.maximum(q, self.lower), self.upper)
        return nearest

    def fold(self, q: Array) -> Array:
        """The same place in the box (n,), whole turns away, or the point of the box nearest to it."""
        if self._turns is not None:
            start, end = self.ends()
            middle = (start + end) / 2
            q = q - 2 * np.pi * self._turns * np.round((q - middle) / (2 * np.pi))
        return self.clip(q)

    def held(self, q: Array, direction: Array) -> NDArray[np.bool_]:
        """Which joints stand at a bound, and a step in this direction would push them over it."""
        return ((q <= self.lower) & (direction < 0)) | ((q >= self.upper) & (direction > 0))

    def sample(self, uniform: Array) -> Array:
        """A point (n,) from uniform numbers (n,); a twelfth of each range goes to each of its ends."""
        start, end = self.ends()
        point = start + (end - start) * np.clip(1.2 * uniform - 0.1, 0, 1)
        inside: Array = np.minimum(np.maximum(point, start), end)  # rounding may have put it outside
        return inside

    def ends(self) -> tuple[Array, Array]:
        """The bounds; a range without end becomes the two pi next to its one end, or around zero."""
        start = np.where(np.isfinite(self.lower), self.lower, np.minimum(self.upper, np.pi) - 2 * np.pi)
        return start, np.where(np.isfinite(self.upper), self.upper, start + 2 * np.pi)


#: No bounds.
EVERYWHERE = Box(np.array(-np.inf), np.array(np.inf))


class Rules(NamedTuple):
    """When a search stops, and how Levenberg and Marquardt's damps.

    Attributes
    ----------
    solution : float
        Length of the residual that counts as solved.
    gradient, step, change : float
        Below this length of the projected gradient, this length of a step, and this largest change of an element of
        the residual, a search has converged.
    bias : float
    error_damping : bool
        See :func:`rst_compat.ik.levenberg_marquardt.levenberg_marquardt`.
    deadline : float
        In seconds of ``time.perf_counter``.
    """

    solution: float = 1e-6
    gradient: float = 5e-9
    step: float = 1e-12
    change: float = 1e-12
    bias: float = 0.0025
    error_damping: bool = True
    deadline: float = float("inf")


class Outcome(NamedTuple):
    """Where a search ended: joint positions (n,), squared length of the residual, iterations, and why."""

    q: Array
    squared: float
    iterations: int
    flag: int


class Patience:
    """Gives up searches that are stuck: most of them sit at a local minimum far from a solution.

    Four iterations must take three tenths off the squared residual; near a solution, where a singular arm converges
    slowly but surely, a fiftieth.
    """

    __slots__ = ("_left", "_mark")

    def __init__(self, squared: float) -> None:
        self._mark, self._left = squared, 4

    def ends(self, squared: float) -> bool:
        """Whether to give up after one more iteration."""
        self._left -= 1
        if self._left:
            return False
        slow = squared > self._mark * (0.7 if squared > 1e-6 else 0.98)
        self._mark, self._left = squared, 4
        return slow


def verdict(rules: Rules, step: Array, squared: float, patience: Patience | None, left: int) -> int:
    """Whether a search ends after a step (n,), with so many iterations left, and why."""
    if step.dot(step) <= rules.step**2:
        return STEP
    if patience is not None and patience.ends(squared):
        return ABANDONED
    if left <= 0:
        return ITERATIONS
    return TIME if time.perf_counter() > rules.deadline else RUNNING


@cache
def cholesky_solver() -> Any:
    """``solver(A, b)`` gives a factor of A, the solution of ``A x = b``, and whether A is not positive definite."""
    from scipy.linalg.lapack import dposv  # noqa: PLC0415 - too slow to import for those who solve nothing

    return dposv
