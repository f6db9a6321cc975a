"""JointFriction, the torque it takes, and what it does in the dynamics, for one configuration and for many."""

import copy
import json
import pickle

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import JointFriction, MatlabError, batch
from rst_compat.files.schema_faults import schema_faults
from rst_compat.files.spec import FRICTION_NAMES, FrictionSpec, friction_values
from rst_compat.matlab.friction import DEFAULTS

FULL = {
    "Viscous": 2e-5,
    "Coulomb": [0.01, 0.02],
    "GearRatio": -50.0,
    "Reference": "joint",
    "CoulombScaling": "none",
    "Smoothing": 0.1,
    "RotorInertia": 1e-5,
    "Offset": 0.2,
}
# Two products more than the recursion, whose rounding is 1e-12 (tests/core/trees.py).
ROUNDING = 1e-12


def moving(robot):
    return [b.Joint for b in robot.Bodies if b.Joint.Type in ("revolute", "prismatic")]


def rubbing(name="iiwa14", rotors=True, data_format="row"):
    """A robot with another friction in every joint but one."""
    robot = rst.importrobot(name, DataFormat=data_format)
    robot.Gravity = [0, 1, -9.81]
    for k, joint in enumerate(moving(robot)):
        if k != 1:
            joint.Friction = JointFriction(
                Viscous=1e-3 * k,
                Coulomb=[0.01 * k, 0.02] if k % 2 else 0.03,
                GearRatio=(-1) ** k * (10 + k),
                Reference="joint" if k == 4 else "motor",
                CoulombScaling="none" if k == 3 else "gear",
                Smoothing=0.3 if k == 2 else None,
                RotorInertia=1e-3 if rotors and k % 2 == 0 else 0,
                Offset=0.1 * k,
            )
    return robot


def states(robot, *shape, seed=0):
    rng = np.random.default_rng(seed)
    nq, nv = robot.homeConfiguration().size, robot.massMatrix().shape[0]
    return rng.normal(size=(*shape, nq)), rng.normal(size=(*shape, nv)), rng.normal(size=(*shape, nv))


def off(got, want):
    assert np.shape(got) == np.shape(want)
    return np.abs(got - want).max() / max(1, np.abs(want).max())


# ---- the class ----


def test_the_defaults_are_those_of_files():
    default = JointFriction()
    assert {name: getattr(default, name) for name in DEFAULTS} == DEFAULTS
    assert {FRICTION_NAMES[a]: v for a, v in vars(FrictionSpec()).items()} == DEFAULTS
    assert friction_values(FrictionSpec()) == {}


def test_names_and_values_both_ways_in_any_case():
    one = JointFriction("viscous", 2e-5, "COULOMB", 0.01, GearRatio=50)
    assert one == JointFriction(Viscous=2e-5, Coulomb=[[0.01]], gearratio=np.array([50]), Smoothing=[])
    assert repr(one) == "JointFriction(Viscous=2e-05, Coulomb=0.01, GearRatio=50)"
    assert one != JointFriction()
    assert one != "friction"
    assert len({one, JointFriction(Viscous=2e-5, Coulomb=0.01, GearRatio=50), JointFriction()}) == 2


def test_it_never_changes():
    friction = JointFriction(**FULL)
    with pytest.raises(MatlabError, match=r"Assign a new one: joint\.Friction = JointFriction") as caught:
        friction.Viscous = 1
    assert caught.value.identifier == "rst_compat:property:ReadOnly"
    with pytest.raises(ValueError, match="read-only"):
        friction.Coulomb[0] = 1
    with pytest.raises(MatlabError, match="Did you mean 'Viscous'"):
        friction.Viscos  # noqa: B018 - reading it is the test


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, rst.copy, lambda f: pickle.loads(pickle.dumps(f))])
def test_copies_are_equal(make):
    assert make(JointFriction(**FULL)) == JointFriction(**FULL)
    assert make(JointFriction(**FULL)).Coulomb.flags.writeable is False


def test_cork_s_signs_of_a_pair_are_taken():
    assert JointFriction(Coulomb=[0.395, -0.435]) == JointFriction(Coulomb=[0.395, 0.435])


OUR = "rst_compat:friction:"


@pytest.mark.parametrize(
    ("given", "identifier"),
    [
        ({"Viscous": np.nan}, "rst_compat:property:NotFinite"),
        ({"Viscous": [1, 2]}, "rst_compat:property:WrongSize"),
        ({"Viscous": "much"}, "rst_compat:argument:NotNumeric"),
        ({"Viscous": 1j}, "rst_compat:argument:NotNumeric"),
        ({"Coulomb": np.inf}, "rst_compat:property:NotFinite"),
        ({"Coulomb": [0.1, np.nan]}, "rst_compat:property:NotFinite"),
        ({"Coulomb": [np.nan, 0.1]}, "rst_compat:property:NotFinite"),
        ({"Coulomb": [1, 2, 3]}, OUR + "WrongCoulomb"),
        ({"Coulomb": [-1, 2]}, OUR + "WrongCoulomb"),
        ({"Coulomb": [[1, 2], [3, 4]]}, OUR + "WrongCoulomb"),
        ({"GearRatio": 0}, OUR + "WrongGearRatio"),
        ({"GearRatio": 1e-200}, OUR + "WrongGearRatio"),
        ({"GearRatio": 1e200}, OUR + "WrongGearRatio"),
        ({"GearRatio": np.nan}, "rst_compat:property:NotFinite"),
        ({"Smoothing": 0}, OUR + "WrongSmoothing"),
        ({"Smoothing": np.inf}, "rst_compat:property:NotFinite"),
        ({"Reference": "Motors"}, "rst_compat:argument:NotAChoice"),
        ({"Reference": 1}, "rst_compat:argument:NotText"),
        ({"CoulombScaling": "gears"}, "rst_compat:argument:NotAChoice"),
        ({"RotorInertia": np.nan}, "rst_compat:property:NotFinite"),
        ({"Offset": np.inf}, "rst_compat:property:NotFinite"),
        ({"Vicous": 1}, "rst_compat:argument:UnknownName"),
    ],
)
def test_what_is_no_friction_is_refused(given, identifier):
    with pytest.raises(MatlabError) as caught:
        JointFriction(**given)
    assert caught.value.identifier == identifier
    assert next(iter(given)) in caught.value.message


# ---- the joint ----


def test_a_joint_has_none():
    joint = rst.rigidBodyJoint("j", "revolute")
    assert joint.Friction is None
    assert "Friction" not in repr(joint)
    joint.Friction = JointFriction(Viscous=1)
    assert repr(joint).endswith("Friction: JointFriction(Viscous=1)\n")
    joint.Friction = []
    assert joint.Friction is None


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_joints_that_do_not_turn_about_one_axis_refuse_it(kind):
    joint = rst.rigidBodyJoint("j", kind)
    joint.Friction = None
    with pytest.raises(MatlabError, match="joint j cannot have friction") as caught:
        joint.Friction = JointFriction()
    assert caught.value.identifier == OUR + "WrongJoint"
    assert joint.Friction is None


def test_an_edit_reaches_the_next_call():
    robot = rst.importrobot("twolink")
    assert robot.frictionTorque([1, 1]).tolist() == [0, 0]
    robot.Bodies[1].Joint.Friction = JointFriction(Viscous=2)
    assert robot.frictionTorque([1, 1]).tolist() == [0, 2]
    assert batch.inverseDynamics(robot, [0, 0], [1, 1], IncludeFriction=True)[1] == (
        batch.inverseDynamics(robot, [0, 0], [1, 1])[1] + 2
    )
    robot.Bodies[1].Joint.Friction = None
    assert robot.frictionTorque([1, 1]).tolist() == [0, 0]


def test_copies_and_parts_of_a_tree_keep_it():
    robot = rubbing()
    want = [b.Joint.Friction for b in robot.Bodies]
    for twin in (robot.copy(), copy.deepcopy(robot), pickle.loads(pickle.dumps(robot))):
        assert [b.Joint.Friction for b in twin.Bodies] == want
    part = robot.subtree(robot.BodyNames[2])
    assert [b.Joint.Friction for b in part.Bodies] == want[2:]
    joint = rst.rigidBodyJoint("new", "revolute")
    joint.Friction = JointFriction(Viscous=7)
    robot.replaceJoint(robot.BodyNames[3], joint)
    assert robot.Bodies[3].Joint.Friction == JointFriction(Viscous=7)
    body, joint.Name = rst.rigidBody("b"), "newer"
    body.Joint = joint
    robot.addBody(body, robot.BodyNames[0])
    assert robot.getBody("b").Joint.Friction == JointFriction(Viscous=7)


# ---- the torque ----


@pytest.mark.parametrize(
    ("scaling", "printed"),
    [("gear", (0.525, -0.618)), ("none", (0.035, -0.038))],  # the prose of the notes, and their equation and code
)
def test_the_two_readings_of_the_sources(scaling, printed):
    robot = rst.importrobot("twolink")
    for body, B, T, G in zip(robot.Bodies, (2e-5, 4e-5), (0.01, 0.02), (50, -30), strict=True):
        body.Joint.Friction = JointFriction(Viscous=B, Coulomb=T, GearRatio=G, CoulombScaling=scaling)
    got = robot.frictionTorque([0.5, -0.5])
    assert got == pytest.approx(printed, abs=1e-15)
    factors = (50, 30) if scaling == "gear" else (1, 1)
    hand = [
        G**2 * B * v + s * T * v / abs(v)
        for G, B, T, v, s in zip((50, -30), (2e-5, 4e-5), (0.01, 0.02), (0.5, -0.5), factors, strict=True)
    ]
    assert got == pytest.approx(hand, abs=1e-15)


# Joints of Corke's Puma 560: G, B [N m s/rad], Tc+, Tc- [N m], all at the motor.
PUMA = [(-62.6111, 1.48e-3, 0.395, -0.435), (107.815, 0.817e-3, 0.126, -0.071), (-53.7063, 1.38e-3, 0.132, -0.105)]


@pytest.mark.parametrize("qd", [1.3, -0.7, 0.0])
@pytest.mark.parametrize("constants", PUMA)
def test_corkes_link_friction_with_the_opposite_sign(constants, qd):
    G, B, up, down = constants
    corke = -abs(G) * (abs(G) * B * qd + (up if qd > 0 else down if qd < 0 else 0.0))
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(Viscous=B, Coulomb=[up, down], GearRatio=G)
    assert robot.frictionTorque([qd, 0])[0] == pytest.approx(-corke, rel=1e-15, abs=0)


def test_at_the_joint_there_is_no_gear():
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(Viscous=2, Coulomb=3, GearRatio=50, Reference="joint", Offset=-1)
    assert robot.frictionTorque([0.5, 0]).tolist() == [2 * 0.5 + 3 - 1, 0]
    assert robot.frictionTorque().tolist() == [-1, 0]


def test_smooth_friction_has_its_slope_at_rest():
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(Coulomb=[3, 2], GearRatio=2, Smoothing=0.01)
    assert robot.frictionTorque([0.02, 0])[0] == pytest.approx(6 * np.tanh(2), rel=1e-15)
    assert robot.frictionTorque([-0.02, 0])[0] == pytest.approx(-4 * np.tanh(2), rel=1e-15)
    assert robot.frictionTorque([1e-9, 0])[0] == pytest.approx(6e-7, rel=1e-6)


def test_shapes_follow_the_data_format():
    for form, shape in (("row", (1, 2)), ("column", (2, 1))):
        robot = rst.importrobot("twolink", DataFormat=form)
        assert robot.frictionTorque(np.zeros(shape)).shape == shape
    robot.DataFormat = "struct"
    with pytest.raises(MatlabError, match="DataFormat"):
        robot.frictionTorque()


# ---- in the dynamics ----


@pytest.mark.parametrize("name", ["twolink", "iiwa14", "floating_base", "branched"])
@pytest.mark.parametrize("rotors", [True, False])
def test_forward_after_inverse_is_the_identity(name, rotors):
    robot = rubbing(name, rotors)
    Q, Qd, Qdd = states(robot, 20)
    fext = np.random.default_rng(1).normal(size=(robot.NumBodies, 6))
    for q, qd, qdd in zip(Q, Qd, Qdd, strict=True):
        tau = robot.inverseDynamics(q, qd, qdd, fext, IncludeFriction=True)
        back = robot.forwardDynamics(q, qd, tau, fext, "includefriction", True)
        condition = np.linalg.cond(robot.massMatrix(q))  # the equations are solved, so rounding grows with it
        assert off(back, qdd) < 1e-15 * condition * 100
    Tau = batch.inverseDynamics(robot, Q, Qd, Qdd, fext, IncludeFriction=True)
    back = batch.forwardDynamics(robot, Q, Qd, Tau, fext, IncludeFriction=True)
    assert off(back, Qdd) < 1e-13 * max(np.linalg.cond(m) for m in batch.massMatrix(robot, Q))


def test_what_it_adds_is_friction_and_rotors():
    robot = rubbing()
    q, qd, qdd = states(robot)
    added = robot.inverseDynamics(q, qd, qdd, IncludeFriction=True) - robot.inverseDynamics(q, qd, qdd)
    frictions = [j.Friction or JointFriction() for j in moving(robot)]
    rotors = [f.RotorInertia * (f.GearRatio**2 if f.Reference == "motor" else 1) for f in frictions]
    assert off(added, robot.frictionTorque(qd) + rotors * qdd) < ROUNDING
    M = robot.massMatrix(q) + np.diag(rotors)
    rest = robot.inverseDynamics(q, qd) + robot.frictionTorque(qd)
    assert off(robot.forwardDynamics(q, qd, qdd, IncludeFriction=True), np.linalg.solve(M, qdd - rest)) < 1e-10


def test_without_the_option_there_is_none():
    robot, plain = rubbing(), rst.importrobot("iiwa14", DataFormat="row")
    plain.Gravity = robot.Gravity
    q, qd, qdd = states(robot)
    for function in ("inverseDynamics", "forwardDynamics"):
        want = getattr(plain, function)(q, qd, qdd)
        assert np.array_equal(getattr(robot, function)(q, qd, qdd), want)
        assert np.array_equal(getattr(robot, function)(q, qd, qdd, IncludeFriction=False), want)
        assert np.array_equal(getattr(plain, function)(q, qd, qdd, IncludeFriction=True), want)
    assert np.array_equal(robot.massMatrix(q), plain.massMatrix(q))


def test_the_option_may_stand_in_the_place_of_a_vector():
    robot = rubbing()
    q, qd, _ = states(robot)
    want = robot.inverseDynamics(q, qd, [], [], "IncludeFriction", True)
    assert np.array_equal(robot.inverseDynamics(q, qd, "IncludeFriction", True), want)
    assert np.array_equal(robot.inverseDynamics(q, qd, [], "IncludeFriction", 1), want)
    assert np.array_equal(
        robot.inverseDynamics(q, "IncludeFriction", True), robot.inverseDynamics(q, [], IncludeFriction=1)
    )
    assert robot.inverseDynamics("IncludeFriction", True).shape == (7,)
    assert robot.forwardDynamics(q[None], "IncludeFriction", True).shape == (1, 7)
    for wrong in (
        ["IncludeFriction"],
        ["IncludeFriction", "yes"],
        [qd, "Friction", True],
        [qd, [], [], "Friction", True],
    ):
        with pytest.raises(MatlabError):
            robot.inverseDynamics(q, *wrong)


def test_an_overflow_is_one_warning_at_the_call():
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(Viscous=1e300)
    calls = [
        lambda: robot.frictionTorque([1e20, 0]),
        lambda: robot.inverseDynamics([0, 0], [1e20, 0], IncludeFriction=True),
        lambda: batch.inverseDynamics(robot, [0, 0], [1e20, 0], IncludeFriction=True),
    ]
    for call in calls:
        with pytest.warns(rst.MatlabWarning, match="has NaN or Inf in it") as caught:
            assert call()[0] == np.inf
        assert [w.filename for w in caught] == [__file__]


def test_a_massless_arm_with_rotors_can_be_moved():
    robot = rst.importrobot("twolink")
    for body in robot.Bodies:
        body.Mass, body.Inertia = 0, np.zeros(6)
    robot.Bodies[0].Joint.Friction = JointFriction(RotorInertia=2, GearRatio=3)
    with pytest.warns(rst.MatlabWarning, match="no inertia beside the rest: joint_2"):
        assert np.isnan(robot.forwardDynamics([0, 0], [0, 0], [36, 36], IncludeFriction=True)).all()
    with pytest.warns(rst.MatlabWarning, match="singular"):
        assert np.isnan(batch.forwardDynamics(robot, np.zeros((3, 2)), Tau=[36, 36], IncludeFriction=True)).all()
    robot.Bodies[1].Joint.Friction = JointFriction(RotorInertia=4, Reference="joint")
    assert robot.forwardDynamics([0, 0], [0, 0], [36, 36], IncludeFriction=True).tolist() == [2, 9]


@pytest.mark.parametrize("function", ["inverseDynamics", "forwardDynamics"])
@pytest.mark.parametrize("name", ["iiwa14", "floating_base"])
@pytest.mark.parametrize("rotors", [True, False])
def test_many_are_as_one(function, name, rotors):
    robot = rubbing(name, rotors)
    Q, Qd, last = states(robot, 5, 4)
    one, many = getattr(robot, function), getattr(batch, function)
    want = np.array(
        [
            one(q, v, a, IncludeFriction=True)
            for q, v, a in zip(*(x.reshape(20, -1) for x in (Q, Qd, last)), strict=True)
        ]
    )
    got = many(robot, Q, Qd, last, IncludeFriction=True)
    assert off(got, want.reshape(got.shape)) < ROUNDING * 100  # facade and batch may take another path
    out = np.empty(got.shape)[::-1]
    assert many(robot, Q, Qd, last, IncludeFriction=True, out=out) is out
    assert np.array_equal(out, got)
    assert (
        off(
            many(robot, Q[:, :1], Qd[0, 0], IncludeFriction=True),
            many(robot, Q[:, :1], np.tile(Qd[0, 0], (5, 1, 1)), np.zeros_like(last[:, :1]), IncludeFriction=True),
        )
        == 0
    )
    Qd[2, 1, 0] = np.nan
    spoilt = many(robot, Q, Qd, last, IncludeFriction=True)
    assert np.isnan(spoilt[2, 1]).all()
    spoilt[2, 1] = got[2, 1]
    assert np.array_equal(spoilt, got)


@pytest.mark.parametrize("function", ["inverseDynamics", "forwardDynamics"])
def test_dask(function):
    da = pytest.importorskip("dask.array")
    robot = rubbing()
    Q, Qd, last = states(robot, 30)
    many = getattr(batch, function)
    lazy = many(robot, da.from_array(Q, chunks=(7, 7)), Qd, last, IncludeFriction=True)
    assert np.array_equal(lazy.compute(scheduler="synchronous"), many(robot, Q, Qd, last, IncludeFriction=True))


def test_friction_takes_energy():
    """Free motion without gravity loses kinetic energy at the rate of friction."""
    robot = rubbing(rotors=False)
    robot.Gravity = [0, 0, 0]
    for joint in moving(robot):
        joint.Friction = JointFriction(Viscous=0.1, Coulomb=0.2)
    q, qd, _ = states(robot)
    qdd = robot.forwardDynamics(q, qd, IncludeFriction=True)
    power = qd @ (robot.massMatrix(q) @ qdd + robot.velocityProduct(q, qd))  # the rate of qd' M qd / 2
    assert power == pytest.approx(-qd @ robot.frictionTorque(qd), rel=1e-10)
    assert power < 0


# ---- files ----


@pytest.mark.parametrize("suffix", [".json", ".mat"])
def test_files_keep_it(tmp_path, suffix):
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(**FULL)
    robot.Bodies[1].Joint.Friction = JointFriction()
    robot.exportrobot(tmp_path / f"robot{suffix}")
    again = rst.importrobot(tmp_path / f"robot{suffix}")
    assert [b.Joint.Friction for b in again.Bodies] == [JointFriction(**FULL), JointFriction()]
    rst.save(tmp_path / "w.mat", robot=robot)
    assert rst.load(tmp_path / "w.mat").robot.Bodies[0].Joint.Friction == JointFriction(**FULL)


def document(friction, kind="revolute"):
    body = {"Name": "b", "Joint": {"Type": kind, "Friction": friction}}
    return {"Format": "rigidBodyTree", "Version": 1, "Bodies": [body]}


@pytest.mark.parametrize("coulomb", [[0.01, 0.02], [[0.01], [0.02]], [[0.01, 0.02]], [0.01, -0.02]])
def test_pairs_as_jsonencode_writes_them(coulomb):
    text = document({"Coulomb": coulomb})
    assert schema_faults(text) == []
    assert rst.importrobot(text).Bodies[0].Joint.Friction == JointFriction(Coulomb=[0.01, 0.02])


@pytest.mark.parametrize(
    ("friction", "kind", "said"),
    [
        ({"Viscos": 1}, "revolute", "Friction: expected one of Viscous, .* Did you mean 'Viscous'"),
        ({"Viscous": "1"}, "revolute", r"Friction\.Viscous: expected a number"),
        ({"Coulomb": [1, 2, 3]}, "revolute", r"Friction\.Coulomb: expected 2 numbers, got 3"),
        ({"GearRatio": -0.0}, "revolute", r"Friction\.GearRatio: expected a gear ratio"),
        ({"Smoothing": 0}, "prismatic", r"Friction\.Smoothing: expected a speed above zero"),
        ({"Reference": "Motor"}, "revolute", r"Friction\.Reference: expected one of motor, joint"),
        ({"CoulombScaling": 1}, "revolute", r"Friction\.CoulombScaling: expected a string"),
        ({}, "fixed", r"Friction: expected none for a fixed joint"),
        ({}, "floating", r"Friction: expected none for a floating joint"),
        (3, "revolute", r"Friction: expected an object"),
        (None, "revolute", r"Friction: expected an object"),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(friction, kind, said):
    with pytest.raises(MatlabError, match=said):
        rst.importrobot(json.dumps(document(friction, kind)))
    pytest.importorskip("jsonschema")
    assert schema_faults(document(friction, kind)) != []


def test_urdf_loses_it_and_says_so():
    robot = rubbing("twolink")
    with pytest.warns(rst.MatlabWarning, match=r"has no friction; that of these joints is left out: joint_1\."):
        urdf = robot.exportrobot(Format="urdf")
    assert all(b.Joint.Friction is None for b in rst.importrobot(urdf).Bodies)


def test_the_dynamics_element_of_a_urdf_is_passed_by():
    links = "".join(
        f"<link name='{n}'><inertial><mass value='1'/>"
        "<inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>"
        for n in "ab"
    )
    joint = "<joint name='j' type='continuous'><parent link='a'/><child link='b'/>"
    joint += "<dynamics damping='1' friction='2'/></joint>"
    assert rst.importrobot(f"<robot name='r'>{links}{joint}</robot>").Bodies[0].Joint.Friction is None


def test_the_doctor_sees_friction_that_pushes():
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = JointFriction(Viscous=-1, Coulomb=-2)
    found = [f for f in rst.checkModel(robot) if f.Code == "NegativeFriction"]
    assert [(f.Severity, f.Joint, f.Message.split()[0]) for f in found] == [
        ("warning", "joint_1", "Viscous"),
        ("warning", "joint_1", "Coulomb"),
    ]
    robot.Bodies[0].Joint.Friction = JointFriction(Viscous=1, Coulomb=[1, -2])
    assert rst.checkModel(robot) == []
