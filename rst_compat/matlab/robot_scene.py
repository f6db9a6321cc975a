"""What a robot looks like on a page: its visual shapes, or bones where it has none, and its joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .. import core, viewing
from .compile import compiled
from .frames import pose_in_body

if TYPE_CHECKING:
    from .rigid_body import rigidBody
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]
_BONE, _HUB = (0.80, 0.82, 0.84, 1.0), (0.16, 0.44, 0.68, 1.0)


def scene_of(robot: rigidBodyTree, q: Array) -> viewing.Scene:
    """The scene of a robot in a configuration (nq,), which sets the camera."""
    from ..plotting.shapes import mesh_of  # noqa: PLC0415 - loaded with the page

    tree, bodies = compiled(robot), [robot._base, *robot._bodies]
    poses = np.stack(core.body_poses(tree.model, q))
    shapes = []
    for k, body in enumerate(bodies):
        for geometry in body._geometry:
            mesh = mesh_of(geometry, robot._mesh_folders) if geometry.role == "visual" else None
            if mesh is not None:
                shapes.append(viewing.Shape(k, *mesh))
    if not shapes:
        shapes = _bones(bodies, tree.body_number, _box(poses[:, :3, 3])[1])
    corners = [poses[s.body][:3, :3] @ end + poses[s.body][:3, 3] for s in shapes for end in _ends(s.vertices)]
    center, size = _box(np.array([*poses[:, :3, 3], *corners]))
    return viewing.Scene(
        title="interactiveRigidBodyTree",
        bodies=len(bodies),
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


def _bones(bodies: list[rigidBody], number: dict[str, int], size: float) -> list[viewing.Shape]:
    from ..viewing import skeleton  # noqa: PLC0415 - for robots without shapes

    shapes, radius = [], size / 45

    def add(body: int, made: skeleton.Triangles | None, color: tuple[float, ...]) -> None:
        if made is not None:
            shapes.append(viewing.Shape(body, *made, color))

    origin = np.zeros(3)
    add(0, skeleton.ball(origin, radius), _BONE)
    for k, body in enumerate(bodies[1:], start=1):
        joint, parent = body._joint, number[body._parent._name]
        placed = joint._to_parent if body._mount is None else pose_in_body(body._parent, body._mount) @ joint._to_parent
        own = core.invert_pose(joint._child_to_joint)
        add(parent, skeleton.bone(origin, placed[:3, 3], radius * 0.7), _BONE)
        add(k, skeleton.bone(own[:3, 3], origin, radius * 0.7), _BONE)
        if joint._type == "revolute":
            add(k, skeleton.hub(own, joint._axis, radius * 1.5), _HUB)
        elif joint._type == "prismatic":
            ends = [placed[:3, 3] + placed[:3, :3] @ (joint._axis * limit) for limit in joint._limits]
            if np.isfinite(ends).all():
                add(parent, skeleton.bone(ends[0], ends[1], radius * 0.5), _HUB)
            add(k, skeleton.ball(own[:3, 3], radius * 1.3), _HUB)
        else:
            add(k, skeleton.ball(origin, radius), _BONE)
    return shapes
