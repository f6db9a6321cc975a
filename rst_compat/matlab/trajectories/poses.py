"""Trajectories between two orientations and between two transformations."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..arguments import is_empty, name_values, outputs
from ..rotations.axis_angles import quat_axang
from ..rotations.homogeneous import homogeneous
from ..rotations.quaternions import matrix_quat, quat_matrix, quat_rows
from ..rotations.stacks import pages, stack
from ..transform_objects import se3, so3
from .checks import Array, fail, finite, increasing, vector


def rottraj(
    r0: Any, rF: Any, tInterval: ArrayLike, tSamples: ArrayLike, *args: Any, nargout: int = 3, **keywords: Any
) -> Any:
    """Trajectory between two orientations, about one axis the shorter way.

    Parameters
    ----------
    r0, rF : (3, 3) or (4,) array_like, or so3
        First and last orientation: rotation matrices, quaternions [w x y z], or objects; both of one kind.
    tInterval : (2,) array_like
        Start and end in s.
    tSamples : (m,) array_like
        Times of the samples in s.
    *args, **keywords
        ``TimeScaling`` (3, m): position on the way, 0 to 1, and its first two derivatives, for each sample; linear in
        time by default.
    nargout : int
        Number of outputs, 1 to 3; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    R : (3, 3, m) ndarray, (m, 4) ndarray or so3
        Orientations, of the kind of ``r0``; one matrix or 1-D quaternion where m = 1.
    omega, alpha : (3, m) ndarray
        Angular velocities in rad/s and accelerations in rad/s^2, in the axes that ``r0`` and ``rF`` are given in.

    Raises
    ------
    MatlabError
        ``rst_compat:trajectory:WrongSize``, ``rst_compat:trajectory:NotFinite``,
        ``rst_compat:trajectory:NotIncreasing``, ``rst_compat:trajectory:DifferentKinds``.

    Notes
    -----
    Shoemake, SIGGRAPH 1985: spherical linear interpolation of quaternions.  Outside of the interval the orientation is
    held, and its derivatives are zero.  A ``TimeScaling`` is taken as it is.

    Examples
    --------
    >>> R, omega, alpha = rottraj(np.eye(3), [[0, -1, 0], [1, 0, 0], [0, 0, 1]], [0, 2], [0, 1, 2])
    >>> R[:, :, 1].round(4).tolist(), omega[:, 1].round(4).tolist()
    ([[0.7071, -0.7071, 0.0], [0.7071, 0.7071, 0.0], [0.0, 0.0, 1.0]], [0.0, 0.0, 0.7854])
    """
    kind = _kind("rottraj", r0, rF, so3)
    first, last = (_rotation(argument, r, kind) for argument, r in (("r0", r0), ("rF", rF)))
    s, sd, sdd = _scaling("rottraj", tInterval, tSamples, args, keywords)
    R, turn = _turning(first, last, s)
    orientation = so3(np.moveaxis(R, 0, -1)) if kind == "so3" else stack(matrix_quat(R) if kind == "quat" else R)
    return outputs(nargout, orientation, np.outer(turn, sd), np.outer(turn, sdd))


def transformtraj(
    T0: Any, TF: Any, tInterval: ArrayLike, tSamples: ArrayLike, *args: Any, nargout: int = 3, **keywords: Any
) -> Any:
    """Trajectory between two transformations, straight and about one axis the shorter way.

    Parameters
    ----------
    T0, TF : (4, 4) array_like or se3
        First and last transformation, both of one kind.
    tInterval : (2,) array_like
        Start and end in s.
    tSamples : (m,) array_like
        Times of the samples in s.
    *args, **keywords
        ``TimeScaling`` (3, m), as of :func:`rottraj`.
    nargout : int
        Number of outputs, 1 to 3; 1 returns the first alone, as the one-output form in MATLAB.

    Returns
    -------
    tforms : (4, 4, m) ndarray or se3
        Transformations, of the kind of ``T0``; one matrix where m = 1.
    vel, acc : (6, m) ndarray
        Velocities and accelerations, angular rows first (rad/s, rad/s^2), then those of the origin (m/s, m/s^2), in the
        axes that ``T0`` and ``TF`` are given in.

    Raises
    ------
    MatlabError
        As :func:`rottraj`.

    Notes
    -----
    As :func:`rottraj`.

    Examples
    --------
    >>> from rst_compat import trvec2tform
    >>> tforms, vel = transformtraj(trvec2tform([0, 0, 0]), trvec2tform([2, 4, 0]), [0, 2], [0, 1, 2], nargout=2)
    >>> tforms[:3, 3, 1].tolist(), vel[:, 1].tolist()
    ([1.0, 2.0, 0.0], [0.0, 0.0, 0.0, 1.0, 2.0, 0.0])
    """
    kind = _kind("transformtraj", T0, TF, se3)
    first, last = (
        _single("transformtraj", argument, np.asarray(T) if kind == "se3" else T, 4)
        for argument, T in (("T0", T0), ("TF", TF))
    )
    s, sd, sdd = _scaling("transformtraj", tInterval, tSamples, args, keywords)
    R, turn = _turning(first[:3, :3], last[:3, :3], s)
    way = last[:3, 3] - first[:3, 3]
    T = homogeneous(R, first[:3, 3] + np.outer(s, way))
    twist = np.concatenate([turn, way])
    return outputs(
        nargout, se3(np.moveaxis(T, 0, -1)) if kind == "se3" else stack(T), np.outer(twist, sd), np.outer(twist, sdd)
    )


def _turning(first: Array, last: Array, s: Array) -> tuple[Array, Array]:
    """Rotations (m, 3, 3) at the positions s, and the rotation vector of the whole way in the outer axes."""
    from scipy.spatial.transform import Rotation  # noqa: PLC0415 - importing rst_compat imports no SciPy

    first = quat_matrix(matrix_quat(first[None]))[0]  # the rotation nearest to a matrix of few digits
    axang = quat_axang(matrix_quat((first.T @ last)[None]))[0]
    turn = axang[3] * axang[:3]
    return first @ Rotation.from_rotvec(s[:, None] * turn).as_matrix(), first @ turn


def _kind(function: str, first: Any, last: Any, object_class: type) -> str:
    otherwise = ["quat" if np.size(x) == 4 and object_class is so3 else "matrix" for x in (first, last)]
    kinds = [
        object_class.__name__ if isinstance(x, object_class) else kind
        for x, kind in zip((first, last), otherwise, strict=True)
    ]
    if kinds[0] != kinds[1]:
        fail(
            "DifferentKinds",
            f"{function}: the first and the last argument differ in kind",
            "both matrices, both quaternions or both objects",
            " and ".join(kinds),
            f"{object_class.__name__} makes an object, rotm and tform a matrix of it",
        )
    return kinds[0]


def _rotation(argument: str, value: Any, kind: str) -> Array:
    if kind == "quat":
        return np.asarray(quat_matrix(quat_rows("rottraj", finite("rottraj", argument, value).reshape(-1))[0])[0])
    return _single("rottraj", argument, np.asarray(value) if kind == "so3" else value, 3)


def _single(function: str, argument: str, value: Any, size: int) -> Array:
    matrices, single = pages(function, argument, value, (size,))
    if not single:
        fail(
            "WrongSize",
            f"{function}: {argument} is a stack",
            f"one {size}-by-{size} matrix",
            f"{len(matrices)} of them",
            f"Pick one: {argument}[:, :, 0]",
        )
    return np.asarray(matrices[0])


def _scaling(
    function: str, tInterval: ArrayLike, tSamples: ArrayLike, args: tuple[Any, ...], keywords: dict[str, Any]
) -> Array:
    """Position on the way and its first two derivatives, (3, m)."""
    scaling = name_values(function, args, keywords, {"TimeScaling": None})["TimeScaling"]
    start, end = increasing(function, "tInterval", tInterval, 2)
    t = vector(function, "tSamples", tSamples)
    if is_empty(scaling):
        rate = np.where((t >= start) & (t <= end), 1 / (end - start), 0.0)
        return np.stack([np.clip((t - start) / (end - start), 0.0, 1.0), rate, np.zeros(t.size)])
    given = finite(function, "TimeScaling", scaling)
    if given.shape != (3, t.size) and not (given.shape == (3,) and t.size == 1):
        fail(
            "WrongSize",
            f"{function}: TimeScaling has the wrong shape",
            f"3-by-{t.size}, a column for each sample",
            f"shape {given.shape}",
            "Its rows are the position on the way (0 to 1) and its first two derivatives",
        )
    return np.asarray(given.reshape(3, t.size))
