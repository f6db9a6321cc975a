"""Torques of an arm in ten million random states, on the processes of this machine or on a cluster.

    pip install "rst_compat[dask]"
    python examples/monte_carlo_dask.py --states 10_000_000 --workers 2

Positions come from the limits of the joints, velocities and accelerations from normal distributions. What is wanted is
small (means, deviations, extremes, how often a motor is too weak), so states and torques live for a chunk only, and ten
million states need no more memory than a few chunks.
"""

import argparse
import contextlib
import sys
import time

import dask
import dask.array as da
import numpy as np
from dask.distributed import Client, LocalCluster, progress, wait

import rst_compat as rst
from rst_compat import batch


def limits(robot, fallback=np.pi):
    """Lower and upper position limits (nq,); a joint without an end gets half a turn to either side."""
    moving = [body.Joint for body in robot.Bodies if body.Joint.Type != "fixed"]
    low, high = np.array([joint.PositionLimits for joint in moving]).T
    return np.maximum(low, -fallback), np.minimum(high, fallback)


def torques(robot, states, chunk, seed=0):
    """A Dask array (states, nv) of inverse dynamics in random states; nothing is computed yet."""
    rng = da.random.default_rng(seed)
    low, high = limits(robot)
    shape, chunks = (states, low.size), (chunk, low.size)
    position = low + (high - low) * rng.random(size=shape, chunks=chunks)
    velocity, acceleration = (rng.normal(0, deviation, size=shape, chunks=chunks) for deviation in (1.0, 2.0))
    return batch.inverseDynamics(robot, position, velocity, acceleration)


def statistics(tau, motor):
    """What is asked of the torques, each (nv,): lazy arrays of Dask."""
    return {
        "mean": tau.mean(axis=0),
        "deviation": tau.std(axis=0),
        "largest": abs(tau).max(axis=0),
        "too weak": (abs(tau) > motor).mean(axis=0),
    }


def main(arguments=None):
    """Run it; the statistics as NumPy arrays."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robot", default="iiwa14")
    parser.add_argument("--states", type=int, default=10_000_000)
    parser.add_argument("--chunk", type=int, default=100_000, help="states of a chunk")
    parser.add_argument("--motor", type=float, default=60.0, help="torque that a motor can give, N m")
    parser.add_argument("--workers", type=int, help="processes of a cluster on this machine; one for each core")
    parser.add_argument("--threads-only", action="store_true", help="threads of this process instead")
    parser.add_argument("--scheduler", help="address of a cluster that runs already")
    options = parser.parse_args(arguments)
    robot = rst.importrobot(options.robot, DataFormat="row")
    robot.Gravity = [0, 0, -9.81]
    wanted = statistics(torques(robot, options.states, options.chunk), options.motor)
    cluster = contextlib.nullcontext(options.scheduler)
    if not options.scheduler:
        cluster = LocalCluster(
            n_workers=1 if options.threads_only else options.workers,
            threads_per_worker=options.workers if options.threads_only else 1,
            processes=not options.threads_only,
            dashboard_address=None,
        )
    with cluster as address, Client(address):
        start = time.perf_counter()
        (running,) = dask.persist(wanted)
        if sys.stdout.isatty():
            progress(running)
        wait(running)
        found = dict(zip(wanted, dask.compute(*running.values()), strict=True))
        seconds = time.perf_counter() - start
    print(f"\n{options.states:,} states in {seconds:.1f} s, {seconds / options.states * 1e6:.2f} us each")
    for name, values in found.items():
        print(f"{name:>10}", *(f"{v:9.3f}" for v in values))
    return found


if __name__ == "__main__":
    main()
