"""The facade on either engine: the same numbers, the same errors, the same warnings; and how an engine is chosen."""

import copy
import os
import pickle
import subprocess
import sys
import warnings
from unittest.mock import patch

import numpy as np
import pytest
from compiled import built, error, native  # noqa: F401 - a fixture

import rst_compat as rst
from rst_compat import engine
from rst_compat.errors import MatlabError, MatlabImportError, MatlabValueError
from rst_compat.matlab.compile import compiled

pytestmark = pytest.mark.usefixtures("native")

#: name -> the arrays it takes; "body" is a name
CALLS = {
    "massMatrix": ("q",),
    "gravityTorque": ("q",),
    "velocityProduct": ("q", "qd"),
    "coriolisMatrix": ("q", "qd"),
    "inverseDynamics": ("q", "qd", "qdd", "fext"),
    "forwardDynamics": ("q", "qd", "qdd", "fext"),
    "inverseDynamicsRegressor": ("q", "qd", "qdd"),
    "centerOfMass": ("q",),
    "getTransform": ("q", "body"),
    "geometricJacobian": ("q", "body"),
    "externalForce": ("body", "wrench", "q"),
}
ROBOTS = ["twolink", "iiwa14", "floating_base"]


def robot_and_state(name="iiwa14", data_format="row"):
    robot = rst.importrobot(name, DataFormat=data_format)
    rng = np.random.default_rng(0)
    nq, nv, nb = compiled(robot).model.nq, compiled(robot).model.nv, robot.NumBodies
    fext = rng.normal(size=(nb, 6))
    return robot, {
        "q": rng.normal(size=nq),
        "qd": rng.normal(size=nv),
        "qdd": rng.normal(size=nv),
        "fext": fext.T.copy() if data_format == "column" else fext,
        "body": robot.BodyNames[-1],
        "wrench": rng.normal(size=6),
    }


def outcome(function, robot, arguments):
    """What a call comes to: its numbers, or its error, and its warnings."""
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        try:
            result = getattr(rst, function)(robot, *arguments)
        except MatlabError as fault:
            result = (type(fault).__name__, fault.identifier, fault.message)
    return result, [(type(w.message).__name__, str(w.message), w.filename) for w in said]


def on_both(function, robot, arguments):
    """The outcomes on the compiled engine and on the core."""
    engine.use("native")
    ours = outcome(function, robot, arguments)
    engine.use("reference")
    return ours, outcome(function, robot, arguments)


@built
@pytest.mark.parametrize("data_format", ["row", "column"])
@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("function", CALLS)
def test_the_same_numbers(function, name, data_format):
    robot, state = robot_and_state(name, data_format)
    given = [state[a] for a in CALLS[function]]
    turned = (slice(None), None) if data_format == "column" else (None, slice(None))

    def as_lists(a):
        return a.tolist() if isinstance(a, np.ndarray) else a

    def oriented(a):
        return a[turned] if isinstance(a, np.ndarray) and a.ndim == 1 else a

    for arguments in (
        given,
        given[: 2 if "body" in CALLS[function] else 1],
        [*map(as_lists, given)],
        [*map(oriented, given)],
        [given[0], *map(oriented, given[1:])],
        [oriented(given[0]), *given[1:]],
        [[] if isinstance(a, np.ndarray) and k else a for k, a in enumerate(given)],
        [np.asfortranarray(a) if isinstance(a, np.ndarray) else a for a in given],
        [a.astype(np.float32) if isinstance(a, np.ndarray) else a for a in given],
    ):
        (ours, said), (cores, said_there) = on_both(function, robot, arguments)
        if isinstance(cores, tuple):
            assert ours == cores
        else:
            assert error(ours, cores) <= 1e-12
        assert said == said_there


def spoilt(a):
    """What may come in the place of an array."""
    yield from (a[:-1], np.concatenate([a, a]), np.stack([a, a]), np.stack([a] * 6), a[None, None], a[:, None], a[None])
    yield from ("home", object(), a.astype(complex), np.full(a.shape, "1"), a.tolist()[:-1], [None] * len(a))
    for number in (np.nan, np.inf, -np.inf, 1e300, 1e31):
        bad = a.copy()
        bad.flat[len(a) // 2] = number
        yield bad
        yield bad.tolist()


@built
@pytest.mark.parametrize("data_format", ["row", "column", "struct"])
@pytest.mark.parametrize("name", ["iiwa14", "floating_base"])
@pytest.mark.parametrize("function", CALLS)
def test_the_same_errors_and_warnings(function, name, data_format):
    robot, state = robot_and_state(name, "row" if data_format == "struct" else data_format)
    robot.DataFormat = data_format
    for position, what in enumerate(CALLS[function]):
        given = [state[a] for a in CALLS[function]]
        for bad in ["no_such_body", 3, None, b"x", [1]] if what == "body" else spoilt(given[position]):
            given[position] = bad
            (ours, said), (cores, said_there) = on_both(function, robot, given)
            if isinstance(cores, tuple):
                assert ours == cores
            else:
                assert np.array_equal(ours, cores, equal_nan=True) or error(ours, cores) <= 1e-12
            assert said == said_there


@built
def test_the_same_words_for_a_singular_mass_matrix():
    robot = rst.importrobot("twolink")
    for body in robot.Bodies[1:]:
        body.Mass, body.Inertia = 0, np.zeros(6)
    (ours, said), (cores, said_there) = on_both("forwardDynamics", robot, [np.ones(2)])
    assert np.isnan(ours).all()
    assert np.isnan(cores).all()
    assert [w[1] for w in said] == [w[1] for w in said_there]
    assert said[0][2] == said_there[0][2] == __file__


@built
def test_wrenches_on_six_bodies():
    """The one number of bodies for which a matrix of wrenches may stand either way."""
    for data_format in ("row", "column"):
        robot = rst.importrobot("twolink", DataFormat=data_format)
        for k in range(3, 7):
            body = rst.rigidBody(f"body_{k}")
            body.Joint = rst.rigidBodyJoint(f"joint_{k}", "revolute")
            robot.addBody(body, f"body_{k - 1}")
        assert robot.NumBodies == 6
        fext = np.random.default_rng(0).normal(size=(6, 6))
        for function in ("inverseDynamics", "forwardDynamics"):
            ours, cores = on_both(function, robot, [np.ones(6), np.ones(6), np.ones(6), fext])
            assert error(ours[0], cores[0]) <= 1e-11


@built
def test_edits_are_seen():
    robot, state = robot_and_state()
    before = robot.gravityTorque(state["q"])
    robot.Gravity = [0, 0, -1]
    assert not np.allclose(robot.gravityTorque(state["q"]), before)
    robot.Bodies[2].Mass = 100
    cores = on_both("gravityTorque", robot, [state["q"]])[1][0]
    engine.use("native")
    assert error(robot.gravityTorque(state["q"]), cores) <= 1e-12
    robot.DataFormat = "struct"
    with pytest.raises(MatlabValueError, match="'struct'"):
        robot.gravityTorque(state["q"])


@built
@pytest.mark.parametrize("function", [f for f in CALLS if f != "externalForce"])
def test_a_float64_array_meets_few_python_frames(function):
    """The function itself; external forces are turned in a frame of their own."""
    robot, state = robot_and_state()
    given = [state[a] for a in CALLS[function]]
    call, frames = getattr(rst, function), []
    call(robot, *given)
    sys.setprofile(lambda frame, event, _: frames.append(frame.f_code.co_name) if event == "call" else None)
    call(robot, *given)
    sys.setprofile(None)
    assert len(frames) <= 1 + ("fext" in CALLS[function]), frames


def test_numbers_so_large_that_results_overflow_stay_with_the_core():
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Mass = 1e200
    assert compiled(robot).fast is engine.NO_HANDLE


@built
def test_a_robot_that_was_pickled_or_copied_has_its_own_handle():
    robot, state = robot_and_state()
    want = robot.massMatrix(state["q"])
    for other in (pickle.loads(pickle.dumps(robot)), copy.deepcopy(robot), robot.copy()):
        assert np.array_equal(other.massMatrix(state["q"]), want)
        assert compiled(other).fast is not compiled(robot).fast
    assert len(pickle.dumps(robot)) < 100_000


# ---- the choice ----


def test_info_lists_what_there_is():
    there = engine.info()
    assert there.engine in there.engines
    assert "reference" in there.engines
    assert ("native" in there.engines) == bool(there.instruction_sets)
    assert (there.instruction_set in there.instruction_sets) == (there.engine == "native")


def test_use():
    there = engine.info()
    for name in (*there.engines, *there.instruction_sets):
        engine.use(name)
        assert engine.info().engine == ("reference" if name == "reference" else "native")
    with pytest.raises(MatlabValueError) as caught:
        engine.use("fast")
    assert caught.value.identifier == "rst_compat:engine:Unknown"
    assert "'reference'" in str(caught.value)


def test_without_the_extension_everything_runs_on_the_core():
    robot = rst.importrobot("twolink")
    with patch.object(engine, "_native", None):
        assert engine.info() == ("reference", "", ("reference",), ())
        assert compiled(robot).fast is engine.NO_HANDLE
        assert robot.massMatrix(np.zeros(2)).shape == (2, 2)
        engine.use("reference")
        with pytest.raises(MatlabImportError) as caught:
            engine.use("native")
    assert caught.value.identifier == "rst_compat:engine:NotBuilt"


def in_a_process(choice):
    program = "import rst_compat; print(rst_compat.engine.info().engine)"
    environment = os.environ | {"RST_COMPAT_ENGINE": choice}
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=False)


def test_the_environment_variable():
    assert in_a_process("reference").stdout == "reference\n"
    assert in_a_process("").stdout == f"{engine.info().engines[-1]}\n"
    assert "rst_compat" in in_a_process("fast").stderr
    assert "There is no such engine here" in in_a_process("fast").stderr
