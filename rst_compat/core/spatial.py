"""Spatial vector algebra (Featherstone, *Rigid Body Dynamics Algorithms*, chapter 2).

Spatial vectors are columns ``(..., 6, 1)``, angular part first: motion ``[omega; v]``, force ``[n; f]``.  A pose ``T``
``(..., 4, 4)`` of frame B in frame A maps points of B into A.  ``X`` maps motion vectors from A to B coordinates,
``X.mT`` maps force vectors from B to A.
"""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers


def _table(rows: int, width: int, entries: dict[tuple[int, int], dict[int, float]]) -> Array:
    """The matrix that, times a vector, lists the elements of a (rows, rows) matrix linear in that vector."""
    out = np.zeros((rows, rows, width))
    for (i, j), terms in entries.items():
        for k, factor in terms.items():
            out[i, j, k] = factor
    return out.reshape(rows * rows, width)


def _skew_entries(first: int, row: int, column: int, factor: float = 1.0) -> dict[tuple[int, int], dict[int, float]]:
    """Entries of the cross product matrix of elements first..first+2, placed at (row, column)."""
    x, y, z = first, first + 1, first + 2
    signs = {(0, 1): (z, -1), (0, 2): (y, 1), (1, 0): (z, 1), (1, 2): (x, -1), (2, 0): (y, -1), (2, 1): (x, 1)}
    return {(row + i, column + j): {k: factor * s} for (i, j), (k, s) in signs.items()}


_SKEW = _table(3, 3, _skew_entries(0, 0, 0))
_CRM = _table(6, 6, _skew_entries(0, 0, 0) | _skew_entries(3, 3, 0) | _skew_entries(0, 3, 3))
_BAR = _table(6, 6, _skew_entries(0, 0, 0, -1) | _skew_entries(3, 0, 3, -1) | _skew_entries(3, 3, 0, -1))
_INERTIA = _table(
    6,
    10,
    _skew_entries(1, 0, 3)
    | _skew_entries(1, 3, 0, -1)
    | {(3, 3): {0: 1}, (4, 4): {0: 1}, (5, 5): {0: 1}}
    | {(0, 0): {4: 1}, (1, 1): {5: 1}, (2, 2): {6: 1}}
    | {(1, 2): {7: 1}, (2, 1): {7: 1}, (0, 2): {8: 1}, (2, 0): {8: 1}, (0, 1): {9: 1}, (1, 0): {9: 1}},
)
#: Spatial inertia of a unit of each of the ten parameters, (10, 6, 6).
UNIT_INERTIAS = np.ascontiguousarray(_INERTIA.T).reshape(10, 6, 6)


def _linear(table: Array, v: Array, size: int) -> Array:
    return (table @ v).reshape(*v.shape[:-2], size, size)


def skew(p: Array) -> Array:
    """Cross product matrix of a column (..., 3, 1)."""
    return _linear(_SKEW, p, 3)


def crm(v: Array) -> Array:
    """Motion cross product matrix ``v x`` (RBDA eq. 2.31)."""
    return _linear(_CRM, v, 6)


def crf(v: Array) -> Array:
    """Force cross product matrix ``v x*`` (RBDA eq. 2.32)."""
    return -crm(v).mT


def crf_bar(f: Array) -> Array:
    """The matrix with ``crf_bar(f) @ v == crf(v) @ f`` (Echeandia and Wensing, arXiv 2010.01033, section II)."""
    return _linear(_BAR, f, 6)


def spatial_inertia(parameters: Array) -> Array:
    """Inertia matrices (..., 6, 6) from ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` (..., 10).

    Everything is about the origin of the body frame (RBDA eq. 2.63).
    """
    return _linear(_INERTIA, parameters[..., None], 6)


def body_parameters(mass: Array, com: Array, inertia: Array) -> Array:
    """The ten parameters (10,) of mass, centre of mass (3,) and ``[Ixx Iyy Izz Iyz Ixz Ixy]`` (6,)."""
    m, c, inertia = as_numbers(mass), as_numbers(com), as_numbers(inertia)
    return np.concatenate([m.reshape(1), m * c, inertia])


def motion_transform(T: Array) -> Array:
    """``X`` (..., 6, 6): motion vectors from A to B coordinates, for the pose T of B in A (RBDA eq. 2.24)."""
    E = T[..., :3, :3].mT
    return _blocks(E, -E @ skew(T[..., :3, 3:]))


def inverse_motion_transform(T: Array) -> Array:
    """Motion vectors from B to A coordinates, for the pose T of B in A."""
    R = T[..., :3, :3]
    return _blocks(R, skew(T[..., :3, 3:]) @ R)


def rotate_axes(R: Array, v: Array) -> Array:
    """Spatial vectors (..., 6, k) with both halves turned by R (..., 3, 3); the reference point stays."""
    return np.concatenate([R @ v[..., :3, :], R @ v[..., 3:, :]], axis=-2)


def invert_pose(T: Array) -> Array:
    """Inverse of a pose, from its transpose: never a general inverse."""
    Rt = T[..., :3, :3].mT
    top = np.concatenate([Rt, -Rt @ T[..., :3, 3:]], axis=-1)
    return np.concatenate([top, T[..., 3:, :]], axis=-2)


def _blocks(diagonal: Array, lower: Array) -> Array:
    top = np.concatenate([diagonal, np.zeros_like(diagonal)], axis=-1)
    return np.concatenate([top, np.concatenate([lower, diagonal], axis=-1)], axis=-2)
