"""MAT-files of version 5 to 7: against SciPy where it reads right, and what it does not."""

import struct
import warnings
import zlib

import numpy as np
import pytest
import scipy.io
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from mat_samples import HEADER, compressed, double, element, mat5, matrix

from rst_compat.errors import MatlabError
from rst_compat.files.mat_errors import DamagedError
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import Cell, MatObject, Struct, StructArray

DAMAGED = "MATLAB:load:unableToReadMatFile"


def fault(path):
    """The message of a file of which nothing can be read."""
    with pytest.raises(MatlabError) as caught:
        read_mat(path)
    assert caught.value.identifier in (DAMAGED, "rst_compat:mat:TooLarge")
    assert str(path) in str(caught.value)
    return str(caught.value)


NUMBERS = st.sampled_from(["f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "c16", "c8", "?"])
ARRAYS = NUMBERS.flatmap(lambda d: hnp.arrays(d, hnp.array_shapes(min_dims=2, max_dims=4, min_side=0, max_side=3)))


@given(array=ARRAYS, compress=st.booleans())
def test_what_scipy_writes_is_read(tmp_path_factory, array, compress):
    path = tmp_path_factory.mktemp("mat") / "a.mat"
    scipy.io.savemat(path, {"a": array}, do_compression=compress)
    got = read_mat(path)["a"]
    want = array if array.size != 1 else array.reshape(1)[0]
    assert np.asarray(got).dtype == array.dtype
    assert np.array_equal(got, want, equal_nan=array.dtype.kind in "fc")
    assert np.shape(got) == np.shape(want)


@pytest.mark.parametrize("compress", [False, True])
def test_containers_as_scipy_reads_them(tmp_path, compress):
    cell = np.empty((2, 2), dtype=object)
    cell[:] = [[1.0, "text"], [np.arange(3.0), True]]
    rows = np.array([(1.0, "a"), (2.0, "bb"), (3.0, "")], dtype=[("x", object), ("name", object)]).reshape(1, 3)
    values = {"c": cell, "s": {"p": {"q": 5.0}, "r": "row"}, "rows": rows, "chars": np.array(["ab", "cde"])}
    values |= {"sp": scipy.sparse.csc_array([[0, 1.5], [2, 0]]), "spl": scipy.sparse.csc_array([[True, False]])}
    scipy.io.savemat(tmp_path / "a.mat", values, do_compression=compress)
    got = read_mat(tmp_path / "a.mat")
    assert isinstance(got["c"], Cell)
    assert got["c"].shape == (2, 2)
    assert got["c"][0, 1] == "text"
    assert np.array_equal(got["c"][1, 0], [[0, 1, 2]])
    assert got["c"][1, 1] is True
    assert isinstance(got["s"], Struct)
    assert got["s"].p.q == 5
    assert isinstance(got["rows"], StructArray)
    assert got["rows"].name == ["a", "bb", ""]
    assert got["chars"].tolist() == ["ab ", "cde"]
    assert np.array_equal(got["sp"].toarray(), [[0, 1.5], [2, 0]])
    assert got["spl"].dtype == bool
    assert list(got) == list(values)


def test_a_complex_double_stored_as_integers_keeps_its_precision(tmp_path):
    """scipy.io.loadmat makes single precision of it."""
    parts = element(5, struct.pack("<i", 100_000_001)), element(9, struct.pack("<d", 0.123456789012345))
    path = mat5(tmp_path / "a.mat", matrix(b"z", 6, (1, 1), *parts, flags=8))
    assert read_mat(path)["z"] == 100_000_001 + 0.123456789012345j


def test_numbers_stored_small_get_their_class_back(tmp_path):
    shrunk = matrix(b"d", 6, (1, 3), element(2, bytes([1, 2, 255])))
    logical = matrix(b"l", 9, (1, 2), element(2, bytes([0, 1])), flags=2)
    values = read_mat(mat5(tmp_path / "a.mat", shrunk, logical))
    assert values["d"].dtype == np.float64
    assert values["d"].tolist() == [[1, 2, 255]]
    assert values["l"].tolist() == [[False, True]]


@pytest.mark.parametrize(("kind", "codec"), [(4, "utf-16-le"), (16, "utf-8"), (17, "utf-16-le"), (18, "utf-32-le")])
def test_text_in_every_encoding(tmp_path, kind, codec):
    path = mat5(tmp_path / "a.mat", matrix(b"t", 4, (1, 3), element(kind, "θ1é".encode(codec))))
    assert read_mat(path)["t"] == "θ1é"


def test_big_endian(tmp_path):
    path = tmp_path / "a.mat"
    text = matrix(b"t", 4, (1, 2), element(17, "θé".encode("utf-16-be"), ">"), order=">")
    path.write_bytes(HEADER[:124] + b"\1\0MI" + double(b"x", 1.0, 2.0, order=">") + text)
    got = read_mat(path)
    assert got["x"].dtype.isnative
    assert got["x"].tolist() == [[1, 2]]
    assert got["t"] == "θé"


def test_old_objects_and_function_handles(tmp_path):
    names = element(5, struct.pack("<i", 4)) + element(1, b"len\0")
    old = matrix(b"o", 3, (1, 1), element(1, b"polynom"), names, double(b"", 2.0))
    handle = matrix(b"f", 16, (1, 1), matrix(b"", 2, (1, 1), names, double(b"", 7.0)))
    empty = matrix(b"e", 16, (0, 0))
    got = read_mat(mat5(tmp_path / "a.mat", old, handle, empty))
    assert isinstance(got["o"], MatObject)
    assert (got["o"]._class_name, got["o"].len) == ("polynom", 2)
    assert (got["f"]._class_name, got["f"].len) == ("function_handle", 7)
    assert list(got["e"]) == []


def test_empty_elements_have_no_content(tmp_path):
    cell = matrix(b"c", 1, (1, 2), struct.pack("<II", 14, 0), double(b"", 1.0))
    assert read_mat(mat5(tmp_path / "a.mat", cell))["c"][0].shape == (0, 0)


def test_a_stream_without_its_end_is_read(tmp_path):
    data = zlib.compress(double(b"x", 1.0, 2.0))[:-4]
    path = mat5(tmp_path / "a.mat", struct.pack("<II", 15, len(data)) + data)
    assert read_mat(path)["x"].tolist() == [[1, 2]]


# --------------------------------------------------------------------------- broken files


def nested(depth):
    inner = double(b"", 1.0)
    for _ in range(depth):
        inner = matrix(b"", 1, (1, 1), inner)
    return matrix(b"x", 1, (1, 1), inner)


FOUR = struct.pack("<4d", 1, 2, 3, 4)
BROKEN = {
    "unknown element type": (matrix(b"x", 6, (1, 1), element(200, b"\0" * 8)), "number of elements"),
    "unknown class": (matrix(b"x", 99, (1, 1), element(9, b"\0" * 8)), "unknown class 99"),
    "nested": (nested(20_000), "nested more than"),
    "a size of a billion cells": (matrix(b"x", 1, (2**30, 1)), "fewer elements"),
    "a size of a billion characters": (matrix(b"x", 4, (2**30, 1), element(16, b"")), "fewer characters"),
    "a billion structs without fields": (
        matrix(b"x", 2, (2**30, 1), element(5, struct.pack("<i", 1)), element(1, b"")),
        "fewer elements",
    ),
    "too few numbers": (matrix(b"x", 6, (3, 3), element(9, FOUR)), "number of elements"),
    "a negative size": (matrix(b"x", 6, (-1, -4), element(9, FOUR)), "negative"),
    "one dimension": (matrix(b"x", 6, (4,), element(9, FOUR)), "two or more"),
    "names of length 0": (
        matrix(b"x", 2, (1, 1), element(5, struct.pack("<i", 0)), element(1, b"abc\0")),
        "names of the fields",
    ),
    "names without an end": (
        matrix(b"x", 2, (1, 1), element(5, struct.pack("<i", 4)), element(1, b"abcd"), double(b"", 1.0)),
        "name of a field",
    ),
    "a child that is no array": (matrix(b"x", 1, (1, 1), element(9, FOUR)), "should be an array"),
    "a long child": (matrix(b"x", 1, (1, 1), struct.pack("<II", 14, 2**31)), "longer than"),
    "text of numbers": (matrix(b"x", 4, (1, 1), element(9, b"\0" * 8)), "stored in a type"),
    "sparse beyond its size": (
        matrix(
            b"x",
            5,
            (2, 1),
            element(5, struct.pack("<i", 7)),
            element(5, struct.pack("<2i", 0, 1)),
            element(9, struct.pack("<d", 1)),
        ),
        "do not fit",
    ),
    "sparse columns that count down": (
        matrix(
            b"x",
            5,
            (2, 2),
            element(5, struct.pack("<i", 0)),
            element(5, struct.pack("<3i", 0, 9, 1)),
            element(9, struct.pack("<d", 1)),
        ),
        "do not fit",
    ),
    "no array in it": (compressed(b"\0" * 8), "holds no array"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(tmp_path, name):
    variable, words = BROKEN[name]
    assert words in fault(mat5(tmp_path / "a.mat", variable))


@pytest.mark.parametrize("name", BROKEN)
def test_one_broken_variable_does_not_lose_the_others(tmp_path, name):
    path = mat5(tmp_path / "a.mat", double(b"before", 1.0), BROKEN[name][0], double(b"after", 2.0))
    with pytest.warns(UserWarning, match="cannot be read") as caught:
        got = read_mat(path)
    assert got == {"before": 1, "after": 2}
    assert [w.message.identifier for w in caught] == ["rst_compat:mat:Unreadable"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if name not in ("unknown class", "a negative size", "one dimension", "no array in it"):  # their names are lost
            assert read_mat(path, ["after"]) == {"after": 2}


def test_a_flipped_bit_is_found(tmp_path):
    """The checksum is tested; a wrong number never passes."""
    path = tmp_path / "a.mat"
    values = np.random.default_rng(0).random(100)
    good = compressed(double(b"x", *values))
    read = 0
    for k in range(8, len(good)):
        bad = bytearray(good)
        bad[k] ^= 4
        mat5(path, bytes(bad), double(b"y", 1.0))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            got = read_mat(path)
        assert ("x" in got) != bool(caught)
        assert np.array_equal(got.get("x", [values]), [values])
        read += "x" in got
    assert read < 3  # bits that no decoder looks at


@pytest.mark.parametrize("compress", [False, True])
def test_a_file_that_ends_early(tmp_path, compress):
    parts = [double(name, *range(50)) for name in (b"a", b"b", b"c")]
    data = HEADER + b"".join(compressed(part) if compress else part for part in parts)
    ends = [len(HEADER)]
    for part in parts:
        ends.append(ends[-1] + len(compressed(part) if compress else part))
    path = tmp_path / "a.mat"
    for length in range(len(HEADER) + 1, len(data)):
        path.write_bytes(data[:length])
        whole = [name for name, end in zip("abc", ends[1:], strict=True) if end <= length]
        if length in ends:
            assert list(read_mat(path)) == whole
            continue
        message = fault(path)
        assert "damaged" in message
        if whole:
            assert "still reads " + ", ".join(whole) in message
            assert list(read_mat(path, whole)) == whole


def test_garbage_behind_the_variables(tmp_path):
    path = mat5(tmp_path / "a.mat", double(b"x", 1.0), b"garbage here")
    assert "where a variable should begin" in fault(path)
    assert read_mat(path, ["x"]) == {"x": 1}


def bomb(inner):
    """A variable that unfolds into 272 MB."""
    size = 2**28 + 2**24
    head = matrix(b"x", *inner)[8:]
    out = zlib.compressobj(1)
    data = out.compress(struct.pack("<II", 14, len(head) + 8 + size) + head + struct.pack("<II", 2, size))
    for _ in range(size >> 20):
        data += out.compress(b"\0" * 2**20)
    data += out.flush()
    return struct.pack("<II", 15, len(data)) + data


def test_a_compression_bomb(tmp_path):
    path = mat5(tmp_path / "a.mat", bomb((9, (2**28 + 2**24, 1))))
    assert path.stat().st_size < 2 * 2**20
    message = fault(path)
    assert "unfolds into 285 MB, more than the 268 MB" in message
    assert "load(file, MaxBytes=4e+08)" in message
    assert read_mat(path, most=4e8)["x"].shape == (2**28 + 2**24, 1)


@pytest.mark.parametrize("stored", ["f8", "u1"])  # MATLAB stores whole numbers in few bytes
def test_a_log_of_zeros_is_no_bomb(tmp_path, stored):
    """200 MB in 200 kB: what a variable takes is counted, and once."""
    count = 25_000_000
    zeros = element({"f8": 9, "u1": 2}[stored], bytes(count * np.dtype(stored).itemsize))
    path = mat5(tmp_path / "a.mat", compressed(matrix(b"x", 6, (count // 10, 10), zeros)))
    assert path.stat().st_size < 300_000
    got = read_mat(path)["x"]
    assert (got.shape, got.dtype) == ((count // 10, 10), np.float64)
    assert not got.any()
    with pytest.raises(MatlabError, match="MaxBytes=3e"):
        read_mat(path, most=1e8)


def test_what_is_not_wanted_does_not_count(tmp_path):
    path = mat5(tmp_path / "a.mat", bomb((9, (2**28 + 2**24, 1))), compressed(double(b"y", 1.0)))
    assert read_mat(path, ["y"]) == {"y": 1}


def test_a_bomb_does_not_lose_the_others(tmp_path):
    path = mat5(tmp_path / "a.mat", bomb((9, (2**28 + 2**24, 1))), compressed(double(b"y", 1.0)))
    with pytest.warns(UserWarning, match=r"unfolds .*load\(file, MaxBytes="):
        assert read_mat(path) == {"y": 1}


def test_a_bomb_of_small_values(tmp_path):
    count = 2**20
    cell = matrix(b"x", 1, (count, 1), struct.pack("<II", 14, 0) * count)
    assert "too many values" in fault(mat5(tmp_path / "a.mat", compressed(cell)))


def test_damage_says_what(tmp_path):
    assert issubclass(DamagedError, Exception)
    assert "its compressed data is corrupt" in fault(mat5(tmp_path / "a.mat", struct.pack("<II", 15, 16) + b"\7" * 16))
