"""Where a tree is measured: every wrench sensor, joint torque and base wrench cuts it, and sees what is beyond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabValueError
from ..matlab.arguments import is_empty
from ..matlab.compile import body_not_found, compiled
from ..matlab.drive_parameters import drive_parameters
from .log_checks import descendants
from .structure import listed

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .motion_data import MotionData

_NAME = "identifyTipToBase"


@dataclass(frozen=True, eq=False)
class Cut:
    """A measured place: the joint of a body, or what stands under the base.

    Attributes
    ----------
    kind : {"wrist", "base", "torque"}
    body : str
        The body beyond the cut, or the base.
    unknowns : (c,) array of int
        Those that its readings depend on.
    joint : int
        Number of the velocity of a torque.
    bias : (6,) array of int or None
        The unknowns that are the constant errors of a wrench sensor.
    """

    kind: str
    body: str
    unknowns: NDArray[np.intp]
    joint: int = -1
    bias: NDArray[np.intp] | None = None

    @property
    def channels(self) -> int:
        """Readings in a sample."""
        return 1 if self.kind == "torque" else 6


def sensors_of(robot: rigidBodyTree, data: MotionData, asked: Any) -> list[str]:
    """Some of "torque", "base", "wrist:BODY"; what is asked for must be in the log."""
    there = [f"wrist:{body}" for body in data.Wrench]
    for body in data.Wrench:
        if body not in robot.BodyNames:
            raise body_not_found(body, robot.BodyNames)
    there += ["torque"] * (data.JointTorque is not None) + ["base"] * (data.BaseWrench is not None)
    if is_empty(asked):
        asked = there
    words = (
        [asked]
        if isinstance(asked, str) or (isinstance(asked, tuple) and asked[0] == "wrist")
        else listed(asked, f"{_NAME}: Sensors")
    )
    found: list[str] = []
    for each in words:
        word = each if isinstance(each, str) else ":".join(map(str, each))
        new = [s for s in there if s == word or (word == "wrist" and s.startswith("wrist:"))]
        if not new:
            _missing(f"Sensors names '{word}', which is not in the log", there)
        found += [s for s in new if s not in found]
    if not found:
        _missing("nothing was measured but the motion", there)
    return found


def _missing(fact: str, there: list[str]) -> NoReturn:
    raise MatlabValueError(
        "rst_compat:identification:MissingSensor",
        f"{_NAME}: {fact}",
        "sensors of the log" if there else "JointTorque, Wrench or BaseWrench",
        ", ".join(f"'{s}'" for s in there) or "none",
        "MotionData takes JointTorque, Wrench={'tool': array} and BaseWrench",
    )


def cuts_of(robot: rigidBodyTree, sensors: list[str], p: int, biased: bool, drives: Mapping[str, Any]) -> list[Cut]:
    """The measured places, tips first: a place comes after all that lie beyond it."""
    tree, per_body, N = compiled(robot).model, np.arange(10), robot.NumBodies
    moving, cuts, bias = drive_parameters(_NAME, robot, drives), [], p

    def next_bias() -> NDArray[np.intp] | None:
        nonlocal bias
        bias += 6 if biased else 0
        return np.arange(bias - 6, bias) if biased else None

    for number in range(N, -1, -1):
        name = robot.BodyNames[number - 1] if number else robot.BaseName
        beyond = np.array(descendants(robot, name), dtype=np.intp)
        inertial = (10 * beyond[:, None] + per_body).ravel()
        v = tree.v_of[number]
        if number and f"wrist:{name}" in sensors:
            own = next_bias()
            cuts.append(Cut("wrist", name, inertial if own is None else np.r_[inertial, own], bias=own))
        # Where the wrench is known, a torque tells the friction of its joint and nothing else.
        if number and "torque" in sensors and v.stop > v.start and (moving.kinds or f"wrist:{name}" not in sensors):
            at = int(np.flatnonzero(moving.velocities == v.start)[0])
            own_drive = 10 * N + np.arange(len(moving.kinds)) * len(moving.joints) + at
            cuts.append(Cut("torque", name, np.r_[inertial, own_drive.astype(np.intp)], joint=v.start))
        if not number and "base" in sensors:
            own = next_bias()
            cuts.append(Cut("base", name, inertial if own is None else np.r_[inertial, own], bias=own))
    return cuts


def check_covered(robot: rigidBodyTree, cuts: Sequence[Cut]) -> None:
    """Refuse a body that moves where nothing is measured at its joint or nearer to the base."""
    measured = {cut.body for cut in cuts}
    open_: list[str] = []
    still = {robot.BaseName}
    covered = measured & still
    for body in robot.Bodies:
        parent = body.Parent.Name if body.Parent is not None else robot.BaseName
        if parent in still and body.Joint.Type == "fixed":
            still.add(body.Name)
        if parent in covered or body.Name in measured:
            covered.add(body.Name)
        elif body.Name not in still:
            open_.append(body.Name)
    if not open_:
        return
    sensors = ", ".join(f"{'wrench' if c.kind == 'wrist' else c.kind} at '{c.body}'" for c in cuts) or "nothing"
    named = ", ".join(open_[:3]) + (f" and {len(open_) - 3} more" if len(open_) > 3 else "")
    wrist = next((cut.body for cut in cuts if cut.kind == "wrist"), None)
    joint = next(b.Joint.Name for b in robot.Bodies if b.Name == open_[-1])
    raise MatlabValueError(
        "rst_compat:identification:NoProximalSensor",
        f"{_NAME}: nothing is measured on the base side of {named}, so no motion can tell their parameters",
        f"the torque of '{joint}' or a wrench sensor there or nearer to the base, or BaseWrench",
        f"{sensors} only",
        f"A sensor reads the bodies beyond it alone, and identifyPayload(robot, data, '{wrist}') finds those"
        if wrist
        else "Give MotionData a JointTorque or a BaseWrench",
    )
