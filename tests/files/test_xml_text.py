"""XML that is hostile, damaged or in other encodings: a clear error, soon, and little memory."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from stopwatch import soon

from rst_compat.errors import MatlabError
from rst_compat.files import xml_text
from rst_compat.files.xml_text import parse_xml

BOMB = '<!DOCTYPE a [<!ENTITY l0 "ha">{}]><robot name="&l9;"/>'.format(
    "".join(f'<!ENTITY l{k + 1} "{f"&l{k};" * 10}">' for k in range(9))
)


def refused(source, what=None):
    with pytest.raises(MatlabError) as caught:
        parse_xml(source, "a.urdf")
    if what:
        assert caught.value.identifier == f"rst_compat:xml:{what}"
    assert caught.value.message.startswith("a.urdf")
    for part in ("expected", "got", "hint"):
        assert getattr(caught.value, part)
    return caught.value.message


# ---- hostile ----


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        '<!DOCTYPE robot [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="r">&x;</robot>',
        '<!DOCTYPE robot [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]><robot name="r"/>',
        '<!DOCTYPE robot SYSTEM "http://127.0.0.1:9/robot.dtd"><robot name="r"/>',
        "<!DOCTYPE robot><robot name='r'/>",
        BOMB.encode("utf-16"),
        BOMB.encode("utf-32"),
        b"\xef\xbb\xbf" + BOMB.encode(),
    ],
)
def test_document_types_and_entities_are_refused(text):
    assert "Remove it; URDF and SDF have none" in refused(text, "DocumentType")


def test_an_encoding_hides_nothing():
    text = '<?xml version="1.0" encoding="utf-7"?>' + BOMB
    refused(text.encode("utf-7"), "WrongEncoding")
    refused(BOMB.encode("utf-16-le"), "NotXml")  # without a mark it is bytes between null characters
    refused('<?xml version="1.0" encoding="cp037"?>'.encode("cp037") + BOMB.encode("cp037"))


def test_a_200_MB_attribute_costs_no_time():
    text = '<robot name="' + "x" * 200_000_000 + '"/>'
    with soon(3):  # 0.4 s, most of them for the text itself
        assert "at most 64 MB" in refused(text, "TooLarge")


def test_a_10_MB_attribute_is_the_limit():
    refused('<robot name="' + "x" * 11_000_000 + '"/>', "TooLarge")


@pytest.mark.parametrize("depth", [300, 100_000, 3_000_000])
def test_deep_nesting_is_refused(depth):
    with soon(2):
        refused("<a>" * depth + "</a>" * depth)


def test_a_crowd_of_elements_is_refused():
    with soon(5):
        refused("<r>" + "<a/>" * 10_000_000 + "</r>", "TooLarge")
        refused("<r " + " ".join(f'a{k}=""' for k in range(1_000_001)) + "/>", "TooLarge")


def test_the_largest_crowd_that_is_read_stays_below_500_MB():
    code = """
        from pathlib import Path
        from rst_compat.files.xml_text import MARKUP_LIMIT, parse_xml
        parse_xml("<r>" + "<a/>x" * (MARKUP_LIMIT - 10) + "</r>")
        print(Path("/proc/self/status").read_text())
    """
    if not Path("/proc/self/status").is_file():
        pytest.skip("only Linux tells the peak of a process by itself")
    command = [sys.executable, "-c", textwrap.dedent(code)]
    status = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) < 500 * 1024


# ---- damaged ----


@pytest.mark.parametrize(
    ("text", "what", "place"),
    [
        ("", "Empty", ""),
        (b"", "Empty", ""),
        (" \n ", "Empty", ""),
        ("<robot>\n <link>\n</robot>", "NotXml", "line 3, column 9"),
        ("<robot>\n <link name='a'", "NotXml", "line 2"),
        ("<robot", "NotXml", "line 1"),
        ("<robot name='a' name='b'/>", "NotXml", "line 1"),
        ("<robot/>\n<robot/>", "NotXml", "line 2, column 1"),
        ("robot.urdf", "NotXml", "line 1, column 1"),
        ("<robot>&nbsp;</robot>", "NotXml", "line 1"),
        ("<robot>\n\0</robot>", "NotXml", "line 2"),
        ("<robot>&#0;</robot>", "NotXml", "line 1"),
        ("<robot><x:link></robot>", "NotXml", "line 1"),
        (b"<robot a='\xff'/>", "WrongEncoding", "offset 10"),
        (b"<robot\n\n a='\xe9'/>", "WrongEncoding", "line 3: expected text in the encoding utf-8"),
        (b"\x1f\x8b\x08\x00", "WrongEncoding", "0x8b"),
        (b'<?xml version="1.0" encoding="klingon"?><robot/>', "WrongEncoding", "klingon"),
        ("<robot name='\ud800'/>", "WrongEncoding", "surrogate"),
    ],
)
def test_damage_is_placed(text, what, place):
    assert place in refused(text, what)


def test_a_merge_conflict_is_recognised():
    message = refused("<<<<<<< HEAD\n<robot/>\n=======\n", "NotXml")
    assert "line 1, column 2" in message
    assert "merge conflict" in message


def test_a_pointer_of_git_lfs_is_recognised():
    assert "git lfs pull" in refused("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "NotXml")


def test_of_a_long_line_the_damaged_place_is_shown():
    text = "<robot name='r'>" + "<link name='a'/>" * 1000 + "<link name='b' name='b'/></robot>"
    message = refused(text, "NotXml")
    assert 'attribute name redefined in "' in message
    assert "<link name='b' name='b'" in message


STRANGERS = "<drake:joint/>" * 200  # libxml2 lists its first or last hundred faults


@pytest.mark.parametrize("head", ["", "<drake:joint drake:a='1'/>", STRANGERS])
def test_xacro_without_declaration_gets_one(head):
    message = refused(f"<robot>\n{head}<xacro:arm/>{head}</robot>", "NotXml")
    assert f"line 2, column {len(head) + 1}:" in message or not head
    assert "amespace prefix xacro on arm is not defined" in message
    assert 'xmlns:xacro="http://www.ros.org/wiki/xacro"' in message


@pytest.mark.parametrize("xmlns", ["", " xmlns='u'", " xmlns:gz='not a URI'", " xmlns:gz='../relative'"])
def test_strangers_need_no_declaration(xmlns):
    robot = parse_xml(f"<robot{xmlns}>\n <drake:joint/><limit drake:lower='3' upper='4'/></robot>", "a.urdf")
    stranger, limit = robot.root
    assert (robot.namespace, stranger.tag) == ("{u}" if xmlns == " xmlns='u'" else "", "drake:joint")
    assert limit.tag == robot.namespace + "limit"
    assert dict(limit.attrib) == {"drake:lower": "3", "upper": "4"}
    assert robot.place(limit) == "a.urdf, line 2, column 16"


def test_a_declared_prefix_of_xacro_is_no_stranger():
    robot = parse_xml("<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:arm/><drake:joint/></robot>")
    assert [e.tag for e in robot.root] == ["{http://www.ros.org/wiki/xacro}arm", "drake:joint"]


@pytest.mark.parametrize("after", ["", STRANGERS])
@pytest.mark.parametrize(
    ("fault", "what"),
    [
        ("<a></b>", "NotXml"),
        ("<a b='1' b='2'/>", "NotXml"),
        ("<a drake:b='1' drake:b='2'/>", "NotXml"),
        ("&ha;", "NotXml"),
        ("<a b='<'/>", "NotXml"),
        ("\x01", "NotXml"),
        ("<a b=1/>", "NotXml"),
        ("<!DOCTYPE a>", "DocumentType"),
        ("<a>" * 300 + "</a>" * 300, "TooDeep"),
        (f"<a b='{'x' * 11_000_000}'/>", "TooLarge"),
    ],
)
def test_beside_strangers_nothing_is_forgiven(fault, what, after):
    message = refused(f"<robot>\n<drake:joint/>{fault}{after}</robot>", what)
    assert "line 2" in message
    assert "prefix" not in message.partition(" in '")[0]


def test_other_sources_are_refused():
    refused(None, "WrongSource")


# ---- read ----


@pytest.mark.parametrize(
    "text",
    [
        "<robot name='Bär'/>",
        "\n\n  <robot name='Bär'/>\n",
        '\n<?xml version="1.0" encoding="latin-1"?>\n<robot name="Bär"/>',  # a text is what it is, declared or not
        "<robot name='Bär'/>".encode(),
        "\ufeff<robot name='Bär'/>".encode(),
        "<robot name='Bär'/>".encode("utf-16"),
        "<robot name='Bär'/>".encode("utf-32"),
        '<?xml version="1.0" encoding="ISO-8859-1"?><robot name="Bär"/>'.encode("latin-1"),
        '<?xml version="1.0" encoding="windows-1252"?><robot name="Bär"/>'.encode("cp1252"),
        '<?xml version="1.0"?><!-- c --><?pi x?><robot name="B&#228;r"/>',
    ],
)
def test_encodings(text):
    assert parse_xml(text).root.get("name") == "Bär"


def test_east_asian_encodings():
    for encoding in ("gb2312", "gbk", "gb18030", "big5", "shift_jis", "euc-jp"):
        text = f'<?xml version="1.0" encoding="{encoding}"?><robot name="日本"/>'
        assert parse_xml(text.encode(encoding)).root.get("name") == "日本"


def test_every_element_knows_line_and_column():
    text = '<?xml version="1.0"?>\n<robot\n  name="é"><!-- <a/> --><link/>\n  <link\n   name="b"><a/></link></robot>'
    document = parse_xml(text, "arm.urdf")
    robot, first, second, inner = document.root.iter()
    assert document.place(robot) == "arm.urdf, line 2, column 1"
    assert document.place(first) == "arm.urdf, line 3, column 25"
    assert document.place(second) == "arm.urdf, line 4, column 3"
    assert document.place(inner) == "arm.urdf, line 5, column 13"


def test_lines_count_on_where_libxml2_stops():
    text = "<r>" + "\n" * 100_000 + "<a/></r>"
    document = parse_xml(text)
    assert "line 100001, column 1" in document.place(document.root[0])


def test_without_the_scanner_the_line_remains(monkeypatch):
    monkeypatch.setattr(xml_text, "_start_tag", lambda *_: None)
    document = parse_xml("<r>\n<a/></r>", "x")
    assert document.place(document.root[0]) == "x, line 2, column 1"
