"""Golden values against ours: how far a result is off, where, and which known mistake that looks like."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import MatlabError
from .compute import compute_all, conditions
from .format import Case, Golden, in_file
from .hints import Hint, explain


@dataclass(frozen=True)
class Place:
    """The element that is worst off.

    Attributes
    ----------
    index : tuple of int
        Counted from 1, as MATLAB does; empty where the results are not two arrays of one shape.
    expected, got : Any
    """

    index: tuple[int, ...]
    expected: Any
    got: Any

    def __str__(self) -> str:
        where = f"element ({','.join(map(str, self.index))}): " if self.index else ""
        return f"{where}expected {_shown(self.expected)}, got {_shown(self.got)}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:150] + " ... " + text[-40:]


@dataclass(frozen=True)
class Outcome:
    """What became of a case.

    Attributes
    ----------
    case : Case
    absolute : float
        max|got - want|.
    relative : float
        max|got - want| / max(1, max|want|).
    error : float
        In the measure of the tolerance; the case passes where it is at most the tolerance's value.
    place : Place or None
        The worst element of a miss.
    hint : Hint or None
    """

    case: Case
    absolute: float
    relative: float
    error: float
    place: Place | None = None
    hint: Hint | None = None

    @property
    def passed(self) -> bool:
        """Whether the result is within the tolerance."""
        return self.error <= self.case.tolerance.value  # NaN is not


def compare(case: Case, got: Any, condition: float = 1.0) -> Outcome:
    """Measure a result.

    Parameters
    ----------
    case : Case
    got : array, text or list
    condition : float
        Condition number of the mass matrix; ``forwardDynamics`` is divided by it where it is above 1e3.
    """
    measure = case.tolerance.measure
    if measure == "exact":
        got = got.tolist() if isinstance(got, np.ndarray) else got
        error = 0.0 if got == case.output else np.inf
        return Outcome(case, error, error, error, Place((), case.output, got) if error else None)
    want = case.output
    try:
        got = real_numbers(got)
    except (TypeError, ValueError):
        return Outcome(case, np.inf, np.inf, np.inf, Place((), f"numbers of shape {want.shape}", got))
    if got.size == want.size and 1 in (got.ndim, want.ndim):
        got = got.reshape(want.shape)
    if got.shape != want.shape:
        return Outcome(case, np.inf, np.inf, np.inf, Place((), f"shape {want.shape}", f"shape {got.shape}"))
    if want.size == 0:
        return Outcome(case, 0.0, 0.0, 0.0)
    with np.errstate(invalid="ignore"):
        off = np.where((got == want) | (np.isnan(got) & np.isnan(want)), 0.0, np.abs(got - want))
    off = np.where(np.isnan(off), np.inf, off)
    finite = np.abs(want[np.isfinite(want)])
    absolute = float(off.max())
    relative = absolute / max(1.0, float(finite.max(initial=0.0)))
    scaled = off * 10.0**case.digits if measure == "digits" else off
    if measure == "digits":
        error = float(scaled.max())
    else:
        error = relative / (condition if case.function == "forwardDynamics" and condition > 1e3 else 1.0)
    place = None
    if not error <= case.tolerance.value:
        worst = np.unravel_index(int(np.argmax(scaled)), off.shape)
        place = Place(tuple(int(i) + 1 for i in worst), float(want[worst]), float(got[worst]))
    return Outcome(case, absolute, relative, error, place)


def real_numbers(value: Any) -> Any:
    """The value as an array; NumPy would drop the imaginary part of complex numbers, and read those in text."""
    array = np.asarray(value)
    if array.dtype.kind == "c" and not array.imag.any():
        array = array.real
    if array.dtype.kind not in "biufO":
        raise TypeError
    return array.astype(float)


def check(golden: Golden, cases: Sequence[Case] | None = None, hints: bool = True) -> list[Outcome]:
    """Run the cases of a golden file.

    Parameters
    ----------
    golden : Golden
    cases : list of Case, optional
        Some of its cases; all of them by default.
    hints : bool
        Whether misses are searched for known mistakes.

    Returns
    -------
    list of Outcome
        One for each case.

    Raises
    ------
    MatlabError
        Where the inputs of a case do not fit the robot: that is no miss, but a file that cannot be run.
    """
    cases = golden.cases if cases is None else list(cases)
    outcomes = measured(golden, golden.robot, cases)
    if not hints or all(o.passed for o in outcomes):
        return outcomes
    found = explain(golden, outcomes, _passes)
    return [replace(outcome, hint=found.get(outcome.case.name)) for outcome in outcomes]


def hint_for(golden: Golden, case: Case, value: Any) -> str:
    """The known mistake that would give a value of somebody's own in place of that of a case; "" for none.

    It is the same search with the value in the place of the expected one, in this case alone.
    """
    try:
        value = real_numbers(value)
    except (TypeError, ValueError):  # no numbers
        return ""
    digits = None if case.digits is None else np.full(value.shape, case.digits.max(initial=0.0))
    claimed = replace(case, output=value, digits=digits)
    hint = check(replace(golden, cases=[claimed]))[0].hint
    return "" if hint is None else re.sub("the expected values?", "this value", hint.text)


def measured(golden: Golden, robot: Any, cases: Sequence[Case]) -> list[Outcome]:
    """Outcomes of cases with a robot that need not be the file's own."""
    results = compute_all(robot, cases)
    for case, result in zip(cases, results, strict=True):
        if isinstance(result, MatlabError):
            text = f"case {case.name!r}: {result.fact}"
            raise in_file(golden.path, type(result)(result.identifier, text, result.expected, result.got, result.hint))
    factors = [1.0] * len(cases) if robot is None else conditions(robot, cases)
    return [compare(case, got, k) for case, got, k in zip(cases, results, factors, strict=True)]


def _passes(case: Case, got: Any, condition: float) -> bool:
    return not isinstance(got, MatlabError) and compare(case, got, condition).passed


Passes = Callable[[Case, Any, float], bool]
