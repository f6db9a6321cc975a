"""Home, struct configurations in and out, and where a joint stands in the vector."""

from types import SimpleNamespace

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import JointConfiguration, rigidBody, rigidBodyJoint, rigidBodyTree


def mixed(data_format="column"):
    """A fixed, a prismatic, a floating and a revolute joint, in this order."""
    robot, parent = rigidBodyTree(DataFormat=data_format), "base"
    for name, kind in [("plate", "fixed"), ("slide", "prismatic"), ("ship", "floating"), ("crane", "revolute")]:
        body = rigidBody(name)
        body.Joint = rigidBodyJoint(name + "_joint", kind)
        robot.addBody(body, parent)
        parent = name
    robot.getBody("slide").Joint.HomePosition = 0.25
    return robot


# ---- home ----


def test_home_is_the_home_position_of_each_moving_joint_in_order():
    assert mixed().homeConfiguration().tolist() == [0.25, 1, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("form", ["row", "column"])
def test_home_is_one_dimensional(form):
    assert mixed(form).homeConfiguration().shape == (9,)


def test_home_is_the_callers_own():
    robot = mixed()
    robot.homeConfiguration()[:] = 9
    assert robot.homeConfiguration()[0] == 0.25


def test_home_of_a_struct_is_one_element_a_moving_joint():
    home = mixed("struct").homeConfiguration()
    assert [e.JointName for e in home] == ["slide_joint", "ship_joint", "crane_joint"]
    assert (home[0].JointPosition, home[2].JointPosition) == (0.25, 0)
    assert home[1].JointPosition.tolist() == [1, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("form", ["row", "column", "struct"])
def test_home_of_a_robot_without_moving_joints_is_empty(fixed_only, form):
    fixed_only.DataFormat = form
    assert len(fixed_only.homeConfiguration()) == len(rigidBodyTree(DataFormat=form).homeConfiguration()) == 0


# ---- struct configurations given ----


def tip(robot, configuration):
    return robot.getTransform(configuration, "lower")[:3, 3]


def elements(*pairs):
    return [JointConfiguration(name, position) for name, position in pairs]


@pytest.mark.parametrize(
    "configuration",
    [
        elements(("upper_joint", 0.3), ("lower_joint", -0.7)),
        elements(("lower_joint", -0.7), ("upper_joint", 0.3)),
        tuple(elements(("lower_joint", np.array([-0.7])), ("upper_joint", np.float32(0.3)))),
        [SimpleNamespace(JointName=n, JointPosition=p) for n, p in [("upper_joint", 0.3), ("lower_joint", -0.7)]],
    ],
)
def test_a_struct_is_matched_by_name_in_any_order(make_robot, lagrange, configuration):
    # float32(0.3) is 0.3 to 1e-8; the rest is rounding.
    np.testing.assert_allclose(tip(make_robot("struct"), configuration), lagrange([0.3, -0.7]).tip, rtol=0, atol=1e-7)


@pytest.mark.parametrize("empty", [None, [], np.zeros(0)])
def test_an_empty_struct_is_home(make_robot, lagrange, empty):
    np.testing.assert_allclose(tip(make_robot("struct"), empty), lagrange([0, 0]).tip, rtol=0, atol=1e-15)


def test_home_can_be_edited_and_given_back(make_robot, lagrange):
    robot = make_robot("struct")
    home = robot.homeConfiguration()
    home[1].JointPosition = np.pi / 2
    np.testing.assert_allclose(tip(robot, home), lagrange([0, np.pi / 2]).tip, rtol=0, atol=1e-15)


def test_a_single_element_serves_a_robot_of_one_joint():
    robot = rigidBodyTree()
    body = rigidBody("slide")
    body.Joint = rigidBodyJoint("rail", "prismatic")
    robot.addBody(body, "base")
    assert robot.getTransform(JointConfiguration("rail", 0.3), "slide")[2, 3] == 0.3


def test_fixed_joints_may_be_named():
    robot = mixed("struct")
    configuration = [*robot.homeConfiguration(), JointConfiguration("plate_joint", 0)]
    assert robot.getTransform(configuration, "slide")[2, 3] == 0.25


@pytest.mark.parametrize(
    ("configuration", "hint"),
    [
        (elements(("upper_joint", 0)), "Missing: lower_joint"),
        (elements(("upper_joint", 0), ("lower_joint", 0), ("upper_joint", 0)), "every moving joint once"),
        (elements(("upper_joint", 0), ("lower_jnt", 0)), "Did you mean 'lower_joint'"),
        (elements(("upper_joint", 0), ("lower_joint", 0), ("tool_joint", 0)), "one element for each of"),
        (elements(("upper_joint", 0), ("lower_joint", [1, 2])), "JointPosition of lower_joint has the wrong size"),
        (elements(("upper_joint", 0), ("lower_joint", np.nan)), "JointPosition of lower_joint is not finite"),
    ],
)
def test_a_struct_names_every_moving_joint_once(make_robot, configuration, hint):
    with pytest.raises(ValueError, match=hint):
        tip(make_robot("struct"), configuration)


def test_a_struct_may_be_written_as_dicts(make_robot):
    robot = make_robot("struct")
    pairs = ("lower_joint", 0.3), ("upper_joint", -0.7)
    dicts = [{"JointName": name, "JointPosition": q} for name, q in pairs]
    np.testing.assert_array_equal(tip(robot, dicts), tip(robot, elements(*pairs)))
    with pytest.raises(TypeError, match="or of dicts with these keys"):
        tip(robot, [{"JointName": "lower_joint", "JointPos": 0.3}])


def test_numbers_are_refused_where_a_struct_is_wanted(make_robot):
    with pytest.raises(TypeError, match=r"set robot\.DataFormat = 'row' or 'column' to use numbers") as caught:
        tip(make_robot("struct"), [0.3, -0.7])
    assert caught.value.identifier == "rst_compat:configuration:NotAStruct"


@pytest.mark.parametrize("form", ["row", "column"])
def test_a_struct_is_refused_where_numbers_are_wanted(make_robot, form):
    with pytest.raises(TypeError, match=f"DataFormat is '{form}'") as caught:
        tip(make_robot(form), make_robot("struct").homeConfiguration())
    assert caught.value.identifier == "rst_compat:configuration:StructGiven"


# ---- where a joint stands ----

PLACES = {"plate": slice(0, 0), "slide": slice(0, 1), "ship": slice(1, 8), "crane": slice(8, 9)}


@pytest.mark.parametrize(("name", "place"), PLACES.items())
@pytest.mark.parametrize("form", ["row", "struct"])
def test_the_place_of_a_joint_is_a_slice(name, place, form):
    robot = mixed(form)
    assert robot.jointPositionFromJointName(name + "_joint") == robot.jointPositionFromBodyName(name) == place


def test_the_base_has_no_place():
    q = mixed().homeConfiguration()
    assert q[mixed().jointPositionFromBodyName("base")].size == 0


def test_an_unknown_joint_is_named():
    with pytest.raises(KeyError, match="Did you mean 'slide_joint'") as caught:
        mixed().jointPositionFromJointName("slide")
    assert caught.value.identifier == "rst_compat:rigidBodyTree:JointNotFound"


def test_an_unknown_body_is_named():
    with pytest.raises(KeyError, match="Body with name slid is not found") as caught:
        mixed().jointPositionFromBodyName("slid")
    assert caught.value.identifier == "robotics:robotmanip:rigidbodytree:BodyNotFound"


@pytest.mark.parametrize("function", [rst.jointPositionFromBodyName, rst.jointPositionFromJointName])
def test_a_place_is_asked_for_by_name(function):
    with pytest.raises(TypeError, match="not text"):
        function(mixed(), 1)
