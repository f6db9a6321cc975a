"""Conversions between rotations, Euler angles, quaternions, axis-angles and homogeneous transforms.

One item in, one item out: a 1-D vector gives a matrix, a matrix gives a 1-D vector.  Several items are rows of an
(n, k) array, and stacks of matrices keep MATLAB's shape with the pages last: ``tform(:,:,i)`` is ``tform[:, :, i]``.
An (n, k) array with n = 1 gives one matrix, as MATLAB drops a trailing dimension of 1.

All matrices premultiply column vectors.  As in MATLAB, nothing checks that a rotation matrix is orthonormal or that
the last row of a transform is ``[0 0 0 1]``.
"""

from .angles import angdiff, deg2rad, rad2deg, wrapTo2Pi, wrapToPi
from .axis_angles import axang2quat, axang2rotm, axang2tform, quat2axang, rotm2axang, tform2axang
from .euler import eul2quat, eul2rotm, eul2tform, quat2eul, rotm2eul, tform2eul
from .homogeneous import cart2hom, hom2cart, rotm2tform, tform2rotm, tform2trvec, trvec2tform
from .quaternions import quat2rotm, quat2tform, rotm2quat, tform2quat

__all__ = [
    "angdiff",
    "axang2quat",
    "axang2rotm",
    "axang2tform",
    "cart2hom",
    "deg2rad",
    "eul2quat",
    "eul2rotm",
    "eul2tform",
    "hom2cart",
    "quat2axang",
    "quat2eul",
    "quat2rotm",
    "quat2tform",
    "rad2deg",
    "rotm2axang",
    "rotm2eul",
    "rotm2quat",
    "rotm2tform",
    "tform2axang",
    "tform2eul",
    "tform2quat",
    "tform2rotm",
    "tform2trvec",
    "trvec2tform",
    "wrapTo2Pi",
    "wrapToPi",
]
