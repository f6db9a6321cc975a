"""The searches on problems whose answer is known, and what makes them stop."""

import time

import numpy as np
import pytest
from scipy.optimize import lsq_linear
from trees import chain as chain_of
from trees import random_pose

from rst_compat import ik
from rst_compat.ik.search import ABANDONED, CHANGE, ITERATIONS, LOCAL_MINIMUM, STEP, TIME

SEARCHES = [ik.levenberg_marquardt, ik.bfgs_projection]
searches = pytest.mark.parametrize("search", SEARCHES)
#: Searches compare squared residuals, which tell points apart down to the root of rounding, 1.5e-8; some times that.
RESOLVED = 1e-7
STRICT = ik.Rules(solution=0, gradient=1e-13, step=0, change=0)


class Linear:
    """The residual ``b - A q``."""

    def __init__(self, A, b):
        self.A, self.b, self.calls = A, b, 0

    def error(self, q):
        self.calls += 1
        return self.b - self.A @ q, None

    def jacobian(self, place):
        return self.A.T.copy()


class Valley(Linear):
    """Rosenbrock's function: a residual with a curved valley."""

    def error(self, q):
        return np.array([10 * (q[0] ** 2 - q[1]), q[0] - 1]), q

    def jacobian(self, place):
        return -np.array([[20 * place[0], 1], [-10, 0]])


def box(n, half=np.inf):
    return ik.Box(np.full(n, -half), np.full(n, half))


@searches
@pytest.mark.parametrize("seed", range(20))
def test_linear_least_squares_in_a_box(search, seed):
    """A convex problem: its one minimum, with the bounds that SciPy's active-set method finds."""
    rng = np.random.default_rng(seed)
    A, b = rng.normal(size=(6, 4)), 3 * rng.normal(size=6)
    outcome = search(Linear(A, b), np.zeros(4), box(4, 0.5), STRICT, 500)
    best = lsq_linear(A, b, (-0.5, 0.5), method="bvls", tol=1e-15)
    assert np.abs(outcome.q - best.x).max() < RESOLVED
    assert outcome.squared == pytest.approx(2 * best.cost, rel=1e-12)
    assert np.abs(outcome.q).max() == 0.5  # some bound holds, or the test shows little


@searches
def test_a_curved_valley(search):
    outcome = search(Valley(0, 0), np.array([-1.2, 1]), box(2), ik.Rules(solution=1e-12), 200)
    assert np.abs(outcome.q - 1).max() < 1e-11


@searches
def test_a_curved_valley_with_a_wall(search):
    """With q0 at most 0.5 the minimum is at (0.5, 0.25): there the slope along the wall is zero."""
    walls = ik.Box(np.full(2, -2.0), np.array([0.5, 2]))
    outcome = search(Valley(0, 0), np.array([-1.2, 1]), walls, STRICT, 500)
    assert np.abs(outcome.q - [0.5, 0.25]).max() < RESOLVED


@searches
@pytest.mark.parametrize("seed", range(5))
def test_no_joint_can_improve_a_minimum(search, seed):
    """First-order conditions of a pose out of reach: the gradient is zero, or points out of the box."""
    case = chain_of(6, seed)
    chain = ik.make_chain(case.model, [(6, np.eye(4))])
    target = random_pose(case.rng)
    target[:3, 3] *= 20
    problem, walls = ik.PoseError(chain, target, np.ones(6)), box(6, 0.7)
    outcome = search(problem, np.zeros(6), walls, STRICT, 3000)
    e, place = problem.error(outcome.q)
    descent = problem.jacobian(place) @ e
    inside = np.abs(outcome.q) < 0.7
    assert np.abs(descent[inside]).max(initial=0) < RESOLVED * outcome.squared  # the curvature is of that size
    assert (descent[~inside] * outcome.q[~inside] > 0).all()


@searches
def test_steps_near_a_solution_are_quadratic(search):
    case = chain_of(6, 1)
    chain = ik.make_chain(case.model, [(6, np.eye(4))])
    target = np.eye(4)
    target[:3] = chain.pose(chain.frames(case.q))[:3]
    problem = ik.PoseError(chain, target, np.ones(6))
    outcome = search(problem, case.q + 0.01, box(6), ik.Rules(solution=1e-12, gradient=0), 10)
    assert outcome.squared <= 1e-24
    assert outcome.iterations <= 4


# ---- why it stops ----


def far():
    return Linear(np.eye(2), np.array([3.0, 4]))


@searches
def test_solved_at_once(search):
    problem = far()
    outcome = search(problem, np.array([3.0, 4]), box(2), ik.Rules(), 100)
    assert (outcome.iterations, outcome.squared, problem.calls) == (0, 0, 1)


@searches
@pytest.mark.parametrize("budget", [0, 1, 7])
def test_the_budget_is_kept(search, budget):
    outcome = search(Valley(0, 0), np.array([-1.2, 1]), box(2), STRICT, budget)
    assert (outcome.iterations, outcome.flag) == (budget, ITERATIONS)


@searches
def test_time_is_kept(search):
    rules = STRICT._replace(deadline=time.perf_counter())
    outcome = search(Valley(0, 0), np.array([-1.2, 1]), box(2), rules, 500)
    assert (outcome.iterations, outcome.flag) == (1, TIME)


@searches
def test_a_small_step_ends_it(search):
    outcome = search(Valley(0, 0), np.array([-1.2, 1]), box(2), STRICT._replace(step=10), 500)
    assert (outcome.iterations, outcome.flag) == (1, STEP)


def test_a_small_change_of_the_error_ends_it():
    outcome = ik.levenberg_marquardt(Valley(0, 0), np.array([-1.2, 1]), box(2), STRICT._replace(change=100), 500)
    assert (outcome.iterations, outcome.flag) == (1, CHANGE)


@searches
def test_slow_searches_are_given_up_where_wanted(search):
    """The valley with a wall across it, which leaves little to gain."""
    walls = ik.Box(np.full(2, -2.0), np.array([0.5, 2]))
    outcomes = [search(Valley(0, 0), np.array([-1.2, 1]), walls, STRICT, 500, patient) for patient in (False, True)]
    assert outcomes[0].flag == ABANDONED
    assert outcomes[1].flag != ABANDONED
    assert outcomes[0].iterations < outcomes[1].iterations


def test_without_error_damping_the_bias_is_constant():
    """With a bias far above the curvature, steps are those of steepest descent: slow."""
    quick = ik.levenberg_marquardt(far(), np.zeros(2), box(2), STRICT, 500)
    slow = ik.levenberg_marquardt(far(), np.zeros(2), box(2), STRICT._replace(error_damping=False, bias=1e3), 500)
    assert slow.iterations > 2 * quick.iterations
    assert np.abs(slow.q - [3, 4]).max() < 1e-9


# ---- boxes and restarts ----


def test_samples_fill_the_box_and_reach_its_ends():
    walls = ik.Box(np.array([-1, -np.inf, 2, -np.inf]), np.array([1, np.inf, np.inf, -5]))
    points = np.array([walls.sample(u) for u in np.random.default_rng(0).random((2000, 4))])
    lower, upper = [-1, -np.pi, 2, -5 - 2 * np.pi], [1, np.pi, 2 + 2 * np.pi, -5]
    assert points.min(axis=0).tolist() == pytest.approx(lower)
    assert points.max(axis=0).tolist() == pytest.approx(upper)
    for end in (lower, upper):
        assert 0.06 < (np.abs(points - end) < 1e-12).mean(axis=0).min() < 0.11  # a twelfth


def test_folding_keeps_the_place():
    walls = ik.Box(np.array([-1.0, 3, -np.inf, -1]), np.array([5.5, 5, np.inf, 1]), np.array([True, True, True, False]))
    folded = walls.fold(np.array([-20.0, -2, 1, 7]))
    assert folded == pytest.approx([-20 + 8 * np.pi, -2 + 2 * np.pi, 1, 1])
    assert walls.fold(np.array([0.0, 0, 0, 0])).tolist() == [0, 5, 0, 0]  # 0 and 2 pi are both outside


def test_a_solver_starts_again_until_it_succeeds():
    starts = iter([np.array([0.75]), np.array([0.55])])  # 5.4, 1.08

    class Hills(Linear):
        """Zero at 1 only; flat elsewhere."""

        def error(self, q):
            return np.array([q[0] - 1.0 if abs(q[0] - 1) < 0.5 else 2.0]), q

        def jacobian(self, place):
            return np.array([[-1.0 if abs(place[0] - 1) < 0.5 else 0.0]])

    found = ik.solve(
        ik.levenberg_marquardt, Hills(0, 0), np.array([-5.0]), box(1, 9.0), ik.Rules(), 100, lambda: next(starts)
    )
    assert (found.restarts, found.flag) == (2, LOCAL_MINIMUM)
    assert found.q == pytest.approx([1])


class Pit(Linear):
    """Zero in a corner, and falling towards it along each joint, but flat: only a start in the corner finds it."""

    def error(self, q):
        return np.array([*(q - self.b), 1.0 if np.abs(q - self.b).max() > 0.1 else 0.0]), q

    def jacobian(self, place):
        at_home = np.abs(place - self.b).max() < 0.1
        return -np.eye(len(place), len(place) + 1) * at_home


@searches
def test_a_solution_in_one_of_many_corners_is_found(search):
    corner = np.where(np.arange(20) % 3, 2.0, -1.0)
    walls = ik.Box(np.full(20, -1.0), np.full(20, 2.0))
    rng = np.random.default_rng(0)
    found = ik.solve(search, Pit(0, corner), np.zeros(20), walls, ik.Rules(), 1500, lambda: rng.random(20))
    assert found.error == 0
    assert found.q.tolist() == corner.tolist()
    narrow = ik.Box(np.full(20, -0.5), np.full(20, 1.5))
    found = ik.solve(search, Pit(0, corner), np.zeros(20), walls, ik.Rules(), 150, lambda: rng.random(20), narrow)
    assert found.error > 1  # restarts begin in the narrow box, whose corners are too far away


@searches
def test_without_restarts_there_is_one_search(search):
    found = ik.solve(search, Valley(0, 0), np.array([-1.2, 1]), box(2), ik.Rules(), 500)
    assert (found.restarts, found.error <= 1e-6) == (0, True)
