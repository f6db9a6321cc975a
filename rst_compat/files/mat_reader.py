"""``.mat`` files of every version, as Python values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..errors import MatlabError, MatlabFileNotFoundError, MatlabImportError, MatlabValueError, warn
from . import mat4_reader, mat5_reader, mat_hdf5
from .mat_errors import DamagedError, MatFault, NeedsExtraError, TooLargeError
from .mat_index import check_index
from .mat_meaning import Meaning
from .mat_objects import EXTRA, PIP_LINE, Extract, optional, read_objects
from .mat_sniff import SNIFFED, container, identity
from .mat_variable import Variable
from .spec import RobotSpec

_LOAD = "MATLAB:load:"
_MAT = "rst_compat:mat:"
_AGAIN = "Save it again, or get it again"


def read_mat(
    path: Path,
    names: Sequence[str] = (),
    make_robot: Callable[[RobotSpec], Any] = lambda spec: spec,
) -> dict[str, Any]:
    """The variables of a MAT-file.

    Parameters
    ----------
    path : path
    names : sequence of str
        Which variables; ``*`` stands for any characters. None: all of them.
    make_robot : function
        What a saved robot becomes; without it, a :class:`RobotSpec`.

    Returns
    -------
    dict
        Values by name, in the order of the file. See :mod:`rst_compat.files.mat_values`.

    Raises
    ------
    MatlabFileNotFoundError
        ``MATLAB:load:couldNotReadFile``.
    MatlabValueError
        ``MATLAB:load:notBinaryFile`` for what is no MAT-file, ``MATLAB:load:unableToReadMatFile`` for a damaged one
        or where no variable can be read, ``rst_compat:mat:BadRobot``.
    MatlabImportError
        ``rst_compat:mat:NeedsExtra`` without mat-io, where every variable needs it.

    Notes
    -----
    Warnings: ``MATLAB:load:variableNotFound``; ``rst_compat:mat:Unreadable`` for a variable that cannot be read while
    others can; ``rst_compat:mat:DefaultsFilled`` lists what a file leaves out of a robot.
    """
    return _File(path, names, make_robot).read()


class _File:
    """One file being read."""

    def __init__(self, path: Path, names: Sequence[str], make_robot: Callable[[RobotSpec], Any]) -> None:
        self._path, self._names = path, list(names)
        self._patterns = [re.compile(".*".join(map(re.escape, name.split("*")))) for name in names]
        self._meaning = Meaning(make_robot)
        self._odd: list[str] = []

    def _wanted(self, name: str) -> bool:
        return not self._names or any(pattern.fullmatch(name) for pattern in self._patterns)

    def _says(self, what: str) -> str:
        return f"load: file '{self._path}' {what}"

    def read(self) -> dict[str, Any]:
        try:
            size = self._path.stat().st_size
            with self._path.open("rb") as file:
                start = file.read(SNIFFED)
                kind = container(start)
                if kind is None:
                    what, hint = identity(start)
                    hint = hint or "load reads what MATLAB's save wrote"
                    fact, expected = self._says("is no MAT-file"), "a MAT-file of version 4, 6, 7 or 7.3"
                    raise MatlabValueError(_LOAD + "notBinaryFile", fact, expected, what, hint)
                found = self._hdf5(size) if kind == "v7.3" else self._binary(file, size, kind, start)
        except FileNotFoundError as error:
            raise self._unread("does not exist", error, MatlabFileNotFoundError) from None
        except MatlabError:
            raise
        except (OSError, ValueError) as error:  # ValueError: a null character in the name
            raise self._unread("cannot be read", error, MatlabValueError) from None
        self._warn(found)
        return {v.name: v.value for v in found if v.walked and not v.fault}

    # ------------------------------------------------------------------ versions

    def _binary(self, file: Any, size: int, kind: str, start: bytes) -> list[Variable]:
        little = start[mat5_reader.HEADER - 2 : mat5_reader.HEADER] == b"IM"
        place = int.from_bytes(start[116:124], "little" if little else "big")
        found: list[Variable] = []
        table = None
        try:
            if kind == "v4":
                found.extend(mat4_reader.variables(file, size, self._wanted))
            else:
                walk = mat5_reader.variables(file, size, lambda name: not name or self._wanted(name), self._meaning)
                for variable in walk:
                    variable.filled, self._meaning.filled = self._meaning.filled, []
                    if variable.start == place and not variable.name:
                        table = variable
                    elif variable.name or variable.fault:
                        found.append(variable)
        except DamagedError as fault:
            self._cut_off(found, fault)
        objects = [v for v in found if v.objects and not v.fault]
        if objects:
            self._objects(objects, table, "<" if little else ">", all(v.walked and not v.fault for v in found))
        return found

    def _cut_off(self, found: list[Variable], fault: DamagedError) -> None:
        """A file that breaks off: what stands before the break is given to those who ask for it by name."""
        names = [v.name for v in found if not v.fault]
        if not self._names or any(name not in names for name in self._names):
            hint = "load(file, name) still reads " + ", ".join(names) if names else _AGAIN
            raise MatlabValueError(
                _LOAD + "unableToReadMatFile", self._says("is damaged"), "a whole file", str(fault), hint
            )

    def _objects(self, objects: list[Variable], table: Variable | None, order: str, whole: bool) -> None:
        try:
            optional("matio", "an object of a MATLAB class")
            if table is None:
                raise DamagedError("the table of its objects is missing")
            self._check(table, order)
            if whole:
                self._odd += read_objects(self._path, objects, self._meaning)
                return
            with Extract(self._path, objects, table) as path:
                self._odd += read_objects(path, objects, self._meaning)
        except MatFault as fault:
            for variable in objects:
                variable.fault = fault

    @staticmethod
    def _check(table: Variable, order: str) -> None:
        if table.fault:
            raise DamagedError(f"the table of its objects cannot be read: {table.fault}")
        check_index(table.index, order)

    def _hdf5(self, size: int) -> list[Variable]:
        try:
            h5py, _ = (optional(name, "a MAT-file of version 7.3") for name in ("h5py", "matio"))
            table, found = mat_hdf5.variables(self._path, size, self._wanted, h5py)
            if table is not None:
                self._check(table, "<")
        except MatFault as fault:
            raise self._error(fault, self._says("cannot be read")) from None
        good = [v for v in found if v.walked and not v.fault]
        if good:
            singles = {v.name for v in good if v.single}
            with h5py.File(self._path, "r") as file:
                self._odd += read_objects(
                    self._path,
                    good,
                    self._meaning,
                    lambda name, raw: mat_hdf5.with_single(raw, file[name], file) if name in singles else raw,
                )
        return found

    # ------------------------------------------------------------------ messages

    def _unread(self, what: str, error: OSError | ValueError, kind: type[MatlabError]) -> MatlabError:
        reason = str(getattr(error, "strerror", None) or error).lower()
        hint = "Paths count from the current folder"
        return kind(_LOAD + "couldNotReadFile", self._says(what), "a file that can be read", reason, hint)

    def _error(self, fault: MatFault | MatlabError, fact: str) -> MatlabError:
        if isinstance(fault, MatlabError):
            return type(fault)(fault.identifier, f"{fact}: {fault.fact}", fault.expected, fault.got, fault.hint)
        if isinstance(fault, NeedsExtraError):
            return MatlabImportError(_MAT + "NeedsExtra", fact, EXTRA, str(fault).partition(", which")[0], PIP_LINE)
        if isinstance(fault, TooLargeError):
            hint = "If you trust it, save it without compression (-v6) in MATLAB"
            return MatlabValueError(_MAT + "TooLarge", fact, "values of a bounded size", str(fault), hint)
        return MatlabValueError(_LOAD + "unableToReadMatFile", fact, "a whole file", str(fault), _AGAIN)

    def _warn(self, found: list[Variable]) -> None:
        """Warn of what is missing, broken or filled in; an error where nothing could be read."""
        broken = [v for v in found if v.walked and v.fault]
        for variable in broken:
            name = f"variable '{variable.name}'" if variable.name else "a variable without a readable name"
            fact = f"load: {name} of '{self._path}' cannot be read"
            if variable.fault and len(broken) == sum(v.walked for v in found):
                raise self._error(variable.fault, fact)
            warn(_MAT + "Unreadable", f"{fact}: {variable.fault}", stacklevel=5)
        for name, pattern in zip(self._names, self._patterns, strict=True):
            if not any(pattern.fullmatch(v.name) for v in found):
                known = ", ".join(v.name for v in found) or "no variables"
                warn(_LOAD + "variableNotFound", f"Variable '{name}' not found. {self._path.name} has {known}.", 5)
        for variable in found:
            if variable.filled:
                text = f"load: '{self._path}' leaves out parts of '{variable.name}'; defaults stand for them: "
                warn(_MAT + "DefaultsFilled", text + "; ".join(variable.filled) + ".", stacklevel=5)
        if self._odd:
            text = f"load: '{self._path}' is read in part only: "
            warn(_MAT + "ReadInPart", text + "; ".join(dict.fromkeys(self._odd)) + ".", stacklevel=5)
