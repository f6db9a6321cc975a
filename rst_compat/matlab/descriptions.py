"""Handles from the plain description of a robot, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .compile import check_tree

if TYPE_CHECKING:
    from ..files.spec import RobotSpec
    from .rigid_body_tree import rigidBodyTree


def from_spec(spec: RobotSpec) -> rigidBodyTree:
    """Handles from a description."""
    from .rigid_body import rigidBody  # noqa: PLC0415 - the classes name exportrobot among their methods
    from .rigid_body_joint import rigidBodyJoint  # noqa: PLC0415
    from .rigid_body_tree import rigidBodyTree  # noqa: PLC0415

    robot = rigidBodyTree(DataFormat=spec.data_format)
    robot.BaseName = spec.base_name
    robot.Gravity = spec.gravity
    robot.Base._geometry = spec.base_geometry
    robot._mesh_folders = spec.mesh_folders
    bodies, joints = {robot.BaseName: robot.Base}, set[str]()
    for described in spec.bodies:
        body = rigidBody(described.name)
        body.Mass = described.mass
        body.CenterOfMass = described.center_of_mass
        body.Inertia = described.inertia
        body._geometry = described.geometry
        given = described.joint
        joint = rigidBodyJoint(given.name, given.type)
        if given.axis is not None and given.type in ("revolute", "prismatic"):
            joint.JointAxis = given.axis
        if given.type != "fixed":
            joint._set_range(given.position_limits, given.home_position)
        joint._set_transforms(given.joint_to_parent, given.child_to_joint)
        body._own(joint)
        # As addBody, without a search through the tree for each name: that would take minutes for 5000 bodies.
        if body.Name in bodies:
            robot._check_body_name(body.Name)
        if joint.Name in joints:
            robot._check_joint_name(joint.Name)
        robot._adopt(body, bodies.get(described.parent) or robot._find(described.parent))
        bodies[body.Name] = body
        joints.add(joint.Name)
    robot._document = {"name": spec.name, "description": spec.description, "evaluate": spec.evaluate}
    return robot


def to_spec(robot: rigidBodyTree, name: str = "") -> RobotSpec:
    """A description of a tree, under the name it was imported with or else the given one."""
    from ..files.spec import BodySpec, JointSpec, RobotSpec  # noqa: PLC0415

    check_tree(robot)
    document = robot._document
    return RobotSpec(
        name=document.get("name") or name,
        description=document.get("description", ""),
        evaluate=document.get("evaluate", []),
        base_name=robot.BaseName,
        gravity=_plain(robot.Gravity),
        data_format=robot.DataFormat,
        base_geometry=robot.Base._geometry,
        mesh_folders=robot._mesh_folders,
        bodies=[
            BodySpec(
                name=body.Name,
                parent=body._parent.Name,
                mass=body.Mass,
                center_of_mass=_plain(body.CenterOfMass),
                inertia=_plain(body.Inertia),
                joint=JointSpec(
                    name=body.Joint.Name,
                    type=body.Joint.Type,
                    axis=_plain(body.Joint.JointAxis) if body.Joint.Type in ("revolute", "prismatic") else None,
                    position_limits=_plain(body.Joint.PositionLimits) if body.Joint.Type != "fixed" else None,
                    home_position=_plain(body.Joint.HomePosition) if body.Joint.Type != "fixed" else None,
                    joint_to_parent=_plain(body.Joint.JointToParentTransform),
                    child_to_joint=_plain(body.Joint.ChildToJointTransform),
                ),
                geometry=body._geometry,
            )
            for body in robot.Bodies
        ],
    )


def _plain(values: Any) -> Any:
    """Floats and tuples of floats, as the description holds them."""
    if np.ndim(values) == 0:
        return float(values)
    return tuple(_plain(v) for v in values)
