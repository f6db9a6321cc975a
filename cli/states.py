"""Many states from a file: .csv, .npz, .mat or .parquet, a piece at a time, read without trusting it."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rst_compat import MatlabWarning, load
from rst_compat.errors import MatlabValueError, did_you_mean
from rst_compat.files import tables
from rst_compat.files.tables import Table, csv_table, fail, not_npz, npz_members, npz_rows, parquet_table

#: name in a file -> input of a function
KEYS = {"q": "Configuration", "qd": "JointVelocity", "qdd": "JointAcceleration", "tau": "JointTorque"}
_IGNORED = ("t", "time")
_NOT_THERE = "MATLAB:load:variableNotFound"
Array = NDArray[np.float64]
Widths = dict[str, int]
Piece = dict[str, Array]


class States(NamedTuple):
    """The states in a file: which inputs it has, and its pieces.

    Attributes
    ----------
    keys : tuple of str
        The inputs found, as in an ``Evaluate`` entry.
    size : int
        What the progress adds up to.
    pieces : function
        Of the number of states of a piece; gives every piece, the inputs (T, width) of each, and how far it has come.
    """

    keys: tuple[str, ...]
    size: int
    pieces: Callable[[int], Iterator[tuple[Piece, int]]]


def open_states(path: Path, widths: Widths, joints: list[str]) -> States:
    """The states in a file.

    Parameters
    ----------
    path : Path
    widths : dict
        Number of elements of each input: ``{"Configuration": nq, "JointVelocity": nv, ...}``.
    joints : list of str
        Names of the moving joints, allowed as column titles where every joint has one position.

    Returns
    -------
    States
        Errors in the rows come with their piece.

    Raises
    ------
    MatlabError
        ``rst_compat:table:Unreadable``, ``rst_compat:cli:AmbiguousOrientation``, ``rst_compat:table:NeedsExtra``, or as
        ``load`` for a .mat file.

    Notes
    -----
    A .csv or .parquet file has a column per number and a row per state. .npz and .mat files have arrays named q, qd,
    qdd and tau with the states in rows or in columns; in a .mat file, timeseries too. What stands in memory is a piece;
    but the whole of a .mat file, and of an .npz file with the states in columns.
    """
    suffix = path.suffix.lower()
    tables.refuse_pipe(path)
    if suffix == ".csv":
        states = _from_table(csv_table(path), path, widths, joints)
    elif suffix == ".parquet":
        states = _from_table(parquet_table(path), path, widths, joints)
    elif suffix == ".npz":
        states = _from_npz(path, widths)
    elif suffix == ".mat":
        states = _from_mat(path, widths)
    else:
        fail(path, "its format is not known", "a .csv, .npz, .mat or .parquet file", repr(path.suffix))
    if not states.keys:
        fail(path, "there is no state in it", "q, qd, qdd or tau", "none of them")
    return states._replace(pieces=lambda rows: _finite(states.pieces(rows), path))


def read_states(path: Path, widths: Widths, joints: list[str]) -> Piece:
    """All states in a file at once, the inputs (T, width) of each; see :func:`open_states`."""
    states = open_states(path, widths, joints)
    pieces = [piece for piece, _ in states.pieces(100_000)]
    return {key: np.concatenate([piece[key] for piece in pieces]) for key in states.keys}


def _finite(pieces: Iterator[tuple[Piece, int]], path: Path) -> Iterator[tuple[Piece, int]]:
    names, first = {key: name for name, key in KEYS.items()}, 0
    for piece, done in pieces:
        for key, states in piece.items():
            if not np.isfinite(states).all():
                row, column = np.argwhere(~np.isfinite(states))[0]
                bad, where = float(states[row, column]), f"{names[key]}({first + row + 1},{column + 1})"
                fail(path, f"{where} is not finite", "finite numbers", str(bad), "Leave that state out")
        yield piece, done
        first += len(next(iter(piece.values())))


# --------------------------------------------------------------------------- columns with titles


def _from_table(table: Table, path: Path, widths: Widths, joints: list[str]) -> States:
    if table.titles is None:
        if table.width != widths["Configuration"]:
            expected = f"{widths['Configuration']}, the configuration"
            hint = "A header q1, q2, ..., qd1, ... names other columns"
            fail(path, "the number of columns does not fit", expected, str(table.width), hint)
        columns = {"Configuration": list(range(table.width))}
    else:
        columns = _by_title(table.titles, path, widths, joints)
    ends = np.cumsum([len(c) for c in columns.values()]).tolist()
    parts = {key: slice(end - len(c), end) for (key, c), end in zip(columns.items(), ends, strict=True)}

    def pieces(rows: int) -> Iterator[tuple[Piece, int]]:
        for numbers, done in table.pieces(rows, [i for c in columns.values() for i in c]):
            yield {key: numbers[:, part] for key, part in parts.items()}, done

    return States(tuple(columns), table.size, pieces)


def _by_title(titles: list[str], path: Path, widths: Widths, joints: list[str]) -> dict[str, list[int]]:
    """Input -> its columns, in order."""
    places: dict[tuple[str, int], int] = {}
    named = joints if len(joints) == widths["Configuration"] else []
    known = [*named, *(f"{name}{i + 1}" for name, key in KEYS.items() for i in range(widths[key]))]
    for column, title in enumerate(titles):
        match = re.fullmatch(r"(q|qd|qdd|tau)_?([1-9]\d{0,5})", title, re.IGNORECASE | re.ASCII)
        if title in named:
            place = ("Configuration", named.index(title))
        elif match and int(match[2]) <= widths[KEYS[match[1].lower()]]:
            place = (KEYS[match[1].lower()], int(match[2]) - 1)
        elif title.lower() in _IGNORED:
            continue
        else:
            expected = "q1, q2, ..., qd1, ..., qdd1, ..., tau1, ..., t, or the names of the joints"
            fail(path, f"the column title {title!r} is not known", expected, repr(title), did_you_mean(title, known))
        if place in places:
            fact = f"the column title {title!r} stands for a column that is there already"
            fail(path, fact, "different titles", f"{titles[places[place]]!r} and {title!r}", "Keep one of the two")
        places[place] = column
    found = {}
    for name, key in KEYS.items():
        columns = [places.get((key, i)) for i in range(widths[key])]
        if any(c is not None for c in columns):
            missing = [f"{name}{i + 1}" for i, c in enumerate(columns) if c is None]
            if missing:
                fail(path, f"columns of {name} are missing", "all of them or none", f"no {', '.join(missing)}")
            found[key] = [c for c in columns if c is not None]
    return found


# --------------------------------------------------------------------------- arrays with names


def _from_npz(path: Path, widths: Widths) -> States:
    members = npz_members(path)
    wanted = {name: m for name, m in members.items() if name in KEYS}
    if not wanted:
        _no_arrays(path, members)
    shapes = {name: _row_shape(m.dtype, m.shape, name, widths[KEYS[name]], path) for name, m in wanted.items()}
    if any(turned or wanted[name].fortran for name, (_, turned) in shapes.items()):
        size = sum(int(np.prod(m.shape)) * m.dtype.itemsize for m in wanted.values())
        if size > tables.SIZE_LIMIT:
            expected, got = f"at most {tables.SIZE_LIMIT >> 20} MB", f"{size >> 20} MB"
            hint = "An array with a row per state is read piece by piece; numpy.ascontiguousarray(q.T) makes one"
            fail(path, "the arrays with a column per state are too large", expected, got, hint)
        try:
            with np.load(path, allow_pickle=False) as arrays:
                return _from_arrays({name: arrays[name] for name in wanted}, path, widths)
        except Exception as error:  # whatever a damaged archive makes of zipfile, zlib and numpy
            not_npz(path, error)
    count = _count({name: rows for name, (rows, _) in shapes.items()}, path)

    def pieces(rows: int) -> Iterator[tuple[Piece, int]]:
        done = 0
        for piece in npz_rows(path, {name: widths[KEYS[name]] for name in wanted}, rows):
            done += len(next(iter(piece.values())))
            yield {KEYS[name]: array for name, array in piece.items()}, done

    return States(tuple(KEYS[name] for name in wanted), count, pieces)


def _from_mat(path: Path, widths: Widths) -> States:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MatlabWarning)
        found = vars(load(path, *KEYS))
    for warning in caught:
        if getattr(warning.message, "identifier", "") != _NOT_THERE:  # most logs lack one of q, qd, qdd and tau
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    if not found:
        _no_arrays(path, vars(load(path)))
    return _from_arrays({name: _samples(value) for name, value in found.items()}, path, widths)


def _samples(value: Any) -> NDArray[np.generic]:
    """An array, or that of a timeseries, whose samples are pages where Simulink logged them."""
    array = np.asarray(getattr(value, "Data", value))
    if array.ndim == 3 and hasattr(value, "Time") and array.shape[2] == np.size(value.Time):
        return np.moveaxis(array, 2, 0).reshape(array.shape[2], -1)
    return array


def _from_arrays(arrays: dict[str, NDArray[np.generic]], path: Path, widths: Widths) -> States:
    states = {}
    for name, array in arrays.items():
        width = widths[KEYS[name]]
        rows, turned = _row_shape(array.dtype, array.shape, name, width, path)
        states[KEYS[name]] = array.T if turned else array.reshape(rows, width)
    count = _count({name: len(states[KEYS[name]]) for name in arrays}, path)

    def pieces(rows: int) -> Iterator[tuple[Piece, int]]:
        for first in range(0, count, rows):
            part = slice(first, first + rows)
            yield {key: np.array(a[part], np.float64) for key, a in states.items()}, min(first + rows, count)

    return States(tuple(states), count, pieces)


def _no_arrays(path: Path, others: Iterable[str]) -> None:
    fail(path, "there is no state in it", "arrays named q, qd, qdd or tau", ", ".join(others) or "none")


def _count(lengths: dict[str, int], path: Path) -> int:
    """The number of states, the same in all arrays."""
    if len(set(lengths.values())) > 1 or 0 in lengths.values():
        got = ", ".join(f"{n} has {lengths[n]}" for n in KEYS if n in lengths)
        fail(path, "the numbers of states do not fit", "one row per state", got)
    return next(iter(lengths.values()))


def _row_shape(dtype: np.dtype[Any], shape: tuple[int, ...], name: str, width: int, path: Path) -> tuple[int, bool]:
    """Number of states, and whether they stand in columns; an array that could be read either way is refused."""
    if dtype.kind not in "biuf":
        fail(path, f"{name} is not an array of real numbers", "real numbers", f"{dtype} elements")
    if len(shape) < 2:
        size = int(np.prod(shape))
        shape = (size, 1) if width == 1 else (1, size)
    expected = f"shape (T, {width}), or ({width}, T)"
    if len(shape) != 2 or width not in shape:
        fail(path, f"{name} has the wrong shape", expected, str(shape))
    if shape == (width, width) and width > 1:
        raise MatlabValueError(
            "rst_compat:cli:AmbiguousOrientation",
            f"{path.name}: {name} has as many states as elements, so its rows could be either",
            expected,
            str(shape),
            "Add or drop a state, or use a .csv file",
        )
    return (shape[0], False) if shape[1] == width else (shape[1], True)
