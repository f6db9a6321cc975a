"""generalizedInverseKinematics: joint positions that satisfy several constraints."""

from __future__ import annotations

import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import ik
from ..errors import MatlabTypeError, MatlabValueError
from ..ik.constraints import Constraint, Constraints, FrameConstraint, JointConstraint
from .arguments import choice, name_values
from .compile import OWN_FRAME, located
from .constraints import (
    constraintAiming,
    constraintCartesianBounds,
    constraintDistanceBounds,
    constraintFixedJoint,
    constraintJointBounds,
    constraintOrientationTarget,
    constraintPoseTarget,
    constraintPositionTarget,
    constraintPrismaticJoint,
    constraintRevoluteJoint,
)
from .ik_solver import Solver
from .solver_parameters import ALGORITHMS

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

_ID = "rst_compat:generalizedInverseKinematics:"
CLASSES = {
    "orientation": constraintOrientationTarget,
    "position": constraintPositionTarget,
    "pose": constraintPoseTarget,
    "aiming": constraintAiming,
    "cartesian": constraintCartesianBounds,
    "joint": constraintJointBounds,
    "distance": constraintDistanceBounds,
    "fixed": constraintFixedJoint,
    "revolute": constraintRevoluteJoint,
    "prismatic": constraintPrismaticJoint,
}


class generalizedInverseKinematics(Solver):
    """A solver of inverse kinematics with several constraints: call it with a guess and the constraints.

    Parameters
    ----------
    RigidBodyTree : rigidBodyTree
        The robot; the solver keeps a copy.
    ConstraintInputs : list of str
        What kinds of constraints it is called with, and in which order: "orientation", "position", "pose", "aiming",
        "cartesian", "joint", "distance", "fixed", "revolute", "prismatic"; a kind may stand there several times.
    SolverAlgorithm : {"BFGSGradientProjection", "LevenbergMarquardt"}
    SolverParameters : optional
        A dict or an object with some of the parameters of the algorithm; as of inverseKinematics.

    Notes
    -----
    Source: the reference page of generalizedInverseKinematics, for names and defaults. The algorithms are our own, and
    minimise the sum of squared violations, each times its weight: see :mod:`rst_compat.ik.constraints`. Nothing is
    gained by satisfying a constraint with room to spare, so solutions stand at the edge of the bounds that the search
    came from. Limits of joints are never violated, unless EnforceJointLimits is off.

    Examples
    --------
    >>> from rst_compat import constraintAiming, constraintPositionTarget, importrobot
    >>> robot = importrobot("iiwa14", DataFormat="row")
    >>> tool = robot.BodyNames[-1]
    >>> gik = generalizedInverseKinematics("RigidBodyTree", robot, "ConstraintInputs", ["position", "aiming"])
    >>> place = constraintPositionTarget(tool, TargetPosition=[0.4, 0.2, 0.6])
    >>> look = constraintAiming(tool, TargetPoint=[1, 0, 0])
    >>> q, info = gik(robot.homeConfiguration(), place, look)
    >>> info.Status
    'success'
    """

    __slots__ = ("_inputs",)

    def __init__(self, *args: Any, **keywords: Any) -> None:
        defaults: dict[str, Any] = {
            "RigidBodyTree": None,
            "ConstraintInputs": [],
            "SolverAlgorithm": ALGORITHMS[0],
            "SolverParameters": {},
        }
        values = name_values("generalizedInverseKinematics", args, keywords, defaults)
        self.ConstraintInputs = values["ConstraintInputs"]
        self._make(values)

    @property
    def ConstraintInputs(self) -> list[str]:
        """Kinds of the constraints that the solver is called with, in their order."""
        return list(self._inputs)

    @ConstraintInputs.setter
    def ConstraintInputs(self, value: Any) -> None:
        what = "generalizedInverseKinematics.ConstraintInputs"
        if not isinstance(value, str | list | tuple | np.ndarray):
            raise MatlabTypeError(
                _ID + "WrongInputs",
                f"{what} is no list of words",
                "a list of " + ", ".join(f"'{kind}'" for kind in CLASSES),
                type(value).__name__,
                "Their order is that of the constraints in the call, so a set will not do",
            )
        words = [value] if isinstance(value, str) else value
        self._inputs = tuple(choice(word, CLASSES, what) for word in words)

    def __call__(self, initialguess: Any, *constraintObj: Any, nargout: int = 2) -> Any:
        """Joint positions that satisfy the constraints, or violate them as little as can be found.

        Parameters
        ----------
        initialguess : (nq,) array_like or list of JointConfiguration
            Where the search starts, rad or m, in the robot's DataFormat; ``[]`` is home.
        constraintObj : constraint objects
            Of the classes that ConstraintInputs names, in that order.
        nargout : {1, 2}
            1 for the configuration alone.

        Returns
        -------
        configSol : (nq,) ndarray or list of JointConfiguration
            In the form of the guess. Joints that take part in no constraint stay where the guess has them.
        solInfo : SimpleNamespace
            ``Iterations``; ``NumRandomRestarts``; ``ConstraintViolations``, a list with ``Type``, the word in
            ConstraintInputs, and ``Violation``, an array of what each element of the constraint's Weights weighs, rad
            or m, 0 where it is satisfied; ``ExitFlag``, as of inverseKinematics; ``Status``, "success" where the square
            root of the weighted sum of squared violations is at most SolutionTolerance, else "best available".

        Raises
        ------
        MatlabError
            ``rst_compat:generalizedInverseKinematics:WrongConstraint``, ``...:WrongCount``, ``...:WrongJointBounds``;
            ``robotics:robotmanip:rigidbodytree:BodyNotFound``; ``rst_compat:inverseKinematics:NoRobot``,
            ``...:FloatingJoint``.

        Warns
        -----
        MatlabWarning
            ``robotics:robotmanip:rigidbodytree:ConfigJointLimitsViolationAutoAdjusted`` for a guess outside the limits.
        """
        deadline = time.perf_counter() + self._parameters.MaxTime
        self._check(constraintObj)
        chain, constraints, start = self._arranged(constraintObj)
        problem = Constraints(chain, constraints)
        found, q, vectors = self._solve(problem, chain, initialguess, deadline, start)
        pairs = zip(self._inputs, problem.violations(found.q), strict=True)
        info = SimpleNamespace(
            Iterations=found.iterations,
            NumRandomRestarts=found.restarts,
            ConstraintViolations=[SimpleNamespace(Type=kind, Violation=violation) for kind, violation in pairs],
            ExitFlag=found.flag,
            Status=self._status(found),
        )
        return self._results(nargout, q, vectors, info)

    step = __call__

    def _check(self, given: tuple[Any, ...]) -> None:
        what = "generalizedInverseKinematics"
        if len(given) != len(self._inputs):
            raise MatlabTypeError(
                _ID + "WrongCount",
                f"{what}: {len(given)} constraint{'s were' if len(given) != 1 else ' was'} given",
                f"{len(self._inputs)}, one for each word of ConstraintInputs: {list(self._inputs)}",
                str(len(given)),
                "q, info = gik(initialguess, constraint1, constraint2, ...)",
            )
        for k, (kind, one) in enumerate(zip(self._inputs, given, strict=True), start=1):
            if not isinstance(one, CLASSES[kind]):
                raise MatlabTypeError(
                    _ID + "WrongConstraint",
                    f"{what}: constraint {k} is of the wrong class",
                    f"a {CLASSES[kind].__name__}, since ConstraintInputs has '{kind}' there",
                    type(one).__name__,
                    "Constraints come in the order of ConstraintInputs",
                )

    def _arranged(self, given: tuple[Any, ...]) -> tuple[ik.Chain, list[Constraint], tuple[Any, Any]]:
        """The chain of all bodies that take part, the constraints on it, and where restarts may begin."""
        robot, tree = self._there()
        between = [None if isinstance(c, constraintJointBounds) else c._conditions() for c in given]
        names = tuple(name or robot.BaseName for c in between if c is not None for name in (c.body, c.reference))
        all_joints = None in between
        chain = self._chains[1].get((names, all_joints))
        if chain is None:
            frames = [located(robot, name) for name in names]
            if all_joints:
                frames += [(number, OWN_FRAME) for number in range(1, tree.model.nb + 1)]
            self._chains[1][names, all_joints] = chain = ik.make_chain(tree.model, frames)
        constraints: list[Constraint] = []
        lower, upper, k = np.full(chain.n, -np.inf), np.full(chain.n, np.inf), 0
        for c, conditions in zip(given, between, strict=True):
            if conditions is not None:
                constraints.append(FrameConstraint(k, k + 1, *conditions[2:]))
                k += 2
                continue
            if len(c.Bounds) != chain.n:
                self._wrong_bounds(robot, len(c.Bounds), chain.n)
            constraints.append(JointConstraint(c.Bounds[:, 0], c.Bounds[:, 1], c.Weights))
            goal = c.Weights > 0
            lower[goal] = np.maximum(lower, c.Bounds[:, 0])[goal]
            upper[goal] = np.maximum(lower, np.minimum(upper, c.Bounds[:, 1]))[goal]
        return chain, constraints, (lower, upper)

    def _wrong_bounds(self, robot: rigidBodyTree, rows: int, joints: int) -> None:
        raise MatlabValueError(
            _ID + "WrongJointBounds",
            f"generalizedInverseKinematics: Bounds of the joint constraint has {rows} row{'s' if rows != 1 else ''}",
            f"{joints}, one for each joint of the solver's robot that moves",
            str(rows),
            "Make it with constraintJointBounds(gik.RigidBodyTree)",
        )

    def _copied(self) -> Any:
        new = super()._copied()
        new.ConstraintInputs = self._inputs
        return new

    def _rows(self) -> list[tuple[str, str]]:
        words = "  ".join(f"'{kind}'" for kind in self._inputs)
        rows = super()._rows()
        return [rows[0], ("ConstraintInputs", "{" + words + "}"), *rows[1:]]
