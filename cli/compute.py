"""From options to results: one state, the model's own requests, or the states of a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import typer

from rst_compat import batch, rigidBodyTree
from rst_compat.errors import MatlabValueError
from rst_compat.evaluate import FUNCTIONS, WITH_FRICTION, LoadedModel, defaults, evaluate

from .output import VECTORS, Array, Result
from .states import States, open_states

#: The most states, and numbers, of a piece of a file and its results.
CHUNK, NUMBERS = 2**15, 2**19
#: The functions that depend on the states.
IN_MANY = [name for name in batch.__all__ if name != "externalForce"]
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
    "IncludeFriction": "--include-friction",
}
#: function -> all inputs it looks at
TAKES = {f: (*keys, *["IncludeFriction"] * (f in WITH_FRICTION)) for f, keys in FUNCTIONS.items()}


def bad_option(fact: str, expected: str, got: str, hint: str | None = None) -> NoReturn:
    """Refuse an option, or a combination of them."""
    raise MatlabValueError("rst_compat:cli:BadOption", fact, expected, got, hint or "--help explains the options")


def refuse_unused(functions: list[str], inputs: dict[str, Any]) -> None:
    """Refuse options that no chosen function looks at."""
    used = {OPTIONS[key] for f in functions for key in TAKES[f]}
    for key in inputs:
        if OPTIONS[key] not in used:
            fact = f"{OPTIONS[key]} is used by none of the functions {', '.join(functions)}"
            takers = [f for f, keys in TAKES.items() if OPTIONS[key] in {OPTIONS[k] for k in keys}]
            expected = f"an option that they use: {', '.join(sorted(used)) or 'none'}"
            bad_option(fact, expected, OPTIONS[key], f"It is for {', '.join(takers)}")


# --------------------------------------------------------------------------- one state


def in_one_state(loaded: LoadedModel, functions: list[str], inputs: dict[str, Any]) -> list[Result]:
    """Every function with the inputs it takes."""
    refuse_unused(functions, inputs)
    return [_one(loaded, function, inputs) for function in functions]


def _one(loaded: LoadedModel, function: str, inputs: dict[str, Any]) -> Result:
    given = {key: inputs[key] for key in TAKES[function] if key in inputs}
    if function == "externalForce":
        forces = inputs.get("ExternalForce", [])
        if len(forces) != 1:
            fact, hint = "externalForce is the matrix of one wrench", "Add the matrices of several wrenches"
            bad_option(fact, "one --fext BODY:Tx,Ty,Tz,Fx,Fy,Fz", f"{len(forces)}", hint)
        given = {"BodyName": forces[0]["Body"], "Wrench": forces[0]["Wrench"]}  # no configuration: base axes
    _need_body(loaded, function, given)
    return _result(loaded, {"Function": function, **given}, function)


def _need_body(loaded: LoadedModel, function: str, given: dict[str, Any]) -> None:
    if "BodyName" in FUNCTIONS[function] and "BodyName" not in given:
        hint = f"The bodies are {', '.join(loaded.robot.BodyNames) or 'none'}"
        bad_option(f"{function} needs the name of a body", "--body NAME", "no --body", hint)


def own_requests(loaded: LoadedModel) -> list[Result]:
    """The Evaluate list of the model."""
    if not loaded.requests:
        hint = "Without --all every term at home is evaluated"
        bad_option("--all: the model has no Evaluate list", "a model with requests in Evaluate", "none", hint)
    return [_result(loaded, request, f"Evaluate[{i}]") for i, request in enumerate(loaded.requests)]


def _result(loaded: LoadedModel, request: dict[str, Any], path: str) -> Result:
    """The value of a request, and its inputs with the defaults written out."""
    value = np.asarray(evaluate(loaded.robot, request, path), dtype=float)
    function = request["Function"]
    filled = {} if function == "externalForce" else defaults(loaded.robot)  # there, no configuration means base axes
    inputs = {key: request.get(key) or filled.get(key) for key in TAKES[function]}
    return Result(function, {k: v for k, v in inputs.items() if v is not None}, value)


# --------------------------------------------------------------------------- many states


@dataclass
class ManyStates:
    """Functions in every state of a file, to be evaluated piece by piece."""

    robot: rigidBodyTree
    functions: list[str]
    inputs: dict[str, Any]
    states: States
    workers: int | None = None

    def blocks(self, *passes: list[str], quiet: bool = False) -> Iterator[list[Result]]:
        """The results of one piece of the file after the other; ``passes`` are functions for which to read it anew."""
        passes = passes or (self.functions,)
        with _progress(self.states.size * len(passes), quiet) as bar:
            for functions in passes:
                first = before = 0
                for piece, done in self.states.pieces(self._rows()):
                    count = len(next(iter(piece.values())))
                    yield [self._result(function, piece, first, count) for function in functions]
                    bar.update(done - before)
                    first, before = first + count, done

    def one_by_one(self, quiet: bool = False) -> Iterator[list[Result]]:
        """The first function in all states, then the second one."""
        return self.blocks(*([function] for function in self.functions), quiet=quiet)

    def _rows(self) -> int:
        """States of a piece: what is printed of them is a few times the size of the numbers."""
        home = {key: np.array([v]) for key, v in defaults(self.robot).items()}
        each = sum(self._value(function, home).size for function in self.functions)
        return max(16, min(CHUNK, NUMBERS // max(1, each)))

    def _result(self, function: str, piece: dict[str, Array], first: int, count: int) -> Result:
        filled = {
            key: np.broadcast_to(self.inputs.get(key) or v, (count, len(v))) for key, v in defaults(self.robot).items()
        }
        known = {**self.inputs, **filled, **piece}
        used = {key: known[key] for key in TAKES[function] if key in known}
        return Result(function, used, self._value(function, known), count, first)

    def _value(self, function: str, known: dict[str, Any]) -> Array:
        keys = TAKES[function]
        known = {**self.inputs, **known}
        names = [known[key] for key in ("BodyName", "TargetName") if key in keys and key in known]
        vectors = [known[key] for key in keys if key in VECTORS]
        more: dict[str, Any] = {}
        if "IncludeFriction" in keys and known.get("IncludeFriction"):
            more["IncludeFriction"] = True
        if "ExternalForce" in keys and "ExternalForce" in known:
            total = np.sum([self.robot.externalForce(f["Body"], f["Wrench"]) for f in known["ExternalForce"]], axis=0)
            more["Fext"] = total.T if self.robot.DataFormat == "column" else total
        value: Array = getattr(batch, function)(self.robot, *vectors, *names, **more, workers=self.workers)
        return value


def in_many_states(
    loaded: LoadedModel, functions: list[str], inputs: dict[str, Any], path: Path, workers: int | None = None
) -> ManyStates:
    """Every function in every state of a file."""
    for function in functions:
        if function not in IN_MANY:
            bad_option(f"{function} does not depend on the states", f"one of {', '.join(IN_MANY)}", function)
        _need_body(loaded, function, inputs)
    refuse_unused(functions, inputs)
    widths = {key: len(v) for key, v in defaults(loaded.robot).items()}
    moving = [b.Joint.Name for b in loaded.robot.Bodies if b.Joint.Type != "fixed"]
    states = open_states(path, widths, moving)
    for key in states.keys:
        if key in inputs:
            fact, hint = f"{OPTIONS[key]} is given and in {path.name} too", f"Leave out {OPTIONS[key]}"
            bad_option(fact, "one of the two", "both", hint)
    return ManyStates(loaded.robot, functions, inputs, states, workers)


class _NoBar:
    def update(self, _count: int) -> None:
        """Show nothing."""


def _progress(length: int, quiet: bool = False) -> Any:
    """A progress bar on a terminal where no results go, for what takes long enough to wait for."""
    if not quiet and length > CHUNK and sys.stderr.isatty():
        return typer.progressbar(length=length, label="states", file=sys.stderr)
    return nullcontext(_NoBar())
