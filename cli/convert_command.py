"""``rstc convert``: a model from one file format into another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import rst_compat
from rst_compat.errors import MatlabValueError

from .eval_command import Model, read_argument

FORMATS = (".json", ".urdf", ".mat")


def convert_command(
    model: Model,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A file that ends in .json, .urdf or .mat.")],
    format_: Annotated[str | None, typer.Option("--data-format", help="DataFormat of the result.")] = None,
) -> None:
    """Convert a model between model.json, URDF and MAT-files.

    A .mat file holds the robot as the variable "robot". Warnings say what is lost on the way to URDF, which has no
    place for gravity, the data format, an Evaluate list and a description either.

    * rstc convert arm.urdf arm.json

    * rstc convert twolink twolink.mat
    """
    if out.suffix.lower() not in FORMATS:
        raise MatlabValueError(
            "rst_compat:cli:BadOption",
            f"convert: the format of {str(out)!r} is not written",
            f"a name that ends in {', '.join(FORMATS)}",
            repr(out.suffix),
            "The ending of OUT is its format",
        )
    robot = read_argument(model).robot
    if format_ is not None:
        robot.DataFormat = format_
    if out.suffix.lower() == ".mat":
        rst_compat.save(out, robot=robot)
    else:
        robot.exportrobot(out)
