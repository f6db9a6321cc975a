"""``rstc diff``: what differs between two models, and by how much that changes their dynamics."""

import json

import numpy as np
import pytest

import rst_compat as rst


@pytest.fixture
def changed(tmp_path):
    """A file with a bundled robot in which something is changed."""

    def write(change=lambda robot: None, name="twolink", suffix=".json"):
        robot = rst.importrobot(name)
        change(robot)
        robot.exportrobot(tmp_path / f"changed{suffix}")
        return tmp_path / f"changed{suffix}"

    return write


def heavier(robot):
    robot.Bodies[0].Mass = 0.6


@pytest.mark.parametrize("model", ["twolink", "floating_base", "branched"])
def test_a_model_is_the_same_as_itself(output, model, changed):
    text = output("diff", model, changed(name=model))
    assert text.startswith("no difference\nin 50 random states")
    assert text.count("  0.0e+00\n") == 3


def test_a_mass_that_differs(rstc, changed):
    path = changed(heavier)
    result = rstc("diff", "twolink", path)
    assert (result.exit_code, result.stderr) == (1, "")
    lines = result.stdout.splitlines()
    assert lines[:3] == ["body 'body_1': Mass", "    twolink: 0.5000", f"    {path}: 0.6000"]
    assert lines[3] == "1 difference"
    largest = {line.split()[0]: float(line.split()[1]) for line in lines[-3:]}
    assert largest["C"] == 0  # a body on the first joint alone: its mass does not show in C ...
    assert largest["g"] > 0.01  # ... but weighs


def test_a_file_without_gravity_is_compared_under_that_of_the_other(rstc, changed):
    path = changed(name="iiwa14", suffix=".urdf")
    for models in (("iiwa14", path), (path, "iiwa14")):
        facts = json.loads(rstc("diff", *models, "--format", "json").stdout)
        assert facts["Differences"] == []
        assert all(part["Largest"] < 1e-12 for part in facts["Dynamics"].values())
        assert facts["Same"] is True
        assert facts["Note"] == f"{path} has no place for gravity: that of iiwa14 is taken for both"
    result = rstc("diff", "iiwa14", path)
    assert result.exit_code == 0
    assert "no difference\n" + facts["Note"] in result.stdout


def test_gravity_left_at_zero_where_a_file_has_a_place_for_it_is_a_difference(rstc, changed):
    path = changed(lambda robot: setattr(robot, "Gravity", [0, 0, 0]))
    result = rstc("diff", "twolink", path, "--format", "json")
    assert result.exit_code == 1
    assert [d["Property"] for d in json.loads(result.stdout)["Differences"]] == ["Gravity"]


def test_joints_of_other_names_are_matched_by_their_bodies(rstc, tmp_path):
    document = json.loads(rst.importrobot("twolink").exportrobot())
    document["Bodies"][1]["Joint"]["Name"] = "elbow"
    (tmp_path / "a.json").write_text(json.dumps(document))
    facts = json.loads(rstc("diff", "twolink", tmp_path / "a.json", "--format", "json").stdout)
    assert [d["Property"] for d in facts["Differences"]] == ["Joint.Name"]
    assert [part["Largest"] for part in facts["Dynamics"].values()] == [0, 0, 0]


def test_the_order_of_bodies_does_not_matter(tmp_path, rstc):
    robot = rst.importrobot("branched")
    document = json.loads(robot.exportrobot())
    parents = {b["Name"]: b["Parent"] for b in document["Bodies"]}
    depth = {}
    for name, parent in parents.items():
        depth[name] = depth.get(parent, -1) + 1
    document["Bodies"].sort(key=lambda b: (depth[b["Name"]], [-ord(c) for c in b["Name"]]))
    assert [b["Name"] for b in document["Bodies"]] != robot.BodyNames
    (tmp_path / "sorted.json").write_text(json.dumps(document))
    result = rstc("diff", "branched", tmp_path / "sorted.json")
    assert result.exit_code == 0, result.stdout
    assert result.stdout.startswith("no difference\n")


def test_other_joints_are_said_and_not_compared(rstc):
    result = rstc("diff", "twolink", "planar3r")
    assert result.exit_code == 1
    assert "body 'body_1': only in twolink\n" in result.stdout
    assert result.stdout.endswith("M, C and g are not compared: the moving joints are not the same\n")


def test_small_differences_are_tolerated_if_asked(rstc, changed):
    path = changed(lambda robot: setattr(robot.Bodies[0], "Mass", 0.5 + 1e-6))
    result = rstc("diff", "twolink", path)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[1:3] == ["    twolink: 0.5", f"    {path}: 0.500001"]  # and not 0.5000 twice
    assert rstc("diff", "twolink", path, "--tolerance", "1e-4").exit_code == 0


def test_json_has_the_values(rstc, changed):
    facts = json.loads(rstc("diff", "twolink", changed(heavier), "--format", "json").stdout)
    assert facts["Differences"] == [{"Body": "body_1", "Property": "Mass", "A": 0.5, "B": 0.6}]
    assert set(facts["Dynamics"]) == {"M", "C", "g"}
    # 0.1 kg more, 0.25 m from the joint and half way to the origin of the body: M about the joint is the same.
    assert 0.1 < facts["Dynamics"]["g"]["Absolute"] <= 0.1 * 9.81 * 0.25 * (1 + 1e-12)
    assert facts["Dynamics"]["M"]["Absolute"] < 1e-12


def test_limits_and_axes_are_compared(rstc, changed):
    def other(robot):
        robot.Bodies[1].Joint.PositionLimits = [-1, np.inf]
        robot.Bodies[1].Joint.JointAxis = [0, 1, 0]

    text = rstc("diff", "twolink", changed(other)).stdout
    assert "body 'body_2': Joint.PositionLimits\n" in text
    assert "body 'body_2': Joint.JointAxis\n" in text


def test_bad_input(error):
    assert error("diff", "twolink", "twolnk").startswith("rst_compat:importrobot:FileNotFound: ")
    assert error("diff", "twolink").startswith("rst_compat:cli:Usage: ")
    assert error("diff", "twolink", "twolink", "--tolerance", "-1").startswith("rst_compat:cli:Usage: ")


def test_friction_is_compared(rstc, changed):
    def rubbing(**values):
        return lambda robot: setattr(robot.Bodies[1].Joint, "Friction", rst.JointFriction(**values))

    path = changed(rubbing(Viscous=1))
    result = rstc("diff", "twolink", path)
    assert result.exit_code == 1
    assert f"body 'body_2': Joint.Friction\n    twolink: None\n    {path}: JointFriction(Viscous=1)\n" in result.stdout
    assert rstc("diff", path, path).exit_code == 0
    other = rst.importrobot(path)
    rubbing(Viscous=1 + 1e-6, Coulomb=[0, 2], Smoothing=0.1, Reference="joint")(other)
    other.exportrobot(path.with_name("other.json"))
    lines = rstc("diff", path, path.with_name("other.json"), "--tolerance", "1e-4").stdout.splitlines()
    assert [line.split(".")[-1] for line in lines if "Friction." in line] == ["Coulomb", "Reference", "Smoothing"]
