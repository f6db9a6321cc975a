"""Joint-space mass matrix by the composite-rigid-body algorithm (RBDA Table 6.2).

The force columns of all joints of a subtree travel towards the root together, so there is one step a body instead of
one a pair of joints.
"""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_transforms


def mass_matrix(model: Model, q: Array) -> Array:
    """Mass matrix (..., nv, nv), full and exactly symmetric."""
    X = joint_transforms(model, as_numbers(q))
    Ic = list(model.inertia)
    F = [np.zeros((6, model.nv))] * (model.nb + 1)  # momentum of the subtree per unit joint velocity
    rows = []
    for i, p in reversed(model.tree):
        F[i] = F[i] + Ic[i] @ model.S_wide[i]
        rows.append(model.S[i].T @ F[i])
        F[p] = F[p] + X[i].mT @ F[i]
        Ic[p] = Ic[p] + X[i].mT @ Ic[i] @ X[i]
    rows.append(model.S[0].T @ F[0])
    upper = stack_rows(rows[::-1])
    return np.where(model.lower, upper.mT, upper)
