"""``rstc info``."""

import json


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


def test_other_formats_are_refused(error):
    assert error("info", "twolink", "--format", "csv").startswith("rst_compat:cli:Usage: Invalid value for '--format'")
    assert error("info", "nowhere").startswith("rst_compat:importrobot:FileNotFound: ")
