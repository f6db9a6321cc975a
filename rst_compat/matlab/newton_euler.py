"""Newton and Euler in the open: how every body moves, the forces that takes, and what every joint transmits.

MATLAB has none of these functions.  A wrench is ``[n; f]``, moment first, and the one that the parent exerts on the
body.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from . import kinematics
from .algorithms import scanned
from .arguments import choice, outputs, vectors_and_options
from .compile import vectors_only
from .joint_vectors import JointVectors

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class NewtonEulerTerms:
    """What :func:`newtonEuler` returns: a row for each body, in the order of BodyNames, whatever the DataFormat.

    Attributes
    ----------
    BodyNames : tuple of str
    AngularVelocity, LinearVelocity : (NumBodies, 3) arrays
        Of the body, and of the origin of its frame, against the base; rad/s and m/s, in the body's axes.
    AngularAcceleration : (NumBodies, 3) array
        rad/s^2, in the body's axes.
    LinearAcceleration, CenterOfMassAcceleration : (NumBodies, 3) arrays
        Of the origin of the body's frame and of its centre of mass: the second derivatives of their positions in the
        base, turned into the body's axes; m/s^2. A robot at rest has zeros.
    ProperAcceleration, CenterOfMassProperAcceleration : (NumBodies, 3) arrays
        The same minus gravity: what an accelerometer there reads, and what textbooks get that start with
        ``-Gravity`` as the acceleration of the base. A robot at rest has ``-Gravity``.
    InertialForce : (NumBodies, 3) array
        Mass times CenterOfMassProperAcceleration, N, in the body's axes: what has to act on the body so that it moves
        like that and does not fall.
    InertialMoment : (NumBodies, 3) array
        ``I alpha + w x (I w)`` with the inertia about the centre of mass, N m, in the body's axes.
    JointWrench : (NumBodies, 6) array
        ``[n f]`` that the parent exerts on the body through its joint, N m and N, in the body's axes about the origin
        of its frame.
    BaseWrench : (6,) array
        ``[n f]`` that the ground exerts on the base, in base axes about the base origin.
    JointTorque : (nv,) array
        The parts of JointWrench along the freedoms of the joints: the result of inverseDynamics.

    Notes
    -----
    Luh, Walker and Paul, ASME J. Dyn. Sys. Meas. Control 102(2), 1980; RBDA Table 5.1.

    Examples
    --------
    >>> from rst_compat import importrobot, newtonEuler
    >>> newtonEuler(importrobot("twolink"), [0, 0]).BodyNames
    ('body_1', 'body_2')
    """

    BodyNames: tuple[str, ...]
    AngularVelocity: Array
    LinearVelocity: Array
    AngularAcceleration: Array
    LinearAcceleration: Array
    ProperAcceleration: Array
    CenterOfMassAcceleration: Array
    CenterOfMassProperAcceleration: Array
    InertialForce: Array
    InertialMoment: Array
    JointWrench: Array
    BaseWrench: Array
    JointTorque: Array

    def __repr__(self) -> str:
        width = max(map(len, ("under the base", *self.BodyNames)))
        titles = f"{'JointWrench':{width}}" + "".join(f"{t:>11}" for t in ("nx", "ny", "nz", "fx", "fy", "fz"))
        rows = zip((*self.BodyNames, "under the base"), [*self.JointWrench, self.BaseWrench], strict=True)
        return "\n".join([titles, *(f"{name:{width}}" + "".join(f"{x:11.4g}" for x in w) for name, w in rows)])


def newtonEuler(
    robot: rigidBodyTree, configuration: Any = None, jointVel: Any = None, jointAccel: Any = None, fext: Any = None
) -> NewtonEulerTerms:
    """Every term of the Newton-Euler recursion, body by body. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel, jointAccel : (nv,) array_like, optional
        Joint velocities and accelerations; zeros by default.
    fext : (6, NumBodies) or (NumBodies, 6) array_like, optional
        From :func:`externalForce`; 6-by-NumBodies for DataFormat "column".

    Returns
    -------
    NewtonEulerTerms
        Velocities, accelerations, inertial forces and transmitted wrenches, a row for each body.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`.

    Warns
    -----
    MatlabWarning
        ``rst_compat:dynamics:NotFinite`` where the result overflows.

    Notes
    -----
    Luh, Walker and Paul, ASME J. Dyn. Sys. Meas. Control 102(2), 1980; RBDA Table 5.1.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> terms = newtonEuler(importrobot("twolink"), [np.pi / 3, np.pi / 2], [1, 2])
    >>> terms.AngularVelocity.round(4).tolist()
    [[0.0, 0.0, 1.0], [0.0, 0.0, 3.0]]
    >>> terms.JointWrench[1].round(4).tolist()
    [0.0, 0.0, 1.9589, 1.2285, -5.597, 0.0]
    """
    vectors = JointVectors("newtonEuler", robot, vectors_only(robot))
    q, qd = vectors.position(configuration), vectors.velocity(jointVel)
    qdd, f = vectors.acceleration(jointAccel), vectors.external_force(fext)
    com = np.array([np.zeros(3), *(b._com for b in robot._bodies)])
    base, *rows = _by_core(vectors, _terms, com, q, qd, qdd, f)
    v, a, inertial, wrench, origin, center, gravity = np.split(
        np.reshape(rows, (-1, len(base))), [6, 12, 18, 24, 27, 30], axis=1
    )
    freedoms = zip(vectors.tree.model.S[1:], wrench, strict=True)
    return NewtonEulerTerms(
        BodyNames=tuple(robot.BodyNames),
        AngularVelocity=v[:, :3],
        LinearVelocity=v[:, 3:],
        AngularAcceleration=a[:, :3],
        LinearAcceleration=origin + gravity,
        ProperAcceleration=origin,
        CenterOfMassAcceleration=center + gravity,
        CenterOfMassProperAcceleration=center,
        InertialForce=inertial[:, 3:],
        InertialMoment=inertial[:, :3],
        JointWrench=wrench,
        BaseWrench=base[18:24],
        JointTorque=np.concatenate([np.zeros(0), *(S.T @ w for S, w in freedoms)]),
    )


def _terms(model: core.Model, com: Array, q: Array, *state: Any) -> Array:
    """Rows (nb + 1, 33) of base and bodies.

    Velocity, acceleration, inertial moment about the centre of mass and force, transmitted wrench; proper acceleration
    of the origin and of the centre of mass, gravity; all in body axes.
    """
    columns = core.newton_euler(model, q, *state)
    v, a, inertial, wrench = (np.stack(one) for one in columns)
    c, down = com[..., None], np.stack([T[:3, :3].T @ model.gravity for T in core.body_poses(model, q)])
    origin, center = (core.point_acceleration(v, a, p) for p in (0 * c, c))
    inertial[:, :3, 0] -= np.cross(com, inertial[:, 3:, 0])
    return np.concatenate([v, a, inertial, wrench, origin, center, down[..., None]], axis=1)[..., 0]


def _velocities(model: core.Model, q: Array, qd: Array) -> Array:
    """Velocity (nb, 6) of every body, in its own axes."""
    columns = core.newton_euler(model, q, qd, np.zeros(model.nv)).velocity
    return np.reshape(columns, (-1, 6))[1:]


def _by_core(vectors: JointVectors, algorithm: Any, *arguments: Any) -> Array:
    """What the engine does not know; an overflow in it is one warning."""
    model = vectors.tree.model
    result: Array = (
        scanned(vectors.function, algorithm, model, *arguments) if vectors.extreme else algorithm(model, *arguments)
    )
    return result


def linkVelocities(
    robot: rigidBodyTree, configuration: Any = None, jointVel: Any = None, *args: Any, nargout: int = 2, **keywords: Any
) -> Any:
    """Velocities of all bodies. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel : (nv,) array_like, optional
        Joint velocities, rad/s or m/s; zeros by default.
    Axes : {"body", "base"}, default "body"
        In whose axes: those of each body, or those of the base.
    nargout : {1, 2}
        1 for the angular velocities alone.

    Returns
    -------
    omega : (NumBodies, 3) ndarray
        Angular velocity of each body against the base, rad/s; a row for each body whatever the DataFormat.
    v : (NumBodies, 3) ndarray
        Velocity of the origin of its frame, m/s.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`; ``rst_compat:argument:NotAChoice``.

    Notes
    -----
    The outward recursion of RBDA section 5.3.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> omega, v = linkVelocities(importrobot("twolink"), [0, np.pi / 2], [1, 2])
    >>> omega.tolist(), v.round(4).tolist()
    ([[0.0, 0.0, 1.0], [0.0, 0.0, 3.0]], [[0.0, 0.5, 0.0], [0.5, 2.1, 0.0]])
    """
    (configuration, jointVel), options = vectors_and_options(
        "linkVelocities", (configuration, jointVel), args, keywords, {"Axes": "body"}
    )
    axes = choice(options["Axes"], ("body", "base"), "linkVelocities: Axes")
    vectors = JointVectors("linkVelocities", robot, vectors_only(robot))
    q, qd, model = vectors.position(configuration), vectors.velocity(jointVel), vectors.tree.model
    v = _by_core(vectors, _velocities, q, qd)
    if axes == "base":
        R = np.array([T[:3, :3] for T in core.body_poses(model, q)[1:]]).reshape(-1, 3, 3)
        v = core.rotate_axes(R, v[..., None])[..., 0]
    return outputs(nargout, v[:, :3].copy(), v[:, 3:].copy())


def bodyJacobian(robot: rigidBodyTree, configuration: Any, endeffectorname: str) -> Array:
    """Geometric Jacobian of a body or a frame in its own axes. MATLAB has no such function.

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
        ``J @ qd = [omega; v]`` as :func:`geometricJacobian` has it, but in the axes of the body or frame; so
        ``J.T @ w`` are the joint forces of a wrench ``w = [n; f]`` that is given there.

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
    >>> bodyJacobian(importrobot("twolink"), [0, 1], "body_2").round(4)[[3, 4, 2]].tolist()
    [[0.4207, 0.0], [0.9702, 0.7], [1.0, 1.0]]
    """
    J = kinematics.geometricJacobian(robot, configuration, endeffectorname)
    T = kinematics.getTransform(robot, configuration, endeffectorname)
    return core.rotate_axes(T[:3, :3].T, J)
