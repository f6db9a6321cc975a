"""Solid bodies of coal, and how far they are from each other.

Gilbert, Johnson and Keerthi, *A fast procedure for computing the distance between complex objects in
three-dimensional space*, 1988; as in Montaut et al., *Collision detection accelerated*, 2022, which is coal's.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from math import dist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabImportError

Array = NDArray[np.float64]
PIP_LINE = "pip install 'rst_compat[collision]'"
#: [m] where GJK stops. With 1e-6, coal's default, bodies with edges are off by as much as 4e-5 m; with this, random
#: bodies from centimetres to metres in size are right to 1e-8 m, as their separating planes prove, and no slower.
_TOLERANCE = 1e-10
_ITERATIONS = 500  # hulls of 300 corners take up to 100


class Solid(NamedTuple):
    """A convex body."""

    geometry: Any
    center: Array  # of a sphere around it, in its own axes
    radius: float


class Placed(NamedTuple):
    """A solid somewhere."""

    geometry: Any
    transform: Any
    center: Array
    radius: float


@cache
def coal() -> Any:
    """The package coal.

    Raises
    ------
    MatlabImportError
        ``rst_compat:checkCollision:NeedsExtra``, with the ``pip install`` line.
    """
    try:
        return import_module("coal")
    except ImportError as error:
        raise MatlabImportError(
            "rst_compat:checkCollision:NeedsExtra",
            "checkCollision needs a package that is not installed",
            "the package coal, of the extra collision",
            str(error),
            f"{PIP_LINE} brings it",
        ) from error


def solid(kind: str, sizes: Sequence[float], hull: tuple[Array, NDArray[np.int64]] | None = None) -> Solid:
    """A solid, its frame where the shape's is.

    Parameters
    ----------
    kind : {"box", "cylinder", "sphere", "capsule", "mesh"}
    sizes : floats
        Edges of a box, radius and length of a cylinder or a capsule, radius of a sphere [m].
    hull : tuple of arrays, optional
        Vertices and faces of a mesh, as :func:`.hulls.convex_hull` gives them.
    """
    engine = coal()
    if kind == "mesh":
        assert hull is not None
        geometry = _convex(engine, *hull)
    else:
        made = {"box": engine.Box, "cylinder": engine.Cylinder, "sphere": engine.Sphere, "capsule": engine.Capsule}
        geometry = made[kind](*map(float, sizes))
    geometry.computeLocalAABB()
    return Solid(geometry, np.array(geometry.aabb_center, dtype=float).ravel(), float(geometry.aabb_radius))


def _convex(engine: Any, vertices: Array, faces: NDArray[np.int64]) -> Any:
    points, triangles = engine.StdVec_Vec3s(), engine.StdVec_Triangle()
    for vertex in np.ascontiguousarray(vertices, dtype=float):
        points.append(vertex)
    for face in faces.tolist():
        triangles.append(engine.Triangle(*face))
    return engine.Convex(points, triangles)


def placed(body: Solid, T: Array) -> Placed:
    """A solid at a pose (4, 4) in the world."""
    R, p = np.ascontiguousarray(T[:3, :3]), np.ascontiguousarray(T[:3, 3])
    return Placed(body.geometry, coal().Transform3s(R, p), R @ body.center + p, body.radius)


@cache
def _request() -> tuple[Any, Any]:
    request, result = coal().DistanceRequest(), coal().DistanceResult()
    request.gjk_tolerance, request.gjk_max_iterations = _TOLERANCE, _ITERATIONS
    request.enable_signed_distance = False  # how deep they are in each other is not asked for
    return request, result


def nearest(a: Sequence[Placed], b: Sequence[Placed]) -> tuple[float, Array, Array] | None:
    """Where two groups of solids are nearest.

    Returns
    -------
    tuple or None
        Distance [m], a point (3,) of the first and a point (3,) of the second, in the world; None where they touch.
    """
    (request, result), distance = _request(), coal().distance
    least, here, there = np.inf, np.full(3, np.inf), np.full(3, np.inf)
    for x in a:
        for y in b:
            if dist(x.center, y.center) - x.radius - y.radius > least:
                continue
            result.clear()
            gap = distance(x.geometry, x.transform, y.geometry, y.transform, request, result)
            if gap <= _TOLERANCE:  # GJK ends just above 0 where the origin lies in a face of its simplex
                return None
            if gap < least:
                least = gap
                here, there = np.array(result.getNearestPoint1()), np.array(result.getNearestPoint2())
    return least, here, there


def touching(a: Sequence[Placed], b: Sequence[Placed]) -> bool:
    """Whether two groups of solids touch or go into each other: ``nearest(a, b) is None``, sooner."""
    (request, result), distance = _request(), coal().distance
    for x in a:
        for y in b:
            if dist(x.center, y.center) > x.radius + y.radius + _TOLERANCE:
                continue
            result.clear()
            if distance(x.geometry, x.transform, y.geometry, y.transform, request, result) <= _TOLERANCE:
                return True
    return False
