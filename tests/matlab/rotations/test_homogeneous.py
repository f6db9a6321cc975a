"""Transforms from their parts and back, homogeneous points."""

import numpy as np
import pytest

from rst_compat.matlab import rotations as r

FLIP = np.array([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]])


@pytest.mark.parametrize(
    ("got", "printed"),
    [
        # help/robotics/ref/tform2rotm, tform2trvec, trvec2tform, cart2hom, hom2cart
        (r.tform2rotm(FLIP), np.diag([1, -1, -1])),
        (r.tform2trvec(FLIP), [0.5, 5, -1.2]),
        (r.trvec2tform([0.5, 6, 100])[:, 3], [0.5, 6, 100, 1]),
        (r.cart2hom([0.8147, 0.1270, 0.6324]), [0.8147, 0.1270, 0.6324, 1]),
        (
            r.hom2cart([[0.2785, 0.9575, 0.1576, 0.5], [0.5469, 0.9649, 0.9706, 0.5]]),
            [[0.5570, 1.9150, 0.3152], [1.0938, 1.9298, 1.9412]],
        ),
    ],
)
def test_published(got, printed):
    np.testing.assert_allclose(got, printed, rtol=1e-15)


@pytest.mark.parametrize("d", [2, 3])
def test_rotm2tform_and_back(d):
    R = np.random.default_rng(d).normal(size=(d, d, 4))
    t = np.random.default_rng(3).normal(size=(4, d))
    np.testing.assert_array_equal(r.tform2rotm(r.rotm2tform(R)), R)
    assert (r.tform2trvec(r.rotm2tform(R)) == 0).all()
    np.testing.assert_array_equal(r.tform2trvec(r.trvec2tform(t)), t)
    assert (r.tform2rotm(r.trvec2tform(t)) == np.eye(d)[:, :, None]).all()


def test_arguments_are_not_changed_or_shared():
    T = np.eye(4)
    R = r.tform2rotm(T)
    R[0, 0] = 7
    assert T[0, 0] == 1


def test_points_at_infinity():
    np.testing.assert_array_equal(r.hom2cart([1, -1, 0, 0]), [np.inf, -np.inf, np.nan])
