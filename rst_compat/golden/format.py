"""What golden files hold: cases with inputs, output and tolerance, and the robot they are about."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..errors import MatlabError, MatlabFileNotFoundError
from ..files.disk import read_bytes
from ..files.json_text import parse
from ..matlab.importers import importrobot
from ..matlab.random_numbers import rng
from ..matlab.rigid_body_tree import rigidBodyTree

SUFFIXES = (".golden.json", ".golden.mat")
#: the Kind of a file of our own numbers
REGRESSION = "regression, not evidence"
_OURS = re.compile(r"(?<![a-z0-9])(rst[ _-]?compat|rstc(?![a-z0-9]))", re.IGNORECASE)


@dataclass(frozen=True)
class Tolerance:
    """How far a result may be off, how that is measured, and why so far."""

    value: float
    measure: str
    reason: str


@dataclass(frozen=True)
class Case:
    """One call of a function.

    Attributes
    ----------
    name, function : str
    inputs : dict
        As in an ``Evaluate`` entry, and ``Arguments``, ``TransposeTimes``, ``DataFormat``, ``Gravity``.
    output : array, or text and lists where the measure is "exact"
    digits : array or None
        Decimals printed after the point, of the output's shape; None at full precision.
    tolerance : Tolerance
    """

    name: str
    function: str
    inputs: dict[str, Any]
    output: Any
    digits: Any
    tolerance: Tolerance

    @property
    def request(self) -> dict[str, Any]:
        """The case as :func:`rst_compat.evaluate.evaluate` takes it."""
        others = ("Arguments", "TransposeTimes", "DataFormat", "Gravity")
        return {"Function": self.function} | {k: v for k, v in self.inputs.items() if k not in others}


@dataclass
class Golden:
    """A golden file.

    Attributes
    ----------
    path : Path
    model : path, dict or None
        The robot: a file, or what ``model.json`` holds; None for functions without one.
    source : dict
        Where the numbers come from: ``Tool``, ``Release``, ``Where``, ...
    regression : bool
        The numbers are our own, and prove nothing but that nothing changed.
    cases : list of Case
    """

    path: Path
    model: Path | dict[str, Any] | None
    source: dict[str, str]
    regression: bool
    cases: list[Case]

    @property
    def name(self) -> str:
        """Folder and file without the ending, as ``puma560/rtb_matlab``."""
        return f"{self.path.resolve().parent.name}/{stem(self.path)}"

    @cached_property
    def robot(self) -> rigidBodyTree | None:
        """The robot of the cases; its making leaves MATLAB's random stream as it was."""
        if self.model is None:
            return None
        stream = rng()
        try:
            robot = importrobot(deepcopy(self.model))
        except MatlabError as error:
            raise in_file(self.path, self._about_model(error)) from None
        finally:
            rng(stream)
        if robot.DataFormat == "struct":
            robot.DataFormat = "row"  # the numbers do not depend on it
        return robot

    def _about_model(self, error: MatlabError) -> MatlabError:
        """The same error, which says that it is about the model."""
        hint = error.hint
        if isinstance(self.model, dict):
            return type(error)(error.identifier, f"Model: {error.fact}", error.expected, error.got, hint)
        if error.identifier == "rst_compat:model:NotFound":
            hint = "The path of the model counts from the folder of the golden file"
        return in_file(
            Path(self.model or ""), type(error)(error.identifier, error.fact, error.expected, error.got, hint)
        )

    def model_document(self) -> dict[str, Any]:
        """The ``model.json`` of the robot as it is written; empty for other formats."""
        if isinstance(self.model, Path):
            document = parse(read_bytes(self.model, "golden")) if self.model.suffix.lower() == ".json" else {}
            return document if isinstance(document, dict) else {}
        return self.model or {}


def names_us(tool: str) -> bool:
    """Whether the name of a tool, ``Source.Tool``, is that of this package."""
    return _OURS.search(tool) is not None


def stem(path: Path) -> str:
    """The name of a file without ``.golden.json`` or ``.golden.mat``."""
    return next((path.name.removesuffix(s) for s in SUFFIXES if path.name.endswith(s)), path.stem)


def in_file(path: Path, error: MatlabError) -> MatlabError:
    """The same error, which says in which file."""
    where = str(path)  # many files of a folder have the same name
    if where in error.fact:
        return error
    return type(error)(error.identifier, f"{where}: {error.fact}", error.expected, error.got, error.hint)


def golden_files(path: Path | str) -> list[Path]:
    """The golden files under a folder, in order of their names; or the one file.

    Raises
    ------
    MatlabError
        ``rst_compat:golden:NotFound``, where there is none.
    """
    path = Path(path)
    if not path.is_dir():
        if not path.exists():
            raise MatlabFileNotFoundError(
                "rst_compat:golden:NotFound",
                f"{str(path)!r} does not exist",
                "a golden file, or a folder of them",
                "nothing",
                "Paths count from the current folder",
            )
        return [path]
    found = sorted(p for suffix in SUFFIXES for p in path.rglob(f"*{suffix}") if p.is_file())
    if not found:
        raise MatlabFileNotFoundError(
            "rst_compat:golden:NotFound",
            f"there is no golden file under {str(path)!r}",
            f"files that end in {' or '.join(SUFFIXES)}",
            "none",
            "export_rst_golden.m writes them in MATLAB",
        )
    return found
