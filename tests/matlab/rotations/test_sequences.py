"""Rotation sequences: exact zeros and ones, branches, gimbal lock."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rst_compat.matlab.rotations.sequences import SEQUENCES, elementary, euler_matrix, matrix_euler

pi = np.pi
PROPER = [s for s in SEQUENCES if s[0] == s[2]]
# A rotation matrix is a product of a handful of rounded sines and cosines.
ROUNDING = 16 * np.finfo(float).eps

angles = st.floats(-4, 4)
triples = st.tuples(angles, angles, angles).map(np.array)
few = settings(max_examples=150, deadline=None)


def matrix(eul, sequence):
    return euler_matrix(np.atleast_2d(eul), sequence)


@pytest.mark.parametrize(("axis", "sequence"), [("X", "XZY"), ("Y", "YXZ"), ("Z", "ZYX")])
def test_a_turn_about_one_axis_has_exact_zeros_and_ones(axis, sequence):
    R = matrix([0.3, 0, 0], sequence)
    np.testing.assert_array_equal(R, elementary(axis, np.array([0.3])))
    i = "XYZ".index(axis)
    np.testing.assert_array_equal(R[0, i], np.eye(3)[i])
    np.testing.assert_array_equal(R[0, :, i], np.eye(3)[i])


@few
@given(triples, st.sampled_from(SEQUENCES), st.booleans())
def test_round_trip(eul, sequence, positive):
    R = matrix(eul, sequence)
    for found in matrix_euler(R, sequence, positive):
        assert (np.abs(found) <= pi).all()
        # between the lock and 1e-3 the last angle is exact; just above, atan2 of elements of 1e-3 magnifies by 1e3
        np.testing.assert_allclose(matrix(found, sequence), R, rtol=0, atol=1e3 * ROUNDING)


@few
@given(
    angles,
    angles,
    st.integers(-1, 1),
    st.floats(-17, -3.1).map(lambda exponent: 10**exponent),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from(SEQUENCES),
)
def test_round_trip_at_and_near_gimbal_lock(first, last, half_turns, distance, side, sequence):
    lock = half_turns * pi + (0 if sequence in PROPER else pi / 2)
    R = matrix([first, lock + side * distance, last], sequence)
    for found in matrix_euler(R, sequence):
        np.testing.assert_allclose(matrix(found, sequence), R, rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_first_angle_is_zero_in_gimbal_lock(sequence):
    for lock in (0, pi) if sequence in PROPER else (pi / 2, -pi / 2):
        assert matrix_euler(matrix([0.3, lock, 0.4], sequence), sequence)[0][0, 0] == 0


@few
@given(triples)
def test_branches(eul):
    for sequence in SEQUENCES:
        R = matrix(eul, sequence)
        middle, positive = (matrix_euler(R, sequence, branch)[0][0, 1] for branch in (False, True))
        if sequence in PROPER:
            assert positive >= 0
            assert middle <= 0 if sequence in ("ZYZ", "YXY", "XZX") else middle >= 0
        else:
            assert positive == middle
            assert abs(middle) <= pi / 2
