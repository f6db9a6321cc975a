"""Golden files, read without trusting them: from JSON and from MAT-files."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import MatlabError, MatlabKeyError, MatlabValueError, did_you_mean, shortened
from ..evaluate import FUNCTIONS
from ..files.disk import read_bytes
from ..files.json_cursor import At
from ..files.json_text import parse
from ..files.request import request_at
from ..matlab import rotations
from ..matlab.rigid_body_tree import rigidBodyTree
from .format import REGRESSION, SUFFIXES, Case, Golden, Tolerance, in_file, names_us

MEASURES = ("R19b", "digits", "exact")
#: what a case may ask of a robot beside the functions of ``evaluate``
DESCRIPTIONS = ("showdetails", "disp", "BodyNames", "bodyTable", "massMatrixLambda", "bodyProperties")
#: functions without a robot: a file names no other, so that it cannot call one that writes files
WITHOUT_ROBOT = (*rotations.__all__, "rand")
#: a model named by a golden file has one of these endings; Xacro, which evaluates expressions, is not among them
MODELS = (".json", ".urdf", ".sdf", ".mat")

_HEAD = ("Format", "Version", "Kind", "Model", "Source", "Tolerance", "States", "Cases")
_INPUTS = (
    "Configuration",
    "JointVelocity",
    "JointAcceleration",
    "JointTorque",
    "ExternalForce",
    "BodyName",
    "TargetName",
    "Wrench",
    "Arguments",
    "TransposeTimes",
    "DataFormat",
    "Gravity",
)
_OF_ANY = ("TransposeTimes", "DataFormat", "Gravity")  # inputs of whatever function
_CASE = ("Name", "Function", "State", *_INPUTS, "Output", "Digits", "Units", "Tolerance", "Source", "Note")
_MOST_NUMBERS = 1e6  # that rand makes for a case
_MOST_DIGITS = 300  # of a double, printed
_SPECIAL = {"NaN": np.nan, "Infinity": np.inf, "-Infinity": -np.inf}


def read_golden(source: str | os.PathLike[str] | Mapping[str, Any]) -> Golden:
    """Read a golden file.

    Parameters
    ----------
    source : path or dict
        A ``.golden.json`` file; a ``.mat`` file with the struct ``golden`` that ``export_rst_golden.m`` saves; or the
        content of one, whose paths count from the current folder.

    Returns
    -------
    Golden

    Raises
    ------
    MatlabError
        With the name of the file and the place in it: ``rst_compat:model:*`` for text, keys and types,
        ``rst_compat:golden:*`` for cases that make no sense.
    """
    if isinstance(source, Mapping):
        return _golden(At(dict(source)), Path("golden"))
    path = Path(source)
    try:
        document = _in_mat(path) if path.suffix.lower() == ".mat" else parse(read_bytes(path, "golden"))
        return _golden(At(document), path)
    except MatlabError as error:
        raise in_file(path, error) from None


def _golden(at: At, path: Path) -> Golden:
    key = at.object(_HEAD, required=("Format", "Version", "Model", "Source", "Tolerance", "Cases"))
    key["Format"].choice(("rst_golden",))
    if key["Version"].number() != 1:
        key["Version"].refuse("WrongValue", "1", str(key["Version"].value), "A newer rst_compat may read it")
    regression = "Kind" in key and key["Kind"].choice((REGRESSION,)) == REGRESSION
    states = {}
    if "States" in key:
        given = key["States"]
        for name, state in given.object(tuple(given.value) if isinstance(given.value, dict) else ()).items():
            states[name] = dict(state.object(_INPUTS))
    tolerance = _tolerance(key["Tolerance"])
    model = _model(key["Model"], path)
    source = _source(key["Source"], regression)
    cases = [_case(one, states, tolerance, model is not None, regression) for one in key["Cases"].items()]
    if not cases:
        key["Cases"].refuse("WrongShape", "at least one case", "none", "A file without cases proves nothing")
    names = set()
    for case in cases:
        if case.name in names:
            hint = "Outcomes are reported by the names of cases"
            raise MatlabValueError(
                "rst_compat:golden:SameName", f"case {case.name!r}", "a name of its own", "two of this name", hint
            )
        names.add(case.name)
    return Golden(path, model, source, regression, cases)


def _source(at: At, regression: bool) -> dict[str, str]:
    given = {name: value.text() for name, value in at.object(("Tool", "Release", "Date", "Where", "Note")).items()}
    if not any(text.strip() for text in given.values()):
        at.refuse(
            "MissingKey", "at least one of Tool, Release, Where", "none", "Numbers without a source prove nothing"
        )
    if not regression and names_us(given.get("Tool", "")):
        raise MatlabValueError(
            "rst_compat:golden:OwnNumbers",
            f"{at.path}.Tool is this package",
            "the name of another program",
            repr(given["Tool"]),
            f'Our own numbers prove nothing: they are of the Kind "{REGRESSION}"',
        )
    return given


def _tolerance(at: At) -> Tolerance:
    key = at.object(("Value", "Measure", "Reason"), required=("Value", "Measure", "Reason"))
    value = key["Value"].number()
    if value < 0:
        key["Value"].refuse("WrongValue", "a number that is not negative", str(value), "It bounds an error")
    reason = key["Reason"].text()
    if not reason.strip():
        key["Reason"].refuse("WrongValue", "why results may be so far off", "nothing", "Say where the rounding is")
    return Tolerance(value, key["Measure"].choice(MEASURES), reason)


def _model(at: At, path: Path) -> Path | dict[str, Any] | None:
    if at.value is None or at.value == []:  # MATLAB has no null
        return None
    if isinstance(at.value, dict):
        return at.value
    name = at.name()
    if not name.lower().endswith(MODELS):
        hint = "Xacro is expanded first: it evaluates expressions"
        at.refuse("WrongValue", f"a file that ends in {', '.join(MODELS)}", repr(shortened(name, 100)), hint)
    try:
        usable = not (path.parent / name).exists() or (path.parent / name).is_file()
    except (OSError, ValueError):  # a name too long, a null character
        usable = False
    if not usable:
        at.refuse("WrongValue", "the name of a file", repr(shortened(name, 100)), "A pipe or a folder is no model")
    return path.parent / name


@cache
def _read_once(path: Path) -> Golden:
    return read_golden(path)


def find_case(folder: Path, name: str) -> tuple[Golden, Case]:
    """The case of a name like ``puma560/rtb_matlab/state1/rne``: a file under a folder, and a case in it.

    Raises
    ------
    MatlabError
        ``rst_compat:golden:NoSuchCase``, or what is wrong with the file.
    """
    words = str(name).split("/")
    inside = 1 if ".." in words else len(words)  # a name does not lead out of the folder
    for count in range(1, inside):
        for suffix in SUFFIXES:
            path = folder.joinpath(*words[:count]).with_name(words[count - 1] + suffix)
            if path.is_file():
                golden, wanted = _read_once(path), "/".join(words[count:])
                found = next((case for case in golden.cases if case.name == wanted), None)
                if found is not None:
                    return golden, found
                hint = did_you_mean(wanted, [case.name for case in golden.cases], "rstc check FILE lists its cases")
                raise MatlabKeyError(
                    "rst_compat:golden:NoSuchCase", f"{path.name} has no such case", "one of its cases", wanted, hint
                )
    hint = "The file's path under the folder, without .golden.json, and the name of the case: puma560/matlab/state1/M"
    raise MatlabKeyError(
        "rst_compat:golden:NoSuchCase", f"no file of this case under {folder}", "FILE/CASE", name, hint
    )


# --------------------------------------------------------------------------- cases


def _case(at: At, states: dict[str, dict[str, At]], common: Tolerance, has_robot: bool, regression: bool) -> Case:
    own = at.object(_CASE, required=("Name", "Function", "Output", "Digits"))
    name, function = own["Name"].name(), own["Function"].name()
    known = (*FUNCTIONS, *DESCRIPTIONS) if has_robot else WITHOUT_ROBOT
    own["Function"].choice(known)
    given = {k: v for k, v in own.items() if k in _INPUTS}
    if "State" in own:
        given = _used(states, own["State"], function) | given
    inputs = _inputs(given, function)
    if function == "rand":
        inputs["Arguments"] = _sizes(given["Arguments"]) if "Arguments" in given else []
    for text in ("Units", "Note"):
        if text in own:
            own[text].text()
    if "Source" in own:
        _source(own["Source"], regression)
    tolerance = _tolerance(own["Tolerance"]) if "Tolerance" in own else common
    output, digits = own["Output"].value, None
    if tolerance.measure != "exact":
        output = _numbers(own["Output"])
        digits = _digits(own["Digits"], output.shape, tolerance.measure)
    return Case(name, function, inputs, output, digits, tolerance)


def _used(states: dict[str, dict[str, At]], at: At, function: str) -> dict[str, At]:
    """The inputs of a state that a function takes; others are there for other functions."""
    if not states:
        at.refuse("WrongValue", 'a state of "States"', repr(at.value)[:100], "The file has no States")
    state, takes = states[at.choice(tuple(states))], FUNCTIONS.get(function, _INPUTS)
    return {key: value for key, value in state.items() if key in takes or key in _OF_ANY}


def _inputs(given: dict[str, At], function: str) -> dict[str, Any]:
    """The inputs of a case, checked as a request is."""
    inputs: dict[str, Any] = {}
    for key, at in given.items():
        if key == "Arguments":
            inputs[key] = [item.value if isinstance(item.value, str) else _numbers(item) for item in _items(at)]
        elif key == "DataFormat":
            inputs[key] = at.choice(("struct", "row", "column"))
        elif key == "Gravity":
            inputs[key] = list(at.vector(3))
        elif key == "TransposeTimes":
            inputs[key] = list(at.vector(None))
        else:
            place = At({"Function": function, key: at.value}, at.path.rpartition(".")[0])
            inputs[key] = request_at(place)[key]
    if inputs.get("ExternalForce") == []:
        del inputs["ExternalForce"]  # no force, where the state has one
    return inputs


def _items(at: At) -> list[At]:
    if not isinstance(at.value, list):
        at.refuse("WrongType", "a list of arguments", type(at.value).__name__)
    return [At(value, f"{at.path}[{i}]") for i, value in enumerate(at.value)]


def _sizes(at: At) -> list[int]:
    """What rand is asked for: whole numbers, one by one or in a vector, whose product can be made."""
    sizes = [float(x) for item in _items(at) for x in np.ravel(_numbers(item))]
    shown, hint = repr(at.value)[:100], "rand(m, n), as in MATLAB"
    if len(sizes) > 32 or not all(x.is_integer() for x in sizes):
        at.refuse("WrongValue", "at most 32 whole numbers", shown, hint)
    if math.prod(max(1.0, x) for x in sizes) > _MOST_NUMBERS:
        at.refuse("WrongValue", "at most a million numbers", shown, "Take a few of them")
    return [int(x) for x in sizes]


def _numbers(at: At) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A number, a vector or a matrix; NaN and the infinities are strings."""
    try:
        array = np.array(at.value)
    except ValueError:
        at.refuse("WrongShape", "a number, a list of numbers or a list of rows", "lists of different lengths")
    if array.dtype.kind not in "iuf" or _has_truth(at.value):
        array = np.array([_special(v, at) for v in np.ravel(np.array(at.value, dtype=object))]).reshape(array.shape)
    return array.astype(np.float64)


def _has_truth(value: Any) -> bool:
    """Whether there is a true or false among numbers, which NumPy takes for 1 or 0."""
    return any(map(_has_truth, value)) if isinstance(value, list) else isinstance(value, bool)


def _special(value: Any, at: At) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and value in _SPECIAL:
        return _SPECIAL[value]
    hint = 'Text has the measure "exact"; NaN and infinities are "NaN", "Infinity" and "-Infinity"'
    return at.refuse("WrongType", "numbers", repr(value)[:100], hint)


def _digits(at: At, shape: tuple[int, ...], measure: str) -> Any:
    if at.value == "full":
        if measure == "digits":
            at.refuse("WrongValue", "the number of decimals printed", '"full"', "Values at full precision take R19b")
        return None
    digits = _numbers(at)
    if digits.ndim != 0 and digits.shape != shape:
        at.refuse("WrongShape", f"a number of decimals, or numbers of shape {shape}", f"shape {digits.shape}")
    if not ((digits >= 0) & (digits <= _MOST_DIGITS) & (digits == np.floor(digits))).all():
        hint = "Digits counts the decimals after the point"
        at.refuse("WrongValue", f"whole numbers from 0 to {_MOST_DIGITS}", repr(at.value)[:100], hint)
    return np.broadcast_to(digits, shape)


# --------------------------------------------------------------------------- MAT-files


def _in_mat(path: Path) -> Any:
    """The struct ``golden`` of a MAT-file, as JSON would have it."""
    from ..matlab.workspace import load  # noqa: PLC0415 - reading MAT-files is not part of reading JSON

    if not path.exists():
        read_bytes(path, "golden")
    variables = vars(load(path))
    if "golden" not in variables:
        raise MatlabValueError(
            "rst_compat:golden:NoStruct",
            f"{path.name}: there is no golden value in it",
            "the struct golden, which export_rst_golden.m saves",
            ", ".join(variables) or "no variable",
            "rstc record makes a golden file of states and results",
        )
    return _plain(variables["golden"])


def _plain(value: Any) -> Any:
    if isinstance(value, rigidBodyTree):  # an object, or the struct that stands for one
        return parse(value.exportrobot())
    if isinstance(value, list):  # cells and struct arrays
        return [_plain(item) for item in value]
    if hasattr(value, "toarray"):  # sparse
        value = value.toarray()
    if hasattr(value, "__dict__"):
        return {name: _plain(item) for name, item in vars(value).items()}
    if isinstance(value, np.ndarray):
        if value.size == 0:
            return []
        return value.ravel().tolist() if value.ndim < 2 or value.shape[0] == 1 else value.tolist()
    return value.item() if isinstance(value, np.generic) else value
