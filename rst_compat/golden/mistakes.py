"""The mistakes that people make with rigidBodyTree, each as something that can be tried."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..matlab.rigid_body_tree import rigidBodyTree
from .compute import base_wrenches, compute_all
from .format import Case, Golden
from .hints import Attempt, with_inputs
from .joint_order import other_order

if TYPE_CHECKING:
    from .compare import Passes

Array = NDArray[np.float64]
_RATES = ("JointVelocity", "JointAcceleration")
_POSITIONS, _VELOCITIES = {"fixed": 0, "floating": 7}, {"fixed": 0, "floating": 6}  # of other joints: one


@dataclass(frozen=True)
class Bench:
    """What there is to try with: the file, its robot, and the cases that missed."""

    golden: Golden
    robot: rigidBodyTree
    missed: list[Case]
    passes: Passes

    def twin(self) -> rigidBodyTree:
        """A copy of the robot to make mistakes in."""
        return deepcopy(self.robot)  # unlike copy(robot) it leaves the random stream alone


def attempts(golden: Golden, robot: rigidBodyTree, missed: list[Case], passes: Passes) -> Iterator[Attempt]:
    """Every mistake that can be made with this robot and these cases, the more special ones first."""
    bench = Bench(golden, robot, missed, passes)
    for mistake in (
        _velocity_product_negated,
        _transposed,
        _rows_swapped,
        _other_frame,
        _other_factorisation,
        _inertia_about_center,
        _gravity_flipped,
        _gravity_zero,
        _child_transform_ignored,
        _theta_used,
        _degrees,
        _other_order,
    ):
        yield from mistake(bench)


def only(*functions: str) -> Any:
    """The case, if it is of one of some functions."""
    return lambda case: case if case.function in functions else None


# --------------------------------------------------------------------------- in the outputs


def _velocity_product_negated(bench: Bench) -> Iterator[Attempt]:
    text = "the expected value is -velocityProduct: MATLAB's is C*qd, as it stands on the side of the accelerations"
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


# --------------------------------------------------------------------------- in the model


def _inertia_about_center(bench: Bench) -> Iterator[Attempt]:
    text = {
        1: "Inertia of the model is about the centre of mass: MATLAB's is about the origin of the body frame",
        -1: "the expected value was computed with inertias about the centre of mass: MATLAB's Inertia is about the "
        "origin of the body frame",
    }
    for sign in (1, -1):
        robot = bench.twin()
        for body in robot.Bodies:
            x, y, z = body.CenterOfMass
            moved = [y * y + z * z, x * x + z * z, x * x + y * y, -y * z, -x * z, -x * y]
            body.Inertia = body.Inertia + sign * body.Mass * np.array(moved)
        yield Attempt("inertia-about-center-of-mass", text[sign], robot, in_model=True)


def _gravity_flipped(bench: Bench) -> Iterator[Attempt]:
    text = "the sign of gravity is turned: Gravity is the acceleration of free fall, as [0 0 -9.81] where z is up"
    robot = bench.twin()
    robot.Gravity = -robot.Gravity
    yield Attempt("gravity-flipped", text, robot, in_model=True)
    if any("Gravity" in case.inputs for case in bench.missed):
        yield Attempt("gravity-flipped", text, robot, _own_gravity(-1.0))


def _own_gravity(factor: float) -> Any:
    return lambda case: (
        with_inputs(case, Gravity=(factor * np.array(case.inputs["Gravity"])).tolist())
        if ("Gravity" in case.inputs)
        else None
    )


def _gravity_zero(bench: Bench) -> Iterator[Attempt]:
    text = "the expected value was computed without gravity: Gravity of a rigidBodyTree is [0 0 0] until it is set"
    robot = bench.twin()
    if robot.Gravity.any():
        robot.Gravity = [0, 0, 0]
        yield Attempt("gravity-zero", text, robot, in_model=True)
    elif (gravity := _fitted_gravity(bench)) is not None:
        robot.Gravity = gravity
        shown = " ".join(f"{g:.6g}" for g in gravity)
        text = f"Gravity of the model is zero, and the expected values were computed with [{shown}]"
        yield Attempt("gravity-zero", text, robot, in_model=True)
    if any("Gravity" in case.inputs for case in bench.missed):
        yield Attempt("gravity-zero", text, robot, _own_gravity(0.0))


def _fitted_gravity(bench: Bench) -> list[float] | None:
    """The gravity with which the misses agree best: forces and accelerations of joints are linear in it."""
    dynamics = ("inverseDynamics", "gravityTorque", "forwardDynamics")
    cases = [c for c in bench.missed if c.function in dynamics and "Gravity" not in c.inputs]
    per_axis: list[Array] = []
    for gravity in ([0.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]):
        robot = bench.twin()
        robot.Gravity = gravity
        got = [np.ravel(g) for g in compute_all(robot, cases)]
        if any(g.size != np.size(c.output) for g, c in zip(got, cases, strict=True)):
            return None
        per_axis.append(np.concatenate([np.zeros(0), *got]))
    want = np.concatenate([np.zeros(0), *(np.ravel(c.output) for c in cases)])
    if len(cases) < 2 or want.size <= 3:  # three unknowns fit three numbers whatever they are
        return None
    columns = np.stack(per_axis[1:], axis=1) - per_axis[0][:, None]
    fit = np.linalg.lstsq(columns, want - per_axis[0], rcond=1e-9)[0]
    fit = np.where(np.abs(fit) < 1e-9 * np.abs(fit).max(), 0.0, fit)
    return fit.tolist() if 0.5 < np.linalg.norm(fit) < 50 else None  # of a planet


def _child_transform_ignored(bench: Bench) -> Iterator[Attempt]:
    text = (
        "the expected value was computed without ChildToJointTransform, as by code that MATLAB generated before R2022a"
    )
    robot = bench.twin()
    for body in robot.Bodies:
        body.Joint.setFixedTransform(body.Joint.JointToParentTransform)
    yield Attempt("child-transform-ignored", text, robot, in_model=True)


def _theta_used(bench: Bench) -> Iterator[Attempt]:
    text = (
        "theta (d of a prismatic joint) in a DH row was added to the joint's position: MATLAB ignores it, the position "
        "takes its place"
    )
    offsets: list[float] = []
    bodies = bench.golden.model_document().get("Bodies", [])
    for body in [bodies] if isinstance(bodies, dict) else bodies:
        joint = body.get("Joint", {})
        kind = joint.get("Type", "fixed")
        row = joint.get("DH") or joint.get("MDH")
        if kind in ("revolute", "prismatic"):
            offsets.append(float(row[3 if kind == "revolute" else 2]) if row else 0.0)
        elif kind == "floating":
            offsets += [0.0] * 7
    shift = np.array(offsets)
    if shift.any():
        yield Attempt("dh-theta-used", text, bench.robot, lambda case: _moved(bench, case, shift), in_model=True)


def _moved(bench: Bench, case: Case, shift: Array) -> Case | None:
    q = case.inputs.get("Configuration", np.ravel(bench.robot.homeConfiguration()).tolist())
    if len(q) != len(shift):
        return None
    return with_inputs(case, Configuration=(np.array(q) + shift).tolist())


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
        for keys in (("Configuration",), ("Configuration", *_RATES), _RATES):
            for masks in (angles,) if angles["Configuration"].all() else (angles, whole):
                scaled = partial(_scaled, factors={key: np.where(masks[key], factor, 1.0) for key in keys})
                yield Attempt("degrees", text, bench.robot, scaled)
    yield from _degrees_in_rows(bench)


def _scaled(case: Case, factors: dict[str, Array]) -> Case | None:
    """The case with elements of its vectors multiplied."""
    fitting = [key for key, factor in factors.items() if len(case.inputs.get(key, ())) == len(factor) > 0]
    changes = {key: (np.array(case.inputs[key]) * factors[key]).tolist() for key in fitting}
    return with_inputs(case, **changes) if changes else None


def _degrees_in_rows(bench: Bench) -> Iterator[Attempt]:
    """DH rows whose alpha is in degrees."""
    document = deepcopy(bench.golden.model_document())
    bodies = document.get("Bodies", [])
    rows = [
        row
        for body in ([bodies] if isinstance(bodies, dict) else bodies)
        for row in (body.get("Joint", {}).get("DH"), body.get("Joint", {}).get("MDH"))
        if row
    ]
    if not any(abs(row[1]) > 2 * np.pi for row in rows):
        return
    for row in rows:
        row[1] = float(np.deg2rad(row[1]))
    other = Golden(bench.golden.path, document, {}, False, []).robot
    assert other is not None
    other.DataFormat = bench.robot.DataFormat
    text = "alpha of the model's DH rows is in degrees: MATLAB's is in radians"
    yield Attempt("degrees", text, other, in_model=True)


def _other_order(bench: Bench) -> Iterator[Attempt]:
    if any(b.Joint.Type == "floating" for b in bench.robot.Bodies):
        return  # its seven positions have no order to exchange
    size = batch.massMatrix(bench.robot).shape[-1]
    yield from other_order(bench.robot, bench.missed, size, bench.passes)
