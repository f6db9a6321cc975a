"""Many configurations at once: MATLAB's names over leading axes.

``Q`` is (..., nq), ``Qd`` (..., nv); leading axes broadcast and nothing is squeezed or transposed, whatever the
robot's DataFormat. External forces are (..., NumBodies, 6).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import core
from .errors import MatlabValueError, warn
from .matlab import algorithms
from .matlab.arguments import is_empty, numbers, text
from .matlab.compile import OWN_FRAME, compiled, located
from .matlab.joint_vectors import check_finite, check_quaternions

if TYPE_CHECKING:
    from .matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

__all__ = [
    "centerOfMass",
    "coriolisMatrix",
    "forwardDynamics",
    "geometricJacobian",
    "getTransform",
    "gravityTorque",
    "inverseDynamics",
    "inverseDynamicsRegressor",
    "massMatrix",
    "velocityProduct",
]


def _last_axis(function: str, value: Any, n: int, default: Array, what: str) -> Array:
    if value is None or (n and is_empty(value) and np.ndim(value) == 1):
        return default
    array = numbers(value, f"batch.{function}: {what}")
    if array.ndim == 0 or array.shape[-1] != n:
        raise MatlabValueError(
            "rst_compat:batch:WrongSize",
            f"batch.{function}: {what} has the wrong last axis",
            f"shape (..., {n})",
            f"shape {array.shape}",
            "Joints stand along the last axis: transpose an array that has them along another",
        )
    check_finite(array, f"batch.{function}: {what}")
    return array


def _call(
    function: str,
    algorithm: Callable[..., Array],
    axes: int,
    robot: rigidBodyTree,
    Q: Any,
    *rates: tuple[str, Any],
    Fext: Any = None,
    scan: bool = True,
) -> Array:
    """The algorithm over the common leading axes; its results have ``axes`` axes of their own."""
    tree = compiled(robot)
    arrays = [_last_axis(function, Q, tree.model.nq, tree.home, "Q")]
    check_quaternions(arrays[0], tree, f"batch.{function}")
    arrays += [_last_axis(function, value, tree.model.nv, tree.zeros, what) for what, value in rates]
    batches = [a.shape[:-1] for a in arrays]
    if Fext is not None:
        F = _last_axis(function, Fext, 6, np.zeros(6), "Fext")
        if F.ndim < 2 or F.shape[-2] != robot.NumBodies:
            raise MatlabValueError(
                "rst_compat:batch:WrongSize",
                f"batch.{function}: Fext has the wrong size",
                f"shape (..., {robot.NumBodies}, 6), a row per body",
                f"shape {F.shape}",
                "externalForce makes rows where DataFormat is 'row'; transpose its result where it is 'column'",
            )
        arrays.append(F)
        batches.append(F.shape[:-2])
    try:
        batch = np.broadcast_shapes(*batches)
    except ValueError:
        raise MatlabValueError(
            "rst_compat:batch:WrongSize",
            f"batch.{function}: the leading axes do not broadcast",
            "equal leading axes, or 1",
            " and ".join(map(str, batches)),
            "Add an axis with numpy.newaxis where every element is to meet every other",
        ) from None
    result = algorithms.scanned(function, algorithm, tree.model, *arrays) if scan else algorithm(tree.model, *arrays)
    whole = batch + result.shape[result.ndim - axes :]
    return result if result.shape == whole else np.broadcast_to(result, whole).copy()


def massMatrix(robot: rigidBodyTree, Q: Any = None) -> Array:
    """Mass matrices (..., nv, nv)."""
    return _call("massMatrix", core.mass_matrix, 2, robot, Q)


def gravityTorque(robot: rigidBodyTree, Q: Any = None) -> Array:
    """Gravity torques (..., nv)."""
    return _call("gravityTorque", core.gravity_torque, 1, robot, Q)


def velocityProduct(robot: rigidBodyTree, Q: Any = None, Qd: Any = None) -> Array:
    """Velocity products (..., nv)."""
    return _call("velocityProduct", core.velocity_product, 1, robot, Q, ("Qd", Qd))


def coriolisMatrix(robot: rigidBodyTree, Q: Any = None, Qd: Any = None) -> Array:
    """Coriolis matrices (..., nv, nv)."""
    return _call("coriolisMatrix", core.coriolis_matrix, 2, robot, Q, ("Qd", Qd))


def inverseDynamics(robot: rigidBodyTree, Q: Any = None, Qd: Any = None, Qdd: Any = None, Fext: Any = None) -> Array:
    """Joint forces (..., nv)."""
    return _call("inverseDynamics", core.inverse_dynamics, 1, robot, Q, ("Qd", Qd), ("Qdd", Qdd), Fext=Fext)


def forwardDynamics(robot: rigidBodyTree, Q: Any = None, Qd: Any = None, Tau: Any = None, Fext: Any = None) -> Array:
    """Joint accelerations (..., nv); NaN and a warning in states whose mass matrix is singular to working precision."""

    def solved(model: core.Model, q: Array, qd: Array, tau: Array, f_ext: Array | None = None) -> Array:
        qdd, pivots, floor = algorithms.forward_dynamics(model, q, qd, tau, f_ext)
        if (np.abs(pivots) <= floor).any() or np.isnan(pivots).any():
            warn(
                "rst_compat:forwardDynamics:SingularMassMatrix",
                "The mass matrix is singular to working precision in some states; their accelerations are NaN.",
                stacklevel=4,
            )
        elif (pivots < 0).any():
            warn(
                "rst_compat:forwardDynamics:IndefiniteMassMatrix",
                "The mass matrix is not positive definite: the inertias are not those of physical bodies.",
                stacklevel=4,
            )
        else:
            algorithms.scan("forwardDynamics", qdd)
        return qdd

    return _call("forwardDynamics", solved, 1, robot, Q, ("Qd", Qd), ("Tau", Tau), Fext=Fext, scan=False)


def inverseDynamicsRegressor(robot: rigidBodyTree, Q: Any = None, Qd: Any = None, Qdd: Any = None) -> Array:
    """Regressors (..., nv, 10 NumBodies)."""
    regressor = core.inverse_dynamics_regressor
    return _call("inverseDynamicsRegressor", regressor, 2, robot, Q, ("Qd", Qd), ("Qdd", Qdd))


def centerOfMass(robot: rigidBodyTree, Q: Any = None) -> Array:
    """Centres of mass (..., 3) in the base frame."""
    return _call("centerOfMass", core.center_of_mass, 1, robot, Q)


def getTransform(robot: rigidBodyTree, Q: Any, sourcebody: str, targetbody: str | None = None) -> Array:
    """Transforms (..., 4, 4) that map points of the source frame into the target frame."""
    source, frame = located(robot, text(sourcebody, "batch.getTransform: the source body"))
    target, wanted = located(
        robot, robot.BaseName if targetbody is None else text(targetbody, "batch.getTransform: the target body")
    )

    def transform(model: core.Model, q: Array) -> Array:
        T = core.body_poses(model, q)
        return core.invert_pose(T[target] @ wanted) @ (T[source] @ frame)

    return _call("getTransform", transform, 2, robot, Q)


def geometricJacobian(robot: rigidBodyTree, Q: Any, endeffectorname: str) -> Array:
    """Jacobians (..., 6, nv), rows [omega; v] in base axes."""
    body, frame = located(robot, text(endeffectorname, "batch.geometricJacobian: the end effector"))

    def jacobian(model: core.Model, q: Array) -> Array:
        return core.geometric_jacobian(model, q, body, None if frame is OWN_FRAME else frame)

    return _call("geometricJacobian", jacobian, 2, robot, Q)
