"""Triangles of a log: the same as of all rows at once, in any blocks, on threads and Dask arrays, in bounded memory.

Where no reason stands beside a tolerance of 1e-8 or less, the data have no noise: it is rounding times the condition of
the rows.
"""

import subprocess
import sys
from textwrap import dedent

import numpy as np
import pytest
from logs import log, twolink

import rst_compat as rst
from rst_compat import batch
from rst_compat.identification.compression import compress, merge, of_rows, triangle
from rst_compat.identification.measured_rows import System

INDEX = np.array([1, 2, 6, 11, 12, 16])


@pytest.fixture(scope="module")
def case():
    robot = twolink()
    data = log(robot, T=700, sigma=0.1)
    Y = batch.inverseDynamicsRegressor(robot, data.JointPosition, data.JointVelocity, data.JointAcceleration)[
        ..., INDEX
    ]
    return System(robot, INDEX, ("torque",), 20), data, np.concatenate([Y, data.JointTorque[..., None]], axis=-1)


def gram(R):
    return R.mT @ R


@pytest.mark.parametrize("shape", [(3, 5), (0, 4), (1000, 3), (2, 700, 50), (3, 4, 20), (10_000, 1), (900, 130)])
def test_a_triangle_has_the_products_of_its_rows(shape):
    rows = np.random.default_rng(0).normal(size=shape)
    R = triangle(rows)
    assert R.shape == (*shape[:-2], shape[-1], shape[-1])
    assert np.array_equal(R, np.triu(R))
    assert np.allclose(gram(R), gram(rows), rtol=1e-12, atol=1e-12 * rows.size)


def test_a_triangle_keeps_the_digits_that_products_lose():
    """Columns that differ by 1e-9: W'W is singular to rounding, R is not."""
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=(2, 5000, 1))
    R = triangle(np.hstack([a, a + 1e-9 * b]))
    assert abs(R[1, 1]) == pytest.approx(1e-9 * np.linalg.norm(b - a * (a.T @ b) / (a.T @ a)), rel=1e-5)


@pytest.mark.parametrize("block", [1, 7, 64, 699, 700, 10_000])
def test_any_blocks_give_what_one_gives(case, block):
    system, data, rows = case
    (found,) = compress(system, data, block=block, workers=1)
    for j in range(2):
        assert np.allclose(gram(found.R[j]), gram(rows[:, j]), rtol=0, atol=1e-12 * gram(rows[:, j]).max())
    assert found.count.tolist() == [700, 700]


def test_threads_change_nothing(case):
    system, data, _ = case
    one, two, three = (compress(system, data, block=50, workers=n)[0] for n in (1, 2, 3))
    assert np.array_equal(one.R, two.R)
    assert np.array_equal(one.R, three.R)


def test_residuals_and_folds(case):
    system, data, rows = case
    folds = compress(system, data, folds=3, block=100)
    x = np.random.default_rng(1).normal(size=6)
    left = rows[..., :-1] @ x - rows[..., -1]
    edges = [0, 233, 466, 700]
    for fold, a, b in zip(folds, edges[:-1], edges[1:], strict=True):
        assert np.allclose(fold.residuals(x), np.linalg.norm(left[a:b], axis=0), rtol=1e-12)
    whole = merge(folds)
    assert np.allclose(whole.residuals(x), np.linalg.norm(left, axis=0), rtol=1e-12)
    assert np.allclose(whole.measured(), np.linalg.norm(data.JointTorque, axis=0), rtol=1e-12)


def test_other_unknowns(case):
    system, data, _ = case
    (found,) = compress(system, data)
    B, x0, y = np.random.default_rng(2).normal(size=(6, 4)), np.arange(6.0), np.arange(4.0)
    assert np.allclose(found.changed(B, x0).residuals(y), found.residuals(B @ y + x0), rtol=1e-11)


def test_factors_are_those_of_rows(case):
    _, _, rows = case
    factors = np.random.default_rng(3).uniform(size=(700, 2))
    found = of_rows(rows[..., :-1], rows[..., -1], np.ones((700, 2), bool), factors)
    assert np.allclose(gram(found.R[1]), gram(rows[:, 1] * factors[:, [1]]), atol=1e-10)


def test_samples_that_are_not_finite_do_not_count(case):
    system, data, _ = case
    torque, position = data.JointTorque.copy(), data.JointPosition.copy()
    torque[3, 1], position[5, 0] = np.nan, np.inf
    broken = rst.MotionData(None, position, data.JointVelocity, data.JointAcceleration, torque)
    (found,) = compress(system, broken)
    assert found.count.tolist() == [699, 698]
    keep = np.delete(np.arange(700), 5)
    (clean,) = compress(
        system,
        rst.MotionData(
            None, *(a[keep] for a in (data.JointPosition, data.JointVelocity, data.JointAcceleration, data.JointTorque))
        ),
    )
    assert np.allclose(gram(found.R[0]), gram(clean.R[0]), rtol=0, atol=1e-12 * gram(clean.R[0]).max())


def test_progress_counts_samples(case):
    system, data, _ = case
    seen = []
    compress(system, data, block=100, folds=2, progress=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen)
    assert seen[-1] == (700, 700)


@pytest.mark.parametrize("chunks", [(700,), (250, 250, 200), (1, 699), (64,) * 10 + (60,)])
def test_dask_arrays_give_what_those_in_memory_give(case, chunks):
    da = pytest.importorskip("dask.array")
    system, data, _ = case
    arrays = [
        da.from_array(a, chunks=(chunks, 1))
        for a in (data.JointPosition, data.JointVelocity, data.JointAcceleration, data.JointTorque)
    ]
    (found,) = compress(system, rst.MotionData(None, *arrays), block=100)
    (want,) = compress(system, data)
    assert np.allclose(gram(found.R), gram(want.R), rtol=0, atol=1e-12 * np.abs(gram(want.R)).max())


MEMORY = dedent("""
    import resource, sys
    import dask.array as da
    import numpy as np
    import rst_compat as rst
    from rst_compat.identification import compression
    from rst_compat.identification.compression import compress
    from rst_compat.identification.measured_rows import System

    compression.BLOCK = 2**20
    robot = rst.importrobot("iiwa14")
    system = System(robot, np.arange(0, 100, 3), ("torque",), 100)

    def used(T):
        arrays = [np.broadcast_to(np.random.default_rng(k).normal(size=(1, 7)), (T, 7)) for k in range(4)]
        if "dask" in sys.argv:
            arrays = [da.from_array(a, chunks=(10_000, 7)) for a in arrays]
        compress(system, rst.MotionData(None, *arrays), workers=2)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    used(500)
    print(used(20_000), used(100_000))
""")


@pytest.mark.parametrize("kind", ["numpy", "dask"])
def test_memory_does_not_grow_with_the_log(kind):
    """The regressor of 100,000 samples has 190 MB; blocks of 1 MB for two threads are all that may be there.

    A chunk of 10,000 rows of Dask's has 20 MB of it: it is read in blocks, too.
    """
    run = subprocess.run([sys.executable, "-c", MEMORY, kind], capture_output=True, text=True, check=True)
    short, long = map(int, run.stdout.split())  # KB on Linux
    assert long - short < 20_000
