"""analyticalInverseKinematics: groups, the generated function, published solutions, completeness on robots."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"
#: The closed form leaves rounding, some 1e-15 m; the wish is 1e-12.
POSE = 1e-12
#: Configurations within 1e-3 of a singularity are known to half of their digits less.
ANGLE = 1e-6


def arm(name, ee=None, data_format="row"):
    robot = rst.loadrobot(name, DataFormat=data_format)
    return robot, rst.analyticalInverseKinematics(robot), ee or robot.BodyNames[-1]


def gap(q, p):
    return np.abs((q - p + np.pi) % (2 * np.pi) - np.pi).max(-1)


# ---- published ----


def test_the_published_solutions_of_the_irb120_in_their_order():
    text = (GOLDEN / "abbIrb120" / "matlab_scripts.golden.json").read_text(encoding="utf-8")
    published = [c["Configuration"] for c in json.loads(text)["Cases"] if "4sol" in c["Name"]]
    aik = rst.analyticalInverseKinematics(arm("abbIrb120")[0])
    found = rst.generateIKFunction(aik, "robotIK")(rst.trvec2tform([0, 0.5, 0.5]))
    assert np.shape(published) == found.shape == (4, 6)
    # printed with four digits; the last joint of the third is given a turn further on
    assert gap(found, np.array(published)).max() < 1.01e-4
    np.testing.assert_allclose(np.delete(found, 2, 0), np.delete(published, 2, 0), atol=1.01e-4)


# ---- every solution, and no wrong one ----


@pytest.mark.parametrize("name", ["abbIrb120", "abbIrb120T", "fanucLRMate200ib", "puma560"])
def test_a_random_configuration_is_among_the_solutions(name):
    robot, aik, ee = arm(name)
    ik = aik.generateIKFunction("ik")
    limits = np.array([b.Joint.PositionLimits for b in robot.Bodies if b.Joint.Type != "fixed"]).T
    rng = np.random.default_rng(1)
    for q in rng.uniform(*limits, (100, 6)):
        target = robot.getTransform(q, ee)
        found = ik(target)
        assert gap(found, q).min() < ANGLE
        assert ((limits[0] <= found) & (found <= limits[1])).all()
        assert max(np.abs(robot.getTransform(s, ee) - target).max() for s in found) < POSE
        assert len(found) <= len(ik(target, False)) <= 8


@pytest.mark.parametrize("name", ["abbIrb120", "fanucLRMate200ib", "puma560"])
def test_as_many_solutions_as_newtons_method_finds_from_everywhere(name):
    robot, aik, ee = arm(name)
    ik = aik.generateIKFunction("ik")
    rng = np.random.default_rng(2)
    for q in rng.uniform(-2, 2, (2, 6)):
        target = robot.getTransform(q, ee)
        found, tried = ik(target, False), newton(robot, target, ee, rng.uniform(-np.pi, np.pi, (600, 6)))
        assert len(tried) > 100  # every solution draws some of the starts
        nearest = gap(tried[:, None], found)
        assert nearest.min(1).max() < ANGLE
        assert sorted(set(nearest.argmin(1))) == list(range(len(found)))


def newton(robot, target, ee, q):
    """Configurations (n, 6) that damped steps on the geometric Jacobian end in."""
    for _ in range(80):
        T, J = batch.getTransform(robot, q, ee), batch.geometricJacobian(robot, q, ee)
        D = target[:3, :3] @ T[:, :3, :3].mT
        turn = np.stack([D[:, 2, 1] - D[:, 1, 2], D[:, 0, 2] - D[:, 2, 0], D[:, 1, 0] - D[:, 0, 1]], -1) / 2
        error = np.concatenate([turn, target[:3, 3] - T[:, :3, 3]], -1)
        step = (J.mT @ np.linalg.solve(J @ J.mT + 1e-6 * np.eye(6), error[..., None]))[..., 0]
        q = q + np.clip(step, -0.5, 0.5)
    reached = np.abs(batch.getTransform(robot, q, ee) - target).max((-2, -1)) < 1e-9
    return q[reached]


def test_out_of_reach_the_matrix_has_no_rows():
    _, aik, _ = arm("abbIrb120")
    assert aik.generateIKFunction("ik")(rst.trvec2tform([3, 0, 0])).shape == (0, 6)


# ---- arguments of the generated function ----


@pytest.fixture(scope="module")
def irb():
    robot, aik, ee = arm("abbIrb120")
    q = np.array([0.3, 0.4, -0.5, 0.6, 0.7, 0.8])
    return aik.generateIKFunction("robotIK"), robot.getTransform(q, ee), q


@pytest.mark.parametrize("data_format", ["struct", "row", "column"])
def test_solutions_are_rows_whatever_the_format(data_format, irb):
    _, aik, _ = arm("abbIrb120", data_format=data_format)
    np.testing.assert_array_equal(aik.generateIKFunction("ik")(irb[1]), irb[0](irb[1]))


def test_empty_arguments_are_the_defaults(irb):
    ik, target, _ = irb
    np.testing.assert_array_equal(ik(target, [], [], []), ik(target, True, False, np.zeros(6)))


def test_sorted_by_distance_the_nearest_is_first(irb):
    ik, target, q = irb
    found = ik(target, False, True, q)
    np.testing.assert_allclose(found[0], q, atol=ANGLE)
    distance = np.linalg.norm(found - q, axis=1)
    assert (np.diff(distance) >= 0).all()
    assert {tuple(r) for r in found.round(6)} == {tuple(r) for r in ik(target, False, False, q).round(6)}
    assert not np.array_equal(found, ik(target, False, False, q))


def test_angles_are_the_multiples_nearest_to_the_reference(irb):
    ik, target, q = irb
    reference = q + 2 * np.pi * (np.arange(6) == 5)  # the last joint turns by 400 degrees to both sides
    reference[5] -= 0.5
    for enforce, last in [(True, q[5]), (False, q[5] + 2 * np.pi)]:  # 7.08 is past the limit
        found = ik(target, enforce, False, reference)
        np.testing.assert_allclose(found[gap(found, q) < ANGLE][0][5], last, atol=ANGLE)


def test_a_joint_on_its_limit_is_within_it():
    robot, aik, ee = arm("abbIrb120")
    q = np.array([b.Joint.PositionLimits[1] for b in robot.Bodies if b.Joint.Type != "fixed"])
    found = aik.generateIKFunction("ik")(robot.getTransform(q, ee))
    assert gap(found, q).min() < ANGLE
    assert (found <= q).all()


def test_at_home_the_free_joint_of_the_wrist_is_that_of_the_reference(irb):
    robot, aik, ee = arm("abbIrb120")
    target = robot.getTransform(np.zeros(6), ee)
    ik = aik.generateIKFunction("ik")
    np.testing.assert_allclose(ik(target, True, True)[0], np.zeros(6), atol=1e-9)
    np.testing.assert_allclose(ik(target, True, True, [0, 0, 0, 1, 0, 0])[0], [0, 0, 0, 1, 0, -1], atol=1e-9)


def test_edits_after_the_function_was_made_do_not_reach_it(irb):
    robot, aik, _ = arm("abbIrb120")
    ik = aik.generateIKFunction("ik")
    robot.Bodies[1].Joint.PositionLimits = [-0.1, 0.1]
    np.testing.assert_array_equal(ik(irb[1]), irb[0](irb[1]))
    assert aik.generateIKFunction("ik")(irb[1]).shape == (0, 6)


def test_the_function_has_its_name_and_can_be_stored(irb):
    assert irb[0].__name__ == "robotIK"
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(irb[0]))(irb[1]), irb[0](irb[1]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([np.eye(3)], "robotIK: eeTform has the wrong size"),
        ([np.eye(4), 2], "enforceJointLimits is not logical"),
        ([np.eye(4), True, "yes"], "sortByDistance is not logical"),
        ([np.eye(4), True, True, [1, 2]], "referenceConfig has the wrong size"),
    ],
)
def test_bad_arguments(arguments, message, irb):
    with pytest.raises(rst.MatlabError, match=message):
        irb[0](*arguments)


# ---- groups ----


def test_the_default_group_is_the_chain_from_the_base_to_the_last_body():
    robot, aik, _ = arm("abbIrb120")
    assert aik.RigidBodyTree is robot
    assert (aik.KinematicGroup.BaseName, aik.KinematicGroup.EndEffectorBodyName) == ("base_link", "tool0")
    assert (aik.KinematicGroupType, aik.IsValidGroupForIK) == ("RRRSSS", True)
    assert aik.KinematicGroupConfigIdx.tolist() == list(range(6))


def test_showdetails_lists_the_groups_and_returns_them(capsys):
    _, aik, _ = arm("abbIrb120")
    groups = rst.showdetails(aik)
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["1", "base_link", "link_6", "RRRSSS"] in rows
    assert ["2", "base_link", "tool0", "RRRSSS"] in rows
    assert [g.KinematicGroup.EndEffectorBodyName for g in groups] == ["link_6", "tool0"]
    aik.KinematicGroup = groups[0].KinematicGroup
    assert aik.KinematicGroup.EndEffectorBodyName == "link_6"


def test_a_group_may_be_a_dict_an_object_or_a_pair_of_assignments():
    robot, _, _ = arm("abbIrb120")
    names = {"BaseName": "base_link", "EndEffectorBodyName": "link_6"}
    one = rst.analyticalInverseKinematics(robot, "KinematicGroup", names)
    two = rst.analyticalInverseKinematics(robot, kinematicgroup=one.KinematicGroup)
    three = rst.analyticalInverseKinematics(robot)
    three.KinematicGroup.EndEffectorBodyName = "link_6"
    assert one.KinematicGroup == two.KinematicGroup == three.KinematicGroup


def test_six_joints_of_seven_from_a_body_that_moves():
    robot, aik, ee = arm("kukaIiwa14")
    assert not aik.IsValidGroupForIK
    assert (aik.KinematicGroupType, len(aik.KinematicGroupConfigIdx)) == ("", 7)
    aik.KinematicGroup = {"BaseName": "iiwa_link_1", "EndEffectorBodyName": ee}
    assert aik.KinematicGroupType == "RRRSSS"
    assert aik.KinematicGroupConfigIdx.tolist() == [1, 2, 3, 4, 5, 6]
    q = np.array([0.2, 0.5, -0.4, 0.9, 0.7, 0.8, -0.3])
    target = robot.getTransform(q, ee, "iiwa_link_1")
    found = aik.generateIKFunction("ik")(target, True, True, q)  # a configuration of the whole robot is a reference too
    np.testing.assert_allclose(found[0], q[1:], atol=ANGLE)
    whole = np.tile(q, (len(found), 1))
    whole[:, aik.KinematicGroupConfigIdx] = found
    assert max(np.abs(robot.getTransform(w, ee, "iiwa_link_1") - target).max() for w in whole) < POSE


def test_a_wrist_at_the_base():
    robot, _, _ = arm("kukaIiwa14")
    aik = rst.analyticalInverseKinematics(
        robot, KinematicGroup={"BaseName": robot.BaseName, "EndEffectorBodyName": "iiwa_link_6"}
    )
    assert aik.KinematicGroupType == "SSSRRR"
    q = np.array([0.2, 0.5, -0.4, 0.9, 0.7, 0.8, 0.0])
    target = robot.getTransform(q, "iiwa_link_6")
    np.testing.assert_allclose(aik.generateIKFunction("ik")(target, True, True, q)[0], q[:6], atol=ANGLE)


@pytest.mark.parametrize(
    ("name", "fault"), [("universalUR3", "no three such axes"), ("kukaIiwa14", "7 joints"), ("quanserQArm", "4 joints")]
)
def test_robots_without_a_closed_form_say_so(name, fault):
    _, aik, _ = arm(name)
    assert not aik.IsValidGroupForIK
    with pytest.raises(ValueError, match=fault):
        aik.generateIKFunction("ik")


def test_other_chains_without_a_closed_form():
    robot, aik, _ = arm("abbIrb120")
    aik.KinematicGroup = {"BaseName": "tool0", "EndEffectorBodyName": "link_1"}
    assert not aik.IsValidGroupForIK
    assert aik.KinematicGroupConfigIdx.size == 0
    robot.replaceJoint("link_3", rst.rigidBodyJoint("slide", "prismatic"))
    aik.KinematicGroup = {"BaseName": "base_link", "EndEffectorBodyName": "tool0"}
    with pytest.raises(ValueError, match="slide not revolute"):
        aik.generateIKFunction("ik")


def test_unknown_bodies_and_names():
    _, aik, _ = arm("abbIrb120")
    with pytest.raises(KeyError, match="Did you mean 'tool0'"):
        aik.KinematicGroup = {"BaseName": "base_link", "EndEffectorBodyName": "tool"}
    with pytest.raises(AttributeError, match="IsValidGroupForIK"):
        aik.IsValidGroup  # noqa: B018 - reading it is the test
    with pytest.raises(AttributeError, match="cannot be assigned"):
        aik.KinematicGroupType = "RRRSSS"
    with pytest.raises(TypeError, match="not a robot"):
        rst.analyticalInverseKinematics("abbIrb120")


def test_display():
    _, aik, _ = arm("abbIrb120")
    text = repr(aik)
    assert text.startswith("  analyticalInverseKinematics with properties:\n")
    assert "KinematicGroupType: 'RRRSSS'" in text
    assert "IsValidGroupForIK: 1" in text
