"""showCollisionArray, and show of one collision shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError
from .arguments import is_empty, name_values, numbers, outputs

# MATLAB's order of colours, so that neighbours are told apart.
_COLORS = (
    (0.000, 0.447, 0.741),
    (0.850, 0.325, 0.098),
    (0.929, 0.694, 0.125),
    (0.494, 0.184, 0.556),
    (0.466, 0.674, 0.188),
    (0.301, 0.745, 0.933),
    (0.635, 0.078, 0.184),
)


def plotting() -> Any:
    """The module of the axes to draw in, which imports matplotlib.

    Raises
    ------
    MatlabImportError
        ``rst_compat:plot:NeedsExtra``, with the ``pip install`` line.
    """
    from ..plotting.packages import package  # noqa: PLC0415 - of an extra, and slow to import

    package("matplotlib")
    package("trimesh")
    from ..plotting import figures  # noqa: PLC0415 - likewise

    return figures


def is_shape(thing: object) -> bool:
    """Whether something is a collision shape."""
    return hasattr(type(thing), "Pose") and hasattr(type(thing), "kind")


def show_shape(shape: Any, args: tuple[Any, ...], keywords: Mapping[str, Any]) -> Any:
    """Draw one shape, as ``show`` does."""
    values = name_values("show", args, keywords, {"Parent": None, "nargout": 1})
    axes, patches = _draw([shape], values["Parent"], [_COLORS[0]], "show")
    return outputs(values["nargout"], axes, patches[0])


def showCollisionArray(collArray: Any, *args: Any, nargout: int = 1, **keywords: Any) -> Any:
    """Show collision shapes in 3-D axes of matplotlib.

    Parameters
    ----------
    collArray : list of collision shapes
        collisionBox, collisionCylinder, collisionSphere, collisionCapsule, collisionMesh.
    *args, **keywords
        Name-value arguments: ``Parent`` (axes; the current or new ones by default), ``Color`` ((n, 3), red, green and
        blue from 0 to 1 for each shape, or one row for all; a colour for each by default).
    nargout : {1, 2}
        With 2 the artists are returned too.

    Returns
    -------
    ax : Axes3D
    patches : list of artists
        One for each shape: ``patch.remove()``, ``patch.set_visible(False)``.

    Raises
    ------
    MatlabError
        ``rst_compat:plot:NotShapes``, ``rst_compat:plot:WrongColors``, ``rst_compat:plot:NotAxes3D``,
        ``rst_compat:plot:NeedsExtra``.

    Notes
    -----
    Source: the reference page of showCollisionArray.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> from rst_compat import collisionBox, collisionSphere, trvec2tform
    >>> table, ball = collisionBox(1, 1, 0.1), collisionSphere(0.2, Pose=trvec2tform([0, 0, 0.25]))
    >>> ax, patches = showCollisionArray([table, ball], nargout=2)
    >>> len(patches)
    2
    >>> plt.close(ax.figure)
    """
    values = name_values("showCollisionArray", args, keywords, {"Parent": None, "Color": None})
    shapes = [collArray] if is_shape(collArray) else list(collArray) if isinstance(collArray, Iterable) else [None]
    if not all(map(is_shape, shapes)):
        raise MatlabTypeError(
            "rst_compat:plot:NotShapes",
            "showCollisionArray: the first argument has something that is no collision shape in it",
            "a list of collisionBox, collisionCylinder, collisionSphere, collisionCapsule and collisionMesh",
            type(collArray).__name__,
            "show(robot, Collisions='on') shows those of a robot",
        )
    colors = _colors(values["Color"], len(shapes))
    return outputs(nargout, *_draw(shapes, values["Parent"], colors, "showCollisionArray"))


def _colors(value: Any, count: int) -> list[Any]:
    if is_empty(value):
        return [_COLORS[k % len(_COLORS)] for k in range(count)]
    given = np.atleast_2d(numbers(value, "showCollisionArray: Color"))
    if given.shape not in ((1, 3), (count, 3)) or not ((given >= 0) & (given <= 1)).all():
        raise MatlabValueError(
            "rst_compat:plot:WrongColors",
            "showCollisionArray: Color does not give the shapes their colours",
            f"(3,) or ({count}, 3) numbers from 0 to 1: red, green, blue",
            f"shape {given.shape}" if given.shape[1:] != (3,) else str(given.tolist()),
            "Without Color each shape has one of its own",
        )
    return list(np.broadcast_to(given, (count, 3)))


def _draw(shapes: list[Any], parent: Any, colors: list[Any], function: str) -> tuple[Any, list[Any]]:
    axes = plotting().axes_for(parent, function)
    from ..plotting.shapes import Shape, mesh_of  # noqa: PLC0415 - of an extra
    from ..plotting.solid import Solid, corners_of  # noqa: PLC0415 - of an extra

    patches = []
    for shape, color in zip(shapes, colors, strict=True):
        corners = (shape.vertices, shape.faces) if shape.kind == "mesh" else ((), ())
        mesh = mesh_of(Shape(shape.kind, shape.sizes, shape.Pose, "", (*color, 1.0), *corners))
        faces, longest = ([], 0.0) if mesh is None else ([(0, mesh)], 0.1 * np.ptp(mesh.vertices, axis=0).max())
        patch = Solid(corners_of(faces, longest))
        axes.add_artist(patch)
        patch.set_clip_on(False)
        plotting().make_room(axes, patch.bounds())
        patches.append(patch)
    return axes, patches
