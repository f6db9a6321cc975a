"""What mechanics promises of any robot: each test holds two roads to the same numbers against each other."""

from dataclasses import replace

import numpy as np
from hypothesis import assume
from trees import (
    ROUNDING,
    agree,
    flow,
    lagrange_mass_matrix,
    merge_fixed,
    move_base,
    over_trees,
    pose_rates,
    poses,
    potential_energy,
    random_pose,
    rate,
    renumber,
)

from rst_compat import core
from rst_compat.core.joints import FREEDOMS


@over_trees()
def test_torque_is_mass_times_acceleration_and_coriolis_and_gravity(case):
    model, q, qd, qdd = case.model, case.q, case.qd, case.qdd
    parts = core.mass_matrix(model, q) @ qdd + core.coriolis_matrix(model, q, qd) @ qd + core.gravity_torque(model, q)
    agree(core.inverse_dynamics(model, q, qd, qdd), parts, ROUNDING)


@over_trees()
def test_mass_matrix_is_lagranges(case):
    agree(core.mass_matrix(case.model, case.q), lagrange_mass_matrix(case.tree, case.q), ROUNDING)


@over_trees()
def test_mass_matrix_is_exactly_symmetric(case):
    M = core.mass_matrix(case.model, case.q)
    np.testing.assert_array_equal(M, M.T)


@over_trees()
def test_forward_dynamics_undoes_inverse_dynamics(case):
    model, q, qd, qdd, f_ext = case.model, case.q, case.qd, case.qdd, case.f_ext
    M = core.mass_matrix(model, q)
    eigenvalues = np.abs(np.linalg.eigvalsh(M))
    assume(eigenvalues.min(initial=1) > 1e-6 * eigenvalues.max(initial=1))  # test_aba.py has the singular ones
    tau = core.inverse_dynamics(model, q, qd, qdd, f_ext)
    again, pivots = core.factored_forward_dynamics(model, q, qd, tau, f_ext)
    # Rounding of tau is divided by pivots, which in an indefinite M may be far smaller than any eigenvalue, on the way
    # in and on the way out.
    growth = max(1, np.abs(M).max(initial=0) / np.abs(pivots).min(initial=np.inf)) ** 2
    assume(growth < 1e6)
    agree(again, qdd, ROUNDING * growth * max(1, np.abs(tau).max(initial=0)))


@over_trees()
def test_external_wrenches_act_through_the_jacobians(case):
    model, q, qd, qdd, f_ext = case.model, case.q, case.qd, case.qdd, case.f_ext
    torque = np.zeros(model.nv)
    for i, T in enumerate(poses(case.tree, q), start=1):
        n, f = np.split(f_ext[i - 1], 2)
        at_body = np.concatenate([n - np.cross(T[:3, 3], f), f])  # the moment, moved from the base origin
        torque += core.geometric_jacobian(model, q, i).T @ at_body
    got = core.inverse_dynamics(model, q, qd, qdd, f_ext)
    agree(got, core.inverse_dynamics(model, q, qd, qdd) - torque, ROUNDING)


@over_trees()
def test_power_is_the_rate_of_energy(case):
    tree, model, q, qd, qdd, f_ext = case.tree, case.model, case.q, case.qd, case.qdd, case.f_ext
    tau = core.inverse_dynamics(model, q, qd, qdd, f_ext)
    power = tau @ qd
    for T, Tdot, wrench in zip(poses(tree, q), pose_rates(tree, q, qd), f_ext, strict=True):
        W = Tdot @ np.linalg.inv(T)  # [omega x, velocity of the point at the base origin]
        power += wrench @ [W[2, 1], W[0, 2], W[1, 0], *W[:3, 3]]

    def energy(time):
        x, v = q + time * flow(tree, q, qd), qd + time * qdd
        return v @ core.mass_matrix(model, x) @ v / 2 + potential_energy(tree, x)

    # Terms of both signs may add up to a small power, so the measure is the sum of their sizes.
    size = max(1, np.abs(tau) @ np.abs(qd))
    agree(power / size, rate(energy, 0, 1) / size, ROUNDING)


@over_trees()
def test_gravity_torque_is_the_gradient_of_potential_energy(case):
    directions = flow(case.tree, case.q, np.eye(case.model.nv))
    gradient = rate(lambda q: potential_energy(case.tree, q), case.q, directions)
    agree(core.gravity_torque(case.model, case.q), gradient, ROUNDING)


@over_trees()
def test_velocity_product_is_quadratic_and_knows_no_gravity(case):
    model, q, qd = case.model, case.q, case.qd
    c = core.velocity_product(model, q, qd)
    heavier = replace(case.tree, gravity=100 * case.tree.gravity[::-1]).model
    # All exact: gravity is not added and taken away again, and signs and powers of two do not round.
    np.testing.assert_array_equal(core.velocity_product(heavier, q, qd), c)
    np.testing.assert_array_equal(core.velocity_product(model, q, 0 * qd), 0)
    np.testing.assert_array_equal(core.velocity_product(model, q, -qd), c)
    np.testing.assert_array_equal(core.velocity_product(model, q, 2 * qd), 4 * c)


@over_trees()
def test_torque_is_the_regressor_times_the_parameters(case):
    model, q, qd, qdd = case.model, case.q, case.qd, case.qdd
    Y = core.inverse_dynamics_regressor(model, q, qd, qdd)
    agree(Y @ np.concatenate(case.tree.parameters), core.inverse_dynamics(model, q, qd, qdd), ROUNDING)


@over_trees()
def test_merging_fixed_bodies_changes_nothing(case):
    q, qd, qdd, model = case.q, case.qd, case.qdd, case.model
    tree, home = merge_fixed(case.tree)
    if tree.kind:
        merged = tree.model
        f_ext = np.zeros((merged.nb, 6))
        for (carrier, _), wrench in zip(home, case.f_ext, strict=True):
            if carrier:  # all wrenches are about the base origin, so those of one rigid body add up
                f_ext[carrier - 1] += wrench
        agree(
            core.inverse_dynamics(model, q, qd, qdd, case.f_ext),
            core.inverse_dynamics(merged, q, qd, qdd, f_ext),
            ROUNDING,
        )
        agree(core.mass_matrix(model, q), core.mass_matrix(merged, q), ROUNDING)
        agree(core.coriolis_matrix(model, q, qd), core.coriolis_matrix(merged, q, qd), ROUNDING)
        T, merged_T = core.body_poses(model, q), core.body_poses(merged, q)
        for i, (carrier, at) in enumerate(home, start=1):
            agree(T[i], merged_T[carrier] @ at, ROUNDING)
    else:
        assert core.inverse_dynamics(model, q, qd, qdd, case.f_ext).shape == (0,)
        assert core.mass_matrix(model, q).shape == core.coriolis_matrix(model, q, qd).shape == (0, 0)


@over_trees(masses=("solid", "massless"))
def test_merging_fixed_bodies_changes_no_acceleration(case):
    # Apart, since it needs a mass matrix that can be inverted.
    q, qd, model = case.q, case.qd, case.model
    tree, _ = merge_fixed(case.tree)
    assume(tree.kind)
    M = core.mass_matrix(model, q)
    condition = np.linalg.cond(M)
    assume(condition < 1e6)
    got, want = (core.forward_dynamics(m, q, qd, case.qdd) for m in (model, tree.model))
    agree(got, want, ROUNDING * condition)


@over_trees()
def test_moving_base_and_gravity_together_changes_nothing(case):
    q, qd, qdd, model = case.q, case.qd, case.qdd, case.model
    A = random_pose(case.rng)
    R, p = A[:3, :3], A[:3, 3]
    moved = move_base(case.tree, A).model
    n, f = case.f_ext[:, :3] @ R.T, case.f_ext[:, 3:] @ R.T
    f_ext = np.concatenate([n + np.cross(p, f), f], axis=1)
    agree(
        core.inverse_dynamics(moved, q, qd, qdd, f_ext),
        core.inverse_dynamics(model, q, qd, qdd, case.f_ext),
        ROUNDING,
    )
    agree(core.mass_matrix(moved, q), core.mass_matrix(model, q), ROUNDING)
    agree(core.coriolis_matrix(moved, q, qd), core.coriolis_matrix(model, q, qd), ROUNDING)
    Y = core.inverse_dynamics_regressor(model, q, qd, qdd)
    agree(core.inverse_dynamics_regressor(moved, q, qd, qdd), Y, ROUNDING)
    agree(core.body_poses(moved, q)[-1], A @ core.body_poses(model, q)[-1], ROUNDING)
    J = core.geometric_jacobian(model, q, model.nb)
    agree(core.geometric_jacobian(moved, q, model.nb), np.concatenate([R @ J[:3], R @ J[3:]]), ROUNDING)


@over_trees()
def test_numbering_of_bodies_changes_nothing(case):
    tree, model, rng = case.tree, case.model, case.rng
    order, waiting = [], set(range(1, model.nb + 1))
    while waiting:
        body = rng.choice([i for i in sorted(waiting) if tree.parent[i - 1] not in waiting])
        order.append(int(body))
        waiting.remove(body)
    other = renumber(tree, order).model
    q_at = np.concatenate([np.arange(model.nq)[model.q_of[i]] for i in order])
    v_at = np.concatenate([np.arange(model.nv)[model.v_of[i]] for i in order])
    q, qd, qdd, f_ext = case.q, case.qd, case.qdd, case.f_ext
    of_other = q[q_at], qd[v_at], qdd[v_at]
    assert sum(FREEDOMS[kind][1] for kind in tree.kind) == len(v_at)
    agree(
        core.inverse_dynamics(other, *of_other, f_ext[np.array(order) - 1]),
        core.inverse_dynamics(model, q, qd, qdd, f_ext)[v_at],
        ROUNDING,
    )
    square = np.ix_(v_at, v_at)
    agree(core.mass_matrix(other, q[q_at]), core.mass_matrix(model, q)[square], ROUNDING)
    agree(core.coriolis_matrix(other, q[q_at], qd[v_at]), core.coriolis_matrix(model, q, qd)[square], ROUNDING)
    body = order.index(model.nb) + 1
    J = core.geometric_jacobian(model, q, model.nb)[:, v_at]
    agree(core.geometric_jacobian(other, q[q_at], body), J, ROUNDING)
    Y = core.inverse_dynamics_regressor(model, q, qd, qdd).reshape(model.nv, model.nb, 10)
    Y = Y[v_at][:, np.array(order) - 1].reshape(model.nv, 10 * model.nb)
    agree(core.inverse_dynamics_regressor(other, *of_other), Y, ROUNDING)
