"""Hypothesis draws the same examples on every machine: a red test is red for everyone."""

from hypothesis import settings

# No deadline: the first call of a process is slow.  No example database: fixed examples have nothing to carry over.
settings.register_profile("same-everywhere", derandomize=True, deadline=None, max_examples=50, database=None)
settings.load_profile("same-everywhere")
