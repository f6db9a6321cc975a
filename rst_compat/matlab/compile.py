"""Handles to arrays: the single bridge between the MATLAB classes and the core.

Every edit of a tree, its bodies or its joints gives the tree a new revision.  The compiled form is kept on the tree
with the revision it was made of, and used as long as that is the tree's: an edit that lands while another thread
compiles is not lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import core, engine
from ..errors import MatlabError, MatlabKeyError, MatlabTypeError, MatlabValueError, did_you_mean
from .algorithms import MODERATE
from .frames import pose_in_body

if TYPE_CHECKING:
    from ..engine._native import Chain as ChainHandle
    from ..engine._native import Model as Handle
    from ..ik import Chain
    from .rigid_body_joint import rigidBodyJoint
    from .rigid_body_tree import rigidBodyTree

#: Configurations that are worth no second thread, which costs as much as the dynamics of a few thousand.
FEW = 4999
#: The pose of a body's own frame in the body.
OWN_FRAME: NDArray[np.float64] = np.eye(4)
OWN_FRAME.flags.writeable = False


class Revision:
    """What a tree is between two edits: every edit gives it a new one, without a handle until it is compiled.

    So the dynamics functions may ask the handle of a tree's revision at once, in one Python frame: it is that of the
    tree as it is, and answers nothing where there is something to check or to refuse. ``few`` is that for the functions
    of ``batch``, and made when the first of them is called. ``numbers`` are those of the bodies.
    """

    __slots__ = ("fast", "few", "numbers")

    def __init__(self) -> None:
        self.fast = self.few = engine.NO_HANDLE
        self.numbers: dict[str, int] = {}


NO_REVISION = Revision()  # of what is no tree


class Compiled(NamedTuple):
    """A tree as the core sees it, and what the facade needs beside it."""

    model: core.Model
    home: NDArray[np.float64]
    zeros: NDArray[np.float64]  # (nv,)
    joint_names: tuple[str, ...]  # of every body
    moving: tuple[str, ...]  # of every non-fixed joint
    body_number: dict[str, int]  # the base is 0
    frames: dict[str, tuple[int, NDArray[np.float64]]]  # beside those of the bodies: body and pose in it
    revision: Revision
    extreme: bool  # parameters so large that results may overflow
    drives: core.Drives | None  # None where no joint has friction
    fast: Handle  # the engine's, for one configuration: a method gives a result, or None to ask the core

    def moving_joints(self) -> list[str]:
        """Names of the moving joints, shortened for a message."""
        return [*self.moving[:3], "..."] if len(self.moving) > 4 else list(self.moving) or ["none"]


def compiled(robot: rigidBodyTree) -> Compiled:
    """The compiled form of a tree, rebuilt if the tree was edited."""
    try:
        ready = robot._compiled
    except AttributeError:
        raise not_a_tree(robot) from None
    return ready if ready is not None and ready.revision is robot._revision else _compile(robot)


def check_tree(robot: object, what: str = "the first argument") -> None:
    """Refuse what is no tree, without compiling what is one."""
    if not hasattr(robot, "_compiled"):
        raise not_a_tree(robot, what)


def vectors_only(robot: rigidBodyTree) -> Compiled:
    """The compiled form of a tree whose DataFormat is 'row' or 'column', as the dynamics functions want it."""
    try:
        ready = robot._compiled
    except AttributeError:
        raise not_a_tree(robot) from None
    if robot._data_format == "struct":
        raise MatlabValueError(
            "robotics:robotmanip:rigidbodytree:DynamicsFunctionsUseVectorsOnly",
            "The DataFormat property of rigidBodyTree object is currently set as 'struct'",
            "'column' or 'row'",
            "'struct'",
            "To use RigidBodyTree dynamics functions, DataFormat property must be set to either 'column' or 'row'",
        )
    return ready if ready is not None and ready.revision is robot._revision else _compile(robot)


def _compile(robot: rigidBodyTree) -> Compiled:
    revision, bodies = robot._revision, robot._bodies
    number = {robot._base._name: 0} | {b._name: i for i, b in enumerate(bodies, start=1)}
    joints = [b._joint for b in bodies]
    moving = [j for j in joints if j._type != "fixed"]
    model = core.build_model(
        [number[b._parent._name] for b in bodies],
        [j._type for j in joints],
        [np.nan_to_num(j._axis) for j in joints],
        [
            b._joint._to_parent if b._mount is None else pose_in_body(b._parent, b._mount) @ b._joint._to_parent
            for b in bodies
        ],
        [j._child_to_joint for j in joints],
        [core.body_parameters(np.asarray(b._mass), b._com, b._inertia) for b in bodies],
        robot._gravity,
    )
    home = np.concatenate([np.zeros(0), *(np.atleast_1d(j._home) for j in moving)])
    home.flags.writeable = False
    zeros = np.zeros(model.nv)
    zeros.flags.writeable = False
    sizes = [np.abs(a).max(initial=0.0) for a in (model.parameters, model.pose_terms, model.gravity, home)]
    extreme = max(sizes) > MODERATE
    ready = Compiled(
        model=model,
        home=home,
        zeros=zeros,
        joint_names=tuple(j._name for j in joints),
        moving=tuple(j._name for j in moving),
        body_number=number,
        frames={n: (number[b._name], pose_in_body(b, n)) for b in (robot._base, *bodies) for n in b._frames},
        revision=revision,
        extreme=extreme,
        drives=_drives(joints, model),
        fast=engine.NO_HANDLE if extreme else engine.single(model),
    )
    robot._compiled = ready
    if robot._data_format != "struct":
        revision.numbers = number
        revision.fast = ready.fast
    return ready


def _drives(joints: list[rigidBodyJoint], model: core.Model) -> core.Drives | None:
    frictions = [(j._friction, v) for j, v in zip(joints, model.v_of[1:], strict=True) if j._friction is not None]
    if not frictions:
        return None
    rows = np.zeros((len(core.Drives._fields), model.nv))
    for friction, v in frictions:
        rows[:, v.start] = friction._at_joint()
    return core.Drives(*rows)


def for_many(tree: Compiled) -> Handle:
    """The engine's handle that takes many configurations at once."""
    if tree.extreme:
        return engine.NO_HANDLE
    if tree.revision.few is engine.NO_HANDLE:
        tree.revision.few = engine.few(tree.model, FEW)
    return engine.native(tree.model)


def body_number(robot: rigidBodyTree, name: str) -> int:
    """Index of a body in the model; the base is 0."""
    number = compiled(robot).body_number
    try:
        return number[name]
    except KeyError:
        raise body_not_found(name, number) from None


def pose(tree: Compiled, q: NDArray[np.float64], source: int, target: int = 0) -> NDArray[np.float64]:
    """Pose (4, 4) of one body in another, for positions (nq,)."""
    T = tree.fast.transform(q, source, target)
    if T is None:
        poses = core.body_poses(tree.model, q)
        T = core.invert_pose(poses[target]) @ poses[source] if target else poses[source].copy()
    return T


#: The rules of a search, for the handle of a chain.
search_rules = engine.search_rules


def chain_handle(tree: Compiled, chain: Chain, limits: tuple[Any, Any]) -> ChainHandle | None:
    """The engine's handle of a chain with one body; None where only :mod:`rst_compat.ik` can do.

    ``limits`` are the lower and the upper ones (nq,) of all joints.
    """
    parts = (chain.positions, chain.terms, chain.turns, chain.bodies[0].offset, limits)
    return None if tree.extreme else engine.chain(*parts)


def located(robot: rigidBodyTree, name: str) -> tuple[int, NDArray[np.float64]]:
    """Where a frame is: the number of its body, 0 for the base, and its pose (4, 4) in that body.

    The pose of a body's own frame is :data:`OWN_FRAME` itself, so callers may skip it.
    """
    tree = compiled(robot)
    if (number := tree.body_number.get(name)) is not None:
        return number, OWN_FRAME
    if (place := tree.frames.get(name)) is not None:
        return place
    raise body_not_found(name, [*tree.body_number, *tree.frames])


def body_not_found(name: str, known: object) -> MatlabError:
    """The error for a body name that is not in a tree."""
    names = list(known)  # type: ignore[call-overload]
    return MatlabKeyError(
        "robotics:robotmanip:rigidbodytree:BodyNotFound",
        f"Body with name {name} is not found",
        "one of " + ", ".join(f"'{n}'" for n in names),
        f"'{name}'",
        did_you_mean(name, names)
        or "Check the BodyNames property of the rigidBodyTree object to get a list of body names",
    )


def not_a_tree(thing: object, what: str = "the first argument") -> MatlabError:
    """The error for an argument that is no tree."""
    return MatlabTypeError(
        "rst_compat:argument:NotATree",
        f"{what} is not a robot",
        "a rigidBodyTree",
        type(thing).__name__,
        "Call it as name(robot, ...) or robot.name(...)",
    )
