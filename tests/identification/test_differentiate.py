"""differentiate: exact where the data are, and without bias in what is identified from noisy positions."""

import numpy as np
import pytest
from spatial_arm import spatial3r

import rst_compat as rst
from rst_compat import batch, differentiate

W = 2 * np.pi / 5


def periodic(t):
    """Position, velocity and acceleration of two joints with a period of 5 s."""
    k = np.array([[1, 3], [2, 5]]) * W
    a = np.array([[1, 0.3], [0.5, 0.2]])
    x = t[:, None, None] * k + [[0, 1.0], [0.3, 2.0]]
    q, qd, qdd = a * np.sin(x), a * k * np.cos(x), -a * k**2 * np.sin(x)
    return q.sum(-1), qd.sum(-1), qdd.sum(-1)


def once(t):
    """A smooth motion that does not repeat."""
    q = np.stack([np.sin(1.1 * t) + 0.1 * t, np.cos(np.sqrt(2) * t) * np.exp(-t / 20)], axis=1)
    w, c = np.sqrt(2), -1 / 20
    e, s = np.exp(c * t), (np.cos(w * t), np.sin(w * t))
    qd = np.stack([1.1 * np.cos(1.1 * t) + 0.1, e * (c * s[0] - w * s[1])], axis=1)
    qdd = np.stack([-(1.1**2) * np.sin(1.1 * t), e * ((c**2 - w**2) * s[0] - 2 * c * w * s[1])], axis=1)
    return q, qd, qdd


def errors(found, truth):
    got = (found.JointPosition, found.JointVelocity, found.JointAcceleration)
    return [np.abs(g - x)[found.Valid].max() for g, x in zip(got, truth, strict=True)]


T = np.arange(0, 20, 0.01)


# --------------------------------------------------------------------------- without noise


def test_a_series_with_a_given_period_is_exact():
    q, *_ = truth = periodic(T)
    found = differentiate(T, q, Period=5)
    assert (found.Method, found.Period, found.Harmonics) == ("fourier", 5, 5)
    assert found.Valid.all()
    # Rounding of q, 2e-16, times the square of the fifth frequency.
    assert max(errors(found, truth)) < 1e-12


def test_a_period_is_found():
    q, *_ = truth = periodic(T)
    found = differentiate(T, q)
    assert found.Method == "fourier"
    assert found.Period == pytest.approx(5, rel=1e-8)
    assert max(errors(found, truth)) < 1e-5


def test_irregular_times_are_taken_as_they_are():
    t = np.sort(T + np.random.default_rng(0).uniform(-0.004, 0.004, T.size))
    truth = periodic(t)
    assert max(errors(differentiate(t, truth[0], Period=5), truth)) < 1e-12
    # What the ends leave after two periods of the cutoff: half a percent of the fastest wave, which has 7.9 rad/s^2.
    assert errors(differentiate(t, truth[0], Method="filter"), truth)[2] < 4e-2


def test_a_motion_that_does_not_repeat_is_filtered():
    q, *_ = truth = once(T)
    found = differentiate(T, q)
    assert (found.Method, found.Period) == ("filter", None)
    inside = found.Valid.mean()
    assert 0.8 < inside < 1
    # 3e-6 of the motion, and what the ends leave after two periods of the cutoff.
    assert errors(found, truth)[2] < 2e-2
    assert errors(found, truth)[1] < 2e-3


def test_central_differences_are_of_order_six():
    """Halving the step of a filter that lets everything pass divides the error by 64."""
    found = []
    for step in (0.04, 0.02):
        t = np.arange(0, 60, step)
        d = differentiate(t, np.sin(2 * t), Method="filter", CutoffFrequency=10, Order=8)
        middle = slice(len(t) // 3, -len(t) // 3)
        found.append(np.abs(d.JointAcceleration[middle, 0] + 4 * np.sin(2 * t[middle])).max())
    assert 50 < found[0] / found[1] < 80


# --------------------------------------------------------------------------- what repeats


@pytest.mark.parametrize(
    ("t", "q"),
    [
        (T, np.sin(2 * np.pi * T / 15)),  # once and a third
        (T, np.sin(W * T) * np.exp(-T / 40)),  # it dies away
        (T, np.sin(1.766 * T) + 1.5 * np.sin(1.816 * T)),  # two frequencies near each other
        (T, np.where(T < 10, 0, np.sin(W * T))),  # it stood still before
        (T, np.random.default_rng(1).standard_normal(T.size)),
        (T, 0.1 * T + np.sin(W * T)),  # it wanders off
    ],
)
def test_a_period_is_not_made_up(t, q):
    q = q + 1e-4 * np.random.default_rng(2).standard_normal(q.size)
    assert differentiate(t, q).Method == "filter"
    with pytest.raises(rst.MatlabError, match="Period is not given, and the record shows none"):
        differentiate(t, q, Method="fourier")


def test_a_period_is_found_to_the_digits_that_a_long_record_asks_for():
    """An error of 1e-7 would be one of 8e-5 rad at the ends of the fifth harmonic, as much as the noise."""
    period = 5 / 1.237  # no multiple of the step
    t = np.arange(0, 1000, 0.01)
    q = periodic(t * 5 / period)[0] + 1e-4 * np.random.default_rng(0).standard_normal((t.size, 2))
    assert differentiate(t, q).Period == pytest.approx(period, rel=2e-8)  # a fifth of that error


def test_noise_and_a_joint_at_rest_hide_no_period():
    q = np.hstack([periodic(T)[0], np.zeros((T.size, 1)), np.full((T.size, 1), 0.4)])
    q[:, :3] += 1e-3 * np.random.default_rng(3).standard_normal((T.size, 3))
    found = differentiate(T, q)
    assert found.Method == "fourier"
    assert found.Period == pytest.approx(5, rel=1e-4)  # ten times the noise of the test before, a shorter record
    assert np.abs(found.JointAcceleration[:, 3]).max() < 1e-12
    np.testing.assert_allclose(found.JointAcceleration[:, :2], periodic(T)[2], atol=0.02)


# --------------------------------------------------------------------------- bias of what is identified


@pytest.fixture(scope="module")
def biases():
    """Of the base parameters of an arm: mean of the estimates minus truth, in standard deviations of one estimate.

    Encoder noise is 1e-4 rad at 100 Hz; the deviation is that of estimates with the true motion and 0.2 N m of noise in
    the torques. They have none here: it would average out and hide what is looked for.
    """
    robot = spatial3r()
    t = np.arange(0, 20, 0.01)
    rng = np.random.default_rng(3)
    a, phase = rng.uniform(-0.4, 0.4, (2, 5, 3)) * [[[1]], [[8]]]
    w = 2 * np.pi * 0.1 * np.arange(1, 6)[:, None]
    x = t[:, None, None] * w + phase
    q, qd, qdd = (a * np.sin(x)).sum(1), (a * w * np.cos(x)).sum(1), (-a * w**2 * np.sin(x)).sum(1)
    tau = batch.inverseDynamics(robot, q, qd, qdd)
    kept = rst.identification.base_parameters.baseParameters(robot).Index

    def estimate(motion, torques, valid=slice(None)):
        Y = batch.inverseDynamicsRegressor(robot, *motion)[valid][..., kept].reshape(-1, len(kept))
        return np.linalg.lstsq(Y, torques[valid].ravel(), rcond=None)[0], Y

    truth, Y = estimate((q, qd, qdd), tau)
    deviation = 0.2 * np.sqrt(np.diag(np.linalg.inv(Y.T @ Y)))
    found = {"raw": [], "fourier": [], "filter": []}
    for run in range(8):
        rng = np.random.default_rng(run)
        noisy = q + 1e-4 * rng.standard_normal(q.shape)
        v = np.gradient(noisy, t, axis=0)
        found["raw"].append(estimate((noisy, v, np.gradient(v, t, axis=0)), tau)[0] - truth)
        for method, options in (("fourier", {"Period": 10}), ("filter", {"Method": "filter"})):
            d = differentiate(t, noisy, **options)
            motion = (d.JointPosition, d.JointVelocity, d.JointAcceleration)
            found[method].append(estimate(motion, d.filter(tau), d.Valid)[0] - truth)
    return {name: np.abs(np.mean(values, axis=0) / deviation).max() for name, values in found.items()}


def test_differences_of_raw_readings_bias_what_is_identified(biases):
    assert biases["raw"] > 9


@pytest.mark.parametrize("method", ["fourier", "filter"])
def test_a_series_and_a_filter_do_not(biases, method):
    assert biases[method] < 0.1  # found: 0.002 and 0.05 in eight runs; the design allows 0.4


# --------------------------------------------------------------------------- torques, ends, gaps


def test_torques_go_through_the_same_filter():
    q = once(T)[0]
    d = differentiate(T, q, Method="filter")
    np.testing.assert_array_equal(d.filter(q), d.JointPosition)
    np.testing.assert_array_equal(d.filter(q[:, 0]), d.JointPosition[:, 0])
    series = differentiate(T, periodic(T)[0], Period=5)
    np.testing.assert_array_equal(series.filter(q), q)


def test_what_lies_beside_a_gap_is_not_valid():
    keep = (T < 8) | (T > 9)
    t = T[keep]
    d = differentiate(t, once(t)[0], Method="filter", CutoffFrequency=4)
    reach = 2 / 4 + 0.03
    apart = np.min([np.abs(t - e) for e in (0, t[t < 8].max(), t[t > 9].min(), t[-1])], axis=0)
    clear = np.abs(apart - reach) > 1e-9  # rounding decides on the others
    np.testing.assert_array_equal(d.Valid[clear], (apart > reach)[clear])
    assert errors(d, once(t))[2] < 0.05


def test_the_forms_of_a_call():
    q = periodic(T)[0]
    a, b = differentiate(T, q, "method", "fourier", "Period", 5), differentiate(T[:, None], q.tolist(), Period=5)
    np.testing.assert_array_equal(a.JointAcceleration, b.JointAcceleration)
    assert differentiate(T, q[:, 0], Period=5).JointPosition.shape == (T.size, 1)
    assert "fourier: Period=5 s, 5 harmonics" in repr(a)
    assert "CutoffFrequency=3 Hz" in repr(differentiate(T, q, CutoffFrequency=3))


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda: differentiate(T[::-1], T), "BadData"),
        (lambda: differentiate(T, T[:-1]), "BadData"),
        (lambda: differentiate([0, 1], [0, 1]), "BadData"),
        (lambda: differentiate(T, np.where(T == 1, np.nan, T)), "BadData"),
        (lambda: differentiate(T, T, Period=21), "WrongPeriod"),
        (lambda: differentiate(T, T, Period=-1), "WrongPeriod"),
        (lambda: differentiate(T, T, Period=0.1, Harmonics=3), "WrongOption"),
        (lambda: differentiate(T, T, CutoffFrequency=51), "WrongOption"),
        (lambda: differentiate(T, T, Order=1.5), "WrongOption"),
        (lambda: differentiate(T, T, Method="filter").filter(T[1:]), "BadData"),
    ],
)
def test_wrong_arguments_are_refused(call, identifier):
    with pytest.raises(rst.MatlabError) as caught:
        call()
    assert caught.value.identifier == f"rst_compat:identification:{identifier}"


# --------------------------------------------------------------------------- the cutoff


def slow(t):
    w, p = 2 * np.pi * np.array([[0.11, 0.37], [0.23, 0.71]]), np.array([[0, 1], [2, 3.0]])
    x = t[:, None, None] * w + p
    return np.sin(x).sum(1) / 2, -(w * w * np.sin(x)).sum(1) / 2


def shaken(t):
    """With 12 Hz on top."""
    (q, a), w = slow(t), 2 * np.pi * 12
    v = 0.01 * np.sin(w * t)[:, None] * [1, 0.5]
    return q + v, a - w * w * v


def moves(t):
    """From rest to rest, with rests between."""
    q = np.zeros((len(t), 2))
    a, rng = q.copy(), np.random.default_rng(7)
    for start in np.arange(0.4, t[-1], 1.8):
        by, s = rng.uniform(-1, 1, 2), np.clip((t - start) / 1.3, 0, 1)[:, None]
        q += by * (10 * s**3 - 15 * s**4 + 6 * s**5)
        a += by * (60 * s - 180 * s**2 + 120 * s**3) / 1.3**2
    return q, a


@pytest.mark.parametrize(("rate", "jitter"), [(100, 0), (1000, 0), (1000, 1e-2)])
@pytest.mark.parametrize("motion", [slow, moves, shaken])
def test_the_cutoff_is_nearly_the_best_one_whatever_the_noise_and_the_rate(motion, rate, jitter):
    """A quiet encoder and a high rate let a window's side lobes pass for motion up to the end of the spectrum."""
    if motion is shaken and rate < 250:
        pytest.skip("12 Hz cannot be told from noise")
    rng, before = np.random.default_rng(1), 0.0
    t = np.arange(0, 10, 1 / rate)
    t = np.sort(t + jitter / rate * rng.normal(size=t.size))
    (q, a), middle = motion(t), slice(len(t) // 6, -len(t) // 6)
    count = 2**20 / (2 * np.pi)  # of an encoder of 20 bits

    def error(y, **options):
        found = differentiate(t, y, Method="filter", **options).JointAcceleration
        return np.linalg.norm((found - a)[middle]) / np.linalg.norm(a[middle])

    for noise in (1e-7, 1e-5, 1e-4):
        y = q + noise * rng.normal(size=q.shape)
        found = error(y)
        best = min(error(y, CutoffFrequency=cutoff) for cutoff in np.geomspace(1.5, rate / 4.01, 9))
        # A bias counts for more than noise here, which costs a factor of up to 2.5; 1e-3 is less than tells.
        assert found < max(3 * best, 1e-3)
        assert found > 0.5 * before  # less noise is no worse
        before = found
    assert error(np.round(q * count) / count) < 0.02
