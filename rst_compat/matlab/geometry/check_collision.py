"""checkCollision: of two shapes, of a robot with itself, and of a robot with shapes in the world."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ... import core
from ...collision import hulls, solids
from ...errors import MatlabTypeError, MatlabValueError, warn
from ..arguments import choice, is_empty, name_values, outputs, switch
from ..compile import body_not_found, compiled
from ..configurations import configuration as configuration_vector

if TYPE_CHECKING:
    from ..rigid_body import rigidBody
    from ..rigid_body_tree import rigidBodyTree

Pair = tuple[int, int]
_FUNCTION = "checkCollision"
_RULES = ("parent", "adjacent")


def checkCollision(robot: Any, configuration: Any, *args: Any, nargout: int = 1, **keywords: Any) -> Any:
    """Whether two shapes collide, or a robot with itself and with shapes in the world.

    Parameters
    ----------
    robot : rigidBodyTree, or a shape
        With a collisionBox, collisionCylinder, collisionSphere, collisionCapsule or collisionMesh, the second argument
        is another one, and there are no more.
    configuration : (nq,) array_like or list of JointConfiguration
        Joint positions, rad or m, in the robot's DataFormat; ``[]`` is home.
    *args, **keywords
        A list of shapes in the world (w of them), or none; then name-value arguments: ``IgnoreSelfCollision``,
        ``Exhaustive`` ("on" or "off", the default) and ``SkippedSelfCollisions`` ("parent", the default, "adjacent", or
        a list of pairs of body names).
    nargout : {1, 2, 3}
        How many outputs.

    Returns
    -------
    isColliding : bool or (2,) ndarray of bool
        With shapes in the world: of the robot with itself, and with them; the second alone if self-collisions are
        ignored.
    separationDist : float or ndarray
        Distance, m; NaN where a pair collides, Inf where it was not looked at. Of a robot with m bodies
        (m+1, m+1): rows and columns are the bodies in order, and last the base. With shapes in the world
        (m+1, m+1+w): a column for each follows; (m+1, w) if self-collisions are ignored.
    witnessPts : (3, 2) ndarray, or one for every distance
        The nearest points in world (base) axes, m: a column on the first, the row's, and one on the second, the
        column's. Those of ``separationDist[r, c]`` are ``witnessPts[3*r:3*r+3, 2*c:2*c+2]``.

    Raises
    ------
    MatlabError
        ``rst_compat:checkCollision:NeedsExtra`` with the ``pip install`` line; ``rst_compat:checkCollision:NotAShape``,
        ``rst_compat:checkCollision:WrongSkip``, ``rst_compat:checkCollision:NoSolid``;
        ``rst_compat:geometry:MeshNotFound``; ``MATLAB:validateDynamicsFunctionInputs:*``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:checkCollision:DefaultSkip``: SkippedSelfCollisions is not given, and the rule of the releases
        before R2022b, "adjacent", would skip other pairs. ``rst_compat:checkCollision:NoShapes``: no body of the robot
        has a collision shape, and so nothing can collide.

    Notes
    -----
    Source: the reference pages of checkCollision. Meshes are their convex hulls; shapes that touch collide. A body is
    skipped with its parent ("parent"), or with its neighbours in the list of bodies, in which the base stands first
    ("adjacent"). Without "Exhaustive" each of the two searches, with itself and with the world, stops at the first
    collision. Distances by the algorithm of Gilbert, Johnson and Keerthi (1988), to 1e-8 m for robots.

    Examples
    --------
    >>> from rst_compat import collisionBox, collisionSphere, trvec2tform
    >>> ball = collisionSphere(0.5, Pose=trvec2tform([2, 0, 0]))
    >>> hit, gap, points = checkCollision(collisionBox(1, 2, 3), ball, nargout=3)
    >>> hit, gap, points.round(4).tolist()
    (False, 1.0, [[0.5, 1.5], [0.0, 0.0], [0.0, 0.0]])
    """
    if _is_shape(robot):
        name_values(_FUNCTION, args, keywords, {})
        return _two_shapes(robot, configuration, nargout)
    tree, q = compiled(robot), configuration_vector(robot, configuration, _FUNCTION)
    objects = args[0] if args and not isinstance(args[0], str) else None
    options = name_values(
        _FUNCTION,
        args[1:] if args and not isinstance(args[0], str) else args,
        keywords,
        {"IgnoreSelfCollision": "off", "Exhaustive": "off", "SkippedSelfCollisions": None},
    )
    ignored, exhaustive = (
        switch(options[name], f"{_FUNCTION}: {name}") for name in ("IgnoreSelfCollision", "Exhaustive")
    )
    world = _world(objects)
    shapes = _shapes(robot)
    if robot.NumBodies and not any(group for _, group in shapes.of_bodies):
        warn(
            "rst_compat:checkCollision:NoShapes",
            "No body of the robot has a collision shape: nothing collides with it. addCollision gives a body one.",
        )
    pairs = [] if ignored else _pairs(robot, shapes, options["SkippedSelfCollisions"])
    T = core.body_poses(tree.model, q)
    bodies = [[solids.placed(s, T[number] @ origin) for s, origin in group] for number, group in shapes.of_bodies]
    between = [(row, column) for row in range(len(bodies)) if bodies[row] for column in range(len(world))]
    if nargout == 1:
        itself = any(solids.touching(bodies[i], bodies[j]) for i, j in pairs)
        outside = any(solids.touching(bodies[i], world[k]) for i, k in between)
        return outputs(1, _status(itself, outside, ignored, bool(world)), None, None)
    of_itself, of_world = _Table(len(bodies), len(bodies)), _Table(len(bodies), len(world))
    itself = of_itself.fill(pairs, bodies, bodies, exhaustive, mirrored=True)
    outside = of_world.fill(between, bodies, world, exhaustive)
    tables = [of_world] if ignored else [of_itself, of_world]
    distances, points = (np.hstack([getattr(t, name) for t in tables]) for name in ("distances", "points"))
    return outputs(nargout, _status(itself, outside, ignored, bool(world)), distances, points)


def _status(itself: bool, outside: bool, ignored: bool, world: bool) -> Any:
    if ignored:
        return outside
    return np.array([itself, outside]) if world else itself


def _two_shapes(first: Any, second: Any, nargout: int) -> Any:
    if not _is_shape(second):
        raise _not_a_shape("the second argument", second)
    near = solids.nearest([first._placed()], [second._placed()])
    if near is None:
        return outputs(nargout, True, np.nan, np.full((3, 2), np.nan))
    return outputs(nargout, False, near[0], np.column_stack(near[1:]))


class _Table:
    """Distances and nearest points of rows with columns."""

    def __init__(self, rows: int, columns: int) -> None:
        self.distances = np.full((rows, columns), np.inf)
        self.points = np.full((3 * rows, 2 * columns), np.inf)

    def fill(
        self,
        pairs: Iterable[Pair],
        rows: list[list[solids.Placed]],
        columns: list[list[solids.Placed]],
        exhaustive: bool,
        mirrored: bool = False,
    ) -> bool:
        """Enter the pairs, up to the first that collides unless all are wanted; whether one does."""
        hit = False
        for r, c in pairs:
            near = solids.nearest(rows[r], columns[c])
            distance, here, there = (np.nan,) * 3 if near is None else near
            for i, k, first, second in ((r, c, here, there), (c, r, there, here))[: 1 + mirrored]:
                self.distances[i, k] = distance
                self.points[3 * i : 3 * i + 3, 2 * k] = first
                self.points[3 * i : 3 * i + 3, 2 * k + 1] = second
            hit = hit or near is None
            if hit and not exhaustive:
                break
        return hit


class Shapes(NamedTuple):
    """What can collide of a robot, kept until the robot is edited."""

    revision: object
    of_bodies: list[tuple[int, list[tuple[solids.Solid, NDArray[np.float64]]]]]  # number in the model; base last
    made: dict[int, tuple[Any, Any]]  # by the identity of a description: the description, and its solid and origin
    pairs: dict[str, list[Pair]]  # by rule


def _shapes(robot: rigidBodyTree) -> Shapes:
    before = robot._shapes
    if before is not None and before.revision is robot._revision:
        return before
    old, made = {} if before is None else before.made, dict[int, tuple[Any, Any]]()
    bodies = [*enumerate(robot._bodies, start=1), (0, robot._base)]
    for _, body in bodies:
        for g in body._geometry:
            if g.role == "collision":
                # Hulls take time, and most edits of a robot leave its shapes alone.
                made[id(g)] = old.get(id(g)) or (g, _solid(g, body))
    groups = [(number, [made[id(g)][1] for g in body._geometry if id(g) in made]) for number, body in bodies]
    robot._shapes = Shapes(robot._revision, groups, made, {})
    return robot._shapes


def _solid(geometry: Any, body: rigidBody) -> tuple[solids.Solid, NDArray[np.float64]]:
    if geometry.kind == "mesh":
        from .attached import mesh_folders, triangles  # noqa: PLC0415 - it is built on this module

        points = triangles(geometry, mesh_folders(body), f"{_FUNCTION}: body {body._name}")[0]  # in the body frame
        return solids.solid("mesh", (), hulls.convex_hull(points)), np.eye(4)
    if geometry.kind not in ("box", "cylinder", "sphere", "capsule"):
        raise MatlabValueError(
            "rst_compat:checkCollision:NoSolid",
            f"{_FUNCTION}: a shape of body {body._name} is not known",
            "a box, cylinder, sphere, capsule or mesh",
            geometry.kind,
            "clearCollision takes it away, addCollision adds another one",
        )
    return solids.solid(geometry.kind, geometry.sizes), np.array(geometry.origin)


def _pairs(robot: rigidBodyTree, shapes: Shapes, skipped: Any) -> list[Pair]:
    """The pairs of bodies to look at: rows of the table, those without shapes left out."""
    if is_empty(skipped):
        rules = [_by_rule(robot, shapes, rule) for rule in _RULES]
        if rules[0] != rules[1]:
            text = (
                "checkCollision skips every body with its parent. Releases before R2022b skipped neighbours in the "
                'list of bodies: SkippedSelfCollisions="parent" or "adjacent" says which is meant.'
            )
            warn("rst_compat:checkCollision:DefaultSkip", text, stacklevel=3)
        return rules[0]
    if isinstance(skipped, str):
        return _by_rule(robot, shapes, choice(skipped, _RULES, f"{_FUNCTION}: SkippedSelfCollisions"))
    return _all_but(shapes, _named_pairs(robot, skipped))


def _by_rule(robot: rigidBodyTree, shapes: Shapes, rule: str) -> list[Pair]:
    if rule not in shapes.pairs:
        m = len(robot._bodies)
        if rule == "parent":
            row = {b: i for i, b in enumerate([*robot._bodies, robot._base])}
            skipped = {frozenset((i, row[b._parent])) for i, b in enumerate(robot._bodies)}
        else:
            listed = [m, *range(m)]
            skipped = {frozenset(neighbours) for neighbours in pairwise(listed)}
        shapes.pairs[rule] = _all_but(shapes, skipped)
    return shapes.pairs[rule]


def _all_but(shapes: Shapes, skipped: set[frozenset[int]]) -> list[Pair]:
    rows = [i for i, (_, group) in enumerate(shapes.of_bodies) if group]
    return [(i, j) for i in rows for j in rows if i < j and frozenset((i, j)) not in skipped]


def _named_pairs(robot: rigidBodyTree, skipped: Any) -> set[frozenset[int]]:
    rows = np.asarray(skipped, dtype=object)
    if rows.ndim != 2 or rows.shape[1] != 2 or not all(isinstance(name, str) for name in rows.flat):
        raise MatlabTypeError(
            "rst_compat:checkCollision:WrongSkip",
            f"{_FUNCTION}: SkippedSelfCollisions names no pairs of bodies",
            '"parent", "adjacent", or a list of pairs of body names',
            repr(skipped),
            '[["link_1", "link_3"]] skips one pair; [[" ", " "]] skips none',
        )
    row = {b._name: i for i, b in enumerate([*robot._bodies, robot._base])}
    wanted = [[name for name in pair if name.strip()] for pair in rows.tolist()]
    for name in (name for pair in wanted for name in pair):
        if name not in row:
            raise body_not_found(name, list(row))
    return {frozenset(row[name] for name in pair) for pair in wanted}


def _world(objects: Any) -> list[list[solids.Placed]]:
    listed = [] if is_empty(objects) else [objects] if _is_shape(objects) else list(objects)
    for thing in listed:
        if not _is_shape(thing):
            raise _not_a_shape("an element of the world", thing)
    return [[thing._placed()] for thing in listed]


def _is_shape(thing: object) -> bool:
    return hasattr(type(thing), "_placed")  # of the class: a tree would look for a similar name


def _not_a_shape(what: str, thing: object) -> MatlabTypeError:
    return MatlabTypeError(
        "rst_compat:checkCollision:NotAShape",
        f"{_FUNCTION}: {what} is not a shape",
        "a collisionBox, collisionCylinder, collisionSphere, collisionCapsule or collisionMesh",
        type(thing).__name__,
        "Shapes in the world go in one list: checkCollision(robot, q, [box, sphere])",
    )
