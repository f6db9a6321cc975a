"""Mass matrices and Jacobians: constant, of the time, or of the time and the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...errors import MatlabValueError
from ..arguments import choice, numbers
from .problem import Vector

Solve = Callable[[float, Vector, Vector], Any]


def mass_solver(function: str, options: dict[str, Any], size: int, parameters: tuple[Any, ...]) -> Solve | None:
    """``solve(t, y, f)``, which divides f (n,) or (n, k) by the mass matrix; None where there is none.

    Raises
    ------
    MatlabError
        ``rst_compat:ode:WrongMatrix``; ``rst_compat:ode:SingularMass``, there and when it is called.
    """
    mass = options.get("Mass")
    if mass is None:
        return None
    if not callable(mass):
        constant = _square(mass, size, f"{function}: Mass")
        _divide(function, constant, np.zeros(size))
        return lambda t, y, f: np.linalg.solve(constant, f)
    states = ("none", "weak", "strong")
    of_time = choice(options.get("MStateDependence", "weak"), states, f"{function}: MStateDependence") == "none"

    def solve(t: float, y: Vector, f: Vector) -> Any:
        M = mass(t, *parameters) if of_time else mass(t, y.copy(), *parameters)
        return _divide(function, _square(M, size, f"{function}: the value of Mass"), f)

    return solve


def jacobian_keywords(
    function: str, options: dict[str, Any], size: int, parameters: tuple[Any, ...], divide: Solve | None
) -> dict[str, Any]:
    """The keywords of SciPy's implicit solvers for the options Jacobian and JPattern.

    The Jacobian is that of f; with a mass matrix the solver needs that of ``M \\ f``. What a mass matrix that depends
    on the state adds to it is left out: it changes the speed of the iteration, not the solution.
    """
    J, pattern = options.get("Jacobian"), options.get("JPattern")
    if J is None:
        if pattern is None or divide is not None:
            return {}
        return {"jac_sparsity": _square(_dense(pattern), size, f"{function}: JPattern")}
    if callable(J):

        def jacobian(t: float, y: Vector) -> Any:
            value = _square(_dense(J(t, y.copy(), *parameters)), size, f"{function}: the value of Jacobian")
            return value if divide is None else divide(t, y, value)

        return {"jac": jacobian}
    constant = _square(_dense(J), size, f"{function}: Jacobian")
    return {"jac": constant if divide is None else lambda t, y: divide(t, y, constant)}


def _dense(matrix: Any) -> Any:
    return matrix.toarray() if hasattr(matrix, "toarray") else matrix


def _square(value: Any, size: int, what: str) -> Vector:
    matrix = np.atleast_2d(numbers(_dense(value), what))
    if matrix.shape != (size, size):
        raise MatlabValueError(
            "rst_compat:ode:WrongMatrix",
            f"{what} has the wrong size",
            f"shape ({size}, {size}), a row and a column per component of the state",
            f"shape {matrix.shape}",
            "For a robot with the state [q; qd] it has 2 n rows; the mass matrix is [[eye(n), 0], [0, M]]",
        )
    return matrix


def _divide(function: str, M: Vector, f: Vector) -> Any:
    try:
        return np.linalg.solve(M, f)
    except np.linalg.LinAlgError:
        raise MatlabValueError(
            "rst_compat:ode:SingularMass",
            f"{function}: the mass matrix is singular",
            "a mass matrix that can be divided by",
            str(M.tolist()),
            "Equations with algebraic parts are not supported: solve those parts inside the function",
        ) from None
