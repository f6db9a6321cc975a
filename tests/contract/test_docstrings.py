"""Docstrings of the public names have their sections, and every example in the package runs."""

import doctest
import importlib
import inspect
import pkgutil
import re

import pytest
import rst_compat_cli

import rst_compat as rst
from rst_compat.errors import IDENTIFIERS

FUNCTIONS = [n for n in rst.__all__ if inspect.isfunction(getattr(rst, n))]
CLASSES = [n for n in rst.__all__ if inspect.isclass(getattr(rst, n))]
MODULES = ["rst_compat", "rst_compat_cli"] + [
    m.name for p in (rst, rst_compat_cli) for m in pkgutil.walk_packages(p.__path__, p.__name__ + ".")
]


def sections(name):
    """Text under each heading of a docstring."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}$", inspect.getdoc(getattr(rst, name)), flags=re.MULTILINE)
    return {"": parts[0]} | dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_the_first_line_is_a_sentence(name):
    first = sections(name)[""].splitlines()[0]
    assert first.endswith(".")
    assert len(first) <= 120


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_it_has_notes_or_a_source_and_an_example(name):
    assert sections(name)["Notes"].strip()
    assert ">>> " in sections(name)["Examples"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes(name):
    parameters = inspect.signature(getattr(rst, name)).parameters.values()
    named = [p.name for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    missing = [n for n in named if not re.search(rf"^(\w+, )*{n}(, \w+)* :|^{n}$", sections(name)["Parameters"], re.M)]
    assert missing == []


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_returns(name):
    returns = inspect.signature(getattr(rst, name)).return_annotation
    assert ("Returns" in sections(name)) == (returns != "None")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_raises(name):
    assert "Error" in sections(name)["Raises"]


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_says_what_it_is_made_of(name):
    assert {"Parameters", "Attributes"} & set(sections(name))


@pytest.mark.parametrize("name", [*FUNCTIONS, *CLASSES])
def test_identifiers_in_a_docstring_are_those_of_the_table(name):
    named = re.findall(r"``((?:rst_compat|robotics|MATLAB)(?::\w+)+)``", inspect.getdoc(getattr(rst, name)))
    assert set(named) <= set(IDENTIFIERS)


@pytest.mark.parametrize("kind", [rst.rigidBodyTree, rst.rigidBody, rst.rigidBodyJoint])
def test_every_property_has_a_docstring(kind):
    assert [n for n, v in vars(kind).items() if isinstance(v, property) and not v.__doc__] == []


@pytest.mark.parametrize("name", rst.batch.__all__)
def test_every_function_of_batch_has_a_docstring_with_the_shape(name):
    assert "(..., " in getattr(rst.batch, name).__doc__


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_examples_are_found():
    found = sum(doctest.testmod(importlib.import_module(name)).attempted for name in MODULES)
    assert found > len(FUNCTIONS)
