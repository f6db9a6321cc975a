"""``rstc doctor``: the usual mistakes in a model."""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from rst_compat import Finding, checkModel

from .eval_command import Model, Output, choose, read_argument
from .output import emit, to_json

CHECK_FAILED = 1
FORMATS = ("text", "json")
_COLOURS = {"error": "red", "warning": "yellow", "info": "cyan"}


def doctor_command(
    model: Model,
    format_: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Output format.")] = "text",
    output: Output = None,
) -> int:
    """Look for the usual mistakes in a model.

    Masses, inertias about the wrong point, joints that move nothing, limits, degrees and millimetres, settings that are
    still defaults. An error makes results wrong, a warning may, an info is as it should be and easily overlooked.

    Exit code 0 without errors, 1 with an error, 2 when MODEL cannot be read as a robot: one line on standard error.

    * rstc doctor arm.urdf

    * rstc doctor puma560 --format json

    * rstc doctor - < model.json

    * rstc doctor experiment.mat -o findings.txt
    """
    choose("--format", format_, FORMATS)
    found = read_argument(model, checkModel)
    name = "-" if model == "-" else Path(model).name
    if format_ == "json":
        emit([to_json(_facts(name, found)) + "\n"], output)
    else:
        emit([_text(name, found, output is None and _in_colour())], output)
    return CHECK_FAILED * any(finding.Severity == "error" for finding in found)


def _in_colour() -> bool:
    """Colours are for terminals, and not for people who said no (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _facts(name: str, found: list[Finding]) -> dict[str, Any]:
    return {"Model": name, "Count": _count(found), "Findings": [dataclasses.asdict(finding) for finding in found]}


def _count(found: list[Finding]) -> dict[str, int]:
    return {severity: sum(f.Severity == severity for f in found) for severity in _COLOURS}


def _text(name: str, found: list[Finding], in_colour: bool) -> str:
    lines = []
    for finding in found:
        severity = finding.Severity
        shown = typer.style(severity, fg=_COLOURS[severity], bold=True) if in_colour else severity
        where = ", ".join(f"{kind} '{n}'" for kind, n in (("body", finding.Body), ("joint", finding.Joint)) if n)
        lines.append(f"{shown}: {where + ': ' if where else ''}{finding.Message} [{finding.Code}]")
        lines += [f"    {finding.Suggestion}"] * bool(finding.Suggestion)
    counted = [f"{n} {severity}{'s' * (n != 1)}" for severity, n in _count(found).items() if n]
    return "\n".join([*lines, f"{name}: {', '.join(counted) or 'nothing found'}"]) + "\n"
