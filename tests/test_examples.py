"""The examples run, say what is so, and draw their pictures; their MATLAB lines are whole.

Bounds: tolerances of the integrations (1e-4 to 1e-8) where something is integrated, the tolerance of the inverse
kinematics (1e-6) where poses are solved for, rounding where two ways to one number are compared.
"""

import importlib
import re
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("matplotlib", reason="pip install '.[plot]'")
pytest.importorskip("trimesh", reason="pip install '.[plot]'")

import matplotlib as mpl

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "examples"
PICTURES = ROOT / "docs" / "pictures" / "examples"
NAMES = sorted(
    p.stem for p in FOLDER.glob("*.py") if p.stem not in ("pictures", "monte_carlo_dask")
)  # the ported scripts
MATLAB = re.compile(r"^\s*# >> ?(.*)$")


def near(x, **bounds):
    return pytest.approx(x, **bounds)


def dh_arm(n):
    assert n["residual"] < 1e-13  # rounding of torques of 30 N m
    assert n["gradient_error"] < 1e-7  # differences of 50 J over 2e-5 rad
    assert n["tip_height"] == near(n["tip_height_by_hand"], abs=1e-14)
    assert n["smallest_inertia"] > 0


def computed_torque(n):
    assert n["deviation"] < 1e-5
    assert n["final_error"] < 1e-5
    assert n["final_error_loaded"] > 0.05  # a load that the model lacks must show


def gravity_compensation(n):
    assert n["drift"] < 1e-8
    assert n["moved"] > 0.3
    assert n["work"] > 5
    assert n["balance"] < 1e-5 * n["work"]
    assert n["balance_falling"] < 1e-5 * n["work"]
    assert n["final_speed"] < 0.02
    assert n["fall"] > 0.5


def urdf_ik_trajectory(n):
    assert n["pose_error"] < 1e-6
    assert n["peak_velocity"] == near(n["expected_peak_velocity"], rel=1e-9)
    assert 0.005 < n["off_the_line"] < 0.05
    assert n["closed"] < 2e-6


def momentum_observer(n):
    assert n["false_alarm"] < 2e-3  # of a limit of 2 N m
    assert 0 < n["delay"] < 0.01
    assert n["delay"] == near(n["predicted_delay"], rel=0.02)  # the formula holds the external torque constant
    assert n["match"] < 0.1  # the lag of the filter behind a torque that changes
    assert n["beyond"] < 1e-3
    assert n["link"] == 4
    assert n["final_speed"] < 0.3


def operational_space(n):
    assert n["deviation"] < 1e-5
    assert n["late_error"] < 1e-6
    assert n["leak"] < 1e-12
    assert n["posture_at_last"] < 0.3 * n["posture_at_first"]


def workspace(n):
    # Both borders are hard; 4000 points come close to them.
    assert 0.99 * n["reach"] < n["farthest"] <= n["reach"] * (1 + 1e-6)
    assert n["offset"] * (1 - 1e-6) <= n["nearest_to_axis"] < 1.02 * n["offset"]
    assert n["border"] < 0.6


def pick_and_place(n):
    assert n["place_error"] < 2e-6
    assert n["off_the_line"] < 2e-6
    assert n["weight_step"] > 1
    assert n["weight_step_error"] < 1e-12
    assert n["jump"] < 0.15  # no flip of the arm between two samples
    assert n["bodies_left"] == 12


def impedance(n):
    assert n["force"] == near(n["series"], rel=1e-3)
    assert n["stiff_force"] == near(n["stiff_series"], rel=1e-3)
    assert n["series"] == near(500 * 20000 / 20500 * 0.06)
    assert n["blow"] < n["stiff_blow"]


def payload(n):
    assert n["weight_error"] < 1e-11  # rounding of torques of 100 N m
    assert n["linear"] < 1e-11
    assert n["used"] == near(1, abs=1e-12)
    assert 10 < n["heaviest"] < 20


def two_arms(n):
    assert n["gap"] < 2e-6
    assert n["coupling"] == 0
    assert n["waist"] > 0.1
    assert n["difference"] < 1e-12
    assert n["mirrored"] < 1e-4  # the torque of a pose that is solved to 1e-6


def floating_base(n):
    assert n["momentum"] < 1e-5
    assert n["angular_momentum"] < 1e-6 * n["arm_momentum"]
    assert n["arm_momentum"] > 5
    assert n["centre_of_mass"] < 1e-6
    assert n["hull_way"] > 0.05
    assert n["energy"] < 1e-5
    assert n["turned"] > 20


def identification(n):
    assert (n["rank"], n["rank_without"]) == (4, 3)
    assert n["deviation"] < 4  # of four errors in error bars
    assert n["bars"] < 0.01
    assert n["quotient"] == near(1 / 16, rel=1e-9)
    assert n["lost"] == near(np.array([0.5229, 0.0294, 0.0327, 2.3543]), abs=1e-3)  # the truth here has four digits
    assert n["differs"] < 0.5  # the joints are weighted by their noise, which is nearly the same
    assert n["bars_differ"] < 0.05


@pytest.fixture
def pictures(monkeypatch):
    """The module of the examples for their pictures, drawing into memory."""
    monkeypatch.syspath_prepend(str(FOLDER))
    backend = mpl.get_backend()
    mpl.use("Agg")
    yield importlib.import_module("pictures")
    mpl.use(backend)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_runs_and_its_numbers_hold(name, pictures, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    picture = tmp_path / "out" / f"{name}.png"
    picture.parent.mkdir()
    numbers = pictures.draw(importlib.import_module(name).main, picture)
    globals()[name](numbers)
    pixels = mpl.image.imread(picture)
    assert pixels.shape[:2] == (546, 1170)
    assert np.ptp(pixels[..., :3]) > 0.5
    assert [p.name for p in tmp_path.iterdir()] == ["out"]  # nothing else was written
    assert not mpl.pyplot.get_fignums()


def test_the_examples_are_those_of_the_gallery(pictures):
    assert sorted(pictures.EXAMPLES) == NAMES
    assert len(NAMES) == 13
    table = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\[`(\w+)\.py`\]\((\w+)\.py\)", table) == [(name, name) for name in pictures.EXAMPLES]
    for name in NAMES:
        assert f"../docs/pictures/examples/{name}.png" in table
        assert 5_000 < (PICTURES / f"{name}.png").stat().st_size <= 60_000


def test_an_example_starts_from_the_command_line(tmp_path, pictures, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["dh_arm.py", "--picture", str(tmp_path / "arm.png")])
    pictures.run(importlib.import_module("dh_arm").main)
    assert (tmp_path / "arm.png").stat().st_size > 5_000
    assert "gradient of the potential energy" in capsys.readouterr().out


@pytest.mark.parametrize("name", NAMES)
def test_the_matlab_lines_are_a_whole_script(name):
    source = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    lines = [found[1] for line in source.splitlines() if (found := MATLAB.match(line))]
    script = re.sub(r'"[^"\n]*"', '""', "\n".join(lines)).replace("...\n", " ")
    for pair in ("()", "[]", "{}"):
        assert all(line.count(pair[0]) == line.count(pair[1]) for line in script.splitlines())
    opened = re.findall(r"^ *(?:function|for|if|while)\b", script, flags=re.MULTILINE)
    closed = re.findall(r"(?:^|[;,]) *end *$", script, flags=re.MULTILINE)
    assert len(opened) == len(closed)
    # Every function of this package that Python calls, MATLAB calls too; what MATLAB lacks or prints by itself aside.
    called = set(re.findall(r"\brst\.(\w+)\(", source)) - {"coriolisMatrix", "disp", "identifyDynamics", "MotionData"}
    assert called <= set(re.findall(r"\w+", script))
