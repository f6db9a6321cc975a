"""Forward dynamics by the articulated-body algorithm (RBDA Table 7.1)."""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, solve, stack_rows, together
from .model import Model, joint_transforms
from .spatial import crm
from .wrench import body_forces


def forward_dynamics(model: Model, q: Array, qd: Array, tau: Array, f_ext: Array | None = None) -> Array:
    """Joint accelerations (..., nv); see :func:`factored_forward_dynamics`."""
    return factored_forward_dynamics(model, q, qd, tau, f_ext)[0]


def factored_forward_dynamics(
    model: Model, q: Array, qd: Array, tau: Array, f_ext: Array | None = None, rotor: Array | None = None
) -> tuple[Array, Array]:
    """Joint accelerations (..., nv) and the pivots (..., nv) they were divided by.

    The pivots are those of the factorisation L' D L of the mass matrix: all positive for a physical robot, one of
    them zero where the mass matrix is singular.

    Parameters
    ----------
    model : Model
    q : (..., nq) array
    qd, tau : (..., nv) arrays
    f_ext : (..., nb, 6) array, optional
        Wrench ``[n; f]`` on each body, in base axes about the base origin.
    rotor : (nv,) array, optional
        What the rotors of the drives add to the diagonal of the mass matrix (RBDA section 9.6).
    """
    q, qd, tau = as_numbers(q), as_numbers(qd)[..., None], as_numbers(tau)[..., None]
    n = model.nb + 1
    X, S = joint_transforms(model, q), model.S
    v, c = [np.zeros((6, 1))] * n, [np.zeros((6, 1))] * n
    IA, pA = list(model.inertia), body_forces(model, q, f_ext)
    for i, p in model.tree:
        vJ = S[i] @ qd[..., model.v_of[i], :]
        v[i] = X[i] @ v[p] + vJ
        v_cross = crm(v[i])
        c[i] = v_cross @ vJ
        pA[i] = -v_cross.mT @ (IA[i] @ v[i]) - pA[i]

    gains, pivots = [np.zeros((0, 7))] * n, [np.zeros((0, 1))] * n
    for i, p in reversed(model.tree):
        U = IA[i] @ S[i]
        u = tau[..., model.v_of[i], :] - S[i].T @ pA[i]
        # D^-1 [U' u], the two right-hand sides that share the block D = S' U
        D = S[i].T @ U if rotor is None else S[i].T @ U + np.diag(rotor[model.v_of[i]])
        gains[i], pivot = solve(D, np.concatenate(together(U.mT, u), axis=-1))
        pivots[i] = pivot[..., None]
        Ia = IA[i] - U @ gains[i][..., :6]
        pa = pA[i] + Ia @ c[i] + U @ gains[i][..., 6:]
        IA[p] = IA[p] + X[i].mT @ Ia @ X[i]
        pA[p] = pA[p] + X[i].mT @ pa

    a = [np.concatenate([np.zeros(3), -model.gravity])[:, None]] * n
    qdd = [np.zeros((0, 1))] * n
    for i, p in model.tree:
        a[i] = X[i] @ a[p] + c[i]
        qdd[i] = gains[i][..., 6:] - gains[i][..., :6] @ a[i]
        a[i] = a[i] + S[i] @ qdd[i]
    return stack_rows(qdd)[..., 0], stack_rows(pivots)[..., 0]
