"""Numbers of a kind ("eul", "quat", "theta", ...) as rotations and translations."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..rotations.axis_angles import axang_matrix, axang_rows
from ..rotations.euler import euler_rows
from ..rotations.quaternions import quat_matrix, quat_rows
from ..rotations.sequences import elementary, euler_matrix
from ..rotations.stacks import Array, fail, finite, rows


def parts_of(name: str, d: int, kind: str, value: Any, sequence: str) -> tuple[Array, Array | None]:
    """Rotations (n, d, d) and translations (n, d), None where the kind has none; ``name`` is for the errors."""
    match kind:
        case "trvec":
            return np.eye(d)[None], rows(name, kind, value, (d,))[0]
        case "xyzquat":
            pose = rows(name, kind, value, (7,))[0]
            return _rotation_of(name, "quat", pose[:, 3:]), pose[:, :3]
        case "xytheta":
            pose = rows(name, kind, value, (3,))[0]
            return _rotation_of(name, "theta", pose[:, 2]), pose[:, :2]
    return _rotation_of(name, kind, value, sequence), None


def _rotation_of(name: str, kind: str, value: Any, sequence: str = "ZYX") -> Array:
    match kind:
        case "eul":
            angles, axes, _ = euler_rows(name, value, sequence)
            return euler_matrix(angles, axes)
        case "quat":
            return quat_matrix(quat_rows(name, value)[0])
        case "axang":
            return axang_matrix(axang_rows(name, value)[0])
    angle = finite(name, "angle", value)
    if angle.size != max(angle.shape, default=1):
        fail("WrongColumns", f"{name}: angle has the wrong shape", "a number or a vector", f"shape {angle.shape}")
    if kind == "theta":
        return elementary("Z", angle.reshape(-1))[:, :2, :2]
    return elementary(kind[-1].upper(), angle.reshape(-1))  # rotx, roty, rotz
