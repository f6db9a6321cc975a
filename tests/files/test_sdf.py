"""SDF into the description of a robot: poses between any frames, axes, limits, inertias, and what is refused."""

import math
import re

import numpy as np
import pytest

from rst_compat.errors import MatlabError
from rst_compat.files.frames import inertia_about_body, pose
from rst_compat.files.sdf import read_sdf
from rst_compat.files.spec import IDENTITY, GeometrySpec
from rst_compat.files.xml_text import parse_xml

INERTIAL = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
QUARTER = math.pi / 2


def sdf(*parts, version="1.7"):
    return f"<sdf version='{version}'><model name='arm'>" + "\n".join(parts) + "</model></sdf>"


def link(name, content=INERTIAL):
    return f"<link name='{name}'>{content}</link>"


def joint(name="j", parent="a", child="b", content="<axis><xyz>0 0 1</xyz></axis>", kind="revolute"):
    return f"<joint name='{name}' type='{kind}'><parent>{parent}</parent><child>{child}</child>{content}</joint>"


def arm(content="<axis><xyz>0 0 1</xyz></axis>", kind="revolute", a=INERTIAL, b=INERTIAL, version="1.7"):
    return sdf(link("a", a), link("b", b), joint(content=content, kind=kind), version=version)


def read(text):
    return read_sdf(parse_xml(text, "arm.sdf"))


def only_joint(text):
    return read(text).bodies[0].joint


def placed(x, y=0, z=0, yaw=0.0):
    return f"<pose>{x} {y} {z} 0 0 {yaw}</pose>"


def close(T, want):
    np.testing.assert_allclose(T, want, atol=1e-15)


# ---- the tree ----


def test_the_root_becomes_the_base():
    spec = read(arm())
    assert (spec.name, spec.base_name, [b.name for b in spec.bodies]) == ("arm", "a", ["b"])
    assert not spec.remarks


def test_a_joint_with_the_world_makes_the_world_the_base():
    spec = read(sdf(placed(0, 0, 1), link("a", placed(1)), joint(parent="world", child="a", kind="fixed")))
    assert (spec.base_name, spec.bodies[0].name) == ("world", "a")
    close(spec.bodies[0].joint.joint_to_parent, pose((1, 0, 1), (0, 0, 0)))  # the model stands at z = 1 in its world


def test_a_world_around_the_model():
    assert read("<sdf><world name='w'><model name='m'><link name='a'/></model></world></sdf>").base_name == "a"


def test_bodies_come_in_the_order_of_urdf():
    text = sdf(*(link(n) for n in "abcd"), joint("j2", "a", "b"), joint("j10", "a", "c"), joint("k", "c", "d"))
    assert [b.joint.name for b in read(text).bodies] == ["j10", "k", "j2"]


# ---- poses ----


def test_links_stand_in_the_model_and_joints_in_their_child():
    text = arm(placed(0, 1), a=placed(1), b=placed(3, yaw=QUARTER))
    found = only_joint(text)
    close(found.joint_to_parent, pose((1, 0, 0), (0, 0, QUARTER)))
    close(found.child_to_joint, pose((0, -1, 0), (0, 0, 0)))
    close(np.array(found.joint_to_parent) @ found.child_to_joint, pose((2, 0, 0), (0, 0, QUARTER)))


def test_a_joint_without_pose_stands_at_its_child_exactly():
    assert only_joint(arm(a=placed(0.1, yaw=0.7), b=placed(0.3, yaw=-1.1))).child_to_joint is IDENTITY


@pytest.mark.parametrize(
    "b",
    [
        "<pose relative_to='a'>1 0 0 0 0 0</pose>",
        "<pose relative_to='f'>0 0 0 0 0 0</pose>",
        "<pose relative_to='g'/>",
        "<pose relative_to='__model__'>2 0 0 0 0 0</pose>",
        "<pose frame='a'>1 0 0 0 0 0</pose>",
        "<pose>2 0 0 0 0 0</pose>",
    ],
)
def test_poses_relative_to_other_frames(b):
    frames = "<frame name='f' attached_to='a'><pose>1 0 0 0 0 0</pose></frame>"
    frames += "<frame name='g'><pose relative_to='f'>0 0 0 0 0 0</pose></frame>"
    text = sdf(link("a", placed(1)), link("b", b), joint(), frames)
    close(only_joint(text).joint_to_parent, pose((1, 0, 0), (0, 0, 0)))


def test_a_joint_relative_to_another_joint():
    text = sdf(
        *(link(n) for n in "abc"),
        joint("i", "a", "b", placed(1)),
        joint("k", "b", "c", "<pose relative_to='i'>1 0 0 0 0 0</pose>"),
    )
    close(read(text).bodies[1].joint.joint_to_parent, pose((2, 0, 0), (0, 0, 0)))


@pytest.mark.parametrize(
    "given",
    [
        "<pose degrees='true'>1 0 0 0 0 90</pose>",
        f"<pose rotation_format='quat_xyzw'>1 0 0 0 0 {math.sqrt(0.5)} {math.sqrt(0.5)}</pose>",
        "<pose rotation_format='quat_xyzw'>1 0 0 0 0 2 2</pose>",
    ],
)
def test_other_ways_to_write_a_pose(given):
    close(only_joint(arm(b=given)).joint_to_parent, pose((1, 0, 0), (0, 0, QUARTER)))


def test_a_thousand_frames_one_on_the_other():
    frames = "".join(f"<frame name='f{k}'><pose relative_to='f{k + 1}'>1 0 0 0 0 0</pose></frame>" for k in range(5000))
    text = sdf(link("a"), link("b", "<pose relative_to='f0'/>"), joint(), frames, "<frame name='f5000'/>")
    assert only_joint(text).joint_to_parent[0][3] == 5000


def test_a_joint_may_connect_frames_that_are_fixed_to_links():
    """From SDF 1.7 on; the joint then stands at the frame, not at the link."""
    frames = "<frame name='f' attached_to='a'/><frame name='g' attached_to='h'><pose>0 0 1 0 0 0</pose></frame>"
    frames += "<frame name='h' attached_to='b'/>"
    body = read(sdf(frames, link("a", placed(1)), link("b", placed(3)), joint(parent="f", child="g"))).bodies[0]
    assert (body.parent, body.name) == ("a", "b")
    close(body.joint.joint_to_parent, pose((2, 0, 1), (0, 0, 0)))
    close(body.joint.child_to_joint, pose((0, 0, -1), (0, 0, 0)))


def test_the_pose_of_the_model_may_place_one_of_its_frames():
    text = sdf(placed(0, 0, 1), link("a", placed(1)), joint(parent="world", child="a", kind="fixed"))
    text = text.replace("<model name='arm'>", "<model name='arm' placement_frame='a'>")
    close(read(text).bodies[0].joint.joint_to_parent, pose((0, 0, 1), (0, 0, 0)))


@pytest.mark.parametrize(
    "strangers",
    [
        "<static>true</static><self_collide>1</self_collide><enable_wind>0</enable_wind><gripper name='g'/>",
        "<plugin name='p' filename='f'><link name='a'/><joint name='j'/></plugin><e:link xmlns:e='u' name='a'/>",
    ],
)
def test_strangers_are_ignored(strangers):
    inside = "<axis><xyz>0 0 1</xyz></axis><axis2/><physics><ode/></physics><sensor name='s' type='x'/>"
    assert read(arm(inside).replace("</model>", strangers + "</model>")).bodies == read(arm()).bodies


def test_a_world_may_have_lights_includes_and_physics_beside_the_model():
    text = (
        "<light name='sun'/><include><uri>model://sun</uri></include><physics/><model name='m'><link name='a'/></model>"
    )
    assert read(f"<sdf><world name='w'>{text}</world></sdf>").base_name == "a"


# ---- axes and limits ----


@pytest.mark.parametrize(
    ("version", "axis", "want"),
    [
        ("1.7", "<xyz>1 0 0</xyz>", (1, 0, 0)),
        ("1.6", "<xyz>1 0 0</xyz>", (1, 0, 0)),
        ("1.4", "<xyz>1 0 0</xyz>", (0, -1, 0)),  # in the model frame until 1.4
        ("1.6", "<xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame>", (0, -1, 0)),
        ("1.4", "<xyz>1 0 0</xyz><use_parent_model_frame>0</use_parent_model_frame>", (1, 0, 0)),
        ("1.7", "<xyz expressed_in='__model__'>1 0 0</xyz>", (0, -1, 0)),
        ("1.7", "<xyz expressed_in='a'>1 0 0</xyz>", (0, -1, 0)),
        ("1.7", "<xyz expressed_in='b'>1 0 0</xyz>", (1, 0, 0)),
        ("1.7", "", (0, 0, 1)),
        ("1.3", "<xyz>1 0 0</xyz>", (0, -1, 0)),
        *((f"1.{minor}", "<xyz>1 0 0</xyz>", (1, 0, 0)) for minor in (5, 8, 9, 10, 11, 12)),
        ("2", "<xyz>1 0 0</xyz>", (1, 0, 0)),
        ("", "<xyz>1 0 0</xyz>", (1, 0, 0)),
        ("1." + "9" * 10_000, "<xyz>1 0 0</xyz>", (1, 0, 0)),
        ("seven", "<xyz>1 0 0</xyz>", (1, 0, 0)),
    ],
)
def test_axes_are_turned_into_the_joint_frame(version, axis, want):
    text = arm(f"<axis>{axis}</axis>", b=placed(1, yaw=QUARTER), version=version)
    close(only_joint(text).axis, want)


@pytest.mark.parametrize(
    ("limit", "want"),
    [
        ("", (-math.inf, math.inf)),
        ("<limit><lower>-1</lower><upper>2</upper></limit>", (-1, 2)),
        ("<limit><upper>2</upper></limit>", (-math.inf, 2)),
        ("<limit><lower>-1e16</lower><upper>1e+16</upper></limit>", (-math.inf, math.inf)),
        ("<limit><lower>-inf</lower><upper>inf</upper></limit>", (-math.inf, math.inf)),
    ],
)
def test_limits(limit, want):
    text = arm(f"<axis>{limit}</axis>")
    assert only_joint(text).position_limits == want
    assert only_joint(arm(f"<axis>{limit}</axis>", "continuous")).position_limits == (-math.inf, math.inf)
    assert only_joint(arm(f"<axis>{limit}</axis>", "fixed")).position_limits is None


def test_reversed_limits_and_mimic_joints_are_said():
    text = arm("<axis><limit><lower>2</lower><upper>1</upper></limit><mimic joint='x'/></axis>")
    assert only_joint(text).position_limits == (1, 2)
    assert [identifier for identifier, _ in read(text).remarks] == [
        "rst_compat:sdf:Mimic",
        "rst_compat:sdf:ReversedLimits",
    ]


# ---- inertias and shapes ----


def test_the_inertial_pose_turns_and_moves():
    six = (0.1, 0.2, 0.3, 0.01, -0.02, 0.03)
    names = ("ixx", "iyy", "izz", "iyz", "ixz", "ixy")
    tensor = "".join(f"<{name}>{value}</{name}>" for name, value in zip(names, six, strict=True))
    inertial = f"<inertial><pose>1 2 3 0.3 -0.2 0.5</pose><mass>2</mass><inertia>{tensor}</inertia></inertial>"
    body = read(arm(b=inertial)).bodies[0]
    assert (body.mass, body.center_of_mass) == (2, (1, 2, 3))
    close(body.inertia, inertia_about_body(2, (1, 2, 3), (0.3, -0.2, 0.5), six))


def test_an_inertial_has_the_defaults_of_sdf():
    body = read(arm(b="<inertial/>")).bodies[0]
    assert (body.mass, body.inertia) == (1, (1, 1, 1, 0, 0, 0))


def test_a_link_without_inertial_has_none_and_is_named():
    spec = read(arm(a="", b=""))
    assert (spec.bodies[0].mass, spec.bodies[0].inertia) == (0, (0,) * 6)
    assert spec.remarks[0][1].endswith("taken as zero: b.")


@pytest.mark.parametrize("auto", ["true", "1"])
def test_an_inertia_that_shapes_would_give_is_missing_and_named(auto):
    """Instead of the 1 kg that the file only seems to say nothing about."""
    spec = read(arm(b=f"<inertial auto='{auto}'/>"))
    assert (spec.bodies[0].mass, spec.bodies[0].inertia) == (0, (0,) * 6)
    assert spec.remarks[0][1].endswith(f'taken as zero: b (auto="{auto}").')
    assert read(arm(b="<inertial auto='false'/>")).bodies[0].mass == 1


@pytest.mark.parametrize(
    ("shape", "kind", "sizes", "file"),
    [
        ("<box><size>1 2 3</size></box>", "box", (1, 2, 3), ""),
        ("<cylinder><radius>1</radius><length>2</length></cylinder>", "cylinder", (1, 2), ""),
        ("<sphere><radius>1</radius></sphere>", "sphere", (1,), ""),
        ("<mesh><uri>model://arm/b.dae</uri></mesh>", "mesh", (1, 1, 1), "model://arm/b.dae"),
        ("<mesh><uri>b.dae</uri><scale>2 2 2</scale></mesh>", "mesh", (2, 2, 2), "b.dae"),
        ("<plane><normal>0 0 1</normal></plane>", "plane", (), ""),
    ],
)
def test_shapes_are_kept_as_data(shape, kind, sizes, file):
    material = "<material><diffuse>1 0 0</diffuse></material>"
    text = f"{INERTIAL}<visual name='v'>{placed(1)}<geometry>{shape}</geometry>{material}</visual>"
    shown = read(arm(b=text)).bodies[0].geometry
    assert shown == (GeometrySpec("visual", kind, sizes, pose((1, 0, 0), (0, 0, 0)), "v", file, "", (1, 0, 0, 1)),)


def test_a_shape_that_cannot_be_read_stops_nothing():
    spec = read(arm(b=INERTIAL + "<visual name='v'><geometry><box/></geometry></visual>"))
    assert spec.remarks[0][0] == "rst_compat:sdf:UnreadShape"
    assert spec.bodies[0].geometry == ()


# ---- what is refused ----

REFUSED = [
    ("NotOneModel", "<sdf/>", "<sdf>", "0 (none)"),
    ("NotOneModel", "<sdf><model name='a'/><model name='b'/></sdf>", "<sdf>", "2 ('a', 'b')"),
    ("MissingAttribute", "<sdf><model/></sdf>", "<model>", "attribute name"),
    ("NestedModel", sdf("<include/>"), "<include> in model 'arm'", "<include>"),
    ("NestedModel", sdf("<model name='m'/>"), "<model> in model 'arm'", "<model>"),
    ("NoLink", sdf(), "<model>", "at least one link"),
    ("DuplicateName", sdf(link("a"), link("a")), "<link> in link 'a'", "'a'"),
    ("DuplicateName", sdf(link("world")), "<link>", "'world'"),
    ("TwoRoots", sdf(link("a"), link("b")), "in link 'b'", "2: 'a', 'b'"),
    ("TwoParents", sdf(*map(link, "abc"), joint("i", "a", "c"), joint("j", "b", "c")), "in joint 'j'", "'i' and 'j'"),
    ("Loop", sdf(link("a"), joint("j", "a", "a")), "in joint 'j'", "a loop"),
    ("UnknownJointType", arm(kind="ball"), "attribute type", "no ball joints"),
    ("UnknownJointType", arm(kind="hinge"), "attribute type", "'hinge'"),
    ("UnknownJointType", arm(kind="Revolute"), "attribute type", "Did you mean 'revolute'?"),
    ("UnknownLink", sdf("<frame name='f'/>", link("a"), joint(child="f")), "<child> in joint 'j'", "'f'"),
    (
        "UnknownLink",
        sdf("<frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>", link("a"), joint(parent="f")),
        "<parent> in joint 'j'",
        "'f'",
    ),
    ("UnknownFrame", sdf(link("a")).replace("name='arm'", "name='arm' placement_frame='x'"), "model 'arm'", "'x'"),
    (
        "UnknownFrame",
        sdf("<pose relative_to='x'/>", link("a"), joint(parent="world", child="a")),
        "in joint 'j'",
        "'world'",
    ),
    ("WrongValue", arm(b="<pose rotation_format='euler'>0 0 0 0 0 0</pose>"), "rotation_format of <pose>", "'euler'"),
    ("UnknownLink", sdf(link("a"), joint(child="b")), "<child> in joint 'j'", "'b'"),
    ("UnknownLink", sdf(link("a"), joint(child="m::b")), "<child>", "nested models"),
    ("UnknownLink", sdf(link("a"), joint(child="world")), "<child>", "'world'"),
    ("MissingElement", arm().replace("<parent>a</parent>", ""), "<joint> in joint 'j'", "<parent>"),
    ("MissingText", arm().replace("<parent>a</parent>", "<parent/>"), "<parent>", "a text between its tags"),
    ("WrongValue", arm().replace("<parent>a</parent>", "<parent> </parent>"), "<parent>", "an empty one"),
    ("ZeroAxis", arm("<axis><xyz>0 0 0</xyz></axis>"), "<xyz> in joint 'j'", "0 0 0"),
    ("WrongValue", arm("<axis><limit><lower>1e16</lower></limit></axis>"), "<limit> in joint 'j'", "room between them"),
    ("UnknownFrame", arm("<axis><xyz expressed_in='c'>0 0 1</xyz></axis>"), "in joint 'j'", "'c'"),
    ("UnknownFrame", arm(b="<pose relative_to='c'/>"), "in link 'b'", "'c'"),
    ("Loop", arm(b="<pose relative_to='b'/>"), "in link 'b'", "a loop through 'link b'"),
    ("WrongCount", arm(b="<pose>1 2 3</pose>"), "<pose> in link 'b'", "6 numbers"),
    ("WrongValue", arm(b="<pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose>"), "<pose>", "a quaternion"),
    ("WrongNumber", arm(b="<inertial><mass>1 kg</mass></inertial>"), "<mass> in link 'b'", "'1 kg'"),
    (
        "WrongNumber",
        arm(b="<inertial><pose>1e200 0 0 0 0 0</pose><mass>1e300</mass></inertial>"),
        "<inertial>",
        "overflow",
    ),
]


@pytest.mark.parametrize(("what", "text", "where", "words"), REFUSED)
def test_faults_are_refused_with_line_column_and_element(what, text, where, words):
    with pytest.raises(MatlabError) as caught:
        read(text)
    error = caught.value
    assert error.identifier == f"rst_compat:sdf:{what}"
    assert re.match(r"arm\.sdf, line \d+, column \d+, ", error.message)
    assert where in error.fact
    assert words in error.message
    assert all((error.expected, error.got, error.hint))
