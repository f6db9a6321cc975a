"""rateControl, which runs a loop at a fixed rate, and its functions waitfor, statistics and reset."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError
from .arguments import choice, name_values, numbers
from .display import object_text
from .handles import Handle
from .timing import Clock


def waitfor(rate: Any) -> int:
    """Wait until the next period of a loop begins.

    Parameters
    ----------
    rate : rateControl

    Returns
    -------
    int
        Periods that the loop missed: 3 where a period of 1 s took 3.2 s; 0 in time.

    Raises
    ------
    MatlabError
        ``rst_compat:rateControl:NotARate``.

    Notes
    -----
    Source: the reference page of waitfor. MATLAB's other waitfor, which waits for figures, is not here.

    Examples
    --------
    >>> rate = rateControl(1000)
    >>> missed = [waitfor(rate) for _ in range(3)]
    >>> rate.statistics().NumPeriods
    3
    """
    return _rate("waitfor", rate)._wait()


def statistics(rate: Any) -> SimpleNamespace:
    """Statistics of the periods since the rate was made or reset.

    Parameters
    ----------
    rate : rateControl

    Returns
    -------
    SimpleNamespace
        Periods (k,), s; NumPeriods; AveragePeriod and StandardDeviation, s, NaN without a period; NumOverruns.

    Raises
    ------
    MatlabError
        ``rst_compat:rateControl:NotARate``.

    Notes
    -----
    Source: the reference page of statistics. The deviation is that of a sample, with k - 1.

    Examples
    --------
    >>> statistics(rateControl(10)).NumPeriods
    0
    """
    return _rate("statistics", rate)._statistics()


def reset(rate: Any) -> None:
    """Forget the past of a rate and begin its first period now.

    Parameters
    ----------
    rate : rateControl

    Raises
    ------
    MatlabError
        ``rst_compat:rateControl:NotARate``.

    Notes
    -----
    Source: the reference page of reset.

    Examples
    --------
    >>> rate = rateControl(1000)
    >>> missed = rate.waitfor()
    >>> reset(rate)
    >>> rate.LastPeriod
    nan
    """
    _rate("reset", rate)._reset()


class rateControl(Handle):
    """A clock that makes a loop run at a fixed rate.

    Parameters
    ----------
    desiredRate : float
        Periods per second, Hz.
    OverrunAction : {"slip", "drop"}
        What :func:`waitfor` does after a period that took too long: "slip" returns at once and counts on from there,
        "drop" waits for the next multiple of the period.

    Notes
    -----
    Source: the reference page of rateControl. In time, periods begin at multiples of the desired period, so that
    delays in waking up do not add up.

    Examples
    --------
    >>> rate = rateControl(500)
    >>> for _ in range(3):
    ...     missed = rate.waitfor()
    >>> rate.TotalElapsedTime >= 0.006
    True
    """

    __slots__ = ("_due", "_last", "_last_period", "_overrun_action", "_overruns", "_periods", "_rate", "_start")

    def __init__(self, desiredRate: Any, *args: Any, **keywords: Any) -> None:
        values = name_values("rateControl", args, keywords, {"OverrunAction": "slip"})
        self.DesiredRate = desiredRate
        self.OverrunAction = values["OverrunAction"]
        self._reset()

    @property
    def DesiredRate(self) -> float:
        """Periods per second, Hz."""
        return self._rate

    @DesiredRate.setter
    def DesiredRate(self, value: Any) -> None:
        rate = numbers(value, "rateControl.DesiredRate")
        if rate.size != 1 or not 0 < rate.item() < math.inf:
            raise MatlabValueError(
                "rst_compat:rateControl:WrongRate",
                "rateControl.DesiredRate is no rate",
                "a positive number of periods per second",
                str(rate.tolist()),
                "rateControl(10) runs a loop every 0.1 s",
            )
        self._rate = float(rate.item())

    @property
    def DesiredPeriod(self) -> float:
        """One over DesiredRate, s."""
        return 1 / self._rate

    @property
    def OverrunAction(self) -> str:
        """What happens after a period that took too long: "slip" or "drop"."""
        return self._overrun_action

    @OverrunAction.setter
    def OverrunAction(self, value: str) -> None:
        self._overrun_action = choice(value, ("slip", "drop"), "rateControl.OverrunAction")

    @property
    def TotalElapsedTime(self) -> float:
        """Time since the rate was made or reset, s."""
        return (Clock.now() - self._start) * 1e-9

    @property
    def LastPeriod(self) -> float:
        """Time between the last two returns of waitfor, s; NaN before the first."""
        return self._last_period

    def _reset(self) -> None:
        self._start = self._due = self._last = Clock.now()
        self._last_period, self._overruns = math.nan, 0
        self._periods: list[float] = []

    def _wait(self) -> int:
        period = max(round(1e9 / self._rate), 1)
        now = Clock.now()
        late = now - self._due - period  # _due is where this period was to begin
        missed = (now - self._due) // period if late > 0 else 0
        if late > 0 and self._overrun_action == "slip":
            self._due = now
        else:
            self._due += (missed + 1) * period
            Clock.sleep_until(self._due)
            now = Clock.now()
        self._last_period = (now - self._last) * 1e-9
        self._periods.append(self._last_period)
        self._overruns += late > 0
        self._last = now
        return int(missed)

    def _statistics(self) -> SimpleNamespace:
        periods = np.array(self._periods)
        return SimpleNamespace(
            Periods=periods,
            NumPeriods=periods.size,
            AveragePeriod=float(periods.mean()) if periods.size else math.nan,
            StandardDeviation=float(periods.std(ddof=min(1, periods.size - 1))) if periods.size else math.nan,
            NumOverruns=self._overruns,
        )

    waitfor = waitfor
    statistics = statistics
    reset = reset

    def __repr__(self) -> str:
        names = ("DesiredRate", "DesiredPeriod", "OverrunAction", "TotalElapsedTime", "LastPeriod")
        return object_text(self, *names)


def _rate(function: str, value: Any) -> rateControl:
    if isinstance(value, rateControl):
        return value
    raise MatlabTypeError(
        "rst_compat:rateControl:NotARate",
        f"{function}: the argument is no rate",
        "a rateControl",
        type(value).__name__,
        "rate = rateControl(10), then rate.waitfor() in the loop",
    )
