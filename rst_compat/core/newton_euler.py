"""Newton and Euler, link by link: the outward and the inward pass of RBDA Table 5.1, with every term kept.

Everything of a body stands in its own axes about the origin of its frame.  Gravity is an acceleration of the base
upwards, so accelerations are proper ones, those that an accelerometer reads (Luh, Walker and Paul 1980).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .arrays import Array, as_numbers, stack_rows
from .model import Model, joint_transforms
from .spatial import crm, skew
from .wrench import body_forces


class NewtonEuler(NamedTuple):
    """Columns (..., 6, 1) of the base, entry 0, and of every body.

    Attributes
    ----------
    velocity, acceleration : list of arrays
        Spatial, ``[angular; linear]``; the acceleration of a point is that of :func:`point_acceleration`.
    inertial : list of arrays
        Force ``[n; f]`` that the motion of the body takes, ``I a + v x* I v``; the base takes none.
    transmitted : list of arrays
        Wrench ``[n; f]`` that the parent exerts on the body through the joint; on the base, what stands under it.
    """

    velocity: list[Array]
    acceleration: list[Array]
    inertial: list[Array]
    transmitted: list[Array]


def motions(
    model: Model, X: Sequence[Array], qd: Array, qdd: Array, gravity: Array
) -> tuple[list[Array], list[Array], list[Array]]:
    """Velocities and accelerations (..., 6, 1) of base and bodies, and the matrices ``v x`` (..., 6, 6).

    Parameters
    ----------
    model : Model
    X : sequence of (..., 6, 6) arrays
        From :func:`rst_compat.core.model.joint_transforms`.
    qd, qdd : (..., nv, 1) arrays
    gravity : (3,) array
    """
    v, v_cross = [np.zeros((6, 1))], [np.zeros((6, 6))]
    a = [np.concatenate([np.zeros(3), -gravity])[:, None]]
    for i, p in model.tree:
        vJ = model.S[i] @ qd[..., model.v_of[i], :]
        v.append(X[i] @ v[p] + vJ)
        v_cross.append(crm(v[i]))
        a.append(X[i] @ a[p] + model.S[i] @ qdd[..., model.v_of[i], :] + v_cross[i] @ vJ)
    return v, a, v_cross


def newton_euler(
    model: Model, q: Array, qd: Array, qdd: Array, f_ext: Array | None = None, gravity: Array | None = None
) -> NewtonEuler:
    """Motion of every body, the force it takes, and what every joint transmits.

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
    q, qd, qdd = as_numbers(q), as_numbers(qd)[..., None], as_numbers(qdd)[..., None]
    X, I = joint_transforms(model, q), model.inertia
    v, a, v_cross = motions(model, X, qd, qdd, model.gravity if gravity is None else gravity)
    f = body_forces(model, q, f_ext)
    inertial = f[:1]
    for i, _ in model.tree:
        inertial.append(I[i] @ a[i] - v_cross[i].mT @ (I[i] @ v[i]))
        f[i] = inertial[i] - f[i]
    for i, p in reversed(model.tree):
        f[p] = f[p] + X[i].mT @ f[i]
    return NewtonEuler(v, a, inertial, f)


def point_acceleration(v: Array, a: Array, point: Array) -> Array:
    """Acceleration (..., 3, 1) of a point (..., 3, 1) of a body, in the body's axes: the rate of its velocity.

    ``v`` and ``a`` are the body's, spatial (..., 6, 1); without a velocity of the origin, the textbooks'
    ``a + alpha x p + w x (w x p)`` (RBDA section 2.11).
    """
    w_cross = skew(v[..., :3, :])
    turned: Array = a[..., 3:, :] + skew(a[..., :3, :]) @ point + w_cross @ (v[..., 3:, :] + w_cross @ point)
    return turned


def joint_reactions(model: Model, q: Array, qd: Array, qdd: Array, f_ext: Array | None = None) -> Array:
    """Wrench ``[n; f]`` (..., nb, 6) that the joint of every body transmits; arguments as :func:`newton_euler`."""
    transmitted = newton_euler(model, q, qd, qdd, f_ext).transmitted
    return stack_rows([np.zeros((0, 6)), *(column.mT for column in transmitted[1:])])


def joint_reaction(model: Model, q: Array, qd: Array, qdd: Array, f_ext: Array | None, body: int) -> Array:
    """Wrench ``[n; f]`` (..., 6) that the joint of one body transmits; of body 0, what stands under the base."""
    wrench: Array = newton_euler(model, q, qd, qdd, f_ext).transmitted[body][..., 0]
    return wrench
