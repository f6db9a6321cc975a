"""inverseKinematics: joint positions that bring a body to a pose."""

from __future__ import annotations

import math
import time
from types import SimpleNamespace
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from .. import ik
from ..errors import MatlabValueError, warn
from .arguments import elements, name_values, numbers, outputs, text
from .compile import chain_handle, located
from .ik_solver import Solver
from .random_numbers import bit_generator
from .solver_parameters import ALGORITHMS

Array = NDArray[np.float64]


class inverseKinematics(Solver):
    """A solver of inverse kinematics: call it with a body and the pose it should take.

    Parameters
    ----------
    RigidBodyTree : rigidBodyTree
        The robot; the solver keeps a copy.
    SolverAlgorithm : {"BFGSGradientProjection", "LevenbergMarquardt"}
    SolverParameters : optional
        A dict or an object with some of the parameters of the algorithm.

    Notes
    -----
    Source: the reference page of inverseKinematics and its page on algorithms, for names and defaults. The algorithms
    are our own: see :mod:`rst_compat.ik`. A solution depends on the guess and on the random restarts, which draw from
    the stream of ``rng``; so compare poses with MATLAB's, not joint positions.

    Examples
    --------
    >>> from rst_compat import importrobot, trvec2tform
    >>> robot = importrobot("planar3r", DataFormat="row")
    >>> ik = inverseKinematics("RigidBodyTree", robot, "SolverAlgorithm", "LevenbergMarquardt")
    >>> weights = [0, 0, 0, 1, 1, 0]  # orientation, then position
    >>> q, info = ik(robot.BodyNames[-1], trvec2tform([0.4, 0.3, 0]), weights, robot.homeConfiguration())
    >>> info.Status
    'success'
    """

    __slots__ = ()

    def __init__(self, *args: Any, **keywords: Any) -> None:
        defaults: dict[str, Any] = {
            "RigidBodyTree": None,
            "SolverAlgorithm": ALGORITHMS[0],
            "SolverParameters": {},
        }
        self._make(name_values("inverseKinematics", args, keywords, defaults))

    def __call__(self, endeffector: str, tform: Any, weights: Any, initialguess: Any, *, nargout: int = 2) -> Any:
        """Joint positions that bring a body to a pose, or as near to it as can be found.

        Parameters
        ----------
        endeffector : str
            A body, or a frame of one.
        tform : (4, 4) array_like or se3
            Pose wanted of it in the base; m.
        weights : (6,) array_like
            Of the errors of orientation about the base's x, y, z, then of position along them; 0 ignores one.
        initialguess : (nq,) array_like or list of JointConfiguration
            Where the search starts, rad or m, in the robot's DataFormat; ``[]`` is home.
        nargout : {1, 2}
            1 for the configuration alone.

        Returns
        -------
        configSol : (nq,) ndarray or list of JointConfiguration
            In the form of the guess. Joints that do not move the body stay where the guess has them.
        solInfo : SimpleNamespace
            ``Iterations``; ``NumRandomRestarts``; ``PoseErrorNorm``, the square root of the weighted sum of squares of
            the rotation vector, rad, and the displacement, m; ``ExitFlag``, 1 for a minimum, 2 when the iterations
            are used up, 3 the time, 4 for a step and 5 for a change below their tolerances; ``Status``, "success" or
            "best available".

        Raises
        ------
        MatlabError
            ``robotics:robotmanip:rigidbodytree:BodyNotFound``;
            ``robotics:robotmanip:inversekinematics:EndEffectorIsBase``; ``rst_compat:argument:NotATransform``;
            ``rst_compat:inverseKinematics:NoRobot``, ``...:FloatingJoint``, ``...:WrongWeights``.

        Warns
        -----
        MatlabWarning
            ``robotics:robotmanip:rigidbodytree:ConfigJointLimitsViolationAutoAdjusted`` for a guess outside the limits,
            ``robotics:robotmanip:inversekinematics:HomogeneousTransformInvalid`` for a pose that is not rigid.
        """
        answer = self._at_once(endeffector, tform, weights, initialguess)
        if answer is not None:
            return outputs(nargout, answer[0], self._info(*answer[1:]))
        deadline = time.perf_counter() + self._parameters.MaxTime
        chain, handle = self._chain(endeffector)
        T, w = _rigid(tform), _weights(weights)

        def direct(guess: Array) -> Any:
            return handle and handle.solve(guess, T, w, self._rules_record(), bit_generator)

        problem = ik.PoseError(chain, T, w)
        found, q, vectors = self._solve(problem, chain, initialguess, deadline, direct=direct)
        return self._results(nargout, q, vectors, self._info(*found[1:]))

    step = __call__

    def _at_once(self, endeffector: Any, tform: Any, weights: Any, guess: Any) -> Any:
        """The compiled engine's answer to arguments that need no help and nothing said of them, or None."""
        robot, (tree, kept) = self._robot, self._chains
        if type(endeffector) is not str or tree is None or robot is None or robot._data_format == "struct":
            return None
        if tree is not robot._compiled or tree.revision is not robot._revision:
            return None
        handle = kept.get(endeffector, _NOTHING)[1]
        return handle and handle.solve(guess, tform, weights, self._rules_record(), bit_generator)

    def _info(self, error: float, iterations: int, restarts: int, flag: int) -> SimpleNamespace:
        return SimpleNamespace(
            Iterations=iterations,
            NumRandomRestarts=restarts,
            PoseErrorNorm=error,
            ExitFlag=flag,
            Status="success" if error <= self._parameters._values["SolutionTolerance"] else "best available",
        )

    def _chain(self, endeffector: str) -> tuple[ik.Chain, Any]:
        """The joints that move the end effector, and the engine's handle; kept until the tree is edited."""
        robot, tree = self._there()
        name = text(endeffector, "inverseKinematics: the end effector")
        known: tuple[ik.Chain, Any] | None = self._chains[1].get(name)
        if known is None:
            place = located(robot, name)
            if name == robot.BaseName:
                raise MatlabValueError(
                    "robotics:robotmanip:inversekinematics:EndEffectorIsBase",
                    f"inverseKinematics: the end effector {name} is the base of the robot",
                    "a body",
                    "the base",
                    f"The bodies are {', '.join(robot.BodyNames) or 'none'}",
                )
            chain = ik.make_chain(tree.model, [place])
            self._chains[1][name] = known = (chain, chain_handle(tree, chain, self._limits()))
        return known


_NOTHING = (None, None)


def _weights(value: Any) -> Array:
    weights = elements(value, 6, "inverseKinematics: weights")
    if (weights < 0).any():
        raise MatlabValueError(
            "rst_compat:inverseKinematics:WrongWeights",
            "inverseKinematics: weights has a negative element",
            "six numbers from 0, [orientation(3) position(3)]",
            str(weights.tolist()),
            "0 ignores an element of the error",
        )
    return weights


def _rigid(value: Any) -> Array:
    """A target pose (4, 4); the nearest rotation where the given one is none, with a warning where it shows."""
    T = numbers(value, "inverseKinematics: tform")
    if T.shape != (4, 4):
        _no_transform("has the wrong size", f"shape {T.shape}")
    (a, b, c, x), (d, e, f, y), (g, h, i, z), last = T.tolist()
    volume = a * (e * i - f * h) + b * (f * g - d * i) + c * (d * h - e * g)
    if not math.isfinite(sum((volume, x, y, z, *last))):
        _no_transform("is not finite", "NaN or Inf")
    if volume < _FLAT:
        _no_transform("has nothing like a rotation in its upper left corner", str(T[:3, :3].tolist()))
    lengths = (a * a + d * d + g * g - 1, b * b + e * e + h * h - 1, c * c + f * f + i * i - 1)
    angles = (a * b + d * e + g * h, b * c + e * f + h * i, c * a + f * d + i * g)
    off = max(map(abs, lengths + angles))
    if off > _PRINTED or last != _LAST:
        warn(
            "robotics:robotmanip:inversekinematics:HomogeneousTransformInvalid",
            "tform is not a rigid transform; the nearest rotation and the last row [0 0 0 1] take its place.",
            stacklevel=3,
        )
    if off > _ROUNDING:
        U, _, V = np.linalg.svd(T[:3, :3])
        T = np.block([[U @ V, T[:3, 3:]], [np.array(_LAST)]])
    return T


_LAST = [0.0, 0.0, 0.0, 1.0]
_FLAT = 1e-3  # a determinant that leaves no doubt about the nearest rotation
_PRINTED, _ROUNDING = 1e-3, 1e-12  # off orthonormal: by four printed digits, and by arithmetic


def _no_transform(fact: str, got: str) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:argument:NotATransform",
        f"inverseKinematics: tform {fact}",
        "a 4-by-4 homogeneous transform [R p; 0 0 0 1]",
        got,
        "trvec2tform, eul2tform and axang2tform make one",
    )
