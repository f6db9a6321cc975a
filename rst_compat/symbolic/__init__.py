"""MATLAB's names for SymPy: the terms of the equation of motion of a small robot as exact expressions.

Every function takes a rigidBodyTree, whose numbers become fractions, or what :func:`robot` makes of one with symbols
for its parameters, and returns a ``sympy.Matrix``. The motion is ``q1, q2 ..``, ``qd1 ..``, ``qdd1 ..``, or what is
given in its place: symbols, functions of time, numbers. Angles of parallel axes one behind the other are added up, and
each expression has one form; ``Simplify=False`` leaves products of sines and cosines as they come, which is faster.

>>> from rst_compat import importrobot
>>> arm = robot(importrobot("twolink"), {"body_1.Mass": "m1", "body_2.Mass": "m2"})
>>> gravityTorque(arm)[1]
6867*m2*cos(q1 + q2)/2000
"""

from .functions import (
    coriolisMatrix,
    geometricJacobian,
    getTransform,
    gravityTorque,
    inertialParameters,
    inverseDynamics,
    inverseDynamicsRegressor,
    massMatrix,
    robot,
    velocityProduct,
)
from .symbolic_robot import SymbolicRobot

__all__ = [
    "SymbolicRobot",
    "coriolisMatrix",
    "geometricJacobian",
    "getTransform",
    "gravityTorque",
    "inertialParameters",
    "inverseDynamics",
    "inverseDynamicsRegressor",
    "massMatrix",
    "robot",
    "velocityProduct",
]
