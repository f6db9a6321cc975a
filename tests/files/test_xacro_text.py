"""Xacro: expanded by its own package, or a sentence that says how to get it."""

import os
import subprocess
import sys

import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.files import xacro_text
from rst_compat.files.robot_xml import read_xml
from rst_compat.files.xacro_guard import checked

HEAD = '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">'
ARM = (
    HEAD
    + """
  <xacro:property name="L" value="0.5"/>
  <xacro:macro name="segment" params="n parent">
    <link name="link_${n}"><inertial><origin xyz="${L/2} 0 0"/><mass value="${2*n}"/>
      <inertia ixx="${L**2}" iyy="1" izz="1"/></inertial></link>
    <joint name="joint_${n}" type="revolute"><parent link="${parent}"/><child link="link_${n}"/>
      <origin xyz="${L} 0 0" rpy="0 0 ${pi/2}"/><limit lower="-1" upper="1"/></joint>
  </xacro:macro>
  <link name="base"/>
  <xacro:segment n="1" parent="base"/>
  <xacro:segment n="2" parent="link_1"/>
</robot>"""
)


@pytest.fixture
def without_xacro(monkeypatch):
    for name in ("xacro", "xacrodoc", "xacrodoc.packages"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def with_xacro():
    pytest.importorskip("xacrodoc", reason="pip install '.[xacro]'")


def refused(*args):
    with pytest.raises(MatlabError) as caught:
        read_xml(*args)
    assert all((caught.value.expected, caught.value.got, caught.value.hint))
    return caught.value


# ---- without the package ----


def test_the_missing_package_is_named(without_xacro, tmp_path):
    file = tmp_path / "arm.xacro"
    file.write_text(ARM)
    for source in (ARM, file):
        error = refused(source, "xacro")
        assert error.identifier == "rst_compat:urdf:XacroMissing"
        assert isinstance(error, ImportError)
        assert "pip install xacrodoc" in error.message


def test_a_text_without_macros_needs_no_package(without_xacro, tmp_path):
    plain = HEAD + "<link name='base'/><!-- ${L} --></robot>"  # what xacro has left behind declares its prefix still
    file = tmp_path / "arm.xacro"
    file.write_text(plain)
    for source in (plain, file):
        assert read_xml(source).base_name == "base"
    assert read_xml(plain, "xacro").base_name == "base"


def test_hostile_texts_never_reach_the_package(without_xacro):
    assert refused("<!DOCTYPE robot>" + ARM, "xacro").identifier == "rst_compat:xml:DocumentType"


# ---- with it ----


@pytest.mark.usefixtures("with_xacro")
class TestExpanded:
    def test_properties_arithmetic_and_macros(self):
        first, second = read_xml(ARM, "xacro").bodies
        assert (first.name, first.mass, first.center_of_mass) == ("link_1", 2, (0.25, 0, 0))
        assert (second.name, second.parent, second.mass) == ("link_2", "link_1", 4)
        assert first.inertia == (0.25, 1 + 2 * 0.25**2, 1 + 2 * 0.25**2, 0, 0, 0)
        assert first.joint.joint_to_parent[0][3] == 0.5

    @pytest.mark.parametrize("suffix", ["xacro", "urdf.xacro", "urdf", "xml"])
    def test_files(self, tmp_path, suffix):
        file = tmp_path / f"arm.{suffix}"
        file.write_text(ARM)
        if "xacro" in suffix:
            assert rst.importrobot(file).BodyNames == ["link_1", "link_2"]
        else:  # expressions run only where the name or the call says that this is xacro
            assert refused(file).identifier == "rst_compat:xml:WrongFormat"
        assert rst.importrobot(str(file), "xacro").BodyNames == ["link_1", "link_2"]

    def test_sdf_is_expanded_too(self, tmp_path):
        text = (
            "<sdf version='1.7' xmlns:xacro='http://www.ros.org/wiki/xacro'><xacro:property name='n' value='rod'/>"
            "<model name='m'><link name='${n}'><inertial><mass>${2 * 3}</mass></inertial></link><link name='a'/>"
            "<joint name='j' type='fixed'><parent>a</parent><child>${n}</child></joint></model></sdf>"
        )
        file = tmp_path / "arm.sdf.xacro"
        file.write_text(text)
        for body in (read_xml(file).bodies[0], read_xml(text, "xacro").bodies[0]):
            assert (body.name, body.mass) == ("rod", 6)
        for form in ("sdf", None):
            assert refused(text, form).identifier == "rst_compat:xml:WrongFormat"

    def test_arithmetic_alone(self, tmp_path):
        file = tmp_path / "arm.xacro"
        file.write_text("<robot name='${2*3}'><link name='base'/></robot>")
        assert read_xml(file).name == "6"

    def test_the_text_may_be_called_xacro_but_not_urdf(self):
        assert read_xml(ARM, "xacro").name == "arm"
        assert refused(ARM, "urdf").identifier == "rst_compat:xml:WrongFormat"
        assert refused(ARM).identifier == "rst_compat:xml:WrongFormat"

    def test_includes_start_at_the_file(self, tmp_path):
        (tmp_path / "parts").mkdir()
        (tmp_path / "parts" / "base.xacro").write_text(HEAD + "<link name='base'/></robot>")
        file = tmp_path / "arm.xacro"
        file.write_text(HEAD + "<xacro:include filename='parts/base.xacro'/></robot>")
        assert read_xml(file).base_name == "base"

    @pytest.mark.parametrize("where", ["above the file", "mesh path", "beside the mesh path"])
    def test_packages_are_found(self, tmp_path, where):
        package = tmp_path / "arm_description"
        package.mkdir()
        (package / "package.xml").write_text("<package><name>arm_description</name><version>1.0.0</version></package>")
        (package / "base.xacro").write_text(HEAD + "<link name='base'/></robot>")
        file = (package if where == "above the file" else tmp_path) / "arm.xacro"
        file.write_text(HEAD + "<xacro:include filename='$(find arm_description)/base.xacro'/></robot>")
        folders = {"above the file": [], "mesh path": [str(package)], "beside the mesh path": [str(package / "meshes")]}
        assert read_xml(file, None, folders[where]).base_name == "base"

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("<link name='${nothing}'/>", "nothing"),
            ("<link name='${().__class__}'/>", "__class__"),
            ("<link name='${1/0}'/>", "ZeroDivisionError division by zero when evaluating expression '1/0'"),
            ("<link name='${[0]*10**10}'/>", "MemoryError when evaluating expression"),
            ("<link name='$(find no_such_package)'/>", "no_such_package"),
            ("<xacro:include filename='none.xacro'/>", "none.xacro"),
            ("<xacro:no_such_macro/>", "no_such_macro"),
            ("<xacro:macro name='m'><xacro:m/></xacro:macro><xacro:m/>", ""),
        ],
    )
    def test_its_errors_are_ours(self, content, words, capfd):
        error = refused(HEAD + content + "</robot>", "xacro")
        assert error.identifier == "rst_compat:urdf:Xacro"
        assert words in error.message
        assert "\n" not in error.message

    def test_what_it_makes_is_checked_like_any_text(self):
        error = refused(
            HEAD + "<xacro:property name='n' value='a'/><link name='${n}'/><link name='${n}'/></robot>", "xacro"
        )
        assert error.identifier == "rst_compat:urdf:DuplicateName"
        assert "(expanded)" in error.message

    @pytest.mark.parametrize("bomb", ["${10**10**8}", "${'x' * 10**10}"])
    def test_bombs_end(self, bomb, monkeypatch):
        """Within the bounds of the process that expands, one second here."""
        monkeypatch.setattr(xacro_text, "SECONDS", 1)
        error = refused(HEAD + f'<link name="{bomb}"/></robot>', "xacro")
        assert error.identifier == "rst_compat:urdf:Xacro"


BOMB = '<!DOCTYPE a [<!ENTITY l0 "ha">{}]><robot name="&l9;"/>'.format(
    "".join(f'<!ENTITY l{k + 1} "{f"&l{k};" * 10}">' for k in range(9))
)


@pytest.mark.usefixtures("with_xacro")
class TestHostile:
    @pytest.fixture
    def including(self, tmp_path):
        def make(content):
            data = content if isinstance(content, bytes) else content.encode()
            (tmp_path / "part.xacro").write_bytes(data)
            file = tmp_path / "arm.xacro"
            file.write_text(HEAD + "<xacro:include filename='part.xacro'/></robot>")
            return file

        return make

    @pytest.mark.parametrize(
        ("content", "what"),
        [
            (BOMB, "xml:DocumentType"),
            (BOMB.encode("utf-16"), "xml:DocumentType"),
            ('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>', "xml:DocumentType"),
            ('<!DOCTYPE r SYSTEM "http://127.0.0.1:9/r.dtd"><robot/>', "xml:DocumentType"),
            ("<robot>\n<link</robot>", "xml:NotXml"),
            ("", "xml:Empty"),
            ("<a>" * 300 + "</a>" * 300, "xml:TooDeep"),
            ("<r>" + "<a/>" * 1_000_001 + "</r>", "xml:TooLarge"),
            ("<r a='" + "x" * (1 << 26) + "'/>", "urdf:Xacro"),
        ],
    )
    def test_included_files_pass_the_same_parser(self, including, content, what):
        error = refused(including(content))
        assert error.identifier == f"rst_compat:{what}"
        assert error.message.startswith("arm.xacro: ")
        assert "part.xacro" in error.fact

    def test_included_files_in_other_encodings(self, including):
        text = '<?xml version="1.0" encoding="{}"?>' + HEAD + "<link name='Bär'/></robot>"
        for encoding in ("utf-8", "utf-16", "latin-1"):
            assert read_xml(including(text.format(encoding).encode(encoding))).base_name == "Bär"

    def test_an_optional_file_may_still_be_missing(self, tmp_path):
        file = tmp_path / "arm.xacro"
        file.write_text(HEAD + "<xacro:include filename='no.xacro' optional='true'/><link name='a'/></robot>")
        assert read_xml(file).base_name == "a"

    @pytest.mark.parametrize("path", ["http://127.0.0.1:9/a.xacro", "//server/a.xacro", "\\\\server\\a.xacro"])
    @pytest.mark.parametrize("way", ["<xacro:include filename='{}'/>", "<link name=\"${{xacro.load_yaml('{}')}}\"/>"])
    def test_no_path_leads_into_the_network(self, path, way):
        shown = path if "include" in way else path.replace("\\", "\\\\")
        error = refused(HEAD + way.format(shown) + "</robot>", "xacro")
        assert (error.identifier, error.got) == ("rst_compat:urdf:Xacro", "a network path")

    @pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no devices")
    @pytest.mark.parametrize("way", ["<xacro:include filename='{}'/>", "<link name=\"${{xacro.load_yaml('{}')}}\"/>"])
    def test_a_device_is_not_read(self, way):
        assert refused(HEAD + way.format("/dev/zero") + "</robot>", "xacro").got == "a device or a pipe"

    @pytest.mark.parametrize(
        "expression",
        [
            "__import__('os').system('touch {}')",
            "(lambda: [c for c in ().__class__.__base__.__subclasses__() if c.__name__=='_wrap_close'][0]"
            ".__init__.__globals__['system']('touch {}'))()",
            "[c for c in python.vars(python.type(python.type(1)))['__subclasses__'](python.type(1).mro()[1])"
            " if 'Popen' in str(c)][0](['touch', '{}'])",
            "[[g.gi_frame.f_back for g in [x]] for x in [(y for y in [1])]]",
            "python.vars(xacro)",
            "python.type('X', (), dict())",
            "xacro.load_yaml.__globals__",
            "open('{}', 'w')",
        ],
    )
    def test_expressions_only_calculate(self, expression, tmp_path):
        made = tmp_path / "made"
        expression = expression.format(made).replace('"', "&quot;")
        error = refused(HEAD + f'<link name="${{{expression}}}"/></robot>', "xacro")
        assert error.identifier == "rst_compat:urdf:Xacro"
        assert not made.exists()

    @pytest.mark.parametrize("name", ["exec", "eval", "open", "getattr", "vars"])
    def test_eval_has_no_builtins(self, name):
        """``$(eval )`` ends at its first bracket, unless the rest is made by ``${}``."""
        error = refused(HEAD + f"<link name='$(eval ${{&quot;str\\x28{name}\\x29&quot;}})'/></robot>", "xacro")
        assert f"name '{name}' is not defined" in error.message

    @pytest.mark.parametrize("text", ["f'{a.__class__}'", "[x for x in a._b]", "'%s' % (lambda: 0)", "__a", "a.mro()"])
    def test_what_an_expression_may_not_hold(self, text):
        with pytest.raises(MatlabError, match="arithmetic, lists and texts"):
            checked(text)

    def test_the_document_leads_nowhere(self, including, tmp_path):
        """From a block of a macro to its document, on to Python's own loader of addresses, without an underscore."""
        including(HEAD + "</robot>")
        chain = "v.ownerDocument.implementation.createDOMBuilder(1, None).parseURI('http://127.0.0.1:9/a')"
        file = tmp_path / "arm.xacro"
        file.write_text(
            f"{HEAD}<xacro:macro name='m' params='*b'><xacro:include filename='part.xacro' ns='n'/>"
            f"<link name=\"${{[{chain} for k, v in n.parent.items() if k == '*b']}}\"/></xacro:macro>"
            "<xacro:m><link name='x'/></xacro:m></robot>"
        )
        error = refused(file)
        assert (error.identifier, error.got) == ("rst_compat:urdf:Xacro", "urllib.Request")

    @pytest.mark.parametrize(
        ("deed", "got"),
        [
            ("os.system('true')", "os.system"),
            ("subprocess.run(['true'])", "subprocess.Popen"),
            ("open({!r}, 'w')", "open, to write"),
            ("os.open({!r}, os.O_CREAT)", "open, to write"),
            ("os.mkdir({!r})", "os.mkdir"),
            ("os.remove(__file__)", "os.remove"),
            ("socket.create_connection(('127.0.0.1', 9))", "socket."),
            ("ctypes.CDLL(None)", "ctypes.dlopen"),
        ],
    )
    def test_the_second_guard_sees_deeds_not_words(self, deed, got, tmp_path):
        made = tmp_path / "made"
        code = f"""
import os, socket, subprocess, xacro
import ctypes
from xacro import substitution_args
from rst_compat.files.xacro_guard import guard
guard(xacro, substitution_args)
__file__ = {str(tmp_path / "nothing")!r}
try:
    {deed.format(str(made))}
except ValueError as error:
    print(error.got)
"""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.startswith(got)
        assert not made.exists()

    def test_honest_expressions_still_work(self):
        text = (
            HEAD + "<xacro:property name='d' value=\"${dict(a=[1, 2], b='x')}\"/><link name=\"${d['a'][1]}"
            "_${'%.1f' % sin(0)}_${[k * 2 for k in d['a']]}_${d['b'].upper()}_${python.sorted([2, 1])}_$(eval 1+1)\"/>"
            "</robot>"
        )
        assert read_xml(text, "xacro").base_name == "2_0.0_[2, 4]_X_[1, 2]_2"
