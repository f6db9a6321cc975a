import numpy as np
import pytest

from rst_compat.collision.hulls import convex_hull

RNG = np.random.default_rng(5)


def outside(vertices, faces, points):
    """How far each point lies above each face."""
    a, b, c = (vertices[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    return np.einsum("fi,fpi->fp", normals, points[None] - a[:, None])


@pytest.mark.parametrize("count", [4, 5, 20, 500])
def test_faces_look_outside_and_all_points_lie_inside(count):
    points = RNG.normal(size=(count, 3))
    vertices, faces = convex_hull(points)
    assert outside(vertices, faces, points).max() < 1e-12  # rounding of products of numbers near 1
    assert {tuple(v) for v in vertices} <= {tuple(p) for p in points}
    edges = {(f[i], f[i - 1]) for f in faces.tolist() for i in range(3)}
    assert edges == {(b, a) for a, b in edges}  # closed: every edge goes both ways
    assert set(faces.ravel().tolist()) == set(range(len(vertices)))


def test_a_plane_keeps_its_outline():
    corners = np.array([[np.cos(a), np.sin(a), 0] for a in np.arange(40) * np.pi / 20])
    R = np.linalg.qr(RNG.normal(size=(3, 3)))[0]
    inside = 0.5 * corners
    vertices, faces = convex_hull(np.concatenate([inside, corners]) @ R.T + [1, 2, 3])
    assert len(vertices) == 40
    assert np.sort(vertices, axis=0) == pytest.approx(np.sort(corners @ R.T + [1, 2, 3], axis=0), abs=1e-14)
    assert len(faces) == 2 * 38


def test_a_line_keeps_its_ends():
    vertices, faces = convex_hull(np.outer([0.2, 0, 1, 0.7], [1, 2, 3]))
    assert sorted(vertices.tolist()) == [[0, 0, 0], [1, 2, 3]]
    assert faces.max() == 1


@pytest.mark.parametrize("points", [[[1, 2, 3]], [[1, 2, 3], [1, 2, 3]]])
def test_a_place_is_one_point(points):
    vertices, faces = convex_hull(points)
    assert vertices.tolist() == [[1, 2, 3]]
    assert faces.tolist() == [[0, 0, 0]]


def test_a_sheet_that_is_too_thin_for_quickhull():
    points = [[x, y, 1e-15 * x] for x in (0, 1) for y in (0, 1)]
    assert convex_hull(points)[0].shape == (4, 3)
