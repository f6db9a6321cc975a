"""importrobot and exportrobot: where a robot may come from, what is set, and that nothing is lost."""

import json
import os
import threading
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.matlab import robot_library

MODELS = sorted(p.stem for p in (Path(__file__).parents[2] / "fixtures" / "models").glob("*.json"))


def properties(robot):
    for b in robot.Bodies:
        yield b.Name, b.Parent.Name, b.Mass, b.CenterOfMass.tolist(), b.Inertia.tolist()
        j = b.Joint
        yield j.Name, j.Type, np.nan_to_num(j.JointAxis).tolist(), np.nan_to_num(j.PositionLimits).tolist()
        yield np.ravel(j.HomePosition).tolist(), j.JointToParentTransform.tolist(), j.ChildToJointTransform.tolist()
    yield robot.BaseName, robot.DataFormat, robot.Gravity.tolist()


# ---- where a robot comes from ----


@pytest.mark.parametrize("name", MODELS)
def test_bundled_robots_come_by_name(name):
    assert rst.importrobot(name).NumBodies > 0


@pytest.fixture
def path(tmp_path, robot):
    file = tmp_path / "pendulum.json"
    rst.exportrobot(robot, file)
    return file


@pytest.mark.parametrize(
    "source",
    [
        lambda p: p,
        str,
        lambda p: p.read_text("utf-8"),
        lambda p: p.read_bytes(),
        lambda p: json.loads(p.read_text("utf-8")),
    ],
)
def test_a_robot_comes_from_a_path_a_text_or_content(path, robot, source):
    assert list(properties(rst.importrobot(source(path)))) == list(properties(robot))


def test_a_tilde_is_the_home_folder(robot, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for name in ("~/a.json", "~/a.urdf", Path("~/a.mat")):
        rst.exportrobot(robot, name)
        assert "lower" in rst.importrobot(name).BodyNames
    rst.save("~/b", robot=robot)
    assert rst.load("~/b").robot.BodyNames == robot.BodyNames
    assert sorted(f.name for f in tmp_path.iterdir()) == ["a.json", "a.mat", "a.urdf", "b.mat"]
    for call in (rst.load, rst.importrobot):
        with pytest.raises(FileNotFoundError):
            call("~no_such_user/a.mat")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
@pytest.mark.parametrize("form", ["json", "urdf"])
def test_a_pipe_is_read_once(robot, tmp_path, form):
    """As a shell's ``<(command)`` is."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(robot.exportrobot(Format=form)))
    writer.start()
    assert "lower" in rst.importrobot(str(pipe)).BodyNames
    writer.join()


def test_the_first_argument_says_what_is_not_there(tmp_path):
    for source in ("nothing.json", tmp_path / "nothing.json", "nothing"):
        with pytest.raises(FileNotFoundError, match="nothing"):
            rst.importrobot(source)


def test_a_misspelt_bundled_robot_is_suggested():
    with pytest.raises(FileNotFoundError, match="Did you mean 'puma560'"):
        rst.importrobot("puma506")


@pytest.mark.parametrize("suffix", ["slx", "mdl"])
def test_formats_that_are_not_read_yet_are_named(tmp_path, suffix):
    file = tmp_path / f"robot.{suffix}"
    file.write_text("a model of Simulink")
    with pytest.raises(ValueError, match="not read yet") as caught:
        rst.importrobot(file)
    assert caught.value.identifier == "rst_compat:importrobot:UnknownFormat"


def test_a_folder_is_no_robot(tmp_path):
    with pytest.raises(rst.MatlabError, match="is a directory"):
        rst.importrobot(tmp_path)


def test_a_folder_named_like_a_bundled_robot_is_passed_over(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "twolink").mkdir()
    assert rst.importrobot("twolink").NumBodies == 2


@pytest.mark.parametrize("source", ["", "x" * 5000, "a\0b"])
def test_a_name_that_is_no_file(source):
    with pytest.raises(FileNotFoundError):
        rst.importrobot(source)


@pytest.mark.parametrize("source", [None, 5, [1], np.eye(4)])
def test_other_sources_are_refused(source):
    with pytest.raises(TypeError, match="a path, a text or a dict"):
        rst.importrobot(source)


# ---- what is set ----


@pytest.mark.parametrize("form", ["row", "column", "struct"])
def test_the_data_format_of_the_file_can_be_replaced(path, form):
    assert rst.importrobot(path, "DataFormat", form).DataFormat == form
    assert rst.importrobot(path, dataformat=form.upper()).DataFormat == form


@pytest.mark.parametrize("options", [{}, {"DataFormat": []}, {"DataFormat": None}, {"MaxNumBodies": 30}])
def test_other_arguments_leave_the_files(path, options):
    assert rst.importrobot(path, **options).DataFormat == "column"


def test_gravity_is_no_argument_as_in_matlab(path):
    with pytest.raises(TypeError, match="'Gravity' is not a recognized parameter"):
        rst.importrobot(path, Gravity=[0, 0, -9.81])


def test_an_axis_is_normalised(path):
    content = json.loads(path.read_text("utf-8"))
    content["Bodies"][0]["Joint"]["JointAxis"] = [0, 0, 2]
    assert rst.importrobot(content).Bodies[0].Joint.JointAxis.tolist() == [0, 0, 1]


def test_home_outside_the_limits_of_a_file_is_moved_with_the_warning(path):
    content = json.loads(path.read_text("utf-8"))
    del content["Bodies"][0]["Joint"]["HomePosition"]
    content["Bodies"][0]["Joint"]["PositionLimits"] = [1, 3]
    with pytest.warns(rst.MatlabWarning, match="reset to .2") as caught:
        assert rst.importrobot(content).Bodies[0].Joint.HomePosition == 2
    assert caught[0].message.identifier == "robotics:robotmanip:joint:ResettingHomePosition"


# ---- nothing is lost ----


@pytest.mark.parametrize("name", MODELS)
def test_export_and_import_change_no_bit(name):
    robot = rst.importrobot(name)
    assert list(properties(rst.importrobot(rst.exportrobot(robot)))) == list(properties(robot))


def test_every_joint_type_survives(floating, fixed_only):
    floating.addSubtree("ship", fixed_only)
    floating.BaseName = "world"
    floating.Bodies[0].Joint.HomePosition = [0, 1, 0, 0, 0.1, 0.2, 0.3]
    assert list(properties(rst.importrobot(rst.exportrobot(floating)))) == list(properties(floating))


def test_a_robot_without_bodies_survives():
    robot = rst.rigidBodyTree()
    assert list(properties(rst.importrobot(rst.exportrobot(robot)))) == list(properties(robot))


def test_exact_numbers_survive(robot):
    robot.Bodies[0].Mass = 0.1 + 0.2
    robot.Bodies[0].Joint.PositionLimits = [-np.inf, 1e-300]
    again = rst.importrobot(robot.exportrobot())
    assert again.Bodies[0].Mass == 0.1 + 0.2
    assert again.Bodies[0].Joint.PositionLimits.tolist() == [-np.inf, 1e-300]


@pytest.mark.parametrize(
    "call",
    [
        lambda robot, f: robot.exportrobot(f),
        lambda robot, f: rst.exportrobot(robot, str(f)),
        lambda robot, f: rst.exportrobot(robot, OutputFileName=f),
        lambda robot, f: rst.exportrobot(robot, "OutputFileName", f),
        lambda robot, f: rst.exportrobot(robot, "outputfilename", str(f)),
    ],
)
def test_a_file_is_written_with_the_text(robot, tmp_path, call):
    file = tmp_path / "arm.json"
    assert call(robot, file) == file.read_text("utf-8")
    assert json.loads(file.read_text("utf-8"))["Name"] == "arm"


def test_another_format_is_not_written(robot, tmp_path):
    with pytest.raises(ValueError, match=r"ends in \.urdf, \.json or \.mat"):
        robot.exportrobot(tmp_path / "arm.sdf")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["willowgaragePR2", "RethinkBaxter", "atlas"])
def test_a_name_of_loadrobot_is_pointed_there(name):
    with pytest.raises(rst.MatlabError, match="loadrobot") as caught:
        rst.importrobot(name)
    assert caught.value.identifier == "rst_compat:importrobot:FileNotFound"


def test_the_names_of_loadrobot_are_names_of_bundled_robots():
    for name in robot_library.SHIPPED:
        assert rst.importrobot(name).BodyNames == rst.loadrobot(name).BodyNames
