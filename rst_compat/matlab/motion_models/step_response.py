"""The step response of a second-order system: Ogata, Modern Control Engineering, section 5.3."""

from __future__ import annotations

from math import acos, exp, floor, log, pi, sin, sqrt

_BAND = 0.02


def damping_ratio(overshoot: float) -> float:
    """Damping ratio of the system that passes a unit step by ``overshoot``, from 0 to below 1."""
    return 1.0 if overshoot == 0 else -log(overshoot) / sqrt(pi**2 + log(overshoot) ** 2)


def settling_time_of_unit_frequency(damping: float) -> float:
    """Time after which the error stays within 2 % of the step, times the natural frequency; damping in (0, 1].

    The error ``exp(-z s) sin(w s + acos z) / w``, ``w = sqrt(1 - z^2)``, has its extremes at ``w s = k pi``, where it
    is ``exp(-pi z k / w)``: the last of them outside the band is followed by the last entry into it.
    """
    from scipy.optimize import brentq  # noqa: PLC0415 - only this function needs it

    w = sqrt(1 - damping**2)
    if w == 0:
        return float(brentq(lambda s: (1 + s) * exp(-s) - _BAND, 5, 7, xtol=1e-14))
    k = floor(log(_BAND) / (-pi * damping / w))
    start, zero = k * pi / w, ((k + 1) * pi - acos(damping)) / w

    def outside(s: float) -> float:
        return exp(-damping * s) * abs(sin(w * s + acos(damping))) / w - _BAND

    return float(start if outside(start) <= 0 else brentq(outside, start, zero, xtol=1e-14 * zero))
