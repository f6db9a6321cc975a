"""The few functions that NumPy refuses on object arrays: with them one text serves every kind of number.

The core takes its array kind from its arguments: float64, complex128 (complex-step derivatives), and object arrays
whose elements come from any package with its own ``sin`` and ``cos`` (SymPy symbols, mpmath numbers).
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def as_numbers(x: Any) -> Array:
    """An array of float64, complex128 or objects; everything else that is a number becomes float64."""
    a = np.asarray(x)
    if a.dtype in (np.float64, object):
        return a
    return a.astype(np.complex128 if a.dtype.kind == "c" else np.float64)


def sin(x: Array) -> Array:
    """Sine of an array of any kind."""
    return _own("sin")(x) if x.dtype == object else np.sin(x)


def cos(x: Array) -> Array:
    """Cosine of an array of any kind."""
    return _own("cos")(x) if x.dtype == object else np.cos(x)


def tanh(x: Array) -> Array:
    """Hyperbolic tangent of an array of any kind."""
    return _own("tanh")(x) if x.dtype == object else np.tanh(x)


def sign(x: Array) -> Array:
    """-1, 0 or 1 for each element of an array of any kind; of a complex number it is that of the real part."""
    if x.dtype != object:
        signs: Array = np.sign(x.real)
        return signs

    def of_element(element: Any) -> Any:
        own = getattr(sys.modules[type(element).__module__.partition(".")[0]], "sign", None)
        return own(element) if own else int(element > 0) - int(element < 0)

    elementwise: Callable[[Array], Array] = np.frompyfunc(of_element, 1, 1)
    return elementwise(x)


def _own(name: str) -> Callable[[Array], Array]:
    """An elementwise function that asks the element, as NumPy does, or the package it comes from (``sympy.sin``)."""

    def of_element(element: Any) -> Any:
        if hasattr(element, name):
            return getattr(element, name)()
        package = sys.modules[type(element).__module__.partition(".")[0]]
        return getattr(package, name, getattr(math, name))(element)

    elementwise: Callable[[Array], Array] = np.frompyfunc(of_element, 1, 1)
    return elementwise


def solve(D: Array, B: Array) -> tuple[Array, Array]:
    """Solve ``D x = B`` for a small symmetric block, and return the pivots.

    Elimination runs from the last row to the first without exchanges, the order in which the factorisation L'L of a
    mass matrix visits its rows (RBDA section 6.5), so the pivots are those of the whole matrix.

    Parameters
    ----------
    D : (..., m, m) array
    B : (..., m, k) array

    Returns
    -------
    x : (..., m, k) array
    pivots : (..., m) array
    """
    m = D.shape[-1]
    if m == 0:
        return B, D.sum(axis=-1)
    if m == 1:
        return B / D, D[..., 0]
    rows = [np.concatenate(together(D[..., i, :], B[..., i, :]), axis=-1) for i in range(m)]
    for k in reversed(range(m)):
        for i in range(k):
            rows[i] = rows[i] - rows[k] * (rows[i][..., k : k + 1] / rows[k][..., k : k + 1])
    pivots = np.stack([rows[i][..., i] for i in range(m)], axis=-1)
    x: list[Array] = []
    for i in range(m):
        right = rows[i][..., m:]
        for j in range(i):
            right = right - rows[i][..., j : j + 1] * x[j]
        x.append(right / pivots[..., i : i + 1])
    return np.stack(x, axis=-2), pivots


def together(*arrays: Array) -> list[Array]:
    """The arrays with all axes but the last broadcast against each other."""
    if len({a.shape[:-1] for a in arrays}) == 1:
        return list(arrays)
    batch = np.broadcast_shapes(*(a.shape[:-1] for a in arrays))
    return [np.broadcast_to(a, batch + a.shape[-1:]) for a in arrays]


def stack_rows(blocks: Sequence[Array]) -> Array:
    """Blocks of shape (..., m_i, k) one below the other; leading (batch) axes are broadcast."""
    if all(b.ndim == 2 for b in blocks):
        return np.concatenate(blocks)
    batch = np.broadcast_shapes(*(b.shape[:-2] for b in blocks))
    return np.concatenate([np.broadcast_to(b, batch + b.shape[-2:]) for b in blocks], axis=-2)
