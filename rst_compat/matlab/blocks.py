"""A function over the rows of arrays, block by block and on several threads.

A block of rows is read as it stands, or copied by itself where its numbers are not float64 or its elements lie apart.
So besides arguments and result there is never more than a block for each thread.
"""

from __future__ import annotations

import math
import os
from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import core
from . import algorithms
from .algorithms import MODERATE
from .compile import FEW, Compiled, for_many
from .joint_vectors import check_quaternions

Array = NDArray[np.float64]

THREADS_PAY_FROM = FEW + 1
#: Rows and bytes of a block: what the check of its numbers has read is in the cache when the engine comes.
ROWS, BYTES = 4096, 2**23
#: Numbers that BLAS multiplies on the thread that asks; more of them wake threads of its own.
DOT = 10**4
#: What the core may use for its intermediate numbers.
CORE_BYTES = 2**25

SINGULAR = "rst_compat:forwardDynamics:SingularMassMatrix"
INDEFINITE = "rst_compat:forwardDynamics:IndefiniteMassMatrix"
NOT_FINITE = "rst_compat:dynamics:NotFinite"


def cores() -> int:
    """Processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Function(NamedTuple):
    """A function of ``batch``: what it reads, and what it gives for one configuration."""

    name: str
    method: str  # of a handle of the engine; "" where there is none
    core: Callable[..., Array]  # of the model, the arrays and the numbers of bodies
    reads: tuple[str, ...]  # names of the arrays, Q first
    shape: Callable[[core.Model], tuple[int, ...]]
    # What the drives of the joints change: the inputs, the result with the inputs, the mass matrix.
    before: Callable[[list[Array | None]], list[Array | None]] | None = None
    after: Callable[[Array, Sequence[Array | None]], Array] | None = None
    rotor: Array | None = None


class Rows:
    """An array of shape batch + own as rows: along one axis where its memory allows it, else picked by index."""

    def __init__(self, array: NDArray[Any], batch: tuple[int, ...], own: int) -> None:
        leading, tail = array.shape[: array.ndim - own], array.shape[array.ndim - own :]
        self.batch, self.flat = batch, True
        self.constant = leading.count(1) == len(leading)
        if self.constant:
            self.array = array.reshape(tail)
            return
        if leading == batch and array.flags.c_contiguous:
            self.array = array.reshape(math.prod(batch), *tail)
            return
        array = np.broadcast_to(array, batch + tail)
        axes = [(n, step) for n, step in zip(batch, array.strides, strict=False) if n != 1]
        self.flat = all(outer == n * step for (_, outer), (n, step) in pairwise(axes))
        if self.flat:
            shape, strides = (math.prod(batch), *tail), (axes[-1][1], *array.strides[len(batch) :])
            array = np.lib.stride_tricks.as_strided(array, shape, strides)
        self.array = array

    def block(self, first: int, last: int) -> Array:
        """Float64 numbers that lie side by side: (rows,) + own, or own alone where all rows are the same."""
        array = self.array
        if not self.constant:
            array = array[first:last] if self.flat else array[np.unravel_index(np.arange(first, last), self.batch)]
        block = np.ascontiguousarray(array, np.float64)
        return block if block.flags.aligned else block.copy()


class Blocks:
    """One call of a function: arrays of shape batch + own (None for zeros), and the array that takes the result."""

    def __init__(
        self,
        function: Function,
        bodies: tuple[Any, ...],  # numbers, and poses of frames in them
        tree: Compiled,
        arrays: Sequence[NDArray[Any] | None],
        own: Sequence[tuple[int, ...]],
        batch: tuple[int, ...],
        result: Array,
    ) -> None:
        self.function, self.bodies, self.tree, self.handle = function, bodies, tree, for_many(tree)
        self.batch, self.count = batch or (1,), math.prod(batch)
        self.own = own
        self.inputs = [None if a is None else Rows(a, batch, len(o)) for a, o in zip(arrays, own, strict=True)]
        result = np.asarray(result)  # a subclass may have rules of its own for its parts
        self.result = result if batch else result[None]
        self.tail = result.shape[len(batch) :]
        self.direct = self.result.flags.carray  # as the engine writes
        if self.direct:
            self.result = self.result.reshape(self.count, *self.tail)
        self.seen: set[str] = set()

    def run(self, workers: int) -> set[str]:
        """Evaluate all rows on at most so many threads; identifiers of the warnings that there are to give."""
        each = math.prod(self.tail) + sum(map(math.prod, self.own))
        workers = workers if self.count >= THREADS_PAY_FROM else 1
        size = BYTES if self.function.after is None else BYTES // 4  # it has blocks of its own, which stay in the cache
        rows = max(16, min(ROWS, size // (8 * each + 8), -(-self.count // workers)))
        workers = max(1, min(workers, -(-self.count // rows)))
        firsts = range(0, self.count, rows)
        if workers == 1:
            for first in firsts:
                self._evaluate(first, min(first + rows, self.count))
            return self.seen
        todo = deque(firsts)

        def drain() -> None:
            try:
                while True:
                    try:
                        first = todo.popleft()
                    except IndexError:
                        return
                    self._evaluate(first, min(first + rows, self.count))
            except BaseException:
                todo.clear()  # the other threads need not go on
                raise

        from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - for many configurations only

        with ThreadPoolExecutor(workers - 1) as pool:
            others = [pool.submit(drain) for _ in range(workers - 1)]
            drain()
        for other in others:
            other.result()
        return self.seen

    @np.errstate(over="ignore", invalid="ignore", divide="ignore")
    def _evaluate(self, first: int, last: int) -> None:
        count, model = last - first, self.tree.model
        inputs = [None if i is None else i.block(first, last) for i in self.inputs]
        if inputs[0] is not None:
            check_quaternions(inputs[0], self.tree, f"batch.{self.function.name}")
        inputs = inputs if self.function.before is None else self.function.before(inputs)
        lost, huge = _lost_rows(inputs, self.own, count)
        if inputs[0] is not None and inputs[0].ndim == 1:
            inputs[0] = np.broadcast_to(inputs[0], (count, model.nq))  # the engine knows by it that there are many
        after = self.function.after
        direct = self.direct and after is None
        out = self.result[first:last] if direct else np.empty((count, *self.function.shape(model)))
        status = np.zeros(count, np.uint8)
        done = None
        if self.function.method and not huge:
            more = (status,) if self.function.method == "forward_dynamics" else ()
            done = getattr(self.handle, self.function.method)(*inputs, *self.bodies, out, *more)
        if done is None:
            each = (model.nb + 1) * (150 + 18 * model.nv) + 12 * math.prod(self.tail)
            step = max(1, CORE_BYTES // (8 * each))
            for k in range(0, count, step):
                part = slice(k, k + step)
                arrays = [
                    x if x is None or x.ndim == len(o) else x[part] for x, o in zip(inputs, self.own, strict=True)
                ]
                self._by_core(arrays, out[part], status[part])
        out = out if after is None else after(out, inputs)
        if lost is not None:
            out[lost] = np.nan
            status[lost] = 0
        if np.count_nonzero(status):
            self.seen.add(SINGULAR if (status == 2).any() else INDEFINITE)
        elif (done is None or after is not None) and not np.isfinite(out if lost is None else out[~lost]).all():
            self.seen.add(NOT_FINITE)
        if not direct:
            rows = slice(first, last) if self.direct else np.unravel_index(np.arange(first, last), self.batch)
            self.result[rows] = out

    def _by_core(self, inputs: Sequence[Array | None], out: Array, status: NDArray[np.uint8]) -> None:
        model = self.tree.model
        if self.function.name != "forwardDynamics":
            may_miss = ("Q", "Fext")
            arrays = [
                np.zeros(o) if x is None and what not in may_miss else x
                for what, x, o in zip(self.function.reads, inputs, self.own, strict=True)
            ]
            out[...] = self.function.core(model, *arrays, *self.bodies)
            return
        q, qd, tau, f_ext = inputs
        assert q is not None
        qd = np.zeros(model.nv) if qd is None else qd
        tau = np.zeros(model.nv) if tau is None else tau
        out[...], pivots, floor = algorithms.forward_dynamics(model, q, qd, tau, f_ext, self.function.rotor)
        status[(pivots < 0).any(axis=-1)] = 1
        status[((np.abs(pivots) <= floor) | np.isnan(pivots)).any(axis=-1)] = 2


def _lost_rows(
    inputs: Sequence[Array | None], own: Sequence[tuple[int, ...]], rows: int
) -> tuple[NDArray[np.bool_] | None, bool]:
    """Which rows have NaN or Inf in them, None for none; and whether others have numbers that may overflow."""
    lost, huge = None, False
    for x, o in zip(inputs, own, strict=True):
        if x is None or _moderate(x):
            continue
        finite = np.isfinite(x)
        huge = huge or bool((np.abs(x[finite]) >= MODERATE).any())
        bad = np.broadcast_to(~finite.all(axis=tuple(range(x.ndim - len(o), x.ndim))), (rows,))
        if bad.any():
            lost = bad if lost is None else lost | bad
    return lost, huge


def _moderate(x: Array) -> bool:
    """Whether numbers that lie side by side are surely none of them NaN or huge."""
    if x.size <= DOT:
        return bool(np.vdot(x, x) < MODERATE**2)  # a third of the time; false for NaN
    return bool(x.max() < MODERATE and x.min() > -MODERATE)  # false for NaN too
