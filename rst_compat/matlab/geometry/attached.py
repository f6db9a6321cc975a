"""Shapes on bodies: addVisual, addCollision, clearVisual, clearCollision, getVisual."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ...collision import hulls
from ...errors import MatlabFileNotFoundError, MatlabTypeError, MatlabValueError
from ..arguments import choice, is_empty, name_values, numbers, rigid_transform
from .collision_shapes import CollisionShape, collisionMesh
from .shape_checks import checked_sizes, checked_vertices

if TYPE_CHECKING:
    from ..rigid_body import rigidBody

#: kind -> how many lengths it has
_SIZES = {"box": 3, "cylinder": 2, "sphere": 1, "capsule": 2, "mesh": 0}
_GRAY = (0.5, 0.5, 0.5)


def addVisual(body: rigidBody, type: str, parameters: Any, *args: Any, **keywords: Any) -> None:
    """Add a shape to look at to a body.

    Parameters
    ----------
    body : rigidBody
    type : {"box", "cylinder", "sphere", "capsule", "mesh"}
        In any case of letters.
    parameters : array_like or str
        ``[X, Y, Z]`` of a box, ``[Radius, Length]`` of a cylinder or a capsule, ``Radius`` of a sphere, m; the file of
        a mesh, in m, or the corners (n, 3) of a convex one.
    *args, **keywords
        A transform (4, 4) or se3 that maps points of the shape's frame into the body frame, the identity by default;
        then name-value arguments: ``FaceColor`` (red, green and blue from 0 to 1), ``FaceAlpha`` (0 is glass, 1 is
        solid).

    Raises
    ------
    MatlabError
        ``rst_compat:geometry:MeshNotFound``, ``rst_compat:geometry:NegativeSize``,
        ``rst_compat:geometry:WrongVertices``, ``rst_compat:geometry:WrongColor``; the body is as it was then.

    Notes
    -----
    Source: the reference page of addVisual. The file of a mesh is read when the body is shown. A file without a full
    path counts from the current folder, and from the mesh folders of the robot that the body belongs to.

    Examples
    --------
    >>> from rst_compat import rigidBody
    >>> body = rigidBody("link")
    >>> addVisual(body, "Box", [0.1, 0.1, 0.4], FaceColor=[1, 0, 0])
    >>> body.Visuals
    ['Box:0.1 0.1 0.4']
    """
    _add("addVisual", "visual", body, (type, parameters, *args), keywords)


def addCollision(body: rigidBody, type: Any, *args: Any, **keywords: Any) -> None:
    """Add a shape that can collide to a body.

    Parameters
    ----------
    body : rigidBody
    type : {"box", "cylinder", "sphere", "capsule", "mesh"} or a shape
        Text is followed by parameters as :func:`addVisual` takes them; a collisionBox, collisionCylinder,
        collisionSphere, collisionCapsule or collisionMesh brings its own, and its Pose.
    *args, **keywords
        After them a transform and name-value arguments, as in :func:`addVisual`. With a shape object, the pose in the
        body frame is ``transform @ shape.Pose``.

    Raises
    ------
    MatlabError
        As :func:`addVisual`.

    Notes
    -----
    Source: the reference page of addCollision. A mesh collides as its convex hull. The body keeps a copy: later
    changes of a shape object do not reach it.

    Examples
    --------
    >>> from rst_compat import collisionCylinder, rigidBody, trvec2tform
    >>> body = rigidBody("link")
    >>> addCollision(body, collisionCylinder(0.05, 0.25), trvec2tform([0, 0, 0.125]))
    >>> addCollision(body, "sphere", 0.06)
    >>> body.Collisions
    ['Cylinder:0.05 0.25', 'Sphere:0.06']
    """
    _add("addCollision", "collision", body, (type, *args), keywords)


def clearVisual(body: rigidBody) -> None:
    """Take all shapes to look at from a body.

    Parameters
    ----------
    body : rigidBody

    Raises
    ------
    MatlabTypeError
        ``rst_compat:rigidBodyTree:NotABody``.

    Notes
    -----
    Source: the reference page of clearVisual.

    Examples
    --------
    >>> from rst_compat import rigidBody
    >>> body = rigidBody("link")
    >>> addVisual(body, "sphere", 0.1)
    >>> clearVisual(body)
    >>> body.Visuals
    []
    """
    _clear("clearVisual", "visual", body)


def clearCollision(body: rigidBody) -> None:
    """Take all shapes that can collide from a body.

    Parameters
    ----------
    body : rigidBody

    Raises
    ------
    MatlabTypeError
        ``rst_compat:rigidBodyTree:NotABody``.

    Notes
    -----
    Source: the reference page of clearCollision.

    Examples
    --------
    >>> from rst_compat import rigidBody
    >>> body = rigidBody("link")
    >>> addCollision(body, "sphere", 0.1)
    >>> clearCollision(body)
    >>> body.Collisions
    []
    """
    _clear("clearCollision", "collision", body)


def getVisual(body: rigidBody) -> list[SimpleNamespace]:
    """The triangles of what is to be seen of a body.

    Parameters
    ----------
    body : rigidBody

    Returns
    -------
    list of namespaces
        One for each visual shape: ``Vertices`` (n, 3) in the body frame, m; ``Faces`` (m, 3), indices from 0;
        ``FaceColor`` (3,) and ``FaceAlpha``.

    Raises
    ------
    MatlabError
        ``rst_compat:geometry:MeshNotFound``; ``rst_compat:plot:NeedsExtra`` without trimesh.

    Notes
    -----
    Source: the reference page of getVisual, which leaves the fields open.

    Examples
    --------
    >>> from rst_compat import rigidBody
    >>> body = rigidBody("link")
    >>> getVisual(body)
    []
    """
    _check_body("getVisual", body)
    shapes = [g for g in body._geometry if g.role == "visual"]
    folders = mesh_folders(body)
    seen = []
    for shape in shapes:
        vertices, faces, color = triangles(shape, folders, f"getVisual: body {body._name}")
        *rgb, alpha = color or (*_GRAY, 1.0)
        seen.append(SimpleNamespace(Vertices=vertices, Faces=faces, FaceColor=np.array(rgb), FaceAlpha=alpha))
    return seen


def mesh_folders(body: rigidBody) -> tuple[str, ...]:
    """Where the mesh files of a body may be."""
    return () if body._tree is None else body._tree._mesh_folders


def triangles(geometry: Any, folders: tuple[str, ...], where: str) -> Any:
    """Vertices in the body frame, faces and colour of a shape on a body; an error where it has none."""
    from ...plotting.shapes import mesh_of  # noqa: PLC0415 - used for meshes alone

    found = mesh_of(geometry, folders)
    if found is None:
        raise _not_found(where, geometry.file or geometry.kind)
    return found


def _not_found(where: str, file: str) -> MatlabFileNotFoundError:
    return MatlabFileNotFoundError(
        "rst_compat:geometry:MeshNotFound",
        f"{where} has a mesh that is not found or not read",
        "a mesh file, such as .stl or .obj",
        f"'{file}'",
        "importrobot(file, MeshPath=folder) says where meshes are; clearVisual and clearCollision take shapes away",
    )


def _check_body(function: str, body: Any) -> None:
    if not hasattr(type(body), "_geometry"):
        raise MatlabTypeError(
            "rst_compat:rigidBodyTree:NotABody",
            f"{function}: the first argument is not a body",
            "a rigidBody",
            type(body).__name__,
            "robot.Bodies[i] and getBody(robot, name) are bodies, robot.Base too",
        )


def _clear(function: str, role: str, body: rigidBody) -> None:
    _check_body(function, body)
    body._geometry = tuple(g for g in body._geometry if g.role != role)
    body._touch()


def _add(function: str, role: str, body: rigidBody, args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
    from ...files.spec import GeometrySpec, as_matrix  # noqa: PLC0415 - reading files is not part of importing

    _check_body(function, body)
    first, *rest = args
    pose, described = np.eye(4), dict[str, Any]()
    if isinstance(first, CollisionShape):
        pose, described = first.Pose, {"kind": first.kind, "sizes": first.sizes}
        if isinstance(first, collisionMesh):
            described |= {"vertices": as_matrix(first.vertices), "faces": tuple(map(tuple, first.faces.tolist()))}
    else:
        kind = choice(first, _SIZES, f"{function}: the type")
        described = _described(function, kind, rest.pop(0) if rest else None, mesh_folders(body))
    if rest and not isinstance(rest[0], str):
        tform = rest.pop(0)
        pose = pose if is_empty(tform) else rigid_transform(tform, f"{function}: the transform") @ pose
    values = name_values(function, tuple(rest), keywords, {"FaceColor": None, "FaceAlpha": None})
    color = _color(function, values["FaceColor"], values["FaceAlpha"])
    body._geometry = (*body._geometry, GeometrySpec(role=role, origin=as_matrix(pose), color=color, **described))
    body._touch()


def _described(function: str, kind: str, parameters: Any, folders: tuple[str, ...]) -> dict[str, Any]:
    """Kind, sizes, file and vertices."""
    if kind != "mesh":
        sizes = checked_sizes(parameters, _SIZES[kind], f"{function}: the parameters of a {kind}")
        return {"kind": kind, "sizes": tuple(sizes.tolist())}
    if isinstance(parameters, str | os.PathLike):
        from ...plotting.shapes import find_mesh  # noqa: PLC0415 - used for meshes alone

        name = os.fspath(parameters)
        path = find_mesh(str(name), (os.getcwd(), *folders))
        if path is None:
            raise _not_found(function, str(name))
        return {"kind": kind, "sizes": (1.0, 1.0, 1.0), "file": os.path.abspath(path)}
    points = checked_vertices(parameters, f"{function}: the parameters of a mesh")
    vertices, faces = hulls.convex_hull(points)
    return {
        "kind": kind,
        "vertices": tuple(map(tuple, vertices.tolist())),
        "faces": tuple(map(tuple, faces.tolist())),
    }


def _color(function: str, face: Any, alpha: Any) -> tuple[float, ...] | None:
    if is_empty(face) and is_empty(alpha):
        return None
    rgb = np.array(_GRAY) if is_empty(face) else numbers(face, f"{function}: FaceColor").ravel()
    a = np.array([1.0]) if is_empty(alpha) else numbers(alpha, f"{function}: FaceAlpha").ravel()
    rgba = np.concatenate([rgb, a])
    if len(rgb) != 3 or len(a) != 1 or not ((rgba >= 0) & (rgba <= 1)).all():
        raise MatlabValueError(
            "rst_compat:geometry:WrongColor",
            f"{function}: the colour is none",
            "FaceColor of three numbers, FaceAlpha of one, all from 0 to 1",
            f"{rgb.tolist()} and {a.tolist()}",
            "[1, 0, 0] is red",
        )
    return tuple(rgba.tolist())
