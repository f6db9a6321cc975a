"""Velocities and accelerations from logged positions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from ..matlab.arguments import choice, is_empty, name_values, numbers
from .fourier_fit import find_period, fit, most_harmonics
from .zero_phase import ZeroPhaseFilter, cutoff_frequency, noise_level

Array = NDArray[np.float64]

_METHODS = ("auto", "fourier", "filter")
_GAP = 5.0  # a pause longer than this many usual steps is a gap, over which nothing is known
_DEFAULTS = {"Method": "auto", "Period": None, "Harmonics": None, "CutoffFrequency": None, "Order": 4}


@dataclass(frozen=True, eq=False)
class MotionDerivatives:
    """What :func:`differentiate` returns; joints stand in columns, in the order of the positions.

    Attributes
    ----------
    Time : (T,) array
        s, as given.
    JointPosition, JointVelocity, JointAcceleration : (T, n) arrays
        The smoothed positions and their derivatives, rad or m, per s and s^2.
    Valid : (T,) array of bool
        False where the derivatives are not to be trusted: at both ends and beside gaps of a filtered log.
    Method : {"fourier", "filter"}
    Period : float or None
        Of the Fourier series, s.
    Harmonics : int or None
    CutoffFrequency : float or None
        Of the filter, Hz.
    """

    Time: Array
    JointPosition: Array
    JointVelocity: Array
    JointAcceleration: Array
    Valid: NDArray[np.bool_]
    Method: str
    Period: float | None = None
    Harmonics: int | None = None
    CutoffFrequency: float | None = None
    _filter: ZeroPhaseFilter | None = field(default=None, repr=False)

    def filter(self, values: Any) -> Array:
        """Torques or wrenches (T, k) treated as the positions were: the same zero-phase filter.

        After a Fourier fit they come back as they are: the fit neither delays nor damps the motion, and torques have
        harmonics that positions lack.

        Raises
        ------
        MatlabError
            ``rst_compat:identification:BadData``.
        """
        given = numbers(values, "differentiate: the values to filter")
        columns = given if given.ndim == 2 else given.reshape(-1, 1)
        if len(columns) != len(self.Time):
            _wrong_size("the values to filter", f"{len(self.Time)} rows, one for each time", given.shape)
        _check_finite("the values to filter", given)
        return given if self._filter is None else self._filter.smoothed(columns).reshape(given.shape)

    def __repr__(self) -> str:
        how = f"Period={self.Period:.6g} s, {self.Harmonics} harmonics" if self.Method == "fourier" else ""
        how = how or f"CutoffFrequency={self.CutoffFrequency:.4g} Hz"
        shape = self.JointPosition.shape
        return f"<{shape[0]} samples of {shape[1]} joints, {self.Method}: {how}; {self.Valid.sum()} valid>"


def differentiate(Time: Any, Position: Any, *args: Any, **keywords: Any) -> MotionDerivatives:
    """Smoothed positions, velocities and accelerations of a log, without delay. MATLAB has no such function.

    Parameters
    ----------
    Time : (T,) array_like
        Time stamps, s, increasing; they may be irregular.
    Position : (T, n) or (T,) array_like
        Joint positions, rad or m.
    Method : {"auto", "fourier", "filter"}, default "auto"
        A Fourier series through the positions by least squares, of which the derivatives are exact; or a zero-phase
        Butterworth filter (forwards and backwards) and central differences of order 6. "auto" is "fourier" where there
        is a Period, given or found, and "filter" elsewhere.
    Period : float, optional
        Period of the motion, s. Without it the record is searched: a period counts when the record has it twice and
        the series through all but the last one predicts that one as well as it fits the others. A motion recorded
        once has to be given its period.
    Harmonics : int, optional
        Of the series; by default as many as the Bayesian information criterion asks for, 50 at most.
    CutoffFrequency : float, optional
        Of the filter, Hz, where it halves the power in each direction. By default five times the frequency below
        which 99.9 % of the acceleration above the noise lie in the joint that moves fastest, a quarter of the sampling
        rate at most.
    Order : int, default 4
        Of the filter in each direction.

    Returns
    -------
    MotionDerivatives
        ``JointPosition``, ``JointVelocity``, ``JointAcceleration`` (T, n); ``Valid`` (T,), False at the ends and gaps
        of a filtered log; ``filter(values)``, which is to be applied to the torques; ``Method``, ``Period``,
        ``Harmonics``, ``CutoffFrequency``.

    Raises
    ------
    MatlabError
        ``rst_compat:identification:BadData``, ``rst_compat:identification:WrongPeriod``,
        ``rst_compat:identification:WrongOption``.

    Notes
    -----
    Swevers, Ganseman, Tukel, De Schutter and Van Brussel, IEEE Trans. Robotics and Automation 13(5), 1997, for the
    series; Gautier, *Dynamic identification of robots with power model*, ICRA 1997, for the filter and its use on the
    torques. Differences of raw encoder readings bias what is identified by many standard deviations, since noise in
    the regressor does not average out; see the guide. Irregular time stamps are resampled on a grid by a cubic spline
    before they are filtered; the series takes them as they are.

    Examples
    --------
    >>> import numpy as np
    >>> t = np.arange(0, 10, 0.01)
    >>> q = np.sin(2 * np.pi * t / 5) + 1e-4 * np.random.default_rng(1).standard_normal(t.size)
    >>> found = differentiate(t, q)
    >>> found.Method, round(found.Period, 2), found.Harmonics
    ('fourier', 5.0, 1)
    >>> bool(abs(found.JointAcceleration[:, 0] + (2 * np.pi / 5) ** 2 * np.sin(2 * np.pi * t / 5)).max() < 1e-4)
    True
    """
    options = name_values("differentiate", args, keywords, _DEFAULTS)
    method = choice(options["Method"], _METHODS, "differentiate: Method")
    time, y = _samples(Time, Position)
    duration = float(time[-1] - time[0])
    period = None if is_empty(options["Period"]) else _positive(options["Period"], "Period")
    if period is not None and period > duration * (1 + 1.5 / (len(time) - 1)):  # one period without its last sample
        _wrong_period("is longer than the record", f"at most {duration:.6g} s", f"{period:.6g} s")
    if period is None and method != "filter" and is_empty(options["CutoffFrequency"]):
        period = find_period(time, y, noise_level(time, y))
        if period is None and method == "fourier":
            _wrong_period("is not given, and the record shows none", "a Period, or a motion recorded twice", "neither")
    if method == "fourier" or (method == "auto" and period is not None):
        assert period is not None
        return _by_series(time, y, period, options["Harmonics"])
    return _by_filter(time, y, options["CutoffFrequency"], options["Order"])


def _by_series(time: Array, y: Array, period: float, harmonics: Any) -> MotionDerivatives:
    count = None if is_empty(harmonics) else int(_positive(harmonics, "Harmonics", whole=True))
    if count is not None and count > most_harmonics(time, period):
        most = f"1 to {most_harmonics(time, period)}: four samples for the shortest wave, 50 at most"
        _wrong_option("Harmonics", "are more than the samples can tell apart", most, str(count))
    series = fit(time, y, period, count)
    q, qd, qdd = (series.at(time, k) for k in range(3))
    return MotionDerivatives(
        time, q, qd, qdd, np.ones(len(time), bool), "fourier", Period=period, Harmonics=series.harmonics
    )


def _by_filter(time: Array, y: Array, cutoff: Any, order: Any) -> MotionDerivatives:
    order = int(_positive(order, "Order", whole=True))
    steps = np.diff(time)
    step = float(np.median(steps))
    frequency = cutoff_frequency(time, y, step, order) if is_empty(cutoff) else _positive(cutoff, "CutoffFrequency")
    if frequency >= 0.5 / step:
        half = f"less than half the sampling rate, {0.5 / step:.6g} Hz"
        _wrong_option("CutoffFrequency", "is too high", half, f"{frequency:.6g} Hz")
    smoother = ZeroPhaseFilter(time, step, frequency, order)
    q, qd, qdd = smoother.derivatives(y)
    ends = [time[0], time[-1]]
    for k in np.flatnonzero(steps > _GAP * step):
        ends += [time[k], time[k + 1]]
    # What an end does to the second derivative dies away within two periods of the cutoff; differences reach 3 steps.
    apart = np.full(len(time), np.inf)
    for end in ends:
        np.minimum(apart, np.abs(time - end), out=apart)
    valid = apart > 2 / frequency + 3 * step
    return MotionDerivatives(time, q, qd, qdd, valid, "filter", CutoffFrequency=frequency, _filter=smoother)


# --------------------------------------------------------------------------- arguments


def _samples(Time: Any, Position: Any) -> tuple[Array, Array]:
    time = numbers(Time, "differentiate: Time")
    if sum(d > 1 for d in time.shape) > 1 or time.size < 8:
        _wrong_size("Time", "a vector of at least 8 times", time.shape)
    time = time.reshape(-1)
    y = numbers(Position, "differentiate: Position")
    y = y.reshape(-1, 1) if y.ndim < 2 or y.shape == (1, time.size) else y
    if y.ndim != 2 or len(y) != time.size or not y.shape[1]:
        _wrong_size("Position", f"({time.size}, n), a row for each time", y.shape)
    _check_finite("Time", time)
    _check_finite("Position", y)
    wrong = np.flatnonzero(np.diff(time) <= 0)
    if wrong.size:
        k = int(wrong[0])
        raise MatlabValueError(
            "rst_compat:identification:BadData",
            "differentiate: Time does not increase",
            "increasing times",
            f"{time[k]:.9g} then {time[k + 1]:.9g} at sample {k + 1}",
            "Leave samples with a repeated time stamp out",
        )
    return time, y


def _positive(value: Any, name: str, *, whole: bool = False) -> float:
    number = numbers(value, f"differentiate: {name}")
    if number.size != 1 or not np.isfinite(number).all() or number.item() <= 0 or (whole and number.item() % 1):
        kind = "a whole number from 1" if whole else "a positive number"
        identifier = "WrongPeriod" if name == "Period" else "WrongOption"
        raise MatlabValueError(
            f"rst_compat:identification:{identifier}",
            f"differentiate: {name} does not fit",
            kind,
            str(number.tolist()),
            "[] leaves the choice to the data",
        )
    return float(number.item())


def _check_finite(what: str, values: Array) -> None:
    if not np.isfinite(values).all():
        first = np.argwhere(~np.isfinite(values))[0].tolist()
        raise MatlabValueError(
            "rst_compat:identification:BadData",
            f"differentiate: {what} is not finite",
            "finite numbers",
            f"NaN or Inf at {first}",
            "Leave such samples out: times need not be regular",
        )


def _wrong_size(what: str, expected: str, shape: tuple[int, ...]) -> None:
    raise MatlabValueError(
        "rst_compat:identification:BadData",
        f"differentiate: {what} has the wrong size",
        expected,
        f"shape {shape}",
        "Time runs along the first axis, joints along the second",
    )


def _wrong_period(fact: str, expected: str, got: str) -> None:
    raise MatlabValueError(
        "rst_compat:identification:WrongPeriod",
        f"differentiate: Period {fact}",
        expected,
        got,
        'Method="filter" needs no period',
    )


def _wrong_option(name: str, fact: str, expected: str, got: str) -> None:
    raise MatlabValueError(
        "rst_compat:identification:WrongOption",
        f"differentiate: {name} {fact}",
        expected,
        got,
        "[] leaves the choice to the data",
    )
