"""Every identifier of the one table: what provokes it, its Python class, and what its message says."""

import ast
import pickle
import re
import sys
import tempfile
import warnings
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
import scipy.io
from rst_compat_cli.app import app
from rst_compat_cli.convert_command import convert_command
from typer.testing import CliRunner

import rst_compat as rst
from rst_compat import batch, engine, evaluate, golden
from rst_compat.collision import solids
from rst_compat.errors import IDENTIFIERS, MatlabError, MatlabWarning
from rst_compat.files import json_text, mat_stream
from rst_compat.files.model_json import read_model, write_model
from rst_compat.files.robot_xml import read_xml
from rst_compat.files.spec import RobotSpec
from rst_compat.files.xml_text import parse_xml
from rst_compat.identification.report import check_report
from rst_compat.matlab import robot_library

ROOT = Path(__file__).parents[2]


def twolink(**options):
    return rst.importrobot("twolink", **options)


def joint(kind="revolute", **properties):
    made = rst.rigidBodyJoint("j", kind)
    for name, value in properties.items():
        setattr(made, name, value)


def tree(*bodies, **options):
    """A robot of (name, joint type, mass), each without inertia of its own, one on the other."""
    robot, parent = rst.rigidBodyTree(DataFormat="row", **options), "base"
    for name, kind, mass in bodies:
        body = rst.rigidBody(name)
        body.Joint, body.Mass, body.Inertia = rst.rigidBodyJoint(name + "_joint", kind), mass, np.zeros(6)
        robot.addBody(body, parent)
        parent = name
    return robot


def framed():
    body = rst.rigidBody("b")
    body.addFrame("f", "b", np.eye(4))
    return body


def model(*bodies, **keys):
    return rst.importrobot({"Format": "rigidBodyTree", "Version": 1, "Bodies": list(bodies)} | keys)


def asked(*functions, model="twolink"):
    """Golden cases, all of the same name."""
    cases = [{"Name": "a", "Function": name, "Output": [], "Digits": "full"} for name in functions]
    tolerance = {"Value": 0, "Measure": "R19b", "Reason": "none"}
    robot = None if model is None else {"Format": "rigidBodyTree", "Version": 1, "Bodies": []}
    head = {"Format": "rst_golden", "Version": 1, "Model": robot, "Source": {"Tool": "hand"}, "Tolerance": tolerance}
    return golden.read_golden(head | {"Cases": cases})


def without(module, call):
    """A call where a module is not installed."""
    with patch.dict(sys.modules, {module: None}):
        return call()


def rename(thing, name):
    thing.Name = name


def edit(thing, name, value):
    setattr(thing, name, value)


def too_large():
    with patch.object(json_text, "SIZE_LIMIT", 1 << 20):
        read_model(" " * (1 << 21))


def not_built():
    with patch.object(engine, "_native", None):
        engine.use("native")


def arm_log(body="body_2", gravity=(0, -9.81, 0), sign=1, move=1, **fields):
    """A two-link robot and its log with the wrench at a body."""
    robot = twolink()
    robot.Gravity = gravity
    q, qd, qdd = move * np.random.default_rng(0).normal(size=(3, 30, 2))
    wrench = sign * batch.jointReactions(robot, q, qd, qdd)[:, robot.BodyNames.index(body)]
    given = {"JointVelocity": qd, "JointAcceleration": qdd, "Wrench": {body: wrench}}
    return robot, rst.MotionData(JointPosition=q, **(given | fields))


def fitted():
    robot, (q, qd, qdd) = rst.importrobot("twolink"), np.random.default_rng(0).normal(size=(3, 50, 2))
    return rst.identifyDynamics(robot, rst.MotionData(None, q, qd, qdd, batch.inverseDynamics(robot, q, qd, qdd)))


def standing_on_end():
    """A two-link robot whose gravity its joints do not feel, and a log in which it does not move."""
    robot = twolink()
    robot.Gravity = [0, 0, -9.81]
    still = np.zeros((30, 2))
    return robot, rst.MotionData(None, still, still, still, still)


NO_READINGS = {"body_2": np.full((30, 6), np.nan)}
NOISE = {"body_2": np.random.default_rng(0).normal(size=(30, 6))}

INERTIAL = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>"
AGAIN = "<joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint>"


def urdf(joint="<limit/>", links="ab", inertial=INERTIAL, kind="revolute", parent="a", child="b", home=0):
    """One joint between links a and b."""
    described = "".join(f"<link name='{name}'>{inertial}</link>" for name in links)
    ends = f"<parent link='{parent}'/><child link='{child}'/>"
    robot = rst.importrobot(f"<robot name='r'>{described}<joint name='j' type='{kind}'>{ends}{joint}</joint></robot>")
    robot.Bodies[0].Joint.PositionLimits = [-1, 1]
    robot.Bodies[0].Joint.HomePosition = home
    return robot


def rubbing():
    robot = twolink()
    robot.Bodies[0].Joint.Friction = rst.JointFriction(Viscous=1)
    return robot


ARM = "<robot name='r'>" + "".join(f"<link name='{name}'>{INERTIAL}</link>" for name in "ab")
ARM += "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>"


def sdf(joint="", links="ab", kind="revolute", parent="a", child="b", model="", shape=""):
    """The same in SDF."""
    inertial = "<inertial><mass>1</mass></inertial>"
    described = "".join(f"<link name='{name}'>{inertial}{shape}</link>" for name in links) + model
    ends = f"<parent>{parent}</parent><child>{child}</child>"
    joint = f"<joint name='j' type='{kind}'>{ends}{joint}</joint>"
    return rst.importrobot(f"<sdf><model name='m'>{described}{joint}</model></sdf>")


def without_xacro():
    with patch.dict(sys.modules, {"xacro": None}):
        rst.importrobot("<robot name='${1}'/>", "xacro")


def named(name):
    robot = rst.rigidBodyTree()
    robot.addBody(rst.rigidBody(name), "base")
    return robot


def overflowing():
    robot = named("b")
    robot.Bodies[0].Mass, robot.Bodies[0].CenterOfMass = 1e300, [1e200, 0, 0]
    return robot


def inexact():
    robot = named("b")
    robot.Bodies[0].Joint.setFixedTransform([[1, 0.001, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    return robot


def ball(radius=1, **options):
    return rst.collisionSphere(radius, **options)


def without_coal():
    solids.coal.cache_clear()
    try:
        with patch.dict(sys.modules, {"coal": None}):
            rst.checkCollision(ball(), ball())
    finally:
        solids.coal.cache_clear()


def two_arms():
    """Balls on the first and on the third body, which hang on the base."""
    robot = rst.rigidBodyTree(DataFormat="row")
    for name in "abc":
        robot.addBody(rst.rigidBody(name), "base")
        robot.getBody(name).addCollision("sphere", 0.1)
    return robot


def without_matplotlib():
    with patch.dict(sys.modules, {"matplotlib": None}):
        twolink().show()


def frames_drawn(**options):
    rst.plotTransforms([0, 0, 0], [1, 0, 0, 0], **options)


def without_meshes():
    shape = "<visual><geometry><mesh filename='none.stl'/></geometry></visual>"
    ax = rst.importrobot(f"<robot name='r'><link name='a'>{shape}</link></robot>").show()
    ax.figure.clear()


def plane():
    shape = "<collision><geometry><plane/></geometry></collision>"
    return rst.importrobot(f"<sdf><model name='m'><link name='a'>{shape}</link></model></sdf>")


def solved(end="body_2", tform=None, weights=(0, 0, 0, 1, 1, 0), guess=()):
    return rst.inverseKinematics(RigidBodyTree=twolink())(end, np.eye(4) if tform is None else tform, weights, guess)


def decay(solver=rst.ode45, nargout=2, **options):
    return solver(lambda t, x: -x, [0, 1], 1, rst.odeset(**options), nargout=nargout)


def pole(solver):
    return solver(lambda t, x: x**2, [0, 2], 1)


def fork():
    robot = rst.rigidBodyTree()
    for name in "za":
        body = rst.rigidBody(name)
        body.Joint = rst.rigidBodyJoint(name + "_joint", "revolute")
        robot.addBody(body, "base")
    return robot


def without_packages(robot):
    with patch.object(robot_library, "PACKAGE", "no-such-package"):
        rst.loadrobot(robot)


def saved(folder, **variables):
    """A MAT-file."""
    rst.save(folder / "a.mat", **variables)
    return folder / "a.mat"


def broken(path, at, content=b"\0"):
    """The same file with other bytes somewhere."""
    data = bytearray(path.read_bytes())
    data[at : at + len(content) if at >= 0 else None] = content
    path.write_bytes(data)
    return path


def old_object(folder, **properties):
    """A SerialLink as MATLAB saves objects of classes in folders."""
    fields = np.zeros((1, 1), [(name, object) for name in properties])
    for name, value in properties.items():
        fields[name][0, 0] = value
    path = folder / "a.mat"
    scipy.io.savemat(path, {"arm": scipy.io.matlab.MatlabObject(fields, "SerialLink")})
    return path


def without_mat_io(folder):
    path = folder / "a.mat"
    path.write_bytes(b"MATLAB 7.3 MAT-file".ljust(124) + b"\x00\x02IM" + bytes(384) + b"\x89HDF\r\n\x1a\n")
    with patch.dict(sys.modules, {"h5py": None}):
        rst.load(path)


def viewer(**options):
    """A viewer of a robot; its page is gone with it."""
    return rst.interactiveRigidBodyTree(twolink(), Browser="off", **options)


def without_viser():
    with patch.dict(sys.modules, {"viser": None}):
        viewer()


def unfolding(folder):
    with patch.object(mat_stream.Budget, "BYTES", 0):
        rst.load(saved(folder, a=np.zeros(10**6)))


def in_part(folder):
    matio = pytest.importorskip("matio")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        text = np.array(["text"], dtype=np.dtypes.StringDType())
        matio.save_to_mat(str(folder / "a.mat"), {"a": text}, version="v7")
    reader = matio.load_from_mat

    def half(*arguments, **options):
        warnings.warn("Failed to decode a part", UserWarning, stacklevel=1)
        return reader(*arguments, **options)

    with patch.object(matio, "load_from_mat", half):
        rst.load(folder / "a.mat")


def in_folder(call):
    """A call that needs a folder, as one that needs none."""

    def called():
        with tempfile.TemporaryDirectory() as folder:
            return call(Path(folder))

    return called


TREE, BODY, JOINT, SOLVER = (
    f"robotics:robotmanip:{kind}:" for kind in ("rigidbodytree", "rigidbody", "joint", "inversekinematics")
)
INPUTS = "MATLAB:validateDynamicsFunctionInputs:"
OUR = "rst_compat:"

#: identifier -> the Python class of the error, and a call that raises it (with an empty folder)
RAISED = {
    # MATLAB's
    TREE + "BodyNameCollision": (ValueError, lambda _: twolink().addBody(rst.rigidBody("body_1"), "base")),
    TREE + "BodyNotFound": (KeyError, lambda _: twolink().getBody("body_3")),
    TREE + "DynamicsFunctionsUseVectorsOnly": (ValueError, lambda _: twolink(DataFormat="struct").massMatrix()),
    SOLVER + "EndEffectorIsBase": (ValueError, lambda _: solved("base")),
    BODY + "NoSuchPropertyForBase": (AttributeError, lambda _: twolink().Base.Mass),
    JOINT + "FixedJointHomePositionNotSettable": (ValueError, lambda _: joint("fixed", HomePosition=0)),
    JOINT + "ProvidedJointHomePositionOutOfLimits": (ValueError, lambda _: joint(HomePosition=4)),
    INPUTS + "expectedNonNaN": (ValueError, lambda _: twolink().massMatrix([np.nan, 0])),
    INPUTS + "expectedFinite": (ValueError, lambda _: twolink().massMatrix([np.inf, 0])),
    INPUTS + "incorrectSize": (ValueError, lambda _: twolink().massMatrix([0])),
    # arguments and properties
    OUR + "argument:EmptyName": (ValueError, lambda _: rst.rigidBody("")),
    OUR + "argument:NotAChoice": (ValueError, lambda _: rst.rigidBodyTree(DataFormat="col")),
    OUR + "argument:NotAHandle": (TypeError, lambda _: rst.copy(1)),
    OUR + "argument:NotATransform": (ValueError, lambda _: rst.rigidBodyJoint("j").setFixedTransform(np.ones((4, 4)))),
    OUR + "argument:NotATree": (TypeError, lambda _: rst.massMatrix(1)),
    OUR + "argument:NotLogical": (
        TypeError,
        lambda _: twolink().addSubtree("body_2", rst.rigidBodyTree(), ReplaceBase="no"),
    ),
    OUR + "argument:UnprintableName": (ValueError, lambda _: rst.rigidBody("a\nb")),
    OUR + "argument:NotNumeric": (TypeError, lambda _: twolink().massMatrix("home")),
    OUR + "argument:NotText": (TypeError, lambda _: twolink().getBody(1)),
    OUR + "argument:TooManyOutputs": (ValueError, lambda _: twolink().massMatrix(nargout=3)),
    OUR + "argument:UnknownName": (TypeError, lambda _: rst.rigidBodyTree(Dataformats="row")),
    OUR + "argument:UnpairedNameValue": (TypeError, lambda _: rst.rigidBodyTree("DataFormat")),
    OUR + "batch:NeedsExtra": (
        ImportError,
        lambda _: without("dask.array", lambda: batch.massMatrix(twolink(), SimpleNamespace(__dask_graph__=None))),
    ),
    OUR + "batch:WrongOut": (ValueError, lambda _: batch.massMatrix(twolink(), np.zeros((3, 2)), out=np.zeros((3, 2)))),
    OUR + "batch:WrongWorkers": (ValueError, lambda _: batch.massMatrix(twolink(), np.zeros((3, 2)), workers=0)),
    OUR + "batch:WrongSize": (ValueError, lambda _: batch.massMatrix(twolink(), np.zeros((2, 3)))),
    OUR + "configuration:JointMismatch": (
        ValueError,
        lambda _: twolink(DataFormat="struct").getTransform([rst.JointConfiguration("joint_1", 0)], "body_1"),
    ),
    OUR + "configuration:NotAStruct": (
        TypeError,
        lambda _: twolink(DataFormat="struct").getTransform([0, 0], "body_1"),
    ),
    OUR + "configuration:StructGiven": (
        TypeError,
        lambda _: twolink().massMatrix(twolink(DataFormat="struct").homeConfiguration()),
    ),
    OUR + "configuration:ZeroQuaternion": (
        ValueError,
        lambda _: rst.importrobot("floating_base", DataFormat="row").massMatrix(np.zeros(12)),
    ),
    OUR + "checkCollision:NeedsExtra": (ImportError, lambda _: without_coal()),
    OUR + "checkCollision:NoSolid": (ValueError, lambda _: plane().checkCollision([])),
    OUR + "checkCollision:NotAShape": (TypeError, lambda _: rst.checkCollision(ball(), 1)),
    OUR + "checkCollision:WrongSkip": (
        TypeError,
        lambda _: rst.rigidBodyTree().checkCollision([], SkippedSelfCollisions=["a", "b"]),
    ),
    OUR + "geometry:MeshNotFound": (FileNotFoundError, lambda _: rst.rigidBody("b").addVisual("mesh", "none.stl")),
    OUR + "geometry:NegativeSize": (ValueError, lambda _: ball(-1)),
    OUR + "geometry:WrongColor": (ValueError, lambda _: rst.rigidBody("b").addVisual("sphere", 1, FaceAlpha=2)),
    OUR + "geometry:WrongVertices": (ValueError, lambda _: rst.collisionMesh([1, 2])),
    OUR + "name:NotYet": (AttributeError, lambda _: twolink().writeAsFunction),
    OUR + "engine:NotBuilt": (ImportError, lambda _: not_built()),
    OUR + "engine:Unknown": (ValueError, lambda _: engine.use("fast")),
    OUR + "name:Unknown": (AttributeError, lambda _: rst.massmatrx),
    OUR + "plot:FastUpdatePreserves": (ValueError, lambda _: twolink().show([], FastUpdate=True)),
    OUR + "plot:MeshUnreadable": (FileNotFoundError, lambda _: frames_drawn(MeshFilePath="nowhere.stl")),
    OUR + "plot:NeedsExtra": (ImportError, lambda _: without_matplotlib()),
    OUR + "plot:NoEndEffector": (ValueError, lambda _: rst.generateRobotWorkspace(rst.rigidBodyTree())),
    OUR + "plot:NotAxes3D": (TypeError, lambda _: twolink().show([], Parent=1)),
    OUR + "plot:NotShapes": (TypeError, lambda _: rst.showCollisionArray([1])),
    OUR + "plot:WrongColors": (ValueError, lambda _: rst.showCollisionArray([ball()], Color=[1, 2, 3])),
    OUR + "plot:WrongCount": (ValueError, lambda _: rst.generateRobotWorkspace(twolink(), MaxNumSamples=0)),
    OUR + "plot:WrongFrames": (ValueError, lambda _: frames_drawn(FrameSize=0)),
    OUR + "plot:WrongHold": (TypeError, lambda _: rst.hold("on", "off")),
    OUR + "plot:WrongWorkspace": (ValueError, lambda _: rst.showWorkspaceAnalysis([1, 2], [1])),
    OUR + "property:NoSuchName": (AttributeError, lambda _: edit(twolink(), "gravity", [0, 0, 0])),
    OUR + "property:NotFinite": (ValueError, lambda _: edit(twolink(), "Gravity", [0, 0, np.nan])),
    OUR + "property:ReadOnly": (AttributeError, lambda _: edit(twolink(), "NumBodies", 3)),
    OUR + "property:WrongSize": (ValueError, lambda _: edit(twolink(), "Gravity", [0, 0])),
    OUR + "rand:BadSize": (TypeError, lambda _: rst.rand("a")),
    OUR + "rng:BadSeed": (ValueError, lambda _: rst.rng(-1)),
    OUR + "rng:UnknownGenerator": (ValueError, lambda _: rst.rng(0, "philox")),
    OUR + "warning:BadCall": (TypeError, lambda _: rst.warning(1)),
    # joints, bodies, trees
    OUR + "constraint:WrongBounds": (ValueError, lambda _: rst.constraintDistanceBounds("tool", Bounds=[2, 1])),
    OUR + "constraint:WrongTolerance": (
        ValueError,
        lambda _: rst.constraintPoseTarget("tool", PositionTolerance=-1),
    ),
    OUR + "constraint:WrongWeights": (ValueError, lambda _: rst.constraintAiming("tool", Weights=-1)),
    OUR + "constraint:ZeroQuaternion": (
        ValueError,
        lambda _: rst.constraintOrientationTarget("tool", TargetOrientation=[0] * 4),
    ),
    OUR + "generalizedInverseKinematics:WrongConstraint": (
        TypeError,
        lambda _: rst.generalizedInverseKinematics(ConstraintInputs="pose")([], rst.constraintAiming("tool")),
    ),
    OUR + "generalizedInverseKinematics:WrongCount": (
        TypeError,
        lambda _: rst.generalizedInverseKinematics(ConstraintInputs="pose")([]),
    ),
    OUR + "generalizedInverseKinematics:WrongInputs": (
        TypeError,
        lambda _: rst.generalizedInverseKinematics(ConstraintInputs={"pose", "aiming"}),
    ),
    OUR + "generalizedInverseKinematics:WrongJointBounds": (
        ValueError,
        lambda _: rst.generalizedInverseKinematics(RigidBodyTree=twolink(), ConstraintInputs="joint")(
            [], rst.constraintJointBounds(tree(("b", "revolute", 1)))
        ),
    ),
    OUR + "inverseKinematics:FloatingJoint": (
        ValueError,
        lambda _: rst.inverseKinematics(RigidBodyTree=rst.importrobot("floating_base")),
    ),
    OUR + "inverseKinematics:NotASolver": (TypeError, lambda _: rst.release(rst.rigidBodyTree())),
    OUR + "inverseKinematics:NoRobot": (ValueError, lambda _: rst.inverseKinematics()("b", np.eye(4), [1] * 6, [])),
    OUR + "inverseKinematics:WrongParameter": (
        ValueError,
        lambda _: rst.inverseKinematics(SolverParameters={"MaxIterations": 0}),
    ),
    OUR + "inverseKinematics:WrongWeights": (ValueError, lambda _: solved(weights=[-1] * 6)),
    OUR + "joint:AxisNotSettable": (ValueError, lambda _: joint("fixed", JointAxis=[0, 0, 1])),
    OUR + "joint:LimitsNotSettable": (ValueError, lambda _: joint("fixed", PositionLimits=[0, 1])),
    OUR + "joint:WrongDHParameters": (ValueError, lambda _: rst.rigidBodyJoint("j").setFixedTransform([1, 0, 0], "dh")),
    OUR + "joint:WrongLimits": (ValueError, lambda _: joint(PositionLimits=[1, -1])),
    OUR + "joint:ZeroAxis": (ValueError, lambda _: joint(JointAxis=[0, 0, 0])),
    OUR + "joint:ZeroQuaternion": (ValueError, lambda _: joint("floating", HomePosition=np.zeros(7))),
    OUR + "manipulabilityIndex:NoComponent": (
        ValueError,
        lambda _: rst.manipulabilityIndex(twolink(), [0, 0], MotionComponent=[0] * 6),
    ),
    OUR + "manipulabilityIndex:NoEndEffector": (ValueError, lambda _: rst.manipulabilityIndex(tree(), [])),
    OUR + "manipulabilityIndex:WrongSize": (ValueError, lambda _: rst.manipulabilityIndex(twolink(), [0, 0, 0])),
    OUR + "rigidBody:FrameLoop": (ValueError, lambda _: framed().updateFrame("f", ParentFrame="f")),
    OUR + "rigidBody:FrameNameCollision": (ValueError, lambda _: framed().addFrame("f", "b", np.eye(4))),
    OUR + "rigidBody:FrameNotFound": (KeyError, lambda _: framed().frameinfo("g")),
    OUR + "rigidBody:RootFrame": (ValueError, lambda _: framed().removeFrame("b")),
    OUR + "rigidBody:JointInTree": (
        ValueError,
        lambda _: edit(twolink().Bodies[0], "Joint", rst.rigidBodyJoint("j")),
    ),
    OUR + "rigidBody:NotAJoint": (TypeError, lambda _: edit(rst.rigidBody("b"), "Joint", "revolute")),
    OUR + "rigidBodyTree:BaseNotAllowed": (ValueError, lambda _: twolink().removeBody("base")),
    OUR + "rigidBodyTree:JointNameCollision": (ValueError, lambda _: rename(twolink().Bodies[0].Joint, "joint_2")),
    OUR + "rigidBodyTree:JointNotFound": (KeyError, lambda _: twolink().jointPositionFromJointName("joint_3")),
    OUR + "rigidBodyTree:NotABody": (TypeError, lambda _: twolink().addBody("body", "base")),
    # inverse kinematics in closed form
    OUR + "analyticalInverseKinematics:InvalidGroup": (
        ValueError,
        lambda _: rst.generateIKFunction(rst.analyticalInverseKinematics(twolink()), "ik"),
    ),
    OUR + "analyticalInverseKinematics:NotAGroup": (
        TypeError,
        lambda _: rst.analyticalInverseKinematics(twolink(), KinematicGroup="base"),
    ),
    OUR + "analyticalInverseKinematics:NotASolver": (TypeError, lambda _: rst.generateIKFunction(twolink(), "ik")),
    # trajectories
    OUR + "trajectory:DifferentKinds": (ValueError, lambda _: rst.rottraj(np.eye(3), [1, 0, 0, 0], [0, 1], 0)),
    OUR + "trajectory:Infeasible": (ValueError, lambda _: rst.trapveltraj([0, 1], 3, EndTime=1, PeakVelocity=3)),
    OUR + "trajectory:NotAPolynomial": (ValueError, lambda _: rst.ppval([1, 2], 0)),
    OUR + "trajectory:NotFinite": (ValueError, lambda _: rst.cubicpolytraj([0, np.nan], [0, 1], 0)),
    OUR + "trajectory:NotIncreasing": (ValueError, lambda _: rst.cubicpolytraj([0, 1], [1, 0], 0)),
    OUR + "trajectory:TooManyParameters": (
        ValueError,
        lambda _: rst.trapveltraj([0, 1], 3, EndTime=1, PeakVelocity=1.5, Acceleration=4.5),
    ),
    OUR + "trajectory:WrongSize": (ValueError, lambda _: rst.cubicpolytraj([0, 1], [0, 1, 2], 0)),
    OUR + "trajectory:WrongValue": (ValueError, lambda _: rst.trapveltraj([0, 1], 0)),
    # integration, motion models, time
    OUR + "ode:AmbiguousName": (ValueError, lambda _: rst.odeset("Max", 1)),
    OUR + "ode:NotAFunction": (TypeError, lambda _: rst.ode45(1, [0, 1], 1)),
    OUR + "ode:NotASolution": (TypeError, lambda _: rst.deval(1, 1)),
    OUR + "ode:OutsideInterval": (ValueError, lambda _: rst.deval(decay(nargout=1), 2)),
    OUR + "ode:SingularMass": (ValueError, lambda _: decay(Mass=[[0]])),
    OUR + "ode:Unsupported": (ValueError, lambda _: decay(NonNegative=[0])),
    OUR + "ode:WrongEvents": (TypeError, lambda _: decay(Events=lambda t, x: x)),
    OUR + "ode:WrongIndices": (ValueError, lambda _: decay(OutputSel=[1])),
    OUR + "ode:WrongInitialState": (ValueError, lambda _: rst.ode45(abs, [0, 1], [])),
    OUR + "ode:WrongInterval": (ValueError, lambda _: rst.ode45(abs, [0, 0], 1)),
    OUR + "ode:WrongMatrix": (ValueError, lambda _: decay(Mass=np.eye(2))),
    OUR + "ode:WrongOption": (ValueError, lambda _: decay(RelTol=-1)),
    OUR + "ode:WrongOptions": (TypeError, lambda _: rst.ode45(abs, [0, 1], 1, 2)),
    OUR + "ode:WrongSize": (ValueError, lambda _: rst.ode45(lambda t, x: [1, 2, 3], [0, 1], 1)),
    OUR + "motionModel:NotAMotionModel": (TypeError, lambda _: rst.derivative(twolink(), [0], [0])),
    OUR + "motionModel:SeveralFreedoms": (
        ValueError,
        lambda _: rst.jointSpaceMotionModel(RigidBodyTree=rst.importrobot("floating_base")),
    ),
    OUR + "motionModel:WrongGain": (ValueError, lambda _: rst.jointSpaceMotionModel(Kp=np.eye(3))),
    OUR + "motionModel:WrongJoint": (
        ValueError,
        lambda _: rst.updateErrorDynamicsFromStep(rst.jointSpaceMotionModel(), 1, 0, 2),
    ),
    OUR + "motionModel:WrongSize": (ValueError, lambda _: rst.jointSpaceMotionModel().derivative([0], [0])),
    OUR + "motionModel:WrongStep": (
        ValueError,
        lambda _: rst.updateErrorDynamicsFromStep(rst.jointSpaceMotionModel(), 0, 0),
    ),
    OUR + "rateControl:NotARate": (TypeError, lambda _: rst.waitfor(1)),
    OUR + "rateControl:WrongRate": (ValueError, lambda _: rst.rateControl(0)),
    OUR + "symbolic:FloatingJoint": (ValueError, lambda _: rst.symbolic.robot(rst.importrobot("floating_base"))),
    OUR + "symbolic:NeedsExtra": (ImportError, lambda _: without("sympy", lambda: rst.symbolic.robot(twolink()))),
    OUR + "symbolic:NotLinear": (
        ValueError,
        lambda _: rst.symbolic.inverseDynamicsRegressor(twolink(), Parameters=["m1"]),
    ),
    OUR + "symbolic:WrongParameter": (ValueError, lambda _: rst.symbolic.robot(twolink(), {"body_1.mass": "m1"})),
    OUR + "symbolic:WrongSize": (ValueError, lambda _: rst.symbolic.massMatrix(twolink(), ["a"])),
    OUR + "timing:NoTimer": (TypeError, lambda _: rst.toc("start")),
    OUR + "timing:WrongPause": (ValueError, lambda _: rst.pause(-1)),
    OUR + "friction:NotAFriction": (TypeError, lambda _: joint(Friction=0.1)),
    OUR + "friction:WrongCoulomb": (ValueError, lambda _: rst.JointFriction(Coulomb=[0.1, 0.2, 0.3])),
    OUR + "friction:WrongGearRatio": (ValueError, lambda _: rst.JointFriction(GearRatio=0)),
    OUR + "friction:WrongJoint": (ValueError, lambda _: joint("fixed", Friction=rst.JointFriction())),
    OUR + "friction:WrongSmoothing": (ValueError, lambda _: rst.JointFriction(Smoothing=-1)),
    OUR + "inertialParameters:NoCenterOfMass": (
        ValueError,
        lambda _: rst.withInertialParameters(twolink(), [0, 1, *[0] * 18]),
    ),
    # files and requests
    OUR + "identification:WrongLimits": (
        ValueError,
        lambda _: rst.excitationTrajectory(twolink(), Limits={"Velocity": 0}),
    ),
    OUR + "identification:WrongOption": (
        ValueError,
        lambda _: rst.differentiate(range(9), range(9), CutoffFrequency=9),
    ),
    OUR + "identification:WrongPeriod": (ValueError, lambda _: rst.differentiate(range(9), range(9), Period=99)),
    OUR + "identification:FloatingJoint": (
        ValueError,
        lambda _: rst.identifyPayload(rst.importrobot("floating_base"), arm_log()[1]),
    ),
    OUR + "identification:MissingMotion": (
        ValueError,
        lambda _: rst.identifyPayload(*arm_log(JointVelocity=None)),
    ),
    OUR + "identification:MissingSensor": (ValueError, lambda _: rst.identifyPayload(*arm_log(Wrench={}))),
    OUR + "identification:MovingPayload": (ValueError, lambda _: rst.identifyPayload(*arm_log("body_1"))),
    OUR + "identification:NoLinkBefore": (ValueError, lambda _: rst.demoWristOnlyLiteral(*arm_log("body_1"))),
    OUR + "identification:NoProximalSensor": (ValueError, lambda _: rst.identifyTipToBase(*arm_log())),
    OUR + "identification:NoSamples": (ValueError, lambda _: rst.identifyPayload(*arm_log(Wrench=NO_READINGS))),
    OUR + "identification:BadData": (ValueError, lambda _: rst.MotionData(range(3), np.ones((4, 2)))),
    OUR + "identification:NothingExcited": (ValueError, lambda _: rst.identifyDynamics(*standing_on_end())),
    OUR + "identification:NotWritten": (MatlabError, lambda folder: fitted().report(folder / "none" / "r.md")),
    OUR + "identification:WrongReport": (ValueError, lambda _: check_report(Path("r.pdf"))),
    OUR + "identification:NotFeasible": (
        ValueError,
        lambda _: rst.physicalFit(np.eye(10), np.zeros(10), Map=rst.LinearMap(np.eye(10)[:, :1])),
    ),
    OUR + "identification:NotPhysical": (ValueError, lambda _: rst.logCholesky(np.zeros(10))),
    OUR + "identification:Unbounded": (ValueError, lambda _: rst.physicalFit(np.zeros((1, 10)), [0])),
    OUR + "identification:UnknownParameter": (
        KeyError,
        lambda _: rst.LinearMap.fromStructure(twolink(), "body_3.m = 1"),
    ),
    OUR + "identification:WrongExpression": (
        ValueError,
        lambda _: rst.LinearMap.fromStructure(twolink(), "body_1.m = a*b"),
    ),
    OUR + "identification:WrongExtra": (ValueError, lambda _: rst.baseParameters(twolink(), Extra="Fv")),
    OUR + "identification:WrongFit": (ValueError, lambda _: rst.physicalFit(np.eye(3), np.zeros(3))),
    OUR + "identification:WrongLinearMap": (ValueError, lambda _: rst.LinearMap([1, 2])),
    OUR + "identification:WrongParameters": (ValueError, lambda _: rst.pseudoInertia([1, 2])),
    OUR + "identification:WrongPseudoInertia": (ValueError, lambda _: rst.fromPseudoInertia(np.eye(3))),
    OUR + "identification:WrongSensors": (ValueError, lambda _: rst.baseParameters(twolink(), Sensors="wrist")),
    OUR + "identification:WrongJoints": (
        ValueError,
        lambda _: rst.identifyPayload(rst.importrobot("puma560"), arm_log()[1]),
    ),
    OUR + "identification:WrongPrior": (
        ValueError,
        lambda _: rst.identifyTipToBase(*arm_log("body_1"), Prior="robot"),
    ),
    OUR + "identification:WrongWeights": (ValueError, lambda _: rst.identifyPayload(*arm_log(), Weights=0)),
    OUR + "jointReactions:NoBody": (ValueError, lambda _: rst.jointReactions(twolink(), SensorPose=np.eye(4))),
    OUR + "importrobot:FileNotFound": (FileNotFoundError, lambda _: rst.importrobot("twolnk")),
    OUR + "importrobot:UnknownFormat": (ValueError, lambda folder: twolink().exportrobot(folder / "a.sdf")),
    OUR + "interactiveRigidBodyTree:NeedsExtra": (ImportError, lambda _: without_viser()),
    OUR + "interactiveRigidBodyTree:NoPort": (ValueError, lambda _: viewer(Host="192.0.2.1")),
    OUR + "interactiveRigidBodyTree:NotAConstraint": (TypeError, lambda _: viewer(Constraints=[3])),
    OUR + "interactiveRigidBodyTree:NotASolver": (TypeError, lambda _: viewer(IKSolver=3)),
    OUR + "interactiveRigidBodyTree:NotAViewer": (TypeError, lambda _: rst.addConfiguration(twolink())),
    OUR + "interactiveRigidBodyTree:WrongIndex": (ValueError, lambda _: viewer().removeConfigurations(0)),
    OUR + "interactiveRigidBodyTree:WrongPort": (ValueError, lambda _: viewer(Port=0)),
    OUR + "interactiveRigidBodyTree:WrongScale": (ValueError, lambda _: viewer(MarkerScaleFactor=0)),
    OUR + "loadrobot:NotInstalled": (FileNotFoundError, lambda _: without_packages("willowgaragePR2")),
    OUR + "loadrobot:NotShipped": (ValueError, lambda _: rst.loadrobot("atlas")),
    OUR + "loadrobot:UnknownRobot": (ValueError, lambda _: rst.loadrobot("universalUR")),
    OUR + "loadrobot:WrongVersion": (ValueError, lambda _: rst.loadrobot("puma560", Version=2)),
    OUR + "evaluate:MissingInput": (KeyError, lambda _: evaluate.evaluate(twolink(), {"Function": "getTransform"})),
    OUR + "evaluate:UnknownFunction": (KeyError, lambda _: evaluate.evaluate(twolink(), {"Function": "inertia"})),
    OUR + "model:ByteOrderMark": (ValueError, lambda _: read_model(b"\xef\xbb\xbf{}")),
    OUR + "model:DuplicateKey": (ValueError, lambda _: read_model('{"Version": 1, "Version": 2}')),
    OUR + "model:DuplicateName": (ValueError, lambda _: model({"Name": "a"}, {"Name": "a"})),
    OUR + "model:Empty": (ValueError, lambda _: read_model(b"")),
    OUR + "model:LateParent": (ValueError, lambda _: model({"Name": "a", "Parent": "b"}, {"Name": "b"})),
    OUR + "model:MissingKey": (KeyError, lambda _: model({})),
    OUR + "model:NotFound": (FileNotFoundError, lambda folder: read_model(folder / "none.json")),
    OUR + "model:NotJson": (ValueError, lambda _: read_model("{")),
    OUR + "model:NotStandardNumber": (ValueError, lambda _: read_model('{"Version": NaN}')),
    OUR + "model:NotUtf8": (ValueError, lambda _: read_model(b'{"\xff"}')),
    OUR + "model:NotWritten": (MatlabError, lambda folder: write_model(RobotSpec(), folder / "none" / "a.json")),
    OUR + "model:NumberTooLarge": (ValueError, lambda _: read_model('{"Version": 1e999}')),
    OUR + "model:TooDeep": (ValueError, lambda _: read_model("[" * 200_000)),
    OUR + "model:TooLarge": (ValueError, lambda _: too_large()),
    OUR + "model:TwoTransforms": (
        ValueError,
        lambda _: model({"Name": "a", "Joint": {"DH": [0, 0, 0, 0], "MDH": [0, 0, 0, 0]}}),
    ),
    OUR + "model:UnknownKey": (KeyError, lambda _: model({"Name": "a", "Masss": 1})),
    OUR + "model:UnknownParent": (ValueError, lambda _: model({"Name": "a", "Parent": "z"})),
    OUR + "model:Unreadable": (MatlabError, read_model),
    OUR + "model:WrongShape": (ValueError, lambda _: model(Gravity=[0, 0])),
    OUR + "model:WrongSource": (TypeError, lambda _: read_model(1)),
    OUR + "model:WrongType": (TypeError, lambda _: model(Name=1)),
    OUR + "model:WrongValue": (ValueError, lambda _: model(DataFormat="col")),
    # golden files
    OUR + "golden:BadInputs": (ValueError, lambda _: golden.check(asked("eul2rotm", model=None))),
    OUR + "golden:NoStruct": (ValueError, lambda folder: golden.read_golden(saved(folder, a=1))),
    OUR + "golden:NoSuchCase": (KeyError, lambda folder: golden.find_case(folder, "puma560/matlab/state1")),
    OUR + "golden:NotFound": (FileNotFoundError, golden.golden_files),
    OUR + "golden:SameName": (ValueError, lambda _: asked("massMatrix", "gravityTorque")),
    OUR + "golden:Unreadable": (MatlabError, golden.read_golden),
    # XML: URDF, SDF and Xacro
    OUR + "xml:DocumentType": (ValueError, lambda _: rst.importrobot("<!DOCTYPE robot><robot/>")),
    OUR + "xml:Empty": (ValueError, lambda _: parse_xml("")),
    OUR + "xml:NotFound": (FileNotFoundError, lambda folder: read_xml(folder / "none.urdf")),
    OUR + "xml:NotXml": (ValueError, lambda _: rst.importrobot("<robot")),
    OUR + "xml:TooDeep": (ValueError, lambda _: rst.importrobot("<a>" * 3000 + "</a>" * 3000)),
    OUR + "xml:TooLarge": (ValueError, lambda _: rst.importrobot("<a/>" * 1_000_001)),
    OUR + "xml:UnknownRoot": (ValueError, lambda _: rst.importrobot("<mujoco/>")),
    OUR + "xml:Unreadable": (MatlabError, read_xml),
    OUR + "xml:WrongEncoding": (ValueError, lambda _: parse_xml(b"<robot name='\xff'/>")),
    OUR + "xml:WrongFormat": (ValueError, lambda _: rst.importrobot("<sdf/>", "urdf")),
    OUR + "xml:WrongSource": (TypeError, lambda _: parse_xml(1)),
    OUR + "urdf:DuplicateName": (ValueError, lambda _: urdf(links="aa")),
    OUR + "urdf:Loop": (ValueError, lambda _: urdf(links="a", parent="a", child="a")),
    OUR + "urdf:MissingAttribute": (KeyError, lambda _: rst.importrobot("<robot/>")),
    OUR + "urdf:MissingElement": (KeyError, lambda _: rst.importrobot(ARM.replace("<child link='b'/>", ""))),
    OUR + "urdf:NoLink": (ValueError, lambda _: rst.importrobot("<robot name='r'/>")),
    OUR + "urdf:NotWritable": (ValueError, lambda _: overflowing().exportrobot(Format="urdf")),
    OUR + "urdf:NotWritten": (MatlabError, lambda folder: twolink().exportrobot(folder / "none" / "a.urdf")),
    OUR + "urdf:PlanarJoint": (ValueError, lambda _: urdf(kind="planar")),
    OUR + "urdf:TwoParents": (ValueError, lambda _: rst.importrobot(ARM.replace("</robot>", AGAIN + "</robot>"))),
    OUR + "urdf:TwoRoots": (ValueError, lambda _: urdf(links="abc")),
    OUR + "urdf:UnknownJointType": (ValueError, lambda _: urdf(kind="hinge")),
    OUR + "urdf:UnknownLink": (ValueError, lambda _: urdf(child="z")),
    OUR + "urdf:WrongCount": (ValueError, lambda _: urdf("<axis xyz='0 0'/>")),
    OUR + "urdf:WrongNumber": (ValueError, lambda _: urdf("<axis xyz='0,0,1'/>")),
    OUR + "urdf:WrongValue": (ValueError, lambda _: urdf("<axis xyz=''/>")),
    OUR + "urdf:Xacro": (ValueError, lambda _: rst.importrobot("<robot name='${nothing}'/>", "xacro")),
    OUR + "urdf:XacroMissing": (ImportError, lambda _: without_xacro()),
    OUR + "urdf:ZeroAxis": (ValueError, lambda _: urdf("<axis xyz='0 0 0'/>")),
    OUR + "sdf:DuplicateName": (ValueError, lambda _: sdf(links="aa")),
    OUR + "sdf:Loop": (ValueError, lambda _: sdf(links="a", parent="a", child="a")),
    OUR + "sdf:MissingAttribute": (KeyError, lambda _: rst.importrobot("<sdf><model/></sdf>")),
    OUR + "sdf:MissingElement": (KeyError, lambda _: sdf("", model="<joint name='i' type='fixed'/>")),
    OUR + "sdf:MissingText": (ValueError, lambda _: sdf(child="")),
    OUR + "sdf:NestedModel": (ValueError, lambda _: sdf(model="<include/>")),
    OUR + "sdf:NoLink": (ValueError, lambda _: rst.importrobot("<sdf><model name='m'/></sdf>")),
    OUR + "sdf:NotOneModel": (ValueError, lambda _: rst.importrobot("<sdf/>")),
    OUR + "sdf:TwoParents": (
        ValueError,
        lambda _: sdf(links="abc", model="<joint name='i' type='fixed'><parent>c</parent><child>b</child></joint>"),
    ),
    OUR + "sdf:TwoRoots": (ValueError, lambda _: sdf(links="abc")),
    OUR + "sdf:UnknownFrame": (ValueError, lambda _: sdf("<pose relative_to='z'/>")),
    OUR + "sdf:UnknownJointType": (ValueError, lambda _: sdf(kind="ball")),
    OUR + "sdf:UnknownLink": (ValueError, lambda _: sdf(child="z")),
    OUR + "sdf:WrongCount": (ValueError, lambda _: sdf("<pose>1 2 3</pose>")),
    OUR + "sdf:WrongNumber": (ValueError, lambda _: sdf("<axis><xyz>0 0 z</xyz></axis>")),
    OUR + "sdf:WrongValue": (ValueError, lambda _: sdf("<axis><xyz> </xyz></axis>")),
    OUR + "sdf:ZeroAxis": (ValueError, lambda _: sdf("<axis><xyz>0 0 0</xyz></axis>")),
    # MAT-files
    "MATLAB:load:couldNotReadFile": (FileNotFoundError, lambda _: rst.load("none.mat")),
    "MATLAB:load:notBinaryFile": (ValueError, lambda _: rst.load(__file__)),
    "MATLAB:load:unableToReadMatFile": (ValueError, lambda folder: rst.load(broken(saved(folder, a=1), 128))),
    OUR + "mat:BadName": (ValueError, lambda folder: rst.save(folder / "a.mat", {"1a": 1})),
    OUR + "mat:BadRobot": (ValueError, lambda folder: rst.load(old_object(folder, links=[]))),
    OUR + "mat:NeedsExtra": (ImportError, without_mat_io),
    OUR + "mat:NoRobot": (ValueError, lambda folder: rst.importrobot(saved(folder, a=1))),
    OUR + "mat:NoSuchName": (AttributeError, lambda folder: rst.load(saved(folder, a=1)).b),
    OUR + "mat:NotSavable": (TypeError, lambda folder: saved(folder, a=print)),
    OUR + "mat:NotWritten": (ValueError, lambda folder: rst.save(folder / "none" / "a.mat", a=1)),
    OUR + "mat:SeveralRobots": (ValueError, lambda folder: rst.importrobot(saved(folder, a=twolink(), b=twolink()))),
    OUR + "mat:TooLarge": (ValueError, unfolding),
    OUR + "mat:WrongOption": (ValueError, lambda folder: rst.save(folder / "a.mat", "q")),
    # rotations
    OUR + "rotations:BadConstruction": (TypeError, lambda _: rst.so3(np.eye(3), 1)),
    OUR + "rotations:NotFinite": (ValueError, lambda _: rst.eul2rotm([0, 0, np.nan])),
    OUR + "rotations:PositionOutOfRange": (ValueError, lambda _: rst.se3().interp(rst.se3(), [1.5])),
    OUR + "rotations:SizeMismatch": (ValueError, lambda _: rst.angdiff([1, 2], [1, 2, 3])),
    OUR + "rotations:WrongClass": (TypeError, lambda _: rst.trvec(np.eye(4))),
    OUR + "rotations:WrongColumns": (ValueError, lambda _: rst.eul2rotm([0, 0])),
    OUR + "rotations:WrongMatrixShape": (ValueError, lambda _: rst.rotm2eul(np.eye(4))),
    OUR + "rotations:WrongPoints": (ValueError, lambda _: rst.transform(rst.se3(), [1, 2])),
    OUR + "rotations:ZeroAxis": (ValueError, lambda _: rst.axang2rotm([0, 0, 0, 1])),
    OUR + "rotations:ZeroQuaternion": (ValueError, lambda _: rst.quat2rotm([0, 0, 0, 0])),
}

SLIDES = ("a", "prismatic", 0), ("b", "prismatic", 1)

#: identifier -> a call that warns
WARNED = {
    OUR + "checkCollision:DefaultSkip": lambda: two_arms().checkCollision([]),
    OUR + "checkCollision:NoShapes": lambda: rst.importrobot("twolink").checkCollision([]),
    OUR + "plot:MeshNotFound": without_meshes,
    OUR + "model:LostShape": lambda: plane().exportrobot(f"{tempfile.mkdtemp()}/a.json"),
    "robotics:robotmanip:urdfimporter:IntertialComponentsMissing": lambda: urdf(inertial=""),
    TREE + "ConfigJointLimitsViolationAutoAdjusted": lambda: solved(guess=[4, 0]),
    SOLVER + "HomogeneousTransformInvalid": lambda: solved(tform=np.diag([2, 2, 2, 1])),
    "MATLAB:ode45:IntegrationTolNotMet": lambda: pole(rst.ode45),
    "MATLAB:ode23:IntegrationTolNotMet": lambda: pole(rst.ode23),
    "MATLAB:ode113:IntegrationTolNotMet": lambda: pole(rst.ode113),
    "MATLAB:ode15s:IntegrationTolNotMet": lambda: pole(rst.ode15s),
    OUR + "ode:ToleranceRaised": lambda: decay(RelTol=1e-20),
    OUR + "urdf:InexactRotation": lambda: inexact().exportrobot(Format="urdf"),
    OUR + "urdf:LoopJoint": lambda: rst.importrobot(ARM.replace("</robot>", "<loop_joint name='l'/></robot>")),
    OUR + "urdf:LostFriction": lambda: rubbing().exportrobot(Format="urdf"),
    OUR + "urdf:LostHomePosition": lambda: urdf(home=1).exportrobot(Format="urdf"),
    OUR + "urdf:LostSettings": lambda: convert_command("twolink", Path(tempfile.mkdtemp(), "a.urdf")),
    OUR + "urdf:LostShape": lambda: plane().exportrobot(Format="urdf"),
    OUR + "urdf:Mimic": lambda: urdf("<limit/><mimic joint='x'/>"),
    OUR + "urdf:MissingLimits": lambda: urdf(""),
    OUR + "urdf:OtherOrder": lambda: fork().exportrobot(Format="urdf"),
    OUR + "urdf:ReversedLimits": lambda: urdf("<limit lower='1' upper='-1'/>"),
    OUR + "urdf:UnreadShape": lambda: urdf(inertial=INERTIAL + "<visual/>"),
    OUR + "sdf:Mimic": lambda: sdf("<axis><mimic/></axis>"),
    OUR + "sdf:ReversedLimits": lambda: sdf("<axis><limit><lower>1</lower><upper>-1</upper></limit></axis>"),
    OUR + "sdf:UnreadShape": lambda: sdf(shape="<visual/>"),
    "MATLAB:load:variableNotFound": in_folder(lambda folder: rst.load(saved(folder, a=1), "b")),
    OUR + "mat:DefaultsFilled": in_folder(lambda folder: rst.load(old_object(folder, links={"a": 1.0}))),
    OUR + "mat:ReadInPart": in_folder(in_part),
    OUR + "mat:Unreadable": in_folder(lambda folder: rst.load(broken(saved(folder, a=1, b=2), -1))),
    OUR + "identification:NegativeMass": lambda: rst.identifyPayload(*arm_log(sign=-1)),
    OUR + "identification:NoGravity": lambda: rst.identifyPayload(*arm_log(gravity=[0, 0, 0])),
    OUR + "identification:NotConverged": lambda: rst.physicalFit(
        np.eye(10), [1, 0, 0, 0, 1, 1, 3, 0, 0, 0], MaxIterations=1
    ),
    OUR + "identification:UncertainRank": lambda: rst.baseParameters(
        rst.loadrobot("kinovaGen3", Gravity=[0, 0, -9.81]), Tolerance=1e-9
    ),
    OUR + "identification:PoorExcitation": lambda: rst.identifyTipToBase(*arm_log("body_1", move=0)),
    OUR + "identification:PoorFit": lambda: rst.identifyPayload(*arm_log(Wrench=NOISE), SensorBias=False),
    OUR + "identification:WristOnly": lambda: rst.demoWristOnlyLiteral(*arm_log()),
    JOINT + "ResettingHomePosition": lambda: joint(PositionLimits=[1, 2]),
    OUR + "centerOfMass:NoMass": lambda: tree().centerOfMass(),
    OUR + "dynamics:NotFinite": lambda: twolink().inverseDynamics([], [1e200, 1e200]),
    OUR + "forwardDynamics:SingularMassMatrix": lambda: tree(*SLIDES).forwardDynamics(),
    OUR + "forwardDynamics:IndefiniteMassMatrix": lambda: tree(("a", "prismatic", -1)).forwardDynamics(),
}

#: identifier -> a command line that prints it; log.npz holds two states of two joints
PRINTED = {
    OUR + "cli:AmbiguousOrientation": "eval twolink --states log.npz --function massMatrix",
    OUR + "cli:BadExpression": "eval twolink --q pi/",
    OUR + "cli:BadOption": "eval twolink --format mat",
    OUR + "table:Unreadable": "eval twolink --states none.csv",
    OUR + "cli:BadWrench": "eval twolink --fext body_1:1,2",
    OUR + "cli:Internal": "info twolink",
    OUR + "table:NeedsExtra": "eval twolink --states log.parquet",
    OUR + "cli:NotWritten": "eval twolink -o none/out.json",
    OUR + "cli:Usage": "eval --nonsense",
    OUR + "golden:OwnNumbers": "record twolink --states states.csv --source MATLAB",
}


def test_the_table_is_complete():
    assert {*RAISED, *WARNED, *PRINTED} == set(IDENTIFIERS)


@pytest.mark.parametrize("path", [*ROOT.glob("rst_compat/**/*.py"), *ROOT.glob("cli/*.py")], ids=lambda p: p.name)
def test_every_identifier_in_the_source_is_in_the_table(path):
    constants = (n.value for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Constant))
    whole = re.compile(r"(rst_compat|robotics|MATLAB)(:\w+){2,3}").fullmatch
    assert {c for c in constants if isinstance(c, str) and whole(c)} <= set(IDENTIFIERS)


def test_matlabs_identifiers_say_where_they_were_seen():
    assert all((where == "rst_compat") == name.startswith(OUR) for name, where in IDENTIFIERS.items())


# ---- errors ----


@pytest.fixture
def provoke(tmp_path):
    def call(identifier):
        with pytest.raises(MatlabError) as caught:
            RAISED[identifier][1](tmp_path)
        return caught.value

    return call


@pytest.mark.parametrize("identifier", RAISED)
def test_an_error_has_its_identifier_and_its_python_class(provoke, identifier):
    error = provoke(identifier)
    assert error.identifier == identifier
    assert isinstance(error, RAISED[identifier][0])


@pytest.mark.parametrize("identifier", RAISED)
def test_an_error_says_fact_expected_got_and_hint(provoke, identifier):
    error = provoke(identifier)
    assert error.fact
    assert error.hint
    if not isinstance(error, AttributeError):
        assert error.expected
        assert error.got


MADE_IN = [*ROOT.glob("cli/*.py"), *ROOT.glob("rst_compat/files/*.py"), *ROOT.glob("rst_compat/golden/*.py")]
MADE_IN += [ROOT / "rst_compat" / "evaluate.py"]


@pytest.mark.parametrize("path", MADE_IN, ids=lambda p: p.name)
def test_every_error_of_files_and_command_line_is_made_of_four_parts(path):
    """Not only the provoked ones: whoever makes an error there gives it five arguments."""
    calls = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)]
    made = [c for c in calls if getattr(c.func, "id", "").startswith("Matlab") and c.func.id.endswith("Error")]
    assert [ast.unparse(c) for c in made if len(c.args) + len(c.keywords) != 5] == []


@pytest.mark.parametrize("identifier", RAISED)
def test_the_message_is_made_of_the_parts(provoke, identifier):
    error = provoke(identifier)
    assert str(error) == error.message
    for part in (error.fact, error.expected, error.got, error.hint):
        assert part is None or part.rstrip(".") in error.message
    assert "\n" not in error.message
    assert error.message[-1] in ".?"


def test_long_arguments_are_shortened():
    long = "a" * 10_000
    for call in (rst.importrobot, twolink().getBody, rst.rigidBodyTree().getBody, read_model):
        with pytest.raises(MatlabError) as caught:
            call(long)
        assert len(caught.value.message) < 1000
        again = pickle.loads(pickle.dumps(caught.value))
        assert again.message == caught.value.message


@pytest.mark.parametrize("identifier", RAISED)
def test_an_error_survives_pickle(provoke, identifier):
    error = provoke(identifier)
    error.__cause__ = error.__context__ = None  # pickled too where Dask is loaded, and not every library's can be
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), again.identifier, again.message) == (type(error), identifier, error.message)


@pytest.mark.parametrize(("identifier", "words"), PRINTED.items())
def test_the_command_line_prints_its_identifiers(tmp_path, monkeypatch, identifier, words):
    monkeypatch.chdir(tmp_path)
    np.savez("log.npz", q=np.eye(2))
    Path("states.csv").write_text("q1,q2\n0,1\n")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    if identifier.endswith("Internal"):
        monkeypatch.setattr("rst_compat_cli.info_command.read_argument", lambda _: 1 / 0)
    result = CliRunner().invoke(app, words.split())
    assert result.exit_code > 0
    assert result.stderr.startswith(f"rstc: {identifier}: ")
    if not identifier.endswith("Internal"):  # every other one is a fault of the input
        assert re.search(r": expected .+, got .+[.?] .+[.?]\n$", result.stderr)


# ---- warnings ----


@pytest.fixture(autouse=True)
def all_warnings_on():
    yield
    rst.warning("on", "all")


@pytest.mark.parametrize("identifier", WARNED)
def test_a_warning_has_its_identifier(identifier):
    with pytest.warns(MatlabWarning) as caught:
        WARNED[identifier]()
    assert caught[0].message.identifier == identifier
    assert caught[0].message.message == str(caught[0].message)
    assert isinstance(caught[0].message, UserWarning)


@pytest.mark.parametrize("which", ["its own", "all"])
@pytest.mark.parametrize("identifier", WARNED)
def test_a_warning_can_be_switched_off_and_on(identifier, which):
    before = rst.warning("off", identifier if which == "its own" else "all")
    WARNED[identifier]()
    assert rst.warning(before).state == "off"
    with pytest.warns(MatlabWarning):
        WARNED[identifier]()


@pytest.mark.parametrize("identifier", WARNED)
def test_switching_one_off_leaves_the_others(identifier):
    others = [name for name in WARNED if name != identifier]
    rst.warning("off", identifier)
    for name in others:
        with pytest.warns(MatlabWarning):
            WARNED[name]()


@pytest.mark.parametrize("identifier", WARNED)
def test_a_warning_survives_pickle(identifier):
    with pytest.warns(MatlabWarning) as caught:
        WARNED[identifier]()
    again = pickle.loads(pickle.dumps(caught[0].message))
    assert (again.identifier, again.message) == (identifier, caught[0].message.message)


@pytest.mark.parametrize(
    ("arguments", "identifier", "text"),
    [
        (("Too fast",), "", "Too fast"),
        (("lesson:arm:TooFast", "Too fast"), "lesson:arm:TooFast", "Too fast"),
        (("Joint %d of %s is at %.2f", 2, "arm", 1.5), "", "Joint 2 of arm is at 1.50"),
        (("lesson:arm:TooFast", "%s: %g%%", "arm", 110.0), "lesson:arm:TooFast", "arm: 110%"),
        (("50% of it",), "", "50% of it"),
    ],
)
def test_users_warn_with_their_own_identifiers(arguments, identifier, text):
    with pytest.warns(MatlabWarning) as caught:
        rst.warning(*arguments)
    assert (caught[0].message.identifier, caught[0].message.message) == (identifier, text)
    assert caught[0].filename == __file__


def test_states_are_those_of_matlab():
    one, other = list(WARNED)[:2]
    assert rst.warning("query", one).state == "on"
    rst.warning("off", "all")
    rst.warning("ON", one)
    assert [rst.warning("query", name).state for name in ("all", one, other)] == ["off", "on", "off"]
    rst.warning("on")
    assert [rst.warning("query", name).state for name in (one, other)] == ["on", "on"]


@pytest.mark.parametrize(
    "arguments", [(), (1,), ("off", 1), ("off", "a:b", "c"), (None, "text"), ("%d of %d", 1), ("a:b", "%d", "x")]
)
def test_other_calls_of_warning_are_refused(arguments):
    with pytest.raises(MatlabError, match="the arguments fit no form of it"):
        rst.warning(*arguments)
