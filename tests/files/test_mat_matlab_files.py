"""Files that MATLAB 4 to 7 wrote, from the tests of SciPy: the values that ``scipy.io.loadmat`` reads, and more."""

import warnings
from pathlib import Path

import numpy as np
import pytest
import scipy.io
import scipy.io.matlab
import scipy.sparse
from mat_samples import matio

from rst_compat.errors import MatlabError
from rst_compat.files.mat_reader import read_mat
from rst_compat.files.mat_values import Cell, Struct, StructArray, matlab_size

FOLDER = Path(scipy.io.matlab.__file__).parent / "tests" / "data"
#: what SciPy refuses too, and what the message says
REFUSED = {
    "bad_miuint32": "a size is negative",
    "bad_miutf8_array_name": "a name is not a name",
    "debigged_m4": "ends in the middle of the variable 'a'",
    "malformed1": "ends in the middle of a variable",
}
#: the sizes in files that SciPy refuses whole, and where it replaces a broken character or a field that is there twice
OTHERWISE = {
    "broken_utf8": {"bad_string": (1, 11)},
    "corrupted_zlib_checksum": {"dscodes": (0, 1), "datagrid": (1, 1)},
    "corrupted_zlib_data": {"dates": (0, 1), "dscodes": (0, 1), "datagrid": (6694, 1)},
    "nasty_duplicate_fieldnames": {"Summary": (1, 1)},
}
FILES = sorted(path.stem for path in FOLDER.glob("*.mat"))

pytestmark = pytest.mark.skipif(not FILES, reason="SciPy is installed without its tests")


@pytest.mark.parametrize("name", FILES)
def test_a_file(name):
    path = FOLDER / f"{name}.mat"
    if name in REFUSED:
        with pytest.raises(MatlabError, match=REFUSED[name]):
            read_mat(path)
    elif name in OTHERWISE:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the variable that is broken
            got = read_mat(path)
        for variable, want in OTHERWISE[name].items():
            assert matlab_size(got[variable]) == want
    elif "hdf5" in name:
        matio()
        assert np.allclose(read_mat(path)["testdouble"], np.arange(0, 2.1 * np.pi, np.pi / 4), rtol=1e-15)
    else:
        want = {key: value for key, value in scipy.io.loadmat(path).items() if not key.startswith("__")}
        got = read_mat(path)
        assert set(got) == set(want)
        for variable, value in want.items():
            compare(value, got[variable])


def compare(want, got):
    """The values of SciPy, whose ``mat_dtype=False`` gives numbers in the type in which they are stored."""
    if isinstance(want, scipy.io.matlab.MatlabFunction):
        return
    if scipy.sparse.issparse(want):
        assert want.shape == got.shape
        assert np.array_equal(want.toarray(), got.toarray())
    elif isinstance(got, Struct | StructArray):
        rows = [got] if isinstance(got, Struct) else got
        for old, new in zip(np.ravel(want, order="F"), rows, strict=True):
            assert tuple(new) == (want.dtype.names or ())
            for field in new:
                compare(old[field], new[field])
    elif isinstance(got, Cell):
        assert want.shape == got.shape
        for old, new in zip(want.ravel(order="F"), got, strict=True):
            compare(old, new)
    elif want.dtype.kind == "U":
        assert list(np.ravel(got)) == (want.ravel().tolist() or [""])
    else:
        assert np.array_equal(want, np.atleast_2d(got), equal_nan=want.dtype.kind in "fc")
