"""rst_compat.batch: the numbers of the facade, one state after the other; leading axes; what is refused."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch

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
}
BODY = ["getTransform", "geometricJacobian"]

# The same operations in another order of summation, on results up to about 100.
ROUNDING = 1e-11


def close(got, want):
    np.testing.assert_allclose(got, want, rtol=0, atol=ROUNDING * max(1, np.abs(want).max(initial=0)))


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


@pytest.mark.parametrize("name", ["inverseDynamics", "forwardDynamics"])
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


@pytest.mark.parametrize(("bad", "what"), [(np.nan, "expectedNonNaN"), (np.inf, "expectedFinite")])
def test_nan_and_inf_are_errors_that_name_the_state(bad, what):
    robot, Q, F = rst.importrobot("twolink"), np.zeros((5, 2)), np.zeros((5, 2, 6))
    Q[3, 1] = F[3, 0, 5] = bad
    for call in (lambda: batch.massMatrix(robot, Q), lambda: batch.velocityProduct(robot, None, Q)):
        with pytest.raises(ValueError, match=r"at \[3, 1\]") as caught:
            call()
        assert caught.value.identifier.endswith(what)
    with pytest.raises(ValueError, match=r"Fext has .* at \[3, 0, 5\]"):
        batch.forwardDynamics(robot, None, None, None, F)


@pytest.mark.parametrize("value", ["ab", [[1, 2], [3]], [[1j, 2]]])
def test_only_real_numbers_are_numbers(value):
    with pytest.raises(TypeError, match="not an array of real numbers"):
        batch.massMatrix(rst.importrobot("twolink"), value)


@pytest.mark.parametrize("name", batch.__all__)
def test_the_first_argument_is_a_tree(name):
    with pytest.raises(TypeError, match="a rigidBodyTree"):
        getattr(batch, name)("twolink", *([None, "body_1"] if name in BODY else []))


@pytest.mark.parametrize("name", BODY)
@pytest.mark.parametrize(("body", "error"), [("body_3", KeyError), (1, TypeError), ([1], TypeError)])
def test_a_body_is_given_by_its_name(name, body, error):
    with pytest.raises(error, match=r"body_3|is not text"):
        getattr(batch, name)(rst.importrobot("twolink"), np.zeros((3, 2)), body)


def test_it_has_the_names_of_the_facade():
    assert set(batch.__all__) == {*RATES, *BODY}
    assert set(batch.__all__) < set(rst.__all__)
