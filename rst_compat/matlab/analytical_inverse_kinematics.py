"""analyticalInverseKinematics: every joint configuration of a six-joint arm with a wrist for a pose, in closed form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError
from ..ik import spherical_wrist
from .arguments import elements, is_empty, logical, name_values, new_name, numbers, rigid_transform, text
from .compile import check_tree, compiled
from .display import properties_text, showdetails
from .handles import Handle
from .kinematic_groups import Group, GroupDetails, arm_of, default_group, end_bodies, groups_of, type_of

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

_ID = "rst_compat:analyticalInverseKinematics:"
#: rad by which a solution may pass a joint limit, on which it is then put: an angle found at a limit carries rounding
_AT_LIMIT = 1e-9


class IKFunction:
    """What :func:`generateIKFunction` returns; call it as described there."""

    __slots__ = ("__name__", "_arm", "_limits", "_positions", "_size")

    def __init__(self, name: str, arm: spherical_wrist.WristArm, limits: NDArray[Any], positions: Any, size: int):
        self.__name__, self._arm, self._limits, self._positions, self._size = name, arm, limits, positions, size

    def __repr__(self) -> str:
        return f"<inverse kinematics {self.__name__}(eeTform, enforceJointLimits, sortByDistance, referenceConfig)>"

    def __call__(
        self, eeTform: Any, enforceJointLimits: Any = None, sortByDistance: Any = None, referenceConfig: Any = None
    ) -> NDArray[np.float64]:
        """Joint configurations (m, 6) of a pose (4, 4) of the end effector in the base of the group."""
        what = self.__name__
        target = rigid_transform(eeTform, f"{what}: eeTform")
        enforce = is_empty(enforceJointLimits) or logical(enforceJointLimits, f"{what}: enforceJointLimits")
        by_distance = not is_empty(sortByDistance) and logical(sortByDistance, f"{what}: sortByDistance")
        reference = self._reference(referenceConfig)
        lower, upper = self._limits if enforce else np.array([[-np.inf], [np.inf]])
        q = spherical_wrist.solve(self._arm, target, np.clip(reference, lower, upper))
        q = spherical_wrist.within(self._arm, q, reference, lower - _AT_LIMIT, upper + _AT_LIMIT)
        q = np.clip(q, lower, upper)
        return q[np.linalg.norm(q - reference, axis=1).argsort(kind="stable")] if by_distance else q

    def _reference(self, value: Any) -> NDArray[np.float64]:
        if is_empty(value):
            return np.zeros(6)
        what = f"{self.__name__}: referenceConfig"
        whole = numbers(value, what).size == self._size
        given = elements(value, self._size if whole else 6, what)
        return given[self._positions] if whole else given


def generateIKFunction(analyticalIK: analyticalInverseKinematics, functionName: str) -> IKFunction:
    """A function that computes all inverse kinematics solutions of the kinematic group.

    Parameters
    ----------
    analyticalIK : analyticalInverseKinematics
    functionName : str
        The function's ``__name__``, for its messages; no file is written.

    Returns
    -------
    callable
        ``ik(eeTform, enforceJointLimits, sortByDistance, referenceConfig)`` returns the solutions (m, 6), a row each,
        whatever the DataFormat; (0, 6) where the pose is out of reach. ``eeTform`` (4, 4) is the pose of the end
        effector in the base of the group. ``enforceJointLimits`` (True) leaves out what violates the limits that the
        joints had when the function was made. ``sortByDistance`` (False) puts those nearest to ``referenceConfig``
        first. ``referenceConfig`` (zeros), (6,) or a configuration of the robot, rad, is also the value of joints
        that are free, and every angle is given as the multiple nearest to it.

    Raises
    ------
    MatlabTypeError
        ``rst_compat:analyticalInverseKinematics:NotASolver``.
    MatlabValueError
        ``rst_compat:analyticalInverseKinematics:InvalidGroup``.

    Notes
    -----
    Source: the reference page of generateIKFunction. Where solutions run together there is one. A straight wrist has
    a free first angle, an arm whose wrist centre is on the axis of an outer joint leaves that joint free. Unless sorted
    by distance, solutions whose middle wrist angle is not negative come first, and then by the first angle that
    differs: the order of the published example.

    Examples
    --------
    >>> from rst_compat import analyticalInverseKinematics, loadrobot, trvec2tform
    >>> aik = analyticalInverseKinematics(loadrobot("abbIrb120", DataFormat="row"))
    >>> ik = generateIKFunction(aik, "robotIK")
    >>> ik(trvec2tform([0, 0.5, 0.5]))[:2].round(4).tolist()  # doctest: +NORMALIZE_WHITESPACE
    [[-1.4278, -1.5406, -0.6641, 1.4553, 1.6553, 0.629],
     [1.7138, 0.813, -0.6641, -1.5494, 1.7122, 1.7212]]
    """
    if not isinstance(analyticalIK, analyticalInverseKinematics):
        raise MatlabTypeError(
            _ID + "NotASolver",
            "generateIKFunction: the first argument is no solver",
            "an analyticalInverseKinematics",
            type(analyticalIK).__name__,
            "analyticalInverseKinematics(robot) makes one",
        )
    name = new_name(functionName, "generateIKFunction: functionName")
    robot, group = analyticalIK._robot, analyticalIK._group
    arm, joints = arm_of(robot, group)
    if isinstance(arm, str):
        raise MatlabValueError(
            _ID + "InvalidGroup",
            f"generateIKFunction: no closed form from '{group.BaseName}' to '{group.EndEffectorBodyName}'",
            "six revolute joints, three consecutive ones with axes through one point",
            arm,
            "showdetails(aik) lists the groups of this robot that have one; inverseKinematics solves any chain",
        )
    limits = np.array([robot._bodies[i - 1]._joint._limits for i in joints]).T
    model = compiled(robot).model
    return IKFunction(name, arm, limits, [model.q_of[i].start for i in joints], model.nq)


class analyticalInverseKinematics(Handle):
    """Closed-form inverse kinematics of six revolute joints, three consecutive ones with axes through one point.

    Parameters
    ----------
    robot : rigidBodyTree
    KinematicGroup : optional
        An object or dict with ``BaseName`` and ``EndEffectorBodyName``; by default the base and the last body.

    Notes
    -----
    Source: the reference page of analyticalInverseKinematics; the method is that of Pieper (1968). MATLAB asks for a
    wrist with orthogonal axes; here they only have to meet in one point, and the wrist may stand anywhere among the
    six joints. The tree is not copied: what is edited in it shows in the next property or ``generateIKFunction``.

    Examples
    --------
    >>> from rst_compat import loadrobot
    >>> aik = analyticalInverseKinematics(loadrobot("abbIrb120", DataFormat="row"))
    >>> aik.KinematicGroup
    Group(BaseName='base_link', EndEffectorBodyName='tool0')
    >>> aik.KinematicGroupType
    'RRRSSS'
    """

    __slots__ = ("_group", "_robot")

    def __init__(self, robot: rigidBodyTree, *args: Any, **keywords: Any) -> None:
        check_tree(robot)
        values = name_values("analyticalInverseKinematics", args, keywords, {"KinematicGroup": None})
        self._robot = robot
        if is_empty(values["KinematicGroup"]):
            self._group = default_group(robot)
        else:
            self.KinematicGroup = values["KinematicGroup"]

    @property
    def RigidBodyTree(self) -> rigidBodyTree:
        """The robot."""
        return self._robot

    @property
    def KinematicGroup(self) -> Group:
        """Names of the body the chain starts at and of the one at its end; can be set, also each by itself."""
        return self._group

    @KinematicGroup.setter
    def KinematicGroup(self, value: Any) -> None:
        names = ("BaseName", "EndEffectorBodyName")
        found = [value.get(n) if isinstance(value, Mapping) else getattr(value, n, None) for n in names]
        if None in found:
            raise MatlabTypeError(
                _ID + "NotAGroup",
                "KinematicGroup does not name two bodies",
                "BaseName and EndEffectorBodyName, in an object or a dict",
                type(value).__name__,
                "showdetails(aik) lists the groups and returns them",
            )
        group = Group(*(text(v, f"KinematicGroup.{n}") for v, n in zip(found, names, strict=True)))
        end_bodies(self._robot, group)
        self._group = group

    @property
    def KinematicGroupType(self) -> str:
        """A letter for each joint from the base on: R revolute, S of the wrist; empty where there is no solution."""
        arm, _ = arm_of(self._robot, self._group)
        return "" if isinstance(arm, str) else type_of(arm)

    @property
    def KinematicGroupConfigIdx(self) -> NDArray[np.intp]:
        """Where the joints of the group stand in a configuration of the robot, from 0."""
        tree = compiled(self._robot)
        return np.array([tree.model.q_of[i].start for i in arm_of(self._robot, self._group)[1]], dtype=np.intp)

    @property
    def IsValidGroupForIK(self) -> bool:
        """Whether the group has a solution in closed form."""
        return not isinstance(arm_of(self._robot, self._group)[0], str)

    generateIKFunction = generateIKFunction
    showdetails = showdetails

    def _details(self) -> list[GroupDetails]:
        """Print the groups that have a solution, and return them."""
        found = groups_of(self._robot)
        titles = ["Index", "Base Name", "EE Body Name", "Type"]
        rows = [titles, [len(title) * "-" for title in titles]]
        for i, g in enumerate(found, start=1):
            rows.append([str(i), g.KinematicGroup.BaseName, g.KinematicGroup.EndEffectorBodyName, g.KinematicGroupType])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["-" * 20, f"Robot: ({self._robot.NumBodies} bodies)", ""]
        lines += ["   ".join(f"{c:>{w}}" for c, w in zip(row, widths, strict=True)) for row in rows]
        print("\n".join([*lines, "-" * 20]))
        return found

    def __repr__(self) -> str:
        rows = [
            ("RigidBodyTree", "[1x1 rigidBodyTree]"),
            ("KinematicGroup", "[1x1 struct]"),
            ("KinematicGroupType", f"'{self.KinematicGroupType}'"),
            ("KinematicGroupConfigIdx", str(self.KinematicGroupConfigIdx.tolist())),
            ("IsValidGroupForIK", str(int(self.IsValidGroupForIK))),
        ]
        return properties_text("analyticalInverseKinematics", rows)
