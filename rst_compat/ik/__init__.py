"""Inverse kinematics on arrays: NumPy and the core, no names of MATLAB.

A problem is a residual with a Jacobian (:class:`PoseError` on a :class:`Chain`); a search descends from one starting
point (:func:`levenberg_marquardt`, :func:`bfgs_projection`); :func:`solve` starts searches until one succeeds.  For
arms with a spherical wrist :mod:`rst_compat.ik.spherical_wrist` has the closed form.
"""

from .bfgs_projection import bfgs_projection
from .chain import Chain, make_chain
from .levenberg_marquardt import levenberg_marquardt
from .pose_error import PoseError
from .restarts import Solution, solve
from .search import EVERYWHERE, Box, Rules

__all__ = [
    "EVERYWHERE",
    "Box",
    "Chain",
    "PoseError",
    "Rules",
    "Solution",
    "bfgs_projection",
    "levenberg_marquardt",
    "make_chain",
    "solve",
]
