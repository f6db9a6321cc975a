"""What structs and objects of a .mat file stand for: robots and time series."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import saved_tree, serial_link
from .mat_values import MatObject, Struct, TimeSeries
from .robot_struct import is_robot, spec_from_struct
from .spec import RobotSpec

#: class -> its reader
_ROBOTS: dict[str, Callable[[Struct], tuple[RobotSpec, list[str]]]] = {
    **dict.fromkeys(saved_tree.CLASSES, saved_tree.tree_spec),
    **dict.fromkeys(serial_link.CLASSES, serial_link.serial_link_spec),
}


class Meaning:
    """Turns a struct or an object into what it stands for.

    Parameters
    ----------
    make_robot : function
        Makes of a description what the caller wants.

    Attributes
    ----------
    filled : list of str
        Properties of robots that a file leaves out, with the default that stands for each.
    """

    def __init__(self, make_robot: Callable[[RobotSpec], Any]) -> None:
        self._make_robot = make_robot
        self._live: dict[int, tuple[Any, Any]] = {}  # the first item keeps the value alive, and its id
        self.filled: list[str] = []

    def __call__(self, value: Struct) -> Any:
        """The robot, the time series, or the struct itself."""
        name = value._class_name if isinstance(value, MatObject) else ""
        if name in _ROBOTS:
            spec, filled = _ROBOTS[name](value)
            self.filled += filled
        elif is_robot(value):
            spec = spec_from_struct(value)
        else:
            return time_series(value) if name == "timeseries" else value
        return self._make_robot(spec)

    def live(self, value: Any) -> Any:
        """A value whose robots are still descriptions, with what they become: in place, and each of them once."""
        if not isinstance(value, RobotSpec | Struct | list | dict):
            return value
        if id(value) not in self._live:
            self._live[id(value)] = value, self._make_robot(value) if isinstance(value, RobotSpec) else value
            place: Any = vars(value) if isinstance(value, Struct) else value
            if not isinstance(place, RobotSpec):
                for key, item in enumerate(place) if isinstance(place, list) else list(place.items()):
                    place[key] = self.live(item)
        return self._live[id(value)][1]


def time_series(value: Struct) -> Any:
    """A timeseries object; the object itself where its layout is unknown."""
    info, storage = _inner(value, "TimeInfo"), _inner(value, "Storage_")
    data = _first(storage, "Data", _first(value, "Data_", None))
    time = _first(info, "Time_", _first(storage, "Time", _first(value, "Time_", None)))
    if data is None:
        return value
    if time is None:  # even steps are not stored one by one
        start, step = _first(info, "Start_", None), _first(info, "Increment_", None)
        count = data.shape[0] if bool(_first(value, "IsTimeFirst_", True)) else data.shape[-1]
        if step is None:
            return value
        time = (0.0 if start is None else start) + step * np.arange(float(count))
    return TimeSeries(
        Time=np.reshape(time, (-1, 1)),
        Data=data,
        Name=_string(value, "Name"),
        TimeUnits=_string(info, "Units"),
        DataUnits=_string(_inner(value, "DataInfo"), "Units"),
    )


def _inner(value: Struct, name: str) -> Struct:
    inner = vars(value).get(name)
    return inner if isinstance(inner, Struct) else Struct()


def _first(value: Struct, name: str, otherwise: Any) -> Any:
    """A property, unless it is empty."""
    found = vars(value).get(name)
    return otherwise if found is None or not np.size(found) else np.asarray(found)


def _string(value: Struct, name: str) -> str:
    found = vars(value).get(name)
    return found if isinstance(found, str) else ""
