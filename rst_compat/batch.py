"""Many configurations at once: MATLAB's names over leading axes.

``Q`` is (..., nq), ``Qd`` (..., nv); leading axes broadcast and nothing is squeezed or transposed, whatever the
robot's DataFormat. External forces are (..., NumBodies, 6). ``[]`` and None are home and zeros.

``out`` is an array that takes the result. ``workers`` is the most threads there may be, all cores by default; fewer
than 5,000 configurations get one. Besides arguments and result a thread needs 8 MB at most, 32 MB without the compiled
engine; or what a few configurations need, where a robot is so large that this is more.

A state with NaN or Inf in any argument gives NaN in its whole row of the result, and in no other row.

Where an argument is a Dask array, so is the result, computed chunk by chunk wherever Dask computes: on threads,
processes or the machines of a cluster (``pip install "dask[array,distributed]"``). Chunks cut the leading axes; an axis
of joints that is cut is joined. The robot goes along as it was at the call. ``workers`` is then that of one chunk, 1 by
default.

>>> import numpy as np
>>> from rst_compat import importrobot
>>> robot = importrobot("twolink")
>>> Q = np.linspace([0, 0], [1, 2], 1000)
>>> inverseDynamics(robot, Q, Qd=[0.1, 0.2]).shape
(1000, 2)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .matlab.arguments import text
from .matlab.compile import OWN_FRAME, body_not_found, located
from .matlab.joint_reactions import cut, sensor
from .matlab.many import evaluate

if TYPE_CHECKING:
    from .matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]
Out = Array | None
Workers = int | None

__all__ = [
    "centerOfMass",
    "coriolisMatrix",
    "externalForce",
    "forwardDynamics",
    "geometricJacobian",
    "getTransform",
    "gravityTorque",
    "inverseDynamics",
    "inverseDynamicsRegressor",
    "jointReactions",
    "massMatrix",
    "velocityProduct",
    "wrenchRegressor",
]


def massMatrix(robot: rigidBodyTree, Q: Any = None, *, out: Out = None, workers: Workers = None) -> Array:
    """Mass matrices (..., nv, nv)."""
    return evaluate(massMatrix, robot, Q, out=out, workers=workers)


def gravityTorque(robot: rigidBodyTree, Q: Any = None, *, out: Out = None, workers: Workers = None) -> Array:
    """Gravity torques (..., nv)."""
    return evaluate(gravityTorque, robot, Q, out=out, workers=workers)


def velocityProduct(
    robot: rigidBodyTree, Q: Any = None, Qd: Any = None, *, out: Out = None, workers: Workers = None
) -> Array:
    """Velocity products (..., nv)."""
    return evaluate(velocityProduct, robot, Q, Qd, out=out, workers=workers)


def coriolisMatrix(
    robot: rigidBodyTree, Q: Any = None, Qd: Any = None, *, out: Out = None, workers: Workers = None
) -> Array:
    """Coriolis matrices (..., nv, nv)."""
    return evaluate(coriolisMatrix, robot, Q, Qd, out=out, workers=workers)


def inverseDynamics(
    robot: rigidBodyTree,
    Q: Any = None,
    Qd: Any = None,
    Qdd: Any = None,
    Fext: Any = None,
    *,
    IncludeFriction: bool = False,
    out: Out = None,
    workers: Workers = None,
) -> Array:
    """Joint forces (..., nv)."""
    drives = {"IncludeFriction": IncludeFriction} if IncludeFriction else None
    return evaluate(inverseDynamics, robot, Q, Qd, Qdd, Fext, out=out, workers=workers, drives=drives)


def forwardDynamics(
    robot: rigidBodyTree,
    Q: Any = None,
    Qd: Any = None,
    Tau: Any = None,
    Fext: Any = None,
    *,
    IncludeFriction: bool = False,
    out: Out = None,
    workers: Workers = None,
) -> Array:
    """Joint accelerations (..., nv); NaN and a warning in states whose mass matrix is singular to working precision."""
    drives = {"IncludeFriction": IncludeFriction} if IncludeFriction else None
    return evaluate(forwardDynamics, robot, Q, Qd, Tau, Fext, out=out, workers=workers, drives=drives)


def inverseDynamicsRegressor(
    robot: rigidBodyTree,
    Q: Any = None,
    Qd: Any = None,
    Qdd: Any = None,
    *,
    Friction: bool | str = False,
    GearRatio: Any = None,
    RotorInertia: bool = False,
    Offset: bool = False,
    out: Out = None,
    workers: Workers = None,
) -> Array:
    """Regressors (..., nv, 10 NumBodies), with more columns where options choose them."""
    plain = Friction is RotorInertia is Offset is False and GearRatio is None
    given = {"Friction": Friction, "GearRatio": GearRatio, "RotorInertia": RotorInertia, "Offset": Offset}
    drives = None if plain else given
    return evaluate(inverseDynamicsRegressor, robot, Q, Qd, Qdd, out=out, workers=workers, drives=drives)


def jointReactions(
    robot: rigidBodyTree,
    Q: Any = None,
    Qd: Any = None,
    Qdd: Any = None,
    Fext: Any = None,
    *,
    Body: str | None = None,
    SensorPose: Any = None,
    WrenchOrder: str = "nf",
    out: Out = None,
    workers: Workers = None,
) -> Array:
    """Wrenches (..., NumBodies, 6) that the joints transmit, or (..., 6) of one body, in body or sensor axes."""
    names = {"Body": Body, "SensorPose": SensorPose, "WrenchOrder": WrenchOrder}
    where = sensor("batch.jointReactions", robot, **names)
    return evaluate(jointReactions, robot, Q, Qd, Qdd, Fext, out=out, workers=workers, sensor=where, **names)


def wrenchRegressor(
    robot: rigidBodyTree,
    Q: Any = None,
    Qd: Any = None,
    Qdd: Any = None,
    *,
    Cut: str | None = None,
    SensorPose: Any = None,
    WrenchOrder: str = "nf",
    out: Out = None,
    workers: Workers = None,
) -> Array:
    """Regressors (..., 6, 10 NumBodies) of the wrench at a cut, in axes of its body or of a sensor."""
    names = {"Cut": Cut, "SensorPose": SensorPose, "WrenchOrder": WrenchOrder}
    where = cut("batch.wrenchRegressor", robot, **names)
    return evaluate(wrenchRegressor, robot, Q, Qd, Qdd, out=out, workers=workers, sensor=where, **names)


def centerOfMass(robot: rigidBodyTree, Q: Any = None, *, out: Out = None, workers: Workers = None) -> Array:
    """Centres of mass (..., 3) in the base frame."""
    return evaluate(centerOfMass, robot, Q, out=out, workers=workers)


def getTransform(
    robot: rigidBodyTree,
    Q: Any,
    sourcebody: str,
    targetbody: str | None = None,
    *,
    out: Out = None,
    workers: Workers = None,
) -> Array:
    """Transforms (..., 4, 4) that map points of the source frame into the target frame."""
    source, frame = located(robot, text(sourcebody, "batch.getTransform: the source body"))
    target, wanted = located(
        robot, robot.BaseName if targetbody is None else text(targetbody, "batch.getTransform: the target body")
    )
    frames = () if frame is wanted is OWN_FRAME else (frame, wanted)
    names: dict[str, Any] = {"sourcebody": sourcebody, "targetbody": targetbody}
    return evaluate(getTransform, robot, Q, bodies=(source, target), frames=frames, out=out, workers=workers, **names)


def geometricJacobian(
    robot: rigidBodyTree, Q: Any, endeffectorname: str, *, out: Out = None, workers: Workers = None
) -> Array:
    """Jacobians (..., 6, nv), rows [omega; v] in base axes."""
    body, frame = located(robot, text(endeffectorname, "batch.geometricJacobian: the end effector"))
    frames = () if frame is OWN_FRAME else (frame,)
    names: dict[str, Any] = {"endeffectorname": endeffectorname}
    return evaluate(geometricJacobian, robot, Q, bodies=(body,), frames=frames, out=out, workers=workers, **names)


def externalForce(
    robot: rigidBodyTree, bodyname: str, Wrench: Any, Q: Any = None, *, out: Out = None, workers: Workers = None
) -> Array:
    """External forces (..., NumBodies, 6) from wrenches (..., 6) on a body, in its axes where there is a ``Q``."""
    body, frame = located(robot, text(bodyname, "batch.externalForce: the body"))
    if body == 0:
        raise body_not_found(bodyname, robot.BodyNames)
    names: dict[str, Any] = {"bodyname": bodyname}
    return evaluate(externalForce, robot, Q, Wrench, bodies=(body,), frames=(frame,), out=out, workers=workers, **names)
