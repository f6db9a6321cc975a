"""What the pictures share: a view of space on paper, frames, arrows, labels, and how a picture is stored."""

from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import Arc, FancyArrowPatch

HERE = Path(__file__).parent
RED, GREEN, BLUE, GREY, ORANGE, INK = "#d62728", "#2ca02c", "#1f5fd0", "#8a8f98", "#e07b00", "#202124"
AXES = (RED, GREEN, BLUE)  # x, y, z, as MATLAB's show has them

# Outlines in place of letters, and no dates: a picture looks alike everywhere and changes only when the drawing does.
STYLE = {
    "svg.hashsalt": "rst_compat",
    "svg.fonttype": "path",
    "font.size": 11,
    "font.family": "DejaVu Sans",
    "mathtext.fontset": "dejavusans",
}


def canvas(width, height, columns=1, **options):
    """A figure with axes that have no frame and equal scales."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = np.atleast_1d(figure.subplots(1, columns, **options))
    for ax in axes:
        ax.set_aspect("equal")
        ax.set_axis_off()
    return figure, axes


def store(name, draw, folder):
    with mpl.rc_context(STYLE):
        draw().savefig(Path(folder) / f"{name}.svg", metadata={"Date": None}, facecolor="white")


class View:
    """Points of space on paper, seen from an azimuth and an elevation in degrees; z points up."""

    def __init__(self, azimuth=-60, elevation=22):
        a, e = np.deg2rad([azimuth, elevation])
        self.right = np.array([-np.sin(a), np.cos(a), 0])
        self.up = np.array([-np.sin(e) * np.cos(a), -np.sin(e) * np.sin(a), np.cos(e)])

    def __call__(self, point):
        p = np.asarray(point, float)[:3]
        return np.array([p @ self.right, p @ self.up])


def plane(point):
    """The view on the x-y plane."""
    return np.asarray(point, float)[:2]


def arrow(ax, start, end, color=INK, width=1.8, style="-|>", line="-", size=13, bend=0.0, zorder=3):
    ax.add_patch(
        FancyArrowPatch(
            start,
            end,
            arrowstyle=style,
            mutation_scale=size,
            color=color,
            lw=width,
            linestyle=line,
            shrinkA=0,
            shrinkB=0,
            connectionstyle=f"arc3,rad={bend}",
            zorder=zorder,
        )
    )
    for point in (start, end):
        ax.update_datalim([point])
    ax.autoscale_view()


def frame(ax, view, T, length=0.35, letters="", axes=(0, 1, 2), alpha_line="-", width=2.0, skip_letters=()):
    """The axes of a transform, with letters such as "b" for x_b."""
    for k in axes:
        tip = T[:3, 3] + length * T[:3, k]
        start, end = view(T[:3, 3]), view(tip)
        if np.linalg.norm(end - start) < 1e-3 * length:
            continue
        arrow(ax, start, end, AXES[k], width, line=alpha_line, size=11)
        if letters and k not in skip_letters:
            where = view(T[:3, 3] + 1.2 * length * T[:3, k])
            label(ax, where, rf"${'xyz'[k]}_{{{letters}}}$", AXES[k])
    ax.plot(*view(T[:3, 3]), "o", color=INK, ms=4, zorder=5)


def label(ax, where, text, color=INK, size=11, **options):
    options = {"ha": "center", "va": "center", **options}
    ax.text(*where, text, color=color, fontsize=size, **options)
    ax.update_datalim([where])
    ax.autoscale_view()


def line(ax, view, *points, color=GREY, style="-", width=1.2, zorder=1):
    ax.plot(
        *np.array([view(p) for p in points]).T, color=color, ls=style, lw=width, zorder=zorder, solid_capstyle="round"
    )


def arc_in_space(ax, view, T, axis, radius, start, stop, color=INK):
    """An arrow that turns about an axis (0, 1, 2) of a frame, in rad from the next axis."""
    u, v = T[:3, (axis + 1) % 3], T[:3, (axis + 2) % 3]
    points = np.array([view(T[:3, 3] + radius * (np.cos(t) * u + np.sin(t) * v)) for t in np.linspace(start, stop, 40)])
    ax.plot(*points[:-2].T, color=color, lw=1.6, zorder=4)
    arrow(ax, points[-4], points[-1], color, 1.6, size=11)
    return points[len(points) // 2]


def arc(ax, centre, radius, start, stop, color=INK):
    """An angle in the plane, in degrees, with a head at its end."""
    ax.add_patch(Arc(centre, 2 * radius, 2 * radius, theta1=start, theta2=stop, color=color, lw=1.5, zorder=4))
    points = [np.asarray(centre) + radius * np.array([np.cos(t), np.sin(t)]) for t in np.deg2rad([stop - 6, stop])]
    arrow(ax, *points, color=color, width=1.5, size=11)
    middle = np.deg2rad((start + stop) / 2)
    return np.asarray(centre) + 1.28 * radius * np.array([np.cos(middle), np.sin(middle)])


def rod(ax, view, start, end, width=11, color="#c9d3e3"):
    """A link, as a thick line behind everything."""
    ax.plot(*np.array([view(start), view(end)]).T, color=color, lw=width, solid_capstyle="round", zorder=0)


def centre_of_mass(ax, where, size=9):
    ax.plot(*where, "o", ms=size, mfc="white", mec=INK, mew=1.2, zorder=6)
    ax.plot(*where, "+", ms=size, color=INK, mew=1.2, zorder=7)
