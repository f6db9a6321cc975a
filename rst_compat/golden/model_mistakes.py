"""Mistakes that are made once, in the model, and show in all cases: inertias, gravity, transforms, DH rows."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .compute import compute_all
from .format import Case, Golden
from .hints import Attempt, Bench, with_inputs

Array = NDArray[np.float64]
_EARTH = (9.81, 9.80665, 9.8)  # m/s^2, as people write it


def inertia_about_center(bench: Bench) -> Iterator[Attempt]:
    """Inertia given about the centre of mass, in the model or to the other program."""
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


def gravity_flipped(bench: Bench) -> Iterator[Attempt]:
    """Gravity pointing up."""
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


def gravity_zero(bench: Bench) -> Iterator[Attempt]:
    """Gravity left at zero, by the other program or in the model."""
    text = "the expected value was computed without gravity: Gravity of a rigidBodyTree is [0 0 0] until it is set"
    robot = bench.twin()
    if robot.Gravity.any():
        robot.Gravity = [0, 0, 0]
        yield Attempt("gravity-zero", text, robot, in_model=True)
    for gravity in [] if bench.robot.Gravity.any() else _likely_gravities(bench):
        robot = bench.twin()
        robot.Gravity = gravity
        shown = " ".join(f"{g:.6g}" for g in gravity)
        with_this = f"Gravity of the model is zero, and the expected values were computed with [{shown}]"
        yield Attempt("gravity-zero", with_this, robot, in_model=True)
    if any("Gravity" in case.inputs for case in bench.missed):
        yield Attempt("gravity-zero", text, robot, _own_gravity(0.0))


def _likely_gravities(bench: Bench) -> Iterator[list[float]]:
    """Gravities with which the misses may agree: forces and accelerations of joints are linear in it.

    The first is that of the earth along an axis, of which one number tells; the other is fitted to all of them.
    """
    dynamics = ("inverseDynamics", "gravityTorque", "forwardDynamics")
    cases = [c for c in bench.missed if c.function in dynamics and "Gravity" not in c.inputs]
    per_axis: list[Array] = []
    for gravity in ([0.0, 0, 0], [1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]):
        robot = bench.twin()
        robot.Gravity = gravity
        got = [np.ravel(g) for g in compute_all(robot, cases)]
        if any(g.size != np.size(c.output) for g, c in zip(got, cases, strict=True)):
            return
        per_axis.append(np.concatenate([np.zeros(0), *got]))
    want = np.concatenate([np.zeros(0), *(np.ravel(c.output) for c in cases)])
    columns = np.stack(per_axis[1:], axis=1) - per_axis[0][:, None]
    if not (np.isfinite(columns).all() and np.isfinite(want).all()):  # of singular mass matrices
        return
    if not columns.any():  # nor is there any case
        return
    usual = [sign * g * axis + 0.0 for g in _EARTH for sign in (-1, 1) for axis in np.eye(3)]  # 0.0 for no -0
    bound = 1e-4 * max(1.0, float(np.abs(want).max()))
    off = [np.abs(per_axis[0] + columns @ g - want) for g in usual]
    best = max(range(len(usual)), key=lambda i: (np.count_nonzero(off[i] <= bound), -off[i].sum()))
    yield usual[best].tolist()
    if want.size < 5:  # three unknowns fit three numbers whatever they are
        return
    fit = np.linalg.lstsq(columns, want - per_axis[0], rcond=1e-9)[0]
    fit = np.where(np.abs(fit) < 1e-9 * np.abs(fit).max(), 0.0, fit)
    if 0.5 < np.linalg.norm(fit) < 50:  # of a planet
        yield fit.tolist()


def child_transform_ignored(bench: Bench) -> Iterator[Attempt]:
    """ChildToJointTransform left out."""
    text = (
        "the expected value was computed without ChildToJointTransform, as by code that MATLAB generated before R2022a"
    )
    robot = bench.twin()
    for body in robot.Bodies:
        body.Joint.setFixedTransform(body.Joint.JointToParentTransform)
    yield Attempt("child-transform-ignored", text, robot, in_model=True)


def theta_used(bench: Bench) -> Iterator[Attempt]:
    """The theta of a DH row, or the d of a prismatic joint, taken for an offset."""
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


def degrees_in_rows(bench: Bench) -> Iterator[Attempt]:
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
