"""The four solvers against closed forms: calling form, shapes, tolerances, outputs, failures."""

import re

import numpy as np
import pytest

from rst_compat import MatlabError, MatlabWarning, ode15s, ode23, ode45, ode113, odeset

SOLVERS = [ode45, ode23, ode113, ode15s]
every_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda s: s.__name__)


def oscillator(t, x):
    return [x[1], -x[0]]


def oscillation(t):
    return np.column_stack([np.cos(t), -np.sin(t)])


# ---- calling form and shapes ----


@every_solver
def test_one_line_of_matlab_is_one_line(solver):
    t, x = solver(lambda t, x: [x[1], -x[0]], [0, 2], [1, 0])
    assert (t.ndim, x.shape) == (1, (t.size, 2))
    assert (t[0], t[-1]) == (0, 2)
    np.testing.assert_array_equal(x[0], [1, 0])


@every_solver
@pytest.mark.parametrize("start", [[1, 0], (1, 0), np.array([1, 0]), np.array([[1], [0]]), np.array([[1, 0]])])
@pytest.mark.parametrize("form", [list, np.array, lambda v: np.array(v)[:, None], tuple])
def test_rows_columns_and_lists_are_alike(solver, start, form):
    t, x = solver(lambda t, x: form(oscillator(t, x)), [0, 1], start)
    expected = solver(oscillator, [0, 1], [1.0, 0.0])
    np.testing.assert_array_equal(t, expected[0])
    np.testing.assert_array_equal(x, expected[1])


def test_a_matrix_of_initial_values_is_taken_column_by_column():
    _, x = ode45(lambda t, x: 0 * x, [0, 1], [[1, 2], [3, 4]])
    np.testing.assert_array_equal(x[-1], [1, 3, 2, 4])


@pytest.mark.parametrize("value", [lambda x: -x, lambda x: -x[0], lambda x: [-x[0]], lambda x: np.array([[-x[0]]])])
def test_a_scalar_equation_gives_a_column(value):
    t, x = ode45(lambda t, x: value(x), [0, 1], 1)
    assert x.shape == (t.size, 1)
    assert abs(x[-1, 0] - np.exp(-1)) < 1e-5


def test_the_function_gets_a_float_and_a_vector_of_its_own():
    def careless(t, x):
        assert isinstance(t, float)
        assert x.shape == (2,)
        rate = np.array([x[1], -x[0]])
        x[:] = np.nan
        return rate

    np.testing.assert_array_equal(ode45(careless, [0, 1], [1, 0])[1], ode45(oscillator, [0, 1], [1, 0])[1])


def test_parameters_after_the_options_reach_all_functions():
    seen = []

    def events(t, x, k, name):
        return x[0] - 0.5, 1, 0

    def output(t, x, flag, k, name):
        seen.append((flag, k, name))

    options = odeset(Events=events, OutputFcn=output, Mass=lambda t, x, k, name: [[k]])
    t, _x = ode45(lambda t, x, k, name: -k * x, [0, 5], 1, options, 2.0, "decay")
    assert abs(t[-1] - np.log(2)) < 1e-3
    assert {(k, name) for _, k, name in seen} == {(2.0, "decay")}
    assert ode45(lambda t, x, k: -k * x, [0, 1], 1, [], 3.0)[1][-1, 0] == pytest.approx(np.exp(-3), rel=1e-3)


@pytest.mark.parametrize("nargout", [1, 2, 3, 4, 5])
def test_as_many_outputs_as_asked_for(nargout):
    result = ode45(oscillator, [0, 1], [1, 0], nargout=nargout)
    if nargout > 1:
        assert len(result) == nargout
        assert [np.shape(part) for part in result[2:]] == [(0,), (0, 2), (0,)][: nargout - 2]
    else:
        assert result.solver == "ode45"


def test_other_numbers_of_outputs_are_refused():
    with pytest.raises(MatlabError, match="nargout is not a number of outputs"):
        ode45(oscillator, [0, 1], [1, 0], nargout=6)


# ---- accuracy ----


@every_solver
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_the_error_follows_the_tolerance(solver, tolerance):
    """Ten radians of an oscillation.  Errors of steps add up: some hundred steps of ode23, whose order is lowest."""
    times = np.linspace(0, 10, 21)
    _, x = solver(oscillator, times, [1, 0], odeset(RelTol=tolerance, AbsTol=tolerance))
    assert np.abs(x - oscillation(times)).max() < 100 * tolerance


@every_solver
def test_time_runs_backwards_too(solver):
    t, x = solver(oscillator, [3, 0], oscillation(np.array([3.0]))[0], odeset(RelTol=1e-7, AbsTol=1e-9))
    assert (np.diff(t) < 0).all()
    np.testing.assert_allclose(x, oscillation(t), atol=1e-5)


def test_the_default_tolerances_are_those_of_matlab():
    """RelTol 1e-3 and AbsTol 1e-6, given and not given."""
    np.testing.assert_array_equal(
        ode45(oscillator, [0, 10], [1, 0])[1],
        ode45(oscillator, [0, 10], [1, 0], odeset(RelTol=1e-3, AbsTol=1e-6, MaxStep=1, Refine=4))[1],
    )


def test_no_component_exceeds_its_tolerance():
    """One of twenty components moves: its error must not be spread over the others at rest."""
    _, x = ode45(lambda t, x: np.r_[x[0] * np.cos(t), np.zeros(19)], [0, 10], np.r_[1.0, np.zeros(19)])
    assert abs(x[-1, 0] - np.exp(np.sin(10))) < 2e-3


def test_a_tolerance_per_component():
    def rates(t, x):
        return [x[1], -x[0], x[3], -x[2]]

    times = [0, 5, 10]
    _, x = ode45(rates, times, [1, 0, 1e-6, 0], odeset(RelTol=1e-3, AbsTol=[1e-3, 1e-3, 1e-12, 1e-12]))
    assert np.abs(x[:, 2:] / 1e-6 - oscillation(np.array(times))).max() < 1e-2


def test_robertson_with_ode15s():
    """Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.1; y(0.4) of the IVP test set."""

    def rates(t, y):
        a, b, c = 0.04 * y[0], 1e4 * y[1] * y[2], 3e7 * y[1] ** 2
        return [b - a, a - b - c, c]

    _t, y = ode15s(rates, [0, 0.4], [1, 0, 0], odeset(RelTol=1e-7, AbsTol=[1e-9, 1e-12, 1e-9]))
    np.testing.assert_allclose(y[-1], [0.98517213861, 3.3863953790e-5, 1.4793967490e-2], rtol=1e-5)


def test_ode15s_takes_few_steps_where_ode45_takes_many():
    def stiff(t, x):
        return -2000 * (x - np.cos(t))

    few, many = (solver(stiff, [0, 2], 1, odeset(Refine=1))[0].size for solver in (ode15s, ode45))
    assert few < 60
    assert many > 1000


# ---- outputs ----


@every_solver
@pytest.mark.parametrize("span", [[0, 1], [0, 0.7], [3, -4]])
def test_the_last_step_is_no_sliver(solver, span):
    """At rest every step is a tenth of the interval; ten of them make the whole, whatever their rounding."""
    tenth = abs(span[1] - span[0]) / 10
    t, _ = solver(lambda t, x: 0 * x, span, 1, odeset(Refine=1, InitialStep=tenth))
    np.testing.assert_allclose(np.abs(np.diff(t)), [tenth] * 10, rtol=1e-8)
    assert t[-1] == span[1]


@pytest.mark.parametrize(("solver", "refine"), [(ode45, 4), (ode23, 1), (ode113, 1), (ode15s, 1)])
def test_two_times_give_every_step_and_refine_the_points_between(solver, refine):
    sol = solver(oscillator, [0, 5], [1, 0], nargout=1)
    t, x = solver(oscillator, [0, 5], [1, 0])
    np.testing.assert_array_equal(t[::refine], sol.x)
    np.testing.assert_array_equal(x[::refine].T, sol.y)
    np.testing.assert_allclose(np.diff(t).reshape(-1, refine).T, np.diff(sol.x)[None, :].repeat(refine, 0) / refine)
    np.testing.assert_allclose(x, oscillation(t), atol=0.02)


@every_solver
def test_refine_is_a_choice(solver):
    sizes = [solver(oscillator, [0, 5], [1, 0], odeset(Refine=r))[0].size - 1 for r in (1, 3)]
    assert sizes[1] == 3 * sizes[0]


@every_solver
def test_more_times_give_the_solution_there_and_do_not_change_the_steps(solver):
    times = np.r_[0, np.geomspace(1e-3, 5, 50)]
    t, x = solver(oscillator, times, [1, 0])
    np.testing.assert_array_equal(t, times)
    np.testing.assert_allclose(x, oscillation(times), atol=0.02)
    np.testing.assert_array_equal(x[-1], solver(oscillator, [0, 5], [1, 0])[1][-1])


@every_solver
def test_steps_are_at_most_a_tenth_of_the_interval_or_maxstep(solver):
    for span, options, largest in ([0, 50], None, 5), ([50, 0], None, 5), ([0, 50], odeset(MaxStep=1), 1):
        t, _ = solver(lambda t, x: 0 * x, span, 1, options)
        assert np.abs(np.diff(t)).max() <= largest * (1 + 1e-9)


@every_solver
def test_initial_step(solver):
    t, _ = solver(lambda t, x: -x, [0, 1], 1, odeset(InitialStep=1e-4, Refine=1))
    assert t[1] == pytest.approx(1e-4)


def test_outputfcn_is_told_of_start_points_and_end():
    calls = []

    def output(t, x, flag):
        calls.append((flag, np.shape(t), np.shape(x)))

    t, _ = ode45(oscillator, [0, 1], [1, 0], odeset(OutputFcn=output))
    steps = (t.size - 1) // 4
    assert calls == [("init", (2,), (2,)), *[([], (4,), (2, 4))] * steps, ("done", (0,), (0,))]


def test_one_point_comes_to_outputfcn_as_a_number_and_a_vector():
    seen = {}

    def output(t, x, flag):
        if not len(flag):
            seen[t] = x

    ode45(oscillator, [0, 0.5, 1], [1, 0], odeset(OutputFcn=output, OutputSel=[1], MaxStep=0.3))
    assert list(seen) == [0.5, 1.0]
    assert seen[0.5].shape == (1,)
    assert seen[0.5][0] == pytest.approx(-np.sin(0.5), abs=1e-4)


@every_solver
def test_outputfcn_stops_the_integration_with_one(solver):
    t, x = solver(oscillator, [0, 10], [1, 0], odeset(OutputFcn=lambda t, x, flag: not len(flag) and np.max(t) > 2))
    assert 2 < t[-1] < 4
    assert x.shape == (t.size, 2)


def test_components_count_from_0():
    with pytest.raises(MatlabError, match="OutputSel has numbers that are no components"):
        ode45(oscillator, [0, 1], [1, 0], odeset(OutputFcn=print, OutputSel=[1, 2]))


def test_stats_are_printed_when_wanted(capsys):
    sol = ode45(lambda t, x: -2 * x + t, [0, 10], 0, odeset(Stats="on"), nargout=1)
    steps, failed, calls = map(int, re.findall(r"\d+", capsys.readouterr().out))
    assert steps == sol.x.size - 1 == sol.stats.nsteps
    assert (failed, calls) == (sol.stats.nfailed, sol.stats.nfevals)
    ode45(oscillator, [0, 1], [1, 0])
    assert capsys.readouterr().out == ""


def test_failed_attempts_are_counted():
    """Six evaluations per attempt of the Dormand-Prince pair, three to start."""
    sol = ode45(lambda t, x: [x[1], 50 * (1 - x[0] ** 2) * x[1] - x[0]], [0, 100], [2, 0], nargout=1)
    assert sol.stats.nfailed > 10
    assert sol.stats.nfevals == 3 + 6 * (sol.stats.nsteps + sol.stats.nfailed)


# ---- failures ----


@every_solver
def test_a_pole_ends_the_integration_with_matlabs_warning(solver):
    with pytest.warns(MatlabWarning, match=r"^Failure at t=\d\.\d+e[-+]\d+\.  Unable to meet integration") as caught:
        t, x = solver(lambda t, x: x**2, [0, 2], 1)
    assert caught[0].message.identifier == f"MATLAB:{solver.__name__}:IntegrationTolNotMet"
    assert caught[0].filename == __file__
    assert 0.98 < t[-1] < 1.01
    early = t < 0.5
    np.testing.assert_allclose(x[early, 0], 1 / (1 - t[early]), rtol=1e-2)


@every_solver
@pytest.mark.parametrize("start", [0, 0.6])
def test_a_derivative_that_is_no_number_ends_it_too(solver, start):
    with pytest.warns(MatlabWarning, match="Failure at t="):
        t, x = solver(lambda t, x: x * (np.nan if t >= start else 1), [0, 1], [1, 1])
    assert t[-1] <= start
    assert np.isfinite(x).all()


@every_solver
def test_errors_of_the_function_pass_unchanged(solver):
    mine = ValueError("mine")

    def failing(t, x):
        if t > 0.5:
            raise mine
        return -x

    with pytest.raises(ValueError, match="mine") as caught:
        solver(failing, [0, 1], 1)
    assert caught.value is mine


def test_errors_of_the_jacobian_pass_unchanged():
    mine = ValueError("mine")

    def failing(t, x):
        raise mine

    with pytest.raises(ValueError, match="mine") as caught:
        ode15s(lambda t, x: -x, [0, 1], 1, odeset(Jacobian=failing))
    assert caught.value is mine


def test_a_solver_may_run_inside_of_itself():
    def outer(t, x):
        return -ode113(lambda s, y: 0 * y, [0, 1], x)[1][-1]

    assert ode113(outer, [0, 1], 1)[1][-1, 0] == pytest.approx(np.exp(-1), rel=1e-3)


@pytest.mark.parametrize("span", [[0], [], [0, 0], [0, 1, 1], [0, 2, 1], [0, np.inf], 1])
def test_intervals_that_are_none_are_refused(span):
    with pytest.raises(MatlabError, match="tspan is no interval"):
        ode45(oscillator, span, [1, 0])


@pytest.mark.parametrize("start", [[], [np.nan, 0], [np.inf, 0]])
def test_states_that_are_none_are_refused(start):
    with pytest.raises(MatlabError, match="the initial state is empty or not finite"):
        ode45(oscillator, [0, 1], start)


def test_complex_states_are_refused():
    with pytest.raises(MatlabError, match="not an array of real numbers"):
        ode45(oscillator, [0, 1], [1j, 0])


@pytest.mark.parametrize("value", [[1, 2, 3], [[1, 2]], 1.0, np.eye(2)])
def test_derivatives_of_another_size_are_refused(value):
    with pytest.raises(MatlabError, match="returns something else than the derivative"):
        ode45(lambda t, x: value, [0, 1], [1, 0])


def test_a_value_is_no_function():
    with pytest.raises(MatlabError, match="ode45: the first argument is no function"):
        ode45(np.zeros(2), [0, 1], [1, 0])
