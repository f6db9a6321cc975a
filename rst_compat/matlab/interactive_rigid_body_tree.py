"""interactiveRigidBodyTree: a robot on a page in the browser, moved by sliders and by a marker."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError
from . import stored_items
from .arguments import choice, elements, is_empty, logical, name_values, switch, text
from .compile import check_tree, compiled, located
from .configurations import configuration
from .constraints.properties import checked_weights
from .display import properties_text
from .generalized_inverse_kinematics import generalizedInverseKinematics
from .handles import Handle
from .joint_vectors import check_quaternions
from .marker_control import METHODS
from .number_text import inline_text
from .stored_items import check_constraint, columns, refuse

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]
_NAME = "interactiveRigidBodyTree"


class interactiveRigidBodyTree(Handle):
    """A robot on a page in the browser: drag the marker or the sliders, and read or set its configuration.

    Parameters
    ----------
    robot : rigidBodyTree
    MarkerBodyName : str
        The body or frame that the marker moves; the last body by default.
    MarkerControlMethod : {"InverseKinematics", "JointControl"}
        Whether the marker moves the robot through inverse kinematics, or the one joint that moves its body.
    MarkerScaleFactor : float
        Size of the marker; 1 by default.
    ShowMarker : bool
        True by default.
    Frames : {"on", "off"}
        Whether the frames of the bodies are shown; "on" by default.
    Configuration : (nq,) array_like
        Joint positions, rad or m; home by default.
    StoredConfigurations : (nq, m) array_like
        None by default.
    Constraints : list of constraint objects
        What inverse kinematics has to satisfy beside the pose of the marker; none by default.
    SolverPoseWeights : (2,) array_like
        Of the marker's orientation and of its position; [1, 1] by default.
    IKSolver : generalizedInverseKinematics
        The solver whose algorithm and parameters are used; Levenberg-Marquardt without random restarts by default.
    Host, Port : str, int
        Ours: where the page is served; 127.0.0.1, which only programs of this machine reach, and the first free port
        from 8080.
    Browser : {"on", "off"}
        Ours: whether the page is opened, where there is a screen; "on" by default.

    Notes
    -----
    Source: the reference page of interactiveRigidBodyTree. The page lives as long as the object, so a script that is
    to wait for its user ends with ``pause()``. Needs ``pip install 'rst_compat[view]'``. On another Host everybody who
    reaches the port sees the robot and moves it; on 127.0.0.1 so do the programs of this machine, and any page that is
    open in its browser, since the server takes connections whatever their Origin is.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> viztree = interactiveRigidBodyTree(importrobot("twolink"), Browser="off")  # doctest: +ELLIPSIS
    interactiveRigidBodyTree: http://127.0.0.1:...
    >>> viztree.Configuration = [0, 0.5]
    >>> viztree.MarkerBodyPose[:3, 3].round(4).tolist()
    [1.1143, 0.3356, 0.0]
    >>> viztree.close()
    """

    __slots__ = ("__weakref__", "_finalize", "_on_page", "_served")

    def __init__(self, robot: rigidBodyTree, *args: Any, **keywords: Any) -> None:
        from .robot_on_page import RobotOnPage  # noqa: PLC0415 - only pages need it

        check_tree(robot, f"{_NAME}: robot")
        names = robot.BodyNames
        properties: dict[str, Any] = {
            "MarkerBodyName": names[-1] if names else robot.BaseName,
            "MarkerControlMethod": METHODS[0],
            "MarkerScaleFactor": 1,
            "ShowMarker": True,
            "SolverPoseWeights": [1, 1],
            "Constraints": [],
            "Configuration": [],
            "StoredConfigurations": [],
        }
        others = {"IKSolver": None, "Frames": "on", "Host": "127.0.0.1", "Port": 8080, "Browser": "on"}
        values = name_values(_NAME, args, keywords, properties | others)
        self._on_page = RobotOnPage(robot, _solver(values["IKSolver"]))
        for name in properties:
            setattr(self, name, values[name])
        self._on_page.frames = switch(values["Frames"], f"{_NAME}: Frames")
        self._served = text(values["Host"], f"{_NAME}: Host"), _port(values["Port"])
        browser = switch(values["Browser"], f"{_NAME}: Browser")
        self._finalize = weakref.finalize(self, self._on_page.close)  # when it is deleted, or Python ends
        self._on_page.serve(*self._served)
        print(f"{_NAME}: {self.Address}", flush=True)
        if browser:
            self.showFigure()

    # ---- the robot

    @property
    def RigidBodyTree(self) -> rigidBodyTree:
        """The robot, a copy of the one that was given."""
        return self._on_page.robot

    @property
    def IKSolver(self) -> generalizedInverseKinematics | None:
        """The solver, whose SolverParameters can be set; None for a robot with a floating joint."""
        return self._on_page.solver

    @property
    def Configuration(self) -> Array:
        """Joint positions (nq,), rad or m; what is assigned moves the robot, and the marker with it."""
        return self._on_page.q

    @Configuration.setter
    def Configuration(self, value: Any) -> None:
        self._on_page.move(_configuration(self._on_page.robot, value))

    @property
    def StoredConfigurations(self) -> Array:
        """Configurations that were kept (nq, m), a column each."""
        return self._on_page.stored.copy()

    @StoredConfigurations.setter
    def StoredConfigurations(self, value: Any) -> None:
        self._show(stored=columns(value, len(self._on_page.q)))

    @property
    def Constraints(self) -> list[Any]:
        """Constraint objects that inverse kinematics has to satisfy."""
        return list(self._on_page.constraints)

    @Constraints.setter
    def Constraints(self, value: Any) -> None:
        given = [] if is_empty(value) else list(value) if isinstance(value, list | tuple) else [value]
        self._on_page.constraints = [check_constraint(one, self._on_page.robot) for one in given]

    @property
    def SolverPoseWeights(self) -> Array:
        """Weights of the marker's orientation and of its position."""
        return self._on_page.weights

    @SolverPoseWeights.setter
    def SolverPoseWeights(self, value: Any) -> None:
        self._on_page.weights = checked_weights(value, 2, f"{_NAME}.SolverPoseWeights")

    # ---- the marker

    @property
    def MarkerBodyName(self) -> str:
        """The body or frame that the marker moves."""
        return self._on_page.body

    @MarkerBodyName.setter
    def MarkerBodyName(self, value: str) -> None:
        name = text(value, f"{_NAME}.MarkerBodyName")
        located(self._on_page.robot, name)
        self._on_page.choose_body(name)

    @property
    def MarkerControlMethod(self) -> str:
        """How the marker moves the robot: "InverseKinematics" or "JointControl"."""
        return self._on_page.method

    @MarkerControlMethod.setter
    def MarkerControlMethod(self, value: str) -> None:
        self._show(method=choice(value, METHODS, f"{_NAME}.MarkerControlMethod"))

    @property
    def MarkerScaleFactor(self) -> float:
        """Size of the marker, 1 for its usual one."""
        return self._on_page.scale

    @MarkerScaleFactor.setter
    def MarkerScaleFactor(self, value: Any) -> None:
        (scale,) = elements(value, 1, f"{_NAME}.MarkerScaleFactor").tolist()
        if scale <= 0:
            refuse("WrongScale", "MarkerScaleFactor is not positive", "a number above 0", f"{scale:g}", "1 is usual")
        self._show(scale=scale)

    @property
    def ShowMarker(self) -> bool:
        """Whether the marker is shown."""
        return self._on_page.shown

    @ShowMarker.setter
    def ShowMarker(self, value: Any) -> None:
        self._show(shown=logical(value, f"{_NAME}.ShowMarker"))

    @property
    def MarkerPose(self) -> Array:
        """Pose (4, 4) of the marker in the base, m: where its body was to go."""
        return self._on_page.target.copy()

    @property
    def MarkerBodyPose(self) -> Array:
        """Pose (4, 4) of the marker's body in the base, m: how far it came."""
        return self._on_page.pose

    # ---- the page

    @property
    def Address(self) -> str:
        """The address of the page, empty when it is closed; our own."""
        page = self._on_page.page
        return page.address if page is not None and page.open else ""

    def close(self) -> None:
        """Close the page and stop its server; our own."""
        self._on_page.close()

    def _show(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self._on_page, name, value)
        self._on_page.refresh()

    def _rows(self) -> list[tuple[str, str]]:
        count = self._on_page.stored.shape[1]
        return [
            ("RigidBodyTree", "[1x1 rigidBodyTree]"),
            ("IKSolver", "[1x1 generalizedInverseKinematics]" if self.IKSolver is not None else "[]"),
            ("SolverPoseWeights", inline_text(self.SolverPoseWeights)),
            ("Constraints", f"{{1x{len(self._on_page.constraints)} cell}}"),
            ("MarkerBodyName", f"'{self.MarkerBodyName}'"),
            ("MarkerPose", "[4x4 double]"),
            ("MarkerBodyPose", "[4x4 double]"),
            ("MarkerControlMethod", f"'{self.MarkerControlMethod}'"),
            ("MarkerScaleFactor", inline_text(self.MarkerScaleFactor)),
            ("ShowMarker", str(int(self.ShowMarker))),
            ("Configuration", inline_text(self.Configuration)),
            ("StoredConfigurations", f"[{len(self.Configuration)}x{count} double]"),
            ("Address", f"'{self.Address}'"),
        ]

    def __repr__(self) -> str:
        return properties_text(_NAME, self._rows())

    addConfiguration = stored_items.addConfiguration
    removeConfigurations = stored_items.removeConfigurations
    addConstraint = stored_items.addConstraint
    removeConstraints = stored_items.removeConstraints
    showFigure = stored_items.showFigure


def _configuration(robot: rigidBodyTree, value: Any) -> Array:
    """A configuration as a vector in any orientation, or in struct form, whatever the robot's DataFormat."""
    if is_empty(value):
        return compiled(robot).home
    first = value[0] if isinstance(value, list | tuple) else value
    if robot.DataFormat == "struct" and hasattr(first, "JointPosition"):
        return configuration(robot, value, _NAME)
    q = elements(value, len(compiled(robot).home), f"{_NAME}.Configuration")
    check_quaternions(q, compiled(robot), _NAME)
    return q


def _solver(value: Any) -> generalizedInverseKinematics | None:
    if value is None or isinstance(value, generalizedInverseKinematics):
        return value
    raise MatlabTypeError(
        "rst_compat:interactiveRigidBodyTree:NotASolver",
        f"{_NAME}: IKSolver is no solver",
        "a generalizedInverseKinematics",
        type(value).__name__,
        "Its algorithm and parameters are used, on the robot of the page",
    )


def _port(value: Any) -> int:
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and 0 < value < 65536:
        return int(value)
    refuse("WrongPort", "Port is no port", "a whole number from 1 to 65535", repr(value), "8080 is usual")
