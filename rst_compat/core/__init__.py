"""Rigid body dynamics on arrays: NumPy only, no names of MATLAB, written from Featherstone's book.

Every function takes a :class:`Model` first, accepts leading batch axes, and returns the kind of numbers it was given.
"""

from .aba import factored_forward_dynamics, forward_dynamics
from .coriolis import coriolis_matrix
from .crba import mass_matrix
from .kinematics import body_poses, center_of_mass, center_of_mass_jacobian, geometric_jacobian
from .model import Model, build_model
from .regressor import body_regressor, inverse_dynamics_regressor
from .rnea import gravity_torque, inverse_dynamics, velocity_product
from .spatial import body_parameters, invert_pose, motion_transform
from .wrench import to_base, to_body

__all__ = [
    "Model",
    "body_parameters",
    "body_poses",
    "body_regressor",
    "build_model",
    "center_of_mass",
    "center_of_mass_jacobian",
    "coriolis_matrix",
    "factored_forward_dynamics",
    "forward_dynamics",
    "geometric_jacobian",
    "gravity_torque",
    "inverse_dynamics",
    "inverse_dynamics_regressor",
    "invert_pose",
    "mass_matrix",
    "motion_transform",
    "to_base",
    "to_body",
    "velocity_product",
]
