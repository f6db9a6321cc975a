"""The regressor of a robot's sensors over random states, without dimensions: what its structure can tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..errors import MatlabKeyError, MatlabTypeError, MatlabValueError, did_you_mean
from ..matlab.arguments import choice, elements, is_empty, text
from ..matlab.compile import Compiled, compiled

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]
Mask = NDArray[np.bool_]
Sensor = tuple[str, str]  # kind and body; no body for "torque" and "base"

#: What a joint may have beside the inertia of its body, in the order of the columns.
EXTRA = ("Bm", "Tc", "Jm", "offset")


def read_sensors(robot: rigidBodyTree, value: Any, function: str) -> tuple[Sensor, ...]:
    """Sensors as pairs ("torque", ""), ("base", ""), ("wrist", BODY), from any form that a user may write."""
    pair = isinstance(value, tuple) and len(value) == 2 and value[0] == "wrist"
    given: list[Any] = [value] if isinstance(value, str) or pair else listed(value, f"{function}: Sensors")
    sensors = []
    for one in given:
        if one in ("torque", "base"):
            sensors.append((one, ""))
            continue
        if isinstance(one, tuple) and len(one) == 2 and one[0] == "wrist":
            body = text(one[1], f"{function}: the body of a sensor")
        else:
            body = text(one, f"{function}: a sensor").removeprefix("wrist:")
        if body not in compiled(robot).body_number:
            known = ("torque", "base", *robot.BodyNames)
            _wrong_sensors(function, repr(one), did_you_mean(body, known))
        sensors.append(("wrist", body) if compiled(robot).body_number[body] else ("base", ""))
    if not sensors or len(set(sensors)) < len(sensors):
        _wrong_sensors(function, repr(value), "Name every sensor once")
    return tuple(sensors)


def listed(value: Any, what: str) -> list[Any]:
    """Some names as a list."""
    if is_empty(value):
        return []
    if not isinstance(value, Iterable):
        raise MatlabTypeError(
            "rst_compat:argument:NotText",
            f"{what} is not a list of text",
            "a list of str",
            type(value).__name__,
            "['a', 'b']",
        )
    return list(value)


def spelled(sensor: Sensor) -> str:
    """A sensor as users write it."""
    kind, body = sensor
    return kind if not body else f"wrist:{body}" if body in ("torque", "base") else body


def _wrong_sensors(function: str, got: str, hint: str | None) -> None:
    raise MatlabValueError(
        "rst_compat:identification:WrongSensors",
        f"{function}: there is no such sensor",
        "'torque', 'base', the name of a body, or a list of them",
        got,
        hint or "The name of a body is the sensor of the wrench at its joint",
    )


def regressor_options(extra: Any, gear_ratio: Any, function: str) -> dict[str, Any]:
    """Options of inverseDynamicsRegressor and parameterNames for the columns beside the inertial ones."""
    given = [extra] if isinstance(extra, str) else listed(extra, f"{function}: Extra")
    wanted = {text(e, f"{function}: Extra") for e in given}
    if not wanted <= set(EXTRA):
        unknown = min(wanted - set(EXTRA))
        raise MatlabValueError(
            "rst_compat:identification:WrongExtra",
            f"{function}: Extra has an unknown name",
            "some of " + ", ".join(EXTRA),
            f"'{unknown}'",
            did_you_mean(unknown, EXTRA, "Bm is viscous friction, Tc Coulomb friction, Jm the inertia of a rotor"),
        )
    friction = {(True, True): True, (True, False): "viscous", (False, True): "coulomb", (False, False): False}
    options = {
        "Friction": friction["Bm" in wanted, "Tc" in wanted],
        "RotorInertia": "Jm" in wanted,
        "Offset": "offset" in wanted,
    }
    return options if is_empty(gear_ratio) else {**options, "GearRatio": gear_ratio}


class States:
    """Random states of a robot and the units in which all that they cause is about one."""

    def __init__(self, robot: rigidBodyTree, values: dict[str, Any]) -> None:
        self.model = model = compiled(robot).model
        self.random = np.random.default_rng(0)  # the answer does not depend on it, and should not seem to
        home = compiled(robot).home
        fixed = values["Configuration"]
        self.fixed = home if is_empty(fixed) else elements(fixed, model.nq, "baseParameters: Configuration")
        self.length = _reach(model) or 1.0
        self.rate = float(np.sqrt(np.linalg.norm(model.gravity) / self.length)) or 1.0
        #: Whether a velocity is a pure translation.
        self.linear = np.concatenate([np.abs(S[:3]).max(axis=0, initial=0) < 1e-12 for S in model.S])
        self.moves_q, self.moves_v = _moving(robot, compiled(robot), values["Moving"])
        motion = choice(values["Motion"], ("dynamic", "static"), "baseParameters: Motion")
        self.still = motion == "static"

    def draw(self, count: int) -> tuple[Array, Array, Array]:
        """Positions (count, nq), velocities and accelerations (count, nv)."""
        model, n = self.model, self.model.nv
        q = self.random.uniform(-np.pi, np.pi, size=(count, model.nq))
        q[:, model.slides[model.slides < model.nq]] *= self.length / np.pi
        for i, _, _ in model.floating:
            q[:, model.q_of[i]] = self.random.normal(size=(count, 7)) * ([1] * 4 + [self.length] * 3)
        q = np.where(self.moves_q, q, self.fixed)
        unit = np.where(self.linear, self.length, 1.0) * (0 if self.still else self.moves_v)
        qd, qdd = self.random.normal(size=(2, count, n)) * unit
        return q, qd * self.rate, qdd * self.rate**2

    def rows(self, sensors: Sequence[Sensor]) -> Array:
        """Moments and forces of one sample in these units."""
        force, moment = self.length * self.rate**2, self.length**2 * self.rate**2
        wrench = np.repeat([moment, force], 3)
        return np.concatenate([np.where(self.linear, force, moment) if k == "torque" else wrench for k, _ in sensors])

    def columns(self, W: Array) -> Array:
        """Parameters (p,) in these units, for a first block (..., p) of rows: ``x / columns`` has no dimension.

        What is beside the inertial columns may have gear ratios in it: its unit is what makes its column one.
        """
        body = np.tile(np.repeat([1, self.length, self.length**2], [1, 3, 6]), self.model.nb)
        extra = np.abs(W[..., len(body) :]).max(axis=tuple(range(W.ndim - 1)), initial=0)
        return np.concatenate([body, 1 / np.where(extra > 0, extra, 1)])


def _reach(model: Any) -> float:
    """Length of the longest chain of links, m."""
    link = np.linalg.norm(model.pose_terms[[0, 2], :, :3, 3], axis=-1).max(axis=0)
    reach = np.zeros(model.nb + 1)
    for i, parent in model.tree:
        reach[i] = reach[parent] + link[i]
    return float(reach.max())


def _moving(robot: rigidBodyTree, tree: Compiled, names: Any) -> tuple[Mask, Mask]:
    """Masks (nq,) and (nv,) of what moves."""
    wanted = None if names is None else [names] if isinstance(names, str) else list(names)
    for name in wanted or []:
        if name not in tree.moving:
            raise MatlabKeyError(
                "rst_compat:rigidBodyTree:JointNotFound",
                f"baseParameters: no joint {name!r} can move",
                "one of " + ", ".join(tree.moving),
                repr(name),
                did_you_mean(name, tree.moving),
            )
    q, v = np.zeros(tree.model.nq, dtype=bool), np.zeros(tree.model.nv, dtype=bool)
    for i, joint in enumerate((body.Joint for body in robot.Bodies), start=1):
        locked = joint.Type != "floating" and np.ptp(joint.PositionLimits) == 0
        moves = not locked and (wanted is None or joint.Name in wanted)
        q[tree.model.q_of[i]] = v[tree.model.v_of[i]] = moves
    return q, v


def structural_matrix(
    robot: rigidBodyTree,
    sensors: Sequence[Sensor],
    states: States,
    options: dict[str, Any],
    columns: int,
    tolerance: float,
) -> tuple[Array, Array]:
    """Triangular factor (at most p, p) of the regressor over random states without dimensions, and the units (p,)."""
    rows, units = states.rows(sensors), np.ones(columns)
    R, rank = np.zeros((0, columns)), -1
    count = max(16, -(-2 * columns // max(1, len(rows))))
    while len(rows) and columns:
        W = np.concatenate(list(_readings(robot, sensors, states.draw(count), options, columns)), axis=1)
        W /= rows[:, None]
        if rank < 0:
            units = states.columns(W)
        R = np.asarray(np.linalg.qr(np.concatenate([R, (W * units).reshape(-1, columns)]), mode="r"))
        before, rank = rank, int(np.sum(spectrum(R)[0] > tolerance))
        if rank in (before, columns):
            break
    return R, units


def _readings(
    robot: rigidBodyTree,
    sensors: Sequence[Sensor],
    state: tuple[Array, Array, Array],
    options: dict[str, Any],
    columns: int,
) -> Iterator[Array]:
    """Regressor (T, rows, p) of every sensor."""
    for kind, body in sensors:
        if kind == "torque":
            yield batch.inverseDynamicsRegressor(robot, *state, **options)
        else:
            F = batch.wrenchRegressor(robot, *state, Cut=body or robot.BaseName)
            yield np.concatenate([F, np.zeros((*F.shape[:-1], columns - F.shape[-1]))], axis=-1)


def spectrum(R: Array) -> tuple[Array, Array]:
    """Singular values (p,), the largest one, and right singular vectors."""
    _, s, V = np.linalg.svd(R, full_matrices=False)
    return np.concatenate([s, np.zeros(R.shape[1] - len(s))]) / (s.max(initial=0) or 1.0), V
