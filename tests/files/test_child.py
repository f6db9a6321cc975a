"""A process of its own: what comes back from it, and how it may end."""

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
