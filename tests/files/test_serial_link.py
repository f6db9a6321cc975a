"""SerialLink objects of Peter Corke's toolbox. tests/files/test_mat_table.py compares whole arms with that toolbox."""

import math

import numpy as np
import pytest
from mat_samples import opaque, write_objects

from rst_compat.errors import MatlabError
from rst_compat.files.mat_reader import read_mat

LINK = {"theta": 0.0, "d": 0.1, "a": 0.5, "alpha": 0.0, "jointtype": "R", "mdh": 0.0, "offset": 0.3}
LINK |= {"m": 2.0, "r": np.array([[-0.2, 0.0, 0.1]]), "I": np.diag([0.1, 0.2, 0.3]), "qlim": np.array([[-1.0, 2.0]])}
POSE = np.array([[1.0, 0, 0, 1], [0, 1, 0, 2], [0, 0, 1, 3], [0, 0, 0, 1]])


@pytest.fixture
def read(tmp_path):
    def read(links, **properties):
        values = {"name": "arm", "gravity": np.array([[0.0], [0.0], [9.81]])} | properties
        arm = opaque("SerialLink", links=[opaque("Link", **link) for link in links], **values)
        return read_mat(write_objects(tmp_path / "a.mat", arm=arm))["arm"]

    return read


def test_a_link(read):
    spec = read([LINK])
    (body,) = spec.bodies
    assert (spec.name, spec.base_name, spec.data_format) == ("arm", "base", "row")
    assert spec.gravity == (0, 0, -9.81)
    assert (body.name, body.parent, body.mass, body.center_of_mass) == ("link1", "base", 2, (-0.2, 0, 0.1))
    # about the origin of the link: + 2 (|r|^2 E - r r')
    assert body.inertia == pytest.approx((0.1 + 0.02, 0.2 + 0.1, 0.3 + 0.08, 0, 0.04, 0))
    assert (body.joint.type, body.joint.axis, body.joint.position_limits) == ("revolute", (0, 0, 1), (-1, 2))
    assert body.joint.child_to_joint[0][3] == pytest.approx(0.5 * math.cos(0.3))
    assert body.joint.child_to_joint[2][3] == 0.1


def test_modified_prismatic_and_flipped(read):
    spec = read([LINK | {"mdh": 1.0}, LINK | {"jointtype": "P", "theta": 0.7}, LINK | {"flip": True}])
    assert spec.bodies[0].joint.joint_to_parent[0][3] == 0.5
    assert np.array_equal(spec.bodies[0].joint.child_to_joint, np.eye(4))
    assert spec.bodies[1].joint.type == "prismatic"
    assert spec.bodies[1].joint.child_to_joint[2][3] == 0.3  # the offset, not d
    assert spec.bodies[2].joint.axis == (0, 0, -1)
    assert [b.parent for b in spec.bodies] == ["base", "link1", "link2"]


def test_an_old_link_says_sigma(read):
    link = {key: value for key, value in LINK.items() if key != "jointtype"}
    assert read([link | {"sigma": 1.0}]).bodies[0].joint.type == "prismatic"


def test_base_and_tool(read):
    spec = read([LINK], base=opaque("SE3", data=POSE), tool=POSE)
    assert np.array_equal(np.array(spec.bodies[0].joint.joint_to_parent), POSE)
    assert [b.name for b in spec.bodies] == ["link1", "tool"]
    assert spec.bodies[1].mass == 0
    assert np.array_equal(spec.bodies[1].joint.joint_to_parent, POSE)


def test_names(read):
    assert [b.name for b in read([LINK | {"name": "hip"}, LINK | {"name": "knee"}]).bodies] == ["hip", "knee"]
    assert [b.name for b in read([LINK | {"name": "x"}, LINK | {"name": "x"}]).bodies] == ["link1", "link2"]
    assert [b.name for b in read([LINK | {"name": "base"}]).bodies] == ["link1"]


def test_no_dynamics_are_reported(read):
    empty = np.zeros((0, 0))
    with pytest.warns(UserWarning, match="link1: m = 0; link1: r = .*; link1: I = zeros") as caught:
        spec = read([LINK | {"m": empty, "r": empty, "I": empty, "qlim": empty}])
    assert caught[0].message.identifier == "rst_compat:mat:DefaultsFilled"
    assert (spec.bodies[0].mass, spec.bodies[0].inertia) == (0, (0,) * 6)
    assert spec.bodies[0].joint.position_limits == (-math.inf, math.inf)


def test_wrong_links(read):
    with pytest.raises(MatlabError, match="a SerialLink has no links: expected links, got none"):
        read([])
    with pytest.raises(MatlabError, match="alpha of link1 in the saved SerialLink: expected 1 numbers"):
        read([LINK | {"alpha": "q1"}])
