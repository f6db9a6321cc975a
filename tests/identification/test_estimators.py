"""Least squares on triangles against the same on all rows, and against known truths.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import numpy as np
import pytest

from rst_compat.identification.compression import of_rows
from rst_compat.identification.estimators import (
    back,
    huber,
    huber_sums,
    huber_weights,
    ols,
    standard_from_base,
    tls,
    wls,
)

TRUTH = np.array([1.0, -2.0, 0.5])
SIGMA = np.array([0.1, 3.0])
ZERO = np.zeros(3)


def rows(T=4000, noise=SIGMA, seed=0):
    """W (T, 2, 3) with columns of different sizes, and w with noise of a deviation for each of two channels."""
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(T, 2, 3)) * [1.0, 10.0, 0.1]
    return W, W @ TRUTH + rng.normal(size=(T, 2)) * noise


def compressed(W, w, factors=None):
    return of_rows(W, w, np.ones(w.shape, bool), factors)


def flat(W, w):
    return W.reshape(-1, W.shape[-1]), w.ravel()


def test_ols_is_pinv():
    W, w = rows()
    found = ols(compressed(W, w), ZERO)
    A, b = flat(W, w)
    assert np.allclose(found.x, np.linalg.pinv(A) @ b, rtol=1e-12)
    assert np.allclose(found.spread @ found.spread.T, np.linalg.inv(A.T @ A), rtol=1e-10)
    assert found.condition == pytest.approx(np.linalg.cond(A), rel=1e-10)
    assert found.scaled_condition == pytest.approx(np.linalg.cond(A / np.linalg.norm(A, axis=0)), rel=1e-10)


def test_wls_divides_by_the_noise_that_it_finds():
    W, w = rows()
    found = wls(compressed(W, w), ZERO)
    assert np.allclose(found.sigma, SIGMA, rtol=0.05)  # 4000 samples tell it to 1.1 %
    A, b = flat(W / found.weights[:, None], w / found.weights)
    assert np.allclose(found.x, np.linalg.lstsq(A, b)[0], rtol=1e-11)
    assert np.allclose(found.sigma, found.weights, rtol=1e-5)  # they have settled
    errors = [np.linalg.norm((f(compressed(W, w), ZERO).x - TRUTH) / TRUTH) for f in (wls, ols)]
    assert errors[0] < errors[1] / 3


def test_the_noise_is_not_biased_by_the_unknowns():
    """Five rows in each of two channels, three unknowns: without the degrees of freedom it would be 16 % too small."""
    variances = [ols(compressed(*rows(5, np.ones(2), seed)), ZERO).sigma ** 2 for seed in range(3000)]
    assert np.mean(variances) == pytest.approx(1, abs=0.04)  # four deviations of the mean: 4 sqrt(2 / 3.5 / 6000)


def test_data_without_noise():
    W, _ = rows(50)
    found = wls(compressed(W, W @ TRUTH), ZERO)
    assert np.allclose(found.x, TRUTH, rtol=1e-12)
    assert (found.sigma > 0).all()


def test_zeros_measured_are_zeros():
    W, w = rows(50)
    for estimator in (ols, wls, tls):
        assert np.allclose(estimator(compressed(W, 0 * w), ZERO).x, 0, atol=1e-15)


def test_what_rows_do_not_tell_stays_at_the_start():
    W, _ = rows(200)
    W[..., 2] = 2 * W[..., 1] + W[..., 0]
    start = np.array([0.3, -0.2, 0.7])
    found = wls(compressed(W, W @ TRUTH), start)
    A = flat(W, W[..., 0])[0]
    assert len(found.excited) == 2
    assert np.allclose(A @ found.x, A @ TRUTH, atol=1e-11)
    size = np.linalg.norm(A, axis=0)
    assert np.allclose(found.x - start, np.linalg.pinv(A / size) @ (A @ (TRUTH - start)) / size, atol=1e-10)
    excited = found.excited / np.linalg.norm(found.excited, axis=1, keepdims=True)
    assert np.allclose(excited @ np.array([1, 2, -1]), 0, atol=1e-10)


def test_a_column_of_rounding_tells_nothing():
    W, _ = rows(200)
    W[..., 1] *= 1e-18
    found = wls(compressed(W, W[..., [0, 2]] @ [1, 2.0]), np.array([0, 5.0, 0]))
    assert found.x[1] == 5
    assert len(found.excited) == 2


def test_tls_is_the_last_singular_vector():
    W, w = rows(noise=np.zeros(2))
    rng = np.random.default_rng(1)
    A, b = flat(W, w)
    A = A + rng.normal(size=A.shape) * 0.02 * np.linalg.norm(A, axis=0) / np.sqrt(len(A))
    b = b + rng.normal(size=b.shape) * 0.02 * np.linalg.norm(b) / np.sqrt(len(b))
    W, w = A.reshape(W.shape), b.reshape(w.shape)
    found = tls(compressed(W, w), ZERO)
    s = wls(compressed(W, w), ZERO).weights
    M = np.column_stack([flat(W / s[:, None], w / s)[0], flat(W / s[:, None], w / s)[1]])
    size = np.linalg.norm(M, axis=0)
    v = np.linalg.svd(M / size)[2][-1] / size
    assert np.allclose(found.x, -v[:-1] / v[-1], rtol=1e-9)


def test_tls_has_less_bias_where_the_rows_have_noise():
    """Errors of a tenth of every column: least squares shrinks by a hundredth, total least squares does not."""
    rng = np.random.default_rng(2)
    W = rng.normal(size=(50_000, 1, 3))
    w = W @ TRUTH
    noisy = W + 0.1 * rng.normal(size=W.shape)
    w = w + 0.1 * np.sqrt((w**2).mean()) * rng.normal(size=w.shape)
    shrunk, found = (f(compressed(noisy, w), ZERO).x / TRUTH for f in (wls, tls))
    # 50,000 rows with errors of a tenth tell the smallest to 3e-3 of itself, the draw being fixed.
    assert np.allclose(shrunk, 1 / 1.01, atol=0.004)
    assert np.allclose(found, 1, atol=0.004)


# --------------------------------------------------------------------------- outliers


def fitted(W, w):
    def again(x, sigma):
        r = w - W @ x
        weighted = compressed(W, w, huber_weights(r, sigma))
        return "last", weighted, huber_sums(r, sigma, np.ones(w.shape, bool))

    return huber(compressed(W, w), ZERO, again)


def test_huber_solves_its_equations():
    """The sum of rows times psi of residuals is zero, and psi has the second moment that it has under normal noise."""
    W, w = rows(1000)
    found, last = fitted(W, w)
    r = (w - W @ found.x) / found.sigma
    psi = np.clip(r, -1.345, 1.345)
    scores = np.einsum("tr,trb->b", psi / found.sigma, W) @ found.spread
    assert np.abs(scores).max() < 2e-3  # of a standard deviation
    beta = np.mean(np.clip(np.random.default_rng(9).normal(size=4_000_000), -1.345, 1.345) ** 2)
    assert np.allclose((psi**2).mean(0), beta, rtol=2e-3)  # passes end when sigma changes by 1e-4, beta is drawn
    assert last == "last"


def test_outliers_do_not_spoil_huber():
    rng = np.random.default_rng(3)
    W, w = rows()
    spoiled = w + np.where(rng.uniform(size=w.shape) < 0.05, 100 * SIGMA * rng.choice([-1, 1.2], size=w.shape), 0)
    clean = wls(compressed(W, w), ZERO)
    robust, _ = fitted(W, spoiled)
    plain = wls(compressed(W, spoiled), ZERO)
    deviations = np.linalg.norm(clean.spread, axis=1)
    assert (np.abs(robust.x - TRUTH) < 4 * deviations).all()
    assert np.abs((plain.x - TRUTH) / deviations).max() > 8
    assert np.allclose(robust.sigma, SIGMA, rtol=0.25)  # the outliers count as far as the bound


def test_huber_costs_a_twentieth_of_normal_noise():
    """Its variance is 1 / 0.95 of that of least squares: the constant 1.345 was made for that."""
    W = rows(100)[0][:, :1]
    errors = np.zeros((2, 3))
    for seed in range(400):
        w = W @ TRUTH + np.random.default_rng(seed).normal(size=(100, 1))
        errors += np.square([fitted(W, w)[0].x - TRUTH, wls(compressed(W, w), ZERO).x - TRUTH])
    assert np.mean(errors[0] / errors[1]) == pytest.approx(1 / 0.95, abs=0.035)  # three deviations of 1200 pairs


# --------------------------------------------------------------------------- standard from base


def test_standard_from_base():
    rng = np.random.default_rng(4)
    K, xb = rng.normal(size=(3, 7)), rng.normal(size=3)
    assert np.allclose(standard_from_base(xb, K, np.zeros(7), np.ones(7)), np.linalg.pinv(K) @ xb)
    prior, spread = rng.normal(size=7), rng.uniform(0.1, 2, 7)
    x = standard_from_base(xb, K, prior, spread)
    assert np.allclose(K @ x, xb)
    null = np.linalg.svd(K)[2][3:]
    assert np.allclose(null @ ((x - prior) / spread**2), 0, atol=1e-10)  # nearest: normal to what K does not see


def test_what_has_no_spread_stays_if_it_can():
    K = np.array([[1.0, 1, 0], [0, 0, 1]])
    assert np.allclose(back(K, np.array([1, 0, 1.0])), [[1, 0], [0, 0], [0, 1]])
    assert np.allclose(K @ back(K, np.array([1, 0, 0.0])), np.eye(2))
