"""The algorithms as the facade and ``batch`` call them: quiet about overflow inside, with one warning of their own.

MATLAB's generated code scans the results of its dynamics functions and warns of NaN and Inf; the value is returned.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import warn

Array = NDArray[np.float64]


def _scanned(function: str, algorithm: Callable[..., Array]) -> Callable[..., Array]:
    # As a decorator errstate costs half of what it costs as a context.
    @np.errstate(over="ignore", invalid="ignore", divide="ignore")
    def run(*arguments: Any) -> Array:
        result = algorithm(*arguments)
        flat = result.ravel("K")
        if not math.isfinite(flat.dot(flat)):  # one inner product finds every NaN and Inf
            scan(function, result)
        return result

    return run


def scan(function: str, result: Array) -> None:
    """Warn of a result that overflowed."""
    if not np.isfinite(result).all():
        warn("rst_compat:dynamics:NotFinite", f"The result of {function} has NaN or Inf in it.", stacklevel=4)


mass_matrix = _scanned("massMatrix", core.mass_matrix)
gravity_torque = _scanned("gravityTorque", core.gravity_torque)
velocity_product = _scanned("velocityProduct", core.velocity_product)
coriolis_matrix = _scanned("coriolisMatrix", core.coriolis_matrix)
inverse_dynamics = _scanned("inverseDynamics", core.inverse_dynamics)
inverse_dynamics_regressor = _scanned("inverseDynamicsRegressor", core.inverse_dynamics_regressor)
center_of_mass = _scanned("centerOfMass", core.center_of_mass)
center_of_mass_jacobian = _scanned("centerOfMass", core.center_of_mass_jacobian)


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def forward_dynamics(
    model: core.Model, q: Array, qd: Array, tau: Array, f_ext: Array | None
) -> tuple[Array, Array, Array]:
    """Accelerations (..., nv), NaN where the mass matrix is singular to working precision; pivots; and their floor.

    Singular is a pivot below nv eps times the largest diagonal element of the mass matrix.
    """
    qdd, pivots = core.factored_forward_dynamics(model, q, qd, tau, f_ext)
    diagonal = np.diagonal(core.mass_matrix(model, q), axis1=-2, axis2=-1)
    floor = model.nv * np.finfo(float).eps * np.abs(diagonal).max(axis=-1, initial=0.0, keepdims=True)
    regular = (np.abs(pivots) > floor).all(axis=-1, keepdims=True)
    return np.where(regular, qdd, np.nan), pivots, floor
