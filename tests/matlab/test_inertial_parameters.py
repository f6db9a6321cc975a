"""The vector behind the regressor: its order, its names, a robot made from it, and the columns of the drives."""

import numpy as np
import pytest
from test_friction import moving, off, rubbing, states

import rst_compat as rst
from rst_compat import JointFriction, MatlabError, batch

ALL = {"Friction": True, "RotorInertia": True, "Offset": True}
OF_A_BODY = ["m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy"]


def linear(name="iiwa14"):
    """A robot whose friction is linear in its parameters while it moves."""
    robot = rubbing(name)
    for joint in moving(robot):
        f = joint.Friction
        joint.Friction = f and JointFriction(**{n: getattr(f, n) for n in FIELDS if n != "Smoothing"})
    return robot


FIELDS = ["Viscous", "Coulomb", "GearRatio", "Reference", "CoulombScaling", "Smoothing", "RotorInertia", "Offset"]


def test_the_order_of_a_body():
    robot = rst.importrobot("twolink")
    body = robot.Bodies[0]
    body.Mass, body.CenterOfMass, body.Inertia = 2, [1, 2, 3], [11, 12, 13, 14, 15, 16]
    assert rst.inertialParameters(robot)[:10].tolist() == [2, 2, 4, 6, 11, 12, 13, 14, 15, 16]
    assert rst.parameterNames(robot)[:10] == [f"body_1.{n}" for n in OF_A_BODY]
    robot.DataFormat = "struct"
    assert rst.inertialParameters(robot).shape == (20,)


def test_names_stand_kind_by_kind():
    names = rst.parameterNames(rst.importrobot("twolink"), "friction", True, "RotorInertia", True, "Offset", True)
    assert names[20:] == [f"joint_{k}.{s}" for s in ("Bm", "Tc", "Jm", "offset") for k in (1, 2)]
    robot = rst.importrobot("floating_base")
    assert rst.parameterNames(robot, Friction="coulomb")[10 * robot.NumBodies :] == [
        f"{j.Name}.Tc" for j in moving(robot)
    ]


@pytest.mark.parametrize("name", ["twolink", "iiwa14", "floating_base", "branched"])
@pytest.mark.parametrize("gear", [None, "one", "each"])
def test_columns_times_parameters_are_the_torques(name, gear):
    robot = linear(name)
    n = len(moving(robot))
    ratio = {None: None, "one": -40, "each": np.random.default_rng(2).normal(size=n) * 30}[gear]
    Q, Qd, Qdd = states(robot, 15)
    pi = rst.inertialParameters(robot, **ALL, GearRatio=ratio)
    Y = batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **ALL, GearRatio=ratio)
    assert Y.shape == (15, Qd.shape[1], 10 * robot.NumBodies + 4 * n)
    # Coulomb friction that differs between the ways is exact too: half the difference is in the offset.
    assert off(Y @ pi, batch.inverseDynamics(robot, Q, Qd, Qdd, IncludeFriction=True)) < 1e-12
    one = robot.inverseDynamicsRegressor(Q[3], Qd[3], Qdd[3], **ALL, GearRatio=ratio)
    assert off(one, Y[3]) < 1e-12


def test_the_columns_are_chosen_one_by_one():
    robot = rst.importrobot("twolink")
    q, qd, qdd = [0.3, 0.4], [2.0, -3.0], [5.0, 7.0]
    Y = robot.inverseDynamicsRegressor(q, qd, qdd)
    G = [50, -30]

    def columns(**options):
        wide = robot.inverseDynamicsRegressor(q, qd, qdd, **options)
        assert np.array_equal(wide[:, :20], Y)
        return wide[:, 20:].tolist()

    assert columns() == columns(Friction=False, GearRatio=G) == [[], []]
    assert columns(Friction="viscous", GearRatio=G) == [[5000, 0], [0, -2700]]
    assert columns(Friction="Coulomb", GearRatio=G) == [[50, 0], [0, -30]]
    assert columns(RotorInertia=1, GearRatio=G) == [[12500, 0], [0, 6300]]
    assert columns(Offset=True, GearRatio=G) == [[1, 0], [0, 1]]
    assert columns(Friction=True) == [[2, 0, 1, 0], [0, -3, 0, -1]]
    assert columns(Friction=True, GearRatio=10) == [[200, 0, 10, 0], [0, -300, 0, -10]]
    assert robot.inverseDynamicsRegressor(q, "Friction", True).shape == (2, 24)
    assert robot.inverseDynamicsRegressor("Friction", True, "Offset", True).shape == (2, 26)


def test_by_default_the_joints_know_their_gears():
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(GearRatio=-50, CoulombScaling="none")
    robot.Bodies[1].Joint.Friction = JointFriction(GearRatio=-50, Reference="joint")
    Y = robot.inverseDynamicsRegressor([0, 0], [1, 1], [1, 1], Friction=True, RotorInertia=True)
    assert Y[:, 20:].tolist() == [[2500, 0, 1, 0, 2500, 0], [0, 1, 0, 1, 0, 1]]


@pytest.mark.parametrize(
    ("options", "identifier"),
    [
        ({"Friction": "both"}, "rst_compat:argument:NotAChoice"),
        ({"Friction": 2}, "rst_compat:argument:NotLogical"),
        ({"Offset": "yes"}, "rst_compat:argument:NotLogical"),
        ({"RotorInertia": None}, "rst_compat:argument:NotLogical"),
        ({"GearRatio": 0}, "rst_compat:friction:WrongGearRatio"),
        ({"GearRatio": [50, 0]}, "rst_compat:friction:WrongGearRatio"),
        ({"GearRatio": [50, np.nan]}, "rst_compat:property:NotFinite"),
        ({"GearRatio": [1, 2, 3]}, "rst_compat:property:WrongSize"),
        ({"GearRatio": "high"}, "rst_compat:argument:NotNumeric"),
    ],
)
def test_wrong_options_are_refused_everywhere(options, identifier):
    robot = rst.importrobot("twolink")
    calls = [
        lambda: robot.inverseDynamicsRegressor([0, 0], **options),
        lambda: batch.inverseDynamicsRegressor(robot, [0, 0], **options),
        lambda: rst.inertialParameters(robot, **options),
        lambda: rst.parameterNames(robot, **options),
        lambda: rst.withInertialParameters(robot, np.ones(20), **options),
    ]
    for call in calls:
        with pytest.raises(MatlabError) as caught:
            call()
        assert caught.value.identifier == identifier
    with pytest.raises(MatlabError, match="Did you mean 'Friction'"):
        rst.parameterNames(robot, Frition=True)


def test_what_is_no_robot_is_refused():
    for function in (rst.inertialParameters, rst.parameterNames, lambda r: rst.withInertialParameters(r, [])):
        with pytest.raises(MatlabError, match="is not a robot"):
            function("twolink")


# ---- many ----


def test_many_with_out_nan_and_leading_axes():
    robot = linear()
    Q, Qd, Qdd = states(robot, 3, 4)
    Y = batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **ALL)
    out = np.empty((4, 3, *Y.shape[2:])).swapaxes(0, 1)
    assert batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **ALL, out=out) is out
    assert np.array_equal(out, Y)
    assert np.array_equal(batch.inverseDynamicsRegressor(robot, Q[1, 2], Qd[1, 2], Qdd[1, 2], **ALL), Y[1, 2])
    with pytest.raises(MatlabError, match="out cannot take the result"):
        batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **ALL, out=np.empty((3, 4, 7, 10 * robot.NumBodies)))
    still = batch.inverseDynamicsRegressor(robot, Q, **ALL)
    assert np.array_equal(still[..., -7:], np.broadcast_to(np.eye(7), (3, 4, 7, 7)))
    assert not still[..., 10 * robot.NumBodies : -7].any()
    Qdd[0, 1, 3] = np.inf
    spoilt = batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **ALL)
    assert np.isnan(spoilt[0, 1]).all()
    spoilt[0, 1] = Y[0, 1]
    assert np.array_equal(spoilt, Y)


def test_many_on_threads():
    robot = linear()
    Q, Qd, Qdd = states(robot, 6000)
    Y = batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, Friction=True, workers=2)
    assert np.array_equal(Y, batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, Friction=True, workers=1))


def test_dask():
    da = pytest.importorskip("dask.array")
    robot = linear()
    Q, Qd, Qdd = states(robot, 30)
    options = {**ALL, "GearRatio": np.arange(1, 8)}
    lazy = batch.inverseDynamicsRegressor(robot, da.from_array(Q, chunks=(7, 7)), Qd, Qdd, **options)
    want = batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **options)
    assert lazy.shape == want.shape
    assert np.array_equal(lazy.compute(scheduler="synchronous"), want)


# ---- a robot with other parameters ----


@pytest.mark.parametrize("name", ["twolink", "iiwa14", "floating_base", "branched"])
def test_there_and_back(name):
    robot = linear(name)
    Q, Qd, Qdd = states(robot, 5)
    rng = np.random.default_rng(4)
    for options in ({}, ALL, {**ALL, "GearRatio": 7}, {"Friction": "viscous"}):
        pi = rng.normal(size=rst.inertialParameters(robot, **options).size)  # no body's: any numbers go through
        new = rst.withInertialParameters(robot, pi, **options)
        assert off(rst.inertialParameters(new, **options), pi) < 1e-15  # one division and one product
        Y = batch.inverseDynamicsRegressor(robot, Q, Qd, Qdd, **options)
        if options != {"Friction": "viscous"}:  # the rest of the friction is not part of this regressor
            assert off(batch.inverseDynamics(new, Q, Qd, Qdd, IncludeFriction=bool(options)), Y @ pi) < 1e-12
        assert [b.Joint.Type for b in new.Bodies] == [b.Joint.Type for b in robot.Bodies]
        assert np.array_equal(new.Gravity, robot.Gravity)


def test_the_robot_itself_stays():
    robot = linear()
    before = robot.exportrobot()
    rst.withInertialParameters(robot, np.ones(10 * robot.NumBodies))
    assert robot.exportrobot() == before


def test_parameters_that_were_not_chosen_stay_what_they_are_at_the_joint():
    robot = linear()
    pi = rst.inertialParameters(robot, Friction="viscous", GearRatio=7)
    new = rst.withInertialParameters(robot, pi, Friction="viscous", GearRatio=7)
    _, qd, qdd = states(robot)
    assert off(new.frictionTorque(qd), robot.frictionTorque(qd)) < 1e-15
    moved = [r.inverseDynamics([], qd, qdd, IncludeFriction=True) for r in (new, robot)]
    assert off(*moved) < 1e-13
    assert {j.Friction.GearRatio for j in moving(new)} == {7}


def test_a_body_without_mass():
    robot = rst.importrobot("twolink")
    pi = rst.inertialParameters(robot)
    pi[10:14] = 0
    new = rst.withInertialParameters(robot, pi)
    assert new.Bodies[1].Mass == 0
    assert np.array_equal(rst.inertialParameters(new), pi)
    for m, moment in ((0, 0.1), (1e-310, 0.1)):
        pi[10:12] = m, moment
        with pytest.raises(MatlabError, match="body body_2 has no mass to divide its first moments by") as caught:
            rst.withInertialParameters(robot, pi)
        assert caught.value.identifier == "rst_compat:inertialParameters:NoCenterOfMass"
    pi[10:12] = -0.5, 0.1
    assert rst.withInertialParameters(robot, pi).Bodies[1].CenterOfMass[0] == -0.2


@pytest.mark.parametrize(
    ("pi", "identifier"),
    [
        (np.ones(19), "rst_compat:property:WrongSize"),
        (np.ones((2, 10)), "rst_compat:property:WrongSize"),
        ([np.nan, *[1] * 19], "rst_compat:property:NotFinite"),
        ("pi", "rst_compat:argument:NotNumeric"),
        (None, "rst_compat:argument:NotNumeric"),
    ],
)
def test_wrong_vectors_are_refused(pi, identifier):
    with pytest.raises(MatlabError) as caught:
        rst.withInertialParameters(rst.importrobot("twolink"), pi)
    assert caught.value.identifier == identifier


def test_a_column_will_do():
    robot = rst.importrobot("twolink")
    pi = rst.inertialParameters(robot)
    assert np.array_equal(rst.inertialParameters(rst.withInertialParameters(robot, pi[:, None])), pi)
