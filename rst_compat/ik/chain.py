"""The joints that move some bodies, ready to be evaluated thousands of times: poses and geometric Jacobians.

Fixed bodies and joints that move none of the bodies are folded away when the chain is made.  Every joint has a frame
of its own whose z axis is the joint axis, so that an axis and a point on it are two columns of one matrix, and a
matrix of homogeneous coordinates has its first two rows once more below: then a cross product is four slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import core

Array = NDArray[np.float64]

_ROWS = [0, 1, 2, 0, 1]


@dataclass(frozen=True, eq=False)
class Body:
    """A body on the chain, or a frame on a body.

    Attributes
    ----------
    joint : int
        Number of the last joint that moves it, counted from 1; 0 for none.
    offset : (4, 4) array
        Pose of the body in the frame of that joint.
    moved_by : (n, 1) array of 0 and 1, or None
        The joints that move it; None for all.
    """

    joint: int
    offset: Array
    moved_by: Array | None


@dataclass(frozen=True, eq=False)
class Chain:
    """``n`` joints of one freedom each and the bodies they carry; see :func:`make_chain`.

    Attributes
    ----------
    positions : (n,) array of int
        Where the joint positions stand in the configuration of the whole tree.
    parents : tuple of int
        For each joint the one before it, counted from 1; 0 is the base.
    bodies : tuple of Body
    """

    positions: NDArray[np.intp]
    parents: tuple[int, ...]
    bodies: tuple[Body, ...]
    terms: Array  # (n, 3, 16): poses of the joint frames in the one before, in (1, f1, f2); see core/joints.py
    turns: NDArray[np.bool_]  # (n,)
    slides: Array | None  # (n, 1) 1 for prismatic joints; None where there is none

    @property
    def n(self) -> int:
        """Number of joints."""
        return len(self.parents)

    # Copying an array is quicker than filling a new one.
    @cached_property
    def _blank_factors(self) -> Array:
        return np.ones((self.n, 1, 3))

    @cached_property
    def _blank_frames(self) -> Array:
        return np.stack([np.eye(4)[_ROWS]] * (self.n + 1))

    def frames(self, q: Array) -> Array:
        """Joint frames (n + 1, 5, 4) in base axes at joint positions (n,); entry 0 is the base."""
        factors = self._blank_factors.copy()
        f = factors[:, 0]
        if self.slides is None:
            np.sin(q, f[:, 1])
            np.cos(q, f[:, 2])
        else:
            f[:, 1] = q
            np.sin(q, f[:, 1], where=self.turns)
            np.cos(q, f[:, 2], where=self.turns)
        steps = (factors @ self.terms).reshape(-1, 4, 4)
        frames = self._blank_frames.copy()
        one, dot = list(frames), np.dot
        for parent, step, frame in zip(self.parents, steps, one[1:], strict=True):
            dot(one[parent], step, frame)
        return frames

    def pose(self, frames: Array, body: int = 0) -> Array:
        """Pose (5, 4) of a body: rows 0 to 2 of its homogeneous matrix, and rows 0 and 1 once more."""
        b = self.bodies[body]
        pose: Array = frames[b.joint].dot(b.offset)
        return pose

    def jacobian(self, frames: Array, pose: Array, body: int = 0) -> Array:
        """Transposed geometric Jacobian (n, 6) of a body with this pose.

        Columns ``[omega; v]`` in base axes, v that of the body origin: RBDA section 2.8.
        """
        axis, arm = frames[1:, :, 2], pose[:, 3] - frames[1:, :, 3]
        J: Array = np.concatenate((axis[:, :3], axis[:, 1:4] * arm[:, 2:5] - axis[:, 2:5] * arm[:, 1:4]), 1)
        if self.slides is not None:
            J[:, 3:] += self.slides * (axis[:, :3] - J[:, 3:])
            J[:, :3] -= self.slides * axis[:, :3]
        moved_by = self.bodies[body].moved_by
        return J if moved_by is None else J * moved_by


def make_chain(model: core.Model, frames: Sequence[tuple[int, Array]]) -> Chain:
    """The chain of the joints that move any of some frames.

    Parameters
    ----------
    model : core.Model
        A floating joint may not be among those joints.
    frames : sequence of (int, (4, 4) array)
        Each the number of a body in the model, 0 for the base, and the pose of the frame in that body.
    """
    parent = dict(model.tree)
    paths = [_path(parent, b) for b, _ in frames]
    widths = [v.stop - v.start for v in model.v_of]
    joints = sorted({b for path in paths for b in path if widths[b]})
    number = {b: k for k, b in enumerate(joints, start=1)}
    frame = {b: _joint_frame(model.S[b][:, 0]) for b in joints}
    rest = model.pose_terms[0] + model.pose_terms[2]  # poses at q = 0; those of fixed bodies are in it

    def carrier(b: int) -> tuple[int, Array]:
        """The last joint that moves a body, and the pose of the body in its frame."""
        offset: Array = np.eye(4)
        while b and b not in number:
            offset = rest[b] @ offset
            b = parent[b]
        return number.get(b, 0), core.invert_pose(frame[b]) @ offset if b else offset

    parents, terms = [], []
    for b in joints:
        before, offset = carrier(parent[b])
        parents.append(before)
        terms.append((offset @ model.pose_terms[:, b] @ frame[b]).reshape(3, 16))
    ends = []
    for (b, pose), path in zip(frames, paths, strict=True):
        moved = np.array([[float(j in path)] for j in joints])
        joint, offset = carrier(b)
        ends.append(Body(joint, offset @ pose, moved_by=None if moved.all() else moved))
    slides = np.array([[float(not model.S[b][:3].any())] for b in joints]).reshape(-1, 1)
    return Chain(
        positions=np.array([model.q_of[b].start for b in joints], dtype=np.intp),
        parents=tuple(parents),
        bodies=tuple(ends),
        terms=np.array(terms).reshape(-1, 3, 16),
        turns=slides[:, 0] == 0,
        slides=slides if slides.any() else None,
    )


def _path(parent: dict[int, int], body: int) -> list[int]:
    path = []
    while body:
        path.append(body)
        body = parent[body]
    return path


def _joint_frame(S: NDArray[Any]) -> Array:
    """A frame in body coordinates whose z axis is the axis of a joint, from its motion subspace (6,)."""
    turning = S[:3].any()
    z = S[:3] if turning else S[3:]
    z = z / np.linalg.norm(z)
    x = np.cross(np.eye(3)[np.argmin(np.abs(z))], z)
    x = x / np.linalg.norm(x)
    T = np.eye(4)
    T[:3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
    if turning:
        T[:3, 3] = np.cross(z, S[3:]) / np.linalg.norm(S[:3])  # the point of the axis nearest to the body origin
    return T
