"""What this installation computes of golden cases: one by one through MATLAB's names, or many at once."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from copy import deepcopy
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..errors import MatlabError, MatlabValueError
from ..evaluate import FUNCTIONS, defaults, evaluate
from ..matlab import rotations
from ..matlab.display import showdetails
from ..matlab.random_numbers import rand, rng
from ..matlab.rigid_body_tree import rigidBodyTree
from .format import Case

Array = NDArray[np.float64]
_VECTORS = ("Configuration", "JointVelocity", "JointAcceleration", "JointTorque")


def compute(robot: rigidBodyTree | None, case: Case) -> Any:
    """The result of a case, through the functions that users call.

    Parameters
    ----------
    robot : rigidBodyTree or None
        It stays as it is.
    case : Case

    Returns
    -------
    array, or text and lists

    Raises
    ------
    MatlabError
        What the function raises, where the inputs do not fit the robot.
    """
    if robot is None:
        return _without_robot(case)
    robot = _as_asked(robot, case)
    if case.function in _DESCRIPTIONS:
        return _DESCRIPTIONS[case.function](robot, case)
    got = np.asarray(evaluate(robot, case.request, case.name))
    if case.function == "externalForce" and robot.DataFormat == "row":
        got = got.T
    return _times(case, got)


def compute_all(robot: rigidBodyTree | None, cases: Sequence[Case]) -> list[Any]:
    """The results of many cases, those of the same function at once; an array or an error for each."""
    results: list[Any] = [None] * len(cases)
    alike: dict[Any, list[int]] = {}
    for i, case in enumerate(cases):
        key: Any = i
        if robot is not None and case.function in batch.__all__:
            names = (case.inputs.get("BodyName"), case.inputs.get("TargetName"))
            gravity = tuple(case.inputs.get("Gravity", ()))
            key = (case.function, names, gravity, "ExternalForce" in case.inputs)
        alike.setdefault(key, []).append(i)
    for key, members in alike.items():
        for i, value in zip(members, _group(robot, [cases[i] for i in members], key), strict=True):
            results[i] = value
    return results


def _group(robot: rigidBodyTree | None, cases: list[Case], key: Any) -> list[Any]:
    if robot is not None and isinstance(key, tuple):
        try:
            return [_times(case, got) for case, got in zip(cases, _together(robot, cases), strict=True)]
        except (MatlabError, ValueError, KeyError, TypeError):  # one of them does not fit the robot: which one?
            pass
    return [_or_error(robot, case) for case in cases]


def _or_error(robot: rigidBodyTree | None, case: Case) -> Any:
    try:
        return compute(robot, case)
    except MatlabError as error:
        return error


def conditions(robot: rigidBodyTree, cases: Sequence[Case]) -> list[float]:
    """Condition numbers of the mass matrix for forwardDynamics, 1 for other functions."""
    out = [1.0] * len(cases)
    places = [i for i, case in enumerate(cases) if case.function == "forwardDynamics"]
    if places:
        home = defaults(robot)["Configuration"]
        M = batch.massMatrix(robot, np.array([cases[i].inputs.get("Configuration", home) for i in places]))
        for i, condition in zip(places, np.linalg.cond(M), strict=True):
            out[i] = float(condition)
    return out


def condition_of(robot: rigidBodyTree | None, case: Case) -> float:
    """What :func:`compare` divides the error of a case by, where it is large."""
    return 1.0 if robot is None else conditions(robot, [case])[0]


def base_wrenches(robot: rigidBodyTree, cases: Sequence[Case]) -> Array:
    """External forces (cases, NumBodies, 6) in base axes about the base origin."""
    number = {name: i for i, name in enumerate(robot.BodyNames)}
    F = np.zeros((len(cases), robot.NumBodies, 6))
    home = defaults(robot)["Configuration"]
    for i, case in enumerate(cases):
        for force in case.inputs.get("ExternalForce", ()):
            wrench = np.array(force["Wrench"])
            if force.get("Frame") == "body":
                T = batch.getTransform(robot, np.array(case.inputs.get("Configuration") or home), force["Body"])
                f = T[:3, :3] @ wrench[3:]
                wrench = np.concatenate([T[:3, :3] @ wrench[:3] + np.cross(T[:3, 3], f), f])
            F[i, number[force["Body"]]] += wrench
    return F


def _together(robot: rigidBodyTree, cases: list[Case]) -> Array:
    """Cases of one function, body and gravity."""
    first = cases[0]
    robot = _as_asked(robot, first, with_format=False)
    filled = defaults(robot)
    keys = FUNCTIONS[first.function]
    vectors = [
        np.array([case.inputs.get(key) or filled[key] for case in cases], dtype=float).reshape(len(cases), -1)
        for key in keys
        if key in _VECTORS
    ]
    names = [first.inputs[key] for key in ("BodyName", "TargetName") if key in keys and key in first.inputs]
    force = {}
    if "ExternalForce" in keys and "ExternalForce" in first.inputs:
        force["Fext"] = base_wrenches(robot, cases)
    result: Array = getattr(batch, first.function)(robot, *vectors, *names, **force)
    return result


def _as_asked(robot: rigidBodyTree, case: Case, with_format: bool = True) -> rigidBodyTree:
    """The robot, or a copy with the gravity and the DataFormat of a case."""
    changes = {key: case.inputs[key] for key in ("Gravity", "DataFormat") if key in case.inputs}
    if not with_format:
        changes.pop("DataFormat", None)
    if not changes:
        return robot
    twin = deepcopy(robot)  # unlike copy(robot) it leaves the random stream alone
    for name, value in changes.items():
        setattr(twin, name, value)
    return twin


def _times(case: Case, got: Any) -> Any:
    if "TransposeTimes" not in case.inputs:
        return got
    vector = np.array(case.inputs["TransposeTimes"])
    if got.shape[0] != len(vector):
        expected, hint = f"{got.shape[0]} numbers, one for each row of the result", "The output is result' * vector"
        _refuse(case, "TransposeTimes does not fit the result", expected, f"{len(vector)}", hint)
    return got.T @ vector


def _refuse(case: Case, fact: str, expected: str, got: str, hint: str) -> NoReturn:
    raise MatlabValueError("rst_compat:golden:BadInputs", f"{case.name}: {fact}", expected, got, hint)


def _without_robot(case: Case) -> Any:
    arguments = case.inputs.get("Arguments", [])
    if case.function != "rand":
        try:
            return getattr(rotations, case.function)(*arguments)
        except TypeError as error:
            if isinstance(error, MatlabError):
                raise
            hint = "MIGRATION.md has a row for each function"
            _refuse(case, "the arguments do not fit", f"those of {case.function}", str(error), hint)
    stream = rng()
    try:
        rng("default")
        return rand(*arguments)
    finally:
        rng(stream)


def _printed(robot: rigidBodyTree, _case: Case) -> str:
    with redirect_stdout(io.StringIO()) as text:
        showdetails(robot)
    return text.getvalue()


def _body_table(robot: rigidBodyTree, _case: Case) -> list[list[Any]]:
    number = {name: k for k, name in enumerate([robot.BaseName, *robot.BodyNames])}
    return [
        [number[b.Name], b.Name, b.Joint.Name, b.Joint.Type, f"{p.Name}({number[p.Name]})"]
        for b in robot.Bodies
        if (p := b.Parent) is not None
    ]


def _body_properties(robot: rigidBodyTree, case: Case) -> Array:
    body = robot.getBody(case.inputs.get("BodyName", ""))
    return np.concatenate([[body.Mass], body.CenterOfMass, body.Inertia])


_DESCRIPTIONS = {
    "showdetails": _printed,
    "disp": lambda robot, _: repr(robot),
    "BodyNames": lambda robot, _: robot.BodyNames,
    "bodyTable": _body_table,
    "massMatrixLambda": lambda robot, _: list(robot.massMatrix(nargout=2)[1]),
    "bodyProperties": _body_properties,
}
