"""Errors and warnings with MATLAB's identifiers.

Every error says four things: the *fact*, what was *expected*, what was *got*, and a *hint*.  MATLAB's own
identifiers are used only where public output shows them; :data:`IDENTIFIERS` is the one table of all of them.
"""

from __future__ import annotations

import difflib
import warnings as _warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

_TREE = "robotics:robotmanip:rigidbodytree:"
_BODY = "robotics:robotmanip:rigidbody:"
_JOINT = "robotics:robotmanip:joint:"

#: our own identifiers, ``rst_compat:<area>:<what>``
_OWN = {
    "argument": "NotAChoice NotAHandle NotATransform NotATree NotNumeric NotText TooManyOutputs UnknownName "
    "UnpairedNameValue",
    "batch": "WrongSize",
    "centerOfMass": "NoMass",
    "cli": "AmbiguousOrientation BadExpression BadOption BadStates BadWrench Internal NotWritten Usage",
    "configuration": "JointMismatch NotAStruct StructGiven",
    "evaluate": "MissingInput UnknownFunction",
    "forwardDynamics": "IndefiniteMassMatrix SingularMassMatrix",
    "importrobot": "FileNotFound UnknownFormat",
    "joint": "AxisNotSettable LimitsNotSettable WrongDHParameters WrongLimits ZeroAxis ZeroQuaternion",
    "mat": "BadName BadRobot DefaultsFilled NeedsExtra NoRobot NoSuchName NotSavable NotWritten ReadInPart "
    "SeveralRobots TooLarge Unreadable WrongOption",
    "model": "ByteOrderMark DuplicateKey DuplicateName Empty LateParent MissingKey NotFound NotJson NotStandardNumber "
    "NotUtf8 NotWritten NumberTooLarge TooDeep TooLarge TwoTransforms UnknownKey UnknownParent Unreadable WrongShape "
    "WrongSource WrongType WrongValue",
    "name": "NotYet Unknown",
    "property": "NoSuchName NotFinite ReadOnly WrongSize",
    "rand": "BadSize",
    "rigidBody": "JointInTree NotAJoint",
    "rigidBodyTree": "BaseNotAllowed JointNameCollision JointNotFound NotABody",
    "rng": "BadSeed UnknownGenerator",
    "rotations": "BadConstruction NotFinite PositionOutOfRange SizeMismatch WrongClass WrongColumns WrongMatrixShape "
    "WrongPoints ZeroAxis ZeroQuaternion",
    "sdf": "DuplicateName Loop Mimic MissingAttribute MissingElement MissingText NestedModel NoLink NotOneModel "
    "ReversedLimits TwoParents TwoRoots UnknownFrame UnknownJointType UnknownLink UnreadShape WrongCount WrongNumber "
    "WrongValue ZeroAxis",
    "urdf": "DuplicateName InexactRotation Loop LoopJoint LostHomePosition LostShape Mimic MissingAttribute "
    "MissingElement MissingLimits NoLink NotWritable NotWritten OtherOrder PlanarJoint ReversedLimits TwoParents "
    "TwoRoots UnknownJointType UnknownLink UnreadShape WrongCount WrongNumber WrongValue Xacro XacroMissing ZeroAxis",
    "warning": "BadCall",
    "xml": "DocumentType Empty NotFound NotXml TooDeep TooLarge UnknownRoot Unreadable WrongEncoding WrongFormat "
    "WrongSource",
}

#: identifier -> where it was seen ("rst_compat" for our own)
IDENTIFIERS: dict[str, str] = {
    # MATLAB's, shown in public output
    _TREE + "BodyNameCollision": "generated code of addBody; text in MATLAB Answers",
    _TREE + "BodyNotFound": "generated code and MATLAB Answers, with its text",
    _TREE + "DynamicsFunctionsUseVectorsOnly": "public console log, with its text",
    _BODY + "NoSuchPropertyForBase": "generated code",
    "robotics:robotmanip:urdfimporter:IntertialComponentsMissing": "public console log (a warning, spelled so)",
    _JOINT + "FixedJointHomePositionNotSettable": "generated code",
    _JOINT + "ProvidedJointHomePositionOutOfLimits": "generated code",
    _JOINT + "ResettingHomePosition": "generated code (a warning)",
    "MATLAB:load:couldNotReadFile": "public scripts that catch it",
    "MATLAB:load:notBinaryFile": "public scripts that catch it",
    "MATLAB:load:unableToReadMatFile": "public scripts that catch it",
    "MATLAB:load:variableNotFound": "public scripts and a console log (a warning), with its text",
    "MATLAB:validateDynamicsFunctionInputs:expectedNonNaN": "generated code",
    "MATLAB:validateDynamicsFunctionInputs:expectedFinite": "generated code",
    "MATLAB:validateDynamicsFunctionInputs:incorrectSize": "generated code",
} | {f"rst_compat:{area}:{what}": "rst_compat" for area, names in _OWN.items() for what in names.split()}


class MatlabError(Exception):
    """Base of every error of this package.

    Attributes
    ----------
    identifier : str
        MATLAB's identifier, or ``rst_compat:<area>:<What>``.
    message : str
        The whole sentence.
    fact, expected, got, hint : str or None
        Its parts.
    """

    def __init__(
        self,
        identifier: str,
        fact: str,
        expected: str | None = None,
        got: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.identifier = identifier
        self.fact, self.expected, self.got, self.hint = fact, expected, got, hint
        self.message = _sentence(fact, expected, got, hint)
        super().__init__(self.message)

    def __str__(self) -> str:
        return self.message

    def __reduce__(self) -> tuple[type, tuple[str | None, ...]]:
        return type(self), (self.identifier, self.fact, self.expected, self.got, self.hint)


class MatlabValueError(MatlabError, ValueError):
    """A value of the right type that does not fit."""


class MatlabTypeError(MatlabError, TypeError):
    """An argument of the wrong type, or too many of them."""


class MatlabKeyError(MatlabError, KeyError):
    """A body, joint or frame that does not exist."""


class MatlabAttributeError(MatlabError, AttributeError):
    """A property or function that does not exist or cannot be set."""


class MatlabImportError(MatlabError, ImportError):
    """A name that this package does not have yet, or a package that is not installed."""


class MatlabFileNotFoundError(MatlabError, FileNotFoundError):
    """A file that does not exist."""


def _sentence(fact: str, expected: str | None, got: str | None, hint: str | None) -> str:
    text = fact
    if expected is not None:
        text += f": expected {expected}"
    if got is not None:
        text += f"{', got' if expected is not None else ': got'} {got}"
    text = text.rstrip(".") + "."
    if hint is None:
        return text
    return f"{text} {hint}" if hint.endswith("?") else f"{text} {hint.rstrip('.')}."


def nearest(name: object, known: Iterable[str]) -> str | None:
    """The known name closest to a misspelt one, if one is close."""
    lowered = {k.lower(): k for k in known}
    found = difflib.get_close_matches(str(name).lower(), lowered, n=1, cutoff=0.6)
    return lowered[found[0]] if found else None


def did_you_mean(name: object, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """A hint that names the closest known name, or another hint where none is close."""
    match = nearest(name, known)
    return f"Did you mean '{match}'?" if match else otherwise


# --------------------------------------------------------------------------- warnings


class MatlabWarning(UserWarning):
    """A warning with MATLAB's identifier (``.identifier``) and text (``.message``)."""

    def __init__(self, identifier: str, message: str) -> None:
        self.identifier = identifier
        self.message = message
        super().__init__(message)

    def __reduce__(self) -> tuple[type, tuple[str, str]]:
        return type(self), (self.identifier, self.message)


@dataclass(frozen=True)
class WarningState:
    """What ``warning("off", id)`` returns, so that ``warning(state)`` restores it."""

    identifier: str
    state: str


_silenced: set[str] = set()


def warn(identifier: str, message: str, stacklevel: int = 2) -> None:
    """Issue a :class:`MatlabWarning` unless its identifier is switched off."""
    if identifier not in _silenced and "all" not in _silenced:
        _warnings.warn(MatlabWarning(identifier, message), stacklevel=stacklevel + 1)


def warning(*args: object) -> WarningState | None:
    """MATLAB's ``warning``: issue a warning, or switch one off and on.

    Parameters
    ----------
    *args
        ``("off", id)``, ``("on", id)`` (``id`` may be ``"all"``); a state returned earlier; ``(text,)`` or
        ``(id, text, *values)`` with MATLAB's ``%d``, ``%s``, ``%g`` fields.

    Returns
    -------
    WarningState or None
        The previous state, when one was switched.

    Examples
    --------
    >>> state = warning("off", "robotics:robotmanip:joint:ResettingHomePosition")
    >>> state.state
    'on'
    >>> warning(state).state
    'off'
    """
    if len(args) == 1 and isinstance(args[0], WarningState):
        return _switch(args[0].state, args[0].identifier)
    if not args or not all(isinstance(a, str) for a in args[:2]):
        _bad_warning_call(args)
    words = [str(a) for a in args[:2]]
    if words[0].lower() in ("on", "off"):
        if len(args) > 2:
            _bad_warning_call(args)
        return _switch(words[0].lower(), words[1] if len(words) == 2 else "all")
    if len(words) == 1:
        warn("", words[0])
    else:
        warn(words[0], words[1] % args[2:] if len(args) > 2 else words[1])
    return None


def _switch(state: str, identifier: str) -> WarningState:
    before = WarningState(identifier, "off" if identifier in _silenced else "on")
    if state == "off":
        _silenced.add(identifier)
    elif identifier == "all":
        _silenced.clear()
    else:
        _silenced.discard(identifier)
    return before


def _bad_warning_call(args: tuple[object, ...]) -> NoReturn:
    raise MatlabTypeError(
        "rst_compat:warning:BadCall",
        "warning: the arguments fit no form of it",
        'warning("off", id), warning("on", id), warning(text) or warning(id, text)',
        repr(args),
        "Identifiers look like 'robotics:robotmanip:joint:ResettingHomePosition'",
    )
