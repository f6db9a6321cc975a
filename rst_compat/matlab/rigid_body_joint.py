"""rigidBodyJoint: how one body moves relative to its parent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..defaults import JOINT_LIMITS
from ..dh import fixed_transforms
from ..errors import MatlabTypeError, MatlabValueError, warn
from .arguments import choice, elements, is_empty, new_name, numbers, rigid_transform
from .copying import copy
from .display import joint_display
from .friction import JointFriction
from .handles import Handle

if TYPE_CHECKING:
    from .rigid_body import rigidBody

_ID = "robotics:robotmanip:joint:"
_TYPES = ("fixed", "revolute", "prismatic", "floating")


def _frozen(values: Any) -> NDArray[np.float64]:
    array = np.array(values, dtype=float)
    array.flags.writeable = False
    return array


_LIMITS = {
    "fixed": _frozen([0, 0]),
    "revolute": _frozen(JOINT_LIMITS["revolute"]),
    "prismatic": _frozen(JOINT_LIMITS["prismatic"]),
    "floating": _frozen([[np.nan, np.nan]] * 4 + [JOINT_LIMITS["floating"]] * 3),
}
_AXES = {
    "fixed": _frozen([0] * 3),
    "revolute": _frozen([0, 0, 1]),
    "prismatic": _frozen([0, 0, 1]),
    "floating": _frozen([np.nan] * 3),
}
_FLOATING_HOME, _IDENTITY = _frozen([1, 0, 0, 0, 0, 0, 0]), _frozen(np.eye(4))


def check_joint(value: Any, what: str) -> None:
    """Refuse what is no joint."""
    if not isinstance(value, rigidBodyJoint):
        raise MatlabTypeError(
            "rst_compat:rigidBody:NotAJoint",
            f"{what} is not a joint",
            "a rigidBodyJoint",
            type(value).__name__,
            "rigidBodyJoint(name, type) makes one; the joint of a body is body.Joint",
        )


def setFixedTransform(joint: rigidBodyJoint, transform: Any, convention: str | None = None) -> None:
    """Set the fixed transforms of a joint.

    The pose of the child body in the parent body is ``JointToParentTransform @ T_joint(q) @ ChildToJointTransform``.

    Parameters
    ----------
    joint : rigidBodyJoint
    transform : (4, 4) array_like or (4,) array_like
        A homogeneous transform of the joint in the parent frame (the child frame is then the joint frame), or a row
        of Denavit-Hartenberg parameters ``[a, alpha, d, theta]`` in m and rad.
    convention : {"dh", "mdh"}, optional
        Standard parameters set ChildToJointTransform, ``Rz(theta) Tz(d) Tx(a) Rx(alpha)``, so the body frame is at
        the far end of the link; modified ones set JointToParentTransform, ``Rx(alpha) Tx(a) Rz(theta) Tz(d)``.
        As in MATLAB, theta is ignored for a revolute joint and d for a prismatic one: q takes their place.

    Raises
    ------
    MatlabValueError
        ``rst_compat:argument:NotATransform``, ``rst_compat:joint:WrongDHParameters``,
        ``rst_compat:argument:NotAChoice``.

    Notes
    -----
    Standard parameters: Denavit and Hartenberg (1955); modified: Craig, *Introduction to Robotics*, section 3.4.
    Both measure along and about z, so the joint axis becomes [0 0 1].

    Examples
    --------
    >>> joint = rigidBodyJoint("joint_1", "revolute")
    >>> joint.setFixedTransform([0.5, 0, 0, 0], "dh")
    >>> joint.ChildToJointTransform[0].tolist()
    [1.0, 0.0, 0.0, 0.5]
    """
    check_joint(joint, "setFixedTransform: the first argument")
    parameters = numbers(transform, "setFixedTransform: the transform")
    if convention is None and parameters.size != 4:
        to_parent, child_to_joint = rigid_transform(parameters, "setFixedTransform: the transform"), np.eye(4)
    else:
        kind = choice("dh" if convention is None else convention, ("dh", "mdh"), "setFixedTransform: the convention")
        if parameters.size != 4 or convention is None or not np.isfinite(parameters).all():
            raise MatlabValueError(
                "rst_compat:joint:WrongDHParameters",
                "setFixedTransform: the Denavit-Hartenberg parameters are incomplete",
                'four finite numbers [a alpha d theta] in m and rad, and "dh" or "mdh"',
                f"{parameters.tolist()}" + ("" if convention is not None else " without a convention"),
                'As in setFixedTransform(joint, [0.5, 0, 0, 0], "dh")',
            )
        to_parent, child_to_joint = fixed_transforms(parameters.ravel().tolist(), kind, joint._type)
        if joint._type in ("revolute", "prismatic"):
            joint._axis = _frozen([0, 0, 1])
    joint._set_transforms(to_parent, child_to_joint)


class rigidBodyJoint(Handle):
    """A joint between a body and its parent.

    Parameters
    ----------
    jname : str
        Name, unique in the tree.
    jtype : {"fixed", "revolute", "prismatic", "floating"}

    Notes
    -----
    Source: the reference page of rigidBodyJoint. A floating joint has seven positions ``[qw qx qy qz x y z]`` (a unit
    quaternion and a position in m) and six velocities ``[omega; v]``, the twist of the child in its own coordinates.

    Examples
    --------
    >>> joint = rigidBodyJoint("joint_1", "revolute")
    >>> joint.PositionLimits.round(4).tolist()
    [-3.1416, 3.1416]
    """

    __slots__ = (
        "_axis",
        "_body",
        "_child_to_joint",
        "_friction",
        "_home",
        "_limits",
        "_name",
        "_to_parent",
        "_type",
    )

    def __init__(self, jname: str, jtype: str = "fixed") -> None:
        self._body: rigidBody | None = None
        self._name = new_name(jname, "rigidBodyJoint: the name")
        self._type = choice(jtype, _TYPES, "rigidBodyJoint: the joint type")
        self._axis = _AXES[self._type]
        self._limits = _LIMITS[self._type]
        self._home: Any = _FLOATING_HOME if self._type == "floating" else 0.0
        self._to_parent = self._child_to_joint = _IDENTITY
        self._friction: JointFriction | None = None

    def _touch(self) -> None:
        if self._body is not None:
            self._body._touch()

    def _set_transforms(self, to_parent: Any, child_to_joint: Any) -> None:
        self._to_parent = rigid_transform(to_parent, "JointToParentTransform")
        self._child_to_joint = rigid_transform(child_to_joint, "ChildToJointTransform")
        self._touch()

    def _copied(self) -> rigidBodyJoint:
        new = object.__new__(type(self))
        for slot in rigidBodyJoint.__slots__:
            setattr(new, slot, getattr(self, slot))
        new._body = None
        return new

    @property
    def Type(self) -> str:
        """Joint type, read-only."""
        return self._type

    @property
    def Name(self) -> str:
        """Joint name, unique in a tree."""
        return self._name

    @Name.setter
    def Name(self, value: str) -> None:
        name = new_name(value, "rigidBodyJoint.Name")
        tree = None if self._body is None else self._body._tree
        if tree is not None:
            tree._check_joint_name(name, self)
            tree._joints[name] = tree._joints.pop(self._name)
        self._name = name
        self._touch()

    @property
    def JointAxis(self) -> NDArray[np.float64]:
        """Unit axis (3,) in the joint frame; normalised when it is set."""
        return self._axis

    @JointAxis.setter
    def JointAxis(self, value: Any) -> None:
        if self._type in ("fixed", "floating"):
            self._refuse("JointAxis", "rst_compat:joint:AxisNotSettable", f"a {self._type} joint has no axis")
        axis = elements(value, 3, "rigidBodyJoint.JointAxis")
        if not axis.any():
            self._refuse("JointAxis", "rst_compat:joint:ZeroAxis", "[0 0 0], which has no direction")
        size = float(np.abs(axis).max())  # squares of huge and of tiny elements leave the range of numbers
        scaled = axis / size
        norm = float(np.linalg.norm(scaled)) * size
        # An axis that is a unit vector to working precision stays as it was typed.
        self._axis = axis if abs(norm - 1) < 4e-16 else _frozen(scaled / np.linalg.norm(scaled))
        self._touch()

    @property
    def PositionLimits(self) -> NDArray[np.float64]:
        """Lower and upper limit (2,) in rad or m; (7, 2) for a floating joint, whose quaternion has none."""
        return self._limits

    @PositionLimits.setter
    def PositionLimits(self, value: Any) -> None:
        self._limits = self._checked_limits(value)
        self._reset_home()
        self._touch()

    def _set_range(self, limits: Any, home: Any) -> None:
        """Limits and home together, either None: no warning for a default home that the limits exclude."""
        if limits is not None:
            self._limits = self._checked_limits(limits)
        if home is None:
            self._reset_home()
        else:
            self.HomePosition = home
        self._touch()

    def _checked_limits(self, value: Any) -> NDArray[np.float64]:
        if self._type == "fixed":
            self._refuse("PositionLimits", "rst_compat:joint:LimitsNotSettable", "a fixed joint does not move")
        if self._type == "floating":
            limits = numbers(value, "rigidBodyJoint.PositionLimits").copy()
            if limits.shape != (7, 2):
                self._refuse("PositionLimits", "rst_compat:joint:WrongLimits", f"shape {limits.shape}")
            limits[:4] = np.nan
        else:
            limits = elements(value, 2, "rigidBodyJoint.PositionLimits", finite=False).copy()
        moving = np.atleast_2d(limits[4:] if self._type == "floating" else limits)
        lower, upper = moving.T
        if np.isnan(moving).any() or (lower > upper).any() or np.isposinf(lower).any() or np.isneginf(upper).any():
            self._refuse("PositionLimits", "rst_compat:joint:WrongLimits", str(limits.tolist()))
        return _frozen(limits)

    def _reset_home(self) -> None:
        """Move a home position that new limits exclude: to the middle, or to the one finite limit, or to 0."""
        home, limits = np.atleast_1d(self._home).copy(), np.atleast_2d(self._limits)
        outside = (home < limits[:, 0]) | (home > limits[:, 1])
        if not outside.any():
            return
        for k in np.flatnonzero(outside):
            lower, upper = limits[k]
            ends = [e for e in (lower, upper) if np.isfinite(e)]
            home[k] = sum(ends) / len(ends) if ends else 0.0
        self._home = _frozen(home) if self._type == "floating" else float(home[0])
        warn(
            _ID + "ResettingHomePosition",
            f"The HomePosition of joint {self._name} is outside its new PositionLimits; it is reset to "
            f"{home[outside].tolist()}.",
            stacklevel=4,
        )

    @property
    def HomePosition(self) -> Any:
        """Home position in rad or m, a float; (7,) for a floating joint."""
        return self._home

    @HomePosition.setter
    def HomePosition(self, value: Any) -> None:
        if self._type == "fixed":
            self._refuse(
                "HomePosition", _ID + "FixedJointHomePositionNotSettable", "the home position of a fixed joint is 0"
            )
        floating = self._type == "floating"
        home = elements(value, 7 if floating else 1, "rigidBodyJoint.HomePosition")
        limits = np.atleast_2d(self._limits)
        if ((home < limits[:, 0]) | (home > limits[:, 1])).any():
            raise MatlabValueError(
                _ID + "ProvidedJointHomePositionOutOfLimits",
                f"the HomePosition of joint {self._name} is outside its limits",
                f"a value within {self._limits.tolist()}",
                str(home.tolist()),
                "Set PositionLimits first",
            )
        if floating and not home[:4].any():
            self._refuse("HomePosition", "rst_compat:joint:ZeroQuaternion", "the quaternion [qw qx qy qz] is zero")
        self._home = home if floating else float(home[0])
        self._touch()

    @property
    def JointToParentTransform(self) -> NDArray[np.float64]:
        """Pose (4, 4) of the joint in the parent body; set through setFixedTransform."""
        return self._to_parent

    @property
    def ChildToJointTransform(self) -> NDArray[np.float64]:
        """Pose (4, 4) of the child body in the joint; set through setFixedTransform."""
        return self._child_to_joint

    @property
    def Friction(self) -> JointFriction | None:
        """The JointFriction of a revolute or prismatic joint, or None; MATLAB's joints have no such property."""
        return self._friction

    @Friction.setter
    def Friction(self, value: Any) -> None:
        if is_empty(value):
            value = None
        elif not isinstance(value, JointFriction):
            raise MatlabTypeError(
                "rst_compat:friction:NotAFriction",
                f"the Friction of joint {self._name} is no friction",
                "a JointFriction, or None",
                type(value).__name__,
                "JointFriction(Viscous=2e-5, Coulomb=0.01, GearRatio=50) makes one",
            )
        elif self._type in ("fixed", "floating"):
            raise MatlabValueError(
                "rst_compat:friction:WrongJoint",
                f"joint {self._name} cannot have friction",
                "a revolute or prismatic joint",
                f"a {self._type} joint",
                "Its drive would turn about one axis",
            )
        self._friction = value
        self._touch()

    def _refuse(self, name: str, identifier: str, got: str) -> NoReturn:
        expected, hint = {
            "JointAxis": ("a nonzero 3-vector on a revolute or prismatic joint", "The default is [0 0 1]"),
            "PositionLimits": ("[lower upper] with lower <= upper on a joint that moves", "Inf stands for no limit"),
            "HomePosition": ("a position of a joint that moves", "A floating joint takes [qw qx qy qz x y z]"),
        }[name]
        fact = f"{name} of joint {self._name} ({self._type}) cannot be set"
        raise MatlabValueError(identifier, fact, expected, got, hint)

    setFixedTransform = setFixedTransform
    copy = copy

    def __repr__(self) -> str:
        return joint_display(self)
