"""Joint kinds: the pose against SciPy's rotations, and the subspace as the derivative of the pose."""

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation
from trees import ONE_FREEDOM, ROUNDING, Plan, agree, flow, make_case, over_trees, rate, unit

from rst_compat import core
from rst_compat.core.joints import FREEDOMS, floating_pose, joint_terms
from rst_compat.core.model import joint_transforms
from rst_compat.core.spatial import crm, motion_transform

FEW_EPS = 1e-14  # a handful of products of numbers near one
seeds = given(st.integers(0, 2**32 - 1))


def value(terms, f1, f2):
    return terms[0] + f1 * terms[1] + f2 * terms[2]


@seeds
def test_revolute_is_a_rotation_vector(seed):
    rng = np.random.default_rng(seed)
    axis, q = unit(rng.normal(size=3)), rng.uniform(-7, 7)
    terms, T = joint_terms("revolute", axis), np.eye(4)
    T[:3, :3] = Rotation.from_rotvec(q * axis).as_matrix()
    agree(value(terms.pose, np.sin(q), np.cos(q)), T, FEW_EPS)
    agree(value(terms.motion, np.sin(q), np.cos(q)), motion_transform(T), FEW_EPS)
    np.testing.assert_array_equal(terms.S[:, 0], [*axis, 0, 0, 0])


@seeds
def test_prismatic_is_a_translation(seed):
    rng = np.random.default_rng(seed)
    axis, q = unit(rng.normal(size=3)), rng.normal()
    terms, T = joint_terms("prismatic", axis), np.eye(4)
    T[:3, 3] = q * axis
    agree(value(terms.pose, q, 1), T, FEW_EPS)
    agree(value(terms.motion, q, 1), motion_transform(T), FEW_EPS)
    np.testing.assert_array_equal(terms.S[:, 0], [0, 0, 0, *axis])


def test_fixed_moves_nothing_and_floating_moves_everything():
    none = joint_terms("fixed", np.full(3, np.nan))  # MATLAB reports the axis of a fixed joint as NaN
    assert none.S.shape == (6, 0)
    np.testing.assert_array_equal(value(none.pose, 0.3, 0.9), np.eye(4))
    np.testing.assert_array_equal(value(none.motion, 0.3, 0.9), np.eye(6))
    np.testing.assert_array_equal(joint_terms("floating", np.zeros(3)).S, np.eye(6))


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_an_axis_may_have_symbols(kind):
    b, q = sympy.symbols("b q", real=True)
    axis = np.array([0, sympy.sin(b), sympy.cos(b)], object)
    eye = np.eye(4, dtype=object)
    model = core.build_model(
        [0], [kind], [axis], [eye], [eye], [np.array([0, 0, 0, 0, 3, 5, 7, 0, 0, 0], object)], np.zeros(3)
    )
    at = {b: 0.3, q: 0.7}
    number = np.vectorize(lambda x: float(sympy.sympify(x).subs(at)))
    terms = joint_terms(kind, number(axis))
    f = (np.sin(0.7), np.cos(0.7)) if kind == "revolute" else (0.7, 1)
    agree(number(joint_transforms(model, np.array([q], object))[1]), value(terms.motion, *f), FEW_EPS)
    agree(number(core.body_poses(model, np.array([q], object))[1]), value(terms.pose, *f), FEW_EPS)
    # the mass matrix comes from the wide subspaces: the inertia about the axis, sin^2 Iyy + cos^2 Izz
    about = 5 * np.sin(0.3) ** 2 + 7 * np.cos(0.3) ** 2 if kind == "revolute" else 0
    agree(number(core.mass_matrix(model, np.array([q], object))), np.array([[about]]), FEW_EPS)


@seeds
def test_floating_is_scipys_rotation_and_any_length_of_quaternion_will_do(seed):
    q = np.random.default_rng(seed).normal(size=(3, 7))
    T = floating_pose(q)
    agree(T[:, :3, :3], Rotation.from_quat(q[:, :4], scalar_first=True).as_matrix(), FEW_EPS)
    np.testing.assert_array_equal(T[:, :3, 3], q[:, 4:])
    np.testing.assert_array_equal(T[:, 3], [[0, 0, 0, 1]] * 3)
    long, short = 2.0**1000, 2.0**-1000  # whose squares are no floats, while powers of two do not round
    for length in (long, short, np.array([[long], [1], [short]])):
        scaled = np.concatenate([length * q[:, :4], q[:, 4:]], axis=1)
        np.testing.assert_array_equal(floating_pose(scaled), T)


def test_home_of_a_floating_joint_is_the_identity():
    np.testing.assert_array_equal(floating_pose(np.array([1.0, 0, 0, 0, 0, 0, 0])), np.eye(4))


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "floating"])
@pytest.mark.parametrize("seed", range(5))
def test_subspace_is_the_velocity_per_unit_rate_in_body_axes(kind, seed):
    # One body on oblique transforms: what its pose says about S, ChildToJoint included.
    case = make_case([Plan(0, kind, "solid", True)], seed)
    T = core.body_poses(case.model, case.q)[1]
    directions = flow(case.tree, case.q, np.eye(FREEDOMS[kind][1]))
    V = np.linalg.inv(T) @ rate(lambda q: core.body_poses(case.model, q)[1], case.q, directions)
    agree(case.model.S[1], np.stack([V[:, 2, 1], V[:, 0, 2], V[:, 1, 0], *V[:, :3, 3].T]), 1e-13)


@over_trees()
def test_transforms_belong_to_the_poses(case):
    model, q = case.model, case.q
    T, X = core.body_poses(model, q), joint_transforms(model, q)
    for i, p in model.tree:
        agree(X[i], motion_transform(core.invert_pose(T[p]) @ T[i]), ROUNDING)


@over_trees(ONE_FREEDOM)
def test_rate_of_transform_is_the_cross_product_with_the_joint_velocity(case):
    # X' = -(S qd) x X, the law by which the recursions differentiate nothing themselves.
    from_joint = rate(lambda q: np.stack(joint_transforms(case.model, q)), case.q, case.qd)
    for i, _ in case.model.tree:
        vJ = case.model.S[i] @ case.qd[case.model.v_of[i]][:, None]
        agree(from_joint[i], -crm(vJ) @ joint_transforms(case.model, case.q)[i], 1e-12)
