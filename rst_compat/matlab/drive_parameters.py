"""The parameters of the drives behind the inertial ones: the columns of a regressor, their names and their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import core
from .arguments import choice, elements, is_empty, logical, name_values, numbers
from .compile import Compiled, compiled
from .friction import JointFriction, check_gear_ratio

if TYPE_CHECKING:
    from .blocks import Function
    from .rigid_body_joint import rigidBodyJoint
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

#: the options of inverseDynamicsRegressor, parameterNames, inertialParameters and withInertialParameters
OPTIONS: dict[str, Any] = {"Friction": False, "GearRatio": None, "RotorInertia": False, "Offset": False}
#: the option of inverseDynamics and forwardDynamics
INCLUDE_FRICTION: dict[str, Any] = {"IncludeFriction": False}
#: kind of parameter in the core -> its name behind that of the joint
SYMBOLS = {"viscous": "Bm", "coulomb": "Tc", "rotor": "Jm", "offset": "offset"}
_FRICTIONS = {"viscous": ("viscous",), "coulomb": ("coulomb",)}


class DriveParameters(NamedTuple):
    """Which parameters of the drives there are: some kinds, each for all joints of one freedom.

    Attributes
    ----------
    kinds : tuple of str
        Some of the keys of :data:`SYMBOLS`, in their order.
    joints : tuple of rigidBodyJoint
    frictions : tuple of JointFriction
        What each of them has, referred to the gear ratio that was asked for.
    velocities : (n,) array of int
        Where they stand in qd.
    units : core.Drives
        What a unit of each parameter is at the joint.
    """

    kinds: tuple[str, ...]
    joints: tuple[rigidBodyJoint, ...]
    frictions: tuple[JointFriction, ...]
    velocities: NDArray[np.int64]
    units: core.Drives

    @property
    def number(self) -> int:
        """Number of parameters."""
        return len(self.kinds) * len(self.joints)

    def names(self) -> list[str]:
        """``joint1.Bm``, ``joint2.Bm``, ..., kind by kind."""
        return [f"{joint.Name}.{SYMBOLS[kind]}" for kind in self.kinds for joint in self.joints]

    def columns(self, qd: Array, qdd: Array) -> Array:
        """Their columns (..., nv, number) of a regressor."""
        with np.errstate(over="ignore", invalid="ignore"):
            columns = core.drive_regressor(self.units, qd, qdd, self.kinds)
        nv = columns.shape[-2]
        if len(self.velocities) == nv:
            return columns
        here = [k * nv + v for k in range(len(self.kinds)) for v in self.velocities]
        return columns[..., here]

    def values(self) -> Array:
        """The parameters (number,) of the robot."""
        return np.array([_value(kind, f, self.kinds) for kind in self.kinds for f in self.frictions], dtype=float)

    def frictions_with(self, values: Array) -> list[JointFriction]:
        """Friction for every joint, with parameters (number,) in place of its own."""
        table = dict(zip(self.kinds, values.reshape(len(self.kinds), -1), strict=True))
        names = {"viscous": "Viscous", "coulomb": "Coulomb", "rotor": "RotorInertia", "offset": "Offset"}
        return [f._with(**{names[k]: v[i] for k, v in table.items()}) for i, f in enumerate(self.frictions)]


def drive_parameters(function: str, robot: rigidBodyTree, options: Mapping[str, Any]) -> DriveParameters:
    """The parameters that the options of a function choose."""
    given = name_values(function, (), options, OPTIONS)
    tree = compiled(robot)
    pairs = [(b.Joint, v) for b, v in zip(robot._bodies, tree.model.v_of[1:], strict=True) if v.stop - v.start == 1]
    joints = tuple(joint for joint, _ in pairs)
    gear = _gear_ratios(given["GearRatio"], len(joints), function)
    frictions = tuple(_referred(j.Friction, g) for j, g in zip(joints, gear, strict=True))
    units, one = np.zeros((3, tree.model.nv)), np.ones(tree.model.nv)
    velocities = np.array([v.start for _, v in pairs], dtype=np.int64)
    units[:, velocities] = np.array([f._units() for f in frictions]).reshape(-1, 3).T
    kinds = _kinds(given["Friction"], f"{function}: Friction")
    kinds += ("rotor",) if logical(given["RotorInertia"], f"{function}: RotorInertia") else ()
    kinds += ("offset",) if logical(given["Offset"], f"{function}: Offset") else ()
    return DriveParameters(
        kinds, joints, frictions, velocities, core.Drives(units[0], units[1], units[1], 0 * one, units[2], one)
    )


def chosen_drives(function: str, tree: Compiled, options: Mapping[str, Any]) -> core.Drives | None:
    """The drives of a robot, where IncludeFriction is true and there are any."""
    return tree.drives if logical(options["IncludeFriction"], f"{function}: IncludeFriction") else None


def drive_hooks(
    spec: Function, robot: rigidBodyTree, tree: Compiled, options: Mapping[str, Any]
) -> tuple[Function, int]:
    """A function of ``batch`` with what its options add to it, and the number of columns that they add."""
    if spec.name == "inverseDynamicsRegressor":
        parameters = drive_parameters(f"batch.{spec.name}", robot, options)

        def widened(Y: Array, inputs: Sequence[Array | None]) -> Array:
            _, qd, qdd = inputs
            zeros = tree.zeros
            columns = parameters.columns(zeros if qd is None else qd, zeros if qdd is None else qdd)
            return np.concatenate([Y, np.broadcast_to(columns, (*Y.shape[:-1], parameters.number))], axis=-1)

        return (spec._replace(after=widened), parameters.number) if parameters.number else (spec, 0)
    drives = chosen_drives(f"batch.{spec.name}", tree, options)
    if drives is None:
        return spec, 0
    if spec.name == "inverseDynamics":

        def with_drives(tau: Array, inputs: Sequence[Array | None]) -> Array:
            _, qd, qdd, _ = inputs
            zeros = tree.zeros
            return tau + core.drive_torque(drives, zeros if qd is None else qd, zeros if qdd is None else qdd)

        return spec._replace(after=with_drives), 0

    def without_friction(inputs: list[Array | None]) -> list[Array | None]:
        q, qd, tau, f_ext = inputs
        friction = core.friction_torque(drives, tree.zeros if qd is None else qd)
        return [q, qd, -friction if tau is None else tau - friction, f_ext]

    spec = spec._replace(before=without_friction)
    # The engine knows no rotors.
    return (spec._replace(method="", rotor=drives.rotor) if drives.rotor.any() else spec), 0


def _kinds(value: Any, what: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return _FRICTIONS[choice(value, _FRICTIONS, what)]
    return ("viscous", "coulomb") if logical(value, what) else ()


def _gear_ratios(value: Any, count: int, function: str) -> list[Any]:
    """A ratio for each joint, None for that of its own friction."""
    if is_empty(value):
        return [None] * count
    what = f"{function}: GearRatio"
    given = numbers(value, what)
    ratios = elements(np.full(count, given) if given.size == 1 else given, count, what)
    for ratio in ratios.tolist():
        check_gear_ratio(ratio, what)
    return list(ratios.tolist())


def _referred(friction: JointFriction | None, gear: float | None) -> JointFriction:
    """The same drive with its friction measured at a motor behind another gear."""
    own = friction or JointFriction()
    if gear is None:
        return own
    there = own._with(GearRatio=gear, Reference="motor", CoulombScaling="gear")
    viscous, coulomb, rotor = (a / b for a, b in zip(own._units(), there._units(), strict=True))
    return there._with(
        Viscous=viscous * own.Viscous, Coulomb=coulomb * own.Coulomb, RotorInertia=rotor * own.RotorInertia
    )


def _value(kind: str, friction: JointFriction, kinds: tuple[str, ...]) -> float:
    """A parameter; Coulomb friction that is not the same both ways is its mean, and the rest an offset."""
    forward, backward = (float(c) for c in np.broadcast_to(friction.Coulomb, 2))
    if kind == "viscous":
        return friction.Viscous
    if kind == "coulomb":
        return (forward + backward) / 2
    if kind == "rotor":
        return friction.RotorInertia
    return friction.Offset + ("coulomb" in kinds) * friction._units()[1] * (forward - backward) / 2
