"""newtonEuler and its kin: the lecture's sixteen results, call forms, frames of sensors, what is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch

SLIDES = json.loads(
    (Path(__file__).parents[2] / "fixtures/identification/newton_euler_slides.json").read_text(encoding="utf-8")
)
ARM, MORE = SLIDES["slides_2R"], SLIDES["slides_more"]
Q, QD, QDD = ARM["q"], ARM["qd"], ARM["qdd"]
L1, L2, M1, M2 = (ARM[name] for name in ("L1", "L2", "m1", "m2"))
SWAP = [3, 4, 5, 0, 1, 2]
PLANE = [3, 4]  # rows of the Jacobian: the tip moves in the plane
ROUNDING = 1e-12  # of the closed forms, whose terms are up to 30


def close(got, want, atol=ROUNDING):
    np.testing.assert_allclose(np.asarray(got, float), want, rtol=0, atol=atol)


def add(robot, name, parent, kind="revolute", at=(0, 0, 0), mass=0.0, com=(0, 0, 0), inertia=(0, 0, 0)):
    """A body whose frame is on its joint; ``inertia`` are its moments about the centre of mass."""
    body, c = rst.rigidBody(name), np.array(com, float)
    body.Joint = rst.rigidBodyJoint(name + "_joint", kind)
    body.Joint.setFixedTransform(rst.trvec2tform(at))
    about = np.diag(inertia) + mass * (c @ c * np.eye(3) - np.outer(c, c))
    body.Mass, body.CenterOfMass = mass, c
    body.Inertia = about[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]
    robot.addBody(body, parent)


def tensor(body):
    xx, yy, zz, yz, xz, xy = body.Inertia
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def planar(r=(L1, L2), moments=(0, 0), form="row"):
    """The lecture's arm: masses at distances r along the links, gravity along -y, a frame at the tip."""
    robot = rst.rigidBodyTree(DataFormat=form)
    robot.Gravity = ARM["gravity"]
    add(robot, "link1", "base", mass=M1, com=[r[0], 0, 0], inertia=[0, 0, moments[0]])
    add(robot, "link2", "link1", at=[L1, 0, 0], mass=M2, com=[r[1], 0, 0], inertia=[0, 0, moments[1]])
    add(robot, "tip", "link2", "fixed", at=[L2, 0, 0])
    return robot


@pytest.fixture
def arm():
    return planar()


def branched():
    robot = rst.importrobot("branched", DataFormat="row")
    rng = np.random.default_rng(1)
    q, qd, qdd = rng.normal(size=(3, robot.massMatrix().shape[0]))
    return robot, q, qd, qdd, rng.normal(size=(robot.NumBodies, 6))


# ---- the lecture, result by result ----


def test_01_velocities_in_the_frames_of_the_links(arm):
    omega, v = arm.linkVelocities(Q, QD)
    close(omega, [ARM["w1"], ARM["w2"], ARM["w2"]])
    close(v, [[0, 0, 0], ARM["v2_in2"], ARM["v3_in3"]])


def test_02_velocity_of_the_tip_in_the_base(arm):
    _, v = arm.linkVelocities(Q, QD, Axes="base")
    close(v[2], ARM["v3_in0"])
    close(arm.getTransform(Q, "tip")[:3, :3] @ arm.linkVelocities(Q, QD)[1][2], ARM["v3_in0"])


def test_03_jacobian_in_the_frame_of_the_tip(arm):
    close(arm.bodyJacobian(Q, "tip")[PLANE], ARM["J_tip"])


def test_04_jacobian_in_the_base(arm):
    close(arm.geometricJacobian(Q, "tip")[PLANE], ARM["J_base"])


def test_05_determinant_and_inverse(arm):
    close(np.linalg.det(arm.geometricJacobian(Q, "tip")[PLANE]), ARM["detJ"])
    close(np.linalg.det(arm.bodyJacobian(Q, "tip")[PLANE]), ARM["detJ"])
    close(np.linalg.inv(arm.geometricJacobian(Q, "tip")[PLANE]), ARM["Jinv_base"])


def test_06_joint_velocities_for_one_metre_per_second_along_x(arm):
    close(np.linalg.solve(arm.geometricJacobian(Q, "tip")[PLANE], [1, 0]), ARM["qd_for_vx1"])
    _, v = arm.linkVelocities(Q, ARM["qd_for_vx1"], Axes="base")
    close(v[2], [1, 0, 0])


def test_07_singularity(arm):
    item = MORE["item7_singularity"]
    for theta2 in (0, np.pi):
        values = np.linalg.svd(arm.bodyJacobian([item["theta1"], theta2], "tip")[PLANE])[1]
        assert values[1] <= 1e-15 < values[0]
    for theta2, size in zip(item["theta2"], item["norm_qd_for_vx_1"], strict=True):
        J = arm.geometricJacobian([item["theta1"], theta2], "tip")[PLANE]
        printed = 10.0 ** -len(str(size).partition(".")[2]) if isinstance(size, float) else 1
        assert abs(np.linalg.norm(np.linalg.solve(J, [1, 0])) - size) <= printed / 2


def test_08_forward_recursion(arm):
    terms = arm.newtonEuler(Q, QD, QDD)
    close(terms.CenterOfMassProperAcceleration[0], ARM["aC1_in1"])
    close(terms.ProperAcceleration[1], ARM["aO2_in2"])


def test_09_backward_recursion(arm):
    item, wrench = MORE["item9_backward"], arm.newtonEuler(Q, QD, QDD).JointWrench[1]
    close(wrench[3:], item["f2_in_frame2"], 5e-7)  # printed with six digits
    close(wrench[2], item["n2z"], 5e-7)


def test_10_joint_torques(arm):
    close(arm.newtonEuler(Q, QD, QDD).JointTorque, ARM["tau"])
    close(arm.newtonEuler(Q, QD, QDD).JointWrench[:2, 2], ARM["tau"])  # the z components of the moments
    close(arm.inverseDynamics(Q, QD, QDD), ARM["tau"])


def test_11_mass_matrix_velocity_terms_and_gravity(arm):
    close(arm.massMatrix(Q), ARM["M"])
    close(arm.velocityProduct(Q, QD), ARM["V"])
    close(arm.gravityTorque(Q), ARM["Gq"])


def test_12_wrench_on_the_tip(arm):
    w = ARM["tip_wrench_in3_[n;f]"]
    fext = arm.externalForce("tip", w, Q)
    close(arm.newtonEuler(Q, QD, QDD, fext).JointTorque, ARM["tau_with_tip_wrench"])
    close(arm.inverseDynamics(Q, QD, QDD) - arm.bodyJacobian(Q, "tip").T @ w, ARM["tau_with_tip_wrench"])


def test_13_links_with_extent():
    item = SLIDES["slides_example1"]
    robot = planar((item["r1"], item["r2"]), (item["I1"], item["I2"]))
    close(robot.newtonEuler(Q, QD, QDD).JointTorque, item["tau"])


def test_14_parallel_axes():
    """About its centre of mass a body takes the moment of its inertia there, wherever its frame is."""
    item = MORE["item14_parallel_axis"]
    robot, moments = rst.rigidBodyTree(DataFormat="row"), [0.1, 0.2, 0.25]
    add(robot, "ball", "base", "floating", mass=item["m"], com=item["p"], inertia=moments)
    close(tensor(robot.getBody("ball")) - np.diag(moments), item["m(pp1-ppT)"])
    w, alpha = np.array([0.3, -0.7, 0.5]), np.array([1.1, 0.4, -0.2])
    terms = robot.newtonEuler([], [*w, 1, 2, 3], [*alpha, 0.5, 0.6, 0.7])
    close(terms.InertialMoment[0], moments * alpha + np.cross(w, moments * w))


def test_15_slider():
    item = MORE["item15_slider"]
    robot = rst.rigidBodyTree(DataFormat="row")
    robot.Gravity = [0, 0, -item["g"]]
    add(robot, "slider", "base", "prismatic", mass=item["m"])
    close(robot.newtonEuler([0.2], [0], [item["a"]]).JointTorque, item["f"])
    close(robot.jointReactions([0.2], [0], [item["a"]])[0], [0, 0, 0, 0, 0, item["f"]])


def test_16_coriolis_matrix(arm):
    close(arm.coriolisMatrix(Q, QD), ARM["C_christoffel"])


# ---- what the fields are ----


def test_accelerations_differ_by_gravity_and_rest_is_rest():
    robot, q, qd, qdd, _ = branched()
    terms, still = robot.newtonEuler(q, qd, qdd), robot.newtonEuler(q)
    for k, name in enumerate(robot.BodyNames):
        down = robot.getTransform(q, name)[:3, :3].T @ robot.Gravity
        close(terms.LinearAcceleration[k] - terms.ProperAcceleration[k], down)
        close(terms.CenterOfMassAcceleration[k] - terms.CenterOfMassProperAcceleration[k], down)
        close(still.ProperAcceleration[k], -down)
    for at_rest in ("AngularVelocity", "LinearVelocity", "AngularAcceleration", "LinearAcceleration"):
        close(getattr(still, at_rest), np.zeros((robot.NumBodies, 3)))
    close(still.CenterOfMassAcceleration, np.zeros((robot.NumBodies, 3)))


def test_velocities_and_accelerations_are_those_of_the_poses():
    """Central differences of the origin, of the centre of mass and of its velocity, along the motion."""
    robot, q, qd, qdd, _ = branched()
    h = 1e-3
    at = [q + qd * t + qdd * t**2 / 2 for t in (-h, 0, h)]
    terms = robot.newtonEuler(q, qd, qdd)
    for k, body in enumerate(robot.Bodies):
        T = [robot.getTransform(x, body.Name) for x in at]
        for point, acceleration in (
            ([0, 0, 0], terms.LinearAcceleration),
            (body.CenterOfMass, terms.CenterOfMassAcceleration),
        ):
            before, now, after = ((t @ [*point, 1])[:3] for t in T)
            # The fourth derivative times h^2 / 12, and rounding over h^2.
            close(T[1][:3, :3] @ acceleration[k], (before - 2 * now + after) / h**2, 2e-4)
        close(T[1][:3, :3] @ terms.LinearVelocity[k], (T[2] - T[0])[:3, 3] / (2 * h), 1e-4)


def test_inertial_force_and_moment_are_those_of_newton_and_euler():
    robot, q, qd, qdd, fext = branched()
    terms = robot.newtonEuler(q, qd, qdd, fext)
    for k, body in enumerate(robot.Bodies):
        m, c = body.Mass, body.CenterOfMass
        about = tensor(body) - m * (c @ c * np.eye(3) - np.outer(c, c))
        w, alpha = terms.AngularVelocity[k], terms.AngularAcceleration[k]
        close(terms.InertialForce[k], m * terms.CenterOfMassProperAcceleration[k])
        close(terms.InertialMoment[k], about @ alpha + np.cross(w, about @ w))


def test_every_body_is_in_balance():
    """Inertial force = what the parent gives - what the children take + the external force; moments likewise."""
    robot, q, qd, qdd, fext = branched()
    terms = robot.newtonEuler(q, qd, qdd, fext)
    close(terms.JointTorque, robot.inverseDynamics(q, qd, qdd, fext))
    rest, base = fext.copy(), np.zeros(6)  # in base axes about the base origin
    for k, body in enumerate(robot.Bodies):
        T = robot.getTransform(q, body.Name)
        R, p = T[:3, :3], T[:3, 3]
        n, f = R @ terms.JointWrench[k, :3], R @ terms.JointWrench[k, 3:]
        rest[k] += [*(n + np.cross(p, f)), *f]
        parent = body.Parent.Name
        if parent == robot.BaseName:
            base += [*(n + np.cross(p, f)), *f]
        else:
            rest[robot.BodyNames.index(parent)] -= [*(n + np.cross(p, f)), *f]
    for k, body in enumerate(robot.Bodies):
        T = robot.getTransform(q, body.Name)
        F = T[:3, :3] @ terms.InertialForce[k]
        N = T[:3, :3] @ terms.InertialMoment[k] + np.cross(T[:3, :3] @ body.CenterOfMass + T[:3, 3], F)
        close(rest[k], [*N, *F], 1e-11)  # sums of a dozen wrenches up to 200
    close(terms.BaseWrench, base, 1e-11)


def test_a_massless_body_has_a_centre_of_mass_too():
    robot = planar()
    add(robot, "gauge", "tip", "fixed", com=[0.1, 0, 0])
    terms = robot.newtonEuler(Q, QD, QDD)
    w, alpha = terms.AngularVelocity[3, 2], terms.AngularAcceleration[3, 2]
    close(terms.CenterOfMassAcceleration[3] - terms.LinearAcceleration[3], [-0.1 * w**2, 0.1 * alpha, 0])
    close(terms.InertialForce[3], np.zeros(3))


def test_the_display_has_the_wrenches():
    robot = planar()
    lines = repr(robot.newtonEuler(Q, QD, QDD)).splitlines()
    assert [line.split()[0] for line in lines] == ["JointWrench", "link1", "link2", "tip", "under"]
    assert lines[2].split()[1:] == ["0", "0", "3.436", "12.73", "8.589", "0"]


def test_terms_are_the_callers_own(arm):
    terms = arm.newtonEuler(Q, QD, QDD)
    want = arm.newtonEuler(Q, QD, QDD).JointTorque
    for name in ("JointWrench", "AngularVelocity", "BaseWrench", "InertialForce"):
        getattr(terms, name)[...] = 99
    close(arm.newtonEuler(Q, QD, QDD).JointTorque, want)
    with pytest.raises(AttributeError):
        terms.JointTorque = want


# ---- reactions and sensors ----


def test_reactions_are_those_of_newton_euler():
    robot, q, qd, qdd, fext = branched()
    terms = robot.newtonEuler(q, qd, qdd, fext)
    close(robot.jointReactions(q, qd, qdd, fext), terms.JointWrench)
    close(robot.jointReactions(q, qd, qdd, fext, Body=robot.BaseName), terms.BaseWrench)
    for k, name in enumerate(robot.BodyNames):
        close(robot.jointReactions(q, qd, qdd, fext, "Body", name), terms.JointWrench[k])


def test_a_robot_at_rest_stands_on_its_weight():
    robot = rst.importrobot("iiwa14", DataFormat="row")
    w = robot.jointReactions([], Body=robot.BaseName)
    mass, com = sum(b.Mass for b in robot.Bodies), robot.centerOfMass()
    close(w, [*np.cross(com, -mass * robot.Gravity), *(-mass * robot.Gravity)], 1e-11)


def test_a_sensor_reads_in_its_own_frame():
    robot, q, qd, qdd, fext = branched()
    name = robot.BodyNames[2]
    pose = rst.trvec2tform([0.1, -0.2, 0.3]) @ rst.eul2tform([0.4, 0.5, -0.6])
    R, p = pose[:3, :3], pose[:3, 3]
    w = robot.jointReactions(q, qd, qdd, fext, Body=name)
    n, f = w[:3] - np.cross(p, w[3:]), w[3:]
    want = np.concatenate([R.T @ n, R.T @ f])
    close(robot.jointReactions(q, qd, qdd, fext, Body=name, SensorPose=pose), want)
    close(robot.jointReactions(q, qd, qdd, fext, Body=name, SensorPose=pose, WrenchOrder="fn"), want[SWAP])
    robot.getBody(name).addFrame("sensor", name, pose)
    close(robot.jointReactions(q, qd, qdd, fext, "body", "sensor"), want)
    half = rst.trvec2tform([0.1, -0.2, 0.3]), rst.eul2tform([0.4, 0.5, -0.6])
    robot.getBody(name).addFrame("mount", name, half[0])
    close(robot.jointReactions(q, qd, qdd, fext, Body="mount", SensorPose=half[1]), want)
    all_swapped = robot.jointReactions(q, qd, qdd, fext, WrenchOrder="FN")
    close(all_swapped, robot.jointReactions(q, qd, qdd, fext)[:, SWAP])


def test_with_dh_the_wrench_is_about_the_far_end_until_it_is_moved_to_the_joint():
    robot = rst.importrobot("twolink", DataFormat="row")
    tau = robot.inverseDynamics(Q, QD, QDD)
    for k, body in enumerate(robot.Bodies):
        at_joint = np.linalg.inv(body.Joint.ChildToJointTransform)
        w = robot.jointReactions(Q, QD, QDD, Body=body.Name, SensorPose=at_joint)
        close(w[2], tau[k])


def test_regressor_times_parameters_is_the_reading_of_the_sensor():
    robot, q, qd, qdd, _ = branched()
    pi = np.ravel([[b.Mass, *(b.Mass * b.CenterOfMass), *b.Inertia] for b in robot.Bodies])
    pose = rst.trvec2tform([0.1, -0.2, 0.3]) @ rst.eul2tform([0.4, 0.5, -0.6])
    for name in (robot.BaseName, *robot.BodyNames):
        for options in ({}, {"WrenchOrder": "fn"}, {"SensorPose": pose}, {"SensorPose": pose, "WrenchOrder": "fn"}):
            Y = robot.wrenchRegressor(q, qd, qdd, Cut=name, **options)
            assert Y.shape == (6, 10 * robot.NumBodies)
            close(Y @ pi, robot.jointReactions(q, qd, qdd, Body=name, **options), 1e-11)
    np.testing.assert_array_equal(robot.wrenchRegressor(q, qd, qdd), robot.wrenchRegressor(q, qd, qdd, "Cut", "base"))


def test_base_is_the_base_unless_something_else_is_called_so():
    robot = planar()
    robot.BaseName = "floor"
    np.testing.assert_array_equal(robot.wrenchRegressor(Q), robot.wrenchRegressor(Q, Cut="base"))
    np.testing.assert_array_equal(robot.wrenchRegressor(Q), robot.wrenchRegressor(Q, Cut="floor"))
    robot.getBody("link2").addFrame("base", "link2", np.eye(4))
    np.testing.assert_array_equal(robot.wrenchRegressor(Q, Cut="base"), robot.wrenchRegressor(Q, Cut="link2"))
    assert (robot.wrenchRegressor(Q) != robot.wrenchRegressor(Q, Cut="base")).any()


# ---- call forms ----


def test_arguments_that_are_left_out_are_home_and_zeros(arm):
    close(arm.jointReactions(), arm.jointReactions([0, 0], [0, 0], [0, 0], np.zeros((3, 6))))
    close(arm.jointReactions([], QD, [], []), arm.jointReactions([0, 0], QD))
    close(arm.jointReactions(Q, "Body", "link2"), arm.jointReactions(Q)[1])
    close(arm.jointReactions(Q, QD, "Body", "link2", "WrenchOrder", "fn"), arm.jointReactions(Q, QD)[1, SWAP])
    close(arm.jointReactions(Q, Body=[], SensorPose=[]), arm.jointReactions(Q))
    close(arm.wrenchRegressor("Cut", "tip"), arm.wrenchRegressor([0, 0], None, [], cut="tip"))
    close(arm.linkVelocities([], QD)[0], arm.linkVelocities([0, 0], QD)[0])
    assert arm.newtonEuler().JointTorque.tolist() == arm.gravityTorque().tolist()


def test_number_of_outputs(arm):
    omega, v = arm.linkVelocities(Q, QD)
    np.testing.assert_array_equal(arm.linkVelocities(Q, QD, nargout=1), omega)
    np.testing.assert_array_equal(arm.linkVelocities(Q, QD, "Axes", "body")[1], v)


@pytest.mark.parametrize("form", ["row", "column"])
def test_one_wrench_has_the_orientation_of_the_first_vector_and_all_have_rows(form):
    robot = planar(form=form)
    q = np.reshape(Q, (1, 2) if form == "row" else (2, 1))
    fext = robot.externalForce("tip", [0, 0, 1, 2, 3, 0])
    assert fext.shape == ((3, 6) if form == "row" else (6, 3))
    one = robot.jointReactions(q, [], [], fext, Body="link2")
    assert one.shape == ((1, 6) if form == "row" else (6, 1))
    close(one.ravel(), robot.jointReactions(Q, [], [], fext, Body="link2"))
    assert robot.jointReactions(q, [], [], fext).shape == (3, 6)
    assert robot.newtonEuler(q, [], [], fext).JointWrench.shape == (3, 6)
    close(robot.newtonEuler(q, [], [], fext).JointTorque, np.ravel(robot.inverseDynamics(q, [], [], fext)))


def test_robots_without_moving_joints_or_bodies():
    robot = rst.rigidBodyTree(DataFormat="row")
    assert robot.newtonEuler().JointWrench.shape == (0, 6)
    assert robot.jointReactions().shape == (0, 6)
    assert robot.linkVelocities()[0].shape == robot.linkVelocities(Axes="base")[1].shape == (0, 3)
    assert robot.wrenchRegressor().shape == (6, 0)
    np.testing.assert_array_equal(robot.jointReactions(Body="base"), np.zeros(6))
    robot.Gravity = [0, 0, -10]
    add(robot, "plate", "base", "fixed", mass=3, com=[0.5, 0, 0])
    np.testing.assert_array_equal(robot.jointReactions(Body="base"), [0, -15, 0, 0, 0, 30])


def test_bodies_jacobian_is_a_rotation_of_the_geometric_one():
    robot, q, *_ = branched()
    for name in (robot.BaseName, *robot.BodyNames):
        R, J = robot.getTransform(q, name)[:3, :3], robot.geometricJacobian(q, name)
        close(robot.bodyJacobian(q, name), np.concatenate([R.T @ J[:3], R.T @ J[3:]]))
    robot.DataFormat = "struct"
    assert robot.bodyJacobian(robot.homeConfiguration(), robot.BodyNames[-1]).shape == J.shape


def test_joint_forces_of_a_wrench_in_the_body():
    """J' w of the body Jacobian is what externalForce in body axes takes off the torques."""
    robot, q, qd, qdd, _ = branched()
    name, w = robot.BodyNames[-1], np.array([1.0, -2, 3, 4, -5, 6])
    tau = robot.inverseDynamics(q, qd, qdd, robot.externalForce(name, w, q))
    close(tau, robot.inverseDynamics(q, qd, qdd) - robot.bodyJacobian(q, name).T @ w, 1e-11)


# ---- what is refused ----


@pytest.mark.parametrize("name", ["newtonEuler", "jointReactions", "linkVelocities", "wrenchRegressor"])
def test_wrong_vectors_are_refused_as_everywhere(arm, name):
    call = getattr(arm, name)
    for wrong in ([1, 2, 3], [np.nan, 0], "text", [[1], [2]]):
        with pytest.raises(rst.MatlabError):
            call(wrong)
    with pytest.raises(rst.MatlabError, match="a rigidBodyTree"):
        getattr(rst, name)("twolink")
    arm.DataFormat = "struct"
    with pytest.raises(rst.MatlabError, match="DataFormat"):
        call()


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"Body": "elbow"}, KeyError, "elbow"),
        ({"Body": 3}, TypeError, "is not text"),
        ({"SensorPose": np.eye(4)}, ValueError, "pose of a sensor in no body"),
        ({"Body": "tip", "SensorPose": np.eye(3)}, ValueError, "4-by-4"),
        ({"Body": "tip", "WrenchOrder": "ff"}, ValueError, "'nf', 'fn'"),
        ({"Bdy": "tip"}, TypeError, "Did you mean 'Body'"),
    ],
)
def test_options_are_checked(arm, options, error, text):
    with pytest.raises(error, match=text):
        arm.jointReactions(Q, **options)
    if "Bdy" not in options:
        with pytest.raises(error, match=text):
            batch.jointReactions(arm, [Q], **options)


def test_huge_numbers_warn(arm):
    for call in (arm.newtonEuler, arm.linkVelocities, arm.jointReactions, arm.wrenchRegressor):
        with pytest.warns(rst.MatlabWarning, match="NaN or Inf") as caught:
            call(Q, [1e200, 1e200] if call != arm.linkVelocities else [1e308, 1e308])
        assert len(caught) == 1
