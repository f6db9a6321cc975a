"""Rows of numbers from .csv, .npz and .parquet files, a piece at a time, without trusting the file.

A table gives pairs of a piece of so many rows, with the wanted columns, and how far it has come in the file.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabError, MatlabFileNotFoundError, MatlabImportError, MatlabValueError

#: What is kept at once of a file that is not read piece by piece, and of one line of text.
SIZE_LIMIT, LINE_LIMIT = 512 * 2**20, 2**24
Array = NDArray[np.float64]
Pieces = Iterator[tuple[Array, int]]


class Table(NamedTuple):
    """Columns with titles (None for none), and their rows."""

    titles: list[str] | None
    width: int
    size: int  # in the units of the pieces
    pieces: Callable[[int, list[int]], Pieces]


def fail(path: Path, fact: str, expected: str, got: str, hint: str | None = None) -> NoReturn:
    """Refuse a file of numbers."""
    hint = hint or "A row per sample, a column or an array per quantity: rstc eval --help shows the names"
    raise MatlabValueError("rst_compat:table:Unreadable", f"{path.name}: {fact}", expected, got, hint)


def refuse_pipe(path: Path) -> None:
    """Refuse a pipe or a device: it would be waited for, and its beginning lost where it is read again."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        fact, hint = "it is a pipe or a device", "It is read more than once: write it to a file first"
        fail(path, fact, "a file", "what can be read only once", hint)


def opened(path: Path) -> IO[bytes]:
    """A file that can be read; anything else is refused."""
    refuse_pipe(path)
    try:
        return path.open("rb")
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        missing = isinstance(error, FileNotFoundError)
        kind = MatlabFileNotFoundError if missing else MatlabError
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        fact = f"file {str(path)!r} {'does not exist' if missing else 'cannot be read'}"
        hint = "Paths count from the current folder"
        raise kind("rst_compat:table:Unreadable", fact, "a file that can be read", reason, hint) from None


def first_line(error: BaseException) -> str:
    """What a library said, without its advice."""
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")


# --------------------------------------------------------------------------- .csv


def csv_table(path: Path) -> Table:
    """A text file with a row of numbers per line, separated as the first one shows. Empty cells are NaN."""
    with opened(path) as file:
        size = path.stat().st_size
        start = list(islice(_lines(file, path), 2))
    if not start:
        fail(path, "the file is empty", "q, qd, qdd or tau", "nothing")
    first = start[0][1]
    separator = next((c for c in ",;\t" if c in first), None)
    titles = [w.strip().strip('"') for w in first.split(separator)]
    has_header = not all(map(_is_number, titles))
    if len(start) == has_header:
        fail(path, "there is no state below the header", "a row per state", "no row")

    def pieces(rows: int, wanted: list[int]) -> Pieces:
        columns = None
        with opened(path) as file:
            lines = islice(_lines(file, path), int(has_header), None)
            while piece := list(islice(lines, rows)):
                table = _numbers([line for _, line, _ in piece], [n for n, _, _ in piece], separator, path)
                columns = columns or table.shape[1]
                if table.shape[1] != columns:
                    changed = f"the number of columns changed from {columns} to {table.shape[1]} at line {piece[0][0]}"
                    _bad_row(path, changed)
                if has_header and columns != len(titles):
                    expected = f"{len(titles)} columns, as in the header"
                    fail(path, "header and rows differ", expected, str(columns))
                yield table[:, wanted], piece[-1][2]

    return Table(titles if has_header else None, len(titles), size, pieces)


def _lines(file: IO[bytes], path: Path) -> Iterator[tuple[int, str, int]]:
    """Lines that are not blank: number, text, and where in the file the next one starts."""
    number = end = 0
    while raw := file.readline(LINE_LIMIT + 1):
        if len(raw) > LINE_LIMIT:
            fail(path, f"line {number + 1} is too long", f"at most {LINE_LIMIT >> 20} MB", "more")
        try:
            text = raw.decode("utf-8-sig" if end == 0 else "utf-8")
        except UnicodeDecodeError as error:
            at = error.start + 3 * (end == 0 and raw.startswith(b"\xef\xbb\xbf"))
            got = f"the byte 0x{raw[at]:02x} at offset {end + at}"
            fail(path, "the text is not UTF-8", "UTF-8", got, "Save the file as UTF-8")
        end += len(raw)
        for line in text.splitlines():
            number += 1
            if line.strip():
                yield number, line, end


def _numbers(lines: list[str], numbers: list[int], separator: str | None, path: Path) -> Array:
    try:
        return np.loadtxt(lines, delimiter=separator, ndmin=2, comments=None, quotechar='"')
    except ValueError as error:
        message = str(error)
    if separator and re.search("' *'", message):
        s = re.escape(separator)
        filled = [re.sub(rf"(?:(?<=^)|(?<={s}))[ \"]*(?={s}|$)", "nan", line.strip(" \r\n")) for line in lines]
        if filled != lines:
            return _numbers(filled, numbers, separator, path)
    first_row = 1 if "changed" in message else 0  # NumPy counts from either
    sentence = message.partition(";")[0].rstrip(".").replace(" to float64", "")
    _bad_row(path, re.sub(r"row (\d+)", lambda m: f"line {numbers[int(m[1]) - first_row]}", sentence))


def _bad_row(path: Path, got: str) -> NoReturn:
    fail(path, "a row cannot be read", "numbers, as many in every row", got)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


# --------------------------------------------------------------------------- .parquet


def parquet_table(path: Path) -> Table:
    """A Parquet file with a column of numbers per title."""
    try:
        import pyarrow.parquet as pq  # noqa: PLC0415 - an extra
    except ImportError as error:
        fact = f"{path.name}: a Parquet file needs a package that is not installed"
        hint = "pip install pyarrow"
        raise MatlabImportError("rst_compat:table:NeedsExtra", fact, "the package pyarrow", "none", hint) from error
    opened(path).close()
    try:
        with pq.ParquetFile(path) as file:
            titles, count = list(file.schema_arrow.names), file.metadata.num_rows
    except Exception as error:  # whatever a damaged file makes of pyarrow
        _not_parquet(path, error)
    if not count:
        fail(path, "there is no state in it", "a row per state", "no row")

    def pieces(rows: int, wanted: list[int]) -> Pieces:
        done = 0
        lean = {"buffer_size": 2**18, "pre_buffer": False}  # else a whole group of rows is read
        with pq.ParquetFile(path, page_checksum_verification=True, **lean) as file:
            names = [titles[i] for i in wanted]
            batches = file.iter_batches(batch_size=rows, columns=names)
            while True:
                try:
                    batch = next(batches, None)
                except Exception as error:
                    _not_parquet(path, error)
                if batch is None:
                    return
                done += batch.num_rows
                yield np.stack([_column(batch.column(name), name, path) for name in names], axis=1), done

    return Table(titles, len(titles), count, pieces)


def _column(column: Any, title: str, path: Path) -> Array:
    values: NDArray[Any] = column.to_numpy(zero_copy_only=False)
    if values.dtype.kind not in "biuf":
        fail(path, f"the column {title!r} is not one of real numbers", "real numbers", f"{column.type} elements")
    return values.astype(np.float64)


def _not_parquet(path: Path, error: Exception) -> NoReturn:
    hint = "pandas.DataFrame.to_parquet(file) writes it"
    fail(path, "it cannot be read as .parquet", "a Parquet file", first_line(error), hint)


# --------------------------------------------------------------------------- .npz


class Member(NamedTuple):
    """An array of an archive, by its header."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool


def npz_members(path: Path) -> dict[str, Member]:
    """The arrays of a NumPy archive."""
    opened(path).close()
    try:
        with zipfile.ZipFile(path) as archive:
            return {
                info.filename.removesuffix(".npy"): _header(archive, info)
                for info in archive.infolist()
                if info.filename.endswith(".npy")
            }
    except Exception as error:  # whatever a damaged archive makes of zipfile, zlib and numpy
        not_npz(path, error)


def _header(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Member:
    with archive.open(info) as file:
        member = _read_header(file)
        size = int(np.prod(member.shape, dtype=object)) * member.dtype.itemsize
        if member.dtype.hasobject:
            raise ValueError("Object arrays cannot be loaded when allow_pickle=False")
        if info.file_size - file.tell() != size:
            raise ValueError(f"{info.filename} has {info.file_size - file.tell()} bytes of {size}")
    return member


def _read_header(file: Any) -> Member:
    version = np.lib.format.read_magic(file)
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, fortran, dtype = read(file)
    return Member(dtype, shape, fortran)


def npz_rows(path: Path, widths: dict[str, int], rows: int) -> Iterator[dict[str, Array]]:
    """Pieces of arrays of an archive whose rows stand one after the other; ``widths`` says which, and their rows."""
    try:
        with ExitStack() as stack:
            archive = stack.enter_context(zipfile.ZipFile(path))
            files = {name: stack.enter_context(archive.open(f"{name}.npy")) for name in widths}
            types = {name: _read_header(file).dtype for name, file in files.items()}
            while True:
                piece = {}
                for name, file in files.items():
                    each = widths[name] * types[name].itemsize
                    piece[name] = np.frombuffer(file.read(rows * each), types[name]).reshape(-1, widths[name])
                if not all(map(len, piece.values())):
                    return
                yield {name: a.astype(np.float64) for name, a in piece.items()}
    except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        not_npz(path, error)


def not_npz(path: Path, error: BaseException) -> NoReturn:
    """Refuse what is no archive of arrays."""
    hint = "numpy.savez(file, q=q, qd=qd) writes it"
    fail(path, "it cannot be read as .npz", "a NumPy archive of plain arrays", first_line(error), hint)
