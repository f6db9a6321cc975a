"""A low-pass filter without delay, and central differences behind it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: central differences of order 6 on neighbours -3 .. 3 (Fornberg, Mathematics of Computation 51, 1988)
_FIRST = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60
_SECOND = np.array([2, -27, 270, -490, 270, -27, 2]) / 180
_REGULAR = 1e-3  # time stamps within this part of a step of a grid are the grid's
_FACTOR = 5.0  # cutoff over the highest frequency of the motion: it loses 3e-6 of its amplitude there
_ABOVE_NOISE = 20.0  # one bin in 5e8 of pure noise stands so far above the level of all


class ZeroPhaseFilter:
    """A Butterworth filter of a given cutoff (Hz), run forwards and backwards over samples at given times (T,)."""

    def __init__(self, time: Array, step: float, cutoff: float, order: int) -> None:
        self.time, self.cutoff, self.order = time, cutoff, order
        count = max(len(time), round((time[-1] - time[0]) / step) + 1)
        self.grid = np.linspace(time[0], time[-1], count)
        self.regular = count == len(time) and bool(np.abs(self.grid - time).max() <= _REGULAR * step)
        self.step = float(self.grid[1] - self.grid[0])

    def smoothed(self, y: Array) -> Array:
        """Samples (T, k) without what lies above the cutoff."""
        return self._back(self._filtered(self._on_grid(y)))

    def derivatives(self, y: Array) -> tuple[Array, Array, Array]:
        """The filtered samples (T, k) and their first and second time derivatives."""
        x = self._filtered(self._on_grid(y))
        around = np.pad(x, ((3, 3), (0, 0)), mode="reflect", reflect_type="odd")
        first, second = (
            sum(w * around[k : k + len(x)] for k, w in enumerate(weights)) for weights in (_FIRST, _SECOND)
        )
        return self._back(x), self._back(first / self.step), self._back(second / self.step**2)

    def _filtered(self, x: Array) -> Array:
        from scipy.signal import butter, sosfiltfilt  # noqa: PLC0415 - scipy's heavy parts are for those who use them

        sections = butter(self.order, self.cutoff, fs=1 / self.step, output="sos")
        ends = min(len(x) - 1, max(3 * (2 * len(sections) + 1), int(2 / (self.cutoff * self.step))))
        out: Array = sosfiltfilt(sections, x, axis=0, padlen=ends)
        return out

    def _on_grid(self, y: Array) -> Array:
        return y if self.regular else _spline(self.time, y, self.grid)

    def _back(self, x: Array) -> Array:
        return x if self.regular else _spline(self.grid, x, self.time)


def _spline(at: Array, y: Array, wanted: Array) -> Array:
    from scipy.interpolate import CubicSpline  # noqa: PLC0415 - as above

    out: Array = CubicSpline(at, y)(wanted)
    return out


def cutoff_frequency(time: Array, y: Array, step: float) -> float:
    """Cutoff in Hz for samples (T, n): above the motion, as far below the rest as the sampling rate allows.

    The spectrum's upper half is taken for noise. The motion reaches up to the frequency below which 99.9 % of the
    acceleration lie that stands out of it, in the joint where that is highest.
    """
    from scipy.signal import periodogram  # noqa: PLC0415 - as above

    rate, duration = 1 / step, float(time[-1] - time[0])
    count = max(8, round(duration / step) + 1)
    grid = np.linspace(time[0], time[-1], count)
    x = np.stack([np.interp(grid, time, column) for column in y.T], axis=1)
    # A window whose side lobes stay 93 dB below, or steps of the motion would pass for noise and noise for motion.
    frequency, power = periodogram(x, rate, window="nuttall", detrend="linear", axis=0)
    noise = np.median(power[len(power) // 2 :], axis=0) / np.log(2)  # mean from median, of a square of two normals
    energy = np.where(power > _ABOVE_NOISE * noise, power, 0.0) * frequency[:, None] ** 4
    total = energy.sum(axis=0)
    below = np.cumsum(energy, axis=0) <= 0.999 * total
    highest = frequency[below[:, total > 0].sum(axis=0).max(initial=0).clip(0, len(frequency) - 1)]
    return float(np.clip(_FACTOR * highest, min(4 / duration, 0.2 * rate), rate / 4))


def noise_level(time: Array, y: Array) -> Array:
    """Standard deviation (n,) of what the filter takes out of samples (T, n), as if noise were below its cutoff too."""
    step = float(np.median(np.diff(time)))
    cutoff = cutoff_frequency(time, y, step)
    smoother = ZeroPhaseFilter(time, step, cutoff, order=4)
    level: Array = np.std(y - smoother.smoothed(y), axis=0) / np.sqrt(1 - 2 * cutoff * step)
    return level
