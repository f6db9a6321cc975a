"""rateControl on a clock that the tests turn: nothing here depends on how busy the machine is."""

import math

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import MatlabError, rateControl, reset, statistics, waitfor
from rst_compat.matlab import timing


class Hands:
    """A clock that moves when it is slept on, always a little too long, or by hand."""

    def __init__(self):
        self.time, self.slept = 7_000_000_000, 0
        self.delay = 0

    def now(self):
        return self.time

    def sleep_until(self, moment):
        if moment > self.time:
            self.time = moment + self.delay
            self.slept += 1

    def work(self, seconds):
        self.time += round(seconds * 1e9)


@pytest.fixture
def clock(monkeypatch):
    hands = Hands()
    monkeypatch.setattr(timing.Clock, "now", hands.now)
    monkeypatch.setattr(timing.Clock, "sleep_until", hands.sleep_until)
    return hands


def test_a_loop_in_time_runs_at_its_rate(clock):
    rate = rateControl(10)
    for work in (0.02, 0.05, 0.09, 0.0):
        clock.work(work)
        assert rate.waitfor() == 0
        assert rate.LastPeriod == pytest.approx(0.1)
    assert rate.TotalElapsedTime == pytest.approx(0.4)


def test_delays_in_waking_up_do_not_add_up(clock):
    clock.delay = 2_000_000
    rate = rateControl(10)
    for _ in range(50):
        clock.work(0.01)
        rate.waitfor()
    assert rate.TotalElapsedTime == pytest.approx(5.0, abs=0.003)
    assert rate.statistics().NumOverruns == 0


def overrunning(clock, action):
    """The example of MATLAB's documentation: 1 Hz for 20 s, four slow periods of 1.1 s."""
    rate = rateControl(1)
    rate.OverrunAction = action
    reset(rate)
    slow = [3, 7, 12, 18]
    while rate.TotalElapsedTime < 20:
        clock.work(1.1 if math.floor(rate.TotalElapsedTime) in slow else 0.001)
        waitfor(rate)
    return statistics(rate)


def test_slip_goes_on_at_once(clock):
    """MATLAB's documentation printed 20 periods, average 1.0208, deviation 0.0425 and 4 overruns, with its delays."""
    stats = overrunning(clock, "slip")
    assert (stats.NumPeriods, stats.NumOverruns) == (20, 4)
    assert stats.AveragePeriod == pytest.approx(1.02)
    assert stats.StandardDeviation == pytest.approx(np.std([1.0] * 16 + [1.1] * 4, ddof=1))


def test_drop_waits_for_the_next_multiple(clock):
    """MATLAB's documentation printed 16 periods, average 1.2502 and 4 overruns."""
    stats = overrunning(clock, "drop")
    assert (stats.NumPeriods, stats.NumOverruns) == (16, 4)
    assert stats.AveragePeriod == pytest.approx(1.25)
    np.testing.assert_allclose(sorted(stats.Periods), [1.0] * 12 + [2.0] * 4)


@pytest.mark.parametrize(("action", "period"), [("slip", 3.2), ("drop", 4.0)])
def test_missed_periods_are_counted(clock, action, period):
    rate = rateControl(1, OverrunAction=action)
    clock.work(3.2)
    assert waitfor(rate) == 3
    assert rate.LastPeriod == pytest.approx(period)
    clock.work(0.5)
    assert waitfor(rate) == 0
    assert rate.LastPeriod == pytest.approx(1)


@pytest.mark.parametrize("action", ["slip", "drop"])
def test_a_period_that_just_fits_is_no_overrun(clock, action):
    rate = rateControl(1, "OverrunAction", action)
    clock.work(1)
    assert waitfor(rate) == 0
    assert (statistics(rate).NumOverruns, clock.slept) == (0, 0)


def test_the_first_period_begins_with_the_object(clock):
    rate = rateControl(2)
    assert math.isnan(rate.LastPeriod)
    clock.work(0.3)
    waitfor(rate)
    assert rate.LastPeriod == pytest.approx(0.5) == rate.TotalElapsedTime


def test_reset_forgets(clock):
    rate = rateControl(2)
    clock.work(3)
    waitfor(rate)
    reset(rate)
    assert rate.TotalElapsedTime == 0
    assert math.isnan(rate.LastPeriod)
    assert (statistics(rate).NumPeriods, statistics(rate).NumOverruns) == (0, 0)
    clock.work(0.1)
    assert waitfor(rate) == 0
    assert rate.LastPeriod == pytest.approx(0.5)


def test_statistics_of_nothing_and_of_one_period(clock):
    rate = rateControl(2)
    stats = statistics(rate)
    assert list(vars(stats)) == ["Periods", "NumPeriods", "AveragePeriod", "StandardDeviation", "NumOverruns"]
    assert (stats.Periods.shape, stats.NumPeriods, stats.NumOverruns) == ((0,), 0, 0)
    assert math.isnan(stats.AveragePeriod)
    assert math.isnan(stats.StandardDeviation)
    waitfor(rate)
    assert statistics(rate).StandardDeviation == 0


def test_properties(clock):
    rate = rateControl(20)
    assert (rate.DesiredRate, rate.DesiredPeriod, rate.OverrunAction) == (20, 0.05, "slip")
    rate.DesiredRate = 50
    assert rate.DesiredPeriod == 0.02
    with pytest.raises(MatlabError, match="cannot be assigned"):
        rate.DesiredPeriod = 1
    assert "         DesiredRate: 50\n       DesiredPeriod: 0.0200\n" in repr(rate)
    assert rst.robotics.Rate is rateControl


@pytest.mark.parametrize("value", [0, -1, math.inf, math.nan, [1, 2], "fast"])
def test_rates_that_are_none_are_refused(value):
    with pytest.raises(MatlabError, match=r"rateControl\.DesiredRate"):
        rateControl(value)


def test_other_actions_are_refused():
    with pytest.raises(MatlabError, match="one of 'slip', 'drop'"):
        rateControl(1).OverrunAction = "wait"


@pytest.mark.parametrize("function", [waitfor, statistics, reset])
def test_other_things_are_no_rate(function):
    with pytest.raises(MatlabError, match=f"{function.__name__}: the argument is no rate"):
        function(10)
