"""The vector that a regressor is multiplied by: the inertial parameters of all bodies, and those of the drives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from .arguments import elements, name_values
from .compile import compiled
from .copying import copy
from .drive_parameters import OPTIONS, drive_parameters

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

__all__ = ["inertialParameters", "parameterNames", "withInertialParameters"]

_OF_A_BODY = ("m", "mx", "my", "mz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy")


def inertialParameters(robot: rigidBodyTree, *args: Any, **keywords: Any) -> NDArray[np.float64]:
    """Parameters pi of a robot: ``inverseDynamics == inverseDynamicsRegressor @ pi``. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    Friction, GearRatio, RotorInertia, Offset : optional
        As of :func:`inverseDynamicsRegressor`: the parameters of the drives that stand behind those of the bodies.

    Returns
    -------
    (10 * NumBodies + ...,) ndarray
        For every body ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` about the origin of its frame, kg, kg m
        and kg m^2; the products are elements of the tensor, as in rigidBody's Inertia. Then what the options choose,
        kind by kind: viscous friction, Coulomb friction, rotor inertias and offsets of all joints of one freedom.

    Raises
    ------
    MatlabError
        ``rst_compat:argument:NotATree``; for wrong options as :func:`inverseDynamicsRegressor`.

    Notes
    -----
    Coulomb friction that is not the same both ways counts with its mean; where there are offsets too, half the
    difference is part of them. Smoothing is left out: the columns have the sign of the velocity.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> inertialParameters(importrobot("twolink"))[:4].round(4).tolist()
    [0.5, -0.125, 0.0, 0.0]
    """
    drives = drive_parameters("inertialParameters", robot, _options("inertialParameters", args, keywords))
    return np.concatenate([compiled(robot).model.parameters[1:].ravel(), drives.values()])


def parameterNames(robot: rigidBodyTree, *args: Any, **keywords: Any) -> list[str]:
    """Names of the parameters of :func:`inertialParameters`. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
    Friction, GearRatio, RotorInertia, Offset : optional
        As of :func:`inverseDynamicsRegressor`.

    Returns
    -------
    list of str
        ``"link1.m"``, ``"link1.mx"``, ... ``"link1.Ixy"`` of every body; then ``"joint1.Bm"``, ... ``"joint1.Tc"``, ...
        ``"joint1.Jm"``, ... ``"joint1.offset"``, ... of the joints, where the options choose them.

    Raises
    ------
    MatlabError
        As :func:`inertialParameters`.

    Notes
    -----
    ``mx`` is ``m cx``, a first moment; ``Bm``, ``Tc`` and ``Jm`` are the letters of Corke's toolbox.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> parameterNames(importrobot("twolink"), Friction="viscous")[-3:]
    ['body_2.Ixy', 'joint_1.Bm', 'joint_2.Bm']
    """
    drives = drive_parameters("parameterNames", robot, _options("parameterNames", args, keywords))
    return [f"{body}.{name}" for body in robot.BodyNames for name in _OF_A_BODY] + drives.names()


def withInertialParameters(robot: rigidBodyTree, pi: Any, *args: Any, **keywords: Any) -> rigidBodyTree:
    """A copy of a robot with other inertial parameters. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
        It stays as it is.
    pi : array_like
        In the order of :func:`inertialParameters` under the same options.
    Friction, GearRatio, RotorInertia, Offset : optional
        As of :func:`inverseDynamicsRegressor`. Where one of them chooses parameters of the drives, every joint of one
        freedom gets a JointFriction: its own with these values, or a new one.

    Returns
    -------
    rigidBodyTree
        With new Mass, CenterOfMass (``[m cx, m cy, m cz] / m``) and Inertia of all bodies.

    Raises
    ------
    MatlabError
        ``rst_compat:inertialParameters:NoCenterOfMass`` for a body whose mass is zero and whose first moments are not:
        CenterOfMass cannot say it; ``rst_compat:property:WrongSize``, ``...:NotFinite``.

    Notes
    -----
    As with the properties themselves, a mass may be negative and an inertia no body's: what a fit without constraints
    finds can be looked at and evaluated. checkModel says which bodies are not physical.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> pi = inertialParameters(robot)
    >>> pi[0] = 0.8
    >>> withInertialParameters(robot, pi).Bodies[0].CenterOfMass.tolist()
    [-0.15625, 0.0, 0.0]
    """
    drives = drive_parameters("withInertialParameters", robot, _options("withInertialParameters", args, keywords))
    inertial = 10 * robot.NumBodies
    values = elements(pi, inertial + drives.number, "withInertialParameters: pi")
    new: rigidBodyTree = copy(robot)
    for body, (m, *rest) in zip(new.Bodies, values[:inertial].reshape(-1, 10).tolist(), strict=True):
        body.Mass, body.Inertia = m, rest[3:]
        if m or any(rest[:3]):  # a body without mass keeps the centre that it had
            body.CenterOfMass = _center(body.Name, m, np.array(rest[:3]))
    if drives.number:
        names = [joint.Name for joint in drives.joints]
        for name, friction in zip(names, drives.frictions_with(values[inertial:]), strict=True):
            new._joints[name].Friction = friction
    return new


def _options(function: str, args: tuple[Any, ...], keywords: dict[str, Any]) -> dict[str, Any]:
    return name_values(function, args, keywords, OPTIONS)


def _center(name: str, m: float, moments: NDArray[np.float64]) -> NDArray[np.float64]:
    with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
        center = moments / m
    if not np.isfinite(center).all():
        raise MatlabValueError(
            "rst_compat:inertialParameters:NoCenterOfMass",
            f"withInertialParameters: body {name} has no mass to divide its first moments by",
            "a mass, or first moments of zero",
            f"m = {m:g} with [m cx, m cy, m cz] = {moments.tolist()}",
            "A fit that cannot tell the mass may take it from a prior: give it the masses of the drawings",
        )
    return center
