"""The linear system of a log: rows W of a regressor in its base parameters, and what was measured, w."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..errors import MatlabValueError
from ..matlab.compile import compiled
from .differentiate import differentiate
from .log_checks import check_motion
from .motion_data import MotionData

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]


#: Numbers from here on are no measurements, and their squares overflow.
_HUGE = 1e100
#: Samples that differentiate asks for.
_LEAST = 8


class Rows(NamedTuple):
    """B samples of r channels: ``W`` (B, r, b), ``w`` (B, r), and which of them count, ``keep`` (B, r)."""

    W: Array
    w: Array
    keep: NDArray[np.bool_]

    def residuals(self, x: Array) -> Array:
        """What W x leaves of w, zero where it does not count."""
        left: Array = np.where(self.keep, self.w - self.W @ x, 0.0)
        return left


@dataclass(frozen=True)
class System:
    """How samples become rows.

    Attributes
    ----------
    robot : rigidBodyTree
        Its geometry and its gravity; its masses do not matter.
    index : (b,) array of int
        The columns of the regressor that are kept.
    sensors : tuple of str
        "torque", "base", and names of bodies whose wrench was measured.
    columns : int
        Of the whole regressor.
    options : dict
        Those of ``inverseDynamicsRegressor`` for columns beside those of the inertia.
    dead_zone : float
        Speed in rad/s or m/s below which the torque of a joint does not count, since dry friction is not known there.
    held : dict of float
        Joints, by number, that stood still where they were.
    """

    robot: rigidBodyTree
    index: NDArray[np.intp]
    sensors: tuple[str, ...]
    columns: int
    options: dict[str, Any] = field(default_factory=dict)
    dead_zone: float = 0.0
    held: dict[int, float] = field(default_factory=dict)

    def everything(self) -> System:
        """The same with all columns and all motion."""
        return replace(self, index=np.arange(self.columns), held={})

    @property
    def row_bytes(self) -> int:
        """Of the regressor of one sample."""
        n = compiled(self.robot).model.nv
        return 8 * self.columns * sum(n if sensor == "torque" else 6 for sensor in self.sensors)

    def channels(self) -> tuple[str, ...]:
        """Names of the rows of a sample."""
        joints = compiled(self.robot).moving
        return tuple(
            name
            for s in self.sensors
            for name in (joints if s == "torque" else (f"{s}.{axis}" for axis in ("nx", "ny", "nz", "fx", "fy", "fz")))
        )

    def regressor(self, data: MotionData) -> Array:
        """The kept columns (B, r, b) of the regressor."""
        motion = [np.array(a, np.float64) for a in (data.JointPosition, data.JointVelocity, data.JointAcceleration)]
        for joint, position in self.held.items():
            motion[0][:, joint], motion[1][:, joint], motion[2][:, joint] = position, 0, 0
        blocks = []
        for sensor in self.sensors:
            if sensor == "torque":
                blocks.append(batch.inverseDynamicsRegressor(self.robot, *motion, workers=1, **self.options))
            else:
                cut = self.robot.BaseName if sensor == "base" else sensor  # a body may be called "base"
                Y = batch.wrenchRegressor(self.robot, *motion, Cut=cut, workers=1)
                blocks.append(np.concatenate([Y, np.zeros((*Y.shape[:-1], self.columns - Y.shape[-1]))], axis=-1))
        whole = blocks[0] if len(blocks) == 1 else np.concatenate(blocks, axis=1)
        return whole if len(self.index) == self.columns else whole[..., self.index]

    def rows(self, data: MotionData) -> Rows:
        """The rows of some samples; those with NaN or Inf in them, and those in the dead zone, are zero."""
        W = self.regressor(data)
        measured, moves = [], []
        for sensor in self.sensors:
            if sensor == "torque":
                measured.append(np.asarray(data.JointTorque, np.float64))
                moves.append(np.abs(np.asarray(data.JointVelocity)) >= self.dead_zone)
            else:
                wrench = data.BaseWrench if sensor == "base" else data.bodyWrench(sensor)
                measured.append(np.asarray(wrench, np.float64))
                moves.append(np.ones(measured[-1].shape, bool))
        w = np.concatenate(measured, axis=1)
        keep = np.concatenate(moves, axis=1) & (np.abs(w) < _HUGE) & (np.abs(W) < _HUGE).all(-1)
        if not keep.all():
            W, w = np.where(keep[..., None], W, 0.0), np.where(keep, w, 0.0)
        return Rows(W, w, keep)


def prepared(
    function: str, robot: rigidBodyTree, data: MotionData, sensors: tuple[str, ...]
) -> tuple[MotionData, str | None]:
    """A log with velocities and accelerations, found by :func:`differentiate` where it has none, and how.

    Samples whose positions or times are missing, or whose time was there before, are left out then. What was measured
    stays as it is: the fit averages its noise, and a filter would round the steps of dry friction, which the regressor
    has.
    """
    check_motion(function, robot, data)
    missing = [s for s in sensors if (data.JointTorque if s == "torque" else _wrench(data, s)) is None]
    if missing:
        raise MatlabValueError(
            "rst_compat:identification:MissingSensor",
            f"{function}: the log has no {'JointTorque' if missing[0] == 'torque' else f'wrench of {missing[0]!r}'}",
            "what Sensors names",
            repr(data).partition("given: ")[2],
            "Sensors names what is to be used of a log; by default it is all that is there",
        )
    if data.JointVelocity is not None and data.JointAcceleration is not None:
        return data, None
    if data.Time is None:
        raise MatlabValueError(
            "rst_compat:identification:MissingMotion",
            f"{function}: the log has no velocities or accelerations, and no Time to find them by",
            "JointVelocity and JointAcceleration, or Time",
            repr(data).partition("given: ")[2],
            "MotionData(JointVelocity=..., JointAcceleration=...); zeros where the robot stood still",
        )
    position = np.asarray(data.JointPosition)
    good = np.isfinite(position).all(1) & (np.diff(data.Time, prepend=-np.inf) > 0)
    if good.sum() < _LEAST:
        raise MatlabValueError(
            "rst_compat:identification:NoSamples",
            f"{function}: the log is too short to find velocities and accelerations",
            f"{_LEAST} samples with a time of their own and positions of all joints",
            f"{good.sum()} of {len(data)}",
            "A joint whose positions are missing throughout makes all samples useless",
        )
    found = differentiate(data.Time[good], position[good])

    def of_valid(rows: Any) -> Any:
        return None if rows is None else np.where(found.Valid[:, None], np.asarray(rows)[good], np.nan)

    log = MotionData(
        found.Time,
        found.JointPosition,
        found.JointVelocity,
        found.JointAcceleration,
        of_valid(data.JointTorque),
        Wrench={body: of_valid(rows) for body, rows in data.Wrench.items()},
        BaseWrench=of_valid(data.BaseWrench),
        SensorPose=data.SensorPose,
    )
    return log, found.Method


def _wrench(data: MotionData, sensor: str) -> Any:
    return data.BaseWrench if sensor == "base" else data.Wrench.get(sensor)
