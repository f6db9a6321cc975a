"""rst_compat.symbolic: the printed formulas of course notes, identities as expressions, and the facade's numbers."""

import numpy as np
import pytest
import sympy as sp

import rst_compat as rst
from rst_compat import symbolic

NOTES = {
    "joint_1.DH": ["a1", 0, 0, 0],
    "joint_2.DH": ["a2", 0, 0, 0],
    "body_1.Mass": "m1",
    "body_2.Mass": "m2",
    "body_1.CenterOfMass": ["l1 - a1", 0, 0],
    "body_2.CenterOfMass": ["l2 - a2", 0, 0],
    "body_1.CentralInertia": [0, 0, "Izz1", 0, 0, 0],
    "body_2.CentralInertia": [0, 0, "Izz2", 0, 0, 0],
    "Gravity": [0, "-g", 0],
}
q1, q2, qd1, qd2, qdd1, qdd2 = MOTION = sp.symbols("q1 q2 qd1 qd2 qdd1 qdd2", real=True)
LETTERS = {name: sp.Symbol(name, real=True) for name in ["a1", "a2", "l1", "l2", "m1", "m2", "Izz1", "Izz2", "g"]}
LETTERS |= {s.name: s for s in MOTION}
FUNCTIONS = ["massMatrix", "coriolisMatrix", "velocityProduct", "gravityTorque", "inverseDynamics"]


def formula(text):
    return sp.sympify(text, locals=LETTERS)


def twolink():
    return rst.importrobot("twolink", DataFormat="row")


@pytest.fixture(scope="module")
def notes():
    return symbolic.robot(twolink(), NOTES)


def slanted():
    """Joints of all kinds, axes across and parallel, placements with roots in them, and a branch."""
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = [0, -3, -9.5]
    for name, parent, kind, axis, turn, p in [
        ("a", "base", "revolute", [0, 0, 1], [0, 0, 1, 0], [0.1, 0, 0.3]),
        ("b", "a", "revolute", [0, 1, 0], [1, 0, 0, np.pi / 4], [0.2, 0, 0]),
        ("c", "b", "prismatic", [1, 0, 0], [0, 0, 1, np.pi / 3], [0, 0, 0.4]),
        ("d", "b", "fixed", [0, 0, 1], [0, 1, 0, np.pi / 6], [0.3, 0, 0]),
        ("e", "d", "revolute", [0, 1, 0], [0, 1, 0, -np.pi / 2], [0, 0.2, 0]),
    ]:
        body, joint = rst.rigidBody(name), rst.rigidBodyJoint("joint_" + name, kind)
        T = rst.axang2tform(turn)
        T[:3, 3] = p
        joint.setFixedTransform(T)
        if kind != "fixed":
            joint.JointAxis = axis
        body.Joint, body.Mass, body.CenterOfMass, body.Inertia = joint, 1.3, [0.1, 0, 0.3], [2, 3, 4, 0, 0.2, 0]
        robot.addBody(body, parent)
    return robot


# --------------------------------------------------------------------------- the notes


def test_the_coriolis_matrix_that_the_notes_print_with_numbers():
    # Every letter but q and qd has a number in the notes.
    want = sp.Matrix(
        2,
        2,
        [*map(formula, ("-49/400*qd2*sin(q2)", "-49/400*qd1*sin(q2)-49/400*qd2*sin(q2)", "49/400*qd1*sin(q2)", "0"))],
    )
    got = symbolic.coriolisMatrix(twolink())
    assert (got - want).expand() == sp.zeros(2, 2)
    assert not got.has(sp.Float)


def test_the_gravity_torque_that_the_notes_print_with_letters(notes):
    want = ["g*m2*(l2*cos(q1+q2)+a1*cos(q1))+g*l1*m1*cos(q1)", "g*l2*m2*cos(q1+q2)"]
    assert (symbolic.gravityTorque(notes) - sp.Matrix([*map(formula, want)])).expand() == sp.zeros(2, 1)


def test_the_mass_matrix_is_that_of_lagrange(notes):
    """Independent of recursions: the Hessian of the kinetic energy of two points and two flywheels."""
    at = [formula("l1*cos(q1)"), formula("l1*sin(q1)")]
    at2 = [formula("a1*cos(q1)+l2*cos(q1+q2)"), formula("a1*sin(q1)+l2*sin(q1+q2)")]
    energy = sum(
        m / 2 * sum((sp.diff(x, q1) * qd1 + sp.diff(x, q2) * qd2) ** 2 for x in place)
        for m, place in ((LETTERS["m1"], at), (LETTERS["m2"], at2))
    ) + formula("Izz1*qd1**2/2 + Izz2*(qd1+qd2)**2/2")
    M = sp.hessian(energy, [qd1, qd2])
    assert (symbolic.massMatrix(notes) - M).applyfunc(sp.simplify) == sp.zeros(2, 2)


def test_the_four_parameter_regressor_of_the_notes(notes):
    """The slides' closed form of the torque, and the columns of the parameters that the notes identify."""
    names = ["Izz1", "Izz2", "m1", "m2"]
    tau = symbolic.inverseDynamics(notes)
    Y = symbolic.inverseDynamicsRegressor(notes, Parameters=names)
    closed = [
        "Izz1*qdd1 + Izz2*(qdd1+qdd2) + m1*l1**2*qdd1 + m2*(a1**2*qdd1 + l2**2*(qdd1+qdd2) "
        "+ a1*l2*cos(q2)*(2*qdd1+qdd2) - a1*l2*sin(q2)*(2*qd1*qd2+qd2**2)) + g*m1*l1*cos(q1)"
        "+ g*m2*(a1*cos(q1)+l2*cos(q1+q2))",
        "Izz2*(qdd1+qdd2) + m2*(l2**2*(qdd1+qdd2) + a1*l2*cos(q2)*qdd1 + a1*l2*sin(q2)*qd1**2 + g*l2*cos(q1+q2))",
    ]
    assert (tau - sp.Matrix([*map(formula, closed)])).expand() == sp.zeros(2, 1)
    assert (Y * sp.Matrix([LETTERS[n] for n in names]) - tau).expand() == sp.zeros(2, 1)
    # The finding about the notes: with l1 = 1/4 and no gravity, the column of m1 is that of Izz1 over 16.
    assert Y[:, 2].subs({LETTERS["g"]: 0, LETTERS["l1"]: sp.Rational(1, 4)}) == Y[:, 0] / 16


# --------------------------------------------------------------------------- identities


@pytest.mark.parametrize("robot", [lambda: symbolic.robot(twolink(), NOTES), lambda: symbolic.robot(slanted())])
def test_identities_hold_as_expressions(robot):
    """Not to some digits: each side comes out as the same sum."""
    r = robot()
    n, q, qd, qdd = len(r.q), *(sp.Matrix(x) for x in (r.q, r.qd, r.qdd))
    M, C = symbolic.massMatrix(r), symbolic.coriolisMatrix(r)

    def is_zero(value):
        return value.expand() == sp.zeros(*value.shape)

    tau, pi = symbolic.inverseDynamics(r), symbolic.inertialParameters(r)
    assert M == M.T
    assert is_zero(tau - M * qdd - C * qd - symbolic.gravityTorque(r))
    assert is_zero(C * qd - symbolic.velocityProduct(r))
    assert is_zero(symbolic.inverseDynamicsRegressor(r) * pi - tau)
    assert is_zero(sum((M.diff(q[k]) * qd[k] for k in range(n)), sp.zeros(n, n)) - C - C.T)


def test_equal_expressions_come_out_equal(notes):
    q, qd = sp.Matrix(notes.q), sp.Matrix(notes.qd)
    assert (symbolic.coriolisMatrix(notes) * qd - symbolic.velocityProduct(notes)).expand() == sp.zeros(2, 1)
    T = symbolic.getTransform(notes, None, "body_2")
    assert T[0, 0] == sp.cos(q[0] + q[1])
    assert T[0, 3] == formula("a1*cos(q1) + a2*cos(q1+q2)")
    J = symbolic.geometricJacobian(notes, None, "body_2")
    assert J[3:5, :] == T[:2, 3].jacobian(q)


# --------------------------------------------------------------------------- the numbers of the facade


@pytest.mark.parametrize(
    ("robot", "simplify"),
    [(twolink, True), (twolink, False), (slanted, False), (lambda: rst.importrobot("scara", DataFormat="row"), True)],
)
def test_the_numbers_are_those_of_the_facade(robot, simplify):
    robot = robot()
    n, rng = robot.homeConfiguration().size, np.random.default_rng(3)
    symbols = sp.symbols(" ".join(f"{x}{k}" for x in ("q", "qd", "qdd") for k in range(1, n + 1)), real=True)
    terms = [getattr(symbolic, f)(robot, Simplify=simplify) for f in [*FUNCTIONS, "inverseDynamicsRegressor"]]
    terms += [symbolic.getTransform(robot, None, robot.BodyNames[-1], robot.BodyNames[0])]
    terms += [symbolic.geometricJacobian(robot, None, robot.BodyNames[-1])]
    compute = sp.lambdify(symbols, terms, cse=not simplify)
    for _ in range(3):
        q, qd, qdd = rng.uniform(-2, 2, (3, n))
        want = [robot.massMatrix(q), robot.coriolisMatrix(q, qd), robot.velocityProduct(q, qd), robot.gravityTorque(q)]
        want += [robot.inverseDynamics(q, qd, qdd), robot.inverseDynamicsRegressor(q, qd, qdd)]
        want += [robot.getTransform(q, robot.BodyNames[-1], robot.BodyNames[0])]
        want += [robot.geometricJacobian(q, robot.BodyNames[-1])]
        for x, y in zip(compute(*q, *qd, *qdd), want, strict=True):
            # Both round some hundred operations on numbers of this size.
            np.testing.assert_allclose(np.reshape(x, np.shape(y)), y, rtol=0, atol=1e-13 * max(1, np.abs(y).max()))


def test_letters_take_the_numbers_of_the_robot_again(notes):
    numbers = {"a1": 0.5, "a2": 0.7, "l1": 0.25, "l2": 0.35, "m1": 0.5, "m2": 0.7, "g": 9.81}
    inertia = {f"Izz{k}": m * (3 * 0.04**2 + a**2) / 12 for k, m, a in ((1, 0.5, 0.5), (2, 0.7, 0.7))}
    state = dict(zip(("q1", "q2", "qd1", "qd2", "qdd1", "qdd2"), (0.3, -1.2, 2, 0.5, -1, 3), strict=True))
    got = symbolic.inverseDynamics(notes).subs({LETTERS[k]: v for k, v in (numbers | inertia | state).items()})
    want = twolink().inverseDynamics([0.3, -1.2], [2, 0.5], [-1, 3])
    np.testing.assert_allclose(np.array(got, float).ravel(), want, rtol=1e-14)


@pytest.mark.parametrize(("kind", "extra"), [("inertial", 0), ("all", 1)])
def test_letters_for_everything(kind, extra):
    robot = rst.importrobot("puma560", DataFormat="row")
    r = symbolic.robot(robot, kind)
    names = {s.name for s in r.Parameters}
    assert ("g" in names) == (kind == "all")
    assert {"m2", "Ixx3"} <= names
    values = {}
    for k, body in enumerate(robot.Bodies, start=1):
        values[f"m{k}"] = body.Mass
        values |= {f"c{x}{k}": c for x, c in zip("xyz", body.CenterOfMass, strict=True)}
        values |= {f"I{x}{k}": c for x, c in zip(("xx", "yy", "zz", "yz", "xz", "xy"), body.Inertia, strict=True)}
        values |= {f"p{x}{k}": c for x, c in zip("xyz", body.Joint.JointToParentTransform[:3, 3], strict=True)}
        values |= {f"l{x}{k}": c for x, c in zip("xyz", body.Joint.ChildToJointTransform[:3, 3], strict=True)}
    values["g"] = np.abs(robot.Gravity).max()
    q = np.arange(1, 7) / 3
    g = symbolic.gravityTorque(r, q).subs({s: values[s.name] for s in r.Parameters})
    np.testing.assert_allclose(np.array(g, float).ravel(), robot.gravityTorque(q), rtol=0, atol=1e-13 * 60)


# --------------------------------------------------------------------------- exact numbers


def test_right_angles_and_their_like_are_exact():
    """A float of pi/2 has a cosine of 6e-17, which must not become a term."""
    robot = rst.importrobot("puma560", DataFormat="row")  # twists of pi/2
    T = symbolic.getTransform(robot, [0, sp.pi / 2, sp.pi / 4, sp.pi / 3, 0, 0], "link6")
    assert not T.has(sp.Float)
    assert set(T[:3, :3].applyfunc(lambda e: sp.nsimplify(e) - e)) == {0}
    assert (T[:3, :3] * T[:3, :3].T).applyfunc(sp.simplify) == sp.eye(3)
    R = symbolic.getTransform(slanted(), None, "d", "b")[:3, :3]
    half, root = sp.Rational(1, 2), sp.sqrt(3) / 2
    assert sp.Matrix([[root, 0, half], [0, 1, 0], [-half, 0, root]]) == R
    # The axes of b and e are parallel, with a fixed joint between them; those of a and b are not.
    x, y, z = sp.symbols("q1 q2 q4", real=True)
    R = symbolic.getTransform(slanted(), None, "e")[:3, :3]
    assert {f.args[0] for f in R.atoms(sp.sin, sp.cos)} == {x, y + z}


def test_thirds_stay_thirds():
    """In the core's tables, which are floats, a third of SymPy would become 0.333."""
    third = sp.Rational(1, 3)
    r = symbolic.robot(twolink(), {"body_1.Mass": third, "body_2.Mass": "1/7", "Gravity": [0, "-g", 0]})
    assert symbolic.inertialParameters(r)[0] == third
    assert symbolic.gravityTorque(r)[1] == formula("g*cos(q1+q2)/20")
    assert not symbolic.inverseDynamics(r).has(sp.Float)


@pytest.mark.parametrize(
    ("x", "fraction"), [(0.7, "7/10"), (1 / 3, "1/3"), (0.1 + 0.2, "3/10"), (2.0, "2"), (np.pi, repr(np.pi))]
)
def test_a_float_is_the_fraction_that_was_meant(x, fraction):
    r = symbolic.robot(twolink(), {"body_1.Mass": x})
    assert symbolic.inertialParameters(r)[0] == sp.Rational(fraction)


# --------------------------------------------------------------------------- arguments


def test_anything_may_stand_for_the_motion(notes):
    t = sp.Symbol("t")
    theta = sp.Function("theta")(t)
    M = symbolic.massMatrix(notes, [0, theta])
    assert symbolic.massMatrix(notes).xreplace({q1: sp.S(0), q2: theta}) == M
    c = symbolic.velocityProduct(notes, [0, sp.pi / 2], ["w", 0])
    assert c[1] == formula("a1*l2*m2") * sp.Symbol("w", real=True) ** 2
    assert symbolic.gravityTorque(notes, np.array([0.0, 0.5])).has(sp.cos(sp.Rational(1, 2)))


def test_symbols_of_the_user_are_kept():
    m = sp.Symbol("m", positive=True)
    r = symbolic.robot(twolink(), {"body_1.Mass": m, "body_2.Mass": sp.sqrt(2) * m})
    assert r.Parameters == (m,)
    assert symbolic.inertialParameters(r)[10] == sp.sqrt(2) * m
    alpha = sp.Symbol("alpha", real=True)
    r = symbolic.robot(twolink(), {"joint_1.MDH": ["a", "alpha", 0, 0]})
    assert symbolic.getTransform(r, None, "body_1")[2, 1] == sp.sin(alpha) * sp.cos(q1)


@pytest.mark.parametrize(
    "parameters",
    [
        {"body_1.mass": "m1"},
        {"body_1.CenterOfMass": ["x", 0]},
        {"body_1.Mass": "m1 +"},
        {"body_1.Mass": None},
        {"body_1.Mass": "q1"},
        {"body_1.Mass": np.inf},
        {"body_1.Inertia": [0, 0, "I", 0, 0, 0], "body_1.CentralInertia": [0, 0, "J", 0, 0, 0]},
        "everything",
    ],
)
def test_what_is_no_parameter_is_refused(parameters):
    with pytest.raises(rst.MatlabError) as caught:
        symbolic.robot(twolink(), parameters)
    assert caught.value.identifier == "rst_compat:symbolic:WrongParameter"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("().__class__.__base__.__subclasses__()", "is no function here"),
        ("__import__('os').getcwd()", "is no function here"),
        ("m.func", "does not belong here"),
        ("[x for x in (1, 2)]", "does not belong here"),
        ("m if m else 1", "does not belong here"),
        ("'m'", "is no number"),
        ("True", "is no number"),
        ("2j", "is no number"),
        ("1e999", "is no number"),
        ("1/0", "divided by zero"),
        ("1/(2 - 2)", "divided by zero"),
        ("0^-1", "divided by zero"),
        ("sqrt(-1)", "no real number"),
        ("sin", "sin has no argument"),
        ("sin(a, b)", "sin takes one argument"),
        ("exp(a)", "exp is no function here"),
        ("m**1e9", "an exponent is a number of at most 100"),
        ("2^m", "an exponent is a number"),
        ("((9^99)^99)^99", "a power is too large"),
        ("(" * 5000 + "m" + ")" * 5000, "longer than 2000"),
        ("(" * 900 + "m" + ")" * 900, "cannot be read|nested too deeply"),
        ("-" * 1900 + "m", "cannot be read|nested too deeply"),
        ("m\0", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_a_text_is_a_formula_or_refused_and_never_run(text, words):
    with pytest.raises(rst.MatlabError, match=words) as caught:
        symbolic.robot(twolink(), {"body_1.Mass": text})
    assert caught.value.identifier == "rst_compat:symbolic:WrongParameter"
    assert len(caught.value.message) < 1000


def test_formulas_are_exact():
    m, a = sp.symbols("m a", real=True)
    texts = {
        "0.1*m": m / 10,
        "m*a^2/4": m * a**2 / 4,
        "-(m + 2)**-1": -1 / (m + 2),
        "sqrt(2)*cos(pi/6)": sp.sqrt(6) / 2,
    }
    for text, wanted in texts.items():
        r = symbolic.robot(twolink(), {"body_1.Mass": text})
        assert sp.simplify(symbolic.inertialParameters(r)[0] - wanted) == 0


def test_parameters_that_leave_a_rest_are_refused(notes):
    with pytest.raises(rst.MatlabError, match="linear"):
        symbolic.inverseDynamicsRegressor(notes, Parameters=["m1", "m2"])
    with pytest.raises(rst.MatlabError, match="linear"):
        symbolic.inverseDynamicsRegressor(notes, Parameters=["Izz1", "Izz2", "m1", "m2", "a1"])
    with pytest.raises(rst.MatlabError, match="body_3"):
        symbolic.getTransform(notes, None, "body_3")
