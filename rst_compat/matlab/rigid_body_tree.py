"""rigidBodyTree: bodies, the base they hang on, gravity, and the shape of configurations."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from . import configurations, dynamics, joint_reactions, kinematics, newton_euler, tree_editing
from .arguments import choice, elements, name_values, text
from .compile import Compiled, Revision, body_not_found
from .copying import copy
from .display import showdetails, tree_display
from .exporters import exportrobot
from .forward_dynamics import forwardDynamics
from .friction import frictionTorque
from .geometry.check_collision import Shapes, checkCollision
from .handles import Handle, ReadOnlyList
from .random_numbers import rand
from .rigid_body import massless_body, rigidBody
from .rigid_body_joint import rigidBodyJoint
from .show import show

_FORMATS = ("struct", "row", "column")


class rigidBodyTree(Handle):
    """A tree of rigid bodies.

    Parameters
    ----------
    DataFormat : {"struct", "row", "column"}, default "struct"
        Form of configurations; the dynamics functions want "row" or "column".
    MaxNumBodies : int, optional
        Accepted for MATLAB's sake; it bounds nothing here.

    Notes
    -----
    Source: the reference page of rigidBodyTree. As in MATLAB, gravity is zero until it is set, and making a tree draws
    five numbers from the global random stream.

    Examples
    --------
    >>> robot = rigidBodyTree("DataFormat", "column")
    >>> robot.Gravity = [0, 0, -9.81]
    >>> robot.NumBodies
    0
    """

    __slots__ = (
        "_base",
        "_bodies",
        "_compiled",
        "_data_format",
        "_document",
        "_gravity",
        "_joints",
        "_mesh_folders",
        "_owners",
        "_revision",
        "_shapes",
    )

    def __init__(self, *args: Any, **keywords: Any) -> None:
        values = name_values("rigidBodyTree", args, keywords, {"DataFormat": "struct", "MaxNumBodies": None})
        self._data_format = choice(values["DataFormat"], _FORMATS, "rigidBodyTree: DataFormat")
        self._compiled: Compiled | None = None
        self._shapes: Shapes | None = None
        self._revision = Revision()
        self._document: dict[str, Any] = {}  # what a model file says beside the robot: Name, Description, Evaluate
        self._bodies: list[rigidBody] = []
        self._base = massless_body("base")
        self._base._is_base, self._base._tree = True, self
        self._owners: dict[str, rigidBody] = {"base": self._base}  # by the name of a frame: whose it is
        self._joints: dict[str, rigidBodyJoint] = {}  # of the bodies, by name
        self._gravity = elements([0, 0, 0], 3, "Gravity")
        self._mesh_folders: tuple[str, ...] = ()  # where the mesh files of an imported robot may be
        rand(1, 5)

    @property
    def NumBodies(self) -> int:
        """Number of bodies; the base does not count."""
        return len(self._bodies)

    @property
    def Bodies(self) -> list[rigidBody]:
        """The bodies in order, live handles; ``Bodies[0]`` is MATLAB's ``Bodies{1}``."""
        return ReadOnlyList(self._bodies)

    @property
    def Base(self) -> rigidBody:
        """The base, a live handle without mass or joint."""
        return self._base

    @property
    def BodyNames(self) -> list[str]:
        """Names of the bodies in order."""
        return ReadOnlyList(b._name for b in self._bodies)

    @property
    def FrameNames(self) -> list[str]:
        """Names of all frames: the base and the bodies, each followed by its other frames."""
        return ReadOnlyList(n for b in [self._base, *self._bodies] for n in (b._name, *b._frames))

    @property
    def BaseName(self) -> str:
        """Name of the base."""
        return self._base._name

    @BaseName.setter
    def BaseName(self, value: str) -> None:
        self._base.Name = value

    @property
    def Gravity(self) -> NDArray[np.float64]:
        """Gravitational acceleration (3,) in the base frame, m/s^2; zero unless set."""
        return self._gravity

    @Gravity.setter
    def Gravity(self, value: Any) -> None:
        self._gravity = elements(value, 3, "rigidBodyTree.Gravity")
        self._revision = Revision()

    @property
    def DataFormat(self) -> str:
        """Form of configurations: "struct", "row" or "column"."""
        return self._data_format

    @DataFormat.setter
    def DataFormat(self, value: str) -> None:
        before, self._data_format = self._data_format, choice(value, _FORMATS, "rigidBodyTree.DataFormat")
        if "struct" in (before, self._data_format):  # with which the dynamics functions refuse to work
            self._revision = Revision()

    def _find(self, name: str, *, base: bool = True) -> rigidBody:
        name = text(name, "the body name")
        body = self._owners.get(name)
        if body is None or body._name != name:
            raise body_not_found(name, [self._base._name, *self.BodyNames])
        if body is self._base and not base:
            raise MatlabValueError(
                "rst_compat:rigidBodyTree:BaseNotAllowed",
                f"'{name}' is the base of the robot",
                "the name of a body",
                "the name of the base",
                f"The bodies are {', '.join(self.BodyNames) or 'none'}",
            )
        return body

    def _find_frame(self, name: str) -> tuple[rigidBody, str | None]:
        """The body or base with a frame, and the frame; None for the body's own."""
        owner = self._owners.get(name)
        return (self._find(name), None) if owner is None or owner._name == name else (owner, name)

    def _descendants(self, root: rigidBody) -> list[rigidBody]:
        found = {root: None}  # a dict keeps their order
        for body in self._bodies:  # parents come first
            if body._parent in found:
                found[body] = None
        return list(found)

    def _adopt(self, body: rigidBody, parent: rigidBody, mount: str | None = None) -> None:
        self._enter(body, parent, mount)
        self._bodies.append(body)
        self._revision = Revision()

    def _enter(self, body: rigidBody, parent: rigidBody, mount: str | None) -> None:
        body._tree, body._parent, body._mount = self, parent, mount
        self._owners |= dict.fromkeys((body._name, *body._frames), body)
        self._joints[body._joint._name] = body._joint

    def _leave(self, body: rigidBody) -> None:
        body._tree = None
        for name in (body._name, *body._frames):
            del self._owners[name]
        del self._joints[body._joint._name]

    def _uses(self, name: str, but: rigidBody | None = None) -> bool:
        """Whether a body or a frame, other than one body and its frames, has the name."""
        return self._owners.get(name, but) is not but

    def _check_body_name(self, name: str, but: rigidBody | None = None) -> None:
        if self._uses(name, but):
            raise MatlabValueError(
                "robotics:robotmanip:rigidbodytree:BodyNameCollision",
                f"The name of the body, {name}, has already been used in the robot",
                "a name that is not in the robot",
                f"'{name}'",
                "Use a different name for the body"
                + ("; BaseName renames the base" if name == self._base._name else ""),
            )

    def _check_joint_name(self, name: str, but: rigidBodyJoint | None = None) -> None:
        if self._joints.get(name, but) is not but:
            raise MatlabValueError(
                "rst_compat:rigidBodyTree:JointNameCollision",
                f"The name of the joint, {name}, has already been used in the robot",
                "a name that is not in the robot",
                f"'{name}'",
                "Use a different name for the joint",
            )

    def _copied(self) -> rigidBodyTree:
        new = self._copy_of(self._base, self._bodies)
        new._document = dict(self._document)
        new._base._geometry = self._base._geometry
        new._base._set_frames(self._base._frames)
        return new

    def _copy_of(self, base: rigidBody, bodies: list[rigidBody]) -> rigidBodyTree:
        """A tree of copies of some bodies, parents first, whose root hangs on the given body or base."""
        new = rigidBodyTree(DataFormat=self._data_format)
        new.BaseName, new._gravity = base._name, self._gravity
        new._mesh_folders = self._mesh_folders
        copies = {base: new._base}
        for body in bodies:
            copies[body] = body._copied()
            new._adopt(copies[body], copies[body._parent], body._mount)
        return new

    addBody = tree_editing.addBody
    addSubtree = tree_editing.addSubtree
    removeBody = tree_editing.removeBody
    replaceBody = tree_editing.replaceBody
    replaceJoint = tree_editing.replaceJoint
    subtree = tree_editing.subtree
    getBody = tree_editing.getBody
    copy = copy
    show = show
    showdetails = showdetails
    exportrobot = exportrobot

    homeConfiguration = configurations.homeConfiguration
    randomConfiguration = configurations.randomConfiguration
    jointPositionFromJointName = configurations.jointPositionFromJointName
    jointPositionFromBodyName = configurations.jointPositionFromBodyName

    getTransform = kinematics.getTransform
    geometricJacobian = kinematics.geometricJacobian
    centerOfMass = kinematics.centerOfMass
    checkCollision = checkCollision

    massMatrix = dynamics.massMatrix
    velocityProduct = dynamics.velocityProduct
    gravityTorque = dynamics.gravityTorque
    coriolisMatrix = dynamics.coriolisMatrix
    inverseDynamics = dynamics.inverseDynamics
    forwardDynamics = forwardDynamics
    externalForce = dynamics.externalForce
    inverseDynamicsRegressor = dynamics.inverseDynamicsRegressor
    newtonEuler = newton_euler.newtonEuler
    linkVelocities = newton_euler.linkVelocities
    bodyJacobian = newton_euler.bodyJacobian
    jointReactions = joint_reactions.jointReactions
    wrenchRegressor = joint_reactions.wrenchRegressor
    frictionTorque = frictionTorque

    def __repr__(self) -> str:
        return tree_display(self)
