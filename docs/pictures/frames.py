"""Pictures of the frames of a joint, and of Denavit-Hartenberg parameters; the poses are those of the library."""

import numpy as np
from drawing import (
    GREY,
    INK,
    ORANGE,
    View,
    arc_in_space,
    arrow,
    canvas,
    frame,
    label,
    line,
    rod,
)

import rst_compat as rst


def joint_frames():
    """Parent frame, joint frame before and after the motion, body frame."""
    to_parent = rst.trvec2tform([1.0, 0.35, 0.35]) @ rst.eul2tform([0.2, 0.15, 0])
    child = rst.trvec2tform([1.05, 0, 0.25]) @ rst.eul2tform([0, -0.5, 0])
    joint = {"Name": "hinge", "Type": "revolute", "JointAxis": [0, 0, 1]}
    joint |= {"JointToParentTransform": to_parent.tolist(), "ChildToJointTransform": child.tolist()}
    body = {"Name": "body", "Parent": "parent", "Joint": joint, "Mass": 1}
    model = {"Format": "rigidBodyTree", "Version": 1, "BaseName": "parent", "DataFormat": "row", "Bodies": [body]}
    robot, q = rst.importrobot(model), 0.75
    end = robot.getTransform([q], "body")
    moved = to_parent @ rst.axang2tform([0, 0, 1, q])
    assert np.allclose(end, moved @ child)

    view = View(-62, 28)
    figure, (ax,) = canvas(8.6, 4.3)
    rod(ax, view, [-0.25, -0.1, 0], to_parent[:3, 3])
    rod(ax, view, to_parent[:3, 3], end[:3, 3], color="#e8dcc8")
    line(ax, view, to_parent @ [0, 0, -0.3, 1], to_parent @ [0, 0, 0.6, 1], color=INK, style="-.", width=1)
    label(ax, view(to_parent @ [0, 0, 0.67, 1]), "JointAxis")
    frame(ax, view, np.eye(4), 0.42, "parent")
    frame(ax, view, to_parent, 0.36, "joint", axes=(0, 1), alpha_line=":", skip_letters=(0, 1))
    frame(ax, view, moved, 0.42, "joint")
    frame(ax, view, end, 0.42, "body")
    middle = arc_in_space(ax, view, to_parent, 2, 0.5, 0, q)
    label(ax, middle + np.array([0.05, -0.02]), "q", size=13)
    arrow(ax, view([0, 0, 0]), view(to_parent[:3, 3]), ORANGE, 1.4, bend=0.28)
    label(ax, view([0.45, 0.2, 0]) + np.array([0.02, -0.22]), "JointToParentTransform", ORANGE)
    arrow(ax, view(to_parent[:3, 3]), view(end[:3, 3]), ORANGE, 1.4, bend=-0.3)
    label(
        ax, (view(to_parent[:3, 3]) + view(end[:3, 3])) / 2 + np.array([0.42, -0.16]), "ChildToJointTransform", ORANGE
    )
    ax.margins(0.06)
    text = "body in parent  =  JointToParentTransform @ T_joint(q) @ ChildToJointTransform"
    figure.supxlabel(text, fontsize=11, family="DejaVu Sans Mono")
    return figure


def dh_parameters():
    """Standard DH beside modified DH: where the body frame ends up, and in which order one measures."""
    a, d, theta = 1.0, 0.75, np.deg2rad(30)
    figure, axes = canvas(11, 5.2, 2)
    for ax, kind in zip(axes, ("dh", "mdh"), strict=True):
        alpha = np.deg2rad(85 if kind == "dh" else 50)
        robot = rst.rigidBodyTree(DataFormat="row")
        body = rst.rigidBody("body")
        body.Joint = rst.rigidBodyJoint("joint", "revolute")
        body.Joint.setFixedTransform([a, alpha, d, 0], kind)
        robot.addBody(body, "base")
        _draw_dh(ax, kind, robot.getTransform([theta], "body"), a, alpha, d, theta)
    figure.supxlabel("[a alpha d theta]: lengths in m, angles in rad; q takes the place of theta", fontsize=11)
    return figure


def _draw_dh(ax, kind, T, a, alpha, d, theta):
    view, I4 = View(-30 if kind == "dh" else -58, 24), np.eye(4)
    start, end = ("parent", "body")
    if kind == "dh":  # about and along z of the parent, then along and about x of the body
        knee = rst.trvec2tform([0, 0, d]) @ rst.axang2tform([0, 0, 1, theta])
        after = knee @ rst.trvec2tform([a, 0, 0])
        title = '"dh": about and along z, then along and about x.\nThe body frame is at the far end.'
        turns = [
            (knee, 2, 0.55, -theta, 0, r"$\theta$ = q"),
            (after, 0, 0.3, np.pi / 2, np.pi / 2 + alpha, r"$\alpha$"),
        ]
        names, sides = {"d": (I4, knee), "a": (knee, after)}, {"d": 0.12, "a": 0.11}
    else:  # along and about x of the parent, then along and about z of the body
        knee = rst.trvec2tform([a, 0, 0]) @ rst.axang2tform([1, 0, 0, alpha])
        after = knee @ rst.trvec2tform([0, 0, d])
        title = '"mdh": along and about x, then along and about z.\nThe body frame is at the joint.'
        flat = rst.trvec2tform([a, 0, 0])
        turns = [(flat, 0, 0.36, np.pi / 2, np.pi / 2 + alpha, r"$\alpha$"), (after, 2, 0.5, 0, theta, r"$\theta$ = q")]
        names, sides = {"a": (I4, knee), "d": (knee, after)}, {"d": 0.12, "a": -0.12}
    ax.set_title(title, fontsize=11, pad=12)
    joint = I4 if kind == "dh" else knee
    line(ax, view, joint @ [0, 0, -0.35, 1], joint @ [0, 0, d + 0.75, 1], style="-.", color=INK, width=1)
    label(ax, view(joint @ [0, 0, d + 0.85, 1]), "axis of the joint", size=10)
    rod(ax, view, I4[:3, 3], knee[:3, 3])
    rod(ax, view, knee[:3, 3], T[:3, 3])
    for name, (first, second) in names.items():
        middle = (view(first[:3, 3]) + view(second[:3, 3])) / 2
        arrow(ax, view(first[:3, 3]), view(second[:3, 3]), ORANGE, 2.2, size=14)
        beside = view(second[:3, 3]) - view(first[:3, 3])
        beside = np.array([-beside[1], beside[0]]) / np.linalg.norm(beside)
        label(ax, middle + sides[name] * beside, f"${name}$", ORANGE, 14)
    for where, about, radius, first, last, name in turns:
        u, v = where[:3, (about + 1) % 3], where[:3, (about + 2) % 3]
        for angle in (first, last):
            rim = where[:3, 3] + 1.12 * radius * (np.cos(angle) * u + np.sin(angle) * v)
            line(ax, view, where[:3, 3], rim, color=GREY, style=":")
        middle = arc_in_space(ax, view, where, about, radius, first, last)
        label(ax, middle + 0.3 * (middle - view(where[:3, 3])), name, INK, 13)
    frame(ax, view, I4, 0.4, start)
    frame(ax, view, T, 0.4, end)
    ax.margins(0.08)


PICTURES = {"joint_frames": joint_frames, "dh_parameters": dh_parameters}
