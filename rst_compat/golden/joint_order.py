"""The mistake of another order of joints: which order would explain the misses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MatlabError
from ..matlab.rigid_body_tree import rigidBodyTree
from .compute import compute_all
from .format import Case
from .hints import Attempt, convincing

if TYPE_CHECKING:
    from .compare import Passes

VECTORS = ("Configuration", "JointVelocity", "JointAcceleration", "JointTorque")
_COLUMNS = ("geometricJacobian",)
_ROWS = ("inverseDynamicsRegressor", "inverseDynamics", "forwardDynamics", "velocityProduct", "gravityTorque")
_BOTH = ("massMatrix", "coriolisMatrix")
SAMPLE = 20  # misses that are looked at
FULL_SEARCH = 7  # joints; beyond that the orders that people mix up
Order = tuple[int, ...]


def other_order(robot: rigidBodyTree, missed: Sequence[Case], size: int, passes: Passes) -> Iterator[Attempt]:
    """The order of joints that explains the misses, if one does.

    Notes
    -----
    Element ``k`` of a vector in the file is element ``order[k]`` of ours.  Candidates are narrowed from miss to miss,
    so that the many orders of many joints are tried on one case alone.
    """
    candidates, explains = list(_candidates(robot, size)), False
    for case in missed[:: -(-len(missed) // SAMPLE)]:
        if explains and len(candidates) == 1:
            break
        if fitting := _fitting(robot, case, candidates, passes):  # else the miss has another reason
            candidates, explains = fitting, True
    if not explains:
        return
    # Of what cannot be told apart, the order that moves fewest joints.
    order = min(candidates, key=lambda p: (sum(i != k for i, k in enumerate(p)), p))
    names = [b.Joint.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
    text = f"joints are in another order in the expected values: {', '.join(names[i] for i in order)}"
    yield Attempt(
        "joint-order", text, robot, lambda case: reordered(case, order), lambda case, got: back(case, got, order)
    )


def _candidates(robot: rigidBodyTree, size: int) -> Iterator[Order]:
    same = tuple(range(size))
    if size <= FULL_SEARCH:
        yield from (p for p in permutations(same) if p != same)
        return
    found = {same[::-1], *(same[k:] + same[:k] for k in range(1, size))}
    names = [b.Joint.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
    bodies = [b.Name for b in robot.Bodies if b.Joint.Type != "fixed"]
    depth = {robot.BaseName: 0}
    for body in robot.Bodies:
        if (parent := body.Parent) is not None:
            depth[body.Name] = depth[parent.Name] + 1
    for key in (names.__getitem__, bodies.__getitem__, lambda k: depth[bodies[k]]):
        found.add(tuple(sorted(same, key=key)))
    for i, k in combinations(same, 2):
        found.add(tuple(k if x == i else i if x == k else x for x in same))
    yield from sorted(found - {same})


def _fitting(robot: rigidBodyTree, case: Case, candidates: list[Order], passes: Passes) -> list[Order]:
    made = [reordered(case, order) for order in candidates]
    if not made or made[0] is None:
        return []
    cases = [replace(m, name=str(i)) for i, m in enumerate(made) if m is not None]
    results = compute_all(robot, cases)
    if any(isinstance(got, MatlabError) for got in results):
        return []
    factors = convincing(robot, cases)
    return [
        order
        for order, got, factor in zip(candidates, results, factors, strict=True)
        if passes(case, back(case, got, order), factor)
    ]


def reordered(case: Case, order: Order) -> Case | None:
    """A case of a file whose vectors are in an order, in ours."""
    changes = {}
    if "TransposeTimes" in case.inputs:  # a product, whose elements have no joints
        return None
    for key in VECTORS:
        if key in case.inputs:
            given = case.inputs[key]
            if len(given) != len(order):
                return None
            ours = [0.0] * len(order)
            for k, i in enumerate(order):
                ours[i] = given[k]
            changes[key] = ours
    return replace(case, inputs=case.inputs | changes) if changes else None


def back(case: Case, got: Any, order: Order) -> Any:
    """A result of ours in the order of the file."""
    if case.function in _BOTH:
        return got[np.ix_(order, order)]
    if case.function in _ROWS:
        return got[list(order)]
    return got[:, list(order)] if case.function in _COLUMNS else got
