"""taskSpaceMotionModel: the control law, where it leads, shapes and properties."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import rst_compat as rst
from rst_compat import MatlabError, derivative, taskSpaceMotionModel

RNG = np.random.default_rng(5)


@pytest.fixture
def robot():
    robot = rst.importrobot("iiwa14")
    robot.Gravity = [0, 0, -9.81]
    return robot


def test_the_control_law_of_the_textbook(robot):
    """The sums written out, with SciPy's rotation vector and the mass matrix instead of forwardDynamics."""
    A, B, damping = RNG.normal(size=(6, 6)), RNG.normal(size=(6, 6)), RNG.uniform(0, 3, 7)
    body = robot.BodyNames[-2]
    model = taskSpaceMotionModel(
        "RigidBodyTree", robot, "EndEffectorName", body, "Kp", A, "Kd", B, "JointDamping", damping
    )
    q, qd, velocity = RNG.normal(size=7), RNG.normal(size=7), RNG.normal(size=6)
    wanted = rst.trvec2tform([0.3, -0.2, 0.9]) @ rst.eul2tform([0.3, 1.0, -2.0])
    T, J = robot.getTransform(q, body), robot.geometricJacobian(q, body)
    turn = Rotation.from_matrix(wanted[:3, :3] @ T[:3, :3].T).as_rotvec()
    wrench = A @ np.r_[turn, wanted[:3, 3] - T[:3, 3]] + B @ (velocity - J @ qd)
    force = J.T @ wrench - damping * qd - robot.velocityProduct(q, qd)
    expected = np.r_[qd, np.linalg.solve(robot.massMatrix(q), force)]
    np.testing.assert_allclose(derivative(model, np.r_[q, qd], wanted, velocity), expected, rtol=1e-7, atol=1e-7)


def test_the_spring_pulls_towards_the_pose(robot):
    """The power of the spring is the loss of its energy: the error has the right sign and frame, rotation included."""
    model = taskSpaceMotionModel("RigidBodyTree", robot, "Kd", 0, "JointDamping", 0)
    q, qd, step = RNG.normal(size=7), RNG.normal(size=7), 1e-6
    wanted, body = robot.getTransform(q + 0.2 * RNG.normal(size=7), model.EndEffectorName), model.EndEffectorName

    def stored(q):
        T = robot.getTransform(q, body)
        turn = Rotation.from_matrix(wanted[:3, :3] @ T[:3, :3].T).as_rotvec()
        return 250 * (turn @ turn + (wanted[:3, 3] - T[:3, 3]) @ (wanted[:3, 3] - T[:3, 3]))

    qdd = derivative(model, np.r_[q, qd], wanted, np.zeros(6))[7:]
    power = qd @ (robot.inverseDynamics(q, qd, qdd) - robot.gravityTorque(q))
    loss = (stored(q - step * qd) - stored(q + step * qd)) / (2 * step)
    assert power == pytest.approx(loss, rel=1e-5)


def test_the_end_effector_arrives_and_rests(robot):
    home, way = robot.homeConfiguration() + 0.4, np.array([0.2, -0.1, 0.1, 0.2, -0.2, 0.1, 0.3])
    wanted = robot.getTransform(home + way, robot.BodyNames[-1])
    model = taskSpaceMotionModel("RigidBodyTree", robot)
    _, x = rst.ode15s(lambda t, x: model.derivative(x, wanted, np.zeros(6)), [0, 6], np.r_[home, np.zeros(7)])
    reached = robot.getTransform(x[-1, :7], robot.BodyNames[-1])
    np.testing.assert_allclose(reached, wanted, atol=5e-3)


def test_at_the_pose_gravity_is_held(robot):
    q = RNG.normal(size=7)
    model = taskSpaceMotionModel("RigidBodyTree", robot)
    at_rest = derivative(model, np.r_[q, np.zeros(7)], robot.getTransform(q, model.EndEffectorName), np.zeros(6))
    np.testing.assert_allclose(at_rest, np.zeros(14), atol=1e-8)


def test_external_forces_are_those_of_forward_dynamics(robot):
    model, q = taskSpaceMotionModel("RigidBodyTree", robot), RNG.normal(size=7)
    fext = robot.externalForce(robot.BodyNames[3], RNG.normal(size=6), q)
    state, wanted = np.r_[q, np.zeros(7)], robot.getTransform(q, model.EndEffectorName)
    pushed = derivative(model, state, wanted, np.zeros(6), fext)[7:]
    expected = robot.forwardDynamics(q, np.zeros(7), robot.gravityTorque(q), fext)
    np.testing.assert_allclose(pushed, expected, rtol=1e-7, atol=1e-7)


def test_a_pose_object_will_not_do_but_its_matrix(robot):
    model = taskSpaceMotionModel("RigidBodyTree", robot)
    with pytest.raises(MatlabError, match="the pose wanted"):
        derivative(model, np.zeros(14), np.eye(3), np.zeros(6))
    with pytest.raises(MatlabError, match=r"the velocity wanted has the wrong size: expected 6 elements, \[w; v\]"):
        derivative(model, np.zeros(14), np.eye(4), np.zeros(3))
    with pytest.raises(MatlabError, match=r"the state has the wrong size: expected 14 elements, \[q; qd\]"):
        derivative(model, np.zeros(7), np.eye(4), np.zeros(6))


@pytest.mark.parametrize("shape", [(14,), (14, 1), (1, 14)])
def test_the_derivative_has_the_shape_of_the_state(robot, shape):
    model = taskSpaceMotionModel("RigidBodyTree", robot)
    assert derivative(model, np.full(shape, 0.1), np.eye(4), np.zeros((6, 1))).shape == shape


def test_defaults():
    model = taskSpaceMotionModel()
    assert (model.MotionType, model.EndEffectorName) == ("PDControl", model.RigidBodyTree.BodyNames[-1])
    np.testing.assert_array_equal(model.Kp, 500 * np.eye(6))
    np.testing.assert_array_equal(model.Kd, 100 * np.eye(6))
    assert model.JointDamping.tolist() == [1, 1]


def test_another_robot_brings_its_last_body_and_damping(robot):
    model = taskSpaceMotionModel("EndEffectorName", "body_1", "Kp", 3)
    model.RigidBodyTree = robot
    assert model.EndEffectorName == robot.BodyNames[-1]
    assert model.JointDamping.shape == (7,)
    assert model.Kp[0, 0] == 3


def test_parts_of_the_gains_can_be_set(robot):
    model = taskSpaceMotionModel("RigidBodyTree", robot)
    model.Kp[:3, :3] = 0
    assert model.Kp.sum() == 1500


@pytest.mark.parametrize(
    ("name", "value"),
    [("Kp", np.eye(3)), ("Kd", np.full((6, 6), np.nan)), ("JointDamping", [1, 2, 3]), ("MotionType", "ComputedTorque")],
)
def test_wrong_values_are_refused(name, value):
    with pytest.raises(MatlabError, match=f"taskSpaceMotionModel.{name}"):
        taskSpaceMotionModel(name, value)


def test_an_end_effector_must_be_a_body():
    with pytest.raises(MatlabError, match="Did you mean 'body_2'"):
        taskSpaceMotionModel("EndEffectorName", "body2")
    with pytest.raises(MatlabError, match="is not found"):
        taskSpaceMotionModel("RigidBodyTree", rst.rigidBodyTree(DataFormat="row"))
