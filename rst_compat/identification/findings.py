"""From a fit to what is said about it: error bars, statuses, and what to know before the numbers are used."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .compression import Compressed
from .estimators import Solution, back
from .identification_problem import Problem
from .identification_result import UNCERTAIN, Identification, ParameterTable
from .pseudo_inertia import isPhysical
from .suspicions import Beginning, few, suspicions

Array = NDArray[np.float64]

#: Correlation of successive residuals above which errors without memory are too small by a third and more.
_MEMORY = 0.3
#: Relative errors below this are no noise.
_ROUNDING = 1e-9
#: Condition of scaled columns that a good motion stays below.
_POOR = 100


class Estimate(NamedTuple):
    """A fit: of the unknowns u, with what the rows say about them, of z and of x."""

    solution: Solution
    z: Array
    x: Array


def identification(
    task: Problem,
    rows: Compressed,
    estimate: Estimate,
    cov: Array,
    window: int,
    cross: Array | None,
    method: str,
    covariance: str,
    samples: int,
) -> Identification:
    """Everything that is said about an estimate whose unknowns have the covariance ``cov`` (u, u)."""
    solution, x = estimate.solution, estimate.x
    if rows.count.sum() - len(solution.excited) < 1:  # nothing is left over that would tell the noise
        cov = np.full_like(cov, np.nan)
    E = solution.excited @ task.Kz
    status = _status(task, E)
    gain = back(E, task.spread) @ solution.excited
    cov_z = gain @ cov @ gain.T
    sure_z, _ = task.known(np.eye(len(estimate.z)), E)
    sure_u, _ = task.known(task.Kz, E)
    std_u = np.where(sure_u, _std(cov), np.nan)
    determined = [status[n] in ("alone", "fixed") for n in task.base.Names]
    x_std = np.where(determined, _std(task.L @ cov_z @ task.L.T), np.nan)
    with np.errstate(divide="ignore", invalid="ignore"):
        nrmse = rows.residuals(task.base.K @ x) / rows.measured()
    bodies = task.system.robot.BodyNames
    masses = x[: 10 * len(bodies)].reshape(-1, 10)
    frames = np.abs(masses).max(1, initial=0) <= 1e-9 * np.abs(masses).max(initial=0)
    physical = np.atleast_1d(isPhysical(masses)) | frames
    table = ParameterTable(task.expressions, solution.x, std_u)
    beginning = Beginning.of(task, solution.x)
    correlation = beginning.correlation
    result = Identification(
        Method=method,
        Covariance=covariance,
        Names=task.base.Names,
        Parameters=x,
        Std=x_std,
        Status=status,
        BaseParameters=table,
        Cov=np.where(sure_u & sure_u[:, None], cov, np.nan),
        Reduced=_reduced(task, estimate.z, np.where(sure_z, _std(cov_z), np.nan)),
        Rank=len(solution.excited),
        StructuralRank=_best_rank(task),
        Condition=solution.condition,
        ScaledCondition=solution.scaled_condition,
        SingularValues=solution.singular_values,
        PhysicalConsistency=dict(zip(bodies, physical.astype(bool).tolist(), strict=True)),
        Channels=task.system.channels(),
        ResidualStd=solution.sigma,
        NRMSE=nrmse,
        ResidualCorrelation=correlation,
        CrossValidation=cross,
        NumSamples=samples,
        NumDropped=samples - int(rows.count.max()),
        Window=window,
        Findings=(),
        _system=task.system,
        _options=task.system.options,
    )
    robust = bool(np.isfinite(solution.bound).all())
    object.__setattr__(result, "Findings", tuple(_findings(task, rows, result, beginning, robust)))
    return result


def _std(cov: Array) -> Array:
    return np.sqrt(np.maximum(np.diag(cov), 0))


def _reduced(task: Problem, z: Array, std: Array) -> ParameterTable | None:
    return None if task.map is None else ParameterTable(tuple(task.map.Names), z, std)


def _best_rank(task: Problem) -> int:
    """Combinations of the unknowns that a log could determine in which all joints move."""
    return int(np.linalg.matrix_rank(task.best.K @ task.L)) if task.map is not None else task.best.Count


def _status(task: Problem, E: Array) -> dict[str, str]:
    """Of every standard parameter."""
    names = task.base.Names
    if task.map is None and len(E) == task.best.Count:
        return dict(task.best.Status)
    sure, seen = task.known(task.L, E)
    could, ever = task.known(task.L, task.best.K @ task.L)
    status = np.where(seen, "combination", np.where(ever, "not excited", "unobservable")).astype(object)
    status[could & ~sure] = "not excited"
    status[sure] = "alone"
    status[~task.L.any(axis=1)] = "fixed"
    return dict(zip(names, status.tolist(), strict=True))


def _findings(
    task: Problem, rows: Compressed, result: Identification, beginning: Beginning, robust: bool
) -> Iterator[str]:
    yield from suspicions(task, rows, result, beginning, robust=robust)
    for name, span in task.still.items():
        yield f"{name} stands still (its positions span {span:.2g}): what only its motion shows is not determined"
    unseen = [
        body
        for body, ten in zip(
            result.PhysicalConsistency,
            np.reshape(result.Names[: 10 * len(result.PhysicalConsistency)], (-1, 10)),
            strict=True,
        )
        if all(result.Status[name] == "unobservable" for name in ten)
    ]
    if unseen and not {"torque", "base"} & set(task.system.sensors):
        yield f"Nothing was measured between {few(unseen)} and the base: JointTorque or a BaseWrench would show them"
    empty = [c for c, n in zip(result.Channels, rows.count, strict=True) if not n]
    if moving := [c for c in empty if c not in task.still]:
        yield f"No sample of {few(moving)} counts: what only these show is not determined"
    if (lacking := task.base.Count if task.map is None else len(task.Kz)) > result.Rank:
        yield (
            f"The motion excites {result.Rank} of {lacking} combinations of the joints that move: the others stay at "
            "the prior" + ("" if empty else ". excitationTrajectory finds a motion that excites all")
        )
    table = result.BaseParameters
    known = np.isfinite(table.Std)
    uncertain = [e for e, u, k in zip(table.Expressions, table.Uncertain, known, strict=True) if u and k]
    if rows.count.sum() - result.Rank < 1:
        yield f"{int(rows.count.sum())} readings and {result.Rank} unknowns: nothing is left over to tell errors from"
    elif uncertain:
        yield (
            f"{len(uncertain)} of {known.sum()} combinations have a standard deviation above {UNCERTAIN:.0%} of their "
            f"value: {few(uncertain)}"
        )
    if result.ScaledCondition > _POOR and lacking == result.Rank:
        yield (
            f"The condition of the rows is {result.ScaledCondition:.2g} with columns of norm 1, where good motions "
            "have less than 100: small errors of the model become large ones of parameters"
        )
    wrong = [body for body, physical in result.PhysicalConsistency.items() if not physical]
    if wrong:
        yield f'No distribution of mass has the parameters of {few(wrong)}: Method="lmi" finds some that one has'
    memory = float(np.max(result.ResidualCorrelation, where=result.NRMSE > _ROUNDING, initial=0))
    if result.Covariance == "white" and memory > _MEMORY:
        yield (
            f"Residuals have a memory (correlation {memory:.2g} of successive samples), "
            'so errors are larger than said: Covariance="hac" or "bootstrap" take it into account'
        )
    if result.Method == "tls":
        yield (
            "Total least squares supposes that every column of the regressor is as wrong as the measurements are. "
            "Where noise is in the torques alone it is further off than its error bars, which are those of least "
            'squares: compare validate with Method="wls"'
        )
    T = result.NumSamples
    fewer = {c: T - int(n) for c, n in zip(result.Channels, rows.count, strict=True) if 0 < n < T}
    if fewer:
        why = ["NaN or Inf"] if task.derivatives is None else ["NaN or Inf", "no derivative at ends and gaps of Time"]
        why += [f"speeds below {task.system.dead_zone:g}"] if task.system.dead_zone else []
        yield f"Up to {max(fewer.values())} of {T} samples of {few(list(fewer))} are left out: {', or '.join(why)}"
    if task.derivatives is not None:
        yield f'Velocities and accelerations were found by differentiate, Method="{task.derivatives}"'
