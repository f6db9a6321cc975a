"""The web server of a page: viser's, on this machine only unless told otherwise, quiet, and gone when it is stopped."""

from __future__ import annotations

import io
import os
import sys
from contextlib import closing, redirect_stdout
from importlib import import_module
from typing import Any

from ..errors import MatlabImportError, MatlabValueError

PIP_LINE = "pip install 'rst_compat[view]'"
_TRIES = 100  # ports in a row that are tried


def package(name: str) -> Any:
    """A module of the extra ``view``.

    Raises
    ------
    MatlabImportError
        ``rst_compat:interactiveRigidBodyTree:NeedsExtra``, with the ``pip install`` line.

    Examples
    --------
    >>> package("math").floor(1.5)
    1
    """
    try:
        return import_module(name)
    except ImportError as error:
        missing = (error.name or name).partition(".")[0]
        raise MatlabImportError(
            "rst_compat:interactiveRigidBodyTree:NeedsExtra",
            "the page in the browser needs packages that are not installed",
            f"the package {missing}, of the extra view",
            str(error),
            f"{PIP_LINE} brings it",
        ) from error


def start(host: str, port: int, title: str) -> Any:
    """A running server on the first free port from the given one."""
    viser = package("viser")
    free = free_port(host, port)
    with redirect_stdout(io.StringIO()):  # viser prints a table
        server = viser.ViserServer(host=host, port=free, label=title, verbose=False)
    # A page may ask for a tunnel to a public address, and whoever reaches the port may send that; nobody gets one.
    server.request_share_url = lambda *_, **__: None
    return server


def stop(server: Any) -> None:
    """Stop a server and its threads."""
    with redirect_stdout(io.StringIO()):  # viser says good-bye
        server.stop()


def free_port(host: str, port: int) -> int:
    """The first port from the given one that nobody listens on.

    Raises
    ------
    MatlabValueError
        ``rst_compat:interactiveRigidBodyTree:NoPort`` where there is none, or no such host.
    """
    import socket  # noqa: PLC0415 - loaded with the page, not with the package

    reason = ""
    for candidate in range(port, min(port + _TRIES, 65536)):
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(host, candidate, type=socket.SOCK_STREAM)[0]
            with closing(socket.socket(family, kind, protocol)) as probe:
                if os.name == "posix":  # elsewhere it would find ports free that are in use
                    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
            return candidate
        except OSError as error:
            reason = error.strerror or str(error)
    raise MatlabValueError(
        "rst_compat:interactiveRigidBodyTree:NoPort",
        "interactiveRigidBodyTree: the page has no address",
        f"a free port from {port} on, of a host of this machine",
        f"{host}: {reason.lower()}",
        "Port=9000 starts at another port; Host is 127.0.0.1 unless it is set",
    )


def open_browser(address: str) -> None:
    """Open a page, where there is a screen to open it on."""
    if not sys.platform.startswith("linux") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        import webbrowser  # noqa: PLC0415 - as above

        webbrowser.open(address)
