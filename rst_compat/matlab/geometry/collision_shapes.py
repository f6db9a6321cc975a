"""collisionBox, collisionCylinder, collisionSphere, collisionCapsule and collisionMesh."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ...collision import hulls, solids
from ..arguments import name_values, rigid_transform
from ..copying import copy
from ..display import properties_text
from ..handles import Handle
from ..number_text import inline_text
from .check_collision import checkCollision
from .shape_checks import checked_sizes, checked_vertices

Array = NDArray[np.float64]
_WORLD: Array = np.eye(4)
_WORLD.flags.writeable = False


class CollisionShape(Handle):
    """Base of the shapes: what they have in common."""

    __slots__ = ("_pose", "_sizes", "_solid")

    #: as :class:`rst_compat.files.spec.GeometrySpec` names it
    kind: ClassVar[str]
    _NAMES: ClassVar[tuple[str, ...]]

    _pose: Array
    _sizes: Array
    _solid: solids.Solid | None

    def _make(self, sizes: tuple[Any, ...], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        pose = name_values(type(self).__name__, args, keywords, {"Pose": _WORLD})["Pose"]
        self._solid, self._sizes = None, np.zeros(len(sizes))
        for name, size in zip(self._NAMES, sizes, strict=True):
            setattr(self, name, size)
        self.Pose = pose

    def _set_size(self, index: int, value: Any) -> None:
        size = checked_sizes(value, 1, f"{type(self).__name__}.{self._NAMES[index]}")
        self._sizes, self._solid = self._sizes.copy(), None
        self._sizes[index] = size[0]

    @property
    def Pose(self) -> Array:
        """Pose (4, 4) of the shape in the world; read-only elements: assign a whole transform or an se3."""
        return self._pose

    @Pose.setter
    def Pose(self, value: Any) -> None:
        self._pose = rigid_transform(value, f"{type(self).__name__}.Pose")

    @property
    def sizes(self) -> tuple[float, ...]:
        """Edges of a box; radius and length of a cylinder or a capsule; radius of a sphere; m."""
        return tuple(self._sizes.tolist())

    def _placed(self) -> solids.Placed:
        if self._solid is None:
            self._solid = self._made()
        return solids.placed(self._solid, self._pose)

    def _made(self) -> solids.Solid:
        return solids.solid(self.kind, self.sizes)

    def _copied(self) -> Any:
        new = object.__new__(type(self))
        for slot in ("_pose", "_sizes", "_solid"):
            object.__setattr__(new, slot, getattr(self, slot))  # the arrays are never written to
        return new

    checkCollision = checkCollision
    copy = copy

    def __repr__(self) -> str:
        rows = [(name, inline_text(getattr(self, name))) for name in self._NAMES]
        return properties_text(type(self).__name__, [*rows, ("Pose", "[4x4 double]")])


def _size(index: int, doc: str) -> Any:
    return property(lambda self: float(self._sizes[index]), lambda self, v: self._set_size(index, v), None, doc)


class collisionBox(CollisionShape):
    """A box that can collide, its frame in its middle.

    Parameters
    ----------
    X, Y, Z : float
        Lengths of the edges along the axes of its frame, m.
    Pose : (4, 4) array_like or se3, optional
        In the world; the identity by default.

    Notes
    -----
    Source: the reference page of collisionBox.

    Examples
    --------
    >>> box = collisionBox(1, 2, 3)
    >>> box.Y
    2.0
    """

    __slots__ = ()
    kind = "box"
    _NAMES = ("X", "Y", "Z")

    def __init__(self, X: Any, Y: Any, Z: Any, *args: Any, **keywords: Any) -> None:
        self._make((X, Y, Z), args, keywords)

    X = _size(0, "Length along the x-axis, m.")
    Y = _size(1, "Length along the y-axis, m.")
    Z = _size(2, "Length along the z-axis, m.")


class collisionCylinder(CollisionShape):
    """A cylinder that can collide, its axis the z-axis and its frame in its middle.

    Parameters
    ----------
    Radius, Length : float
        m.
    Pose : (4, 4) array_like or se3, optional
        In the world; the identity by default.

    Notes
    -----
    Source: the reference page of collisionCylinder.

    Examples
    --------
    >>> collisionCylinder(0.1, 0.5, "Pose", np.eye(4)).Length
    0.5
    """

    __slots__ = ()
    kind = "cylinder"
    _NAMES = ("Radius", "Length")

    def __init__(self, Radius: Any, Length: Any, *args: Any, **keywords: Any) -> None:
        self._make((Radius, Length), args, keywords)

    Radius = _size(0, "Radius, m.")
    Length = _size(1, "Length along the z-axis, m.")


class collisionSphere(CollisionShape):
    """A sphere that can collide, its frame in its middle.

    Parameters
    ----------
    Radius : float
        m.
    Pose : (4, 4) array_like or se3, optional
        In the world; the identity by default.

    Notes
    -----
    Source: the reference page of collisionSphere.

    Examples
    --------
    >>> collisionSphere(0.25).Radius
    0.25
    """

    __slots__ = ()
    kind = "sphere"
    _NAMES = ("Radius",)

    def __init__(self, Radius: Any, *args: Any, **keywords: Any) -> None:
        self._make((Radius,), args, keywords)

    Radius = _size(0, "Radius, m.")


class collisionCapsule(CollisionShape):
    """A capsule that can collide: all points within a radius of a piece of the z-axis, its frame in its middle.

    Parameters
    ----------
    Radius : float
        m.
    Length : float
        Of the piece of the axis, m; from end to end a capsule has ``Length + 2 * Radius``.
    Pose : (4, 4) array_like or se3, optional
        In the world; the identity by default.

    Notes
    -----
    Source: the reference page of collisionCapsule.

    Examples
    --------
    >>> collisionCapsule(0.1, 0.5).Length
    0.5
    """

    __slots__ = ()
    kind = "capsule"
    _NAMES = ("Radius", "Length")

    def __init__(self, Radius: Any, Length: Any, *args: Any, **keywords: Any) -> None:
        self._make((Radius, Length), args, keywords)

    Radius = _size(0, "Radius, m.")
    Length = _size(1, "Length of the middle line, m.")


class collisionMesh(CollisionShape):
    """The convex hull of points, which can collide.

    Parameters
    ----------
    Vertices : (n, 3) array_like
        Points in its frame, m; some may lie inside the hull.
    Pose : (4, 4) array_like or se3, optional
        In the world; the identity by default.

    Notes
    -----
    Source: the reference page of collisionMesh.

    Examples
    --------
    >>> tetrahedron = collisionMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> tetrahedron.faces.shape
    (4, 3)
    """

    __slots__ = ("_hull", "_vertices")
    kind = "mesh"
    _NAMES = ()

    _hull: tuple[Array, NDArray[np.int64]] | None
    _vertices: Array

    def __init__(self, Vertices: Any, *args: Any, **keywords: Any) -> None:
        self._make((), args, keywords)
        self.Vertices = Vertices

    @property
    def Vertices(self) -> Array:
        """Points (n, 3) in the frame of the mesh, m; read-only elements: assign all of them."""
        return self._vertices

    @Vertices.setter
    def Vertices(self, value: Any) -> None:
        self._vertices = checked_vertices(value, "collisionMesh.Vertices")
        self._hull = self._solid = None

    @property
    def vertices(self) -> Array:
        """The corners (k, 3) of the hull, m."""
        return self._convex()[0]

    @property
    def faces(self) -> NDArray[np.int64]:
        """The triangles (m, 3) of the hull: indices of ``vertices``, counterclockwise seen from outside."""
        return self._convex()[1]

    def _convex(self) -> tuple[Array, NDArray[np.int64]]:
        if self._hull is None:
            self._hull = hulls.convex_hull(self._vertices)
        return self._hull

    def _made(self) -> solids.Solid:
        return solids.solid("mesh", (), self._convex())

    def _copied(self) -> Any:
        new = super()._copied()
        object.__setattr__(new, "_vertices", self._vertices)
        object.__setattr__(new, "_hull", self._hull)
        return new

    def __repr__(self) -> str:
        rows = [("Vertices", f"[{len(self._vertices)}x3 double]"), ("Pose", "[4x4 double]")]
        return properties_text("collisionMesh", rows)
