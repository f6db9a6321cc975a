"""Arguments of the trajectory functions: waypoints, times, boundary conditions, and the errors about them."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError
from ..arguments import is_empty, numbers

Array = NDArray[np.float64]


def fail(what: str, fact: str, expected: str, got: str, hint: str) -> NoReturn:
    """Raise the error ``rst_compat:trajectory:<what>``."""
    raise MatlabValueError(f"rst_compat:trajectory:{what}", fact, expected, got, hint)


def finite(function: str, argument: str, value: Any, *, nan: bool = False) -> Array:
    """Real numbers of any shape, none of them infinite or (unless allowed) NaN."""
    array = numbers(value, f"{function}: {argument}")
    bad = np.isinf(array) if nan else ~np.isfinite(array)
    if bad.any():
        where = tuple(np.argwhere(bad)[0].tolist())
        fail(
            "NotFinite",
            f"{function}: {argument} has an element that is not finite",
            "finite numbers" + (", or NaN for what is free" if nan else ""),
            f"{array[where]} at index {list(where)}",
            "Look at the line that made it: 0/0 gives NaN, a division by zero gives Inf",
        )
    return array


def points(function: str, argument: str, value: Any, least: int = 2) -> tuple[Array, bool]:
    """Points as (n, p), and whether they were a 1-D vector of one dimension."""
    array = finite(function, argument, value)
    if array.ndim not in (1, 2) or array.shape[-1] < least or 0 in array.shape:
        fail(
            "WrongSize",
            f"{function}: {argument} has the wrong shape",
            f"n-by-p, one point per column, {least} columns at least; or a vector of one dimension",
            f"shape {array.shape}",
            "Each point is a column: transpose the argument if its points are rows",
        )
    return np.atleast_2d(array), array.ndim == 1


def vector(function: str, argument: str, value: Any, count: int | None = None) -> Array:
    """A vector of any orientation as (m,)."""
    array = finite(function, argument, value)
    if array.size != max(array.shape, default=1) or array.size == 0 or count not in (None, array.size):
        fail(
            "WrongSize",
            f"{function}: {argument} has the wrong shape",
            f"a vector of {count} elements" if count else "a number or a vector",
            f"shape {array.shape}",
            "timePoints has one element for each waypoint, tInterval a start and an end",
        )
    return array.reshape(-1)


def increasing(function: str, argument: str, value: Any, count: int) -> Array:
    """Times, each later than the one before."""
    times = vector(function, argument, value, count)
    late = np.diff(times) <= 0
    if late.any():
        i = int(np.argmax(late))
        fail(
            "NotIncreasing",
            f"{function}: {argument} does not increase",
            "times in s, each later than the one before",
            f"{times[i + 1]:g} after {times[i]:g}",
            "Leave out one of two waypoints with the same time",
        )
    return times


def whole(function: str, argument: str, value: Any) -> int:
    """A whole number, 1 or more."""
    array = finite(function, argument, value)
    if array.size != 1 or array.item() < 1 or array.item() != np.round(array.item()):
        expected, hint = "a whole number, 1 or more", "It counts samples or dimensions"
        fail("WrongValue", f"{function}: {argument} is no count", expected, str(value), hint)
    return int(array.item())


def positive(function: str, argument: str, value: Any, n: int, segments: int) -> Array:
    """Positive numbers (n, segments), of a number, of one for each dimension, or of one for each segment of each."""
    array = finite(function, argument, value)
    if array.size == 1 and array.ndim <= 2:
        array = array.reshape(1, 1)
    elif array.size == n and array.ndim <= 2 and n in array.shape:
        array = array.reshape(n, 1)
    elif n == 1 and array.shape == (segments,):
        array = array.reshape(1, segments)
    elif array.shape != (n, segments):
        fail(
            "WrongSize",
            f"{function}: {argument} has the wrong shape",
            f"a number, {n} numbers (one for each dimension), or {n}-by-{segments} (for each segment)",
            f"shape {array.shape}",
            "Segments lie between waypoints, so there is one fewer of them",
        )
    if (array <= 0).any():
        worst = str(array[array <= 0][0])
        hint = "The direction follows from the waypoints"
        fail("WrongValue", f"{function}: {argument} is not positive", "positive numbers", worst, hint)
    return np.broadcast_to(array, (n, segments))


def condition(function: str, argument: str, value: Any, default: Array, *, nan: bool = False) -> Array:
    """A derivative at each waypoint, (n, p); a vector will do for one dimension."""
    if is_empty(value):
        return default
    array = finite(function, argument, value, nan=nan)
    if array.shape != default.shape and not (default.shape[0] == 1 and array.shape == default.shape[1:]):
        fail(
            "WrongSize",
            f"{function}: {argument} has the wrong shape",
            f"that of the waypoints, {default.shape[0]}-by-{default.shape[1]}",
            f"shape {array.shape}",
            "One column per waypoint" + (", NaN where it is free" if nan else ""),
        )
    return array.reshape(default.shape)
