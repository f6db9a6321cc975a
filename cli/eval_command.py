"""``rstc eval``: values of the dynamics functions, in one state or in many."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from rst_compat.errors import MatlabError, MatlabValueError, did_you_mean, shortened
from rst_compat.evaluate import check_function, load_model
from rst_compat.files.tables import SIZE_LIMIT

from .compute import OPTIONS, bad_option, in_many_states, in_one_state, own_requests
from .expressions import parse_numbers
from .output import Result, as_csv, as_json, as_mat, as_text, emit, joined

Read = TypeVar("Read")
DEFAULT_FUNCTIONS = [
    "massMatrix",
    "coriolisMatrix",
    "velocityProduct",
    "gravityTorque",
    "inverseDynamics",
    "forwardDynamics",
    "centerOfMass",
]


FORMATS = ("text", "json", "csv", "mat")
Model = Annotated[
    str,
    typer.Argument(
        metavar="MODEL", help="A .json, .urdf, .xacro, .sdf or .mat file, the name of a bundled robot, or -."
    ),
]
Output = Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE.")]


def read_argument(model: str, read: Callable[[Any], Read]) -> Read:
    """What is read of the model named on the command line; a fault in a file says in which."""
    try:
        return read(standard_input() if model == "-" else model)
    except MatlabError as error:
        name = "standard input" if model == "-" else shortened(model, 200)
        if Path(name).name in error.fact or model.lstrip()[:1] in ("{", "[", "<"):
            raise
        raise type(error)(
            error.identifier, f"{name}: {error.fact}", error.expected, error.got, error.hint
        ) from error.__cause__


def standard_input() -> bytes:
    """The bytes of standard input, not many more than a model may have."""
    try:
        if sys.stdin is None:
            raise OSError("It is closed")
        return sys.stdin.buffer.read(SIZE_LIMIT)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        fact, hint = "standard input cannot be read", "Send the model, as in rstc eval - < model.json"
        raise MatlabError(
            "rst_compat:model:Unreadable", fact, "the text of a model.json or a URDF", reason, hint
        ) from None


def choose(option: str, given: str | None, words: Sequence[str]) -> str | None:
    """One of the words that an option takes."""
    if given is not None and given not in words:
        expected, hint = f"one of {', '.join(words)}", did_you_mean(given, words)
        bad_option(f"{option} does not take this word", expected, repr(given), hint)
    return given


def eval_command(
    model: Model,
    q: Annotated[str | None, typer.Option("--q", help="Joint positions, as pi/3,pi/2; home by default.")] = None,
    qd: Annotated[str | None, typer.Option("--qd", help="Joint velocities; zeros by default.")] = None,
    qdd: Annotated[str | None, typer.Option("--qdd", help="Joint accelerations; zeros by default.")] = None,
    tau: Annotated[str | None, typer.Option("--tau", help="Joint torques; zeros by default.")] = None,
    fext: Annotated[
        list[str] | None,
        typer.Option(
            "--fext", metavar="BODY:Tx,Ty,Tz,Fx,Fy,Fz", help="Wrench in base axes about the base origin; repeatable."
        ),
    ] = None,
    function: Annotated[
        list[str] | None, typer.Option("--function", "-f", help="A function, by its MATLAB name; repeatable.")
    ] = None,
    body: Annotated[str | None, typer.Option("--body", help="For getTransform and geometricJacobian.")] = None,
    target: Annotated[str | None, typer.Option("--target", help="For getTransform; the base by default.")] = None,
    include_friction: Annotated[
        bool,
        typer.Option("--include-friction", help="With the Friction of the joints, in inverse and forward dynamics."),
    ] = False,
    all_: Annotated[bool, typer.Option("--all", help="The model's own Evaluate list.")] = False,
    states: Annotated[
        Path | None,
        typer.Option(
            "--states",
            metavar="FILE",
            help="Many states: .csv, .parquet (titles q1.. qd1.. qdd1.. tau1..); .npz, .mat (q, qd, qdd, tau, or "
            "timeseries).",
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="Threads for many states; all cores by default.")
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option("--format", metavar="|".join(FORMATS), help="Default: text, or what -o FILE ends in."),
    ] = None,
    output: Output = None,
    format_long: Annotated[bool, typer.Option("--format-long", help="Text with 15 decimals.")] = False,
) -> None:
    """Evaluate the dynamics of a model.

    Without options: every term at the home configuration, as MATLAB prints it.

    * rstc eval twolink --q pi/3,pi/2 --qd "[pi/4 pi/10]"

    * rstc eval twolink --function forwardDynamics --tau 5,5 --fext body_2:0,0,0,5,0,0

    * rstc eval twolink --function getTransform --body body_2 --format json

    * rstc eval twolink --states log.csv --function inverseDynamics -o tau.csv

    * rstc eval arm.urdf --states log.mat --function inverseDynamics -o tau.mat

    * rstc eval twolink --all
    """
    vectors = {"Configuration": q, "JointVelocity": qd, "JointAcceleration": qdd, "JointTorque": tau}
    inputs: dict[str, Any] = {k: parse_numbers(v, OPTIONS[k]) for k, v in vectors.items() if v is not None}
    inputs |= {k: v for k, v in (("BodyName", body), ("TargetName", target)) if v is not None}
    if include_friction:
        inputs["IncludeFriction"] = True
    if fext:
        inputs["ExternalForce"] = [_wrench(text) for text in fext]
    kind = _format(choose("--format", format_, FORMATS), output)
    if output is not None and states is not None and output.is_file() and output.resolve() == states.resolve():
        bad_option(f"{states} would be written over", "another name after -o", str(output), "It has the states")
    loaded = read_argument(model, load_model)
    if loaded.robot.DataFormat == "struct":
        loaded.robot.DataFormat = "column"
    if workers is not None and states is None:
        bad_option("--workers is for many states", "--states FILE too", "no --states", "Leave out --workers")
    row = loaded.robot.DataFormat == "row"
    blocks: Iterable[list[Result]]
    if all_:
        _refuse_with_all(inputs, function, states)
        blocks = [own_requests(loaded)]
    else:
        functions = [check_function(f, "--function") for f in function] if function else DEFAULT_FUNCTIONS
        if states is None:
            blocks = [in_one_state(loaded, functions, inputs)]
        else:
            many = in_many_states(loaded, functions, inputs, states, workers)
            seen = output is None and sys.stdout.isatty()
            blocks = many.one_by_one(quiet=seen) if kind == "text" else many.blocks(quiet=seen)
    if kind == "mat":
        emit(as_mat(joined(blocks), row), output)
    elif kind == "json":
        emit(as_json(blocks, loaded.name), output)
    else:
        emit(as_csv(blocks) if kind == "csv" else as_text(blocks, row, format_long), output)


def _format(given: str | None, output: Path | None) -> str:
    kind = given
    if kind is None:
        suffix = output.suffix.lower().lstrip(".") if output else ""
        kind = suffix if suffix in FORMATS else "text"
    if kind == "mat" and output is None:
        bad_option("--format mat needs a file", "-o FILE", "no -o", "Write -o result.mat")
    return kind


def _wrench(text: str) -> dict[str, Any]:
    body, colon, numbers = text.rpartition(":")
    wrench = parse_numbers(numbers, "--fext") if colon and body else []
    if len(wrench) != 6:
        got = f"{len(wrench)} numbers" if wrench else repr(shortened(text, 100))
        fact, expected = "--fext is not the wrench on a body", "BODY:Tx,Ty,Tz,Fx,Fy,Fz"
        hint = "Moment first, in base axes about the base origin, as in --fext body_2:0,0,0,5,0,0"
        raise MatlabValueError("rst_compat:cli:BadWrench", fact, expected, got, hint)
    return {"Body": body, "Wrench": wrench}


def _refuse_with_all(inputs: dict[str, Any], functions: list[str] | None, states: Path | None) -> None:
    given = [OPTIONS[key] for key in inputs]
    given += ["--function"] * bool(functions) + ["--states"] * (states is not None)
    if given:
        others = ", ".join(given)
        fact, hint = f"--all takes its inputs from the model, and {others} is given too", "Leave out --all"
        bad_option(fact, "one of the two", f"--all and {others}", hint)
