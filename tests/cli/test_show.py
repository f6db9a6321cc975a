"""``rstc show``."""

import re
import sys
from pathlib import Path
from unittest.mock import patch

import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

ARM = Path(__file__).parents[1] / "pictures" / "arm"


@pytest.fixture(autouse=True)
def no_figures():
    yield
    plt.close("all")


def colours(path):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB")).reshape(-1, 3)


def test_a_picture(output, tmp_path):
    assert output("show", "iiwa14", "-o", tmp_path / "a.png", "--size", "400x300", "--q", "0,pi/4,0,0,0,0,0") == ""
    with Image.open(tmp_path / "a.png") as picture:
        assert picture.size == (400, 300)
    assert (colours(tmp_path / "a.png") != 255).any()


def test_the_position_counts(output, tmp_path):
    for name, q in (("a", "0,0"), ("b", "pi/2,0")):
        output("show", "twolink", "-o", tmp_path / f"{name}.png", "--q", q)
    assert not np.array_equal(colours(tmp_path / "a.png"), colours(tmp_path / "b.png"))


@pytest.mark.parametrize("suffix", ["pdf", "svg", "jpg"])
def test_other_formats(output, tmp_path, suffix):
    output("show", "twolink", "-o", tmp_path / f"a.{suffix}")
    assert (tmp_path / f"a.{suffix}").stat().st_size > 1000


def test_a_gif_moves_and_ends_where_it_began(output, tmp_path):
    output("show", "twolink", "-o", tmp_path / "a.gif", "--frames", "8", "--size", "200x150", "--no-axes")
    frames = []
    with Image.open(tmp_path / "a.gif") as movie:
        for k in range(movie.n_frames):
            movie.seek(k)
            frames.append(np.asarray(movie.convert("RGB")).astype(float))
    assert len(frames) == 8
    changes = [np.abs(a - b).mean() for a, b in zip(frames, [*frames[1:], frames[0]], strict=True)]
    assert min(changes) > 0.1
    assert max(changes) < 6 * np.median(changes)  # from the last frame to the first as between others


def test_a_page_holds_all_it_shows(output, tmp_path):
    output("show", "twolink", "-o", tmp_path / "a.html", "--frames", "3", "--size", "200x150")
    text = (tmp_path / "a.html").read_text()
    assert len(re.findall(r"data:image/png;base64", text)) == 3
    assert list(tmp_path.iterdir()) == [tmp_path / "a.html"]  # no folder of frames beside it


def test_meshes_and_layers(rstc, output, tmp_path):
    for name, options in {"all": [], "bare": ["--no-visuals"]}.items():
        output("show", ARM / "arm.urdf", "-o", tmp_path / f"{name}.png", "--no-axes", *options)
    drawn = [(colours(tmp_path / f"{n}.png") < 200).any(axis=1).sum() for n in ("all", "bare")]
    assert drawn[0] > drawn[1] + 5000
    text = (ARM / "arm.urdf").read_text()
    missing = rstc("show", "-", "-o", tmp_path / "c.png", stdin=text)
    assert missing.exit_code == 0
    assert "rst_compat:plot:MeshNotFound" in missing.stderr
    assert rstc("show", "-", "-o", tmp_path / "d.png", "--mesh-path", ARM, stdin=text).stderr == ""


def test_joints_stay_within_their_limits():
    from rst_compat_cli.show_command import _sweep  # noqa: PLC0415 - private

    import rst_compat as rst  # noqa: PLC0415 - beside it

    robot = rst.importrobot("branched", DataFormat="row")
    limits = np.array([b.Joint.PositionLimits for b in robot.Bodies if b.Joint.Type != "fixed"])
    path = _sweep(robot, robot.homeConfiguration(), 50)
    assert path[0] == pytest.approx(robot.homeConfiguration())
    assert (path >= limits[:, 0]).all()
    assert (path <= limits[:, 1]).all()
    assert (np.ptp(path, axis=0) > 0).all()
    floating = rst.importrobot("floating_base", DataFormat="row")
    middle = floating.homeConfiguration()
    assert (_sweep(floating, middle, 9)[:, :7] == middle[:7]).all()


def test_bad_options(error, tmp_path):
    assert "is not written" in error("show", "twolink", "-o", "a.bmp")
    assert "--size" in error("show", "twolink", "-o", "a.png", "--size", "big")
    assert "--frames" in error("show", "twolink", "-o", "a.gif", "--frames", "0")
    assert error("show", "twolink").startswith("rst_compat:cli:BadOption: show: there is no display for a window")
    assert error("show", "twolink", "-o", tmp_path / "no" / "a.png").startswith("rst_compat:cli:NotWritten: ")
    assert "incorrectSize" in error("show", "twolink", "-o", "a.png", "--q", "1")


def test_without_the_extra(error, tmp_path):
    with patch.dict(sys.modules, {"matplotlib": None}):
        line = error("show", "twolink", "-o", tmp_path / "a.png")
    assert line.startswith("rst_compat:plot:NeedsExtra: ")
    assert "pip install 'rst_compat[plot]'" in line
