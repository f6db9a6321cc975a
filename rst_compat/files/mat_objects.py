"""Objects of MATLAB classes and MAT-files of version 7.3, read by mat-io, an optional package."""

from __future__ import annotations

import importlib
import os
import struct
import sys
import tempfile
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from ..errors import MatlabError
from .mat5_reader import HEADER
from .mat_errors import DamagedError, MatFault, NeedsExtraError, TooLargeError
from .mat_meaning import Meaning
from .mat_plain import Converter
from .mat_variable import Variable

EXTRA, PIP_LINE = "the packages mat-io and h5py, which read it", "pip install mat-io h5py"


def optional(name: str, what: str) -> ModuleType:
    """An optional package, for what it is needed.

    Raises
    ------
    NeedsExtraError
        With the line that installs it.
    """
    try:
        if name != "matio" or name in sys.modules:
            return importlib.import_module(name)
        pandas = importlib.import_module("pandas")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # pandas warns of the option
            before = pandas.options.future.infer_string
            try:
                return importlib.import_module(name)
            finally:
                pandas.options.future.infer_string = before  # mat-io sets it for the whole process
    except ImportError:
        raise NeedsExtraError(f"it is {what}, which takes mat-io: {PIP_LINE}") from None


def read_objects(
    path: Path, found: Sequence[Variable], meaning: Meaning, adjust: Callable[[str, Any], Any] = lambda name, raw: raw
) -> list[str]:
    """Set ``value`` or ``fault`` of variables that mat-io reads.

    Parameters
    ----------
    path : path
        A file that was walked: nothing in it crashes a reader.
    found : list of Variable
        Those to read.
    meaning : Meaning
        Turns a struct or an object into what it stands for.
    adjust : function, optional
        Corrects the array that mat-io gives for a name.

    Returns
    -------
    list of str
        What could be read in part only.
    """
    matio = optional("matio", "an object of a MATLAB class")
    raw, odd = _load(matio, path, [variable.name for variable in found])
    converter = Converter(meaning)
    for variable in found:
        try:
            value = raw[variable.name]
            if isinstance(value, Exception):
                if isinstance(value.__cause__ or value, MemoryError):
                    raise TooLargeError("it takes more memory than it may")
                raise DamagedError(f"mat-io says: {value}")
            meaning.filled = variable.filled
            variable.value = converter.variable(adjust(variable.name, value))
        except (MatFault, MatlabError) as fault:
            variable.fault = fault
        except Warning:  # a warning that the user wants as an error
            raise
        except RecursionError:
            variable.fault = DamagedError("its objects are nested too deep")
        except Exception as error:  # arrays of the wrong kind, where MATLAB never puts them
            variable.fault = DamagedError(f"its objects are not laid out as MATLAB does it ({error})")
    return [text for text in odd if text.startswith("Failed to ")] + converter.odd


def _load(matio: ModuleType, path: Path, names: list[str]) -> tuple[dict[str, Any], list[str]]:
    """What mat-io gives for each name, an exception where it fails, and what it warns of."""
    with warnings.catch_warnings(record=True) as caught, np.errstate(all="ignore"):
        warnings.simplefilter("always")
        raw: dict[str, Any]
        try:
            raw = matio.load_from_mat(os.fspath(path), variable_names=list(names), spmatrix=False)
        except Exception as error:  # whatever it raises means the same
            raw = {names[0]: error}
            if len(names) > 1:
                for name in names:
                    raw |= _load(matio, path, [name])[0]
    texts = list(dict.fromkeys(str(warning.message) for warning in caught))
    for text in texts:
        if text.startswith("Failed to parse subsystem"):
            raw = {name: DamagedError(text) for name in names}
    return raw, texts


class Extract:
    """A MAT-file of version 5 to 7 with some variables of another one, and its table of objects."""

    def __init__(self, path: Path, found: Sequence[Variable], table: Variable) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="rst_compat_")
        self.path = Path(self._folder.name) / "objects.mat"
        with path.open("rb") as source, self.path.open("wb") as target:
            header = bytearray(source.read(HEADER))
            target.write(header)
            for variable in (*found, table):
                if variable is table:
                    header[116:124] = struct.pack(("<" if header[126:] == b"IM" else ">") + "Q", target.tell())
                source.seek(variable.start)
                left = variable.stop - variable.start
                while left:
                    piece = source.read(min(left, 2**20))
                    target.write(piece)
                    left -= len(piece)
            target.seek(0)
            target.write(header)

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()
