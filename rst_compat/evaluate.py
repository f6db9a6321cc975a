"""One value on request: the vocabulary of ``Evaluate`` in model.json, of golden data and of ``rstc eval``."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from .errors import MatlabKeyError, did_you_mean, warn
from .files.request import check_request
from .matlab.compile import check_tree, compiled
from .matlab.importers import from_spec, read_spec
from .matlab.rigid_body_tree import rigidBodyTree

_STATE = ("Configuration", "JointVelocity", "JointAcceleration")

#: function -> its inputs in the order of the call
FUNCTIONS: dict[str, tuple[str, ...]] = {
    "massMatrix": _STATE[:1],
    "coriolisMatrix": _STATE[:2],
    "velocityProduct": _STATE[:2],
    "gravityTorque": _STATE[:1],
    "inverseDynamics": (*_STATE, "ExternalForce"),
    "forwardDynamics": (*_STATE[:2], "JointTorque", "ExternalForce"),
    "centerOfMass": _STATE[:1],
    "externalForce": ("BodyName", "Wrench", "Configuration"),
    "getTransform": ("Configuration", "BodyName", "TargetName"),
    "geometricJacobian": ("Configuration", "BodyName"),
    "inverseDynamicsRegressor": _STATE,
    "homeConfiguration": (),
}
_NEEDED = ("BodyName", "Wrench")
#: the functions that look at IncludeFriction
WITH_FRICTION = ("inverseDynamics", "forwardDynamics")


@dataclass(frozen=True)
class LoadedModel:
    """A model file: the robot, what the file says about it, and the requests that come with it."""

    robot: rigidBodyTree
    name: str
    description: str
    requests: list[dict[str, Any]]


def load_model(source: str | bytes | Path | dict[str, Any]) -> LoadedModel:
    """Read a model with its name and its ``Evaluate`` list, which ``importrobot`` leaves out.

    Parameters
    ----------
    source : path, text, bytes, dict, or the name of a bundled robot

    Returns
    -------
    LoadedModel

    Raises
    ------
    MatlabError
        As ``importrobot``.

    Warns
    -----
    MatlabWarning
        As ``importrobot``.

    Examples
    --------
    >>> model = load_model("twolink")
    >>> model.name, model.requests[0]["Function"]
    ('twolink', 'massMatrix')
    """
    spec = read_spec(source)
    for identifier, remark in spec.remarks:
        warn(identifier, remark)
    return LoadedModel(from_spec(spec), spec.name, spec.description, spec.evaluate)


def defaults(robot: rigidBodyTree) -> dict[str, list[float]]:
    """What a robot takes for the vectors that a request leaves out: home, and zeros.

    Examples
    --------
    >>> defaults(load_model("twolink").robot)["JointTorque"]
    [0.0, 0.0]
    """
    tree = compiled(robot)
    zeros = tree.zeros.tolist()
    return {
        "Configuration": tree.home.tolist(),
        "JointVelocity": zeros,
        "JointAcceleration": zeros,
        "JointTorque": zeros,
    }


def evaluate(robot: rigidBodyTree, request: dict[str, Any], path: str = "request") -> Any:
    """Call a function of a robot by its name, with the inputs given by name.

    Parameters
    ----------
    robot : rigidBodyTree
        It stays as it is. A robot in DataFormat "struct" is evaluated through a copy in "column", at the cost of a copy
        for every request.
    request : dict
        ``Function``, one of :data:`FUNCTIONS`, and its inputs: ``Configuration`` (nq,), ``JointVelocity``,
        ``JointAcceleration``, ``JointTorque`` (nv,), ``ExternalForce`` (a list of ``{"Body", "Wrench", "Frame"}``
        with frame "base", the default, or "body"), ``BodyName``, ``TargetName``, ``Wrench`` (6,), ``IncludeFriction``.
        Vectors may be left out; inputs that the function does not take are ignored.
    path : str
        Where the request stands, for error messages.

    Returns
    -------
    ndarray
        What the function returns; vectors are 1-D.

    Raises
    ------
    MatlabError
        ``rst_compat:evaluate:UnknownFunction``, ``rst_compat:evaluate:MissingInput``, ``rst_compat:model:*`` for an
        unknown key or a wrong shape, and what the function raises.

    Notes
    -----
    External forces are the sum of ``externalForce(robot, Body, Wrench)``, with the configuration where the frame is
    "body".

    Examples
    --------
    >>> import numpy as np
    >>> robot = load_model("twolink").robot
    >>> evaluate(robot, {"Function": "massMatrix", "Configuration": [np.pi / 3, np.pi / 2]}).round(4).tolist()
    [[0.3315, 0.1146], [0.1146, 0.1146]]
    """
    given = check_request(request, path)
    function = check_function(given["Function"], path)
    for key in _NEEDED:
        if key in FUNCTIONS[function] and key not in given:
            expected, hint = f"the key {key!r}, which {function} needs", f"It takes {', '.join(FUNCTIONS[function])}"
            raise MatlabKeyError("rst_compat:evaluate:MissingInput", path, expected, "none", hint)
    robot = _with_vectors(robot)
    inputs = [given.get(key) for key in FUNCTIONS[function]]
    if given.get("ExternalForce") and "ExternalForce" in FUNCTIONS[function]:
        inputs[-1] = _external_force(robot, given)
    options = {"IncludeFriction": True} if given.get("IncludeFriction") and function in WITH_FRICTION else {}
    return getattr(robot, function)(*inputs, **options)


def _with_vectors(robot: rigidBodyTree) -> rigidBodyTree:
    """The robot, or a copy of a 'struct' one: the caller's, which other threads may use, stays as it is."""
    check_tree(robot)
    if robot.DataFormat != "struct":
        return robot
    twin = deepcopy(robot)  # unlike copy(robot) it leaves the random stream alone
    twin.DataFormat = "column"
    return twin


def check_function(name: str, path: str = "request") -> str:
    """The name of a function that can be evaluated, or an error that names the nearest one."""
    if name not in FUNCTIONS:
        expected = "one of " + ", ".join(FUNCTIONS)
        raise MatlabKeyError(
            "rst_compat:evaluate:UnknownFunction",
            f"{path}: there is no function {name!r} to evaluate",
            expected,
            repr(name),
            did_you_mean(name, FUNCTIONS, "Functions have the names and the spelling of MATLAB"),
        )
    return name


def _external_force(robot: rigidBodyTree, given: dict[str, Any]) -> Any:
    configuration = given.get("Configuration") or defaults(robot)["Configuration"]
    forces = [
        robot.externalForce(force["Body"], force["Wrench"], configuration if force.get("Frame") == "body" else None)
        for force in given["ExternalForce"]
    ]
    return np.sum(forces, axis=0)
