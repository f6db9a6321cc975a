"""``import rst_compat`` is light: what only some callers need is imported where it is used."""

import subprocess
import sys

import pytest

HEAVY = [
    "lxml",
    "typer",
    "click",
    "rich",
    "matplotlib",
    "sympy",
    "scipy",
    "jsonschema",
    "hypothesis",
    "pytest",
    "dask",
    "pyarrow",
]


def modules_after(code):
    """Names of all modules that a fresh interpreter holds after some code."""
    program = f"{code}\nimport sys; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.split(".")[0] for name in run.stdout.splitlines()[-1].split()}


@pytest.fixture(scope="module")
def imported():
    return modules_after("import rst_compat")


@pytest.mark.parametrize("name", HEAVY)
def test_import_brings_nothing_heavy(imported, name):
    assert name not in imported


USE = """
import rst_compat as rst
robot = rst.importrobot("twolink")
robot.inverseDynamics(), robot.forwardDynamics(), robot.coriolisMatrix(), rst.batch.massMatrix(robot)
robot.randomConfiguration(), robot.exportrobot(), repr(robot), robot.copy()
"""


def test_dynamics_need_numpy_alone():
    assert modules_after(USE) & set(HEAVY) == set()


def test_python_without_assert_statements_works():
    run = subprocess.run([sys.executable, "-O", "-c", USE], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
