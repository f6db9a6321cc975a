"""Broken model files: whatever is flipped, cut, doubled or swapped, they are read or refused by an error of ours."""

import random
import time
from pathlib import Path

import pytest

import rst_compat as rst

MODELS = Path(__file__).parents[2] / "fixtures" / "models"
WORDS = [b"null", b"true", b"NaN", b"1e999", b'"Infinity"', b"[]", b"{}", b"-0", b'""', b"[[1]]", b"1e-320", b"\\u0000"]
SIGNS = b'{}[]",:0123456789eE+-. \n\\tfn'


def broken(text: bytes, rng: random.Random) -> bytes:
    """The text with one to four faults in it."""
    data = bytearray(text)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice([1, 1, 2, 8, 60, 400]))
        fault = rng.randrange(6)
        if fault == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif fault == 1:
            del data[at:end]
        elif fault == 2:
            data[at:at] = data[at:end]
        elif fault == 3:
            data[at:at] = rng.choice(WORDS)
        elif fault == 4 and at < len(data):
            data[at] = rng.choice(SIGNS)
        else:
            other = rng.randrange(len(data) + 1)
            data[at:end], data[other : other + end - at] = data[other : other + end - at], data[at:end]
    return bytes(data)


def read_or_refuse(name: str, count: int) -> int:
    """Read ``count`` broken copies of a model; the number of those that could be read all the same."""
    rng, text, refusals, good = random.Random(name), (MODELS / f"{name}.json").read_bytes(), [], 0
    for _ in range(count):
        data = broken(text, rng)
        started = time.process_time()
        try:
            rst.importrobot("{" + data.decode("utf-8", "surrogateescape").lstrip("{ \n"))
            good += 1
        except rst.MatlabError as error:
            refusals.append(error)
        # Two seconds are the promise; a file of a few kB takes milliseconds.
        assert time.process_time() - started < 2
    assert all(e.identifier and "\n" not in e.message for e in refusals)
    return good


@pytest.mark.filterwarnings("ignore::rst_compat.MatlabWarning")
@pytest.mark.parametrize("name", ["twolink", "stanford", "floating_base", "branched"])
def test_broken_models_are_read_or_refused(name):
    good = read_or_refuse(name, 500)
    assert 0 < good < 500  # some faults hit blanks or digits, most do not


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::rst_compat.MatlabWarning")
@pytest.mark.parametrize("name", ["twolink", "stanford", "floating_base", "branched"])
def test_many_broken_models(name):
    read_or_refuse(name, 25_000)
