"""Inverse dynamics by the recursive Newton-Euler algorithm (RBDA Table 5.1), and its special cases."""

from __future__ import annotations

import numpy as np

from .arrays import Array, stack_rows
from .model import Model
from .newton_euler import newton_euler


def inverse_dynamics(
    model: Model, q: Array, qd: Array, qdd: Array, f_ext: Array | None = None, gravity: Array | None = None
) -> Array:
    """Joint forces (..., nv) for a motion: of what each joint transmits, the part along its freedoms.

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
    transmitted = newton_euler(model, q, qd, qdd, f_ext, gravity).transmitted
    return stack_rows([S.T @ transmitted[i] for i, S in enumerate(model.S)])[..., 0]


def velocity_product(model: Model, q: Array, qd: Array) -> Array:
    """C(q, qd) qd (..., nv): inverse dynamics at zero acceleration without gravity."""
    return inverse_dynamics(model, q, qd, np.zeros(model.nv), gravity=np.zeros(3))


def gravity_torque(model: Model, q: Array) -> Array:
    """Joint forces (..., nv) that hold the robot still: inverse dynamics at rest."""
    return inverse_dynamics(model, q, np.zeros(model.nv), np.zeros(model.nv))
