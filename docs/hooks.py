"""What the site takes from elsewhere while it is built, so that nothing is written twice.

- Pages from files of the repository: MIGRATION.md, CHANGELOG.md, fixtures/README.md; the gallery from ``examples``.
- ``<!-- include README.md "Quick start" -->`` stands for a section of a file, ``""`` for what is before the first one.
- ``<!-- options eval -->`` stands for the table of options of a command of ``rstc``.
- The reference: a page for each group of names of MIGRATION.md, section 7, with every name that is here.
"""

from __future__ import annotations

import ast
import inspect
import posixpath
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the package of this checkout, as mkdocstrings reads it

import rst_compat as rst  # noqa: E402

NAMES = set(rst.__all__)
PAGES = {
    "MIGRATION.md": "migration.md",
    "CHANGELOG.md": "changelog.md",
    "fixtures/README.md": "fixtures.md",
    "README.md": "index.md",  # in parts
}
NAMESPACES = {
    "batch": "the same names over leading axes, for many configurations at once",
    "symbolic": "the same names for SymPy, as exact expressions of a small robot",
}
INCLUDE = re.compile(r'^<!-- include (\S+) "(.*)" -->$', re.MULTILINE)
OPTIONS = re.compile(r"^<!-- options (\w+) -->$", re.MULTILINE)
LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")


def on_config(config: Any) -> Any:
    reference = next(entry["Reference"] for entry in config.nav if "Reference" in entry)
    reference += [{title: f"api/{slug(title)}.md"} for title in [*groups(), *NAMESPACES]]
    return config


def on_files(files: Any, config: Any) -> Any:
    pages = {uri: root_text(name) for name, uri in PAGES.items() if uri != "index.md"}
    pages |= {"gallery.md": gallery()} | reference()
    for uri, text in pages.items():
        files.append(File.generated(config, uri, content=text))
    texts = [*pages.values(), *(expanded(f.content_string) for f in files.documentation_pages())]
    for path in {m[1] for text in texts for m in re.finditer(r"\]\((?:\.\./)*sources/([^)#]+)\)", text)}:
        files.append(File.generated(config, f"sources/{path}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    return expanded(markdown)


def expanded(text: str) -> str:
    text = INCLUDE.sub(lambda m: section(root_text(m[1]), m[2]), text)
    return OPTIONS.sub(lambda m: options(m[1]), text)


def root_text(name: str) -> str:
    """A file of the repository; its links lead to the page, or to a copy of the file, in the site."""
    folder = posixpath.dirname(name)

    def target(match: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, match[1]))
        if not (ROOT / path).exists():  # code that looks like a link
            return match[0]
        if path.startswith("docs/"):
            return f"]({path.removeprefix('docs/')}"
        return f"]({PAGES.get(path) or 'sources/' + path}"

    return LINK.sub(target, (ROOT / name).read_text(encoding="utf-8"))


def section(text: str, title: str) -> str:
    """What stands under a heading, up to the next one of its level or above."""
    kept: list[str] | None = None
    level, fenced = 2, False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        heading = None if fenced else re.match(r"(#+) (.+)", line)
        if heading and kept is not None and len(heading[1]) <= level:
            break
        if heading and kept is None and title in ("", heading[2]):
            kept, level = [], len(heading[1]) if title else 2
        elif kept is not None:
            kept.append(line)
    if kept is None:
        raise PluginError(f"nothing to include: no heading {title!r}")
    return "\n".join(kept)


def options(command: str) -> str:
    """The arguments and options of a command of ``rstc``, as a table."""
    from rst_compat_cli.app import app  # noqa: PLC0415 - only one page asks
    from typer.main import get_command  # noqa: PLC0415

    rows = ["| option | meaning |", "|---|---|"]
    for parameter in get_command(app).commands[command].params:
        words = [*parameter.opts, *parameter.secondary_opts]
        if parameter.param_type_name == "argument":
            shown = parameter.metavar or parameter.name.upper()
        else:
            shown = " ".join([", ".join(words), parameter.metavar or ""]).strip()
        cells = [f"<code>{escape(shown)}</code>", escape(parameter.help or "")]
        rows.append("| " + " | ".join(cell.replace("|", "&#124;") for cell in cells) + " |")
    return "\n".join(rows)


def gallery() -> str:
    """Every script of ``examples``: its docstring, its pictures as far as they are there, its lines."""
    parts = ["# Gallery\n\nComplete scripts, each with the MATLAB lines above the Python lines.\n"]
    for path in scripts():
        source = path.read_text(encoding="utf-8")
        title, _, text = (ast.get_docstring(ast.parse(source)) or path.stem).partition("\n")
        parts.append(f"## {title.rstrip('.')}\n\n{text.strip()}\n")
        for picture in sorted((ROOT / "docs" / "pictures" / "examples").glob(f"{path.stem}.*")):
            parts.append(f"![{title}](pictures/examples/{picture.name})\n")
        lines = "\n".join(f"    {line}".rstrip() for line in ["```python", *source.splitlines(), "```"])
        parts.append(f'??? example "examples/{path.name}"\n\n{lines}\n')
    return "\n".join(parts)


def scripts() -> list[Path]:
    """The scripts, in the order of the list in ``examples/pictures.py``, which is no script itself."""
    found = {path.stem: path for path in sorted((ROOT / "examples").glob("[a-z]*.py"))}
    tree = ast.parse(found.pop("pictures").read_text(encoding="utf-8")) if "pictures" in found else ast.Module([], [])
    lists = [n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "EXAMPLES"]
    order = [name for value in lists for name in ast.literal_eval(value) if name in found]
    return [found[name] for name in dict.fromkeys([*order, *found])]


# --------------------------------------------------------------------------- the reference


def slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")


def groups() -> dict[str, dict[str, str]]:
    """Group -> name -> row of its table, for every name that is here; properties stand with their classes."""
    text = section((ROOT / "MIGRATION.md").read_text(encoding="utf-8"), "7. Every name")
    found: dict[str, dict[str, str]] = {}
    row = re.compile(r"^\| `(\w+)` \| ((?:exact|differs|own) \|.*?) ?\|$", re.MULTILINE)
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        title = part.partition("\n")[0]
        rows = {m[1]: m[2] for m in row.finditer(part) if m[1] in NAMES}
        if title == "Properties":
            found["Constructors, importers, solvers"] |= rows
        elif rows:
            found[title] = rows
    rest = sorted(set(rst.__all__) - {name for rows in found.values() for name in rows})
    return found | ({"Other names": dict.fromkeys(rest, " | ")} if rest else {})


def reference() -> dict[str, str]:
    first = [
        "# Reference\n\nEvery name of the package, in the groups of the migration guide. A name with a status other"
    ]
    first.append('than "exact" differs from MATLAB as its note says, or is our own.\n')
    pages = {}
    for title, rows in groups().items():
        page = f"api/{slug(title)}.md"
        first.append(f"- [{title}]({slug(title)}.md): " + ", ".join(link(n, title) for n in rows))
        table = ["| name | status | note |", "|---|---|---|"]
        table += [f"| {link(name, title)} | {row} |" for name, row in rows.items()]
        pages[page] = f"# {title}\n\n" + "\n".join(table) + "\n\n" + "\n".join(map(entry, rows, rows.values()))
    for name, what in NAMESPACES.items():
        first.append(f"- [{name}]({name}.md): {what}")
        members = f"      members: {getattr(rst, name).__all__}\n      show_root_heading: false"
        options = f"    options:\n{members}\n      show_root_toc_entry: false\n"
        pages[f"api/{name}.md"] = f"# {name}\n\n::: rst_compat.{name}\n{options}"
    return pages | {"api/index.md": "\n".join(first) + "\n"}


def is_described(name: str) -> bool:
    """Whether mkdocstrings has an entry for it; a namespace gets one by hand."""
    return inspect.isclass(getattr(rst, name)) or inspect.isroutine(getattr(rst, name))


def link(name: str, title: str) -> str:
    target = f"[rst_compat.{name}]" if is_described(name) else f"({slug(title)}.md#rst_compat.{name})"
    return f"[`{name}`]{target}"


def entry(name: str, row: str) -> str:
    """What mkdocstrings is asked for one name; of a class its properties, and links to the functions that it shares."""
    value = getattr(rst, name)
    if not is_described(name):
        return f'## {name}\n\n<a id="rst_compat.{name}"></a>{row.partition(" | ")[2]}\n'
    if not inspect.isclass(value):
        return f"::: rst_compat.{name}\n"
    public = [n for n in dir(value) if not n.startswith("_")]
    shared = [n for n in public if n in rst.__all__ and getattr(value, n) is getattr(rst, n)]
    # What Python's own classes bring along is not ours to describe.
    builtin = {n for base in value.__mro__ if base.__module__ == "builtins" for n in vars(base)}
    members = [n for n in public if n not in shared and n not in builtin]
    text = f"::: rst_compat.{name}\n    options:\n      inherited_members: true\n      members: {members}\n"
    if shared:
        text += "\nAlso as methods: " + ", ".join(f"[`{n}`][rst_compat.{n}]" for n in shared) + ".\n"
    return text
