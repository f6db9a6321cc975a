"""Sums of named parameters with known factors, as one writes them: ``Izz1 + a1^2/4*m1``. Nothing is executed."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import NoReturn

from ..errors import MatlabValueError, did_you_mean, shortened

#: Factor of every name; the constant term stands under the empty name.
Affine = dict[str, float]

_LENGTH_LIMIT = 20_000
_DEPTH_LIMIT = 50
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NAME = r"[A-Za-z_]\w*(?:\.\w+)*"


class Grammar:
    """Expressions over some names, which may have any characters in them, and any new ones that look like names.

    Parameters
    ----------
    known : iterable of str
        Names that are one word whatever they look like; the longest that fits is taken.
    constants : mapping of str to float
        What stands for a number; ``pi`` is one.
    """

    def __init__(self, known: Iterable[str], constants: Mapping[str, float]) -> None:
        self.known = sorted({k for k in known if k}, key=len, reverse=True)
        self.constants = {"pi": math.pi, **constants}
        words = "|".join(rf"{re.escape(k)}(?!\w)" for k in self.known)
        self.token = re.compile(
            rf"\s*(?:(?P<name>{words + '|' if words else ''}{_NAME})|(?P<number>{_NUMBER})|(?P<sign>.))"
        )

    def read(self, text: str, what: str) -> Affine:
        """The factors in a text.

        Raises
        ------
        MatlabValueError
            ``rst_compat:identification:WrongExpression``, with the place of the fault.
        """
        return _Reader(self, text, what).all()

    def split(self, text: str, what: str) -> dict[str, str]:
        """Left and right sides of equations, one a line or with semicolons between."""
        sides: dict[str, str] = {}
        for line in re.split(r"[\n;]", text):
            if line.strip():
                left, equals, right = line.partition("=")
                if not equals or not right.strip():
                    fail(what, f"{line.strip()!r} is no equation", line, "Write 'name = expression' in every line")
                if left.strip() in sides:
                    fail(
                        what, f"{left.strip()} has two equations", line, "One of them is enough, and both may not agree"
                    )
                sides[left.strip()] = right.strip()
        return sides


class _Reader:
    def __init__(self, grammar: Grammar, text: str, what: str) -> None:
        self.grammar, self.text, self.what, self.depth, self.at = grammar, text, what, 0, 0
        self.tokens: list[tuple[str | None, str]] = []
        if len(text) > _LENGTH_LIMIT:
            self.fail(f"the text is longer than {_LENGTH_LIMIT} characters")
        self.tokens = [(m.lastgroup, m.group(m.lastgroup or 0)) for m in grammar.token.finditer(text.strip())]

    def all(self) -> Affine:
        value = self.sum()
        if self.at < len(self.tokens):
            self.fail(f"{self.peek()!r} does not belong here")
        return value

    def sum(self) -> Affine:
        value = self.product()
        while self.peek() in ("+", "-"):
            sign = 1.0 if self.next() == "+" else -1.0
            value = added(value, self.product(), sign)
        return value

    def product(self) -> Affine:
        value = self.signed()
        while self.peek() in ("*", "/"):
            operator, right = self.next(), self.signed()
            if operator == "/":
                number = self.number(right, "something is divided by a parameter")
                if number == 0:
                    self.fail("division by zero")
                value = scaled(value, 1 / number)
            elif set(value) <= {""}:
                value = scaled(right, value.get("", 0.0))
            else:
                value = scaled(value, self.number(right, "two parameters are multiplied"))
        return value

    def signed(self) -> Affine:
        sign = 1.0
        while self.peek() in ("+", "-"):
            sign = -sign if self.next() == "-" else sign
        return scaled(self.power(), sign)

    def power(self) -> Affine:
        value = self.primary()
        while self.peek() in ("^", "**"):
            self.next()
            sign = 1.0
            while self.peek() in ("+", "-"):
                sign = -sign if self.next() == "-" else sign
            base = self.number(value, "a power has a parameter in it")
            exponent = sign * self.number(self.primary(), "a power has a parameter in it")
            try:
                value = {"": math.pow(base, exponent)}
            except (ValueError, OverflowError):
                self.fail("the power is not a real number")
        return value

    def primary(self) -> Affine:
        if self.at == len(self.tokens):
            self.fail("the end is missing")
        kind, token = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return {"": float(token)}
        if kind == "name":
            constants = self.grammar.constants
            return {"": float(constants[token])} if token in constants else {token: 1.0}
        if token != "(":
            self.fail(f"{token!r} does not belong here")
        self.depth += 1
        if self.depth > _DEPTH_LIMIT:
            self.fail("the parentheses are nested too deeply")
        value = self.sum()
        if self.peek() != ")":
            self.fail("a parenthesis is not closed")
        self.at += 1
        self.depth -= 1
        return value

    def number(self, value: Affine, fact: str) -> float:
        if set(value) - {""}:
            self.fail(fact)
        return value.get("", 0.0)

    def peek(self) -> str:
        if self.at == len(self.tokens):
            return ""
        ahead = self.tokens[self.at : self.at + 2]
        return "**" if [t for _, t in ahead] == ["*", "*"] else ahead[0][1]

    def next(self) -> str:
        token = self.peek()
        self.at += len(token) if token == "**" else 1
        return token

    def fail(self, fact: str) -> NoReturn:
        hint = "Factors are numbers and known lengths: '-a1/2*m1', 'Izz1 + a1^2/4*m1'"
        if (name := next((t for k, t in self.tokens[self.at - 1 :] if k == "name"), None)) is not None:
            hint = did_you_mean(name, self.grammar.constants, hint) or hint
        fail(self.what, fact, self.text, hint)


def fail(what: str, fact: str, text: str, hint: str) -> NoReturn:
    """Refuse a text."""
    raise MatlabValueError(
        "rst_compat:identification:WrongExpression",
        f"{what}: {fact}",
        "a sum of parameters with known factors",
        repr(shortened(text.strip(), 100)),
        hint,
    )


def scaled(value: Affine, factor: float) -> Affine:
    """A multiple."""
    return {name: factor * f for name, f in value.items()}


def added(value: Affine, other: Affine, factor: float = 1.0) -> Affine:
    """``value + factor * other``."""
    total = dict(value)
    for name, f in other.items():
        total[name] = total.get(name, 0.0) + factor * f
    return total
