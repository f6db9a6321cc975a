"""Degrees, wrapping, differences: published values, multiples of a turn, shapes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rst_compat.matlab import rotations as r

pi = np.pi
# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that.
PRINTED = 0.51e-4

few = settings(max_examples=150, deadline=None)
WRAPPED = [-2 * pi, -pi - 0.1, -pi, -2.8, 3.1, pi, pi + 1, 2 * pi]


@pytest.mark.parametrize(
    ("got", "printed"),
    [
        # help/map/ref/wraptopi, wrapto2pi; help/robotics/ref/angdiff
        (r.wrapToPi(WRAPPED), [0, 3.0416, -3.1416, -2.8, 3.1, 3.1416, -2.1416, 0]),
        (r.wrapTo2Pi(WRAPPED), [0, 3.0416, 3.1416, 3.4832, 3.1, 3.1416, 4.1416, 6.2832]),
        (r.angdiff(pi, 2 * pi), 3.1416),
        (r.angdiff([pi / 2, 3 * pi / 4, 0], [pi, pi / 2, -pi]), [1.5708, -0.7854, -3.1416]),
        (r.angdiff([pi, pi / 2, pi / 4, pi / 2]), [-1.5708, -0.7854, 0.7854]),
    ],
)
def test_published(got, printed):
    np.testing.assert_allclose(got, printed, rtol=0, atol=PRINTED)


def test_degrees():
    np.testing.assert_allclose(r.deg2rad([[0, 90], [-180, 720]]), [[0, pi / 2], [-pi, 4 * pi]], rtol=1e-15)
    np.testing.assert_allclose(r.rad2deg(r.deg2rad(33)), 33, rtol=1e-15)
    assert isinstance(r.deg2rad(180), float)
    assert r.rad2deg([]).shape == (0,)
    assert np.isnan(r.deg2rad(np.nan))


@pytest.mark.parametrize("k", range(1, 2000, 14))
def test_wrap_of_multiples(k):
    assert r.wrapToPi(k * pi) == pi
    assert r.wrapToPi(-k * pi) == -pi
    assert r.wrapTo2Pi(2 * k * pi) == 2 * pi
    assert r.wrapTo2Pi(-2 * k * pi) == 0
    assert r.wrapTo2Pi(0) == 0


@few
@given(st.floats(-1e4, 1e4))
def test_wrap_keeps_direction_and_range(angle):
    for wrapped, low, high in ((r.wrapToPi(angle), -pi, pi), (r.wrapTo2Pi(angle), 0, 2 * pi)):
        assert low <= wrapped <= high
        # the angle itself is rounded to 1e4 eps
        assert np.exp(1j * wrapped) == pytest.approx(np.exp(1j * angle), abs=1e4 * 4e-16)
    if abs(angle) <= pi:
        assert r.wrapToPi(angle) == angle


def test_wrap_of_what_is_no_number():
    np.testing.assert_array_equal(r.wrapToPi([np.nan, np.inf, -np.inf]), [np.nan] * 3)
    np.testing.assert_array_equal(r.wrapTo2Pi([np.nan, np.inf, -np.inf]), [np.nan] * 3)
    assert isinstance(r.wrapToPi(4), float)


def test_angdiff_shapes():
    A = np.random.default_rng(4).uniform(0.1, 1, (3, 4))
    np.testing.assert_array_equal(r.angdiff(A), np.diff(A, axis=0))
    np.testing.assert_array_equal(r.angdiff(A[:1]), np.diff(A[:1], axis=1))
    assert r.angdiff(1.0).shape == (0,)
    np.testing.assert_array_equal(r.angdiff(0.0, A), A)
    assert r.angdiff(A[:, :1], A[:, :1]).shape == (3, 1)
