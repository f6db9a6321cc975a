"""Axes that are found or made, and their limits."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

from rst_compat.errors import MatlabError
from rst_compat.plotting import figures


def bounds(low, high):
    return np.array([low, high], dtype=float)


def test_new_axes_are_dressed():
    axes = figures.axes_for(None, "show")
    assert [axes.get_xlabel(), axes.get_ylabel(), axes.get_zlabel()] == ["X", "Y", "Z"]
    assert (axes.azim, axes.elev) == (figures.AZIMUTH, figures.ELEVATION)
    assert axes is plt.gca() is figures.axes_for(None, "show")


def test_a_view_that_was_chosen_stays():
    axes = plt.figure().add_subplot(projection="3d")
    axes.view_init(elev=90, azim=0)
    assert figures.axes_for(axes, "show").elev == 90


def test_axes_that_hold_lines_get_the_view_too_but_only_once():
    axes = plt.figure().add_subplot(projection="3d")
    axes.plot([0, 1], [0, 1], [0, 1])
    figures.axes_for(axes, "show")
    assert (axes.azim, axes.elev) == (figures.AZIMUTH, figures.ELEVATION)
    axes.view_init(elev=30, azim=-60)
    figures.axes_for(axes, "show")
    assert (axes.azim, axes.elev) == (-60, 30)


def test_labels_that_were_chosen_stay():
    axes = plt.figure().add_subplot(projection="3d", xlabel="east")
    figures.axes_for(axes, "show")
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("east", "Y")


def test_empty_plane_axes_become_3d_in_their_place():
    figure, (left, right) = plt.subplots(1, 2)
    plt.sca(right)
    place = right.get_subplotspec()
    axes = figures.axes_for(None, "show")
    assert axes.name == "3d"
    assert figure.axes == [left, axes]
    assert axes.get_subplotspec() == place


def test_plane_axes_with_data_are_left_alone():
    figure, axes = plt.subplots()
    axes.plot([1, 2])
    assert figures.axes_for(None, "show").figure is not figure
    assert figure.axes == [axes]


def test_plane_axes_as_parent_are_refused():
    _, axes = plt.subplots()
    with pytest.raises(MatlabError, match="no three dimensions"):
        figures.axes_for(axes, "show")


def aspect(axes):
    sides = np.abs([np.subtract(*axes.get_xlim()), np.subtract(*axes.get_ylim()), np.subtract(*axes.get_zlim())])
    return axes._box_aspect / sides


def test_one_scale_for_the_axes_also_after_new_limits():
    axes = figures.axes_for(None, "show")
    figures.make_room(axes, bounds([0, 0, 0], [1, 2, 3]))
    assert np.ptp(aspect(axes)) < 1e-12
    axes.set_xlim(-5, 5)
    assert np.ptp(aspect(axes)) < 1e-12


def test_limits_hold_what_is_drawn_and_only_grow():
    axes = figures.axes_for(None, "show")
    figures.make_room(axes, bounds([0.2, 0.2, 0.2], [0.4, 0.4, 0.4]))
    assert axes.get_xlim()[0] > 0.1  # the unit cube of empty axes is not part of it
    figures.make_room(axes, bounds([-2, 0, 0], [0, 1, 1]))
    assert axes.get_xlim()[0] < -2
    assert axes.get_xlim()[1] > 0.4


def test_limits_that_the_user_set_stay():
    axes = figures.axes_for(None, "show")
    axes.set_zlim(0, 0.5)
    figures.make_room(axes, bounds([-1, -1, -1], [1, 1, 1]))
    assert axes.get_zlim() == (0, 0.5)
    assert axes.get_xlim()[0] < -1


def test_limits_hold_what_was_there_before():
    axes = plt.figure().add_subplot(projection="3d")
    axes.plot([0, 9], [0, 9], [0, 9])
    figures.make_room(figures.axes_for(axes, "show"), bounds([0, 0, 0], [1, 1, 1]))
    assert axes.get_xlim()[1] >= 9


def test_a_flat_robot_gets_a_box_with_room_and_one_on_the_ground_its_floor():
    axes = figures.axes_for(None, "show")
    figures.make_room(axes, bounds([0, 0, 0], [1, 1, 0]))
    low, high = axes.get_zlim()
    assert high - low > 0.5
    assert -0.1 < low < 0


def test_the_box_stays_in_the_picture():
    for far in ([1, 1, 9], [9, 1, 1], [1, 9, 1], [1, 1, 1]):
        axes = figures.axes_for(None, "show")
        figures.make_room(axes, bounds([0, 0, 0], far))
        axes.figure.canvas.draw()
        corners = np.array([[x, y, z, 1] for x in axes.get_xlim() for y in axes.get_ylim() for z in axes.get_zlim()])
        moved = corners @ axes.M.T
        pixels = axes.transData.transform(moved[:, :2] / moved[:, 3:])
        assert (pixels >= 0).all()
        assert (pixels <= axes.figure.bbox.size).all()
        plt.close("all")


@pytest.mark.parametrize("size", [(3, 3), (6.4, 4.8), (9, 3)])
def test_the_labels_stay_in_the_picture(size):
    for far in ([1, 1, 9], [9, 1, 1], [1, 9, 1], [1, 1, 1]):
        axes = figures.axes_for(plt.figure(figsize=size).add_subplot(projection="3d"), "show")
        figures.make_room(axes, bounds([0, 0, 0], far))
        axes.figure.canvas.draw()
        for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
            box = axis.label.get_window_extent()
            assert (box.min >= 0).all()
            assert (box.max <= axes.figure.bbox.size).all()
        plt.close("all")


def test_a_short_axis_has_few_numbers():
    axes = figures.axes_for(None, "show")
    axes.set(xlim=(0, 10), ylim=(0, 1), zlim=(0, 10))
    axes.figure.canvas.draw()
    assert len(axes.get_yticks()) <= 4 < len(axes.get_xticks())
    axes.set_zticks([0, 1, 2, 3, 4, 5, 6, 7])
    axes.set_xlim(0, 90)
    assert len(axes.get_zticks()) == 8


def test_hold_off_clears_before_the_next_drawing():
    axes = figures.axes_for(None, "show")
    axes.plot([0, 1], [0, 1], [0, 1])
    figures.hold(axes, False)
    figures.axes_for(None, "show")
    assert not axes.has_data()


def test_only_figures_that_changed_are_drawn(monkeypatch):
    count = []
    axes = figures.axes_for(None, "show")
    draw = type(axes.figure.canvas).draw
    monkeypatch.setattr(type(axes.figure.canvas), "draw", lambda self: (count.append(1), draw(self)))
    figures.draw_all()
    figures.draw_all()
    assert len(count) == 1
    axes.plot([0, 1], [0, 1], [0, 1])
    figures.draw_all(limit_rate=True)  # within 50 ms of the last time
    assert len(count) == 1
    figures.draw_all()
    assert len(count) == 2


def test_a_window_is_opened_once(monkeypatch):
    opened = []
    axes = figures.axes_for(None, "show")
    manager = axes.figure.canvas.manager
    monkeypatch.setattr(manager, "show", lambda: opened.append(manager), raising=False)
    figures.draw_all()
    assert opened == []  # this canvas has no window
    monkeypatch.setattr(type(axes.figure.canvas), "required_interactive_framework", "qt")
    figures.draw_all()
    figures.draw_all()
    assert opened == [manager]


def test_the_tests_open_no_windows():
    assert mpl.get_backend().lower() == "agg"
