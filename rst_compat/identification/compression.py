"""A log of any length as one small triangle per channel: Q R = [W w], block by block.

Least squares, whatever the weights of the channels, asks for nothing else: ``|W x - w| = |R [x; -1]|``. Triangles
of blocks are merged by another QR decomposition (TSQR: Demmel, Grigori, Hoemmen, Langou, SIAM J. Sci. Comput. 34(1),
2012), so what stands in memory is a few blocks. W'W, which would do as well, halves the digits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..matlab.blocks import cores
from ..matlab.dask_arrays import is_one

if TYPE_CHECKING:
    from .measured_rows import System
    from .motion_data import MotionData

Array = NDArray[np.float64]
T = TypeVar("T")
Progress = Callable[[int, int], Any] | None

#: Bytes of the regressor of a block.
BLOCK = 2**24
#: Numbers of a tile of a tall matrix.
_TILE = 2**13


@dataclass(frozen=True)
class Compressed:
    """Triangles ``R`` (r, b + 1, b + 1) of the rows [W w] of every channel, and how many rows count, ``count`` (r,)."""

    R: Array
    count: Array

    @property
    def size(self) -> int:
        """Number of unknowns."""
        return int(self.R.shape[-1]) - 1

    def residuals(self, x: Array) -> Array:
        """The norms (r,) of W x - w."""
        norms: Array = np.linalg.norm(self.R[..., :-1] @ x - self.R[..., -1], axis=-1)
        return norms

    def measured(self) -> Array:
        """The norms (r,) of w."""
        norms: Array = np.linalg.norm(self.R[..., -1], axis=-1)
        return norms

    def weighted(self, sigma: Array) -> Array:
        """One triangle (b + 1, b + 1) of all channels, each divided by its sigma."""
        return triangle((self.R / sigma[:, None, None]).reshape(-1, self.size + 1))

    def changed(self, B: Array, x0: Array) -> Compressed:
        """The same rows in other unknowns y, where x = B y + x0."""
        RB, w = self.R[..., :-1] @ B, self.R[..., -1] - self.R[..., :-1] @ x0
        return replace(self, R=triangle(np.concatenate([RB, w[..., None]], axis=-1)))


def triangle(rows: Array) -> Array:
    """R (..., k, k) of rows (..., m, k), with zeros below where there are fewer rows than columns.

    Tall matrices are cut into tiles that BLAS works on in the thread that asks: threads of its own, which it wakes for
    larger ones, wait for each other much longer than the work takes.
    """
    *lead, m, k = rows.shape
    tile = max(_TILE // max(k, 1), 2 * k, 1)
    if m > tile:
        count = -(-m // tile)
        padded = np.zeros((*lead, count * tile, k))
        padded[..., :m, :] = rows
        tiles: Any = np.linalg.qr(padded.reshape(*lead, count, tile, k), mode="r")
        return triangle(tiles.reshape(*lead, -1, k))
    R: Any = np.linalg.qr(rows, mode="r")
    return R if m >= k else np.concatenate([R, np.zeros((*lead, k - m, k))], axis=-2)


def merge(parts: Sequence[Compressed]) -> Compressed:
    """The triangles of all rows of several logs."""
    if len(parts) == 1:
        return parts[0]
    R = triangle(np.concatenate([p.R for p in parts], axis=1))
    return Compressed(R, np.sum([p.count for p in parts], axis=0))


def compress(
    system: System,
    data: MotionData,
    *,
    folds: int = 1,
    block: int | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> list[Compressed]:
    """The triangles of a log, one set for each of some equal stretches of time.

    The result does not depend on ``workers``, and on ``block``, the number of samples of a block, by rounding only.
    """

    def of(part: MotionData, _: int) -> Compressed:
        return of_rows(*system.rows(part))

    edges = np.linspace(0, len(data), folds + 1).astype(int)
    done = [0]

    def advanced(count: int, _: int) -> None:
        if progress is not None:
            progress(done[0] + count, len(data))

    result = []
    how = {"workers": workers, "block": block, "progress": None if progress is None else advanced}
    for first, last in pairwise(edges):
        result.append(reduced(of, merge, data[first:last], row_bytes=system.row_bytes, **how))  # type: ignore[arg-type]
        done[0] += last - first
    return result


def of_rows(W: Array, w: Array, keep: NDArray[np.bool_], factors: Array | None = None) -> Compressed:
    """The triangles of rows (B, r, b), each of them times a factor (B, r)."""
    rows = np.concatenate([W, w[..., None]], axis=-1)
    if factors is not None:
        rows *= factors[..., None]
    return Compressed(np.stack([_sparse_triangle(rows[:, j]) for j in range(rows.shape[1])]), keep.sum(0).astype(float))


def _sparse_triangle(rows: Array) -> Array:
    """R of rows, some of whose columns are zero throughout: a joint feels nothing of the bodies before it."""
    used = np.flatnonzero((rows != 0).any(0))
    R = np.zeros((rows.shape[1],) * 2)
    R[: len(used), used] = triangle(rows[:, used]) if len(used) else 0.0
    return R


# --------------------------------------------------------------------------- block by block


def reduced(
    of: Callable[[MotionData, int], T],
    merge: Callable[[Sequence[T]], T],
    data: MotionData,
    *,
    row_bytes: int,
    halo: int = 0,
    block: int | None = None,
    workers: int | None = None,
    progress: Progress = None,
) -> T:
    """A function of blocks of a log, merged in their order.

    ``of`` takes a block and how many of its first samples, ``halo`` at most, belong to the block before. For Dask
    arrays, blocks are computed where Dask computes, those of a chunk one after the other.
    """
    size = block or int(np.clip(BLOCK // max(row_bytes, 1), 256, 2**16))
    if is_one(data.JointPosition):
        return _on_dask(of, merge, data, size, halo, progress)
    pending: list[T] = []
    for value, end in _in_order(of, data, size, halo, workers or cores()):
        pending.append(value)
        if len(pending) == 8:
            pending = [merge(pending)]
        if progress is not None:
            progress(end, len(data))
    return merge(pending)


def _in_order(
    of: Callable[[MotionData, int], T], data: MotionData, size: int, halo: int, workers: int
) -> Iterator[tuple[T, int]]:
    """Values of all blocks and their ends, computed on threads, few of them ahead of the one that is asked for."""

    def at(first: int) -> T:
        before = min(first, halo)
        return of(data[first - before : first + size], before)

    starts = range(0, len(data), size) or range(1)
    if workers == 1 or len(starts) == 1:
        yield from ((at(first), min(first + size, len(data))) for first in starts)
        return
    with ThreadPoolExecutor(workers) as pool:
        ahead: deque[tuple[Future[T], int]] = deque()
        for first in starts:
            ahead.append((pool.submit(at, first), min(first + size, len(data))))
            if len(ahead) > workers:
                future, end = ahead.popleft()
                yield future.result(), end
        for future, end in ahead:
            yield future.result(), end


def _on_dask(
    of: Callable[[MotionData, int], T],
    merge: Callable[[Sequence[T]], T],
    data: MotionData,
    size: int,
    halo: int,
    progress: Progress,
) -> T:
    from dask.delayed import delayed  # noqa: PLC0415 - an extra

    def chunk(fields: dict[str, Any], before: int) -> T:
        part = object.__new__(type(data))
        vars(part).update(fields)
        own = len(part) - before
        blocks = range(before, before + own, size) or range(before, before + 1)
        return merge([of(part[max(0, i - halo) : i + size], min(i, halo)) for i in blocks])

    ends = np.cumsum(data.JointPosition.chunks[0]).tolist()
    starts = [0, *ends[:-1]]
    fields = [(vars(data[max(0, i - halo) : j]), min(i, halo)) for i, j in zip(starts, ends, strict=True) if i < j]
    values = [delayed(chunk, pure=False)(*f) for f in fields]
    while len(values) > 1:
        values = [delayed(merge, pure=False)(values[i : i + 8]) for i in range(0, len(values), 8)]
    result: T = values[0].compute()
    if progress is not None:
        progress(len(data), len(data))
    return result
