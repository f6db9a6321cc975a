"""The MATLAB functions that write models and golden files, run by Octave on a robot of closed formulas.

Octave has no rigidBodyTree. Nested structs stand in for the tree, and functions of the same names for its methods: a
cart that slides along x, a pole that turns about y, and a tool that is fixed to the pole.
"""

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.evaluate import evaluate
from rst_compat.golden import check, read_golden

ROOT = Path(__file__).parents[1]
OCTAVE = shutil.which("octave-cli") or shutil.which("octave")
pytestmark = pytest.mark.skipif(
    OCTAVE is None, reason="Octave is not here: the exporters for MATLAB are not run (apt-get install octave)"
)

M1, M2, L, TOOL, IYY, G = 3.0, 0.8, 0.3, 0.7, 0.11, 9.81
NUMBERS = f"m1 = {M1}; m2 = {M2}; l = {L}; tool = {TOOL}; Iyy = {IYY}; g = {G}; s = sin(q(2)); c = cos(q(2));"
POSE = "p = [q(1) - tool*s; 0; -tool*c]; R = [c 0 s; 0 1 0; -s 0 c];"

FUNCTIONS = {
    "copy": "r = copy(robot)\nr = robot;",
    "homeConfiguration": "q = homeConfiguration(robot)\nq = zeros(2, 1);",
    "randomConfiguration": "q = randomConfiguration(robot)\nq = 2*rand(2, 1) - 1;",
    "massMatrix": f"M = massMatrix(robot, q)\n{NUMBERS}\nM = [m1 + m2, -m2*l*c; -m2*l*c, Iyy];",
    "velocityProduct": f"h = velocityProduct(robot, q, qd)\n{NUMBERS}\nh = [m2*l*s*qd(2)^2; 0];",
    "gravityTorque": f"t = gravityTorque(robot, q)\n{NUMBERS}\nt = [0; m2*g*l*s];",
    "centerOfMass": f"x = centerOfMass(robot, q)\n{NUMBERS}\n"
    "x = (m1*[q(1); 0; 0] + m2*[q(1) - l*s; 0; -l*c]) / (m1 + m2);",
    "externalForce": "f = externalForce(robot, body, wrench)\nassert(strcmp(body, 'tool'))\n"
    "f = zeros(6, 3); f(:, 3) = wrench;",
    "inverseDynamics": "t = inverseDynamics(robot, q, qd, qdd, fext)\n"
    "t = massMatrix(robot, q)*qdd + velocityProduct(robot, q, qd) + gravityTorque(robot, q);\n"
    "if nargin > 4, t = t - push(q, fext(:, 3)); end",
    "forwardDynamics": "a = forwardDynamics(robot, q, qd, tau, fext)\n"
    "if nargin > 4, tau = tau + push(q, fext(:, 3)); end\n"
    "a = massMatrix(robot, q) \\ (tau - velocityProduct(robot, q, qd) - gravityTorque(robot, q));",
    # A wrench in base axes about the base origin: its x force moves the cart, its moment about the pivot the pole.
    "push": "t = push(q, w)\nt = [w(4); w(2) + q(1)*w(6)];",
    "geometricJacobian": f"J = geometricJacobian(robot, q, body)\n{NUMBERS}\nassert(strcmp(body, 'tool'))\n"
    "J = [0 0; 0 1; 0 0; 1 -tool*c; 0 0; 0 tool*s];",
    "getTransform": f"T = getTransform(robot, q, body)\n{NUMBERS}\n{POSE}\nT = eye(4);\nT(1, 4) = q(1);\n"
    "if ~strcmp(body, 'cart'), T(1:3, 1:3) = R; end\nif strcmp(body, 'tool'), T(1:3, 4) = p; end",
}
ROBOT = f"""
base.Name = 'rail';
cart = struct('Name', 'cart', 'Mass', {M1}, 'CenterOfMass', [0 0 0], 'Inertia', [0.1 0.2 0.3 0 0 0]);
cart.Parent = base;
cart.Joint = struct('Name', 'slide', 'Type', 'prismatic', 'PositionLimits', [-Inf Inf], 'HomePosition', 0, ...
    'JointAxis', [1 0 0], 'JointToParentTransform', eye(4), 'ChildToJointTransform', eye(4));
pole = struct('Name', 'pole', 'Mass', {M2}, 'CenterOfMass', [0 0 {-L}], 'Inertia', [{IYY} {IYY} 0.002 0 0 0]);
pole.Parent = cart;
pole.Joint = struct('Name', 'pivot', 'Type', 'revolute', 'PositionLimits', [-pi pi/3], 'HomePosition', 1/7, ...
    'JointAxis', [0 1 0], 'JointToParentTransform', eye(4), 'ChildToJointTransform', eye(4));
tool = struct('Name', 'tool', 'Mass', 0, 'CenterOfMass', [0 0 0], 'Inertia', zeros(1, 6));
tool.Parent = pole;
place = eye(4);
place(3, 4) = {-TOOL};
tool.Joint = struct('Name', 'weld', 'Type', 'fixed', 'PositionLimits', [0 0], 'HomePosition', 0, ...
    'JointAxis', [0 0 0], 'JointToParentTransform', place, 'ChildToJointTransform', eye(4));
robot = struct('DataFormat', 'struct', 'Gravity', [0 0 {-G}], 'BaseName', 'rail', 'NumBodies', 3);
robot.Bodies = {{cart, pole, tool}};
"""


@pytest.fixture(scope="module")
def octave(tmp_path_factory):
    """Run lines of Octave in a folder, after the robot is made; the folder."""
    functions = tmp_path_factory.mktemp("functions")
    for name, text in FUNCTIONS.items():
        (functions / f"{name}.m").write_text(f"function {text}\nend\n")

    def run(lines):
        folder = tmp_path_factory.mktemp("out")
        (folder / "script.m").write_text(ROBOT + lines + "disp('done')\n")
        paths = ["--path", str(functions), "--path", str(ROOT / "fixtures" / "generators")]
        command = [str(OCTAVE), "--norc", "--no-gui", "--quiet", *paths, "script.m"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
        assert done.stdout.endswith("done\n"), done.stderr  # Octave's exit code is not always that of the script
        return folder

    return run


@pytest.fixture(scope="module")
def written(octave):
    """The files of twelve random states and of one that is given."""
    return octave(
        "rand('twister', 1);\nexport_rst_golden(robot, 'pendulum')\n"
        "one = struct('Configuration', [0.1 0.2], 'JointVelocity', [0.3 0.4], 'JointAcceleration', [0 1/3], "
        "'JointTorque', [1; 2]);\nexport_rst_golden(robot, 'given', one)\n"
        "export_rst_golden(robot, 'three', 3)\nexport_rst_golden(robot, 'as_mat', one, 'mat')\n"
    )


def test_the_model_is_read(octave):
    folder = octave("export_rst_model(robot, 'cart.json')\nexport_rst_model(robot, 'other.json', 'été')\n")
    robot = rst.importrobot(folder / "cart.json")
    assert (robot.BodyNames, robot.BaseName, robot.DataFormat) == (["cart", "pole", "tool"], "rail", "struct")
    assert robot.Gravity.tolist() == [0, 0, -G]
    cart, pole, tool = robot.Bodies
    assert [b.Parent.Name for b in robot.Bodies] == ["rail", "cart", "pole"]
    assert cart.Inertia.tolist() == [0.1, 0.2, 0.3, 0, 0, 0]
    assert (pole.Mass, pole.CenterOfMass.tolist()) == (M2, [0, 0, -L])
    assert cart.Joint.PositionLimits.tolist() == [-np.inf, np.inf]
    assert pole.Joint.PositionLimits.tolist() == [-np.pi, np.pi / 3]  # to the last bit
    assert pole.Joint.HomePosition == 1 / 7
    assert [b.Joint.Type for b in robot.Bodies] == ["prismatic", "revolute", "fixed"]
    assert tool.Joint.JointToParentTransform[2, 3] == -TOOL
    assert json.loads((folder / "cart.json").read_text())["Name"] == "cart"
    assert json.loads((folder / "other.json").read_text(encoding="utf-8"))["Name"] == "été"


def test_a_robot_of_one_body_and_one_that_floats_are_read(octave):
    folder = octave(
        "robot.NumBodies = 1;\nexport_rst_model(robot, 'one.json')\n"
        "robot.Bodies{1}.Joint = struct('Name', 'free', 'Type', 'floating', 'PositionLimits', [NaN(4, 2); "
        "[-5 Inf; -5 5; -5 5]], 'HomePosition', [1 0 0 0 0 0 1e-20], 'JointAxis', NaN(1, 3), "
        "'JointToParentTransform', eye(4), 'ChildToJointTransform', eye(4));\nexport_rst_model(robot, 'free.json')\n"
    )
    assert rst.importrobot(folder / "one.json").NumBodies == 1
    joint = rst.importrobot(folder / "free.json").Bodies[0].Joint
    assert joint.PositionLimits[4:].tolist() == [[-5, np.inf], [-5, 5], [-5, 5]]
    assert joint.HomePosition.tolist() == [1, 0, 0, 0, 0, 0, 1e-20]


@pytest.mark.parametrize("name", ["pendulum", "given", "three"])
def test_the_golden_file_obeys_the_schema(written, name):
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads((ROOT / "fixtures" / "golden.schema.json").read_text(encoding="utf-8"))
    golden = json.loads((written / name / "matlab.golden.json").read_text(encoding="utf-8"))
    jsonschema.validate(golden, schema)
    names = [case["Name"] for case in golden["Cases"]]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("name", "count"), [("pendulum", 12 * 12), ("given", 10), ("three", 3 * 12)])
def test_our_values_are_those_of_the_file(written, name, count):
    golden = json.loads((written / name / "matlab.golden.json").read_text(encoding="utf-8"))
    robot = rst.importrobot(written / name / golden["Model"])
    assert len(golden["Cases"]) == count
    for case in golden["Cases"]:
        inputs = {k: v for k, v in case.items() if k not in ("Name", "Output", "Digits", "Tolerance")}
        got, want = evaluate(robot, inputs), np.array(case["Output"])
        assert got.shape == want.shape, case["Name"]
        assert np.abs(got - want).max() <= 1e-11 * max(1, np.abs(want).max()), case["Name"]


def test_a_mat_file_holds_the_same(written):
    """Read back from MATLAB's own format, inputs, outputs and tolerances are those of the JSON file."""
    json_file, mat_file = (
        read_golden(p) for p in (written / "given/matlab.golden.json", written / "as_mat/matlab.golden.mat")
    )
    assert not (written / "as_mat" / "matlab.golden.json").exists()
    assert (mat_file.source, mat_file.model.name) == (json_file.source, "model.json")
    for one, other in zip(json_file.cases, mat_file.cases, strict=True):
        assert (one.name, one.function, one.inputs, one.tolerance) == (
            other.name,
            other.function,
            other.inputs,
            other.tolerance,
        )
        assert one.output.tolist() == other.output.tolist()
    assert all(outcome.passed for outcome in check(mat_file))


def test_a_file_that_cannot_be_written_is_an_error_by_name(octave):
    folder = octave(
        "try, export_rst_model(robot, 'none/a.json'), catch e, fid = fopen('said', 'w'); "
        "fprintf(fid, '%s', e.identifier); fclose(fid); end\n"
    )
    assert (folder / "said").read_text() == "rst_compat:export:NotWritten"
