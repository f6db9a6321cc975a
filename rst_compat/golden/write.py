"""Golden files from results that are there already."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from .format import REGRESSION


def golden_text(
    model: str | dict[str, Any],
    source: dict[str, str],
    tolerance: dict[str, Any],
    cases: Sequence[dict[str, Any]],
    regression: bool = False,
    states: dict[str, dict[str, Any]] | None = None,
) -> str:
    """The text of a golden file, a state and a case per line.

    Parameters
    ----------
    model : str or dict
        A path relative to the file, or the content of a ``model.json``.
    source, tolerance, cases : as in the file
    regression : bool
        Whether the numbers are our own: the file is then marked so.
    states : dict, optional
        Inputs by the names that the ``State`` of a case has.

    Examples
    --------
    >>> tolerance = {"Value": 0.51, "Measure": "digits", "Reason": "half a unit of the last printed digit"}
    >>> case = {"Name": "home", "Function": "massMatrix", "Output": [[1.0]], "Digits": 4}
    >>> golden_text("robot.json", {"Tool": "MATLAB"}, tolerance, [case])[:32]
    '{"Format": "rst_golden", "Versio'
    """
    head: dict[str, Any] = {"Format": "rst_golden", "Version": 1}
    if regression:
        head["Kind"] = REGRESSION
    lines = [_dump(head)[1:-1], f'"Model": {_dump(model)}']
    lines += [f'"Source": {_dump(source)}', f'"Tolerance": {_dump(tolerance)}']
    if states:
        lines.append(
            '"States": {' + ",".join(f"\n  {_dump(name)}: {_dump(state)}" for name, state in states.items()) + "}"
        )
    lines.append('"Cases": [' + ",".join("\n  " + _dump(case) for case in cases) + "]")
    return "{" + ",\n ".join(lines) + "}\n"


def _dump(value: Any) -> str:
    return json.dumps(_plain(value), ensure_ascii=False, allow_nan=False)


def _plain(value: Any) -> Any:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value
