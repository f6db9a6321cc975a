"""Numbers of components, from 0, as deval and OutputSel take them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError
from ..arguments import numbers


def component_numbers(value: Any, count: int, what: str) -> NDArray[np.int64]:
    """Whole numbers from 0 to below ``count``."""
    index = np.atleast_1d(numbers(value, what)).ravel()
    if not np.isin(index, np.arange(count)).all():
        raise MatlabValueError(
            "rst_compat:ode:WrongIndices",
            f"{what} has numbers that are no components",
            f"whole numbers from 0 to {count - 1}",
            str(index.tolist()),
            "Indices count from 0 here",
        )
    return index.astype(np.int64)
