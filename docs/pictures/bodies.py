"""Pictures of the two-link arm, of a wrench in its two frames, and of inertia; the numbers are those of the library."""

import numpy as np
from drawing import (
    GREY,
    ORANGE,
    arc,
    arrow,
    canvas,
    centre_of_mass,
    frame,
    label,
    line,
    plane,
    rod,
)
from matplotlib.patches import Rectangle

import rst_compat as rst

Q = np.array([np.pi / 3, np.pi / 2])


def twolink():
    """The arm of the walk-through at q = (pi/3, pi/2), with the frames that DH rows give."""
    robot = rst.importrobot("twolink")
    base, first, second = np.eye(4), *(robot.getTransform(Q, name) for name in robot.BodyNames)
    figure, (ax,) = canvas(7.2, 5)
    rod(ax, plane, base[:3, 3], first[:3, 3], 22)
    rod(ax, plane, first[:3, 3], second[:3, 3], 22, "#e8dcc8")
    for body, T in zip(robot.Bodies, (first, second), strict=True):
        where = (T @ [*body.CenterOfMass, 1])[:2]
        centre_of_mass(ax, where)
    label(ax, (first @ [-0.22, -0.08, 0, 1])[:2], "0.5 m, 0.5 kg", ha="left")
    label(ax, (second @ [-0.35, 0.1, 0, 1])[:2], "0.7 m, 0.7 kg", ha="right")
    frame(ax, plane, base, 0.2, "base", axes=(0, 1))
    frame(ax, plane, first, 0.2, "body1", axes=(0, 1))
    frame(ax, plane, second, 0.2, "body2", axes=(0, 1))
    line(ax, plane, first[:3, 3], (first @ [0.32, 0, 0, 1])[:3], style=":")
    label(ax, arc(ax, (0, 0), 0.15, 0, 60) + np.array([0.03, 0]), "$q_1$", size=13)
    label(ax, arc(ax, first[:2, 3], 0.27, 60, 150), "$q_2$", size=13)
    arrow(ax, (0.42, 0.72), (0.42, 0.44), GREY, 2)
    label(ax, (0.46, 0.58), "Gravity = [0 -9.81 0]", GREY, ha="left")
    ax.margins(0.08)
    return figure


def wrench():
    """One force at the tip, given in its two frames: both give the same fext."""
    robot = rst.importrobot("twolink")
    T = robot.getTransform(Q, "body_2")
    p, R = T[:3, 3], T[:3, :3]
    F = np.array([-0.9, -0.3, 0])
    in_base = robot.externalForce("body_2", [*np.cross(p, F), *F])
    in_body = robot.externalForce("body_2", [0, 0, 0, *(R.T @ F)], Q)
    assert np.allclose(in_base, in_body)

    figure, axes = canvas(11.4, 4.9, 2)
    elbow = robot.getTransform(Q, "body_1")[:3, 3]
    tip, head = plane(p), plane(p + 0.38 * F)
    for ax in axes:
        rod(ax, plane, [0, 0, 0], elbow, 16)
        rod(ax, plane, elbow, p, 16, "#e8dcc8")
    left, right = axes
    left.set_title("without a configuration:\nbase axes, moment about the base origin")
    frame(left, plane, np.eye(4), 0.25, "base", axes=(0, 1), width=3)
    line(left, plane, [0, 0, 0], p, style="--")
    label(left, plane(0.5 * p) + np.array([-0.05, -0.03]), "p", GREY, 13)
    arrow(left, tip, head, ORANGE, 3, size=18)
    label(left, head + np.array([-0.02, 0.05]), "F", ORANGE, 14)
    label(left, arc(left, (0, 0), 0.15, 110, 320, ORANGE), "")
    label(left, (0.24, -0.13), r"p $\times$ F", ORANGE, 13, ha="left")
    text = 'fext = robot.externalForce("body_2",\n           [*np.cross(p, F), *F])'
    label(left, (0.02, -0.36), text, size=10, family="DejaVu Sans Mono")

    right.set_title("with a configuration:\nbody axes, moment about the body origin")
    frame(right, plane, T, 0.25, "body2", axes=(0, 1), width=3)
    arrow(right, tip, head, ORANGE, 3, size=18)
    label(right, head + np.array([-0.04, 0.0]), "F", ORANGE, 14)
    for k in (0, 1):
        part = (R.T @ F)[k] * R[:, k] * 0.38
        line(right, plane, p + part, p + 0.38 * F, color=ORANGE, style=":")
    text = 'fext = robot.externalForce("body_2",\n           [0, 0, 0, *(R.T @ F)], q)'
    label(right, (0.02, -0.36), text, size=10, family="DejaVu Sans Mono")
    for ax in axes:
        ax.set_xlim(-0.85, 0.6)
        ax.set_ylim(-0.45, 1.05)
    return figure


def inertia():
    """The two points about which people take inertia, and the order of the six numbers."""
    figure, (left, right) = canvas(11, 4, 2, width_ratios=[1.6, 1])
    T = rst.eul2tform([np.deg2rad(20), 0, 0])
    c = np.array([0.75, 0.1, 0])
    rod(left, plane, [0, 0, 0], (T @ [1.35, 0.18, 0, 1])[:3], 46)
    frame(left, plane, T, 0.42, "body", axes=(0, 1), width=3)
    com = (T @ [*c, 1])[:2]
    at_com = T.copy()
    at_com[:2, 3] = com
    frame(left, plane, at_com, 0.3, axes=(0, 1), width=1.4, alpha_line="--")
    centre_of_mass(left, com, 11)
    arrow(left, (0, 0), com, ORANGE, 1.6)
    label(left, com * 0.58 + np.array([0.03, -0.16]), "c = CenterOfMass", ORANGE, ha="left")
    label(left, (-0.2, -0.25), "Inertia is about this point", ha="left", va="top")
    line(left, plane, (-0.05, -0.24), (-0.01, -0.05), color=GREY)
    label(left, com + np.array([-0.15, 0.62]), "data sheets, CAD and URDF:\nabout the centre of mass", GREY)
    line(left, plane, com + np.array([-0.12, 0.48]), com + np.array([-0.02, 0.07]), color=GREY)
    text = r"$I_{body} = I_{com} + m\,(c^T c\,1 - c\,c^T)$"
    label(left, (0.65, -0.55), text, size=13)
    left.set_xlim(-0.35, 1.6)
    left.set_ylim(-0.7, 1.15)

    names = [["Ixx", "Ixy", "Ixz"], ["Ixy", "Iyy", "Iyz"], ["Ixz", "Iyz", "Izz"]]
    place = {"Ixx": 1, "Iyy": 2, "Izz": 3, "Iyz": 4, "Ixz": 5, "Ixy": 6}
    for i, row in enumerate(names):
        for j, name in enumerate(row):
            shade = "#dbe6f7" if i == j else "#f7ead8"
            right.add_patch(Rectangle((j, 2 - i), 1, 1, fc=shade, ec="white", lw=3))
            label(right, (j + 0.5, 2.58 - i), name, size=13)
            label(right, (j + 0.5, 2.22 - i), f"element {place[name]}", GREY, 9)
    label(right, (1.5, -0.35), "[Ixx Iyy Izz Iyz Ixz Ixy]", size=12, family="DejaVu Sans Mono")
    label(right, (1.5, -0.75), "elements of the matrix, without a minus sign", GREY, 10)
    right.set_xlim(-0.1, 3.1)
    right.set_ylim(-0.95, 3.1)
    return figure


PICTURES = {"twolink": twolink, "wrench": wrench, "inertia": inertia}
