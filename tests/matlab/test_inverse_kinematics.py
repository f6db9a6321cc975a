"""The class inverseKinematics as scripts use it: calling forms, formats, parameters, warnings, odd chains."""

import copy
import pickle
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

import rst_compat as rst
from rst_compat import inverseKinematics

ALGORITHMS = ["BFGSGradientProjection", "LevenbergMarquardt"]
algorithms = pytest.mark.parametrize("algorithm", ALGORITHMS)
PLANE = [0, 0, 0, 1, 1, 0]


def arm(data_format="row"):
    return rst.importrobot("iiwa14", DataFormat=data_format)


END = "iiwa_link_ee"
Q = np.array([0.3, 0.4, -0.2, 1.1, 0.5, -0.6, 0.7])


def pose(q=Q, end=END):
    return arm().getTransform(q, end)


def reaches(solver, q, T, end=END):
    return np.abs(solver.RigidBodyTree.getTransform(q, end) - T).max() < 2e-6


def robot_of(*joints, data_format="row"):
    """A chain of (joint type, axis, offset) from the base, bodies b1, b2, ..."""
    robot, parent = rst.rigidBodyTree(DataFormat=data_format), "base"
    for k, (kind, axis, offset) in enumerate(joints, start=1):
        body, joint = rst.rigidBody(f"b{k}"), rst.rigidBodyJoint(f"j{k}", kind)
        if kind != "fixed":
            joint.JointAxis = axis
        joint.setFixedTransform(rst.trvec2tform(offset))
        body.Joint = joint
        robot.addBody(body, parent)
        parent = body.Name
    return robot


# ---- calling forms ----


def set_later(robot):
    solver = inverseKinematics()
    solver.SolverAlgorithm, solver.RigidBodyTree = "LevenbergMarquardt", robot
    return solver


@pytest.mark.parametrize(
    "make",
    [
        lambda r: inverseKinematics("RigidBodyTree", r, "SolverAlgorithm", "LevenbergMarquardt"),
        lambda r: inverseKinematics(RigidBodyTree=r, SolverAlgorithm="levenbergmarquardt"),
        lambda r: inverseKinematics("rigidbodytree", r, SolverAlgorithm="LevenbergMarquardt"),
        lambda r: rst.robotics.InverseKinematics("RigidBodyTree", r, "SolverAlgorithm", "LevenbergMarquardt"),
        set_later,
    ],
)
def test_every_way_to_make_one(make):
    solver = make(arm())
    assert solver.SolverAlgorithm == "LevenbergMarquardt"
    q, info = solver(END, pose(), [1, 1, 1, 1, 1, 1], arm().homeConfiguration())
    assert reaches(solver, q, pose())
    assert info.Status == "success"


def test_the_old_name():
    solver = rst.robotics.InverseKinematics("RigidBodyTree", arm())
    assert isinstance(solver, inverseKinematics)
    assert reaches(solver, solver(END, pose(), np.ones(6), [])[0], pose())


def test_the_default_algorithm():
    assert inverseKinematics().SolverAlgorithm == "BFGSGradientProjection"
    assert inverseKinematics().RigidBodyTree is None


@algorithms
def test_outputs(algorithm):
    solver = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm=algorithm)
    q, info = solver(END, pose(), np.ones(6), Q + 0.1)
    assert set(vars(info)) == {"Iterations", "NumRandomRestarts", "PoseErrorNorm", "ExitFlag", "Status"}
    assert (info.NumRandomRestarts, info.ExitFlag, info.Status) == (0, 1, "success")
    assert 0 < info.Iterations < 10
    assert 0 < info.PoseErrorNorm <= 1e-6
    alone = solver(END, pose(), np.ones(6), Q + 0.1, nargout=1)
    assert alone.tolist() == q.tolist()
    assert solver.step(END, pose(), np.ones(6), Q + 0.1, nargout=1).tolist() == q.tolist()
    with pytest.raises(ValueError, match="nargout"):
        solver(END, pose(), np.ones(6), Q, nargout=3)


def test_the_robot_is_copied():
    robot = arm()
    solver = inverseKinematics(RigidBodyTree=robot)
    robot.removeBody(END)
    assert END in solver.RigidBodyTree.BodyNames
    solver.RigidBodyTree = robot
    with pytest.raises(KeyError, match=END):
        solver(END, pose(), np.ones(6), [])


def test_edits_of_the_copy_count():
    solver = inverseKinematics(RigidBodyTree=arm())
    solver(END, pose(), np.ones(6), Q)
    solver.RigidBodyTree.getBody("iiwa_link_1").Joint.PositionLimits = [-0.1, 0.2]
    with pytest.warns(rst.MatlabWarning, match="guess"):
        q, _ = solver(END, pose(), np.ones(6), Q)
    assert -0.1 <= q[0] <= 0.2


def test_copies():
    solver = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm="LevenbergMarquardt")
    solver.SolverParameters.MaxIterations = 7
    for twin in (rst.copy(solver), copy.copy(solver), copy.deepcopy(solver), pickle.loads(pickle.dumps(solver))):
        assert twin.SolverParameters.MaxIterations == 7
        assert twin.RigidBodyTree is not solver.RigidBodyTree
        twin.SolverParameters.MaxIterations = 8
        assert reaches(twin, twin(END, pose(), np.ones(6), Q + 0.01)[0], pose())
    assert solver.SolverParameters.MaxIterations == 7
    solver.release()


# ---- formats ----


@pytest.mark.parametrize(
    ("data_format", "guess", "shape"),
    [
        ("row", Q.tolist(), (7,)),
        ("row", Q[None], (1, 7)),
        ("column", Q, (7,)),
        ("column", Q[:, None], (7, 1)),
        ("row", [], (7,)),
        ("column", None, (7,)),
    ],
)
def test_a_solution_has_the_form_of_the_guess(data_format, guess, shape):
    solver = inverseKinematics(RigidBodyTree=arm(data_format))
    q, info = solver(END, pose(), np.ones(6), guess)
    assert (q.shape, info.Status) == (shape, "success")


def test_struct_configurations():
    robot = arm("struct")
    solver = inverseKinematics(RigidBodyTree=robot)
    guess = robot.homeConfiguration()[::-1]
    q, info = solver(END, pose(), np.ones(6), guess)
    assert info.Status == "success"
    assert [c.JointName for c in q] == [c.JointName for c in robot.homeConfiguration()]
    assert [c.JointPosition for c in guess] == [0] * 7
    assert reaches(solver, q, pose())
    assert reaches(solver, solver(END, pose(), np.ones(6), [], nargout=1), pose())


def test_targets_may_be_objects_and_weights_any_vector():
    solver = inverseKinematics(RigidBodyTree=arm())
    for weights in ([1] * 6, np.ones((1, 6)), np.ones((6, 1))):
        assert reaches(solver, solver(END, rst.se3(pose()), weights, Q + 0.1)[0], pose())


def test_inputs_stay_as_they_are():
    solver = inverseKinematics(RigidBodyTree=arm())
    given = pose(), np.ones(6), Q + 0.1
    for a in given:
        a.flags.writeable = False
    q, _ = solver(END, *given)
    q[:] = 99
    assert reaches(solver, solver(END, *given)[0], pose())


def test_frames_of_bodies_may_be_end_effectors():
    robot = arm()
    robot.getBody(END).addFrame("tip", END, rst.trvec2tform([0.1, 0, 0.2]))
    solver, target = inverseKinematics(RigidBodyTree=robot), robot.getTransform(Q, "tip")
    assert reaches(solver, solver("tip", target, np.ones(6), [])[0], target, "tip")


# ---- parameters ----


def test_default_parameters():
    assert dict(inverseKinematics().SolverParameters) == {
        "MaxIterations": 1500,
        "MaxTime": 10,
        "GradientTolerance": 1e-7,
        "SolutionTolerance": 1e-6,
        "EnforceJointLimits": True,
        "AllowRandomRestart": True,
        "StepTolerance": 1e-14,
    }
    assert dict(inverseKinematics(SolverAlgorithm="LevenbergMarquardt").SolverParameters) == {
        "MaxIterations": 1500,
        "MaxTime": 10,
        "GradientTolerance": 5e-9,
        "SolutionTolerance": 1e-6,
        "EnforceJointLimits": True,
        "AllowRandomRestart": True,
        "StepTolerance": 1e-12,
        "ErrorChangeTolerance": 1e-12,
        "DampingBias": 0.0025,
        "UseErrorDamping": True,
    }


def test_parameters_are_set_one_by_one_or_together():
    solver = inverseKinematics(SolverParameters={"MaxIterations": 20})
    assert (solver.SolverParameters.MaxIterations, solver.SolverParameters.MaxTime) == (20, 10)
    solver.SolverParameters = SimpleNamespace(MaxTime=0.5, AllowRandomRestart=0)
    assert (solver.SolverParameters.MaxIterations, solver.SolverParameters.MaxTime) == (1500, 0.5)
    assert solver.SolverParameters.AllowRandomRestart is False
    solver.SolverParameters.MaxTime = np.inf
    mine = solver.SolverParameters
    solver.SolverParameters = mine
    assert dict(solver.SolverParameters) == dict(mine)
    assert "AllowRandomRestart: 0" in repr(mine)
    assert set(dir(mine)) == set(mine)


@pytest.mark.parametrize(
    ("name", "value", "error", "match"),
    [
        ("MaxIteration", 10, AttributeError, "Did you mean 'MaxIterations'"),
        ("DampingBias", 1, AttributeError, "BFGSGradientProjection has no parameter"),
        ("MaxIterations", 0, ValueError, "whole number from 1"),
        ("MaxIterations", 1.5, ValueError, "whole number"),
        ("MaxIterations", np.inf, ValueError, "whole number"),
        ("MaxTime", -1, ValueError, "number from 0"),
        ("SolutionTolerance", np.nan, ValueError, "number from 0"),
        ("StepTolerance", [1, 2], ValueError, "number from 0"),
        ("AllowRandomRestart", "off", TypeError, "not logical"),
        ("MaxTime", "long", TypeError, "real numbers"),
    ],
)
def test_wrong_parameters_are_refused(name, value, error, match):
    solver = inverseKinematics()
    before = dict(solver.SolverParameters)
    with pytest.raises(error, match=match):
        setattr(solver.SolverParameters, name, value)
    assert dict(solver.SolverParameters) == before
    with pytest.raises(error, match=match):
        solver.SolverParameters = {name: value}


def test_wrong_names_are_refused():
    with pytest.raises(ValueError, match="BFGSGradientProjection"):
        inverseKinematics(SolverAlgorithm="fminconsqp")
    with pytest.raises(AttributeError, match="Did you mean 'SolverParameters'"):
        inverseKinematics().SolverParams = 1
    with pytest.raises(TypeError, match="not a robot"):
        inverseKinematics(RigidBodyTree="iiwa14")


OUT_OF_REACH = rst.trvec2tform([5, 0, 0])


@algorithms
def test_parameters_do_what_they_say(algorithm):
    solver = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm=algorithm)

    def solve(T=OUT_OF_REACH, guess=Q, **parameters):
        solver.SolverParameters = parameters
        return solver(END, T, np.ones(6), guess)

    _, info = solve(MaxIterations=30)
    assert (info.Iterations, info.ExitFlag, info.Status) == (30, 2, "best available")
    _, info = solve(MaxTime=0)
    assert (info.ExitFlag, info.Status) == (3, "best available")
    assert info.Iterations < 10
    assert solve(AllowRandomRestart=False, GradientTolerance=100)[1].ExitFlag == 1
    _, info = solve(AllowRandomRestart=False, StepTolerance=1)
    assert info.ExitFlag == 4
    assert solve()[1].NumRandomRestarts > 5
    _, info = solve(pose(), SolutionTolerance=0.1, guess=Q + 0.05)
    assert 1e-6 < info.PoseErrorNorm <= 0.1
    assert info.Status == "success"
    q, info = solve(pose(), Q + 0.1, SolutionTolerance=1e-12)
    assert info.PoseErrorNorm <= 1e-12
    turned = Q.copy()
    turned[0] += 3.1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        q, info = solve(pose(turned), turned + 0.05, EnforceJointLimits=False)
    assert info.Status == "success"
    assert q[0] > arm().getBody("iiwa_link_1").Joint.PositionLimits[1]


@algorithms
def test_without_restarts_a_search_ends_at_a_minimum(algorithm):
    robot = rst.importrobot("planar3r", DataFormat="row")
    solver = inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
    solver.SolverParameters.AllowRandomRestart = False
    end = robot.BodyNames[-1]
    q, info = solver(end, rst.trvec2tform([9, 0, 0]), PLANE, [0.3, 0.4, -0.5])
    assert (info.NumRandomRestarts, info.Status) == (0, "best available")
    assert info.ExitFlag in (1, 4, 5)
    reach = np.linalg.norm(robot.getTransform([0, 0, 0], end)[:3, 3])
    assert q == pytest.approx([0, 0, 0], abs=1e-6)  # stretched towards it
    assert info.PoseErrorNorm == pytest.approx(9 - reach, abs=1e-9)


def test_a_change_below_its_tolerance_ends_the_search():
    solver = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm="LevenbergMarquardt")
    solver.SolverParameters = {"AllowRandomRestart": False, "ErrorChangeTolerance": 0.1}
    assert solver(END, OUT_OF_REACH, np.ones(6), Q)[1].ExitFlag == 5


def test_damping_changes_the_way():
    solver = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm="LevenbergMarquardt")
    target, iterations = pose(Q + 0.5), []
    for parameters in ({}, {"UseErrorDamping": False, "DampingBias": 10}):
        solver.SolverParameters = parameters
        q, info = solver(END, target, np.ones(6), Q)
        assert reaches(solver, q, target)
        iterations.append(info.Iterations)
    assert iterations[1] > 2 * iterations[0]


# ---- what is refused, what is warned of ----


def solver_of_arm():
    return inverseKinematics(RigidBodyTree=arm())


@pytest.mark.parametrize(
    ("arguments", "error", "match"),
    [
        (("iiwa_link_e", np.eye(4), [1] * 6, Q), KeyError, "Did you mean 'iiwa_link_ee"),
        ((8, np.eye(4), [1] * 6, Q), TypeError, "not text"),
        (("world", np.eye(4), [1] * 6, Q), ValueError, "is the base"),
        ((END, np.eye(3), [1] * 6, Q), ValueError, "wrong size"),
        ((END, np.full((4, 4), np.nan), [1] * 6, Q), ValueError, "not finite"),
        ((END, np.zeros((4, 4)), [1] * 6, Q), ValueError, "nothing like a rotation"),
        ((END, np.diag([1, 1, -1, 1]), [1] * 6, Q), ValueError, "nothing like a rotation"),
        ((END, np.eye(4), [1] * 5, Q), ValueError, "6 elements"),
        ((END, np.eye(4), [1, 1, 1, 1, 1, -1], Q), ValueError, "negative"),
        ((END, np.eye(4), [1, 1, 1, 1, 1, np.nan], Q), ValueError, "not finite"),
        ((END, np.eye(4), [1] * 6, Q[:6]), ValueError, "6 elements"),
        ((END, np.eye(4), [1] * 6, Q[:, None]), ValueError, "shape"),
        ((END, np.eye(4), [1] * 6, [np.nan] * 7), ValueError, "NaN"),
    ],
)
def test_bad_arguments(arguments, error, match):
    with pytest.raises(error, match=match):
        solver_of_arm()(*arguments)


def test_floating_joints_are_refused():
    with pytest.raises(ValueError, match=r"floating joint.*three prismatic and three revolute"):
        inverseKinematics(RigidBodyTree=rst.importrobot("floating_base"))


def test_a_guess_outside_the_limits_is_moved():
    solver = solver_of_arm()
    upper = np.array([b.Joint.PositionLimits[1] for b in arm().Bodies if b.Joint.Type != "fixed"])
    with pytest.warns(rst.MatlabWarning, match="initial guess is outside") as caught:
        q, info = solver(END, pose(upper), np.ones(6), upper + 1)
    assert caught[0].filename == __file__
    assert q.tolist() == upper.tolist()
    assert info.Iterations == 0
    q, _ = solver(END, pose(), np.ones(6), np.round(upper, 8))  # a limit as it is printed is no reason to warn
    assert reaches(solver, q, pose())


def test_joints_off_the_path_stay_at_the_guess():
    robot = robot_of(("revolute", [0, 0, 1], [0, 0, 0]), ("revolute", [0, 0, 1], [1, 0, 0]), ("fixed", 0, [1, 0, 0]))
    branch = rst.rigidBody("branch")
    branch.Joint = rst.rigidBodyJoint("branch_joint", "revolute")
    robot.addBody(branch, "b1")
    q, info = inverseKinematics(RigidBodyTree=robot)("b3", rst.trvec2tform([1, 1, 0]), PLANE, [0.1, 0.2, 0.3])
    assert (info.Status, q[2]) == ("success", 0.3)


@pytest.mark.parametrize("scale", [1.1, 1.01])
def test_a_pose_that_is_not_rigid_is_made_so_with_a_warning(scale):
    solver, T = solver_of_arm(), pose()
    bent = T.copy()
    bent[:3, :3] *= scale
    with pytest.warns(rst.MatlabWarning, match="not a rigid transform") as caught:
        q, _ = solver(END, bent, np.ones(6), Q + 0.1)
    assert caught[0].filename == __file__
    assert reaches(solver, q, T)


def test_a_pose_typed_with_four_digits_needs_no_warning():
    T = pose().round(4)
    q, info = solver_of_arm()(END, T, np.ones(6), Q)
    assert info.Status == "success"
    assert np.abs(arm().getTransform(q, END) - T).max() < 1e-4


# ---- small and odd chains ----


@algorithms
def test_the_planar_arm_of_the_documentation(algorithm):
    """Three joints, two of them enough: only the place in the plane counts."""
    robot = rst.importrobot("planar3r", DataFormat="column")
    solver = inverseKinematics("RigidBodyTree", robot, "SolverAlgorithm", algorithm)
    q, end = robot.homeConfiguration(), robot.BodyNames[-1]
    reach = np.linalg.norm(robot.getTransform(q, end)[:3, 3])
    for t in np.linspace(0, 2 * np.pi, 50):  # along a circle, from each solution to the next
        place = reach * np.array([0.5 + 0.2 * np.cos(t), 0.2 * np.sin(t), 0])
        q, info = solver(end, rst.trvec2tform(place), PLANE, q)
        assert info.Status == "success"
        assert np.abs(robot.getTransform(q, end)[:2, 3] - place[:2]).max() < 2e-6


@algorithms
@pytest.mark.parametrize("kind", ["revolute", "prismatic"])
def test_a_single_joint(algorithm, kind):
    robot = robot_of((kind, [0, 1, 0], [0.1, 0.2, 0.3]), ("fixed", 0, [0.5, 0, 0]))
    q, info = inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)(
        "b2", robot.getTransform([0.4], "b2"), [1] * 6, [0]
    )
    assert q == pytest.approx([0.4], abs=2e-6)
    assert info.Status == "success"


@algorithms
def test_prismatic_joints_among_others(algorithm):
    robot = robot_of(
        ("prismatic", [0, 0, 1], [0, 0, 0.2]),
        ("revolute", [0, 0, 1], [0, 0, 0]),
        ("prismatic", [1, 1, 0], [0.3, 0, 0]),
        ("revolute", [1, 0, 0], [0.1, 0.1, 0]),
        ("revolute", [0, 1, 0], [0, 0, 0.1]),
        ("fixed", 0, [0, 0, 0.2]),
    )
    solver = inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
    rst.rng(0)
    for _ in range(30):
        target = robot.getTransform(robot.randomConfiguration(), "b6")
        assert reaches(solver, solver("b6", target, [1] * 6, [])[0], target, "b6")


@algorithms
def test_a_body_that_nothing_moves(algorithm):
    robot = robot_of(("fixed", 0, [1, 0, 0]), ("revolute", [0, 0, 1], [0, 0, 0]))
    solver = inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
    q, info = solver("b1", rst.trvec2tform([1, 0, 0]), [1] * 6, [0.5])
    assert (q.tolist(), info.Status, info.PoseErrorNorm) == ([0.5], "success", 0)
    q, info = solver("b1", rst.trvec2tform([1, 0, 2]), [0, 0, 0, 1, 1, 4], [0.5])
    assert (q.tolist(), info.Status) == ([0.5], "best available")
    assert (info.PoseErrorNorm, info.NumRandomRestarts) == (4, 0)  # the root of 4 times 2 squared


@algorithms
def test_a_robot_without_moving_joints(algorithm):
    solver = inverseKinematics(RigidBodyTree=robot_of(("fixed", 0, [1, 0, 0])), SolverAlgorithm=algorithm)
    q, info = solver("b1", np.eye(4), [1] * 6, [])
    assert (q.shape, info.Status) == ((0,), "best available")


@algorithms
def test_weights_of_zero_ask_for_nothing(algorithm):
    q, info = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm=algorithm)(END, OUT_OF_REACH, [0] * 6, Q)
    assert (q.tolist(), info.Status, info.Iterations) == (Q.tolist(), "success", 0)


@algorithms
def test_unbounded_joints(algorithm):
    robot = arm()
    for body in robot.Bodies:
        if body.Joint.Type != "fixed":
            body.Joint.PositionLimits = [-np.inf, np.inf]
    solver = inverseKinematics(RigidBodyTree=robot, SolverAlgorithm=algorithm)
    rst.rng(0)
    for _ in range(20):
        target = robot.getTransform(robot.randomConfiguration(), END)
        assert reaches(solver, solver(END, target, [1] * 6, [])[0], target)


@algorithms
def test_weights_steer_what_cannot_be_had_together(algorithm):
    """Out of reach: with all weight on orientation it is exact, and with more on position the end comes nearer."""
    solver, misses = inverseKinematics(RigidBodyTree=arm(), SolverAlgorithm=algorithm), []
    turned = rst.eul2tform([0, np.pi / 2, 0]) @ rst.trvec2tform([0, 0, 0])
    turned[:3, 3] = [-1, 1, 1.5]
    for weights in ([1, 1, 1, 0, 0, 0], [1, 1, 1, 0.1, 0.1, 0.1], [1, 1, 1, 10, 10, 10]):
        T = arm().getTransform(solver(END, turned, weights, [], nargout=1), END)
        angle = np.ravel(rst.rotm2axang(T[:3, :3].T @ turned[:3, :3]))[3]
        misses.append((angle, np.linalg.norm(T[:3, 3] - turned[:3, 3])))
    (a0, _), (a1, p1), (a2, p2) = misses
    assert a0 < 2e-6
    assert a0 < a1 < a2
    assert p1 > p2


def test_it_shows_its_properties():
    assert repr(inverseKinematics()).splitlines()[2].strip() == "RigidBodyTree: []"
    assert "SolverAlgorithm: 'BFGSGradientProjection'" in repr(solver_of_arm())
