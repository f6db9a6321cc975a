"""The structure of one output, and deval."""

import numpy as np
import pytest

from rst_compat import MatlabError, MatlabWarning, deval, ode15s, ode23, ode45, ode113, odeset

every_solver = pytest.mark.parametrize("solver", [ode45, ode23, ode113, ode15s], ids=lambda s: s.__name__)


def wave(t, x):
    return [x[1], -x[0]]


def solved(solver=ode45, span=(0, 5), **options):
    given = odeset(RelTol=1e-7, AbsTol=1e-9, **options)
    return solver(wave, span, [np.cos(span[0]), -np.sin(span[0])], given, nargout=1)


@every_solver
@pytest.mark.parametrize("span", [(0, 5), (5, 0)])
def test_deval_is_the_solution_everywhere(solver, span):
    sol, t = solved(solver, span), np.random.default_rng(1).uniform(0, 5, 200)
    np.testing.assert_allclose(deval(sol, t), [np.cos(t), -np.sin(t)], atol=3e-5)
    np.testing.assert_allclose(deval(sol, sol.x), sol.y, atol=1e-12)


def test_shapes():
    sol = solved()
    assert deval(sol, 1).shape == (2,)
    assert deval(sol, [1]).shape == (2, 1)
    assert deval(sol, [1, 2, 3]).shape == (2, 3)
    assert deval(sol, np.array([[1.0], [2.0]])).shape == (2, 2)
    assert deval(sol, []).shape == (2, 0)
    assert deval(sol, [1, 2], [1]).shape == (1, 2)
    np.testing.assert_array_equal(deval(sol, [1, 2], 1), deval(sol, [1, 2])[1:])


def test_the_arguments_may_change_places():
    sol = solved()
    np.testing.assert_array_equal(deval([1, 2], sol), deval(sol, [1, 2]))


def test_the_fields():
    sol = solved(Events=lambda t, x: (x[0], 0, 0))
    assert sol.solver == "ode45"
    assert sol.y.shape == (2, sol.x.size)
    assert (sol.xe.shape, sol.ye.shape, sol.ie.tolist()) == ((2,), (2, 2), [0, 0])
    np.testing.assert_allclose(sol.xe, [np.pi / 2, 3 * np.pi / 2], atol=1e-6)


def test_a_terminal_event_is_the_end_of_the_solution():
    sol = solved(Events=lambda t, x: (x[0], 1, 0))
    assert sol.x[-1] == sol.xe[-1]
    np.testing.assert_allclose(deval(sol, sol.x[-1]), [0, -1], atol=1e-6)
    with pytest.raises(MatlabError, match="outside the interval"):
        deval(sol, 2)


def test_more_times_do_not_thin_the_solution():
    np.testing.assert_array_equal(solved(span=(0, 1, 5)).x, solved().x)


@pytest.mark.parametrize("points", [-0.1, [1, 5.1], np.nan])
def test_points_outside_are_refused(points):
    with pytest.raises(MatlabError, match="outside the interval"):
        deval(solved(), points)


@pytest.mark.parametrize("thing", [None, ode45(wave, [0, 1], [1, 0]), odeset()])
def test_other_things_are_no_solution(thing):
    with pytest.raises(MatlabError, match=r"no solution.*nargout=1"):
        deval(thing, 1)


def test_a_failure_at_once_leaves_the_initial_state():
    with pytest.warns(MatlabWarning, match="Failure"):
        sol = ode45(lambda t, x: x * np.nan, [1, 2], [3, 4], nargout=1)
    np.testing.assert_array_equal(deval(sol, 1), [3, 4])
    np.testing.assert_array_equal(deval(sol, [1, 1]), [[3, 3], [4, 4]])
