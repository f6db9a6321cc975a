"""ode45, ode23, ode113 and ode15s: MATLAB's calling form over SciPy's solvers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from ...errors import warn
from ..arguments import outputs
from .matrices import jacobian_keywords, mass_solver
from .problem import RightHandSide, initial_state, interval
from .settings import given_options, settings
from .stepping import Run

#: MATLAB's solver -> SciPy's class, MATLAB's default of Refine
_METHODS = {"ode45": ("RK45", 4), "ode23": ("RK23", 1), "ode113": ("DOP853", 1), "ode15s": ("BDF", 1)}


def ode45(odefun: Any, tspan: Any, y0: Any, options: Any = None, *parameters: Any, nargout: int = 2) -> Any:
    """Solve ``dy/dt = f(t, y)``: the Runge-Kutta pair of Dormand and Prince, orders 5 and 4.

    Parameters
    ----------
    odefun : callable
        ``f(t, y, *parameters)``: t a float, y (n,); returns the derivative, (n,) or (n, 1).
    tspan : (k,) array_like
        ``[t0, tf]`` for the steps of the solver, each divided by Refine; more times for the solution there. Increasing
        or decreasing.
    y0 : (n,) array_like
        State at t0; a row or a column will do.
    options : SimpleNamespace, optional
        From :func:`odeset`.
    *parameters
        Handed on to f and to the functions of the options, as older scripts do: ``ode45(f, tspan, y0, [], p1, p2)``.
    nargout : {1, 2, 3, 4, 5}
        2 for ``t, y``; 5 for ``t, y, te, ye, ie`` with Events; 1 for the structure that :func:`deval` takes.

    Returns
    -------
    t : (N,) ndarray
        Times; they end early at a terminal event, at a stop of OutputFcn and at a failure.
    y : (N, n) ndarray
        A row for each time.
    te, ye, ie : (k,), (k, n), (k,) ndarray
        Times and states of the events, and the number of the event function, from 0.
    sol : SimpleNamespace
        With ``nargout=1``: solver, x (N,) the steps, y (n, N), xe, ye (n, k), ie, stats.

    Raises
    ------
    MatlabError
        ``rst_compat:ode:WrongInterval``, ``rst_compat:ode:WrongInitialState``, ``rst_compat:ode:NotAFunction``,
        ``rst_compat:ode:WrongSize``, ``rst_compat:ode:WrongOption``, ``rst_compat:ode:Unsupported``,
        ``rst_compat:ode:WrongEvents``, ``rst_compat:ode:WrongMatrix``, ``rst_compat:ode:SingularMass``. What f raises
        passes unchanged.

    Warns
    -----
    MatlabWarning
        ``MATLAB:ode45:IntegrationTolNotMet``: the steps became too small; what was computed is returned.
        ``rst_compat:ode:ToleranceRaised``.

    Notes
    -----
    Dormand and Prince (1980) with the interpolant of Shampine (1986), as ``scipy.integrate.RK45``. The estimated error
    of a step is held below ``AbsTol + RelTol |y|`` in each component, MATLAB's below ``max(AbsTol, RelTol |y|)``: the
    steps differ, the accuracy is alike. As in MATLAB the default tolerances are wide (1e-3 and 1e-6) and a step is at
    most a tenth of the interval.

    Examples
    --------
    >>> t, y = ode45(lambda t, y: [y[1], -y[0]], [0, 1], [1, 0])
    >>> y[-1].round(3).tolist()
    [0.54, -0.841]
    """
    return _solve("ode45", odefun, tspan, y0, options, parameters, nargout)


def ode23(odefun: Any, tspan: Any, y0: Any, options: Any = None, *parameters: Any, nargout: int = 2) -> Any:
    """Solve ``dy/dt = f(t, y)``: the Runge-Kutta pair of Bogacki and Shampine, orders 3 and 2.

    Parameters
    ----------
    odefun, tspan, y0, options, parameters, nargout :
        As :func:`ode45`; Refine is 1.

    Returns
    -------
    any
        As :func:`ode45`.

    Raises
    ------
    MatlabError
        As :func:`ode45`.

    Warns
    -----
    MatlabWarning
        ``MATLAB:ode23:IntegrationTolNotMet``, ``rst_compat:ode:ToleranceRaised``.

    Notes
    -----
    Bogacki and Shampine (1989), as ``scipy.integrate.RK23``.

    Examples
    --------
    >>> t, y = ode23(lambda t, y: -y, [0, 0.5, 1], 1)
    >>> y.round(3).tolist()
    [[1.0], [0.607], [0.368]]
    """
    return _solve("ode23", odefun, tspan, y0, options, parameters, nargout)


def ode113(odefun: Any, tspan: Any, y0: Any, options: Any = None, *parameters: Any, nargout: int = 2) -> Any:
    """Solve ``dy/dt = f(t, y)`` with tight tolerances: here the Runge-Kutta method of order 8.

    Parameters
    ----------
    odefun, tspan, y0, options, parameters, nargout :
        As :func:`ode45`; Refine is 1.

    Returns
    -------
    any
        As :func:`ode45`.

    Raises
    ------
    MatlabError
        As :func:`ode45`.

    Warns
    -----
    MatlabWarning
        ``MATLAB:ode113:IntegrationTolNotMet``, ``rst_compat:ode:ToleranceRaised``.

    Notes
    -----
    MATLAB's is an Adams method of variable order. Here stands ``scipy.integrate.DOP853``, of Dormand and Prince
    (Hairer, Norsett and Wanner, section II.5), which serves smooth problems with tight tolerances as well and may run
    inside of itself; the steps are others.

    Examples
    --------
    >>> t, y = ode113(lambda t, y: [y[1], -y[0]], [0, 1], [1, 0])
    >>> y[-1].round(4).tolist()
    [0.5403, -0.8415]
    """
    return _solve("ode113", odefun, tspan, y0, options, parameters, nargout)


def ode15s(odefun: Any, tspan: Any, y0: Any, options: Any = None, *parameters: Any, nargout: int = 2) -> Any:
    """Solve a stiff ``dy/dt = f(t, y)``: numerical differentiation formulas of orders 1 to 5.

    Parameters
    ----------
    odefun, tspan, y0, options, parameters, nargout :
        As :func:`ode45`; Refine is 1. The options Jacobian, ``df/dy`` (n, n) or a function of ``t, y``, and JPattern,
        its nonzero elements, save evaluations of f.

    Returns
    -------
    any
        As :func:`ode45`.

    Raises
    ------
    MatlabError
        As :func:`ode45`. A singular mass matrix is refused: no algebraic equations.

    Warns
    -----
    MatlabWarning
        ``MATLAB:ode15s:IntegrationTolNotMet``, ``rst_compat:ode:ToleranceRaised``.

    Notes
    -----
    Shampine and Reichelt, The MATLAB ODE Suite (1997), as ``scipy.integrate.BDF``.

    Examples
    --------
    >>> t, y = ode15s(lambda t, y: -1000 * (y - np.cos(t)), [0, 1], 0)
    >>> bool(abs(y[-1, 0] - np.cos(1)) < 2e-3), len(t) < 60
    (True, True)
    """
    return _solve("ode15s", odefun, tspan, y0, options, parameters, nargout)


def _solve(name: str, odefun: Any, tspan: Any, y0: Any, options: Any, parameters: tuple[Any, ...], nargout: int) -> Any:
    from scipy import integrate  # noqa: PLC0415 - only integration needs it

    method, refine = _METHODS[name]
    times, y = interval(name, tspan), initial_state(name, y0)
    given = given_options(name, options)
    chosen = settings(name, given, float(abs(times[-1] - times[0])), y.size, refine)
    outputs(nargout, *range(5))
    rhs = RightHandSide(name, odefun, y.size, parameters)
    divide = mass_solver(name, given, y.size, parameters)
    if divide is not None:
        rhs.with_mass(divide)
    keywords = jacobian_keywords(name, given, y.size, parameters, divide) if name == "ode15s" else {}
    keywords = {key: rhs.noting_errors(value) if callable(value) else value for key, value in keywords.items()}
    run = Run(getattr(integrate, method), rhs, times, y).integrate(chosen, keywords, parameters, nargout < 2)
    if run.failed_at is not None:
        smallest = 10 * np.spacing(abs(run.failed_at))
        warn(
            f"MATLAB:{name}:IntegrationTolNotMet",
            f"Failure at t={run.failed_at:e}.  Unable to meet integration tolerances without reducing the step size "
            f"below the smallest value allowed ({smallest:e}) at time t.",
            stacklevel=3,
        )
    stats = {"nsteps": run.steps, "nfailed": run.failed, "nfevals": rhs.calls}
    if chosen.stats:
        attempts = [] if run.failed < 0 else [f"{run.failed} failed attempts"]
        print("\n".join([f"{run.steps} successful steps", *attempts, f"{rhs.calls} function evaluations"]))
    te, ye, ie = _events(run, y.size)
    if nargout >= 2:
        return outputs(nargout, run.t, run.y, te, ye, ie)
    x = np.array([t for t, _ in run.mesh])
    return SimpleNamespace(
        solver=name,
        x=x,
        y=np.array([state for _, state in run.mesh]).T,
        xe=te,
        ye=ye.T,
        ie=ie,
        stats=SimpleNamespace(**stats),
        idata=integrate.OdeSolution(x, run.interpolants) if run.interpolants else None,
    )


def _events(run: Run, size: int) -> tuple[Any, Any, Any]:
    found = run.events
    if found is None:
        return np.zeros(0), np.zeros((0, size)), np.zeros(0, dtype=np.int64)
    return np.array(found.t), np.array(found.y).reshape(-1, size), np.array(found.i, dtype=np.int64)
