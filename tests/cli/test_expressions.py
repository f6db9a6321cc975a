"""Numbers on the command line: MATLAB's arithmetic, and nothing that could run."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rst_compat_cli.expressions import LENGTH_LIMIT, parse_numbers

from rst_compat.errors import MatlabValueError


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("pi/3,pi/2", [math.pi / 3, math.pi / 2]),
        ("pi/3, pi/2", [math.pi / 3, math.pi / 2]),
        ("[pi/3 pi/2]", [math.pi / 3, math.pi / 2]),
        ("[pi/3; pi/2]", [math.pi / 3, math.pi / 2]),
        ("[pi/3, pi/2]", [math.pi / 3, math.pi / 2]),
        ("-pi/2", [-math.pi / 2]),
        ("1e-3", [1e-3]),
        (".5 5. 0.5E+1", [0.5, 5.0, 5.0]),
        ("1 -2", [1, -2]),
        ("1 - 2", [-1]),
        ("1-2", [-1]),
        ("1- 2", [-1]),
        ("(1 -2)", [-1]),
        ("1 , -2", [1, -2]),
        ("--2", [2]),
        ("-2^2", [-4]),
        ("2^-1", [0.5]),
        ("2^3^2", [64]),  # left to right, as in MATLAB
        ("(-8)^2/4*3", [48]),
        ("2*(3+4)", [14]),
        ("1/3", [1 / 3]),
        ("[]", []),
        ("0", [0]),
    ],
)
def test_values(text, values):
    assert parse_numbers(text, "--q") == values


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("1,__import__", "--q: unknown name '__import__' at character 3"),
        ("__import__('os')", '--q: "\'" does not belong here at character 12'),
        ("pie", "--q: unknown name 'pie' at character 1"),
        ("1;2;x", "--q: unknown name 'x' at character 5"),
        ("", "--q: a number is missing at character 1"),
        ("1,", "--q: a number is missing at character 3"),
        (",1", "--q: a number is missing before ',' at character 1"),
        ("1,,2", "--q: a number is missing before ',' at character 3"),
        ("[1 2", "--q: the bracket is not closed at character 5"),
        ("1]", "--q: ']' does not belong here at character 2"),
        ("[1] 2", "--q: '2' does not belong here at character 5"),
        ("(1", "--q: the parenthesis is not closed at character 3"),
        ("1)", "--q: a number is missing before ')' at character 2"),
        ("1/0", "--q: division by zero at character 3"),
        ("0^-1", "--q: division by zero at character 3"),
        ("9^9^9^9", "--q: the number is too large at character 7"),
        ("1e999", "--q: the number is too large"),
        ("1e300*1e300", "--q: the number is too large"),
        ("(-8)^(1/3)", "--q: the power is not a real number at character 6"),
        ("90deg", "--q: unknown name 'deg' at character 3"),
        ("1 % 2", "--q: '%' does not belong here at character 3"),
        ("1**2", "--q: a number is missing before '*' at character 3"),
        ("nan", "--q: unknown name 'nan' at character 1"),
        ("(" * 1000 + "1", "--q: the parentheses are nested too deeply at character 51"),
        ("1," * LENGTH_LIMIT, f"--q: the text is longer than {LENGTH_LIMIT} characters"),
        ("1\x00", "--q: '\\x00' does not belong here at character 2"),
        ("١", "--q: '١' does not belong here at character 1"),
    ],
)
def test_refusals(text, fact):
    with pytest.raises(MatlabValueError) as caught:
        parse_numbers(text, "--q")
    assert caught.value.fact == fact
    assert caught.value.identifier == "rst_compat:cli:BadExpression"


def test_many_signs_need_no_stack():
    assert parse_numbers("-" * 10_000 + "1", "--q") == [1.0]


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=5))
def test_printed_numbers_come_back(values):
    assert parse_numbers(",".join(map(repr, values)), "--q") == values


@given(st.text(alphabet="0123456789.e+-*/^()[],; pix", max_size=30))
def test_noise_is_numbers_or_an_error(text):
    try:
        values = parse_numbers(text, "--q")
    except MatlabValueError as error:
        assert error.identifier == "rst_compat:cli:BadExpression"  # noqa: PT017 - either outcome is right
    else:
        assert all(map(math.isfinite, values))
