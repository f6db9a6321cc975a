"""Names beside frames, drawn as outlines: matplotlib lays text out anew at every drawing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from matplotlib.collections import Collection
from matplotlib.font_manager import FontProperties
from matplotlib.path import Path
from matplotlib.textpath import TextPath
from matplotlib.transforms import Affine2D

from .shapes import Array

_POINTS = 7.0  # height of the letters
_ASIDE = (5.0, 3.0)  # from the frame, points
COLOR = (0.15, 0.15, 0.17)


@lru_cache(maxsize=1024)
def _outline(text: str) -> Path:
    made = TextPath((0, 0), text, size=_POINTS, prop=FontProperties())
    return Path(made.vertices, made.codes)


class Labels(Collection):
    """Texts at points in three dimensions; those at one point stand in one line."""

    def __init__(self, names: Sequence[str], **properties: Any) -> None:
        super().__init__(**properties)
        self.set_facecolor(COLOR)
        self._names = list(names)
        self._points: Array = np.zeros((0, 3))
        self._texts: list[str] = []

    def move(self, points: Array, near: float = 0.0) -> None:
        """Go to points (n, 3); points within a distance are one."""
        if not len(points):
            return
        same = np.abs(points[:, None] - points[None]).max(axis=2) <= near
        first = np.flatnonzero(np.argmax(same, axis=1) == np.arange(len(points)))
        self._texts = [", ".join(dict.fromkeys(self._names[j] for j in np.flatnonzero(same[k]))) for k in first]
        self._points = points[first]
        self.stale = True

    def texts(self) -> list[str]:
        """What is written, one line a point."""
        return list(self._texts)

    def do_3d_projection(self) -> float:
        """The names lie over all that has a depth."""
        return -np.inf

    def draw(self, renderer: Any) -> None:
        """Draw the names."""
        if not self.get_visible() or not len(self._points):
            return
        axes: Any = self.axes
        moved = self._points @ axes.M[:, :3].T + axes.M[:, 3]
        at = axes.transData.transform(moved[:, :2] / moved[:, 3:])
        pixel = renderer.points_to_pixels(1.0)
        gc = renderer.new_gc()
        gc.set_linewidth(0)
        scaled = Affine2D().scale(pixel)
        for (x, y), text in zip(at + pixel * np.array(_ASIDE), self._texts, strict=True):
            renderer.draw_path(gc, _outline(text), scaled + Affine2D().translate(x, y), self.get_facecolor()[0])
        gc.restore()
        self.stale = False
