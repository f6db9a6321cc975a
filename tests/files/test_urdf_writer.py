"""A robot as URDF: read back, it has the same joints, poses and dynamics."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from trees import random_case

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.files.robot_xml import read_xml
from rst_compat.files.spec import IDENTITY, BodySpec, GeometrySpec, JointSpec, RobotSpec, as_matrix, as_vector
from rst_compat.files.urdf_writer import write_urdf
from rst_compat.matlab.importers import from_spec

MODELS = ["branched", "floating_base", "iiwa14", "planar3r", "puma560", "scara", "stanford", "twolink"]
ROUNDING = 1e-12


def from_tree(tree):
    """The description of a random tree, with joint names that sort as they come or not at all."""
    spec = RobotSpec(name="random", gravity=as_vector(tree.gravity), data_format="row")
    for k, parent in enumerate(tree.parent):
        mass, *h, xx, yy, zz, yz, xz, xy = tree.parameters[k]
        axis = as_vector(tree.axis[k]) if tree.kind[k] in ("revolute", "prismatic") else None
        pair = as_matrix(tree.joint_to_parent[k]), as_matrix(tree.child_to_joint[k])
        spec.bodies.append(
            BodySpec(
                name=f"body {k}",
                parent=f"body {parent - 1}" if parent else "base",
                mass=float(mass),
                center_of_mass=as_vector(np.divide(h, mass) if mass else (0, 0, 0)),
                inertia=as_vector((xx, yy, zz, yz, xz, xy)),
                joint=JointSpec(f"joint {(7 * k) % 13}", tree.kind[k], axis, None, None, *pair),
            )
        )
    return spec


def written(spec):
    return write_urdf(spec)[0]


def read_back(spec):
    again = read_xml(written(spec))
    again.gravity, again.data_format = spec.gravity, spec.data_format
    return again


def positions(robot):
    """Index of each moving joint's positions and velocities, by joint name."""
    found, q, v = {}, 0, 0
    for body in robot.Bodies:
        nq, nv = {"fixed": (0, 0), "floating": (7, 6)}.get(body.Joint.Type, (1, 1))
        if nq:
            found[body.Joint.Name] = np.arange(q, q + nq), np.arange(v, v + nv)
        q, v = q + nq, v + nv
    return found


def worst(got, want):
    return np.max(np.abs(got - want), initial=0) / max(1, np.max(np.abs(want), initial=0))


def same_robot(spec, seed=0):
    """Worst error of poses and dynamics at a random state, joints and bodies matched by name."""
    a, b = from_spec(spec), from_spec(read_back(spec))
    a.DataFormat = b.DataFormat = "row"
    ours, theirs = positions(a), positions(b)
    assert set(ours) == set(theirs)
    to_q = np.concatenate([np.zeros(0, int), *(ours[name][0] for name in theirs)])
    to_v = np.concatenate([np.zeros(0, int), *(ours[name][1] for name in theirs)])
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.normal(size=len(to_q)), rng.normal(size=len(to_v)), rng.normal(size=len(to_v))
    errors = [worst(b.getTransform(q[to_q], n), a.getTransform(q, n)) for n in a.BodyNames]
    if to_v.size:
        M, tau = a.massMatrix(q), a.inverseDynamics(q, qd, qdd)
        errors.append(worst(b.massMatrix(q[to_q]), M[np.ix_(to_v, to_v)]))
        errors.append(worst(b.gravityTorque(q[to_q]), a.gravityTorque(q)[to_v]))
        errors.append(worst(b.velocityProduct(q[to_q], qd[to_v]), a.velocityProduct(q, qd)[to_v]))
        errors.append(worst(b.inverseDynamics(q[to_q], qd[to_v], qdd[to_v]), tau[to_v]))
    return max(errors, default=0)


# ---- nothing that URDF can hold is lost ----


@pytest.mark.filterwarnings("ignore:The HomePosition of joint joint3")  # of stanford: 0 is outside its limits
@pytest.mark.parametrize("name", MODELS)
def test_the_bundled_robots_keep_their_dynamics(name):
    spec = rst.matlab.importers.read_spec(name)
    assert same_robot(spec) < ROUNDING
    assert [b.joint.name for b in read_back(spec).bodies if b.joint.type != "fixed"] == [
        b.joint.name for b in spec.bodies if b.joint.type != "fixed"
    ]


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=100)
def test_random_trees_keep_their_dynamics(seed):
    tree = random_case(seed).tree
    assert same_robot(from_tree(tree), seed) < ROUNDING


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=30)
def test_the_second_writing_is_the_first(seed):
    tree = random_case(seed).tree
    once = read_back(from_tree(tree))
    again = read_back(once)
    assert [b.name for b in again.bodies] == [b.name for b in once.bodies]
    for a, b in zip(again.bodies, once.bodies, strict=True):
        np.testing.assert_allclose(a.joint.joint_to_parent, b.joint.joint_to_parent, atol=1e-15)
        np.testing.assert_allclose(a.inertia, b.inertia, atol=1e-12)
        assert a.joint.child_to_joint is IDENTITY
        assert (a.mass, a.center_of_mass, a.joint.axis) == (b.mass, b.center_of_mass, b.joint.axis)


def test_numbers_survive_to_the_last_bit():
    numbers = 0.1 + 0.2, 1e-300, -1e300
    joint = JointSpec("j", "prismatic", numbers, (-math.inf, 1 / 3))
    spec = RobotSpec(bodies=[BodySpec("b", "base", 1 / 3, (*numbers[:2], 0.0), (0.0,) * 6, joint)])
    joint.axis = (1 / 3, 2 / 3, -2 / 3)
    body = read_back(spec).bodies[0]
    assert (body.mass, body.center_of_mass) == (1 / 3, (0.1 + 0.2, 1e-300, 0))
    assert (body.joint.axis, body.joint.position_limits) == ((1 / 3, 2 / 3, -2 / 3), (-math.inf, 1 / 3))


def one(joint=None, **body):
    joint = joint or JointSpec("j", "revolute", (0.0, 0.0, 1.0))
    given = {
        "name": "b",
        "parent": "base",
        "mass": 1.0,
        "center_of_mass": (0.0,) * 3,
        "inertia": (1.0,) * 3 + (0.0,) * 3,
    }
    return RobotSpec(bodies=[BodySpec(joint=joint, **(given | body))])


@pytest.mark.parametrize(
    ("joint", "kind", "limits"),
    [
        (JointSpec("j", "revolute", None, (-1.0, 2.0)), "revolute", (-1, 2)),
        (JointSpec("j", "revolute", None, (-math.inf, math.inf)), "continuous", (-math.inf, math.inf)),
        (JointSpec("j", "revolute", None, (-math.inf, 2.0)), "revolute", (-math.inf, 2)),
        (JointSpec("j", "prismatic", None, (-math.inf, math.inf)), "prismatic", (-math.inf, math.inf)),
        (JointSpec("j", "revolute"), "revolute", (-math.pi, math.pi)),  # what the class has where a file is silent
        (JointSpec("j", "prismatic"), "prismatic", (-0.5, 0.5)),
        (JointSpec("j", "fixed"), "fixed", None),
        (JointSpec("j", "floating"), "floating", None),
    ],
)
def test_joint_types_and_limits(joint, kind, limits):
    spec = one(joint)
    assert etree.fromstring(written(spec).encode()).find("joint").get("type") == kind
    found = read_back(spec).bodies[0].joint
    assert (found.type, found.position_limits) == (joint.type, limits)
    assert found.axis == ((0, 0, 1) if limits else None)


def test_what_urdf_requires_is_there():
    """urdfdom wants effort and velocity, and all six moments."""
    robot = etree.fromstring(written(one()).encode())
    assert set(robot.find("joint/limit").keys()) == {"lower", "upper", "effort", "velocity"}
    assert set(robot.find("link/inertial/inertia").keys()) == {"ixx", "iyy", "izz", "iyz", "ixz", "ixy"}


def test_shapes_survive():
    pose = ((0.0, -1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 2.0), (0.0, 0.0, 1.0, 3.0), (0.0, 0.0, 0.0, 1.0))
    shapes = (
        GeometrySpec("visual", "box", (1.0, 2.0, 3.0), IDENTITY, "skin", "", "red", (1.0, 0.0, 0.0, 0.5)),
        GeometrySpec("visual", "mesh", (0.001, 0.001, -0.001), pose, "", "package://arm/b c&d.stl", "steel"),
        GeometrySpec("collision", "cylinder", (0.5, 2.0)),
        GeometrySpec("collision", "sphere", (0.5,), color=(0.0, 0.0, 0.0, 1.0)),
        GeometrySpec("collision", "capsule", (0.5, 2.0)),
    )
    spec = dataclasses.replace(one(geometry=shapes), base_geometry=shapes[:1])
    again = read_back(spec)
    assert again.base_geometry == shapes[:1]
    for got, want in zip(again.bodies[0].geometry, shapes, strict=True):
        np.testing.assert_allclose(got.origin, want.origin, atol=1e-15)
        assert dataclasses.replace(got, origin=want.origin) == want


def test_a_body_behind_its_joint_frame_keeps_name_mass_and_shapes():
    shape = (GeometrySpec("visual", "sphere", (1.0,)),)
    behind = (*IDENTITY[:2], (0.0, 0.0, 1.0, 0.5), IDENTITY[3])
    spec = one(JointSpec("j", "revolute", (0.0, 0.0, 1.0), child_to_joint=behind), geometry=shape, mass=3.0)
    frame, body = read_back(spec).bodies
    assert (frame.name, frame.joint.name, frame.joint.type, frame.mass, frame.geometry) == (
        "b_joint_frame", "j", "revolute", 0, (),
    )  # fmt: skip
    assert (body.name, body.joint.name, body.joint.type, body.mass, body.geometry) == (
        "b",
        "b_fixed",
        "fixed",
        3,
        shape,
    )
    assert body.joint.joint_to_parent == behind
    assert not read_back(spec).remarks


def test_new_names_avoid_the_old_ones():
    behind = (*IDENTITY[:2], (0.0, 0.0, 1.0, 0.5), IDENTITY[3])
    spec = one(JointSpec("b_fixed", "revolute", (0.0, 0.0, 1.0), child_to_joint=behind))
    spec.base_name = spec.bodies[0].parent = "b_joint_frame"
    assert [b.name for b in read_back(spec).bodies] == ["b_joint_frame_2", "b"]
    assert [b.joint.name for b in read_back(spec).bodies] == ["b_fixed", "b_fixed_2"]


@pytest.mark.parametrize("name", ["a b", " a ", 'say "ä" <&>\'', "line\nbreak\t", "日本", "x" * 1000])
def test_names_survive(name):
    spec = one(JointSpec(name, "revolute", (0.0, 0.0, 1.0)), name=name)
    assert read_back(spec).bodies[0].name == name
    assert read_back(spec).bodies[0].joint.name == name


def test_a_file_is_written(tmp_path):
    text, _ = write_urdf(one(), tmp_path / "arm.urdf")
    assert (tmp_path / "arm.urdf").read_bytes() == text.encode()
    assert text.startswith('<?xml version="1.0" encoding="UTF-8"?>\n<robot name="robot">\n')


# ---- what URDF cannot hold is said ----


@pytest.mark.parametrize(
    ("joint", "lost"),
    [
        (JointSpec("j", "revolute", None, (-1.0, 1.0), 0.0), False),
        (JointSpec("j", "revolute", None, (-1.0, 1.0), 0.5), True),
        (JointSpec("j", "revolute", None, (1.0, 2.0), 1.5), False),  # an import finds the middle by itself
        (JointSpec("j", "revolute", None, (1.0, 2.0), 1.0), True),
        (JointSpec("j", "prismatic", None, (1.0, math.inf), 1.0), False),
        (JointSpec("j", "revolute", None, None, 4e-3), True),
        (JointSpec("j", "floating", None, None, (1.0, *(0.0,) * 6)), False),
        (JointSpec("j", "floating", None, None, (1.0, *(0.0,) * 5, 1.0)), True),
        (JointSpec("j", "floating", None, ((math.nan,) * 2,) * 4 + ((-5.0, 5.0),) * 3), False),
        (JointSpec("j", "floating", None, ((math.nan,) * 2,) * 4 + ((-1.0, 1.0),) * 3), True),
    ],
)
def test_home_positions_that_are_lost_are_said(joint, lost):
    _, remarks = write_urdf(one(joint))
    assert [identifier for identifier, _ in remarks] == ["rst_compat:urdf:LostHomePosition"] * lost


def test_another_order_of_joints_is_said():
    spec = RobotSpec(bodies=[one(JointSpec(f"joint_{k}", "revolute"), name=f"b{k}").bodies[0] for k in (9, 10)])
    _, remarks = write_urdf(spec)
    assert remarks[0][0] == "rst_compat:urdf:OtherOrder"
    assert remarks[0][1].endswith("that of their names: joint_10, joint_9.")
    assert [b.joint.name for b in read_back(spec).bodies] == ["joint_10", "joint_9"]


def test_a_rotation_that_is_none_is_said():
    tilted = ((1.0, 0.001, 0.0, 0.0), *IDENTITY[1:])
    _, remarks = write_urdf(one(JointSpec("j", "revolute", joint_to_parent=tilted)))
    assert [identifier for identifier, _ in remarks] == ["rst_compat:urdf:InexactRotation"]


def test_shapes_that_urdf_does_not_know_are_said():
    text, remarks = write_urdf(one(geometry=(GeometrySpec("collision", "plane"),)))
    assert remarks == [("rst_compat:urdf:LostShape", "URDF cannot hold these shapes: plane of b.")]
    assert "collision" not in text


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        (one(name="a\x01"), "characters that XML allows"),
        (one(name="\ud800"), "characters that XML allows"),
        (one(name=""), "expected a name"),
        (one(JointSpec("", "fixed")), "expected a name"),
        (one(mass=1e300, center_of_mass=(1e200, 0.0, 0.0)), "an overflow"),
    ],
)
def test_what_cannot_be_written_is_refused(spec, words):
    with pytest.raises(MatlabError, match=words) as caught:
        write_urdf(spec)
    assert caught.value.identifier == "rst_compat:urdf:NotWritable"
    assert all((caught.value.expected, caught.value.got, caught.value.hint))


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(MatlabError) as caught:
        write_urdf(one(), tmp_path / "none" / "arm.urdf")
    assert caught.value.identifier == "rst_compat:urdf:NotWritten"
