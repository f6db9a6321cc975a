"""A log of a robot: its motion and what was measured with it, (T, n) arrays with time first."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabTypeError, MatlabValueError
from ..matlab.arguments import choice, name_values, numbers, rigid_transform
from ..matlab.dask_arrays import check_numbers, is_one

Array = NDArray[np.float64]

#: The fields in the order of positional arguments.
_FIELDS = ("Time", "JointPosition", "JointVelocity", "JointAcceleration", "JointTorque")
_BAD = "rst_compat:identification:BadData"


class MotionData:
    """What was measured while a robot moved, a row per sample.

    Parameters
    ----------
    Time : (T,), s
        Increasing; it may be left out where nothing is differentiated.
    JointPosition, JointVelocity, JointAcceleration : (T, n), rad or m, per s, per s²
        Motion of the joints that are not fixed. Velocity and acceleration may be left out where there is ``Time``.
    JointTorque : (T, n), N·m or N, optional
        Measured effort of the joints.
    Wrench : dict of (T, 6), N·m and N, optional
        Body to the wrench that the rest of the robot exerts on it at its own joint, as a sensor there reads it.
    BaseWrench : (T, 6), optional
        The wrench that the ground exerts on the base, about the origin of the base and in its axes.
    SensorPose : dict of (4, 4), optional
        Body to the pose of its sensor in it, where the wrench is not about its origin and in its axes.
    WrenchOrder : "nf" or "fn"
        Whether rows of six are [moment force], the default, or [force moment].

    Attributes
    ----------
    Time, JointPosition, JointVelocity, JointAcceleration, JointTorque, Wrench, BaseWrench, SensorPose
        As given, None or empty where not; wrenches in the order [moment force].
    NumSamples, NumJoints : int

    Notes
    -----
    The first five may be given in this order or by name, and names in pairs or as keywords. Arrays may be those of
    Dask; those of float64 are not copied. ``data[100:200]`` are some of the samples. Samples may have NaN in them:
    what reads the log says what it does with them.

    Examples
    --------
    >>> import numpy as np
    >>> t = np.linspace(0, 1, 101)
    >>> MotionData(t, np.stack([np.sin(t), np.cos(t)], axis=1))
    MotionData: 101 samples of 2 joints, 1 s
      given: Time, JointPosition
    """

    def __init__(self, *args: Any, **keywords: Any) -> None:
        leading = next((i for i, a in enumerate(args) if isinstance(a, str)), len(args))
        defaults = dict.fromkeys((*_FIELDS, "Wrench", "BaseWrench", "SensorPose")) | {"WrenchOrder": "nf"}
        given = name_values("MotionData", args[leading:], keywords, defaults)
        for name, value in zip(_FIELDS, args[:leading], strict=False):
            given[name] = value
        if leading > len(_FIELDS):
            _wrong("there are too many arrays in a row", f"at most {len(_FIELDS)}", str(leading))
        position = given["JointPosition"]
        if position is None:
            _wrong("there is no JointPosition", "an array (T, n)", "none")
        self.JointPosition = _rows(position, "JointPosition", None, None)
        T, n = self.JointPosition.shape
        if np.isnan(T):
            fact, hint = "the length of JointPosition is not known", "compute_chunk_sizes() of Dask's array counts it"
            _wrong(fact, "chunks of known sizes", "nan", hint)
        self.NumSamples, self.NumJoints = int(T), int(n)
        self.Time: Array | None = (
            None if given["Time"] is None else _time(given["Time"], self.NumSamples, self.NumJoints)
        )
        width = None  # of rates and torques, which a quaternion has less of than positions
        for name in _FIELDS[2:]:
            rows = None if given[name] is None else _rows(given[name], name, T, width)
            width = width if rows is None else rows.shape[1]
            setattr(self, name, rows)
        self.JointVelocity: Any
        self.JointAcceleration: Any
        self.JointTorque: Any
        force_first = choice(given["WrenchOrder"], ("nf", "fn"), "MotionData: WrenchOrder") == "fn"

        def wrench(value: Any, what: str) -> Any:
            rows = _rows(value, what, T, 6)
            return rows[:, [3, 4, 5, 0, 1, 2]] if force_first else rows

        wrenches, poses = (_mapping(given[name], name) for name in ("Wrench", "SensorPose"))
        self.Wrench = {body: wrench(value, f"Wrench of '{body}'") for body, value in wrenches.items()}
        self.BaseWrench = None if given["BaseWrench"] is None else wrench(given["BaseWrench"], "BaseWrench")
        self.SensorPose = {b: rigid_transform(T, f"MotionData: SensorPose of '{b}'") for b, T in poses.items()}
        if strangers := sorted(set(self.SensorPose) - set(self.Wrench)):
            _wrong("SensorPose has a body without a Wrench", f"some of {sorted(self.Wrench)}", str(strangers))

    @classmethod
    def fromLog(cls, log: Any, *args: Any, **keywords: Any) -> MotionData:
        """A log as it comes.

        Parameters
        ----------
        log : Workspace, dict, table of pandas, or path
            What ``load`` returned, arrays by name, or a .mat, .csv, .npz or .parquet file. Positions are called
            ``qout`` or ``q``, velocities ``qdout`` or ``qd``, accelerations ``qddout`` or ``qdd``, torques ``tauout``
            or ``tau``, times ``tout``, ``t`` or ``time``; or they are columns ``q1, q2, ...``. A timeseries brings its
            own times. Arrays that have time across are turned.
        Names : dict, optional
            Other names, for fields of MotionData: ``{"JointPosition": "pos", "Wrench": {"tool": "ft"}}``. A name may be
            that of a variable, of a field of one (``"out.q"``), what numbered columns begin with, or a list of columns.
        SensorPose, WrenchOrder : optional
            As of MotionData.

        Returns
        -------
        MotionData

        Raises
        ------
        MatlabError
            ``rst_compat:identification:BadData``, ``rst_compat:table:Unreadable``, and as ``load``.

        Examples
        --------
        >>> import numpy as np
        >>> MotionData.fromLog({"t": np.arange(100.0), "pos": np.zeros((2, 100))}, Names={"JointPosition": "pos"})
        MotionData: 100 samples of 2 joints, 99 s
          given: Time, JointPosition
        """
        from .log_files import read_log  # noqa: PLC0415 - files are read by those who have some

        given = name_values(
            "MotionData.fromLog", args, keywords, {"Names": None, "SensorPose": None, "WrenchOrder": "nf"}
        )
        names = _mapping(given.pop("Names"), "Names")
        return cls(**read_log(log, names), **given)

    def bodyWrench(self, body: str) -> Any:
        """The wrench (T, 6) [moment force] on a body about its origin and in its axes, with SensorPose applied."""
        measured = self.Wrench[body]
        if body not in self.SensorPose:
            return measured
        R, p = self.SensorPose[body][:3, :3], self.SensorPose[body][:3, 3]
        across = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
        return measured @ np.block([[R, across @ R], [np.zeros((3, 3)), R]]).T

    def __getitem__(self, samples: slice) -> MotionData:
        """Some of the samples, as a slice takes them; arrays are views."""
        if not isinstance(samples, slice):
            fact, hint = "MotionData: samples are taken by slices", "data[100:200], data[::2]"
            raise MatlabTypeError(_BAD, fact, "a slice", type(samples).__name__, hint)
        part = copy(self)
        for name in (*_FIELDS, "BaseWrench"):
            if (rows := getattr(self, name)) is not None:
                setattr(part, name, rows[samples])
        part.Wrench = {body: rows[samples] for body, rows in self.Wrench.items()}
        part.NumSamples = int(part.JointPosition.shape[0])
        return part

    def __len__(self) -> int:
        return self.NumSamples

    def __repr__(self) -> str:
        names = [*_FIELDS, "Wrench", "BaseWrench", "SensorPose"]
        given = [n for n in names if (v := getattr(self, n)) is not None and not (isinstance(v, dict) and not v)]
        span = f", {self.Time[-1] - self.Time[0]:g} s" if self.Time is not None and self.NumSamples else ""
        return f"MotionData: {self.NumSamples} samples of {self.NumJoints} joints{span}\n  given: {', '.join(given)}"


def _rows(value: Any, what: str, T: int | None, width: int | None) -> Any:
    """An array (T, width); None for any."""
    if is_one(value):
        check_numbers(value, f"MotionData: {what}")
        rows = value
    elif type(value) is np.ndarray and value.dtype == np.float64:
        rows = value  # a long log is not copied
    else:
        rows = numbers(value, f"MotionData: {what}")
    if rows.ndim == 1 and width in (None, 1):
        rows = rows[:, None]
    wanted = tuple(s or known for s, known in zip((T, width), ("T", "n"), strict=True))
    if rows.ndim != 2 or (T is not None and rows.shape[0] != T) or (width is not None and rows.shape[1] != width):
        turned = rows.ndim == 2 and rows.shape[0] != T == rows.shape[1]
        hint = "Time goes down: transpose it" if turned else "A row per sample, a column per joint that is not fixed"
        _wrong(f"{what} has the wrong size", f"shape ({wanted[0]}, {wanted[1]})", f"shape {rows.shape}", hint)
    return rows


def _time(value: Any, T: int, n: int) -> Array:
    time = numbers(np.asarray(value), "MotionData: Time")
    if time.size != T or sum(d > 1 for d in time.shape) > 1:
        hint = "JointPosition has time across: transpose it" if time.size == n else "A row for each sample"
        _wrong("Time has the wrong size", f"{T} elements, one per sample", f"shape {time.shape}", hint)
    time = time.reshape(T)
    if not np.isfinite(time).all() or (np.diff(time) < 0).any():
        at = int(np.flatnonzero(~np.isfinite(time) | (np.diff(time, prepend=-np.inf) < 0))[0])
        _wrong("Time does not increase", "finite numbers that increase", f"{time[at]:g} at sample {at}")
    return time


def _mapping(value: Any, what: str) -> dict[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        fact, hint = f"MotionData: {what} is not a dict", 'It is one with names for its keys: Wrench={"tool": array}'
        raise MatlabTypeError(_BAD, fact, "a dict", type(value).__name__, hint)
    return dict(value)


def _wrong(fact: str, expected: str, got: str, hint: str = "A row for each sample in every array") -> NoReturn:
    raise MatlabValueError(_BAD, f"MotionData: {fact}", expected, got, hint)
