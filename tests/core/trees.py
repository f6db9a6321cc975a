"""Random kinematic trees, and their mechanics written a second time without spatial algebra.

The second writing knows only 4x4 poses, their derivatives by complex steps, and the 4x4 pseudo-inertia of a body, so
a sign or a transpose that is wrong in the six-dimensional algebra cannot be wrong here in the same way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rst_compat import core
from rst_compat.core.joints import FREEDOMS

KINDS = ("revolute", "prismatic", "floating", "fixed")
ONE_FREEDOM = ("revolute", "prismatic", "fixed")
MASSES = ("solid", "massless", "wild")

# Rounding of the recursions on twelve bodies, some hundred operations deep.  The worst of 2000 trees for each identity
# is 2e-14; fifty times that leaves room for other processors, and every wrong term is larger by far.
ROUNDING = 1e-12

STEP = 1e-30  # complex step: its square vanishes beside one, so derivatives carry rounding only


@dataclass(frozen=True)
class Tree:
    """The arguments of ``build_model``, one entry per body."""

    parent: list
    kind: list
    axis: list
    joint_to_parent: list
    child_to_joint: list
    parameters: list
    gravity: np.ndarray

    @cached_property
    def model(self):
        return core.build_model(
            self.parent,
            self.kind,
            self.axis,
            self.joint_to_parent,
            self.child_to_joint,
            self.parameters,
            self.gravity,
        )


@dataclass(frozen=True)
class Plan:
    """What Hypothesis chooses of a body; its numbers come from the seed."""

    parent: int
    kind: str
    mass: str
    oblique: bool


@dataclass(frozen=True)
class Case:
    """A tree in a state.  The repr is the call that makes it again."""

    plans: tuple
    seed: int
    tree: Tree
    q: np.ndarray
    qd: np.ndarray
    qdd: np.ndarray
    f_ext: np.ndarray

    def __repr__(self):
        return f"make_case({self.plans!r}, {self.seed})"

    def _repr_pretty_(self, printer, cycle):  # what Hypothesis prints of a failing example
        printer.text(repr(self))

    @property
    def model(self):
        return self.tree.model

    @property
    def rng(self):
        """Numbers for what only one test needs."""
        return np.random.default_rng([self.seed, 1])


# ---- making trees ----


def random_pose(rng):
    T = np.eye(4)
    T[:3, :3] = Rotation.from_quat(rng.normal(size=4)).as_matrix()
    T[:3, 3] = rng.normal(scale=0.5, size=3)
    return T


def unit(v):
    return v / np.linalg.norm(v)


def random_parameters(rng, mass):
    """The ten parameters of a body: a cloud of points, nothing, or numbers that no body can have."""
    if mass == "massless":
        return np.zeros(10)
    if mass == "wild":
        return rng.normal(size=10)
    points, weights = rng.normal(scale=0.3, size=(6, 4)), rng.uniform(0.1, 1.0, size=6)
    points[:, 3] = 1
    return from_pseudo_inertia(points.T * weights @ points)


def make_case(plans, seed):
    rng = np.random.default_rng(seed)
    tree = Tree([], [], [], [], [], [], rng.normal(scale=6, size=3))
    for plan in plans:
        tree.parent.append(plan.parent)
        tree.kind.append(plan.kind)
        tree.axis.append(unit(rng.normal(size=3)) if plan.oblique else np.array([0.0, 0, 1]))
        tree.joint_to_parent.append(random_pose(rng) if plan.oblique else np.eye(4))
        tree.child_to_joint.append(random_pose(rng) if plan.oblique else np.eye(4))
        tree.parameters.append(random_parameters(rng, plan.mass))
    return Case(tuple(plans), seed, tree, random_q(rng, tree), *random_rates(rng, tree))


def random_q(rng, tree):
    q = {
        "fixed": lambda: [],
        "revolute": lambda: rng.uniform(-np.pi, np.pi, size=1),
        "prismatic": lambda: rng.normal(size=1),
        "floating": lambda: rng.normal(size=7),  # the quaternion on purpose not of length one
    }
    return np.concatenate([np.zeros(0), *(q[kind]() for kind in tree.kind)])


def random_rates(rng, tree):
    nv = sum(FREEDOMS[kind][1] for kind in tree.kind)
    return rng.normal(size=nv), rng.normal(size=nv), rng.normal(size=(len(tree.kind), 6))


# Branches are short and most joints turn: a matrix that is wrong about three skew axes in a row must meet them.
STEPS_BACK = (0, 0, 0, 1, 2, 12)
OBLIQUE = (False, True, True, True)


def random_plans(choose, kinds, masses, n):
    """Plans of n bodies; ``choose`` takes one element of a sequence."""
    return [
        Plan(max(0, k - choose(STEPS_BACK)), choose((*kinds, "revolute")), choose(masses), choose(OBLIQUE))
        for k in range(n)
    ]


def random_case(seed, kinds=KINDS, masses=MASSES, bodies=12):
    """A case from a seed alone, for runs outside Hypothesis."""
    rng = np.random.default_rng(seed)
    plans = random_plans(
        lambda options: options[rng.integers(len(options))], kinds, masses, rng.integers(1, bodies + 1)
    )
    return make_case(plans, seed)


def chain(n, seed=0):
    """``n`` oblique revolute joints in a row, each with a solid body."""
    return make_case([Plan(k, "revolute", "solid", True) for k in range(n)], seed)


@st.composite
def cases(draw, kinds=KINDS, masses=MASSES, bodies=12):
    """Random cases; they shrink towards few plain bodies."""
    plans = random_plans(lambda options: draw(st.sampled_from(options)), kinds, masses, draw(st.integers(1, bodies)))
    return make_case(plans, draw(st.integers(0, 2**32 - 1)))


def over_trees(kinds=KINDS, masses=MASSES, bodies=12) -> Callable:
    """Turn a check of one case into a test over random cases: some by default, thousands under ``slow``."""

    def decorate(check):
        quick = given(cases(kinds, masses, bodies))(check)
        runs = {"quick": quick, "thousands": settings(max_examples=2000)(given(cases(kinds, masses, bodies))(check))}

        @pytest.mark.parametrize("run", ["quick", pytest.param("thousands", marks=pytest.mark.slow)])
        def test(run):
            runs[run]()

        test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
        test.__module__ = check.__module__
        return test

    return decorate


# ---- measuring ----


def agree(got, want, tol):
    """The project's measure of an error: the largest difference over the largest wanted number, or over one."""
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape
    worst = np.abs(got - want).max(initial=0) / max(1, np.abs(want).max(initial=0))
    assert worst <= tol, f"error {worst:.2e}, allowed {tol:.0e}\ngot\n{got}\nwant\n{want}"


def rate(f, x, dx):
    """Derivative of f at x in the direction dx."""
    return np.imag(f(x + 1j * STEP * dx)) / STEP


# ---- mechanics, a second time ----


def flow(tree, q, velocity):
    """Time derivative (..., nq) of q at a velocity (..., nv): a floating joint moves in its own axes."""
    qdot, at, v_at = [], 0, 0
    for kind in tree.kind:
        nq, nv = FREEDOMS[kind]
        v = velocity[..., v_at : v_at + nv]
        if kind == "floating":
            w, u = q[at], q[at + 1 : at + 4]
            omega = v[..., :3]
            v = np.concatenate(
                [
                    -(omega @ u)[..., None] / 2,
                    (w * omega + np.cross(u, omega)) / 2,
                    v[..., 3:] @ quaternion_rotation(q[at : at + 4]).T,
                ],
                axis=-1,
            )
        qdot.append(v)
        at, v_at = at + nq, v_at + nv
    return np.concatenate([velocity[..., :0], *qdot], axis=-1)


def quaternion_rotation(quaternion):
    """``v -> quaternion v quaternion*`` for a quaternion (..., 4) of any length, scalar first."""
    w, u = quaternion[..., 0, None, None], quaternion[..., 1:, None]
    length = w * w + u.mT @ u
    return ((w * w - u.mT @ u) * np.eye(3) + 2 * u @ u.mT + 2 * w * cross(u[..., 0])) / length


def cross(v):
    """Cross product matrix, column by column."""
    return np.stack([np.cross(v, e) for e in np.eye(3)], axis=-1)


def poses(tree, q):
    """Pose (nb, ..., 4, 4) of every body in the base frame."""
    out, at = [], 0
    for k, kind in enumerate(tree.kind):
        nq, a = FREEDOMS[kind][0], tree.axis[k]
        x = q[..., at : at + nq]
        at += nq
        T = np.zeros((*q.shape[:-1], 4, 4), q.dtype) + np.eye(4)
        if kind == "revolute":
            s, c = np.sin(x)[..., None], np.cos(x)[..., None]
            T[..., :3, :3] = c * np.eye(3) + s * cross(a) + (1 - c) * np.outer(a, a)
        elif kind == "prismatic":
            T[..., :3, 3] = x * a
        elif kind == "floating":
            T[..., :3, :3] = quaternion_rotation(x[..., :4])
            T[..., :3, 3] = x[..., 4:]
        T = tree.joint_to_parent[k] @ T @ tree.child_to_joint[k]
        out.append(out[tree.parent[k] - 1] @ T if tree.parent[k] else T)
    return np.stack(out)


def pose_rates(tree, q, velocity):
    """Time derivative (nb, ..., 4, 4) of the body poses at velocities (..., nv)."""
    return rate(lambda x: poses(tree, x), q, flow(tree, q, velocity))


def pseudo_inertia(p):
    """The second moments ``int [r; 1] [r; 1]' dm`` (..., 4, 4) of a body with the ten parameters p (..., 10)."""
    m, h, xx, yy, zz, yz, xz, xy = p[..., 0], p[..., 1:4], *np.moveaxis(p[..., 4:], -1, 0)
    J = np.empty((*p.shape[:-1], 4, 4), p.dtype)
    J[..., 0, 0], J[..., 1, 1], J[..., 2, 2] = (yy + zz - xx) / 2, (xx + zz - yy) / 2, (xx + yy - zz) / 2
    J[..., 0, 1] = J[..., 1, 0] = -xy
    J[..., 0, 2] = J[..., 2, 0] = -xz
    J[..., 1, 2] = J[..., 2, 1] = -yz
    J[..., :3, 3] = J[..., 3, :3] = h
    J[..., 3, 3] = m
    return J


def from_pseudo_inertia(J):
    """The ten parameters of a body with these second moments."""
    x, y, z = J[0, 0], J[1, 1], J[2, 2]
    return np.array([J[3, 3], *J[:3, 3], y + z, x + z, x + y, -J[1, 2], -J[0, 2], -J[0, 1]])


def carry(T, p):
    """The ten parameters, about frame A, of a body known in frame B, for the pose T of B in A."""
    return from_pseudo_inertia(T @ pseudo_inertia(p) @ T.T)


def lagrange_mass_matrix(tree, q):
    """Mass matrix of the kinetic energy ``sum tr(Tdot J Tdot') / 2`` (Uicker's form of Lagrange's equations)."""
    rates = pose_rates(tree, q, np.eye(tree.model.nv))
    return np.einsum("ijab,ibc,ikac->jk", rates, pseudo_inertia(np.stack(tree.parameters)), rates)


def potential_energy(tree, q):
    """``- sum m g . r``, for q (..., nq)."""
    moments = np.stack(tree.parameters)[:, [1, 2, 3, 0]]
    r = np.einsum("i...ab,ib->...a", poses(tree, q), moments)
    return -r[..., :3] @ tree.gravity


def mass_matrix_rates(tree, q, velocity):
    """Time derivative (..., nv, nv) of the mass matrix at velocities (..., nv)."""
    return rate(lambda x: core.mass_matrix(tree.model, x), q, flow(tree, q, velocity))


def body_jacobian(tree, q, i):
    """Jacobian (..., 6, nv) of body i in its own axes."""
    R = core.body_poses(tree.model, q)[i][..., :3, :3]
    J = core.geometric_jacobian(tree.model, q, i)
    return np.concatenate([R.mT @ J[..., :3, :], R.mT @ J[..., 3:, :]], axis=-2)


# ---- changed trees that move alike ----


def merge_fixed(tree):
    """The tree with every fixed body melted into what carries it.

    Also, for every body, the number of the body it went into and its pose there.
    """
    merged = replace(tree, parent=[], kind=[], axis=[], joint_to_parent=[], child_to_joint=[], parameters=[])
    home = [(0, np.eye(4))]
    for k, kind in enumerate(tree.kind):
        carrier, at = home[tree.parent[k]]
        before = at @ tree.joint_to_parent[k]
        if kind == "fixed":
            at = before @ tree.child_to_joint[k]
            home.append((carrier, at))
            if carrier:
                merged.parameters[carrier - 1] = merged.parameters[carrier - 1] + carry(at, tree.parameters[k])
            continue
        merged.parent.append(carrier)
        merged.kind.append(kind)
        merged.axis.append(tree.axis[k])
        merged.joint_to_parent.append(before)
        merged.child_to_joint.append(tree.child_to_joint[k])
        merged.parameters.append(tree.parameters[k])
        home.append((len(merged.parent), np.eye(4)))
    return merged, home[1:]


def move_base(tree, T):
    """The same robot seen from a frame in which the old base has pose T."""
    before = [T @ P if parent == 0 else P for parent, P in zip(tree.parent, tree.joint_to_parent, strict=True)]
    return replace(tree, joint_to_parent=before, gravity=T[:3, :3] @ tree.gravity)


def renumber(tree, order: Sequence[int]):
    """The same robot with its bodies listed in another order: entry k of the new list is body ``order[k]`` (from 1)."""
    new = {0: 0} | {old: k for k, old in enumerate(order, start=1)}
    pick = [old - 1 for old in order]
    return replace(
        tree,
        parent=[new[tree.parent[k]] for k in pick],
        **{
            name: [getattr(tree, name)[k] for k in pick]
            for name in ("kind", "axis", "joint_to_parent", "child_to_joint", "parameters")
        },
    )
