"""Frames of bodies: the documented example, poses, Jacobians, forces, and what every edit and file keeps of them."""

import pickle

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch, rigidBody, rigidBodyJoint, rigidBodyTree

Q = [0.3, -0.7]
# Products of a few transforms of numbers up to 5, where one rounding is 9e-16.
ROUNDING = 4e-15


def close(got, want, atol=ROUNDING):
    np.testing.assert_allclose(got, want, rtol=0, atol=atol)


def turned(angles, position):
    return rst.trvec2tform(position) @ rst.eul2tform(angles)


A, B = turned([0.4, -0.2, 1.1], [0.1, 0.2, 0.3]), turned([-1.0, 0.5, 0.3], [-0.2, 0.1, 0.05])


def framed(robot):
    """The double pendulum with two frames on its upper link, one on the lower and one on the base."""
    robot.Base.addFrame("corner", "base", B)
    robot.getBody("upper").addFrame("hook", "upper", A)
    robot.getBody("upper").addFrame("eye", "hook", B)
    robot.getBody("lower").addFrame("tool", "lower", A)
    return robot


def with_camera(robot):
    """A turning body on the frame eye of the upper link."""
    camera = rigidBody("camera")
    camera.Joint = rigidBodyJoint("pan", "revolute")
    camera.Joint.setFixedTransform(B)
    robot.addBody(camera, "eye")
    return robot


NAMES = ["base", "corner", "upper", "hook", "eye", "lower", "tool"]


def poses(robot, names=None, q=Q):
    return {name: robot.getTransform(q, name) for name in names or robot.FrameNames}


def same(got, want, atol=ROUNDING):
    for name, T in want.items():
        close(got[name], T, atol)


# ---- one body ----


def test_the_example_of_the_documentation():
    rb = rigidBody("rb")
    info = rb.frameinfo("rb")
    assert (info.Name, info.ParentFrame, info.ChildFrames) == ("rb", "", [])
    close(info.RigidTransform, np.eye(4))
    rst.addFrame(rb, "test", "rb", rst.trvec2tform([1, 2, 3]))
    rst.addFrame(rb, "test1", "test", rst.trvec2tform([1, 2, 3]))
    info = rst.frameinfo(rb, "test1")
    assert (info.Name, info.ParentFrame, info.ChildFrames) == ("test1", "test", [])
    assert rb.frameinfo("rb").ChildFrames == ["test"]
    rst.removeFrame(rb, "test")
    assert rst.frameinfo(rb, "test1").ParentFrame == "rb"
    rst.updateFrame(rb, "test1", "Name", "test2")
    assert rb.frameinfo("rb").ChildFrames == ["test2"]
    close(rb.getTransform("test2"), rst.trvec2tform([2, 4, 6]))


def test_rotation_and_translation_are_a_transform():
    one, other = rigidBody("b"), rigidBody("b")
    one.addFrame("f", "b", A)
    other.addFrame("f", "b", A[:3, :3], A[:3, 3])
    close(one.frameinfo("f").RigidTransform, other.frameinfo("f").RigidTransform, 0)


def test_get_transform_of_a_body_goes_between_its_frames():
    body = rigidBody("b")
    body.addFrame("f", "b", A)
    body.addFrame("g", "f", B)
    close(body.getTransform("g"), A @ B)
    close(rst.getTransform(body, "b", "g"), np.linalg.inv(A @ B))
    close(body.getTransform("g", "f"), B)
    close(body.getTransform("b"), np.eye(4), 0)


def test_a_frame_that_is_removed_leaves_its_children_where_they_are():
    body = rigidBody("b")
    for name, parent in (("f", "b"), ("g", "f"), ("h", "g")):
        body.addFrame(name, parent, A)
    before = body.getTransform("h")
    body.removeFrame("g")
    assert body.frameinfo("h").ParentFrame == "f"
    close(body.getTransform("h"), before)


def test_a_frame_on_another_parent_keeps_its_transform_and_takes_its_children_along():
    body = rigidBody("b")
    body.addFrame("f", "b", A)
    body.addFrame("g", "b", B)
    body.addFrame("h", "g", B)
    body.updateFrame("g", ParentFrame="f")
    close(body.getTransform("g"), A @ B)
    close(body.getTransform("h"), A @ B @ B)
    body.updateFrame("g", "parentframe", "b", "RigidTransform", A)
    close(body.getTransform("h"), A @ B)


def test_what_is_returned_cannot_change_the_frame():
    body, T = rigidBody("b"), A.copy()
    body.addFrame("f", "b", T)
    T[0, 3] = body.getTransform("f")[0, 3] = body.frameinfo("f").RigidTransform[0, 3] = 99
    close(body.getTransform("f"), A, 0)


def test_a_copy_has_its_own_frames():
    body = rigidBody("b")
    body.addFrame("f", "b", A)
    twin = rst.copy(body)
    twin.addFrame("g", "f", B)
    twin.updateFrame("f", "Name", "e")
    assert (body.frameinfo("b").ChildFrames, body.frameinfo("f").ChildFrames) == (["f"], [])
    assert twin.frameinfo("e").ChildFrames == ["g"]


BAD = [
    (lambda b: b.addFrame("b", "b", A), "FrameNameCollision"),
    (lambda b: b.addFrame("f", "b", A), "FrameNameCollision"),
    (lambda b: b.addFrame("new", "nobody", A), "FrameNotFound"),
    (lambda b: b.removeFrame("b"), "RootFrame"),
    (lambda b: b.updateFrame("b", "Name", "c"), "RootFrame"),
    (lambda b: b.updateFrame("f", "Name", "g"), "FrameNameCollision"),
    (lambda b: b.updateFrame("f", "Name", "new", "ParentFrame", "g"), "FrameLoop"),
    (lambda b: b.updateFrame("f", "ParentFrame", "f"), "FrameLoop"),
    (lambda b: b.frameinfo("F"), "FrameNotFound"),
    (lambda b: b.getTransform("f", "nobody"), "FrameNotFound"),
    (lambda b: setattr(b, "Name", "f"), "FrameNameCollision"),
]


@pytest.mark.parametrize(("edit", "what"), BAD)
def test_what_is_refused_changes_nothing(edit, what):
    body = rigidBody("b")
    body.addFrame("f", "b", A)
    body.addFrame("g", "f", B)
    before = [vars(body.frameinfo(n)) for n in ("b", "f", "g")]
    with pytest.raises(rst.MatlabError) as caught:
        edit(body)
    assert caught.value.identifier == f"rst_compat:rigidBody:{what}"
    assert str([vars(body.frameinfo(n)) for n in ("b", "f", "g")]) == str(before)


@pytest.mark.parametrize(
    "arguments", [(np.eye(3),), (np.eye(4), [0, 0, 0]), (2 * np.eye(3), [0, 0, 0]), ([[1, 2], [3, 4]],)]
)
def test_what_is_no_transform_is_refused(arguments):
    with pytest.raises(ValueError, match="addFrame") as caught:
        rigidBody("b").addFrame("f", "b", *arguments)
    assert caught.value.identifier == "rst_compat:argument:NotATransform"


# ---- kinematics and forces ----


def test_frame_names_stand_behind_their_bodies(robot):
    assert robot.FrameNames == ["base", "upper", "lower"]
    assert framed(robot).FrameNames == NAMES
    assert robot.BodyNames == ["upper", "lower"]


@pytest.mark.parametrize("data_format", ["row", "column", "struct"])
def test_the_pose_of_a_frame_is_that_of_its_body_and_its_own(make_robot, data_format):
    robot = framed(make_robot("row"))
    T = poses(robot)
    robot.DataFormat = data_format
    q = Q
    if data_format == "struct":
        q = robot.homeConfiguration()
        for joint, position in zip(q, Q, strict=True):
            joint.JointPosition = position
    close(robot.getTransform(q, "corner"), B)
    close(robot.getTransform(q, "eye"), T["upper"] @ A @ B)
    close(robot.getTransform(q, "tool", "eye"), np.linalg.inv(T["upper"] @ A @ B) @ T["lower"] @ A)
    close(robot.getTransform(q, "base", "tool"), np.linalg.inv(T["lower"] @ A))
    close(robot.getTransform(q, "upper", "corner"), np.linalg.inv(B) @ T["upper"])


def test_without_a_name_all_frames_come_as_pages(robot):
    T = framed(robot).getTransform(Q)
    assert T.shape == (4, 4, 7)
    for page, name in enumerate(robot.FrameNames):
        close(T[..., page], robot.getTransform(Q, name), 0)


def test_the_jacobian_of_a_frame_is_the_derivative_of_its_pose(robot):
    framed(robot)
    step = 1e-6
    for name in NAMES:
        J, T = robot.geometricJacobian(Q, name), robot.getTransform(Q, name)
        for k in range(2):
            dq = step * np.eye(2)[k]
            rate = (robot.getTransform(Q + dq, name) - robot.getTransform(Q - dq, name)) / (2 * step)
            spin = rate[:3, :3] @ T[:3, :3].T
            # Central differences: step^2 of truncation and eps/step of rounding, each near 1e-10.
            close(J[:, k], [spin[2, 1], spin[0, 2], spin[1, 0], *rate[:3, 3]], 1e-9)


def test_a_frame_moves_as_a_fixed_body_in_its_place_would(robot):
    """The other way to the same Jacobian, pose and forces."""
    other = robot.copy()
    framed(robot)
    massless = rigidBody("tool")
    massless.Mass, massless.Inertia = 0, np.zeros(6)
    massless.Joint.setFixedTransform(A)
    other.addBody(massless, "lower")
    close(robot.geometricJacobian(Q, "tool"), other.geometricJacobian(Q, "tool"))
    wrench = [1, -2, 3, 0.5, -0.4, 2]
    ours, theirs = (r.externalForce("tool", wrench, Q) for r in (robot, other))
    close(ours[:, 1], theirs[:, 2])
    close(robot.inverseDynamics(Q, [], [], ours), other.inverseDynamics(Q, [], [], theirs), 1e-14)


def test_a_wrench_at_a_frame_loads_the_joints_by_its_jacobian(robot):
    framed(robot)
    wrench = np.array([1, -2, 3, 0.5, -0.4, 2])
    fext = robot.externalForce("eye", wrench, Q)
    assert (fext[:, 0] != 0).any()
    assert not fext[:, 1].any()
    R = robot.getTransform(Q, "eye")[:3, :3]
    in_base = np.concatenate([R @ wrench[:3], R @ wrench[3:]])
    tau = robot.inverseDynamics(Q) - robot.inverseDynamics(Q, [], [], fext)
    close(tau, robot.geometricJacobian(Q, "eye").T @ in_base, 1e-14)  # differences of torques near 30 N m


def test_without_a_configuration_a_wrench_is_in_base_axes_whatever_the_frame(robot):
    framed(robot)
    close(robot.externalForce("eye", range(6)), robot.externalForce("upper", range(6)), 0)


def test_a_frame_of_the_base_takes_no_force(robot):
    with pytest.raises(KeyError) as caught:
        framed(robot).externalForce("corner", range(6))
    assert caught.value.identifier == "robotics:robotmanip:rigidbodytree:BodyNotFound"


def test_an_unknown_frame_suggests_a_known_one(robot):
    with pytest.raises(KeyError, match="Did you mean 'hook'"):
        framed(robot).getTransform(Q, "hok")


def test_batch_knows_frames(robot):
    framed(robot)
    Qs = np.array([Q, [1.0, 2.0], [-0.4, 0.1]])
    for q, T, J in zip(
        Qs, batch.getTransform(robot, Qs, "tool", "eye"), batch.geometricJacobian(robot, Qs, "eye"), strict=True
    ):
        close(T, robot.getTransform(q, "tool", "eye"))
        close(J, robot.geometricJacobian(q, "eye"))


def test_edits_of_frames_reach_the_tree_at_once(robot):
    framed(robot)
    upper = robot.getBody("upper")
    T = robot.getTransform(Q, "upper")
    upper.updateFrame("hook", "Name", "claw", "RigidTransform", B)
    close(robot.getTransform(Q, "claw"), T @ B)
    close(robot.getTransform(Q, "eye"), T @ B @ B)
    upper.removeFrame("claw")
    assert "claw" not in robot.FrameNames
    upper.Name = "arm"
    close(robot.getTransform(Q, "eye"), T @ B @ B)


# ---- bodies on frames ----


def test_the_pose_of_the_frame_goes_before_the_joint(robot):
    with_camera(framed(robot))
    spin = rst.axang2tform([0, 0, 1, 0.9])
    camera = robot.getBody("camera")
    assert (camera.Parent.Name, robot.getBody("upper").Children[-1].Name) == ("upper", "camera")
    close(camera.Joint.JointToParentTransform, B, 0)
    close(robot.getTransform([*Q, 0.9], "camera", "eye"), B @ spin)


def test_a_body_on_a_frame_moves_as_one_with_the_product_before_its_joint(robot):
    """Same dynamics as a body on the link itself, whose joint transform has the frame in it."""
    other = with_camera(framed(robot.copy()))
    camera = rigidBody("camera")
    camera.Joint = rigidBodyJoint("pan", "revolute")
    camera.Joint.setFixedTransform(A @ B @ B)
    robot.addBody(camera, "upper")
    for q in ([0.3, -0.7, 0.9], [1.0, 2.0, -3.0]):
        close(robot.massMatrix(q), other.massMatrix(q), 1e-14)
        close(robot.gravityTorque(q), other.gravityTorque(q), 1e-13)  # near 30 N m


@pytest.mark.parametrize(
    "edit",
    [
        lambda r: r.getBody("upper").removeFrame("eye"),
        lambda r: r.getBody("upper").removeFrame("hook"),
        lambda r: r.replaceBody("upper", replacement("plain")),
    ],
)
def test_a_frame_that_goes_leaves_its_bodies_where_they_are(robot, edit):
    with_camera(framed(robot))
    q = [*Q, 0.9]
    before = robot.getTransform(q, "camera")
    edit(robot)
    close(robot.getTransform(q, "camera"), before)


def replacement(name):
    body = rigidBody(name)
    body.Joint = rigidBodyJoint(name + "_joint", "revolute")
    body.Joint.setFixedTransform([0.8, 0, 0, 0], "dh")
    return body


def test_a_body_stays_on_a_frame_that_is_renamed_or_moved(robot):
    with_camera(framed(robot))
    q = [*Q, 0]
    robot.getBody("upper").updateFrame("eye", "Name", "lens", "RigidTransform", A)
    close(robot.getTransform(q, "camera", "lens"), B)
    close(robot.getTransform(q, "camera", "hook"), A @ B)


def test_a_new_body_with_the_frame_takes_the_bodies_over(robot):
    with_camera(framed(robot))
    new = replacement("plain")
    new.addFrame("eye", "plain", B)
    robot.replaceBody("upper", new)
    close(robot.getTransform([*Q, 0], "camera", "plain"), B @ B)
    assert robot.FrameNames == ["base", "corner", "plain", "eye", "lower", "tool", "camera"]


# ---- names ----


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (lambda r: r.addBody(rigidBody("hook"), "base"), "robotics:robotmanip:rigidbodytree:BodyNameCollision"),
        (lambda r: r.getBody("lower").addFrame("hook", "lower", A), "rst_compat:rigidBody:FrameNameCollision"),
        (lambda r: r.getBody("lower").addFrame("upper", "lower", A), "rst_compat:rigidBody:FrameNameCollision"),
        (lambda r: r.getBody("lower").addFrame("base", "lower", A), "rst_compat:rigidBody:FrameNameCollision"),
        (lambda r: setattr(r, "BaseName", "tool"), "robotics:robotmanip:rigidbodytree:BodyNameCollision"),
        (lambda r: setattr(r.getBody("lower"), "Name", "eye"), "robotics:robotmanip:rigidbodytree:BodyNameCollision"),
        (lambda r: setattr(r.getBody("upper"), "Name", "eye"), "rst_compat:rigidBody:FrameNameCollision"),
        (lambda r: r.addBody(holder("new", "eye"), "base"), "rst_compat:rigidBody:FrameNameCollision"),
        (lambda r: r.replaceBody("lower", holder("new", "eye")), "rst_compat:rigidBody:FrameNameCollision"),
        (lambda r: r.addSubtree("base", holder_tree("lower2", "eye")), "rst_compat:rigidBody:FrameNameCollision"),
    ],
)
def test_bodies_and_frames_share_their_names(robot, edit, what):
    framed(robot)
    with pytest.raises(rst.MatlabError) as caught:
        edit(robot)
    assert caught.value.identifier == what
    assert robot.FrameNames == NAMES


def holder(name, frame):
    body = rigidBody(name)
    body.addFrame(frame, name, A)
    return body


def holder_tree(name, frame):
    tree = rigidBodyTree()
    tree.addBody(holder(name, frame), "base")
    return tree


def test_a_replaced_body_gives_its_names_free(robot):
    framed(robot)
    robot.replaceBody("lower", holder("lower", "tool"))
    assert robot.FrameNames == NAMES


# ---- what keeps frames ----

KEPT = {
    "copy": lambda r, _: r.copy(),
    "pickle": lambda r, _: pickle.loads(pickle.dumps(r)),
    "model.json": lambda r, _: rst.importrobot(rst.exportrobot(r)),
    "save and load": lambda r, folder: saved(r, folder / "robot.mat"),
}


def saved(robot, path):
    rst.save(path, robot=robot)
    return rst.load(path).robot


@pytest.mark.parametrize("way", KEPT)
def test_frames_and_bodies_on_them_are_kept(robot, way, tmp_path):
    with_camera(framed(robot))
    robot.getBody("upper").updateFrame("hook", "Name", "claw")  # now behind frames that hang on it
    other = KEPT[way](robot, tmp_path)
    assert sorted(other.FrameNames) == sorted(robot.FrameNames)
    same(poses(other, robot.FrameNames, [*Q, 0.5]), poses(robot, q=[*Q, 0.5]), 0)
    assert other.getBody("upper").frameinfo("claw").ChildFrames == ["eye"]
    other.getBody("upper").updateFrame("eye", "RigidTransform", A)  # the body still hangs on it
    assert abs(other.getTransform([*Q, 0.5], "camera") - robot.getTransform([*Q, 0.5], "camera")).max() > 0.1


def test_urdf_has_frames_as_links(robot):
    with_camera(framed(robot))
    with pytest.warns(rst.MatlabWarning, match="another order"):
        text = rst.exportrobot(robot, Format="urdf")
    other = rst.importrobot(text, DataFormat="row")
    q = np.zeros(3)
    for name, value in {"upper": 0.3, "lower": -0.7, "camera": 0.5}.items():
        moving = name + "_joint" if name != "camera" else "pan"
        q[other.jointPositionFromJointName(moving)] = value
    # Angles of a rotation and back.
    same(poses(other, robot.FrameNames, q), poses(robot, q=[*Q, 0.5]), 1e-14)


def test_a_subtree_stays_where_it_was_without_the_frames_of_its_base(robot):
    with_camera(framed(robot))
    part = robot.subtree("camera")
    assert part.FrameNames == ["upper", "camera"]
    close(part.getTransform([0.9], "camera"), robot.getTransform([*Q, 0.9], "camera", "upper"))
    removed = robot.removeBody("camera")
    assert removed.FrameNames == part.FrameNames
    assert robot.FrameNames == NAMES
    robot.addSubtree("upper", removed)  # where it was: no frame of it is in the way
    close(robot.getTransform([*Q, 0.9], "camera", "upper"), part.getTransform([0.9], "camera"))


@pytest.mark.parametrize("replace", [True, False])
@pytest.mark.parametrize("parent", ["lower", "tool"])
def test_a_subtree_brings_the_frames_of_its_base_along(robot, parent, replace):
    framed(robot)
    hand = rigidBodyTree(DataFormat="column")
    hand.BaseName = "wrist"
    hand.Base.addFrame("palm", "wrist", B)
    for name, mount in (("finger", "palm"), ("thumb", "wrist")):
        body = rigidBody(name)
        body.Joint.setFixedTransform(A)
        hand.addBody(body, mount)
    robot.addSubtree(parent, hand, "ReplaceBase", replace)
    for name in ("palm", "finger", "thumb"):
        close(robot.getTransform(Q, name, parent), hand.getTransform([], name))
    assert hand.FrameNames == ["wrist", "palm", "finger", "thumb"]


def test_details_know_bodies_only(robot, capsys):
    robot.showdetails()
    plain = capsys.readouterr().out
    framed(robot).showdetails()
    assert capsys.readouterr().out == plain
    assert "FrameNames: {'base'  'corner'  'upper'  'hook'  'eye'  'lower'  'tool'}" in repr(robot)
