"""What the methods of a handle take, what they leave to the core, and what they do to memory."""

import gc
import pickle
import threading
import tracemalloc
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from compiled import FUNCTIONS, arguments, bodies, built, error, many, native  # noqa: F401 - a fixture
from trees import Plan, chain, make_case, random_case

from rst_compat import core, engine
from rst_compat.matlab import algorithms

pytestmark = [built, pytest.mark.usefixtures("native")]

PLANS = [
    Plan(0, "floating", "solid", True),
    Plan(1, "revolute", "solid", True),
    Plan(2, "fixed", "solid", True),
    Plan(1, "prismatic", "solid", True),
    Plan(4, "revolute", "solid", True),
]
ROWS = 13  # no multiple of a vector


@pytest.fixture(scope="module")
def case():
    return make_case(PLANS, 7)


@pytest.fixture(scope="module")
def handle(case):
    return engine.native(case.model)


def call(handle, name, case, arrays, *rest):
    return getattr(handle, name)(*arrays, *bodies(name, case.model), *rest)


def rows(name, case, count=ROWS):
    states = many(case, count)
    return [states[array] for array in FUNCTIONS[name][0]]


@pytest.mark.parametrize("instructions", engine.info().instruction_sets)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_batch_is_its_rows(name, case, handle, instructions):
    engine.use(instructions)
    for count in (0, 1, 7, 8, 9, 100):
        given = rows(name, case, count)
        got = call(handle, name, case, given)
        for k in range(count):
            one = call(handle, name, case, [a[k] for a in given])
            assert error(got[k], one) <= 1e-13  # the same operations, but for where two are fused into one


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_without_rows_is_the_same_for_all(name, case, handle):
    given = rows(name, case)
    for k in range(1, len(given)):
        alone = [a[3] if j == k else a for j, a in enumerate(given)]
        spread = [np.broadcast_to(a[3], a.shape) if j == k else a for j, a in enumerate(given)]
        assert np.array_equal(call(handle, name, case, alone), call(handle, name, case, spread))


@pytest.mark.parametrize(
    "name", ["inverse_dynamics", "forward_dynamics", "coriolis_matrix", "inverse_dynamics_regressor", "joint_reactions"]
)
def test_rates_and_wrenches_that_are_left_out_are_zero(name, case, handle):
    q, *rest = arguments(name, case)
    zeros = [np.zeros_like(a) for a in rest]
    want = getattr(handle, name)(q, *zeros)
    assert error(getattr(handle, name)(q), want) <= 1e-15
    assert error(getattr(handle, name)(q, *[None] * len(rest)), want) <= 1e-15
    assert error(getattr(handle, name)(q[None])[0], want) <= 1e-13


@pytest.mark.parametrize("name", FUNCTIONS)
def test_nan_in_a_row_stays_in_that_row(name, case, handle):
    for position in range(len(FUNCTIONS[name][0])):
        given = rows(name, case)
        clean = call(handle, name, case, given)
        given[position][5] = np.nan
        got = call(handle, name, case, given)
        assert np.isnan(got[5]).any()
        others = np.arange(ROWS) != 5
        assert np.array_equal(got[others], clean[others])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e31])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_one_configuration_with_a_number_that_is_none_is_left_to_the_core(name, case, handle, bad):
    for position in range(len(FUNCTIONS[name][0])):
        given = [a.copy() for a in arguments(name, case)]
        given[position].flat[-1] = bad
        assert call(handle, name, case, given) is None


def test_a_quaternion_of_zeros_is_left_to_the_core(case, handle):
    q = case.q.copy()
    q[:4] = 0
    assert handle.mass_matrix(q) is None


def strange_layouts(a):
    """The same numbers, laid out in other ways."""
    wide = np.zeros((*a.shape[:-1], 3 * a.shape[-1]))
    wide[..., ::3] = a
    yield "every third", wide[..., ::3]
    yield "reversed", a[..., ::-1].copy()[..., ::-1]
    yield "Fortran", np.asfortranarray(a)
    read_only = a.copy()
    read_only.flags.writeable = False
    yield "read-only", read_only
    if a.ndim > 1:
        yield "rows reversed", a[::-1].copy()[::-1]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_strided_arrays(name, case, handle):
    for given in (arguments(name, case), rows(name, case)):
        want = call(handle, name, case, given)
        for position, a in enumerate(given):
            for layout, strange in strange_layouts(a):
                arrays = [strange if k == position else b for k, b in enumerate(given)]
                assert np.array_equal(call(handle, name, case, arrays), want), layout


def odd_alignment(a):
    raw = np.zeros(a.nbytes + 1, np.uint8)
    shifted = raw[1:].view(np.float64).reshape(a.shape)
    shifted[:] = a
    return shifted


@pytest.mark.parametrize(
    "change",
    [
        list,
        lambda a: a.astype(np.float32),
        lambda a: a.astype(complex),
        lambda a: a.astype(object),
        lambda a: a.astype(a.dtype.newbyteorder()),
        odd_alignment,
        lambda a: a[..., :-1],
        lambda a: np.concatenate([a, a]),
        lambda a: a[None, None],
        np.ma.masked_array,
        lambda a: a.sum(),
        lambda a: "home",
        lambda a: a[..., :0],
    ],
)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_other_arguments_are_left_to_the_core(name, case, handle, change):
    for position in range(len(FUNCTIONS[name][0])):
        given = arguments(name, case)
        given[position] = change(given[position])
        assert call(handle, name, case, given) is None


def test_positions_cannot_be_left_out(case, handle):
    assert handle.mass_matrix(None) is None
    with pytest.raises(TypeError):
        handle.mass_matrix()


@pytest.mark.parametrize("name", FUNCTIONS)
def test_out(name, case, handle):
    for given in (arguments(name, case), rows(name, case)):
        want = call(handle, name, case, given)
        out = np.full_like(want, np.nan)
        assert call(handle, name, case, given, out) is out
        assert np.array_equal(out, want)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_out_that_will_not_do_is_an_error(name, case, handle):
    given = rows(name, case)
    want = call(handle, name, case, given)
    read_only = np.empty_like(want)
    read_only.flags.writeable = False
    strided = np.empty((*want.shape[:-1], 2 * want.shape[-1]))[..., ::2]
    for out in (read_only, strided, want.astype(np.float32), want[:-1], want[0], want.T.copy(), want.tolist(), 3):
        if isinstance(out, np.ndarray) and out.shape == want.shape and out.dtype == float and out.flags.carray:
            continue  # a transpose that is none
        with pytest.raises(ValueError, match="out must be a writable"):
            call(handle, name, case, given, out)


def test_out_apart_from_the_arguments():
    case = chain(5)
    handle = engine.native(case.model)
    buffer = np.zeros((20, 5))
    q = buffer[:13]
    with pytest.raises(ValueError, match="share memory"):
        handle.gravity_torque(q, buffer[7:20])
    with pytest.raises(ValueError, match="share memory"):
        handle.gravity_torque(buffer[::-1][:13], buffer[7:20])
    assert handle.gravity_torque(buffer[:10], buffer[10:]).base is buffer


def test_status_says_what_forward_dynamics_met():
    solid = make_case([Plan(0, "revolute", "solid", True), Plan(1, "revolute", "massless", True)], 0)
    q, qd, tau = (np.ones((ROWS, 2)) for _ in range(3))
    status = np.full(ROWS, 9, np.uint8)
    got = engine.native(solid.model).forward_dynamics(q, qd, tau, None, None, status)
    assert (status == 2).all()
    assert np.isnan(got).all()
    assert engine.native(solid.model).forward_dynamics(q[0], qd[0], tau[0]) is None
    wild = chain(3, seed=2)
    wild.tree.parameters[2] *= -0.3
    given = [np.tile(a, (ROWS, 1)) for a in (wild.q, wild.qd, wild.qdd)]
    got = engine.native(wild.model).forward_dynamics(*given, None, None, status)
    assert (status == 1).all()
    assert error(got[0], algorithms.forward_dynamics(wild.model, *(a[0] for a in given), None)[0]) <= 1e-11
    case = chain(3)
    engine.native(case.model).forward_dynamics(*given, None, None, status)
    assert (status == 0).all()
    for bad in (np.zeros(ROWS), np.zeros(ROWS - 1, np.uint8), np.zeros((ROWS, 1), np.uint8)):
        with pytest.raises(ValueError, match="status must be"):
            engine.native(case.model).forward_dynamics(*given, None, None, bad)


def test_bodies_that_are_not_there(case, handle):
    for body in (-1, case.model.nb + 1, 2**31, -(2**31) - 1):
        with pytest.raises(IndexError):
            handle.geometric_jacobian(case.q, body)
        with pytest.raises(IndexError):
            handle.transform(case.q, 0, body)
    with pytest.raises(OverflowError):
        handle.geometric_jacobian(case.q, 2**70)
    with pytest.raises(TypeError):
        handle.geometric_jacobian(case.q, "tool")
    with pytest.raises(TypeError):
        handle.transform(case.q, 1)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_results_are_the_callers_own(name, case, handle):
    for given in (arguments(name, case), rows(name, case)):
        before = [a.copy() for a in given]
        first = call(handle, name, case, given)
        kept = first.copy()
        second = call(handle, name, case, [a * 0.9 for a in given])
        assert first.flags.owndata
        assert first.flags.c_contiguous
        assert not np.shares_memory(first, second)
        assert np.array_equal(first, kept)
        assert all(np.array_equal(a, b) for a, b in zip(given, before, strict=True))


def test_no_mass_is_left_to_the_core():
    case = make_case([Plan(0, "revolute", "massless", True)], 0)
    assert engine.native(case.model).center_of_mass(case.q) is None
    assert engine.native(case.model).center_of_mass_jacobian(case.q) is None


def test_a_handle_for_one_configuration_refuses_many(case):
    single = engine.single(case.model)
    assert np.array_equal(single.mass_matrix(case.q), engine.native(case.model).mass_matrix(case.q))
    assert single.mass_matrix(case.q[None]) is None
    assert single.inverse_dynamics(case.q, None, None, case.f_ext[None]) is None


def test_a_handle_for_a_few_checks_every_one(case, handle):
    """As a single one is checked: where there is something to say of one of them, the core is asked for all."""
    few, count = engine.few(case.model, 30), 30
    for name in FUNCTIONS:
        given = rows(name, case, count)
        want = call(handle, name, case, given)
        got = call(few, name, case, given)
        if name == "forward_dynamics" and got is None:  # a singular one
            status = np.zeros(count, np.uint8)
            handle.forward_dynamics(*given, None, status)
            assert status.any()
            continue
        assert np.array_equal(got, want)
        assert call(few, name, case, rows(name, case, count + 1)) is None
        for k, array in enumerate(given):
            for bad in (np.nan, np.inf, 1e31):
                if array is not None and array[0].size:
                    spoilt = array.copy()
                    spoilt[(count - 1, *np.zeros(array.ndim - 1, int))] = bad
                    assert call(few, name, case, [*given[:k], spoilt, *given[k + 1 :]]) is None


def test_a_handle_for_a_few_has_quaternions_to_look_at():
    case = make_case([Plan(0, "revolute", "solid", False), Plan(1, "floating", "solid", False)], 0)
    few, Q = engine.few(case.model, 30), np.tile(case.q, (30, 1))
    assert few.mass_matrix(Q).shape == (30, 7, 7)
    Q[29, 1:5] = 0
    assert few.mass_matrix(Q) is None
    assert few.mass_matrix(Q[29]) is None


# ---- handles ----


def test_a_model_keeps_its_handle_and_a_pickled_one_makes_its_own(case, handle):
    assert engine.native(case.model) is handle
    other = pickle.loads(pickle.dumps(case.model))
    assert engine.native(other) is not handle
    assert np.array_equal(engine.native(other).mass_matrix(case.q), handle.mass_matrix(case.q))


def test_a_handle_can_be_pickled(case, handle):
    for one in (handle, engine.single(case.model)):
        data = pickle.dumps(one)
        assert len(data) < 10_000
        assert np.array_equal(pickle.loads(data).mass_matrix(case.q), one.mass_matrix(case.q))
    assert pickle.loads(pickle.dumps(engine.single(case.model))).mass_matrix(case.q[None]) is None


def test_handles_go_with_their_models():
    model = chain(3).model
    engine.native(model)
    gc.collect()
    before = len(engine._handles)
    del model
    gc.collect()
    assert len(engine._handles) == before - 1


def test_what_is_no_tree_is_no_handle(case, handle):
    kind, (nq, nv, links, bodies, constants) = handle.__reduce__()
    for spoilt in (
        (nq + 1, nv, links, bodies, constants),
        (nq, -1, links, bodies, constants),
        (nq, nv, links[:-1], bodies, constants),
        (nq, nv, links, b"", constants),
        (nq, nv, links, bodies, constants + b"0"),
        (nq, nv, links[:200] + b"\x07" * 4 + links[204:], bodies, constants),  # a parent that comes later
        (nq, nv, links[:204] + b"\x07" * 4 + links[208:], bodies, constants),  # a kind of joint that is none
        (nq, nv, links, bodies[:184] + b"\x70" * 4 + bodies[188:], constants),  # a link that is none
        (nq, nv, links, bodies[:188] + b"\x01" + bodies[189:], constants),  # a body that carries itself
    ):
        with pytest.raises(ValueError, match=r"not a tree|records"):
            kind(*spoilt)


# ---- threads and memory ----


def test_threads_do_not_meet(case, handle):
    """Ten threads on one handle, each with states of its own, calls of one configuration and of many."""
    wrong = []

    def work(seed):
        states = many(case, 200, seed)
        q, qd, qdd = states["q"], states["qd"], states["qdd"]
        want = core.inverse_dynamics(case.model, q, qd, qdd)
        for k in range(40):
            got = handle.inverse_dynamics(q, qd, qdd)
            one = handle.inverse_dynamics(q[k], qd[k], qdd[k])
            if error(got, want) > 1e-12 or error(one, want[k]) > 1e-12:
                wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(10)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert wrong == []


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


@pytest.mark.parametrize("calls", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)])
def test_nothing_leaks(case, handle, calls):
    """Neither results, nor arguments, nor work space, also where a call ends early."""
    given = {name: (arguments(name, case), rows(name, case, 3)) for name in FUNCTIONS}
    bad = np.full_like(case.q, np.nan)
    out = np.empty(3)

    def round_of_calls():
        for name, (one, three) in given.items():
            call(handle, name, case, one)
            call(handle, name, case, three)
            call(handle, name, case, [bad, *one[1:]])
            with suppress(ValueError):
                call(handle, name, case, one, out[::2])

    def engine_calls(count):
        for _ in range(count // (4 * len(given))):
            round_of_calls()

    engine_calls(2000)
    tracemalloc.start()
    engine_calls(2000)
    first = tracemalloc.get_traced_memory()[0]
    engine_calls(2000)
    assert tracemalloc.get_traced_memory()[0] - first < 20_000
    tracemalloc.stop()
    if Path("/proc/self/statm").exists():
        before = resident()
        engine_calls(calls)
        assert resident() - before < 4_000_000  # a leak of one small array a call would be 1.6 MB in 10,000 calls


def test_handles_do_not_leak():
    models = [random_case(seed).model for seed in range(20)]
    parts = [engine.native(m).__reduce__() for m in models]

    def make():
        for kind, given in parts:
            kind(*given)
            with suppress(ValueError):
                kind(given[0] + 1, *given[1:])

    make()
    tracemalloc.start()
    make()
    first = tracemalloc.get_traced_memory()[0]
    for _ in range(20):
        make()
    assert tracemalloc.get_traced_memory()[0] - first < 20_000
    tracemalloc.stop()
