"""The terms of the equation of motion as SymPy expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import core
from ..errors import MatlabValueError
from ..matlab.arguments import is_empty, text
from ..matlab.compile import body_not_found
from .exact import expression, sympy
from .symbolic_robot import SymbolicRobot

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

    Robot = rigidBodyTree | SymbolicRobot


def robot(tree: rigidBodyTree, Parameters: Any = None) -> SymbolicRobot:
    """A robot with exact numbers, and with symbols for what is chosen.

    Parameters
    ----------
    tree : rigidBodyTree
        Its DataFormat does not matter.
    Parameters : {"inertial", "all"} or dict, optional
        "inertial": symbols for all masses, centres of mass and inertias that are not zero (``m1``, ``cx1``, ``Ixx1``
        about the body frame, as in MATLAB); "all": also for lengths (``px1`` .. of JointToParentTransform, ``lx1`` ..
        of ChildToJointTransform) and gravity ``g``. A dict names properties: ``{"body_1.Mass": "m1", "joint_1.DH":
        ["a1", 0, 0, 0], "body_1.CenterOfMass": ["l1 - a1", 0, 0], "Gravity": [0, "-g", 0]}``; values are names,
        formulas, numbers, SymPy expressions, or lists of them. Of a body: Mass, CenterOfMass, Inertia (about the
        body frame), CentralInertia (about the centre of mass, in the axes of the body frame). Of a joint: DH, MDH,
        JointAxis, JointToParentTransform, ChildToJointTransform.

    Returns
    -------
    SymbolicRobot

    Raises
    ------
    MatlabError
        ``rst_compat:symbolic:NeedsExtra``, ``rst_compat:symbolic:WrongParameter``,
        ``rst_compat:symbolic:FloatingJoint``.

    Notes
    -----
    Names become real symbols. Numbers become fractions: one with a denominator up to a million that is the float within
    1e-15 of it, or else the decimals of the float. Elements of rotations and axes that are roots of simple
    fractions within 1e-12 are those: the cosine of pi/2 is 0, that of pi/4 is sqrt(2)/2. A formula given as text is
    evaluated by SymPy, as Python code: read none from where you do not know.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot(importrobot("twolink"), {"body_1.Mass": "m1", "body_2.Mass": "m2"})
    <symbolic robot: 2 moving joints, 2 bodies, parameters: m1, m2>
    """
    return SymbolicRobot(tree, Parameters)


def massMatrix(robot: Robot, q: Any = None, *, Simplify: bool = True) -> Any:
    """Mass matrix (nv, nv).

    >>> from rst_compat import importrobot
    >>> massMatrix(importrobot("twolink"))[0, 1]
    49*cos(q2)/400 + 2149/18750
    """
    r = _symbolic(robot)
    return _matrix(r, core.mass_matrix(r._model, r._q), Simplify, q)


def coriolisMatrix(robot: Robot, q: Any = None, qd: Any = None, *, Simplify: bool = True) -> Any:
    """Coriolis matrix (nv, nv) of the Christoffel symbols.

    >>> from rst_compat import importrobot
    >>> coriolisMatrix(importrobot("twolink"))
    Matrix([
    [-49*qd2*sin(q2)/400, -49*(qd1 + qd2)*sin(q2)/400],
    [ 49*qd1*sin(q2)/400,                           0]])
    """
    r = _symbolic(robot)
    return _matrix(r, core.coriolis_matrix(r._model, r._q, r._qd), Simplify, q, qd)


def velocityProduct(robot: Robot, q: Any = None, qd: Any = None, *, Simplify: bool = True) -> Any:
    """Velocity product (nv, 1)."""
    r = _symbolic(robot)
    return _matrix(r, core.velocity_product(r._model, r._q, r._qd), Simplify, q, qd)


def gravityTorque(robot: Robot, q: Any = None, *, Simplify: bool = True) -> Any:
    """Gravity torque (nv, 1).

    >>> from rst_compat import importrobot
    >>> gravityTorque(importrobot("twolink"))[1]
    48069*cos(q1 + q2)/20000
    """
    r = _symbolic(robot)
    return _matrix(r, core.gravity_torque(r._model, r._q), Simplify, q)


def inverseDynamics(robot: Robot, q: Any = None, qd: Any = None, qdd: Any = None, *, Simplify: bool = True) -> Any:
    """Joint forces (nv, 1) for a motion."""
    r = _symbolic(robot)
    return _matrix(r, core.inverse_dynamics(r._model, r._q, r._qd, r._qdd), Simplify, q, qd, qdd)


def inverseDynamicsRegressor(
    robot: Robot,
    q: Any = None,
    qd: Any = None,
    qdd: Any = None,
    *,
    Parameters: Sequence[Any] | None = None,
    Simplify: bool = True,
) -> Any:
    """Regressor Y, with ``inverseDynamics == Y * inertialParameters``.

    Parameters
    ----------
    robot : rigidBodyTree or SymbolicRobot
    q, qd, qdd : sequences, optional
        What stands for the motion.
    Parameters : sequence of symbols, optional
        Y (nv, p) has a column for each of these instead, where the torque is linear in them and nothing of it is
        without them: what ``coeffs`` or ``jacobian`` give in MATLAB. By default Y is (nv, 10 NumBodies).
    Simplify : bool, default True

    Raises
    ------
    MatlabError
        ``rst_compat:symbolic:NotLinear``.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> arm = robot(importrobot("twolink"), {"body_1.Mass": "m1", "body_1.CentralInertia": [0, 0, "I1", 0, 0, 0],
    ...                                      "body_2.Mass": "m2", "body_2.CentralInertia": [0, 0, "I2", 0, 0, 0]})
    >>> inverseDynamicsRegressor(arm, Parameters=["I1", "I2", "m1", "m2"])[0, :3]
    Matrix([[qdd1, qdd1 + qdd2, qdd1/16 + 981*cos(q1)/400]])
    """
    r = _symbolic(robot)
    if Parameters is None:
        return _matrix(r, core.inverse_dynamics_regressor(r._model, r._q, r._qd, r._qdd), Simplify, q, qd, qdd)
    sp = sympy()
    tau = inverseDynamics(r, Simplify=Simplify)
    wanted = [expression(p, "inverseDynamicsRegressor: a parameter") for p in Parameters]
    Y = tau.jacobian(wanted)
    if Y.free_symbols & set(wanted) or any(e != 0 for e in (tau - Y * sp.Matrix(wanted)).expand()):
        raise MatlabValueError(
            "rst_compat:symbolic:NotLinear",
            "symbolic.inverseDynamicsRegressor: the torque is not Parameters times something",
            "parameters in which it is linear, and that every mass and inertia has",
            ", ".join(map(str, wanted)),
            "Without Parameters there is a column for each of the ten parameters of each body",
        )
    if Simplify:
        Y = Y.applyfunc(lambda e: sp.Add(*map(sp.factor_terms, sp.Add.make_args(sp.expand(e)))))
    return Y.xreplace(_given(r, q, qd, qdd))


def inertialParameters(robot: Robot) -> Any:
    """``[m mcx mcy mcz Ixx Iyy Izz Iyz Ixz Ixy]`` of every body below each other, (10 NumBodies, 1)."""
    r = _symbolic(robot)
    return _matrix(r, r._model.parameters[1:].ravel(), True)


def getTransform(robot: Robot, q: Any, sourcebody: str, targetbody: str | None = None, *, Simplify: bool = True) -> Any:
    """Transform (4, 4) that maps points of the source body into the target body, which is the base by default.

    >>> from rst_compat import importrobot
    >>> getTransform(importrobot("twolink"), None, "body_2")[:2, 3]
    Matrix([
    [cos(q1)/2 + 7*cos(q1 + q2)/10],
    [sin(q1)/2 + 7*sin(q1 + q2)/10]])
    """
    r = _symbolic(robot)
    poses = core.body_poses(r._model, r._q)
    source, target = (_number(r, r.BaseName if name is None else name) for name in (sourcebody, targetbody))
    T = core.invert_pose(poses[target]) @ poses[source] if target else poses[source]
    return _matrix(r, T, Simplify, q)


def geometricJacobian(robot: Robot, q: Any, endeffectorname: str, *, Simplify: bool = True) -> Any:
    """Jacobian (6, nv), rows [omega; v] in base axes."""
    r = _symbolic(robot)
    return _matrix(r, core.geometric_jacobian(r._model, r._q, _number(r, endeffectorname)), Simplify, q)


# --------------------------------------------------------------------------- arguments and results


def _symbolic(robot: Any) -> SymbolicRobot:
    return robot if isinstance(robot, SymbolicRobot) else SymbolicRobot(robot)


def _number(r: SymbolicRobot, name: str) -> int:
    if text(name, "symbolic: the body") not in r._numbers:
        raise body_not_found(name, r._numbers)
    return r._numbers[name]


def _matrix(r: SymbolicRobot, values: Any, simplify: bool, *motion: Any) -> Any:
    rows = np.atleast_2d(values).T if np.ndim(values) == 1 else values
    shown = [r._presenter.expression(e, simplify=simplify) for e in rows.flat]
    return sympy().Matrix(*rows.shape, shown).xreplace(_given(r, *motion))


def _given(r: SymbolicRobot, *motion: Any) -> dict[Any, Any]:
    """What a user puts in the place of the symbols of the motion."""
    found: dict[Any, Any] = {}
    for name, symbols, values in zip(("q", "qd", "qdd"), (r.q, r.qd, r.qdd), motion, strict=False):
        if is_empty(values):
            continue
        listed = list(values)
        if len(listed) != len(symbols):
            raise MatlabValueError(
                "rst_compat:symbolic:WrongSize",
                f"symbolic: {name} has the wrong size",
                f"{len(symbols)} symbols, expressions or numbers, one for each moving joint",
                str(len(listed)),
                f"[] is {name}1, {name}2 ...",
            )
        found |= {s: expression(v, f"symbolic: {name}") for s, v in zip(symbols, listed, strict=True)}
    return found
