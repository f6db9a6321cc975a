"""Levenberg and Marquardt's method in a box: damped Gauss-Newton steps that stop at the bounds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .chain import Array
from .search import (
    CHANGE,
    ITERATIONS,
    LOCAL_MINIMUM,
    RUNNING,
    Box,
    Outcome,
    Patience,
    Problem,
    Rules,
    cholesky_solver,
    verdict,
)


def levenberg_marquardt(
    problem: Problem, q: Array, box: Box, rules: Rules, budget: int, patient: bool = True
) -> Outcome:
    """Minimise the squared length of a residual within bounds.

    Parameters
    ----------
    problem : Problem
    q : (n,) array
        Where to start, inside the box.
    box : Box
    rules : Rules
    budget : int
        Most iterations.
    patient : bool
        False to give up early where progress is slow.

    Notes
    -----
    The damping is ``mu (|e|^2 / 2 + bias |e|)``: Sugihara's (*IEEE Trans. Robotics* 27(5), 2011), whose constant bias
    is made to vanish with the error, so that the last steps are quadratic even at singular solutions (Fan and Yuan,
    *Computing* 74, 2005).  Without error damping it is ``mu bias``.  The factor mu follows the ratio of gained to
    predicted decrease (Nocedal and Wright, section 10.3).  Joints that a step would carry over a bound are put on it,
    and the step of the others is computed once more; joints that the gradient holds at a bound take no part.
    """
    solved, flat = rules.solution**2, rules.gradient**2
    e, place = problem.error(q)
    squared = float(e.dot(e))
    patience = None if patient else Patience(squared)
    mu, used, at_bound, flag = 0.1, 0, True, RUNNING if budget > 0 else ITERATIONS
    J = descent = e[:0]
    fresh = True  # the Jacobian is still to be computed
    while squared > solved and not flag:
        if fresh:
            J = problem.jacobian(place)
            J, descent, at_bound = _let_go(J, e, q, box) if at_bound else (J, J.dot(e), False)
            if descent.dot(descent) <= flat * min(1.0, squared):
                return Outcome(q, squared, used, LOCAL_MINIMUM)
        damping = mu * max(squared / 2 + rules.bias * squared**0.5 if rules.error_damping else rules.bias, 1e-14)
        wanted = q + _damped_step(J, descent, damping)
        trial = box.clip(wanted)
        crossed = trial.tolist() != wanted.tolist()
        if crossed:
            trial = _along_the_bounds(J, e, damping, q, trial, trial != wanted, box)
        step = trial - q
        used += 1
        e_trial, place = problem.error(trial)
        squared_trial = float(e_trial.dot(e_trial))
        rest = e - step.dot(J)
        predicted, gained = squared - float(rest.dot(rest)), squared - squared_trial
        fresh = gained > 1e-4 * predicted > 0
        if fresh:
            mu = max(mu / 2, 1e-3) if gained > 0.75 * predicted else mu if gained > 0.25 * predicted else mu * 2
            change = e_trial - e
            q, e, squared, at_bound = trial, e_trial, squared_trial, at_bound or crossed
            if change.dot(change) <= len(e) * rules.change**2 and np.abs(change).max() <= rules.change:
                flag = CHANGE
        else:
            mu *= 5
        flag = flag or verdict(rules, step, squared, patience, budget - used)
    return Outcome(q, squared, used, flag or LOCAL_MINIMUM)


def _let_go(J: Array, e: Array, q: Array, box: Box) -> tuple[Array, Array, bool]:
    """The Jacobian without the joints that are held at a bound, the direction of descent, and whether there are any."""
    descent = J.dot(e)
    held = box.held(q, descent)
    if not held.any():
        return J, descent, False
    J = J * ~held[:, None]
    return J, J.dot(e), True


def _damped_step(J: Array, descent: Array, damping: float) -> Array:
    A = J.dot(J.T)
    A.ravel()[:: len(A) + 1] += damping
    x: Array = cholesky_solver()(A, descent)[1]
    return x


def _along_the_bounds(
    J: Array, e: Array, damping: float, q: Array, trial: Array, over: NDArray[np.bool_], box: Box
) -> Array:
    """The trial point where the joints that would have gone over a bound stand on it and the others make up for it."""
    step = np.where(over, trial - q, 0.0)
    free = J * ~over[:, None]
    step += _damped_step(free, free.dot(e - step.dot(J)), damping)
    return box.clip(q + step)
