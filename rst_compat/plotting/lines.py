"""Lines over the faces of a picture: the axes of frames, and links without shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from mpl_toolkits.mplot3d.art3d import Line3DCollection

from .shapes import Array

AXIS_COLORS = ((0.84, 0.15, 0.16), (0.17, 0.63, 0.17), (0.12, 0.35, 0.85))  # of x, y, z


class Lines(Line3DCollection):
    """Lines that are drawn over the faces, as one looks through a robot at its frames."""

    def do_3d_projection(self) -> float:
        """Project; nothing is nearer than they are."""
        if not len(self._segments3d):
            return np.nan
        super().do_3d_projection()
        return -np.inf


def triads(count: int, colors: Sequence[Any] = AXIS_COLORS) -> Lines:
    """The axes of some frames, three lines each, to be placed by :func:`triad_segments`."""
    return Lines(np.zeros((3 * count, 2, 3)), colors=[*colors] * max(count, 1), linewidths=1.8)


def triad_segments(frames: Array, length: float) -> Array:
    """Ends (3 n, 2, 3) of the axes x, y, z of frames (n, 4, 4)."""
    origins = frames[:, None, :3, 3]
    tips = origins + length * np.swapaxes(frames[:, :3, :3], 1, 2)
    return np.stack(np.broadcast_arrays(origins, tips), axis=2).reshape(-1, 2, 3)
