"""What MATLAB's classes assume where nothing is said: the same for the classes and for the readers of files."""

from __future__ import annotations

import math

#: lower and upper limit of a joint [rad or m]; of a floating joint, of each of x, y and z
JOINT_LIMITS: dict[str, tuple[float, float]] = {
    "revolute": (-math.pi, math.pi),
    "prismatic": (-0.5, 0.5),
    "floating": (-5.0, 5.0),
}
