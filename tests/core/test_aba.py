"""Forward dynamics against a dense solution, and its pivots, which tell a singular mass matrix."""

import numpy as np
import pytest
from hypothesis import assume
from trees import ROUNDING, Plan, agree, chain, make_case, over_trees

from rst_compat import core


def eliminate_from_the_last(M):
    """Pivots of M = L' D L, by the textbook loop."""
    A, pivots = M.copy(), np.zeros(len(M))
    for k in reversed(range(len(M))):
        pivots[k] = A[k, k]
        A[:k, :k] -= np.outer(A[:k, k], A[k, :k]) / A[k, k]
    return pivots


@over_trees(masses=("solid",))
def test_solves_the_equation_of_motion(case):
    model, q, qd, tau, f_ext = case.model, case.q, case.qd, case.qdd, case.f_ext
    M = core.mass_matrix(model, q)
    bias = core.inverse_dynamics(model, q, qd, np.zeros(model.nv), f_ext)
    condition = np.linalg.cond(M) if model.nv else 1
    want = np.linalg.solve(M, tau - bias)
    # A solution is known to rounding times the condition number.
    agree(core.forward_dynamics(model, q, qd, tau, f_ext), want, ROUNDING * condition)


@over_trees(masses=("solid", "wild"))
def test_pivots_are_those_of_the_mass_matrix(case):
    model = case.model
    M = core.mass_matrix(model, case.q)
    want = eliminate_from_the_last(M)
    growth = np.abs(M).max(initial=0) / np.abs(want).min(initial=np.inf)
    assume(growth < 1e6)  # a small pivot of an indefinite matrix spoils those after it
    pivots = core.factored_forward_dynamics(model, case.q, case.qd, case.qdd)[1]
    agree(pivots, want, ROUNDING * max(1, growth) ** 2)


@over_trees(masses=("solid",))
def test_pivots_of_a_physical_robot_are_positive(case):
    assert (core.factored_forward_dynamics(case.model, case.q, case.qd, case.qdd)[1] > 0).all()


def test_indefinite_inertia_is_solved_like_any_other():
    # MATLAB's square roots give NaN here; the equation has a solution all the same.
    case = chain(3, seed=2)
    case.tree.parameters[2] *= -0.3
    M = core.mass_matrix(case.model, case.q)
    assert np.linalg.eigvalsh(M)[0] < 0
    qdd, pivots = core.factored_forward_dynamics(case.model, case.q, case.qd, case.qdd)
    assert (pivots < 0).any()
    agree(core.inverse_dynamics(case.model, case.q, case.qd, qdd), case.qdd, ROUNDING * np.linalg.cond(M))


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "floating"])
def test_a_massless_leaf_has_zero_pivots(kind):
    case = make_case([Plan(0, "revolute", "solid", True), Plan(1, kind, "massless", True)], 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        qdd, pivots = core.factored_forward_dynamics(case.model, case.q, case.qd, case.qdd)
    of_leaf = case.model.v_of[2]
    assert pivots[of_leaf][-1] == 0  # exactly, not 1e-17; the later ones of a floating joint are 0/0
    assert not np.isfinite(qdd[of_leaf]).any()


def test_two_joints_on_one_axis_without_a_body_between_have_a_zero_pivot():
    # The second joint carries the body; the first can do nothing the second cannot.
    case = make_case([Plan(0, "revolute", "massless", False), Plan(1, "revolute", "solid", False)], 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        pivots = core.factored_forward_dynamics(case.model, case.q, case.qd, case.qdd)[1]
    M = core.mass_matrix(case.model, case.q)
    assert abs(pivots[0]) <= 2 * np.finfo(float).eps * np.abs(M).max()
    assert pivots[1] == M[1, 1]


def test_a_massless_body_inside_the_tree_is_no_trouble():
    case = make_case([Plan(0, "revolute", "massless", True), Plan(1, "prismatic", "solid", True)], 0)
    qdd, pivots = core.factored_forward_dynamics(case.model, case.q, case.qd, case.qdd)
    assert (pivots > 0).all()
    agree(core.inverse_dynamics(case.model, case.q, case.qd, qdd), case.qdd, 1e-12)


@pytest.mark.parametrize("parents", [[0], [0, 1, 1]])
def test_a_robot_of_fixed_bodies_only(parents):
    case = make_case([Plan(p, "fixed", "solid", True) for p in parents], 0)
    qdd, pivots = core.factored_forward_dynamics(case.model, case.q, case.qd, case.qdd, case.f_ext)
    assert qdd.shape == pivots.shape == (0,)
