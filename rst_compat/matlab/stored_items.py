"""Functions of interactiveRigidBodyTree: stored configurations, constraints, and the page itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError
from .arguments import is_empty, numbers
from .compile import located
from .marker_control import constraint_names, kind_of

if TYPE_CHECKING:
    from .interactive_rigid_body_tree import interactiveRigidBodyTree
    from .rigid_body_tree import rigidBodyTree

_NAME = "interactiveRigidBodyTree"


def addConfiguration(viztree: interactiveRigidBodyTree, index: int | None = None) -> None:
    """Store the configuration that the robot is in.

    Parameters
    ----------
    viztree : interactiveRigidBodyTree
    index : int, optional
        Which one it becomes, from 0; without it the last one.

    Raises
    ------
    MatlabError
        ``rst_compat:interactiveRigidBodyTree:NotAViewer``, ``...:WrongIndex``.

    Notes
    -----
    Source: the reference page of addConfiguration. MATLAB's index counts from 1.

    Examples
    --------
    >>> from rst_compat import importrobot, interactiveRigidBodyTree
    >>> viztree = interactiveRigidBodyTree(importrobot("twolink"), Browser="off")  # doctest: +ELLIPSIS
    interactiveRigidBodyTree: http://127.0.0.1:...
    >>> addConfiguration(viztree)
    >>> viztree.Configuration = [1, 2]
    >>> addConfiguration(viztree, 0)
    >>> viztree.StoredConfigurations.tolist()
    [[1.0, 0.0], [2.0, 0.0]]
    >>> viztree.close()
    """
    robot = _viewed("addConfiguration", viztree)
    count = robot.stored.shape[1]
    robot.store(None if index is None else int(_indices(index, count + 1, one=True)[0]))


def removeConfigurations(viztree: interactiveRigidBodyTree, index: Any = None) -> None:
    """Remove stored configurations.

    Parameters
    ----------
    viztree : interactiveRigidBodyTree
    index : int or array_like of int, optional
        Which ones, from 0; all without it.

    Raises
    ------
    MatlabError
        ``rst_compat:interactiveRigidBodyTree:NotAViewer``, ``...:WrongIndex``.

    Notes
    -----
    Source: public scripts that call it without an index; the index is that of addConfiguration.

    Examples
    --------
    >>> from rst_compat import importrobot, interactiveRigidBodyTree
    >>> viztree = interactiveRigidBodyTree(importrobot("twolink"), Browser="off")  # doctest: +ELLIPSIS
    interactiveRigidBodyTree: http://127.0.0.1:...
    >>> viztree.StoredConfigurations = [[0, 1, 2], [0, 0, 0]]
    >>> removeConfigurations(viztree, 1)
    >>> viztree.StoredConfigurations.tolist()
    [[0.0, 2.0], [0.0, 0.0]]
    >>> viztree.close()
    """
    robot = _viewed("removeConfigurations", viztree)
    count = robot.stored.shape[1]
    gone = np.arange(count) if index is None else _indices(index, count)
    robot.stored = np.delete(robot.stored, gone, axis=1)
    robot.refresh()


def addConstraint(viztree: interactiveRigidBodyTree, constraintObj: Any, index: int | None = None) -> None:
    """Add a constraint that inverse kinematics has to satisfy.

    It is kept to when the marker is moved next; sliders and Configuration do not ask for it.

    Parameters
    ----------
    viztree : interactiveRigidBodyTree
    constraintObj : constraint object
        One of those of generalizedInverseKinematics.
    index : int, optional
        Which one it becomes in Constraints, from 0; without it the last one.

    Raises
    ------
    MatlabError
        ``rst_compat:interactiveRigidBodyTree:NotAViewer``, ``...:NotAConstraint``, ``...:WrongIndex``;
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``.

    Notes
    -----
    Source: the reference page of interactiveRigidBodyTree.

    Examples
    --------
    >>> from rst_compat import constraintCartesianBounds, importrobot, interactiveRigidBodyTree
    >>> viztree = interactiveRigidBodyTree(importrobot("twolink"), Browser="off")  # doctest: +ELLIPSIS
    interactiveRigidBodyTree: http://127.0.0.1:...
    >>> addConstraint(viztree, constraintCartesianBounds("body_2"))
    >>> len(viztree.Constraints)
    1
    >>> viztree.close()
    """
    robot = _viewed("addConstraint", viztree)
    count = len(robot.constraints)
    at = count if index is None else int(_indices(index, count + 1, one=True)[0])
    made = check_constraint(constraintObj, robot.robot)
    robot.constraints = [*robot.constraints[:at], made, *robot.constraints[at:]]


def removeConstraints(viztree: interactiveRigidBodyTree, index: Any = None) -> None:
    """Remove constraints.

    Parameters
    ----------
    viztree : interactiveRigidBodyTree
    index : int or array_like of int, optional
        Which ones of Constraints, from 0; all without it.

    Raises
    ------
    MatlabError
        ``rst_compat:interactiveRigidBodyTree:NotAViewer``, ``...:WrongIndex``.

    Notes
    -----
    Source: the reference page of interactiveRigidBodyTree.

    Examples
    --------
    >>> from rst_compat import constraintCartesianBounds, importrobot, interactiveRigidBodyTree
    >>> robot, above = importrobot("twolink"), constraintCartesianBounds("body_2")
    >>> viztree = interactiveRigidBodyTree(robot, Constraints=[above], Browser="off")  # doctest: +ELLIPSIS
    interactiveRigidBodyTree: http://127.0.0.1:...
    >>> removeConstraints(viztree)
    >>> viztree.Constraints
    []
    >>> viztree.close()
    """
    robot = _viewed("removeConstraints", viztree)
    count = len(robot.constraints)
    gone = set(range(count) if index is None else _indices(index, count).tolist())
    robot.constraints = [one for k, one in enumerate(robot.constraints) if k not in gone]


def showFigure(viztree: interactiveRigidBodyTree) -> None:
    """Show the page in the browser, where there is a screen; one that was closed is served again.

    Parameters
    ----------
    viztree : interactiveRigidBodyTree

    Raises
    ------
    MatlabError
        ``rst_compat:interactiveRigidBodyTree:NotAViewer``, ``...:NoPort``.

    Notes
    -----
    Source: the reference page of showFigure.

    Examples
    --------
    >>> from rst_compat import importrobot, interactiveRigidBodyTree
    >>> viztree = interactiveRigidBodyTree(importrobot("twolink"), Browser="off")  # doctest: +ELLIPSIS
    interactiveRigidBodyTree: http://127.0.0.1:...
    >>> showFigure(viztree)  # doctest: +SKIP
    >>> viztree.close()
    """
    robot = _viewed("showFigure", viztree)
    robot.serve(*viztree._served)
    robot.look()


def columns(value: Any, count: int) -> NDArray[np.float64]:
    """Configurations (nq, m), a column each; one vector is one of them."""
    array = np.zeros((count, 0)) if is_empty(value) else numbers(value, f"{_NAME}.StoredConfigurations")
    array = array[:, None] if array.ndim == 1 else array
    if array.ndim != 2 or len(array) != count or not np.isfinite(array).all():
        raise MatlabValueError(
            "rst_compat:property:WrongSize",
            f"{_NAME}.StoredConfigurations are no configurations of this robot",
            f"finite numbers, a column of {count} for each configuration",
            f"shape {array.shape}",
            "numpy.column_stack([q1, q2]) puts vectors side by side",
        )
    return array.copy()


def check_constraint(value: Any, robot: rigidBodyTree) -> Any:
    """A constraint object whose bodies are in the robot."""
    if kind_of(value) is None:
        raise MatlabTypeError(
            "rst_compat:interactiveRigidBodyTree:NotAConstraint",
            f"{_NAME}: this is no constraint",
            "a constraint object, as constraintCartesianBounds makes one",
            type(value).__name__,
            "Those of generalizedInverseKinematics will do",
        )
    for name in constraint_names(value):
        located(robot, name)
    return value


def _indices(value: Any, count: int, *, one: bool = False) -> NDArray[np.int64]:
    array = np.atleast_1d(numbers(value, f"{_NAME}: index")).ravel()
    if not ((array % 1 == 0) & (array >= 0) & (array < count)).all() or (one and len(array) != 1):
        expected = f"whole numbers from 0 to {count - 1}" if count else "none, since there is nothing to remove"
        refuse("WrongIndex", "there is no such index", expected, str(array.tolist()), "Indices count from 0 here")
    return array.astype(np.int64)


def _viewed(function: str, viztree: Any) -> Any:
    try:
        return viztree._on_page
    except AttributeError:
        raise MatlabTypeError(
            "rst_compat:interactiveRigidBodyTree:NotAViewer",
            f"{function}: the first argument is no robot on a page",
            "an interactiveRigidBodyTree",
            type(viztree).__name__,
            "viztree = interactiveRigidBodyTree(robot) makes one",
        ) from None


def refuse(what: str, fact: str, expected: str, got: str, hint: str) -> NoReturn:
    """An error about a value of interactiveRigidBodyTree."""
    identifier = f"rst_compat:interactiveRigidBodyTree:{what}"
    raise MatlabValueError(identifier, f"{_NAME}: {fact}", expected, got, hint)
