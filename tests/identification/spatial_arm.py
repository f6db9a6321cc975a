"""A spatial arm of three links, as those of textbooks, whose first axis is vertical."""

import numpy as np

import rst_compat as rst


def spatial3r():
    robot, parent, rng = rst.rigidBodyTree(DataFormat="row"), "base", np.random.default_rng(5)
    robot.Gravity = [0, 0, -9.81]
    for k, (dh, mass) in enumerate([([0, np.pi / 2, 0.4, 0], 6), ([0.5, 0, 0, 0], 4), ([0.4, 0, 0, 0], 2.5)], start=1):
        body, joint = rst.rigidBody(f"link{k}"), rst.rigidBodyJoint(f"joint{k}", "revolute")
        joint.setFixedTransform(dh, "dh")
        c = rng.uniform(-0.15, 0.15, 3)
        inertia = mass * (np.diag([0.02, 0.03, 0.025]) + c @ c * np.eye(3) - np.outer(c, c))
        body.Joint, body.Mass, body.CenterOfMass = joint, mass, c
        body.Inertia = inertia[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]
        robot.addBody(body, parent)
        parent = body.Name
    return robot
