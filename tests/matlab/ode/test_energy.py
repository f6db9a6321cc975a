"""The energy of arms that nothing drives or brakes, through ode45: an identity that no solver knows of."""

import numpy as np
import pytest

import rst_compat as rst


def arm(name):
    robot = rst.importrobot(name)
    if not robot.Gravity.any():
        robot.Gravity = [0, 0, -9.81]
    return robot


def drift(robot, options, seconds=10.0):
    """Largest change of the energy over the motion from rest, over the largest kinetic energy."""
    n = robot.homeConfiguration().size
    mass = sum(body.Mass for body in robot.Bodies)

    def rates(t, x):
        return np.concatenate([x[n:], robot.forwardDynamics(x[:n], x[n:])])

    _, x = rst.ode45(rates, np.linspace(0, seconds, 201), np.r_[np.full(n, 0.5), np.zeros(n)], options)
    kinetic = np.array([v @ robot.massMatrix(q) @ v / 2 for q, v in zip(x[:, :n], x[:, n:], strict=True)])
    potential = np.array([-mass * robot.Gravity @ robot.centerOfMass(q) for q in x[:, :n]])
    energy = kinetic + potential
    return np.abs(energy - energy[0]).max() / kinetic.max()


def test_at_reltol_1e_9_the_energy_stays_within_1e_6():
    """AbsTol 1e-9 as well: the default of 1e-6 would be the tolerance of joints that pass zero."""
    assert drift(arm("twolink"), rst.odeset(RelTol=1e-9, AbsTol=1e-9)) < 1e-6


def test_at_the_default_tolerances_it_drifts(capsys):
    """RelTol 1e-3 is coarse, in MATLAB as here: some percent over a swing of 2 s; 1e-6 mends it."""
    coarse, fine = drift(arm("twolink"), [], 2.0), drift(arm("twolink"), rst.odeset(RelTol=1e-6, AbsTol=1e-6), 2.0)
    with capsys.disabled():
        print(f"\nenergy drift of twolink over 2 s: {coarse:.1e} at default tolerances, {fine:.1e} at RelTol 1e-6")
    assert 1e-5 < coarse < 0.1
    assert fine < 1e-4


@pytest.mark.slow
def test_a_seven_joint_arm_keeps_its_energy_too():
    assert drift(arm("iiwa14"), rst.odeset(RelTol=1e-9, AbsTol=1e-9)) < 1e-6
