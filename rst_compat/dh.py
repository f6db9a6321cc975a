"""Denavit-Hartenberg parameters as poses, with the rule by which MATLAB's ``setFixedTransform`` reads them."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Pose = NDArray[np.float64]


def dh_transform(a: float, alpha: float, d: float, theta: float) -> Pose:
    """Standard convention: ``Rz(theta) Tz(d) Tx(a) Rx(alpha)``.

    Parameters
    ----------
    a, d : float
        Link length and offset [m].
    alpha, theta : float
        Link twist and joint angle [rad].

    Returns
    -------
    (4, 4) array
        Maps points of the far frame of the link into its near frame.

    Examples
    --------
    >>> dh_transform(0.5, 0, 0.1, 0)[:3, 3]
    array([0.5, 0. , 0.1])
    """
    ca, sa, ct, st = math.cos(alpha), math.sin(alpha), math.cos(theta), math.sin(theta)
    rows = [[ct, -st * ca, st * sa, a * ct], [st, ct * ca, -ct * sa, a * st], [0, sa, ca, d], [0, 0, 0, 1]]
    return np.array(rows) + 0.0  # no negative zeros


def mdh_transform(a: float, alpha: float, d: float, theta: float) -> Pose:
    """Modified convention (Craig): ``Rx(alpha) Tx(a) Rz(theta) Tz(d)``.

    Parameters
    ----------
    a, d : float
        Link length and offset [m].
    alpha, theta : float
        Link twist and joint angle [rad].

    Returns
    -------
    (4, 4) array
        Maps points of the joint frame into the frame of the parent.

    Examples
    --------
    >>> mdh_transform(0.5, 0, 0.1, 0)[:3, 3]
    array([0.5, 0. , 0.1])
    """
    ca, sa, ct, st = math.cos(alpha), math.sin(alpha), math.cos(theta), math.sin(theta)
    rows = [[ct, -st, 0, a], [st * ca, ct * ca, -sa, -d * sa], [st * sa, ct * sa, ca, d * ca], [0, 0, 0, 1]]
    return np.array(rows) + 0.0


def fixed_transforms(params: Iterable[float], convention: str, joint_type: str) -> tuple[Pose, Pose]:
    """The two fixed transforms of a joint given by ``[a alpha d theta]``.

    The parameter that is the joint's own variable counts as 0: theta of a revolute joint, d of a prismatic one.

    Parameters
    ----------
    params : 4 floats
        ``[a alpha d theta]`` [m, rad, m, rad].
    convention : {"dh", "mdh"}
    joint_type : {"fixed", "revolute", "prismatic", "floating"}

    Returns
    -------
    joint_to_parent, child_to_joint : (4, 4) arrays
        With "dh" the whole pose lies behind the joint (the body frame sits at the far end of its link), with "mdh"
        before it.

    Examples
    --------
    >>> joint_to_parent, child_to_joint = fixed_transforms([0.5, 0, 0, 1.0], "dh", "revolute")
    >>> child_to_joint[:3, 3]
    array([0.5, 0. , 0. ])
    """
    a, alpha, d, theta = (float(p) for p in params)
    if joint_type == "revolute":
        theta = 0.0
    elif joint_type == "prismatic":
        d = 0.0
    if convention == "dh":
        return np.eye(4), dh_transform(a, alpha, d, theta)
    if convention == "mdh":
        return mdh_transform(a, alpha, d, theta), np.eye(4)
    raise ValueError(f"convention is {convention!r}, expected 'dh' or 'mdh'")
