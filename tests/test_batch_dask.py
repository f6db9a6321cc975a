"""rst_compat.batch on Dask arrays: the numbers of the arrays in memory, chunk by chunk, here and in other processes."""

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import batch, engine
from rst_compat.matlab import dask_arrays

da = pytest.importorskip("dask.array")
EXAMPLE = Path(__file__).parents[1] / "examples" / "monte_carlo_dask.py"

COUNT = 50
CHUNKS = [(COUNT,), (20, 20, 10), (7,) * 7 + (1,), (0, 25, 25)]


@pytest.fixture(params=["iiwa14", "floating_base"])
def robot(request):
    return rst.importrobot(request.param, DataFormat="row")


def arrays(robot, *shape):
    rng = np.random.default_rng(1)
    nq, nv = robot.homeConfiguration().size, robot.massMatrix().shape[0]
    return {
        "Q": rng.normal(size=(*shape, nq)),
        **{name: rng.normal(size=(*shape, nv)) for name in ("Qd", "Qdd", "Tau")},
        "Fext": rng.normal(size=(*shape, robot.NumBodies, 6)),
        "Wrench": rng.normal(size=(*shape, 6)),
    }


TAKES = {
    "massMatrix": ["Q"],
    "gravityTorque": ["Q"],
    "centerOfMass": ["Q"],
    "velocityProduct": ["Q", "Qd"],
    "coriolisMatrix": ["Q", "Qd"],
    "inverseDynamics": ["Q", "Qd", "Qdd", "Fext"],
    "forwardDynamics": ["Q", "Qd", "Tau", "Fext"],
    "inverseDynamicsRegressor": ["Q", "Qd", "Qdd"],
    "jointReactions": ["Q", "Qd", "Qdd", "Fext"],
    "wrenchRegressor": ["Q", "Qd", "Qdd"],
    "getTransform": ["Q"],
    "geometricJacobian": ["Q"],
    "externalForce": ["Q", "Wrench"],
}


def names(robot, function):
    last, first = robot.BodyNames[-1], robot.BodyNames[0]
    return {
        "getTransform": {"sourcebody": last, "targetbody": first},
        "geometricJacobian": {"endeffectorname": last},
        "externalForce": {"bodyname": last},
        "jointReactions": {"Body": last, "SensorPose": rst.trvec2tform([0.1, 0.2, 0.3]), "WrenchOrder": "fn"},
        "wrenchRegressor": {"Cut": last},
    }.get(function, {})


def test_every_function_is_here():
    assert set(TAKES) == set(batch.__all__)


@pytest.mark.parametrize("chunks", CHUNKS)
@pytest.mark.parametrize("function", TAKES)
def test_chunks_give_the_numbers_of_the_whole(robot, function, chunks):
    call, given, more = getattr(batch, function), arrays(robot, COUNT), names(robot, function)
    given = {name: given[name] for name in TAKES[function]}
    want = call(robot, **given, **more)
    lazy = call(robot, **{n: da.from_array(a, chunks=(chunks, *a.shape[1:])) for n, a in given.items()}, **more)
    assert isinstance(lazy, da.Array)
    assert (lazy.shape, lazy.dtype, lazy.chunks[0]) == (want.shape, want.dtype, chunks)
    got = lazy.compute(scheduler="threads")
    assert np.abs(got - want).max() <= 1e-11 * max(1, np.abs(want).max())  # summed in another order by the core


def test_axes_of_joints_may_be_cut(robot):
    given = arrays(robot, COUNT)
    Q, Qd = (da.from_array(given[name], chunks=(20, 2)) for name in ("Q", "Qd"))
    F = da.from_array(given["Fext"], chunks=(30, 2, 4))
    got = batch.inverseDynamics(robot, Q, Qd, None, F)
    assert got.chunks[0] == (20, 10, 10, 10)
    np.testing.assert_allclose(
        got, batch.inverseDynamics(robot, given["Q"], given["Qd"], [], given["Fext"]), atol=1e-11
    )


def test_reactions_of_all_bodies(robot):
    given = arrays(robot, COUNT)["Q"]
    got = batch.jointReactions(robot, da.from_array(given, chunks=(20, -1)), WrenchOrder="fn")
    assert got.shape == (COUNT, robot.NumBodies, 6)
    np.testing.assert_allclose(got, batch.jointReactions(robot, given, WrenchOrder="fn"), atol=1e-11)


def test_broadcasting_and_arrays_in_memory(robot):
    given = arrays(robot, COUNT)
    Q = da.from_array(given["Q"], chunks=(20, -1))[:, None]
    got = batch.velocityProduct(robot, Q, given["Qd"][:3])
    assert got.shape[:2] == (COUNT, 3)
    np.testing.assert_allclose(got, batch.velocityProduct(robot, given["Q"][:, None], given["Qd"][:3]), atol=1e-11)
    at_home = batch.velocityProduct(robot, None, da.from_array(given["Qd"], chunks=(9, -1)))
    np.testing.assert_allclose(at_home, batch.velocityProduct(robot, None, given["Qd"]), atol=1e-11)
    one = batch.massMatrix(robot, da.from_array(given["Q"][0], chunks=2))
    np.testing.assert_allclose(one, batch.massMatrix(robot, given["Q"][0]), atol=1e-11)


def test_chunks_of_unknown_lengths(robot):
    given = arrays(robot, COUNT)["Q"]
    Q = da.from_array(given, chunks=(20, -1))
    got = batch.gravityTorque(robot, Q[Q[:, 0] > 0])
    assert np.isnan(got.shape[0])
    np.testing.assert_allclose(got.compute(), batch.gravityTorque(robot, given[given[:, 0] > 0]), atol=1e-11)


def test_the_robot_goes_along_as_it_was():
    robot, Q = rst.importrobot("twolink"), np.zeros((5, 2))
    want, lazy = batch.massMatrix(robot, Q), batch.massMatrix(robot, da.from_array(Q, chunks=(2, -1)))
    robot.Bodies[1].Mass *= 2
    np.testing.assert_array_equal(lazy.compute(), want)


def test_equal_calls_have_equal_names():
    robot, Q = rst.importrobot("twolink"), da.zeros((5, 2))
    assert batch.massMatrix(robot, Q).name == batch.massMatrix(robot, Q).name
    assert batch.massMatrix(robot, Q).name != batch.gravityTorque(robot, Q).name
    other = robot.copy()
    other.Bodies[0].Mass = 7
    assert batch.massMatrix(robot, Q).name != batch.massMatrix(other, Q).name


def test_nothing_is_computed_before_it_is_asked_for():
    def refuse(_):
        raise AssertionError

    Q = da.zeros((10, 2)).map_blocks(refuse, dtype=float, meta=np.empty((0, 0)))
    assert batch.massMatrix(rst.importrobot("twolink"), Q).shape == (10, 2, 2)


@pytest.mark.parametrize(
    ("arguments", "identifier"),
    [
        ([da.zeros((5, 3))], "rst_compat:batch:WrongSize"),
        ([da.zeros((5, 2)), da.zeros((4, 2))], "rst_compat:batch:WrongSize"),
        ([da.zeros((5, 2)), np.zeros((4, 2))], "rst_compat:batch:WrongSize"),
        ([da.zeros((5, 2)), None, None, da.zeros((5, 3, 6))], "rst_compat:batch:WrongSize"),
        ([da.zeros((5, 2), dtype=complex)], "rst_compat:argument:NotNumeric"),
        ([da.zeros((5, 2)).to_delayed()[0, 0]], "rst_compat:argument:NotNumeric"),
        ([da.zeros((5, 2)), "ab"], "rst_compat:argument:NotNumeric"),
    ],
)
def test_what_is_wrong_is_said_at_the_call(arguments, identifier):
    with pytest.raises(rst.MatlabError) as caught:
        batch.inverseDynamics(rst.importrobot("twolink"), *arguments)
    assert caught.value.identifier == identifier


def test_out_is_for_arrays_in_memory():
    with pytest.raises(ValueError, match="no out where an argument is a Dask array"):
        batch.massMatrix(rst.importrobot("twolink"), da.zeros((5, 2)), out=np.zeros((5, 2, 2)))


def test_without_the_package_the_error_names_the_pip_line():
    robot = rst.importrobot("twolink")
    with patch.dict(sys.modules, {"dask": None, "dask.array": None}):
        assert batch.massMatrix(robot, np.zeros((3, 2))).shape == (3, 2, 2)
        with pytest.raises(ImportError, match=r'pip install "dask\[array,distributed\]"'):
            batch.massMatrix(robot, SimpleNamespace(__dask_graph__=dict))


# ---- other processes ----


# The package distributed changes how errors are pickled in its process, so it has processes of its own here.

COMPARED = """
import runpy, sys
import numpy as np
if __name__ == "__main__":
    example = runpy.run_path(sys.argv[1])
    found = example["main"](["--states", sys.argv[2], "--chunk", sys.argv[3], "--workers", "2", *sys.argv[4:]])
    robot = example["rst"].importrobot("iiwa14", DataFormat="row")
    robot.Gravity = [0, 0, -9.81]
    tau = example["torques"](robot, int(sys.argv[2]), int(sys.argv[3])).compute(scheduler="synchronous")
    np.testing.assert_allclose(found["mean"], tau.mean(axis=0), atol=1e-10)
    np.testing.assert_allclose(found["largest"], np.abs(tau).max(axis=0), atol=1e-10)
"""


@pytest.mark.skipif(importlib.util.find_spec("distributed") is None, reason="needs the package distributed")
@pytest.mark.skipif(not EXAMPLE.exists(), reason="the examples are not here")
@pytest.mark.parametrize(
    "words",
    [("3000", "1000", "--threads-only"), pytest.param(("200000", "20000"), marks=pytest.mark.slow)],
    ids=["threads", "processes"],
)
def test_the_example(tmp_path, words):
    (tmp_path / "compared.py").write_text(COMPARED)
    program = [sys.executable, "-W", "error", tmp_path / "compared.py", EXAMPLE, *words]
    run = subprocess.run(program, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
    assert f"{int(words[0]):,} states in" in run.stdout


@pytest.mark.slow
def test_processes_of_a_cluster(robot):
    """A process makes the robot once, however many chunks it computes, and has the engine of its own installation."""
    distributed = pytest.importorskip("distributed")

    def on_worker():  # in here it travels as text, and no process needs to find this file
        return dask_arrays._made.cache_info().misses, engine.info().engine

    given = arrays(robot, 2000)
    want = batch.forwardDynamics(robot, given["Q"], given["Qd"], given["Tau"])
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        Q, Qd, Tau = (da.from_array(given[name], chunks=(50, -1)) for name in ("Q", "Qd", "Tau"))
        got = batch.forwardDynamics(robot, Q, Qd, Tau).compute()
        there = client.run(on_worker)
    np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-9 * np.abs(want).max())
    assert {made for made, _ in there.values()} <= {0, 1}
    assert {name for _, name in there.values()} == {engine.info().engine}


def test_the_random_stream_stays_where_it_is():
    robot = rst.importrobot("twolink")
    drawn = []
    for Q in (np.zeros((4, 2)), da.zeros((4, 2), chunks=2)):
        rst.rng(3)
        batch.massMatrix(robot, Q)
        drawn.append(rst.rand())
    assert drawn[0] == drawn[1]
