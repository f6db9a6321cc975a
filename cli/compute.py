"""From options to results: one state, the model's own requests, or the states of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import typer

from rst_compat import batch, rigidBodyTree
from rst_compat.errors import MatlabValueError, warn
from rst_compat.evaluate import FUNCTIONS, LoadedModel, defaults, evaluate

from .output import VECTORS, Array, Result
from .states import read_states

CHUNK = 4096
#: input of a function -> the option that gives it
OPTIONS = {
    "Configuration": "--q",
    "JointVelocity": "--qd",
    "JointAcceleration": "--qdd",
    "JointTorque": "--tau",
    "ExternalForce": "--fext",
    "Wrench": "--fext",
    "BodyName": "--body",
    "TargetName": "--target",
}


def bad_option(fact: str, expected: str | None = None) -> NoReturn:
    """Refuse a combination of options."""
    raise MatlabValueError("rst_compat:cli:BadOption", fact, expected)


def refuse_unused(functions: list[str], inputs: dict[str, Any]) -> None:
    """Refuse options that no chosen function looks at."""
    used = {OPTIONS[key] for f in functions for key in FUNCTIONS[f]}
    for key in inputs:
        if OPTIONS[key] not in used:
            bad_option(f"{OPTIONS[key]} is used by none of the functions {', '.join(functions)}")


# --------------------------------------------------------------------------- one state


def in_one_state(loaded: LoadedModel, functions: list[str], inputs: dict[str, Any]) -> list[Result]:
    """Every function with the inputs it takes."""
    refuse_unused(functions, inputs)
    return [_one(loaded, function, inputs) for function in functions]


def _one(loaded: LoadedModel, function: str, inputs: dict[str, Any]) -> Result:
    given = {key: inputs[key] for key in FUNCTIONS[function] if key in inputs}
    if function == "externalForce":
        forces = inputs.get("ExternalForce", [])
        if len(forces) != 1:
            bad_option(f"externalForce is the matrix of one wrench, and {len(forces)} are given", "one --fext")
        given = {"BodyName": forces[0]["Body"], "Wrench": forces[0]["Wrench"]}  # no configuration: base axes
    _need_body(function, given)
    return _result(loaded, {"Function": function, **given}, function)


def _need_body(function: str, given: dict[str, Any]) -> None:
    if "BodyName" in FUNCTIONS[function] and "BodyName" not in given:
        bad_option(f"{function} needs the name of a body", "--body NAME")


def own_requests(loaded: LoadedModel) -> list[Result]:
    """The Evaluate list of the model."""
    if not loaded.requests:
        bad_option("--all: the model has no Evaluate list")
    return [_result(loaded, request, f"Evaluate[{i}]") for i, request in enumerate(loaded.requests)]


def _result(loaded: LoadedModel, request: dict[str, Any], path: str) -> Result:
    """The value of a request, and its inputs with the defaults written out."""
    value = np.asarray(evaluate(loaded.robot, request, path), dtype=float)
    function = request["Function"]
    filled = {} if function == "externalForce" else defaults(loaded.robot)  # there, no configuration means base axes
    inputs = {key: request.get(key) or filled.get(key) for key in FUNCTIONS[function]}
    return Result(function, {k: v for k, v in inputs.items() if v is not None}, value)


# --------------------------------------------------------------------------- many states


def in_many_states(loaded: LoadedModel, functions: list[str], inputs: dict[str, Any], path: Path) -> list[Result]:
    """Every function in every state of a file."""
    for function in functions:
        if function not in batch.__all__:
            bad_option(f"{function} does not depend on the states", "another --function")
        _need_body(function, inputs)
    refuse_unused(functions, inputs)
    vectors = _vectors(loaded.robot, inputs, path)
    count = len(vectors["Configuration"])
    known = {**inputs, **vectors}
    results = []
    with _progress(count * len(functions)) as bar:
        for function in functions:
            values = np.concatenate(list(_in_chunks(loaded.robot, function, known, bar)))
            used = {key: known[key] for key in FUNCTIONS[function] if key in known}
            results.append(Result(function, used, values, count))
    _warn_of_singular(results)
    return results


def _vectors(robot: rigidBodyTree, inputs: dict[str, Any], path: Path) -> dict[str, Array]:
    """Every input vector in every state: from the file, from an option, or the default."""
    filled = defaults(robot)
    moving = [b.Joint.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
    given = read_states(path, {key: len(v) for key, v in filled.items()}, moving)
    for key in given.keys() & inputs.keys():
        bad_option(f"{OPTIONS[key]} is given and in {path.name} too", "one of the two")
    count = len(next(iter(given.values())))
    constant = {key: inputs.get(key) or v for key, v in filled.items()}
    return {key: given.get(key, np.broadcast_to(v, (count, len(v)))) for key, v in constant.items()}


def _in_chunks(robot: rigidBodyTree, function: str, known: dict[str, Any], bar: Any) -> Iterator[Array]:
    keys = FUNCTIONS[function]
    names = [known[key] for key in ("BodyName", "TargetName") if key in keys and key in known]
    vectors = [known[key] for key in keys if key in VECTORS]
    force = {}
    if "ExternalForce" in keys and "ExternalForce" in known:
        total = np.sum([robot.externalForce(f["Body"], f["Wrench"]) for f in known["ExternalForce"]], axis=0)
        force["Fext"] = total.T if robot.DataFormat == "column" else total
    for first in range(0, len(vectors[0]), CHUNK):
        here = [v[first : first + CHUNK] for v in vectors]
        yield getattr(batch, function)(robot, *here, *names, **force)
        bar.update(len(here[0]))


class _NoBar:
    def update(self, _count: int) -> None:
        """Show nothing."""


def _progress(length: int) -> Any:
    """A progress bar on a terminal, for what takes long enough to wait for."""
    if length > CHUNK and sys.stderr.isatty():
        return typer.progressbar(length=length, label="states", file=sys.stderr)
    return nullcontext(_NoBar())


def _warn_of_singular(results: list[Result]) -> None:
    for result in results:
        if result.function == "forwardDynamics" and (bad := int(np.isnan(result.value).any(axis=-1).sum())):
            warn(
                "rst_compat:forwardDynamics:SingularMassMatrix",
                f"The mass matrix is singular to working precision in {bad} of {result.states} states; "
                "the accelerations are NaN there.",
            )
