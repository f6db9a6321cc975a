"""One request for a value, in the vocabulary of ``Evaluate`` entries: names, types and shapes."""

from __future__ import annotations

from typing import Any

from .json_cursor import At
from .spec import EVALUATE_KEYS, EXTERNAL_FORCE_KEYS


def check_request(request: dict[str, Any], path: str = "") -> dict[str, Any]:
    """A copy of a request with its vectors as flat lists of floats.

    What the request's function needs is checked when it is evaluated.

    Parameters
    ----------
    request : dict
        Keys :data:`rst_compat.files.spec.EVALUATE_KEYS`; arrays and tuples are accepted as lists.
    path : str
        Where the request stands, for error messages.

    Raises
    ------
    MatlabError
        For unknown keys, wrong types and wrong shapes, naming the path of the fault.

    Examples
    --------
    >>> check_request({"Function": "massMatrix", "Configuration": [[0], [1]]})
    {'Function': 'massMatrix', 'Configuration': [0.0, 1.0]}
    """
    return request_at(At(request, path))


def request_at(at: At) -> dict[str, Any]:
    """The same for a place in a file."""
    key = at.object(EVALUATE_KEYS, required=("Function",))
    out: dict[str, Any] = {}
    for name, value in key.items():
        if name in ("Function", "BodyName", "TargetName"):
            out[name] = value.name()
        elif name == "ExternalForce":
            out[name] = [_external_force(item) for item in value.items()]
        elif name == "IncludeFriction":
            out[name] = value.logical()
        elif name == "Wrench":
            out[name] = list(value.vector(6))
        elif isinstance(value.value, int | float):  # jsonencode writes a 1x1 array as a number
            out[name] = [value.number()]
        else:
            out[name] = list(value.vector(None))
    return out


def _external_force(at: At) -> dict[str, Any]:
    key = at.object(EXTERNAL_FORCE_KEYS, required=("Body", "Wrench"))
    out: dict[str, Any] = {"Body": key["Body"].name(), "Wrench": list(key["Wrench"].vector(6))}
    if "Frame" in key:
        out["Frame"] = key["Frame"].choice(("base", "body"))
    return out
