"""Numbers as MATLAB prints them, in ``format short`` and ``format long``.

MATLAB prints arrays of whole numbers as such, and all others with one common scale factor where the largest element
asks for it.  The rules are those seen in printed output; the tests hold examples of it.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

_LINE = 80  # characters in a line of MATLAB's window
_WHOLE_LIMIT = 1e9  # from here on whole numbers are printed as fractions


class _Style(NamedTuple):
    """Decimals, and width of a column; from ``big`` on a scale factor or an exponent is needed."""

    decimals: int
    width: int
    big: float
    small: float = 1e-3  # up to here too


_SHORT = _Style(4, 10, 1e3)
_LONG = _Style(15, 20, 1e2)


def matrix_text(value: Any, long: bool = False) -> str:
    """The text that MATLAB prints below ``x =``.

    Parameters
    ----------
    value : number or array_like
        A 1-D array is printed as a row.
    long : bool
        False for ``format short``, True for ``format long``.

    Returns
    -------
    str
        Lines without a final line end.  Wide matrices are split into groups of columns.

    Raises
    ------
    TypeError
        The value holds something else than real numbers.
    ValueError
        The array has more than two dimensions.

    Examples
    --------
    >>> print(matrix_text([[0.33153, 0.1146], [0.1146, 0]]))
        0.3315    0.1146
        0.1146         0
    >>> print(matrix_text([1234.5, 1]))
       1.0e+03 *
    <BLANKLINE>
        1.2345    0.0010
    """
    array, style = _array(value), _LONG if long else _SHORT
    if array.size == 0:
        return _empty(array)
    if array.size == 1:
        return _single(float(array.flat[0]), style)
    if _whole(array):
        digits = len(str(int(_largest(array))))
        width = 6 if digits <= 3 else 12
        return _columns([[_whole_text(x) for x in row] for row in array.tolist()], width)
    exponent = _exponent(_largest(array), style)
    with np.errstate(over="ignore"):
        scaled = array / 10.0**exponent
    table = _columns([[_fraction_text(x, style) for x in row] for row in scaled.tolist()], style.width)
    return table if exponent == 0 else f"   1.0e{exponent:+03d} *\n\n{table}"


def inline_text(array: Any) -> str:
    """A number or row vector as it stands in the display of an object.

    Parameters
    ----------
    array : number or array_like
        Every element is printed by itself, without a common scale factor.

    Returns
    -------
    str

    Examples
    --------
    >>> inline_text([0.2247, 1.5e-4, 4.1e-4])
    '[0.2247 1.5000e-04 4.1000e-04]'
    >>> inline_text(0.33153)
    '0.3315'
    """
    a = _array(array)
    if a.shape[0] != 1 or a.shape[1] == 0:
        return "[]" if a.size == 0 else f"[{a.shape[0]}x{a.shape[1]} double]"
    words = [_scalar(x, _SHORT) for x in a[0].tolist()]
    return words[0] if np.ndim(array) == 0 else f"[{' '.join(words)}]"


def _array(value: Any) -> NDArray[np.float64]:
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(f"{array.dtype} elements are not real numbers")
    if array.ndim > 2:
        raise ValueError(f"an array of {array.ndim} dimensions is no matrix")
    if array.shape == (0,):
        return np.zeros((0, 0))
    return np.atleast_2d(array.astype(np.float64))


def _largest(array: NDArray[np.float64]) -> float:
    finite = np.abs(array[np.isfinite(array)])
    return float(finite.max()) if finite.size else 0.0


def _whole(array: NDArray[np.float64]) -> bool:
    finite = array[np.isfinite(array)]
    return bool((finite == np.floor(finite)).all()) and _largest(array) < _WHOLE_LIMIT


def _exponent(largest: float, style: _Style) -> int:
    """Exponent of the common scale factor; seen in output: 5e-4 is 0.5e-3, and 1e-3 is 1e-3."""
    if largest >= style.big:
        return math.floor(math.log10(largest))
    return math.ceil(math.log10(largest)) if 0 < largest <= style.small else 0


def _scalar(x: float, style: _Style) -> str:
    if not math.isfinite(x):
        return _special(x)
    if x == int(x) and abs(x) < _WHOLE_LIMIT:
        return str(int(x))
    plain = style.small < abs(x) < style.big
    return f"{x:.{style.decimals}f}" if plain else f"{x:.{style.decimals}e}"


def _whole_text(x: float) -> str:
    return str(int(x)) if math.isfinite(x) else _special(x)


def _fraction_text(x: float, style: _Style) -> str:
    if not math.isfinite(x):
        return _special(x)
    return "0" if x == 0 else f"{x:.{style.decimals}f}"


def _special(x: float) -> str:
    return "NaN" if math.isnan(x) else "Inf" if x > 0 else "-Inf"


def _single(x: float, style: _Style) -> str:
    """A 1x1 array: right-aligned in the column it would have, or indented where it has an exponent."""
    word = _scalar(x, style)
    if "e" in word:
        indent = 3 if style is _SHORT else 5
        return " " * (indent - word.startswith("-")) + word
    return word.rjust(style.width if "." in word else 6 if len(word.lstrip("-")) <= 3 else 12)


def _columns(words: list[list[str]], width: int) -> str:
    total, per_block = len(words[0]), _LINE // width
    if total <= per_block:
        return _block(words, width)
    blocks = []
    for first in range(0, total, per_block):
        last = min(first + per_block, total)
        title = f"  Columns {first + 1} through {last}" if last > first + 1 else f"  Column {last}"
        blocks.append(f"{title}\n\n" + _block([row[first:last] for row in words], width))
    return "\n\n".join(blocks)


def _block(words: list[list[str]], width: int) -> str:
    return "\n".join("".join(w.rjust(width) for w in row) for row in words)


def _empty(array: NDArray[np.float64]) -> str:
    rows, columns = array.shape
    if rows == columns == 0:
        return "     []"
    kind = "row vector" if rows == 1 else "column vector" if columns == 1 else "matrix"
    return f"  {rows}x{columns} empty double {kind}"
