"""Conversions: published values, an independent oracle, round trips, shapes, errors."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rst_compat.errors import IDENTIFIERS, MatlabTypeError, MatlabValueError
from rst_compat.matlab import rotations as r

pi = np.pi
SEQUENCES = r.SEQUENCES
PROPER = [s for s in SEQUENCES if s[0] == s[2]]
THREE_AXES = [s for s in SEQUENCES if s[0] != s[2]]

# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that for inputs that were
# themselves printed with four decimals (0.7071).
PRINTED = 0.51e-4
# A rotation matrix is a product of a handful of rounded sines and cosines.
ROUNDING = 16 * np.finfo(float).eps

angles = st.floats(-4, 4)
triples = st.tuples(angles, angles, angles).map(np.array)
quaternions = st.tuples(*[st.floats(-1, 1)] * 4).map(np.array).filter(lambda q: np.linalg.norm(q) > 1e-3)
few = settings(max_examples=150, deadline=None)


FLIP = np.array([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]])
QUARTER_Y = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
QUARTER_X = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
WRAPPED = [-2 * pi, -pi - 0.1, -pi, -2.8, 3.1, pi, pi + 1, 2 * pi]


@pytest.mark.parametrize(
    ("got", "printed"),
    [
        # help/robotics/ref/eul2tform, eul2rotm, eul2quat
        (r.eul2tform([0, pi / 2, 0])[:3, :3], QUARTER_Y),
        (r.eul2tform([0, pi / 2, pi / 2], "ZYZ")[:3, :3], [[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
        (r.eul2rotm([0, pi / 2, 0]), QUARTER_Y),
        (r.eul2quat([0, pi / 2, 0]), [0.7071, 0, 0.7071, 0]),
        (r.eul2quat([pi / 2, 0, 0], "ZYZ"), [0.7071, 0, 0, 0.7071]),
        # help/robotics/ref/tform2eul, rotm2eul, quat2eul
        (r.tform2eul(FLIP), [0, 0, 3.1416]),
        (r.tform2eul(FLIP, "ZYZ"), [0, -3.1416, 3.1416]),
        (r.rotm2eul(QUARTER_Y), [0, 1.5708, 0]),
        (r.rotm2eul(QUARTER_Y, "ZYZ"), [-3.1416, -1.5708, -3.1416]),
        (r.quat2eul([0.7071, 0.7071, 0, 0]), [0, 0, 1.5708]),
        (r.quat2eul([0.7071, 0.7071, 0, 0], "ZYZ"), [-1.5708, 1.5708, 1.5708]),
        # help/robotics/ref/axang2tform, axang2quat, quat2axang, rotm2axang, tform2axang
        (r.axang2tform([1, 0, 0, pi / 2])[:3, :3], QUARTER_X),
        (r.axang2quat([1, 0, 0, pi / 2]), [0.7071, 0.7071, 0, 0]),
        (r.quat2axang([0.7071, 0.7071, 0, 0]), [1, 0, 0, 1.5708]),
        (r.rotm2axang(FLIP[:3, :3]), [1, 0, 0, 3.1416]),
        (r.tform2axang(r.rotm2tform(QUARTER_X)), [1, 0, 0, 1.5708]),
        # help/robotics/ref/quat2tform, tform2quat: normalised, 1.0000 and not 0.9999
        (r.quat2tform([0.7071, 0.7071, 0, 0])[:3, :3], QUARTER_X),
        (r.tform2quat(FLIP), [0, 1, 0, 0]),
        # help/robotics/ref/tform2rotm, tform2trvec, trvec2tform
        (r.tform2rotm(FLIP), np.diag([1, -1, -1])),
        (r.tform2trvec(FLIP), [0.5, 5, -1.2]),
        (r.trvec2tform([0.5, 6, 100])[:, 3], [0.5, 6, 100, 1]),
        # help/robotics/ref/cart2hom, hom2cart
        (r.cart2hom([0.8147, 0.1270, 0.6324]), [0.8147, 0.1270, 0.6324, 1]),
        (
            r.hom2cart([[0.2785, 0.9575, 0.1576, 0.5], [0.5469, 0.9649, 0.9706, 0.5]]),
            [[0.5570, 1.9150, 0.3152], [1.0938, 1.9298, 1.9412]],
        ),
        # help/map/ref/wraptopi, wrapto2pi; help/robotics/ref/angdiff
        (r.wrapToPi(WRAPPED), [0, 3.0416, -3.1416, -2.8, 3.1, 3.1416, -2.1416, 0]),
        (r.wrapTo2Pi(WRAPPED), [0, 3.0416, 3.1416, 3.4832, 3.1, 3.1416, 4.1416, 6.2832]),
        (r.angdiff(pi, 2 * pi), 3.1416),
        (r.angdiff([pi / 2, 3 * pi / 4, 0], [pi, pi / 2, -pi]), [1.5708, -0.7854, -3.1416]),
        (r.angdiff([pi, pi / 2, pi / 4, pi / 2]), [-1.5708, -0.7854, 0.7854]),
    ],
)
def test_published(got, printed):
    np.testing.assert_allclose(got, printed, rtol=0, atol=PRINTED)


def test_the_branch_of_older_releases_is_the_alternative():
    # help/robotics/ref/quat2eul as older releases print it
    _, alternative = r.quat2eul([0.7071, 0.7071, 0, 0], "ZYZ", nargout=2)
    np.testing.assert_allclose(alternative, [1.5708, -1.5708, -1.5708], rtol=0, atol=PRINTED)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_intrinsic_rotation_is_scipys(sequence):
    eul = np.random.default_rng(1).uniform(-4, 4, (40, 3))
    oracle = Rotation.from_euler(sequence, eul)
    np.testing.assert_allclose(
        np.moveaxis(r.eul2rotm(eul, sequence), -1, 0), oracle.as_matrix(), rtol=0, atol=ROUNDING
    )
    quat = r.eul2quat(eul, sequence)
    sign = np.sign(np.sum(quat * oracle.as_quat(scalar_first=True), axis=1, keepdims=True))
    np.testing.assert_allclose(sign * quat, oracle.as_quat(scalar_first=True), rtol=0, atol=ROUNDING)
    np.testing.assert_array_equal(r.eul2tform(eul, sequence.lower())[:3, :3], r.eul2rotm(eul, sequence))


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_quat2eul_is_scipys(sequence):
    quat = Rotation.random(40, rng=np.random.default_rng(2)).as_quat(scalar_first=True)
    oracle = Rotation.from_quat(quat, scalar_first=True).as_euler(sequence)  # middle angle >= 0 for ZYZ and its kind
    # a middle angle near its end magnifies rounding by 1/sine: 1e3 at most in these samples
    np.testing.assert_allclose(r.quat2eul(quat, sequence), oracle, rtol=0, atol=1e3 * ROUNDING)


@few
@given(quaternions)
def test_quaternions_and_axes_are_scipys(quat):
    oracle = Rotation.from_quat(quat, scalar_first=True)
    R = r.quat2rotm(quat)
    np.testing.assert_allclose(R, oracle.as_matrix(), rtol=0, atol=ROUNDING)
    back = r.rotm2quat(R)
    assert back[0] >= 0
    unit = quat / np.linalg.norm(quat)
    assert min(np.abs(back - unit).max(), np.abs(back + unit).max()) < ROUNDING
    for axang in (r.quat2axang(quat), r.rotm2axang(R), r.tform2axang(r.rotm2tform(R))):
        assert 0 <= axang[3] <= pi
        assert np.linalg.norm(axang[:3]) == pytest.approx(1, abs=ROUNDING)
        np.testing.assert_allclose(r.axang2rotm(axang), R, rtol=0, atol=ROUNDING)
        np.testing.assert_allclose(r.quat2rotm(r.axang2quat(axang)), R, rtol=0, atol=ROUNDING)
    np.testing.assert_allclose(Rotation.from_rotvec(axang[:3] * axang[3]).as_matrix(), R, rtol=0, atol=ROUNDING)


def same_rotation(eul, sequence, R):
    np.testing.assert_allclose(r.eul2rotm(eul, sequence), R, rtol=0, atol=ROUNDING)


@few
@given(triples, st.sampled_from(SEQUENCES))
def test_euler_round_trip(eul, sequence):
    R = r.eul2rotm(eul, sequence)
    for found in (*r.rotm2eul(R, sequence, nargout=2), *r.quat2eul(r.rotm2quat(R), sequence, nargout=2)):
        assert (np.abs(found) <= pi).all()
        # between the lock and 1e-3 the last angle is exact; just above, atan2 of elements of 1e-3 magnifies by 1e3
        np.testing.assert_allclose(r.eul2rotm(found, sequence), R, rtol=0, atol=1e3 * ROUNDING)


@few
@given(
    angles,
    angles,
    st.integers(-1, 1),
    st.floats(-17, -3.1).map(lambda exponent: 10**exponent),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from(SEQUENCES),
)
def test_euler_round_trip_at_and_near_gimbal_lock(first, last, half_turns, distance, side, sequence):
    lock = half_turns * pi + (0 if sequence in PROPER else pi / 2)
    R = r.eul2rotm([first, lock + side * distance, last], sequence)
    eul, alternative = r.rotm2eul(R, sequence, nargout=2)
    same_rotation(eul, sequence, R)
    same_rotation(alternative, sequence, R)
    same_rotation(r.quat2eul(r.rotm2quat(R), sequence), sequence, R)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_first_angle_is_zero_in_gimbal_lock(sequence):
    for lock in (0, pi) if sequence in PROPER else (pi / 2, -pi / 2):
        R = r.eul2rotm([0.3, lock, 0.4], sequence)
        assert r.rotm2eul(R, sequence)[0] == 0
        assert r.quat2eul(r.rotm2quat(R), sequence)[0] == 0


@few
@given(triples)
def test_branches(eul):
    for sequence in SEQUENCES:
        R = r.eul2rotm(eul, sequence)
        by_matrix, by_quat = r.rotm2eul(R, sequence)[1], r.quat2eul(r.rotm2quat(R), sequence)[1]
        if sequence in THREE_AXES:
            assert abs(by_matrix) <= pi / 2
            assert abs(by_quat) <= pi / 2
        else:
            assert by_quat >= 0
            assert by_matrix <= 0 if sequence in ("ZYZ", "YXY", "XZX") else by_matrix >= 0


def test_identity_and_half_turns():
    np.testing.assert_array_equal(r.rotm2axang(np.eye(3)), [0, 0, 1, 0])
    np.testing.assert_array_equal(r.tform2axang(np.eye(4)), [0, 0, 1, 0])
    np.testing.assert_array_equal(r.quat2axang([-2, 0, 0, 0]), [0, 0, 1, 0])
    for axis in np.eye(3):
        np.testing.assert_array_equal(r.rotm2axang(2 * np.outer(axis, axis) - np.eye(3)), [*axis, pi])
        np.testing.assert_array_equal(r.rotm2quat(2 * np.outer(axis, axis) - np.eye(3)), [0, *axis])


def test_tiny_rotations_keep_their_axis():
    axang = [0.6, 0, 0.8, 1e-12]
    # the matrix holds the sine to 1e-16 of 1: four digits of it
    np.testing.assert_allclose(r.rotm2axang(r.axang2rotm(axang)), axang, rtol=0, atol=1e-3)
    assert r.rotm2axang(r.axang2rotm(axang))[3] == pytest.approx(1e-12, rel=1e-3)
    np.testing.assert_allclose(r.quat2axang(r.axang2quat(axang)), axang, rtol=1e-15)


def test_scale_of_quaternion_and_axis_does_not_matter():
    np.testing.assert_allclose(r.quat2rotm([1e200, 1e200, 0, 0]), QUARTER_X, atol=ROUNDING)
    np.testing.assert_allclose(r.quat2rotm([1e-200, 1e-200, 0, 0]), QUARTER_X, atol=ROUNDING)
    np.testing.assert_allclose(r.axang2rotm([1e-300, 0, 0, pi / 2]), QUARTER_X, atol=ROUNDING)


def test_rounded_matrix_gives_the_best_quaternion():
    R = r.eul2rotm([0.3, 0.4, 0.5])
    sloppy = R.round(4)
    # Bar-Itzhack's optimum: the dominant eigenvector, here by an eigenvalue solver
    x, y, z = sloppy[2, 1] - sloppy[1, 2], sloppy[0, 2] - sloppy[2, 0], sloppy[1, 0] - sloppy[0, 1]
    K = np.zeros((4, 4))
    K[0] = K[:, 0] = [np.trace(sloppy), x, y, z]
    K[1:, 1:] = sloppy + sloppy.T - np.trace(sloppy) * np.eye(3)
    best = np.linalg.eigh(K)[1][:, -1]
    np.testing.assert_allclose(r.rotm2quat(sloppy), best * np.sign(best[0]), atol=ROUNDING)


def test_negative_w_where_the_formula_is_continuous():
    assert r.axang2quat([0, 0, 1, 1.5 * pi])[0] < 0
    assert r.eul2quat([1.5 * pi, 0, 0])[0] < 0


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


def test_rotm2tform_and_back():
    for m in (2, 3):
        R = matrices(4, m)
        np.testing.assert_array_equal(r.tform2rotm(r.rotm2tform(R)), R)
        assert (r.tform2trvec(r.rotm2tform(R)) == 0).all()
    t = items(4, 3)
    np.testing.assert_array_equal(r.tform2trvec(r.trvec2tform(t)), t)


@pytest.mark.parametrize("kind", [list, tuple, lambda x: np.array(x, dtype=np.float32), np.array])
def test_any_numbers_become_float64(kind):
    got = r.eul2rotm(kind([0, 1, 2]))
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, r.eul2rotm([0.0, 1.0, 2.0]))


def test_names_as_keywords():
    np.testing.assert_array_equal(r.eul2tform(eul=[1, 2, 3], sequence="xyz"), r.eul2tform([1, 2, 3], "XYZ"))
    np.testing.assert_array_equal(r.rotm2eul(rotm=np.eye(3), sequence="ZYZ"), [0, 0, 0])


def test_arguments_are_not_changed_or_shared():
    T = np.eye(4)
    R = r.tform2rotm(T)
    R[0, 0] = 7
    assert T[0, 0] == 1


def test_no_negative_zeros():
    for sequence in SEQUENCES:
        assert not np.signbit(r.rotm2eul(np.eye(3), sequence)[:2]).any()
    assert not np.signbit(r.eul2rotm([0, 0, 0])).any()


def test_degrees():
    np.testing.assert_allclose(r.deg2rad([[0, 90], [-180, 720]]), [[0, pi / 2], [-pi, 4 * pi]], rtol=1e-15)
    np.testing.assert_allclose(r.rad2deg(r.deg2rad(33)), 33, rtol=1e-15)
    assert isinstance(r.deg2rad(180), float)
    assert r.rad2deg([]).shape == (0,)
    assert np.isnan(r.deg2rad(np.nan))


@pytest.mark.parametrize("k", range(1, 2000, 14))
def test_wrap_of_multiples(k):
    assert r.wrapToPi(k * pi) == pi
    assert r.wrapToPi(-k * pi) == -pi
    assert r.wrapTo2Pi(2 * k * pi) == 2 * pi
    assert r.wrapTo2Pi(-2 * k * pi) == 0
    assert r.wrapTo2Pi(0) == 0


@few
@given(st.floats(-1e4, 1e4))
def test_wrap_keeps_direction_and_range(angle):
    for wrapped, low, high in ((r.wrapToPi(angle), -pi, pi), (r.wrapTo2Pi(angle), 0, 2 * pi)):
        assert low <= wrapped <= high
        # the angle itself is rounded to 1e4 eps
        assert np.exp(1j * wrapped) == pytest.approx(np.exp(1j * angle), abs=1e4 * 4e-16)
    if abs(angle) <= pi:
        assert r.wrapToPi(angle) == angle


def test_wrap_of_what_is_no_number():
    np.testing.assert_array_equal(r.wrapToPi([np.nan, np.inf, -np.inf]), [np.nan] * 3)
    np.testing.assert_array_equal(r.wrapTo2Pi([np.nan, np.inf, -np.inf]), [np.nan] * 3)
    assert isinstance(r.wrapToPi(4), float)


def test_angdiff_shapes():
    A = items(3, 4)
    np.testing.assert_array_equal(r.angdiff(A), np.diff(A, axis=0))
    np.testing.assert_array_equal(r.angdiff(A[:1]), np.diff(A[:1], axis=1))
    assert r.angdiff(1.0).shape == (0,)
    np.testing.assert_array_equal(r.angdiff(0.0, A), A)
    assert r.angdiff(A[:, :1], A[:, :1]).shape == (3, 1)


def test_points_at_infinity():
    np.testing.assert_array_equal(r.hom2cart([1, -1, 0, 0]), [np.inf, -np.inf, np.nan])


ROT = "rst_compat:rotations:"


@pytest.mark.parametrize(
    ("call", "identifier", "expected", "got", "hint"),
    [
        (lambda: r.eul2tform([1, 2]), "WrongColumns", "vector of 3", "(2,)", None),
        (lambda: r.eul2tform([[1], [2], [3]]), "WrongColumns", "n-by-3", "(3, 1)", "transpose"),
        (lambda: r.eul2tform([]), "WrongColumns", "3", "(0,)", None),
        (lambda: r.eul2tform(1.0), "WrongColumns", "3", "()", None),
        (lambda: r.trvec2tform([1, 2, 3, 4]), "WrongColumns", "2 or 3", "(4,)", None),
        (lambda: r.quat2eul([1, 0, 0]), "WrongColumns", "4", "(3,)", None),
        (lambda: r.hom2cart([1]), "WrongColumns", "2 columns", "(1,)", None),
        (lambda: r.cart2hom(np.zeros((2, 0))), "WrongColumns", "1 columns", "(2, 0)", None),
        (lambda: r.rotm2eul(np.eye(4)), "WrongMatrixShape", "3-by-3", "(4, 4)", None),
        (lambda: r.tform2eul(np.eye(3)), "WrongMatrixShape", "4-by-4", "(3, 3)", None),
        (lambda: r.tform2quat(np.zeros((7, 4, 4))), "WrongMatrixShape", "4-by-4-by-n", "(7, 4, 4)", "moveaxis"),
        (lambda: r.rotm2tform(np.eye(4)), "WrongMatrixShape", "2-by-2 or 2-by-2-by-n or", "(4, 4)", None),
        (lambda: r.eul2rotm([1, np.nan, 2]), "NotFinite", "finite", "nan at index [1]", None),
        (lambda: r.axang2rotm([[1, 0, 0, np.inf]]), "NotFinite", "finite", "inf at index [0, 3]", None),
        (lambda: r.quat2rotm([[1, 0, 0, 0], [0, 0, 0, 0]]), "ZeroQuaternion", "nonzero", "row 1", None),
        (lambda: r.axang2quat([0, 0, 0, 1]), "ZeroAxis", "nonzero axis", "[0.0, 0.0, 0.0]", None),
        (lambda: r.angdiff([1, 2], [1, 2, 3]), "SizeMismatch", "(2,)", "(3,)", None),
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
    assert (hint is None) == (e.hint is None)
    assert hint is None or hint in e.hint
    assert e.fact in str(e)


@pytest.mark.parametrize("value", ["ZYX", [1, "a", 2], [[1, 2, 3], [1, 2]], [1j, 2, 3], None, {}])
def test_what_is_not_numeric(value):
    for function in (r.eul2rotm, r.rotm2eul, r.wrapToPi, r.deg2rad, r.cart2hom):
        with pytest.raises(MatlabTypeError, match=function.__name__) as caught:
            function(value)
        assert "real numbers" in caught.value.expected


def test_unknown_sequence_lists_all_and_names_the_nearest():
    with pytest.raises(MatlabValueError, match="eul2tform") as caught:
        r.eul2tform([0, 0, 0], "ZYXX")
    e = caught.value
    assert all(s in e.expected for s in SEQUENCES)
    assert "ZYXX" in e.got
    assert e.hint == "Did you mean 'ZYX'?"
    with pytest.raises(MatlabTypeError):
        r.eul2tform([0, 0, 0], 3)


def test_too_many_outputs():
    with pytest.raises(MatlabValueError, match="3"):
        r.rotm2eul(np.eye(3), nargout=3)


def test_orthonormality_is_not_checked():
    assert r.rotm2eul(2 * np.eye(3)).shape == (3,)


def test_scipy_is_not_imported():
    code = "import sys, rst_compat.matlab.rotations; print([m for m in sys.modules if m.startswith('scipy.spatial')])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
