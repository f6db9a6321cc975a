"""Files that are whole or not there."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A path to write a file to, with others beside it: they come to their place together, when all are whole."""
    place = path.resolve()
    with TemporaryDirectory(prefix=".rst_compat_", dir=place.parent) as folder:
        yield Path(folder) / place.name
        files = sorted(Path(folder).iterdir(), key=lambda file: file.name == place.name)  # the one with the name last
        targets = [place.with_name(file.name) for file in files]
        for file, target in zip(files, targets, strict=True):
            if target.exists():
                target.open("ab").close()  # refused where writing is
                shutil.copymode(target, file)
        for file, target in zip(files, targets, strict=True):
            file.replace(target)
