"""Shaded triangles for matplotlib's 3-D axes, drawn from the back to the front in one go.

matplotlib's own Poly3DCollection makes a path of every face at every drawing and orders whole collections, so that a
link before another looks as if behind it.  Here all faces of a robot are in one artist, which hands them to the
renderer as one array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.artist import allow_rasterization
from matplotlib.collections import Collection
from numpy.typing import NDArray

from .shapes import Array, Color, Mesh

GRAY: Color = (0.80, 0.81, 0.83, 1.0)
_CREASE = np.cos(np.deg2rad(40))  # a sharper edge stays one; the sides of a cylinder look round
_PARTS = 40  # at most so many parts of a face
_AGREEING = 0.8  # of the edges of a mesh; files of robots have slits and stray faces
_OVERLAY = 1e6  # a depth before all that has one
_AMBIENT, _DIFFUSE, _FILL, _SHINE = 0.42, 0.55, 0.12, 0.10


class Corners(NamedTuple):
    """Triangles as their corners: points and normals (m, 3, 3), colour (m, 4), the pose (m,) each moves with."""

    points: Array
    normals: Array
    colors: Array
    pose: NDArray[np.int64]
    outward: NDArray[np.bool_]  # of a mesh whose faces run counterclockwise seen from outside


def corners_of(meshes: Sequence[tuple[int, Mesh]], longest: float = np.inf) -> Corners:
    """The corners of meshes, given with the number of the pose that each moves with.

    Faces are split until no edge is longer than ``longest``: ordered by their depth alone, a long face before a short
    one may be taken for one behind it.
    """
    made = [_corners(number, mesh, longest) for number, mesh in meshes]
    if not made:
        none = np.zeros((0, 3, 3))
        return Corners(none, none, np.zeros((0, 4)), np.zeros(0, dtype=np.int64), np.zeros(0, dtype=bool))
    return Corners(*(np.concatenate(parts) for parts in zip(*made, strict=True)))


def _corners(number: int, mesh: Mesh, longest: float) -> Corners:
    points = mesh.vertices[mesh.faces]
    cross = np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0])  # its length is twice the area
    kept = np.linalg.norm(cross, axis=1) > 0
    points, cross, faces = points[kept], cross[kept], mesh.faces[kept]
    outward = _outward(faces, points)
    points, normals = _split(points, _smooth_normals(faces, cross), longest)
    colors = np.tile(np.asarray(mesh.color or GRAY, dtype=float), (len(points), 1))
    return Corners(points, normals, colors, np.full(len(points), number), np.full(len(points), outward))


def _split(points: Array, normals: Array, longest: float) -> tuple[Array, Array]:
    """Halve the faces (m, 3, 3) with edges that are too long, across the longest."""
    limit = len(points) * _PARTS
    while True:
        length = np.linalg.norm(np.roll(points, -1, axis=1) - points, axis=2)
        long = np.flatnonzero(length.max(axis=1, initial=0) > longest)
        if not len(long) or len(points) > limit:
            return points, normals
        turned = (np.argmax(length[long], axis=1)[:, None] + np.arange(3)) % 3  # the longest edge first
        rest = np.delete(np.arange(len(points)), long)
        parts = []
        for corners in (points, normals):
            a, b, c = np.moveaxis(corners[long[:, None], turned], 1, 0)
            middle = (a + b) / 2
            parts.append(np.concatenate([corners[rest], np.stack([a, middle, c], 1), np.stack([middle, b, c], 1)]))
        points, normals = parts


def _outward(faces: NDArray[np.int64], points: Array) -> bool:
    """Whether nearly all edges are shared by two faces that agree on the outside, and the volume is positive."""
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    count = int(faces.max(initial=0)) + 1
    there, back = edges @ [count, 1], edges @ [1, count]
    center = points.mean(axis=(0, 1))
    volume = np.einsum("ij,ij->", points[:, 0] - center, np.cross(points[:, 1] - center, points[:, 2] - center))
    return bool(np.isin(there, back).mean() > _AGREEING and volume > 0)


def _smooth_normals(faces: NDArray[np.int64], cross: Array) -> Array:
    """Normals (m, 3, 3) of the corners: the mean of the faces around a vertex that make no crease with this one."""
    from scipy.sparse import csr_array  # noqa: PLC0415 - slow to import

    m = len(faces)
    unit = cross / np.linalg.norm(cross, axis=1)[:, None]
    corner = np.arange(3 * m)
    at = csr_array((np.ones(3 * m), (corner, faces.ravel())), shape=(3 * m, int(faces.max(initial=-1)) + 1))
    meets = (at @ at.T).tocoo()  # pairs of corners with a vertex in common
    own, other = meets.coords[0], meets.coords[1]
    smooth = np.einsum("ij,ij->i", unit[own // 3], unit[other // 3]) > _CREASE
    own, weight = own[smooth], cross[other[smooth] // 3]
    total = np.stack([np.bincount(own, weight[:, k], minlength=3 * m) for k in range(3)], axis=1)
    normals: Array = total / np.maximum(np.linalg.norm(total, axis=1), 1e-300)[:, None]
    return normals.reshape(m, 3, 3)


class _Drawn(NamedTuple):
    """Faces as they go to the renderer, the farthest first: points (m, 3, 2), colours (m, 3, 4), depths (m,)."""

    points: Array
    colors: Array
    depth: Array


class Solid(Collection):
    """Triangles that move with poses.

    Parameters
    ----------
    corners : Corners
    opacity : float
        Below 1 they are laid over what is behind as one translucent picture, without seams between the faces.

    Attributes
    ----------
    points : (m, 3, 3) ndarray
        The corners of the triangles, in the world.
    """

    def __init__(self, corners: Corners, opacity: float = 1.0, **properties: Any) -> None:
        super().__init__(**properties)
        self._opacity = opacity
        if opacity < 1:
            self.set_agg_filter(lambda picture, _dpi: (np.multiply(picture, [1, 1, 1, opacity]), 0, 0))
        self.set_rasterized(True)  # in PDF and SVG a picture, in place of thousands of shaded triangles
        self._corners = corners
        self.points, self._normals = corners.points, corners.normals
        self._drawn = _Drawn(np.zeros((0, 3, 2)), np.zeros((0, 3, 4)), np.zeros(0))

    def move(self, poses: Array) -> None:
        """Go to poses (n, 4, 4) in the world."""
        T = poses[self._corners.pose]
        turned = np.swapaxes(T[:, :3, :3], 1, 2)
        self.points = self._corners.points @ turned + T[:, None, :3, 3]
        self._normals = self._corners.normals @ turned
        self.stale = True

    def bounds(self) -> Array:
        """Lowest and highest coordinates (2, 3); NaN where there is nothing."""
        if not len(self.points):
            return np.full((2, 3), np.nan)
        return np.stack([self.points.min(axis=(0, 1)), self.points.max(axis=(0, 1))])

    def do_3d_projection(self) -> float:
        """Choose, order and light the faces for the next drawing; their depth orders the artists of the axes."""
        if not len(self.points):
            return np.nan
        axes: Any = self.axes
        flat = self.points.reshape(-1, 3)
        M = axes.M
        moved = flat @ M[:, :3].T + M[:, 3]
        moved = (moved[:, :3] / moved[:, 3:]).reshape(-1, 3, 3)
        away = self._corners.outward & (_area(moved) * _handedness(axes) < 0)
        depth = moved[:, :, 2].mean(axis=1)
        order = np.flatnonzero(~away)
        order = order[np.argsort(-depth[order], kind="stable")]
        normals = self._normals[order]
        colors = np.repeat(self._corners.colors[order, None], 3, axis=1)
        colors[..., :3] = _lit(colors[..., :3], normals, *_camera(axes))
        self._drawn = _Drawn(moved[order, :, :2], colors, depth[order])
        return float(depth.mean()) if self._opacity == 1 else -_OVERLAY

    @allow_rasterization
    def draw(self, renderer: Any) -> None:
        """Draw the faces, with those of all other solids in the axes, for their depths interlock."""
        points, colors, _ = self._with_others() if self._opacity == 1 else self._drawn
        if not self.get_visible() or not len(points):
            return
        gc = renderer.new_gc()
        self._set_gc_clip(gc)
        gc.set_linewidth(0)
        renderer.draw_gouraud_triangles(gc, points, colors, self.axes.transData.frozen())
        gc.restore()
        self.stale = False

    def _with_others(self) -> _Drawn:
        """The faces of all solids in the axes, where this one is drawn last of them; nothing where it is not."""
        axes: Any = self.axes
        all_ = [s for s in axes.get_children() if isinstance(s, Solid) and s.get_visible() and s._opacity == 1]
        if self is not max(all_, key=lambda solid: solid.get_zorder(), default=None):
            return _Drawn(*(part[:0] for part in self._drawn))
        if len(all_) == 1:
            return self._drawn
        points, colors, depth = (np.concatenate(parts) for parts in zip(*(s._drawn for s in all_), strict=True))
        order = np.argsort(-depth, kind="stable")
        return _Drawn(points[order], colors[order], depth[order])


def _area(projected: Array) -> Array:
    """Twice the area of each triangle in the picture, positive where its corners run counterclockwise."""
    one, two = projected[:, 1] - projected[:, 0], projected[:, 2] - projected[:, 0]
    area: Array = one[:, 0] * two[:, 1] - two[:, 0] * one[:, 1]
    return area


def _handedness(axes: Any) -> float:
    """-1 where an odd number of axes is inverted, which mirrors the picture."""
    limits = np.array([axes.get_xlim3d(), axes.get_ylim3d(), axes.get_zlim3d()])
    return float(np.sign(np.ptp(limits, axis=1).prod()) * np.prod(np.sign(limits[:, 1] - limits[:, 0])))


def _camera(axes: Any) -> tuple[Array, Array]:
    """Unit vectors to the eye and up, in the world."""
    azimuth, elevation = np.deg2rad([axes.azim, axes.elev])
    c, s = np.cos(elevation), np.sin(elevation)
    eye = np.array([c * np.cos(azimuth), c * np.sin(azimuth), s])
    up = np.array([-s * np.cos(azimuth), -s * np.sin(azimuth), c])
    return eye, up


def _lit(colors: Array, normals: Array, eye: Array, up: Array) -> Array:
    """Colours under a lamp over the left shoulder of the beholder, and a weak one from the right below."""
    right = np.cross(up, eye)
    lamp = eye + 0.9 * up - 0.6 * right
    fill = eye - 0.3 * up + 1.2 * right
    lamp, fill = lamp / np.linalg.norm(lamp), fill / np.linalg.norm(fill)
    facing = normals * np.where(normals @ eye < 0, -1.0, 1.0)[..., None]  # an inner side is lit as an outer one
    halfway = (lamp + eye) / np.linalg.norm(lamp + eye)
    light = _AMBIENT + _DIFFUSE * np.maximum(facing @ lamp, 0) + _FILL * np.maximum(facing @ fill, 0)
    shine = _SHINE * np.maximum(facing @ halfway, 0) ** 24
    return np.clip(colors * light[..., None] + shine[..., None], 0, 1)
