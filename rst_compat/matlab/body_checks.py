"""Masses and inertias that no body has, or that were never set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .findings import Finding, listed, named

if TYPE_CHECKING:
    from .rigid_body import rigidBody
    from .rigid_body_tree import rigidBodyTree

Matrix = NDArray[np.float64]

#: Data sheets and CAD print three or four digits, and the parallel-axis term is a difference of such numbers.
ROUNDING = 1e-3
#: [kg/m^3] of the cube with this mass and these moments; osmium has 22,600, and a mass in grams gives 1e7 and more
DENSEST = 1e6
#: of the moving mass: what is lighter stands for "none", as simulators that refuse zeros want it
PLACEHOLDER = 1e-7
#: [m] no robot's link is longer, nor its radius of gyration; the shortest link that matters has 20 mm.
FAR = 20.0
_DEFAULT = [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
_FRAME = "Inertia is about the body frame origin"


def inertia_matrix(vector: Any) -> Matrix:
    """The matrix (3, 3) of ``[Ixx Iyy Izz Iyz Ixz Ixy]``."""
    xx, yy, zz, yz, xz, xy = vector
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def inertia_vector(matrix: Matrix) -> tuple[float, ...]:
    """The other way round."""
    return tuple(float(matrix[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (1, 2), (0, 2), (0, 1)))


def parallel_axis(mass: float, com: Any) -> Matrix:
    """Inertia about the body origin of all the mass in the centre of mass."""
    c = np.asarray(com, dtype=float)
    return np.asarray(mass * (c @ c * np.eye(3) - np.outer(c, c)))


def moving_bodies(robot: rigidBodyTree) -> set[str]:
    """Names of the bodies that have a moving joint between the base and themselves."""
    names: set[str] = set()
    for body in robot._bodies:  # parents first
        if body._joint._type != "fixed" or body._parent._name in names:
            names.add(body._name)
    return names


def check_bodies(robot: rigidBodyTree, indefinite: bool) -> list[Finding]:
    """Findings about single bodies; ``indefinite``: the mass matrix of the robot has a negative eigenvalue."""
    bodies = robot.Bodies
    found = [f for body in bodies for f in _negative_mass(body)]
    names = moving_bodies(robot)
    moving = [body for body in bodies if body.Name in names]
    if moving and all(body.Mass == 0 and not body.Inertia.any() for body in moving):
        return [*found, _nothing_has_mass(moving)]
    if len(moving) > 1 and all(map(_is_default, moving)):
        return [*found, _nothing_was_set(moving)]
    whole = sum(body.Mass for body in moving)
    for body in bodies:
        if 0 < body.Mass < PLACEHOLDER * whole:
            continue
        about = [replace(f, Body=body.Name) for f in _check(body, indefinite)]
        if body.Name not in names:
            rest = " The body does not move, so dynamics do not see it."
            about = [replace(f, Severity="info", Message=f.Message + rest) for f in about]
        found += about
    return found


def _negative_mass(body: rigidBody) -> Iterator[Finding]:
    if body.Mass < 0:
        fact = f"Mass is {body.Mass:g} kg; no body has a negative mass"
        yield Finding("error", "NegativeMass", fact + ".", "Set a mass that is positive or 0.", body.Name)


def _nothing_has_mass(moving: list[rigidBody]) -> Finding:
    fact = "All moving bodies have mass 0 and inertia 0: all torques are 0, and forwardDynamics gives NaN."
    hint = "Kinematics are not affected. Many URDF files have no inertial data; set Mass, CenterOfMass and Inertia"
    return Finding("error", "AllMassesZero", fact, f"{hint} of {named(b.Name for b in moving)}.")


def _nothing_was_set(moving: list[rigidBody]) -> Finding:
    fact = "All moving bodies have the defaults of rigidBody, Mass 1, CenterOfMass [0 0 0] and Inertia [1 1 1 0 0 0]."
    hint = "Kinematics are not affected. For dynamics set Mass, CenterOfMass and Inertia"
    return Finding("warning", "DefaultInertia", fact, f"{hint} of {named(b.Name for b in moving)}.")


def _is_default(body: rigidBody) -> bool:
    return body.Mass == 1 and body.Inertia.tolist() == _DEFAULT and not body.CenterOfMass.any()


def _check(body: rigidBody, indefinite: bool) -> Iterator[Finding]:
    m, c = body.Mass, body.CenterOfMass
    if body.Inertia.tolist() == _DEFAULT:
        yield _default_inertia(body)
    elif m == 0 and body.Inertia.any():
        hint = "As MATLAB does; set Inertia to six zeros where there is none."
        yield Finding("info", "MasslessInertia", f"Mass is 0, and Inertia {listed(body.Inertia)} counts.", hint)
    elif m > 0 and np.linalg.norm(c) < FAR:  # the centre of mass of a body in millimetres is another finding
        yield from _inertia(m, c, inertia_matrix(body.Inertia), indefinite)


def _default_inertia(body: rigidBody) -> Finding:
    if _is_default(body):
        fact = "Mass 1, CenterOfMass [0 0 0] and Inertia [1 1 1 0 0 0] are the defaults of rigidBody."
        return Finding("warning", "DefaultInertia", fact, "Set them; a frame has mass 0 and inertia 0.")
    fact = f"Mass is {body.Mass:g} kg, and Inertia [1 1 1 0 0 0] is the default of rigidBody."
    hint = "Set Inertia" if body.Mass else "Mass = 0 does not clear the inertia; set it to six zeros too"
    return Finding("warning", "DefaultInertia", fact, hint + ".")


def _inertia(m: float, c: Any, about_origin: Matrix, indefinite: bool) -> Iterator[Finding]:
    shift = parallel_axis(m, c)
    about_com = about_origin - shift
    room = ROUNDING * max(np.abs(about_origin).max(), np.abs(shift).max())
    moments = np.linalg.eigvalsh(about_com)
    if moments[0] < -room:
        yield _not_positive(m, c, about_origin, shift, indefinite)
    elif moments[2] > moments[0] + moments[1] + room:
        fact = f"The principal moments about the centre of mass {listed(moments)} break the triangle inequality: "
        fact += "one is larger than the sum of the others, as in no real body."
        hint = "Every function runs with it, as in MATLAB; check the source of the numbers."
        yield Finding("warning", "TriangleInequality", fact, hint)
    elif moments.sum() > 2 * m * FAR**2:
        fact = f"The radius of gyration is {np.sqrt(moments.sum() / (2 * m)):.3g} m."
        shown = inertia_vector(about_origin * 1e-6)
        hint = f"Inertia looks like kg mm^2; in kg m^2 it is {listed(shown)}."
        yield Finding("warning", "InertiaInMillimetres", fact, hint, Corrected=shown)


def _not_positive(m: float, c: Any, about_origin: Matrix, shift: Matrix, indefinite: bool) -> Finding:
    given, largest = listed(inertia_vector(about_origin)), np.abs(about_origin).max()
    room = ROUNDING * largest
    edge = np.sqrt(2 * np.trace(about_origin).clip(0) / m)
    if m > DENSEST * edge**3 > 0 and _is_physical(about_origin - shift / 1000, room):
        fact = f"Inertia {given} is {shift.max() / largest:.0f} times too small for {m:g} kg at {listed(c)} m."
        hint = f"The mass looks like grams; in kg it is {m / 1000:g}."
        return Finding("warning", "MassInGrams", fact, hint, Corrected=(m / 1000,))
    if _is_physical(about_origin, room) and _across(about_origin, c) < _across(shift, c):
        corrected = inertia_vector(about_origin + shift)
        fact = f"Inertia {given} looks like an inertia about the centre of mass; {_FRAME}. "
        fact += f"It is smaller than the parallel-axis term {listed(inertia_vector(shift))}."
        hint = f"Set Inertia = {listed(corrected)}."
        return Finding("error", "InertiaAboutCenterOfMass", fact, hint, Corrected=corrected)
    moments = np.linalg.eigvalsh(about_origin - shift)
    fact = f"A principal moment about the centre of mass is negative: {listed(moments)}."
    hint = f"{_FRAME}, in the order [Ixx Iyy Izz Iyz Ixz Ixy]."
    if not indefinite:
        hint += " The mass matrix stays positive definite all the same: a planar arm, for one, uses one moment only."
    return Finding("error" if indefinite else "warning", "InertiaNotPositive", fact, hint)


def _across(inertia: Matrix, c: Any) -> float:
    """Sum of the two moments about axes across the centre of mass's direction, where the parallel-axis term is."""
    return float(np.trace(inertia) - c @ inertia @ c / (c @ c))


def _is_physical(inertia: Matrix, room: float) -> bool:
    moments = np.linalg.eigvalsh(inertia)
    return bool(moments[0] >= -room and moments[2] <= moments[0] + moments[1] + room)
