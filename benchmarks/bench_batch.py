"""How a batch scales with threads, and what memory it takes beside its arguments and its result.

    python benchmarks/bench_batch.py [--states 1000000] [--rounds 15]

One thread and several take turns. Where others use the machine, threads of one process share what it gets, and the
ratio of times says nothing: the time of processors, which is the same for any number of threads if these do not hinder
each other, stands beside it.
"""

import argparse
import os
import time
import tracemalloc

import numpy as np

import rst_compat as rst
from rst_compat import batch, engine


def measured(call):
    """Seconds of the clock and of the processors."""
    start, used = time.perf_counter(), time.process_time()
    call()
    return time.perf_counter() - start, time.process_time() - used


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=10**6)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    robot = rst.importrobot("iiwa14")
    state = np.random.default_rng(0).uniform(-2, 2, size=(3, options.states, 7))
    out = np.empty((options.states, 7))
    counts = (1, options.workers)
    times = np.array(
        [
            [measured(lambda w=w: batch.inverseDynamics(robot, *state, out=out, workers=w)) for w in counts]
            for _ in range(options.rounds)
        ]
    )
    one, several = np.median(times, axis=0) * 1e3
    print(f"{engine.info().instruction_set or 'NumPy'}; iiwa14; {options.states} states; load {os.getloadavg()[0]:.1f}")
    print(f"1 thread {one[0]:.1f} ms (processors {one[1]:.1f}), {options.workers} threads {several[0]:.1f} ms", end=" ")
    print(f"(processors {several[1]:.1f}): {np.median(times[:, 0, 0] / times[:, 1, 0]):.2f} times as fast")
    tracemalloc.start()
    batch.inverseDynamics(robot, *state, out=out, workers=options.workers)
    print(f"memory beside arguments and result: {tracemalloc.get_traced_memory()[1] / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
