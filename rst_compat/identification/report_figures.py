"""Pictures of an identification: measured against predicted, what is left, and how well the motion excites."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import MatlabImportError

if TYPE_CHECKING:
    from .identification_result import Identification
    from .motion_data import MotionData

Array = NDArray[np.float64]

#: Samples of a log that a picture shows, at equal distances.
SHOWN = 4000
_MEASURED, _PREDICTED, _LEFT = "#b5b5b5", "#1f6fb4", "#c4511f"


def singular_values(fit: Identification) -> Any:
    """The singular values of the rows with columns of norm 1: the smaller the last, the less is known."""
    figure = _figure(7.0, 3.0)
    axes = figure.subplots()
    values = fit.SingularValues
    axes.semilogy(np.arange(1, len(values) + 1), values, "o-", color=_PREDICTED, markersize=4)
    axes.set_xlabel("number")
    axes.set_ylabel("singular value")
    axes.set_title(f"Singular values, columns of norm 1: condition {fit.ScaledCondition:.3g}", fontsize=10)
    return figure


def channels(fit: Identification, data: MotionData, title: str) -> Any:
    """Measured against predicted, and their difference, of every channel; some of the samples of a long log."""
    log = fit.prepared(data)
    step = max(1, -(-len(log) // SHOWN))
    shown = log[::step]
    measured, predicted = fit.measured(shown), fit.predict(shown)
    time = np.arange(len(shown)) * step if shown.Time is None else np.asarray(shown.Time)
    rows = len(fit.Channels)
    figure = _figure(9.0, 0.6 + 2.2 * rows)
    for axes, channel, y, yhat in zip(
        figure.subplots(rows, 1, squeeze=False)[:, 0], fit.Channels, measured.T, predicted.T, strict=True
    ):
        axes.plot(time, y, color=_MEASURED, linewidth=2.8, label="measured")
        axes.plot(time, yhat, color=_PREDICTED, linewidth=0.9, label="predicted")
        axes.plot(time, y - yhat, color=_LEFT, linewidth=0.8, label="residual")
        axes.set_ylabel(channel, parse_math=False)
        axes.margins(x=0)
    figure.axes[0].set_title(title + (f" (every {step}th sample)" if step > 1 else ""), fontsize=10)
    figure.axes[0].legend(loc="upper right", fontsize=8, ncols=3)
    figure.axes[-1].set_xlabel("sample" if shown.Time is None else "time, s")
    return figure


def figure_class() -> Any:
    """Figure of matplotlib, which draws without a display."""
    try:
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MatlabImportError(
            "rst_compat:plot:NeedsExtra",
            "the pictures of a report need packages that are not installed",
            "the package matplotlib, of the extra plot",
            str(error),
            "pip install 'rst_compat[plot]' brings it",
        ) from error
    return Figure


def _figure(width: float, height: float) -> Any:
    return figure_class()(figsize=(width, height), layout="constrained")
