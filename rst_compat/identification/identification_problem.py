"""What is asked of a log: which unknowns, which of them can be known, and where the rest comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from ..matlab.arguments import elements, is_empty, numbers
from ..matlab.compile import compiled
from ..matlab.copying import copy
from ..matlab.inertial_parameters import inertialParameters, parameterNames
from .base_parameters import BaseParameters, _expression, baseParameters, read_sensors, spelled
from .compression import Compressed, reduced
from .linear_map import LinearMap
from .measured_rows import Rows, System, prepared
from .motion_data import MotionData

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

#: A joint whose positions stay within this many rad or m stands still.
STILL = 1e-3
#: Share of the largest mass that any body may get which is no frame.
_LIGHT = 1e-4
OPTIONS = ("Friction", "GearRatio", "RotorInertia", "Offset")


class Problem(NamedTuple):
    """Unknowns u of the rows: combinations ``u = Kz z`` of what is asked for, where ``x = L z + x0``.

    Attributes
    ----------
    system, data
        How samples become rows W, w in the base parameters xb, and the log.
    base, best : BaseParameters
        With the joints that moved, and if all had moved: ``xb = base.K x``.
    map : LinearMap or None
        None for z = x.
    B : (b, u) array
        ``xb = B u + K x0``.
    Kz : (u, k) array
    expressions : tuple of str
        Of u.
    prior, spread : (k,) arrays
        Of z.
    model : (p,) array
        The prior of x.
    still : dict of float
        Joints that stood still, and their range.
    derivatives : str or None
        How they were found, where the log had none.
    """

    system: System
    data: MotionData
    base: BaseParameters
    best: BaseParameters
    map: LinearMap | None
    L: Array
    x0: Array
    B: Array
    Kz: Array
    expressions: tuple[str, ...]
    prior: Array
    spread: Array
    model: Array
    still: dict[str, float]
    derivatives: str | None

    @property
    def start(self) -> Array:
        """The unknowns of the prior."""
        start: Array = self.Kz @ self.prior
        return start

    def reduced(self, rows: Compressed) -> Compressed:
        """Rows in base parameters as rows in the unknowns."""
        return rows if self.map is None else rows.changed(self.B, self.base.K @ self.x0)

    def in_unknowns(self, rows: Rows) -> Rows:
        """The same of rows of samples."""
        W, w, keep = rows
        return rows if self.map is None else Rows(W @ self.B, w - W @ (self.base.K @ self.x0), keep)

    def rows(self, data: MotionData) -> Rows:
        """The rows of some samples in the unknowns."""
        return self.in_unknowns(self.system.rows(data))

    def known(self, L: Array, excited: Array) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which rows of L (m, k) the combinations ``excited`` (e, k) of z determine, and on which they bear at all."""
        scale = np.abs(excited).max(0, initial=0)
        scale = np.where(scale > 0, scale, 1)
        _, s, Vt = np.linalg.svd(excited / scale, full_matrices=False)
        basis = Vt[s > 1e-9 * s.max(initial=0)]
        rows = L / scale
        size = np.maximum(np.linalg.norm(rows, axis=1), np.finfo(float).tiny)
        seen = rows @ basis.T
        left = np.linalg.norm(rows - seen @ basis, axis=1) / size
        return left < 1e-6, np.linalg.norm(seen, axis=1) / size > 1e-9


def problem(robot: rigidBodyTree, data: MotionData, given: dict[str, Any]) -> Problem:
    """The question that the arguments of identifyDynamics ask."""
    sensors = _sensors(robot, data, given["Sensors"])
    log, derivatives = prepared("identifyDynamics", robot, data, sensors)
    robot = copy(robot)  # later edits are not part of the answer
    options = {name: given[name] for name in OPTIONS}
    extra = _extra(options)
    parameterNames(robot, **options)  # refuses what is wrong with them
    low, high = _range(log, given)
    moving = compiled(robot).moving
    still = {name: float(b - a) for name, a, b in zip(moving, low, high, strict=True) if not b - a > STILL}
    structure = {"Sensors": list(sensors), "Extra": extra, "GearRatio": _unit_gears(options, len(moving))}
    zone = _dead_zone(given["DeadZone"])
    best = base = baseParameters(robot, **structure)
    held = {}
    if still:
        known = low <= high  # not where all positions are missing
        at = np.where(known, low, 0) / 2 + np.where(known, high, 0) / 2
        held = {i: float(at[i]) for i, name in enumerate(moving) if name in still}
        moved = [name for name in moving if name not in still]
        base = baseParameters(robot, **structure, Moving=moved, Configuration=at)
    if not base.Count:
        raise MatlabValueError(
            "rst_compat:identification:NothingExcited",
            "identifyDynamics: no parameter has an effect on what was measured",
            "joints that move, or gravity",
            "joints that stand still: " + ", ".join(still) if still else "a robot whose sensors see no parameter",
            "baseParameters says what each sensor can see",
        )
    coulomb = "Tc" in extra
    system = System(
        robot,
        base.Index,
        sensors,
        len(base.Names),
        {name: value for name, value in options.items() if value is not None and value is not False},
        zone if coulomb else 0.0,
        held,
    )
    model = _model(robot, given["Prior"], system.options, len(base.Names))
    mapped = _mapped(given["Parameterization"], base)
    L, x0, B, Kz, expressions = _unknowns(mapped, base)
    prior = model if mapped is None else mapped.solve(model)
    spread = _spread(given["PriorStd"], robot, model if mapped is None else None, len(prior))
    return Problem(system, log, base, best, mapped, L, x0, B, Kz, expressions, prior, spread, model, still, derivatives)


def _dead_zone(value: Any) -> float:
    zone = float(elements(value, 1, "identifyDynamics: DeadZone")[0])
    if zone < 0:
        fact, hint = "identifyDynamics: DeadZone is no speed", "0 leaves no sample out"
        raise MatlabValueError("rst_compat:identification:WrongOption", fact, "a number from 0", f"{zone:g}", hint)
    return zone


def _sensors(robot: rigidBodyTree, data: MotionData, value: Any) -> tuple[str, ...]:
    if not is_empty(value):
        return tuple(map(spelled, read_sensors(robot, value, "identifyDynamics")))
    here = ["torque"] * (data.JointTorque is not None) + ["base"] * (data.BaseWrench is not None) + list(data.Wrench)
    if not here:
        raise MatlabValueError(
            "rst_compat:identification:MissingSensor",
            "identifyDynamics: nothing was measured but motion",
            "JointTorque, Wrench or BaseWrench",
            repr(data).partition("given: ")[2],
            "A fit needs what moved the robot as well as how it moved",
        )
    return tuple(map(spelled, read_sensors(robot, here, "identifyDynamics")))


def _extra(options: dict[str, Any]) -> list[str]:
    friction = options["Friction"]
    chosen = [friction.lower()] if isinstance(friction, str) else ["viscous", "coulomb"] if friction else []
    names = [n for n, kind in (("Bm", "viscous"), ("Tc", "coulomb")) if kind in chosen]
    return names + ["Jm"] * bool(options["RotorInertia"]) + ["offset"] * bool(options["Offset"])


def _unit_gears(options: dict[str, Any], count: int) -> Any:
    return None if is_empty(options["GearRatio"]) else np.broadcast_to(numbers(options["GearRatio"], "g"), count)


def _range(log: MotionData, given: dict[str, Any]) -> tuple[Array, Array]:
    """The least and the largest position of every joint."""

    def of(part: MotionData, _: int) -> Array:
        q = np.asarray(part.JointPosition, np.float64)
        known = np.isfinite(q)
        return np.stack(
            [np.where(known, q, np.inf).min(0, initial=np.inf), np.where(known, q, -np.inf).max(0, initial=-np.inf)]
        )

    def merge(parts: Sequence[Array]) -> Array:
        both = np.stack(parts)
        return np.stack([both[:, 0].min(0), both[:, 1].max(0)])

    low, high = reduced(of, merge, log, row_bytes=16 * log.NumJoints, workers=given["Workers"])
    return low, high


# --------------------------------------------------------------------------- priors and maps


def _model(robot: rigidBodyTree, prior: Any, options: dict[str, Any], count: int) -> Array:
    """The prior (p,) of the standard parameters."""
    if is_empty(prior) or (isinstance(prior, str) and prior.lower() == "model"):
        return inertialParameters(robot, **options)
    if isinstance(prior, str) and prior.lower() == "zero":
        return np.zeros(count)
    if hasattr(prior, "NumBodies"):
        if list(prior.BodyNames) == list(robot.BodyNames):
            return inertialParameters(prior, **options)
        _wrong_prior("a robot with the same bodies", f"bodies {', '.join(prior.BodyNames)}")
    if isinstance(prior, str):
        _wrong_prior("'model', 'zero', a robot or a vector", repr(prior))
    vector = numbers(prior, "identifyDynamics: Prior")
    if vector.size != count or not np.isfinite(vector).all():
        _wrong_prior(f"{count} finite numbers, in the order of parameterNames", f"shape {vector.shape}")
    return vector.reshape(count)


def _wrong_prior(expected: str, got: str) -> None:
    fact, hint = "identifyDynamics: Prior does not fit", "inertialParameters(robot) is one"
    raise MatlabValueError("rst_compat:identification:WrongPrior", fact, expected, got, hint)


def _spread(value: Any, robot: rigidBodyTree, model: Array | None, count: int) -> Array:
    """How far each may be off its prior.

    By default in proportion to the mass of a body and its radius of gyration, so that a kilogram of a heavy link goes
    before a kilogram of a light one, and a frame without mass stays one; ones where the prior is zero or is of a map.
    """
    if not is_empty(value):
        given = numbers(value, "identifyDynamics: PriorStd")
        if given.size not in (1, count) or not (given > 0).all() or not np.isfinite(given).all():
            fact, hint = "identifyDynamics: PriorStd does not fit", "Small numbers hold a parameter at its prior"
            expected, got = f"a positive number or {count} of them", f"shape {given.shape}"
            raise MatlabValueError("rst_compat:identification:WrongPrior", fact, expected, got, hint)
        return np.broadcast_to(given.ravel(), count).astype(float)
    spread = np.ones(count)
    if model is None or not model.any():
        return spread
    bodies = model[: 10 * robot.NumBodies].reshape(-1, 10)
    mass = np.maximum(bodies[:, 0], _LIGHT * max(bodies[:, 0].max(initial=0), _LIGHT)) * bodies.any(1)
    radius = np.sqrt(np.maximum(bodies[:, 4:7].sum(1) / 2 / np.where(mass > 0, mass, 1), 1e-4))
    units = np.stack([mass, mass * radius, mass * radius**2], axis=1)
    spread[: bodies.size] = np.repeat(units, [1, 3, 6], axis=1).ravel()
    return spread


def _mapped(value: Any, base: BaseParameters) -> LinearMap | None:
    if is_empty(value):
        return None
    p = len(base.Names)
    if not isinstance(value, LinearMap) or value.L.shape[0] != p:
        got = f"a map to {value.L.shape[0]}" if isinstance(value, LinearMap) else type(value).__name__
        raise MatlabValueError(
            "rst_compat:identification:WrongLinearMap",
            "identifyDynamics: Parameterization does not fit",
            f"a LinearMap to the {p} parameters {base.Names[0]}, ... {base.Names[-1]}",
            got,
            "LinearMap.fromStructure(robot, ..., Extra=[...]) makes one for the columns that are asked for",
        )
    return value


def _unknowns(mapped: LinearMap | None, base: BaseParameters) -> tuple[Array, Array, Array, Array, tuple[str, ...]]:
    """L, x0, B, Kz and the expressions of u."""
    p, b = len(base.Names), base.Count
    if mapped is None:
        return np.eye(p), np.zeros(p), np.eye(b), base.K, base.Expressions
    KL = base.K @ mapped.L
    index, Kz = independent(KL)
    names = tuple(mapped.Names)
    expressions = tuple(_expression(row, kept, names) for row, kept in zip(Kz, index, strict=True))
    return mapped.L, np.broadcast_to(mapped.x0, p).astype(float), KL[:, index], Kz, expressions


def independent(A: Array) -> tuple[list[int], Array]:
    """The first columns that span all of A, and A in terms of them."""
    size = np.linalg.norm(A, axis=0)
    unit = A / np.where(size > 0, size, 1)
    kept: list[int] = []
    Q = np.zeros((len(A), 0))
    for j in np.flatnonzero(size > 1e-12 * size.max(initial=0)):
        rest = unit[:, j] - Q @ (Q.T @ unit[:, j])
        rest -= Q @ (Q.T @ rest)  # twice is enough
        if np.linalg.norm(rest) > 1e-9:
            kept.append(int(j))
            Q = np.column_stack([Q, rest / np.linalg.norm(rest)])
    K: Any = np.linalg.lstsq(A[:, kept], A, rcond=None)[0] if kept else np.zeros((0, A.shape[1]))
    K[np.abs(K) < 1e-12 * np.abs(K).max(initial=1)] = 0
    K[:, kept] = np.eye(len(kept))
    return kept, K
