"""``rstc show``: pictures of a robot, and of its joints in motion."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from rst_compat import drawnow, importrobot, rigidBodyTree, show

from .compute import bad_option
from .eval_command import Model, read_argument
from .expressions import parse_numbers
from .output import Array, not_written

MOVIES = (".gif", ".html")
PICTURES = (".png", ".pdf", ".svg", ".jpg")
RATE = 20  # frames a second
_SWING = {"revolute": 0.6, "prismatic": 0.3}  # rad to each side; a share of the range


def show_command(
    model: Model,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="A picture (.png .pdf .svg .jpg) or a moving one (.gif .html)."
        ),
    ] = None,
    q: Annotated[str | None, typer.Option("--q", help="Joint positions, as pi/3,pi/2; home by default.")] = None,
    frames: Annotated[int, typer.Option("--frames", help="Number of frames of a moving picture.")] = 60,
    size: Annotated[str, typer.Option("--size", metavar="WxH", help="Width and height in pixels.")] = "800x600",
    meshes: Annotated[
        list[Path] | None, typer.Option("--mesh-path", metavar="DIR", help="Where mesh files may be; repeatable.")
    ] = None,
    axes_: Annotated[bool, typer.Option("--axes/--no-axes", help="The axes and names of the bodies.")] = True,
    visuals: Annotated[bool, typer.Option("--visuals/--no-visuals", help="The visual shapes.")] = True,
    collisions: Annotated[
        bool, typer.Option("--collisions/--no-collisions", help="The collision shapes, translucent.")
    ] = False,
) -> None:
    """Show a robot as a picture, in a file or in a window.

    A moving picture swings every joint about the position --q, within its limits, and ends where it began. Needs the
    extra plot: pip install 'rst_compat[plot]'.

    * rstc show iiwa14 -o robot.png --q 0,pi/4,0,-pi/2,0,pi/4,0

    * rstc show robot.urdf --mesh-path meshes --no-axes -o robot.gif

    * rstc show robot.urdf -o robot.html --frames 100

    * rstc show twolink
    """
    suffix = output.suffix.lower() if output else ""
    if output and suffix not in (*PICTURES, *MOVIES):
        expected = f"a name that ends in {', '.join((*PICTURES, *MOVIES))}"
        bad_option(f"show: the format of {str(output)!r} is not written", expected, repr(output.suffix))
    if frames < 1:
        bad_option("--frames is no number of frames", "a number from 1", str(frames))
    width, height = _size(size)
    robot = read_argument(model, lambda source: importrobot(source, MeshPath=[str(m) for m in meshes or []]))
    robot.DataFormat = "row"
    position = np.array(robot.homeConfiguration() if q is None else parse_numbers(q, "--q"))
    switches = {"Frames": axes_, "Visuals": visuals, "Collisions": collisions}
    layers: dict[str, Any] = {name: "on" if on else "off" for name, on in switches.items()}
    ax = show(robot, position, **layers)
    ax.figure.set_size_inches(width / ax.figure.dpi, height / ax.figure.dpi)
    try:
        if output is None:
            _window(ax.figure)
        elif suffix in PICTURES:
            ax.figure.savefig(output)
        else:
            _write_movie(robot, _sweep(robot, position, frames), ax, layers, output)
    except OSError as error:
        not_written(error, output)
    finally:
        _close(ax.figure)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 50 <= int(width) <= 10000 and 50 <= int(height) <= 10000):
        bad_option("--size is no size of a picture", "WIDTHxHEIGHT in pixels, from 50 to 10000", repr(text))
    return int(width), int(height)


def _window(figure: Any) -> None:
    """Show a figure until its window is closed."""
    import matplotlib.pyplot as plt  # noqa: PLC0415 - of an extra, and slow to import

    if figure.canvas.required_interactive_framework is None:
        hint = "-o robot.png writes a picture, rstc view shows the robot in a browser"
        bad_option("show: there is no display for a window", "-o FILE", "no -o", hint)
    drawnow()
    plt.show(block=True)


def _close(figure: Any) -> None:
    import matplotlib.pyplot as plt  # noqa: PLC0415 - of an extra

    plt.close(figure)


def _sweep(robot: rigidBodyTree, middle: Array, frames: int) -> Array:
    """Configurations (frames, nq) that swing every joint about a position and end where they began."""
    turn = 2 * np.pi * np.arange(frames)[:, None] / frames
    path, column = np.repeat(middle[None], frames, axis=0), 0
    moving = [b.Joint for b in robot.Bodies if b.Joint.Type != "fixed"]
    for number, joint in enumerate(moving):
        if joint.Type == "floating":  # stays where it is
            column += 7
            continue
        lower, upper = joint.PositionLimits
        reach = _SWING[joint.Type] * (1.0 if joint.Type == "revolute" else min(upper - lower, 1.0))
        phase = 2 * np.pi * number / len(moving)
        swing = reach * (np.sin(turn[:, 0] + phase) - np.sin(phase))
        path[:, column] = np.clip(middle[column] + swing, min(lower, middle[column]), max(upper, middle[column]))
        column += 1
    return path


def _write_movie(robot: rigidBodyTree, path: Array, ax: Any, layers: dict[str, Any], output: Path) -> None:
    from matplotlib import animation  # noqa: PLC0415 - of an extra, and slow to import

    for position in path:  # once without drawing: the limits have to hold all of it
        show(robot, position, PreservePlot=False, FastUpdate=True, Parent=ax, **layers)
    writer = animation.PillowWriter(RATE) if output.suffix.lower() == ".gif" else _html_writer(animation)
    with writer.saving(ax.figure, str(output), ax.figure.dpi):
        for position in _progress(path):
            show(robot, position, PreservePlot=False, FastUpdate=True, Parent=ax, **layers)
            writer.grab_frame()


def _html_writer(animation: Any) -> Any:
    return animation.HTMLWriter(RATE, embed_frames=True, default_mode="loop")


def _progress(path: Array) -> Iterator[Any]:
    """The configurations, with a bar on a terminal."""
    if not sys.stderr.isatty():
        yield from path
        return
    with typer.progressbar(path, label="frames", file=sys.stderr) as bar:
        steps: Iterable[Any] = bar
        yield from steps
