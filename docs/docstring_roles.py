"""Cross-references of the docstrings as links: ``:func:`massMatrix``` leads to the entry of massMatrix."""

from __future__ import annotations

import re
from typing import Any

import griffe

import rst_compat as rst

ROLE = re.compile(r":(?:func|class|meth|mod):`~?\.?([\w.]+)`")


def linked(match: re.Match[str]) -> str:
    """A link for a public name; code for what has no entry."""
    name = match[1].rpartition(".")[2]
    return f"[`{name}`][rst_compat.{name}]" if name in rst.__all__ else f"`{match[1]}`"


class DocstringRoles(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring:
            obj.docstring.value = ROLE.sub(linked, obj.docstring.value)
