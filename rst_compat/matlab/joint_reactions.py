"""What the joints transmit, as force/torque sensors read it, and its regressor. MATLAB has neither.

A wrench is ``[n; f]``, moment first, and the one that the parent exerts on the body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import MatlabValueError
from .arguments import choice, is_empty, rigid_transform, text, vectors_and_options
from .compile import OWN_FRAME, check_tree, located, vectors_only
from .joint_vectors import JointVectors

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

_OF_A_SENSOR: dict[str, Any] = {"SensorPose": None, "WrenchOrder": "nf"}


def jointReactions(
    robot: rigidBodyTree,
    configuration: Any = None,
    jointVel: Any = None,
    jointAccel: Any = None,
    fext: Any = None,
    *args: Any,
    **keywords: Any,
) -> Array:
    """All six components of what the joints transmit: what force/torque sensors read. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel, jointAccel : (nv,) array_like, optional
        Joint velocities and accelerations; zeros by default.
    fext : (6, NumBodies) or (NumBodies, 6) array_like, optional
        From :func:`externalForce`; 6-by-NumBodies for DataFormat "column".
    Body : str, optional
        The body behind the sensor, the base for a sensor under it, or a frame of one; all bodies by default.
    SensorPose : (4, 4) array_like, optional
        Pose of the sensor in the body or frame; the identity by default.
    WrenchOrder : {"nf", "fn"}, default "nf"
        Moment first or force first.

    Returns
    -------
    (NumBodies, 6) ndarray, or (6,) with Body
        The wrench ``[n; f]``, N m and N, that the parent exerts on the body, in the axes of the body about the origin
        of its frame; with SensorPose in the axes of the sensor about its origin; of the base, what the ground exerts
        on it. (6, 1) or (1, 6) where the first vector was 2-D. A sensor whose reading is what the body exerts on the
        parent has the negative.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`; ``robotics:robotmanip:rigidbodytree:BodyNotFound``,
        ``rst_compat:jointReactions:NoBody``, ``rst_compat:argument:NotATransform``,
        ``rst_compat:argument:NotAChoice``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:dynamics:NotFinite`` where the result overflows.

    Notes
    -----
    RBDA Table 5.1, before the projection on the freedoms of the joints. Gravity is in it: a robot at rest has its
    weight in every wrench. With "dh" the frame of a body stands at its far end: SensorPose moves the wrench to the
    joint, as ``SensorPose=inv(ChildToJointTransform)``.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> jointReactions(robot, [0.3, 0.2], Body="body_2").round(4).tolist()
    [0.0, 0.0, -2.1092, 3.2922, 6.0264, 0.0]
    >>> at_joint = np.linalg.inv(robot.getBody("body_2").Joint.ChildToJointTransform)
    >>> jointReactions(robot, [0.3, 0.2], Body="body_2", SensorPose=at_joint).round(4).tolist()
    [0.0, 0.0, 2.1092, 3.2922, 6.0264, 0.0]
    >>> jointReactions(robot, [0, 0], "Body", "base", "WrenchOrder", "fn").round(4).tolist()
    [0.0, 11.772, 0.0, 0.0, 0.0, 7.0632]
    """
    (configuration, jointVel, jointAccel, fext), options = vectors_and_options(
        "jointReactions", (configuration, jointVel, jointAccel, fext), args, keywords, {"Body": None, **_OF_A_SENSOR}
    )
    vectors = JointVectors("jointReactions", robot, vectors_only(robot))
    body, view = sensor("jointReactions", robot, **options)
    q, qd = vectors.position(configuration), vectors.velocity(jointVel)
    qdd, f = vectors.acceleration(jointAccel), vectors.external_force(fext)
    if body is None:
        wrenches = vectors.apply(core.joint_reactions, q, qd, qdd, f)
        return wrenches if view is None else wrenches @ view.T
    wrench = vectors.apply(core.joint_reaction, q, qd, qdd, f, body)
    return vectors.shaped(wrench if view is None else view @ wrench)


def wrenchRegressor(
    robot: rigidBodyTree,
    configuration: Any = None,
    jointVel: Any = None,
    jointAccel: Any = None,
    *args: Any,
    **keywords: Any,
) -> Array:
    """Regressor Y of a transmitted wrench: ``w = Y @ pi``. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel, jointAccel : (nv,) array_like, optional
        Joint velocities and accelerations; zeros by default.
    Cut : str, default "base"
        Where the robot is cut: the joint between this body, or the body of this frame, and its parent; "base" and the
        name of the base are under the base.
    SensorPose : (4, 4) array_like, optional
        Pose of the sensor in the body or frame; the identity by default.
    WrenchOrder : {"nf", "fn"}, default "nf"
        Moment first or force first.

    Returns
    -------
    (6, 10 * NumBodies) ndarray
        Its product with the parameters of :func:`inertialParameters` is ``jointReactions(..., Body=Cut)`` without
        external forces. The columns of bodies that are not behind the cut are zero.

    Raises
    ------
    MatlabError
        As :func:`jointReactions`.

    Notes
    -----
    Atkeson, An and Hollerbach, IJRR 5(3), 1986; parameters as in :func:`inverseDynamicsRegressor`.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> Y = wrenchRegressor(importrobot("twolink"), [0, 0], Cut="body_2")
    >>> Y.shape, Y[:, 10].round(4).tolist()
    ((6, 20), [0.0, 0.0, 0.0, 0.0, 9.81, 0.0])
    """
    (configuration, jointVel, jointAccel), options = vectors_and_options(
        "wrenchRegressor", (configuration, jointVel, jointAccel), args, keywords, {"Cut": None, **_OF_A_SENSOR}
    )
    vectors = JointVectors("wrenchRegressor", robot, vectors_only(robot))
    body, view = cut("wrenchRegressor", robot, **options)
    q, qd, qdd = vectors.position(configuration), vectors.velocity(jointVel), vectors.acceleration(jointAccel)
    Y = vectors.apply(core.wrench_regressor, q, qd, qdd, body)
    return Y if view is None else view @ Y


def cut(function: str, robot: rigidBodyTree, Cut: Any, SensorPose: Any, WrenchOrder: Any) -> tuple[int, Array | None]:
    """The body of a cut, and the matrix (6, 6) that makes a sensor's reading of its wrench; None for the identity."""
    check_tree(robot)
    name = robot.BaseName if is_empty(Cut) else text(Cut, f"{function}: Cut")
    if name == "base" and name not in robot.FrameNames:
        name = robot.BaseName
    body, view = sensor(function, robot, name, SensorPose, WrenchOrder)
    return body or 0, view


def sensor(
    function: str, robot: rigidBodyTree, Body: Any, SensorPose: Any, WrenchOrder: Any
) -> tuple[int | None, Array | None]:
    """The body behind a sensor, None for all of them; and the matrix of its reading as in :func:`cut`."""
    swapped = choice(WrenchOrder, ("nf", "fn"), f"{function}: WrenchOrder") == "fn"
    number, frame = None, OWN_FRAME
    if not is_empty(Body):
        number, frame = located(robot, text(Body, f"{function}: Body"))
    if not is_empty(SensorPose):
        T = rigid_transform(SensorPose, f"{function}: SensorPose")
        if number is None:
            raise MatlabValueError(
                "rst_compat:jointReactions:NoBody",
                f"{function}: SensorPose is the pose of a sensor in no body",
                "Body beside SensorPose",
                "SensorPose alone",
                f"The bodies are {', '.join(robot.BodyNames) or 'none'}",
            )
        frame = T if frame is OWN_FRAME else frame @ T
    if frame is OWN_FRAME and not swapped:
        return number, None
    view = core.motion_transform(core.invert_pose(frame)).mT
    return number, view[[3, 4, 5, 0, 1, 2]] if swapped else view
