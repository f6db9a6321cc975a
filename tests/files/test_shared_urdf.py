"""Public URDF files of ../shared/urdf: each loads to the right robot, or gives the right error."""

import json
import re
import warnings
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError

SHARED = Path(__file__).parents[2].parent / "shared"
URDF = SHARED / "urdf"
MISSING = "robotics:robotmanip:urdfimporter:IntertialComponentsMissing"
HOME = "robotics:robotmanip:joint:ResettingHomePosition"
MIMIC, LOOP, REVERSED = (f"rst_compat:urdf:{what}" for what in ("Mimic", "LoopJoint", "ReversedLimits"))

pytestmark = pytest.mark.skipif(not URDF.is_dir(), reason="../shared/urdf is not there")

#: file -> base, bodies, positions, identifiers of the warnings
FILES = {
    "2link_planar_model": ("base_link", 6, 6, []),
    "RPR_zyx": ("base_link", 4, 3, [MISSING]),
    "abbIrb120": ("base_link", 8, 6, [MISSING]),
    "abbIrb120T": ("base_link", 8, 6, [MISSING]),
    "cr35ia": ("base_link", 9, 6, [MISSING]),
    "fanucLRMate200ib": ("base_link", 9, 6, [MISSING]),
    "fetch_arm_7DOF": ("base", 8, 7, []),
    "kinovaGen3": ("base_link", 8, 7, []),
    "kukaIiwa14": ("world", 10, 7, [MISSING]),
    "med7dock": ("world", 11, 7, [MISSING]),
    "pioneer-lx-devil": ("base_link", 38, 20, [MISSING, REVERSED]),
    "quanserQArm": ("world", 5, 4, []),
    "rethinkSawyer": ("base", 20, 8, [MISSING]),
    "robotiq": ("palm", 33, 30, [HOME, LOOP]),
    "robotiq2F85": ("robotiq_arg2f_base_link", 10, 6, [MISSING, MIMIC]),
    "universalUR3": ("world", 10, 6, [MISSING]),
}


def load(name, **options):
    """A robot and the messages of its warnings by identifier."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        robot = rst.importrobot(URDF / f"{name}.urdf", **options)
    return robot, {w.message.identifier: str(w.message) for w in caught}


def masses(name):
    """Masses of the links, read by another parser."""
    links = ElementTree.parse(URDF / f"{name}.urdf").getroot().findall("link")
    elements = {link.get("name"): link.find("inertial/mass") for link in links}
    return {link: 0 if mass is None else float(mass.get("value")) for link, mass in elements.items()}


def published(name):
    cases = json.loads((SHARED / "golden" / "published" / "docs.json").read_text(encoding="utf-8"))["cases"]
    return next(case for case in cases if case["id"] == name)


# ---- the table ----


def test_the_table_names_every_file():
    assert {p.stem for p in URDF.glob("*.urdf")} == {*FILES, "Kinova_Grasp_w_Tray_for_Composite_Link_Code"}


@pytest.mark.parametrize("name", FILES)
def test_every_file_loads(name):
    base, bodies, positions, identifiers = FILES[name]
    robot, said = load(name, DataFormat="row")
    assert (robot.BaseName, robot.NumBodies, robot.homeConfiguration().size) == (base, bodies, positions)
    assert [b.Mass for b in robot.Bodies] == [masses(name)[b] for b in robot.BodyNames]
    assert list(said) == identifiers
    robot.Gravity = [0, 0, -9.81]
    assert np.isfinite(robot.inverseDynamics(robot.homeConfiguration(), np.ones(positions), np.ones(positions))).all()
    assert robot.Gravity.tolist() == [0, 0, -9.81]


@pytest.mark.filterwarnings("ignore:The HomePosition of joint finger")
@pytest.mark.parametrize("name", FILES)
def test_every_file_survives_the_way_out_and_in(name):
    robot, _ = load(name, DataFormat="row")
    again = rst.importrobot(rst.exportrobot(robot, Format="urdf"), DataFormat="row")
    assert again.BodyNames == robot.BodyNames
    assert [b.Visuals + b.Collisions for b in again.Bodies] == [b.Visuals + b.Collisions for b in robot.Bodies]
    q = robot.randomConfiguration()
    np.testing.assert_allclose(again.massMatrix(q), robot.massMatrix(q), atol=1e-12)
    for body in robot.BodyNames:
        np.testing.assert_allclose(again.getTransform(q, body), robot.getTransform(q, body), atol=1e-12)


# ---- trouble with imports that users met ----


def test_a_robot_without_inertias_weighs_nothing_and_says_so():
    robot, said = load("cr35ia", DataFormat="row")
    robot.Gravity = [0, 0, -9.81]
    assert robot.gravityTorque(robot.randomConfiguration()).tolist() == [0] * 6
    assert re.findall(r"link_\d", said[MISSING]) == [f"link_{k}" for k in range(1, 7)]
    assert "base_link" not in said[MISSING]


def test_continuous_joints_count_one_each():
    robot, _ = load("kinovaGen3", DataFormat="row")
    assert robot.homeConfiguration().shape == (7,)
    unlimited = [b.Joint.Name for b in robot.Bodies if np.isinf(b.Joint.PositionLimits).all()]
    assert len(unlimited) == 4


def test_mimic_joints_are_free_and_named():
    robot, said = load("robotiq2F85", DataFormat="row")
    assert robot.homeConfiguration().shape == (6,)
    for name in ("left_inner_knuckle", "left_inner_finger", "right_outer_knuckle", "right_inner_knuckle"):
        assert name + "_joint" in said[MIMIC]
    assert said[MIMIC].count("_joint") == 5


def test_loops_are_named():
    _, said = load("robotiq")
    assert said[LOOP].count("finger_") == 9


def test_limits_the_wrong_way_round_are_named():
    robot, said = load("pioneer-lx-devil")
    assert "ptu_pan" in said[REVERSED]
    assert all(b.Joint.PositionLimits[0] <= b.Joint.PositionLimits[1] for b in robot.Bodies if b.Joint.Type != "fixed")


def test_a_merge_conflict_is_an_error_with_line_and_column():
    with pytest.raises(MatlabError, match="line 1, column 2") as caught:
        rst.importrobot(URDF / "Kinova_Grasp_w_Tray_for_Composite_Link_Code.urdf")
    assert caught.value.identifier == "rst_compat:xml:NotXml"


# ---- what MATLAB printed ----


def test_body_order_fanuc():
    robot, _ = load("fanucLRMate200ib")
    number = {name: k for k, name in enumerate([robot.BaseName, *robot.BodyNames])}
    rows = [
        [k, b.Name, b.Joint.Name, b.Joint.Type, f"{b.Parent.Name}({number[b.Parent.Name]})"]
        for k, b in enumerate(robot.Bodies, start=1)
    ]
    assert rows == published("bodyorder_fanucLRMate200ib")["published_output"]


def test_body_names_iiwa():
    robot, _ = load("kukaIiwa14")
    assert robot.BodyNames == published("BodyNames_kukaIiwa14")["published_output"]
    assert (robot.BaseName, robot.NumBodies, robot.DataFormat, robot.Gravity.tolist()) == (
        "world",
        10,
        "struct",
        [0] * 3,
    )


def test_inertia_irb120t_link_4():
    case = published("importrobot_inertia_abbIrb120T_link4")
    body = load("abbIrb120T")[0].getBody("link_3").Children[0]
    assert body.Name == "link_4"
    values = [body.Mass, *body.CenterOfMass, *body.Inertia]
    for value, printed in zip(values, case["published_output"], strict=True):
        # format short: four decimals, or four decimals of the mantissa of a small number
        unit = 1e-4 if abs(printed) >= 1e-3 else 10.0 ** (np.floor(np.log10(abs(printed))) - 4)
        assert abs(value - printed) <= 0.51 * unit


def test_home_configuration_sawyer():
    case = published("homeConfiguration_Sawyer")
    robot, _ = load("rethinkSawyer", **case["inputs"])
    assert robot.homeConfiguration().tolist() == case["published_output"]


def test_velocity_product_qarm():
    case = published("velocityProduct_QArm")
    robot, _ = load("quanserQArm", DataFormat="row")
    robot.Gravity = case["inputs"]["Gravity"]
    got = -robot.velocityProduct([], case["inputs"]["jointVel"])
    np.testing.assert_allclose(got, case["published_output"], atol=0.51e-4)
