"""Fits among the parameters of bodies: two methods of one problem, what they promise, and what they refuse."""

import numpy as np
import pytest
from fits import measured
from simulated_logs import random_robot

import rst_compat as rst
from rst_compat import (
    LinearMap,
    MatlabError,
    MatlabWarning,
    batch,
    fromPseudoInertia,
    inertialParameters,
    isPhysical,
    parameterNames,
    physicalFit,
    pseudoInertia,
)

BODY = np.array([2, 0.1, 0.2, 0.3, 0.5, 0.5, 0.5, 0.01, 0.02, 0.03])
ROWS = np.random.default_rng(0).normal(size=(30, 10))


@pytest.fixture(scope="module")
def data():
    return measured()


@pytest.mark.parametrize("weight", [1e-3, 1e-6])
def test_two_methods_find_one_minimum(data, weight):
    """A convex problem in the parameters and a nonlinear one in their logarithms have the same least value."""
    barrier = physicalFit(data.R, data.z, **data.options, PriorWeight=weight)
    free = physicalFit(data.R, data.z, **data.options, PriorWeight=weight, Method="logCholesky")
    assert barrier.Converged
    assert free.Converged
    assert barrier.Gap <= 1e-9
    assert abs(barrier.Cost - free.Cost) <= 1e-9  # what Tolerance promises; measured 1e-11
    # Costs that differ by d mean fits that differ by its root at most, since the sum of squares is part of the cost.
    apart = data.R @ (barrier.Parameters - free.Parameters)
    assert apart @ apart <= 2e-9 * data.scale
    assert isPhysical(barrier.Parameters[:100]).all()
    assert (barrier.Parameters[data.nonnegative] >= 0).all()


def test_the_gradient_is_zero_at_the_minimum(data):
    """Where no bound is active, by central differences of the cost written out."""
    fit = physicalFit(data.R, data.z, **data.options, PriorWeight=1e-3)
    moving = np.repeat(data.prior[:100].reshape(-1, 10).any(axis=1), 10) & (np.abs(data.R[:, :100]).max(axis=0) > 1e-9)
    bodies = [i for i in range(10) if moving[10 * i : 10 * i + 10].any()]

    def cost(x):
        total = np.sum((data.R @ x - data.z) ** 2) / data.scale
        for i in bodies:
            J, J0 = (pseudoInertia(v[10 * i : 10 * i + 10]) for v in (x, data.prior))
            ratio = np.linalg.solve(J0, J)
            total += 1e-3 * (np.trace(ratio) - np.linalg.slogdet(ratio)[1] - 4)
        return total

    assert cost(fit.Parameters) == pytest.approx(fit.Cost, rel=1e-12)
    for j in [10 * i + k for i in bodies for k in range(10)]:
        step = 1e-6 * np.eye(len(data.prior))[j]
        rise = cost(fit.Parameters + step) + cost(fit.Parameters - step) - 2 * fit.Cost
        tilt = cost(fit.Parameters + step) - cost(fit.Parameters - step)
        assert rise > 0
        assert abs(tilt) <= 1e-3 * np.sqrt(rise * fit.Cost) + 1e-14


def test_data_without_noise_give_the_truth():
    """What data and nothing else determine is found exactly, without a search: the free fit is physical."""
    fit = physicalFit(ROWS, ROWS @ BODY)
    np.testing.assert_allclose(fit.Parameters, BODY, atol=1e-13)
    assert (fit.Gap, fit.Iterations, fit.Converged) == (0, 0, True)


def test_data_of_no_body_give_the_nearest_body():
    """1 + 1 < 3: the fit goes to the border, and no body is nearer by more than the gap."""
    wrong = np.array([1, 0, 0, 0, 1, 1, 3.0, 0, 0, 0])
    z = ROWS @ wrong
    fit = physicalFit(ROWS, z)
    assert fit.Converged
    assert -1e-12 < fit.MinEigenvalues[0] < 1e-6
    J = pseudoInertia(fit.Parameters)
    rng = np.random.default_rng(1)
    for scale in (1e-4, 1e-2, 1):
        for _ in range(200):
            change = np.eye(4) + scale * rng.normal(size=(4, 4))
            other = fromPseudoInertia(change @ J @ change.T)
            assert np.sum((ROWS @ other - z) ** 2) / (z @ z) >= fit.Cost - fit.Gap


def test_a_certificate_by_duality():
    """For the same data: the multiplier of Lagrange's dual, built from the answer, bounds the least cost from below."""
    z = ROWS @ [1, 0, 0, 0, 1, 1, 3.0, 0, 0, 0]
    fit = physicalFit(ROWS, z)
    # min |Rx - z|^2 - <Z, J(x)> over all x is a lower bound for every positive semidefinite Z.
    gradient = 2 * ROWS.T @ (ROWS @ fit.Parameters - z)
    units = pseudoInertia(np.eye(10))
    E = np.stack([units[:, i, j] * (1 if i == j else 2) for i in range(4) for j in range(i, 4)], axis=1)
    entries = np.linalg.solve(E, gradient)  # <Z, unit k> = gradient_k
    Z = np.zeros((4, 4))
    Z[np.triu_indices(4)] = entries
    Z = np.triu(Z) + np.triu(Z, 1).T
    assert np.linalg.eigvalsh(Z)[0] >= -1e-6 * np.abs(Z).max()
    bound = fit.SumOfSquares - np.sum(Z * pseudoInertia(fit.Parameters))
    assert (fit.SumOfSquares - bound) / (z @ z) <= 2 * fit.Gap


def test_friction_is_not_negative():
    fit = physicalFit(np.eye(3), [1, -2, 3], NumBodies=0, NonNegative=[1, 1, 0])
    np.testing.assert_allclose(fit.Parameters, [1, 0, 3], atol=1e-6)  # a gap of 1e-9 of the cost


def test_bounds_and_fixed_values(data):
    masses = np.tile([0.1, 2.5], (10, 1))
    masses[1] = np.nan
    fit = physicalFit(data.R, data.z, **data.options, MassBounds=masses)
    found = fit.Parameters[:100:10]
    moves = data.prior[:100:10] > 0
    moves[1] = False
    assert ((found[moves] > 0.1) & (found[moves] < 2.5)).all()
    fixed = np.zeros(len(data.prior), dtype=bool)
    fixed[[30, 31]] = True
    fit = physicalFit(data.R, data.z, **data.options, Fixed=fixed)
    np.testing.assert_array_equal(fit.Parameters[fixed], data.prior[fixed])
    assert fit.Parameters[32] != data.prior[32]


def test_frames_and_bodies_without_data_stay(data):
    fit = physicalFit(data.R, data.z, **data.options)
    names = [n.partition(".")[0] for n in data.names[:100:10]]
    for body in ("base", "base_link_inertia", "flange", "tool0"):
        i = 10 * names.index(body)
        np.testing.assert_array_equal(fit.Parameters[i : i + 10], data.prior[i : i + 10])


def test_a_smallest_eigenvalue():
    fit = physicalFit(ROWS, ROWS @ [1, 0, 0, 0, 1, 1, 3.0, 0, 0, 0], Epsilon=0.05)
    assert fit.MinEigenvalues[0] == pytest.approx(0.05, abs=1e-5)  # as near as that gap lets it
    assert fit.MinEigenvalues[0] >= 0.05


def test_a_map():
    robot = rst.importrobot("twolink")
    W = batch.inverseDynamicsRegressor(robot, *np.random.default_rng(0).normal(size=(3, 50, 2))).reshape(-1, 20)
    x, names = inertialParameters(robot), parameterNames(robot)
    structure = {f"body_{i}.{p}": q + str(i) for i in (1, 2) for p, q in [("m", "m"), ("Iczz", "I"), ("Icyy", "I")]}
    map = LinearMap.fromStructure(robot, structure, CenterOfMass="model", Others="model")
    for options in ({}, {"Prior": x}, {"Prior": x, "MassBounds": [[0.1, 1], [0.1, 1]]}):
        fit = physicalFit(W, W @ x, Map=map, Names=names, **options)
        # The prior is the truth, and its weight leaves the cost flat to 1e-15 in a relative 1e-7.
        np.testing.assert_allclose(fit.Reduced, map.solve(x), rtol=1e-5)
        np.testing.assert_allclose(fit.Parameters, map(fit.Reduced), atol=1e-15)


def test_a_start_outside_is_moved_inside():
    """Bounds that exclude every guess."""
    fit = physicalFit(ROWS, ROWS @ BODY, MassBounds=[[5, 5.001]], Prior=BODY, PriorWeight=1e-6)
    assert 5 < fit.Parameters[0] < 5.001
    assert fit.Converged


@pytest.mark.parametrize("method", ["barrier", "logCholesky"])
def test_what_nothing_holds_is_named(data, method):
    options = {"Names": data.names, "Scale": data.scale, "Method": method}
    with pytest.raises(MatlabError, match=r"without effect of .*base_link_inertia\.m") as caught:
        physicalFit(data.R, data.z, **options)
    assert caught.value.identifier == "rst_compat:identification:Unbounded"
    # Bounds of the masses leave inertias that no torque shows.
    with pytest.raises(MatlabError, match=r"base_link_inertia\.Iyy"):
        physicalFit(data.R, data.z, **options, MassBounds=np.tile([0.1, 9], (10, 1)))
    R = np.column_stack([ROWS, ROWS[:, 0], -ROWS[:, 0]])
    with pytest.raises(MatlabError, match=r"parameter 1[12], parameter 1[12]"):
        physicalFit(R, ROWS @ BODY, NumBodies=1, Prior=np.append(BODY, [0, 0]), NonNegative=[0] * 10 + [1, 1])
    with pytest.raises(MatlabError, match=r"parameter 1[12], parameter 1[12]"):
        physicalFit(R, ROWS @ BODY, NumBodies=1, Prior=np.append(BODY, [0, 0]))


def test_a_null_space_without_bodies_in_it_is_no_obstacle():
    """Masses of two bodies whose sum is known: both are positive, so both are bounded."""
    R = np.zeros((19, 20))
    R[0, [0, 10]] = 1
    R[np.arange(1, 19), [*range(1, 10), *range(11, 20)]] = 1
    x = np.tile([1, 0, 0, 0, 1, 1, 1, 0, 0, 0], 2)
    fit = physicalFit(R, R @ x)
    assert fit.Converged
    assert fit.Cost < 1e-9
    assert fit.Parameters[0] + fit.Parameters[10] == pytest.approx(2, abs=1e-4)  # the root of that cost


def test_a_rod_has_no_room():
    robot = rst.importrobot("twolink")
    map = LinearMap.fromStructure(robot, "body_1.m = m; body_1.Izz = I; body_2.m = m", Others="zero")
    W = batch.inverseDynamicsRegressor(robot, *np.random.default_rng(0).normal(size=(3, 50, 2))).reshape(-1, 20)
    with pytest.raises(MatlabError, match=r"body_[12], whose smallest eigenvalue") as caught:
        physicalFit(W, W @ inertialParameters(robot), Map=map, Names=parameterNames(robot))
    assert caught.value.identifier == "rst_compat:identification:NotFeasible"


def test_a_search_that_is_cut_short_says_so(data):
    with pytest.warns(MatlabWarning, match="stopped after 3 steps"):
        assert not physicalFit(data.R, data.z, **data.options, MaxIterations=3).Converged
    with pytest.warns(MatlabWarning, match="did not converge in 10 evaluations"):
        assert not physicalFit(data.R, data.z, **data.options, MaxIterations=1, Method="logCholesky").Converged


def test_branches_and_slides():
    """A tree with fixed and sliding bodies; the prior is another physical robot."""
    robot = random_robot(3, ["revolute", "prismatic", "fixed", "revolute"], [0, 1, 2, 1])
    other = random_robot(4, ["revolute", "prismatic", "fixed", "revolute"], [0, 1, 2, 1])
    W = batch.inverseDynamicsRegressor(robot, *np.random.default_rng(0).normal(size=(3, 80, 3))).reshape(-1, 40)
    w = W @ inertialParameters(robot)
    fit = physicalFit(W, w, Prior=inertialParameters(other), PriorWeight=1e-9)
    assert fit.Converged
    assert np.linalg.norm(W @ fit.Parameters - w) <= 1e-3 * np.linalg.norm(w)
    assert isPhysical(fit.Parameters).all()


@pytest.mark.parametrize(
    ("options", "identifier"),
    [
        ({"Prior": [1, 0, 0, 0, 1, 1, 3, 0, 0, 0]}, "NotPhysical"),
        ({"PriorWeight": 1e-3}, "WrongFit"),
        ({"PriorWeight": -1, "Prior": BODY}, "WrongFit"),
        ({"Names": ["a"]}, "WrongFit"),
        ({"NumBodies": 2}, "WrongFit"),
        ({"MassBounds": [1, 2]}, "WrongFit"),
        ({"Map": LinearMap(np.eye(3))}, "WrongFit"),
        ({"Map": LinearMap(np.eye(10)), "Prior": BODY, "Method": "logCholesky"}, "WrongFit"),
    ],
)
def test_what_it_refuses(options, identifier):
    with pytest.raises(MatlabError) as caught:
        physicalFit(ROWS, ROWS @ BODY, **options)
    assert caught.value.identifier == f"rst_compat:identification:{identifier}"


def test_columns_that_may_be_of_bodies_or_not():
    with pytest.raises(MatlabError, match="Names or NumBodies"):
        physicalFit(np.eye(12), np.ones(12))
