"""loadrobot: MATLAB's names and defaults, published values of each robot, and answers for robots that are not here."""

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.evaluate import evaluate
from rst_compat.files.spec import EVALUATE_KEYS
from rst_compat.matlab import robot_library
from rst_compat.matlab.robot_library import ELSEWHERE, IN_PACKAGE, SHIPPED

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", SHIPPED)
def test_defaults_are_those_of_matlab(name):
    robot = rst.loadrobot(name)
    assert robot.DataFormat == "struct"
    assert robot.Gravity.tolist() == [0, 0, 0]


@pytest.mark.parametrize("spelling", ["kukaIiwa14", "KUKAIIWA14", "kukaiiwa14"])
def test_names_are_found_in_any_case_of_letters(spelling):
    assert rst.loadrobot(spelling).BodyNames[:2] == ["iiwa_link_0", "iiwa_link_1"]


def test_name_value_arguments():
    robot = rst.loadrobot("universalUR3", "DataFormat", "row", Gravity=[[0], [0], [-9.81]], version=1)
    assert (robot.DataFormat, robot.Gravity.tolist()) == ("row", [0, 0, -9.81])
    assert rst.loadrobot("universalUR3", DataFormat=[], Gravity=[], Version=[]).DataFormat == "struct"
    with pytest.raises(TypeError, match="'MeshPath' is not a recognized parameter"):
        rst.loadrobot("universalUR3", MeshPath=".")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_second_output_says_where_the_numbers_come_from(name):
    robot, data = rst.loadrobot(name, nargout=2)
    assert data.Version == 1
    assert len(data.Source) > 20
    assert rst.importrobot(data.FilePath).BodyNames == robot.BodyNames


def test_two_calls_give_two_robots():
    first, second = rst.loadrobot("quanserQArm"), rst.loadrobot("quanserQArm")
    first.Bodies[1].Mass = 7
    assert second.Bodies[1].Mass != 7


def test_a_file_of_the_same_name_in_the_folder_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puma560").write_text("{}")
    assert rst.loadrobot("puma560").NumBodies == 6


# ---- published values; tests/golden runs all of them on the same files ----


def golden(name):
    return json.loads((ROOT / f"fixtures/golden/{name}.golden.json").read_text(encoding="utf-8"))["Cases"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("abbIrb120", "abbIrb120/matlab_scripts"),
        ("quanserQArm", "quanserQArm/matlab_docs"),
        ("universalUR3", "universalUR3/matlab_scripts"),
    ],
)
def test_values_that_matlab_prints(name, file):
    robot = rst.loadrobot(name, DataFormat="row")
    for case in golden(file):
        inputs = {k: v for k, v in case.items() if k in ("Function", *EVALUATE_KEYS)}
        error = np.abs(evaluate(robot, inputs) - np.array(case["Output"])).max()
        assert error <= 0.51 * 10.0 ** -case["Digits"], case["Name"]


def test_inertia_of_the_abb():
    (case,) = golden("abbIrb120T/matlab_docs")
    body = rst.loadrobot("abbIrb120T").getBody(case["BodyName"])
    got = np.array([body.Mass, *body.CenterOfMass, *body.Inertia])
    assert (np.abs(got - case["Output"]) <= 0.51 * 10.0 ** -np.array(case["Digits"])).all()


def test_body_names_of_the_iiwa():
    (case,) = golden("iiwa14/matlab_docs")
    assert rst.loadrobot("kukaIiwa14").BodyNames == case["Output"]


def test_body_names_of_the_fanuc():
    (case,) = golden("fanucLRMate200ib/matlab_docs")
    assert rst.loadrobot("fanucLRMate200ib").BodyNames == [row[1] for row in case["Output"]]


def test_torques_of_the_puma():
    robot = rst.loadrobot("puma560", DataFormat="row", Gravity=[0, 0, -9.81])
    case = next(c for c in golden("puma560/rtb_matlab") if c["Function"] == "gravityTorque")
    np.testing.assert_allclose(robot.gravityTorque(case["Configuration"]), case["Output"], rtol=0, atol=1e-9)


# ---- robots that are not here ----


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("universalUR", "Did you mean 'universalUR5' or 'universalUR3' or 'universalUR10'?"),
        ("abb", "Did you mean 'abbIrb120' or 'abbIrb120T'?"),
        ("kukaIiwa7", "Did you mean 'kukaIiwa14'?"),
        ("panda", "Did you mean 'frankaEmikaPanda'?"),
        ("xyzzy", "importrobot reads files"),
        ("", "importrobot reads files"),
    ],
)
def test_an_unknown_name_lists_near_matches(given, hint):
    with pytest.raises(rst.MatlabError) as caught:
        rst.loadrobot(given)
    assert sorted(caught.value.hint.split()) == sorted(hint.split())
    assert "quanserQArm" in caught.value.expected


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_robot_that_nobody_ships_says_so(name):
    with pytest.raises(ValueError, match=f"'{name}' is a robot of MATLAB that does not come with this package"):
        rst.loadrobot(name.lower())


@pytest.mark.parametrize("name", IN_PACKAGE)
def test_without_the_package_the_pip_line_is_named(monkeypatch, name):
    monkeypatch.setattr(robot_library, "PACKAGE", "no-such-package")
    with pytest.raises(FileNotFoundError, match="pip install example-robot-data"):
        rst.loadrobot(name)


def test_a_package_without_the_file_is_named(monkeypatch):
    monkeypatch.setattr(robot_library, "PACKAGE", "numpy")
    with pytest.raises(FileNotFoundError, match=r"numpy \S+ has no file panda_description/urdf/panda.urdf"):
        rst.loadrobot("frankaEmikaPanda")


@pytest.mark.parametrize("name", IN_PACKAGE)
@pytest.mark.filterwarnings("ignore::rst_compat.MatlabWarning")
def test_robots_of_the_package(name):
    try:
        distribution(robot_library.PACKAGE)
    except PackageNotFoundError:
        pytest.skip(f"{robot_library.PACKAGE} is not here (pip install '.[robots]')")
    try:
        robot, data = rst.loadrobot(name, DataFormat="row", nargout=2)
    except rst.MatlabError as error:
        if error.identifier.endswith("UnknownFormat"):
            pytest.skip("importrobot does not read URDF yet")
        raise
    assert robot.NumBodies > 6
    assert "example-robot-data" in data.Source
    assert np.linalg.eigvalsh(robot.massMatrix(robot.homeConfiguration()))[0] > 0
