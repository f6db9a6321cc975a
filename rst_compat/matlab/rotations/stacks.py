"""Shapes of the conversions: rows and pages in, one item or a stack out, and the errors about them."""

from __future__ import annotations

from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError
from ..arguments import numbers

Array = NDArray[np.float64]

#: what to do about an error, where the place that raises it knows nothing better
_HINTS = {
    "NotFinite": "Look at the line that made it: 0/0 gives NaN, a division by zero gives Inf",
    "PositionOutOfRange": "0 is the first and 1 the last transformation",
    "SizeMismatch": "Pick one of several with T[i], or a row with A[i]",
    "WrongColumns": "Several items stand in the rows of a matrix",
    "WrongMatrixShape": "The pages of a stack come last, as in MATLAB",
    "WrongPoints": "Several points stand in the rows of a matrix",
    "ZeroAxis": "No rotation at all is [0 0 1 0]",
    "ZeroQuaternion": "No rotation at all is [1 0 0 0]",
}


def fail(what: str, fact: str, expected: str, got: str, hint: str | None = None) -> NoReturn:
    """Raise the error ``rst_compat:rotations:<what>``."""
    raise MatlabValueError(f"rst_compat:rotations:{what}", fact, expected, got, hint or _HINTS[what])


def finite(function: str, argument: str, value: object) -> Array:
    """A fresh float64 array of an argument, without NaN and Inf."""
    array = numbers(value, f"{function}: {argument}")
    if not np.isfinite(array).all():
        where = tuple(np.argwhere(~np.isfinite(array))[0].tolist())
        fail(
            "NotFinite",
            f"{function}: {argument} has an element that is not finite",
            "finite numbers",
            f"{array[where]} at index {list(where)}",
        )
    return array


def rows(function: str, argument: str, value: object, widths: tuple[int, ...]) -> tuple[Array, bool]:
    """The rows of an argument as (n, k), and whether it was a 1-D vector."""
    array = finite(function, argument, value)
    if array.ndim not in (1, 2) or array.shape[-1] not in widths:
        one_of = " or ".join(str(k) for k in widths)
        turned = array.ndim == 2 and array.shape[0] in widths
        fail(
            "WrongColumns",
            f"{function}: {argument} has the wrong shape",
            f"a vector of {one_of} elements, or an n-by-{one_of} matrix with one item per row",
            f"shape {array.shape}",
            "Each item is a row: transpose the argument" if turned else None,
        )
    return np.atleast_2d(array), array.ndim == 1


def pages(function: str, argument: str, value: object, sizes: tuple[int, ...]) -> tuple[Array, bool]:
    """The pages of a stack of square matrices as (n, m, m), and whether it was a single matrix."""
    array = finite(function, argument, value)
    if array.ndim not in (2, 3) or array.shape[0] not in sizes or array.shape[0] != array.shape[1]:
        turned = array.ndim == 3 and array.shape[-1] in sizes
        fail(
            "WrongMatrixShape",
            f"{function}: {argument} has the wrong shape",
            " or ".join(f"{m}-by-{m} or {m}-by-{m}-by-n" for m in sizes),
            f"shape {array.shape}",
            f"The pages of a stack come last, as in MATLAB: numpy.moveaxis({argument}, 0, -1)" if turned else None,
        )
    if array.ndim == 2:
        return array[None], True
    last = np.moveaxis(array, -1, 0)
    if len(set(array.shape)) == 1 and _looks(argument, array) and not _looks(argument, last):
        fail(
            "WrongMatrixShape",
            f"{function}: the pages of {argument} come first",
            "pages last, as in MATLAB",
            f"shape {array.shape}, whose first index picks the {'transforms' if argument == 'tform' else 'rotations'}",
            f"numpy.moveaxis({argument}, 0, -1)",
        )
    return last, False


def _looks(argument: str, pages: Array) -> bool:
    """Whether all pages (n, m, m) may be what the argument says, to a few digits."""
    if argument == "tform":
        return bool((pages[:, -1, :-1] == 0).all() and (pages[:, -1, -1] == 1).all())
    return bool(np.abs(pages @ pages.mT - np.eye(pages.shape[-1])).max(initial=0) < 1e-2)


def rotm_pages(function: str, rotm: object) -> tuple[Array, bool]:
    """Rotations of space, (n, 3, 3), and whether there was a single matrix."""
    return pages(function, "rotm", rotm, (3,))


def tform_pages(function: str, tform: object) -> tuple[Array, bool]:
    """The rotations in transforms of space, (n, 3, 3), and whether there was a single matrix."""
    T, single = pages(function, "tform", tform, (4,))
    return T[:, :3, :3], single


def stack(items: Array, single: bool | None = None) -> Array:
    """Leading items as MATLAB shapes them: alone if single (by default: if there is one), else rows, or pages last."""
    items = items + 0.0  # no -0.0, which prints badly
    if len(items) == 1 if single is None else single:
        return np.asarray(items[0])
    return items if items.ndim == 2 else np.moveaxis(items, 0, -1)


def unit(function: str, argument: str, vectors: Array, what: str) -> Array:
    """Rows scaled to length 1."""
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    if not largest.all():
        fail(
            what,
            f"{function}: the {argument} is zero and gives no direction",
            f"a nonzero {argument}",
            f"{vectors[np.argmin(largest)].tolist()} in row {np.argmin(largest)}, counted from 0",
        )
    vectors = vectors / largest[:, None]  # first by the largest element, so that squares cannot overflow
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
