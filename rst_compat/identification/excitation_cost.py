"""How well a motion shows the base parameters, with its gradient in the Fourier coefficients.

The derivative of the cost in the regressor comes from the eigenvalues of its Gram matrix.  That of the regressor in the
motion comes from regressors of moved states: in qdd it is affine and in qd quadratic, so differences of whole steps are
exact there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .. import batch

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .base_parameters import BaseParameters

Array = NDArray[np.float64]

_STEP = 1e-5  # rad or m: truncation and rounding of a central difference meet near 1e-10
_DRIVES = ("Bm", "Tc", "Jm", "offset")


class BaseRegressor:
    """The columns of the base parameters over samples, with the derivatives in the motion."""

    def __init__(self, robot: rigidBodyTree, bp: BaseParameters) -> None:
        self.robot, self.sensors = robot, bp.Sensors
        self.inertial = bp.Index[bp.Index < 10 * robot.NumBodies]
        extra = [bp.Names[i] for i in bp.Index[bp.Index >= 10 * robot.NumBodies]]
        kinds = [name.rpartition(".")[2] for name in extra]
        blocks = [[n for n in bp.Names if n.endswith("." + kind)] for kind in _DRIVES]
        position = {name: k for block in blocks for k, name in enumerate(block)}
        self.drives = [(kind, position[name]) for kind, name in zip(kinds, extra, strict=True)]

    def matrix(self, q: Array, qd: Array, qdd: Array, smoothing: Array | None = None) -> Array:
        """W (T, m, b): m readings of a sample; with speeds (n,) within which the sign of a velocity is smooth."""
        W = self._inertial(q, qd, qdd)
        columns = np.zeros((*W.shape[:2], len(self.drives)))
        torque = self._torque_rows()
        if torque is not None:
            sign = np.sign(qd) if smoothing is None else np.tanh(qd / smoothing)
            of = {"Bm": qd, "Tc": sign, "Jm": qdd, "offset": np.ones_like(q)}
            for k, (kind, joint) in enumerate(self.drives):
                columns[:, torque + joint, k] = of[kind][:, joint]
        return np.concatenate([W, columns], axis=2)

    def pulled_back(self, G: Array, q: Array, qd: Array, qdd: Array, smoothing: Array) -> tuple[Array, Array, Array]:
        """The gradient G (T, m, b) in the matrix as one in q, qd and qdd, (T, n) each."""
        n, own = q.shape[1], len(self.inertial)
        e = np.eye(n)[:, None, :]
        moved = np.concatenate([q + _STEP * e, q - _STEP * e, *[np.broadcast_to(q, (n, *q.shape))] * 3, q[None]])
        rates = np.concatenate(
            [*[np.broadcast_to(qd, (n, *q.shape))] * 2, qd + e, qd - e, np.broadcast_to(qd, (n, *q.shape)), qd[None]]
        )
        accelerations = np.concatenate([*[np.broadcast_to(qdd, (n, *q.shape))] * 4, qdd + e, qdd[None]])
        shape = (-1, n)
        W = self._inertial(*(x.reshape(shape) for x in (moved, rates, accelerations)))
        values = np.einsum("ktmb,tmb->kt", W.reshape(5 * n + 1, len(q), *W.shape[1:]), G[:, :, :own], optimize=True)
        dq = (values[:n] - values[n : 2 * n]).T / (2 * _STEP)
        dqd = (values[2 * n : 3 * n] - values[3 * n : 4 * n]).T / 2
        dqdd = (values[4 * n : 5 * n] - values[5 * n]).T
        torque = self._torque_rows()
        for k, (kind, joint) in enumerate(self.drives):
            if torque is None or kind == "offset":
                continue
            g = G[:, torque + joint, own + k]
            if kind == "Jm":
                dqdd[:, joint] += g
            else:
                v = smoothing[joint]
                dqd[:, joint] += g if kind == "Bm" else g * (1 - np.tanh(qd[:, joint] / v) ** 2) / v
        return dq, dqd, dqdd

    def _torque_rows(self) -> int | None:
        """The first of the readings that are torques."""
        at = 0
        for sensor in self.sensors:
            if sensor == "torque":
                return at
            at += 6
        return None

    def _inertial(self, q: Array, qd: Array, qdd: Array) -> Array:
        blocks = []
        for sensor in self.sensors:
            if sensor == "torque":
                Y = batch.inverseDynamicsRegressor(self.robot, q, qd, qdd)
            else:
                where = self.robot.BaseName if sensor == "base" else sensor.removeprefix("wrist:")
                Y = batch.wrenchRegressor(self.robot, q, qd, qdd, Cut=where)
            blocks.append(Y[..., self.inertial])
        return blocks[0] if len(blocks) == 1 else np.concatenate(blocks, axis=-2)


def conditions(W: Array) -> tuple[float, float]:
    """Condition numbers of a stacked regressor (T, m, b): as it is, and with columns of unit length."""
    flat = W.reshape(-1, W.shape[-1])
    length = np.linalg.norm(flat, axis=0)
    values = np.linalg.svd(flat, compute_uv=False), np.linalg.svd(flat / np.where(length, length, 1), compute_uv=False)
    raw, scaled = (float(s[0] / s[-1]) if s[-1] > 0 else np.inf for s in values)
    return raw, scaled


def cost_of(W: Array, criterion: str) -> tuple[float, Array]:
    """The cost of a regressor (T, m, b) and its gradient of the same shape.

    ``cond`` is the logarithm of the condition number; ``D`` is minus the mean logarithm of the singular values, per
    row: the logarithm of the mean axis of the confidence ellipsoid.
    """
    flat = W.reshape(-1, W.shape[-1])
    # A motion worth looking at has a condition number below 1e4, whose square leaves half of the digits.
    values, V = np.linalg.eigh(flat.T @ flat)
    values = np.maximum(values, 1e-14 * values[-1])
    if criterion == "D":
        gradient = -flat @ ((V / values) @ V.T) / len(values)
        return float(0.5 * (np.log(len(flat)) - np.log(values).mean())), gradient.reshape(W.shape)
    first, last = V[:, -1] / np.sqrt(values[-1]), V[:, 0] / np.sqrt(values[0])
    gradient = flat @ (np.outer(first, first) - np.outer(last, last))
    return float(0.5 * np.log(values[-1] / values[0])), gradient.reshape(W.shape)


def overstep(values: Sequence[Array], margin: float) -> tuple[float, list[Array]]:
    """Mean square by which values (T, n) in units of their limits are outside of a margin, and the gradients."""
    cost, gradients = 0.0, []
    for x in values:
        out = np.sign(x) * np.maximum(np.abs(x) - margin, 0)
        cost += float((out**2).sum()) / len(x)
        gradients.append(2 * out / len(x))
    return cost, gradients
