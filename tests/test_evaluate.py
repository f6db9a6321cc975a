"""Requests by name, against the outputs that MATLAB printed for the two-link arm."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.errors import MatlabError, MatlabKeyError
from rst_compat.evaluate import FUNCTIONS, defaults, evaluate, load_model

Q = [np.pi / 3, np.pi / 2]


@pytest.fixture(scope="module")
def arm():
    return load_model("twolink").robot


PRINTED = [
    ({"Function": "massMatrix"}, [[0.3315, 0.1146], [0.1146, 0.1146]]),
    ({"Function": "velocityProduct", "JointVelocity": [np.pi / 4, np.pi / 10]}, [-0.0725, 0.0756]),
    ({"Function": "gravityTorque"}, [0.2484, -2.0814]),
    ({"Function": "forwardDynamics", "JointVelocity": [-np.pi / 2, np.pi / 5]}, [-10.2416, 25.765]),
    ({"Function": "forwardDynamics", "JointTorque": [5, 5]}, [-10.7434, 72.5289]),
    (
        {"Function": "externalForce", "BodyName": "body_1", "Wrench": [0, 0, 0, 0, 1, 0]},
        [[0, 0], [0, 0], [0.5, 0], [-0.866, 0], [0.5, 0], [0, 0]],
    ),
    (
        {
            "Function": "forwardDynamics",
            "ExternalForce": [
                {"Body": "body_1", "Wrench": [0, 0, 0, 0, 1, 0], "Frame": "body"},
                {"Body": "body_2", "Wrench": [0, 0, 0, 5, 0, 0], "Frame": "body"},
            ],
        },
        [3.09, 15.0706],
    ),
    (
        {
            "Function": "inverseDynamics",
            "ExternalForce": [{"Body": "body_1", "Wrench": [0, 0, 0.5, -np.sqrt(0.75), 0.5, 0], "Frame": "base"}],
        },
        [-0.2516, -2.0814],
    ),
    ({"Function": "inverseDynamics", "JointAcceleration": [3.090032277897324, 15.070583910379568]}, [3, 0]),
]


@pytest.mark.parametrize(("request_", "printed"), PRINTED, ids=lambda x: x["Function"] if isinstance(x, dict) else "")
def test_printed_values(arm, request_, printed):
    np.testing.assert_allclose(evaluate(arm, request_ | {"Configuration": Q}), printed, atol=5.1e-5)


def test_a_wrench_alone_is_in_base_axes(arm):
    force = evaluate(arm, {"Function": "externalForce", "BodyName": "body_2", "Wrench": [1, 2, 3, 4, 5, 6]})
    np.testing.assert_array_equal(force, [[0, k] for k in range(1, 7)])


def test_body_axes_at_home_without_a_configuration(arm):
    forces = [{"Body": "body_2", "Wrench": [0, 0, 0, 0, 1, 0], "Frame": "body"}]
    still = evaluate(arm, {"Function": "gravityTorque"})
    tau = evaluate(arm, {"Function": "inverseDynamics", "ExternalForce": forces})
    np.testing.assert_allclose(still - tau, [1.2, 0.7])  # a force along y at the end of the stretched arm


def test_kinematics(arm):
    T = evaluate(
        arm, {"Function": "getTransform", "BodyName": "body_2", "TargetName": "body_1", "Configuration": [1, 0]}
    )
    np.testing.assert_allclose(T[:3, 3], [0.7, 0, 0], atol=1e-15)
    J = evaluate(arm, {"Function": "geometricJacobian", "BodyName": "body_2"})
    np.testing.assert_allclose(J[4], [1.2, 0.7])
    np.testing.assert_array_equal(evaluate(arm, {"Function": "homeConfiguration"}), [0, 0])
    Y = evaluate(arm, {"Function": "inverseDynamicsRegressor", "Configuration": Q})
    assert Y.shape == (2, 20)
    com = evaluate(arm, {"Function": "centerOfMass"})
    np.testing.assert_allclose(com, [(0.5 * 0.25 + 0.7 * 0.85) / 1.2, 0, 0])
    C = evaluate(arm, {"Function": "coriolisMatrix", "Configuration": Q, "JointVelocity": [1, 2]})
    np.testing.assert_allclose(C, 49 / 400 * np.array([[-2, -3], [1, 0]]), atol=1e-15)  # the notes' symbolic result


def test_every_function_is_a_method_of_the_tree():
    assert all(hasattr(rst.rigidBodyTree, name) for name in FUNCTIONS)


def test_inputs_that_a_function_does_not_take_are_ignored(arm):
    H = evaluate(arm, {"Function": "massMatrix", "Configuration": Q, "JointTorque": [1, 2]})
    np.testing.assert_array_equal(H, arm.massMatrix(Q))


def test_struct_robots_are_evaluated_and_stay_struct():
    robot = load_model("twolink").robot
    robot.DataFormat = "struct"
    np.testing.assert_allclose(
        evaluate(robot, {"Function": "gravityTorque", "Configuration": Q}), [0.2484, -2.0814], atol=5e-5
    )
    with pytest.raises(MatlabError):
        evaluate(robot, {"Function": "gravityTorque", "Configuration": [1]})
    assert robot.DataFormat == "struct"


def test_the_callers_robot_stays_as_it_is():
    """One struct robot under many threads: every value is right, the format never changes, nothing is drawn."""
    robot = rst.importrobot("twolink", DataFormat="struct")
    seen, stream = set(), repr(rst.rng())
    request = {"Function": "massMatrix", "Configuration": Q}

    def work(_):
        H = evaluate(robot, request)
        seen.add(robot.DataFormat)
        return H

    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(work, range(200)))
    assert seen == {"struct"}
    assert repr(rst.rng()) == stream
    assert all(np.array_equal(H, results[0]) for H in results)
    np.testing.assert_allclose(results[0], [[0.3315, 0.1146], [0.1146, 0.1146]], atol=5.1e-5)


def test_long_struct_chains_are_copied_too():
    robot, parent = rst.rigidBodyTree(), "base"
    for i in range(400):
        body = rst.rigidBody(f"b{i}")
        body.Joint = rst.rigidBodyJoint(f"j{i}", "revolute")
        robot.addBody(body, parent)
        parent = body.Name
    assert evaluate(robot, {"Function": "gravityTorque"}).shape == (400,)


def test_only_trees_are_evaluated():
    with pytest.raises(TypeError, match="the first argument is not a robot"):
        evaluate(1, {"Function": "massMatrix"})


def test_row_robots_get_rows_of_forces():
    robot = load_model("twolink").robot
    robot.DataFormat = "row"
    forces = [{"Body": "body_1", "Wrench": [0, 0, 0.5, -np.sqrt(0.75), 0.5, 0]}]
    tau = evaluate(robot, {"Function": "inverseDynamics", "Configuration": Q, "ExternalForce": forces})
    np.testing.assert_allclose(tau, [-0.2516, -2.0814], atol=5e-5)


@pytest.mark.parametrize(
    ("request_", "identifier", "words"),
    [
        ({"Function": "massMatrx"}, "rst_compat:evaluate:UnknownFunction", "Did you mean 'massMatrix'"),
        ({"Function": "eval"}, "rst_compat:evaluate:UnknownFunction", "there is no function 'eval'"),
        ({"Function": "__class__"}, "rst_compat:evaluate:UnknownFunction", "there is no function '__class__'"),
        ({"Function": "addBody"}, "rst_compat:evaluate:UnknownFunction", "expected one of massMatrix, "),
        ({"Function": "getTransform"}, "rst_compat:evaluate:MissingInput", "the key 'BodyName', which getTransform"),
        ({"Function": "externalForce", "BodyName": "body_1"}, "rst_compat:evaluate:MissingInput", "the key 'Wrench'"),
        ({"Configuration": Q}, "rst_compat:model:MissingKey", "request: expected the key 'Function'"),
        ({"Function": "massMatrix", "Config": Q}, "rst_compat:model:UnknownKey", "Did you mean 'Configuration'"),
        ({"Function": "massMatrix", "Configuration": "home"}, "rst_compat:model:WrongType", "request.Configuration: "),
        ([], "rst_compat:model:WrongType", "request: expected an object, got a list of 0"),
        (
            {"Function": "massMatrix", "Configuration": [1]},
            "MATLAB:validateDynamicsFunctionInputs:incorrectSize",
            "joint position vector (q)",
        ),
        (
            {"Function": "geometricJacobian", "BodyName": "body_3"},
            "robotics:robotmanip:rigidbodytree:BodyNotFound",
            "body_3",
        ),
    ],
)
def test_refusals(arm, request_, identifier, words):
    with pytest.raises(MatlabError) as caught:
        evaluate(arm, request_)
    assert caught.value.identifier == identifier
    assert words in caught.value.message


def test_the_place_of_a_request_is_named(arm):
    with pytest.raises(MatlabKeyError, match=r"^Evaluate\[3\]: there is no function"):
        evaluate(arm, {"Function": "mass"}, "Evaluate[3]")


def test_loading(tmp_path):
    model = load_model("twolink")
    assert model.name == "twolink"
    assert model.description.startswith("Two-link arm")
    assert len(model.requests) == 11
    text = rst.exportrobot(model.robot)
    file = tmp_path / "arm.json"
    file.write_text(text)
    for source in (text, text.encode(), file, str(file), json.loads(text)):
        assert load_model(source).robot.BodyNames == ["body_1", "body_2"]
    with pytest.raises(MatlabError, match="is a directory"):
        load_model(tmp_path)
    with pytest.raises(FileNotFoundError):
        load_model(Path("nowhere.json"))


def test_an_exported_model_keeps_what_its_file_said(tmp_path):
    model = load_model("twolink")
    model.robot.exportrobot(tmp_path / "other.json")
    again = load_model(tmp_path / "other.json")
    assert (again.name, again.description, again.requests) == (model.name, model.description, model.requests)
    rst.rigidBodyTree().exportrobot(tmp_path / "new.json")
    assert load_model(tmp_path / "new.json").name == "new"


def test_defaults_are_home_and_zeros(arm):
    assert defaults(arm) == {
        "Configuration": [0.0, 0.0],
        "JointVelocity": [0.0, 0.0],
        "JointAcceleration": [0.0, 0.0],
        "JointTorque": [0.0, 0.0],
    }


def test_friction_on_request(arm):
    arm.Bodies[0].Joint.Friction = rst.JointFriction(Viscous=2, RotorInertia=3)
    state = {"Configuration": Q, "JointVelocity": [1, 1], "JointAcceleration": [1, 0], "JointTorque": [1, 0]}
    for function in ("inverseDynamics", "forwardDynamics"):
        request = {"Function": function, **state}
        last = [1, 0]
        plain, rubbing = (
            getattr(arm, function)(Q, [1, 1], last),
            getattr(arm, function)(Q, [1, 1], last, IncludeFriction=1),
        )
        assert np.array_equal(evaluate(arm, request), plain)
        assert np.array_equal(evaluate(arm, {**request, "IncludeFriction": False}), plain)
        assert np.array_equal(evaluate(arm, {**request, "IncludeFriction": True}), rubbing)
        assert not np.array_equal(plain, rubbing)
    assert evaluate(arm, {"Function": "massMatrix", "IncludeFriction": True}).shape == (2, 2)
    with pytest.raises(MatlabError, match=r"request\.IncludeFriction: expected true or false, got 1\."):
        evaluate(arm, {"Function": "inverseDynamics", "IncludeFriction": 1})
