"""``import rst_compat`` is light: what only some callers need is imported where it is used."""

import importlib
import subprocess
import sys

import pytest

import rst_compat

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


def test_rooms_that_dynamics_do_without_wait_until_they_are_asked_for():
    program = "import sys, rst_compat as rst; print(*sys.modules); rst.ode45; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    before, after = (set(line.split()) for line in run.stdout.splitlines())
    rooms = {f"rst_compat.{room}" for room in rst_compat._LATER.values()} | {"rst_compat.ik", "numpy.ma"}
    assert before & rooms == set()
    assert after & rooms == {"rst_compat.matlab.ode"}


@pytest.mark.parametrize(
    "room",
    [
        "identification",
        *(f"matlab.{room}" for room in ["constraints", "motion_models", "ode", "trajectories", "transform_objects"]),
    ],
)
def test_all_names_of_a_room_are_known_before_it_is_imported(room):
    module = importlib.import_module(f"rst_compat.{room}")
    assert {name for name, where in rst_compat._LATER.items() if where == room} == set(module.__all__)


def test_names_imported_late_are_listed_and_are_what_their_module_has():
    for name, module in rst_compat._LATER.items():
        assert name in dir(rst_compat)
        assert name in rst_compat.__all__
        assert getattr(rst_compat, name) is getattr(importlib.import_module(f"rst_compat.{module}"), name)


def test_readers_of_types_see_names_that_are_imported_late(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import rst_compat as rst\nfrom rst_compat import *\n"
        "reveal_type(rst.ode45)\nreveal_type(rst.inverseKinematics())\nreveal_type(se3)\nreveal_type(tic)\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path), "--follow-imports=silent", str(script)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "inverse_kinematics.inverseKinematics" in run.stdout
    assert 'is "Any"' not in run.stdout


def test_the_pytest_plugin_brings_nothing_of_the_package():
    """pytest imports it in every session of every user."""
    assert not modules_after("import pytest, rst_compat_pytest") & {"numpy", "rst_compat", "rst_compat_cli"}


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
