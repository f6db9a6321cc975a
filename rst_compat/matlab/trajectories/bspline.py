"""Cubic B-splines of control points."""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import outputs
from .checks import increasing, points, vector
from .piecewise import of_pieces, pp_form, samples


def bsplinepolytraj(controlPoints: ArrayLike, tInterval: ArrayLike, tSamples: ArrayLike, *, nargout: int = 4) -> Any:
    """Cubic B-spline inside a polygon of control points.

    Parameters
    ----------
    controlPoints : (n, p) or (p,) array_like
        Control points, one per column, 4 at least; a vector is one dimension, and gives outputs (m,).
    tInterval : (2,) array_like
        Start and end in s.
    tSamples : (m,) array_like
        Times of the samples in s.
    nargout : int
        Number of outputs, 1 to 4; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    q, qd, qdd : (n, m) ndarray
        Positions, velocities and accelerations.
    pp : namespace
        Piecewise polynomial for :func:`ppval`, of p - 3 pieces.

    Raises
    ------
    MatlabError
        As :func:`cubicpolytraj`.

    Notes
    -----
    Farin, Curves and Surfaces for CAGD, chapter 8.  The knots are uniform and those at the ends fourfold: the curve
    starts at the first point and ends at the last, and passes the others by.  Outside of the interval the position is
    held, and its derivatives are zero.

    Examples
    --------
    >>> bsplinepolytraj([[1, 4, 4, 3, -2, 0], [0, 1, 2, 4, 3, 1]], [0, 5], [0, 2.5, 5], nargout=1).round(2).tolist()
    [[1.0, 3.34, 0.0], [0.0, 2.94, 1.0]]
    """
    from scipy.interpolate import BSpline  # noqa: PLC0415 - importing rst_compat imports no SciPy

    d, flat = points("bsplinepolytraj", "controlPoints", controlPoints, 4)
    start, end = increasing("bsplinepolytraj", "tInterval", tInterval, 2)
    t = vector("bsplinepolytraj", "tSamples", tSamples)
    breaks = np.linspace(start, end, d.shape[1] - 2)
    knots = np.concatenate([np.full(3, start), breaks, np.full(3, end)])
    spline = BSpline(knots, d.T, 3)
    pieces = np.stack([spline(breaks[:-1], nu) / factorial(nu) for nu in (3, 2, 1, 0)], axis=-1)  # Taylor's
    motion = samples(breaks, of_pieces(breaks, pieces), t, 3)
    return outputs(nargout, *(x[0] if flat else x for x in motion), pp_form(breaks, pieces))
