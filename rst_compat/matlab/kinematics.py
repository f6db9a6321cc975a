"""Where bodies are and how they move: getTransform, geometricJacobian, centerOfMass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import warn
from .arguments import outputs, text
from .compile import NO_REVISION, OWN_FRAME, compiled, located, pose, vectors_only
from .configurations import configuration
from .frames import pose_by_name
from .joint_vectors import JointVectors

if TYPE_CHECKING:
    from .rigid_body import rigidBody
    from .rigid_body_tree import rigidBodyTree


def getTransform(
    robot: Any, configuration: Any, sourcebody: str | None = None, targetbody: str | None = None
) -> NDArray[np.float64]:
    """Transform that maps points of one frame into another.

    Parameters
    ----------
    robot : rigidBodyTree or rigidBody
        Of a body without a tree, ``getTransform(body, sourceframe, targetframe)`` takes two of its frames; the second
        is the body's own by default.
    configuration : (nq,) array_like or list of JointConfiguration
        Joint positions, rad or m, in the robot's DataFormat; ``[]`` is home.
    sourcebody : str, optional
        Frame the points are given in: a body, the base, or a frame of one. Without it every frame is one.
    targetbody : str, optional
        Frame they are wanted in; the base by default.

    Returns
    -------
    (4, 4) ndarray
        Pose of the source frame in the target frame; translation in m. Without a source (4, 4, n), the poses of all
        frames in the base, in the order of FrameNames.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``; ``MATLAB:validateDynamicsFunctionInputs:*``;
        ``rst_compat:rigidBody:FrameNotFound``.

    Notes
    -----
    RBDA section 2.8: the product of the joint transforms along the path.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> getTransform(robot, [0, 0], "body_2")[:3, 3].round(4).tolist()
    [1.2, 0.0, 0.0]
    """
    if sourcebody is not None:
        revision = getattr(robot, "_revision", NO_REVISION)
        try:
            target = 0 if targetbody is None else revision.numbers[targetbody]
            T = revision.fast.transform(configuration, revision.numbers[sourcebody], target)
        except (KeyError, TypeError):  # a frame of a body, or no name
            T = None
        if T is not None:
            return T
    if hasattr(type(robot), "_frames"):  # of the class: a tree would look for a similar name
        return _between_frames(robot, configuration, sourcebody)
    tree = compiled(robot)
    if sourcebody is None:
        return np.stack([getTransform(robot, configuration, name) for name in robot.FrameNames], axis=-1)
    source = located(robot, text(sourcebody, "getTransform: the source body"))
    to = (0, OWN_FRAME) if targetbody is None else located(robot, text(targetbody, "getTransform: the target body"))
    q = _configuration(robot, configuration, "getTransform")
    if source[1] is to[1] is OWN_FRAME:
        return pose(tree, q, source[0], to[0])
    poses = core.body_poses(tree.model, q)
    if to[0] == 0 and to[1] is OWN_FRAME:
        return _placed(poses, *source)
    return core.invert_pose(_placed(poses, *to)) @ _placed(poses, *source)


def _placed(T: list[NDArray[np.float64]], body: int, frame: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pose in the base of a frame of a body; a body's own is not multiplied, which would cost time and digits."""
    return T[body].copy() if frame is OWN_FRAME else T[body] @ frame


def _between_frames(body: rigidBody, source: Any, target: Any) -> NDArray[np.float64]:
    T = pose_by_name(body, source, "getTransform: the source frame")
    if target is None:
        return T
    return core.invert_pose(pose_by_name(body, target, "getTransform: the target frame")) @ T


def geometricJacobian(robot: rigidBodyTree, configuration: Any, endeffectorname: str) -> NDArray[np.float64]:
    """Geometric Jacobian of a body or a frame.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like or list of JointConfiguration
        Joint positions, rad or m, in the robot's DataFormat; ``[]`` is home.
    endeffectorname : str
        A body, the base, or a frame of one.

    Returns
    -------
    (6, nv) ndarray
        ``J @ qd = [omega; v]``: rows 0 to 2 angular (rad/s), rows 3 to 5 linear (m/s), in base axes; v is the velocity
        of the origin of the body or frame. Zero columns for joints that do not move the body.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``; ``MATLAB:validateDynamicsFunctionInputs:*``.

    Notes
    -----
    RBDA section 2.8.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> geometricJacobian(importrobot("twolink"), [0, 0], "body_2").round(4)[[2, 4]].tolist()
    [[1.0, 1.0], [1.2, 0.7]]
    """
    revision = getattr(robot, "_revision", NO_REVISION)
    try:
        J = revision.fast.geometric_jacobian(configuration, revision.numbers[endeffectorname])
    except (KeyError, TypeError):  # a frame of a body, or no name
        J = None
    if J is not None:
        return J
    tree = compiled(robot)
    body, frame = located(robot, text(endeffectorname, "geometricJacobian: the end effector"))
    own = frame is OWN_FRAME
    q = _configuration(robot, configuration, "geometricJacobian")
    if own and (J := tree.fast.geometric_jacobian(q, body)) is not None:
        return J
    return core.geometric_jacobian(tree.model, q, body, None if own else frame)


def centerOfMass(robot: rigidBodyTree, configuration: Any = None, *, nargout: int = 1) -> Any:
    """Centre of mass of all bodies, and its Jacobian.

    Parameters
    ----------
    robot : rigidBodyTree
        DataFormat "row" or "column"; the base has no mass.
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    nargout : {1, 2}
        2 for the Jacobian as well, as in ``com, J = centerOfMass(robot, q, nargout=2)``.

    Returns
    -------
    com : (3,) ndarray
        In the base frame, m; (3, 1) or (1, 3) where the configuration was 2-D.
    comJac : (3, nv) ndarray
        Velocity of the centre of mass per joint velocity, base axes.

    Raises
    ------
    MatlabError
        ``...:DynamicsFunctionsUseVectorsOnly``; ``MATLAB:validateDynamicsFunctionInputs:*``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:centerOfMass:NoMass``: the masses add up to zero and the result is NaN.

    Notes
    -----
    RBDA section 2.13 for the momentum of composite bodies.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> centerOfMass(importrobot("twolink"), [0, 0]).round(4).tolist()
    [0.6, 0.0, 0.0]
    """
    com = getattr(robot, "_revision", NO_REVISION).fast.center_of_mass(configuration)
    if com is not None and nargout == 1:
        return com
    tree = vectors_only(robot)
    vectors = JointVectors("centerOfMass", robot, tree)
    q = vectors.position(configuration)
    if tree.model.parameters[:, 0].sum() == 0:
        warn("rst_compat:centerOfMass:NoMass", "The masses of the robot add up to zero; its centre of mass is NaN.")
        return outputs(nargout, vectors.shaped(np.full(3, np.nan)), np.full((3, tree.model.nv), np.nan))
    com = vectors.shaped(vectors.apply(core.center_of_mass, q))
    if nargout != 2:
        return outputs(nargout, com, None)
    return com, vectors.apply(core.center_of_mass_jacobian, q)


_configuration = configuration
