"""The structure that a solver returns as its only output, and deval, which evaluates it anywhere."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ...errors import MatlabTypeError, MatlabValueError
from ..arguments import numbers
from .indices import component_numbers


def deval(sol: Any, xint: Any, idx: Any = None) -> Any:
    """Evaluate a solution at any points of its interval.

    Parameters
    ----------
    sol : SimpleNamespace
        From ``ode45(..., nargout=1)`` or another solver. The first two arguments may change places, as in MATLAB.
    xint : float or (k,) array_like
        Points, in any order.
    idx : array_like of int, optional
        Components wanted, from 0; all by default.

    Returns
    -------
    (n,) or (n, k) ndarray
        A column per point; 1-D for a single number.

    Raises
    ------
    MatlabError
        ``rst_compat:ode:NotASolution``, ``rst_compat:ode:OutsideInterval``, ``rst_compat:ode:WrongIndices``.

    Notes
    -----
    The continuous extension of each step, of the order of the solver (Hairer, Norsett and Wanner, Solving Ordinary
    Differential Equations I, section II.6).

    Examples
    --------
    >>> from rst_compat import ode45
    >>> sol = ode45(lambda t, x: -x, [0, 1], 1, nargout=1)
    >>> deval(sol, [0, 0.5]).round(4).tolist()
    [[1.0, 0.6065]]
    """
    if isinstance(xint, SimpleNamespace):
        sol, xint = xint, sol
    if not isinstance(sol, SimpleNamespace) or not hasattr(sol, "idata"):
        raise MatlabTypeError(
            "rst_compat:ode:NotASolution",
            "deval: the first argument is no solution",
            "the structure that a solver returns as its only output",
            type(sol).__name__,
            "sol = ode45(f, tspan, x0, nargout=1)",
        )
    points = numbers(xint, "deval: xint")
    ends = sorted((float(sol.x[0]), float(sol.x[-1])))
    outside = points[~((points >= ends[0]) & (points <= ends[1]))]
    if outside.size:
        raise MatlabValueError(
            "rst_compat:ode:OutsideInterval",
            "deval: a point lies outside the interval of the solution",
            f"{ends[0]:g} to {ends[1]:g}",
            f"{outside.flat[0]:g}",
            "Solve over a longer interval; a terminal event or a failure ends it early",
        )
    still = sol.idata is None or not points.size  # no step, or nothing to evaluate
    y = sol.y[:, :1] + np.zeros(points.size) if still else sol.idata(points.ravel())
    y = y[:, 0] if points.ndim == 0 else y
    return y if idx is None else y[component_numbers(idx, len(sol.y), "deval: idx")]
