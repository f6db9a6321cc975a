"""Text of the page: the configuration to copy, and how far the body is from the marker."""

from __future__ import annotations

import math

_BOX = (
    "display:block;white-space:pre-wrap;user-select:all;padding:6px 8px;margin:2px 0 6px;"
    "border-radius:4px;background:rgba(128,128,128,.13);font:12px ui-monospace,monospace"
)
_BUTTON = "float:right;border:0;background:none;color:#00629b;cursor:pointer;font-size:12px;padding:0"
_COPY = "navigator.clipboard.writeText(this.parentElement.querySelector('code').textContent)"
_SMALL = "font-size:12px;padding:0 .75em"


def copy_boxes(python: str, matlab: str) -> str:
    """Two lines of code, each with a button that copies it.

    Examples
    --------
    >>> "q = [0, 1]" in copy_boxes("q = [0, 1]", "q = [0 1];")
    True
    """
    return "".join(_copy_box(title, code) for title, code in (("Python", python), ("MATLAB", matlab)))


def _copy_box(title: str, code: str) -> str:
    from html import escape  # noqa: PLC0415 - loaded with the page, not with the package

    button = f'<button type="button" style="{_BUTTON}" onclick="{_COPY}">Copy</button>'
    code = f'<code data-language="{title}" style="{_BOX}">{escape(code)}</code>'
    return f'<div style="{_SMALL}">{title}{button}{code}</div>'


def reached(distance: float, angle: float) -> str:
    """Whether the body is where the marker is: the distance, m, and the angle, rad, between them.

    Examples
    --------
    >>> "10.0 mm" in reached(0.01, 0)
    True
    """
    if distance < 1e-4 and angle < 1e-3:
        return f'<div style="{_SMALL};opacity:.7">The body is at the marker.</div>'
    far = f"{1000 * distance:.1f} mm, {math.degrees(angle):.1f}°"
    return f'<div style="{_SMALL};color:#c2410c">The body is {far} from the marker.</div>'


def vectors(positions: list[float], *, column: bool) -> tuple[str, str]:
    """A configuration in Python and in MATLAB.

    Examples
    --------
    >>> vectors([0.0, 1.5707963], column=True)
    ('q = [0, 1.570796]', 'q = [0; 1.570796];')
    """
    numbers = [f"{round(x, 6) + 0.0:.7g}" for x in positions]
    return f"q = [{', '.join(numbers)}]", f"q = [{('; ' if column else ' ').join(numbers)}];"
