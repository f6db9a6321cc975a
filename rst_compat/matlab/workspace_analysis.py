"""Where an end effector can go, and how well it moves there: generateRobotWorkspace, showWorkspaceAnalysis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import MatlabValueError
from .arguments import elements, is_empty, logical, name_values, numbers, outputs, switch, text
from .compile import OWN_FRAME, check_tree, compiled, located
from .configurations import drawn_range, in_format, random_position
from .random_numbers import rand
from .show_shapes import plotting

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]
_CHUNK = 4096  # configurations at once
_CELLS = 16  # voxels along the longest side of a workspace


def generateRobotWorkspace(
    robot: rigidBodyTree, environment: Any = None, *args: Any, nargout: int = 2, **keywords: Any
) -> Any:
    """Points that an end effector reaches in random configurations that do not collide.

    Parameters
    ----------
    robot : rigidBodyTree
    environment : list of collision shapes, optional
        Obstacles in the world; ``[]`` is none.
    *args, **keywords
        The name of the end effector, a body or a frame (the last body by default); then name-value arguments:
        ``MaxNumSamples`` (how many configurations are drawn, 1000 by default), ``IgnoreSelfCollision`` ("on" or "off",
        the default), ``SkippedSelfCollisions`` ("parent", the default, or as in checkCollision).
    nargout : {1, 2}
        With 1 the positions alone are returned.

    Returns
    -------
    workspace : (n, 3) ndarray
        Positions in the base, m.
    configs : (n, nq) ndarray
        The configurations, one a row, whatever the DataFormat: manipulabilityIndex takes them as they are.

    Raises
    ------
    MatlabError
        ``rst_compat:plot:NoEndEffector``; ``rst_compat:plot:WrongCount``;
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``; those of checkCollision where something can collide.

    Notes
    -----
    Source: the reference page of generateRobotWorkspace. Configurations are those of randomConfiguration, called
    MaxNumSamples times; those that collide are left out. A robot without collision shapes collides with nothing.

    Examples
    --------
    >>> from rst_compat import importrobot, rng
    >>> robot = importrobot("twolink")
    >>> _ = rng(0)
    >>> workspace, configs = generateRobotWorkspace(robot, [], MaxNumSamples=500)
    >>> workspace.shape, configs.shape, bool(np.linalg.norm(workspace, axis=1).max() <= 1.2)
    ((500, 3), (500, 2), True)
    """
    check_tree(robot)
    name = None
    if len(args) % 2:
        name, *args = args  # type: ignore[assignment]
    values = name_values(
        "generateRobotWorkspace",
        tuple(args),
        keywords,
        {"MaxNumSamples": 1000, "IgnoreSelfCollision": "off", "SkippedSelfCollisions": "parent"},
    )
    body, frame = _end_effector(robot, name)
    count = elements(values["MaxNumSamples"], 1, "generateRobotWorkspace: MaxNumSamples")[0]
    if count < 1 or count % 1:
        _wrong("generateRobotWorkspace: MaxNumSamples is no count", "a whole number from 1", f"{count:g}")
    ignored = switch(values["IgnoreSelfCollision"], "generateRobotWorkspace: IgnoreSelfCollision")
    q = _samples(robot, int(count))
    free = _free(robot, q, [] if is_empty(environment) else environment, ignored, values["SkippedSelfCollisions"])
    return outputs(nargout, _positions(robot, q[free], body, frame), q[free])


def _end_effector(robot: rigidBodyTree, name: Any) -> tuple[int, Array]:
    if not is_empty(name):
        return located(robot, text(name, "generateRobotWorkspace: the end effector"))
    if not robot._bodies:
        raise MatlabValueError(
            "rst_compat:plot:NoEndEffector",
            "generateRobotWorkspace: the robot has no body",
            "a body, the last of which is the end effector",
            "a base only",
            "addBody adds one",
        )
    return len(robot._bodies), OWN_FRAME


def _samples(robot: rigidBodyTree, count: int) -> Array:
    """Random configurations (count, nq), the same numbers as so many calls of randomConfiguration."""
    joints = [b._joint for b in robot._bodies if b._joint._type != "fixed"]
    if any(j._type == "floating" for j in joints):
        return np.stack([np.concatenate([random_position(j) for j in joints]) for _ in range(count)])
    lower, upper = np.array([drawn_range(*j._limits) for j in joints]).reshape(-1, 2).T
    drawn = np.reshape(rand(len(joints), count), (len(joints), count)).T
    samples: Array = lower + (upper - lower) * drawn
    return samples


def _positions(robot: rigidBodyTree, q: Array, body: int, frame: Array) -> Array:
    model = compiled(robot).model
    found = [np.zeros((0, 3))]
    for first in range(0, len(q), _CHUNK):
        part = q[first : first + _CHUNK]
        pose = core.body_poses(model, part)[body]
        found.append(np.broadcast_to((pose @ frame)[..., :3, 3], (len(part), 3)))
    return np.concatenate(found)


def _free(robot: rigidBodyTree, q: Array, world: Any, ignored: bool, skipped: Any) -> NDArray[np.bool_]:
    """Which configurations do not collide."""
    solid = any(g.role == "collision" for b in (robot._base, *robot._bodies) for g in b._geometry)
    if not solid or (ignored and not world):
        return np.ones(len(q), dtype=bool)
    from .geometry import checkCollision  # noqa: PLC0415 - of an extra, where something can collide

    options = {"IgnoreSelfCollision": ignored} | ({} if ignored else {"SkippedSelfCollisions": skipped})
    hits = [np.any(checkCollision(robot, in_format(robot, row), list(world), **options)) for row in q]
    return ~np.array(hits, dtype=bool)


def showWorkspaceAnalysis(workspace: Any, manipIndex: Any, *args: Any, **keywords: Any) -> Any:
    """Show points of a workspace, coloured by the manipulability index there.

    Parameters
    ----------
    workspace : (n, 3) array_like
        Positions, m, as generateRobotWorkspace gives them.
    manipIndex : (n,) array_like
        Of each, as manipulabilityIndex gives them.
    *args, **keywords
        Name-value arguments: ``Voxelize`` (False by default; True draws a cube for every cell of a grid with points in
        it, coloured by their mean, the larger the higher it is), ``Parent`` (axes; the current or new ones by default).

    Returns
    -------
    Axes3D

    Raises
    ------
    MatlabError
        ``rst_compat:plot:WrongWorkspace``, ``rst_compat:plot:NotAxes3D``, ``rst_compat:plot:NeedsExtra``.

    Notes
    -----
    Source: the reference page of showWorkspaceAnalysis. A colour bar is drawn beside the axes. Points whose index is
    NaN are left out.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> ax = showWorkspaceAnalysis([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0.1, 0.5, 0.3])
    >>> len(ax.figure.axes)
    2
    >>> plt.close(ax.figure)
    """
    values = name_values("showWorkspaceAnalysis", args, keywords, {"Voxelize": False, "Parent": None})
    voxelize = logical(values["Voxelize"], "showWorkspaceAnalysis: Voxelize")
    points = numbers(workspace, "showWorkspaceAnalysis: the workspace")
    index = numbers(manipIndex, "showWorkspaceAnalysis: the indices").ravel()
    if points.ndim != 2 or points.shape[1] != 3 or len(points) != len(index):
        _wrong(
            "showWorkspaceAnalysis: points and indices do not fit",
            "points (n, 3), a row each, and n indices",
            f"shapes {points.shape} and {index.shape}",
        )
    shown = np.isfinite(index) & np.isfinite(points).all(axis=1)
    points, index = points[shown], index[shown]
    figures = plotting()
    axes = figures.axes_for(values["Parent"], "showWorkspaceAnalysis")
    if not len(points):
        return axes
    from ..plotting import clouds  # noqa: PLC0415 - of an extra

    clouds.draw(axes, points, index, _CELLS if voxelize else 0, "manipulability index")
    figures.make_room(axes, np.stack([points.min(axis=0), points.max(axis=0)]))
    return axes


def _wrong(fact: str, expected: str, got: str) -> None:
    what = "WrongCount" if "count" in fact else "WrongWorkspace"
    raise MatlabValueError(f"rst_compat:plot:{what}", fact, expected, got, "[workspace, configs] go together")
