"""The loop over the steps of a solver of SciPy: outputs, events, OutputFcn, failures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .events import EventFinder
from .problem import RightHandSide, Vector
from .settings import Settings


class Step:
    """One step, whose interpolant is made when somebody needs it."""

    __slots__ = ("_interpolant", "_solver", "t", "t_old", "y")

    def __init__(self, solver: Any) -> None:
        self._solver = solver
        self._interpolant: Any = None
        self.t_old, self.t, self.y = solver.t_old, solver.t, solver.y

    def interpolant(self) -> Any:
        """Times to states (n,) or (n, k)."""
        if self._interpolant is None:
            self._interpolant = self._solver.dense_output()
        return self._interpolant

    def end_at(self, t: float, y: Vector) -> None:
        """Cut the step short at an event."""
        self.interpolant()
        self.t, self.y = t, y


class Outputs:
    """Collects the times and states that the caller gets, and tells OutputFcn of them."""

    def __init__(self, times: Vector, y: Vector, settings: Settings, parameters: tuple[Any, ...]) -> None:
        self._times, self._next, self._refine = times, 1, settings.refine
        self._function, self._selected, self._parameters = settings.output, settings.selected, parameters
        self._t, self._y = [times[:1]], [y[None, :].copy()]
        if self._function is not None:
            self._function(times[[0, -1]], y[self._selected], "init", *parameters)

    def add(self, step: Step, ends: bool) -> bool:
        """The outputs of a step; True where OutputFcn wants to stop."""
        t = self._listed(step, ends) if self._times.size > 2 else self._refined(step)
        if t.size == 0:
            return False
        if t.size == 1 and t[0] == step.t:
            y = step.y[None, :].copy()
        else:
            y = step.interpolant()(t).T
            if t[-1] == step.t:
                y[-1] = step.y  # the interpolant meets it only to rounding
        self._t.append(t)
        self._y.append(y)
        if self._function is None:
            return False
        shown = y[:, self._selected]
        single = t.size == 1
        return bool(
            self._function(float(t[0]) if single else t, shown[0] if single else shown.T, [], *self._parameters)
        )

    def _refined(self, step: Step) -> Vector:
        fractions = np.arange(1, self._refine + 1) / self._refine
        t: Vector = step.t_old + (step.t - step.t_old) * fractions
        t[-1] = step.t
        return t

    def _listed(self, step: Step, ends: bool) -> Vector:
        sign = 1 if step.t > step.t_old else -1
        after = int(np.searchsorted(sign * self._times, sign * step.t, side="right"))
        t = self._times[self._next : after]
        self._next = after
        return np.append(t, step.t) if ends and (t.size == 0 or t[-1] != step.t) else t

    def finish(self) -> tuple[Vector, Vector]:
        """Times (N,) and states (N, n)."""
        if self._function is not None:
            self._function([], [], "done", *self._parameters)
        return np.concatenate(self._t), np.concatenate(self._y)


class Run:
    """What an integration gave.

    Attributes
    ----------
    t, y : (N,), (N, n) ndarray
        The outputs.
    mesh : list of tuple
        Time and state at the start and after each step.
    interpolants : list
        One per step; empty unless they were asked for.
    events : EventFinder or None
    failed_at : float or None
        Time where the steps became too small.
    steps, failed : int
        Accepted steps; rejected ones, -1 where the solver does not tell.
    """

    def __init__(self, solver_class: Any, rhs: RightHandSide, times: Vector, y0: Vector) -> None:
        self._class, self._rhs, self._times, self._y0 = solver_class, rhs, times, y0
        self.mesh: list[tuple[float, Vector]] = [(float(times[0]), y0)]
        self.interpolants: list[Any] = []
        self.events: EventFinder | None = None
        self.failed_at: float | None = None
        self.steps, self.failed = 0, 0 if hasattr(solver_class, "n_stages") else -1

    def integrate(
        self, settings: Settings, keywords: dict[str, Any], parameters: tuple[Any, ...], keep_interpolants: bool
    ) -> Run:
        """Step until the end, a terminal event, the word of OutputFcn, or a failure."""
        times, y0 = self._times, self._y0
        t0, tf = float(times[0]), float(times[-1])
        finite = np.isfinite(self._rhs(t0, y0)).all()  # first of all, so that a wrong function shows at once
        if settings.events is not None:
            self.events = EventFinder("Events", settings.events, t0, y0, parameters)
        outputs = Outputs(times, y0, settings, parameters)
        # Trial steps may leave the range of doubles, and are then rejected.
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            solver = self._guarded(lambda: self._class(self._rhs, t0, y0, tf, **settings.tolerances, **keywords))
            if not finite or solver is None:
                self.failed_at = t0
            while self.failed_at is None and solver.status == "running":
                self._step(solver, outputs, keep_interpolants)
        self.t, self.y = outputs.finish()
        return self

    def _step(self, solver: Any, outputs: Outputs, keep_interpolants: bool) -> None:
        calls = self._rhs.calls
        self._guarded(solver.step)
        if self._guard_failed or solver.status == "failed":
            self.failed_at = float(solver.t)
            return
        if self.failed >= 0:
            self.failed += (self._rhs.calls - calls) // solver.n_stages - 1
        self.steps += 1
        step = Step(solver)
        ends = self.events is not None and self.events.scan(step.t_old, step.t, step.y, step.interpolant)
        if ends and self.events is not None:
            step.end_at(self.events.t[-1], self.events.y[-1])
        if step.t == step.t_old:  # an event at the start of the step ends it before it began
            solver.status = "finished"
            return
        self.mesh.append((float(step.t), step.y))
        if keep_interpolants:
            self.interpolants.append(step.interpolant())
        if outputs.add(step, ends) or ends:
            solver.status = "finished"

    def _guarded(self, call: Callable[[], Any]) -> Any:
        """The value of a call of SciPy; None where its linear algebra met NaN or a singular matrix."""
        self._guard_failed = False
        try:
            return call()
        except (ValueError, np.linalg.LinAlgError, RuntimeError) as error:
            if error is self._rhs.error or self.failed >= 0:  # explicit solvers have no linear algebra
                raise
            self._guard_failed = True
            return None
