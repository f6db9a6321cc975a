"""How fast and how often inverse kinematics finds poses, beside roboticstoolbox-python's ik_LM where that is installed.

    python benchmarks/ik_speed.py [--poses 1000]

Poses are those of random joint positions within the limits; a solution counts when our own forward kinematics has it
within 1e-6 m and 1e-6 rad of the pose, and every joint within its limits.  Cold starts are from home, warm ones 0.1 rad
away from a solution.  Times are those of the thread, so that other processes on the machine do not count.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

import rst_compat as rst

sys.path.append(str(Path(__file__).parents[1] / "tests" / "ik"))
from arms import ALGORITHMS, ARMS, arm, limits, misses, near, states


def ours(algorithm):
    def make(robot, end):
        solver = rst.inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
        weights = np.ones(6)
        return lambda target, guess: solver(end, target, weights, guess, nargout=1)

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

    def solve(target, guess):
        q = guess.copy()
        q[columns] = ets.ik_LM(target, q0=guess[columns], tol=1e-13, method="chan", k=1.0).q
        return q

    return solve


def _turn_to(axis):
    """Axis and angle of a rotation that takes z to a unit vector."""
    normal = np.cross([0, 0, 1], axis)
    if not normal.any():
        normal = np.array([1.0, 0, 0])
    return [*normal / np.linalg.norm(normal), np.arccos(np.clip(axis[2], -1, 1))]


def report(name, label, make, poses):
    robot, end = arm(name)
    solve, (lower, upper) = make(robot, end), limits(robot)
    print(f"  {label:<24}", end="")
    for warm in (False, True):
        rng, found, seconds = np.random.default_rng(1), [], []
        rst.rng(1)
        wanted = list(states(robot, rng, poses))
        targets = [robot.getTransform(q, end) for q in wanted]
        guesses = [near(robot, q, rng) if warm else robot.homeConfiguration() for q in wanted]
        for target, guess in zip(targets, guesses, strict=True):
            start = time.thread_time()
            found.append(solve(target, guess))
            seconds.append(time.thread_time() - start)
        reached = sum(
            ((lower <= q) & (q <= upper)).all() and max(misses(robot, q, end, target)) <= 1e-6
            for q, target in zip(found, targets, strict=True)
        )
        median, late = 1e3 * np.percentile(seconds, [50, 95])
        print(f"{100 * reached / poses:9.2f} % {median:7.3f} ms (95 %: {late:.3f})", end="")
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--poses", type=int, default=1000, help="poses for each robot and start")
    options = parser.parse_args()
    makers = {algorithm: ours(algorithm) for algorithm in ALGORITHMS}
    try:
        import roboticstoolbox  # noqa: F401, PLC0415

        makers["roboticstoolbox ik_LM"] = toolbox
    except ImportError:
        print("roboticstoolbox-python is not installed; our times alone")
    print(f"{'':26}{'cold: reached, time':>33}{'warm: reached, time':>34}")
    for name in ARMS:
        print(name)
        for label, make in makers.items():
            report(name, label, make, options.poses)


if __name__ == "__main__":
    main()
