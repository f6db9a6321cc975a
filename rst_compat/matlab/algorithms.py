"""The algorithms where numbers may leave the range of doubles: quiet inside, with one warning of our own.

MATLAB's generated code scans the results of its dynamics functions and warns of NaN and Inf; the value is returned.
Numbers up to :data:`MODERATE` cannot overflow in them, so the common call goes to the core directly.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import warn

Array = NDArray[np.float64]


#: Products of an inertia, two lever arms and two velocities of this size stay far from the largest double.
MODERATE = 1e30


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def scanned(function: str, algorithm: Callable[..., Array], *arguments: Any) -> Array:
    """The result of an algorithm, with a warning where it has NaN or Inf in it."""
    result = algorithm(*arguments)
    scan(function, result)
    return result


def scan(function: str, result: Array) -> None:
    """Warn of a result that overflowed."""
    if not np.isfinite(result).all():
        warn("rst_compat:dynamics:NotFinite", f"The result of {function} has NaN or Inf in it.", stacklevel=4)


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def forward_dynamics(
    model: core.Model, q: Array, qd: Array, tau: Array, f_ext: Array | None, rotor: Array | None = None
) -> tuple[Array, Array, Array]:
    """Accelerations (..., nv), NaN where the mass matrix is singular to working precision; pivots; and their floor.

    Singular is a pivot below nv eps times the largest diagonal element of the mass matrix.
    """
    qdd, pivots = core.factored_forward_dynamics(model, q, qd, tau, f_ext, rotor)
    diagonal = np.diagonal(core.mass_matrix(model, q), axis1=-2, axis2=-1) + (0.0 if rotor is None else rotor)
    floor = model.nv * np.finfo(float).eps * np.abs(diagonal).max(axis=-1, initial=0.0, keepdims=True)
    regular = (np.abs(pivots) > floor).all(axis=-1, keepdims=True)
    return np.where(regular, qdd, np.nan), pivots, floor
