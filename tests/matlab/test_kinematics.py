"""getTransform, geometricJacobian and centerOfMass: closed forms, frames, shapes."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint, rigidBodyTree

Q = [0.3, -0.7]

# A few sines, cosines and products of numbers near 1.
ROUNDING = 1e-15


def close(got, want, atol=ROUNDING):
    np.testing.assert_allclose(got, want, rtol=0, atol=atol)


def pose(angle, position):
    T = np.eye(4)
    T[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    T[:3, 3] = position
    return T


def forms(values, data_format):
    """Every form in which a caller may bring a vector."""
    vector = np.array(values, dtype=float)
    yield from (vector, list(values), tuple(values), np.repeat(vector, 2)[::2])
    yield vector[:, None] if data_format == "column" else vector[None, :]


# ---- getTransform ----


def test_the_pose_of_a_body_in_the_base(robot, lagrange):
    want = lagrange(Q)
    close(robot.getTransform(Q, "upper"), pose(Q[0], want.elbow))
    close(robot.getTransform(Q, "lower"), pose(want.angle, want.tip))


def test_the_base_is_exactly_the_identity(robot):
    np.testing.assert_array_equal(robot.getTransform(Q, "base"), np.eye(4))
    np.testing.assert_array_equal(robot.getTransform(Q, "base", "base"), np.eye(4))


def test_two_bodies_map_source_points_into_the_target(robot):
    A, B = robot.getTransform(Q, "upper"), robot.getTransform(Q, "lower")
    close(robot.getTransform(Q, "upper", "lower"), np.linalg.inv(B) @ A)
    close(robot.getTransform(Q, "lower", "upper"), np.linalg.inv(A) @ B)


def test_the_base_may_stand_on_either_side(robot):
    T = robot.getTransform(Q, "lower")
    close(robot.getTransform(Q, "lower", "base"), T)
    close(robot.getTransform(Q, "base", "lower"), np.linalg.inv(T))


@pytest.mark.parametrize("form", ["row", "column"])
def test_every_form_of_a_configuration(make_robot, lagrange, form):
    for q in forms(Q, form):
        close(make_robot(form).getTransform(q, "lower")[:3, 3], lagrange(Q).tip)


@pytest.mark.parametrize("empty", [None, [], np.zeros(0), np.zeros((0, 1))])
def test_an_empty_configuration_is_home(robot, lagrange, empty):
    robot.Bodies[1].Joint.HomePosition = 0.5
    close(robot.getTransform(empty, "lower")[:3, 3], lagrange([0, 0.5]).tip)


def test_the_joint_transform_stands_between_the_fixed_ones():
    robot, body, joint = rigidBodyTree(DataFormat="row"), rigidBody("b"), rigidBodyJoint("j", "revolute")
    A, C = pose(0.2, [1, 2, 3]), pose(-0.5, [3, 2, 1])
    joint._set_transforms(A, C)  # the pair that a model file can give
    body.Joint = joint
    robot.addBody(body, "base")
    close(robot.getTransform([0.7], "b"), A @ pose(0.7, [0, 0, 0]) @ C, 4e-15)  # numbers up to 8


@pytest.mark.parametrize("axis", [[0, 0, 2], [0, 3, 4]])
def test_a_prismatic_joint_moves_along_its_unit_axis(axis):
    robot, body, joint = rigidBodyTree(DataFormat="row"), rigidBody("b"), rigidBodyJoint("j", "prismatic")
    joint.JointAxis = axis
    body.Joint = joint
    robot.addBody(body, "base")
    close(robot.getTransform([2.5], "b"), pose(0, 2.5 * np.array(axis) / np.linalg.norm(axis)))


def test_position_limits_do_not_apply(robot):
    close(robot.getTransform([2 * np.pi, 0], "lower"), robot.getTransform([0, 0], "lower"))


@pytest.mark.parametrize("names", [("lowr",), ("lower", "uper"), ("",)])
def test_an_unknown_body_is_named(robot, names):
    with pytest.raises(KeyError, match=f"Body with name {names[-1]} is not found") as caught:
        robot.getTransform(Q, *names)
    assert caught.value.identifier == "robotics:robotmanip:rigidbodytree:BodyNotFound"


@pytest.mark.parametrize("name", [1, ["upper"]])
def test_a_body_is_given_by_name(robot, name):
    with pytest.raises(TypeError, match="the source body is not text"):
        robot.getTransform(Q, name)
    with pytest.raises(TypeError, match="the end effector is not text"):
        robot.geometricJacobian(Q, name)


# ---- geometricJacobian ----


def test_jacobian_rows_are_angular_then_linear(robot, lagrange):
    close(robot.geometricJacobian(Q, "lower"), lagrange(Q).J)


def test_jacobian_of_an_ancestor_has_zero_columns(robot):
    np.testing.assert_array_equal(robot.geometricJacobian(Q, "upper")[:, 1], 0)


def test_jacobian_of_the_base_is_zero(robot):
    np.testing.assert_array_equal(robot.geometricJacobian(Q, "base"), np.zeros((6, 2)))


@pytest.mark.parametrize("form", ["row", "column"])
def test_jacobian_of_every_form_of_a_configuration(make_robot, lagrange, form):
    for q in forms(Q, form):
        close(make_robot(form).geometricJacobian(q, "lower"), lagrange(Q).J)


def test_kinematics_take_a_struct(make_robot, lagrange):
    robot = make_robot("struct")
    q = robot.homeConfiguration()
    q[0].JointPosition, q[1].JointPosition = Q
    close(robot.geometricJacobian(q, "lower"), lagrange(Q).J)
    close(robot.getTransform(q, "lower")[:3, 3], lagrange(Q).tip)


def test_jacobian_is_the_rate_of_the_pose(robot):
    qd, h = np.array([0.4, 1.1]), 1e-6
    ahead, behind = (robot.getTransform(Q + s * h * qd, "lower") for s in (1, -1))
    rate = (ahead - behind) / (2 * h)
    W = rate @ np.linalg.inv(robot.getTransform(Q, "lower"))
    twist = robot.geometricJacobian(Q, "lower") @ qd
    close(twist[:3], [W[2, 1], W[0, 2], W[1, 0]], 1e-9)  # central differences: h^2 and eps/h
    close(twist[3:], rate[:3, 3], 1e-9)


# ---- the floating joint ----

HALF = np.sqrt(0.5)


def test_a_floating_configuration_is_quaternion_then_position(floating):
    T = floating.getTransform([HALF, 0, 0, HALF, 1, 2, 3], "ship")
    close(T, pose(np.pi / 2, [1, 2, 3]))


def test_the_quaternion_is_normalised(floating):
    close(floating.getTransform([3, 0, 0, 3, 1, 2, 3], "ship"), pose(np.pi / 2, [1, 2, 3]))


def test_floating_velocities_are_the_twist_in_body_axes(floating):
    R = pose(np.pi / 2, [0, 0, 0])[:3, :3]
    J = floating.geometricJacobian([HALF, 0, 0, HALF, 1, 2, 3], "ship")
    close(J, np.block([[R, np.zeros((3, 3))], [np.zeros((3, 3)), R]]))


def test_floating_centre_of_mass(floating):
    com, J = floating.centerOfMass([HALF, 0, 0, HALF, 1, 2, 3], nargout=2)
    close(com, [1, 2, 3])
    close(J, np.hstack([np.zeros((3, 3)), pose(np.pi / 2, [0, 0, 0])[:3, :3]]))


# ---- centerOfMass ----


def test_centre_of_mass_and_its_jacobian(robot, lagrange):
    com, J = robot.centerOfMass(Q, nargout=2)
    close(com, lagrange(Q).com)
    close(J, lagrange(Q).comJac)


@pytest.mark.parametrize("arguments", [(), ([],), (None,)])
def test_centre_of_mass_at_home(robot, lagrange, arguments):
    close(robot.centerOfMass(*arguments), lagrange([0, 0]).com)


@pytest.mark.parametrize(("form", "shape"), [("row", (1, 2)), ("column", (2, 1))])
def test_centre_of_mass_has_the_orientation_of_the_configuration(make_robot, form, shape):
    com, J = make_robot(form).centerOfMass(np.reshape(Q, shape), nargout=2)
    assert com.shape == {"row": (1, 3), "column": (3, 1)}[form]
    assert J.shape == (3, 2)
    assert make_robot(form).centerOfMass(Q).shape == (3,)


def test_one_output_is_no_tuple(robot):
    assert isinstance(robot.centerOfMass(Q), np.ndarray)


def test_centre_of_mass_refuses_a_struct(make_robot):
    with pytest.raises(rst.MatlabError) as caught:
        make_robot("struct").centerOfMass()
    assert caught.value.identifier == "robotics:robotmanip:rigidbodytree:DynamicsFunctionsUseVectorsOnly"


def test_fixed_bodies_count_and_the_base_does_not(fixed_only):
    fixed_only.getBody("post").CenterOfMass = [0, 0, 2]
    assert fixed_only.centerOfMass().tolist() == [0, 0, 1]


@pytest.mark.parametrize("bodies", [0, 1])
def test_without_mass_the_centre_is_nan_with_a_warning(bodies):
    robot = rigidBodyTree(DataFormat="row")
    for _ in range(bodies):
        body = rigidBody("ghost")
        body.Mass = 0
        robot.addBody(body, "base")
    with pytest.warns(rst.MatlabWarning, match="masses of the robot add up to zero") as caught:
        assert np.isnan(robot.centerOfMass()).all()
    assert caught[0].message.identifier == "rst_compat:centerOfMass:NoMass"
    assert caught[0].filename == __file__


# ---- own arrays ----


@pytest.mark.parametrize(
    "call",
    [
        lambda r, q: r.getTransform(q, "lower"),
        lambda r, q: r.getTransform(q, "base"),
        lambda r, q: r.geometricJacobian(q, "lower"),
        lambda r, q: r.geometricJacobian(q, "base"),
        lambda r, q: r.centerOfMass(q),
        lambda r, q: r.centerOfMass(q, nargout=2)[1],
    ],
)
def test_results_are_the_callers_own_and_inputs_stay(robot, call):
    q = np.array(Q)
    q.flags.writeable = False
    first = call(robot, q)
    first[...] = 99
    second = call(robot, q)
    assert not (second == 99).any()
    assert not np.shares_memory(first, second)
    assert q.tolist() == Q
