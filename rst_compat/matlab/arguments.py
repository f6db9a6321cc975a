"""Arguments of MATLAB functions: names, numbers, transforms, name-value pairs, and ``[]`` for "default"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError, did_you_mean

Vector = NDArray[np.float64]


def is_empty(value: Any) -> bool:
    """True for ``None``, ``[]`` and every empty array: MATLAB's "use the default"."""
    if value is None or isinstance(value, str) or not hasattr(value, "__len__"):
        return value is None
    try:
        return np.size(value) == 0
    except ValueError:  # rows of unequal lengths, which numbers() refuses by name
        return False


def text(value: Any, what: str) -> str:
    """A name given as ``str``."""
    if isinstance(value, str):
        return str(value)
    raise MatlabTypeError(
        "rst_compat:argument:NotText",
        f"{what} is not text",
        "a str",
        type(value).__name__,
        "Pass the name of the body or joint, as in MATLAB, not the object"
        if hasattr(value, "Name")
        else "Names are text: 'link_1'",
    )


def new_name(value: Any, what: str) -> str:
    """A name for something: text that is not empty and can be printed."""
    if isinstance(value, str) and not value:
        raise MatlabValueError(
            "rst_compat:argument:EmptyName", f"{what} is empty", "a name", "''", "Names are text: 'link_1'"
        )
    if isinstance(value, str) and not value.isprintable():
        raise MatlabValueError(
            "rst_compat:argument:UnprintableName",
            f"{what} has characters that cannot be printed",
            "printable text",
            ascii(value),
            "Line feeds, tabs and control characters would break tables and messages",
        )
    return text(value, what)


def choice(value: Any, options: Iterable[str], what: str) -> str:
    """One of a few words, in any case of letters."""
    given = text(value, what)
    for option in options:
        if option.lower() == given.lower():
            return option
    listed = ", ".join(f"'{o}'" for o in options)
    raise MatlabValueError(
        "rst_compat:argument:NotAChoice",
        f"{what} has no such value",
        f"one of {listed}",
        f"'{given}'",
        did_you_mean(given, options, f"It is spelled as MATLAB spells it: {listed}"),
    )


def logical(value: Any, what: str) -> bool:
    """True or false, or the numbers 1 and 0."""
    if isinstance(value, bool | np.bool_) or (isinstance(value, int | float | np.number) and value in (0, 1)):
        return bool(value)
    raise MatlabTypeError(
        "rst_compat:argument:NotLogical", f"{what} is not logical", "True or False", repr(value), "1 and 0 will do too"
    )


def switch(value: Any, what: str) -> bool:
    """True for "on" and false for "off", in any case of letters, or a logical."""
    return choice(value, ("on", "off"), what) == "on" if isinstance(value, str) else logical(value, what)


def numbers(value: Any, what: str) -> Vector:
    """Real numbers as a float64 array of any shape; text, objects and complex numbers are refused."""
    try:
        array = np.asarray(value)
    except ValueError:
        array = np.asarray(None)  # ragged lists
    if hasattr(value, "mask") and np.ma.is_masked(value):  # NumPy imports its part for masked arrays when it is named
        array = np.asarray(None)  # a masked element is no number
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    if array.dtype == object and array.size and all(isinstance(e, Real) for e in array.flat):
        with suppress(OverflowError):
            return array.astype(np.float64)  # whole numbers too large for int64, fractions
    raise MatlabTypeError(
        "rst_compat:argument:NotNumeric",
        f"{what} is not an array of real numbers",
        "real numbers",
        f"{array.dtype} elements" if array.dtype.kind != "O" or array is value else type(value).__name__,
        "Lists of numbers and NumPy arrays will do; rows of a list must have equal lengths",
    )


def elements(value: Any, count: int, what: str, *, finite: bool = True) -> Vector:
    """A property vector: any orientation in, (count,) out, a read-only copy."""
    array = numbers(value, what)
    if array.size != count or sum(d > 1 for d in array.shape) > 1:
        raise MatlabValueError(
            "rst_compat:property:WrongSize",
            f"{what} has the wrong size",
            f"{count} element{'s' if count > 1 else ''}",
            f"shape {array.shape}",
            "A list, a row or a column will do",
        )
    array = array.reshape(count).copy()
    if finite and not np.isfinite(array).all():
        raise MatlabValueError(
            "rst_compat:property:NotFinite",
            f"{what} is not finite",
            "finite numbers",
            str(array.tolist()),
            "The value stays as it was",
        )
    array.flags.writeable = False
    return array


def rigid_transform(value: Any, what: str) -> NDArray[np.float64]:
    """A homogeneous transform (4, 4), a read-only copy.

    A rotation part typed with a few digits is taken as it is, as MATLAB does; one that is no rotation at all
    (more than 1e-2 off orthonormal, or a mirror image) would silently give wrong inverses, and is refused.
    """
    T = numbers(value, what)
    fact = None
    if T.shape != (4, 4):
        fact, got = "has the wrong size", f"shape {T.shape}"
    elif not np.isfinite(T).all():
        fact, got = "is not finite", "NaN or Inf"
    elif not np.array_equal(T[3], [0, 0, 0, 1]):
        fact, got = "is not homogeneous", f"last row {T[3].tolist()}"
    elif (
        np.abs(T[:3, :3]).max() > 2  # asked first: the products of huge elements overflow
        or np.abs(T[:3, :3].T @ T[:3, :3] - np.eye(3)).max() > 1e-2
        or np.linalg.det(T[:3, :3]) < 0
    ):
        fact, got = "has no rotation in its upper left corner", str(T[:3, :3].tolist())
    if fact is not None:
        raise MatlabValueError(
            "rst_compat:argument:NotATransform",
            f"{what} {fact}",
            "a 4-by-4 homogeneous transform [R p; 0 0 0 1]",
            got,
            "trvec2tform, eul2tform and axang2tform make one",
        )
    T = T.copy()
    T.flags.writeable = False
    return T


def name_values(
    function: str, args: tuple[Any, ...], keywords: Mapping[str, Any], defaults: Mapping[str, Any]
) -> dict[str, Any]:
    """Name-value arguments, ``"Name", value`` or ``Name=value``, names in any case of letters."""
    if len(args) % 2:
        raise MatlabTypeError(
            "rst_compat:argument:UnpairedNameValue",
            f"{function}: a name has no value",
            "pairs of name and value",
            f"{len(args)} argument{'s' if len(args) > 1 else ''}",
            "It takes " + (", ".join(defaults) or "no name-value arguments"),
        )
    pairs = [
        (text(n, f"{function}: name of a name-value argument"), v) for n, v in zip(args[::2], args[1::2], strict=True)
    ]
    known = {d.lower(): d for d in defaults}
    values = dict(defaults)
    for name, value in [*pairs, *keywords.items()]:
        if name.lower() not in known:
            raise MatlabTypeError(
                "rst_compat:argument:UnknownName",
                f"{function}: '{name}' is not a recognized parameter",
                "one of " + ", ".join(defaults) if defaults else "no name-value arguments",
                f"'{name}'",
                did_you_mean(name, defaults, "MIGRATION.md lists the name-value arguments of every function"),
            )
        values[known[name.lower()]] = value
    return values


def vectors_and_options(
    function: str,
    vectors: tuple[Any, ...],
    args: tuple[Any, ...],
    keywords: Mapping[str, Any],
    defaults: Mapping[str, Any],
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The optional vectors of a call and its name-value arguments, which may begin in the place of any vector."""
    known = {d.lower() for d in defaults}
    first = next((k for k, v in enumerate(vectors) if isinstance(v, str) and v.lower() in known), len(vectors))
    pairs = [*vectors[first:], *args]
    if not args:
        while len(pairs) > 2 and pairs[-1] is None:  # vectors that were not given
            pairs.pop()
    return vectors[:first] + (None,) * (len(vectors) - first), name_values(function, tuple(pairs), keywords, defaults)


def outputs(nargout: int, *values: Any) -> Any:
    """The first output, or a tuple of the first ``nargout``."""
    if not isinstance(nargout, (int, np.integer)) or not 0 <= nargout <= len(values):
        raise MatlabValueError(
            "rst_compat:argument:TooManyOutputs",
            "nargout is not a number of outputs that there are",
            f"1 to {len(values)}",
            repr(nargout),
            "MIGRATION.md lists the outputs of every function",
        )
    return values[0] if nargout <= 1 else values[:nargout]
