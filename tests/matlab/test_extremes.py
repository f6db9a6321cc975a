"""Numbers at the ends of the range of doubles: right, refused, or NaN with a warning of ours; never silently wrong."""

import fractions

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch

TURN = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # a quarter turn about x
EXACT = 4e-16  # a few roundings of numbers of size 1


def floating():
    return rst.importrobot("floating_base", DataFormat="row")


@pytest.mark.parametrize("size", [1e200, 1, 1e-200])
def test_the_length_of_an_axis_does_not_matter(size):
    joint = rst.rigidBodyJoint("j", "revolute")
    joint.JointAxis = [3 * size, 4 * size, 0]
    np.testing.assert_allclose(joint.JointAxis, [0.6, 0.8, 0], rtol=0, atol=EXACT)


@pytest.mark.parametrize("size", [1e200, 1, 1e-200])
def test_the_length_of_a_quaternion_does_not_matter(size):
    robot = floating()
    q = robot.homeConfiguration()
    q[:4] = size, size, 0, 0
    np.testing.assert_allclose(robot.getTransform(q, robot.BodyNames[0])[:3, :3], TURN, rtol=0, atol=EXACT)


def test_a_zero_quaternion_is_refused_everywhere():
    robot = floating()
    zero = np.zeros(12)
    calls = [
        lambda: robot.massMatrix(zero),
        lambda: robot.getTransform(zero, robot.BodyNames[0]),
        lambda: batch.gravityTorque(robot, np.stack([robot.homeConfiguration(), zero])),
    ]
    robot_struct = rst.importrobot("floating_base")
    robot_struct.DataFormat = "struct"
    config = robot_struct.homeConfiguration()
    config[0].JointPosition = np.zeros(7)
    calls.append(lambda: robot_struct.getTransform(config, robot.BodyNames[0]))
    for call in calls:
        with pytest.raises(rst.MatlabError, match="quaternion") as caught:
            call()
        assert caught.value.identifier == "rst_compat:configuration:ZeroQuaternion"


@pytest.mark.parametrize(
    "function", ["velocityProduct", "coriolisMatrix", "inverseDynamics", "inverseDynamicsRegressor"]
)
@pytest.mark.parametrize("module", [rst, batch], ids=["facade", "batch"])
def test_overflow_is_one_warning_of_ours(module, function):
    robot = rst.importrobot("twolink", DataFormat="row")
    with pytest.warns(rst.MatlabWarning) as caught:
        result = getattr(module, function)(robot, np.array([0.0, 1.0]), np.array([1.7e308, 1.7e308]))
    assert not np.isfinite(result).all()
    assert [w.message.identifier for w in caught] == ["rst_compat:dynamics:NotFinite"]


def test_accelerations_that_overflow_are_one_warning_of_ours():
    robot = rst.importrobot("twolink", DataFormat="row")
    with pytest.warns(rst.MatlabWarning) as caught:
        robot.forwardDynamics([0, 1], [1e200, 1e200])
    assert [w.message.identifier for w in caught] == ["rst_compat:dynamics:NotFinite"]


@pytest.mark.parametrize("limits", [[np.inf, np.inf], [-np.inf, -np.inf]])
def test_limits_that_leave_nothing_are_refused(limits):
    with pytest.raises(rst.MatlabError, match="PositionLimits"):
        rst.rigidBodyJoint("j", "revolute").PositionLimits = limits


def test_a_draw_from_the_widest_limits_is_finite():
    robot = rst.rigidBodyTree(DataFormat="row")
    body, joint = rst.rigidBody("b"), rst.rigidBodyJoint("j", "prismatic")
    joint.PositionLimits = [-1.7e308, 1.7e308]
    body.Joint = joint
    robot.addBody(body, "base")
    assert np.isfinite(robot.randomConfiguration()).all()


def test_a_huge_matrix_is_no_rotation():
    T = np.eye(4)
    T[:3, :3] *= 1e200
    with pytest.raises(rst.MatlabError, match="no rotation"):
        rst.rigidBodyJoint("j").setFixedTransform(T)


def test_whole_numbers_and_fractions_of_any_size_are_numbers():
    body = rst.rigidBody("b")
    body.Mass = 10**30
    assert body.Mass == 1e30
    body.CenterOfMass = [fractions.Fraction(1, 4), 0, 10**20]
    assert body.CenterOfMass.tolist() == [0.25, 0, 1e20]
    for value in (10**400, np.ma.array([1.0], mask=[True])):
        with pytest.raises(rst.MatlabError):
            body.Mass = value


@pytest.mark.parametrize("function", ["massMatrix", "gravityTorque", "centerOfMass"])
def test_batches_keep_their_leading_axes_on_an_empty_tree(function):
    robot = rst.rigidBodyTree()
    rst.warning("off", "rst_compat:dynamics:NotFinite")
    try:
        assert getattr(batch, function)(robot, np.zeros((4, 0))).shape[0] == 4
    finally:
        rst.warning("on", "rst_compat:dynamics:NotFinite")
