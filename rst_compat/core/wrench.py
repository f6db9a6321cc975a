"""External wrenches: the only place where the frames of forces are argued about.

A wrench on a body is given in base axes with its moment about the base origin, ``[n; f]``.  The recursions need it in
the body's own axes about the body's own origin.  With X the motion transform from base to body, forces go the other
way by X' and back by X^-T (RBDA eq. 2.25), so power, f . v, is the same in both frames.
"""

from __future__ import annotations

import numpy as np

from .arrays import Array, as_numbers
from .kinematics import body_poses
from .model import Model
from .spatial import inverse_motion_transform, motion_transform


def to_base(T: Array, wrench: Array) -> Array:
    """A wrench (..., 6) given in body axes about the body origin, in base axes about the base origin.

    T is the pose (..., 4, 4) of the body in the base: ``F = R f`` and ``N = R n + p x F``.
    """
    return (motion_transform(T).mT @ wrench[..., None])[..., 0]


def to_body(T: Array, wrench: Array) -> Array:
    """A wrench (..., 6) given in base axes about the base origin, in body axes about the body origin."""
    return (inverse_motion_transform(T).mT @ wrench[..., None])[..., 0]


def body_forces(model: Model, q: Array, f_ext: Array | None) -> list[Array]:
    """Force columns (..., 6, 1) on every body in its own frame, entry 0 for the base; zeros without ``f_ext``."""
    if f_ext is None:
        return [np.zeros((6, 1))] * (model.nb + 1)
    f_ext, T = as_numbers(f_ext), body_poses(model, q)
    return [np.zeros((6, 1)), *(to_body(T[i], f_ext[..., i - 1, :])[..., None] for i, _ in model.tree)]
