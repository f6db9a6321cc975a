"""Bytes of a .mat file, read forward and within bounds: plain, or inflated piece by piece."""

from __future__ import annotations

import zlib
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from .mat_errors import DamagedError, TooLargeError

_CHUNK = 2**18
_EARLY = "it ends too early"


class Budget:
    """What one file may unfold into: bytes of values, and how many values.

    A plain file can hold no more than its size, but compression can hide 1000 times as much, and a log of zeros looks
    like a bomb: how much is in it is what counts, and the caller may allow more.

    Parameters
    ----------
    file_size : int
    most : float, optional
        Bytes that the caller allows.
    """

    BYTES, RATIO = 2**28, 64
    ELEMENTS, BYTES_PER_ELEMENT = 150_000, 2

    def __init__(self, file_size: int, most: float | None = None) -> None:
        self.limit = max(self.BYTES, self.RATIO * file_size) if most is None else most
        self.bytes = self.limit
        self.elements = self.ELEMENTS + max(file_size, (most or 0) / self.RATIO) / self.BYTES_PER_ELEMENT

    def spend(self, size: float, elements: int = 0) -> None:
        """Count some bytes and elements."""
        self.bytes -= size
        self.elements -= elements
        if self.bytes < 0:
            needed = self.limit - self.bytes
            text = f"it unfolds into {needed / 1e6:.0f} MB, more than the {self.limit / 1e6:.0f} MB that it may"
            raise TooLargeError(text, needed)
        if self.elements < 0:
            raise TooLargeError("it unfolds into too many values for its size", 2 * self.limit)


class Plain:
    """The bytes ``start`` to ``stop`` of a file."""

    def __init__(self, file: BinaryIO, start: int, stop: int) -> None:
        self._file, self.position, self._stop = file, start, stop
        file.seek(start)

    def _advance(self, count: int) -> None:
        if count > self._stop - self.position:
            raise DamagedError(_EARLY)
        self.position += count

    def read(self, count: int) -> bytes:
        """Exactly some bytes."""
        self._advance(count)
        data = self._file.read(count)
        if len(data) != count:
            raise DamagedError(_EARLY)
        return data

    def ahead(self, count: int) -> bytes:
        """Some bytes that are not read yet; fewer where that takes effort."""
        return self._file.peek(count)[: min(count, self._stop - self.position)]  # type: ignore[attr-defined,no-any-return]

    def array(self, count: int) -> NDArray[np.uint8]:
        """Exactly some bytes, as a new array."""
        self._advance(count)
        out = np.empty(count, np.uint8)
        if self._file.readinto(out.data) != count:  # type: ignore[attr-defined]
            raise DamagedError(_EARLY)
        return out

    def skip(self, count: int) -> None:
        """Pass over some bytes."""
        self._advance(count)
        self._file.seek(count, 1)

    def close(self) -> None:
        """All bytes are read."""


class Inflated:
    """The bytes ``start`` to ``stop`` of a file, inflated; ``position`` counts inflated bytes."""

    def __init__(self, file: BinaryIO, start: int, stop: int) -> None:
        self._file, self._left = file, stop - start
        self._zlib, self._input, self._buffer, self._used = zlib.decompressobj(), b"", b"", 0
        self.position = 0
        file.seek(start)

    def _fill(self) -> bool:
        """Inflate the next piece; False at the end."""
        while not self._zlib.eof:
            if not self._input:
                self._input = self._file.read(min(_CHUNK, self._left))
                self._left -= len(self._input)
            last = not self._input
            try:
                self._buffer, self._used = self._zlib.decompress(self._input, _CHUNK), 0
            except zlib.error as error:
                raise DamagedError(f"its compressed data is corrupt ({error})") from None
            self._input = self._zlib.unconsumed_tail
            if self._buffer:
                return True
            if last:  # some writers leave out the end of the stream
                return False
        return False

    def _pieces(self, count: int) -> memoryview:
        """Up to some of the next bytes."""
        if self._used == len(self._buffer) and not self._fill():
            raise DamagedError(_EARLY)
        piece = memoryview(self._buffer)[self._used : self._used + count]
        self._used += len(piece)
        self.position += len(piece)
        return piece

    def read(self, count: int) -> bytes:
        """Exactly some bytes."""
        end = self._used + count
        if end <= len(self._buffer):
            data = self._buffer[self._used : end]
            self._used = end
            self.position += count
            return data
        return self.array(count).tobytes()

    def ahead(self, count: int) -> bytes:
        """Some bytes that are not read yet; fewer where that takes effort."""
        return self._buffer[self._used : self._used + count]

    def array(self, count: int) -> NDArray[np.uint8]:
        """Exactly some bytes, as a new array."""
        out, at = np.empty(count, np.uint8), 0
        while at < count:
            piece = self._pieces(count - at)
            out[at : at + len(piece)] = piece
            at += len(piece)
        return out

    def skip(self, count: int) -> None:
        """Pass over some bytes."""
        while count:
            count -= len(self._pieces(count))

    def close(self) -> None:
        """All bytes are read: the end of the stream is, too, so that the checksum there is tested."""
        if self._fill() and self._fill():
            raise DamagedError("its compressed data goes on behind its end")
