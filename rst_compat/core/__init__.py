"""Rigid body dynamics on arrays: NumPy only, no names of MATLAB, written from Featherstone's book.

Every function of dynamics takes a :class:`Model` first, accepts leading batch axes, and returns the kind of numbers it
was given.  Polynomials of time stand beside them, in float64.
"""

from .aba import factored_forward_dynamics, forward_dynamics
from .coriolis import coriolis_matrix
from .crba import mass_matrix
from .drives import Drives, drive_regressor, drive_torque, friction_torque
from .kinematics import body_poses, center_of_mass, center_of_mass_jacobian, geometric_jacobian
from .manipulability import asada, inverse_condition, yoshikawa
from .model import Model, build_model
from .newton_euler import NewtonEuler, joint_reaction, joint_reactions, newton_euler, point_acceleration
from .polynomials import evaluate_pieces, hermite_pieces, hermite_values, least_derivative_knots, squared_derivative
from .regressor import body_regressor, inverse_dynamics_regressor, wrench_regressor
from .rnea import gravity_torque, inverse_dynamics, velocity_product
from .spatial import body_parameters, invert_pose, motion_transform, rotate_axes
from .wrench import to_base, to_body

__all__ = [
    "Drives",
    "Model",
    "NewtonEuler",
    "asada",
    "body_parameters",
    "body_poses",
    "body_regressor",
    "build_model",
    "center_of_mass",
    "center_of_mass_jacobian",
    "coriolis_matrix",
    "drive_regressor",
    "drive_torque",
    "evaluate_pieces",
    "factored_forward_dynamics",
    "forward_dynamics",
    "friction_torque",
    "geometric_jacobian",
    "gravity_torque",
    "hermite_pieces",
    "hermite_values",
    "inverse_condition",
    "inverse_dynamics",
    "inverse_dynamics_regressor",
    "invert_pose",
    "joint_reaction",
    "joint_reactions",
    "least_derivative_knots",
    "mass_matrix",
    "motion_transform",
    "newton_euler",
    "point_acceleration",
    "rotate_axes",
    "squared_derivative",
    "to_base",
    "to_body",
    "velocity_product",
    "wrench_regressor",
    "yoshikawa",
]
