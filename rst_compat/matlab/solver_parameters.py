"""SolverParameters of the inverse kinematics solvers: MATLAB's names and defaults for each algorithm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from ..errors import MatlabAttributeError, MatlabValueError, did_you_mean
from .arguments import logical, numbers

_COMMON = {"MaxIterations": 1500, "MaxTime": 10.0}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "BFGSGradientProjection": {
        **_COMMON,
        "GradientTolerance": 1e-7,
        "SolutionTolerance": 1e-6,
        "EnforceJointLimits": True,
        "AllowRandomRestart": True,
        "StepTolerance": 1e-14,
    },
    "LevenbergMarquardt": {
        **_COMMON,
        "GradientTolerance": 5e-9,
        "SolutionTolerance": 1e-6,
        "EnforceJointLimits": True,
        "AllowRandomRestart": True,
        "StepTolerance": 1e-12,
        "ErrorChangeTolerance": 1e-12,
        "DampingBias": 0.0025,
        "UseErrorDamping": True,
    },
}
#: SolverAlgorithm, the default first.
ALGORITHMS = tuple(_DEFAULTS)


class SolverParameters(Mapping[str, Any]):
    """The parameters of a solver algorithm; a misspelt name raises, and so does a value that makes no sense.

    Parameters
    ----------
    algorithm : {"BFGSGradientProjection", "LevenbergMarquardt"}
    """

    __slots__ = ("_algorithm", "_values")

    _algorithm: str
    _values: dict[str, Any]

    def __init__(self, algorithm: str) -> None:
        object.__setattr__(self, "_algorithm", algorithm)
        object.__setattr__(self, "_values", dict(_DEFAULTS[algorithm]))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # asked for by copy and pickle before there are slots
            raise AttributeError(name)
        return self._values[self._known(name)]

    def __setattr__(self, name: str, value: Any) -> None:
        known = self._known(name)
        new = {known: _checked(known, value, _DEFAULTS[self._algorithm][known])}
        object.__setattr__(self, "_values", self._values | new)  # what was made of the old dict can tell

    def as_dict(self) -> dict[str, Any]:
        """The parameters by name, a copy."""
        return dict(self._values)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return list(self._values)

    def __getstate__(self) -> tuple[str, dict[str, Any]]:
        return self._algorithm, self._values

    def __setstate__(self, state: tuple[str, dict[str, Any]]) -> None:
        for name, value in zip(("_algorithm", "_values"), state, strict=True):
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        width = max(map(len, self)) + 4
        return "".join(f"{n:>{width}}: {int(v) if isinstance(v, bool) else v:g}\n" for n, v in self.items())

    def _known(self, name: str) -> str:
        if name in self._values:
            return name
        raise MatlabAttributeError(
            "rst_compat:property:NoSuchName",
            f"{self._algorithm} has no parameter of this name",
            "one of MATLAB's names, in their spelling",
            f"'{name}'",
            did_you_mean(name, self, f"It has {', '.join(self)}"),
        )


def parameters_of(algorithm: str, value: Any) -> SolverParameters:
    """Parameters from a dict, a struct or other parameters; what is not given keeps its default."""
    given = value if isinstance(value, Mapping) else MappingProxyType(getattr(value, "__dict__", {"": value}))
    made = SolverParameters(algorithm)
    for name, one in given.items():
        setattr(made, name, one)
    return made


def _checked(name: str, value: Any, default: Any) -> Any:
    if isinstance(default, bool):
        return logical(value, f"SolverParameters.{name}")
    number = numbers(value, f"SolverParameters.{name}")
    whole = isinstance(default, int)
    # Infinite time, and a tolerance of zero, are the usual ways to switch a test off.
    if number.size != 1 or not number.item() >= (1 if whole else 0) or (whole and number.item() % 1):
        raise MatlabValueError(
            "rst_compat:inverseKinematics:WrongParameter",
            f"SolverParameters.{name} makes no sense",
            "a whole number from 1" if whole else "a number from 0",
            str(np.asarray(value).tolist()),
            f"The default is {default:g}",
        )
    return int(number.item()) if whole else float(number.item())
