"""The tests of the compiled engine on a build in which every access to memory and all arithmetic is checked."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "rst_compat" / "engine" / "src"
CHECKS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]

pytestmark = pytest.mark.sanitizer


def runtime(name):
    """Path of a run-time library of gcc; skips where there is none."""
    if shutil.which("gcc") is None:
        pytest.skip("no gcc here: the compiled engine is not checked by sanitizers")
    path = subprocess.run(
        ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(path).is_absolute():
        pytest.skip(f"gcc has no {name} here: the compiled engine is not checked by sanitizers")
    return path


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Where the package has an engine with checks, and work space from the heap, where they see its ends."""
    libraries = f"{runtime('libasan.so')}:{runtime('libubsan.so')}"
    folder = tmp_path_factory.mktemp("checked")
    shutil.copytree(ROOT / "rst_compat", folder / "rst_compat", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    target = folder / "rst_compat" / "engine" / ("_native" + sysconfig.get_config_var("EXT_SUFFIX"))
    includes = [f"-I{sysconfig.get_paths()['include']}", f"-I{np.get_include()}"]
    flags = ["-O1", "-g", "-std=gnu11", "-shared", "-fPIC", "-Wno-psabi", "-DSTACK=1", *CHECKS]
    sources = sorted(map(str, SOURCES.glob("*.c")))
    subprocess.run(["gcc", *flags, *includes, *sources, "-o", str(target), "-lm"], check=True)
    return os.environ | {
        "PYTHONPATH": str(folder),
        "LD_PRELOAD": libraries,
        "ASAN_OPTIONS": "detect_leaks=0",  # CPython keeps memory till the end; leaks have their own test
        "PYTHONMALLOC": "malloc",
    }


def run(environment, *arguments):
    program = [sys.executable, "-P", *arguments]
    return subprocess.run(program, env=environment, capture_output=True, text=True, check=False, cwd="/")


def test_the_tests_of_the_engine_pass(environment):
    where = run(environment, "-c", "from rst_compat.engine import _native; print(_native.__file__)")
    assert where.stdout.startswith(environment["PYTHONPATH"]), where.stderr
    tests = [str(ROOT / "tests" / "engine" / name) for name in ("test_agreement.py", "test_handle.py", "test_ik.py")]
    settings = ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), "-p", "no:cacheprovider"]
    done = run(environment, "-m", "pytest", "-q", *settings, *tests, "-k", "not leak")
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_the_checks_would_see_a_fault(environment, tmp_path):
    """The same build with too little work space stops."""
    folder = Path(environment["PYTHONPATH"])
    header = (SOURCES / "robot.h").read_text()
    assert "(56 * (" in header
    broken = tmp_path / "src"
    shutil.copytree(SOURCES, broken)
    (broken / "robot.h").write_text(header.replace("(56 * (", "(40 * ("))
    shutil.copytree(folder / "rst_compat", tmp_path / "rst_compat")
    target = next((tmp_path / "rst_compat" / "engine").glob("_native*.so"))
    includes = [f"-I{sysconfig.get_paths()['include']}", f"-I{np.get_include()}"]
    flags = ["-O0", "-std=gnu11", "-shared", "-fPIC", "-Wno-psabi", "-DSTACK=1", *CHECKS]
    sources = sorted(map(str, broken.glob("*.c")))
    subprocess.run(["gcc", *flags, *includes, *sources, "-o", str(target), "-lm"], check=True)
    program = (
        "import numpy as np, rst_compat as r; r.importrobot('iiwa14', DataFormat='row').forwardDynamics(np.ones(7))"
    )
    done = run(environment | {"PYTHONPATH": str(tmp_path)}, "-c", program)
    assert done.returncode != 0
    assert "AddressSanitizer" in done.stderr
