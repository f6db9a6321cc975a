"""Euler angles to and from rotation matrices, transforms and quaternions."""

from __future__ import annotations

from typing import Any

from numpy.typing import ArrayLike

from ..arguments import outputs
from .homogeneous import homogeneous
from .quaternions import quat_matrix, quat_rows
from .sequences import euler_matrix, matrix_euler, sequence_of
from .stacks import Array, rotm_pages, rows, stack, tform_pages


def euler_rows(function: str, eul: object, sequence: str) -> tuple[Array, str, bool]:
    """Euler angles (n, 3), their sequence in capitals, and whether there was a 1-D vector."""
    angles, flat = rows(function, "eul", eul, (3,))
    return angles, sequence_of(function, sequence), flat


def eul2rotm(eul: ArrayLike, sequence: str = "ZYX") -> Array:
    """Rotation matrix of Euler angles.

    Parameters
    ----------
    eul : (3,) or (n, 3) array_like
        Angles in rad, in the order of the sequence.
    sequence : str
        One of ZYX ZYZ ZXY ZXZ YXY YZX YXZ YZY XYX XYZ XZX XZY, in any case.

    Returns
    -------
    (3, 3) or (3, 3, n) ndarray
        Intrinsic rotation: ``R1(e1) @ R2(e2) @ R3(e3)``.

    Raises
    ------
    MatlabError
        Not three columns, not finite, not numeric, or an unknown sequence.

    Notes
    -----
    Source: the reference page of eul2rotm.

    Examples
    --------
    >>> from math import pi
    >>> (eul2rotm([0, pi / 2, 0]).round(4) + 0.0).tolist()
    [[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]
    """
    angles, axes, _ = euler_rows("eul2rotm", eul, sequence)
    return stack(euler_matrix(angles, axes))


def eul2tform(eul: ArrayLike, sequence: str = "ZYX") -> Array:
    """Homogeneous transform of Euler angles.

    Parameters
    ----------
    eul : (3,) or (n, 3) array_like
        Angles in rad, in the order of the sequence.
    sequence : str
        As in :func:`eul2rotm`.

    Returns
    -------
    (4, 4) or (4, 4, n) ndarray
        Intrinsic rotation, no translation.

    Raises
    ------
    MatlabError
        As :func:`eul2rotm`.

    Notes
    -----
    Source: the reference page of eul2tform.

    Examples
    --------
    >>> from math import pi
    >>> (eul2tform([0, pi / 2, pi / 2], "ZYZ").round(4) + 0.0).tolist()
    [[0.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    """
    angles, axes, _ = euler_rows("eul2tform", eul, sequence)
    return stack(homogeneous(euler_matrix(angles, axes)))


def eul2quat(eul: ArrayLike, sequence: str = "ZYX") -> Array:
    """Quaternion of Euler angles.

    Parameters
    ----------
    eul : (3,), (1, 3) or (n, 3) array_like
        Angles in rad, in the order of the sequence.
    sequence : str
        As in :func:`eul2rotm`.

    Returns
    -------
    (4,), (1, 4) or (n, 4) ndarray
        Unit quaternions [w x y z].

    Raises
    ------
    MatlabError
        As :func:`eul2rotm`.

    Notes
    -----
    The product of three elementary quaternions (Diebel 2006, section 8): continuous in the angles, so w may be
    negative.

    Examples
    --------
    >>> from math import pi
    >>> eul2quat([0, pi / 2, 0]).round(4)
    array([0.7071, 0.    , 0.7071, 0.    ])
    """
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - importing rst_compat imports no SciPy

    angles, axes, flat = euler_rows("eul2quat", eul, sequence)
    return stack(Rotation.from_euler(axes, angles).as_quat(scalar_first=True), flat)  # capitals: intrinsic


def rotm2eul(rotm: ArrayLike, sequence: str = "ZYX", *, nargout: int = 1) -> Any:
    """Euler angles of a rotation matrix.

    Parameters
    ----------
    rotm : (3, 3) or (3, 3, n) array_like
        Rotation matrices; orthonormality is not checked.
    sequence : str
        As in :func:`eul2rotm`.
    nargout : int
        2 also returns the other set of angles of the same rotation.

    Returns
    -------
    eul : (3,) or (n, 3) ndarray
        Angles in rad, in the order of the sequence.
    eulAlt : (3,) or (n, 3) ndarray
        With ``nargout=2``: the first and last angle half a turn away, all in [-pi, pi].

    Raises
    ------
    MatlabError
        Wrong matrix shape, not finite, not numeric, unknown sequence, or wrong ``nargout``.

    Notes
    -----
    Shoemake's extraction (Graphics Gems IV, 1994), which gives the values MATLAB's documentation prints: the middle
    angle lies in [-pi/2, pi/2] for three different axes, in [-pi, 0] for ZYZ, YXY and XZX, in [0, pi] for ZXZ, YZY
    and XYX.  In gimbal lock the first angle is 0.  Within 1e-3 rad of it the last angle is taken from what the first
    two leave over, so that the three together stay exact.

    Examples
    --------
    >>> rotm2eul([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], "ZYZ").round(4)
    array([-3.1416, -1.5708, -3.1416])
    """
    R, single = rotm_pages("rotm2eul", rotm)
    return _outputs("rotm2eul", R, single, sequence, nargout)


def tform2eul(tform: ArrayLike, sequence: str = "ZYX", *, nargout: int = 1) -> Any:
    """Euler angles of a homogeneous transform; the translation is ignored.

    Parameters
    ----------
    tform : (4, 4) or (4, 4, n) array_like
        Transforms.
    sequence : str
        As in :func:`eul2rotm`.
    nargout : int
        2 also returns the other set of angles of the same rotation.

    Returns
    -------
    eul, eulAlt : (3,) or (n, 3) ndarray
        Angles in rad, as :func:`rotm2eul`.

    Raises
    ------
    MatlabError
        As :func:`rotm2eul`.

    Notes
    -----
    The branch and gimbal lock are those of :func:`rotm2eul`.

    Examples
    --------
    >>> tform2eul([[1, 0, 0, 0.5], [0, -1, 0, 5], [0, 0, -1, -1.2], [0, 0, 0, 1]]).round(4)
    array([0.    , 0.    , 3.1416])
    """
    R, single = tform_pages("tform2eul", tform)
    return _outputs("tform2eul", R, single, sequence, nargout)


def quat2eul(quat: ArrayLike, sequence: str = "ZYX", *, nargout: int = 1) -> Any:
    """Euler angles of a quaternion.

    Parameters
    ----------
    quat : (4,), (1, 4) or (n, 4) array_like
        Quaternions [w x y z], normalised here.
    sequence : str
        As in :func:`eul2rotm`.
    nargout : int
        2 also returns the other set of angles of the same rotation.

    Returns
    -------
    eul, eulAlt : (3,), (1, 3) or (n, 3) ndarray
        Angles in rad, in the order of the sequence.

    Raises
    ------
    MatlabError
        Not four columns, not finite, not numeric, a zero quaternion, unknown sequence, or wrong ``nargout``.

    Notes
    -----
    Sequences that come back to their first axis get a middle angle in [0, pi], unlike :func:`rotm2eul`.  Since MATLAB
    supports twelve sequences, its documentation prints [-1.5708 1.5708 1.5708] for a quarter turn about x in ZYZ
    (before, [1.5708 -1.5708 -1.5708], now the second output).  That is published for ZYZ alone; the other five follow
    it because one rule for all six is what a quaternion formula gives (Bernardes and Viollet 2022).  In gimbal lock
    the first angle is 0, as in :func:`rotm2eul`.

    Examples
    --------
    >>> quat2eul([0.7071, 0.7071, 0, 0], "ZYZ", nargout=2)[1].round(4)
    array([ 1.5708, -1.5708, -1.5708])
    """
    q, flat = quat_rows("quat2eul", quat)
    return _outputs("quat2eul", quat_matrix(q), flat, sequence, nargout, positive=True)


def _outputs(function: str, R: Array, single: bool, sequence: str, nargout: int, positive: bool = False) -> Any:
    both = matrix_euler(R, sequence_of(function, sequence), positive)
    return outputs(nargout, *(stack(eul, single) for eul in both))
