"""MATLAB's piecewise polynomials: a struct of breaks and coefficients, mkpp, unmkpp, ppval."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ... import core
from ..arguments import numbers, outputs
from .checks import Array, fail, finite, increasing, vector, whole

_HINT = "mkpp(breaks, coefs, d) makes one; of trapveltraj's list of them take one, pp[0]"


def mkpp(breaks: ArrayLike, coefs: ArrayLike, d: int = 1) -> SimpleNamespace:
    """Piecewise polynomial of its breaks and coefficients.

    Parameters
    ----------
    breaks : (L+1,) array_like
        Ends of the L pieces, increasing.
    coefs : (d*L, k) or (d, L, k) array_like
        Coefficients of each piece, highest power first, in the distance from its first break.  Of (d*L, k) the first d
        rows belong to the first piece.
    d : int
        Number of values of the polynomial.

    Returns
    -------
    namespace
        MATLAB's struct: ``form`` 'pp', ``breaks`` (L+1,), ``coefs`` (d*L, k), ``pieces`` L, ``order`` k, ``dim`` d.

    Raises
    ------
    MatlabError
        ``rst_compat:trajectory:NotIncreasing`` or ``rst_compat:trajectory:WrongSize``.

    Notes
    -----
    de Boor, A Practical Guide to Splines, chapter 7: the pp-form.  Matrix-valued polynomials are not here.

    Examples
    --------
    >>> pp = mkpp([0, 1, 3], [[1, 0, 0], [0, 2, 1]])
    >>> pp.pieces, pp.order, ppval(pp, [0.5, 2]).tolist()
    (2, 3, [0.25, 3.0])
    """
    edges = vector("mkpp", "breaks", breaks)
    edges = increasing("mkpp", "breaks", edges, edges.size)
    c = finite("mkpp", "coefs", coefs)
    pieces, dim = edges.size - 1, whole("mkpp", "d", d)
    if pieces < 1 or c.size == 0 or c.size % (pieces * dim):
        fail(
            "WrongSize",
            "mkpp: breaks, coefs and d do not match",
            f"d*{pieces} rows of coefficients for {edges.size} breaks",
            f"{c.size} coefficients, d = {dim}",
            "There is one piece fewer than breaks",
        )
    if c.ndim == 3:
        c = c.swapaxes(0, 1)
    return pp_form(edges, c.reshape(pieces, dim, -1))


def unmkpp(pp: Any, *, nargout: int = 5) -> Any:
    """Parts of a piecewise polynomial.

    Parameters
    ----------
    pp : namespace
        As of :func:`mkpp`.
    nargout : int
        Number of outputs, 1 to 5; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    breaks, coefs, L, order, dim
        The fields of the struct; the first ``nargout`` of them.

    Raises
    ------
    MatlabError
        ``rst_compat:trajectory:NotAPolynomial``.

    Notes
    -----
    Source: the reference page of unmkpp.

    Examples
    --------
    >>> unmkpp(mkpp([0, 2], [[3, 1]]), nargout=3)
    (array([0., 2.]), array([[3., 1.]]), 1)
    """
    breaks, coefficients = pp_parts("unmkpp", pp)
    L, dim, order = coefficients.shape
    return outputs(nargout, breaks, coefficients.reshape(L * dim, order), L, order, dim)


def ppval(pp: Any, xq: ArrayLike) -> Any:
    """Values of a piecewise polynomial.

    Parameters
    ----------
    pp : namespace
        As of :func:`mkpp`, of a trajectory function, or loaded from a MAT-file.
    xq : array_like
        Query points, of any shape.

    Returns
    -------
    float or ndarray
        One value: the shape of ``xq``.  d values: (d, m) for m query points in a vector of either orientation,
        (d, ...) for other shapes.

    Raises
    ------
    MatlabError
        ``rst_compat:trajectory:NotAPolynomial``.

    Notes
    -----
    At a break the piece that begins there counts; outside of all breaks the first or last piece goes on.

    Examples
    --------
    >>> from rst_compat import cubicpolytraj
    >>> q, qd, qdd, pp = cubicpolytraj([[0, 1], [0, 2]], [0, 2], [0, 1, 2])
    >>> ppval(pp, 1)
    array([0.5, 1. ])
    """
    breaks, coefficients = pp_parts("ppval", pp)
    x = numbers(xq, "ppval: xq")
    dim = coefficients.shape[1]
    if dim > 1 and x.ndim == 2 and 1 in x.shape:
        x = x.reshape(-1)
    value = core.evaluate_pieces(breaks, coefficients, x)
    if dim > 1:
        return value
    return value[0] if x.ndim else float(value[0])


def pp_form(breaks: Array, coefficients: Array) -> SimpleNamespace:
    """The struct of breaks and coefficients (pieces, dim, order)."""
    pieces, dim, order = coefficients.shape
    coefs = coefficients.reshape(pieces * dim, order)
    return SimpleNamespace(form="pp", breaks=breaks, coefs=coefs, pieces=pieces, order=order, dim=dim)


def pp_parts(function: str, pp: Any) -> tuple[Array, Array]:
    """Breaks and coefficients (pieces, dim, order) of a struct."""
    try:
        breaks = numbers(pp.breaks, f"{function}: breaks").reshape(-1)
        dim = numbers(pp.dim, f"{function}: dim").astype(int).item()
        return breaks, numbers(pp.coefs, f"{function}: coefs").reshape(breaks.size - 1, dim, -1)
    except (AttributeError, ValueError):
        fail(
            "NotAPolynomial",
            f"{function}: pp is not a piecewise polynomial",
            "a struct with breaks, coefs and dim that match",
            type(pp).__name__,
            _HINT,
        )


def samples(breaks: Array, values: Callable[[Array, int], Array], t: Array, count: int) -> list[Array]:
    """Positions (n, m) and their first derivatives, ``count`` in all; outside of the breaks the position is held.

    ``values(t, derivative)`` gives them inside.
    """
    inside = (t >= breaks[0]) & (t <= breaks[-1])
    held = np.clip(t, breaks[0], breaks[-1])
    return [values(held, 0), *(np.where(inside, values(held, order), 0.0) for order in range(1, count))]


def of_pieces(breaks: Array, coefficients: Array) -> Callable[[Array, int], Array]:
    """The values of piecewise polynomials, for :func:`samples`."""
    return partial(core.evaluate_pieces, breaks, coefficients)
