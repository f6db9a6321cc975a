"""Numbers as they are handed out: arrays in MATLAB's shape, 1-by-1 as a scalar, sparse as ``csc_array``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray

from .mat_errors import DamagedError


def number_value(array: NDArray[Any]) -> Any:
    """An array of numbers, or its only element.

    Examples
    --------
    >>> import numpy as np
    >>> number_value(np.ones((1, 1))), number_value(np.array([[True]])), number_value(np.ones((3, 1))).shape
    (np.float64(1.0), True, (3, 1))
    """
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    if array.size != 1:
        return array
    value = array.reshape(1)[0]
    return bool(value) if array.dtype == bool else value


def sparse_value(
    data: NDArray[Any], rows: NDArray[Any], starts: NDArray[Any], shape: Sequence[int]
) -> scipy.sparse.csc_array:
    """A sparse array from the three arrays of its columns, tested: SciPy's own code trusts the indices.

    Examples
    --------
    >>> import numpy as np
    >>> sparse_value(np.array([5.0]), np.array([1]), np.array([0, 0, 1]), (3, 2)).toarray().tolist()
    [[0.0, 0.0], [0.0, 5.0], [0.0, 0.0]]
    """
    count = int(starts[-1]) if len(starts) else -1
    if (
        len(starts) != shape[1] + 1
        or starts[0] != 0
        or np.any(starts[1:] < starts[:-1])
        or count > min(len(rows), len(data))
        or (count and (rows[:count].min() < 0 or rows[:count].max() >= shape[0]))
    ):
        raise DamagedError("a sparse array has indices that do not fit its size")
    return scipy.sparse.csc_array((data[:count], rows[:count], starts), shape=tuple(shape))
