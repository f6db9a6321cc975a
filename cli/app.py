"""``rstc``: dynamics of rigidBodyTree models on the command line."""

from __future__ import annotations

import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

import rst_compat
from rst_compat.errors import MatlabError, MatlabWarning

from .convert_command import convert_command
from .doctor_command import doctor_command
from .eval_command import eval_command
from .info_command import info_command

USAGE_ERROR = 2
INTERNAL_ERROR = 70  # EX_SOFTWARE of sysexits.h
# BadParameter, UsageError, ClickException: Typer has its own copy of click or imports click, depending on its version.
_ClickException: Any = typer.BadParameter.__mro__[2]


def _say(text: str) -> None:
    """One line on standard error."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    print(f"rstc: {line}", file=sys.stderr)


def _show_warning(message: Warning | str, *_args: Any, **_keywords: Any) -> None:
    identifier = f"{message.identifier}: " if isinstance(message, MatlabWarning) and message.identifier else ""
    _say(f"warning: {identifier}{message}")


def _exit_code(run: Callable[[], Any], debug: bool) -> int:
    """Run a command; every error becomes one line and an exit code."""
    try:
        result = run()
        return result if isinstance(result, int) else 0
    except (typer.Abort, KeyboardInterrupt):
        return 130
    except Exception as error:
        if debug:
            traceback.print_exc()
        if isinstance(error, MatlabError):
            _say(f"{error.identifier}: {error.message}")
            return USAGE_ERROR
        if isinstance(error, _ClickException):
            _say(f"rst_compat:cli:Usage: {error.format_message()}")
            return USAGE_ERROR
        fault = f"{type(error).__name__}: {error}"
        _say(f"rst_compat:cli:Internal: {fault} (a fault of rstc, not of the input; --debug shows where)")
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
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="backslashreplace")  # a name that the terminal cannot show is no error
        with warnings.catch_warnings():
            warnings.simplefilter("always", MatlabWarning)
            warnings.showwarning = _show_warning
            run = super().main
            arguments = (words or ["--help"], prog_name, complete_var, False, windows_expand_args)
            code = _exit_code(lambda: run(*arguments, **extra), debug) or USAGE_ERROR * nothing_asked
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

    MODEL is a model.json file, the name of a bundled robot, or - for standard input.

    * rstc eval twolink

    * rstc eval twolink --q pi/3,pi/2 --function massMatrix

    * rstc eval model.json --states log.csv --function inverseDynamics --format csv -o tau.csv

    * rstc info iiwa14

    * rstc doctor model.json
    """


app.command("eval")(eval_command)
app.command("info")(info_command)
app.command("doctor")(doctor_command)
app.command("convert")(convert_command)


def main() -> None:
    """Entry point of the console script."""
    app()
