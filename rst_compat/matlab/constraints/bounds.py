"""Constraints that keep something within bounds: coordinates, a distance, joint positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...ik import conditions as ik
from ..compile import check_tree, compiled
from .properties import (
    EYE,
    Checked,
    Conditions,
    Constraint,
    EndEffectorConstraint,
    checked_bounds,
    checked_weights,
    nearest_pose,
)
from .properties import transform as _transform
from .properties import weights as _weights

if TYPE_CHECKING:
    from ..rigid_body_tree import rigidBodyTree


class constraintCartesianBounds(EndEffectorConstraint):
    """A constraint that keeps the origin of a body in a box.

    Parameters
    ----------
    endeffector : str
        A body or frame.
    ReferenceBody : str
        The body or frame that the box is fixed to; empty, the default, for the base.
    TargetTransform : (4, 4) array_like
        Pose of the box's frame in the reference body, m; eye(4) by default.
    Bounds : (3, 2) array_like
        Least and largest x, y and z in that frame, m; zeros by default.
    Weights : (3,) array_like
        Of the violations along x, y and z; [1, 1, 1] by default.

    Notes
    -----
    Source: the reference page of constraintCartesianBounds.

    Examples
    --------
    >>> from math import inf
    >>> above = constraintCartesianBounds("gripper", Bounds=[[-inf, inf], [-inf, inf], [0.05, inf]])
    >>> above.Weights.tolist()
    [1.0, 1.0, 1.0]
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "ReferenceBody": "",
        "TargetTransform": EYE,
        "Bounds": np.zeros((3, 2)),
        "Weights": [1, 1, 1],
    }
    TargetTransform = _transform()
    Bounds = Checked(lambda value, what: checked_bounds(value, (3, 2), what), "Of x, y, z (3, 2), m.")
    Weights = _weights(3)

    def _conditions(self) -> Conditions:
        along = [ik.coordinate_between(axis, *row) for axis, row in enumerate(self.Bounds.tolist())]
        return self._between(nearest_pose(self.TargetTransform), *along)


class constraintDistanceBounds(EndEffectorConstraint):
    """A constraint on the distance between the origins of two bodies.

    Parameters
    ----------
    endeffector : str
        A body or frame.
    ReferenceBody : str
        The other one; empty, the default, for the base.
    Bounds : (2,) array_like
        Least and largest distance, m; [0, 0] by default.
    Weights : float
        1 by default.

    Notes
    -----
    Source: the reference page of constraintDistanceBounds.

    Examples
    --------
    >>> reach = constraintDistanceBounds("tool", "ReferenceBody", "shoulder", "Bounds", [0.2, 0.6])
    >>> reach.Bounds.tolist()
    [0.2, 0.6]
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {"ReferenceBody": "", "Bounds": [0, 0], "Weights": 1}
    Bounds = Checked(lambda value, what: checked_bounds(value, (2,), what, 0), "Least and largest distance, m.")
    Weights = _weights(1)

    def _conditions(self) -> Conditions:
        return self._between(EYE, ik.distance_between(*self.Bounds.tolist()))


class constraintJointBounds(Constraint):
    """A constraint on joint positions, beside the limits of the joints.

    Parameters
    ----------
    robot : rigidBodyTree
    Bounds : (n, 2) array_like
        Least and largest position of every joint that moves, in the order of the configuration, rad or m; the joints'
        PositionLimits by default.
    Weights : (n,) array_like
        Of the joints' violations; ones by default.

    Notes
    -----
    Source: the reference page of constraintJointBounds. The bounds are a goal as those of every constraint are;
    what is never violated are the limits of the joints, as long as the solver enforces them.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> still = constraintJointBounds(importrobot("twolink"))
    >>> still.Bounds = [[-0.1, 0.1], [0.4, 0.6]]
    >>> still.Weights.tolist()
    [1.0, 1.0]
    """

    __slots__ = ("_count",)

    _count: int

    def __init__(self, robot: rigidBodyTree, *args: Any, **keywords: Any) -> None:
        check_tree(robot, "constraintJointBounds: the first argument")
        compiled(robot)
        limits = [np.atleast_2d(b._joint._limits) for b in robot._bodies if b._joint._type != "fixed"]
        object.__setattr__(self, "_count", sum(map(len, limits)))
        bounds = np.concatenate([np.zeros((0, 2)), *limits])
        self._make({"Bounds": bounds, "Weights": np.ones(self._count)}, args, keywords)

    _DEFAULTS: ClassVar[dict[str, Any]] = {}

    @property
    def Bounds(self) -> Any:
        """Least and largest positions (n, 2), rad or m."""
        return self._values["Bounds"]

    @Bounds.setter
    def Bounds(self, value: Any) -> None:
        self._values["Bounds"] = checked_bounds(value, (self._count, 2), "constraintJointBounds.Bounds")

    @property
    def Weights(self) -> Any:
        """Of the joints' violations (n,); 0 ignores one."""
        return self._values["Weights"]

    @Weights.setter
    def Weights(self, value: Any) -> None:
        given = checked_weights(value, self._count, "constraintJointBounds.Weights")
        self._values["Weights"] = np.atleast_1d(given)

    def _copied(self) -> Any:
        new = super()._copied()
        object.__setattr__(new, "_count", self._count)
        return new
