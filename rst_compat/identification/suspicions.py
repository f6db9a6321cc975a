"""What in a log looks like a mistake of units, signs, order or wiring: nothing that a fit could notice by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..matlab.compile import compiled
from ..matlab.dask_arrays import is_one
from .compression import Compressed
from .identification_problem import Problem
from .identification_result import Identification
from .motion_data import MotionData

Array = NDArray[np.float64]

#: Samples at the beginning of a log that are looked at one by one.
_SHORT = 20_000
#: A joint that turns further than twice around is rare; one in degrees does with a fifth of a radian.
_TURNS = 4 * np.pi
#: rad/s or m/s: no motion whose inertial forces count is as slow.
_SLOW = 0.02
#: Readings this many times those of the model, or less than one over it, are in other units.
_UNITS = 20
#: Correlation of readings with those of the model from which their ratio means something.
_ALIKE = 0.5
#: Correlation of positions with the integral of velocities, and how far their ratio may be off 1.
_SAME, _RATE = 0.9, 1.2
#: Deviation of positions (rad or m) below which a joint does not move enough to compare, and samples that are enough.
_STEADY, _STRETCH = 0.01, 50
#: Part of the readings without an explanation that is too much where it is no noise.
_UNEXPLAINED, _NO_NOISE = 0.4, 0.5
#: Standard deviation over that of the middle half, above which there are spikes: Laplace's distribution has 1.4.
_SPIKES = 2.0


@dataclass(frozen=True, eq=False)
class Beginning:
    """The first samples of a log, their residuals (T, r), and which of them count."""

    data: MotionData
    measured: Array
    residuals: Array
    keep: NDArray[np.bool_]

    @classmethod
    def of(cls, task: Problem, x: Array) -> Beginning:
        """Of a log with a fit x."""
        part = task.data[:_SHORT]
        if any(is_one(rows) for rows in vars(part).values()):
            part = computed(part)
        whole = task.system.rows(part)
        rows = task.in_unknowns(whole)
        return cls(part, np.where(rows.keep, whole.w, np.nan), rows.residuals(x), rows.keep)

    @property
    def correlation(self) -> Array:
        """Correlation (r,) of residuals of successive samples."""
        r = self.residuals
        square = (r**2).sum(0)
        return np.where(square > 0, (r[1:] * r[:-1]).sum(0) / np.where(square > 0, square, 1), 0.0)

    def spikes(self) -> Iterator[int]:
        """Channels whose residuals are small but for a few."""
        for j, counts in enumerate(self.keep.T):
            r = self.residuals[counts, j]
            if len(r) > 20 and np.std(r) > _SPIKES * 1.4826 * np.median(np.abs(r - np.median(r))) > 0:
                yield j

    def constant(self) -> Iterator[tuple[int, float]]:
        """Channels that read the same all the time, and what."""
        for j, counts in enumerate(self.keep.T):
            w = self.measured[counts, j]
            if len(w) > 20 and not np.ptp(w):
                yield j, float(w[0]) + 0.0  # no -0


def suspicions(
    task: Problem, rows: Compressed, result: Identification, log: Beginning, *, robust: bool
) -> Iterator[str]:
    """What to look at before anything else."""
    names = result.Channels
    moves = len(task.still) < log.data.NumJoints
    if moves:
        for j, value in log.constant():
            yield f"{names[j]} reads {value:.3g} all the time: where its sensor is dead, put NaN in its place"
    yield from _motion(task, log.data)
    yield from _against_the_model(task, rows)
    with np.errstate(invalid="ignore"):
        odd = (result.NRMSE > _UNEXPLAINED) & (result.ResidualCorrelation > _NO_NOISE) & np.isfinite(result.NRMSE)
    if odd.any():
        wrench = odd[log.data.NumJoints * ("torque" in task.system.sensors) :].any()
        worst = [f"{names[j]} {result.NRMSE[j]:.0%}" for j in np.flatnonzero(odd)]
        yield (
            f"No parameters give what was measured (error {few(worst)}), and that is no noise: degrees, another order "
            "or sign of joints, a shifted clock, Gravity, friction that was not asked for"
            + (
                ", or a constant error of a wrench sensor, as SensorBias of identifyTipToBase finds it"
                if wrench
                else ""
            )
        )
    yield from negative_friction(result)
    spiky = [names[j] for j in log.spikes() if not odd[j]]
    if spiky and not robust:
        yield f"Residuals of {few(spiky)} have spikes, which spoil a fit of squares: Robust=True"


def _motion(task: Problem, data: MotionData) -> Iterator[str]:
    kinds = [b.Joint.Type for b in task.system.robot.Bodies if b.Joint.Type != "fixed"]
    turning = np.array([kind == "revolute" for kind in kinds], dtype=bool)
    q, qd = (np.where(np.isfinite(x), x, 0.0) for x in (data.JointPosition, data.JointVelocity))
    if len(q) and (span := np.ptp(q, axis=0)[turning].max(initial=0)) > _TURNS:
        yield f"A joint turns by {span:.3g} rad: are the positions in degrees?"
    if task.derivatives is None:
        yield from _rates(task, data, turning)
    fastest = float(np.abs(qd).max(initial=0))
    if len(task.still) < len(kinds) and 0 < fastest < _SLOW:
        yield f"No joint is faster than {fastest:.2g} per second, which hardly shows inertia: is Time in seconds?"


def _rates(task: Problem, data: MotionData, turning: NDArray[np.bool_]) -> Iterator[str]:
    """Whether positions are the integrals of the velocities, which noise hardly touches, but for a straight line."""
    if data.Time is None or data.JointVelocity is None:
        return
    joints = compiled(task.system.robot).moving
    t, q, qd = (np.asarray(x, dtype=float) for x in (data.Time, data.JointPosition, data.JointVelocity))
    stretch = _longest(np.isfinite(t) & np.isfinite(q).all(1) & np.isfinite(qd).all(1), t)
    if stretch is None:
        return
    t, q, qd = t[stretch], q[stretch], qd[stretch]
    moved = np.where(turning, np.unwrap(q, axis=0), q)
    turned = np.vstack([np.zeros(q.shape[1]), np.cumsum((qd[1:] + qd[:-1]) / 2 * np.diff(t)[:, None], axis=0)])
    line = np.stack([np.ones_like(t), t - t.mean()], axis=1)
    p, r = (x - line @ np.linalg.lstsq(line, x, rcond=None)[0] for x in (moved, turned))
    for name, a, b in zip(joints, p.T, r.T, strict=True):
        if (sizes := np.linalg.norm(a) * np.linalg.norm(b)) == 0 or a.std() < _STEADY:
            continue
        alike, factor = float(a @ b / sizes), float(np.linalg.norm(b) / np.linalg.norm(a))
        if alike < -_SAME:
            yield f"JointVelocity of {name} has the opposite sign of the rate of its positions"
        elif alike < _SAME:
            yield f"JointVelocity of {name} is not the rate of its positions: another order of joints, a shifted clock?"
        elif not 1 / _RATE < factor < _RATE:
            what = f"JointVelocity of {name} is {factor:.3g} times the rate of its positions"
            yield f"{what}: in degrees, or Time not in seconds?"


def _longest(good: NDArray[np.bool_], time: Array) -> slice | None:
    """The longest stretch of samples that count, with no gap in time."""
    if np.count_nonzero(good) < _STRETCH:
        return None
    steps = np.diff(time)
    usual = np.median(steps[np.isfinite(steps)])
    with np.errstate(invalid="ignore"):
        on = good[1:] & good[:-1] & (steps > 0) & (steps < 3 * usual)
    ends = np.flatnonzero(np.diff(np.concatenate([[False], on, [False]])))
    first, last = max(zip(ends[::2], ends[1::2], strict=True), key=lambda e: e[1] - e[0], default=(0, 0))
    return slice(int(first), int(last) + 1) if last - first >= _STRETCH else None


def negative_friction(result: Identification) -> Iterator[str]:
    """Friction that drives its joint, which no friction does."""
    bound = np.where(np.isfinite(result.Std), 3 * result.Std, np.inf)
    names = [
        name.rpartition(".")[0]
        for name, value, error in zip(result.Names, result.Parameters, bound, strict=True)
        if name.endswith((".Bm", ".Tc")) and value < -error
    ]
    if names:
        yield (
            f"Friction of {few(list(dict.fromkeys(names)))} came out negative, and would drive the joint: has "
            "JointVelocity, or the torque, the wrong sign?"
        )


def _against_the_model(task: Problem, rows: Compressed) -> Iterator[str]:
    """Whether readings are about those that the prior gives, times a factor."""
    at = 0
    for sensor in task.system.sensors:
        count = task.data.NumJoints if sensor == "torque" else 6
        R = rows.R[at : at + count]
        predicted, w = R[..., :-1] @ (task.base.K @ task.model), R[..., -1]
        at += count
        if not (sizes := np.linalg.norm(predicted) * np.linalg.norm(w)):
            continue
        alike, factor = (predicted * w).sum() / sizes, np.linalg.norm(w) / np.linalg.norm(predicted)
        what = "Torques" if sensor == "torque" else f"Wrenches of {sensor}"
        if alike < -_ALIKE:
            yield f"{what} have the opposite sign of those of the model: is what the robot exerts taken for its load?"
        if abs(alike) > _ALIKE and not 1 / _UNITS < factor < _UNITS:
            yield f"{what} are {factor:.2g} times those of the model: are they in N m and N?"


def few(names: list[str]) -> str:
    """The first of some names."""
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def computed(data: Any) -> Any:
    """A log of Dask arrays as one of NumPy's."""
    from dask.base import compute  # noqa: PLC0415 - an extra

    part = object.__new__(type(data))
    vars(part).update(compute(vars(data))[0])  # type: ignore[no-untyped-call]
    return part
