"""The robot as the algorithms see it: constant arrays, no behaviour.

Body 0 is the base, and a fixed joint has a motion subspace of width 0: no algorithm has a case for the root, for a
fixed joint, or for a joint type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .arrays import Array, as_numbers, cos, sin
from .joints import FREEDOMS, floating_pose, joint_terms
from .spatial import motion_transform, spatial_inertia


@dataclass(frozen=True, eq=False)
class Model:
    """A kinematic tree of ``nb`` bodies and the base; bodies are numbered so that parents come first.

    Attributes
    ----------
    tree : tuple of (body, parent)
        Every body but the base, parents first.
    S : tuple of (6, nv_i) arrays
        Motion subspace of each joint in the coordinates of its body.
    inertia : tuple of (6, 6) arrays
        Spatial inertia about the body origin in body axes; the base has none.
    parameters : (nb + 1, 10) array
        ``[m, m c, Ixx Iyy Izz Iyz Ixz Ixy]`` of each body.
    q_of, v_of : tuple of slice
        Where the positions and velocities of each joint stand in q and qd.
    gravity : (3,) array
        Gravitational acceleration in base axes.
    """

    tree: tuple[tuple[int, int], ...]
    S: tuple[Array, ...]
    inertia: tuple[Array, ...]
    parameters: Array
    q_of: tuple[slice, ...]
    v_of: tuple[slice, ...]
    gravity: Array
    pose_terms: Array  # (3, nb + 1, 4, 4), see core/joints.py
    motion_terms: Array  # (3, nb + 1, 6, 6)
    turns: Array  # (nb + 1,) index into [q, 0] of each revolute joint's angle; the last element where there is none
    slides: Array  # the same for prismatic joints
    floating: tuple[tuple[int, Array, Array], ...]  # (body, joint to parent, child to joint)
    lower: Array  # (nv, nv) strictly lower triangle

    @cached_property
    def S_wide(self) -> tuple[Array, ...]:
        """Motion subspaces (6, nv): each in the columns of its joint's own velocities, zero elsewhere."""
        wide = []
        for s, v in zip(self.S, self.v_of, strict=True):
            columns = np.zeros((6, self.nv), s.dtype)
            columns[:, v] = s
            wide.append(columns)
        return tuple(wide)

    @property
    def nb(self) -> int:
        """Number of bodies, the base not counted."""
        return len(self.tree)

    @property
    def nq(self) -> int:
        """Number of joint positions."""
        return int(self.q_of[-1].stop)

    @property
    def nv(self) -> int:
        """Number of joint velocities."""
        return int(self.v_of[-1].stop)


def build_model(
    parent: Sequence[int],
    kind: Sequence[str],
    axis: Sequence[Array],
    joint_to_parent: Sequence[Array],
    child_to_joint: Sequence[Array],
    parameters: Sequence[Array],
    gravity: Array,
) -> Model:
    """A :class:`Model` from one entry per body (the base, body 0, has none).

    Parameters
    ----------
    parent : sequence of int
        ``parent[k]`` is the number of the parent of body ``k + 1``; 0 is the base; smaller than ``k + 1``.
    kind : sequence of str
        ``fixed``, ``revolute``, ``prismatic`` or ``floating``.
    axis : sequence of (3,) arrays
        Unit joint axes in the joint frames; without meaning for fixed and floating joints.
    joint_to_parent, child_to_joint : sequence of (4, 4) arrays
        The pose of body in parent is ``joint_to_parent @ T_joint(q) @ child_to_joint``.
    parameters : sequence of (10,) arrays
        See :func:`rst_compat.core.spatial.body_parameters`.
    gravity : (3,) array
    """
    nb = len(parent)
    widths = [(0, 0), *(FREEDOMS[k] for k in kind)]
    q_ends, v_ends = np.cumsum(widths, axis=0).T.tolist()
    q_of = tuple(slice(end - w, end) for end, (w, _) in zip(q_ends, widths, strict=True))
    v_of = tuple(slice(end - w, end) for end, (_, w) in zip(v_ends, widths, strict=True))
    nq, nv = q_ends[-1], v_ends[-1]

    pose, motion, S, floating = [np.stack([np.eye(4)] * 3)], [np.stack([np.eye(6)] * 3)], [np.zeros((6, 0))], []
    for k in range(nb):
        P, C = as_numbers(joint_to_parent[k]), as_numbers(child_to_joint[k])
        terms = joint_terms(kind[k], axis[k])
        pose.append(P @ terms.pose @ C)
        motion.append(motion_transform(C) @ terms.motion @ motion_transform(P))
        S.append(motion_transform(C) @ terms.S)
        if kind[k] == "floating":
            floating.append((k + 1, P, C))
    pi = np.stack([np.zeros(10), *(as_numbers(p) for p in parameters)])
    return Model(
        tree=tuple(enumerate(parent, start=1)),
        S=tuple(S),
        inertia=tuple(spatial_inertia(pi)),
        parameters=pi,
        q_of=q_of,
        v_of=v_of,
        gravity=as_numbers(gravity),
        pose_terms=np.stack(pose, axis=1),
        motion_terms=np.stack(motion, axis=1),
        turns=np.array([nq] + [q_of[k + 1].start if kind[k] == "revolute" else nq for k in range(nb)]),
        slides=np.array([nq] + [q_of[k + 1].start if kind[k] == "prismatic" else nq for k in range(nb)]),
        floating=tuple(floating),
        lower=np.tri(nv, k=-1, dtype=bool),
    )


def joint_poses(model: Model, q: Array) -> list[Array]:
    """Pose (..., 4, 4) of every body in its parent."""
    T = _affine(model, model.pose_terms, q)
    for i, P, C in model.floating:
        T[i] = P @ floating_pose(q[..., model.q_of[i]]) @ C
    return T


def joint_transforms(model: Model, q: Array) -> list[Array]:
    """Motion transform (..., 6, 6) from its parent to every body."""
    X = _affine(model, model.motion_terms, q)
    for i, P, C in model.floating:
        X[i] = motion_transform(C) @ motion_transform(floating_pose(q[..., model.q_of[i]])) @ motion_transform(P)
    return X


def _affine(model: Model, terms: Array, q: Array) -> list[Array]:
    padded = np.concatenate([q, np.zeros((*q.shape[:-1], 1))], axis=-1)
    angle, slide = padded[..., model.turns], padded[..., model.slides]
    f1, f2 = (sin(angle) + slide)[..., None, None], cos(angle)[..., None, None]
    value = terms[0] + f1 * terms[1] + f2 * terms[2]
    return [value[..., i, :, :] for i in range(model.nb + 1)]
