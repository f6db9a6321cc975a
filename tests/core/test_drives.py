"""Drives on every kind of number, and rotors in forward dynamics."""

import numpy as np
import pytest
import sympy
from trees import ROUNDING, agree, chain

from rst_compat import core

DRIVES = core.Drives(
    viscous=np.array([0.4, 0.0, 0.1]),
    forward=np.array([1.0, 0.5, 0.0]),
    backward=np.array([2.0, 0.5, 0.0]),
    speed=np.array([0.0, 0.2, 0.0]),
    rotor=np.array([0.3, 0.0, 0.7]),
    offset=np.array([0.0, 0.0, -0.2]),
)


def by_hand(qd):
    """Each joint's law, written out."""
    first = 0.4 * qd[0] + (1.0 if qd[0] > 0 else -2.0 if qd[0] < 0 else 0.0)
    return np.array([first, 0.5 * np.tanh(qd[1] / 0.2), 0.1 * qd[2] - 0.2])


@pytest.mark.parametrize("qd", [(0.5, 0.1, 2.0), (-0.5, -0.1, -2.0), (0.0, 0.0, 0.0), (-3.0, 5.0, 0.0)])
def test_the_law_of_every_joint(qd):
    agree(core.friction_torque(DRIVES, np.array(qd)), by_hand(qd), 1e-15)  # three products


def test_leading_axes():
    qd = np.random.default_rng(0).normal(size=(4, 5, 3))
    got = core.drive_torque(DRIVES, qd, 2 * qd)
    want = np.array([by_hand(v) + DRIVES.rotor * 2 * v for v in qd.reshape(-1, 3)]).reshape(4, 5, 3)
    agree(got, want, 1e-15)


@pytest.mark.parametrize("way", [1, -1])
def test_complex_steps_give_the_slope(way):
    qd = way * np.array([0.5, 0.15, 1.0])
    slope = [core.friction_torque(DRIVES, qd + 1e-20j * e).imag / 1e-20 for e in np.eye(3)]
    want = np.diag([0.4, 0.5 / 0.2 / np.cosh(0.15 / 0.2) ** 2, 0.1])
    agree(np.array(slope), want, 1e-14)


def test_symbols():
    v = np.array(sympy.symbols("v1:4"))
    torque = core.friction_torque(DRIVES, v)
    for at in ([0.5, 0.1, 2.0], [-0.5, -0.1, 0.0]):
        got = [float(t.subs(dict(zip(v, at, strict=True)))) for t in torque]
        agree(np.array(got), by_hand(at), 1e-14)
    mixed = core.friction_torque(DRIVES, np.array([0.5, -0.1, 0.0], dtype=object))
    agree(mixed.astype(float), by_hand([0.5, -0.1, 0.0]), 1e-15)


def test_columns_times_parameters_are_the_torque():
    rng = np.random.default_rng(1)
    qd, qdd = rng.normal(size=(2, 6, 3))
    gear = np.array([50.0, -30.0, 2.0])
    units = core.Drives(gear**2, abs(gear), abs(gear), 0 * gear, gear**2, np.ones(3))
    B, T, J, o = rng.normal(size=(4, 3))
    Y = core.drive_regressor(units, qd, qdd, ("viscous", "coulomb", "rotor", "offset"))
    assert Y.shape == (6, 3, 12)
    drives = core.Drives(gear**2 * B, abs(gear) * T, abs(gear) * T, 0 * gear, gear**2 * J, o)
    agree(Y @ np.concatenate([B, T, J, o]), core.drive_torque(drives, qd, qdd), 1e-14)
    assert core.drive_regressor(units, qd, qdd, ()).shape == (6, 3, 0)
    assert not np.signbit(Y[Y == 0]).any()


def test_rotors_stand_on_the_diagonal_of_the_mass_matrix():
    case = chain(3)
    tau = case.qdd
    got, pivots = core.factored_forward_dynamics(case.model, case.q, case.qd, tau, case.f_ext, DRIVES.rotor)
    M = core.mass_matrix(case.model, case.q) + np.diag(DRIVES.rotor)
    bias = core.inverse_dynamics(case.model, case.q, case.qd, np.zeros(3), case.f_ext)
    agree(got, np.linalg.solve(M, tau - bias), 10 * ROUNDING)  # another factorisation
    agree(np.prod(pivots), np.linalg.det(M), 10 * ROUNDING)


@pytest.mark.parametrize("leading", [(), (3,), (2, 3)])
def test_columns_take_any_leading_axes(leading):
    units = core.Drives(*np.arange(1.0, 13).reshape(6, 2))
    rng = np.random.default_rng(0)
    qd, qdd = rng.normal(size=(2, *leading, 2))
    Y = core.drive_regressor(units, qd, qdd, ["viscous", "coulomb", "rotor", "offset"])
    assert Y.shape == (*leading, 2, 8)
    wanted = [units.viscous * qd, units.forward * np.sign(qd), units.rotor * qdd, units.offset + 0 * qd]
    for i, column in enumerate(wanted):
        block = Y[..., 2 * i : 2 * i + 2]
        assert np.array_equal(np.einsum("...jj->...j", block), column)
        assert np.array_equal(block[..., [0, 1], [1, 0]], 0 * column)


def test_dry_friction_has_no_column_at_rest():
    Y = core.drive_regressor(core.Drives(*np.ones((6, 2))), np.zeros(2), np.ones(2), ["coulomb", "offset"])
    assert np.array_equal(Y, [[0, 0, 1, 0], [0, 0, 0, 1]])


def test_columns_of_complex_numbers_and_of_symbols():
    units = core.Drives(*np.full((6, 1), 2.0))
    for qd, qdd in [(np.array([1 + 2j]), np.ones(1)), (np.ones(1), np.array([1 + 2j]))]:
        Y = core.drive_regressor(units, qd, qdd, ["viscous", "rotor"])
        assert np.array_equal(Y, [[2 * qd[0], 2 * qdd[0]]])
    v, a = sympy.symbols("v a")
    assert core.drive_regressor(units, np.array([v]), np.array([a]), ["viscous", "rotor"]).tolist() == [
        [2.0 * v, 2.0 * a]
    ]
