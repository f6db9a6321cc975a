"""What identifyDynamics returns: parameters with error bars, what they are worth, and a robot that has them."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..matlab.inertial_parameters import withInertialParameters
from .compression import Progress, reduced
from .measured_rows import System, prepared

if TYPE_CHECKING:
    from ..matlab.rigid_body_tree import rigidBodyTree
    from .motion_data import MotionData

Array = NDArray[np.float64]

#: Above this part of a value its standard deviation is flagged.
UNCERTAIN = 0.10
#: Columns of words, which begin on the left; numbers end on the right.
WORDS = ("Parameter", "Expression", "Status", "Channel")
#: Titles and rows of a table.
Cells = tuple[tuple[str, ...], Sequence[tuple[str, ...]]]
_WIDTH = 100
#: Numbers in kg, m and their products that are shown as 0.
_NOTHING = 1e-12


@dataclass(frozen=True, eq=False)
class ParameterTable:
    """Combinations of parameters, their values and their error bars.

    Attributes
    ----------
    Expressions : tuple of str
    Value, Std : (b,) arrays
    Relative : (b,) array
        Standard deviation over value, in percent.
    Uncertain : (b,) array of bool
        Where that is more than 10 %.
    """

    Expressions: tuple[str, ...]
    Value: Array
    Std: Array

    @property
    def Relative(self) -> Array:
        with np.errstate(divide="ignore", invalid="ignore"):
            relative: Array = 100 * self.Std / np.abs(self.Value)
        return relative

    @property
    def Uncertain(self) -> NDArray[np.bool_]:
        return ~(self.Relative <= 100 * UNCERTAIN) & ~(self.Std < _NOTHING)

    def __len__(self) -> int:
        return len(self.Expressions)

    def table(self) -> Cells:
        """Titles and rows, with a star where the value is uncertain."""
        rows = zip(self.Expressions, self.Value, self.Std, self.Relative, self.Uncertain, strict=True)
        cells = [
            (_value(v), _std(s), _percent(r, s) + (" *" if u and not np.isnan(s) else "  "), e)
            for e, v, s, r, u in rows
        ]
        return ("Value", "Std", "Std %  ", "Expression"), cells

    def __repr__(self) -> str:
        return in_text(*self.table())


@dataclass(frozen=True, eq=False)
class Validation:
    """How well parameters predict a log.

    Attributes
    ----------
    Channels : tuple of str
        Joints, for their torques, and components of wrenches.
    NRMSE : (r,) array
        Norm of measured less predicted over norm of measured.
    RMSE : (r,) array
        Root mean square of measured less predicted, N m and N.
    NumSamples : int
    """

    Channels: tuple[str, ...]
    NRMSE: Array
    RMSE: Array
    NumSamples: int

    @property
    def Mean(self) -> float:
        """Mean of NRMSE over the channels that were measured at all."""
        known = self.NRMSE[np.isfinite(self.NRMSE)]
        return float(known.mean()) if known.size else np.nan

    def table(self) -> Cells:
        """Titles and rows."""
        rows = [(c, f"{100 * e:.3g}", f"{r:.3g}") for c, e, r in zip(self.Channels, self.NRMSE, self.RMSE, strict=True)]
        return ("Channel", "Error %", "RMSE"), rows

    def __repr__(self) -> str:
        return in_text(*self.table())


@dataclass(frozen=True, eq=False)
class Identification:
    """What :func:`identifyDynamics` found.

    Attributes
    ----------
    Method, Covariance : str
    Names : tuple of str
        Of the p standard parameters, as parameterNames gives them.
    Parameters : (p,) array
        In the units of inertialParameters; what the log does not determine is as near to the prior as it allows.
    Std : (p,) array
        Standard deviations; NaN for parameters that are not determined, 0 for those that a map fixes.
    Status : dict of str
        Of every parameter: "alone" (determined), "combination" (only together with others), "unobservable" (no motion
        shows it), "not excited" (this log does not show it, another one could) or "fixed" (by a map).
    BaseParameters : ParameterTable
        The b combinations that are determined.
    Cov : (b, b) array
        Covariance of their values.
    Reduced : ParameterTable or None
        The unknowns of a LinearMap.
    Rank, StructuralRank : int
        Combinations that this log determines, and that the best log would.
    Condition, ScaledCondition : float
        Of the rows, divided by the noise of their channels; and with columns of norm 1. Below 100 is good.
    SingularValues : (b,) array
        Of the latter.
    PhysicalConsistency : dict of bool
        Of every body: whether its parameters are those of some distribution of mass.
    Channels : tuple of str
    ResidualStd, NRMSE : (r,) arrays
        Standard deviation of the noise, N m and N, and the relative error, of every channel.
    ResidualCorrelation : (r,) array
        Between residuals of successive samples.
    CrossValidation : (folds, r) array or None
        Relative errors in stretches of the log, each predicted by parameters from the others.
    NumSamples, NumDropped : int
        Samples of the log, and those of them in which no row counts.
    Window : int
        Over how many samples the covariance takes errors to be related; 1 for "white".
    Findings : tuple of str
        What to know before the numbers are used.

    Notes
    -----
    ``apply`` gives a robot with the parameters, ``validate`` the errors on another log, ``predict`` torques,
    ``summary`` everything as text.

    Examples
    --------
    >>> import numpy as np
    >>> from rst_compat import MotionData, batch, identifyDynamics, importrobot
    >>> robot = importrobot("twolink")
    >>> q, qd, qdd = np.random.default_rng(0).normal(size=(3, 500, 2))
    >>> fit = identifyDynamics(robot, MotionData(None, q, qd, qdd, batch.inverseDynamics(robot, q, qd, qdd)))
    >>> round(float(fit.apply().Bodies[1].CenterOfMass[0]), 6)
    -0.35
    >>> fit.validate(MotionData(None, q, qd, qdd, batch.inverseDynamics(robot, q, qd, qdd))).Mean < 1e-9
    True
    """

    Method: str
    Covariance: str
    Names: tuple[str, ...]
    Parameters: Array
    Std: Array
    Status: dict[str, str]
    BaseParameters: ParameterTable
    Cov: Array
    Reduced: ParameterTable | None
    Rank: int
    StructuralRank: int
    Condition: float
    ScaledCondition: float
    SingularValues: Array
    PhysicalConsistency: dict[str, bool]
    Channels: tuple[str, ...]
    ResidualStd: Array
    NRMSE: Array
    ResidualCorrelation: Array
    CrossValidation: Array | None
    NumSamples: int
    NumDropped: int
    Window: int
    Findings: tuple[str, ...]
    _system: System = field(repr=False)
    _options: dict[str, Any] = field(repr=False)

    def apply(self, robot: rigidBodyTree | None = None) -> rigidBodyTree:
        """A copy of a robot, by default the one that was identified, with these parameters and their friction."""
        base = self._system.robot if robot is None else robot
        return withInertialParameters(base, self.Parameters, **self._options)

    def predict(self, data: MotionData) -> Array:
        """Torques and wrenches (T, r) of the channels in the motion of a log; NaN where its motion is not known."""
        system = self._system.everything()
        log, _ = prepared("predict", system.robot, data, ())

        def of(part: MotionData, _: int) -> Array:
            predicted: Array = system.regressor(part) @ self.Parameters
            return predicted

        return reduced(of, np.concatenate, log, row_bytes=system.row_bytes)

    def validate(self, data: MotionData, *, Progress: Progress = None) -> Validation:
        """The errors of predicted torques and wrenches on another log."""
        system = self._system.everything()
        log, _ = prepared("validate", system.robot, data, system.sensors)

        def of(part: MotionData, _: int) -> Array:
            rows = system.rows(part)
            return np.stack([(rows.residuals(self.Parameters) ** 2).sum(0), (rows.w**2).sum(0), rows.keep.sum(0)])

        errors, measured, count = reduced(
            of, lambda parts: np.sum(parts, axis=0), log, row_bytes=system.row_bytes, progress=Progress
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            return Validation(self.Channels, np.sqrt(errors / measured), np.sqrt(errors / count), len(log))

    def measured(self, data: MotionData) -> Array:
        """What ``predict`` is to be compared with, (T, r); NaN where it does not count."""
        system = self._system.everything()

        def of(part: MotionData, _: int) -> Array:
            rows = system.rows(part)
            return np.where(rows.keep, rows.w, np.nan)

        return reduced(of, np.concatenate, self.prepared(data), row_bytes=system.row_bytes)

    def prepared(self, data: MotionData) -> MotionData:
        """A log with the velocities and accelerations that it lacks, as it is read everywhere here."""
        return prepared("prepared", self._system.robot, data, self._system.sensors)[0]

    def headline(self) -> list[str]:
        """How it was fitted, and what came of it, in a few lines."""
        physical = sum(self.PhysicalConsistency.values())
        dropped = f", {self.NumDropped} of them dropped" if self.NumDropped else ""
        return [
            f"{self.Method} fit to {self.NumSamples} samples{dropped}; errors {self.Covariance}",
            f"{self.Rank} of {self.StructuralRank} combinations determined; condition {self.ScaledCondition:.3g} "
            f"with columns of norm 1, {self.Condition:.3g} without",
            f"{physical} of {len(self.PhysicalConsistency)} bodies physically consistent",
        ]

    def tables(self) -> dict[str, Cells]:
        """Heading to titles and rows."""
        with np.errstate(divide="ignore", invalid="ignore"):
            relative = 100 * self.Std / np.abs(self.Parameters)
        parameters = [
            (n, _value(v), _std(s), _percent(r, s), self.Status[n])
            for n, v, s, r in zip(self.Names, self.Parameters, self.Std, relative, strict=True)
        ]
        across = np.full(len(self.Channels), np.nan) if self.CrossValidation is None else self.CrossValidation.mean(0)
        channels = [
            (c, f"{s:.3g}", f"{100 * e:.3g}", "" if np.isnan(a) else f"{100 * a:.3g}", f"{r:.2g}")
            for c, s, e, a, r in zip(
                self.Channels, self.ResidualStd, self.NRMSE, across, self.ResidualCorrelation, strict=True
            )
        ]
        found = {} if self.Reduced is None else {"Unknowns": self.Reduced.table()}
        if self.Reduced is None or not set(self.BaseParameters.Expressions) <= set(self.Reduced.Expressions):
            found["Combinations"] = self.BaseParameters.table()
        return {
            **found,
            "Parameters": (("Parameter", "Value", "Std", "Std %", "Status"), parameters),
            "Channels": (("Channel", "Noise", "Error %", "Left out %", "Correlation"), channels),
        }

    def summary(self) -> str:
        """Everything in words and tables."""
        findings = [textwrap.fill(f"! {f}", _WIDTH, subsequent_indent="  ", **_WHOLE_WORDS) for f in self.Findings]
        tables = [in_text(*cells) for cells in self.tables().values()]
        return "\n\n".join(["\n".join(self.headline()), *findings, *tables])

    def report(
        self,
        file: str | Path,
        data: MotionData | None = None,
        validation: MotionData | None = None,
        title: str = "Identification",
    ) -> None:
        """Write the summary with pictures into a file, .html or .md.

        Parameters
        ----------
        file : str or Path
            HTML is one file; Markdown has its pictures beside it, as FILE_fit.png and so on.
        data : MotionData, optional
            The log, to show what was measured with what the parameters predict.
        validation : MotionData, optional
            Another log, to show the same and the errors.
        title : str

        Raises
        ------
        MatlabError
            ``rst_compat:identification:WrongReport``, ``rst_compat:identification:NotWritten``;
            ``rst_compat:plot:NeedsExtra`` without matplotlib.
        """
        from .report import write_report  # noqa: PLC0415 - pictures are drawn by those who want some

        write_report(self, file, data, validation, title)

    def __repr__(self) -> str:
        return f"<{self.Method}: {self.Rank} of {self.StructuralRank} combinations of {len(self.Names)} parameters>"


_WHOLE_WORDS: Any = {"break_long_words": False, "break_on_hyphens": False}


def in_text(titles: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    """Columns of text; a long last one goes on below."""
    widths = [max(len(line[k]) for line in (titles, *rows)) for k in range(len(titles))]
    indent = sum(widths[:-1]) + 2 * (len(widths) - 1)
    text = []
    for *cells, last in (titles, *rows):
        first, *more = textwrap.wrap(last, max(_WIDTH - indent, 40), **_WHOLE_WORDS) or [""]
        line = [
            f"{c:<{w}}" if t in WORDS else f"{c:>{w}}" for t, c, w in zip(titles, (*cells, first), widths, strict=True)
        ]
        text += ["  ".join(line).rstrip(), *(" " * indent + part for part in more)]
    return "\n".join(text)


def _value(value: float) -> str:
    return "0" if abs(value) < _NOTHING else f"{value:.5g}"


def _std(std: float) -> str:
    return "" if np.isnan(std) else "0" if std < _NOTHING else f"{std:.2g}"


def _percent(relative: float, std: float) -> str:
    if np.isnan(std) or std < _NOTHING:
        return _std(std)
    return f"{relative:.2g}" if relative < 99.5 else f"{relative:.0f}" if relative < 1e4 else ">9999"
