"""rigidBodyTree: construction, properties, every function that edits or copies a tree, live handles."""

import copy
import pickle
from contextlib import contextmanager

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import core, rigidBody, rigidBodyJoint, rigidBodyTree

COLLISION = "robotics:robotmanip:rigidbodytree:BodyNameCollision"
NOT_FOUND = "robotics:robotmanip:rigidbodytree:BodyNotFound"
Q = [0.3, -0.7]


@contextmanager
def raises(identifier):
    with pytest.raises(rst.MatlabError) as caught:
        yield
    assert caught.value.identifier == identifier


def link(name, joint=None, kind="revolute", **properties):
    body = rigidBody(name)
    body.Joint = rigidBodyJoint(joint or name + "_joint", kind)
    for key, value in properties.items():
        setattr(body, key, value)
    return body


def state(robot):
    """All of a tree that a failed edit must leave as it was."""
    parents = [b.Parent.Name for b in robot.Bodies]
    return [*robot.BodyNames], parents, [b.Joint.Name for b in robot.Bodies], [b.Mass for b in robot.Bodies]


# ---- construction ----


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NumBodies", 0),
        ("Bodies", []),
        ("BodyNames", []),
        ("BaseName", "base"),
        ("DataFormat", "struct"),
        ("FrameNames", ["base"]),
    ],
)
def test_defaults(name, value):
    assert getattr(rigidBodyTree(), name) == value


def test_gravity_is_zero_unless_set():
    assert rigidBodyTree().Gravity.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    "arguments",
    [
        ("DataFormat", "row"),
        ("MaxNumBodies", 3, "DataFormat", "row"),
        ("DataFormat", "row", "MaxNumBodies", 3),
        ("dataformat", "ROW"),
        ("MaxNumbodies", 3, "DATAFORMAT", "Row"),
    ],
)
def test_name_value_arguments_in_any_order_and_case(arguments):
    assert rigidBodyTree(*arguments).DataFormat == "row"
    assert rigidBodyTree(**dict(zip(arguments[::2], arguments[1::2], strict=True))).DataFormat == "row"


def test_max_num_bodies_is_no_cap():
    robot = rigidBodyTree(MaxNumBodies=1)
    robot.addBody(rigidBody("a"), "base")
    robot.addBody(rigidBody("b"), "a")
    assert robot.NumBodies == 2


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("DataFormat", "rows"), "one of 'struct', 'row', 'column'.*Did you mean 'row'"),
        (("DataFormat", 1), "DataFormat is not text"),
        (("Format", "row"), "not a recognized parameter.*one of DataFormat, MaxNumBodies"),
        (("DataFormat",), "a name has no value"),
        ((1, "row"), "name of a name-value argument is not text"),
    ],
)
def test_wrong_arguments_are_refused(arguments, text):
    with pytest.raises(rst.MatlabError, match=text):
        rigidBodyTree(*arguments)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("RigidBodyTree", rigidBodyTree),
        ("RigidBody", rigidBody),
        ("Joint", rigidBodyJoint),
        ("InverseKinematics", rst.inverseKinematics),
        ("GeneralizedInverseKinematics", rst.generalizedInverseKinematics),
        ("PoseTarget", rst.constraintPoseTarget),
        ("JointPositionBounds", rst.constraintJointBounds),
        ("AimingConstraint", rst.constraintAiming),
        ("Rate", rst.rateControl),
    ],
)
def test_names_before_r2019b(old, new):
    assert getattr(rst.robotics, old) is new


def test_other_names_before_r2019b_say_what_to_do():
    with pytest.raises(AttributeError, match="has no attribute 'NoSuch'"):
        rst.robotics.NoSuch  # noqa: B018 - the look-up is the test


# ---- properties ----


@pytest.mark.parametrize("form", ["row", "column", "struct", "Row"])
def test_data_format_can_be_set_at_any_time(robot, form):
    robot.DataFormat = form
    assert robot.DataFormat == form.lower()


def test_an_unknown_data_format_leaves_the_old_one(robot):
    with pytest.raises(rst.MatlabError, match="Did you mean 'column'"):
        robot.DataFormat = "col"
    assert robot.DataFormat == "column"


@pytest.mark.parametrize("value", [[0, 0, -9.81], (0, 0, -9.81), np.array([[0, 0, -9.81]]), [[0], [0], [-9.81]]])
def test_gravity_comes_in_any_form_and_leaves_as_a_vector(value):
    robot = rigidBodyTree()
    robot.Gravity = value
    assert (robot.Gravity.tolist(), robot.Gravity.shape) == ([0, 0, -9.81], (3,))


@pytest.mark.parametrize("value", [9.81, [0, -9.81], "down", [np.nan, 0, 0], [np.inf, 0, 0], None, [], np.eye(3)])
def test_other_gravity_is_refused(robot, value):
    with pytest.raises(rst.MatlabError, match="Gravity"):
        robot.Gravity = value
    assert robot.Gravity.tolist() == [0, -9.81, 0]


def test_gravity_is_copied_in_and_read_only():
    robot, g = rigidBodyTree(), np.array([0, 0, -9.81])
    robot.Gravity = g
    g[:] = 1
    assert robot.Gravity.tolist() == [0, 0, -9.81]
    with pytest.raises(ValueError, match="read-only"):
        robot.Gravity[2] = 0


def test_the_base_can_be_renamed_when_bodies_exist(robot):
    robot.BaseName = "world"
    assert (robot.BaseName, robot.Base.Name, robot.FrameNames[0]) == ("world", "world", "world")
    assert robot.Bodies[0].Parent.Name == "world"
    np.testing.assert_array_equal(robot.getTransform(Q, "world"), np.eye(4))


def test_the_base_cannot_take_the_name_of_a_body(robot):
    with raises(COLLISION):
        robot.BaseName = "lower"


def test_names_and_numbers_of_bodies(robot):
    assert (robot.NumBodies, len(robot.Bodies)) == (2, 2)
    assert (robot.BodyNames, robot.FrameNames) == (["upper", "lower"], ["base", "upper", "lower"])


def test_bodies_are_a_list_counted_from_zero(robot):
    assert isinstance(robot.Bodies, list)
    assert [robot.Bodies[0].Name, robot.Bodies[-1].Name] == ["upper", "lower"]
    assert [b.Name for b in robot.Bodies[1:]] == ["lower"]


@pytest.mark.parametrize("name", ["NumBodies", "Bodies", "Base", "BodyNames", "FrameNames"])
def test_read_only_properties(robot, name):
    with pytest.raises(AttributeError, match=f"rigidBodyTree.{name} cannot be assigned"):
        setattr(robot, name, getattr(robot, name))


@pytest.mark.parametrize(
    "edit",
    [
        lambda x: x.__setitem__(0, x[1]),
        lambda x: x.__delitem__(0),
        lambda x: x.append(x[0]),
        lambda x: x.pop(),
        lambda x: x.sort(key=str),
        lambda x: x.__iadd__([1]),
    ],
)
@pytest.mark.parametrize("name", ["Bodies", "BodyNames", "FrameNames"])
def test_lists_are_read_only(robot, name, edit):
    with pytest.raises(AttributeError, match="Use addBody, removeBody or replaceBody"):
        edit(getattr(robot, name))


@pytest.mark.parametrize(
    ("wrong", "right"), [("gravity", "Gravity"), ("massmatrix", "massMatrix"), ("Numbodies", "NumBodies")]
)
def test_a_misspelt_name_raises_with_the_nearest(robot, wrong, right):
    with pytest.raises(AttributeError, match=f"Did you mean '{right}'"):
        getattr(robot, wrong)
    with pytest.raises(AttributeError, match=f"Did you mean '{right}'"):
        setattr(robot, wrong, 0)


# ---- addBody ----


def test_bodies_stand_in_the_order_they_were_added():
    robot = rigidBodyTree()
    for name, parent in [("trunk", "base"), ("left", "trunk"), ("right", "trunk"), ("left_hand", "left")]:
        robot.addBody(link(name), parent)
    assert robot.BodyNames == ["trunk", "left", "right", "left_hand"]
    assert [b.Parent.Name for b in robot.Bodies] == ["base", "trunk", "trunk", "left"]
    assert [b.Name for b in robot.getBody("trunk").Children] == ["left", "right"]


def test_the_order_of_joints_is_the_order_of_moving_bodies():
    robot = rigidBodyTree(DataFormat="row")
    for name, parent, kind in [("a", "base", "revolute"), ("b", "a", "fixed"), ("c", "base", "prismatic")]:
        robot.addBody(link(name, kind=kind), parent)
    assert robot.jointPositionFromBodyName("c") == slice(1, 2)
    assert robot.massMatrix().shape == (2, 2)


def test_add_body_stores_a_copy(robot):
    body = link("tool", Mass=1)
    robot.addBody(body, "lower")
    body.Mass, body.Joint.Name, body.Name = 5, "other", "other"
    assert (robot.Bodies[2].Mass, robot.Bodies[2].Joint.Name, robot.Bodies[2].Name) == (1, "tool_joint", "tool")
    assert robot.Bodies[2] is not body
    assert body.Parent is None


@pytest.mark.parametrize("name", ["upper", "base"])
def test_a_body_name_is_used_once_and_the_base_counts(robot, name):
    before = state(robot)
    with pytest.raises(rst.MatlabError, match=f"The name of the body, {name}, has already been used in the robot"):
        robot.addBody(link(name, "fresh"), "base")
    assert state(robot) == before


def test_a_joint_name_is_used_once(robot):
    with raises("rst_compat:rigidBodyTree:JointNameCollision"):
        robot.addBody(link("tool", "upper_joint"), "base")


def test_an_unknown_parent_is_named(robot):
    before = state(robot)
    with pytest.raises(KeyError, match=r"Body with name uper is not found.*Did you mean 'upper'"):
        robot.addBody(link("tool"), "uper")
    assert state(robot) == before


def test_an_unknown_parent_like_no_other_points_to_body_names(robot):
    with pytest.raises(rst.MatlabError, match="Check the BodyNames property of the rigidBodyTree object"):
        robot.addBody(link("tool"), "xyz")


def test_add_body_looks_at_the_name_then_the_parent_then_the_joint(robot):
    with raises(COLLISION):
        robot.addBody(link("upper", "upper_joint"), "nobody")
    with raises(NOT_FOUND):
        robot.addBody(link("tool", "upper_joint"), "nobody")


@pytest.mark.parametrize("body", ["tool", rigidBodyJoint("j"), rigidBodyTree(), None])
def test_only_a_body_is_added(robot, body):
    with raises("rst_compat:rigidBodyTree:NotABody"):
        robot.addBody(body, "base")


def test_a_parent_is_given_by_name(robot):
    with pytest.raises(TypeError, match="Pass the name of the body or joint"):
        robot.addBody(link("tool"), robot.Bodies[0])


# ---- live handles ----


def tilt(robot):
    robot.Bodies[1].Joint.setFixedTransform(rst.trvec2tform([0.1, 0.2, 0.3]))


EDITS = {
    "Mass": lambda r: setattr(r.Bodies[1], "Mass", 9),
    "CenterOfMass": lambda r: setattr(r.getBody("lower"), "CenterOfMass", [0.1, 0.2, 0]),
    "Inertia": lambda r: setattr(r.Bodies[0].Children[0], "Inertia", [1, 2, 3, 0, 0, 0]),
    "JointAxis": lambda r: setattr(r.Bodies[1].Joint, "JointAxis", [0, 1, 1]),
    "setFixedTransform": tilt,
    "parent's mass": lambda r: setattr(r.Bodies[1].Parent, "Mass", 9),
    "base's child": lambda r: setattr(r.Base.Children[0], "Mass", 9),
    "replaceJoint": lambda r: r.replaceJoint("lower", rigidBodyJoint("lower_joint", "revolute")),
    "replaceBody": lambda r: r.replaceBody("lower", link("lower")),
    "Gravity": lambda r: setattr(r, "Gravity", [1, 2, 3]),
}


@pytest.mark.parametrize("edit", list(EDITS))
def test_an_edit_reaches_the_next_dynamics_call(robot, make_robot, edit):
    def torque(tree):
        return tree.inverseDynamics(Q, [1, 2], [3, 4])

    before = torque(robot)
    EDITS[edit](robot)
    after = torque(robot)
    assert np.abs(after - before).max() > 0.1
    fresh = make_robot()  # the same edit before anything was computed
    EDITS[edit](fresh)
    np.testing.assert_array_equal(after, torque(fresh))


@pytest.fixture
def builds(monkeypatch):
    """How often a tree was prepared for the core."""
    calls, build = [], core.build_model
    monkeypatch.setattr(core, "build_model", lambda *a: calls.append(1) or build(*a))
    return calls


def test_a_tree_is_prepared_once_for_all_calls_until_it_is_edited(robot, builds):
    for _ in range(3):
        robot.massMatrix(Q)
        robot.inverseDynamics(Q)
        robot.getTransform(Q, "lower")
    assert len(builds) == 1
    robot.Bodies[0].Mass = 9
    robot.Bodies[1].Mass = 9
    robot.massMatrix(Q)
    robot.DataFormat = "row"
    robot.massMatrix(Q)
    assert len(builds) == 2


def test_editing_alone_prepares_nothing(make_robot, builds):
    robot = make_robot()
    robot.addBody(link("tool"), "lower")
    robot.getBody("tool").Mass = 3
    robot.replaceJoint("tool", rigidBodyJoint("tool_joint"))
    robot.replaceBody("tool", link("tool"))
    robot.addSubtree("base", robot.removeBody("tool").copy())
    robot.exportrobot()
    robot.randomConfiguration()
    assert builds == []


def test_an_edit_of_home_reaches_the_next_call(robot):
    robot.homeConfiguration()
    robot.Bodies[0].Joint.HomePosition = 0.4
    assert robot.homeConfiguration().tolist() == [0.4, 0]
    np.testing.assert_array_equal(robot.gravityTorque(), robot.gravityTorque([0.4, 0]))


def test_an_edit_of_the_original_does_not_reach_the_tree(robot):
    body = link("tool", Mass=1)
    robot.addBody(body, "lower")
    before = robot.massMatrix()
    body.Mass = 100
    np.testing.assert_array_equal(robot.massMatrix(), before)


# ---- getBody ----


def test_get_body_gives_the_live_handle(robot):
    assert robot.getBody("upper") is robot.Bodies[0]
    assert robot.getBody("base") is robot.Base


def test_get_body_names_the_unknown(robot):
    with pytest.raises(KeyError, match="Body with name Upper is not found"):
        robot.getBody("Upper")


# ---- replaceBody, replaceJoint ----


def test_replace_body_keeps_place_parent_and_children(robot):
    robot.replaceBody("upper", link("thigh", Mass=7))
    assert state(robot) == (["thigh", "lower"], ["base", "thigh"], ["thigh_joint", "lower_joint"], [7, 2])


def test_replace_body_stores_a_copy_and_frees_the_old(robot):
    old, body = robot.Bodies[0], link("upper", Mass=7)
    robot.replaceBody("upper", body)
    body.Mass = 8
    assert robot.Bodies[0].Mass == 7
    assert (old.Parent, old.Children) == (None, [])
    old.Joint = rigidBodyJoint("free")  # in no tree any more


def test_replace_body_is_as_if_built_with_it(make_robot):
    robot, other = make_robot(), make_robot()
    body = robot.Bodies[0].copy()
    body.Mass, body.CenterOfMass = 7, [0.1, 0, 0]
    robot.replaceBody("upper", body)
    other.Bodies[0].Mass, other.Bodies[0].CenterOfMass = 7, [0.1, 0, 0]
    np.testing.assert_array_equal(robot.inverseDynamics(Q, Q, Q), other.inverseDynamics(Q, Q, Q))


@pytest.mark.parametrize(
    ("name", "body", "identifier"),
    [
        ("nobody", rigidBody("x"), NOT_FOUND),
        ("upper", rigidBody("lower"), COLLISION),
        ("upper", rigidBody("base"), COLLISION),
        ("upper", link("x", "lower_joint"), "rst_compat:rigidBodyTree:JointNameCollision"),
        ("base", rigidBody("x"), "rst_compat:rigidBodyTree:BaseNotAllowed"),
        ("upper", "x", "rst_compat:rigidBodyTree:NotABody"),
    ],
)
def test_replace_body_refuses_and_leaves_the_tree(robot, name, body, identifier):
    before = state(robot)
    with raises(identifier):
        robot.replaceBody(name, body)
    assert state(robot) == before


def test_replace_joint_stores_a_copy(robot):
    joint = rigidBodyJoint("slide", "prismatic")
    robot.replaceJoint("upper", joint)
    joint.Name = "other"
    assert (robot.Bodies[0].Joint.Name, robot.Bodies[0].Joint.Type) == ("slide", "prismatic")
    robot.Bodies[0].Joint.HomePosition = 0.2
    assert robot.homeConfiguration().tolist() == [0.2, 0]


def test_replace_joint_frees_the_old(robot):
    old = robot.Bodies[0].Joint
    robot.replaceJoint("upper", rigidBodyJoint("upper_joint", "revolute"))  # its own name is free
    old.Name = "lower_joint"  # in no tree any more


@pytest.mark.parametrize(
    ("name", "joint", "identifier"),
    [
        ("nobody", rigidBodyJoint("x"), NOT_FOUND),
        ("upper", rigidBodyJoint("lower_joint"), "rst_compat:rigidBodyTree:JointNameCollision"),
        ("base", rigidBodyJoint("x"), "rst_compat:rigidBodyTree:BaseNotAllowed"),
        ("upper", "revolute", "rst_compat:rigidBody:NotAJoint"),
    ],
)
def test_replace_joint_refuses_and_leaves_the_tree(robot, name, joint, identifier):
    before = state(robot)
    with raises(identifier):
        robot.replaceJoint(name, joint)
    assert state(robot) == before


# ---- removeBody, subtree ----


@pytest.fixture
def branched():
    robot = rigidBodyTree(DataFormat="row")
    robot.Gravity = [0, 0, -9.81]
    for name, parent in [("trunk", "base"), ("left", "trunk"), ("right", "trunk"), ("hand", "left")]:
        robot.addBody(link(name, CenterOfMass=[0.1, 0.2, 0.3]), parent)
        robot.getBody(name).Joint.setFixedTransform(rst.trvec2tform([0.1, 0, 0.5]))
    return robot


def test_remove_body_takes_all_that_hangs_on_it(branched):
    removed = branched.removeBody("left")
    assert branched.BodyNames == ["trunk", "right"]
    assert (removed.BaseName, removed.BodyNames) == ("trunk", ["left", "hand"])


def test_remove_body_leaves_the_dynamics_of_the_rest(branched):
    other = rigidBodyTree(DataFormat="row")
    other.Gravity = branched.Gravity
    for body in [branched.getBody("trunk"), branched.getBody("right")]:
        other.addBody(body, body.Parent.Name)
    branched.massMatrix()
    branched.removeBody("left")
    np.testing.assert_array_equal(branched.inverseDynamics(Q, Q, Q), other.inverseDynamics(Q, Q, Q))


def test_a_removed_body_is_free(branched):
    hand = branched.getBody("hand")
    branched.removeBody("left")
    assert (hand.Parent, hand.Children) == (None, [])
    hand.Joint = rigidBodyJoint("free")


def test_a_removed_name_is_free(branched):
    branched.removeBody("left")
    branched.addBody(link("hand", "left_joint"), "right")
    assert branched.BodyNames == ["trunk", "right", "hand"]


def test_subtree_is_a_copy_with_the_parent_as_base(branched):
    before = state(branched)
    arm = branched.subtree("left")
    arm.Bodies[0].Mass = 9
    assert (arm.BaseName, arm.BodyNames) == ("trunk", ["left", "hand"])
    assert state(branched) == before


def test_subtree_keeps_gravity_and_data_format(branched):
    for part in (branched.subtree("left"), branched.removeBody("left")):
        assert (part.Gravity.tolist(), part.DataFormat) == ([0, 0, -9.81], "row")


def test_subtree_has_the_dynamics_of_the_part_on_a_base_at_rest(branched):
    arm = branched.subtree("left")
    full = branched.inverseDynamics([0, *Q[:1], 0, *Q[1:]], [0, 1, 0, 2], [0, 3, 0, 4])
    # The same operations on the same numbers, save that the base takes one step more.
    np.testing.assert_allclose(arm.inverseDynamics(Q, [1, 2], [3, 4]), full[[1, 3]], rtol=0, atol=1e-14)


@pytest.mark.parametrize("function", ["removeBody", "subtree"])
@pytest.mark.parametrize(
    ("name", "identifier"), [("base", "rst_compat:rigidBodyTree:BaseNotAllowed"), ("nobody", NOT_FOUND)]
)
def test_only_a_body_is_taken_out(branched, function, name, identifier):
    with raises(identifier):
        getattr(branched, function)(name)


# ---- addSubtree ----


@pytest.fixture
def tool():
    tree = rigidBodyTree()
    tree.addBody(link("wrist"), "base")
    tree.addBody(link("finger", CenterOfMass=[0.1, 0, 0]), "wrist")
    return tree


def test_the_base_of_a_subtree_is_not_added(robot, tool):
    robot.addSubtree("lower", tool)
    assert robot.BodyNames == ["upper", "lower", "wrist", "finger"]
    assert [b.Parent.Name for b in robot.Bodies[2:]] == ["lower", "wrist"]


def test_the_base_of_a_subtree_is_added_on_request(robot, tool):
    tool.BaseName = "flange"
    robot.addSubtree("lower", tool, "ReplaceBase", False)
    assert robot.BodyNames[2:] == ["flange", "wrist", "finger"]
    flange = robot.getBody("flange")
    assert (flange.Mass, flange.Inertia.tolist(), flange.Joint.Name, flange.Joint.Type) == (
        0,
        [0] * 6,
        "flange_jnt",
        "fixed",
    )


def test_the_base_of_a_subtree_changes_no_dynamics(make_robot, tool):
    tool.BaseName = "flange"
    plain, based = make_robot(), make_robot()
    plain.addSubtree("lower", tool)
    based.addSubtree("lower", tool, replacebase=False)
    state = np.arange(4.0)
    # One identity transform more in a row changes no number.
    np.testing.assert_array_equal(plain.inverseDynamics(state, state), based.inverseDynamics(state, state))


def test_add_subtree_stores_copies(robot, tool):
    robot.addSubtree("lower", tool)
    tool.Bodies[0].Mass = 9
    assert robot.getBody("wrist").Mass == 1
    assert tool.BodyNames == ["wrist", "finger"]


def test_add_subtree_undoes_remove_body(robot, make_robot):
    removed = robot.removeBody("lower")
    robot.addSubtree(removed.BaseName, removed)
    np.testing.assert_array_equal(robot.inverseDynamics(Q, Q, Q), make_robot().inverseDynamics(Q, Q, Q))


@pytest.mark.parametrize(
    ("rename", "options", "identifier"),
    [
        (lambda t: setattr(t.Bodies[1], "Name", "upper"), {}, COLLISION),
        (
            lambda t: setattr(t.Bodies[1].Joint, "Name", "upper_joint"),
            {},
            "rst_compat:rigidBodyTree:JointNameCollision",
        ),
        (lambda t: None, {"ReplaceBase": False}, COLLISION),  # both bases are called base
        (
            lambda t: (setattr(t, "BaseName", "flange"), setattr(t.Bodies[1].Joint, "Name", "flange_jnt")),
            {"ReplaceBase": False},
            "rst_compat:rigidBodyTree:JointNameCollision",
        ),
    ],
)
def test_a_collision_in_a_subtree_leaves_the_tree(robot, tool, rename, options, identifier):
    rename(tool)
    before = state(robot)
    with raises(identifier):
        robot.addSubtree("lower", tool, **options)
    assert state(robot) == before


def test_add_subtree_checks_its_arguments(robot, tool):
    with raises(NOT_FOUND):
        robot.addSubtree("nobody", tool)
    with raises("rst_compat:argument:NotATree"):
        robot.addSubtree("lower", rigidBody("x"))
    with raises("rst_compat:argument:UnknownName"):
        robot.addSubtree("lower", tool, Replace=True)


# ---- copies ----

COPIES = [rst.copy, rigidBodyTree.copy, copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_has_the_same_properties_and_dynamics(robot, copied):
    robot.BaseName = "world"
    twin = copied(robot)
    assert (twin.BaseName, twin.DataFormat, twin.BodyNames) == ("world", "column", ["upper", "lower"])
    np.testing.assert_array_equal(twin.inverseDynamics(Q, Q, Q), robot.inverseDynamics(Q, Q, Q))


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_is_independent(robot, copied):
    before = robot.inverseDynamics(Q, Q, Q)
    twin = copied(robot)
    twin.Bodies[0].Mass, twin.Gravity, twin.DataFormat = 99, [9, 9, 9], "row"
    twin.Bodies[1].Joint.setFixedTransform(np.eye(4))
    twin.addBody(rigidBody("tool"), "lower")
    assert (robot.NumBodies, robot.DataFormat) == (2, "column")
    np.testing.assert_array_equal(robot.inverseDynamics(Q, Q, Q), before)


@pytest.mark.parametrize("copied", COPIES)
def test_handles_of_a_copy_are_live_and_read_only(robot, copied):
    twin = copied(robot)
    before = twin.massMatrix(Q)
    twin.Bodies[1].Parent.Mass = 99
    assert np.abs(twin.massMatrix(Q) - before).max() > 1
    arrays = [twin.Gravity, twin.Bodies[0].Inertia, twin.Bodies[0].Joint.ChildToJointTransform]
    assert not any(a.flags.writeable for a in arrays)


def test_a_long_chain_survives_pickle():
    robot = rigidBodyTree(DataFormat="row")
    for k in range(200):
        robot.addBody(link(f"b{k}"), f"b{k - 1}" if k else "base")
    twin = pickle.loads(pickle.dumps(robot))
    assert twin.Bodies[-1].Parent is twin.Bodies[-2]


def test_only_handles_are_copied():
    with raises("rst_compat:argument:NotAHandle"):
        rst.copy(np.eye(4))


# ---- every function wants a tree ----

#: function -> how many other arguments it needs
NEEDS = {
    "addBody": 2,
    "addSubtree": 2,
    "replaceBody": 2,
    "replaceJoint": 2,
    "getBody": 1,
    "removeBody": 1,
    "subtree": 1,
    "showdetails": 0,
    "exportrobot": 0,
    "homeConfiguration": 0,
    "randomConfiguration": 0,
    "jointPositionFromJointName": 1,
    "jointPositionFromBodyName": 1,
    "massMatrix": 0,
    "gravityTorque": 0,
    "velocityProduct": 0,
    "coriolisMatrix": 0,
    "inverseDynamics": 0,
    "forwardDynamics": 0,
    "inverseDynamicsRegressor": 0,
    "externalForce": 2,
    "centerOfMass": 0,
    "getTransform": 2,
    "geometricJacobian": 2,
}


@pytest.mark.parametrize("robot", [None, "robot", np.eye(4), rigidBody("link")], ids=["None", "str", "array", "body"])
@pytest.mark.parametrize("name", NEEDS)
def test_the_first_argument_is_a_tree(name, robot):
    if name == "getTransform" and isinstance(robot, rigidBody):
        return  # which has frames of its own
    with raises("rst_compat:argument:NotATree"):
        getattr(rst, name)(robot, *["x"] * NEEDS[name])
