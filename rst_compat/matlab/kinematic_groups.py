"""Kinematic groups: the chains of six revolute joints with a wrist that a tree has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from .. import core
from ..ik import spherical_wrist
from .compile import Compiled, body_number, compiled

if TYPE_CHECKING:
    from .rigid_body_tree import rigidBodyTree

_JOINTS = 6


@dataclass(slots=True)
class Group:
    """The chain from one body to another."""

    BaseName: str
    EndEffectorBodyName: str


@dataclass(slots=True, frozen=True)
class GroupDetails:
    """An element of what ``showdetails`` returns."""

    KinematicGroup: Group
    KinematicGroupType: str


def end_bodies(robot: rigidBodyTree, group: Group) -> tuple[int, int]:
    return body_number(robot, group.BaseName), body_number(robot, group.EndEffectorBodyName)


def arm_of(robot: rigidBodyTree, group: Group) -> tuple[spherical_wrist.WristArm | str, list[int]]:
    """The arm of a group, or what keeps it from having a solution, and the bodies that its joints move."""
    base, end = end_bodies(robot, group)
    tree = compiled(robot)
    joints = _joints_between(tree, base, end)
    if joints is None:
        return f"'{group.BaseName}' is not between the base and '{group.EndEffectorBodyName}'", []
    if (fault := _not_six_revolute(tree, joints)) is not None:
        return fault, joints
    poses = _poses_at_zero(tree)
    axes, points = _screws(tree, poses, joints, base)
    arm = spherical_wrist.wrist_arm(axes, points, core.invert_pose(poses[base]) @ poses[end])
    return ("no three such axes, or a freedom that the joints do not give" if arm is None else arm), joints


def _joints_between(tree: Compiled, base: int, end: int) -> list[int] | None:
    """The bodies after the base up to the end that their joints move; None where the base is not on the way."""
    parent, path = dict(tree.model.tree), []
    while end != base:
        if end == 0:
            return None
        path.append(end)
        end = parent[end]
    return [i for i in reversed(path) if tree.model.S[i].shape[1]]


def _not_six_revolute(tree: Compiled, joints: list[int]) -> str | None:
    if len(joints) != _JOINTS:
        return f"{len(joints)} joint{'s' if len(joints) != 1 else ''}"
    odd = [tree.joint_names[i - 1] for i in joints if tree.model.S[i].shape[1] != 1 or not tree.model.S[i][:3].any()]
    return f"{', '.join(odd)} not revolute" if odd else None


def _poses_at_zero(tree: Compiled) -> list[NDArray[np.float64]]:
    q = np.zeros(tree.model.nq)
    for i, *_ in tree.model.floating:
        q[tree.model.q_of[i]] = tree.home[tree.model.q_of[i]]
    return core.body_poses(tree.model, q)


def _screws(
    tree: Compiled, poses: list[NDArray[np.float64]], joints: list[int], base: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Axes (6, 3) and points on them (6, 3) in the frame of the base of the group, at joint angles zero."""
    axes, points = [], []
    for i in joints:
        T, S = core.invert_pose(poses[base]) @ poses[i], tree.model.S[i][:, 0]
        axes.append(T[:3, :3] @ S[:3])
        points.append(T[:3, 3] + T[:3, :3] @ np.cross(S[:3], S[3:]))
    return np.array(axes), np.array(points)


def type_of(arm: spherical_wrist.WristArm) -> str:
    return "R" * arm.wrist + "SSS" + "R" * (3 - arm.wrist)


def groups_of(robot: rigidBodyTree) -> list[GroupDetails]:
    """Every group with a solution: by base, then by end effector, in the order of the bodies."""
    tree = compiled(robot)
    names, found = list(tree.body_number), []
    types: dict[tuple[int, ...], str] = {}
    for base in range(len(names)):
        for end in range(len(names)):
            joints = _joints_between(tree, base, end)
            if joints is None or _not_six_revolute(tree, joints) is not None:
                continue
            group = Group(names[base], names[end])
            if tuple(joints) not in types:
                arm, _ = arm_of(robot, group)
                types[tuple(joints)] = "" if isinstance(arm, str) else type_of(arm)
            if kind := types[tuple(joints)]:
                found.append(GroupDetails(group, kind))
    return found


def default_group(robot: rigidBodyTree) -> Group:
    """The chain from the base to the last body."""
    names = list(compiled(robot).body_number)
    return Group(names[0], names[-1])
