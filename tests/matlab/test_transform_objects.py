"""se3, so3, se2, so2: constructors, algebra, arrays, display, errors."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation, Slerp

from rst_compat.errors import IDENTIFIERS, MatlabError, MatlabTypeError, MatlabValueError
from rst_compat.matlab import rotations as r
from rst_compat.matlab import transform_objects as o
from rst_compat.matlab.transform_objects import se2, se3, so2, so3

pi = np.pi
# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that.
PRINTED = 0.51e-4
# Products of a handful of rounded numbers of size 10.
ROUNDING = 1e-13

few = settings(max_examples=60, deadline=None)
vectors = st.tuples(*[st.floats(-5, 5)] * 3).map(np.array)


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


EACH = [some(1), some_planar(1), so3(some(1)), so2(some_planar(1))]
MANY = [some(4), some_planar(4), so3(some(4)), so2(some_planar(4))]


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


def test_tform_of_rotations():
    close(so3(0.3, "rotx").tform(), se3(0.3, "rotx"))
    close(so2(0.3, "theta").tform(), se2(0.3, "theta"))
    close(so3(0.3, "rotx").xyzquat()[:3], [0, 0, 0])


@pytest.mark.parametrize("T", [*EACH, *MANY])
def test_transform(T):
    d, n = T.rotm().shape[0], len(T)
    P = np.random.default_rng(3).normal(size=(6, d))
    t = T.tform()[:d, d].T
    got = T.transform(P)
    assert got.shape == ((6, d) if n == 1 else (6, d, n))
    pages = got[:, :, None] if n == 1 else got
    for i, single in enumerate(T):
        expected = P @ single.rotm().T + np.atleast_2d(t)[i]
        close(pages[:, :, i], expected)
        close(single.transform(P[0]), expected[0])
        close(single.transform(P.T, isCol=True), expected.T)
    close(T.transform(P.T, "iscol", True), got.swapaxes(0, 1))
    assert T.transform(P[0]).shape == ((d,) if n == 1 else (d, n))
    own = np.stack([P + i for i in range(4)], axis=-1)
    assert T.transform(own).shape == (6, d, 4)
    close(T.transform(own)[:, :, 2], T[2 % n if n == 4 else 0].transform(own[:, :, 2]))


@pytest.mark.parametrize("T", EACH)
def test_interp_ends_and_steps(T):
    goal = T * T * T
    close(o.interp(T, goal, 0), T)
    close(T.interp(goal, 1), goal)
    steps = T.interp(goal, 5)
    assert len(steps) == 5
    close(steps, T.interp(goal, [0, 0.25, 0.5, 0.75, 1]))
    # equal steps: the same rotation from each to the next
    for a, b in itertools.pairwise(steps):
        close((so3 if type(T) in (se3, so3) else so2)(steps[0].inv() * steps[1]).rotm(), a.rotm().T @ b.rotm())


def test_interp_is_slerp_and_straight():
    A, B = some(1), some(1, 5)
    s = np.linspace(0, 1, 7)
    oracle = Slerp([0, 1], Rotation.from_matrix([A.rotm(), B.rotm()]))(s).as_matrix()
    T = A.interp(B, s)
    close(np.moveaxis(T.rotm(), -1, 0), oracle)
    close(T.trvec(), A.trvec() + s[:, None] * (B.trvec() - A.trvec()))
    many = some(3, 6)
    for i in range(3):
        close(A.interp(many, 0.3)[i], A.interp(many[i], 0.3))
        close(many.interp(A, 0.3)[i], many[i].interp(A, 0.3))


def test_dist():
    A, B = some(1), some(1, 5)
    angle = Rotation.from_matrix(A.rotm().T @ B.rotm()).magnitude()
    far = np.linalg.norm(A.trvec() - B.trvec())
    assert A.dist(B) == pytest.approx(far + 0.1 * angle, abs=ROUNDING)
    assert o.dist(A, B, [2, 3]) == pytest.approx(2 * far + 3 * angle, abs=ROUNDING)
    assert so3(A).dist(so3(B)) == pytest.approx(angle, abs=ROUNDING)
    assert so2(3, "theta").dist(so2(-3, "theta")) == pytest.approx(2 * pi - 6, abs=ROUNDING)
    close(A.dist(some(3, 6)), [A.dist(T) for T in some(3, 6)])
    assert isinstance(A.dist(B), float)


@pytest.mark.parametrize("method", ["quat", "cross", "svd", "SVD"])
@pytest.mark.parametrize("T", [*EACH, *MANY])
def test_normalize(T, method):
    close(T.normalize("method", method), T, 1e-12)
    M = np.asarray(T) + 1e-4 * np.random.default_rng(4).normal(size=np.asarray(T).shape)
    N = o.normalize(type(T)(M), Method=method)
    for single in N:
        close(single.rotm().T @ single.rotm(), np.eye(len(single.rotm())))
    close(N, T, 1e-3)
    if hasattr(T, "trvec"):
        close(N.trvec(), type(T)(M).trvec())


def test_normalize_svd_is_nearest_and_cross_keeps_the_third_column():
    M = np.eye(3) + 1e-2 * np.random.default_rng(5).normal(size=(3, 3))
    oracle = Rotation.from_matrix(M).as_matrix()  # SciPy orthogonalises to the nearest
    close(so3(M).normalize(Method="svd"), oracle)
    close(so3(M).normalize("Method", "cross").rotm()[:, 2], M[:, 2] / np.linalg.norm(M[:, 2]))


ROT = "rst_compat:rotations:"


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
        (lambda: o.tform(np.eye(4)), MatlabTypeError, "WrongClass", "se3, so3, se2, so2", "ndarray"),
        (lambda: o.trvec(so3()), MatlabTypeError, "WrongClass", "se3, se2", "so3"),
        (lambda: o.theta(se3()), MatlabTypeError, "WrongClass", "se2, so2", "se3"),
        (lambda: o.eul(se2()), MatlabTypeError, "WrongClass", "se3, so3", "se2"),
        (lambda: o.dist(se3(), so3()), MatlabTypeError, "WrongClass", "se3", "so3"),
        (lambda: some(2) * some(3), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: some(2).dist(some(3)), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: some(2).interp(some(1), [0, 0.5, 1]), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: se3(some(2).rotm(), np.zeros((3, 3))), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: some(2).transform(np.zeros((5, 3, 3))), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: se3().transform([1, 2]), MatlabValueError, "WrongPoints", "(n, 3)", "(2,)"),
        (lambda: se3().transform(np.zeros((3, 5))), MatlabValueError, "WrongPoints", "(n, 3)", "(3, 5)"),
        (lambda: se3().transform(np.zeros((5, 3)), isCol=True), MatlabValueError, "WrongPoints", "(3, n)", "(5, 3)"),
        (lambda: se3().interp(se3(), [0, 1.5]), MatlabValueError, "PositionOutOfRange", "[0, 1]", "1.5"),
        (lambda: se3().interp(se3(), -1), MatlabValueError, "PositionOutOfRange", "[0, 1]", "-1"),
        (lambda: se3([1, 2], "trvec"), MatlabValueError, "WrongColumns", "3", "(2,)"),
        (lambda: se3([[1, 2], [3, 4]], "rotx"), MatlabValueError, "WrongColumns", "a number or a vector", "(2, 2)"),
        (lambda: se3(np.eye(5)), MatlabValueError, "WrongMatrixShape", "3-by-3", "(5, 5)"),
        (lambda: se3([0, 0, 0, 0], "quat"), MatlabValueError, "ZeroQuaternion", "nonzero", "0.0"),
        (lambda: se3([0, 0, 0, 1], "axang"), MatlabValueError, "ZeroAxis", "nonzero", "0.0"),
        (lambda: so3(np.zeros((3, 3))).normalize(Method="cross"), MatlabValueError, "ZeroAxis", "nonzero", "0.0"),
        (lambda: se3([np.nan, 0, 0], "trvec"), MatlabValueError, "NotFinite", "finite", "nan"),
    ],
)
def test_errors(call, kind, identifier, expected, got):
    with pytest.raises(kind) as caught:
        call()
    e = caught.value
    assert e.identifier == ROT + identifier
    assert IDENTIFIERS[e.identifier] == "rst_compat"
    assert ": " in e.fact
    assert expected in e.expected
    assert got in e.got


def test_hints():
    for call, hint in [
        (lambda: se3().transform(np.zeros((3, 5))), "isCol=True"),
        (lambda: o.tform(np.eye(4)), "se3(tform)"),
        (lambda: se3() * np.eye(4), "transform(T, points)"),
        (lambda: se3(1, "trvek"), "'trvec'"),
        (lambda: so3(np.eye(3), 1), "axang"),
    ]:
        with pytest.raises(MatlabError) as caught:
            call()
        assert hint in caught.value.hint


def test_unknown_kind_and_option_list_the_valid_ones():
    with pytest.raises(MatlabValueError) as caught:
        so3([1, 2, 3], "trvec")
    assert "axang" in caught.value.expected
    with pytest.raises(MatlabValueError) as caught:
        so3().normalize(Method="gram")
    assert "svd" in caught.value.expected
    with pytest.raises(MatlabTypeError) as caught:
        so3().normalize(How="svd")
    assert "Method" in caught.value.expected
    with pytest.raises(MatlabTypeError, match="isCol"):
        so3().transform([1, 2, 3], cols=True)
