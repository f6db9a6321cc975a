"""rottraj and transformtraj: SciPy's Slerp, derivatives by differences, kinds of arguments."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.spatial.transform import Rotation, Slerp

import rst_compat as rst
from rst_compat import MatlabError, se3, so3

# of the examples in MATLAB's documentation
T0 = rst.axang2tform([0, 1, 1, np.pi / 4])
TF = rst.axang2tform([1, 0, 1, 6 * np.pi / 5]) @ rst.trvec2tform([1, 1, 1])
R0, RF = T0[:3, :3], TF[:3, :3]
TIMES = np.linspace(1, 3, 21)
CUBIC = np.array([((TIMES - 1) / 2) ** 3, 3 * (TIMES - 1) ** 2 / 8, 3 * (TIMES - 1) / 4])


def rotations(R):
    return Rotation.from_matrix(np.moveaxis(R, -1, 0))


quaternions = arrays(float, 4, elements=st.floats(-1, 1)).filter(lambda q: np.linalg.norm(q) > 0.1)


@given(quaternions, quaternions)
def test_rotations_are_those_of_slerp(q0, qF):
    ends = Rotation.from_quat([q0, qF], scalar_first=True)
    R, omega, alpha = rst.rottraj(*(ends[i].as_matrix() for i in (0, 1)), [1, 3], TIMES, TimeScaling=CUBIC)
    if (ends[0].inv() * ends[1]).magnitude() < np.pi - 1e-3:  # about half a turn both ways are the shorter one
        assert (Slerp([0, 1], ends)(CUBIC[0]).inv() * rotations(R)).magnitude().max() <= 1e-12
    assert np.abs(R[:, :, -1] - ends[1].as_matrix()).max() <= 1e-12
    assert np.linalg.norm(np.trapezoid(omega, TIMES)) <= np.pi * 1.01
    assert np.abs(alpha[:, 1:] - omega[:, 1:] * CUBIC[2, 1:] / CUBIC[1, 1:]).max() <= 1e-12


@pytest.mark.parametrize("scaling", [None, "cubic"])
def test_velocity_is_that_of_the_pose_in_the_outer_axes(scaling):
    """R' = skew(omega) R, and twice differentiated, by central differences of 1e-4 s."""
    h = 1e-4
    inner = TIMES[1:-1]

    def at(t):
        u = (t - 1) / 2
        cubic = {} if scaling is None else {"TimeScaling": np.array([u**3, 3 * u**2 / 2, 6 * u / 4])}
        return rst.transformtraj(T0, TF, [1, 3], t, **cubic)

    (before, v0, _), (T, v, a), (after, v1, _) = at(inner - h), at(inner), at(inner + h)
    turned = (rotations(after[:3, :3]) * rotations(before[:3, :3]).inv()).as_rotvec().T / (2 * h)
    assert np.abs(turned - v[:3]).max() <= 1e-7  # h^2 of the third derivative
    assert np.abs((after - before)[:3, 3] / (2 * h) - v[3:]).max() <= 1e-7
    assert np.abs((v1 - v0) / (2 * h) - a).max() <= 1e-7
    assert T.shape == (4, 4, 19)


def test_transformations_are_a_rotation_and_a_line():
    T, vel, acc = rst.transformtraj(T0, TF, [1, 3], TIMES, "TimeScaling", CUBIC)
    R, omega, alpha = rst.rottraj(R0, RF, [1, 3], TIMES, TimeScaling=CUBIC)
    way = TF[:3, 3] - T0[:3, 3]
    assert np.array_equal(T[:3, :3], R)
    assert np.abs(T[:3, 3] - T0[:3, 3, None] - np.outer(way, CUBIC[0])).max() <= 1e-15
    assert np.array_equal(T[3], np.array([[0], [0], [0], [1]]) * np.ones(21))
    assert np.array_equal(vel, np.vstack([omega, np.outer(way, CUBIC[1])]))
    assert np.array_equal(acc, np.vstack([alpha, np.outer(way, CUBIC[2])]))


def test_linear_by_default_and_held_outside():
    T, vel, acc = rst.transformtraj(T0, TF, [1, 3], [0, 1, 2, 3, 4])
    assert np.abs(T[:, :, [0, 1]] - T0[:, :, None]).max() <= 1e-15
    assert np.abs(T[:, :, [3, 4]] - TF[:, :, None]).max() <= 1e-15
    assert not vel[:, [0, 4]].any()
    assert np.array_equal(vel[:, 1], vel[:, 3])
    assert np.abs(vel[3:, 2] - (TF - T0)[:3, 3] / 2).max() <= 1e-15
    assert not acc.any()


def test_the_shorter_way():
    q = rst.axang2quat([0, 0, 1, 1.5 * np.pi])
    omega = rst.rottraj([1, 0, 0, 0], q, [0, 1], 0.5, nargout=2)[1]
    assert np.abs(omega - [[0], [0], [-np.pi / 2]]).max() <= 1e-15
    same = rst.rottraj(q, -q, [0, 1], [0, 0.5, 1], nargout=1)
    assert np.abs(same - same[0]).max() <= 1e-15


def test_kinds():
    matrices = rst.rottraj(R0, RF, [1, 3], TIMES, nargout=1)
    objects = rst.rottraj(so3(R0), so3(RF), [1, 3], TIMES, nargout=1)
    quats = rst.rottraj(rst.rotm2quat(R0)[:, None], rst.rotm2quat(RF)[None], [1, 3], TIMES, nargout=1)
    assert isinstance(objects, so3)
    assert len(objects) == len(quats) == 21
    assert np.abs(objects.rotm() - matrices).max() <= 1e-15
    assert np.abs(rst.quat2rotm(quats) - matrices).max() <= 1e-14
    assert quats.shape == (21, 4)
    poses = rst.transformtraj(se3(T0), se3(TF), [1, 3], TIMES, nargout=1)
    assert isinstance(poses, se3)
    assert np.abs(poses.tform() - rst.transformtraj(T0, TF, [1, 3], TIMES, nargout=1)).max() <= 1e-15
    assert rst.rottraj(R0, RF, [1, 3], 2, nargout=1).shape == (3, 3)
    assert rst.rottraj(R0, RF, [1, 3], 2, TimeScaling=[0.5, 0, 0], nargout=1).shape == (3, 3)


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda: rst.rottraj(R0, so3(RF), [0, 1], 0), "trajectory:DifferentKinds"),
        (lambda: rst.transformtraj(T0, se3(TF), [0, 1], 0), "trajectory:DifferentKinds"),
        (lambda: rst.rottraj(R0, RF, [1, 0], 0), "trajectory:NotIncreasing"),
        (lambda: rst.rottraj(R0, RF, [0, 1, 2], 0), "trajectory:WrongSize"),
        (lambda: rst.rottraj(R0, RF, [0, 1], TIMES, TimeScaling=CUBIC.T), "trajectory:WrongSize"),
        (lambda: rst.rottraj(R0, RF, [0, 1], TIMES, TimeScaling=CUBIC * np.nan), "trajectory:NotFinite"),
        (lambda: rst.rottraj(np.zeros((3, 3, 2)), R0, [0, 1], 0), "trajectory:WrongSize"),
        (lambda: rst.rottraj(np.eye(4), np.eye(4), [0, 1], 0), "rotations:WrongMatrixShape"),
        (lambda: rst.rottraj([0, 0, 0, 0], [1, 0, 0, 0], [0, 1], 0), "rotations:ZeroQuaternion"),
        (lambda: rst.transformtraj(R0, RF, [0, 1], 0), "rotations:WrongMatrixShape"),
        (lambda: rst.rottraj(R0, RF, [0, 1], 0, nargout=4), "argument:TooManyOutputs"),
    ],
)
def test_bad_arguments(call, identifier):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == f"rst_compat:{identifier}"
