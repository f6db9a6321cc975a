"""The data elements of a MAT-file of version 5 to 7: a tag of 8 bytes, content, padding to 8 bytes."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray

from .mat_errors import DamagedError
from .mat_stream import Inflated, Plain

MATRIX, COMPRESSED = 14, 15
OPAQUE = 17  # a class of arrays, the only one without a size
INT8, UINT8, INT32, UINT32, UTF8 = 1, 2, 5, 6, 16
#: stored type -> NumPy's
TYPES = {1: "i1", 2: "u1", 3: "i2", 4: "u2", 5: "i4", 6: "u4", 7: "f4", 9: "f8", 12: "i8", 13: "u8"}
#: stored type -> bytes of an element
SIZES = {1: 1, 2: 1, 3: 2, 4: 2, 5: 4, 6: 4, 7: 4, 9: 8, 12: 8, 13: 8}
NAME_BYTES = 4096
_DIMENSIONS = 32


class Elements:
    """A stream as data elements. ``stop``, everywhere, is where the array ends to which the element belongs.

    Attributes
    ----------
    slack : bool
        The lengths in the tags were not the last word: who follows the elements one by one goes astray.
    """

    def __init__(self, stream: Plain | Inflated, order: str) -> None:
        self.stream, self.order = stream, order
        self.slack = False

    def full_tag(self) -> tuple[int, int]:
        """Type and length."""
        kind, count = struct.unpack(self.order + "II", self.stream.read(8))
        return kind, count

    def tag(self, stop: int) -> tuple[int, int, bytes | None]:
        """Type, length and, where it is a small element, content."""
        kind, count = self.full_tag()
        if kind >> 16:  # 2 bytes of length, 2 of type, 4 of content
            if kind >> 16 > 4:
                raise DamagedError("a small element claims more than 4 bytes")
            return kind & 0xFFFF, kind >> 16, struct.pack(self.order + "I", count)[: kind >> 16]
        if count > stop - self.stream.position:
            raise DamagedError("an element is longer than the array that holds it")
        return kind, count, None

    def short(self, stop: int, most: int) -> tuple[int, bytes]:
        """Type and content of an element of bounded length."""
        kind, count, small = self.tag(stop)
        if small is not None:
            return kind, small
        if count > most:
            raise DamagedError("a name or a size is too long")
        data = self.stream.read(count)
        self._pad(count, stop)
        return kind, data

    def data(self, stop: int, keep: bool) -> tuple[int, int, NDArray[np.uint8]]:
        """Type, length and, where it is to be kept, content of an element."""
        kind, count, small = self.tag(stop)
        content = np.empty(0, np.uint8)
        if small is not None:
            return kind, count, np.frombuffer(small, np.uint8).copy() if keep else content
        if keep:
            content = self.stream.array(count)
        else:
            self.stream.skip(count)
        self._pad(count, stop)
        return kind, count, content

    def _pad(self, count: int, stop: int) -> None:
        if count % 8:
            room = stop - self.stream.position
            self.slack |= room < -count % 8
            self.stream.skip(min(-count % 8, room))

    def text(self, stop: int) -> str:
        """A name."""
        kind, data = self.short(stop, NAME_BYTES)
        if kind not in (INT8, UTF8) or not data.isascii():
            raise DamagedError("a name is not a name")
        return data.rstrip(b"\0").decode()

    def nameless_matrix(self) -> tuple[int, tuple[int, ...]] | None:
        """Flags and shape of an array with two dimensions and no name, as nearly all within others are, in one step."""
        ahead = self.stream.ahead(40)
        if len(ahead) == 40:
            *start, flags, _, kind, count, rows, columns, name, length = struct.unpack(self.order + "2I2I2I2iII", ahead)
            usual = (*start, kind, count, name, length) == (UINT32, 8, INT32, 8, INT8, 0)
            if usual and min(rows, columns) >= 0 and flags & 0xFF != OPAQUE:
                self.stream.skip(40)
                return flags, (rows, columns)
        return None

    def flags(self) -> int:
        """The flags of an array, whose lowest byte is its class."""
        kind, count, flags, _ = struct.unpack(self.order + "4I", self.stream.read(16))
        if kind != UINT32 or count != 8:
            raise DamagedError("an array has no flags")
        return int(flags)

    def shape(self, stop: int) -> tuple[int, ...]:
        """The size of an array."""
        kind, data = self.short(stop, 4 * _DIMENSIONS)
        if kind not in (INT32, UINT32) or len(data) < 8 or len(data) % 4:
            raise DamagedError("a size is not a list of two or more integers")
        values = struct.unpack(f"{self.order}{len(data) // 4}i", data)
        if min(values) < 0:
            raise DamagedError("a size is negative")
        return values

    def field_names(self, stop: int) -> list[str]:
        """The names of the fields of a struct."""
        kind, data = self.short(stop, 4)
        length = struct.unpack(self.order + "i", data)[0] if kind in (INT32, UINT32) and len(data) == 4 else 0
        kind, data = self.short(stop, 2**20)
        if kind not in (INT8, UTF8) or length <= 0 or len(data) % length:
            raise DamagedError("the names of the fields are broken")
        names = [data[k : k + length].split(b"\0") for k in range(0, len(data), length)]
        if any(len(parts) < 2 or not parts[0].isascii() for parts in names):
            raise DamagedError("the name of a field is broken")
        return [parts[0].decode() for parts in names]
