"""The dynamics functions of rigidBodyTree, and the Coriolis matrix and regressor that MATLAB does not have.

All take DataFormat "row" or "column", use home for an empty configuration and zeros for every other empty argument.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from .arguments import elements, is_empty, outputs, text, vectors_and_options
from .compile import NO_REVISION, OWN_FRAME, Compiled, body_not_found, compiled, located, pose, vectors_only
from .drive_parameters import INCLUDE_FRICTION, OPTIONS, chosen_drives, drive_parameters
from .friction import effort
from .joint_vectors import JointVectors, wrench_rows

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Matrix = NDArray[np.float64]


def massMatrix(robot: rigidBodyTree, configuration: Any = None, *, nargout: int = 1) -> Any:
    """Joint-space mass matrix.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    nargout : {1, 2}
        2 for ``lambda`` as well.

    Returns
    -------
    H : (nv, nv) ndarray
        kg m^2, kg m or kg; exactly symmetric.
    lambda : (nv,) ndarray of int
        For every velocity the number, from 1, of the one that supports it; 0 at the base.

    Raises
    ------
    MatlabError
        ``robotics:robotmanip:rigidbodytree:DynamicsFunctionsUseVectorsOnly``;
        ``MATLAB:validateDynamicsFunctionInputs:expectedNonNaN``, ``...:expectedFinite``, ``...:incorrectSize``.

    Notes
    -----
    Composite-rigid-body algorithm, RBDA Table 6.2. Fixed bodies count with their parents; the base does not.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> massMatrix(importrobot("twolink"), [np.pi / 3, np.pi / 2]).round(4).tolist()
    [[0.3315, 0.1146], [0.1146, 0.1146]]
    """
    H = getattr(robot, "_revision", NO_REVISION).fast.mass_matrix(configuration)
    if H is None:
        vectors = JointVectors("massMatrix", robot, vectors_only(robot))
        H = vectors.apply(core.mass_matrix, vectors.position(configuration))
    return H if nargout == 1 else outputs(nargout, H, _supporting_velocities(compiled(robot)))


def _supporting_velocities(tree: Compiled) -> NDArray[np.int64]:
    last = {0: 0}
    support: list[int] = []
    for i, p in tree.model.tree:
        v = tree.model.v_of[i]
        last[i] = v.stop if v.stop > v.start else last[p]
        support += [last[p], *range(v.start + 1, v.stop)] if v.stop > v.start else []
    return np.array(support, dtype=np.int64)


def gravityTorque(robot: rigidBodyTree, configuration: Any = None) -> Matrix:
    """Joint forces that hold the robot against gravity.

    Parameters
    ----------
    robot : rigidBodyTree
        Its Gravity is zero unless it was set.
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.

    Returns
    -------
    (nv,) ndarray
        N m or N, the gradient of the potential energy; (nv, 1) or (1, nv) where the configuration was 2-D.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`.

    Notes
    -----
    RBDA section 5.3 at rest.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> gravityTorque(importrobot("twolink"), [np.pi / 3, np.pi / 2]).round(4).tolist()
    [0.2484, -2.0814]
    """
    tau = getattr(robot, "_revision", NO_REVISION).fast.gravity_torque(configuration)
    if tau is not None:
        return tau
    vectors = JointVectors("gravityTorque", robot, vectors_only(robot))
    q = vectors.position(configuration)
    return vectors.shaped(vectors.apply(core.gravity_torque, q))


def velocityProduct(robot: rigidBodyTree, configuration: Any = None, jointVel: Any = None) -> Matrix:
    """Joint forces that cancel the velocity-induced forces: ``C(q, qd) qd``, a vector, without gravity.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel : (nv,) array_like, optional
        Joint velocities, rad/s or m/s; zeros by default.

    Returns
    -------
    (nv,) ndarray
        N m or N, with the sign it has in ``tau = M qdd + velocityProduct + gravityTorque``; (nv, 1) or (1, nv) where
        the first vector was 2-D. The velocity-induced forces themselves are its negative.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`.

    Notes
    -----
    RBDA section 5.3 at zero acceleration, with gravity set to zero. For the matrix C see :func:`coriolisMatrix`.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> velocityProduct(importrobot("twolink"), [np.pi / 3, np.pi / 2], [np.pi / 4, np.pi / 10]).round(4).tolist()
    [-0.0725, 0.0756]
    """
    tau = getattr(robot, "_revision", NO_REVISION).fast.velocity_product(configuration, jointVel)
    if tau is not None:
        return tau
    vectors = JointVectors("velocityProduct", robot, vectors_only(robot))
    q, qd = vectors.position(configuration), vectors.velocity(jointVel)
    return vectors.shaped(vectors.apply(core.velocity_product, q, qd))


def coriolisMatrix(robot: rigidBodyTree, configuration: Any = None, jointVel: Any = None) -> Matrix:
    """Coriolis matrix C, with ``C @ qd == velocityProduct(robot, q, qd)``. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel : (nv,) array_like, optional
        Joint velocities, rad/s or m/s; zeros by default.

    Returns
    -------
    (nv, nv) ndarray
        The matrix of the Christoffel symbols: ``Mdot - 2 C`` is skew-symmetric. Other matrices satisfy the first
        identity and some the second; on trees of one-freedom joints this one is unique.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`.

    Notes
    -----
    Echeandia and Wensing, arXiv 2010.01033, Algorithm 1.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> coriolisMatrix(importrobot("twolink"), [0, np.pi / 2], [1, 1]).round(4).tolist()
    [[-0.1225, -0.245], [0.1225, 0.0]]
    """
    C = getattr(robot, "_revision", NO_REVISION).fast.coriolis_matrix(configuration, jointVel)
    if C is not None:
        return C
    vectors = JointVectors("coriolisMatrix", robot, vectors_only(robot))
    q, qd = vectors.position(configuration), vectors.velocity(jointVel)
    return vectors.apply(core.coriolis_matrix, q, qd)


def inverseDynamics(
    robot: rigidBodyTree,
    configuration: Any = None,
    jointVel: Any = None,
    jointAccel: Any = None,
    fext: Any = None,
    *args: Any,
    **keywords: Any,
) -> Matrix:
    """Joint forces for a motion: ``M qdd + C qd + g - J' fext``.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel, jointAccel : (nv,) array_like, optional
        Joint velocities and accelerations; zeros by default.
    fext : (6, NumBodies) or (NumBodies, 6) array_like, optional
        From :func:`externalForce`; 6-by-NumBodies for DataFormat "column".
    IncludeFriction : bool, default False
        Add :func:`frictionTorque` and what the rotors of the joints' JointFriction take. MATLAB has no such option.

    Returns
    -------
    (nv,) ndarray
        N m or N; (nv, 1) or (1, nv) where the first vector was 2-D.

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
    Recursive Newton-Euler algorithm, RBDA Table 5.1.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> inverseDynamics(importrobot("twolink"), [np.pi / 3, np.pi / 2], [-np.pi / 2, np.pi / 5]).round(4).tolist()
    [0.4419, -1.7792]
    """
    if not (args or keywords):
        wrenches = fext if fext is None else wrench_rows(robot, fext)
        fast = getattr(robot, "_revision", NO_REVISION).fast
        tau = fast.inverse_dynamics(configuration, jointVel, jointAccel, wrenches)
        if tau is not None:
            return tau
    tree, name = vectors_only(robot), "inverseDynamics"
    given, options = vectors_and_options(
        name, (configuration, jointVel, jointAccel, fext), args, keywords, INCLUDE_FRICTION
    )
    drives = chosen_drives(name, tree, options)
    vectors = JointVectors(name, robot, tree)
    q, qd = vectors.position(given[0]), vectors.velocity(given[1])
    qdd, f = vectors.acceleration(given[2]), vectors.external_force(given[3])
    tau = vectors.apply(core.inverse_dynamics, q, qd, qdd, f)
    return vectors.shaped(tau if drives is None else tau + effort(name, drives, qd, qdd))


def externalForce(robot: rigidBodyTree, bodyname: str, wrench: Any, configuration: Any = None) -> Matrix:
    """External force matrix for inverseDynamics and forwardDynamics, from a wrench on one body.

    Parameters
    ----------
    robot : rigidBodyTree
    bodyname : str
        Body the wrench acts on, or a frame of one.
    wrench : (6,) array_like
        ``[Tx Ty Tz Fx Fy Fz]``, N m and N. Without a configuration it is given in base axes with the moment about the
        base origin; with one, in the axes of the body or frame about its origin.
    configuration : (nq,) array_like, optional
        Joint positions, rad or m.

    Returns
    -------
    (6, NumBodies) ndarray
        Zero but for the body's column, always in base axes about the base origin; (NumBodies, 6) for DataFormat
        "row". Add several to combine forces.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`; ``robotics:robotmanip:rigidbodytree:BodyNotFound``,
        ``rst_compat:property:WrongSize``.

    Notes
    -----
    ``F = R f``, ``N = R n + p x F`` with R, p the pose of the body (RBDA section 2.8).

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> externalForce(robot, "body_1", [0, 0, 0, 0, 1, 0], [np.pi / 3, np.pi / 2])[:, 0].round(4).tolist()
    [0.0, 0.0, 0.5, -0.866, 0.5, 0.0]
    """
    tree = vectors_only(robot)
    number, frame = located(robot, text(bodyname, "externalForce: the body"))
    if number == 0:
        raise body_not_found(bodyname, robot.BodyNames)
    w = elements(wrench, 6, "externalForce: the wrench [Tx Ty Tz Fx Fy Fz]")
    # The configuration of a robot without moving joints is itself empty; only None leaves it out there.
    if not is_empty(configuration) or (configuration is not None and tree.model.nq == 0):
        q = JointVectors("externalForce", robot, tree).position(configuration)
        T = pose(tree, q, number)
        w = core.to_base(T if frame is OWN_FRAME else T @ frame, w)
    fext = np.zeros((robot.NumBodies, 6))
    fext[number - 1] = w
    return fext.T.copy() if robot.DataFormat == "column" else fext


def inverseDynamicsRegressor(
    robot: rigidBodyTree,
    configuration: Any = None,
    jointVel: Any = None,
    jointAccel: Any = None,
    *args: Any,
    **keywords: Any,
) -> Matrix:
    """Regressor Y of the inverse dynamics: ``tau = Y @ pi``. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel, jointAccel : (nv,) array_like, optional
        Joint velocities and accelerations; zeros by default.
    Friction : {False, True, "viscous", "coulomb"}
        Columns of viscous friction (``G^2 qd``) and of Coulomb friction (``|G| sign(qd)``) for every joint of one
        freedom.
    GearRatio : float or (n,) array_like, optional
        G of every joint of one freedom: friction and rotor inertia are then those of its motor. By default as its
        JointFriction says, 1 where it has none.
    RotorInertia : bool
        Columns ``G^2 qdd``.
    Offset : bool
        Columns of a constant torque at the joint.

    Returns
    -------
    (nv, 10 * NumBodies + ...) ndarray
        Ten columns per body, for ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` about its frame; then, where
        they are asked for, viscous friction of all joints, Coulomb friction of all joints, rotor inertias, offsets.
        :func:`parameterNames` names the columns, :func:`inertialParameters` has the parameters.

    Raises
    ------
    MatlabError
        As :func:`massMatrix`; ``rst_compat:friction:WrongGearRatio``, ``rst_compat:property:WrongSize``,
        ``rst_compat:argument:NotLogical``, ``...:NotAChoice``, ``...:UnknownName``.

    Notes
    -----
    Atkeson, An and Hollerbach (1986); the pass of RBDA Table 5.1 with one column per parameter.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> inverseDynamicsRegressor(robot, [0, 0]).shape
    (2, 20)
    >>> inverseDynamicsRegressor(robot, [0, 0], [1, -2], Friction=True, GearRatio=[50, -30])[:, 20:].tolist()
    [[2500.0, 0.0, 50.0, 0.0], [0.0, -1800.0, 0.0, -30.0]]
    """
    if not (args or keywords):
        fast = getattr(robot, "_revision", NO_REVISION).fast
        Y = fast.inverse_dynamics_regressor(configuration, jointVel, jointAccel)
        if Y is not None:
            return Y
    tree, name = vectors_only(robot), "inverseDynamicsRegressor"
    given, options = vectors_and_options(name, (configuration, jointVel, jointAccel), args, keywords, OPTIONS)
    vectors = JointVectors(name, robot, tree)
    q, qd, qdd = vectors.position(given[0]), vectors.velocity(given[1]), vectors.acceleration(given[2])
    Y = vectors.apply(core.inverse_dynamics_regressor, q, qd, qdd)
    drives = drive_parameters(name, robot, options)
    return np.concatenate([Y, drives.columns(qd, qdd)], axis=1) if drives.number else Y
