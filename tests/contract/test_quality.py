"""The source passes its own linters and types."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(tool, *arguments):
    if importlib.util.find_spec(tool) is None:
        pytest.skip(f"{tool} is not installed (pip install '.[test]')")
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("the settings of the tools are in pyproject.toml, which is not here")
    result = subprocess.run(
        [sys.executable, "-m", tool, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr


def test_ruff_finds_nothing():
    run("ruff", "check", "--quiet")


def test_ruff_would_format_nothing():
    run("ruff", "format", "--check", "--quiet")


def test_mypy_finds_nothing():
    run("mypy")
