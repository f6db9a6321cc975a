"""Frames on a body beside its own: addFrame, removeFrame, updateFrame, frameinfo.

The frames of a body form a tree whose root is the frame of the body itself and carries its name.  The dict that holds
the others is replaced by each edit, never changed, so copies of a body may share it.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabKeyError, MatlabTypeError, MatlabValueError, did_you_mean
from .arguments import elements, is_empty, name_values, new_name, numbers, rigid_transform, text

if TYPE_CHECKING:
    from .rigid_body import rigidBody
    from .rigid_body_tree import rigidBodyTree

Matrix = NDArray[np.float64]


class Frame(NamedTuple):
    """Where a frame is: its pose (4, 4) in another frame of the body; None is the frame of the body itself."""

    parent: str | None
    pose: Matrix


def addFrame(body: rigidBody, name: str, parentname: str, transform: Any, translation: Any = None) -> None:
    """Add a frame to a body.

    Parameters
    ----------
    body : rigidBody
        Edited in place.
    name : str
        Unique among the frames of the body, and among the bodies and frames of its tree.
    parentname : str
        A frame of the body, or the name of the body for its own frame.
    transform : (4, 4) or (3, 3) array_like
        Pose of the new frame in its parent; with a translation its rotation matrix only.
    translation : (3,) array_like, optional
        Origin of the new frame in its parent, m.

    Raises
    ------
    MatlabError
        ``rst_compat:rigidBody:FrameNameCollision``, ``rst_compat:rigidBody:FrameNotFound``,
        ``rst_compat:argument:NotATransform``.

    Notes
    -----
    Source: the reference page of addFrame, of R2025a.

    Examples
    --------
    >>> from rst_compat import rigidBody, trvec2tform
    >>> body = rigidBody("hand")
    >>> addFrame(body, "palm", "hand", trvec2tform([0, 0, 0.1]))
    >>> addFrame(body, "camera", "palm", trvec2tform([0.05, 0, 0]))
    >>> body.getTransform("camera")[:3, 3].tolist()
    [0.05, 0.0, 0.1]
    """
    check_body(body, "addFrame")
    name = new_name(name, "addFrame: the name of the frame")
    _check_unused(body, name)
    parent = _known(body, parentname, "addFrame: the parent frame")
    T = _pose(transform, translation)
    body._set_frames(body._frames | {name: Frame(parent, T)})


def removeFrame(body: rigidBody, name: str) -> None:
    """Remove a frame from a body.

    Parameters
    ----------
    body : rigidBody
        Edited in place.
    name : str

    Raises
    ------
    MatlabError
        ``rst_compat:rigidBody:FrameNotFound``, ``rst_compat:rigidBody:RootFrame``.

    Notes
    -----
    Source: the reference page of removeFrame. Nothing moves: frames and bodies that hung on the frame hang on its
    parent afterwards, and their transforms (``JointToParentTransform`` of a body) take up the pose of the frame.

    Examples
    --------
    >>> from rst_compat import rigidBody, trvec2tform
    >>> body = rigidBody("hand")
    >>> body.addFrame("palm", "hand", trvec2tform([0, 0, 0.1]))
    >>> body.addFrame("camera", "palm", trvec2tform([0.05, 0, 0]))
    >>> removeFrame(body, "palm")
    >>> body.frameinfo("camera").ParentFrame, body.getTransform("camera")[:3, 3].tolist()
    ('hand', [0.05, 0.0, 0.1])
    """
    check_body(body, "removeFrame")
    name = _not_root(body, name, "removeFrame")
    gone = body._frames[name]
    frames = {
        n: Frame(gone.parent, _fixed(gone.pose @ f.pose)) if f.parent == name else f
        for n, f in body._frames.items()
        if n != name
    }
    for child in _hanging(body, name):
        hang_elsewhere(child, gone.parent, gone.pose)
    body._set_frames(frames)


def updateFrame(body: rigidBody, existingframename: str, *args: Any, **keywords: Any) -> None:
    """Rename a frame of a body, move it, or hang it on another frame.

    Parameters
    ----------
    body : rigidBody
        Edited in place.
    existingframename : str
    Name : str, optional
        The new name.
    ParentFrame : str, optional
        The new parent. The transform to the parent stays, so the frame and all that hangs on it moves.
    RigidTransform : (4, 4) array_like, optional
        The new pose in the parent.

    Raises
    ------
    MatlabError
        As :func:`addFrame`; ``rst_compat:rigidBody:RootFrame``, ``rst_compat:rigidBody:FrameLoop``; the body is
        unchanged then.

    Notes
    -----
    Source: the reference page of updateFrame. The arguments have the names of the fields of frameinfo.

    Examples
    --------
    >>> from rst_compat import rigidBody, trvec2tform
    >>> body = rigidBody("hand")
    >>> body.addFrame("palm", "hand", trvec2tform([0, 0, 0.1]))
    >>> updateFrame(body, "palm", "Name", "tool", "RigidTransform", trvec2tform([0, 0, 0.2]))
    >>> body.getTransform("tool")[:3, 3].tolist()
    [0.0, 0.0, 0.2]
    """
    check_body(body, "updateFrame")
    old = _not_root(body, existingframename, "updateFrame")
    wanted = {"Name": None, "ParentFrame": None, "RigidTransform": None}
    values = name_values("updateFrame", args, keywords, wanted)
    name, (parent, T) = old, body._frames[old]
    if values["Name"] is not None:
        name = new_name(values["Name"], "updateFrame: Name")
        if name != old:
            _check_unused(body, name)
    if values["ParentFrame"] is not None:
        parent = _known(body, values["ParentFrame"], "updateFrame: ParentFrame")
        _check_no_loop(body, old, parent)
    if not is_empty(values["RigidTransform"]):
        T = rigid_transform(values["RigidTransform"], "updateFrame: RigidTransform")
    hanging = _hanging(body, old)
    frames = {
        (name if n == old else n): Frame(parent, T)
        if n == old
        else f._replace(parent=name if f.parent == old else f.parent)
        for n, f in body._frames.items()
    }
    for child in hanging:
        child._mount = name
    body._set_frames(frames)


def frameinfo(body: rigidBody, framename: str) -> SimpleNamespace:
    """Name, pose, parent and children of a frame of a body.

    Parameters
    ----------
    body : rigidBody
    framename : str
        A frame of the body, or the name of the body for its own frame.

    Returns
    -------
    SimpleNamespace
        With ``Name``, ``RigidTransform`` (4, 4), the pose in the parent, ``ParentFrame``, which is ``''`` for the
        frame of the body, and ``ChildFrames``, a list of names.

    Raises
    ------
    MatlabKeyError
        ``rst_compat:rigidBody:FrameNotFound``.

    Notes
    -----
    Source: the reference page of frameinfo.

    Examples
    --------
    >>> from rst_compat import rigidBody, trvec2tform
    >>> body = rigidBody("rb")
    >>> body.addFrame("test", "rb", trvec2tform([1, 2, 3]))
    >>> frameinfo(body, "rb").ParentFrame, frameinfo(body, "rb").ChildFrames
    ('', ['test'])
    """
    check_body(body, "frameinfo")
    name = _known(body, framename, "frameinfo: the frame")
    frame = None if name is None else body._frames[name]
    return SimpleNamespace(
        Name=body._name if name is None else name,
        RigidTransform=np.eye(4) if frame is None else frame.pose.copy(),
        ParentFrame="" if frame is None else frame.parent or body._name,
        ChildFrames=[n for n, f in body._frames.items() if f.parent == name],
    )


def pose_in_body(body: rigidBody, name: str | None) -> Matrix:
    """Pose (4, 4) of a frame in its body."""
    T: Matrix = np.eye(4)
    while name is not None:
        name, pose = body._frames[name]
        T = pose @ T
    return T


def pose_by_name(body: rigidBody, name: Any, what: str) -> Matrix:
    """Pose (4, 4) in the body of a frame that a caller named."""
    return pose_in_body(body, _known(body, name, what))


def hang_elsewhere(child: rigidBody, mount: str | None, pose: Matrix) -> None:
    """Hang a body on another frame of its parent, in which the frame it leaves has the given pose: it stays put."""
    child._mount = mount
    child._joint._to_parent = _fixed(pose @ child._joint._to_parent)


def check_frames_unused(robot: rigidBodyTree, body: rigidBody, but: rigidBody | None = None) -> None:
    """Refuse a body that brings a frame whose name is in the tree."""
    for name in body._frames:
        if robot._uses(name, but):
            _collision(name, "the robot")


def check_body(body: object, function: str) -> None:
    """Refuse what is no body."""
    if not hasattr(body, "_frames"):
        raise MatlabTypeError(
            "rst_compat:rigidBodyTree:NotABody",
            f"{function}: the first argument is not a body",
            "a rigidBody",
            type(body).__name__,
            "getBody(robot, name) is the body of a tree",
        )


def _hanging(body: rigidBody, frame: str) -> list[rigidBody]:
    """The bodies that hang on a frame of a body."""
    return [child for child in body.Children if child._mount == frame]


def _known(body: rigidBody, named: Any, what: str) -> str | None:
    """The name of a frame of the body; None for the body's own."""
    name = text(named, what)
    if name == body._name:
        return None
    if name in body._frames:
        return name
    names = [body._name, *body._frames]
    raise MatlabKeyError(
        "rst_compat:rigidBody:FrameNotFound",
        f"{what}: body '{body._name}' has no frame of this name",
        "one of " + ", ".join(f"'{n}'" for n in names),
        f"'{name}'",
        did_you_mean(name, names, "addFrame adds one"),
    )


def _not_root(body: rigidBody, name: Any, function: str) -> str:
    found = _known(body, name, f"{function}: the frame")
    if found is None:
        raise MatlabValueError(
            "rst_compat:rigidBody:RootFrame",
            f"{function}: '{body._name}' is the frame of the body itself",
            "a frame that addFrame has added",
            f"'{body._name}'",
            "setFixedTransform of the joint moves the body, and body.Name renames it",
        )
    return found


def check_frame_name(body: rigidBody, name: str) -> None:
    """Refuse a name that a frame of the body has."""
    if name in body._frames:
        _collision(name, f"body '{body._name}'")


def _check_unused(body: rigidBody, name: str) -> None:
    if name == body._name:
        _collision(name, f"body '{body._name}'")
    check_frame_name(body, name)
    if body._tree is not None and body._tree._uses(name):
        _collision(name, "the robot")


def _collision(name: str, where: str) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:rigidBody:FrameNameCollision",
        f"The name of the frame, {name}, has already been used in {where}",
        "a name that no body and no frame of the robot has",
        f"'{name}'",
        "Use a different name for the frame",
    )


def _check_no_loop(body: rigidBody, name: str, parent: str | None) -> None:
    above = parent
    while above is not None:
        if above == name:
            raise MatlabValueError(
                "rst_compat:rigidBody:FrameLoop",
                f"updateFrame: frame '{parent}' hangs on '{name}'",
                "a parent that does not hang on the frame",
                f"'{parent}'",
                "Hang the other frame elsewhere first",
            )
        above = body._frames[above].parent


def _pose(transform: Any, translation: Any) -> Matrix:
    if translation is None:
        return rigid_transform(transform, "addFrame: the transform")
    T = np.eye(4)
    R = numbers(transform, "addFrame: the rotation")
    T[:3, 3] = elements(translation, 3, "addFrame: the translation")
    if R.shape != (3, 3):
        raise MatlabValueError(
            "rst_compat:argument:NotATransform",
            "addFrame: the rotation has the wrong size",
            "a 3-by-3 rotation matrix before the translation",
            f"shape {R.shape}",
            "eul2rotm, axang2rotm and quat2rotm make one",
        )
    T[:3, :3] = R
    return rigid_transform(T, "addFrame: the transform")


def _fixed(T: Matrix) -> Matrix:
    T.flags.writeable = False
    return T
