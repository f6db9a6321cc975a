"""Known mistakes: a miss is explained by making the mistake on purpose, and seeing whether the numbers then agree.

An :class:`Attempt` is one way of making a mistake.  Which one it was is decided over all cases of a file: the one that
explains most misses; and where the mistake is in the model, it must leave the cases that pass as they are.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ..errors import MatlabError, MatlabWarning
from ..matlab.rigid_body_tree import rigidBodyTree
from .compute import compute_all, conditions
from .format import Case, Golden

if TYPE_CHECKING:
    from .compare import Outcome, Passes

_FAR = 1e-4  # relative error at which two results are not the same, whatever they were divided by


@dataclass(frozen=True)
class Hint:
    """A mistake that explains a miss.

    Attributes
    ----------
    mistake : str
        Its name, for programs.
    text : str
        What it looks like, and what to do.
    explains, misses : int
        How many misses of the file it explains, of how many.
    """

    mistake: str
    text: str
    explains: int
    misses: int

    def __str__(self) -> str:
        return f"{self.text} (explains {self.explains} of {self.misses} misses)"


@dataclass(frozen=True)
class Attempt:
    """A way of making a mistake on purpose.

    Attributes
    ----------
    mistake, text : str
        As of the hint.
    robot : rigidBodyTree or None
        With the mistake made, where it is in the model; None of functions without a robot.
    inputs : callable, Case -> Case or None
        The case with the mistake made in its inputs; None where it cannot be made.
    output : callable, (Case, result) -> result
        The result with the mistake made in it.
    in_model : bool
        It is made in all cases of a function, or in none.
    """

    mistake: str
    text: str
    robot: rigidBodyTree | None
    inputs: Callable[[Case], Case | None] = lambda case: case
    output: Callable[[Case, Any], Any] = lambda _case, got: got
    in_model: bool = False


@dataclass(frozen=True)
class Bench:
    """What there is to try with: the file, its robot, and the cases that missed."""

    golden: Golden
    robot: rigidBodyTree
    missed: Sequence[Case]
    passes: Passes

    def twin(self) -> rigidBodyTree:
        """A copy of the robot to make mistakes in."""
        return deepcopy(self.robot)  # unlike copy(robot) it leaves the random stream alone


def with_inputs(case: Case, **changes: Any) -> Case:
    """The case with other inputs."""
    return replace(case, inputs=case.inputs | changes)


def explain(golden: Golden, outcomes: Sequence[Outcome], passes: Passes) -> dict[str, Hint]:
    """Hints by the names of the cases that missed.

    Parameters
    ----------
    golden : Golden
    outcomes : list of Outcome
        Of all cases of the file that were run.
    passes : callable, (case, result, condition) -> bool
    """
    from .mistakes import attempts, degrees_without_robot  # noqa: PLC0415 - needed where something missed

    robot = golden.robot
    missed = [o.case for o in outcomes if not o.passed]
    if not missed:
        return {}
    found = degrees_without_robot() if robot is None else attempts(Bench(golden, robot, missed, passes))
    functions = {case.function for case in missed}
    good = [o.case for o in outcomes if o.passed and o.case.function in functions]
    tried: list[tuple[Attempt, set[str]]] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)  # of robots that are wrong on purpose
        for attempt in found:
            explained = agreeing(attempt, missed, passes)
            touched = {case.function for case in missed if case.name in explained}
            control = [case for case in good if case.function in touched]
            if explained and not (attempt.in_model and len(agreeing(attempt, control, passes)) < len(control)):
                tried.append((attempt, explained))
                if len(explained) == len(missed):
                    break
    hints: dict[str, Hint] = {}
    left = {case.name for case in missed}
    while left and tried:
        attempt, explained = max(tried, key=lambda pair: len(pair[1] & left))
        now = explained & left
        if not now:
            break
        hints |= dict.fromkeys(now, Hint(attempt.mistake, attempt.text, len(now), len(missed)))
        left -= now
    return hints


def convincing(robot: rigidBodyTree | None, cases: Sequence[Case]) -> list[float]:
    """Condition numbers, no larger than lets an agreement mean something.

    A mistake may make the mass matrix singular to rounding; divided by 1e16, every error would pass.
    """
    if robot is None:
        return [1.0] * len(cases)
    try:
        factors = conditions(robot, cases)
    except (MatlabError, ValueError):  # inputs that do not fit are refused one by one
        return [1.0] * len(cases)
    return [
        min(factor, _FAR / case.tolerance.value) if case.tolerance.value else factor
        for factor, case in zip(factors, cases, strict=True)
    ]


def agreeing(attempt: Attempt, cases: Sequence[Case], passes: Passes) -> set[str]:
    """Names of the cases whose outputs are those of the mistake."""
    made = [(case, changed) for case in cases if (changed := attempt.inputs(case)) is not None]
    results = compute_all(attempt.robot, [changed for _, changed in made])
    factors = convincing(attempt.robot, [changed for _, changed in made])
    out = set()
    for (case, changed), got, factor in zip(made, results, factors, strict=True):
        if not isinstance(got, MatlabError) and passes(case, attempt.output(changed, got), factor):
            out.add(case.name)
    return out
