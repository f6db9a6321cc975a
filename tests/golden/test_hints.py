"""Each known mistake, planted in a copy of a model or of its golden values, is named; and no other one is.

The correct values are those of Peter Corke's toolbox, 200 and more of them for a robot.
"""

from json import loads
from pathlib import Path

import numpy as np
import pytest

import rst_compat as rst
from rst_compat.golden import check, compute, hint_for, read_golden

ROOT = Path(__file__).parents[2] / "fixtures"
MODELS = ["twolink", "puma560"]
VECTORS = ("Configuration", "JointVelocity", "JointAcceleration", "JointTorque")


def correct(name):
    """The golden file of a robot with the model written out, and the inputs in every case."""
    golden = with_all_inputs(ROOT / "golden" / name / "rtb_matlab.golden.json")
    golden["Model"] = loads((ROOT / "models" / f"{name}.json").read_text("utf-8"))
    return golden


def with_all_inputs(path):
    golden = loads(path.read_text("utf-8"))
    del golden["States"]
    own = ("State", "ExternalForce")
    golden["Cases"] = [
        {key: value for key, value in case.items() if key not in own} | read.inputs
        for case, read in zip(golden["Cases"], read_golden(path).cases, strict=True)
    ]
    return golden


def of(golden, *functions):
    return [case for case in golden["Cases"] if case["Function"] in functions]


def hints(golden):
    """Hints of the misses; every miss has one."""
    missed = [outcome for outcome in check(read_golden(golden)) if not outcome.passed]
    assert missed
    return [outcome.hint.mistake if outcome.hint else None for outcome in missed]


# --------------------------------------------------------------------------- planting


def inertia_about_center(golden):
    for body in golden["Model"]["Bodies"]:
        x, y, z = body["CenterOfMass"]
        moved = np.array([y * y + z * z, x * x + z * z, x * x + y * y, -y * z, -x * z, -x * y])
        body["Inertia"] = (np.array(body["Inertia"]) - body["Mass"] * moved).tolist()


def inertia_moved_twice(golden):
    """The other program was given inertias about the centre of mass: ours were right."""
    for body in golden["Model"]["Bodies"]:
        x, y, z = body["CenterOfMass"]
        moved = np.array([y * y + z * z, x * x + z * z, x * x + y * y, -y * z, -x * z, -x * y])
        body["Inertia"] = (np.array(body["Inertia"]) + body["Mass"] * moved).tolist()


def gravity_flipped(golden):
    golden["Model"]["Gravity"] = [-g for g in golden["Model"]["Gravity"]]


def gravity_of_a_case_flipped(golden):
    for case in of(golden, "gravityTorque"):
        case["Gravity"] = [-g for g in golden["Model"]["Gravity"]]


def gravity_left_at_zero(golden):
    golden["Model"]["Gravity"] = [0, 0, 0]


def recomputed(golden, robot, *functions):
    """Outputs of some functions, of a robot in which a mistake is made."""
    read = {case.name: case for case in read_golden(golden).cases}
    for case in of(golden, *functions):
        case["Output"] = compute(robot, read[case["Name"]]).tolist()


def gravity_left_at_zero_by_the_other_program(golden):
    robot = rst.importrobot(golden["Model"], DataFormat="row")
    robot.Gravity = [0, 0, 0]
    recomputed(golden, robot, "gravityTorque", "inverseDynamics", "forwardDynamics")


def child_transform_ignored(golden):
    robot = rst.importrobot(golden["Model"], DataFormat="row")
    for body in robot.Bodies:
        body.Joint.setFixedTransform(body.Joint.JointToParentTransform)
    dynamics = "massMatrix velocityProduct gravityTorque inverseDynamics forwardDynamics coriolisMatrix"
    recomputed(golden, robot, *dynamics.split())


def jacobian_rows_swapped(golden):
    for case in of(golden, "geometricJacobian"):
        case["Output"] = case["Output"][3:] + case["Output"][:3]


def wrench_swapped(golden):
    for case in golden["Cases"]:
        for force in case.get("ExternalForce", []):
            force["Wrench"] = force["Wrench"][3:] + force["Wrench"][:3]


def jacobian_transposed(golden):
    for case in of(golden, "geometricJacobian"):
        case["Output"] = np.transpose(case["Output"]).tolist()


def angles_in_degrees(golden):
    for case in golden["Cases"]:
        for key in VECTORS[:1]:
            if key in case:
                case[key] = np.rad2deg(case[key]).tolist()


def rates_in_degrees(golden):
    for case in golden["Cases"]:
        for key in VECTORS[:3]:
            if key in case:
                case[key] = np.rad2deg(case[key]).tolist()


def accelerations_in_degrees(golden):
    for case in golden["Cases"]:
        if "JointAcceleration" in case:
            case["JointAcceleration"] = np.rad2deg(case["JointAcceleration"]).tolist()


def velocities_in_degrees(golden):
    for case in golden["Cases"]:
        if "JointVelocity" in case:
            case["JointVelocity"] = np.rad2deg(case["JointVelocity"]).tolist()


def positions_and_velocities_in_degrees(golden):
    angles_in_degrees(golden)
    velocities_in_degrees(golden)


def radians_taken_for_degrees(golden):
    for case in golden["Cases"]:
        if "Configuration" in case:
            case["Configuration"] = np.deg2rad(case["Configuration"]).tolist()


def theta_used(golden):
    theta = [0.3, -0.2, 0.5, 0.1, -0.4, 0.25][: len(golden["Model"]["Bodies"])]
    for body, angle in zip(golden["Model"]["Bodies"], theta, strict=True):
        body["Joint"]["DH"][3] = angle
    for case in golden["Cases"]:
        if "Configuration" in case:
            case["Configuration"] = (np.array(case["Configuration"]) - theta).tolist()


def wrench_in_the_other_frame(golden):
    for case in golden["Cases"]:
        for force in case.get("ExternalForce", []):
            force["Frame"] = "base"


def velocity_product_negated(golden):
    for case in of(golden, "velocityProduct"):
        case["Output"] = [-x for x in case["Output"]]


def other_coriolis_matrix(golden):
    """Another matrix with the same product: of what the joint velocities do not see."""
    for case in of(golden, "coriolisMatrix"):
        qd = np.array(case["JointVelocity"])
        unseen = np.roll(qd, 1) - qd * (np.roll(qd, 1) @ qd) / (qd @ qd)
        case["Output"] = (np.array(case["Output"]) + np.outer(np.arange(1, 1 + len(qd)), unseen)).tolist()


def joints_reversed(golden):
    for case in golden["Cases"]:
        for key in VECTORS:
            if key in case:
                case[key] = case[key][::-1]
        output = np.array(case["Output"])
        if case["Function"] in ("massMatrix", "coriolisMatrix"):
            output = output[::-1, ::-1]
        elif case["Function"] == "geometricJacobian":
            output = output[:, ::-1]
        elif case["Function"] != "getTransform":
            output = output[::-1]
        case["Output"] = output.tolist()


PLANTED = {
    inertia_about_center: "inertia-about-center-of-mass",
    inertia_moved_twice: "inertia-about-center-of-mass",
    gravity_flipped: "gravity-flipped",
    gravity_of_a_case_flipped: "gravity-flipped",
    gravity_left_at_zero: "gravity-zero",
    gravity_left_at_zero_by_the_other_program: "gravity-zero",
    child_transform_ignored: "child-transform-ignored",
    jacobian_rows_swapped: "rows-swapped",
    wrench_swapped: "rows-swapped",
    jacobian_transposed: "transposed",
    angles_in_degrees: "degrees",
    rates_in_degrees: "degrees",
    velocities_in_degrees: "degrees",
    accelerations_in_degrees: "degrees",
    positions_and_velocities_in_degrees: "degrees",
    radians_taken_for_degrees: "degrees",
    theta_used: "dh-theta-used",
    wrench_in_the_other_frame: "other-wrench-frame",
    velocity_product_negated: "velocity-product-negated",
    other_coriolis_matrix: "other-coriolis-matrix",
    joints_reversed: "joint-order",
}


@pytest.mark.filterwarnings("ignore:The mass matrix is")  # not positive definite, or singular: the mistakes make it so
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("plant", "mistake"), PLANTED.items(), ids=lambda x: getattr(x, "__name__", None))
def test_a_planted_mistake_is_named_and_no_other(model, plant, mistake):
    golden = correct(model)
    plant(golden)
    assert set(hints(golden)) == {mistake}


# --------------------------------------------------------------------------- where it shows in one place only


def alone(golden, *cases):
    """The same file with a few cases only."""
    golden["Cases"] = list(cases)
    return golden


def pushed(golden):
    return next(case for case in golden["Cases"] if "ExternalForce" in case)


def wrench_matrix(golden, **changes):
    """A case of externalForce, of which RTB has none: the matrix is the wrench in the column of its body."""
    body = golden["Model"]["Bodies"][-1]["Name"]
    wrench = [1.0, 2, 3, 4, 5, 6]
    columns = np.zeros((6, len(golden["Model"]["Bodies"])))
    columns[:, -1] = wrench
    case = {"Name": "f", "Function": "externalForce", "BodyName": body, "Wrench": wrench, "Digits": "full"}
    return case | {"Output": columns.tolist()} | changes


def test_the_sign_on_a_page_of_matlabs_documentation():
    """The page of the QArm prints -velocityProduct; its golden file has the sign turned."""
    path = ROOT / "golden" / "quanserQArm" / "matlab_docs.golden.json"
    golden = loads(path.read_text("utf-8"))
    golden["Model"] = loads((ROOT / "library" / "quanserQArm.json").read_text("utf-8"))
    velocity_product_negated(golden)
    assert hints(golden) == ["velocity-product-negated"]


def test_a_transposed_matrix_of_forces():
    golden = correct("twolink")
    right = wrench_matrix(golden)
    assert check(read_golden(alone(golden, right)))[0].passed
    wrong = right | {"Output": np.transpose(right["Output"]).tolist()}
    assert hints(alone(golden, wrong)) == ["transposed"]


def test_a_matrix_of_forces_with_its_halves_exchanged():
    golden = correct("puma560")
    right = wrench_matrix(golden)
    wrong = right | {"Output": right["Output"][3:] + right["Output"][:3]}
    assert hints(alone(golden, wrong)) == ["rows-swapped"]


def test_a_matrix_of_forces_in_the_other_frame():
    golden = correct("puma560")
    wrong = wrench_matrix(golden, Configuration=[0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    assert hints(alone(golden, wrong)) == ["other-wrench-frame"]


def test_forces_transposed_on_the_way_in_where_six_bodies_hide_it():
    golden = correct("puma560")
    case = pushed(golden)
    names = [body["Name"] for body in golden["Model"]["Bodies"]]
    wrenches = np.arange(36.0).reshape(6, 6).tolist()
    case["ExternalForce"] = [{"Body": n, "Wrench": w} for n, w in zip(names, wrenches, strict=True)]
    robot = rst.importrobot(golden["Model"], DataFormat="row")
    vectors = [case[key] for key in VECTORS[:3]]
    case["Output"] = robot.inverseDynamics(*vectors, np.arange(36.0).reshape(6, 6).T).tolist()
    assert hints(alone(golden, case)) == ["transposed"]


def test_degrees_in_the_rows_of_the_model():
    golden = correct("puma560")
    for body in golden["Model"]["Bodies"]:
        body["Joint"]["DH"][1] = float(np.rad2deg(body["Joint"]["DH"][1]))
    assert set(hints(golden)) == {"degrees"}


@pytest.mark.parametrize("plant", [angles_in_degrees, rates_in_degrees, radians_taken_for_degrees])
def test_degrees_of_a_whole_vector_with_a_prismatic_joint_in_it(plant):
    golden = correct("stanford")
    plant(golden)
    assert set(hints(golden)) == {"degrees"}


@pytest.mark.filterwarnings("ignore:The mass matrix is")
@pytest.mark.parametrize(("plant", "mistake"), PLANTED.items(), ids=lambda x: getattr(x, "__name__", None))
def test_one_state_is_enough(plant, mistake):
    """A state has a single case of most functions, and yet no other mistake explains them all."""
    golden = correct("puma560")
    golden["Cases"] = [case for case in golden["Cases"] if case["Name"].startswith("state1/")]
    plant(golden)
    assert set(hints(golden)) == {mistake}


# --------------------------------------------------------------------------- what is decided over all cases


def test_two_mistakes_in_different_functions_are_both_named():
    golden = correct("puma560")
    jacobian_transposed(golden)
    velocity_product_negated(golden)
    found = {o.case.function: o.hint.mistake for o in check(read_golden(golden)) if not o.passed}
    assert found == {"geometricJacobian": "transposed", "velocityProduct": "velocity-product-negated"}


def test_numbers_that_are_merely_wrong_have_no_hint():
    golden = correct("puma560")
    draw = np.random.default_rng(0)
    for case in golden["Cases"][::5]:
        case["Output"] = draw.normal(size=np.shape(case["Output"])).tolist()
    assert set(hints(golden)) == {None}


def test_a_mistake_in_the_model_is_in_all_cases():
    """One case with the sign of gravity turned is no turned gravity of the model: the other eleven would miss."""
    golden = correct("twolink")
    case = of(golden, "gravityTorque")[0]
    case["Output"] = [-x for x in case["Output"]]
    assert hints(golden) == [None]


def test_one_number_tells_the_gravity_of_the_earth():
    golden = correct("twolink")
    golden["Model"]["Gravity"] = [0, 0, 0]
    alone(golden, of(golden, "gravityTorque")[0])
    assert hints(golden) == ["gravity-zero"]


def test_gravity_is_not_fitted_to_three_numbers():
    golden = correct("twolink")
    golden["Model"]["Gravity"] = [0, 0, 0]
    case = of(golden, "gravityTorque")[0]
    case["Output"] = [x * 1.62 / 9.81 for x in case["Output"]]  # on the moon
    alone(golden, case)
    assert hints(golden) == [None]


@pytest.mark.filterwarnings("ignore:The mass matrix is")
def test_a_mass_matrix_that_a_mistake_makes_singular_explains_nothing():
    """With its inertia about the other point the rod has next to none: the error is divided by 5e12, and would pass."""
    rod = {"Name": "rod", "Parent": "base", "Mass": 2, "CenterOfMass": [0.5, 0, 0]}
    rod["Inertia"] = [0, 0.5, 0.5 + 1e-13, 0, 0, 0]
    rod["Joint"] = {"Name": "a", "Type": "revolute", "JointAxis": [0, 0, 1]}
    tip = {"Name": "tip", "Parent": "rod", "Mass": 1, "CenterOfMass": [0, 0, 0], "Inertia": [0.5, 0, 0, 0, 0, 0]}
    tip["Joint"] = {"Name": "b", "Type": "revolute", "JointAxis": [1, 0, 0]}
    golden = correct("twolink")
    golden["Model"] = {"Format": "rigidBodyTree", "Version": 1, "Bodies": [rod, tip]}
    case = {"Name": "fd", "Function": "forwardDynamics", "Configuration": [0.1, 0.2], "JointTorque": [0, 2]}
    assert hints(alone(golden, case | {"Output": [3, -7], "Digits": "full"})) == [None]


@pytest.mark.parametrize(
    ("function", "arguments", "wrong"),
    [
        ("eul2rotm", [[0.3, -0.2, 0.5]], "input"),
        ("axang2rotm", [[0, 0.6, 0.8, 1.2]], "input"),
        ("angdiff", [[0.3, 0.2], [1.0, -0.4]], "input"),
        ("rotm2eul", [[[0, -1, 0], [1, 0, 0], [0, 0, 1]]], "output"),
        ("quat2axang", [[0.8, 0, 0.6, 0]], "output"),
    ],
)
def test_degrees_of_rotations(function, arguments, wrong):
    def in_degrees(x):
        return (np.array(x) * ([1, 1, 1, 180 / np.pi] if "axang" in function else 180 / np.pi)).tolist()

    output = np.asarray(getattr(rst, function)(*arguments)).tolist()
    case = {"Name": "r", "Function": function, "Arguments": arguments, "Output": output, "Digits": "full"}
    golden = {key: value for key, value in correct("twolink").items() if key != "Model"} | {"Model": None}
    assert check(read_golden(alone(golden, case)))[0].passed
    if wrong == "input":
        case["Arguments"] = [in_degrees(x) for x in arguments]
    else:
        case["Output"] = in_degrees(output)
    assert hints(alone(golden, case)) == ["degrees"]
    case["Output"] = np.full(np.shape(output), 0.123).tolist()
    assert hints(alone(golden, case)) == [None]


@pytest.mark.filterwarnings("ignore:The mass matrix is singular")
def test_gravity_is_not_fitted_to_what_is_not_finite():
    golden = correct("twolink")
    golden["Model"]["Gravity"] = [0, 0, 0]
    for body in golden["Model"]["Bodies"]:
        body["Mass"], body["Inertia"] = 0, [0] * 6
    alone(golden, *of(golden, "forwardDynamics"))
    assert set(hints(golden)) == {None}


def test_products_have_no_order_of_joints():
    golden = correct("puma560")
    for case in of(golden, "massMatrix", "geometricJacobian"):
        case["TransposeTimes"] = [1, 2, 3, 4, 5, 6]
        case["Output"] = [1, 2, 3, 4, 5, 6]
    assert set(hints(golden)) == {None}


def test_the_gravity_that_was_left_at_zero_is_told():
    golden = correct("puma560")
    gravity_left_at_zero(golden)
    texts = {str(o.hint) for o in check(read_golden(golden)) if not o.passed}
    assert len(texts) == 1
    assert "with [0 0 -9.81] (explains 48 of 48 misses)" in texts.pop()


def test_the_order_of_joints_is_told():
    golden = correct("puma560")
    joints_reversed(golden)
    text = next(str(o.hint) for o in check(read_golden(golden)) if not o.passed)
    assert ": joint6, joint5, joint4, joint3, joint2, joint1 (" in text


def test_more_than_seven_joints_in_the_orders_that_people_mix_up():
    golden = with_all_inputs(ROOT / "golden" / "synth7_1" / "matlab_generated_code.golden.json")
    golden["Model"] = loads((ROOT / "golden" / "synth7_1" / "model.json").read_text("utf-8"))
    golden["Cases"] = of(golden, "massMatrix", "velocityProduct", "inverseDynamics")
    joints_reversed(golden)
    assert set(hints(golden)) == {"joint-order"}


# --------------------------------------------------------------------------- values of one's own


def test_a_value_of_ones_own_is_explained_too():
    golden = read_golden(correct("puma560"))
    cases = {case.name: case for case in golden.cases}
    jacobian = cases["state1/jacob0"]
    assert hint_for(golden, jacobian, jacobian.output.T) == "this value is transposed"
    assert hint_for(golden, jacobian, np.roll(jacobian.output, 3, axis=0)).startswith("angular and linear rows")
    product = cases["state1/velocity_product"]
    assert hint_for(golden, product, -product.output).startswith("this value is -velocityProduct")
    assert hint_for(golden, product, product.output) == ""
    assert hint_for(golden, product, 2 * product.output) == ""
    assert hint_for(golden, product, product.output[:3]) == ""
    assert hint_for(golden, product, "text") == ""
