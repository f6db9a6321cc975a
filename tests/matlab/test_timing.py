"""tic, toc and pause, on a clock that the tests turn."""

import pytest

from rst_compat import MatlabError, pause, rateControl, tic, toc
from rst_compat.matlab import timing


class Hands:
    """A clock that moves when it is slept on, or by hand."""

    def __init__(self):
        self.time = 5_000_000_000

    def now(self):
        return self.time

    def sleep_until(self, moment):
        self.time = max(self.time, moment)

    def work(self, seconds):
        self.time += round(seconds * 1e9)


@pytest.fixture
def clock(monkeypatch):
    hands = Hands()
    monkeypatch.setattr(timing.Clock, "now", hands.now)
    monkeypatch.setattr(timing.Clock, "sleep_until", hands.sleep_until)
    monkeypatch.setattr(timing, "_started", {})
    return hands


def test_toc_counts_from_the_last_tic(clock):
    tic()
    clock.work(1)
    tic()
    clock.work(0.25)
    assert toc() == pytest.approx(0.25)
    clock.work(0.25)
    assert toc() == pytest.approx(0.5)


def test_marks_are_independent(clock):
    outer = tic()
    clock.work(1)
    inner = tic()
    clock.work(2)
    assert (toc(inner), toc(outer), toc()) == pytest.approx((2, 3, 2))


def test_toc_prints_where_no_output_is_wanted(clock, capsys):
    tic()
    clock.work(1.5)
    assert toc(nargout=0) is None
    assert capsys.readouterr().out == "Elapsed time is 1.500000 seconds.\n"
    toc()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("mark", [None, 1.5, "start", True])
def test_toc_needs_a_tic(clock, mark):
    with pytest.raises(MatlabError, match="there is no time to count from"):
        toc(mark)


def test_pause_waits(clock):
    start = clock.time
    pause(0.25)
    pause(0)
    assert clock.time - start == 250_000_000


def test_pause_alone_waits_for_the_return_key(clock, monkeypatch):
    pressed = []
    monkeypatch.setattr("builtins.input", lambda: pressed.append(1))
    pause()
    assert pressed == [1]


@pytest.mark.parametrize("time", [-1, float("inf"), float("nan"), [1, 2], "on"])
def test_other_pauses_are_refused(clock, time):
    with pytest.raises(MatlabError, match="pause"):
        pause(time)


def test_the_clock_of_the_machine_never_wakes_early():
    """The one promise that holds on a busy machine."""
    start = tic()
    pause(0.002)
    assert toc(start) >= 0.002


def test_a_rate_is_on_the_same_clock(clock):
    rate = rateControl(4)
    clock.work(0.1)
    assert rate.TotalElapsedTime == pytest.approx(0.1)
