"""model.json: what is read, what is refused and how, and that schema and reader say the same."""

import copy
import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rst_compat as rst
from rst_compat import errors
from rst_compat.defaults import JOINT_LIMITS
from rst_compat.dh import dh_transform, fixed_transforms, mdh_transform
from rst_compat.errors import IDENTIFIERS, MatlabError, MatlabFileNotFoundError, MatlabKeyError
from rst_compat.files import json_text
from rst_compat.files.model_json import read_model, write_model
from rst_compat.files.request import check_request
from rst_compat.files.spec import IDENTITY, BodySpec, JointSpec, RobotSpec

ROOT = Path(__file__).parents[2]
MODELS = sorted((ROOT / "fixtures" / "models").glob("*.json"))
SCHEMA = json.loads((ROOT / "rst_compat" / "files" / "model.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)

ARM = {
    "Format": "rigidBodyTree",
    "Version": 1,
    "Name": "arm",
    "Bodies": [
        {"Name": "a", "Joint": {"Name": "ja", "Type": "revolute", "DH": [0.5, 0, 0, 0]}},
        {"Name": "b", "Parent": "a", "Mass": 0.5, "Joint": {"Type": "prismatic"}},
        {"Name": "c", "Parent": "b", "Joint": {"Type": "fixed"}},
        {"Name": "f", "Joint": {"Type": "floating"}},
    ],
    "Evaluate": [{"Function": "massMatrix", "Configuration": [0, 0]}],
}


def changed(path, value):
    """ARM with one place changed; ``...`` removes it."""
    document = copy.deepcopy(ARM)
    *way, last = path
    place = document
    for key in way:
        place = place[key]
    if value is ...:
        del place[last]
    else:
        place[last] = value
    return document


# --------------------------------------------------------------------------- what is read


def test_defaults_are_those_of_rigid_body():
    spec = read_model({"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "link"}]})
    assert spec == RobotSpec(
        bodies=[BodySpec("link", "base", 1.0, (0.0,) * 3, (1.0, 1.0, 1.0, 0.0, 0.0, 0.0), JointSpec("link_jnt"))]
    )
    assert (spec.data_format, spec.gravity, spec.base_name) == ("struct", (0.0, 0.0, 0.0), "base")


def test_a_joint_the_file_says_little_about_stays_undecided():
    joint = read_model(ARM).bodies[1].joint
    assert (joint.axis, joint.position_limits, joint.home_position) == (None, None, None)
    assert (joint.name, joint.joint_to_parent, joint.child_to_joint) == ("b_jnt", IDENTITY, IDENTITY)


def test_the_parent_defaults_to_the_base_by_its_name():
    spec = read_model(ARM | {"BaseName": "world"})
    assert [b.parent for b in spec.bodies] == ["world", "a", "b", "world"]


@pytest.mark.parametrize("path", MODELS, ids=lambda p: p.stem)
def test_bundled_models_read_write_and_fit_the_schema(path):
    VALIDATOR.validate(json.loads(path.read_text(encoding="utf-8")))
    spec = read_model(path)
    text = write_model(spec)
    VALIDATOR.validate(json.loads(text))
    assert repr(read_model(text)) == repr(spec)  # repr: NaN limits are not equal to themselves


def test_path_text_bytes_and_dict_are_the_same(tmp_path):
    file = tmp_path / "arm.json"
    file.write_text(json.dumps(ARM), encoding="utf-8")
    specs = [read_model(s) for s in (file, str(file), json.dumps(ARM), json.dumps(ARM).encode(), ARM)]
    assert all(s == specs[0] for s in specs)


def test_a_file_without_name_is_named_after_its_path(tmp_path):
    file = tmp_path / "scara.json"
    file.write_text(json.dumps(changed(["Name"], ...)), encoding="utf-8")
    assert read_model(file).name == "scara"
    assert read_model(file.read_text()).name == ""


def test_what_jsonencode_writes_is_read():
    # a 1x1 struct array as an object, N-by-1 columns as lists of lists, NaN and Inf as null
    text = """{"Format":"rigidBodyTree","Version":1,"Gravity":[[0],[0],[-9.81]],"Bodies":
      {"Name":"a","Mass":2,"CenterOfMass":[[0.1,0,0]],"Inertia":[[1],[1],[1],[0],[0],[0]],
       "Joint":{"Type":"revolute","JointAxis":[[0],[0],[1]],"PositionLimits":[null,null],"HomePosition":0,
         "JointToParentTransform":[[1,0,0,0.5],[0,1,0,0],[0,0,1,0],[0,0,0,1]]}},
      "Evaluate":{"Function":"massMatrix","Configuration":0.5,"JointVelocity":[],
                  "ExternalForce":{"Body":"a","Wrench":[[0],[0],[0],[1],[0],[0]]}}}"""
    VALIDATOR.validate(json.loads(text))
    spec = read_model(text)
    body = spec.bodies[0]
    assert spec.gravity == (0.0, 0.0, -9.81)
    assert body.center_of_mass == (0.1, 0.0, 0.0)
    assert body.joint.position_limits == (-math.inf, math.inf)
    assert body.joint.joint_to_parent[0] == (1.0, 0.0, 0.0, 0.5)
    assert spec.evaluate == [
        {
            "Function": "massMatrix",
            "Configuration": [0.5],
            "JointVelocity": [],
            "ExternalForce": [{"Body": "a", "Wrench": [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]}],
        }
    ]


def test_a_fixed_joint_as_matlab_shows_it():
    joint = {"Type": "fixed", "JointAxis": [None] * 3, "PositionLimits": [0, 0], "HomePosition": 0}
    document = changed(["Bodies", 2, "Joint"], joint)
    VALIDATOR.validate(document)
    assert read_model(document).bodies[2].joint == JointSpec("c_jnt")


def test_a_floating_joint():
    limits = [["NaN", "NaN"]] * 4 + [[-5, 5], ["-Infinity", "Infinity"], [None, None]]
    joint = {"Type": "floating", "PositionLimits": limits, "HomePosition": [1, 0, 0, 0, 0, 0, 1]}
    document = changed(["Bodies", 3, "Joint"], joint)
    VALIDATOR.validate(document)
    got = read_model(document).bodies[3].joint
    assert got.home_position == (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    assert math.isnan(got.position_limits[0][0])
    assert got.position_limits[4:6] == ((-5.0, 5.0), (-math.inf, math.inf))
    assert repr(read_model(write_model(read_model(document)))) == repr(read_model(document))


def test_arrays_in_a_dict_are_read_as_lists():
    spec = read_model(ARM | {"Gravity": np.array([0, 0, -9.81])})
    assert spec.gravity == (0.0, 0.0, -9.81)


finite = st.floats(allow_nan=False, allow_infinity=False)


@given(mass=finite, com=st.tuples(finite, finite, finite), angle=finite, name=st.text(min_size=1))
def test_no_number_and_no_name_is_changed_on_the_way(mass, com, angle, name):
    if name == "base" or not name.isprintable():
        return
    pose = ((1.0, 0.009, 0.0, angle), *IDENTITY[1:])
    joint = JointSpec("j", "revolute", (0.0, 0.0, 1.0), (-math.inf, max(1.5, angle)), angle, pose, IDENTITY)
    spec = RobotSpec(name, bodies=[BodySpec(name, "base", mass, com, (1.0, 1.0, 1.0, -0.0, 0.0, 0.1), joint)])
    again = read_model(write_model(spec))
    assert again == spec
    assert repr(again) == repr(spec)  # -0.0 stays -0.0


def test_the_file_written_is_the_text_returned(tmp_path):
    spec = read_model(ARM)
    file = tmp_path / "out.json"
    text = write_model(spec, file)
    assert file.read_bytes() == text.encode()
    assert json.loads(text)["Bodies"][0]["Mass"] == 1
    assert '"Mass": 1,' in text  # as jsonencode writes whole numbers


def test_what_cannot_be_read_back_is_not_written(tmp_path):
    spec = read_model(ARM)
    spec.bodies[0].mass = math.nan
    with pytest.raises(MatlabError, match=r"Bodies\[0\]\.Mass: expected a number, got 'NaN'"):
        write_model(spec, tmp_path / "out.json")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist_is_said(tmp_path):
    with pytest.raises(MatlabError, match="cannot be written") as caught:
        write_model(read_model(ARM), tmp_path / "none" / "out.json")
    assert caught.value.identifier == "rst_compat:model:NotWritten"


# --------------------------------------------------------------------------- Denavit-Hartenberg


def elementary(name, value):
    T, c, s = np.eye(4), math.cos(value), math.sin(value)
    if name == "Rz":
        T[:2, :2] = [[c, -s], [s, c]]
    elif name == "Rx":
        T[1:3, 1:3] = [[c, -s], [s, c]]
    else:
        T["xyz".index(name[1]), 3] = value
    return T


def test_dh_is_its_product_of_elementary_transforms():
    a, alpha, d, theta = 0.4, 0.7, -0.2, 1.1
    product = elementary("Rz", theta) @ elementary("Tz", d) @ elementary("Tx", a) @ elementary("Rx", alpha)
    np.testing.assert_allclose(dh_transform(a, alpha, d, theta), product, atol=1e-16)
    product = elementary("Rx", alpha) @ elementary("Tx", a) @ elementary("Rz", theta) @ elementary("Tz", d)
    np.testing.assert_allclose(mdh_transform(a, alpha, d, theta), product, atol=1e-16)


@pytest.mark.parametrize(
    ("kind", "used"),
    [("revolute", (0.4, 0.7, -0.2, 0)), ("prismatic", (0.4, 0.7, 0, 1.1)), ("fixed", (0.4, 0.7, -0.2, 1.1))],
)
def test_the_joints_own_variable_counts_as_zero(kind, used):
    for convention, transform, place in (("dh", dh_transform, 1), ("mdh", mdh_transform, 0)):
        pair = fixed_transforms([0.4, 0.7, -0.2, 1.1], convention, kind)
        np.testing.assert_array_equal(pair[place], transform(*used))
        np.testing.assert_array_equal(pair[1 - place], np.eye(4))


def test_an_unknown_convention_is_refused():
    with pytest.raises(ValueError, match="'dh' or 'mdh'"):
        fixed_transforms([0, 0, 0, 0], "craig", "revolute")


def test_dh_in_a_file():
    bodies = read_model(ARM).bodies
    assert bodies[0].joint.child_to_joint[0] == (1.0, 0.0, 0.0, 0.5)
    assert bodies[0].joint.joint_to_parent == IDENTITY
    modified = read_model(changed(["Bodies", 0, "Joint"], {"Type": "revolute", "MDH": [0.5, 0, 0, 9]})).bodies
    assert modified[0].joint.joint_to_parent[0] == (1.0, 0.0, 0.0, 0.5)
    assert modified[0].joint.child_to_joint == IDENTITY


# --------------------------------------------------------------------------- what is refused: by schema and reader

POSE = [list(row) for row in IDENTITY]

BAD = [
    (["Format"], ..., "top level: expected the key 'Format', got none."),
    (["Format"], "urdf", "Format: expected one of rigidBodyTree, got 'urdf'."),
    (["Version"], 2, "Version: expected 1, got 2. A newer version may read this file."),
    (["Version"], True, "Version: expected a number, got true."),
    (["Bodies"], ..., "top level: expected the key 'Bodies', got none."),
    (["Bodies"], None, "Bodies: expected a list of objects, got null."),
    (["Bodies"], ["a"], "Bodies[0]: expected an object, got 'a'."),
    (["Name"], 3, "Name: expected a string, got 3."),
    (["Description"], [], "Description: expected a string, got a list of 0."),
    (["BaseName"], "", "BaseName: expected a name, got an empty string."),
    (["DataFormat"], "colum", "DataFormat: expected one of struct, row, column, got 'colum'. Did you mean 'column'?"),
    (["Gravity"], -9.81, "Gravity: expected 3 numbers, got -9.81."),
    (["Gravity"], [0, -9.81], "Gravity: expected 3 numbers, got 2."),
    (["Gravity"], [0, 0, "-9.81"], "Gravity[2]: expected a number, got '-9.81'."),
    (["Gravity"], [0, 0, "NaN"], "Gravity[2]: expected a number, got 'NaN'."),
    (["Gravity"], [0, 0, None], "Gravity[2]: expected a number, got null."),
    (["Gravity"], [[0], [0], [-9.81, 1]], "Gravity[0]: expected a number, got a list of 1."),
    (["Gravity"], [[0, 0]], "Gravity: expected 3 numbers, got 2."),
    (["gravity"], [0, 0, 0], "top level: expected one of Format, "),
    (["Bodies", 1, "Masss"], 1, "Bodies[1]: expected one of Name, Parent, Mass, CenterOfMass, Inertia, Joint, "),
    (["Bodies", 1, "Name"], ..., "Bodies[1]: expected the key 'Name', got none."),
    (["Bodies", 1, "Name"], "", "Bodies[1].Name: expected a name, got an empty string."),
    (["Bodies", 1, "Mass"], True, "Bodies[1].Mass: expected a number, got true."),
    (["Bodies", 1, "Mass"], "1", "Bodies[1].Mass: expected a number, got '1'."),
    (["Bodies", 1, "Mass"], [1], "Bodies[1].Mass: expected a number, got a list of 1."),
    (["Bodies", 1, "CenterOfMass"], [0, 0, False], "Bodies[1].CenterOfMass[2]: expected a number, got false."),
    (["Bodies", 1, "Inertia"], [1, 1, 1], "Bodies[1].Inertia: expected 6 numbers, got 3."),
    (["Bodies", 1, "Inertia"], POSE, "Bodies[1].Inertia: expected 6 numbers, got 4."),
    (["Bodies", 1, "Joint"], "revolute", "Bodies[1].Joint: expected an object, got 'revolute'."),
    (["Bodies", 1, "Joint", "Type"], "Revolute", "Bodies[1].Joint.Type: expected one of fixed, revolute, "),
    (["Bodies", 1, "Joint", "Axis"], [0, 0, 1], "Bodies[1].Joint: expected one of Name, Type, JointAxis, "),
    (["Bodies", 1, "Joint", "JointAxis"], [0, 0, 0], "Bodies[1].Joint.JointAxis: expected a direction, got a zero"),
    (["Bodies", 1, "Joint", "JointAxis"], "z", "Bodies[1].Joint.JointAxis: expected 3 numbers, got 'z'."),
    (["Bodies", 1, "Joint", "PositionLimits"], [0], "Bodies[1].Joint.PositionLimits: expected 2 numbers, got 1."),
    (
        ["Bodies", 1, "Joint", "PositionLimits"],
        ["NaN", 1],
        "Bodies[1].Joint.PositionLimits: expected numbers or infinities, got NaN.",
    ),
    (
        ["Bodies", 1, "Joint", "PositionLimits"],
        ["-inf", "inf"],
        'Bodies[1].Joint.PositionLimits[0]: expected a number, "NaN", "Infinity" or "-Infinity", got \'-inf\'.',
    ),
    (["Bodies", 1, "Joint", "HomePosition"], [0], "Bodies[1].Joint.HomePosition: expected a number, got a list of 1."),
    (["Bodies", 1, "Joint", "DH"], [0, 0, 0], "Bodies[1].Joint.DH: expected 4 numbers, got 3."),
    (["Bodies", 1, "Joint", "MDH"], {}, "Bodies[1].Joint.MDH: expected 4 numbers, got an object."),
    (
        ["Bodies", 0, "Joint", "MDH"],
        [0, 0, 0, 0],
        "Bodies[0].Joint: expected DH, MDH or the pair JointToParentTransform and ChildToJointTransform, "
        "got DH with MDH.",
    ),
    (["Bodies", 0, "Joint", "ChildToJointTransform"], POSE, "Bodies[0].Joint: expected DH, MDH or the pair "),
    (
        ["Bodies", 1, "Joint", "ChildToJointTransform"],
        POSE[:3],
        "Bodies[1].Joint.ChildToJointTransform: expected a 4x4 matrix (a list of 4 rows), got a list of 3.",
    ),
    (
        ["Bodies", 1, "Joint", "ChildToJointTransform"],
        [[1, 0, 0], *POSE[1:]],
        "Bodies[1].Joint.ChildToJointTransform[0]: expected 4 numbers, got 3.",
    ),
    (
        ["Bodies", 1, "Joint", "JointToParentTransform"],
        [*POSE[:3], [0, 0, 1, 1]],
        "Bodies[1].Joint.JointToParentTransform[3]: expected the last row [0, 0, 0, 1], got [0.0, 0.0, 1.0, 1.0].",
    ),
    (
        ["Bodies", 1, "Joint", "JointToParentTransform"],
        [1] * 4,
        "Bodies[1].Joint.JointToParentTransform[0]: expected a list of numbers, got 1.",
    ),
    (["Bodies", 2, "Joint", "HomePosition"], 1, "Bodies[2].Joint.HomePosition: expected none, or 0, for a fixed joint"),
    (["Bodies", 2, "Joint", "PositionLimits"], [0, 1], "Bodies[2].Joint.PositionLimits: expected none, or [0, 0], "),
    (["Bodies", 3, "Joint", "HomePosition"], 0, "Bodies[3].Joint.HomePosition: expected 7 numbers, got 0."),
    (
        ["Bodies", 3, "Joint", "PositionLimits"],
        [-1, 1],
        "Bodies[3].Joint.PositionLimits: expected a 7x2 matrix (a list of 7 rows), got a list of 2.",
    ),
    (["BaseFrames"], [{}], "BaseFrames[0]: expected the key 'Name', got none."),
    (["Bodies", 1, "Frames"], "f", "Bodies[1].Frames: expected a list of objects, got 'f'."),
    (["Bodies", 1, "Frames"], {"Name": "f", "Pose": POSE}, "Bodies[1].Frames: expected one of Name, ParentFrame, "),
    (
        ["Bodies", 1, "Frames"],
        [{"Name": "f", "RigidTransform": POSE[:3]}],
        "Bodies[1].Frames[0].RigidTransform: expected a 4x4 matrix (a list of 4 rows), got a list of 3.",
    ),
    (["Evaluate"], "massMatrix", "Evaluate: expected a list of objects, got 'massMatrix'."),
    (["Evaluate", 0, "Function"], ..., "Evaluate[0]: expected the key 'Function', got none."),
    (["Evaluate", 0, "Function"], 1, "Evaluate[0].Function: expected a string, got 1."),
    (["Evaluate", 0, "Config"], [0, 0], "Evaluate[0]: expected one of Function, Configuration, "),
    (["Evaluate", 0, "Configuration"], "pi", "Evaluate[0].Configuration: expected a list of numbers, got 'pi'."),
    (["Evaluate", 0, "Configuration"], True, "Evaluate[0].Configuration: expected a number, got true."),
    (["Evaluate", 0, "JointVelocity"], [0, None], "Evaluate[0].JointVelocity[1]: expected a number, got null."),
    (["Evaluate", 0, "Wrench"], [1, 2, 3], "Evaluate[0].Wrench: expected 6 numbers, got 3."),
    (["Evaluate", 0, "BodyName"], 3, "Evaluate[0].BodyName: expected a string, got 3."),
    (["Evaluate", 0, "ExternalForce"], 3, "Evaluate[0].ExternalForce: expected a list of objects, got 3."),
    (
        ["Evaluate", 0, "ExternalForce"],
        [{"Body": "a"}],
        "Evaluate[0].ExternalForce[0]: expected the key 'Wrench', got none.",
    ),
    (
        ["Evaluate", 0, "ExternalForce"],
        [{"Body": "a", "Wrench": [0] * 6, "Frame": "world"}],
        "Evaluate[0].ExternalForce[0].Frame: expected one of base, body, got 'world'.",
    ),
]


@pytest.mark.parametrize(("path", "value", "message"), BAD, ids=lambda x: str(x)[:50])
def test_schema_and_reader_refuse_the_same(path, value, message):
    document = changed(path, value)
    assert not VALIDATOR.is_valid(document)
    with pytest.raises(MatlabError) as caught:
        read_model(json.dumps(document))
    assert caught.value.message.startswith(message)
    assert caught.value.identifier in IDENTIFIERS


def test_schema_accepts_the_model_the_bad_ones_are_made_of():
    VALIDATOR.validate(ARM)
    read_model(ARM)


def test_the_nearest_key_is_offered():
    with pytest.raises(MatlabKeyError, match=r"got the unknown key 'Masss'\. Did you mean 'Mass'"):
        read_model(changed(["Bodies", 1, "Masss"], 1))


# --------------------------------------------------------------------------- beyond the schema

RULES = [
    (["Bodies", 1, "Name"], "a", "DuplicateName", "Bodies[1].Name: expected unique body names, got a second one"),
    (["Bodies", 0, "Name"], "base", "DuplicateName", "Bodies[0].Name: expected unique body names, got the name of the"),
    (["Bodies", 1, "Joint", "Name"], "ja", "DuplicateName", "Bodies[1].Joint.Name: expected unique joint names, got a"),
    (["Bodies", 1, "Joint", "Name"], "c_jnt", "DuplicateName", "Bodies[2].Joint.Name: expected unique joint names"),
    (["Bodies", 1, "Parent"], "z", "UnknownParent", "Bodies[1].Parent: expected an earlier body or the base, got 'z'."),
    (["Bodies", 1, "Parent"], "c", "LateParent", "Bodies[1].Parent: expected a body that stands earlier in the list"),
    (["Bodies", 1, "Parent"], "b", "LateParent", "Bodies[1].Parent: expected a body that stands earlier in the list"),
    (
        ["Bodies", 1, "Frames"],
        [{"Name": "f"}, {"Name": "a"}],
        "DuplicateName",
        "Bodies[1].Frames[1].Name: expected unique names of bodies and frames, got a second 'a'.",
    ),
    (["BaseFrames"], {"Name": "a"}, "DuplicateName", "Bodies[0].Name: expected unique body names, got a second one"),
    (
        ["Bodies", 1, "Frames"],
        [{"Name": "f", "ParentFrame": "a"}],
        "UnknownParent",
        "Bodies[1].Frames[0].ParentFrame: expected the name of the body, or of a frame that stands earlier in its list",
    ),
    (
        ["Bodies", 1, "Joint", "PositionLimits"],
        [1, -1],
        "WrongValue",
        "Bodies[1].Joint.PositionLimits: expected the lower limit first, got [1, -1].",
    ),
    (
        ["Bodies", 0, "Joint", "JointAxis"],
        [1, 0, 0],
        "WrongValue",
        "Bodies[0].Joint.JointAxis: expected [0, 0, 1], the axis of DH, got [1, 0, 0].",
    ),
]


@pytest.mark.parametrize(("path", "value", "what", "message"), RULES)
def test_rules_between_places(path, value, what, message):
    with pytest.raises(MatlabError) as caught:
        read_model(changed(path, value))
    assert caught.value.identifier == f"rst_compat:model:{what}"
    assert caught.value.message.startswith(message)


LIMITS, HOME, TO_PARENT = "PositionLimits", "HomePosition", "JointToParentTransform"
MIRROR, HUGE, SHEARED = np.diag([1.0, 1, -1, 1]), np.diag([1e300, 1, 1, 1]), np.eye(4)
SHEARED[0, 1] = 0.02
CRAMPED = [["NaN", "NaN"]] * 4 + [[-1, 1]] * 3

#: what the facade refuses too, without a place: in a joint of body 1 (prismatic) or 3 (floating)
JOINT_RULES = [
    (1, {HOME: 0.6}, "HomePosition: expected a position within [-0.5, 0.5], the limits where none are given, got 0.6."),
    (1, {HOME: 3, LIMITS: [1, 2]}, "HomePosition: expected a position within [1, 2], got 3. PositionLimits and Home"),
    (1, {LIMITS: ["Infinity", None]}, "PositionLimits: expected a range with numbers in it, got [inf, inf]."),
    (1, {LIMITS: [None, "-Infinity"]}, "PositionLimits: expected a range with numbers in it, got [-inf, -inf]."),
    (1, {"JointAxis": [0, 0, 0]}, "JointAxis: expected a direction, got a zero vector."),
    (3, {HOME: [0, 0, 0, 0, 1, 1, 1]}, "HomePosition: expected a quaternion [qw, qx, qy, qz] that is not zero, got ze"),
    (3, {HOME: [1, 0, 0, 0, 0, 6, 0]}, "HomePosition[5]: expected a position within [-5, 5], the limits where none "),
    (3, {HOME: [1, 0, 0, 0, 0, 0, 2], LIMITS: CRAMPED}, "HomePosition[6]: expected a position within [-1, 1], got 2."),
    (3, {LIMITS: [*CRAMPED[:6], [1, -1]]}, "PositionLimits[6]: expected the lower limit first, got [1, -1]."),
    (3, {LIMITS: [*CRAMPED[:4], ["NaN", 1], [0, 1], [0, 1]]}, "PositionLimits[4]: expected numbers or infinities, got"),
    (1, {TO_PARENT: MIRROR.tolist()}, "JointToParentTransform: expected a rotation in the upper left corner, got a mi"),
    (
        1,
        {TO_PARENT: HUGE.tolist()},
        "JointToParentTransform: expected a rotation in the upper left corner, got an elem",
    ),
    (1, {TO_PARENT: SHEARED.tolist()}, "JointToParentTransform: expected a rotation in the upper left corner, got col"),
    (1, {TO_PARENT: (np.eye(4) * [1.1, 1, 1, 1]).tolist()}, "JointToParentTransform: expected a rotation in the uppe"),
]


@pytest.mark.parametrize(("body", "joint", "message"), JOINT_RULES)
def test_what_a_joint_cannot_be_is_refused_with_its_place(body, joint, message):
    document = changed(["Bodies", body, "Joint"], {"Type": ["", "prismatic", "", "floating"][body]} | joint)
    with pytest.raises(MatlabError) as caught:
        read_model(document)
    assert caught.value.identifier == "rst_compat:model:WrongValue"
    assert caught.value.message.startswith(f"Bodies[{body}].Joint.{message}")


def test_rotations_typed_with_a_few_digits_are_taken_as_they_are():
    typed = np.round(
        np.array([[0.6, -0.8, 0, 1e200], [0.8, 0.6, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]) * [1.004, 1, 1, 1], 3
    )
    typed[3] = [0, 0, 0, 1]
    spec = read_model(changed(["Bodies", 1, "Joint", TO_PARENT], typed.tolist()))
    assert spec.bodies[1].joint.joint_to_parent == tuple(map(tuple, typed.tolist()))


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "floating"])
def test_default_limits_are_those_of_rigid_body_joint(kind):
    limits = np.atleast_2d(rst.rigidBodyJoint("j", kind).PositionLimits)
    assert set(map(tuple, limits[-3:].tolist())) == {JOINT_LIMITS[kind]}


BAD_NAMES = ["a\nb", "a\tb", "\x1b[31ma", "a\u202eb", "a\u2028b", "a\x00", "a\x9b", "\u200f"]


@pytest.mark.parametrize("name", BAD_NAMES)
@pytest.mark.parametrize(
    "path",
    [
        ["Name"],
        ["BaseName"],
        ["Bodies", 1, "Name"],
        ["Bodies", 1, "Parent"],
        ["Bodies", 1, "Joint", "Name"],
        ["Evaluate", 0, "BodyName"],
    ],
)
def test_names_that_cannot_be_printed_are_refused(path, name):
    with pytest.raises(MatlabError) as caught:
        read_model(changed(path, name))
    place = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in path)[1:]
    assert caught.value.message.startswith(f"{place}: expected a name of printable characters, got {name!a}.")
    assert caught.value.message.isprintable()


def test_a_description_may_have_lines():
    assert read_model(ARM | {"Description": "a\nb"}).description == "a\nb"


@pytest.mark.parametrize(
    ("word", "where"),
    [
        ("NaN", "the quaternion rows of a floating joint's PositionLimits"),
        ("-Infinity", "Only PositionLimits and expected values take it"),
    ],
)
def test_numbers_that_json_does_not_have_are_told_their_place(word, where):
    with pytest.raises(MatlabError, match=where):
        read_model(f'{{"Version": {word}}}')


def test_an_argument_that_is_nothing_is_told_so():
    with pytest.raises(MatlabError, match="the source of a model is nothing that can be read: expected a path, a text"):
        rst.importrobot(None)


START = '{"Format": "rigidBodyTree", "Version": 1, "Bodies": ['

TEXTS = [
    ("", "Empty", "the text is empty"),
    (" \n", "Empty", "the text is empty"),
    (b"", "Empty", "the text is empty"),
    ("[]", "WrongType", "top level: expected an object, got a list of 0."),
    (b"null", "WrongType", "top level: expected an object, got null."),
    (START, "NotJson", "not valid JSON at line 1, column 54: expected JSON as RFC 8259 has it, got expecting value."),
    ('{"Format": "rigidBodyTree",\n "Version" 1}', "NotJson", "not valid JSON at line 2, column 12"),
    ('{"Format": "rigidBodyTree", "Version": 1} x', "NotJson", "not valid JSON at line 1, column 43"),
    ("{'Format': 1}", "NotJson", "not valid JSON at line 1, column 2"),
    (START + '{"Name": "a", "Mass": NaN}]}', "NotStandardNumber", "NaN is not standard JSON"),
    (START + '{"Name": "a", "Mass": -Infinity}]}', "NotStandardNumber", "-Infinity is not standard JSON"),
    (
        START + '{"Name": "a", "Mass": 1e999}]}',
        "NumberTooLarge",
        "number 1e999 is too large for a double: expected at most",
    ),
    (START + '{"Name": "a", "Mass": ' + "9" * 5000 + "}]}", "NumberTooLarge", "number 99999999999999999... is too"),
    (
        START + '{"Name": "a", "Mass": 1, "Mass": 2}]}',
        "DuplicateKey",
        "key 'Mass' appears twice in one object (of 'a'): expected every key once, got 1.0 and 2.0.",
    ),
    ("[" * 200_000, "TooDeep", "the JSON text is nested too deeply: expected "),
    ('{"a":' * 200_000, "TooDeep", "the JSON text is nested too deeply: expected "),
    (START + '{"Name": "a\\ud800"}]}', "WrongValue", "Bodies[0].Name: expected Unicode text"),
    ("\ufeff" + START + "]}", "ByteOrderMark", "the text starts with a byte order mark"),
    (b"\xef\xbb\xbf" + START.encode() + b"]}", "ByteOrderMark", "the text starts with a byte order mark"),
    ((START + "]}").encode("utf-16"), "ByteOrderMark", "the text starts with a byte order mark"),
    (
        b"MATLAB 5.0 \xe5",
        "NotUtf8",
        "the text is not UTF-8: expected UTF-8, got the byte 0xe5 at offset 11. It is a MAT-file",
    ),
    (START.encode() + b'{"Name": "\xe4"}]}', "NotUtf8", "the text is not UTF-8: expected UTF-8, got the byte 0xe4"),
]


@pytest.mark.parametrize(("text", "what", "message"), TEXTS, ids=range(len(TEXTS)))
def test_texts_that_are_no_model(text, what, message):
    with pytest.raises(MatlabError) as caught:
        read_model(text)
    assert caught.value.identifier == f"rst_compat:model:{what}"
    assert caught.value.identifier in IDENTIFIERS
    assert caught.value.message.startswith(message)


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(MatlabFileNotFoundError, match="does not exist"):
        read_model(tmp_path / "none.json")
    with pytest.raises(MatlabError, match="cannot be read") as caught:
        read_model(tmp_path)
    assert caught.value.identifier == "rst_compat:model:Unreadable"
    with pytest.raises(MatlabError, match="cannot be read"):
        read_model("null\0character.json")


def test_a_file_without_permission_is_said(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(MatlabError, match="permission denied"):
        read_model(tmp_path / "arm.json")


def test_huge_files_are_refused_before_they_are_parsed(tmp_path, monkeypatch):
    monkeypatch.setattr(json_text, "SIZE_LIMIT", 1 << 20)
    file = tmp_path / "huge.json"
    file.write_bytes(b" " * ((1 << 20) + 1))
    with pytest.raises(MatlabError, match="at most 1 MB") as caught:
        read_model(file)
    assert caught.value.identifier == "rst_compat:model:TooLarge"


@pytest.mark.parametrize("source", [None, 3, ["a"]])
def test_other_sources_are_refused(source):
    with pytest.raises(MatlabError, match="a path, a text or a dict"):
        read_model(source)


@given(st.binary(max_size=200))
def test_noise_is_refused_with_an_identifier(noise):
    with pytest.raises(MatlabError) as caught:
        read_model(noise)
    assert caught.value.identifier in IDENTIFIERS


scalars = (
    st.none() | st.booleans() | st.integers(-2, 2) | st.floats(-1, 1) | st.sampled_from(["", "a", "NaN", "Infinity"])
)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=7) | st.dictionaries(st.sampled_from(["Name", "Mass", "x"]), inner),
    max_leaves=8,
)
PLACES = [
    *([k] for k in ("Version", "Gravity", "Bodies", "Evaluate")),
    *(["Bodies", 1, k] for k in ("Name", "Parent", "Mass", "Inertia", "Joint", "Frames")),
    *(["Bodies", i, "Joint", k] for i in (1, 2, 3) for k in ("JointAxis", "PositionLimits", "HomePosition", "MDH")),
    ["Bodies", 1, "Joint", "ChildToJointTransform"],
    ["Evaluate", 0, "Configuration"],
    ["Evaluate", 0, "ExternalForce"],
]
BEYOND_SCHEMA = ("DuplicateName", "UnknownParent", "LateParent")
BETWEEN_PLACES = ("the lower limit first", "a position within", "a range with numbers", "a quaternion", "a rotation in")


def refusal(document):
    try:
        spec = read_model(document)
    except MatlabError as error:
        return error
    read_model(write_model(spec))
    return None


@given(place=st.sampled_from(PLACES), value=json_values)
def test_any_value_in_any_place_is_read_or_refused_as_the_schema_says(place, value):
    document = changed(place, value)
    error = refusal(document)
    assert error is None or error.identifier in IDENTIFIERS
    valid = VALIDATOR.is_valid(document)
    beyond = error is not None and (
        error.identifier.rpartition(":")[2] in BEYOND_SCHEMA or error.expected.startswith(BETWEEN_PLACES)
    )
    assert valid == (error is None) or (valid and beyond)


def test_a_request_by_itself_is_checked_too():
    assert check_request({"Function": "massMatrix", "Configuration": np.array([[0.5], [1.0]])}) == {
        "Function": "massMatrix",
        "Configuration": [0.5, 1.0],
    }
    with pytest.raises(errors.MatlabKeyError, match="Did you mean 'Configuration'"):
        check_request({"Function": "massMatrix", "Configurations": []})


@pytest.mark.parametrize("key", ["Format", "Version", "Bodies"])
def test_what_makes_a_file_a_model_is_said_where_it_is_missing(key):
    text = json.dumps({k: v for k, v in ARM.items() if k != key})
    with pytest.raises(MatlabKeyError) as caught:
        read_model(text)
    assert caught.value.identifier == "rst_compat:model:MissingKey"
    example = caught.value.hint.removeprefix("A model is ")
    read_model(example.replace("...", '{"Name": "link"}'))
