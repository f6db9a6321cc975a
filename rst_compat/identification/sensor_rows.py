"""What sensors read, as rows that are linear in what is unknown: parameters, friction, constant errors of sensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..errors import MatlabValueError
from .compression import Compressed, Progress, compress
from .log_checks import check_progress
from .measured_rows import Rows
from .sensor_cuts import Cut

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .motion_data import MotionData

Array = NDArray[np.float64]

#: Singular values below this part of the largest are zero.  What the structure makes zero comes out near 1e-15, what a
#: motion of a robot excites above 1e-5.
RANK_TOLERANCE = 1e-9


@dataclass(frozen=True, eq=False)
class SensorRows:
    """How samples become rows: the channels of all cuts below each other, p columns.

    Attributes
    ----------
    robot : rigidBodyTree
    cuts : sequence of Cut
    width : int
        p; the columns of the regressor come first, those of constant errors last.
    columns : array of int
        Of the regressor, those that are unknown.
    drives : dict
        Options of ``inverseDynamicsRegressor`` that choose friction.
    known : (10 NumBodies,) array or None
        Parameters whose part is taken off the readings.
    """

    robot: rigidBodyTree
    cuts: Sequence[Cut]
    width: int
    columns: NDArray[np.intp]
    drives: Mapping[str, Any] = field(default_factory=dict)
    known: Array | None = None

    @property
    def row_bytes(self) -> int:
        """Of the rows of a sample."""
        return 8 * (self.width + 1) * sum(cut.channels for cut in self.cuts)

    def rows(self, data: MotionData) -> Rows:
        """The rows of some samples, those with NaN or Inf in them marked."""
        motion = tuple(
            np.asarray(x, dtype=float) for x in (data.JointPosition, data.JointVelocity, data.JointAcceleration)
        )
        W = np.zeros((len(motion[0]), sum(cut.channels for cut in self.cuts), self.width))
        w = np.zeros(W.shape[:-1])
        torque = any(cut.kind == "torque" for cut in self.cuts)
        Y = batch.inverseDynamicsRegressor(self.robot, *motion, workers=1, **self.drives) if torque else None
        at = 0
        for cut in self.cuts:
            part = slice(at, at + cut.channels)
            at += cut.channels
            if Y is not None and cut.kind == "torque":
                block = Y[:, [cut.joint]]
            else:
                where = self.robot.BaseName if cut.kind == "base" else cut.body
                pose = data.SensorPose.get(where)
                block = batch.wrenchRegressor(self.robot, *motion, Cut=where, SensorPose=pose, workers=1)
            w[:, part] = readings(data, cut)
            if self.known is not None:
                w[:, part] -= block[..., : len(self.known)] @ self.known
            seen = self.columns < block.shape[-1]
            W[:, part, : len(self.columns)][..., seen] = block[..., self.columns[seen]]
            if cut.bias is not None:
                W[:, np.arange(part.start, part.stop), cut.bias] = 1
        keep = np.isfinite(W).all(axis=-1) & np.isfinite(w)
        return Rows(np.where(keep[..., None], W, 0.0), np.where(keep, w, 0.0), keep)


def readings(data: MotionData, cut: Cut) -> Array:
    """What was read (T, channels) at a cut, by a wrench sensor in its own axes about its own origin."""
    if cut.kind == "torque":
        return np.asarray(data.JointTorque, dtype=float)[:, [cut.joint]]
    return np.asarray(data.BaseWrench if cut.kind == "base" else data.Wrench[cut.body], dtype=float)


def compressed(function: str, rows: SensorRows, data: MotionData, progress: Progress = None) -> Compressed:
    """The triangles of all channels over a log; a cut without any reading is refused."""
    log = compress(cast(Any, rows), data, progress=check_progress(function, progress))[
        0
    ]  # rows and row_bytes are what it asks for
    at = 0
    for cut in rows.cuts:
        if not log.count[at : at + cut.channels].any():
            raise MatlabValueError(
                "rst_compat:identification:NoSamples",
                f"{function}: no sample has both the motion and the {cut.kind} reading at '{cut.body}'",
                "samples without NaN",
                "none",
                "Samples with NaN are left out",
            )
        at += cut.channels
    return log
