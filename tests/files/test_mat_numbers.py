"""Numbers and sparse arrays as they are handed out."""

import numpy as np
import pytest

from rst_compat.files.mat_errors import DamagedError
from rst_compat.files.mat_numbers import number_value, sparse_value


def test_one_number_is_a_scalar():
    assert isinstance(number_value(np.array([[1.5]])), float)
    assert number_value(np.array([[True]])) is True
    assert type(number_value(np.array([[3]], dtype=np.int8))) is np.int8
    assert number_value(np.array([[2.5]], dtype=">f8")) == 2.5


def test_arrays_keep_their_shape():
    for shape in ((3, 1), (1, 3), (0, 0), (0, 3), (2, 3, 4)):
        assert number_value(np.zeros(shape)).shape == shape
    assert number_value(np.zeros((2, 2), dtype=">f4")).dtype == np.dtype("f4")


@pytest.mark.parametrize(
    ("rows", "starts"),
    [
        ([0], [0, 1]),  # columns missing
        ([0], [1, 1, 1]),
        ([0, 1], [0, 2, 1]),
        ([0], [0, 1, 2]),
        ([5], [0, 1, 1]),
        ([-1], [0, 1, 1]),
        ([], []),
    ],
)
def test_sparse_indices_that_do_not_fit(rows, starts):
    with pytest.raises(DamagedError, match="do not fit"):
        sparse_value(np.ones(2), np.array(rows), np.array(starts), (3, 2))
