"""``rstc eval`` against the outputs that MATLAB printed for the two-link arm, and against wrong use."""

import json
import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.io import loadmat

import rst_compat as rst

MODELS = Path(__file__).parents[2] / "fixtures" / "models"
Q = ("--q", "pi/3,pi/2")

# as printed in the course notes
PRINTED = {
    "massMatrix": "massMatrix =\n\n    0.3315    0.1146\n    0.1146    0.1146\n",
    "velocityProduct": "velocityProduct =\n\n   -0.0725\n    0.0756\n",
    "gravityTorque": "gravityTorque =\n\n    0.2484\n   -2.0814\n",
}


@pytest.mark.parametrize("function", PRINTED)
def test_text_is_what_matlab_prints(output, function):
    rates = ("--qd", "[pi/4 pi/10]") if function == "velocityProduct" else ()
    assert output("eval", "twolink", *Q, *rates, "--function", function) == PRINTED[function]


def test_inverse_and_forward_dynamics_as_printed(output):
    qd = ("--qd", "-pi/2,pi/5")
    assert output("eval", "twolink", *Q, *qd, "-f", "inverseDynamics").endswith("    0.4419\n   -1.7792\n")
    assert output("eval", "twolink", *Q, *qd, "-f", "forwardDynamics").endswith("  -10.2416\n   25.7650\n")
    assert output("eval", "twolink", *Q, "--tau", "5,5", "-f", "forwardDynamics").endswith("  -10.7434\n   72.5289\n")


def test_external_forces_are_in_base_axes_about_the_base_origin(output):
    # the columns that externalForce printed for two wrenches in body axes
    forces = ("--fext", "body_1:0,0,0.5,-sin,0.5,0", "--fext", "body_2:0,0,2.5,-4.330127018922193,2.5,0")
    forces = [f.replace("sin", "0.8660254037844386") for f in forces]
    assert output("eval", "twolink", *Q, *forces, "-f", "forwardDynamics").endswith("    3.0900\n   15.0706\n")
    one = output("eval", "twolink", *Q, *forces[:2], "-f", "inverseDynamics")
    assert one.endswith("   -0.2516\n   -2.0814\n")
    matrix = output("eval", "twolink", *forces[:2], "-f", "externalForce")
    assert matrix.splitlines()[4:] == [
        "    0.5000         0",
        "   -0.8660         0",
        "    0.5000         0",
        "         0         0",
    ]


def test_default_is_every_term_at_home(output):
    text = output("eval", "twolink")
    headings = [line.split()[0] for line in text.splitlines() if line.endswith("=")]
    assert headings == [
        "massMatrix",
        "coriolisMatrix",
        "velocityProduct",
        "gravityTorque",
        "inverseDynamics",
        "forwardDynamics",
        "centerOfMass",
    ]
    # stretched out along x: 9.81 (m1 a1/2 + m2 (a1 + a2/2)) and 9.81 m2 a2/2
    assert "gravityTorque =\n\n    7.0632\n    2.4034\n" in text
    assert "coriolisMatrix =\n\n     0     0\n     0     0\n" in text


def test_the_models_own_requests(output):
    text = output("eval", "twolink", "--all")
    assert text.startswith(PRINTED["massMatrix"])
    assert text.count(" =\n") == 11
    assert "forwardDynamics =\n\n    3.0900\n   15.0706\n" in text
    assert "inverseDynamics =\n\n    3.0000\n" in text


def test_row_models_print_rows_and_struct_models_columns(output):
    document = json.loads((MODELS / "twolink.json").read_text())
    for data_format, tail in (("row", "    0.2484   -2.0814\n"), ("struct", "    0.2484\n   -2.0814\n")):
        text = json.dumps(document | {"DataFormat": data_format})
        assert output("eval", "-", *Q, "-f", "gravityTorque", stdin=text).endswith(tail)


def test_format_long(output):
    line = output("eval", "twolink", *Q, "-f", "massMatrix", "--format-long").splitlines()[2]
    # M11 = Izz1 + Izz2 + m2 a1^2, M12 = Izz2 of the notes' formulas, the elbow at a right angle
    assert line == "   0.331480000000000   0.114613333333333"


def test_json_is_complete_and_can_be_asked_again(output):
    document = json.loads(output("eval", "twolink", *Q, "--qd", "pi/4,pi/10", "--format", "json"))
    assert document["Model"] == "twolink"
    results = {r["Function"]: r for r in document["Results"]}
    assert results["massMatrix"]["Configuration"] == [math.pi / 3, math.pi / 2]
    assert results["velocityProduct"]["JointVelocity"] == [math.pi / 4, math.pi / 10]
    assert results["inverseDynamics"]["JointAcceleration"] == [0.0, 0.0]  # defaults are written out
    np.testing.assert_allclose(results["velocityProduct"]["Result"], [-0.0725, 0.0756], atol=5e-5)
    # C qd is the velocity product
    C, qd = np.array(results["coriolisMatrix"]["Result"]), [math.pi / 4, math.pi / 10]
    np.testing.assert_allclose(C @ qd, results["velocityProduct"]["Result"], atol=1e-15)


def test_json_writes_nan_as_text(rstc):
    massless = {
        "Format": "rigidBodyTree",
        "Version": 1,
        "Bodies": [{"Name": "a", "Mass": 0, "Inertia": [0] * 6, "Joint": {"Type": "revolute"}}],
    }
    result = rstc("eval", "-", "-f", "forwardDynamics", "--format", "json", stdin=json.dumps(massless))
    assert result.exit_code == 0
    assert json.loads(result.stdout)["Results"][0]["Result"] == ["NaN"]
    assert result.stderr.startswith("rstc: warning: rst_compat:forwardDynamics:SingularMassMatrix: ")
    assert result.stderr.count("\n") == 1


def test_transforms_and_jacobians(output):
    words = ("--body", "body_2", "--q", "pi/2,0", "--format", "json")
    document = json.loads(output("eval", "twolink", *words, "-f", "getTransform", "-f", "geometricJacobian"))
    T, J = (np.array(r["Result"]) for r in document["Results"])
    np.testing.assert_allclose(T[:3, 3], [0, 1.2, 0], atol=1e-15)
    np.testing.assert_allclose(J[:, 1], [0, 0, 1, -0.7, 0, 0], atol=1e-15)
    back = json.loads(output("eval", "twolink", *words, "--target", "body_2", "-f", "getTransform"))
    np.testing.assert_allclose(back["Results"][0]["Result"], np.eye(4), atol=1e-15)


def test_csv_and_mat(output, tmp_path):
    lines = output("eval", "twolink", *Q, "-f", "massMatrix", "-f", "gravityTorque", "--format", "csv").splitlines()
    assert lines[0] == (
        '"massMatrix[1,1]","massMatrix[1,2]","massMatrix[2,1]","massMatrix[2,2]",gravityTorque[1],gravityTorque[2]'
    )
    np.testing.assert_allclose(
        np.array(lines[1].split(","), dtype=float), [0.3315, 0.1146, 0.1146, 0.1146, 0.2484, -2.0814], atol=5e-5
    )
    file = tmp_path / "out.mat"
    assert output("eval", "twolink", "--all", "-o", file) == ""
    arrays = loadmat(file)
    np.testing.assert_allclose(arrays["massMatrix"], [[0.3315, 0.1146], [0.1146, 0.1146]], atol=5e-5)
    assert arrays["gravityTorque"].shape == (2, 1)
    np.testing.assert_allclose(arrays["forwardDynamics_3"].ravel(), [-10.7434, 72.5289], atol=5e-5)


def test_the_output_file_tells_the_format(output, tmp_path):
    for name, start in (("a.json", '{"Model"'), ("a.csv", "gravityTorque[1]"), ("a.txt", "gravityTorque =")):
        assert output("eval", "twolink", "-f", "gravityTorque", "-o", tmp_path / name) == ""
        assert (tmp_path / name).read_text().startswith(start)


def test_standard_input_and_files(output, tmp_path):
    text = (MODELS / "twolink.json").read_text()
    file = tmp_path / "arm.json"
    file.write_text(text)
    assert output("eval", "-", stdin=text) == output("eval", file) == output("eval", "twolink")


def test_without_a_command_there_is_help(rstc):
    result = rstc()
    assert (result.exit_code, result.stderr) == (2, "")
    assert "rstc eval twolink" in result.stdout


def test_help_teaches_and_version_is_told(output):
    assert "rstc eval twolink" in output("--help")
    assert "pi/3,pi/2" in output("eval", "--help")
    assert output("--version").startswith("rstc ")


# --------------------------------------------------------------------------- wrong use


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("eval", "twolink", "--q", "1,__import__"), "rst_compat:cli:BadExpression: --q: unknown name '__import__' at"),
        (("eval", "twolink", "--q", "1"), "MATLAB:validateDynamicsFunctionInputs:incorrectSize: massMatrix: joint pos"),
        (("eval", "twolink", "--qd", "1,2,3"), "MATLAB:validateDynamicsFunctionInputs:incorrectSize: coriolisMatrix: "),
        (("eval", "twolik"), "rst_compat:importrobot:FileNotFound: "),
        (("eval", "none.json"), "rst_compat:model:NotFound: file 'none.json' does not exist: expected "),
        (("eval", MODELS), "rst_compat:model:Unreadable: "),
        (
            ("eval",),
            "rst_compat:cli:Usage: Missing argument 'MODEL': expected rstc eval MODEL [OPTIONS], got rstc eval. ",
        ),
        (("eval", "twolink", "--qe", "1"), "rst_compat:cli:Usage: No such option: --qe"),
        (("eval", "twolink", "--q"), "rst_compat:cli:Usage: Option '--q' requires an argument: expected "),
        (
            ("eval", "twolink", "--format", "jsn"),
            "rst_compat:cli:BadOption: --format does not take this word: expected one of text, json, csv, mat, got "
            "'jsn'. Did you mean 'json'?",
        ),
        (("eval", "twolink", "extra"), "rst_compat:cli:Usage: Got unexpected extra argument"),
        (
            ("evaluate",),
            "rst_compat:cli:Usage: No such command 'evaluate': expected rstc eval, info, doctor, convert, show",
        ),
        (("eval", "twolink", "--format", "mat"), "rst_compat:cli:BadOption: --format mat needs a file: expected -o FI"),
        (
            ("eval", "twolink", "-f", "massmatrix"),
            "rst_compat:evaluate:UnknownFunction: --function: there is no functi",
        ),
        (("eval", "twolink", "-f", "getTransform"), "rst_compat:cli:BadOption: getTransform needs the name of a body"),
        (("eval", "twolink", "-f", "getTransform", "--body", "x"), "robotics:robotmanip:rigidbodytree:BodyNotFound: "),
        (("eval", "twolink", "-f", "externalForce"), "rst_compat:cli:BadOption: externalForce is the matrix of one wr"),
        (("eval", "twolink", "-f", "massMatrix", "--tau", "1,2"), "rst_compat:cli:BadOption: --tau is used by none of"),
        (("eval", "twolink", "--fext", "body_1"), "rst_compat:cli:BadWrench: --fext is not the wrench on a body: "),
        (("eval", "twolink", "--fext", "body_1:1,2,3"), "rst_compat:cli:BadWrench: --fext is not the wrench on a body"),
        (("eval", "twolink", "--fext", "x:0,0,0,0,0,0"), "robotics:robotmanip:rigidbodytree:BodyNotFound: "),
        (
            ("eval", "twolink", "--all", "--q", "1,2"),
            "rst_compat:cli:BadOption: --all takes its inputs from the model,",
        ),
        (("eval", "planar3r", "--all"), "rst_compat:cli:BadOption: --all: the model has no Evaluate list: expected "),
        (("eval", "twolink", "-o", "out.PNG"), "rst_compat:cli:BadOption: -o out.PNG: this command writes text"),
        (("info", "twolink", "-o", "out.npz"), "rst_compat:cli:BadOption: -o out.npz: this command writes text"),
        (("eval", "twolink", "-o", "none/out.txt"), "rst_compat:cli:NotWritten: file 'none/out.txt' cannot be written"),
    ],
)
def test_wrong_use_is_one_line(error, words, line, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert error(*words).startswith(line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "rst_compat:model:Empty: standard input: the text is empty"),
        ('{"Format": ', "rst_compat:model:NotJson: standard input: not valid JSON at line 1, column 12"),
        ("[1]", "rst_compat:model:WrongType: standard input: top level: expected an object, got a list of 1"),
        (
            '{"Format": "rigidBodyTree", "Version": 1, "Bodys": []}',
            "rst_compat:model:UnknownKey: standard input: top level: ",
        ),
        (
            '{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "a", "Joint": {"DH": [1, 2, 3]}}]}',
            "rst_compat:model:WrongShape: standard input: Bodies[0].Joint.DH: expected 4 numbers, got 3.",
        ),
        (
            '{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "a", "Mass": "x\\ny"}]}',
            r"rst_compat:model:WrongType: standard input: Bodies[0].Mass: expected a number, got 'x\ny'.",
        ),
        ("\udcff", "rst_compat:model:NotUtf8: standard input: the text is not UTF-8"),
    ],
)
def test_broken_models_are_one_line(error, text, line):
    assert error("eval", "-", stdin=text.encode("utf-8", "surrogateescape")).startswith(line)


@pytest.mark.parametrize("suffix", [".slx", ".mdl"])
def test_formats_that_are_not_read_yet(error, tmp_path, suffix):
    file = tmp_path / f"arm{suffix}"
    file.write_text("<robot/>")
    assert error("eval", file).startswith("rst_compat:importrobot:UnknownFormat: ")


def test_a_fault_of_ours_is_one_line_too(rstc, monkeypatch):
    def fail(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("rst_compat_cli.eval_command.in_one_state", fail)
    result = rstc("eval", "twolink")
    assert result.exit_code == 70
    assert result.stderr.startswith("rstc: rst_compat:cli:Internal: ZeroDivisionError: a bug")
    assert result.stderr.count("\n") == 1
    result = rstc("eval", "twolink", "--debug")
    assert "Traceback" in result.stderr


def test_a_faulty_file_is_named(error, tmp_path):
    file = tmp_path / "arm.json"
    file.write_text('{"Format": "rigidBodyTree", "Version": 1, "Bodies": [{"Name": "a", "Mass": "x"}]}')
    assert error("eval", file).startswith(f"rst_compat:model:WrongType: {file}: Bodies[0].Mass: expected a number, ")
    assert error("info", file).startswith(f"rst_compat:model:WrongType: {file}: Bodies[0].Mass: expected a number, ")


def test_long_arguments_are_shortened(error):
    long = "x" * 10_000
    for words in ([long], ["twolink", "--q", long], ["twolink", "-f", long], ["twolink", f"--{long}", "1"]):
        assert len(error("eval", *words)) < 3000


def test_huge_numbers_are_evaluated_with_a_warning_of_each_kind(rstc):
    document = json.loads((MODELS / "twolink.json").read_text())
    document["Bodies"][0]["Mass"] = document["Bodies"][1]["Mass"] = 1e308
    for command in ("eval", "info"):
        result = rstc(command, "-", stdin=json.dumps(document))
        assert result.exit_code == 0
        kinds = [line.split(": ")[2] for line in result.stderr.splitlines()]
        assert kinds == ["rst_compat:dynamics:NotFinite", "rst_compat:forwardDynamics:SingularMassMatrix"] * (
            command == "eval"
        )
    assert rstc("eval", "-", stdin=json.dumps(document)).stderr.startswith(
        "rstc: warning: rst_compat:dynamics:NotFinite: The result of massMatrix has NaN or Inf in it. (and 3 more)\n"
    )


# --------------------------------------------------------------------------- as a process

COMMAND = [sys.executable, "-c", "from rst_compat_cli.app import main; main()"]


def test_exit_codes_and_streams_of_the_process():
    good = subprocess.run(
        [*COMMAND, "eval", "twolink", *Q, "-f", "massMatrix"], capture_output=True, text=True, check=False
    )
    assert (good.returncode, good.stdout, good.stderr) == (0, PRINTED["massMatrix"], "")
    bad = subprocess.run([*COMMAND, "eval", "twolink", "--q", "x"], capture_output=True, text=True, check=False)
    assert (bad.returncode, bad.stdout, bad.stderr.count("\n")) == (2, "", 1)
    assert "Traceback" not in bad.stderr
    bug = subprocess.run(
        [*COMMAND, "--debug", "eval", "twolink", "--q", "x"], capture_output=True, text=True, check=False
    )
    assert bug.returncode == 2
    assert "Traceback" in bug.stderr


def test_an_engine_that_is_not_here_is_one_line():
    environment = os.environ | {"RST_COMPAT_ENGINE": "fast"}
    for words in (("info", "--engine"), ("--version",), ("eval", "twolink")):
        done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False, env=environment)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert done.stderr.startswith("rstc: rst_compat:engine:Unknown: There is no such engine here: expected ")


@pytest.mark.skipif(os.name == "nt", reason="no such pipes")
def test_a_reader_that_has_had_enough():
    reading, writing = os.pipe()
    os.close(reading)
    command = [*COMMAND, "eval", "iiwa14", "-f", "massMatrix"]
    result = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device")
def test_a_full_disk_is_said():
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, "eval", "twolink"], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == 2
    assert (
        result.stderr
        == "rstc: rst_compat:cli:NotWritten: standard output cannot be written: expected an open output with room in "
        "it, got no space left on device. -o FILE writes to a file.\n"
    )


@pytest.mark.skipif(os.name == "nt" or not os.path.exists("/dev/full"), reason="needs a shell and a full device")
@pytest.mark.parametrize(
    ("words", "redirection", "code", "line"),
    [
        ("eval twolink", ">&-", 2, "rst_compat:cli:NotWritten: standard output cannot be written: "),
        ("--help", ">&-", 2, "rst_compat:cli:NotWritten: standard output cannot be written: "),
        ("--help", ">/dev/full", 2, "rst_compat:cli:NotWritten: standard output cannot be written: "),
        ("--version", ">/dev/full", 2, "rst_compat:cli:NotWritten: standard output cannot be written: "),
        ("eval -", "<&-", 2, "rst_compat:model:Unreadable: standard input cannot be read: "),
        ("eval twolink -o {}", ">&-", 0, ""),
        ("eval twolink --q x", "2>&-", 2, ""),
        ("eval twolink --q x", "2>/dev/full", 2, ""),
    ],
)
def test_streams_that_are_closed_or_full(tmp_path, words, redirection, code, line):
    words = [word.format(tmp_path / "out.txt") for word in words.split()]
    run = ["sh", "-c", f'exec "$@" {redirection}', "sh", *COMMAND, *words]
    result = subprocess.run(run, capture_output=True, text=True, check=False)
    assert result.returncode == code
    assert result.stderr.startswith(line and "rstc: " + line)
    assert result.stderr.count("\n") == bool(line)


@pytest.mark.skipif(os.name == "nt", reason="no such pipes")
def test_a_reader_of_the_help_that_has_had_enough():
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([*COMMAND, "--help"], stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (result.returncode, result.stderr) == (141, "")


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_an_interrupt_is_silent():
    ready = "from rst_compat_cli.app import main; print('ready', flush=True); main()"
    command, pipe = [sys.executable, "-c", ready, "eval", "-"], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)  # it waits for its standard input by now
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == ""


def test_importing_the_package_does_not_import_the_command_line():
    run = "import sys, rst_compat; print([m for m in ('typer', 'rich', 'rst_compat_cli', 'scipy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_friction_on_request(output, error, tmp_path):
    robot = rst.importrobot("twolink")
    robot.Bodies[0].Joint.Friction = rst.JointFriction(Viscous=1)
    model, states = tmp_path / "arm.json", tmp_path / "states.csv"
    robot.exportrobot(model)
    call = ("eval", model, *Q, "--qd", "2,0", "-f", "inverseDynamics", "--format", "json")
    (plain,), (rubbing,) = (json.loads(output(*call, *more))["Results"] for more in ((), ("--include-friction",)))
    assert np.array(rubbing["Result"]) - plain["Result"] == pytest.approx([2, 0])
    assert rubbing["IncludeFriction"] is True
    assert "IncludeFriction" not in plain
    states.write_text("q1,q2,qd1,qd2\n0,0,0,0\n0,0,3,0\n", encoding="utf-8")
    many = ("eval", model, "--states", states, "-f", "inverseDynamics", "-f", "massMatrix", "--format", "json")
    values = [
        [r["Result"] for r in json.loads(output(*many, *more))["Results"] if r["Function"] == "inverseDynamics"]
        for more in ((), ("--include-friction",))
    ]
    assert np.subtract(values[1], values[0]) == pytest.approx(np.array([[0, 0], [3, 0]]), abs=1e-14)
    said = error("eval", model, "-f", "massMatrix", "--include-friction")
    assert "--include-friction is used by none of the functions massMatrix" in said
    assert "It is for inverseDynamics, forwardDynamics" in said
