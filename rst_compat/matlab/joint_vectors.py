"""Joint vectors and external forces: every rule about their shapes.

1-D arrays are native.  A caller who brings a 2-D vector gets the same orientation back, and its orientation must be
the tree's DataFormat: (n, 1) for 'column', (1, n) for 'row'.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError
from .algorithms import MODERATE, scanned
from .arguments import Vector, is_empty, numbers

if TYPE_CHECKING:
    from .compile import Compiled
    from .rigid_body_tree import rigidBodyTree

_DOUBLE = np.dtype(np.float64)
_INPUTS = "MATLAB:validateDynamicsFunctionInputs:"


class JointVectors:
    """Reads the vector arguments of one call and gives its results the orientation of the first one."""

    __slots__ = ("extreme", "function", "orientation", "robot", "tree")

    def __init__(self, function: str, robot: rigidBodyTree, tree: Compiled) -> None:
        self.function, self.robot, self.tree = function, robot, tree
        self.orientation: str | None = None
        self.extreme = tree.extreme  # numbers that may overflow

    def position(self, value: Any) -> Vector:
        """Joint positions; home by default."""
        tree = self.tree
        q = self._vector(value, tree.home, "joint position vector (q)")
        if tree.model.floating:
            check_quaternions(q, tree, self.function)
        return q

    def velocity(self, value: Any) -> Vector:
        """Joint velocities; zeros by default."""
        return self._vector(value, self.tree.zeros, "joint velocity vector (qdot)")

    def acceleration(self, value: Any) -> Vector:
        """Joint accelerations; zeros by default."""
        return self._vector(value, self.tree.zeros, "joint acceleration vector (qddot)")

    def torque(self, value: Any) -> Vector:
        """Joint forces; zeros by default."""
        return self._vector(value, self.tree.zeros, "joint torque vector (tau)")

    def apply(self, algorithm: Callable[..., Vector], *arguments: Any) -> Vector:
        """The result of an algorithm of the core, or of the engine's; an overflow in it is one warning."""
        result: Vector | None = getattr(self.tree.fast, algorithm.__name__)(*arguments)
        if result is not None:
            return result
        if self.extreme:
            return scanned(self.function, algorithm, self.tree.model, *arguments)
        return algorithm(self.tree.model, *arguments)

    def shaped(self, result: Vector) -> Vector:
        """A result vector in the orientation of the first vector that was given."""
        if self.orientation == "column":
            return result[:, None]
        return result[None, :] if self.orientation == "row" else result

    def _vector(self, value: Any, default: Vector, variable: str) -> Vector:
        # The common case first: a float64 array (n,) of moderate numbers; NaN and Inf are not below the bound.
        if (
            type(value) is np.ndarray
            and value.dtype is _DOUBLE
            and value.shape == default.shape
            and value.size
            and sum(map(abs, value.tolist())) < MODERATE
        ):
            if self.orientation is None:
                self.orientation = "1-D"
            return value
        n = default.shape[0]
        if is_empty(value):
            return default
        self.extreme = True
        what = f"{self.function}: {variable}"
        array = numbers(_not_struct(value, what, self.robot.DataFormat), what)
        check_finite(array, what)
        column, row = array.shape == (n, 1), array.shape == (1, n)
        wanted = self.robot.DataFormat
        if array.ndim > 1 and not (column if wanted == "column" else row):
            self._wrong_size(array, n, what)
        if array.size != n:
            self._wrong_size(array, n, what)
        if self.orientation is None:
            self.orientation = wanted if array.ndim == 2 else "1-D"
        return array.reshape(n)

    def _wrong_size(self, array: Vector, n: int, what: str) -> NoReturn:
        form = "column" if self.robot.DataFormat == "column" else "row"
        native = f"({n}, 1)" if form == "column" else f"(1, {n})"
        hint = "homeConfiguration(robot) has the right size; [] means the default"
        if array.ndim > 1 and array.size > n and n in (array.shape[0], array.shape[-1]):
            hint = "Many configurations at once go through rst_compat.batch, where arrays carry leading axes (..., n)"
        elif array.ndim == 2 and array.size == n:
            hint = f"DataFormat is '{form}': transpose the vector, or pass it 1-D"
        kind = "position" if "position" in what else "velocity"
        raise MatlabValueError(
            _INPUTS + "incorrectSize",
            f"{what} has {array.size} element{'s' if array.size != 1 else ''} in shape {array.shape}",
            f"{n}, one per {kind} of the non-fixed joints ({', '.join(self.tree.moving_joints())}), "
            f"in shape ({n},) or {native}",
            f"shape {array.shape}",
            hint,
        )

    def external_force(self, value: Any) -> Vector | None:
        """External wrenches, 6-by-NumBodies for 'column' and NumBodies-by-6 for 'row', as (NumBodies, 6)."""
        if value is None:
            return None
        nb, column = self.tree.model.nb, self.robot._data_format == "column"
        wanted = (6, nb) if column else (nb, 6)
        if (
            type(value) is np.ndarray
            and value.shape == wanted
            and value.dtype == np.float64
            and sum(map(abs, value.ravel().tolist())) < MODERATE
        ):
            return value.T if column else value
        if is_empty(value):
            return None
        self.extreme = True
        what = f"{self.function}: external force matrix (fext)"
        array = numbers(value, what)
        check_finite(array, what)
        if array.shape != wanted:
            raise MatlabValueError(
                _INPUTS + "incorrectSize",
                f"{what} has the wrong size",
                f"shape (6, {nb}), a column per body" if column else f"shape ({nb}, 6), a row per body",
                f"shape {array.shape}",
                "externalForce makes it; fixed bodies have their place in it too",
            )
        return array.T if column else array


def wrench_rows(robot: rigidBodyTree, value: Any) -> Any:
    """An external force matrix with a row per body, unchecked; what is no matrix stays as it is."""
    return value.T if getattr(robot, "_data_format", "") == "column" and type(value) is np.ndarray else value


def check_finite(array: Vector, what: str) -> None:
    """Refuse NaN and infinities, naming the first."""
    if np.isnan(array).any():
        raise MatlabValueError(
            _INPUTS + "expectedNonNaN",
            f"{what} has NaN in it",
            "numbers",
            f"NaN at {np.argwhere(np.isnan(array)).tolist()[0]}",
            "Look at the line that made it: 0/0 and Inf-Inf give NaN",
        )
    if not np.isfinite(array).all():
        raise MatlabValueError(
            _INPUTS + "expectedFinite",
            f"{what} has Inf in it",
            "finite numbers",
            f"Inf at {np.argwhere(np.isinf(array)).tolist()[0]}",
            "Look at the line that made it: a division by zero gives Inf",
        )


def _not_struct(value: Any, what: str, data_format: str) -> Any:
    if isinstance(value, list | tuple) and value and hasattr(value[0], "JointPosition"):
        raise MatlabTypeError(
            "rst_compat:configuration:StructGiven",
            f"{what} is a struct configuration",
            f"a numeric vector, since DataFormat is '{data_format}'",
            "a list of JointName and JointPosition",
            "Set robot.DataFormat = 'struct' for kinematics, or pass the numbers",
        )
    return value


def check_quaternions(q: Vector, tree: Compiled, function: str) -> None:
    """Refuse positions (..., nq) in which the quaternion of a floating joint is zero."""
    for i, *_ in tree.model.floating:
        if not q[..., tree.model.q_of[i]][..., :4].any(axis=-1).all():
            raise MatlabValueError(
                "rst_compat:configuration:ZeroQuaternion",
                f"{function}: the quaternion of joint {tree.joint_names[i - 1]} is zero",
                "[qw qx qy qz], of any length but zero",
                "[0 0 0 0]",
                "[1 0 0 0] is no rotation; homeConfiguration(robot) has it",
            )
