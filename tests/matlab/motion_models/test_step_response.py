"""updateErrorDynamicsFromStep: the simulated response to a step is the one asked for."""

import numpy as np
import pytest

from rst_compat import (
    MatlabError,
    importrobot,
    jointSpaceMotionModel,
    ode45,
    odeset,
    taskSpaceMotionModel,
    updateErrorDynamicsFromStep,
)
from rst_compat.matlab.motion_models.step_response import damping_ratio, settling_time_of_unit_frequency

#: settling times that differ by joint, s, and overshoots
STEPS = [(0.5, 0.05), (0.3, 0.0), (1.0, 0.2), (2.0, 0.5), (0.4, 0.015), (0.7, 0.001)]


def measured(model, n, longest):
    """Settling times into the 2 % band and overshoots of the joints, for unit steps from rest."""
    reference = np.r_[np.ones(n), np.zeros(2 * n)]
    times = np.linspace(0, 2 * longest, 8001)
    options = odeset(RelTol=1e-9, AbsTol=1e-9)
    _, x = ode45(lambda t, x: model.derivative(x, reference), times, np.zeros(2 * n), options)
    outside = np.abs(x[:, :n] - 1) > 0.02
    last = times.size - 1 - outside[::-1].argmax(axis=0)
    return times[last], x[:, :n].max(axis=0) - 1


@pytest.mark.parametrize("motion", ["IndependentJointMotion", "ComputedTorqueControl"])
@pytest.mark.parametrize(("settling", "overshoot"), STEPS)
def test_the_step_response_is_as_wanted(motion, settling, overshoot):
    """Both measured on a grid of a 4000th of the settling time, whose step is the tolerance of the time."""
    model = jointSpaceMotionModel("RigidBodyTree", importrobot("twolink"), "MotionType", motion)
    model.updateErrorDynamicsFromStep(settling, overshoot)
    times, passed = measured(model, 2, settling)
    np.testing.assert_allclose(times, settling, rtol=5e-4)
    np.testing.assert_allclose(np.maximum(passed, 0), overshoot, atol=1e-5)


def test_each_joint_has_its_own():
    model = jointSpaceMotionModel("MotionType", "IndependentJointMotion")
    model.updateErrorDynamicsFromStep([0.5, 1.0], [0.1, 0.3])
    times, passed = measured(model, 2, 1.0)
    np.testing.assert_allclose(times, [0.5, 1.0], atol=3e-4)
    np.testing.assert_allclose(passed, [0.1, 0.3], atol=1e-5)


def test_one_joint_counted_from_0():
    model = jointSpaceMotionModel()
    model.updateErrorDynamicsFromStep(1, 0.1, 1)
    assert model.NaturalFrequency[0] == 10
    assert model.DampingRatio.round(4).tolist() == [1.0, 0.5912]  # Ogata's figure of overshoot and damping


def test_close_to_the_rule_of_thumb():
    """Ogata: 4 / (z wn), which is within a few percent where a system overshoots by more than the band."""
    for overshoot in np.linspace(0.021, 0.9, 100):
        z = damping_ratio(overshoot)
        assert 0.75 < settling_time_of_unit_frequency(z) * z / 4 < 1.08


@pytest.mark.parametrize("z", [*np.linspace(0.01, 1, 67), damping_ratio(0.02), damping_ratio(0.02**0.5), 0.99999])
def test_the_settling_time_against_the_response_itself(z):
    """The closed form of the step response, on a grid."""
    s = np.linspace(0, 8 / z, 400_001)
    w = np.sqrt(1 - z**2)
    error = np.exp(-z * s) * ((1 + s) if w == 0 else np.sin(w * s + np.arccos(z)) / w)
    last = s[np.flatnonzero(np.abs(error) > 0.02 * (1 + 1e-9))[-1]]
    assert settling_time_of_unit_frequency(z) == pytest.approx(last, abs=2 * s[1] + 1e-3 * w)


@pytest.mark.parametrize(
    ("settling", "overshoot"),
    [(0, 0.1), (-1, 0.1), (1, 1), (1, -0.1), (1, 5), (np.nan, 0.1), ([1, 2, 3], 0.1), (1, [])],
)
def test_impossible_steps_are_refused(settling, overshoot):
    model = jointSpaceMotionModel()
    with pytest.raises(MatlabError) as caught:
        model.updateErrorDynamicsFromStep(settling, overshoot)
    assert caught.value.identifier == "rst_compat:motionModel:WrongStep"
    assert model.NaturalFrequency.tolist() == [10, 10]


@pytest.mark.parametrize("joint", [2, -1, 1.0, "joint_1", True])
def test_joints_that_are_none_are_refused(joint):
    with pytest.raises(MatlabError, match="there is no such joint"):
        jointSpaceMotionModel().updateErrorDynamicsFromStep(1, 0.1, joint)


def test_a_joint_takes_one_value():
    with pytest.raises(MatlabError, match="settlingTime has a wrong value"):
        jointSpaceMotionModel().updateErrorDynamicsFromStep([1, 2], 0.1, 0)


def test_only_joint_space_models_have_error_dynamics():
    with pytest.raises(MatlabError, match="the first argument is no model of this kind"):
        updateErrorDynamicsFromStep(taskSpaceMotionModel(), 1, 0.1)
