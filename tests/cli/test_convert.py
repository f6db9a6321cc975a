"""``rstc convert``: the same robot in another format."""

import numpy as np
import pytest

import rst_compat as rst

NEUTRAL = ["twolink", "iiwa14", "branched", "abbIrb120"]


def same(first, second):
    """Whether two robots have the same joints by name and the same dynamics there."""
    for robot in (first, second):
        robot.DataFormat, robot.Gravity = "row", [0.3, -0.2, -9.81]
    values = {}
    for robot in (first, second):
        moving = [b.Joint.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
        order = [moving.index(name) for name in sorted(moving)]
        q, qd = (np.empty(len(moving)) for _ in range(2))
        q[order], qd[order] = np.linspace(0.1, 0.5, len(moving)), np.linspace(-1, 1, len(moving))
        values[id(robot)] = (sorted(moving), robot.inverseDynamics(q, qd, qd)[order])
    (names, tau), (other_names, other_tau) = values.values()
    return names == other_names and np.abs(tau - other_tau).max() <= 1e-12 * max(1, np.abs(tau).max())


@pytest.mark.parametrize("model", [*NEUTRAL, "floating_base"])
def test_json_to_json_loses_nothing(output, tmp_path, model):
    assert output("convert", model, tmp_path / "out.json") == ""
    got, want = rst.importrobot(tmp_path / "out.json"), rst.importrobot(model)
    assert got.exportrobot() == want.exportrobot()
    assert output("convert", tmp_path / "out.json", tmp_path / "again.json") == ""
    assert rst.importrobot(tmp_path / "again.json").exportrobot() == want.exportrobot()


def test_from_standard_input(output, tmp_path):
    text = rst.importrobot("twolink").exportrobot()
    assert output("convert", "-", tmp_path / "out.json", stdin=text) == ""
    assert rst.importrobot(tmp_path / "out.json").exportrobot() == text


def test_the_data_format_can_be_set(output, tmp_path):
    output("convert", "twolink", tmp_path / "out.JSON", "--data-format", "row")
    assert rst.importrobot((tmp_path / "out.JSON").read_text()).DataFormat == "row"


@pytest.mark.parametrize("suffix", [".urdf", ".mat"])
@pytest.mark.parametrize("model", NEUTRAL)
def test_there_and_back(rstc, tmp_path, model, suffix):
    there, back = tmp_path / f"robot{suffix}", tmp_path / "robot.json"
    result = rstc("convert", model, there)
    assert result.exit_code == 0, result.stderr
    assert rstc("convert", there, back).exit_code == 0
    assert same(rst.importrobot(back), rst.importrobot(model))


def test_other_formats_are_refused(error, tmp_path):
    assert error("convert", "twolink", tmp_path / "out.xml").startswith(
        "rst_compat:cli:BadOption: convert: the format of "
    )
    assert error("convert", "twolink", tmp_path / "out").startswith("rst_compat:cli:BadOption: ")
    assert error("convert", "nowhere", tmp_path / "out.json").startswith("rst_compat:importrobot:FileNotFound: ")
    assert error("convert", "twolink", tmp_path / "none" / "out.json").startswith("rst_compat:model:NotWritten: ")
    assert error("convert", "twolink").startswith("rst_compat:cli:Usage: ")
    assert list(tmp_path.iterdir()) == []
