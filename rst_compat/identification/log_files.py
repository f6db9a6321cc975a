"""A log as it comes, from MATLAB, a table or a dict, as MotionData."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError, did_you_mean
from ..files import tables
from ..matlab.dask_arrays import is_one

#: Fields of MotionData, and the names that they have in logs, in any case of letters.
NAMES = {
    "Time": ("tout", "t", "time"),
    "JointPosition": ("qout", "q", "position", "JointPosition"),
    "JointVelocity": ("qdout", "qd", "dq", "velocity", "JointVelocity"),
    "JointAcceleration": ("qddout", "qdd", "ddq", "acceleration", "JointAcceleration"),
    "JointTorque": ("tauout", "tau", "torque", "effort", "JointTorque"),
}
_PIECE = 100_000


def read_log(log: Any, names: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of MotionData that a log has."""
    found = _variables(log)
    fields: dict[str, Any] = {}
    time = None
    wrenches: dict[tuple[str, ...], Any] = {("Wrench", b): n for b, n in dict(names.get("Wrench") or {}).items()}
    plain: dict[tuple[str, ...], Any] = {(field,): name for field, name in names.items() if field != "Wrench"}
    for (field,) in plain:
        if field not in (*NAMES, "BaseWrench"):
            known = (*NAMES, "Wrench", "BaseWrench")
            hint = did_you_mean(field, known, "Names maps fields to variables of the log")
            _wrong(f"Names has an unknown field '{field}'", "some of " + ", ".join(known), f"'{field}'", hint)
    values = {field: _named(found, name) for field, name in {**plain, **wrenches}.items()}
    for field, candidates in NAMES.items():
        if (field,) not in values and (value := _first(found, candidates)) is not None:
            values[(field,)] = value
    for key, value in list(values.items()):
        if hasattr(value, "Time") and hasattr(value, "Data"):  # a timeseries
            time = value.Time if time is None else time
            values[key] = _samples(value)
    if ("Time",) not in values and time is not None:
        values[("Time",)] = time
    for key, value in _turned(values).items():
        if key[0] == "Wrench":
            fields.setdefault("Wrench", {})[key[1]] = value
        else:
            fields[key[0]] = value
    if "JointPosition" not in fields:
        expected = "a variable named " + ", ".join(NAMES["JointPosition"][:-1])
        hint = 'MotionData.fromLog(log, Names={"JointPosition": "name"}) says how it is called'
        _wrong("no positions are in the log", expected, ", ".join(map(str, found)) or "nothing", hint)
    return fields


def _variables(log: Any) -> dict[str, Any]:
    if isinstance(log, str | Path):
        return _from_file(Path(log))
    if isinstance(log, Mapping):
        return {str(name): value for name, value in log.items()}
    if hasattr(log, "columns") and hasattr(log, "to_numpy"):  # a table of pandas
        return {str(name): log[name].to_numpy() for name in log.columns}
    if hasattr(log, "__dict__") and vars(log):
        return dict(vars(log))
    raise MatlabTypeError(
        "rst_compat:identification:BadData",
        "MotionData.fromLog: this is no log",
        "what load returns, a dict of arrays, a table of pandas, or a .mat, .csv, .npz or .parquet file",
        type(log).__name__,
        "MotionData(Time, JointPosition, ...) takes the arrays themselves",
    )


def _from_file(path: Path) -> dict[str, Any]:
    suffix = path.suffix.lower()
    tables.refuse_pipe(path)
    if suffix in (".csv", ".parquet"):
        table = tables.csv_table(path) if suffix == ".csv" else tables.parquet_table(path)
        if table.titles is None:
            tables.fail(path, "the columns have no titles", "a header such as t,q1,q2,tau1,tau2", "numbers alone")
        rows = np.concatenate([piece for piece, _ in table.pieces(_PIECE, list(range(table.width)))])
        return {title: rows[:, i] for i, title in enumerate(table.titles)}
    if suffix == ".npz":
        members = tables.npz_members(path)
        try:
            with np.load(path, allow_pickle=False) as arrays:
                return {name: arrays[name] for name in members}
        except Exception as error:  # whatever a damaged archive makes of zipfile, zlib and numpy
            tables.not_npz(path, error)
    from ..matlab.workspace import load  # noqa: PLC0415 - of MAT-files only

    return dict(vars(load(path)))


# --------------------------------------------------------------------------- finding


def _first(found: Mapping[str, Any], candidates: Iterable[str]) -> Any:
    """The first that is there, as a variable or as columns with numbers behind the name."""
    lowered = {name.lower(): name for name in found}
    for name in candidates:
        if name.lower() in lowered:
            return found[lowered[name.lower()]]
    for name in candidates:
        if columns := _columns(found, name):
            return _joined(found, columns)
    return None


def _named(found: Mapping[str, Any], name: Any) -> Any:
    """What Names asks for: a variable, a field of one ("out.q"), titles of columns, or what they begin with."""
    if not isinstance(name, str):
        if not isinstance(name, Iterable):
            _wrong("Names has a value that is no name", "a name, or a list of titles", repr(name))
        columns = [str(n) for n in name]
        for column in columns:
            if column not in found:
                _not_there(column, found)
        return _joined(found, columns)
    if name in found:
        return found[name]
    first, *fields = name.split(".")
    if fields and first in found:
        value = found[first]
        for field in fields:
            inner = value if isinstance(value, Mapping) else getattr(value, "__dict__", {})
            if field not in inner:
                _not_there(name, [f"{first}.{k}" for k in inner])
            value = inner[field]
        return value
    if columns := _columns(found, name):
        return _joined(found, columns)
    return _not_there(name, found)


def _columns(found: Mapping[str, Any], name: str) -> list[str]:
    """Titles that are a name with a number, in the order of the numbers, which have to be whole from 1 or from 0."""
    pattern = re.compile(re.escape(name) + r"[_\[(.]?(\d{1,4})[\])]?", re.IGNORECASE | re.ASCII)
    numbered = {int(m[1]): title for title in found if (m := pattern.fullmatch(title))}
    order = sorted(numbered)
    if order and (order[0] > 1 or order != list(range(order[0], order[0] + len(order)))):
        _wrong(f"columns of {name} are missing", f"{name}1, {name}2, ...", ", ".join(numbered[i] for i in order))
    return [numbered[i] for i in order]


def _joined(found: Mapping[str, Any], columns: list[str]) -> NDArray[Any]:
    return np.stack([np.asarray(found[c]).reshape(-1) for c in columns], axis=1)


def _not_there(name: str, known: Iterable[str]) -> NoReturn:
    known = list(known)
    got = ", ".join(known) or "nothing"
    _wrong(f"'{name}' is not in the log", "a variable of the log", got, did_you_mean(name, known))


def _samples(series: Any) -> Any:
    """The rows of a timeseries, whose samples are pages where Simulink logged them."""
    array = np.asarray(series.Data)
    if array.ndim == 3 and array.shape[2] == np.size(series.Time):
        return np.moveaxis(array, 2, 0).reshape(array.shape[2], -1)
    return array


def _turned(values: dict[tuple[str, ...], Any]) -> dict[tuple[str, ...], Any]:
    """Arrays with time first: where it is long, or where its length is that of Time."""
    values = {k: v if is_one(v) else np.asarray(v) for k, v in values.items()}
    if (time := values.get(("Time",))) is not None:
        T = int(np.size(time))
    else:
        T = max((max(v.shape, default=0) for v in values.values()), default=0)
    turned = {}
    for key, v in values.items():
        across = key != ("Time",) and v.ndim == 2 and v.shape[0] != T and v.shape[1] == T
        turned[key] = v.T if across else v
    return turned


def _wrong(fact: str, expected: str, got: str, hint: str | None = None) -> NoReturn:
    fact, hint = f"MotionData.fromLog: {fact}", hint or "Names says what a log calls its variables"
    raise MatlabValueError("rst_compat:identification:BadData", fact, expected, got, hint)
