"""Editing a tree: add, remove and replace bodies and joints, cut out a part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import MatlabTypeError
from .arguments import logical, name_values, text
from .compile import Revision, check_tree
from .frames import Frame, check_frames_unused, hang_elsewhere, pose_in_body
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
        A body of the tree, the base, or a frame of one, on which the joint then hangs.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNameCollision``, ``...:BodyNotFound``,
        ``rst_compat:rigidBodyTree:JointNameCollision``, ``rst_compat:rigidBody:FrameNameCollision``,
        ``rst_compat:rigidBodyTree:NotABody``.

    Notes
    -----
    Source: the reference page of addBody. On a frame, the pose of the body in its parent is the pose of the frame
    times ``JointToParentTransform @ T_joint(q) @ ChildToJointTransform``.

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
    check_frames_unused(robot, body)
    parent, mount = robot._find_frame(text(parentname, "addBody: the parent"))
    robot._check_joint_name(body._joint._name)
    robot._adopt(body._copied(), parent, mount)


def addSubtree(robot: rigidBodyTree, parentname: str, subtree: rigidBodyTree, *args: Any, **keywords: Any) -> None:
    """Hang a copy of another tree on a body or a frame.

    Parameters
    ----------
    robot : rigidBodyTree
    parentname : str
    subtree : rigidBodyTree
    ReplaceBase : bool, default True
        True: the children and the frames of the subtree's base hang on ``parentname``. False: its base becomes a
        massless body with a fixed joint named ``<BaseName>_jnt``.

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
    parent, mount = robot._find_frame(text(parentname, "addSubtree: the parent"))
    bodies, frames = list(subtree._bodies), subtree._base._frames
    copies = {subtree._base: parent}
    check_frames_unused(robot, subtree._base)
    if not replace:
        copies[subtree._base] = base = massless_body(subtree.BaseName)
        base._geometry, base._frames = subtree._base._geometry, frames
        robot._check_body_name(base._name)
        robot._check_joint_name(base._joint._name)
        subtree._check_joint_name(base._joint._name)
    for body in bodies:
        robot._check_body_name(body._name)
        check_frames_unused(robot, body)
        robot._check_joint_name(body._joint._name)
    if replace:
        parent._set_frames(parent._frames | {n: Frame(f.parent or mount, f.pose) for n, f in frames.items()})
    else:
        robot._adopt(copies[subtree._base], parent, mount)
    for body in bodies:
        copies[body] = body._copied()
        at_root = replace and body._parent is subtree._base and body._mount is None
        robot._adopt(copies[body], copies[body._parent], mount if at_root else body._mount)


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
    """Replace a body, keeping its parent and children and where they are.

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
    Source: the reference page of replaceBody. Children on a frame that the new body has too hang on that one; others
    hang on the new body itself, and their JointToParentTransform takes up the pose of the frame that is gone.

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
    check_frames_unused(robot, newbody, old)
    robot._check_joint_name(newbody._joint._name, old._joint)
    new = newbody._copied()
    robot._leave(old)
    robot._enter(new, old._parent, old._mount)
    robot._bodies = [new if b is old else b for b in robot._bodies]
    for child in robot._bodies:
        if child._parent is old:
            child._parent = new
            if child._mount is not None and child._mount not in new._frames:
                hang_elsewhere(child, None, pose_in_body(old, child._mount))
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
    robot._enter(body, body._parent, body._mount)
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
        Its base has the name of the body's parent and none of its frames: a body that hung on one stays where it was.
        Gravity and DataFormat are the robot's.

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
    part = robot._copy_of(root._parent, robot._descendants(root))
    if root._mount is not None:
        hang_elsewhere(part._bodies[0], None, pose_in_body(root._parent, root._mount))
    return part


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
