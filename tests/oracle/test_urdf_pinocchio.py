"""Pinocchio reads the same URDF text: mass matrix, gravity and inverse dynamics agree, joint by joint, by name."""

import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from trees import ONE_FREEDOM, random_case

import rst_compat as rst
from rst_compat.errors import MatlabWarning

pinocchio = pytest.importorskip("pinocchio", reason="pip install '.[oracle]'")
pytestmark = pytest.mark.oracle

URDF = Path(__file__).parents[2].parent / "shared" / "urdf"
ROUNDING = 1e-12
#: robots whose root has no mass, no loops and only inertias that Pinocchio takes
ROBOTS = ["RPR_zyx", "abbIrb120", "abbIrb120T", "fetch_arm_7DOF", "kinovaGen3", "kukaIiwa14", "quanserQArm"]
ROBOTS += ["2link_planar_model", "med7dock", "rethinkSawyer", "universalUR3", "robotiq2F85"]
GRAVITY = np.array([0.3, -1.2, -9.81])

OBLIQUE = """<robot name="oblique"><link name="base"><inertial><mass value="9"/>
  <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="b"><inertial><origin xyz="0.5 0.1 -0.2" rpy="0.3 -0.2 0.5"/><mass value="2"/>
  <inertia ixx="0.02" ixy="0.003" ixz="-0.002" iyy="0.03" iyz="0.001" izz="0.025"/></inertial></link>
<joint name="z" type="continuous"><origin xyz="0.1 0.2 0.3" rpy="0.1 1.5707963267948966 -0.4"/>
  <parent link="base"/><child link="b"/><axis xyz="1 2 -1"/></joint>
<link name="c"><inertial><origin xyz="0 -0.3 0" rpy="1 2 3"/><mass value="1.5"/>
  <inertia ixx="0.01" ixy="-0.001" ixz="0.002" iyy="0.02" iyz="0.003" izz="0.015"/></inertial></link>
<joint name="a" type="prismatic"><origin xyz="0 0 1" rpy="0.7 0 0"/><parent link="b"/><child link="c"/>
  <axis xyz="0 0.6 0.8"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<link name="d"><inertial><origin xyz="0.2 0 0" rpy="-1 0.4 0.1"/><mass value="0.7"/>
  <inertia ixx="0.01" ixy="0.001" ixz="0" iyy="0.01" iyz="-0.001" izz="0.01"/></inertial></link>
<joint name="m" type="fixed"><origin xyz="0 0.1 0" rpy="0 0 1"/><parent link="c"/><child link="d"/></joint></robot>"""


def compare(text, seed=0):
    """Worst differences of M, g and tau at a random state."""
    text = re.sub(r"<mimic [^>]*/>", "", text)  # Pinocchio ties mimic joints; here, as in MATLAB, they are free
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)
        robot = rst.importrobot(text, DataFormat="row")
    robot.Gravity = GRAVITY
    model = pinocchio.buildModelFromXML(text)
    model.gravity.linear = GRAVITY
    data = model.createData()
    joints = [body.Joint.Name for body in robot.Bodies if body.Joint.Type != "fixed"]
    assert sorted(joints) == sorted(model.names[1:])
    to_theirs = [joints.index(model.names[k]) for k in sorted(range(1, model.njoints), key=lambda k: model.idx_vs[k])]
    rng = np.random.default_rng(seed)
    q, qd, qdd = rng.uniform(-1, 1, (3, len(joints)))
    theirs = pinocchio.integrate(model, pinocchio.neutral(model), q[to_theirs])  # two numbers for a continuous joint
    tau = pinocchio.rnea(model, data, theirs, qd[to_theirs], qdd[to_theirs])
    g = pinocchio.computeGeneralizedGravity(model, data, theirs)
    columns = [pinocchio.rnea(model, data, theirs, 0 * g, e) - g for e in np.eye(model.nv)]
    ours = robot.massMatrix(q)[np.ix_(to_theirs, to_theirs)]
    pairs = [
        (ours, np.transpose(columns)),
        (robot.gravityTorque(q)[to_theirs], g),
        (robot.inverseDynamics(q, qd, qdd)[to_theirs], tau),
    ]
    return max(np.max(np.abs(a - b)) / max(1, np.max(np.abs(b))) for a, b in pairs)


@pytest.mark.parametrize("name", ROBOTS)
def test_public_robots(name):
    path = URDF / f"{name}.urdf"
    if not path.is_file():
        pytest.skip("../shared/urdf is not there")
    assert compare(path.read_text(encoding="utf-8")) < ROUNDING


def test_oblique_frames_and_inertias():
    assert compare(OBLIQUE) < ROUNDING


@pytest.mark.parametrize("seed", range(50))
def test_random_trees_as_we_write_them(seed):
    tree = random_case(seed, kinds=ONE_FREEDOM, masses=("solid",)).tree
    if all(kind == "fixed" for kind in tree.kind):
        return
    robot = rst.rigidBodyTree()
    for k, parent in enumerate(tree.parent):
        body = rst.rigidBody(f"body_{k}")
        joint = rst.rigidBodyJoint(f"joint_{k:02}", tree.kind[k])
        if tree.kind[k] != "fixed":
            joint.JointAxis = tree.axis[k]
        joint._set_transforms(tree.joint_to_parent[k], tree.child_to_joint[k])
        mass, *moment = tree.parameters[k][:4]
        body.Joint, body.Mass, body.CenterOfMass = joint, mass, np.divide(moment, mass)
        body.Inertia = tree.parameters[k][4:]
        robot.addBody(body, f"body_{parent - 1}" if parent else "base")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MatlabWarning)
        text = rst.exportrobot(robot, Format="urdf")
    assert compare(text, seed) < ROUNDING
