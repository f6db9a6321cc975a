"""The pytest plugin, in sessions of its own: golden files as tests, and the fixture for values of one's own."""

import importlib
import json
from pathlib import Path

import pytest
import scipy.io  # noqa: F401 - pytester forgets what is imported in its sessions, and this cannot be imported twice

import rst_compat as rst
from rst_compat import golden

ROOT = Path(__file__).parents[2] / "fixtures"
MODEL = json.loads((ROOT / "models" / "twolink.json").read_text("utf-8"))
Q = [1.0471975511965976, 1.5707963267948966]
CASES = [
    {"Name": "M", "Function": "massMatrix", "Output": [[0.3315, 0.1146], [0.1146, 0.1146]]},
    {"Name": "state1/g", "Function": "gravityTorque", "Output": [0.2484, -2.0814]},
]


@pytest.fixture
def arm(pytester):
    """Write ``golden/arm/matlab.golden.json`` with changes; the folder."""

    def write(*outputs, name="matlab", **head):
        cases = [c | {"Configuration": Q, "Digits": 4} for c in CASES]
        for case, output in zip(cases, outputs, strict=False):
            case["Output"] = output
        tolerance = {"Value": 0.51, "Measure": "digits", "Reason": "half a unit of the last printed digit"}
        golden = {"Format": "rst_golden", "Version": 1, "Model": MODEL, "Source": {"Tool": "MATLAB R2024a"}}
        folder = pytester.path / "golden" / "arm"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.golden.json").write_text(
            json.dumps(golden | {"Tolerance": tolerance, "Cases": cases} | head)
        )
        return folder.parent

    return write


def test_every_case_is_a_test(pytester, arm):
    arm()
    result = pytester.runpytest("-v")
    result.assert_outcomes(passed=2)
    result.stdout.fnmatch_lines(["*golden/arm/matlab.golden.json::M PASSED*", "*::state1/g PASSED*"])


def test_a_single_case_can_be_chosen(pytester, arm):
    arm()
    pytester.runpytest("golden/arm/matlab.golden.json::state1/g").assert_outcomes(passed=1)
    pytester.runpytest("-k", "state1").assert_outcomes(passed=1, deselected=1)


def test_a_miss_says_where_and_which_known_mistake_it_looks_like(pytester, arm):
    arm([[0.3315, 0.1146], [0.1146, 0.1146]], [-0.2484, 2.0814])
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "arm/matlab/state1/g: gravityTorque is not what MATLAB R2024a computed",
            "element (2): expected 2.0814, got -2.08*",
            "error *, tolerance 0.51 (digits: half a unit of the last printed digit)",
            "hint: the sign of gravity is turned*",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_file_that_cannot_be_read_is_one_line(pytester, arm):
    arm(Kind="proof")
    result = pytester.runpytest()
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["rst_compat:model:WrongValue: *matlab.golden.json: Kind: expected *"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_inputs_that_do_not_fit_are_one_line(pytester, arm):
    folder = arm()
    path = folder / "arm" / "matlab.golden.json"
    golden = json.loads(path.read_text())
    golden["Cases"][1]["Configuration"] = [1, 2, 3]
    path.write_text(json.dumps(golden))
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["MATLAB:validateDynamicsFunctionInputs:incorrectSize: *3 elements*"])


def test_the_folder_of_the_option_is_run_beside_the_tests(pytester, arm):
    folder = arm()
    pytester.makepyfile(test_one="def test_one(): pass")
    pytester.runpytest("test_one.py").assert_outcomes(passed=1)
    pytester.runpytest("test_one.py", f"--rst-golden={folder}").assert_outcomes(passed=3)
    pytester.runpytest(f"--rst-golden={folder}").assert_outcomes(passed=3)  # and no case twice
    result = pytester.runpytest("--rst-golden=nowhere")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: --rst-golden: nowhere is not a folder"])


FIXTURE = """
import pytest

def test_mine(assert_matches_matlab):
    assert_matches_matlab([0.24842624, -2.08144876], "arm/matlab/state1/g")

def test_off(assert_matches_matlab):
    assert_matches_matlab([0.24842624, -2.09], "arm/matlab/state1/g")

def test_flipped(assert_matches_matlab):
    assert_matches_matlab([-0.2484, 2.0814], "arm/matlab/state1/g")

def test_halved(assert_matches_matlab):
    assert_matches_matlab([[0.33148]], "arm/matlab/M")

def test_misspelt(assert_matches_matlab):
    assert_matches_matlab([0, 0], "arm/matlab/state1/h")
"""


@pytest.mark.parametrize("way", ["option", "ini"])
def test_a_value_of_ones_own_is_compared(pytester, arm, way):
    folder = arm()
    test = pytester.makepyfile(test_own=FIXTURE)
    if way == "ini":
        pytester.makeini("[pytest]\nrst_golden = golden")
    result = pytester.runpytest(test, *[f"--rst-golden={folder}"] * (way == "option"))
    result.assert_outcomes(passed=3 if way == "option" else 1, failed=4)
    result.stdout.fnmatch_lines(
        [
            "*arm/matlab/state1/g: gravityTorque is not what MATLAB R2024a computed",
            "*element (2): expected -2.0814, got -2.09",
        ]
    )
    result.stdout.fnmatch_lines(
        ["E *hint: the sign of gravity is turned*", "E *expected 'shape (2, 2)', got 'shape (1, 1)'"]
    )
    result.stdout.fnmatch_lines(["E *rst_compat:golden:NoSuchCase: *got state1/h. Did you mean 'state1/g'?"])
    result.stdout.no_fnmatch_line("*During handling of the above exception*")


def test_without_a_folder_the_fixture_says_what_it_needs(pytester):
    pytester.makepyfile(FIXTURE)
    result = pytester.runpytest("-k", "mine")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*assert_matches_matlab needs --rst-golden DIR*"])


def test_our_own_numbers_are_marked(pytester, arm):
    arm()
    arm(name="before", Kind="regression, not evidence")
    pytester.makeini("[pytest]\naddopts = --strict-markers")
    pytester.runpytest("-m", "rst_golden").assert_outcomes(passed=2, deselected=2)
    pytester.runpytest("-m", "rst_regression").assert_outcomes(passed=2, deselected=2)
    pytester.runpytest("-m", "not rst_regression", "--junitxml=a.xml").assert_outcomes(passed=2, deselected=2)
    pytester.runpytest("--junitxml=a.xml").assert_outcomes(passed=4)
    assert (pytester.path / "a.xml").read_text().count('value="regression, not evidence"') == 2


def test_a_failing_regression_says_that_it_is_one(pytester, arm):
    arm([[0.3, 0.1], [0.1, 0.1]], name="before", Kind="regression, not evidence")
    result = pytester.runpytest()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*arm/before/M [[]regression, not evidence]*"])


@pytest.mark.parametrize(
    ("case", "said"), [("arm/before/M", "*its numbers are not MATLAB's*"), ("../golden/arm/matlab/M", "*NoSuchCase*")]
)
def test_a_value_is_compared_with_evidence_of_the_folder_alone(pytester, arm, case, said):
    folder = arm()
    arm(name="before", Kind="regression, not evidence")
    value = CASES[0]["Output"]
    test = pytester.makepyfile(f"def test_one(assert_matches_matlab): assert_matches_matlab({value}, {case!r})")
    result = pytester.runpytest(test, f"--rst-golden={folder}", "-k", "test_one")
    result.assert_outcomes(failed=1, deselected=4)
    result.stdout.fnmatch_lines([said])


def test_the_endings_are_those_of_the_package():
    assert importlib.import_module("rst_compat_pytest").SUFFIXES == golden.SUFFIXES


def test_other_files_are_left_alone(pytester):
    (pytester.path / "model.json").write_text("{")
    (pytester.path / "golden.json").write_text("{")
    (pytester.path / "snapshot.golden.json").write_text('{"of": "another program"}')
    (pytester.path / "snapshot.golden.mat").write_text("")
    rst.save(pytester.path / "of_others.golden.mat", silver=1)
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest().assert_outcomes(passed=1)
    pytester.runpytest("--rst-golden=.").assert_outcomes(passed=0, errors=3)  # there, they are meant


def test_a_file_is_known_wherever_its_format_stands(pytester, arm):
    """Programs that sort keys put a hundred cases before it."""
    path = arm() / "arm" / "matlab.golden.json"
    document = json.loads(path.read_text())
    path.write_text(json.dumps(document, sort_keys=True).replace("{", "{" + " " * 10_000, 1))
    pytester.runpytest().assert_outcomes(passed=2)


def test_mat_files_are_tests(pytester, arm):
    folder = arm()
    golden = json.loads((folder / "arm" / "matlab.golden.json").read_text())
    rst.save(folder / "arm" / "other.golden.mat", golden=golden)
    pytester.runpytest().assert_outcomes(passed=4)
    pytester.runpytest(f"--rst-golden={folder}").assert_outcomes(passed=4)


def test_the_session_starts_without_the_package(pytester):
    """Whoever has no golden file pays nothing for the plugin."""
    pytester.makepyfile("import sys\ndef test_one(): assert not {'rst_compat', 'numpy'} & set(sys.modules)")
    pytester.runpytest_subprocess("-p", "no:hypothesispytest").assert_outcomes(passed=1)
