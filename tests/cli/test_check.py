"""``rstc check``: the table, its JSON and JUnit, what is chosen, and the exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import rst_compat as rst

ROOT = Path(__file__).parents[2] / "fixtures"
TWOLINK = ROOT / "golden" / "twolink"


@pytest.fixture
def planted(tmp_path):
    """A copy of the two-link arm's golden file with a change in it."""

    def write(change=lambda golden: None, name="rtb_matlab", kind=None):
        golden = json.loads((TWOLINK / "rtb_matlab.golden.json").read_text("utf-8"))
        golden["Model"] = json.loads((ROOT / "models" / "twolink.json").read_text("utf-8"))
        golden |= {} if kind is None else {"Kind": kind}
        change(golden)
        path = tmp_path / "arm" / f"{name}.golden.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(golden))
        return path

    return write


def gravity_flipped(golden):
    golden["Model"]["Gravity"] = [0, 9.81, 0]


def one_element(golden):
    golden["Cases"][0]["Output"][0][1] += 0.001


# --------------------------------------------------------------------------- text


def test_every_case_has_its_line(output):
    lines = output("check", TWOLINK / "matlab_notes.golden.json").splitlines()
    assert lines[0].split() == ["case", "function", "absolute", "relative", "tolerance", "verdict"]
    assert lines[1].split() == [
        "twolink/matlab_notes/massMatrix",
        "massMatrix",
        *lines[1].split()[2:4],
        "0.51",
        "digits",
        "pass",
    ]
    assert lines[-1] == "12 cases in 1 golden file: all pass"
    assert len(lines) == 14
    assert len({line.rindex(line.split()[-1]) for line in lines[:-1]}) == 1  # columns stand below each other


def test_all_golden_values_of_this_repository_pass(output):
    assert output("check", ROOT / "golden", "--worst", "1").endswith(" golden files: all pass\n")


def test_a_miss_says_where_and_why(rstc, planted):
    result = rstc("check", planted(gravity_flipped), "--only", "gravityTorque")
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[1].endswith("1e-11 R19b  MISS")
    assert lines[2].startswith("    element (")
    assert lines[3] == (
        "    hint: the sign of gravity is turned: Gravity is the acceleration of free fall, as [0 0 -9.81] where z is "
        "up (explains 12 of 12 misses)"
    )
    assert lines[-1] == "12 cases in 1 golden file: 12 miss, 0 pass"


def test_a_miss_of_no_known_kind_has_no_hint(rstc, planted):
    result = rstc("check", planted(one_element))
    assert result.exit_code == 1
    assert "element (1,2): expected" in result.stdout
    assert "hint" not in result.stdout
    assert result.stdout.endswith("144 cases in 1 golden file: 1 miss, 143 pass\n")


def test_the_worst_come_first(rstc, planted):
    result = rstc("check", planted(one_element), "--worst", "2")
    lines = result.stdout.splitlines()
    assert [line.split()[-1] for line in lines if line.startswith("arm/")] == ["MISS", "pass"]
    assert lines[-1] == "144 cases in 1 golden file: 1 miss, 143 pass"


def test_text_has_no_errors_in_numbers(output):
    lines = output("check", ROOT / "golden" / "empty_tree").splitlines()
    assert lines[1].split() == ["empty_tree/matlab_scripts/disp-empty-tree-2024", "disp", "exact", "pass"]


def test_our_own_numbers_are_apart(rstc, planted):
    planted(kind="regression, not evidence", name="before", change=one_element)
    folder = planted().parent
    result = rstc("check", folder, "--only", "state1/inertia")
    assert result.exit_code == 1  # a change is a change
    golden, _, regression = result.stdout.partition("\nregression, not evidence:\n")
    assert golden.endswith("1 case in 1 golden file: all pass\n")
    assert regression.endswith("1 case in 1 regression file: 1 miss, 0 pass\n")
    alone = rstc("check", folder / "before.golden.json", "--only", "gravload")
    assert alone.stdout.startswith("regression, not evidence:\ncase ")
    assert "golden file" not in alone.stdout


@pytest.mark.parametrize(
    ("word", "count"),
    [("massMatrix", 12), ("state1/", 12), ("*/state?/T1", 9), ("arm/", 144), ("twolink", 0), ("massMatri", 0)],
)
def test_only_some(rstc, planted, word, count):
    result = rstc("check", planted(), "--only", word)
    assert result.exit_code == (0 if count else 2)
    assert result.stdout.count("\narm/") == count


def test_only_is_repeatable(output, planted):
    assert output("check", planted(), "--only", "massMatrix", "--only", "state1/inertia").count("\narm/") == 12
    assert output("check", planted(), "--only", "massMatrix", "--only", "gravityTorque").count("\narm/") == 24


def test_a_file_named_twice_is_run_once(output):
    path = TWOLINK / "matlab_notes.golden.json"
    assert output("check", path, path).endswith("12 cases in 1 golden file: all pass\n")


def test_mat_files_are_read(output, tmp_path):
    case = {"Name": "M", "Function": "massMatrix", "Configuration": [0.1, 0.2], "Digits": "full"}
    case["Output"] = rst.importrobot("twolink").massMatrix([0.1, 0.2])  # of ours: this is about the reading
    model = json.loads(rst.importrobot("twolink").exportrobot())
    tolerance = {"Value": 1e-11, "Measure": "R19b", "Reason": "none"}
    golden = {"Format": "rst_golden", "Version": 1, "Model": model, "Source": {"Tool": "x"}, "Tolerance": tolerance}
    rst.save(tmp_path / "arm.golden.mat", golden=golden | {"Cases": [case, case | {"Name": "again"}]})
    assert output("check", tmp_path).endswith("2 cases in 1 golden file: all pass\n")


# --------------------------------------------------------------------------- JSON and JUnit


def test_json_has_everything(rstc, planted):
    result = rstc("check", planted(gravity_flipped), "--format", "json", "--only", "state1/*", "--only", "state1/")
    facts = json.loads(result.stdout)
    assert result.exit_code == 1
    assert facts["Summary"]["Golden"] == {"Files": 1, "Cases": 12, "Pass": 8, "Miss": 4}
    assert facts["Summary"]["Regression"] == {"Files": 0, "Cases": 0, "Pass": 0, "Miss": 0}
    by_name = {case["Case"]: case for case in facts["Cases"]}
    missed, passed = by_name["state1/gravload"], by_name["state1/inertia"]
    assert missed["Verdict"] == "miss"
    assert missed["Hint"]["Mistake"] == "gravity-flipped"
    assert missed["Element"] in ([1], [2])
    assert abs(missed["Expected"] - missed["Got"]) == missed["Absolute"]
    assert passed["Verdict"] == "pass"
    assert "Element" not in passed
    assert passed["Tolerance"] == {"Value": 1e-11, "Measure": "R19b"}


def test_json_of_another_shape_is_standard_json(rstc, planted):
    def transposed(golden):
        for case in golden["Cases"]:
            if case["Function"] == "geometricJacobian":
                case["Output"] = np.transpose(case["Output"]).tolist()

    facts = json.loads(rstc("check", planted(transposed), "--format", "json").stdout, parse_constant=pytest.fail)
    missed = [case for case in facts["Cases"] if case["Verdict"] == "miss"]
    assert {case["Absolute"] for case in missed} == {"Infinity"}
    assert {case["Hint"]["Mistake"] for case in missed} == {"transposed"}


def test_junit(rstc, planted, tmp_path):
    planted(kind="regression, not evidence", name="before")
    folder = planted(gravity_flipped).parent
    assert rstc("check", folder, "--junit", tmp_path / "report.xml", "--worst", "1").exit_code == 1
    before, suite = ElementTree.parse(tmp_path / "report.xml").getroot()
    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("arm/rtb_matlab", "144", "48")
    failure = suite.find("testcase[@name='state1/gravload']/failure")
    assert failure.get("message").startswith("gravityTorque: 1e-11 R19b, error ")
    assert "hint: the sign of gravity is turned" in failure.text
    assert before.find("properties/property").get("value") == "regression, not evidence"
    assert before.get("failures") == "0"


def test_a_file_that_is_named_twice_is_run_once(output, monkeypatch):
    monkeypatch.chdir(ROOT)
    path = TWOLINK / "matlab_notes.golden.json"
    assert output("check", path, path.relative_to(ROOT), TWOLINK, "--worst", "1").endswith(
        "in 2 golden files: all pass\n"
    )


def test_the_report_goes_to_a_file(output, tmp_path):
    path = TWOLINK / "matlab_notes.golden.json"
    assert output("check", path, "-o", tmp_path / "a.txt") == ""
    assert (tmp_path / "a.txt").read_text() == output("check", path)


# --------------------------------------------------------------------------- bad input


def test_bad_input_is_one_line_and_exit_code_two(error, tmp_path):
    assert error("check", tmp_path / "none").startswith("rst_compat:golden:NotFound: ")
    assert "there is no golden file under" in error("check", tmp_path)
    (tmp_path / "a.golden.json").write_text("{")
    assert error("check", tmp_path).startswith(f"rst_compat:model:NotJson: {tmp_path / 'a.golden.json'}: ")
    model = ROOT / "models" / "twolink.json"
    assert error("check", model).startswith(f"rst_compat:model:UnknownKey: {model}: ")
    assert error("check", TWOLINK, "--only", "nothing").startswith("rst_compat:cli:BadOption: --only leaves no case")
    assert error("check", TWOLINK, "--worst", "0").startswith("rst_compat:cli:Usage: ")
    assert error("check", TWOLINK, "--format", "xml").startswith("rst_compat:cli:BadOption: ")
    assert error("check").startswith("rst_compat:cli:Usage: ")
    assert error("check", TWOLINK, "--junit", tmp_path / "no" / "a.xml").startswith("rst_compat:cli:NotWritten: ")


def test_inputs_that_do_not_fit_name_file_and_case(error, planted):
    path = planted(lambda golden: golden["Cases"][3].update(Configuration=[1, 2, 3]))
    said = error("check", path)
    assert "rtb_matlab.golden.json: case 'state1/velocity_product'" in said
    assert "3 elements" in said


# --------------------------------------------------------------------------- progress


@pytest.mark.parametrize("on_terminal", [True, False])
def test_progress_is_for_terminals(on_terminal, tmp_path):
    pty = pytest.importorskip("pty")
    words = [sys.executable, "-c", "from rst_compat_cli.app import main; main()", "check", str(TWOLINK)]
    leader, follower = pty.openpty()
    stderr = follower if on_terminal else subprocess.PIPE
    run = subprocess.run(words, stdout=subprocess.PIPE, stderr=stderr, check=False)
    os.close(follower)
    shown = os.read(leader, 10_000) if on_terminal else run.stderr
    os.close(leader)
    assert (b"cases" in shown) == on_terminal
    assert run.returncode == 0
    assert run.stdout.endswith(b": all pass\n")


def test_what_is_checked_is_not_written_over(error, rstc, planted, tmp_path):
    path = planted()
    before = path.read_bytes()
    for option in ("-o", "--junit"):
        assert "rtb_matlab.golden.json would be written over" in error("check", path.parent, option, path)
    assert "a.json would be written over" in error(
        "check", path, "-o", tmp_path / "a.json", "--junit", tmp_path / "a.json"
    )
    assert path.read_bytes() == before
    assert rstc("check", path, "-o", "/dev/null").exit_code == 0


@pytest.mark.parametrize("name", ["a" * 5000 + ".json", "pipe.json", "folder.json"])
def test_a_model_that_is_no_file_is_refused(error, planted, name):
    path = planted(lambda golden: golden.update(Model=name))
    getattr(os, "mkfifo", Path.mkdir)(path.parent / "pipe.json")
    (path.parent / "folder.json").mkdir()
    assert "expected the name of a file" in error("check", path)
