"""Constraint objects for generalizedInverseKinematics: targets, bounds, and joints that close a loop."""

from .bounds import constraintCartesianBounds, constraintDistanceBounds, constraintJointBounds
from .joints import constraintFixedJoint, constraintPrismaticJoint, constraintRevoluteJoint
from .targets import constraintAiming, constraintOrientationTarget, constraintPoseTarget, constraintPositionTarget

__all__ = [
    "constraintAiming",
    "constraintCartesianBounds",
    "constraintDistanceBounds",
    "constraintFixedJoint",
    "constraintJointBounds",
    "constraintOrientationTarget",
    "constraintPoseTarget",
    "constraintPositionTarget",
    "constraintPrismaticJoint",
    "constraintRevoluteJoint",
]
