"""Rotation sequences: matrices of three turns about coordinate axes, and the angles of a matrix."""

from __future__ import annotations

import numpy as np

from ..arguments import choice
from .angles import wrapToPi
from .stacks import Array

SEQUENCES = ("ZYX", "ZYZ", "ZXY", "ZXZ", "YXY", "YZX", "YXZ", "YZY", "XYX", "XYZ", "XZX", "XZY")

#: below this sine (cosine) of the middle angle the first and the last axis count as parallel
_LOCKED = 10 * np.finfo(float).eps
#: below this one, the last angle is taken from what the first two leave over: on its own it loses eps/sine
_NEARLY_LOCKED = 1e-3


def sequence_of(function: str, sequence: str) -> str:
    """A sequence in capitals."""
    return choice(sequence, SEQUENCES, f"{function}: sequence")


def elementary(axis: str, angle: Array) -> Array:
    """Rotation matrices (n, 3, 3) about an axis X, Y or Z."""
    i = "XYZ".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    R = np.zeros((len(angle), 3, 3))
    R[:, i, i] = 1.0
    R[:, j, j] = R[:, k, k] = np.cos(angle)
    R[:, k, j] = np.sin(angle)
    R[:, j, k] = -R[:, k, j]
    return R


def euler_matrix(angles: Array, sequence: str) -> Array:
    """Rotation matrices (n, 3, 3) R1(e1) R2(e2) R3(e3).  Not by SciPy's quaternions, which blur the zeros and ones."""
    first, second, third = (elementary(axis, angle) for axis, angle in zip(sequence, angles.T, strict=True))
    return first @ second @ third


def matrix_euler(R: Array, sequence: str, positive: bool = False) -> tuple[Array, Array]:
    """Euler angles and their alternative (Shoemake, Graphics Gems IV, 1994, chapter III.5).

    Shoemake's middle angle of a sequence like ZYZ has the sign of the parity of the axes, unless ``positive``.  SciPy's
    is always positive; and within 1e-7 of gimbal lock it is off by as much and sets the last angle to 0, not the first.
    """
    a, j, i = ("XYZ".index(axis) for axis in sequence)  # Shoemake names rotating axes from the last to the first
    k = 3 - i - j
    parity = 1.0 if j == (i + 1) % 3 else -1.0
    if a == i:
        s = parity if positive else 1.0
        lever = np.hypot(R[:, i, j], R[:, i, k])
        first = parity * np.arctan2(s * R[:, j, i], -s * R[:, k, i])
        middle = s * parity * np.arctan2(lever, R[:, i, i])
        last = parity * np.arctan2(s * R[:, i, j], s * R[:, i, k])
    else:
        lever = np.hypot(R[:, i, i], R[:, j, i])
        first = parity * np.arctan2(R[:, j, i], R[:, i, i])
        middle = parity * np.arctan2(-R[:, k, i], lever)
        last = parity * np.arctan2(R[:, k, j], R[:, k, k])
    first = np.where(lever <= _LOCKED, 0.0, first)
    rest = elementary(sequence[0], -first) @ R
    left_over = parity * np.arctan2(-rest[:, j, k], rest[:, j, j])
    last = np.where(lever < _NEARLY_LOCKED, left_over, last)
    alternative = wrapToPi(np.stack([first + np.pi, -middle if a == i else np.pi - middle, last + np.pi], axis=1))
    return np.stack([first, middle, last], axis=1), alternative
