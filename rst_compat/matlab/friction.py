"""Friction of joints, which MATLAB's rigidBodyTree does not have: JointFriction, and the torque that it takes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import MatlabValueError
from . import algorithms
from .arguments import Vector, choice, elements, is_empty, name_values, numbers
from .compile import vectors_only
from .handles import Handle
from .joint_vectors import JointVectors

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

#: the names of JointFriction and their defaults, in the order of its page
DEFAULTS: dict[str, Any] = {
    "Viscous": 0.0,
    "Coulomb": 0.0,
    "GearRatio": 1.0,
    "Reference": "motor",
    "CoulombScaling": "gear",
    "Smoothing": None,
    "RotorInertia": 0.0,
    "Offset": 0.0,
}
REFERENCES, SCALINGS = ("motor", "joint"), ("gear", "none")


class JointFriction(Handle):
    """Friction, rotor and gear of a joint's drive. MATLAB has no such class, and its dynamics have no friction.

    Parameters
    ----------
    Viscous : float, default 0
        Torque per speed, N m s/rad (N s/m where a slide is meant).
    Coulomb : float or (2,) array_like, default 0
        Dry friction, N m or N; ``[Tc+ Tc-]`` where it differs between positive and negative motion, the second with
        the minus sign of Corke's toolbox or without.
    GearRatio : float, default 1
        Turns of the motor per turn of the joint, of either sign; 0 is none.
    Reference : {"motor", "joint"}
        Where Viscous, Coulomb and RotorInertia are measured. What is measured at the joint takes no gear ratio.
    CoulombScaling : {"gear", "none"}
        How the Coulomb friction of a motor reaches the joint: times the size of the gear ratio, or as it is.
    Smoothing : float, optional
        Speed v0 of the joint in ``tanh(qd / v0)``, in place of the sign of qd. For simulation; it biases a fit.
    RotorInertia : float, default 0
        Inertia of the motor about its axis, kg m^2.
    Offset : float, default 0
        Constant torque at the joint, N m or N.

    Raises
    ------
    MatlabError
        ``rst_compat:friction:WrongCoulomb``, ``...:WrongGearRatio``, ``...:WrongSmoothing``;
        ``rst_compat:property:WrongSize``, ``...:NotFinite``, ``rst_compat:argument:NotAChoice``.

    Notes
    -----
    At the joint the drive takes ``G^2 B qd + |G| Tc sign(qd) + offset``, an effort like that of inverseDynamics, and
    ``G^2 Jm qdd`` where a function takes accelerations. At rest the Coulomb term is zero: there is no stiction.

    The sources disagree about the gear of the Coulomb term. A torque at the motor is ``G`` times as large at the
    joint, so the term carries ``|G|``, as in Corke's ``Link.friction`` (whose result has the opposite sign) and in the
    prose of course notes on these functions. The equation and the code of the same notes leave it out: that is
    CoulombScaling "none". A fit gives the same torques either way, and a ``Tc`` that differs by the factor ``|G|``.

    Signs are not checked, as rigidBody does not check its Mass: a fit may need any. checkModel says what is not
    physical. An object never changes: assign a new one to ``joint.Friction``.

    Examples
    --------
    >>> friction = JointFriction(Viscous=2e-5, Coulomb=0.01, GearRatio=50)
    >>> friction
    JointFriction(Viscous=2e-05, Coulomb=0.01, GearRatio=50)
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> robot.Bodies[0].Joint.Friction = friction
    >>> robot.frictionTorque([0.5, -0.5]).round(6).tolist()
    [0.525, 0.0]
    """

    __slots__ = (
        "_coulomb",
        "_coulomb_scaling",
        "_gear_ratio",
        "_offset",
        "_reference",
        "_rotor_inertia",
        "_smoothing",
        "_viscous",
    )

    def __init__(self, *args: Any, **keywords: Any) -> None:
        given = name_values("JointFriction", args, keywords, DEFAULTS)
        given = {name: DEFAULTS[name] if is_empty(value) else value for name, value in given.items()}
        self._viscous = _number(given["Viscous"], "Viscous")
        self._coulomb = _coulomb(given["Coulomb"])
        self._gear_ratio = _number(given["GearRatio"], "GearRatio")
        check_gear_ratio(self._gear_ratio, "JointFriction.GearRatio")
        self._reference = choice(given["Reference"], REFERENCES, "JointFriction.Reference")
        self._coulomb_scaling = choice(given["CoulombScaling"], SCALINGS, "JointFriction.CoulombScaling")
        self._smoothing = None if given["Smoothing"] is None else _number(given["Smoothing"], "Smoothing")
        if self._smoothing is not None and self._smoothing <= 0:
            raise MatlabValueError(
                "rst_compat:friction:WrongSmoothing",
                "JointFriction.Smoothing is no speed",
                "a speed above zero, in rad/s or m/s, or None for the sign of the velocity",
                f"{self._smoothing:g}",
                "A hundredth of the usual speed keeps a solver's steps long",
            )
        self._rotor_inertia = _number(given["RotorInertia"], "RotorInertia")
        self._offset = _number(given["Offset"], "Offset")

    @property
    def Viscous(self) -> float:
        """Torque per speed, N m s/rad or N s/m."""
        return self._viscous

    @property
    def Coulomb(self) -> Any:
        """Dry friction, N m or N: a float, or (2,) against positive and negative motion, both as sizes."""
        return self._coulomb

    @property
    def GearRatio(self) -> float:
        """Turns of the motor per turn of the joint."""
        return self._gear_ratio

    @property
    def Reference(self) -> str:
        """Where the friction is measured: "motor" or "joint"."""
        return self._reference

    @property
    def CoulombScaling(self) -> str:
        """How Coulomb friction of the motor reaches the joint: "gear" or "none"."""
        return self._coulomb_scaling

    @property
    def Smoothing(self) -> float | None:
        """Speed of the hyperbolic tangent, rad/s or m/s; None for the sign of the velocity."""
        return self._smoothing

    @property
    def RotorInertia(self) -> float:
        """Inertia of the motor, kg m^2."""
        return self._rotor_inertia

    @property
    def Offset(self) -> float:
        """Constant torque at the joint, N m or N."""
        return self._offset

    def _units(self) -> tuple[float, float, float]:
        """What a unit of Viscous, of Coulomb and of RotorInertia is at the joint."""
        if self._reference == "joint":
            return 1.0, 1.0, 1.0
        G = self._gear_ratio
        return G * G, abs(G) if self._coulomb_scaling == "gear" else 1.0, G * G

    def _at_joint(self) -> tuple[float, ...]:
        """One element of each array of :class:`rst_compat.core.Drives`."""
        viscous, coulomb, rotor = self._units()
        forward, backward = (coulomb * c for c in np.broadcast_to(self._coulomb, 2).tolist())
        speed = self._smoothing or 0.0
        return viscous * self._viscous, forward, backward, speed, rotor * self._rotor_inertia, self._offset

    def _with(self, **changes: Any) -> JointFriction:
        """Another one, with some values in place of its own."""
        return JointFriction(**{name: getattr(self, name) for name in DEFAULTS} | changes)

    def _copied(self) -> JointFriction:
        return self  # it never changes

    def _plain(self) -> tuple[Any, ...]:
        return tuple(v.tolist() if isinstance(v, np.ndarray) else v for v in (getattr(self, n) for n in DEFAULTS))

    def __eq__(self, other: object) -> bool:
        return self._plain() == other._plain() if isinstance(other, JointFriction) else NotImplemented

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        shown = zip(DEFAULTS.items(), self._plain(), strict=True)
        return f"JointFriction({', '.join(f'{name}={_short(value)}' for (name, d), value in shown if value != d)})"


def frictionTorque(robot: rigidBodyTree, jointVel: Any = None) -> NDArray[np.float64]:
    """Joint forces that overcome the friction of the joints at a velocity. MATLAB has no such function.

    Parameters
    ----------
    robot : rigidBodyTree
        Its friction is in ``robot.Bodies[i].Joint.Friction``; a joint where that is None has none.
    jointVel : (nv,) array_like, optional
        Joint velocities, rad/s or m/s; zeros by default.

    Returns
    -------
    (nv,) ndarray
        N m or N, the effort that the motion takes: it adds to :func:`inverseDynamics`, and has the sign of the
        velocity. Corke's ``friction`` has the opposite sign. (nv, 1) or (1, nv) where the velocity was 2-D.

    Raises
    ------
    MatlabError
        As ``massMatrix``.

    Notes
    -----
    See :class:`JointFriction`, whose Offset is part of it and whose RotorInertia is not. Source: Corke, *Robotics,
    Vision and Control*, section 9.1.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> robot.Bodies[1].Joint.Friction = JointFriction(Viscous=4e-5, Coulomb=0.02, GearRatio=-30)
    >>> frictionTorque(robot, [0.5, -0.5]).round(6).tolist()
    [0.0, -0.618]
    """
    tree = vectors_only(robot)
    vectors = JointVectors("frictionTorque", robot, tree)
    qd = vectors.velocity(jointVel)
    return vectors.shaped(np.zeros_like(qd) if tree.drives is None else effort("frictionTorque", tree.drives, qd))


def effort(function: str, drives: core.Drives, qd: Vector, qdd: Vector | None = None) -> Vector:
    """What the drives take at a velocity, or in a motion, with a warning where it overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        torque: Vector = core.friction_torque(drives, qd) if qdd is None else core.drive_torque(drives, qd, qdd)
    algorithms.scan(function, torque)
    return torque


def check_gear_ratio(ratio: float, what: str) -> None:
    """Refuse zero, and what has no square among the numbers."""
    if not 0 < ratio * ratio < math.inf:
        raise MatlabValueError(
            "rst_compat:friction:WrongGearRatio",
            f"{what} is no gear ratio",
            "turns of the motor per turn of the joint, positive or negative",
            f"{ratio:g}",
            "1 is a direct drive",
        )


def _number(value: Any, name: str) -> float:
    return float(elements(value, 1, f"JointFriction.{name}")[0])


def _coulomb(value: Any) -> Any:
    array = numbers(value, "JointFriction.Coulomb")
    if array.size == 1:
        return _number(array, "Coulomb")
    if array.size != 2 or array.flat[0] < 0:
        raise MatlabValueError(
            "rst_compat:friction:WrongCoulomb",
            "JointFriction.Coulomb is neither one friction nor one for each way",
            "a number, or [Tc+ Tc-]: against positive and against negative motion",
            str(array.tolist()),
            "The second may have the minus sign of Corke's toolbox; its size counts",
        )
    pair = np.abs(elements(array, 2, "JointFriction.Coulomb"))
    pair.flags.writeable = False
    return pair


def _short(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_short, value))}]"
    return repr(value).removesuffix(".0")
