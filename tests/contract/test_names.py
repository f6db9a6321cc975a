"""The public names: MATLAB's and a few of our own, one object under function and method, and answers to other names."""

import importlib
import inspect
import re

import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint, rigidBodyTree
from rst_compat.matlab.absent import NOT_YET, OF_CORKES_TOOLBOX

CLASSES = ["rigidBodyTree", "rigidBody", "rigidBodyJoint"]
CONFIGURATIONS = ["homeConfiguration", "randomConfiguration", "jointPositionFromJointName", "jointPositionFromBodyName"]
KINEMATICS = ["getTransform", "geometricJacobian", "centerOfMass", "checkCollision"]
DYNAMICS = ["massMatrix", "gravityTorque", "velocityProduct", "inverseDynamics", "forwardDynamics", "externalForce"]
OURS_OF_A_TREE = [
    "bodyJacobian",
    "coriolisMatrix",
    "frictionTorque",
    "inverseDynamicsRegressor",
    "jointReactions",
    "linkVelocities",
    "newtonEuler",
    "wrenchRegressor",
]
EDITS = ["addBody", "addSubtree", "getBody", "removeBody", "replaceBody", "replaceJoint", "subtree"]
OF_A_TREE = [
    *CONFIGURATIONS,
    *KINEMATICS,
    *DYNAMICS,
    *OURS_OF_A_TREE,
    *EDITS,
    "copy",
    "show",
    "showdetails",
    "exportrobot",
]
TRANSFORMS = """
    angdiff axang2quat axang2rotm axang2tform cart2hom deg2rad eul2quat eul2rotm eul2tform hom2cart quat2axang quat2eul
    quat2rotm quat2tform rad2deg rotm2axang rotm2eul rotm2quat rotm2tform tform2axang tform2eul tform2quat tform2rotm
    tform2trvec trvec2tform wrapTo2Pi wrapToPi se2 se3 so2 so3 axang dist eul interp normalize quat rotm tform theta
    transform trvec xytheta xyzquat
"""
TRAJECTORIES = """
    bsplinepolytraj cubicpolytraj minjerkpolytraj minsnappolytraj mkpp ppval quinticpolytraj rottraj transformtraj
    trapveltraj unmkpp
"""
SOLVERS = ["release", "step"]
IN_CLOSED_FORM = ["analyticalInverseKinematics", "generateIKFunction"]
INTEGRATION = "deval ode113 ode15s ode23 ode45 odeget odeset"
MOTION = "derivative jointSpaceMotionModel taskSpaceMotionModel updateErrorDynamicsFromStep"
TARGETS = "constraintAiming constraintOrientationTarget constraintPoseTarget constraintPositionTarget"
BOUNDS = "constraintCartesianBounds constraintDistanceBounds constraintJointBounds"
LOOP_JOINTS = "constraintFixedJoint constraintPrismaticJoint constraintRevoluteJoint"
TIME = "pause rateControl reset statistics tic toc waitfor"
FILES = ["importrobot", "loadrobot", "load", "save"]
COLLISION = "collisionBox collisionCapsule collisionCylinder collisionMesh collisionSphere"
GEOMETRY = ["addVisual", "addCollision", "clearVisual", "clearCollision", "getVisual"]
VIEWER = ["addConfiguration", "removeConfigurations", "addConstraint", "removeConstraints", "showFigure"]
PICTURES = "drawnow hold plotTransforms showCollisionArray generateRobotWorkspace showWorkspaceAnalysis"
FRAMES = ["addFrame", "removeFrame", "updateFrame", "frameinfo"]
GENERAL = [
    "checkModel",
    "generalizedInverseKinematics",
    "interactiveRigidBodyTree",
    "inverseKinematics",
    "manipulabilityIndex",
    "setFixedTransform",
    "rng",
    "rand",
    "disp",
    "warning",
    "robotics",
]
IDENTIFICATION = """
    BaseParameters Identification identifyDynamics baseParameters demoWristOnlyLiteral differentiate
    excitationTrajectory fromLogCholesky
    fromPseudoInertia identifyPayload identifyTipToBase inertialParameters isPhysical LinearMap logCholesky
    MotionData parameterNames PhysicalFit physicalFit pseudoInertia withInertialParameters
"""
OURS = ["Finding", "JointConfiguration", "JointFriction", "MatlabError", "MatlabWarning", "NewtonEulerTerms"]


def test_all_has_exactly_these_names():
    expected = {
        *CLASSES,
        *OF_A_TREE,
        *FRAMES,
        *PICTURES.split(),
        *GEOMETRY,
        *VIEWER,
        *COLLISION.split(),
        *TRANSFORMS.split(),
        *TRAJECTORIES.split(),
        *SOLVERS,
        *f"{INTEGRATION} {MOTION} {TIME} {TARGETS} {BOUNDS} {LOOP_JOINTS}".split(),
        *FILES,
        *IN_CLOSED_FORM,
        *GENERAL,
        *IDENTIFICATION.split(),
        *OURS,
    }
    assert set(rst.__all__) == expected
    assert len(rst.__all__) == len(expected)


def test_every_name_is_there():
    assert [name for name in rst.__all__ if not hasattr(rst, name)] == []


@pytest.mark.parametrize("name", OF_A_TREE)
def test_the_function_is_the_method(name):
    assert getattr(rigidBodyTree, name) is getattr(rst, name)


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (rigidBodyJoint, "setFixedTransform"),
        (rigidBodyJoint, "copy"),
        *((rigidBody, name) for name in ("copy", "getTransform", *FRAMES, *GEOMETRY)),
    ],
)
def test_functions_of_bodies_and_joints_are_methods(kind, name):
    assert getattr(kind, name) is getattr(rst, name)


@pytest.mark.parametrize("name", VIEWER)
def test_functions_of_a_viewer_are_methods(name):
    assert getattr(rst.interactiveRigidBodyTree, name) is getattr(rst, name)


def test_a_tree_has_no_other_public_functions():
    methods = {n for n, v in vars(rigidBodyTree).items() if callable(v) and not n.startswith("_")}
    assert methods == set(OF_A_TREE)


PROPERTIES = {
    rigidBodyTree: "NumBodies Bodies Base BodyNames BaseName Gravity DataFormat FrameNames",
    rigidBody: "Name Joint Mass CenterOfMass Inertia Parent Children Visuals Collisions",
    rigidBodyJoint: "Type Name JointAxis PositionLimits HomePosition JointToParentTransform ChildToJointTransform "
    "Friction",
    rst.JointFriction: "Viscous Coulomb GearRatio Reference CoulombScaling Smoothing RotorInertia Offset",
    rst.inverseKinematics: "RigidBodyTree SolverAlgorithm SolverParameters",
    rst.interactiveRigidBodyTree: "RigidBodyTree IKSolver SolverPoseWeights Constraints MarkerBodyName MarkerPose "
    "MarkerBodyPose MarkerControlMethod MarkerScaleFactor ShowMarker Configuration StoredConfigurations Address",
}


@pytest.mark.parametrize("kind", PROPERTIES)
def test_a_class_has_exactly_matlabs_properties(kind):
    assert {n for n in dir(kind) if isinstance(getattr(kind, n), property)} == set(PROPERTIES[kind].split())


# ---- signatures: MATLAB's order; everything that MATLAB leaves out may be left out ----

SIGNATURES = {
    "BaseParameters": "Names, Index, K, Expressions, Status, SingularValues, Gap, Sensors",
    "LinearMap": "L, x0=None, Names=None",
    "PhysicalFit": "Parameters, Reduced, Cost, SumOfSquares, Gap, MinEigenvalues, Iterations, Converged",
    "baseParameters": "robot, *args, **keywords",
    "fromLogCholesky": "theta, *, nargout=1",
    "fromPseudoInertia": "J",
    "isPhysical": "pi, Tolerance=1e-12, *, nargout=1",
    "logCholesky": "pi",
    "physicalFit": "R, z, *args, **keywords",
    "pseudoInertia": "pi",
    "addBody": "robot, body, parentname",
    "addConfiguration": "viztree, index=None",
    "addConstraint": "viztree, constraintObj, index=None",
    "addCollision": "body, type, *args, **keywords",
    "addFrame": "body, name, parentname, transform, translation=None",
    "addSubtree": "robot, parentname, subtree, *args, **keywords",
    "addVisual": "body, type, parameters, *args, **keywords",
    "analyticalInverseKinematics": "robot, *args, **keywords",
    "bodyJacobian": "robot, configuration, endeffectorname",
    "bsplinepolytraj": "controlPoints, tInterval, tSamples, *, nargout=4",
    "MotionData": "*args, **keywords",
    "centerOfMass": "robot, configuration=None, *, nargout=1",
    "checkCollision": "robot, configuration, *args, nargout=1, **keywords",
    "checkModel": "robot",
    "clearCollision": "body",
    "clearVisual": "body",
    "collisionBox": "X, Y, Z, *args, **keywords",
    "collisionCapsule": "Radius, Length, *args, **keywords",
    "collisionCylinder": "Radius, Length, *args, **keywords",
    "collisionMesh": "Vertices, *args, **keywords",
    "collisionSphere": "Radius, *args, **keywords",
    "constraintAiming": "endeffector, *args, **keywords",
    "constraintCartesianBounds": "endeffector, *args, **keywords",
    "constraintDistanceBounds": "endeffector, *args, **keywords",
    "constraintFixedJoint": "successorbody, predecessorbody, *args, **keywords",
    "constraintJointBounds": "robot, *args, **keywords",
    "constraintOrientationTarget": "endeffector, *args, **keywords",
    "constraintPoseTarget": "endeffector, *args, **keywords",
    "constraintPositionTarget": "endeffector, *args, **keywords",
    "constraintPrismaticJoint": "successorbody, predecessorbody, *args, **keywords",
    "constraintRevoluteJoint": "successorbody, predecessorbody, *args, **keywords",
    "copy": "handle",
    "coriolisMatrix": "robot, configuration=None, jointVel=None",
    "cubicpolytraj": "wayPoints, timePoints, tSamples, *args, nargout=4, **keywords",
    "derivative": "motionModel, state, *inputs",
    "demoWristOnlyLiteral": "robot, data, *args, **keywords",
    "deval": "sol, xint, idx=None",
    "differentiate": "Time, Position, *args, **keywords",
    "disp": "value",
    "excitationTrajectory": "robot, bp=None, *args, **keywords",
    "exportrobot": "robot, filename=None, *args, **keywords",
    "externalForce": "robot, bodyname, wrench, configuration=None",
    "forwardDynamics": "robot, configuration=None, jointVel=None, jointTorq=None, fext=None, *args, **keywords",
    "frameinfo": "body, framename",
    "frictionTorque": "robot, jointVel=None",
    "generalizedInverseKinematics": "*args, **keywords",
    "generateIKFunction": "analyticalIK, functionName",
    "geometricJacobian": "robot, configuration, endeffectorname",
    "getBody": "robot, bodyname",
    "getTransform": "robot, configuration, sourcebody=None, targetbody=None",
    "gravityTorque": "robot, configuration=None",
    "getVisual": "body",
    "homeConfiguration": "robot",
    "identifyDynamics": "robot, data, *args, **keywords",
    "identifyPayload": "robot, data, *args, **keywords",
    "identifyTipToBase": "robot, data, *args, **keywords",
    "Identification": "Method, Covariance, Names, Parameters, Std, Status, BaseParameters, Cov, Reduced, Rank, "
    "StructuralRank, Condition, ScaledCondition, SingularValues, PhysicalConsistency, Channels, "
    "ResidualStd, NRMSE, ResidualCorrelation, CrossValidation, NumSamples, NumDropped, Window, Findings, "
    "_system, _options",
    "importrobot": "source, *args, **keywords",
    "inertialParameters": "robot, *args, **keywords",
    "inverseDynamics": "robot, configuration=None, jointVel=None, jointAccel=None, fext=None, *args, **keywords",
    "inverseDynamicsRegressor": "robot, configuration=None, jointVel=None, jointAccel=None, *args, **keywords",
    "interactiveRigidBodyTree": "robot, *args, **keywords",
    "inverseKinematics": "*args, **keywords",
    "jointPositionFromBodyName": "robot, bodyname",
    "jointPositionFromJointName": "robot, jointname",
    "jointReactions": "robot, configuration=None, jointVel=None, jointAccel=None, fext=None, *args, **keywords",
    "jointSpaceMotionModel": "*args, **keywords",
    "linkVelocities": "robot, configuration=None, jointVel=None, *args, nargout=2, **keywords",
    "load": "filename, *names, MaxBytes=None",
    "loadrobot": "robotname, *args, nargout=1, **keywords",
    "manipulabilityIndex": "robot, configuration, *args, **keywords",
    "massMatrix": "robot, configuration=None, *, nargout=1",
    "minjerkpolytraj": "waypoints, timePoints, numSamples, *args, nargout=7, **keywords",
    "minsnappolytraj": "waypoints, timePoints, numSamples, *args, nargout=8, **keywords",
    "mkpp": "breaks, coefs, d=1",
    "newtonEuler": "robot, configuration=None, jointVel=None, jointAccel=None, fext=None",
    "ode113": "odefun, tspan, y0, options=None, *parameters, nargout=2",
    "ode15s": "odefun, tspan, y0, options=None, *parameters, nargout=2",
    "ode23": "odefun, tspan, y0, options=None, *parameters, nargout=2",
    "ode45": "odefun, tspan, y0, options=None, *parameters, nargout=2",
    "odeget": "options, name, default=None",
    "odeset": "*args, **keywords",
    "parameterNames": "robot, *args, **keywords",
    "pause": "n=None",
    "ppval": "pp, xq",
    "quinticpolytraj": "wayPoints, timePoints, tSamples, *args, nargout=4, **keywords",
    "rand": "*size",
    "randomConfiguration": "robot",
    "rateControl": "desiredRate, *args, **keywords",
    "removeBody": "robot, bodyname",
    "release": "solver",
    "removeConfigurations": "viztree, index=None",
    "removeConstraints": "viztree, index=None",
    "removeFrame": "body, name",
    "replaceBody": "robot, bodyname, newbody",
    "replaceJoint": "robot, bodyname, joint",
    "reset": "rate",
    "rigidBody": "name, *args, **keywords",
    "rigidBodyJoint": "jname, jtype='fixed'",
    "rigidBodyTree": "*args, **keywords",
    "rng": "seed=None, generator='twister'",
    "rottraj": "r0, rF, tInterval, tSamples, *args, nargout=3, **keywords",
    "save": "filename, *options, **variables",
    "setFixedTransform": "joint, transform, convention=None",
    "showFigure": "viztree",
    "drawnow": "*args",
    "generateRobotWorkspace": "robot, environment=None, *args, nargout=2, **keywords",
    "hold": "*args",
    "plotTransforms": "translations, *args, **keywords",
    "show": "robot, configuration=None, *args, **keywords",
    "showCollisionArray": "collArray, *args, nargout=1, **keywords",
    "showWorkspaceAnalysis": "workspace, manipIndex, *args, **keywords",
    "showdetails": "robot",
    "statistics": "rate",
    "subtree": "robot, bodyname",
    "taskSpaceMotionModel": "*args, **keywords",
    "step": "solver, *args, **keywords",
    "tic": "",
    "toc": "timerVal=None, *, nargout=1",
    "transformtraj": "T0, TF, tInterval, tSamples, *args, nargout=3, **keywords",
    "trapveltraj": "wayPoints, numSamples, *args, nargout=5, **keywords",
    "unmkpp": "pp, *, nargout=5",
    "updateErrorDynamicsFromStep": "motionModel, settlingTime, overshoot, jointIndex=None",
    "updateFrame": "body, existingframename, *args, **keywords",
    "velocityProduct": "robot, configuration=None, jointVel=None",
    "waitfor": "rate",
    "warning": "*args",
    "withInertialParameters": "robot, pi, *args, **keywords",
    "wrenchRegressor": "robot, configuration=None, jointVel=None, jointAccel=None, *args, **keywords",
}


def parameters(thing):
    bare = [p.replace(annotation=p.empty) for p in inspect.signature(thing).parameters.values()]
    return str(inspect.Signature(bare))[1:-1].replace(" = ", "=")


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(name):
    assert parameters(getattr(rst, name)) == SIGNATURES[name]


def test_every_public_function_has_its_signature_here():
    functions = {n for n in rst.__all__ if callable(getattr(rst, n))} - {*TRANSFORMS.split(), *OURS}
    assert functions == set(SIGNATURES)


# ---- names that are not here yet ----


@pytest.mark.parametrize("name", NOT_YET)
def test_a_name_that_is_not_here_yet_says_so(name):
    with pytest.raises(AttributeError, match=f"'{name}' exists in MATLAB, not here yet"):
        getattr(rst, name)
    with pytest.raises(ImportError, match=f"'{name}' exists in MATLAB, not here yet"):
        exec(f"from rst_compat import {name}")
    assert not hasattr(rst, name)
    assert name not in rst.__all__


@pytest.mark.parametrize("name", NOT_YET)
def test_a_method_that_is_not_here_yet_says_so(name):
    for handle in (rigidBodyTree(), rigidBody("b"), rigidBodyJoint("j")):
        with pytest.raises(AttributeError, match="exists in MATLAB, not here yet"):
            getattr(handle, name)


def test_what_is_not_here_yet_is_not_written_anywhere():
    public = {n for kind in PROPERTIES for n in dir(kind)} | set(dir(rst)) | set(rst.batch.__all__)
    assert public & set(NOT_YET) == set()


# ---- misspelt names ----


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("massmatrix", "massMatrix"),
        ("RigidBodyTree", "rigidBodyTree"),
        ("homeConfig", "homeConfiguration"),
        ("eul2rot", "eul2rotm"),
    ],
)
def test_a_misspelt_name_suggests_the_nearest(wrong, right):
    with pytest.raises(AttributeError, match=f"Did you mean '{right}'"):
        getattr(rst, wrong)
    with pytest.raises(ImportError, match=f"Did you mean '{right}'"):
        exec(f"from rst_compat import {wrong}")


@pytest.mark.parametrize("name", OF_CORKES_TOOLBOX)
def test_a_name_of_another_toolbox_says_so(name):
    advice = re.escape(OF_CORKES_TOOLBOX[name])
    with pytest.raises(AttributeError, match=f"'{name}' belongs to Peter Corke's toolbox.*{advice}"):
        getattr(rst, name)
    with pytest.raises(ImportError, match=f"'{name}' belongs to Peter Corke's toolbox"):
        exec(f"from rst_compat import {name}")


def test_other_modules_answer_as_python_does():
    with pytest.raises(AttributeError, match=r"module 'rst_compat\.batch' has no attribute 'show'"):
        rst.batch.show  # noqa: B018 - reading it is the test
    with pytest.raises(ImportError, match=r"cannot import name 'show' from 'rst_compat\.batch'"):
        exec("from rst_compat.batch import show")


def test_a_name_like_no_other_points_to_the_list():
    with pytest.raises(AttributeError, match=r"dir\(rst_compat\) lists all names"):
        rst.xqzw  # noqa: B018 - reading it is the test


@pytest.mark.parametrize("name", ["batch", "evaluate", "errors"])
def test_submodules_are_imported_as_usual(name):
    names: dict = {}
    exec(f"from rst_compat import {name}", names)
    assert names[name] is importlib.import_module(f"rst_compat.{name}")


def test_star_import_brings_the_names_of_all():
    names: dict = {}
    exec("from rst_compat import *", names)
    assert set(names) - {"__builtins__"} == set(rst.__all__)
