"""Objects from matrices and objects, algebra, arrays, display."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_transforms import EACH, MANY, close, refused, some, some_planar

from rst_compat import se2, se3, so2, so3
from rst_compat.errors import MatlabTypeError, MatlabValueError
from rst_compat.matlab import rotations as r
from rst_compat.matlab import transform_objects as o

few = settings(max_examples=60, deadline=None)
vectors = st.tuples(*[st.floats(-5, 5)] * 3).map(np.array)


def test_display():
    # help/ros/ref/se3.xyzquat prints this
    assert repr(se3([2, 3, 1, 0.96592583, 0.25881905, 0, 0], "xyzquat")).splitlines() == [
        "se3",
        "    1.0000         0         0    2.0000",
        "         0    0.8660   -0.5000    3.0000",
        "         0    0.5000    0.8660    1.0000",
        "         0         0         0    1.0000",
    ]
    assert repr(so2()) == "so2\n     1     0\n     0     1"
    assert repr(some(3)) == "1x3 se3 array"
    assert "123456.5000" in repr(se2([123456.5, -123456.5], "trvec")).replace("-", " ").split()


def test_matrices_make_objects():
    R, T = r.eul2rotm([1, 2, 3]), r.eul2tform([1, 2, 3]) + np.outer([1, 2, 3, 0], [0, 0, 0, 1])
    close(se3(), np.eye(4))
    close(so3(), np.eye(3))
    close(se2(), np.eye(3))
    close(so2(), np.eye(2))
    close(se3(T), T)
    close(se3(R), r.rotm2tform(R))
    close(se3(R.tolist(), [1, 2, 3]), T)
    close(so3(R), R)
    close(so3(T), R)
    R2 = r.axang2rotm([0, 0, 1, 0.4])[:2, :2]
    close(se2(R2), r.rotm2tform(R2))
    close(so2(R2), so2(r.rotm2tform(R2)))
    close(se2(r.rotm2tform(R2)), se2(0.4, "theta"))
    close(se2(R2, [5, 6]), [[*R2[0], 5], [*R2[1], 6], [0, 0, 1]])


def test_objects_make_objects():
    T, T2 = some(1), some_planar(1)
    close(se3(T), T)
    close(so3(T), T.rotm())
    close(se3(so3(T)), r.rotm2tform(T.rotm()))
    close(so2(T2), T2.rotm())
    many = some(3)
    close(se3(list(many)), many)
    close(so3([T, so3()]), so3([so3(T), se3()]))
    assert len(se3([many, T])) == 4


def test_arrays():
    eul = np.random.default_rng(1).uniform(-1, 1, (5, 3))
    T = se3(eul, "eul")
    assert len(T) == 5
    assert T.tform().shape == (4, 4, 5)
    assert T.rotm().shape == (3, 3, 5)
    assert T.trvec().shape == T.eul().shape == (5, 3)
    assert T.quat().shape == T.axang().shape == (5, 4)
    assert T.xyzquat().shape == (5, 7)
    close(T.eul(), eul)
    close(T.tform(), r.eul2tform(eul))
    close(se3(T.tform()), T)
    for i, single in enumerate(T):
        close(single, T.tform()[:, :, i])
    close(T[2], T.tform()[:, :, 2])
    close(T[-1], T[4])
    close(T[1:3], T[[1, 2]])
    close(T[np.array([False, True, True, False, False])], T[1:3])
    assert len(T[:0]) == 0
    assert T[:0].tform().shape == (4, 4, 0)
    with pytest.raises(IndexError):
        T[5]
    T2 = se2(eul, "xytheta")
    assert T2.tform().shape == (3, 3, 5)
    assert T2.theta().shape == (5,)
    close(T2.xytheta(), eul)


def test_one_is_an_array_of_one():
    T = se3([[1, 2, 3]], "trvec")
    assert len(T) == 1
    close(T[0], T)
    assert T.tform().shape == (4, 4)
    assert T.trvec().shape == (3,)
    assert se3(T.tform()[:, :, None]).tform().shape == (4, 4)
    assert len(se3([0.1, 0.2, 0.3], "rotx")) == 3


def test_one_rotation_many_translations():
    t = np.arange(6.0).reshape(2, 3)
    T = se3(0.5, "rotz", t)
    close(T.trvec(), t)
    close(T[0].rotm(), T[1].rotm())
    close(se3(np.array([0.5, 0.6]), "rotz", [1, 2, 3]).trvec(), [[1, 2, 3]] * 2)


@pytest.mark.parametrize("T", [*EACH, *MANY])
def test_algebra(T):
    one = type(T)()
    for product in (T * T.inv(), T.inv() @ T, T / T):
        close(product, np.asarray(type(T)(np.asarray(one)[:, :, None].repeat(len(T), 2))))
    close(T * one, T)
    close(one * T, T)
    close(T.inv().inv(), T)
    assert type(T * T) is type(T)


@few
@given(vectors, vectors, vectors, vectors)
def test_composition_is_the_matrix_product(e1, t1, e2, t2):
    A, B = se3(e1, "eul", t1), se3(e2, "eul", t2)
    close(A * B, A.tform() @ B.tform())
    close(A.inv(), np.linalg.inv(A.tform()))
    close(A / B, A.tform() @ np.linalg.inv(B.tform()))
    close(o.transform(A * B, t1), A.transform(B.transform(t1)))


def test_single_times_many_and_pairs():
    A, B = some(1), some(4, 1)
    for i in range(4):
        close((A * B)[i], A * B[i])
        close((B * A)[i], B[i] * A)
        close((B * some(4, 2))[i], B[i] * some(4, 2)[i])


def test_matrix_where_a_transform_is_wanted():
    T = some(1)
    assert np.asarray(T).dtype == np.float64
    assert np.asarray(T, dtype=np.float32).dtype == np.float32
    np.testing.assert_array_equal(np.array(T), T.tform())
    np.testing.assert_array_equal(r.tform2trvec(T), T.trvec())
    np.testing.assert_array_equal(r.tform2eul(some(3)), some(3).eul())
    np.testing.assert_array_equal(r.rotm2quat(so3(T)), T.quat())


def test_objects_never_change():
    M = np.eye(4)
    T = se3(M)
    M[0, 0] = 7
    T.tform()[0, 0] = 7
    np.asarray(T)[0, 0] = 7
    T.rotm()[0, 0] = 7
    close(T, np.eye(4))
    with pytest.raises(AttributeError):
        T.Translation = 1
    for other in (copy.copy(T), copy.deepcopy(T), pickle.loads(pickle.dumps(T))):
        close(other, T)
        assert type(other) is se3


@pytest.mark.parametrize(
    ("call", "kind", "identifier", "expected", "got"),
    [
        (lambda: se3(np.eye(3), [1, 2, 3], 4), MatlabTypeError, "BadConstruction", "then a translation", "1 left over"),
        (lambda: se3(np.eye(4), [1, 2, 3]), MatlabTypeError, "BadConstruction", "se3(matrix", "2 arguments"),
        (lambda: so3(0.1, "rotx", [1, 2, 3]), MatlabTypeError, "BadConstruction", "so3(matrix", "3 arguments"),
        (lambda: se3(se2()), MatlabTypeError, "WrongClass", "se3 or so3", "se2"),
        (lambda: se3() * so3(), MatlabTypeError, "WrongClass", "se3", "so3"),
        (lambda: se3() * np.eye(4), MatlabTypeError, "WrongClass", "se3", "ndarray"),
        (lambda: np.eye(4) @ se3(), MatlabTypeError, "WrongClass", "se3", "ndarray"),
        (lambda: np.eye(4) * se3(), MatlabTypeError, "WrongClass", "se3", "ndarray"),
        (lambda: se3() / 2, MatlabTypeError, "WrongClass", "se3", "int"),
        (lambda: some(2) * some(3), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: se3(some(2).rotm(), np.zeros((3, 3))), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: se3(np.eye(5)), MatlabValueError, "WrongMatrixShape", "3-by-3", "(5, 5)"),
    ],
)
def test_errors(call, kind, identifier, expected, got):
    refused(call, kind, identifier, expected, got)


def test_hints():
    e = refused(lambda: se3() * np.eye(4), MatlabTypeError, "WrongClass", "se3", "ndarray")
    assert "transform(T, points)" in e.hint
    e = refused(lambda: so3(np.eye(3), 1), MatlabTypeError, "BadConstruction", "so3(", "1 left over")
    assert "axang" in e.hint
