"""What the motion models share: the robot, the sizes of their properties, and the reading of a state."""

from __future__ import annotations

from abc import abstractmethod
from copy import deepcopy
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError
from ..arguments import is_empty, numbers
from ..compile import check_tree, compiled
from ..handles import Handle
from ..importers import importrobot
from ..joint_vectors import check_finite

Matrix = NDArray[np.float64]


class MotionModel(Handle):
    """A robot whose joints have one freedom each."""

    __slots__ = ("_robot",)

    def _set_robot(self, robot: Any) -> int:
        """Take a robot, live, or the bundled arm of two links; return how many joints move."""
        robot = importrobot("twolink") if is_empty(robot) else robot
        check_tree(robot, f"{type(self).__name__}.RigidBodyTree")
        n = joint_count(robot)
        self._robot = robot
        return n

    @property
    def RigidBodyTree(self) -> Any:
        """The robot, a live handle. A new one resets the gains if it has another number of joints."""
        return self._robot

    @RigidBodyTree.setter
    def RigidBodyTree(self, robot: Any) -> None:
        before = joint_count(self._robot)
        if self._set_robot(robot) != before:
            self._set_defaults()

    @abstractmethod
    def _set_defaults(self) -> None:
        """Give every gain its default, in the sizes of the robot."""

    def _copied(self) -> Any:
        return deepcopy(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():  # the gains stay writable
            object.__setattr__(self, name, value)


def joint_count(robot: Any) -> int:
    """Number of joints that move."""
    model = compiled(robot).model
    if model.floating:
        raise MatlabValueError(
            "rst_compat:motionModel:SeveralFreedoms",
            "motion models need joints of one freedom each",
            "revolute, prismatic and fixed joints",
            "a floating joint",
            "forwardDynamics simulates robots with floating joints",
        )
    return int(model.nv)


def gain_vector(value: Any, n: int, what: str) -> Matrix:
    """A finite value per joint (n,), a writable copy; one number stands for all."""
    array = numbers(value, what)
    if array.size not in (1, n) or sum(d > 1 for d in array.shape) > 1 or not np.isfinite(array).all():
        _wrong_property(what, f"a finite number, or {n}, one per joint", array)
    return np.broadcast_to(array.ravel(), (n,)).copy()


def gain_matrix(value: Any, n: int, what: str) -> Matrix:
    """A finite matrix (n, n), a writable copy; a number stands for that multiple of the identity."""
    array = numbers(value, what)
    if (array.size != 1 and array.shape != (n, n)) or not np.isfinite(array).all():
        _wrong_property(what, f"a finite matrix ({n}, {n}), or a number", array)
    return array.item() * np.eye(n) if array.size == 1 else array.copy()


def check_gains(n: int, **gains: Matrix) -> None:
    """Gains of ``n`` joints: the robot may have been edited since they were set."""
    for name, gain in gains.items():
        if len(gain) != n:
            raise MatlabValueError(
                "rst_compat:motionModel:WrongGain",
                f"derivative: {name} is that of another number of joints",
                f"{n}, as many as the robot has now",
                f"{len(gain)}",
                "The robot was edited after the model was made: set its gains again",
            )


def _wrong_property(what: str, expected: str, got: Matrix) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:motionModel:WrongGain",
        f"{what} has a wrong value",
        expected,
        f"shape {got.shape}" if np.isfinite(got).all() else "NaN or Inf",
        "The value stays as it was",
    )


def vector(value: Any, size: int, what: str, parts: str) -> tuple[Matrix, tuple[int, ...]]:
    """A finite vector (size,) of any orientation, and the shape in which it came."""
    array = numbers(value, what)
    if array.size != size or sum(d > 1 for d in array.shape) > 1:
        raise MatlabValueError(
            "rst_compat:motionModel:WrongSize",
            f"{what} has the wrong size",
            f"{size} elements, {parts}",
            f"shape {array.shape}",
            "np.concatenate puts vectors one behind the other",
        )
    check_finite(array, what)
    return array.reshape(size), array.shape
