"""show: a robot in 3-D axes; drawnow and hold, which scripts call beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import MatlabTypeError, MatlabValueError
from .arguments import choice, elements, is_empty, logical, name_values, switch
from .compile import Compiled, check_tree, compiled
from .configurations import configuration
from .robot_description import description_of
from .show_shapes import is_shape, plotting, show_shape

if TYPE_CHECKING:
    from ..plotting.scene import Scene
    from .rigid_body_tree import rigidBodyTree

_configuration = configuration
_DEFAULTS = {
    "Parent": None,
    "PreservePlot": True,
    "Frames": "on",
    "Visuals": "on",
    "Collisions": "off",
    "Position": [0, 0, 0, 0],
    "FastUpdate": False,
    "DisplayBodyDetails": "on",
}
#: axes -> the robots in them: tree, its revision, and its artists
_drawn: WeakKeyDictionary[Any, list[tuple[Any, Any, Scene]]] = WeakKeyDictionary()


def show(robot: Any, configuration: Any = None, *args: Any, **keywords: Any) -> Any:
    """Show a robot in 3-D axes of matplotlib.

    Parameters
    ----------
    robot : rigidBodyTree or a shape
        A collisionBox, collisionCylinder, collisionSphere, collisionCapsule or collisionMesh is drawn where its Pose
        is; ``Parent`` is its only option, and with ``nargout=2`` its artist is returned too.
    configuration : (nq,) array_like or list of JointConfiguration, optional
        Joint positions, rad or m, in the robot's DataFormat; home by default.
    Parent : Axes3D, optional
        Axes to draw in; by default the current ones, or new ones.
    PreservePlot : bool, default True
        Keep what show drew of this robot in the axes before. False in a loop gives a moving picture.
    Frames : {"on", "off"}, default "on"
        The frames of the bodies, x red, y green, z blue, with their names.
    Visuals : {"on", "off"}, default "on"
        The visual shapes. A robot that has none is drawn with rods and joints.
    Collisions : {"on", "off"}, default "off"
        The collision shapes, translucent.
    Position : (4,) array_like, default [0, 0, 0, 0]
        ``[x y z yaw]``, m and rad: where the base stands in the axes.
    FastUpdate : bool, default False
        Wants ``PreservePlot=False``, which moves what is drawn in place of drawing anew, with it and without it.
    DisplayBodyDetails : {"on", "off"}
        Accepted for MATLAB's sake: a click on a body tells nothing here.

    Returns
    -------
    Axes3D
        The axes drawn in, one scale for x, y, z.

    Raises
    ------
    MatlabError
        ``rst_compat:plot:NeedsExtra`` without matplotlib or trimesh; ``rst_compat:plot:NotAxes3D``;
        ``rst_compat:plot:FastUpdatePreserves`` for FastUpdate with PreservePlot.

    Warns
    -----
    MatlabWarning
        ``rst_compat:plot:MeshNotFound``: mesh files that are not found are left out.

    Notes
    -----
    Source: the reference pages of show, of robots and of collision shapes. A window opens with :func:`drawnow` or
    ``matplotlib.pyplot.show()``; without a display matplotlib draws into memory, and ``ax.figure.savefig("robot.png")``
    writes it. Limits grow with what is drawn, and stay where ``ax.set_xlim`` and its like have set them. Meshes are
    thinned to some 6000 triangles a robot.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> import matplotlib.pyplot as plt
    >>> robot = importrobot("iiwa14")
    >>> ax = show(robot, Frames="off")
    >>> for q1 in (0.1, 0.2):
    ...     _ = show(robot, [q1, 0.5, 0, 1, 0, 0, 0], PreservePlot=False, FastUpdate=True, Frames="off", Parent=ax)
    ...     drawnow()
    >>> ax.get_xlabel()
    'X'
    >>> plt.close(ax.figure)
    """
    if isinstance(configuration, str):  # show(robot, "Frames", "off")
        configuration, args = None, (configuration, *args)
    if is_shape(robot):
        return show_shape(robot, args if configuration is None else (configuration, *args), keywords)
    check_tree(robot)
    values = name_values("show", args, keywords, _DEFAULTS)
    preserve, fast = (logical(values[name], f"show: {name}") for name in ("PreservePlot", "FastUpdate"))
    on = {n: switch(values[n], f"show: {n}") for n in ("Frames", "Visuals", "Collisions")}
    switch(values["DisplayBodyDetails"], "show: DisplayBodyDetails")
    if fast and preserve:
        raise MatlabValueError(
            "rst_compat:plot:FastUpdatePreserves",
            "show: FastUpdate moves the robot that is drawn, and PreservePlot keeps it",
            "PreservePlot=False with FastUpdate=True",
            "PreservePlot=True",
            "PreservePlot is true unless it is given",
        )
    base = _base_pose(values["Position"])
    tree, q = compiled(robot), _configuration(robot, configuration, "show")
    poses = base @ np.stack(core.body_poses(tree.model, q))
    figures = plotting()
    from ..plotting import scene  # noqa: PLC0415 - of an extra

    axes = figures.axes_for(values["Parent"], "show")
    layers = scene.Layers(on["Frames"], on["Visuals"], on["Collisions"])
    drawn = _place(axes, robot, tree, layers, poses, preserve, scene)
    figures.make_room(axes, drawn.bounds())
    return axes


def _place(
    axes: Any, robot: rigidBodyTree, tree: Compiled, layers: Any, poses: Any, preserve: bool, scene: Any
) -> Scene:
    """The robot in the axes, moved or made."""
    there = [entry for entry in _drawn.get(axes, []) if entry[2].alive()]  # axes may have been cleared since
    mine = [entry for entry in there if entry[0] is robot]
    others = [entry for entry in there if entry[0] is not robot]
    if not preserve and mine and mine[-1][1] is tree.revision and mine[-1][2].layers == layers:
        *old, (_, _, kept) = mine
        kept.move(poses)
    else:
        old, kept = mine, scene.Scene(axes, description_of(robot), layers, poses)
    if preserve:
        others = there
    else:
        for _, _, gone in old:
            gone.remove()
    _drawn[axes] = [*others, (robot, tree.revision, kept)]
    return kept


def _base_pose(position: Any) -> NDArray[np.float64]:
    x, y, z, yaw = np.zeros(4) if is_empty(position) else elements(position, 4, "show: Position, [x y z yaw],")
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[c, -s, 0, x], [s, c, 0, y], [0, 0, 1, z], [0, 0, 0, 1]])


def drawnow(*args: Any) -> None:
    """Draw what has changed in all figures, and let their windows answer.

    Parameters
    ----------
    *args : {"limitrate", "nocallbacks", "update", "expose"}
        "limitrate" does nothing within 50 ms of the last time; the others are accepted for MATLAB's sake.

    Raises
    ------
    MatlabError
        ``rst_compat:argument:NotAChoice``.

    Notes
    -----
    Source: the reference page of drawnow. It opens the windows of figures; ``matplotlib.pyplot.show()`` at the end of a
    script keeps them open. Nothing happens where nothing has been drawn.

    Examples
    --------
    >>> drawnow()
    """
    words = [choice(a, ("limitrate", "nocallbacks", "update", "expose"), "drawnow: the option") for a in args]
    import sys  # noqa: PLC0415 - to see whether there can be figures

    if "matplotlib.pyplot" in sys.modules:
        plotting().draw_all(limit_rate="limitrate" in words)


def hold(*args: Any) -> None:
    """Keep or clear the current axes when something new is drawn.

    Parameters
    ----------
    *args : {"on", "off"} or Axes3D, optional
        The axes may stand first; without a word the state is turned over.

    Raises
    ------
    MatlabError
        ``rst_compat:argument:NotAChoice``, ``rst_compat:plot:NeedsExtra``.

    Notes
    -----
    Source: the reference page of hold. As everywhere in matplotlib, axes are held unless it says "off"; then show,
    plotTransforms, showCollisionArray and showWorkspaceAnalysis clear them first. What is drawn with matplotlib's own
    functions always adds.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> ax = plt.figure().add_subplot(projection="3d")
    >>> hold("on")
    >>> plt.close(ax.figure)
    """
    figures = plotting()
    axes = None
    if args and not isinstance(args[0], str):
        axes, args = args[0], args[1:]
    if len(args) > 1:
        raise MatlabTypeError(
            "rst_compat:plot:WrongHold",
            "hold: too many arguments",
            'hold, hold("on"), hold("off")',
            repr(args),
            "The axes may stand first",
        )
    axes = figures.current_axes() if axes is None else axes
    figures.hold(axes, switch(args[0], "hold") if args else not figures.is_held(axes))
