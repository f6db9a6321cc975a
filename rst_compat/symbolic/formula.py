"""Formulas as text, read into SymPy expressions; nothing is executed."""

from __future__ import annotations

import ast
import math
from typing import Any

_FUNCTIONS = ("sin", "cos", "tan", "sqrt")
_LENGTH_LIMIT = 2000
_POWER_LIMIT = 100  # of a symbol; and numbers have at most so many hundred bits


class NoFormula(Exception):
    """What is wrong with a text."""


def read(text: str, sympy: Any) -> Any:
    """The expression of a text: numbers, names, ``+ - * / ^ **``, parentheses, sin, cos, tan, sqrt and pi.

    Names are real symbols, decimals the fractions they are written as.

    Raises
    ------
    NoFormula

    Examples
    --------
    >>> import sympy
    >>> read("m1*(a1/2)^2 + 0.1", sympy)
    a1**2*m1/4 + 1/10
    """
    if len(text) > _LENGTH_LIMIT:
        raise NoFormula(f"it is longer than {_LENGTH_LIMIT} characters")
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise NoFormula(f"it cannot be read: {str(error).partition(' (')[0]}") from None
    try:
        value = _Reader(sympy).visit(tree.body)
    except RecursionError:
        raise NoFormula("it is nested too deeply") from None
    if value.has(sympy.nan, sympy.oo, sympy.zoo, sympy.I):
        raise NoFormula("it is no real number")
    return value


class _Reader(ast.NodeVisitor):
    def __init__(self, sympy: Any) -> None:
        self.sympy = sympy

    def visit_Constant(self, node: ast.Constant) -> Any:
        if isinstance(node.value, bool) or not isinstance(node.value, int | float) or not math.isfinite(node.value):
            raise NoFormula(f"{ast.unparse(node)} is no number")
        return self.sympy.Rational(repr(node.value))

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in _FUNCTIONS:
            raise NoFormula(f"{node.id} has no argument")
        return self.sympy.pi if node.id == "pi" else self.sympy.Symbol(node.id, real=True)

    def visit_Call(self, node: ast.Call) -> Any:
        if not isinstance(node.func, ast.Name) or node.func.id not in _FUNCTIONS:
            raise NoFormula(f"{ast.unparse(node.func)} is no function here")
        if len(node.args) != 1 or node.keywords:
            raise NoFormula(f"{node.func.id} takes one argument")
        return getattr(self.sympy, node.func.id)(self.visit(node.args[0]))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if not isinstance(node.op, ast.USub | ast.UAdd):
            return self.generic_visit(node)
        value = self.visit(node.operand)
        return -value if isinstance(node.op, ast.USub) else value

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        left, right = self.visit(node.left), self.visit(node.right)
        match node.op:
            case ast.Add():
                return left + right
            case ast.Sub():
                return left - right
            case ast.Mult():
                return left * right
            case ast.Div():
                if right.is_zero:
                    raise NoFormula("something is divided by zero")
                return left / right
            case ast.Pow():
                return self._power(left, right)
        return self.generic_visit(node)

    def _power(self, base: Any, exponent: Any) -> Any:
        if not exponent.is_Rational or max(abs(exponent.p), exponent.q) > _POWER_LIMIT:
            raise NoFormula(f"an exponent is a number of at most {_POWER_LIMIT}")
        bits = max((abs(n.p) | n.q).bit_length() for n in (*base.atoms(self.sympy.Rational), self.sympy.Integer(1)))
        if bits * abs(exponent.p) > 100 * _POWER_LIMIT:
            raise NoFormula("a power is too large")
        if base.is_zero and exponent < 0:
            raise NoFormula("something is divided by zero")
        return base**exponent

    def generic_visit(self, node: ast.AST) -> Any:
        raise NoFormula(f"{ast.unparse(node)} does not belong here")
