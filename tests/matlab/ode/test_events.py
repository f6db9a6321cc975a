"""Events: where they are found, which of them count, and when they end the integration."""

import numpy as np
import pytest

from rst_compat import MatlabError, ode15s, ode23, ode45, ode113, odeset

G = 9.81
every_solver = pytest.mark.parametrize("solver", [ode45, ode23, ode113, ode15s], ids=lambda s: s.__name__)
TIGHT = {"RelTol": 1e-8, "AbsTol": 1e-10}


def fall(t, x):
    return [x[1], -G]


def ground(t, x):
    return x[0], 1, -1


def wave(t, x):
    return [x[1], -x[0]]


@every_solver
def test_a_ball_stops_at_the_ground(solver):
    t, x, te, xe, ie = solver(fall, [0, 30], [0, 20], odeset(Events=ground, **TIGHT), nargout=5)
    np.testing.assert_allclose(te, [40 / G], rtol=1e-8)
    np.testing.assert_allclose(xe, [[0, -20]], atol=1e-6)
    np.testing.assert_array_equal(ie, [0])
    assert t[-1] == te[-1]
    np.testing.assert_array_equal(x[-1], xe[-1])
    assert (np.diff(t) > 0).all()


def test_a_bouncing_ball_starts_again_from_the_ground():
    """Each bounce keeps 0.9 of the speed: closed form.  The event at the start of a flight does not end it."""
    start, state, times = 0.0, [0.0, 20.0], []
    for _ in range(5):
        _t, _x, te, xe, _ = ode45(fall, [start, start + 30], state, odeset(Events=ground, **TIGHT), nargout=5)
        start, state = te[-1], [0.0, -0.9 * xe[-1, 1]]
        times.append(start)
    np.testing.assert_allclose(times, np.cumsum(40 / G * 0.9 ** np.arange(5)), rtol=1e-8)


@pytest.mark.parametrize(("direction", "expected"), [(0, [0.5, 1.5, 2.5]), (1, [1.5]), (-1, [0.5, 2.5])])
def test_direction_chooses_the_crossings(direction, expected):
    options = odeset(Events=lambda t, x: (x[0], 0, direction), **TIGHT)
    t, _, te, _, _ = ode45(wave, [0, 3 * np.pi], [1, 0], options, nargout=5)
    np.testing.assert_allclose(te / np.pi, expected, atol=1e-7)
    assert t[-1] == 3 * np.pi


def test_direction_means_that_of_the_integration():
    """As time runs backwards from 0 the cosine falls to its first zero."""
    options = odeset(Events=lambda t, x: (x[0], 1, -1), **TIGHT)
    _, _, te, _, _ = ode45(wave, [0, -9], [1, 0], options, nargout=5)
    np.testing.assert_allclose(te, [-np.pi / 2], atol=1e-7)


@every_solver
def test_several_events_are_in_the_order_of_time(solver):
    def events(t, x):
        return [x[0], x[1], x[0] + 0.5], [0, 0, 1], [0, 0, -1]

    _, _, te, xe, ie = solver(wave, [0, 9], [1, 0], odeset(Events=events, **TIGHT), nargout=5)
    np.testing.assert_array_equal(ie, [0, 2])
    np.testing.assert_allclose(te, [np.pi / 2, 2 * np.pi / 3], atol=1e-6)
    np.testing.assert_allclose(xe[:, 0], np.cos(te), atol=1e-6)


def test_events_of_one_step_after_the_terminal_one_are_left_out():
    def events(t, x):
        return [t - 0.7, t - 0.4, t - 0.2], [0, 1, 0], [0, 0, 0]

    _, _, te, _, ie = ode45(lambda t, x: 0 * x, [0, 10], 1, odeset(Events=events, InitialStep=1), nargout=5)
    np.testing.assert_array_equal(ie, [2, 1])
    np.testing.assert_allclose(te, [0.2, 0.4], rtol=1e-12)


def test_a_list_of_times_ends_with_the_terminal_event():
    t, x, _te, xe, _ = ode45(fall, [0, 1, 2, 3, 4, 5, 6], [0, 20], odeset(Events=ground), nargout=5)
    np.testing.assert_allclose(t, [0, 1, 2, 3, 4, 40 / G], rtol=1e-6)
    np.testing.assert_array_equal(x[-1], xe[0])


def test_an_event_at_the_end_of_a_step_is_found_once():
    options = odeset(Events=lambda t, x: (t - 0.5, 0, 0), MaxStep=0.25, InitialStep=0.25)
    _, _, te, _, _ = ode45(lambda t, x: 0 * x, [0, 1], 1, options, nargout=5)
    np.testing.assert_allclose(te, [0.5], rtol=1e-12)


@pytest.mark.parametrize("nargout", [1, 5])
def test_an_event_at_once_after_the_start_gives_no_time_twice(nargout):
    options = odeset(Events=lambda t, x: (t - 1 - 1e-300, 1, 0))
    result = ode45(wave, [1, 2], [1, 0], options, nargout=nargout)
    t, te = (result.x, result.xe) if nargout == 1 else (result[0], result[2])
    np.testing.assert_allclose(te, [1], rtol=1e-15)
    assert (np.diff(t) > 0).all()


def test_without_events_the_outputs_are_empty():
    assert [part.shape for part in ode45(wave, [0, 1], [1, 0], nargout=5)[2:]] == [(0,), (0, 2), (0,)]
    never = odeset(Events=lambda t, x: (1, 1, 0))
    assert [part.shape for part in ode45(wave, [0, 1], [1, 0], never, nargout=5)[2:]] == [(0,), (0, 2), (0,)]


@pytest.mark.parametrize("value", [1.0, (1, 0), ([1, 2], [1, 1, 1], 0)])
def test_other_values_of_the_event_function_are_refused(value):
    with pytest.raises(MatlabError, match="the value of Events"):
        ode45(wave, [0, 1], [1, 0], odeset(Events=lambda t, x: value))
