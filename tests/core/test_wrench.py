"""Frames of wrenches: F = R f, N = R n + p x F, and the power that no frame changes."""

import numpy as np
from trees import ROUNDING, agree, over_trees, pose_rates, poses, random_pose

from rst_compat import core
from rst_compat.core.wrench import body_forces


def test_to_base_by_hand():
    T = random_pose(np.random.default_rng(0))
    n, f = np.random.default_rng(1).normal(size=(2, 3))
    R, p = T[:3, :3], T[:3, 3]
    want = np.concatenate([R @ n + np.cross(p, R @ f), R @ f])
    agree(core.to_base(T, np.concatenate([n, f])), want, 1e-14)  # three products


def test_a_force_at_the_body_has_its_lever_about_the_base_origin():
    # Exact numbers: a body one metre along x, turned a quarter about z, pushed along its own x.
    T = np.array([[0.0, -1, 0, 1], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    np.testing.assert_array_equal(core.to_base(T, np.array([0, 0, 0, 5.0, 0, 0])), [0, 0, 5, 0, 5, 0])
    np.testing.assert_array_equal(core.to_body(T, np.array([0, 0, 5.0, 0, 5, 0])), [0, 0, 0, 5, 0, 0])


def test_to_body_undoes_to_base_in_batches():
    rng = np.random.default_rng(2)
    T, w = np.stack([random_pose(rng) for _ in range(4)]), rng.normal(size=(3, 1, 6))
    assert core.to_base(T, w).shape == (3, 4, 6)
    agree(core.to_body(T, core.to_base(T, w)), np.broadcast_to(w, (3, 4, 6)), 1e-14)


@over_trees(bodies=6)
def test_power_is_that_of_the_bodies(case):
    # The wrench of every body times its velocity, in the frame of the body and in the base.
    forces = body_forces(case.model, case.q, case.f_ext)
    rates = pose_rates(case.tree, case.q, case.qd)
    for i, (T, Tdot, w) in enumerate(zip(poses(case.tree, case.q), rates, case.f_ext, strict=True), start=1):
        in_base, in_body = Tdot @ np.linalg.inv(T), np.linalg.inv(T) @ Tdot
        twists = [np.array([V[2, 1], V[0, 2], V[1, 0], *V[:3, 3]]) for V in (in_base, in_body)]
        agree(forces[i][:, 0] @ twists[1], w @ twists[0], ROUNDING)
    np.testing.assert_array_equal(forces[0], 0)


@over_trees(bodies=6)
def test_no_wrench_is_a_zero_wrench(case):
    state = case.q, case.qd, case.qdd
    none, zero = (core.inverse_dynamics(case.model, *state, f) for f in (None, np.zeros((case.model.nb, 6))))
    np.testing.assert_array_equal(none, zero)
