"""The benchmarks run, and what they compare agrees; how fast it is, no test asks."""

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
MODULES = {"Pinocchio": "pinocchio", "dynibo": "dynibo", "MuJoCo": "mujoco", "Drake": "pydrake"}


def run(script, *arguments):
    command = [sys.executable, BENCHMARKS / script, *arguments]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def test_beside_the_peers(tmp_path):
    said = run("bench_peers.py", "--quick", "--json", str(tmp_path / "report.json"))
    report = json.loads((tmp_path / "report.json").read_text())
    assert "| rst_compat, MATLAB's names |" in said
    here = {name for name, module in MODULES.items() if importlib.util.find_spec(module)}
    measured = {(r["library"], r["robot"]) for r in report["records"]}
    assert {(name, robot) for name in here for robot in ("2 joints", "7 joints", "chain of 20")} <= measured
    assert all(0 < low <= middle <= high for r in report["records"] for low, middle, high in (r["seconds"], r["ratio"]))
    if not here:
        pytest.skip("no other library to compare with: pip install '.[bench]'")


def test_a_wrong_result_stops_the_comparison(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    from bench_peers import check, states  # noqa: PLC0415 - scripts, not a package
    from peers import ID, ours  # noqa: PLC0415
    from robots import chain  # noqa: PLC0415

    libraries = ours(chain(3))
    check(libraries, chain(3), states(3, 4))
    right = libraries[0].one[ID]
    libraries[0].one[ID] = lambda *state: right(*state) * (1 + 1e-7)
    with pytest.raises(SystemExit, match="inverse dynamics differs by"):
        check(libraries, chain(3), states(3, 4))


def test_history_compares_with_the_last_run(tmp_path):
    file = tmp_path / "history.jsonl"
    for _ in range(2):
        said = run("history.py", "--quick", "--file", str(file))
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert [line["medians"].keys() for line in lines] == [lines[0]["medians"].keys()] * 2
    assert " x\n" in said
