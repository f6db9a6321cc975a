"""The classes se3, so3, se2 and so2: which kinds of numbers make them, and which functions they have."""

from __future__ import annotations

from . import matrices, motions, orientations
from .base import RigidTransform


class _Functions:
    """The functions that all four have."""

    __slots__ = ()
    tform = matrices.tform
    rotm = matrices.rotm
    transform = motions.transform
    interp = motions.interp
    dist = motions.dist
    normalize = motions.normalize


class se3(_Functions, RigidTransform):
    """Rigid transformations of space.

    ``se3()``, ``se3(tform)``, ``se3(rotm)``, ``se3(object)``, ``se3([T1, T2, ...])``, ``se3(eul, "eul"[, sequence])``,
    ``se3(quat, "quat")``, ``se3(axang, "axang")``, ``se3(angle, "rotx" | "roty" | "rotz")``, each rotation with a
    translation behind it if wanted (``se3(rotm, trvec)``); ``se3(trvec, "trvec")``, ``se3(pose, "xyzquat")``.

    Parameters
    ----------
    *args
        As listed; (4, 4, N) pages or N rows make N transformations.  Angles in rad, translations in m.

    Raises
    ------
    MatlabError
        Wrong shape or kind of the arguments, not finite, or not numeric.

    Notes
    -----
    ``T1 * T2`` (and ``T1 @ T2``) applies T2 first; ``T1 / T2`` is ``T1 * T2.inv()``.  Functions that take a matrix take
    an se3: ``numpy.asarray(T)`` is ``T.tform()``.  Orthonormality is not checked: see :func:`~rst_compat.normalize`.

    Examples
    --------
    >>> from math import pi
    >>> se3([0, 0, pi / 6], "eul", [2, 3, 1])
    se3
        1.0000         0         0    2.0000
             0    0.8660   -0.5000    3.0000
             0    0.5000    0.8660    1.0000
             0         0         0    1.0000
    """

    __slots__ = ()
    _d, _moves, _kinds = 3, True, ("eul", "quat", "axang", "rotx", "roty", "rotz", "trvec", "xyzquat")
    trvec = matrices.trvec
    eul = orientations.eul
    quat = orientations.quat
    axang = orientations.axang
    xyzquat = orientations.xyzquat


class so3(_Functions, RigidTransform):
    """Rotations of space.

    ``so3()``, ``so3(rotm)``, ``so3(tform)``, ``so3(object)``, ``so3(eul, "eul"[, sequence])``, ``so3(quat, "quat")``,
    ``so3(axang, "axang")``, ``so3(angle, "rotx" | "roty" | "rotz")``.

    Parameters
    ----------
    *args
        As listed; (3, 3, N) pages or N rows make N rotations.  Angles in rad.

    Raises
    ------
    MatlabError
        Wrong shape or kind of the arguments, not finite, or not numeric.

    Notes
    -----
    ``R1 * R2`` (and ``R1 @ R2``) applies R2 first; ``R1 / R2`` is ``R1 * R2.inv()``.  Orthonormality is not checked:
    see :func:`~rst_compat.normalize`.

    Examples
    --------
    >>> from math import pi
    >>> so3(pi / 6, "rotx")
    so3
        1.0000         0         0
             0    0.8660   -0.5000
             0    0.5000    0.8660
    """

    __slots__ = ()
    _d, _moves, _kinds = 3, False, ("eul", "quat", "axang", "rotx", "roty", "rotz")
    eul = orientations.eul
    quat = orientations.quat
    axang = orientations.axang
    xyzquat = orientations.xyzquat


class se2(_Functions, RigidTransform):
    """Rigid transformations of the plane.

    ``se2()``, ``se2(tform)``, ``se2(rotm)``, ``se2(object)``, ``se2(angle, "theta")``, each rotation with a translation
    behind it if wanted; ``se2(trvec, "trvec")``, ``se2(pose, "xytheta")``.

    Parameters
    ----------
    *args
        As listed; (3, 3, N) pages or N rows make N transformations.  Angles in rad, translations in m.

    Raises
    ------
    MatlabError
        Wrong shape or kind of the arguments, not finite, or not numeric.

    Notes
    -----
    Source: the reference page of se2.

    Examples
    --------
    >>> from math import pi
    >>> se2(pi / 6, "theta", [5, 6])
    se2
        0.8660   -0.5000    5.0000
        0.5000    0.8660    6.0000
             0         0    1.0000
    """

    __slots__ = ()
    _d, _moves, _kinds = 2, True, ("theta", "trvec", "xytheta")
    trvec = matrices.trvec
    theta = orientations.theta
    xytheta = orientations.xytheta


class so2(_Functions, RigidTransform):
    """Rotations of the plane.

    ``so2()``, ``so2(rotm)``, ``so2(tform)``, ``so2(object)``, ``so2(angle, "theta")``.

    Parameters
    ----------
    *args
        As listed; (2, 2, N) pages or N angles, in rad, make N rotations.

    Raises
    ------
    MatlabError
        Wrong shape or kind of the arguments, not finite, or not numeric.

    Notes
    -----
    Source: the reference page of so2.

    Examples
    --------
    >>> from math import pi
    >>> so2(pi / 6, "theta") * so2(pi / 6, "theta")
    so2
        0.5000   -0.8660
        0.8660    0.5000
    """

    __slots__ = ()
    _d, _moves, _kinds = 2, False, ("theta",)
    theta = orientations.theta
    xytheta = orientations.xytheta
