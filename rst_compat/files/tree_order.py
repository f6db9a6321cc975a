"""Links and joints as a tree: which link is the base, and in which order the bodies come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, NoReturn

from .xml_cursor import Element
from .xml_text import shortened

_SHOWN = 5  # links of a loop in a message


class Edge(NamedTuple):
    """A joint between two links, of which no more is read before the links are known to be a tree."""

    element: Element
    name: str
    parent: str
    child: str


def depth_first(robot: Element, links: Mapping[str, Element], edges: Sequence[Edge]) -> tuple[str, list[Edge]]:
    """The name of the root link, and the joints in MATLAB's order of bodies.

    Depth first from the root, the children of a link by ascending name of their joints (ASCII).

    Raises
    ------
    MatlabError
        ``DuplicateName``, ``TwoParents``, ``NoLink``, ``TwoRoots``, ``Loop``, each with the names in question.
    """
    above: dict[str, Edge] = {}
    below: dict[str, list[Edge]] = defaultdict(list)
    names: set[str] = set()
    for edge in edges:
        if edge.name in names:
            expected, got = "unique joint names", f"a second joint {edge.name!r}"
            edge.element.refuse("DuplicateName", expected, got, "Rename one of the two", "name")
        names.add(edge.name)
        if edge.child in above:
            got = f"{edge.child!r} below the joints {above[edge.child].name!r} and {edge.name!r}"
            hint = "A tree has no closed loops; leave one joint out"
            edge.element.refuse("TwoParents", "one joint above each link", got, hint)
        above[edge.child] = edge
        below[edge.parent].append(edge)
    root = _root(robot, links, above)
    ordered: list[Edge] = []
    waiting = _descending(below[root])
    while waiting:
        edge = waiting.pop()
        ordered.append(edge)
        waiting += _descending(below[edge.child])
    if len(ordered) < len(edges):
        reached = {edge.child for edge in ordered}
        _loop(next(edge for edge in edges if edge.child not in reached), above)
    return root, ordered


def _descending(edges: list[Edge]) -> list[Edge]:
    return sorted(edges, key=lambda edge: edge.name, reverse=True)


def _root(robot: Element, links: Mapping[str, Element], above: Mapping[str, Edge]) -> str:
    if not links:
        robot.refuse("NoLink", "at least one link", "none", "The root link becomes the base")
    roots = [name for name in links if name not in above]
    if not roots:
        _loop(next(iter(above.values())), above)
    if len(roots) > 1:
        shown = ", ".join(repr(name) for name in roots[:5]) + (f" and {len(roots) - 5} more" if len(roots) > 5 else "")
        expected, got = "one link without a joint above it, the root", f"{len(roots)}: {shown}"
        hint = "Connect them by a joint, of type fixed for example"
        links[roots[1]].refuse("TwoRoots", expected, got, hint)
    return roots[0]


def _loop(edge: Edge, above: Mapping[str, Edge]) -> NoReturn:
    """Refuse the loop into which the links above a joint lead."""
    seen: dict[str, Edge] = {}
    while edge.child not in seen:
        seen[edge.child] = edge
        edge = above[edge.parent]
    loop = [edge.child]
    while (edge := above[edge.parent]).child != loop[0]:
        loop.append(edge.child)
    down = [loop[0], *reversed(loop)]
    long = len(loop) > _SHOWN
    shown = " -> ".join(shortened(name, 25) for name in ([*down[:3], "...", down[-1]] if long else down))
    got = f"a loop, {shown}" + (f" ({len(loop)} links)" if long else "")
    edge.element.refuse("Loop", "a tree", got, "A link cannot stand below itself; leave one joint out")
