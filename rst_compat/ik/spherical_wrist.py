"""All solutions of the inverse kinematics of six revolute joints, three consecutive ones with a common point.

Sources: D. L. Pieper, *The Kinematics of Manipulators under Computer Control* (1968); the product of exponentials of
Murray, Li and Sastry, *A Mathematical Introduction to Robotic Manipulation*, section 3.3; for the decomposition into
subproblems A. J. Elias and J. T. Wen, "IK-Geo" (arXiv 2211.05737).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .. import core
from .subproblems import Array, cross, rotations, three_turns, wrist_turns

#: Distance of three axes from a common point, over the size of the arm, up to which they are a wrist: robot files
#: write right angles with five digits or so.  The refinement makes the solutions exact.
_COMMON_POINT = 1e-5
#: Pose error (rad, and lengths over the size of the arm) of a solution, and above which it is refined.  Rounding
#: leaves 1e-15; a target out of reach by less than the first counts as reached.
_SOLVED, _EXACT = 1e-10, 1e-14
#: Sine below which a wrist is straight, for which FREE and the rounding of angles have made room.
_STRAIGHT = 1e-11
_TURN = 2 * np.pi
#: Angles closer than this are the same: double solutions come out sqrt(eps) apart.
_SAME = 1e-6


@dataclass(frozen=True, eq=False)
class WristArm:
    """Six revolute joints with a spherical wrist; see :func:`wrist_arm`.

    Attributes
    ----------
    axes, points : (6, 3) arrays
        Unit axis of each joint and a point on it, in base axes, at joint angles zero; lengths over ``size``.
    rest : (4, 4) array
        Pose of the end effector at joint angles zero.
    wrist : int
        Number of joints before the wrist, 0 to 3.
    centre : (3,) array
        The common point of the axes of the wrist.
    size : float
        Size of the arm, m.
    """

    axes: Array
    points: Array
    rest: Array
    wrist: int
    centre: Array
    size: float

    @property
    def outer(self) -> list[int]:
        """The other joints: those before the wrist from it to the base, then those after it from the end to it."""
        return [*range(self.wrist)][::-1] + [*range(self.wrist + 3, 6)][::-1]


def wrist_arm(axes: Array, points: Array, rest: Array) -> WristArm | None:
    """The arm of six revolute joints, or None where no three consecutive axes meet or the arm loses a freedom.

    Parameters
    ----------
    axes, points : (6, 3) arrays
        Axis of each joint, of any length, and a point on it, in base axes, at joint angles zero; m.
    rest : (4, 4) array
        Pose of the end effector in the base at joint angles zero.
    """
    axes = axes / np.linalg.norm(axes, axis=1, keepdims=True)
    size = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    if size == 0:
        return None
    for wrist in (3, 0, 2, 1):  # at the end, as in most arms, where there are several
        centre, misfit = _common_point(axes[wrist : wrist + 3], points[wrist : wrist + 3])
        if misfit > _COMMON_POINT * size:
            continue
        arm = WristArm(axes, points / size, rest, wrist, centre / size, size)
        if _all_freedoms(arm):
            return arm
    return None


def solve(arm: WristArm, target: Array, reference: Array) -> Array:
    """Every set of joint angles that brings the end effector to a pose.

    Parameters
    ----------
    arm : WristArm
    target : (4, 4) array
        Wanted pose in the base; m. Its rotation part may carry rounding errors: the nearest rotation is meant.
    reference : (6,) array
        Taken for angles that are free: of the first axis of a straight wrist, of an axis through the wrist's centre.

    Returns
    -------
    (m, 6) array
        Angles in (-pi, pi], rad; empty where the pose is out of reach. Those with a middle angle of the wrist of zero
        or more come first; each half is sorted by the first angle that differs.
    """
    goal = _nearest_pose(target) @ core.invert_pose(arm.rest)
    goal[:3, 3] /= arm.size
    q = _candidates(arm, goal, reference)
    q, error = _refined(arm, goal, q)
    q = _distinct(np.pi - (np.pi - q[error < _SOLVED]) % _TURN)
    order = np.lexsort([*np.round(q.T[::-1], 6), q[:, arm.wrist + 1] < -_SAME])
    return q[order]


def within(arm: WristArm, q: Array, reference: Array, lower: Array, upper: Array) -> Array:
    """Those of the solutions (m, 6) that lie within limits, each angle as the multiple nearest to a reference.

    The first and the last joint of a straight wrist turn about one axis. Where one of them breaks a limit, the other
    takes as much of its turn as is needed.
    """
    q = q + _TURN * np.round((reference - q) / _TURN)
    q = q + _TURN * (np.maximum(np.ceil((lower - q) / _TURN), 0) - np.maximum(np.ceil((q - upper) / _TURN), 0))
    for i in np.flatnonzero(((q < lower) | (upper < q)).any(1)):
        _share(arm, q[i], lower, upper)
    return q[((lower <= q) & (q <= upper)).all(1)]


def _share(arm: WristArm, q: Array, lower: Array, upper: Array) -> None:
    """Share the turn of a straight wrist between its first joint and its last so that both keep their limits."""
    first, last = arm.wrist, arm.wrist + 2
    a, b, c = arm.axes[first : last + 1]
    c = rotations(b, q[first + 1]) @ c
    if np.abs(cross(a, c)).max() > _STRAIGHT:
        return
    # A turn by x more about the first axis is one by x less, or more, about the last; some whole turns are free.
    sign = np.sign(a @ c)
    ends = np.sort(sign * (q[last] - np.array([lower[last], upper[last]])))
    for turns in (0, _TURN, -_TURN):
        low = max(lower[first] - q[first], ends[0] + turns)
        high = min(upper[first] - q[first], ends[1] + turns)
        if low <= high:
            x = min(max(0.0, low), high)
            q[first] += x
            q[last] -= sign * (x - turns)
            return


def _candidates(arm: WristArm, goal: Array, reference: Array) -> Array:
    """Joint angles (n, 6) among which the solutions are, to about half of their digits.

    ``E1 ... E6 = goal`` with the exponential of each joint; those of the wrist leave its centre c where it is. With the
    wrist alone on one side and the goal moved to the right of the others,

        inv(Ek) ... inv(E1) inv(E6') ... inv(Em') goal c = c,

    where E' is the exponential of an axis moved by the goal: three turns take the point ``goal c`` to c.
    """
    outer, wrist = arm.outer, slice(arm.wrist, arm.wrist + 3)
    R, p = goal[:3, :3], goal[:3, 3]
    w, o = arm.axes.copy(), arm.points.copy()
    w[wrist.stop :] = w[wrist.stop :] @ R.T
    o[wrist.stop :] = o[wrist.stop :] @ R.T + p
    turns = three_turns(-w[outer], o[outer], R @ arm.centre + p, arm.centre, reference[outer])

    q = np.zeros((len(turns), 6))
    q[:, outer] = turns
    back = rotations(-arm.axes, q)
    W = np.tile(R, (len(q), 1, 1))
    for k in range(wrist.start):
        W = back[:, k] @ W
    for k in reversed(range(wrist.stop, 6)):
        W = W @ back[:, k]
    q = np.tile(q, (2, 1))
    q[:, wrist] = wrist_turns(arm.axes[wrist], W, reference[arm.wrist])
    return q


def _exponentials(arm: WristArm, q: Array) -> tuple[Array, Array, Array]:
    """Product of the exponentials (n, 4, 4), and the joint axes and points on them (n, 6, 3) after the motion."""
    E = np.zeros((*q.shape, 4, 4))
    E[..., 3, 3] = 1
    E[..., :3, :3] = R = rotations(arm.axes, q)
    E[..., :3, 3] = arm.points - (R @ arm.points[..., None])[..., 0]
    T = np.empty((len(q), 7, 4, 4))
    T[:, 0] = np.eye(4)
    for k in range(6):
        T[:, k + 1] = T[:, k] @ E[:, k]
    w = (T[:, :6, :3, :3] @ arm.axes[..., None])[..., 0]
    o = (T[:, :6, :3, :3] @ arm.points[..., None])[..., 0] + T[:, :6, :3, 3]
    return T[:, 6], w, o


def _state(arm: WristArm, goal: Array, q: Array) -> tuple[Array, Array, Array]:
    """Spatial Jacobian (n, 6, 6) with columns ``[w; o x w]``, twist to the goal (n, 6) and its size (n,)."""
    T, w, o = _exponentials(arm, q)
    return np.concatenate([w, cross(o, w)], axis=-1).mT, *_twist(goal, T)


def _refined(arm: WristArm, goal: Array, q: Array) -> tuple[Array, Array]:
    """Newton's method on the pose, damped where the arm is singular; angles (n, 6) and their pose errors (n,)."""
    J, twist, error = _state(arm, goal, q)
    for _ in range(20):  # near a double solution a step halves the distance
        if not (error > _EXACT).any():
            break
        # Directions with singular values below 1e-7 are damped: near a double solution their steps would be wild.
        step = J.mT @ np.linalg.solve(J @ J.mT + 1e-14 * np.eye(6), twist[..., None])
        trial = q + step[..., 0]
        new_J, new_twist, new_error = _state(arm, goal, trial)
        better = new_error < error
        if not better.any():
            break
        q[better], J[better], twist[better] = trial[better], new_J[better], new_twist[better]
        error[better] = new_error[better]
    return q, error


def _twist(goal: Array, T: Array) -> tuple[Array, Array]:
    """The twist (n, 6) that takes poses T into the goal, to first order, and its size (n,)."""
    D = goal[:3, :3] @ T[:, :3, :3].mT
    phi = np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], axis=-1) / 2
    shift = goal[:3, 3] - T[:, :3, 3]
    error = np.maximum(np.abs(goal[:3, :3] - T[:, :3, :3]).max((-2, -1)), np.abs(shift).max(-1))
    return np.concatenate([phi, shift - cross(phi, T[:, :3, 3])], axis=-1), error


def _common_point(axes: Array, points: Array) -> tuple[Array, float]:
    """The point (3,) nearest to some lines, and its greatest distance from them."""
    across = np.eye(3) - axes[:, :, None] * axes[:, None, :]
    centre = np.linalg.lstsq(across.sum(0), (across @ points[..., None]).sum(0)[:, 0], rcond=None)[0]
    return centre, float(np.linalg.norm(across @ (points - centre)[..., None], axis=1).max())


def _all_freedoms(arm: WristArm) -> bool:
    """Whether there are configurations in which the end effector moves in all six directions."""
    q = np.array([0.3, -0.7, 1.1, 0.5, 0.9, -0.4]) * np.array([[1], [2], [3]])  # of no special position
    J, *_ = _state(arm, np.eye(4), q)
    return bool(np.linalg.svd(J, compute_uv=False)[:, -1].max() > 1e-4)


def _nearest_pose(T: Array) -> Array:
    """The pose with the rotation nearest to the upper left corner of T."""
    U, _, Vt = np.linalg.svd(T[:3, :3])
    pose = T.copy()
    pose[:3, :3] = U @ Vt
    return pose


def _distinct(q: Array) -> Array:
    """The rows that are no repetition of an earlier one, on the circle."""
    gaps = np.abs((q[:, None] - q + np.pi) % _TURN - np.pi).max(-1, initial=0)
    first: Array = q[~np.tril(gaps < _SAME, k=-1).any(1)]
    return first
