"""Pictures of three robots, compared with stored ones.

``python tests/plotting/test_pictures.py`` draws the stored ones anew; look at them before you keep them.
"""

from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import rst_compat as rst
from rst_compat.plotting.labels import Labels

PICTURES = Path(__file__).parents[1] / "pictures"
#: Root of the mean square difference of red, green and blue (0 to 255). Drawn without text, and with one renderer, a
#: picture differs between versions of matplotlib only where lines and edges are smoothed: half a level over one in a
#: hundred pixels is 3. A link that moves by 2 cm gives more than twice as much, as is tested.
THRESHOLD = 3.0
ROBOTS = {
    "rods": ("iiwa14", [0.3, 0.7, 0, -1.2, 0, 0.9, 0], {"Frames": "on"}),
    "shapes": (PICTURES / "shapes.urdf", [-0.4, -0.3, 0.05], {"Frames": "off", "Collisions": "on"}),
    "meshes": (PICTURES / "arm" / "arm.urdf", [0.6, 1.3, 0.4], {"Frames": "off", "Position": [0.1, 0.2, 0, -0.6]}),
}
#: x, y and z of the box that is drawn
LIMITS = {
    "rods": ((-0.1, 0.8), (-0.2, 0.5), (0, 0.85)),
    "shapes": ((-0.3, 0.6), (-0.4, 0.3), (-0.1, 0.75)),
    "meshes": ((-0.1, 0.75), (-0.3, 0.5), (0, 0.75)),
}


def drawn(name, edit=None):
    """The picture (height, width, 3) of a robot, which may be edited before."""
    source, q, options = ROBOTS[name]
    robot = rst.importrobot(source, DataFormat="row")
    if edit:
        edit(robot)
    with mpl.rc_context(mpl.rcParamsDefault):
        figure = Figure(figsize=(2.4, 2.4), dpi=100)
        canvas = FigureCanvasAgg(figure)
        axes = figure.add_axes([0, 0, 1, 1], projection="3d")
        axes.set_axis_off()
        axes.set(**dict(zip(("xlim", "ylim", "zlim"), LIMITS[name], strict=True)))
        rst.show(robot, q, Parent=axes, **options)
        for text in axes.findobj(Labels):
            text.set_visible(False)
        canvas.draw()
        return np.asarray(canvas.buffer_rgba())[..., :3].astype(float)


def difference(one, other):
    return float(np.sqrt(np.mean((one - other) ** 2)))


def stored(name):
    return mpl.image.imread(PICTURES / f"{name}.png")[..., :3] * 255.0


@pytest.mark.parametrize("name", ROBOTS)
def test_the_picture_is_the_stored_one(name):
    assert difference(drawn(name), stored(name)) < THRESHOLD


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_link_that_moves_by_2_cm_is_seen(name, axis):
    def move(robot):
        body = robot.Bodies[1]
        T = body.Joint.JointToParentTransform.copy()
        T[axis, 3] += 0.02
        body.Joint.setFixedTransform(T)

    assert difference(drawn(name, move), stored(name)) > 2 * THRESHOLD


def test_a_picture_without_the_robot_is_another():
    white = np.full((240, 240, 3), 255.0)
    assert all(difference(stored(name), white) > 5 * THRESHOLD for name in ROBOTS)


if __name__ == "__main__":
    for key in ROBOTS:
        mpl.image.imsave(PICTURES / f"{key}.png", drawn(key).astype(np.uint8))
