"""Coriolis matrix by Echeandia and Wensing (*Numerical Methods to Compute the Coriolis Matrix and Christoffel Symbols
for Rigid-Body Systems*, arXiv 2010.01033, Algorithm 1).

Among the matrices C with C qd = velocity product, this is the one of the Christoffel symbols: ``Mdot = C + C'``, and
on trees of one-freedom joints it is unique.  As in ``crba.py``, the force columns of a subtree travel together.
"""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_transforms
from .spatial import crf_bar, crm


def coriolis_matrix(model: Model, q: Array, qd: Array) -> Array:
    """Coriolis matrix (..., nv, nv).

    Parameters
    ----------
    model : Model
    q : (..., nq) array
    qd : (..., nv) array
    """
    qd = as_numbers(qd)[..., None]
    n = model.nb + 1
    X, S = joint_transforms(model, as_numbers(q)), model.S_wide
    v, dS = [np.zeros((6, 1))] * n, list(S)
    Ic, Bc = list(model.inertia), [np.zeros((6, 6))] * n
    for i, p in model.tree:
        v[i] = X[i] @ v[p] + S[i] @ qd
        v_cross = crm(v[i])
        dS[i] = v_cross @ S[i]
        Iv = Ic[i] @ v_cross
        Bc[i] = (crf_bar(Ic[i] @ v[i]) - Iv.mT - Iv) / 2  # v x* I = -(I v x)' since I is symmetric

    F1, F2, F3 = ([np.zeros((6, model.nv))] * n for _ in range(3))
    upper, lower = [], []
    for i, p in reversed(model.tree):
        F1[i] = F1[i] + Ic[i] @ dS[i] + Bc[i] @ S[i]
        F2[i] = F2[i] + Ic[i] @ S[i]
        F3[i] = F3[i] + Bc[i].mT @ S[i]
        rows = model.v_of[i]
        upper.append(model.S[i].T @ F1[i])
        lower.append(dS[i][..., rows].mT @ F2[i] + model.S[i].T @ F3[i])
        Xt = X[i].mT
        F1[p], F2[p], F3[p] = F1[p] + Xt @ F1[i], F2[p] + Xt @ F2[i], F3[p] + Xt @ F3[i]
        Ic[p], Bc[p] = Ic[p] + Xt @ Ic[i] @ X[i], Bc[p] + Xt @ Bc[i] @ X[i]
    upper.append(np.zeros((0, model.nv)))
    lower.append(np.zeros((0, model.nv)))
    return np.where(model.lower, stack_rows(lower[::-1]).mT, stack_rows(upper[::-1]))
