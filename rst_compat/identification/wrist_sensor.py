"""Parameters from wrench sensors: of what a sensor carries, and of an arm from its tip to its base."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError, warn
from ..matlab.arguments import elements, logical, name_values, numbers
from ..matlab.drive_parameters import OPTIONS
from ..matlab.inertial_parameters import inertialParameters, parameterNames, withInertialParameters
from .base_parameters import BaseParameters, baseParameters
from .log_checks import check_motion, warn_without_gravity
from .measured_rows import prepared
from .sensor_cuts import Cut, check_covered, cuts_of, sensors_of
from .sensor_rows import RANK_TOLERANCE, SensorRows, compressed
from .tip_to_base import STRANGER, IdentificationStep, nearest, recursion

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .motion_data import MotionData

Array = NDArray[np.float64]

__all__ = ["TipToBase", "identifyTipToBase"]

_NAME = "identifyTipToBase"
_OPEN = 1e-6  # parts of unit vectors below this are rounding


@dataclass(frozen=True, eq=False)
class TipToBase:
    """What :func:`identifyTipToBase` returns.

    Attributes
    ----------
    Parameters : (10, NumBodies) ndarray
        A body in every column, ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` about its frame. Where the log
        leaves something open, the values nearest to the prior.
    Vector : (p,) ndarray
        The same one body after the other, then those of the drives, in the order of Names.
    Names : tuple of str
    Steps : list of IdentificationStep
        One for each sensor, tips first.
    Status : dict of str
        "alone", "combination" or "unobservable" for every parameter: what the sensors could tell, whatever the motion.
    Std : (p,) ndarray
        Standard deviations, for white noise; NaN where this log does not determine a parameter alone.
    Cov : (p, p) ndarray
        Covariance of Vector in the directions that are determined.
    NullSpace : (p, k) ndarray
        Directions of Vector that this log leaves open.
    NotExcited : tuple of str
        Parameters that the sensors could tell alone, and this log does not.
    Rank : int
        Combinations that this log determines; those that the sensors could tell are ``len(BaseParameters)``.
    BaseParameters : list of (str, float, float, float)
        Expression, value, standard deviation and that in per cent of the value; NaN where the log leaves it open.
    Bias : dict of (6,) ndarray
        Constant errors of the wrench sensors, [nx ny nz fx fy fz], where they were asked for; "base" is the ground's.
    """

    Parameters: Array
    Vector: Array
    Names: tuple[str, ...]
    Steps: list[IdentificationStep]
    Status: dict[str, str]
    Std: Array
    Cov: Array
    NullSpace: Array
    NotExcited: tuple[str, ...]
    Rank: int
    BaseParameters: list[tuple[str, float, float, float]]
    Bias: dict[str, Array]
    _drives: dict[str, Any]
    _prior: bool

    def apply(self, robot: rigidBodyTree) -> rigidBodyTree:
        """A copy of a robot with these parameters, and with the frictions where they were asked for.

        What the log leaves open stays as the robot has it, or is that of Prior where there was one. The torques and
        wrenches are those of the log also where single parameters are not determined. A single body may still be none
        that exists; identifyDynamics has fits that are physically consistent.
        """
        vector = self.Vector
        if not self._prior:
            own = inertialParameters(robot, **self._drives)
            vector = nearest(vector, self.NullSpace, own, _frames(robot, len(own)))
        return withInertialParameters(robot, vector, **self._drives)

    def summary(self) -> str:
        """Steps and base parameters as tables."""
        wide = max((len(s.Body) for s in self.Steps), default=0) + 2
        lines = [f"{'step':<{wide}}{'sensor':<8}{'rows':>9}{'rank':>6}  bodies"]
        lines += [
            f"{s.Body:<{wide}}{s.Sensor:<8}{s.RowsUsed:>9}{s.Rank:>6}  {', '.join(s.Bodies) or '-'}" for s in self.Steps
        ]
        lines += [f"{self.Rank} of {len(self.BaseParameters)} combinations are determined", ""]
        width = max((len(row[0]) for row in self.BaseParameters), default=0)
        width = min(max(width, 10), 60)
        lines.append(f"{'base parameter':<{width}}  {'value':>11}  {'std':>9}  {'%':>7}")
        for expression, value, std, relative in self.BaseParameters:
            short = expression if len(expression) <= width else expression[: width - 3] + "..."
            flag = "  open" if np.isnan(std) else "  > 10 %" if relative > 10 else ""
            lines.append(f"{short:<{width}}  {value:>11.5g}  {std:>9.2g}  {relative:>7.2g}{flag}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        sensors = ", ".join(f"{s.Sensor} {s.Body} (+{s.Rank})" for s in self.Steps)
        return f"<TipToBase: rank {self.Rank} of {len(self.BaseParameters)}: {sensors}>"


def identifyTipToBase(robot: rigidBodyTree, data: MotionData, *args: Any, **keywords: Any) -> TipToBase:
    """Inertial parameters of all bodies from a log, sensor by sensor from the tips of a tree to its base.

    Parameters
    ----------
    robot : rigidBodyTree
        Geometry and Gravity; its inertias are not used but for ``Prior="model"``. Any tree of revolute, prismatic and
        fixed joints.
    data : MotionData
        Without velocities and accelerations, differentiate supplies them.
    *args, **keywords
        Name-value arguments:

        ``Sensors``
            What to use of the log: a list of "wrist" (every wrench), "wrist:BODY", "base", "torque"; all by default.
        ``SensorBias``
            True for a constant error of each wrench reading as well; False by default.
        ``Prior``
            Where the log leaves something open, the result is nearest to this: None for zeros (least norm), "model"
            for the robot's own, or a vector in the order of Names. Fixed bodies that have no mass and no inertia in
            the robot are frames and stay so as far as the log allows.
        ``Weights``
            Standard deviations of the readings: a dict with a number or six for "wrist", "wrist:BODY" and "base", a
            number or one per joint for "torque". By default estimated from what the readings of each channel scatter.
        ``Friction``, ``GearRatio``, ``RotorInertia``, ``Offset``
            As in inverseDynamicsRegressor: unknowns of the drives in the torques.
        ``Tolerance``
            Singular values below this part of the largest are zero; 1e-9 by default.
        ``Progress``
            Called with the samples done and their number.

    Returns
    -------
    TipToBase

    Raises
    ------
    MatlabError
        ``rst_compat:identification:NoProximalSensor`` where a body moves and nothing is measured at its joint or
        nearer to the base; ``rst_compat:identification:MissingSensor``, ``...:WrongWeights``, ``...:WrongPrior``,
        ``...:MissingMotion``, ``...:WrongJoints``, ``...:FloatingJoint``, ``...:NoSamples``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:identification:PoorExcitation`` where another motion would tell more;
        ``rst_compat:identification:NoGravity``.

    Notes
    -----
    A step fits the bodies that a sensor has beyond it and no sensor before had; what those before determined is taken
    as known, and what they left open is carried along as unknown. So the result of noise-free data is that of the
    least squares of all rows at once, whatever the motion and the sensors. With noise it is not: errors at the tip
    enter every later step, and those at the base grow to two or three times those of identifyDynamics on the same log.
    At a joint with a wrench sensor the torque is used for its friction alone, where that is asked for. Several children
    of a body add up. A body that is fixed to the base shows in a base wrench only, and keeps its prior elsewhere.
    Weighted least squares for white noise; corrected after Chen et al., ROBOT 28(2), p. 127.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import MotionData, batch, importrobot
    >>> robot = importrobot("twolink")
    >>> q, qd, qdd = np.random.default_rng(1).normal(size=(3, 200, 2))
    >>> tau = batch.inverseDynamics(robot, q, qd, qdd)
    >>> found = identifyTipToBase(robot, MotionData(None, q, qd, qdd, tau))
    >>> [(step.Body, step.Rank) for step in found.Steps]
    [('body_2', 3), ('body_1', 3)]
    >>> bool(np.allclose(batch.inverseDynamics(found.apply(robot), q, qd, qdd), tau))
    True
    """
    defaults = {"Sensors": None, "SensorBias": False, "Prior": None, "Weights": None} | OPTIONS
    values = name_values(_NAME, args, keywords, defaults | {"Tolerance": RANK_TOLERANCE, "Progress": None})
    check_motion(_NAME, robot, data)
    drives = {name: values[name] for name in OPTIONS}
    names = parameterNames(robot, **drives)
    sensors = sensors_of(robot, data, values["Sensors"])
    cuts = cuts_of(robot, sensors, len(names), logical(values["SensorBias"], f"{_NAME}: SensorBias"), drives)
    check_covered(robot, cuts)
    prior = _prior(robot, values["Prior"], drives, len(names))
    sigma = _sigma(values["Weights"], cuts, data.NumJoints)
    warn_without_gravity(_NAME, robot)
    log, _ = prepared(_NAME, robot, data, tuple(s.removeprefix("wrist:") for s in sensors))
    width = len(names) + 6 * sum(cut.bias is not None for cut in cuts)
    system = SensorRows(robot, cuts, width, np.arange(len(names)), drives)
    read = compressed(_NAME, system, log, values["Progress"])
    tolerance = float(elements(values["Tolerance"], 1, f"{_NAME}: Tolerance")[0])
    start = np.concatenate([prior, np.zeros(width - len(names))])
    state, steps = recursion(cuts, read, start, robot.BodyNames, sigma, tolerance)
    extra = tuple(dict.fromkeys(n.rpartition(".")[2] for n in names[10 * robot.NumBodies :]))
    base = baseParameters(robot, Sensors=sensors, Extra=extra, GearRatio=values["GearRatio"], Tolerance=tolerance)
    p = len(names)
    cov, std, open_ = state.cov[:p, :p], state.std[:p], state.open[:p]
    x = nearest(state.x, state.open, start, np.r_[_frames(robot, p), np.zeros(width - p, dtype=bool)])[:p]
    missed = [n for n, s in zip(names, state.share[:p], strict=True) if base.Status[n] == "alone" and s > STRANGER]
    table = _table(base, x, cov, open_)
    rank = p - int(np.linalg.matrix_rank(open_, tol=_OPEN)) if open_.size else p
    if rank < base.Count:
        warn(
            "rst_compat:identification:PoorExcitation",
            f"{_NAME}: this log determines {rank} of the {base.Count} combinations of parameters that its sensors "
            "could tell: more joints have to move, in more poses"
            + (", or the constant errors of the sensors hide them." if width > p else "."),
        )
    return TipToBase(
        Parameters=x[: 10 * robot.NumBodies].reshape(-1, 10).T.copy(),
        Vector=x,
        Names=tuple(names),
        Steps=steps,
        Status=base.Status,
        Std=std,
        Cov=cov,
        NullSpace=open_,
        NotExcited=tuple(missed),
        Rank=rank,
        BaseParameters=table,
        Bias={cut.body if cut.kind == "wrist" else "base": state.x[cut.bias] for cut in cuts if cut.bias is not None},
        _drives=drives,
        _prior=values["Prior"] is not None,
    )


def _frames(robot: rigidBodyTree, p: int) -> NDArray[np.bool_]:
    """The parameters (p,) of bodies that are frames: fixed to their parents, without mass and inertia in the model."""
    fixed = np.array([body.Joint.Type == "fixed" for body in robot.Bodies], dtype=bool)
    empty = ~inertialParameters(robot).reshape(-1, 10).any(axis=1)
    frames: NDArray[np.bool_] = np.r_[np.repeat(fixed & empty, 10), np.zeros(p - 10 * len(fixed), dtype=bool)]
    return frames


def _table(base: BaseParameters, x: Array, cov: Array, open_: Array) -> list[tuple[str, float, float, float]]:
    values, stds = base.K @ x, np.sqrt(np.maximum(np.einsum("ij,jk,ik->i", base.K, cov, base.K), 0))
    hidden = np.linalg.norm(base.K @ open_, axis=1) > _OPEN * np.linalg.norm(base.K, axis=1)
    stds = np.where(hidden, np.nan, stds)
    with np.errstate(divide="ignore", invalid="ignore"):
        relative = 100 * stds / np.abs(values)
    return list(zip(base.Expressions, values.tolist(), stds.tolist(), relative.tolist(), strict=True))


# --------------------------------------------------------------------------- options


def _prior(robot: rigidBodyTree, value: Any, drives: Mapping[str, Any], p: int) -> Array:
    if value is None:
        return np.zeros(p)
    if isinstance(value, str):
        if value.lower() == "model":
            return inertialParameters(robot, **drives)
        _wrong_prior(f"'{value}'", p)
    vector = numbers(value, f"{_NAME}: Prior").ravel(order="F")  # (10, NumBodies) has a body in every column
    if vector.size not in (p, 10 * robot.NumBodies) or not np.isfinite(vector).all():
        _wrong_prior(f"{vector.size} elements", p)
    return np.concatenate([vector, np.zeros(p - vector.size)])


def _wrong_prior(got: str, p: int) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:identification:WrongPrior",
        f"{_NAME}: Prior is none",
        f"None, 'model' or {p} finite numbers",
        got,
        "inertialParameters(robot) gives those of a robot",
    )


def _sigma(weights: Any, cuts: Sequence[Cut], joints: int) -> dict[str, Array]:
    """Standard deviations of the readings of every cut for which they are given."""
    if weights is None:
        return {}
    given = dict(weights) if isinstance(weights, Mapping) else {}
    known = {cut.kind for cut in cuts} | {f"wrist:{cut.body}" for cut in cuts if cut.kind == "wrist"}
    if not given or set(given) - known:
        _wrong_weights(str(sorted(set(given) - known)) if given else type(weights).__name__, known)
    found: dict[str, Array] = {}
    for cut in cuts:
        value = given.get(f"wrist:{cut.body}", given.get(cut.kind)) if cut.kind == "wrist" else given.get(cut.kind)
        if value is None:
            continue
        sigma = numbers(value, f"{_NAME}: Weights").ravel()
        if cut.kind == "torque" and sigma.size > 1:
            sigma = sigma[[cut.joint]] if sigma.size == joints else sigma[:0]
        if sigma.size not in (1, cut.channels) or not (np.isfinite(sigma) & (sigma > 0)).all():
            _wrong_weights(f"{np.size(value)} numbers for '{cut.kind}'", known)
        found[f"{cut.kind} {cut.body}"] = np.broadcast_to(sigma, (cut.channels,)).copy()
    return found


def _wrong_weights(got: str, known: set[str]) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:identification:WrongWeights",
        f"{_NAME}: Weights are no standard deviations of the readings",
        f"a dict of positive numbers for some of {sorted(known)}",
        got,
        "One number, or six for a wrench [nx ny nz fx fy fz], or one for each joint",
    )
