"""Scalar measures of how well a mechanism moves at a configuration, from its Jacobian (..., m, nv).

A task of m freedoms needs as many joints: with fewer, some motion is impossible and every measure is zero.
"""

from __future__ import annotations

import numpy as np

from .arrays import Array


def yoshikawa(J: Array) -> Array:
    """Volume measure ``sqrt(det(J J'))`` (...): the product of the semi-axes of the velocity ellipsoid.

    Yoshikawa, *Manipulability of robotic mechanisms*, IJRR 4(2), 1985.
    """
    product: Array = _semi_axes(J).prod(axis=-1)
    return product


def inverse_condition(J: Array) -> Array:
    """Smallest over largest semi-axis of the velocity ellipsoid (...), from 0 where singular to 1 where isotropic.

    Salisbury and Craig, *Articulated hands*, IJRR 1(1), 1982.
    """
    return _smallest_to_largest(_semi_axes(J))


def asada(J: Array, M: Array) -> Array:
    """Smallest over largest eigenvalue of the inertia ``(J M^-1 J')^-1`` that the task feels (...); M is (..., nv, nv).

    NaN where the mass matrix is not positive definite to working precision.
    Asada, *A geometrical representation of manipulator dynamics*, ASME J. Dyn. Sys. Meas. Control 105(3), 1983.
    """
    inertias, axes = np.linalg.eigh(M)
    floor = M.shape[-1] * np.finfo(float).eps * np.abs(inertias).max(axis=-1, initial=0.0, keepdims=True)
    definite = (inertias > floor).all(axis=-1)
    # J M^-1 J' = G G': the squares of the singular values of G are its eigenvalues, without forming the product.
    G = J @ axes / np.sqrt(np.where(definite[..., None], inertias, 1.0))[..., None, :]
    return np.where(definite, _smallest_to_largest(_semi_axes(G)) ** 2, np.nan)


def _semi_axes(J: Array) -> Array:
    """All m semi-axes (..., m) of the ellipsoid that J makes of the unit ball, the longest first."""
    m, n = J.shape[-2:]
    found = np.linalg.svd(J, compute_uv=False) if n else np.zeros((*J.shape[:-2], 0))
    return np.concatenate([found, np.zeros((*found.shape[:-1], m - found.shape[-1]))], axis=-1)


def _smallest_to_largest(sizes: Array) -> Array:
    largest, smallest = sizes[..., 0], sizes[..., -1]
    return np.divide(smallest, largest, out=np.zeros_like(largest), where=largest > 0)
