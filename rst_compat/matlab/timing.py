"""tic, toc and pause, and the clock that rateControl reads too."""

from __future__ import annotations

import time
from typing import Any

from ..errors import MatlabTypeError, MatlabValueError
from .arguments import numbers


class Clock:
    """Time that passes and can be slept through."""

    @staticmethod
    def now() -> int:
        """Nanoseconds since some moment; never set back."""
        return time.perf_counter_ns()

    @classmethod
    def sleep_until(cls, moment: int) -> None:
        """Return when ``now()`` has reached a moment."""
        while (left := moment - cls.now()) > 0:
            time.sleep(left * 1e-9)


_started: dict[str, int] = {}


def tic() -> int:
    """Start the stopwatch.

    Returns
    -------
    int
        A mark for :func:`toc`, which may be left alone: ``toc()`` counts from the last ``tic()``.

    Raises
    ------
    MatlabError
        Never.

    Notes
    -----
    Source: the reference page of tic.

    Examples
    --------
    >>> start = tic()
    >>> toc(start) >= 0
    True
    """
    _started["tic"] = Clock.now()
    return _started["tic"]


def toc(timerVal: Any = None, *, nargout: int = 1) -> float | None:
    """Seconds on the stopwatch.

    Parameters
    ----------
    timerVal : int, optional
        The mark to count from; that of the last :func:`tic` by default.
    nargout : {0, 1}
        0 prints the time, as MATLAB does for a ``toc`` on a line of its own, and returns nothing.

    Returns
    -------
    float or None
        Seconds.

    Raises
    ------
    MatlabError
        ``rst_compat:timing:NoTimer``.

    Notes
    -----
    Source: the reference page of toc.

    Examples
    --------
    >>> mark = tic()
    >>> elapsed = toc()
    >>> 0 <= elapsed < 60
    True
    """
    start = _started.get("tic") if timerVal is None else timerVal
    if not isinstance(start, int) or isinstance(start, bool):
        raise MatlabTypeError(
            "rst_compat:timing:NoTimer",
            "toc: there is no time to count from",
            "a tic() before it, or the value of one",
            repr(timerVal),
            "start = tic(); ...; toc(start)",
        )
    elapsed = (Clock.now() - start) * 1e-9
    if nargout == 0:
        print(f"Elapsed time is {elapsed:.6f} seconds.")
        return None
    return elapsed


def pause(n: Any = None) -> None:
    """Wait.

    Parameters
    ----------
    n : float, optional
        Seconds, from 0; without it until the return key is pressed.

    Raises
    ------
    MatlabError
        ``rst_compat:timing:WrongPause``.

    Notes
    -----
    Source: the reference page of pause. It does not switch pauses off and on.

    Examples
    --------
    >>> pause(0.001)
    """
    if n is None:
        input()
        return
    seconds = numbers(n, "pause: the time")
    if seconds.size != 1 or not 0 <= seconds.item() < float("inf"):
        raise MatlabValueError(
            "rst_compat:timing:WrongPause",
            "pause: this is no time to wait",
            "a number of seconds, from 0",
            str(seconds.tolist()),
            "pause(0.5) waits half a second",
        )
    Clock.sleep_until(Clock.now() + round(seconds.item() * 1e9))
