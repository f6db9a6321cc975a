"""Models of a robot that moves under control, in joint space and in task space."""

from .functions import derivative, updateErrorDynamicsFromStep
from .joint_space import jointSpaceMotionModel
from .task_space import taskSpaceMotionModel

__all__ = ["derivative", "jointSpaceMotionModel", "taskSpaceMotionModel", "updateErrorDynamicsFromStep"]
