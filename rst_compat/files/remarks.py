"""What a description leaves open and its reader settled, collected name by name, one sentence for each kind."""

from __future__ import annotations

from collections import defaultdict

from ..errors import shortened

_SHOWN = 100  # names in one sentence, each of them shortened
MISSING_INERTIAL = "robotics:robotmanip:urdfimporter:IntertialComponentsMissing"  # spelled so in MATLAB

_TEXTS = {
    MISSING_INERTIAL: "Inertial components of these links are missing in the file and taken as zero: {}.",
    "Mimic": "These joints mimic another one in the file; they are free joints here: {}.",
    "LoopJoint": "These joints close a loop and are left out: {}.",
    "ReversedLimits": "The lower limit of these joints is above the upper one; the two are exchanged: {}.",
    "MissingLimits": "These joints have no <limit>; they get the limits that rigidBodyJoint gives: {}.",
    "UnreadShape": "Shapes that cannot be read are left out, on {}; the first one: ",
}


class Remarks:
    """Names under what is to be said of them."""

    def __init__(self, area: str) -> None:
        self._area = area
        self._names: dict[str, list[str]] = defaultdict(list)
        self._first_unread = ""

    def add(self, what: str, name: str) -> None:
        """One name more; ``what`` is a key of the texts above."""
        self._names[what].append(name)

    def add_unread(self, owner: str, reason: str) -> None:
        """A shape that cannot be read, and why."""
        if owner not in self._names["UnreadShape"]:
            self.add("UnreadShape", owner)
        self._first_unread = self._first_unread or reason

    def listed(self) -> list[tuple[str, str]]:
        """Identifiers and texts, as ``RobotSpec.remarks`` has them."""
        found = []
        for what, text in _TEXTS.items():
            if names := self._names.get(what):
                shown = ", ".join(shortened(name, 200) for name in names[:_SHOWN])
                more = len(names) - _SHOWN
                shown += f" and {more} more" if more > 0 else ""
                said = text.format(shown) + (self._first_unread if what == "UnreadShape" else "")
                found.append((what if ":" in what else f"rst_compat:{self._area}:{what}", said))
        return found
