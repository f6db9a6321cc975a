"""Strict JSON: what the standard allows, within bounds, or an error that says where."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any, NoReturn

from ..errors import MatlabValueError
from .disk import SIZE_LIMIT

_ID = "rst_compat:model:"


def decode(data: bytes) -> str:
    """UTF-8 text without a byte order mark."""
    if data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        raise MatlabValueError(
            _ID + "ByteOrderMark",
            "the text starts with a byte order mark",
            "plain UTF-8",
            hint="Save the file as UTF-8 without BOM",
        )
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        got = f"the byte 0x{data[error.start]:02x} at offset {error.start}"
        raise MatlabValueError(_ID + "NotUtf8", "the text is not UTF-8", "UTF-8", got) from None


def parse(data: bytes | str) -> Any:
    """The value of a JSON text; duplicate keys, non-standard and overflowing numbers are refused."""
    if len(data) > SIZE_LIMIT:
        raise MatlabValueError(_ID + "TooLarge", "the text is too large", f"at most {SIZE_LIMIT >> 20} MB")
    text = decode(data) if isinstance(data, bytes) else decode(data.encode("utf-8", "surrogatepass"))
    if not text.strip():
        raise MatlabValueError(_ID + "Empty", "the text is empty", "a JSON object with Format, Version and Bodies")
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_float=_number, parse_int=_number, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        reason = error.msg[:1].lower() + error.msg[1:]
        fact = f"not valid JSON at {where} ({reason})"
        raise MatlabValueError(_ID + "NotJson", fact, hint="MATLAB's jsonencode writes valid JSON") from None
    except RecursionError:
        hint = "A model has six levels of brackets"
        raise MatlabValueError(_ID + "TooDeep", "the JSON text is nested too deeply", hint=hint) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) == len(pairs):
        return out
    twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
    where = f" (of {out['Name']!r})" if isinstance(out.get("Name"), str) else ""
    fact = f"key {twice!r} appears twice in one object{where}"
    raise MatlabValueError(_ID + "DuplicateKey", fact, hint="Keep one of the two")


def _number(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        shown = text if len(text) <= 20 else text[:17] + "..."
        fact = f"number {shown} is too large for a double"
        raise MatlabValueError(_ID + "NumberTooLarge", fact, hint="The largest is about 1.8e308")
    return value


def _constant(text: str) -> NoReturn:
    raise MatlabValueError(
        _ID + "NotStandardNumber",
        f"{text} is not standard JSON",
        hint=f'Where the format allows it (PositionLimits), write the string "{text}"',
    )
