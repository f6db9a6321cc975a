"""Errors and warnings with MATLAB's identifiers.

Every error says four things: the *fact*, what was *expected*, what was *got*, and a *hint*.  MATLAB's own
identifiers are used only where public output shows them; :data:`IDENTIFIERS` is the one table of all of them.
"""

from __future__ import annotations

import warnings as _warnings
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NoReturn

_TREE = "robotics:robotmanip:rigidbodytree:"
_BODY = "robotics:robotmanip:rigidbody:"
_JOINT = "robotics:robotmanip:joint:"

#: our own identifiers, ``rst_compat:<area>:<what>``
_OWN = {
    "analyticalInverseKinematics": "InvalidGroup NotAGroup NotASolver",
    "argument": "EmptyName NotAChoice NotAHandle NotATransform NotATree NotLogical NotNumeric NotText TooManyOutputs "
    "UnknownName UnpairedNameValue UnprintableName",
    "batch": "NeedsExtra WrongOut WrongSize WrongWorkers",
    "centerOfMass": "NoMass",
    "checkCollision": "DefaultSkip NeedsExtra NoShapes NoSolid NotAShape WrongSkip",
    "cli": "AmbiguousOrientation BadExpression BadOption BadWrench Internal NotWritten Usage",
    "configuration": "JointMismatch NotAStruct StructGiven ZeroQuaternion",
    "constraint": "WrongBounds WrongTolerance WrongWeights ZeroQuaternion",
    "dynamics": "NotFinite",
    "engine": "NotBuilt Unknown",
    "evaluate": "MissingInput UnknownFunction",
    "forwardDynamics": "IndefiniteMassMatrix SingularMassMatrix",
    "friction": "NotAFriction WrongCoulomb WrongGearRatio WrongJoint WrongSmoothing",
    "generalizedInverseKinematics": "WrongConstraint WrongCount WrongInputs WrongJointBounds",
    "geometry": "MeshNotFound NegativeSize WrongColor WrongVertices",
    "golden": "BadInputs NoStruct NoSuchCase NotFound OwnNumbers SameName Unreadable",
    "identification": "BadData FloatingJoint MissingMotion MissingSensor MovingPayload NegativeMass NoGravity "
    "NoLinkBefore NoProximalSensor NoSamples NotConverged NotWritten NothingExcited NotFeasible NotPhysical "
    "PoorExcitation PoorFit Unbounded UncertainRank UnknownParameter WristOnly "
    "WrongExpression WrongExtra WrongFit WrongJoints WrongLimits WrongLinearMap WrongOption "
    "WrongParameters WrongPeriod WrongPrior WrongPseudoInertia WrongReport WrongSensors WrongWeights",
    "importrobot": "FileNotFound UnknownFormat",
    "inertialParameters": "NoCenterOfMass",
    "interactiveRigidBodyTree": "NeedsExtra NoPort NotAConstraint NotASolver NotAViewer WrongIndex "
    "WrongPort WrongScale",
    "inverseKinematics": "FloatingJoint NoRobot NotASolver WrongParameter WrongWeights",
    "joint": "AxisNotSettable LimitsNotSettable WrongDHParameters WrongLimits ZeroAxis ZeroQuaternion",
    "jointReactions": "NoBody",
    "loadrobot": "NotInstalled NotShipped UnknownRobot WrongVersion",
    "manipulabilityIndex": "NoComponent NoEndEffector WrongSize",
    "mat": "BadName BadRobot DefaultsFilled NeedsExtra NoRobot NoSuchName NotSavable NotWritten ReadInPart "
    "SeveralRobots TooLarge Unreadable WrongOption",
    "model": "ByteOrderMark DuplicateKey DuplicateName Empty LateParent LostShape MissingKey NotFound NotJson "
    "NotStandardNumber NotUtf8 NotWritten NumberTooLarge TooDeep TooLarge TwoTransforms UnknownKey UnknownParent "
    "Unreadable WrongShape WrongSource WrongType WrongValue",
    "motionModel": "NotAMotionModel SeveralFreedoms WrongGain WrongJoint WrongSize WrongStep",
    "name": "NotYet Unknown",
    "ode": "AmbiguousName NotAFunction NotASolution OutsideInterval SingularMass ToleranceRaised Unsupported "
    "WrongEvents WrongIndices WrongInitialState WrongInterval WrongMatrix WrongOption WrongOptions WrongSize",
    "plot": "FastUpdatePreserves MeshNotFound MeshUnreadable NeedsExtra NoEndEffector NotAxes3D NotShapes WrongColors "
    "WrongCount WrongFrames WrongHold WrongWorkspace",
    "property": "NoSuchName NotFinite ReadOnly WrongSize",
    "rand": "BadSize",
    "rateControl": "NotARate WrongRate",
    "rigidBody": "FrameLoop FrameNameCollision FrameNotFound JointInTree NotAJoint RootFrame",
    "rigidBodyTree": "BaseNotAllowed JointNameCollision JointNotFound NotABody",
    "rng": "BadSeed UnknownGenerator",
    "rotations": "BadConstruction NotFinite PositionOutOfRange SizeMismatch WrongClass WrongColumns WrongMatrixShape "
    "WrongPoints ZeroAxis ZeroQuaternion",
    "sdf": "DuplicateName Loop Mimic MissingAttribute MissingElement MissingText NestedModel NoLink NotOneModel "
    "ReversedLimits TwoParents TwoRoots UnknownFrame UnknownJointType UnknownLink UnreadShape WrongCount WrongNumber "
    "WrongValue ZeroAxis",
    "table": "NeedsExtra Unreadable",
    "symbolic": "FloatingJoint NeedsExtra NotLinear WrongParameter WrongSize",
    "timing": "NoTimer WrongPause",
    "trajectory": "DifferentKinds Infeasible NotAPolynomial NotFinite NotIncreasing TooManyParameters WrongSize "
    "WrongValue",
    "urdf": "DuplicateName InexactRotation Loop LoopJoint LostFriction LostHomePosition LostSettings LostShape Mimic "
    "MissingAttribute MissingElement MissingLimits NoLink NotWritable NotWritten OtherOrder PlanarJoint "
    "ReversedLimits TwoParents TwoRoots UnknownJointType UnknownLink UnreadShape WrongCount WrongNumber WrongValue "
    "Xacro XacroMissing ZeroAxis",
    "warning": "BadCall",
    "xml": "DocumentType Empty NotFound NotXml TooDeep TooLarge UnknownRoot Unreadable WrongEncoding WrongFormat "
    "WrongSource",
}

#: identifier -> where it was seen ("rst_compat" for our own)
IDENTIFIERS: dict[str, str] = {
    # MATLAB's, shown in public output
    _TREE + "BodyNameCollision": "generated code of addBody; text in MATLAB Answers",
    _TREE + "BodyNotFound": "generated code and MATLAB Answers, with its text",
    _TREE + "ConfigJointLimitsViolationAutoAdjusted": "generated code (a warning)",
    _TREE + "DynamicsFunctionsUseVectorsOnly": "public console log, with its text",
    _BODY + "NoSuchPropertyForBase": "generated code",
    "robotics:robotmanip:inversekinematics:EndEffectorIsBase": "generated code",
    "robotics:robotmanip:inversekinematics:HomogeneousTransformInvalid": "generated code (a warning)",
    "robotics:robotmanip:urdfimporter:IntertialComponentsMissing": "public console log (a warning, spelled so)",
    _JOINT + "FixedJointHomePositionNotSettable": "generated code",
    _JOINT + "ProvidedJointHomePositionOutOfLimits": "generated code",
    _JOINT + "ResettingHomePosition": "generated code (a warning)",
    "MATLAB:load:couldNotReadFile": "public scripts that catch it",
    "MATLAB:load:notBinaryFile": "public scripts that catch it",
    "MATLAB:load:unableToReadMatFile": "public scripts that catch it",
    "MATLAB:load:variableNotFound": "public scripts and a console log (a warning), with its text",
    "MATLAB:ode45:IntegrationTolNotMet": "public scripts that switch it off; console logs (a warning), with its text",
    "MATLAB:ode23:IntegrationTolNotMet": "as that of ode45, after whose pattern it is named (a warning)",
    "MATLAB:ode113:IntegrationTolNotMet": "as that of ode45, after whose pattern it is named (a warning)",
    "MATLAB:ode15s:IntegrationTolNotMet": "as that of ode45, after whose pattern it is named (a warning)",
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

    Notes
    -----
    Every error is also of the nearest Python class: a wrong value is a ValueError, an unknown body a KeyError.

    Examples
    --------
    >>> from rst_compat import importrobot
    >>> try:
    ...     importrobot("twolink").getBody("body1")
    ... except MatlabError as error:
    ...     print(error.identifier, error.hint)
    robotics:robotmanip:rigidbodytree:BodyNotFound Did you mean 'body_1'?
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
        self.fact, self.got = shortened(fact, 300), None if got is None else shortened(got, 300)
        self.expected, self.hint = (None if part is None else shortened(part) for part in (expected, hint))
        self.message = _sentence(self.fact, self.expected, self.got, self.hint)
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


def shortened(text: str, limit: int = 800) -> str:
    """A text without its middle, where it is too long to read."""
    return text if len(text) <= limit else f"{text[: limit - 45]} ... {text[-40:]}"


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
    import difflib  # noqa: PLC0415 - for those who misspell

    lowered = {k.lower(): k for k in known}
    found = difflib.get_close_matches(str(name).lower(), lowered, n=1, cutoff=0.6)
    return lowered[found[0]] if found else None


def did_you_mean(name: object, known: Iterable[str], otherwise: str | None = None) -> str | None:
    """A hint that names the closest known name, or another hint where none is close."""
    match = nearest(name, known)
    return f"Did you mean '{match}'?" if match else otherwise


# --------------------------------------------------------------------------- warnings


class MatlabWarning(UserWarning):
    """A warning with MATLAB's identifier.

    Attributes
    ----------
    identifier : str
    message : str

    Notes
    -----
    ``warning("off", identifier)`` silences it, as Python's own filters do by its class.

    Examples
    --------
    >>> import warnings
    >>> from rst_compat import rigidBodyJoint
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     rigidBodyJoint("j", "revolute").PositionLimits = [1, 2]
    >>> caught[0].message.identifier
    'robotics:robotmanip:joint:ResettingHomePosition'
    """

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


_states: dict[str, str] = {}  # identifier, or "all" -> "on" or "off"


def _state(identifier: str) -> str:
    return _states.get(identifier, _states.get("all", "on"))


def warn(identifier: str, message: str, stacklevel: int = 2) -> None:
    """Issue a :class:`MatlabWarning` unless its identifier is switched off."""
    if _state(identifier) == "on":
        _warnings.warn(MatlabWarning(identifier, message), stacklevel=stacklevel + 1)


def warning(*args: object) -> WarningState | None:
    """MATLAB's ``warning``: issue a warning, or switch one off and on.

    Parameters
    ----------
    *args
        ``("off", id)``, ``("on", id)``, ``("query", id)`` (``id`` may be ``"all"``); a state returned earlier;
        ``(text, *values)`` or ``(id, text, *values)`` with MATLAB's ``%d``, ``%s``, ``%g`` fields.

    Returns
    -------
    WarningState or None
        The state before, when one was switched or asked for.

    Raises
    ------
    MatlabTypeError
        ``rst_compat:warning:BadCall``.

    Warns
    -----
    MatlabWarning
        With the identifier, and the text with its fields filled in.

    Notes
    -----
    As in MATLAB, an identifier has a colon and no blanks, and switching ``"all"`` forgets what was said of single ones.

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
    verb = args[0].lower() if args and isinstance(args[0], str) else None
    if verb in ("on", "off", "query"):
        identifier, *more = args[1:] or ("all",)
        if more or not isinstance(identifier, str):
            _bad_warning_call(args)
        return WarningState(identifier, _state(identifier)) if verb == "query" else _switch(verb, identifier)
    match args:
        case [str(identifier), str(text), *values] if ":" in identifier and not any(map(str.isspace, identifier)):
            _warn_filled(identifier, text, tuple(values))
        case [str(text), *values]:
            _warn_filled("", text, tuple(values))
        case _:
            _bad_warning_call(args)
    return None


def _warn_filled(identifier: str, text: str, values: tuple[object, ...]) -> None:
    try:
        filled = text % values if values else text
    except (TypeError, ValueError):
        _bad_warning_call((identifier, text, *values) if identifier else (text, *values))
    warn(identifier, filled, stacklevel=3)


def _switch(state: str, identifier: str) -> WarningState:
    before = WarningState(identifier, _state(identifier))
    if identifier == "all":
        _states.clear()
    _states[identifier] = state
    return before


def _bad_warning_call(args: tuple[object, ...]) -> NoReturn:
    raise MatlabTypeError(
        "rst_compat:warning:BadCall",
        "warning: the arguments fit no form of it",
        'warning("off", id), warning("on", id), warning(text, values) or warning(id, text, values)',
        repr(args),
        "Identifiers look like 'robotics:robotmanip:joint:ResettingHomePosition'",
    )
