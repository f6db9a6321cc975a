"""``rstc identify``: from a model and a log to masses, centres, inertias and friction."""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import rst_compat
from rst_compat import MatlabError, MatlabWarning, importrobot, rigidBodyTree
from rst_compat.errors import warn
from rst_compat.files.tables import fail
from rst_compat.files.whole import written_whole

from .compute import bad_option
from .convert_command import FORMATS as MODELS
from .convert_command import say_lost_settings
from .eval_command import Model, Output, choose, read_argument
from .expressions import parse_numbers
from .output import emit, not_written, printable, to_json

if TYPE_CHECKING:
    from rst_compat import Identification, LinearMap, MotionData

FORMATS = ("text", "json")
LOGS = (".csv", ".npz", ".mat", ".parquet")
METHODS = ("wls", "ols", "tls", "lmi", "logchol", "tipToBase")
COVARIANCES = ("white", "hac", "bootstrap")
FRICTION = {"none": False, "viscous": "viscous", "coulomb": "coulomb", "both": True}
#: word of --name -> field of MotionData
FIELDS = {
    "time": "Time",
    "position": "JointPosition",
    "velocity": "JointVelocity",
    "acceleration": "JointAcceleration",
    "torque": "JointTorque",
    "base-wrench": "BaseWrench",
}


def identify_command(
    model: Model,
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A .mat, .csv, .npz or .parquet file.")],
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="FIELD=NAME",
            help=f"What the log calls {', '.join(FIELDS)} or wrench:BODY; repeatable.",
        ),
    ] = None,
    wrench_order: Annotated[
        str, typer.Option("--wrench-order", metavar="nf|fn", help="Wrenches in the log: moment first or force first.")
    ] = "nf",
    gravity: Annotated[
        str | None, typer.Option("--gravity", help="In place of the model's, as 0,0,-9.81; URDF files have none.")
    ] = None,
    method: Annotated[
        str, typer.Option("--method", metavar="|".join(METHODS), help="Least squares by noise, and others.")
    ] = "wls",
    map_: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="Lines such as body_1.mx = -0.25*m1: what is known beforehand."),
    ] = None,
    friction: Annotated[
        str, typer.Option("--friction", metavar="|".join(FRICTION), help="Friction that is identified, too.")
    ] = "none",
    gears: Annotated[str | None, typer.Option("--gear-ratio", help="Of every joint, as 50,30.")] = None,
    rotors: Annotated[bool, typer.Option("--rotor-inertia", help="Identify the inertia of the rotors.")] = False,
    offset: Annotated[bool, typer.Option("--offset", help="Identify a constant offset of every torque.")] = False,
    robust: Annotated[bool, typer.Option("--robust", help="Huber's estimator, for logs with outliers.")] = False,
    prior: Annotated[
        str, typer.Option("--prior", metavar="model|zero", help="Where what the log does not tell is taken from.")
    ] = "model",
    covariance: Annotated[
        str, typer.Option("--covariance", metavar="|".join(COVARIANCES), help="How error bars are found.")
    ] = "white",
    validate: Annotated[
        Path | None, typer.Option("--validate", metavar="LOG", help="Another log, to measure the error on.")
    ] = None,
    model_out: Annotated[
        Path | None, typer.Option("--model", metavar="FILE", help="Write the identified model (.json, .mat, .urdf).")
    ] = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write a report with pictures (.html or .md).")
    ] = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1, help="Threads; all cores by default.")] = None,
    format_: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Output format.")] = "text",
    output: Output = None,
) -> None:
    """Identify inertial parameters and friction from a log.

    The log has positions and torques, and velocities and accelerations or times: qout, qdout, qddout, tauout, tout as
    MATLAB's scripts call them, or q, qd, qdd, tau, t, or numbered columns q1, q2, ... Prints what the log determines,
    with standard deviations, what it does not, and the errors of every joint.

    * rstc identify arm.json log.mat

    * rstc identify arm.urdf log.csv --gravity 0,0,-9.81 --friction both --validate second.csv

    * rstc identify arm.json log.mat --method lmi --model identified.json --report report.html

    * rstc identify arm.json log.npz --name torque=tau_filtered --name wrench:tool=ft --wrench-order fn
    """
    choose("--format", format_, FORMATS)
    choose("--method", method, METHODS)
    choose("--covariance", covariance, COVARIANCES)
    choose("--friction", friction, tuple(FRICTION))
    choose("--prior", prior, ("model", "zero"))
    choose("--wrench-order", wrench_order, ("nf", "fn"))
    mapping = _mapping(names or [])
    _check_targets({"--model": model_out, "--report": report, "--output": output}, (log, validate, map_))
    robot = read_argument(model, importrobot)
    form, robot.DataFormat = robot.DataFormat, "row"
    if gravity is not None:
        robot.Gravity = parse_numbers(gravity, "--gravity")
    options: dict[str, Any] = {
        "Method": method,
        "Friction": FRICTION[friction],
        "GearRatio": None if gears is None else _gears(robot, gears),
        "RotorInertia": rotors,
        "Offset": offset,
        "Robust": robust,
        "Prior": prior,
        "Covariance": covariance,
        "Workers": workers,
    }
    if map_ is not None:
        options["Parameterization"] = _linear_map(robot, map_, options)
    data = _read(log, mapping, wrench_order)
    second = None if validate is None else _read(validate, mapping, wrench_order)
    bar = _Bar() if sys.stderr is not None and sys.stderr.isatty() else None
    with warnings.catch_warnings(), closing(bar) if bar else nullcontext():
        if not any(robot.Gravity):
            _say_no_gravity(asked=gravity is not None)
        fit = rst_compat.identifyDynamics(robot, data, **options, Progress=bar)
        checked = None if second is None else fit.validate(second, Progress=bar)
    text = to_json(_facts(fit, checked)) + "\n" if format_ == "json" else printable(_text(fit, checked, validate))
    with ExitStack() as files:  # all of them are whole, or none is there
        if model_out is not None:
            found = fit.apply()
            found.DataFormat = form
            found.exportrobot(files.enter_context(_whole(model_out)))
            if model_out.suffix.lower() == ".urdf":
                say_lost_settings(found)
        if report is not None:
            fit.report(files.enter_context(_whole(report)), data, second, title=f"{model}, {log.name}")
    emit([text], output)


def _check_targets(outputs: dict[str, Path | None], inputs: tuple[Path | None, ...]) -> None:
    """Refuse, before a fit that may take long, what could not be written after it."""
    taken = {path.resolve(): "read" for path in inputs if path is not None}
    for option, path in outputs.items():
        if path is None:
            continue
        if option == "--model" and path.suffix.lower() not in MODELS:
            expected = f"a name that ends in {', '.join(MODELS)}"
            bad_option(f"--model: the format of {str(path)!r} is not written", expected, repr(path.suffix))
        if option == "--report":
            from rst_compat.identification.report import check_report  # noqa: PLC0415 - other commands draw nothing

            check_report(path)
        if (place := path.resolve()) in taken:
            bad_option(
                f"{option} would write over {path.name}, which is {taken[place]} too", "another file", repr(str(path))
            )
        taken[place] = "written"
        try:
            if path.exists():
                path.open("ab").close()
            elif not os.access(place.parent, os.W_OK | os.X_OK):
                os.stat(place.parent)  # says why not, where it is not there
                raise PermissionError(13, os.strerror(13))
        except OSError as error:
            not_written(error, path)


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    try:
        with written_whole(path) as unfinished:
            yield unfinished
    except OSError as error:
        if isinstance(error, MatlabError):
            raise
        not_written(error, path)


def _say_no_gravity(asked: bool) -> None:
    """In the words of the command line what the library says of robots without gravity."""
    warnings.filterwarnings("ignore", ".*Gravity of the robot is zero", MatlabWarning)
    if not asked:
        warn(
            "rst_compat:identification:NoGravity",
            "The model has no gravity, and so the parameters come out wrong if the robot has a weight: "
            "--gravity 0,0,-9.81, or 0,0,0 where it has none.",
        )


def _read(path: Path, mapping: dict[str, Any], wrench_order: str) -> MotionData:
    """A log; a fault in it says in which, and which option helps."""
    if path.suffix.lower() not in LOGS:
        fail(path, "its format is not known", f"a {', '.join(LOGS[:-1])} or {LOGS[-1]} file", repr(path.suffix))
    try:
        return rst_compat.MotionData.fromLog(path, Names=mapping, WrenchOrder=wrench_order)
    except MatlabError as error:
        if error.identifier != "rst_compat:identification:BadData":
            raise
        fact = f"{path.name}: {error.fact.removeprefix('MotionData').removeprefix('.fromLog').removeprefix(': ')}"
        hint = (
            "--name says what it is called, as in --name position=q_measured"
            if "Names" in (error.hint or "")
            else error.hint
        )
        raise type(error)(error.identifier, fact, error.expected, error.got, hint) from None


def _text(fit: Identification, checked: Any, path: Path | None) -> str:
    text = fit.summary()
    if checked is not None:
        name = path.name if path else ""
        text += f"\n\nOn {name}, {checked.NumSamples} samples, mean error {100 * checked.Mean:.3g} %\n\n{checked!r}"
    return text + "\n"


def _mapping(words: list[str]) -> dict[str, Any]:
    """The Names of MotionData.fromLog."""
    mapping: dict[str, Any] = {}
    for word in words:
        field, equals, name = word.partition("=")
        field = field.strip()
        body = field.removeprefix("wrench:")
        if not equals or not name or (body == field and field not in FIELDS) or not body:
            expected = f"FIELD=NAME, FIELD one of {', '.join(FIELDS)} or wrench:BODY"
            bad_option("--name does not name what is in the log", expected, repr(word), "As in --name torque=tau_meas")
        place = mapping.setdefault("Wrench", {}) if body != field else mapping
        place[body if body != field else FIELDS[field]] = name
    return mapping


def _gears(robot: rigidBodyTree, text: str) -> list[float]:
    moving = [b.Joint.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
    ratios = parse_numbers(text, "--gear-ratio")
    if len(ratios) not in (1, len(moving)):
        expected = f"one number, or {len(moving)}: {', '.join(moving)}"
        bad_option("--gear-ratio does not fit the robot", expected, f"{len(ratios)} numbers")
    return list(ratios) * (len(moving) // len(ratios) or 1)


def _linear_map(robot: rigidBodyTree, path: Path, options: dict[str, Any]) -> LinearMap:
    try:
        structure = path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:  # ValueError: no UTF-8
        reason = getattr(error, "strerror", None) or str(error)
        bad_option(f"--map: {path.name} cannot be read", "a file of lines NAME = EXPRESSION", reason)
    structure = re.sub(r"[#%].*", "", structure)  # comments
    friction = {True: ("Bm", "Tc"), "viscous": ("Bm",), "coulomb": ("Tc",), False: ()}[options["Friction"]]
    extra = (*friction, *(("Jm",) if options["RotorInertia"] else ()), *(("offset",) if options["Offset"] else ()))
    return rst_compat.LinearMap.fromStructure(robot, structure, Extra=extra)


def _facts(fit: Identification, checked: Any) -> dict[str, Any]:
    """What is found, for programs."""
    facts: dict[str, Any] = {
        "Method": fit.Method,
        "Covariance": fit.Covariance,
        "NumSamples": fit.NumSamples,
        "NumDropped": fit.NumDropped,
        "Rank": fit.Rank,
        "StructuralRank": fit.StructuralRank,
        "Condition": fit.Condition,
        "ScaledCondition": fit.ScaledCondition,
        "Parameters": [
            {"Name": n, "Value": v, "Std": s, "Status": fit.Status[n]}
            for n, v, s in zip(fit.Names, fit.Parameters.tolist(), fit.Std.tolist(), strict=True)
        ],
        "BaseParameters": _rows(fit.BaseParameters),
        "Channels": [
            {"Name": c, "NRMSE": e, "ResidualStd": s}
            for c, e, s in zip(fit.Channels, fit.NRMSE.tolist(), fit.ResidualStd.tolist(), strict=True)
        ],
        "PhysicalConsistency": fit.PhysicalConsistency,
        "Findings": list(fit.Findings),
    }
    if fit.Reduced is not None:
        facts["Unknowns"] = _rows(fit.Reduced)
    if checked is not None:
        channels = zip(checked.Channels, checked.NRMSE.tolist(), checked.RMSE.tolist(), strict=True)
        facts["Validation"] = [{"Name": c, "NRMSE": e, "RMSE": r} for c, e, r in channels]
    return facts


def _rows(table: Any) -> list[dict[str, Any]]:
    values = zip(table.Expressions, table.Value.tolist(), table.Std.tolist(), strict=True)
    return [{"Expression": e, "Value": v, "Std": s} for e, v, s in values]


class _Bar:
    """Samples done, shown on a terminal: a bar for each pass over a log."""

    def __init__(self) -> None:
        self._bar: Any = None
        self._passes = 0

    def __call__(self, done: int, total: int) -> None:
        if self._bar is None or done < self._bar.pos or total != self._bar.length:
            self.close()
            self._passes += 1
            self._bar = typer.progressbar(length=total, label=f"pass {self._passes}", file=sys.stderr)
            self._bar.__enter__()
        self._bar.update(done - self._bar.pos)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.__exit__(None, None, None)
