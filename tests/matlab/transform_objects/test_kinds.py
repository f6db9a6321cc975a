"""Objects from numbers of a kind."""

import numpy as np
import pytest
from random_transforms import close, refused

from rst_compat import se2, se3, so3
from rst_compat.errors import MatlabValueError
from rst_compat.matlab import rotations as r


@pytest.mark.parametrize("last", [([7, 8, 9],), ([7, 8, 9], "trvec"), ()])
def test_rotation_forms(last):
    t = np.array([7, 8, 9] if last else [0, 0, 0])
    eul, quat, axang = [1, 2, 3], r.eul2quat([1, 2, 3]), [1, 2, 3, 0.4]
    for T, R in [
        (se3(eul, "eul", *last), r.eul2rotm(eul)),
        (se3(eul, "eul", "XYZ", *last), r.eul2rotm(eul, "XYZ")),
        (se3(quat, "quat", *last), r.quat2rotm(quat)),
        (se3(axang, "AxAng", *last), r.axang2rotm(axang)),
        (se3(0.4, "rotx", *last), r.axang2rotm([1, 0, 0, 0.4])),
        (se3(0.4, "roty", *last), r.axang2rotm([0, 1, 0, 0.4])),
        (se3(0.4, "rotz", *last), r.axang2rotm([0, 0, 1, 0.4])),
        (se3(so3(eul, "eul"), *last), r.eul2rotm(eul)),
    ]:
        close(T.rotm(), R)
        close(T.trvec(), t)
    close(so3(eul, "eul", "xyz"), r.eul2rotm(eul, "XYZ"))
    close(so3(0.4, "rotz"), r.axang2rotm([0, 0, 1, 0.4]))
    close(se2(0.4, "theta", *([[7, 8], *last[1:]] if last else [])).trvec(), t[:2])
    close(se3([7, 8, 9], "trvec"), r.trvec2tform([7, 8, 9]))
    close(se2([7, 8], "trvec"), r.trvec2tform([7, 8]))


@pytest.mark.parametrize(
    ("call", "kind", "identifier", "expected", "got"),
    [
        (lambda: se3([1, 2], "trvec"), MatlabValueError, "WrongColumns", "3", "(2,)"),
        (lambda: se3([[1, 2], [3, 4]], "rotx"), MatlabValueError, "WrongColumns", "a number or a vector", "(2, 2)"),
        (lambda: se3([0, 0, 0, 0], "quat"), MatlabValueError, "ZeroQuaternion", "nonzero", "0.0"),
        (lambda: se3([0, 0, 0, 1], "axang"), MatlabValueError, "ZeroAxis", "nonzero", "0.0"),
        (lambda: se3([np.nan, 0, 0], "trvec"), MatlabValueError, "NotFinite", "finite", "nan"),
    ],
)
def test_errors(call, kind, identifier, expected, got):
    refused(call, kind, identifier, expected, got)


def test_unknown_kind_lists_the_valid_ones():
    with pytest.raises(MatlabValueError) as caught:
        so3([1, 2, 3], "trvec")
    assert "axang" in caught.value.expected
    with pytest.raises(MatlabValueError) as caught:
        se3(1, "trvek")
    assert "'trvec'" in caught.value.hint
