"""Inverse dynamics by the recursive Newton-Euler algorithm (RBDA Table 5.1), and its special cases."""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_transforms
from .spatial import crm
from .wrench import body_forces


def inverse_dynamics(
    model: Model, q: Array, qd: Array, qdd: Array, f_ext: Array | None = None, gravity: Array | None = None
) -> Array:
    """Joint forces (..., nv) for a motion.

    Parameters
    ----------
    model : Model
    q : (..., nq) array
    qd, qdd : (..., nv) arrays
    f_ext : (..., nb, 6) array, optional
        Wrench ``[n; f]`` on each body, in base axes about the base origin.
    gravity : (3,) array, optional
        In place of the model's.
    """
    q, qd, qdd = as_numbers(q), as_numbers(qd)[..., None], as_numbers(qdd)[..., None]
    g = model.gravity if gravity is None else gravity
    X, S, I = joint_transforms(model, q), model.S, model.inertia
    v = [np.zeros((6, 1))] * (model.nb + 1)
    a = [np.concatenate([np.zeros(3), -g])[:, None]] * (model.nb + 1)
    f = body_forces(model, q, f_ext)
    for i, p in model.tree:
        vJ = S[i] @ qd[..., model.v_of[i], :]
        v[i] = X[i] @ v[p] + vJ
        v_cross = crm(v[i])
        a[i] = X[i] @ a[p] + S[i] @ qdd[..., model.v_of[i], :] + v_cross @ vJ
        f[i] = I[i] @ a[i] - v_cross.mT @ (I[i] @ v[i]) - f[i]
    tau = []
    for i, p in reversed(model.tree):
        tau.append(S[i].T @ f[i])
        f[p] = f[p] + X[i].mT @ f[i]
    tau.append(S[0].T @ f[0])
    return stack_rows(tau[::-1])[..., 0]


def velocity_product(model: Model, q: Array, qd: Array) -> Array:
    """C(q, qd) qd (..., nv): inverse dynamics at zero acceleration without gravity."""
    return inverse_dynamics(model, q, qd, np.zeros(model.nv), gravity=np.zeros(3))


def gravity_torque(model: Model, q: Array) -> Array:
    """Joint forces (..., nv) that hold the robot still: inverse dynamics at rest."""
    return inverse_dynamics(model, q, np.zeros(model.nv), np.zeros(model.nv))
