"""Results as text, JSON, CSV or a MAT-file, and where they go."""

from __future__ import annotations

import io
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from rst_compat.errors import MatlabError
from rst_compat.matlab.number_text import matrix_text

Array = NDArray[np.float64]
VECTORS = ("Configuration", "JointVelocity", "JointAcceleration", "JointTorque")


@dataclass
class Result:
    """One function's value, or its values in many states.

    Attributes
    ----------
    function : str
    inputs : dict
        As in an ``Evaluate`` entry; with many states the vectors have a leading axis.
    value : array
        1-D or 2-D, with a leading axis over states where there are any.
    states : int or None
        Number of states.
    """

    function: str
    inputs: dict[str, Any]
    value: Array
    states: int | None = None

    def single(self, k: int) -> Result:
        """The value in state ``k``."""
        inputs = {key: v[k] if key in VECTORS else v for key, v in self.inputs.items()}
        return Result(self.function, inputs, self.value[k])


def as_text(results: list[Result], row: bool, long: bool) -> Iterator[str]:
    """What MATLAB prints: ``massMatrix =`` and the matrix; with many states one page per state."""
    blank = ""
    for result in results:
        for k in range(result.states or 1):
            value = result.value if result.states is None else result.value[k]
            heading = result.function
            if result.states is not None:
                page = "(:,:,{})" if value.ndim == 2 else "({},:)" if row else "(:,{})"
                heading += page.format(k + 1)
            matrix = value if value.ndim == 2 else value[None, :] if row else value[:, None]
            yield f"{blank}{heading} =\n\n{matrix_text(matrix, long)}\n"
            blank = "\n"


def as_json(results: list[Result], name: str) -> Iterator[str]:
    """Standard JSON; every result repeats its inputs, so that it can be asked again."""
    yield '{"Model": ' + json.dumps(name) + ', "Results": ['
    comma = ""
    for k in range(results[0].states or 1):
        for result in results:
            one = result if result.states is None else result.single(k)
            entry = {"Function": one.function, **one.inputs, "Result": one.value}
            yield f"{comma}\n  {to_json(entry)}"
            comma = ","
    yield "\n]}\n"


def to_json(value: Any) -> str:
    """A value in standard JSON; NaN and the infinities are strings."""
    return json.dumps(_plain(value), allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist() if np.isfinite(value).all() else _plain(value.tolist())
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def as_csv(results: list[Result]) -> Iterator[str]:
    """A row per state, a column per element, titled as MATLAB would index it: ``massMatrix[1,2]``."""
    titles, columns = [], []
    for name, result in _named(results):
        shape = result.value.shape if result.states is None else result.value.shape[1:]
        titles += [f"{name}[{','.join(str(i + 1) for i in index)}]" for index in np.ndindex(shape)]
        columns.append(result.value.reshape(result.states or 1, -1))
    yield ",".join(f'"{t}"' if "," in t else t for t in titles) + "\n"
    for row in np.concatenate(columns, axis=1).tolist():
        yield ",".join(map(_csv_number, row)) + "\n"


def _csv_number(x: float) -> str:
    return repr(x) if math.isfinite(x) else "NaN" if math.isnan(x) else "Inf" if x > 0 else "-Inf"


def as_mat(results: list[Result], row: bool) -> bytes:
    """A MAT-file with the arrays as MATLAB has them: states last, as pages or columns (rows for DataFormat row)."""
    from scipy.io import savemat  # noqa: PLC0415 - slow to import, needed only here

    arrays = {}
    for name, result in _named(results):
        value = result.value if result.states is not None else result.value[None]
        if value.ndim == 3:
            pages = np.moveaxis(value, 0, -1)
            arrays[name] = pages if result.states is not None else pages[:, :, 0]
        else:
            arrays[name] = value if row else value.T
    file = io.BytesIO()
    savemat(file, arrays)
    return file.getvalue()


def _named(results: list[Result]) -> Iterator[tuple[str, Result]]:
    """Results with names that are unique: a second massMatrix is ``massMatrix_2``."""
    count: dict[str, int] = {}
    for result in results:
        number = count[result.function] = count.get(result.function, 0) + 1
        yield result.function if number == 1 else f"{result.function}_{number}", result


def emit(parts: Iterable[str] | bytes, path: Path | None) -> None:
    """Write to a file, or to standard output."""
    try:
        if isinstance(parts, bytes):
            assert path is not None
            path.write_bytes(parts)
        elif path is not None:
            with path.open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(parts)
        else:
            sys.stdout.writelines(parts)
            sys.stdout.flush()
    except OSError as error:
        if path is None:  # nothing more may be flushed to it at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader has had enough, as in "rstc eval twolink | head -1"
            raise typer.Exit(141) from None  # 128 + SIGPIPE, as shells report it
        where = "standard output" if path is None else f"file {str(path)!r}"
        reason = (error.strerror or str(error)).lower()
        raise MatlabError("rst_compat:cli:NotWritten", f"{where} cannot be written ({reason})") from None
