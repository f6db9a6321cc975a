"""The golden values of this repository as a whole; each of them is a test of its own, too (see pyproject.toml)."""

import json
import tomllib
from pathlib import Path

import pytest
from stopwatch import soon

from rst_compat.golden import check, golden_files, read_golden

ROOT = Path(__file__).parents[2] / "fixtures"
FILES = golden_files(ROOT / "golden")


def test_every_source_is_there():
    assert {p.name.removesuffix(".golden.json") for p in FILES} == {
        "matlab_docs",
        "matlab_generated_code",
        "matlab_notes",
        "matlab_scripts",
        "pinocchio",
        "rtb_matlab",
        "spatial_v2_octave",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_files_obey_the_schema(path):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "golden.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(json.loads(path.read_text(encoding="utf-8")), schema)


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_many_at_once_pass_too(path):
    """As ``rstc check`` computes them: through ``rst_compat.batch``."""
    golden = read_golden(path)
    outcomes = check(golden)
    assert [o.case.name for o in outcomes if not o.passed] == []
    assert [o.case.name for o in outcomes] == [case["Name"] for case in json.loads(path.read_text("utf-8"))["Cases"]]
    assert not golden.regression  # our own code never makes an expected value


def test_each_is_a_test(pytester):
    """The plugin collects every case, and the folder is among those that pytest runs here."""
    settings = tomllib.loads((ROOT.parent / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"][
        "ini_options"
    ]
    assert "fixtures/golden" in settings["testpaths"]
    lines = pytester.runpytest("--collect-only", "-q", str(ROOT / "golden")).outlines
    cases = [case for path in FILES for case in read_golden(path).cases]
    assert sum(".golden.json::" in line for line in lines) == len(cases)


def test_they_take_less_than_twenty_seconds():
    with soon(20):  # 1 to 4 s; the promise is made for slower machines
        assert sum(len(check(read_golden(path))) for path in FILES) > 2100
