"""show, drawnow and hold: what is drawn of a robot, and where."""

import subprocess
import sys
import time
import warnings
from pathlib import Path
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np
import pytest
from stopwatch import slowness

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.plotting.labels import Labels
from rst_compat.plotting.lines import Lines
from rst_compat.plotting.solid import Solid

PICTURES = Path(__file__).parents[1] / "pictures"
BEND = [0.3, 0.7, 0, -1.2, 0, 0.9, 0]


@pytest.fixture(autouse=True)
def no_figures():
    yield
    plt.close("all")


@pytest.fixture
def iiwa():
    return rst.importrobot("iiwa14", DataFormat="row")


@pytest.fixture
def shapes():
    return rst.importrobot(PICTURES / "shapes.urdf", DataFormat="row")


def solids(ax):
    """Faces of each robot: visual and collision."""
    return [s.points for s in ax.findobj(Solid)]


def lines(ax):
    """Segments of each robot: links, and axes of frames."""
    return [np.asarray(s._segments3d) for s in ax.findobj(Lines)]


def names(ax):
    return [text for labels in ax.findobj(Labels) for text in labels.texts()]


def test_axes_are_returned_and_one_scale_holds_for_all_three(iiwa):
    ax = rst.show(iiwa)
    assert ax.name == "3d"
    assert [ax.get_xlabel(), ax.get_ylabel(), ax.get_zlabel()] == ["X", "Y", "Z"]
    sides = [hi - lo for lo, hi in (ax.get_xlim(), ax.get_ylim(), ax.get_zlim())]
    assert np.ptp(ax._box_aspect / sides) < 1e-12


def test_home_is_the_default_and_empty_is_home(iiwa):
    home = solids(rst.show(iiwa))[0]
    for arguments in ((iiwa.homeConfiguration(),), ([],), ("Frames", "on")):
        plt.figure()
        assert np.array_equal(solids(rst.show(iiwa, *arguments))[0], home)


def test_a_struct_configuration():
    robot = rst.importrobot("twolink", DataFormat="struct")
    configuration = robot.homeConfiguration()
    configuration[0].JointPosition = 0.5
    found = solids(rst.show(robot, configuration))[0]
    robot.DataFormat = "column"
    plt.figure()
    assert np.array_equal(solids(rst.show(robot, [0.5, 0]))[0], found)


def test_frames_are_where_get_transform_says(iiwa):
    ax = rst.show(iiwa, BEND)
    axes = lines(ax)[1].reshape(-1, 3, 2, 3)
    T = iiwa.getTransform(BEND)  # of all frames
    for k in range(T.shape[2]):
        assert axes[k, :, 0] == pytest.approx(np.tile(T[:3, 3, k], (3, 1)), abs=1e-12)
        directions = axes[k, :, 1] - axes[k, :, 0]
        assert directions / np.linalg.norm(directions, axis=1)[:, None] == pytest.approx(T[:3, :3, k].T, abs=1e-9)


def test_frames_have_their_names_and_those_in_one_place_share_a_line(iiwa):
    assert names(rst.show(iiwa, BEND)) == [
        "world, iiwa_link_0",
        *(f"iiwa_link_{k}" for k in range(1, 8)),
        "iiwa_link_ee, iiwa_link_ee_kuka",
    ]


def test_frames_that_were_added_are_drawn_too():
    robot = rst.importrobot("twolink")
    robot.Bodies[1].addFrame("tool", "body_2", rst.trvec2tform([0.1, 0, 0]))
    ax = rst.show(robot, [0, 0])
    assert names(ax)[-1] == "tool"
    assert lines(ax)[1][-1][0] == pytest.approx([1.3, 0, 0])


@pytest.mark.parametrize("off", ["off", "OFF", False, 0])
def test_Frames_off(iiwa, off):
    ax = rst.show(iiwa, Frames=off)
    assert names(ax) == []
    assert lines(ax)[1].size == 0
    assert solids(ax)[0].size
    with pytest.raises(rst.MatlabError, match="show: Frames"):
        rst.show(iiwa, Frames=2)


def test_Visuals_off_leaves_lines_from_frame_to_frame(shapes):
    q = [0.4, -0.3, 0.05]
    ax = rst.show(shapes, q, Visuals="off")
    assert [s.size for s in solids(ax)] == [0, 0]
    at = shapes.getTransform(q)[:3, 3].T
    assert lines(ax)[0] == pytest.approx(np.stack([at[:-1], at[1:]], axis=1))


def test_visuals_stand_where_the_file_puts_them(shapes):
    q = [np.pi / 2, 0, 0.1]
    points = solids(rst.show(shapes, q))[0].reshape(-1, 3)
    ball = points[points[:, 1] > 0.4]  # beyond the end of the boom is the ball alone
    assert ball[:, 1].max() == pytest.approx(0.4 + 0.1 + 0.07, abs=1e-3)
    assert points[:, 2].min() == pytest.approx(-0.05)


def test_Collisions_on(shapes):
    assert solids(rst.show(shapes))[1].size == 0
    plt.figure()
    hull = solids(rst.show(shapes, [0, 0, 0], Collisions="on"))[1].reshape(-1, 3)
    assert hull.max(axis=0) == pytest.approx([0.5, 0.1, 0.53], abs=1e-3)  # the ball's, a sphere of 0.1 m


def test_Position_moves_and_turns_the_robot(shapes):
    plain = solids(rst.show(shapes))[0].reshape(-1, 3)
    plt.figure()
    moved = solids(rst.show(shapes, Position=[1, 2, 3, np.pi / 2]))[0].reshape(-1, 3)
    x, y, z = plain.T
    assert moved == pytest.approx(np.stack([1 - y, 2 + x, 3 + z], axis=1))


def test_Parent_is_drawn_in(iiwa):
    first, second = (plt.figure().add_subplot(projection="3d") for _ in range(2))
    assert rst.show(iiwa, Parent=first) is first
    assert len(solids(second)) == 0
    with pytest.raises(MatlabError, match="no three dimensions"):
        rst.show(iiwa, Parent=plt.figure().add_subplot())


def test_PreservePlot_keeps_or_replaces_the_robot_but_no_other(iiwa, shapes):
    ax = rst.show(shapes)
    rst.show(iiwa, BEND)
    rst.show(iiwa)
    assert len(solids(ax)) == 2 * 3
    rst.show(iiwa, BEND, PreservePlot=False)
    assert len(solids(ax)) == 2 * 2
    assert np.array_equal(solids(ax)[0], solids(rst.show(shapes, Parent=plt.figure().add_subplot(projection="3d")))[0])


@pytest.mark.parametrize("fast", [True, False])
def test_a_robot_that_is_not_preserved_is_moved(iiwa, fast):
    ax = rst.show(iiwa)
    before = ax.get_children()
    rst.show(iiwa, BEND, PreservePlot=False, FastUpdate=fast, Parent=ax)
    assert ax.get_children() == before
    other = rst.show(iiwa, BEND, Parent=plt.figure().add_subplot(projection="3d"))
    assert np.array_equal(solids(ax)[0], solids(other)[0])
    assert np.array_equal(lines(ax)[1], lines(other)[1])
    assert names(ax) == names(other)


def test_FastUpdate_sees_edits_and_other_layers(iiwa):
    ax = rst.show(iiwa, Frames="off")
    options = {"PreservePlot": False, "FastUpdate": True, "Parent": ax}
    rst.show(iiwa, Frames="on", **options)
    assert len(solids(ax)) == 2
    assert names(ax)
    iiwa.removeBody("iiwa_link_5")
    rst.show(iiwa, **options)
    assert len(solids(ax)) == 2
    assert names(ax)[-1] == "iiwa_link_4"


def test_FastUpdate_after_the_axes_were_cleared(iiwa):
    ax = rst.show(iiwa)
    ax.clear()
    rst.show(iiwa, BEND, PreservePlot=False, FastUpdate=True, Parent=ax)
    assert len(solids(ax)) == 2


def test_FastUpdate_wants_the_plot_not_preserved(iiwa):
    with pytest.raises(MatlabError) as caught:
        rst.show(iiwa, FastUpdate=True)
    assert caught.value.identifier == "rst_compat:plot:FastUpdatePreserves"


@pytest.mark.parametrize("fast", [True, False])
@pytest.mark.parametrize("source", ["iiwa14", PICTURES / "arm" / "arm.urdf"])
def test_an_arm_moves_with_20_frames_a_second(source, fast):
    """The quickest of many frames, in seconds of the processor: others may be at work."""
    robot = rst.importrobot(source, DataFormat="row")
    q, seconds = robot.homeConfiguration(), []
    ax = rst.show(robot, q)
    rst.drawnow()
    for k in range(15):
        start = time.process_time()
        rst.show(robot, q + 0.02 * k, PreservePlot=False, FastUpdate=fast, Parent=ax)
        rst.drawnow()
        seconds.append(time.process_time() - start)
    assert min(seconds) < slowness() / 20


def test_mesh_files_that_are_missing_are_left_out_with_one_warning(tmp_path):
    text = (PICTURES / "arm" / "arm.urdf").read_text()
    robot = rst.importrobot(text, MeshPath=[tmp_path])
    with pytest.warns(rst.MatlabWarning) as caught:
        ax = rst.show(robot)
    assert [w.message.identifier for w in caught] == ["rst_compat:plot:MeshNotFound"]
    assert "base.stl" in str(caught[0].message)
    assert len(solids(ax)[0])  # the box
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        rst.show(rst.importrobot(text, MeshPath=[PICTURES / "arm"]))


def test_a_base_alone():
    ax = rst.show(rst.rigidBodyTree())
    ax.figure.canvas.draw()
    assert names(ax) == ["base"]


def test_it_is_a_method_too(iiwa):
    assert iiwa.show(BEND).name == "3d"


def test_collision_shapes_are_shown_at_their_pose():
    box = rst.collisionBox(1, 2, 3, Pose=rst.trvec2tform([1, 0, 0]))
    ax, patch = rst.show(box, nargout=2)
    assert patch.bounds().tolist() == [[0.5, -1, -1.5], [1.5, 1, 1.5]]
    assert rst.show(box, "Parent", ax) is ax


def test_an_array_of_collision_shapes():
    array = [rst.collisionSphere(0.5), rst.collisionMesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])]
    _, patches = rst.showCollisionArray(array, Color=[[1, 0, 0], [0, 0, 1]], nargout=2)
    assert [p.bounds()[1].round(2).tolist() for p in patches] == [[0.5, 0.5, 0.5], [1, 1, 1]]
    with pytest.raises(MatlabError, match="no collision shape"):
        rst.showCollisionArray([rst.rigidBody("a")])
    with pytest.raises(MatlabError, match="colours"):
        rst.showCollisionArray(array, Color=[2, 0, 0])


def test_hold(iiwa):
    ax = rst.show(iiwa)
    rst.hold("on")
    rst.showCollisionArray([rst.collisionSphere(1)])
    assert len(solids(ax)) == 3
    rst.hold()
    rst.showCollisionArray([rst.collisionSphere(1)])
    assert len(solids(ax)) == 1
    rst.hold(ax, "on")
    rst.showCollisionArray([rst.collisionSphere(1)])
    assert len(solids(ax)) == 2


def test_hold_itself_clears_nothing(iiwa):
    ax = rst.show(iiwa)
    rst.hold("off")
    rst.hold("on")
    assert len(solids(ax)) == 2


def test_pause_draws(iiwa):
    ax = rst.show(iiwa)
    assert ax.figure.stale
    rst.pause(0)
    assert not ax.figure.stale


@pytest.mark.parametrize("word", ["limitrate", "nocallbacks", "update", "expose"])
def test_drawnow_takes_matlabs_words(word):
    rst.drawnow(word)


HEADLESS = """
import sys, rst_compat as rst
robot = rst.importrobot("twolink")
rst.drawnow()
assert "matplotlib" not in sys.modules
for k in range(3):
    ax = rst.show(robot, [k, 0], PreservePlot=False)
    rst.drawnow()
import matplotlib
print(matplotlib.get_backend().lower())
"""


def test_without_a_display_it_draws_into_memory():
    environment = {"PATH": "", "HOME": str(Path.home())}  # neither DISPLAY nor MPLBACKEND
    run = subprocess.run([sys.executable, "-c", HEADLESS], env=environment, capture_output=True, text=True, check=False)
    assert run.stdout == "agg\n", run.stderr


@pytest.mark.parametrize("missing", ["matplotlib", "trimesh"])
def test_without_the_extra_the_error_has_the_pip_line(iiwa, missing):
    calls = [
        lambda: rst.show(iiwa),
        lambda: rst.plotTransforms([0, 0, 0], [1, 0, 0, 0]),
        lambda: rst.showCollisionArray([rst.collisionSphere(1)]),
        lambda: rst.showWorkspaceAnalysis([[0, 0, 0]], [1]),
        lambda: rst.hold("on"),
    ]
    with patch.dict(sys.modules, {missing: None}):
        for call in calls:
            with pytest.raises(MatlabError, match=r"pip install 'rst_compat\[plot\]'"):
                call()
