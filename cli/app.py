"""``rstc``: dynamics of rigidBodyTree models on the command line."""

from __future__ import annotations

import shlex
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

try:
    import rst_compat
except Exception as fault:  # RST_COMPAT_ENGINE names an engine that is not here
    if not hasattr(fault, "identifier"):
        raise
    print(f"rstc: {fault.identifier}: {fault}", file=sys.stderr)
    sys.exit(2)
from rst_compat.errors import MatlabError, MatlabValueError, MatlabWarning, shortened

from .check_command import check_command
from .convert_command import convert_command
from .diff_command import diff_command
from .doctor_command import doctor_command
from .eval_command import eval_command
from .identify_command import identify_command
from .info_command import info_command
from .output import BROKEN_PIPE, ClosedOutput, not_written
from .record_command import record_command
from .show_command import show_command
from .view_command import view_command

USAGE_ERROR = 2
INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h
# BadParameter, UsageError, ClickException: Typer has its own copy of click or imports click, depending on its version.
_ClickException: Any = typer.BadParameter.__mro__[2]


def _say(text: str) -> None:
    """One line on standard error, if there is one."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"rstc: {line}", file=sys.stderr, flush=True)


def _say_warnings(caught: Sequence[warnings.WarningMessage]) -> None:
    """A line for each kind of warning: the first one, and how many followed."""
    kinds: dict[str, dict[str, int]] = {}
    for warning in caught:
        if isinstance(warning.message, MatlabWarning):
            texts = kinds.setdefault(warning.message.identifier, {})
            texts[str(warning.message)] = texts.get(str(warning.message), 0) + 1
    for identifier, texts in kinds.items():
        first, *others = texts
        more = sum(texts[text] for text in others)
        _say(f"warning: {identifier}: {first}{f' (and {more} more)' if more else ''}")


def _usage_error(error: Any, words: Sequence[str]) -> MatlabError:
    """A fault of the command line in the form of all other errors."""
    fact, _, near = error.format_message().partition(" Did you mean ")
    fact, _, options = fact.partition(" (Possible options: ")
    near = near.rstrip("?. ") or options.rstrip(")")
    command = next((word for word in words if word in COMMANDS), None)
    *most, last = COMMANDS
    rest = f"{TAKES.get(command, 'MODEL')} [OPTIONS]" if command else f"{', '.join(most)} or {last} and a MODEL"
    name = f"rstc {command}" if command else "rstc"
    got = shortened(shlex.join(["rstc", *words]), 200)
    hint = f"Did you mean {near}?" if near else f"{name} --help explains it"
    return MatlabValueError("rst_compat:cli:Usage", fact.rstrip("."), f"{name} {rest}", got, hint)


def _flush() -> None:
    """What a full disk refuses is known before the end of the process."""
    try:
        sys.stdout.flush()
    except OSError as error:
        not_written(error, None)


def _exit_code(run: Callable[[], Any], words: Sequence[str], debug: bool) -> int:
    """Run a command; every error becomes one line and an exit code."""
    try:
        result = run()
        _flush()
        return result if isinstance(result, int) else 0
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except SystemExit:  # the printer of help texts found that nobody reads
        return BROKEN_PIPE
    except Exception as error:
        return _report(error, words, debug)


def _report(error: Exception, words: Sequence[str], debug: bool) -> int:
    if debug:
        traceback.print_exc()
    if isinstance(error, typer.Exit):
        return int(error.exit_code)
    if isinstance(error, OSError) and error.filename is None and not isinstance(error, MatlabError):
        try:
            not_written(error, None)
        except (MatlabError, typer.Exit) as said:
            return _report(said, words, False)
    if isinstance(error, _ClickException):
        error = _usage_error(error, words)
    if isinstance(error, MatlabError):
        _say(f"{error.identifier}: {error.message}")
        return USAGE_ERROR
    fault = f"{type(error).__name__}: {error}"
    _say(f"rst_compat:cli:Internal: {shortened(fault)} (a fault of rstc, not of the input; --debug shows where)")
    return INTERNAL_ERROR


class OneLineErrors(TyperGroup):
    """A command group whose errors are one line each, with the identifier."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit; Typer's own handling of errors, which draws boxes, is switched off."""
        words = list(sys.argv[1:] if args is None else args)
        debug = "--debug" in words  # anywhere, also behind the command
        words = [word for word in words if word != "--debug"]
        nothing_asked = not words
        if sys.stdout is None:  # closed by the caller, as in "rstc eval twolink >&-"
            sys.stdout = ClosedOutput()
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show is no error
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("ignore")  # NumPy's say less than ours
            warnings.simplefilter("always", MatlabWarning)
            run = super().main
            arguments = (words or ["--help"], prog_name, complete_var, False, windows_expand_args)
            code = _exit_code(lambda: run(*arguments, **extra), words, debug)
        if code == 0:
            _say_warnings(caught)
        code = code or USAGE_ERROR * nothing_asked
        if standalone_mode:
            sys.exit(code)
        return code


app = typer.Typer(
    cls=OneLineErrors,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    epilog="Errors are one line on standard error with an identifier. "
    "Exit codes: 0 good, 1 a check found an error, 2 usage or bad input.",
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"rstc {rst_compat.__version__}")
        raise typer.Exit


@app.callback()
def rstc(
    _version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    _debug: Annotated[bool, typer.Option("--debug", help="Show a traceback with every error.")] = False,
) -> None:
    """MATLAB's rigidBodyTree dynamics on the command line.

    MODEL is a file (model.json, URDF, Xacro, SDF, or a .mat file with one robot), the name of a bundled robot, or - for
    standard input.

    * rstc eval twolink

    * rstc eval twolink --q pi/3,pi/2 --function massMatrix

    * rstc eval model.json --states log.csv --function inverseDynamics --format csv -o tau.csv

    * rstc info iiwa14

    * rstc doctor robot.urdf

    * rstc convert robot.urdf robot.json

    * rstc show iiwa14 -o robot.png

    * rstc view iiwa14

    * rstc check golden --worst 10

    * rstc diff arm.urdf arm.mat

    * rstc identify arm.json log.mat --report report.html
    """


#: what a command takes, where that is not a MODEL
TAKES = {"convert": "MODEL OUT", "check": "PATH...", "diff": "MODEL_A MODEL_B", "identify": "MODEL LOG"}
COMMANDS = {
    "eval": eval_command,
    "info": info_command,
    "doctor": doctor_command,
    "convert": convert_command,
    "show": show_command,
    "view": view_command,
    "check": check_command,
    "record": record_command,
    "diff": diff_command,
    "identify": identify_command,
}
for _name, _command in COMMANDS.items():
    app.command(_name)(_command)


def main() -> None:
    """Entry point of the console script."""
    app()
