"""A sample of the mutants of the core; all of them are in docs/mutation-testing.md."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mutmut", reason="pip install '.[test]'")
RUNNER = Path(__file__).parent / "mutants.py"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tried in forked processes")
def test_a_sample_is_killed():
    done = subprocess.run(
        [sys.executable, str(RUNNER), "--every", "90", "--quick"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
