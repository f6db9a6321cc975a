"""Euler angles: published values, SciPy's on each sequence, by way of matrices and quaternions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rst_compat.errors import MatlabTypeError, MatlabValueError
from rst_compat.matlab import rotations as r
from rst_compat.matlab.rotations.sequences import SEQUENCES

pi = np.pi
PROPER = [s for s in SEQUENCES if s[0] == s[2]]
# MATLAB's documentation prints four decimals: half a unit of the last one, and 2 % of that for inputs that were
# themselves printed with four decimals (0.7071).
PRINTED = 0.51e-4
# A rotation matrix is a product of a handful of rounded sines and cosines.
ROUNDING = 16 * np.finfo(float).eps

angles = st.floats(-4, 4)
triples = st.tuples(angles, angles, angles).map(np.array)
few = settings(max_examples=150, deadline=None)

FLIP = np.array([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]])
QUARTER_Y = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])


@pytest.mark.parametrize(
    ("got", "printed"),
    [
        # help/robotics/ref/eul2tform, eul2rotm, eul2quat, tform2eul, rotm2eul, quat2eul
        (r.eul2tform([0, pi / 2, 0])[:3, :3], QUARTER_Y),
        (r.eul2tform([0, pi / 2, pi / 2], "ZYZ")[:3, :3], [[0, 0, 1], [1, 0, 0], [0, 1, 0]]),
        (r.eul2rotm([0, pi / 2, 0]), QUARTER_Y),
        (r.eul2quat([0, pi / 2, 0]), [0.7071, 0, 0.7071, 0]),
        (r.eul2quat([pi / 2, 0, 0], "ZYZ"), [0.7071, 0, 0, 0.7071]),
        (r.tform2eul(FLIP), [0, 0, 3.1416]),
        (r.tform2eul(FLIP, "ZYZ"), [0, -3.1416, 3.1416]),
        (r.rotm2eul(QUARTER_Y), [0, 1.5708, 0]),
        (r.rotm2eul(QUARTER_Y, "ZYZ"), [-3.1416, -1.5708, -3.1416]),
        (r.quat2eul([0.7071, 0.7071, 0, 0]), [0, 0, 1.5708]),
        (r.quat2eul([0.7071, 0.7071, 0, 0], "ZYZ"), [-1.5708, 1.5708, 1.5708]),
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
    R, oracle = r.eul2rotm(eul, sequence), Rotation.from_euler(sequence, eul).as_matrix()
    np.testing.assert_allclose(np.moveaxis(R, -1, 0), oracle, rtol=0, atol=ROUNDING)
    np.testing.assert_array_equal(r.eul2tform(eul, sequence.lower())[:3, :3], R)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_quaternion_is_the_matrixs_and_continuous(sequence):
    eul = np.random.default_rng(1).uniform(-4, 4, (40, 3))
    quat = r.eul2quat(eul, sequence)
    np.testing.assert_allclose(r.quat2rotm(quat), r.eul2rotm(eul, sequence), rtol=0, atol=ROUNDING)
    # half a turn more about any axis passes no jump of sign: the scalar products of neighbours stay near 1
    path = r.eul2quat(eul[0] + np.linspace(0, 4 * pi, 400)[:, None], sequence)
    assert (np.sum(path[1:] * path[:-1], axis=1) > 0.99).all()


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_quat2eul_is_scipys(sequence):
    quat = Rotation.random(40, rng=np.random.default_rng(2)).as_quat(scalar_first=True)
    oracle = Rotation.from_quat(quat, scalar_first=True).as_euler(sequence)  # middle angle >= 0 for ZYZ and its kind
    # a middle angle near its end magnifies rounding by 1/sine: 1e3 at most in these samples
    np.testing.assert_allclose(r.quat2eul(quat, sequence), oracle, rtol=0, atol=1e3 * ROUNDING)


@few
@given(triples, st.sampled_from(SEQUENCES))
def test_round_trip(eul, sequence):
    R = r.eul2rotm(eul, sequence)
    for found in (*r.rotm2eul(R, sequence, nargout=2), *r.quat2eul(r.rotm2quat(R), sequence, nargout=2)):
        # just above 1e-3 rad of gimbal lock, atan2 of elements of 1e-3 magnifies rounding by 1e3
        np.testing.assert_allclose(r.eul2rotm(found, sequence), R, rtol=0, atol=1e3 * ROUNDING)


@few
@given(
    triples,
    st.floats(-17, -3.1).map(lambda exponent: 10**exponent),
    st.sampled_from([-1, 0, 1]),
    st.sampled_from(SEQUENCES),
)
def test_round_trip_of_quaternions_at_and_near_gimbal_lock(eul, distance, side, sequence):
    lock = 0 if sequence in PROPER else pi / 2
    R = r.eul2rotm([eul[0], lock + side * distance, eul[2]], sequence)
    for found in r.quat2eul(r.rotm2quat(R), sequence, nargout=2):
        np.testing.assert_allclose(r.eul2rotm(found, sequence), R, rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("sequence", SEQUENCES)
def test_first_angle_is_zero_in_gimbal_lock(sequence):
    for lock in (0, pi) if sequence in PROPER else (pi / 2, -pi / 2):
        R = r.eul2rotm([0.3, lock, 0.4], sequence)
        for found in (r.rotm2eul(R, sequence), r.quat2eul(r.rotm2quat(R), sequence)):
            assert found[0] == 0
            np.testing.assert_allclose(r.eul2rotm(found, sequence), R, rtol=0, atol=ROUNDING)


def test_names_as_keywords():
    np.testing.assert_array_equal(r.eul2tform(eul=[1, 2, 3], sequence="xyz"), r.eul2tform([1, 2, 3], "XYZ"))
    np.testing.assert_array_equal(r.rotm2eul(rotm=np.eye(3), sequence="ZYZ"), [0, 0, 0])


def test_no_negative_zeros():
    for sequence in SEQUENCES:
        assert not np.signbit(r.rotm2eul(np.eye(3), sequence)[:2]).any()
    assert not np.signbit(r.eul2rotm([0, 0, 0])).any()


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
