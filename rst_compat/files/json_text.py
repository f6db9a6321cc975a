"""Strict JSON: what the standard allows, within bounds, or an error that says where."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NoReturn

from ..errors import MatlabValueError, shortened
from .disk import SIZE_LIMIT

_ID = "rst_compat:model:"


def decode(data: bytes) -> str:
    """UTF-8 text without a byte order mark."""
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise MatlabValueError(
            _ID + "ByteOrderMark",
            "the text starts with a byte order mark",
            "plain UTF-8",
            f"the bytes {data[:3].hex(' ')}",
            "Save the file as UTF-8 without BOM",
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        got = f"the byte 0x{data[error.start]:02x} at offset {error.start}"
        hint = "Save the file as UTF-8"
        if data.startswith(b"MATLAB "):
            hint = "It is a MAT-file, which is read by its name: importrobot('robot.mat')"
        raise MatlabValueError(_ID + "NotUtf8", "the text is not UTF-8", "UTF-8", got, hint) from None


def parse(data: bytes | str) -> Any:
    """The value of a JSON text; duplicate keys, non-standard and overflowing numbers are refused."""
    if len(data) > SIZE_LIMIT:
        expected, hint = f"at most {SIZE_LIMIT >> 20} MB", "A robot of a thousand bodies takes less than 1 MB"
        raise MatlabValueError(_ID + "TooLarge", "the text is too large", expected, "more", hint)
    text = decode(data) if isinstance(data, bytes) else decode(data.encode("utf-8", "surrogatepass"))
    if not text.strip():
        expected, hint = "a JSON object", "exportrobot writes one of a model"
        raise MatlabValueError(_ID + "Empty", "the text is empty", expected, "no characters", hint)
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_float=_number, parse_int=_number, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        fact = f"not valid JSON at line {error.lineno}, column {error.colno}"
        reason, hint = error.msg[:1].lower() + error.msg[1:], "MATLAB's jsonencode writes valid JSON"
        raise MatlabValueError(_ID + "NotJson", fact, "JSON as RFC 8259 has it", reason, hint) from None
    except RecursionError:
        hint = "Look for brackets that are not closed"
        raise MatlabValueError(
            _ID + "TooDeep", "the JSON text is nested too deeply", "six levels of brackets", "hundreds", hint
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) == len(pairs):
        return out
    twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
    where = f" (of {out['Name']!r})" if isinstance(out.get("Name"), str) else ""
    fact = f"key {twice!r} appears twice in one object{where}"
    values = " and ".join(json.dumps(value) for key, value in pairs if key == twice)
    raise MatlabValueError(_ID + "DuplicateKey", fact, "every key once", shortened(values, 100), "Keep one of the two")


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        shown = text if len(text) <= 20 else text[:17] + "..."
        fact, hint = f"number {shown} is too large for a double", "Look for a misprinted exponent"
        raise MatlabValueError(_ID + "NumberTooLarge", fact, "at most about 1.8e308", shown, hint)
    return value


_TAKES_NAN = (
    "Only the quaternion rows of a floating joint's PositionLimits, and the JointAxis of a fixed or floating joint, "
    'take it, and expected values of golden files, as the string "NaN"'
)


def _constant(text: str) -> NoReturn:
    hint = _TAKES_NAN if text == "NaN" else f'Only PositionLimits and expected values take it, as the string "{text}"'
    raise MatlabValueError(_ID + "NotStandardNumber", f"{text} is not standard JSON", "a finite number", text, hint)
