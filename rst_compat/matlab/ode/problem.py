"""The arguments of a solver, checked: the interval, the initial state, and the function with its mass matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabTypeError, MatlabValueError
from ..arguments import numbers

Vector = NDArray[np.float64]
_DOUBLE = np.dtype(np.float64)


def interval(function: str, tspan: Any) -> Vector:
    """Times (k,), k at least 2, all increasing or all decreasing."""
    times = numbers(tspan, f"{function}: tspan").ravel()
    steps = np.diff(times)
    if times.size < 2 or not np.isfinite(times).all() or not ((steps > 0).all() or (steps < 0).all()):
        raise MatlabValueError(
            "rst_compat:ode:WrongInterval",
            f"{function}: tspan is no interval",
            "[t0, tf], or more times, all increasing or all decreasing",
            str(times.tolist()),
            "Two times give the steps of the solver, more times give the solution there",
        )
    return times


def initial_state(function: str, y0: Any) -> Vector:
    """State (n,), n at least 1; a matrix column by column, as MATLAB takes it."""
    y = np.atleast_1d(numbers(y0, f"{function}: the initial state")).ravel(order="F")
    if y.size == 0 or not np.isfinite(y).all():
        raise MatlabValueError(
            "rst_compat:ode:WrongInitialState",
            f"{function}: the initial state is empty or not finite",
            "finite numbers, one per component",
            str(y.tolist()),
            "np.concatenate([q0, qd0]) makes the state of a robot",
        )
    return y


def callable_option(value: Any, what: str) -> Any:
    """A function."""
    if callable(value):
        return value
    raise MatlabTypeError(
        "rst_compat:ode:NotAFunction",
        f"{what} is no function",
        "a function or a lambda",
        type(value).__name__,
        "Pass the function itself, without calling it",
    )


class RightHandSide:
    """``f(t, y)`` as the solvers of SciPy want it: the state (n,), by value, and the derivative (n,).

    Attributes
    ----------
    calls : int
        How often the function was called.
    error : BaseException or None
        What the function raised, so that nobody takes it for an error of the solver.
    """

    __slots__ = ("_function", "_mass", "_name", "_parameters", "_size", "calls", "error")

    def __init__(self, name: str, function: Any, size: int, parameters: tuple[Any, ...]) -> None:
        self._function = callable_option(function, f"{name}: the first argument")
        self._name, self._size, self._parameters = name, size, parameters
        self._mass: Callable[[float, Vector, Vector], Any] | None = None
        self.calls = 0
        self.error: BaseException | None = None

    def with_mass(self, mass: Callable[[float, Vector, Vector], Any]) -> None:
        """Divide by a mass matrix from now on: ``mass(t, y, f)`` solves ``M x = f``."""
        self._mass = mass

    def __call__(self, t: float, y: Vector) -> Vector:
        self.calls += 1
        try:
            # A copy: the function of a script may change its argument, which in MATLAB is its own.
            value = self._function(t, y.copy(), *self._parameters)
            if type(value) is not np.ndarray or value.dtype is not _DOUBLE or value.shape != y.shape:
                value = self._vector(value)
            rate: Vector = value if self._mass is None else self._mass(t, y, value)
            return rate
        except BaseException as error:
            self.error = error
            raise

    def noting_errors(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, whose errors are noted as those of the right-hand side are."""

        def noting(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except BaseException as error:
                self.error = error
                raise

        return noting

    def _vector(self, value: Any) -> Vector:
        array = numbers(value, f"{self._name}: the value of the function")
        if array.size != self._size or array.shape not in ((), (self._size,), (self._size, 1)):
            self._wrong_size(array)
        return array.reshape(self._size)

    def _wrong_size(self, array: Vector) -> NoReturn:
        n = self._size
        raise MatlabValueError(
            "rst_compat:ode:WrongSize",
            f"{self._name}: the function returns something else than the derivative of the state",
            f"shape ({n},) or ({n}, 1)",
            f"shape {array.shape}",
            "One derivative for each component of the initial state: np.concatenate([qd, qdd]) for a robot",
        )
