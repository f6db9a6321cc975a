"""The Coriolis matrix against five other ways to it; C qd = c alone would let most wrong matrices pass."""

from dataclasses import replace

import numpy as np
import pytest
from trees import (
    ONE_FREEDOM,
    ROUNDING,
    Plan,
    agree,
    body_jacobian,
    flow,
    make_case,
    mass_matrix_rates,
    over_trees,
    rate,
)

from rst_compat import core
from rst_compat.core.spatial import crf, crf_bar, crm, spatial_inertia


def by_columns(model, q, qd):
    """The construction in circulation among users: velocity products at unit velocities.

    Column j of unit velocity alone gives the centripetal coefficients, pairs give the rest.
    """
    unit = np.eye(model.nv)
    C = np.zeros((model.nv, model.nv))
    alone = [core.velocity_product(model, q, e) for e in unit]
    for j in range(model.nv):
        C[:, j] += alone[j] * qd[j]
        for k in range(j):
            pair = (core.velocity_product(model, q, unit[j] + unit[k]) - alone[j] - alone[k]) / 2
            C[:, j] += pair * qd[k]
            C[:, k] += pair * qd[j]
    return C


@over_trees()
def test_rate_of_mass_matrix_is_the_sum_with_the_transpose(case):
    C = core.coriolis_matrix(case.model, case.q, case.qd)
    agree(C + C.T, mass_matrix_rates(case.tree, case.q, case.qd), ROUNDING)


@over_trees()
def test_times_velocity_is_the_velocity_product(case):
    model, q, qd = case.model, case.q, case.qd
    agree(core.coriolis_matrix(model, q, qd) @ qd, core.velocity_product(model, q, qd), ROUNDING)


@over_trees(ONE_FREEDOM)
def test_equals_the_christoffel_symbols(case):
    dM = mass_matrix_rates(case.tree, case.q, np.eye(case.model.nv))  # dM[l, j, k] = dM_jk / dq_l
    symbols = (np.einsum("ljk->jkl", dM) + np.einsum("kjl->jkl", dM) - np.einsum("jkl->jkl", dM)) / 2
    agree(core.coriolis_matrix(case.model, case.q, case.qd), symbols @ case.qd, ROUNDING)


@over_trees(ONE_FREEDOM)
def test_equals_the_column_by_column_construction(case):
    # 1e-10 is the promise made to users who bring that construction; its differences lose a digit or two.
    C = core.coriolis_matrix(case.model, case.q, case.qd)
    agree(C, by_columns(case.model, case.q, case.qd), 1e-10)


@over_trees(ONE_FREEDOM)
def test_is_half_the_derivative_of_the_velocity_product(case):
    model, q, qd = case.model, case.q, case.qd
    columns = rate(lambda v: core.velocity_product(model, q, v), qd, np.eye(model.nv))
    agree(core.coriolis_matrix(model, q, qd), columns.T / 2, ROUNDING)


@over_trees()
def test_equals_the_sum_over_bodies_that_defines_it(case):
    # Echeandia and Wensing's matrix before it is made recursive, sum J' (I Jdot + B J), for joints of every kind.
    tree, q, qd = case.tree, case.q, case.qd
    C = np.zeros((case.model.nv, case.model.nv))
    for i, parameters in enumerate(tree.parameters, start=1):
        inertia, J = spatial_inertia(parameters), body_jacobian(tree, q, i)
        v = (J @ qd)[:, None]
        Jdot = rate(lambda x, i=i: body_jacobian(tree, x, i), q, flow(tree, q, qd)) + crm(v) @ J
        B = (crf(v) @ inertia + crf_bar(inertia @ v) - inertia @ crm(v)) / 2
        C += J.T @ (inertia @ Jdot + B @ J)
    agree(core.coriolis_matrix(case.model, q, qd), C, ROUNDING)


@over_trees()
def test_is_linear_in_velocity_and_knows_no_gravity(case):
    model, q, qd = case.model, case.q, case.qd
    C = core.coriolis_matrix(model, q, qd)
    heavier = replace(case.tree, gravity=100 * case.tree.gravity[::-1]).model
    # Exact: gravity does not enter, and signs and powers of two do not round.
    np.testing.assert_array_equal(core.coriolis_matrix(heavier, q, qd), C)
    np.testing.assert_array_equal(core.coriolis_matrix(model, q, 0 * qd), 0)
    np.testing.assert_array_equal(core.coriolis_matrix(model, q, -2 * qd), -2 * C)


def test_columns_fail_where_velocities_are_not_derivatives_of_coordinates():
    # Why a floating joint gets the Echeandia-Wensing matrix: the other keeps C qd but loses Mdot = C + C'.
    case = make_case([Plan(0, "floating", "solid", True), Plan(1, "revolute", "solid", True)], 5)
    C, Mdot = by_columns(case.model, case.q, case.qd), mass_matrix_rates(case.tree, case.q, case.qd)
    agree(C @ case.qd, core.velocity_product(case.model, case.q, case.qd), ROUNDING)
    with pytest.raises(AssertionError, match="error"):
        agree(C + C.T, Mdot, 1e-2)
