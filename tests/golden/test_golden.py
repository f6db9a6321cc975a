"""Every golden value under fixtures/golden, one test a case; fixtures/README.md has the format and the sources."""

from __future__ import annotations

import functools
import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.evaluate import evaluate

ROOT = Path(__file__).parents[2] / "fixtures"
FILES = sorted(ROOT.glob("golden/*/*.golden.json"))
NOT_INPUTS = {"Name", "Output", "Digits", "Units", "Note", "Source", "Tolerance", "DataFormat", "Gravity", "State"}


@functools.cache
def read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8"))


@functools.cache
def robot_of(path: Path):
    model = read(path)["Model"]
    if model is None:
        return None
    robot = rst.importrobot(path.parent / model if isinstance(model, str) else model)
    if robot.DataFormat == "struct":
        robot.DataFormat = "row"  # the numbers do not depend on it
    return robot


def cases():
    for path in FILES:
        golden = read(path)
        name = f"{path.parent.name}/{path.name.removesuffix('.golden.json')}"
        for case in golden["Cases"]:
            inputs = golden.get("States", {}).get(case.get("State"), {}) | case
            yield pytest.param(path, inputs, case.get("Tolerance", golden["Tolerance"]), id=f"{name}/{case['Name']}")


def printed(show, *arguments) -> str:
    with redirect_stdout(io.StringIO()) as text:
        show(*arguments)
    return text.getvalue()


def body_table(robot):
    number = {name: k for k, name in enumerate([robot.BaseName, *robot.BodyNames])}
    return [
        [number[b.Name], b.Name, b.Joint.Name, b.Joint.Type, f"{b.Parent.Name}({number[b.Parent.Name]})"]
        for b in robot.Bodies
    ]


def body_properties(robot, name):
    body = robot.getBody(name)
    return np.concatenate([[body.Mass], body.CenterOfMass, body.Inertia])


def compute(path: Path, case: dict):
    """What rst_compat says to a case."""
    function, robot = case["Function"], robot_of(path)
    if robot is None:
        rst.rng("default")
        return getattr(rst, function)(*(np.array(a) if isinstance(a, list) else a for a in case["Arguments"]))
    if "Gravity" in case or "DataFormat" in case:
        robot = robot.copy()
        robot.Gravity = case.get("Gravity", robot.Gravity)
        robot.DataFormat = case.get("DataFormat", robot.DataFormat)
    if function == "showdetails":
        return printed(rst.showdetails, robot)
    special = {
        "disp": lambda: repr(robot),
        "BodyNames": lambda: robot.BodyNames,
        "bodyTable": lambda: body_table(robot),
        "massMatrixLambda": lambda: list(robot.massMatrix(nargout=2)[1]),
        "bodyProperties": lambda: body_properties(robot, case["BodyName"]),
    }
    if function in special:
        return special[function]()
    request = {k: v for k, v in case.items() if k not in NOT_INPUTS | {"TransposeTimes"}}
    got = np.asarray(evaluate(robot, request))
    if function == "externalForce" and robot.DataFormat == "row":
        got = got.T
    return got.T @ case["TransposeTimes"] if "TransposeTimes" in case else got


def error(path: Path, case: dict, measure: str, got) -> float:
    """The error of a result in the measure of its tolerance."""
    if measure == "exact":
        return 0.0 if got == case["Output"] else np.inf
    got, want = np.asarray(got, dtype=float), np.asarray(case["Output"], dtype=float)
    if got.size == want.size and 1 in (got.ndim, want.ndim):
        got = got.reshape(want.shape)
    assert got.shape == want.shape
    difference = np.abs(got - want)
    if measure == "digits":
        return float(np.max(difference * 10.0 ** np.asarray(case["Digits"], dtype=float)))
    relative = float(difference.max() / max(1.0, np.abs(want).max()))
    if case["Function"] == "forwardDynamics":  # R19b: an ill-conditioned mass matrix amplifies rounding
        condition = np.linalg.cond(robot_of(path).massMatrix(case["Configuration"]))
        relative /= condition if condition > 1e3 else 1.0
    return relative


@pytest.mark.parametrize(("path", "case", "tolerance"), list(cases()))
def test_golden(path, case, tolerance):
    assert error(path, case, tolerance["Measure"], compute(path, case)) <= tolerance["Value"], tolerance["Reason"]


def test_every_source_is_there():
    sources = {p.name.removesuffix(".golden.json") for p in FILES}
    assert sources == {
        "matlab_docs",
        "matlab_generated_code",
        "matlab_notes",
        "matlab_scripts",
        "rtb_matlab",
        "spatial_v2_octave",
    }


@pytest.mark.parametrize("path", FILES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_files_obey_the_schema(path):
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(read(path), json.loads((ROOT / "golden.schema.json").read_text(encoding="utf-8")))


def test_one_percent_off_is_a_miss():
    """Every function in every measure notices an output that is one percent off; text notices any change."""
    one_of_each = {(c["Function"], t["Measure"]): (path, c, t) for path, c, t in (p.values for p in cases())}
    for (function, measure), (path, case, tolerance) in one_of_each.items():
        if measure == "exact":
            wrong = {**case, "Output": "something else"}
        else:
            output = np.asarray(case["Output"], dtype=float)
            wrong = {**case, "Output": (output + 0.01 * max(1.0, np.abs(output).max())).tolist()}
        assert error(path, wrong, measure, compute(path, case)) > tolerance["Value"], function
