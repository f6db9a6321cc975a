"""``rstc diff``: what differs between two models, and how much that matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from rst_compat import batch, importrobot, rigidBody, rigidBodyTree
from rst_compat.matlab.number_text import inline_text

from .eval_command import Output, choose, read_argument
from .output import Array, emit, printable, to_json

DIFFERENT = 1
FORMATS = ("text", "json")
STATES = 50
_BODY = ("Mass", "CenterOfMass", "Inertia")
_JOINT = ("Type", "JointAxis", "JointToParentTransform", "ChildToJointTransform", "PositionLimits", "HomePosition")

_FRICTION = (
    "Viscous",
    "Coulomb",
    "GearRatio",
    "Reference",
    "CoulombScaling",
    "Smoothing",
    "RotorInertia",
    "Offset",
)


def diff_command(
    first: Annotated[str, typer.Argument(metavar="MODEL_A", help="A model file, or the name of a bundled robot.")],
    second: Annotated[str, typer.Argument(metavar="MODEL_B", help="The other one.")],
    tolerance: Annotated[
        float, typer.Option("--tolerance", min=0.0, help="Numbers that differ by no more, relative to 1, are the same.")
    ] = 1e-9,
    format_: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Output format.")] = "text",
    output: Output = None,
) -> int:
    """Compare two models: bodies, joints, inertias, and M, C, g in random states.

    Bodies are matched by their names, joint vectors by those of the joints or of their bodies, so the order does not
    matter. Where only one model has gravity, both are compared with it; that a URDF file has none, which has no place
    for it, is no difference. Exit code 1 where they differ.

    * rstc diff arm.urdf arm.mat

    * rstc diff puma560 my_puma.json --tolerance 1e-4 --format json
    """
    choose("--format", format_, FORMATS)
    robots = tuple(read_argument(model, importrobot) for model in (first, second))
    note = _gravity_note((first, second), robots)
    found = [d for d in _differences(robots[0], robots[1], tolerance) if not (note and d["Property"] == "Gravity")]
    dynamics = _dynamics(*robots)
    largest = [part["Largest"] for part in dynamics.values()]
    different = bool(found) or any(not x <= tolerance for x in largest)
    if format_ == "json":
        facts = {"Models": [first, second], "Same": not different, "Differences": found, "Dynamics": dynamics}
        facts |= {"Note": note} if note else {}
        emit([to_json(facts) + "\n"], output)
    else:
        emit([printable(_text(first, second, found, dynamics, note))], output)
    return DIFFERENT * different


def _gravity_note(models: tuple[str, str], robots: tuple[rigidBodyTree, ...]) -> str:
    """That one of two files has no place for the gravity of the other."""
    for k, other in ((0, 1), (1, 0)):
        has_no_place = Path(models[k]).suffix.lower() in (".urdf", ".xacro")
        if has_no_place and not robots[k].Gravity.any() and robots[other].Gravity.any():
            return f"{models[k]} has no place for gravity: that of {models[other]} is taken for both"
    return ""


def _differences(a: rigidBodyTree, b: rigidBodyTree, tolerance: float) -> Iterator[dict[str, Any]]:
    """One entry for each property that differs."""
    yield from _property("", "Gravity", a.Gravity, b.Gravity, tolerance)
    bodies_a, bodies_b = ({body.Name: body for body in robot.Bodies} for robot in (a, b))
    for name in [*bodies_a, *(n for n in bodies_b if n not in bodies_a)]:
        one, other = bodies_a.get(name), bodies_b.get(name)
        if one is None or other is None:
            yield {"Body": name, "Property": "", "A": one is not None, "B": other is not None}
            continue
        # A base may have any name.
        parents = tuple("the base" if x.Parent.Name == r.BaseName else x.Parent.Name for x, r in ((one, a), (other, b)))
        yield from _property(name, "Parent", *parents, tolerance)
        for key in _BODY:
            yield from _property(name, key, getattr(one, key), getattr(other, key), tolerance)
        for key in ("Name", *_JOINT):
            yield from _property(name, f"Joint.{key}", getattr(one.Joint, key), getattr(other.Joint, key), tolerance)
        yield from _friction(name, one.Joint.Friction, other.Joint.Friction, tolerance)


def _friction(body: str, one: Any, other: Any, tolerance: float) -> Iterator[dict[str, Any]]:
    if one is None or other is None:
        yield from _property(body, "Joint.Friction", repr(one), repr(other), tolerance)
        return
    for key in _FRICTION:
        values = (getattr(friction, key) for friction in (one, other))
        yield from _property(body, f"Joint.Friction.{key}", *(0.0 if v is None else v for v in values), tolerance)


def _property(body: str, name: str, one: Any, other: Any, tolerance: float) -> Iterator[dict[str, Any]]:
    if isinstance(one, str):
        if one != other:
            yield {"Body": body, "Property": name, "A": one, "B": other}
        return
    x, y = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    if x.shape == y.shape:
        finite = np.abs(x[np.isfinite(x)]).max(initial=1.0)
        with np.errstate(invalid="ignore"):
            same = (x == y) | (np.isnan(x) & np.isnan(y)) | (np.abs(x - y) <= tolerance * finite)
        if same.all():
            return
    yield {"Body": body, "Property": name, "A": x, "B": y}


def _dynamics(a: rigidBodyTree, b: rigidBodyTree) -> dict[str, dict[str, float]]:
    """Largest differences of M, C, g over random states, max|A - B| / max(1, max|A|); none where the joints differ."""
    joints_a, joints_b = _moving(a, lambda body: body.Joint.Name), _moving(b, lambda body: body.Joint.Name)
    if joints_a != joints_b:  # names of joints differ more often than those of bodies
        joints_a, joints_b = _moving(a, lambda body: body.Name), _moving(b, lambda body: body.Name)
    if joints_a != joints_b:
        return {}
    gravity = tuple(np.array(r.Gravity) for r in (a, b))
    if not gravity[0].any() or not gravity[1].any():  # files that have no place for it
        common = gravity[0] if gravity[0].any() else gravity[1]
        a.Gravity = b.Gravity = common
    draw = np.random.default_rng(1)
    q_parts = {name: _positions(kind, draw) for name, kind in joints_a.items()}
    v_parts = {name: draw.uniform(-1, 1, (STATES, 6 if kind == "floating" else 1)) for name, kind in joints_a.items()}
    columns = [0, *np.cumsum([v_parts[name].shape[1] for name in joints_a])]
    places = {name: np.arange(i, k) for name, i, k in zip(joints_a, columns, columns[1:], strict=False)}
    order = np.concatenate([np.zeros(0, int), *(places[name] for name in joints_b)])
    out = {}
    for label, function in (("M", "massMatrix"), ("C", "coriolisMatrix"), ("g", "gravityTorque")):
        values = []
        for robot, names in ((a, joints_a), (b, joints_b)):
            vectors = [_side_by_side(q_parts, names)]
            if label == "C":
                vectors.append(_side_by_side(v_parts, names))
            values.append(getattr(batch, function)(robot, *vectors))
        one, other = values
        one = one[:, order] if label == "g" else one[:, order[:, None], order]
        off = np.abs(one - other)
        size = np.abs(one).reshape(STATES, -1).max(axis=1, initial=1.0)
        share = off.reshape(STATES, -1).max(axis=1, initial=0.0) / size
        out[label] = {"Largest": float(share.max()), "Absolute": float(off.max(initial=0.0))}
    return out


def _moving(robot: rigidBodyTree, name: Callable[[rigidBody], str]) -> dict[str, str]:
    return {name(body): body.Joint.Type for body in robot.Bodies if body.Joint.Type != "fixed"}


def _positions(kind: str, draw: np.random.Generator) -> Array:
    if kind != "floating":
        return draw.uniform(-np.pi, np.pi, (STATES, 1)) if kind == "revolute" else draw.uniform(-0.5, 0.5, (STATES, 1))
    turn = draw.normal(size=(STATES, 4))
    return np.hstack([turn / np.linalg.norm(turn, axis=1, keepdims=True), draw.uniform(-1, 1, (STATES, 3))])


def _side_by_side(parts: dict[str, Array], names: Any) -> Array:
    return np.hstack([np.zeros((STATES, 0)), *(parts[name] for name in names)])


def _text(
    first: str, second: str, found: list[dict[str, Any]], dynamics: dict[str, dict[str, float]], note: str
) -> str:
    lines = []
    for entry in found:
        where = f"body '{entry['Body']}'" if entry["Body"] else "robot"
        if not entry["Property"]:
            lines.append(f"{where}: only in {first if entry['A'] else second}")
            continue
        shown = [_shown(entry[key]) for key in "AB"]
        if shown[0] == shown[1]:  # to four decimals
            shown = [np.array2string(np.asarray(entry[key]), precision=17) for key in "AB"]
        lines += [f"{where}: {entry['Property']}", f"    {first}: {shown[0]}", f"    {second}: {shown[1]}"]
    lines.append(f"{len(found)} difference{'s' * (len(found) != 1)}" if found else "no difference")
    lines += [note] if note else []
    if dynamics:
        lines.append(f"in {STATES} random states, max|A - B| / max(1, max|A|):")
        lines += [f"    {label}  {part['Largest']:.1e}" for label, part in dynamics.items()]
    else:
        lines.append("M, C and g are not compared: the moving joints are not the same")
    return "\n".join(lines) + "\n"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return value
    array = np.asarray(value)
    return "; ".join(inline_text(row) for row in array) if array.ndim == 2 else inline_text(array)
