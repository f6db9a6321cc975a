"""Logs of robots that follow sines, and the four-parameter map of the course notes."""

from pathlib import Path

import numpy as np

import rst_compat as rst
from rst_compat import batch

SHARED = Path(__file__).parents[3] / "shared"
LENGTHS = (0.5, 0.7)
TRUTH = np.array([0.010616666666666668, 0.028863333333333328, 0.5, 0.7])  # Izz1, Izz2 about the centres, m1, m2
NAMES = ["Izz1", "Izz2", "m1", "m2"]


def sines(n, T, seed=0, step=0.01, waves=3):
    """Times, positions, velocities and accelerations of sums of sines."""
    rng = np.random.default_rng(seed)
    t = step * np.arange(T)
    q = qd = qdd = np.zeros((T, n))
    for _ in range(waves):
        w, a, p = rng.uniform(0.8, 3, n), rng.uniform(0.3, 0.9, n), rng.uniform(0, 6, n)
        x = t[:, None] * w + p
        q, qd, qdd = q + a * np.sin(x), qd + a * w * np.cos(x), qdd - a * w**2 * np.sin(x)
    return t, q, qd, qdd


def log(robot, T=1000, sigma=0.0, seed=0, extra=None, **fields):
    """MotionData of a robot, with noise of some deviations in its torques; ``extra`` of qd and qdd is added to them."""
    n = robot.homeConfiguration().size
    t, q, qd, qdd = sines(n, T, seed)
    tau = batch.inverseDynamics(robot, q, qd, qdd) + (0 if extra is None else extra(qd, qdd))
    tau = tau + np.random.default_rng(seed + 1000).normal(size=tau.shape) * sigma
    given = {"JointPosition": q, "JointVelocity": qd, "JointAcceleration": qdd, "JointTorque": tau, "Time": t}
    return rst.MotionData(**(given | fields))


def twolink():
    return rst.importrobot("twolink", DataFormat="row")


def notes_map():
    """The unknowns of the notes: com_x = -a/2, Izz about the centre of mass; columns of twolink's 20 parameters."""
    L = np.zeros((20, 4))
    for i, a in enumerate(LENGTHS):
        L[10 * i + np.array([0, 1, 5, 6]), 2 + i] = [1, -a / 2, a * a / 4, a * a / 4]
        L[10 * i + 6, i] = 1
    return rst.LinearMap(L, Names=NAMES)
