"""Which combinations of the standard parameters a set of sensors can see, from the structure of the robot alone.

``baseParameters(robot, Sensors="torque", Extra=(), Order="body", Moving=None, Configuration=None, Motion="dynamic",
GearRatio=None, Tolerance=1e-5)`` gives a :class:`BaseParameters`.

Sensors are "torque", "base", the name of a body (as the keys of MotionData's Wrench; "wrist:BODY" and ("wrist", BODY)
are the same), or a list of them. The columns are the ten of every body, then those of Extra, as
inverseDynamicsRegressor and parameterNames have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import warn
from ..matlab.arguments import choice, elements, name_values
from ..matlab.inertial_parameters import parameterNames
from .structure import States, read_sensors, regressor_options, spectrum, spelled, structural_matrix

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree

Array = NDArray[np.float64]

__all__ = ["BaseParameters", "baseParameters", "read_sensors", "spelled"]

# Within a body: inertia first, mass last. So mass and the moment along the axis go to the body before, as in the rules
# of Gautier and Khalil.
_WITHIN_A_BODY = [4, 5, 6, 7, 8, 9, 1, 2, 3, 0]
_SNAP = 1e-9  # of dimensionless factors, which are known to about 1e-13
_FAINT = 1e-4  # the smallest singular value of arms is about 1e-2, that of chains of 30 links 1e-3


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """What sensors can tell about parameters: ``W x = W[:, Index] (K x)`` for every motion.

    Attributes
    ----------
    Names : tuple of str
        The p standard parameters x, as parameterNames gives them.
    Index : (b,) ndarray of int
        Columns that are kept, from 0.
    K : (b, p) ndarray
        Base parameters are ``K @ x``; the identity in the columns of Index.
    Expressions : tuple of str
        The rows of K in words, as in ``"link2.mx + 0.186*link3.m"``.
    Status : dict of str
        Of every standard parameter: "alone" (it can be known), "combination" (only together with others) or
        "unobservable" (no motion shows it).
    SingularValues : (p,) ndarray
        Of the structural matrix without dimensions, the largest first, which is 1.
    Gap : float
        The last singular value that counts, over the next; infinite where all count or none.
    Sensors : tuple of str

    Notes
    -----
    The minimal set is not unique, the space of combinations is: compare the row spaces of two K.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> bp = baseParameters(importrobot("twolink"))
    >>> bp
    6 base parameters of 20, seen by torque
      body_1.mx + 0.5*body_1.m + 0.5*body_2.m
      body_1.my
      body_1.Izz - 0.25*body_1.m - 0.25*body_2.m
      body_2.mx + 0.7*body_2.m
      body_2.my
      body_2.Izz - 0.49*body_2.m
    >>> bp.Status["body_1.my"], bp.Status["body_2.m"], bp.Status["body_2.Ixx"]
    ('alone', 'combination', 'unobservable')
    """

    Names: tuple[str, ...]
    Index: NDArray[np.intp]
    K: Array
    Expressions: tuple[str, ...]
    Status: dict[str, str]
    SingularValues: Array
    Gap: float
    Sensors: tuple[str, ...]

    @property
    def Count(self) -> int:
        """How many combinations can be known: the rank of the structural matrix."""
        return len(self.Index)

    @property
    def NullSpace(self) -> Array:
        """Changes (p, p - b) of the standard parameters that no sensor notices, one in every column."""
        p, dependent = len(self.Names), np.setdiff1d(np.arange(len(self.Names)), self.Index)
        N = np.zeros((p, len(dependent)))
        N[self.Index] = -self.K[:, dependent]
        N[dependent, np.arange(len(dependent))] = 1
        return N

    def __repr__(self) -> str:
        seen = f"{self.Count} base parameters of {len(self.Names)}, seen by {', '.join(self.Sensors)}"
        return "\n  ".join([seen, *self.Expressions])


def baseParameters(robot: rigidBodyTree, *args: Any, **keywords: Any) -> BaseParameters:
    """The combinations of parameters that sensors can tell apart, whatever the robot's own parameters are.

    Parameters
    ----------
    robot : rigidBodyTree
        Its geometry and Gravity count, its masses and inertias do not.
    *args, **keywords
        Name-value arguments:

        ``Sensors``
            "torque" (all joints, the default), "base" (the wrench under the base), the name of a body (the wrench at
            its joint; "wrist:BODY" where it is called "base"), or a list of them.
        ``Extra``
            Columns beside the inertial ones: some of "Bm", "Tc", "Jm", "offset"; none by default.
        ``Order``
            "body", the default, keeps columns near the base; "pivot" those of Gautier's pivoted QR.
        ``Moving``
            Names of the joints that move; all by default. Joints whose two limits are equal never do.
        ``Configuration``
            Positions (nq,) of the joints that do not move; home by default.
        ``Motion``
            "dynamic", the default, or "static": all poses, without motion.
        ``GearRatio``
            (nv,), of Bm, Tc and Jm; 1 by default.
        ``Tolerance``
            Singular values below this part of the largest are zero; 1e-5 by default, which is above what 1.5708 for
            pi / 2 leaves in a model.

    Returns
    -------
    BaseParameters

    Raises
    ------
    MatlabError
        ``rst_compat:identification:WrongSensors``; ``rst_compat:identification:WrongExtra``;
        ``rst_compat:rigidBodyTree:JointNotFound``; ``robotics:robotmanip:rigidbodytree:BodyNotFound``.

    Warns
    -----
    MatlabWarning
        ``rst_compat:identification:UncertainRank``: what counts and what does not are near each other, as where angles
        of a model were rounded to 1.5708.

    Notes
    -----
    Gautier and Khalil, 1990; Gautier, 1991: the rank and the dependent columns of the regressor over random states, in
    units of the size and the gravity of the robot. Rows are added until a block of them adds nothing to the rank, and
    compressed by QR: memory does not grow with their number. A measured regressor would tell less: there noise makes
    every rank full.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("puma560")
    >>> baseParameters(robot).Count
    36
    >>> baseParameters(robot, Sensors=["base", "link6"]).Count
    44
    """
    defaults = dict.fromkeys(("Sensors", "Extra", "Order", "Moving", "Configuration", "Motion", "GearRatio"))
    defaults |= {"Sensors": "torque", "Order": "body", "Motion": "dynamic", "Tolerance": 1e-5}
    values = name_values("baseParameters", args, keywords, defaults)
    order = choice(values["Order"], ("body", "pivot"), "baseParameters: Order")
    tolerance = float(elements(values["Tolerance"], 1, "baseParameters: Tolerance")[0])
    sensors = read_sensors(robot, values["Sensors"], "baseParameters")
    options = regressor_options(values["Extra"], values["GearRatio"], "baseParameters")
    names = parameterNames(robot, **options)
    states = States(robot, values)
    R, units = structural_matrix(robot, sensors, states, options, len(names), tolerance)
    s, V = spectrum(R)
    rank = int((s > tolerance).sum())
    gap = float(s[rank - 1] / s[rank]) if 0 < rank < len(s) and s[rank] > 0 else np.inf
    if gap < 1e3 or (rank and s[rank - 1] < _FAINT):
        warn(
            "rst_compat:identification:UncertainRank",
            f"The rank {rank} is uncertain: the last combination that counts has {s[rank - 1]:.1g} of the effect of "
            f"the first, the next one {1 / gap:.1g} of that. Where angles of the model were rounded, "
            f"Tolerance={_FAINT:g} leaves out what rounding made.",
            stacklevel=2,
        )
    index = _kept(V[:rank], s[:rank], order, robot.NumBodies, noise=1 / gap)
    K = _regrouped(V[:rank], index, units, max(_SNAP, 3 * s[rank : rank + 1].max(initial=0)))
    return BaseParameters(
        Names=tuple(names),
        Index=index,
        K=K,
        Expressions=tuple(_expression(row, kept, names) for row, kept in zip(K, index, strict=True)),
        Status=_status(K, index, names),
        SingularValues=s,
        Gap=gap,
        Sensors=tuple(map(spelled, sensors)),
    )


def _kept(V: Array, s: Array, order: str, bodies: int, noise: float) -> NDArray[np.intp]:
    """Columns that span all of them, for an orthonormal basis (r, p) of the space of rows and the error in it."""
    kept = _pivots(s[:, None] * V) if order == "pivot" else _nearest_the_base(V, bodies, noise)
    return np.sort(np.array(kept, dtype=np.intp))


def _pivots(R: Array) -> list[int]:
    """The pivots of a QR decomposition that takes the longest column that is left, as Businger and Golub's does."""
    kept: list[int] = []
    for _ in range(len(R)):
        kept.append(int(np.linalg.norm(R, axis=0).argmax()))
        q = R[:, kept[-1]] / np.linalg.norm(R[:, kept[-1]])
        R = R - np.outer(q, q @ R)
        R[:, kept] = 0
    return kept


def _nearest_the_base(V: Array, bodies: int, noise: float) -> list[int]:
    rank, p = V.shape
    preferred = [10 * b + k for b in range(bodies) for k in _WITHIN_A_BODY] + list(range(10 * bodies, p))
    kept: list[int] = []
    # Of a column that is new: far above the error, and less only where columns are nearly dependent.
    least = float(np.clip(30 * noise, 1e-6, 0.1))
    while len(kept) < rank and least > 1e-14:
        kept, Q = [], np.zeros((rank, 0))
        for j in preferred:
            rest = V[:, j]
            for _ in range(2):  # twice is enough
                rest = rest - Q @ (Q.T @ rest)
            if np.linalg.norm(rest) > least:
                kept.append(j)
                Q = np.column_stack([Q, rest / np.linalg.norm(rest)])
            if len(kept) == rank:
                break
        least /= 10
    return kept


def _regrouped(V: Array, index: NDArray[np.intp], units: Array, least: float) -> Array:
    """K (b, p) with ``x_base = K x``: the other columns in terms of those that are kept."""
    rank, p = V.shape
    beta = np.linalg.solve(V[:, index], V) if rank else np.zeros((0, p))
    beta[np.abs(beta) < least] = 0
    K: Array = beta / units * units[index, None]
    whole = np.rint(K)
    K = np.where((np.abs(K - whole) < 1e-11) & (whole != 0), whole, K)
    K[:, index] = np.eye(rank)
    return K


def _status(K: Array, index: NDArray[np.intp], names: Sequence[str]) -> dict[str, str]:
    several = (K != 0).sum(axis=1) > 1
    status = np.where((K != 0).any(axis=0), "combination", "unobservable").astype(object)
    status[index[~several]] = "alone"
    return dict(zip(names, status.tolist(), strict=True))


def _expression(row: Array, kept: int, names: Sequence[str]) -> str:
    """A row of K in words; the parameter that is kept comes first."""
    terms = [names[kept]]
    for j in np.flatnonzero(row).tolist():
        if j != kept:
            size = f"{abs(row[j]):.6g}"
            terms.append(f"{'-' if row[j] < 0 else '+'} {names[j] if size == '1' else f'{size}*{names[j]}'}")
    return " ".join(terms)
