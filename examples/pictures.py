"""Pictures of the examples: how they look, and how they are shown or written.

``python examples/pictures.py`` writes all of them into ``docs/pictures/examples``, for the gallery.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
from cycler import cycler

EXAMPLES = (
    "dh_arm",
    "computed_torque",
    "gravity_compensation",
    "urdf_ik_trajectory",
    "momentum_observer",
    "operational_space",
    "workspace",
    "pick_and_place",
    "impedance",
    "payload",
    "two_arms",
    "floating_base",
    "identification",
)
BLUE, RED, GREEN, ORANGE, PURPLE, TEAL, GRAY = (
    "#2470ad", "#c8372d", "#3c8d40", "#e08a1e", "#7d4fa3", "#2a9d9d", "#8a8f94",
)  # fmt: skip
STYLE = {
    "figure.figsize": (9.0, 4.2),
    "savefig.dpi": 130,
    "font.size": 9,
    "axes.titlesize": 9.5,
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e6e6e6",
    "axes.edgecolor": "#777777",
    "axes.prop_cycle": cycler(color=[BLUE, RED, GREEN, ORANGE, PURPLE, TEAL, GRAY]),
    "legend.frameon": False,
    "legend.fontsize": 8,
    "lines.linewidth": 1.5,
}
HERE = Path(__file__).parent
_LARGEST = 60_000  # bytes of a picture


def panels(count: int, left: float = 0.44) -> tuple[Any, Any]:
    """A new figure: 3-D axes on the left for the robot, and plots one above the other on the right.

    Parameters
    ----------
    count : int
        Number of plots.
    left : float
        What the robot takes of the width.
    """
    figure = plt.figure()
    robot = figure.add_axes((0.055, 0.02, left - 0.06, 0.90), projection="3d")
    robot.zaxis.labelpad = -2
    x, low, high, gap = left + 0.075, 0.115, 0.935, 0.105
    height = (high - low - gap * (count - 1)) / count
    places = [(x, low + (count - 1 - k) * (height + gap), 0.975 - x, height) for k in range(count)]
    return robot, [figure.add_axes(place) for place in places]


def draw(main: Callable[[], dict[str, float]], picture: str | Path | None = None) -> dict[str, float]:
    """Run an example; write its picture, or show it in a window.

    Returns
    -------
    dict
        The numbers that the example returns.
    """
    with plt.rc_context(STYLE):
        numbers = main()
        if picture is None:
            plt.show()
        else:
            plt.gcf().savefig(picture)
        plt.close("all")
    return numbers


def run(main: Callable[[], dict[str, float]]) -> None:
    """What an example does when it is started: ``python example.py [--picture FILE]``."""
    parser = argparse.ArgumentParser(description=sys.modules[main.__module__].__doc__.split("\n")[0])
    parser.add_argument("--picture", metavar="FILE", help="write the picture to FILE, and open no window")
    file = parser.parse_args().picture
    if file is not None:
        plt.switch_backend("Agg")
    draw(main, file)


def gallery(names: list[str]) -> None:
    """Write the pictures of the gallery, in as many colours as 60 kB hold."""
    from PIL import Image  # noqa: PLC0415 - matplotlib brings it

    folder = HERE.parent / "docs" / "pictures" / "examples"
    folder.mkdir(parents=True, exist_ok=True)
    plt.switch_backend("Agg")
    for name in names or EXAMPLES:
        file = folder / f"{name}.png"
        draw(importlib.import_module(name).main, file)
        with Image.open(file) as drawn:
            whole = drawn.convert("RGB")
        for colors in (256, 128, 64, 32):
            small = whole.quantize(colors, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            small.putpalette([255 if part >= 253 else part for part in small.getpalette()])  # white stays white
            small.save(file, optimize=True)
            if file.stat().st_size <= _LARGEST:
                break


if __name__ == "__main__":
    gallery(sys.argv[1:])
