"""The robot of a MAT-file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import MatlabValueError
from .mat_reader import read_mat
from .mat_values import Struct, matlab_class
from .spec import RobotSpec


def read_robot(path: Path) -> RobotSpec:
    """The only robot in a MAT-file, wherever it stands.

    Raises
    ------
    MatlabValueError
        ``rst_compat:mat:NoRobot``, ``rst_compat:mat:SeveralRobots`` with their places.
    MatlabError
        As :func:`read_mat`.
    """
    values = read_mat(path)
    robots = {place: robot for name, value in values.items() for place, robot in _robots(value, name, set())}
    if not robots:
        held = ", ".join(f"{name} ({matlab_class(value)})" for name, value in values.items()) or "no variables"
        hint = "save writes a robot as a struct with the fields of model.json"
        raise MatlabValueError(
            "rst_compat:mat:NoRobot", f"importrobot: no robot in '{path}'", "a rigidBodyTree", held, hint
        )
    if len(robots) > 1:
        places = ", ".join(robots)
        hint = f"load(file).{next(iter(robots))} is the first"
        raise MatlabValueError(
            "rst_compat:mat:SeveralRobots", f"importrobot: several robots in '{path}'", "one", places, hint
        )
    place, robot = next(iter(robots.items()))
    robot.name = robot.name or place
    return robot


def _robots(value: Any, place: str, seen: set[int]) -> Iterator[tuple[str, RobotSpec]]:
    """The robots in a value, with the expressions that reach them."""
    if isinstance(value, RobotSpec):
        yield place, value
    elif isinstance(value, Struct | list) and id(value) not in seen:
        seen.add(id(value))  # objects may lead back to themselves
        items = vars(value).items() if isinstance(value, Struct) else enumerate(value)
        for key, item in items:
            yield from _robots(item, f"{place}.{key}" if isinstance(value, Struct) else f"{place}[{key}]", seen)
