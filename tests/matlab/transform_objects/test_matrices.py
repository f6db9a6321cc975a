"""tform, rotm, trvec: matrices alone and in pages, of each class."""

import numpy as np
import pytest
from random_transforms import EACH, MANY, close, refused

from rst_compat import se2, se3, so2, so3
from rst_compat.errors import MatlabTypeError
from rst_compat.matlab import transform_objects as o


@pytest.mark.parametrize("T", [*EACH, *MANY])
def test_tform_is_made_of_rotm_and_trvec(T):
    M, R = T.tform(), T.rotm()
    d = len(R)
    assert M.shape == (d + 1, d + 1, len(T))[: M.ndim]
    np.testing.assert_array_equal(M[:d, :d], R)
    np.testing.assert_array_equal(M[:d, d].T, T.trvec() if hasattr(T, "trvec") else np.zeros_like(M[:d, d].T))


def test_tform_of_rotations():
    close(so3(0.3, "rotx").tform(), se3(0.3, "rotx"))
    close(so2(0.3, "theta").tform(), se2(0.3, "theta"))
    close(so3(0.3, "rotx").xyzquat()[:3], [0, 0, 0])


@pytest.mark.parametrize(
    ("call", "kind", "identifier", "expected", "got"),
    [
        (lambda: o.tform(np.eye(4)), MatlabTypeError, "WrongClass", "se3, so3, se2, so2", "ndarray"),
        (lambda: o.trvec(so3()), MatlabTypeError, "WrongClass", "se3, se2", "so3"),
    ],
)
def test_errors(call, kind, identifier, expected, got):
    refused(call, kind, identifier, expected, got)


def test_a_matrix_is_no_object():
    assert "se3(tform)" in refused(lambda: o.tform(np.eye(4)), MatlabTypeError, "WrongClass", "se3", "ndarray").hint
