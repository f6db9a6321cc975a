"""A model of the core as the compiled engine wants it: a tree of moving links.

Fixed bodies are melted into the link that carries them, and the frame of a link is put on its joint with the axis as z.
Wrenches need no folding, since they are given about one point: those on the bodies of a link add up.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import core

#: The records of src/robot.h; a rotation stands there column by column.
LINK = np.dtype(
    [(name, np.int32) for name in ("parent", "kind", "q", "v", "turn", "unused")]
    + [("R", np.float64, (3, 3)), ("p", np.float64, 3)]
    + [("m", np.float64), ("h", np.float64, 3), ("J", np.float64, 6)]
)
BODY = np.dtype(
    [(name, np.int32) for name in ("link", "parent")]
    + [("R", np.float64, (3, 3)), ("p", np.float64, 3)]
    + [("m", np.float64), ("h", np.float64, 3), ("J", np.float64, 6)]
)
REVOLUTE, PRISMATIC, FLOATING = range(3)

# A rotation that is typed with a few digits means one thing to the core's 6-by-6 matrices and another to a product of
# rotations.  Such models stay with the core; 1e-14 apart the two agree to better than the engine's 1e-12.
ROUNDING = 1e-14


def fold(model: core.Model) -> tuple[int, int, bytes, bytes, bytes] | None:
    """Arguments of ``_native.Model``; None for a model that only the core can do."""
    numbers = (model.pose_terms, model.motion_terms, model.parameters, model.gravity, *model.S)
    if any(a.dtype != np.float64 for a in numbers) or not _rigid(model):
        return None
    at_zero = model.pose_terms[0] + model.pose_terms[2]
    floating = {i: (P, C) for i, P, C in model.floating}
    carrier, pose = [0], [np.eye(4)]  # of every body: its link, and where it is there
    heads, joints = [(0, 0, 0, 0, 0)], [np.eye(4)]  # of every link: numbers, and its pose in its parent at zero
    turns = 0
    for i, p in model.tree:
        kind = _kind(model, i)
        if kind is None:
            carrier.append(carrier[p])
            pose.append(pose[p] @ at_zero[i])
            continue
        if kind == FLOATING:
            before, after = floating[i]
        else:
            joint = _joint_frame(model.S[i][:, 0])
            before, after = at_zero[i] @ joint, core.invert_pose(joint)
        turn = turns if kind == REVOLUTE else 0
        turns += kind == REVOLUTE
        heads.append((carrier[p], kind, model.q_of[i].start, model.v_of[i].start, turn))
        joints.append(pose[p] @ before)
        carrier.append(len(heads) - 1)
        pose.append(after)

    X = core.motion_transform(np.stack(pose))
    inertia = np.zeros((len(heads), 6, 6))
    np.add.at(inertia, carrier, X.mT @ np.stack(model.inertia) @ X)
    links, bodies = np.zeros(len(heads), LINK), np.zeros(len(pose), BODY)
    for name, column in zip(("parent", "kind", "q", "v", "turn"), np.transpose(heads), strict=True):
        links[name] = column
    bodies["link"] = carrier
    bodies["parent"][1:] = [p for _, p in model.tree]
    m, bodies["h"], bodies["J"] = np.split(model.parameters, [1, 4], axis=1)
    bodies["m"] = m[:, 0]
    for records, T in ((links, np.stack(joints)), (bodies, np.stack(pose))):
        records["R"], records["p"] = T[:, :3, :3].mT, T[:, :3, 3]
    links["m"] = inertia[:, 3, 3]
    links["h"] = inertia[:, [2, 0, 1], [4, 5, 3]]
    links["J"] = inertia[:, [0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]
    constants = np.array([*model.gravity, model.parameters[:, 0].sum(), *links["h"][0]])
    for name in ("m", "h", "J"):
        links[name][0] = 0  # the base moves nothing
    return model.nq, model.nv, links.tobytes(), bodies.tobytes(), constants.tobytes()


def _rigid(model: core.Model) -> bool:
    """Whether all joints are those of rigid bodies: rotations, motion transforms that go with them, unit axes."""
    at_zero = (model.pose_terms[0] + model.pose_terms[2])[1:]
    T = np.concatenate([at_zero, *(np.stack([P, C]) for _, P, C in model.floating)])
    X = (model.motion_terms[0] + model.motion_terms[2])[1:]
    axes = np.array([np.linalg.norm(S[:3] if S[:3].any() else S[3:]) for S in model.S if S.shape[1] == 1])
    errors = (T[:, :3, :3].mT @ T[:, :3, :3] - np.eye(3), X - core.motion_transform(at_zero), axes - 1)
    allowed = ROUNDING * (1 + np.abs(T[:, :3, 3]).max(initial=0.0))
    return all(np.abs(e).max(initial=0.0) <= allowed for e in errors)


def _kind(model: core.Model, i: int) -> int | None:
    if model.S[i].shape[1] == 6:
        return FLOATING
    if model.S[i].shape[1] == 0:
        return None
    return REVOLUTE if model.turns[i] < model.nq else PRISMATIC


def _joint_frame(S: Any) -> Any:
    """Pose, in the body, of a frame on the joint with the axis as z, for the motion subspace S (6,)."""
    w, v = S[:3], S[3:]
    T = np.eye(4)
    z = w if w.any() else v
    if not np.array_equal(z, [0, 0, 1]):
        least = np.eye(3)[np.abs(z).argmin()]
        x = np.cross(least, z)
        x /= np.linalg.norm(x)
        T[:3, :3] = np.stack([x, np.cross(z, x), z], axis=1)
    if w.any():
        T[:3, 3] = np.cross(w, v)  # the point of the axis nearest to the body's origin
    return T
