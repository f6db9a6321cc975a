"""manipulabilityIndex: how well a robot moves its end effector."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..errors import MatlabValueError
from . import algorithms
from .arguments import choice, elements, is_empty, name_values, numbers, text
from .compile import OWN_FRAME, check_tree, compiled, located
from .configurations import configuration
from .joint_vectors import check_finite, check_quaternions

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

_configuration = configuration
_FUNCTION = "manipulabilityIndex"
_INDICES = ("yoshikawa", "inverse-condition", "asada")
#: rows of the Jacobian
_COMPONENTS = {"all": slice(0, 6), "linear": slice(3, 6), "angular": slice(0, 3)}


def manipulabilityIndex(robot: rigidBodyTree, configuration: Any, *args: Any, **keywords: Any) -> Any:
    """Manipulability index of an end effector.

    Parameters
    ----------
    robot : rigidBodyTree
    configuration : (nq,) or (n, nq) array_like, or list of JointConfiguration
        Joint positions, rad or m; ``[]`` is home. Several configurations stand in rows, whatever the DataFormat.
    eeName : str, optional
        Third argument: a body or a frame; the last body by default.
    IndexType : {"yoshikawa", "inverse-condition", "asada"}, default "yoshikawa"
        The volume of the velocity ellipsoid, ``sqrt(det(J J'))``; its smallest semi-axis over its largest; or the
        smallest eigenvalue over the largest of the inertia that the end effector feels, ``(J M^-1 J')^-1``.
    MotionComponent : {"all", "linear", "angular"} or (6,) of 0 and 1, default "all"
        The rows of the geometric Jacobian: angular motion about x, y, z of the base, then linear motion.

    Returns
    -------
    float or (n,) ndarray
        0 where the robot is singular, or has fewer joints than the motion has components. The two last indices lie
        between 0 and 1; NaN for "asada" where the mass matrix is not positive definite.

    Raises
    ------
    MatlabError
        ``rst_compat:manipulabilityIndex:NoEndEffector``, ``rst_compat:manipulabilityIndex:NoComponent``,
        ``rst_compat:manipulabilityIndex:WrongSize``, ``robotics:robotmanip:rigidbodytree:BodyNotFound``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:dynamics:NotFinite``: the result has NaN or Inf in it.

    Notes
    -----
    Yoshikawa, IJRR 4(2), 1985; Salisbury and Craig, IJRR 1(1), 1982; Asada, ASME J. Dyn. Sys. Meas. Control 105(3),
    1983. "all" mixes rad and m.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> round(manipulabilityIndex(robot, [0, 1.5], MotionComponent=[0, 0, 0, 1, 1, 0]), 6)
    0.349123
    """
    check_tree(robot)
    body, frame, values = _arguments(robot, args, keywords)
    rows = _rows(values["MotionComponent"])
    kind = choice(values["IndexType"], _INDICES, f"{_FUNCTION}: IndexType")
    q, single = _configurations(robot, configuration)

    def index(model: core.Model, q: NDArray[np.float64]) -> NDArray[np.float64]:
        J = core.geometric_jacobian(model, q, body, None if frame is OWN_FRAME else frame)
        J = np.broadcast_to(J, (*q.shape[:-1], 6, model.nv))[..., rows, :]
        if kind == "asada":
            return core.asada(J, core.mass_matrix(model, q))
        return core.yoshikawa(J) if kind == "yoshikawa" else core.inverse_condition(J)

    found = algorithms.scanned(_FUNCTION, index, compiled(robot).model, q)
    return float(found[0]) if single else found


def _arguments(robot: rigidBodyTree, args: tuple[Any, ...], keywords: Any) -> tuple[int, Any, dict[str, Any]]:
    name: Any = None
    if len(args) % 2:
        name, *args = args  # type: ignore[assignment]
    defaults = {"IndexType": _INDICES[0], "MotionComponent": "all"}
    values = name_values(_FUNCTION, tuple(args), keywords, defaults)
    if not is_empty(name):
        return *located(robot, text(name, f"{_FUNCTION}: the end effector")), values
    if not robot._bodies:
        raise MatlabValueError(
            "rst_compat:manipulabilityIndex:NoEndEffector",
            f"{_FUNCTION}: the robot has no body",
            "a body, the last of which is the end effector",
            "a base only",
            "addBody adds one",
        )
    return len(robot._bodies), OWN_FRAME, values


def _rows(component: Any) -> slice | NDArray[np.bool_]:
    what = f"{_FUNCTION}: MotionComponent"
    if isinstance(component, str):
        return _COMPONENTS[choice(component, _COMPONENTS, what)]
    chosen = elements(component, 6, what)
    if not np.isin(chosen, (0, 1)).all() or not chosen.any():
        raise MatlabValueError(
            "rst_compat:manipulabilityIndex:NoComponent",
            f"{what} chooses nothing",
            '"all", "linear", "angular", or six of 0 and 1 with a 1 among them',
            str(chosen.tolist()),
            "The first three are angular, as in the Jacobian",
        )
    return chosen.astype(bool)


def _configurations(robot: rigidBodyTree, value: Any) -> tuple[NDArray[np.float64], bool]:
    """Configurations (n, nq), and whether there was one only."""
    tree = compiled(robot)
    nq = tree.model.nq
    if is_empty(value) or robot.DataFormat == "struct":
        return _configuration(robot, value, _FUNCTION)[None], True
    if isinstance(value, list | tuple) and any(hasattr(e, "JointPosition") for e in value):
        return _configuration(robot, value, _FUNCTION)[None], True  # which refuses it by name
    q = numbers(value, f"{_FUNCTION}: the configuration")
    if q.shape == (nq, 1) and robot.DataFormat == "column":
        q = q.T
    if q.ndim not in (1, 2) or q.shape[-1] != nq:
        raise MatlabValueError(
            "rst_compat:manipulabilityIndex:WrongSize",
            f"{_FUNCTION}: the configurations have the wrong size",
            f"{nq} columns, one per position of the non-fixed joints ({', '.join(tree.moving_joints())})",
            f"shape {q.shape}",
            "Configurations stand in rows, also where DataFormat is 'column'",
        )
    check_finite(q, f"{_FUNCTION}: the configuration")
    q = np.atleast_2d(q)
    check_quaternions(q, tree, _FUNCTION)
    return q, len(q) == 1
