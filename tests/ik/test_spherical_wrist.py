"""Arms with a spherical wrist, anywhere and of any geometry: every solution is found, and none that is wrong."""

import numpy as np
import pytest

from rst_compat.ik.spherical_wrist import solve, within, wrist_arm
from rst_compat.ik.subproblems import three_turns, unit_vectors, wrist_turns

#: Closed forms leave rounding, some 1e-15 per operation over six joints; the wish is 1e-12.
POSE = 1e-12
#: A configuration lost half of its digits where the arm is within 1e-3 or so of a singularity.
ANGLE = 1e-6
Z = np.zeros(6)


def rotation(axis, angle):
    """Rodrigues' formula, written apart from the package's."""
    x, y, z = axis
    K = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def forward(axes, points, rest, q):
    """The product of exponentials."""
    T = np.eye(4)
    for w, o, angle in zip(axes, points, q, strict=True):
        E = np.eye(4)
        E[:3, :3] = rotation(w / np.linalg.norm(w), angle)
        E[:3, 3] = o - E[:3, :3] @ o
        T = T @ E
    return T @ rest


def gap(q, p):
    return np.abs((np.asarray(q) - p + np.pi) % (2 * np.pi) - np.pi).max(-1)


def random_arm(rng, wrist, kind):
    """Axes, points and rest pose with the axes of joints wrist..wrist+2 through one point."""
    axes, points = rng.normal(size=(6, 3)), rng.normal(size=(6, 3))
    if kind == "right angles":
        axes = np.eye(3)[[2, 1, 1, 0, 1, 0]]
        axes[wrist : wrist + 3] = np.eye(3)[[0, 1, 0]]
    outer = [k for k in range(6) if not wrist <= k < wrist + 3]
    if kind == "parallel":
        axes[outer[1]] = axes[outer[0]]
    if kind == "meeting":
        points[outer[1]] = points[outer[0]]
    axes /= np.linalg.norm(axes, axis=1, keepdims=True)
    points[wrist : wrist + 3] = points[wrist] + rng.normal(size=(3, 1)) * axes[wrist : wrist + 3]
    rest = np.eye(4)
    rest[:3, :3], rest[:3, 3] = rotation(axes[0], 1.3), rng.normal(size=3)
    return axes, points, rest


KINDS = ["general", "right angles", "parallel", "meeting"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("wrist", range(4))
def test_the_configuration_is_among_the_solutions(wrist, kind):
    rng = np.random.default_rng(10 * wrist + KINDS.index(kind))
    for _ in range(6):
        parts = random_arm(rng, wrist, kind)
        arm = wrist_arm(*parts)
        assert arm.wrist == wrist
        for q in rng.uniform(-np.pi, np.pi, (5, 6)):
            target = forward(*parts, q)
            found = solve(arm, target, Z)
            assert gap(found, q).min() < ANGLE
            assert max(np.abs(forward(*parts, s) - target).max() for s in found) < POSE
            assert len(found) in (2, 4, 6, 8)
            assert np.array_equal(np.sort(gap(found[:, None], found).ravel())[: len(found)], np.zeros(len(found)))
            assert (gap(found[:, None], found) > ANGLE).sum() == len(found) * (len(found) - 1)


def puma_like(shoulder=0.0):
    """Vertical axis, two parallel horizontal ones, an orthogonal wrist: all of it by hand."""
    axes = np.array([[0, 0, 1], [0, 1, 0], [0, 1, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0.0]])
    points = np.array([[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, shoulder, 2], [1, shoulder, 2], [1, shoulder, 2.0]])
    rest = np.eye(4)
    rest[:3, 3] = 1.2, shoulder, 2
    return axes, points, rest


def test_a_straight_wrist_takes_its_first_angle_from_the_reference():
    parts = puma_like()
    arm = wrist_arm(*parts)
    q = np.array([0.3, 0.4, 0.5, 0.6, 0, 0.7])
    for angle in (0.0, 1.1):
        found = solve(arm, forward(*parts, q), np.full(6, angle))
        straight = found[gap(found[:, :3], q[:3]) < ANGLE]
        assert straight.shape == (1, 6)
        np.testing.assert_allclose(straight[0, 3:], [angle, 0, 1.3 - angle], atol=1e-9)


@pytest.mark.parametrize("bend", [1e-13, 1e-11, 1e-9, 1e-7, 1e-5])
def test_a_nearly_straight_wrist_keeps_the_pose(bend):
    parts = puma_like()
    target = forward(*parts, [0.3, 0.4, 0.5, 0.6, bend, 0.7])
    found = solve(wrist_arm(*parts), target, Z)
    assert len(found) == (6 if bend < 1e-12 else 8)  # the arm turned about, with the shoulder behind, is as straight
    assert max(np.abs(forward(*parts, s) - target).max() for s in found) < POSE


def test_a_wrist_centre_on_the_first_axis_leaves_the_first_joint_free():
    parts = puma_like()
    # upper arm and forearm of one length, at equal angles to the vertical: the wrist is above the shoulder
    q = np.array([0.4, 0.6, -np.pi / 2 - 1.2, 0.3, 0.5, 0.2])
    target = forward(*parts, q)
    found = solve(wrist_arm(*parts), target, np.full(6, 0.4))
    assert np.abs(found[:, 0] - 0.4).max() < POSE
    assert gap(found, q).min() < ANGLE
    assert max(np.abs(forward(*parts, s) - target).max() for s in found) < POSE


@pytest.mark.parametrize("elbow", [-np.pi / 2, np.pi / 2])  # folded, then stretched
def test_a_double_solution_is_one(elbow):
    parts = puma_like(shoulder=0.1)
    q = np.array([0.3, 0.4, elbow, 0.6, 0.8, 0.7])
    target = forward(*parts, q)
    found = solve(wrist_arm(*parts), target, Z)
    assert max(np.abs(forward(*parts, s) - target).max() for s in found) < POSE
    assert (gap(found[:, None], found) > ANGLE).sum() == len(found) * (len(found) - 1)
    if elbow < 0:  # stretched: the wrist at both sides, the shoulder too
        assert len(found) == 4
        assert gap(found, q).min() < 1e-5  # sqrt(eps): the pose does not say more


def test_out_of_reach_there_is_nothing():
    parts = puma_like()
    target = parts[2].copy()
    target[:3, 3] = 2.5, 0, 1  # 2.2 from wrist to shoulder
    assert solve(wrist_arm(*parts), target, Z).shape == (0, 6)


def test_axes_that_miss_each_other_by_the_digits_of_a_file_are_a_wrist():
    rng = np.random.default_rng(5)
    axes, points, rest = puma_like(shoulder=0.1)
    axes = axes + 1e-6 * rng.normal(size=(6, 3))
    points = points + 1e-6 * rng.normal(size=(6, 3))
    arm = wrist_arm(axes, points, rest)
    for q in rng.uniform(-np.pi, np.pi, (10, 6)):
        target = forward(axes, points, rest, q)
        found = solve(arm, target, Z)
        assert gap(found, q).min() < ANGLE
        assert max(np.abs(forward(axes, points, rest, s) - target).max() for s in found) < POSE


def test_what_is_no_arm_with_a_wrist():
    axes, points, rest = puma_like()
    points[5] += [0, 0.1, 0]
    assert wrist_arm(axes, points, rest) is None  # no common point
    axes, points, rest = puma_like()
    axes[:3] = [0, 1, 0]
    assert wrist_arm(axes, points, rest) is None  # the wrist moves in a plane only
    assert wrist_arm(axes, np.zeros((6, 3)), rest) is None  # nothing but turns


def test_a_rotation_with_few_digits_means_the_nearest_one():
    parts = puma_like()
    target = forward(*parts, [0.3, 0.4, 0.5, 0.6, 0.9, 0.7])
    typed = np.round(target, 4)
    found = solve(wrist_arm(*parts), typed, Z)
    assert len(found) == 8
    assert max(np.abs(forward(*parts, s) - typed).max() for s in found) < 1e-4


# ---- limits ----


def test_an_angle_is_the_multiple_within_limits_nearest_to_the_reference():
    arm = wrist_arm(*puma_like())
    q = np.array([[0.1, 0.2, 0.3, 3.0, 0.5, 0.6]])
    wide = np.full(6, 7.0)
    np.testing.assert_allclose(within(arm, q, Z, -wide, wide), q)
    np.testing.assert_allclose(within(arm, q, Z - 3, -wide, wide)[0, 3], 3 - 2 * np.pi)
    np.testing.assert_allclose(within(arm, q, Z, np.full(6, -4.0), np.full(6, 2.9))[0, 3], 3 - 2 * np.pi)
    assert within(arm, q, Z, np.full(6, -3.0), np.full(6, 2.9)).shape == (0, 6)
    np.testing.assert_allclose(within(arm, q, Z, np.full(6, -np.inf), np.full(6, np.inf)), q)


@pytest.mark.parametrize("flip", [0, np.pi])
def test_a_straight_wrist_shares_its_turn_so_that_both_joints_keep_their_limits(flip):
    parts = puma_like()
    arm = wrist_arm(*parts)
    q = np.array([0.1, 0.2, 0.3, 0.0, flip, 1.5])
    upper = np.array([4, 4, 4, 1, 4, 1.0])
    shared = within(arm, q[None], Z, -upper, upper)
    assert shared.shape == (1, 6)
    assert (np.abs(shared) <= upper).all()
    np.testing.assert_allclose(forward(*parts, shared[0]), forward(*parts, q), atol=POSE)
    assert within(arm, q[None], Z, -upper / 2, upper / 2).shape == (0, 6)  # 0.5 and 0.5 are less than 1.5


# ---- the subproblems by themselves ----


def test_three_turns_take_one_point_to_another():
    rng = np.random.default_rng(2)
    for _ in range(20):
        w, o, p, angles = rng.normal(size=(3, 3)), rng.normal(size=(3, 3)), rng.normal(size=3), rng.uniform(-3, 3, 3)
        w /= np.linalg.norm(w, axis=1, keepdims=True)

        def moved(q, w=w, o=o, p=p):
            for k in (2, 1, 0):
                p = o[k] + rotation(w[k], q[k]) @ (p - o[k])
            return p

        found = three_turns(w, o, p, moved(angles), np.zeros(3))
        assert gap(found, angles).min() < ANGLE


def test_unit_vectors_of_two_equations():
    rng = np.random.default_rng(3)
    for ranks in [(2, 2), (1, 2), (2, 1), (1, 1), (0, 2), (2, 0)]:
        A, B = (rng.normal(size=(2, r)) @ rng.normal(size=(r, 2)) for r in ranks)
        x, y = rng.uniform(-3, 3, 2)
        d = A @ [np.cos(x), np.sin(x)] + B @ [np.cos(y), np.sin(y)]
        found = np.stack(unit_vectors(A, B, d, x, y), axis=-1)
        assert gap(found, [x, y]).min() < ANGLE


def test_wrist_turns_make_a_rotation_of_axes_at_any_angle():
    rng = np.random.default_rng(4)
    w = rng.normal(size=(3, 3))
    w /= np.linalg.norm(w, axis=1, keepdims=True)
    q = rng.uniform(-3, 3, (10, 3))
    R = np.array([rotation(w[0], a) @ rotation(w[1], b) @ rotation(w[2], c) for a, b, c in q])
    found = wrist_turns(w, R, 0.0).reshape(2, 10, 3)
    assert gap(found, q).min(0).max() < ANGLE
    for i, j in np.ndindex(2, 10):
        a, b, c = found[i, j]
        np.testing.assert_allclose(rotation(w[0], a) @ rotation(w[1], b) @ rotation(w[2], c), R[j], atol=POSE)
