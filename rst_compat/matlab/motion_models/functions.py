"""derivative and updateErrorDynamicsFromStep, functions and methods of the motion models."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import MatlabTypeError, MatlabValueError
from ..arguments import numbers
from .step_response import damping_ratio, settling_time_of_unit_frequency


def derivative(motionModel: Any, state: Any, *inputs: Any) -> NDArray[np.float64]:
    """Time derivative of the state of a robot under control.

    Parameters
    ----------
    motionModel : jointSpaceMotionModel or taskSpaceMotionModel
    state : (2n,) array_like
        ``[q; qd]``: joint positions, rad or m, and velocities, rad/s or m/s.
    *inputs
        Of a joint-space model: the commands ``[qRef; qdRef; qddRef]`` (3n,), or ``[qRef; qdRef]`` (2n,) for MotionType
        "PDControl". Of a task-space model: the pose (4, 4) wanted of the end effector in the base frame, and its
        velocity ``[w; v]`` (6,), rad/s and m/s in base axes. Then, if wanted, the external forces from
        :func:`~rst_compat.externalForce`.

    Returns
    -------
    (2n,) ndarray
        ``[qd; qdd]``; (2n, 1) or (1, 2n) where the state was 2-D.

    Raises
    ------
    MatlabError
        ``rst_compat:motionModel:WrongSize``, ``rst_compat:motionModel:NotAMotionModel``,
        ``rst_compat:motionModel:SeveralFreedoms``; as ``forwardDynamics``.

    Notes
    -----
    The classes have the control laws. Source: the reference page of derivative.

    Examples
    --------
    >>> from rst_compat import jointSpaceMotionModel
    >>> model = jointSpaceMotionModel("MotionType", "IndependentJointMotion", "NaturalFrequency", 2)
    >>> derivative(model, [0, 0, 0, 0], [1, 0, 0, 0, 0, 0]).round(6).tolist()
    [0.0, 0.0, 4.0, 0.0]
    """
    try:
        rate = type(motionModel)._derivative
    except AttributeError:
        raise _not_a_model("derivative", motionModel, "a jointSpaceMotionModel or taskSpaceMotionModel") from None
    rates: NDArray[np.float64] = rate(motionModel, state, *inputs)
    return rates


def updateErrorDynamicsFromStep(motionModel: Any, settlingTime: Any, overshoot: Any, jointIndex: Any = None) -> None:
    """Choose NaturalFrequency and DampingRatio so that a step in the reference is answered as wanted.

    Parameters
    ----------
    motionModel : jointSpaceMotionModel
    settlingTime : float or (n,) array_like
        Time until the position stays within 2 % of the step, s.
    overshoot : float or (n,) array_like
        Part of the step by which the position passes it: 0.05 is 5 %. At 0 the damping is critical.
    jointIndex : int, optional
        The one joint to change, from 0; all by default.

    Raises
    ------
    MatlabError
        ``rst_compat:motionModel:WrongStep``, ``rst_compat:motionModel:WrongJoint``,
        ``rst_compat:motionModel:NotAMotionModel``.

    Notes
    -----
    Ogata, Modern Control Engineering, section 5.3: the overshoot gives the damping ratio, ``exp(-pi z / sqrt(1-z^2))``.
    For the settling time the exact 2 % time of the second-order system is used, not the book's rule of thumb
    ``4 / (z wn)``: with it the system would settle 3 % later than asked for at an overshoot of 5 %, and 46 % later
    without overshoot.

    Examples
    --------
    >>> from rst_compat import jointSpaceMotionModel
    >>> model = jointSpaceMotionModel()
    >>> updateErrorDynamicsFromStep(model, 0.3, 0.05)
    >>> model.DampingRatio.round(4).tolist(), model.NaturalFrequency.round(3).tolist()
    ([0.6901, 0.6901], [19.984, 19.984])
    """
    if not hasattr(motionModel, "DampingRatio"):
        raise _not_a_model("updateErrorDynamicsFromStep", motionModel, "a jointSpaceMotionModel")
    n = motionModel.NaturalFrequency.size
    joint = slice(None) if jointIndex is None else _joint(jointIndex, n)
    count = n if jointIndex is None else 1
    times, parts = _step(settlingTime, count, "settlingTime"), _step(overshoot, count, "overshoot")
    if not (times > 0).all() or not ((parts >= 0) & (parts < 1)).all():
        raise MatlabValueError(
            "rst_compat:motionModel:WrongStep",
            "updateErrorDynamicsFromStep: no second-order system answers a step like this",
            "settlingTime above 0, overshoot from 0 to below 1",
            f"settlingTime {times.tolist()}, overshoot {parts.tolist()}",
            "The overshoot is a part of the step: 0.05 for 5 %",
        )
    damping = np.array([damping_ratio(part) for part in parts.tolist()])
    slow = np.array([settling_time_of_unit_frequency(z) for z in damping.tolist()])
    motionModel.DampingRatio[joint], motionModel.NaturalFrequency[joint] = damping, slow / times


def _step(value: Any, count: int, name: str) -> NDArray[np.float64]:
    array = numbers(value, f"updateErrorDynamicsFromStep: {name}").ravel()
    if array.size not in (1, count) or not np.isfinite(array).all():
        raise MatlabValueError(
            "rst_compat:motionModel:WrongStep",
            f"updateErrorDynamicsFromStep: {name} has a wrong value",
            "a finite number" + (f", or {count}, one per joint" if count > 1 else ""),
            str(array.tolist()),
            "With a joint index it is the value of that joint",
        )
    return np.broadcast_to(array, (count,))


def _joint(value: Any, n: int) -> slice:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 0 <= value < n:
        return slice(int(value), int(value) + 1)
    raise MatlabValueError(
        "rst_compat:motionModel:WrongJoint",
        "updateErrorDynamicsFromStep: there is no such joint",
        f"a number from 0 to {n - 1}",
        repr(value),
        "Indices count from 0 here",
    )


def _not_a_model(function: str, thing: Any, expected: str) -> MatlabTypeError:
    return MatlabTypeError(
        "rst_compat:motionModel:NotAMotionModel",
        f"{function}: the first argument is no model of this kind",
        expected,
        type(thing).__name__,
        'jointSpaceMotionModel("RigidBodyTree", robot) makes one',
    )
