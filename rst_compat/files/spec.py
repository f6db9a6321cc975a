"""The one plain description of a robot into which every file is read.  SI units; numbers are tuples of floats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

Vector = tuple[float, ...]
Matrix = tuple[tuple[float, ...], ...]

IDENTITY: Matrix = tuple(tuple(float(i == j) for j in range(4)) for i in range(4))
TRANSFORM_PAIR = ("JointToParentTransform", "ChildToJointTransform")
JOINT_TYPES = ("fixed", "revolute", "prismatic", "floating")

#: what an ``evaluate`` entry may hold
EVALUATE_KEYS = (
    "Function",
    "Configuration",
    "JointVelocity",
    "JointAcceleration",
    "JointTorque",
    "ExternalForce",
    "BodyName",
    "TargetName",
    "Wrench",
    "IncludeFriction",
)
EXTERNAL_FORCE_KEYS = ("Body", "Wrench", "Frame")


def as_vector(values: Iterable[Any]) -> Vector:
    """Any sequence or 1-D array of numbers as a tuple of floats.

    Examples
    --------
    >>> as_vector([1, 2])
    (1.0, 2.0)
    """
    return tuple(float(v) for v in values)


def as_matrix(rows: Iterable[Iterable[Any]]) -> Matrix:
    """Any nested sequence or 2-D array of numbers as a tuple of rows.

    Examples
    --------
    >>> as_matrix([[1, 2], [3, 4]])
    ((1.0, 2.0), (3.0, 4.0))
    """
    return tuple(as_vector(row) for row in rows)


@dataclass(frozen=True)
class FrictionSpec:
    """Friction, rotor and gear of the drive of a joint; the class ``JointFriction`` says what each of them is.

    Attributes
    ----------
    viscous : float
        [N m s/rad or N s/m]
    coulomb : float, or 2 floats
        [N m or N]; against positive and against negative motion.
    gear_ratio : float
    reference : {"motor", "joint"}
        Where the friction and the rotor inertia are measured.
    coulomb_scaling : {"gear", "none"}
    smoothing : float or None
        Speed of the hyperbolic tangent in place of the sign [rad/s or m/s].
    rotor_inertia : float
        [kg m^2]
    offset : float
        [N m or N]
    """

    viscous: float = 0.0
    coulomb: float | Vector = 0.0
    gear_ratio: float = 1.0
    reference: str = "motor"
    coulomb_scaling: str = "gear"
    smoothing: float | None = None
    rotor_inertia: float = 0.0
    offset: float = 0.0


#: the name of each attribute of a FrictionSpec in files and in the class JointFriction
FRICTION_NAMES = {
    "viscous": "Viscous",
    "coulomb": "Coulomb",
    "gear_ratio": "GearRatio",
    "reference": "Reference",
    "coulomb_scaling": "CoulombScaling",
    "smoothing": "Smoothing",
    "rotor_inertia": "RotorInertia",
    "offset": "Offset",
}


def friction_values(friction: FrictionSpec) -> dict[str, Any]:
    """What of a friction is not as by default, by the names of files.

    Examples
    --------
    >>> friction_values(FrictionSpec(viscous=2e-5, gear_ratio=50.0))
    {'Viscous': 2e-05, 'GearRatio': 50.0}
    """
    given = {name: getattr(friction, attribute) for attribute, name in FRICTION_NAMES.items()}
    default = FrictionSpec()
    return {n: given[n] for a, n in FRICTION_NAMES.items() if given[n] != getattr(default, a)}


@dataclass
class JointSpec:
    """The joint that connects a body with its parent.

    Three frames lie in a row: parent body frame, joint frame, child body frame.  The pose of the child in its parent
    is ``joint_to_parent @ T_joint(q) @ child_to_joint``.  None stands for "the file says nothing": the rules of
    ``rigidBodyJoint`` for defaults then apply.

    Attributes
    ----------
    name : str
    type : str
        One of :data:`JOINT_TYPES`.
    axis : 3 floats or None
        Direction of motion in the joint frame; need not be of unit length.
    position_limits : 2 floats, or 7 rows of 2 for a floating joint, or None
        ``(lower, upper)`` [rad or m]; infinite where there is none.
    home_position : float, or 7 floats ``(qw qx qy qz x y z)`` for a floating joint, or None
        Joint position of the home configuration [rad or m].
    joint_to_parent : 4 rows of 4
        Maps points of the joint frame into the parent body frame.
    child_to_joint : 4 rows of 4
        Maps points of the child body frame into the joint frame.
    friction : FrictionSpec or None
    dh : 4 floats or None
        The row ``[a alpha d theta]`` of the file that the transforms come from, its ignored number included; for
        ``checkModel`` only.
    """

    name: str
    type: str = "fixed"
    axis: Vector | None = None
    position_limits: Vector | Matrix | None = None
    home_position: float | Vector | None = None
    joint_to_parent: Matrix = IDENTITY
    child_to_joint: Matrix = IDENTITY
    friction: FrictionSpec | None = None
    dh: Vector | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class GeometrySpec:
    """A shape on a body, to look at or to collide with; kept as data, no mesh is opened.

    Attributes
    ----------
    role : {"visual", "collision"}
    kind : str
        ``"box"``, ``"cylinder"``, ``"sphere"``, ``"capsule"``, ``"mesh"``, or another name of the file.
    sizes : floats
        Edges of a box, radius and length of a cylinder or a capsule, radius of a sphere [m]; scale of a mesh.
    origin : 4 rows of 4
        Maps points of the shape's frame into the body frame.
    name : str
    file : str
        Mesh file as the description names it, ``"package://..."`` included.
    material : str
    color : 4 floats or None
        Red, green, blue, alpha from 0 to 1.
    vertices : rows of 3
        Corners of a convex mesh that comes from no file [m]; empty for all others.
    faces : rows of 3 indices
        Its triangles.
    """

    role: str
    kind: str
    sizes: Vector = ()
    origin: Matrix = IDENTITY
    name: str = ""
    file: str = ""
    material: str = ""
    color: Vector | None = None
    vertices: Matrix = ()
    faces: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class FrameSpec:
    """A frame on a body beside its own.

    Attributes
    ----------
    name : str
        Of no other frame and no body.
    parent : str
        Name of the body or of an earlier frame of it.
    pose : 4 rows of 4
        Maps points of the frame into its parent.
    """

    name: str
    parent: str
    pose: Matrix = IDENTITY


@dataclass
class BodySpec:
    """A rigid body and the joint by which it hangs on its parent.

    Attributes
    ----------
    name : str
    parent : str
        Name of an earlier body, of the base, or of a frame of one, on which the joint then hangs.
    mass : float
        [kg]
    center_of_mass : 3 floats
        Position of the centre of mass in the body frame [m].
    inertia : 6 floats
        ``(Ixx Iyy Izz Iyz Ixz Ixy)`` about the *origin of the body frame* (not the centre of mass), in body axes
        [kg m^2]; the products are matrix elements (no minus sign).
    joint : JointSpec
    geometry : tuple of GeometrySpec
    frames : tuple of FrameSpec
        Beside its own.
    """

    name: str
    parent: str
    mass: float
    center_of_mass: Vector
    inertia: Vector
    joint: JointSpec
    geometry: tuple[GeometrySpec, ...] = ()
    frames: tuple[FrameSpec, ...] = ()


@dataclass
class RobotSpec:
    """A tree of rigid bodies; parents come before their children.

    Attributes
    ----------
    name : str
    base_name : str
        Name of the base frame, in which the robot stands.
    gravity : 3 floats
        Gravitational acceleration in base axes [m/s^2].
    data_format : {"struct", "row", "column"}
    bodies : list of BodySpec
    evaluate : list of dict
        Requests that come with the model, with the keys :data:`EVALUATE_KEYS`; see :mod:`rst_compat.evaluate`.
    description : str
    base_geometry : tuple of GeometrySpec
        Shapes on the base.
    base_frames : tuple of FrameSpec
        Frames on the base beside its own.
    mesh_folders : tuple of str
        Where the mesh files may be, in the order of search.
    remarks : list of (str, str)
        Identifier and text of what the reader had to settle by itself; ``importrobot`` makes warnings of them.
    """

    name: str = ""
    base_name: str = "base"
    gravity: Vector = (0.0, 0.0, 0.0)
    data_format: str = "struct"
    bodies: list[BodySpec] = field(default_factory=list)
    evaluate: list[dict[str, Any]] = field(default_factory=list)
    description: str = ""
    base_geometry: tuple[GeometrySpec, ...] = ()
    base_frames: tuple[FrameSpec, ...] = ()
    mesh_folders: tuple[str, ...] = ()
    remarks: list[tuple[str, str]] = field(default_factory=list, compare=False)
