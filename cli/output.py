"""Results as text, JSON, CSV or a MAT-file, and where they go."""

from __future__ import annotations

import errno
import io
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import typer
from numpy.typing import NDArray

from rst_compat.errors import MatlabError, MatlabValueError
from rst_compat.files.whole import written_whole
from rst_compat.matlab.number_text import matrix_text

Array = NDArray[np.float64]
BROKEN_PIPE = 141  # 128 + SIGPIPE, as shells report it
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
    first : int
        How many states came before these.
    """

    function: str
    inputs: dict[str, Any]
    value: Array
    states: int | None = None
    first: int = 0

    def single(self, k: int) -> Result:
        """The value in state ``k``."""
        inputs = {key: v[k] if key in VECTORS else v for key, v in self.inputs.items()}
        return Result(self.function, inputs, self.value[k])


def joined(blocks: Iterable[list[Result]]) -> list[Result]:
    """Results of all states, from those of one piece after the other."""
    pieces = list(blocks)
    if len(pieces) == 1:
        return pieces[0]
    return [
        Result(r[0].function, {}, np.concatenate([x.value for x in r]), sum(x.states or 0 for x in r))
        for r in zip(*pieces, strict=True)
    ]


def as_text(blocks: Iterable[list[Result]], row: bool, long: bool) -> Iterator[str]:
    """What MATLAB prints: ``massMatrix =`` and the matrix; with many states one page per state."""
    blank = ""
    for result in chain.from_iterable(blocks):
        for k in range(result.states or 1):
            value = result.value if result.states is None else result.value[k]
            heading = result.function
            if result.states is not None:
                page = "(:,:,{})" if value.ndim == 2 else "({},:)" if row else "(:,{})"
                heading += page.format(result.first + k + 1)
            matrix = value if value.ndim == 2 else value[None, :] if row else value[:, None]
            yield f"{blank}{heading} =\n\n{matrix_text(matrix, long)}\n"
            blank = "\n"


def as_json(blocks: Iterable[list[Result]], name: str) -> Iterator[str]:
    """Standard JSON; every result repeats its inputs, so that it can be asked again."""
    before = '{"Model": ' + json.dumps(name) + ', "Results": ['
    for results in blocks:
        for k in range(results[0].states or 1):
            for result in results:
                one = result if result.states is None else result.single(k)
                entry = {"Function": one.function, **one.inputs, "Result": one.value}
                yield f"{before}\n  {to_json(entry)}"
                before = ","
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


def as_csv(blocks: Iterable[list[Result]]) -> Iterator[str]:
    """A row per state, a column per element, titled as MATLAB would index it: ``massMatrix[1,2]``."""
    first = True
    for results in blocks:
        if first:
            titles = _titles(results)
            yield ",".join(f'"{t}"' if "," in t else t for t in titles) + "\n"
            first = False
        columns = [r.value.reshape(r.states or 1, -1) for r in results]
        for row in np.concatenate(columns, axis=1).tolist():
            yield ",".join(map(_csv_number, row)) + "\n"


def _titles(results: list[Result]) -> list[str]:
    titles = []
    for name, result in _named(results):
        shape = result.value.shape if result.states is None else result.value.shape[1:]
        titles += [f"{name}[{','.join(str(i + 1) for i in index)}]" for index in np.ndindex(shape)]
    return titles


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


def printable(text: str) -> str:
    """A text in which what would steer a terminal, or turn the order of letters, is written as an escape."""
    return "".join(c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text)


#: Endings that promise pictures, models or tables in other formats than text.
_NO_TEXT = "png jpg jpeg gif svg pdf npz npy parquet mat h5 xlsx xls zip urdf sdf xacro stl m py"


def emit(parts: Iterable[str] | bytes, path: Path | None) -> None:
    """Write to a file, or to standard output; a file is whole or not there at all."""
    if not isinstance(parts, bytes):
        if path is not None and path.suffix.lower().lstrip(".") in _NO_TEXT.split():
            raise MatlabValueError(
                "rst_compat:cli:BadOption",
                f"-o {path.name}: this command writes text",
                "a name that ends in .txt, .json, .csv, ..., or in nothing",
                repr(path.suffix),
                "rstc show draws pictures, rstc convert writes models",
            )
        parts = iter(parts)
        parts = chain([next(parts, "")], parts)  # what is wrong from the start is known before anything is written
    try:
        if path is None:
            assert not isinstance(parts, bytes)
            sys.stdout.writelines(parts)
            sys.stdout.flush()
        elif path.exists() and (not path.is_file() or path.is_symlink() or not os.access(path.parent, os.W_OK)):
            _write(parts, path)  # a pipe, a device; what must stay where it is
        else:
            with written_whole(path) as unfinished:
                _write(parts, unfinished)
    except OSError as error:
        not_written(error, path)


def _write(parts: Iterable[str] | bytes, path: Path) -> None:
    if isinstance(parts, bytes):
        path.write_bytes(parts)
    else:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)


class ClosedOutput(io.TextIOBase):
    """Stands for a standard output that is closed: writing fails as on a full disk, and is said in the same way."""

    def write(self, _text: str) -> int:
        """Refuse."""
        raise OSError(errno.EBADF, "It is closed")


def not_written(error: OSError, path: Path | None) -> NoReturn:
    """Refuse what could not be written to a file or to standard output."""
    if path is None:  # nothing more may be flushed to it at exit
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):  # the reader has had enough, as in "rstc eval twolink | head -1"
        raise typer.Exit(BROKEN_PIPE) from None
    where = "standard output" if path is None else f"file {str(path)!r}"
    expected = "an open output with room in it" if path is None else "a place where a file can be written"
    hint = "-o FILE writes to a file" if path is None else "-o names another place; folders are not made"
    reason = (error.strerror or str(error)).lower()
    raise MatlabError("rst_compat:cli:NotWritten", f"{where} cannot be written", expected, reason, hint) from None
