"""Where transformations point, in angles or quaternions, alone or with the position: eul, quat, axang, theta, ..."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..rotations.axis_angles import quat_axang
from ..rotations.quaternions import matrix_quat
from ..rotations.sequences import matrix_euler, sequence_of
from ..rotations.stacks import Array, stack
from .base import check

if TYPE_CHECKING:
    from .classes import se2, se3, so2, so3


def eul(T: se3 | so3, sequence: str = "ZYX") -> Array:
    """Euler angles.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.
    sequence : str
        As in :func:`~rst_compat.eul2rotm`.

    Returns
    -------
    (3,) or (N, 3) ndarray
        Angles in rad, in the order of the sequence.

    Raises
    ------
    MatlabError
        ``T`` is neither, or an unknown sequence.

    Notes
    -----
    As :func:`~rst_compat.rotm2eul`.

    Examples
    --------
    >>> from rst_compat import se3
    >>> eul(se3([np.pi / 4, np.pi / 3, np.pi / 8], "eul")).round(4)
    array([0.7854, 1.0472, 0.3927])
    """
    check(T, eul)
    return stack(matrix_euler(T._R, sequence_of("eul", sequence))[0])


def quat(T: se3 | so3) -> Array:
    """Quaternion.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.

    Returns
    -------
    (4,) or (N, 4) ndarray
        Unit quaternions [w x y z] with w >= 0.

    Raises
    ------
    MatlabError
        ``T`` is neither.

    Notes
    -----
    As :func:`~rst_compat.rotm2quat`.

    Examples
    --------
    >>> from rst_compat import so3
    >>> quat(so3(np.pi / 6, "rotx")).round(4)
    array([0.9659, 0.2588, 0.    , 0.    ])
    """
    check(T, quat)
    return stack(matrix_quat(T._R))


def axang(T: se3 | so3) -> Array:
    """Axis and angle.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.

    Returns
    -------
    (4,) or (N, 4) ndarray
        [x y z angle]: unit axis, angle in rad in [0, pi].

    Raises
    ------
    MatlabError
        ``T`` is neither.

    Notes
    -----
    As :func:`~rst_compat.rotm2axang`.

    Examples
    --------
    >>> from rst_compat import se3
    >>> axang(se3([0.5, 0.25, 0.5, np.pi / 2], "axang")).round(4)
    array([0.6667, 0.3333, 0.6667, 1.5708])
    """
    check(T, axang)
    return stack(quat_axang(matrix_quat(T._R)))


def xyzquat(T: se3 | so3) -> Array:
    """Position and quaternion.

    Parameters
    ----------
    T : se3 or so3
        N transformations or rotations.

    Returns
    -------
    (7,) or (N, 7) ndarray
        [x y z qw qx qy qz], position in m (zero for a rotation), qw >= 0.

    Raises
    ------
    MatlabError
        ``T`` is neither.

    Notes
    -----
    Source: the reference page of se3.xyzquat.

    Examples
    --------
    >>> from rst_compat import se3
    >>> xyzquat(se3([2, 3, 1, 0.9659, 0.2588, 0, 0], "xyzquat")).round(4)
    array([2.    , 3.    , 1.    , 0.9659, 0.2588, 0.    , 0.    ])
    """
    check(T, xyzquat)
    return stack(np.hstack([T._t, matrix_quat(T._R)]))


def theta(T: se2 | so2) -> Any:
    """Rotation angle.

    Parameters
    ----------
    T : se2 or so2
        N transformations or rotations.

    Returns
    -------
    float or (N,) ndarray
        Angles in rad, counterclockwise positive, in [-pi, pi].

    Raises
    ------
    MatlabError
        ``T`` is neither.

    Notes
    -----
    Source: the reference page of se2.theta.

    Examples
    --------
    >>> from rst_compat import se2
    >>> round(theta(se2(np.pi / 2, "theta")), 4)
    1.5708
    """
    check(T, theta)
    angle = np.arctan2(T._R[:, 1, 0], T._R[:, 0, 0])
    return float(angle[0]) if len(T) == 1 else angle


def xytheta(T: se2 | so2) -> Array:
    """Position and rotation angle.

    Parameters
    ----------
    T : se2 or so2
        N transformations or rotations.

    Returns
    -------
    (3,) or (N, 3) ndarray
        [x y theta], position in m (zero for a rotation), angle in rad.

    Raises
    ------
    MatlabError
        ``T`` is neither.

    Notes
    -----
    Source: the reference page of se2.xytheta.

    Examples
    --------
    >>> from rst_compat import se2
    >>> xytheta(se2([2, 3, np.pi / 2], "xytheta")).round(4)
    array([2.    , 3.    , 1.5708])
    """
    check(T, xytheta)
    return stack(np.hstack([T._t, np.reshape(theta(T), (-1, 1))]))
