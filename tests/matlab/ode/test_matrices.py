"""Mass matrices and Jacobians."""

import numpy as np
import pytest
from scipy.sparse import csc_array

from rst_compat import MatlabError, ode15s, ode23, ode45, ode113, odeset

every_solver = pytest.mark.parametrize("solver", [ode45, ode23, ode113, ode15s], ids=lambda s: s.__name__)
M = np.array([[2.0, 1.0], [1.0, 3.0]])
K = np.array([[5.0, 1.0], [1.0, 4.0]])
TIGHT = {"RelTol": 1e-8, "AbsTol": 1e-10}


def decay(t):
    """``M x' = -K x`` from [1, 2]."""
    values, vectors = np.linalg.eig(-np.linalg.solve(M, K))
    return (vectors * np.exp(values * t) @ np.linalg.solve(vectors, [1.0, 2.0])).real


FORMS = {
    "constant": {"Mass": M},
    "sparse": {"Mass": csc_array(M)},
    "of time and state": {"Mass": lambda t, x: M},
    "of time": {"Mass": lambda t: M, "MStateDependence": "none"},
    "strong": {"Mass": lambda t, x: M, "MStateDependence": "strong"},
}


@every_solver
@pytest.mark.parametrize("form", FORMS)
def test_a_mass_matrix_is_divided_by(solver, form):
    _t, x = solver(lambda t, x: -K @ x, [0, 1], [1, 2], odeset(**FORMS[form], **TIGHT))
    np.testing.assert_allclose(x[-1], decay(1), rtol=1e-6)


@every_solver
def test_a_mass_matrix_of_the_state(solver):
    """``x x' = 1`` from 1: the square root of 1 + 2 t."""
    t, x = solver(lambda t, x: 1, [0, 4], 1, odeset(Mass=lambda t, x: x[0], **TIGHT))
    np.testing.assert_allclose(x[:, 0], np.sqrt(1 + 2 * t), rtol=1e-6)


@pytest.mark.parametrize("mass", [np.zeros((2, 2)), lambda t, x: np.ones((2, 2))])
def test_a_singular_mass_matrix_is_refused(mass):
    with pytest.raises(MatlabError, match="the mass matrix is singular"):
        ode15s(lambda t, x: x, [0, 1], [1, 2], odeset(Mass=mass))


@pytest.mark.parametrize(
    "options",
    [{"Mass": np.eye(3)}, {"Jacobian": np.eye(3)}, {"Jacobian": lambda t, x: 1}, {"JPattern": np.ones((2, 3))}],
)
def test_matrices_of_another_size_are_refused(options):
    with pytest.raises(MatlabError, match="has the wrong size"):
        ode15s(lambda t, x: x, [0, 1], [1, 2], odeset(**options))


def counted(options):
    calls = 0

    def rates(t, x):
        nonlocal calls
        calls += 1
        return -K @ x * 1000

    _, x = ode15s(rates, [0, 0.01], [1, 2], odeset(**options, **TIGHT))
    return x[-1], calls


@pytest.mark.parametrize("J", [-1000 * K, csc_array(-1000 * K), lambda t, x: -1000 * K])
@pytest.mark.parametrize("mass", [{}, {"Mass": M}, {"Mass": lambda t, x: M}])
def test_a_jacobian_saves_calls_and_changes_nothing_else(J, mass):
    plain, calls = counted(mass)
    given, fewer = counted(mass | {"Jacobian": J})
    np.testing.assert_allclose(given, plain, rtol=1e-5, atol=1e-9)
    assert fewer < calls


def test_a_pattern_saves_calls():
    """A row of ten chains: their columns fall into few groups."""
    n = 30
    A = -2 * np.eye(n) + np.eye(n, k=1) + np.eye(n, k=-1)
    calls = []
    for options in ({}, {"JPattern": A != 0}, {"JPattern": csc_array(A != 0)}):
        sol = ode15s(lambda t, x: 100 * A @ x, [0, 1], np.ones(n), odeset(**options), nargout=1)
        calls.append(sol.stats.nfevals)
    assert calls[1] == calls[2] < calls[0]


def test_a_jacobian_means_nothing_to_explicit_solvers():
    np.testing.assert_array_equal(
        ode45(lambda t, x: -K @ x, [0, 1], [1, 2], odeset(Jacobian=-K))[1],
        ode45(lambda t, x: -K @ x, [0, 1], [1, 2])[1],
    )
