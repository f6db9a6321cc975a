"""From a log of a robot to its inertial parameters and its friction, with error bars, and what no log can tell."""

from .base_parameters import BaseParameters, baseParameters
from .differentiate import differentiate
from .excitation import excitationTrajectory
from .identification_result import Identification
from .identify import identifyDynamics
from .linear_map import LinearMap
from .motion_data import MotionData
from .payload import identifyPayload
from .physical_fit import PhysicalFit, physicalFit
from .printed_method import demoWristOnlyLiteral
from .pseudo_inertia import fromLogCholesky, fromPseudoInertia, isPhysical, logCholesky, pseudoInertia
from .wrist_sensor import identifyTipToBase

__all__ = [
    "BaseParameters",
    "Identification",
    "LinearMap",
    "MotionData",
    "PhysicalFit",
    "baseParameters",
    "demoWristOnlyLiteral",
    "differentiate",
    "excitationTrajectory",
    "fromLogCholesky",
    "fromPseudoInertia",
    "identifyDynamics",
    "identifyPayload",
    "identifyTipToBase",
    "isPhysical",
    "logCholesky",
    "physicalFit",
    "pseudoInertia",
]
