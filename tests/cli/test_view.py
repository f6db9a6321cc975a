"""``rstc view``: the page is there until Ctrl-C."""

import urllib.request

import pytest
from rst_compat_cli import view_command

pytest.importorskip("viser", reason="the extra view")


@pytest.fixture
def during(monkeypatch):
    """What is done while the command waits, which Ctrl-C ends."""
    seen = []

    def wait(look=lambda: None):
        seen.append(look())
        raise KeyboardInterrupt

    def watch(look):
        monkeypatch.setattr(view_command, "wait", lambda: wait(look))
        return seen

    return watch


@pytest.fixture
def made(monkeypatch):
    """The viewers that were made."""
    viewers, make = [], view_command.interactiveRigidBodyTree

    def remembered(*args, **keywords):
        viewers.append(make(*args, **keywords))
        return viewers[-1]

    monkeypatch.setattr(view_command, "interactiveRigidBodyTree", remembered)
    return viewers


def test_a_page_until_ctrl_c(output, during, made):
    seen = during(lambda: urllib.request.urlopen(made[0].Address, timeout=10).status)
    text = output("view", "twolink", "--no-browser", "--port", 8123)
    assert seen == [200]
    port = int(text.rstrip().rpartition(":")[2])
    assert text == f"interactiveRigidBodyTree: http://127.0.0.1:{port}\n"
    assert 8123 <= port < 8223
    assert made[0].Address == ""  # closed


def test_the_body_of_the_marker(output, during, made):
    during(lambda: None)
    output("view", "twolink", "--no-browser", "--body", "body_1")
    assert made[0].MarkerBodyName == "body_1"


def test_the_browser_is_opened_only_if_wanted(output, during, monkeypatch):
    opened = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open", opened.append)
    during(lambda: None)
    output("view", "twolink", "--no-browser")
    assert opened == []
    text = output("view", "twolink")
    assert opened == [text.split()[-1]]


@pytest.mark.parametrize(
    ("words", "identifier"),
    [
        (("twolnk", "--no-browser"), "rst_compat:importrobot:FileNotFound"),
        (("twolink", "--no-browser", "--port", "0"), "rst_compat:interactiveRigidBodyTree:WrongPort"),
        (("twolink", "--no-browser", "--body", "hand"), "robotics:robotmanip:rigidbodytree:BodyNotFound"),
    ],
)
def test_faults_are_one_line(error, words, identifier):
    assert error("view", *words).startswith(identifier + ": ")
