"""Spatial algebra by its own laws: power is the same in every frame, and products by hand from three dimensions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import agree, carry, pseudo_inertia, random_parameters, random_pose

from rst_compat import core
from rst_compat.core import spatial

FEW_EPS = 1e-13  # one or two products of numbers near one to ten
seeds = given(st.integers(0, 2**32 - 1))


def vectors(rng, *shape):
    return rng.normal(size=(*shape, 6, 1))


@seeds
def test_skew_is_the_cross_product(seed):
    a, b = np.random.default_rng(seed).normal(size=(2, 4, 3))
    agree((spatial.skew(a[..., None]) @ b[..., None])[..., 0], np.cross(a, b), FEW_EPS)


@seeds
def test_motion_cross_product_by_hand(seed):
    v, m = vectors(np.random.default_rng(seed), 2)[..., 0]
    want = np.concatenate([np.cross(v[:3], m[:3]), np.cross(v[3:], m[:3]) + np.cross(v[:3], m[3:])])
    agree(spatial.crm(v[:, None]) @ m, want, FEW_EPS)


@seeds
def test_force_cross_product_by_hand(seed):
    v, f = vectors(np.random.default_rng(seed), 2)[..., 0]
    want = np.concatenate([np.cross(v[:3], f[:3]) + np.cross(v[3:], f[3:]), np.cross(v[:3], f[3:])])
    agree(spatial.crf(v[:, None]) @ f, want, FEW_EPS)


@seeds
def test_cross_products_are_dual(seed):
    v, m, f = vectors(np.random.default_rng(seed), 3)
    agree((spatial.crf(v) @ f).T @ m, -f.T @ (spatial.crm(v) @ m), FEW_EPS)


@seeds
def test_bar_exchanges_the_arguments(seed):
    v, f = vectors(np.random.default_rng(seed), 2, 5)
    agree(spatial.crf_bar(f) @ v, spatial.crf(v) @ f, FEW_EPS)


@seeds
def test_jacobi(seed):
    a, b = vectors(np.random.default_rng(seed), 2)
    A, B = spatial.crm(a), spatial.crm(b)
    agree(spatial.crm(A @ b), A @ B - B @ A, FEW_EPS)


@seeds
def test_motion_transform_by_hand(seed):
    rng = np.random.default_rng(seed)
    T, v = random_pose(rng), vectors(rng)[:, 0]
    R, p = T[:3, :3], T[:3, 3]
    at_b = v[3:] + np.cross(v[:3], p)  # velocity of the point at the origin of B
    agree(spatial.motion_transform(T) @ v, np.concatenate([R.T @ v[:3], R.T @ at_b]), FEW_EPS)


@seeds
def test_motion_transforms_compose_and_invert(seed):
    rng = np.random.default_rng(seed)
    A, B = random_pose(rng), random_pose(rng)
    X = spatial.motion_transform
    agree(X(A @ B), X(B) @ X(A), FEW_EPS)
    agree(spatial.inverse_motion_transform(A) @ X(A), np.eye(6), FEW_EPS)
    agree(spatial.inverse_motion_transform(A), X(spatial.invert_pose(A)), FEW_EPS)
    agree(spatial.invert_pose(A) @ A, np.eye(4), FEW_EPS)
    np.testing.assert_array_equal(
        spatial.invert_pose(np.stack([A, B])), [spatial.invert_pose(A), spatial.invert_pose(B)]
    )


@seeds
def test_power_is_the_same_in_every_frame(seed):
    rng = np.random.default_rng(seed)
    X, (v, f_b) = spatial.motion_transform(random_pose(rng)), vectors(rng, 2)
    agree((X.T @ f_b).T @ v, f_b.T @ (X @ v), FEW_EPS)


@seeds
def test_cross_products_are_the_same_in_every_frame(seed):
    rng = np.random.default_rng(seed)
    X, v = spatial.motion_transform(random_pose(rng)), vectors(rng)
    agree(spatial.crm(X @ v) @ X, X @ spatial.crm(v), FEW_EPS)


@seeds
def test_inertia_gives_kinetic_energy(seed):
    # By the pseudo-inertia, for any ten numbers: tr(V J V') with V the velocity as a 4x4 matrix.
    rng = np.random.default_rng(seed)
    p, v = rng.normal(size=10), vectors(rng)
    V = np.zeros((4, 4))
    V[:3, :3], V[:3, 3] = spatial.skew(v[:3]), v[3:, 0]
    energy = np.trace(V @ pseudo_inertia(p) @ V.T)
    agree(v.T @ spatial.spatial_inertia(p) @ v, [[energy]], 1e-12)  # sums of some thirty products
    np.testing.assert_array_equal(spatial.spatial_inertia(p), spatial.spatial_inertia(p).T)


@seeds
def test_inertia_moves_by_congruence(seed):
    rng = np.random.default_rng(seed)
    T, p = random_pose(rng), random_parameters(rng, "wild")
    X_a_to_b = spatial.motion_transform(T)
    I_b = spatial.spatial_inertia(p)
    agree(X_a_to_b.T @ I_b @ X_a_to_b, spatial.spatial_inertia(carry(T, p)), 1e-12)  # three products of 6 by 6


@seeds
def test_inertia_moves_by_the_parallel_axis_theorem(seed):
    # A body whose centre of mass frame has pose T: the inertia about the origin is R I R' + m (p.p - p p').
    rng = np.random.default_rng(seed)
    T, m = random_pose(rng), 1.7
    R, p = T[:3, :3], T[:3, 3]
    xx, yy, zz, yz, xz, xy = about_com = rng.normal(size=6)
    I_o = R @ [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]] @ R.T + m * (p @ p * np.eye(3) - np.outer(p, p))
    central = spatial.spatial_inertia(core.body_parameters(m, np.zeros(3), about_com))
    X = spatial.inverse_motion_transform(T)
    origin = core.body_parameters(m, p, [I_o[0, 0], I_o[1, 1], I_o[2, 2], I_o[1, 2], I_o[0, 2], I_o[0, 1]])
    agree(np.linalg.inv(X).T @ central @ np.linalg.inv(X), spatial.spatial_inertia(origin), FEW_EPS)


def test_parameters_are_about_the_body_origin_as_given():
    # Mass and CenterOfMass must not touch the inertia: it is about the body frame origin already.
    p = core.body_parameters(2, [1, 2, 3], [11, 22, 33, 23, 13, 12])
    np.testing.assert_array_equal(p, [2, 2, 4, 6, 11, 22, 33, 23, 13, 12])
    inertia = spatial.spatial_inertia(p)
    np.testing.assert_array_equal(inertia[:3, :3], [[11, 12, 13], [12, 22, 23], [13, 23, 33]])
    np.testing.assert_array_equal(inertia[:3, 3:], [[0, -6, 4], [6, 0, -2], [-4, 2, 0]])
    np.testing.assert_array_equal(inertia[3:, 3:], 2 * np.eye(3))


def test_unit_inertias_span_the_inertia():
    p = np.arange(1.0, 11)
    np.testing.assert_array_equal(np.tensordot(p, spatial.UNIT_INERTIAS, 1), spatial.spatial_inertia(p))


@pytest.mark.parametrize("columns", [1, 4])
def test_rotate_axes_turns_both_halves(columns):
    rng = np.random.default_rng(columns)
    R, v = random_pose(rng)[:3, :3], rng.normal(size=(2, 6, columns))
    agree(spatial.rotate_axes(R, v), np.kron(np.eye(2), R) @ v, FEW_EPS)
