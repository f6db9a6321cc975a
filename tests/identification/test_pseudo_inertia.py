"""The ten parameters of a body as its second moments, and the free numbers behind them.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import numpy as np
import pytest
import trees
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from rst_compat import MatlabError, fromLogCholesky, fromPseudoInertia, isPhysical, logCholesky, pseudoInertia

# A handful of products of numbers about one, in double precision.
TOL = 1e-13


def cloud(rng, count=6, scale=0.3):
    """The ten parameters of a cloud of points, from sums over the points."""
    points, weights = rng.normal(scale=scale, size=(count, 3)), rng.uniform(0.1, 1, size=count)
    m, h = weights.sum(), weights @ points
    tensor = sum(w * (p @ p * np.eye(3) - np.outer(p, p)) for w, p in zip(weights, points, strict=True))
    return np.array([m, *h, *tensor[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]])


def test_second_moments_of_points():
    """The matrix is the sum of [r; 1] [r; 1]' over the mass."""
    rng = np.random.default_rng(0)
    r, weights = np.column_stack([rng.normal(size=(5, 3)), np.ones(5)]), rng.uniform(0.1, 1, size=5)
    pi = cloud(np.random.default_rng(0), 5, 1.0)  # draws the same
    np.testing.assert_allclose(pseudoInertia(pi), r.T * weights @ r, atol=TOL)


@given(st.integers(0, 10**6))
def test_there_and_back(seed):
    pi = np.random.default_rng(seed).normal(size=(2, 3, 10))
    J = pseudoInertia(pi)
    np.testing.assert_allclose(J, trees.pseudo_inertia(pi), atol=TOL)  # a second text of the same
    np.testing.assert_allclose(fromPseudoInertia(J), pi, atol=TOL)


@given(st.integers(0, 10**6))
def test_physical_is_a_mass_and_three_moments_that_fit(seed):
    """Against the definition in words: mass, and principal moments about the centre that satisfy the triangle."""
    rng = np.random.default_rng(seed)
    R = Rotation.from_quat(rng.normal(size=4)).as_matrix()
    m, c, moments = rng.normal() + 1, rng.normal(size=3), rng.uniform(0, 1, size=3)
    tensor = R @ np.diag(moments) @ R.T + m * (c @ c * np.eye(3) - np.outer(c, c))
    pi = [m, *(m * c), *tensor[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]]
    assert isPhysical(pi) == (m > 0 and 2 * max(moments) < sum(moments))


def test_the_border_is_physical():
    """A point, a rod, a plate and nothing; and a body to rounding."""
    point, rod, plate = [1, 0, 0, 1, 1, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 1, 1, 0, 0, 0], [1, 0, 0, 0, 1, 1, 2, 0, 0, 0]
    bodies = np.array([point, rod, plate, np.zeros(10)], dtype=float)
    assert isPhysical(bodies).all()
    bodies[0, 4] -= 1e-6
    bodies[1, 5] -= 1e-6
    bodies[2, 6] += 1e-6
    assert isPhysical(bodies).tolist() == [False, False, False, True]
    assert isPhysical(plate, 0.1, nargout=2)[1] == pytest.approx(0, abs=1e-15)
    assert isPhysical([1, 0, 0, 0, 1, 1, 2.1, 0, 0, 0], 0.1)
    assert not isPhysical([np.nan] * 10)


def test_which_body_and_how_far():
    pi = np.tile([1, 0, 0, 0, 1, 1, 1.0, 0, 0, 0], 3)
    pi[16] = 2.5
    physical, least = isPhysical(pi, nargout=2)
    assert physical.tolist() == [True, False, True]
    assert least[1] == pytest.approx(-0.25)
    with pytest.raises(MatlabError, match=r"the body 2 of 3 .* smallest eigenvalue -0\.25") as caught:
        logCholesky(pi)
    assert caught.value.identifier == "rst_compat:identification:NotPhysical"


@given(st.integers(0, 10**6))
def test_logarithms_there_and_back(seed):
    rng = np.random.default_rng(seed)
    pi = np.stack([cloud(rng) for _ in range(3)])
    theta = logCholesky(pi)
    np.testing.assert_allclose(fromLogCholesky(theta), pi, atol=1e-12)
    assert logCholesky(pi[0]).shape == (10,)
    np.testing.assert_allclose(np.exp(2 * theta[:, 0]), pi[:, 0], rtol=1e-12)
    np.testing.assert_allclose(theta[:, 7:], pi[:, 1:4] / pi[:, :1], rtol=1e-9)  # t is the centre of mass


@given(st.integers(0, 10**6))
def test_every_logarithm_is_a_body(seed):
    pi = fromLogCholesky(np.random.default_rng(seed).normal(size=(4, 10)))
    assert isPhysical(pi).all()


def test_the_jacobian_is_the_derivative():
    theta = np.random.default_rng(1).normal(size=(2, 3, 10))
    jacobian = fromLogCholesky(theta, nargout=2)[1]
    for k in range(10):
        step = 1e-6 * np.eye(10)[k]
        slope = (fromLogCholesky(theta + step) - fromLogCholesky(theta - step)) / 2e-6
        # Central differences of numbers up to 100: rounding 1e-8, the third derivative less.
        np.testing.assert_allclose(jacobian[..., k], slope, atol=1e-6)
    assert (np.abs(np.linalg.det(jacobian)) > 0).all()


def test_the_published_map_at_one_point():
    """Rucker and Wensing (2022), equation for pi of theta, element by element."""
    a, d1, d2, d3, s12, s23, s13, t1, t2, t3 = theta = [0.1, 0.2, -0.3, 0.4, 0.5, -0.6, 0.7, 0.8, -0.9, 1.0]
    e1, e2, e3, s = np.exp(d1), np.exp(d2), np.exp(d3), np.exp(2 * a)
    xx, yy, zz = e1**2 + s12**2 + s13**2 + t1**2, e2**2 + s23**2 + t2**2, e3**2 + t3**2
    xy, xz, yz = e2 * s12 + s13 * s23 + t1 * t2, e3 * s13 + t1 * t3, e3 * s23 + t2 * t3
    wanted = [1, t1, t2, t3, yy + zz, xx + zz, xx + yy, -yz, -xz, -xy]
    np.testing.assert_allclose(fromLogCholesky(theta), s * np.array(wanted), rtol=1e-13)


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda: pseudoInertia(np.ones((10, 3))), "rst_compat:identification:WrongParameters"),
        (lambda: isPhysical(np.ones(9)), "rst_compat:identification:WrongParameters"),
        (lambda: fromPseudoInertia(np.eye(3)), "rst_compat:identification:WrongPseudoInertia"),
        (lambda: fromPseudoInertia(np.triu(np.ones((4, 4)))), "rst_compat:identification:WrongPseudoInertia"),
        (lambda: logCholesky([1, 0, 0, 0, 0, 1, 1, 0, 0, 0]), "rst_compat:identification:NotPhysical"),
        (lambda: logCholesky([np.nan] * 10), "rst_compat:identification:NotPhysical"),
    ],
)
def test_what_they_refuse(call, identifier):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == identifier
