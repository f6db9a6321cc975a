"""Link by link: velocities, accelerations, and what every joint transmits, against particles that are differentiated.

The second writing has no wrenches and no velocities of frames: poses along a motion, their derivatives by Cauchy's
integral, and the second moments of the bodies.
"""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp
from trees import (
    ONE_FREEDOM,
    ROUNDING,
    STEP,
    agree,
    flow,
    over_trees,
    pose_rates,
    poses,
    pseudo_inertia,
    random_case,
)

from rst_compat import core
from rst_compat.core.newton_euler import motions


def state(case):
    return case.q, case.qd, case.qdd


def column(v):
    return v[:, 0]


def second_derivatives(case):
    """Poses (nb, 4, 4) and their second time derivative along the motion of a case of one-freedom joints.

    They are entire functions of time, so the mean over a circle is exact to rounding (8e-15 in 2000 trees).
    """
    points, radius = 64, 0.25
    circle = np.exp(2j * np.pi * np.arange(points) / points)
    t = radius * circle[:, None]
    around = poses(case.tree, case.q + case.qd * t + case.qdd * t**2 / 2)
    return poses(case.tree, case.q), 2 * np.einsum("bkij,k->bij", around, circle**-2).real / (points * radius**2)


def wrench_of_particles(case):
    """Wrench (nb, 6) that each body takes, in base axes about the base origin, without external forces."""
    T, T2 = second_derivatives(case)
    J = pseudo_inertia(np.stack(case.tree.parameters))
    G = np.zeros((4, 4))
    G[:3, 3] = case.tree.gravity
    moments = (T2 - G) @ J @ T.mT  # of (acceleration - gravity) r'
    f = moments[:, :3, 3]
    n = np.stack([moments[:, k, j] - moments[:, j, k] for j, k in ((1, 2), (2, 0), (0, 1))], axis=-1)
    return np.concatenate([n, f], axis=-1)


def carried(tree, body):
    """Numbers of the bodies that a body carries, with itself; of all for the base."""
    found = {body}
    for i, p in enumerate(tree.parent, start=1):
        if p in found:
            found.add(i)
    return sorted(found - {0})


# ---- motion ----


@over_trees()
def test_velocities_are_those_of_the_poses(case):
    got = core.newton_euler(case.model, *state(case)).velocity
    np.testing.assert_array_equal(got[0], 0)
    for i, (T, Tdot) in enumerate(
        zip(poses(case.tree, case.q), pose_rates(case.tree, case.q, case.qd), strict=True), start=1
    ):
        V = np.linalg.inv(T) @ Tdot
        agree(column(got[i]), np.array([V[2, 1], V[0, 2], V[1, 0], *V[:3, 3]]), ROUNDING)


@over_trees()
def test_accelerations_are_the_rates_of_velocities(case):
    """A complex step along the motion, in every coordinate of the state at once."""
    q, qd, qdd = case.q + 1j * STEP * flow(case.tree, case.q, case.qd), case.qd + 1j * STEP * case.qdd, case.qdd
    got = core.newton_euler(case.model, *state(case), gravity=np.zeros(3)).acceleration
    moved = core.newton_euler(case.model, q, qd, qdd, gravity=np.zeros(3)).velocity
    for i in range(case.model.nb + 1):
        agree(got[i], np.imag(moved[i]) / STEP, ROUNDING)


@over_trees(ONE_FREEDOM)
def test_acceleration_of_a_point_is_the_second_derivative_of_its_position(case):
    terms, (T, T2) = core.newton_euler(case.model, *state(case)), second_derivatives(case)
    point = case.rng.normal(size=3)
    for i in range(1, case.model.nb + 1):
        got = core.point_acceleration(terms.velocity[i], terms.acceleration[i], point[:, None])
        want = T[i - 1, :3, :3].T @ ((T2[i - 1] @ [*point, 1])[:3] - case.tree.gravity)
        agree(column(got), want, ROUNDING)


def test_acceleration_of_a_point_by_hand():
    # On a wheel that turns at 2 rad/s and gains 5 rad/s^2, half a metre out; its centre gains 1 m/s^2 along y.
    v, a = np.array([0, 0, 2.0, 0, 0, 0])[:, None], np.array([0, 0, 5.0, 0, 1, 0])[:, None]
    got = core.point_acceleration(v, a, np.array([0.5, 0, 0])[:, None])
    np.testing.assert_array_equal(column(got), [-2, 3.5, 0])
    # A centre that runs along x in axes that turn is drawn towards y.
    v[3] = 3
    got = core.point_acceleration(v, a, np.zeros((3, 1)))
    np.testing.assert_array_equal(column(got), [0, 7, 0])


@over_trees(bodies=4)
def test_gravity_is_an_acceleration_of_the_base_upwards(case):
    q, qd, qdd = state(case)
    T = core.body_poses(case.model, q)
    own = core.newton_euler(case.model, q, qd, qdd)
    none = core.newton_euler(case.model, q, qd, qdd, gravity=np.zeros(3))
    np.testing.assert_array_equal(own.acceleration[0], [[0], [0], [0], *-case.tree.gravity[:, None]])
    np.testing.assert_array_equal(none.acceleration[0], 0)
    for i in range(1, case.model.nb + 1):
        down = np.concatenate([np.zeros(3), T[i][:3, :3].T @ case.tree.gravity])
        agree(column(own.acceleration[i]), column(none.acceleration[i]) - down, ROUNDING)


# ---- wrenches ----


@over_trees(ONE_FREEDOM)
def test_every_joint_transmits_what_its_bodies_take(case):
    """The rate of momentum of all that a joint carries, less its weight and the external forces."""
    takes = wrench_of_particles(case)
    T = [np.eye(4), *poses(case.tree, case.q)]
    terms = core.newton_euler(case.model, *state(case), case.f_ext)
    for i in range(case.model.nb + 1):
        bodies = [k - 1 for k in carried(case.tree, i)]
        want = (takes - case.f_ext)[bodies].sum(axis=0)
        agree(core.to_base(T[i], column(terms.transmitted[i])), want, ROUNDING)
        if i:
            agree(core.to_base(T[i], column(terms.inertial[i])), takes[i - 1], ROUNDING)
    np.testing.assert_array_equal(terms.inertial[0], 0)


@over_trees()
def test_the_part_along_the_freedoms_is_the_joint_force(case):
    wrenches = core.joint_reactions(case.model, *state(case), case.f_ext)
    assert wrenches.shape == (case.model.nb, 6)
    tau = core.inverse_dynamics(case.model, *state(case), case.f_ext)
    for i, w in enumerate(wrenches, start=1):
        agree(case.model.S[i].T @ w, tau[case.model.v_of[i]], ROUNDING)


@over_trees(bodies=6)
def test_the_power_of_the_wrenches_is_that_of_the_motion(case):
    """What goes in at all joints, less what external forces add, is what the inertial forces take: d'Alembert."""
    terms = core.newton_euler(case.model, *state(case), case.f_ext)
    tau = core.inverse_dynamics(case.model, *state(case), case.f_ext)
    T = core.body_poses(case.model, case.q)
    taken = sum(float(column(v) @ column(f)) for v, f in zip(terms.velocity[1:], terms.inertial[1:], strict=True))
    given = sum(column(v) @ core.to_body(t, f) for v, t, f in zip(terms.velocity[1:], T[1:], case.f_ext, strict=True))
    agree(tau @ case.qd + given, taken, ROUNDING)


@over_trees()
def test_one_reaction_is_a_row_of_all(case):
    f = case.f_ext
    rows = core.joint_reactions(case.model, *state(case), f)
    terms = core.newton_euler(case.model, *state(case), f)
    for i in range(case.model.nb + 1):
        one = core.joint_reaction(case.model, *state(case), f, i)
        np.testing.assert_array_equal(one, rows[i - 1] if i else column(terms.transmitted[0]))
    without = core.joint_reactions(case.model, *state(case))
    np.testing.assert_array_equal(without, core.joint_reactions(case.model, *state(case), np.zeros_like(f)))


@pytest.mark.parametrize("seed", range(20))
def test_a_locked_joint_transmits_what_it_did(seed):
    """A fixed joint in the place of one that stands still changes no wrench and no motion."""
    case = random_case(seed, ONE_FREEDOM)
    moving = [k for k, kind in enumerate(case.tree.kind) if kind != "fixed"]
    if not moving:
        pytest.skip("nothing moves")
    k = moving[seed % len(moving)]
    v = case.model.v_of[k + 1].start
    qd, qdd = case.qd.copy(), case.qdd.copy()
    qd[v] = qdd[v] = 0
    want = core.joint_reactions(case.model, case.q, qd, qdd, case.f_ext)
    kinds, poses_there = list(case.tree.kind), list(case.tree.joint_to_parent)
    parent = case.tree.parent[k]
    T = core.body_poses(case.model, case.q)
    here = core.invert_pose(T[parent]) @ T[k + 1] @ core.invert_pose(case.tree.child_to_joint[k])
    kinds[k], poses_there[k] = "fixed", here
    locked = replace(case.tree, kind=kinds, joint_to_parent=poses_there).model
    rest = [np.delete(x, v) for x in (case.q, qd, qdd)]
    agree(core.joint_reactions(locked, *rest, case.f_ext), want, ROUNDING)


# ---- the regressor of a wrench ----


@pytest.mark.parametrize("seed", range(200))
def test_regressor_times_parameters_is_the_reaction_at_every_cut(seed):
    case = random_case(seed)
    parameters = case.model.parameters[1:].ravel()
    for i in range(case.model.nb + 1):
        Y = core.wrench_regressor(case.model, *state(case), i)
        assert Y.shape == (6, 10 * case.model.nb)
        agree(Y @ parameters, core.joint_reaction(case.model, *state(case), None, i), ROUNDING)
        behind = [k - 1 for k in carried(case.tree, i)]
        others = np.delete(Y.reshape(6, case.model.nb, 10), behind, axis=1)
        np.testing.assert_array_equal(others, 0)


@over_trees(bodies=6)
def test_its_part_along_the_freedoms_is_that_of_inverse_dynamics(case):
    Y = core.inverse_dynamics_regressor(case.model, *state(case))
    for i in range(1, case.model.nb + 1):
        F = core.wrench_regressor(case.model, *state(case), i)
        agree(case.model.S[i].T @ F, Y[case.model.v_of[i]], ROUNDING)


# ---- axes, and numbers of other kinds ----


def test_leading_axes():
    case = random_case(5, bodies=8)
    rng = np.random.default_rng(0)
    q, qd, qdd = (rng.normal(size=(n, x.size)) for n, x in zip((3, 3, 1), state(case), strict=True))
    f = rng.normal(size=(3, case.model.nb, 6))
    rows = core.joint_reactions(case.model, q, qd, qdd, f)
    base = core.joint_reaction(case.model, q, qd, qdd, f, 0)
    Y = core.wrench_regressor(case.model, q, qd, qdd, 1)
    assert (rows.shape, base.shape, Y.shape) == ((3, case.model.nb, 6), (3, 6), (3, 6, 10 * case.model.nb))
    for k in range(3):
        agree(rows[k], core.joint_reactions(case.model, q[k], qd[k], qdd[0], f[k]), ROUNDING)
        agree(base[k], core.joint_reaction(case.model, q[k], qd[k], qdd[0], f[k], 0), ROUNDING)
        agree(Y[k], core.wrench_regressor(case.model, q[k], qd[k], qdd[0], 1), ROUNDING)


def test_a_robot_without_bodies_transmits_nothing():
    model = core.build_model([], [], [], [], [], [], np.array([0, 0, -9.81]))
    none = np.zeros(0)
    assert core.joint_reactions(model, none, none, none).shape == (0, 6)
    np.testing.assert_array_equal(core.joint_reaction(model, none, none, none, None, 0), np.zeros(6))
    assert core.wrench_regressor(model, none, none, none, 0).shape == (6, 0)


def test_entry_zero_of_the_motions_is_the_base():
    model = random_case(3).model
    X = [None, *(np.eye(6) for _ in range(model.nb))]
    rates = np.zeros((model.nv, 1))
    v, a, v_cross = motions(model, X, rates, rates, np.array([1.0, 2, 3]))
    assert len(v) == len(a) == len(v_cross) == model.nb + 1
    np.testing.assert_array_equal(v[0], np.zeros((6, 1)))
    np.testing.assert_array_equal(v_cross[0], np.zeros((6, 6)))
    np.testing.assert_array_equal(a[0][:, 0], [0, 0, 0, -1, -2, -3])


def test_symbols_give_the_formulas_of_the_lecture():
    """Two point masses at the ends of two links: what is done by hand in every course, all in the axes of the links."""
    q1, q2, w1, w2, e1, e2 = sp.symbols("q1 q2 w1 w2 e1 e2", real=True)
    g, m1, m2, L1, L2 = sp.symbols("g m1 m2 L1 L2", positive=True)
    z, at_elbow = np.array([0, 0, 1], object), np.eye(4, dtype=object)
    at_elbow[0, 3] = L1
    points = [core.body_parameters(m, [L, 0, 0], [0, m * L**2, m * L**2, 0, 0, 0]) for m, L in ((m1, L1), (m2, L2))]
    identity = np.eye(4, dtype=object)
    model = core.build_model(
        [0, 1], ["revolute"] * 2, [z, z], [identity, at_elbow], [identity] * 2, points, np.array([0, -g, 0])
    )
    Q, QD, QDD = np.array([q1, q2]), np.array([w1, w2]), np.array([e1, e2])
    terms = core.newton_euler(model, Q, QD, QDD)
    s1, c1, s2, c2 = sp.sin(q1), sp.cos(q1), sp.sin(q2), sp.cos(q2)
    s12, c12 = sp.sin(q1 + q2), sp.cos(q1 + q2)
    a1 = [-L1 * w1**2 + g * s1, L1 * e1 + g * c1, 0]  # of the first mass, which is the elbow
    a2 = [
        L1 * e1 * s2 - L1 * w1**2 * c2 + g * s12 - L2 * (w1 + w2) ** 2,
        L1 * e1 * c2 + L1 * w1**2 * s2 + g * c12 + L2 * (e1 + e2),
        0,
    ]
    f2 = [m2 * x for x in a2]
    f1 = [c2 * f2[0] - s2 * f2[1] + m1 * a1[0], s2 * f2[0] + c2 * f2[1] + m1 * a1[1], 0]
    n1 = [0, 0, L2 * f2[1] + L1 * (s2 * f2[0] + c2 * f2[1]) + L1 * m1 * a1[1]]
    expected = {
        1: (a1, [*n1, *f1]),
        2: (a2, [0, 0, L2 * f2[1], *f2]),
    }
    for i, (acceleration, wrench) in expected.items():
        point = np.array([[(L1, L2)[i - 1]], [0], [0]], object)
        got = core.point_acceleration(terms.velocity[i], terms.acceleration[i], point)
        pairs = [*zip(column(got), acceleration, strict=True), *zip(column(terms.transmitted[i]), wrench, strict=True)]
        for ours, theirs in pairs:
            assert sp.expand_trig(sp.expand(sp.nsimplify(ours, rational=True) - theirs)).expand().simplify() == 0
    Y = core.wrench_regressor(model, Q, QD, QDD, 2)
    for ours, theirs in zip(Y @ np.concatenate(points), expected[2][1], strict=True):
        assert sp.expand_trig(sp.expand(sp.nsimplify(ours, rational=True) - theirs)).expand().simplify() == 0
