"""checkModel: what is wrong, or easily overlooked, in a robot or in the file that describes it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ..errors import MatlabError, MatlabWarning
from ..files.remarks import MISSING_INERTIAL
from .body_checks import check_bodies
from .findings import SEVERITIES, Finding, listed
from .importers import from_spec, read_spec
from .tree_checks import check_joints, check_masses, check_settings, check_units, is_indefinite, mass_matrices

if TYPE_CHECKING:
    from ..files.spec import BodySpec, RobotSpec
    from .rigid_body_tree import rigidBodyTree

__all__ = ["Finding", "checkModel"]

_RESET = "robotics:robotmanip:joint:ResettingHomePosition"


def checkModel(robot: Any) -> list[Finding]:
    """Look for the usual mistakes in a robot: masses, inertias, limits, units, settings that are still defaults.

    Parameters
    ----------
    robot : rigidBodyTree, path, text, bytes or dict
        A tree, or what importrobot reads. Of a file more can be said: numbers that MATLAB's rules ignore are visible
        only there.

    Returns
    -------
    list of Finding
        Errors first, then warnings, then infos; empty where there is nothing to say.

    Raises
    ------
    MatlabError
        As :func:`importrobot`, where there is no robot to look at; of a model.json with several faults the hint lists
        the others.

    Notes
    -----
    Ours; MATLAB runs every model. The codes:

    - masses and inertias: ``NegativeMass``, ``InertiaAboutCenterOfMass``, ``InertiaNotPositive``,
      ``TriangleInequality``, ``MasslessInertia``, ``DefaultInertia``, ``AllMassesZero``, ``MasslessSubtree``,
      ``SingularMassMatrix`` (these two up to 500 moving joints); the last three make forwardDynamics give NaN
    - suspicions of other units: ``MassInGrams``, ``LengthInMillimetres``, ``InertiaInMillimetres``,
      ``AngleInDegrees``, ``GravityUnit``
    - joints: ``LimitsExcludeZero``, ``HomePositionReset``, ``IgnoredDH``, ``NegativeFriction``
    - settings: ``ZeroGravity``, ``StructDataFormat``
    - files: the last word of the identifier of each warning that the reader gives

    An inertia that breaks the triangle inequality is a warning, not an error: such numbers are published of real robots
    (the Puma 560 among them), and every function runs with them.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> robot = importrobot("twolink")
    >>> checkModel(robot)
    []
    >>> robot.Bodies[0].Inertia = [0.0004, 0.0106, 0.0106, 0, 0, 0]
    >>> [finding] = checkModel(robot)
    >>> finding.Code, finding.Corrected
    ('InertiaAboutCenterOfMass', (0.0004, 0.04185, 0.04185, 0.0, 0.0, 0.0))
    """
    found = _of_tree(robot) if hasattr(robot, "_compiled") else _of_file(robot)
    return sorted(found, key=lambda finding: SEVERITIES.index(finding.Severity))


def _of_tree(robot: rigidBodyTree) -> list[Finding]:
    M = mass_matrices(robot)
    bodies = check_bodies(robot, is_indefinite(M))
    useless = any(finding.Code == "AllMassesZero" for finding in bodies)
    rest = () if useless else check_masses(robot, M)
    return [*bodies, *rest, *check_joints(robot), *check_units(robot), *check_settings(robot)]


def _of_file(source: Any) -> list[Finding]:
    try:
        spec = read_spec(source)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always", MatlabWarning)
            robot = from_spec(spec)
    except MatlabError as error:
        raise _with_other_faults(error, source) from error.__cause__
    remarks = [(w.message.identifier, w.message.message) for w in caught if isinstance(w.message, MatlabWarning)]
    return [*_of_spec(spec), *_remarks([*spec.remarks, *remarks], robot), *_of_tree(robot)]


def _with_other_faults(error: MatlabError, source: Any) -> MatlabError:
    """The reader's error, which is about the first fault, with what the schema finds beside it."""
    if not error.identifier.startswith("rst_compat:model:"):
        return error
    from ..files.schema_faults import schema_faults  # noqa: PLC0415 - for broken files only

    try:
        faults = schema_faults(source)
    except MatlabError:  # it is no JSON
        return error
    first = next((fault for fault in faults if fault[0] == error.fact), None)
    others = [f"{place}: {text}" for place, text in faults if (place, text) != first]
    if not others:
        return error
    hint = "" if error.hint is None else f"{error.hint.rstrip('.')}{'' if error.hint.endswith('?') else '.'} "
    hint += f"{len(others)} more: {'; '.join(others)}"
    return type(error)(error.identifier, error.fact, error.expected, error.got, hint)


def _last_word(identifier: str) -> str:
    return identifier.rpartition(":")[2]


def _remarks(remarks: Iterable[tuple[str, str]], robot: rigidBodyTree) -> Iterator[Finding]:
    for identifier, text in remarks:
        if identifier == _RESET:
            hint = "As MATLAB does; give a HomePosition within the limits."
            yield Finding(
                "warning", "HomePositionReset", text, hint, Joint=text.split(" of joint ")[-1].split(" is ")[0]
            )
        elif identifier == MISSING_INERTIAL and not _moves_massless(robot):
            hint = "Frames have none; a tool or a cover that is fixed to a link should."
            yield Finding("info", _last_word(identifier), text, hint)
        else:
            yield Finding("warning", _last_word(identifier), text)


def _moves_massless(robot: rigidBodyTree) -> bool:
    """Whether a body without mass and inertia has a joint of its own."""
    return any(not (b.Mass or b.Inertia.any() or b.Joint.Type == "fixed") for b in robot.Bodies)


def _of_spec(spec: RobotSpec) -> Iterator[Finding]:
    for body in spec.bodies:
        if body.joint.dh is not None:
            yield from _row(body, body.joint.dh)


def _row(body: BodySpec, row: tuple[float, ...]) -> Iterator[Finding]:
    """A row of Denavit-Hartenberg parameters: its ignored number, and angles in degrees."""
    joint, (_, alpha, d, theta) = body.joint, row
    turned = {"alpha": alpha, "theta": theta}
    for name, angle in turned.items():
        if abs(angle) > 2 * math.pi + 1e-9:
            fact = f"{name} of the row [a alpha d theta] = {listed(row)} is {angle:g} rad."
            hint = f"It looks like degrees; in rad it is {math.radians(angle):.6g}."
            yield Finding("warning", "AngleInDegrees", fact, hint, body.name, joint.name, (math.radians(angle),))
    lost, name = {"revolute": (theta, "theta"), "prismatic": (d, "d")}.get(joint.type, (0.0, ""))
    whole_turns = name == "theta" and abs(math.remainder(lost, 2 * math.pi)) < 1e-9
    if lost and not whole_turns and joint.home_position != lost:
        fact = f"{name} = {lost:.6g} of the row [a alpha d theta] = {listed(row)} is ignored, as in MATLAB: "
        fact += f"{name} is the position of a {joint.type} joint."
        hint = f"Add it to the joint's position, or set HomePosition = {lost:.6g}."
        yield Finding("warning", "IgnoredDH", fact, hint, body.name, joint.name, (lost,))
