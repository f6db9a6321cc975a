"""What is written is what is read back, by this package and by SciPy."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.io
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from rst_compat.errors import MatlabError
from rst_compat.files import mat_writer
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import Cell, MatObject, Struct, StructArray, TimeSeries, matlab_class, matlab_size
from rst_compat.files.mat_writer import write_mat


@pytest.fixture
def again(tmp_path):
    def again(value, **options):
        write_mat(tmp_path / "a.mat", {"x": value}, **options)
        return read_mat(tmp_path / "a.mat")["x"]

    return again


NUMBERS = st.sampled_from(["f8", "f4", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "c16", "c8", "?"])
ARRAYS = NUMBERS.flatmap(lambda d: hnp.arrays(d, hnp.array_shapes(min_dims=2, max_dims=4, min_side=0, max_side=3)))


@given(array=ARRAYS, compress=st.booleans())
def test_arrays(tmp_path_factory, array, compress):
    path = tmp_path_factory.mktemp("mat") / "a.mat"
    write_mat(path, {"x": array}, compress)
    got = read_mat(path)["x"]
    assert matlab_class(got) == matlab_class(array)
    assert matlab_size(got) == tuple(array.shape)
    assert np.array_equal(np.reshape(got, array.shape), array, equal_nan=array.dtype.kind in "fc")


@pytest.mark.parametrize(
    ("value", "kind", "size"),
    [
        (3, "double", (1, 1)),
        (2.5, "double", (1, 1)),
        (True, "logical", (1, 1)),
        (1 + 2j, "double", (1, 1)),
        (2**60 + 1, "int64", (1, 1)),
        (2**63, "uint64", (1, 1)),
        (None, "double", (0, 0)),
        ([], "double", (0, 0)),
        ((), "double", (0, 0)),
        ([1, 2, 3], "double", (1, 3)),
        ([[1, 2], [3, 4], [5, 6]], "double", (3, 2)),
        ([True, False], "logical", (1, 2)),
        ([np.int8(1), np.int8(2)], "int8", (1, 2)),
        (np.arange(3.0), "double", (1, 3)),
        (np.arange(3), "int64", (1, 3)),
        (np.zeros(0), "double", (0, 0)),
        (np.float16(1.5), "double", (1, 1)),
        (np.longdouble(1.5), "double", (1, 1)),
        ("text", "char", (1, 4)),
        ("", "char", (0, 0)),
        (np.array(["ab", "cde"]), "char", (2, 3)),
        (["ab", "cde"], "cell", (1, 2)),
        ([1, "a"], "cell", (1, 2)),
        ([[1], [2, 3]], "cell", (1, 2)),
        ([{"a": 1}, {"a": 2}], "struct", (1, 2)),
        ([{"a": 1}, {"b": 2}], "cell", (1, 2)),
        ({}, "struct", (1, 1)),
        (np.array([[1, None]], dtype=object), "cell", (1, 2)),
        (Cell([1, 2, 3], (3, 1)), "cell", (3, 1)),
        (StructArray([], (0, 0), ("a",)), "struct", (0, 0)),
    ],
)
def test_kinds(again, value, kind, size):
    got = again(value)
    assert (matlab_class(got), matlab_size(got)) == (kind, size)


def test_values_in_containers(again):
    value = {"a": [1, 2], "b": {"c": "text", "d": [{"e": 1}, {"e": "two"}]}, "f": [None, {"g": True}]}
    got = again(value)
    assert isinstance(got, Struct)
    assert got.a.tolist() == [[1, 2]]
    assert got.b.c == "text"
    assert got.b.d.e == [1, "two"]
    assert got.f[0].shape == (0, 0)
    assert got.f[1].g is True


def test_everything_that_is_read_can_be_written(again):
    rows = StructArray([Struct(a=1.0, b="x"), Struct(a=2.0, b="y")], (2, 1))
    cell = Cell([1.0, "a", np.eye(2), Cell([True])], (2, 2))
    for value in (rows, cell, Struct(rows=rows, cell=cell)):
        assert repr(again(again(value))) == repr(value)


def test_sparse(again):
    for dtype in (float, bool, complex, np.int32):
        value = scipy.sparse.coo_array(np.array([[0, 1, 0], [1, 0, 0]], dtype=dtype))
        got = again(value)
        assert isinstance(got, scipy.sparse.csc_array)
        assert got.dtype == (float if dtype == np.int32 else dtype)
        assert np.array_equal(got.toarray(), value.toarray())


def test_namespaces_dataclasses_and_structured_arrays(again):
    assert again(SimpleNamespace(a=1)).a == 1
    series = again(TimeSeries(Time=np.zeros((2, 1)), Data=np.ones((2, 3)), Name="q"))
    assert series.Data.shape == (2, 3)
    assert series.Name == "q"
    assert again(np.array([(1, 2.5)], dtype=[("i", "i4"), ("x", "f8")])).x == 2.5
    assert again(np.array([(1, 2.5), (2, 3.5)], dtype=[("i", "i4"), ("x", "f8")])).x == [2.5, 3.5]


@pytest.mark.parametrize("text", ["θ_1 é", "😀 ok", "a b ", "line\nline", "日本語"])
def test_text(again, tmp_path, text):
    assert again(text) == text
    assert again([text])[0] == text


def test_scipy_reads_it(tmp_path):
    write_mat(tmp_path / "a.mat", {"s": {"a": [1, 2], "t": "text"}, "f" * 63: 1})
    got = scipy.io.loadmat(tmp_path / "a.mat", simplify_cells=True)
    assert got["s"]["a"].tolist() == [1, 2]
    assert got["s"]["t"] == "text"
    assert got["f" * 63] == 1


@pytest.mark.parametrize("name", ["1a", "_a", "a b", "", "a" * 64, "é", "a-b", 3])
def test_names_that_matlab_does_not_allow(tmp_path, name):
    for variables in ({name: 1}, {"x": {name: 1}}):
        with pytest.raises(MatlabError, match="MATLAB allows no such name of a") as caught:
            write_mat(tmp_path / "a.mat", variables)
        assert caught.value.identifier == "rst_compat:mat:BadName"
    assert not list(tmp_path.iterdir())


def loop():
    items = []
    items.append({"again": items})
    return items


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"a": [1, object()]}, r"x.a\{2\} cannot be written: expected numbers, text, .*, got object"),
        ([{"b": 1}, {"b": len}], r"x\(2\).b cannot be written"),
        (MatObject("Joint", a=1), r"got Joint. vars\(\) of it gives its properties"),
        (np.array(["2020-01-01"], dtype="datetime64[D]"), "Write dates as numbers or as text"),
        ("\ud800", "expected Unicode text"),
        (2**64, "an integer of at most 64 bits"),
        (loop(), "nested no more than 64 deep"),
        (float, "got type"),
    ],
)
def test_what_cannot_be_written(tmp_path, value, words):
    with pytest.raises(MatlabError, match=words) as caught:
        write_mat(tmp_path / "a.mat", {"x": value})
    assert caught.value.identifier == "rst_compat:mat:NotSavable"


def test_a_large_variable(tmp_path):
    huge = np.broadcast_to(np.zeros(1), (2**14, 2**14))
    with pytest.raises(MatlabError, match="x is too large: expected less than 2 GB"):
        write_mat(tmp_path / "a.mat", {"x": huge})


def test_a_file_is_replaced_only_by_a_whole_one(tmp_path):
    path = tmp_path / "a.mat"
    write_mat(path, {"x": 1})
    with pytest.raises(MatlabError):
        write_mat(path, {"x": 2, "y": object()})
    assert read_mat(path) == {"x": 1}
    write_mat(path, {"y": 2})
    assert read_mat(path) == {"y": 2}
    assert [p.name for p in tmp_path.iterdir()] == ["a.mat"]


def test_where_nothing_can_be_written(tmp_path):
    for path in (tmp_path / "no" / "a.mat", tmp_path / "a\0.mat"):
        with pytest.raises(MatlabError, match="cannot be written") as caught:
            write_mat(path, {"x": 1})
        assert caught.value.identifier == "rst_compat:mat:NotWritten"


def test_what_save_writes_load_reads_around_the_bound_of_compression(tmp_path, monkeypatch):
    """Constant arrays compress a thousandfold; beyond a size they are written as they are."""
    monkeypatch.setattr(mat_writer, "_COMPRESSED_BYTES", 2**16)
    sizes = []
    for count in (2**13 - 1, 2**13):
        path = tmp_path / "x.mat"
        write_mat(path, {"x": np.ones((count, 1))})
        sizes.append(path.stat().st_size)
    assert sizes[0] < 2**12
    assert sizes[1] > 2**16
