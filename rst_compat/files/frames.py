"""Poses by position and roll, pitch and yaw, as URDF and SDF write them, and inertias from one frame to another."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .spec import Matrix, Vector, as_vector

ZERO: Vector = (0.0, 0.0, 0.0)


def pose(xyz: Sequence[float], rpy: Sequence[float]) -> Matrix:
    """The transform ``[Rz(yaw) Ry(pitch) Rx(roll), xyz; 0 0 0 1]``.

    Parameters
    ----------
    xyz, rpy : 3 floats
        Position [m]; roll, pitch, yaw [rad] about the fixed axes x, y, z, in this order.

    Examples
    --------
    >>> pose((1, 2, 3), (0, 0, 0))[0]
    (1.0, 0.0, 0.0, 1.0)
    """
    (sr, sp, sy), (cr, cp, cy) = (tuple(f(angle) for angle in rpy) for f in (math.sin, math.cos))
    x, y, z = (float(v) for v in xyz)
    return (
        (cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, x),
        (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, y),
        (0.0 - sp, cp * sr, cp * cr, z),
        (0.0, 0.0, 0.0, 1.0),
    )


def quaternion_rotation(w: float, x: float, y: float, z: float) -> NDArray[np.float64]:
    """The rotation matrix (3, 3) of a quaternion, which need not be of unit length.

    Examples
    --------
    >>> quaternion_rotation(0, 0, 0, 2).tolist()
    [[-1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]]
    """
    w, x, y, z = np.array([w, x, y, z]) / math.hypot(w, x, y, z)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + 2 * (w * cross + cross @ cross))


def roll_pitch_yaw(rotation: ArrayLike) -> Vector:
    """The angles of a rotation matrix (or of the upper left corner of a transform), to rounding for every matrix.

    Where the pitch is +-pi/2 only yaw - roll, or yaw + roll, is determined, and near to it yaw alone is inexact. So
    roll is not read from R but from ``Rz(-yaw) R``, in which the error of yaw is made good.

    Examples
    --------
    >>> roll_pitch_yaw(pose((0, 0, 0), (0.1, 0.2, 0.3)))[2].__round__(12)
    0.3
    """
    R = np.asarray(rotation, dtype=float)
    yaw = math.atan2(R[1, 0], R[0, 0])
    c, s = math.cos(yaw), math.sin(yaw)
    pitch = math.atan2(-R[2, 0], c * R[0, 0] + s * R[1, 0])
    roll = math.atan2(s * R[0, 2] - c * R[1, 2], c * R[1, 1] - s * R[0, 1])
    return roll, pitch, yaw


def inertia_about_body(mass: float, com: Sequence[float], rpy: Sequence[float], inertia_com: Sequence[float]) -> Vector:
    """The inertia that ``rigidBody.Inertia`` means, from the one that URDF and SDF write.

    Rotated from the inertial frame into body axes, ``R I R'``, then moved from the centre of mass to the origin of
    the body frame by the parallel-axis theorem (RBDA eq. 2.63).

    Parameters
    ----------
    mass : float
        [kg]
    com : 3 floats
        Centre of mass in the body frame [m].
    rpy : 3 floats
        Roll, pitch, yaw of the inertial frame in the body frame [rad].
    inertia_com : 6 floats
        ``(Ixx Iyy Izz Iyz Ixz Ixy)`` about the centre of mass, in axes of the inertial frame [kg m^2].

    Returns
    -------
    6 floats
        ``(Ixx Iyy Izz Iyz Ixz Ixy)`` about the origin of the body frame, in body axes; not finite on overflow.

    Examples
    --------
    >>> inertia_about_body(2, (0.5, 0, 0), (0, 0, 0), (0.01, 0.02, 0.03, 0, 0, 0))
    (0.01, 0.52, 0.53, 0.0, 0.0, 0.0)
    """
    R = np.array(pose(ZERO, rpy))[:3, :3]
    with np.errstate(all="ignore"):
        return _six(R @ _matrix(inertia_com) @ R.T + parallel_axis(mass, com))


def inertia_about_com(mass: float, com: Sequence[float], inertia: Sequence[float]) -> Vector:
    """The inverse for an inertial frame in body axes: 6 floats about the body frame to 6 about the centre of mass."""
    with np.errstate(all="ignore"):
        return _six(_matrix(inertia) - parallel_axis(mass, com))


def parallel_axis(mass: float, com: Sequence[float]) -> NDArray[np.float64]:
    """The inertia (3, 3) about the origin of a point mass at ``com``: ``m (c'c 1 - c c')``."""
    c = np.array(com, dtype=float)
    return np.asarray(mass * (c @ c * np.eye(3) - np.outer(c, c)))


def _matrix(six: Sequence[float]) -> NDArray[np.float64]:
    xx, yy, zz, yz, xz, xy = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], dtype=float)


def _six(matrix: NDArray[np.float64]) -> Vector:
    I = (matrix + matrix.T) / 2
    return as_vector((I[0, 0], I[1, 1], I[2, 2], I[1, 2], I[0, 2], I[0, 1]))
