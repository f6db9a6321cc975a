"""MATLAB's rigidBodyTree in Python: the same names, the same numbers, and the Coriolis matrix MATLAB does not have.

>>> import rst_compat as rst
>>> robot = rst.importrobot("twolink")
>>> robot.massMatrix([1.0471975511965976, 1.5707963267948966]).round(4).tolist()
[[0.3315, 0.1146], [0.1146, 0.1146]]

``rst_compat.batch`` has the same names over leading axes, for many configurations at once.
"""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any, ClassVar

from . import errors
from .errors import MatlabError, MatlabWarning, warning
from .matlab.absent import NOT_YET, OF_CORKES_TOOLBOX
from .matlab.configurations import (
    JointConfiguration,
    homeConfiguration,
    jointPositionFromBodyName,
    jointPositionFromJointName,
    randomConfiguration,
)
from .matlab.copying import copy
from .matlab.display import disp, showdetails
from .matlab.dynamics import (
    coriolisMatrix,
    externalForce,
    gravityTorque,
    inverseDynamics,
    inverseDynamicsRegressor,
    massMatrix,
    velocityProduct,
)
from .matlab.exporters import exportrobot
from .matlab.forward_dynamics import forwardDynamics
from .matlab.frames import addFrame, frameinfo, removeFrame, updateFrame
from .matlab.friction import JointFriction, frictionTorque
from .matlab.geometry import *  # noqa: F403
from .matlab.importers import importrobot
from .matlab.joint_reactions import jointReactions, wrenchRegressor
from .matlab.kinematics import centerOfMass, geometricJacobian, getTransform
from .matlab.newton_euler import NewtonEulerTerms, bodyJacobian, linkVelocities, newtonEuler
from .matlab.random_numbers import rand, rng
from .matlab.rigid_body import rigidBody
from .matlab.rigid_body_joint import rigidBodyJoint, setFixedTransform
from .matlab.rigid_body_tree import rigidBodyTree
from .matlab.rotations import *  # noqa: F403 - its names are MATLAB's
from .matlab.show import drawnow, hold, show
from .matlab.show_shapes import showCollisionArray
from .matlab.tree_editing import (
    addBody,
    addSubtree,
    getBody,
    removeBody,
    replaceBody,
    replaceJoint,
    subtree,
)

# What a robot and its dynamics do without is imported when it is first asked for, by __getattr__ below. Tools that read
# this file without running it see the names here.
if TYPE_CHECKING:
    from .identification import *  # noqa: F403
    from .matlab.analytical_inverse_kinematics import analyticalInverseKinematics, generateIKFunction
    from .matlab.constraints import *  # noqa: F403
    from .matlab.generalized_inverse_kinematics import generalizedInverseKinematics
    from .matlab.ik_solver import release, step
    from .matlab.inertial_parameters import inertialParameters, parameterNames, withInertialParameters
    from .matlab.interactive_rigid_body_tree import interactiveRigidBodyTree
    from .matlab.inverse_kinematics import inverseKinematics
    from .matlab.manipulability import manipulabilityIndex
    from .matlab.model_check import Finding, checkModel
    from .matlab.motion_models import *  # noqa: F403
    from .matlab.ode import *  # noqa: F403
    from .matlab.plot_transforms import plotTransforms
    from .matlab.rate_control import rateControl, reset, statistics, waitfor
    from .matlab.robot_library import loadrobot
    from .matlab.stored_items import (
        addConfiguration,
        addConstraint,
        removeConfigurations,
        removeConstraints,
        showFigure,
    )
    from .matlab.timing import pause, tic, toc
    from .matlab.trajectories import *  # noqa: F403
    from .matlab.transform_objects import *  # noqa: F403
    from .matlab.workspace import load, save
    from .matlab.workspace_analysis import generateRobotWorkspace, showWorkspaceAnalysis

__version__ = "0.1.0"


_OF_IDENTIFICATION = (
    "BaseParameters Identification LinearMap MotionData PhysicalFit baseParameters demoWristOnlyLiteral "
    "differentiate excitationTrajectory fromLogCholesky fromPseudoInertia identifyDynamics identifyPayload "
    "identifyTipToBase isPhysical logCholesky physicalFit pseudoInertia"
)

#: Name to the module that is imported for it.
_LATER = {
    name: f"matlab.{module}"
    for module, names in {
        "analytical_inverse_kinematics": "analyticalInverseKinematics generateIKFunction",
        "constraints": "constraintAiming constraintCartesianBounds constraintDistanceBounds constraintFixedJoint "
        "constraintJointBounds constraintOrientationTarget constraintPoseTarget constraintPositionTarget "
        "constraintPrismaticJoint constraintRevoluteJoint",
        "generalized_inverse_kinematics": "generalizedInverseKinematics",
        "inertial_parameters": "inertialParameters parameterNames withInertialParameters",
        "interactive_rigid_body_tree": "interactiveRigidBodyTree",
        "ik_solver": "release step",
        "inverse_kinematics": "inverseKinematics",
        "manipulability": "manipulabilityIndex",
        "model_check": "Finding checkModel",
        "motion_models": "derivative jointSpaceMotionModel taskSpaceMotionModel updateErrorDynamicsFromStep",
        "ode": "deval ode15s ode23 ode45 ode113 odeget odeset",
        "plot_transforms": "plotTransforms",
        "rate_control": "rateControl reset statistics waitfor",
        "robot_library": "loadrobot",
        "stored_items": "addConfiguration addConstraint removeConfigurations removeConstraints showFigure",
        "timing": "pause tic toc",
        "trajectories": "bsplinepolytraj cubicpolytraj minjerkpolytraj minsnappolytraj mkpp ppval quinticpolytraj "
        "rottraj transformtraj trapveltraj unmkpp",
        "transform_objects": "axang dist eul interp normalize quat rotm se2 se3 so2 so3 tform theta transform trvec "
        "xytheta xyzquat",
        "workspace": "load save",
        "workspace_analysis": "generateRobotWorkspace showWorkspaceAnalysis",
    }.items()
    for name in names.split()
} | dict.fromkeys(_OF_IDENTIFICATION.split(), "identification")


class _NamesBeforeR2019b:
    """MATLAB's names before R2019b."""

    _now: ClassVar = {
        "RigidBodyTree": "rigidBodyTree",
        "RigidBody": "rigidBody",
        "Joint": "rigidBodyJoint",
        "InverseKinematics": "inverseKinematics",
        "GeneralizedInverseKinematics": "generalizedInverseKinematics",
        "PoseTarget": "constraintPoseTarget",
        "PositionTarget": "constraintPositionTarget",
        "OrientationTarget": "constraintOrientationTarget",
        "CartesianBounds": "constraintCartesianBounds",
        "JointPositionBounds": "constraintJointBounds",
        "AimingConstraint": "constraintAiming",
        "Rate": "rateControl",
    }

    def __dir__(self) -> list[str]:
        return sorted(self._now)

    def __getattr__(self, name: str) -> Any:
        # A name that was none then is answered by the module, which says why it is not here.
        return getattr(sys.modules[__name__], self._now[name]) if name in self._now else __getattr__(name)


robotics = _NamesBeforeR2019b()

__all__ = [
    "BaseParameters",
    "Finding",
    "Identification",
    "JointConfiguration",
    "JointFriction",
    "LinearMap",
    "MatlabError",
    "MatlabWarning",
    "MotionData",
    "NewtonEulerTerms",
    "PhysicalFit",
    "addBody",
    "addCollision",
    "addConfiguration",
    "addConstraint",
    "addFrame",
    "addSubtree",
    "addVisual",
    "analyticalInverseKinematics",
    "angdiff",
    "axang",
    "axang2quat",
    "axang2rotm",
    "axang2tform",
    "baseParameters",
    "bodyJacobian",
    "bsplinepolytraj",
    "cart2hom",
    "centerOfMass",
    "checkCollision",
    "checkModel",
    "clearCollision",
    "clearVisual",
    "collisionBox",
    "collisionCapsule",
    "collisionCylinder",
    "collisionMesh",
    "collisionSphere",
    "constraintAiming",
    "constraintCartesianBounds",
    "constraintDistanceBounds",
    "constraintFixedJoint",
    "constraintJointBounds",
    "constraintOrientationTarget",
    "constraintPoseTarget",
    "constraintPositionTarget",
    "constraintPrismaticJoint",
    "constraintRevoluteJoint",
    "copy",
    "coriolisMatrix",
    "cubicpolytraj",
    "deg2rad",
    "demoWristOnlyLiteral",
    "derivative",
    "deval",
    "differentiate",
    "disp",
    "dist",
    "drawnow",
    "eul",
    "eul2quat",
    "eul2rotm",
    "eul2tform",
    "excitationTrajectory",
    "exportrobot",
    "externalForce",
    "forwardDynamics",
    "frameinfo",
    "frictionTorque",
    "fromLogCholesky",
    "fromPseudoInertia",
    "generalizedInverseKinematics",
    "generateIKFunction",
    "generateRobotWorkspace",
    "geometricJacobian",
    "getBody",
    "getTransform",
    "getVisual",
    "gravityTorque",
    "hold",
    "hom2cart",
    "homeConfiguration",
    "identifyDynamics",
    "identifyPayload",
    "identifyTipToBase",
    "importrobot",
    "inertialParameters",
    "interactiveRigidBodyTree",
    "interp",
    "inverseDynamics",
    "inverseDynamicsRegressor",
    "inverseKinematics",
    "isPhysical",
    "jointPositionFromBodyName",
    "jointPositionFromJointName",
    "jointReactions",
    "jointSpaceMotionModel",
    "linkVelocities",
    "load",
    "loadrobot",
    "logCholesky",
    "manipulabilityIndex",
    "massMatrix",
    "minjerkpolytraj",
    "minsnappolytraj",
    "mkpp",
    "newtonEuler",
    "normalize",
    "ode15s",
    "ode23",
    "ode45",
    "ode113",
    "odeget",
    "odeset",
    "parameterNames",
    "pause",
    "physicalFit",
    "plotTransforms",
    "ppval",
    "pseudoInertia",
    "quat",
    "quat2axang",
    "quat2eul",
    "quat2rotm",
    "quat2tform",
    "quinticpolytraj",
    "rad2deg",
    "rand",
    "randomConfiguration",
    "rateControl",
    "release",
    "removeBody",
    "removeConfigurations",
    "removeConstraints",
    "removeFrame",
    "replaceBody",
    "replaceJoint",
    "reset",
    "rigidBody",
    "rigidBodyJoint",
    "rigidBodyTree",
    "rng",
    "robotics",
    "rotm",
    "rotm2axang",
    "rotm2eul",
    "rotm2quat",
    "rotm2tform",
    "rottraj",
    "save",
    "se2",
    "se3",
    "setFixedTransform",
    "show",
    "showCollisionArray",
    "showFigure",
    "showWorkspaceAnalysis",
    "showdetails",
    "so2",
    "so3",
    "statistics",
    "step",
    "subtree",
    "taskSpaceMotionModel",
    "tform",
    "tform2axang",
    "tform2eul",
    "tform2quat",
    "tform2rotm",
    "tform2trvec",
    "theta",
    "tic",
    "toc",
    "transform",
    "transformtraj",
    "trapveltraj",
    "trvec",
    "trvec2tform",
    "unmkpp",
    "updateErrorDynamicsFromStep",
    "updateFrame",
    "velocityProduct",
    "waitfor",
    "warning",
    "withInertialParameters",
    "wrapTo2Pi",
    "wrapToPi",
    "wrenchRegressor",
    "xytheta",
    "xyzquat",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


def __getattr__(name: str) -> Any:
    """Import what is imported late; say where a name of MATLAB stands that is not here, and suggest the nearest one."""
    if name in ("batch", "identification", "symbolic"):
        return importlib.import_module(f".{name}", __name__)
    if name in _LATER:
        value = getattr(importlib.import_module(f".{_LATER[name]}", __name__), name)
        globals()[name] = value
        return value
    # "from rst_compat import name" asks through importlib, and would replace an AttributeError by a bare ImportError.
    # It asks for submodules too, which have yet to be imported.
    importing = sys._getframe(1).f_globals.get("__name__") == "importlib._bootstrap" and not _is_submodule(name)
    kind: type[MatlabError] = errors.MatlabImportError if importing else errors.MatlabAttributeError
    if name in NOT_YET:
        hint = NOT_YET[name] or "MIGRATION.md lists every name and its state"
        raise kind("rst_compat:name:NotYet", f"'{name}' exists in MATLAB, not here yet", hint=hint)
    if name in OF_CORKES_TOOLBOX:
        fact = f"'{name}' belongs to Peter Corke's toolbox, not to MATLAB's"
        raise kind("rst_compat:name:Unknown", fact, hint=OF_CORKES_TOOLBOX[name])
    raise kind(
        "rst_compat:name:Unknown",
        f"module 'rst_compat' has no attribute '{name}'",
        hint=errors.did_you_mean(name, __all__, "dir(rst_compat) lists all names"),
    )


def _is_submodule(name: str) -> bool:
    from importlib.util import find_spec  # noqa: PLC0415 - needed for names that are not here

    return name.isidentifier() and find_spec(f"{__name__}.{name}") is not None
