"""Bytes within bounds."""

import io
import math
import pickle
import zlib

import pytest

from rst_compat.files.mat_errors import DamagedError, TooLargeError
from rst_compat.files.mat_stream import Budget, Inflated, Plain

DATA = bytes(range(256)) * 4000


def streams(tail=b""):
    data = zlib.compress(DATA) + tail
    yield Plain(io.BufferedReader(io.BytesIO(b"12345" + DATA + b"678")), 5, 5 + len(DATA))
    yield Inflated(io.BytesIO(b"123" + data), 3, 3 + len(data))


@pytest.mark.parametrize("kind", [0, 1])
def test_reading(kind):
    stream = list(streams())[kind]
    start = stream.position
    assert stream.ahead(4) in (DATA[:4], b"")
    assert stream.read(10) == DATA[:10]
    stream.skip(300_000)
    assert stream.read(5) == DATA[300_010:300_015]
    assert stream.array(400_000).tobytes() == DATA[300_015:700_015]
    assert stream.position - start == 700_015
    stream.skip(len(DATA) - 700_015)
    stream.close()
    with pytest.raises(DamagedError, match="too early"):
        stream.read(1)


@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize("way", ["read", "array", "skip"])
def test_beyond_the_end(kind, way):
    stream = list(streams())[kind]
    with pytest.raises(DamagedError, match="too early"):
        getattr(stream, way)(len(DATA) + 1)


def test_a_file_shorter_than_it_was():
    stream = Plain(io.BufferedReader(io.BytesIO(b"12")), 0, 10)
    for read in (stream.read, stream.array):
        with pytest.raises(DamagedError, match="too early"):
            read(5)


def test_corrupt_bytes():
    data = bytearray(zlib.compress(DATA))
    data[-1] ^= 1
    stream = Inflated(io.BytesIO(data), 0, len(data))

    def read():
        stream.skip(len(DATA))
        stream.close()

    with pytest.raises(DamagedError, match="corrupt"):
        read()


def test_what_stands_behind_the_end():
    data = zlib.compress(DATA)
    stream = Inflated(io.BytesIO(data), 0, len(data))
    stream.read(10)
    with pytest.raises(DamagedError, match="goes on behind its end"):
        stream.close()


def test_the_budget():
    for size, elements in ((2**28 + 1, 0), (2**40, 0), (0, 10**6)):
        with pytest.raises(TooLargeError, match="unfolds into"):
            Budget(0).spend(size, elements)
    with pytest.raises(TooLargeError, match="300 MB, more than the 268 MB") as caught:
        Budget(0).spend(3e8)
    assert caught.value.size == 3e8
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    Budget(10**9).spend(10**10, 10**6)  # a large file may hold more
    Budget(0, 10**10).spend(10**10, 10**6)  # and the caller may allow it
    with pytest.raises(TooLargeError):
        Budget(10**9, 1000).spend(1001)
    Budget(0, math.inf).spend(1e300, 10**12)
