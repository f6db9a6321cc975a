"""Editing a tree: add, remove and replace bodies and joints, cut out a part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import MatlabTypeError
from .arguments import logical, name_values
from .compile import Revision, check_tree
from .rigid_body import massless_body, rigidBody
from .rigid_body_joint import check_joint, rigidBodyJoint

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree


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
    >>> from rst_compat import rigidBodyTree
    >>> robot = rigidBodyTree(DataFormat="row")
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.BodyNames
    ['link']
    """
    check_tree(robot)
    _check_body(body, "addBody: the body")
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
    >>> from rst_compat import rigidBodyTree
    >>> arm, tool = rigidBodyTree(), rigidBodyTree()
    >>> arm.addBody(rigidBody("link"), "base")
    >>> tool.addBody(rigidBody("gripper"), "base")
    >>> arm.addSubtree("link", tool)
    >>> arm.BodyNames
    ['link', 'gripper']
    """
    replace = logical(
        name_values("addSubtree", args, keywords, {"ReplaceBase": True})["ReplaceBase"], "addSubtree: ReplaceBase"
    )
    check_tree(robot)
    check_tree(subtree, "addSubtree: the subtree")
    parent = robot._find(parentname)
    bodies = list(subtree._bodies)
    copies = {subtree._base: parent}
    if not replace:
        copies[subtree._base] = base = massless_body(subtree.BaseName)
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
    >>> from rst_compat import rigidBodyTree
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
        robot._leave(body)
    robot._bodies = [b for b in robot._bodies if b._tree is robot]
    robot._revision = Revision()
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
    >>> from rst_compat import rigidBodyTree
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.replaceBody("link", rigidBody("arm"))
    >>> robot.BodyNames
    ['arm']
    """
    check_tree(robot)
    old = robot._find(bodyname, base=False)
    _check_body(newbody, "replaceBody: the body")
    robot._check_body_name(newbody._name, old)
    robot._check_joint_name(newbody._joint._name, old._joint)
    new = newbody._copied()
    robot._leave(old)
    robot._enter(new, old._parent)
    robot._bodies = [new if b is old else b for b in robot._bodies]
    for child in robot._bodies:
        if child._parent is old:
            child._parent = new
    robot._revision = Revision()


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
    >>> from rst_compat import rigidBodyTree
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.replaceJoint("link", rigidBodyJoint("slide", "prismatic"))
    >>> robot.Bodies[0].Joint.Type
    'prismatic'
    """
    check_tree(robot)
    body = robot._find(bodyname, base=False)
    check_joint(joint, "replaceJoint: the joint")
    robot._check_joint_name(joint._name, body._joint)
    robot._leave(body)
    body._joint._body = None
    body._own(joint._copied())
    robot._enter(body, body._parent)
    robot._revision = Revision()


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
    >>> from rst_compat import rigidBodyTree
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> subtree(robot, "link").BaseName
    'base'
    """
    check_tree(robot)
    root = robot._find(bodyname, base=False)
    return robot._copy_of(root._parent, robot._descendants(root))


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
    >>> from rst_compat import rigidBodyTree
    >>> robot = rigidBodyTree()
    >>> robot.addBody(rigidBody("link"), "base")
    >>> robot.getBody("link").Mass = 3
    >>> robot.Bodies[0].Mass
    3.0
    """
    check_tree(robot)
    return robot._find(bodyname)


def _check_body(value: Any, what: str) -> None:
    if not isinstance(value, rigidBody):
        raise MatlabTypeError(
            "rst_compat:rigidBodyTree:NotABody",
            f"{what} is not a body",
            "a rigidBody",
            type(value).__name__,
            "rigidBody(name) makes one; a tree is added with addSubtree",
        )
