"""How often and how well the solvers do on robots as they are: poses are compared, never joint positions."""

import numpy as np
import pytest
from arms import ALGORITHMS, ARMS, arm, limits, misses, near, random_poses, states
from scipy.optimize import least_squares

import rst_compat as rst
from rst_compat import core, ik
from rst_compat.matlab.compile import compiled

EXACT = 1e-6  # m and rad: MATLAB's SolutionTolerance

counts = pytest.mark.parametrize("count", [100, pytest.param(1000, marks=pytest.mark.slow)])
robots = pytest.mark.parametrize("name", ARMS)
algorithms = pytest.mark.parametrize("algorithm", ALGORITHMS)


def successes(name, algorithm, count, kind="anywhere", warm=False):
    """The share of poses that are reached with default parameters; what is said of each is held against the robot."""
    robot, end = arm(name)
    solver = rst.inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
    lower, upper = limits(robot)
    rng, reached = np.random.default_rng(count), 0
    rst.rng(count)
    for q in states(robot, rng, count, kind):
        target = robot.getTransform(q, end)
        guess = near(robot, q, rng) if warm else robot.homeConfiguration()
        solution, info = solver(end, target, np.ones(6), guess)
        assert ((lower <= solution) & (solution <= upper)).all()
        good = max(misses(robot, solution, end, target)) <= EXACT
        assert info.Status == ("success" if good else "best available")
        reached += good
    return reached / count


@counts
@robots
@algorithms
def test_reachable_poses_are_reached_from_home(name, algorithm, count):
    assert successes(name, algorithm, count) >= 0.999


@counts
@robots
@algorithms
def test_poses_nearby_are_reached(name, algorithm, count):
    assert successes(name, algorithm, count, warm=True) == 1


@counts
@robots
@algorithms
def test_poses_at_the_joint_limits_are_reached(name, algorithm, count):
    assert successes(name, algorithm, count, "at limits") >= (1 if algorithm == "LevenbergMarquardt" else 0.98)


@counts
@robots
@algorithms
def test_poses_in_a_corner_of_the_limits_are_reached(name, algorithm, count):
    """The hardest: a solution that may be the only one, with no room on any side."""
    assert successes(name, algorithm, count, "in a corner") >= (1 if algorithm == "LevenbergMarquardt" else 0.98)


def best_of_many(robot, end, target, starts, rng):
    """The smallest error that SciPy finds from random starts, on kinematics that know nothing of the solver's."""
    tree = compiled(robot)
    body = tree.body_number[end]
    moved = np.flatnonzero(core.geometric_jacobian(tree.model, tree.home + 0.1, body).any(axis=0))
    lower, upper = limits(robot)[:, moved]

    def whole(x):
        q = tree.home.copy()
        q[moved] = x
        return q

    def residual(x):
        T = core.body_poses(tree.model, whole(x))[body]
        r = rst.tform2axang(target @ core.invert_pose(T))
        r = np.ravel(r)[:3] * np.ravel(r)[3]
        return np.concatenate([r, target[:3, 3] - T[:3, 3]])

    def jacobian(x):  # without the derivative of the rotation vector, which the gradient does not need
        return -core.geometric_jacobian(tree.model, whole(x), body)[:, moved]

    found = [
        least_squares(residual, rng.uniform(lower, upper), jacobian, bounds=(lower, upper), max_nfev=100)
        for _ in range(starts)
    ]
    return min(np.linalg.norm(f.fun) for f in found)


@pytest.mark.parametrize(("count", "starts"), [(2, 10), pytest.param(50, 50, marks=pytest.mark.slow)])
@robots
def test_out_of_reach_the_best_is_found(name, count, starts):
    robot, end = arm(name)
    solvers = [rst.inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=a) for a in ALGORITHMS]
    rng, unreached = np.random.default_rng(7), 0
    rst.rng(7)
    for target in random_poses(robot, end, rng, 100 * count):
        answers = [solver(end, target, np.ones(6), [])[1] for solver in solvers]
        if answers[0].Status == "success":
            continue
        unreached += 1
        best = best_of_many(robot, end, target, starts, rng)
        for info in answers:
            assert (info.Status, info.ExitFlag) == ("best available", 2)
            assert info.PoseErrorNorm <= 1.01 * best
        if unreached == count:
            break
    assert unreached == count


@robots
@algorithms
def test_random_restarts_repeat_after_rng(name, algorithm):
    robot, end = arm(name)
    solver = rst.inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
    targets = [robot.getTransform(q, end) for q in states(robot, np.random.default_rng(0), 20)]
    runs = []
    for _ in range(2):
        rst.rng(3)
        runs.append([solver(end, T, np.ones(6), []) for T in targets])
    assert sum(info.NumRandomRestarts for _, info in runs[0]) > 0 or name == "iiwa14"
    for (q, info), (q_again, info_again) in zip(*runs, strict=True):
        assert q.tolist() == q_again.tolist()
        assert info == info_again


@robots
def test_the_jacobian_used_is_that_of_the_robot(name):
    robot, end = arm(name)
    tree = compiled(robot)
    chain = ik.make_chain(tree.model, [(tree.body_number[end], np.eye(4))])
    q = next(states(robot, np.random.default_rng(1), 1))
    frames = chain.frames(q[chain.positions])
    J = robot.geometricJacobian(q, end)
    assert np.abs(chain.jacobian(frames, chain.pose(frames)).T - J[:, chain.positions]).max() < 1e-14
    assert not np.delete(J, chain.positions, axis=1).any()
