"""What the tests of the compiled engine share."""

import numpy as np
import pytest

from rst_compat import core, engine

built = pytest.mark.skipif(
    "native" not in engine.info().engines,
    reason="the compiled engine was not built, for want of a C compiler: everything runs on the core alone",
)

#: name -> (arrays that it takes of a case, the core's function); bodies are numbers after the arrays
FUNCTIONS = {
    "inverse_dynamics": (("q", "qd", "qdd", "f_ext"), core.inverse_dynamics),
    "mass_matrix": (("q",), core.mass_matrix),
    "coriolis_matrix": (("q", "qd"), core.coriolis_matrix),
    "velocity_product": (("q", "qd"), core.velocity_product),
    "gravity_torque": (("q",), core.gravity_torque),
    "body_poses": (("q",), lambda model, q: np.stack(np.broadcast_arrays(*core.body_poses(model, q)), axis=-3)),
    "transform": (
        ("q",),
        lambda model, q, a, b: core.invert_pose(core.body_poses(model, q)[b]) @ core.body_poses(model, q)[a],
    ),
    "geometric_jacobian": (("q",), core.geometric_jacobian),
    "center_of_mass": (("q",), core.center_of_mass),
    "center_of_mass_jacobian": (("q",), core.center_of_mass_jacobian),
    "inverse_dynamics_regressor": (("q", "qd", "qdd"), core.inverse_dynamics_regressor),
    "joint_reactions": (("q", "qd", "qdd", "f_ext"), core.joint_reactions),
    "joint_reaction": (("q", "qd", "qdd", "f_ext"), core.joint_reaction),
    "wrench_regressor": (("q", "qd", "qdd"), core.wrench_regressor),
    "forward_dynamics": (("q", "qd", "qdd", "f_ext"), core.forward_dynamics),
}


def bodies(name, model):
    """Numbers of bodies, as many as the function takes: the last body, and the one in the middle.

    Of the wrenches, that of the body in the middle, which carries others, or of the base, where there are few.
    """
    if name in ("joint_reaction", "wrench_regressor"):
        return (model.nb // 3,)
    count = {"transform": 2, "geometric_jacobian": 1}.get(name, 0)
    return (model.nb, (model.nb + 1) // 2)[:count]


def arguments(name, case):
    return [getattr(case, array) for array in FUNCTIONS[name][0]]


def error(got, want):
    """The project's measure of an error: the largest difference over the largest wanted number, or over one."""
    got, want = np.asarray(got), np.asarray(want)
    assert got.shape == want.shape
    return np.abs(got - want).max(initial=0) / max(1, np.abs(want).max(initial=0))


def many(case, count, seed=0):
    """States of a case's tree: the case's own arrays with an axis of ``count`` in front and numbers of their own."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(size=(count, *getattr(case, name).shape)) for name in ("q", "qd", "qdd", "f_ext")}


@pytest.fixture
def native():
    """The compiled engine, also where the suite runs on the other one, which comes back after the test."""
    there = engine.info()
    engine.use(there.engines[-1])
    yield
    engine.use(there.instruction_set or there.engine)
