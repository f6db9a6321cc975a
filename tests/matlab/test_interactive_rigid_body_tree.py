"""interactiveRigidBodyTree without a browser: the server runs, and what a user does is told to it by its handlers."""

import asyncio
import gc
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError

pytest.importorskip("viser", reason="the extra view")


@pytest.fixture
def view():
    """Makes viewers of bundled robots, and closes them."""
    made = []

    def make(robot="iiwa14", **options):
        robot = rst.importrobot(robot) if isinstance(robot, str) else robot
        made.append(rst.interactiveRigidBodyTree(robot, Browser="off", **options))
        return made[-1]

    yield make
    for viztree in made:
        viztree.close()


def page_of(viztree):
    return viztree._on_page.page


def user(handle, value):
    """What viser does when the user of a page changes a control."""
    handle._impl.value = value
    for callback in handle._impl.update_cb:
        callback(SimpleNamespace(client_id=1, target=handle))


def drag(viztree, *poses):
    """What viser does when the user drags the marker."""
    marker = page_of(viztree)._marker

    def tell(phase):
        for callback in marker._impl_aux.update_cb:
            later = callback(SimpleNamespace(phase=phase, target=marker))
            if later is not None:
                asyncio.run(later)

    tell("start")
    for T in poses:
        marker._impl.position, marker._impl.wxyz = T[:3, 3], rst.tform2quat(T)
        tell("update")
        np.testing.assert_array_equal(marker.position, T[:3, 3])  # left in the user's hand
    tell("end")


BENT = [0.2, 0.6, -0.3, -1.2, 0.4, 0.8, 0.1]


def moved(T, *by):
    return rst.trvec2tform(by) @ T


# ---- properties


def test_what_it_starts_with(view):
    viztree = view()
    assert viztree.MarkerBodyName == viztree.RigidBodyTree.BodyNames[-1]
    assert viztree.MarkerControlMethod == "InverseKinematics"
    assert viztree.MarkerScaleFactor == 1
    assert viztree.ShowMarker is True
    assert viztree.SolverPoseWeights.tolist() == [1, 1]
    assert viztree.Constraints == []
    assert viztree.Configuration.tolist() == [0] * 7
    assert viztree.StoredConfigurations.shape == (7, 0)
    np.testing.assert_array_equal(viztree.MarkerPose, viztree.MarkerBodyPose)


def test_configuration_moves_robot_marker_sliders_and_text(view):
    robot = rst.importrobot("iiwa14", DataFormat="column")
    viztree = view(robot, Configuration=BENT)
    pose = robot.getTransform(BENT, viztree.MarkerBodyName)
    np.testing.assert_allclose(viztree.MarkerPose, pose, atol=1e-14)  # the same product in another order
    np.testing.assert_allclose(page_of(viztree)._marker.position, pose[:3, 3], atol=1e-14)
    shown = [slider.value for slider in page_of(viztree)._sliders.handles]
    np.testing.assert_allclose(shown, np.degrees(BENT), atol=0.05)  # sliders show a tenth of a degree
    text = page_of(viztree)._text.content
    assert "q = [0.2, 0.6, -0.3, -1.2, 0.4, 0.8, 0.1]</code>" in text
    assert "q = [0.2; 0.6; -0.3; -1.2; 0.4; 0.8; 0.1];</code>" in text


@pytest.mark.parametrize("form", [list, np.array, lambda q: np.array(q)[:, None], lambda q: np.array(q)[None]])
def test_configuration_takes_a_vector_in_any_form(view, form):
    viztree = view()
    viztree.Configuration = form(BENT)
    assert viztree.Configuration.tolist() == BENT


def test_configuration_of_a_struct_robot_is_a_vector_and_takes_both_forms(view):
    robot = rst.importrobot("twolink", DataFormat="struct")
    viztree = view(robot)
    config = robot.homeConfiguration()
    config[1].JointPosition = 0.5
    viztree.Configuration = config
    assert viztree.Configuration.tolist() == [0, 0.5]
    viztree.Configuration = [0.1, 0.2]
    assert viztree.Configuration.tolist() == [0.1, 0.2]


def test_configuration_cannot_be_changed_in_place(view):
    with pytest.raises(ValueError, match="read-only"):
        view().Configuration[0] = 1


def test_the_robot_is_a_copy(view):
    robot = rst.importrobot("twolink")
    viztree = view(robot)
    robot.removeBody("body_2")
    assert viztree.RigidBodyTree.NumBodies == 2


def test_stored_configurations_are_columns(view):
    viztree = view("twolink")
    viztree.addConfiguration()
    viztree.Configuration = [1, 2]
    rst.addConfiguration(viztree)
    viztree.Configuration = [3, 4]
    viztree.addConfiguration(1)
    assert viztree.StoredConfigurations.tolist() == [[0, 3, 1], [0, 4, 2]]
    viztree.removeConfigurations([0, 2])
    assert viztree.StoredConfigurations.tolist() == [[3], [4]]
    rst.removeConfigurations(viztree)
    assert viztree.StoredConfigurations.shape == (2, 0)
    viztree.StoredConfigurations = np.column_stack([[1, 2], [3, 4]])
    q, *_ = rst.trapveltraj(viztree.StoredConfigurations, 5)  # what scripts do with them
    assert q.shape == (2, 5)


def test_marker_scale_factor_and_show_marker(view):
    viztree = view(MarkerScaleFactor=0.5, ShowMarker=False)
    marker, size = page_of(viztree)._marker, page_of(viztree)._scene.size
    assert (marker.scale, marker.visible) == (size / 8, False)
    viztree.MarkerScaleFactor, viztree.ShowMarker = 2, True
    assert (marker.scale, marker.visible) == (size / 2, True)


def test_marker_body_name_takes_bodies_and_frames(view):
    robot = rst.importrobot("twolink", DataFormat="row")
    robot.getBody("body_1").addFrame("camera", "body_1", rst.trvec2tform([0, 0.1, 0]))
    viztree = view(robot, MarkerBodyName="body_1")
    viztree.MarkerBodyName = "camera"
    np.testing.assert_allclose(viztree.MarkerPose, robot.getTransform([0, 0], "camera"), atol=1e-15)
    viztree.Configuration = [0.3, 0.4]
    np.testing.assert_allclose(viztree.MarkerPose, robot.getTransform([0.3, 0.4], "camera"), atol=1e-15)


def test_frames_off(view):
    assert [b.show_axes for b in page_of(view("twolink", Frames="off"))._bodies] == [False] * 3
    assert [b.show_axes for b in page_of(view("twolink"))._bodies] == [True] * 3


def test_bodies_of_the_page_are_where_get_transform_has_them(view):
    robot = rst.importrobot("branched", DataFormat="row")
    q = robot.randomConfiguration()
    viztree = view(robot, Configuration=q)
    for name, body in zip(robot.BodyNames, page_of(viztree)._bodies[1:], strict=True):
        T = robot.getTransform(q, name)
        np.testing.assert_allclose(body.position, T[:3, 3], atol=1e-14)
        np.testing.assert_allclose(rst.quat2rotm(body.wxyz), T[:3, :3], atol=1e-12)


# ---- what the user does


def test_a_slider_moves_its_joint(view):
    viztree = view(Configuration=BENT)
    user(page_of(viztree)._sliders.handles[1], 30.0)
    np.testing.assert_allclose(viztree.Configuration, [BENT[0], np.pi / 6, *BENT[2:]], atol=1e-15)
    np.testing.assert_array_equal(viztree.MarkerPose, viztree.MarkerBodyPose)


def late(handle):
    """What viser does when a thread that tells of a change gets its turn after others."""
    for callback in handle._impl.update_cb:
        callback(SimpleNamespace(client_id=1, target=handle))


def test_a_slider_told_late_and_twice_counts_once_and_where_it_is(view):
    viztree = view(Configuration=BENT)
    slider = page_of(viztree)._sliders.handles[1]
    slider._impl.value = 20.0
    user(slider, 30.0)
    late(slider)  # of the 20 degrees
    np.testing.assert_allclose(viztree.Configuration[1], np.pi / 6, atol=1e-15)


@pytest.mark.parametrize("units", ["degrees", "radians"])
def test_a_slider_told_after_the_script_moved_the_robot_changes_nothing(view, units):
    viztree = view(Configuration=np.zeros(7))
    slider = page_of(viztree)._sliders.handles[1]
    page_of(viztree)._sliders.set_units(units)
    slider._impl.value = 0.5
    viztree.Configuration = BENT  # 0.6 rad, which the slider shows as 34.4 degrees
    late(slider)
    np.testing.assert_array_equal(viztree.Configuration, BENT)


def test_a_slider_moved_back_to_what_it_showed_moves_its_joint_back(view):
    viztree = view(Configuration=BENT)
    slider = page_of(viztree)._sliders.handles[1]
    shown = slider.value
    user(slider, 30.0)
    user(slider, shown)
    np.testing.assert_allclose(viztree.Configuration[1], np.radians(shown), atol=1e-15)


def test_sliders_have_the_limits_of_the_joints_in_both_units(view):
    viztree = view()
    page = page_of(viztree)
    limits = np.array([b.Joint.PositionLimits for b in viztree.RigidBodyTree.Bodies if b.Joint.Type != "fixed"])
    ends = np.array([[s.min, s.max] for s in page._sliders.handles])
    np.testing.assert_allclose(ends, np.degrees(limits), atol=0.1)  # whole tenths of a degree, inside the limits
    page._sliders.set_units("radians")
    ends = np.array([[s.min, s.max] for s in page._sliders.handles])
    np.testing.assert_allclose(ends, limits, atol=0.001)
    assert (ends[:, 0] >= limits[:, 0] - 1e-9).all()
    assert (ends[:, 1] <= limits[:, 1] + 1e-9).all()
    assert page._sliders.handles[0].label == "iiwa_joint_1 [rad]"
    user(page._sliders.handles[0], 0.25)
    assert viztree.Configuration[0] == 0.25


def test_a_prismatic_joint_is_in_metres_in_both_units(view):
    viztree = view("scara")
    page, kinds = page_of(viztree), [b.Joint.Type for b in viztree.RigidBodyTree.Bodies if b.Joint.Type != "fixed"]
    assert "prismatic" in kinds
    for word, unit in (("degrees", "°"), ("radians", "rad")):
        page._sliders.set_units(word)
        units = [slider.label.rpartition(" ")[2] for slider in page._sliders.handles]
        assert units == ["[m]" if kind == "prismatic" else f"[{unit}]" for kind in kinds]
    user(page._sliders.handles[kinds.index("prismatic")], 0.1)
    assert viztree.Configuration[kinds.index("prismatic")] == 0.1


def test_dragging_the_marker_moves_the_joints_through_inverse_kinematics(view):
    viztree = view(Configuration=BENT)
    target = moved(viztree.MarkerPose, 0.05, -0.04, 0.03)
    drag(viztree, target)
    np.testing.assert_allclose(viztree.MarkerBodyPose, target, atol=1e-5)  # SolutionTolerance is 1e-6, of squares' root
    np.testing.assert_allclose(viztree.MarkerPose, target, atol=1e-15)
    assert np.abs(viztree.Configuration - BENT).max() < 0.5  # from where it was, not from elsewhere
    assert "The body is at the marker" in page_of(viztree)._error.content


def test_a_marker_out_of_reach_stays_and_says_how_far(view):
    viztree = view("twolink", Configuration=[0.3, 0.5], MarkerBodyName="body_2")
    drag(viztree, moved(viztree.MarkerPose, 5, 0, 0))
    far = np.linalg.norm(viztree.MarkerPose[:3, 3] - viztree.MarkerBodyPose[:3, 3])
    assert far > 4
    assert f"{1000 * far:.1f} mm" in page_of(viztree)._error.content


def test_a_typed_position_is_a_target(view):
    viztree = view(Configuration=BENT)
    place = np.round(viztree.MarkerPose[:3, 3] + [0.02, 0, -0.05], 3)
    user(page_of(viztree)._target, tuple(place.tolist()))
    np.testing.assert_allclose(viztree.MarkerBodyPose[:3, 3], place, atol=1e-5)


def test_pose_weights_let_the_orientation_go(view):
    viztree = view(Configuration=BENT, SolverPoseWeights=[0, 1])
    target = moved(viztree.MarkerPose, 0.1, 0.05, -0.1) @ rst.axang2tform([1, 0, 0, 2.5])
    drag(viztree, target)
    np.testing.assert_allclose(viztree.MarkerBodyPose[:3, 3], target[:3, 3], atol=1e-5)
    turned = rst.rotm2axang(viztree.MarkerBodyPose[:3, :3].T @ target[:3, :3])[3]
    assert turned > 0.5


def test_constraints_bound_what_the_marker_does(view):
    viztree = view(Configuration=BENT)
    z = viztree.MarkerBodyPose[2, 3]
    bounds = [[-np.inf, np.inf], [-np.inf, np.inf], [z - 0.02, np.inf]]
    # Ten times the weight of the pose, so that the compromise stands close to the bound.
    above = rst.constraintCartesianBounds(viztree.MarkerBodyName, Bounds=bounds, Weights=[1, 1, 100])
    viztree.addConstraint(above)
    target = moved(viztree.MarkerPose, 0, 0, -0.2)
    drag(viztree, target)
    assert viztree.MarkerBodyPose[2, 3] > z - 0.03
    viztree.removeConstraints(0)
    drag(viztree, target)
    np.testing.assert_allclose(viztree.MarkerBodyPose[2, 3], z - 0.2, atol=1e-5)


def test_joint_control_moves_one_joint_as_far_as_it_follows(view):
    robot = rst.importrobot("iiwa14", DataFormat="row")
    viztree = view(robot, Configuration=BENT, MarkerBodyName=robot.BodyNames[3], MarkerControlMethod="JointControl")
    goal = [*BENT]
    joint = robot.getBody(robot.BodyNames[3]).Joint
    at = rst.jointPositionFromJointName(robot, joint.Name)
    goal[at] = [goal[at.start] + 0.4]
    drag(viztree, robot.getTransform(goal, robot.BodyNames[3]))
    np.testing.assert_allclose(viztree.Configuration, goal, atol=1e-12)
    drag(viztree, moved(viztree.MarkerPose, 0, 0, 1))  # a joint that turns does not follow a displacement
    np.testing.assert_allclose(viztree.Configuration, goal, atol=1e-12)
    np.testing.assert_array_equal(viztree.MarkerPose, viztree.MarkerBodyPose)
    shown = page_of(viztree)._marker.position  # back at the body, in the browser too
    np.testing.assert_allclose(shown, viztree.MarkerBodyPose[:3, 3], atol=1e-15)


def test_joint_control_of_a_prismatic_joint_and_of_a_fixed_body_behind_it(view):
    robot = rst.rigidBodyTree(DataFormat="row")
    slide, tool = rst.rigidBody("slide"), rst.rigidBody("tool")
    slide.Joint = rst.rigidBodyJoint("rail", "prismatic")
    slide.Joint.JointAxis, slide.Joint.PositionLimits = [1, 1, 0], [-1, 1]
    tool.Joint.setFixedTransform(rst.trvec2tform([0, 0, 0.5]))
    robot.addBody(slide, "base")
    robot.addBody(tool, "slide")
    viztree = view(robot, MarkerControlMethod="JointControl")
    assert viztree.MarkerBodyName == "tool"
    drag(viztree, moved(viztree.MarkerPose, 0.3, 0, 0.2))
    np.testing.assert_allclose(viztree.Configuration, [0.3 / np.sqrt(2)], atol=1e-15)  # the part along the axis
    drag(viztree, moved(viztree.MarkerPose, 9, 9, 0))
    assert viztree.Configuration.tolist() == [1]


def test_home_random_and_stored(view):
    viztree = view(Configuration=BENT)
    page = page_of(viztree)
    page._told("_pressed", "Store")
    page._told("_pressed", "Home")
    assert viztree.Configuration.tolist() == [0] * 7
    assert viztree.StoredConfigurations.T.tolist() == [BENT]
    robot = rst.importrobot("iiwa14", DataFormat="row")
    rst.rng(1)
    page._told("_pressed", "Random")
    rst.rng(1)
    np.testing.assert_array_equal(viztree.Configuration, robot.randomConfiguration())
    user(page._stored, "1")
    assert viztree.Configuration.tolist() == BENT


def test_choices_of_the_user_are_the_properties(view):
    viztree = view()
    page = page_of(viztree)
    user(page._body, viztree.RigidBodyTree.BodyNames[2])
    user(page._method, "JointControl")
    user(page._visible, False)
    assert viztree.MarkerBodyName == viztree.RigidBodyTree.BodyNames[2]
    assert viztree.MarkerControlMethod == "JointControl"
    assert viztree.ShowMarker is False


def test_a_robot_with_a_floating_joint_has_sliders_for_the_others(view):
    viztree = view("floating_base")
    joints = [b.Joint for b in viztree.RigidBodyTree.Bodies if b.Joint.Type in ("revolute", "prismatic")]
    assert viztree.IKSolver is None
    assert len(page_of(viztree)._sliders.handles) == len(joints)
    before = viztree.Configuration
    drag(viztree, moved(viztree.MarkerPose, 0.1, 0, 0))
    np.testing.assert_array_equal(viztree.Configuration, before)
    np.testing.assert_array_equal(viztree.MarkerPose, viztree.MarkerBodyPose)


def test_a_robot_without_bodies(view):
    viztree = view(rst.rigidBodyTree(DataFormat="row"))
    assert viztree.MarkerBodyName == "base"
    drag(viztree, moved(viztree.MarkerPose, 0.1, 0, 0))
    assert viztree.Configuration.shape == (0,)


def test_moves_from_two_sides_end_in_one_of_them(view):
    viztree = view(Configuration=BENT)
    targets = [moved(viztree.MarkerPose, 0.001 * k, 0, 0) for k in range(40)]
    threads = [threading.Thread(target=viztree._on_page._marker_moved, args=(lambda T=T: T,)) for T in targets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    pose = viztree.MarkerPose
    assert any(np.array_equal(pose, T) for T in targets)
    np.testing.assert_allclose(viztree.MarkerBodyPose, pose, atol=1e-5)


# ---- the server


def free(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def port_of(viztree):
    return int(viztree.Address.rpartition(":")[2])


def test_the_page_is_served_here_and_only_here(view):
    viztree = view("twolink")
    assert viztree.Address.startswith("http://127.0.0.1:")
    assert b"<html" in urllib.request.urlopen(viztree.Address, timeout=10).read()
    sockets = page_of(viztree)._server._websock_server
    assert sockets._host == "127.0.0.1"


def test_nobody_gets_a_tunnel_to_it(view):
    assert page_of(view("twolink"))._server.request_share_url() is None


def test_a_port_in_use_gives_the_next(view):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < port_of(view("twolink", Port=port)) <= port + 100


def test_no_host_is_an_error_and_leaves_nothing(view):
    before = threading.active_count()
    with pytest.raises(MatlabError) as raised:
        view("twolink", Host="192.0.2.1")  # RFC 5737: an address of nobody
    assert raised.value.identifier == "rst_compat:interactiveRigidBodyTree:NoPort"
    assert threading.active_count() == before


def gone(before):
    """Whether all threads since then have ended, within five seconds."""
    end = time.monotonic() + 5
    while set(threading.enumerate()) - before and time.monotonic() < end:
        time.sleep(0.02)
    return not set(threading.enumerate()) - before


def test_close_ends_server_and_threads_and_show_figure_brings_them_back():
    before = set(threading.enumerate())
    viztree = rst.interactiveRigidBodyTree(rst.importrobot("twolink"), Browser="off")
    port = port_of(viztree)
    viztree.Configuration = [0.1, 0.2]
    viztree.close()
    viztree.close()
    assert viztree.Address == ""
    assert free(port)
    assert gone(before)
    viztree.Configuration = [0.3, 0.4]  # works without a page
    viztree.showFigure()
    assert viztree.Address
    assert "q = [0.3, 0.4]" in page_of(viztree)._text.content
    viztree.close()
    assert gone(before)


def test_del_closes_it():
    before = set(threading.enumerate())
    viztree = rst.interactiveRigidBodyTree(rst.importrobot("twolink"), Browser="off")
    port = port_of(viztree)
    del viztree
    gc.collect()
    assert free(port)
    assert gone(before)


def test_a_script_that_ends_leaves_no_thread():
    program = (
        "import rst_compat as rst\n"
        "viztree = rst.interactiveRigidBodyTree(rst.importrobot('twolink'), Browser='off')\n"
        "viztree.Configuration = [0.1, 0.2]\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.startswith("interactiveRigidBodyTree: http://127.0.0.1:")
    assert run.stderr == ""


# ---- errors


@pytest.mark.parametrize(
    ("what", "options"),
    [
        ("interactiveRigidBodyTree:WrongScale", {"MarkerScaleFactor": 0}),
        ("interactiveRigidBodyTree:WrongPort", {"Port": 0}),
        ("interactiveRigidBodyTree:WrongPort", {"Port": True}),
        ("interactiveRigidBodyTree:NotASolver", {"IKSolver": 3}),
        ("interactiveRigidBodyTree:NotAConstraint", {"Constraints": [3]}),
        ("argument:NotAChoice", {"MarkerControlMethod": "IK"}),
        ("argument:NotAChoice", {"Frames": "yes"}),
        ("argument:NotLogical", {"ShowMarker": "on"}),
        ("argument:UnknownName", {"Marker": "tool"}),
        ("property:WrongSize", {"Configuration": [1]}),
        ("property:WrongSize", {"StoredConfigurations": np.zeros((3, 2))}),
        ("property:NotFinite", {"Configuration": [np.nan, 0]}),
    ],
)
def test_a_wrong_argument_is_an_error_before_a_server_runs(view, what, options):
    before = threading.active_count()
    with pytest.raises(MatlabError) as raised:
        view("twolink", **options)
    assert raised.value.identifier == f"rst_compat:{what}"
    assert threading.active_count() == before


@pytest.mark.parametrize("name", ["nothing", "body1"])
def test_an_unknown_body_is_matlabs_error(view, name):
    viztree = view("twolink")
    for act in (
        lambda: setattr(viztree, "MarkerBodyName", name),
        lambda: viztree.addConstraint(rst.constraintPositionTarget(name)),
    ):
        with pytest.raises(KeyError, match=f"Body with name {name} is not found"):
            act()
    assert viztree.MarkerBodyName == "body_2"
    assert viztree.Constraints == []


@pytest.mark.parametrize("index", [-1, 1, 0.5])
def test_a_wrong_index_is_an_error(view, index):
    viztree = view("twolink")
    for act in (viztree.addConfiguration, viztree.removeConfigurations, viztree.removeConstraints):
        with pytest.raises(MatlabError) as raised:
            act(index)
        assert raised.value.identifier == "rst_compat:interactiveRigidBodyTree:WrongIndex"


def test_properties_that_are_read_only(view):
    viztree = view("twolink")
    for name in ("MarkerPose", "MarkerBodyPose", "RigidBodyTree", "IKSolver", "Address"):
        with pytest.raises(AttributeError, match="cannot be assigned"):
            setattr(viztree, name, 1)


def test_a_solver_lends_its_parameters(view):
    solver = rst.generalizedInverseKinematics(SolverAlgorithm="BFGSGradientProjection")
    solver.SolverParameters.MaxIterations = 77
    viztree = view(IKSolver=solver, Configuration=BENT)
    assert viztree.IKSolver.SolverAlgorithm == "BFGSGradientProjection"
    assert viztree.IKSolver.SolverParameters.MaxIterations == 77
    target = moved(viztree.MarkerPose, 0.01, 0, 0)
    drag(viztree, target)
    np.testing.assert_allclose(viztree.MarkerBodyPose[:3, 3], target[:3, 3], atol=1e-3)  # within 77 iterations


@pytest.mark.parametrize("missing", ["viser", "trimesh"])
@pytest.mark.parametrize("file", ["rods", "shapes"])
def test_without_the_extra_the_error_has_its_pip_line(monkeypatch, missing, file):
    robot = rst.importrobot("twolink" if file == "rods" else Path(__file__).parents[1] / "pictures" / "shapes.urdf")
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(MatlabError, match=rf"{missing}.*pip install 'rst_compat\[view\]'"):
        rst.interactiveRigidBodyTree(robot, Browser="off")
