"""A chain of joints as the compiled engine wants it for inverse kinematics, and the rules of a search."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: The records of src/ik.h; a rotation stands there column by column.
JOINT = np.dtype(
    [("q", np.int32), ("slides", np.int32), ("R", np.float64, (3, 3)), ("p", np.float64, 3)]
    + [(name, np.float64) for name in ("lower", "upper", "start", "end")]
)
RULES = np.dtype(
    [(name, np.float64) for name in ("solution", "gradient", "step", "change", "bias", "time")]
    + [(name, np.int32) for name in ("algorithm", "iterations", "error_damping", "limits", "restarts", "unused")]
)
ALGORITHMS = ("bfgs_projection", "levenberg_marquardt")  # by their numbers
MOST_JOINTS = 32
_MOST_ITERATIONS = 2**31 - 1

# How far the matrices of a joint may be from those of a turn about z. A rotation that is typed with a few digits is
# farther off, and the engine, which multiplies by the turn, would be off as much.
ROUNDING = 1e-14


def chain_records(
    positions: NDArray[np.intp], terms: Array, turns: NDArray[np.bool_], end: Array, limits: tuple[Array, Array]
) -> tuple[bytes, bytes, bytes] | None:
    """Arguments of ``_native.Chain``; None for a chain that only NumPy can do.

    Parameters
    ----------
    positions : (n,) array of int
        Where the joint positions stand in the configuration of the robot.
    terms : (n, 3, 16) array
        Pose of each joint in the one before, in (1, sin q, cos q), or (1, q, 1) for a prismatic joint; the joint axis
        is z.
    turns : (n,) array of bool
        False for prismatic joints.
    end : (4, 4) array
        Pose of the body in the last joint.
    limits : two (nq,) arrays
        Lower and upper limits of all joints of the robot; infinite where there is none.
    """
    n = len(positions)
    parts = terms.reshape(n, 3, 4, 4)
    at_zero = parts[:, 0] + parts[:, 2]
    moved = np.where(turns[:, None, None], at_zero @ _QUARTER, at_zero @ _SLIDE)
    size = 1 + np.abs(terms).max(initial=0.0)
    whole = turns[:, None, None] * (at_zero @ _UPRIGHT)
    errors = (parts[:, 1] - moved, parts[:, 2] - whole, at_zero[:, 3] - _LAST)
    if not 0 < n <= MOST_JOINTS or not all(np.abs(e).max() <= ROUNDING * size for e in errors):
        return None
    bounds = np.array(limits, np.float64)
    lower, upper = bounds[:, positions]
    joints = np.zeros(n, JOINT)
    joints["q"], joints["slides"] = positions, ~turns
    joints["R"], joints["p"] = at_zero[:, :3, :3].mT, at_zero[:, :3, 3]
    joints["lower"], joints["upper"] = lower, upper
    joints["start"] = np.where(np.isfinite(lower), lower, np.minimum(upper, np.pi) - 2 * np.pi)
    joints["end"] = np.where(np.isfinite(upper), upper, joints["start"] + 2 * np.pi)
    return joints.tobytes(), np.concatenate([end[:3, :3].T.ravel(), end[:3, 3]]).tobytes(), bounds.tobytes()


_LAST = np.array([0.0, 0, 0, 1])
_UPRIGHT = np.diag([1.0, 1, 0, 0])
_QUARTER = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
_SLIDE = np.array([[0.0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]])


def search_rules(**values: Any) -> bytes:
    """The record of the rules of a search from the values of its fields; the algorithm by its name in rst_compat.ik."""
    record = np.zeros((), RULES)
    values["algorithm"] = ALGORITHMS.index(values["algorithm"])
    values["iterations"] = min(values["iterations"], _MOST_ITERATIONS)
    for name, value in values.items():
        record[name] = value
    return record.tobytes()
