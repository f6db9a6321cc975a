"""Axes to draw in: found or made, and dressed as MATLAB's are."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product
from typing import Any
from weakref import WeakKeyDictionary, WeakSet

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from mpl_toolkits.mplot3d import Axes3D

from ..errors import MatlabTypeError
from .shapes import Array

AZIMUTH, ELEVATION = 45.0, 22.0  # degrees; matplotlib's azimuth of the eye, which is 90 less than MATLAB's
_UNTOUCHED = (-60, 30)  # of axes whose view nobody has set
_PANE, _GRID = (1.0, 1.0, 1.0, 1.0), (0.88, 0.88, 0.88, 1.0)
_WHOLE = (0.04, 0.02, 0.90, 0.92)  # left, bottom, width, height in the figure; a title fits above
_WIDE, _HIGH = 1.15, 0.88  # how much of the square of the axes the box takes; the rest is for the ticks
_FROM_ABOVE = 0.76  # of the height: all of the label of x is below the box
_LABELS = 0.75  # inches from the box to the end of its labels, were the box as wide as the square of the axes
_TICKS, _FEW, _SHORT = 5, 2, 0.4  # intervals of an axis, and of one that is short beside the longest
_FLAT = 0.55  # the shortest side of the box around a robot, of its longest: a planar arm needs room for its axes


@dataclass
class _State:
    """What is remembered of axes."""

    held: bool = True  # drawing adds to them, as everywhere in matplotlib
    dressed: bool = False
    limited: bool = False  # their limits already hold data


_states: WeakKeyDictionary[Any, _State] = WeakKeyDictionary()


def _state(axes: Any) -> _State:
    return _states.setdefault(axes, _State())


def axes_for(parent: Any, function: str) -> Any:
    """The given 3-D axes, the current ones, or new ones.

    Raises
    ------
    MatlabTypeError
        ``rst_compat:plot:NotAxes3D``.
    """
    if parent is None:
        axes = _current()
    elif isinstance(parent, Axes3D):
        axes = parent
    else:
        raise MatlabTypeError(
            "rst_compat:plot:NotAxes3D",
            f"{function}: Parent has no three dimensions",
            "axes of matplotlib with projection='3d'",
            type(parent).__name__,
            "ax = plt.figure().add_subplot(projection='3d') makes them; show returns them too",
        )
    state = _state(axes)
    if not state.held:
        axes.clear()
        state.limited = state.dressed = False
    if not state.dressed:
        state.limited, state.dressed = axes.has_data(), True
        _dress(axes)
    return axes


def current_axes() -> Any:
    """The current axes of any kind, or new 3-D ones."""
    return plt.gca() if plt.get_fignums() and plt.gcf().axes else _current()


def hold(axes: Any, state: bool) -> None:
    """Whether drawing adds to axes, or clears them first."""
    _state(axes).held = state


def is_held(axes: Any) -> bool:
    """Whether drawing adds to axes; it does unless said otherwise."""
    return _state(axes).held


def _current() -> Any:
    figure = plt.gcf()
    axes = figure.gca() if figure.axes else None
    if isinstance(axes, Axes3D):
        return axes
    if axes is None or axes.has_data():
        return _alone(figure if axes is None else plt.figure())
    place = axes.get_subplotspec()  # plane axes that are still empty, as plt.subplot makes them
    axes.remove()
    alone = place is None or (place.get_gridspec().get_geometry() == (1, 1) and not figure.axes)
    return _alone(figure) if alone else figure.add_subplot(place, projection="3d")


def _alone(figure: Any) -> Any:
    """Axes that fill a figure; matplotlib leaves room for the titles of plane ones."""
    axes = figure.add_subplot(projection="3d")
    axes.set_position(_WHOLE)
    return axes


def _dress(axes: Any) -> None:
    """White walls, a light grid, a parallel view from above the first quadrant, and one scale for x, y, z."""
    if (axes.azim, axes.elev) == _UNTOUCHED:
        axes.view_init(elev=ELEVATION, azim=AZIMUTH)
        axes.set_proj_type("ortho")
    for axis, name in zip((axes.xaxis, axes.yaxis, axes.zaxis), "XYZ", strict=True):
        axis.set_pane_color(_PANE)
        axis._axinfo["grid"].update(color=_GRID, linewidth=0.6)
        axis.set_tick_params(labelsize=8, pad=0)
        axis.set_major_locator(mpl.ticker.MaxNLocator(_TICKS))
        if not axis.get_label_text():
            axis.set_label_text(name)
    for event in ("xlim_changed", "ylim_changed", "zlim_changed"):
        axes.callbacks.connect(event, _equal)
    _equal(axes)


def _equal(axes: Any) -> None:
    """One scale for the three axes, whatever their limits are, and as large as the picture holds."""
    limits = np.array([axes.get_xlim3d(), axes.get_ylim3d(), axes.get_zlim3d()])
    sides = np.abs(np.ptp(limits, axis=1))
    if not (np.isfinite(sides).all() and (sides > 0).all()):
        return
    axes.set_box_aspect(sides)
    corners = np.array([[*corner, 1.0] for corner in product(*limits)]) @ axes.get_proj().T
    width, height = np.ptp(corners[:, :2] / corners[:, 3:], axis=0) / [axes.viewLim.width, axes.viewLim.height]
    axes.set_box_aspect(
        sides, zoom=min(_room_across(axes) / width, (_FROM_ABOVE if axes.elev == 90 else _HIGH) / height)
    )
    for axis, side in zip((axes.xaxis, axes.yaxis, axes.zaxis), sides / sides.max(), strict=True):
        if isinstance(axis.get_major_locator(), mpl.ticker.MaxNLocator):  # not ticks that the user has set
            axis.get_major_locator().set_params(nbins=_FEW if side < _SHORT else _TICKS)


def _room_across(axes: Any) -> float:
    """How much of the square of the axes the box may take from left to right, with its labels inside the panel."""
    if not axes._axis3don:  # no axes, no labels
        return _WIDE
    place = axes.get_position(original=True)
    across, up = place.size * axes.figure.bbox.size / axes.figure.dpi
    middle = (place.x0 + place.x1) / 2
    # From the middle to where labels meet the box of the next of equal panels, and no farther than the figure.
    half = min(middle, 1 - middle, 0.7 * place.width) * across / place.width
    return float(min(half / (min(across, up) / 2 + _LABELS), _WIDE))


def look_from(axes: Any, direction: Array) -> None:
    """Put the eye in a direction (3,) from what is drawn; from straight above x points right, and z is no axis."""
    x, y, z = direction
    plane = x == y == 0
    azimuth = -90.0 if plane else float(np.degrees(np.arctan2(y, x)))
    axes.view_init(elev=float(np.degrees(np.arctan2(z, np.hypot(x, y)))), azim=azimuth)
    for place in (axes.zaxis.set_ticks_position, axes.zaxis.set_label_position):
        place("none" if plane else "default")
    _equal(axes)


def make_room(axes: Any, bounds: Array) -> None:
    """Widen the limits for what lies between bounds (2, 3); limits that the user has set stay."""
    if not np.isfinite(bounds).all():
        return
    longest = max(float(np.ptp(bounds, axis=0).max()), 1e-3)
    lacking = np.maximum(_FLAT * longest - np.ptp(bounds, axis=0), 0) / 2
    low, high = bounds[0] - lacking - 0.02 * longest, bounds[1] + lacking + 0.02 * longest
    if low[2] < -0.05 * longest <= bounds[0, 2]:  # what stands on the ground keeps it as its floor
        low[2], high[2] = bounds[0, 2], high[2] + bounds[0, 2] - low[2]
    axes.auto_scale_xyz(*np.stack([low, high]).T, had_data=_state(axes).limited)
    _state(axes).limited = True


_last_drawn = 0.0
_opened: WeakSet[Any] = WeakSet()  # figures whose windows are open


def draw_all(limit_rate: bool = False) -> None:
    """Draw what has changed in every figure, and let windows answer their user.

    With ``limit_rate`` nothing is done within 50 ms of the last time.
    """
    global _last_drawn  # noqa: PLW0603 - one clock for the one screen
    if limit_rate and time.monotonic() - _last_drawn < 0.05:
        return
    for manager in mpl._pylab_helpers.Gcf.get_all_fig_managers():
        canvas = manager.canvas
        if canvas.required_interactive_framework is not None and canvas.figure not in _opened:
            _opened.add(canvas.figure)
            manager.show()  # once: it may raise the window above the others
        if canvas.figure.stale:
            canvas.draw()
        canvas.flush_events()
    _last_drawn = time.monotonic()
