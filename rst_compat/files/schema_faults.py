"""Every fault of a ``model.json`` at once, by its JSON Schema; the reader stops at the first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from .model_json import document_of


def schema_faults(source: str | bytes | Path | dict[str, Any]) -> list[tuple[str, str]]:
    """Places and descriptions of what the schema refuses; empty where ``jsonschema`` is not installed.

    Parameters
    ----------
    source : path, text, bytes or dict
        As ``read_model`` takes it.

    Returns
    -------
    list of (str, str)
        ``("Bodies[0].Joint.DH", "expected 4 elements, got 2")``, in the order of the file.

    Raises
    ------
    MatlabError
        As ``read_model``, for a text that is not JSON.

    Examples
    --------
    >>> schema_faults({"Format": "rigidBodyTree", "Version": 1, "Bodies": []})
    []
    """
    try:
        from jsonschema import Draft202012Validator  # noqa: PLC0415 - an extra
    except ImportError:
        return []
    document, _ = document_of(source)
    schema = json.loads((resources(__package__) / "model.schema.json").read_text(encoding="utf-8"))
    found = [leaf for fault in Draft202012Validator(schema).iter_errors(document) for leaf in _leaves(fault)]
    return [(_place(fault.absolute_path), _text(fault)) for fault in found]


def _leaves(fault: Any) -> Iterator[Any]:
    """The faults inside the branch of an "anyOf" that was meant: the one whose type fits."""
    branches: dict[Any, list[Any]] = {}
    for inner in fault.context or ():
        branches.setdefault(inner.schema_path[0], []).append(inner)
    for branch in branches.values():
        if not any(inner.validator in ("type", "enum") and not inner.path for inner in branch):
            for inner in branch:
                yield from _leaves(inner)
            return
    yield fault


def _place(path: Any) -> str:
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.lstrip(".") or "top level"


def _text(fault: Any) -> str:
    if fault.validator in ("minItems", "maxItems"):
        noun = "element" if fault.validator_value == 1 else "elements"
        return f"expected {fault.validator_value} {noun}, got {len(fault.instance)}"
    message = str(fault.message)
    return message if len(message) <= 200 else message[:120] + " ... " + message[-75:]
