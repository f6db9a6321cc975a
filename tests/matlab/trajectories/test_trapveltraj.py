"""trapveltraj: closed forms, numerical integration, all pairs of parameters, errors."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import cumulative_trapezoid

import rst_compat as rst
from rst_compat import MatlabError

W = np.array([[0.0, 45, 15, 90, 45], [90, 45, -45, 15, 90]])  # of the example in MATLAB's documentation
NAMES = ("PeakVelocity", "Acceleration", "EndTime", "AccelTime")


def test_defaults():
    """1 s for each segment in three parts, and so a peak velocity of 1.5 times the distance."""
    q, qd, qdd, t, pp = rst.trapveltraj(W, 501)
    assert q.shape == qd.shape == qdd.shape == (2, 501)
    assert np.abs(t - np.linspace(0, 4, 501)).max() <= 1e-14
    assert np.abs(q[:, ::125] - W).max() <= 1e-12 * 90
    assert np.abs(qd[:, 62::125] - 1.5 * np.diff(W)).max() <= 1e-12 * 150
    assert np.abs(qdd[:, 10::125] - 4.5 * np.diff(W)).max() <= 1e-12 * 450
    assert len(pp) == 1
    assert (pp[0].pieces, pp[0].order, pp[0].dim) == (12, 3, 2)
    assert np.abs(rst.ppval(pp[0], t) - q).max() <= 1e-12 * 90


def test_velocity_and_position_are_integrals():
    q, qd, qdd, t = rst.trapveltraj(W, 8001, EndTime=[[1, 2, 1, 0.5], [2, 1, 1, 1]], nargout=4)
    assert np.abs(q[:, :1] + cumulative_trapezoid(qd, t, initial=0) - q).max() <= 1e-2  # 1/2 a h^2 for each corner
    assert np.abs(cumulative_trapezoid(qdd, t, initial=0) - qd).max() <= 1.0  # h times the jumps of up to 2000
    assert np.abs(q[0, -1] - W[0, -1]) <= 1e-12 * 90
    assert q[1, np.argmin(np.abs(t - 2))] == pytest.approx(45, abs=1e-3)
    assert t[-1] == 5
    assert not qd[0, t > 4.5].any()  # the first dimension waits
    assert not qdd[0, t > 4.5].any()


def trapezoid(t, s, T, ramp):
    """Position by the textbook: three cases."""
    v = s / (T - ramp)
    a = v / ramp
    if t < ramp:
        return a * t**2 / 2
    if t < T - ramp:
        return v * (t - ramp / 2)
    return s - a * (T - t) ** 2 / 2


@pytest.mark.parametrize("names", [*combinations(NAMES, 1), *combinations(NAMES, 2)], ids="-".join)
@given(s=st.floats(-50, 50).filter(lambda s: abs(s) > 1e-3), T=st.floats(0.1, 20), part=st.floats(0.01, 0.5))
def test_every_pair_of_parameters_gives_the_same_trapezoid(names, s, T, part):
    ramp = T * (part if len(names) == 2 else 1 / 3)
    v = abs(s) / (T - ramp)
    values = dict(zip(NAMES, (v, v / ramp, T, ramp), strict=True))
    q, qd, qdd, t = rst.trapveltraj([1, 1 + s], 13, **{name: values[name] for name in names}, nargout=4)
    # the parameters are given with rounding, which an early short ramp multiplies by T/ramp <= 100, its square by 1e4
    assert t[-1] == pytest.approx(T, rel=1e-11)
    expected = [1 + trapezoid(x, s, T, ramp) for x in t]
    assert np.abs(q - expected).max() <= 1e-11 * (1 + abs(s))
    assert qd[0] == 0
    assert abs(qd[-1]) <= 1e-12 * v
    assert np.abs(qd).max() <= v * (1 + 1e-11)
    assert abs(qdd[0]) == pytest.approx(v / ramp, rel=1e-9)


def test_parameters_per_dimension_and_segment():
    q = rst.trapveltraj(W, 11, PeakVelocity=[[50], [60]], nargout=1)
    for i, v in enumerate((50, 60)):
        alone, t = rst.trapveltraj(W[i], 11, PeakVelocity=v, nargout=4)[::3]
        assert t[-1] == pytest.approx(1.5 * np.abs(np.diff(W[i])).sum() / v)
        if i == 0:
            longest = rst.trapveltraj(W, 11, PeakVelocity=[50, 60])
            assert len(longest[4]) == 2
            assert np.abs(rst.ppval(longest[4][0], t) - alone).max() <= 1e-12 * 90
    assert np.abs(q[:, [0, -1]] - W[:, [0, -1]]).max() <= 1e-12 * 90
    t = rst.trapveltraj(W[0], 5, EndTime=[1, 2, 3, 4], nargout=4)[3]
    assert t[-1] == 10


def test_a_triangle_has_no_middle_part():
    q, _, _, _, pp = rst.trapveltraj([0, 2], 5, EndTime=2, PeakVelocity=2)
    assert pp[0].breaks.tolist() == [0, 1, 2]
    assert q.tolist() == [0, 0.25, 1, 1.75, 2]


@pytest.mark.parametrize(
    ("options", "duration"),
    [
        ({}, 1),
        ({"EndTime": 2}, 2),
        ({"AccelTime": 2}, 6),
        ({"PeakVelocity": 2}, 0),
        ({"Acceleration": 2}, 0),
        ({"PeakVelocity": 2, "Acceleration": 4}, 0),
        ({"PeakVelocity": 0.75, "EndTime": 2}, 2),
        ({"Acceleration": 4, "EndTime": 2}, 2),
        ({"EndTime": 2, "AccelTime": 0.5}, 2),
        ({"PeakVelocity": 1, "AccelTime": 0.5}, 0.5),
        ({"Acceleration": 2, "AccelTime": 0.5}, 0.5),
    ],
)
def test_a_segment_without_distance_waits(options, duration):
    q, qd, _, t = rst.trapveltraj([[3, 3, 4], [3, 3, 3]], 400, **options, nargout=4)
    start = t[np.argmax(qd[0] > 0)] - t[1] if qd[0].any() else 0
    assert start == pytest.approx(duration, abs=2 * t[1])
    assert np.all(q[1] == 3)
    assert np.all(q[0][t < duration] == 3)
    assert q[0, -1] == pytest.approx(4, abs=1e-12)


@pytest.mark.parametrize(
    "options",
    [
        {"PeakVelocity": 2.01, "Acceleration": 4},
        {"PeakVelocity": 1, "EndTime": 1},
        {"PeakVelocity": 0.5, "EndTime": 1},
        {"PeakVelocity": 2.01, "EndTime": 1},
        {"PeakVelocity": 1, "AccelTime": 1.01},
        {"Acceleration": 3.99, "EndTime": 1},
        {"Acceleration": 1.01, "AccelTime": 1},
        {"EndTime": 1, "AccelTime": 0.51},
    ],
)
def test_what_no_trapezoid_has_is_refused(options):
    with pytest.raises(MatlabError, match=r"dimension 1, segment 0.*for the distance s, got s = 1, ") as caught:
        rst.trapveltraj([[0, 0, 0], [0, 1, 1]], 3, **options, nargout=1)
    assert caught.value.identifier == "rst_compat:trajectory:Infeasible"


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda: rst.trapveltraj(W, 3, EndTime=1, PeakVelocity=150, AccelTime=0.3), "TooManyParameters"),
        (lambda: rst.trapveltraj(W, 3, EndTime=0), "WrongValue"),
        (lambda: rst.trapveltraj(W, 3, PeakVelocity=-1), "WrongValue"),
        (lambda: rst.trapveltraj(W, 3, EndTime=[1, 2, 3]), "WrongSize"),
        (lambda: rst.trapveltraj(W, 3, EndTime=np.ones((4, 2))), "WrongSize"),
        (lambda: rst.trapveltraj(W, [3, 4]), "WrongValue"),
        (lambda: rst.trapveltraj(W, 3, EndTime=np.inf), "NotFinite"),
        (lambda: rst.trapveltraj([2, 2], 3, PeakVelocity=1), "Infeasible"),
    ],
)
def test_bad_arguments(call, what):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == f"rst_compat:trajectory:{what}"
