"""odeset and odeget, and what the solvers say of wrong options."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import MatlabError, MatlabWarning, ode15s, ode45, odeget, odeset


def test_the_fields_are_those_that_matlab_prints_in_its_order():
    printed = """
        AbsTol BDF Events InitialStep Jacobian JConstant JPattern Mass MassSingular MaxOrder MaxStep MinStep
        NonNegative NormControl OutputFcn OutputSel Refine RelTol Stats Vectorized MStateDependence MvPattern
        InitialSlope
    """
    assert list(vars(odeset())) == printed.split()


def test_fields_that_were_not_given_are_empty():
    assert all(len(value) == 0 for value in vars(odeset()).values())


@pytest.mark.parametrize("name", ["RelTol", "reltol", "Rel", "REL"])
def test_names_in_any_case_and_shortened(name):
    assert odeset(name, 1e-5).RelTol == 1e-5
    assert odeget(odeset(RelTol=1e-5), name) == 1e-5


def test_keywords_may_be_shortened_too():
    assert odeset(Abs=1e-9).AbsTol == 1e-9


@pytest.mark.parametrize("name", ["M", "Max", "Mass S", "J"])
def test_letters_that_fit_several_names_or_none_are_refused(name):
    with pytest.raises(MatlabError, match=r"may stand for several|not a recognized parameter"):
        odeset(name, 1)


def test_a_whole_name_that_begins_another_one_is_meant():
    assert odeset("Mass", np.eye(2)).MassSingular == []
    assert odeget(odeset(Mass=2.0), "Mass") == 2.0


def test_an_older_structure_is_changed_in_a_copy():
    old = odeset(RelTol=1e-4, Stats="on")
    new = odeset(old, "RelTol", 1e-6)
    assert (old.RelTol, new.RelTol, new.Stats) == (1e-4, 1e-6, "on")


def test_of_two_structures_the_second_one_wins_where_it_is_not_empty():
    both = odeset(odeset(RelTol=1e-4, AbsTol=1e-7), odeset(RelTol=1e-8))
    assert (both.RelTol, both.AbsTol) == (1e-8, 1e-7)


def test_an_empty_value_takes_an_option_back():
    assert odeset(odeset(RelTol=1e-4), "RelTol", []).RelTol == []


def test_fields_can_be_set_as_in_matlab():
    options = odeset()
    options.RelTol = options.AbsTol = 1e-12
    _t, x = ode45(lambda t, x: -x, [0, 1], 1, options)
    assert abs(x[-1, 0] - np.exp(-1)) < 1e-11


def test_odeget_has_a_default():
    assert odeget(odeset(), "Refine") == []
    assert odeget([], "Refine", 3) == 3
    assert odeget(odeset(Refine=2), "Refine", 3) == 2


def test_options_may_be_a_dict():
    t, _x = ode45(lambda t, x: -x, [0, 1], 1, {"Refine": 1})
    assert t.size < 12


def test_empty_options_are_the_defaults():
    expected = ode45(lambda t, x: -x, [0, 1], 1)
    for options in (None, [], {}, odeset()):
        np.testing.assert_array_equal(ode45(lambda t, x: -x, [0, 1], 1, options)[1], expected[1])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RelTol", -1), ("RelTol", [1e-3, 1e-3]), ("RelTol", np.nan), ("AbsTol", 0), ("AbsTol", [1e-6] * 3),
        ("MaxStep", 0), ("InitialStep", -1), ("Refine", 1.5), ("Refine", 0),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_by_name(name, value):
    with pytest.raises(MatlabError, match=f"ode45: {name} has a wrong value") as caught:
        ode45(lambda t, x: -x, [0, 1], [1, 2], odeset(name, value))
    assert caught.value.identifier == "rst_compat:ode:WrongOption"


@pytest.mark.parametrize(
    ("name", "value"),
    [("NonNegative", 1), ("NormControl", "on"), ("MassSingular", "yes"), ("MaxOrder", 2), ("MinStep", 1e-3)],
)
def test_what_cannot_be_kept_is_refused_by_name(name, value):
    with pytest.raises(MatlabError, match=f"ode15s: the option {name} is not supported"):
        ode15s(lambda t, x: -x, [0, 1], [1, 2], odeset(name, value))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NormControl", "off"), ("NormControl", "Off"), ("MassSingular", "no"), ("MaxOrder", 5), ("MinStep", 0),
        ("BDF", "on"), ("Vectorized", "on"), ("JConstant", "on"), ("NonNegative", []),
    ],
)  # fmt: skip
def test_what_changes_nothing_is_taken(name, value):
    expected = ode15s(lambda t, x: -x, [0, 1], [1, 2])[1]
    np.testing.assert_array_equal(ode15s(lambda t, x: -x, [0, 1], [1, 2], odeset(name, value))[1], expected)


def test_a_tolerance_below_rounding_is_raised_with_a_warning():
    with pytest.warns(MatlabWarning, match="RelTol was raised") as caught:
        ode45(lambda t, x: -x, [0, 1], 1, odeset(RelTol=1e-17))
    assert caught[0].filename == __file__


def test_parameters_in_the_place_of_options_are_noticed():
    with pytest.raises(MatlabError, match=r"the options are no structure.*odeset"):
        ode45(lambda t, x, k: -k * x, [0, 1], 1, 3.0)


def test_names_are_public():
    assert {"odeset", "odeget"} <= set(rst.__all__)
