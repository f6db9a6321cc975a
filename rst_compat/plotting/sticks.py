"""What a robot without shapes looks like: rods from joint to joint, drums about the axes of joints."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .description import Joint
from .packages import package
from .shapes import Array, Color, Mesh

ROD_COLOR: Color = (0.80, 0.82, 0.84, 1.0)
JOINT_COLOR: Color = (0.16, 0.44, 0.68, 1.0)
_SLENDER = 60  # size of a robot over the radius of its rods


def sticks(joints: Sequence[Joint]) -> list[tuple[int, Mesh]]:
    """The shapes of a robot: number of the body that each belongs to, and its triangles in the axes of that body.

    Parameters
    ----------
    joints : sequence of Joint
        Of the bodies 1, 2, ...; rods are slender for the longest chain of them.

    Examples
    --------
    >>> eye = np.eye(4)
    >>> [body for body, _ in sticks([Joint("revolute", np.array([0.0, 0, 1]), eye, eye, 0)])]
    [0, 1, 1]
    """
    return list(_sticks(joints, (reach(joints) or 1.0) / _SLENDER))


def reach(joints: Sequence[Joint]) -> float:
    """The length of the longest chain of links, m: the same in every configuration.

    Examples
    --------
    >>> up = np.eye(4)
    >>> up[2, 3] = 0.5
    >>> reach([Joint("fixed", np.zeros(3), up, np.eye(4), parent) for parent in (0, 1, 0)])
    1.0
    """
    lengths = [0.0]
    for joint in joints:
        steps = np.linalg.norm([joint.in_parent[:3, 3], joint.in_child[:3, 3]], axis=1)
        lengths.append(lengths[joint.parent] + float(steps.sum()))
    return max(lengths)


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
