"""An XML element that reads its attributes and texts, and refuses with its place, its name and its owner."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from ..errors import MatlabError, MatlabKeyError, MatlabValueError, did_you_mean
from .spec import Vector
from .xml_text import Document, shortened

#: the attribute that stands for the text between the tags
TEXT = ""
#: with these characters alone, float() reads what XML Schema calls a double, and neither 1_0 nor nan
_PLAIN = re.compile(r"[0-9eE+.\s-]*", re.ASCII)
_INFINITE = re.compile(r"([+-]?)inf(inity)?", re.IGNORECASE)
_NUMBERS_LENGTH = 10_000  # of an attribute; a handful of numbers takes a hundredth of it
_DECIMALS = "Decimals have a point, and spaces separate numbers"
_XACRO = 'It is an expression of xacro: importrobot(source, "xacro") expands it, for a text you trust'


class Element:
    """An element of a :class:`Document`.

    Only children in the namespace of the root element are seen: what has another one is somebody's extension.

    Attributes
    ----------
    owner : str
        What it describes, for messages: ``"link 'forearm'"``.
    """

    __slots__ = ("_area", "_document", "_element", "owner")

    def __init__(self, document: Document, element: Any, area: str, owner: str = "") -> None:
        self._document, self._element, self._area, self.owner = document, element, area, owner

    @property
    def tag(self) -> str:
        """Its name, without the namespace."""
        return str(self._element.tag[len(self._document.namespace) :])

    def children(self, *tags: str, owner: str | None = None) -> list[Element]:
        """The child elements of some names, in the order of the text."""
        document, area, owned = self._document, self._area, self.owner if owner is None else owner
        names = [document.namespace + tag for tag in tags]
        return [Element(document, e, area, owned) for e in self._element.iterchildren(*names)]

    def child(self, tag: str) -> Element | None:
        """The first child of a name."""
        for e in self._element.iterchildren(self._document.namespace + tag):
            return Element(self._document, e, self._area, self.owner)
        return None

    def required_child(self, tag: str) -> Element:
        """The first child of a name, which must be there."""
        found = self.child(tag)
        if found is None:
            self.refuse("MissingElement", f"an element <{tag}>", "none", "Each must have one", error=MatlabKeyError)
        return found

    def get(self, attribute: str) -> str | None:
        """The value of an attribute, or the text without the spaces around it; None where there is none."""
        if attribute != TEXT:
            value = self._element.get(attribute)
            return None if value is None else str(value)
        value = self._element.text
        return None if value is None else str(value).strip()

    def text(self, attribute: str) -> str:
        """The value of an attribute, which must be there and must not be empty."""
        value = self.get(attribute)
        if value is None:
            if attribute == TEXT:
                self.refuse("MissingText", "a text between its tags", "none", "Is the file complete?")
            self.refuse("MissingAttribute", f"the attribute {attribute}", self._attributes(), error=MatlabKeyError)
        if not value.strip():
            self.refuse("WrongValue", "a text", "an empty one", "Is the file complete?", attribute)
        return value

    def numbers(self, attribute: str, counts: int | Sequence[int], default: Vector | None = None) -> Vector:
        """Finite numbers separated by spaces, so many of them; an absent attribute gives the default, if any."""
        if default is not None and self.get(attribute) is None:
            if attribute != TEXT and (between := self.get(TEXT)) and _PLAIN.fullmatch(between[:_NUMBERS_LENGTH]):
                hint = f'Write them into an attribute, as in {attribute}="..."'
                self.refuse(
                    "MissingAttribute",
                    f"the attribute {attribute}",
                    f"numbers between the tags: {shortened(between)}",
                    hint,
                )
            return default
        allowed = (counts,) if isinstance(counts, int) else counts
        text = " ".join(self.text(attribute)[:_NUMBERS_LENGTH].split(maxsplit=max(allowed)))  # one too many is enough
        values: Vector = (math.nan,)
        if _PLAIN.fullmatch(text):
            with suppress(ValueError):
                values = tuple(map(float, text.split()))
        if not all(map(math.isfinite, values)):
            hint = _XACRO if "${" in text or "$(" in text else _DECIMALS
            self.refuse("WrongNumber", "finite numbers", self._shown(attribute), hint, attribute)
        if len(values) not in allowed:
            count = " or ".join(str(n) for n in allowed)
            expected = "one number" if allowed == (1,) else f"{count} numbers separated by spaces"
            self.refuse("WrongCount", expected, self._shown(attribute), _DECIMALS, attribute)
        return values

    def number(self, attribute: str, default: float | None = None, *, infinite: bool = False) -> float:
        """One number, finite unless infinities are allowed."""
        if infinite and (found := _INFINITE.fullmatch((self.get(attribute) or "").strip())):
            return -math.inf if found[1] == "-" else math.inf
        return self.numbers(attribute, 1, None if default is None else (default,))[0]

    def refuse(
        self,
        what: str,
        expected: str,
        got: str,
        hint: str | None = None,
        attribute: str | None = None,
        error: type[MatlabError] = MatlabValueError,
    ) -> NoReturn:
        """Raise ``arm.urdf, line 3, column 5, attribute xyz of <origin> in joint 'a': expected ..., got ...``."""
        subject = f"<{shortened(self.tag)}>" if not attribute else f"attribute {attribute} of <{shortened(self.tag)}>"
        fact = f"{self.place}, {subject}" + (f" in {shortened(self.owner)}" if self.owner else "")
        hint = hint or "Correct the file at this line"
        raise error(f"rst_compat:{self._area}:{what}", fact, expected, shortened(got, 200), hint)

    @property
    def place(self) -> str:
        """Text, line and column."""
        return self._document.place(self._element)

    def choose(self, attribute: str, options: Sequence[str], what: str) -> str:
        """One of some words."""
        value = self.text(attribute).strip()
        if value not in options:
            hint = did_you_mean(value, options)
            self.refuse(what, f"one of {', '.join(options)}", repr(value), hint, attribute)
        return value

    def _attributes(self) -> str:
        names = [str(name) for name in self._element.keys()]  # noqa: SIM118 - an element iterates over its children
        return "only " + shortened(", ".join(names)) if names else "no attribute"

    def _shown(self, attribute: str) -> str:
        return repr(shortened(self.get(attribute) or ""))
