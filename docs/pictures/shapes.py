"""Pictures of the shapes of vectors and matrices; the sizes are those that the library returns."""

import numpy as np
from drawing import GREEN, GREY, INK, ORANGE, RED, canvas, label
from matplotlib.patches import Rectangle

import rst_compat as rst

BLOCK, OTHER = "#dbe6f7", "#f7ead8"


def cells(ax, corner, rows, columns, texts=None, color=BLOCK, size=10):
    """A grid of cells, downwards from its upper left corner."""
    for i in range(rows):
        for j in range(columns):
            x, y = corner[0] + j, corner[1] - i - 1
            fill = color(i, j) if callable(color) else color
            ax.add_patch(Rectangle((x, y), 1, 1, fc=fill, ec="white", lw=2))
            if texts is not None:
                label(ax, (x + 0.5, y + 0.5), texts[i][j], size=size)


def data_format():
    """What a configuration and fext of a three-joint robot look like in each DataFormat."""
    robot = rst.importrobot("planar3r")
    n, bodies = len(robot.homeConfiguration()), robot.NumBodies
    shapes = {}
    for form in ("column", "row"):
        robot.DataFormat = form
        shapes[form] = robot.externalForce(robot.BodyNames[0], np.zeros(6)).shape
    assert shapes == {"column": (6, bodies), "row": (bodies, 6)}

    figure, (ax,) = canvas(11, 4.6)
    q = [f"$q_{{{k + 1}}}$" for k in range(n)]
    wrench = ["Tx", "Ty", "Tz", "Fx", "Fy", "Fz"]
    for x, title in ((0, '"column"'), (8.0, '"row"'), (15.2, '"struct"')):
        label(ax, (x, 1.1), title, size=13, ha="left", weight="bold")
    label(ax, (0, 0.4), "configuration (n, 1)", GREY, 10, ha="left")
    cells(ax, (0, 0), n, 1, [[x] for x in q])
    label(ax, (3.4, 0.4), "fext (6, NumBodies)", GREY, 10, ha="left")
    cells(ax, (3.4, 0), 6, bodies, [[w] + [""] * (bodies - 1) for w in wrench], OTHER, 9)
    label(ax, (8.0, 0.4), "configuration (1, n)", GREY, 10, ha="left")
    cells(ax, (8.0, 0), 1, n, [q])
    label(ax, (8.0, -1.8), "fext (NumBodies, 6)", GREY, 10, ha="left")
    cells(ax, (8.0, -2.2), bodies, 6, [wrench] + [[""] * 6] * (bodies - 1), OTHER, 9)
    label(ax, (15.2, 0.4), "a list of JointConfiguration", GREY, 10, ha="left")
    for k in range(n):
        ax.add_patch(Rectangle((15.2, -1.5 * k - 1.3), 5.6, 1.3, fc=BLOCK, ec="white", lw=2))
        text = f'JointName "{robot.Bodies[k].Joint.Name}"\nJointPosition 0'
        label(ax, (15.4, -1.5 * k - 0.65), text, size=9, ha="left")
    label(ax, (15.2, -5.1), "kinematics only", GREY, 10, ha="left")
    text = 'A 1-D array (n,) or a list fits both "column" and "row", and gives 1-D results.'
    label(ax, (0, -6.9), text, INK, 11, ha="left")
    ax.set_xlim(-0.3, 21)
    ax.set_ylim(-7.3, 1.6)
    return figure


def jacobian():
    """The rows of geometricJacobian."""
    robot = rst.importrobot("planar3r")
    J = robot.geometricJacobian([0.3, 0.4, 0.5], robot.BodyNames[-1])
    rows, columns = J.shape
    figure, (ax,) = canvas(9.4, 4.2)
    texts = [[f"{x:.2f}".replace("0.00", "0") for x in row] for row in J]
    cells(ax, (0, 0), rows, columns, texts, lambda i, _: BLOCK if i < 3 else OTHER, 11)
    for i, name in enumerate([r"$\omega_x$", r"$\omega_y$", r"$\omega_z$", "$v_x$", "$v_y$", "$v_z$"]):
        label(ax, (-0.3, -i - 0.5), name, RED if i < 3 else GREEN, 13)
    for j in range(columns):
        label(ax, (j + 0.5, 0.35), f"joint {j + 1}", GREY, 10)
    notes = ((-1.5, "rows 0 to 2: angular velocity, rad/s"), (-4.5, "rows 3 to 5: velocity of the body origin, m/s"))
    for y, text in notes:
        label(ax, (columns + 0.3, y + 0.25), text, ha="left")
        label(ax, (columns + 0.3, y - 0.3), "in base axes", GREY, 10, ha="left")
    label(ax, (columns + 0.3, -3), "J @ qd", ORANGE, 13, ha="left", family="DejaVu Sans Mono")
    ax.set_xlim(-0.8, columns + 7)
    ax.set_ylim(-6.1, 0.8)
    return figure


PICTURES = {"data_format": data_format, "jacobian": jacobian}
