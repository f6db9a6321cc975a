"""A robot as pictures need it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .shapes import Array, Geometry


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


class Description(NamedTuple):
    """The base, number 0, and the bodies, parents first."""

    names: list[str]  # of the base and the bodies
    geometry: list[Sequence[Geometry]]  # of the base and the bodies
    joints: list[Joint]  # of the bodies
    frames: list[tuple[str, int, Array]]  # beside those of the bodies: name, body, pose (4, 4) in it
    folders: Sequence[str]
