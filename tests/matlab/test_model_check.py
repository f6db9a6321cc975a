"""checkModel: each mistake is found with its numbers, and nothing is said of robots that have none."""

import copy
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rst_compat as rst
from rst_compat.files import schema_faults
from rst_compat.matlab import model_check
from rst_compat.matlab.importers import read_spec

ROOT = Path(__file__).parents[2]
MODELS = sorted(ROOT.glob("fixtures/models/*.json"))
LIBRARY = sorted(ROOT.glob("fixtures/library/*.json"))


def found(robot, code=None):
    return [f for f in rst.checkModel(robot) if code in (None, f.Code)]


def codes(robot):
    return [f.Code for f in rst.checkModel(robot)]


def one(robot, code):
    (finding,) = found(robot, code)
    return finding


def arm(mass=2.0, com=(0.2, 0, 0), inertia=(0.001, 0.1, 0.1, 0, 0, 0), kind="revolute", **joint):
    """A robot of one joint, without faults unless the arguments have one."""
    body = {"Name": "link", "Mass": mass, "CenterOfMass": list(com), "Inertia": list(inertia)}
    body["Joint"] = {"Name": "pivot", "Type": kind} | joint
    return {"Format": "rigidBodyTree", "Version": 1, "DataFormat": "row", "Gravity": [0, 0, -9.81], "Bodies": [body]}


def with_second(first, **second):
    """The same with a body more."""
    body = {"Name": "second", "Parent": "link", "Joint": {"Name": "elbow", "Type": "revolute"}}
    return first | {"Bodies": [*first["Bodies"], body | second]}


def about_com(mass, com, moments, rotation):
    """Inertia vectors about the centre of mass and about the body origin."""
    central = rotation @ np.diag(moments) @ rotation.T
    c = np.asarray(com)
    origin = central + mass * (c @ c * np.eye(3) - np.outer(c, c))
    return [[m[0, 0], m[1, 1], m[2, 2], m[1, 2], m[0, 2], m[0, 1]] for m in (central, origin)]


# ---- nothing to say ----


@pytest.mark.parametrize("path", MODELS, ids=lambda p: p.stem)
def test_bundled_models_have_no_false_alarm(path):
    """Nothing, or what is true of them: some inertias break the triangle inequality, as their sources give them."""
    expected = {"branched": 8, "puma560": 1, "stanford": 1}.get(path.stem, 0)
    findings = [f for f in found(path) if f.Severity != "info" or f.Code == "TriangleInequality"]
    assert {f.Code for f in findings} <= {"TriangleInequality"}
    assert {f.Severity for f in findings} <= {"warning", "info"}
    assert len(findings) == expected


@pytest.mark.parametrize("path", LIBRARY, ids=lambda p: p.stem)
def test_robots_of_loadrobot_have_no_false_alarm(path):
    expected = {
        "fanucLRMate200ib": ["AllMassesZero", "ZeroGravity"],  # its file has no inertial data
        "frankaEmikaPanda": ["LimitsExcludeZero", "ZeroGravity"],  # of joint 4
    }
    assert codes(path) == expected.get(path.stem, ["ZeroGravity"])


def test_a_good_arm_has_no_findings():
    assert found(arm()) == found(rst.importrobot(arm())) == []
    assert found(rst.rigidBodyTree(DataFormat="row"), "MasslessSubtree") == []


def test_a_tree_and_its_file_are_found_the_same():
    robot = rst.importrobot("branched")
    assert rst.checkModel(robot) == rst.checkModel("branched") == rst.checkModel(robot.exportrobot())


def test_errors_come_first():
    severities = [f.Severity for f in found(arm(mass=-1) | {"Gravity": [0, 0, 0], "DataFormat": "struct"})]
    assert severities == sorted(severities, key=["error", "warning", "info"].index)
    assert severities[0] == "error"
    assert severities[-1] == "info"


def test_the_robot_is_left_as_it_was():
    robot = rst.importrobot("puma560")
    before = robot.exportrobot()
    rst.checkModel(robot)
    assert robot.exportrobot() == before


# ---- masses and inertias ----


def test_negative_mass():
    finding = one(arm(mass=-1), "NegativeMass")
    assert (finding.Severity, finding.Body) == ("error", "link")
    assert "-1 kg" in finding.Message


def test_inertia_about_the_centre_of_mass():
    finding = one(arm(inertia=[0.001, 0.02, 0.02, 0, 0, 0]), "InertiaAboutCenterOfMass")
    assert finding.Severity == "error"
    assert "looks like an inertia about the centre of mass; Inertia is about the body frame origin" in finding.Message
    assert finding.Corrected == pytest.approx([0.001, 0.1, 0.1, 0, 0, 0])
    assert "Set Inertia = [0.001 0.1 0.1 0 0 0]" in finding.Suggestion


def test_the_corrected_inertia_has_no_finding():
    robot = rst.importrobot(arm(inertia=[0.01, 0.02, 0.025, 0.001, -0.002, 0.003]))
    robot.Bodies[0].Inertia = one(robot, "InertiaAboutCenterOfMass").Corrected
    assert found(robot) == []


def test_a_point_mass_without_inertia_gets_its_parallel_axis_term():
    finding = one(arm(inertia=[0] * 6), "InertiaAboutCenterOfMass")
    assert finding.Corrected == pytest.approx([0, 0.08, 0.08, 0, 0, 0])


@given(
    st.floats(0.01, 50),
    st.lists(st.floats(-0.5, 0.5), min_size=3, max_size=3),
    st.lists(st.floats(0.05, 1), min_size=3, max_size=3),
    st.integers(0, 1000),
)
def test_no_real_body_is_reported(mass, com, sizes, seed):
    """A box of any size and place: no finding with its true inertia, and the true one where a mistake is found."""
    a, b, c = np.square(sizes)
    rotation = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    central, origin = about_com(mass, com, mass / 12 * np.array([b + c, a + c, a + b]), rotation)
    assert found(arm(mass, com, origin)) == []
    for finding in found(arm(mass, com, central)):
        # A plate beside its centre of mass leaves what is positive, and no body's all the same; a small box far away
        # may have grams for a cause as well.
        assert finding.Code in ("InertiaAboutCenterOfMass", "InertiaNotPositive", "MassInGrams", "TriangleInequality")
        if finding.Code == "InertiaAboutCenterOfMass":
            assert finding.Corrected == pytest.approx(origin)


@pytest.mark.parametrize("digits", [3, 4])
def test_rounded_numbers_of_a_slender_rod_are_no_finding(digits):
    m, length, r = 1.237, 0.853, 0.0021
    across = m * length**2 / 3
    rounded = [float(f"{x:.{digits}g}") for x in (m * r**2 / 2, across, across)]
    assert found(arm(float(f"{m:.{digits}g}"), [float(f"{length / 2:.{digits}g}"), 0, 0], [*rounded, 0, 0, 0])) == []


def test_inertia_with_a_negative_moment():
    """Only what moves the joint decides: M is still positive in a planar arm."""
    planar = one(arm(inertia=[0, 0, 0.6, 0, 0, 0]), "InertiaNotPositive")
    assert planar.Severity == "warning"
    assert "planar" in planar.Suggestion
    negative = one(arm(inertia=[0.1, 0.1, -0.2, 0, 0, 0]), "InertiaNotPositive")
    assert negative.Severity == "error"


def test_triangle_inequality():
    finding = one(arm(com=[0, 0, 0], inertia=[0.1, 0.2, 0.4, 0, 0, 0]), "TriangleInequality")
    assert finding.Severity == "warning"
    assert "[0.1 0.2 0.4]" in finding.Message


def test_defaults_of_one_body():
    robot = with_second(arm())
    finding = one(robot, "DefaultInertia")
    assert (finding.Severity, finding.Body) == ("warning", "second")
    assert "defaults of rigidBody" in finding.Message
    massless = one(with_second(arm(), Mass=0), "DefaultInertia")
    assert "Mass = 0 does not clear the inertia" in massless.Suggestion


def test_a_robot_that_was_never_given_masses_is_one_finding():
    bodies = [
        {"Name": f"b{k}", "Joint": {"Type": "revolute"}, "Parent": f"b{k - 1}" if k else "base"} for k in range(9)
    ]
    robot = arm() | {"Bodies": bodies}
    finding = one(robot, "DefaultInertia")
    assert finding.Body == ""
    assert "b5 and 3 more" in finding.Suggestion
    for body in bodies:
        body |= {"Mass": 0, "Inertia": [0] * 6}
    assert codes(robot) == ["AllMassesZero"]


def test_massless_body_with_an_inertia_is_said_in_passing():
    robot = with_second(arm(), Mass=0, Inertia=[0.001, 0.001, 0.001, 0, 0, 0])
    assert one(robot, "MasslessInertia").Severity == "info"


def test_a_massless_frame_is_no_finding():
    assert found(with_second(arm(), Mass=0, Inertia=[0] * 6, Joint={"Name": "weld"})) == []


def test_bodies_that_do_not_move_are_said_in_passing():
    finding = one(with_second(arm(kind="fixed", inertia=[0] * 6)), "InertiaAboutCenterOfMass")
    assert finding.Severity == "info"
    assert "does not move" in finding.Message


def test_a_joint_that_moves_nothing():
    finding = one(with_second(arm(), Mass=0, Inertia=[0] * 6), "MasslessSubtree")
    assert (finding.Severity, finding.Body, finding.Joint) == ("error", "second", "elbow")
    with pytest.warns(rst.MatlabWarning, match="elbow"):
        rst.importrobot(with_second(arm(), Mass=0, Inertia=[0] * 6)).forwardDynamics()


def test_a_massless_subtree_is_one_finding():
    """A massless hand with three fingers on an arm, and a massless sensor head beside it."""
    bodies = arm()["Bodies"]
    tree = {"wrist": "link", "hand": "wrist", "f1": "hand", "f2": "hand", "f3": "hand", "pan": "link", "tilt": "pan"}
    for k, (name, parent) in enumerate(tree.items()):
        joint = {"Name": f"{name}_joint", "Type": "fixed" if name == "hand" else "revolute"}
        # no two axes in a line
        turn = np.eye(4)
        turn[:3, :3] = rst.eul2rotm([0.3 * k, 0.4, 0.5])
        turn[:3, 3] = [0.1, 0.02 * k, 0.03]
        joint["JointToParentTransform"], joint["ChildToJointTransform"] = turn.tolist(), np.eye(4).tolist()
        bodies.append({"Name": name, "Parent": parent, "Mass": 0, "Inertia": [0] * 6, "Joint": joint})
    wrist, pan = found(arm() | {"Bodies": bodies}, "MasslessSubtree")
    assert (wrist.Body, wrist.Joint, pan.Body, pan.Joint) == ("wrist", "wrist_joint", "pan", "pan_joint")
    assert "wrist_joint, f1_joint, f2_joint, f3_joint move no inertia" in wrist.Message
    assert "pan_joint, tilt_joint move" in pan.Message


def test_what_makes_forward_dynamics_fail_is_always_an_error():
    nothing = arm(mass=0, inertia=[0] * 6)
    assert one(nothing, "AllMassesZero").Severity == "error"
    assert one(with_second(arm(), Mass=0, Inertia=[0] * 6), "MasslessSubtree").Severity == "error"


def test_a_placeholder_for_no_mass_is_no_finding():
    tiny = {"Mass": 1e-8, "CenterOfMass": [1e-8] * 3, "Inertia": [1e-8] * 6}
    assert found(with_second(arm(), **tiny, Joint={"Name": "weld"})) == []


MISSING = """<robot name='r'><link name='base'/><link name='a'><inertial><mass value='1'/><origin xyz='0.1 0 0'/>
<inertia ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial></link><link name='tip'/>
<joint name='j' type='continuous'><parent link='base'/><child link='a'/><axis xyz='0 0 1'/></joint>
<joint name='k' type='{}'><parent link='a'/><child link='tip'/><axis xyz='1 0 0'/></joint></robot>"""


@pytest.mark.parametrize(("kind", "severity"), [("fixed", "info"), ("continuous", "warning")])
def test_links_without_inertial_are_a_warning_where_they_move(kind, severity):
    assert one(MISSING.format(kind), "IntertialComponentsMissing").Severity == severity


def test_a_vehicle_on_two_slides_is_not_in_millimetres():
    slide = {"Type": "prismatic", "PositionLimits": [-50, 50]}
    bodies = [
        {"Name": "x", "Joint": slide | {"Name": "x", "JointAxis": [1, 0, 0]}},
        {"Name": "y", "Parent": "x", "Joint": slide | {"Name": "y", "JointAxis": [0, 1, 0]}},
    ]
    assert found(arm() | {"Bodies": bodies}, "LengthInMillimetres") == []
    bodies[1]["Joint"]["PositionLimits"] = [0, 50]
    assert one(arm() | {"Bodies": bodies}, "LengthInMillimetres").Joint == "y"


def test_a_point_on_the_axis_in_every_configuration():
    robot = with_second(arm(), Mass=1, CenterOfMass=[0, 0, 0.3], Inertia=[0.09, 0.09, 0, 0, 0, 0])
    assert one(robot, "MasslessSubtree").Joint == "elbow"


def test_two_joints_that_move_nothing_together():
    """Two axes in one line: only their sum moves the body."""
    bodies = arm(inertia=[0] * 6, mass=0)["Bodies"]
    second = arm()["Bodies"][0] | {"Name": "second", "Parent": "link", "Joint": {"Name": "twin", "Type": "revolute"}}
    finding = one(arm() | {"Bodies": [*bodies, second]}, "SingularMassMatrix")
    assert "pivot, twin" in finding.Message


# ---- units ----


@pytest.mark.parametrize("name", ["puma560", "iiwa14", "universalUR3", "abbIrb120"])
def test_masses_in_grams(name):
    robot = rst.importrobot(name)
    for body in robot.Bodies:
        body.Mass = 1000 * body.Mass
    assert "MassInGrams" in codes(robot)
    heaviest = next(f for f in found(robot, "MassInGrams"))
    assert heaviest.Corrected[0] == pytest.approx(robot.getBody(heaviest.Body).Mass / 1000)


def test_masses_in_grams_beside_inertias_in_kilograms():
    finding = one(arm(mass=2000), "MassInGrams")
    assert finding.Corrected == (2.0,)


def test_a_small_body_far_out_is_not_in_grams():
    """A cube of 62.5 mm, its centre 0.5 m out, with its inertia about the centre of mass."""
    assert codes(arm(mass=1, com=(0.5, 0, 0), inertia=(0.000651, 0.000651, 0.000651, 0, 0, 0))) == [
        "InertiaAboutCenterOfMass"
    ]
    assert codes(arm(mass=2000)) == ["MassInGrams"]


@pytest.mark.parametrize("change", ["DH", "CenterOfMass", "JointToParentTransform"])
def test_lengths_in_millimetres(change):
    robot = arm(DH=[431.8, 0, 0, 0]) if change == "DH" else arm()
    if change == "CenterOfMass":
        robot = arm(com=[200, 0, 0])
    elif change == "JointToParentTransform":
        robot = arm(JointToParentTransform=rst.trvec2tform([0, 0, 150]).tolist())
    assert "LengthInMillimetres" in codes(robot)
    assert "InertiaAboutCenterOfMass" not in codes(robot)


def test_prismatic_limits_in_millimetres():
    finding = one(arm(kind="prismatic", PositionLimits=[0, 300]), "LengthInMillimetres")
    assert finding.Corrected == (0.0, 0.3)


def test_inertia_in_kilogram_square_millimetres():
    finding = one(arm(inertia=[1000, 100000, 100000, 0, 0, 0]), "InertiaInMillimetres")
    assert finding.Corrected == pytest.approx([0.001, 0.1, 0.1, 0, 0, 0])


def test_limits_in_degrees():
    finding = one(arm(PositionLimits=[-170, 170]), "AngleInDegrees")
    assert finding.Corrected == pytest.approx(np.deg2rad([-170, 170]))
    assert found(arm(PositionLimits=[-4 * np.pi, 4 * np.pi])) == []
    assert found(arm(PositionLimits=[-1e6, 1e6])) == []
    assert found(arm(PositionLimits=["-Infinity", "Infinity"])) == []


@pytest.mark.parametrize(("row", "count"), [([0.4, 90, 0, 0], 1), ([0.4, 0, 0, -90], 1), ([0.4, 1.57, 0, 0], 0)])
def test_angles_of_a_row_in_degrees(row, count):
    assert len(found(arm(DH=row), "AngleInDegrees")) == len(found(arm(MDH=row), "AngleInDegrees")) == count


def test_gravity_in_other_units():
    assert one(arm() | {"Gravity": [0, 0, -9810]}, "GravityUnit").Corrected == pytest.approx([0, 0, -9.81])
    assert one(arm() | {"Gravity": [0, 0, -981]}, "GravityUnit").Corrected == pytest.approx([0, 0, -9.81])


# ---- joints and settings ----


def test_numbers_of_a_row_that_are_ignored():
    finding = one(arm(DH=[0.4, 0, 0.1, 0.7]), "IgnoredDH")
    assert (finding.Severity, finding.Joint, finding.Corrected) == ("warning", "pivot", (0.7,))
    assert "theta = 0.7" in finding.Message
    assert "d = 0.1" in one(arm(kind="prismatic", MDH=[0.4, 0, 0.1, 0.7]), "IgnoredDH").Message
    assert found(arm(kind="fixed", DH=[0.4, 0, 0.1, 0.7]), "IgnoredDH") == []
    assert found(arm(DH=[0.4, 0, 0.1, 2 * np.pi]), "IgnoredDH") == []
    assert found(arm(DH=[0.4, 0, 0.1, 0.7], HomePosition=0.7)) == []  # as the courses teach it


def test_limits_that_exclude_zero_and_home():
    outside = arm(PositionLimits=[1, 2])
    finding = one(outside, "HomePositionReset")
    assert (finding.Severity, finding.Joint) == ("warning", "pivot")
    assert "1.5" in finding.Message
    assert "LimitsExcludeZero" in codes(outside)
    assert codes(arm(PositionLimits=[1, 2], HomePosition=1.2)) == ["LimitsExcludeZero"]
    assert found(arm(PositionLimits=[4.7e-15, 2], HomePosition=1)) == []  # a zero of arithmetic
    with pytest.raises(rst.MatlabError, match="expected a position within"):
        rst.checkModel(arm(PositionLimits=[1, 2], HomePosition=0))


def test_settings_that_are_still_defaults():
    assert codes(arm() | {"Gravity": [0, 0, 0], "DataFormat": "struct"}) == ["ZeroGravity", "StructDataFormat"]


def test_what_a_reader_settled_is_a_finding(monkeypatch):
    def reading(source):
        spec = read_spec(source)
        spec.remarks = [("rst_compat:urdf:Mimic", "These joints mimic another one: finger.")]
        return spec

    monkeypatch.setattr(model_check, "read_spec", reading)
    finding = one(arm(), "Mimic")
    assert (finding.Severity, finding.Message) == ("warning", "These joints mimic another one: finger.")


def test_a_large_robot_is_checked_in_time():
    parents = ["base", *(f"b{k}" for k in range(700))]
    body = arm()["Bodies"][0]
    bodies = [body | {"Name": f"b{k}", "Parent": parents[k], "Joint": {"Type": "revolute"}} for k in range(700)]
    assert found(arm() | {"Bodies": bodies}) == []


def test_rounding_below_zero_is_no_finding():
    assert found(arm(com=[0, 0, 0], inertia=[-1e-7, 1e-3, 1e-3, 0, 0, 1e-6])) == []
    assert found(with_second(arm(), Mass=1e-6, Inertia=[-1e-20, 0, 0, 0, 0, 0]), "InertiaInMillimetres") == []


# ---- broken files ----


BROKEN = {
    "Format": "rigidBodyTree",
    "Version": 1,
    "Gravty": [0, 0, 0],
    "DataFormat": "col",
    "Bodies": [
        {"Name": "a", "Mass": "1", "Joint": {"Type": "revolute", "DH": [0, 0]}},
        {"Name": "b", "Inertia": [1, 2], "Joint": {"Type": "hinge"}},
    ],
}


def refused(source):
    with pytest.raises(rst.MatlabError) as caught:
        rst.checkModel(source)
    return caught.value


def test_all_faults_of_a_broken_file():
    pytest.importorskip("jsonschema")
    error = refused(copy.deepcopy(BROKEN))
    assert str(error) == str(refused(json.dumps(BROKEN))) == str(refused(json.dumps(BROKEN).encode()))
    assert error.identifier == "rst_compat:model:UnknownKey"
    first, *others = error.hint.split("; ")
    assert first.startswith("Did you mean 'Gravity'? 5 more: DataFormat: ")
    assert [other.partition(":")[0] for other in others] == [
        "Bodies[0].Mass",
        "Bodies[0].Joint.DH",
        "Bodies[1].Inertia",
        "Bodies[1].Joint.Type",
    ]
    assert others[1] == "Bodies[0].Joint.DH: expected 4 elements, got 2"


def test_without_jsonschema_the_first_fault(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "jsonschema", None)
    assert schema_faults.schema_faults(BROKEN) == []
    assert refused(BROKEN).hint == "Did you mean 'Gravity'?"


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("{", "rst_compat:model:NotJson"),
        ('{"Version": NaN}', "rst_compat:model:NotStandardNumber"),
        (
            '{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "a", "Parent": "z"}]}',
            "rst_compat:model:UnknownParent",
        ),
        ("<robot name='r'><link name='a'/><link name='b'/></robot>", "rst_compat:urdf:TwoRoots"),
        ("<robot", "rst_compat:xml:NotXml"),
    ],
)
def test_what_makes_no_robot_is_refused_as_importrobot_does(text, identifier):
    assert refused(text).identifier == identifier
    with pytest.raises(rst.MatlabError) as caught:
        rst.importrobot(text)
    assert str(caught.value) == str(refused(text))


def test_where_there_is_no_model_it_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        rst.checkModel("nowhere")
    with pytest.raises(rst.MatlabError, match="cannot be read"):
        rst.checkModel(tmp_path)
    with pytest.raises(TypeError, match="expected a path, a text or a dict"):
        rst.checkModel(7)
