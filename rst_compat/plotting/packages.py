"""The packages of the extra ``plot``, imported where they are used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from ..errors import MatlabImportError

PIP_LINE = "pip install 'rst_compat[plot]'"


def package(name: str) -> Any:
    """A module of matplotlib or trimesh.

    Raises
    ------
    MatlabImportError
        ``rst_compat:plot:NeedsExtra``, with the ``pip install`` line.

    Examples
    --------
    >>> package("math").floor(1.5)
    1
    """
    try:
        return import_module(name)
    except ImportError as error:
        missing = (error.name or name).partition(".")[0]
        raise MatlabImportError(
            "rst_compat:plot:NeedsExtra",
            "pictures need packages that are not installed",
            f"the package {missing}, of the extra plot",
            str(error),
            f"{PIP_LINE} brings it",
        ) from error
