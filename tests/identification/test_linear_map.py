"""Structure that is known: equations in, matrices out.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import LinearMap, MatlabError, batch, inertialParameters, parameterNames

LENGTHS = {"a1": 0.5, "a2": 0.7}
NOTES = """
    body_1.m = m1;  body_1.mx = -a1/2*m1;  body_1.Izz = Izz1 + a1^2/4*m1
    body_2.m = m2;  body_2.mx = -a2/2*m2;  body_2.Izz = Izz2 + (a2/2)**2*m2
"""
FOUR = ["Izz1", "Izz2", "m1", "m2"]


def notes_map(robot):
    return LinearMap.fromStructure(robot, NOTES, Constants=LENGTHS, Others="zero", Names=FOUR)


def closed_form(q, qd, qdd, g):
    """Torques of the notes' arm per unit of [Izz1 Izz2 m1 m2], by Lagrange's equations on paper."""
    a1, l1, l2 = 0.5, 0.25, 0.35
    (q1, q2), (v1, v2), (u1, u2) = q, qd, qdd
    c1, c2, s2, c12 = np.cos(q1), np.cos(q2), np.sin(q2), np.cos(q1 + q2)
    m2 = (a1**2 + l2**2 + 2 * a1 * l2 * c2) * u1 + (l2**2 + a1 * l2 * c2) * u2 - a1 * l2 * s2 * (2 * v1 * v2 + v2**2)
    return np.array(
        [
            [u1, u1 + u2, l1**2 * u1 + g * l1 * c1, m2 + g * (a1 * c1 + l2 * c12)],
            [0, u1 + u2, 0, (l2**2 + a1 * l2 * c2) * u1 + l2**2 * u2 + a1 * l2 * s2 * v1**2 + g * l2 * c12],
        ]
    )


@pytest.mark.parametrize("g", [0, 9.81])
def test_the_four_parameters_of_the_notes(g):
    robot = rst.importrobot("twolink")
    robot.Gravity = [0, -g, 0]
    L = notes_map(robot).L
    for q, qd, qdd in np.random.default_rng(0).normal(size=(20, 3, 2)):
        Y = robot.inverseDynamicsRegressor(q, qd, qdd)
        # Sums of ten numbers below 100, in double precision.
        np.testing.assert_allclose(Y @ L, closed_form(q, qd, qdd, g), atol=1e-13)


def test_without_gravity_one_combination_is_lost():
    """The null vector [1 0 -16 0] of the notes' regressor, and what it makes of least norm."""
    robot = rst.importrobot("twolink")
    robot.Gravity = [0, 0, 0]
    W = batch.inverseDynamicsRegressor(robot, *np.random.default_rng(0).normal(size=(3, 50, 2))).reshape(-1, 20)
    W, w = notes_map(robot).reduce(W, W @ inertialParameters(robot))
    assert np.linalg.matrix_rank(W, tol=1e-10) == 3
    np.testing.assert_allclose(W @ [1, 0, -16, 0], 0, atol=1e-12)
    least = np.linalg.pinv(W) @ w
    np.testing.assert_allclose(
        least, [0.04170376134889754, 0.028863333333333328, 0.0026064850843060964, 0.7], atol=1e-12
    )


def test_known_centres_say_the_same():
    robot = rst.importrobot("twolink")
    structure = {"body_1.m": "m1", "body_2.m": "m2", "body_1.Iczz": "Izz1", "body_2.Iczz": "Izz2"}
    map = LinearMap.fromStructure(robot, structure, CenterOfMass="model", Others="zero", Names=FOUR)
    seen = [0, 1, 6, 10, 11, 16]
    np.testing.assert_allclose(map.L[seen], notes_map(robot).L[seen], atol=1e-15)
    given = {"body_1": [-0.25, 0, 0], "body_2": [-0.35, 0, 0]}
    other = LinearMap.fromStructure(robot, structure, "CenterOfMass", given, "Others", "zero", "names", FOUR)
    np.testing.assert_array_equal(map.L, other.L)


def test_known_centres_are_the_parallel_axis_theorem():
    """With the centres of the model and everything else free, the robot itself is one of the robots."""
    robot = rst.loadrobot("universalUR5e")
    map = LinearMap.fromStructure(robot, CenterOfMass="model")
    x = inertialParameters(robot)
    np.testing.assert_allclose(map(map.solve(x)), x, atol=1e-12)
    assert map.L.shape == (100, 70)


def test_what_is_not_mentioned():
    robot = rst.importrobot("twolink")
    x = inertialParameters(robot)
    free = LinearMap.fromStructure(robot)
    np.testing.assert_array_equal(free.L, np.eye(20))
    assert list(free.Names) == parameterNames(robot)
    model = LinearMap.fromStructure(robot, {"body_2.m": "m"}, Others="model")
    np.testing.assert_array_equal(model([x[10]]), x)
    assert model.Names == ("m",)
    zero = LinearMap.fromStructure(robot, {"body_2.m": "m"}, Others="zero")
    np.testing.assert_array_equal(zero([2.0]), 2.0 * np.eye(20)[10])
    # A standard parameter on a right side is unknown, whatever the others are.
    one = LinearMap.fromStructure(robot, {"body_2.m": "2*body_1.m"}, Others="zero")
    assert one.Names == ("body_1.m",)


def test_equal_links_fixed_values_and_other_columns():
    robot = rst.importrobot("twolink")
    structure = {
        f"body_2.{n}": f"body_1.{n}" for n in ("m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy")
    }
    map = LinearMap.fromStructure(
        robot, structure | {"body_1.m": 0.5, "joint_2.Bm": {"joint_1.Bm": 2.0, "": 0.1}}, Extra="Bm"
    )
    assert map.L.shape == (22, 10)
    x = map(np.arange(10.0))
    np.testing.assert_array_equal(x[:10], x[10:20])
    assert x[0] == 0.5
    assert x[21] == 2 * x[20] + 0.1


def test_one_map_after_another():
    outer, inner = LinearMap([[1, 0], [2, 1], [0, 3]], [1, 0, 0], ["a", "b"]), LinearMap([[1], [2]], [0, 5])
    both = outer @ inner
    np.testing.assert_array_equal(both([2.0]), outer(inner([2.0])))
    assert both.Names == ("z1",)
    W, w = np.arange(6.0).reshape(2, 3), np.array([1.0, 2.0])
    V, v = both.reduce(W, w)
    np.testing.assert_allclose(V @ [7.0] - v, W @ both([7.0]) - w)
    assert both(np.ones((4, 1))).shape == (4, 3)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2*(3 - 1)^2/4*m", 2),
        ("-m^1 + 3*m", None),
        ("--m", 1),
        ("-2^2*m", -4),
        ("m/4 + m/4", 0.5),
        ("1e-3*m*1e3", 1),
        ("2**-1*m", 0.5),
        ("pi*m", np.pi),
        (".5 *  m", 0.5),
    ],
)
def test_expressions(text, value):
    robot = rst.importrobot("twolink")
    if value is None:
        with pytest.raises(MatlabError, match="a power has a parameter in it"):
            LinearMap.fromStructure(robot, {"body_1.m": text}, Others="zero")
    else:
        map = LinearMap.fromStructure(robot, {"body_1.m": text}, Others="zero")
        assert map.L[0, 0] == pytest.approx(value, rel=1e-15)


def test_names_with_other_characters():
    robot = rst.rigidBodyTree()
    robot.addBody(rst.rigidBody("tool-1 (left)"), "base")
    map = LinearMap.fromStructure(robot, {"tool-1 (left).mx": "-0.5*tool-1 (left).m - 2"})
    assert map.L[1, 0] == -0.5
    assert map.x0[1] == -2


@pytest.mark.parametrize(
    ("structure", "identifier", "words"),
    [
        ("body_1.m = m1*m2", "WrongExpression", "two parameters are multiplied"),
        ("body_1.m = 1/m", "WrongExpression", "divided by a parameter"),
        ("body_1.m = (m", "WrongExpression", "not closed"),
        ("body_1.m = ", "WrongExpression", "no equation"),
        ("body_1.m", "WrongExpression", "no equation"),
        ("body_1.m = 1/0", "WrongExpression", "division by zero"),
        ("body_1.m = 2 m", "WrongExpression", "'m' does not belong here"),
        ("body_1.m = 2 $ 3", "WrongExpression", "does not belong here"),
        ("body_1.m = __import__('os')", "WrongExpression", "does not belong here"),
        ("body_1.m = (-1)^0.5", "WrongExpression", "not a real number"),
        ({"body_1.m": "(" * 60 + "m" + ")" * 60}, "WrongExpression", "nested"),
        ({"body_1.m": "m+" * 20000 + "m"}, "WrongExpression", "longer"),
        ("body_1.m = body_2.m; body_2.m = body_1.m", "WrongExpression", "depends on itself"),
        ("body_3.m = 1", "UnknownParameter", "body_3.m"),
        ("body_1.m = body_3.m", "UnknownParameter", "body_3.m"),
    ],
)
def test_what_it_refuses(structure, identifier, words):
    with pytest.raises(MatlabError, match=words.replace(".", r"\.")) as caught:
        LinearMap.fromStructure(rst.importrobot("twolink"), structure)
    assert caught.value.identifier == f"rst_compat:identification:{identifier}"


@pytest.mark.parametrize(
    "call",
    [
        lambda: LinearMap([1, 2]),
        lambda: LinearMap(np.eye(2), Names=["a", "a"]),
        lambda: LinearMap(np.eye(2)) @ LinearMap(np.eye(3)),
        lambda: LinearMap.fromStructure(rst.importrobot("twolink"), "body_1.m = m", Others="zero", Names=["n"]),
    ],
)
def test_maps_that_do_not_fit(call):
    with pytest.raises(MatlabError) as caught:
        call()
    assert caught.value.identifier == "rst_compat:identification:WrongLinearMap"


@pytest.mark.parametrize(
    "call",
    [
        lambda r: LinearMap.fromStructure(r, 3),
        lambda r: LinearMap.fromStructure(r, "body_1.m = m", Constants=3),
        lambda r: LinearMap.fromStructure(r, "body_1.m = m", Names=3),
        lambda r: LinearMap.fromStructure(r, "body_1.m = m", CenterOfMass=3),
        lambda r: LinearMap.fromStructure(r, "body_1.m = m", Extra=3),
        lambda r: LinearMap.fromStructure(r, "body_1.m = 1; body_1.m = 2"),
        lambda r: LinearMap.fromStructure(r, {"body_1.m": "1e999*body_2.m"}),
        lambda r: LinearMap.fromStructure(r, {"body_1.m": "__import__('os')"}),
        lambda r: LinearMap.fromStructure(r, {"body_1.m": "m" * 100_000}),
        lambda r: LinearMap(np.eye(2), None, 3),
        lambda r: LinearMap(np.eye(2))([1, 2, 3]),
        lambda r: LinearMap(np.eye(2)).reduce(np.eye(3), np.ones(3)),
    ],
)
def test_what_is_no_structure(call):
    with pytest.raises(MatlabError):
        call(rst.importrobot("twolink"))


def test_a_long_chain_of_names_takes_no_time():
    """Each is the sum of the next two: without memory this would take as many steps as it has rabbits."""
    robot = rst.importrobot("puma560")
    names = parameterNames(robot)
    chain = {n: f"{a} + {b}" for n, a, b in zip(names, names[1:], names[2:], strict=False)}
    assert LinearMap.fromStructure(robot, chain).L.shape == (60, 2)
