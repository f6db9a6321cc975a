"""The compiled engine against Pinocchio, on a 7-joint arm: engine call, facade call, and a batch on one thread.

    python benchmarks/bench_engine.py [--rounds 400]

Both take turns in one process, and the ratio is the median over the rounds: a machine that changes its mind slows both
alike. Pinocchio's results are copied, since it returns views of buffers that the next call overwrites. Agreement is
checked before anything is timed.
"""

import argparse
import time

import numpy as np
import pinocchio as pin
from core_speed import arm, facade_arm

import rst_compat as rst
from rst_compat import engine
from rst_compat.matlab.compile import compiled


def pinocchio_arm(n):
    model = pin.Model()
    model.gravity = pin.Motion(np.array([0, 0, -9.81, 0, 0, 0]))
    links, parameters = arm(n, np.random.default_rng(0))
    at = 0
    for k, (link, (m, c, i)) in enumerate(zip(links, parameters, strict=True)):
        at = model.addJoint(at, pin.JointModelRZ(), pin.SE3(link), f"joint{k}")
        inertia = pin.Inertia.FromDynamicParameters(np.array([m, *(m * c), i[0], i[5], i[1], i[4], i[3], i[2]]))
        model.appendBodyToJoint(at, inertia, pin.SE3.Identity())
    return model


def per_call(calls, rounds, seconds=2e-4):
    """Seconds (rounds, calls) per call; in every round each has its turn, of about the given length."""
    repeats = []
    for call in calls:
        start, count = time.perf_counter(), 0
        while time.perf_counter() - start < 5 * seconds:
            call()
            count += 1
        repeats.append(max(1, count // 5))
    times = np.empty((rounds, len(calls)))
    for row in times:
        for k, (call, repeat) in enumerate(zip(calls, repeats, strict=True)):
            turns = range(repeat)
            start = time.perf_counter()
            for _ in turns:
                call()
            row[k] = (time.perf_counter() - start) / repeat
    return times


def functions(model, data, robot, handle, states):
    """Name -> (Pinocchio's call, the engine's, the facade's, the batch's), each without arguments."""
    Q, Qd, Qdd = states
    q, qd, qdd = Q[0], Qd[0], Qdd[0]
    upper = np.triu_indices(model.nv)

    def mass_matrix():
        return pin.crba(model, data, q).copy()

    def symmetric(M):  # noqa: N803 - crba of some versions fills the upper triangle only
        full = np.zeros_like(M)
        full[upper] = M[upper]
        return full + np.triu(full, 1).T

    calls = {
        "inverse dynamics": (
            lambda: pin.rnea(model, data, q, qd, qdd).copy(),
            lambda: handle.inverse_dynamics(q, qd, qdd),
            lambda: rst.inverseDynamics(robot, q, qd, qdd),
            lambda: handle.inverse_dynamics(Q, Qd, Qdd),
        ),
        "mass matrix": (
            mass_matrix,
            lambda: handle.mass_matrix(q),
            lambda: rst.massMatrix(robot, q),
            lambda: handle.mass_matrix(Q),
        ),
        "forward dynamics": (
            lambda: pin.aba(model, data, q, qd, qdd).copy(),
            lambda: handle.forward_dynamics(q, qd, qdd),
            lambda: rst.forwardDynamics(robot, q, qd, qdd),
            lambda: handle.forward_dynamics(Q, Qd, Qdd),
        ),
        "Coriolis matrix": (
            lambda: pin.computeCoriolisMatrix(model, data, q, qd).copy(),
            lambda: handle.coriolis_matrix(q, qd),
            lambda: rst.coriolisMatrix(robot, q, qd),
            lambda: handle.coriolis_matrix(Q, Qd),
        ),
        "gravity": (
            lambda: pin.computeGeneralizedGravity(model, data, q).copy(),
            lambda: handle.gravity_torque(q),
            lambda: rst.gravityTorque(robot, q),
            lambda: handle.gravity_torque(Q),
        ),
        "velocity product": (
            lambda: pin.nonLinearEffects(model, data, q, qd).copy(),
            lambda: handle.velocity_product(q, qd),
            lambda: rst.velocityProduct(robot, q, qd),
            lambda: handle.velocity_product(Q, Qd),
        ),
    }
    for name, (theirs, ours, facade, batch) in calls.items():
        if name == "velocity product":  # theirs has gravity in it
            continue
        want = symmetric(theirs()) if name == "mass matrix" else theirs()
        for got in (ours(), facade(), batch()[0]):
            assert np.abs(got - want).max() <= 1e-9 * max(1, np.abs(want).max()), name
    return calls


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=400, help="times that every function has its turn")
    parser.add_argument("--states", type=int, default=1000, help="configurations of a batch")
    options = parser.parse_args()
    robot = facade_arm(7, np.random.default_rng(0))
    handle = engine.native(compiled(robot).model)
    model = pinocchio_arm(7)
    states = np.random.default_rng(1).uniform(-2, 2, size=(3, options.states, 7))
    print(f"{engine.info().instruction_set}; 7 joints; Pinocchio {pin.__version__} = 1; batch of {options.states}")
    print(f"{'':<18}{'Pinocchio':>10}{'engine':>16}{'facade':>16}{'batch, each':>18}")
    for name, calls in functions(model, model.createData(), robot, handle, states).items():
        times = per_call(calls, options.rounds)
        times[:, 3] /= options.states
        ratios = np.median(times / times[:, :1], axis=0)
        us = np.median(times, axis=0) * 1e6
        print(
            f"{name:<18}{us[0]:>7.2f} us"
            + "".join(f"{r:>7.2f} {u:>5.2f} us" for r, u in zip(ratios[1:3], us[1:3], strict=True))
            + f"{ratios[3]:>8.3f} {us[3]:>6.3f} us"
        )


if __name__ == "__main__":
    main()
