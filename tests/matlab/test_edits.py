"""Any sequence of edits leaves a tree like one that is built anew from its description."""

import copy
import pickle
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from stopwatch import soon

import rst_compat as rst
from rst_compat.errors import MatlabError

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


def owner_of(robot, name):
    return robot._owners[name].Name


def random_pose(rng):
    return rst.eul2tform(rng.normal(size=(1, 3))) @ rst.trvec2tform(rng.normal(size=(1, 3)))


def add_frame(owner, rng, names):
    owner.addFrame(f"f{next(names)}", rng.choice([owner.Name, *owner._frames]), random_pose(rng))


def some_frame(robot, rng):
    """The owner and the name of a frame that is not a body's own; nothing where there is none."""
    found = [(owner, name) for name, owner in robot._owners.items() if name != owner.Name]
    return [found[rng.integers(len(found))]] if found else []


EDITS = {
    "addBody": lambda r, rng, names: r.addBody(random_body(rng, names), frame(r, rng)),
    "replaceBody": lambda r, rng, names: r.replaceBody(body(r, rng).Name, random_body(rng, names)),
    "replaceJoint": lambda r, rng, names: r.replaceJoint(body(r, rng).Name, random_body(rng, names).Joint),
    "removeBody": lambda r, rng, names: r.removeBody(body(r, rng).Name),
    "move": lambda r, rng, names: (part := r.removeBody(body(r, rng).Name), r.addSubtree(frame(r, rng), part)),
    "rename": lambda r, rng, names: (rename(body(r, rng), names), rename(body(r, rng).Joint, names)),
    "rename base": lambda r, rng, names: rename(r.Base, names),
    "add frame": lambda r, rng, names: add_frame(r.getBody(owner_of(r, frame(r, rng))), rng, names),
    "remove frame": lambda r, rng, names: [owner.removeFrame(name) for owner, name in some_frame(r, rng)],
    "update frame": lambda r, rng, names: [
        owner.updateFrame(name, Name=f"f{next(names)}", RigidTransform=random_pose(rng))
        for owner, name in some_frame(r, rng)
    ],
    "mass": lambda r, rng, names: setattr(body(r, rng), "Mass", rng.random()),
    "transform": lambda r, rng, names: body(r, rng).Joint.setFixedTransform(rng.normal(size=4), "dh"),
    "gravity": lambda r, rng, names: setattr(r, "Gravity", rng.normal(size=3)),
}
NEED_A_BODY = set(EDITS) - {"addBody", "rename base", "gravity", "add frame", "remove frame", "update frame"}


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
    assert robot._owners == {n: b for b in [robot.Base, *robot.Bodies] for n in (b.Name, *b._frames)}
    assert {n: j.Name for n, j in robot._joints.items()} == {b.Joint.Name: b.Joint.Name for b in robot.Bodies}
    assert all(robot.getBody(b.Name) is b for b in robot.Bodies)
    np.testing.assert_array_equal(torques(robot), torques(anew))
    np.testing.assert_array_equal(torques(robot), torques(robot.copy()))


@pytest.mark.parametrize("edit", EDITS)
def test_every_edit_changes_something(edit):
    robot, names = rst.rigidBodyTree(DataFormat="row"), count()
    for k in range(4):
        EDITS["addBody"](robot, np.random.default_rng(k), names)
    add_frame(robot.Base, np.random.default_rng(0), names)
    before = robot.exportrobot()
    EDITS[edit](robot, np.random.default_rng(1), names)
    assert robot.exportrobot() != before


@pytest.mark.parametrize(
    "way", [lambda r: r, rst.rigidBodyTree.copy, copy.deepcopy, lambda r: pickle.loads(pickle.dumps(r))]
)
def test_names_are_free_again_when_nothing_has_them_anymore(way):
    robot = rst.rigidBodyTree()
    for name, parent in (("a", "base"), ("b", "a"), ("c", "base")):
        robot.addBody(rst.rigidBody(name), parent)
    robot = way(robot)
    with pytest.raises(MatlabError, match="has already been used"):
        robot.getBody("c").Name = "a"
    body = robot.getBody("c")
    body.Name, body.Joint.Name, robot.BaseName = "d", "hinge", "stand"
    robot.addBody(named("c", "c_jnt"), "stand")
    removed = robot.removeBody("a")
    robot.addBody(named("a", "b_jnt"), "c")
    removed.getBody("b").Joint.Name = "a2"
    removed.getBody("a").Name = "e"
    robot.addSubtree("d", removed)
    robot.replaceBody("d", named("f", "g"))
    robot.replaceJoint("f", rst.rigidBodyJoint("d_jnt"))
    robot.addBody(named("base", "g"), "f")
    robot.addBody(named("d", "hinge"), "f")
    assert robot.BodyNames == ["f", "c", "a", "e", "b", "base", "d"]
    assert [b.Joint.Name for b in robot.Bodies] == ["d_jnt", "c_jnt", "b_jnt", "a_jnt", "a2", "g", "hinge"]
    for name in robot.FrameNames:
        with pytest.raises(MatlabError, match="has already been used"):
            robot.addBody(named(name, "new"), "f")
    for body in robot.Bodies:
        with pytest.raises(MatlabError, match="has already been used"):
            robot.addBody(named("new", body.Joint.Name), "f")
        body.Name, body.Joint.Name = body.Name, body.Joint.Name  # its own name collides with nothing


def named(name, joint):
    body = rst.rigidBody(name)
    body.Joint = rst.rigidBodyJoint(joint)
    return body


def test_building_takes_time_in_proportion_to_the_bodies():
    """20,000 bodies; comparing each name with all before would take half a minute."""
    robot = rst.rigidBodyTree()
    with soon(5):
        for k in range(20_000):
            robot.addBody(rst.rigidBody(f"b{k}"), f"b{k - 1}" if k else "base")
    assert robot.getBody("b19999").Parent.Name == "b19998"
