"""Axis-angles: published values, Rodrigues' formula, round trips, no rotation and half turns."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rst_compat.matlab import rotations as r

pi = np.pi
# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that for inputs that were
# themselves printed with four decimals (0.7071).
PRINTED = 0.51e-4
# A rotation matrix is a product of a handful of rounded sines and cosines.
ROUNDING = 16 * np.finfo(float).eps

axes = st.tuples(*[st.floats(-1, 1)] * 3).map(np.array).filter(lambda v: np.linalg.norm(v) > 1e-3)
quaternions = st.tuples(*[st.floats(-1, 1)] * 4).map(np.array).filter(lambda q: np.linalg.norm(q) > 1e-3)
few = settings(max_examples=150, deadline=None)

FLIP = np.array([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]])
QUARTER_X = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])


@pytest.mark.parametrize(
    ("got", "printed"),
    [
        # help/robotics/ref/axang2tform, axang2quat, quat2axang, rotm2axang, tform2axang
        (r.axang2tform([1, 0, 0, pi / 2])[:3, :3], QUARTER_X),
        (r.axang2quat([1, 0, 0, pi / 2]), [0.7071, 0.7071, 0, 0]),
        (r.quat2axang([0.7071, 0.7071, 0, 0]), [1, 0, 0, 1.5708]),
        (r.rotm2axang(FLIP[:3, :3]), [1, 0, 0, 3.1416]),
        (r.tform2axang(r.rotm2tform(QUARTER_X)), [1, 0, 0, 1.5708]),
    ],
)
def test_published(got, printed):
    np.testing.assert_allclose(got, printed, rtol=0, atol=PRINTED)


@few
@given(axes, st.floats(-10, 10))
def test_matrix_is_rodrigues_formula(axis, angle):
    k, c = axis / np.linalg.norm(axis), np.cos(angle)
    turned = [c * v + np.sin(angle) * np.cross(k, v) + (1 - c) * (k @ v) * k for v in np.eye(3)]
    np.testing.assert_allclose(r.axang2rotm([*axis, angle]), np.transpose(turned), rtol=0, atol=ROUNDING)
    np.testing.assert_array_equal(r.axang2tform([*axis, angle])[:3, :3], r.axang2rotm([*axis, angle]))


@few
@given(quaternions)
def test_round_trip(quat):
    R = r.quat2rotm(quat)
    for axang in (r.quat2axang(quat), r.rotm2axang(R), r.tform2axang(r.rotm2tform(R))):
        assert 0 <= axang[3] <= pi
        assert np.linalg.norm(axang[:3]) == pytest.approx(1, abs=ROUNDING)
        np.testing.assert_allclose(r.axang2rotm(axang), R, rtol=0, atol=ROUNDING)
        np.testing.assert_allclose(r.quat2rotm(r.axang2quat(axang)), R, rtol=0, atol=ROUNDING)


def test_identity_and_half_turns():
    np.testing.assert_array_equal(r.rotm2axang(np.eye(3)), [0, 0, 1, 0])
    np.testing.assert_array_equal(r.tform2axang(np.eye(4)), [0, 0, 1, 0])
    np.testing.assert_array_equal(r.quat2axang([-2, 0, 0, 0]), [0, 0, 1, 0])
    for axis in np.eye(3):
        np.testing.assert_array_equal(r.rotm2axang(2 * np.outer(axis, axis) - np.eye(3)), [*axis, pi])
        np.testing.assert_array_equal(r.quat2axang([0, *-axis]), [*-axis, pi])


def test_tiny_rotations_keep_their_axis():
    axang = [0.6, 0, 0.8, 1e-12]
    # the matrix holds the sine to 1e-16 of 1: four digits of it
    np.testing.assert_allclose(r.rotm2axang(r.axang2rotm(axang)), axang, rtol=0, atol=1e-3)
    assert r.rotm2axang(r.axang2rotm(axang))[3] == pytest.approx(1e-12, rel=1e-3)
    np.testing.assert_allclose(r.quat2axang(r.axang2quat(axang)), axang, rtol=1e-15)


def test_many_turns_lose_nothing():
    # sine and cosine of 1e6 rad are exact to an eps
    c, s = np.cos(1e6), np.sin(1e6)
    np.testing.assert_allclose(r.axang2rotm([3, 0, 0, 1e6]), [[1, 0, 0], [0, c, -s], [0, s, c]], rtol=0, atol=ROUNDING)


def test_length_of_the_axis_does_not_matter():
    np.testing.assert_allclose(r.axang2rotm([1e-300, 0, 0, pi / 2]), QUARTER_X, atol=ROUNDING)


def test_negative_w_beyond_half_a_turn():
    assert r.axang2quat([0, 0, 1, 1.5 * pi])[0] < 0
