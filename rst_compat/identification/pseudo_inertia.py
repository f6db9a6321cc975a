"""When ten numbers are the parameters of a body: its second moments are positive definite.

``pseudoInertia(pi)`` (..., 4, 4) and back with ``fromPseudoInertia(J)``; ``isPhysical(pi)``; ``logCholesky(pi)``
(..., 10) and back with ``fromLogCholesky(theta)``. A vector of 10 N elements, as inertialParameters gives it, is one
body a row.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from ..matlab.arguments import numbers, outputs

Array = NDArray[np.float64]

__all__ = ["fromLogCholesky", "fromPseudoInertia", "isPhysical", "logCholesky", "pseudoInertia"]


def _unit_pseudo_inertias() -> Array:
    """Pseudo-inertia (10, 4, 4) of a unit of each parameter: it is linear in them."""
    E = np.zeros((10, 4, 4))
    E[0, 3, 3] = 1
    for k in range(3):
        E[1 + k, k, 3] = E[1 + k, 3, k] = 1
        E[4 + k, :3, :3] = np.eye(3) / 2  # the second moments are trace(I) / 2 less I
        E[4 + k, k, k] = -0.5
    for parameter, (i, j) in enumerate([(1, 2), (0, 2), (0, 1)], start=7):
        E[parameter, i, j] = E[parameter, j, i] = -1
    return E


def _parameters_of_second_moments() -> Array:
    """The ten parameters (10, 4, 4) as sums of elements of a pseudo-inertia."""
    G = np.zeros((10, 4, 4))
    G[0, 3, 3] = 1
    for k in range(3):
        G[1 + k, k, 3] = 1
        G[4 + k, :3, :3] = np.eye(3)
        G[4 + k, k, k] = 0
    for parameter, (i, j) in enumerate([(1, 2), (0, 2), (0, 1)], start=7):
        G[parameter, i, j] = -1
    return G


#: (10, 4, 4): ``J = sum pi[k] UNIT_PSEUDO_INERTIAS[k]``.
UNIT_PSEUDO_INERTIAS = _unit_pseudo_inertias()
_BACK = _parameters_of_second_moments()
#: Rows and columns in U of s12, s23, s13, t1, t2, t3.
_ABOVE = ([0, 1, 0, 0, 1, 2], [1, 2, 2, 3, 3, 3])


def pseudoInertia(pi: Any) -> Array:
    """Pseudo-inertia of bodies: their second moments, first moments and mass in one matrix.

    Parameters
    ----------
    pi : (..., 10) array_like
        ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]`` about the body frame, kg, kg m, kg m^2; a vector of
        10 N elements is N bodies.

    Returns
    -------
    (..., 4, 4) ndarray
        ``[[S, h], [h', m]]`` with the second moments ``S = trace(I) / 2 - I`` and the first moments ``h = m c``.

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:WrongParameters``.

    Notes
    -----
    Wensing, Kim and Slotine, IEEE Robotics and Automation Letters 3(1), 2018: the integral of ``[r; 1] [r; 1]'`` over
    the mass. Another frame, of pose T in the first, is ``inv(T) @ J @ inv(T).T``.

    Examples
    --------
    >>> J = pseudoInertia([2, 0, 0, 1, 1, 1, 0.5, 0, 0, 0])
    >>> J.diagonal().tolist(), float(J[2, 3])
    ([0.25, 0.25, 0.75, 2.0], 1.0)
    """
    J: Array = np.einsum("...k,kij->...ij", _bodies("pseudoInertia", pi), UNIT_PSEUDO_INERTIAS)
    return J


def fromPseudoInertia(J: Any) -> Array:
    """The ten parameters of bodies with these pseudo-inertias.

    Parameters
    ----------
    J : (..., 4, 4) array_like
        Symmetric, as :func:`pseudoInertia` gives them.

    Returns
    -------
    (..., 10) ndarray
        ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]``.

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:WrongPseudoInertia``.

    Notes
    -----
    ``I = trace(S) 1 - S`` (Wensing, Kim and Slotine, 2018).

    Examples
    --------
    >>> fromPseudoInertia(pseudoInertia([2, 0, 0, 1, 1, 1, 0.5, 0, 0, 0])).tolist()
    [2.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0]
    """
    M = numbers(J, "fromPseudoInertia: J")
    if M.shape[-2:] != (4, 4):
        _no_pseudo_inertia("has the wrong size", "shape (..., 4, 4)", f"shape {M.shape}")
    # A matrix that was computed is symmetric to rounding; 1e-9 is far above that and far below a mistake.
    if not np.abs(M - M.mT).max(initial=0) <= 1e-9 * np.abs(M).max(initial=0):
        _no_pseudo_inertia("is not symmetric", "J equal to its transpose", "another, or NaN or Inf")
    pi: Array = np.einsum("...ij,kij->...k", (M + M.mT) / 2, _BACK)
    return pi


def isPhysical(pi: Any, Tolerance: float = 1e-12, *, nargout: int = 1) -> Any:
    """Whether some mass, nowhere negative, has these parameters.

    Parameters
    ----------
    pi : (..., 10) array_like
        Parameters of bodies; a vector of 10 N elements is N bodies.
    Tolerance : float, optional
        How negative the smallest eigenvalue may be, as a part of the largest; the default lets rounding pass.
    nargout : {1, 2}
        2 for the eigenvalues as well.

    Returns
    -------
    tf : (...) ndarray of bool, or bool
        True also on the border: point masses, rods, plates and bodies without mass are physical.
    eigenvalue : (...) ndarray or float
        The smallest of the pseudo-inertia: positive for a body with volume, negative for what no body is.

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:WrongParameters``.

    Notes
    -----
    The pseudo-inertia is positive semidefinite (Wensing, Kim and Slotine, 2018). That is more than a positive mass
    and a positive definite inertia about the centre of mass: the triangle inequalities of the principal moments are
    in it. NaN and Inf are not physical.

    Examples
    --------
    >>> isPhysical([1, 0, 0, 0, 1, 1, 3, 0, 0, 0])  # 1 + 1 < 3
    False
    >>> isPhysical([[1, 0, 0, 0, 1, 1, 1, 0, 0, 0], [1, 2, 0, 0, 1, 1, 1, 0, 0, 0]]).tolist()
    [True, False]
    """
    J = pseudoInertia(pi)
    known = np.asarray(np.isfinite(J).all(axis=(-2, -1)))
    eigenvalues = np.linalg.eigvalsh(np.where(known[..., None, None], J, -np.eye(4)))
    least = eigenvalues[..., 0]
    physical = known & (least >= -Tolerance * np.abs(eigenvalues).max(axis=-1))
    if J.ndim == 2:
        return outputs(nargout, bool(physical), float(least))
    return outputs(nargout, physical, least)


def logCholesky(pi: Any) -> Array:
    """Ten free numbers for every physical body: the logarithmic Cholesky parameters.

    Parameters
    ----------
    pi : (..., 10) array_like
        Parameters of bodies with volume; a vector of 10 N elements is N bodies.

    Returns
    -------
    (..., 10) ndarray
        ``[alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3]``.

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:NotPhysical``, with the first body that is none and its smallest eigenvalue;
        ``rst_compat:identification:WrongParameters``.

    Notes
    -----
    Rucker and Wensing, IEEE Robotics and Automation Letters 7(2), 2022: the pseudo-inertia is ``U U'`` with
    ``U = exp(alpha) [exp(d1) s12 s13 t1; 0 exp(d2) s23 t2; 0 0 exp(d3) t3; 0 0 0 1]``.

    Examples
    --------
    >>> theta = logCholesky([2, 0, 0, 1, 1, 1, 0.5, 0, 0, 0])
    >>> fromLogCholesky(theta).round(12).tolist()
    [2.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.5, 0.0, 0.0, 0.0]
    """
    J = pseudoInertia(pi)
    U = upper_cholesky(J, "logCholesky: the body")
    top = U[..., 3, 3, None]
    d = np.log(np.diagonal(U[..., :3, :3], axis1=-2, axis2=-1) / top)
    rest = U[..., *_ABOVE] / top
    return np.concatenate([np.log(top), d, rest], axis=-1)


def fromLogCholesky(theta: Any, *, nargout: int = 1) -> Any:
    """The ten parameters of the bodies with these logarithmic Cholesky parameters: physical, whatever they are.

    Parameters
    ----------
    theta : (..., 10) array_like
        ``[alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3]``; a vector of 10 N elements is N bodies.
    nargout : {1, 2}
        2 for the Jacobian as well.

    Returns
    -------
    pi : (..., 10) ndarray
        ``[m, m cx, m cy, m cz, Ixx, Iyy, Izz, Iyz, Ixz, Ixy]``.
    jacobian : (..., 10, 10) ndarray
        ``d pi / d theta``, nowhere singular.

    Raises
    ------
    MatlabValueError
        ``rst_compat:identification:WrongParameters``.

    Notes
    -----
    Rucker and Wensing (2022); see :func:`logCholesky`.

    Examples
    --------
    >>> fromLogCholesky([0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).tolist()
    [1.0, 0.0, 0.0, 0.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0]
    """
    U = log_cholesky_factor(_bodies("fromLogCholesky", theta))
    pi = np.einsum("...ij,kij->...k", U @ U.mT, _BACK)
    if nargout <= 1:
        return outputs(nargout, pi)
    half = factor_derivatives(U) @ U[..., None, :, :].mT
    return outputs(nargout, pi, np.einsum("...pij,kij->...kp", half + half.mT, _BACK))


def log_cholesky_factor(theta: Array) -> Array:
    """U (..., 4, 4) of logarithmic Cholesky parameters (..., 10)."""
    U = np.zeros((*theta.shape[:-1], 4, 4))
    U[..., [0, 1, 2], [0, 1, 2]] = np.exp(theta[..., 1:4])
    U[..., *_ABOVE] = theta[..., 4:]
    U[..., 3, 3] = 1
    return U * np.exp(theta[..., :1, None])


def factor_derivatives(U: Array) -> Array:
    """``dU / d theta`` (..., 10, 4, 4)."""
    dU = np.zeros((*U.shape[:-2], 10, 4, 4))
    dU[..., 0, :, :] = U
    for k in range(3):
        dU[..., 1 + k, k, k] = U[..., k, k]
    for k, (i, j) in enumerate(zip(*_ABOVE, strict=True)):
        dU[..., 4 + k, i, j] = U[..., 3, 3]
    return dU


def upper_cholesky(J: Array, what: str) -> Array:
    """Upper triangular U (..., 4, 4) with positive diagonal and ``U U' = J``; refuses bodies without volume."""
    try:
        lower = np.linalg.cholesky(J[..., ::-1, ::-1])
    except np.linalg.LinAlgError:
        lower = np.full_like(J, np.nan)
    if not np.isfinite(lower).all():
        _refuse_unphysical(J, what)
    return np.asarray(lower[..., ::-1, ::-1], np.float64)


def _refuse_unphysical(J: Array, what: str) -> None:
    known = np.isfinite(J).all(axis=(-2, -1), keepdims=True)
    least = np.linalg.eigvalsh(np.where(known, J, -np.eye(4)))[..., 0].ravel()
    body = int(np.argmax(least <= 0)) if (least <= 0).any() else int(np.argmin(least))
    which = f" {body + 1} of {least.size}" if least.size > 1 else ""
    raise MatlabValueError(
        "rst_compat:identification:NotPhysical",
        f"{what}{which} is not that of mass with volume",
        "a positive definite pseudo-inertia",
        f"smallest eigenvalue {least[body]:.3g}" if known.ravel()[body] else "NaN or Inf",
        "isPhysical(pi, nargout=2) gives the eigenvalue of every body; point masses and rods are on the border",
    )


def _bodies(function: str, pi: Any) -> Array:
    array = numbers(pi, f"{function}: the parameters")
    if array.ndim == 1 and array.size > 10 and array.size % 10 == 0:
        return array.reshape(-1, 10)
    if not array.ndim or array.shape[-1] != 10:
        raise MatlabValueError(
            "rst_compat:identification:WrongParameters",
            f"{function}: the parameters have the wrong size",
            "10 for every body along the last axis",
            f"shape {array.shape}",
            "Transpose an array that has a body in every column",
        )
    return array


def _no_pseudo_inertia(fact: str, expected: str, got: str) -> None:
    raise MatlabValueError(
        "rst_compat:identification:WrongPseudoInertia",
        f"fromPseudoInertia: J {fact}",
        expected,
        got,
        "pseudoInertia makes one of the ten parameters of a body",
    )
