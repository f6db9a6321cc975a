"""Numbers that shapes are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError
from ..arguments import elements, numbers

Array = NDArray[np.float64]


def checked_sizes(value: Any, count: int, what: str) -> Array:
    """Lengths of a shape, m: finite and not negative."""
    given = elements(value, count, what)
    if (given < 0).any():
        raise MatlabValueError(
            "rst_compat:geometry:NegativeSize",
            f"{what} is negative",
            "lengths in m, none below 0",
            str(given.tolist()),
            "A pose moves a shape",
        )
    return given


def checked_vertices(value: Any, what: str) -> Array:
    """Corners (n, 3) of a convex mesh, m."""
    given = numbers(value, what)
    if given.ndim != 2 or given.shape[1] != 3 or not len(given) or not np.isfinite(given).all():
        raise MatlabValueError(
            "rst_compat:geometry:WrongVertices",
            f"{what} are no corners of a mesh",
            "finite numbers (n, 3), a point in m in every row",
            f"shape {given.shape}" + ("" if np.isfinite(given).all() else " with NaN or Inf"),
            "stlread of MATLAB is trimesh.load_mesh(file).vertices",
        )
    given = given.copy()
    given.flags.writeable = False
    return given
