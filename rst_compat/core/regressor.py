"""Inverse dynamics is linear in the inertial parameters: tau = Y(q, qd, qdd) pi.

The ten parameters of a body are ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` about its frame (Atkeson, An
and Hollerbach 1986, in spatial notation).
"""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_transforms
from .spatial import UNIT_INERTIAS, crm


def body_regressor(v: Array, a: Array) -> Array:
    """Force (..., 6, 10) of a body per unit of each parameter, for its velocity and acceleration (..., 6, 1)."""
    Ia: Array = (UNIT_INERTIAS @ a[..., None, :, :])[..., 0].mT
    Iv = (UNIT_INERTIAS @ v[..., None, :, :])[..., 0].mT
    force: Array = Ia - crm(v).mT @ Iv
    return force


def inverse_dynamics_regressor(model: Model, q: Array, qd: Array, qdd: Array) -> Array:
    """Regressor (..., nv, 10 nb): columns body by body, gravity included.

    Parameters
    ----------
    model : Model
    q : (..., nq) array
    qd, qdd : (..., nv) arrays
    """
    q, qd, qdd = as_numbers(q), as_numbers(qd)[..., None], as_numbers(qdd)[..., None]
    n = model.nb + 1
    X, S = joint_transforms(model, q), model.S
    v = [np.zeros((6, 1))] * n
    a = [np.concatenate([np.zeros(3), -model.gravity])[:, None]] * n
    F = [np.zeros((6, 10 * model.nb))] * n
    own = np.eye(10 * model.nb).reshape(model.nb, 10, 10 * model.nb)  # places a body's ten columns
    for i, p in model.tree:
        vJ = S[i] @ qd[..., model.v_of[i], :]
        v[i] = X[i] @ v[p] + vJ
        a[i] = X[i] @ a[p] + S[i] @ qdd[..., model.v_of[i], :] + crm(v[i]) @ vJ
        F[i] = body_regressor(v[i], a[i]) @ own[i - 1]
    rows = []
    for i, p in reversed(model.tree):
        rows.append(S[i].T @ F[i])
        F[p] = F[p] + X[i].mT @ F[i]
    rows.append(S[0].T @ F[0])
    return stack_rows(rows[::-1])
