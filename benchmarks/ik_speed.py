"""How fast and how often inverse kinematics finds poses, beside roboticstoolbox-python's ik_LM where that is installed.

    python benchmarks/ik_speed.py [--poses 1000] [--engines native reference]

Poses are those of random joint positions within the limits; a solution counts when our own forward kinematics has it
within 1e-6 m and 1e-6 rad of the pose, and every joint within its limits.  Cold starts are from home, warm ones 0.1 rad
away from a solution.  The methods take turns of fifty poses.  Times are those of the thread, so that other processes on
the machine count little; that of an empty call is taken off.  "engine call" is the compiled function that stands behind
inverseKinematics, the other lines are calls as users make them.
"""

import argparse
import platform
import sys
import time
from pathlib import Path

import numpy as np

import rst_compat as rst
from rst_compat import engine
from rst_compat.matlab.random_numbers import bit_generator

sys.path.append(str(Path(__file__).parents[1] / "tests" / "ik"))
from arms import ALGORITHMS, ARMS, arm, limits, misses, near, states

WEIGHTS = np.ones(6)
TURN = 50  # poses that a method takes before the next one has its turn


def facade(algorithm):
    """The class inverseKinematics with one of its algorithms."""

    def make(robot, end):
        solver = rst.inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
        return lambda target, guess: solver(end, target, WEIGHTS, guess), lambda found, _: found[0]

    return make


def engine_call(algorithm):
    """What inverseKinematics calls, with the arguments that it makes once."""

    def make(robot, end):
        solver = rst.inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
        solve, rules = solver._chain(end)[1].solve, solver._rules_record()
        return lambda target, guess: solve(guess, target, WEIGHTS, rules, bit_generator), lambda found, _: found[0]

    return make


def toolbox(robot, end):
    """ik_LM in C++ on the elementary transforms of the same chain; its tolerance is half the squared error."""
    from roboticstoolbox import ET, ETS  # noqa: PLC0415 - not everybody has it

    path = []
    body = robot.getBody(end)
    while body is not None and body.Name != robot.BaseName:
        path.append(body)
        body = body.Parent
    lower, upper = limits(robot)
    terms, columns = [], []
    for body in path[::-1]:
        joint = body.Joint
        terms.append(ET.SE3(np.array(joint.JointToParentTransform)))
        if joint.Type != "fixed":
            k = robot.jointPositionFromJointName(joint.Name).start
            z = rst.axang2tform([*_turn_to(joint.JointAxis)])  # its joints turn about z
            terms += [ET.SE3(z), ET.Rz(qlim=[lower[k], upper[k]]), ET.SE3(np.linalg.inv(z))]
            columns.append(k)
        terms.append(ET.SE3(np.array(joint.ChildToJointTransform)))
    ets = ETS(terms)

    def whole(found, guess):
        q = guess.copy()
        q[columns] = found.q
        return q

    return lambda target, guess: ets.ik_LM(target, q0=guess[columns], tol=1e-13, method="chan", k=1.0), whole


def _turn_to(axis):
    """Axis and angle of a rotation that takes z to a unit vector."""
    normal = np.cross([0, 0, 1], axis)
    if not normal.any():
        normal = np.array([1.0, 0, 0])
    return [*normal / np.linalg.norm(normal), np.arccos(np.clip(axis[2], -1, 1))]


def methods(engines):
    """Label -> engine to run on, and what makes a call for a robot and its end effector."""
    found = {}
    if "native" in engines:
        found |= {f"{a}, engine call": ("native", engine_call(a)) for a in ALGORITHMS}
    for name in engines:
        found |= {f"{a}, {name}": (name, facade(a)) for a in ALGORITHMS}
    try:
        import roboticstoolbox as there  # noqa: PLC0415 - not everybody has it

        found[f"roboticstoolbox-python {there.__version__} ik_LM"] = (engines[0], toolbox)
    except ImportError:
        print("roboticstoolbox-python is not installed: our times alone")
    return found


def microseconds(call, *arguments):
    start = time.thread_time_ns()
    found = call(*arguments)
    return found, (time.thread_time_ns() - start) / 1e3


def measure(name, makers, poses, warm):
    """For each method, the share of poses reached in percent, and the median and 95th percentile of microseconds."""
    robot, end = arm(name)
    lower, upper = limits(robot)
    rng = np.random.default_rng(1)
    rst.rng(1)
    calls = {label: make(robot, end) for label, (_, make) in makers.items()}
    reached, spent = dict.fromkeys(calls, 0), {label: [] for label in calls}
    empty = np.median([microseconds(lambda *_: None, None, None)[1] for _ in range(1000)])
    wanted = list(states(robot, rng, poses))
    for first in range(0, poses, TURN):
        block = wanted[first : first + TURN]
        targets = [robot.getTransform(q, end) for q in block]
        guesses = [near(robot, q, rng) if warm else robot.homeConfiguration() for q in block]
        for label, (call, whole) in calls.items():
            engine.use(makers[label][0])
            answers = [microseconds(call, *given) for given in zip(targets, guesses, strict=True)]
            spent[label] += [time_taken - empty for _, time_taken in answers]
            for (found, _), guess, target in zip(answers, guesses, targets, strict=True):
                q = whole(found, guess)
                inside = ((lower <= q) & (q <= upper)).all()
                reached[label] += inside and max(misses(robot, q, end, target)) <= 1e-6
    return {label: (100 * reached[label] / poses, *np.percentile(spent[label], [50, 95])) for label in calls}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=1000, help="poses for each robot and start")
    parser.add_argument("--engines", nargs="+", default=engine.info().engines[::-1], help="native, reference")
    options = parser.parse_args()
    makers = methods(options.engines)
    there = engine.info()
    print(f"{platform.machine()}, Python {platform.python_version()}, NumPy {np.__version__}, {there.instruction_set}")
    print(f"{'':42}{'cold: reached, median, 95 %':>34}{'warm: reached, median, 95 %':>34}")
    for name in ARMS:
        print(name)
        cold, warm = (measure(name, makers, options.poses, w) for w in (False, True))
        for label in makers:
            columns = [
                f"{share:9.2f} % {median:9.1f} {late:9.1f} us" for share, median, late in (cold[label], warm[label])
            ]
            print(f"  {label:<40}{columns[0]:>34}{columns[1]:>34}", flush=True)


if __name__ == "__main__":
    main()
