"""Times that can be compared: of one process and in turns, so that a machine that changes its mind slows all alike."""

import gc
import os
import platform
import time
from pathlib import Path

import numpy as np


def quickest(call, seconds=1e-3, least=5):
    """The shortest of the times of a call: the one that nothing else on the machine got into."""
    best, start, count = np.inf, time.perf_counter(), 0
    while count < least or time.perf_counter() - start < seconds:
        before = time.perf_counter()
        call()
        best, count = min(best, time.perf_counter() - before), count + 1
    return best


def in_turns(calls, rounds, seconds=2e-4):
    """Seconds per call (rounds, calls); in every round each has one turn of about the given length, in a new order.

    Calls take no arguments; what calling an empty function costs (0.06 us) is in all of them.
    """
    turns = [range(max(1, round(seconds / quickest(call)))) for call in calls]
    times, rng = np.empty((rounds, len(calls))), np.random.default_rng(0)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for row in times:
            for k in rng.permutation(len(calls)):
                call, turn = calls[k], turns[k]
                start = time.perf_counter()
                for _ in turn:
                    call()
                row[k] = (time.perf_counter() - start) / len(turn)
    finally:
        if collecting:
            gc.enable()
    return times


def spread(samples):
    """Lower quartile, median, upper quartile."""
    return [float(x) for x in np.quantile(samples, [0.25, 0.5, 0.75])]


def machine():
    """What a number needs beside it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        processor = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        processor = platform.processor() or platform.machine()
    return {
        "processor": processor,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
    }
