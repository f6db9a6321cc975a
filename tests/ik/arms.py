"""Four robots, poses they can reach and poses they cannot, and how far a body is from a pose."""

from functools import cache

import numpy as np
from scipy.spatial.transform import Rotation

import rst_compat as rst

X, Y, Z = np.eye(3).tolist()


def branched_robot():
    """A body of 31 joints, with a head, two arms on a waist of three joints, and two legs."""
    robot = rst.rigidBodyTree(DataFormat="row")

    def add(name, parent, axis, offset, limits):
        body, joint = rst.rigidBody(name), rst.rigidBodyJoint(name + "_joint", "revolute")
        joint.JointAxis, joint.PositionLimits = axis, sorted(limits)
        joint.setFixedTransform(rst.trvec2tform(offset))
        body.Joint = joint
        robot.addBody(body, parent)

    add("waist_yaw", "base", Z, [0, 0, 0.1], [-1.2, 1.2])
    add("waist_pitch", "waist_yaw", Y, [0, 0, 0.05], [-0.5, 1.3])
    add("chest", "waist_pitch", X, [0, 0, 0.15], [-0.6, 0.6])
    add("neck", "chest", Z, [0, 0, 0.35], [-1.4, 1.4])
    add("head", "neck", Y, [0, 0, 0.08], [-0.6, 0.8])
    for side, s in (("left", 1), ("right", -1)):
        add(f"{side}_shoulder_pitch", "chest", Y, [0, 0.2 * s, 0.3], [-2.8, 2.8])
        add(f"{side}_shoulder_roll", f"{side}_shoulder_pitch", X, [0, 0.05 * s, 0], [-0.3 * s, 2.8 * s])
        add(f"{side}_shoulder_yaw", f"{side}_shoulder_roll", Z, [0, 0, -0.12], [-2, 2])
        add(f"{side}_elbow", f"{side}_shoulder_yaw", Y, [0.02, 0, -0.18], [-2.5, 0])
        add(f"{side}_forearm", f"{side}_elbow", Z, [-0.02, 0, -0.12], [-2.5, 2.5])
        add(f"{side}_wrist", f"{side}_forearm", X, [0, 0, -0.14], [-1, 1])
        add(f"{side}_hand", f"{side}_wrist", Y, [0, 0, -0.03], [-1.2, 1.2])
    for side, s in (("left", 1), ("right", -1)):
        add(f"{side}_hip_yaw", "base", Z, [0, 0.1 * s, -0.05], [-0.8, 0.8])
        add(f"{side}_hip_roll", f"{side}_hip_yaw", X, [0, 0, -0.05], [-0.6, 0.6])
        add(f"{side}_hip_pitch", f"{side}_hip_roll", Y, [0, 0, 0], [-2, 0.8])
        add(f"{side}_knee", f"{side}_hip_pitch", Y, [0, 0, -0.38], [0, 2.4])
        add(f"{side}_ankle", f"{side}_knee", Y, [0, 0, -0.38], [-1, 0.8])
        add(f"{side}_foot", f"{side}_ankle", X, [0, 0, 0], [-0.5, 0.5])
    tool = rst.rigidBody("left_tool")
    tool.Joint.setFixedTransform(rst.trvec2tform([0, 0, -0.1]))
    robot.addBody(tool, "left_hand")
    return robot


ARMS = {
    "puma560": (lambda: rst.importrobot("puma560", DataFormat="row"), "link6"),
    "universalUR3": (lambda: rst.loadrobot("universalUR3", DataFormat="row"), "tool0"),
    "iiwa14": (lambda: rst.importrobot("iiwa14", DataFormat="row"), "iiwa_link_ee_kuka"),
    "branched": (branched_robot, "left_tool"),
}
ALGORITHMS = ("LevenbergMarquardt", "BFGSGradientProjection")


@cache
def arm(name):
    """A robot of the four, and the name of its end effector."""
    make, end = ARMS[name]
    return make(), end


def limits(robot):
    """Lower and upper joint limits (nq,)."""
    return np.array([b.Joint.PositionLimits for b in robot.Bodies if b.Joint.Type != "fixed"]).T


def states(robot, rng, count, kind="anywhere"):
    """Joint positions within the limits; of those at limits, each joint is exactly there with even odds.

    In a corner, all joints are at a limit.
    """
    lower, upper = limits(robot)
    for _ in range(count):
        q, end = rng.uniform(lower, upper), np.where(rng.random(len(lower)) < 0.5, lower, upper)
        odds = {"anywhere": 0, "at limits": 0.5, "in a corner": 1}[kind]
        yield np.where(rng.random(len(q)) < odds, end, q)


def near(robot, q, rng, distance=0.1):
    """A state at a distance from another, pulled back into the limits."""
    step = rng.normal(size=len(q))
    return np.clip(q + distance * step / np.linalg.norm(step), *limits(robot))


def misses(robot, q, end, target):
    """How far a body is from a pose: m, and rad."""
    T = robot.getTransform(q, end)
    turned = Rotation.from_matrix(T[:3, :3].T @ target[:3, :3]).magnitude()
    return np.linalg.norm(T[:3, 3] - target[:3, 3]), turned


def random_poses(robot, end, rng, count):
    """Poses around and beyond what the body can reach, of which few can be reached."""
    places = np.array([robot.getTransform(q, end)[:3, 3] for q in states(robot, rng, 300)])
    reach = np.linalg.norm(places - places.mean(axis=0), axis=1).max()
    for k in range(count):
        direction = rng.normal(size=3)
        T = np.eye(4)
        T[:3, :3] = Rotation.from_quat(rng.normal(size=4)).as_matrix()
        far = rng.uniform(1.05, 2) if k % 2 else rng.uniform(0.3, 1.2)
        T[:3, 3] = places.mean(axis=0) + far * reach * direction / np.linalg.norm(direction)
        yield T
