"""Where bodies are and how they move: getTransform, geometricJacobian, centerOfMass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import warn
from .arguments import outputs, text
from .compile import NO_REVISION, body_number, compiled, pose, vectors_only
from .configurations import configuration
from .joint_vectors import JointVectors

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree


def getTransform(
    robot: rigidBodyTree, configuration: Any, sourcebody: str, targetbody: str | None = None
) -> NDArray[np.float64]:
    """Transform that maps points of one body frame into another.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like or list of JointConfiguration
        Joint positions, rad or m, in the robot's DataFormat; ``[]`` is home.
    sourcebody : str
        Frame the points are given in; a body or the base.
    targetbody : str, optional
        Frame they are wanted in; the base by default.

    Returns
    -------
    (4, 4) ndarray
        Pose of the source frame in the target frame; translation in m.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``; ``MATLAB:validateDynamicsFunctionInputs:*``.

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
    tree = compiled(robot)
    source = body_number(robot, text(sourcebody, "getTransform: the source body"))
    target = 0 if targetbody is None else body_number(robot, text(targetbody, "getTransform: the target body"))
    if robot._data_format != "struct" and (T := tree.fast.transform(configuration, source, target)) is not None:
        return T
    return pose(tree, _configuration(robot, configuration, "getTransform"), source, target)


def geometricJacobian(robot: rigidBodyTree, configuration: Any, endeffectorname: str) -> NDArray[np.float64]:
    """Geometric Jacobian of a body.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like or list of JointConfiguration
        Joint positions, rad or m, in the robot's DataFormat; ``[]`` is home.
    endeffectorname : str
        A body, or the base.

    Returns
    -------
    (6, nv) ndarray
        ``J @ qd = [omega; v]``: rows 0 to 2 angular (rad/s), rows 3 to 5 linear (m/s), in base axes; v is the velocity
        of the body origin. Zero columns for joints that do not move the body.

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
    tree = compiled(robot)
    body = body_number(robot, text(endeffectorname, "geometricJacobian: the end effector"))
    if robot._data_format != "struct" and (J := tree.fast.geometric_jacobian(configuration, body)) is not None:
        return J
    q = _configuration(robot, configuration, "geometricJacobian")
    J = tree.fast.geometric_jacobian(q, body)
    return core.geometric_jacobian(tree.model, q, body) if J is None else J


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
