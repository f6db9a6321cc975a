"""The chain against the core: the same poses and Jacobians, of bodies and frames, one or several at a time."""

import numpy as np
import pytest
from trees import ONE_FREEDOM, ROUNDING, agree, make_case, over_trees, random_case, random_plans, random_pose

from rst_compat import core, ik


def compare(case, frames):
    chain = ik.make_chain(case.model, frames)
    evaluated = chain.frames(case.q[chain.positions])
    poses = core.body_poses(case.model, case.q)
    for k, (body, frame) in enumerate(frames):
        pose = chain.pose(evaluated, k)
        agree(pose[:3], (poses[body] @ frame)[:3], ROUNDING)
        agree(pose[3:], pose[:2], 0)
        J = core.geometric_jacobian(case.model, case.q, body)
        J[3:] += np.cross(J[:3].T, poses[body][:3, :3] @ frame[:3, 3]).T  # the velocity of the frame's origin
        agree(chain.jacobian(evaluated, pose, k).T, J[:, chain.positions], ROUNDING)
        if len(frames) == 1:
            assert not np.delete(J, chain.positions, axis=1).any()


@over_trees(ONE_FREEDOM)
def test_a_body_of_a_random_tree(case):
    body = case.rng.integers(case.model.nb + 1)
    compare(case, [(int(body), np.eye(4))])


@over_trees(ONE_FREEDOM)
def test_frames_on_several_bodies(case):
    bodies = case.rng.integers(case.model.nb + 1, size=3)
    compare(case, [(int(b), random_pose(case.rng)) for b in bodies])


def test_a_hundred_joints():
    plans = random_plans(lambda options: options[0], ("revolute",), ("solid",), 100)
    case = make_case([p.__class__(k, "revolute", "solid", True) for k, p in enumerate(plans)], 0)
    compare(case, [(100, np.eye(4))])


@pytest.mark.parametrize("seed", range(3))
def test_transforms_typed_with_few_digits_are_taken_as_they_are(seed):
    """Where a rotation is none to the last digit, poses are still those of the robot."""
    case = random_case(seed, ("revolute",))
    for T in (*case.tree.joint_to_parent, *case.tree.child_to_joint):
        T[:3, :3] = T[:3, :3].round(3)
    chain = ik.make_chain(case.model, [(case.model.nb, np.eye(4))])
    pose = chain.pose(chain.frames(case.q[chain.positions]))
    agree(pose[:3], core.body_poses(case.model, case.q)[case.model.nb][:3], ROUNDING)


def test_the_base_has_no_joints():
    case = random_case(0, ("revolute",))
    chain = ik.make_chain(case.model, [(0, np.eye(4))])
    assert chain.n == 0
    frames = chain.frames(np.zeros(0))
    pose = chain.pose(frames)
    assert pose.tolist() == np.eye(4)[[0, 1, 2, 0, 1]].tolist()
    assert chain.jacobian(frames, pose).shape == (0, 6)
