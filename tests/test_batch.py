"""rst_compat.batch: the numbers of the facade, one state after the other; leading axes; what is refused."""

import pickle
import subprocess
import sys
import tracemalloc
import warnings
from unittest.mock import patch

import numpy as np
import pytest
from compiled import built, native  # noqa: F401 - a fixture

import rst_compat as rst
from rst_compat import batch, engine
from rst_compat.matlab import blocks, many

#: function -> its arguments besides Q
RATES = {
    "massMatrix": [],
    "gravityTorque": [],
    "centerOfMass": [],
    "velocityProduct": ["qd"],
    "coriolisMatrix": ["qd"],
    "inverseDynamics": ["qd", "qdd"],
    "forwardDynamics": ["qd", "tau"],
    "inverseDynamicsRegressor": ["qd", "qdd"],
    "jointReactions": ["qd", "qdd"],
    "wrenchRegressor": ["qd", "qdd"],
}
BODY = ["getTransform", "geometricJacobian"]
#: functions of external forces
FORCED = ["inverseDynamics", "forwardDynamics", "jointReactions"]

# The same operations in another order of summation, on results up to about 100.
ROUNDING = 1e-11


SWAP = [3, 4, 5, 0, 1, 2]


def close(got, want):
    np.testing.assert_allclose(got, want, rtol=0, atol=ROUNDING * max(1, np.abs(want).max(initial=0)))


@pytest.fixture(params=engine.info().engines)
def each_engine(request):
    there = engine.info()
    engine.use(request.param)
    yield
    engine.use(there.instruction_set or there.engine)


@pytest.fixture
def small_blocks(monkeypatch):
    """So that a few rows are many blocks, and worth several threads."""
    monkeypatch.setattr(engine, "few", lambda *_: engine.NO_HANDLE)
    monkeypatch.setattr(blocks, "BYTES", 0)
    monkeypatch.setattr(blocks, "CORE_BYTES", 0)
    monkeypatch.setattr(blocks, "THREADS_PAY_FROM", 2)


@pytest.fixture(params=[blocks.DOT, 0], ids=["few numbers", "many numbers"])
def each_check(monkeypatch, request):
    """Both ways to look for NaN and for huge numbers."""
    monkeypatch.setattr(blocks, "DOT", request.param)


@pytest.fixture(params=["twolink", "branched", "floating_base", "iiwa14"])
def robot(request):
    return rst.importrobot(request.param, DataFormat="row")


def states(robot, *shape):
    rng = np.random.default_rng(1)
    home = robot.homeConfiguration()
    nv = robot.massMatrix().shape[0]
    return (home + rng.normal(size=(*shape, home.size)), *(rng.normal(size=(*shape, nv)) for _ in range(2)))


@pytest.mark.parametrize("name", RATES)
def test_each_state_is_that_of_the_facade(robot, name):
    state = states(robot, 4)[: 1 + len(RATES[name])]
    got = getattr(batch, name)(robot, *state)
    assert got.shape[0] == 4
    for k, one in enumerate(zip(*state, strict=True)):
        close(got[k], getattr(robot, name)(*one))


@pytest.mark.parametrize("name", BODY)
def test_each_pose_is_that_of_the_facade(robot, name):
    Q = states(robot, 4)[0]
    for body in [robot.BaseName, robot.BodyNames[-1]]:
        got = getattr(batch, name)(robot, Q, body)
        for k, q in enumerate(Q):
            close(got[k], getattr(robot, name)(q, body))


def test_between_two_bodies(robot):
    Q, names = states(robot, 3)[0], robot.BodyNames
    got = batch.getTransform(robot, Q, names[-1], names[0])
    for k, q in enumerate(Q):
        close(got[k], robot.getTransform(q, names[-1], names[0]))


@pytest.mark.parametrize("name", FORCED)
def test_external_forces_are_rows_per_body(robot, name):
    state = states(robot, 3)
    F = np.random.default_rng(2).normal(size=(3, robot.NumBodies, 6))
    got = getattr(batch, name)(robot, *state, F)
    for k in range(3):
        close(got[k], getattr(robot, name)(*(s[k] for s in state), F[k]))


@pytest.mark.parametrize("form", ["struct", "row", "column"])
def test_the_data_format_plays_no_part(form):
    robot = rst.importrobot("twolink", DataFormat=form)
    assert batch.inverseDynamics(robot, np.zeros((5, 2))).shape == (5, 2)


# ---- axes ----


@pytest.mark.parametrize("shape", [(), (1,), (0,), (2, 3), (1, 1, 4)])
@pytest.mark.parametrize("name", RATES)
def test_leading_axes_stay(robot, name, shape):
    state = states(robot, *shape)
    one = getattr(robot, name)().shape
    assert getattr(batch, name)(robot, *state[: 1 + len(RATES[name])]).shape == shape + one


@pytest.mark.parametrize("shape", [(), (0,), (2, 3)])
@pytest.mark.parametrize(("name", "one"), [("getTransform", (4, 4)), ("geometricJacobian", (6, -1))])
def test_leading_axes_of_poses_stay(robot, name, one, shape):
    Q, qd, _ = states(robot, *shape)
    for body in [robot.BaseName, robot.BodyNames[-1]]:
        got = getattr(batch, name)(robot, Q, body)
        assert got.shape == (*shape, *(qd.shape[-1] if n < 0 else n for n in one))
        assert got.flags.writeable


def test_leading_axes_broadcast(robot):
    q, qd, qdd = states(robot)
    many = states(robot, 3)
    close(batch.inverseDynamics(robot, q, many[1], qdd)[1], robot.inverseDynamics(q, many[1][1], qdd))
    grid = batch.velocityProduct(robot, many[0][:, None], many[1][None, :])
    assert grid.shape == (3, 3, qd.size)
    close(grid[2, 0], robot.velocityProduct(many[0][2], many[1][0]))


@pytest.mark.parametrize("name", RATES)
def test_missing_arguments_are_home_and_zeros(robot, name):
    close(getattr(batch, name)(robot), getattr(robot, name)())


def test_velocities_alone_stand_at_home(robot):
    qd = states(robot, 3)[1]
    close(batch.velocityProduct(robot, None, qd)[2], robot.velocityProduct([], qd[2]))


@pytest.mark.parametrize("kind", [list, np.float32, np.asfortranarray, lambda a: np.repeat(a, 2, axis=0)[::2]])
def test_every_kind_of_numbers(robot, kind):
    Q = np.round(states(robot, 3)[0])
    np.testing.assert_array_equal(batch.massMatrix(robot, kind(Q)), batch.massMatrix(robot, Q))


def test_inputs_stay_and_results_are_the_callers_own(robot):
    state = states(robot, 3)
    for s in state:
        s.flags.writeable = False
    first = batch.inverseDynamics(robot, *state)
    want = first.copy()
    first[...] = 99
    np.testing.assert_array_equal(batch.inverseDynamics(robot, *state), want)


def test_an_edit_reaches_the_next_call():
    robot = rst.importrobot("twolink")
    before = batch.massMatrix(robot, np.zeros((2, 2)))
    robot.Bodies[1].Mass *= 2
    assert (batch.massMatrix(robot, np.zeros((2, 2))) != before).any()


# ---- robots whose equations have no solution, and robots that do not move ----


def test_only_singular_states_are_nan():
    """Two slides, the second turned by a joint between them: parallel at 0, not at 90 degrees."""
    robot = rst.rigidBodyTree(DataFormat="row")
    for name, parent, kind, mass in [
        ("a", "base", "prismatic", 0),
        ("b", "a", "revolute", 0),
        ("c", "b", "prismatic", 1),
    ]:
        body = rst.rigidBody(name)
        body.Joint = rst.rigidBodyJoint(name + "_joint", kind)
        body.Mass, body.Inertia = mass, np.zeros(6)
        robot.addBody(body, parent)
    robot.getBody("b").Joint.JointAxis = [0, 1, 0]
    robot.getBody("c").CenterOfMass = [0.5, 0, 0]
    with pytest.warns(rst.MatlabWarning, match="singular to working precision in some states"):
        qdd = batch.forwardDynamics(robot, [[0, 0, 0], [0, np.pi / 2, 0], [0, 0, 0]], None, [1, 1, 1])
    assert np.isnan(qdd).all(axis=1).tolist() == [True, False, True]
    assert np.isfinite(qdd[1]).all()


def test_rounding_does_not_hide_a_singular_state():
    """Parallel slides along an odd direction: the pivot is 1e-17, and the solution of it finite garbage."""
    robot = rst.rigidBodyTree()
    for name, parent, mass in [("a", "base", 0), ("b", "a", 0.1)]:
        body = rst.rigidBody(name)
        body.Joint = rst.rigidBodyJoint(name + "_joint", "prismatic")
        body.Joint.JointAxis = [1, 2, 3]
        body.Mass, body.Inertia = mass, np.zeros(6)
        robot.addBody(body, parent)
    robot.Bodies[0].Joint.setFixedTransform(rst.eul2tform([0.3, 0.5, 0.7]))
    with pytest.warns(rst.MatlabWarning, match="singular"):
        assert np.isnan(batch.forwardDynamics(robot, np.zeros((3, 2)), None, [1, 1])).all()


@pytest.mark.parametrize("shape", [(), (4,)])
def test_a_robot_without_moving_joints(shape):
    robot = rst.rigidBodyTree()
    robot.addBody(rst.rigidBody("plate"), "base")
    Q = np.zeros((*shape, 0))
    assert batch.massMatrix(robot, Q).shape == (*shape, 0, 0)
    assert batch.inverseDynamics(robot, Q, Q, Q).shape == (*shape, 0)
    assert batch.forwardDynamics(robot, Q).shape == (*shape, 0)
    assert batch.geometricJacobian(robot, Q, "plate").shape == (*shape, 6, 0)
    assert batch.getTransform(robot, Q, "plate").shape == (*shape, 4, 4)


# ---- what is refused ----


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ([np.zeros((2, 5))], r"Q has the wrong last axis: expected shape \(\.\.\., 2\), got shape \(2, 5\)"),
        ([1.0], "Q has the wrong last axis"),
        ([np.zeros((5, 2)), np.zeros((5, 3))], "Qd has the wrong last axis"),
        ([np.zeros((5, 2)), np.zeros((4, 2))], "the leading axes do not broadcast"),
        ([np.zeros((5, 2)), None, None, np.zeros((6, 2))], "Fext has the wrong last axis"),
        ([np.zeros((5, 2)), None, None, np.zeros((3, 6))], r"expected shape \(\.\.\., 2, 6\), a row per body"),
        ([np.zeros((5, 2)), None, None, np.zeros(6)], "a row per body"),
    ],
)
def test_sizes_are_checked(arguments, text):
    with pytest.raises(ValueError, match=text) as caught:
        batch.inverseDynamics(rst.importrobot("twolink"), *arguments)
    assert caught.value.identifier == "rst_compat:batch:WrongSize"


@pytest.mark.parametrize("value", ["ab", [[1, 2], [3]], [[1j, 2]]])
def test_only_real_numbers_are_numbers(value):
    with pytest.raises(TypeError, match="not an array of real numbers"):
        batch.massMatrix(rst.importrobot("twolink"), value)


@pytest.mark.parametrize("name", batch.__all__)
def test_the_first_argument_is_a_tree(name):
    with pytest.raises(TypeError, match="a rigidBodyTree"):
        getattr(batch, name)(
            "twolink", *([None, "body_1"] if name in BODY else ["body_1", np.zeros(6)][: 2 * (name == "externalForce")])
        )


@pytest.mark.parametrize("name", BODY)
@pytest.mark.parametrize(("body", "error"), [("body_3", KeyError), (1, TypeError), ([1], TypeError)])
def test_a_body_is_given_by_its_name(name, body, error):
    with pytest.raises(error, match=r"body_3|is not text"):
        getattr(batch, name)(rst.importrobot("twolink"), np.zeros((3, 2)), body)


def test_it_has_the_names_of_the_facade():
    assert set(batch.__all__) == {*RATES, *BODY, "externalForce"}
    assert set(batch.__all__) < set(rst.__all__)


# ---- wrenches at a sensor ----


def test_readings_of_a_sensor_are_those_of_the_facade(robot, each_engine, small_blocks):
    state, F = states(robot, 20), np.random.default_rng(2).normal(size=(20, robot.NumBodies, 6))
    pose = rst.trvec2tform([0.1, -0.2, 0.3]) @ rst.eul2tform([0.4, 0.5, -0.6])
    for body in (robot.BaseName, *robot.BodyNames):
        for options in ({}, {"WrenchOrder": "fn"}, {"SensorPose": pose, "WrenchOrder": "fn"}):
            read = batch.jointReactions(robot, *state, F, Body=body, **options)
            Y = batch.wrenchRegressor(robot, *state, Cut=body, **options)
            assert (read.shape, Y.shape) == ((20, 6), (20, 6, 10 * robot.NumBodies))
            for k in (0, 19):
                one = [s[k] for s in state]
                close(read[k], robot.jointReactions(*one, F[k], Body=body, **options))
                close(Y[k], robot.wrenchRegressor(*one, Cut=body, **options))
    close(batch.jointReactions(robot, *state, F, WrenchOrder="fn"), batch.jointReactions(robot, *state, F)[..., SWAP])


def test_readings_of_a_sensor_in_out_with_nan(robot, each_engine):
    state = states(robot, 6)
    state[1][2] = np.nan
    out, pose = np.zeros((6, 6)), rst.trvec2tform([0.1, 0, 0])
    assert batch.jointReactions(robot, *state, Body=robot.BodyNames[0], SensorPose=pose, out=out) is out
    assert np.isnan(out).all(axis=1).tolist() == [False, False, True, False, False, False]
    wide = np.zeros((6, 6, 2))[..., 0]
    batch.jointReactions(robot, *state, Body=robot.BodyNames[0], SensorPose=pose, out=wide)
    np.testing.assert_array_equal(wide, out)


# ---- external forces ----


def test_external_forces_are_those_of_the_facade(robot, each_engine):
    Q, body = states(robot, 3)[0], robot.BodyNames[-1]
    wrench = np.random.default_rng(3).normal(size=(3, 6))
    for k, (q, w) in enumerate(zip(Q, wrench, strict=True)):
        close(batch.externalForce(robot, body, wrench)[k], robot.externalForce(body, w))
        close(batch.externalForce(robot, body, wrench, Q)[k], robot.externalForce(body, w, q))
        close(batch.externalForce(robot, body, wrench[0], Q)[k], robot.externalForce(body, wrench[0], q))
    assert batch.externalForce(robot, body, wrench[:, None], Q).shape == (3, 3, robot.NumBodies, 6)
    for missing in (None, [], np.zeros(5)):
        with pytest.raises(rst.MatlabError, match=r"batch\.externalForce: Wrench"):
            batch.externalForce(robot, body, missing)
    with pytest.raises(KeyError, match="is not found"):
        batch.externalForce(robot, robot.BaseName, wrench)


# ---- NaN ----


def calls(robot, state, wrench):
    """Every function with all its arguments, as (name, call of a list of arrays, the arrays)."""
    for name, rates in RATES.items():
        arrays = [*state[: 1 + len(rates)], *([wrench] if name in FORCED else [])]
        yield name, lambda *a, name=name: getattr(batch, name)(robot, *a), arrays
    for name in BODY:
        yield name, lambda q, name=name: getattr(batch, name)(robot, q, robot.BodyNames[0]), [state[0]]
    yield (
        "externalForce",
        lambda q, w: batch.externalForce(robot, robot.BodyNames[0], w[..., 0, :], q),
        [state[0], wrench],
    )


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_nan_and_inf_are_nan_in_their_rows_alone(robot, each_engine, each_check, small_blocks, bad):
    count = 40
    state, wrench = states(robot, count), np.random.default_rng(2).normal(size=(count, robot.NumBodies, 6))
    for name, call, arrays in calls(robot, state, wrench):
        good = call(*arrays)
        for k in range(len(arrays)):
            spoilt = [a.copy() for a in arrays]
            for row in (3, 17, 39):
                spoilt[k][(row, *np.zeros(spoilt[k].ndim - 2, int), -1 if spoilt[k].ndim == 2 else 0)] = bad
            got = call(*spoilt)  # without a warning, which would be an error
            lost = np.isin(np.arange(count), (3, 17, 39))
            assert np.isnan(got[lost]).all(), name
            np.testing.assert_array_equal(got[~lost], good[~lost])


def test_nan_that_is_in_every_state_is_nan_everywhere(each_engine, each_check):
    robot = rst.importrobot("twolink")
    assert np.isnan(batch.inverseDynamics(robot, np.zeros((3, 2)), [0, np.nan])).all()
    assert np.isnan(batch.massMatrix(robot, [np.nan, 0])).all()


@pytest.mark.parametrize("huge", [1e200, -1e200])
def test_huge_numbers_warn_beside_nan(each_engine, each_check, huge):
    robot, Qd = rst.importrobot("twolink"), np.ones((3, 2))
    Qd[0], Qd[1] = np.nan, huge
    with pytest.warns(rst.MatlabWarning, match="NaN or Inf") as caught:
        got = batch.velocityProduct(robot, [0.0, 1.0], Qd)
    assert len(caught) == 1
    assert caught[0].filename == __file__
    close(got[2], robot.velocityProduct(np.array([0.0, 1.0]), Qd[2]))


# ---- blocks, threads, memory ----


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_blocks_and_threads_change_nothing(robot, each_engine, monkeypatch, workers):
    monkeypatch.setattr(engine, "few", lambda *_: engine.NO_HANDLE)
    state, wrench = states(robot, 7, 30), np.random.default_rng(2).normal(size=(30, robot.NumBodies, 6))
    wanted = {name: call(*arrays) for name, call, arrays in calls(robot, state, wrench)}
    monkeypatch.setattr(blocks, "BYTES", 0)
    monkeypatch.setattr(blocks, "THREADS_PAY_FROM", 2)
    with patch.object(
        batch, "evaluate", lambda *a, evaluate=batch.evaluate, **k: evaluate(*a, **k | {"workers": workers})
    ):
        for name, call, arrays in calls(robot, state, wrench):
            # Blocks of another length end elsewhere, and NumPy sums the last rows of a block in another way.
            close(call(*arrays), wanted[name])


@pytest.mark.parametrize(
    "place",
    [
        lambda a: a[:, ::-1][:, ::-1],
        lambda a: np.concatenate([a, a], axis=-1)[..., : a.shape[-1]],
        np.asfortranarray,
        lambda a: np.repeat(np.repeat(a, 2, axis=0), 3, axis=1)[::2, ::3],
        lambda a: np.stack([a, a], axis=1)[:, 1],
        lambda a: a[::-1].copy()[::-1],
        lambda a: a.astype(">f8"),
        lambda a: np.frombuffer(b"x" + a.tobytes(), np.uint8)[1:].view(a.dtype).reshape(a.shape),
    ],
)
def test_any_place_in_memory(robot, each_engine, small_blocks, place):
    state, wrench = states(robot, 6, 5), np.random.default_rng(2).normal(size=(6, 5, robot.NumBodies, 6))
    for _, call, arrays in calls(robot, state, wrench):
        np.testing.assert_array_equal(call(*map(place, arrays)), call(*arrays))


def test_a_broadcast_is_not_written_out(small_blocks, monkeypatch):
    """Every Q with every Qd: what that takes beside the result is a block."""
    monkeypatch.setattr(blocks, "CORE_BYTES", 2**17)  # one state at a time takes the core minutes
    robot = rst.importrobot("iiwa14")
    Q, Qd = (np.random.default_rng(k).normal(size=(128, 7)) for k in range(2))
    out = np.empty((128, 128, 7))
    batch.velocityProduct(robot, Q[:2, None], Qd, out=out[:2], workers=1)  # loads what a first call loads
    tracemalloc.start()
    batch.velocityProduct(robot, Q[:, None], Qd, out=out, workers=1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < out.nbytes / 2  # written out, each of the two is as large as the result
    close(out[3, 5], robot.velocityProduct(Q[3], Qd[5]))


@pytest.mark.parametrize(("function", "rates"), [("coriolisMatrix", 1), ("inverseDynamicsRegressor", 2)])
def test_large_robots_take_no_more_memory(function, rates):
    """The core's intermediate numbers, of a chain with more joints than it can do sixteen states of at once."""
    robot, joints, states_ = rst.rigidBodyTree(), 120, 16
    for k in range(joints):
        body = rst.rigidBody(f"link_{k}")
        body.Joint = rst.rigidBodyJoint(f"joint_{k}", "revolute")
        robot.addBody(body, f"link_{k - 1}" if k else "base")
    there = engine.info()
    engine.use("reference")
    Q = np.random.default_rng(0).normal(size=(states_, joints))
    call = getattr(batch, function)
    out = call(robot, *[Q] * (1 + rates))
    tracemalloc.start()
    call(robot, *[Q] * (1 + rates), out=out)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    engine.use(there.instruction_set or there.engine)
    assert peak < 1.1 * blocks.CORE_BYTES  # sixteen states at once took 1.7 and 4.8 times of it


@pytest.mark.parametrize("where", ["contiguous", "column of a log", "transposed axes", "odd address", "one state"])
def test_out(robot, each_engine, small_blocks, where):
    shape = () if where == "one state" else (6, 5)
    state, wrench = states(robot, *shape), np.random.default_rng(2).normal(size=(*shape, robot.NumBodies, 6))
    for name, _, arrays in calls(robot, state, wrench):
        if name in BODY or name == "externalForce":
            continue
        want = getattr(batch, name)(robot, *arrays)
        out = np.full(want.shape, 7.0)
        if where == "column of a log":
            out = np.full((*want.shape, 3), 7.0)[..., 1]
        elif where == "transposed axes":
            out = np.full(want.shape[1::-1] + want.shape[2:], 7.0).swapaxes(0, 1)
        elif where == "odd address":
            out = np.frombuffer(bytearray(want.nbytes + 1), np.uint8)[1:].view(float).reshape(want.shape)
        assert getattr(batch, name)(robot, *arrays, out=out) is out
        np.testing.assert_array_equal(out, want)


def test_out_that_cannot_take_the_result():
    robot, Q = rst.importrobot("twolink"), np.zeros((5, 2))
    frozen = np.zeros((5, 2))
    frozen.flags.writeable = False
    masked = np.ma.masked_all((5, 2))
    for out in (np.zeros((4, 2)), np.zeros((5, 2), np.float32), np.zeros((5, 2)).tolist(), frozen, masked, Q, Q[::-1]):
        with pytest.raises(ValueError, match=r"out cannot take the result: expected .*, got ") as caught:
            batch.gravityTorque(robot, Q, out=out)
        assert caught.value.identifier == "rst_compat:batch:WrongOut"


def test_out_in_a_file(tmp_path, each_engine):
    """An array that is more than a plain one takes the result as well, and is what comes back."""
    robot, Q = rst.importrobot("twolink"), np.random.default_rng(1).normal(size=(50, 2))
    out = np.memmap(tmp_path / "torques", float, "w+", shape=(50, 2))
    assert batch.gravityTorque(robot, Q, out=out) is out
    out.flush()
    np.testing.assert_array_equal(np.fromfile(tmp_path / "torques").reshape(50, 2), batch.gravityTorque(robot, Q))


def test_out_beside_the_arguments_in_one_log(each_engine):
    robot, log = rst.importrobot("twolink"), np.random.default_rng(1).normal(size=(50, 4))
    want = batch.gravityTorque(robot, log[:, :2].copy())
    batch.gravityTorque(robot, log[:, :2], out=log[:, 2:])
    np.testing.assert_array_equal(log[:, 2:], want)


@built
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("shape", [(), (1,), (200,)])
def test_a_few_plain_arrays_go_straight_to_the_engine(robot, shape):
    """And give the numbers of those that go through blocks, which have an out; the first call makes the handle."""
    state = states(robot, *shape)
    wrench = np.random.default_rng(2).normal(size=(*shape, robot.NumBodies, 6))
    for name, call, arrays in calls(robot, state, wrench):
        if name == "externalForce":
            continue
        want = call(*arrays)
        if name in RATES:
            getattr(batch, name)(robot, *arrays, out=want)
        with patch.object(many, "Blocks", side_effect=AssertionError):
            close(call(*arrays), want)
    for bad in (0, "two", 1.5):
        with pytest.raises(ValueError, match="workers is not a number"):
            batch.massMatrix(robot, state[0], workers=bad)


@built
@pytest.mark.usefixtures("native")
@pytest.mark.parametrize("bad", [np.nan, np.inf, 1e31, 1e200])
def test_what_there_is_something_to_say_of_goes_through_blocks(robot, bad):
    state, wrench = states(robot, 20), np.random.default_rng(2).normal(size=(20, robot.NumBodies, 6))
    for name, call, arrays in calls(robot, state, wrench):
        if name == "externalForce":
            continue
        call(*arrays)
        for k in range(len(arrays)):
            spoilt = [a.copy() for a in arrays]
            spoilt[k][(19, *np.zeros(spoilt[k].ndim - 1, int))] = bad
            with patch.object(many, "Blocks", side_effect=KeyError("blocks")), pytest.raises(KeyError, match="blocks"):
                call(*spoilt)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, "2"])
def test_workers_is_a_number_of_threads(workers):
    with pytest.raises(ValueError, match="a whole number from 1") as caught:
        batch.massMatrix(rst.importrobot("twolink"), np.zeros((5, 2)), workers=workers)
    assert caught.value.identifier == "rst_compat:batch:WrongWorkers"


def test_an_error_on_a_thread_is_the_error_of_the_call(small_blocks):
    robot = rst.importrobot("floating_base")
    Q = np.tile(robot.homeConfiguration().ravel(), (200, 1))
    Q[150, :4] = 0
    with pytest.raises(rst.MatlabError, match="quaternion"):
        batch.gravityTorque(robot, Q, workers=3)


def test_a_warning_comes_once_and_from_the_line_of_the_call(small_blocks, each_engine):
    robot = rst.importrobot("twolink")
    for body in robot.Bodies:
        body.Mass, body.Inertia = 0, np.zeros(6)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert np.isnan(batch.forwardDynamics(robot, np.zeros((100, 2)), workers=3)).all()
    assert [w.message.identifier for w in caught] == ["rst_compat:forwardDynamics:SingularMassMatrix"]
    assert caught[0].filename == __file__


def test_the_engine_and_the_core_agree(robot):
    state, wrench = states(robot, 50), np.random.default_rng(2).normal(size=(50, robot.NumBodies, 6))
    there = engine.info()
    for _, call, arrays in calls(robot, state, wrench):
        engine.use("reference")
        want = call(*arrays)
        engine.use(there.instruction_set or there.engine)
        close(call(*arrays), want)


def test_it_is_loaded_when_it_is_asked_for():
    program = "import rst_compat, sys; assert 'rst_compat.batch' not in sys.modules; rst_compat.batch.massMatrix"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_models_are_small_where_they_travel():
    for name in ("twolink", "iiwa14", "floating_base", "branched"):
        assert len(pickle.dumps(rst.importrobot(name))) < 100_000
