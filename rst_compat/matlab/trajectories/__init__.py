"""Trajectories through waypoints and between poses, and MATLAB's piecewise polynomials.

Waypoints are columns, (n, p), and so are samples, (n, m).  A 1-D array of waypoints is one dimension and gives 1-D
samples.  Where two pieces meet, the piece that begins there counts.
"""

from .bspline import bsplinepolytraj
from .least import minjerkpolytraj, minsnappolytraj
from .piecewise import mkpp, ppval, unmkpp
from .polynomials import cubicpolytraj, quinticpolytraj
from .poses import rottraj, transformtraj
from .trapezoidal import trapveltraj

__all__ = [
    "bsplinepolytraj",
    "cubicpolytraj",
    "minjerkpolytraj",
    "minsnappolytraj",
    "mkpp",
    "ppval",
    "quinticpolytraj",
    "rottraj",
    "transformtraj",
    "trapveltraj",
    "unmkpp",
]
