"""Objects of the class robotics.RigidBodyTree, in both layouts of their joints."""

import numpy as np
import pytest
from mat_samples import body, joint_2019, joint_2025, opaque, padded, tree, write_objects

from rst_compat.errors import MatlabError
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.spec import IDENTITY

SHIFT = np.array([[1.0, 0, 0, 0.5], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])


@pytest.fixture
def read(tmp_path):
    def read(*bodies, **properties):
        return read_mat(write_objects(tmp_path / "a.mat", robot=tree(bodies, **properties)))["robot"]

    return read


def test_a_tree(read):
    first = body("a", 0, joint_2019("ja", "revolute", ChildToJointTransform=SHIFT))
    second = body(padded("b"), 1, joint_2025("jb", "prismatic", JointToParentTransform=SHIFT), MassInternal=3.0)
    spec = read(first, second, body("c", 1, joint_2019("jc", "fixed")))
    assert (spec.base_name, spec.data_format, spec.gravity) == ("ground", "row", (0, 0, -9.81))
    assert [(b.name, b.parent, b.mass) for b in spec.bodies] == [("a", "ground", 2), ("b", "a", 3), ("c", "a", 2)]
    assert spec.bodies[0].center_of_mass == (0.1, 0.2, 0.3)
    assert spec.bodies[0].inertia == (5, 6, 7, 0.4, 0.5, 0.6)
    assert [b.joint.type for b in spec.bodies] == ["revolute", "prismatic", "fixed"]
    assert np.array_equal(spec.bodies[0].joint.child_to_joint, SHIFT)
    assert np.array_equal(spec.bodies[1].joint.joint_to_parent, SHIFT)
    assert spec.bodies[0].joint.joint_to_parent == IDENTITY
    for joint in (spec.bodies[0].joint, spec.bodies[1].joint):
        assert (joint.axis, joint.position_limits, joint.home_position) == ((0, 0.6, 0.8), (-1, 2), 0.5)
    assert spec.bodies[2].joint.position_limits is None


def test_a_floating_joint(read):
    joint = read(body("a", 0, joint_2025("ja", "floating", 7))).bodies[0].joint
    assert joint.axis is None
    assert joint.home_position == (1, 0, 0, 0, 0, 0, 0)
    assert np.isnan(joint.position_limits[0]).all()
    assert joint.position_limits[6] == (-1, 2)


def test_more_room_than_bodies(read):
    """MATLAB may keep empty places."""
    some = [body("a", 0, joint_2019("ja", "revolute")), np.zeros((0, 0))]
    assert len(read(*some, NumBodies=1).bodies) == 1


def test_no_bodies(read):
    assert read().bodies == []


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"NameInternal": np.eye(2)}, "NameInternal of body 1 in the saved rigidBodyTree: expected text, got ndarray"),
        ({"ParentIndex": 1}, "ParentIndex of a .*: expected the index of an earlier body, or 0, got 1"),
        ({"ParentIndex": -1}, "ParentIndex of a"),
        ({"ParentIndex": 0.5}, "ParentIndex of a"),
        ({"MassInternal": np.eye(2)}, "MassInternal of a .*: expected 1 numbers, got float64 of shape"),
        ({"InertiaInternal": "none"}, "InertiaInternal of a .*: expected 9 numbers"),
        ({"JointInternal": 3.0}, "JointInternal of a .*: expected an object"),
    ],
)
def test_a_wrong_body(read, change, words):
    with pytest.raises(MatlabError, match=words) as caught:
        read(_body(change))
    assert caught.value.identifier == "rst_compat:mat:BadRobot"


def _body(change):
    properties = {"NameInternal": "a", "ParentIndex": 0, "JointInternal": joint_2019("ja", "revolute")}
    properties |= {"MassInternal": 1.0, "CenterOfMassInternal": np.zeros((1, 3)), "InertiaInternal": np.eye(3)}
    return opaque("robotics.manip.internal.RigidBody", **(properties | change))


@pytest.mark.parametrize(
    ("joint", "words"),
    [
        (joint_2019, "Type of joint ja .*: expected one of fixed, revolute, prismatic, floating, got 'planar'"),
        (joint_2025, "Type of joint ja .*: expected one of fixed, revolute, prismatic, floating, got 'planar'"),
    ],
)
def test_an_unknown_joint(read, joint, words):
    with pytest.raises(MatlabError, match=words):
        read(body("a", 0, joint("ja", "planar")))


def test_a_wrong_tree(read):
    one = body("a", 0, joint_2019("ja", "revolute"))
    with pytest.raises(MatlabError, match=r"Bodies of rigidBodyTree .*: expected 3 bodies, got 1"):
        read(one, NumBodies=3)
    with pytest.raises(MatlabError, match=r"DataFormatInternal of rigidBodyTree .*, got 'matrix'"):
        read(one, data_format="matrix")
