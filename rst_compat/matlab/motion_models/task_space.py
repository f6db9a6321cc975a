"""taskSpaceMotionModel: a robot whose end effector is drawn to a pose."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ... import core
from ..arguments import choice, name_values, rigid_transform, text
from ..compile import body_not_found, vectors_only
from ..display import object_text
from ..rotations import rotm2axang
from .functions import derivative
from .model import MotionModel, check_gains, gain_matrix, gain_vector, joint_count, vector

Matrix = NDArray[np.float64]
_NAME = "taskSpaceMotionModel"


class taskSpaceMotionModel(MotionModel):
    """A robot whose end effector is drawn to a pose by a spring and a damper.

    Parameters
    ----------
    RigidBodyTree : rigidBodyTree, optional
        The robot, joints of one freedom each, DataFormat "row" or "column"; an arm of two links by default.
    EndEffectorName : str, optional
        A body; the last one by default.
    Kp, Kd : float or (6, 6) array_like
        Gains on ``[rotation; translation]``; 500 and 100 times the identity.
    JointDamping : float or (n,) array_like
        N m s/rad or N s/m; 1.
    MotionType : {"PDControl"}

    Notes
    -----
    The joint forces ``J' (Kp e + Kd ed) - JointDamping qd + gravityTorque(q)`` on the dynamics of the robot: PD control
    with gravity compensation and the transpose of the geometric Jacobian J (Siciliano, section 8.6.2; Lynch and Park,
    section 11.4.3). In base axes, ``e = [rotation vector of R_ref R'; p_ref - p]`` and ``ed = refVel - J qd``.

    Source of the names and of the kind of control: the reference page of taskSpaceMotionModel. Gains are live arrays:
    ``model.Kp[:3, :3] = 0`` leaves the orientation free.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot, ode15s
    >>> robot = importrobot("twolink")
    >>> model = taskSpaceMotionModel("RigidBodyTree", robot, "EndEffectorName", "body_2")
    >>> model.Kp[:3, :3] = model.Kd[:3, :3] = 0
    >>> target = robot.getTransform([0.5, 0.5], "body_2")
    >>> rate = lambda t, x: model.derivative(x, target, np.zeros(6))
    >>> t, x = ode15s(rate, [0, 10], [0.2, 0.9, 0, 0])
    >>> x[-1, :2].round(2).tolist()
    [0.5, 0.5]
    """

    __slots__ = ("_Kd", "_Kp", "_end_effector", "_joint_damping")

    def __init__(self, *args: Any, **keywords: Any) -> None:
        names = ("RigidBodyTree", "EndEffectorName", "Kp", "Kd", "JointDamping", "MotionType")
        values = name_values(_NAME, args, keywords, dict.fromkeys(names))
        self._set_robot(values.pop("RigidBodyTree"))
        self._end_effector = ""
        self.Kp, self.Kd = 500, 100
        self._set_defaults()
        for name, value in values.items():
            if value is not None:
                setattr(self, name, value)
        self._end_effector_number()

    def _set_defaults(self) -> None:
        self.JointDamping = 1

    @property
    def MotionType(self) -> str:
        """The control: "PDControl"."""
        return "PDControl"

    @MotionType.setter
    def MotionType(self, value: str) -> None:
        choice(value, ("PDControl",), f"{_NAME}.MotionType")

    @property
    def EndEffectorName(self) -> str:
        """Name of the body that follows the pose; the last body where the robot has none of the name given."""
        names = self._robot.BodyNames
        return self._end_effector if self._end_effector in names else names[-1] if names else ""

    @EndEffectorName.setter
    def EndEffectorName(self, value: str) -> None:
        name = text(value, f"{_NAME}.EndEffectorName")
        if name not in self._robot.BodyNames:
            raise body_not_found(name, self._robot.BodyNames)
        self._end_effector = name

    @property
    def Kp(self) -> Matrix:
        """Proportional gain (6, 6), N m/rad and N/m."""
        return self._Kp

    @Kp.setter
    def Kp(self, value: Any) -> None:
        self._Kp = gain_matrix(value, 6, f"{_NAME}.Kp")

    @property
    def Kd(self) -> Matrix:
        """Derivative gain (6, 6), N m s/rad and N s/m."""
        return self._Kd

    @Kd.setter
    def Kd(self, value: Any) -> None:
        self._Kd = gain_matrix(value, 6, f"{_NAME}.Kd")

    @property
    def JointDamping(self) -> Matrix:
        """Damping of the joints (n,), N m s/rad or N s/m."""
        return self._joint_damping

    @JointDamping.setter
    def JointDamping(self, value: Any) -> None:
        self._joint_damping = gain_vector(value, joint_count(self._robot), f"{_NAME}.JointDamping")

    def _end_effector_number(self) -> int:
        """Number of the end effector in the model."""
        name = self.EndEffectorName
        if not name:
            raise body_not_found(self._end_effector, [])
        return 1 + list(self._robot.BodyNames).index(name)

    def _derivative(self, state: Any, refPose: Any = None, refVel: Any = None, fExt: Any = None) -> Matrix:
        robot, tree = self._robot, vectors_only(self._robot)
        n = tree.model.nv
        x, shape = vector(state, 2 * n, "derivative: the state", "[q; qd]")
        check_gains(n, JointDamping=self._joint_damping)
        q, qd = x[:n], x[n:]
        wanted = rigid_transform(refPose, "derivative: the pose wanted")
        velocity, _ = vector(refVel, 6, "derivative: the velocity wanted", "[w; v]")
        number = self._end_effector_number()
        T, J = core.body_poses(tree.model, q)[number], core.geometric_jacobian(tree.model, q, number)
        turn = rotm2axang(wanted[:3, :3] @ T[:3, :3].T)
        e = np.concatenate([turn[:3] * turn[3], wanted[:3, 3] - T[:3, 3]])
        wrench = self._Kp @ e + self._Kd @ (velocity - J @ qd)
        tau = J.T @ wrench - self._joint_damping * qd + robot.gravityTorque(q)
        return np.concatenate([qd, robot.forwardDynamics(q, qd, tau, fExt)]).reshape(shape)

    derivative = derivative

    def __repr__(self) -> str:
        names = ("EndEffectorName", "Kp", "Kd", "JointDamping", "MotionType", "RigidBodyTree")
        return object_text(self, *names)
