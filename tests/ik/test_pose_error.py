"""The error of a pose: rotation vectors against SciPy's, Jacobians against differences."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from trees import chain as chain_of
from trees import random_case, random_pose

from rst_compat import ik
from rst_compat.ik.pose_error import inverse_right_jacobian, rotation_vector

AXES = [[1, 0, 0], [0, -1, 0], [0, 0, 1], [1, 2, 3], [-3, 1e-9, 2], [1e-12, -1, 1]]
ANGLES = [0, 1e-12, 1e-7, 1e-3, 1, 3, np.pi - 1e-3, np.pi - 1e-7, np.pi - 1e-12]


@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("angle", ANGLES)
def test_rotation_vector_of_every_angle(axis, angle):
    r = angle * np.array(axis) / np.linalg.norm(axis)
    found = rotation_vector(Rotation.from_rotvec(r).as_matrix().tolist())
    # The matrix has rounding of 1e-16, and the angle follows from it without loss.
    assert np.abs(found - r).max() < 1e-15 + 2e-15 * angle or near_half_a_turn(found, r)


def near_half_a_turn(found, r):
    """At half a turn the axis may point either way."""
    return abs(np.linalg.norm(r) - np.pi) < 1e-7 and min(np.abs(found - r).max(), np.abs(found + r).max()) < 1e-11


@pytest.mark.parametrize("axis", AXES)
def test_rotation_vector_of_exactly_half_a_turn(axis):
    a = np.array(axis) / np.linalg.norm(axis)
    found = np.array(rotation_vector((2 * np.outer(a, a) - np.eye(3)).tolist()))
    assert abs(np.linalg.norm(found) - np.pi) < 1e-14
    assert np.abs(np.cross(found, a)).max() < 1e-14


@given(st.integers(0, 2**32 - 1))
def test_inverse_right_jacobian_is_the_derivative(seed):
    rng = np.random.default_rng(seed)
    r, d = rng.normal(size=3), rng.normal(size=3)
    r *= rng.uniform(0, 3) / np.linalg.norm(r)

    def log(h):
        return (Rotation.from_rotvec(r) * Rotation.from_rotvec(h * d)).as_rotvec()

    # Central differences of step 1e-5: truncation 1e-10 times third derivatives, which are largest near half a turn.
    assert np.abs((log(1e-5) - log(-1e-5)) / 2e-5 - inverse_right_jacobian(r) @ d).max() < 1e-6


def test_inverse_right_jacobian_of_no_rotation():
    assert inverse_right_jacobian(np.zeros(3)).tolist() == np.eye(3).tolist()
    r = np.array([6e-5, -6e-5, 6e-5])  # just above where the series takes over
    assert (
        np.abs(
            inverse_right_jacobian(r) - inverse_right_jacobian(r * 0.9) - inverse_right_jacobian(r / 10) + np.eye(3)
        ).max()
        < 1e-9
    )


def differences(f, q, h=1e-6):
    return np.stack([(f(q + h * d) - f(q - h * d)) / (2 * h) for d in np.eye(len(q))])


WEIGHTS = [[1] * 6, [0, 0, 0, 1, 1, 0], [2, 2, 2, 5, 0.1, 1], [1, 2, 3, 4, 5, 6], [0, 0, 1, 1, 1, 0]]


@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("kinds", [("revolute",), ("revolute", "prismatic")])
@pytest.mark.parametrize("seed", range(5))
def test_the_gradient_is_exact(weights, kinds, seed):
    """Of half the squared error: also where the Jacobian leaves out what does not change the gradient."""
    case = random_case(seed, kinds)
    chain = ik.make_chain(case.model, [(case.model.nb, np.eye(4))])
    problem = ik.PoseError(chain, random_pose(case.rng), np.array(weights, float))
    q = case.q[chain.positions]
    e, place = problem.error(q)
    gradient = differences(lambda x: problem.error(x)[0] @ problem.error(x)[0] / 2, q)
    # Central differences of step 1e-6: rounding 1e-10, truncation less.
    assert np.abs(gradient + problem.jacobian(place) @ e).max() < 1e-7


@pytest.mark.parametrize("seed", range(5))
def test_the_jacobian_of_unequal_weights_is_that_of_the_error(seed):
    case = chain_of(6, seed)
    chain = ik.make_chain(case.model, [(6, np.eye(4))])
    problem = ik.PoseError(chain, random_pose(case.rng), np.arange(1.0, 7))
    J = problem.jacobian(problem.error(case.q)[1])
    assert np.abs(differences(lambda x: problem.error(x)[0], case.q) + J).max() < 1e-7


def test_the_error_is_the_weighted_sum_of_squares():
    case = chain_of(6)
    chain = ik.make_chain(case.model, [(6, np.eye(4))])
    target, w = random_pose(case.rng), np.arange(6.0)
    pose = chain.pose(chain.frames(case.q))
    r = Rotation.from_matrix(target[:3, :3] @ pose[:3, :3].T).as_rotvec()
    bare = np.concatenate([r, target[:3, 3] - pose[:3, 3]])
    e = ik.PoseError(chain, target, w).error(case.q)[0]
    assert abs(e @ e - w @ bare**2) < 1e-12
    assert np.abs(ik.PoseError(chain, target, np.ones(6)).error(case.q)[0] - bare).max() < 1e-13
