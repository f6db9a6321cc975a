"""What a Model says of its tree."""

import dataclasses

import numpy as np
import pytest
from trees import Plan, make_case

from rst_compat import core

KINDS = ["fixed", "floating", "revolute", "fixed", "prismatic"]


@pytest.fixture
def model():
    return make_case([Plan(p, kind, "solid", True) for p, kind in zip([0, 1, 2, 1, 4], KINDS, strict=True)], 0).model


def test_counts_and_places(model):
    assert (model.nb, model.nq, model.nv) == (5, 9, 8)
    assert model.tree == ((1, 0), (2, 1), (3, 2), (4, 1), (5, 4))
    assert [s.stop - s.start for s in model.q_of] == [0, 0, 7, 1, 0, 1]
    assert [s.stop - s.start for s in model.v_of] == [0, 0, 6, 1, 0, 1]
    assert model.v_of[5] == slice(7, 8)


def test_subspaces_stand_in_their_own_columns(model):
    for i, S in enumerate(model.S):
        wide = np.zeros((6, 8))
        wide[:, model.v_of[i]] = S
        np.testing.assert_array_equal(model.S_wide[i], wide)


def test_the_base_has_no_inertia(model):
    np.testing.assert_array_equal(model.inertia[0], 0)
    np.testing.assert_array_equal(model.parameters[0], 0)


def test_a_model_is_constant(model):
    with pytest.raises(dataclasses.FrozenInstanceError):
        model.gravity = np.zeros(3)


def test_a_base_alone_is_a_robot():
    empty = core.build_model([], [], [], [], [], [], np.zeros(3))
    none = np.zeros(0)
    assert (empty.nb, empty.nq, empty.nv) == (0, 0, 0)
    assert core.mass_matrix(empty, none).shape == core.coriolis_matrix(empty, none, none).shape == (0, 0)
    assert core.inverse_dynamics(empty, none, none, none).shape == (0,)
    assert core.forward_dynamics(empty, none, none, none).shape == (0,)
    assert core.inverse_dynamics_regressor(empty, none, none, none).shape == (0, 0)
    np.testing.assert_array_equal(core.body_poses(empty, none)[0], np.eye(4))
    assert core.geometric_jacobian(empty, none, 0).shape == (6, 0)
