"""What a sensor carries: a tool on a flange, as a user meets it.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import warnings

import numpy as np
import pytest
from simulated_logs import Log, logged, random_robot, smooth

import rst_compat as rst
from rst_compat import batch
from rst_compat.errors import MatlabError, MatlabWarning
from rst_compat.identification import identifyPayload
from rst_compat.identification.payload import _center_std

TOOL = [2.5, 0.05, -0.025, 0.2, 0.03, 0.035, 0.01, 0.0021, -0.0041, 0.0006]  # a gripper of 2.5 kg
BIAS = np.array([0.15, -0.08, 0.05, 2.5, -1.5, 3.0])


def pi_of(body):
    return np.concatenate([[body.Mass], body.Mass * body.CenterOfMass, body.Inertia])


def arm_with_tool():
    """A UR10 with the tool on its last frame; the library knows nothing of it."""
    robot = rst.loadrobot("universalUR10", DataFormat="row", Gravity=[0, 0, -9.81])
    true = rst.copy(robot)
    tool = true.getBody("tool0")
    tool.Mass, tool.CenterOfMass, tool.Inertia = TOOL[0], np.array(TOOL[1:4]) / TOOL[0], TOOL[4:]
    return robot, true


def as_the_driver_reads(wrench, pose, bias):
    """Wrenches [n f] of a body, as a sensor in a pose reports them: its axes, its origin, force first, its error."""
    R, p = pose[:3, :3], pose[:3, 3]
    n, f = (wrench[:, :3] - np.cross(p, wrench[:, 3:])) @ R, wrench[:, 3:] @ R
    rows = np.hstack([n, f]) + bias
    return rows[:, [3, 4, 5, 0, 1, 2]]


def test_a_tool_on_a_flange_with_a_turned_biased_sensor_that_gives_force_first():
    robot, true = arm_with_tool()
    log = smooth(true, 400)
    pose = rst.axang2tform([0, 0, 1, np.pi / 6]) @ rst.trvec2tform([0, 0, -0.03])
    wrench = as_the_driver_reads(log.wrench("tool0"), pose, BIAS)
    data = rst.MotionData(
        None, log.q, log.qd, log.qdd, Wrench={"tool0": wrench}, SensorPose={"tool0": pose}, WrenchOrder="fn"
    )
    found = identifyPayload(robot, data, "tool0")
    assert found.Rank == 16
    # Condition number 200, twelve digits of the data: 1e-12, a hundred times that is allowed.
    np.testing.assert_allclose(found.Parameters, TOOL, atol=1e-10)
    np.testing.assert_allclose(found.Bias, BIAS, atol=1e-10)
    assert found.Mass == pytest.approx(2.5)
    np.testing.assert_allclose(found.CenterOfMass, [0.02, -0.01, 0.08], atol=1e-10)
    np.testing.assert_allclose(found.Inertia, TOOL[4:], atol=1e-10)
    assert set(found.Status.values()) == {"alone"}
    assert found.PhysicalConsistency
    assert found.Explained == pytest.approx(1)
    carried = found.apply(robot)
    np.testing.assert_allclose(carried.massMatrix(log.q[0]), true.massMatrix(log.q[0]), atol=1e-9)
    assert robot.getBody("tool0").Mass == 0
    text = found.summary()
    assert all(word in text for word in ("tool0", "alone", "physical"))


def test_an_ignored_bias_spoils_the_products_of_inertia_most():
    robot, true = arm_with_tool()
    errors = []
    for seed in range(4):
        log = smooth(true, 300, seed)
        data = rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": log.wrench("tool0") + BIAS})
        errors.append(identifyPayload(robot, data, SensorBias=False).Parameters / TOOL - 1)
        assert np.abs(identifyPayload(robot, data).Parameters / TOOL - 1).max() < 1e-8
    error = np.sqrt(np.mean(np.square(errors), axis=0))
    assert 0.003 < error[0] < 0.1  # the mass by a few per cent
    assert error[1:4].max() > error[0]
    assert error[7:].min() > 0.3  # products by half and more


def test_noise_and_its_error_bars():
    robot, true = arm_with_tool()
    log, rng = smooth(true, 600), np.random.default_rng(3)
    clean, sigma = log.wrench("tool0"), np.array([0.05] * 3 + [0.5] * 3)
    found = [
        identifyPayload(robot, rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": clean + sigma * noise}))
        for noise in rng.normal(size=(30, 600, 6))
    ]
    z = np.array([(f.Parameters - TOOL) / f.Std for f in found])
    # The mean square of 300 nearly normal numbers: within 12 % (three deviations).
    assert np.sqrt(np.mean(z**2)) == pytest.approx(1, abs=0.12)
    # 600 samples of 0.5 N on 2.5 kg under g: 0.5 / sqrt(600) / 9.81 = 2 mg per axis and sample at best.
    assert 1.5e-3 < found[0].MassStd < 4e-3
    assert abs(found[0].Mass - 2.5) < 4 * found[0].MassStd
    assert (found[0].InertiaStd < 5e-3).all()
    np.testing.assert_allclose(found[0].ResidualStd, sigma, rtol=0.12)  # 600 samples: 3 %
    c = np.array([f.CenterOfMass for f in found])
    np.testing.assert_allclose(c.std(axis=0), found[0].CenterOfMassStd, rtol=0.5)  # of thirty: 13 % each
    given = identifyPayload(
        robot, rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": clean + sigma}), Weights=sigma
    )
    np.testing.assert_allclose(given.Std, found[0].Std, rtol=0.15)  # the same 3 % in each channel


def test_an_uncertain_mass_makes_the_centre_uncertain():
    """The quotient of first moments and mass, to first order: 1 kg m over (2 ± 0.1) kg is (0.5 ± 0.025) m."""
    pi, cov = np.array([2.0, 1, 0, 0, 1, 1, 1, 0, 0, 0]), np.zeros((10, 10))
    cov[0, 0] = 0.1**2
    np.testing.assert_allclose(_center_std(pi, cov, np.zeros(10)), [0.025, 0, 0], atol=1e-15)


# --------------------------------------------------------------------------- what motions tell


def one_body(kinds, gravity=(0, 0, -9.81), oblique=False, seed=2):
    """A body behind a few joints, whose frames have the axes of the base where nothing is oblique."""
    robot = random_robot(seed, kinds, gravity=gravity, oblique=oblique)
    if not oblique:
        for body in robot.Bodies:
            body.Joint.setFixedTransform(np.eye(4))
    return robot


def ranks(robot, log, name):
    data = log.data(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)
        return tuple(identifyPayload(robot, data, SensorBias=bias).Rank for bias in (False, True))


def still(robot, count=40):
    log = logged(robot, count)
    return Log(robot, log.q, 0 * log.qd, 0 * log.qdd)


def test_poses_at_rest_tell_the_mass_and_where_it_is():
    """Rank 4, and 10 with the constant error of the sensor: the inertia stays unseen."""
    robot = random_robot(2, ["revolute"] * 3)
    log = still(robot)
    assert ranks(robot, log, "b3") == (4, 10)
    data = log.data(Wrench={"b3": log.wrench("b3") + BIAS})
    found = identifyPayload(robot, data)
    tool, keys = robot.getBody("b3"), list(found.Status)
    np.testing.assert_allclose(found.Bias, BIAS, atol=1e-9)
    assert found.Mass == pytest.approx(tool.Mass)
    np.testing.assert_allclose(found.CenterOfMass, tool.CenterOfMass, atol=1e-9)
    assert [found.Status[k] for k in keys] == ["alone"] * 4 + ["unobservable"] * 6
    assert np.isnan(found.Std).tolist() == [False] * 4 + [True] * 6
    # In place of the inertia stands that of a point mass: a body that exists, with which a robot can be simulated.
    assert found.PhysicalConsistency
    assert np.linalg.eigvalsh(found.apply(robot).massMatrix(log.q[0])).min() > -1e-12


def test_one_pose_at_rest_tells_three_numbers():
    robot = one_body(["revolute"])
    log = Log(robot, np.zeros((5, 1)), np.zeros((5, 1)), np.zeros((5, 1)))  # gravity along z of the body
    found = identifyPayload(robot, log.data("b1"), SensorBias=False)
    assert [k.split(".")[1] for k, s in found.Status.items() if s == "alone"] == ["m", "mx", "my"]
    assert found.Rank == 3
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert identifyPayload(robot, log.data("b1")).Status["b1.m"] == "combination"  # with the error of the sensor


@pytest.mark.parametrize(
    ("kinds", "axes", "gravity", "alone"),
    [
        (["revolute"], ["z"], (0, 0, -9.81), "m mx my Izz Iyz Ixz"),
        (["revolute"], ["x"], (0, 0, -9.81), "m mx my mz Ixx Ixz Ixy"),
        (["prismatic", "prismatic", "revolute"], ["x", "y", "z"], (0, 0, -9.81), "m mx my mz Izz Iyz Ixz"),
        (["prismatic", "prismatic", "prismatic"], ["x", "y", "z"], (0, 0, -9.81), "m mx my mz"),
        (["revolute", "revolute", "revolute"], ["z", "y", "x"], (0, 0, 0), "mx my mz Ixx Iyy Izz Iyz Ixz Ixy"),
        (["revolute", "revolute"], ["z", "x"], (0, 0, -9.81), "m mx my mz Ixx Iyy Izz Iyz Ixz Ixy"),
    ],
    ids=["vertical axis", "horizontal axis", "planar", "translation", "about a point without gravity", "two axes"],
)
def test_which_parameters_a_motion_tells(kinds, axes, gravity, alone):
    robot = one_body(kinds, gravity)
    for body, axis in zip(robot.Bodies, axes, strict=True):
        body.Joint.JointAxis = np.eye(3)["xyz".index(axis)]
    name = f"b{len(kinds)}"
    log = logged(robot, 100)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)
        found = identifyPayload(robot, log.data(name), SensorBias=False)
    assert " ".join(k.split(".")[1] for k, s in found.Status.items() if s == "alone") == alone
    assert found.Rank == len(alone.split())
    true = pi_of(robot.getBody(name))
    known = np.isfinite(found.Std)
    np.testing.assert_allclose(found.Parameters[known], true[known], atol=1e-9)


def test_a_prior_stands_in_for_what_poses_leave_open():
    robot = random_robot(2, ["revolute"] * 3)
    data = still(robot).data("b3")
    np.testing.assert_allclose(
        identifyPayload(robot, data, Prior="model").Parameters, pi_of(robot.Bodies[2]), atol=1e-9
    )
    given = identifyPayload(robot, data, Prior=[0, 0, 0, 0, 1, 2, 3, 0.1, 0.2, 0.3])
    np.testing.assert_allclose(given.Inertia, [1, 2, 3, 0.1, 0.2, 0.3], atol=1e-9)


# --------------------------------------------------------------------------- what users get wrong


def test_gravity_that_was_never_set_is_told():
    robot, true = arm_with_tool()
    log = smooth(true, 200)
    robot.Gravity = [0, 0, 0]
    data = rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": log.wrench("tool0")})
    with pytest.warns(MatlabWarning) as caught:
        identifyPayload(robot, data)
    assert "rst_compat:identification:NoGravity" in [w.message.identifier for w in caught]
    assert __file__ in {w.filename for w in caught}


def test_readings_of_the_wrong_sign_are_told():
    robot, true = arm_with_tool()
    log = smooth(true, 200)
    data = rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": -log.wrench("tool0")})
    with pytest.warns(MatlabWarning, match=r"mass came out as -2\.5 kg.*negate") as caught:
        identifyPayload(robot, data)
    assert [w.message.identifier for w in caught] == ["rst_compat:identification:NegativeMass"]


def test_nothing_at_all_on_a_sensor_without_noise():
    robot, _ = arm_with_tool()
    log = smooth(robot, 50)
    found = identifyPayload(robot, rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": np.zeros((50, 6))}))
    assert not found.Parameters.any()
    assert np.isnan(found.CenterOfMass).all()
    assert found.apply(robot).getBody("tool0").Mass == 0
    assert "nan" in found.summary()


def test_an_empty_flange_is_no_sensor_of_the_wrong_sign():
    robot, _ = arm_with_tool()
    log, rng = smooth(robot, 200), np.random.default_rng(4)
    for _ in range(5):  # a mass of zero comes out negative every other time
        data = rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"tool0": 0.1 * rng.normal(size=(200, 6))})
        with pytest.warns(MatlabWarning, match="too light for the noise"):
            assert abs(identifyPayload(robot, data).Mass) < 0.01


@pytest.mark.parametrize("mistake", ["order", "degrees"])
def test_readings_that_are_not_of_a_load_are_told(mistake):
    robot, true = arm_with_tool()
    log = smooth(true, 200)
    wrench, q = log.wrench("tool0"), log.q
    if mistake == "order":
        wrench = wrench[:, [3, 4, 5, 0, 1, 2]]
    else:
        q = np.rad2deg(q)
    data = rst.MotionData(None, q, log.qd, log.qdd, Wrench={"tool0": wrench})
    with pytest.warns(MatlabWarning, match=r"explains [\d.]+ % of the readings") as caught:
        found = identifyPayload(robot, data)
    assert caught[0].message.identifier == "rst_compat:identification:PoorFit"
    assert found.Explained < 0.5


def test_a_log_without_derivatives_is_differentiated():
    robot, true = arm_with_tool()
    log = smooth(true, 2000)
    t = np.linspace(0, 20, 2000)
    data = rst.MotionData(t, log.q, Wrench={"tool0": log.wrench("tool0")})
    found = identifyPayload(robot, data)
    # A filter and differences of a 100 Hz record: a few parts in ten thousand of the largest.
    np.testing.assert_allclose(found.Parameters, TOOL, atol=2e-3)
    with pytest.raises(MatlabError, match="no Time to find them by"):
        identifyPayload(robot, rst.MotionData(JointPosition=log.q, Wrench={"tool0": log.wrench("tool0")}))


# --------------------------------------------------------------------------- gripper and part


def gripper(kind):
    robot = random_robot(6, ["revolute"] * 3 + [kind, kind], [0, 1, 2, 3, 3])
    return robot, logged(robot, 120)


def test_a_gripper_of_several_fixed_bodies_is_one_load():
    robot, log = gripper("fixed")
    found = identifyPayload(robot, log.data("b3"), SensorBias=False)
    assert found.Mass == pytest.approx(sum(b.Mass for b in robot.Bodies[2:]))
    new = found.apply(robot)
    assert [b.Mass for b in new.Bodies[3:]] == [0, 0]
    np.testing.assert_allclose(
        batch.inverseDynamics(new, log.q, log.qd, log.qdd), log.torque, atol=1e-9 * np.abs(log.torque).max()
    )


def test_fingers_that_can_move_are_no_rigid_load_but_may_be_known():
    robot, log = gripper("prismatic")
    with pytest.raises(MatlabError, match=r'no rigid body.*j4, j5.*Known="model"') as error:
        identifyPayload(robot, log.data("b3"))
    assert error.value.identifier == "rst_compat:identification:MovingPayload"
    # A part of 0.8 kg in the palm: what is there beside the model.
    part = np.array([0.8, 0.04, 0, 0.08, 0.012, 0.013, 0.004, 0.0001, 0, 0])
    pi = rst.inertialParameters(robot)
    pi[20:30] += part
    true = rst.withInertialParameters(robot, pi)
    held = Log(true, log.q, log.qd, log.qdd)
    found = identifyPayload(robot, held.data(Wrench={"b3": held.wrench("b3") + BIAS}), "b3", Known="model")
    np.testing.assert_allclose(found.Parameters, part, atol=1e-9)
    np.testing.assert_allclose(rst.inertialParameters(found.apply(robot)), pi, atol=1e-9)


def test_which_sensor():
    robot = random_robot(6, ["revolute"] * 3)
    log = logged(robot, 60)
    two = log.data("b2", "b3")
    with pytest.raises(MatlabError, match="the name of a body with a wrench, got 'b2', 'b3'"):
        identifyPayload(robot, two)
    assert identifyPayload(robot, two, "b3").Mass == identifyPayload(robot, two, Body="b3").Mass
    with pytest.raises(MatlabError, match="there is no wrench of 'b1'"):
        identifyPayload(robot, two, "b1")
    with pytest.raises(MatlabError, match="Body with name b9"):
        identifyPayload(robot, rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"b9": np.zeros((60, 6))}))


def test_a_sensor_that_read_nothing():
    robot = random_robot(6, ["revolute"] * 3)
    log = logged(robot, 20)
    data = rst.MotionData(None, log.q, log.qd, log.qdd, Wrench={"b3": np.full((20, 6), np.nan)})
    with pytest.raises(MatlabError, match="no sample has both") as error:
        identifyPayload(robot, data)
    assert error.value.identifier == "rst_compat:identification:NoSamples"
