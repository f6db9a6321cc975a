"""The dynamics functions: closed forms, call forms, shapes in and out, external forces, robots without solution."""

from itertools import pairwise

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint, rigidBodyTree

Q, QD, QDD, TAU = [0.3, -0.7], [0.4, 1.1], [-2.0, 3.0], [5.0, -1.0]
WRENCH = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]

# A few dozen sums and products of numbers up to 60.
ROUNDING = 1e-13

VALIDATE = "MATLAB:validateDynamicsFunctionInputs:"


def close(got, want, atol=ROUNDING):
    np.testing.assert_allclose(got, want, rtol=0, atol=atol)


def parameters(robot):
    return np.ravel([[b.Mass, *(b.Mass * b.CenterOfMass), *b.Inertia] for b in robot.Bodies])


def moment_arm(lagrange, q=Q):
    """Jacobian of the base origin as a point of the lower body: what a wrench about the base origin works on."""
    J = lagrange(q).J.copy()
    J[3:] += np.cross(J[:3].T, -lagrange(q).tip).T
    return J


# ---- closed forms ----


def test_mass_matrix(robot, lagrange):
    close(robot.massMatrix(Q), lagrange(Q).M)


def test_mass_matrix_is_exactly_symmetric(robot):
    M = robot.massMatrix(Q)
    np.testing.assert_array_equal(M, M.T)


def test_gravity_torque_holds_the_robot(robot, lagrange):
    close(robot.gravityTorque(Q), lagrange(Q).g)


def test_coriolis_matrix_is_that_of_the_christoffel_symbols(robot, lagrange):
    close(robot.coriolisMatrix(Q, QD), lagrange(Q, QD).C)


def test_velocity_product(robot, lagrange):
    close(robot.velocityProduct(Q, QD), lagrange(Q, QD).C @ QD)


def test_inverse_dynamics_is_the_sum_of_its_terms(robot, lagrange):
    b = lagrange(Q, QD)
    close(robot.inverseDynamics(Q, QD, QDD), b.M @ QDD + b.C @ QD + b.g)


def test_forward_dynamics_solves_for_the_acceleration(robot, lagrange):
    b = lagrange(Q, QD)
    close(robot.forwardDynamics(Q, QD, TAU), np.linalg.solve(b.M, TAU - b.C @ QD - b.g))


def test_external_force_at_the_body(robot, lagrange):
    fext = robot.externalForce("lower", WRENCH, Q)
    b = lagrange(Q, QD)
    R = np.array([[np.cos(b.angle), -np.sin(b.angle), 0], [np.sin(b.angle), np.cos(b.angle), 0], [0, 0, 1]])
    force = b.J.T @ np.concatenate([R @ WRENCH[:3], R @ WRENCH[3:]])
    close(robot.inverseDynamics(Q, QD, QDD, fext), robot.inverseDynamics(Q, QD, QDD) - force)
    close(robot.forwardDynamics(Q, QD, TAU, fext), robot.forwardDynamics(Q, QD, TAU + force))


def test_external_force_about_the_base_origin(robot, lagrange):
    fext = robot.externalForce("lower", WRENCH)
    force = moment_arm(lagrange).T @ WRENCH
    close(robot.inverseDynamics(Q, QD, QDD, fext), robot.inverseDynamics(Q, QD, QDD) - force)


def test_regressor_times_parameters_is_the_torque(robot):
    Y = robot.inverseDynamicsRegressor(Q, QD, QDD)
    assert Y.shape == (2, 20)
    close(Y @ parameters(robot), robot.inverseDynamics(Q, QD, QDD))


def test_velocity_product_knows_no_gravity_to_the_last_bit(robot):
    before = robot.velocityProduct(Q, QD)
    robot.Gravity = [1e9, 1e9, 1e9]
    np.testing.assert_array_equal(robot.velocityProduct(Q, QD), before)
    np.testing.assert_array_equal(robot.velocityProduct(Q, [0, 0]), [0, 0])


def test_coriolis_matrix_is_the_construction_from_velocity_products():
    """The helper in circulation: unit velocities and their pairs, n (n + 1) / 2 calls."""
    robot = rst.importrobot("branched")
    n = robot.massMatrix().shape[0]
    q, qd = np.linspace(-1, 1, n), np.linspace(2, -1, n)
    single = [robot.velocityProduct(q, e) for e in np.eye(n)]
    C = np.zeros((n, n))
    for j in range(n):
        C[:, j] += single[j] * qd[j]
        for k in set(range(n)) - {j}:
            pair = robot.velocityProduct(q, np.eye(n)[j] + np.eye(n)[k])
            C[:, j] += (pair - single[j] - single[k]) / 2 * qd[k]
    close(robot.coriolisMatrix(q, qd), C, 1e-12)  # differences of three runs


def test_child_to_joint_transform_enters_the_motion_subspace():
    """A rod of dh length 1 that turns about its near end: a point mass there has M = m (1 + 1/4) about it."""
    robot, rod, joint = rigidBodyTree(DataFormat="row"), rigidBody("rod"), rigidBodyJoint("j", "revolute")
    joint.setFixedTransform([1, 0, 0, 0], "dh")
    rod.Joint, rod.Mass, rod.CenterOfMass, rod.Inertia = joint, 2, [0, 0.5, 0], [0.5, 0, 0.5, 0, 0, 0]
    robot.addBody(rod, "base")
    close(robot.massMatrix(), [[2 * (1 + 0.25)]])


# ---- default inertia ----


def test_defaults_are_one_kilogram_and_unit_inertia():
    robot, body = rigidBodyTree(DataFormat="row"), rigidBody("b")
    body.Joint = rigidBodyJoint("j", "revolute")
    robot.addBody(body, "base")
    assert robot.massMatrix().tolist() == [[1]]


def test_a_massless_body_keeps_its_inertia():
    robot, body = rigidBodyTree(DataFormat="row"), rigidBody("b")
    body.Joint, body.Mass = rigidBodyJoint("j", "revolute"), 0
    robot.addBody(body, "base")
    assert robot.massMatrix().tolist() == [[1]]


def test_a_new_tree_has_no_gravity():
    robot, body = rigidBodyTree(DataFormat="row"), rigidBody("b")
    body.Joint, body.CenterOfMass = rigidBodyJoint("j", "revolute"), [1, 0, 0]
    robot.addBody(body, "base")
    assert robot.gravityTorque([0.3]).tolist() == [0]


# ---- call forms ----


def test_missing_arguments_are_home_and_zeros(robot):
    robot.Bodies[0].Joint.HomePosition = 0.3
    home, zeros = robot.homeConfiguration(), np.zeros(2)
    for short, long in [
        (robot.massMatrix(), robot.massMatrix(home)),
        (robot.gravityTorque(), robot.gravityTorque(home)),
        (robot.velocityProduct(), robot.velocityProduct(home, zeros)),
        (robot.coriolisMatrix(), robot.coriolisMatrix(home, zeros)),
        (robot.inverseDynamicsRegressor(), robot.inverseDynamicsRegressor(home, zeros, zeros)),
        (robot.centerOfMass(), robot.centerOfMass(home)),
    ]:
        np.testing.assert_array_equal(short, long)
    for function, third in [(robot.inverseDynamics, QDD), (robot.forwardDynamics, TAU)]:
        full = [home, zeros, zeros, np.zeros((6, 2))]
        for given in range(4):
            np.testing.assert_array_equal(function(*full[:given]), function(*full))
        np.testing.assert_array_equal(function([], QD, third), function(home, QD, third))


EMPTY = [None, [], (), np.zeros(0), np.zeros((0, 0)), np.zeros((0, 1)), [[]]]


@pytest.mark.parametrize("empty", EMPTY, ids=repr)
@pytest.mark.parametrize("name", ["inverseDynamics", "forwardDynamics"])
def test_empty_arguments_are_the_defaults(robot, name, empty):
    function, fext = getattr(robot, name), robot.externalForce("lower", WRENCH)
    zeros = [0, 0]
    np.testing.assert_array_equal(function(empty, QD, QDD, fext), function([0, 0], QD, QDD, fext))
    np.testing.assert_array_equal(function(Q, empty, QDD, fext), function(Q, zeros, QDD, fext))
    np.testing.assert_array_equal(function(Q, QD, empty, fext), function(Q, QD, zeros, fext))
    np.testing.assert_array_equal(function(Q, QD, QDD, empty), function(Q, QD, QDD))


def test_arguments_by_keyword(robot):
    got = rst.inverseDynamics(robot, configuration=Q, jointVel=QD, jointAccel=QDD)
    np.testing.assert_array_equal(got, robot.inverseDynamics(Q, QD, QDD))
    np.testing.assert_array_equal(robot.forwardDynamics(Q, jointTorq=TAU), robot.forwardDynamics(Q, [], TAU))


# ---- shapes ----

#: function -> its vectors; the result is a vector
VECTORS = {
    "gravityTorque": [Q],
    "velocityProduct": [Q, QD],
    "inverseDynamics": [Q, QD, QDD],
    "forwardDynamics": [Q, QD, TAU],
}
#: the result is a matrix
MATRICES = {"massMatrix": [Q], "coriolisMatrix": [Q, QD], "inverseDynamicsRegressor": [Q, QD, QDD]}
ALL = VECTORS | MATRICES


def oriented(values, form):
    vector = np.array(values, dtype=float)
    return {"1-D": vector, "row": vector[None, :], "column": vector[:, None]}[form]


@pytest.mark.parametrize("form", ["row", "column"])
@pytest.mark.parametrize("name", VECTORS)
def test_two_dimensional_vectors_come_back_in_their_orientation(make_robot, name, form):
    function = getattr(make_robot(form), name)
    flat = function(*VECTORS[name])
    got = function(*(oriented(v, form) for v in VECTORS[name]))
    assert flat.shape == (2,)
    np.testing.assert_array_equal(got, oriented(flat, form))


@pytest.mark.parametrize("form", ["row", "column"])
@pytest.mark.parametrize("name", MATRICES)
def test_matrices_do_not_depend_on_the_orientation(make_robot, name, form):
    function = getattr(make_robot(form), name)
    got = function(*(oriented(v, form) for v in MATRICES[name]))
    np.testing.assert_array_equal(got, function(*MATRICES[name]))


@pytest.mark.parametrize("name", VECTORS)
@pytest.mark.parametrize("form", ["row", "column"])
def test_no_vector_gives_one_dimension(make_robot, name, form):
    assert getattr(make_robot(form), name)().shape == (2,)


@pytest.mark.parametrize(
    ("forms", "result"),
    [
        (("column", "1-D", "1-D"), "column"),
        (("1-D", "column", "column"), "1-D"),
        ((None, "column", "1-D"), "column"),
        ((None, None, "column"), "column"),
        ((None, "1-D", "column"), "1-D"),
    ],
)
def test_the_first_vector_that_is_given_decides(robot, forms, result):
    given = [None if f is None else oriented(v, f) for v, f in zip([Q, QD, QDD], forms, strict=True)]
    plain = [None if f is None else v for v, f in zip([Q, QD, QDD], forms, strict=True)]
    np.testing.assert_array_equal(robot.inverseDynamics(*given), oriented(robot.inverseDynamics(*plain), result))


KINDS = {
    "list": list,
    "tuple": tuple,
    "int": lambda v: np.array(v, dtype=int),
    "float32": np.float32,
    "strided": lambda v: np.repeat(np.array(v, dtype=float), 3)[::3],
    "reversed": lambda v: np.array(v[::-1], dtype=float)[::-1],
    "read-only": lambda v: np.broadcast_to(np.array(v, dtype=float), (2,)),
    "big endian": lambda v: np.array(v, dtype=">f8"),
    "bool": lambda v: np.array(v, dtype=bool),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ALL)
def test_every_kind_of_numbers_becomes_float64(robot, name, kind):
    whole = [[1, 0], [0, 1], [1, 1]][: len(ALL[name])]
    got = getattr(robot, name)(*(KINDS[kind](v) for v in whole))
    assert got.dtype == np.float64
    np.testing.assert_array_equal(got, getattr(robot, name)(*(np.array(v, dtype=float) for v in whole)))


@pytest.mark.parametrize("name", ALL)
def test_a_robot_of_one_joint_takes_a_one_by_one_vector(make_robot, name):
    for form in ("row", "column"):
        robot = make_robot(form)
        robot.removeBody("lower")
        got = getattr(robot, name)(*([[0.5]] for _ in ALL[name]))
        assert got.shape == ((1, 10) if "Regressor" in name else (1, 1))


@pytest.mark.parametrize("form", ["row", "column"])
@pytest.mark.parametrize("name", ALL)
def test_the_other_orientation_is_an_error(make_robot, name, form):
    other = {"row": "column", "column": "row"}[form]
    with pytest.raises(ValueError, match=f"DataFormat is '{form}': transpose the vector") as caught:
        getattr(make_robot(form), name)(*(oriented(v, other) for v in ALL[name]))
    assert caught.value.identifier == VALIDATE + "incorrectSize"


@pytest.mark.parametrize("shape", [(5, 2), (2, 5), (2, 2), (3, 5, 2)])
@pytest.mark.parametrize("form", ["row", "column"])
@pytest.mark.parametrize("name", ALL)
def test_many_configurations_are_sent_to_batch(make_robot, name, form, shape):
    with pytest.raises(ValueError, match=r"rst_compat\.batch") as caught:
        getattr(make_robot(form), name)(np.zeros(shape))
    assert caught.value.identifier == VALIDATE + "incorrectSize"


@pytest.mark.parametrize("value", [[1], [1, 2, 3], 3.0, np.zeros((2, 1, 1)), np.zeros((2, 5))], ids=repr)
@pytest.mark.parametrize("name", ALL)
def test_another_size_is_an_error_that_names_the_joints(robot, name, value):
    with pytest.raises(ValueError, match=r"expected 2, one per position .*upper_joint, lower_joint") as caught:
        getattr(robot, name)(value)
    assert caught.value.identifier == VALIDATE + "incorrectSize"


@pytest.mark.parametrize("bad", [np.nan, np.inf])
@pytest.mark.parametrize(("name", "position"), [(n, k) for n in ALL for k in range(len(ALL[n]))])
def test_nan_and_inf_are_errors(robot, name, position, bad):
    arguments = [list(v) for v in ALL[name]]
    arguments[position][1] = bad
    with pytest.raises(ValueError, match=r"at \[1\]") as caught:
        getattr(robot, name)(*arguments)
    assert caught.value.identifier == VALIDATE + ("expectedNonNaN" if np.isnan(bad) else "expectedFinite")


def test_nan_is_reported_before_inf_and_inf_before_the_size(robot):
    for value, what in [([np.inf, np.nan, 0], "expectedNonNaN"), ([np.inf, 0, 0], "expectedFinite")]:
        with pytest.raises(rst.MatlabError) as caught:
            robot.massMatrix(value)
        assert caught.value.identifier == VALIDATE + what


def test_large_numbers_are_no_infinities(robot):
    assert robot.massMatrix([1e200, 1e200]).shape == (2, 2)  # their squares overflow


@pytest.mark.parametrize(
    ("name", "arguments", "variable"),
    [
        ("inverseDynamics", [[1]], "joint position vector (q)"),
        ("inverseDynamics", [Q, [1]], "joint velocity vector (qdot)"),
        ("inverseDynamics", [Q, QD, [1]], "joint acceleration vector (qddot)"),
        ("forwardDynamics", [Q, QD, [1]], "joint torque vector (tau)"),
    ],
)
def test_errors_name_the_variable_as_matlab_does(robot, name, arguments, variable):
    with pytest.raises(ValueError, match="has 1 element") as caught:
        getattr(robot, name)(*arguments)
    assert caught.value.message.startswith(f"{name}: {variable}")


@pytest.mark.parametrize("value", ["ab", {"a": 1}, [1j, 2], [None, 1], ["1", "2"], [[1], [1, 2]]], ids=repr)
@pytest.mark.parametrize("name", ALL)
def test_only_real_numbers_are_numbers(robot, name, value):
    with pytest.raises(TypeError, match="not an array of real numbers"):
        getattr(robot, name)(value)


@pytest.mark.parametrize("name", [*ALL, "centerOfMass", "externalForce"])
def test_a_struct_robot_is_refused_with_the_remedy(make_robot, name):
    arguments = ("lower", WRENCH) if name == "externalForce" else ()
    with pytest.raises(ValueError, match="must be set to either 'column' or 'row'") as caught:
        getattr(make_robot("struct"), name)(*arguments)
    assert caught.value.identifier == "robotics:robotmanip:rigidbodytree:DynamicsFunctionsUseVectorsOnly"


# ---- external forces ----


@pytest.mark.parametrize(("form", "shape"), [("column", (6, 2)), ("row", (2, 6))])
def test_fext_is_always_a_matrix(make_robot, form, shape):
    fext = make_robot(form).externalForce("lower", WRENCH)
    assert fext.shape == shape
    by_body = fext.T if form == "column" else fext
    assert by_body.tolist() == [[0] * 6, WRENCH]


@pytest.mark.parametrize("wrench", [tuple(WRENCH), np.float32(WRENCH), np.array([WRENCH]), np.array([WRENCH]).T])
def test_a_wrench_comes_in_any_form(robot, wrench):
    np.testing.assert_array_equal(robot.externalForce("upper", wrench), robot.externalForce("upper", WRENCH))


def test_fixed_bodies_have_their_place_in_fext(robot):
    robot.addBody(rigidBody("tool"), "lower")
    assert robot.externalForce("tool", WRENCH).shape == (6, 3)
    lower, tool = robot.externalForce("lower", WRENCH), robot.externalForce("tool", WRENCH)
    close(robot.inverseDynamics(Q, QD, QDD, lower), robot.inverseDynamics(Q, QD, QDD, tool))


def test_external_forces_add_up(robot):
    f1, f2 = robot.externalForce("upper", WRENCH), robot.externalForce("lower", WRENCH, Q)
    apart = robot.inverseDynamics(Q, [], [], f1) + robot.inverseDynamics(Q, [], [], f2)
    close(robot.inverseDynamics(Q, [], [], f1 + f2), apart - robot.gravityTorque(Q))


def test_the_body_frame_form_moves_the_wrench_to_the_base(robot, lagrange):
    b = lagrange(Q)
    fext = robot.externalForce("lower", [0, 0, 0, 1, 0, 0], Q)[:, 1]
    force = np.array([np.cos(b.angle), np.sin(b.angle), 0])
    close(fext, np.concatenate([np.cross(b.tip, force), force]))


@pytest.mark.parametrize(("form", "q"), [("row", [Q]), ("column", [[Q[0]], [Q[1]]])])
def test_external_force_takes_the_configuration_in_its_orientation(make_robot, form, q):
    robot = make_robot(form)
    np.testing.assert_array_equal(robot.externalForce("lower", WRENCH, q), robot.externalForce("lower", WRENCH, Q))


@pytest.mark.parametrize("empty", [None, [], np.zeros(0)])
def test_an_empty_configuration_means_base_axes(robot, empty):
    np.testing.assert_array_equal(robot.externalForce("lower", WRENCH, empty), robot.externalForce("lower", WRENCH))


def test_the_configuration_of_a_robot_without_joints_is_empty(fixed_only):
    fixed_only.getBody("post").Joint.setFixedTransform(rst.trvec2tform([1, 0, 0]))
    at_body = fixed_only.externalForce("post", [0, 0, 0, 0, 1, 0], fixed_only.homeConfiguration())
    assert at_body[:, 1].tolist() == [0, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (("lowr", WRENCH), KeyError, "Body with name lowr is not found"),
        (("base", WRENCH), KeyError, "Body with name base is not found"),
        ((1, WRENCH), TypeError, "the body is not text"),
        (("lower", [1, 2, 3]), ValueError, r"wrench \[Tx Ty Tz Fx Fy Fz\] has the wrong size"),
        (("lower", np.zeros((2, 3))), ValueError, "wrong size"),
        (("lower", [np.nan] * 6), ValueError, "not finite"),
        (("lower", WRENCH, [1, 2, 3]), ValueError, "externalForce: joint position vector"),
        (("lower", WRENCH, [[1], [1, 2]]), TypeError, "not an array of real numbers"),
    ],
)
def test_external_force_checks_its_arguments(robot, arguments, error, text):
    with pytest.raises(error, match=text):
        robot.externalForce(*arguments)


@pytest.mark.parametrize("name", ["inverseDynamics", "forwardDynamics"])
@pytest.mark.parametrize(
    ("form", "shape", "expected"),
    [
        ("column", (2, 6), r"shape \(6, 2\), a column per body"),
        ("row", (6, 2), r"shape \(2, 6\), a row per body"),
        ("column", (6,), "wrong size"),
        ("column", (6, 3), "wrong size"),
    ],
)
def test_fext_of_another_shape_is_an_error(make_robot, name, form, shape, expected):
    with pytest.raises(ValueError, match=expected) as caught:
        getattr(make_robot(form), name)([], [], [], np.ones(shape))
    assert caught.value.identifier == VALIDATE + "incorrectSize"


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_fext_is_finite(robot, bad):
    fext = robot.externalForce("lower", WRENCH)
    fext[2, 1] = bad
    with pytest.raises(ValueError, match=r"fext\) has .* at \[2, 1\]"):
        robot.inverseDynamics(Q, [], [], fext)


def test_fext_comes_as_lists_and_integers(robot):
    whole = np.arange(12).reshape(6, 2)
    want = robot.inverseDynamics(Q, [], [], whole.astype(float))
    for fext in (whole, whole.tolist(), whole.astype(np.float32), np.asfortranarray(whole)):
        np.testing.assert_array_equal(robot.inverseDynamics(Q, [], [], fext), want)


# ---- several outputs ----


def test_second_output_of_mass_matrix_is_the_supporting_velocity():
    robot = rigidBodyTree(DataFormat="row")
    for name, parent, kind in [
        ("a", "base", "revolute"),
        ("b", "a", "fixed"),
        ("c", "b", "prismatic"),
        ("d", "a", "floating"),
        ("e", "base", "revolute"),
        ("f", "a", "fixed"),
        ("g", "f", "revolute"),
    ]:
        body = rigidBody(name)
        body.Joint = rigidBodyJoint(name + "_joint", kind)
        robot.addBody(body, parent)
    H, support = robot.massMatrix(nargout=2)
    assert H.shape == (10, 10)
    assert support.tolist() == [0, 1, 1, 3, 4, 5, 6, 7, 0, 1]


@pytest.mark.parametrize("nargout", [0, 1])
def test_one_output_is_no_tuple(robot, nargout):
    assert isinstance(robot.massMatrix(Q, nargout=nargout), np.ndarray)


@pytest.mark.parametrize("nargout", [3, -1, 1.5, "2", None])
def test_too_many_outputs(robot, nargout):
    with pytest.raises(rst.MatlabError, match="nargout is not a number of outputs that there are"):
        robot.massMatrix(Q, nargout=nargout)


# ---- robots whose equations have no solution ----


def test_a_massless_robot_is_nan_and_names_its_joints(robot):
    for body in robot.Bodies:
        body.Mass = 0
    with pytest.warns(rst.MatlabWarning, match="carry no inertia beside the rest: upper_joint, lower_joint") as caught:
        qdd = robot.forwardDynamics(Q, QD, TAU)
    assert np.isnan(qdd).all()
    assert caught[0].message.identifier == "rst_compat:forwardDynamics:SingularMassMatrix"
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(robot.inverseDynamics(Q, QD, QDD), [0, 0])
    np.testing.assert_array_equal(robot.massMatrix(Q), np.zeros((2, 2)))


def test_only_joints_whose_subtree_is_massless_are_named(robot):
    robot.Bodies[1].Mass = 0
    with pytest.warns(rst.MatlabWarning, match="carry no inertia beside the rest: lower_joint"):
        assert np.isnan(robot.forwardDynamics(Q)).all()
    robot.Bodies[1].Mass, robot.Bodies[0].Mass = 2, 0
    assert np.isfinite(robot.forwardDynamics(Q)).all()  # the lower mass is felt at both joints


@pytest.mark.parametrize("axis", [[0, 0, 1], [1, 2, 3]])  # pivots of exactly zero, and of rounding
def test_a_singular_mass_matrix_without_idle_joints_is_nan_too(axis):
    """Two parallel slides with all mass on the second: each joint carries inertia, their difference does not."""
    robot = rigidBodyTree(DataFormat="row")
    for name, parent, mass in [("a", "base", 0), ("b", "a", 0.1)]:
        body = rigidBody(name)
        body.Joint, body.Mass, body.Inertia = rigidBodyJoint(name + "_joint", "prismatic"), mass, np.zeros(6)
        body.Joint.JointAxis = axis
        robot.addBody(body, parent)
    robot.Bodies[0].Joint.setFixedTransform(rst.eul2tform([0.3, 0.5, 0.7]))
    with pytest.warns(rst.MatlabWarning, match="singular to working precision") as caught:
        assert np.isnan(robot.forwardDynamics()).all()
    assert "carry no inertia" not in str(caught[0].message)


@pytest.mark.usefixtures("warnings_as_before")
def test_the_warning_can_be_switched_off(robot):
    rst.warning("off", "rst_compat:forwardDynamics:SingularMassMatrix")
    robot.Bodies[1].Mass = 0
    assert np.isnan(robot.forwardDynamics(Q)).all()


@pytest.mark.parametrize("form", ["row", "column"])
def test_nan_has_the_shape_of_the_result(make_robot, form):
    robot = make_robot(form)
    robot.Bodies[1].Mass = 0
    with pytest.warns(rst.MatlabWarning):
        assert robot.forwardDynamics(oriented(Q, form)).shape == oriented(Q, form).shape


def test_an_indefinite_mass_matrix_is_solved_with_a_warning(robot, lagrange):
    robot.Bodies[1].Inertia = [0, 0, -5, 0, 0, 0]
    M = lagrange(Q).M - 5
    with pytest.warns(rst.MatlabWarning, match="not positive definite") as caught:
        qdd = robot.forwardDynamics(Q, [], TAU)
    close(qdd, np.linalg.solve(M, TAU - lagrange(Q).g))
    assert caught[0].message.identifier == "rst_compat:forwardDynamics:IndefiniteMassMatrix"
    assert caught[0].filename == __file__


def test_every_function_takes_inertia_that_no_body_has(robot):  # any warning is an error
    robot.Bodies[0].Mass, robot.Bodies[0].Inertia = -3, [-1, -2, 50, 1, 2, 3]
    b = robot.massMatrix(Q) @ QDD + robot.coriolisMatrix(Q, QD) @ QD + robot.gravityTorque(Q)
    close(robot.inverseDynamics(Q, QD, QDD), b)
    close(robot.inverseDynamicsRegressor(Q, QD, QDD) @ parameters(robot), b)


# ---- robots that do not move ----

STILL = {
    "massMatrix": (0, 0),
    "coriolisMatrix": (0, 0),
    "gravityTorque": (0,),
    "velocityProduct": (0,),
    "inverseDynamics": (0,),
    "forwardDynamics": (0,),
}


@pytest.mark.parametrize("name", STILL)
@pytest.mark.parametrize("bodies", [0, 2])
@pytest.mark.parametrize("q", [None, [], np.zeros(0)])
def test_robots_without_moving_joints(fixed_only, name, bodies, q):
    robot = fixed_only if bodies else rigidBodyTree(DataFormat="column")
    assert getattr(robot, name)(q).shape == STILL[name]
    assert robot.inverseDynamicsRegressor(q).shape == (0, 10 * bodies)
    assert robot.geometricJacobian(q, "base").shape == (6, 0)
    assert robot.massMatrix(q, nargout=2)[1].shape == (0,)
    np.testing.assert_array_equal(robot.getTransform(q, "base"), np.eye(4))


def test_forces_on_a_robot_without_moving_joints(fixed_only):
    fext = fixed_only.externalForce("post", WRENCH)
    assert fext.shape == (6, 2)
    assert fixed_only.inverseDynamics([], [], [], fext).shape == (0,)
    assert fixed_only.forwardDynamics([], [], [], fext).shape == (0,)
    assert fixed_only.centerOfMass(nargout=2)[1].shape == (3, 0)


def test_a_robot_without_moving_joints_takes_no_numbers(fixed_only):
    with pytest.raises(ValueError, match=r"expected 0, one per position of the non-fixed joints \(none\)"):
        fixed_only.massMatrix([1])


def test_fixed_bodies_add_their_inertia_to_the_parent(robot):
    before = robot.massMatrix(Q)
    tool = rigidBody("tool")
    tool.Mass, tool.Inertia = 0, [0, 0, 0.25, 0, 0, 0]
    robot.addBody(tool, "lower")
    close(robot.massMatrix(Q) - before, np.full((2, 2), 0.25))


def test_bodies_fixed_to_the_base_add_nothing(robot):
    before = robot.inverseDynamics(Q, QD, QDD)
    robot.addBody(rigidBody("table"), "base")
    np.testing.assert_array_equal(robot.inverseDynamics(Q, QD, QDD), before)


# ---- the floating joint ----


def test_floating_dynamics_are_those_of_newton_and_euler(floating):
    """Twist and wrench in body axes: I w' + w x I w = n, m (v' + w x v) = f + m R'g."""
    q = [np.sqrt(0.5), 0, 0, np.sqrt(0.5), 1, 2, 3]
    w, v, dw, dv = np.reshape(np.arange(12.0), (4, 3))
    R = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    inertia = np.diag([1, 2, 3])
    moment = inertia @ dw + np.cross(w, inertia @ w)
    force = 2 * (dv + np.cross(w, v) - R.T @ floating.Gravity)
    tau = floating.inverseDynamics(q, [*w, *v], [*dw, *dv])
    close(tau, [*moment, *force])
    close(floating.forwardDynamics(q, [*w, *v], tau), [*dw, *dv])
    close(floating.massMatrix(q), np.diag([1, 2, 3, 2, 2, 2]))


def test_floating_vectors_have_seven_and_six_elements(floating):
    with pytest.raises(ValueError, match="expected 7, one per position"):
        floating.massMatrix(np.zeros(6))
    with pytest.raises(ValueError, match="expected 6, one per velocity"):
        floating.velocityProduct([], np.zeros(7))


def test_floating_coriolis_matrix_keeps_both_identities(floating):
    qd = np.array([0.3, -0.2, 0.5, 1.0, 2.0, -1.0])
    q = [1, 2, 3, 4, 0, 0, 0]
    C = floating.coriolisMatrix(q, qd)
    close(C @ qd, floating.velocityProduct(q, qd))
    close(C + C.T, np.zeros((6, 6)))  # M is constant in body axes


# ---- own arrays ----


@pytest.mark.parametrize("name", ALL)
def test_inputs_stay_and_results_are_the_callers_own(robot, name):
    arguments = [np.array(v) for v in ALL[name]]
    for a in arguments:
        a.flags.writeable = False
    first = getattr(robot, name)(*arguments)
    want = first.copy()
    first[...] = 99
    np.testing.assert_array_equal(getattr(robot, name)(*arguments), want)
    assert not any(np.shares_memory(first, a) for a in arguments)


@pytest.mark.parametrize("name", ALL)
def test_results_of_defaults_are_the_callers_own(robot, name):
    want = getattr(robot, name)().copy()
    getattr(robot, name)()[...] = 99
    np.testing.assert_array_equal(getattr(robot, name)(), want)


def test_external_forces_are_the_callers_own(robot):
    wrench, q = np.array(WRENCH), np.array(Q)
    first = robot.externalForce("lower", wrench, q)
    first[...] = 99
    assert (wrench.tolist(), q.tolist()) == (WRENCH, Q)
    assert not (robot.externalForce("lower", wrench, q) == 99).any()


def test_calls_do_not_depend_on_their_order(robot):
    calls = [lambda: robot.massMatrix(Q), lambda: robot.inverseDynamics(Q, QD, QDD), lambda: robot.forwardDynamics(Q)]
    first = [call() for call in calls]
    second = [call() for call in reversed(calls)][::-1]
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
    assert all(not np.shares_memory(a, b) for a, b in pairwise(first))


@pytest.mark.parametrize("thing", ["iiwa14", None, rst.rigidBody("b")])
@pytest.mark.parametrize("function", [rst.inverseDynamics, rst.forwardDynamics])
def test_what_is_no_robot_is_said_with_forces_too(function, thing):
    with pytest.raises(rst.MatlabError) as caught:
        function(thing, np.zeros(2), np.zeros(2), np.zeros(2), np.zeros((6, 2)))
    assert caught.value.identifier == "rst_compat:argument:NotATree"
