"""jointSpaceMotionModel: the three control laws, shapes and properties."""

import copy
import pickle

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import MatlabError, derivative, jointSpaceMotionModel

RNG = np.random.default_rng(4)


@pytest.fixture
def robot():
    robot = rst.importrobot("iiwa14")
    robot.Gravity = [0, 0, -9.81]
    return robot


def random_case(n=7):
    state, commands = RNG.normal(size=2 * n), RNG.normal(size=3 * n)
    return state, commands, state[:n], state[n:], *commands.reshape(3, n)


# ---- control laws ----


def test_independent_joints_are_second_order_systems(robot):
    w, z = RNG.uniform(1, 20, 7), RNG.uniform(0.1, 2, 7)
    model = jointSpaceMotionModel(
        "RigidBodyTree", robot, "MotionType", "IndependentJointMotion", "NaturalFrequency", w, "DampingRatio", z
    )
    state, commands, q, qd, qr, qdr, qddr = random_case()
    expected = qddr + 2 * z * w * (qdr - qd) + w**2 * (qr - q)
    np.testing.assert_allclose(derivative(model, state, commands), np.r_[qd, expected], rtol=1e-12)


def test_computed_torque_gives_the_same_motion_through_the_dynamics(robot):
    independent = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "IndependentJointMotion")
    computed = jointSpaceMotionModel("RigidBodyTree", robot)
    state, commands, *_ = random_case()
    np.testing.assert_allclose(
        computed.derivative(state, commands), independent.derivative(state, commands), rtol=1e-9, atol=1e-9
    )


def test_pd_control_is_that_of_the_textbook(robot):
    """Siciliano, section 8.5.1, with mass matrix and bias forces: another road than forwardDynamics."""
    A = RNG.normal(size=(7, 7))
    Kp, Kd = A @ A.T, np.diag(RNG.uniform(1, 9, 7))
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "PDControl", "Kp", Kp, "Kd", Kd)
    state, commands, q, qd, qr, qdr, _ = random_case()
    tau = Kp @ (qr - q) + Kd @ (qdr - qd) + robot.gravityTorque(q)
    bias = robot.velocityProduct(q, qd) + robot.gravityTorque(q)
    expected = np.linalg.solve(robot.massMatrix(q), tau - bias)
    np.testing.assert_allclose(derivative(model, state, commands[:14]), np.r_[qd, expected], rtol=1e-8, atol=1e-8)


def test_pd_control_rests_at_the_reference_whatever_the_gravity(robot):
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "PDControl")
    q = RNG.normal(size=7)
    np.testing.assert_allclose(derivative(model, np.r_[q, np.zeros(7)], np.r_[q, np.zeros(7)]), np.zeros(14), atol=1e-9)


def test_pd_control_comes_to_rest_at_the_reference():
    model = jointSpaceMotionModel("MotionType", "PDControl")
    reference = np.array([0.4, -0.6, 0, 0])
    _, x = rst.ode45(lambda t, x: model.derivative(x, reference), [0, 8], np.zeros(4))
    np.testing.assert_allclose(x[-1], reference, atol=1e-3)


@pytest.mark.parametrize("motion", ["ComputedTorqueControl", "PDControl"])
def test_external_forces_push_by_the_transposed_jacobian(robot, motion):
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", motion)
    state, commands, q, *_ = random_case()
    commands = commands[:14] if motion == "PDControl" else commands
    wrench, body = RNG.normal(size=6), robot.BodyNames[-1]
    pushed = derivative(model, state, commands, robot.externalForce(body, wrench, q))[7:]
    R = robot.getTransform(q, body)[:3, :3]
    in_base = np.r_[R @ wrench[:3], R @ wrench[3:]]
    expected = np.linalg.solve(robot.massMatrix(q), robot.geometricJacobian(q, body).T @ in_base)
    np.testing.assert_allclose(pushed - derivative(model, state, commands)[7:], expected, rtol=1e-7, atol=1e-8)


def test_external_forces_do_not_move_independent_joints(robot):
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "IndependentJointMotion")
    state, commands, *_ = random_case()
    fext = robot.externalForce(robot.BodyNames[-1], np.ones(6))
    np.testing.assert_array_equal(derivative(model, state, commands, fext), derivative(model, state, commands))


# ---- shapes ----


@pytest.mark.parametrize("data_format", ["row", "column"])
@pytest.mark.parametrize("shape", [(14,), (14, 1), (1, 14)])
def test_the_derivative_has_the_shape_of_the_state(robot, data_format, shape):
    robot.DataFormat = data_format
    model = jointSpaceMotionModel("RigidBodyTree", robot)
    state, commands, *_ = random_case()
    result = derivative(model, state.reshape(shape), commands[:, None])
    assert result.shape == shape
    np.testing.assert_array_equal(result.ravel(), derivative(model, state, commands))


@pytest.mark.parametrize(
    ("motion", "state", "commands"),
    [
        ("ComputedTorqueControl", 13, 21), ("ComputedTorqueControl", 14, 14), ("IndependentJointMotion", 14, 14),
        ("PDControl", 14, 21), ("PDControl", 14, 7),
    ],
)  # fmt: skip
def test_other_sizes_are_refused_with_the_parts_expected(robot, motion, state, commands):
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", motion)
    with pytest.raises(MatlabError, match=r"derivative: .* wrong size: expected \d+ elements, \[q"):
        derivative(model, np.zeros(state), np.zeros(commands))


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_that_are_none_are_refused(robot, bad):
    model = jointSpaceMotionModel("RigidBodyTree", robot)
    for state, commands in ((np.full(14, bad), np.zeros(21)), (np.zeros(14), np.full(21, bad))):
        with pytest.raises(MatlabError, match=r"has (NaN|Inf) in it"):
            derivative(model, state, commands)


def test_commands_are_needed(robot):
    with pytest.raises(MatlabError, match="the commands for ComputedTorqueControl"):
        derivative(jointSpaceMotionModel("RigidBodyTree", robot), np.zeros(14))


def test_a_robot_of_structs_is_refused(robot):
    robot.DataFormat = "struct"
    model = jointSpaceMotionModel("RigidBodyTree", robot)
    with pytest.raises(MatlabError, match="DataFormat"):
        derivative(model, np.zeros(14), np.zeros(21))


def test_a_floating_joint_is_refused():
    with pytest.raises(MatlabError, match="joints of one freedom"):
        jointSpaceMotionModel("RigidBodyTree", rst.importrobot("floating_base"))


# ---- properties ----


def test_defaults():
    model = jointSpaceMotionModel()
    assert model.MotionType == "ComputedTorqueControl"
    assert model.NaturalFrequency.tolist() == [10, 10]
    assert model.DampingRatio.tolist() == [1, 1]
    np.testing.assert_array_equal(model.Kp, 100 * np.eye(2))
    np.testing.assert_array_equal(model.Kd, 10 * np.eye(2))
    assert model.RigidBodyTree.NumBodies == 2


def test_names_and_keywords(robot):
    for model in (
        jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "pdcontrol", "Kp", 5),
        jointSpaceMotionModel(Kp=5, MotionType="PDControl", RigidBodyTree=robot),
    ):
        assert (model.MotionType, model.RigidBodyTree) == ("PDControl", robot)
        np.testing.assert_array_equal(model.Kp, 5 * np.eye(7))


def test_the_robot_is_live(robot):
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "PDControl")
    before = derivative(model, np.full(14, 0.3), np.zeros(14))
    robot.Bodies[-1].Mass = 30
    assert not np.allclose(derivative(model, np.full(14, 0.3), np.zeros(14)), before)


@pytest.mark.parametrize("motion", ["ComputedTorqueControl", "IndependentJointMotion", "PDControl"])
def test_a_robot_that_lost_a_joint_needs_other_gains(robot, motion):
    joint_space = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", motion)
    task_space = rst.taskSpaceMotionModel("RigidBodyTree", robot)
    robot.removeBody("iiwa_link_7")
    commands = np.zeros(12 if motion == "PDControl" else 18)
    with pytest.raises(MatlabError, match=r"another number of joints: expected 6, as many as the robot has now, got 7"):
        joint_space.derivative(np.zeros(12), commands)
    joint_space.Kp, joint_space.Kd, joint_space.NaturalFrequency, joint_space.DampingRatio = 100, 10, 10, 1
    assert joint_space.derivative(np.zeros(12), commands).shape == (12,)
    with pytest.raises(MatlabError, match="JointDamping is that of another number of joints"):
        task_space.derivative(np.zeros(12), np.eye(4), np.zeros(6))


def test_gains_can_be_changed_in_place(robot):
    model = jointSpaceMotionModel("RigidBodyTree", robot, "MotionType", "PDControl")
    model.Kp[0, 0] = model.NaturalFrequency[1] = 3
    assert (model.Kp[0, 0], model.Kp[1, 1], model.NaturalFrequency[1]) == (3, 100, 3)


def test_what_is_given_is_copied():
    gain = np.eye(2)
    model = jointSpaceMotionModel("Kp", gain)
    gain[0, 0] = 7
    assert model.Kp[0, 0] == 1


def test_another_robot_brings_gains_of_its_size(robot):
    model = jointSpaceMotionModel("Kp", 7)
    model.RigidBodyTree = rst.importrobot("twolink")
    assert model.Kp[0, 0] == 7
    model.RigidBodyTree = robot
    np.testing.assert_array_equal(model.Kp, 100 * np.eye(7))
    assert model.NaturalFrequency.shape == (7,)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NaturalFrequency", [1, 2, 3]), ("DampingRatio", np.nan), ("Kp", np.eye(3)), ("Kp", [1, 2]), ("Kd", np.inf),
        ("NaturalFrequency", np.eye(2)), ("MotionType", "Computed"), ("RigidBodyTree", 3), ("Kp", "high"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_and_change_nothing(name, value):
    model = jointSpaceMotionModel()
    before = np.array(getattr(model, name), dtype=object)
    with pytest.raises(MatlabError, match=f"jointSpaceMotionModel.{name}"):
        setattr(model, name, value)
    assert (np.array(getattr(model, name), dtype=object) == before).all()


def test_misspelt_names_suggest_the_nearest():
    with pytest.raises(MatlabError, match="Did you mean 'NaturalFrequency'"):
        jointSpaceMotionModel().NaturalFrequenzy = 1
    with pytest.raises(MatlabError, match="Did you mean 'MotionType'"):
        jointSpaceMotionModel(MotionTyp="PDControl")


def test_other_things_are_no_model(robot):
    with pytest.raises(MatlabError, match="derivative: the first argument is no model"):
        derivative(robot, [0], [0])


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, rst.copy, lambda m: pickle.loads(pickle.dumps(m))])
def test_copies_are_independent_and_alive(duplicate):
    model = jointSpaceMotionModel("Kp", 3)
    twin = duplicate(model)
    twin.Kp[0, 0], twin.RigidBodyTree.Bodies[0].Mass, twin.NaturalFrequency = 9, 8, 7
    assert (model.Kp[0, 0], model.NaturalFrequency[0]) == (3, 10)
    assert model.RigidBodyTree.Bodies[0].Mass != 8
    model.Kp[0, 0] = 4


def test_repr():
    assert repr(jointSpaceMotionModel()) == (
        "  jointSpaceMotionModel with properties:\n\n"
        "    NaturalFrequency: [10 10]\n"
        "        DampingRatio: [1 1]\n"
        "                  Kp: [2x2 double]\n"
        "                  Kd: [2x2 double]\n"
        "          MotionType: 'ComputedTorqueControl'\n"
        "       RigidBodyTree: [1x1 rigidBodyTree]\n"
    )
