"""Least-squares Fourier series of sampled motion, and whether a motion repeats itself.

Swevers, Ganseman, Tukel, De Schutter and Van Brussel (*Optimal robot excitation and identification*, IEEE Trans.
Robotics and Automation 13(5), 1997): the series is differentiated, not the samples.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

_BLOCK = 8192  # samples at a time: memory does not grow with the log
_MOST_HARMONICS = 50
_SEARCHED = 4096  # samples that the search for a period looks at
_LOOKED_AT = 16384  # samples that decide on it, and on the harmonics
_SEARCH_HARMONICS = 12
_CLEARLY = 5.0  # times the noise is motion


@dataclass(frozen=True)
class FourierFit:
    """``y(t) = c_0 + sum_k c_(2k-1) cos(k w t) + c_2k sin(k w t)``, t from ``start``.

    Attributes
    ----------
    period, start : float
        s.
    coefficients : (2 K + 1, n) array
    residual : (n,) array
        Standard deviation of the samples about the series.
    """

    period: float
    start: float
    coefficients: Array
    residual: Array

    @property
    def harmonics(self) -> int:
        """How many multiples of the base frequency it has."""
        return len(self.coefficients) // 2

    def at(self, time: Array, derivative: int = 0) -> Array:
        """Values (T, n) at times (T,), or their first or second time derivative."""
        c, k = self.coefficients, np.arange(1, self.harmonics + 1)[:, None]
        w = 2 * math.pi / self.period * k
        for _ in range(derivative):  # (a cos + b sin)' = w b cos - w a sin
            moved = np.zeros_like(c)
            moved[1::2], moved[2::2] = w * c[2::2], -w * c[1::2]
            c = moved
        out = np.empty((len(time), c.shape[1]))
        for i in range(0, len(time), _BLOCK):
            out[i : i + _BLOCK] = _basis(time[i : i + _BLOCK] - self.start, self.period, self.harmonics) @ c
        return out


def _basis(t: Array, period: float, harmonics: int) -> Array:
    phase = np.multiply.outer(t, 2 * math.pi / period * np.arange(1, harmonics + 1))
    out = np.empty((len(t), 2 * harmonics + 1))
    out[:, 0], out[:, 1::2], out[:, 2::2] = 1, np.cos(phase), np.sin(phase)
    return out


def most_harmonics(time: Array, period: float) -> int:
    """As many as the samples of a period can tell apart: four samples for the shortest wave."""
    each = period * (len(time) - 1) / (time[-1] - time[0])
    return max(1, min(_MOST_HARMONICS, int(each // 4), (len(time) - 2) // 4))


def fit(time: Array, y: Array, period: float, harmonics: int | None = None, most: int | None = None) -> FourierFit:
    """The series of a given period through samples (T, n); as many harmonics as the data ask for, ``most`` at most.

    Their number is that of the smallest Bayesian information criterion (Schwarz, Annals of Statistics 6(2), 1978).
    """
    most = harmonics or most or most_harmonics(time, period)
    if harmonics is None and len(time) > _LOOKED_AT:  # a part of a long log says how many are worth trying
        some = _some(len(time), _LOOKED_AT)
        most = min(most, 2 * fit(time[some], y[some], period, most=most).harmonics + 2)
    width, n, count = 2 * most + 1, y.shape[1], len(time)
    R = np.zeros((0, width + n))
    for i in range(0, count, _BLOCK):
        basis = _basis(time[i : i + _BLOCK] - time[0], period, most)
        R = np.asarray(np.linalg.qr(np.vstack([R, np.hstack([basis, y[i : i + _BLOCK]])]), mode="r"))
    z = np.zeros((width + n, n))
    z[: len(R)] = R[:, width:]
    left = np.vstack([np.cumsum(z[::-1] ** 2, axis=0)[::-1], np.zeros((1, n))])  # squares left by the first columns
    if harmonics is None:
        # Below the rounding of the samples themselves there is nothing to explain.
        floor = count * (4 * np.finfo(float).eps * np.abs(y).max(axis=0, initial=0.0)) ** 2 + np.finfo(float).tiny
        columns = 2 * np.arange(most + 1) + 1
        score = count * np.log(np.maximum(left[columns], floor)).sum(axis=1) + columns * n * math.log(count)
        width = int(columns[np.argmin(score)])
    coefficients = np.linalg.solve(R[:width, :width], z[:width])
    return FourierFit(period, float(time[0]), coefficients, np.sqrt(left[width] / max(1, count - width)))


# --------------------------------------------------------------------------- does it repeat?


def find_period(time: Array, y: Array, noise: Array) -> float | None:
    """The period of a motion (T, n) with a given noise (n,), or None where the record does not show one.

    A period counts when the record has it twice, the series leaves no more than the noise, and the series through all
    but the last period predicts that one as well as it fits the others; in every joint. What was recorded once cannot
    be told from what does not repeat.
    """
    moving = y.std(axis=0) > _CLEARLY * noise + 1e-9 * np.abs(y).max(axis=0)  # the others say nothing about a period
    if len(time) < 20 or not moving.any():
        return None
    for lag, step in _candidates(time, y[:, moving]):
        period = _refined(time, y[:, moving], noise[moving], lag, step)
        if period is not None and _predicts(time, y, noise, period):
            return period
    return None


def _candidates(time: Array, y: Array) -> list[tuple[float, float]]:
    """Lags at which the record comes back to itself, shortest first, and how far they may be off."""
    points = min(len(time), _LOOKED_AT)
    grid = np.linspace(time[0], time[-1], points)
    step = float(grid[1] - grid[0])
    x = np.stack([np.interp(grid, time, column) for column in y.T], axis=1)
    x = (x - x.mean(axis=0)) / x.std(axis=0)
    spectrum = np.fft.rfft(x, 2 * points, axis=0)
    products = np.fft.irfft((np.abs(spectrum) ** 2).sum(axis=1), 2 * points)[:points]
    squares = np.cumsum((x**2).sum(axis=1))
    lags = np.arange(points // 2 + 1)
    distance = squares[points - 1 - lags] + squares[-1] - np.concatenate([[0.0], squares])[lags] - 2 * products[lags]
    near = distance / (points - lags) < 0.25 * np.median(distance / (points - lags))
    starts = np.flatnonzero(near & ~np.concatenate([[True], near[:-1]]))  # after the lags about zero, which are near
    found = []
    for start in starts[:10]:
        far = np.flatnonzero(~near[start:])
        end = start + far[0] if far.size else len(near)
        best = int(start + np.argmin((distance / (points - lags))[start:end]))
        found.append((step * best, max(step, 0.02 * step * best)))
    return found


def _refined(time: Array, y: Array, noise: Array, period: float, reach: float) -> float | None:
    """The period near a given one whose series leaves the least; None where that is far more than the noise."""
    from scipy.optimize import minimize_scalar  # noqa: PLC0415 - scipy's heavy parts are for those who use them

    duration = float(time[-1] - time[0])
    window, last = min(duration, 2 * period + reach), False
    size = y.std(axis=0)
    for lap in count():  # over more and more of the record, each time in a bracket as narrow as that asks for
        part = int(np.searchsorted(time, time[0] + window, side="right"))
        some = _some(part, _SEARCHED if last else _SEARCHED // 4)
        t, x = time[some], y[some]
        harmonics = min(_SEARCH_HARMONICS, most_harmonics(time, period), len(t) // 4)

        def left(off: float, t: Array = t, x: Array = x, about: float = period, harmonics: int = harmonics) -> float:
            return float(np.sum((fit(t, x, about + off, harmonics).residual / size) ** 2))

        if lap == 0:
            tried = np.linspace(max(-reach, -0.5 * period), reach, 9)
            off, reach = float(min(tried, key=left)), float(tried[1] - tried[0])
            if (fit(t, x, period + off, harmonics).residual > 10 * noise + 0.05 * size).any():
                return None
        else:
            off, reach = 0.0, min(reach, 0.1 * period**2 / window)
        # The offset, not the period: the search goes to eight digits of its variable.
        options = {"xatol": 1e-11 * period if last else 1e-2 * reach}
        bounds = (off - reach, off + reach)
        period += float(minimize_scalar(left, bounds=bounds, method="bounded", options=options).x)
        if last:
            break
        last = window == duration
        window = min(duration, 4 * window)
    return period


def _some(count: int, most: int) -> NDArray[np.intp]:
    """Samples spread over a log at random: unlike every k-th, they have no frequency of their own."""
    return np.sort(np.random.default_rng(0).choice(count, min(count, most), replace=False))


def _predicts(time: Array, y: Array, noise: Array, period: float) -> bool:
    some, most = _some(len(time), _LOOKED_AT), most_harmonics(time, period)
    time, y = time[some], y[some]
    known = time <= time[-1] - period
    duration = float(time[-1] - time[0])
    if duration < 1.98 * period or known.sum() < 10:
        return False
    series = fit(time[known], y[known], period, most=min(most, int(known.sum()) // 4))
    if len(series.coefficients) * 2 > known.sum():
        return False
    error = np.sqrt(np.mean((series.at(time[~known]) - y[~known]) ** 2, axis=0))
    rounding = 1e-9 * np.ptp(y, axis=0) + 1e-12 * np.abs(y).max(axis=0)
    # Half as much again: the scatter of a deviation from a period of some dozen samples, and of the coefficients.
    # Without noise it is the digits of the period that count: a tenth of what the filter takes out will do.
    foretold = error <= 1.5 * np.maximum(series.residual, 0.1 * noise) + rounding
    return bool((foretold & (series.residual <= 1.5 * noise + rounding)).all())
