"""Robots as structs, there and back."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import Struct, StructArray
from rst_compat.files.mat_writer import write_mat
from rst_compat.files.model_json import read_model
from rst_compat.files.robot_struct import is_robot, spec_from_struct, struct_from_spec
from rst_compat.matlab.importers import read_spec

MODELS = ["twolink", "puma560", "stanford", "scara", "planar3r", "iiwa14", "branched", "floating_base"]


@pytest.mark.parametrize("name", MODELS)
def test_there_and_back(tmp_path, name):
    spec = read_spec(name)
    assert repr(spec_from_struct(struct_from_spec(spec))) == repr(spec)  # repr: NaN equals itself there
    write_mat(tmp_path / "a.mat", {"robot": spec})
    assert repr(read_mat(tmp_path / "a.mat")["robot"]) == repr(spec)


def test_no_bodies_and_one(tmp_path):
    text = '{"Format": "rigidBodyTree", "Version": 1, "Bodies": []}'
    one = '{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "a"}], "Description": "d"}'
    for spec in (read_model(text), read_model(one)):
        write_mat(tmp_path / "a.mat", {"robot": spec})
        assert read_mat(tmp_path / "a.mat")["robot"] == spec


def test_a_struct_that_matlab_wrote(tmp_path):
    """Fields may be missing, and rows may be columns, as in model.json."""
    joint = {"Name": "j", "Type": "revolute", "DH": np.array([[0.5], [0], [0], [0]])}
    bodies = [{"Name": "a", "Mass": 2.0, "Joint": joint}]
    write_mat(tmp_path / "a.mat", {"robot": {"Format": "rigidBodyTree", "Version": 1, "Bodies": bodies}})
    spec = read_mat(tmp_path / "a.mat")["robot"]
    assert spec.bodies[0].mass == 2
    assert spec.bodies[0].joint.child_to_joint[0][3] == 0.5


def test_a_wrong_one_names_the_place(tmp_path):
    struct = struct_from_spec(read_spec("twolink"))
    struct.Bodies[1].Joint.Type = "ball"
    assert isinstance(struct.Bodies, StructArray)
    write_mat(tmp_path / "a.mat", {"robot": struct})
    with pytest.raises(MatlabError, match=r"variable 'robot' of .*: Bodies\[1\].Joint.Type") as caught:
        read_mat(tmp_path / "a.mat")
    assert caught.value.identifier == "rst_compat:model:WrongValue"


def test_what_is_a_robot():
    assert is_robot(struct_from_spec(read_spec("twolink")))
    assert not is_robot(Struct(Format="rigidBodyTree"))
    assert not is_robot({"Format": "rigidBodyTree", "Bodies": []})


def test_the_tree_that_comes_back_moves_the_same(tmp_path):
    robot = rst.importrobot("puma560", DataFormat="row")
    rst.save(tmp_path / "a.mat", arm=robot)
    again = rst.importrobot(tmp_path / "a.mat")
    q, qd, qdd = np.random.default_rng(0).random((3, 6))
    assert np.array_equal(again.inverseDynamics(q, qd, qdd), robot.inverseDynamics(q, qd, qdd))
