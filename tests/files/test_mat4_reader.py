"""MAT-files of version 4, as SciPy writes them, and broken ones."""

import struct

import numpy as np
import pytest
import scipy.io
import scipy.sparse
from mat_samples import matrix

from rst_compat.errors import MatlabError
from rst_compat.files.mat4_reader import byte_order
from rst_compat.files.mat_reader import read_mat


def variable(kind, rows, columns, imaginary, name, data, order="<"):
    return struct.pack(order + "5i", kind, rows, columns, imaginary, len(name) + 1) + name + b"\0" + data


def test_what_scipy_writes_is_read(tmp_path):
    path = tmp_path / "a.mat"
    values = {"x": np.arange(6.0).reshape(2, 3), "one": np.array([[2.5]]), "z": np.array([[1 + 2j, 3]])}
    scipy.io.savemat(path, values | {"text": "abc", "rows": np.array(["ab", "cd"])}, format="4")
    got = read_mat(path)
    assert got["x"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert got["one"] == 2.5
    assert got["z"].tolist() == [[1 + 2j, 3]]
    assert got["text"] == "abc"
    assert got["rows"].tolist() == ["ab", "cd"]


@pytest.mark.parametrize("values", [[[0, 1.5], [2, 0], [0, 0]], [[1 + 1j, 0, 0]], [[0.0, 0.0]]])
def test_sparse(tmp_path, values):
    scipy.io.savemat(tmp_path / "a.mat", {"s": scipy.sparse.csc_array(values)}, format="4")
    got = read_mat(tmp_path / "a.mat")["s"]
    assert isinstance(got, scipy.sparse.csc_array)
    assert got.toarray().tolist() == np.array(values).tolist()


@pytest.mark.parametrize(("kind", "dtype"), [(0, "f8"), (10, "f4"), (20, "i4"), (30, "i2"), (40, "u2"), (50, "u1")])
@pytest.mark.parametrize("order", ["<", ">"])
def test_every_type_is_a_double(tmp_path, kind, dtype, order):
    path = tmp_path / "a.mat"
    data = np.array([1, 2, 3], order + dtype).tobytes()
    path.write_bytes(variable(kind + (1000 if order == ">" else 0), 1, 3, 0, b"x", data, order))
    got = read_mat(path)["x"]
    assert got.dtype == np.float64
    assert got.tolist() == [[1, 2, 3]]


GOOD = variable(0, 1, 1, 0, b"x", struct.pack("<d", 1))
BROKEN = {
    "numbers missing": (variable(0, 2**15, 2**15, 0, b"y", b""), "in the middle of the variable 'y'"),
    "no header": (b"\0" * 7, "where a variable should begin"),
    "a machine of old": (variable(2000, 1, 1, 0, b"y", b"\0" * 8), "where a variable should begin"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken(tmp_path, name):
    path = tmp_path / "a.mat"
    path.write_bytes(GOOD + BROKEN[name][0])
    with pytest.raises(MatlabError, match="still reads x") as caught:
        read_mat(path)
    assert caught.value.identifier == "MATLAB:load:unableToReadMatFile"
    assert BROKEN[name][1] in str(caught.value)
    assert read_mat(path, ["x"]) == {"x": 1}


@pytest.mark.parametrize(
    "data",
    [
        variable(1, 1, 2, 0, b"bad", struct.pack("<2d", 65, np.nan)),
        variable(2, 2, 3, 0, b"bad", struct.pack("<6d", 9, 2, 1, 2, 5, 0)),
        variable(2, 1, 3, 0, b"bad", struct.pack("<3d", 2, 2e9, 0)),
        variable(2, 1, 3, 0, b"bad", struct.pack("<3d", 2, np.inf, 0)),
        variable(2, 2, 2, 0, b"bad", struct.pack("<4d", 1, 2, 1, 2)),
    ],
)
def test_one_broken_variable_does_not_lose_the_others(tmp_path, data):
    path = tmp_path / "a.mat"
    path.write_bytes(data + GOOD)
    with pytest.warns(UserWarning, match="'bad' of .* cannot be read"):
        assert read_mat(path) == {"x": 1}


def test_other_files_are_none():
    assert byte_order(b"\0" * 100) is None
    assert byte_order(matrix(b"x", 6, (1, 1))) is None
    assert byte_order(b"") is None
