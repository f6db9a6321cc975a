"""What a robot looks like on a page: its visual shapes, or rods where it has none, and its joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .. import core, viewing
from .compile import compiled
from .robot_description import description_of

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]


def scene_of(robot: rigidBodyTree, q: Array) -> viewing.Scene:
    """The scene of a robot in a configuration (nq,), which sets the camera."""
    for name in ("viser", "trimesh"):
        viewing.package(name)
    from ..plotting.shapes import mesh_of  # noqa: PLC0415 - loaded with the page
    from ..plotting.sticks import sticks  # noqa: PLC0415 - likewise

    drawn, poses = description_of(robot), np.stack(core.body_poses(compiled(robot).model, q))
    found = [
        (k, mesh_of(shape, drawn.folders))
        for k, shapes in enumerate(drawn.geometry)
        for shape in shapes
        if shape.role == "visual"
    ]
    meshes = [(k, mesh) for k, mesh in found if mesh is not None] or sticks(drawn.joints)
    shapes = [viewing.Shape(k, *mesh) for k, mesh in meshes]
    corners = [poses[s.body][:3, :3] @ end + poses[s.body][:3, 3] for s in shapes for end in _ends(s.vertices)]
    center, size = _box(np.array([*poses[:, :3, 3], *corners]))
    return viewing.Scene(
        title="interactiveRigidBodyTree",
        bodies=len(drawn.names),
        frames=tuple(robot.FrameNames),
        shapes=shapes,
        joints=_joints(robot, size),
        center=center,
        size=size,
    )


def _ends(vertices: Array) -> Array:
    """The corners (8, 3) of the box about some points."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    return np.stack([np.where(mask, high, low) for mask in np.ndindex(2, 2, 2)])


def _box(points: Array) -> tuple[Array, float]:
    """Middle (3,) and diagonal of the box about some points; no robot is smaller than a centimetre."""
    low, high = points.min(axis=0), points.max(axis=0)
    return (low + high) / 2, max(float(np.linalg.norm(high - low)), 0.01)


def _joints(robot: rigidBodyTree, size: float) -> tuple[viewing.Joint, ...]:
    """Sliders of the joints of one freedom; a joint without limits gets a turn, or the size of the robot."""
    tree, found = compiled(robot), []
    for number, body in enumerate(robot._bodies, start=1):
        joint, turns = body._joint, body._joint._type == "revolute"
        if turns or joint._type == "prismatic":
            lower, upper = joint._limits.tolist()
            endless, far = turns and not np.isfinite([lower, upper]).any(), np.pi if turns else size
            lower, upper = (
                lower if np.isfinite(lower) else min(-far, upper - 2 * far),
                upper if np.isfinite(upper) else max(far, lower + 2 * far if np.isfinite(lower) else far),
            )
            found.append(viewing.Joint(joint._name, tree.model.q_of[number].start, turns, lower, upper, endless))
    return tuple(found)
