"""A low-pass filter without delay, and central differences behind it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: central differences of order 6 on neighbours -3 .. 3 (Fornberg, Mathematics of Computation 51, 1988)
_FIRST = np.array([-1, 9, -45, 0, 45, -9, 1]) / 60
_SECOND = np.array([2, -27, 270, -490, 270, -27, 2]) / 180
_REGULAR = 1e-3  # time stamps within this part of a step of a grid are the grid's
_BIAS = 3000.0  # samples whose noise averages to what the lost acceleration may be: a bias does not average
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


def cutoff_frequency(time: Array, y: Array, step: float, order: int = 4) -> float:
    """Cutoff in Hz for samples (T, n) that loses little of the acceleration, and of the noise leaves as little as that.

    Both are read off the spectrum, whose upper half is taken for noise: what stands out of it is motion. Of the joint
    that is worst off, the mean square of what the filter takes, counted often since it biases what is made of the
    acceleration, and of the noise that it leaves are least together.
    """
    from scipy.signal import periodogram  # noqa: PLC0415 - as above

    rate, duration = 1 / step, float(time[-1] - time[0])
    count = max(8, round(duration / step) + 1)
    # A window whose side lobes fall faster than the fourth power of the frequency lifts them; one with steps at its
    # ends, however low, would make noise of the motion where the encoder is quiet.
    window = np.sin(np.pi * (np.arange(count) + 0.5) / count) ** 8
    x = _spline(time, y, np.linspace(time[0], time[-1], count))
    frequency, power = periodogram(x, rate, window=window, detrend="linear", axis=0)
    # A spline between samples damps the noise near the end of the spectrum: the loudest quarter of its half counts.
    upper = [part for part in np.array_split(power[len(power) // 2 :], 4) if len(part)]
    noise = np.max([np.median(part, axis=0) for part in upper], axis=0) / np.log(2)  # mean of a square of two normals
    fourth = frequency**4
    motion = np.where(power > _ABOVE_NOISE * noise, power - noise, 0.0) * fourth[:, None]
    total = np.where(motion.any(axis=0), motion.sum(axis=0), 1.0)

    def error(cutoff: float) -> float:
        passed = 1 / (1 + (frequency / cutoff) ** (2 * order))
        lost, left = (1 - passed) ** 2 @ motion, passed**2 @ fourth * noise
        return float(((_BIAS * lost + left) / total).max(initial=0))

    return float(min(np.geomspace(min(4 / duration, 0.2 * rate), rate / 4, 60), key=error))


def noise_level(time: Array, y: Array) -> Array:
    """Standard deviation (n,) of what the filter takes out of samples (T, n), as if noise were below its cutoff too."""
    step = float(np.median(np.diff(time)))
    cutoff = cutoff_frequency(time, y, step)
    smoother = ZeroPhaseFilter(time, step, cutoff, order=4)
    level: Array = np.std(y - smoother.smoothed(y), axis=0) / np.sqrt(1 - 2 * cutoff * step)
    return level
