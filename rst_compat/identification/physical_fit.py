"""Parameters that fit data and are those of bodies, from compressed data.

``physicalFit(R, z, Prior=None, PriorWeight=1e-6, Scale=None, NonNegative=None, Fixed=None, MassBounds=None, Map=None,
Epsilon=0, NumBodies=None, Names=None, Method="barrier"|"logCholesky", Tolerance=1e-9, MaxIterations=200)`` gives a
:class:`PhysicalFit`.

``R`` (r, c) and ``z`` (r,) are compressed rows, weighted already; c = 10 N + extras. ``Scale`` is what the sum of
squares is divided by: pass the sum of squares of all weighted measurements.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError, warn
from ..matlab.arguments import choice, name_values
from .barrier import Problem
from .fit_task import NOTHING, Task
from .pseudo_inertia import fromPseudoInertia, pseudoInertia

Array = NDArray[np.float64]

__all__ = ["PhysicalFit", "physicalFit"]

_UNIT_BODY = fromPseudoInertia(np.eye(4))


@dataclass(frozen=True, eq=False)
class PhysicalFit:
    """What :func:`physicalFit` found.

    Attributes
    ----------
    Parameters : (c,) ndarray
    Reduced : (k,) ndarray or None
        The unknowns of the Map.
    Cost : float
        Sum of squares over Scale, and PriorWeight times how far the bodies are from their priors, which is 0 there.
    SumOfSquares : float
        ``|R x - z|^2``.
    Gap : float
        The least possible cost is not further below; NaN for the method "logCholesky", which cannot tell.
    MinEigenvalues : (N,) ndarray
        The smallest of the pseudo-inertia of every body.
    Iterations : int
    Converged : bool

    Notes
    -----
    The gap is that of Lagrange's dual at the last centre (Boyd and Vandenberghe, section 11.2.2), and 0 where the free
    fit is physical already.

    Examples
    --------
    >>> fit = physicalFit(np.eye(10), [1, 0, 0, 0, 1, 1, 1, 0, 0, 0])
    >>> fit.MinEigenvalues.tolist(), fit.Gap
    ([0.5], 0.0)
    """

    Parameters: Array
    Reduced: Array | None
    Cost: float
    SumOfSquares: float
    Gap: float
    MinEigenvalues: Array
    Iterations: int
    Converged: bool


def physicalFit(R: Any, z: Any, *args: Any, **keywords: Any) -> PhysicalFit:
    """Fit of parameters to data under the condition that every body is one: its pseudo-inertia is positive definite.

    Parameters
    ----------
    R : (r, c) array_like
        Rows of the linear system, compressed and weighted; ten columns for every body, then others.
    z : (r,) array_like
        Its right side.
    *args, **keywords
        Name-value arguments:

        ``Prior``
            (c,), with physical bodies. Bodies of ten zeros are frames and stay frames, and bodies that no data show
            stay as they are. Without it there must be data for everything.
        ``PriorWeight``
            Of the distance to it: ``sum(trace(J0^-1 J) - log det(J0^-1 J) - 4)``; 1e-6 by default, 0 without a Prior.
        ``Scale``
            What the sum of squares is divided by; ``z'z`` by default.
        ``NonNegative``, ``Fixed``
            Masks (c,): what is not negative, and what stays as in the Prior (at zero without one).
        ``MassBounds``
            (N, 2), kg; NaN or Inf for none.
        ``Map``
            A LinearMap to the c parameters.
        ``Epsilon``
            The least eigenvalue that a pseudo-inertia may have; 0 by default.
        ``NumBodies``
            By default as many as Names has parameters of bodies; all columns are of bodies where there are no Names.
        ``Names``
            Of the c parameters, as parameterNames gives them.
        ``Method``
            "barrier", the default: convex, with a certificate; or "logCholesky": nonlinear least squares without
            constraints, which takes no Map.
        ``Tolerance``, ``MaxIterations``
            1e-9 for the gap, and 200 Newton steps.

    Returns
    -------
    PhysicalFit

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:Unbounded``, with the parameters that neither data nor a prior hold;
        ``rst_compat:identification:NotFeasible``; ``rst_compat:identification:NotPhysical`` for a Prior that is not;
        ``rst_compat:identification:WrongFit``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:identification:NotConverged``.

    Notes
    -----
    Wensing, Kim and Slotine (2018) for the condition, Lee, Wensing and Park, IEEE Transactions on Robotics 36(1), 2020,
    for the prior, Rucker and Wensing (2022) for logCholesky. Columns without data, beside those of bodies, stay at the
    Prior.

    Examples
    --------
    A mass that was weighed, on a body whose inertia is known from a drawing:

    >>> prior = np.array([1, 0, 0, 0, 0.01, 0.01, 0.01, 0, 0, 0])
    >>> fit = physicalFit(np.eye(10)[:1], [1.2], Prior=prior)
    >>> round(float(fit.Parameters[0]), 3), fit.Converged
    (1.2, True)
    """
    defaults = {
        **dict.fromkeys(("Prior", "PriorWeight", "Scale", "NonNegative", "Fixed", "MassBounds", "Map")),
        "Epsilon": 0.0,
        **dict.fromkeys(("NumBodies", "Names")),
        "Method": "barrier",
        "Tolerance": 1e-9,
        "MaxIterations": 200,
    }
    values = name_values("physicalFit", args, keywords, defaults)
    task = Task(R, z, values)
    problem, rest = task.problem()
    if choice(values["Method"], ("barrier", "logCholesky"), "physicalFit: Method") == "logCholesky":
        from .log_cholesky_fit import fit_log_cholesky  # noqa: PLC0415 - SciPy's optimisers, for those who ask for it

        _inside(task, problem)  # refuses what nothing holds
        x, steps, converged = fit_log_cholesky(task)
        return _result(task, x, None, np.nan, steps, converged)
    u, gap, steps = _free_fit(problem) or problem.solve(_inside(task, problem), task.tolerance, task.limit)
    converged = gap <= task.tolerance
    if not converged:
        warn(
            "rst_compat:identification:NotConverged",
            f"physicalFit stopped after {steps} steps with a gap of {gap:.2g}, which was to be {task.tolerance:g}.",
            stacklevel=2,
        )
    free = rest.copy()
    free[task.kept] = u
    return _result(task, task.L @ free + task.x0, free if task.map else None, gap, steps, converged)


def _free_fit(problem: Problem) -> tuple[Array, float, int] | None:
    """The least squares solution, where there is one and it is physical already."""
    if problem.weight or problem.A.shape[0] < problem.A.shape[1]:
        return None
    size = np.linalg.norm(problem.A, axis=0)
    size = np.where(size > 0, size, 1)
    scaled, _, rank, _ = np.linalg.lstsq(problem.A / size, problem.b, rcond=NOTHING)
    u = np.asarray(scaled / size, np.float64)
    return (u, 0.0, 0) if rank == len(u) and np.isfinite(problem.barred(u, 1.0)) else None


def _inside(task: Task, problem: Problem) -> Array:
    """A point where every body is one, from which there is a way to the minimum."""
    u: Array = task.start()[task.kept]
    if not np.isfinite(problem.barred(u, 1.0)):
        u = _feasible(task, problem, u)
    _check_bounded(task, problem, u)
    return u


def _feasible(task: Task, problem: Problem, near: Array) -> Array:
    """A point inside near another: the least s for which it would be one if every body had s more of everything."""
    k, n, m = len(near), problem.n, len(problem.h)
    more = np.concatenate([problem.L, np.tile(_UNIT_BODY, n)[:, None]], axis=1)
    J = problem.pseudo_inertias(near) - problem.epsilon * np.eye(4)
    lack = [-np.linalg.eigvalsh(J).min(initial=0), -(problem.G @ near + problem.h).min(initial=0)]
    s = 1.1 * max(lack) + 1e-3
    size = np.abs(near) + 0.1
    wider = replace(
        problem,
        A=np.diag(np.append(1e-3 / size, 0.0)),
        b=np.append(1e-3 * near / size, 0.0),
        cost=np.append(np.zeros(k), 1 / s),
        L=more,
        G=np.concatenate([np.column_stack([problem.G, np.ones(m)]), np.eye(k + 1)[-1:]]),
        h=np.append(problem.h, s),
        weight=0.0,
    )
    u, mu = np.append(near, s), 1.0
    while u[-1] >= 0 and mu > 1e-12:
        u = wider.centered(u, mu, 60, 0.1 * mu)[0]
        mu /= 10
    if u[-1] >= 0 or not np.isfinite(problem.barred(u[:-1], 1.0)):
        least = np.linalg.eigvalsh(problem.pseudo_inertias(u[:-1]))[:, 0]
        worst = task.body(int(np.flatnonzero(task.alive)[least.argmin()])) if n else "nothing"
        raise MatlabValueError(
            "rst_compat:identification:NotFeasible",
            "physicalFit: no bodies with volume satisfy all conditions",
            "room for a positive definite pseudo-inertia of every body",
            f"{worst}, whose smallest eigenvalue stays at {least.min(initial=0):.2g}",
            "Point masses, rods and plates have no volume: leave their other parameters free; or widen the bounds",
        )
    return u[:-1]


def _check_bounded(task: Task, problem: Problem, u: Array) -> None:
    """Refuse data that leave a direction free in which bodies stay bodies and nothing changes.

    In the space of what data and prior do not hold, the barrier alone has a minimum where that space is bounded, and
    only there; a Newton decrement below one proves it (Nesterov and Nemirovskii, 1994).
    """
    rows = np.concatenate([problem.A, *([problem.L] if problem.weight else [])])
    size = np.linalg.norm(np.concatenate([problem.A, problem.L, problem.G]), axis=0)
    _, s, V = np.linalg.svd(rows / size, full_matrices=True)
    N = V[int((s > NOTHING * s.max(initial=0)).sum()) :].T
    if not N.shape[1]:
        return
    walls = np.concatenate([problem.L, problem.G]) / size
    rounding = NOTHING * np.linalg.norm(walls)
    walls = np.where(np.abs(walls @ N) > rounding, walls @ N, 0.0)
    y = np.zeros(N.shape[1])
    if np.linalg.matrix_rank(walls, tol=rounding) == len(y):
        alone = replace(
            problem,
            A=np.zeros((0, len(y))),
            b=np.zeros(0),
            cost=np.zeros(len(y)),
            L=walls[: len(problem.L)],
            x0=problem.L @ u + problem.x0,
            G=walls[len(problem.L) :],
            h=problem.G @ u + problem.h,
            weight=0.0,
        )
        far = 1e8 * max(np.abs(alone.x0).max(initial=0), np.abs(alone.h).max(initial=0))
        for _ in range(200):
            step, squared, length = alone.step(y, 1.0)
            if squared < 0.9:
                return
            y = y + length * step
            if np.abs(walls @ y).max() > far:
                break
        else:
            return
    else:
        y = np.linalg.svd(walls)[2][-1]
    change = np.abs(task.L[:, task.kept] @ (N @ y / size))
    free = [task.names[j] for j in np.argsort(-change)[:6] if change[j] > 1e-3 * change.max()]
    raise MatlabValueError(
        "rst_compat:identification:Unbounded",
        "physicalFit: nothing holds some parameters",
        "data or a prior for all of them",
        "changes without bound and without effect of " + ", ".join(free),
        "Pass a Prior, as the parameters of the model, or hold them with Fixed; bounds of masses do not hold inertias",
    )


def _result(task: Task, x: Array, reduced: Array | None, gap: float, steps: int, converged: bool) -> PhysicalFit:
    residual = task.R @ x - task.z
    squares = float(residual @ residual)
    J = pseudoInertia(x[: task.bodies].reshape(-1, 10))
    far = 0.0
    if task.weight and task.alive.any():
        whitener = np.linalg.inv(task.prior_factors())
        ratio = whitener @ J[task.alive] @ whitener.mT
        far = float(np.trace(ratio, axis1=-2, axis2=-1).sum() - np.linalg.slogdet(ratio)[1].sum())
        far -= 4 * len(ratio)
    return PhysicalFit(
        Parameters=x,
        Reduced=reduced,
        Cost=squares / task.scale + task.weight * far,
        SumOfSquares=squares,
        Gap=gap,
        MinEigenvalues=np.asarray(np.linalg.eigvalsh(J)[:, 0], np.float64),
        Iterations=steps,
        Converged=bool(converged),
    )
