"""What looks like a mistake in a log is said, and what does not is not."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch

T = np.arange(0, 20, 0.01)


def arm():
    return rst.importrobot("puma560", DataFormat="row")


def recorded(seed=0, noise=0.02, moves=(1, 1, 1, 1, 1, 1)):
    """Time, positions of two sines for each joint, their derivatives, and torques with friction."""
    real, rng = arm(), np.random.default_rng(seed)
    for body in real.Bodies:
        body.Joint.Friction = rst.JointFriction(Viscous=0.1, Coulomb=0.2, Reference="joint")
    w, a, p = rng.uniform(0.5, 4, (2, 6)), rng.uniform(0.3, 0.6, (2, 6)) * moves, rng.uniform(0, 6, (2, 6))
    x = T[:, None, None] * w + p
    q, qd, qdd = (a * np.sin(x)).sum(1), (a * w * np.cos(x)).sum(1), -(a * w**2 * np.sin(x)).sum(1)
    tau = batch.inverseDynamics(real, q, qd, qdd, IncludeFriction=True)
    return q, qd, qdd, tau + noise * rng.normal(size=tau.shape)


def findings(log, time=T, **options):
    fit = rst.identifyDynamics(arm(), rst.MotionData(time, *log), Friction=True, Folds=0, **options)
    return "\n".join(fit.Findings)


WORDS = (
    "opposite", "the rate", "negative", "times those", "degrees", "seconds", "all the time", "spikes", "No parameters",
    "No sample",
)  # fmt: skip


def test_a_good_log_gives_no_suspicion():
    said = findings(recorded())
    assert not [w for w in WORDS if w in said]


@pytest.mark.parametrize(
    ("spoil", "word"),
    [
        (lambda q, qd, qdd, tau: (q, qd, qdd, -tau), "opposite sign"),
        (lambda q, qd, qdd, tau: (q, -qd, qdd, tau), "JointVelocity of joint1 has the opposite sign"),
        (
            lambda q, qd, qdd, tau: (q, -qd, qdd, tau),
            "and 2 more came out negative",
        ),
        (lambda q, qd, qdd, tau: (q, np.rad2deg(qd), qdd, tau), "JointVelocity of joint6 is 57.3 times the rate"),
        (lambda q, qd, qdd, tau: (q, qd[:, [0, 2, 1, 3, 4, 5]], qdd, tau), "JointVelocity of joint3 is not the rate"),
        (lambda q, qd, qdd, tau: (q, qd, qdd, 1000 * tau), "times those of the model"),
        (lambda q, qd, qdd, tau: (*map(np.rad2deg, (q, qd, qdd)), tau), "in degrees?"),
        (lambda q, qd, qdd, tau: (q, qd / 1e3, qdd / 1e6, tau), "in seconds?"),
        (lambda q, qd, qdd, tau: (q, qd, qdd, np.where(np.arange(6) == 2, 3.3, tau)), "joint3 reads 3.3 all the time"),
        (lambda q, qd, qdd, tau: (q, qd, qdd, tau + 30 * (np.arange(len(tau)) % 50 == 0)[:, None]), "Robust=True"),
        (lambda *log: tuple(x[:, [2, 0, 1, 3, 4, 5]] for x in log), "No parameters give what was measured"),
        (lambda q, qd, qdd, tau: (q, qd, qdd, np.where(np.arange(6) == 2, np.nan, tau)), "No sample of joint3 counts"),
    ],
)
def test_a_mistake_is_named(spoil, word):
    assert word in findings(spoil(*recorded()))


def test_with_robust_nothing_is_said_of_spikes():
    q, qd, qdd, tau = recorded()
    tau[::50] += 30
    assert "spikes" not in findings((q, qd, qdd, tau), Robust=True)


def test_total_least_squares_is_not_trusted_blindly():
    assert "Total least squares" in findings(recorded(), Method="tls")


def test_the_constant_error_of_a_wrench_sensor_is_suspected():
    robot, (q, qd, qdd, _) = arm(), recorded()
    wrench = batch.jointReactions(robot, q, qd, qdd, Body="link6") + np.array([0.2, 0, 0, 0, 3, 0])
    fit = rst.identifyDynamics(robot, rst.MotionData(None, q, qd, qdd, Wrench={"link6": wrench}), Folds=0)
    assert "SensorBias" in fit.Findings[0]


def test_poses_and_dask_arrays_are_looked_at_as_well():
    da = pytest.importorskip("dask.array")
    q, qd, qdd, tau = recorded()
    mixed = rst.MotionData(None, q, da.from_array(qd), qdd, da.from_array(-tau))
    assert "opposite" in rst.identifyDynamics(arm(), mixed, Folds=0).Findings[0]


def test_a_robot_without_joints():
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = [0, 0, -9.81]
    body = rst.rigidBody("b")
    body.Joint = rst.rigidBodyJoint("j", "fixed")
    robot.addBody(body, "base")
    none = np.zeros((30, 0))
    wrench = batch.wrenchRegressor(robot, none, Cut="base") @ rst.inertialParameters(robot)
    fit = rst.identifyDynamics(robot, rst.MotionData(None, none, none, none, BaseWrench=wrench))
    assert fit.Rank == 3


# --------------------------------------------------------------------------- few readings, and none


@pytest.mark.parametrize("count", [1, 2, 5, 8, 10, 15])
def test_few_samples_claim_no_more_than_they_know(count):
    """A channel that a fit uses up has no noise of its own; its weight would be that of rounding."""
    log = [x[:count] for x in recorded()]
    fit = rst.identifyDynamics(arm(), rst.MotionData(None, *log), Friction=True, DeadZone=0)
    left = 6 * count - fit.Rank
    assert (np.nan_to_num(fit.NRMSE) < 1.01).all()
    assert left > 0 or np.isnan(fit.BaseParameters.Std).all()
    assert (left > 0) != any("nothing is left over" in f for f in fit.Findings)


@pytest.mark.parametrize(
    ("data", "options", "fact", "got"),
    [
        (lambda q, tau: rst.MotionData(T[:5], q[:5], JointTorque=tau[:5]), {}, "too short", "5 of 5"),
        (lambda q, tau: rst.MotionData(0 * T, q, JointTorque=tau), {}, "too short", "1 of 2000"),
        (lambda q, tau: rst.MotionData(T, q + np.nan, JointTorque=tau), {}, "too short", "0 of 2000"),
        (lambda q, tau: rst.MotionData(None, q, 0 * q, 0 * q, tau), {"Friction": True}, "no sample", "none of 2000"),
        (lambda q, tau: rst.MotionData(None, q[:0], q[:0], q[:0], tau[:0]), {}, "no sample", "joint6 stand still"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_no_sample_and_why(data, options, fact, got):
    q, _, _, tau = recorded()
    with pytest.raises(rst.MatlabError) as error:
        rst.identifyDynamics(arm(), data(q, tau), **options)
    assert error.value.identifier == "rst_compat:identification:NoSamples"
    assert fact in error.value.fact
    assert got in error.value.got


@pytest.mark.filterwarnings("error")
def test_numbers_without_a_square_do_not_count():
    q, qd, qdd, tau = recorded()
    tau[100] = 1e300
    qd[200] = 1e120
    fit = rst.identifyDynamics(arm(), rst.MotionData(None, q, qd, qdd, tau), Friction=True)
    assert fit.NumDropped == 2
    assert fit.NRMSE.max() < 0.5


def test_a_wrist_sensor_alone_is_said_to_see_nothing_of_the_bodies_before_it():
    q, qd, qdd, _ = recorded()
    wrench = batch.jointReactions(arm(), q, qd, qdd, Body="link6")
    log = rst.MotionData(T, q, qd, qdd, Wrench={"link6": wrench})
    fit = rst.identifyDynamics(arm(), log)
    assert fit.Rank == 10
    (said,) = [f for f in fit.Findings if "the base" in f]
    assert said.startswith(
        "Nothing was measured between link1, link2, link3, link4 and 1 more and the base: JointTorque"
    )
    whole = rst.MotionData(
        T, q, qd, qdd, Wrench={"link6": wrench}, JointTorque=batch.inverseDynamics(arm(), q, qd, qdd)
    )
    assert not [f for f in rst.identifyDynamics(arm(), whole).Findings if "the base" in f]
