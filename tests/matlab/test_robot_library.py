"""loadrobot: MATLAB's names and defaults, published values of each robot, and answers for robots that are not here."""

import json
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.evaluate import evaluate
from rst_compat.files.spec import EVALUATE_KEYS
from rst_compat.matlab import robot_library
from rst_compat.matlab.robot_library import ELSEWHERE, IN_PACKAGE, SHIPPED

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", SHIPPED)
def test_defaults_are_those_of_matlab(name):
    robot = rst.loadrobot(name)
    assert robot.DataFormat == "struct"
    assert robot.Gravity.tolist() == [0, 0, 0]


@pytest.mark.parametrize("spelling", ["kukaIiwa14", "KUKAIIWA14", "kukaiiwa14"])
def test_names_are_found_in_any_case_of_letters(spelling):
    assert rst.loadrobot(spelling).BodyNames[:2] == ["iiwa_link_0", "iiwa_link_1"]


def test_name_value_arguments():
    robot = rst.loadrobot("universalUR3", "DataFormat", "row", Gravity=[[0], [0], [-9.81]], version=1)
    assert (robot.DataFormat, robot.Gravity.tolist()) == ("row", [0, 0, -9.81])
    assert rst.loadrobot("universalUR3", DataFormat=[], Gravity=[], Version=[]).DataFormat == "struct"
    with pytest.raises(TypeError, match="'MeshPath' is not a recognized parameter"):
        rst.loadrobot("universalUR3", MeshPath=".")


@pytest.mark.parametrize("name", SHIPPED)
def test_the_second_output_says_where_the_numbers_come_from(name):
    robot, data = rst.loadrobot(name, nargout=2)
    assert data.Version == 1
    assert len(data.Source) > 20
    assert rst.importrobot(data.FilePath).BodyNames == robot.BodyNames


def test_two_calls_give_two_robots():
    first, second = rst.loadrobot("quanserQArm"), rst.loadrobot("quanserQArm")
    first.Bodies[1].Mass = 7
    assert second.Bodies[1].Mass != 7


def test_a_file_of_the_same_name_in_the_folder_is_not_taken(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "puma560").write_text("{}")
    assert rst.loadrobot("puma560").NumBodies == 6


# ---- published values; tests/golden runs all of them on the same files ----


def golden(name):
    """The cases of a file, each with the inputs of its state."""
    document = json.loads((ROOT / f"fixtures/golden/{name}.golden.json").read_text(encoding="utf-8"))
    return [document.get("States", {}).get(case.get("State"), {}) | case for case in document["Cases"]]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("abbIrb120", "abbIrb120/matlab_scripts"),
        ("quanserQArm", "quanserQArm/matlab_docs"),
        ("universalUR3", "universalUR3/matlab_scripts"),
    ],
)
def test_values_that_matlab_prints(name, file):
    robot = rst.loadrobot(name, DataFormat="row")
    for case in golden(file):
        inputs = {k: v for k, v in case.items() if k in ("Function", *EVALUATE_KEYS)}
        error = np.abs(evaluate(robot, inputs) - np.array(case["Output"])).max()
        assert error <= 0.51 * 10.0 ** -case["Digits"], case["Name"]


def test_inertia_of_the_abb():
    (case,) = golden("abbIrb120T/matlab_docs")
    body = rst.loadrobot("abbIrb120T").getBody(case["BodyName"])
    got = np.array([body.Mass, *body.CenterOfMass, *body.Inertia])
    assert (np.abs(got - case["Output"]) <= 0.51 * 10.0 ** -np.array(case["Digits"])).all()


def test_body_names_of_the_iiwa():
    (case,) = golden("iiwa14/matlab_docs")
    assert rst.loadrobot("kukaIiwa14").BodyNames == case["Output"]


def test_body_names_of_the_fanuc():
    (case,) = golden("fanucLRMate200ib/matlab_docs")
    assert rst.loadrobot("fanucLRMate200ib").BodyNames == [row[1] for row in case["Output"]]


def test_torques_of_the_puma():
    robot = rst.loadrobot("puma560", DataFormat="row", Gravity=[0, 0, -9.81])
    case = next(c for c in golden("puma560/rtb_matlab") if c["Function"] == "gravityTorque")
    np.testing.assert_allclose(robot.gravityTorque(case["Configuration"]), case["Output"], rtol=0, atol=1e-9)


# ---- published values in another form: Denavit-Hartenberg tables, masses of data sheets ----

UR_ALPHA = (np.pi / 2, 0, 0, np.pi / 2, -np.pi / 2, 0)
#: d and a [m], of the manuals and the support page of Universal Robots
UR = {
    "universalUR3": ((0.1519, 0, 0, 0.11235, 0.08535, 0.0819), (0, -0.24365, -0.21325, 0, 0, 0)),
    "universalUR5": ((0.089159, 0, 0, 0.10915, 0.09465, 0.0823), (0, -0.425, -0.39225, 0, 0, 0)),
    "universalUR10": ((0.1273, 0, 0, 0.163941, 0.1157, 0.0922), (0, -0.612, -0.5723, 0, 0, 0)),
    "universalUR3e": ((0.15185, 0, 0, 0.13105, 0.08535, 0.0921), (0, -0.24355, -0.2132, 0, 0, 0)),
    "universalUR5e": ((0.1625, 0, 0, 0.1333, 0.0997, 0.0996), (0, -0.425, -0.3922, 0, 0, 0)),
    "universalUR10e": ((0.1807, 0, 0, 0.17415, 0.11985, 0.11655), (0, -0.6127, -0.57155, 0, 0, 0)),
}
#: d [m] of the Gen3's user guide; alpha is pi/2 up to the sixth joint, and pi before the first and behind the last
GEN3 = (-0.2848, -0.0118, -0.4208, -0.0128, -0.3143, 0, -0.1674)
#: a, alpha, d of Franka's documentation, by Craig's convention, and the flange
PANDA = [
    (0, 0, 0.333),
    (0, -np.pi / 2, 0),
    (0, np.pi / 2, 0.316),
    (0.0825, np.pi / 2, 0),
    (-0.0825, -np.pi / 2, 0.384),
    (0, np.pi / 2, 0),
    (0.088, np.pi / 2, 0),
    (0, 0, 0.107),
]


def screw(axis, angle, length):
    """A turn about a coordinate axis and a shift along it."""
    T = np.eye(4)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i, i] = T[j, j] = np.cos(angle)
    T[j, i], T[i, j] = np.sin(angle), -np.sin(angle)
    T[axis, 3] = length
    return T


@pytest.mark.parametrize("name", UR)
def test_kinematics_of_universal_robots(name):
    robot = rst.loadrobot(name, DataFormat="row")
    for q in np.random.default_rng(5).uniform(-3, 3, (5, 6)):
        want = np.eye(4)
        for angle, d, a, alpha in zip(q, *UR[name], UR_ALPHA, strict=True):
            want = want @ screw(2, angle, d) @ screw(0, alpha, a)
        # the description writes pi/2 with ten digits
        np.testing.assert_allclose(robot.getTransform(q, "tool0", "base"), want, rtol=0, atol=1e-9)


def test_kinematics_of_the_gen3():
    robot = rst.loadrobot("kinovaGen3", DataFormat="row")
    for q in np.random.default_rng(6).uniform(-2, 2, (5, 7)):
        want = screw(0, np.pi, 0)
        for i, (angle, d) in enumerate(zip(q, GEN3, strict=True)):
            want = want @ screw(2, angle + np.pi * (i > 0), d) @ screw(0, np.pi if i == 6 else np.pi / 2, 0)
        got = robot.getTransform(q, "EndEffector_Link")
        # the description has pi with five digits, and an interface of 59.5 mm where the guide has 61.5 mm
        np.testing.assert_allclose(got, want @ screw(2, 0, -0.002), rtol=0, atol=3e-4)


def test_kinematics_of_the_panda():
    robot = rst.loadrobot("frankaEmikaPanda", DataFormat="row")
    for q in np.random.default_rng(7).uniform(-2, 2, (5, 7)):
        want = np.eye(4)
        for angle, (a, alpha, d) in zip([*q, 0], PANDA, strict=True):
            want = want @ screw(0, alpha, a) @ screw(2, angle, d)
        got = robot.getTransform([*q, 0, 0], "panda_link8")
        np.testing.assert_allclose(got, want, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    ("name", "links", "kilograms"),
    [
        # data sheets give the weight of the whole arm, with cables, base and plug: bodies as far as they are described
        ("universalUR3", slice(None), 11),
        ("universalUR3e", slice(None), 11.2),
        ("universalUR5", slice(None), 20.6),  # e-series: the data sheet's number too
        ("universalUR5e", slice(None), 20.6),
        ("universalUR10e", slice(None), 33.5),
        ("frankaEmikaPanda", slice(8), 18 - 0.63),  # the lowest link is the base
        ("kinovaGen3", slice(None), 8.2 - 1.661),  # as there
        ("rethinkSawyer", slice(3, None), 19 + 1.58),  # the arm, and its head
    ],
)
def test_masses_of_data_sheets(name, links, kilograms):
    total = sum(body.Mass for body in rst.loadrobot(name).Bodies[links])
    assert abs(total - kilograms) <= 0.1 * kilograms


def test_home_and_names_of_robots_without_printed_values():
    panda = rst.loadrobot("frankaEmikaPanda", DataFormat="row")
    names = [*(f"panda_link{k}" for k in range(1, 9)), "panda_hand", "panda_leftfinger", "panda_rightfinger"]
    assert panda.BodyNames == names
    np.testing.assert_allclose(panda.homeConfiguration(), [0, 0, 0, -1.5708, 0, 0, 0, 0, 0], atol=1e-12)
    frames = ["base", "base_link_inertia", *(f"{k}_link" for k in ("shoulder", "upper_arm", "forearm"))]
    frames += [*(f"wrist_{k}_link" for k in (1, 2, 3)), "flange", "tool0"]
    assert all(rst.loadrobot(f"universal{name}").BodyNames == frames for name in ("UR3e", "UR5e", "UR10e"))


def test_home_of_the_sawyer():
    (case,) = golden("rethinkSawyer/matlab_docs")
    home = rst.loadrobot("rethinkSawyer", DataFormat="row").homeConfiguration()
    np.testing.assert_allclose(home, case["Output"], atol=0.51e-4)


def test_inertias_of_the_e_series_are_those_of_the_description():
    # centre of mass and tensor of ROS' ur_description, in the axes of its links
    robot = rst.loadrobot("universalUR5e")
    arm, wrist = robot.getBody("forearm_link"), robot.getBody("wrist_2_link")
    np.testing.assert_allclose(arm.CenterOfMass, [-0.2422, 0, 0.0265], atol=1e-12)
    np.testing.assert_allclose(wrist.CenterOfMass, [0, 0.01634, -0.0018], atol=1e-12)
    c = np.array(wrist.CenterOfMass)
    shift = wrist.Mass * (c @ c * np.eye(3) - np.outer(c, c))
    turned = screw(0, -np.pi / 2, 0)[:3, :3]  # the description's inertial origin has this roll
    tensor = [[1.35617e-3, -2.74e-6, 4.44e-6], [-2.74e-6, 1.27827e-3, -5.048e-5], [4.44e-6, -5.048e-5, 9.6614e-4]]
    at = turned @ tensor @ turned.T + shift
    got = wrist.Inertia
    np.testing.assert_allclose(got, [at[0, 0], at[1, 1], at[2, 2], at[1, 2], at[0, 2], at[0, 1]], atol=1e-12)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_shipped_robot_has_a_positive_mass_matrix(name):
    robot = rst.loadrobot(name, DataFormat="row")
    if name == "fanucLRMate200ib":
        assert [f.Code for f in rst.checkModel(robot) if f.Severity == "error"] == ["AllMassesZero"]
    else:
        assert np.linalg.eigvalsh(robot.massMatrix(robot.homeConfiguration()))[0] > 0


URDF = ROOT.parent / "shared/urdf"


@pytest.mark.oracle
@pytest.mark.parametrize("name", [n for n in SHIPPED if (URDF / f"{n}.urdf").exists()])
def test_torques_are_those_of_pinocchio_on_the_urdf(name):
    """Pinocchio reads the file by itself, so it checks the conversion too."""
    pin = pytest.importorskip("pinocchio", reason="Pinocchio is not here (pip install '.[oracle]')")
    robot = rst.loadrobot(name, DataFormat="row", Gravity=[0, 0, -9.81])
    model = pin.buildModelFromUrdf(str(URDF / f"{name}.urdf"))
    joints = [model.joints[model.getJointId(b.Joint.Name)] for b in robot.Bodies if b.Joint.Type != "fixed"]
    q, qd, qdd = np.random.default_rng(8).uniform(-1, 1, (3, len(joints)))
    Q, V, A = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    for joint, a, b, c in zip(joints, q, qd, qdd, strict=True):
        Q[joint.idx_q : joint.idx_q + joint.nq] = (a,) if joint.nq == 1 else (np.cos(a), np.sin(a))
        V[joint.idx_v], A[joint.idx_v] = b, c
    want = pin.rnea(model, model.createData(), Q, V, A)[[joint.idx_v for joint in joints]]
    np.testing.assert_allclose(robot.inverseDynamics(q, qd, qdd), want, rtol=0, atol=1e-11)


# ---- robots that are not here ----


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        ("universalUR", "Did you mean 'universalUR5' or 'universalUR10' or 'universalUR10e'?"),
        ("abb", "Did you mean 'abbIrb120' or 'abbIrb120T'?"),
        ("kukaIiwa8", "Did you mean 'kukaIiwa14'?"),
        ("panda", "Did you mean 'frankaEmikaPanda'?"),
        ("xyzzy", "importrobot reads files"),
        ("", "importrobot reads files"),
    ],
)
def test_an_unknown_name_lists_near_matches(given, hint):
    with pytest.raises(rst.MatlabError) as caught:
        rst.loadrobot(given)
    assert sorted(caught.value.hint.split()) == sorted(hint.split())
    assert "quanserQArm" in caught.value.expected


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_robot_that_nobody_ships_says_so(name):
    with pytest.raises(ValueError, match=f"'{name}' is a robot of MATLAB that does not come with this package"):
        rst.loadrobot(name.lower())


@pytest.mark.parametrize("name", IN_PACKAGE)
def test_without_the_package_the_pip_line_is_named(monkeypatch, name):
    monkeypatch.setattr(robot_library, "PACKAGE", "no-such-package")
    with pytest.raises(FileNotFoundError, match="pip install example-robot-data"):
        rst.loadrobot(name)


def test_a_package_without_the_file_is_named(monkeypatch):
    monkeypatch.setattr(robot_library, "PACKAGE", "numpy")
    monkeypatch.setitem(robot_library.IN_PACKAGE, "rethinkBaxter", "none.urdf")  # NumPy may lie beside the extra
    with pytest.raises(FileNotFoundError, match=r"numpy \S+ has no file none.urdf"):
        rst.loadrobot("rethinkBaxter")


@pytest.mark.parametrize("name", IN_PACKAGE)
@pytest.mark.filterwarnings("ignore::rst_compat.MatlabWarning")
def test_robots_of_the_package(name):
    try:
        distribution(robot_library.PACKAGE)
    except PackageNotFoundError:
        pytest.skip(f"{robot_library.PACKAGE} is not here (pip install '.[robots]')")
    robot, data = rst.loadrobot(name, DataFormat="row", nargout=2)
    assert robot.NumBodies > 6
    assert "example-robot-data" in data.Source
    assert np.linalg.eigvalsh(robot.massMatrix(robot.homeConfiguration()))[0] > 0
