"""The pytest plugin: golden files are tests, and a fixture compares a value of yours with one of MATLAB's.

pytest imports it in every session, so it is installed under a name of its own, ``rst_compat_pytest``, and imports
nothing of the package before there is a golden file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rst_compat.golden import Case, Golden, Outcome

SUFFIXES = (".golden.json", ".golden.mat")  # those of rst_compat.golden, which is not imported yet
_READ = 2**26  # as much of a file as a golden file may have
_DIRECTORY = pytest.StashKey[Path | None]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--rst-golden DIR``, and the same as an ini value."""
    group = parser.getgroup("rst_compat", "golden values of MATLAB")
    group.addoption(
        "--rst-golden", metavar="DIR", help="run the golden files (*.golden.json) under DIR too, and take cases from it"
    )
    parser.addini("rst_golden", "folder of the golden files that assert_matches_matlab takes cases from")


def pytest_configure(config: pytest.Config) -> None:
    """The markers, and the folder among what is collected."""
    config.addinivalue_line("markers", "rst_golden: a value of MATLAB or another program, compared with rst_compat's")
    config.addinivalue_line("markers", "rst_regression: an earlier value of rst_compat's own: regression, not evidence")
    given, ini = config.getoption("--rst-golden"), config.getini("rst_golden")
    folder = config.invocation_params.dir / given if given else config.rootpath / ini if ini else None
    folder = folder.resolve() if folder is not None else None
    config.stash[_DIRECTORY] = folder
    if given and folder is not None:
        if not folder.is_dir():
            raise pytest.UsageError(f"--rst-golden: {given} is not a folder")
        if str(folder) not in config.args:
            config.args.append(str(folder))


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> GoldenFile | None:
    """Golden files are files of tests."""
    if file_path.name.endswith(SUFFIXES) and _is_ours(file_path, parent.config.stash[_DIRECTORY]):
        return GoldenFile.from_parent(parent, path=file_path)
    return None


def _is_ours(path: Path, folder: Path | None) -> bool:
    """Whatever is in the folder; elsewhere what says so, for other programs write files with such names too."""
    if folder is not None and path.resolve().is_relative_to(folder):
        return True
    json = path.name.endswith(SUFFIXES[0])
    try:
        with path.open("rb") as file:
            start = file.read(_READ if json else 7)
    except OSError:
        return False
    if json or start != b"MATLAB ":
        return json and b'"rst_golden"' in start
    from rst_compat.golden import MatlabError, read_golden  # noqa: PLC0415 - few runs meet such a file

    try:
        read_golden(path)
    except MatlabError as error:
        return error.identifier.startswith("rst_compat:golden:") and not error.identifier.endswith(":NoStruct")
    return True


class GoldenFile(pytest.File):
    """A golden file, with a test for each of its cases."""

    def collect(self) -> Iterator[GoldenItem]:
        """The cases."""
        from rst_compat.golden import MatlabError, read_golden  # noqa: PLC0415 - see the module

        try:
            self.golden = read_golden(self.path)
        except MatlabError as error:
            raise self.CollectError(f"{error.identifier}: {error}") from None
        for case in self.golden.cases:
            yield GoldenItem.from_parent(self, case=case)

    def hint(self, name: str) -> str:
        """The known mistake that explains a miss: decided over all cases of the file, once."""
        if not hasattr(self, "hints"):
            from rst_compat.golden import check  # noqa: PLC0415

            self.hints = {o.case.name: str(o.hint) for o in check(self.golden) if o.hint is not None}
        return f"hint: {self.hints[name]}" if name in self.hints else ""


class Miss(AssertionError):
    """A result that is not the expected one."""


class GoldenItem(pytest.Item):
    """A case of a golden file."""

    parent: GoldenFile

    def __init__(self, *, case: Case, **named: Any) -> None:
        super().__init__(name=case.name, **named)
        self.case = case
        golden = self.parent.golden
        self.add_marker("rst_regression" if golden.regression else "rst_golden")
        if golden.regression:
            from rst_compat.golden import REGRESSION  # noqa: PLC0415

            self.user_properties.append(("kind", REGRESSION))

    def runtest(self) -> None:
        """Compute and compare."""
        from rst_compat.golden import compare, compute, condition_of  # noqa: PLC0415

        robot = self.parent.golden.robot
        outcome = compare(self.case, compute(robot, self.case), condition_of(robot, self.case))
        if not outcome.passed:
            raise Miss(_said(self.parent.golden, outcome, self.parent.hint(self.name)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A miss is told in lines, not as a traceback of ours; and so is an input that does not fit."""
        from rst_compat.golden import MatlabError  # noqa: PLC0415

        if isinstance(excinfo.value, Miss):
            return str(excinfo.value)
        if isinstance(excinfo.value, MatlabError):
            return f"{excinfo.value.identifier}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """File and case."""
        golden = self.parent.golden
        return self.path, None, f"{golden.name}/{self.name}" + " [regression, not evidence]" * golden.regression


def _said(golden: Golden, outcome: Outcome, hint: str = "") -> str:
    case, tolerance = outcome.case, outcome.case.tolerance
    lines = [
        f"{golden.name}/{case.name}: {case.function} is not what {golden.source.get('Tool', 'the source')} computed",
        str(outcome.place),
        f"error {outcome.error:.3g}, tolerance {tolerance.value:g} ({tolerance.measure}: {tolerance.reason})",
        hint,
    ]
    return "\n".join(line for line in lines if line)


@pytest.fixture
def assert_matches_matlab(request: pytest.FixtureRequest) -> Callable[[Any, str], None]:
    """``assert_matches_matlab(value, case)``: your value is that of a golden case, within its tolerance.

    ``case`` is ``"<file>/<case>"``, the file as its path under the folder of ``--rst-golden`` (or of ``rst_golden`` in
    the ini file), without its ending: ``"puma560/rtb_matlab/state1/rne"``.
    """
    folder = request.config.stash[_DIRECTORY]

    def compare_with(value: Any, case: str) -> None:
        __tracebackhide__ = True
        from rst_compat.golden import (  # noqa: PLC0415
            REGRESSION,
            MatlabError,
            compare,
            condition_of,
            find_case,
            hint_for,
        )

        if folder is None:
            raise pytest.UsageError("assert_matches_matlab needs --rst-golden DIR, or rst_golden in the ini file")
        try:
            golden, one = find_case(folder, case)
            condition = condition_of(golden.robot, one)
        except MatlabError as error:
            refused = f"{error.identifier}: {error}"
        else:
            ours = f"{golden.name} is {REGRESSION}: its numbers are not MATLAB's; pytest runs its cases by themselves"
            refused = ours if golden.regression else ""
        if refused:  # outside of the handler: its traceback is of no use to the caller
            pytest.fail(refused)
        outcome = compare(one, value, condition)
        if not outcome.passed:
            hint = hint_for(golden, one, value) if one.tolerance.measure != "exact" else ""
            pytest.fail(_said(golden, outcome, f"hint: {hint}" if hint else ""))

    return compare_with
