"""odeset and odeget: the structure of options that all solvers take."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from ...errors import MatlabTypeError, MatlabValueError
from ..arguments import is_empty, name_values, text

#: the fields, in MATLAB's order
NAMES = (
    *("AbsTol", "BDF", "Events", "InitialStep", "Jacobian", "JConstant", "JPattern", "Mass", "MassSingular"),
    *("MaxOrder", "MaxStep", "MinStep", "NonNegative", "NormControl", "OutputFcn", "OutputSel", "Refine", "RelTol"),
    *("Stats", "Vectorized", "MStateDependence", "MvPattern", "InitialSlope"),
)


def odeset(*args: Any, **keywords: Any) -> Any:
    """Options for ode45, ode23, ode113 and ode15s.

    Parameters
    ----------
    *args, **keywords
        Name-value arguments; before them one or two structures of options. Of two, the second one's values that are
        not empty replace those of the first. Names in any case of letters; leading letters that fit one name only
        will do.

        RelTol (1e-3), AbsTol (1e-6, a number or one per component), MaxStep (a tenth of the interval), InitialStep,
        Refine (4 for ode45, else 1), Stats ("on" prints a summary), Events, OutputFcn, OutputSel, Mass,
        MStateDependence; for ode15s Jacobian and JPattern.

    Returns
    -------
    SimpleNamespace
        A field for each option, ``[]`` where it was not given.

    Raises
    ------
    MatlabError
        ``rst_compat:argument:UnknownName``, ``rst_compat:argument:UnpairedNameValue``,
        ``rst_compat:ode:AmbiguousName``.

    Notes
    -----
    Source: the reference page of odeset. The solvers check the values, when they use them. BDF, JConstant, Vectorized,
    MvPattern and InitialSlope are taken and have no effect; NonNegative, MinStep, NormControl "on", MassSingular "yes"
    and a MaxOrder other than 5 are refused by the solvers.

    Examples
    --------
    >>> options = odeset("RelTol", 1e-8, "AbsTol", 1e-10)
    >>> options = odeset(options, AbsTol=1e-9)
    >>> options.RelTol, options.AbsTol, options.Refine
    (1e-08, 1e-09, [])
    """
    values: dict[str, Any] = {name: [] for name in NAMES}
    rest = list(args)
    while rest and (isinstance(rest[0], SimpleNamespace | dict) or is_empty(rest[0])):
        values |= {n: v for n, v in as_options("odeset", rest.pop(0)).items() if not _unset(v)}
    rest[::2] = [_completed(text(name, "odeset: name of a name-value argument")) for name in rest[::2]]
    given = {_completed(name): value for name, value in keywords.items()}
    return SimpleNamespace(**name_values("odeset", tuple(rest), given, values))


def odeget(options: Any, name: str, default: Any = None) -> Any:
    """Value of one option.

    Parameters
    ----------
    options : SimpleNamespace
        From :func:`odeset`; ``[]`` has no options.
    name : str
        Name of an option, or its leading letters.
    default : optional
        What to return where the option was not given.

    Returns
    -------
    any
        The value; ``[]`` where neither it nor a default was given.

    Raises
    ------
    MatlabError
        ``rst_compat:argument:UnknownName``, ``rst_compat:ode:AmbiguousName``, ``rst_compat:ode:WrongOptions``.

    Notes
    -----
    Source: the reference page of odeget.

    Examples
    --------
    >>> odeget(odeset("RelTol", 1e-8), "RelTol")
    1e-08
    >>> odeget(odeset(), "Refine", 1)
    1
    """
    known = {n: [] for n in NAMES} | as_options("odeget", options)
    full = _completed(text(name, "odeget: name of the option"))
    (value,) = (known[n] for n in name_values("odeget", (full, None), {}, known) if n.lower() == full.lower())
    return value if not _unset(value) else [] if default is None else default


def as_options(function: str, options: Any) -> dict[str, Any]:
    """The options of a structure or a dict, by MATLAB's names."""
    if is_empty(options) and not isinstance(options, SimpleNamespace):
        return {}
    if not isinstance(options, SimpleNamespace | Mapping):
        raise MatlabTypeError(
            "rst_compat:ode:WrongOptions",
            f"{function}: the options are no structure",
            "what odeset returns, or []",
            type(options).__name__,
            "odeset('RelTol', 1e-6) makes it; parameters of the function follow after it",
        )
    return name_values(function, (), options if isinstance(options, Mapping) else vars(options), dict.fromkeys(NAMES))


def _unset(value: Any) -> bool:
    return is_empty(value) and not isinstance(value, SimpleNamespace)


def _completed(name: str) -> str:
    """The name that the leading letters stand for; the letters themselves where none fits."""
    fits = [known for known in NAMES if known.lower().startswith(name.lower())]
    exact = [known for known in fits if known.lower() == name.lower()]
    if len(fits) > 1 and not exact:
        raise MatlabValueError(
            "rst_compat:ode:AmbiguousName",
            f"'{name}' may stand for several options",
            "letters that begin one name only",
            f"'{name}'",
            f"It may be {', '.join(fits)}",
        )
    return (exact or fits or [name])[0]
