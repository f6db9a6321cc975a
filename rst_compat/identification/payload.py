"""What a wrench sensor carries: the well-posed part of every wrist-sensor method."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError, warn
from ..matlab.arguments import choice, elements, is_empty, logical, name_values
from ..matlab.compile import body_number
from ..matlab.inertial_parameters import inertialParameters, parameterNames, withInertialParameters
from .compression import Compressed
from .log_checks import check_motion, descendants, sensor_body, warn_without_gravity
from .measured_rows import prepared
from .pseudo_inertia import isPhysical
from .sensor_cuts import Cut
from .sensor_rows import RANK_TOLERANCE, SensorRows, compressed
from .tip_to_base import STRANGER, recursion

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .motion_data import MotionData

Array = NDArray[np.float64]

__all__ = ["Payload", "identifyPayload"]

_NAME = "identifyPayload"
_KEYS = ("m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy")


@dataclass(frozen=True, eq=False)
class Payload:
    """What :func:`identifyPayload` returns; everything about the origin of the frame of Body, in its axes.

    Attributes
    ----------
    Body : str
    Mass : float
        kg.
    CenterOfMass : (3,) ndarray
        m; NaN where the mass is zero.
    Inertia : (6,) ndarray
        [Ixx Iyy Izz Iyz Ixz Ixy] as in rigidBody, kg m^2.
    Parameters : (10,) ndarray
        [m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy].
    Std : (10,) ndarray
        Their standard deviations, for white noise; NaN where the log does not determine a parameter.
    MassStd, CenterOfMassStd, InertiaStd : float, (3,), (6,) ndarray
    Status : dict of str
        For each of the ten: "alone", "combination" or "unobservable" in this log.
    Bias, BiasStd : (6,) ndarray
        Constant error of the sensor in its own axes, [nx ny nz fx fy fz]; zeros where it was not asked for.
    Rank : int
        Of the unknowns, 10 and 6 for the constant error.
    SingularValues : (u,) ndarray
    ResidualStd : (6,) ndarray
        What the readings scatter about the fit, N m and N.
    Explained : float
        Part of the changes of the readings that the fit explains, 1 at best.
    PhysicalConsistency : bool
        Whether some body has these parameters. A light load in noisy readings may come out as none.
    RowsUsed : int
    """

    Body: str
    Mass: float
    CenterOfMass: Array
    Inertia: Array
    Parameters: Array
    Std: Array
    MassStd: float
    CenterOfMassStd: Array
    InertiaStd: Array
    Status: dict[str, str]
    Bias: Array
    BiasStd: Array
    Rank: int
    SingularValues: Array
    ResidualStd: Array
    Explained: float
    PhysicalConsistency: bool
    RowsUsed: int
    _known: bool

    def apply(self, robot: rigidBodyTree) -> rigidBodyTree:
        """A copy of a robot that carries this load.

        The body gets the parameters in place of its own, and those fixed to it beyond the sensor become massless,
        since the load is all of them; with ``Known="model"`` the load is added to the body.
        """
        pi = inertialParameters(robot)
        at = 10 * (body_number(robot, self.Body) - 1)
        if not self._known:
            for k in descendants(robot, self.Body):
                pi[10 * k : 10 * k + 10] = 0
        pi[at : at + 10] += self.Parameters
        return withInertialParameters(robot, pi)

    def summary(self) -> str:
        """The parameters and the constant error as a table."""
        head = f"Load of '{self.Body}': {self.Mass:.5g} kg, {100 * self.Explained:.4g} % of the readings explained"
        lines = [head, f"{'':<6}{'value':>12}{'std':>11}{'%':>8}  status"]
        for key, value, std in zip(_KEYS, self.Parameters, self.Std, strict=True):
            relative = 100 * std / abs(value) if value else np.nan
            lines.append(f"{key:<6}{value:>12.5g}{std:>11.2g}{relative:>8.2g}  {self.Status[f'{self.Body}.{key}']}")
        center = "  ".join(f"{c:.5g}±{s:.2g}" for c, s in zip(self.CenterOfMass, self.CenterOfMassStd, strict=True))
        lines.append(f"centre of mass  {center} m")
        if self.Bias.any():
            lines.append("constant error  " + "  ".join(f"{b:.4g}" for b in self.Bias) + "  [nx ny nz fx fy fz]")
        lines.append("physical" if self.PhysicalConsistency else "no body has these parameters (isPhysical)")
        return "\n".join(lines)

    def __repr__(self) -> str:
        c = ", ".join(f"{x:.4g}" for x in self.CenterOfMass)
        return f"<Payload of '{self.Body}': {self.Mass:.5g} kg at [{c}] m, rank {self.Rank}>"


def identifyPayload(robot: rigidBodyTree, data: MotionData, *args: Any, **keywords: Any) -> Payload:
    """Mass, centre of mass and inertia of what a wrench sensor carries, and the constant error of the sensor.

    Parameters
    ----------
    robot : rigidBodyTree
        Geometry and Gravity; its inertias are not used but as ``Known`` and ``Prior`` say.
    data : MotionData
        With a Wrench: the wrench that the arm exerts on the load. A sensor that reads what the load exerts on the arm
        is to be negated. SensorPose and WrenchOrder say how it is mounted and how its rows are ordered. Without
        velocities and accelerations, differentiate supplies them; zeros say that the samples are poses at rest.
    *args, **keywords
        The body of the sensor, needed where there are several; then name-value arguments:

        ``SensorBias``
            True, the default, for a constant error of the six readings as well.
        ``Known``
            "none", the default: the load is all that is beyond the sensor, the body and those fixed to it. "model":
            the load is what is there beside the bodies of the model, a part in a gripper, whose fingers may move.
        ``Prior``
            Where the log leaves something open, the result is nearest to it: None for the inertia of a point mass at
            the centre of mass, "model" for that of the body, or ten numbers.
        ``Weights``
            Standard deviations of the readings, a number or six; estimated by default.
        ``Progress``
            Called with the samples done and their number.

    Returns
    -------
    Payload

    Raises
    ------
    MatlabError
        ``rst_compat:identification:MissingSensor``, ``rst_compat:identification:MovingPayload`` for joints beyond the
        sensor, ``...:MissingMotion``, ``...:WrongJoints``, ``...:FloatingJoint``, ``...:NoSamples``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:identification:NoGravity``; ``rst_compat:identification:NegativeMass``;
        ``rst_compat:identification:PoorFit`` where the readings are not those of a load on this motion.

    Notes
    -----
    Weighted least squares on the six rows of Newton and Euler (Atkeson, An and Hollerbach 1986; Kubus, Kröger and Wahl
    2008). Poses at rest determine the mass and its moments, with the constant error where the tool was turned over;
    all ten take rotations about two axes that are not parallel.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import MotionData, batch, importrobot
    >>> robot = importrobot("puma560")
    >>> q, qd, qdd = np.random.default_rng(1).normal(size=(3, 200, 6))
    >>> wrench = batch.jointReactions(robot, q, qd, qdd)[:, 5] + [0.1, 0, 0, 0, 2, 0]
    >>> found = identifyPayload(robot, MotionData(None, q, qd, qdd, Wrench={"link6": wrench}), "link6")
    >>> found.Rank, round(found.Mass, 6), found.Bias[[0, 4]].round(6).tolist()
    (16, 0.09, [0.1, 2.0])
    """
    body = None
    if len(args) % 2:
        body, *args = args  # type: ignore[assignment]
    defaults = {"Body": body, "SensorBias": True, "Known": "none", "Prior": None, "Weights": None, "Progress": None}
    values = name_values(_NAME, tuple(args), keywords, defaults)
    check_motion(_NAME, robot, data)
    body = sensor_body(_NAME, robot, data, values["Body"])
    known = choice(values["Known"], ("none", "model"), f"{_NAME}: Known") == "model"
    biased = logical(values["SensorBias"], f"{_NAME}: SensorBias")
    sigma = None if is_empty(values["Weights"]) else _sigma(values["Weights"])
    if not known:
        _check_rigid(robot, body)
    warn_without_gravity(_NAME, robot)
    own = 10 * (body_number(robot, body) - 1) + np.arange(10)
    model = inertialParameters(robot)
    bias = np.arange(10, 16) if biased else None
    cut = Cut("wrist", body, np.arange(16 if biased else 10), bias=bias)
    system = SensorRows(robot, [cut], len(cut.unknowns), own, known=model if known else None)
    log = compressed(_NAME, system, prepared(_NAME, robot, data, (body,))[0], values["Progress"])
    x0 = np.zeros(len(cut.unknowns))
    if not is_empty(values["Prior"]):
        asked = values["Prior"]
        x0[:10] = (
            model[own]
            if isinstance(asked, str) and choice(asked, ("model",), f"{_NAME}: Prior")
            else elements(asked, 10, f"{_NAME}: Prior")
        )
    weights = {} if sigma is None else {f"wrist {body}": sigma}
    state, (step,) = recursion([cut], log, x0, [body], weights, RANK_TOLERANCE)
    x, Z = state.x, state.open
    if is_empty(values["Prior"]) and x[0] > 0 and state.share[0] < STRANGER:
        x = x + Z @ (Z.T @ (_point_mass(x) - x))
    names = parameterNames(robot)
    pi, std = x[:10], state.std
    result = Payload(
        Body=body,
        Mass=float(pi[0]),
        CenterOfMass=pi[1:4] / pi[0] if pi[0] else np.full(3, np.nan),
        Inertia=pi[4:].copy(),
        Parameters=pi.copy(),
        Std=std[:10],
        MassStd=float(std[0]),
        CenterOfMassStd=_center_std(pi, state.cov, std),
        InertiaStd=std[4:10],
        Status={names[k]: _status(share) for k, share in zip(own, state.share[:10], strict=True)},
        Bias=x[10:] if biased else np.zeros(6),
        BiasStd=std[10:] if biased else np.zeros(6),
        Rank=step.Rank,
        SingularValues=step.SingularValues,
        ResidualStd=step.ResidualStd,
        Explained=_explained(log, x, biased),
        PhysicalConsistency=bool(isPhysical(pi, 1e-9)),  # a point mass is on the border, up to rounding
        RowsUsed=step.RowsUsed,
        _known=known,
    )
    _warn(result, biased)
    return result


def _point_mass(x: Array) -> Array:
    m, h = x[0], x[1:4]
    square = np.outer(h, h) / m
    out = x.copy()
    out[4:7] = np.trace(square) - np.diag(square)
    out[7:10] = -square[1, 2], -square[0, 2], -square[0, 1]
    return out


def _center_std(pi: Array, cov: Array, std: Array) -> Array:
    """Of first moments over mass, to first order."""
    if not pi[0] or np.isnan(std[0]):
        return np.full(3, np.nan)
    J = np.concatenate([-pi[1:4, None] / pi[0] ** 2, np.eye(3) / pi[0]], axis=1)
    variance = np.einsum("ij,jk,ik->i", J, cov[:4, :4], J)
    return np.where(np.isnan(std[1:4]), np.nan, np.sqrt(np.maximum(variance, 0)))


def _status(share: float) -> str:
    return "alone" if share < STRANGER else "unobservable" if share > 1 - STRANGER else "combination"


def _explained(log: Compressed, x: Array, biased: bool) -> float:
    """Part of the squares of the forces that is explained, beyond their constant part where a bias is asked for."""
    total = 0.0
    for R, bias in zip(log.R[3:], range(13, 16), strict=True):
        column, w = R[:, bias] if biased else np.zeros(len(R)), R[:, -1]
        rest = w - column * (column @ w) / max(column @ column, np.finfo(float).tiny)
        total += float(rest @ rest)
    left = float((log.residuals(x)[3:] ** 2).sum())
    return 1 - left / total if total > 0 else 1.0


def _sigma(value: Any) -> Array:
    given = np.full(6, value) if np.size(value) == 1 else value
    sigma = elements(given, 6, f"{_NAME}: Weights")
    if not (sigma > 0).all():
        raise MatlabValueError(
            "rst_compat:identification:WrongWeights",
            f"{_NAME}: Weights are no standard deviations of the readings",
            "positive numbers",
            str(sigma.tolist()),
            "[nx ny nz fx fy fz], N m and N",
        )
    return sigma


def _check_rigid(robot: rigidBodyTree, body: str) -> None:
    beyond = [robot.Bodies[k] for k in descendants(robot, body)]
    moving = [b.Joint.Name for b in beyond if b.Name != body and b.Joint.Type != "fixed"]
    if moving:
        raise MatlabValueError(
            "rst_compat:identification:MovingPayload",
            f"{_NAME}: what is beyond the sensor at '{body}' is no rigid body",
            "fixed joints beyond the sensor",
            ", ".join(moving),
            'Known="model" takes the bodies of the model as known and finds what they carry',
        )


def _warn(found: Payload, biased: bool) -> None:
    determined = found.Status[f"{found.Body}.m"] == "alone"
    if determined and found.Mass < -3 * found.MassStd:
        warn(
            "rst_compat:identification:NegativeMass",
            f"{_NAME}: the mass came out as {found.Mass:.4g} kg. The sensor seems to read what the load exerts on the "
            "arm: negate its readings.",
            stacklevel=3,
        )
    elif found.Rank >= (10 if biased else 4) and found.Explained < 0.5:
        warn(
            "rst_compat:identification:PoorFit",
            f"{_NAME}: a load on this motion explains {100 * found.Explained:.3g} % of the readings. WrenchOrder, "
            "SensorPose, Gravity, units or time stamps may be wrong, or the load is too light for the noise.",
            stacklevel=3,
        )
