"""The regressor of one body, and what a regressor must not depend on."""

import numpy as np
from trees import ROUNDING, agree, over_trees, random_parameters

from rst_compat import core
from rst_compat.core.spatial import crf, spatial_inertia


def test_body_regressor_is_newton_and_euler():
    rng = np.random.default_rng(0)
    v, a = rng.normal(size=(2, 5, 6, 1))
    for mass in ("solid", "wild"):
        parameters = random_parameters(rng, mass)
        inertia = spatial_inertia(parameters)
        want = (inertia @ a + crf(v) @ (inertia @ v))[..., 0]
        agree(core.body_regressor(v, a) @ parameters, want, 1e-13)  # one product of 6 by 10: a few eps


@over_trees()
def test_columns_are_the_torques_of_unit_parameters(case):
    # The regressor knows geometry only; a robot with one parameter at one and all others at zero shows each column.
    model, q, qd, qdd = case.model, case.q, case.qd, case.qdd
    Y = core.inverse_dynamics_regressor(model, q, qd, qdd)
    column = int(case.rng.integers(10 * model.nb))
    unit = list(np.eye(10 * model.nb)[column].reshape(model.nb, 10))
    t = case.tree
    only = core.build_model(t.parent, t.kind, t.axis, t.joint_to_parent, t.child_to_joint, unit, t.gravity)
    agree(Y[:, column], core.inverse_dynamics(only, q, qd, qdd), ROUNDING)
