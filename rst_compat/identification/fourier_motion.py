"""Periodic motion of joints as finite Fourier series that start and end at rest.

Swevers, Ganseman, Tukel, De Schutter and Van Brussel, IEEE Trans. Robotics and Automation 13(5), 1997:
``q(t) = q0 + sum_l a_l / (l w) sin(l w t) - b_l / (l w) cos(l w t)``, with ``sum_l a_l = 0`` (no velocity at the start)
and ``sum_l l b_l = 0`` (no acceleration).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def basis(time: Array, frequency: float, harmonics: int) -> tuple[Array, Array, Array]:
    """What turns ``[q0, a_1 .. a_L, b_1 .. b_L]`` into q, qd and qdd at times (T,): three arrays (T, 2 L + 1)."""
    order = np.arange(1, harmonics + 1)
    # Turns are counted before they become an angle: whole ones give sines that are zero exactly.
    phase = 2 * math.pi * (np.multiply.outer(np.asarray(time) * frequency, order) % 1.0)
    sine, cosine, w = np.sin(phase), np.cos(phase), 2 * math.pi * frequency * order
    one = np.ones((*np.shape(time), 1))
    return (
        np.concatenate([one, sine / w, -cosine / w], axis=-1),
        np.concatenate([0 * one, cosine, sine], axis=-1),
        np.concatenate([0 * one, -w * sine, w * cosine], axis=-1),
    )


def at_rest(harmonics: int) -> Array:
    """An orthonormal basis (2 L + 1, 2 L - 1) of the coefficients whose motion starts and ends at rest."""
    rules = np.zeros((2, 2 * harmonics + 1))
    rules[0, 1 : harmonics + 1] = 1
    rules[1, harmonics + 1 :] = np.arange(1, harmonics + 1)
    return np.linalg.qr(rules.T, mode="complete")[0][:, 2:]


def settled(coefficients: Array) -> Array:
    """Coefficients (n, 2 L + 1) with the last a and b such that the sums of the rules are zero to the last digit."""
    c = coefficients.copy()
    L = c.shape[1] // 2
    order = np.arange(1, L)
    c[:, L] = -c[:, 1:L].sum(axis=1)
    c[:, -1] = -(order * c[:, L + 1 : -1]).sum(axis=1) / L
    return c


def within(coefficients: Array, frequency: float, limits: tuple[Array, Array, Array, Array]) -> Array:
    """Coefficients (n, 2 L + 1) whose motion about q0 is made as small as limits ask for, joint by joint.

    ``limits`` are the middle and the half width of the positions, and the highest speeds and accelerations, (n,) each.
    What holds on N points of a period holds between them where it has the factor cos(pi L / N) to spare (Ehlich and
    Zeller, Math. Zeitschrift 86, 1964).
    """
    L = coefficients.shape[1] // 2
    count = 100 * L
    spare = math.cos(math.pi * L / count) * (1 - 1e-12)
    middle, half, speed, acceleration = limits
    q0 = np.clip(coefficients[:, 0], middle - 0.9 * half, middle + 0.9 * half)
    B = basis(np.arange(count) / (count * frequency), frequency, L)
    moved = [b[:, 1:] @ coefficients[:, 1:].T for b in B]
    tiny = np.finfo(float).tiny
    room = half * spare - np.where(moved[0] > 0, 1, -1) * (q0 - middle)
    scales = [room / (np.abs(moved[0]) + tiny)]
    scales += [limit * spare / (np.abs(m) + tiny) for limit, m in zip((speed, acceleration), moved[1:], strict=True)]
    scale = np.minimum(1, np.concatenate(scales).min(axis=0))
    return np.concatenate([q0[:, None], coefficients[:, 1:] * scale[:, None]], axis=1)
