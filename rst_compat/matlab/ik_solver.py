"""What the iterative inverse kinematics solvers share: their robot, their algorithm, and how a search is run."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import ik
from ..errors import MatlabTypeError, MatlabValueError, warn
from .arguments import choice, outputs
from .compile import Compiled, check_tree, compiled, search_rules
from .configurations import JointConfiguration, configuration
from .display import properties_text
from .handles import Handle
from .joint_vectors import JointVectors
from .random_numbers import rand
from .solver_parameters import ALGORITHMS, SolverParameters, parameters_of

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

_SEARCH = {
    "BFGSGradientProjection": ik.bfgs_projection,
    "LevenbergMarquardt": ik.levenberg_marquardt,
}
_LIMITS = object()  # the key of what is kept beside the chains
_TYPED = 1e-6  # rad or m by which a guess typed at a limit may pass it without a warning


class Solver(Handle):
    """Base of the solvers."""

    __slots__ = ("_algorithm", "_chains", "_parameters", "_record", "_robot")

    def _make(self, values: dict[str, Any]) -> None:
        self._record: tuple[Any, bytes] = (None, b"")
        self._robot: rigidBodyTree | None = None
        self._chains: tuple[Compiled | None, dict[Any, Any]] = (None, {})
        self.SolverAlgorithm = values["SolverAlgorithm"]
        self.SolverParameters = values["SolverParameters"]
        if values["RigidBodyTree"] is not None:
            self.RigidBodyTree = values["RigidBodyTree"]

    @property
    def RigidBodyTree(self) -> rigidBodyTree | None:
        """The robot, a copy of the one that was assigned."""
        return self._robot

    @RigidBodyTree.setter
    def RigidBodyTree(self, value: rigidBodyTree) -> None:
        check_tree(value, f"{type(self).__name__}.RigidBodyTree")
        self._one_freedom_each(compiled(value))
        self._robot = value._copied()

    @property
    def SolverAlgorithm(self) -> str:
        """Name of the algorithm; a change of it brings its own default parameters."""
        return self._algorithm

    @SolverAlgorithm.setter
    def SolverAlgorithm(self, value: str) -> None:
        self._algorithm = choice(value, ALGORITHMS, f"{type(self).__name__}.SolverAlgorithm")
        self._parameters = SolverParameters(self._algorithm)

    @property
    def SolverParameters(self) -> SolverParameters:
        """Tolerances and limits of the algorithm, to be set one by one."""
        return self._parameters

    @SolverParameters.setter
    def SolverParameters(self, value: Any) -> None:
        self._parameters = parameters_of(self._algorithm, value)

    def release(self) -> None:
        """Nothing to release here: properties may be changed at any time."""

    def _there(self) -> tuple[rigidBodyTree, Compiled]:
        """The robot and its compiled form."""
        kind = type(self).__name__
        if self._robot is None:
            raise MatlabValueError(
                "rst_compat:inverseKinematics:NoRobot",
                f"{kind}: there is no robot",
                "a rigidBodyTree",
                "none",
                f'{kind}("RigidBodyTree", robot), or set its property RigidBodyTree',
            )
        tree = compiled(self._robot)
        if self._chains[0] is not tree:
            self._one_freedom_each(tree)
            self._chains = (tree, {})
        return self._robot, tree

    def _one_freedom_each(self, tree: Compiled) -> None:
        if tree.model.floating:
            raise MatlabValueError(
                "rst_compat:inverseKinematics:FloatingJoint",
                f"{type(self).__name__}: the robot has a floating joint, whose velocity has fewer elements than its "
                "position",
                "fixed, revolute and prismatic joints",
                ", ".join(tree.joint_names[i - 1] for i, *_ in tree.model.floating),
                "Put three prismatic and three revolute joints with massless bodies in its place",
            )

    def _solve(
        self,
        problem: Any,
        chain: ik.Chain,
        initialguess: Any,
        deadline: float,
        start: tuple[Any, Any] = (-np.inf, np.inf),
        direct: Callable[[Array], Any] = lambda _: None,
    ) -> tuple[ik.Solution, Array, JointVectors]:
        """Solve a problem from a guess; ``start`` bounds (n,) narrow where random restarts begin.

        ``direct`` is asked first: the compiled engine's answer to a guess (nq,), or None.

        Returns what was found, all joint positions, and what gives them the form of the guess.
        """
        robot, tree = self._there()
        vectors, kind = JointVectors(type(self).__name__, robot, tree), type(self).__name__
        struct = robot._data_format == "struct"
        guess = configuration(robot, initialguess, kind) if struct else vectors.position(initialguess)
        p, q, at = self._parameters.as_dict(), guess.copy(), chain.positions
        lower, upper = self._limits()
        box = ik.EVERYWHERE
        if p["EnforceJointLimits"]:
            q, box = ik.Box(lower, upper).clip(guess), ik.Box(lower[at], upper[at], chain.turns)
            if np.abs(q - guess).max(initial=0) > _TYPED:
                warn(
                    "robotics:robotmanip:rigidbodytree:ConfigJointLimitsViolationAutoAdjusted",
                    "The initial guess is outside the joint limits; it is moved to the nearest limits.",
                    stacklevel=3,
                )
        answer = direct(q)
        if answer is not None:
            return ik.Solution(answer[0][at], *answer[1:]), answer[0], vectors
        rules = ik.Rules(**_tolerances(p), deadline=deadline)

        starts = ik.Box(*(np.clip(x, lower[at], upper[at]) for x in start))
        uniform = (lambda: rand(1, chain.n)[0]) if p["AllowRandomRestart"] and chain.n else None
        found = ik.solve(_SEARCH[self._algorithm], problem, q[at], box, rules, p["MaxIterations"], uniform, starts)
        q[at] = found.q
        return found, q, vectors

    def _rules_record(self) -> bytes:
        """The parameters as the compiled engine takes them, kept until one of them is set."""
        p = self._parameters._values
        if self._record[0] is not p:
            record = search_rules(
                algorithm=_SEARCH[self._algorithm].__name__,
                iterations=p["MaxIterations"],
                time=p["MaxTime"],
                limits=p["EnforceJointLimits"],
                restarts=p["AllowRandomRestart"],
                **_tolerances(p),
            )
            self._record = (p, record)
        return self._record[1]

    def _limits(self) -> tuple[Array, Array]:
        """Lower and upper limits (nq,) of all joints, kept beside the chains of the tree."""
        robot, _ = self._there()
        known = self._chains[1]
        if _LIMITS not in known:
            limits = [b._joint._limits for b in robot._bodies if b._joint._type != "fixed"]
            known[_LIMITS] = tuple(np.array(limits).reshape(-1, 2).T.copy())
        lower, upper = known[_LIMITS]
        return lower, upper

    def _results(self, nargout: int, q: Array, vectors: JointVectors, info: SimpleNamespace) -> Any:
        if vectors.robot._data_format == "struct":
            named = zip(vectors.tree.moving, q.tolist(), strict=True)
            return outputs(nargout, [JointConfiguration(name, value) for name, value in named], info)
        return outputs(nargout, vectors.shaped(q), info)

    def _status(self, found: ik.Solution) -> str:
        return "success" if found.error <= self._parameters.SolutionTolerance else "best available"

    def _copied(self) -> Any:
        new = object.__new__(type(self))
        new._make(
            {
                "RigidBodyTree": self._robot,
                "SolverAlgorithm": self._algorithm,
                "SolverParameters": self._parameters,
            }
        )
        return new

    def _rows(self) -> list[tuple[str, str]]:
        return [
            ("RigidBodyTree", "[1x1 rigidBodyTree]" if self._robot is not None else "[]"),
            ("SolverAlgorithm", f"'{self._algorithm}'"),
            ("SolverParameters", "[1x1 struct]"),
        ]

    def __repr__(self) -> str:
        return properties_text(type(self).__name__, self._rows())


def _tolerances(p: dict[str, Any]) -> dict[str, Any]:
    """The parameters of one search by their names in ``ik.Rules``."""
    return {
        "solution": p["SolutionTolerance"],
        "gradient": p["GradientTolerance"],
        "step": p["StepTolerance"],
        "change": p.get("ErrorChangeTolerance", 0.0),
        "bias": p.get("DampingBias", 0.0),
        "error_damping": p.get("UseErrorDamping", True),
    }


def step(solver: Any, *args: Any, **keywords: Any) -> Any:
    """Call a solver: ``step(ik, name, tform, weights, guess)`` is ``ik(name, tform, weights, guess)``.

    Parameters
    ----------
    solver : inverseKinematics or generalizedInverseKinematics
    *args, **keywords
        Those of the solver.

    Returns
    -------
    (q, info)
        As of the solver.

    Raises
    ------
    MatlabError
        ``rst_compat:inverseKinematics:NotASolver``; those of the solver.

    Notes
    -----
    Scripts of before R2016b call solvers so, as all system objects.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import importrobot, inverseKinematics
    >>> robot = importrobot("twolink")
    >>> pose = robot.getTransform([0.3, 0.4], "body_2")
    >>> q, info = step(inverseKinematics(RigidBodyTree=robot), "body_2", pose, np.ones(6), [0.2, 0.2])
    >>> q.round(4).tolist(), info.Status
    ([0.3, 0.4], 'success')
    """
    return _solver("step", solver)(*args, **keywords)


def release(solver: Any) -> None:
    """Let a solver take other settings; here it takes them at any time, and nothing happens.

    Parameters
    ----------
    solver : inverseKinematics or generalizedInverseKinematics

    Raises
    ------
    MatlabError
        ``rst_compat:inverseKinematics:NotASolver``.

    Notes
    -----
    Source: the reference page of system objects.

    Examples
    --------
    >>> from rst_compat import generalizedInverseKinematics
    >>> release(generalizedInverseKinematics())
    """
    _solver("release", solver).release()


def _solver(function: str, thing: Any) -> Any:
    if isinstance(thing, Solver):
        return thing
    raise MatlabTypeError(
        "rst_compat:inverseKinematics:NotASolver",
        f"{function}: the first argument is no solver",
        "an inverseKinematics or a generalizedInverseKinematics",
        type(thing).__name__,
        f"{function}(ik, ...) of ik = inverseKinematics(RigidBodyTree=robot)",
    )
