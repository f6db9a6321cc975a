"""How fast the core is on one arm, how its Coriolis matrix grows, what the facade adds and what a batch saves.

    python benchmarks/core_speed.py [--rounds 2000] [--longest 80]

Only times of one process are compared, and those in turns, so that a machine that changes its mind slows all alike.
"""

import argparse
import functools
import statistics
import time

import numpy as np

import rst_compat as rst
from rst_compat import core, engine
from rst_compat.matlab.compile import compiled

LENGTHS = [5, 7, 10, 14, 20, 28, 40, 56, 80]


def arm(n, rng):
    """The arguments of ``build_model`` for n revolute joints that twist by a quarter turn, as those of a light arm."""
    links, parameters = [], []
    for k in range(n):
        s = 1.0 if k % 2 else -1.0
        link = np.array([[1.0, 0, 0, 0], [0, 0, -s, 0], [0, s, 0, 0.2], [0, 0, 0, 1]])
        link[:3, 3] += rng.normal(scale=0.02, size=3)
        links.append(link)
        m, c = rng.uniform(1, 5), rng.normal(scale=0.05, size=3)
        about_com = m * rng.uniform(0.002, 0.006, size=3)
        I_o = np.diag(about_com) + m * (c @ c * np.eye(3) - np.outer(c, c))
        inertia = [I_o[0, 0], I_o[1, 1], I_o[2, 2], I_o[1, 2], I_o[0, 2], I_o[0, 1]]
        parameters.append((m, c, np.array(inertia)))
    return links, parameters


def core_arm(n, rng):
    links, parameters = arm(n, rng)
    z = np.array([0.0, 0, 1])
    pi = [core.body_parameters(np.asarray(m), c, inertia) for m, c, inertia in parameters]
    gravity = np.array([0, 0, -9.81])
    return core.build_model(list(range(n)), ["revolute"] * n, [z] * n, links, [np.eye(4)] * n, pi, gravity)


def facade_arm(n, rng):
    """The same arm as a user builds it."""
    robot = rst.rigidBodyTree("DataFormat", "row")
    robot.Gravity = [0, 0, -9.81]
    parent = "base"
    for k, (link, (m, c, inertia)) in enumerate(zip(*arm(n, rng), strict=True), start=1):
        body, joint = rst.rigidBody(f"link{k}"), rst.rigidBodyJoint(f"joint{k}", "revolute")
        rst.setFixedTransform(joint, link)
        body.Joint, body.Mass, body.CenterOfMass, body.Inertia = joint, m, c, inertia
        robot.addBody(body, parent)
        parent = body.Name
    return robot


def in_turns(calls, rounds, block=1):
    """Seconds per call, (round, function): every function in every round, in a new order each time.

    A round is over in a few milliseconds, so those of one round share the machine's mood.
    """
    seconds, rng = np.empty((rounds, len(calls))), np.random.default_rng(0)
    for call in calls:
        call()
    for r in range(rounds):
        for k in rng.permutation(len(calls)):
            call, start = calls[k], time.perf_counter()
            for _ in range(block):
                call()
            seconds[r, k] = (time.perf_counter() - start) / block
    return seconds


def functions(model, rng):
    q, qd, qdd = rng.uniform(-2, 2, size=(3, model.nv))
    return {
        "inverseDynamics": lambda: core.inverse_dynamics(model, q, qd, qdd),
        "massMatrix": lambda: core.mass_matrix(model, q),
        "forwardDynamics": lambda: core.forward_dynamics(model, q, qd, qdd),
        "coriolisMatrix": lambda: core.coriolis_matrix(model, q, qd),
        "velocityProduct": lambda: core.velocity_product(model, q, qd),
        "gravityTorque": lambda: core.gravity_torque(model, q),
        "geometricJacobian": lambda: core.geometric_jacobian(model, q, model.nb),
    }


def report_arm(rounds):
    print("One call, seven joints (median of the rounds)")
    calls = functions(core_arm(7, np.random.default_rng(0)), np.random.default_rng(1))
    seconds = dict(zip(calls, in_turns(list(calls.values()), rounds).T, strict=True))
    for name, t in seconds.items():
        print(f"  {name:<18}{np.median(t) * 1e6:9.1f} us")
    ratio = np.median(seconds["coriolisMatrix"] / seconds["inverseDynamics"])
    print(f"  coriolisMatrix / inverseDynamics = {ratio:.2f} (median of the ratios within a round)")


def report_growth(rounds, longest):
    print("Coriolis matrix of a chain of n joints")
    lengths = [n for n in LENGTHS if n <= longest]
    calls = [functions(core_arm(n, np.random.default_rng(n)), np.random.default_rng(1)) for n in lengths]
    seconds = in_turns([c["coriolisMatrix"] for c in calls], rounds)
    for n, t in zip(lengths, np.median(seconds, axis=0), strict=True):
        print(f"  n = {n:<4}{t * 1e6:9.1f} us")
    for first in (lengths[0], 20):
        part = [k for k, n in enumerate(lengths) if n >= first]
        if len(part) > 1:
            exponents = np.polyfit(np.log(np.array(lengths)[part]), np.log(seconds[:, part]).T, 1)[0]
            print(f"  time ~ n^{np.median(exponents):.2f} for n = {first}..{lengths[-1]} (least squares, each round)")


def report_facade(rounds):
    robot = facade_arm(7, np.random.default_rng(0))
    model = compiled(robot).model
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, size=(3, 7))
    f_ext = np.ones((7, 6))
    pairs = {
        "inverseDynamics(robot,q,qd,qdd)": (
            lambda: rst.inverseDynamics(robot, q, qd, qdd),
            lambda: core.inverse_dynamics(model, q, qd, qdd),
        ),
        "inverseDynamics(robot,q,qd,qdd,fext)": (
            lambda: rst.inverseDynamics(robot, q, qd, qdd, f_ext),
            lambda: core.inverse_dynamics(model, q, qd, qdd, f_ext),
        ),
        "massMatrix(robot,q)": (lambda: rst.massMatrix(robot, q), lambda: core.mass_matrix(model, q)),
        "coriolisMatrix(robot,q,qd)": (
            lambda: rst.coriolisMatrix(robot, q, qd),
            lambda: core.coriolis_matrix(model, q, qd),
        ),
    }
    print("What the facade adds to a call of the core (median of paired differences)")
    for name, (facade, bare) in pairs.items():
        seconds = in_turns([facade, bare], rounds // 10, block=20)  # warm, as in a user's loop
        added = statistics.median(seconds[:, 0] - seconds[:, 1])
        print(f"  {name:<38}{added * 1e6:7.1f} us, {added / np.median(seconds[:, 1]):6.1%} of the core's time")


def report_batch(rounds, states=1000):
    robot = facade_arm(7, np.random.default_rng(0))
    Q = np.random.default_rng(1).uniform(-2, 2, size=(3, states, 7))
    print(f"A configuration in a batch of {states}, in terms of a single call (median of the ratios within a round)")
    for name, count in {"inverseDynamics": 3, "massMatrix": 1, "forwardDynamics": 3, "coriolisMatrix": 2}.items():
        many, one = getattr(rst.batch, name), getattr(rst, name)
        calls = [functools.partial(many, robot, *Q[:count]), functools.partial(one, robot, *Q[:count, 0])]
        seconds = in_turns(calls, rounds)
        print(f"  {name:<18}1/{np.median(seconds[:, 1] / seconds[:, 0]) * states:.1f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2000, help="times that every function has its turn")
    parser.add_argument("--longest", type=int, default=80, help="joints of the longest chain")
    options = parser.parse_args()
    engine.use("reference")  # the compiled one has its own benchmark
    report_arm(options.rounds)
    report_growth(max(1, options.rounds // 10), options.longest)
    report_facade(options.rounds)
    report_batch(max(1, options.rounds // 50))


if __name__ == "__main__":
    main()
