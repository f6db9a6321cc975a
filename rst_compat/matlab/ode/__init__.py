"""MATLAB's solvers of ordinary differential equations, over those of SciPy."""

from .options import odeget, odeset
from .solution import deval
from .solvers import ode15s, ode23, ode45, ode113

__all__ = ["deval", "ode15s", "ode23", "ode45", "ode113", "odeget", "odeset"]
