"""Event location: where the functions of the option Events pass through zero."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import MatlabTypeError, MatlabValueError
from ..arguments import numbers
from .problem import Vector


class EventFinder:
    """Follows the event functions from step to step.

    Attributes
    ----------
    t, y, i : list
        Times, states (n,) and numbers of the events so far.
    """

    def __init__(
        self, name: str, function: Callable[..., Any], t: float, y: Vector, parameters: tuple[Any, ...]
    ) -> None:
        self._name, self._function, self._parameters = name, function, parameters
        self._before, _, _ = self._evaluated(t, y)
        self.t: list[float] = []
        self.y: list[Vector] = []
        self.i: list[int] = []

    def _evaluated(self, t: float, y: Vector) -> tuple[Vector, Vector, Vector]:
        """Values, isterminal and direction, each (m,)."""
        what = f"{self._name}: the value of Events"
        parts = self._function(t, y.copy(), *self._parameters)
        if not isinstance(parts, tuple | list) or len(parts) != 3:
            raise MatlabTypeError(
                "rst_compat:ode:WrongEvents",
                f"{what} is not made of three parts",
                "value, isterminal, direction",
                repr(parts),
                "return value, 1, 0: stop, whichever way the value passes zero",
            )
        value, *rest = (np.atleast_1d(numbers(part, what)).ravel() for part in parts)
        if any(r.size not in (1, value.size) for r in rest):
            raise MatlabValueError(
                "rst_compat:ode:WrongEvents",
                f"{what} has parts of different lengths",
                f"{value.size} elements each, one per event",
                " and ".join(str(r.size) for r in rest),
                "isterminal and direction have an element for each value, or one for all",
            )
        terminal, direction = (np.broadcast_to(r, value.shape) for r in rest)
        return value, terminal, direction

    def scan(self, t_old: float, t: float, y: Vector, interpolant: Callable[[], Callable[[Any], Any]]) -> bool:
        """Record the events of a step; True where a terminal one ends the integration there."""
        before = self._before
        value, terminal, direction = self._evaluated(t, y)
        self._before = value
        rising = (before < 0) & (value >= 0) & (direction >= 0)
        falling = (before > 0) & (value <= 0) & (direction <= 0)
        crossed = np.flatnonzero(rising | falling)
        if not crossed.size:
            return False
        state = interpolant()
        times = {k: self._root(k, (t_old, before[k]), (t, value[k]), state) for k in crossed.tolist()}
        for k in sorted(times, key=lambda k: abs(times[k] - t_old)):
            self.t.append(times[k])
            self.y.append(y if times[k] == t else state(times[k]))
            self.i.append(k)
            if terminal[k]:
                return True
        return False

    def _root(self, k: int, start: tuple[float, float], end: tuple[float, float], state: Callable[[Any], Any]) -> float:
        from scipy.optimize import brentq  # noqa: PLC0415 - only runs with events need it

        # The interpolant meets the ends of the step only to rounding, which must not hide the change of sign.
        known = dict((start, end))

        def value(t: float) -> float:
            return known[t] if t in known else float(self._evaluated(t, state(t))[0][k])

        eps = 4 * float(np.finfo(float).eps)
        return float(brentq(value, start[0], end[0], xtol=eps * max(abs(start[0]), abs(end[0])), rtol=eps))
