"""The artists of a robot in 3-D axes: made once, moved by poses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import warn
from .description import Description, Joint
from .labels import Labels
from .lines import Lines, triad_segments, triads
from .shapes import Array, Color, Mesh, decimated, mesh_of
from .solid import GRAY, Solid, corners_of
from .sticks import reach, sticks

LINE_COLOR = (0.35, 0.35, 0.38)
COLLISION_COLOR, _COLLISION_OPACITY = (0.96, 0.55, 0.16, 1.0), 0.5
_FACES = 6000  # of one robot: more are not seen at the size of a figure, and cost frames per second
_TRIAD = 0.06  # length of the axes of a frame, of the size of the robot
_LONGEST = 0.06  # edge of a face, of the size of the robot
_COINCIDENT = 1e-6  # of the size of the robot


class Layers(NamedTuple):
    """What is drawn of a robot."""

    frames: bool = True
    visuals: bool = True
    collisions: bool = False


class Scene:
    """A robot in axes.

    Parameters
    ----------
    axes : Axes3D
    robot : Description
    layers : Layers
    poses : (n, 4, 4) ndarray
        Of the base and the bodies, in the world.
    """

    def __init__(self, axes: Any, robot: Description, layers: Layers, poses: Array) -> None:
        self.axes, self.layers = axes, layers
        self._parents = np.array([joint.parent for joint in robot.joints], dtype=int)
        visuals = _solids(robot, "visual", GRAY) if layers.visuals else []
        collisions = _solids(robot, "collision", COLLISION_COLOR) if layers.collisions else []
        self.size = _size(robot.joints, visuals + collisions)
        bare = layers.visuals and not visuals and bool(robot.joints)
        self._solid = Solid(corners_of(sticks(robot.joints) if bare else visuals, _LONGEST * self.size))
        self._hull = Solid(corners_of(collisions, _LONGEST * self.size), _COLLISION_OPACITY if layers.visuals else 1.0)
        clothed = {*range(len(robot.names))} if bare else {n for n, _ in visuals + collisions}
        self._lined = np.array([k for k, p in enumerate(self._parents) if p not in clothed], dtype=int)
        self._lines = Lines(np.zeros((len(self._lined), 2, 3)), colors=[LINE_COLOR], linewidths=1.6)
        self._frame_body = np.array([*range(len(robot.names)), *(body for _, body, _ in robot.frames)])
        self._frame_pose = np.stack([*[np.eye(4)] * len(robot.names), *(pose for _, _, pose in robot.frames)])
        names = [*robot.names, *(name for name, _, _ in robot.frames)] if layers.frames else []
        self._triads = triads(len(names))
        self._names = names
        self._labels = Labels(names)
        for artist in self.artists:
            axes.add_artist(artist)
            artist.set_clip_on(False)  # the axes are a square in the figure; a wide robot goes beyond it
        self.move(poses)

    @property
    def artists(self) -> list[Any]:
        """All of them."""
        return [self._solid, self._hull, self._lines, self._triads, self._labels]

    def alive(self) -> bool:
        """Whether the artists are still in their axes, which the user may have cleared."""
        return self._solid.axes is not None

    def remove(self) -> None:
        """Take the robot out of its axes."""
        for artist in self.artists:
            if artist.axes is not None:
                artist.remove()

    def move(self, poses: Array) -> None:
        """Go to the poses (n, 4, 4) of the base and the bodies in the world, without making a new artist."""
        at = poses[:, :3, 3]
        self._solid.move(poses)
        self._hull.move(poses)
        self._lines.set_segments(np.stack([at[self._parents], at[1:]], axis=1)[self._lined])
        frames = poses[self._frame_body] @ self._frame_pose
        if self._names:
            self._triads.set_segments(triad_segments(frames, _TRIAD * self.size))
            self._labels.move(frames[:, :3, 3], _COINCIDENT * self.size)
        shapes = _joined(self._solid.bounds(), self._hull.bounds())
        self._bounds = _joined(shapes, np.stack([frames[:, :3, 3].min(0), frames[:, :3, 3].max(0)]))

    def bounds(self) -> Array:
        """Lowest and highest coordinates (2, 3) of all that is drawn."""
        return self._bounds


def _solids(robot: Description, role: str, color: Color) -> list[tuple[int, Mesh]]:
    """The shapes of a role, and the number of the body of each; warns of those that are not found."""
    wanted = [(n, g) for n, shapes in enumerate(robot.geometry) for g in shapes if g.role == role]
    found = [(n, g, mesh_of(g, robot.folders)) for n, g in wanted]
    lost = sorted({g.file for _, g, mesh in found if mesh is None and g.kind == "mesh"})
    if lost:
        few = ", ".join(lost[:3]) + (f" and {len(lost) - 3} more" if len(lost) > 3 else "")
        looked = ", ".join(robot.folders) or "none"
        text = f"Mesh files that are not found or cannot be read: {few}. Folders searched: {looked} (see MeshPath)."
        warn("rst_compat:plot:MeshNotFound", text)
    meshes = [(n, m) for n, _, m in found if m is not None]
    limit = max(_FACES // max(len(meshes), 1), 200)
    own = role == "visual"  # collision shapes are drawn in one colour, whatever the file says
    return [(n, Mesh(*decimated(m.vertices, m.faces, limit), (own and m.color) or color)) for n, m in meshes]


def _size(joints: Sequence[Joint], meshes: list[tuple[int, Mesh]]) -> float:
    """The length of the longest chain of links, or of the largest shape: the same in every configuration."""
    extents = [float(np.ptp(mesh.vertices, axis=0).max()) for _, mesh in meshes]
    return max([reach(joints), *extents]) or 1.0


def _joined(a: NDArray[np.float64], b: NDArray[np.float64]) -> Array:
    return np.stack([np.fmin(a[0], b[0]), np.fmax(a[1], b[1])])
