"""``.mat`` files of every version, as Python values."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import MatlabError, MatlabFileNotFoundError, MatlabImportError, MatlabValueError, warn
from . import mat4_reader, mat5_reader
from .child import ChildError, call
from .mat_errors import DamagedError, MatFault, NeedsExtraError, TooLargeError
from .mat_hdf5 import ObjectBudget
from .mat_index import check_table
from .mat_meaning import Meaning
from .mat_objects import EXTRA, PIP_LINE, Extract, optional, read_objects
from .mat_sniff import SNIFFED, container, identity
from .mat_stream import Budget
from .mat_variable import Variable, Wanted
from .spec import RobotSpec

_LOAD = "MATLAB:load:"
_MAT = "rst_compat:mat:"
_AGAIN = "Save it again, or get it again"
#: of version 7.3: bytes that are read in a second, a tenth of what it took for the slowest of files, cells of scalars
_SPEED = 100_000
#: memory for values on their way: a complex array takes half as much again
_ON_THE_WAY = 1.5


def read_mat(
    path: Path,
    names: Sequence[str] = (),
    make_robot: Callable[[RobotSpec], Any] = lambda spec: spec,
    most: float | None = None,
) -> dict[str, Any]:
    """The variables of a MAT-file.

    Parameters
    ----------
    path : path
    names : sequence of str
        Which variables; ``*`` stands for any characters. None: all of them.
    make_robot : function
        What a saved robot becomes; without it, a :class:`RobotSpec`.
    most : float, optional
        Bytes that the values may take; None for a bound by the size of the file.

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
    return _File(path, names, make_robot, most).read()


class _File:
    """One file being read."""

    def __init__(
        self, path: Path, names: Sequence[str], make_robot: Callable[[RobotSpec], Any], most: float | None
    ) -> None:
        self._path, self._names, self._wanted, self._most = path, list(names), Wanted(names), most
        self._meaning = Meaning(make_robot)
        self._odd: list[str] = []

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
        except MemoryError:
            hint = "load(file, name) reads one variable"
            fact, got = self._says("cannot be read"), "more than there is"
            raise MatlabValueError(_MAT + "TooLarge", fact, "values that fit into memory", got, hint) from None
        except (OSError, ValueError) as error:  # ValueError: a null character in the name
            raise self._unread("cannot be read", error, MatlabValueError) from None
        self._warn(found)
        return {v.name: v.value for v in found if v.walked and not v.fault}

    # ------------------------------------------------------------------ versions

    def _binary(self, file: Any, size: int, kind: str, start: bytes) -> list[Variable]:
        little = start[mat5_reader.HEADER - 2 : mat5_reader.HEADER] == b"IM"
        place = int.from_bytes(start[116:124], "little" if little else "big")
        found: list[Variable] = []
        table, budget = None, Budget(size, self._most)
        try:
            if kind == "v4":
                found.extend(mat4_reader.variables(file, size, self._wanted, budget))
            else:
                wanted = lambda name: not name or self._wanted(name)  # noqa: E731
                for variable in mat5_reader.variables(file, size, wanted, self._meaning, budget):
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
            check_table(table, order)
            if whole:
                self._odd += read_objects(self._path, objects, self._meaning)
                return
            with Extract(self._path, objects, table) as path:
                self._odd += read_objects(path, objects, self._meaning)
        except MatFault as fault:
            for variable in objects:
                variable.fault = fault

    def _hdf5(self, size: int) -> list[Variable]:
        budget = ObjectBudget(size, self._most)
        bounds = {
            "seconds": 1 + max(size, budget.limit / Budget.RATIO if self._most else 0) / _SPEED,
            "size": _ON_THE_WAY * max(budget.limit, Budget.BYTES),
        }
        needs = "pandas", "matio", "h5py"
        try:
            if not all(map(find_spec, needs)):
                raise ChildError("import", "")
            found: list[Variable]
            fault, found, self._odd = call(
                "rst_compat.files.mat_hdf5:read", self._path, self._wanted, budget, needs=needs, **bounds
            )
        except ChildError as error:
            if error.kind == "start":
                what, hint = "a Python that reads version 7.3", "Give its path to sys.executable"
                raise MatlabValueError(
                    _LOAD + "couldNotReadFile", self._says("cannot be read"), what, str(error), hint
                ) from None
            fault, found = _FAULTS[error.kind](error), []
        if fault:
            raise self._error(fault, self._says("cannot be read"))
        for variable in found:
            try:
                variable.value = self._meaning.live(variable.value)
            except MatlabError as error:
                variable.fault = error
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
            return MatlabValueError(_MAT + "TooLarge", fact, "values of a bounded size", str(fault), _allowed(fault))
        return MatlabValueError(_LOAD + "unableToReadMatFile", fact, "a whole file", str(fault), _AGAIN)

    def _warn(self, found: list[Variable]) -> None:
        """Warn of what is missing, broken or filled in; an error where nothing could be read."""
        broken = [v for v in found if v.walked and v.fault]
        for variable in broken:
            name = f"variable '{variable.name}'" if variable.name else "a variable without a readable name"
            fact = f"load: {name} of '{self._path}' cannot be read"
            if variable.fault and len(broken) == sum(v.walked for v in found):
                raise self._error(variable.fault, fact)
            hint = f". {_allowed(variable.fault)}." if isinstance(variable.fault, TooLargeError) else ""
            warn(_MAT + "Unreadable", f"{fact}: {variable.fault}{hint}", stacklevel=5)
        names = [v.name for v in found]
        for name in self._wanted.missing(names):
            known = ", ".join(names) or "no variables"
            warn(_LOAD + "variableNotFound", f"Variable '{name}' not found. {self._path.name} has {known}.", 5)
        for variable in found:
            if variable.filled:
                text = f"load: '{self._path}' leaves out parts of '{variable.name}'; defaults stand for them: "
                warn(_MAT + "DefaultsFilled", text + "; ".join(variable.filled) + ".", stacklevel=5)
        if self._odd:
            text = f"load: '{self._path}' is read in part only: "
            warn(_MAT + "ReadInPart", text + "; ".join(dict.fromkeys(self._odd)) + ".", stacklevel=5)


#: how the process ended that reads a file of version 7.3 -> what is wrong with the file
_FAULTS: dict[str, Callable[[ChildError], MatFault]] = {
    "import": lambda error: NeedsExtraError(f"it is a MAT-file of version 7.3, which takes mat-io: {PIP_LINE}"),
    "memory": lambda error: TooLargeError(str(error)),
    "time": lambda error: DamagedError(f"HDF5 goes astray in it: {error}"),
    "crash": lambda error: DamagedError(f"HDF5 goes astray in it: {error}"),
}


def _allowed(fault: TooLargeError) -> str:
    """The way out for a file that is a log of zeros and no bomb."""
    return f"If you trust it: load(file, MaxBytes={float(f'{1.5 * fault.size or math.inf:.0e}'):g})"
