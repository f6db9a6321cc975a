"""``rstc record``: results of another program become a golden file; our own are refused, or marked."""

import json

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch
from rst_compat.golden import check, read_golden

Q, QD = np.array([[0.1, 0.2], [0.3, -0.4], [1.0, 2.0]]), np.array([[0.5, 0.6], [0.7, 0.8], [-1.0, 1.0]])


@pytest.fixture
def log(tmp_path):
    """States with results, which stand in for MATLAB's; as MATLAB stacks them, or as NumPy does."""

    def write(name="log.mat", **changes):
        robot = rst.importrobot("twolink")
        results = {"massMatrix": batch.massMatrix(robot, Q), "velocityProduct": batch.velocityProduct(robot, Q, QD)}
        if name.endswith(".mat"):
            results["massMatrix"] = np.moveaxis(results["massMatrix"], 0, -1)
        arrays = {k: v for k, v in ({"q": Q, "qd": QD} | results | changes).items() if v is not None}
        np.savez(tmp_path / name, **arrays) if name.endswith(".npz") else rst.save(tmp_path / name, **arrays)
        return tmp_path / name

    return write


def recorded(path):
    golden = read_golden(path)
    assert all(outcome.passed for outcome in check(golden))
    return golden


@pytest.mark.parametrize("name", ["log.mat", "log.npz"])
def test_results_of_another_program_are_golden(output, log, tmp_path, name):
    out = tmp_path / "arm.golden.json"
    assert output("record", "twolink", "--states", log(name), "--source", "MATLAB R2024a, log.m", "-o", out) == ""
    golden = recorded(out)
    assert (golden.regression, golden.source) == (False, {"Tool": "MATLAB R2024a, log.m"})
    assert [c.name for c in golden.cases[:2]] == ["state1/massMatrix", "state1/velocityProduct"]
    assert len(golden.cases) == 6
    assert golden.cases[2].inputs == {"Configuration": [0.3, -0.4]}
    assert golden.cases[3].inputs == {"Configuration": [0.3, -0.4], "JointVelocity": [0.7, 0.8]}


def test_vectors_may_be_columns(output, log, tmp_path):
    g = batch.gravityTorque(rst.importrobot("twolink"), Q)
    path = log(gravityTorque=g.T, massMatrix=None, velocityProduct=None)
    output("record", "twolink", "--states", path, "--source", "MATLAB", "-o", tmp_path / "a.golden.json")
    assert recorded(tmp_path / "a.golden.json").cases[1].output.tolist() == g[1].tolist()


def test_one_state_is_one_case(output, log, tmp_path):
    robot = rst.importrobot("twolink")
    path = log(q=Q[:1], qd=None, massMatrix=robot.massMatrix(Q[0]), velocityProduct=None)
    output("record", "twolink", "--states", path, "--source", "MATLAB", "-o", tmp_path / "a.golden.json")
    assert len(recorded(tmp_path / "a.golden.json").cases) == 1


def test_the_wrong_numbers_are_recorded_as_they_are_and_miss(rstc, output, log, tmp_path):
    path = log(massMatrix=np.zeros((2, 2, 3)))
    output("record", "twolink", "--states", path, "--source", "MATLAB", "-o", tmp_path / "a.golden.json")
    assert rstc("check", tmp_path / "a.golden.json").exit_code == 1


def test_printed_numbers_have_digits(output, log, tmp_path):
    path = log(massMatrix=None, velocityProduct=batch.velocityProduct(rst.importrobot("twolink"), Q, QD).round(4))
    words = ("record", "twolink", "--states", path, "--source", "MATLAB", "-o", tmp_path / "a.golden.json")
    output(*words, "--digits", 4)
    assert recorded(tmp_path / "a.golden.json").cases[0].tolerance.measure == "digits"


def test_functions_and_bodies_are_chosen(output, log, tmp_path):
    robot = rst.importrobot("twolink")
    T = np.moveaxis(batch.getTransform(robot, Q, "body_2"), 0, -1)
    words = ("record", "twolink", "--states", log(getTransform=T), "--source", "MATLAB", "-f", "getTransform")
    output(*words, "--body", "body_2", "-o", tmp_path / "a.golden.json")
    assert {c.inputs["BodyName"] for c in recorded(tmp_path / "a.golden.json").cases} == {"body_2"}


def test_our_own_numbers_are_refused(error, log, tmp_path):
    (tmp_path / "states.csv").write_text("q1,q2\n0,1\n")
    said = "rst_compat:golden:OwnNumbers: "
    assert error("record", "twolink", "--states", tmp_path / "states.csv", "--source", "MATLAB").startswith(said)
    assert error("record", "twolink", "--states", log(), "--source", "rst_compat 0.1").startswith(said)
    only = ("--states", log(), "--source", "MATLAB", "-f", "gravityTorque")
    assert "no result of gravityTorque in log.mat" in error("record", "twolink", *only)


@pytest.mark.parametrize("source", ["before the change", "rst_compat 0.1"])
def test_our_own_numbers_are_marked(output, tmp_path, source):
    (tmp_path / "states.csv").write_text("q1,q2,qd1,qd2\n0,1,2,3\n0.1,0.2,0.3,0.4\n")
    out = tmp_path / "a.golden.json"
    output("record", "twolink", "--states", tmp_path / "states.csv", "--source", source, "--regression", "-o", out)
    golden = recorded(out)
    assert golden.regression
    assert golden.source == {"Tool": f"rst_compat {rst.__version__}", "Note": source}
    assert len(golden.cases) == 2 * 7
    assert json.loads(out.read_text())["Kind"] == "regression, not evidence"
    text = output("check", out)
    assert text.startswith("regression, not evidence:\n")
    assert "golden file" not in text


def test_without_a_file_the_text_goes_to_standard_output(output, log):
    assert read_golden(json.loads(output("record", "twolink", "--states", log(), "--source", "MATLAB"))).cases


def test_shapes_that_do_not_fit_are_refused(error, log):
    words = ("record", "twolink", "--source", "MATLAB", "--states")
    assert "massMatrix has the wrong shape: expected numbers of shape (2, 2, 3)" in error(*words, log(massMatrix=Q))
    assert "object of shape (1, 2)" in error(*words, log(massMatrix=["a", "b"]))
    square = log(q=Q[:1].repeat(3, 0), qd=None, massMatrix=None, velocityProduct=np.eye(2))
    assert "velocityProduct has the wrong shape" in error(*words, square)
    either = log(massMatrix=None, velocityProduct=None, centerOfMass=np.eye(3))
    assert "got rows that could be either. Add or drop a state" in error(*words, either)


def test_options_that_make_no_sense_are_refused(error, log):
    words = ("record", "twolink", "--states", log(), "--source", "MATLAB")
    assert error(*words, "-f", "homeConfiguration").startswith("rst_compat:cli:BadOption: ")
    assert "--body NAME" in error(*words, "--regression", "-f", "getTransform")
    assert error("record", "twolink", "--states", log()).startswith("rst_compat:cli:Usage: ")
    assert "--source is empty" in error("record", "twolink", "--states", log(), "--source", " ")
    assert error(*words, "--digits", "400").startswith("rst_compat:cli:Usage: ")


def test_a_script_whose_name_has_our_letters_in_it_is_another_program(output, log, tmp_path):
    out = tmp_path / "a.golden.json"
    output("record", "twolink", "--states", log(), "--source", "MATLAB R2024a, burstcount.m", "-o", out)
    assert not recorded(out).regression


def test_a_state_is_written_once(output, log):
    document = json.loads(output("record", "twolink", "--states", log(), "--source", "MATLAB R2024a"))
    assert document["States"]["state2"] == {"Configuration": [0.3, -0.4], "JointVelocity": [0.7, 0.8]}
    assert all("Configuration" not in case and case["State"] in document["States"] for case in document["Cases"])


def test_what_would_be_lost_is_refused(error, log):
    words = ("record", "twolink", "--source", "MATLAB", "--states")
    assert "log.mat has forces on bodies" in error(*words, log(fext=np.zeros((3, 12))))
    assert "expected massMatrix, got massmatrix" in error(*words, log(massmatrix=np.zeros((2, 2, 3))))


def test_our_own_numbers_do_not_take_the_place_of_others(error, output, log, tmp_path):
    out = tmp_path / "a.golden.json"
    words = ("record", "twolink", "--states", log(), "-o", out, "--source")
    output(*words, "MATLAB")
    before = out.read_bytes()
    assert "a.golden.json has numbers of another program" in error(*words, "before the change", "--regression")
    assert out.read_bytes() == before
    output(*words, "MATLAB R2025a")
    out.unlink()
    output(*words, "before the change", "--regression")
    output(*words, "after the change", "--regression")
