"""Which class has which functions."""

import numpy as np
from random_transforms import some

from rst_compat import se2, se3, so2, so3
from rst_compat.matlab import transform_objects as o


def test_function_form_is_method_form():
    T = some(1)
    for name in ("tform", "rotm", "trvec", "eul", "quat", "axang", "xyzquat"):
        assert getattr(se3, name) is getattr(o, name)
        np.testing.assert_array_equal(getattr(o, name)(T), getattr(T, name)())
    for name in ("transform", "interp", "dist", "normalize"):
        assert all(getattr(c, name) is getattr(o, name) for c in (se3, so3, se2, so2))
    assert se2.theta is so2.theta is o.theta
    assert not hasattr(so3, "trvec")
    assert not hasattr(se2, "eul")
    assert set(o.__all__) == {name for name in dir(o) if name in o.__all__}
