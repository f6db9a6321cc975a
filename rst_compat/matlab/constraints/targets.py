"""Constraints on where an end effector is and how it is turned: position, orientation, pose, and what it points at."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from ...errors import MatlabValueError
from ...ik import conditions as ik
from ..arguments import elements
from ..rotations import quat2rotm
from .properties import _ID, EYE, Array, Checked, Conditions, EndEffectorConstraint, nearest_pose
from .properties import tolerance as _tolerance
from .properties import transform as _transform
from .properties import weights as _weights


def _quaternion(value: Any, what: str) -> Array:
    q = elements(value, 4, what)
    if not q.any():
        raise MatlabValueError(
            _ID + "ZeroQuaternion", f"{what} is zero", "a quaternion [w x y z]", "[0, 0, 0, 0]", "[1 0 0 0] is no turn"
        )
    return q


class constraintPoseTarget(EndEffectorConstraint):
    """A constraint on the pose of a body.

    Parameters
    ----------
    endeffector : str
        A body or frame.
    ReferenceBody : str
        The body or frame that the target is fixed to; empty, the default, for the base.
    TargetTransform : (4, 4) array_like
        Pose of the target in the reference body, m; eye(4) by default.
    OrientationTolerance : float
        Largest angle between end effector and target, rad; 0 by default.
    PositionTolerance : float
        Largest distance of their origins, m; 0 by default.
    Weights : (2,) array_like
        Of the violations of PositionTolerance and OrientationTolerance; [1, 1] by default.

    Notes
    -----
    Source: the reference page of constraintPoseTarget.

    Examples
    --------
    >>> from rst_compat import trvec2tform
    >>> target = constraintPoseTarget("tool", TargetTransform=trvec2tform([0.4, 0, 0.5]))
    >>> target.PositionTolerance = 0.001
    >>> target.Weights.tolist()
    [1.0, 1.0]
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "ReferenceBody": "",
        "TargetTransform": EYE,
        "OrientationTolerance": 0,
        "PositionTolerance": 0,
        "Weights": [1, 1],
    }
    TargetTransform = _transform()
    OrientationTolerance = _tolerance("Largest angle, rad.")
    PositionTolerance = _tolerance("Largest distance of the origins, m.")
    Weights = _weights(2)

    def _conditions(self) -> Conditions:
        where, turned = ik.position_within(self.PositionTolerance), ik.rotation_within(self.OrientationTolerance)
        return self._between(nearest_pose(self.TargetTransform), where, turned)


class constraintPositionTarget(EndEffectorConstraint):
    """A constraint on the position of a body.

    Parameters
    ----------
    endeffector : str
        A body or frame.
    ReferenceBody : str
        The body or frame that the target is fixed to; empty, the default, for the base.
    TargetPosition : (3,) array_like
        In the reference body, m; [0, 0, 0] by default.
    PositionTolerance : float
        Largest distance of the end effector's origin, m; 0 by default.
    Weights : float
        1 by default.

    Notes
    -----
    Source: the reference page of constraintPositionTarget.

    Examples
    --------
    >>> near = constraintPositionTarget("tool", "TargetPosition", [0.4, 0, 0.5], "PositionTolerance", 0.05)
    >>> near.PositionTolerance
    0.05
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "ReferenceBody": "",
        "TargetPosition": [0, 0, 0],
        "PositionTolerance": 0,
        "Weights": 1,
    }
    TargetPosition = Checked(lambda value, what: elements(value, 3, what), "In the reference body, m.")
    PositionTolerance = _tolerance("Largest distance, m.")
    Weights = _weights(1)

    def _conditions(self) -> Conditions:
        return self._between(_at(self.TargetPosition), ik.position_within(self.PositionTolerance))


class constraintOrientationTarget(EndEffectorConstraint):
    """A constraint on the orientation of a body.

    Parameters
    ----------
    endeffector : str
        A body or frame.
    ReferenceBody : str
        The body or frame that the target is fixed to; empty, the default, for the base.
    TargetOrientation : (4,) array_like
        Quaternion ``[w x y z]`` of the target in the reference body; [1, 0, 0, 0] by default.
    OrientationTolerance : float
        Largest angle between end effector and target, rad; 0 by default.
    Weights : float
        1 by default.

    Notes
    -----
    Source: the reference page of constraintOrientationTarget. The quaternion need not have length 1.

    Examples
    --------
    >>> upright = constraintOrientationTarget("tool", OrientationTolerance=0.1)
    >>> upright.TargetOrientation.tolist()
    [1.0, 0.0, 0.0, 0.0]
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "ReferenceBody": "",
        "TargetOrientation": [1, 0, 0, 0],
        "OrientationTolerance": 0,
        "Weights": 1,
    }
    TargetOrientation = Checked(_quaternion, "Quaternion (4,), [w x y z].")
    OrientationTolerance = _tolerance("Largest angle, rad.")
    Weights = _weights(1)

    def _conditions(self) -> Conditions:
        target = np.eye(4)
        target[:3, :3] = quat2rotm(self.TargetOrientation[None, :])
        return self._between(target, ik.rotation_within(self.OrientationTolerance))


class constraintAiming(EndEffectorConstraint):
    """A constraint that the z axis of a body points at a target.

    Parameters
    ----------
    endeffector : str
        A body or frame.
    ReferenceBody : str
        The body or frame that the target is fixed to; empty, the default, for the base.
    TargetPoint : (3,) array_like
        In the reference body, m; [0, 0, 0] by default.
    AngularTolerance : float
        Largest angle between the z axis and the line from the end effector's origin to the target, rad; 0 by default.
    Weights : float
        1 by default.

    Notes
    -----
    Source: the reference page of constraintAiming.

    Examples
    --------
    >>> look = constraintAiming("camera", TargetPoint=[0, 1, 1])
    >>> look.AngularTolerance
    0.0
    """

    __slots__ = ()

    _DEFAULTS: ClassVar[dict[str, Any]] = {
        "ReferenceBody": "",
        "TargetPoint": [0, 0, 0],
        "AngularTolerance": 0,
        "Weights": 1,
    }
    TargetPoint = Checked(lambda value, what: elements(value, 3, what), "In the reference body, m.")
    AngularTolerance = _tolerance("Largest angle, rad.")
    Weights = _weights(1)

    def _conditions(self) -> Conditions:
        return self._between(_at(self.TargetPoint), ik.aim_within(self.AngularTolerance))


def _at(point: Array) -> Array:
    T = np.eye(4)
    T[:3, 3] = point
    return T
