"""Error bars: against formulas on all rows, and against the scatter of many fits.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import numpy as np
import pytest
from logs import log, twolink

import rst_compat as rst
from rst_compat.identification import covariances
from rst_compat.identification.compression import of_rows
from rst_compat.identification.estimators import ols, wls
from rst_compat.identification.measured_rows import Rows

TRUTH = np.array([1.0, -2.0, 0.5])
HOW = {"row_bytes": 100, "workers": 1}


class Case:
    """Rows of a regression whose noise has a memory, as blocks of a log see them."""

    def __init__(self, T=600, rho=0.0, seed=0):
        rng = np.random.default_rng(seed)
        slow = np.cumsum(rng.normal(size=(T, 2, 3)), axis=0) * 0.3
        self.W = np.sin(slow) + 0.5
        e = rng.normal(size=(T, 2)) * np.sqrt(1 - rho**2)
        for t in range(1, T):
            e[t] += rho * e[t - 1]
        self.w = self.W @ TRUTH + e * [0.5, 2]
        self.data = rst.MotionData(None, np.arange(T, dtype=float)[:, None])
        self.compressed = of_rows(self.W, self.w, np.ones((T, 2), bool))

    def rows(self, part):
        i = part.JointPosition[:, 0].astype(int)
        return Rows(self.W[i], self.w[i], np.ones((len(i), 2), bool))


def scores(case, solution):
    r = case.w - case.W @ solution.x
    return np.einsum("tr,trb->tb", r / solution.weights**2, case.W)


def bread(case, solution):
    A = (case.W / solution.weights[:, None]).reshape(-1, 3)
    return np.linalg.inv(A.T @ A)


@pytest.mark.parametrize("estimator", [ols, wls])
def test_white_is_the_sandwich_of_the_channels(estimator):
    case = Case()
    found = estimator(case.compressed, np.zeros(3))
    noise = np.array([0.5, 2])
    H = bread(case, found)
    W = case.W / found.weights[:, None] ** 2 * noise[:, None]
    meat = np.einsum("trb,trc->bc", W, W)
    assert np.allclose(covariances.white(case.compressed, found, noise), H @ meat @ H, rtol=1e-9)


@pytest.mark.parametrize("block", [1, 7, 100, 599, 600, 5000])
def test_hac_is_the_sum_of_weighted_lags(block, monkeypatch):
    """Newey and West's sum, lag by lag, against the sum over windows, in blocks of any length."""
    case = Case(rho=0.8)
    found = wls(case.compressed, np.zeros(3))
    monkeypatch.setattr(covariances, "bandwidth", lambda *_, **__: 23)
    got, window = covariances.hac(case.rows, case.data, found, block=block, **HOW)
    s, H, L = scores(case, found), bread(case, found), 23
    meat = s.T @ s
    for lag in range(1, L):
        gamma = s[lag:].T @ s[:-lag]
        meat += (1 - lag / L) * (gamma + gamma.T)
    assert window == 23
    assert np.allclose(got, H @ meat @ H, rtol=1e-9, atol=1e-12 * got.max())


def test_the_bandwidth_is_that_of_andrews():
    case = Case(T=3000, rho=0.9)
    found = wls(case.compressed, np.zeros(3))
    s = scores(case, found) @ found.spread
    num = den = 0
    for column in s.T:
        rho = (column[1:] @ column[:-1]) / (column @ column)
        variance = (1 - rho**2) * column @ column
        num += 4 * rho**2 * variance**2 / ((1 - rho) ** 6 * (1 + rho) ** 2)
        den += variance**2 / (1 - rho) ** 4
    want = int(np.ceil(1.1447 * (num / den * 3000) ** (1 / 3)))
    assert 10 < want < 700
    for block in (64, 3000):
        assert covariances.bandwidth(case.rows, case.data, found, block=block, **HOW) == want


def test_the_bandwidth_is_short_without_memory():
    case = Case(T=3000)
    assert covariances.bandwidth(case.rows, case.data, wls(case.compressed, np.zeros(3)), **HOW) < 10


def of(kind, case, found):
    if kind == "white":
        return covariances.white(case.compressed, found, found.sigma)
    return getattr(covariances, kind)(case.rows, case.data, found, **HOW)[0]


@pytest.mark.parametrize(
    ("kind", "rho", "low", "high"),
    # In 100 runs of 1500 samples; windows are finite and the scatter is known to 7 %, hence the bounds.
    [
        ("white", 0.0, 0.85, 1.15),
        ("hac", 0.0, 0.8, 1.15),
        ("bootstrap", 0.0, 0.8, 1.15),
        ("hac", 0.8, 0.75, 1.15),
        ("bootstrap", 0.8, 0.75, 1.15),
        ("white", 0.8, 0.2, 0.6),
    ],
)
def test_deviations_are_those_of_many_fits(kind, rho, low, high):
    """With memory in the noise, errors without memory are less than half of what they should be."""
    fits, said = [], []
    for seed in range(100):
        case = Case(T=1500, rho=rho, seed=seed)
        found = wls(case.compressed, np.zeros(3))
        fits.append((found.x - TRUTH) / np.linalg.norm(found.spread, axis=1))
        if seed < 20:
            said.append(np.sqrt(np.diag(of(kind, case, found))) / np.linalg.norm(found.spread, axis=1))
    ratio = np.sqrt(np.mean(np.square(said))) / np.sqrt(np.mean(np.square(fits)))
    assert low < ratio < high


@pytest.mark.parametrize("rho", [0.0, 0.6])
def test_the_bootstrap_is_the_scatter_of_sums_over_blocks(rho):
    """To first order the errors of a draw are the sum of the scores of its blocks: their variances, summed."""
    case = Case(T=6000, rho=rho)
    found = wls(case.compressed, np.zeros(3))
    covariance, length = covariances.bootstrap(case.rows, case.data, found, **HOW)
    sums = np.add.reduceat(scores(case, found), np.arange(0, 6000, length))
    H = bread(case, found)
    ratio = np.diag(covariance) / np.diag(H @ (sums.T @ sums) @ H)
    # 1000 draws tell a variance to 4.5 %; the second order is one over the number of blocks, some hundred.
    assert ratio == pytest.approx(1, abs=0.2)


def test_the_bootstrap_draws_the_same_every_time_and_in_every_block():
    case = Case(rho=0.5)
    found = wls(case.compressed, np.zeros(3))
    one, length = covariances.bootstrap(case.rows, case.data, found, **HOW)
    two, _ = covariances.bootstrap(case.rows, case.data, found, row_bytes=100, workers=2)
    assert np.array_equal(one, two)
    assert length == covariances.bandwidth(case.rows, case.data, found, **HOW)


def test_identify_uses_them():
    robot = twolink()
    data = log(robot, T=800, sigma=0.1)
    fits = {kind: rst.identifyDynamics(robot, data, Covariance=kind) for kind in ("white", "hac", "bootstrap")}
    white = fits["white"].BaseParameters.Std
    for kind in ("hac", "bootstrap"):
        assert np.array_equal(fits[kind].Parameters, fits["white"].Parameters)
        # The noise has no memory, so all estimate the same, these two from sums over windows and blocks.
        assert np.allclose(fits[kind].BaseParameters.Std, white, rtol=0.35)
        assert fits[kind].Window >= 1
