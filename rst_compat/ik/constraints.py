"""Kinematic constraints as a least-squares problem: conditions on frames in each other, and ranges of joints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .chain import Array, Chain
from .conditions import Condition, Lack, length


@dataclass(frozen=True, eq=False)
class FrameConstraint:
    """Conditions on a frame of one body in a frame of another.

    Attributes
    ----------
    body, reference : int
        Their numbers in the chain.
    tool, target : (4, 4) array
        The frame in the one, the target in the other.
    conditions : tuple of (Condition, float)
        With their weights.
    """

    body: int
    reference: int
    tool: Array
    target: Array
    conditions: tuple[tuple[Condition, float], ...]

    def lacks(self, chain: Chain, frames: Array, _: Array) -> tuple[tuple[Array, Array], list[Lack]]:
        """Pose (5, 4) of the frame and axes (3, 3) of the target in the base; and what is missing."""
        pose = chain.pose(frames, self.body).dot(self.tool)
        target = chain.pose(frames, self.reference).dot(self.target)
        axes = target[:3, :3]
        R, p = axes.T.dot(pose[:3, :3]), axes.T.dot(pose[:3, 3] - target[:3, 3])
        return (pose, axes), [condition(R, p) for condition, _ in self.conditions]

    def rates(self, chain: Chain, frames: Array, place: tuple[Array, Array], lacks: list[Lack]) -> Array:
        """What joint velocities take off what is missing, (n, sum of k)."""
        pose, axes = place
        J = chain.jacobian(frames, pose, self.body)
        if chain.bodies[self.reference].joint:
            J = J - chain.jacobian(frames, pose, self.reference)  # of its point where the frame is
        rates: Array = J @ np.concatenate([np.hstack((r[:, :3] @ axes.T, r[:, 3:] @ axes.T)) for _, r in lacks]).T
        return rates

    @property
    def weights(self) -> list[float]:
        """One for each condition."""
        return [weight for _, weight in self.conditions]


@dataclass(frozen=True, eq=False)
class JointConstraint:
    """Ranges of joint positions.

    Attributes
    ----------
    lower, upper, weights : (n,) array
        Of the joints of the chain, rad or m.
    """

    lower: Array
    upper: Array
    weights: Array

    def lacks(self, _chain: Chain, _frames: Array, q: Array) -> tuple[None, list[Lack]]:
        """What is missing of each joint, a condition each."""
        missing = np.minimum(np.maximum(q, self.lower), self.upper) - q
        return None, [Lack(missing[k : k + 1], np.zeros((1, 0))) for k in range(len(q))]

    def rates(self, _chain: Chain, _frames: Array, _place: None, lacks: list[Lack]) -> Array:
        """What joint velocities take off what is missing, (n, n)."""
        return np.diag([float(missing[0] != 0) for missing, _ in lacks])


Constraint = FrameConstraint | JointConstraint


class Constraints:
    """Some constraints at joint positions of a chain: a problem for :func:`rst_compat.ik.solve`.

    What is missing is multiplied by the square root of its weight, so that the squared length is the weighted sum of
    squares.

    Parameters
    ----------
    chain : Chain
    constraints : sequence of FrameConstraint and JointConstraint
    """

    __slots__ = ("_chain", "_constraints", "_roots")

    def __init__(self, chain: Chain, constraints: Sequence[Constraint]) -> None:
        self._chain, self._constraints = chain, constraints
        q = np.zeros(chain.n)
        frames = chain.frames(q)
        roots = [np.zeros(0)]
        for c in constraints:
            sizes = [len(missing) for missing, _ in c.lacks(chain, frames, q)[1]]
            roots.append(np.repeat(np.sqrt(c.weights), sizes))
        self._roots = np.concatenate(roots)

    def error(self, q: Array) -> tuple[Array, Any]:
        """Weighted residual (m,) at joint positions (n,), and what :meth:`jacobian` needs of it."""
        frames, found = self._found(q)
        missing = [lack.missing for _, lacks in found for lack in lacks]
        return np.concatenate([np.zeros(0), *missing]) * self._roots, (frames, found)

    def jacobian(self, place: Any) -> Array:
        """What joint velocities take off the weighted residual in a second, transposed (n, m)."""
        frames, found = place
        blocks = [c.rates(self._chain, frames, *one) for c, one in zip(self._constraints, found, strict=True)]
        J: Array = np.concatenate([np.zeros((self._chain.n, 0)), *blocks], axis=1) * self._roots
        return J

    def violations(self, q: Array) -> list[Array]:
        """For each constraint, how far each of its conditions is from being met, rad or m, without weights."""
        return [np.array([length(lack.missing) for lack in lacks]) for _, lacks in self._found(q)[1]]

    def _found(self, q: Array) -> tuple[Array, list[tuple[Any, list[Lack]]]]:
        frames = self._chain.frames(q)
        return frames, [c.lacks(self._chain, frames, q) for c in self._constraints]
