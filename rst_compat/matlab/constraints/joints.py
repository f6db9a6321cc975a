"""Constraints that close a loop of the tree: joints between two of its bodies."""

from __future__ import annotations

from math import pi
from typing import Any, ClassVar

from ...ik import conditions as ik
from ..arguments import rigid_transform, text
from .properties import EYE, Checked, Conditions, Constraint, checked_bounds, nearest_pose
from .properties import tolerance as _tolerance
from .properties import weights as _weights


class _LoopJoint(Constraint):
    """Base of the joint constraints: each body has an intermediate frame, where the joint is."""

    __slots__ = ()

    def __init__(self, successorbody: str, predecessorbody: str, *args: Any, **keywords: Any) -> None:
        self._make({"SuccessorBody": successorbody, "PredecessorBody": predecessorbody}, args, keywords)

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "SuccessorTransform": EYE,
        "PredecessorTransform": EYE,
        "PositionTolerance": 0,
        "OrientationTolerance": 0,
        "Weights": [1, 1],
    }
    SuccessorBody = Checked(text, "Name of the body after the joint.")
    PredecessorBody = Checked(text, "Name of the body before the joint.")
    SuccessorTransform = Checked(rigid_transform, "Pose (4, 4) of the intermediate frame in the successor body; m.")
    PredecessorTransform = Checked(rigid_transform, "Pose (4, 4) of the other one in the predecessor body; m.")
    PositionTolerance = _tolerance("Largest distance that the joint does not allow, m.")
    OrientationTolerance = _tolerance("Largest angle that the joint does not allow, rad.")

    def _joined(self, *conditions: ik.Condition) -> Conditions:
        pairs = tuple(zip(conditions, self._values["Weights"].tolist(), strict=True))
        tool, target = nearest_pose(self.SuccessorTransform), nearest_pose(self.PredecessorTransform)
        return Conditions(self.SuccessorBody, self.PredecessorBody, tool, target, pairs)


def _limits(unit: str) -> Checked:
    return Checked(
        lambda value, what: checked_bounds(value, (2,), what), f"Least and largest position of the joint, {unit}."
    )


class constraintFixedJoint(_LoopJoint):
    """A constraint that two bodies are fixed to each other.

    Parameters
    ----------
    successorbody, predecessorbody : str
        Bodies or frames.
    SuccessorTransform, PredecessorTransform : (4, 4) array_like
        Pose of an intermediate frame in each, m; eye(4) by default. They are to coincide.
    PositionTolerance, OrientationTolerance : float
        Largest distance of the intermediate frames, m, and angle between them, rad; 0 by default.
    Weights : (2,) array_like
        Of the violations of PositionTolerance and OrientationTolerance; [1, 1] by default.

    Notes
    -----
    Source: the reference page of constraintFixedJoint.

    Examples
    --------
    >>> weld = constraintFixedJoint("link_3", "base")
    >>> weld.PositionTolerance = 0.001
    """

    __slots__ = ()

    Weights = _weights(2)

    def _conditions(self) -> Conditions:
        where, turned = ik.position_within(self.PositionTolerance), ik.rotation_within(self.OrientationTolerance)
        return self._joined(where, turned)


class constraintRevoluteJoint(_LoopJoint):
    """A constraint that two bodies turn about a common axis.

    Parameters
    ----------
    successorbody, predecessorbody : str
        Bodies or frames.
    SuccessorTransform, PredecessorTransform : (4, 4) array_like
        Pose of an intermediate frame in each, m; eye(4) by default. Their origins and z axes are to coincide.
    PositionTolerance, OrientationTolerance : float
        Largest distance of the origins, m, and angle between the z axes, rad; 0 by default.
    JointPositionLimits : (2,) array_like
        Least and largest angle from the predecessor's to the successor's frame about z, rad; [-pi, pi] by default.
    Weights : (3,) array_like
        Of the violations of PositionTolerance, OrientationTolerance and JointPositionLimits; ones by default.

    Notes
    -----
    Source: the reference page of constraintRevoluteJoint. Whole turns do not count in the angle.

    Examples
    --------
    >>> from rst_compat import trvec2tform
    >>> hinge = constraintRevoluteJoint("link_3", "base", "PredecessorTransform", trvec2tform([1, 0, 0]))
    >>> hinge.Weights.tolist()
    [1.0, 1.0, 1.0]
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        **_LoopJoint._DEFAULTS,
        "JointPositionLimits": [-pi, pi],
        "Weights": [1, 1, 1],
    }
    JointPositionLimits = _limits("rad")
    Weights = _weights(3)

    def _conditions(self) -> Conditions:
        where, turned = ik.position_within(self.PositionTolerance), ik.axis_within(self.OrientationTolerance)
        return self._joined(where, turned, ik.turn_between(*self.JointPositionLimits.tolist()))


class constraintPrismaticJoint(_LoopJoint):
    """A constraint that a body slides along an axis of another.

    Parameters
    ----------
    successorbody, predecessorbody : str
        Bodies or frames.
    SuccessorTransform, PredecessorTransform : (4, 4) array_like
        Pose of an intermediate frame in each, m; eye(4) by default. Their axes and z lines are to coincide.
    PositionTolerance, OrientationTolerance : float
        Largest distance of the successor's origin from the z line, m, and angle between the frames, rad; 0 by default.
    JointPositionLimits : (2,) array_like
        Least and largest z of the successor's origin in the predecessor's frame, m; [-0.5, 0.5] by default.
    Weights : (3,) array_like
        Of the violations of PositionTolerance, OrientationTolerance and JointPositionLimits; ones by default.

    Notes
    -----
    Source: the reference page of constraintPrismaticJoint.

    Examples
    --------
    >>> slider = constraintPrismaticJoint("piston", "base", JointPositionLimits=[0, 0.2])
    >>> slider.SuccessorBody
    'piston'
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        **_LoopJoint._DEFAULTS,
        "JointPositionLimits": [-0.5, 0.5],
        "Weights": [1, 1, 1],
    }
    JointPositionLimits = _limits("m")
    Weights = _weights(3)

    def _conditions(self) -> Conditions:
        beside, turned = ik.off_axis_within(self.PositionTolerance), ik.rotation_within(self.OrientationTolerance)
        return self._joined(beside, turned, ik.coordinate_between(2, *self.JointPositionLimits.tolist()))
