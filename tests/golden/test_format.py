"""Reading golden files: what they mean, and what is refused, with its place."""

import json
from copy import deepcopy
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.io import savemat
from scipy.sparse import csc_matrix

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.golden import check, compute, find_case, golden_files, golden_text, read_golden

ROOT = Path(__file__).parents[2] / "fixtures"
HEAD = {
    "Format": "rst_golden",
    "Version": 1,
    "Model": json.loads((ROOT / "models" / "twolink.json").read_text("utf-8")),
    "Source": {"Tool": "course notes"},
    "Tolerance": {"Value": 0.51, "Measure": "digits", "Reason": "half a unit of the last printed digit"},
}
MASS = {
    "Name": "M",
    "Function": "massMatrix",
    "Configuration": [1.0471975511965976, 1.5707963267948966],
    "Output": [[0.3315, 0.1146], [0.1146, 0.1146]],
    "Digits": 4,
}


def read(*changes, **head):
    """Cases like MASS with changes; None takes a key away."""
    cases = [{k: v for k, v in (MASS | change).items() if v is not None} for change in changes or ({},)]
    return read_golden(deepcopy(HEAD) | {"Cases": cases} | head)


def passed(golden):
    return [outcome.passed for outcome in check(golden)]


# --------------------------------------------------------------------------- meaning


def test_inputs_of_a_state_are_shared_and_overruled():
    golden = read(
        {"State": "bent", "Configuration": None},
        {"Name": "other", "State": "bent"},
        States={"bent": {"Configuration": [0.1, 0.2], "JointVelocity": [1, 1]}},
    )
    assert golden.cases[0].inputs["Configuration"] == [0.1, 0.2]
    assert golden.cases[1].inputs["Configuration"] == MASS["Configuration"]
    assert passed(golden) == [False, True]


def test_gravity_and_data_format_of_a_case_replace_those_of_the_model():
    up = {"Function": "gravityTorque", "Output": [-0.2484, 2.0814], "Gravity": [0, 9.81, 0], "DataFormat": "row"}
    assert passed(read(up)) == [True]


def test_a_case_may_have_its_own_tolerance_and_digits_for_each_element():
    loose = {"Tolerance": {"Value": 1, "Measure": "R19b", "Reason": "a guess"}, "Output": [[0, 0], [0, 0]]}
    assert passed(read(loose)) == [True]
    assert passed(read({"Output": [[0.3, 0.1146], [0.1146, 0.1146]], "Digits": [[1, 4], [4, 4]]})) == [True]
    assert passed(read({"Output": [[0.3, 0.1146], [0.1146, 0.1146]], "Digits": [[2, 4], [4, 4]]})) == [False]


def test_the_model_may_be_a_file_of_any_format_but_xacro(tmp_path):
    robot = rst.importrobot("iiwa14")
    for name in ("a.json", "a.urdf"):
        robot.exportrobot(tmp_path / name)
    rst.save(tmp_path / "a.mat", robot=robot)
    case = {k: v for k, v in MASS.items() if k != "Configuration"} | {"Function": "getTransform"}
    case |= {"BodyName": robot.BodyNames[0]}
    case |= {"Output": robot.getTransform(robot.homeConfiguration(), robot.BodyNames[0]).tolist()}
    for name in ("a.json", "a.urdf", "a.mat"):
        path = tmp_path / f"{name}.golden.json"
        path.write_text(json.dumps(HEAD | {"Model": name, "Cases": [case]}))
        assert passed(read_golden(path)) == [True]
    with pytest.raises(MatlabError, match="Xacro is expanded first"):
        read(Model="robot.xacro")


def test_reading_and_checking_leave_the_random_stream_alone():
    rst.rng(3)
    expected = rst.rand(1, 3).tolist()
    rst.rng(3)
    for folder in ("twolink", "pure_functions"):
        for path in golden_files(ROOT / "golden" / folder):
            golden = read_golden(path)
            check(golden)
            [compute(golden.robot, case) for case in golden.cases]
    assert rst.rand(1, 3).tolist() == expected


def test_not_a_number_is_an_expected_value():
    robot = deepcopy(HEAD["Model"])
    for body in robot["Bodies"]:
        body["Mass"], body["Inertia"] = 0, [0] * 6
    case = {"Function": "forwardDynamics", "Output": ["NaN", "NaN"]}
    with pytest.warns(rst.MatlabWarning, match="singular"):
        assert passed(read(case, Model=robot)) == [True]
    assert passed(read({"Output": [["NaN", 0.1146], [0.1146, "-Infinity"]]})) == [False]


def test_what_is_written_is_read():
    case = MASS | {"Output": np.array(MASS["Output"]), "Configuration": np.array(MASS["Configuration"])}
    text = golden_text(HEAD["Model"], HEAD["Source"], HEAD["Tolerance"], [case], regression=True)
    golden = read_golden(json.loads(text))
    assert golden.regression
    assert passed(golden) == [True]
    assert "NaN" in golden_text("a.json", {"Tool": "x"}, HEAD["Tolerance"], [MASS | {"Output": [np.nan]}])


def test_cases_are_found_by_name():
    golden, case = find_case(ROOT / "golden", "puma560/rtb_matlab/state1/rne")
    assert (golden.name, case.name) == ("puma560/rtb_matlab", "state1/rne")
    with pytest.raises(MatlabError, match="Did you mean 'state1/rne'"):
        find_case(ROOT / "golden", "puma560/rtb_matlab/state1/rme")
    with pytest.raises(MatlabError, match="no file of this case"):
        find_case(ROOT / "golden", "puma/rtb_matlab/state1/rne")


# --------------------------------------------------------------------------- refusals

TOLERANCE = HEAD["Tolerance"]
BAD_CASES = {
    "an unknown key": ({"Funktion": 1}, r"Cases\[0\].*unknown key 'Funktion'.*Did you mean 'Function'"),
    "no output": ({"Output": None}, "the key 'Output'"),
    "an unknown function": ({"Function": "massmatrix"}, "Function.*Did you mean 'massMatrix'"),
    "a function that writes files": ({"Function": "save"}, "Function.*one of massMatrix"),
    "an unknown state": ({"State": "s"}, "State"),
    "text in a matrix": ({"Output": [["a", 1], [1, 1]]}, "Output.*'a'"),
    "a truth in a matrix": ({"Output": [[True, 1], [1, 1]]}, "Output.*True"),
    "rows of different lengths": ({"Output": [[1], [1, 1]]}, "Output.*different lengths"),
    "an object as output": ({"Output": {"a": 1}}, "Output"),
    "digits of another shape": ({"Digits": [4, 4, 4]}, "Digits"),
    "full digits of printed values": ({"Digits": "full"}, "Digits.*decimals printed"),
    "gravity of two numbers": ({"Gravity": [0, 0]}, "Gravity.*3 numbers"),
    "a wrench of five numbers": ({"ExternalForce": [{"Body": "a", "Wrench": [0] * 5}]}, "Wrench.*6 numbers"),
    "a configuration that is text": ({"Configuration": "home"}, "Configuration"),
    "a tolerance without a reason": ({"Tolerance": TOLERANCE | {"Reason": " "}}, "Tolerance.Reason"),
    "a negative tolerance": ({"Tolerance": TOLERANCE | {"Value": -1}}, "Tolerance.Value"),
    "an unknown measure": ({"Tolerance": TOLERANCE | {"Measure": "R19"}}, "Tolerance.Measure"),
    "a part of a digit": ({"Digits": 2.5}, "Digits.*whole numbers"),
    "digits that are not a number": ({"Digits": "NaN"}, "Digits.*whole numbers"),
    "more digits than a double has": ({"Digits": 400}, "Digits.*0 to 300"),
    "a state where there is none": ({"State": "s"}, "State.*The file has no States"),
    "numbers of our own in one case": ({"Source": {"Tool": "RST_Compat"}}, r"Cases\[0\].Source.Tool is this package"),
    "a source that says nothing": ({"Source": {"Tool": " "}}, "Source.*at least one"),
    "a name with a line feed": ({"Name": "a\nb"}, "Name"),
    "a source that is a number": ({"Source": {"Tool": 1}}, "Source.Tool"),
}
BAD_HEADS = {
    "another format": ({"Format": "golden"}, "Format.*rst_golden"),
    "a newer version": ({"Version": 2}, "Version"),
    "another kind": ({"Kind": "evidence"}, "Kind.*regression, not evidence"),
    "no source": ({"Source": {}}, "Source.*at least one"),
    "a source that says nothing": ({"Source": {"Tool": "", "Note": " "}}, "Source.*at least one"),
    "numbers of our command line": ({"Source": {"Tool": "output of rstc eval"}}, "Source.Tool is this package"),
    "numbers of our own that are not marked": ({"Source": {"Tool": "rst_compat 1.0"}}, "Source.Tool is this package"),
    "no cases": ({"Cases": []}, "Cases.*at least one"),
    "cases that are no list": ({"Cases": 3}, "Cases"),
    "states that are no object": ({"States": [1]}, "States"),
    "a model that is a number": ({"Model": 3}, "Model"),
    "a model that is no model": ({"Model": "/etc/passwd"}, "Model.*ends in .json"),
}


@pytest.mark.parametrize(("change", "said"), BAD_CASES.values(), ids=BAD_CASES)
def test_a_case_that_makes_no_sense_is_refused(change, said):
    with pytest.raises(MatlabError, match=said):
        read(change)


@pytest.mark.parametrize(("change", "said"), BAD_HEADS.values(), ids=BAD_HEADS)
def test_a_file_that_makes_no_sense_is_refused(change, said):
    with pytest.raises(MatlabError, match=said):
        read(**change)


UNFIT = {
    "a configuration of three": ({"Configuration": [1, 2, 3]}, "case 'M'.*3 elements"),
    "an unknown body": ({"Function": "getTransform", "BodyName": "hand"}, "hand"),
    "no body": ({"Function": "getTransform"}, "BodyName"),
    "a force on an unknown body": (
        {"Function": "inverseDynamics", "ExternalForce": [{"Body": "hand", "Wrench": [0] * 6}]},
        "hand",
    ),
    "a vector that does not fit": ({"TransposeTimes": [1, 2, 3]}, "TransposeTimes"),
}


@pytest.mark.parametrize(("change", "said"), UNFIT.values(), ids=UNFIT)
def test_inputs_that_do_not_fit_the_robot_are_refused_by_the_name_of_the_case(change, said):
    golden = read(change)
    with pytest.raises(MatlabError, match=said):
        check(golden)


def test_a_robot_that_is_not_there(tmp_path):
    path = tmp_path / "a.golden.json"
    path.write_text(json.dumps(HEAD | {"Model": "none.json", "Cases": [MASS]}))
    with pytest.raises(MatlabError, match=r"none\.json"):
        check(read_golden(path))


@pytest.mark.parametrize("function", ["save", "importrobot", "__import__", "rng", "exportrobot"])
def test_without_a_robot_only_pure_functions_are_called(function):
    with pytest.raises(MatlabError, match="Function"):
        read({"Function": function, "Arguments": ["a"]}, Model=None)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([1e5, 1e5], "at most a million"),
        ([[1e5, 1e5]], "at most a million"),
        (["100000"], "expected numbers"),
        (["NaN"], "whole numbers"),
        ([1.5], "whole numbers"),
        ([1] * 40, "at most 32"),
        (3, "a list of arguments"),
    ],
)
def test_no_file_makes_a_billion_random_numbers(arguments, said):
    with pytest.raises(MatlabError, match=said):
        read({"Function": "rand", "Arguments": arguments}, Model=None)


def test_sizes_of_rand_are_numbers_or_a_vector():
    stream = rst.rng()
    rst.rng("default")
    expected = rst.rand(2, 2).tolist()
    rst.rng(stream)
    for arguments in ([2, 2], [[2, 2]], [2]):
        case = {"Function": "rand", "Arguments": arguments, "Configuration": None, "Output": expected}
        assert passed(read(case, Model=None)) == [True]


def test_a_state_gives_a_function_what_it_takes():
    force = [{"Body": "body_2", "Wrench": [0, 0, 1, 0, 0, 0]}]
    state = {"Configuration": [0.1, 0.2], "JointTorque": [1, 2], "ExternalForce": force, "Gravity": [0, 0, 0]}
    cases = [
        {"Name": name, "Function": function, "State": "s", "Configuration": None, "Output": [0, 0]}
        for name, function in (("M", "massMatrix"), ("a", "forwardDynamics"), ("b", "inverseDynamics"))
    ]
    golden = read(*cases, cases[2] | {"Name": "free", "ExternalForce": []}, States={"s": state})
    taken = [list(case.inputs) for case in golden.cases]
    assert taken[0] == ["Configuration", "Gravity"]
    assert taken[1] == ["Configuration", "JointTorque", "ExternalForce", "Gravity"]
    assert taken[2] == ["Configuration", "ExternalForce", "Gravity"]
    assert taken[3] == ["Configuration", "Gravity"]


def test_a_refusal_says_which_of_many_files_of_a_name(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "matlab.golden.json").write_text(json.dumps(HEAD | {"Cases": [MASS]}))
    (tmp_path / "two" / "matlab.golden.json").write_text("{")
    with pytest.raises(MatlabError, match=r"two.matlab\.golden\.json"):
        [read_golden(path) for path in golden_files(tmp_path)]


def test_a_refusal_says_that_it_is_about_the_model(tmp_path):
    golden = read(Model=HEAD["Model"] | {"Gravity": [0]})
    with pytest.raises(MatlabError, match=r"Model: Gravity"):
        check(golden)
    (tmp_path / "arm.json").write_text(json.dumps(HEAD["Model"] | {"Gravity": [0]}))
    (tmp_path / "a.golden.json").write_text(json.dumps(HEAD | {"Model": "arm.json", "Cases": [MASS]}))
    with pytest.raises(MatlabError, match=r"a\.golden\.json: .*arm\.json: Gravity"):
        check(read_golden(tmp_path / "a.golden.json"))
    (tmp_path / "arm.json").unlink()
    with pytest.raises(MatlabError, match=r"arm\.json.*from the folder of the golden file"):
        check(read_golden(tmp_path / "a.golden.json"))


def test_a_mat_file_written_by_hand(tmp_path):
    """Plain arrays and structs, as people type them: a column, a sparse matrix, and [] for no model."""
    (tmp_path / "arm.json").write_text(json.dumps(HEAD["Model"]))
    mass = MASS | {"Configuration": np.array([MASS["Configuration"]]).T, "Output": csc_matrix(np.array(MASS["Output"]))}
    savemat(tmp_path / "a.mat", {"golden": HEAD | {"Model": "arm.json", "Cases": mass}})
    assert passed(read_golden(tmp_path / "a.mat")) == [True]
    turn = {"Name": "r", "Function": "eul2rotm", "Output": np.eye(3), "Digits": 4}
    turn["Arguments"] = np.array([np.zeros((1, 3)), "ZYX"], dtype=object)  # a cell
    savemat(tmp_path / "b.mat", {"golden": HEAD | {"Model": np.zeros((0, 0)), "Cases": turn}})
    assert passed(read_golden(tmp_path / "b.mat")) == [True]


def test_a_mat_file_without_golden_values(tmp_path):
    rst.save(tmp_path / "a.mat", q=1)
    with pytest.raises(MatlabError, match=r"a\.mat.*the struct golden.*got q"):
        read_golden(tmp_path / "a.mat")


PIECES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=3) | st.sampled_from(["full", "rand", "body_1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*MASS, "Body", "Wrench"]), inner),
    max_leaves=6,
)


def run_or_refuse(call):
    """Nothing but an error of the package, with advice, may come out."""
    said = None
    try:
        call()
    except MatlabError as error:
        said = error
    assert said is None or said.hint


@given(key=st.sampled_from([*MASS, "ExternalForce", "State", "Gravity", "Arguments", "TransposeTimes"]), value=PIECES)
@pytest.mark.filterwarnings("ignore")
def test_whatever_stands_in_a_case_is_run_or_refused(key, value):
    run_or_refuse(lambda: check(read({key: value} if value is not None else {})))


@given(function=st.sampled_from(["rand", "eul2rotm", "angdiff", "quat2eul"]), arguments=PIECES)
@pytest.mark.filterwarnings("ignore")
def test_whatever_functions_without_a_robot_are_given_is_run_or_refused(function, arguments):
    case = {"Function": function, "Arguments": arguments if arguments is not None else [], "Configuration": None}
    run_or_refuse(lambda: check(read(case, Model=None)))


@given(key=st.sampled_from([*HEAD, "Cases", "States", "Kind"]), value=PIECES)
@pytest.mark.filterwarnings("ignore")
def test_whatever_stands_in_the_head_is_run_or_refused(key, value):
    run_or_refuse(lambda: check(read(**{key: value})))
