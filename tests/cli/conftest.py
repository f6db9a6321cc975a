"""Running ``rstc`` in this process, and its one line of error."""

import pytest
from rst_compat_cli.app import app
from typer.testing import CliRunner


@pytest.fixture
def rstc():
    """Call it with words; the result has ``exit_code``, ``stdout``, ``stderr``."""

    def run(*words, stdin=None):
        return CliRunner().invoke(app, [str(w) for w in words], input=stdin)

    return run


@pytest.fixture
def output(rstc):
    """The standard output of a good call."""

    def run(*words, stdin=None):
        result = rstc(*words, stdin=stdin)
        assert result.exit_code == 0, result.stderr
        assert result.stderr == ""
        return result.stdout

    return run


@pytest.fixture
def error(rstc):
    """The one line of a refused call, without ``rstc:``."""

    def run(*words, stdin=None):
        result = rstc(*words, stdin=stdin)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("rstc: ")
        assert result.stderr.count("\n") == 1
        return result.stderr[len("rstc: ") :].rstrip("\n")

    return run
