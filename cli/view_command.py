"""``rstc view``: a robot on a page in the browser."""

from __future__ import annotations

import threading
from typing import Annotated

import typer

from rst_compat import importrobot, interactiveRigidBodyTree

from .eval_command import Model, read_argument


def view_command(
    model: Model,
    port: Annotated[int, typer.Option("--port", help="The page is served here, or on the next free port.")] = 8080,
    host: Annotated[str, typer.Option("--host", help="Other than 127.0.0.1: others can reach the page.")] = "127.0.0.1",
    body: Annotated[str | None, typer.Option("--body", help="What the marker moves; the last body by default.")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
) -> None:
    """Show a robot on a page in the browser, with a slider for each joint and a marker to drag.

    The page is for this machine alone, unless --host is given. It is there until Ctrl-C. Needs the extra view:
    pip install 'rst_compat[view]'.

    * rstc view iiwa14

    * rstc view robot.urdf --port 9000 --no-browser
    """
    robot = read_argument(model, importrobot)
    options = {} if body is None else {"MarkerBodyName": body}
    switch = "on" if browser else "off"
    viztree = interactiveRigidBodyTree(robot, Host=host, Port=port, Browser=switch, **options)
    try:
        wait()
    except KeyboardInterrupt:
        pass  # the way to end it
    finally:
        viztree.close()


def wait() -> None:
    """Wait for Ctrl-C."""
    threading.Event().wait()
