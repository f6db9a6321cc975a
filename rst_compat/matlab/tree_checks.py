"""Settings of the tree, limits, joints that move nothing, and numbers that look like other units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .. import core
from .body_checks import FAR, moving_bodies
from .compile import Compiled, compiled
from .findings import Finding, listed, named

if TYPE_CHECKING:
    from .rigid_body import rigidBody
    from .rigid_body_tree import rigidBodyTree

#: [rad] three turns and more are no robot's limit, and 20 degrees are none of a joint worth having;
#: what lies above 1080 means "no limit".
DEGREES = (20.0, 1080.0)
#: [kg] and [kg/m^3]: mass of the heaviest body, and of all over the cube of the reach; arms have 10 to 100 kg/m^3.
HEAVY, DENSE = 200.0, 5000.0
#: moving joints; the eigenvalues of larger mass matrices take seconds
SEARCHED = 500
#: [rad, m] what a limit of 0 may become in arithmetic
ROUNDING = 1e-9
#: [m/s^2] ten times the Earth's.
STRONG = 100.0


def check_settings(robot: rigidBodyTree) -> Iterator[Finding]:
    """Gravity and DataFormat."""
    if not robot.Gravity.any():
        fact = "Gravity is [0 0 0], as MATLAB's default: gravityTorque is zero, and no other torque contains weight."
        yield Finding("info", "ZeroGravity", fact, "Set Gravity = [0 0 -9.81] where the base's z points up.")
    elif (strength := float(np.linalg.norm(robot.Gravity))) > STRONG:
        factor = min((1e-2, 1e-3), key=lambda f: abs(strength * f - 9.81))
        corrected = tuple((robot.Gravity * factor).tolist())
        fact = f"Gravity is {strength:.4g} m/s^2."
        hint = f"It looks like {'cm' if factor == 1e-2 else 'mm'}/s^2; set Gravity = {listed(corrected)}."
        yield Finding("warning", "GravityUnit", fact, hint, Corrected=corrected)
    if robot.DataFormat == "struct":
        fact = "DataFormat is 'struct', as MATLAB's default: the dynamics functions refuse it."
        yield Finding("info", "StructDataFormat", fact, "Set DataFormat to 'row' or 'column' for dynamics.")


def check_joints(robot: rigidBodyTree) -> Iterator[Finding]:
    """Limits that exclude zero or that look like degrees, and friction that pushes."""
    for body in robot.Bodies:
        if body.Joint.Type in ("revolute", "prismatic"):
            yield from _limits(body)
            yield from _friction(body)


def _drives(body: rigidBody) -> bool:
    """Whether a prismatic joint is that of a vehicle: it moves the base frame, as far to either side."""
    lower, upper = body.Joint.PositionLimits
    at: rigidBody | None = body
    while at is not None and at.Parent is not None:
        if at.Joint.JointToParentTransform[:3, 3].any() or at.Joint.ChildToJointTransform[:3, 3].any():
            return False
        at = at.Parent
    return bool(lower == -upper)


def _limits(body: rigidBody) -> Iterator[Finding]:
    joint = body.Joint
    lower, upper = joint.PositionLimits
    if lower > ROUNDING or upper < -ROUNDING:
        fact = f"The limits {listed((lower, upper))} exclude 0; HomePosition is {joint.HomePosition:g}."
        hint = "Start from homeConfiguration, not from zeros."
        yield Finding("info", "LimitsExcludeZero", fact, hint, body.Name, joint.Name)
    far = max((abs(x) for x in (lower, upper) if np.isfinite(x)), default=0.0)
    if joint.Type == "revolute" and DEGREES[0] <= far <= DEGREES[1]:
        corrected = tuple(np.deg2rad([lower, upper]).tolist())
        fact = f"The limits {listed((lower, upper))} are {far / (2 * np.pi):.0f} turns."
        hint = f"They look like degrees; in rad they are {listed(corrected)}."
        yield Finding("warning", "AngleInDegrees", fact, hint, body.Name, joint.Name, corrected)
    if joint.Type == "prismatic" and FAR < far <= FAR * 1000 and not _drives(body):
        corrected = (float(lower) / 1000, float(upper) / 1000)
        hint = f"They look like mm; in m they are {listed(corrected)}."
        fact = f"The limits of a prismatic joint are {listed((lower, upper))} m."
        yield Finding("warning", "LengthInMillimetres", fact, hint, body.Name, joint.Name, corrected)


def _friction(body: rigidBody) -> Iterator[Finding]:
    friction = body.Joint.Friction
    for name in () if friction is None else ("Viscous", "Coulomb", "RotorInertia"):
        if np.min(value := getattr(friction, name)) < 0:
            fact = f"{name} of the joint's Friction is {value:g}: it feeds energy instead of taking it."
            hint = "A fit with bounds, or without this parameter, is physical."
            yield Finding("warning", "NegativeFriction", fact, hint, body.Name, body.Joint.Name)


def check_units(robot: rigidBodyTree) -> Iterator[Finding]:
    """Lengths in millimetres, masses in grams."""
    offsets = {}
    for body in robot.Bodies:
        poses = (body.Joint.JointToParentTransform, body.Joint.ChildToJointTransform)
        offsets[body.Name] = sum(float(np.linalg.norm(T[:3, 3])) for T in poses)
        far = max(offsets[body.Name], float(np.linalg.norm(body.CenterOfMass)))
        if far > FAR:
            fact = f"The transforms of its joint or its centre of mass are {far:.4g} m long."
            hint = f"Lengths look like mm; in m that is {far / 1000:.4g}."
            yield Finding("warning", "LengthInMillimetres", fact, hint, body.Name, body.Joint.Name)
    moving = moving_bodies(robot)
    masses = [(body.Mass, body.Name) for body in robot.Bodies if body.Name in moving]
    heaviest, name = max(masses, default=(0.0, ""))
    total, reach = sum(m for m, _ in masses), sum(offsets.values())
    if heaviest >= HEAVY and 0 < reach < FAR and total > DENSE * reach**3:
        fact = f"The moving bodies have {total:.4g} kg together, in a robot of {reach:.3g} m."
        hint = f"Masses look like grams; in kg the heaviest has {heaviest / 1000:.4g}."
        yield Finding("warning", "MassInGrams", fact, hint, name, Corrected=(heaviest / 1000,))


def mass_matrices(robot: rigidBodyTree) -> NDArray[np.float64]:
    """Mass matrices (4, nv, nv) at home and in three configurations without symmetry; none of a very large robot."""
    if sum(body.Joint.Type != "fixed" for body in robot.Bodies) > SEARCHED:
        return np.zeros((0, 0, 0))
    tree = compiled(robot)
    spread = np.random.default_rng(0).uniform(-1, 1, (4, tree.model.nq))
    spread[0] = 0
    return core.mass_matrix(tree.model, tree.home + spread)


def is_indefinite(M: NDArray[np.float64]) -> bool:
    """Whether a mass matrix has a negative eigenvalue, beyond rounding."""
    return bool(M.size and (np.linalg.eigvalsh(M)[:, 0] < -_floor(M)).any())


def check_masses(robot: rigidBodyTree, M: NDArray[np.float64]) -> Iterator[Finding]:
    """Joints that move no inertia, whatever the configuration."""
    floor = _floor(M)
    if not M.size or not (floor > 0).all() or not (np.abs(np.linalg.eigvalsh(M)).min(axis=-1) <= floor).all():
        return
    tree = compiled(robot)
    idle = {name for name, v in _velocities(tree) if (np.abs(M[:, v]).max(axis=(1, 2)) <= floor).all()}
    yield from _massless(robot, idle)
    if not idle:
        fact = f"The mass matrix of {named(tree.moving)} is singular in every configuration; forwardDynamics gives NaN."
        yield Finding("error", "SingularMassMatrix", fact, "Some motion of the joints together moves no inertia.")


def _massless(robot: rigidBodyTree, idle: set[str]) -> Iterator[Finding]:
    """One finding for each subtree of joints that move nothing, at its first joint."""
    first: dict[str, rigidBody] = {}  # name of a body -> the body at which its massless subtree begins
    joints: dict[str, list[str]] = {}
    for body in robot.Bodies:  # parents first
        begin = first.get(body._parent._name)
        if body.Joint.Name in idle:
            begin = begin or body
            joints.setdefault(begin.Name, []).append(body.Joint.Name)
        if begin is not None:
            first[body.Name] = begin
    for name, names in joints.items():
        body = first[name]
        which = "The joint moves" if len(names) == 1 else f"The joints {named(names)} move"
        fact = f"{which} no inertia: the mass matrix is singular, and forwardDynamics gives NaN."
        hint = "Give a body behind it a mass or an inertia, or make the joint fixed."
        if len(names) > 1:
            hint = "Give the last bodies behind them masses or inertias, or make the joints fixed."
        yield Finding("error", "MasslessSubtree", fact, hint, body.Name, body.Joint.Name)


def _floor(M: NDArray[np.float64]) -> NDArray[np.float64]:
    """What counts as zero in a mass matrix: the same bound as in forwardDynamics."""
    largest = np.abs(np.diagonal(M, axis1=-2, axis2=-1)).max(axis=-1, initial=0.0)
    return np.asarray(M.shape[-1] * np.finfo(float).eps * largest)


def _velocities(tree: Compiled) -> list[tuple[str, slice]]:
    slices = [tree.model.v_of[i] for i, _ in tree.model.tree]
    return [(n, v) for n, v in zip(tree.joint_names, slices, strict=True) if v.stop > v.start]
