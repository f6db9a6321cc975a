"""Text of the page."""

import html
import re

import numpy as np
import pytest

from rst_compat.viewing import text


@pytest.mark.parametrize("column", [True, False])
def test_the_text_gives_the_configuration_back(column):
    q = np.random.default_rng(0).uniform(-3, 3, 6)
    python, matlab = text.vectors(q.tolist(), column=column)
    names: dict = {}
    exec(python, names)
    np.testing.assert_allclose(names["q"], q, atol=5e-7)  # six decimals
    numbers = re.fullmatch(r"q = \[(.*)\];", matlab)[1]
    np.testing.assert_allclose([float(x) for x in numbers.split("; " if column else " ")], q, atol=5e-7)


def test_no_negative_zero_and_no_joints():
    assert text.vectors([-1e-12, -0.0], column=False) == ("q = [0, 0]", "q = [0 0];")
    assert text.vectors([], column=True) == ("q = []", "q = [];")


def test_code_is_escaped():
    boxes = text.copy_boxes("<script>alert(1)</script>", "a & b")
    assert "<script>" not in boxes
    assert html.unescape(boxes).count("<script>") == 1


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ((0, 0), "at the marker"),
        ((9e-5, 9e-4), "at the marker"),
        ((0.0123, 0), "12.3 mm, 0.0° from the marker"),
        ((0, np.pi / 4), "0.0 mm, 45.0° from the marker"),
    ],
)
def test_how_far_the_body_is(error, said):
    assert said in text.reached(*error)
