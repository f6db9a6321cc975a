"""excitationTrajectory: motion that shows the parameters of a robot well."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from ..matlab.arguments import choice, is_empty, name_values, numbers
from ..matlab.compile import check_tree, compiled
from .base_parameters import BaseParameters, baseParameters
from .excitation_cost import BaseRegressor, conditions, cost_of
from .excitation_search import Progress, Search
from .fourier_motion import basis, settled, within
from .motion_data import MotionData

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

__all__ = ["ExcitationTrajectory", "excitationTrajectory"]

Array = NDArray[np.float64]

_CRITERIA = ("cond", "D")
_DEFAULTS = {
    "Limits": None,
    "Harmonics": 5,
    "BaseFrequency": 0.1,
    "Criterion": _CRITERIA[0],
    "SampleTime": 0.01,
    "Starts": 4,
    "MaxIterations": 150,
    "Seed": 0,
    "Extra": (),
    "Progress": None,
}


@dataclass(frozen=True, eq=False)
class ExcitationTrajectory:
    """One period of a motion, from rest to rest, that may be repeated.

    Attributes
    ----------
    Time : (T,) array
        s, from 0 to the period; the last sample is the first again.
    JointPosition, JointVelocity, JointAcceleration : (T, n) arrays
        Columns are the moving joints; rad or m, per s, per s^2.
    Coefficients : (n, 2 L + 1) array
        ``[q0, a_1 .. a_L, b_1 .. b_L]`` of ``q0 + sum_l a_l / (l w) sin(l w t) - b_l / (l w) cos(l w t)``.
    BaseFrequency : float
        w / (2 pi), Hz.
    Condition, ScaledCondition : float
        Condition number of the regressor of the base parameters over the samples, as it is and with columns of unit
        length.
    Criterion : {"cond", "D"}
    Cost : float
        Of the samples: the logarithm of Condition, or minus the mean logarithm of the singular values.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> found = excitationTrajectory(importrobot("twolink"), Starts=1, MaxIterations=20)
    >>> q, qd, qdd = found.evaluate([0, 2.5, 10])
    >>> q.shape, bool((qd[0] == 0).all()), len(found.toMotionData())
    ((3, 2), True, 1001)
    """

    Time: Array
    JointPosition: Array
    JointVelocity: Array
    JointAcceleration: Array
    Coefficients: Array
    BaseFrequency: float
    Condition: float
    ScaledCondition: float
    Criterion: str
    Cost: float

    def evaluate(self, t: Any) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration, (T, n) each, at any times (T,), s; the motion repeats itself."""
        time = np.atleast_1d(numbers(t, "evaluate: the times"))
        q, qd, qdd = (b @ self.Coefficients.T for b in basis(time, self.BaseFrequency, self.Coefficients.shape[1] // 2))
        return q, qd, qdd

    def toMotionData(self) -> MotionData:
        """The samples as a log without torques."""
        return MotionData(self.Time, self.JointPosition, self.JointVelocity, self.JointAcceleration)

    def __repr__(self) -> str:
        n, width = self.Coefficients.shape
        what = f"{n} joints, {width // 2} harmonics of {self.BaseFrequency:g} Hz, {len(self.Time)} samples"
        return f"<excitation of {what}: condition {self.Condition:.4g}, with unit columns {self.ScaledCondition:.4g}>"


def excitationTrajectory(robot: rigidBodyTree, bp: Any = None, *args: Any, **keywords: Any) -> ExcitationTrajectory:
    """A periodic motion within limits under which the base parameters show well. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
        Its geometry and Gravity count, its masses and inertias do not. Collisions, of links with each other or with
        what is around, are not looked at: look at the motion before a robot makes it.
    bp : BaseParameters, optional
        What is to be identified, and by which sensors; ``baseParameters(robot, Extra=Extra)`` by default.
    Limits : dict, optional
        ``{"Position": (n, 2), "Velocity": (n,), "Acceleration": (n,)}``, rad or m, per s, per s^2; one row or number
        counts for all joints. By default positions keep the PositionLimits of the joints (a turn about HomePosition
        where a revolute joint has none), and rates have no limits.
    Harmonics : int, default 5
    BaseFrequency : float, default 0.1
        Hz; its inverse is the period.
    Criterion : {"cond", "D"}, default "cond"
        What is small where it is good: the condition number of the regressor, or the volume of the confidence ellipsoid
        of the parameters. "D" gives the smaller error bars on the whole, "cond" the smaller worst one.
    SampleTime : float, default 0.01
        s, of the samples that are returned.
    Starts : int, default 4
        Searches from random motions, of which the best result is returned.
    MaxIterations : int, default 150
        Of a search.
    Seed : int, default 0
        Of the random motions: the same seed gives the same trajectory.
    Extra : sequence of str
        Columns beside the inertial ones, where there is no ``bp``: some of "Bm", "Tc", "Jm", "offset".
    Progress : callable, optional
        Called as ``Progress(done, total)`` with iterations.

    Returns
    -------
    ExcitationTrajectory
        ``Time`` (T,), ``JointPosition``, ``JointVelocity``, ``JointAcceleration`` (T, n), ``Coefficients``,
        ``Condition``, ``ScaledCondition``; ``evaluate(t)``, ``toMotionData()``.

    Raises
    ------
    MatlabError
        ``rst_compat:identification:WrongLimits``, ``rst_compat:identification:WrongOption``,
        ``rst_compat:identification:FloatingJoint``.

    Notes
    -----
    Swevers et al., IEEE Trans. Robotics and Automation 13(5), 1997; Gautier and Khalil, Int. J. Robotics Research
    11(4), 1992; Calafiore, Indri and Bona, J. Robotic Systems 18(2), 2001. Velocity and acceleration are zero at the
    start and the end, exactly: the coefficients lie in the null space of these rules. The search is L-BFGS-B with a
    penalty on the limits; at last the motion of each joint about its q0 is scaled so that it keeps them at every time,
    also between samples. Gear ratios count as 1 in the columns of Extra.

    ``save("motion.mat", t=found.Time, q=found.JointPosition)`` writes a file for a controller, as does
    ``numpy.savetxt``.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("planar3r")
    >>> found = excitationTrajectory(robot, Limits={"Position": [-2, 2], "Velocity": 2}, Starts=1, MaxIterations=30)
    >>> found.JointPosition.shape, bool(abs(found.JointVelocity).max() <= 2)
    ((1001, 3), True)
    """
    check_tree(robot)
    options = name_values("excitationTrajectory", args, keywords, _DEFAULTS)
    criterion = choice(options["Criterion"], _CRITERIA, "excitationTrajectory: Criterion")
    frequency, step = _positive(options, "BaseFrequency"), _positive(options, "SampleTime")
    harmonics, starts, iterations = (int(_positive(options, n)) for n in ("Harmonics", "Starts", "MaxIterations"))
    limits = _limits(robot, options["Limits"])
    wanted = baseParameters(robot, Extra=options["Extra"]) if is_empty(bp) else bp
    if not isinstance(wanted, BaseParameters) or not wanted.Count:
        _wrong("WrongOption", "bp gives no base parameters", "what baseParameters returns", repr(bp), "[] finds them")
    regressor = BaseRegressor(robot, wanted)
    search = Search(regressor, limits, frequency, harmonics, criterion)
    report = Progress(options["Progress"], starts * iterations)
    rng = np.random.default_rng(int(_whole(options["Seed"], "Seed")))
    best: tuple[float, Array] | None = None
    for k in range(starts):
        report.begin(k * iterations)
        coefficients = settled(within(search.run(search.random(rng), iterations, report), frequency, limits))
        cost = search.cost(coefficients)
        if best is None or cost < best[0]:
            best = cost, coefficients
    report.end()
    assert best is not None
    return _sampled(regressor, best[1], frequency, step, criterion)


def _sampled(
    regressor: BaseRegressor, coefficients: Array, frequency: float, step: float, criterion: str
) -> ExcitationTrajectory:
    count = max(1, round(1 / (frequency * step)))
    time = np.arange(count + 1) / (count * frequency)
    q, qd, qdd = (b @ coefficients.T for b in basis(time, frequency, coefficients.shape[1] // 2))
    W = regressor.matrix(q[:-1], qd[:-1], qdd[:-1])  # the last sample is the first again
    raw, scaled = conditions(W)
    return ExcitationTrajectory(
        time, q, qd, qdd, coefficients, frequency, raw, scaled, criterion, cost_of(W, criterion)[0]
    )


# --------------------------------------------------------------------------- arguments


def _limits(robot: rigidBodyTree, given: Any) -> tuple[Array, Array, Array, Array]:
    """Middle and half width of the positions, highest speeds and accelerations, (n,) each."""
    joints = [body.Joint for body in robot.Bodies if body.Joint.Type != "fixed"]
    names, n = compiled(robot).moving, len(joints)
    floating = next((j.Name for j in joints if j.Type == "floating"), None)
    if floating is not None or not n:
        _wrong(
            "FloatingJoint",
            "the robot has no joint that moves, or a floating one",
            "revolute, prismatic and fixed joints",
            floating or "none",
            "Fix the base",
        )
    values: dict[str, Any] = name_values(
        "excitationTrajectory: Limits",
        (),
        {} if is_empty(given) else dict(given),
        {"Position": None, "Velocity": None, "Acceleration": None},
    )
    if is_empty(values["Position"]):
        position = np.stack([np.asarray(j.PositionLimits, float) for j in joints])
        for row, joint in zip(position, joints, strict=True):
            if not np.isfinite(row).all() and joint.Type == "revolute":
                home = float(np.squeeze(joint.HomePosition))
                row[:] = np.where(np.isfinite(row), row, [home - math.pi, home + math.pi])
    else:
        position = _shaped(values["Position"], "Position", (n, 2))
    rates = [
        np.full(n, np.inf) if is_empty(values[k]) else _shaped(values[k], k, (n,)) for k in ("Velocity", "Acceleration")
    ]
    low, high = position.T
    for k, name in enumerate(names):
        if not (np.isfinite(position[k]).all() and low[k] < high[k] and all(r[k] > 0 for r in rates)):
            _wrong(
                "WrongLimits",
                f"the limits of joint '{name}' leave no motion",
                "finite positions [low, high] with low < high, and rates above 0",
                f"Position {position[k].tolist()}, Velocity {rates[0][k]}, Acceleration {rates[1][k]}",
                'Limits={"Position": [[low, high], ...], "Velocity": [...]}; PositionLimits where it has no Position',
            )
    return (low + high) / 2, (high - low) / 2, rates[0], rates[1]


def _shaped(value: Any, name: str, shape: tuple[int, ...]) -> Array:
    array = numbers(value, f"excitationTrajectory: Limits: {name}")
    if name != "Position":
        array = array.reshape(-1) if array.size == shape[0] else array
    try:
        return np.broadcast_to(array, shape).copy()
    except ValueError:
        wanted = f"({', '.join(map(str, shape))})"
        _wrong("WrongLimits", f"{name} of Limits has the wrong size", wanted, f"shape {array.shape}", "A row per joint")
        raise


def _positive(options: dict[str, Any], name: str) -> float:
    value = numbers(options[name], f"excitationTrajectory: {name}")
    whole = isinstance(_DEFAULTS[name], int)
    lowest = 2 if name == "Harmonics" else 1
    if value.size != 1 or not 0 < value.item() < math.inf or (whole and (value.item() % 1 or value.item() < lowest)):
        kind = f"a whole number from {lowest}" if whole else "a positive number"
        _wrong("WrongOption", f"{name} does not fit", kind, str(value.tolist()), f"The default is {_DEFAULTS[name]}")
    return float(value.item())


def _whole(value: Any, name: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < 0:
        _wrong("WrongOption", f"{name} does not fit", "a whole number from 0", repr(value), "The default is 0")
    return int(value)


def _wrong(what: str, fact: str, expected: str, got: str, hint: str) -> None:
    raise MatlabValueError(f"rst_compat:identification:{what}", f"excitationTrajectory: {fact}", expected, got, hint)
