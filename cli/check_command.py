"""``rstc check``: golden files against this installation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any

import typer

from rst_compat.golden import Case, Golden, Outcome, check, facts, golden_files, junit, read_golden, table

from .compute import bad_option
from .eval_command import Output, choose
from .output import emit, printable, to_json

CHECK_FAILED = 1
FORMATS = ("text", "json")


def check_command(
    paths: Annotated[
        list[Path], typer.Argument(metavar="PATH", help="Golden files (.golden.json, .mat), or folders of them.")
    ],
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="WORD",
            help="Only cases of this function, or with this in their name; * and ? as in file names; repeatable.",
        ),
    ] = None,
    worst: Annotated[
        int | None, typer.Option("--worst", metavar="N", min=1, help="List only the N cases nearest to a miss.")
    ] = None,
    junit_file: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML to FILE, too.")
    ] = None,
    format_: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Output format.")] = "text",
    output: Output = None,
) -> int:
    """Compare golden values, numbers of MATLAB or another program, with what is computed here.

    A miss says which element is off most, and names the mistake that would explain it, where a known one does: inertia
    about the wrong point, gravity, rows, frames, degrees, the order of joints. Exit code 1 on a miss, 2 on bad input.
    Files of our own numbers ("regression, not evidence") are listed apart.

    * rstc check fixtures/golden

    * rstc check golden --only massMatrix --only "puma560/*" --worst 10

    * rstc check golden --junit report.xml --format json -o report.json
    """
    choose("--format", format_, FORMATS)
    _keep(_files(paths), output, junit_file)
    chosen = [_chosen(read_golden(path), only or []) for path in _files(paths)]
    chosen = [(golden, cases) for golden, cases in chosen if cases]
    if not chosen:
        words = ", ".join(map(repr, only or []))
        bad_option(f"--only leaves no case: {words}", "the name of a function, or a part of a case's name", words)
    reports = list(_checked(chosen))
    if junit_file is not None:
        emit(junit(reports), junit_file)
    if format_ == "json":
        emit([to_json(facts(reports, worst)) + "\n"], output)
    else:
        emit((printable(line) for line in table(reports, worst)), output)
    return CHECK_FAILED * any(not outcome.passed for _, outcomes in reports for outcome in outcomes)


def _keep(files: list[Path], *outputs: Path | None) -> None:
    """Refuse to write over what is checked, or over another output."""
    taken = {file.resolve() for file in files}
    for path in filter(None, outputs):
        if path.resolve() in taken and (path.is_file() or not path.exists()):
            bad_option(f"{path.name} would be written over", "another name", str(path), "It is checked, or written too")
        taken.add(path.resolve())


def _files(paths: list[Path]) -> list[Path]:
    """Every file once."""
    return list({file.resolve(): file for path in paths[::-1] for file in golden_files(path)[::-1]}.values())[::-1]


def _chosen(golden: Golden, words: list[str]) -> tuple[Golden, list[Case]]:
    def meant(case: Case) -> bool:
        name = f"{golden.name}/{case.name}"
        return any(word == case.function or word in name or fnmatchcase(name, word) for word in words)

    return golden, [case for case in golden.cases if not words or meant(case)]


def _checked(chosen: list[tuple[Golden, list[Case]]]) -> Iterator[tuple[Golden, list[Outcome]]]:
    """Outcomes, with a bar on a terminal."""
    length = sum(len(cases) for _, cases in chosen)
    bar: Any = nullcontext()
    if sys.stderr is not None and sys.stderr.isatty():
        bar = typer.progressbar(length=length, label="cases", file=sys.stderr)
    with bar as shown:
        for golden, cases in chosen:
            yield golden, check(golden, cases)
            if shown is not None:
                shown.update(len(cases))
