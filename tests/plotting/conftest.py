"""No figure stays open from one test to the next."""

import pytest


@pytest.fixture(autouse=True)
def no_figures():
    yield
    plt = pytest.importorskip("matplotlib.pyplot")
    plt.close("all")
