"""Manipulability indices: determinants, closed forms, invariances."""

import numpy as np
import pytest

from rst_compat import core

RNG = np.random.default_rng(3)
# Condition numbers here stay below 100; J J' and inverses have their squares.
ROUNDING, SQUARED = 1e-13, 1e-11


def definite(n, *batch):
    L = RNG.normal(size=(*batch, n, n))
    return L @ L.mT + np.eye(n)


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 3), (3, 3), (6, 6), (6, 7), (3, 9)])
def test_they_are_what_determinants_and_eigenvalues_give(m, n):
    J, M = RNG.normal(size=(5, m, n)), definite(n, 5)
    np.testing.assert_allclose(core.yoshikawa(J), np.sqrt(np.linalg.det(J @ J.mT)), rtol=SQUARED)
    squares = np.linalg.eigvalsh(J @ J.mT)
    np.testing.assert_allclose(core.inverse_condition(J), np.sqrt(squares[:, 0] / squares[:, -1]), rtol=SQUARED)
    felt = np.linalg.eigvalsh(np.linalg.inv(J @ np.linalg.inv(M) @ J.mT))
    np.testing.assert_allclose(core.asada(J, M), felt[:, 0] / felt[:, -1], rtol=SQUARED)


@pytest.mark.parametrize("n", [0, 1, 5])
def test_too_few_joints_are_no_manipulability(n):
    J = RNG.normal(size=(2, 6, n))
    assert core.yoshikawa(J).tolist() == core.inverse_condition(J).tolist() == [0, 0]
    assert core.asada(J, definite(n, 2)).tolist() == [0, 0]


def test_nothing_moves():
    J = np.zeros((3, 4))
    assert core.yoshikawa(J) == core.inverse_condition(J) == core.asada(J, np.eye(4)) == 0


def test_axes_and_units_of_the_task():
    """A turn of the task changes nothing; a unit of length changes the volume only."""
    J, M = RNG.normal(size=(3, 5)), definite(5)
    R = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
    for value in (core.yoshikawa, core.inverse_condition, lambda J: core.asada(J, M)):
        np.testing.assert_allclose(value(R @ J), value(J), rtol=ROUNDING)
    np.testing.assert_allclose(core.yoshikawa(1000 * J), 1000**3 * core.yoshikawa(J), rtol=ROUNDING)
    np.testing.assert_allclose(core.inverse_condition(1000 * J), core.inverse_condition(J), rtol=ROUNDING)


def test_equal_inertias_make_asadas_index_the_square_of_the_inverse_condition():
    J = RNG.normal(size=(3, 5))
    np.testing.assert_allclose(core.asada(J, 7 * np.eye(5)), core.inverse_condition(J) ** 2, rtol=ROUNDING)


# eigenvalues of two joints are rounded to twice the spacing of numbers near the largest
@pytest.mark.parametrize("smallest", [0.0, -1.0, 1e-17, 2 * np.finfo(float).eps])
def test_asada_needs_a_definite_mass_matrix(smallest):
    assert np.isnan(core.asada(np.eye(2), np.diag([1.0, smallest])))
    assert not np.isnan(core.asada(np.eye(2), np.diag([1.0, 2e-15])))


def test_each_mass_matrix_of_a_batch_is_judged_by_itself():
    M = np.array([np.eye(2) * 1e-20, np.eye(2) * 1e20, np.diag([1.0, 0.0])])
    np.testing.assert_allclose(core.asada(np.eye(2), M), [1, 1, np.nan], rtol=ROUNDING)
    nearly = np.diag([1.0, 3e-16])  # too small for two joints, in a batch of whatever shape
    assert np.isnan(core.asada(np.eye(2), nearly[None, None])).all()
