"""transform, interp, dist, normalize."""

import itertools

import numpy as np
import pytest
from random_transforms import EACH, MANY, ROUNDING, close, refused, some
from scipy.spatial.transform import Rotation, Slerp

from rst_compat import se3, so2, so3
from rst_compat.errors import MatlabTypeError, MatlabValueError
from rst_compat.matlab import transform_objects as o

pi = np.pi


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


@pytest.mark.parametrize(
    ("call", "kind", "identifier", "expected", "got"),
    [
        (lambda: o.dist(se3(), so3()), MatlabTypeError, "WrongClass", "se3", "so3"),
        (lambda: some(2).dist(some(3)), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: some(2).interp(some(1), [0, 0.5, 1]), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: some(2).transform(np.zeros((5, 3, 3))), MatlabValueError, "SizeMismatch", "2", "3"),
        (lambda: se3().transform([1, 2]), MatlabValueError, "WrongPoints", "(n, 3)", "(2,)"),
        (lambda: se3().transform(np.zeros((3, 5))), MatlabValueError, "WrongPoints", "(n, 3)", "(3, 5)"),
        (lambda: se3().transform(np.zeros((5, 3)), isCol=True), MatlabValueError, "WrongPoints", "(3, n)", "(5, 3)"),
        (lambda: se3().interp(se3(), [0, 1.5]), MatlabValueError, "PositionOutOfRange", "[0, 1]", "1.5"),
        (lambda: se3().interp(se3(), -1), MatlabValueError, "PositionOutOfRange", "[0, 1]", "-1"),
        (lambda: so3(np.zeros((3, 3))).normalize(Method="cross"), MatlabValueError, "ZeroAxis", "nonzero", "0.0"),
    ],
)
def test_errors(call, kind, identifier, expected, got):
    refused(call, kind, identifier, expected, got)


def test_points_in_columns_are_recognised():
    e = refused(lambda: se3().transform(np.zeros((3, 5))), MatlabValueError, "WrongPoints", "(n, 3)", "(3, 5)")
    assert "isCol=True" in e.hint


def test_unknown_option_lists_the_valid_ones():
    with pytest.raises(MatlabValueError) as caught:
        so3().normalize(Method="gram")
    assert "svd" in caught.value.expected
    with pytest.raises(MatlabTypeError) as caught:
        so3().normalize(How="svd")
    assert "Method" in caught.value.expected
    with pytest.raises(MatlabTypeError, match="isCol"):
        so3().transform([1, 2, 3], cols=True)
