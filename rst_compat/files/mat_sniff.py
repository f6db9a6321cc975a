"""What a file that is called .mat really is, by its first bytes."""

from __future__ import annotations

from .mat4_reader import byte_order
from .mat5_reader import HEADER

SNIFFED = 2**16
HDF5 = b"\x89HDF\r\n\x1a\n"

#: first bytes -> what the file is, and what helps
_OTHERS: tuple[tuple[bytes, str, str | None], ...] = (
    (b"Octave-1-", "a file in GNU Octave's own binary format", "In Octave, save -v7 writes a file that MATLAB reads"),
    (b"# Created by Octave", "a file in GNU Octave's own text format", "In Octave, save -v7 writes a MAT-file"),
    (b"# name:", "a file in GNU Octave's own text format", "In Octave, save -v7 writes a MAT-file"),
    (b"version https://git-lfs", "a Git LFS pointer, which stands for the file", "git lfs pull fetches the file"),
    (b"%YAML", "a YAML file", None),
    (b"\x1f\x8b", "a gzip archive", "Unpack it first"),
    (b"PK\x03\x04", "a zip archive (.mlx, .slx and .mltbx files are such)", "Unpack it first"),
    (b"Rar!", "a RAR archive", "Unpack it first"),
    (b"7z\xbc\xaf", "a 7-Zip archive", "Unpack it first"),
    (b"%PDF", "a PDF file", None),
    (b"\x93NUMPY", "a NumPy file", "numpy.load reads it"),
    (b"\x89PNG", "a PNG image", None),
)
_MARKUP: tuple[tuple[bytes, str, str | None], ...] = (
    (b"<!doctype html", "a web page", "Perhaps the download gave a log-in or error page"),
    (b"<html", "a web page", "Perhaps the download gave a log-in or error page"),
    (b"<robot", "a robot description in XML", "importrobot reads URDF"),
    (b"<?xml", "an XML file", None),
    (b"{", "a JSON file", None),
)


def container(start: bytes) -> str | None:
    """The format of a MAT-file, "v4", "v5" (to v7) or "v7.3", or None.

    Parameters
    ----------
    start : bytes
        The first bytes of the file, 1 kB or more.

    Examples
    --------
    >>> container(b"no MAT-file") is None
    True
    """
    version = start[HEADER - 4 : HEADER]
    if version in (b"\x00\x01IM", b"\x01\x00MI"):
        return "v5"
    if version in (b"\x00\x02IM", b"\x02\x00MI") and start[512:520] == HDF5:
        return "v7.3"
    return "v4" if byte_order(start) else None


def identity(start: bytes) -> tuple[str, str | None]:
    """What a file that is no MAT-file is, and a hint.

    Parameters
    ----------
    start : bytes
        Its first bytes, :data:`SNIFFED` of them or all.

    Examples
    --------
    >>> identity(b"%YAML 1.1\\n%TAG !u! tag:unity3d.com,2011:\\n")[0]
    'a Unity asset (YAML)'
    """
    found: tuple[str, str | None] | None = None
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n")
    if not start:
        found = "an empty file", "Perhaps a download or a save was interrupted"
    elif start.startswith(HDF5):
        found = "an HDF5 file, but not one that MATLAB wrote", "h5py reads it"
        if b"OCTAVE" in start:
            found = "a file in GNU Octave's HDF5 format", "In Octave, save -v7 writes a file that MATLAB reads"
    elif start.startswith(b"MATLAB 5.0 MAT-file") or start.startswith(b"MATLAB 7.3 MAT-file"):
        found = "the beginning of a MAT-file, cut off or overwritten", "Perhaps a download or a save was interrupted"
    for magic, what, hint in _OTHERS:
        if start.startswith(magic):
            found = what, hint
    if start.startswith(b"%YAML") and b"unity3d" in start:
        found = "a Unity asset (YAML)", "Unity calls its materials .mat, too"
    for magic, what, hint in _MARKUP:
        if found is None and text[:64].lower().startswith(magic):
            found = what, hint
    if found is None and "".join(start[:512].decode("utf-8", "replace").split()).isprintable():
        found = "a text file", None
    return found or (f"a file of an unknown format that begins with the bytes {start[:8].hex(' ')}", None)
