"""Broyden, Fletcher, Goldfarb and Shanno's method with gradient projection: a search in a box."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .chain import Array
from .search import ITERATIONS, LOCAL_MINIMUM, RUNNING, Box, Outcome, Patience, Problem, Rules, cholesky_solver, verdict

_SUFFICIENT = 1e-4  # of the decrease that the slope promises; Nocedal and Wright's value


def bfgs_projection(problem: Problem, q: Array, box: Box, rules: Rules, budget: int, patient: bool = True) -> Outcome:
    """Minimise the squared length of a residual within bounds.

    Parameters
    ----------
    problem, q, box, rules, budget, patient
        As of :func:`rst_compat.ik.levenberg_marquardt.levenberg_marquardt`; the rules of damping and of the change of
        the residual are not used.

    Notes
    -----
    Joints that the gradient holds at a bound take no part in a step (Goldfarb's active set; Zhao and Badler, *ACM
    Trans. Graphics* 13(4), 1994, for inverse kinematics); the line search goes along the projection of the step on the
    box (Bertsekas, *Nonlinear Programming*, section 2.3), and every trial point counts as an iteration.  The
    approximation of the Hessian matrix is that of Gauss and Newton, with Sugihara's damping, as long as steps take a
    fifth off the squared residual, and is updated when they do not (Fletcher and Xu, *IMA J. Numer. Anal.* 7, 1987);
    updates are damped to keep it positive definite (Nocedal and Wright, procedure 18.2).
    """
    solved, flat = rules.solution**2, rules.gradient**2
    e, place = problem.error(q)
    squared = float(e.dot(e))
    patience = None if patient else Patience(squared)
    J = problem.jacobian(place)
    gradient, H = -J.dot(e), _gauss_newton(J, squared)
    used, length, way, flag = 0, 1.0, None, RUNNING if budget > 0 else ITERATIONS
    while squared > solved and not flag:
        if way is None:
            held = box.held(q, -gradient)
            free = np.where(held, 0.0, gradient) if held.any() else gradient
            if free.dot(free) <= flat * min(1.0, squared):
                return Outcome(q, squared, used, LOCAL_MINIMUM)
            length, way = 1.0, _direction(H, free, held)
            if way is None:
                H, way = _gauss_newton(J, squared), -free
        trial = box.clip(q + length * way)
        step = trial - q
        used += 1
        e_trial, place = problem.error(trial)
        squared_trial, slope = float(e_trial.dot(e_trial)), float(gradient.dot(step))
        if squared_trial <= squared + 2 * _SUFFICIENT * slope:
            J = problem.jacobian(place)
            before, gradient, way = gradient, -J.dot(e_trial), None
            H = (
                _gauss_newton(J, squared_trial)
                if squared_trial < 0.8 * squared
                else _updated(H, step, gradient - before)
            )
            q, squared = trial, squared_trial
        else:
            curvature = squared_trial - squared - 2 * slope
            length *= min(max(-slope / curvature, 0.1), 0.5) if curvature > 0 else 0.5
        flag = verdict(rules, step, squared, patience, budget - used)
    return Outcome(q, squared, used, flag or LOCAL_MINIMUM)


def _direction(H: Array, gradient: Array, held: NDArray[np.bool_]) -> Array | None:
    """The step (n,) of the joints that are not held; None where H is not positive definite."""
    if held.any():
        H = np.where(held | held[:, None], np.diag(held), H)
    _, way, failed = cholesky_solver()(H, -gradient)
    return None if failed else way


def _gauss_newton(J: Array, squared: float) -> Array:
    H: Array = J.dot(J.T)
    H.ravel()[:: len(H) + 1] += squared / 2 + 1e-12
    return H


def _updated(H: Array, s: Array, y: Array) -> Array:
    """The BFGS update of an approximate Hessian matrix after a step s that changed the gradient by y."""
    Hs = H.dot(s)
    sHs, sy = float(s.dot(Hs)), float(s.dot(y))
    if sHs <= 0:
        return H
    if sy < 0.2 * sHs:  # Powell's damping
        theta = 0.8 * sHs / (sHs - sy)
        y = theta * y + (1 - theta) * Hs
        sy = 0.2 * sHs
    new: Array = H + y[:, None] * (y / sy) - Hs[:, None] * (Hs / sHs)
    return new
