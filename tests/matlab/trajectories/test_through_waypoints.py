"""cubicpolytraj, quinticpolytraj, bsplinepolytraj, minjerkpolytraj, minsnappolytraj, ppval."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.interpolate import BPoly, CubicHermiteSpline

import rst_compat as rst
from rst_compat import MatlabError

# the waypoints of the examples in MATLAB's documentation
W = np.array([[1.0, 4, 4, 3, -2, 0], [0, 1, 2, 4, 3, 1]])
T = np.array([0.0, 1, 2.5, 3, 4, 6])
V = np.array([[1.0, 0, -1, -1, 0, 0], [1, 1, 1, -1, -1, -1]])
A = np.array([[0.5, 0, 2, -1, 0, 3], [1, 0, 1, -2, -1, 0]])
FINE = np.linspace(0, 6, 301)


def close(a, b, tolerance=1e-12):
    """Relative to the largest value: what rounding leaves."""
    assert np.shape(a) == np.shape(b)
    assert np.abs(np.subtract(a, b)).max() <= tolerance * max(1.0, np.abs(b).max())


# ---- cubic and quintic ----


def test_cubic_is_scipys_hermite_spline():
    q, qd, qdd, pp = rst.cubicpolytraj(W, T, FINE, "VelocityBoundaryCondition", V)
    spline = CubicHermiteSpline(T, W, V, axis=1)
    for derivative, x in enumerate((q, qd, qdd)):
        close(x, spline(FINE, derivative))
    assert (pp.form, pp.pieces, pp.order, pp.dim) == ("pp", 5, 4, 2)
    assert np.array_equal(pp.breaks, T)
    assert pp.coefs.shape == (10, 4)
    close(pp.coefs[:2, 3], W[:, 0])  # the first piece has the first rows


def test_quintic_is_scipys_bernstein_polynomial():
    motion = rst.quinticpolytraj(W, T, FINE, velocityboundarycondition=V, AccelerationBoundaryCondition=A)
    spline = BPoly.from_derivatives(T, np.stack([W, V, A]).transpose(2, 0, 1))
    for derivative in range(3):
        close(motion[derivative], spline(FINE, derivative).T)
    assert (motion[3].pieces, motion[3].order, motion[3].coefs.shape) == (5, 6, (10, 6))


def test_rest_to_rest_closed_forms():
    u = np.linspace(0, 1, 21)
    q, qd, qdd = rst.cubicpolytraj([[0, 3]], [1, 3], 1 + 2 * u, nargout=3)
    close(q[0], 3 * (3 * u**2 - 2 * u**3))
    close(qd[0], 3 * (6 * u - 6 * u**2) / 2)
    close(qdd[0], 3 * (6 - 12 * u) / 4)
    q, qd, qdd = rst.quinticpolytraj([[0, 3]], [1, 3], 1 + 2 * u, nargout=3)
    close(q[0], 3 * (10 * u**3 - 15 * u**4 + 6 * u**5))
    close(qd[0], 3 * 30 * u**2 * (1 - u) ** 2 / 2)
    close(qdd[0], 3 * 60 * u * (1 - u) * (1 - 2 * u) / 4)


numbers = st.floats(-100, 100)


@given(arrays(float, (3, 2, 5), elements=numbers), arrays(float, 4, elements=st.floats(0.1, 3)), st.floats(-50, 50))
def test_conditions_hold(knots, durations, start):
    times = start + np.concatenate([[0], np.cumsum(durations)])
    motion = rst.quinticpolytraj(
        knots[0], times, times, VelocityBoundaryCondition=knots[1], AccelerationBoundaryCondition=knots[2], nargout=3
    )
    for x, given_values in zip(motion, knots, strict=True):
        close(x, given_values)
    q, qd = rst.cubicpolytraj(knots[0], times, times, VelocityBoundaryCondition=knots[1], nargout=2)
    close(q[:, :-1], knots[0][:, :-1])
    close(qd[:, :-1], knots[1][:, :-1])


def test_acceleration_at_a_waypoint_is_of_the_segment_that_begins():
    qdd = rst.cubicpolytraj([0, 1, 0], [0, 1, 2], [0, 1, 2], nargout=3)[2]
    close(qdd, [6, -6, 6])


def test_outside_the_position_is_held():
    motion = rst.cubicpolytraj(W, T, [-1, 7], VelocityBoundaryCondition=V)
    close(motion[0], W[:, [0, -1]])
    assert not motion[1].any()
    assert not motion[2].any()
    assert rst.ppval(motion[3], -1)[0] == pytest.approx(12, rel=1e-12)  # ppval goes on: 1 + t + 7 t^2 - 5 t^3


def test_shapes():
    assert rst.cubicpolytraj(W, T, 1.0, nargout=1).shape == (2, 1)
    assert rst.cubicpolytraj(W[:1], T, FINE[:, None], nargout=1).shape == (1, 301)
    assert rst.cubicpolytraj(W[0], T[:, None], FINE, nargout=1).shape == (301,)
    one = rst.cubicpolytraj(W[0], T, FINE, VelocityBoundaryCondition=V[0], nargout=1)
    close(one, rst.cubicpolytraj(W, T, FINE, VelocityBoundaryCondition=V, nargout=1)[0])
    close(
        rst.cubicpolytraj(W, T, FINE, "VelocityBoundaryCondition", [], nargout=1),
        rst.cubicpolytraj(W, T, FINE, nargout=1),
    )


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda: rst.cubicpolytraj(W.T, T, FINE), "WrongSize"),
        (lambda: rst.cubicpolytraj([[1]], [0], FINE), "WrongSize"),
        (lambda: rst.cubicpolytraj(W, T, FINE, VelocityBoundaryCondition=V.T), "WrongSize"),
        (lambda: rst.cubicpolytraj(W, T, np.ones((2, 2))), "WrongSize"),
        (lambda: rst.cubicpolytraj(W, T, []), "WrongSize"),
        (lambda: rst.cubicpolytraj(W, [0, 1, 1, 2, 3, 4], FINE), "NotIncreasing"),
        (lambda: rst.cubicpolytraj(W, T, [np.nan]), "NotFinite"),
        (lambda: rst.quinticpolytraj(W, T, FINE, VelocityBoundaryCondition=np.full((2, 6), np.nan)), "NotFinite"),
        (lambda: rst.bsplinepolytraj(W[:, :3], [0, 1], FINE), "WrongSize"),
        (lambda: rst.bsplinepolytraj(W, [1, 0], FINE), "NotIncreasing"),
        (lambda: rst.bsplinepolytraj(W, [0, 1, 2], FINE), "WrongSize"),
        (lambda: rst.minjerkpolytraj(W, T, 2.5), "WrongValue"),
        (lambda: rst.minjerkpolytraj(W, T, 0), "WrongValue"),
        (lambda: rst.minjerkpolytraj(W, T, 9, TimeAllocation=True, TimeWeight=0), "WrongValue"),
        (lambda: rst.minjerkpolytraj(W, T, 9, TimeAllocation=True, MinSegmentTime=6), "WrongValue"),
        (lambda: rst.minjerkpolytraj(W, T, 9, VelocityBoundaryCondition=V[:, :5]), "WrongSize"),
        (lambda: rst.minjerkpolytraj(W, T, 9, VelocityBoundaryCondition=np.full((2, 6), np.inf)), "NotFinite"),
        (lambda: rst.mkpp([0], [1]), "WrongSize"),
        (lambda: rst.mkpp([0, 1], [1, 2, 3], 2), "WrongSize"),
        (lambda: rst.mkpp([1, 0], [1]), "NotIncreasing"),
        (lambda: rst.ppval([1], 0), "NotAPolynomial"),
    ],
)
def test_bad_arguments(call, what):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == f"rst_compat:trajectory:{what}"


# ---- B-splines ----


def test_four_control_points_are_a_bezier_curve():
    u = np.linspace(0, 1, 31)
    bernstein = np.array([comb(3, i) * u**i * (1 - u) ** (3 - i) for i in range(4)])
    q, qd, qdd, pp = rst.bsplinepolytraj(W[:, :4], [2, 4], 2 + 2 * u)
    close(q, W[:, :4] @ bernstein)
    steps = np.diff(W[:, :4])
    close(qd, 3 * steps @ np.array([(1 - u) ** 2, 2 * u * (1 - u), u**2]) / 2)
    close(qdd, 6 * np.diff(steps) @ np.array([1 - u, u]) / 4)
    assert pp.pieces == 1


def test_the_interpolation_of_the_documentation_hits_its_waypoints():
    """Control points from the tridiagonal system in the example of MATLAB's page: only uniform, clamped knots hit."""
    w = np.array([[0, 1, 2.1, 8, 4, 3], [0, 1, 1.3, 0.8, 0.3, 0.3]])
    L = w.shape[1] - 1
    M, r = np.eye(L + 1), np.zeros((L + 1, 2))
    for i in range(1, L):
        M[i, i - 1 : i + 2] = 1, 4, 1
        r[i] = 6 * w[:, i]
    M[1, :3] = 3 / 2, 7 / 2, 1
    M[L - 1, L - 2 :] = 1, 7 / 2, 3 / 2
    r[0], r[-1] = (w[:, 0] + w[:, 1]) / 2, (w[:, -2] + w[:, -1]) / 2
    control = np.column_stack([w[:, 0], np.linalg.solve(M, r).T, w[:, -1]])
    q = rst.bsplinepolytraj(control, [0, 1], np.arange(L + 1) / L, nargout=1)
    close(q, w)


def test_a_bspline_is_smooth_and_inside_its_polygon():
    pp = rst.bsplinepolytraj(W, [0, 5], 0)[3]
    assert pp.pieces == 3
    q, qd, qdd = rst.bsplinepolytraj(W, [0, 5], pp.breaks[1:-1], nargout=3)
    before = rst.bsplinepolytraj(W, [0, 5], pp.breaks[1:-1] - 1e-9, nargout=3)
    for x, y in zip((q, qd, qdd), before, strict=True):
        close(x, y, 1e-7)  # 1e-9 s of a jerk of up to 100
    q = rst.bsplinepolytraj(W, [0, 5], np.linspace(0, 5, 101), nargout=1)
    assert (q >= W.min(axis=1)[:, None] - 1e-12).all()
    assert (q <= W.max(axis=1)[:, None] + 1e-12).all()


# ---- least jerk and snap; tests/core has the quadratic program ----


def test_least_jerk_of_one_segment_is_the_quintic():
    q, qd, qdd, qddd, pp, tPoints, tSamples = rst.minjerkpolytraj([[0, 3]], [1, 3], 21)
    u = (tSamples - 1) / 2
    close(q[0], 3 * (10 * u**3 - 15 * u**4 + 6 * u**5))
    close(qddd[0], 3 * (60 - 360 * u + 360 * u**2) / 8)
    close(tSamples, np.linspace(1, 3, 21))
    assert np.array_equal(tPoints, [1, 3])
    assert (pp.order, q.shape, qd.shape, qdd.shape) == (6, (1, 21), (1, 21), (1, 21))


def test_least_snap_of_one_segment_is_the_septic():
    out = rst.minsnappolytraj([0, 1], [0, 2], 21)
    u = out[7] / 2
    close(out[0], 35 * u**4 - 84 * u**5 + 70 * u**6 - 20 * u**7)
    close(out[4], (840 - 10080 * u + 25200 * u**2 - 16800 * u**3) / 16)
    assert out[5].order == 8


@pytest.mark.parametrize(("function", "k"), [(rst.minjerkpolytraj, 3), (rst.minsnappolytraj, 4)])
def test_conditions_of_the_least_hold(function, k):
    v = V.copy()
    v[0, 1:3] = np.nan
    times = np.append(T[0] + 0.5 * np.arange(12), T[-1])  # samples at all waypoints but one
    *motion, pp, tPoints, tSamples = function(W, T, 13, VelocityBoundaryCondition=v, nargout=k + 4)
    close(tSamples, times)
    at, given_values = np.searchsorted(times, T), ~np.isnan(v)
    close(motion[0][:, at], W)
    close(motion[1][:, at][given_values], v[given_values])
    for rest in motion[2:k]:
        assert np.abs(rest[:, [0, -1]]).max() <= 1e-12
    # At the last time all terms of a piece cancel in ppval: rounding is relative to the largest.
    terms = np.abs(pp.coefs).reshape(5, 2, -1) * np.diff(T)[:, None, None] ** np.arange(2 * k)[::-1]
    for order in range(k):
        values = rst.ppval(pp, T)
        assert np.abs(values[:, [0, -1]] - [W, v, 0 * W, 0 * W][order][:, [0, -1]]).max() <= 1e-12 * terms.max()
        pp, terms = derivative(pp), terms[:, :, :-1] * np.arange(pp.order - 1, 0, -1) / np.diff(T)[:, None, None]
    assert np.array_equal(tPoints, T)
    assert len(motion) == k + 1


conditions_of_the_least = arrays(float, (4, 2, 5), elements=st.floats(-100, 100))


@given(conditions_of_the_least, arrays(float, 4, elements=st.floats(0.1, 3)), st.booleans())
@pytest.mark.parametrize(("function", "k"), [(rst.minjerkpolytraj, 3), (rst.minsnappolytraj, 4)])
def test_conditions_of_the_least_hold_at_both_ends(function, k, knots, durations, ends_alone):
    times = np.concatenate([[0], np.cumsum(durations)])
    names = ["VelocityBoundaryCondition", "AccelerationBoundaryCondition", "JerkBoundaryCondition"]
    wanted = knots.copy()
    if ends_alone:
        wanted[1:, :, 1:-1] = np.nan
    motion = function(knots[0], times, 2, **dict(zip(names[: k - 1], wanted[1:], strict=False)), nargout=k)
    for x, expected in zip(motion, knots, strict=False):
        close(x, expected[:, [0, -1]])


def derivative(pp):
    return rst.mkpp(pp.breaks, pp.coefs[:, :-1] * np.arange(pp.order - 1, 0, -1), pp.dim)


def test_with_all_conditions_given_it_is_the_quintic():
    q = rst.minjerkpolytraj(W, T, 301, VelocityBoundaryCondition=V, AccelerationBoundaryCondition=A, nargout=1)
    close(q, rst.quinticpolytraj(W, T, FINE, VelocityBoundaryCondition=V, AccelerationBoundaryCondition=A, nargout=1))


@pytest.mark.parametrize(
    ("function", "cost", "power"), [(rst.minjerkpolytraj, 720, 5), (rst.minsnappolytraj, 100800, 7)]
)
def test_the_best_duration_of_one_segment(function, cost, power):
    """Rest to rest over s costs c s^2/T^5 (jerk: c = 720) or c s^2/T^7 (snap: c = 100800)."""
    s, weight, outputs = 0.4, 50.0, 7 if power == 5 else 8
    out = function([[0, s]], [2, 3], 5, TimeAllocation=True, TimeWeight=weight, nargout=outputs)
    best = (power * cost * s**2 / weight) ** (1 / (power + 1))
    close(out[-2], [2, 2 + best], 1e-6)  # where the cost is flat: the square root of rounding, and better
    assert out[-1][-1] == out[-2][-1]


def test_durations_are_the_best_and_within_their_bounds():
    def cost(times):
        *_, pp, tPoints, _ = rst.minjerkpolytraj(W, times, 2)
        x, w = np.polynomial.legendre.leggauss(3)
        jerk = derivative(derivative(derivative(pp)))
        h = np.diff(times)
        t = times[:-1, None] + h[:, None] * (x + 1) / 2
        return (rst.ppval(jerk, t) ** 2 @ w @ (h / 2)).sum() + 100 * (tPoints[-1] - tPoints[0])

    best = rst.minjerkpolytraj(W, T, 2, TimeAllocation=True)[5]
    for i in range(5):
        step = np.where(np.arange(6) > i, 1e-2, 0.0)
        assert cost(best) < min(cost(best + step), cost(best - step))
    bounded = rst.minjerkpolytraj(W, T, 2, TimeAllocation=1, MinSegmentTime=0.9, MaxSegmentTime=[1, 2, 2, 2, 2])[5]
    assert (np.diff(bounded) >= 0.9 - 1e-12).all()
    assert np.diff(bounded)[0] <= 1 + 1e-12
    assert cost(bounded) > cost(best)


# ---- piecewise polynomials ----


def test_ppval_shapes():
    pp = rst.mkpp([0, 1, 3], [[1, 0], [0, 1], [2, 1], [0, 3]], 2)
    assert rst.ppval(pp, [0.5, 2]).tolist() == [[0.5, 3], [1, 3]]
    assert rst.ppval(pp, [[0.5], [2]]).tolist() == [[0.5, 3], [1, 3]]
    assert rst.ppval(pp, 2).tolist() == [3, 3]
    assert rst.ppval(pp, np.zeros((3, 4))).shape == (2, 3, 4)
    one = rst.mkpp([0, 1], [2, 1])
    assert rst.ppval(one, 3) == 7
    assert rst.ppval(one, [[1, 2]]).tolist() == [[3, 5]]


def test_unmkpp_and_mkpp_are_inverse():
    pp = rst.quinticpolytraj(W, T, 0)[3]
    breaks, coefs, L, order, dim = rst.unmkpp(pp)
    assert (L, order, dim) == (5, 6, 2)
    close(rst.ppval(rst.mkpp(breaks, coefs, dim), FINE), rst.ppval(pp, FINE))
    close(rst.ppval(rst.mkpp(breaks, coefs.reshape(L, dim, order).swapaxes(0, 1), dim), FINE), rst.ppval(pp, FINE))


def test_a_polynomial_survives_a_mat_file(tmp_path):
    pp = rst.cubicpolytraj(W, T, 0)[3]
    rst.save(tmp_path / "a.mat", pp=pp)
    close(rst.ppval(rst.load(tmp_path / "a.mat").pp, FINE), rst.cubicpolytraj(W, T, FINE, nargout=1))
