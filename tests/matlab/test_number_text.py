"""Number display against lines that MATLAB printed (documentation, course notes, users' comments) and its rules."""

import numpy as np
import pytest

from rst_compat.matlab.number_text import inline_text, matrix_text

PRINTED = [
    # twolink, course notes
    ([[0.33153, 0.11461], [0.11461, 0.11461]], ["    0.3315    0.1146", "    0.1146    0.1146"]),
    ([[-0.07252], [0.07562]], ["   -0.0725", "    0.0756"]),
    ([[-10.74339], [72.52891]], ["  -10.7434", "   72.5289"]),
    # clock
    ([2021, 3, 5, 15, 52, 28.3], ["   1.0e+03 *", "", "    2.0210    0.0030    0.0050    0.0150    0.0520    0.0283"]),
    # two equal tolerances
    ([1e-5, 1e-5], ["   1.0e-05 *", "", "    1.0000    1.0000"]),
    # dlyap(A, Qt): below 1e-3 the leading digit stands behind the point
    ([1.355e-4, 0, 1.193e-4], ["   1.0e-03 *", "", "    0.1355         0    0.1193"]),
    # velocityProduct of the QArm: a rounded negative keeps its sign
    ([0.00449, 0.00152, -0.00231, -0.00001], ["    0.0045    0.0015   -0.0023   -0.0000"]),
    # cubes of single-precision timings
    ([[6145.167, 247.759], [1429.180, 75.621]], ["   1.0e+03 *", "", "    6.1452    0.2478", "    1.4292    0.0756"]),
    # whole numbers
    ([1, 2, 3], ["     1     2     3"]),
    ([-1, 0, 999], ["    -1     0   999"]),
    ([1000, 2000], ["        1000        2000"]),
    ([-0.0, 1], ["     0     1"]),
    # what is no number
    ([1.5, np.nan, -np.inf], ["    1.5000       NaN      -Inf"]),
    ([1, np.nan, np.inf], ["     1   NaN   Inf"]),
    ([np.nan, np.nan], ["   NaN   NaN"]),
    ([1e9, 1], ["   1.0e+09 *", "", "    1.0000    0.0000"]),
    ([999.25, 100.5], ["  999.2500  100.5000"]),
]


@pytest.mark.parametrize(("value", "lines"), PRINTED)
def test_format_short_arrays(value, lines):
    assert matrix_text(value).split("\n") == lines


PRINTED_LONG = [
    # a user's comment: p-values
    (
        [[1e-18], [0.028344444225e-6], [0.327426737084570e-3]],
        ["   1.0e-03 *", "", "   0.000000000000001", "   0.000028344444225", "   0.327426737084570"],
    ),
    ([[0.33154, 0.1146]], ["   0.331540000000000   0.114600000000000"]),
    ([[np.pi], [10 * np.pi]], ["   3.141592653589793", "  31.415926535897931"]),
    ([[98.5, -21.625]], ["  98.500000000000000 -21.625000000000000"]),
    ([198.1631469726562, -0.025], ["   1.0e+02 *", "", "   1.981631469726562  -0.000250000000000"]),
    ([1, 2, 3], ["     1     2     3"]),
    ([0.5, 0, np.nan], ["   0.500000000000000                   0                 NaN"]),
]


@pytest.mark.parametrize(("value", "lines"), PRINTED_LONG)
def test_format_long_arrays(value, lines):
    assert matrix_text(value, long=True).split("\n") == lines


@pytest.mark.parametrize(
    ("value", "short", "long"),
    [
        (0.3315, "    0.3315", "   0.331500000000000"),
        (-0.3315, "   -0.3315", "  -0.331500000000000"),
        (12.34567, "   12.3457", "  12.345670000000000"),
        (np.pi, "    3.1416", "   3.141592653589793"),
        (1234.56, "   1.2346e+03", "     1.234560000000000e+03"),
        (-230.2585092993945, " -230.2585", "    -2.302585092993945e+02"),
        (1.2e-4, "   1.2000e-04", "     1.200000000000000e-04"),
        (1e-3, "   1.0000e-03", "     1.000000000000000e-03"),
        (2.0**-52, "   2.2204e-16", "     2.220446049250313e-16"),
        (1 / 5323, "   1.8786e-04", "     1.878639864737930e-04"),
        (3, "     3", "     3"),
        (-100, "  -100", "  -100"),
        (100000, "      100000", "      100000"),
        (2**30, "   1.0737e+09", "     1.073741824000000e+09"),
        (0, "     0", "     0"),
        (-0.0, "     0", "     0"),
        (np.nan, "   NaN", "   NaN"),
        (-np.inf, "  -Inf", "  -Inf"),
    ],
)
def test_scalars(value, short, long):
    assert matrix_text(value) == short
    assert matrix_text([[value]], long=True) == long


def test_wide_matrices_are_split_at_eighty_characters():
    assert matrix_text(np.arange(10) + 0.5).split("\n") == [
        "  Columns 1 through 8",
        "",
        "    0.5000    1.5000    2.5000    3.5000    4.5000    5.5000    6.5000    7.5000",
        "",
        "  Columns 9 through 10",
        "",
        "    8.5000    9.5000",
    ]
    assert "  Columns 1 through 13\n" in matrix_text(np.arange(14))
    assert matrix_text(np.arange(14)).endswith("  Column 14\n\n    13")
    assert "  Columns 1 through 6\n" in matrix_text(np.arange(7) + 1000)
    assert "  Columns 1 through 4\n" in matrix_text(np.arange(7) + 0.5, long=True)
    assert max(map(len, matrix_text(np.arange(20) + 0.5, long=True).split("\n"))) == 80


def test_the_scale_factor_stands_above_the_columns():
    lines = matrix_text(np.arange(9) * 1000.5).split("\n")
    assert lines[:4] == ["   1.0e+03 *", "", "  Columns 1 through 8", ""]


def test_empty_arrays():
    assert matrix_text([]) == matrix_text(np.zeros((0, 0))) == "     []"
    assert matrix_text(np.zeros((0, 3))) == "  0x3 empty double matrix"
    assert matrix_text(np.zeros((1, 0))) == "  1x0 empty double row vector"
    assert matrix_text(np.zeros((0, 1))) == "  0x1 empty double column vector"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([0.2247, 1.5e-4, 4.1e-4], "[0.2247 1.5000e-04 4.1000e-04]"),  # the reference page of rigidBody
        ([0, 0, -9.81], "[0 0 -9.8100]"),
        (0.33153, "0.3315"),
        (1.0, "1"),
        ([1.0], "[1]"),
        ([[1, 2.5]], "[1 2.5000]"),
        ([-np.inf, np.inf], "[-Inf Inf]"),
        ([np.nan] * 3, "[NaN NaN NaN]"),
        ([], "[]"),
        (np.eye(4), "[4x4 double]"),
        ([[1], [2]], "[2x1 double]"),
    ],
)
def test_inline(value, text):
    assert inline_text(value) == text


def test_integer_and_logical_types_count_as_numbers():
    assert matrix_text(np.array([1, 2], dtype=np.int8)) == matrix_text([1.0, 2.0])
    assert matrix_text(np.array([True, False])) == "     1     0"


@pytest.mark.parametrize("extreme", [5e-324, 1.7e308, -1.7e308])
def test_extremes_print(extreme):
    assert "1.0e" in matrix_text([extreme, 0.5e-324])


@pytest.mark.parametrize("value", ["12", ["1", "2"], [None], [1j, 2]])
def test_what_is_not_real_is_refused(value):
    with pytest.raises(TypeError):
        matrix_text(value)


def test_three_dimensions_are_refused():
    with pytest.raises(ValueError, match="3 dimensions"):
        matrix_text(np.zeros((2, 2, 2)))
