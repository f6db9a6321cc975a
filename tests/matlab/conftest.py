"""A robot whose mechanics fit on a blackboard, for the tests of the classes and functions."""

from types import SimpleNamespace

import numpy as np
import pytest

import rst_compat as rst

L1, L2, M1, M2, G = 0.8, 0.5, 3.0, 2.0, 9.81


def double_pendulum(data_format="column"):
    """Two point masses on massless rods that turn about z; gravity along -y. The frames sit at the masses."""
    robot = rst.rigidBodyTree(DataFormat=data_format)
    robot.Gravity = [0, -G, 0]
    for name, parent, length, mass in [("upper", "base", L1, M1), ("lower", "upper", L2, M2)]:
        body, joint = rst.rigidBody(name), rst.rigidBodyJoint(name + "_joint", "revolute")
        joint.setFixedTransform([length, 0, 0, 0], "dh")
        body.Joint, body.Mass, body.Inertia = joint, mass, np.zeros(6)
        robot.addBody(body, parent)
    return robot


def blackboard(q, qd=(0, 0)):
    """Lagrange's equations of the double pendulum, term by term."""
    (q1, q2), (v1, v2) = q, qd
    c1, s1, c12, s12, c2 = np.cos(q1), np.sin(q1), np.cos(q1 + q2), np.sin(q1 + q2), np.cos(q2)
    h, k = M2 * L1 * L2 * c2, -M2 * L1 * L2 * np.sin(q2)
    tip, elbow = np.array([L1 * c1 + L2 * c12, L1 * s1 + L2 * s12, 0]), np.array([L1 * c1, L1 * s1, 0])
    Jv1 = np.array([[-elbow[1], 0], [elbow[0], 0], [0, 0]])
    Jv2 = np.array([[-tip[1], -L2 * s12], [tip[0], L2 * c12], [0, 0]])
    return SimpleNamespace(
        M=np.array([[(M1 + M2) * L1**2 + M2 * L2**2 + 2 * h, M2 * L2**2 + h], [M2 * L2**2 + h, M2 * L2**2]]),
        C=np.array([[k * v2, k * (v1 + v2)], [-k * v1, 0]]),
        g=np.array([(M1 + M2) * G * L1 * c1 + M2 * G * L2 * c12, M2 * G * L2 * c12]),
        tip=tip,
        elbow=elbow,
        angle=q1 + q2,
        J=np.vstack([[[0, 0], [0, 0], [1, 1]], Jv2]),
        com=(M1 * elbow + M2 * tip) / (M1 + M2),
        comJac=(M1 * Jv1 + M2 * Jv2) / (M1 + M2),
    )


@pytest.fixture
def robot():
    return double_pendulum()


@pytest.fixture
def make_robot():
    return double_pendulum


@pytest.fixture
def lagrange():
    return blackboard


@pytest.fixture
def fixed_only():
    """A base with two fixed bodies: nothing moves."""
    tree = rst.rigidBodyTree(DataFormat="column")
    tree.Gravity = [0, 0, -G]
    tree.addBody(rst.rigidBody("plate"), "base")
    tree.addBody(rst.rigidBody("post"), "plate")
    return tree


@pytest.fixture
def floating():
    """One body on a floating joint: mass 2, centre of mass in the body origin, inertia diag(1, 2, 3)."""
    tree = rst.rigidBodyTree(DataFormat="column")
    tree.Gravity = [0, 0, -G]
    body = rst.rigidBody("ship")
    body.Mass, body.Inertia = 2, [1, 2, 3, 0, 0, 0]
    body.Joint = rst.rigidBodyJoint("sea", "floating")
    tree.addBody(body, "base")
    return tree


@pytest.fixture
def warnings_as_before():
    """Give back what ``warning("off", id)`` takes away."""
    yield
    rst.warning("on", "all")
