"""The options of a solver, checked, with MATLAB's defaults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError, warn
from ..arguments import is_empty, numbers, switch
from .indices import component_numbers
from .options import as_options
from .problem import Vector, callable_option

#: Smaller relative tolerances than this multiple of eps ask for more than the arithmetic has.
_SMALLEST_RELTOL = 100 * float(np.finfo(float).eps)
_WITHOUT_EQUAL = "SciPy's solvers, which do the work here, have nothing like it"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the loop over the steps needs to know."""

    tolerances: dict[str, Any]  # rtol, atol, max_step, first_step: SciPy's names
    refine: int
    stats: bool
    events: Callable[..., Any] | None
    output: Callable[..., Any] | None
    selected: NDArray[np.int64]  # components that OutputFcn sees


def settings(function: str, options: dict[str, Any], span: float, size: int, refine: int) -> Settings:
    """The settings of a run over an interval of a length, of ``size`` components.

    Raises
    ------
    MatlabError
        ``rst_compat:ode:WrongOption``, ``rst_compat:ode:Unsupported``, ``rst_compat:ode:NotAFunction``.
    """
    given = {name: value for name, value in options.items() if not is_empty(value)}
    _refuse_unsupported(function, given)

    def positive(name: str, default: float) -> float:
        value = numbers(given.get(name, default), f"{function}: {name}")
        if value.size != 1 or not value.item() > 0:
            _wrong(function, name, "a positive number", value.tolist())
        return float(value.item())

    def function_of(name: str) -> Callable[..., Any] | None:
        return callable_option(given[name], f"{function}: {name}") if name in given else None

    rtol = positive("RelTol", 1e-3)
    if rtol < _SMALLEST_RELTOL:
        message = f"{function}: RelTol was raised to {_SMALLEST_RELTOL:g}, the smallest that rounding allows."
        warn("rst_compat:ode:ToleranceRaised", message, stacklevel=4)
        rtol = _SMALLEST_RELTOL
    atol = numbers(given.get("AbsTol", 1e-6), f"{function}: AbsTol").ravel()
    if atol.size not in (1, size) or not (atol > 0).all():
        _wrong(function, "AbsTol", f"a positive number, or {size}, one per component", atol.tolist())
    max_step = min(positive("MaxStep", 0.1 * span), span)
    first = min(positive("InitialStep", 1.0), max_step) if "InitialStep" in given else None
    fine = positive("Refine", refine)
    if fine != round(fine):
        _wrong(function, "Refine", "a whole number from 1", fine)
    selected = given.get("OutputSel")
    # SciPy bounds the root mean square over the components, MATLAB each of them.
    share = 1 / np.sqrt(size)
    return Settings(
        tolerances={
            "rtol": max(rtol * share, _SMALLEST_RELTOL),
            "atol": atol * share if atol.size > 1 else float(atol[0] * share),
            "max_step": max_step * (1 + 1e-10),  # so that ten tenths make no eleventh step of the rounding error
            "first_step": first,
        },
        refine=int(fine),
        stats=switch(given.get("Stats", "off"), f"{function}: Stats"),
        events=function_of("Events"),
        output=function_of("OutputFcn"),
        selected=np.arange(size) if selected is None else component_numbers(selected, size, f"{function}: OutputSel"),
    )


def _refuse_unsupported(function: str, given: dict[str, Any]) -> None:
    """Options that would change the result and that cannot be kept."""
    off = {
        "NormControl": ("off",),
        "MassSingular": ("no", "maybe"),
        "MaxOrder": (5,),
        "MinStep": (0,),
        "NonNegative": (),
    }
    for name, harmless in off.items():
        value = given.get(name)
        known = value.lower() if isinstance(value, str) else np.asarray(value).tolist()
        if name in given and known not in harmless:
            raise MatlabValueError(
                "rst_compat:ode:Unsupported",
                f"{function}: the option {name} is not supported",
                " or ".join(f"'{h}'" if isinstance(h, str) else str(h) for h in harmless) or "[]",
                str(value),
                _WITHOUT_EQUAL,
            )


def _wrong(function: str, name: str, expected: str, got: Any) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:ode:WrongOption",
        f"{function}: {name} has a wrong value",
        expected,
        str(got),
        "Leave the option out, or [], for its default",
    )


def given_options(function: str, options: Any) -> dict[str, Any]:
    """The options that were given, by name."""
    return {name: value for name, value in as_options(function, options).items() if not is_empty(value)}


__all__ = ["Settings", "Vector", "given_options", "settings"]
