"""How a result is measured, and what a miss says."""

import numpy as np
import pytest

from rst_compat.golden import Case, Tolerance, compare


def case(output, measure="R19b", value=1e-11, digits=None, function="massMatrix"):
    if measure != "exact":
        output = np.array(output, dtype=float)
    if digits is not None:
        digits = np.broadcast_to(float(digits), output.shape)
    return Case("c", function, {}, output, digits, Tolerance(value, measure, "because"))


def test_errors_are_relative_to_the_largest_element_but_at_least_to_one():
    outcome = compare(case([100.0, 1.0]), [100.0, 1.5])
    assert (outcome.absolute, outcome.relative, outcome.error) == (0.5, 0.005, 0.005)
    assert compare(case([0.01]), [0.02]).relative == pytest.approx(0.01)
    assert not outcome.passed


def test_a_miss_says_where_counted_from_one():
    outcome = compare(case([[1, 2, 3], [4, 5, 6]]), [[1, 2, 3], [4, 5.5, 6.1]])
    assert outcome.place.index == (2, 2)
    assert str(outcome.place) == "element (2,2): expected 5.0, got 5.5"
    assert compare(case([1.0]), [1.0]).place is None


def test_printed_digits_are_measured_each_by_its_own():
    fine, coarse = case([1000.12, 0.1], "digits", 0.51, 2), case([1000.12, 0.1], "digits", 0.51, 1)
    assert not compare(fine, [1000.126, 0.1]).passed
    assert compare(coarse, [1000.126, 0.1]).passed
    assert not compare(fine, [1000.12, 0.11]).passed
    assert compare(fine, [1000.12, 0.11]).error == pytest.approx(1)


def test_forward_dynamics_is_divided_by_a_large_condition_number_only():
    one = case([1.0], function="forwardDynamics")
    assert compare(one, [1 + 1e-6], 1e4).error == pytest.approx(1e-10)
    assert compare(one, [1 + 1e-6], 999.0).error == pytest.approx(1e-6)
    assert compare(case([1.0]), [1 + 1e-6], 1e4).error == pytest.approx(1e-6)


def test_another_shape_is_a_miss_and_no_error():
    outcome = compare(case(np.zeros((2, 6))), np.zeros((6, 2)))
    assert not outcome.passed
    assert str(outcome.place) == "expected 'shape (2, 6)', got 'shape (6, 2)'"
    assert compare(case([[1.0], [2.0]]), [1.0, 2.0]).passed  # columns and rows of the same length are the same vector


def test_what_is_not_finite_must_be_the_same():
    assert compare(case([np.nan, np.inf]), [np.nan, np.inf]).passed
    for got in ([np.nan, 1.0], [1.0, np.inf], [np.nan, -np.inf], [np.inf, np.inf]):
        assert not compare(case([np.nan, np.inf]), got).passed
    assert not compare(case([1.0, 2.0]), [np.nan, 2.0]).passed
    assert not compare(case([1.0, 2.0]), [np.inf, 2.0]).passed


def test_text_is_compared_exactly():
    assert compare(case("abc ", "exact", 0), "abc ").passed
    outcome = compare(case("abc ", "exact", 0), "abc")
    assert str(outcome.place) == "expected 'abc ', got 'abc'"
    assert compare(case([[1, "a"]], "exact", 0), [[1, "a"]]).passed
    assert compare(case([1, 2], "exact", 0), np.array([1, 2])).passed


def test_what_is_no_array_of_numbers_is_a_miss():
    assert not compare(case([1.0]), "text").passed
    assert not compare(case([1.0]), None).passed
    assert not compare(case([1.0]), "1").passed


def test_an_imaginary_part_is_not_dropped():
    assert not compare(case([1.0, 2.0]), [1.0, 2.0 + 1e-3j]).passed
    assert compare(case([1.0, 2.0]), [1.0, 2.0 + 0j]).passed


def test_an_error_as_large_as_the_tolerance_passes():
    assert compare(case([0.0], value=0.5), [0.5]).passed
    assert not compare(case([0.0], value=0.5), [0.5000001]).passed
    assert compare(case([], value=0), []).passed
