"""A process of its own: what comes back from it, and how it may end."""

import os
import pickle
import subprocess
import sys
import time

import numpy as np
import pytest

from rst_compat.files import child

BOUNDS = {"needs": (), "seconds": 30, "size": 2**28}


def ended(function, *arguments, **bounds):
    with pytest.raises(child.ChildError) as caught:
        child.call(function, *arguments, **BOUNDS | bounds)
    return caught.value.kind, str(caught.value)


def test_what_a_function_returns():
    assert child.call("math:hypot", 3, 4, **BOUNDS) == 5
    array = np.arange(1e6).reshape(1000, 1000, order="F")
    got = child.call("copy:copy", array, **BOUNDS)
    assert np.array_equal(got, array)
    assert got.flags.writeable


def test_what_is_printed_is_no_answer():
    assert child.call("builtins:print", "noise" * 1000, **BOUNDS) is None


def test_modules_are_found_as_here(tmp_path, monkeypatch):
    (tmp_path / "stranger.py").write_text("def value(): return 7")
    monkeypatch.syspath_prepend(tmp_path)
    assert child.call("stranger:value", **BOUNDS) == 7


def test_modules_beside_the_data_are_not_run(tmp_path, monkeypatch):
    for name in ("pickle", "numpy", "stranger"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    assert child.call("math:hypot", 3, 4, **BOUNDS) == 5
    assert ended("stranger:value")[0] == "import"


def test_a_crash():
    kind, text = ended("os:abort")
    assert kind == "crash"
    assert sys.platform == "win32" or "SIGABRT" in text


def test_a_request_that_cannot_be_sent():
    with pytest.raises((pickle.PicklingError, AttributeError, TypeError)):
        child.call("math:hypot", lambda: 0, **BOUNDS)


def test_a_frozen_program_is_not_started_again(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert ended("math:hypot", 3, 4)[0] == "start"


def test_an_isolated_python_starts_isolated_ones(tmp_path):
    (tmp_path / "sitecustomize.py").write_text("open(__file__ + '.ran', 'w')")
    code = f"""
import sys
sys.path[:0] = {sys.path!r}
from rst_compat.files import child
print(child.call("math:hypot", 3, 4, needs=(), seconds=30, size=2**28))
"""
    command, environment = [sys.executable, "-I", "-c", code], os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "5.0\n"
    assert len(list(tmp_path.iterdir())) == 1


LEFT_BEHIND = """
import os, threading
from concurrent.futures import ThreadPoolExecutor
from rst_compat.files import child
bounds = {"needs": (), "seconds": 30, "size": 2**28}
before = len(os.listdir("/proc/self/fd"))
with ThreadPoolExecutor(4) as pool:
    print(list(pool.map(lambda k: child.call("math:hypot", 3 * k, 4 * k, **bounds), range(4))))
try:
    child.call("os:abort", **bounds)
except child.ChildError as error:
    print(error.kind)
interrupt = threading.Timer(0.5, os.kill, (os.getpid(), 2))
interrupt.start()
try:
    child.call("time:sleep", 60, **bounds)
except KeyboardInterrupt:
    print("interrupted")
interrupt.join()
print(len(os.listdir("/proc/self/fd")) - before, threading.active_count())
try:
    os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    print("no child")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="open files are counted on Linux")
def test_nothing_is_left_behind(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", LEFT_BEHIND],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[0.0, 5.0, 10.0, 15.0]\ncrash\ninterrupted\n0 1\nno child\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("executable", ["", None, "/no/such/python"])
def test_no_python(monkeypatch, executable):
    monkeypatch.setattr(sys, "executable", executable)
    assert ended("math:hypot", 3, 4)[0] == "start"


def test_an_error_that_nobody_expects():
    assert ended("math:sqrt", -1)[0] == "crash"


def test_a_module_that_is_missing():
    assert ended("math:hypot", 3, 4, needs=["no_such_module"]) == ("import", "No module named 'no_such_module'")


@pytest.mark.skipif(sys.platform == "win32", reason="the processor's time is counted on Unix")
def test_too_long():
    start = time.perf_counter()
    assert ended("builtins:sum", range(10**12), seconds=0.2)[0] == "time"
    assert time.perf_counter() - start < 10  # half a second on an idle machine


def test_waiting_ends_too(monkeypatch):
    monkeypatch.setattr(child, "_STARTING", 1)
    assert ended("time:sleep", 60, seconds=0.1)[0] == "time"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_too_much():
    assert ended("builtins:bytearray", 2**29) == ("memory", "it takes more than 268 MB")
    assert len(child.call("builtins:bytearray", 2**27, **BOUNDS)) == 2**27
