"""MATLAB's global random stream: ``rng`` and ``rand``.

MATLAB's default generator is the Mersenne Twister seeded with 5489, which is also what seed 0 means; NumPy's legacy
``RandomState`` is the same generator and makes doubles in the same way.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from ..errors import MatlabTypeError, MatlabValueError

_DEFAULT_SEED = 5489
_seed = 0


@cache
def _stream() -> np.random.RandomState:
    """The global stream; made when it is first asked for, since NumPy's generators are slow to import."""
    return np.random.RandomState(_DEFAULT_SEED)


def bit_generator() -> np.random.BitGenerator:
    """The generator of the global stream, whose doubles are those of ``rand``."""
    return _stream()._bit_generator


class RngSettings(NamedTuple):
    """What ``s = rng()`` returns, for ``rng(s)``."""

    Type: str
    Seed: int
    State: Any


def rng(seed: Any = None, generator: str = "twister") -> RngSettings:
    """Seed the global random stream, as MATLAB's ``rng``.

    Parameters
    ----------
    seed : int, "default", "shuffle", RngSettings or None
        ``None`` changes nothing.
    generator : str
        Only ``"twister"``.

    Returns
    -------
    RngSettings
        The settings before the call.

    Raises
    ------
    MatlabValueError
        ``rst_compat:rng:BadSeed``, ``rst_compat:rng:UnknownGenerator``.

    Notes
    -----
    Matsumoto and Nishimura's MT19937. ``"default"`` and 0 stand for the seed 5489, with which MATLAB starts.

    Examples
    --------
    >>> _ = rng("default")
    >>> print(rand(1, 3).round(4))
    [[0.8147 0.9058 0.127 ]]
    """
    global _seed  # noqa: PLW0603 - one global stream is what MATLAB has
    before = RngSettings("twister", _seed, _stream().get_state())
    if str(generator).lower() != "twister":
        raise MatlabValueError(
            "rst_compat:rng:UnknownGenerator",
            "rng: no such generator",
            "'twister'",
            repr(generator),
            "It is MATLAB's default; numpy.random has others",
        )
    if isinstance(seed, RngSettings):
        _seed = seed.Seed
        _stream().set_state(seed.State)
    elif isinstance(seed, str) and seed.lower() == "shuffle":
        _seed = int(np.random.SeedSequence().generate_state(1)[0])
        _stream().seed(_seed)
    elif seed is not None:
        _seed = _checked_seed(seed)
        _stream().seed(_seed or _DEFAULT_SEED)
    return before


def _checked_seed(seed: Any) -> int:
    if isinstance(seed, str) and seed.lower() == "default":
        return 0
    if isinstance(seed, int | float | np.number) and float(seed).is_integer() and 0 <= seed < 2**32:
        return int(seed)
    raise MatlabValueError(
        "rst_compat:rng:BadSeed",
        "rng: the seed is not one MATLAB takes",
        "a whole number from 0 to 2^32-1, 'default' or 'shuffle'",
        repr(seed),
        "rng('default') gives the numbers of a fresh MATLAB",
    )


def rand(*size: Any) -> Any:
    """Uniform numbers in (0, 1) from the global stream; a matrix is filled columns first, as in MATLAB.

    Parameters
    ----------
    *size : int
        ``rand()`` is a float, ``rand(n)`` is n-by-n, ``rand(m, n, ...)`` or ``rand([m, n])`` has that size.

    Returns
    -------
    float or ndarray

    Raises
    ------
    MatlabTypeError
        ``rst_compat:rand:BadSize``.

    Notes
    -----
    Source: the random configurations on MATLAB's reference pages, which these numbers reproduce.

    Examples
    --------
    >>> _ = rng(0)
    >>> rand(2, 2).round(4).tolist()
    [[0.8147, 0.127], [0.9058, 0.9134]]
    """
    if not size:
        return float(_stream().random_sample())
    dims = np.atleast_1d(np.asarray(size[0] if len(size) == 1 else size))
    if dims.ndim != 1 or dims.dtype.kind not in "iuf" or not all(float(d).is_integer() for d in dims):
        raise MatlabTypeError(
            "rst_compat:rand:BadSize",
            "rand: the size is not whole numbers",
            "rand(m, n)",
            repr(size),
            "A NumPy shape will do: rand(A.shape)",
        )
    shape = [max(0, int(d)) for d in (dims if len(dims) > 1 else np.repeat(dims, 2))]
    return _stream().random_sample(shape[::-1]).T
