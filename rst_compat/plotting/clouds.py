"""Points in space with a value each, as dots or as cubes, and the bar that tells the colours."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
import numpy as np
from numpy.typing import NDArray

from .packages import package
from .shapes import Array, Mesh
from .solid import Solid, corners_of

_COLORS = "viridis"


def draw(axes: Any, points: Array, values: Array, cells: int, title: str) -> None:
    """Draw points (n, 3) with values (n,); with cells above 0, cubes in a grid that has so many along a side."""
    norm = mpl.colors.Normalize(values.min(), values.max())
    colors = mpl.cm.ScalarMappable(norm, _COLORS)
    if cells:
        axes.add_artist(_cubes(points, values, cells, colors))
    else:
        axes.scatter(*points.T, c=values, norm=norm, cmap=_COLORS, s=5, linewidths=0, alpha=0.6)
    bar = axes.figure.colorbar(colors, ax=axes, fraction=0.03, shrink=0.6, pad=0.0, aspect=24)
    bar.set_label(title, fontsize=8)
    bar.ax.tick_params(labelsize=7)
    bar.outline.set_linewidth(0.4)


def _cubes(points: Array, values: Array, cells: int, colors: Any) -> Solid:
    """A cube in each cell with points, larger and nearer to the end of the colours for a higher mean."""
    side = np.ptp(points, axis=0).max() / cells or 1.0
    lowest = points.min(axis=0)
    cell, number = np.unique(np.floor((points - lowest) / side).astype(np.int64), axis=0, return_inverse=True)
    mean = np.bincount(number.ravel(), values) / np.bincount(number.ravel())
    tint = colors.to_rgba(mean)
    share = 0.3 + 0.65 * np.clip(colors.norm(mean), 0, 1)
    box = package("trimesh.creation").box((side, side, side))
    faces: NDArray[np.int64] = np.array(box.faces)
    centers = lowest + (cell + 0.5) * side
    solid = Solid(
        corners_of(
            [
                (0, Mesh(np.asarray(box.vertices) * s + c, faces, tuple(t)))
                for s, c, t in zip(share, centers, tint, strict=True)
            ]
        )
    )
    solid.set_clip_on(False)
    return solid
