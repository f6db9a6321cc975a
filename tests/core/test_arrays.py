"""One text for every kind of number: batches, complex steps, exact fractions, fifty digits, symbols."""

from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy
from trees import ROUNDING, agree, chain, over_trees, random_case, random_q, random_rates

from rst_compat import core
from rst_compat.core import arrays

# Every function of the core as a function of one state.
FUNCTIONS = {
    "inverse_dynamics": core.inverse_dynamics,
    "forward_dynamics": core.forward_dynamics,  # the accelerations serve as torques
    "mass_matrix": lambda model, q, qd, qdd, f_ext: core.mass_matrix(model, q),
    "coriolis_matrix": lambda model, q, qd, qdd, f_ext: core.coriolis_matrix(model, q, qd),
    "velocity_product": lambda model, q, qd, qdd, f_ext: core.velocity_product(model, q, qd),
    "gravity_torque": lambda model, q, qd, qdd, f_ext: core.gravity_torque(model, q),
    "regressor": lambda model, q, qd, qdd, f_ext: core.inverse_dynamics_regressor(model, q, qd, qdd),
    "body_pose": lambda model, q, qd, qdd, f_ext: core.body_poses(model, q)[model.nb],
    "geometric_jacobian": lambda model, q, qd, qdd, f_ext: core.geometric_jacobian(model, q, model.nb),
    "center_of_mass": lambda model, q, qd, qdd, f_ext: core.center_of_mass(model, q),
    "center_of_mass_jacobian": lambda model, q, qd, qdd, f_ext: core.center_of_mass_jacobian(model, q),
}
of_every_function = pytest.mark.parametrize("f", FUNCTIONS.values(), ids=FUNCTIONS.keys())


def regular(case):
    """The same case with a body added to each massless one: forward dynamics needs an inertia everywhere."""
    solid = [p if p[0] else np.array([1, 0, 0, 0, 1, 1, 1, 0, 0, 0]) for p in case.tree.parameters]
    return replace(case, tree=replace(case.tree, parameters=solid))


@of_every_function
@pytest.mark.parametrize("seed", range(6))
def test_batches_broadcast_like_numbers(f, seed):
    case = regular(random_case(seed, masses=("solid", "massless")))
    rng, tree = case.rng, case.tree
    q = np.stack([random_q(rng, tree) for _ in range(3)])[:, None]
    qd, qdd, f_ext = (np.stack(x) for x in zip(*(random_rates(rng, tree) for _ in range(2)), strict=True))
    got = f(case.model, q, qd, qdd, f_ext)
    one = f(case.model, q[0, 0], qd[0], qdd[0], f_ext[0])
    assert got.shape in {(3, 2, *one.shape), (3, 1, *one.shape)}  # the latter where only q matters
    got = np.broadcast_to(got, (3, 2, *one.shape))
    for i in range(3):
        for j in range(2):
            agree(got[i, j], f(case.model, q[i, 0], qd[j], qdd[j], f_ext[j]), ROUNDING)


def test_forces_alone_may_carry_the_batch():
    case = chain(3)
    f_ext = np.stack([case.f_ext, 2 * case.f_ext])
    got = core.inverse_dynamics(case.model, case.q, case.qd, case.qdd, f_ext)
    agree(got[1], core.inverse_dynamics(case.model, case.q, case.qd, case.qdd, f_ext[1]), ROUNDING)
    tau = np.zeros((5, 1, 3))
    assert core.forward_dynamics(case.model, case.q, case.qd, tau, f_ext).shape == (5, 2, 3)


@of_every_function
@pytest.mark.parametrize("seed", range(6))
def test_complex_numbers_stay_complex_and_give_the_real_result(f, seed):
    case = regular(random_case(seed, masses=("solid", "massless")))
    state = case.q, case.qd, case.qdd, case.f_ext
    got, want = f(case.model, *(x.astype(complex) for x in state)), f(case.model, *state)
    assert (got.dtype, want.dtype) == (np.complex128, np.float64)
    agree(got, want, ROUNDING)
    np.testing.assert_array_equal(got.imag, 0)


@of_every_function
@pytest.mark.parametrize("seed", range(4))
def test_fifty_digits_agree_with_sixteen(f, seed):
    case = regular(random_case(seed, masses=("solid", "massless"), bodies=6))

    def exactly(x):
        return np.vectorize(mpmath.mpf, otypes=[object])(x) if np.size(x) else np.asarray(x, object)

    t = case.tree
    parts = ([exactly(x) for x in xs] for xs in (t.axis, t.joint_to_parent, t.child_to_joint, t.parameters))
    with mpmath.workdps(50):
        model = core.build_model(t.parent, t.kind, *parts, exactly(t.gravity))
        got = f(model, *(exactly(x) for x in (case.q, case.qd, case.qdd, case.f_ext)))
    assert got.dtype == object
    # Rounding of float64 alone: forward dynamics loses what the condition of the mass matrix takes.
    lost = np.linalg.cond(core.mass_matrix(case.model, case.q)) if f is core.forward_dynamics else 1
    agree(f(case.model, case.q, case.qd, case.qdd, case.f_ext), got.astype(float), 1e-13 * max(1, lost))


@over_trees(bodies=4)
def test_integers_and_lists_are_numbers(case):
    ones = [1] * case.model.nq, [1] * case.model.nv
    got = core.coriolis_matrix(case.model, *ones)
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, core.coriolis_matrix(case.model, *(np.ones(len(x)) for x in ones)))


# ---- sin, cos ----


def test_sine_comes_from_the_package_of_each_number():
    x = sympy.Symbol("x")
    mixed = np.array([x, mpmath.mpf(1) / 3, 0.5, Fraction(1, 2), 1, np.float64(0.5)], object)
    with mpmath.workdps(30):
        got = arrays.sin(mixed), arrays.cos(mixed)
        assert (got[0][1], got[1][1]) == (mpmath.sin(mixed[1]), mpmath.cos(mixed[1]))
    assert (got[0][0], got[1][0]) == (sympy.sin(x), sympy.cos(x))
    agree(got[0][2:].astype(float), np.sin([0.5, 0.5, 1, 0.5]), 1e-15)  # the same function, from two libraries
    agree(got[1][2:].astype(float), np.cos([0.5, 0.5, 1, 0.5]), 1e-15)


# ---- solve ----


def symmetric(rng, m, k, *batch):
    A, B = rng.normal(size=(*batch, m, m)), rng.normal(size=(*batch, m, k))
    return A @ A.mT + np.eye(m), B


@pytest.mark.parametrize("m", range(7))
def test_solve(m):
    D, B = symmetric(np.random.default_rng(m), m, 4, 3, 2)
    x, pivots = arrays.solve(D, B)
    assert (x.shape, pivots.shape) == ((3, 2, m, 4), (3, 2, m))
    agree(D @ x, B, 1e-12)  # condition of these matrices is below 1e3
    agree(pivots.prod(-1), np.linalg.det(D), 1e-12)


def test_solve_broadcasts_right_hand_sides():
    rng = np.random.default_rng(0)
    D, _ = symmetric(rng, 6, 1)
    B = rng.normal(size=(5, 6, 7))
    x, pivots = arrays.solve(D, B)
    agree(x, np.linalg.solve(D, B), 1e-12)
    assert pivots.shape[-1] == 6


def test_pivots_are_those_of_an_elimination_from_the_last_row():
    D, B = symmetric(np.random.default_rng(1), 6, 1)
    # D = U diag(pivots) U' with U upper triangular is the Cholesky factorisation of D read backwards.
    U = np.linalg.cholesky(D[::-1, ::-1])[::-1, ::-1]
    agree(arrays.solve(D, B)[1], np.diag(U) ** 2, 1e-12)


def test_solve_fractions_exactly():
    half, third, one = Fraction(1, 2), Fraction(1, 3), Fraction(1)
    D = np.array([[half, third, one], [third, 2 * one, half], [one, half, 5 * one]], object)
    B = np.array([[one, half], [third, 0 * one], [0 * one, one]], object)
    x, pivots = arrays.solve(D, B)
    assert (D @ x == B).all()
    assert list(pivots[1:]) == [2 - half * half / 5, 5]


def test_solve_symbols():
    a, b, c = sympy.symbols("a b c")
    D = np.array([[a, b], [b, c]], object)
    x, _ = arrays.solve(D, np.array([[1], [0]], object))
    assert sympy.simplify(x[0, 0] - c / (a * c - b**2)) == 0
    assert sympy.simplify(x[1, 0] + b / (a * c - b**2)) == 0


def test_signs_of_objects():
    """Fractions and floats among objects have no function of their own for it."""
    x = np.array([-2.5, 0.0, 3, Fraction(-1, 2), Fraction(0), Fraction(1, 3)], dtype=object)
    assert arrays.sign(x).tolist() == [-1, 0, 1, -1, 0, 1]


def test_an_element_with_a_method_is_asked_itself():
    class Angle:
        def __init__(self, name):
            self.name = name

        def sin(self):
            return f"sin {self.name}"

        def tanh(self):
            return f"tanh {self.name}"

    x = np.array([Angle("a"), Angle("b")], dtype=object)
    assert arrays.sin(x).tolist() == ["sin a", "sin b"]
    assert arrays.tanh(x).tolist() == ["tanh a", "tanh b"]
