"""What a check of a model finds, and how numbers stand in its sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True)
class Finding:
    """One thing that checkModel found in a robot.

    Attributes
    ----------
    Severity : {"error", "warning", "info"}
        An error makes results wrong; a warning may; an info is as it should be, and easily overlooked.
    Code : str
        One word for the kind of finding; :func:`checkModel` lists them.
    Message : str
        What was found, with its numbers.
    Suggestion : str
        What to do.
    Body, Joint : str
        Names, empty where the finding is about the whole robot.
    Corrected : tuple of float
        The value to put in place of the one found; empty where there is none.

    Notes
    -----
    Ours; MATLAB has no such class.

    Examples
    --------
    >>> Finding("info", "ZeroGravity", "Gravity is [0 0 0]").Severity
    'info'
    """

    Severity: str
    Code: str
    Message: str
    Suggestion: str = ""
    Body: str = ""
    Joint: str = ""
    Corrected: tuple[float, ...] = ()


def listed(values: Iterable[float]) -> str:
    """Numbers as MATLAB writes a row: ``[1 0.5 0]``."""
    return "[" + " ".join(f"{v + 0.0:.6g}" for v in values) + "]"


def named(names: Iterable[str]) -> str:
    """Names for a sentence, the first six of many."""
    every = list(names)
    return ", ".join(every[:6]) + (f" and {len(every) - 6} more" if len(every) > 6 else "")
