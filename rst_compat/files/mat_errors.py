"""What can be wrong with a .mat file, before it is known which file and which variable."""


class MatFault(Exception):
    """Something in a file that cannot be read; the text says what, and goes on from "... cannot be read: "."""


class DamagedError(MatFault):
    """The file contradicts itself."""


class TooLargeError(MatFault):
    """A small file that unfolds into more than a bounded amount of memory; ``size`` bytes, where that is known."""

    def __init__(self, text: str, size: float = 0) -> None:
        super().__init__(text, size)
        self.size = size

    def __str__(self) -> str:
        return str(self.args[0])


class NeedsExtraError(MatFault):
    """A format that only an optional package reads."""
