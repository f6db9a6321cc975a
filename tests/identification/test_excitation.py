"""excitationTrajectory: at rest at both ends, within limits at all times, and better than what chance gives.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import numpy as np
import pytest
from spatial_arm import spatial3r

import rst_compat as rst
from rst_compat import batch, excitationTrajectory
from rst_compat.identification.base_parameters import baseParameters
from rst_compat.identification.excitation_cost import BaseRegressor, conditions, cost_of
from rst_compat.identification.excitation_search import Search
from rst_compat.identification.fourier_motion import basis, settled, within

LIMITS = {"Position": [-2.5, 2], "Velocity": 2, "Acceleration": [6, 5, 7]}
ARRAYS = (np.full(3, -0.25), np.full(3, 2.25), np.full(3, 2.0), np.array([6.0, 5, 7]))


@pytest.fixture(scope="module")
def robot():
    return spatial3r()


@pytest.fixture(scope="module")
def bp(robot):
    return baseParameters(robot)


@pytest.fixture(scope="module", params=["cond", "D"])
def found(request, robot, bp):
    return excitationTrajectory(robot, bp, Limits=LIMITS, Criterion=request.param, Starts=2, MaxIterations=80)


def chance(robot, bp, count):
    """Random motions, as large as the limits allow."""
    search = Search(BaseRegressor(robot, bp), ARRAYS, 0.1, 5, "cond")
    rng = np.random.default_rng(7)
    t = np.arange(0, 10, 0.1)
    for _ in range(count):
        c = settled(within(search.coefficients(search.random(rng)), 0.1, ARRAYS))
        yield search.regressor.matrix(*(b @ c.T for b in basis(t, 0.1, 5)))


def bars(W):
    """Standard deviations of the parameters per unit of noise."""
    flat = W.reshape(-1, W.shape[-1])
    return np.sqrt(np.diag(np.linalg.inv(flat.T @ flat)))


def regressor(robot, bp, motion):
    return batch.inverseDynamicsRegressor(robot, *motion)[..., bp.Index]


# --------------------------------------------------------------------------- the motion


def test_it_starts_and_ends_at_rest_where_it_began(found):
    # The sums of the coefficients are zero to their last digit.
    for t in ([0.0], [10.0], [20.0]):
        q, qd, qdd = found.evaluate(t)
        assert np.abs(qd).max() < 1e-15
        assert np.abs(qdd).max() < 1e-14
        np.testing.assert_allclose(q[0], found.JointPosition[0], rtol=0, atol=1e-15)  # summed in another order
    np.testing.assert_array_equal(found.JointPosition[-1], found.JointPosition[0])
    L = 5
    assert np.abs(found.Coefficients[:, 1 : L + 1].sum(axis=1)).max() < 1e-15
    assert np.abs(found.Coefficients[:, L + 1 :] @ np.arange(1, L + 1)).max() < 1e-14


def test_limits_hold_at_all_times(found):
    q, qd, qdd = found.evaluate(np.linspace(0, 10, 200_001))
    assert ((q >= -2.5) & (q <= 2)).all()
    assert (np.abs(qd) <= 2).all()
    assert (np.abs(qdd) <= [6, 5, 7]).all()
    # They are used: a motion far inside of them would show less.
    assert (np.abs(qd).max(axis=0) > 1.5).all()


def test_rates_are_the_derivatives_of_the_positions(found):
    t, h = np.linspace(0.3, 9.4, 50), 1e-4
    (before, vb, _), (_, v, a), (after, va, _) = (found.evaluate(t + d) for d in (-h, 0, h))
    np.testing.assert_allclose((after - before) / (2 * h), v, atol=1e-7)  # h^2 / 6 times a third derivative below 30
    np.testing.assert_allclose((va - vb) / (2 * h), a, atol=1e-6)


def test_the_fields_belong_together(found, robot, bp):
    assert found.Time.shape == (1001,)
    assert found.Time[-1] == 10
    for field, values in zip(("Position", "Velocity", "Acceleration"), found.evaluate(found.Time), strict=True):
        np.testing.assert_array_equal(getattr(found, f"Joint{field}"), values)
    motion = [x[:-1] for x in (found.JointPosition, found.JointVelocity, found.JointAcceleration)]
    W = regressor(robot, bp, motion).reshape(-1, bp.Count)
    assert found.Condition == pytest.approx(np.linalg.cond(W), rel=1e-9)
    assert found.ScaledCondition == pytest.approx(np.linalg.cond(W / np.linalg.norm(W, axis=0)), rel=1e-9)
    data = found.toMotionData()
    np.testing.assert_array_equal(data.JointAcceleration, found.JointAcceleration)
    assert data.JointTorque is None


# --------------------------------------------------------------------------- how good it is


def test_it_is_better_than_chance(found, robot, bp):
    """As the random motions of the design: the condition number falls below their best, the error bars by half."""
    tried = list(chance(robot, bp, 60))
    motion = found.evaluate(np.arange(0, 10, 0.1))
    W = regressor(robot, bp, motion)
    if found.Criterion == "cond":
        assert conditions(W)[0] < 0.6 * np.percentile([conditions(x)[0] for x in tried], 5)
        assert found.Condition < 12
    best, usual = bars(W), np.median([bars(x) for x in tried], axis=0)
    assert np.median(best / usual) < (0.7 if found.Criterion == "cond" else 0.55)


def test_the_volume_falls_with_the_d_criterion(found, robot, bp):
    if found.Criterion == "D":
        other = excitationTrajectory(robot, bp, Limits=LIMITS, Starts=2, MaxIterations=80)
        assert found.Cost < cost_of(BaseRegressor(robot, bp).matrix(*other.evaluate(found.Time[:-1])), "D")[0]


def test_the_same_seed_gives_the_same_motion(robot, bp):
    options = {"Limits": LIMITS, "Starts": 1, "MaxIterations": 5}
    a, b, c = (excitationTrajectory(robot, bp, Seed=seed, **options) for seed in (3, 3, 4))
    np.testing.assert_array_equal(a.Coefficients, b.Coefficients)
    assert not np.array_equal(a.Coefficients, c.Coefficients)


@pytest.mark.parametrize("criterion", ["cond", "D"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"Extra": ("Bm", "Tc", "Jm", "offset")},
        {"Sensors": "base"},
        {"Sensors": ["link3", "torque"], "Extra": ("Bm", "Jm"), "Order": "pivot"},
    ],
)
def test_the_gradient_is_that_of_the_cost(robot, options, criterion):
    """Against differences along a random direction, within and beyond the limits."""
    search = Search(BaseRegressor(robot, baseParameters(robot, **options)), ARRAYS, 0.1, 5, criterion)
    rng = np.random.default_rng(1)
    x = search.random(rng)
    along = rng.normal(size=x.size)
    for size in (1.0, 1.3):
        _, gradient = search.value(size * x)
        h = 1e-5
        difference = (search.value(size * x + h * along)[0] - search.value(size * x - h * along)[0]) / (2 * h)
        assert gradient @ along == pytest.approx(difference, rel=1e-5, abs=1e-5)


def test_columns_are_those_of_the_regressor(robot):
    """Also with drives: one by one against the public regressors."""
    bp = baseParameters(robot, Extra=("Bm", "Tc", "Jm", "offset"))
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 20, 3))
    W = BaseRegressor(robot, bp).matrix(q, qd, qdd)
    Y = batch.inverseDynamicsRegressor(robot, q, qd, qdd, Friction=True, RotorInertia=True, Offset=True)
    np.testing.assert_allclose(W, Y[..., bp.Index], rtol=0, atol=1e-12)


def test_progress_is_told(robot, bp):
    told = []
    options = {"Limits": LIMITS, "Starts": 2, "MaxIterations": 4}
    excitationTrajectory(robot, bp, Progress=lambda done, total: told.append((done, total)), **options)
    assert told[0] == (0, 8)
    assert told[-1] == (8, 8)
    assert [d for d, _ in told] == sorted(d for d, _ in told)
    assert len(told) > 8


def test_limits_are_those_of_the_joints(robot):
    robot = robot.copy()
    robot.getBody("link2").Joint.PositionLimits = [-0.2, 0.5]
    found = excitationTrajectory(robot, Starts=1, MaxIterations=5, Harmonics=3, BaseFrequency=0.5)
    q = found.JointPosition[:, 1]
    assert -0.2 <= q.min() < q.max() <= 0.5
    assert found.Time[-1] == 2


@pytest.mark.parametrize(
    ("options", "identifier"),
    [
        ({"Limits": {"Velocity": 0}}, "identification:WrongLimits"),
        ({"Limits": {"Position": [1, -1]}}, "identification:WrongLimits"),
        ({"Limits": {"Velocity": [1, 2]}}, "identification:WrongLimits"),
        ({"Limits": {"Torque": 1}}, "argument:UnknownName"),
        ({"Harmonics": 1}, "identification:WrongOption"),
        ({"BaseFrequency": 0}, "identification:WrongOption"),
        ({"Starts": 1.5}, "identification:WrongOption"),
        ({"Seed": -1}, "identification:WrongOption"),
        ({"Criterion": "A"}, "argument:NotAChoice"),
        ({"bp": 3}, "identification:WrongOption"),
    ],
)
def test_wrong_arguments_are_refused(robot, options, identifier):
    with pytest.raises(rst.MatlabError) as caught:
        excitationTrajectory(robot, **options)
    assert caught.value.identifier == f"rst_compat:{identifier}"


def test_a_floating_joint_is_refused():
    with pytest.raises(rst.MatlabError) as caught:
        excitationTrajectory(rst.importrobot("floating_base"))
    assert caught.value.identifier == "rst_compat:identification:FloatingJoint"
