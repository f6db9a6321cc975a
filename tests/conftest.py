"""For all tests: Hypothesis draws the same examples on every machine, and every identifier is one of the table."""

import os

import pytest
from hypothesis import settings

from rst_compat.errors import IDENTIFIERS, MatlabError, MatlabWarning

os.environ["MPLBACKEND"] = "Agg"  # no windows

# A red test is red for everyone.
# No deadline: the first call of a process is slow.  No example database: fixed examples have nothing to carry over.
settings.register_profile("same-everywhere", derandomize=True, deadline=None, max_examples=50, database=None)
settings.load_profile("same-everywhere")


@pytest.fixture(autouse=True)
def only_identifiers_of_the_table(monkeypatch):
    """Fail where an error or a warning of this package has an identifier that is not in IDENTIFIERS.

    Identifiers that users make up, in ``warning(id, text)``, begin with another word.
    """

    def checked(init):
        def checking_init(self, identifier, *rest, **named):
            ours = identifier.startswith(("rst_compat:", "robotics:", "MATLAB:"))
            assert identifier in IDENTIFIERS or not ours, f"{identifier} is not in rst_compat.errors.IDENTIFIERS"
            init(self, identifier, *rest, **named)

        return checking_init

    for kind in (MatlabError, MatlabWarning):
        monkeypatch.setattr(kind, "__init__", checked(kind.__init__))
