"""Installation with and without a compiler, and what the packages hold."""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the repository without anything that was built."""
    folder = tmp_path_factory.mktemp("source") / "rst_compat"
    built = shutil.ignore_patterns(
        ".git", ".venv", "build", "dist", "*.so", "*.pyd", "*.egg-info", "__pycache__", ".*_cache"
    )
    shutil.copytree(ROOT, folder, ignore=built)
    return folder


def pip(*arguments, **environment):
    command = [sys.executable, "-m", "pip", *arguments, "--no-deps", "--quiet"]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def python(target, *arguments):
    environment = os.environ | {"PYTHONPATH": str(target), "RST_COMPAT_ENGINE": ""}
    program = [sys.executable, "-P", *arguments]
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=True, cwd="/").stdout


RSTC = ("-c", "from rst_compat_cli.app import main; main()")
CALL = "import numpy as np, rst_compat as r; print(r.__file__, r.importrobot('twolink').massMatrix(np.zeros(2)).shape)"


def test_without_a_compiler(source, tmp_path):
    pip("install", str(source), "--target", str(tmp_path), CC="/bin/false", CXX="/bin/false")
    assert list(tmp_path.glob("rst_compat/engine/_native*.so")) == []
    assert python(tmp_path, *RSTC, "info", "--engine") == "Engine:      reference\nThere are:   reference\n"
    assert python(tmp_path, "-c", CALL) == f"{tmp_path}/rst_compat/__init__.py (2, 2)\n"


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here: nothing to install with one")
def test_with_a_compiler(source, tmp_path):
    pip("wheel", str(source), "--wheel-dir", str(tmp_path))
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 2_000_000
    names = zipfile.ZipFile(wheel).namelist()
    assert any(n.startswith("rst_compat/engine/_native.") and n.endswith(".so") for n in names)
    assert not [n for n in names if n.endswith((".c", ".h"))]
    pip("install", str(wheel), "--target", str(tmp_path / "there"))
    assert python(tmp_path / "there", *RSTC, "info", "--engine").startswith("Engine:      native with ")
    assert python(tmp_path / "there", "-c", CALL).endswith("(2, 2)\n")


def test_the_source_distribution_can_be_built_from(source, tmp_path):
    program = f"import setuptools.build_meta as b; print(b.build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-W", "ignore", "-c", program], cwd=source, check=True, capture_output=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        names = {Path(n).name for n in files.getnames() if "/engine/src/" in n}
    assert names == {p.name for p in (ROOT / "rst_compat" / "engine" / "src").iterdir()}
