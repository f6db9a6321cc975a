"""Poses by roll, pitch and yaw, and inertias from the frame of a file to the frame of the body."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rst_compat.files.frames import ZERO, inertia_about_body, inertia_about_com, pose, roll_pitch_yaw

ANGLES = st.tuples(*[st.floats(-math.pi, math.pi)] * 3)
ROUNDING = 1e-15


def matrix(six):
    xx, yy, zz, yz, xz, xy = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


# ---- poses ----


def test_no_angle_is_the_identity_to_the_last_bit():
    assert pose((1, 2, 3), ZERO) == ((1, 0, 0, 1), (0, 1, 0, 2), (0, 0, 1, 3), (0, 0, 0, 1))
    assert not np.signbit(pose(ZERO, ZERO)).any()


@given(ANGLES)
def test_the_axes_of_roll_pitch_and_yaw_are_fixed(rpy):
    np.testing.assert_allclose(
        np.array(pose(ZERO, rpy))[:3, :3], Rotation.from_euler("xyz", rpy).as_matrix(), atol=4e-16
    )


@given(ANGLES)
def test_every_rotation_has_its_angles(rpy):
    T = pose(ZERO, rpy)
    np.testing.assert_allclose(pose(ZERO, roll_pitch_yaw(T)), T, atol=ROUNDING)


@pytest.mark.parametrize("sign", [-1, 1])
@pytest.mark.parametrize("away", [0, 1e-16, 1e-12, 1e-9, 1e-8, 1e-7, 1e-5, 1e-3])
def test_gimbal_lock_is_exact(sign, away):
    for roll, yaw in itertools.product([0, 0.3, -2.5, math.pi], [0, 1.1, -0.4]):
        T = pose(ZERO, (roll, sign * (math.pi / 2 - away), yaw))
        np.testing.assert_allclose(pose(ZERO, roll_pitch_yaw(T)), T, atol=ROUNDING)


def test_the_24_rotations_of_a_cube_are_exact():
    for order in itertools.permutations(range(3)):
        for signs in itertools.product([1.0, -1.0], repeat=3):
            R = np.zeros((3, 3))
            R[range(3), order] = signs
            if np.linalg.det(R) > 0:
                T = np.eye(4)
                T[:3, :3] = R
                np.testing.assert_allclose(pose(ZERO, roll_pitch_yaw(T)), T, atol=ROUNDING)


# ---- inertias ----


def test_a_turn_by_90_degrees_exchanges_two_moments():
    """The case of google-deepmind/mujoco#3559: with the angles lost, the moment about y was 1 in place of 2."""
    six = inertia_about_body(0, ZERO, (0, 0, math.pi / 2), (1, 2, 2.5, 0, 0, 0))
    np.testing.assert_allclose(six, [2, 1, 2.5, 0, 0, 0], atol=ROUNDING)


@pytest.mark.parametrize(
    ("rpy", "want"),
    [
        (ZERO, [0.01, 0.52, 0.53, 0, 0, 0]),
        (
            (0.3, -0.2, 0.5),
            [0.0126086543, 0.5190195881, 0.5283717576, -0.0042136625, -0.0019417002, -0.0039541228],
        ),
    ],
)
def test_oblique_angles(rpy, want):
    """Computed by Pinocchio."""
    np.testing.assert_allclose(inertia_about_body(2, (0.5, 0, 0), rpy, (0.01, 0.02, 0.03, 0, 0, 0)), want, atol=5.1e-11)


@given(ANGLES, st.lists(st.floats(-1, 1), min_size=9, max_size=9))
def test_point_masses_agree(rpy, numbers):
    """Three points of mass: their inertia about the body origin, without any theorem."""
    points = np.array(numbers).reshape(3, 3)
    mass, com = 3.0, points.mean(axis=0)
    R = np.array(pose(ZERO, rpy))[:3, :3]
    local = (points - com) @ R  # in axes of the inertial frame

    def inertia(p):
        total = sum(x @ x * np.eye(3) - np.outer(x, x) for x in p)
        return [total[i, j] for i, j in [(0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)]]

    np.testing.assert_allclose(inertia_about_body(mass, com, rpy, inertia(local)), inertia(points), atol=2e-14)


@given(st.lists(st.floats(-2, 2), min_size=10, max_size=10))
def test_back_to_the_centre_of_mass(numbers):
    mass, com, six = numbers[0], numbers[1:4], numbers[4:]
    again = inertia_about_com(mass, com, inertia_about_body(mass, com, ZERO, six))
    np.testing.assert_allclose(again, six, atol=1e-14)


def test_off_diagonal_terms_keep_their_signs():
    R = np.array(pose(ZERO, (0.3, -0.7, 1.1)))[:3, :3]
    six = (0.4, 0.5, 0.6, 0.01, -0.02, 0.03)
    np.testing.assert_allclose(
        matrix(inertia_about_body(0, ZERO, (0.3, -0.7, 1.1), six)), R @ matrix(six) @ R.T, atol=ROUNDING
    )
    np.testing.assert_allclose(
        matrix(inertia_about_body(2, (1, 2, 3), ZERO, six)),
        matrix(six) + 2 * np.array([[13, -2, -3], [-2, 10, -6], [-3, -6, 5]]),
        atol=1e-14,
    )


def test_an_overflow_is_silent_and_not_finite():
    assert not np.isfinite(inertia_about_body(1e300, (1e200, 0, 0), ZERO, (1, 1, 1, 0, 0, 0))).all()
