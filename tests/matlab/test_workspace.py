"""load, save, and importrobot of a .mat file, as a ported script calls them."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import scipy.io
from mat_samples import plain_hdf5

import rst_compat as rst
from rst_compat.errors import IDENTIFIERS, MatlabError

LOG = {"t": np.linspace(0, 1, 5).reshape(5, 1), "q": np.arange(10.0).reshape(5, 2), "note": "test", "n": 5}


@pytest.fixture
def log(tmp_path):
    rst.save(tmp_path / "log.mat", **LOG)
    return tmp_path / "log.mat"


def test_a_namespace(log):
    ws = rst.load(log)
    assert ws.t.shape == (5, 1)
    assert ws["note"] == "test"
    assert list(ws) == list(vars(ws)) == list(LOG)
    assert "q" in ws
    assert "v" not in ws
    assert len(ws) == 4
    assert repr(ws).splitlines()[:3] == ["  Name  Size  Class", "  t      5x1  double", "  q      5x2  double"]
    with pytest.raises(AttributeError, match="there is no variable 'Q': expected one of t, q, note, n"):
        _ = ws.Q


def test_names_that_python_keeps_for_itself(tmp_path):
    rst.save(tmp_path / "a", **{"lambda": 1, "class": 2})
    ws = rst.load(tmp_path / "a")
    assert (ws["lambda"], ws["class"], getattr(ws, "lambda")) == (1, 2, 1)


def test_forms_of_load(log, monkeypatch):
    monkeypatch.chdir(log.parent)
    for name in ("log.mat", "log", log, str(log), os.fsencode(log).decode(), Path("log.mat")):
        assert list(rst.load(name)) == list(LOG)
    assert list(rst.load("log.mat", "t", "note")) == ["t", "note"]
    assert list(rst.load("log.mat", "n*")) == ["note", "n"]
    assert list(rst.load("log.mat", "-mat", "q")) == ["q"]
    monkeypatch.setenv("HOME", str(log.parent))
    assert list(rst.load("~/log.mat", "q")) == ["q"]


def test_a_variable_that_is_not_there(log):
    with pytest.warns(rst.MatlabWarning, match="Variable 'v' not found") as caught:
        ws = rst.load(log, "v", "n")
    assert caught[0].message.identifier == "MATLAB:load:variableNotFound"
    assert caught[0].filename == __file__
    assert list(ws) == ["n"]
    state = rst.warning("off", "MATLAB:load:variableNotFound")
    assert list(rst.load(log, "v", "n")) == ["n"]
    rst.warning(state)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda f: rst.load(f, "-ascii"), "expected names of variables, or '-mat', got '-ascii'. numpy.loadtxt"),
        (lambda f: rst.load(f, 3), "expected a name of a variable, got int"),
        (lambda f: rst.load(3), "load: the first argument names no file: expected a file name, got 3"),
        (lambda f: rst.load(""), "load: the first argument"),
        (lambda f: rst.load("/"), "load: the first argument names no file"),
        (lambda f: rst.save(f, "q"), r"got 'q'. save\('log.mat', q=q\)"),
        (lambda f: rst.save(f, "-v7.3", q=1), "got '-v7.3'. Version 7 is the default"),
        (lambda f: rst.save(f, "-append", q=1), "got '-append'"),
        (rst.save, r"got none\. MATLAB takes the whole workspace.*save\('log.mat', q=q, tau=tau\)"),
        (lambda f: rst.save(f, "-v6"), "expected variables to save"),
        (lambda f: rst.save(f, 3), "expected name=value, '-v7', '-v6', or a dict, got 3"),
    ],
)
def test_calls_that_fit_no_form(log, call, words):
    with pytest.raises(MatlabError, match=words) as caught:
        call(log)
    assert caught.value.identifier == "rst_compat:mat:WrongOption"
    assert list(rst.load(log)) == list(LOG)


def test_forms_of_save(tmp_path, log):
    ws = rst.load(log, "q", "n")
    rst.save(tmp_path / "a.mat", ws, extra=1)
    assert list(rst.load(tmp_path / "a.mat")) == ["q", "n", "extra"]
    rst.save(tmp_path / "b.mat", "-struct", {"x": 1}, "-v6")
    assert rst.load(tmp_path / "b.mat").x == 1
    rst.save(tmp_path / "b.mat", "-v7", x=np.zeros((100, 100)))
    assert (tmp_path / "b.mat").stat().st_size < 1000


def test_robots(tmp_path):
    arm, base = rst.importrobot("iiwa14", DataFormat="column"), rst.importrobot("floating_base")
    rst.save(tmp_path / "a.mat", arm=arm, more={"robots": [arm, base]})
    ws = rst.load(tmp_path / "a.mat")
    assert isinstance(ws.arm, rst.rigidBodyTree)
    assert ws.arm.DataFormat == "column"
    assert [type(robot) for robot in ws.more.robots] == [rst.rigidBodyTree] * 2
    q = np.full((7, 1), 0.3)
    assert np.array_equal(ws.arm.massMatrix(q), arm.massMatrix(q))
    with pytest.raises(MatlabError, match=r"expected one, got arm, more.robots\[0\], more.robots\[1\]") as caught:
        rst.importrobot(tmp_path / "a.mat")
    assert caught.value.identifier == "rst_compat:mat:SeveralRobots"


def test_importrobot(tmp_path, log):
    rst.save(tmp_path / "a.mat", x=1, cell=["a", rst.importrobot("twolink")])
    robot = rst.importrobot(tmp_path / "a.mat", DataFormat="row")
    assert robot.BodyNames == ["body_1", "body_2"]
    assert robot.DataFormat == "row"
    with pytest.raises(MatlabError, match=r"expected a rigidBodyTree, got t \(double\), q \(double\)") as caught:
        rst.importrobot(log)
    assert caught.value.identifier == "rst_compat:mat:NoRobot"
    with pytest.raises(FileNotFoundError):
        rst.importrobot(tmp_path / "no.mat")


def test_a_struct_configuration(tmp_path):
    robot = rst.importrobot("twolink")
    robot.DataFormat = "struct"
    config = rst.homeConfiguration(robot)
    config[1].JointPosition = 0.5
    rst.save(tmp_path / "a.mat", config=config)
    ws = rst.load(tmp_path / "a.mat")
    assert ws.config.JointName == ["joint_1", "joint_2"]
    got = rst.getTransform(robot, ws.config, "body_2")
    assert np.array_equal(got, rst.getTransform(robot, config, "body_2"))


def test_the_identifiers_are_in_the_table():
    for name in ("couldNotReadFile", "notBinaryFile", "unableToReadMatFile", "variableNotFound"):
        assert f"MATLAB:load:{name}" in IDENTIFIERS
    for name in ("BadName", "NeedsExtra", "NoRobot", "SeveralRobots", "Unreadable", "DefaultsFilled", "TooLarge"):
        assert f"rst_compat:mat:{name}" in IDENTIFIERS


def test_max_bytes(log):
    assert rst.load(log, MaxBytes=1e4).n == rst.load(log, "n", "maxbytes", 1e4).n == 5
    assert rst.load(log, "*", MaxBytes=np.inf).n == 5
    with pytest.raises(MatlabError, match=r"load\(file, MaxBytes=") as caught:
        rst.load(log, "q", MaxBytes=10)
    assert caught.value.identifier == "rst_compat:mat:TooLarge"
    for wrong in ("1e9", 0, -1, np.nan):
        with pytest.raises(MatlabError, match="MaxBytes=2e9") as caught:
            rst.load(log, MaxBytes=wrong)
        assert caught.value.identifier == "rst_compat:mat:WrongOption"


MEASURE = """
import resource, sys
import rst_compat as rst
def peaks():  # ru_maxrss of a process begins with that of the one that started it
    ours = int(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
    return ours, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
rst.load(sys.argv[1])
before = peaks()
rst.load(sys.argv[2])
print(*(1024 * (b - a) for a, b in zip(before, peaks())))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured on Linux")
@pytest.mark.parametrize("version", ["v4", "v6", pytest.param("v7", marks=pytest.mark.slow), "v7.3"])
def test_the_memory_of_a_large_log(tmp_path, version):
    """A log of 100 MB takes no more than twice its size, the process that reads version 7.3 included."""
    values = np.random.default_rng(0).standard_normal((1_200_000, 10))
    files = [str(tmp_path / name) for name in ("small.mat", "large.mat")]
    for file, contents in zip(files, ({"x": np.eye(2)}, {"q": values, "t": values[:, :1]}), strict=True):
        if version == "v4":
            scipy.io.savemat(file, contents, format="4")
        elif version == "v7.3":
            plain_hdf5(file, contents)
        else:
            rst.save(file, "-" + version, log={"q": contents.get("q", 1), "name": "log"}, t=contents.get("t", 1))
    out = subprocess.run([sys.executable, "-c", MEASURE, *files], capture_output=True, text=True, check=True)
    ours, theirs = map(int, out.stdout.split())
    assert values.nbytes < ours < 1.15 * values.nbytes * 1.1  # one copy; a few MB for the buffers
    assert theirs < 1.15 * values.nbytes * 1.1
