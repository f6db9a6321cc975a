"""``rstc identify``: from a model and a log to a table, a model and a report; nothing is half written."""

import base64
import json
import re
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from rst_compat_cli.identify_command import _Bar

import rst_compat as rst
from rst_compat import batch
from rst_compat.identification import report

SHARED = Path(__file__).parents[3] / "shared" / "mat" / "made"
needs_shared = pytest.mark.skipif(not SHARED.is_dir(), reason="needs the shared MAT-files")
TITLES = "t,q1,q2,tau1,tau2"
#: The four unknowns of the course notes: centres in the middle of the links, inertia about them.
NOTES = """# comments are left out
body_1.m = m1
body_1.mx = -0.25*m1
body_1.Izz = Izz1 + 0.0625*m1   % also here
body_2.m = m2; body_2.mx = -0.35*m2
body_2.Izz = Izz2 + 0.1225*m2
"""
TRUTH = {"m1": 0.5, "Izz1": 0.5 * 0.2548 / 12, "m2": 0.7, "Izz2": 0.7 * 0.4948 / 12}  # rods of radius 0.04 m


def motion(samples=800, seed=0):
    """Time and motion of two joints: sums of sines."""
    rng, t = np.random.default_rng(seed), 0.01 * np.arange(samples)
    w, a, p = rng.uniform(1, 3, (3, 2)), rng.uniform(0.3, 0.9, (3, 2)), rng.uniform(0, 6, (3, 2))
    x = t[:, None, None] * w + p
    return t, (a * np.sin(x)).sum(1), (a * w * np.cos(x)).sum(1), (-a * w**2 * np.sin(x)).sum(1)


def measured(samples=800, sigma=0.02, seed=0):
    t, q, qd, qdd = motion(samples, seed)
    tau = batch.inverseDynamics(rst.importrobot("twolink"), q, qd, qdd)
    return t, q, qd, qdd, tau + sigma * np.random.default_rng(seed + 1).normal(size=tau.shape)


@pytest.fixture
def csv(tmp_path):
    """A log in a .csv file, of times, positions and torques."""

    def write(name="log.csv", titles=TITLES, rows=None):
        t, q, _, _, tau = measured()
        np.savetxt(
            tmp_path / name, np.c_[t, q, tau] if rows is None else rows, delimiter=",", header=titles, comments=""
        )
        return tmp_path / name

    return write


@pytest.fixture
def npz(tmp_path):
    """A log in a .npz file, with velocities and accelerations."""

    def write(name="log.npz", **changes):
        arrays = dict(zip(("t", "q", "qd", "qdd", "tau"), measured(), strict=True)) | changes
        np.savez(tmp_path / name, **{k: v for k, v in arrays.items() if v is not None})
        return tmp_path / name

    return write


@pytest.fixture
def facts(output):
    """What a call finds, from its JSON."""

    def run(*words):
        def refuse(word):
            raise AssertionError(f"{word} is no JSON")

        return json.loads(output("identify", *words, "--format", "json"), parse_constant=refuse)

    return run


def values(found, part="BaseParameters", key="Expression"):
    return {row[key]: row["Value"] for row in found[part]}


def table(text, first):
    """The rows of the table whose titles begin with some words."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.split()[: len(first)] == first)
    rows = lines[at + 1 :]
    return [row.split() for row in (rows[: rows.index("")] if "" in rows else rows)]


# --------------------------------------------------------------------------- logs


@needs_shared
@pytest.mark.parametrize("kind", ["", "_v4", "_v6", "_v7_matio", "_v73_h5py", "_v73_hdf5storage", "_v73_matio"])
def test_the_notes_log_and_map_give_the_truth(facts, tmp_path, kind):
    (tmp_path / "notes.map").write_text(NOTES)
    found = facts("twolink", SHARED / f"identification_ex{kind}.mat", "--map", tmp_path / "notes.map")
    unknowns = values(found, "Unknowns")
    for name, truth in TRUTH.items():
        assert unknowns[name] == pytest.approx(truth, rel=1e-8), name
    assert found["Rank"] == 6  # the four, and the two centres across the links, which are free


@needs_shared
def test_noise_in_the_notes_log_stays_within_the_error_bars(facts, tmp_path):
    (tmp_path / "notes.map").write_text(NOTES)
    found = facts("twolink", SHARED / "identification_ex_noisy.mat", "--map", tmp_path / "notes.map")
    for row in found["Unknowns"]:
        if row["Expression"] in TRUTH:
            # 4 standard deviations: one of the four is beyond them once in four thousand logs
            assert abs(row["Value"] - TRUTH[row["Expression"]]) < 4 * row["Std"]


def test_positions_and_torques_with_times_are_enough(facts, csv, npz, tmp_path):
    """The same numbers from a text file without derivatives and from an archive with them, and from Parquet."""
    found, exact = values(facts("twolink", csv())), values(facts("twolink", npz()))
    assert list(found) == list(exact)
    np.testing.assert_allclose(list(found.values()), list(exact.values()), atol=2e-3)  # of a noise of 0.02 N m
    pa = pytest.importorskip("pyarrow", reason="pip install pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    t, q, _, _, tau = measured()
    pq.write_table(pa.table(dict(zip(TITLES.split(","), np.c_[t, q, tau].T, strict=True))), tmp_path / "log.parquet")
    np.testing.assert_allclose(list(values(facts("twolink", tmp_path / "log.parquet")).values()), list(found.values()))


def test_a_log_calls_things_as_it_likes(output, csv, npz, tmp_path):
    log = csv(titles="zeit,pos1,pos2,eff1,eff2")
    names = ("--name", "position=pos", "--name", "time=zeit", "--name", "torque=eff")
    assert output("identify", "twolink", log, *names) == output("identify", "twolink", csv("other.csv"))
    robot, (_, q, qd, qdd, _) = rst.importrobot("twolink"), measured()
    wrench = batch.jointReactions(robot, q, qd, qdd, Body="body_2")[:, [3, 4, 5, 0, 1, 2]]
    log = npz(tau=None, ft=wrench)
    text = output("identify", "twolink", log, "--name", "wrench:body_2=ft", "--wrench-order", "fn")
    mass = next(row for row in table(text, ["Parameter"]) if row[0] == "body_2.m")
    assert (mass[1], mass[-1]) == ("0.7", "alone")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", "torque"), "--name does not name"),
        (("--name", "effort=tau"), "--name does not name"),
        (("--name", "wrench:=ft"), "--name does not name"),
        (("--name", "torque=tua"), "log.npz: 'tua' is not in the log"),
        (("--name", "wrench:hand=tau"), "wrong size"),
        (("--method", "magic"), "--method does not take this word"),
        (("--covariance", "red"), "--covariance does not take this word"),
        (("--friction", "dry"), "--friction does not take this word"),
        (("--prior", "none"), "--prior does not take this word"),
        (("--format", "xml"), "--format does not take this word"),
        (("--wrench-order", "ff"), "--wrench-order does not take this word"),
        (("--gravity", "1,2"), "Gravity has the wrong size"),
        (("--gear-ratio", "1,2,3"), "--gear-ratio does not fit the robot"),
        (("--map", "nosuch.map"), "--map: nosuch.map cannot be read"),
        (("--validate", "nosuch.npz"), "does not exist"),
        (("--model", "out.txt"), "format of 'out.txt' is not written"),
        (("--report", "out.pdf"), "report: the format is not known"),
    ],
)
def test_wrong_options_are_refused(error, npz, words, said):
    assert said in error("identify", "twolink", npz(), *words)


def test_a_map_of_another_robot_is_refused(error, npz, tmp_path):
    (tmp_path / "bad.map").write_text("body_9.m = 1")
    assert "Did you mean 'body_" in error("identify", "twolink", npz(), "--map", tmp_path / "bad.map")


def test_what_is_no_log_is_refused(error, csv, npz, tmp_path):
    t, q, _, _, tau = measured()

    def refused(path):
        return error("identify", "twolink", path)

    (tmp_path / "empty.csv").touch()
    (tmp_path / "a.mat").write_text("hello")
    assert "its format is not known" in refused(tmp_path)
    assert "its format is not known" in refused(tmp_path / "log.txt")
    assert "does not exist" in refused(tmp_path / "nosuch.csv")
    assert "the file is empty" in refused(tmp_path / "empty.csv")
    assert "no MAT-file" in refused(tmp_path / "a.mat")
    assert "no positions are in the log" in refused(csv(titles="a,b,c,d,e"))
    assert "--name" in refused(csv(titles="a,b,c,d,e"))
    assert "nothing was measured but motion" in refused(csv(titles="t,q1,q2", rows=np.c_[t, q]))
    assert "no Time to find them by" in refused(csv(titles="q1,q2,tau1,tau2", rows=np.c_[q, tau]))
    three = csv(titles="t,q1,q2,q3,tau1,tau2,tau3", rows=np.c_[t, q, q[:, :1], tau, tau[:, :1]])
    assert "2 joints (joint_1, joint_2), got 3 columns" in refused(three)
    assert "the log is too short to find velocities and accelerations" in refused(csv(rows=np.c_[t, q, tau][:3]))
    whole = csv().read_bytes()
    (tmp_path / "cut.csv").write_bytes(whole[: len(whole) // 2])
    assert "a row cannot be read" in refused(tmp_path / "cut.csv")
    whole = npz().read_bytes()
    (tmp_path / "cut.npz").write_bytes(whole[: len(whole) // 2])
    assert "cannot be read as .npz" in refused(tmp_path / "cut.npz")


@needs_shared
def test_a_cut_mat_file_is_refused(error):
    assert "damaged" in error("identify", "twolink", SHARED / "bad_truncated_v7.mat")


def test_samples_without_numbers_are_left_out(facts, error, npz):
    _, q, _, _, tau = measured()
    tau[100:200, 0] = np.nan
    q[300] = np.inf
    found = facts("twolink", npz(q=q, tau=tau))
    assert any("left out" in finding for finding in found["Findings"])
    assert values(found)["body_2.mx + 0.7*body_2.m"] == pytest.approx(0.245, abs=1e-3)
    assert "no sample counts" in error("identify", "twolink", npz(tau=np.full_like(tau, np.nan)))


@pytest.mark.parametrize("empty", ["", " ", '""'])
def test_an_empty_cell_is_a_number_that_is_missing(facts, csv, empty):
    t, q, _, _, tau = measured()
    rows = np.c_[t, q, tau]
    rows[100:200, -1] = rows[300, 1] = np.nan
    with_words = csv(rows=rows)
    found = facts("twolink", with_words)
    with_words.write_text(with_words.read_text().replace("nan", empty))
    assert facts("twolink", with_words) == found


def test_a_robot_that_stands_still_says_so(facts, npz):
    _, q, qd, qdd, _ = measured()
    found = facts("twolink", npz(q=0 * q + 0.3, qd=0 * qd, qdd=0 * qdd))
    assert found["Rank"] < found["StructuralRank"]
    assert sum("stands still" in finding for finding in found["Findings"]) == 2


def test_missing_gravity_is_said_in_the_words_of_the_command_line(rstc, npz, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rst.exportrobot(rst.importrobot("twolink"), tmp_path / "arm.urdf")
    said = rstc("identify", tmp_path / "arm.urdf", npz())
    assert said.exit_code == 0
    assert said.stderr.count("\n") == 1
    assert "rst_compat:identification:NoGravity" in said.stderr
    assert "--gravity 0,0,-9.81" in said.stderr
    assert rstc("identify", tmp_path / "arm.urdf", npz(), "--gravity", "0,0,0").stderr == ""
    with_gravity = rstc("identify", tmp_path / "arm.urdf", npz(), "--gravity", "0,-9.81,0")
    assert with_gravity.stderr == ""
    assert table(with_gravity.stdout, ["Channel"]) == table(rstc("identify", "twolink", npz()).stdout, ["Channel"])


# --------------------------------------------------------------------------- what is printed


def test_the_tables(output, npz):
    text = output("identify", "twolink", npz())
    assert text.startswith("wls fit to 800 samples; errors white\n6 of 6 combinations determined; condition ")
    assert max(map(len, text.splitlines())) <= 100
    parameters = table(text, ["Parameter", "Value", "Std", "Std", "%", "Status"])
    assert [row[0] for row in parameters] == rst.parameterNames(rst.importrobot("twolink"))
    by_name = {row[0]: row for row in parameters}
    assert by_name["body_1.m"][-1] == "combination"
    assert by_name["body_1.mz"][-1] == "unobservable"
    _, value, std, percent, status = by_name["body_2.my"]
    assert status == "alone"
    assert float(percent) == pytest.approx(100 * float(std) / abs(float(value)), rel=0.06)  # of two printed digits
    assert [row[0] for row in table(text, ["Channel"])] == ["joint_1", "joint_2"]


def test_an_arm_with_seven_joints_fits_a_terminal(output, tmp_path):
    robot, rng = rst.importrobot("iiwa14"), np.random.default_rng(0)
    q, qd, qdd = rng.normal(size=(3, 400, 7))
    tau = batch.inverseDynamics(robot, q, qd, qdd) + 0.1 * rng.normal(size=q.shape)
    np.savez(tmp_path / "log.npz", q=q, qd=qd, qdd=qdd, tau=tau)
    text = output("identify", "iiwa14", tmp_path / "log.npz", "--friction", "both")
    assert max(map(len, text.splitlines())) <= 100
    assert "57 of 57 combinations" in text  # 43 and two of friction for each joint


def test_json_has_every_number(facts, npz):
    found = facts("twolink", npz(), "--validate", npz("second.npz"), "--friction", "viscous", "--offset")
    assert [p["Name"] for p in found["Parameters"][20:]] == [f"joint_{i}.{p}" for p in ("Bm", "offset") for i in (1, 2)]
    assert {p["Std"] for p in found["Parameters"] if p["Status"] != "alone"} == {"NaN"}
    assert [c["Name"] for c in found["Validation"]] == ["joint_1", "joint_2"]
    assert found["Validation"][0]["RMSE"] == pytest.approx(0.02, rel=0.1)  # the noise
    assert found["PhysicalConsistency"] == {"body_1": True, "body_2": True}


def test_the_error_on_another_log(output, npz):
    text = output("identify", "twolink", npz(), "--validate", npz("second.npz", tau=measured()[-1] + 1))
    assert "On second.npz, 800 samples, mean error " in text
    rows = table(text.partition("On second.npz")[2], ["Channel"])
    np.testing.assert_allclose([float(rmse) for _, _, rmse in rows], 1, rtol=0.01)


@pytest.mark.parametrize(
    "words",
    [
        ("--method", "ols"),
        ("--method", "tls"),
        ("--method", "lmi"),
        ("--method", "logchol"),
        ("--method", "tipToBase"),
        ("--robust", "--covariance", "hac"),
        ("--covariance", "bootstrap", "--prior", "zero", "--workers", "1"),
        ("--rotor-inertia", "--gear-ratio", "50"),
        ("--friction", "coulomb", "--gear-ratio", "50,30"),
    ],
)
def test_every_way_to_fit_predicts(facts, npz, words):
    found = facts("twolink", npz(), *words)
    for channel in found["Channels"]:
        assert channel["ResidualStd"] == pytest.approx(0.02, rel=0.15)  # 800 samples know it to 3 %
    robot, (_, q, qd, qdd, tau) = rst.importrobot("twolink"), measured()
    inertial = np.array([p["Value"] for p in found["Parameters"][:20]])
    if "--friction" not in words and "--rotor-inertia" not in words:
        predicted = batch.inverseDynamicsRegressor(robot, q, qd, qdd) @ inertial
        assert np.std(predicted - tau) == pytest.approx(0.02, rel=0.1)


def test_a_bar_for_every_pass(monkeypatch):
    class Terminal(list):
        write, isatty, flush = list.append, (lambda self: True), (lambda self: None)

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar = _Bar()
    for done, total in [(50, 100), (100, 100), (50, 100), (100, 100), (30, 30)]:
        bar(done, total)
    bar.close()
    text = "".join(terminal)
    assert re.findall(r"pass \d", text)[-1] == "pass 3"
    assert text.count("100%") == 3


# --------------------------------------------------------------------------- files


def test_the_model_predicts_what_was_measured(output, npz, tmp_path):
    model = tmp_path / "found.json"
    output("identify", "twolink", npz(), "--friction", "both", "--model", model)
    found, (_, q, qd, qdd, tau) = rst.importrobot(model), measured()
    assert found.DataFormat == "column"
    assert found.Gravity.tolist() == [0, -9.81, 0]
    predicted = batch.inverseDynamics(found, q, qd, qdd, IncludeFriction=True)
    assert np.std(predicted - tau) == pytest.approx(0.02, rel=0.1)
    output("identify", model, npz())  # it is a model as any other
    output("identify", "twolink", npz(), "--model", tmp_path / "found.mat")
    assert rst.importrobot(tmp_path / "found.mat").BodyNames == ["body_1", "body_2"]


def test_a_urdf_says_what_it_cannot_hold(rstc, npz, tmp_path):
    said = rstc("identify", "twolink", npz(), "--model", tmp_path / "found.urdf")
    assert said.exit_code == 0
    assert "rst_compat:urdf:LostSettings" in said.stderr
    assert "body_2" in rst.importrobot(tmp_path / "found.urdf").BodyNames


@pytest.fixture
def odd(tmp_path):
    """A model with names that mean something in HTML, in Markdown and in formulas."""
    pytest.importorskip("matplotlib", reason="pip install '.[plot]'")
    robot = rst.importrobot("twolink")
    text = json.loads(rst.exportrobot(robot))
    text["Bodies"][1]["Name"] = "<script>alert(1)</script>|**b**"
    text["Bodies"][1]["Joint"]["Name"] = "$x^2|![i](http://x)$"
    (tmp_path / "odd.json").write_text(json.dumps(text))
    return tmp_path / "odd.json"


def test_a_report_in_html_is_one_file(output, npz, odd, tmp_path):
    page = tmp_path / "report.html"
    output("identify", odd, npz(), "--validate", npz("second.npz"), "--report", page)
    text = page.read_text(encoding="utf-8")
    assert {p.name for p in tmp_path.iterdir()} == {"log.npz", "second.npz", "odd.json", "report.html"}
    assert "<script" not in text
    assert "&lt;script&gt;alert(1)" in text
    sources = re.findall(r'<(?:img|link|script|iframe)\b[^>]*?(?:src|href)="([^"]*)"', text)
    assert len(sources) == 3
    for source in sources:
        kind, _, data = source.partition(",")
        assert kind == "data:image/png;base64"
        assert base64.b64decode(data).startswith(b"\x89PNG")
    assert "url(" not in text
    assert "Std %" in text
    assert "800 samples that were not used" in text


def test_a_report_in_markdown_has_its_pictures_beside_it(output, npz, odd, tmp_path):
    page = tmp_path / "my report.md"
    output("identify", odd, npz(), "--report", page)
    text = page.read_text(encoding="utf-8")
    pictures = re.findall(r"(?<!\\)!\[[^\]]*\]\(([^)]*)\)", text)
    assert pictures == ["my%20report_fit.png", "my%20report_excitation.png"]
    for name in pictures:
        assert (tmp_path / name.replace("%20", " ")).read_bytes().startswith(b"\x89PNG")
    assert "<script" not in text.replace("\\<", "")
    rows = [line for line in text.splitlines() if line.startswith("| \\<script")]
    assert len(rows) == 10
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}  # five cells


def test_a_report_of_a_log_without_derivatives(output, csv, tmp_path):
    pytest.importorskip("matplotlib", reason="pip install '.[plot]'")
    output("identify", "twolink", csv(), "--report", tmp_path / "r.html")
    assert (tmp_path / "r.html").stat().st_size > 20_000


def test_pictures_need_matplotlib(error, npz, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = error("identify", "twolink", npz(), "--report", tmp_path / "r.html", "--model", tmp_path / "m.json")
    assert said.startswith("rst_compat:plot:NeedsExtra: ")
    assert "pip install 'rst_compat[plot]'" in said
    assert {p.name for p in tmp_path.iterdir()} == {"log.npz"}


def test_places_are_checked_before_the_fit(error, npz, tmp_path, monkeypatch):
    monkeypatch.setattr(rst, "identifyDynamics", lambda *_, **__: pytest.fail("it was fitted"))
    log = npz()
    for option, name in (("--model", "m.json"), ("--report", "r.md"), ("-o", "t.txt")):
        said = error("identify", "twolink", log, option, tmp_path / "nosuch" / name)
        assert said.startswith("rst_compat:cli:NotWritten: ")
    assert "write over log.npz" in error("identify", "twolink", log, "-o", log)
    twice = ("--model", tmp_path / "a.json", "-o", tmp_path / "a.json")
    assert "which is written too" in error("identify", "twolink", log, *twice)
    assert {p.name for p in tmp_path.iterdir()} == {"log.npz"}


def test_where_one_file_fails_none_is_written(error, npz, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason="pip install '.[plot]'")

    def full(*_):
        raise OSError(28, "No space left on device")

    (tmp_path / "m.json").write_text("before")
    monkeypatch.setattr(report, "_png", full)
    log = npz()
    for name in ("r.html", "r.md"):
        said = error("identify", "twolink", log, "--model", tmp_path / "m.json", "--report", tmp_path / name)
        assert "no space left" in said
    assert (tmp_path / "m.json").read_text() == "before"
    assert {p.name for p in tmp_path.iterdir()} == {"log.npz", "m.json"}


def test_a_fault_of_the_log_leaves_files_as_they_are(error, csv, tmp_path):
    t, q, *_ = measured()
    (tmp_path / "m.json").write_text("before")
    error("identify", "twolink", csv(titles="t,q1,q2", rows=np.c_[t, q]), "--model", tmp_path / "m.json")
    assert (tmp_path / "m.json").read_text() == "before"


def test_text_goes_to_a_file(output, npz, tmp_path):
    assert output("identify", "twolink", npz(), "-o", tmp_path / "found.txt") == ""
    assert (tmp_path / "found.txt").read_text() == output("identify", "twolink", npz())
