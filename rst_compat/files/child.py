"""Work on what strangers wrote, in a process of its own: it may hang, swell or crash, and only it."""

from __future__ import annotations

import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

#: the time to start, and how much slower than its processor a process may be
_STARTING, _WAITING = 30, 5
_START = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
from rst_compat.files.child import answer
answer()
"""


class ChildError(Exception):
    """The process gave no answer.

    Attributes
    ----------
    kind : {"time", "memory", "import", "crash", "start"}
        What it ran out of, or what else happened.
    """

    def __init__(self, kind: str, text: str) -> None:
        super().__init__(text)
        self.kind = kind


def start() -> Any:
    """A process that waits for its request on standard input."""
    if not sys.executable or getattr(sys, "frozen", False):  # a frozen program would start itself again
        raise FileNotFoundError("sys.executable names no Python")
    return subprocess.Popen(
        [sys.executable, "-I" if sys.flags.isolated else "-P", "-c", _START],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # threads start slowly and claim memory
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def call(function: str, *arguments: Any, needs: Sequence[str], seconds: float, size: float) -> Any:
    """What a function returns that runs in another process.

    Parameters
    ----------
    function : str
        ``module:name``
    *arguments
        They are pickled, as the result is.
    needs : sequence of str
        What it imports. Neither its time nor its memory counts.
    seconds : float
        Of the processor; where the system counts none (Windows), of the clock, several times as many.
    size : float
        Bytes of memory; Linux only.

    Raises
    ------
    ChildError
    """
    # the current folder, which is not written by friends only, comes last
    request = pickle.dumps(sorted(sys.path, key=lambda path: path == ""))
    request += pickle.dumps((function, arguments, tuple(needs), seconds, size))
    try:
        process = start()
    except OSError as error:
        raise ChildError("start", str(error)) from None
    timer = threading.Timer(min(_STARTING + _WAITING * seconds, threading.TIMEOUT_MAX), process.kill)
    timer.daemon = True
    try:
        timer.start()
        with suppress(OSError):
            process.stdin.write(request)
            process.stdin.close()
        kind, result = pickle.load(process.stdout)
    except MemoryError:
        raise ChildError("memory", "what it holds does not fit into memory") from None
    except Exception as error:  # the end of the answer is missing, or anything else of it
        raise _ended(process.wait(), seconds) from error
    finally:
        timer.cancel()
        process.kill()
        process.wait()
        process.stdout.close()
        with suppress(OSError):
            process.stdin.close()
        if timer.ident is not None:  # it was started: its thread ends here too
            timer.join()
    if kind:
        raise ChildError(kind, result)
    return result


def _ended(code: int, seconds: float) -> ChildError:
    name = signal.Signals(-code).name if code < 0 and -code in list(signal.Signals) else f"code {code}"
    if name in ("SIGPROF", "SIGKILL"):
        return ChildError("time", f"no end within {seconds:.0f} s")
    return ChildError("crash", f"the program that read it crashed ({name})")


# --------------------------------------------------------------------------- in the other process


def answer() -> None:
    """Read a request, and write the answer."""
    function, arguments, needs, seconds, size = pickle.load(sys.stdin.buffer)
    with os.fdopen(os.dup(1), "wb") as out:
        os.dup2(2, 1)  # nothing else is to be printed among the answer
        module, _, name = function.partition(":")
        try:
            run = getattr(importlib.import_module(module), name)
            for package in needs:
                importlib.import_module(package)
            _bound(seconds, size)
            result = "", run(*arguments)
        except MemoryError:
            result = "memory", f"it takes more than {size / 1e6:.0f} MB"
        except ImportError as error:
            result = "import", str(error)
        except RecursionError:
            result = "crash", "it is nested too deep"
        sys.setrecursionlimit(10 * sys.getrecursionlimit())  # an object may hold an object may hold an object
        pickle.dump(result, out, protocol=5)


def _bound(seconds: float, size: float) -> None:
    """Limit time and memory, where the system can."""
    with suppress(ImportError, AttributeError, ValueError, OSError, OverflowError):
        import resource  # noqa: PLC0415 - not on Windows

        signal.setitimer(signal.ITIMER_PROF, seconds)
        with open("/proc/self/statm", encoding="ascii") as file:
            most = int(file.read().split()[0]) * resource.getpagesize() + int(size)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
