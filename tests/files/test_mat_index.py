"""The index of the table of objects, whole and broken."""

import struct

import numpy as np
import pytest
from mat_samples import MARK

from rst_compat.files.mat_errors import DamagedError
from rst_compat.files.mat_index import check_empty, check_index, check_reference


def index(classes=((0, 1, 0, 0),) * 2, objects=((0,) * 6, (1, 0, 0, 0, 1, 1)), normal=(0, 0, 1, 1, 1, 0), order="<"):
    """One object of one class with one property."""
    regions = [np.ravel(classes), [0, 0], np.ravel(objects), normal, [0, 0, 0, 0]]
    names = b"Joint\0Type\0".ljust(16, b"\0")
    offsets = [40 + len(names)]
    for region in regions:
        offsets.append(offsets[-1] + 4 * len(region))
    head = struct.pack(order + "10i", 4, 2, *offsets, 0, 0)
    return head + names + b"".join(np.array(region, order + "i4").tobytes() for region in regions)


@pytest.mark.parametrize("order", ["<", ">"])
def test_whole(order):
    check_index(index(order=order), order)


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        index()[:60],
        index(objects=((0,) * 6, (9, 0, 0, 0, 1, 0))),  # a class that is none
        index(objects=((0,) * 6, (1, 0, 0, 0, 5, 0))),  # properties that are none
        index(objects=((0,) * 6, (1, 0, 0, 3, 0, 0))),
        index(objects=((0,) * 6, (1, 0, 0, 0, 1, 2**30))),
        index(objects=((0,) * 6, (1, 0, 0, 0, -1, 0))),
        index(normal=(0, 0, 2**30, 1, 1, 0)),  # a count beyond the end
        index(normal=(0, 0, -5, 1, 1, 0)),  # a count that leads backwards
        index()[:8] + b"\xff" * 8 + index()[16:],
        index()[:8] + struct.pack("<i", 2**30) + index()[12:],
    ],
)
def test_broken(broken):
    with pytest.raises(DamagedError, match="table of its objects is broken"):
        check_index(broken, "<")


def test_references():
    for good in (
        [MARK, 2, 1, 1, 7, 1],
        [MARK, 2, 2, 1, 7, 8, 1],
        [MARK, 2, 0, 0, 1],
        [1, 2, 3],
        [MARK],
        [5, 2, 9, 9, 1],
    ):
        check_reference(np.array(good, dtype=np.uint32))
    for bad in ([MARK, 2, 9, 9, 1, 1], [MARK, 2**31, 1], [MARK, 2, 2**31, 2, 1, 1]):
        with pytest.raises(DamagedError):
            check_reference(np.array(bad, dtype=np.uint32))


def test_empty_cells():
    check_empty((0, 1000))
    check_empty((10**9, 1))
    with pytest.raises(DamagedError):
        check_empty((0, 10**9))
