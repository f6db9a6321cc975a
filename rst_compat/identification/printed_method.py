"""The printed equations of a wrist-sensor method, and what they can and cannot tell.

Chen et al., *ROBOT* 28(2), p. 127, want the parameters of link n-1 from the wrench that a wrist sensor reads at joint
n, with link n known and joint n held.  The pieces are sound and stand here each with its equation number: the matrix
G, the wrench of the next joint, the composite of two bodies.  What is built of them is not an estimator: its matrix A
has rank 3 of 9 whatever the motion, because the wrench at a joint is a function of the bodies beyond it.
:func:`demoWristOnlyLiteral` shows it; :func:`rst_compat.identifyTipToBase` is the recursion that works.

Everything is about frame n-1, in its axes: ``omega``, ``alpha`` and ``a`` (proper acceleration of its origin)
``(..., 3)``, ``com`` a centre of mass (3,), ``inertia`` (..., 3, 3) about a centre of mass, ``R`` and ``P`` the
rotation and origin of frame n.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..errors import MatlabValueError, warn
from ..matlab.arguments import name_values
from .compression import triangle
from .log_checks import check_motion, descendants, sensor_body
from .measured_rows import prepared
from .sensor_rows import RANK_TOLERANCE

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .motion_data import MotionData

Array = NDArray[np.float64]
_BLOCK = 4096  # samples at a time


def skew(v: Any) -> Array:
    """Cross product matrices (..., 3, 3)."""
    return np.stack([np.cross(v, e) for e in np.eye(3)], axis=-1)


def acceleration_matrix(omega: Any, alpha: Any) -> Array:
    """G = [alpha x] + [omega x]^2 (..., 3, 3): ``a + G r`` is the acceleration of a point r of the body."""
    W = skew(omega)
    return skew(alpha) + W @ W


def elimination_matrix(omega: Any, alpha: Any, distal_mass: float) -> Array:
    """A = [G, m_n G, -G] (..., 3, 9) of equation (11), for ``[m r''; r''; m r]``: three times the same matrix."""
    G = acceleration_matrix(omega, alpha)
    return np.concatenate([G, distal_mass * G, -G], axis=-1)


def elimination_side(force: Any, R: Any, distal_mass: float, a: Any) -> Array:
    """B = R f_s - m_n a (..., 3) of equation (11)."""
    B: Array = (R @ np.asarray(force)[..., None])[..., 0] - distal_mass * np.asarray(a)
    return B


def quotient(solution: Any) -> float:
    """The mass of link n-1 by equation (13): block 1 over block 2 of a solution (9,), in the least-squares sense."""
    first, second = np.asarray(solution)[:3], np.asarray(solution)[3:6]
    return float(second @ first / (second @ second))


def inertial_wrench(omega: Any, alpha: Any, a: Any, mass: float, com: Any, inertia: Any) -> tuple[Array, Array]:
    """Inertial force F and moment N about the centre of mass (..., 3): Newton and Euler."""
    F = mass * (np.asarray(a) + acceleration_matrix(omega, alpha) @ com)
    return F, _times(inertia, alpha) + np.cross(omega, _times(inertia, omega))


def next_wrench(F: Any, N: Any, com: Any, R: Any, P: Any, moment: Any, force: Any) -> tuple[Array, Array]:
    """Moment and force (..., 3) at joint n-1 from those at joint n: equations (15) and (8)."""
    distal = _times(R, force)
    return N + _times(R, moment) + np.cross(com, F) + np.cross(P, distal), F + distal


def first_remainder(com: Any, F: Any, whole_com: Any, whole_F: Any, R: Any, P: Any, moment: Any, force: Any) -> Array:
    """S1 (..., 3) of equation (17): ``(I - I'') alpha + omega x I omega - omega x I'' omega``.

    On the page the last sign is a plus, with which the equation is false.
    """
    S1: Array = np.cross(whole_com, whole_F) - _times(R, moment) - np.cross(com, F) - np.cross(P, _times(R, force))
    return S1


def composite_inertia(
    mass: float, com: Any, inertia: Any, distal_mass: float, distal_com: Any, distal_inertia: Any, R: Any, P: Any
) -> tuple[Array, Array]:
    """Centre of mass (3,) and inertia (3, 3) about it of links n-1 and n as one body: equation (18)."""
    other = P + R @ distal_com
    whole = (mass * np.asarray(com) + distal_mass * other) / (mass + distal_mass)
    return whole, inertia + known_inertia(mass, com, distal_mass, other, R @ distal_inertia @ R.T, whole)


def known_inertia(mass: float, com: Any, distal_mass: float, other: Any, turned: Any, whole: Any) -> Array:
    """K (3, 3): what equation (18) adds to the inertia of link n-1, all of it known before (19)."""
    K: Array = _steiner(mass, com - whole) + turned + _steiner(distal_mass, other - whole)
    return K


def second_remainder(S1: Any, K: Any, omega: Any, alpha: Any) -> Array:
    """S2 (..., 3) of equation (19), which the page equates with ``omega x I omega``."""
    S2: Array = 0.5 * (np.asarray(S1) + _times(K, alpha) - np.cross(omega, _times(K, omega)))
    return S2


def gyroscopic_matrix(omega: Any) -> Array:
    """C (..., 3, 6) of equation (20): ``omega x I omega = C [Ixx Iyy Izz Ixy Ixz Iyz]``, I with negative products.

    It takes ``Ixx = Iyy = Izz`` to zero: its rank over any motion is 5 at most.
    """
    x, y, z = np.moveaxis(np.asarray(omega, dtype=float), -1, 0)
    O = np.zeros_like(x)
    rows = [
        [O, -y * z, y * z, x * z, -x * y, z * z - y * y],
        [x * z, O, -x * z, -y * z, x * x - z * z, x * y],
        [-x * y, x * y, O, y * y - x * x, y * z, -x * z],
    ]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def moved_parameters(parameters: Any, R: Any, P: Any) -> Array:
    """Ten parameters (10,) of a body of frame n, about frame n-1: there those of two bodies add up, which is (18)."""
    m, h, I = parameters[0], R @ np.asarray(parameters[1:4]), _tensor(parameters[4:])
    # Moving the reference point by P: I_O' = I_O + terms of first and second order in P.
    shift = m * (P @ P * np.eye(3) - np.outer(P, P)) + 2 * h @ P * np.eye(3) - np.outer(h, P) - np.outer(P, h)
    moved = R @ I @ R.T + shift
    return np.concatenate([[m], h + m * P, moved[[0, 1, 2, 1, 0, 0], [0, 1, 2, 2, 2, 1]]])


def _times(matrix: Any, vectors: Any) -> Array:
    product: Array = (np.asarray(matrix) @ np.asarray(vectors)[..., None])[..., 0]
    return product


def _steiner(mass: float, p: Any) -> Array:
    inertia: Array = mass * (p @ p * np.eye(3) - np.outer(p, p))
    return inertia


def _tensor(six: Any) -> Array:
    xx, yy, zz, yz, xz, xy = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


# --------------------------------------------------------------------------- the demonstration


@dataclass(frozen=True, eq=False)
class WristOnlyReport:
    """Why a wrist sensor and kinematics tell nothing of the link before the sensor.

    Attributes
    ----------
    Link, Body : str
        The link that the method wants, and the body behind the sensor.
    Rank, Unknowns : int
        Of the matrix A over the whole log: 3 of 9.
    InertiaRank : int
        Of the matrix C, 5 of 6 at most.
    SingularValues : (9,) ndarray
    NullSpace : (9, 6) ndarray
        Orthonormal directions of ``[m r''; r''; m r]`` of which the log says nothing.
    Quotient : float
        What equation (13) gives for the mass of the link, whatever that is.
    DistalMass : float
        Mass beyond the sensor, kg; its inverse is the quotient.
    EstimableVector, DistalFirstMoment : (3,) ndarray
        The one vector that A determines, and the first moment of the known bodies beyond the sensor: the same, kg m.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat.identification.printed_method import quotient
    >>> quotient(np.linalg.pinv([[1.0, 2.5, -1.0]]).repeat(3))  # each coordinate alone, distal mass 2.5
    0.4
    """

    Link: str
    Body: str
    Rank: int
    Unknowns: int
    InertiaRank: int
    SingularValues: Array
    NullSpace: Array
    Quotient: float
    DistalMass: float
    EstimableVector: Array
    DistalFirstMoment: Array

    def summary(self) -> str:
        """The report as text."""
        return "\n".join(
            [
                f"Wrist sensor at '{self.Body}', parameters of '{self.Link}' wanted:",
                f"  rank of A over the log           {self.Rank} of {self.Unknowns}",
                f"  rank of C over the log           {self.InertiaRank} of 6",
                f"  mass by the printed quotient     {self.Quotient:.6g}",
                f"  1 / mass beyond the sensor       {1 / self.DistalMass:.6g}",
                f"  the one vector A determines      {np.array2string(self.EstimableVector, precision=6)}",
                f"  first moment beyond the sensor   {np.array2string(self.DistalFirstMoment, precision=6)}",
                "The sensor reads the bodies beyond it. For the links before it measure on their other side as well:",
                "joint torques, a second 6-axis sensor or the base wrench, with identifyTipToBase.",
            ]
        )

    __repr__ = summary


def demoWristOnlyLiteral(robot: rigidBodyTree, data: MotionData, *args: Any, **keywords: Any) -> WristOnlyReport:
    """Put a log into the printed wrist-only equations and report what they determine. It gives no parameters.

    Parameters
    ----------
    robot : rigidBodyTree
        The bodies beyond the sensor with their true inertias, as the method assumes.
    data : MotionData
        With a wrench; the joint of the sensor is held in the method's own setting.
    *args, **keywords
        Name-value argument ``Body``: the body of the sensor, needed where there are several.

    Returns
    -------
    WristOnlyReport

    Raises
    ------
    MatlabError
        ``rst_compat:identification:MissingSensor``, ``rst_compat:identification:NoLinkBefore``,
        ``robotics:robotmanip:rigidbodytree:BodyNotFound``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:identification:WristOnly``, always.

    Notes
    -----
    Chen et al., ROBOT 28(2), p. 127, equations (11) to (14) and (20), with the pseudoinverse for the inverse that does
    not exist. G is the block of the body regressor that turns first moments into force.

    Examples
    --------
    >>> import warnings
    >>> import numpy as np
    >>> from rst_compat import MotionData, batch, importrobot
    >>> robot = importrobot("twolink")
    >>> q, qd, qdd = np.random.default_rng(0).normal(size=(3, 50, 2))
    >>> q[:, 1] = qd[:, 1] = qdd[:, 1] = 0
    >>> wrench = batch.jointReactions(robot, q, qd, qdd, Body="body_2")
    >>> data = MotionData(JointPosition=q, JointVelocity=qd, JointAcceleration=qdd, Wrench={"body_2": wrench})
    >>> with warnings.catch_warnings():
    ...     warnings.simplefilter("ignore")
    ...     report = demoWristOnlyLiteral(robot, data)
    >>> report.Unknowns, round(report.Quotient * robot.getBody("body_2").Mass, 6)
    (9, 1.0)
    """
    values = name_values("demoWristOnlyLiteral", args, keywords, {"Body": None})
    check_motion("demoWristOnlyLiteral", robot, data)
    body = sensor_body("demoWristOnlyLiteral", robot, data, values["Body"])
    data, _ = prepared("demoWristOnlyLiteral", robot, data, (body,))
    names = list(robot.BodyNames)
    parent = robot.getBody(body).Parent
    if parent is None or parent.Name not in names:
        raise MatlabValueError(
            "rst_compat:identification:NoLinkBefore",
            f"demoWristOnlyLiteral: there is no link before body '{body}'",
            "a body of the sensor that hangs on another body",
            f"the base '{robot.BaseName}'",
            "The method is about the link on which the body of the sensor hangs",
        )
    link, beyond = parent.Name, [names[i] for i in descendants(robot, body)]
    mass = float(sum(robot.getBody(name).Mass for name in beyond))
    A, C, moment = np.zeros((0, 10)), np.zeros((0, 6)), np.zeros(3)
    own, count = 10 * names.index(link), 0
    for first in range(0, data.NumSamples, _BLOCK):
        part = data[first : first + _BLOCK]
        motion = [np.asarray(x) for x in (part.JointPosition, part.JointVelocity, part.JointAcceleration)]
        force = np.asarray(part.bodyWrench(body))[:, 3:]
        known = np.isfinite(np.concatenate([*motion, force], axis=1)).all(axis=1)
        q, qd, qdd = (x[known] for x in motion)
        count += len(q)
        regressor = batch.wrenchRegressor(robot, q, qd, qdd, Cut=link)[..., own : own + 10]
        a, G = regressor[..., 3:, 0], regressor[..., 3:, 1:4]
        R = batch.getTransform(robot, q, body, link)[..., :3, :3]
        side = elimination_side(force[known], R, mass, a)
        A = triangle(np.vstack([A, np.concatenate([G, mass * G, -G, side[..., None]], axis=-1).reshape(-1, 10)]))
        C = triangle(np.vstack([C, gyroscopic_matrix(_omega(G)).reshape(-1, 6)]))
        for name in beyond:
            T, each = batch.getTransform(robot, q, name, link), robot.getBody(name)
            moment = moment + each.Mass * (T[..., :3, :3] @ each.CenterOfMass + T[..., :3, 3]).sum(axis=0)
    U, s, Vt = np.linalg.svd(A[:, :9], full_matrices=True)
    rank = int((s > RANK_TOLERANCE * s[0]).sum())
    solution = Vt[:rank].T @ ((U[:, :rank].T @ A[:, 9]) / s[:rank])
    inertia_values = np.linalg.svd(C, compute_uv=False)
    report = WristOnlyReport(
        Link=link,
        Body=body,
        Rank=rank,
        Unknowns=9,
        InertiaRank=int((inertia_values > RANK_TOLERANCE * inertia_values[0]).sum()),
        SingularValues=s,
        NullSpace=Vt[rank:].T,
        Quotient=quotient(solution),
        DistalMass=mass,
        EstimableVector=solution[:3] + mass * solution[3:6] - solution[6:],
        DistalFirstMoment=moment / max(count, 1),
    )
    warn(
        "rst_compat:identification:WristOnly",
        f"The equations of the wrist-only method determine {rank} of 9 unknowns, none of '{link}': its mass comes "
        f"out as 1/{mass:g}, the inverse of the mass beyond the sensor. Use identifyTipToBase with joint torques or "
        "another sensor, or identifyPayload for what the sensor carries.",
    )
    return report


def _omega(G: Array) -> Array:
    """Angular velocity, but for its sign, from G: the symmetric part is ``omega omega' - omega^2 1``."""
    S = 0.5 * (G + G.mT)
    outer = S - 0.5 * np.trace(S, axis1=-2, axis2=-1)[..., None, None] * np.eye(3)
    values, vectors = np.linalg.eigh(outer)
    return np.asarray(np.sqrt(np.maximum(values[..., -1:], 0)) * vectors[..., -1])
