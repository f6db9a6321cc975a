"""``rstc info``: what a model is made of."""

from __future__ import annotations

import io
from collections import Counter
from contextlib import redirect_stdout
from typing import Annotated, Any

import numpy as np
import typer

from rst_compat import engine, showdetails
from rst_compat.evaluate import LoadedModel, defaults, load_model
from rst_compat.matlab.number_text import inline_text

from .eval_command import Model, Output, choose, read_argument
from .output import emit, printable, to_json

_UNITS = {"revolute": "rad", "prismatic": "m"}


FORMATS = ("text", "json")


def _engine(wanted: bool) -> None:
    if wanted:
        there = engine.info()
        sets = f" with {there.instruction_set}" if there.instruction_set else ""
        print(f"Engine:      {there.engine}{sets}\nThere are:   {', '.join((*there.engines, *there.instruction_sets))}")
        raise typer.Exit


def info_command(
    model: Model,
    format_: Annotated[str, typer.Option("--format", metavar="|".join(FORMATS), help="Output format.")] = "text",
    output: Output = None,
    _: Annotated[
        bool,
        typer.Option(
            "--engine", callback=_engine, is_eager=True, help="Show what computes: the compiled engine or NumPy."
        ),
    ] = False,
) -> None:
    """Show the bodies, joints, limits, mass and gravity of a model.

    * rstc info twolink

    * rstc info model.json --format json

    * rstc info --engine
    """
    kind = choose("--format", format_, FORMATS)
    loaded = read_argument(model, load_model)
    facts = _facts(loaded)
    emit([to_json(facts) + "\n" if kind == "json" else _text(loaded, facts)], output)


def _facts(loaded: LoadedModel) -> dict[str, Any]:
    robot, vectors = loaded.robot, defaults(loaded.robot)
    return {
        "Model": loaded.name,
        "Description": loaded.description,
        "DataFormat": robot.DataFormat,
        "BaseName": robot.BaseName,
        "Gravity": robot.Gravity.tolist(),
        "NumBodies": robot.NumBodies,
        "NumPositions": len(vectors["Configuration"]),
        "NumVelocities": len(vectors["JointVelocity"]),
        "TotalMass": float(sum(b.Mass for b in robot.Bodies)),
        "Bodies": [
            {
                "Name": b.Name,
                "Parent": "" if b.Parent is None else b.Parent.Name,
                "Mass": b.Mass,
                "Joint": {
                    "Name": b.Joint.Name,
                    "Type": b.Joint.Type,
                    "PositionLimits": b.Joint.PositionLimits.tolist(),
                    "HomePosition": np.asarray(b.Joint.HomePosition).tolist(),
                },
            }
            for b in robot.Bodies
        ],
        "NumRequests": len(loaded.requests),
    }


def _text(loaded: LoadedModel, facts: dict[str, Any]) -> str:
    joints = [body["Joint"] for body in facts["Bodies"]]
    kinds = Counter(joint["Type"] for joint in joints)
    rows = [
        ("Name", facts["Model"]),
        ("Description", " ".join(facts["Description"].split())),
        ("DataFormat", f"'{facts['DataFormat']}'"),
        ("BaseName", f"'{facts['BaseName']}'"),
        ("Gravity", inline_text(facts["Gravity"]) + " m/s^2"),
        ("Bodies", str(facts["NumBodies"])),
        ("Joints", ", ".join(f"{count} {kind}" for kind, count in kinds.items())),
        ("Positions", str(facts["NumPositions"])),
        ("Velocities", str(facts["NumVelocities"])),
        ("Total mass", inline_text(facts["TotalMass"]) + " kg"),
        ("Evaluate", f"{facts['NumRequests']} requests" if facts["NumRequests"] else ""),
    ]
    head = "".join(f"{name + ':':<13}{value}\n" for name, value in rows if value)
    with redirect_stdout(io.StringIO()) as details:
        showdetails(loaded.robot)
    table = _joint_table([j for j in joints if j["Type"] != "fixed"])
    return printable(f"{head}\n{details.getvalue()}{table}")


def _joint_table(joints: list[dict[str, Any]]) -> str:
    if not joints:
        return ""
    rows = [("Joint", "Type", "Lower", "Upper", "Home", "Unit")]
    for joint in joints:
        floating = joint["Type"] == "floating"
        limits = np.array(joint["PositionLimits"])
        lower, upper = limits[4:].T if floating else limits  # a quaternion has no limits
        numbers = [inline_text(x) for x in (lower, upper, joint["HomePosition"])]
        unit = "[qw qx qy qz x y z], limits of [x y z] in m" if floating else _UNITS[joint["Type"]]
        rows.append((joint["Name"], joint["Type"], *numbers, unit))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for name, kind, *numbers, unit in rows:
        cells = [name.ljust(widths[0]), kind.ljust(widths[1])]
        cells += [number.rjust(width) for number, width in zip(numbers, widths[2:5], strict=True)]
        lines.append("  ".join([*cells, unit]) + "\n")
    return "\n" + "".join(lines)
