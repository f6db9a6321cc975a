"""What public scripts use of MATLAB is here and has a test of what it does, weighted by how often they use it."""

import ast
import dataclasses
import inspect
import re
from functools import cache

import pytest
from behaviour_registry import BEHAVIOUR, PICTURES, ROBOTICS, TESTS, frequencies, solver_words

import rst_compat as rst

ENTRIES = [(section, name, test) for section, tests in BEHAVIOUR.items() for name, test in tests.items()]
COUNTED = [
    row
    for row in frequencies()
    if row.name not in PICTURES[row.section].split() and (row.section != "7" or row.name in ROBOTICS)
]
CLASSES = [value for name in rst.__all__ if inspect.isclass(value := getattr(rst, name))]


@cache
def functions_of(file: str) -> dict[str, str]:
    """Test functions of a file, with the text of each, its decorators included."""
    source = (TESTS / file).read_text(encoding="utf-8")
    lines, found = source.splitlines(), {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            found[node.name] = "\n".join(lines[first - 1 : node.end_lineno])
    return found


def exists(section: str, name: str) -> bool:
    """Whether a function or class is in the package, or a property in one of its classes."""
    if section == "3":
        fields = {f.name for c in CLASSES if dataclasses.is_dataclass(c) for f in dataclasses.fields(c)}
        return name in fields | solver_words() or any(isinstance(getattr(c, name, None), property) for c in CLASSES)
    if section == "4":
        return True  # its test calls a function with it
    value = rst
    for part in name.split("."):
        value = getattr(value, part, None)
    return value is not None


def share(rows) -> float:
    """The part of the uses whose names are here and have a test."""
    return sum(row.uses for row in rows if row.name in BEHAVIOUR[row.section]) / sum(row.uses for row in rows)


@pytest.mark.parametrize(("section", "name", "test"), ENTRIES)
def test_the_test_of_a_name_uses_it(section, name, test):
    file, _, function = test.partition("::")
    assert function in functions_of(file)
    assert re.search(
        rf"\b{name.rpartition('.')[2]}\b", functions_of(file)[function], re.IGNORECASE if section == "4" else 0
    )
    assert exists(section, name)


def test_every_entry_stands_for_a_name_of_the_table():
    table = {(row.section, row.name) for row in frequencies()}
    assert [(s, n) for s, n, _ in ENTRIES if (s, n) not in table] == []
    assert [(s, n) for s, names in PICTURES.items() for n in names.split() if (s, n) not in table] == []
    assert {row.name for row in frequencies() if row.section == "7"} >= ROBOTICS


def test_the_table_is_whole():
    """Rows and uses of each section, so that none gets lost or changed."""
    of = {section: [row.uses for row in frequencies() if row.section == section] for section in "12347"}
    sizes = {section: (len(uses), sum(uses)) for section, uses in of.items()}
    assert sizes == {"1": (31, 1891), "2": (34, 807), "3": (31, 2183), "4": (23, 446), "7": (67, 5666)}


def test_at_least_95_of_100_uses_have_a_test():
    assert share(COUNTED) >= 0.95
