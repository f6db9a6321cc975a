"""The mistakes that people make with rigidBodyTree, each as something that can be tried."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .. import batch
from .compute import base_wrenches
from .format import Case
from .hints import Attempt, Bench, with_inputs
from .joint_order import other_order
from .model_mistakes import (
    child_transform_ignored,
    degrees_in_rows,
    gravity_flipped,
    gravity_zero,
    inertia_about_center,
    theta_used,
)

Array = NDArray[np.float64]
_RATES = ("JointVelocity", "JointAcceleration")
_SOME_IN_DEGREES = (  # what is in degrees in a file, the usual first
    ("Configuration",),
    ("Configuration", *_RATES),
    _RATES,
    ("Configuration", "JointVelocity"),
    *((key,) for key in _RATES),
    ("Configuration", "JointAcceleration"),
)
_POSITIONS, _VELOCITIES = {"fixed": 0, "floating": 7}, {"fixed": 0, "floating": 6}  # of other joints: one


def attempts(bench: Bench) -> Iterator[Attempt]:
    """Every mistake that can be made with this robot and these cases, the more special ones first."""
    for mistake in (
        _velocity_product_negated,
        _transposed,
        _rows_swapped,
        _other_frame,
        _other_factorisation,
        inertia_about_center,
        gravity_flipped,
        gravity_zero,
        child_transform_ignored,
        theta_used,
        _degrees,
        _other_order,
    ):
        yield from mistake(bench)


def only(*functions: str) -> Any:
    """The case, if it is of one of some functions."""
    return lambda case: case if case.function in functions else None


# --------------------------------------------------------------------------- in the outputs


def _velocity_product_negated(bench: Bench) -> Iterator[Attempt]:
    text = "the expected value is -velocityProduct: MATLAB's is C*qd, with the sign it has beside M*qdd"
    yield Attempt("velocity-product-negated", text, bench.robot, only("velocityProduct"), lambda _, got: -got)


def _transposed(bench: Bench) -> Iterator[Attempt]:
    functions = ("geometricJacobian", "externalForce", "getTransform")
    text = "the expected value is transposed"
    yield Attempt("transposed", text, bench.robot, only(*functions), lambda _, got: got.T)
    if bench.robot.NumBodies == 6:  # no size check finds it there
        text = "the expected value was computed with a transposed matrix of external forces"
        yield Attempt("transposed", text, bench.robot, lambda case: _forces_transposed(bench, case))


def _forces_transposed(bench: Bench, case: Case) -> Case | None:
    if "ExternalForce" not in case.inputs:
        return None
    turned = base_wrenches(bench.robot, [case])[0].T
    forces = [{"Body": b, "Wrench": w} for b, w in zip(bench.robot.BodyNames, turned.tolist(), strict=True)]
    return with_inputs(case, ExternalForce=forces)


def _rows_swapped(bench: Bench) -> Iterator[Attempt]:
    def swapped(_case: Case, got: Any) -> Any:
        return np.roll(got, 3, axis=0) if got.shape[0] == 6 else np.roll(got, 3, axis=-1)

    text = "angular and linear rows are exchanged: MATLAB has the angular ones first, [omega; v]"
    yield Attempt("rows-swapped", text, bench.robot, only("geometricJacobian"), swapped)
    text = "moment and force are exchanged: a wrench is [Tx Ty Tz Fx Fy Fz] in MATLAB"
    yield Attempt("rows-swapped", text, bench.robot, only("externalForce"), swapped)
    yield Attempt("rows-swapped", text, bench.robot, _wrench_swapped)


def _wrench_swapped(case: Case) -> Case | None:
    def swap(w: list[float]) -> list[float]:
        return [*w[3:], *w[:3]]

    changes: dict[str, Any] = {}
    if "Wrench" in case.inputs:
        changes["Wrench"] = swap(case.inputs["Wrench"])
    if "ExternalForce" in case.inputs:
        changes["ExternalForce"] = [f | {"Wrench": swap(f["Wrench"])} for f in case.inputs["ExternalForce"]]
    return with_inputs(case, **changes) if changes else None


def _other_frame(bench: Bench) -> Iterator[Attempt]:
    text = (
        "the wrench was taken in the other frame: externalForce with the configuration takes body axes at the body "
        "origin, without it base axes about the base origin"
    )
    home = bench.robot.homeConfiguration()
    home = [] if bench.robot.DataFormat == "struct" else np.ravel(home).tolist()

    def turned(case: Case) -> Case | None:
        if case.function == "externalForce":
            given = {k: v for k, v in case.inputs.items() if k != "Configuration"}
            if "Configuration" not in case.inputs:
                given["Configuration"] = home
            return Case(case.name, case.function, given, case.output, case.digits, case.tolerance)
        if "ExternalForce" not in case.inputs:
            return None
        other = {"body": "base", "base": "body"}
        forces = [f | {"Frame": other[f.get("Frame", "base")]} for f in case.inputs["ExternalForce"]]
        return with_inputs(case, ExternalForce=forces)

    yield Attempt("other-wrench-frame", text, bench.robot, turned)


def _other_factorisation(bench: Bench) -> Iterator[Attempt]:
    text = (
        "the expected value is another Coriolis matrix with the same product C*qd: ours is that of the Christoffel "
        "symbols, for which dM/dt = C + C'"
    )

    def theirs(case: Case, got: Any) -> Any:
        want, qd = case.output, np.array(case.inputs.get("JointVelocity", ()))
        if want.shape != got.shape or not qd.any():
            return got
        bound = max(1.0, float(np.abs(want).max())) * max(1.0, float(np.abs(qd).max()))
        slack = 0.51 * 10.0 ** -case.digits.min() if case.digits is not None else 1e-9 * bound
        return want if (np.abs((want - got) @ qd) <= slack * max(1.0, float(np.abs(qd).sum()))).all() else got

    yield Attempt("other-coriolis-matrix", text, bench.robot, only("coriolisMatrix"), theirs)


# --------------------------------------------------------------------------- in the inputs


def _degrees(bench: Bench) -> Iterator[Attempt]:
    text = "angles are in degrees on one side: MATLAB's are in radians"
    kinds = [b.Joint.Type for b in bench.robot.Bodies]
    angles = {  # where angles stand in a vector
        "Configuration": np.array([k == "revolute" for k in kinds for _ in range(_POSITIONS.get(k, 1))]),
        **dict.fromkeys(_RATES, np.array([k == "revolute" for k in kinds for _ in range(_VELOCITIES.get(k, 1))])),
    }
    whole = {key: np.ones_like(mask) for key, mask in angles.items()}  # rad2deg(q) does not ask for the kind of joint
    for factor in (np.pi / 180, 180 / np.pi):
        for keys in _SOME_IN_DEGREES:
            for masks in (angles,) if angles["Configuration"].all() else (angles, whole):
                scaled = partial(_scaled, factors={key: np.where(masks[key], factor, 1.0) for key in keys})
                yield Attempt("degrees", text, bench.robot, scaled)
    yield from degrees_in_rows(bench)


def degrees_without_robot() -> Iterator[Attempt]:
    """Angles of rotations in degrees: Euler angles, the angle of an axis, and differences of angles."""

    def scaled(x: Any, function: str, factor: float) -> Any:
        if isinstance(x, str):
            return x
        axis_angle = "axang" in function  # its first three columns are no angles
        return x * np.array([1, 1, 1, factor]) if axis_angle and np.shape(x)[-1:] == (4,) else x * factor

    def inputs(case: Case, factor: float) -> Case | None:
        if case.function.partition("2")[0] not in ("eul", "axang", "angdiff"):
            return None
        return with_inputs(case, Arguments=[scaled(x, case.function, factor) for x in case.inputs.get("Arguments", [])])

    def output(case: Case, got: Any, factor: float) -> Any:
        turned = case.function.partition("2")[2] in ("eul", "axang") or case.function == "angdiff"
        return scaled(np.asarray(got), case.function, factor) if turned else got

    text = "angles are in degrees on one side: MATLAB's are in radians"
    for factor in (np.pi / 180, 180 / np.pi):
        yield Attempt("degrees", text, None, partial(inputs, factor=factor))
        yield Attempt("degrees", text, None, output=partial(output, factor=factor))


def _scaled(case: Case, factors: dict[str, Array]) -> Case | None:
    """The case with elements of its vectors multiplied."""
    fitting = [key for key, factor in factors.items() if len(case.inputs.get(key, ())) == len(factor) > 0]
    changes = {key: (np.array(case.inputs[key]) * factors[key]).tolist() for key in fitting}
    return with_inputs(case, **changes) if changes else None


def _other_order(bench: Bench) -> Iterator[Attempt]:
    if any(b.Joint.Type == "floating" for b in bench.robot.Bodies):
        return  # its seven positions have no order to exchange
    size = batch.massMatrix(bench.robot).shape[-1]
    yield from other_order(bench.robot, bench.missed, size, bench.passes)
