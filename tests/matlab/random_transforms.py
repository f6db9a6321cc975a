"""Random se3, so3, se2 and so2 objects, that the suites of transform_objects share."""

import numpy as np
import pytest

from rst_compat import se2, se3, so2, so3
from rst_compat.errors import IDENTIFIERS

# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that.
PRINTED = 0.51e-4
# Products of a handful of rounded numbers of size 10.
ROUNDING = 1e-13


def close(a, b, atol=ROUNDING):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=0, atol=atol)


def some(n, seed=0):
    """N transformations of space."""
    rng = np.random.default_rng(seed)
    return se3(rng.uniform(-3, 3, (n, 3)), "eul", rng.uniform(-5, 5, (n, 3)))


def some_planar(n, seed=0):
    """N transformations of the plane."""
    rng = np.random.default_rng(seed)
    return se2(rng.uniform(-3, 3, (n, 3)), "xytheta")


def refused(call, kind, identifier, expected, got):
    """Call what must fail, and return the error."""
    with pytest.raises(kind) as caught:
        call()
    e = caught.value
    assert e.identifier == "rst_compat:rotations:" + identifier
    assert IDENTIFIERS[e.identifier] == "rst_compat"
    assert ": " in e.fact
    assert expected in e.expected
    assert got in e.got
    return e


EACH = [some(1), some_planar(1), so3(some(1)), so2(some_planar(1))]
MANY = [some(4), some_planar(4), so3(some(4)), so2(some_planar(4))]
