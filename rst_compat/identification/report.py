"""An identification as a document with pictures: Markdown, or one file of HTML."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from ..errors import MatlabError, MatlabValueError
from ..files.whole import written_whole
from . import report_figures
from .identification_result import WORDS

if TYPE_CHECKING:
    from .identification_result import Identification
    from .motion_data import MotionData

_STYLE = """
body {font: 15px/1.45 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #222}
h1 {font-size: 1.6rem} h2 {font-size: 1.2rem; margin-top: 2rem}
table {border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 14px}
th, td {padding: .2rem .8rem; border-bottom: 1px solid #ddd; text-align: right}
.w {text-align: left} img {max-width: 100%}
"""


class _Table(NamedTuple):
    titles: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class _Picture(NamedTuple):
    name: str
    title: str
    figure: Any


_Part = str | list[str] | _Table | _Picture


def write_report(
    fit: Identification,
    file: str | Path,
    data: MotionData | None = None,
    validation: MotionData | None = None,
    title: str = "Identification",
) -> None:
    """Write a report: see :meth:`Identification.report`."""
    path = Path(file)
    check_report(path)
    sections = list(_sections(fit, data, validation))
    write = _write_markdown if path.suffix.lower() == ".md" else _write_html
    try:
        with written_whole(path) as unfinished:
            write(title, sections, unfinished)
    except OSError as error:
        raise MatlabError(
            "rst_compat:identification:NotWritten",
            f"report: file {str(path)!r} cannot be written",
            "a place where a file can be written",
            (error.strerror or str(error)).lower(),
            "Folders are not made",
        ) from None


def check_report(path: Path) -> None:
    """Refuse a name of another format, and pictures without what draws them."""
    if path.suffix.lower() not in (".html", ".htm", ".md"):
        raise MatlabValueError(
            "rst_compat:identification:WrongReport",
            "report: the format is not known",
            "a name that ends in .html or .md",
            repr(str(path)),
            "HTML is one file; Markdown has its pictures beside it",
        )
    report_figures.figure_class()


def _sections(
    fit: Identification, data: MotionData | None, validation: MotionData | None
) -> Iterator[tuple[str, list[_Part]]]:
    """Headings, and what stands below them."""
    yield "In short", [*fit.headline(), list(fit.Findings)]
    for heading, (titles, rows) in fit.tables().items():
        yield heading, [_Table(titles, rows)]
    if validation is not None:
        checked = fit.validate(validation)
        parts: list[_Part] = [
            f"{checked.NumSamples} samples that were not used for the fit; mean error {100 * checked.Mean:.3g} %.",
            _Table(*checked.table()),
            _Picture("validation", "On the other log", report_figures.channels(fit, validation, "On the other log")),
        ]
        yield "Validation", parts
    pictures: list[_Part] = []
    if data is not None:
        pictures.append(_Picture("fit", "On this log", report_figures.channels(fit, data, "On this log")))
    pictures.append(_Picture("excitation", "Excitation", report_figures.singular_values(fit)))
    yield "Pictures", pictures


def _png(figure: Any) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=110)
    return file.getvalue()


# --------------------------------------------------------------------------- Markdown


def _write_markdown(title: str, sections: list[tuple[str, list[_Part]]], path: Path) -> None:
    lines = [f"# {_escaped(title)}", ""]
    for heading, parts in sections:
        lines += [f"## {heading}", ""]
        for part in parts:
            if isinstance(part, _Table):
                lines += [_row(part.titles), _row("---" if t in WORDS else "---:" for t in part.titles)]
                lines += [_row(map(_escaped, row)) for row in part.rows]
            elif isinstance(part, _Picture):
                picture = path.with_name(f"{path.stem}_{part.name}.png")
                picture.write_bytes(_png(part.figure))
                lines.append(f"![{part.title}]({quote(picture.name)})")
            elif isinstance(part, list):
                lines += [f"- {_escaped(item)}" for item in part]
            else:
                lines.append(_escaped(part))
            lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8", newline="\n")


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.strip() for cell in cells) + " |"


def _escaped(text: str) -> str:
    """One line in which nothing is Markdown or HTML: names of bodies are the user's."""
    line = " ".join(text.split())
    return "".join("\\" + c if c in "\\`*_{}[]<>#|&~$" else c for c in line)


# --------------------------------------------------------------------------- HTML


def _write_html(title: str, sections: list[tuple[str, list[_Part]]], path: Path) -> None:
    body = [f"<h1>{escape(title)}</h1>"]
    for heading, parts in sections:
        body.append(f"<h2>{escape(heading)}</h2>")
        for part in parts:
            if isinstance(part, _Table):
                lines = [_line("th", part.titles, part.titles), *(_line("td", part.titles, row) for row in part.rows)]
                body += ["<table>", *lines, "</table>"]
            elif isinstance(part, _Picture):
                image = base64.b64encode(_png(part.figure)).decode("ascii")
                body.append(f'<p><img alt="{escape(part.title)}" src="data:image/png;base64,{image}"></p>')
            elif isinstance(part, list):
                body += ["<ul>", *(f"<li>{escape(item)}</li>" for item in part), "</ul>"] if part else []
            else:
                body.append(f"<p>{escape(part)}</p>")
    head = f'<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>'
    page = ["<!DOCTYPE html>", '<html lang="en">', head, "<body>", *body, "</body>", "</html>", ""]
    path.write_text("\n".join(page), encoding="utf-8", newline="\n")


def _line(tag: str, titles: Sequence[str], cells: Sequence[str]) -> str:
    kinds = [' class="w"' if title in WORDS else "" for title in titles]
    return (
        "<tr>" + "".join(f"<{tag}{k}>{escape(c.strip())}</{tag}>" for k, c in zip(kinds, cells, strict=True)) + "</tr>"
    )
