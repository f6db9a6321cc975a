"""``rstc info``."""

import json

import pytest

from rst_compat import engine


def test_text(output):
    text = output("info", "twolink")
    assert "DataFormat:  'column'\n" in text
    assert "Gravity:     [0 -9.8100 0] m/s^2\n" in text
    assert "Joints:      2 revolute\n" in text
    assert "Total mass:  1.2000 kg\n" in text
    assert "Robot: (2 bodies)\n" in text  # showdetails
    assert "joint_2  revolute  -3.1416  3.1416     0  rad\n" in text


def test_floating_and_prismatic_joints(output):
    text = output("info", "floating_base")
    assert "Positions:   12\n" in text
    assert "Velocities:  11\n" in text
    assert "[qw qx qy qz x y z], limits of [x y z] in m\n" in text
    assert "joint3  prismatic     -0.5000   0.5000                0  m\n" in text


def test_a_model_without_joints(output):
    text = output("info", "-", stdin='{"Format": "rigidBodyTree", "Version": 1, "Bodies": []}')
    assert "Bodies:      0\n" in text
    assert "DataFormat:  'struct'\n" in text  # the model's own
    assert "Lower" not in text


@pytest.mark.parametrize("command", ["info", "eval", "convert"])
def test_what_a_file_leaves_open_is_said_once_for_each_kind(rstc, tmp_path, command):
    joint = "<joint name='j{0}' type='revolute'><parent link='a'/><child link='{0}'/></joint>"
    text = "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>" + joint.format("b") + joint.format("c")
    rest = ["-f", "massMatrix"] if command == "eval" else [tmp_path / "r.json"] * (command == "convert")
    result = rstc(command, "-", *rest, stdin=text + "</robot>")
    assert result.exit_code == 0
    kinds = ["robotics:robotmanip:urdfimporter:IntertialComponentsMissing: ", "rst_compat:urdf:MissingLimits: "]
    lines = result.stderr.splitlines()
    assert len(lines) == 2
    for line, kind in zip(lines, kinds, strict=True):
        assert line.startswith(f"rstc: warning: {kind}")
        assert "b, c" in line or "jb, jc" in line


def test_no_text_of_a_file_steers_the_terminal(output):
    model = {"Format": "rigidBodyTree", "Version": 1, "Bodies": [], "Description": "a\nb\x1b[31m\u202ec"}
    text = output("info", "-", stdin=json.dumps(model))
    assert "Description: a b\\x1b[31m\\u202ec\n" in text
    assert all(c.isprintable() or c == "\n" for c in text)


def test_json(output, tmp_path):
    document = json.loads(output("info", "twolink", "--format", "json"))
    assert document["Model"] == "twolink"
    assert document["TotalMass"] == 1.2
    assert document["Gravity"] == [0.0, -9.81, 0.0]
    assert [b["Parent"] for b in document["Bodies"]] == ["base", "body_1"]
    floating = json.loads(output("info", "floating_base", "--format", "json"))
    assert floating["Bodies"][0]["Joint"]["PositionLimits"][0] == ["NaN", "NaN"]
    assert output("info", "twolink", "-o", tmp_path / "info.txt") == ""
    assert (tmp_path / "info.txt").read_text() == output("info", "twolink")


def test_engine(output):
    text = output("info", "--engine")
    there = engine.info()
    assert text.startswith(f"Engine:      {there.engine}")
    assert there.instruction_set in text
    assert text.endswith(f"There are:   {', '.join((*there.engines, *there.instruction_sets))}\n")


def test_other_formats_are_refused(error):
    line = error("info", "twolink", "--format", "csv")
    assert line.startswith(
        "rst_compat:cli:BadOption: --format does not take this word: expected one of text, json, got"
    )
    assert error("info", "nowhere").startswith("rst_compat:importrobot:FileNotFound: ")
