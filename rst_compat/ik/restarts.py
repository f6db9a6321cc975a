"""Searches from one place after the other, until one of them solves the problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from .chain import Array
from .search import EVERYWHERE, ITERATIONS, TIME, Box, Outcome, Problem, Rules

_TRIED = 9  # restarts, every other one without bounds, after which it is known whether those help
_FINISH = 40  # iterations that bring a search near enough to its minimum


class Search(Protocol):
    """A method that descends from one starting point."""

    def __call__(
        self, problem: Problem, q: Array, box: Box, rules: Rules, budget: int, patient: bool = True, /
    ) -> Outcome: ...


class Solution(NamedTuple):
    """The best that was found: positions (n,), length of the residual, iterations, restarts, why it ended."""

    q: Array
    error: float
    iterations: int
    restarts: int
    flag: int


def solve(
    search: Search,
    problem: Problem,
    q: Array,
    box: Box,
    rules: Rules,
    budget: int,
    uniform: Callable[[], Array] | None = None,
    starts: Box | None = None,
) -> Solution:
    """Minimise a residual, from a starting point and then from random ones.

    Parameters
    ----------
    search : Search
    problem : Problem
    q : (n,) array
        The first starting point, inside the box.
    box : Box
    rules : Rules
    budget : int
        Most iterations of all searches together.
    uniform : callable, optional
        Gives random numbers (n,) between 0 and 1 for another start; without it there are no restarts.
    starts : Box, optional
        Where restarts begin, inside the box; everywhere in it by default.

    Notes
    -----
    Nearly all problems that have a solution show it within some twenty iterations of a good start, so searches are
    given up early (see :class:`rst_compat.ik.search.Patience`) and most of the budget goes to new starts.  Every other
    restart first looks for a solution without bounds and folds it into the box, for a solution in a corner is hard to
    reach along the walls; where the first five of these find nothing, the target is out of reach anyway.  What is still
    unsolved then is mostly a target that only one corner of a box of many joints reaches: two of three restarts begin
    in corners.  The last tenth of the budget finishes the best searches, for targets that are out of reach.
    """
    if uniform is None:
        found = search(problem, q, box, rules, budget, True)
        return Solution(found.q, found.squared**0.5, found.iterations, 0, found.flag)
    starts = starts or box
    early, solved, used, restarts, through = budget - budget // 10, rules.solution**2, 0, 0, False
    found = search(problem, q, box, rules, early, False)
    ends = [found]
    while True:
        used += found.iterations
        if found.squared <= solved:
            return Solution(found.q, found.squared**0.5, used, restarts, found.flag)
        used += found.iterations == 0  # a start from which nothing moves costs one, too, or there would be no end
        if used >= early or found.flag == TIME:
            break
        q, restarts = starts.sample(uniform()), restarts + 1
        if restarts > _TRIED and restarts % 3 and box is not EVERYWHERE:
            q = _near_corner(problem, starts, q)
        elif restarts % 2 and (through or restarts <= _TRIED) and box is not EVERYWHERE:
            loose = rules._replace(solution=max(rules.solution, 1e-3))
            free = search(problem, q, EVERYWHERE, loose, early - used, False)
            q, used, through = box.fold(free.q), used + free.iterations, through or free.squared <= loose.solution**2
        found = search(problem, q, box, rules, early - used, False)
        ends.append(found)
    finished = []
    for found in sorted(ends, key=lambda end: end.squared):
        finished.append(search(problem, found.q, box, rules, min(_FINISH, budget - used), True))
        used += finished[-1].iterations
        if used >= budget:
            break
    best = min(finished, key=lambda end: end.squared)
    flag = best.flag if best.squared <= solved or best.flag == TIME else ITERATIONS
    return Solution(best.q, best.squared**0.5, used, restarts, flag)


def _near_corner(problem: Problem, box: Box, q: Array) -> Array:
    """A corner (n,) that is nearer to a solution than those along its edges, found from the one next to a point."""
    start, end = box.ends()
    corner = np.where(2 * q < start + end, start, end)
    e = problem.error(corner)[0]
    squared, unchanged, k = float(e.dot(e)), 0, 0
    while unchanged < len(q):
        other = corner.copy()
        other[k] = end[k] if corner[k] == start[k] else start[k]
        e = problem.error(other)[0]
        nearer = float(e.dot(e)) < squared
        if nearer:
            corner, squared = other, float(e.dot(e))
        unchanged, k = 0 if nearer else unchanged + 1, (k + 1) % len(q)
    return corner
