"""Questions that users of rigidBodyTree asked, as runnable inputs with the right answers.

The numbers of 2 are the closed form of the two-link arm; those of 3 to 7 were computed with Pinocchio and written down
with eight to ten digits, unless a line says that MATLAB printed them.
"""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint, rigidBodyTree

TOLERANCE = 1e-7  # answers with eight to ten digits behind the point
PRINTED = 0.51e-4  # MATLAB's format short: half a unit of the fourth digit


def close(got, want, tolerance=TOLERANCE):
    np.testing.assert_allclose(got, want, rtol=0, atol=tolerance)


def chain(*links, data_format="row", gravity=(0, 0, 0)):
    """A serial arm of (name, joint, properties of the body)."""
    robot, parent = rigidBodyTree(DataFormat=data_format), "base"
    robot.Gravity = gravity
    for name, joint, properties in links:
        body = rigidBody(name)
        body.Joint = joint
        for key, value in properties.items():
            setattr(body, key, value)
        robot.addBody(body, parent)
        parent = name
    return robot


def revolute(name, transform=None, convention=None, axis=(0, 0, 1)):
    joint = rigidBodyJoint(name, "revolute")
    joint.JointAxis = axis
    if transform is not None:
        joint.setFixedTransform(transform, convention)
    return joint


# ---- 2: inertia about the link frame, or about the centre of mass ----


def planar(izz1, izz2):
    properties = [
        {"Mass": m, "CenterOfMass": [0.2, 0, 0], "Inertia": [1, 1, izz, 0, 0, 0]}
        for m, izz in [(1.8, izz1), (1.5, izz2)]
    ]
    return chain(
        ("body1", revolute("joint1"), properties[0]),
        ("body2", revolute("joint2", rst.trvec2tform([0.3, 0, 0])), properties[1]),
    )


def test_2_inertia_is_about_the_link_frame():
    robot = planar(0.013 + 1.8 * 0.2**2, 0.02 + 1.5 * 0.2**2)
    close(robot.massMatrix([0, 0]), [[0.48, 0.17], [0.17, 0.08]])


def test_2_inertia_about_the_centre_of_mass_runs_all_the_same():
    robot = planar(0.013, 0.02)
    close(robot.massMatrix([0, 0]), [[0.348, 0.11], [0.11, 0.02]])
    with pytest.warns(rst.MatlabWarning, match="not those of physical bodies"):
        close(robot.massMatrix([0, 0]) @ robot.forwardDynamics([0, 0], [0, 0], [1, 0]), [1, 0])


# ---- 3: joint torques act between neighbours (Answers 407124) ----


@pytest.mark.parametrize(
    ("tau", "qdd"), [([1, 0], [8.4210526316, -17.8947368421]), ([0, 1], [-17.8947368421, 50.5263157895])]
)
def test_3_torques_are_relative(tau, qdd):
    robot = planar(0.013 + 1.8 * 0.2**2, 0.02 + 1.5 * 0.2**2)
    close(robot.forwardDynamics([0, 0], [0, 0], tau), qdd)


def test_3_matlab_printed():
    robot = planar(0.013 + 1.8 * 0.2**2, 0.02 + 1.5 * 0.2**2)
    close(robot.forwardDynamics([0, 0], [0, 0], [1, 0]), [8.4211, -17.8947], PRINTED)


# ---- 4: frames of externalForce (Answers 598957) ----

Q4 = [np.pi / 4, 3 * np.pi / 8]


@pytest.fixture
def twolink():
    joints = [revolute(f"joint{k}", [1, 0, 0, 0], "dh") for k in (1, 2)]
    return chain(("body1", joints[0], {}), ("body2", joints[1], {}), data_format="column")


@pytest.mark.parametrize(
    ("wrench", "at", "tau"),
    [
        ([0, 0, -0.6533, 0.5, 0.5, 0], (), [0.6533, 0.6533]),
        ([0, 0, -0.6532814824, 0.5, 0.5, 0], (), [0.6532814824, 0.6532814824]),
        ([0, 0, 0, 0.5, 0.5, 0], (), [0, 0]),
        ([0, 0, 0, 0.5, 0.5, 0], (Q4,), [-1.15328148, -0.5]),
    ],
)
def test_4_external_force_is_in_base_axes_without_configuration_and_in_body_axes_with_it(twolink, wrench, at, tau):
    fext = twolink.externalForce("body2", wrench, *at)
    close(twolink.inverseDynamics(Q4, [], [], fext), tau)


def test_4_a_force_at_the_tip_in_base_axes_is_the_transposed_jacobian(twolink):
    force = twolink.geometricJacobian(Q4, "body2").T @ [0, 0, 0, 0.5, 0.5, 0]
    close(force, [-0.6532814824, -0.6532814824])


# ---- 5: sign of velocityProduct ----


def test_5_velocity_product_has_the_sign_of_the_equation_of_motion():
    y = (0, 1, 0)
    robot = chain(
        ("b1", revolute("j1", axis=y), {"Mass": 2, "CenterOfMass": [0.5, 0, 0], "Inertia": [0.1, 0.7, 0.1, 0, 0, 0]}),
        (
            "b2",
            revolute("j2", rst.trvec2tform([1, 0, 0]), axis=y),
            {"Mass": 1, "CenterOfMass": [0.4, 0, 0], "Inertia": [0.1, 0.3, 0.1, 0, 0, 0]},
        ),
        gravity=[0, 0, -9.81],
    )
    q, v, a = [0.3, -0.9], [0.7, -0.4], [0.2, 0.5]
    close(robot.velocityProduct(q, v), [-0.12533231, -0.15353207])
    close(robot.gravityTorque(q), [-21.98231887, -3.23861695])
    close(robot.inverseDynamics(q, v, a), [-21.33387159, -3.13242023])
    close(robot.massMatrix(q) @ a + robot.velocityProduct(q, v) + robot.gravityTorque(q), [-21.33387159, -3.13242023])


# ---- 6: theta of a revolute joint is ignored ----

DH = [
    [0.033, -np.pi / 2, 0.147, 0],
    [0.155, 0, 0, -np.pi / 2],
    [0.135, 0, 0, 0],
    [0, np.pi / 2, 0, np.pi / 2],
    [0, 0, 0.218, 0],
]


def test_6_theta_of_dh_is_ignored_and_belongs_into_q():
    robot = chain(*((f"body{k}", revolute(f"joint{k}", row, "dh"), {}) for k, row in enumerate(DH, start=1)))
    plain = robot.getTransform(0.1 * np.ones(5), "body5")
    turned = robot.getTransform(0.1 * np.ones(5) + np.array(DH)[:, 3], "body5")
    close(plain[:3, 3], [0.3820398478, 0.0383318429, 0.3129688154])
    close(turned[:3, 3], [0.1390199365, 0.0139485197, 0.6417979883])
    close(plain[:3, :3], turned[:3, :3])


# ---- 7: rows of the Jacobian (Answers, 2017) ----


def test_7_jacobian_rows_are_angular_then_linear():
    first = rst.trvec2tform([-0.5, 0, 0.2]) @ rst.eul2tform([np.pi / 2, 0, 0])
    robot = chain(
        ("body1", revolute("joint1", first), {}),
        ("body2", revolute("joint2", [0.3, -np.pi / 3, 0.1, 0], "mdh"), {}),
        data_format="column",
    )
    angular = [[0, -0.8273456687], [0, -0.2559280063], [1, 0.5]]
    linear = [[-0.2610081461, 0], [-0.1713906289, 0], [0, 0]]
    close(robot.geometricJacobian([0.3, -0.7], "body2"), angular + linear)


# ---- 8: gravity is zero unless set ----


def test_8_a_fresh_tree_has_no_gravity():
    robot = planar(1, 1)
    assert robot.Gravity.tolist() == [0, 0, 0]
    assert robot.gravityTorque([0.3, 0.4]).tolist() == [0, 0]


def test_8_gravity_is_taken_as_a_column():
    robot = chain(("body1", revolute("joint1", axis=(0, 1, 0)), {"Mass": 2, "CenterOfMass": [0.5, 0, 0]}))
    robot.Gravity = [[0], [0], [-9.81]]
    assert robot.Gravity.shape == (3,)
    close(robot.gravityTorque([0]), [-2 * 9.81 * 0.5])


# ---- 9: DataFormat is 'struct' unless set ----


def test_9_dynamics_of_a_struct_robot_say_what_to_set():
    robot = chain(("body1", revolute("joint1"), {}), data_format="struct")
    with pytest.raises(rst.MatlabError, match=r"DataFormat.*'column' or 'row'"):
        robot.massMatrix()


def test_9_home_of_a_struct_robot_is_one_element_a_joint():
    robot = chain(("body1", revolute("joint1"), {}), ("body2", revolute("joint2"), {}), data_format="struct")
    assert [(e.JointName, e.JointPosition) for e in robot.homeConfiguration()] == [("joint1", 0), ("joint2", 0)]


# ---- 10: assigning a joint copies it ----


def test_10_a_joint_edited_after_its_assignment_does_not_move_the_body():
    """MATLAB printed 1.8, not 6.8."""
    link, joint = rigidBody("link1"), revolute("joint1", rst.trvec2tform([1.8, 0, 0]))
    link.Joint = joint
    joint.setFixedTransform(rst.trvec2tform([6.8, 0, 0]))
    robot = rigidBodyTree(DataFormat="row")
    robot.addBody(link, "base")
    assert robot.getTransform([0], "link1")[0, 3] == 1.8


def test_10_the_joint_of_the_body_is_edited_in_place():
    link = rigidBody("link1")
    link.Joint = revolute("joint1", rst.trvec2tform([1.8, 0, 0]))
    link.Joint.setFixedTransform(rst.trvec2tform([6.8, 0, 0]))
    robot = rigidBodyTree(DataFormat="row")
    robot.addBody(link, "base")
    assert robot.getTransform([0], "link1")[0, 3] == 6.8


# ---- 14: a massless flange with inertia ----


def test_14_a_massless_flange_keeps_its_inertia():
    axes = [(0, 0, 1), (0, 1, 0)] * 4
    links = [
        (
            f"link{k}",
            revolute(f"joint{k}", rst.trvec2tform([0.02, 0, 0.3]), axis=axes[k]),
            {"Mass": 4 - k / 2, "CenterOfMass": [0.01, 0.02, 0.15], "Inertia": [0.2, 0.2, 0.05, 0, 0, 0]},
        )
        for k in range(7)
    ]
    arm, q = chain(*links), np.linspace(-1, 1, 7)
    before = arm.massMatrix(q)
    flange = rigidBody("flange")
    flange.Joint.setFixedTransform(rst.trvec2tform([0, 0, 0.1]))
    flange.Mass, flange.Inertia = 0, [0.001, 0.001, 0.001, 0, 0, 0]
    arm.addBody(flange, "link6")
    angular = arm.geometricJacobian(q, "flange")[:3]
    added = arm.massMatrix(q) - before
    np.testing.assert_allclose(added, 0.001 * angular.T @ angular, rtol=0, atol=1e-14)  # an identity: rounding only
    assert np.abs(added).max() > 5e-4  # what a program that drops the flange loses
