"""Who may import whom: the layers of the package, read from the source without running it."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = {"rst_compat": ROOT / "rst_compat", "rst_compat_cli": ROOT / "cli"}

#: layer -> the other layers and packages it may import; the innermost name counts
MAY_IMPORT = {
    "rst_compat.core": {"numpy"},
    "rst_compat.engine": {"rst_compat.core", "rst_compat.errors", "numpy"},
    "rst_compat.ik": {"rst_compat.core", "numpy", "scipy.linalg"},
    # coal is imported where it is used.
    "rst_compat.collision": {"rst_compat.errors", "numpy", "scipy"},
    "rst_compat.viewing": {"rst_compat.errors", "numpy", "scipy"},  # and the extra view, through its package()
    "rst_compat.plotting": {"rst_compat.errors", "numpy", "scipy", "matplotlib", "mpl_toolkits"},
    "rst_compat.errors": set(),
    "rst_compat.defaults": set(),
    "rst_compat.dh": {"numpy"},
    # The packages of the extras (dask, mat, parquet, xacro) are imported where they are used.
    "rst_compat.files": {
        "rst_compat.errors",
        "rst_compat.defaults",
        "rst_compat.dh",
        "numpy",
        "scipy",
        "scipy.io",
        "lxml",
        "jsonschema",
        "xacro",
        "xacrodoc",
        "pyarrow",
    },
    "rst_compat.matlab": {
        "rst_compat.errors",
        "rst_compat.defaults",
        "rst_compat.dh",
        "rst_compat.collision",
        "rst_compat.core",
        "rst_compat.files",
        "rst_compat.engine",
        "rst_compat.ik",
        "rst_compat.plotting",
        "rst_compat.viewing",
        "rst_compat.matlab.number_text",
        "numpy",
        "scipy",
        "dask",
    },
    "rst_compat.matlab.number_text": {"numpy"},
    "rst_compat.batch": {"rst_compat.matlab", "numpy"},
    "rst_compat.evaluate": {"rst_compat.errors", "rst_compat.files", "rst_compat.matlab", "numpy"},
    # It takes robots as handles, and knows them by what users call.
    "rst_compat.identification": {
        "rst_compat",
        "rst_compat.errors",
        "rst_compat.files.tables",
        "rst_compat.files.whole",
        "rst_compat.batch",
        "rst_compat.matlab",
        "numpy",
        "scipy",
        "dask",
        "matplotlib",
    },
    "rst_compat.symbolic": {"rst_compat.core", "rst_compat.errors", "rst_compat.matlab", "numpy", "sympy"},
    # It judges the package, so it calls what users call: batch, evaluate and the names of MATLAB.
    "rst_compat.golden": {
        "rst_compat.errors",
        "rst_compat.files",
        "rst_compat.batch",
        "rst_compat.evaluate",
        "rst_compat.matlab",
        "numpy",
    },
    # pytest imports it in every session: under a name of its own, and so without the package.
    "rst_compat.golden.plugin": {"rst_compat.golden", "pytest"},
    "rst_compat": {"rst_compat.errors", "rst_compat.identification", "rst_compat.matlab"},
    # The command line sees what a user sees, and how MATLAB prints numbers.
    "rst_compat_cli": {
        "rst_compat",
        "rst_compat.batch",
        "rst_compat.engine",
        "rst_compat.errors",
        "rst_compat.evaluate",
        "rst_compat.files.tables",
        "rst_compat.files.whole",
        "rst_compat.golden",
        "rst_compat.identification",
        "rst_compat.matlab.number_text",
        "numpy",
        "scipy.io",
        "matplotlib",
        "typer",
    },
}
PACKAGES = {name for allowed in MAY_IMPORT.values() for name in allowed}


def modules():
    for package, folder in FOLDERS.items():
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder).with_suffix("").parts
            yield ".".join([package, *parts]).removesuffix(".__init__"), path


MODULES = dict(modules())


def imports(module):
    """Every imported name, absolute: ``package.module.name`` for ``from package.module import name``."""
    package = module if MODULES[module].name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{source}.{alias.name}" for alias in node.names)


def layer(name, layers):
    """The longest of some dotted names that a dotted name lies in."""
    return max((x for x in layers if name == x or name.startswith(x + ".")), key=len, default=None)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_layer_may(module):
    own = layer(module, MAY_IMPORT)
    foreign = [n for n in imports(module) if n.split(".")[0] not in sys.stdlib_module_names]
    strangers = {n for n in foreign if layer(n, PACKAGES | set(MAY_IMPORT)) not in MAY_IMPORT[own] | {own}}
    assert strangers == set()


@pytest.mark.parametrize("module", [m for m in MODULES if layer(m, ["rst_compat.core"]) is None])
def test_the_core_is_one_door(module):
    """Outside, it is ``core.function``: nobody imports a module of it, nor a name from it."""
    assert [name for name in imports(module) if name.startswith("rst_compat.core.")] == []


def uses(module, name):
    return any(
        name == getattr(node, "attr", getattr(node, "id", None))
        for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8")))
    )


def test_only_compile_builds_a_model():
    outside = [m for m in MODULES if layer(m, ["rst_compat.core"]) is None]
    # A symbolic robot has one of polynomials.
    builders = {"rst_compat.matlab.compile", "rst_compat.symbolic.symbolic_robot"}
    assert {m for m in outside if uses(m, "build_model")} == builders


def test_only_compile_and_the_command_line_know_the_engine():
    outside = [m for m in MODULES if layer(m, ["rst_compat.engine"]) is None]
    users = {m for m in outside if any(layer(n, ["rst_compat.engine"]) for n in imports(m))}
    assert users == {"rst_compat.matlab.compile", "rst_compat_cli.info_command"}


def test_only_the_rim_reads_files():
    readers = {m for m in MODULES if any(n.startswith("rst_compat.files") for n in imports(m))}
    assert {m for m in readers if layer(m, ["rst_compat.files"]) is None} == {
        "rst_compat.matlab.exporters",
        "rst_compat.matlab.geometry.attached",
        "rst_compat.matlab.importers",
        "rst_compat.matlab.model_check",
        "rst_compat.matlab.rigid_body",  # the type of a shape
        "rst_compat.matlab.workspace",
        "rst_compat.evaluate",
        "rst_compat.golden.format",
        "rst_compat.golden.reader",
        "rst_compat.identification.log_files",
        "rst_compat.identification.report",
        "rst_compat_cli.eval_command",
        "rst_compat_cli.identify_command",
        "rst_compat_cli.output",
        "rst_compat_cli.states",
    }


@pytest.mark.parametrize("module", [m for m in MODULES if m.startswith("rst_compat_cli")])
def test_the_command_line_uses_no_private_names(module):
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    imported = [n for n in imports(module) if n.startswith("rst_compat.") and n.split(".")[-1].startswith("_")]
    attributes = [n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)]
    assert imported == []
    assert [a for a in attributes if a in {"_bodies", "_joint", "_base", "_compiled", "_parent", "_data_format"}] == []


def test_every_module_is_in_a_layer():
    assert all(layer(m, MAY_IMPORT) for m in MODULES)
    assert set(MAY_IMPORT) - {layer(m, MAY_IMPORT) for m in MODULES} == set()
