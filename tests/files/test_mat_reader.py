"""Which variables are read, and what is said of the rest."""

import sys
import warnings

import numpy as np
import pytest
import scipy.io
from mat_samples import body, cell, double, joint_2019, mat5, matio, opaque, tree, write_objects

from rst_compat.errors import MatlabError
from rst_compat.files import mat4_reader, mat5_reader
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import MatObject
from rst_compat.files.spec import RobotSpec


@pytest.fixture(params=["4", "5"])
def log(tmp_path, request):
    scipy.io.savemat(tmp_path / "log.mat", {"v1": 1.0, "v2": 2.0, "w": 3.0, "V3": 4.0}, format=request.param)
    return tmp_path / "log.mat"


def test_names_and_patterns(log):
    assert read_mat(log) == {"v1": 1, "v2": 2, "w": 3, "V3": 4}
    assert read_mat(log, ["w", "v1"]) == {"v1": 1, "w": 3}
    assert list(read_mat(log, ["v*"])) == ["v1", "v2"]
    assert list(read_mat(log, ["*"])) == ["v1", "v2", "w", "V3"]
    assert list(read_mat(log, ["*2", "w"])) == ["v2", "w"]


def test_a_variable_that_is_not_there(log):
    with pytest.warns(UserWarning, match="Variable 'q' not found. log.mat has v1, v2, w, V3") as caught:
        assert read_mat(log, ["q", "w"]) == {"w": 3}
    assert [w.message.identifier for w in caught] == ["MATLAB:load:variableNotFound"]
    with pytest.warns(UserWarning, match=r"'v\.' not found"):
        assert read_mat(log, ["v."]) == {}


def test_what_is_not_wanted_is_not_read(tmp_path):
    broken = bytearray(double(b"bad", 1.0, 2.0))
    broken[-30] = 77
    path = mat5(tmp_path / "a.mat", bytes(broken), double(b"good", 1.0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert read_mat(path, ["good"]) == {"good": 1}


def test_out_of_memory(log, monkeypatch):
    def full(*_):
        raise MemoryError

    monkeypatch.setattr(mat4_reader, "variables", full)
    monkeypatch.setattr(mat5_reader, "variables", full)
    with pytest.raises(MatlabError, match="fit into memory") as caught:
        read_mat(log)
    assert caught.value.identifier == "rst_compat:mat:TooLarge"


# --------------------------------------------------------------------------- objects and version 7.3


@pytest.fixture
def without_matio(monkeypatch):
    monkeypatch.setitem(sys.modules, "matio", None)


@pytest.mark.parametrize("version", ["v7", "v7.3"])
def test_without_mat_io_the_error_names_the_line_to_install_it(tmp_path, version, monkeypatch):
    path = write_objects(tmp_path / "a.mat", version, robot=opaque("robotics.Joint", Type="fixed"))
    monkeypatch.setitem(sys.modules, "matio", None)
    with pytest.raises(MatlabError, match="pip install mat-io h5py") as caught:
        read_mat(path)
    assert caught.value.identifier == "rst_compat:mat:NeedsExtra"
    assert isinstance(caught.value, ImportError)
    assert str(path) in str(caught.value)


def test_without_mat_io_the_plain_variables_are_read(tmp_path, monkeypatch):
    path = write_objects(tmp_path / "a.mat", x=np.eye(2), joint=opaque("robotics.Joint", Type="fixed"), y=1)
    monkeypatch.setitem(sys.modules, "matio", None)
    with pytest.warns(UserWarning, match=r"'joint' of .* cannot be read: .* pip install"):
        assert list(read_mat(path)) == ["x", "y"]


def test_mat_io_leaves_pandas_as_it_was():
    """Its import sets an option for the whole process."""
    matio()
    pd = pytest.importorskip("pandas")
    for name in [name for name in sys.modules if name.partition(".")[0] == "matio"]:
        del sys.modules[name]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        before = pd.options.future.infer_string
        pd.options.future.infer_string = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            matio()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert pd.options.future.infer_string is False
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pd.options.future.infer_string = before


@pytest.mark.parametrize("version", ["v7", "v7.3"])
def test_objects_beside_data(tmp_path, version):
    inner = opaque("Inner", a=np.arange(3.0).reshape(1, 3), text="abc")
    path = write_objects(
        tmp_path / "a.mat", version, first=opaque("Outer", inner=inner, empty=np.zeros((0, 0))), x=2.0, other=inner
    )
    got = read_mat(path)
    assert set(got) == {"first", "x", "other"}
    assert got["x"] == 2
    assert isinstance(got["first"], MatObject)
    assert got["first"].inner._class_name == "Inner"
    assert got["first"].inner.text == "abc"
    assert got["first"].empty.shape == (0, 0)
    assert np.array_equal(got["other"].a, [[0, 1, 2]])
    assert list(read_mat(path, ["other"])) == ["other"]


@pytest.mark.parametrize("version", ["v7", "v7.3"])
def test_the_way_out_for_a_large_object(tmp_path, version):
    path = write_objects(tmp_path / "a.mat", version, ts=opaque("timeseries", Data_=np.zeros((500_000, 1))))
    with pytest.raises(MatlabError, match=r"of its objects, .*unfolds .*load\(file, MaxBytes=") as caught:
        read_mat(path, most=1e6)
    assert caught.value.identifier == "rst_compat:mat:TooLarge"
    assert not read_mat(path, most=1e8)["ts"].Data_.any()


def test_a_broken_variable_beside_objects(tmp_path):
    """mat-io walks through the whole file; it is given one without the broken variable."""
    path = write_objects(tmp_path / "a.mat", aaa=np.arange(50.0).reshape(1, 50), joint=opaque("Joint", Type="fixed"))
    data = bytearray(path.read_bytes())
    data[160] ^= 0xFF
    path.write_bytes(data)
    with pytest.warns(UserWarning, match="cannot be read"):
        got = read_mat(path)
    assert list(got) == ["joint"]
    assert got["joint"].Type == "fixed"


@pytest.mark.parametrize("version", ["v7", "v7.3"])
def test_robots_are_described_wherever_they_stand(tmp_path, version):
    arm = tree([body("a", 0, joint_2019("ja", "revolute"))])
    path = write_objects(tmp_path / "a.mat", version, robot=arm, several=cell([1.0, arm]))
    got = read_mat(path)
    assert isinstance(got["robot"], RobotSpec)
    assert isinstance(got["several"][1], RobotSpec)
    made = read_mat(path, make_robot=lambda spec: spec.bodies[0].name)
    assert made["robot"] == "a"
    assert made["several"][1] == "a"


def test_a_robot_that_is_wrong_is_an_error_of_its_variable(tmp_path):
    arm = tree([body("a", 7, joint_2019("ja", "revolute"))])
    path = write_objects(tmp_path / "a.mat", robot=arm, x=1.0)
    with pytest.warns(UserWarning, match="ParentIndex of a in the saved rigidBodyTree"):
        assert read_mat(path) == {"x": 1}
    with pytest.raises(MatlabError, match=r"variable 'robot' of .*: ParentIndex of a") as caught:
        read_mat(path, ["robot"])
    assert caught.value.identifier == "rst_compat:mat:BadRobot"


def test_defaults_are_filled_and_reported(tmp_path):
    bare = opaque("robotics.manip.internal.RigidBody", NameInternal="link")
    path = write_objects(tmp_path / "a.mat", robot=tree([bare], Gravity=None))
    with pytest.warns(UserWarning, match="leaves out parts of 'robot'") as caught:
        spec = read_mat(path)["robot"]
    (warning,) = caught
    assert warning.message.identifier == "rst_compat:mat:DefaultsFilled"
    for words in (
        "Gravity = [0., 0., 0.]",
        "link: Mass = 1.",
        "link: Inertia = [[1., 0., 0.],",
        "link: ParentIndex = 0",
    ):
        assert words in str(warning.message)
    assert spec.bodies[0].mass == 1
    assert spec.bodies[0].inertia == (1, 1, 1, 0, 0, 0)
    assert spec.bodies[0].joint.name == "link_jnt"
    assert spec.gravity == (0, 0, 0)
