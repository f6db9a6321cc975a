"""XML text, parsed as if an enemy had written it, into a document that knows where each element stands.

No document type and so no entities and no external files; no network; bounded size, depth (libxml2's own bound) and
number of elements.
"""

from __future__ import annotations

import codecs
import re
from typing import Any, NoReturn
from xml.parsers import expat

from lxml import etree

from ..errors import MatlabError, MatlabTypeError, MatlabValueError
from .disk import SIZE_LIMIT

#: opening brackets and equals signs: each element, text and attribute costs some 100 bytes of memory
MARKUP_LIMIT = 1_000_000
_ID = "rst_compat:xml:"
_DECLARATION = re.compile(r"\s*<\?xml\s[^>]{0,200}\?>")
_ENCODING = re.compile(rb"^<\?xml\s[^>]{0,200}?encoding\s*=\s*[\"']([A-Za-z][\w.:-]{0,40})[\"']")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: encodings in which the bytes of ASCII mean ASCII, so that nothing hides from :func:`_guard`
_CODECS = re.compile(r"utf-8|ascii|iso8859-\d+|cp125\d|koi8-[ru]|gb2312|gbk|gb18030|big5|shift_jis|euc_jp|euc_kr|cp932")


class Document:
    """A parsed text.

    Attributes
    ----------
    root : lxml element
    name : str
        What an error message calls the text: a file name, or "the URDF text".
    namespace : str
        Of the root element, in braces; usually empty.
    """

    def __init__(self, root: Any, data: bytes, name: str) -> None:
        self.root, self.name, self._data = root, name, data
        brace = str(root.tag).rfind("}")
        self.namespace = str(root.tag)[: brace + 1]

    @property
    def text(self) -> str:
        """The text, without its XML declaration."""
        return self._data.decode("utf-8")

    @property
    def text_without_comments(self) -> str:
        """The text of the elements alone."""
        return str(etree.tostring(self.root, encoding="unicode"))

    def place(self, element: Any) -> str:
        """``"arm.urdf, line 3, column 5"``: where the start tag of an element begins."""
        wanted = next(k for k, e in enumerate(self.root.iter(etree.Element)) if e is element)
        line, column = _start_tag(self._data, wanted) or (element.sourceline, 1)
        return f"{self.name}, line {line}, column {column}"


def _start_tag(data: bytes, wanted: int) -> tuple[int, int] | None:
    """Line and column of a start tag, counted in document order.

    libxml2 keeps no columns, and the line where the tag ends; so, for a message, the text is scanned again.
    """
    found: list[tuple[int, int]] = []
    count = -1

    def start(*_: Any) -> None:
        nonlocal count
        count += 1
        if count == wanted:
            found.append((scanner.CurrentLineNumber, scanner.CurrentColumnNumber + 1))

    scanner = expat.ParserCreate("utf-8")
    scanner.StartElementHandler = start
    try:
        scanner.Parse(data, True)
    except expat.ExpatError:  # what only libxml2 accepts
        return None
    return found[0] if found else None


def parse_xml(source: str | bytes, name: str = "XML text") -> Document:
    """Parse an XML text.

    Parameters
    ----------
    source : str or bytes
        Bytes are decoded by their byte order mark or their XML declaration, as UTF-8 by default.
    name : str
        What an error message calls the text.

    Raises
    ------
    MatlabError
        ``rst_compat:xml:<What>``, with line and column for a fault of syntax.

    Examples
    --------
    >>> parse_xml("<robot name='arm'/>").root.tag
    'robot'
    """
    if not isinstance(source, str | bytes):
        raise MatlabTypeError(_ID + "WrongSource", name, "text or bytes", type(source).__name__, "Pass the XML text")
    if len(source) > SIZE_LIMIT:
        hint = "Meshes are files of their own, beside the description"
        _refuse("TooLarge", name, f"at most {SIZE_LIMIT >> 20} MB", f"more than {SIZE_LIMIT >> 20} MB", hint)
    text = source if isinstance(source, str) else _decoded(source, name)
    # The text is UTF-8 from here on, whatever its declaration says; blank it, and keep lines and columns.
    text = text.removeprefix("\ufeff")
    if declaration := _DECLARATION.match(text):
        text = re.sub(r"[^\n]", " ", declaration[0]) + text[declaration.end() :]
    _guard(text, name)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        got = f"a lone surrogate at character {error.start}"
        _refuse("WrongEncoding", name, "Unicode text", got, "Read the file as bytes, or pass its path")
    return Document(_parse(data, name), data, name)


def _decoded(data: bytes, name: str) -> str:
    encoding = next((codec for mark, codec in _MARKS if data.startswith(mark)), None)
    if encoding is None:
        declared = _ENCODING.match(data)
        encoding = declared[1].decode("ascii") if declared else "utf-8"
        try:
            encoding = codecs.lookup(encoding).name
        except LookupError:
            encoding = encoding.lower()
        if not _CODECS.fullmatch(encoding):
            expected = "UTF-8, or a declared one-byte or East Asian encoding"
            _refuse("WrongEncoding", name, expected, repr(encoding), "Save the file as UTF-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        fact = f"{name}, line {data.count(10, 0, error.start) + 1}"
        got = f"the byte 0x{data[error.start]:02x} at offset {error.start}"
        _refuse("WrongEncoding", fact, f"text in the encoding {encoding}", got, "Save the file as UTF-8")


def _guard(text: str, name: str) -> None:
    """Refuse before parsing what could make the parser work too hard or open files."""
    if not text.strip():
        _refuse("Empty", name, "an XML text with a <robot> element", "an empty text", "Is the file complete?")
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        where = text[: text.index("<!DOCTYPE" if "<!DOCTYPE" in text else "<!ENTITY")]
        line, column = where.count("\n") + 1, len(where) - where.rfind("\n")
        got = "a DOCTYPE, which could define entities or load files"
        fact = f"{name}, line {line}, column {column}"
        _refuse("DocumentType", fact, "an XML text without document type", got, "Remove it; URDF and SDF have none")
    if "\0" in text:
        fact, hint = f"{name}, line {text.count(chr(10), 0, text.index(chr(0))) + 1}", "Is it a text file?"
        _refuse("NotXml", fact, "text", "a null character", hint)
    if text.count("<") + text.count("=") > MARKUP_LIMIT:
        expected = f"at most {MARKUP_LIMIT} elements and attributes"
        _refuse("TooLarge", name, expected, "more", "A description of 10000 links has half of that")


def _parser(*, recover: bool = False) -> Any:
    return etree.XMLParser(
        encoding="utf-8",
        recover=recover,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _parse(data: bytes, name: str) -> Any:
    parser, types = _parser(), etree.ErrorTypes
    slight = types.NS_ERR_UNDEFINED_NAMESPACE, types.WAR_NS_URI, types.WAR_NS_URI_RELATIVE
    try:
        return etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        if error.code not in slight:
            _syntax_error(str(error.msg), line, column, data, name)
    for fault in parser.error_log:
        if fault.type not in slight:
            _syntax_error(fault.message, fault.line, fault.column, data, name)
    return _with_strangers(data, name)


def _with_strangers(data: bytes, name: str) -> Any:
    """Parse a text with prefixes that are nowhere declared, as in ``<limit drake:acceleration="3"/>``.

    The prefix stays in the name, which then is none that a reader looks for.
    """
    try:  # recovery forgives all faults, and lists some of them only; expat knows no namespaces, and forgives none
        expat.ParserCreate("utf-8").Parse(data, True)
    except expat.ExpatError as error:
        _syntax_error(expat.ErrorString(error.code), error.lineno, error.offset + 1, data, name)
    root = etree.fromstring(data, _parser(recover=True))
    for k, element in enumerate(root.iter(etree.Element)):
        if element.tag.startswith("xacro:"):  # no stranger: it would have to be expanded
            line, column = _start_tag(data, k) or (element.sourceline, 1)
            _syntax_error(f"Namespace prefix xacro on {element.tag[6:]} is not defined", line, column, data, name)
    return root


def _syntax_error(reason: str, line: int, column: int, data: bytes, name: str) -> NoReturn:
    reason = re.sub(r",? line \d+, column \d+.*", "", reason, flags=re.DOTALL)
    reason = shortened(" ".join(reason.split()))
    where = f"{name}, line {line}, column {column}"
    if "Excessive depth" in reason:
        expected = "the parser's 256 levels of elements at most"
        _refuse("TooDeep", where, expected, "more", "Joints connect links by name, not by nesting")
    if "limit exceeded" in reason or "too long" in reason:
        _refuse("TooLarge", where, "attributes and texts below 10 MB", "a longer one", "Is the file damaged?")
    lines = data.splitlines()
    whole = lines[line - 1] if 0 < line <= len(lines) else b""
    first = max(0, column - 60) if len(whole) > 80 else 0  # the end of what was read stands at the column
    found = whole[first : first + 300].decode("utf-8", "replace").strip()
    hint = "Open the file in a text editor at this line"
    if found.startswith(("<<<<<<<", "=======", ">>>>>>>")):
        hint = "It is a marker of a merge conflict of git: solve the conflict in the file"
    elif found.startswith("version https://git-lfs"):
        hint = "It stands for a file that Git LFS keeps elsewhere: git lfs pull brings it"
    elif "Namespace prefix" in reason:
        hint = 'A prefix needs its declaration, as in xmlns:xacro="http://www.ros.org/wiki/xacro"'
    got = f"{reason[:1].lower()}{reason[1:]} in {shortened(found)!r}"
    _refuse("NotXml", where, "well-formed XML", got, hint)


def shortened(text: str, limit: int = 80) -> str:
    """A text for a message."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def _refuse(what: str, fact: str, expected: str, got: str, hint: str) -> NoReturn:
    error: MatlabError = MatlabValueError(_ID + what, fact, expected, got, hint)
    raise error from None
