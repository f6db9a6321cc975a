"""What constraint objects share: checked properties, and constructors with name-value arguments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabValueError
from ...ik import conditions as ik
from ..arguments import elements, is_empty, name_values, numbers, rigid_transform, text
from ..display import object_text
from ..handles import Handle

Array = NDArray[np.float64]
_ID = "rst_compat:constraint:"
EYE: Array = np.eye(4)
EYE.flags.writeable = False


class Conditions(NamedTuple):
    """A constraint between two bodies, as :class:`rst_compat.ik.constraints.FrameConstraint` has it."""

    body: str
    reference: str  # empty for the base
    tool: Array
    target: Array
    conditions: tuple[tuple[ik.Condition, float], ...]


class Checked(property):
    """A property whose values are checked, and copied, when they are set."""

    def __init__(self, check: Callable[[Any, str], Any], doc: str) -> None:
        self._check, self._name = check, ""
        super().__init__(self._read, self._write, None, doc)

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def _read(self, instance: Constraint) -> Any:
        return instance._values[self._name]

    def _write(self, instance: Constraint, value: Any) -> None:
        instance._values[self._name] = self._check(value, f"{type(instance).__name__}.{self._name}")


class Constraint(Handle):
    """Base of the constraint classes."""

    __slots__ = ("_values",)

    _values: dict[str, Any]
    #: What the constructor takes as name-value arguments, in the order of the display.
    _DEFAULTS: ClassVar[dict[str, Any]]

    def _make(self, required: dict[str, Any], args: tuple[Any, ...], keywords: dict[str, Any]) -> None:
        self._values = {}
        defaults = {**required, **self._DEFAULTS}
        for name, value in name_values(type(self).__name__, args, keywords, defaults).items():
            setattr(self, name, value)

    def _copied(self) -> Any:
        new = object.__new__(type(self))
        object.__setattr__(new, "_values", dict(self._values))
        return new

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for value in self._values.values():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False

    def __repr__(self) -> str:
        return object_text(self, *self._values)


class EndEffectorConstraint(Constraint):
    """Base of the constraints on an end effector, relative to a reference body."""

    __slots__ = ()

    def __init__(self, endeffector: str, *args: Any, **keywords: Any) -> None:
        self._make({"EndEffector": endeffector}, args, keywords)

    EndEffector = Checked(text, "Name of a body or frame.")
    ReferenceBody = Checked(
        lambda value, what: "" if is_empty(value) else text(value, what),
        "Name of the body or frame that the target is fixed to; empty for the base.",
    )

    def _between(self, target: Array, *conditions: ik.Condition) -> Conditions:
        weights = np.atleast_1d(self._values["Weights"]).tolist()
        pairs = tuple(zip(conditions, weights, strict=True))
        return Conditions(self._values["EndEffector"], self._values["ReferenceBody"], EYE, target, pairs)


def transform() -> Checked:
    """A pose."""
    return Checked(rigid_transform, "Pose (4, 4) of the target frame in the reference body; m.")


def tolerance(doc: str) -> Checked:
    """A number from 0."""

    def check(value: Any, what: str) -> float:
        number = elements(value, 1, what).item()
        if number < 0:
            raise MatlabValueError(
                _ID + "WrongTolerance", f"{what} is negative", "a number from 0", f"{number:g}", "0 allows no deviation"
            )
        return float(number)

    return Checked(check, doc)


def weights(count: int) -> Checked:
    """One weight for each condition."""
    return Checked(lambda value, what: checked_weights(value, count, what), "Of what is violated; 0 ignores it.")


def checked_weights(value: Any, count: int, what: str) -> Any:
    """Numbers from 0: a float where there is one."""
    w = elements(value, count, what)
    if (w < 0).any():
        raise MatlabValueError(
            _ID + "WrongWeights",
            f"{what} has a negative element",
            f"{count} number{'s' if count > 1 else ''} from 0",
            str(w.tolist()),
            "0 ignores a part of the constraint",
        )
    return w.item() if count == 1 else w


def checked_bounds(value: Any, shape: tuple[int, ...], what: str, least: float = -np.inf) -> Array:
    """Lower and upper bounds in the last axis, infinite where there is none."""
    bounds = numbers(value, what)
    if len(shape) == 1 and bounds.size == shape[0]:
        bounds = bounds.ravel()
    if bounds.shape != shape:
        wanted = "two elements, [lower upper]" if len(shape) == 1 else f"{shape[0]} rows [lower upper]"
        raise MatlabValueError(
            "rst_compat:property:WrongSize",
            f"{what} has the wrong size",
            wanted,
            f"shape {bounds.shape}",
            "-inf and inf stand where there is no bound",
        )
    lower, upper = bounds[..., 0], bounds[..., 1]
    if not ((lower <= upper) & (lower >= least) & (lower < np.inf) & (upper > -np.inf)).all():
        raise MatlabValueError(
            _ID + "WrongBounds",
            f"{what} are no bounds",
            "lower bounds that are not above the upper ones" + (" nor below 0" if least == 0 else ""),
            str(bounds.tolist()),
            "-inf and inf stand where there is no bound",
        )
    bounds = bounds.copy()
    bounds.flags.writeable = False
    return bounds


def nearest_pose(T: Array) -> Array:
    """A pose (4, 4) whose rotation was typed with a few digits, with the nearest rotation in its place."""
    U, _, V = np.linalg.svd(T[:3, :3])
    near: Array = T.copy()
    near[:3, :3] = U @ V
    return near
