"""manipulabilityIndex: published values, closed forms, calling forms."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import manipulabilityIndex

L1, L2 = 0.8, 0.5  # of the double pendulum
Q = [0.3, -0.7]
PLANE = [0, 0, 0, 1, 1, 0]


def ur3e(data_format="column"):
    """Denavit-Hartenberg parameters as the maker publishes them; the last body stands where ``tool0`` does."""
    rows = [
        [0, np.pi / 2, 0.15185, 0],
        [-0.24355, 0, 0, 0],
        [-0.2132, 0, 0, 0],
        [0, np.pi / 2, 0.13105, 0],
        [0, -np.pi / 2, 0.08535, 0],
        [0, 0, 0.0921, 0],
    ]
    robot, parent = rst.rigidBodyTree(DataFormat=data_format), "base"
    for k, row in enumerate(rows):
        body = rst.rigidBody(f"link_{k}")
        body.Joint = rst.rigidBodyJoint(f"joint_{k}", "revolute")
        body.Joint.setFixedTransform(row, "dh")
        robot.addBody(body, parent)
        parent = body.Name
    return robot


def test_published_products_of_singular_values():
    """A live script prints 0.0163 and 2.4495 for the Jacobian of MATLAB's universalUR3e in this configuration."""
    q = [0, -np.pi / 1.5, np.pi / 2.5, -np.pi / 2, -np.pi / 2, 0]
    np.testing.assert_allclose(manipulabilityIndex(ur3e(), q, MotionComponent="linear"), 0.0163, atol=0.5001e-4)
    np.testing.assert_allclose(manipulabilityIndex(ur3e(), q, MotionComponent="angular"), 2.4495, atol=0.5001e-4)


# What the reference page prints for one pose of abbIrb120; rows k and k + 4 differ by a turn of the wrist.
PAGE = [
    [-1.8214, -1.4863, -0.7791, 1.7650, 1.4114, 0.6790],
    [-1.8214, -0.8824, -1.9070, 1.6589, 1.3359, 1.2082],
    [1.3202, 0.8824, -0.7791, -1.5972, 1.3215, 1.6774],
    [1.3202, 1.4863, -1.9070, -1.4666, 1.3424, 1.1382],
    [-1.8214, -1.4863, -0.7791, -1.3766, -1.4114, 3.8206],
    [-1.8214, -0.8824, -1.9070, -1.4827, -1.3359, 4.3498],
    [1.3202, 0.8824, -0.7791, 1.5444, -1.3215, -1.4641],
    [1.3202, 1.4863, -1.9070, 1.6750, -1.3424, 4.2798],
]


def test_a_turn_of_a_spherical_wrist_changes_no_index():
    robot = rst.loadrobot("abbIrb120", DataFormat="row")
    for q in PAGE:  # printed to four decimals, over a reach of 0.7 m
        np.testing.assert_allclose(robot.getTransform(q, "tool0"), rst.trvec2tform([0.2, 0.5, 0.5]), atol=2e-4)
    for kind in ("yoshikawa", "inverse-condition"):
        index = manipulabilityIndex(robot, PAGE, "tool0", IndexType=kind)
        assert index.shape == (8,)
        np.testing.assert_allclose(index[4:], index[:4], rtol=5e-4)  # of the four decimals
        assert (index > 0.01).all()


@pytest.mark.parametrize("q", [[0.3, -0.7], [2.0, 1.5], [0.0, 0.0]])
def test_a_planar_arm_of_two_links(robot, q):
    """Yoshikawa's own example: l1 l2 |sin q2|."""
    index = manipulabilityIndex(robot, q, MotionComponent=PLANE)
    np.testing.assert_allclose(index, L1 * L2 * abs(np.sin(q[1])), atol=1e-15)
    assert manipulabilityIndex(robot, q) == 0  # two joints make no six freedoms


def test_the_indices_of_a_jacobian(robot):
    J, M = robot.geometricJacobian(Q, "lower")[3:5], robot.massMatrix(Q)
    squares, felt = np.linalg.eigvalsh(J @ J.T), np.linalg.eigvalsh(np.linalg.inv(J @ np.linalg.inv(M) @ J.T))
    close = {"rtol": 1e-12}  # inverses of matrices with condition numbers near 100
    got = [manipulabilityIndex(robot, Q, "IndexType", k, "MotionComponent", PLANE) for k in KINDS]
    np.testing.assert_allclose(
        got, [np.prod(squares) ** 0.5, (squares[0] / squares[1]) ** 0.5, felt[0] / felt[1]], **close
    )


KINDS = ("yoshikawa", "inverse-condition", "asada")


def test_defaults_are_yoshikawa_of_all_motion_of_the_last_body():
    robot, q = ur3e(), [0.1, -1.0, 0.7, 0.3, 1.1, 0.2]
    want = abs(np.linalg.det(robot.geometricJacobian(q, "link_5")))
    for index in (
        manipulabilityIndex(robot, q),
        manipulabilityIndex(robot, q, []),
        manipulabilityIndex(robot, q, "link_5"),
        manipulabilityIndex(robot, q, "link_5", "INDEXTYPE", "Yoshikawa", MotionComponent="all"),
        manipulabilityIndex(robot, q, motioncomponent=np.ones(6, bool)),
    ):
        assert isinstance(index, float)
        np.testing.assert_allclose(index, want, rtol=1e-13)
    assert manipulabilityIndex(robot, q, "link_1") == 0


def test_a_frame_may_be_the_end_effector(robot):
    robot.getBody("lower").addFrame("tip", "lower", rst.trvec2tform([0.3, 0, 0]))
    index = manipulabilityIndex(robot, Q, "tip", MotionComponent=PLANE)
    np.testing.assert_allclose(index, L1 * (L2 + 0.3) * abs(np.sin(Q[1])), atol=1e-15)


@pytest.mark.parametrize("data_format", ["row", "column"])
@pytest.mark.parametrize("kind", KINDS)
def test_configurations_stand_in_rows(data_format, kind):
    robot = ur3e(data_format)
    robot.DataFormat = data_format
    Qs = np.random.default_rng(1).uniform(-3, 3, (6, 6))
    index = manipulabilityIndex(robot, Qs, IndexType=kind)
    assert index.shape == (6,)
    np.testing.assert_allclose(index, [manipulabilityIndex(robot, q, IndexType=kind) for q in Qs], rtol=1e-12)
    single = manipulabilityIndex(robot, Qs[0][None], IndexType=kind)
    assert isinstance(single, float)
    if data_format == "column":
        assert manipulabilityIndex(robot, Qs[0][:, None], IndexType=kind) == single


def test_home_and_struct_configurations(make_robot):
    robot = make_robot("row")
    want = manipulabilityIndex(robot, [0, 1.0], MotionComponent=PLANE)
    robot.getBody("lower").Joint.HomePosition = 1.0
    assert manipulabilityIndex(robot, [], MotionComponent=PLANE) == want
    robot.DataFormat = "struct"
    assert manipulabilityIndex(robot, robot.homeConfiguration(), MotionComponent=PLANE) == want
    assert manipulabilityIndex(robot, [], MotionComponent=PLANE) == want


def test_a_robot_that_does_not_move_has_none(fixed_only):
    assert [manipulabilityIndex(fixed_only, [], IndexType=k) for k in KINDS] == [0, 0, 0]


def test_a_massless_robot_has_no_asada_index(robot):
    for body in robot.Bodies:
        body.Mass = 0
    with pytest.warns(rst.MatlabWarning, match="NaN") as caught:
        assert np.isnan(manipulabilityIndex(robot, Q, IndexType="asada", MotionComponent=PLANE))
    assert [w.message.identifier for w in caught] == ["rst_compat:dynamics:NotFinite"]


BASE = rst.rigidBodyTree(DataFormat="row")


@pytest.mark.parametrize(
    ("call", "identifier"),
    [
        (lambda r: manipulabilityIndex(BASE, []), "rst_compat:manipulabilityIndex:NoEndEffector"),
        (lambda r: manipulabilityIndex(r, Q, MotionComponent=[0] * 6), "rst_compat:manipulabilityIndex:NoComponent"),
        (lambda r: manipulabilityIndex(r, Q, MotionComponent=[2] * 6), "rst_compat:manipulabilityIndex:NoComponent"),
        (lambda r: manipulabilityIndex(r, Q, MotionComponent=[1, 1]), "rst_compat:property:WrongSize"),
        (lambda r: manipulabilityIndex(r, Q, MotionComponent="rotation"), "rst_compat:argument:NotAChoice"),
        (lambda r: manipulabilityIndex(r, Q, IndexType="inverse condition"), "rst_compat:argument:NotAChoice"),
        (lambda r: manipulabilityIndex(r, [1, 2, 3]), "rst_compat:manipulabilityIndex:WrongSize"),
        (lambda r: manipulabilityIndex(r, np.zeros((2, 2, 2))), "rst_compat:manipulabilityIndex:WrongSize"),
        (lambda r: manipulabilityIndex(r, [1, np.nan]), "MATLAB:validateDynamicsFunctionInputs:expectedNonNaN"),
        (lambda r: manipulabilityIndex(r, Q, "tip"), "robotics:robotmanip:rigidbodytree:BodyNotFound"),
        (lambda r: manipulabilityIndex(r, Q, "lower", "IndexTyp"), "rst_compat:argument:UnknownName"),
        (lambda r: manipulabilityIndex("r", Q), "rst_compat:argument:NotATree"),
    ],
)
def test_what_is_refused(robot, call, identifier):
    with pytest.raises(rst.MatlabError) as caught:
        call(robot)
    assert caught.value.identifier == identifier
