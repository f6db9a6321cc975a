"""Character arrays."""

import pytest

from rst_compat.files.mat_errors import DamagedError
from rst_compat.files.mat_text import decoded, text_value


def test_rows():
    assert text_value("abc", (1, 3)) == "abc"
    assert text_value("", (0, 0)) == ""
    assert text_value("", (1, 0)) == ""
    assert text_value("", (3, 0)) == ""
    assert text_value("axbycz", (2, 3)).tolist() == ["abc", "xyz"]
    assert text_value("abc", (3, 1)).tolist() == ["a", "b", "c"]
    assert text_value("aceg" + "bdfh", (2, 2, 2)).tolist() == [["ae", "bf"], ["cg", "dh"]]


def test_a_character_that_counts_twice():
    assert text_value("a😀", (1, 3)) == "a😀"


def test_characters_that_are_not_stored():
    assert text_value("", (1, 4)) == "    "


@pytest.mark.parametrize(("text", "shape"), [("ab", (1, 3)), ("abcd", (1, 3)), ("", (1, 10**9)), ("😀a", (2, 2))])
def test_another_number_of_characters(text, shape):
    with pytest.raises(DamagedError, match="number of characters"):
        text_value(text, shape)


def test_codecs():
    assert decoded(4, "θ".encode("utf-16-be"), ">") == "θ"
    assert decoded(1, b"\xe9", "<") == "é"  # no UTF-8: Latin-1
    assert decoded(17, b"\0\xd8", "<") == "\N{REPLACEMENT CHARACTER}"
    with pytest.raises(DamagedError, match="holds none"):
        decoded(9, b"", "<")
