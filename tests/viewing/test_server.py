"""The server of a page: ports, and what is said where its packages are missing."""

import socket
import sys

import pytest

from rst_compat.errors import MatlabError
from rst_compat.viewing import server


def test_the_first_free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = server.free_port("127.0.0.1", port)
        assert port < found <= port + 100
    assert server.free_port("127.0.0.1", port) == port


def test_the_last_port_has_no_next():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 65535))
        taken.listen()
        with pytest.raises(MatlabError, match="no address"):
            server.free_port("127.0.0.1", 65535)


@pytest.mark.parametrize("name", ["viser", "trimesh"])
def test_a_missing_package_names_the_pip_line(monkeypatch, name):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=r"pip install 'rst_compat\[view\]' brings it") as raised:
        server.package(name)
    assert raised.value.identifier == "rst_compat:interactiveRigidBodyTree:NeedsExtra"


@pytest.mark.parametrize(
    ("display", "opened"), [({}, []), ({"DISPLAY": ":0"}, ["a"]), ({"WAYLAND_DISPLAY": "w"}, ["a"])]
)
def test_the_browser_opens_where_there_is_a_screen(monkeypatch, display, opened):
    seen = []
    monkeypatch.setattr("webbrowser.open", seen.append)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in display.items():
        monkeypatch.setenv(name, value)
    server.open_browser("a")
    assert seen == opened
