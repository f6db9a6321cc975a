"""The objects se3, so3, se2 and so2: rigid transformations and rotations, one or several in one object.

As in MATLAB, a single transformation is an array of one: ``len(T)`` is 1 and ``T[0]`` is ``T``.  Results for one
transformation are a matrix or a 1-D vector; for N of them, pages last or rows.  Function form is method form:
``trvec(T)`` and ``T.trvec()``.  Objects are values: they never change.
"""

from .classes import se2, se3, so2, so3
from .matrices import rotm, tform, trvec
from .motions import dist, interp, normalize, transform
from .orientations import axang, eul, quat, theta, xytheta, xyzquat

__all__ = [
    "axang",
    "dist",
    "eul",
    "interp",
    "normalize",
    "quat",
    "rotm",
    "se2",
    "se3",
    "so2",
    "so3",
    "tform",
    "theta",
    "transform",
    "trvec",
    "xytheta",
    "xyzquat",
]
