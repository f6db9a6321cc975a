"""Body poses, geometric Jacobian, centre of mass (RBDA sections 2.8, 4.5)."""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_poses, joint_transforms
from .spatial import motion_transform, rotate_axes


def body_poses(model: Model, q: Array) -> list[Array]:
    """Pose (..., 4, 4) of every body in the base frame; entry 0 is the base itself."""
    T = joint_poses(model, as_numbers(q))
    T[0] = np.eye(4)
    for i, p in model.tree:
        T[i] = T[p] @ T[i]
    return T


def geometric_jacobian(model: Model, q: Array, body: int, frame: Array | None = None) -> Array:
    """Jacobian (..., 6, nv) of a body: rows ``[omega; v]`` in base axes, v that of the body origin.

    With the pose (4, 4) of a frame in the body, v is the velocity of the origin of that frame.
    """
    X = joint_transforms(model, as_numbers(q))
    parent = dict(model.tree)
    # From the ancestor reached so far to the body or its frame.
    X_ancestor = np.eye(6) if frame is None else motion_transform(frame)
    J = np.zeros((6, model.nv))
    while body:
        J = J + X_ancestor @ model.S_wide[body]
        X_ancestor = X_ancestor @ X[body]
        body = parent[body]
    return rotate_axes(X_ancestor[..., :3, :3].mT, J)


def center_of_mass(model: Model, q: Array) -> Array:
    """Centre of mass (..., 3) of all bodies but the base, in the base frame."""
    moments = model.parameters[:, [1, 2, 3, 0], None]  # [m c; m]
    total: Array = np.asarray(sum(T @ moments[i] for i, T in enumerate(body_poses(model, q))))
    com: Array = total[..., :3, 0] / total[..., 3, :]
    return com


def center_of_mass_jacobian(model: Model, q: Array) -> Array:
    """Jacobian (..., 3, nv) of the centre of mass, in base axes.

    The momentum of the composite body i per unit joint velocity is ``Ic_i S_i``; its linear part over the total
    mass is the velocity of the centre of mass.
    """
    q = as_numbers(q)
    X, T, Ic = joint_transforms(model, q), body_poses(model, q), list(model.inertia)
    columns = []
    for i, p in reversed(model.tree):
        columns.append((T[i][..., :3, :3] @ (Ic[i] @ model.S[i])[..., 3:, :]).mT)
        Ic[p] = Ic[p] + X[i].mT @ Ic[i] @ X[i]
    columns.append(np.zeros((0, 3)))
    jacobian: Array = stack_rows(columns[::-1]).mT / model.parameters[:, 0].sum()
    return jacobian
