"""Constraints: what is missing against direct formulas on another kinematics, its gradient against differences."""

import math

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from trees import ONE_FREEDOM, random_case, random_pose

from rst_compat import core, ik
from rst_compat.ik import conditions as c
from rst_compat.ik.constraints import Constraints, FrameConstraint, JointConstraint

ROUNDING = 1e-12
#: Central differences with steps of 1e-6: truncation 1e-12 and rounding 1e-10, times third derivatives of some tens.
DIFFERENCES = 1e-7


def beyond(x, tolerance):
    return max(0.0, x - tolerance)


def outside(x, lower, upper):
    return max(0.0, lower - x, x - upper)


def angle_between(a, b):
    return math.atan2(np.linalg.norm(np.cross(a, b)), a @ b)


def twist(R):
    _, _, z, w = Rotation.from_matrix(R).as_quat()
    return 2 * math.atan2(z, w)


def turned(R, lower, upper):
    return min(outside(twist(R) + 2 * math.pi * k, lower, upper) for k in range(-3, 4))


Z = np.array([0, 0, 1.0])
#: name -> condition, and its violation written down directly
CONDITIONS = {
    "rotation": (c.rotation_within(0), lambda R, p: Rotation.from_matrix(R).magnitude()),
    "rotation, loosely": (c.rotation_within(0.7), lambda R, p: beyond(Rotation.from_matrix(R).magnitude(), 0.7)),
    "position": (c.position_within(0), lambda R, p: np.linalg.norm(p)),
    "position, loosely": (c.position_within(0.6), lambda R, p: beyond(np.linalg.norm(p), 0.6)),
    "off axis": (c.off_axis_within(0), lambda R, p: math.hypot(p[0], p[1])),
    "off axis, loosely": (c.off_axis_within(0.3), lambda R, p: beyond(math.hypot(p[0], p[1]), 0.3)),
    "too near or too far": (c.distance_between(0.8, 0.9), lambda R, p: outside(np.linalg.norm(p), 0.8, 0.9)),
    "at one distance": (c.distance_between(0.5, 0.5), lambda R, p: abs(np.linalg.norm(p) - 0.5)),
    "y": (c.coordinate_between(1, -0.1, 0.2), lambda R, p: outside(p[1], -0.1, 0.2)),
    "z, one side": (c.coordinate_between(2, 0.1, math.inf), lambda R, p: outside(p[2], 0.1, math.inf)),
    "axis": (c.axis_within(0), lambda R, p: angle_between(R[:, 2], Z)),
    "axis, loosely": (c.axis_within(0.5), lambda R, p: beyond(angle_between(R[:, 2], Z), 0.5)),
    "aim": (c.aim_within(0), lambda R, p: angle_between(R[:, 2], -p)),
    "aim, loosely": (c.aim_within(0.5), lambda R, p: beyond(angle_between(R[:, 2], -p), 0.5)),
    "turn": (c.turn_between(-0.4, 0.3), lambda R, p: turned(R, -0.4, 0.3)),
    "turn beyond pi": (c.turn_between(2.5, 4.5), lambda R, p: turned(R, 2.5, 4.5)),
    "any turn": (c.turn_between(-math.pi, math.pi), lambda R, p: 0.0),
}
SEEDS = range(40)


def scene(seed):
    """A random tree with one-freedom joints, two of its bodies, and a frame in each; the second may be the base."""
    case = random_case(seed, ONE_FREEDOM, ("solid",), bodies=7)
    rng = np.random.default_rng([seed, 7])
    body, reference = rng.integers(1, case.model.nb + 1), rng.integers(0, case.model.nb + 1)
    return case, body, reference, random_pose(rng), random_pose(rng)


def problem(seed, conditions):
    case, body, reference, tool, target = scene(seed)
    chain = ik.make_chain(case.model, [(body, np.eye(4)), (reference, np.eye(4))])
    one = FrameConstraint(0, 1, tool, target, tuple((condition, 1.0) for condition in conditions))
    return Constraints(chain, [one]), case.q[chain.positions]


def gradient(made, q, step=1e-6):
    half = [made.error(q + step * e)[0] for e in np.eye(len(q))], [made.error(q - step * e)[0] for e in np.eye(len(q))]
    return np.array([(a @ a - b @ b) / (4 * step) for a, b in zip(*half, strict=True)])


def derivative(made, q, step=1e-6):
    rows = [(made.error(q + step * e)[0] - made.error(q - step * e)[0]) / (2 * step) for e in np.eye(len(q))]
    return np.array(rows).reshape(len(q), len(made.error(q)[0]))


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_violation_is_that_of_the_direct_formula(name):
    condition, formula = CONDITIONS[name]
    violated = 0
    for seed in SEEDS:
        made, q = problem(seed, [condition])
        case, body, reference, tool, target = scene(seed)
        poses = core.body_poses(case.model, case.q)
        X = np.linalg.inv(poses[reference] @ target) @ poses[body] @ tool
        expected = formula(X[:3, :3], X[:3, 3])
        assert made.violations(q)[0] == pytest.approx([expected], abs=ROUNDING)
        e = made.error(q)[0]
        assert np.linalg.norm(e) == pytest.approx(expected, abs=ROUNDING)
        violated += expected > 0
    assert violated > 5 or name == "any turn"


@pytest.mark.parametrize("name", CONDITIONS)
def test_the_gradient_is_exact(name):
    for seed in SEEDS:
        made, q = problem(seed, [CONDITIONS[name][0]])
        e, place = made.error(q)
        assert np.abs(-made.jacobian(place) @ e - gradient(made, q)).max(initial=0) < DIFFERENCES


@pytest.mark.parametrize("name", ["position", "position, loosely", "off axis", "off axis, loosely", "y", "turn"])
def test_the_jacobian_is_exact_where_nothing_is_left_out(name):
    for seed in SEEDS:
        made, q = problem(seed, [CONDITIONS[name][0]])
        J = made.jacobian(made.error(q)[1])
        assert np.abs(-J - derivative(made, q)).max(initial=0) < DIFFERENCES


@pytest.mark.parametrize("kind", ["rotation", "axis", "aim"])
def test_the_jacobian_is_exact_at_a_solution(kind):
    """What is left out is a product with the residual, so it vanishes there: Gauss-Newton steps are quadratic."""
    for seed in SEEDS:
        case, body, reference, tool, _ = scene(seed)
        poses = core.body_poses(case.model, case.q)
        X = np.linalg.inv(poses[reference]) @ poses[body] @ tool
        target = X.copy()
        if kind == "aim":
            target[:3, 3] += 0.7 * X[:3, 2]
        chain = ik.make_chain(case.model, [(body, np.eye(4)), (reference, np.eye(4))])
        condition = CONDITIONS[kind][0]
        made = Constraints(chain, [FrameConstraint(0, 1, tool, target, ((condition, 1.0),))])
        q = case.q[chain.positions]
        e, place = made.error(q)
        assert np.abs(e).max() < 1e-7  # the angle of a rotation that is one to rounding
        assert np.abs(-made.jacobian(place) - derivative(made, q)).max(initial=0) < DIFFERENCES


def test_weights_multiply_squares():
    conditions = [CONDITIONS["position"][0], CONDITIONS["rotation"][0]]
    for seed in SEEDS:
        made, q = problem(seed, conditions)
        case, body, reference, tool, target = scene(seed)
        chain = ik.make_chain(case.model, [(body, np.eye(4)), (reference, np.eye(4))])
        weighted = Constraints(
            chain, [FrameConstraint(0, 1, tool, target, tuple(zip(conditions, (4.0, 9.0), strict=True)))]
        )
        where, turned_by = made.violations(q)[0]
        e, place = weighted.error(q)
        assert e @ e == pytest.approx(4 * where**2 + 9 * turned_by**2)
        assert np.abs(-weighted.jacobian(place) @ e - gradient(weighted, q)).max(initial=0) < 10 * DIFFERENCES


def test_ranges_of_joints():
    for seed in SEEDS:
        case = random_case(seed, ONE_FREEDOM, ("solid",), bodies=7)
        chain = ik.make_chain(case.model, [(k, np.eye(4)) for k in range(1, case.model.nb + 1)])
        n = chain.n
        assert n == len(case.q)
        rng = case.rng
        lower, upper, weights = rng.uniform(-1, 0, n), rng.uniform(0, 1, n), rng.uniform(0, 2, n)
        made = Constraints(chain, [JointConstraint(lower, upper, weights)])
        e, place = made.error(case.q)
        expected = np.array([outside(*row) for row in zip(case.q, lower, upper, strict=True)])
        assert made.violations(case.q)[0] == pytest.approx(expected, abs=ROUNDING)
        assert e @ e == pytest.approx(weights @ expected**2)
        assert np.abs(-made.jacobian(place) - derivative(made, case.q)).max(initial=0) < DIFFERENCES


def test_constraints_stand_one_after_the_other():
    case, body, reference, tool, target = scene(3)
    chain = ik.make_chain(case.model, [(body, np.eye(4)), (reference, np.eye(4))])
    parts = [
        FrameConstraint(0, 1, tool, target, ((CONDITIONS["position"][0], 1.0), (CONDITIONS["rotation"][0], 2.0))),
        FrameConstraint(1, 0, target, tool, ((CONDITIONS["y"][0], 1.0),)),
        JointConstraint(np.zeros(chain.n), np.zeros(chain.n), np.ones(chain.n)),
    ]
    q = case.q[chain.positions]
    alone, together = [Constraints(chain, [part]) for part in parts], Constraints(chain, parts)
    assert np.array_equal(together.error(q)[0], np.concatenate([a.error(q)[0] for a in alone]))
    blocks = [a.jacobian(a.error(q)[1]) for a in alone]
    assert np.array_equal(together.jacobian(together.error(q)[1]), np.concatenate(blocks, axis=1))
    assert [len(v) for v in together.violations(q)] == [2, 1, chain.n]


def test_no_constraints_are_satisfied():
    case, *_ = scene(0)
    chain = ik.make_chain(case.model, [])
    e, place = Constraints(chain, []).error(np.zeros(0))
    assert e.shape == (0,)
    assert Constraints(chain, []).jacobian(place).shape == (0, 0)


FLIPPED = np.diag([1.0, -1, -1])


@pytest.mark.parametrize(
    ("condition", "R", "p", "length"),
    [
        (c.aim_within(0), np.eye(3), [0, 0, 0], 0),  # it is there already
        (c.aim_within(0), np.eye(3), [0, 0, 1], math.pi),  # it looks away
        (c.axis_within(0), FLIPPED, [0, 0, 0], math.pi),
        (c.axis_within(0), np.eye(3), [0, 0, 0], 0),
        (c.distance_between(0.5, 0.6), np.eye(3), [0, 0, 0], 0.5),  # no way out is shorter than the others
        (c.rotation_within(0), FLIPPED, [0, 0, 0], math.pi),
        (c.turn_between(0.1, 0.2), FLIPPED, [0, 0, 0], None),  # no angle about z
        (c.turn_between(-math.inf, 0.2), np.eye(3), [0, 0, 0], 0),
    ],
)
def test_places_where_a_direction_is_missing(condition, R, p, length):
    missing, rates = condition(R, np.array(p, dtype=float))
    assert np.isfinite(missing).all()
    assert np.isfinite(rates).all()
    assert length is None or np.linalg.norm(missing) == pytest.approx(length)
