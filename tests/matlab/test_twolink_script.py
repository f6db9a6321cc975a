"""The two-link example of public course notes as a MATLAB user would port it, against the outputs printed there."""

import json
from pathlib import Path

import numpy as np
import pytest
from numpy import pi

from rst_compat import (
    externalForce,
    forwardDynamics,
    gravityTorque,
    inverseDynamics,
    massMatrix,
    rigidBody,
    rigidBodyJoint,
    rigidBodyTree,
    velocityProduct,
)

NOTES = Path(__file__).parents[2] / "fixtures" / "golden" / "twolink" / "matlab_notes.golden.json"

PRINTED = 0.51e-4  # half a unit of the last of the four digits that format short prints

FORMS = {
    "1-D": ("column", lambda v: np.array(v, dtype=float)),
    "list": ("column", list),
    "column": ("column", lambda v: np.array(v, dtype=float).reshape(-1, 1)),
    "row": ("row", lambda v: np.array(v, dtype=float).reshape(1, -1)),
}


def script(data_format, vector):
    """The script. Its lines stand in the order of the notes; ``vector`` makes the vectors of one form."""
    a1, a2, m1, m2, r = 0.5, 0.7, 0.5, 0.7, 0.04

    def cylinder(m, a):
        return [m * r**2 / 2, *[m * (3 * r**2 + a**2) / 12 + m * (a / 2) ** 2] * 2, 0, 0, 0]

    twolink = rigidBodyTree("DataFormat", data_format)

    body1 = rigidBody("body_1")
    joint1 = rigidBodyJoint("joint_1", "revolute")
    joint1.setFixedTransform([a1, 0, 0, 0], "dh")
    body1.Joint = joint1
    body1.Mass = m1
    body1.CenterOfMass = [-a1 / 2, 0, 0]
    body1.Inertia = cylinder(m1, a1)
    twolink.addBody(body1, "base")

    body2 = rigidBody("body_2")
    joint2 = rigidBodyJoint("joint_2", "revolute")
    joint2.setFixedTransform([a2, 0, 0, 0], "dh")
    body2.Joint = joint2
    body2.Mass = m2
    body2.CenterOfMass = [-a2 / 2, 0, 0]
    body2.Inertia = cylinder(m2, a2)
    twolink.addBody(body2, "body_1")

    config = vector([pi / 3, pi / 2])
    yield massMatrix(twolink, config)

    jointVel = vector([pi / 4, pi / 10])
    yield velocityProduct(twolink, config, jointVel)

    twolink.Gravity = [0, -9.81, 0]
    yield gravityTorque(twolink, config)

    fext1 = externalForce(twolink, "body_1", [0, 0, 0, 0, 1, 0], config)
    yield fext1
    fext2 = externalForce(twolink, "body_2", [0, 0, 0, 5, 0, 0], config)
    yield fext2
    q_dot_dot = forwardDynamics(twolink, config, [], [], fext1 + fext2)
    yield q_dot_dot

    q_dot = vector([-pi / 2, pi / 5])
    yield forwardDynamics(twolink, config, q_dot)

    tau = vector([5, 5])
    yield forwardDynamics(twolink, config, [], tau)

    yield inverseDynamics(twolink, config, q_dot)
    yield inverseDynamics(twolink, config, [], q_dot_dot)
    yield inverseDynamics(twolink, config, [], [], fext1)


CASES = json.loads(NOTES.read_text(encoding="utf-8"))["Cases"][:11]


@pytest.mark.parametrize("form", FORMS)
def test_the_script_prints_what_matlab_printed(form):
    outputs = list(script(*FORMS[form]))
    assert len(outputs) == len(CASES) == 11
    for case, got in zip(CASES, outputs, strict=True):
        want = np.array(case["Output"])
        if case["Function"] == "externalForce":
            want = want.T if form == "row" else want
        elif case["Function"] != "massMatrix" and form in ("row", "column"):
            want = FORMS[form][1](want)
        assert got.shape == want.shape, case["Name"]
        np.testing.assert_allclose(got, want, rtol=0, atol=PRINTED, err_msg=case["Name"])
