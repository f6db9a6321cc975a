"""rigidBody: defaults, what properties take and refuse, its joint, its place in a tree, the base."""

import copy
import pickle

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint, rigidBodyTree

VECTORS = {"CenterOfMass": 3, "Inertia": 6}

# ---- defaults ----


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Name", "link"),
        ("Mass", 1),
        ("CenterOfMass", [0, 0, 0]),
        ("Inertia", [1, 1, 1, 0, 0, 0]),
        ("Parent", None),
        ("Children", []),
        ("Visuals", []),
        ("Collisions", []),
    ],
)
def test_defaults(name, value):
    got = getattr(rigidBody("link"), name)
    assert (got.tolist() if name in VECTORS else got) == value


def test_the_default_joint_is_fixed_and_named_after_the_body():
    joint = rigidBody("link").Joint
    assert (joint.Name, joint.Type) == ("link_jnt", "fixed")


@pytest.mark.parametrize("arguments", [("MaxNumCollisions", 5), ("maxnumcollisions", 5)])
def test_max_num_collisions_is_accepted(arguments):
    assert rigidBody("link", *arguments).Collisions == []
    assert rigidBody("link", MaxNumCollisions=5).Collisions == []


@pytest.mark.parametrize("name", [1, None, b"link"])
def test_a_name_is_text(name):
    with pytest.raises(TypeError, match="name is not text"):
        rigidBody(name)


def test_a_name_is_not_empty(robot):
    for use in (
        lambda: rigidBody(""),
        lambda: setattr(robot.Bodies[0], "Name", ""),
        lambda: setattr(robot, "BaseName", ""),
    ):
        with pytest.raises(ValueError, match="is empty"):
            use()


def test_an_unknown_argument_is_refused():
    with pytest.raises(rst.MatlabError, match="MaxNumCollisions"):
        rigidBody("link", Mass=3)


# ---- mass, centre of mass, inertia ----


@pytest.mark.parametrize("mass", [2.5, 0, -1, np.float32(2.5), [2.5], np.array([[2.5]])])
def test_mass_is_any_finite_number(mass):  # R9: MATLAB runs what physics does not allow
    body = rigidBody("link")
    body.Mass = mass
    assert body.Mass == np.ravel(mass)[0]
    assert type(body.Mass) is float


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.parametrize(
    "form", [list, tuple, np.array, np.int8, np.float32, lambda v: [v], lambda v: [[x] for x in v]]
)
def test_vectors_come_in_any_form_and_leave_as_float64_vectors(name, form):
    body, values = rigidBody("link"), list(range(VECTORS[name]))
    setattr(body, name, form(values))
    got = getattr(body, name)
    assert (got.tolist(), got.dtype, got.shape) == (values, np.float64, (len(values),))


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_are_copied_in_and_handed_out_read_only(name):
    body, values = rigidBody("link"), np.arange(float(VECTORS[name]))
    setattr(body, name, values)
    values[:] = 9
    assert getattr(body, name).tolist() == list(range(VECTORS[name]))
    with pytest.raises(ValueError, match="read-only"):
        getattr(body, name)[0] = 1


@pytest.mark.parametrize("name", ["Mass", *VECTORS])
@pytest.mark.parametrize(
    "value", ["1", None, [], np.eye(3), [np.nan] * 3, np.inf, [1j] * 3, [1, "a", 2], [[1], [1, 2]]]
)
def test_other_values_are_refused_and_leave_the_old_one(name, value):
    body = rigidBody("link")
    before = getattr(body, name)
    with pytest.raises(rst.MatlabError, match=f"rigidBody.{name}"):
        setattr(body, name, value)
    assert getattr(body, name) is before or getattr(body, name) == before


def test_the_error_of_inertia_says_its_order():
    with pytest.raises(ValueError, match="Ixx Iyy Izz Iyz Ixz Ixy"):
        rigidBody("link").Inertia = np.eye(3)


def test_a_new_mass_does_not_scale_the_inertia():
    body = rigidBody("link")
    body.Mass = 5
    assert body.Inertia.tolist() == [1, 1, 1, 0, 0, 0]


# ---- joint ----


def test_assigning_a_joint_stores_a_copy():
    body, joint = rigidBody("link"), rigidBodyJoint("j", "revolute")
    body.Joint = joint
    joint.Name, joint.HomePosition = "other", 1
    assert (body.Joint.Name, body.Joint.HomePosition) == ("j", 0)


def test_the_joint_of_a_body_is_a_live_handle():
    body = rigidBody("link")
    body.Joint = rigidBodyJoint("j", "revolute")
    body.Joint.HomePosition = 1
    assert body.Joint.HomePosition == 1
    assert body.Joint is body.Joint


@pytest.mark.parametrize("value", ["revolute", None, rigidBody("other")])
def test_only_a_joint_is_a_joint(value):
    with pytest.raises(TypeError, match="expected a rigidBodyJoint"):
        rigidBody("link").Joint = value


def test_the_joint_of_a_body_in_a_tree_cannot_be_assigned(robot):
    with pytest.raises(ValueError, match=r"Use replaceJoint\(robot, 'upper', joint\)"):
        robot.Bodies[0].Joint = rigidBodyJoint("j")


# ---- place in a tree ----


def test_parent_and_children_are_live_handles(robot):
    upper, lower = robot.Bodies
    assert (upper.Parent, lower.Parent) == (robot.Base, upper)
    assert (robot.Base.Children, upper.Children, lower.Children) == ([upper], [lower], [])


@pytest.mark.parametrize("name", ["Parent", "Children", "Visuals", "Collisions"])
def test_places_are_read_only(robot, name):
    with pytest.raises(AttributeError, match="cannot be assigned"):
        setattr(robot.Bodies[0], name, [])


@pytest.mark.parametrize("name", ["Children", "Visuals", "Collisions"])
def test_lists_are_read_only(robot, name):
    with pytest.raises(AttributeError, match="cannot be changed"):
        getattr(robot.Bodies[0], name).append(1)


def test_a_new_name_of_a_body_in_a_tree_shows_and_stays_unique(robot):
    robot.Bodies[0].Name = "thigh"
    assert robot.BodyNames == ["thigh", "lower"]
    assert robot.getBody("thigh") is robot.Bodies[0]
    for used in ("lower", "base"):
        with pytest.raises(rst.MatlabError, match="has already been used") as caught:
            robot.Bodies[0].Name = used
        assert caught.value.identifier == "robotics:robotmanip:rigidbodytree:BodyNameCollision"
    robot.Bodies[0].Name = "thigh"  # its own name is free


# ---- copies ----


@pytest.mark.parametrize("copied", [rst.copy, rigidBody.copy, copy.copy])
def test_a_copy_is_equal_independent_and_alone(robot, copied):
    body = robot.Bodies[0]
    twin = copied(body)
    assert (twin.Name, twin.Mass, twin.Joint.Name) == (body.Name, body.Mass, body.Joint.Name)
    assert (twin.Parent, twin.Children) == (None, [])
    twin.Mass, twin.Joint.HomePosition = 9, 1
    assert (body.Mass, body.Joint.HomePosition) == (3, 0)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))])
def test_python_copies_a_body_with_its_tree(robot, copied):
    body = robot.Bodies[1]
    twin = copied(body)
    assert (twin.Parent.Name, twin.Parent.Parent.Name) == ("upper", "base")
    twin.Parent.Mass = 9
    assert body.Parent.Mass == 3
    assert not twin.Inertia.flags.writeable


# ---- the base ----


@pytest.mark.parametrize("name", ["Mass", "CenterOfMass", "Inertia", "Joint"])
def test_the_base_has_no_such_property(name):
    base = rigidBodyTree().Base
    for use in (lambda: getattr(base, name), lambda: setattr(base, name, 1)):
        with pytest.raises(AttributeError, match=f"no property {name}") as caught:
            use()
        assert caught.value.identifier == "robotics:robotmanip:rigidbody:NoSuchPropertyForBase"


def test_the_base_has_no_parent():
    assert rigidBodyTree().Base.Parent is None


def test_a_copy_of_a_base_is_a_massless_body(robot):
    pedestal = robot.Base.copy()
    pedestal.Name = "pedestal"
    robot.addBody(pedestal, "base")
    body = robot.getBody("pedestal")
    assert (body.Mass, body.Inertia.tolist(), body.Joint.Type) == (0, [0] * 6, "fixed")


# ---- misspelt names ----


@pytest.mark.parametrize(
    ("wrong", "right"), [("mass", "Mass"), ("COM", "Name"), ("CentreOfMass", "CenterOfMass"), ("joint", "Joint")]
)
def test_a_misspelt_name_raises_with_the_nearest(wrong, right):
    body = rigidBody("link")
    hint = f"Did you mean '{right}'" if wrong != "COM" else "It has .*CenterOfMass"
    with pytest.raises(AttributeError, match=hint):
        getattr(body, wrong)
    with pytest.raises(AttributeError, match=hint):
        setattr(body, wrong, 0)
