"""Many states from a file: .csv, .npz or .mat, read without trusting it."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from rst_compat import MatlabWarning, load
from rst_compat.errors import MatlabError, MatlabFileNotFoundError, MatlabValueError, did_you_mean

SIZE_LIMIT = 512 * 2**20
#: name in a file -> input of a function
KEYS = {"q": "Configuration", "qd": "JointVelocity", "qdd": "JointAcceleration", "tau": "JointTorque"}
_IGNORED = ("t", "time")
_NOT_THERE = "MATLAB:load:variableNotFound"
_SPLIT = "Split the states over several files"
Array = NDArray[np.float64]
Widths = dict[str, int]


def read_states(path: Path, widths: Widths, joints: list[str]) -> dict[str, Array]:
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
    dict
        The inputs found, each (T, width).

    Raises
    ------
    MatlabError
        ``rst_compat:cli:BadStates``, ``rst_compat:cli:AmbiguousOrientation``, or as ``load`` for a .mat file.

    Notes
    -----
    A .csv file has a column per number and a row per state. .npz and .mat files have arrays named q, qd, qdd and tau
    with the states in rows or in columns; in a .mat file, timeseries too.
    """
    suffix = path.suffix.lower()
    if suffix == ".csv":
        states = _from_csv(_bytes(path), path, widths, joints)
    elif suffix == ".npz":
        states = _from_npz(_bytes(path), path, widths)
    elif suffix == ".mat":
        states = _from_mat(path, widths)
    else:
        _fail(path, "its format is not known", "a .csv, .npz or .mat file", repr(path.suffix))
    lengths = {name: len(states[key]) for name, key in KEYS.items() if key in states}
    if not lengths:
        _fail(path, "there is no state in it", "q, qd, qdd or tau", "none of them")
    if len(set(lengths.values())) > 1 or 0 in lengths.values():
        got = ", ".join(f"{n} has {count}" for n, count in lengths.items())
        _fail(path, "the numbers of states do not fit", "one row per state", got)
    for name, key in KEYS.items():
        if key in states and not np.isfinite(states[key]).all():
            row, column = np.argwhere(~np.isfinite(states[key]))[0] + 1
            bad = float(states[key][row - 1, column - 1])
            _fail(path, f"{name}({row},{column}) is not finite", "finite numbers", str(bad), "Leave that state out")
    return states


def _fail(path: Path, fact: str, expected: str, got: str, hint: str | None = None) -> NoReturn:
    hint = hint or "rstc eval --help shows what a file of states holds"
    raise MatlabValueError("rst_compat:cli:BadStates", f"{path.name}: {fact}", expected, got, hint)


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        missing = isinstance(error, FileNotFoundError)
        kind = MatlabFileNotFoundError if missing else MatlabError
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        fact = f"file {str(path)!r} {'does not exist' if missing else 'cannot be read'}"
        hint = "Paths count from the current folder"
        raise kind("rst_compat:cli:BadStates", fact, "a file that can be read", reason, hint) from None
    if len(data) > SIZE_LIMIT:
        _fail(path, "the file is too large", f"at most {SIZE_LIMIT >> 20} MB", "more", _SPLIT)
    if not data.strip():
        _fail(path, "the file is empty", "q, qd, qdd or tau", "nothing")
    return data


# --------------------------------------------------------------------------- .csv


def _from_csv(data: bytes, path: Path, widths: Widths, joints: list[str]) -> dict[str, Array]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        got = f"the byte 0x{data[error.start]:02x} at offset {error.start}"
        _fail(path, "the text is not UTF-8", "UTF-8", got, "Save the file as UTF-8")
    lines = [(i, line) for i, line in enumerate(text.splitlines(), start=1) if line.strip()]
    first = lines[0][1]
    separator = next((c for c in ",;\t" if c in first), None)
    titles = [w.strip().strip('"') for w in first.split(separator)]
    has_header = not all(map(_is_number, titles))
    rows = lines[has_header:]
    if not rows:
        _fail(path, "there is no state below the header", "a row per state", "no row")
    try:
        table = np.loadtxt([line for _, line in rows], delimiter=separator, ndmin=2, comments=None, quotechar='"')
    except ValueError as error:
        got = _with_line_number(str(error), [i for i, _ in rows])
        _fail(path, "a row cannot be read", "numbers, as many in every row", got)
    if not has_header:
        if table.shape[1] != widths["Configuration"]:
            expected = f"{widths['Configuration']}, the configuration"
            hint = "A header q1, q2, ..., qd1, ... names other columns"
            _fail(path, "the number of columns does not fit", expected, str(table.shape[1]), hint)
        return {"Configuration": table}
    if table.shape[1] != len(titles):
        _fail(path, "header and rows differ", f"{len(titles)} columns, as in the header", str(table.shape[1]))
    return _by_title(titles, table, path, widths, joints)


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def _with_line_number(message: str, lines: list[int]) -> str:
    """NumPy's message with the line of the file, and without its advice."""
    first_row = 1 if "changed" in message else 0  # NumPy counts from either
    sentence = message.partition(";")[0].rstrip(".").replace(" to float64", "")
    return re.sub(r"row (\d+)", lambda m: f"line {lines[int(m[1]) - first_row]}", sentence)


def _by_title(titles: list[str], table: Array, path: Path, widths: Widths, joints: list[str]) -> dict[str, Array]:
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
            _fail(path, f"the column title {title!r} is not known", expected, repr(title), did_you_mean(title, known))
        if place in places:
            fact = f"the column title {title!r} stands for a column that is there already"
            _fail(path, fact, "different titles", f"{titles[places[place]]!r} and {title!r}", "Keep one of the two")
        places[place] = column
    states = {}
    for name, key in KEYS.items():
        columns = [places.get((key, i)) for i in range(widths[key])]
        if any(c is not None for c in columns):
            missing = [f"{name}{i + 1}" for i, c in enumerate(columns) if c is None]
            if missing:
                _fail(path, f"columns of {name} are missing", "all of them or none", f"no {', '.join(missing)}")
            states[key] = table[:, [c for c in columns if c is not None]]
    return states


# --------------------------------------------------------------------------- .npz and .mat


def _from_npz(data: bytes, path: Path, widths: Widths) -> dict[str, Array]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(member.file_size for member in archive.infolist())
        if size <= SIZE_LIMIT:
            with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
                wanted = {name: arrays[name] for name in arrays.files if name in KEYS}
                others = [name for name in arrays.files if name not in KEYS]
    except Exception as error:  # whatever a damaged archive makes of zipfile, zlib and numpy
        hint = "numpy.savez(file, q=q, qd=qd) writes it"
        _fail(path, "it cannot be read as .npz", "a NumPy archive of plain arrays", _first_line(error), hint)
    if size > SIZE_LIMIT:
        _too_large(path, size)
    return _by_name(wanted, others, path, widths)


def _from_mat(path: Path, widths: Widths) -> dict[str, Array]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MatlabWarning)
        found = vars(load(path, *KEYS))
    for warning in caught:
        if getattr(warning.message, "identifier", "") != _NOT_THERE:  # most logs lack one of q, qd, qdd and tau
            warnings.warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    others = [] if found else list(vars(load(path)))
    return _by_name({name: _samples(value) for name, value in found.items()}, others, path, widths)


def _samples(value: Any) -> NDArray[np.generic]:
    """An array, or that of a timeseries, whose samples are pages where Simulink logged them."""
    array = np.asarray(getattr(value, "Data", value))
    if array.ndim == 3 and hasattr(value, "Time") and array.shape[2] == np.size(value.Time):
        return np.moveaxis(array, 2, 0).reshape(array.shape[2], -1)
    return array


def _too_large(path: Path, size: int) -> NoReturn:
    expected, got = f"at most {SIZE_LIMIT >> 20} MB", f"{size >> 20} MB"
    _fail(path, "the unpacked arrays are too large", expected, got, _SPLIT)


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0].rstrip(".")


def _by_name(
    arrays: dict[str, NDArray[np.generic]], others: Iterable[str], path: Path, widths: Widths
) -> dict[str, Array]:
    states = {KEYS[name]: _rows(array, name, widths[KEYS[name]], path) for name, array in arrays.items()}
    if not states:
        _fail(path, "there is no state in it", "arrays named q, qd, qdd or tau", ", ".join(others) or "none")
    return states


def _rows(array: NDArray[np.generic], name: str, width: int, path: Path) -> Array:
    """One row per state; an array that could be read either way is refused."""
    if array.dtype.kind not in "biuf":
        _fail(path, f"{name} is not an array of real numbers", "real numbers", f"{array.dtype} elements")
    if array.ndim < 2:
        array = array.reshape(-1, 1) if width == 1 else array.reshape(1, -1)
    expected = f"shape (T, {width}), or ({width}, T)"
    if array.ndim != 2 or width not in array.shape:
        _fail(path, f"{name} has the wrong shape", expected, str(array.shape))
    if array.shape == (width, width) and width > 1:
        raise MatlabValueError(
            "rst_compat:cli:AmbiguousOrientation",
            f"{path.name}: {name} has as many states as elements, so its rows could be either",
            expected,
            str(array.shape),
            "Add or drop a state, or use a .csv file",
        )
    return np.array(array if array.shape[1] == width else array.T, dtype=np.float64)
