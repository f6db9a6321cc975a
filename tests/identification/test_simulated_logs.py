"""What the tests of identification are made of, against Pinocchio."""

import numpy as np
import pytest
from simulated_logs import logged, random_robot

pin = pytest.importorskip("pinocchio", reason="Pinocchio is not here (pip install '.[oracle]')")

pytestmark = pytest.mark.oracle


@pytest.mark.parametrize("seed", range(20))
def test_wrenches_and_torques_are_those_of_an_independent_engine(seed):
    kinds = np.random.default_rng(seed).choice(["revolute", "prismatic"], 5).tolist()
    robot = random_robot(seed, kinds)
    log = logged(robot, 5, seed)
    model = pin.Model()
    model.gravity = pin.Motion(np.array([*robot.Gravity, 0, 0, 0]))
    at = 0
    for body in robot.Bodies:
        joint = {"revolute": pin.JointModelRevoluteUnaligned, "prismatic": pin.JointModelPrismaticUnaligned}
        axis = np.asarray(body.Joint.JointAxis)
        placement = pin.SE3(np.asarray(body.Joint.JointToParentTransform))
        at = model.addJoint(at, joint[body.Joint.Type](axis), placement, body.Name)
        m, c = float(body.Mass), np.asarray(body.CenterOfMass)
        xx, yy, zz, yz, xz, xy = body.Inertia
        frame = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        model.appendBodyToJoint(
            at, pin.Inertia(m, c, frame - m * (c @ c * np.eye(3) - np.outer(c, c))), pin.SE3.Identity()
        )
    data = model.createData()
    for k in range(5):
        tau = pin.rnea(model, data, log.q[k], log.qd[k], log.qdd[k])
        # Rounding of both, of a chain of five: 1e-13 of the largest is seen.
        np.testing.assert_allclose(log.torque[k], tau, atol=1e-11 * np.abs(log.torque).max())
        for i, body in enumerate(robot.Bodies, start=1):
            theirs = np.concatenate([data.f[i].angular, data.f[i].linear])
            np.testing.assert_allclose(log.wrench(body.Name)[k], theirs, atol=1e-11 * np.abs(log.wrench("b1")).max())
