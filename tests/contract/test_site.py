"""The documentation site: it builds without a warning, has every name and example, and fetches nothing else."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rst_compat as rst

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def run(*words, **environment):
    done = subprocess.run(
        [sys.executable, *map(str, words)],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The folder of the built site."""
    if importlib.util.find_spec("mkdocs") is None:
        pytest.skip("mkdocs is not installed (pip install '.[docs]')")
    folder = tmp_path_factory.mktemp("site")
    said = run("-m", "mkdocs", "build", "--strict", "--site-dir", folder, NO_MKDOCS_2_WARNING="1")
    assert "WARNING" not in said
    return folder


@pytest.fixture(scope="module")
def pages(site):
    return {str(path.relative_to(site)): path.read_text(encoding="utf-8") for path in site.rglob("*.html")}


def test_every_name_has_an_entry(pages):
    anchors = {name for text in pages.values() for name in re.findall(r'id="rst_compat\.([\w.]+)"', text)}
    assert [name for name in rst.__all__ if name not in anchors] == []
    assert [name for name in rst.batch.__all__ if f"batch.{name}" not in anchors] == []
    assert [name for name in rst.symbolic.__all__ if f"symbolic.{name}" not in anchors] == []


def test_every_example_is_in_the_gallery_with_its_pictures(pages):
    scripts = [path.name for path in (ROOT / "examples").glob("*.py") if path.name != "pictures.py"]
    pictures = [path.name for path in (DOCS / "pictures" / "examples").glob("*.*")]
    assert [name for name in scripts + pictures if name not in pages["gallery.html"]] == []


def test_a_page_fetches_nothing_from_other_hosts(pages, site):
    """Links may lead elsewhere; scripts, styles, fonts and pictures may not come from there."""
    tags = [tag for text in pages.values() for tag in re.findall(r"<(?:script|link|img|iframe|source)\b[^>]*>", text)]
    assert len(tags) > 100
    assert [tag for tag in tags if re.search(r"""(?:src|href)=["']?(?:https?:)?//""", tag)] == []
    styles = [path.read_text(encoding="utf-8") for path in site.rglob("*.css")]
    assert [url for text in styles for url in re.findall(r"url\([\"']?((?:https?:)?//[^)]+)", text)] == []


def test_docstrings_have_no_roles_left(pages):
    assert [name for name, text in pages.items() if re.search(r":(?:func|class|meth|mod):", text)] == []


def test_the_pictures_are_those_that_the_scripts_draw(tmp_path):
    """Lines of a drawing depend on the version of matplotlib a little, so only that each one is drawn and used."""
    if importlib.util.find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed (pip install '.[plot]')")
    run(DOCS / "pictures" / "draw.py", tmp_path)
    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {path.name for path in (DOCS / "pictures").glob("*.svg")}
    used = {
        name for page in DOCS.glob("*.md") for name in re.findall(r"\(pictures/([\w.]+)\)", page.read_text("utf-8"))
    }
    assert drawn == used
