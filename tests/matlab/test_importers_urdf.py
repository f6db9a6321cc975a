"""importrobot and exportrobot with URDF, SDF and Xacro: what may be called how, what warns, and how fast."""

import codecs
import copy
import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from stopwatch import soon

import rst_compat as rst
from rst_compat.errors import MatlabError, MatlabWarning

URDF = """<?xml version="1.0"?>
<robot name="pendulum">
  <link name="stand"><visual><geometry><cylinder radius="0.1" length="1"/></geometry></visual></link>
  <link name="rod">
    <inertial><origin xyz="0.5 0 0"/><mass value="2"/>
      <inertia ixx="0.01" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.03"/></inertial>
    <visual name="skin"><geometry><mesh filename="package://pendulum/meshes/rod.stl"/></geometry></visual>
    <collision><geometry><box size="1 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="stand"/><child link="rod"/><axis xyz="0 0 1"/><limit lower="-2" upper="2"/>
  </joint>
</robot>
"""
SDF = """<sdf version="1.7"><model name="pendulum"><link name="stand"/>
  <link name="rod"><inertial><mass>2</mass></inertial></link>
  <joint name="hinge" type="revolute"><parent>stand</parent><child>rod</child></joint></model></sdf>"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "pendulum.urdf").write_text(URDF)
    (tmp_path / "pendulum.sdf").write_text(SDF)
    return tmp_path


def refused(*args, **keywords):
    with pytest.raises(MatlabError) as caught:
        rst.importrobot(*args, **keywords)
    return caught.value


# ---- where a robot comes from ----


@pytest.mark.parametrize(
    "source",
    [
        lambda f: f / "pendulum.urdf",
        lambda f: str(f / "pendulum.urdf"),
        lambda f: URDF,
        lambda f: "\n\n  " + URDF,
        lambda f: "\ufeff" + URDF,
        lambda f: "<!-- a robot -->" + URDF.split("\n", 1)[1],
        lambda f: f / "pendulum.sdf",
        lambda f: SDF,
    ],
)
def test_a_robot_comes_from_a_path_or_a_text(folder, source):
    robot = rst.importrobot(source(folder), DataFormat="row")
    assert (robot.BaseName, robot.BodyNames, robot.DataFormat) == ("stand", ["rod"], "row")
    assert robot.Gravity.tolist() == [0, 0, 0]
    assert robot.Bodies[0].Mass == 2


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_bytes_and_files_may_begin_with_a_byte_order_mark(tmp_path, mark, encoding):
    data = mark + ("\n" + URDF.split("\n", 1)[1].replace("rod", "Stäb")).encode(encoding)
    assert rst.importrobot(data).BodyNames == ["Stäb"]
    for name in ("pendulum.urdf", "pendulum.txt"):
        (tmp_path / name).write_bytes(data)
        assert rst.importrobot(tmp_path / name).BodyNames == ["Stäb"]


@pytest.mark.parametrize("suffix", ["URDF", "xml", "txt", "robot", ""])
def test_the_content_counts_where_the_suffix_says_nothing(folder, suffix):
    file = folder / ("copy." + suffix if suffix else "copy")
    file.write_text(URDF)
    assert rst.importrobot(file).BodyNames == ["rod"]


@pytest.mark.parametrize(
    ("args", "keywords"),
    [
        (("urdf",), {}),
        (("URDF", "DataFormat", "row"), {}),
        (("urdf", "dataformat", "row", "MESHPATH", "meshes"), {}),
        ((), {"MeshPath": "meshes", "MaxNumBodies": 30, "CollisionDecomposition": True}),
        ((), {"MeshPath": ["meshes", Path("more")], "DataFormat": []}),
        (("MeshPath", [], "MaxNumBodies", 9), {}),
    ],
)
def test_the_forms_of_a_call(folder, args, keywords):
    for source in (folder / "pendulum.urdf", URDF):
        assert rst.importrobot(source, *args, **keywords).BodyNames == ["rod"]


@pytest.mark.parametrize(("source", "form"), [(URDF, "sdf"), (SDF, "urdf"), ("<mujoco/>", "urdf"), ("<mujoco/>", None)])
def test_a_text_in_another_format_than_the_call_says_is_refused(source, form):
    error = refused(source, form) if form else refused(source)
    assert error.identifier == ("rst_compat:xml:UnknownRoot" if "mujoco" in source else "rst_compat:xml:WrongFormat")
    assert all((error.expected, error.got, error.hint))


def test_mistakes_in_the_call_are_named(folder):
    assert "Did you mean 'urdf'" in refused(URDF, "udrf").message
    assert refused(URDF, Gravity=[0, 0, -9.81]).identifier == "rst_compat:argument:UnknownName"
    assert refused(URDF, MeshPath=3).identifier == "rst_compat:argument:NotText"
    assert refused(3).identifier == "rst_compat:model:WrongSource"


@pytest.mark.parametrize("name", ["willowgaragePR2", "no.urdf", "no.sdf", "no.xacro", "x" * 5000, "a\0b"])
def test_a_file_that_is_not_there(name):
    error = refused(name)
    assert isinstance(error, FileNotFoundError)
    assert ".urdf" in error.message
    assert len(error.message) < 1000


def test_a_folder_in_place_of_a_file(folder):
    assert isinstance(refused(folder), MatlabError)


def test_the_file_is_named_in_the_message(folder):
    (folder / "pendulum.urdf").write_text(URDF.replace('value="2"', 'value="2,0"'))
    assert refused(folder / "pendulum.urdf").message.startswith("pendulum.urdf, line 5, column 38, attribute value of")


def test_a_robot_without_name():
    error = refused("<robot><link name='a'/></robot>")
    assert 'The robot element must have a "name" attribute' in error.message


# ---- what is there ----


def test_inertia_is_about_the_body_frame():
    body = rst.importrobot(URDF).Bodies[0]
    assert body.Inertia.tolist() == [0.01, 0.52, 0.53, 0, 0, 0]
    assert rst.importrobot(URDF, DataFormat="row").massMatrix([0]).tolist() == [[0.53]]


def test_a_continuous_joint_has_one_position_and_no_limits():
    robot = rst.importrobot(URDF.replace('"revolute"', '"continuous"'), DataFormat="row")
    assert robot.Bodies[0].Joint.PositionLimits.tolist() == [-math.inf, math.inf]
    assert robot.homeConfiguration().tolist() == [0]


def test_a_floating_joint_has_seven_positions():
    robot = rst.importrobot(URDF.replace('"revolute"', '"floating"'), DataFormat="row")
    assert robot.homeConfiguration().tolist() == [1, 0, 0, 0, 0, 0, 0]


def test_shapes_are_listed_and_survive_copies():
    robot = rst.importrobot(URDF)
    arm = rst.rigidBodyTree()
    arm.addSubtree("base", robot, ReplaceBase=False)
    held = rst.rigidBodyTree()
    held.addBody(robot.Bodies[0], "base")
    for tree in (
        robot,
        robot.copy(),
        robot.subtree("rod"),
        arm,
        held,
        pickle.loads(pickle.dumps(robot)),
        copy.copy(robot),
    ):
        assert tree.getBody("rod").Visuals == ["Mesh:rod.stl"]
        assert tree.getBody("rod").Collisions == ["Box:1 0.1 0.1"]
    for body in (robot.Base, robot.copy().Base, arm.getBody("stand")):
        assert body.Visuals == ["Cylinder:0.1 1"]
        assert body.Collisions == []


def test_the_folders_of_the_meshes_are_kept(folder):
    robot = rst.importrobot(folder / "pendulum.urdf", MeshPath="meshes")
    for tree in (robot, robot.copy(), robot.subtree("rod")):
        assert tree._mesh_folders == ("meshes", str(folder))
    assert rst.importrobot(URDF)._mesh_folders == ()


# ---- warnings ----


def warned(text):
    with pytest.warns(MatlabWarning) as caught:
        rst.importrobot(text)
    assert all(w.filename == __file__ for w in caught)
    return {w.message.identifier: str(w.message) for w in caught}


def without_inertial():
    start, end = URDF.index("<inertial>"), URDF.index("</inertial>") + len("</inertial>")
    return URDF[:start] + URDF[end:]


def test_links_without_inertial_warn_with_matlabs_identifier():
    text = without_inertial()
    assert list(warned(text)) == ["robotics:robotmanip:urdfimporter:IntertialComponentsMissing"]
    state = rst.warning("off", "robotics:robotmanip:urdfimporter:IntertialComponentsMissing")
    robot = rst.importrobot(text, DataFormat="row")  # silent
    rst.warning(state)
    robot.Gravity = [0, -9.81, 0]
    assert robot.gravityTorque([0.3]).tolist() == [0]
    assert (robot.Bodies[0].Mass, robot.Bodies[0].Inertia.tolist()) == (0, [0] * 6)


@pytest.mark.parametrize(
    ("old", "new", "identifier"),
    [
        ("</joint>", "<mimic joint='x'/></joint>", "rst_compat:urdf:Mimic"),
        ("</robot>", "<loop_joint name='l'/></robot>", "rst_compat:urdf:LoopJoint"),
        ('lower="-2" upper="2"', 'lower="2" upper="-2"', "rst_compat:urdf:ReversedLimits"),
        ('<limit lower="-2" upper="2"/>', "", "rst_compat:urdf:MissingLimits"),
        ('size="1 0.1 0.1"', 'size="1"', "rst_compat:urdf:UnreadShape"),
    ],
)
def test_what_a_file_leaves_open_is_said(old, new, identifier):
    assert list(warned(URDF.replace(old, new))) == [identifier]


def test_a_home_position_outside_the_limits_warns_as_in_matlab():
    with pytest.warns(MatlabWarning, match="reset to .1.5.") as caught:
        robot = rst.importrobot(URDF.replace('lower="-2"', 'lower="1"'))
    assert caught[0].message.identifier == "robotics:robotmanip:joint:ResettingHomePosition"
    assert robot.Bodies[0].Joint.HomePosition == 1.5


# ---- out again ----


@pytest.mark.parametrize(
    "call",
    [
        lambda robot, f: robot.exportrobot(f),
        lambda robot, f: rst.exportrobot(robot, str(f)),
        lambda robot, f: rst.exportrobot(robot, OutputFileName=f),
        lambda robot, f: rst.exportrobot(robot, "OutputFileName", str(f), "ExportMesh", True),
        lambda robot, f: rst.exportrobot(robot, "ExportMesh", False, "outputfilename", f),
    ],
)
def test_the_suffix_is_the_format(tmp_path, call):
    file = tmp_path / "arm.urdf"
    assert call(rst.importrobot(URDF), file) == file.read_text("utf-8")
    assert "<robot name=" in file.read_text("utf-8")
    assert rst.importrobot(file).Bodies[0].Inertia.tolist() == rst.importrobot(URDF).Bodies[0].Inertia.tolist()


def test_the_format_can_be_said():
    robot = rst.importrobot(URDF)
    assert rst.exportrobot(robot).startswith("{")
    assert rst.exportrobot(robot, Format="json").startswith("{")
    text = rst.exportrobot(robot, Format="URDF")
    assert text.startswith("<?xml")
    again = rst.importrobot(text)
    assert again.Bodies[0].Visuals == ["Mesh:rod.stl"]
    assert "package://pendulum/meshes/rod.stl" in text
    assert again.Base.Visuals == ["Cylinder:0.1 1"]


@pytest.mark.parametrize("name", ["arm", "arm.sdf"])
def test_other_formats_are_not_written(tmp_path, name):
    with pytest.raises(MatlabError, match=r"\.urdf, \.json or \.mat") as caught:
        rst.exportrobot(rst.importrobot(URDF), tmp_path / name)
    assert caught.value.identifier == "rst_compat:importrobot:UnknownFormat"
    assert not list(tmp_path.iterdir())


def test_what_urdf_cannot_hold_warns():
    robot = rst.importrobot(URDF)
    robot.Bodies[0].Joint.HomePosition = 1
    with pytest.warns(MatlabWarning, match="home position") as caught:
        rst.exportrobot(robot, Format="urdf")
    assert caught[0].message.identifier == "rst_compat:urdf:LostHomePosition"
    assert caught[0].filename == __file__


def test_dh_parameters_survive_as_poses():
    robot = rst.importrobot("twolink", DataFormat="row")
    again = rst.importrobot(rst.exportrobot(robot, Format="urdf"), DataFormat="row")
    assert again.BodyNames == ["body_1_joint_frame", "body_1", "body_2_joint_frame", "body_2"]
    q = [0.3, -1.2]
    np.testing.assert_allclose(again.getTransform(q, "body_2"), robot.getTransform(q, "body_2"), atol=1e-15)
    np.testing.assert_allclose(again.massMatrix(q), robot.massMatrix(q), atol=1e-15)


# ---- size ----


LINK = """<link name="l{k}"><inertial><origin xyz="0.1 0 0" rpy="0.1 0.2 0.3"/><mass value="1"/>
  <inertia ixx="0.1" ixy="0.01" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
  <visual><geometry><box size="1 1 1"/></geometry></visual></link>
<joint name="j{k}" type="revolute"><origin xyz="1 0 0" rpy="0 0.1 0"/><parent link="l{before}"/><child link="l{k}"/>
  <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""


def long_chain(n):
    links = "\n".join(LINK.format(k=k, before=k - 1) for k in range(1, n + 1))
    return f"<robot name='chain'><link name='l0'/>{links}</robot>"


def test_5000_links_come_in_under_3_seconds():
    text = long_chain(5000)
    with soon(3):
        robot = rst.importrobot(text)
    assert robot.NumBodies == 5000
    assert robot.Bodies[4999].Parent.Name == "l4999"
