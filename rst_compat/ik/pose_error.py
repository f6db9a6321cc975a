"""How far a body is from where it should be: rotation vector and displacement, weighted; and its Jacobian."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .chain import Array, Chain


class Place(NamedTuple):
    """A configuration that has been evaluated."""

    frames: Array
    pose: Array


class PoseError:
    """The weighted error of a pose at joint positions of a chain.

    The error is ``[r; p_target - p]`` in base axes, with r the rotation vector of ``R_target R'``; each element is
    multiplied by the square root of its weight, so that the squared length is the weighted sum of squares.

    Parameters
    ----------
    chain : Chain
    target : (4, 4) array
    weights : (6,) array
        Not negative; orientation, then position.
    body : int
        Number of the body in the chain.
    """

    __slots__ = ("_body", "_chain", "_p", "_plain", "_roots", "_rotation", "_uneven")

    def __init__(self, chain: Chain, target: Array, weights: Array, body: int = 0) -> None:
        self._chain, self._body = chain, body
        self._rotation = target[:3, :3].copy()
        self._p: list[float] = target[:3, 3].tolist()
        self._roots = np.sqrt(weights)
        w = weights.tolist()
        self._plain, self._uneven = w == [1.0] * 6, not w[0] == w[1] == w[2]

    def error(self, q: Array) -> tuple[Array, Place]:
        """Weighted error (6,) at joint positions (n,), and what :meth:`jacobian` needs of it."""
        frames = self._chain.frames(q)
        pose = self._chain.pose(frames, self._body)
        e = np.array(self._bare(pose))
        return e if self._plain else e * self._roots, Place(frames, pose)

    def _bare(self, pose: Array) -> tuple[float, ...]:
        x, y, z = pose[:3, 3].tolist()
        p = self._p
        r = rotation_vector(self._rotation.dot(pose[:3, :3].T).tolist())
        return *r, p[0] - x, p[1] - y, p[2] - z

    def jacobian(self, place: Place) -> Array:
        """Transposed Jacobian (n, 6): what joint velocities take off the weighted error in a second.

        With equal weights of orientation, the angular part is that of the body itself, since the rotation vector is
        what turns the body into the target: the gradient of the squared error is the exact one.  With unequal ones
        the derivative of the rotation vector comes in.
        """
        J = self._chain.jacobian(*place, self._body)
        if self._plain:
            return J
        if self._uneven:
            J[:, :3] = J[:, :3] @ inverse_right_jacobian(np.array(self._bare(place.pose)[:3])).T
        J *= self._roots
        return J


def rotation_vector(Q: list[list[float]]) -> tuple[float, float, float]:
    """Rotation vector of a rotation matrix, its length in [0, pi].

    The odd part of the matrix is the axis times the sine of the angle, which is too short to tell the axis near half
    a turn; there the even part does, ``cos I + (1 - cos) axis axis'``.
    """
    (a, b, c), (d, e, f), (g, h, i) = Q
    x, y, z = (h - f) / 2, (c - g) / 2, (d - b) / 2
    sine, cosine = math.sqrt(x * x + y * y + z * z), (a + e + i - 1) / 2
    angle = math.atan2(sine, cosine)
    if cosine > -0.99:
        k = angle / sine if sine > 1e-8 else 1.0
        return k * x, k * y, k * z
    even = (
        (a - cosine, (b + d) / 2, (c + g) / 2),
        ((b + d) / 2, e - cosine, (f + h) / 2),
        ((c + g) / 2, (f + h) / 2, i - cosine),
    )
    u, v, w = max(even, key=lambda row: max(map(abs, row)))
    k = angle / math.copysign(math.sqrt(u * u + v * v + w * w), u * x + v * y + w * z)
    return k * u, k * v, k * w


def inverse_right_jacobian(r: Array) -> Array:
    """Inverse right Jacobian (3, 3) of the rotation vector r (3,): ``log(exp(r) exp(d)) = r + J d`` for small d.

    Source: Chirikjian, *Stochastic Models, Information Theory, and Lie Groups*, vol. 2, section 10.7.
    """
    x, y, z = r
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    angle = math.sqrt(r.dot(r))
    k = (1 - angle / 2 / math.tan(angle / 2)) / angle**2 if angle > 1e-4 else 1 / 12
    J: Array = np.eye(3) + K / 2 + k * (K @ K)
    return J
