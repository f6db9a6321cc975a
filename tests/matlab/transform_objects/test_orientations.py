"""eul, quat, axang, theta, and with the position xyzquat, xytheta."""

import numpy as np
import pytest
from random_transforms import PRINTED, close, refused, some, some_planar

from rst_compat import se2, se3, so2, so3
from rst_compat.errors import MatlabTypeError
from rst_compat.matlab import rotations as r
from rst_compat.matlab import transform_objects as o

pi = np.pi


def test_published():
    # help/robotics/ref/se3.eul
    close(
        se3([pi / 4, pi / 3, pi / 8], "eul"),
        [[0.3536, -0.4189, 0.8364, 0], [0.3536, 0.8876, 0.2952, 0], [-0.8660, 0.1913, 0.4619, 0], [0, 0, 0, 1]],
        PRINTED,
    )
    close(so3([pi / 4, pi / 3, pi / 8], "eul").eul(), [0.7854, 1.0472, 0.3927], PRINTED)
    # help/ros/ref/se3.xyzquat and help/nav/ref/se3.quat
    pose = [2, 3, 1, *r.eul2quat([0, 0, r.deg2rad(30)])]
    close(pose, [2, 3, 1, 0.9659, 0.2588, 0, 0], PRINTED)
    T = se3(pose, "xyzquat")
    close(T, [[1, 0, 0, 2], [0, 0.8660, -0.5, 3], [0, 0.5, 0.8660, 1], [0, 0, 0, 1]], PRINTED)
    close(T.xyzquat(), pose)
    close(so3(pose[3:], "quat").quat(), [0.9659, 0.2588, 0, 0], PRINTED)
    # help/ros/ref/se3.axang
    close(se3([0.5, 0.25, 0.5, pi / 2], "axang").axang(), [0.6667, 0.3333, 0.6667, 1.5708], PRINTED)
    # help/uav/ref/se2.xytheta and help/ros/ref/se2.theta
    T2 = se2([2, 3, pi / 2], "xytheta")
    close(T2, [[0, -1, 2], [1, 0, 3], [0, 0, 1]], PRINTED)
    close(T2.xytheta(), [2, 3, 1.5708], PRINTED)
    close(so2(pi / 2, "theta").xytheta(), [0, 0, 1.5708], PRINTED)
    assert se2(pi / 2, "theta").theta() == pytest.approx(1.5708, abs=PRINTED)


@pytest.mark.parametrize("n", [1, 4])
def test_of_space_as_the_conversions(n):
    T = some(n)
    np.testing.assert_array_equal(T.eul("xyz"), r.tform2eul(T, "XYZ"))
    np.testing.assert_array_equal(so3(T).quat(), r.tform2quat(T))
    np.testing.assert_array_equal(T.axang(), r.tform2axang(T))
    np.testing.assert_array_equal(T.xyzquat(), np.concatenate([T.trvec(), T.quat()], axis=-1))


@pytest.mark.parametrize("n", [1, 4])
def test_of_the_plane(n):
    T = some_planar(n)
    assert np.shape(T.theta()) == (() if n == 1 else (n,))
    close(so2(T.theta(), "theta"), T.rotm())
    for single in T:
        close(single.xytheta(), [*single.trvec(), single.theta()])


@pytest.mark.parametrize(
    ("call", "kind", "identifier", "expected", "got"),
    [
        (lambda: o.theta(se3()), MatlabTypeError, "WrongClass", "se2, so2", "se3"),
        (lambda: o.eul(se2()), MatlabTypeError, "WrongClass", "se3, so3", "se2"),
    ],
)
def test_errors(call, kind, identifier, expected, got):
    refused(call, kind, identifier, expected, got)
