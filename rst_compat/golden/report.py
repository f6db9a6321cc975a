"""Outcomes as a table, as facts for JSON, and as JUnit XML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from .compare import Outcome
from .format import REGRESSION, Golden

Report = tuple[Golden, list[Outcome]]
_TITLES = ("case", "function", "absolute", "relative", "tolerance", "verdict")


def table(reports: Sequence[Report], worst: int | None = None) -> Iterator[str]:
    """A line per case, misses with their place and hint, and a summary; regression files apart.

    Parameters
    ----------
    reports : list of (Golden, list of Outcome)
    worst : int, optional
        Only so many cases, those that come closest to their tolerance or exceed it most.
    """
    for regression in (False, True):
        part = [report for report in reports if report[0].regression == regression]
        if not part:
            continue
        if regression:
            yield f"{REGRESSION}:\n" if len(part) == len(reports) else f"\n{REGRESSION}:\n"
        rows = [(golden, outcome) for golden, outcomes in part for outcome in outcomes]
        shown = rows if worst is None else sorted(rows, key=lambda row: -_share(row[1]))[:worst]
        yield from _lines(shown)
        yield _summary(part, regression)


def _share(outcome: Outcome) -> float:
    """The error as a share of what is tolerated."""
    allowed = outcome.case.tolerance.value
    return outcome.error / allowed if allowed else (float("inf") if outcome.error else 0.0)


def _lines(rows: Sequence[tuple[Golden, Outcome]]) -> Iterator[str]:
    if not rows:
        return
    cells = [_TITLES, *(_cells(golden, outcome) for golden, outcome in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row, below in zip(cells, [[], *(_below(outcome) for _, outcome in rows)], strict=True):
        texts = [cell.ljust(w) for cell, w in zip(row[:2], widths[:2], strict=True)]
        texts += [cell.rjust(w) for cell, w in zip(row[2:4], widths[2:4], strict=True)]
        texts.append(row[4].ljust(widths[4]))
        yield "  ".join([*texts, row[5]]) + "\n"
        yield from (f"    {line}\n" for line in below)


def _cells(golden: Golden, outcome: Outcome) -> tuple[str, ...]:
    case = outcome.case
    exact = case.tolerance.measure == "exact"
    errors = ("", "") if exact else (f"{outcome.absolute:.1e}", f"{outcome.relative:.1e}")
    allowed = "exact" if exact else f"{case.tolerance.value:g} {case.tolerance.measure}"
    return f"{golden.name}/{case.name}", case.function, *errors, allowed, "pass" if outcome.passed else "MISS"


def _below(outcome: Outcome) -> list[str]:
    if outcome.passed:
        return []
    return [str(outcome.place)] * (outcome.place is not None) + [f"hint: {outcome.hint}"] * (outcome.hint is not None)


def _summary(reports: Sequence[Report], regression: bool) -> str:
    outcomes = [outcome for _, some in reports for outcome in some]
    missed = sum(not outcome.passed for outcome in outcomes)
    kind = "regression" if regression else "golden"
    files = f"{len(reports)} {kind} file{'s' * (len(reports) != 1)}"
    said = f"{missed} miss, {len(outcomes) - missed} pass" if missed else "all pass"
    return f"{len(outcomes)} case{'s' * (len(outcomes) != 1)} in {files}: {said}\n"


def facts(reports: Sequence[Report], worst: int | None = None) -> dict[str, Any]:
    """The same for programs; numbers that are not finite are left as they are."""
    rows = [(golden, outcome) for golden, outcomes in reports for outcome in outcomes]
    shown = rows if worst is None else sorted(rows, key=lambda row: -_share(row[1]))[:worst]
    return {
        "Summary": {kind: _counts(reports, kind == "Regression") for kind in ("Golden", "Regression")},
        "Cases": [_facts(golden, outcome) for golden, outcome in shown],
    }


def _counts(reports: Sequence[Report], regression: bool) -> dict[str, int]:
    part = [outcomes for golden, outcomes in reports if golden.regression == regression]
    passed = sum(outcome.passed for outcomes in part for outcome in outcomes)
    count = sum(map(len, part))
    return {"Files": len(part), "Cases": count, "Pass": passed, "Miss": count - passed}


def _facts(golden: Golden, outcome: Outcome) -> dict[str, Any]:
    case = outcome.case
    out: dict[str, Any] = {
        "File": golden.path.as_posix(),
        "Case": case.name,
        "Function": case.function,
        "Regression": golden.regression,
        "Absolute": outcome.absolute,
        "Relative": outcome.relative,
        "Error": outcome.error,
        "Tolerance": {"Value": case.tolerance.value, "Measure": case.tolerance.measure},
        "Verdict": "pass" if outcome.passed else "miss",
    }
    if outcome.place is not None:
        place = outcome.place
        out |= {"Element": list(place.index), "Expected": place.expected, "Got": place.got}
    if outcome.hint is not None:
        out["Hint"] = {"Mistake": outcome.hint.mistake, "Text": str(outcome.hint)}
    return out


def junit(reports: Iterable[Report]) -> bytes:
    """JUnit XML: a suite per file, a test per case."""
    root = ElementTree.Element("testsuites", name="rstc check")
    for golden, outcomes in reports:
        missed = sum(not outcome.passed for outcome in outcomes)
        counts = {"tests": str(len(outcomes)), "failures": str(missed), "errors": "0", "skipped": "0"}
        suite = ElementTree.SubElement(root, "testsuite", {"name": golden.name} | counts)
        if golden.regression:
            properties = ElementTree.SubElement(suite, "properties")
            ElementTree.SubElement(properties, "property", name="kind", value=REGRESSION)
        for outcome in outcomes:
            test = ElementTree.SubElement(suite, "testcase", classname=golden.name, name=outcome.case.name)
            if not outcome.passed:
                lines = [*_below(outcome), f"tolerance: {outcome.case.tolerance.reason}"]
                said = f"{outcome.case.function}: {_cells(golden, outcome)[4]}, error {outcome.error:.3g}"
                failure = ElementTree.SubElement(test, "failure", message=said, type="miss")
                failure.text = "".join(c for c in "\n".join(lines) if c.isprintable() or c == "\n")
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)) + b"\n"
