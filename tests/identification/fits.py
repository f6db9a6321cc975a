"""Compressed data of robots whose bodies are near a model, for the fits among physical bodies."""

from dataclasses import dataclass

import numpy as np

import rst_compat as rst
from rst_compat import batch, fromPseudoInertia, inertialParameters, parameterNames, pseudoInertia


@dataclass(frozen=True)
class Data:
    """Rows R, z of a log, the sum of squares of what was measured, the truth, the model and the names."""

    R: np.ndarray
    z: np.ndarray
    scale: float
    truth: np.ndarray
    prior: np.ndarray
    names: list

    @property
    def nonnegative(self):
        return np.array([name.endswith((".Bm", ".Tc")) for name in self.names])

    @property
    def options(self):
        return {"Prior": self.prior, "Scale": self.scale, "Names": self.names, "NonNegative": self.nonnegative}


def measured(name="universalUR5e", noise=0.05, samples=150, seed=0):
    """A log of a robot each of whose bodies is the model's, stretched and sheared a little, with friction."""
    rng = np.random.default_rng(seed)
    robot = rst.loadrobot(name, Gravity=[0, 0, -9.81])
    n = len(robot.homeConfiguration())
    q, qd, qdd = rng.uniform(-1, 1, size=(3, samples, n)) * np.array([2, 1.5, 4])[:, None, None]
    W = batch.inverseDynamicsRegressor(robot, q, qd, qdd, Friction=True).reshape(samples * n, -1)
    model = inertialParameters(robot).reshape(-1, 10)
    change = np.eye(4) + np.r_[np.full((3, 4), 0.1), np.zeros((1, 4))] * rng.normal(size=(len(model), 4, 4))
    bodies = fromPseudoInertia(change @ pseudoInertia(model) @ change.mT)
    truth = np.concatenate([bodies.ravel(), rng.uniform(0.5, 2, size=2 * n)])
    prior = np.concatenate([model.ravel(), np.zeros(2 * n)])
    w = W @ truth + noise * rng.normal(size=len(W))
    R = np.linalg.qr(np.column_stack([W, w]), mode="r")
    return Data(R[:-1, :-1], R[:-1, -1], w @ w, truth, prior, parameterNames(robot, Friction=True))
