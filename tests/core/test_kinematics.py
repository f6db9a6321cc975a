"""Poses, Jacobians and centre of mass against a second writing of the geometry."""

import numpy as np
from hypothesis import assume
from trees import ROUNDING, agree, flow, over_trees, pose_rates, poses, rate

from rst_compat import core


@over_trees()
def test_poses(case):
    T = core.body_poses(case.model, case.q)
    np.testing.assert_array_equal(T[0], np.eye(4))
    agree(np.stack(T[1:]), poses(case.tree, case.q), ROUNDING)


@over_trees()
def test_jacobian_is_the_derivative_of_the_pose(case):
    model, q = case.model, case.q
    all_T, all_rates = poses(case.tree, q), pose_rates(case.tree, q, np.eye(model.nv))
    for i in range(1, model.nb + 1):
        Rdot, pdot = all_rates[i - 1][:, :3, :3], all_rates[i - 1][:, :3, 3]
        W = Rdot @ all_T[i - 1][:3, :3].T
        J = np.stack([W[:, 2, 1], W[:, 0, 2], W[:, 1, 0], *pdot.T])
        agree(core.geometric_jacobian(model, q, i), J, ROUNDING)


@over_trees()
def test_jacobian_is_exactly_zero_off_the_chain(case):
    model, q = case.model, case.q
    np.testing.assert_array_equal(core.geometric_jacobian(model, q, 0), np.zeros((6, model.nv)))
    parent = dict(model.tree)
    chain = [model.nb]
    while chain[-1]:
        chain.append(parent[chain[-1]])
    J = core.geometric_jacobian(model, q, model.nb)
    for i in set(parent) - set(chain):
        np.testing.assert_array_equal(J[:, model.v_of[i]], 0)


def mass_is_defined(case):
    # Masses of both signs may cancel; the centre of mass is a quotient by their sum.
    masses = np.stack(case.tree.parameters)[:, 0]
    return abs(masses.sum()) > 0.1 * max(1, np.abs(masses).sum())


@over_trees()
def test_center_of_mass(case):
    assume(mass_is_defined(case))
    moments = np.stack(case.tree.parameters)[:, [1, 2, 3, 0]]
    first = np.einsum("iab,ib->a", poses(case.tree, case.q), moments)
    # Ten times the rounding, for the division above.
    agree(core.center_of_mass(case.model, case.q), first[:3] / first[3], 10 * ROUNDING)


@over_trees()
def test_center_of_mass_jacobian_is_its_derivative(case):
    assume(mass_is_defined(case))
    directions = flow(case.tree, case.q, np.eye(case.model.nv))
    columns = rate(lambda q: core.center_of_mass(case.model, q), case.q, directions)
    agree(core.center_of_mass_jacobian(case.model, case.q), columns.reshape(-1, 3).T, 10 * ROUNDING)


@over_trees()
def test_gravity_torque_is_minus_weight_times_center_of_mass_jacobian(case):
    assume(mass_is_defined(case))
    weight = np.stack(case.tree.parameters)[:, 0].sum() * case.tree.gravity
    got = -core.center_of_mass_jacobian(case.model, case.q).T @ weight
    agree(got, core.gravity_torque(case.model, case.q), 10 * ROUNDING)
