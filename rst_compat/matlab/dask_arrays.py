"""Dask arrays: a function of ``batch`` over their chunks, wherever these are computed."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy  # draws nothing from rand, as the copy of robots does
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MatlabImportError, MatlabTypeError

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

PIP_LINE = 'pip install "dask[array,distributed]"'


def is_one(value: Any) -> bool:
    """Whether a value is one of Dask's arrays; other collections of Dask are refused by name."""
    if not hasattr(value, "__dask_graph__"):
        return False
    try:
        import dask.array as da  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MatlabImportError(
            "rst_compat:batch:NeedsExtra",
            f"A {type(value).__name__} of Dask needs Dask's arrays, which are not installed",
            "the packages dask and distributed",
            "none",
            PIP_LINE,
        ) from error
    if isinstance(value, da.Array):
        return True
    raise MatlabTypeError(
        "rst_compat:argument:NotNumeric",
        "An argument is a collection of Dask, but no array",
        "a dask.array.Array",
        type(value).__name__,
        "A DataFrame has to_dask_array(lengths=True)",
    )


def check_numbers(array: Any, what: str) -> None:
    """Refuse a Dask array of anything but real numbers."""
    if array.dtype.kind not in "biuf":
        raise MatlabTypeError(
            "rst_compat:argument:NotNumeric",
            f"{what} is not an array of real numbers",
            "real numbers",
            f"{array.dtype} elements",
            "astype(float) makes numbers of text",
        )


def by_chunks(
    function: Callable[..., Any],
    robot: rigidBodyTree,
    inputs: Sequence[Any],
    options: Mapping[str, Any],
    shape: tuple[int, ...],
) -> Any:
    """A public function of ``batch`` over the chunks of its inputs; ``shape`` is that of one result.

    The robot travels as it is now, in one piece of bytes; a process that computes chunks makes it anew once, and the
    handle of the engine with it.
    """
    import dask.array as da  # noqa: PLC0415 - an extra

    given = [i for i in inputs if i.array is not None]
    pairs: list[Any] = []  # each array, and the names of its axes
    for i in given:
        pairs += [
            _whole(i.array, i.own),
            (*_leading(len(i.leading)), *(f"{i.what}{axis}" for axis in range(len(i.own)))),
        ]
    results = {f"result{axis}": size for axis, size in enumerate(shape)}
    return da.blockwise(  # type: ignore[no-untyped-call]
        _chunk,
        (*_leading(max(len(i.leading) for i in given)), *results),
        *pairs,
        new_axes=results,
        token=function.__name__,
        concatenate=True,
        dtype=np.float64,
        meta=np.empty((0,) * (len(shape) + 1)),
        function=function,
        robot=pickle.dumps(deepcopy(robot), protocol=5),
        names=tuple(i.what for i in given),
        options=dict(options),
    )


def _whole(array: Any, own: tuple[int, ...]) -> Any:
    """An array that is cut along its leading axes only."""
    if not is_one(array):
        return array
    return array.rechunk(dict.fromkeys(range(array.ndim - len(own), array.ndim), -1))


def _leading(count: int) -> list[str]:
    """Names of leading axes, counted from the last one: equal names broadcast."""
    return [f"leading{axis}" for axis in range(count, 0, -1)]


@lru_cache(maxsize=8)
def _made(robot: bytes) -> Any:
    return pickle.loads(robot)


def _chunk(
    *arrays: Any, function: Callable[..., Any], robot: bytes, names: tuple[str, ...], options: dict[str, Any]
) -> Any:
    return function(_made(robot), **dict(zip(names, arrays, strict=True)), **options)
