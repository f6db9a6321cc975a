"""load and save: MATLAB's data files as Python values, and back."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, NoReturn

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError
from ..files.mat_values import Struct, matlab_class, matlab_size, size_text
from .exporters import to_spec
from .importers import from_spec
from .rigid_body_tree import rigidBodyTree

_OPTION = "rst_compat:mat:WrongOption"


class Workspace(Struct):
    """What ``load`` returns: the variables of a file as attributes, or as items for Python keywords."""

    _noun: ClassVar[str] = "variable"

    def __repr__(self) -> str:
        rows = [(name, size_text(matlab_size(value)), matlab_class(value)) for name, value in vars(self).items()]
        widths = [max([len(head), *(len(row[k]) for row in rows)]) for k, head in enumerate(("Name", "Size", "Class"))]
        lines = [("Name", "Size", "Class"), *rows]
        return "\n".join(f"  {n:<{widths[0]}}  {s:>{widths[1]}}  {c}" for n, s, c in lines)


def load(filename: Any, *names: Any, MaxBytes: float | None = None) -> Workspace:
    """Read the variables of a .mat file.

    Parameters
    ----------
    filename : path
        ".mat" is added to a name without an extension.
    *names : str
        Names of variables, in which ``*`` stands for any characters. None: all of them. ``"-mat"`` changes nothing.
    MaxBytes : float, optional
        Memory that the values may take, for a compressed file that you trust; ``inf`` will do. The default is 64 times
        the size of the file, and 268 MB for small ones.

    Returns
    -------
    Workspace
        Variables as attributes (``ws.q``) and items (``ws["lambda"]``); ``vars(ws)`` is a dict of them.

        ======================  ===========================================================================
        in MATLAB               here
        ======================  ===========================================================================
        numbers                 array of the same shape, at least 2-D, and of the same class
        1-by-1 number           NumPy scalar of the same class (a double is a ``float``)
        logical                 bool array; ``True`` or ``False`` for 1-by-1
        sparse                  ``scipy.sparse.csc_array``
        row of characters       ``str``; an empty one is ``""``
        rows of characters      array of ``str``, one per row
        string                  ``str``, array of them
        struct                  ``Struct``: fields as attributes and items
        struct array            ``StructArray``: a list with ``shape``; ``s.name`` lists a field
        cell                    ``Cell``: a list with ``shape``, in MATLAB's order: ``c[2]`` is ``c{3}``
        timeseries              object with ``Time`` and ``Data``
        rigidBodyTree           ``rigidBodyTree``
        SerialLink              ``rigidBodyTree``, with ``DataFormat`` "row"
        other object            ``MatObject``: its properties as attributes
        ======================  ===========================================================================

    Raises
    ------
    MatlabFileNotFoundError
        ``MATLAB:load:couldNotReadFile``.
    MatlabValueError
        ``MATLAB:load:notBinaryFile`` says what the file is instead; ``MATLAB:load:unableToReadMatFile`` for a damaged
        file; ``rst_compat:mat:TooLarge``; ``rst_compat:mat:BadRobot``; ``rst_compat:mat:WrongOption``.
    MatlabImportError
        ``rst_compat:mat:NeedsExtra``: version 7.3 and objects take mat-io, ``pip install mat-io h5py``.

    Notes
    -----
    Versions 4, 6, 7 and 7.3. A variable that is not there gives the warning ``MATLAB:load:variableNotFound``, one that
    cannot be read while others can ``rst_compat:mat:Unreadable``. What a file leaves out of a robot is filled with the
    defaults of MATLAB's class and listed in the warning ``rst_compat:mat:DefaultsFilled``.

    Complex integers become complex doubles, since NumPy has no such type. Sizes in a file are tested against its bytes
    before memory is taken. Version 7.3 is read by HDF5's own code, which damaged files may crash: it runs in a process
    of its own, with bounds for its time and, on Linux, its memory.

    Source: the reference page of load.

    Examples
    --------
    >>> import tempfile, numpy as np
    >>> path = tempfile.mkdtemp() + "/log.mat"
    >>> save(path, t=np.linspace(0, 1, 5), note="test", robot=rigidBodyTree())
    >>> ws = load(path)
    >>> ws
      Name   Size  Class
      t       1x5  double
      note    1x4  char
      robot   1x1  rigidBodyTree
    >>> ws.t.shape, ws.note, "q" in ws, ws.robot.NumBodies
    ((1, 5), 'test', False, 0)
    """
    from ..files.mat_reader import read_mat  # noqa: PLC0415 - reading files is not part of importing the package

    path = _path("load", filename)
    if len(names) > 1 and isinstance(names[-2], str) and names[-2].lower() == "maxbytes":
        names, MaxBytes = names[:-2], names[-1]
    for name in names:
        if not isinstance(name, str):
            _refuse("load", "a name of a variable", type(name).__name__)
        if name.startswith("-") and name.lower() != "-mat":
            hint = "numpy.loadtxt reads text" if name == "-ascii" else "Names alone choose variables"
            _refuse("load", "names of variables, or '-mat'", repr(name), hint)
    wanted = [name for name in names if not name.startswith("-")]
    if MaxBytes is not None and not (isinstance(MaxBytes, int | float | np.number) and MaxBytes > 0):
        _refuse("load", "a positive number as MaxBytes", repr(MaxBytes), "It counts bytes: MaxBytes=2e9")
    return Workspace(**read_mat(path, wanted, from_spec, None if MaxBytes is None else float(MaxBytes)))


def save(filename: Any, *options: Any, **variables: Any) -> None:
    """Write variables to a .mat file (version 7), which MATLAB and ``load`` read.

    Parameters
    ----------
    filename : path
        ".mat" is added to a name without an extension.
    *options
        ``"-v7"``, or ``"-v6"`` for no compression; dicts or namespaces (what ``load`` returns) whose members are
        variables too, after ``"-struct"`` or without it.
    **variables
        Values by name: numbers, logicals, text, NumPy and sparse arrays, lists, dicts and namespaces (structs), robots
        (a struct that ``load`` turns back into a rigidBodyTree).

        A 1-D array becomes a row, a list of numbers too; a list of structs with the same fields a struct array, any
        other list a cell; a Python integer a double; None, ``[]`` and struct arrays without fields an empty array.

    Raises
    ------
    MatlabTypeError, MatlabValueError
        ``rst_compat:mat:NotSavable`` with the place of the value, ``rst_compat:mat:BadName``,
        ``rst_compat:mat:NotWritten``, ``rst_compat:mat:WrongOption``.

    Notes
    -----
    A file that exists is replaced, once the new one is whole. Python hands no names of variables to a function:
    ``save("log.mat", q=q)`` stands for ``save log.mat q``, and ``save("log.mat")`` alone is an error.

    Source: the reference page of save.

    Examples
    --------
    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/params.mat"
    >>> save(path, m=[1, 2], joints=["a", "b"], link={"length": 0.5})
    >>> load(path).link, load(path).joints
    (Struct(length=0.5), Cell(['a', 'b'], shape=(1, 2)))
    """
    from ..files.mat_writer import write_mat  # noqa: PLC0415

    path = _path("save", filename)
    compress, contents = True, dict[str, Any]()
    for option in options:
        if isinstance(option, Mapping):
            contents |= option
        elif isinstance(option, SimpleNamespace):
            contents |= vars(option)
        elif isinstance(option, str) and option.lower() in ("-v7", "-v6", "-mat", "-struct"):
            compress = compress and option.lower() != "-v6"
        else:
            hint = "Values need names: save('log.mat', q=q)"
            if isinstance(option, str):
                example = f"save('{path.name}', {option}={option})"
                hint = example if option.isidentifier() else "Version 7 is the default"
            _refuse("save", "name=value, '-v7', '-v6', or a dict", repr(option), hint)
    if not variables and all(isinstance(option, str) for option in options):
        hint = f"MATLAB takes the whole workspace, which no function sees here: save('{path.name}', q=q, tau=tau)"
        _refuse("save", "variables to save", "none", hint)
    write_mat(path, contents | variables, compress, lambda v: to_spec(v) if isinstance(v, rigidBodyTree) else None)


def _path(function: str, filename: Any) -> Path:
    if not isinstance(filename, str | os.PathLike) or not Path(os.fsdecode(filename)).name:
        fact, hint = f"{function}: the first argument names no file", f"{function}('log.mat', ...)"
        raise MatlabTypeError(_OPTION, fact, "a file name", repr(filename), hint)
    path = Path(os.path.expanduser(os.fsdecode(filename)))
    return path if path.suffix else path.with_name(path.name + ".mat")


def _refuse(function: str, expected: str, got: str, hint: str = "help() of it lists the forms") -> NoReturn:
    raise MatlabValueError(_OPTION, f"{function}: an argument fits no form of it", expected, got, hint)
