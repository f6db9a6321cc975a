"""Any sequence of edits leaves a tree like one that is built anew from its description."""

from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rst_compat as rst

KINDS = ["fixed", "revolute", "prismatic", "floating"]


def random_body(rng, names):
    body, joint = rst.rigidBody(f"b{next(names)}"), rst.rigidBodyJoint(f"j{next(names)}", rng.choice(KINDS))
    joint.setFixedTransform(rng.normal(size=4), rng.choice(["dh", "mdh"]))
    body.Joint, body.Mass, body.CenterOfMass, body.Inertia = joint, rng.random(), rng.normal(size=3), rng.normal(size=6)
    return body


def frame(robot, rng):
    return rng.choice(robot.FrameNames)


def body(robot, rng):
    return robot.getBody(rng.choice(robot.BodyNames))


def rename(thing, names):
    thing.Name = f"n{next(names)}"


EDITS = {
    "addBody": lambda r, rng, names: r.addBody(random_body(rng, names), frame(r, rng)),
    "replaceBody": lambda r, rng, names: r.replaceBody(body(r, rng).Name, random_body(rng, names)),
    "replaceJoint": lambda r, rng, names: r.replaceJoint(body(r, rng).Name, random_body(rng, names).Joint),
    "removeBody": lambda r, rng, names: r.removeBody(body(r, rng).Name),
    "move": lambda r, rng, names: (part := r.removeBody(body(r, rng).Name), r.addSubtree(frame(r, rng), part)),
    "rename": lambda r, rng, names: (rename(body(r, rng), names), rename(body(r, rng).Joint, names)),
    "rename base": lambda r, rng, names: rename(r.Base, names),
    "mass": lambda r, rng, names: setattr(body(r, rng), "Mass", rng.random()),
    "transform": lambda r, rng, names: body(r, rng).Joint.setFixedTransform(rng.normal(size=4), "dh"),
    "gravity": lambda r, rng, names: setattr(r, "Gravity", rng.normal(size=3)),
}
NEED_A_BODY = set(EDITS) - {"addBody", "rename base", "gravity"}


def torques(robot):
    """All that depends on anything: motion of every joint, gravity, a wrench on every body."""
    rng = np.random.default_rng(0)
    q = robot.homeConfiguration() + rng.normal(size=robot.homeConfiguration().size)
    nv = len(robot.massMatrix())
    return robot.inverseDynamics(q, rng.normal(size=nv), rng.normal(size=nv), rng.normal(size=(robot.NumBodies, 6)))


@given(st.lists(st.tuples(st.sampled_from(list(EDITS)), st.integers(0, 999)), max_size=15))
def test_an_edited_tree_is_as_if_built_anew(edits):
    robot, names = rst.rigidBodyTree(DataFormat="row"), count()
    for k in range(3):
        EDITS["addBody"](robot, np.random.default_rng(k), names)
    for name, seed in edits:
        if robot.NumBodies or name not in NEED_A_BODY:
            EDITS[name](robot, np.random.default_rng(seed), names)
            torques(robot)  # so that an edit which does not reach the next call is seen
    anew = rst.importrobot(robot.exportrobot())
    assert anew.FrameNames == robot.FrameNames
    assert [b.Parent.Name for b in anew.Bodies] == [b.Parent.Name for b in robot.Bodies]
    np.testing.assert_array_equal(torques(robot), torques(anew))
    np.testing.assert_array_equal(torques(robot), torques(robot.copy()))


@pytest.mark.parametrize("edit", EDITS)
def test_every_edit_changes_something(edit):
    robot, names = rst.rigidBodyTree(DataFormat="row"), count()
    for k in range(4):
        EDITS["addBody"](robot, np.random.default_rng(k), names)
    before = robot.exportrobot()
    EDITS[edit](robot, np.random.default_rng(1), names)
    assert robot.exportrobot() != before
