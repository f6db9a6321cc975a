"""jointSpaceMotionModel: a robot that follows references of its joints."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..arguments import choice, name_values
from ..compile import vectors_only
from ..display import object_text
from .functions import derivative, updateErrorDynamicsFromStep
from .model import MotionModel, check_gains, gain_matrix, gain_vector, joint_count, vector

Matrix = NDArray[np.float64]
_TYPES = ("ComputedTorqueControl", "IndependentJointMotion", "PDControl")
_NAME = "jointSpaceMotionModel"


class jointSpaceMotionModel(MotionModel):
    """A robot that follows references of its joints, under one of three controls.

    Parameters
    ----------
    RigidBodyTree : rigidBodyTree, optional
        The robot, joints of one freedom each, DataFormat "row" or "column"; an arm of two links by default.
    MotionType : {"ComputedTorqueControl", "IndependentJointMotion", "PDControl"}
    NaturalFrequency, DampingRatio : float or (n,) array_like
        Of the error dynamics; 10 and 1. The frequency is that of the formulas below, in rad/s.
    Kp, Kd : float or (n, n) array_like
        Gains of "PDControl"; 100 and 10 times the identity.

    Notes
    -----
    With the errors ``e = q - qRef`` and ``ed = qd - qdRef``:

    "IndependentJointMotion": ``qdd = qddRef - 2 z w ed - w^2 e`` for each joint, whatever forces act on the robot.

    "ComputedTorqueControl": the joint forces that would give this acceleration, on the dynamics of the robot: without
    external forces the same motion (Lynch and Park, Modern Robotics, section 11.4.2.2; Siciliano, section 8.5.2).

    "PDControl": the joint forces ``-Kp e - Kd ed + gravityTorque(q)`` on the dynamics of the robot (section 8.5.1).

    Source of the names and motion types: the reference page of jointSpaceMotionModel. Gains and frequencies are live
    arrays: ``model.Kp[0, 0] = 50`` works.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import ode45
    >>> model = jointSpaceMotionModel("MotionType", "IndependentJointMotion")
    >>> model.updateErrorDynamicsFromStep(0.5, 0.1)
    >>> reference = np.array([1, 2, 0, 0, 0, 0])
    >>> t, x = ode45(lambda t, x: model.derivative(x, reference), [0, 2], np.zeros(4))
    >>> x[-1, :2].round(2).tolist(), x[:, 0].max().round(2)
    ([1.0, 2.0], np.float64(1.1))
    """

    __slots__ = ("_Kd", "_Kp", "_damping_ratio", "_motion_type", "_natural_frequency")

    def __init__(self, *args: Any, **keywords: Any) -> None:
        names = ("RigidBodyTree", "NaturalFrequency", "DampingRatio", "Kp", "Kd", "MotionType")
        values = name_values(_NAME, args, keywords, dict.fromkeys(names))
        self._set_robot(values.pop("RigidBodyTree"))
        self._motion_type = _TYPES[0]
        self._set_defaults()
        for name, value in values.items():
            if value is not None:
                setattr(self, name, value)

    def _set_defaults(self) -> None:
        self.NaturalFrequency, self.DampingRatio, self.Kp, self.Kd = 10, 1, 100, 10

    @property
    def MotionType(self) -> str:
        """The control: "ComputedTorqueControl", "IndependentJointMotion" or "PDControl"."""
        return self._motion_type

    @MotionType.setter
    def MotionType(self, value: str) -> None:
        self._motion_type = choice(value, _TYPES, f"{_NAME}.MotionType")

    @property
    def NaturalFrequency(self) -> Matrix:
        """Natural frequency of the error dynamics (n,), rad/s."""
        return self._natural_frequency

    @NaturalFrequency.setter
    def NaturalFrequency(self, value: Any) -> None:
        self._natural_frequency = gain_vector(value, joint_count(self._robot), f"{_NAME}.NaturalFrequency")

    @property
    def DampingRatio(self) -> Matrix:
        """Damping ratio of the error dynamics (n,)."""
        return self._damping_ratio

    @DampingRatio.setter
    def DampingRatio(self, value: Any) -> None:
        self._damping_ratio = gain_vector(value, joint_count(self._robot), f"{_NAME}.DampingRatio")

    @property
    def Kp(self) -> Matrix:
        """Proportional gain of "PDControl" (n, n), N m/rad or N/m."""
        return self._Kp

    @Kp.setter
    def Kp(self, value: Any) -> None:
        self._Kp = gain_matrix(value, joint_count(self._robot), f"{_NAME}.Kp")

    @property
    def Kd(self) -> Matrix:
        """Derivative gain of "PDControl" (n, n), N m s/rad or N s/m."""
        return self._Kd

    @Kd.setter
    def Kd(self, value: Any) -> None:
        self._Kd = gain_matrix(value, joint_count(self._robot), f"{_NAME}.Kd")

    def _derivative(self, state: Any, cmds: Any = None, fExt: Any = None) -> Matrix:
        robot = self._robot
        n = vectors_only(robot).model.nv
        x, shape = vector(state, 2 * n, "derivative: the state", "[q; qd]")
        q, qd = x[:n], x[n:]
        pd = self._motion_type == "PDControl"
        parts = "[qRef; qdRef]" if pd else "[qRef; qdRef; qddRef]"
        wanted, _ = vector(cmds, (2 if pd else 3) * n, f"derivative: the commands for {self._motion_type}", parts)
        e, ed = q - wanted[:n], qd - wanted[n : 2 * n]
        if pd:
            check_gains(n, Kp=self._Kp, Kd=self._Kd)
            qdd = robot.forwardDynamics(q, qd, robot.gravityTorque(q) - self._Kp @ e - self._Kd @ ed, fExt)
        else:
            check_gains(n, NaturalFrequency=self._natural_frequency, DampingRatio=self._damping_ratio)
            w, z = self._natural_frequency, self._damping_ratio
            qdd = wanted[2 * n :] - 2 * z * w * ed - w**2 * e
            if self._motion_type == "ComputedTorqueControl":
                qdd = robot.forwardDynamics(q, qd, robot.inverseDynamics(q, qd, qdd), fExt)
        return np.concatenate([qd, qdd]).reshape(shape)

    derivative = derivative
    updateErrorDynamicsFromStep = updateErrorDynamicsFromStep

    def __repr__(self) -> str:
        names = ("NaturalFrequency", "DampingRatio", "Kp", "Kd", "MotionType", "RigidBodyTree")
        return object_text(self, *names)
