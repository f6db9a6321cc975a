"""Many states from files: the same values as one by one, and no trust in the file."""

import io
import json
import os
import sys
import tracemalloc
import zipfile
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from rst_compat_cli import compute, states
from scipy.io import loadmat, savemat

import rst_compat as rst
from rst_compat import errors
from rst_compat.files import tables

SHARED = Path(__file__).parents[2].parent / "shared"

T, N = 5, 2
RANDOM = np.random.default_rng(1)
LOG = {name: RANDOM.uniform(-1, 1, (T, N)) for name in ("q", "qd", "qdd", "tau")}
WIDTHS = dict.fromkeys(states.KEYS.values(), N)
JOINTS = ["joint_1", "joint_2"]


def read_states(*arguments, rows=2):
    """The states of a file, put together from pieces."""
    opened = states.open_states(*arguments)
    pieces, done = zip(*opened.pieces(rows), strict=True)
    assert done[-1] == opened.size
    assert list(done) == sorted(done)
    return {key: np.concatenate([piece[key] for piece in pieces]) for key in opened.keys}


def titled(folder, names, **changes):
    log = LOG | changes
    header = ",".join(f"{name}{i + 1}" for name in names for i in range(N))
    file = folder / "log.csv"
    np.savetxt(file, np.hstack([log[n] for n in names]), fmt="%.17g", delimiter=",", header=header, comments="")
    return file


@pytest.fixture
def files(tmp_path):
    """The same log in every format and orientation."""
    np.savez(tmp_path / "rows.npz", t=np.arange(T), **LOG)
    np.savez(tmp_path / "columns.npz", **{name: a.T for name, a in LOG.items()})
    savemat(tmp_path / "rows.mat", LOG | {"note": "text"})
    savemat(tmp_path / "columns.mat", {name: a.T for name, a in LOG.items()})
    return [titled(tmp_path, LOG), *sorted(tmp_path.glob("*.npz")), *sorted(tmp_path.glob("*.mat"))]


def test_every_format_holds_the_same(files):
    for file in files:
        got = read_states(file, WIDTHS, JOINTS)
        assert got.keys() == WIDTHS.keys()
        for name, key in states.KEYS.items():
            np.testing.assert_array_equal(got[key], LOG[name], err_msg=file.name)


@pytest.mark.parametrize(
    "function", ["massMatrix", "coriolisMatrix", "inverseDynamics", "forwardDynamics", "centerOfMass"]
)
def test_states_are_evaluated_as_one_by_one(output, tmp_path, function):
    force = ("--fext", "body_2:0.1,0.2,0.3,4,5,6") if function.endswith("Dynamics") else ()
    words = ("-f", function, *force, "--format", "json")
    many = json.loads(output("eval", "twolink", "--states", titled(tmp_path, LOG), *words))["Results"]
    assert len(many) == T
    names = {"q": "Configuration", "qd": "JointVelocity", "qdd": "JointAcceleration", "tau": "JointTorque"}
    for k, result in enumerate(many):
        options = []
        for name, key in names.items():
            if key in result:
                assert result[key] == LOG[name][k].tolist()
                options += [f"--{name}", ",".join(map(repr, LOG[name][k].tolist()))]
        one = json.loads(output("eval", "twolink", *options, *words))["Results"][0]
        np.testing.assert_allclose(result["Result"], one["Result"], atol=1e-12)
        assert result.keys() == one.keys()


def test_chunks_join_without_a_seam(output, tmp_path, monkeypatch):
    file = titled(tmp_path, ["q"])
    whole = output("eval", "twolink", "--states", file, "--format", "csv")
    monkeypatch.setattr(compute, "CHUNK", 2)
    assert output("eval", "twolink", "--states", file, "--format", "csv") == whole
    assert len(whole.splitlines()) == T + 1


def test_transforms_in_many_states(output, tmp_path):
    words = (
        "-f",
        "getTransform",
        "-f",
        "geometricJacobian",
        "--body",
        "body_2",
        "--target",
        "body_1",
        "--format",
        "json",
    )
    results = json.loads(output("eval", "twolink", "--states", titled(tmp_path, ["q"]), *words))["Results"]
    T21 = np.array(results[0]["Result"])
    q2 = LOG["q"][0, 1]
    np.testing.assert_allclose(T21[:2, 3], [0.7 * np.cos(q2), 0.7 * np.sin(q2)], atol=1e-15)  # the far end of link 2
    assert np.shape(results[1]["Result"]) == (6, 2)


def test_an_option_holds_in_every_state(output, tmp_path):
    words = ("--qd", "pi/4,pi/10", "-f", "velocityProduct", "--format", "csv")
    q = np.tile([np.pi / 3, np.pi / 2], (T, 1))
    lines = output("eval", "twolink", "--states", titled(tmp_path, ["q"], q=q), *words).splitlines()
    for line in lines[1:]:
        np.testing.assert_allclose(np.array(line.split(","), dtype=float), [-0.0725, 0.0756], atol=5e-5)


def test_text_numbers_the_states_as_pages(output, tmp_path):
    words = ("-f", "massMatrix", "-f", "gravityTorque")
    text = output("eval", "twolink", "--states", titled(tmp_path, ["q"]), *words)
    assert text.startswith("massMatrix(:,:,1) =\n\n")
    assert f"gravityTorque(:,{T}) =\n\n" in text


def test_mat_output_has_states_last(output, tmp_path):
    out = tmp_path / "out.mat"
    output("eval", "twolink", "--states", titled(tmp_path, ["q"]), "-f", "massMatrix", "-f", "gravityTorque", "-o", out)
    arrays = loadmat(out)
    assert arrays["massMatrix"].shape == (N, N, T)
    assert arrays["gravityTorque"].shape == (N, T)


def test_columns_by_joint_names_and_other_separators(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text('\ufefft;"joint_2";joint_1\n0;1;2\n\n1;3;4\n', encoding="utf-8")
    np.testing.assert_array_equal(read_states(file, WIDTHS, JOINTS)["Configuration"], [[2, 1], [4, 3]])
    file.write_text("q_1 q_2\n1 2\n")
    np.testing.assert_array_equal(read_states(file, WIDTHS, JOINTS)["Configuration"], [[1, 2]])


def test_without_a_header_the_columns_are_the_configuration(tmp_path):
    file = tmp_path / "log.csv"
    file.write_text("1,2\n3,4\n5,6\n")
    np.testing.assert_array_equal(read_states(file, WIDTHS, JOINTS)["Configuration"], [[1, 2], [3, 4], [5, 6]])


def test_vectors_are_one_state_or_one_joint(tmp_path):
    np.savez(tmp_path / "a.npz", q=np.array([1.0, 2.0]))
    np.testing.assert_array_equal(read_states(tmp_path / "a.npz", WIDTHS, JOINTS)["Configuration"], [[1, 2]])
    one = dict.fromkeys(WIDTHS, 1)
    np.testing.assert_array_equal(read_states(tmp_path / "a.npz", one, ["j"])["Configuration"], [[1], [2]])


def test_states_of_a_singular_robot_warn_once(rstc, tmp_path):
    model = {
        "Format": "rigidBodyTree",
        "Version": 1,
        "Bodies": [{"Name": "a", "Mass": 0, "Inertia": [0] * 6, "Joint": {"Type": "revolute"}}],
    }
    (tmp_path / "q.csv").write_text("q1\n1\n2\n")
    words = ("-f", "forwardDynamics", "--format", "csv")
    result = rstc("eval", "-", "--states", tmp_path / "q.csv", *words, stdin=json.dumps(model))
    assert result.stdout == "forwardDynamics[1]\nNaN\nNaN\n"
    assert result.stderr.startswith("rstc: warning: rst_compat:forwardDynamics:SingularMassMatrix: ")
    assert result.stderr.count("\n") == 1


# --------------------------------------------------------------------------- refusals

BAD_ROW = "a row cannot be read: expected numbers, as many in every row"
BAD_CSV = [
    ("", "the file is empty"),
    ("\n \n", "the file is empty"),
    ("q1,q2\n", "there is no state below the header"),
    (
        "q1,q2\n1,2\n\n1,x\n",
        f"{BAD_ROW}, got could not convert string 'x' at line 4, column 2",
    ),
    (
        "q1,q2\n1,2\n\n1,2,3\n",
        f"{BAD_ROW}, got the number of columns changed from 2 to 3 at line 4",
    ),
    ("q1,q2\n1,2,3\n", "header and rows differ"),
    ("q1,q2\n1,nan\n", "q(1,2) is not finite"),
    ("q1,q2\n1,inf\n", "q(1,2) is not finite"),
    ("1,2,3\n", "the number of columns does not fit"),
    ("q1,dq2\n1,2\n", "the column title 'dq2' is not known"),
    ("q1,q3\n1,2\n", "the column title 'q3' is not known"),
    ("q1,q2,qd1\n1,2,3\n", "columns of qd are missing"),
    ("q1,q2,q_1\n1,2,3\n", "the column title 'q_1' stands for a column that is there already"),
    ("t\n1\n", "there is no state in it"),
    (
        "q1,q2\n1,__import__\n",
        f"{BAD_ROW}, got could not convert string '__import__' at line 2, column 2",
    ),
    (b"q1,q2\n\xff,1\n", "the text is not UTF-8"),
    (b"q1,q2\n1,\x002\n", "a row cannot be read"),
]


@pytest.mark.parametrize(("text", "fact"), BAD_CSV)
def test_bad_csv(error, tmp_path, text, fact):
    file = tmp_path / "log.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert error("eval", "twolink", "--states", file).startswith(f"rst_compat:table:Unreadable: log.csv: {fact}")


def npz(**arrays):
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def mat(**arrays):
    file = io.BytesIO()
    savemat(file, arrays)
    return file.getvalue()


def huge_npy():
    """An archive of a few bytes whose array claims a terabyte."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        header = io.BytesIO()
        np.lib.format.write_array_header_1_0(header, {"descr": "<f8", "fortran_order": False, "shape": (2**37, 2)})
        archive.writestr("q.npy", header.getvalue())
    return file.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "fact"),
    [
        ("log.npz", b"PK not a zip", "it cannot be read as .npz"),
        ("log.npz", npz(q=LOG["q"])[:200], "it cannot be read as .npz"),
        (
            "log.npz",
            npz(q=np.array([{}, None], dtype=object)),
            "it cannot be read as .npz: expected a NumPy archive of plain arrays, got Object arrays cannot be loaded",
        ),
        ("log.npz", huge_npy(), "it cannot be read as .npz"),
        ("log.npz", npz(x=LOG["q"]), "there is no state in it: expected arrays named q, qd, qdd or tau, got x"),
        ("log.npz", npz(q=np.zeros((5, 3))), "q has the wrong shape: expected shape (T, 2), or (2, T), got (5, 3)"),
        ("log.npz", npz(q=np.zeros((5, 2, 1))), "q has the wrong shape"),
        ("log.npz", npz(q=np.zeros((5, 2), complex)), "q is not an array of real numbers"),
        ("log.npz", npz(q=np.array([["a", "b"]])), "q is not an array of real numbers"),
        ("log.npz", npz(q=np.zeros((0, 2))), "the numbers of states do not fit"),
        ("log.npz", npz(q=np.zeros((5, 2)), qd=np.zeros((4, 2))), "the numbers of states do not fit: expected one row"),
        ("log.npz", npz(q=np.full((5, 2), np.nan)), "q(1,1) is not finite"),
        ("log.mat", mat(x=LOG["q"]), "there is no state in it: expected arrays named q, qd, qdd or tau, got x"),
        ("log.mat", mat(q="text"), "q is not an array of real numbers"),
        ("log.txt", b"1,2", "its format is not known: expected a .csv, .npz, .mat or .parquet file, got '.txt'"),
    ],
)
def test_hostile_files(error, tmp_path, name, data, fact):
    file = tmp_path / name
    file.write_bytes(data)
    assert error("eval", "twolink", "--states", file).startswith(f"rst_compat:table:Unreadable: {name}: {fact}")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"no mat-file at all, just some text that is long enough to have a header of its own" * 3, "notBinaryFile"),
        (mat(q=LOG["q"])[:150], "unableToReadMatFile"),
    ],
)
def test_mat_files_are_refused_as_load_refuses_them(error, tmp_path, data, what):
    file = tmp_path / "log.mat"
    file.write_bytes(data)
    assert error("eval", "twolink", "--states", file).startswith(f"MATLAB:load:{what}: load: ")
    assert error("eval", "twolink", "--states", tmp_path / "none.mat").startswith("MATLAB:load:couldNotReadFile: ")


@pytest.mark.parametrize("version", ["4", "5"])
def test_older_versions(output, tmp_path, version):
    savemat(tmp_path / "log.mat", LOG, format=version)
    words = ("-f", "inverseDynamics", "--format", "csv", "--states")
    assert output("eval", "twolink", *words, tmp_path / "log.mat") == output(
        "eval", "twolink", *words, titled(tmp_path, LOG)
    )


MADE = [p for p in sorted(SHARED.glob("mat/made/identification_ex*.mat")) if "octave" not in p.name]


@pytest.mark.skipif(not MADE, reason="the shared files are not here")
@pytest.mark.parametrize("file", MADE, ids=lambda p: p.stem)
def test_logs_of_every_version(rstc, tmp_path, file):
    """One log, written in versions 4 to 7.3 by several programs; what has no q in it says so."""
    pytest.importorskip("matio")
    pytest.importorskip("h5py")
    names = {key: value for key, value in vars(rst.load(file)).items() if key in ("q", "qd", "qdd", "tau")}
    result = rstc("eval", "twolink", "--states", file, "-f", "massMatrix", "--format", "csv")
    if not names:
        assert "there is no state in it" in result.stderr
    elif 2 in names["q"].shape:
        assert result.exit_code == 0, result.stderr
        assert result.stdout.count("\n") == max(names["q"].shape) + 1
    else:
        assert "q has the wrong shape: expected shape (T, 2)" in result.stderr


@pytest.mark.parametrize("pages", [(1, 2, 5), (2, 1, 5)])
def test_a_timeseries_is_a_log(tmp_path, monkeypatch, pages):
    q = np.arange(10.0).reshape(5, 2)
    logged = np.moveaxis(q.reshape(5, *pages[:2]), 0, 2)
    for data in (q, logged):
        series = SimpleNamespace(Time=np.arange(5.0)[:, None], Data=data)
        monkeypatch.setattr(states, "load", lambda path, *names, series=series: SimpleNamespace(q=series))
        found = read_states(tmp_path / "log.mat", {"Configuration": 2}, [])
        np.testing.assert_array_equal(found["Configuration"], q)


def test_a_timeseries_of_simulink(tmp_path):
    file = SHARED / "mat/real/v73_timeseries_X.mat"
    if not file.exists():
        pytest.skip("the shared files are not here")
    pytest.importorskip("matio")
    pytest.importorskip("h5py")
    X = rst.load(file).X
    assert states._samples(X).shape == (2001, 6)
    np.testing.assert_array_equal(states._samples(X)[7], X.Data[0, :, 7])


def test_as_many_states_as_joints_is_ambiguous(error, tmp_path):
    file = tmp_path / "log.npz"
    np.savez(file, q=np.eye(2))
    line = error("eval", "twolink", "--states", file)
    assert line.startswith("rst_compat:cli:AmbiguousOrientation: log.npz: q has as many states as elements")


def test_sizes_are_bounded(error, tmp_path, monkeypatch):
    file = tmp_path / "log.csv"
    file.write_text("q1,q2\n" + "1,2\n" * 100)
    np.savez_compressed(tmp_path / "log.npz", q=np.zeros((2, 1000)))
    monkeypatch.setattr(tables, "LINE_LIMIT", 3)
    assert "line 1 is too long" in error("eval", "twolink", "--states", file)
    monkeypatch.setattr(tables, "SIZE_LIMIT", 2000)
    assert "a column per state are too large" in error("eval", "twolink", "--states", tmp_path / "log.npz")


def test_files_that_cannot_be_opened(error, tmp_path):
    assert "does not exist" in error("eval", "twolink", "--states", tmp_path / "none.csv")
    (tmp_path / "folder.csv").mkdir()
    assert "cannot be read" in error("eval", "twolink", "--states", tmp_path / "folder.csv")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no such pipes")
@pytest.mark.parametrize("suffix", ["csv", "npz", "mat", "parquet"])
def test_a_pipe_is_refused(error, tmp_path, suffix):
    """It would be waited for, and its beginning lost where it is read again."""
    os.mkfifo(tmp_path / f"log.{suffix}")
    line = error("eval", "twolink", "--states", tmp_path / f"log.{suffix}")
    assert line.startswith(f"rst_compat:table:Unreadable: log.{suffix}: it is a pipe or a device")


@pytest.mark.parametrize(
    ("words", "fact"),
    [
        (("--q", "1,2"), "--q is given and in log.csv too"),
        (("-f", "homeConfiguration"), "homeConfiguration does not depend on the states"),
        (("-f", "getTransform"), "getTransform needs the name of a body"),
        (("--body", "body_1"), "--body is used by none of the functions"),
        (("--all",), "--all takes its inputs from the model, and --states is given too"),
    ],
)
def test_options_that_do_not_go_together(error, tmp_path, words, fact):
    line = error("eval", "twolink", "--states", titled(tmp_path, ["q"]), *words)
    assert line.startswith(f"rst_compat:cli:BadOption: {fact}")


def test_the_bar_shows_on_a_terminal_only(monkeypatch):
    assert type(compute._progress(10**6)).__name__ == "nullcontext"
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert type(compute._progress(10)).__name__ == "nullcontext"
    assert type(compute._progress(10**6)).__name__ != "nullcontext"
    assert type(compute._progress(10**6, quiet=True)).__name__ == "nullcontext"


def test_every_identifier_is_in_the_table():
    for what in (
        "AmbiguousOrientation",
        "BadExpression",
        "BadOption",
        "BadWrench",
        "NotWritten",
    ):
        assert f"rst_compat:cli:{what}" in errors.IDENTIFIERS


# --------------------------------------------------------------------------- pieces


@pytest.fixture
def small_pieces(monkeypatch):
    monkeypatch.setattr(compute, "CHUNK", 0)  # pieces of 16


def long_log(count=100):
    return {name: np.random.default_rng(k).normal(size=(count, N)) for k, name in enumerate(LOG)}


@pytest.mark.parametrize("kind", ["csv", "json", "text", "mat"])
def test_pieces_are_put_together(output, tmp_path, monkeypatch, kind):
    file, out = titled(tmp_path, LOG, **long_log()), tmp_path / f"out.{kind}"
    words = (
        "eval",
        "twolink",
        "--states",
        file,
        "-f",
        "massMatrix",
        "-f",
        "inverseDynamics",
        "-o",
        out,
        "--format",
        kind,
    )
    results = []
    for chunk in (2**15, 0):
        monkeypatch.setattr(compute, "CHUNK", chunk)
        assert output(*words) == ""
        results.append(loadmat(out)["massMatrix"] if kind == "mat" else out.read_text())
    np.testing.assert_array_equal(*results)
    assert {p.name for p in tmp_path.iterdir()} == {file.name, out.name}


def test_a_fault_in_a_late_row_says_where_and_leaves_no_file(error, tmp_path, small_pieces):
    log, out = long_log(), tmp_path / "out.csv"
    log["qd"][70, 1] = np.nan
    file = titled(tmp_path, ["q", "qd"], **log)
    np.savez(tmp_path / "log.npz", q=log["q"], qd=log["qd"])
    out.write_text("of yesterday")
    for states_ in (file, tmp_path / "log.npz"):
        assert "qd(71,2) is not finite" in error("eval", "twolink", "--states", states_, "-o", out)
    lines = file.read_text().splitlines()
    for bad, fact in [
        ("1,x,3,4", "could not convert string 'x' at line 91, column 2"),
        ("1,2,3", "the number of columns changed from 4 to 3 at line 91"),
    ]:
        file.write_text("\n".join([*lines[:60], *lines[1:31], bad]))
        assert fact in error("eval", "twolink", "--states", file, "-o", out)
    file.write_text("\n".join([*lines[:17], "1,2,3"]))  # the first one of a piece
    assert "changed from 4 to 3 at line 18" in error("eval", "twolink", "--states", file, "-o", out)
    assert out.read_text() == "of yesterday"
    assert not list(tmp_path.glob("*.part"))


def test_a_damaged_archive_is_found_out_in_its_last_piece(error, tmp_path, small_pieces):
    np.savez(tmp_path / "log.npz", **long_log())
    data = bytearray((tmp_path / "log.npz").read_bytes())
    data[data.index(b"q.npy") + 1600] ^= 1
    (tmp_path / "log.npz").write_bytes(data)
    words = ("--states", tmp_path / "log.npz", "-f", "massMatrix", "-o", tmp_path / "out.csv")
    assert "it cannot be read as .npz" in error("eval", "twolink", *words)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("kind", ["csv", "npz", "parquet"])
def test_memory_does_not_grow_with_the_file(rstc, tmp_path, small_pieces, kind):
    def peak(count):
        log = long_log(count)
        if kind == "csv":
            titled(tmp_path, ["q"], **log)
        elif kind == "npz":
            np.savez_compressed(tmp_path / "log.npz", **log)
        else:
            parquet(tmp_path, log, row_group_size=500)
        words = (
            "eval",
            "twolink",
            "--states",
            tmp_path / f"log.{kind}",
            "-f",
            "massMatrix",
            "-o",
            tmp_path / "out.csv",
        )
        rstc(*words)
        tracemalloc.start()
        assert rstc(*words).exit_code == 0
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(8000) < peak(1000) + 50_000  # 8,000 states of q alone are 128,000 bytes


def test_workers_change_nothing(output, error, tmp_path):
    np.savez(tmp_path / "log.npz", **long_log(6000))
    words = (
        "eval",
        "twolink",
        "--states",
        tmp_path / "log.npz",
        "-f",
        "inverseDynamics",
        "--format",
        "csv",
        "--workers",
    )
    assert output(*words, 2) == output(*words, 1)
    assert "rst_compat:cli:Usage" in error(*words, 0)
    assert "--workers is for many states" in error("eval", "twolink", "--workers", 2)


def test_results_that_cannot_replace_a_file_go_into_it(output, tmp_path):
    file, real = titled(tmp_path, ["q"]), tmp_path / "real.csv"
    real.write_text("")
    (tmp_path / "link.csv").symlink_to(real)
    output("eval", "twolink", "--states", file, "-f", "massMatrix", "-o", tmp_path / "link.csv")
    assert (tmp_path / "link.csv").is_symlink()
    assert real.read_text().startswith('"massMatrix[1,1]"')


# --------------------------------------------------------------------------- .parquet


def parquet(folder, log, extra=(), **options):
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = {f"{name}{i + 1}": a[:, i] for name, a in log.items() for i in range(N)}
    pq.write_table(pa.table(columns | dict(extra)), folder / "log.parquet", **options)
    return folder / "log.parquet"


def test_parquet_is_as_csv(output, tmp_path):
    log = long_log()
    stamps = np.arange(100).astype("datetime64[ms]")
    file = parquet(tmp_path, log, {"t": stamps}, row_group_size=30)
    for rows in (7, 1000):
        got = read_states(file, WIDTHS, JOINTS, rows=rows)
        for name, key in states.KEYS.items():
            np.testing.assert_array_equal(got[key], log[name])
    words = ("-f", "inverseDynamics", "--format", "csv", "--states")
    assert output("eval", "twolink", *words, file) == output("eval", "twolink", *words, titled(tmp_path, LOG, **log))


def test_numbers_of_every_kind_and_joint_names_in_parquet(tmp_path):
    extra = {"joint_2": np.array([1, 2], np.int16), "joint_1": np.array([3, 4], np.float32)}
    file = parquet(tmp_path, {}, extra)
    np.testing.assert_array_equal(read_states(file, WIDTHS, JOINTS)["Configuration"], [[3, 1], [4, 2]])


@pytest.mark.parametrize(
    ("extra", "fact"),
    [
        ({"q1": [1.0], "q2": ["a"]}, "the column 'q2' is not one of real numbers"),
        ({"q1": [1.0], "q2": [None]}, "the column 'q2' is not one of real numbers"),
        ({"q1": [1.0, 2.0], "q2": [1.0, None]}, "q(2,2) is not finite"),
        ({"q1": [1.0]}, "columns of q are missing"),
        ({"x": [1.0]}, "the column title 'x' is not known"),
        ({"t": [1.0]}, "there is no state in it"),
        ({"q1": np.zeros(0), "q2": np.zeros(0)}, "there is no state in it"),
    ],
)
def test_bad_parquet(error, tmp_path, extra, fact):
    line = error("eval", "twolink", "--states", parquet(tmp_path, {}, extra))
    assert line.startswith(f"rst_compat:table:Unreadable: log.parquet: {fact}")


def test_damaged_parquet(error, tmp_path):
    file = parquet(tmp_path, long_log())
    data = file.read_bytes()
    for bad in (b"", b"PAR1", data[:100], data[:4] + bytes(800) + data[804:]):
        file.write_bytes(bad)
        assert error("eval", "twolink", "--states", file).startswith(
            "rst_compat:table:Unreadable: log.parquet: it cannot"
        )


def test_checksums_of_parquet_are_looked_at(error, tmp_path):
    file = parquet(tmp_path, long_log(), compression="none", use_dictionary=False, write_page_checksum=True)
    assert read_states(file, WIDTHS, JOINTS)
    data = bytearray(file.read_bytes())
    data[data.index(np.ascontiguousarray(long_log()["qd"][40:60, 1]).tobytes())] ^= 1
    file.write_bytes(data)
    assert "it cannot be read as .parquet" in error("eval", "twolink", "--states", file)


def test_parquet_without_its_package(error, tmp_path):
    (tmp_path / "log.parquet").write_bytes(b"PAR1")
    with patch.dict(sys.modules, {"pyarrow": None, "pyarrow.parquet": None}):
        line = error("eval", "twolink", "--states", tmp_path / "log.parquet")
    assert line.startswith("rst_compat:table:NeedsExtra: log.parquet")
    assert line.endswith("pip install pyarrow.")


def test_states_are_not_written_over(error, tmp_path):
    path = tmp_path / "log.csv"
    path.write_text("q1,q2\n0.1,0.2\n")
    words = ("eval", "twolink", "-f", "gravityTorque", "--states", path, "-o")
    assert "log.csv would be written over" in error(*words, tmp_path / "." / "log.csv")
    assert path.read_text() == "q1,q2\n0.1,0.2\n"
