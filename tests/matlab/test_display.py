"""Objects and tables as MATLAB prints them; tests/golden has the displays that were published."""

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import rigidBody, rigidBodyJoint, rigidBodyTree

EMPTY = """\
  rigidBodyTree with properties:

     NumBodies: 0
        Bodies: {1x0 cell}
          Base: [1x1 rigidBody]
     BodyNames: {1x0 cell}
      BaseName: 'base'
       Gravity: [0 0 0]
    DataFormat: 'column'
    FrameNames: {'base'}
"""  # published, with the last line of R2025a


def test_an_empty_tree():
    assert repr(rigidBodyTree(DataFormat="column")) == EMPTY


def test_a_tree_with_bodies(robot):
    lines = repr(robot).splitlines()
    assert "        Bodies: {[1x1 rigidBody]  [1x1 rigidBody]}" in lines
    assert "     BodyNames: {'upper'  'lower'}" in lines
    assert "       Gravity: [0 -9.8100 0]" in lines
    assert "    FrameNames: {'base'  'upper'  'lower'}" in lines


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("Mass", 2.5, "            Mass: 2.5000"),
        ("CenterOfMass", [0.2247, 1.5e-4, 4.1e-4], "    CenterOfMass: [0.2247 1.5000e-04 4.1000e-04]"),  # published
        ("Inertia", [1, 1, 1, 0, 0, 0], "         Inertia: [1 1 1 0 0 0]"),
    ],
)
def test_properties_of_a_body(name, value, shown):
    body = rigidBody("link")
    setattr(body, name, value)
    assert shown in repr(body).splitlines()


def test_properties_of_a_body_stand_in_matlabs_order():
    names = [line.split(":")[0].strip() for line in repr(rigidBody("link")).splitlines()[2:]]
    assert names[:7] == ["Name", "Joint", "Mass", "CenterOfMass", "Inertia", "Parent", "Children"]


def test_a_body_in_a_tree_shows_its_relatives(robot):
    assert "          Parent: [1x1 rigidBody]" in repr(robot.Bodies[0]).splitlines()
    assert "        Children: {[1x1 rigidBody]}" in repr(robot.Bodies[0]).splitlines()


def test_the_base_shows_no_mass(robot):
    assert "Mass" not in repr(robot.Base)


@pytest.mark.parametrize(
    ("kind", "limits", "home"),
    [
        ("fixed", "[0 0]", "0"),
        ("revolute", "[-3.1416 3.1416]", "0"),
        ("floating", "[7x2 double]", "[1 0 0 0 0 0 0]"),
    ],
)
def test_properties_of_a_joint(kind, limits, home):
    lines = repr(rigidBodyJoint("j", kind)).splitlines()
    assert [line.split(": ")[1] for line in lines if "Limits" in line or "Home" in line] == [limits, home]


@pytest.mark.parametrize("thing", [rigidBodyTree(), rigidBody("b"), rigidBodyJoint("j")])
def test_disp_prints_the_display(capsys, thing):
    rst.disp(thing)
    assert capsys.readouterr().out.rstrip("\n") == repr(thing).rstrip("\n")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("text", "text\n"),
        (np.array([0.5, -0.25]), "    0.5000   -0.2500\n"),
        ([[1, 2], [3, 4]], "     1     2\n     3     4\n"),
        ({"a": 1}, "{'a': 1}\n"),
        ([], ""),  # "If a variable contains an empty array, disp returns without displaying anything"
        (np.zeros((0, 3)), ""),
    ],
)
def test_disp_prints_values(capsys, value, text):
    rst.disp(value)
    assert capsys.readouterr().out == text


def test_showdetails_counts_from_one_and_lists_children(robot, capsys):
    """The layout rule of four published tables: columns as wide as the longest name and 8."""
    robot.addBody(rigidBody("tool"), "upper")
    robot.showdetails()
    by_method = capsys.readouterr().out
    rst.showdetails(robot)
    assert capsys.readouterr().out == by_method
    rows = [line.split() for line in by_method.splitlines()[5:-1]]
    assert rows[0] == ["1", "upper", "upper_joint", "revolute", "base(0)", "lower(2)", "tool(3)"]
    assert rows[2] == ["3", "tool", "tool_jnt", "fixed", "upper(1)"]
    body, joint = 5 + 8, 11 + 8
    assert by_method.splitlines()[5] == (
        f"{1:4d}{'upper':>{body}}{'upper_joint':>{joint}}{'revolute':>{joint}}{'base(0)':>{body + 7}}   "
        "lower(2)  tool(3)  "
    )


def test_showdetails_of_an_empty_tree(capsys):
    rigidBodyTree().showdetails()
    lines = capsys.readouterr().out.splitlines()
    assert (lines[1], len(lines)) == ("Robot: (0 bodies)", 6)
