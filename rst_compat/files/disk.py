"""Bytes from and to the disk, of bounded size and with errors that name the file."""

from __future__ import annotations

from pathlib import Path

from ..errors import MatlabError, MatlabFileNotFoundError

SIZE_LIMIT = 64 * 2**20


def read_bytes(path: Path, area: str = "model", limit: int = SIZE_LIMIT) -> bytes:
    """The content of a file, cut after one byte more than ``limit``: a caller can tell that it is too long."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError as error:
        raise _refused(area, "NotFound", path, "does not exist", error, MatlabFileNotFoundError) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise _refused(area, "Unreadable", path, "cannot be read", error) from None


def write_text(path: Path, text: str, area: str = "model") -> None:
    """Write a UTF-8 file with ``\\n`` line ends."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise _refused(area, "NotWritten", path, "cannot be written", error) from None


def _refused(
    area: str, what: str, path: Path, fact: str, error: Exception, kind: type[MatlabError] = MatlabError
) -> MatlabError:
    expected = "a place where a file can be written" if what == "NotWritten" else "a file that can be read"
    reason = str(getattr(error, "strerror", None) or error).lower()
    hint = "Paths count from the current folder"
    return kind(f"rst_compat:{area}:{what}", f"file {str(path)!r} {fact}", expected, reason, hint)
