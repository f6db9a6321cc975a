"""What pictures and pages are told of a robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from .. import core
from .compile import compiled
from .frames import pose_in_body

if TYPE_CHECKING:
    from ..plotting.description import Description
    from .rigid_body_tree import rigidBodyTree


def description_of(robot: rigidBodyTree) -> Description:
    """Names, shapes, joints and frames of a robot; its bodies have the numbers of its model."""
    from ..plotting.description import Description, Joint  # noqa: PLC0415 - loaded with pictures, not with the package

    tree, joints = compiled(robot), []
    for body in robot._bodies:
        joint = body._joint
        placed = joint._to_parent if body._mount is None else pose_in_body(body._parent, body._mount) @ joint._to_parent
        in_child, parent = core.invert_pose(joint._child_to_joint), tree.body_number[body._parent._name]
        joints.append(Joint(joint._type, np.nan_to_num(joint._axis), placed, in_child, parent))
    bodies = [robot._base, *robot._bodies]
    return Description(
        names=[b._name for b in bodies],
        geometry=[b._geometry for b in bodies],
        joints=joints,
        frames=[(name, number, pose) for name, (number, pose) in tree.frames.items()],
        folders=robot._mesh_folders,
    )
