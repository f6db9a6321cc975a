"""What the three classes share: slots, read-only lists, and an answer for every misspelt name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

import numpy as np

from ..errors import MatlabAttributeError, MatlabError, did_you_mean, nearest
from .absent import NOT_YET
from .compile import Revision

_BUILT = ("_compiled", "_shapes", "_solid")  # slots that are filled from the others when they are first needed


class Handle:
    """Base of the handle classes: reading or setting a name that does not exist raises, with the nearest one."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        # Python also comes here when a property's own getter raised AttributeError: let that error speak.
        declared = getattr(type(self), name, None)
        if isinstance(declared, property):
            return declared.__get__(self, type(self))
        self._no_such(name, "read")

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            object.__setattr__(self, name, value)
        except MatlabError:
            raise
        except AttributeError:
            if name in self._names():
                raise MatlabAttributeError(
                    "rst_compat:property:ReadOnly",
                    f"{type(self).__name__}.{name} cannot be assigned",
                    hint=_SETTERS.get(name, "It is computed or set by the functions of the class"),
                ) from None
            self._no_such(name, "set")

    def __copy__(self) -> Any:
        """``copy.copy`` is MATLAB's ``copy``: a handle that shared its parts with another would be neither."""
        return self._copied()

    def __getstate__(self) -> dict[str, Any]:
        slots = [n for c in type(self).__mro__ for n in getattr(c, "__slots__", ()) if n != "_revision"]
        state = {n: None if n in _BUILT else getattr(self, n) for n in slots if not n.startswith("__")}
        return state | getattr(self, "__dict__", {})

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            if isinstance(value, np.ndarray):
                value.flags.writeable = False  # pickle and deepcopy forget it
            object.__setattr__(self, name, value)
        if "_compiled" in state:
            object.__setattr__(self, "_revision", Revision())

    @classmethod
    def _names(cls) -> list[str]:
        return [n for n in dir(cls) if not n.startswith("_")]

    def _no_such(self, name: str, verb: str) -> NoReturn:
        kind = type(self).__name__
        if name in NOT_YET and nearest(name, self._names()) != name:
            raise MatlabAttributeError(
                "rst_compat:name:NotYet",
                f"'{name}' exists in MATLAB, not here yet",
                hint=NOT_YET[name] or "MIGRATION.md lists every name and its state",
            )
        raise MatlabAttributeError(
            "rst_compat:property:NoSuchName",
            f"{kind} has no property or function to {verb} by this name",
            "one of MATLAB's names, in their spelling",
            f"'{name}'",
            did_you_mean(name, self._names(), f"It has {', '.join(self._names())}"),
        )


_SETTERS = {
    "JointToParentTransform": "Use setFixedTransform",
    "ChildToJointTransform": "Use setFixedTransform",
    "Type": "The type is chosen when the joint is made; use replaceJoint for a body in a tree",
    "Bodies": "Use addBody, removeBody or replaceBody",
    "Base": "Set BaseName to rename the base",
    "Parent": "Use addBody to hang a body on a parent",
    "Children": "Use addBody to hang bodies on a body",
} | dict.fromkeys(
    ("Viscous", "Coulomb", "GearRatio", "Reference", "CoulombScaling", "Smoothing", "RotorInertia", "Offset"),
    "Assign a new one: joint.Friction = JointFriction(...)",
)


class ReadOnlyList(list[Any]):
    """A list to look at: writing to ``robot.Bodies[i]`` would change nothing, so it raises."""

    __slots__ = ()

    def _refuse(self, *_: Any, **__: Any) -> NoReturn:
        raise MatlabAttributeError(
            "rst_compat:property:ReadOnly",
            "this list is a view of the tree and cannot be changed",
            hint="Use addBody, removeBody or replaceBody",
        )

    __setitem__ = __delitem__ = __iadd__ = __imul__ = _refuse
    append = extend = insert = pop = remove = clear = sort = reverse = _refuse

    def __reduce__(self) -> tuple[type, tuple[Iterable[Any]]]:
        return list, (list(self),)
