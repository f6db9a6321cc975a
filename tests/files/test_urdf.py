"""URDF into the description of a robot: order, joints, inertias, shapes, what is settled and what is refused."""

import gc
import math

import numpy as np
import pytest
from stopwatch import soon

from rst_compat.errors import MatlabError
from rst_compat.files.spec import IDENTITY, GeometrySpec
from rst_compat.files.urdf import read_urdf
from rst_compat.files.xml_text import parse_xml

MISSING = "robotics:robotmanip:urdfimporter:IntertialComponentsMissing"
INERTIAL = "<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial>"


def robot(*parts):
    return "<robot name='arm'>" + "\n".join(parts) + "</robot>"


def link(name, content=INERTIAL):
    return f"<link name='{name}'>{content}</link>"


def joint(name, parent, child, content="<limit lower='-1' upper='2'/>", kind="revolute"):
    return f"<joint name='{name}' type='{kind}'><parent link='{parent}'/><child link='{child}'/>{content}</joint>"


def arm(content="<limit lower='-1' upper='2'/>", kind="revolute", inertial=INERTIAL):
    """One joint, j, between a and b."""
    return robot(link("a"), link("b", inertial), joint("j", "a", "b", content, kind))


def read(text):
    return read_urdf(parse_xml(text, "arm.urdf"))


def only_joint(text):
    return read(text).bodies[0].joint


def said(text):
    """What remains to be said of a file, by the last word of the identifier."""
    return {identifier.rpartition(":")[2]: sentence for identifier, sentence in read(text).remarks}


# ---- the tree ----


def test_the_root_becomes_the_base_and_loses_its_mass():
    spec = read(arm())
    assert (spec.name, spec.base_name, spec.gravity) == ("arm", "a", (0, 0, 0))
    assert [(b.name, b.parent) for b in spec.bodies] == [("b", "a")]


def test_bodies_come_depth_first_by_ascending_joint_name():
    names = "root B10 B2 a C deep"
    edges = [("j2", "root", "B10"), ("j10", "root", "B2"), ("J9", "root", "a"), ("z", "B2", "C"), ("k", "a", "deep")]
    spec = read(robot(*(link(n) for n in names.split()), *(joint(*e) for e in edges)))
    assert [b.joint.name for b in spec.bodies] == ["J9", "k", "j10", "z", "j2"]  # ASCII: J before j, 1 before 2


def test_a_long_chain_needs_no_recursion():
    n = 5000
    text = robot(*(link(k) for k in range(n)), *(joint(f"j{k}", k, k + 1) for k in range(n - 1)))
    assert [b.name for b in read(text).bodies] == [str(k) for k in range(1, n)]


def test_strangers_are_ignored():
    extra = """<transmission name='t'><joint name='j'/></transmission><gazebo reference='b'><link name='x'/></gazebo>
    <ros2_control><joint name='j'><limit lower='a'/></joint></ros2_control><sensor/><!-- <link name='c'/> -->
    <d:link xmlns:d='http://drake' name='d'/><e xmlns='http://other'><link/></e>"""
    inside = "<safety_controller k_velocity='x'/><dynamics damping='1'/><calibration rising='0'/><limit lower='-1'/>"
    assert read(arm(inside).replace("</robot>", extra + "</robot>")).bodies[0].name == "b"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("><", ">\r\n<"),
        ("><", ">\r<"),
        ("><", "><!-- <limit lower='x'/> --><"),
        ("><", "><?pi <x ?><"),
        ("><", ">\n\t stray text <"),
        ("='", "  = \t'"),
        ("='-1'", "=' \n-1.0E0\t '"),
        ("upper='2'", "upper='2' effort='x' velocity='' unit='deg'"),
    ],
)
def test_what_makes_no_difference(old, new):
    assert read(arm().replace(old, new)).bodies == read(arm()).bodies


@pytest.mark.parametrize(
    "name", ["1", "3.14", "bé", "ロボ", "a b", "a/b", "base", "world", "None", "robot", "x" * 1000]
)
def test_any_name_will_do(name):
    spec = read(robot(link("a"), link(name), joint(name, "a", name)))
    assert (spec.bodies[0].name, spec.bodies[0].joint.name) == (name, name)
    assert read(robot(link(name), link("b"), joint("j", name, "b"))).base_name == name


def test_a_default_namespace_is_no_stranger():
    assert read(arm().replace("<robot ", "<robot xmlns='http://drake.mit.edu' ")).bodies[0].mass == 1


@pytest.mark.parametrize("declared", ["", " xmlns:drake='http://drake.mit.edu'"])
def test_strangers_are_passed_by_declared_or_not(declared):
    text = arm().replace("<robot ", f"<robot{declared} ").replace("<limit ", "<limit drake:lower='7' drake:a='3' ")
    text = text.replace("</robot>", "<drake:joint name='x' type='bushing'/></robot>")
    assert text.count("drake:") == 3
    assert read(text).bodies == read(arm()).bodies


def test_names_are_as_they_stand():
    spec = read(robot(link(" a "), link("b&amp;&#10;ü"), joint("j &lt;", " a ", "b&amp;&#10;ü")))
    assert (spec.base_name, spec.bodies[0].name, spec.bodies[0].joint.name) == (" a ", "b&\nü", "j <")


# ---- joints ----


@pytest.mark.parametrize(
    ("kind", "ours", "axis", "limits"),
    [
        ("revolute", "revolute", (0, 0, 2), (-1, 2)),
        ("prismatic", "prismatic", (0, 0, 2), (-1, 2)),
        ("continuous", "revolute", (0, 0, 2), (-math.inf, math.inf)),
        ("fixed", "fixed", None, None),
        ("floating", "floating", None, None),
    ],
)
def test_joint_types(kind, ours, axis, limits):
    found = only_joint(arm("<axis xyz='0 0 2'/><limit lower='-1' upper='2'/>", kind))
    assert (found.type, found.axis, found.position_limits, found.home_position) == (ours, axis, limits, None)
    assert found.child_to_joint is IDENTITY


@pytest.mark.parametrize("kind", ["revolute", "continuous", "prismatic"])
@pytest.mark.parametrize("axis", ["", "<axis/>"])
def test_the_axis_is_x_by_default(kind, axis):
    assert only_joint(arm(axis + "<limit lower='-1' upper='2'/>", kind)).axis == (1, 0, 0)


@pytest.mark.parametrize("kind", ["fixed", "floating"])
def test_a_zero_axis_does_not_matter_where_there_is_none(kind):
    assert only_joint(arm("<axis xyz='0 0 0'/>", kind)).axis is None


def test_the_origin_is_the_joint_in_the_parent():
    found = only_joint(arm("<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/><limit/>"))
    want = [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]]
    np.testing.assert_allclose(found.joint_to_parent, want, atol=1e-15)
    assert only_joint(arm("<origin xyz='0 0 0'/><limit/>")).joint_to_parent is IDENTITY


def test_an_origin_may_have_a_quaternion():
    """It must not be passed over: the pose would be wrong without a word."""
    found = only_joint(arm("<origin xyz='1 2 3' quat_xyzw='0 0 2 2'/><limit/>"))
    np.testing.assert_allclose(
        found.joint_to_parent, [[0, -1, 0, 1], [1, 0, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]], atol=1e-15
    )
    body = read(arm(inertial=inertial("<origin quat_xyzw='0 0 1 1'/>"))).bodies[0]
    np.testing.assert_allclose(body.inertia, [0.02, 0.01, 0.03, 0, 0, 0], atol=1e-17)


@pytest.mark.parametrize(
    ("limit", "want"),
    [
        ("<limit lower='-1' upper='2'/>", (-1, 2)),
        ("<limit upper='2' effort='1' velocity='1'/>", (0, 2)),
        ("<limit lower='-1'/>", (-1, 0)),
        ("<limit effort='1' velocity='1'/>", (0, 0)),
        ("<limit lower='-inf' upper='Inf'/>", (-math.inf, math.inf)),
        ("<limit lower='-INFINITY' upper=' 1e-3 '/>", (-math.inf, 0.001)),
        ("<limit lower='.5' upper='+5.E1'/>", (0.5, 50)),
    ],
)
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_limits(limit, want, kind):
    assert only_joint(arm(limit, kind)).position_limits == want
    assert not said(arm(limit, kind))


# ---- inertias ----


def inertial(origin="", mass="<mass value='2'/>", tensor="<inertia ixx='0.01' iyy='0.02' izz='0.03'/>"):
    return f"<inertial>{origin}{mass}{tensor}</inertial>"


@pytest.mark.parametrize(
    ("origin", "want"),
    [
        ("<origin xyz='0.5 0 0'/>", [0.01, 0.52, 0.53, 0, 0, 0]),
        (
            "<origin xyz='0.5 0 0' rpy='0.3 -0.2 0.5'/>",
            [0.0126086543, 0.5190195881, 0.5283717576, -0.0042136625, -0.0019417002, -0.0039541228],
        ),
    ],
)
def test_inertia_is_turned_and_moved_to_the_body_frame(origin, want):
    body = read(arm(inertial=inertial(origin))).bodies[0]
    assert (body.mass, body.center_of_mass) == (2, (0.5, 0, 0))
    np.testing.assert_allclose(body.inertia, want, atol=5.1e-11)


def test_the_six_attributes_go_where_they_belong():
    tensor = "<inertia ixx='1' ixy='0.1' ixz='0.2' iyy='2' iyz='0.3' izz='3'/>"
    assert read(arm(inertial=inertial(tensor=tensor))).bodies[0].inertia == (1, 2, 3, 0.3, 0.2, 0.1)


def test_a_link_without_mass_keeps_its_inertia():
    body = read(arm(inertial=inertial(mass="<mass value='0'/>"))).bodies[0]
    assert (body.mass, body.inertia) == (0, (0.01, 0.02, 0.03, 0, 0, 0))


def test_links_without_inertial_have_none_and_are_named_but_the_root():
    text = robot(link("a", ""), link("b", ""), link("c"), link("d", ""), *(joint(f"j{c}", "a", c) for c in "bcd"))
    body = read(text).bodies[0]
    assert (body.mass, body.center_of_mass, body.inertia) == (0, (0, 0, 0), (0,) * 6)
    assert read(text).remarks == [
        (MISSING, "Inertial components of these links are missing in the file and taken as zero: b, d.")
    ]


@pytest.mark.parametrize(
    ("parts", "mass", "name"),
    [
        ({"mass": ""}, 0, "b (<mass>)"),
        ({"tensor": ""}, 2, "b (<inertia>)"),
        ({"mass": "", "tensor": ""}, 0, "b (<mass>, <inertia>)"),
    ],
)
def test_a_part_that_is_missing_is_zero_and_named(parts, mass, name):
    text = arm(inertial=inertial(**parts))
    assert read(text).bodies[0].mass == mass
    assert said(text)["IntertialComponentsMissing"].endswith(f"zero: {name}.")


# ---- what is settled ----


def test_mimic_joints_are_free_and_named():
    mimic = "<mimic joint='x' multiplier='-1'/><limit/>"
    text = robot(
        *(link(n) for n in "abcd"),
        joint("f", "a", "b", mimic, "fixed"),
        joint("m1", "a", "c", mimic),
        joint("m2", "a", "d", mimic, "continuous"),
    )
    assert [b.joint.type for b in read(text).bodies] == ["fixed", "revolute", "revolute"]
    assert said(text)["Mimic"] == "These joints mimic another one in the file; they are free joints here: m1, m2."


def test_loops_are_left_out_and_named():
    loop = "<loop_joint name='l1' type='continuous'><link1 link='a'/></loop_joint><loop_joint/>"
    assert said(arm().replace("</robot>", loop + "</robot>"))["LoopJoint"].endswith("left out: l1, without name.")


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_limits_the_wrong_way_round_are_exchanged_and_named(kind):
    text = arm("<limit lower='2' upper='-1'/>", kind)
    assert only_joint(text).position_limits == (-1, 2)
    assert said(text)["ReversedLimits"].endswith("exchanged: j.")


@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_joints_without_limits_get_the_classes_own_and_are_named(kind):
    assert only_joint(arm("", kind)).position_limits is None
    assert said(arm("", kind))["MissingLimits"].endswith("rigidBodyJoint gives: j.")


# ---- shapes ----


def shapes(*content):
    return read(arm(inertial=INERTIAL + "".join(content))).bodies[0].geometry


@pytest.mark.parametrize(
    ("shape", "kind", "sizes", "file"),
    [
        ("<box size='1 2 3'/>", "box", (1, 2, 3), ""),
        ("<cylinder length='2' radius='1'/>", "cylinder", (1, 2), ""),
        ("<capsule length='2' radius='1'/>", "capsule", (1, 2), ""),
        ("<sphere radius='0.5'/>", "sphere", (0.5,), ""),
        ("<mesh filename='package://arm/b.stl'/>", "mesh", (1, 1, 1), "package://arm/b.stl"),
        ("<mesh filename='no/such.obj' scale='-1 1 0.001'/>", "mesh", (-1, 1, 0.001), "no/such.obj"),
    ],
)
@pytest.mark.parametrize("role", ["visual", "collision"])
def test_shapes_are_kept_as_data(role, shape, kind, sizes, file):
    text = f"<{role} name='s'><origin xyz='0 0 1'/><geometry>{shape}</geometry></{role}>"
    origin = (*IDENTITY[:2], (0, 0, 1, 1), IDENTITY[3])
    assert shapes(text) == (GeometrySpec(role, kind, sizes, origin, "s", file),)


def test_colours_are_found_in_the_link_and_in_the_robot():
    box = "<geometry><box size='1 1 1'/></geometry>"
    text = arm(
        inertial=f"<visual>{box}<material name='red'/></visual><visual>{box}<material name='x'>"
        f"<color rgba='0 1 0 1'/></material></visual><visual>{box}<material name='grey'/></visual>" + INERTIAL
    ).replace("<link name='a'", "<material name='red'><color rgba='1 0 0 0.5'/></material><material/><link name='a'")
    found = [(g.material, g.color) for g in read(text).bodies[0].geometry]
    assert found == [("red", (1, 0, 0, 0.5)), ("x", (0, 1, 0, 1)), ("grey", None)]


def test_the_base_keeps_its_shapes():
    text = arm().replace("<link name='a'>", "<link name='a'><visual><geometry><sphere radius='1'/></geometry></visual>")
    assert [g.kind for g in read(text).base_geometry] == ["sphere"]


@pytest.mark.parametrize(
    "shape",
    [
        "<visual/>",
        "<visual><geometry/></visual>",
        "<visual><geometry><box/></geometry></visual>",
        "<visual><geometry><box size='1 2'/></geometry></visual>",
        "<visual><geometry><mesh/></geometry></visual>",
        "<visual><geometry><teapot/></geometry></visual>",
        "<visual><origin xyz='a'/><geometry><sphere radius='1'/></geometry></visual>",
        "<visual><geometry><sphere radius='1'/></geometry><material name='m'><color rgba='1'/></material></visual>",
    ],
)
def test_a_shape_that_cannot_be_read_stops_nothing(shape):
    good = "<collision><geometry><sphere radius='1'/></geometry></collision>"
    text = arm(inertial=INERTIAL + shape + good)
    assert [g.role for g in read(text).bodies[0].geometry] == ["collision"]
    assert said(text)["UnreadShape"].startswith(
        "Shapes that cannot be read are left out, on link 'b'; the first one: arm"
    )


# ---- what is refused ----

THREE = [link(n) for n in "abc"]

#: identifier -> text, the element or attribute in question, words of the message
REFUSED = [
    ("MissingAttribute", "<robot><link name='a'/></robot>", 'The robot element must have a "name" attribute', ""),
    ("NoLink", "<robot name='r'/>", "<robot>", "at least one link"),
    ("MissingAttribute", robot("<link/>"), "<link>", "attribute name, got no attribute"),
    ("WrongValue", robot("<link name=''/>"), "attribute name of <link>", "an empty one"),
    ("DuplicateName", robot(link("a"), link("a")), "attribute name of <link> in link 'a'", "a second link 'a'"),
    (
        "DuplicateName",
        robot(*THREE, joint("j", "a", "b"), joint("j", "a", "c")),
        "attribute name of <joint> in joint 'j'",
        "a second joint 'j'",
    ),
    (
        "TwoParents",
        robot(*THREE, joint("i", "a", "c"), joint("j", "b", "c")),
        "<joint> in joint 'j'",
        "'c' below the joints 'i' and 'j'",
    ),
    ("TwoRoots", robot(*THREE, joint("j", "a", "b")), "<link> in link 'c'", "2: 'a', 'c'"),
    ("Loop", robot(link("a"), joint("j", "a", "a")), "<joint> in joint 'j'", "a loop, a -> a"),
    (
        "Loop",
        robot(*THREE, joint("i", "a", "b"), joint("j", "b", "c"), joint("k", "c", "a")),
        "in joint",
        "a loop, b -> c -> a -> b",
    ),
    (
        "Loop",
        robot(*THREE, joint("i", "b", "c"), joint("j", "c", "b")),
        "in joint",
        "a loop",
    ),
    ("UnknownLink", robot(*THREE, joint("j", "a", "d")), "attribute link of <child> in joint 'j'", "'d'"),
    ("UnknownLink", robot(*THREE, link("arm"), joint("j", "a", "arm ")), "of <child>", "Did you mean 'arm'?"),
    ("UnknownLink", robot(*THREE, joint("j", "", "a")).replace("link=''", "link='z'"), "of <parent>", "'z'"),
    ("MissingElement", arm().replace("<child link='b'/>", ""), "<joint> in joint 'j'", "<child>"),
    ("MissingAttribute", arm().replace("<parent link='a'/>", "<parent/>"), "<parent> in joint 'j'", "attribute link"),
    (
        "MissingAttribute",
        arm().replace(" type='revolute'", ""),
        "<joint> in joint 'j'",
        "attribute type, got only name",
    ),
    ("UnknownJointType", arm(kind="Revolute"), "attribute type", "Did you mean 'revolute'?"),
    ("UnknownJointType", arm(kind="ball"), "attribute type", "'ball'"),
    ("PlanarJoint", arm(kind="planar"), "attribute type", "the joint 'j' of type planar"),
    ("ZeroAxis", arm("<axis xyz='0 0 0'/>"), "attribute xyz of <axis> in joint 'j'", "'0 0 0'"),
    ("ZeroAxis", arm("<axis xyz='1e-320 0 0'/><limit/>").replace("1e-320", "1e-400"), "<axis>", "1e-400"),
    ("ZeroAxis", arm("<axis xyz='1e308 1e308 1e308'/>"), "<axis>", "1e308"),
    ("WrongCount", arm("<axis xyz='0 0'/>"), "attribute xyz of <axis>", "3 numbers separated by spaces, got '0 0'"),
    (
        "WrongNumber",
        arm("<origin xyz='1,2,3'/>"),
        "attribute xyz of <origin> in joint 'j'",
        "finite numbers, got '1,2,3'",
    ),
    ("WrongNumber", arm("<origin rpy='0 0 nan'/>"), "attribute rpy of <origin>", "'0 0 nan'"),
    ("WrongNumber", arm("<origin rpy='0 0 1e999'/>"), "attribute rpy of <origin>", "'0 0 1e999'"),
    ("WrongNumber", arm("<origin rpy='0 0 0x10'/>"), "attribute rpy of <origin>", "0x10"),
    ("WrongNumber", arm("<origin rpy='0 0 1_0'/>"), "attribute rpy of <origin>", "1_0"),
    ("WrongNumber", arm("<origin rpy='0 0 ٣'/>"), "attribute rpy of <origin>", "٣"),
    ("WrongNumber", arm("<origin rpy='0 0 1e'/>"), "attribute rpy of <origin>", "1e"),
    ("WrongNumber", arm("<origin rpy='0 0 ${pi}'/>"), "attribute rpy of <origin>", 'importrobot(source, "xacro")'),
    ("WrongNumber", arm("<origin xyz='1D-3 0 0'/>"), "attribute xyz of <origin>", "'1D-3 0 0'"),
    ("MissingAttribute", arm("<origin>1 2 3</origin>"), "<origin> in joint 'j'", "numbers between the tags: 1 2 3"),
    ("MissingAttribute", arm("<axis>0 0 1</axis>"), "<axis> in joint 'j'", 'xyz="..."'),
    ("WrongValue", arm("<origin rpy='0 0 0' quat_xyzw='0 0 0 1'/>"), "<origin> in joint 'j'", "rpy or quat_xyzw"),
    ("WrongValue", arm("<origin quat_xyzw='0 0 0 0'/>"), "quat_xyzw of <origin>", "one without length"),
    ("WrongCount", arm("<origin quat_xyzw='0 0 0'/>"), "quat_xyzw of <origin>", "4 numbers"),
    ("WrongValue", arm("<origin xyz=' '/>"), "attribute xyz of <origin>", "empty"),
    ("WrongNumber", arm("<limit lower='nan'/>"), "attribute lower of <limit> in joint 'j'", "'nan'"),
    (
        "WrongValue",
        arm("<limit lower='inf' upper='inf'/>"),
        "<limit> in joint 'j'",
        "room between them, got [inf, inf]",
    ),
    ("WrongValue", arm("<limit lower='-inf' upper='-inf'/>"), "<limit> in joint 'j'", "got [-inf, -inf]"),
    ("WrongCount", arm("<limit lower='1 2'/>"), "attribute lower of <limit>", "one number"),
    ("MissingAttribute", arm(inertial=inertial(mass="<mass/>")), "<mass> in link 'b'", "attribute value"),
    ("WrongNumber", arm(inertial=inertial(mass="<mass value='1,2'/>")), "attribute value of <mass>", "'1,2'"),
    ("WrongNumber", arm(inertial=inertial(mass="<mass value='inf'/>")), "attribute value of <mass>", "'inf'"),
    ("MissingAttribute", arm(inertial=inertial(tensor="<inertia ixx='1'/>")), "<inertia> in link 'b'", "attribute iyy"),
    (
        "WrongNumber",
        arm(inertial=inertial("<origin xyz='1e200 0 0'/>", "<mass value='1e300'/>")),
        "<inertial> in link 'b'",
        "an overflow",
    ),
]


@pytest.mark.parametrize(("what", "text", "where", "words"), REFUSED)
def test_faults_are_refused_with_line_column_element_and_attribute(what, text, where, words):
    with pytest.raises(MatlabError) as caught:
        read(text)
    error = caught.value
    assert error.identifier == f"rst_compat:urdf:{what}"
    assert error.message.startswith("arm.urdf, line ")
    assert ", column " in error.message
    assert where in error.fact
    assert words in error.message
    assert all((error.expected, error.got, error.hint))


N = 50_000
CYCLE = robot(
    *(f"<link name='l{k}'/>" for k in range(N)), *(joint(f"j{k}", f"l{k}", f"l{(k + 1) % N}") for k in range(N))
)
HEAP = robot(*(f"<link name='l{k}'/>" for k in range(200_000)))
UNCONNECTED = robot(*(f"<link name='l{k}'/>" for k in range(100_000)), joint("j", "l0", "l_1"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CYCLE, r"got a loop, l1 -> l2 -> l3 -> \.\.\. -> l1 \(50000 links\)\. A link cannot"),
        (HEAP, "got 200000: 'l0', 'l1', 'l2', 'l3', 'l4' and 199995 more"),
        (UNCONNECTED, r"got 'l_1'\. Did you mean 'l"),
    ],
    ids=["a cycle", "no joints", "an unknown link"],
)
def test_crowds_are_refused_in_short_and_soon(text, words):
    gc.freeze()  # the objects of all other tests need not be looked through meanwhile
    with soon(4), pytest.raises(MatlabError, match=words):  # less than one; with the square of the links, minutes
        read(text)
    gc.unfreeze()


def test_the_place_is_the_place():
    text = "<robot name='r'>\n<link name='a'/>\n  <link\n name='b'><inertial>\n   <mass value='x'/></inertial></link>"
    text += joint("j", "a", "b") + "</robot>"
    with pytest.raises(
        MatlabError, match=r"^arm\.urdf, line 5, column 4, attribute value of <mass> in link 'b': expected"
    ):
        read(text.replace("</inertial>", "<inertia ixx='1' iyy='1' izz='1'/></inertial>"))


def test_a_remark_has_an_end():
    names = [f"link_{k}" for k in range(150)] + ["b" * 1000]
    spec = read(robot(link("a"), *(f"<link name='{n}'/>{joint(n, 'a', n)}" for n in names)))
    _, said = spec.remarks[0]
    assert "link_0, link_1, link_10, link_100," in said
    assert said.endswith(" and 51 more.")
    assert len(said) < 2000
