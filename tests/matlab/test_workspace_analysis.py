"""generateRobotWorkspace and showWorkspaceAnalysis."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.plotting.solid import Solid


@pytest.fixture(autouse=True)
def no_figures():
    yield
    plt.close("all")


@pytest.fixture
def robot():
    return rst.importrobot("twolink", DataFormat="row")


def test_points_are_those_of_the_configurations(robot):
    workspace, configs = rst.generateRobotWorkspace(robot, [], MaxNumSamples=50)
    for point, q in zip(workspace, configs, strict=True):
        assert point == pytest.approx(robot.getTransform(q, "body_2")[:3, 3], abs=1e-12)


def test_configurations_are_those_of_random_configuration(robot):
    for name in ("twolink", "floating_base"):
        made = rst.importrobot(name, DataFormat="column")
        rst.rng(7)
        _, configs = rst.generateRobotWorkspace(made, [], MaxNumSamples=5)
        rst.rng(7)
        assert configs == pytest.approx(np.stack([made.randomConfiguration() for _ in range(5)]), abs=1e-15)


def test_the_end_effector_is_the_last_body_or_the_named_frame(robot):
    rst.rng(1)
    last = rst.generateRobotWorkspace(robot, [], MaxNumSamples=20, nargout=1)
    rst.rng(1)
    first = rst.generateRobotWorkspace(robot, [], "body_1", MaxNumSamples=20, nargout=1)
    assert np.linalg.norm(first, axis=1) == pytest.approx(0.5)
    assert np.linalg.norm(last - first, axis=1) == pytest.approx(0.7)
    assert np.allclose(rst.generateRobotWorkspace(robot, [], "base", MaxNumSamples=3, nargout=1), 0)
    with pytest.raises(MatlabError, match="not found"):
        rst.generateRobotWorkspace(robot, [], "hand")


def test_every_data_format_gives_rows_that_manipulability_index_takes():
    for form in ("struct", "row", "column"):
        robot = rst.importrobot("twolink", DataFormat=form)
        _, configs = rst.generateRobotWorkspace(robot, [], MaxNumSamples=4)
        index = rst.manipulabilityIndex(robot, configs, MotionComponent=[0, 0, 0, 1, 1, 0])
        assert index == pytest.approx(0.5 * 0.7 * np.abs(np.sin(configs[:, 1])))


def test_configurations_that_collide_are_left_out(robot):
    pytest.importorskip("coal")
    robot.Bodies[1].addCollision("sphere", 0.1)
    wall = rst.collisionBox(4, 4, 4, Pose=rst.trvec2tform([2.5, 0, 0]))  # from x = 0.5 on
    rst.rng(3)
    free = rst.generateRobotWorkspace(robot, [wall], MaxNumSamples=200, IgnoreSelfCollision="on", nargout=1)
    rst.rng(3)
    everywhere = rst.generateRobotWorkspace(robot, [], MaxNumSamples=200, nargout=1)
    assert free == pytest.approx(everywhere[everywhere[:, 0] < 0.4])
    assert 0 < len(free) < 200


def test_many_samples_are_quick(robot):
    assert rst.generateRobotWorkspace(robot, [], MaxNumSamples=20001, nargout=1).shape == (20001, 3)


@pytest.mark.parametrize("count", [0, 1.5])
def test_the_number_of_samples_is_whole(robot, count):
    with pytest.raises(MatlabError, match="no count"):
        rst.generateRobotWorkspace(robot, [], MaxNumSamples=count)


def test_a_base_reaches_nothing():
    with pytest.raises(MatlabError, match="no body"):
        rst.generateRobotWorkspace(rst.rigidBodyTree(), [])


POINTS = np.random.default_rng(0).uniform(-1, 1, (300, 3))


def test_dots_have_the_colours_of_the_index():
    index = POINTS[:, 2] + 1
    ax = rst.showWorkspaceAnalysis(POINTS, index)
    (dots,) = (c for c in ax.collections if not isinstance(c, Solid))
    assert np.asarray(dots.get_array()) == pytest.approx(index)
    assert ax.figure.axes[1].get_ylabel() == "manipulability index"
    ax.figure.canvas.draw()


def test_voxels_cover_the_points_and_grow_with_the_index():
    ax = rst.showWorkspaceAnalysis(POINTS, POINTS[:, 2], Voxelize=True)
    (cubes,) = ax.findobj(Solid)
    corners = cubes.points.reshape(-1, 12 * 3, 3)
    center, size = corners.mean(axis=1), np.ptp(corners, axis=1).max(axis=1)
    cell = 2 / 16
    assert np.abs(POINTS[:, None] - center[None]).max(axis=2).min(axis=1).max() <= cell / 2 * 1.05
    assert np.corrcoef(center[:, 2], size)[0, 1] > 0.8


def test_a_robot_can_stand_among_them(robot):
    ax = rst.show(robot)
    assert rst.showWorkspaceAnalysis(POINTS, POINTS[:, 0], Parent=ax) is ax
    assert len(ax.findobj(Solid)) == 2


def test_points_without_an_index_are_left_out_and_none_at_all_is_no_error():
    ax = rst.showWorkspaceAnalysis(POINTS[:3], [1, np.nan, 2])
    assert len(ax.collections[0].get_array()) == 2
    rst.showWorkspaceAnalysis(np.zeros((0, 3)), [])


def test_points_and_indices_fit():
    with pytest.raises(MatlabError, match="do not fit"):
        rst.showWorkspaceAnalysis(POINTS, [1, 2])
