"""``rstc record``: a golden file of states and of what another program computed in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, NoReturn

import numpy as np
import typer

import rst_compat
from rst_compat import batch
from rst_compat.errors import MatlabError, MatlabValueError
from rst_compat.evaluate import FUNCTIONS, LoadedModel, defaults, load_model
from rst_compat.golden import REGRESSION, golden_text, names_us, read_golden

from .compute import bad_option
from .eval_command import DEFAULT_FUNCTIONS, Model, Output, read_argument
from .output import VECTORS, Array, emit
from .states import read_states

_FORCES = "export_rst_golden.m writes cases with forces; here they would be lost, and the results wrong"
_RECORDED = tuple(name for name in FUNCTIONS if name in batch.__all__)


def record_command(
    model: Model,
    states: Annotated[
        Path,
        typer.Option(
            "--states",
            metavar="FILE",
            help="States q, qd, qdd, tau, and results under the names of functions: .mat (states are pages or columns) "
            "or .npz (states first); for --regression .csv too.",
        ),
    ],
    source: Annotated[
        str, typer.Option("--source", metavar="TEXT", help='Who computed the results: "MATLAB R2024a, myscript.m".')
    ],
    function: Annotated[
        list[str] | None, typer.Option("--function", "-f", help="Only this function's results; repeatable.")
    ] = None,
    body: Annotated[str | None, typer.Option("--body", help="Of getTransform and geometricJacobian.")] = None,
    target: Annotated[str | None, typer.Option("--target", help="Of getTransform; the base by default.")] = None,
    digits: Annotated[
        int | None, typer.Option("--digits", min=0, max=300, help="The results are as printed, with so many decimals.")
    ] = None,
    regression: Annotated[
        bool, typer.Option("--regression", help=f'Record our own numbers. The file is marked "{REGRESSION}".')
    ] = False,
    output: Output = None,
) -> None:
    """Write a golden file, for rstc check and pytest, of a model, states and another program's results.

    Our own numbers prove nothing and are refused. With --regression they are recorded all the same; rstc check lists
    such a file apart, and it never counts as golden.

    * rstc record arm.json --states matlab.mat --source "MATLAB R2024a, log_arm.m" -o arm.golden.json

    * rstc record arm.json --states log.csv --source "before the new gripper" --regression -o arm.golden.json
    """
    loaded = read_argument(model, load_model)
    if loaded.robot.DataFormat == "struct":
        loaded.robot.DataFormat = "row"
    if not source.strip():
        bad_option(
            "--source is empty", "who computed the results", repr(source), "Numbers without a source prove nothing"
        )
    for name in function or []:
        if name not in _RECORDED:
            bad_option(f"{name} does not depend on the states", f"one of {', '.join(_RECORDED)}", name)
    filled = defaults(loaded.robot)
    moving = [b.Joint.Name for b in loaded.robot.Bodies if b.Joint.Type != "fixed"]
    given = read_states(states, {key: len(v) for key, v in filled.items()}, moving)
    names = {key: value for key, value in (("BodyName", body), ("TargetName", target)) if value is not None}
    if regression:
        functions = function or DEFAULT_FUNCTIONS
        results = {f: _ours(loaded, f, given, names) for f in functions}
        about = {"Tool": f"rst_compat {rst_compat.__version__}", "Note": source}
    else:
        results = _theirs(loaded, states, function, given, names)
        if names_us(source):
            _own_numbers("--source names this package", "the name of another program", repr(source))
        about = {"Tool": source}
    if regression and output is not None:
        _keep_evidence(output)
    emit([_text(loaded, given, results, names, about, regression, digits)], output)


def _keep_evidence(path: Path) -> None:
    """Refuse to put our own numbers in the place of somebody else's."""
    try:
        evidence = path.is_file() and not read_golden(path).regression
    except MatlabError:
        return
    if evidence:
        _own_numbers(f"{path.name} has numbers of another program", "another name", f"-o {path}")


def _own_numbers(fact: str, expected: str, got: str) -> NoReturn:
    hint = "Our own numbers prove nothing; --regression records them, marked so"
    raise MatlabValueError("rst_compat:golden:OwnNumbers", fact, expected, got, hint)


def _ours(loaded: LoadedModel, function: str, given: dict[str, Array], names: dict[str, str]) -> Array:
    """Our results in all states."""
    if "BodyName" in FUNCTIONS[function] and "BodyName" not in names:
        hint = f"The bodies are {', '.join(loaded.robot.BodyNames) or 'none'}"
        bad_option(f"{function} needs the name of a body", "--body NAME", "no --body", hint)
    count = len(next(iter(given.values())))
    filled = defaults(loaded.robot)
    vectors = [
        given.get(key, np.broadcast_to(filled[key], (count, len(filled[key]))))
        for key in FUNCTIONS[function]
        if key in VECTORS
    ]
    chosen = [names[key] for key in ("BodyName", "TargetName") if key in FUNCTIONS[function] and key in names]
    result: Array = getattr(batch, function)(loaded.robot, *vectors, *chosen)
    return result


def _theirs(
    loaded: LoadedModel, path: Path, functions: list[str] | None, given: dict[str, Array], names: dict[str, str]
) -> dict[str, Array]:
    """The results in a file, states first; their shapes are those that the functions have."""
    arrays = _arrays(path)
    for name in arrays:
        if name.lower() in ("fext", "externalforce"):
            bad_option(f"{path.name} has forces on bodies", "states and results without them", name, _FORCES)
        if name not in _RECORDED and name.lower() in (meant := {f.lower(): f for f in _RECORDED}):
            bad_option(f"{path.name} has no function of this name", meant[name.lower()], name, "Rename the array")
    found = [name for name in functions or _RECORDED if name in arrays]
    missing = [name for name in functions or [] if name not in arrays]
    if missing or not found:
        _own_numbers(
            f"there is no result of {', '.join(missing) or 'another program'} in {path.name}",
            f"arrays named {', '.join(missing or _RECORDED[:4])}{'' if missing else ', ...'}",
            ", ".join(arrays) or "states alone",
        )
    return {name: _states_first(arrays[name], _ours(loaded, name, given, names), path, name) for name in found}


def _arrays(path: Path) -> dict[str, Any]:
    """Numeric arrays of a .mat or .npz file, which has been read once already; none of a .csv file."""
    if path.suffix.lower() == ".npz":
        with np.load(path, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    return dict(vars(rst_compat.load(path))) if path.suffix.lower() == ".mat" else {}


def _states_first(value: Any, ours: Array, path: Path, name: str) -> Array:
    """Results with the states along the first axis; vectors that could be read either way are refused."""
    array = np.asarray(value)
    count, shape = len(ours), ours.shape[1:]
    first, last = (count, *shape), (*shape, count)
    axis_of = {first: 0, last: -1}  # of the states, by the shape of the array
    if len(shape) > 1:  # pages of a .mat file are last, matrices of a .npz file first
        axis_of = {last: -1} if path.suffix.lower() == ".mat" else {first: 0}
    either = len(shape) == 1 and first == last and count > 1
    if array.dtype.kind in "iuf" and not either:
        if array.shape in axis_of:
            return np.moveaxis(array, axis_of[array.shape], 0).astype(float)
        if count == 1 and (array.shape == shape or array.size == ours.size == 1):
            return array.astype(float).reshape(ours.shape)
    fact, expected = f"{path.name}: {name} has the wrong shape", " or ".join(map(str, axis_of))
    got = "rows that could be either" if either else f"{array.dtype} of shape {array.shape}"
    hint = "Add or drop a state" if either else "One row, column or page for each state"
    raise MatlabValueError("rst_compat:table:Unreadable", fact, f"numbers of shape {expected}", got, hint)


def _text(
    loaded: LoadedModel,
    given: dict[str, Array],
    results: dict[str, Array],
    names: dict[str, str],
    about: dict[str, str],
    regression: bool,
    digits: int | None,
) -> str:
    states, cases = {}, []
    for k in range(len(next(iter(given.values())))):
        state = f"state{k + 1}"
        states[state] = {key: vectors[k] for key, vectors in given.items()}
        for function, values in results.items():
            chosen = {key: names[key] for key in FUNCTIONS[function] if key in names}
            case = {"Name": f"{state}/{function}", "Function": function, "State": state, **chosen}
            cases.append(case | {"Output": values[k], "Digits": "full" if digits is None else digits})
    model = json.loads(loaded.robot.exportrobot())
    model["Name"] = loaded.name
    return golden_text(model, about, _tolerance(regression, digits), cases, regression, states)


def _tolerance(regression: bool, digits: int | None) -> dict[str, Any]:
    if digits is not None:
        return {"Value": 0.51, "Measure": "digits", "Reason": "half a unit of the last printed digit"}
    reason = "the same code: other machines and libraries round otherwise" if regression else "both in double precision"
    return {"Value": 1e-10, "Measure": "R19b", "Reason": reason}
