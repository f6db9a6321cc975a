"""What the drives of the joints take: friction, the inertia of rotors, and a constant torque.

Everything is felt at the joint, with one element per velocity. Friction is the effort that overcomes it: it adds to
the inverse dynamics. A rotor counts with its inertia about its own axis, as in RBDA section 9.6, without the gyroscopic
terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .arrays import Array, as_numbers, sign, tanh


class Drives(NamedTuple):
    """The drives of a tree; every array is (nv,), zero where a velocity has none.

    Attributes
    ----------
    viscous : N m s/rad or N s/m
    forward, backward : N m or N
        Coulomb friction against positive and against negative motion, both positive.
    speed : rad/s or m/s
        Where Coulomb friction has risen to tanh(1) of itself; zero for the whole of it at once.
    rotor : kg m^2 or kg
        Adds to the diagonal of the mass matrix.
    offset : N m or N
    """

    viscous: Array
    forward: Array
    backward: Array
    speed: Array
    rotor: Array
    offset: Array


def friction_torque(drives: Drives, qd: Array) -> Array:
    """Effort (..., nv) that friction and the offset take at velocities (..., nv); at rest the offset alone."""
    qd = as_numbers(qd)
    way = sign(qd)
    soft = drives.speed > 0
    rise = tanh(way * qd / np.where(soft, drives.speed, 1.0))
    mean, half = (drives.forward + drives.backward) / 2, (drives.forward - drives.backward) / 2
    # No choice between the two ways, so that symbols will do; tanh of the speed itself is odd.
    coulomb: Array = (mean * way + half * way * way) * np.where(soft, rise, 1.0)
    torque: Array = drives.viscous * qd + coulomb + drives.offset
    return torque


def drive_torque(drives: Drives, qd: Array, qdd: Array) -> Array:
    """Effort (..., nv) that the drives take in a motion: friction, and the acceleration of the rotors."""
    torque: Array = friction_torque(drives, qd) + drives.rotor * as_numbers(qdd)
    return torque


def drive_regressor(units: Drives, qd: Array, qdd: Array, kinds: Sequence[str]) -> Array:
    """Torque per unit of each parameter of the drives, (..., nv, len(kinds) nv): a diagonal block for each kind.

    Parameters
    ----------
    units : Drives
        What a unit of each parameter is at the joint: the square of the gear ratio for viscous friction, its size for
        Coulomb friction. Of ``forward``, ``backward`` and ``speed`` only the first counts.
    qd, qdd : (..., nv) arrays
    kinds : sequence of str
        Some of ``viscous``, ``coulomb``, ``rotor``, ``offset``.
    """
    qd, qdd = np.broadcast_arrays(as_numbers(qd), as_numbers(qdd))
    rows = {
        "viscous": lambda: units.viscous * qd,
        "coulomb": lambda: units.forward * sign(qd),
        "rotor": lambda: units.rotor * qdd,
        "offset": lambda: units.offset * np.ones_like(qd),
    }
    k, n = len(kinds), qd.shape[-1]
    blocks = np.zeros((*qd.shape, k, n), np.result_type(qd, qdd))  # by row, kind and column
    for i, kind in enumerate(kinds):
        np.einsum("...jj->...j", blocks[..., i, :])[...] = rows[kind]()
    return blocks.reshape(*qd.shape, k * n)
