"""MotionData: what it takes, what it refuses, and logs as they come from MATLAB, tables and dicts.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from logs import SHARED

import rst_compat as rst
from rst_compat import MotionData

T = np.linspace(0, 1, 11)
Q, QD, QDD, TAU = np.random.default_rng(0).normal(size=(4, 11, 2))
FT = np.arange(66.0).reshape(11, 6)


def test_by_position_by_name_and_in_pairs():
    logs = [
        MotionData(T, Q, QD, QDD, TAU),
        MotionData(Time=T, JointPosition=Q, JointVelocity=QD, JointAcceleration=QDD, JointTorque=TAU),
        MotionData("time", T, "jointposition", Q, "JointVelocity", QD, "JointAcceleration", QDD, "JointTorque", TAU),
        MotionData(T, Q, "JointVelocity", QD, JointAcceleration=QDD, jointtorque=TAU),
    ]
    for log in logs:
        assert (log.NumSamples, log.NumJoints, len(log)) == (11, 2, 11)
        for name, value in zip(["Time", "JointPosition", "JointVelocity", "JointTorque"], [T, Q, QD, TAU], strict=True):
            assert np.array_equal(getattr(log, name), value)


def test_a_vector_is_one_joint():
    assert MotionData(None, Q[:, 0]).JointPosition.shape == (11, 1)


def test_long_arrays_are_not_copied():
    assert MotionData(T, Q).JointPosition is Q


def test_slices():
    part = MotionData(T, Q, QD, QDD, TAU, Wrench={"tool": FT})[2:5]
    assert part.NumSamples == 3
    assert np.array_equal(part.Wrench["tool"], FT[2:5])
    assert np.array_equal(part.Time, T[2:5])


def test_force_first_is_turned():
    log = MotionData(None, Q, Wrench={"tool": FT}, BaseWrench=FT, WrenchOrder="fn")
    assert np.array_equal(log.Wrench["tool"], FT[:, [3, 4, 5, 0, 1, 2]])
    assert np.array_equal(log.BaseWrench, FT[:, [3, 4, 5, 0, 1, 2]])


def test_the_wrench_of_a_body_is_about_its_origin():
    """A force of 2 along y of a sensor at x = 3 that is turned by 90 degrees about z: along -x of the body, no moment
    but what a lever along y gives."""
    pose = rst.trvec2tform([0, 3, 0]) @ rst.axang2tform([0, 0, 1, np.pi / 2])
    log = MotionData(None, Q[:1], Wrench={"tool": [[0, 0, 0, 0, 2, 0]]}, SensorPose={"tool": pose})
    assert np.allclose(log.bodyWrench("tool"), [[0, 0, 6, -2, 0, 0]], atol=1e-15)
    assert np.array_equal(log.Wrench["tool"], [[0, 0, 0, 0, 2, 0]])


@pytest.mark.parametrize(
    ("arguments", "fields", "fact"),
    [
        ((), {}, "no JointPosition"),
        ((T, Q[:-1]), {}, "Time has the wrong size"),
        ((T, Q, QD.T), {}, "Time goes down: transpose it"),
        ((T, Q, QD, QDD[:, :1]), {}, "JointAcceleration has the wrong size"),
        ((T[::-1], Q), {}, "Time does not increase"),
        ((T * np.nan, Q), {}, "Time does not increase"),
        ((T, Q, QD, QDD, TAU, FT), {}, "too many arrays"),
        ((T, Q), {"Wrench": {"tool": FT[:, :3]}}, "Wrench of 'tool' has the wrong size"),
        ((T, Q), {"Wrench": FT}, "Wrench is not a dict"),
        ((T, Q), {"SensorPose": {"tool": np.eye(4)}}, "SensorPose has a body without a Wrench"),
        ((T, Q), {"Names": 3}, "'Names' is not a recognized parameter"),
    ],
)
def test_what_does_not_fit(arguments, fields, fact):
    with pytest.raises(rst.MatlabError, match=fact):
        MotionData(*arguments, **fields)


# --------------------------------------------------------------------------- logs as they come

FIELDS = {"Time": T, "JointPosition": Q, "JointVelocity": QD, "JointAcceleration": QDD, "JointTorque": TAU}
MATLAB = dict(zip(["tout", "qout", "qdout", "qddout", "tauout"], FIELDS.values(), strict=True))


def same(log, **fields):
    for name, value in (FIELDS | fields).items():
        got = getattr(log, name)
        assert got is None if value is None else np.allclose(got, value, rtol=0, atol=1e-15), name


def test_dicts_workspaces_and_files(tmp_path):
    same(MotionData.fromLog(MATLAB))
    same(MotionData.fromLog(SimpleNamespace(**MATLAB)))
    rst.save(tmp_path / "log.mat", **MATLAB)
    same(MotionData.fromLog(rst.load(tmp_path / "log.mat")))
    same(MotionData.fromLog(tmp_path / "log.mat"))
    np.savez(tmp_path / "log.npz", **MATLAB)
    same(MotionData.fromLog(str(tmp_path / "log.npz")))


def test_columns_of_tables(tmp_path):
    titles = ["t", *(f"{name}{i}" for name in ("q", "qd", "qdd", "tau") for i in (1, 2))]
    rows = np.column_stack([T, Q, QD, QDD, TAU])
    np.savetxt(tmp_path / "log.csv", rows, delimiter=",", header=",".join(titles), comments="", fmt="%.17g")
    same(MotionData.fromLog(tmp_path / "log.csv"))
    renamed = [title.replace("tau", "effort_").replace("q", "pos", 1) for title in titles]
    np.savetxt(tmp_path / "names.csv", rows, delimiter=",", header=",".join(renamed), comments="", fmt="%.17g")
    names = {"JointPosition": "pos", "JointVelocity": ["posd1", "posd2"], "JointAcceleration": "posdd"}
    same(MotionData.fromLog(tmp_path / "names.csv", Names=names))


def test_parquet(tmp_path):
    pq = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa  # noqa: PLC0415 - an extra

    columns = {"t": T} | {
        f"{n}_{i}": a[:, i] for n, a in zip(["q", "qd", "qdd", "tau"], [Q, QD, QDD, TAU], strict=True) for i in (0, 1)
    }
    pq.write_table(pa.table(columns), tmp_path / "log.parquet")
    same(MotionData.fromLog(tmp_path / "log.parquet"))


def test_tables_of_pandas():
    class Table(dict):
        columns = property(list)
        __iter__ = dict.__iter__

    same(
        MotionData.fromLog(Table({"t": T, **{f"q{i + 1}": Q[:, i] for i in (0, 1)}})),
        **dict.fromkeys(list(FIELDS)[2:]),
    )


def test_timeseries_bring_their_times():
    pages = SimpleNamespace(Time=T, Data=Q.T[None].transpose(1, 0, 2))  # (2, 1, 11), as Simulink logs
    log = MotionData.fromLog(
        {"out": {"q": pages, "tau": SimpleNamespace(Time=T, Data=TAU)}},
        Names={"JointPosition": "out.q", "JointTorque": "out.tau"},
    )
    same(log, JointVelocity=None, JointAcceleration=None)


def test_time_across_is_turned():
    same(MotionData.fromLog({name: a.T if a.ndim == 2 else a for name, a in MATLAB.items()}))
    del MATLAB["tout"]
    try:
        same(MotionData.fromLog({name: a.T for name, a in MATLAB.items()}), Time=None)
    finally:
        MATLAB["tout"] = T


def test_as_many_samples_as_joints_stay_as_they_are():
    square = np.arange(9.0).reshape(3, 3)
    assert np.array_equal(MotionData.fromLog({"t": [0, 1, 2], "q": square}).JointPosition, square)


def test_wrenches_by_name():
    names = {"Wrench": {"tool": "ft"}, "BaseWrench": "base"}
    log = MotionData.fromLog(MATLAB | {"ft": FT, "base": FT.T}, Names=names, WrenchOrder="fn")
    assert np.array_equal(log.Wrench["tool"], FT[:, [3, 4, 5, 0, 1, 2]])
    assert np.array_equal(log.BaseWrench, log.Wrench["tool"])


@pytest.mark.parametrize(
    ("log", "names", "fact"),
    [
        ({"a": T}, {}, "no positions are in the log"),
        (3, {}, "this is no log"),
        (MATLAB, {"Position": "q"}, "unknown field 'Position'.*JointPosition"),
        (MATLAB, {"JointPosition": "qot"}, "'qot' is not in the log.*Did you mean 'qout'"),
        (MATLAB, {"JointPosition": 3}, "no name"),
        ({"q1": T, "q3": T}, {}, "columns of q are missing"),
        ({"out": {"q": Q}}, {"JointPosition": "out.p"}, "'out.p' is not in the log"),
    ],
)
def test_logs_that_do_not_fit(log, names, fact):
    with pytest.raises(rst.MatlabError, match=fact):
        MotionData.fromLog(log, Names=names)


def test_a_table_without_titles_is_refused(tmp_path):
    np.savetxt(tmp_path / "log.csv", Q, delimiter=",")
    with pytest.raises(rst.MatlabError, match="the columns have no titles"):
        MotionData.fromLog(tmp_path / "log.csv")


@pytest.mark.skipif(not SHARED.exists(), reason="the shared files are not here")
def test_logs_of_the_course():
    log = MotionData.fromLog(SHARED / "mat/made/identification_ex.mat")
    assert (log.NumSamples, log.NumJoints) == (1001, 2)
    assert log.JointTorque.shape == log.JointAcceleration.shape == (1001, 2)


def test_single_samples_are_no_log():
    with pytest.raises(rst.MatlabError) as error:
        MotionData(JointPosition=np.zeros((5, 2)))[3]
    assert error.value.identifier == "rst_compat:identification:BadData"


def test_positions_across_are_named():
    with pytest.raises(rst.MatlabError) as error:
        MotionData(np.arange(100.0), np.zeros((2, 100)))
    assert "transpose" in error.value.hint
