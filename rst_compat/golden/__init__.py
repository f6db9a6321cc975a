"""Golden values: numbers of another program in files, and whether this installation still computes them.

>>> from rst_compat.golden import check, read_golden
>>> golden = read_golden({
...     "Format": "rst_golden", "Version": 1, "Source": {"Tool": "course notes"},
...     "Model": {"Format": "rigidBodyTree", "Version": 1, "Bodies": [], "Gravity": [0, 0, -9.81]},
...     "Tolerance": {"Value": 0.51, "Measure": "digits", "Reason": "half a unit of the last printed digit"},
...     "Cases": [{"Name": "tip", "Function": "getTransform", "BodyName": "base", "Digits": 4,
...                "Output": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]}],
... })
>>> [(outcome.case.name, outcome.passed) for outcome in check(golden)]
[('tip', True)]
"""

from ..errors import MatlabError
from .compare import Outcome, Place, check, compare, hint_for
from .compute import compute, condition_of
from .format import REGRESSION, SUFFIXES, Case, Golden, Tolerance, golden_files, names_us
from .hints import Hint
from .reader import find_case, read_golden
from .report import facts, junit, table
from .write import golden_text

__all__ = [
    "REGRESSION",
    "SUFFIXES",
    "Case",
    "Golden",
    "Hint",
    "MatlabError",
    "Outcome",
    "Place",
    "Tolerance",
    "check",
    "compare",
    "compute",
    "condition_of",
    "facts",
    "find_case",
    "golden_files",
    "golden_text",
    "hint_for",
    "junit",
    "names_us",
    "read_golden",
    "table",
]
