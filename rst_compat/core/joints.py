"""Joint kinds: how a joint's coordinates move its child, and along which directions (RBDA section 4.4).

The pose of every one-freedom joint is an affine function of two numbers,

    T(q) = T0 + f1(q) T1 + f2(q) T2,

with (f1, f2) = (sin q, cos q) for a revolute joint (Rodrigues' formula) and (q, 1) for a prismatic one.  So the
transforms of all joints of a tree come out of one array expression.  A floating joint has its own function.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .arrays import Array, as_numbers
from .spatial import skew

#: kind -> (number of positions, number of velocities)
FREEDOMS = {"fixed": (0, 0), "revolute": (1, 1), "prismatic": (1, 1), "floating": (7, 6)}


class JointTerms(NamedTuple):
    """Pose terms (3, 4, 4) and motion transform terms (3, 6, 6) in (1, f1, f2), and the subspace S (6, nv)."""

    pose: Array
    motion: Array
    S: Array


def joint_terms(kind: str, axis: Array) -> JointTerms:
    """Terms of a joint of the given kind about or along a unit axis (3,) in the joint frame."""
    a = as_numbers(axis)
    pose = np.zeros((3, 4, 4), a.dtype)
    motion = np.zeros((3, 6, 6), a.dtype)
    pose[0] = np.eye(4)
    motion[0] = np.eye(6)
    none = np.zeros((6, 0))
    if kind == "revolute":
        K = skew(a[:, None])
        rotation = np.stack([np.eye(3) + K @ K, K, -(K @ K)])
        pose[:, :3, :3] = rotation
        motion[:, :3, :3] = motion[:, 3:, 3:] = rotation.mT
        return JointTerms(pose, motion, np.concatenate([a, 0 * a])[:, None])
    if kind == "prismatic":
        pose[1, :3, 3] = a
        motion[1, 3:, :3] = -skew(a[:, None])
        return JointTerms(pose, motion, np.concatenate([0 * a, a])[:, None])
    return JointTerms(pose, motion, np.eye(6) if kind == "floating" else none)


def floating_pose(q: Array) -> Array:
    """Pose (..., 4, 4) of a floating joint, q = [qw qx qy qz x y z]; the quaternion is normalised before use.

    Quaternion to rotation matrix: RBDA eq. 4.12, transposed (there the matrix maps parent to child coordinates).
    """
    quaternion = q[..., :4] / np.abs(q[..., :4]).max(-1, keepdims=True)  # keeps the squares in range
    w, x, y, z = np.moveaxis(quaternion / np.sqrt((quaternion * quaternion).sum(-1, keepdims=True)), -1, 0)
    one, zero = np.ones_like(w), np.zeros_like(w)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), q[..., 4]],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), q[..., 5]],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), q[..., 6]],
        [zero, zero, zero, one],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)
