"""Inverse dynamics is linear in the inertial parameters, tau = Y(q, qd, qdd) pi, and so is every wrench on the way.

The ten parameters of a body are ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` about its frame (Atkeson, An
and Hollerbach 1986, in spatial notation).
"""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_transforms
from .newton_euler import motions
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
    wrenches = _transmitted(model, q, qd, qdd, 0)
    return stack_rows([S.T @ wrenches[i] for i, S in enumerate(model.S)])


def wrench_regressor(model: Model, q: Array, qd: Array, qdd: Array, body: int) -> Array:
    """Regressor (..., 6, 10 nb) of the wrench ``[n; f]`` that the joint of a body transmits.

    It is in the body's axes about the origin of its frame; body 0 is the base.  The columns of bodies that it does not
    carry are zero.  Other arguments as :func:`inverse_dynamics_regressor`.
    """
    return _transmitted(model, q, qd, qdd, body)[body]


def _transmitted(model: Model, q: Array, qd: Array, qdd: Array, cut: int) -> list[Array]:
    """Wrench (..., 6, 10 nb) per unit of each parameter through the joints of a body and of those that it carries."""
    q, qd, qdd = as_numbers(q), as_numbers(qd)[..., None], as_numbers(qdd)[..., None]
    X = joint_transforms(model, q)
    v, a, _ = motions(model, X, qd, qdd, model.gravity)
    F = [np.zeros((6, 10 * model.nb))] * (model.nb + 1)
    own = np.eye(10 * model.nb).reshape(model.nb, 10, 10 * model.nb)  # places a body's ten columns
    carried = {cut}
    for i, p in model.tree:
        if i == cut or p in carried:
            carried.add(i)
            F[i] = body_regressor(v[i], a[i]) @ own[i - 1]
    for i, p in reversed(model.tree):
        if p in carried:
            F[p] = F[p] + X[i].mT @ F[i]
    return F
