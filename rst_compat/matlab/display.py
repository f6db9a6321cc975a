"""Objects as MATLAB prints them, and ``showdetails``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .arguments import is_empty
from .compile import check_tree
from .number_text import inline_text, matrix_text

if TYPE_CHECKING:
    from .analytical_inverse_kinematics import analyticalInverseKinematics
    from .rigid_body import rigidBody
    from .rigid_body_joint import rigidBodyJoint
    from .rigid_body_tree import rigidBodyTree


def properties_text(kind: str, rows: list[tuple[str, str]]) -> str:
    width = max(len(name) for name, _ in rows) + 4
    return f"  {kind} with properties:\n\n" + "".join(f"{name:>{width}}: {value}\n" for name, value in rows)


def object_text(thing: Any, *names: str) -> str:
    """The display of an object by the names of its properties."""
    return properties_text(type(thing).__name__, [(name, value_text(getattr(thing, name))) for name in names])


def value_text(value: Any) -> str:
    """A value as it stands in the display of an object."""
    if isinstance(value, str):
        return f"'{value}'"
    if isinstance(value, float):
        return inline_text(np.array([value])).strip("[]")
    if not isinstance(value, np.ndarray):
        return f"[1x1 {type(value).__name__}]"
    return inline_text(value) if value.ndim == 1 else "[{}x{} double]".format(*value.shape)


def _cell(entries: list[str]) -> str:
    return "{" + "  ".join(entries) + "}" if entries else "{1x0 cell}"


def _quoted(names: list[str]) -> str:
    return _cell([f"'{n}'" for n in names])


def tree_display(robot: rigidBodyTree) -> str:
    """The property display of a tree."""
    rows = [
        ("NumBodies", str(robot.NumBodies)),
        ("Bodies", _cell(["[1x1 rigidBody]"] * robot.NumBodies)),
        ("Base", "[1x1 rigidBody]"),
        ("BodyNames", _quoted(robot.BodyNames)),
        ("BaseName", f"'{robot.BaseName}'"),
        ("Gravity", inline_text(robot.Gravity)),
        ("DataFormat", f"'{robot.DataFormat}'"),
        ("FrameNames", _quoted(robot.FrameNames)),
    ]
    width = 14  # MATLAB aligns the names of a tree three columns in
    return "  rigidBodyTree with properties:\n\n" + "".join(f"{name:>{width}}: {value}\n" for name, value in rows)


def body_display(body: rigidBody) -> str:
    """The property display of a body."""
    rows = [("Name", f"'{body.Name}'")]
    if not body._is_base:
        rows += [
            ("Joint", "[1x1 rigidBodyJoint]"),
            ("Mass", inline_text(body.Mass)),
            ("CenterOfMass", inline_text(body.CenterOfMass)),
            ("Inertia", inline_text(body.Inertia)),
        ]
    rows += [
        ("Parent", "[]" if body.Parent is None else "[1x1 rigidBody]"),
        ("Children", _cell(["[1x1 rigidBody]"] * len(body.Children))),
        ("Visuals", _quoted(body.Visuals)),
        ("Collisions", _quoted(body.Collisions)),
    ]
    return properties_text("rigidBody", rows)


def joint_display(joint: rigidBodyJoint) -> str:
    """The property display of a joint."""
    floating = joint.Type == "floating"
    rows = [
        ("Type", f"'{joint.Type}'"),
        ("Name", f"'{joint.Name}'"),
        ("JointAxis", inline_text(joint.JointAxis)),
        ("PositionLimits", "[7x2 double]" if floating else inline_text(joint.PositionLimits)),
        ("HomePosition", inline_text(joint.HomePosition)),
        ("JointToParentTransform", "[4x4 double]"),
        ("ChildToJointTransform", "[4x4 double]"),
    ]
    if joint.Friction is not None:  # MATLAB's joints have none
        rows.append(("Friction", repr(joint.Friction)))
    return properties_text("rigidBodyJoint", rows)


def details_text(robot: rigidBodyTree) -> str:
    """The text of :func:`showdetails`."""
    check_tree(robot)
    number = {robot.Base: 0} | {b: i for i, b in enumerate(robot.Bodies, start=1)}

    def indexed(body: rigidBody) -> str:
        return f"{body.Name}({number[body]})"

    bodies = robot.Bodies
    body_width = max([5, *(len(b.Name) for b in bodies)]) + 8
    joint_width = max([5, *(len(b.Joint.Name) for b in bodies)]) + 8

    def row(index: str, body: str, joint: str, kind: str, parent: str, children: str) -> str:
        return (
            f"{index:>4}{body:>{body_width}}{joint:>{joint_width}}{kind:>{joint_width}}{parent:>{body_width + 7}}   "
            + children
        )

    titles = ["Idx", "Body Name", "Joint Name", "Joint Type", "Parent Name(Idx)", "Children Name(s)"]
    lines = ["-" * 20, f"Robot: ({len(bodies)} bodies)", "", row(*titles), row(*("-" * len(t) for t in titles))]
    for i, body in enumerate(bodies, start=1):
        children = "".join(indexed(c) + "  " for c in body.Children)
        lines.append(row(str(i), body.Name, body.Joint.Name, body.Joint.Type, indexed(body._parent), children))
    return "\n".join([*lines, "-" * 20])


def showdetails(robot: rigidBodyTree | analyticalInverseKinematics) -> list[Any] | None:
    """Print every body of a tree with its joint, parent and children, or every kinematic group of a solver.

    Parameters
    ----------
    robot : rigidBodyTree or analyticalInverseKinematics

    Returns
    -------
    None or list
        Of a solver, the groups that are listed, objects with ``KinematicGroup`` and ``KinematicGroupType``.

    Raises
    ------
    MatlabTypeError
        ``rst_compat:argument:NotATree``.

    Notes
    -----
    Indices count from 1, as MATLAB prints them; the base is 0.

    Examples
    --------
    >>> from rst_compat import rigidBodyTree
    >>> showdetails(rigidBodyTree())  # doctest: +ELLIPSIS
    --------------------
    Robot: (0 bodies)
    ...
    """
    if (groups := getattr(type(robot), "_details", None)) is not None:
        return list(groups(robot))
    print(details_text(robot))  # type: ignore[arg-type]
    return None


def disp(value: Any) -> None:
    """Print a value as MATLAB's ``disp`` does in ``format short``.

    Parameters
    ----------
    value : number, array_like, str or object

    Raises
    ------
    MatlabTypeError
        Never: whatever is neither text nor numbers prints itself.

    Notes
    -----
    A 1-D array prints as a row, an empty one not at all.

    Examples
    --------
    >>> disp([[0.33153, 0.1146], [0.1146, 0.1146]])
        0.3315    0.1146
        0.1146    0.1146
    """
    if isinstance(value, str):
        print(value)
    elif not is_empty(value):
        try:
            print(matrix_text(value))
        except (TypeError, ValueError):
            print(value)
