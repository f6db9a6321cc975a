"""The compiled engine against the core, its specification, on random trees.

All joint kinds, branches, fixed bodies with forces on them, massless bodies and inertias that no body can have; every
instruction set of this processor; one configuration, and a block.
"""

import math

import numpy as np
import pytest
from compiled import FUNCTIONS, arguments, bodies, built, error, native  # noqa: F401 - a fixture
from trees import Plan, chain, make_case, random_case

from rst_compat import core, engine
from rst_compat.matlab import algorithms

pytestmark = [built, pytest.mark.usefixtures("native")]

SETS = engine.info().instruction_sets

# The promise of the engine. The worst of 10,000 trees is 2e-14: the two sum in another order and in other frames.
TOLERANCE = 1e-12

# Cancellation in the sum of masses of any sign is no fault of the engine.
CANCELLING = 100


def over_trees(check):
    """300 random trees, 10,000 under ``slow``."""

    @pytest.mark.parametrize("seeds", [range(300), pytest.param(range(300, 10_300), marks=pytest.mark.slow)], ids=len)
    def test(seeds):
        for seed in seeds:
            try:
                check(random_case(seed))
            except Exception as fault:
                fault.add_note(f"random_case({seed}) with {engine.info().instruction_set}")
                raise

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


def the_engines(name, case):
    """Results of one configuration, and of a block with this one first and last."""
    given, extra = arguments(name, case), bodies(name, case.model)
    method = getattr(engine.native(case.model), name)
    block = method(*(np.stack([a, a * 0.5, a]) for a in given), *extra)
    return method(*given, *extra), block[0], block[2]


def agree(name, case, tolerance=TOLERANCE):
    """Fail where an instruction set disagrees with the core."""
    want = FUNCTIONS[name][1](case.model, *arguments(name, case), *bodies(name, case.model))
    for instructions in SETS:
        engine.use(instructions)
        for got in the_engines(name, case):
            assert error(got, want) <= tolerance, name


def forward_tolerance(case):
    """A solution is known to rounding times the condition number of the mass matrix; counted from 1e3."""
    condition = np.linalg.cond(core.mass_matrix(case.model, case.q)) if case.model.nv else 1
    return TOLERANCE * (condition if condition > 1e3 else 1)


@over_trees
def test_every_function_but_forward_dynamics(case):
    masses = case.model.parameters[:, 0]
    cancelling = np.abs(masses).sum() >= CANCELLING * abs(masses.sum())
    for name in FUNCTIONS:
        if name != "forward_dynamics" and not (cancelling and name.startswith("center_of_mass")):
            agree(name, case)


@over_trees
def test_forward_dynamics(case):
    model, given = case.model, arguments("forward_dynamics", case)
    want, pivots, floor = algorithms.forward_dynamics(model, *given)
    singular, indefinite = bool(np.isnan(want).any()), bool((pivots < 0).any())
    tolerance = forward_tolerance(case)
    handle, status = engine.native(model), np.zeros(1, np.uint8)
    for instructions in SETS:
        engine.use(instructions)
        row = handle.forward_dynamics(*(a[None] for a in given), None, status)[0]
        one = handle.forward_dynamics(*given)
        if singular != (status[0] == 2):
            # A singular matrix has rounding for a pivot, in both and not the same. A hundred floors are nothing yet.
            assert np.abs(pivots).min() <= 100 * floor
        elif singular:
            assert np.isnan(row).all()
        else:
            assert (status[0] == 1) == indefinite
            assert error(row, want) <= tolerance
        if one is not None:  # there is nothing that the facade has to warn of
            assert (singular, indefinite) == (False, False)
            assert error(one, want) <= tolerance


@pytest.mark.parametrize("n", [1, 7, 8, 9, 64, 100])
def test_chains(n):
    """Of a length that is a multiple of a vector or not, and beyond the work space on the stack."""
    case = chain(n)
    for name in FUNCTIONS:
        agree(name, case, forward_tolerance(case) if name == "forward_dynamics" else TOLERANCE)


@over_trees
def test_wrenches_at_every_cut(case):
    """Bodies that share a link, and what hangs on each of them."""
    handle, state = engine.native(case.model), (case.q, case.qd, case.qdd)
    for body in range(case.model.nb + 1):
        want = core.joint_reaction(case.model, *state, case.f_ext, body)
        assert error(handle.joint_reaction(*state, case.f_ext, body), want) <= TOLERANCE
        want = core.wrench_regressor(case.model, *state, body)
        assert error(handle.wrench_regressor(*state, body), want) <= TOLERANCE


@pytest.mark.parametrize("nothing", [[], [0], [0, 1, 1]])
def test_robots_without_moving_joints(nothing):
    case = make_case([Plan(p, "fixed", "solid", True) for p in nothing], 0)
    for name in FUNCTIONS:
        if nothing or not name.startswith("center_of_mass"):
            agree(name, case)


@pytest.mark.parametrize("instructions", SETS)
def test_a_robot_far_from_the_origin_keeps_its_digits(instructions):
    """Moments about a far point would lose six digits here; the core is given the robot where it loses none."""
    engine.use(instructions)
    plans = [Plan(0, "floating", "solid", False), *(Plan(k, "revolute", "solid", True) for k in range(1, 8))]
    case = make_case(plans, 3)
    far, near = case.q.copy(), case.q.copy()
    far[4:7], near[4:7] = 1e6, 0
    handle = engine.native(case.model)
    assert error(handle.mass_matrix(far), core.mass_matrix(case.model, near)) <= TOLERANCE
    assert error(handle.coriolis_matrix(far, case.qd), core.coriolis_matrix(case.model, near, case.qd)) <= TOLERANCE
    rates = case.qd, case.qdd
    got, want = handle.joint_reactions(far, *rates), core.joint_reactions(case.model, near, *rates)
    assert error(got, want) <= TOLERANCE
    got, want = handle.wrench_regressor(far, *rates, 3), core.wrench_regressor(case.model, near, *rates, 3)
    assert error(got, want) <= TOLERANCE
    got = handle.forward_dynamics(far, case.qd, case.qdd)
    want = core.forward_dynamics(case.model, near, case.qd, case.qdd)
    assert error(got, want) <= TOLERANCE


ANGLES = [0.0, -0.0, 1e-300, 1e-8, 0.7, math.pi / 4, math.pi / 2, math.pi, -math.pi, 3.0, 100.0, 12345.678, 1e5, -1e5]
BEYOND = [1.0000001e5, -3e5, 1e8, 1e15, 1e22]  # the C library's


@pytest.mark.parametrize("instructions", SETS)
def test_sines_and_cosines(instructions):
    """One revolute joint about z: its rotation matrix is the sines and cosines. Against the C library, to two ulp."""
    engine.use(instructions)
    handle = engine.native(make_case([Plan(0, "revolute", "solid", False)], 0).model)
    rng = np.random.default_rng(0)
    near = np.arange(-60_000, 60_000, 7) * (math.pi / 2)  # where all but a few digits cancel
    x = np.concatenate([ANGLES, BEYOND, rng.uniform(-4, 4, 20_000), rng.uniform(-1e5, 1e5, 20_000), near])
    T = handle.body_poses(x[:, None])[:, 1]
    for got, exact in ((T[:, 0, 0], math.cos), (T[:, 1, 0], math.sin)):
        want = np.array([exact(e) for e in x])
        assert (np.abs(got - want) <= 2 * np.spacing(np.abs(want)) + 1e-20).all()
    for e in [*ANGLES, *BEYOND]:  # one at a time
        assert np.array_equal(handle.body_poses(np.array([e]))[1], T[list(x).index(e)])


def test_rotations_typed_with_a_few_digits_stay_with_the_core():
    """There the core's 6-by-6 matrices and a product of rotations mean different things."""
    case = make_case([Plan(0, "revolute", "solid", True), Plan(1, "revolute", "solid", True)], 0)
    assert engine.native(case.model) is not engine.NO_HANDLE
    case.tree.joint_to_parent[1] = case.tree.joint_to_parent[1].round(4)
    del case.tree.__dict__["model"]
    assert engine.native(case.model) is engine.NO_HANDLE


def test_models_of_other_numbers_stay_with_the_core():
    tree = make_case([Plan(0, "revolute", "solid", True)], 0).tree
    parameters = [p.astype(complex) for p in tree.parameters]
    axis = [a.astype(complex) for a in tree.axis]
    for changed in ({"axis": axis}, {"parameters": parameters}):
        parts = {k: getattr(tree, k) for k in ("parent", "kind", "axis", "joint_to_parent", "child_to_joint")}
        model = core.build_model(**(parts | {"parameters": tree.parameters, "gravity": tree.gravity} | changed))
        assert engine.native(model) is engine.NO_HANDLE
