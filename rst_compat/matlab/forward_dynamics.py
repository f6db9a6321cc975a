"""forwardDynamics, and what it says of mass matrices that cannot be divided by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import warn
from . import algorithms
from .arguments import vectors_and_options
from .compile import NO_REVISION, Compiled, vectors_only
from .drive_parameters import INCLUDE_FRICTION, chosen_drives
from .friction import effort
from .joint_vectors import JointVectors, wrench_rows

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Matrix = NDArray[np.float64]


def forwardDynamics(
    robot: rigidBodyTree,
    configuration: Any = None,
    jointVel: Any = None,
    jointTorq: Any = None,
    fext: Any = None,
    *args: Any,
    **keywords: Any,
) -> Matrix:
    """Joint accelerations: ``M \\ (tau - C qd - g + J' fext)``.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) array_like, optional
        Joint positions, rad or m; home by default.
    jointVel, jointTorq : (nv,) array_like, optional
        Joint velocities and joint forces; zeros by default.
    fext : (6, NumBodies) or (NumBodies, 6) array_like, optional
        From :func:`externalForce`; 6-by-NumBodies for DataFormat "column".
    IncludeFriction : bool, default False
        Take :func:`frictionTorque` from the joint forces, and add the rotors of the joints' JointFriction to the mass
        matrix. MATLAB has no such option.

    Returns
    -------
    (nv,) ndarray
        rad/s^2 or m/s^2; (nv, 1) or (1, nv) where the first vector was 2-D. NaN in every element where the mass
        matrix is singular to working precision, as in MATLAB.

    Raises
    ------
    MatlabError
        As ``massMatrix``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:forwardDynamics:SingularMassMatrix`` with NaN; ``...:IndefiniteMassMatrix`` where the inertias
        are not physical but the equations can be solved (MATLAB gives NaN); ``rst_compat:dynamics:NotFinite``.

    Notes
    -----
    Articulated-body algorithm, RBDA Table 7.1.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot
    >>> forwardDynamics(importrobot("twolink"), [np.pi / 3, np.pi / 2], [], [5, 5]).round(4).tolist()
    [-10.7434, 72.5289]
    """
    if not (args or keywords):
        wrenches = fext if fext is None else wrench_rows(robot, fext)
        fast = getattr(robot, "_revision", NO_REVISION).fast
        qdd = fast.forward_dynamics(configuration, jointVel, jointTorq, wrenches)
        if qdd is not None:
            return qdd
    tree, name = vectors_only(robot), "forwardDynamics"
    given, options = vectors_and_options(
        name, (configuration, jointVel, jointTorq, fext), args, keywords, INCLUDE_FRICTION
    )
    drives, rotor = chosen_drives(name, tree, options), None
    vectors = JointVectors(name, robot, tree)
    q, qd = vectors.position(given[0]), vectors.velocity(given[1])
    tau, f = vectors.torque(given[2]), vectors.external_force(given[3])
    if drives is not None:
        tau = tau - effort(name, drives, qd)
        rotor = drives.rotor if drives.rotor.any() else None
    if rotor is None and (qdd := tree.fast.forward_dynamics(q, qd, tau, f)) is not None:
        return vectors.shaped(qdd)
    qdd, pivots, floor = algorithms.forward_dynamics(tree.model, q, qd, tau, f, rotor)
    if pivots.size and not pivots.min() > floor:
        H = core.mass_matrix(tree.model, q)
        _warn_of_mass_matrix(tree, H if rotor is None else H + np.diag(rotor), pivots, floor)
    else:
        algorithms.scan("forwardDynamics", qdd)
    return vectors.shaped(qdd)


def _warn_of_mass_matrix(tree: Compiled, H: Matrix, pivots: Matrix, floor: Matrix) -> None:
    """Say that the mass matrix is singular, and by which joints, or that it is indefinite."""
    if (np.abs(pivots) > floor).all():
        warn(
            "rst_compat:forwardDynamics:IndefiniteMassMatrix",
            "The mass matrix is not positive definite: the inertias are not those of physical bodies.",
            stacklevel=3,
        )
        return
    idle = [n for n, v in _velocities(tree) if np.abs(H[v]).max() <= floor]
    named = f" The subtrees of these joints carry no inertia beside the rest: {', '.join(idle)}." if idle else ""
    warn(
        "rst_compat:forwardDynamics:SingularMassMatrix",
        "The mass matrix is singular to working precision; the accelerations are NaN." + named,
        stacklevel=3,
    )


def _velocities(tree: Compiled) -> list[tuple[str, slice]]:
    slices = [tree.model.v_of[i] for i, _ in tree.model.tree]
    return [(n, v) for n, v in zip(tree.joint_names, slices, strict=True) if v.stop > v.start]
