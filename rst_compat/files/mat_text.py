"""Character arrays: a row is a ``str``, several rows are an array of them, and an empty one is ``""``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from .mat_errors import DamagedError

#: stored type -> codec; MATLAB's 16-bit characters are UTF-16, whatever the type says
_CODECS = {1: "utf-8", 2: "utf-8", 4: "utf-16", 16: "utf-8", 17: "utf-16", 18: "utf-32"}
#: characters that a text may claim without storing them, as files in the wild do
_UNSTORED = 4096


def decoded(kind: int, data: bytes, order: str) -> str:
    """The characters of a text element.

    Examples
    --------
    >>> decoded(16, "θ".encode(), "<")
    'θ'
    """
    codec = _CODECS.get(kind)
    if codec is None:
        raise DamagedError("text is stored in a type that holds none")
    if codec != "utf-8":
        return data.decode(codec + ("-le" if order == "<" else "-be"), "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def text_value(text: str, shape: Sequence[int]) -> Any:
    """A text in MATLAB's order, column by column, as the value of a char array.

    Examples
    --------
    >>> text_value("axbycz", (2, 3)).tolist()
    ['abc', 'xyz']
    """
    count = math.prod(shape)
    if not count:
        return ""
    if len(text) != count and len(text.encode("utf-16-le")) == 2 * count:
        count = len(text)  # a character beyond the 16 bits of MATLAB's counts twice
        shape = (1, count) if math.prod(shape) == shape[1] else (0,)
    if not text and count <= _UNSTORED:
        text = " " * count
    if len(text) != count or math.prod(shape) != count:
        raise DamagedError("a text has another number of characters than its size says")
    if count == shape[1]:
        return text
    characters = np.array(list(text), dtype="U1").reshape(shape, order="F")
    rows = np.moveaxis(characters, 1, -1)
    return np.ascontiguousarray(rows).view(f"U{shape[1]}")[..., 0]
