"""The functions of the core, compiled: the same names and numbers (to 1e-12), faster.

The engine ``native`` is a C extension; where it could not be built there is ``reference`` alone, which is the core
itself.  The environment variable ``RST_COMPAT_ENGINE`` chooses one at import, :func:`use` later.

A model has a handle, whose methods are named as the functions of the core and take float64 arrays of one configuration
(n,) or of many (N, n).  They return None where the core must be asked: for any other argument, while ``reference`` is
in use, and, with one configuration or by a handle for a few, for numbers that are not finite or huge and where the mass
matrix may be singular.  So a caller writes the fast way and the core's, and the errors and warnings have one place.  A
chain of joints has a handle likewise, for inverse kinematics as :mod:`rst_compat.ik` specifies it; the random numbers
of restarts come from a generator of the caller's.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from .. import core
from ..errors import MatlabImportError, MatlabValueError
from .chains import chain_records, search_rules
from .fold import fold

if TYPE_CHECKING:
    from ._native import Chain, Model

__all__ = ["NO_HANDLE", "Info", "chain", "few", "info", "native", "search_rules", "single", "use"]

_native: Any
try:
    from . import _native
except ImportError:
    _native = None


class Info(NamedTuple):
    """The engine in use and its instruction set, and the engines and instruction sets that there are."""

    engine: str
    instruction_set: str
    engines: tuple[str, ...]
    instruction_sets: tuple[str, ...]


def info() -> Info:
    """Which engine works, and which there are.

    >>> info().engine in info().engines
    True
    """
    if not _native:
        return Info("reference", "", ("reference",), ())
    used = _native.used()
    return Info("native" if used else "reference", used or "", ("reference", "native"), _native.instruction_sets())


def use(name: str) -> None:
    """Choose the engine for all models, also for those that have a handle already.

    Parameters
    ----------
    name : str
        ``"reference"``, which is the core; ``"native"``, with the best instruction set of this processor, or one of its
        instruction sets (``"baseline"``, ``"avx2"``, ``"avx512"``).

    Raises
    ------
    MatlabError
        ``rst_compat:engine:Unknown``, ``rst_compat:engine:NotBuilt``.
    """
    there = info()
    if name == "native" and not _native:
        raise MatlabImportError(
            "rst_compat:engine:NotBuilt",
            "The compiled engine is not part of this installation",
            "'reference'",
            "'native'",
            "Installation builds it where it finds a C compiler: pip install --force-reinstall --no-deps -v rst_compat",
        )
    if name not in (*there.engines, *there.instruction_sets):
        raise MatlabValueError(
            "rst_compat:engine:Unknown",
            "There is no such engine here",
            " or ".join(f"'{n}'" for n in (*there.engines, *there.instruction_sets)),
            repr(name),
            "The environment variable RST_COMPAT_ENGINE takes the same names",
        )
    if _native:
        _native.use(None if name == "reference" else there.instruction_sets[-1] if name == "native" else name)


class _NoHandle:
    """Stands where there is no handle: every method of it returns None."""

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *_: Any) -> None:
        return None


NO_HANDLE: Model = _NoHandle()  # type: ignore[assignment]
_handles: WeakKeyDictionary[core.Model, Model] = WeakKeyDictionary()


def native(model: core.Model) -> Model:
    """The handle of a model, made at the first call and kept as long as the model."""
    handle = _handles.get(model)
    if handle is None:
        handle = _handles[model] = _handle(model)
    return handle


def single(model: core.Model) -> Model:
    """A new handle that returns None for arrays of many configurations too."""
    return _handle(model, -1)


def few(model: core.Model, most: int) -> Model:
    """A new handle for at most so many configurations, which are checked as a single one is."""
    return _handle(model, most)


def _handle(model: core.Model, *most: int) -> Model:
    folded = fold(model) if _native else None
    return NO_HANDLE if folded is None else _native.Model(*folded, *most)


def chain(*joints: Any) -> Chain | None:
    """A handle for inverse kinematics of a chain of joints; None for one that only NumPy can do.

    Its method ``solve`` gives None where :mod:`rst_compat.ik` must be asked: while ``reference`` is in use, and for
    arguments that are none of those it takes, or of which there is something to say to the user.

    Parameters
    ----------
    *joints
        As of :func:`rst_compat.engine.chains.chain_records`.
    """
    records = chain_records(*joints) if _native else None
    return None if records is None else _native.Chain(*records)


use(os.environ.get("RST_COMPAT_ENGINE") or ("native" if _native else "reference"))
