"""MATLAB's rigidBodyTree in Python: the same names, the same numbers, and the Coriolis matrix MATLAB does not have.

>>> import rst_compat as rst
>>> robot = rst.importrobot("twolink")
>>> robot.massMatrix([1.0471975511965976, 1.5707963267948966]).round(4).tolist()
[[0.3315, 0.1146], [0.1146, 0.1146]]

``rst_compat.batch`` has the same names over leading axes, for many configurations at once.
"""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

from . import errors
from .errors import MatlabError, MatlabWarning, warning
from .matlab import constraints, motion_models, ode, rotations, trajectories, transform_objects
from .matlab.absent import NOT_YET, OF_CORKES_TOOLBOX
from .matlab.analytical_inverse_kinematics import analyticalInverseKinematics, generateIKFunction
from .matlab.configurations import (
    JointConfiguration,
    homeConfiguration,
    jointPositionFromBodyName,
    jointPositionFromJointName,
    randomConfiguration,
)
from .matlab.constraints import *  # noqa: F403
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
from .matlab.generalized_inverse_kinematics import generalizedInverseKinematics
from .matlab.importers import importrobot
from .matlab.inverse_kinematics import inverseKinematics
from .matlab.kinematics import centerOfMass, geometricJacobian, getTransform
from .matlab.manipulability import manipulabilityIndex
from .matlab.model_check import Finding, checkModel
from .matlab.motion_models import *  # noqa: F403
from .matlab.ode import *  # noqa: F403
from .matlab.random_numbers import rand, rng
from .matlab.rate_control import rateControl, reset, statistics, waitfor
from .matlab.rigid_body import rigidBody
from .matlab.rigid_body_joint import rigidBodyJoint, setFixedTransform
from .matlab.rigid_body_tree import rigidBodyTree
from .matlab.robot_library import loadrobot
from .matlab.rotations import *  # noqa: F403 - its __all__ is the list of MATLAB's names
from .matlab.timing import pause, tic, toc
from .matlab.trajectories import *  # noqa: F403
from .matlab.transform_objects import *  # noqa: F403
from .matlab.tree_editing import (
    addBody,
    addSubtree,
    getBody,
    removeBody,
    replaceBody,
    replaceJoint,
    subtree,
)
from .matlab.workspace import load, save

__version__ = "0.1.0"


class _NamesBeforeR2019b(SimpleNamespace):
    def __getattr__(self, name: str) -> Any:
        return __getattr__(name)  # which says why it is not here


#: MATLAB's names before R2019b.
robotics = _NamesBeforeR2019b(
    RigidBodyTree=rigidBodyTree,
    RigidBody=rigidBody,
    Joint=rigidBodyJoint,
    InverseKinematics=inverseKinematics,
    GeneralizedInverseKinematics=generalizedInverseKinematics,
    PoseTarget=constraintPoseTarget,
    PositionTarget=constraintPositionTarget,
    OrientationTarget=constraintOrientationTarget,
    CartesianBounds=constraintCartesianBounds,
    JointPositionBounds=constraintJointBounds,
    AimingConstraint=constraintAiming,
    Rate=rateControl,
)

__all__ = [
    "Finding",
    "JointConfiguration",
    "MatlabError",
    "MatlabWarning",
    "addBody",
    "addFrame",
    "addSubtree",
    "analyticalInverseKinematics",
    "centerOfMass",
    "checkModel",
    "copy",
    "coriolisMatrix",
    "disp",
    "exportrobot",
    "externalForce",
    "forwardDynamics",
    "frameinfo",
    "generalizedInverseKinematics",
    "generateIKFunction",
    "geometricJacobian",
    "getBody",
    "getTransform",
    "gravityTorque",
    "homeConfiguration",
    "importrobot",
    "inverseDynamics",
    "inverseDynamicsRegressor",
    "inverseKinematics",
    "jointPositionFromBodyName",
    "jointPositionFromJointName",
    "load",
    "loadrobot",
    "manipulabilityIndex",
    "massMatrix",
    "pause",
    "rand",
    "randomConfiguration",
    "rateControl",
    "removeBody",
    "removeFrame",
    "replaceBody",
    "replaceJoint",
    "reset",
    "rigidBody",
    "rigidBodyJoint",
    "rigidBodyTree",
    "rng",
    "robotics",
    "save",
    "setFixedTransform",
    "showdetails",
    "statistics",
    "subtree",
    "tic",
    "toc",
    "updateFrame",
    "velocityProduct",
    "waitfor",
    "warning",
]
__all__ += constraints.__all__
__all__ += motion_models.__all__
__all__ += ode.__all__
__all__ += rotations.__all__
__all__ += trajectories.__all__
__all__ += transform_objects.__all__


def __getattr__(name: str) -> Any:
    """Say where a name of MATLAB stands that is not here, and suggest the nearest one for a misspelt name."""
    if name == "batch":
        import importlib  # noqa: PLC0415 - loaded when it is first asked for

        return importlib.import_module(".batch", __name__)
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
