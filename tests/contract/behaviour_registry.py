"""Which test shows that a name of MATLAB does what MATLAB's does.

``api_frequency.csv`` beside this file counts the uses of names in public scripts. Names without an entry are not here
yet, or are left out of the count: see ``PICTURES``.
"""

import csv
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

import rst_compat as rst

TESTS = Path(__file__).parents[1]

_WAYPOINTS = "matlab/trajectories/test_through_waypoints.py"
_GENERALIZED = "matlab/test_generalized_inverse_kinematics.py"
_TRAPEZOIDS = "matlab/trajectories/test_trapveltraj.py"
_ANALYTICAL = "matlab/test_analytical_inverse_kinematics.py"


class Row(NamedTuple):
    """A name of the table, and how often it is used."""

    section: str
    name: str
    uses: int


def frequencies() -> list[Row]:
    """The rows of the table, in its order."""
    text = (Path(__file__).parent / "api_frequency.csv").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [Row(row["section"], row["name"], int(row["uses"])) for row in csv.DictReader(lines)]


#: Of the companion functions in section 7, those of robotics; the others are MATLAB's own or of other toolboxes.
_ROBOTICS = """
    trvec2tform eul2tform tform2trvec rotm2eul trapveltraj cubicpolytraj wrapToPi transformtraj se3 axang2tform
    quinticpolytraj tform2quat minjerkpolytraj tform2eul angdiff axang2rotm quat2tform plotTransforms bsplinepolytraj
    eul2rotm rotm2quat rotm2tform eul2quat quat2rotm quat2eul rottraj tform2rotm rotm2axang so3 minsnappolytraj
"""
ROBOTICS = set(_ROBOTICS.split())

#: Pictures and collision, by section: left out of both sides of the count.
PICTURES = {
    "1": "show addCollision addVisual checkCollision clearCollision clearVisual getVisual",
    "2": "collisionBox collisionCylinder collisionSphere collisionMesh interactiveRigidBodyTree"
    " manipulatorCollisionBodyValidator",
    "3": "Visuals Collisions",
    "4": "PreservePlot Frames Collisions Parent Position Visuals FastUpdate MarkerScaleFactor IgnoreSelfCollision"
    " SelfCollision",
    "7": "plotTransforms",
}

#: section -> name -> test, from the folder of the tests
BEHAVIOUR: dict[str, dict[str, str]] = {
    "1": {
        "homeConfiguration": "matlab/test_configurations.py::test_home_of_a_struct_is_one_element_a_moving_joint",
        "getTransform": "matlab/test_kinematics.py::test_the_pose_of_a_body_in_the_base",
        "addBody": "matlab/test_rigid_body_tree.py::test_an_edit_of_the_original_does_not_reach_the_tree",
        "setFixedTransform": "matlab/test_rigid_body_joint.py::test_dh_sits_behind_the_joint",
        "massMatrix": "matlab/test_dynamics.py::test_mass_matrix",
        "gravityTorque": "matlab/test_dynamics.py::test_gravity_torque_holds_the_robot",
        "velocityProduct": "matlab/test_dynamics.py::test_velocity_product",
        "inverseDynamics": "matlab/test_dynamics.py::test_inverse_dynamics_is_the_sum_of_its_terms",
        "showdetails": "matlab/test_display.py::test_showdetails_counts_from_one_and_lists_children",
        "geometricJacobian": "matlab/test_kinematics.py::test_jacobian_rows_are_angular_then_linear",
        "randomConfiguration": "matlab/test_random_numbers.py::test_one_number_a_moving_joint_in_body_order",
        "forwardDynamics": "matlab/test_dynamics.py::test_forward_dynamics_solves_for_the_acceleration",
        "addSubtree": "matlab/test_rigid_body_tree.py::test_the_base_of_a_subtree_is_not_added",
        "getBody": "matlab/test_rigid_body_tree.py::test_get_body_gives_the_live_handle",
        "removeBody": "matlab/test_rigid_body_tree.py::test_remove_body_takes_all_that_hangs_on_it",
        "externalForce": "matlab/test_dynamics.py::test_external_force_about_the_base_origin",
        "copy": "matlab/test_rigid_body.py::test_a_copy_is_equal_independent_and_alone",
        "centerOfMass": "matlab/test_kinematics.py::test_centre_of_mass_and_its_jacobian",
        "subtree": "matlab/test_rigid_body_tree.py::test_subtree_is_a_copy_with_the_parent_as_base",
        "replaceBody": "matlab/test_rigid_body_tree.py::test_replace_body_keeps_place_parent_and_children",
        "replaceJoint": "matlab/test_rigid_body_tree.py::test_replace_joint_stores_a_copy",
        "addFrame": "matlab/test_frames.py::test_the_example_of_the_documentation",
        "removeFrame": "matlab/test_frames.py::test_the_example_of_the_documentation",
    },
    "2": {
        "importrobot": "matlab/test_importers_urdf.py::test_inertia_is_about_the_body_frame",
        "rigidBody": "matlab/test_rigid_body.py::test_the_default_joint_is_fixed_and_named_after_the_body",
        "rigidBodyJoint": "matlab/test_rigid_body_joint.py::test_a_joint_is_fixed_unless_a_type_is_given",
        "rigidBodyTree": "matlab/test_rigid_body_tree.py::test_gravity_is_zero_unless_set",
        "loadrobot": "matlab/test_robot_library.py::test_torques_of_the_puma",
        "robotics.RigidBody": "matlab/test_rigid_body_tree.py::test_names_before_r2019b",
        "robotics.RigidBodyTree": "matlab/test_rigid_body_tree.py::test_names_before_r2019b",
        "robotics.Joint": "matlab/test_rigid_body_tree.py::test_names_before_r2019b",
        "manipulabilityIndex": "matlab/test_manipulability.py::test_published_products_of_singular_values",
        "inverseKinematics": "matlab/test_inverse_kinematics.py::test_outputs",
        "robotics.InverseKinematics": "matlab/test_inverse_kinematics.py::test_the_old_name",
        "generalizedInverseKinematics": _GENERALIZED + "::test_a_reaching_motion_above_a_table",
        "robotics.GeneralizedInverseKinematics": _GENERALIZED + "::test_it_goes_by_its_old_name_and_step",
        "analyticalInverseKinematics": _ANALYTICAL + "::test_the_published_solutions_of_the_irb120_in_their_order",
        "constraintPoseTarget": _GENERALIZED + "::test_a_pose_with_signs_of_joints",
        "constraintJointBounds": _GENERALIZED + "::test_a_pose_with_signs_of_joints",
        "constraintPositionTarget": _GENERALIZED + "::test_position_and_aim",
        "constraintAiming": _GENERALIZED + "::test_position_and_aim",
        "constraintOrientationTarget": _GENERALIZED + "::test_a_reaching_motion_above_a_table",
        "constraintCartesianBounds": _GENERALIZED + "::test_a_reaching_motion_above_a_table",
        "jointSpaceMotionModel": "matlab/motion_models/test_step_response.py::test_the_step_response_is_as_wanted",
        "taskSpaceMotionModel": "matlab/motion_models/test_task_space.py::test_the_control_law_of_the_textbook",
        "rateControl": "matlab/test_rate_control.py::test_a_loop_in_time_runs_at_its_rate",
    },
    "3": {
        "Joint": "matlab/test_rigid_body.py::test_the_joint_of_a_body_is_a_live_handle",
        "DataFormat": "matlab/test_rigid_body_tree.py::test_data_format_can_be_set_at_any_time",
        "Gravity": "matlab/test_rigid_body_tree.py::test_gravity_is_copied_in_and_read_only",
        "Mass": "matlab/test_rigid_body.py::test_mass_is_any_finite_number",
        "Bodies": "matlab/test_rigid_body_tree.py::test_bodies_are_a_list_counted_from_zero",
        "Inertia": "matlab/test_importers_urdf.py::test_inertia_is_about_the_body_frame",
        "Name": "matlab/test_rigid_body.py::test_a_new_name_of_a_body_in_a_tree_shows_and_stays_unique",
        "JointPosition": "matlab/test_configurations.py::test_home_can_be_edited_and_given_back",
        "CenterOfMass": "matlab/test_kinematics.py::test_fixed_bodies_count_and_the_base_does_not",
        "JointAxis": "matlab/test_rigid_body_joint.py::test_the_axis_is_normalised",
        "BodyNames": "matlab/test_rigid_body_tree.py::test_names_and_numbers_of_bodies",
        "NumBodies": "matlab/test_rigid_body_tree.py::test_names_and_numbers_of_bodies",
        "JointToParentTransform": "matlab/test_rigid_body_joint.py::test_a_transform_sits_before_the_joint",
        "Base": "matlab/test_rigid_body.py::test_the_base_has_no_parent",
        "BaseName": "matlab/test_rigid_body_tree.py::test_the_base_can_be_renamed_when_bodies_exist",
        "Type": "matlab/test_rigid_body_joint.py::test_type_and_name_are_as_given",
        "HomePosition": "matlab/test_rigid_body_joint.py::test_home_is_a_number",
        "PositionLimits": "matlab/test_rigid_body_joint.py::test_limits_come_in_any_form_and_leave_as_a_vector",
        "Children": "matlab/test_rigid_body.py::test_parent_and_children_are_live_handles",
        "Parent": "matlab/test_rigid_body.py::test_parent_and_children_are_live_handles",
        "JointName": "matlab/test_configurations.py::test_home_of_a_struct_is_one_element_a_moving_joint",
        "ChildToJointTransform": "matlab/test_rigid_body_joint.py::test_dh_sits_behind_the_joint",
        "SolverParameters": "matlab/test_inverse_kinematics.py::test_parameters_do_what_they_say",
        "AllowRandomRestart": "matlab/test_inverse_kinematics.py::test_parameters_do_what_they_say",
        "ExitFlag": "matlab/test_inverse_kinematics.py::test_outputs",
        "Status": "matlab/test_inverse_kinematics.py::test_outputs",
        "MaxIterations": "matlab/test_inverse_kinematics.py::test_parameters_do_what_they_say",
        "PoseErrorNorm": "matlab/test_inverse_kinematics.py::test_outputs",
        "SolverAlgorithm": "matlab/test_inverse_kinematics.py::test_the_default_algorithm",
    },
    "4": {
        "DataFormat": "matlab/test_rigid_body_tree.py::test_name_value_arguments_in_any_order_and_case",
        "MaxNumBodies": "matlab/test_rigid_body_tree.py::test_max_num_bodies_is_no_cap",
        "Gravity": "matlab/test_robot_library.py::test_name_value_arguments",
        "MeshPath": "matlab/test_importers_urdf.py::test_the_folders_of_the_meshes_are_kept",
        "RigidBodyTree": "matlab/test_inverse_kinematics.py::test_outputs",
        "SolverAlgorithm": "matlab/test_inverse_kinematics.py::test_outputs",
        "ConstraintInputs": _GENERALIZED + "::test_a_reaching_motion_above_a_table",
        "MotionType": "matlab/motion_models/test_joint_space.py::test_names_and_keywords",
        "AllowRandomRestart": "matlab/test_inverse_kinematics.py::test_parameters_do_what_they_say",
        "EndTime": _TRAPEZOIDS + "::test_parameters_per_dimension_and_segment",
        "PeakVelocity": _TRAPEZOIDS + "::test_parameters_per_dimension_and_segment",
        "VelocityBoundaryCondition": _WAYPOINTS + "::test_conditions_hold",
    },
    "7": {
        "trvec2tform": "matlab/rotations/test_homogeneous.py::test_published",
        "eul2tform": "matlab/rotations/test_euler.py::test_published",
        "tform2trvec": "matlab/rotations/test_homogeneous.py::test_published",
        "rotm2eul": "matlab/rotations/test_euler.py::test_published",
        "wrapToPi": "matlab/rotations/test_angles.py::test_published",
        "se3": "matlab/transform_objects/test_base.py::test_composition_is_the_matrix_product",
        "axang2tform": "matlab/rotations/test_axis_angles.py::test_published",
        "tform2quat": "matlab/rotations/test_quaternions.py::test_published",
        "tform2eul": "matlab/rotations/test_euler.py::test_published",
        "angdiff": "matlab/rotations/test_angles.py::test_published",
        "axang2rotm": "matlab/rotations/test_axis_angles.py::test_matrix_is_rodrigues_formula",
        "quat2tform": "matlab/rotations/test_quaternions.py::test_published",
        "eul2rotm": "matlab/rotations/test_euler.py::test_round_trip",
        "rotm2quat": "matlab/rotations/test_quaternions.py::test_round_trip",
        "rotm2tform": "matlab/rotations/test_homogeneous.py::test_rotm2tform_and_back",
        "eul2quat": "matlab/rotations/test_euler.py::test_published",
        "quat2rotm": "matlab/rotations/test_quaternions.py::test_matrix_turns_vectors_as_the_quaternion_does",
        "quat2eul": "matlab/rotations/test_euler.py::test_published",
        "tform2rotm": "matlab/rotations/test_homogeneous.py::test_published",
        "rotm2axang": "matlab/rotations/test_axis_angles.py::test_published",
        "so3": "matlab/transform_objects/test_matrices.py::test_tform_of_rotations",
        # MATLAB's own, which count for nothing
        "deg2rad": "matlab/rotations/test_angles.py::test_degrees",
        "rad2deg": "matlab/rotations/test_angles.py::test_degrees",
        "rand": "matlab/test_random_numbers.py::test_rand_fills_columns_first",
        "rng": "matlab/test_random_numbers.py::test_rng_returns_the_settings_before_and_restores_them",
        "disp": "matlab/test_display.py::test_disp_prints_values",
        "load": "matlab/test_workspace.py::test_forms_of_load",
        "save": "matlab/test_workspace.py::test_forms_of_save",
        "trapveltraj": _TRAPEZOIDS + "::test_every_pair_of_parameters_gives_the_same_trapezoid",
        "cubicpolytraj": _WAYPOINTS + "::test_cubic_is_scipys_hermite_spline",
        "quinticpolytraj": _WAYPOINTS + "::test_quintic_is_scipys_bernstein_polynomial",
        "minjerkpolytraj": _WAYPOINTS + "::test_conditions_of_the_least_hold",
        "bsplinepolytraj": _WAYPOINTS + "::test_the_interpolation_of_the_documentation_hits_its_waypoints",
        "minsnappolytraj": _WAYPOINTS + "::test_conditions_of_the_least_hold",
        "rottraj": "matlab/trajectories/test_poses.py::test_rotations_are_those_of_slerp",
        "transformtraj": "matlab/trajectories/test_poses.py::test_transformations_are_a_rotation_and_a_line",
    },
}


@cache
def solver_words() -> set[str]:
    """Names of the parameters of a solver, and of what it says of a solution."""
    solver = rst.inverseKinematics(RigidBodyTree=rst.importrobot("twolink"), SolverAlgorithm="LevenbergMarquardt")
    _, info = solver("body_2", np.eye(4), [0] * 6, [])
    return {*solver.SolverParameters, *vars(info)}
