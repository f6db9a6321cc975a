"""Shapes in and out of every conversion, what is taken as numbers, and the errors about it."""

import numpy as np
import pytest

from rst_compat.errors import IDENTIFIERS, MatlabTypeError, MatlabValueError
from rst_compat.matlab import rotations as r

VECTOR_TO_MATRIX = [
    (r.eul2rotm, 3, 3),
    (r.eul2tform, 3, 4),
    (r.axang2rotm, 4, 3),
    (r.axang2tform, 4, 4),
    (r.quat2rotm, 4, 3),
    (r.quat2tform, 4, 4),
    (r.trvec2tform, 3, 4),
    (r.trvec2tform, 2, 3),
]
VECTOR_TO_VECTOR = [
    (r.eul2quat, 3, 4),
    (r.quat2eul, 4, 3),
    (r.axang2quat, 4, 4),
    (r.quat2axang, 4, 4),
    (r.cart2hom, 3, 4),
    (r.cart2hom, 2, 3),
    (r.hom2cart, 4, 3),
]
MATRIX_TO_VECTOR = [
    (r.rotm2eul, 3, 3),
    (r.tform2eul, 4, 3),
    (r.rotm2axang, 3, 4),
    (r.tform2axang, 4, 4),
    (r.rotm2quat, 3, 4),
    (r.tform2quat, 4, 4),
    (r.tform2trvec, 4, 3),
    (r.tform2trvec, 3, 2),
]
MATRIX_TO_MATRIX = [(r.rotm2tform, 3, 4), (r.rotm2tform, 2, 3), (r.tform2rotm, 4, 3), (r.tform2rotm, 3, 2)]


def items(n, k):
    return np.random.default_rng(k).uniform(0.1, 1, (n, k))


def matrices(n, m):
    spatial = np.moveaxis(r.eul2tform(items(n, 3)), -1, 0) + 0.0
    spatial[:, :3, 3] = items(n, 3)
    if m == 2:
        return np.stack([r.axang2rotm([0, 0, 1, a])[:2, :2] for a in items(n, 1)[:, 0]], axis=-1)
    if m == 3:
        spatial = spatial[:, :3, :3]
    return np.moveaxis(spatial, 0, -1)


@pytest.mark.parametrize(("function", "k", "m"), VECTOR_TO_MATRIX)
def test_vectors_to_pages(function, k, m):
    V = items(5, k)
    stacked = function(V)
    assert stacked.shape == (m, m, 5)
    for i in range(5):
        single = function(V[i])
        assert single.shape == function(V[i : i + 1]).shape == (m, m)
        np.testing.assert_array_equal(stacked[:, :, i], single)
        np.testing.assert_array_equal(function(V[i : i + 1]), single)
    assert function(V[:0]).shape == (m, m, 0)


@pytest.mark.parametrize(("function", "k", "out"), VECTOR_TO_VECTOR)
def test_vectors_to_vectors(function, k, out):
    V = items(5, k)
    assert function(V).shape == (5, out)
    assert function(V[:1]).shape == (1, out)
    for i in range(5):
        assert function(V[i]).shape == (out,)
        np.testing.assert_array_equal(function(V)[i], function(V[i]))


@pytest.mark.parametrize(("function", "m", "out"), MATRIX_TO_VECTOR)
def test_pages_to_vectors(function, m, out):
    M = matrices(5, m)
    assert function(M).shape == (5, out)
    assert function(M[:, :, :1]).shape == (1, out)
    for i in range(5):
        assert function(M[:, :, i]).shape == (out,)
        np.testing.assert_array_equal(function(M)[i], function(M[:, :, i]))


@pytest.mark.parametrize(("function", "m", "out"), MATRIX_TO_MATRIX)
def test_pages_to_pages(function, m, out):
    M = matrices(5, m)
    assert function(M).shape == (out, out, 5)
    assert function(M[:, :, :1]).shape == (out, out, 1)
    for i in range(5):
        np.testing.assert_array_equal(function(M)[:, :, i], function(M[:, :, i]))


@pytest.mark.parametrize("kind", [list, tuple, lambda x: np.array(x, dtype=np.float32), np.array])
def test_any_numbers_become_float64(kind):
    got = r.eul2rotm(kind([0, 1, 2]))
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, r.eul2rotm([0.0, 1.0, 2.0]))


ROT = "rst_compat:rotations:"


@pytest.mark.parametrize(
    ("call", "identifier", "expected", "got", "hint"),
    [
        (lambda: r.eul2tform([1, 2]), "WrongColumns", "vector of 3", "(2,)", "rows of a matrix"),
        (lambda: r.eul2tform([[1], [2], [3]]), "WrongColumns", "n-by-3", "(3, 1)", "transpose"),
        (lambda: r.eul2tform([]), "WrongColumns", "3", "(0,)", "rows of a matrix"),
        (lambda: r.eul2tform(1.0), "WrongColumns", "3", "()", "rows of a matrix"),
        (lambda: r.trvec2tform([1, 2, 3, 4]), "WrongColumns", "2 or 3", "(4,)", "rows of a matrix"),
        (lambda: r.quat2eul([1, 0, 0]), "WrongColumns", "4", "(3,)", "rows of a matrix"),
        (lambda: r.hom2cart([1]), "WrongColumns", "2 columns", "(1,)", "rows of a matrix"),
        (lambda: r.cart2hom(np.zeros((2, 0))), "WrongColumns", "1 columns", "(2, 0)", "rows of a matrix"),
        (lambda: r.rotm2eul(np.eye(4)), "WrongMatrixShape", "3-by-3", "(4, 4)", "pages"),
        (lambda: r.tform2eul(np.eye(3)), "WrongMatrixShape", "4-by-4", "(3, 3)", "pages"),
        (lambda: r.tform2quat(np.zeros((7, 4, 4))), "WrongMatrixShape", "4-by-4-by-n", "(7, 4, 4)", "moveaxis"),
        (lambda: r.rotm2tform(np.eye(4)), "WrongMatrixShape", "2-by-2 or 2-by-2-by-n or", "(4, 4)", "pages"),
        (lambda: r.eul2rotm([1, np.nan, 2]), "NotFinite", "finite", "nan at index [1]", "0/0"),
        (lambda: r.axang2rotm([[1, 0, 0, np.inf]]), "NotFinite", "finite", "inf at index [0, 3]", "0/0"),
        (lambda: r.quat2rotm([[1, 0, 0, 0], [0, 0, 0, 0]]), "ZeroQuaternion", "nonzero", "row 1", "[1 0 0 0]"),
        (lambda: r.axang2quat([0, 0, 0, 1]), "ZeroAxis", "nonzero axis", "[0.0, 0.0, 0.0]", "[0 0 1 0]"),
        (lambda: r.angdiff([1, 2], [1, 2, 3]), "SizeMismatch", "(2,)", "(3,)", "A[i]"),
    ],
)
def test_errors(call, identifier, expected, got, hint):
    with pytest.raises(MatlabValueError) as caught:
        call()
    e = caught.value
    assert e.identifier == ROT + identifier
    assert IDENTIFIERS[e.identifier] == "rst_compat"
    assert ": " in e.fact
    assert expected in e.expected
    assert got in e.got
    assert hint in e.hint
    assert e.fact in str(e)


@pytest.mark.parametrize("value", ["ZYX", [1, "a", 2], [[1, 2, 3], [1, 2]], [1j, 2, 3], None, {}])
def test_what_is_not_numeric(value):
    for function in (r.eul2rotm, r.rotm2eul, r.wrapToPi, r.deg2rad, r.cart2hom):
        with pytest.raises(MatlabTypeError, match=function.__name__) as caught:
            function(value)
        assert "real numbers" in caught.value.expected


@pytest.mark.parametrize(("function", "m", "_"), MATRIX_TO_VECTOR + MATRIX_TO_MATRIX)
def test_as_many_pages_as_rows_are_taken_the_way_they_stand(function, m, _):
    """A stack with pages first has a shape that fits, and was read as its transposed self."""
    stack = matrices(m, m)
    if function in (r.tform2rotm, r.tform2trvec) and m == 3:  # of the plane
        stack[:2, :2], stack[:2, 2], stack[2, :2], stack[2, 2] = matrices(3, 2), 0.5, 0, 1
    one = function(stack[..., 1])
    got = function(stack)
    np.testing.assert_array_equal(got[1] if got.ndim == 2 else got[..., 1], one)
    with pytest.raises(MatlabValueError, match=r"the pages of \w+ come first.*numpy\.moveaxis\(\w+, 0, -1\)"):
        function(np.moveaxis(stack, -1, 0))
