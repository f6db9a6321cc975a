"""Sliders of joints: in degrees or in radians, within the limits, moved by the user and by the robot."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
_UNITS = ("degrees", "radians")


class Joint(NamedTuple):
    """A joint with a slider: where it stands in the configuration, and how far it goes, rad or m."""

    name: str
    at: int
    turns: bool  # rad, or m
    lower: float
    upper: float
    endless: bool = False  # whole turns do not count


class Sliders:
    """The sliders of some joints, in a folder of a page.

    Parameters
    ----------
    gui
        viser's.
    joints : tuple of Joint
    together : callable
        A context in which the browser takes several changes at once.
    moved : callable
        Told ``at`` when the user moves a slider, and what gives the position, rad or m; see ``_where``.
    """

    def __init__(
        self,
        gui: Any,
        joints: tuple[Joint, ...],
        together: Callable[[], AbstractContextManager[Any]],
        moved: Callable[[int, Callable[[], float | None]], None],
    ) -> None:
        self._joints, self._together, self._moved, self._degrees = joints, together, moved, True
        units = gui.add_button_group("Angles", _UNITS, visible=any(j.turns for j in joints))
        units.on_click(lambda event: self.set_units(event.target.value))
        self.handles = [self._slider(gui, joint, k) for k, joint in enumerate(joints)]
        self._settled: list[float] = [slider.value for slider in self.handles]

    def _slider(self, gui: Any, joint: Joint, k: int) -> Any:
        lower, upper, step, unit = self._scale(joint)
        slider = gui.add_slider(f"{joint.name} [{unit}]", min=lower, max=upper, step=step, initial_value=lower)

        def slid(event: Any) -> None:
            if event.client_id is not None:  # moved by the user, not by the robot
                self._moved(joint.at, partial(self._where, k))

        slider.on_update(slid)
        return slider

    def _where(self, k: int) -> float | None:
        """Position of a slider, rad or m, or None where the robot has it or has been moved from elsewhere since.

        The server tells each move in a thread of its own, in no order: whoever is told asks when it is their turn.
        """
        value = self.handles[k].value
        if value == self._settled[k]:
            return None
        self._settled[k] = value
        return math.radians(value) if self._in_degrees(self._joints[k]) else value

    def set_units(self, word: str) -> None:
        """Show angles in "degrees" or "radians"."""
        degrees = word == _UNITS[0]
        if degrees == self._degrees:
            return
        self._degrees = degrees
        with self._together():
            for k, (joint, slider) in enumerate(zip(self._joints, self.handles, strict=True)):
                if joint.turns:
                    value = math.degrees(slider.value) if degrees else math.radians(slider.value)
                    slider.min, slider.max, slider.step, unit = self._scale(joint)
                    slider.precision = _digits(slider.step)
                    slider.label = f"{joint.name} [{unit}]"
                    slider.value = self._settled[k] = round(value, slider.precision)

    def show(self, positions: Array, but: int | None) -> None:
        """Show joint positions (nq,); the slider of the joint that the user moves is left alone."""
        for k, (joint, slider) in enumerate(zip(self._joints, self.handles, strict=True)):
            if joint.at != but:
                self._put(joint, slider, float(positions[joint.at]))
                self._settled[k] = slider.value

    def _put(self, joint: Joint, slider: Any, position: float) -> None:
        lower, upper, step, _ = self._scale(joint)
        position = math.remainder(position, 2 * math.pi) if joint.endless else position
        value = min(max(math.degrees(position) if self._in_degrees(joint) else position, lower), upper)
        value = round(value, _digits(step))  # of what is shown; the configuration keeps all digits
        if abs(value - slider.value) > step / 2:
            slider.value = value

    def _in_degrees(self, joint: Joint) -> bool:
        return joint.turns and self._degrees

    def _scale(self, joint: Joint) -> tuple[float, float, float, str]:
        """Ends, step and unit of a slider; the ends are whole steps within the limits."""
        degrees = self._in_degrees(joint)
        lower, upper = (math.degrees(x) if degrees else x for x in (joint.lower, joint.upper))
        step, unit = (0.1, "°") if degrees else (0.001, "rad" if joint.turns else "m")
        scale = 10.0 ** _digits(step)
        ends = math.ceil(lower * scale - 1e-6) / scale, math.floor(upper * scale + 1e-6) / scale
        return *(ends if ends[0] < ends[1] else (lower, max(upper, lower + step))), step, unit


def _digits(step: float) -> int:
    return round(-math.log10(step))
