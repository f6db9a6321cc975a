"""Mutation testing of ``rst_compat/core``: every small change of its code must fail a test.

    python tests/mutation/mutants.py [NAME ...] [--every N] [--report FILE]     NAME: rnea, crba, ...; all by default

The mutants are mutmut's: its operators, applied to the whole of a file.  They do not run in mutmut's own runner, which
leaves out tables at module level and properties, and tries a mutant after the import, when the tables of ``spatial.py``
are made already.  Here each is imported in a process of its own, forked from one that has NumPy, SciPy and SymPy.
There golden values are tried first, since most mutants miss them at once, then the tests of the file and those of
batches and of robots without bodies, at last all tests of the core.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import resource
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import unified_diff
from importlib.machinery import ModuleSpec
from pathlib import Path
from time import monotonic

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper
from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

ROOT = Path(__file__).parents[2]
CORE = ROOT / "rst_compat" / "core"
#: Files in order of importance, with the tests that are most likely to notice a change.
TESTS = {
    "rnea": ["test_identities", "test_newton_euler"],
    "newton_euler": ["test_newton_euler"],
    "crba": ["test_identities"],
    "aba": ["test_aba", "test_drives"],
    "drives": ["test_drives"],
    "coriolis": ["test_coriolis"],
    "spatial": ["test_spatial"],
    "joints": ["test_joints"],
    "model": ["test_model", "test_joints"],
    "kinematics": ["test_kinematics"],
    "wrench": ["test_wrench"],
    "regressor": ["test_regressor", "test_newton_euler"],
    "arrays": ["test_symbolic"],
    "polynomials": ["test_polynomials"],
    "manipulability": ["test_manipulability"],
}
OF_ALL = ["test_arrays", "test_model"]
#: All kinds of joints, and DH rows; the first states are enough.
GOLDEN = {"floating_base/spatial_v2_octave": 30, "branched/matlab_generated_code": 60, "puma560/rtb_matlab": 40}
#: When an endless loop is ended; the golden values take 0.2, all tests of the core 17.
CPU_SECONDS = {"golden": 5, "tests": 60}
LEAST = 0.9  # to be killed


@dataclass(frozen=True)
class Mutant:
    """A changed text of a file of the core."""

    module: str
    number: int
    code: str
    diff: str = ""

    @property
    def name(self) -> str:
        """The file, and which of its mutants."""
        return f"{self.module}-{self.number}"


class Visitor(MutationVisitor):
    """mutmut's, but with properties."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        is_property = isinstance(node, cst.FunctionDef) and node.decorators
        return not is_property and super()._skip_node_and_children(node)


def mutants_of(module: str, every: int = 1) -> list[Mutant]:
    """The mutants of a file in the order of its text, or one in so many."""
    text = (CORE / f"{module}.py").read_text(encoding="utf-8")
    visitor = Visitor(mutation_operators, IgnoredCode(set(), set(), set()))
    tree = MetadataWrapper(cst.parse_module(text)).visit(visitor)
    found = {}
    for mutation in visitor.mutations[every // 2 :: every]:
        code = deep_replace(tree, mutation.original_node, mutation.mutated_node).code
        lines = list(unified_diff(text.splitlines(), code.splitlines(), lineterm="", n=0))[2:]
        found.setdefault(code, "\n".join(line for line in lines if not line.startswith("@@")))
    return [Mutant(module, k, code, diff) for k, (code, diff) in enumerate(found.items(), start=1)]


class Finder:
    """Gives the mutant in the place of its file."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant, self.name = mutant, f"rst_compat.core.{mutant.module}"

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """The module that is mutated, and no other."""
        return ModuleSpec(name, self, origin=str(CORE / f"{self.mutant.module}.py")) if name == self.name else None

    def create_module(self, _spec: ModuleSpec) -> None:
        """As usual."""

    def exec_module(self, module: object) -> None:
        """Run its text."""
        exec(compile(self.mutant.code, module.__spec__.origin, "exec"), vars(module))


def misses_golden() -> bool:
    """Whether a golden value is missed, or cannot be computed."""
    try:
        golden = importlib.import_module("rst_compat.golden")
        for name, count in GOLDEN.items():
            file = golden.read_golden(ROOT / "fixtures" / "golden" / f"{name}.golden.json")
            if not all(outcome.passed for outcome in golden.check(file, file.cases[:count], hints=False)):
                return True
    except Exception:
        return True
    return False


def fails(tests: Sequence[str]) -> bool:
    """Whether one of the tests fails."""
    quiet = ["-q", "-x", "--no-header", "--no-summary", "-p", "no:cacheprovider", "--rootdir", str(ROOT)]
    paths = [str(ROOT / "tests" / "core" / f"{name}.py") for name in tests] or [str(ROOT / "tests" / "core")]
    return pytest.main([*quiet, "-c", str(ROOT / "pyproject.toml"), *paths]) != 0


def killer(mutant: Mutant, thorough: bool) -> str:
    """What notices the mutant, in this process; "" for nothing."""
    sys.meta_path.insert(0, Finder(mutant))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS["golden"], CPU_SECONDS["tests"]))
    if misses_golden():
        return "golden values"
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS["tests"], CPU_SECONDS["tests"]))
    if fails(list(dict.fromkeys([*TESTS[mutant.module], *OF_ALL]))):
        return "own tests"
    return "other tests" if thorough and fails([]) else ""


def start(mutant: Mutant, thorough: bool) -> tuple[int, int]:
    """Begin that in a process of its own: its number, and where it will say the killer."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    try:
        os.write(writing, killer(mutant, thorough).encode() or b"-")
    except Exception as error:
        os.write(writing, f"! {error!r}".encode())
    finally:
        os._exit(0)


def run(mutants: Sequence[Mutant], thorough: bool = True, jobs: int = 2) -> list[str]:
    """What notices each of the mutants; "" for nothing."""
    waiting, running, said = list(enumerate(mutants))[::-1], {}, {}
    while waiting or running:
        while waiting and len(running) < jobs:
            place, mutant = waiting.pop()
            child, pipe = start(mutant, thorough)
            running[child] = place, pipe
        place, pipe = running.pop(os.wait()[0])
        with os.fdopen(pipe, "rb") as answer:
            text = answer.read().decode()
        if text.startswith("!"):
            raise RuntimeError(f"{mutants[place].name}: {text}")
        said[place] = "" if text == "-" else text or "time-out"
    return [said[place] for place in range(len(mutants))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("modules", nargs="*", metavar="NAME")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one mutant in N")
    parser.add_argument("--only", nargs="+", metavar="MUTANT", help="such as rnea-12")
    parser.add_argument("--quick", action="store_true", help="leave out the tests of other files")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--report", type=Path, metavar="FILE", help="JSON: each mutant with its killer")
    arguments = parser.parse_args()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a process that forks has one thread
    os.environ["RST_COMPAT_ENGINE"] = "reference"  # the compiled one would not run the core
    for name in ("numpy", "scipy.spatial.transform", "sympy", "mpmath"):
        importlib.import_module(name)
    unchanged = Mutant("wrench", 0, (CORE / "wrench.py").read_text(encoding="utf-8"))
    if run([unchanged], thorough=False) != [""]:
        print("the tests fail without any mutant")
        return 2
    rows = []
    for module in arguments.modules or TESTS:
        began, mutants = monotonic(), mutants_of(module, arguments.every)
        mutants = [mutant for mutant in mutants if arguments.only is None or mutant.name in arguments.only]
        kills = run(mutants, not arguments.quick, arguments.jobs)
        count = Counter(kills)
        print(
            f"{module:11}{len(mutants):5} mutants{len(mutants) - count['']:5} killed{monotonic() - began:6.0f} s ",
            end="",
        )
        print(", ".join(f"{n} by {kill}" for kill, n in count.most_common() if kill), flush=True)
        for mutant, kill in zip(mutants, kills, strict=True):
            rows.append({"Mutant": mutant.name, "Killer": kill, "Diff": mutant.diff})
            if not kill:
                print(f"{mutant.name} survives\n{mutant.diff}", flush=True)
    if arguments.report:
        arguments.report.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    killed = sum(bool(row["Killer"]) for row in rows)
    print(f"{len(rows)} mutants, {killed} killed: {killed / len(rows):.1%}")
    return int(killed < LEAST * len(rows))


if __name__ == "__main__":
    sys.exit(main())
