"""``rstc convert``: a model from one file format into another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from rst_compat import importrobot, rigidBodyTree
from rst_compat.errors import MatlabValueError, warn

from .eval_command import Model, read_argument

FORMATS = (".json", ".urdf", ".mat")


def convert_command(
    model: Model,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A file that ends in .json, .urdf or .mat.")],
    format_: Annotated[str | None, typer.Option("--data-format", help="DataFormat of the result.")] = None,
) -> None:
    """Convert a model between model.json, URDF and MAT-files.

    What a rigidBodyTree holds is kept: bodies, joints, limits, home positions, gravity. A .mat file has it in the
    variable "robot". Warnings on standard error say what OUT has no place for: shapes in .json and .mat; gravity, the
    data format, an Evaluate list, a description and some home positions in .urdf. Of a URDF, mimic joints become free
    ones, and effort, velocity and damping are not part of a rigidBodyTree.

    * rstc convert arm.urdf arm.json

    * rstc convert arm.xacro arm.urdf

    * rstc convert twolink twolink.mat --data-format column

    * rstc convert experiment.mat robot.urdf
    """
    if out.suffix.lower() not in FORMATS:
        raise MatlabValueError(
            "rst_compat:cli:BadOption",
            f"convert: the format of {str(out)!r} is not written",
            f"a name that ends in {', '.join(FORMATS)}",
            repr(out.suffix),
            "The ending of OUT is its format",
        )
    robot = read_argument(model, importrobot)
    if format_ is not None:
        robot.DataFormat = format_
    robot.exportrobot(out)
    if out.suffix.lower() == ".urdf":
        say_lost_settings(robot)


def say_lost_settings(robot: rigidBodyTree) -> None:
    """Warn of what no URDF can hold of a robot as a whole; ``exportrobot``, which scripts call, documents it."""
    whole = json.loads(robot.exportrobot())
    found = {
        f"Gravity {whole['Gravity']}": any(whole["Gravity"]),
        f"DataFormat '{whole['DataFormat']}'": whole["DataFormat"] != "struct",
        "the description": "Description" in whole,
        f"the Evaluate list of {len(whole.get('Evaluate', ()))}": "Evaluate" in whole,
    }
    if lost := [words for words, is_lost in found.items() if is_lost]:
        warn("rst_compat:urdf:LostSettings", f"URDF has no place for {', '.join(lost)}.")
