"""Full-precision golden values see one percent of every number they depend on.

One percent of the larger of a number's magnitude and 0.1 is added to one number of the file's text, of a state, of a
case or of the model; then at least one case must miss, or the model be refused.  What is not seen has its reason in
``no_effect.py``, read from the structure of the robot alone; and what has a reason there must not be seen.
"""

from collections import defaultdict
from copy import deepcopy
from dataclasses import replace
from json import loads
from pathlib import Path

import no_effect
import numpy as np
import pytest

from rst_compat.errors import MatlabError
from rst_compat.golden import Golden, check, compare, golden_files, read_golden
from rst_compat.golden.compute import compute_all, conditions

ROOT = Path(__file__).parents[2] / "fixtures"
VECTORS = ("Configuration", "JointVelocity", "JointAcceleration", "JointTorque", "Gravity")
INERTIAL = ("Mass", "CenterOfMass", "Inertia")
JOINT = ("JointAxis", "DH", "MDH", "JointToParentTransform", "ChildToJointTransform")


def full_precision():
    for path in golden_files(ROOT / "golden"):
        golden = read_golden(path)
        measures = {case.tolerance.measure for case in golden.cases if "Configuration" in case.inputs}
        if golden.model and measures == {"R19b"}:
            yield golden


FILES = {golden.name: golden for golden in full_precision()}
pytestmark = pytest.mark.filterwarnings("ignore:The mass matrix is")  # with the numbers that are tried


def more(x):
    return x + 0.01 * max(abs(x), 0.1)


def structure(golden):
    functions = {case.function for case in golden.cases}
    gravities = [case.inputs["Gravity"] for case in golden.cases if "Gravity" in case.inputs]
    posed = {case.inputs["BodyName"] for case in golden.cases if case.function == "getTransform"}
    return no_effect.Structure(golden.robot, functions, gravities, posed)


# --------------------------------------------------------------------------- inputs


def variations(golden):
    """(number, case, case with that number changed), the case being any of those that take the number.

    A number is its place in the file, of a state or of a case: (key or body, index, frame of a wrench, where).
    """
    written = loads(golden.path.read_text(encoding="utf-8"))["Cases"]
    for case, text in zip(golden.cases, written, strict=True):
        for key in VECTORS:
            given = case.inputs.get(key, ())
            where = text["Name"] if key in text else text.get("State")
            for i, x in enumerate(given):
                changed = [*given[:i], more(x), *given[i + 1 :]]
                yield (key, i, None, where), case, replace(case, inputs=case.inputs | {key: changed})
        forces = case.inputs.get("ExternalForce", ())
        where = text["Name"] if "ExternalForce" in text else text.get("State")
        for k, force in enumerate(forces):
            for i, x in enumerate(force["Wrench"]):
                wrench = [*force["Wrench"][:i], more(x), *force["Wrench"][i + 1 :]]
                changed = [*forces[:k], force | {"Wrench": wrench}, *forces[k + 1 :]]
                number = (force["Body"], i, force.get("Frame", "base"), where)
                yield number, case, replace(case, inputs=case.inputs | {"ExternalForce": changed})


def seen_inputs(golden):
    """Number -> whether a case sees it."""
    numbers, cases, changed = zip(*variations(golden), strict=True)
    seen = defaultdict(bool)
    results, factors = compute_all(golden.robot, changed), conditions(golden.robot, changed)
    for number, case, got, factor in zip(numbers, cases, results, factors, strict=True):
        seen[number] |= isinstance(got, MatlabError) or not compare(case, got, factor).passed
    return seen


def why_input(s, number):
    key, i, frame, _where = number
    if key == "Gravity":
        return no_effect.why_gravity(s, i)
    if key == "JointVelocity":
        return no_effect.why_velocity(s, i)
    return None if key in VECTORS else no_effect.why_wrench(s, key, frame, i)


@pytest.mark.parametrize("golden", FILES.values(), ids=FILES)
def test_inputs(golden):
    s = structure(golden)
    seen = seen_inputs(golden)
    assert [number for number, is_seen in seen.items() if is_seen == (why_input(s, number) is not None)] == []


# --------------------------------------------------------------------------- the model


def numbers_in(value, place):
    if isinstance(value, list):
        for i, inner in enumerate(value):
            yield from numbers_in(inner, (*place, i))
    else:
        yield place


def model_numbers(golden):
    """Places of all numbers of the model that have to do with mechanics; the last row of a transform is no number."""
    document = golden.model_document()
    yield from numbers_in(document["Gravity"], ("Gravity",))
    for i, body in enumerate(document["Bodies"]):
        for key in INERTIAL:
            yield from numbers_in(body[key], ("Bodies", i, key))
        for key in JOINT:
            for place in numbers_in(body["Joint"].get(key, []), ("Bodies", i, "Joint", key)):
                if len(place) < 6 or place[4] < 3:
                    yield place


def is_seen(golden, place):
    document = deepcopy(golden.model_document())
    *way, last = place
    at = document
    for step in way:
        at = at[step]
    at[last] = more(at[last])
    try:
        outcomes = check(Golden(golden.path, document, {}, False, golden.cases), hints=False)
    except MatlabError as error:
        return error.identifier == "rst_compat:model:WrongValue"  # no rotation any more
    return not all(outcome.passed for outcome in outcomes)


def why_model(s, golden, place):
    if place[0] == "Gravity":
        return no_effect.why_gravity(s, place[1])
    name = golden.model_document()["Bodies"][place[1]]["Name"]
    if place[2] == "Joint":
        return no_effect.why_joint(s, name, place[3], place[4:])
    return no_effect.why_inertial(s, name, place[2], (*place, 0)[3])


def wrong_about(golden, places):
    """Numbers that are not seen without a reason; and numbers that are seen in spite of one.

    A transform with a reason may be seen all the same: where one percent makes it no rotation, the model is refused.
    """
    s = structure(golden)
    for place in places:
        reason, seen = why_model(s, golden, place), is_seen(golden, place)
        if seen != (reason is None) and not (seen and "Transform" in str(place)):
            yield place, reason


@pytest.mark.parametrize("golden", FILES.values(), ids=FILES)
def test_the_model_in_part(golden):
    places = list(model_numbers(golden))
    assert list(wrong_about(golden, places[:: len(places) // 12])) == []


@pytest.mark.slow
@pytest.mark.parametrize("golden", FILES.values(), ids=FILES)
def test_the_model(golden):
    assert list(wrong_about(golden, model_numbers(golden))) == []


# --------------------------------------------------------------------------- outputs, and how many


@pytest.mark.parametrize("golden", FILES.values(), ids=FILES)
def test_every_output_number(golden):
    """One percent off, or a thousandth where it is small, is a miss."""
    factors = conditions(golden.robot, golden.cases)
    for case, got, factor in zip(golden.cases, compute_all(golden.robot, golden.cases), factors, strict=True):
        want = np.asarray(case.output, dtype=float)
        for place in np.ndindex(want.shape):
            wrong = want.copy()
            wrong[place] = more(wrong[place])
            exact = case.tolerance.measure == "exact"
            assert not compare(replace(case, output=wrong.tolist() if exact else wrong), got, factor).passed


def test_how_many_numbers_are_without_effect():
    """Unseen without a reason: none.  With one: above all moments on bodies that are only slid."""
    inputs = model = outputs = 0
    without = defaultdict(int)
    for golden in FILES.values():
        s = structure(golden)
        for number in dict.fromkeys(n for n, *_ in variations(golden)):
            inputs, reason = inputs + 1, why_input(s, number)
            without[reason] += reason is not None
        for place in model_numbers(golden):
            model, reason = model + 1, why_model(s, golden, place)
            without[reason] += reason is not None
        outputs += sum(np.size(case.output) for case in golden.cases)
    told = (ROOT / "README.md").read_text(encoding="utf-8").replace("\n", " ")
    assert f"of the {len(FILES)} files at full precision: {inputs} inputs of states, {model} numbers of models" in told
    assert f"and {outputs} outputs" in told
    assert f"at most {sum(without.values())}, " in told
    assert sum(without.values()) <= 0.05 * (inputs + model)
