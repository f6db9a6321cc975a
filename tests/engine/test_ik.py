"""Inverse kinematics of the compiled engine against rst_compat/ik, its specification, and on robots as they are.

Iterations are compared one by one while rounding has not grown; solutions by their poses, never by joint positions.
"""

import gc
import pickle
import signal
import sys
import threading
import time
import tracemalloc
import warnings
from contextlib import suppress

import numpy as np
import pytest
from arms import ALGORITHMS, ARMS, arm, limits, misses, random_poses, states
from compiled import built, native  # noqa: F401 - a fixture
from trees import Plan, make_case, random_pose
from trees import chain as chain_of

import rst_compat as rst
from rst_compat import engine, ik
from rst_compat.errors import MatlabError
from rst_compat.ik.search import ITERATIONS, LOCAL_MINIMUM, TIME
from rst_compat.matlab.random_numbers import bit_generator

pytestmark = [built, pytest.mark.usefixtures("native")]

SETS = engine.info().instruction_sets
SEARCHES = [ik.levenberg_marquardt, ik.bfgs_projection]
searches = pytest.mark.parametrize("search", SEARCHES)
robots = pytest.mark.parametrize("name", ARMS)
algorithms = pytest.mark.parametrize("algorithm", ALGORITHMS)

EXACT = 1e-6  # m and rad: MATLAB's SolutionTolerance
STRICT = {"solution": 0.0, "gradient": 0.0, "step": 0.0, "change": 0.0, "bias": 0.0025, "error_damping": True}


class Problem:
    """A chain, a target, and limits, for both engines."""

    def __init__(self, case, half=np.inf, weights=(1, 1, 1, 1, 1, 1), target=None):
        model = case.model
        self.chain = ik.make_chain(model, [(model.nb, random_pose(case.rng))])
        self.box = ik.Box(np.full(model.nq, -half), np.full(model.nq, half), self.chain.turns)
        parts = (self.chain.terms, self.chain.turns, self.chain.bodies[0].offset, (self.box.lower, self.box.upper))
        self.handle = engine.chain(self.chain.positions, *parts)
        self.target = random_pose(case.rng) if target is None else target
        self.weights = np.array(weights, dtype=float)

    def reference(self, search, q, budget, rules=STRICT):
        problem = ik.PoseError(self.chain, self.target, self.weights)
        return ik.solve(search, problem, q, self.box, ik.Rules(**rules), budget)

    def native(self, search, q, budget, rules=STRICT, **other):
        record = {"algorithm": search.__name__, "iterations": budget, "time": np.inf, "limits": True, "restarts": False}
        record = engine.search_rules(**record | rules | other)
        return ik.Solution(*self.handle.solve(q, self.target, self.weights, record, bit_generator))


WEIGHTS = [(1, 1, 1, 1, 1, 1), (2, 2, 2, 0.5, 1, 0.1), (0, 0, 0, 1, 1, 1), (1, 0.2, 0, 3, 1, 0)]


@searches
@pytest.mark.parametrize("weights", WEIGHTS)
@pytest.mark.parametrize("half", [np.inf, 0.8])
@pytest.mark.parametrize("n", [1, 2, 5, 6, 7, 8, 9, 16, 31, 32])
def test_the_first_iterations_are_the_same(n, half, weights, search):
    """On chains of all lengths with both kinds of joints, within walls and without, on all instruction sets."""
    rng = np.random.default_rng(n)
    kinds = rng.choice(["revolute", "revolute", "prismatic"], size=n)
    problem = Problem(make_case([Plan(k, kind, "solid", True) for k, kind in enumerate(kinds)], n), half, weights)
    q = rng.uniform(-0.8, 0.8, size=n)
    for budget in (0, 1, 2, 3):
        want = problem.reference(search, q, budget)
        for instructions in SETS:
            engine.use(instructions)
            got = problem.native(search, q, budget)
            assert (got.iterations, got.flag) == (want.iterations, want.flag)
            # Rounding of 1e-15, times the condition of a damped system (below 1e5 far from a solution), three times.
            assert got.error == pytest.approx(want.error, rel=1e-9)
            assert np.abs(got.q - want.q).max() < 1e-8


@searches
@pytest.mark.parametrize("angle", [0, 1e-12, 1e-5, 1, 3, np.pi - 1e-3, np.pi - 1e-9, np.pi])
def test_errors_of_all_angles(angle, search):
    case = chain_of(7, 3)
    rng, problem = case.rng, Problem(case)
    for axis in (*np.eye(3), *-np.eye(3), *rng.normal(size=(5, 3))):
        T = np.eye(4)
        T[:3] = problem.chain.pose(problem.chain.frames(case.q))[:3]
        T[:3, :3] = rst.axang2rotm([*axis / np.linalg.norm(axis), angle]).reshape(3, 3) @ T[:3, :3]
        problem.target = T
        got, want = problem.native(search, case.q, 0), problem.reference(search, case.q, 0)
        assert (got.iterations, got.flag) == (want.iterations, want.flag)
        assert got.error == pytest.approx(want.error, abs=1e-14)  # rounding of the poses
        assert got.error == pytest.approx(angle, abs=1e-14 if angle < 3 else 1e-13)


@searches
@pytest.mark.parametrize("rules", [{"step": 10.0}, {"gradient": 1e3}, {"change": 100.0}, {"error_damping": False}, {}])
def test_the_same_rules_end_a_search(rules, search):
    """Each in turn; the first iterations are the same, so the numbers of them are."""
    problem, q = Problem(chain_of(6, 2), 0.9), np.full(6, 0.1)
    got, want = (solve(search, q, 4, STRICT | rules) for solve in (problem.native, problem.reference))
    assert (got.iterations, got.flag) == (want.iterations, want.flag)
    assert got.error == pytest.approx(want.error, rel=1e-9)


@searches
@pytest.mark.parametrize("seed", range(20))
def test_minima_out_of_reach_within_walls(seed, search):
    """One search to its end: the same minimum, where there is one nearby, of a target that cannot be reached."""
    case = chain_of(6, seed)
    target = random_pose(case.rng)
    target[:3, 3] *= 20
    problem = Problem(case, 0.7, target=target)
    got, want = (solve(search, np.zeros(6), 3000) for solve in (problem.native, problem.reference))
    assert (np.abs(got.q) <= 0.7).all()
    # Searches compare squared residuals, which know the residual to rounding.
    assert got.error == pytest.approx(want.error, rel=1e-10)


# ---- robots as they are ----


def solver_of(name, algorithm, **parameters):
    robot, end = arm(name)
    return (
        robot,
        end,
        rst.inverseKinematics("RigidBodyTree", robot, SolverAlgorithm=algorithm, SolverParameters=parameters),
    )


@pytest.mark.parametrize("count", [200, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("kind", "least"), [("anywhere", 0.999), ("at limits", 0.98)])
@robots
@algorithms
def test_reachable_poses_are_reached(name, algorithm, kind, least, count):
    robot, end, solver = solver_of(name, algorithm)
    lower, upper = limits(robot)
    rst.rng(1)
    reached = 0
    for q in states(robot, np.random.default_rng(count), count, kind):
        target = robot.getTransform(q, end)
        found, info = solver(end, target, np.ones(6), robot.homeConfiguration())
        assert ((lower <= found) & (found <= upper)).all()
        good = max(misses(robot, found, end, target)) <= EXACT
        assert info.Status == ("success" if good else "best available")
        reached += good
    assert reached / count >= least


@pytest.mark.parametrize("count", [2, pytest.param(25, marks=pytest.mark.slow)])
@robots
@algorithms
def test_out_of_reach_it_is_as_near_as_the_reference(name, algorithm, count):
    robot, end, solver = solver_of(name, algorithm)
    rst.rng(7)
    for target in list(random_poses(robot, end, np.random.default_rng(7), 2 * count))[1::2]:
        engine.use("native")
        found, info = solver(end, target, np.ones(6), [])
        assert ((limits(robot)[0] <= found) & (found <= limits(robot)[1])).all()
        engine.use("reference")
        assert info.PoseErrorNorm <= 1.01 * solver(end, target, np.ones(6), [])[1].PoseErrorNorm
        assert (info.Status, info.ExitFlag) == ("best available", 2)
        assert 1500 <= info.Iterations <= 1500 + 1


@robots
@algorithms
def test_restarts_draw_what_the_reference_draws(name, algorithm):
    """The same seed gives the same solution again, and leaves the stream where one number a joint and restart does."""
    robot, end, solver = solver_of(name, algorithm)
    solver(end, robot.getTransform(robot.homeConfiguration(), end), np.ones(6), [])
    n, alike, again = solver._chain(end)[0].n, 0, 0
    rng = np.random.default_rng(0)
    wanted = [q for kind in ("anywhere", "in a corner") for q in states(robot, rng, 30, kind)]
    targets = [robot.getTransform(q, end) for q in wanted]
    for seed, target in enumerate(targets):
        runs = []
        for name_of in ("native", "native", "reference"):
            engine.use(name_of)
            rst.rng(seed)
            q, info = solver(end, target, np.ones(6), robot.homeConfiguration())
            after = rst.rand()
            rst.rng(seed)
            rst.rand(1, n * info.NumRandomRestarts)
            assert rst.rand() == after
            runs.append((q, info))
        (q, info), (q2, info2), (q3, info3) = runs
        assert q.tolist() == q2.tolist()
        assert info == info2
        again += info.NumRandomRestarts > 0
        alike += info.NumRandomRestarts > 0 and np.abs(q - q3).max() < 1e-3
        assert max(misses(robot, q3, end, target)) <= EXACT or info3.Status != "success"
    assert again > 0
    assert alike >= 0.5 * again  # from the same starts to the same places, unless rounding grew in between


@robots
@algorithms
def test_without_limits(name, algorithm):
    robot, end, solver = solver_of(name, algorithm, EnforceJointLimits=False)
    rst.rng(0)
    for q in states(robot, np.random.default_rng(3), 50):
        target = robot.getTransform(q, end)
        found, info = solver(end, target, np.ones(6), robot.homeConfiguration() + 5)  # far outside
        assert info.Status == "success"
        assert max(misses(robot, found, end, target)) <= EXACT


@algorithms
def test_without_restarts(algorithm):
    robot, end, solver = solver_of("puma560", algorithm, AllowRandomRestart=False)
    before = rst.rand()
    rst.rng(0)
    for q in states(robot, np.random.default_rng(3), 50):
        info = solver(end, robot.getTransform(q, end), np.ones(6), robot.homeConfiguration())[1]
        assert info.NumRandomRestarts == 0
    assert rst.rand() != before
    rst.rng(0)
    drawn = rst.rand()
    rst.rng(0)
    solver(end, robot.getTransform(q, end), np.ones(6), robot.homeConfiguration())
    assert rst.rand() == drawn


# ---- time ----

FAR = rst.trvec2tform([5, 5, 5])


@algorithms
def test_time_is_kept(algorithm):
    robot, end, solver = solver_of("iiwa14", algorithm, MaxTime=0)
    for restarts in (True, False):
        solver.SolverParameters.AllowRandomRestart = restarts
        info = solver(end, FAR, np.ones(6), robot.homeConfiguration())[1]
        assert info.ExitFlag == TIME
        assert info.Iterations <= 2  # one of the search, one to finish it
    solver.SolverParameters = {"MaxTime": 0.1, "MaxIterations": 1e9}
    start = time.perf_counter()
    info = solver(end, FAR, np.ones(6), robot.homeConfiguration())[1]
    # An iteration is a microsecond; the rest is for a busy machine, and 10^9 iterations take half an hour.
    assert 0.1 <= time.perf_counter() - start < 10
    assert info.ExitFlag == TIME
    assert info.Iterations > 1500


@pytest.mark.skipif(sys.platform == "win32", reason="there is no signal to send")
def test_long_solves_can_be_interrupted():
    robot, end, solver = solver_of("iiwa14", "LevenbergMarquardt", MaxTime=20, MaxIterations=1e9)

    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        start = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            solver(end, FAR, np.ones(6), robot.homeConfiguration())
        assert time.perf_counter() - start < 10
    finally:
        signal.signal(signal.SIGALRM, before)
    assert solver(end, robot.getTransform(np.zeros(7), end), np.ones(6), np.full(7, 0.1))[1].Status == "success"
    assert 0 < rst.rand() < 1  # the lock of the stream is free


def test_other_threads_run_during_a_long_solve():
    robot, end, solver = solver_of("iiwa14", "LevenbergMarquardt", MaxTime=0.5, MaxIterations=1e9)
    thread = threading.Thread(target=solver, args=(end, FAR, np.ones(6), robot.homeConfiguration()))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
        time.sleep(0.001)
    assert turns > 20


def test_threads_do_not_meet():
    """Eight of them on one solver; some draw, and one draws by itself."""
    robot, end, solver = solver_of("puma560", "LevenbergMarquardt")
    wrong = []

    def work(seed):
        for q in states(robot, np.random.default_rng(seed), 100):
            target = robot.getTransform(q, end)
            found, info = solver(end, target, np.ones(6), robot.homeConfiguration())
            if info.Status != "success" or max(misses(robot, found, end, target)) > EXACT:
                wrong.append(q)
            rst.rand(100, 100)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert wrong == []


# ---- arguments ----


def outcome(solver, *arguments):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        rst.rng(0)
        try:
            q, info = solver(*arguments)
            result = (np.shape(q), info.Status)
        except MatlabError as fault:
            result = (type(fault).__name__, fault.identifier, fault.message)
    return result, [(type(w.message).__name__, str(w.message), w.filename) for w in said]


def arguments_of_all_kinds(end, T, q):
    ones, nan, far = np.ones(6), q.copy(), q.copy()
    nan[2], far[0] = np.nan, 40
    bent, flat, broken, typed, last = (T.copy() for _ in range(5))
    bent[:3, :3] *= 1.1
    flat[:3, :3] = 0
    broken[0, 3] = np.inf
    typed[:3, :3] = typed[:3, :3].round(4)
    last[3, 3] = 2
    for guess in (q, q.tolist(), q[None], q[:, None], [], None, nan, far, q[:-1], "home", q.astype(int), q * 1e300):
        yield end, T, ones, guess
    for target in (T.tolist(), bent, flat, broken, typed, last, T[:3], "T", T.T.copy().T, rst.se3(T), -T, T[None]):
        yield end, target, ones, q
    for weights in (
        [1] * 6,
        [1.0] * 6,
        (1,) * 6,
        ones[None],
        ones[:5],
        -ones,
        ones * np.nan,
        ones * np.inf,
        [10**400] * 6,
        [True] * 6,
        ["1"] * 6,
        np.ones(12)[::2],
        None,
        0 * ones,
        ones * 1e200,
    ):
        yield end, T, weights, q
    for name in ("nobody", "base", "world", 3, None, [end]):
        yield name, T, ones, q


@pytest.mark.parametrize("data_format", ["row", "column", "struct"])
def test_the_same_errors_and_warnings(data_format):
    robot = rst.importrobot("iiwa14", DataFormat="row")
    end, q = "iiwa_link_ee", np.linspace(0.1, 0.7, 7)
    T = robot.getTransform(q, end)
    robot.DataFormat = data_format
    solver = rst.inverseKinematics(RigidBodyTree=robot)
    for given in arguments_of_all_kinds(end, T, q + 0.1):
        with np.errstate(over="ignore"):  # weights of 1e200
            engine.use("native")
            ours = outcome(solver, *given)
            engine.use("reference")
            assert ours == outcome(solver, *given), given


def test_lists_of_weights_and_strided_arrays_go_to_the_engine_at_once():
    robot, end, solver = solver_of("iiwa14", "LevenbergMarquardt")
    q, T = np.full(7, 0.2), robot.getTransform(np.full(7, 0.3), end)
    solver(end, T, np.ones(6), q)
    for weights in (np.ones(6), [1, 1, 1, 1, 1, 1], [1.0] * 6, np.ones((6, 2))[:, 0]):
        for target in (T, np.asfortranarray(T), np.stack([T] * 2, axis=-1)[..., 0]):
            for guess in (q, np.full(14, 0.2)[::2]):
                assert solver._at_once(end, target, weights, guess) is not None
                assert solver(end, target, weights, guess)[0].tolist() == solver(end, T, np.ones(6), q)[0].tolist()


def test_a_call_meets_few_python_frames():
    """The call, the way to the engine, its rules, and what it returns."""
    robot, end, solver = solver_of("iiwa14", "LevenbergMarquardt")
    given, frames = (end, robot.getTransform(np.full(7, 0.3), end), np.ones(6), np.zeros(7)), []
    solver(*given)
    sys.setprofile(lambda frame, event, _: frames.append(frame.f_code.co_name) if event == "call" else None)
    solver(*given)
    sys.setprofile(None)
    assert [f for f in frames if f != "bit_generator"] == ["__call__", "_at_once", "_rules_record", "_info", "outputs"]


def test_edits_and_parameters_are_seen():
    solver = rst.inverseKinematics(RigidBodyTree=arm("iiwa14")[0])
    end, q = "iiwa_link_ee", np.full(7, 0.3)
    T = solver.RigidBodyTree.getTransform(q, end)
    assert solver(end, T, np.ones(6), q + 0.1)[1].Status == "success"
    solver.SolverParameters.MaxIterations = 1
    assert solver(end, T, np.ones(6), q + 0.1)[1].Iterations == 1
    solver.SolverAlgorithm = "LevenbergMarquardt"
    assert solver(end, T, np.ones(6), q + 0.1)[1].Iterations > 1
    solver.RigidBodyTree.getBody("iiwa_link_1").Joint.PositionLimits = [-0.5, 0.25]
    assert solver(end, T, np.ones(6), q - 0.1)[0][0] <= 0.25
    solver.RigidBodyTree.Bodies[-1].Joint.setFixedTransform(rst.trvec2tform([1, 0, 0]))
    found, info = solver(end, T, np.ones(6), q - 0.1)
    missed = np.linalg.norm(misses(solver.RigidBodyTree, found, end, T))
    assert info.PoseErrorNorm == pytest.approx(missed, rel=1e-6, abs=1e-12)


# ---- handles ----


def test_what_stays_with_numpy():
    assert Problem(chain_of(32)).handle is not None
    assert Problem(chain_of(33)).handle is None
    case = chain_of(3)
    case.tree.child_to_joint[1][:3, :3] = case.tree.child_to_joint[1][:3, :3].round(4)
    assert Problem(case).handle is None
    case = chain_of(3)
    case.tree.joint_to_parent[1] = case.tree.joint_to_parent[1] * np.nan
    assert Problem(case).handle is None
    engine.use("reference")
    assert Problem(chain_of(3)).handle.solve(np.zeros(3), np.eye(4), np.ones(6), engine.search_rules(
        algorithm="bfgs_projection", iterations=1, time=1, limits=True, restarts=False, **STRICT
    ), bit_generator) is None  # fmt: skip


def test_handles_can_be_pickled():
    case = chain_of(7, 1)
    problem = Problem(case, 2)
    want = problem.native(ik.levenberg_marquardt, case.q / 4, 5)
    problem.handle = pickle.loads(pickle.dumps(problem.handle))
    assert problem.native(ik.levenberg_marquardt, case.q / 4, 5).q.tolist() == want.q.tolist()


def test_what_is_no_chain_is_no_handle():
    kind, (joints, end, bounds) = Problem(chain_of(4)).handle.__reduce__()
    for spoilt in (
        (b"", end, bounds),
        (joints[:-1], end, bounds),
        (joints * 10, end, bounds),
        (joints, end[:-8], bounds),
        (joints, end, bounds[:-8]),
        (joints, end, b""),
        (b"\x07" * 4 + joints[4:], end, bounds),  # a position that is none
        (b"\xff" * 4 + joints[4:], end, bounds),
    ):
        with pytest.raises(ValueError, match=r"not a chain|records"):
            kind(*spoilt)
    handle = kind(joints, end, bounds)
    with pytest.raises(ValueError, match="no rules"):
        handle.solve(np.zeros(4), np.eye(4), np.ones(6), b"rules", bit_generator)
    with pytest.raises(TypeError, match="takes 5"):
        handle.solve(np.zeros(4))


def test_streams():
    """Any generator of NumPy's will do; what goes wrong in a draw comes out, and nothing hangs."""
    problem = Problem(chain_of(3), 1, target=FAR)
    rules = {"algorithm": "bfgs_projection", "iterations": 100, "time": 1.0, "limits": True, "restarts": True}

    class NoGenerator:
        capsule = None

    def generator():
        return np.random.MT19937(1)

    record = engine.search_rules(**rules, **STRICT)
    first, second = (problem.handle.solve(np.zeros(3), FAR, np.ones(6), record, generator) for _ in range(2))
    assert first[0].tolist() == second[0].tolist()
    assert first[3] > 0
    for stream in (None, lambda: None, lambda: 1 / 0, NoGenerator):
        with pytest.raises((TypeError, AttributeError, ZeroDivisionError, ValueError)):
            problem.handle.solve(np.zeros(3), FAR, np.ones(6), record, stream)


def test_nothing_leaks():
    robot, end, solver = solver_of("puma560", "LevenbergMarquardt", MaxIterations=60)
    targets = [robot.getTransform(q, end) for q in states(robot, np.random.default_rng(0), 20)]
    nan = np.full(6, np.nan)

    def round_of_calls():
        for target in (*targets, FAR):
            solver(end, target, np.ones(6), np.zeros(6))
            with suppress(MatlabError):
                solver(end, target, np.ones(6), nan)
        for k in range(20):
            kind, given = solver._chain(end)[1].__reduce__()
            kind(*given)
            with suppress(ValueError):
                kind(*given[:2], given[2][: 8 * k])

    def rounds(count):
        for _ in range(count):
            round_of_calls()
        gc.collect()
        return tracemalloc.get_traced_memory()[0]

    tracemalloc.start()
    rounds(20)  # fills the free lists of Python and the caches of NumPy
    before = rounds(20)
    assert rounds(20) - before < 20_000  # 400 calls of each kind, and the least leak is 50 bytes
    tracemalloc.stop()


@algorithms
def test_flags_of_a_search(algorithm):
    robot, end, solver = solver_of("iiwa14", algorithm)
    q = np.full(7, 0.3)
    info = solver(end, robot.getTransform(q, end), np.ones(6), q)[1]
    assert (info.Iterations, info.ExitFlag, info.PoseErrorNorm <= EXACT) == (0, LOCAL_MINIMUM, True)
    info = solver(end, FAR, np.ones(6), q)[1]
    assert (info.ExitFlag, info.Status) == (ITERATIONS, "best available")
