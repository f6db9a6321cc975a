"""Piecewise polynomials: SciPy's Bernstein polynomials, a dense quadratic program, and identities."""

import numpy as np
import pytest
from scipy.interpolate import BPoly, PPoly

from rst_compat import core

TIMES = np.array([-0.5, 0.3, 2.0, 2.4])


def random_knots(k, seed=1, n=3):
    return np.random.default_rng(seed).normal(size=(k, n, len(TIMES)))


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_hermite_pieces_are_those_of_scipy(k):
    knots = random_knots(k)
    pieces = core.hermite_pieces(knots, TIMES)
    other = BPoly.from_derivatives(TIMES, knots.transpose(2, 0, 1))
    t = np.linspace(TIMES[0], TIMES[-1], 50)
    for derivative in range(k):
        expected = other(t, derivative).T
        scale = np.abs(expected).max()
        assert np.abs(core.evaluate_pieces(TIMES, pieces, t, derivative) - expected).max() <= 1e-12 * scale


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_hermite_values_are_the_same_from_either_end(k):
    knots, t = random_knots(k), np.linspace(TIMES[0] - 0.1, TIMES[-1] + 0.1, 60).reshape(4, 15)
    for derivative in range(2 * k):
        expected = core.evaluate_pieces(TIMES, core.hermite_pieces(knots, TIMES), t, derivative)
        found = core.hermite_values(knots, TIMES, t, derivative)
        assert found.shape == expected.shape
        assert np.abs(found - expected).max() <= 1e-11 * np.abs(expected).max()  # 5040 / 0.4^7 of rounding, cancelled
        if derivative < k:
            scale = np.abs(knots).max()
            assert (
                np.abs(core.hermite_values(knots, TIMES, TIMES, derivative) - knots[derivative]).max() <= 1e-15 * scale
            )


def test_values_next_to_a_knot_have_no_rounding_of_the_other_end():
    """A thousand seconds of snap: from the far end terms of 1e6 and more cancel there."""
    knots, times = random_knots(4), np.array([-1000.0, 300.0, 2000.0, 2900.0])
    for i, knot in enumerate(times):
        for beside in (np.nextafter(knot, -np.inf), np.nextafter(knot, np.inf)):
            found = core.hermite_values(knots, times, np.array(beside))
            moved = (beside - knot) * knots[1, :, i]
            assert np.abs(found - knots[0, :, i] - moved).max() <= 1e-15 * np.abs(knots).max()


def test_at_rest_there_is_no_negative_zero():
    knots = np.zeros((3, 1, 2))
    for derivative in range(4):
        assert not np.signbit(core.hermite_values(knots, np.array([0.0, 1]), np.linspace(0, 1, 5), derivative)).any()


@pytest.mark.parametrize("derivative", range(8))
def test_derivatives_are_those_of_scipy(derivative):
    pieces = core.hermite_pieces(random_knots(4), TIMES)
    t = np.linspace(TIMES[0] - 1, TIMES[-1] + 1, 30)
    expected = PPoly(pieces.transpose(2, 0, 1), TIMES)(t, derivative).T
    result = core.evaluate_pieces(TIMES, pieces, t, derivative)
    assert np.abs(result - expected).max() <= 1e-13 * max(1, np.abs(expected).max())


def test_values_have_the_shape_of_the_times():
    pieces = core.hermite_pieces(random_knots(2), TIMES)
    assert core.evaluate_pieces(TIMES, pieces, np.zeros((2, 5))).shape == (3, 2, 5)
    assert core.evaluate_pieces(TIMES, pieces, np.array(0.0)).shape == (3,)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_cost_is_the_integral_of_the_squared_derivative(k):
    knots = random_knots(k)
    pieces = core.hermite_pieces(knots, TIMES)
    expected = 0.0
    x, w = np.polynomial.legendre.leggauss(k)  # exact for the square of a polynomial of degree k - 1
    for i, h in enumerate(np.diff(TIMES)):
        t = TIMES[i] + h * (x + 1) / 2
        expected += h / 2 * (core.evaluate_pieces(TIMES, pieces, t, k) ** 2 @ w).sum()
    assert core.squared_derivative(knots, TIMES)[0] == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("k", [2, 3, 4])
def test_slope_of_the_cost(k):
    knots, h = random_knots(k), np.diff(TIMES)
    slope = core.squared_derivative(knots, TIMES)[1]
    assert slope.shape == h.shape
    for i in range(len(h)):
        step = 1e-6 * h[i] * (np.arange(len(TIMES)) > i)
        change = core.squared_derivative(knots, TIMES + step)[0] - core.squared_derivative(knots, TIMES - step)[0]
        # central differences: 1e-12 of the truncated term, 1e-16/1e-6 of rounding
        assert slope[i] == pytest.approx(change / (2e-6 * h[i]), rel=1e-6, abs=1e-7 * np.abs(slope).max())


def free_knots(k, seed=2, n=2):
    knots = np.random.default_rng(seed).normal(size=(k, n, len(TIMES)))
    knots[1:, :, 1:-1] = np.nan
    return knots


def least_by_coefficients(knots, times):
    """The same minimum from the polynomials' coefficients: equality constraints in a KKT system, dense and plain."""
    k, n, p = knots.shape
    order = 2 * k
    basis = [np.polynomial.Polynomial.basis(j) for j in range(order)]
    values = []
    for j in range(n):
        H, rows, right = np.zeros((order * (p - 1),) * 2), [], []
        for i, h in enumerate(np.diff(times)):
            block = slice(order * i, order * (i + 1))
            for a in range(order):
                for b in range(order):
                    H[order * i + a, order * i + b] = (basis[a].deriv(k) * basis[b].deriv(k)).integ()(h)
            for m in range(k):
                for end, u in ((i, 0.0), (i + 1, h)):
                    row = np.zeros(len(H))
                    row[block] = [b.deriv(m)(u) if m else b(u) for b in basis]
                    if not np.isnan(knots[m, j, end]):
                        rows.append(row)
                        right.append(knots[m, j, end])
                    elif u and i + 1 < p - 1:  # continuous
                        row[order * (i + 1) + m] -= np.prod(np.arange(1, m + 1))
                        rows.append(row)
                        right.append(0.0)
        A = np.array(rows)
        K = np.block([[H, A.T], [A, np.zeros((len(A), len(A)))]])
        values.append(np.linalg.solve(K, np.concatenate([np.zeros(len(H)), right]))[: len(H)].reshape(p - 1, order))
    return np.array(values).transpose(1, 0, 2)[:, :, ::-1]


@pytest.mark.parametrize("k", [2, 3, 4])
def test_least_derivative_is_the_minimum_of_a_quadratic_program(k):
    knots = free_knots(k)
    filled = core.least_derivative_knots(knots, TIMES)
    result = core.hermite_pieces(filled, TIMES)
    expected = least_by_coefficients(knots, TIMES)
    t = np.linspace(TIMES[0], TIMES[-1], 40)
    for derivative in range(k):
        a, b = (core.evaluate_pieces(TIMES, c, t, derivative) for c in (result, expected))
        # the KKT matrix of monomials has a condition number of up to 1e6
        assert np.abs(a - b).max() <= 1e-9 * np.abs(a).max()


@pytest.mark.parametrize("k", [2, 3, 4])
def test_what_is_free_is_smooth(k):
    """Euler-Lagrange: 2k - 2 derivatives are continuous where only the position is given."""
    pieces = core.hermite_pieces(core.least_derivative_knots(free_knots(k), TIMES), TIMES)
    for derivative in range(2 * k - 1):
        for i in (1, 2):
            left = core.evaluate_pieces(TIMES[i - 1 : i + 1], pieces[i - 1 : i], TIMES[i], derivative)
            right = core.evaluate_pieces(TIMES, pieces, TIMES[i], derivative)
            scale = np.abs(pieces).max() * 5040
            assert np.abs(left - right).max() <= 1e-12 * scale


def test_the_time_at_which_it_begins_does_not_matter():
    knots = free_knots(4)
    expected = core.least_derivative_knots(knots, TIMES)
    for shift in (-(TIMES[0] + TIMES[-1]) / 2, 1000.0):  # the first makes the times symmetric about zero
        found = core.least_derivative_knots(knots, TIMES + shift)
        # differences of times near 1000 are rounded to 1e-13
        assert np.abs(found - expected).max() <= 1e-10 * np.abs(expected).max()


def test_given_values_stay_as_they_are():
    knots = free_knots(3)
    filled = core.least_derivative_knots(knots, TIMES)
    given = ~np.isnan(knots)
    assert np.array_equal(filled[given], knots[given])
    assert np.isfinite(filled).all()


def test_free_ends_of_one_piece_are_a_line():
    """Nothing but two positions: every parabola through them has no jerk; the one nearest to zero is finite."""
    knots = np.full((3, 1, 2), np.nan)
    knots[0] = [[0.0, 1.0]]
    filled = core.least_derivative_knots(knots, np.array([0.0, 2.0]))
    assert core.squared_derivative(filled, np.array([0.0, 2.0]))[0] <= 1e-25


def test_durations_of_very_different_size():
    times = np.array([0.0, 1e-3, 1.0, 50.0])
    knots = free_knots(3)
    pieces = core.hermite_pieces(core.least_derivative_knots(knots, times), times)
    ends = core.evaluate_pieces(times, pieces, times)
    # the least jerk through two points 1e-3 s apart swings out far: rounding is relative to its largest term
    largest = np.abs(pieces[:, :, ::-1] * np.diff(times)[:, None, None] ** np.arange(6)).max()
    assert np.abs(ends - knots[0]).max() <= 1e-14 * largest
