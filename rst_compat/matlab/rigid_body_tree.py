"""rigidBodyTree: bodies, the base they hang on, gravity, and the shape of configurations."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError
from . import configurations, dynamics, kinematics
from .arguments import choice, elements, name_values, text
from .compile import Compiled, body_not_found, check_tree
from .copying import copy
from .display import showdetails, tree_display
from .handles import Handle, ReadOnlyList
from .importers import exportrobot
from .random_numbers import rand
from .rigid_body import rigidBody
from .rigid_body_joint import rigidBodyJoint

_FORMATS = ("struct", "row", "column")


def addBody(robot: rigidBodyTree, body: rigidBody, parentname: str) -> None:
    """Add a copy of a body to a tree.

    Parameters
    ----------
    robot : rigidBodyTree
    body : rigidBody
        Copied: later edits of it do not reach the tree; edit through ``getBody``.
    parentname : str
        A body of the tree, or the base.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNameCollision``, ``...:BodyNotFound``,
        ``rst_compat:rigidBodyTree:JointNameCollision``, ``rst_compat:rigidBodyTree:NotABody``.

    Notes
    -----
    Source: the reference page of addBody.

    Examples
    --------
    >>> robot = rigidBodyTree(DataFormat="row")
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.BodyNames
    ['link']
    """
    check_tree(robot)
    if not isinstance(body, rigidBody):
        raise MatlabTypeError(
            "rst_compat:rigidBodyTree:NotABody",
            "addBody: this is not a body",
            "a rigidBody",
            type(body).__name__,
            "A tree is added with addSubtree",
        )
    robot._check_body_name(body._name)
    parent = robot._find(parentname)
    robot._check_joint_name(body._joint._name)
    robot._adopt(body._copied(), parent)


def addSubtree(robot: rigidBodyTree, parentname: str, subtree: rigidBodyTree, *args: Any, **keywords: Any) -> None:
    """Hang a copy of another tree on a body.

    Parameters
    ----------
    robot : rigidBodyTree
    parentname : str
    subtree : rigidBodyTree
    ReplaceBase : bool, default True
        True: the children of the subtree's base hang on ``parentname``. False: its base becomes a massless body with
        a fixed joint named ``<BaseName>_jnt``.

    Raises
    ------
    MatlabError
        As :func:`addBody`; the tree is unchanged then.

    Notes
    -----
    Source: the reference page of addSubtree.

    Examples
    --------
    >>> arm, tool = rigidBodyTree(), rigidBodyTree()
    >>> arm.addBody(rigidBody("link"), "base")
    >>> tool.addBody(rigidBody("gripper"), "base")
    >>> arm.addSubtree("link", tool)
    >>> arm.BodyNames
    ['link', 'gripper']
    """
    replace = name_values("addSubtree", args, keywords, {"ReplaceBase": True})["ReplaceBase"]
    check_tree(robot)
    check_tree(subtree)
    parent = robot._find(parentname)
    bodies = list(subtree._bodies)
    copies = {subtree._base: parent}
    if not replace:
        copies[subtree._base] = base = _massless(subtree.BaseName)
        base._geometry = subtree._base._geometry
        robot._check_body_name(base._name)
        robot._check_joint_name(base._joint._name)
        subtree._check_joint_name(base._joint._name)
    for body in bodies:
        robot._check_body_name(body._name)
        robot._check_joint_name(body._joint._name)
    if not replace:
        robot._adopt(copies[subtree._base], parent)
    for body in bodies:
        copies[body] = body._copied()
        robot._adopt(copies[body], copies[body._parent])


def removeBody(robot: rigidBodyTree, bodyname: str) -> rigidBodyTree:
    """Remove a body and all that hangs on it.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str

    Returns
    -------
    rigidBodyTree
        The removed part; its base has the name of the removed body's parent.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``, ``rst_compat:rigidBodyTree:BaseNotAllowed``.

    Notes
    -----
    Source: the reference page of removeBody.

    Examples
    --------
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.removeBody("link").BodyNames
    ['link']
    >>> robot.NumBodies
    0
    """
    check_tree(robot)
    removed = subtree(robot, bodyname)
    gone = robot._descendants(robot._find(bodyname))
    for body in gone:
        body._tree = body._parent = None
    robot._bodies = [b for b in robot._bodies if b not in gone]
    robot._compiled = None
    return removed


def replaceBody(robot: rigidBodyTree, bodyname: str, newbody: rigidBody) -> None:
    """Replace a body, keeping its parent and children.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str
    newbody : rigidBody
        Copied, with its joint.

    Raises
    ------
    MatlabError
        As :func:`addBody`.

    Notes
    -----
    Source: the reference page of replaceBody.

    Examples
    --------
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.replaceBody("link", rigidBody("arm"))
    >>> robot.BodyNames
    ['arm']
    """
    check_tree(robot)
    old = robot._find(bodyname, base=False)
    if not isinstance(newbody, rigidBody):
        raise MatlabTypeError(
            "rst_compat:rigidBodyTree:NotABody",
            "replaceBody: this is not a body",
            "a rigidBody",
            type(newbody).__name__,
            "Make one with rigidBody(name)",
        )
    robot._check_body_name(newbody._name, old)
    robot._check_joint_name(newbody._joint._name, old._joint)
    new = newbody._copied()
    new._tree, new._parent = robot, old._parent
    robot._bodies[robot._bodies.index(old)] = new
    for child in robot._bodies:
        if child._parent is old:
            child._parent = new
    old._tree = old._parent = None
    robot._compiled = None


def replaceJoint(robot: rigidBodyTree, bodyname: str, joint: rigidBodyJoint) -> None:
    """Replace the joint of a body.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str
    joint : rigidBodyJoint
        Copied.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``, ``rst_compat:rigidBodyTree:JointNameCollision``,
        ``rst_compat:rigidBody:NotAJoint``.

    Notes
    -----
    Source: the reference page of replaceJoint.

    Examples
    --------
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.replaceJoint("link", rigidBodyJoint("slide", "prismatic"))
    >>> robot.Bodies[0].Joint.Type
    'prismatic'
    """
    check_tree(robot)
    body = robot._find(bodyname, base=False)
    if not isinstance(joint, rigidBodyJoint):
        raise MatlabTypeError(
            "rst_compat:rigidBody:NotAJoint",
            "replaceJoint: this is not a joint",
            "a rigidBodyJoint",
            type(joint).__name__,
            "Make one with rigidBodyJoint(name, type)",
        )
    robot._check_joint_name(joint._name, body._joint)
    body._joint._body = None
    body._own(joint._copied())
    robot._compiled = None


def subtree(robot: rigidBodyTree, bodyname: str) -> rigidBodyTree:
    """A new tree of copies of a body and all that hangs on it.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str

    Returns
    -------
    rigidBodyTree
        Its base has the name of the body's parent; gravity and DataFormat are the robot's.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``, ``rst_compat:rigidBodyTree:BaseNotAllowed``.

    Notes
    -----
    Source: the reference page of subtree.

    Examples
    --------
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> subtree(robot, "link").BaseName
    'base'
    """
    check_tree(robot)
    root = robot._find(bodyname, base=False)
    new = rigidBodyTree(DataFormat=robot.DataFormat)
    new._base._name, new._gravity = root._parent._name, robot._gravity
    new._mesh_folders = robot._mesh_folders
    copies = {root._parent: new._base}
    for body in robot._descendants(root):
        copies[body] = body._copied()
        new._adopt(copies[body], copies[body._parent])
    return new


def getBody(robot: rigidBodyTree, bodyname: str) -> rigidBody:
    """The live handle of a body: editing it edits the tree.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str

    Returns
    -------
    rigidBody

    Raises
    ------
    MatlabKeyError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``.

    Notes
    -----
    Source: the reference page of getBody. The name of the base gives the base.

    Examples
    --------
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.getBody("link").Mass = 3
    >>> robot.Bodies[0].Mass
    3.0
    """
    check_tree(robot)
    return robot._find(bodyname)


def _massless(name: str) -> rigidBody:
    body = rigidBody(name)
    body.Mass, body.Inertia = 0, np.zeros(6)
    return body


class rigidBodyTree(Handle):
    """A tree of rigid bodies.

    Parameters
    ----------
    DataFormat : {"struct", "row", "column"}, default "struct"
        Form of configurations; the dynamics functions want "row" or "column".
    MaxNumBodies : int, optional
        Accepted for MATLAB's sake; it bounds nothing here.

    Notes
    -----
    Source: the reference page of rigidBodyTree. As in MATLAB, gravity is zero until it is set, and making a tree draws
    five numbers from the global random stream.

    Examples
    --------
    >>> robot = rigidBodyTree("DataFormat", "column")
    >>> robot.Gravity = [0, 0, -9.81]
    >>> robot.NumBodies
    0
    """

    __slots__ = ("_base", "_bodies", "_compiled", "_data_format", "_gravity", "_mesh_folders")

    def __init__(self, *args: Any, **keywords: Any) -> None:
        values = name_values("rigidBodyTree", args, keywords, {"DataFormat": "struct", "MaxNumBodies": None})
        self._data_format = choice(values["DataFormat"], _FORMATS, "rigidBodyTree: DataFormat")
        self._compiled: Compiled | None = None
        self._bodies: list[rigidBody] = []
        self._base = _massless("base")
        self._base._is_base, self._base._tree = True, self
        self._gravity = elements([0, 0, 0], 3, "Gravity")
        self._mesh_folders: tuple[str, ...] = ()  # where the mesh files of an imported robot may be
        rand(1, 5)

    @property
    def NumBodies(self) -> int:
        """Number of bodies; the base does not count."""
        return len(self._bodies)

    @property
    def Bodies(self) -> list[rigidBody]:
        """The bodies in order, live handles; ``Bodies[0]`` is MATLAB's ``Bodies{1}``."""
        return ReadOnlyList(self._bodies)

    @property
    def Base(self) -> rigidBody:
        """The base, a live handle without mass or joint."""
        return self._base

    @property
    def BodyNames(self) -> list[str]:
        """Names of the bodies in order."""
        return ReadOnlyList(b._name for b in self._bodies)

    @property
    def FrameNames(self) -> list[str]:
        """Names of all frames: the base and the bodies."""
        return ReadOnlyList([self._base._name, *self.BodyNames])

    @property
    def BaseName(self) -> str:
        """Name of the base."""
        return self._base._name

    @BaseName.setter
    def BaseName(self, value: str) -> None:
        self._base.Name = value

    @property
    def Gravity(self) -> NDArray[np.float64]:
        """Gravitational acceleration (3,) in the base frame, m/s^2; zero unless set."""
        return self._gravity

    @Gravity.setter
    def Gravity(self, value: Any) -> None:
        self._gravity = elements(value, 3, "rigidBodyTree.Gravity")
        self._compiled = None

    @property
    def DataFormat(self) -> str:
        """Form of configurations: "struct", "row" or "column"."""
        return self._data_format

    @DataFormat.setter
    def DataFormat(self, value: str) -> None:
        self._data_format = choice(value, _FORMATS, "rigidBodyTree.DataFormat")

    def _find(self, name: str, *, base: bool = True) -> rigidBody:
        name = text(name, "the body name")
        for body in [self._base, *self._bodies]:
            if body._name == name:
                if body is self._base and not base:
                    raise MatlabValueError(
                        "rst_compat:rigidBodyTree:BaseNotAllowed",
                        f"'{name}' is the base of the robot",
                        "the name of a body",
                        "the name of the base",
                        f"The bodies are {', '.join(self.BodyNames) or 'none'}",
                    )
                return body
        raise body_not_found(name, [self._base._name, *self.BodyNames])

    def _descendants(self, root: rigidBody) -> list[rigidBody]:
        found = [root]
        for body in self._bodies:  # parents come first
            if body._parent in found:
                found.append(body)
        return found

    def _adopt(self, body: rigidBody, parent: rigidBody) -> None:
        body._tree, body._parent = self, parent
        self._bodies.append(body)
        self._compiled = None

    def _check_body_name(self, name: str, but: rigidBody | None = None) -> None:
        if any(b._name == name and b is not but for b in [self._base, *self._bodies]):
            raise MatlabValueError(
                "robotics:robotmanip:rigidbodytree:BodyNameCollision",
                f"The name of the body, {name}, has already been used in the robot",
                "a name that is not in the robot",
                f"'{name}'",
                "Use a different name for the body"
                + ("; BaseName renames the base" if name == self._base._name else ""),
            )

    def _check_joint_name(self, name: str, but: rigidBodyJoint | None = None) -> None:
        if any(b._joint._name == name and b._joint is not but for b in self._bodies):
            raise MatlabValueError(
                "rst_compat:rigidBodyTree:JointNameCollision",
                f"The name of the joint, {name}, has already been used in the robot",
                "a name that is not in the robot",
                f"'{name}'",
                "Use a different name for the joint",
            )

    def _copied(self) -> rigidBodyTree:
        new = rigidBodyTree(DataFormat=self._data_format)
        new._base._name, new._gravity = self._base._name, self._gravity
        new._base._geometry, new._mesh_folders = self._base._geometry, self._mesh_folders
        copies = {self._base: new._base}
        for body in self._bodies:
            copies[body] = body._copied()
            new._adopt(copies[body], copies[body._parent])
        return new

    addBody = addBody
    addSubtree = addSubtree
    removeBody = removeBody
    replaceBody = replaceBody
    replaceJoint = replaceJoint
    subtree = subtree
    getBody = getBody
    copy = copy
    showdetails = showdetails
    exportrobot = exportrobot

    homeConfiguration = configurations.homeConfiguration
    randomConfiguration = configurations.randomConfiguration
    jointPositionFromJointName = configurations.jointPositionFromJointName
    jointPositionFromBodyName = configurations.jointPositionFromBodyName

    getTransform = kinematics.getTransform
    geometricJacobian = kinematics.geometricJacobian
    centerOfMass = kinematics.centerOfMass

    massMatrix = dynamics.massMatrix
    velocityProduct = dynamics.velocityProduct
    gravityTorque = dynamics.gravityTorque
    coriolisMatrix = dynamics.coriolisMatrix
    inverseDynamics = dynamics.inverseDynamics
    forwardDynamics = dynamics.forwardDynamics
    externalForce = dynamics.externalForce
    inverseDynamicsRegressor = dynamics.inverseDynamicsRegressor

    def __repr__(self) -> str:
        return tree_display(self)
