"""MAT-files of version 7.3: what MATLAB writes beyond mat-io's own writer, and hostile HDF5."""

import struct
import sys

import numpy as np
import pytest
from mat_samples import matio, write_objects

from rst_compat.errors import MatlabError
from rst_compat.files import child, mat_reader
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import Struct

h5py = pytest.importorskip("h5py", reason="mat-io is not installed")
SINGLE = np.dtype([("real", "f4"), ("imag", "f4")])


@pytest.fixture
def make(tmp_path):
    """A file that h5py fills, with the header of a MAT-file."""
    matio()
    path = tmp_path / "a.mat"

    def make(fill):
        with h5py.File(path, "w", userblock_size=512) as file:
            fill(file)
        with path.open("r+b") as file:
            file.write(b"MATLAB 7.3 MAT-file, made by a test".ljust(124) + b"\0\2IM")
        return path

    return make


def add(group, name, data, kind="double", **attributes):
    item = group.create_dataset(name, data=data)
    item.attrs["MATLAB_class"] = np.bytes_(kind)
    for key, value in attributes.items():
        item.attrs["MATLAB_" + key] = value
    return item


def refuse(path, words, identifier="MATLAB:load:unableToReadMatFile"):
    with pytest.raises(MatlabError, match=words) as caught:
        read_mat(path)
    assert caught.value.identifier == identifier


def test_complex_singles_stay_single(make):
    """mat-io makes doubles of them."""

    def fill(file):
        z = np.array([[(1, -1), (2, 0)]], dtype=SINGLE)
        add(file, "z", z, "single")
        inner = add(file, "#refs#/a", z[:, :1], "single")
        cell = file.create_dataset("c", (2, 1), dtype=h5py.ref_dtype)
        cell[0, 0] = cell[1, 0] = inner.ref
        cell.attrs["MATLAB_class"] = np.bytes_("cell")
        group = file.create_group("s")
        group.attrs["MATLAB_class"] = np.bytes_("struct")
        add(group, "f", z, "single")
        add(group, "d", z.astype([("real", "f8"), ("imag", "f8")]))
        several = file.create_group("t")
        several.attrs["MATLAB_class"] = np.bytes_("struct")
        field = several.create_dataset("g", (1, 2), dtype=h5py.ref_dtype)
        field[0, 0] = field[0, 1] = inner.ref

    got = read_mat(make(fill))
    assert got["z"].dtype == np.complex64
    assert got["z"].tolist() == [[1 - 1j], [2]]
    assert [type(item) for item in got["c"]] == [np.complex64] * 2
    assert got["s"].f.dtype == np.complex64
    assert got["s"].d.dtype == np.complex128
    assert got["t"].shape == (2, 1)
    assert [type(item) for item in got["t"].g] == [np.complex64] * 2


def test_logicals_text_and_empties(make):
    def fill(file):
        add(file, "l", np.array([[1], [0]], np.uint8), "logical", int_decode=np.int32(1))
        add(file, "t", np.array([[ord(c)] for c in "aθ"], np.uint16), "char", int_decode=np.int32(2))
        add(file, "e", np.array([0, 3], np.uint64), "int8", empty=np.uint8(1))
        add(file, "c", np.array([0, 0], np.uint64), "cell", empty=np.uint8(1))
        add(file, "s", np.array([0, 0], np.uint64), "struct", empty=np.uint8(1))
        add(file, "bare", np.array([1, 1], np.uint64), "struct", empty=np.uint8(1))
        add(file, "bares", np.array([1, 3], np.uint64), "struct", empty=np.uint8(1))

    got = read_mat(make(fill))
    assert got["l"].tolist() == [[True, False]]
    assert got["t"] == "aθ"
    assert (got["e"].shape, got["e"].dtype) == ((0, 3), np.int8)
    assert (got["c"].shape, got["s"].shape) == ((0, 0), (0, 0))
    assert (got["bare"], got["bares"].shape, list(got["bares"])) == (Struct(), (1, 3), [Struct()] * 3)


def test_more_bare_structs_than_the_file_may_hold(make):
    def fill(file):
        add(file, "s", np.array([1, 10**9], np.uint64), "struct", empty=np.uint8(1))

    refuse(make(fill), "too many values", "rst_compat:mat:TooLarge")


def test_one_broken_variable_does_not_lose_the_others(make):
    def fill(file):
        add(file, "good", np.eye(2))
        add(file, "odd", np.eye(2), "no_class_of_matlab")
        add(file, "zeros", np.array([2**20, 2**20], np.uint64), "double", empty=np.uint8(1))

    with pytest.warns(UserWarning, match="cannot be read") as caught:
        got = read_mat(make(fill))
    assert list(got) == ["good"]
    assert [str(w.message).split("'")[1] for w in caught] == ["odd", "zeros"]


def test_a_size_without_data(make):
    def fill(file):
        item = file.create_dataset("x", (2**20, 2**20), chunks=(2**10, 2**10), dtype="f8")
        item.attrs["MATLAB_class"] = np.bytes_("double")

    refuse(make(fill), "unfolds into 8796093 MB", "rst_compat:mat:TooLarge")


def test_what_matfile_has_not_written_is_zero(make):
    """``m = matfile(...); m.x(3000, 2000) = 1`` writes one chunk."""

    def fill(file):
        item = file.create_dataset("x", (2000, 3000), chunks=(100, 100), dtype="f8")
        item[1999, 2999] = 1
        item.attrs["MATLAB_class"] = np.bytes_("double")

    got = read_mat(make(fill))["x"]
    assert got.shape == (3000, 2000)
    assert (got.sum(), got[-1, -1]) == (1, 1)


def test_a_compression_bomb(make):
    def fill(file):
        item = file.create_dataset("x", (9 * 2**22,), chunks=(2**22,), dtype="f8", compression="gzip")
        for k in range(0, 9 * 2**22, 2**22):
            item[k : k + 2**22] = 0
        item.attrs["MATLAB_class"] = np.bytes_("double")

    path = make(fill)
    refuse(path, r"unfolds into 302 MB.*MaxBytes=5e\+08", "rst_compat:mat:TooLarge")
    assert read_mat(path, most=5e8)["x"].size == 9 * 2**22


@pytest.mark.skipif(sys.platform != "linux", reason="memory is bounded on Linux")
def test_more_memory_than_its_values_take(make, monkeypatch):
    monkeypatch.setattr(mat_reader, "_ON_THE_WAY", 0.5)

    def fill(file):
        add(file, "x", np.zeros((5000, 4000)))

    with pytest.raises(MatlabError, match=r"takes more memory.*MaxBytes=inf") as caught:
        read_mat(make(fill), most=2e8)
    assert caught.value.identifier == "rst_compat:mat:TooLarge"


@pytest.mark.parametrize("function", ["os:abort", "os:_exit"])
def test_a_crash_of_the_reader(make, monkeypatch, function):
    """HDF5 itself crashes on one file in some thousands."""
    arguments = () if function == "os:abort" else (3,)
    monkeypatch.setattr(mat_reader, "call", lambda *_, **bounds: child.call(function, *arguments, **bounds))
    refuse(make(lambda file: add(file, "x", np.eye(2))), "HDF5 goes astray in it: .* crashed")


def test_no_python_to_read_with(make, monkeypatch):
    monkeypatch.setattr(sys, "executable", None)
    refuse(make(lambda file: add(file, "x", np.eye(2))), "path to sys.executable", "MATLAB:load:couldNotReadFile")


def test_a_cell_that_holds_itself(make):
    def fill(file):
        cell = file.create_dataset("c", (1, 1), dtype=h5py.ref_dtype)
        cell[0, 0] = cell.ref
        cell.attrs["MATLAB_class"] = np.bytes_("cell")

    refuse(make(fill), "nested more than 64 deep")


def test_cells_that_hold_each_other_many_times(make):
    def fill(file):
        inner = add(file, "#refs#/a", np.eye(2))
        for k in range(40):
            cell = file.create_dataset(f"#refs#/c{k}", (2, 1), dtype=h5py.ref_dtype)
            cell[0, 0] = cell[1, 0] = inner.ref
            cell.attrs["MATLAB_class"] = np.bytes_("cell")
            inner = cell
        file["c"] = inner

    refuse(make(fill), "too many values", "rst_compat:mat:TooLarge")


def test_links_to_other_files(make, tmp_path):
    (tmp_path / "secret").write_bytes(b"secret")
    with h5py.File(tmp_path / "other.h5", "w") as other:
        other["x"] = np.eye(2)
    for link in (h5py.ExternalLink(str(tmp_path / "other.h5"), "x"), h5py.SoftLink("/y")):
        refuse(make(lambda file, link=link: file.__setitem__("x", link)), "points at another file or another place")

    def external(file):
        item = file.create_dataset("x", (6,), "u1", external=[(str(tmp_path / "secret"), 0, 6)])
        item.attrs["MATLAB_class"] = np.bytes_("uint8")

    refuse(make(external), "takes its data from another file")


def test_a_heap_without_an_end(tmp_path):
    """HDF5 2.0 reads it for ever."""
    path = write_objects(tmp_path / "a.mat", "v7.3", s=np.array([[(1.0,)]], dtype=[("a", object)]))
    data = bytearray(path.read_bytes())
    heap = data.find(b"GCOL\1")
    assert heap > 0
    data[heap + 16 : heap + 32] = bytes(16)
    path.write_bytes(data)
    refuse(path, "a heap of it is broken")


def test_a_heap_whose_entry_leads_beyond_it(tmp_path):
    path = write_objects(tmp_path / "a.mat", "v7.3", s=np.array([[(1.0,)]], dtype=[("a", object)]))
    data = bytearray(path.read_bytes())
    heap = data.find(b"GCOL\1")
    data[heap + 24 : heap + 32] = struct.pack("<Q", 2**40)
    path.write_bytes(data)
    refuse(path, "a heap of it is broken")


def test_a_file_that_ends_early(tmp_path):
    path = write_objects(tmp_path / "a.mat", "v7.3", x=np.eye(30))
    path.write_bytes(path.read_bytes()[:3000])
    refuse(path, "HDF5 says: .*truncated")


def test_only_the_wanted_variables_are_visited(make):
    def fill(file):
        add(file, "good", np.eye(2))
        add(file, "zeros", np.array([2**20, 2**20], np.uint64), "double", empty=np.uint8(1))

    assert list(read_mat(make(fill), ["good"])) == ["good"]
