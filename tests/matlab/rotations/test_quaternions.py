"""Quaternions: published values, the product q p q*, round trips, half turns, matrices slightly off."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rst_compat.matlab import rotations as r

# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that for inputs that were
# themselves printed with four decimals (0.7071).
PRINTED = 0.51e-4
# A rotation matrix is a product of a handful of rounded sines and cosines.
ROUNDING = 16 * np.finfo(float).eps

quaternions = st.tuples(*[st.floats(-1, 1)] * 4).map(np.array).filter(lambda q: np.linalg.norm(q) > 1e-3)
few = settings(max_examples=150, deadline=None)

FLIP = np.array([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]])
QUARTER_X = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])


@pytest.mark.parametrize(
    ("got", "printed"),
    [
        # help/robotics/ref/quat2tform, tform2quat: normalised, 1.0000 and not 0.9999
        (r.quat2tform([0.7071, 0.7071, 0, 0])[:3, :3], QUARTER_X),
        (r.tform2quat(FLIP), [0, 1, 0, 0]),
    ],
)
def test_published(got, printed):
    np.testing.assert_allclose(got, printed, rtol=0, atol=PRINTED)


def times(p, q):
    """Hamilton's product."""
    return np.array([p[0] * q[0] - p[1:] @ q[1:], *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


@few
@given(quaternions)
def test_matrix_turns_vectors_as_the_quaternion_does(quat):
    q = quat / np.linalg.norm(quat)
    turned = [times(times(q, np.array([0, *v])), q * [1, -1, -1, -1])[1:] for v in np.eye(3)]
    np.testing.assert_allclose(r.quat2rotm(quat), np.transpose(turned), rtol=0, atol=ROUNDING)
    np.testing.assert_array_equal(r.quat2tform(quat)[:3, :3], r.quat2rotm(quat))


@few
@given(quaternions)
def test_round_trip(quat):
    back = r.rotm2quat(r.quat2rotm(quat))
    assert back[0] >= 0
    unit = quat / np.linalg.norm(quat)
    assert min(np.abs(back - unit).max(), np.abs(back + unit).max()) < ROUNDING
    np.testing.assert_array_equal(r.tform2quat(r.quat2tform(quat)), back)


@pytest.mark.parametrize("axis", np.eye(3))
def test_half_turns(axis):
    np.testing.assert_array_equal(r.rotm2quat(2 * np.outer(axis, axis) - np.eye(3)), [0, *axis])


def test_scale_does_not_matter():
    np.testing.assert_allclose(r.quat2rotm([1e200, 1e200, 0, 0]), QUARTER_X, atol=ROUNDING)
    np.testing.assert_allclose(r.quat2rotm([1e-200, 1e-200, 0, 0]), QUARTER_X, atol=ROUNDING)


@pytest.mark.parametrize("deviation", [1e-13, 1e-4, 1e-2])
def test_matrix_slightly_off_gives_the_best_quaternion(deviation):
    M = r.eul2rotm([0.3, 0.4, 0.5]) + deviation * np.random.default_rng(6).normal(size=(3, 3))
    # Bar-Itzhack's optimum: the dominant eigenvector, here by an eigenvalue solver
    x, y, z = M[2, 1] - M[1, 2], M[0, 2] - M[2, 0], M[1, 0] - M[0, 1]
    K = np.zeros((4, 4))
    K[0] = K[:, 0] = [np.trace(M), x, y, z]
    K[1:, 1:] = M + M.T - np.trace(M) * np.eye(3)
    best = np.linalg.eigh(K)[1][:, -1]
    np.testing.assert_allclose(r.rotm2quat(M), best * np.sign(best[0]), atol=ROUNDING)


@pytest.mark.parametrize("M", [np.zeros((3, 3)), -np.eye(3), np.diag([1, 1, -1]), 2 * np.eye(3)])
def test_what_is_no_rotation_still_gives_a_unit_quaternion(M):
    assert np.linalg.norm(r.rotm2quat(M)) == pytest.approx(1)


def test_scipy_is_loaded_by_the_first_call_only():
    code = """if True:
        import sys, rst_compat
        print(any(m.startswith("scipy") for m in sys.modules))
        rst_compat.quat2rotm([1, 0, 0, 0])
        print("scipy.spatial.transform" in sys.modules)
    """
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]
