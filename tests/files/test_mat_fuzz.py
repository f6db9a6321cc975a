"""Damaged MAT-files, thousands of times: values or a MatlabError, soon, within bounds.

The mutations are drawn from a seed, so a failure names the one that repeats it. They run in a process of their own with
a limit on its memory, so that a crash does not take the tests down.
"""

import importlib
import json
import os
import pickle
import random
import signal
import struct
import subprocess
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.sparse
from mat_samples import body, cell, joint_2019, joint_2025, opaque, padded, rebuilt, tree, variables, write_objects

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.files import child

#: values that sizes, types and classes are overwritten with
WORDS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14, 15, 16, 17, 18, 20, 64, 127, 128, 255, 256, 65535, 65536]
WORDS += [2**20, 2**24, 2**30, 2**31 - 1, 2**31, 2**32 - 1, 0xDD000000]
SECONDS, MEGABYTES = 2.0, 500
_HEADER = 128


def mutated(data, seed):
    """A damaged copy: bits, integers, pieces lost, doubled or moved, an early end."""
    draw = random.Random(seed)
    out = bytearray(data)
    first = 0 if draw.random() < 0.1 else min(_HEADER, len(out) - 1)
    for _ in range(draw.choice([1, 1, 1, 2, 3, 8])):
        if len(out) <= first:
            break
        way, at, length = draw.random(), draw.randrange(first, len(out)), draw.randrange(64)
        other = draw.randrange(first, len(out))
        if way < 0.3:
            out[at] ^= 1 << draw.randrange(8)
        elif way < 0.8:
            at = at // 4 * 4
            near = int.from_bytes(out[at : at + 4], "little") + draw.choice([-8, -4, -1, 1, 4, 8, 1000])
            word = draw.choice(WORDS) if draw.random() < 0.7 else near % 2**32
            out[at : at + 4] = struct.pack("<I", word)
        elif way < 0.85:
            del out[at:]
        elif way < 0.9:
            out[at:at] = out[other : other + length]
        elif way < 0.95:
            del out[at : at + length]
        else:
            out[at : at + length] = out[other : other + length]
    return bytes(out)


def mutated_inside(data, seed):
    """A file of version 7 that is damaged below the compression, which would find the damage itself."""
    parts = [part for _, part, _ in variables(data)]
    k = seed % len(parts)
    damaged = mutated(bytes(_HEADER) + parts[k], seed)[_HEADER:]
    return rebuilt(data, [*parts[:k], damaged, *parts[k + 1 :]], compress=seed % 3 > 0)


def plain_files(folder):
    """Small files of versions 4, 6 and 7 with every kind of value."""
    inner = np.array([[1.0, "two"]], dtype=object)
    rows = np.array([[(1.0, "a"), (2.0, inner)]], dtype=[("x", object), ("y", object)])
    values = {"x": np.eye(3), "z": np.array([[1 + 2j]]), "i": np.int8([[1, 2]]), "l": np.array([[True]]), "t": "text"}
    values["s"] = scipy.sparse.csc_array(np.eye(2))
    paths = [folder / name for name in ("v4.mat", "v6.mat", "v7.mat", "robot.mat")]
    scipy.io.savemat(paths[0], {name: values[name] for name in "xzts"}, format="4")
    for path in paths[1:3]:
        scipy.io.savemat(path, values | {"c": inner, "r": rows}, do_compression=path.stem == "v7")
    rst.save(paths[3], robot=rst.importrobot("twolink"), n=1)
    return paths


def object_files(folder):
    """Small files with objects."""
    arm = tree([body("a", 0, joint_2019("ja", "revolute")), body(padded("b"), 1, joint_2025("jb", "prismatic"))])
    links = [opaque("Link", a=0.5, alpha=0.0, d=0.1, theta=0.0, m=1.0, jointtype="R", r=np.zeros((1, 3)), I=np.eye(3))]
    serial = opaque("SerialLink", links=links * 2, gravity=np.array([[0.0], [0.0], [9.81]]))
    series = opaque("timeseries", Data_=np.ones((3, 1)), Time_=np.arange(3.0).reshape(3, 1))
    text = np.array([["one", "two"]], dtype=np.dtypes.StringDType())
    write_objects(folder / "tree.mat", robot=arm, x=1.0)
    write_objects(folder / "others.mat", serial=serial, log=cell([series, text]))
    return [folder / "tree.mat", folder / "others.mat"]


def hdf5_files(folder):
    """Small files of version 7.3, with objects and without."""
    values = {"x": np.eye(20), "c": cell([1.0, "text", True]), "z": np.ones((1, 2)) * 1j, "i": np.int8([[1, 2]])}
    values["s"] = np.array([[(1.0, "a"), (2.0, "b")]], dtype=[("x", object), ("y", object)])
    write_objects(folder / "plain.mat", "v7.3", **values, sp=scipy.sparse.csc_array(np.eye(2)))
    write_objects(folder / "tree.mat", "v7.3", robot=tree([body("a", 0, joint_2019("ja", "revolute"))]), x=1.0)
    return [folder / "plain.mat", folder / "tree.mat"]


class Forked:
    """A process that has imported what :func:`child.start` would have to import first."""

    def __init__(self):
        (theirs, mine), (self._from, into) = os.pipe(), os.pipe()
        self._code, self._pid = None, os.fork()
        if not self._pid:
            os.dup2(theirs, 0)
            os.dup2(into, 1)
            os.closerange(3, 100)
            sys.stdin = os.fdopen(0, closefd=False)
            pickle.load(sys.stdin.buffer)
            child.answer()
            os._exit(0)
        os.close(theirs)
        os.close(into)
        self.stdin, self.stdout = os.fdopen(mine, "wb"), os.fdopen(self._from, "rb")

    def wait(self):
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self._code

    def kill(self):
        if self._code is None:
            os.kill(self._pid, signal.SIGKILL)


def run(folder, paths, seeds, megabytes):
    """Load damaged copies of some files in another process; what went wrong, and how often it did what."""
    numbers = [str(n) for n in (seeds[0], seeds[-1] + 1, megabytes)]
    command = [sys.executable, __file__, str(folder), *numbers, *map(str, paths)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=3600)
    assert done.returncode == 0, (done.returncode, done.stderr[-500:])
    result = json.loads(done.stdout.splitlines()[-1])
    assert not result["wrong"]
    assert max(result["megabytes"]) < MEGABYTES
    return result["counts"]


def work(folder, first, stop, megabytes, *paths):
    """What the other process does."""
    import resource  # noqa: PLC0415 - not on every system

    sys.path.insert(0, str(Path(__file__).parent))
    warnings.simplefilter("ignore")
    contents = [Path(path).read_bytes() for path in paths]
    for path in paths:
        rst.load(path)
    if any(data[124:128] == b"\0\2IM" for data in contents):
        for package in ("pandas", "matio", "h5py", "rst_compat.files.mat_hdf5"):
            importlib.import_module(package)
        child.start = Forked
    limit = int(megabytes) * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    counts, wrong, target = {}, [], Path(folder) / "damaged.mat"
    for seed in range(int(first), int(stop)):
        data = contents[seed % len(contents)]
        inside = data[124:128] == b"\0\1IM" and seed // len(contents) % 2
        target.write_bytes(mutated_inside(data, seed) if inside else mutated(data, seed))
        print(f"seed {seed} of {paths[seed % len(contents)]}", file=sys.stderr, flush=True)
        start, outcome = time.perf_counter(), "loaded"
        try:
            rst.load(target)
        except MatlabError as error:
            outcome = error.identifier
        except BaseException as error:  # whatever else comes out is wrong
            wrong.append([seed, repr(error)])
        if time.perf_counter() - start > SECONDS:
            wrong.append([seed, f"{time.perf_counter() - start:.1f} s"])
        counts[outcome] = counts.get(outcome, 0) + 1
    # ru_maxrss of a process begins with that of the one that started it
    ours = int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0])
    theirs = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    print(json.dumps({"counts": counts, "wrong": wrong, "megabytes": [ours >> 10, theirs >> 10]}))


def seeds(count, start=0):
    return range(start, start + count)


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded and measured on Linux")


def test_two_thousand_plain_files(tmp_path):
    counts = run(tmp_path, plain_files(tmp_path), seeds(2000), 1000)
    assert counts["loaded"] > 200
    assert counts["MATLAB:load:unableToReadMatFile"] > 200


def test_three_hundred_files_with_objects(tmp_path):
    counts = run(tmp_path, object_files(tmp_path), seeds(300), 1500)
    assert counts["loaded"] > 10
    assert counts["MATLAB:load:unableToReadMatFile"] > 10


def test_four_hundred_files_of_version_73(tmp_path):
    counts = run(tmp_path, hdf5_files(tmp_path), seeds(400), 1500)
    assert counts["loaded"] > 50
    assert counts["MATLAB:load:unableToReadMatFile"] > 50


@pytest.mark.slow
def test_many_plain_files(tmp_path):
    run(tmp_path, plain_files(tmp_path), seeds(100_000, 10**6), 1000)


@pytest.mark.slow
def test_many_files_with_objects(tmp_path):
    run(tmp_path, object_files(tmp_path), seeds(20_000, 10**6), 1500)


@pytest.mark.slow
def test_many_files_of_version_73(tmp_path):
    run(tmp_path, hdf5_files(tmp_path), seeds(2000, 10**6), 1500)


if __name__ == "__main__":
    work(*sys.argv[1:])
