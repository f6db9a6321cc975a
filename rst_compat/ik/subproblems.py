"""Turns that bring points and directions where they are wanted, from which closed-form inverse kinematics is built.

The problems are those of Paden (*Kinematics and Control of Robot Manipulators*, 1986; Murray, Li and Sastry, *A
Mathematical Introduction to Robotic Manipulation*, section 3.3), for axes in any position.  What they return are
candidates: every solution is among them, with about half of its digits near a double solution, and beside them there
may be others, which the test of the pose throws out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

#: Lengths over the size of the arm, and sines, below which the turn of a point or a direction on an axis is free.
FREE = 1e-12
#: Ratio of singular values below which two equations count as one; the refinement that follows makes up for it.
_RANK = 1e-7
#: Distance from the goal up to which a candidate is worth refining: it may have lost half of its digits.
_CANDIDATE = 1e-3
#: How far from the unit circle a root may be: four that fall together come out eps^(1/4) apart.
_NEAR = 1e-2

_EYE = np.eye(3)
_SKEW = np.array([[0, 0, 0, 0, 0, -1, 0, 1, 0], [0, 0, 1, 0, 0, 0, -1, 0, 0], [0, -1, 0, 1, 0, 0, 0, 0, 0.0]])


def cross(v: Array, w: Array) -> Array:
    """Cross products (..., 3), in a third of the time that np.cross takes."""
    product: Array = (_skew(v) @ w[..., None])[..., 0]
    return product


def _skew(v: Array) -> Array:
    """Cross product matrices (..., 3, 3)."""
    matrices: Array = (v @ _SKEW).reshape(*v.shape, 3)
    return matrices


def rotations(axes: Array, angles: Array) -> Array:
    """Rotation matrices (..., 3, 3) about unit axes (..., 3) (Rodrigues' formula)."""
    K = _skew(axes)
    matrices: Array = _EYE + np.sin(angles)[..., None, None] * K + (1 - np.cos(angles))[..., None, None] * (K @ K)
    return matrices


def turn(axis: Array, v: Array, w: Array) -> Array:
    """The angle (...) about an axis that takes v (..., 3) into the direction of w, both seen along the axis."""
    v = v - (v @ axis)[..., None] * axis
    w = w - (w @ axis)[..., None] * axis
    angle: Array = np.arctan2(cross(v, w) @ axis, (v * w).sum(-1))
    return angle


def three_turns(w: Array, o: Array, p: Array, g: Array, reference: Array) -> Array:
    """Angles (n, 3) with which turns about three axes, the last one first, take a point p to g.

    The last turn keeps p on one circle, the first turned back keeps g on another.  The middle turn can take a point
    of one to a point of the other if both lie equally far along its axis and equally far from a point on it.  Both
    are linear in the cosines and sines of the outer angles (Pieper, *The Kinematics of Manipulators under Computer
    Control*, 1968): two equations in two unit vectors.

    Parameters
    ----------
    w, o : (3, 3) arrays
        A row for each axis: its unit direction and a point on it, in units of the size of the arm.
    p, g : (3,) arrays
    reference : (3,) array
        Taken for an angle that is free because its point lies on its axis.
    """
    to_f, uf, vf = _circle(w[2], o[2], p, o[1])
    to_h, uh, vh = _circle(-w[0], o[0], g, o[1])
    A = -np.array([[w[1] @ uh, w[1] @ vh], [2 * to_h @ uh, 2 * to_h @ vh]])
    B = np.array([[w[1] @ uf, w[1] @ vf], [2 * to_f @ uf, 2 * to_f @ vf]])
    d = np.array([w[1] @ (to_h - to_f), to_h @ to_h + uh @ uh - to_f @ to_f - uf @ uf])
    first, last = unit_vectors(A, B, d, reference[0], reference[2])
    f = to_f + np.cos(last)[:, None] * uf + np.sin(last)[:, None] * vf
    h = to_h + np.cos(first)[:, None] * uh + np.sin(first)[:, None] * vh
    off_axis = np.abs(cross(f, w[1])).max(-1)
    middle = np.where(off_axis < FREE, reference[1], turn(w[1], f, h))
    gap = (rotations(w[1], middle) @ f[..., None])[..., 0] - h
    turns: Array = np.stack([first, middle, last], axis=-1)[np.abs(gap).max(-1) < _CANDIDATE]
    return turns


def unit_vectors(A: Array, B: Array, d: Array, free_x: float, free_y: float) -> tuple[Array, Array]:
    """Angles (n,) and (n,) of unit vectors x and y with ``A x + B y = d``, all (2, 2) and (2,).

    In the singular axes of A the two equations give the components of x.  That it has length one is an equation of
    second degree in y, of first degree where A is singular.  An angle whose matrix is zero is free.
    """
    U, s, V = np.linalg.svd(A)
    t = np.linalg.svd(B, compute_uv=False)
    if s[0] <= FREE or (t[0] > FREE and s[1] * t[0] < t[1] * s[0]):
        if t[0] <= FREE:
            return np.array([free_x]), np.array([free_y])
        y, x = unit_vectors(B, A, d, free_y, free_x)  # eliminate y, whose matrix is the better one
        return x, y
    Bu, du, ratio = U.T @ B, U.T @ d, s[1] / s[0]
    if t[0] <= FREE:
        y = np.array([free_y])
    elif ratio < _RANK:
        y = _on_line(Bu[1], du[1])
    else:
        y = _on_conic(np.array([ratio * ratio, 1.0]), Bu, du, s[1] * s[1])
    x1 = np.clip((du[0] - Bu[0] @ np.array([np.cos(y), np.sin(y)])) / s[0], -1, 1)
    x2 = np.sqrt(1 - x1 * x1)
    x = np.concatenate([np.outer(x1, V[0]) + np.outer(x2, V[1]), np.outer(x1, V[0]) - np.outer(x2, V[1])])
    return np.arctan2(x[:, 1], x[:, 0]), np.tile(y, 2)


def _circle(w: Array, o: Array, p: Array, origin: Array) -> tuple[Array, Array, Array]:
    """Centre, u and v of the circle ``centre + cos(t) u + sin(t) v`` on which a turn by t about an axis takes p."""
    r = p - o
    along = (w @ r) * w
    return o + along - origin, r - along, cross(w, r)


def _on_line(b: Array, d: float) -> Array:
    """Angles (2,) of the unit vectors y with ``b . y = d``; the nearest where there is none."""
    half = np.arccos(np.clip(d / max(np.hypot(b[0], b[1]), FREE), -1, 1))
    middle = np.arctan2(b[1], b[0])
    return np.array([middle - half, middle + half])


def _on_conic(weights: Array, B: Array, d: Array, total: float) -> Array:
    """Angles of the unit vectors y with ``sum(weights (d - B y)^2) = total``.

    With z = exp(i t) the equation is a polynomial of degree four in z, whose roots of length one are wanted.
    """
    beta = B[:, 0] - 1j * B[:, 1]
    c2 = weights @ (beta * beta) / 4
    c1 = -(weights * d) @ beta
    c0 = weights @ (d * d + np.abs(beta) ** 2 / 2) - total
    z = np.roots([c2, c1, c0, c1.conjugate(), c2.conjugate()])
    angles: Array = np.angle(z[np.abs(np.abs(z) - 1) < _NEAR])
    return angles


def wrist_turns(w: Array, R: Array, reference: float) -> Array:
    """Angles (2 n, 3) with which turns about three unit axes w (3, 3), the last one first, make rotations R (n, 3, 3).

    The direction z of the last axis after the middle turn lies on a cone about the middle axis and on one about the
    first.  Where it lies on the first axis, the turn about that one is free, and is the reference.
    """
    a, b, c = w
    n = cross(a, b)
    s, ab = np.sqrt(n @ n), a @ b
    u = R @ c
    along, off = u @ a, np.linalg.norm(cross(u, a), axis=-1)
    eta = (b @ c - ab * along) / s
    # A product: where the wrist is nearly straight, the difference of the squares would keep no digit.
    gamma = np.sqrt(np.maximum((off - eta) * (off + eta), 0))
    in_plane = np.outer(along, a) + np.outer(eta, (b - ab * a) / s)
    across = np.outer(gamma, n / s)
    z = np.concatenate([in_plane - across, in_plane + across])
    R, u, free = np.tile(R, (2, 1, 1)), np.tile(u, (2, 1)), np.tile(off < FREE, 2)
    first = np.where(free, reference, turn(a, z, u))
    back = rotations(a, -first)
    middle = turn(b, c, np.where(free[:, None], (back @ u[..., None])[..., 0], z))
    rest = rotations(b, -middle) @ back @ R
    mark = cross(c, _EYE[np.abs(c).argmin()])
    return np.stack([first, middle, turn(c, mark, rest @ mark)], axis=-1)
