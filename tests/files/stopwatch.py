"""Bounds of time that are no bet on the machine: what takes too long takes minutes, or grows with the square."""

from contextlib import contextmanager
from time import process_time

IDLE = 0.04  # s of the piece of work below on the machine on which the bounds were set


def slowness():
    """How much slower this machine is now than that one; 1 where it is not."""
    start = process_time()
    "".join(str(k) for k in range(320_000))
    return max(1.0, (process_time() - start) / IDLE)


@contextmanager
def soon(seconds):
    """The block takes at most so many seconds of this process, and longer as the machine is slower or busy."""
    slow, start = slowness(), process_time()
    yield
    took = process_time() - start
    assert took < seconds * max(slow, slowness())
