"""rng and rand against numbers MATLAB printed; randomConfiguration against published configurations."""

import json
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rand, rigidBody, rigidBodyJoint, rigidBodyTree, rng

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"

#: rand(1, 6) after rng("default"), to the four digits of the documentation
FIRST = [0.8147, 0.9058, 0.127, 0.9134, 0.6324, 0.0975]


@pytest.fixture(autouse=True)
def own_stream():
    before = rng("default")
    yield
    rng(before)


# ---- rng ----


@pytest.mark.parametrize("seed", ["default", "Default", 0, 0.0, 5489, np.int64(0)])
def test_the_default_stream_is_the_published_one(seed):
    rng(seed)
    np.testing.assert_allclose(rand(1, 6)[0], FIRST, rtol=0, atol=0.51e-4)  # half a unit of the last printed digit


@pytest.mark.parametrize("seed", [1, 42, 2**32 - 1])
def test_other_seeds_are_the_twisters_own(seed):
    rng(seed)
    np.testing.assert_array_equal(rand(1, 3)[0], np.random.RandomState(seed).random_sample(3))


def test_rng_returns_the_settings_before_and_restores_them():
    rand(1, 7)
    before = rng(42)
    assert (before.Type, before.Seed) == ("twister", 0)
    assert rng().Seed == 42
    rng(before)
    again = rand()
    rng("default")
    assert again == rand(1, 8)[0, 7]


def test_rng_without_arguments_changes_nothing():
    rng()
    assert rand() == pytest.approx(FIRST[0], abs=0.51e-4)


def test_shuffle_gives_another_stream():
    rng("shuffle")
    first = rand(1, 4)
    rng("shuffle")
    assert (first != rand(1, 4)).any()


def test_the_generator_is_the_twister():
    rng(0, "Twister")
    with pytest.raises(rst.MatlabError, match="'twister'"):
        rng(0, "philox")


@pytest.mark.parametrize("seed", [-1, 2**32, 0.5, "other", [1], np.nan])
def test_other_seeds_are_refused(seed):
    with pytest.raises(rst.MatlabError, match="the seed is not one MATLAB takes"):
        rng(seed)


# ---- rand ----


def test_rand_is_a_float():
    assert type(rand()) is float


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((3,), (3, 3)),
        ((2, 3), (2, 3)),
        (([2, 3],), (2, 3)),
        ((np.eye(5).shape,), (5, 5)),
        ((2, 3, 4), (2, 3, 4)),
        ((0,), (0, 0)),
        ((-1, 2), (0, 2)),
        ((2.0, 1), (2, 1)),
    ],
)
def test_the_shape_of_rand(size, shape):
    assert rand(*size).shape == shape


@pytest.mark.parametrize("shape", [(2, 3), (2, 3, 2)])
def test_rand_fills_columns_first(shape):
    filled = rand(*shape)
    rng("default")
    np.testing.assert_array_equal(filled.ravel(order="F"), rand(1, filled.size)[0])


@pytest.mark.parametrize("size", [(1.5,), ("a",), (2, "double"), (np.nan,), (np.inf,), ([[1, 2]],)])
def test_other_sizes_are_refused(size):
    with pytest.raises(TypeError, match="rand: the size is not whole numbers"):
        rand(*size)


# ---- random configurations ----


def published(name):
    """A random configuration printed in MATLAB's documentation (recovered from the results there)."""
    cases = json.loads((GOLDEN / "puma1" / "matlab_docs.golden.json").read_text(encoding="utf-8"))["Cases"]
    return next(c["Configuration"] for c in cases if c["Name"] == name)


@pytest.mark.parametrize(
    ("earlier", "case"),
    [
        (0, "geometricJacobian_puma1_A"),  # the five draws of its own construction
        (15, "getTransform_puma1_L2_L6"),  # a file of four trees: twenty
    ],
)
def test_random_configurations_of_the_documentation(earlier, case):
    rand(1, earlier)
    robot = rst.importrobot(GOLDEN / "puma1" / "model.json", DataFormat="row")
    # lower + (upper - lower) * rand with limits recovered to 16 digits: rounding of numbers up to 5.
    np.testing.assert_allclose(robot.randomConfiguration(), published(case), rtol=0, atol=4e-15)


@pytest.mark.parametrize(
    "make", [rigidBodyTree, lambda: rigidBodyTree("DataFormat", "row"), rst.robotics.RigidBodyTree]
)
def test_each_construction_draws_five_numbers(make):
    make()
    after = rand()
    rng("default")
    assert after == rand(1, 6)[0, 5]


def arm(*joints, form="row"):
    robot = rigidBodyTree(DataFormat=form)
    for k, (kind, limits) in enumerate(joints):
        body = rigidBody(f"b{k}")
        joint = rigidBodyJoint(f"j{k}", kind)
        if limits is not None:
            joint.PositionLimits = limits
        body.Joint = joint
        robot.addBody(body, f"b{k - 1}" if k else "base")
    rng("default")
    return robot


def test_one_number_a_moving_joint_in_body_order():
    robot = arm(("revolute", [-1, 3]), ("fixed", None), ("prismatic", [-2, 2]))
    q = robot.randomConfiguration()
    rng("default")
    u = rand(1, 2)[0]
    np.testing.assert_array_equal(q, [-1 + 4 * u[0], -2 + 4 * u[1]])


@pytest.mark.parametrize(
    ("limits", "lower", "upper"),
    [
        ([-np.inf, np.inf], -np.pi, np.pi),
        ([1, np.inf], 1, np.pi),
        ([4, np.inf], 4, 4 + 2 * np.pi),
        ([-9, np.inf], -np.pi, np.pi),
        ([-np.inf, 0], -np.pi, 0),
        ([0.5, 0.5], 0.5, 0.5),
    ],
)
@pytest.mark.filterwarnings("ignore:The HomePosition")
def test_infinite_limits_are_replaced(limits, lower, upper):
    robot = arm(("revolute", limits))
    q = [robot.randomConfiguration()[0] for _ in range(200)]
    assert lower <= min(q)
    assert max(q) <= upper
    assert max(q) - min(q) >= 0.9 * (upper - lower)


def test_a_floating_joint_draws_a_unit_quaternion_and_a_position_within_its_limits():
    robot = arm(("floating", [[np.nan, np.nan]] * 4 + [[-1, 1], [-2, 0], [0, 3]]))
    q = np.array([robot.randomConfiguration() for _ in range(200)])
    np.testing.assert_allclose(np.linalg.norm(q[:, :4], axis=1), 1, rtol=0, atol=1e-15)  # rounding of one square root
    assert (q[:, 4:] >= [-1, -2, 0]).all()
    assert (q[:, 4:] <= [1, 0, 3]).all()


def test_a_struct_is_drawn_from_the_same_numbers():
    numbers = arm(("revolute", None), ("prismatic", None)).randomConfiguration()
    drawn = arm(("revolute", None), ("prismatic", None), form="struct").randomConfiguration()
    assert [e.JointName for e in drawn] == ["j0", "j1"]
    assert [e.JointPosition for e in drawn] == numbers.tolist()


def test_nothing_to_draw(fixed_only):
    rng("default")
    assert fixed_only.randomConfiguration().shape == (0,)
    assert rand() == pytest.approx(FIRST[0], abs=0.51e-4)
