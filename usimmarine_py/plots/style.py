"""The look of every figure, and the one place that imports matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from usimmarine_py.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: Okabe and Ito's palette: told apart with every kind of colour vision, and in grey print by lightness.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

RC: dict[str, Any] = {
    "font.size": 9,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "legend.frameon": False,
    "legend.fontsize": 8,
    "lines.linewidth": 1.4,
    "svg.hashsalt": "usimmarine",  # equal data give an equal file
}


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of ``width`` x ``height`` inches without any window system behind it."""
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as MplFigure
    except ImportError as error:
        raise MissingExtraError("drawing a figure", "matplotlib", "plot") from error
    with matplotlib.rc_context(RC):
        figure = MplFigure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        return figure


def styled() -> Any:
    """The context in which axes are made and saved, so that a user's matplotlibrc changes nothing."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingExtraError("drawing a figure", "matplotlib", "plot") from error
    return matplotlib.rc_context(RC)
