"""Bones, balls and hubs are closed surfaces of the size that was asked for."""

import numpy as np
import pytest

from rst_compat.viewing import skeleton

trimesh = pytest.importorskip("trimesh", reason="the extra view")


def solid(triangles):
    made = trimesh.Trimesh(*triangles)
    assert made.is_watertight
    return made


def test_a_bone_goes_from_point_to_point():
    begin, end = np.array([0.1, 0.2, 0.3]), np.array([-0.3, 0.5, 0.9])
    made = solid(skeleton.bone(begin, end, 0.02))
    np.testing.assert_allclose(made.center_mass, (begin + end) / 2, atol=1e-12)
    volume = np.pi * 0.02**2 * np.linalg.norm(end - begin)
    np.testing.assert_allclose(made.volume, volume, rtol=0.02)  # 24 sides have 1.1 percent less than the circle


def test_no_bone_between_a_point_and_itself():
    assert skeleton.bone(np.ones(3), np.ones(3), 0.1) is None


def test_a_ball_is_where_it_should_be():
    made = solid(skeleton.ball(np.array([1.0, 2, 3]), 0.1))
    np.testing.assert_allclose(made.center_mass, [1, 2, 3], atol=1e-12)
    np.testing.assert_allclose(made.volume, 4 / 3 * np.pi * 1e-3, rtol=0.02)  # 1280 faces


def test_a_hub_lies_along_the_axis_of_its_joint():
    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [0.5, 0, 0]
    made = solid(skeleton.hub(pose, [0, 0, 1], 0.1))
    np.testing.assert_allclose(made.center_mass, [0.5, 0, 0], atol=1e-12)
    np.testing.assert_allclose(made.extents, [0.24, 0.2, 0.2], atol=2e-3)  # the joint's z is the body's x
