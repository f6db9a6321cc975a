"""The core run on SymPy symbols gives the closed forms of a two-link arm.

Source of the expected expressions: public course notes on manipulator dynamics, which derive them by hand.
"""

import numpy as np
import pytest
import sympy as sp

from rst_compat import core

q1, q2, qd1, qd2 = sp.symbols("q1 q2 qd1 qd2", real=True)
g, m1, m2, a1, a2, l1, l2, I1, I2 = sp.symbols("g m1 m2 a1 a2 l1 l2 I1 I2", positive=True)
Q, QD = np.array([q1, q2]), np.array([qd1, qd2])

CORIOLIS = [
    ["-49/400*qd2*sin(q2)", "-49/400*qd1*sin(q2)-49/400*qd2*sin(q2)"],
    ["49/400*qd1*sin(q2)", "0"],
]
GRAVITY = ["g*m2*(l2*cos(q1+q2)+a1*cos(q1))+g*l1*m1*cos(q1)", "g*l2*m2*cos(q1+q2)"]
NAMES = {str(s): s for s in (q1, q2, qd1, qd2, g, m1, m2, a1, l1, l2)}


def expected(text):
    return sp.sympify(text, locals=NAMES)


def numbers(m, a):
    """Mass, length, distance of the centre of mass, inertia about it of a solid cylinder with radius 1/25 m."""
    r = sp.Rational(1, 25)
    return m, a, a / 2, m * (3 * r**2 + a**2) / 12


LINKS = [(m1, a1, l1, I1), (m2, a2, l2, I2)]
IN_NUMBERS = [numbers(sp.Rational(1, 2), sp.Rational(1, 2)), numbers(sp.Rational(7, 10), sp.Rational(7, 10))]
PUT_IN = {
    letter: n for link, values in zip(LINKS, IN_NUMBERS, strict=True) for letter, n in zip(link, values, strict=True)
}


def arm(links):
    """Two links in a vertical plane with body frames at their far ends, as "dh" puts them."""
    placements, parameters = [], []
    for m, a, along, inertia in links:
        far = np.eye(4, dtype=object)
        far[0, 3] = a
        placements.append(far)
        x = along - a  # from the body frame back to the centre of mass
        parameters.append(core.body_parameters(m, [x, 0, 0], [0, inertia + m * x**2, inertia + m * x**2, 0, 0, 0]))
    z = np.array([0, 0, 1], object)
    return core.build_model(
        [0, 1], ["revolute"] * 2, [z, z], [np.eye(4, dtype=object)] * 2, placements, parameters, np.array([0, -g, 0])
    )


@pytest.fixture(scope="module")
def letters():
    return arm(LINKS)


def rational(x):
    """The core's constants are floats, so a letter comes out as 1.0*m1; floats are fractions, here taken exactly."""
    return x.replace(lambda e: e.is_Float, sp.Rational)


def difference(got, want):
    """A polynomial in sines and cosines, with sin^2 eliminated, so that equal expressions give zero."""
    d = sp.expand(sp.expand_trig(rational(sp.sympify(got)) - want))
    for x in Q:
        d = sp.rem(d, sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1, sp.sin(x))
    return sp.expand(d)


def test_coriolis_matrix(letters):
    C = core.coriolis_matrix(letters, Q, QD)
    assert C.shape == (2, 2)
    for j in range(2):
        for k in range(2):
            assert difference(rational(C[j, k]).subs(PUT_IN), expected(CORIOLIS[j][k])) == 0, (j, k, C[j, k])


def test_coriolis_matrix_with_fractions_put_in_first():
    # A fraction times a float is a float in SymPy, so here the coefficients have 16 digits: allow two of the last.
    C = core.coriolis_matrix(arm(IN_NUMBERS), Q, QD)
    for j in range(2):
        for k in range(2):
            terms = difference(C[j, k], expected(CORIOLIS[j][k])).as_coefficients_dict()
            assert max(abs(x) for x in terms.values()) <= 1e-16, (j, k, C[j, k])


def test_gravity_torque(letters):
    tau = core.gravity_torque(letters, Q)
    for j in range(2):
        assert difference(tau[j], expected(GRAVITY[j])) == 0, (j, tau[j])


def test_mass_matrix_is_lagranges(letters):
    # Independent of the notes: the kinetic energy of two points and two flywheels.
    c1 = sp.Matrix([l1 * sp.cos(q1), l1 * sp.sin(q1)])
    c2 = sp.Matrix([a1 * sp.cos(q1) + l2 * sp.cos(q1 + q2), a1 * sp.sin(q1) + l2 * sp.sin(q1 + q2)])
    J1, J2 = c1.jacobian(list(Q)), c2.jacobian(list(Q))
    M = m1 * J1.T * J1 + m2 * J2.T * J2 + sp.Matrix([[I1 + I2, I2], [I2, I2]])
    got = core.mass_matrix(letters, Q)
    for j in range(2):
        for k in range(2):
            assert difference(got[j, k], M[j, k]) == 0


def test_identities_hold_as_expressions(letters):
    C, M = core.coriolis_matrix(letters, Q, QD), core.mass_matrix(letters, Q)
    c = core.velocity_product(letters, Q, QD)
    for j in range(2):
        assert difference(c[j], rational(C[j] @ QD)) == 0
        for k in range(2):
            rate = sum(sp.diff(M[j, k], x) * v for x, v in zip(Q, QD, strict=True))
            assert difference(C[j, k] + C[k, j], rational(sp.sympify(rate))) == 0


def test_forward_dynamics_solves_the_equation_of_motion(letters):
    tau = np.array(sp.symbols("t1 t2"))
    qdd = core.forward_dynamics(letters, Q, QD, tau)
    parts = core.mass_matrix(letters, Q) @ qdd + core.velocity_product(letters, Q, QD) + core.gravity_torque(letters, Q)
    # A quotient of long polynomials: exact numbers instead of letters, and angles whose sines are fractions.
    angles = {sp.sin(q1): "4/5", sp.cos(q1): "3/5", sp.sin(q2): "-5/13", sp.cos(q2): "12/13"}
    for j in range(2):
        residual = rational(parts[j] - tau[j]).subs({x: sp.Rational(n) for x, n in angles.items()})
        unknown = sorted(residual.free_symbols, key=str)
        assert len(unknown) == 13
        assert residual.subs({x: sp.Rational(n + 1, 7) for n, x in enumerate(unknown)}) == 0
