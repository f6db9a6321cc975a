"""Shapes as triangles: boxes, cylinders, spheres, capsules, and mesh files through trimesh."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from .packages import package

Array = NDArray[np.float64]
Color = tuple[float, ...]  # red, green, blue, alpha from 0 to 1
_ABOVE = 6  # folders above a mesh folder that are searched for a package of ROS
_SECTIONS = 32  # sides of a cylinder: round to the eye, and quick to draw


class Geometry(Protocol):
    """What is read of a shape; :class:`rst_compat.files.spec.GeometrySpec` has it, in its units and frames."""

    @property
    def role(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def sizes(self) -> Sequence[float]: ...
    @property
    def origin(self) -> Any: ...
    @property
    def file(self) -> str: ...
    @property
    def color(self) -> Color | None: ...
    @property
    def vertices(self) -> Any: ...
    @property
    def faces(self) -> Any: ...


class Shape(NamedTuple):
    """A shape that belongs to no robot."""

    kind: str
    sizes: Sequence[float] = ()
    origin: Any = np.eye(4)
    file: str = ""
    color: Color | None = None
    vertices: Any = ()
    faces: Any = ()
    role: str = ""


class Mesh(NamedTuple):
    """Triangles: vertices (n, 3) in m, indices of their corners (m, 3), and a colour where there is one."""

    vertices: Array
    faces: NDArray[np.int64]
    color: Color | None


def mesh_of(geometry: Geometry, folders: Sequence[str] = ()) -> Mesh | None:
    """The triangles of a shape.

    Parameters
    ----------
    geometry : Geometry
        A shape on a body.
    folders : sequence of str
        Where mesh files may be.

    Returns
    -------
    Mesh or None
        Vertices in the axes of the body, m; faces counterclockwise seen from outside. None where the mesh file is not
        found or not read, and for a kind of shape that has no triangles here.

    Raises
    ------
    MatlabError
        ``rst_compat:plot:NeedsExtra`` without trimesh.

    Examples
    --------
    >>> from rst_compat.files.spec import GeometrySpec
    >>> box = mesh_of(GeometrySpec("visual", "box", (0.2, 0.4, 0.6)))
    >>> box.vertices.max(axis=0).tolist(), box.faces.shape
    ([0.1, 0.2, 0.3], (12, 3))
    """
    if geometry.kind != "mesh":
        found = _primitive(geometry.kind, geometry.sizes)
    elif len(geometry.faces):
        found = Mesh(np.asarray(geometry.vertices, dtype=float), np.asarray(geometry.faces, dtype=np.int64), None)
    else:
        found = _from_file(geometry, folders)
    if found is None:
        return None
    vertices, faces, color = found
    T = np.asarray(geometry.origin, dtype=float)
    return Mesh(vertices @ T[:3, :3].T + T[:3, 3], faces, geometry.color or color)


def _primitive(kind: str, sizes: Sequence[float]) -> Mesh | None:
    creation = package("trimesh.creation")
    match kind, tuple(sizes):
        case "box", (x, y, z):
            made = creation.box((x, y, z))
        case "cylinder", (radius, length):
            made = creation.cylinder(radius, length, sections=_SECTIONS)
        case "sphere", (radius,):
            made = creation.icosphere(3, radius)
        case "capsule", (radius, length):
            made = creation.capsule(length, radius, count=(_SECTIONS // 2, _SECTIONS))
        case _:
            return None
    return Mesh(np.array(made.vertices), np.array(made.faces), None)


def _from_file(geometry: Geometry, folders: Sequence[str]) -> Mesh | None:
    path = find_mesh(geometry.file, folders)
    if path is None:
        return None
    read = _read(path, os.stat(path).st_mtime_ns)
    if read is None:
        return None
    scale = np.asarray(geometry.sizes or (1.0, 1.0, 1.0), dtype=float)
    mirrored = scale.prod() < 0  # as robots with a left and a right side use it: turn the faces outside again
    return Mesh(read.vertices * scale, read.faces[:, ::-1] if mirrored else read.faces, read.color)


@lru_cache(maxsize=256)
def _read(path: str, _changed: int) -> Mesh | None:
    trimesh = package("trimesh")
    try:
        made = trimesh.load_mesh(path)
        made.merge_vertices()
        vertices, faces = np.array(made.vertices, dtype=float), np.array(made.faces, dtype=np.int64)
    except Exception:  # trimesh raises whatever its parsers do; a picture without one link is better than none
        return None
    if not len(faces) or not np.isfinite(vertices).all():
        return None
    return Mesh(vertices, faces, _color(made))


def _color(made: Any) -> Color | None:
    if not made.visual.defined or made.visual.kind is None:
        return None
    color = np.asarray(getattr(made.visual, "main_color", None), dtype=float)
    return tuple((color / 255).tolist()) if color.shape == (4,) else None


def find_mesh(name: str, folders: Sequence[str]) -> str | None:
    """The path of a mesh file that a robot description names.

    ``package://name/...`` and ``model://name/...`` are looked for in the folders, in a folder ``name`` in them, and in
    the folders above them; other names count from the folders. In the end the bare file name may lie in a folder.

    Examples
    --------
    >>> find_mesh("package://arm/meshes/link.stl", []) is None
    True
    """
    for candidate in _candidates(name.replace("\\", "/"), [Path(f) for f in folders]):
        if candidate.is_file():
            return str(candidate)
    return None


def _candidates(name: str, folders: list[Path]) -> Iterator[Path]:
    scheme, found, rest = name.partition("://")
    if not found:
        scheme, rest = "", name
    if scheme in ("", "file"):
        yield from (folder / rest for folder in folders)  # an absolute path stays what it is
        yield from [Path(rest)] if Path(rest).is_absolute() else []
    owner, _, inside = rest.partition("/")
    if scheme in ("package", "model"):
        for folder in folders:
            for above in (folder.resolve(), *folder.resolve().parents[:_ABOVE]):
                yield above / rest
                if above.name == owner:
                    yield above / inside
            yield folder / inside
    yield from (folder / Path(rest).name for folder in folders)


def decimated(vertices: Array, faces: NDArray[np.int64], limit: int) -> tuple[Array, NDArray[np.int64]]:
    """A mesh with about as many faces as the limit, by clustering its vertices in cells of a grid.

    Rossignac and Borrel, *Multi-resolution 3D approximations for rendering complex scenes*, 1993: quick, and takes
    meshes with holes and stray faces as they come.

    Examples
    --------
    >>> flat = np.array([[x, y, 0.0] for x in range(30) for y in range(30)])
    >>> corners = [k for k in range(870) if k % 30 < 29]
    >>> faces = np.array([[k, k + 30, k + 1] for k in corners] + [[k + 1, k + 30, k + 31] for k in corners])
    >>> len(faces), len(decimated(flat, faces, 500)[1]) in range(100, 501)
    (1682, True)
    """
    if len(faces) <= limit:
        return vertices, faces
    points = vertices[faces]
    area = np.linalg.norm(np.cross(points[:, 1] - points[:, 0], points[:, 2] - points[:, 0]), axis=1).sum() / 2
    cell_size = np.sqrt(2 * area / limit)  # a cell of the surface makes two faces
    lowest = vertices.min(axis=0)
    while cell_size > 0:
        cells = np.floor((vertices - lowest) / cell_size).astype(np.int64)
        cell = np.unique(cells, axis=0, return_inverse=True)[1].ravel()
        kept = cell[faces]
        kept = kept[(kept[:, 0] != kept[:, 1]) & (kept[:, 1] != kept[:, 2]) & (kept[:, 2] != kept[:, 0])]
        kept = kept[np.unique(np.sort(kept, axis=1), axis=0, return_index=True)[1]]
        if len(kept) <= limit:
            means = np.stack([np.bincount(cell, vertices[:, i]) for i in range(3)], axis=1)
            return means / np.bincount(cell)[:, None], kept
        cell_size *= 1.15
    return vertices, faces
