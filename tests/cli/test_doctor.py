"""``rstc doctor``: findings as text and JSON, colours on terminals only, exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WRONG = (
    '{"Format": "rigidBodyTree", "Version": 1, "DataFormat": "row", "Gravity": [0, 0, -9.81], "Bodies": [{"Name": '
    '"link", "Mass": 2, "CenterOfMass": [0.2, 0, 0], "Inertia": [0.001, 0.02, 0.02, 0, 0, 0], "Joint": '
    '{"Name": "pivot", "Type": "revolute"}}]}'
)


@pytest.mark.parametrize("model", sorted(p.stem for p in ROOT.glob("fixtures/models/*.json")))
def test_bundled_models_are_good(output, model):
    assert "error" not in output("doctor", model)


def test_nothing_found(output):
    assert output("doctor", "twolink") == "twolink: nothing found\n"


def test_text(rstc):
    result = rstc("doctor", "-", stdin=WRONG)
    assert result.exit_code == 1
    first, second, last = result.stdout.splitlines()
    assert first.startswith(
        "error: body 'link': Inertia [0.001 0.02 0.02 0 0 0] looks like an inertia about the centre of"
    )
    assert first.endswith("[InertiaAboutCenterOfMass]")
    assert second == "    Set Inertia = [0.001 0.1 0.1 0 0 0]."
    assert last == "-: 1 error"
    assert result.stderr == ""


def test_json(rstc, tmp_path):
    file = tmp_path / "arm.json"
    file.write_text(WRONG)
    result = rstc("doctor", file, "--format", "json")
    assert result.exit_code == 1
    document = json.loads(result.stdout)
    assert document["Model"] == "arm.json"
    assert document["Count"] == {"error": 1, "warning": 0, "info": 0}
    (finding,) = document["Findings"]
    assert set(finding) == {"Severity", "Code", "Message", "Suggestion", "Body", "Joint", "Corrected"}
    assert finding["Corrected"] == pytest.approx([0.001, 0.1, 0.1, 0, 0, 0])


def test_into_a_file(rstc, tmp_path):
    assert rstc("doctor", "-", "-o", tmp_path / "out.txt", stdin=WRONG).exit_code == 1
    assert (tmp_path / "out.txt").read_text() == rstc("doctor", "-", stdin=WRONG).stdout


@pytest.mark.parametrize("words", [(), ("--format", "json"), ("-o", "out.txt")])
@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ('{"Format": "rigidBodyTree"', "rst_compat:model:NotJson"),
        ('{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": 7}]}', "rst_compat:model:WrongType"),
        ("<robot name='r'><link name='a'/><link name='b'/></robot>", "rst_compat:urdf:TwoRoots"),
        ("<<<<<<< HEAD\n<robot name='r'/>", "rst_compat:xml:NotXml"),
    ],
)
def test_what_cannot_be_read_is_one_line_as_everywhere(error, tmp_path, monkeypatch, words, text, identifier):
    monkeypatch.chdir(tmp_path)
    line = error("doctor", "-", *words, stdin=text)
    assert line.startswith(f"{identifier}: ")
    assert line == error("info", "-", stdin=text)
    assert not (tmp_path / "out.txt").exists()


def test_a_model_that_is_not_there_is_bad_input(error):
    assert error("doctor", "nowhere").startswith("rst_compat:importrobot:FileNotFound: ")
    assert error("doctor", "twolink", "--format", "csv").startswith("rst_compat:cli:BadOption: ")


PROGRAM = "import sys; from rst_compat_cli.app import main; sys.argv = ['rstc', 'doctor', 'puma560']; main()"


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal needs a POSIX system")
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colours_are_for_terminals(variables, coloured):
    import pty  # noqa: PLC0415 - POSIX only

    leader, follower = pty.openpty()
    clean = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
    subprocess.run([sys.executable, "-c", PROGRAM], stdout=follower, env=clean | variables, check=True)
    os.close(follower)
    shown = os.read(leader, 65536).decode()
    os.close(leader)
    assert ("\x1b[33m" in shown) == coloured
    assert "warning" in shown


def test_no_colours_into_a_pipe(output):
    assert "\x1b" not in output("doctor", "puma560")
