"""rigidBody: mass, inertia and joint of one link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabAttributeError, MatlabValueError
from .arguments import elements, name_values, new_name
from .compile import Revision
from .copying import copy
from .display import body_display
from .frames import Frame, addFrame, check_frame_name, frameinfo, removeFrame, updateFrame
from .geometry.attached import addCollision, addVisual, clearCollision, clearVisual, getVisual
from .handles import Handle, ReadOnlyList
from .kinematics import getTransform
from .rigid_body_joint import check_joint, rigidBodyJoint

if TYPE_CHECKING:
    from ..files.spec import GeometrySpec
    from .rigid_body_tree import rigidBodyTree

_ORIGIN, _UNIT_INERTIA = elements([0, 0, 0], 3, "CenterOfMass"), elements([1, 1, 1, 0, 0, 0], 6, "Inertia")


def massless_body(name: str) -> rigidBody:
    """A body without mass and inertia, such as a base."""
    body = rigidBody(name)
    body.Mass, body.Inertia = 0, np.zeros(6)
    return body


class rigidBody(Handle):
    """A rigid body with a joint to its parent.

    Parameters
    ----------
    name : str
        Name, unique in the tree.
    MaxNumCollisions : int, optional
        Accepted for MATLAB's sake; it bounds nothing here.

    Notes
    -----
    Source: the reference page of rigidBody. The defaults are MATLAB's: mass 1 kg and a unit inertia, so a body whose
    inertia was never set is not massless.

    Examples
    --------
    >>> body = rigidBody("link_1")
    >>> body.Inertia.tolist()
    [1.0, 1.0, 1.0, 0.0, 0.0, 0.0]
    """

    __slots__ = (
        "_com",
        "_frames",
        "_geometry",
        "_inertia",
        "_is_base",
        "_joint",
        "_mass",
        "_mount",
        "_name",
        "_parent",
        "_tree",
    )

    def __init__(self, name: str, *args: Any, **keywords: Any) -> None:
        name_values("rigidBody", args, keywords, {"MaxNumCollisions": None})
        self._tree: rigidBodyTree | None = None
        self._parent: Any = None  # the parent body or the base; means nothing outside a tree
        self._mount: str | None = None  # the frame of the parent on which it hangs; None is the parent's own
        self._frames: dict[str, Frame] = {}  # beside its own
        self._is_base = False
        self._name = new_name(name, "rigidBody: the name")
        self._mass = np.float64(1.0)
        self._com, self._inertia = _ORIGIN, _UNIT_INERTIA  # read-only, so all bodies may share them
        self._geometry: tuple[GeometrySpec, ...] = ()
        self._own(rigidBodyJoint(f"{name}_jnt"))

    def _own(self, joint: rigidBodyJoint) -> None:
        self._joint = joint
        joint._body = self

    def _touch(self) -> None:
        if self._tree is not None:
            self._tree._revision = Revision()

    def _set_frames(self, frames: dict[str, Frame]) -> None:
        if self._tree is not None:
            for name in self._frames:
                del self._tree._owners[name]
            self._tree._owners |= dict.fromkeys(frames, self)
        self._frames = frames
        self._touch()

    def _copied(self) -> rigidBody:
        new = object.__new__(type(self))
        for slot in ("_com", "_frames", "_geometry", "_inertia", "_mass", "_name"):
            setattr(new, slot, getattr(self, slot))
        new._tree = new._parent = new._mount = None
        new._is_base = False  # the copy of a base is a massless body like any other
        new._own(self._joint._copied())
        return new

    def _not_base(self, name: str) -> None:
        if self._is_base:
            raise MatlabAttributeError(
                "robotics:robotmanip:rigidbody:NoSuchPropertyForBase",
                f"the base body '{self._name}' has no property {name}",
                "a body of the tree",
                "its base",
                "The base never contributes mass; add a body with a fixed joint for a heavy pedestal",
            )

    @property
    def Name(self) -> str:
        """Name of the body, unique in a tree."""
        return self._name

    @Name.setter
    def Name(self, value: str) -> None:
        name = new_name(value, "rigidBody.Name")
        check_frame_name(self, name)
        if self._tree is not None:
            self._tree._check_body_name(name, self)
            self._tree._owners[name] = self._tree._owners.pop(self._name)
        self._name = name
        self._touch()

    @property
    def Joint(self) -> rigidBodyJoint:
        """The joint to the parent, a live handle; assigning stores a copy, and only before the body joins a tree."""
        self._not_base("Joint")
        return self._joint

    @Joint.setter
    def Joint(self, value: rigidBodyJoint) -> None:
        self._not_base("Joint")
        check_joint(value, "rigidBody.Joint")
        if self._tree is not None:
            raise MatlabValueError(
                "rst_compat:rigidBody:JointInTree",
                f"the joint of body {self._name} cannot be assigned",
                "a body that is in no tree",
                "a body of a rigidBodyTree",
                f"Use replaceJoint(robot, '{self._name}', joint)",
            )
        self._joint._body = None
        self._own(value._copied())

    @property
    def Mass(self) -> float:
        """Mass in kg."""
        self._not_base("Mass")
        return float(self._mass)

    @Mass.setter
    def Mass(self, value: Any) -> None:
        self._not_base("Mass")
        self._mass = elements(value, 1, "rigidBody.Mass")[0]
        self._touch()

    @property
    def CenterOfMass(self) -> NDArray[np.float64]:
        """Centre of mass (3,) in the body frame, m."""
        self._not_base("CenterOfMass")
        return self._com

    @CenterOfMass.setter
    def CenterOfMass(self, value: Any) -> None:
        self._not_base("CenterOfMass")
        self._com = elements(value, 3, "rigidBody.CenterOfMass")
        self._touch()

    @property
    def Inertia(self) -> NDArray[np.float64]:
        """``[Ixx Iyy Izz Iyz Ixz Ixy]`` (6,) about the origin of the body frame, kg m^2; not about the CoM."""
        self._not_base("Inertia")
        return self._inertia

    @Inertia.setter
    def Inertia(self, value: Any) -> None:
        self._not_base("Inertia")
        self._inertia = elements(value, 6, "rigidBody.Inertia ([Ixx Iyy Izz Iyz Ixz Ixy] about the body frame)")
        self._touch()

    @property
    def Parent(self) -> rigidBody | None:
        """The parent body or the base, a live handle; None where there is none."""
        parent: rigidBody | None = self._parent
        return None if self._tree is None else parent

    @property
    def Children(self) -> list[rigidBody]:
        """Bodies that hang on this one, live handles."""
        bodies = [] if self._tree is None else self._tree._bodies
        return ReadOnlyList(b for b in bodies if b._parent is self)

    @property
    def Visuals(self) -> list[str]:
        """Type and source of each visual geometry: ``"Mesh:link_0.stl"``, ``"Box:0.1 0.2 0.3"``."""
        return ReadOnlyList(_geometry_text(g) for g in self._geometry if g.role == "visual")

    @property
    def Collisions(self) -> list[str]:
        """Type and source of each collision geometry, as Visuals."""
        return ReadOnlyList(_geometry_text(g) for g in self._geometry if g.role == "collision")

    copy = copy

    addFrame = addFrame
    removeFrame = removeFrame
    updateFrame = updateFrame
    frameinfo = frameinfo
    addVisual = addVisual
    addCollision = addCollision
    clearVisual = clearVisual
    clearCollision = clearCollision
    getVisual = getVisual
    getTransform = getTransform

    def __repr__(self) -> str:
        return body_display(self)


def _geometry_text(geometry: GeometrySpec) -> str:
    source = geometry.file.replace("\\", "/").rpartition("/")[2] or " ".join(f"{size:g}" for size in geometry.sizes)
    if geometry.vertices:
        source = f"{len(geometry.vertices)} vertices"
    return f"{geometry.kind.capitalize()}:{source}"
