"""Xacro: expanded by its own package, or a sentence that says how to get it."""

import sys

import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError
from rst_compat.files import xacro_text
from rst_compat.files.robot_xml import read_xml

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
            ("<link name='${1/0}'/>", "division by zero"),
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
