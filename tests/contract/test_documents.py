"""README, MIGRATION, CHANGELOG and ``docs`` tell the truth: code runs, prints what they show, every name has its row.

A python block stands alone, unless its section has a block after the line ``<!-- start -->``: that one then goes before
the others. On a page with the line ``<!-- every block continues -->`` they run one after another. The files that blocks
read are those of the fixture ``folder``. A text block right after a python block is its output. A console block shows
``$ rstc ...`` and its output, in the same folder.
"""

from __future__ import annotations

import contextlib
import dataclasses
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from behaviour_registry import frequencies, solver_words

import rst_compat as rst
from rst_compat import engine
from rst_compat.errors import MatlabError
from rst_compat.matlab.absent import NOT_YET, OF_CORKES_TOOLBOX

ROOT = Path(__file__).parents[2]
OF_THE_ROOT = ["README.md", "MIGRATION.md", "CHANGELOG.md"]
PAGES = sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))
DOCUMENTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in [*OF_THE_ROOT, *PAGES]}

TRY = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/rstc eval fixtures/models/twolink.json"
TEST = 'python3 -m venv .venv && .venv/bin/pip install -q -e ".[test]" && .venv/bin/pytest -q -n auto --dist loadfile'

# The names that public scripts use.
USED = {section: [row.name for row in frequencies() if row.section == section] for section in "12347"}
FUNCTIONS = [*USED["1"], *USED["2"], *USED["7"], "exampleRobots.mat"]


class Block(NamedTuple):
    """A fenced block of a document."""

    where: str
    language: str
    code: str
    before: str  # what runs first: the block that its section starts with
    output: str | None


def sections(text: str, level: int = 2) -> dict[str, str]:
    """Text under each heading of a level."""
    parts = re.split(rf"^{'#' * level} (.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def blocks(document: str) -> list[Block]:
    text, found, start, first_line = DOCUMENTS[document], [], "", 1
    for part in re.split(r"^(?=## )", text, flags=re.MULTILINE):
        fences = list(re.finditer(r"^```(\w+)\n(.*?)^```$", part, flags=re.MULTILINE | re.DOTALL))
        start = ""
        for this, following in zip_longest(fences, fences[1:]):
            between = part[this.end() : following.start()] if following else ""
            shown = following and following[1] == "text" and not between.replace("</div>", "").strip()
            line = first_line + part[: this.start()].count("\n")
            found.append(Block(f"{document}:{line}", this[1], this[2], start, following[2] if shown else None))
            if part[: this.start()].rstrip().endswith("<!-- start -->"):
                start = this[2]
        first_line += part.count("\n")
    return found


def table_rows(text: str) -> list[list[str]]:
    """Cells of every table row, without titles and rules."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    rules = {i for i, row in enumerate(rows) if all(re.fullmatch(r":?-+:?", cell) for cell in row)}
    return [row for i, row in enumerate(rows) if i not in rules and i + 1 not in rules]


#: documents whose blocks run one after another
CONTINUED = [name for name, text in DOCUMENTS.items() if "<!-- every block continues -->" in text]


def python_blocks(documents: Iterable[str] = DOCUMENTS.keys() - CONTINUED) -> list[Block]:
    return [b for d in sorted(documents) for b in blocks(d) if b.language == "python"]


def console_blocks() -> list[Block]:
    return [b for d in DOCUMENTS for b in blocks(d) if b.language == "console"]


def name_rows() -> dict[str, tuple[str, str]]:
    """Name -> (status, note), from the tables of "Every name" that have a status."""
    rows = table_rows(sections(DOCUMENTS["MIGRATION.md"])["7. Every name"])
    named = [(row[0].strip("`"), row[1], row[2]) for row in rows if len(row) == 3 and row[0].startswith("`")]
    assert len(named) == len({name for name, *_ in named}), "a name has two rows"
    return {name: (status, note) for name, status, note in named}


def found(name: str) -> bool:
    """Whether a name of the table exists: a name of the package, or ``Class.Property``."""
    owner, _, member = name.partition(".")
    try:
        value = getattr(rst, owner)
    except MatlabError:
        return False
    if owner == "inverseKinematics" and member in solver_words():
        return True
    if dataclasses.is_dataclass(value) and member:
        return member in [field.name for field in dataclasses.fields(value)]
    return not member or hasattr(value, member)


@pytest.fixture(autouse=True)
def _same_state_afterwards():
    """The random stream and the silenced warnings belong to all tests; so does the engine.

    The last digit, and the sign of a zero, are those of an engine: the documents show the core's.
    """
    stream, used = rst.rng(), engine.info().engine
    engine.use("reference")
    yield
    engine.use(used)
    rst.rng(stream)
    rst.warning("on", "all")


# --------------------------------------------------------------------------- commands


def test_the_quick_start_is_exactly_two_commands():
    quick = sections(DOCUMENTS["README.md"])["Quick start"]
    assert re.findall(r"^```sh\n(.*?)\n```$", quick, flags=re.MULTILINE | re.DOTALL) == [TRY, TEST]


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_ci_runs_the_test_command_of_the_readme():
    shown = subprocess.run(["bash", str(ROOT / ".ci" / "run"), "--show"], capture_output=True, text=True, check=True)
    assert shown.stdout == TEST + "\n"


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize("bad", ["", "-m oracle", "-m sanitizer", "-m browser", "reference"])
def test_ci_fails_where_one_of_its_runs_does(tmp_path, bad):
    """The script with commands that only write down how they were called; the one with ``bad`` finds no test."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_text((ROOT / ".ci" / "run").read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "README.md").write_text("<!-- .ci/run runs this block -->\n```sh\necho tests of README\n```\n")
    commands = tmp_path / ".venv" / "bin"
    commands.mkdir(parents=True)
    called = 'echo "$RST_COMPAT_ENGINE $*" >>called\n'
    for name in ("pip", "python", "pytest", "chromium"):
        found = f'case "$RST_COMPAT_ENGINE $*" in *"{bad}"*) exit 5 ;; esac\n' if bad and name == "pytest" else ""
        (commands / name).write_text(f"#!/bin/sh\n{called}{found}")
        (commands / name).chmod(0o755)
    settings = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "RST_COMPAT_ENGINE": ""}
    done = subprocess.run(["bash", ".ci/run"], cwd=tmp_path, env=settings, capture_output=True, text=True, check=False)
    assert "tests of README" in done.stdout
    assert done.returncode == (0 if not bad else 5 if bad == "reference" else 1), done.stderr
    if bad != "reference":
        runs = (tmp_path / "called").read_text()
        assert all(f"-m {mark}\n" in runs for mark in ("oracle", "sanitizer", "browser"))
        assert "import pinocchio, cvxpy" in runs


# --------------------------------------------------------------------------- code


LINK = """<link name='{}'><inertial><origin xyz='0.25 0 0'/><mass value='2'/>
    <inertia ixx='0.01' ixy='0' ixz='0' iyy='0.05' iyz='0' izz='0.05'/></inertial></link>"""
JOINT = """<joint name='{1}_joint' type='revolute'><parent link='{0}'/><child link='{1}'/><origin xyz='{2} 0 0'/>
    <axis xyz='0 1 0'/><limit lower='-3' upper='3' effort='50' velocity='2'/></joint>"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The current folder, with the files that blocks read: an arm as a URDF file, its log, our fixtures."""
    text = "<link name='world'/>" + LINK.format("upper") + LINK.format("lower")
    text += JOINT.format("world", "upper", 0) + JOINT.format("upper", "lower", 0.5)
    monkeypatch.chdir(tmp_path)
    Path("fixtures").symlink_to(ROOT / "fixtures")
    Path("arm.urdf").write_text(f"<robot name='arm'>{text}</robot>")
    robot, t = rst.importrobot("arm.urdf", DataFormat="row"), np.linspace(0, 1, 5)[:, None]
    q, qd, qdd = (np.hstack([f(t), f(2 * t)]) for f in (np.sin, np.cos, np.tanh))
    rst.save("experiment.mat", robot=robot, t=t, q=q, qd=qd, qdd=qdd)


@pytest.mark.parametrize("block", python_blocks(), ids=lambda b: b.where)
def test_python_block_runs_and_prints_what_is_shown(block, folder):
    if "dask" in block.code:
        pytest.importorskip("dask.array")
    namespace = {"__name__": "__main__"}
    exec(block.before, namespace)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(block.code, block.where, "exec"), namespace)
    if block.output is not None:
        assert printed.getvalue() == block.output


@pytest.mark.parametrize("document", CONTINUED)
def test_blocks_of_a_page_run_one_after_another_and_print_what_is_shown(document, folder):
    namespace = {"__name__": "__main__"}
    for block in python_blocks([document]):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile(block.code, block.where, "exec"), namespace)
        assert block.output is None or printed.getvalue() == block.output, block.where


@pytest.mark.parametrize("block", console_blocks(), ids=lambda b: b.where)
def test_rstc_prints_what_is_shown(block, folder):
    """The commands of a block run one after another, in the same folder."""
    environment = os.environ | {"RST_COMPAT_ENGINE": "reference"}
    for part in re.split(r"^\$ ", block.code, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        words = shlex.split(command)
        assert words[0] == "rstc"
        program = [sys.executable, "-c", "from rst_compat_cli.app import main; main()", *words[1:]]
        done = subprocess.run(program, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)
        assert (done.returncode, done.stdout.rstrip(), done.stderr) == (0, output.rstrip(), ""), command


def test_numbers_beside_those_of_matlab():
    """The table on the first screen: ours to eight decimals, MATLAB's as it printed them."""
    rows = [row for row in table_rows(DOCUMENTS["README.md"]) if row[0].startswith("`robot.")]
    assert len(rows) >= 5
    namespace: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(blocks("README.md")[0].code, namespace)
    printed = {
        str(case["Output"])
        for case in json.loads((ROOT / "fixtures/golden/twolink/matlab_notes.golden.json").read_text())["Cases"]
    }
    for call, ours, theirs in rows:
        value = eval(call.strip("`"), namespace)
        assert np.round(value, 8).tolist() == json.loads(ours.strip("`")), call
        if theirs.startswith("`"):
            matlab = np.array([line.split() for line in theirs.strip("`[]").split(";")], dtype=float)
            assert str(np.squeeze(matlab).tolist()) in printed, call
            np.testing.assert_allclose(value, np.squeeze(matlab), rtol=0, atol=0.5001e-4, err_msg=call)


def test_the_walk_through_has_every_number_that_matlab_printed():
    """The table of its last step: ours to the digits that MATLAB printed, and none of MATLAB's left out."""
    namespace: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for block in python_blocks(["docs/walkthrough.md"]):
            exec(block.code, namespace)
    golden = json.loads((ROOT / "fixtures/golden/twolink/matlab_notes.golden.json").read_text(encoding="utf-8"))
    printed_by_matlab = [case for case in golden["Cases"] if case["Function"] != "coriolisMatrix"]  # which has none
    left = [np.array(case["Output"], dtype=float) for case in printed_by_matlab]
    rows = [row for row in table_rows(DOCUMENTS["docs/walkthrough.md"]) if row[1].startswith("`[")]
    for call, theirs in rows:
        printed = np.squeeze(np.array([line.split() for line in theirs.strip("`[]").split(";")], dtype=float))
        np.testing.assert_allclose(eval(call.strip("`"), namespace), printed, rtol=0, atol=0.5001e-4, err_msg=call)
        # an external force is printed whole; the table has the column that is not zero
        columns = [[np.squeeze(x), *(x.T if x.shape == (6, 2) else ())] for x in left]
        (case,) = [k for k, known in enumerate(columns) if any(np.array_equal(x, printed) for x in known)]
        del left[case]
    assert left == []


def test_every_command_has_a_section_and_the_table_of_its_options():
    from rst_compat_cli.app import COMMANDS  # noqa: PLC0415 - only here

    found = sections(DOCUMENTS["docs/command-line.md"])
    assert [name for name in COMMANDS if f"<!-- options {name} -->" not in found.get(name, "")] == []


def syntax_rows() -> list[str]:
    rows = table_rows(sections(DOCUMENTS["MIGRATION.md"])["2. Syntax"])
    return [cell for row in rows for cell in re.findall(r"`([^`]+)`", row[1])]


@pytest.mark.parametrize("code", syntax_rows())
def test_python_side_of_the_syntax_table_runs(code):
    (start,) = {b.before for b in blocks("MIGRATION.md") if b.language == "python" and "config = [" in b.before}
    namespace: dict[str, object] = {}
    exec(start, namespace)
    with contextlib.redirect_stdout(io.StringIO()):
        exec(code, namespace)


# --------------------------------------------------------------------------- names


def test_every_status_is_one_of_four():
    assert {status for status, _ in name_rows().values()} == {"exact", "differs", "absent", "own"}


@pytest.mark.parametrize("name", sorted({*rst.__all__, "batch"}))
def test_a_name_of_the_package_has_a_row(name):
    assert name_rows()[name][0] in ("exact", "differs", "own")


@pytest.mark.parametrize("name", sorted({*NOT_YET, *OF_CORKES_TOOLBOX}))
def test_a_name_not_here_yet_has_a_row(name):
    assert name_rows()[name][0] == "absent"


#: rows for what is no name of MATLAB or of a toolbox
NO_NAMES = {"exampleRobots.mat", "ikineTrajNum", "checkModel"}


@pytest.mark.parametrize("name", sorted(n for n, (status, _) in name_rows().items() if status == "absent"))
def test_using_an_absent_name_says_what_to_do(name):
    owner, _, member = name.rpartition(".")
    if name in NO_NAMES or owner in NOT_YET:  # a property of an absent class is absent with it
        return
    with pytest.raises(MatlabError, match=r"exists in MATLAB, not here yet|belongs to Peter Corke's toolbox") as caught:
        getattr(getattr(rst, owner) if owner else rst, member)
    assert caught.value.hint


@pytest.mark.parametrize("name", sorted(name_rows()))
def test_status_is_true(name):
    assert found(name) == (name_rows()[name][0] != "absent")


@pytest.mark.parametrize("kind", [rst.rigidBodyTree, rst.rigidBody, rst.rigidBodyJoint])
def test_every_member_of_a_class_has_a_row(kind):
    rows = name_rows()
    members = [n for n in dir(kind) if not n.startswith("_")]
    assert [n for n in members if n not in rows and f"{kind.__name__}.{n}" not in rows] == []


def test_what_public_scripts_call_has_a_row():
    rows = name_rows()
    assert [n for n in FUNCTIONS if n not in rows] == []
    assert [n for n in USED["3"] if n not in {name.partition(".")[2] for name in rows}] == []


def test_name_value_arguments_of_public_scripts_are_named():
    text = sections(sections(DOCUMENTS["MIGRATION.md"])["7. Every name"], 3)["Name-value arguments"]
    assert [n for n in USED["4"] if f"`{n}`" not in text] == []


def test_replacements_exist():
    """What the table recommends of NumPy and SciPy is there."""
    notes = " ".join(note for _, note in name_rows().values())
    dotted = set(re.findall(r"\b(?:np|scipy)(?:\.\w+)+", notes))
    assert len(dotted) > 10
    for path in dotted:
        root, *parts = path.replace("np.", "numpy.", 1).split(".") if path.startswith("np.") else path.split(".")
        value = __import__(root if root != "scipy" else ".".join([root, parts[0]]))
        for part in parts:
            value = getattr(value, part)


# --------------------------------------------------------------------------- the rest


def test_there_are_as_many_golden_cases_as_the_readme_says():
    rows = [row for row in table_rows(DOCUMENTS["README.md"]) if len(row) == 4 and row[2].isdigit()]
    assert len(rows) == 5
    for sources, _, count, _ in rows:
        files = [f for s in re.findall(r"`(\w+)`", sources) for f in ROOT.glob(f"fixtures/golden/*/{s}.golden.json")]
        assert sum(len(json.loads(f.read_text(encoding="utf-8"))["Cases"]) for f in files) >= int(count)


def test_the_tolerances_of_full_precision_are_those_the_readme_states():
    rows = {row[0].strip("`"): row[3] for row in table_rows(DOCUMENTS["README.md"]) if len(row) == 4}
    for source in ("matlab_generated_code", "rtb_matlab", "spatial_v2_octave", "pinocchio"):
        stated = {float(x) for x in re.findall(r"\d+e-\d+", rows[source])}
        used = set()
        for path in ROOT.glob(f"fixtures/golden/*/{source}.golden.json"):
            golden = json.loads(path.read_text(encoding="utf-8"))
            found = [case.get("Tolerance", golden["Tolerance"]) for case in golden["Cases"]]
            used |= {tolerance["Value"] for tolerance in found if tolerance["Measure"] == "R19b"}
        assert used == stated, source


def test_the_elementwise_trap_is_as_told():
    p, e = [1, 2, 3], [0.1, 0.2, 0.3]
    trap = rst.trvec2tform(p) * rst.eul2tform(e)
    assert trap[3].tolist() == [0, 0, 0, 1]
    assert not trap[:3, 3].any()
    assert (rst.trvec2tform(p) @ rst.eul2tform(e))[:3, 3].tolist() == p


def test_changelog_has_the_version():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{rst.__version__}"' in project
    assert f"## [{rst.__version__}]" in DOCUMENTS["CHANGELOG.md"]


@pytest.mark.parametrize("document", OF_THE_ROOT)  # those of docs are checked by the build of the site
def test_links_and_paths_lead_somewhere(document):
    text = DOCUMENTS[document]
    headings = re.findall(r"^#+ (.+)$", text, flags=re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}
    assert [a for a in re.findall(r"\]\(#([^)]+)\)", text) if a not in anchors] == []
    linked = [p for p in re.findall(r"\]\(([^)#]+)[^)]*\)", text) if "://" not in p]
    named = re.findall(r"`((?:fixtures|rst_compat|tests|benchmarks|cli|examples)/[\w./-]*)`", text)
    assert [p for p in [*linked, *named] if not (ROOT / p).exists()] == []


@pytest.mark.parametrize("document", sorted(DOCUMENTS))
def test_no_line_is_too_long_to_read(document):
    """Tables and code aside, text is wrapped."""
    lines = re.sub(r"^```.*?^```$", "", DOCUMENTS[document], flags=re.MULTILINE | re.DOTALL).splitlines()
    assert [line for line in lines if len(line) > 125 and not line.startswith("|")] == []
