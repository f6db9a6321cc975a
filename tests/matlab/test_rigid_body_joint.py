"""rigidBodyJoint: defaults of each type, what properties take and refuse, fixed transforms."""

import copy
import pickle

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint

NAN, INF = np.nan, np.inf
MOVING = ["revolute", "prismatic"]
TYPES = ["fixed", *MOVING, "floating"]

# Cosines and products of a handful of numbers near 1: a few units of the last place.
ROUNDING = 1e-15


def rotation(axis, angle):
    T = np.eye(4)
    c, s = np.cos(angle), np.sin(angle)
    T[:3, :3] = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[axis]
    return T


def translation(x, y, z):
    T = np.eye(4)
    T[:3, 3] = x, y, z
    return T


# ---- defaults ----


def test_a_joint_is_fixed_unless_a_type_is_given():
    assert rigidBodyJoint("j").Type == "fixed"


@pytest.mark.parametrize("kind", TYPES)
def test_type_and_name_are_as_given(kind):
    joint = rigidBodyJoint("j", kind)
    assert (joint.Name, joint.Type) == ("j", kind)


@pytest.mark.parametrize("kind", ["Revolute", "REVOLUTE"])
def test_type_in_any_case_of_letters(kind):
    assert rigidBodyJoint("j", kind).Type == "revolute"


@pytest.mark.parametrize(
    ("kind", "limits"),
    [
        ("fixed", [0, 0]),
        ("revolute", [-np.pi, np.pi]),
        ("prismatic", [-0.5, 0.5]),
        ("floating", [[NAN, NAN]] * 4 + [[-5, 5]] * 3),
    ],
)
def test_default_limits(kind, limits):
    np.testing.assert_array_equal(rigidBodyJoint("j", kind).PositionLimits, limits)


@pytest.mark.parametrize(
    ("kind", "home"), [("fixed", 0), ("revolute", 0), ("prismatic", 0), ("floating", [1, 0, 0, 0, 0, 0, 0])]
)
def test_default_home(kind, home):
    np.testing.assert_array_equal(rigidBodyJoint("j", kind).HomePosition, home)


@pytest.mark.parametrize(
    ("kind", "axis"), [("fixed", [0, 0, 0]), ("revolute", [0, 0, 1]), ("prismatic", [0, 0, 1]), ("floating", [NAN] * 3)]
)
def test_default_axis(kind, axis):
    np.testing.assert_array_equal(rigidBodyJoint("j", kind).JointAxis, axis)


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("name", ["JointToParentTransform", "ChildToJointTransform"])
def test_fixed_transforms_start_as_identity(kind, name):
    np.testing.assert_array_equal(getattr(rigidBodyJoint("j", kind), name), np.eye(4))


# ---- construction ----


@pytest.mark.parametrize("kind", ["planar", "continuous", ""])
def test_an_unknown_type_is_refused(kind):
    with pytest.raises(rst.MatlabError, match="one of 'fixed', 'revolute', 'prismatic', 'floating'"):
        rigidBodyJoint("j", kind)


@pytest.mark.parametrize("name", [1, None, b"j", ["j"]])
def test_a_name_is_text(name):
    with pytest.raises(TypeError, match="name is not text"):
        rigidBodyJoint(name)


def test_a_name_is_not_empty():
    for use in (lambda: rigidBodyJoint(""), lambda: setattr(rigidBodyJoint("j"), "Name", "")):
        with pytest.raises(ValueError, match="is empty"):
            use()


# ---- axis ----


@pytest.mark.parametrize("kind", MOVING)
@pytest.mark.parametrize(
    ("given", "axis"), [([0, 0, 2], [0, 0, 1]), ([3, 4, 0], [0.6, 0.8, 0]), ((0, -1, 0), [0, -1, 0])]
)
def test_the_axis_is_normalised(kind, given, axis):
    joint = rigidBodyJoint("j", kind)
    joint.JointAxis = given
    np.testing.assert_allclose(joint.JointAxis, axis, rtol=0, atol=ROUNDING)


def test_a_unit_axis_stays_as_it_was_typed():
    joint, axis = rigidBodyJoint("j", "revolute"), np.array([1, 2, 2]) / 3
    joint.JointAxis = axis
    np.testing.assert_array_equal(joint.JointAxis, axis)


@pytest.mark.parametrize(
    "value", [[0, 0, 2], (0, 0, 2), np.float32([0, 0, 2]), np.array([[0, 0, 2]]), [[0], [0], [2]], np.r_[0, 0, 2]]
)
def test_the_axis_comes_in_any_form_and_leaves_as_a_vector(value):
    joint = rigidBodyJoint("j", "revolute")
    joint.JointAxis = value
    assert (joint.JointAxis.shape, joint.JointAxis.dtype) == ((3,), np.float64)


@pytest.mark.parametrize("axis", [[0, 0, 0], [NAN, 0, 1], [0, INF, 0], [0, 1], [[1, 0, 0]] * 3, "z", None, []])
def test_an_axis_without_direction_is_refused_and_leaves_the_old_one(axis):
    joint = rigidBodyJoint("j", "revolute")
    with pytest.raises(rst.MatlabError, match="JointAxis"):
        joint.JointAxis = axis
    np.testing.assert_array_equal(joint.JointAxis, [0, 0, 1])


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_a_joint_without_axis_takes_none(kind):
    with pytest.raises(rst.MatlabError, match=f"a {kind} joint has no axis"):
        rigidBodyJoint("j", kind).JointAxis = [0, 0, 1]


# ---- limits and home ----


@pytest.mark.parametrize("limits", [[-1, 2], (-1, 2), np.array([[-1, 2]]), [[-1], [2]], np.float32([-1, 2])])
def test_limits_come_in_any_form_and_leave_as_a_vector(limits):
    joint = rigidBodyJoint("j", "revolute")
    joint.PositionLimits = limits
    assert (joint.PositionLimits.tolist(), joint.PositionLimits.shape) == ([-1, 2], (2,))


@pytest.mark.parametrize("limits", [[-INF, INF], [0, 0], [-1, INF]])
def test_infinite_and_equal_limits_are_taken(limits):
    joint = rigidBodyJoint("j", "prismatic")
    joint.PositionLimits = limits
    assert joint.PositionLimits.tolist() == limits


@pytest.mark.parametrize("limits", [[2, -1], [NAN, 1], [1], [1, 2, 3], "ab", [], None])
def test_other_limits_are_refused_and_leave_the_old_ones(limits):
    joint = rigidBodyJoint("j", "prismatic")
    with pytest.raises(rst.MatlabError, match="PositionLimits"):
        joint.PositionLimits = limits
    assert joint.PositionLimits.tolist() == [-0.5, 0.5]


def test_a_fixed_joint_takes_no_limits():
    with pytest.raises(rst.MatlabError, match="a fixed joint does not move"):
        rigidBodyJoint("j").PositionLimits = [-1, 1]


@pytest.mark.parametrize(
    ("limits", "home"), [([1, 3], 2), ([-3, -1], -2), ([1, INF], 1), ([-INF, -1], -1)], ids=str
)  # SEMANTICS of generated code: the middle, or the one finite limit
def test_limits_that_exclude_home_move_it(limits, home):
    joint = rigidBodyJoint("j", "revolute")
    with pytest.warns(rst.MatlabWarning, match=f"outside its new PositionLimits; it is reset to .{home}") as caught:
        joint.PositionLimits = limits
    assert joint.HomePosition == home
    assert caught[0].message.identifier == "robotics:robotmanip:joint:ResettingHomePosition"
    assert caught[0].filename == __file__


@pytest.mark.parametrize("limits", [[0, 1], [-1, 0], [0, 0], [-INF, INF], [-1, 1]])
def test_limits_that_allow_home_leave_it(limits):  # "strictly outside": an edge is inside; any warning is an error
    joint = rigidBodyJoint("j", "revolute")
    joint.PositionLimits = limits
    assert joint.HomePosition == 0


@pytest.mark.usefixtures("warnings_as_before")
def test_the_warning_of_a_moved_home_can_be_switched_off():
    rst.warning("off", "robotics:robotmanip:joint:ResettingHomePosition")
    joint = rigidBodyJoint("j", "revolute")
    joint.PositionLimits = [1, 3]
    assert joint.HomePosition == 2


@pytest.mark.parametrize("home", [0.3, [0.3], np.array([[0.3]]), np.float64(0.3)])
def test_home_is_a_number(home):
    joint = rigidBodyJoint("j", "revolute")
    joint.HomePosition = home
    assert (joint.HomePosition, type(joint.HomePosition)) == (0.3, float)


@pytest.mark.parametrize("home", [-0.5, 0.5])
def test_home_may_stand_on_a_limit(home):
    joint = rigidBodyJoint("j", "prismatic")
    joint.HomePosition = home
    assert joint.HomePosition == home


@pytest.mark.parametrize("home", [0.51, -1])
def test_home_outside_the_limits_is_refused(home):
    joint = rigidBodyJoint("j", "prismatic")
    with pytest.raises(rst.MatlabError) as caught:
        joint.HomePosition = home
    assert caught.value.identifier == "robotics:robotmanip:joint:ProvidedJointHomePositionOutOfLimits"
    assert joint.HomePosition == 0


def test_a_fixed_joint_takes_no_home():
    with pytest.raises(rst.MatlabError) as caught:
        rigidBodyJoint("j").HomePosition = 0
    assert caught.value.identifier == "robotics:robotmanip:joint:FixedJointHomePositionNotSettable"


@pytest.mark.parametrize("home", [NAN, INF, "0", [0, 0], [], None])
def test_home_is_one_finite_number(home):
    with pytest.raises(rst.MatlabError, match="HomePosition"):
        rigidBodyJoint("j", "revolute").HomePosition = home


# ---- the floating joint ----


def test_the_quaternion_of_a_floating_joint_has_no_limits():
    joint = rigidBodyJoint("j", "floating")
    joint.PositionLimits = [[-1, 1]] * 7
    np.testing.assert_array_equal(joint.PositionLimits, [[NAN, NAN]] * 4 + [[-1, 1]] * 3)


@pytest.mark.parametrize("limits", [[-1, 1], [[-1, 1]] * 3, [[1, -1]] * 7, [[0, NAN]] * 7])
def test_a_floating_joint_refuses_other_limits(limits):
    with pytest.raises(rst.MatlabError, match="PositionLimits"):
        rigidBodyJoint("j", "floating").PositionLimits = limits


def test_limits_of_a_floating_joint_move_its_home():
    joint = rigidBodyJoint("j", "floating")
    with pytest.warns(rst.MatlabWarning, match="reset"):
        joint.PositionLimits = [[NAN, NAN]] * 4 + [[-1, 1], [2, 4], [3, INF]]
    assert joint.HomePosition.tolist() == [1, 0, 0, 0, 0, 3, 3]


def test_home_of_a_floating_joint_is_a_pose():
    joint, home = rigidBodyJoint("j", "floating"), [0, 1, 0, 0, 1, 2, 3]
    joint.HomePosition = home
    assert joint.HomePosition.tolist() == home


@pytest.mark.parametrize("home", [[0, 0, 0, 0, 1, 2, 3], [1, 0, 0, 0, 9, 0, 0], [1, 0, 0, 0]])
def test_home_of_a_floating_joint_is_checked(home):
    with pytest.raises(rst.MatlabError, match="HomePosition"):
        rigidBodyJoint("j", "floating").HomePosition = home


# ---- fixed transforms ----

DH = 0.3, 0.4, 0.5, 0.6  # a alpha d theta


def dh(a, alpha, d, theta):
    return rotation("z", theta) @ translation(0, 0, d) @ translation(a, 0, 0) @ rotation("x", alpha)


def mdh(a, alpha, d, theta):
    return rotation("x", alpha) @ translation(a, 0, 0) @ rotation("z", theta) @ translation(0, 0, d)


IGNORED = {"fixed": DH, "revolute": (*DH[:3], 0), "prismatic": (*DH[:2], 0, DH[3])}


@pytest.mark.parametrize("kind", list(IGNORED))
def test_dh_sits_behind_the_joint(kind):
    joint = rigidBodyJoint("j", kind)
    joint.setFixedTransform(DH, "dh")
    np.testing.assert_array_equal(joint.JointToParentTransform, np.eye(4))
    np.testing.assert_allclose(joint.ChildToJointTransform, dh(*IGNORED[kind]), rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("kind", list(IGNORED))
def test_mdh_sits_before_the_joint(kind):
    joint = rigidBodyJoint("j", kind)
    joint.setFixedTransform(DH, "mdh")
    np.testing.assert_allclose(joint.JointToParentTransform, mdh(*IGNORED[kind]), rtol=0, atol=ROUNDING)
    np.testing.assert_array_equal(joint.ChildToJointTransform, np.eye(4))


@pytest.mark.parametrize("kind", TYPES)
def test_a_transform_sits_before_the_joint(kind):
    joint, T = rigidBodyJoint("j", kind), translation(1, 2, 3) @ rotation("x", 0.3)
    joint.setFixedTransform(DH, "dh")
    joint.setFixedTransform(T)
    np.testing.assert_array_equal(joint.JointToParentTransform, T)
    np.testing.assert_array_equal(joint.ChildToJointTransform, np.eye(4))


@pytest.mark.parametrize("convention", ["DH", "Mdh"])
def test_the_convention_comes_in_any_case_of_letters(convention):
    rigidBodyJoint("j", "revolute").setFixedTransform(DH, convention)


@pytest.mark.parametrize("kind", MOVING)
def test_dh_turns_about_z(kind):
    joint = rigidBodyJoint("j", kind)
    joint.JointAxis = [1, 0, 0]
    joint.setFixedTransform(DH, "dh")
    assert joint.JointAxis.tolist() == [0, 0, 1]


@pytest.mark.parametrize("row", [DH, list(DH), np.array([DH]), np.array([DH]).T])
def test_dh_comes_in_any_form(row):
    joint = rigidBodyJoint("j", "revolute")
    joint.setFixedTransform(row, "dh")
    assert joint.ChildToJointTransform[2, 3] == DH[2]


def test_a_transform_object_is_taken():
    joint = rigidBodyJoint("j", "revolute")
    joint.setFixedTransform(rst.se3([1, 2, 3], "trvec"))
    np.testing.assert_array_equal(joint.JointToParentTransform, translation(1, 2, 3))


def test_a_transform_typed_with_four_digits_is_taken_as_it_is():
    T = np.round(rotation("z", 0.3), 4)
    joint = rigidBodyJoint("j", "revolute")
    joint.setFixedTransform(T)
    np.testing.assert_array_equal(joint.JointToParentTransform, T)


@pytest.mark.parametrize(
    ("transform", "fact"),
    [
        (np.eye(3), "wrong size"),
        (np.ones((4, 4)), "last row"),
        (np.diag([1, 1, -1, 1]), "no rotation"),
        (np.diag([2, 1, 1, 1]), "no rotation"),
        (np.full((4, 4), NAN), "not finite"),
        (np.stack([np.eye(4)] * 2), "wrong size"),
        ([], "wrong size"),
        ("dh", "not an array of real numbers"),
        ([[1], [1, 2]], "not an array of real numbers"),
    ],
)
def test_other_transforms_are_refused(transform, fact):
    joint = rigidBodyJoint("j", "revolute")
    with pytest.raises(rst.MatlabError, match=fact):
        joint.setFixedTransform(transform)
    np.testing.assert_array_equal(joint.JointToParentTransform, np.eye(4))


@pytest.mark.parametrize(("row", "convention"), [(DH, None), (DH[:3], "dh"), (np.eye(4), "dh"), ([0, 0, NAN, 0], "dh")])
def test_incomplete_dh_is_refused_with_the_order_of_the_parameters(row, convention):
    with pytest.raises(ValueError, match=r"\[a alpha d theta\]"):
        rigidBodyJoint("j", "revolute").setFixedTransform(row, convention)


def test_an_unknown_convention_is_refused():
    with pytest.raises(rst.MatlabError, match="one of 'dh', 'mdh'"):
        rigidBodyJoint("j", "revolute").setFixedTransform(DH, "craig")


# ---- handles ----

ARRAYS = ["JointAxis", "PositionLimits", "JointToParentTransform", "ChildToJointTransform"]


@pytest.mark.parametrize("name", ARRAYS)
def test_array_properties_are_read_only(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(rigidBodyJoint("j", "revolute"), name)[0] = 1


def test_array_properties_are_copied_in():
    limits, T = np.array([-1.0, 1.0]), np.eye(4)
    joint = rigidBodyJoint("j", "revolute")
    joint.PositionLimits = limits
    joint.setFixedTransform(T)
    limits[:], T[:] = 9, 9
    assert joint.PositionLimits.tolist() == [-1, 1]
    np.testing.assert_array_equal(joint.JointToParentTransform, np.eye(4))


@pytest.mark.parametrize("name", ["JointToParentTransform", "ChildToJointTransform"])
def test_transforms_are_set_through_set_fixed_transform(name):
    with pytest.raises(AttributeError, match=f"rigidBodyJoint.{name} cannot be assigned. Use setFixedTransform."):
        setattr(rigidBodyJoint("j", "revolute"), name, np.eye(4))


def test_the_type_is_read_only():
    with pytest.raises(AttributeError, match="replaceJoint"):
        rigidBodyJoint("j").Type = "revolute"


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("jointAxis", "JointAxis"), ("PositionLimit", "PositionLimits"), ("setFixedTransformation", "setFixedTransform")],
)
def test_a_misspelt_name_raises_with_the_nearest(wrong, right):
    joint = rigidBodyJoint("j", "revolute")
    with pytest.raises(AttributeError, match=f"Did you mean '{right}'"):
        getattr(joint, wrong)
    with pytest.raises(AttributeError, match=f"Did you mean '{right}'"):
        setattr(joint, wrong, 0)


@pytest.mark.parametrize(
    "copied", [rst.copy, rigidBodyJoint.copy, copy.copy, copy.deepcopy, lambda j: pickle.loads(pickle.dumps(j))]
)
def test_a_copy_is_equal_and_independent(copied):
    joint = rigidBodyJoint("j", "revolute")
    joint.setFixedTransform(DH, "dh")
    joint.PositionLimits, joint.HomePosition = [-1, 1], 0.5
    twin = copied(joint)
    for name in ["Name", "Type", "HomePosition", *ARRAYS]:
        np.testing.assert_array_equal(getattr(twin, name), getattr(joint, name))
    assert not any(getattr(twin, name).flags.writeable for name in ARRAYS)
    twin.Name, twin.HomePosition = "twin", -0.5
    assert (joint.Name, joint.HomePosition) == ("j", 0.5)


def test_a_copy_of_a_joint_in_a_tree_belongs_to_no_tree(robot):
    joint = robot.Bodies[0].Joint.copy()
    body = rigidBody("free")
    body.Joint = joint
    assert body.Joint.Name == "upper_joint"


def test_a_new_name_of_a_joint_in_a_tree_shows_and_stays_unique(robot):
    joint = robot.Bodies[0].Joint
    joint.Name = "shoulder"
    assert robot.jointPositionFromJointName("shoulder") == slice(0, 1)
    with pytest.raises(ValueError, match="has already been used"):
        joint.Name = "lower_joint"
