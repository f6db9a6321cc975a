"""plotTransforms: frames in 3-D axes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabFileNotFoundError, MatlabValueError
from .arguments import choice, elements, is_empty, name_values, switch, text
from .rotations.quaternions import quat_matrix, quat_rows
from .rotations.stacks import pages, rows
from .show_shapes import plotting
from .transform_objects.base import RigidTransform

Array = NDArray[np.float64]
_DEFAULTS = {
    "FrameSize": 1.0,
    "InertialZDirection": "up",
    "MeshFilePath": "",
    "MeshColor": [1, 0, 0],
    "FrameAxisLabels": "off",
    "FrameLabel": "",
    "FrameColor": "rgb",
    "View": "3D",
    "Parent": None,
}
_NAMES = {"red": (1, 0, 0), "green": (0, 1, 0), "blue": (0, 0, 1), "cyan": (0, 1, 1), "magenta": (1, 0, 1)}
_NAMES |= {"yellow": (1, 1, 0), "black": (0, 0, 0), "white": (1, 1, 1)}
_COLORS = _NAMES | {"k" if name == "black" else name[0]: color for name, color in _NAMES.items()}


def plotTransforms(translations: Any, *args: Any, **keywords: Any) -> Any:
    """Plot frames in 3-D axes of matplotlib.

    Parameters
    ----------
    translations : (3,) or (n, 3) array_like, or se3 or se2 object, or (4, 4) or (4, 4, n) array_like
        Origins of the frames; or whole transformations, and then there are no rotations.
    *args, **keywords
        ``rotations``: (4,) or (n, 4) quaternions ``[w x y z]``, or an so3 or so2 object. Then name-value arguments:
        ``FrameSize`` (length of the axes, 1 by default), ``InertialZDirection`` ("up" or "down": the z axis of the
        figure points up or down), ``MeshFilePath`` (a mesh file at each frame, its longest side FrameSize),
        ``MeshColor`` (red, green, blue from 0 to 1, or one of MATLAB's names such as "g"), ``FrameAxisLabels`` ("on"
        writes X, Y, Z at the axes), ``FrameLabel`` (a text for all frames, or a list with one for each),
        ``FrameColor`` ("rgb", or a colour of matplotlib for all axes), ``View`` ("3D"; "2D" is from above; or the
        direction ``[x y z]`` of the eye), ``Parent`` (axes; the current or new ones by default).

    Returns
    -------
    Axes3D

    Raises
    ------
    MatlabError
        ``rst_compat:plot:WrongFrames`` for counts that differ, ``rst_compat:plot:MeshUnreadable``,
        ``rst_compat:plot:NotAxes3D``, ``rst_compat:plot:NeedsExtra``, ``rst_compat:rotations:*``.

    Notes
    -----
    Source: the reference page of plotTransforms. One translation with many rotations, or the other way round, is
    repeated.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> ax = plotTransforms([[0, 0, 0], [1, 0, 0]], [1, 0, 0, 0], FrameSize=0.5, FrameLabel=["A", "B"])
    >>> ax.get_zlabel()
    'Z'
    >>> plt.close(ax.figure)
    """
    if len(args) % 2:
        frames, args = _placed(translations, args[0]), args[1:]
    else:
        frames = _whole(translations)
    values = name_values("plotTransforms", args, keywords, _DEFAULTS)
    size = float(elements(values["FrameSize"], 1, "plotTransforms: FrameSize")[0])
    if size <= 0:
        _wrong("FrameSize is no length", "a number above 0", f"{size:g}", "It is the length of the axes, in m")
    down = choice(values["InertialZDirection"], ("up", "down"), "plotTransforms: InertialZDirection") == "down"
    lettered = switch(values["FrameAxisLabels"], "plotTransforms: FrameAxisLabels")
    names, view = _names(values["FrameLabel"], len(frames)), _view(values["View"])
    figures = plotting()
    meshes = _meshes(values, size, len(frames))
    axes = figures.axes_for(values["Parent"], "plotTransforms")
    figures.make_room(axes, _draw(axes, frames, size, values["FrameColor"], names, lettered, meshes))
    if view is not None:
        figures.look_from(axes, view)
    if down and not axes.zaxis_inverted():
        axes.invert_zaxis()
        axes.invert_yaxis()  # so that the frames stay right-handed in the picture
    return axes


def _draw(axes: Any, frames: Array, size: float, color: Any, names: list[str], lettered: bool, meshes: Any) -> Array:
    """Draw them, and say between which coordinates (2, 3)."""
    from ..plotting.labels import Labels  # noqa: PLC0415 - of an extra
    from ..plotting.lines import AXIS_COLORS, triad_segments, triads  # noqa: PLC0415 - of an extra
    from ..plotting.solid import Solid, corners_of  # noqa: PLC0415 - of an extra

    segments = triad_segments(frames, size)
    lines = triads(len(frames), AXIS_COLORS if isinstance(color, str) and color.lower() == "rgb" else [color] * 3)
    lines.set_segments(segments)
    texts = [*names, *(["X", "Y", "Z"] * len(frames) if lettered else [])]
    labels = Labels(texts)
    labels.move(np.concatenate([frames[: len(names), :3, 3], segments[:, 1] if lettered else np.zeros((0, 3))]))
    solid = Solid(corners_of(meshes))
    solid.move(frames)
    for artist in (solid, lines, labels):
        axes.add_artist(artist)
        artist.set_clip_on(False)
    ends = segments.reshape(-1, 3)
    return np.stack([ends.min(axis=0), ends.max(axis=0)])


def _placed(translations: Any, rotations: Any) -> Array:
    """Frames (n, 4, 4) at translations, with rotations."""
    t = rows("plotTransforms", "translations", translations, (2, 3))[0]
    if isinstance(rotations, RigidTransform):
        R = rotations._R
    else:
        R = quat_matrix(quat_rows("plotTransforms", rotations)[0])
    if 1 not in (len(t), len(R)) and len(t) != len(R):
        _wrong("translations and rotations differ in number", "as many of both, or one", f"{len(t)} and {len(R)}")
    return _embedded(R, t)


def _whole(given: Any) -> Array:
    if isinstance(given, RigidTransform):
        return _embedded(given._R, given._t)
    if isinstance(given, list | tuple) and given and all(isinstance(g, RigidTransform) for g in given):
        return np.concatenate([_embedded(g._R, g._t) for g in given])
    return pages("plotTransforms", "the transformations", given, (4,))[0]


def _embedded(R: Array, t: Array) -> Array:
    """Frames in space from rotations and translations of it, or of the plane."""
    frames = np.tile(np.eye(4), (max(len(R), len(t)), 1, 1))
    frames[:, : R.shape[1], : R.shape[1]] = R
    frames[:, : t.shape[1], 3] = t
    return frames


def _names(label: Any, count: int) -> list[str]:
    if isinstance(label, str) or is_empty(label):
        return [label] * count if label else []
    names = [text(name, "plotTransforms: FrameLabel") for name in label]
    if len(names) != count:
        _wrong("FrameLabel does not name the frames", f"a text, or a list of {count}", f"{len(names)}")
    return names


def _meshes(values: dict[str, Any], size: float, count: int) -> list[Any]:
    if is_empty(values["MeshFilePath"]) or not str(values["MeshFilePath"]):
        return []
    from ..plotting.shapes import Mesh, Shape, decimated, mesh_of  # noqa: PLC0415 - of an extra

    path = str(values["MeshFilePath"])
    mesh = mesh_of(Shape("mesh", file=path), ["."])
    if mesh is None:
        raise MatlabFileNotFoundError(
            "rst_compat:plot:MeshUnreadable",
            f"plotTransforms: {path} is no mesh file that can be read",
            "the path of an STL, OBJ, PLY or DAE file",
            f"'{path}'",
            "Paths count from the current folder",
        )
    color = (*_color(values["MeshColor"]), 1.0)
    vertices, faces = decimated(mesh.vertices, mesh.faces, max(6000 // count, 200))
    vertices = vertices * (size / np.ptp(vertices, axis=0).max())
    return [(k, Mesh(vertices, faces, color)) for k in range(count)]


def _color(value: Any) -> tuple[float, ...]:
    if isinstance(value, str):
        return _COLORS[choice(value, tuple(_COLORS), "plotTransforms: MeshColor")]
    return tuple(elements(value, 3, "plotTransforms: MeshColor").tolist())


def _view(value: Any) -> Array | None:
    """The direction of the eye (3,); None for that of the axes."""
    if isinstance(value, str):
        return np.array([0, 0, 1.0]) if choice(value, ("2D", "3D"), "plotTransforms: View") == "2D" else None
    direction = elements(value, 3, "plotTransforms: View")
    if not direction.any():
        _wrong(
            "View is no direction", "a vector [x y z] from what is drawn to the eye", "zeros", '"2D" looks from above'
        )
    return direction


def _wrong(fact: str, expected: str, got: str, hint: str = "Each frame is a row") -> None:
    raise MatlabValueError("rst_compat:plot:WrongFrames", f"plotTransforms: {fact}", expected, got, hint)
