"""Numbers as one types them in MATLAB: ``pi/3, -pi/2`` or ``[pi/3 -pi/2]``; arithmetic only, nothing is executed."""

from __future__ import annotations

import math
import re
from typing import NoReturn

from rst_compat.errors import MatlabValueError, did_you_mean

LENGTH_LIMIT = 20_000
DEPTH_LIMIT = 50
_TOKEN = re.compile(
    r"(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*)|(?P<sign>[-+*/^(),;\[\]])",
    re.ASCII,
)
_CONSTANTS = {"pi": math.pi}
_ALLOWED = "numbers, pi, + - * / ^ ( ), separated by commas or spaces"


def parse_numbers(text: str, option: str) -> list[float]:
    """The numbers in a text.

    As in MATLAB, ``^`` binds from left to right, a sign between two blanks is an operator and a sign with a blank only
    before it starts the next element.

    Parameters
    ----------
    text : str
    option : str
        Named in errors.

    Returns
    -------
    list of float
        Empty for ``[]``.

    Raises
    ------
    MatlabValueError
        ``rst_compat:cli:BadExpression``, with the column of the fault.

    Examples
    --------
    >>> parse_numbers("pi/2, -2^2", "--q")
    [1.5707963267948966, -4.0]
    >>> parse_numbers("[1 -2]", "--q")
    [1.0, -2.0]
    """
    return _Parser(text, option).numbers()


class _Parser:
    """Recursive descent: elements of sums of products of powers."""

    def __init__(self, text: str, option: str) -> None:
        self.option, self.depth, self.at = option, 0, 0
        if len(text) > LENGTH_LIMIT:
            self.fail(f"the text is longer than {LENGTH_LIMIT} characters", None)
        self.tokens: list[tuple[str, str, int, bool, bool]] = []  # kind, text, column, blank before, blank behind
        position = 0
        while position < len(text):
            if text[position].isspace():
                position += 1
                continue
            match = _TOKEN.match(text, position)
            if match is None:
                self.fail(f"{text[position]!r} does not belong here", position)
            before = position > 0 and text[position - 1].isspace()
            behind = match.end() < len(text) and text[match.end()].isspace()
            self.tokens.append((str(match.lastgroup), match.group(), position, before, behind))
            position = match.end()
        self.end = len(text)

    def numbers(self) -> list[float]:
        bracket = self.take("[")
        if bracket and self.take("]"):
            self.finish()
            return []
        values = [self.sum()]
        while not self.done() and self.peek() != "]":
            _ = self.take(",") or self.take(";")
            values.append(self.sum())
        if bracket and not self.take("]"):
            self.fail("the bracket is not closed", self.column())
        self.finish()
        return values

    def sum(self) -> float:
        value = self.product()
        while self.peek() in ("+", "-") and not self.starts_element():
            sign = self.next()
            right = self.product()
            value = value + right if sign == "+" else value - right
        return self.checked(value)

    def product(self) -> float:
        value = self.signed()
        while self.peek() in ("*", "/"):
            operator, column = self.next(), self.column()
            right = self.signed()
            if operator == "/" and right == 0:
                self.fail("division by zero", column)
            value = self.checked(value * right if operator == "*" else value / right)
        return value

    def signed(self) -> float:
        sign = 1.0
        while self.peek() in ("+", "-"):
            sign = -sign if self.next() == "-" else sign
        return sign * self.power()

    def power(self) -> float:
        value = self.primary()
        while self.peek() == "^":
            self.next()
            column, sign = self.column(), 1.0
            while self.peek() in ("+", "-"):
                sign = -sign if self.next() == "-" else sign
            exponent = sign * self.primary()
            try:
                value = math.pow(value, exponent)
            except ZeroDivisionError:
                self.fail("division by zero", column)
            except OverflowError:
                self.fail("the number is too large", column)
            except ValueError:  # 0^-1 too
                self.fail("division by zero" if value == 0 else "the power is not a real number", column)
        return self.checked(value)

    def primary(self) -> float:
        column = self.column()
        if self.take("("):
            self.depth += 1
            if self.depth > DEPTH_LIMIT:
                self.fail("the parentheses are nested too deeply", column)
            value = self.sum()
            if not self.take(")"):
                self.fail("the parenthesis is not closed", self.column())
            self.depth -= 1
            return value
        if self.done():
            self.fail("a number is missing", column)
        kind, text, *_ = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return self.checked(float(text))
        if kind == "name" and text in _CONSTANTS:
            return _CONSTANTS[text]
        if kind == "name":
            self.fail(f"unknown name {text!r}", column, did_you_mean(text, _CONSTANTS))
        self.fail(f"a number is missing before {text!r}", column)

    # ---- tokens

    def done(self) -> bool:
        return self.at == len(self.tokens)

    def peek(self) -> str:
        return "" if self.done() else self.tokens[self.at][1]

    def next(self) -> str:
        self.at += 1
        return self.tokens[self.at - 1][1]

    def take(self, sign: str) -> bool:
        found = self.peek() == sign
        self.at += found
        return found

    def column(self) -> int:
        return self.end if self.done() else self.tokens[self.at][2]

    def starts_element(self) -> bool:
        """A sign with a blank before it and none behind it, outside parentheses."""
        *_, before, behind = self.tokens[self.at]
        return self.depth == 0 and before and not behind

    def finish(self) -> None:
        if not self.done():
            self.fail(f"{self.peek()!r} does not belong here", self.column())

    def checked(self, value: float) -> float:
        if math.isinf(value):
            self.fail("the number is too large", None)
        return value

    def fail(self, fact: str, column: int | None, hint: str | None = None) -> NoReturn:
        where = "" if column is None else f" at character {column + 1}"
        raise MatlabValueError("rst_compat:cli:BadExpression", f"{self.option}: {fact}{where}", _ALLOWED, hint=hint)
