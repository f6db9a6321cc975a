"""Numbers and texts as exact SymPy expressions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..errors import MatlabImportError, MatlabTypeError, MatlabValueError, shortened
from . import formula

_ROUNDED = 1e-15  # some steps of a float: what a short calculation leaves
_SMALL = 1e-12  # what rounding leaves of a zero of a rotation, and of a zero times a length


def sympy() -> Any:
    """The package, which is an extra."""
    try:
        import sympy as package  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MatlabImportError(
            "rst_compat:symbolic:NeedsExtra",
            "Symbolic robots need SymPy, which is not installed",
            "the package sympy",
            "none",
            "pip install sympy",
        ) from error
    return package


def number(x: float) -> Any:
    """The fraction with a denominator up to a million that this float is but for its last digit, or its decimals."""
    if not np.isfinite(x):
        _wrong(f"a number is {x}", "finite numbers", str(x), "Give a symbol for it")
    simple = Fraction(float(x)).limit_denominator(10**6)
    exact = simple if abs(float(simple) - float(x)) <= _ROUNDED * abs(float(x)) else Fraction(repr(float(x)))
    return sympy().Rational(exact.numerator, exact.denominator)


def length(x: float) -> Any:
    """As :func:`number`; what rounding left of a zero is zero."""
    return number(0.0 if abs(x) < _SMALL else x)


def cosine(x: float) -> Any:
    """An element of a rotation or of an axis: of right angles, of 30, 45 and 60 degrees, and their like, exactly.

    What is the root of a simple fraction within rounding is that root.
    """
    square = Fraction(float(x) ** 2).limit_denominator(64)
    if abs(float(square) - float(x) ** 2) < _SMALL:
        root = sympy().sqrt(sympy().Rational(square.numerator, square.denominator))
        return root if x > 0 else -root
    return number(x)


def expression(value: Any, what: str) -> Any:
    """A SymPy expression from a name, a formula as text, a number or an expression; names are real symbols."""
    sp = sympy()
    if isinstance(value, str):
        try:
            return formula.read(value, sp)
        except formula.NoFormula as error:
            expected = "a name, or a formula in numbers, names, sin, cos, tan, sqrt and pi"
            _wrong(f"{what} is no formula", expected, repr(shortened(value, 100)), f"Mend it: {error}")
    if isinstance(value, sp.Expr):
        return sp.nsimplify(value, rational=True) if value.has(sp.Float) else value
    if isinstance(value, bool) or not isinstance(value, int | float | np.number | Fraction):
        raise MatlabTypeError(
            "rst_compat:symbolic:WrongParameter",
            f"{what} is neither number nor symbol",
            "a number, a text or an expression of SymPy",
            type(value).__name__,
            'Names are texts: {"link1.Mass": "m1"}',
        )
    return number(float(value))


def _wrong(fact: str, expected: str, got: str, hint: str) -> None:
    raise MatlabValueError("rst_compat:symbolic:WrongParameter", fact, expected, got, hint)
