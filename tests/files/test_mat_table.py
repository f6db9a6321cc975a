"""Every .mat file of ../shared/mat: the right values, or the right error."""

import json
import math
import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.sparse
from mat_samples import matio, opaque, write_objects

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.files.mat_values import Cell, Struct, StructArray, TimeSeries, matlab_class, matlab_size

SHARED = Path(__file__).parents[2].parent / "shared"
MADE, REAL = SHARED / "mat" / "made", SHARED / "mat" / "real"

pytestmark = pytest.mark.skipif(not MADE.is_dir(), reason="../shared/mat is not there")

NOT_BINARY, DAMAGED = "MATLAB:load:notBinaryFile", "MATLAB:load:unableToReadMatFile"
#: file -> identifier, what its message says
REFUSED = {
    "made/bad_empty": (NOT_BINARY, "an empty file"),
    "made/bad_truncated_v7": (
        DAMAGED,
        "ends in the middle of a variable, 'qddout'. load(file, name) still reads qout, q",
    ),
    "made/bad_truncated_v73": (DAMAGED, "truncated"),
    "made/identification_ex_octave_hdf5": (NOT_BINARY, "GNU Octave's HDF5 format"),
    "made/kinds_octave_binary": (NOT_BINARY, "GNU Octave's own binary format"),
    "made/kinds_octave_hdf5": (NOT_BINARY, "GNU Octave's HDF5 format"),
    "made/kinds_octave_text": (NOT_BINARY, "GNU Octave's own text format"),
    "made/octave_sparse_logical_malformed_v7": (DAMAGED, "(Octave writes sparse logical arrays so)"),
    "real/bad_rbt_corrupt": (DAMAGED, "compressed data is corrupt"),
    "real/notmat_unity_yaml": (NOT_BINARY, "a Unity asset (YAML)"),
}
#: file -> what its writer made of the kinds that it does not know
CHANGED = {
    "kinds_v4": {},
    "kinds_v6": {},
    "kinds_v7": {},
    "kinds_v73_h5py": {},
    "kinds_v7_matio": {"lt": "uint8", "lmat": "uint8", "csgl": "double complex"},
    "kinds_v73_matio": {"lt": "uint8", "lmat": "uint8", "csgl": "double complex"},
    "kinds_v73_hdf5storage": {"lt": "uint8", "lmat": "uint8", "strmat": None},
}
LOGS = ["", "_v4", "_v6", "_v7_matio", "_v73_h5py", "_v73_hdf5storage", "_v73_matio"]
TREES = {
    "rbt_biped_2022": "model",
    "rbt_puma560_dh_v7": "robot",
    "rbt_puma560_dh_v73": "robot",
    "rbt_scara_small": "robot",
    "rbt_scara_small_resaved_v7": "robot",
    "rbt_scara_small_resaved_v73": "robot",
    "rbt_wbc9dof_2025_small": "robot",
    "rbt_wbc9dof_2025_small_resaved_v7": "robot",
    "rbt_wbc9dof_2025_small_resaved_v73": "robot",
}


def read(path):
    """The contents; any warning is an error."""
    if path.parent == REAL or "v73" in path.name:
        matio()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return rst.load(path)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    path = SHARED / "mat" / f"{name}.mat"
    identifier, words = REFUSED[name]
    with pytest.raises(MatlabError) as caught:
        read(path)
    assert caught.value.identifier == identifier
    assert words in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_cut_off_file_gives_what_is_whole():
    ws = rst.load(MADE / "bad_truncated_v7.mat", "qout", "qdout")
    whole = rst.load(MADE / "identification_ex.mat")
    assert np.array_equal(ws.qout, whole.qout)
    assert np.array_equal(ws.qdout, whole.qdout)


# --------------------------------------------------------------------------- kinds


@pytest.mark.parametrize("name", CHANGED)
def test_kinds(name):
    ws = read(MADE / f"{name}.mat")
    expected = json.loads((MADE / "kinds_expected.json").read_text(encoding="utf-8"))["variables"]
    assert {"scalar", "colv", "cmat", "str"} <= set(ws)
    for variable in ws:
        entry = dict(expected.get({"lam": "lambda"}.get(variable, variable)) or {})
        if entry and CHANGED[name].get(variable, "") is not None:
            entry["class"] = CHANGED[name].get(variable, entry["class"])
            check(ws[variable], entry, variable)


def check(value, entry, variable):
    """Class, size and every element."""
    kind = entry["class"].replace("sparse ", "").removesuffix(" complex").replace("complex", "double")
    assert matlab_class(value) == kind, variable
    assert list(matlab_size(value)) == entry["size"], variable
    if "complex" in entry["class"]:
        assert np.iscomplexobj(value.data if scipy.sparse.issparse(value) else value), variable
    want = entry["value"]
    if scipy.sparse.issparse(value):
        assert isinstance(value, scipy.sparse.csc_array)
        places = zip(*value.nonzero(), strict=True)
        assert {f"{r + 1},{c + 1}": value[r, c] for r, c in places} == {k: number(v) for k, v in want.items()}, variable
    elif want == "reshape(1:24,2,3,4), column-major":
        assert np.array_equal(value, np.arange(1, 25).reshape((2, 3, 4), order="F"))
    elif kind not in ("cell", "struct", "char") and math.prod(entry["size"]):
        assert np.array_equal(np.atleast_2d(value), plain(want), equal_nan=True), variable
    else:
        compare(value, want, variable)


def number(want):
    """A number of kinds_expected.json; long and special ones are strings."""
    if not isinstance(want, str):
        return want
    for kind in (int, float):
        try:
            return kind(want)
        except ValueError:
            pass
    return complex(want.replace("i", "j"))


def plain(want):
    return np.atleast_2d(
        np.array([[number(w) for w in row] for row in want] if isinstance(want, list) else number(want))
    )


def compare(value, want, where):
    """Containers and what is in them."""
    if isinstance(want, dict):
        assert isinstance(value, Struct)
        assert list(value) == list(want), where
        for key, item in want.items():
            compare(value[key], item, f"{where}.{key}")
    elif isinstance(value, StructArray | Cell):
        if min(value.shape) > 1:  # the cell is written row by row
            want = [want[r][c] for c in range(value.shape[1]) for r in range(value.shape[0])]
        assert len(value) == len(want), where
        for k, item in enumerate(want):
            compare(value[k], item, f"{where}({k + 1})")
    elif want == []:
        assert np.size(value) == 0 or value == "", where
    elif isinstance(value, np.ndarray) and value.dtype.kind == "U":
        assert value.tolist() == want, where
    elif isinstance(want, str):
        assert value == want, where
    else:
        assert np.array_equal(np.atleast_2d(value), plain(want)), where


# --------------------------------------------------------------------------- logs and structs


@pytest.mark.parametrize("suffix", LOGS)
def test_logs_are_the_same_in_every_container(suffix):
    ws = read(MADE / f"identification_ex{suffix}.mat")
    assert set(ws) == {"qout", "qdout", "qddout", "tauout", "tout"}
    assert ws.tout.shape == (1001, 1)
    for name, value in vars(read(MADE / "identification_ex.mat")).items():
        assert ws[name].dtype == np.float64
        assert np.array_equal(ws[name], value), name


def test_a_log_agrees_with_its_parameters():
    """The logged torques are those of the parameters: two links about y, gravity -y, inertia about the joint."""
    log, truth = read(MADE / "identification_ex.mat"), read(MADE / "identification_truth.mat").params_true
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = truth.gravity
    for k, parent in enumerate(("base", "body1"), start=1):
        body = rst.rigidBody(f"body{k}")
        body.Joint = rst.rigidBodyJoint(f"joint{k}", "revolute")
        body.Joint.setFixedTransform(rst.trvec2tform([[0.0 if k == 1 else truth.a[0, 0], 0.0, 0.0]]))
        body.Mass, com = truth[f"m{k}"], truth.com[0, k - 1]
        body.CenterOfMass = [com, 0, 0]
        body.Inertia = [0, 0, truth[f"Izz{k}"] + truth[f"m{k}"] * com**2, 0, 0, 0]
        robot.addBody(body, parent)
    for k in range(0, 1001, 100):
        tau = robot.inverseDynamics(log.qout[k], log.qdout[k], log.qddout[k])
        assert np.allclose(tau, log.tauout[k], rtol=0, atol=1e-6)


def test_the_noisy_log():
    ws = read(MADE / "identification_ex_noisy.mat")
    assert list(ws) == ["qout", "qdout", "qddout", "tauout", "tout", "tauout_clean", "qddout_clean"]
    assert np.array_equal(ws.tauout_clean, read(MADE / "identification_ex.mat").tauout)


@pytest.mark.parametrize("suffix", ["v6", "v7", "v73_matio"])
def test_a_robot_that_is_a_plain_struct_stays_a_struct(suffix):
    robot = read(MADE / f"robot_struct_{suffix}.mat").robot
    assert robot.name == "twolink"
    assert robot.bodies.shape == (1, 2)
    assert robot.bodies.name == ["link1", "link2"]
    assert robot.bodies[1].joint.T[0, 3] == 0.5
    assert robot.frames[2] == "link2"
    assert np.array_equal(robot.gravity, [[0, -9.81, 0]])
    with pytest.raises(MatlabError) as caught:
        rst.importrobot(MADE / f"robot_struct_{suffix}.mat")
    assert caught.value.identifier == "rst_compat:mat:NoRobot"


def test_zipflag():
    assert read(MADE / "zipflag_v7.mat").z.a == 1


def test_a_log_with_strings():
    log = read(REAL / "log_wbc9dof_struct_strings.mat").log
    assert isinstance(log, Struct)
    assert all(isinstance(text, str) for text in np.ravel(log.mode))
    assert log.qTraj.shape[0] == 9
    assert matlab_class(log.successMask) == "logical"


def test_a_timeseries():
    series = read(REAL / "v73_timeseries_X.mat").X
    assert isinstance(series, TimeSeries)
    assert series.Time.shape == (2001, 1)
    assert series.Data.shape == (1, 6, 2001)
    assert series.Time[-1, 0] == 1.0
    assert series.TimeUnits == "seconds"


# --------------------------------------------------------------------------- robots


@pytest.mark.parametrize("name", TREES)
def test_saved_trees_load(name):
    ws = read(REAL / f"{name}.mat")
    assert list(ws) == [TREES[name]]
    robot = ws[TREES[name]]
    assert isinstance(robot, rst.rigidBodyTree)
    assert rst.importrobot(REAL / f"{name}.mat").BodyNames == robot.BodyNames


@pytest.mark.parametrize("path", sorted((REAL / "expected").glob("*.json")), ids=lambda p: p.stem)
def test_saved_trees_hold_exactly(path):
    want = json.loads(path.read_text(encoding="utf-8"))
    for file in sorted(REAL.glob(path.stem + "*.mat")):
        (robot,) = vars(read(file)).values()
        names = [want["base"]["name"], *(body["name"] for body in want["bodies"])]
        assert [robot.BaseName, *robot.BodyNames] == names
        assert robot.Gravity.tolist() == want["gravity"]
        assert robot.DataFormat == want["data_format"].rstrip("_")
        for body, entry in zip(robot.Bodies, want["bodies"], strict=True):
            inertia = np.array(entry["inertia"])
            assert body.Mass == entry["mass"]
            assert body.CenterOfMass.tolist() == entry["com"]
            assert body.Inertia.tolist() == [*inertia.diagonal(), inertia[1, 2], inertia[0, 2], inertia[0, 1]]
            assert body.Parent.Name == names[entry["parent"]]
            check_joint(body.Joint, entry["joint"])


def check_joint(joint, entry):
    assert (joint.Name, joint.Type) == (entry["name"], entry["type"])
    assert joint.JointToParentTransform.tolist() == entry["JointToParentTransform"]
    assert joint.ChildToJointTransform.tolist() == entry["ChildToJointTransform"]
    if joint.Type != "fixed":
        assert joint.JointAxis.tolist() == entry["axis"]
        assert joint.PositionLimits.tolist() == entry["PositionLimits"][0]
        assert joint.HomePosition == entry["HomePosition"][0]


def error(got, want):
    """R19b."""
    return np.max(np.abs(np.asarray(got) - want)) / max(1.0, np.max(np.abs(want)))


@pytest.mark.parametrize("path", sorted((SHARED / "golden" / "saved_trees").glob("*.json")), ids=lambda p: p.stem)
def test_saved_trees_move(path):
    matio()
    golden = json.loads(path.read_text(encoding="utf-8"))
    robot = rst.importrobot(REAL / golden["source_mat"], DataFormat="row")
    assert robot.Gravity.tolist() == golden["gravity_used"]
    for state in golden["states"]:
        q, qd, qdd, tau = (np.array(state[key]) for key in ("q", "qd", "qdd", "tau"))
        M = robot.massMatrix(q)
        got = {
            "massMatrix": M,
            "gravityTorque": robot.gravityTorque(q),
            "velocityProduct": robot.velocityProduct(q, qd),
            "inverseDynamics": robot.inverseDynamics(q, qd, qdd),
            "coriolisMatrix": robot.coriolisMatrix(q, qd),
        }
        for name, value in got.items():
            assert error(value, np.array(state[name])) < 1e-11, name
        condition = np.linalg.cond(M)
        scale = condition if condition > 1e3 else 1.0
        assert error(robot.forwardDynamics(q, qd, tau), np.array(state["forwardDynamics"])) / scale < 1e-11


def test_the_puma_of_a_saved_tree():
    """Its joints have a ChildToJointTransform; the same arm in another toolbox."""
    matio()
    golden = json.loads((SHARED / "golden" / "rtb" / "puma560.json").read_text(encoding="utf-8"))
    robot = rst.importrobot(REAL / "rbt_puma560_dh_v7.mat", DataFormat="row")
    assert any(not np.array_equal(body.Joint.ChildToJointTransform, np.eye(4)) for body in robot.Bodies)
    assert [body.Mass for body in robot.Bodies] == [link["mass"] for link in golden["links"]]
    check_motion(robot, golden)


def check_motion(robot, golden):
    """Against Peter Corke's toolbox."""
    for state in golden["states"]:
        q, qd, qdd = (np.array(state[key]) for key in ("q", "qd", "qdd"))
        assert error(robot.getTransform(q, robot.BodyNames[-1]), np.array(state["fkine"])) < 1e-11
        assert error(robot.massMatrix(q), np.array(state["inertia"])) < 1e-11
        assert error(robot.gravityTorque(q), np.array(state["gravload"])) < 1e-11
        assert error(robot.inverseDynamics(q, qd, qdd), np.array(state["rne"])) < 1e-11


@pytest.mark.parametrize("path", sorted((SHARED / "golden" / "rtb").glob("*.json")), ids=lambda p: p.stem)
def test_serial_links_move(path, tmp_path):
    """SerialLink objects with the parameters of golden/rtb: both conventions, offsets, prismatic joints."""
    golden = json.loads(path.read_text(encoding="utf-8"))
    links = [
        opaque(
            "Link",
            theta=link["theta"],
            d=link["d"],
            a=link["a"],
            alpha=link["alpha"],
            offset=link["offset"],
            jointtype=link["type"],
            mdh=float(golden["dh_convention"] == "modified"),
            m=link["mass"],
            r=np.array([link["com"]], dtype=float),
            I=np.array(link["inertia_com"], dtype=float),
        )
        for link in golden["links"]
    ]
    gravity = np.array(golden["gravity_rtb"], dtype=float).reshape(3, 1)
    pose = [opaque("SE3", data=np.array(golden[key], dtype=float)) for key in ("base", "tool")]
    arm = opaque("SerialLink", name=golden["robot"], links=links, gravity=gravity, base=pose[0], tool=pose[1])
    robot = read(write_objects(tmp_path / "arm.mat", arm=arm)).arm
    check_motion(robot, golden)


def test_a_serial_link():
    robot = read(REAL / "seriallink_panda_2020.mat").PANDA
    assert robot.BodyNames[:7] == [f"link{k}" for k in range(1, 8)]
    assert robot.Gravity.tolist() == [0, 0, -9.81]
    assert robot.DataFormat == "row"


def test_every_file_is_in_this_table():
    known = {f"{name}.mat" for name in CHANGED} | {f"identification_ex{s}.mat" for s in [*LOGS, "_noisy"]}
    known |= {f"{name}.mat" for name in TREES} | {f"{Path(name).name}.mat" for name in REFUSED}
    known |= {f"robot_struct_{s}.mat" for s in ("v6", "v7", "v73_matio")}
    known |= {"zipflag_v7.mat", "identification_truth.mat", "log_wbc9dof_struct_strings.mat", "v73_timeseries_X.mat"}
    known |= {"seriallink_panda_2020.mat"}
    assert {path.name for folder in (MADE, REAL) for path in folder.glob("*.mat")} == known
