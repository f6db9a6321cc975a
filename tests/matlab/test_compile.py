"""The compiled form follows every edit, also one that lands while another thread compiles."""

import threading

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import core


def test_an_edit_during_compilation_is_not_lost(monkeypatch):
    robot = rst.importrobot("twolink", DataFormat="row")
    robot.Gravity = [0, 0, 0]
    started, may_go_on = threading.Event(), threading.Event()
    build = core.build_model

    def slow(*arguments):
        model = build(*arguments)
        started.set()
        may_go_on.wait(10)
        return model

    monkeypatch.setattr(core, "build_model", slow)
    reader = threading.Thread(target=robot.gravityTorque)
    reader.start()
    started.wait(10)
    robot.Gravity = [0, -9.81, 0]
    may_go_on.set()
    reader.join()
    np.testing.assert_array_equal(robot.gravityTorque(), robot.copy().gravityTorque())
    assert robot.gravityTorque().any()


def test_readers_survive_edits():
    """Threads that compute while bodies come and go get the answer of the tree before or after the edit."""
    robot = rst.importrobot("iiwa14", DataFormat="row")
    faults = []
    running = threading.Event()
    running.set()

    def read():
        while running.is_set():
            try:
                n = robot.massMatrix().shape[0]
                assert n == 7, n
            except Exception as error:
                faults.append(error)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for thread in readers:
        thread.start()
    for k in range(60):
        robot.addBody(rst.rigidBody(f"tool{k}"), robot.BodyNames[-1])
        robot.replaceBody(f"tool{k}", rst.rigidBody(f"cup{k}"))
        robot.removeBody(f"cup{k}")
    running.clear()
    for thread in readers:
        thread.join()
    assert faults == []


@pytest.mark.parametrize("name", ["Mass", "CenterOfMass", "Inertia"])
def test_every_property_of_a_body_is_a_new_revision(name):
    robot = rst.importrobot("twolink", DataFormat="row")
    before = robot.inverseDynamics([0.3, 0.4], [1, 2], [3, 4])
    body = robot.Bodies[1]
    setattr(body, name, 2 * np.asarray(getattr(body, name)))
    assert (robot.inverseDynamics([0.3, 0.4], [1, 2], [3, 4]) != before).any()
