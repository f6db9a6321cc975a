"""What a robot without shapes looks like: a bone from each joint to the next, and a ball at each joint."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .server import package

Array = NDArray[np.float64]
Triangles = tuple[Array, NDArray[np.int64]]


def bone(begin: Array, end: Array, radius: float) -> Triangles | None:
    """A rod between two points (3,); None where they are one."""
    if np.linalg.norm(end - begin) < 1e-9:
        return None
    return _triangles(package("trimesh.creation").cylinder(radius, segment=np.stack([begin, end]), sections=24))


def ball(center: Array, radius: float) -> Triangles:
    """A sphere about a point (3,)."""
    made = package("trimesh.creation").icosphere(3, radius)
    vertices, faces = _triangles(made)
    return vertices + center, faces


def hub(pose: Array, axis: Array, radius: float) -> Triangles:
    """A short cylinder about the axis (3,) of a joint whose frame has a pose (4, 4) in the body."""
    middle, along = pose[:3, 3], pose[:3, :3] @ np.asarray(axis, dtype=float) * (1.2 * radius)
    made = package("trimesh.creation").cylinder(radius, segment=np.stack([middle - along, middle + along]), sections=32)
    return _triangles(made)


def _triangles(made: Any) -> Triangles:
    return np.array(made.vertices, dtype=float), np.array(made.faces, dtype=np.int64)
