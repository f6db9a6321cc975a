"""What a robot without shapes looks like: rods from joint to joint, drums about the axes of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from .packages import package
from .shapes import Array, Color, Mesh

ROD_COLOR: Color = (0.80, 0.82, 0.84, 1.0)
JOINT_COLOR: Color = (0.16, 0.44, 0.68, 1.0)
_SLENDER = 60  # size of a robot over the radius of its rods


class Joint(NamedTuple):
    """A joint between two bodies.

    Attributes
    ----------
    kind : {"fixed", "revolute", "prismatic", "floating"}
    axis : (3,) ndarray
        In the joint frame.
    in_parent, in_child : (4, 4) ndarray
        The joint frame in the axes of the parent body and, moving along, of the child body.
    parent : int
        Number of the parent body; the base is 0.
    """

    kind: str
    axis: Array
    in_parent: Array
    in_child: Array
    parent: int


def sticks(joints: Sequence[Joint], size: float) -> list[tuple[int, Mesh]]:
    """The shapes of a robot: number of the body that each belongs to, and its triangles in the axes of that body.

    Parameters
    ----------
    joints : sequence of Joint
        Of the bodies 1, 2, ...
    size : float
        Extent of the robot, m; rods are slender for it.

    Examples
    --------
    >>> eye = np.eye(4)
    >>> [body for body, _ in sticks([Joint("revolute", np.array([0.0, 0, 1]), eye, eye, 0)], 1.0)]
    [0, 1, 1]
    """
    return list(_sticks(joints, size / _SLENDER))


def _sticks(joints: Sequence[Joint], r: float) -> Iterator[tuple[int, Mesh]]:
    origin, creation = np.zeros(3), package("trimesh.creation")
    yield 0, _mesh(creation.cylinder(2.4 * r, 1.2 * r, sections=32), origin, ROD_COLOR)
    for child, joint in enumerate(joints, start=1):
        near, far = joint.in_parent[:3, 3], joint.in_child[:3, 3]
        yield from ((joint.parent, rod) for rod in _rod(origin, near, r))
        yield from ((child, rod) for rod in _rod(far, origin, r))
        along = joint.in_child[:3, :3] @ joint.axis
        if joint.kind == "revolute":
            yield child, _between(far - 2.4 * r * along, far + 2.4 * r * along, 1.8 * r, JOINT_COLOR)
        elif joint.kind == "prismatic":
            yield child, _between(far - 2.4 * r * along, far + 2.4 * r * along, 1.5 * r, JOINT_COLOR, sections=4)
        else:
            yield child, _mesh(creation.icosphere(1, 1.3 * r), far, ROD_COLOR)
        yield child, _mesh(creation.icosphere(1, 1.15 * r), origin, ROD_COLOR)


def _rod(begin: Array, end: Array, radius: float) -> Iterator[Mesh]:
    if np.linalg.norm(end - begin) > 1e-9:
        yield _between(begin, end, radius, ROD_COLOR)


def _between(begin: Array, end: Array, radius: float, color: Color, sections: int = 24) -> Mesh:
    segment = np.stack([begin, end])
    made = package("trimesh.creation").cylinder(radius, segment=segment, sections=sections)
    return _mesh(made, np.zeros(3), color)


def _mesh(made: object, offset: Array, color: Color) -> Mesh:
    vertices, faces = made.vertices, made.faces  # type: ignore[attr-defined]
    return Mesh(np.array(vertices, dtype=float) + offset, np.array(faces, dtype=np.int64), color)
