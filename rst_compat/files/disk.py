"""Bytes from and to the disk, of bounded size and with errors that name the file."""

from __future__ import annotations

from pathlib import Path

from ..errors import MatlabError, MatlabFileNotFoundError

SIZE_LIMIT = 64 * 2**20


def read_bytes(path: Path, area: str = "model", limit: int = SIZE_LIMIT) -> bytes:
    """The content of a file, cut one byte behind ``limit`` so that the caller can tell that it is too long."""
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        fact, hint = f"file {str(path)!r} does not exist", "Paths count from the current folder"
        raise MatlabFileNotFoundError(f"rst_compat:{area}:NotFound", fact, hint=hint) from None
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        raise MatlabError(
            f"rst_compat:{area}:Unreadable", f"file {str(path)!r} cannot be read ({_reason(error)})"
        ) from None


def write_text(path: Path, text: str, area: str = "model") -> None:
    """Write a UTF-8 file with ``\\n`` line ends."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        raise MatlabError(
            f"rst_compat:{area}:NotWritten", f"file {str(path)!r} cannot be written ({_reason(error)})"
        ) from None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).lower()
