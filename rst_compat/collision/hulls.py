"""Convex hulls of points, flat ones included."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_FLAT = 1e-9  # extent of a flat set across its plane, of its extent in it: files hold 7 digits


def convex_hull(points: Any) -> tuple[Array, NDArray[np.int64]]:
    """The convex hull of points as triangles.

    Parameters
    ----------
    points : (n, 3) array_like
        At least one. They may all lie in a plane, on a line or in one place: the faces are then two-sided or
        degenerate triangles.

    Returns
    -------
    vertices : (k, 3) ndarray
        The corners of the hull.
    faces : (m, 3) ndarray of int
        Indices of vertices, counterclockwise seen from outside.

    Notes
    -----
    Barber, Dobkin and Huhdanpaa, *The quickhull algorithm for convex hulls*, 1996, as SciPy has it.

    Examples
    --------
    >>> cube = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    >>> vertices, faces = convex_hull([*cube, [0.5, 0.5, 0.5]])
    >>> vertices.shape, faces.shape
    ((8, 3), (12, 3))
    """
    from scipy.spatial import ConvexHull, QhullError  # noqa: PLC0415 - slow to import

    P = np.asarray(points, dtype=float)
    extents, axes = np.linalg.svd(P - P.mean(axis=0), full_matrices=False)[1:]
    rank = int((extents > _FLAT * extents[0]).sum()) if extents[0] > 0 else 0
    if rank == 3:
        try:
            hull = ConvexHull(P)
        except QhullError:
            rank = 2  # too thin for quickhull: its plane is as good
        else:
            number = np.zeros(len(P), dtype=np.int64)
            number[hull.vertices] = np.arange(len(hull.vertices))
            a, b, c = (P[hull.simplices[:, i]] for i in range(3))
            inside = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.equations[:, :3]) < 0
            faces = np.where(inside[:, None], hull.simplices[:, ::-1], hull.simplices)
            return P[hull.vertices], number[faces]
    if rank == 2:
        corners = P[ConvexHull(P @ axes[:2].T).vertices]
        fan = np.array([[0, k, k + 1] for k in range(1, len(corners) - 1)])
        return corners, np.concatenate([fan, fan[:, ::-1]])
    along = P @ axes[0]
    ends = P[[along.argmin(), along.argmax()]] if rank else P[:1]
    return ends, np.array([[0, len(ends) - 1, 0]])
