"""The recursion from tip to base, against data that another mechanics made.

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
from rst_compat.identification.base_parameters import baseParameters
from rst_compat.identification.wrist_sensor import identifyTipToBase

# Noise-free data go through a few QR decompositions with condition numbers of some hundreds: 1e-13 is what is seen, in
# the largest of what is compared.  Every wrong term is of the size of the data.
EXACT = 1e-10

SENSORS = [
    ["torque"],
    ["b3", "torque"],
    ["base"],
    ["base", "b3"],
    ["base", "b3", "torque"],
    ["b1", "b2", "b3"],
    ["b2", "torque"],
]


def quietly(*arguments, **keywords):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)
        return identifyTipToBase(*arguments, **keywords)


def batch_names(sensors):
    return [s if s in ("torque", "base") else f"wrist:{s}" for s in sensors]


def truth(found, robot):
    return rst.inertialParameters(robot)[: len(found.Vector)]


def check_base(found, robot, sensors, tol=EXACT):
    """Combinations have their true values, and what the structure calls alone is exact."""
    base, pi = baseParameters(robot, Sensors=batch_names(sensors)), rst.inertialParameters(robot)
    values = np.array([row[1] for row in found.BaseParameters])
    np.testing.assert_allclose(values, base.K @ pi, atol=tol * np.abs(base.K @ pi).max())
    assert found.Status == base.Status
    assert found.Rank == base.Count
    for k, name in enumerate(found.Names):
        if base.Status[name] == "alone":
            assert abs(found.Vector[k] - pi[k]) < tol * np.abs(pi).max(), name


@pytest.mark.parametrize("sensors", SENSORS, ids="+".join)
def test_every_set_of_sensors_gives_what_it_can_tell(sensors):
    robot = random_robot(3, ["revolute"] * 3, oblique=False)
    log = logged(robot, 120)
    found = identifyTipToBase(robot, log.data(*sensors))
    check_base(found, robot, sensors)
    applied = Log(found.apply(robot), *(x for x in (log.q, log.qd, log.qdd)))
    np.testing.assert_allclose(applied.torque, log.torque, atol=EXACT * np.abs(log.torque).max())
    for sensor in sensors:
        if sensor.startswith("b") and sensor != "base":
            np.testing.assert_allclose(applied.wrench(sensor), log.wrench(sensor), atol=1e-9)


def test_the_ranks_of_the_sensor_sets_of_a_spatial_arm():
    robot = random_robot(3, ["revolute"] * 3, oblique=False)
    robot.Bodies[0].Joint.setFixedTransform(np.eye(4))  # a vertical first axis
    log = logged(robot, 120)
    ranks = {"+".join(s): identifyTipToBase(robot, log.data(*s)).Rank for s in SENSORS}
    assert ranks == {
        "torque": 15,
        "b3+torque": 18,
        "base": 20,
        "base+b3": 23,
        "base+b3+torque": 23,
        "b1+b2+b3": 26,
        "b2+torque": 18,  # a joint that only turns carries three of b3 over to b2
    }
    steps = identifyTipToBase(robot, log.data("b1", "b2", "b3")).Steps
    assert [step.Rank for step in steps] == [10, 10, 6]


@pytest.mark.parametrize("seed", range(6))
def test_trees_of_all_kinds_of_joints(seed):
    rng = np.random.default_rng(seed)
    kinds = rng.choice(["revolute", "prismatic", "fixed", "revolute"], 6).tolist()
    kinds[rng.integers(6)] = "revolute"
    parents = [int(rng.integers(0, k + 1)) for k in range(6)]
    robot = random_robot(seed, kinds, parents)
    log = logged(robot, 150, seed)
    for sensors in (["torque"], ["base"], ["base", "b6", "torque"]):
        with warnings.catch_warnings():  # a body that is fixed to the base and has a sensor shows its weight alone
            warnings.simplefilter("ignore", MatlabWarning)
            found = identifyTipToBase(robot, log.data(*sensors))
        check_base(found, robot, sensors)
        model = found.apply(robot)
        np.testing.assert_allclose(
            batch.inverseDynamics(model, log.q, log.qd, log.qdd), log.torque, atol=1e-9 * np.abs(log.torque).max()
        )


def test_children_of_one_body_add_up():
    """Two branches on one link: a wrench sensor below the link sees their sum, torques tell them apart."""
    robot = random_robot(5, ["revolute"] * 4, [0, 1, 2, 2])
    log = logged(robot, 150)
    found = identifyTipToBase(robot, log.data("b2", "torque"))
    assert [(s.Body, s.Sensor) for s in found.Steps] == [
        ("b4", "torque"),
        ("b3", "torque"),
        ("b2", "wrist"),
        ("b1", "torque"),
    ]
    check_base(found, robot, ["b2", "torque"])


def ur10e():
    robot = rst.loadrobot("universalUR10e", DataFormat="row", Gravity=[0, 0, -9.81])
    for name in ("flange", "tool0", "base"):
        robot.removeBody(name) if name in robot.BodyNames else None
    return robot


def test_the_ranks_of_a_six_joint_arm_of_industry():
    robot = ur10e()
    log = smooth(robot, 300)
    data = log.data("wrist_3_link", "torque")
    found = identifyTipToBase(robot, data)
    assert [(s.Body, s.Rank) for s in found.Steps] == [
        ("wrist_3_link", 10),
        ("wrist_2_link", 7),
        ("wrist_1_link", 7),
        ("forearm_link", 7),
        ("upper_arm_link", 7),
        ("shoulder_link", 1),
    ]
    assert found.Rank == 39
    assert identifyTipToBase(robot, data, Sensors="torque").Rank == 36
    # Acceptance: torques of a motion that was not used.
    other, model = smooth(robot, 200, seed=1), found.apply(robot)
    torque = batch.inverseDynamics(model, other.q, other.qd, other.qdd)
    assert np.abs(torque - other.torque).max() < 1e-10 * np.abs(other.torque).max()
    base = baseParameters(robot, Sensors=["wrist:wrist_3_link", "torque"])
    assert found.Status == base.Status
    check_base(found, robot, ["wrist_3_link", "torque"])


def test_frames_stay_without_mass():
    robot = rst.loadrobot("universalUR10e", DataFormat="row", Gravity=[0, 0, -9.81])
    log = smooth(robot, 300)
    found = identifyTipToBase(robot, log.data("wrist_3_link", "torque"))
    at = robot.BodyNames.index("tool0")
    assert np.abs(found.Parameters[:, at]).max() < 1e-12
    assert found.Parameters[0, robot.BodyNames.index("wrist_3_link")] == pytest.approx(0.615)
    # What is fixed to the base is not seen at all: it stays to the last digit.
    for seed in range(4):
        model = identifyTipToBase(robot, smooth(robot, 60, seed).data("wrist_3_link", "torque")).apply(robot)
        here, there = (r.getBody("base_link_inertia") for r in (robot, model))
        assert np.array_equal([here.Mass, *here.Inertia], [there.Mass, *there.Inertia])


# --------------------------------------------------------------------------- what the log lacks


def test_a_wrist_sensor_alone_is_refused_and_says_which_sensor_is_missing():
    robot = random_robot(1, ["revolute"] * 4)
    with pytest.raises(MatlabError, match=r"base side of b1, b2, b3.*torque of 'j3'.*wrench at 'b4' only") as error:
        identifyTipToBase(robot, logged(robot, 20).data("b4"))
    assert error.value.identifier == "rst_compat:identification:NoProximalSensor"
    assert "identifyPayload(robot, data, 'b4')" in str(error.value)


def test_a_branch_without_a_sensor_is_refused():
    """The torque of one branch says nothing of another."""
    robot = random_robot(1, ["revolute"] * 3, [0, 1, 1])
    with pytest.raises(MatlabError, match=r"base side of b1, b3,.*torque of 'j3'") as error:
        identifyTipToBase(robot, logged(robot, 20).data("b2"))
    assert error.value.identifier == "rst_compat:identification:NoProximalSensor"


def test_a_base_wrench_is_proximal_to_everything():
    robot = random_robot(1, ["revolute"] * 2)
    found = identifyTipToBase(robot, logged(robot, 60).data("base", "b2"))
    assert [s.Bodies for s in found.Steps] == [("b2",), ("b1",)]


def test_poor_excitation_is_another_thing_than_a_missing_sensor():
    robot = random_robot(3, ["revolute"] * 3)
    log = logged(robot, 150, move=[0])  # only the first joint moves
    with pytest.warns(MatlabWarning, match=r"this log determines \d+ of the 20 combinations") as caught:
        found = identifyTipToBase(robot, log.data("b3", "torque"))
    assert caught[0].message.identifier == "rst_compat:identification:PoorExcitation"
    base = baseParameters(robot, Sensors=["wrist:b3", "torque"])
    assert found.Status == base.Status
    assert found.Rank < base.Count == len(found.BaseParameters)
    assert found.NotExcited
    assert all(
        found.Status[name] == "alone" and np.isnan(found.Std[found.Names.index(name)]) for name in found.NotExcited
    )
    model = found.apply(robot)
    same = batch.inverseDynamics(model, log.q, log.qd, log.qdd)
    np.testing.assert_allclose(same, log.torque, atol=1e-9 * np.abs(log.torque).max())
    # What it does determine is right.
    rows = [k for k, row in enumerate(found.BaseParameters) if not np.isnan(row[2])]
    pi = rst.inertialParameters(robot)
    np.testing.assert_allclose([found.BaseParameters[k][1] for k in rows], (base.K @ pi)[rows], atol=1e-8)


@pytest.mark.parametrize(
    ("moved", "ranks"),
    [
        ((0,), (6, 7, 6)),
        ((1,), (7, 8, 8)),
        ((2,), (7, 6, 8)),
        ((0, 1), (10, 15, 13)),
        ((0, 2), (10, 11, 13)),
        ((1, 2), (7, 10, 13)),
    ],
)
def test_what_moved_joints_show(moved, ranks):
    """Ranks of wrist, torque and base readings of a spatial arm with a vertical first axis, by the joints that move."""
    robot = spatial_arm()
    log = logged(robot, 150, move=moved)
    found = [quietly(robot, log.data(*s)).Steps for s in (["torque"], ["base"])]
    wrist = rst.identifyPayload(robot, log.data("b3"), "b3", SensorBias=False).Rank
    assert (wrist, *(sum(s.Rank for s in steps) for steps in found)) == ranks


def spatial_arm():
    """Three revolute joints: vertical, and two horizontal axes that are parallel, with offsets."""
    robot = random_robot(11, ["revolute"] * 3, oblique=False)
    for body, dh in zip(robot.Bodies, [[0.1, np.pi / 2, 0.4, 0], [0.5, 0, 0.1, 0], [0.4, 0.3, 0.05, 0]], strict=True):
        body.Joint.setFixedTransform(dh, "dh")
    return robot


def test_steps_say_what_they_leave_open():
    robot = random_robot(3, ["revolute"] * 3)
    found = identifyTipToBase(robot, logged(robot, 120).data("b3", "torque"))
    entered, rank = 0, 0
    for step in found.Steps:
        entered, rank = entered + 10 * len(step.Bodies), rank + step.Rank
        assert step.NullSpace.shape == (30, entered - rank)
        np.testing.assert_allclose(step.NullSpace.T @ step.NullSpace, np.eye(entered - rank), atol=1e-12)
        assert np.all(np.diff(step.SingularValues) <= 0)
    assert np.isfinite(found.Steps[0].Std).all()
    assert found.Steps[0].RowsUsed == 6 * 120
    assert found.Steps[1].RowsUsed == 120


# --------------------------------------------------------------------------- sensors as they are mounted


def test_a_turned_and_shifted_sensor_with_force_first():
    robot = random_robot(4, ["revolute"] * 3)
    log = logged(robot, 100)
    pose = rst.trvec2tform([0.02, -0.03, 0.05]) @ rst.eul2tform([np.pi / 6, 0.2, -0.1])
    R, p = pose[:3, :3], pose[:3, 3]
    w = log.wrench("b3")
    n, f = (w[:, :3] - np.cross(p, w[:, 3:])) @ R, w[:, 3:] @ R
    data = log.data("torque", Wrench={"b3": np.hstack([f, n])}, SensorPose={"b3": pose}, WrenchOrder="fn")
    check_base(identifyTipToBase(robot, data), robot, ["b3", "torque"])


def test_constant_errors_of_the_sensors():
    robot = random_robot(4, ["revolute"] * 3)
    log = logged(robot, 150)
    error = {"b3": np.array([0.2, -0.1, 0.05, 3, -2, 1]), "b2": np.array([0.1, 0, 0.3, 0, 1, 0.5])}
    wrench = {name: log.wrench(name) + error[name] for name in error}
    data = log.data("torque", Wrench=wrench)
    found = identifyTipToBase(robot, data, SensorBias=True)
    check_base(found, robot, ["b3", "b2", "torque"])
    for name, bias in error.items():
        np.testing.assert_allclose(found.Bias[name], bias, atol=1e-9)
    ignored = identifyTipToBase(robot, data)
    assert np.abs(ignored.Parameters[:, 2] - rst.inertialParameters(robot)[20:]).max() > 0.01
    assert found.Steps[0].Rank == 16


def test_the_weight_is_hidden_by_the_constant_error_of_a_base_sensor():
    robot = spatial_arm()  # whose first axis is vertical; another one has a constant moment about it as well
    with pytest.warns(MatlabWarning, match="or the constant errors of the sensors hide them"):
        found = identifyTipToBase(robot, logged(robot, 150).data("base"), SensorBias=True)
    assert found.Rank == len(found.BaseParameters) - 1
    assert np.isnan(found.Std[found.Names.index("b1.m")])


def test_friction_goes_into_the_torques():
    robot = random_robot(4, ["revolute"] * 3)
    log = logged(robot, 200)
    Bm, Tc = np.array([0.5, 0.3, 0.2]), np.array([1.0, 0.7, 0.4])
    data = log.data("b3", JointTorque=log.torque + Bm * log.qd + Tc * np.sign(log.qd))
    found = identifyTipToBase(robot, data, Friction=True)
    np.testing.assert_allclose(found.Vector[30:], [*Bm, *Tc], atol=1e-9)
    assert found.Names[30:32] == ("j1.Bm", "j2.Bm")
    assert [(s.Body, s.Sensor, s.Rank) for s in found.Steps[:2]] == [("b3", "wrist", 10), ("b3", "torque", 2)]
    assert found.apply(robot).getBody("b1").Joint.Friction.Viscous == pytest.approx(0.5)


def test_samples_with_nan_are_left_out():
    robot = random_robot(4, ["revolute"] * 2)
    log = logged(robot, 100)
    data = log.data("b2", "torque")
    data.Wrench["b2"][:10, 3], data.JointTorque[5:25, 0] = np.nan, np.nan
    found = identifyTipToBase(robot, data)
    assert [s.RowsUsed for s in found.Steps] == [6 * 100 - 10, 80]
    check_base(found, robot, ["b2", "torque"])


def test_a_log_of_dask_arrays_gives_the_same():
    da = pytest.importorskip("dask.array", reason="dask is not here (pip install '.[test]')")
    robot = random_robot(4, ["revolute"] * 2)
    log = logged(robot, 100)
    whole = log.data("b2", "torque")
    parts = [da.from_array(x, chunks=(30, -1)) for x in (log.q, log.qd, log.qdd, log.torque)]
    lazy = rst.MotionData(None, *parts, Wrench={"b2": da.from_array(log.wrench("b2"), chunks=(30, -1))})
    calls = []
    found = identifyTipToBase(robot, lazy, Progress=lambda done, total: calls.append((done, total)))
    np.testing.assert_allclose(found.Vector, identifyTipToBase(robot, whole).Vector, atol=1e-9)
    assert calls[-1] == (100, 100)


def test_fewer_readings_than_unknowns():
    robot = random_robot(4, ["revolute"] * 2)
    log = logged(robot, 1)
    with pytest.warns(MatlabWarning, match=r"determines 7 of the \d+ combinations"):
        found = identifyTipToBase(robot, log.data("b2", "torque"))
    assert [s.Rank for s in found.Steps] == [6, 1]


def test_pairs_of_names_and_values_and_sensors_by_name():
    robot = random_robot(4, ["revolute"] * 3)
    data = logged(robot, 100).data("b3", "b2", "torque")
    some = identifyTipToBase(robot, data, "Sensors", ["wrist:b3", "torque"])
    assert [(s.Body, s.Sensor) for s in some.Steps] == [("b3", "wrist"), ("b2", "torque"), ("b1", "torque")]
    pair = identifyTipToBase(robot, data, sensors=[("wrist", "b3"), "torque"])
    assert np.array_equal(some.Vector, pair.Vector)
    both = identifyTipToBase(robot, data, Sensors=["wrist", "torque"])
    assert [s.Sensor for s in both.Steps] == ["wrist", "wrist", "torque"]
    with pytest.raises(MatlabError, match="Sensors names 'base', which is not in the log"):
        identifyTipToBase(robot, data, Sensors="base")
    with pytest.raises(MatlabError, match="nothing was measured but the motion"):
        identifyTipToBase(robot, rst.MotionData(None, *(np.zeros((3, 5, 3)))))
    with pytest.raises(MatlabError, match=r"Weights.*\['torque', 'wrist', 'wrist:b2', 'wrist:b3'\].*base"):
        identifyTipToBase(robot, data, Weights={"base": 1})
    with pytest.raises(MatlabError, match="Weights"):
        identifyTipToBase(robot, data, Weights={"torque": [1, 1]})
    with pytest.raises(MatlabError, match="30 finite numbers, got 3 elements"):
        identifyTipToBase(robot, data, Prior=[1, 2, 3])
    with pytest.raises(MatlabError, match="the log is no MotionData"):
        identifyTipToBase(robot, {"q": 1})


def test_what_a_user_reads():
    robot = random_robot(4, ["revolute"] * 2)
    found = identifyTipToBase(robot, logged(robot, 100).data("b2", "torque"))
    assert repr(found) == "<TipToBase: rank 13 of 13: wrist b2 (+10), torque b1 (+3)>"
    assert repr(found.Steps[1]) == "<torque at 'b1': b1; rank 3>"
    text = found.summary()
    assert "13 of 13 combinations are determined" in text
    assert all(len(line) < 110 for line in text.splitlines())


def test_a_prior_fills_what_is_open():
    robot = random_robot(4, ["revolute"] * 3)
    data = logged(robot, 100).data("torque")
    pi = rst.inertialParameters(robot)
    np.testing.assert_allclose(identifyTipToBase(robot, data, Prior="model").Vector, pi, atol=1e-9)
    guess = pi + 0.1 * np.random.default_rng(0).normal(size=30)
    found = identifyTipToBase(robot, data, Prior=guess.reshape(3, 10).T)
    away, N = guess - found.Vector, found.NullSpace
    assert np.abs(N.T @ away).max() < 1e-9  # nearest: nothing open is left of the difference
    least = identifyTipToBase(robot, data)
    assert np.abs(least.NullSpace.T @ least.Vector).max() < 1e-9


# --------------------------------------------------------------------------- noise


def test_weights_are_estimated_or_given():
    robot = random_robot(7, ["revolute"] * 3)
    log, rng = smooth(robot, 600), np.random.default_rng(0)
    sigma = np.array([0.05] * 3 + [0.5] * 3)
    data = log.data(
        Wrench={"b3": log.wrench("b3") + sigma * rng.normal(size=(600, 6))},
        JointTorque=log.torque + 0.2 * rng.normal(size=(600, 3)),
    )
    found = identifyTipToBase(robot, data)
    # 600 samples estimate a standard deviation to 1 / sqrt(1200) = 3 %: four times that.
    np.testing.assert_allclose(found.Steps[0].ResidualStd, sigma, rtol=0.12)
    np.testing.assert_allclose(found.Steps[1].ResidualStd, 0.2, rtol=0.12)
    given = identifyTipToBase(robot, data, Weights={"wrist": sigma, "torque": [0.2, 0.2, 0.2]})
    # Weights that are off by such parts change errors by the same, and the estimate by a part of its error.
    np.testing.assert_allclose(found.Std[20:], given.Std[20:], rtol=0.15)
    np.testing.assert_allclose(found.Vector[20:], given.Vector[20:], atol=0.3 * given.Std[20:].max())


def noisy(log, rng, wrist):
    count, n = log.torque.shape
    noise = rng.normal(size=(count, 6)) * ([0.05] * 3 + [0.5] * 3)
    return log.data(
        Wrench={wrist: log.wrench(wrist) + noise}, JointTorque=log.torque + 0.2 * rng.normal(size=(count, n))
    )


def test_error_bars_are_those_of_repeated_logs():
    """Standard deviations that are reported are those that forty logs scatter by, base parameter by base parameter."""
    robot = random_robot(7, ["revolute"] * 3)
    log, base = smooth(robot, 300), baseParameters(robot, Sensors=["wrist:b3", "torque"])
    true = base.K @ rst.inertialParameters(robot)
    rng = np.random.default_rng(1)
    runs = [identifyTipToBase(robot, noisy(log, rng, "b3")).BaseParameters for _ in range(40)]
    errors = np.array([[row[1] for row in run] for run in runs]) - true
    reported = np.array([[row[2] for row in run] for run in runs])
    z = errors / reported
    # The mean square of 40 * 20 nearly normal numbers, not independent within a run: within 15 %.
    assert np.sqrt(np.mean(z**2)) == pytest.approx(1, abs=0.15)
    ratio = np.sqrt(np.mean(errors**2, axis=0)) / reported.mean(axis=0)
    assert (np.abs(np.log(ratio)) < 0.4).all()  # 40 runs: 11 % each, the extremes of 20


def test_errors_of_the_recursion_grow_towards_the_base():
    """Root mean square errors against those of weighted least squares on all rows at once."""
    robot = random_robot(9, ["revolute"] * 6)
    log, sensors = smooth(robot, 300), ["wrist:b6", "torque"]
    base = baseParameters(robot, Sensors=sensors)
    true, columns = base.K @ rst.inertialParameters(robot), base.Index
    W = np.concatenate(
        [
            batch.wrenchRegressor(robot, log.q, log.qd, log.qdd, Cut="b6") / np.array([[0.05]] * 3 + [[0.5]] * 3),
            batch.inverseDynamicsRegressor(robot, log.q, log.qd, log.qdd) / 0.2,
        ],
        axis=1,
    )[..., columns].reshape(-1, base.Count)
    least = np.sqrt(np.diag(np.linalg.inv(W.T @ W)))  # of the batch estimate: Gauss and Markov
    rng = np.random.default_rng(2)
    found = [identifyTipToBase(robot, noisy(log, rng, "b6")) for _ in range(25)]
    errors = np.array([[row[1] for row in f.BaseParameters] for f in found]) - true
    ratio = np.sqrt(np.mean(errors**2, axis=0)) / least
    body = columns // 10
    medians = [float(np.median(ratio[body == b])) for b in range(6)]
    assert 0.8 < medians[5] < 1.5  # the hand: nothing was before it
    assert medians[0] > 1.3
    assert max(medians) < 8
    # The reported deviations know of the errors that came down from the tip: without those they were a quarter less.
    z = (errors / [[row[2] for row in f.BaseParameters] for f in found])[:, body < 3]
    assert np.sqrt(np.mean(z**2)) == pytest.approx(1, abs=0.13)  # 25 runs of some five independent numbers: 6 %


@pytest.mark.parametrize(("options", "identifier"), [({"Sensors": 3}, "NotText"), ({"Progress": 3}, "WrongOption")])
def test_options_of_the_wrong_kind(options, identifier):
    robot = rst.importrobot("twolink", DataFormat="row")
    q, qd, qdd = np.random.default_rng(0).normal(size=(3, 50, 2))
    data = rst.MotionData(None, q, qd, qdd, rst.batch.inverseDynamics(robot, q, qd, qdd))
    with pytest.raises(rst.MatlabError) as error:
        rst.identifyTipToBase(robot, data, **options)
    assert error.value.identifier.endswith(identifier)
