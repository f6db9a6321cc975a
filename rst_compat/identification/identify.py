"""identifyDynamics: from a log to parameters with error bars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError
from ..matlab.arguments import choice, elements, is_empty, logical, name_values
from ..matlab.compile import check_tree
from . import covariances
from .compression import Compressed, compress, merge, of_rows, reduced
from .estimators import Solution, huber, huber_sums, huber_weights, ols, standard_from_base, tls, wls
from .findings import Estimate, identification
from .identification_problem import Problem, problem
from .identification_result import Identification
from .log_checks import check_progress, warn_without_gravity
from .motion_data import MotionData
from .physical_fit import physicalFit
from .pseudo_inertia import fromPseudoInertia, pseudoInertia
from .wrist_sensor import identifyTipToBase

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

__all__ = ["identifyDynamics"]

_METHODS = ("wls", "ols", "tls", "lmi", "logchol", "tipToBase")
_COVARIANCES = ("white", "hac", "bootstrap")
_DEFAULTS: dict[str, Any] = {
    "Method": "wls",
    "Sensors": None,
    "Parameterization": None,
    "Prior": None,
    "PriorStd": None,
    "Robust": False,
    "Covariance": "white",
    "Friction": False,
    "GearRatio": None,
    "RotorInertia": False,
    "Offset": False,
    "DeadZone": 1e-3,
    "Folds": 5,
    "PriorWeight": None,
    "MassBounds": None,
    "Progress": None,
    "Workers": None,
    "BlockSize": None,
}
#: The least eigenvalue of a pseudo-inertia that a prior has, of its largest.
_THIN = 1e-6
#: The least and the largest weight of a prior that is chosen here: what the fit resolves, and what is still weak.
_PULL = 1e-9, 1e-6
#: See huber.
Again = Callable[[Array, Array], tuple[Compressed, Compressed, Array]]


def identifyDynamics(robot: rigidBodyTree, data: MotionData, *args: Any, **keywords: Any) -> Identification:
    """Inertial parameters and friction of a robot from a log, with error bars. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
        Its geometry and Gravity are taken as they are; its masses, centres and inertias are the prior.
    data : MotionData
        Without velocities and accelerations, :func:`differentiate` finds them.
    *args, **keywords
        Name-value arguments:

        ``Method``
            "wls" (the default: least squares, every channel divided by its noise), "ols" (all alike), "tls" (total
            least squares), "lmi" (physically consistent, by a barrier), "logchol" (the same by log-Cholesky
            parameters), "tipToBase" (see :func:`identifyTipToBase`).
        ``Sensors``
            Some of "torque", "base" and the bodies of Wrench; all that the log has by default.
        ``Parameterization``
            A LinearMap of fewer unknowns to the parameters.
        ``Prior``
            Where what the log does not determine is taken from: "model" (the default), "zero" (as MATLAB's ``pinv``), a
            robot, or a vector of parameters. "lmi" and "logchol" pull towards it; where bodies of the model are none,
            such as rods without thickness, by default towards bodies near them.
        ``PriorStd``
            How far each parameter, or unknown of the map, may be off the prior: a number or one for each; 1 by default.
        ``Robust``
            True for Huber's estimator, which outliers in the measurements do not spoil; not of "ols", "tls" and
            "tipToBase".
        ``Covariance``
            "white" (the default: noise without memory, its own deviation in every channel), "hac" (Newey and West's,
            with Andrews' bandwidth) or "bootstrap" (of blocks of the log).
        ``Friction, GearRatio, RotorInertia, Offset``
            As of inverseDynamicsRegressor: what else is identified.
        ``DeadZone``
            Speed, rad/s or m/s, below which the torque of a joint is left out where its dry friction is identified;
            1e-3 by default.
        ``Folds``
            Stretches of time for cross-validation, 5 by default; 0 for none.
        ``PriorWeight, MassBounds``
            Of "lmi" and "logchol": see :func:`physicalFit`. By default a body as far from its prior as that its
            distance is 1 counts as much as one reading that is off by its noise.
        ``Progress``
            A function of samples done and all samples.
        ``Workers, BlockSize``
            Threads, all cores by default; and samples at a time, from which the result does not depend.

    Returns
    -------
    Identification
        ``Parameters``, ``Std``, ``Status``, ``BaseParameters``, ``Findings``, ...; ``summary()``, ``validate(data)``,
        ``apply()``.

    Raises
    ------
    MatlabError
        ``rst_compat:identification:MissingMotion``, ``...:MissingSensor``, ``...:WrongJoints``, ``...:FloatingJoint``,
        ``...:NoSamples``, ``...:NothingExcited``, ``...:WrongPrior``, ``...:WrongLinearMap``; as
        :func:`baseParameters`.

    Warns
    -----
    MatlabWarning
        ``rst_compat:identification:NoGravity``, ``...:UncertainRank``, ``...:NotConverged``.

    Notes
    -----
    Samples with NaN or Inf are left out and counted in ``Findings``.

    Which combinations can be known at all is a matter of the robot and of which joints moved, never of noisy numbers:
    :func:`baseParameters` decides. How well this log shows them is said by their standard deviations and the condition.

    The log is read in blocks and each channel compressed to a triangle, so memory does not grow with it, whether its
    arrays are NumPy's or Dask's. "white" takes one pass, "hac" and "bootstrap" two more, Robust a few.

    Gautier and Poignet, 2001, for weights by channel; Huber, 1981; Wensing, Kim and Slotine, 2018, for what makes
    parameters physical. Error bars of "lmi" and "logchol" are those of "wls".

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import batch, importrobot
    >>> robot = importrobot("twolink")
    >>> t = np.linspace(0, 10, 1001)
    >>> a, w = np.array([[0.9], [1.5]]), np.array([[1.7], [2.3]])
    >>> q, qd, qdd = (a * np.sin(w * t)).T, (a * w * np.cos(w * t)).T, (-a * w**2 * np.sin(w * t)).T
    >>> noise = 0.01 * np.random.default_rng(0).normal(size=q.shape)
    >>> log = MotionData(t, q, qd, qdd, batch.inverseDynamics(robot, q, qd, qdd) + noise)
    >>> fit = identifyDynamics(robot, log)
    >>> fit
    <wls: 6 of 6 combinations of 20 parameters>
    >>> fit.Status["body_2.my"], fit.Status["body_2.m"]
    ('alone', 'combination')
    >>> bool(fit.validate(log).Mean < 0.01)
    True
    """
    given = name_values("identifyDynamics", args, keywords, _DEFAULTS)
    given |= {n: _DEFAULTS[n] for n in _DEFAULTS if is_empty(given[n])}
    method = choice(given["Method"], _METHODS, "identifyDynamics: Method")
    kind = choice(given["Covariance"], _COVARIANCES, "identifyDynamics: Covariance")
    robust = logical(given["Robust"], "identifyDynamics: Robust")
    if not isinstance(data, MotionData):
        fact, hint = "identifyDynamics: the log is no MotionData", "MotionData.fromLog(load(file)) makes one"
        raise MatlabTypeError("rst_compat:identification:BadData", fact, "MotionData", type(data).__name__, hint)
    check_tree(robot)
    if robust and method in ("ols", "tls", "tipToBase"):
        _alone(method, "Robust", "wls")
    if kind != "white" and method == "tipToBase":
        _alone(method, "Covariance", "wls")
    if given["MassBounds"] is not None and method not in ("lmi", "logchol"):
        _alone(method, "MassBounds", "lmi")
    how = {
        "workers": _whole(given, "Workers"),
        "block": _whole(given, "BlockSize"),
        "progress": check_progress("identifyDynamics", given["Progress"]),
    }
    given["Workers"] = how["workers"]
    warn_without_gravity("identifyDynamics", robot)
    task = problem(robot, data, given)
    folds = compress(task.system, task.data, folds=_folds(given["Folds"], task), **how)
    rows = merge(folds)
    if not rows.count.any():
        still, zone = ", ".join(task.still), task.system.dead_zone
        raise MatlabValueError(
            "rst_compat:identification:NoSamples",
            "identifyDynamics: no sample counts",
            "motion and measurements without NaN and Inf" + (f", at speeds above {zone:g}" if zone else ""),
            f"none of {len(data)} samples" + (f"; {still} stand still" if still else ""),
            "Friction is not known at rest: poses tell the weight with Friction=False"
            if still and zone
            else "NaN in one joint's position makes a sample useless for all, and derivatives take 0.1 s and more",
        )
    if method == "tipToBase":
        estimate, cov = _tip_to_base(robot, data, task, rows, given)
        return identification(task, rows, estimate, cov, 1, None, method, "white", len(data))
    again = _again(task, how) if robust else None
    estimate = _fit(method, task, rows, given, again)
    noise = estimate.solution.weights if robust else estimate.solution.sigma
    passes = {**how, "row_bytes": task.system.row_bytes}
    if kind == "white":
        cov, window = covariances.white(task.reduced(rows), estimate.solution, noise), 1
    else:
        of = covariances.hac if kind == "hac" else covariances.bootstrap
        cov, window = of(task.rows, task.data, estimate.solution, **passes)
    cross = None
    if len(folds) > 1 and method != "logchol":  # which is slow
        cross = np.stack([_fold_error(method, task, folds, k, given) for k in range(len(folds))])
    return identification(task, rows, estimate, cov, window, cross, method, kind, len(data))


def _fit(method: str, task: Problem, rows: Compressed, given: dict[str, Any], again: Again | None) -> Estimate:
    reduced_rows = task.reduced(rows)
    if again is not None:
        solution, rows = huber(reduced_rows, task.start, again)
    else:
        solution = {"ols": ols, "tls": tls}.get(method, wls)(reduced_rows, task.start)
    if method in ("lmi", "logchol"):
        return _physical(method, task, rows, solution, given)
    E = solution.excited
    z = standard_from_base(E @ solution.x, E @ task.Kz, task.prior, task.spread)
    return Estimate(solution._replace(x=task.Kz @ z), z, task.L @ z + task.x0)


def _physical(method: str, task: Problem, rows: Compressed, solution: Solution, given: dict[str, Any]) -> Estimate:
    """The fit among the parameters of bodies, with the weights of the channels that the free fit found."""
    R = rows.weighted(solution.weights)
    bodies = task.system.robot.NumBodies
    names = task.base.Names
    scale = float(((rows.measured() / solution.weights) ** 2).sum())
    weight = np.clip(1 / max(scale, 1), *_PULL) if given["PriorWeight"] is None else given["PriorWeight"]
    fit = physicalFit(
        R[:, :-1] @ task.base.K,
        R[:, -1],
        Prior=_with_volume(task.model, bodies) if is_empty(given["Prior"]) else task.model,
        PriorWeight=weight,
        Scale=scale,
        NonNegative=np.array([i >= 10 * bodies and not n.endswith(".offset") for i, n in enumerate(names)]),
        MassBounds=given["MassBounds"],
        Map=task.map,
        Method="barrier" if method == "lmi" else "logCholesky",
        Names=names,
    )
    z = fit.Parameters if fit.Reduced is None else fit.Reduced
    return Estimate(solution._replace(x=task.Kz @ z), z, fit.Parameters)


def _with_volume(model: Array, bodies: int) -> Array:
    """The parameters of a model, its bodies without volume a little thicker; a prior that was asked for stays."""
    J = pseudoInertia(model[: 10 * bodies].reshape(-1, 10))
    s, V = np.linalg.eigh(J)
    least = _THIN * np.abs(s).max(axis=-1, keepdims=True)
    thick = fromPseudoInertia((V * np.maximum(s, least)[:, None]) @ V.mT)
    thin = (s < least).any(axis=-1) & J.any(axis=(-2, -1))  # a frame stays one
    own = model[: 10 * bodies].reshape(-1, 10)
    return np.concatenate([np.where(thin[:, None], thick, own).ravel(), model[10 * bodies :]])


def _tip_to_base(
    robot: rigidBodyTree, data: MotionData, task: Problem, rows: Compressed, given: dict[str, Any]
) -> tuple[Estimate, Array]:
    """The parameters of :func:`identifyTipToBase`, and the covariance of their combinations."""
    if task.map is not None:
        _alone("tipToBase", "Parameterization", "wls")
    found = identifyTipToBase(
        robot,
        data,
        Sensors=[s if s in ("torque", "base") else f"wrist:{s.removeprefix('wrist:')}" for s in task.system.sensors],
        Prior=task.model,
        Progress=given["Progress"],
        **task.system.options,
    )
    solution = wls(rows, task.start)
    x = found.Vector
    return Estimate(solution._replace(x=task.Kz @ x), x, x), task.base.K @ found.Cov @ task.base.K.T


def _again(task: Problem, how: dict[str, Any]) -> Again:
    """Another pass with Huber's weights, and the sums that the noise is estimated from."""

    def pass_of(x: Array, sigma: Array) -> tuple[Compressed, Compressed, Array]:
        def of(part: MotionData, _: int) -> tuple[Compressed, Array]:
            rows = task.system.rows(part)
            r = task.in_unknowns(rows).residuals(x)
            return of_rows(*rows, huber_weights(r, sigma)), huber_sums(r, sigma, rows.keep)

        def both(parts: Sequence[tuple[Compressed, Array]]) -> tuple[Compressed, Array]:
            return merge([p[0] for p in parts]), np.sum([p[1] for p in parts], axis=0)

        weighted, sums = reduced(of, both, task.data, row_bytes=task.system.row_bytes, **how)
        return weighted, task.reduced(weighted), sums

    return pass_of


def _alone(method: str, option: str, other: str) -> NoReturn:
    """Refuse an option that a method would pass by."""
    fact, hint = f'identifyDynamics: Method="{method}" has no {option}', f'Method="{other}" has it'
    raise MatlabValueError("rst_compat:identification:WrongOption", fact, f"no {option}", "one", hint)


def _whole(given: dict[str, Any], name: str) -> int | None:
    """A number from 1, or None."""
    if given[name] is None:
        return None
    value = float(elements(given[name], 1, f"identifyDynamics: {name}")[0])
    if value < 1 or value != int(value):
        fact, hint = f"identifyDynamics: {name} is no count", "Leave it out for one that fits the machine"
        raise MatlabValueError(
            "rst_compat:identification:WrongOption", fact, "a whole number from 1", f"{value:g}", hint
        )
    return int(min(value, 2**31))


def _folds(value: Any, task: Problem) -> int:
    """Stretches for cross-validation, each with more rows than unknowns; 1 for none."""
    folds = int(elements(value, 1, "identifyDynamics: Folds")[0])
    return folds if folds > 1 and len(task.data) // folds > 2 * task.base.Count else 1


def _fold_error(method: str, task: Problem, folds: list[Compressed], k: int, given: dict[str, Any]) -> Array:
    """Relative errors (r,) in a stretch of parameters that the others gave."""
    fit = _fit(method, task, merge([f for i, f in enumerate(folds) if i != k]), given, None)
    left = folds[k].residuals(task.base.K @ fit.x)
    with np.errstate(divide="ignore", invalid="ignore"):
        errors: Array = left / folds[k].measured()
    return errors
