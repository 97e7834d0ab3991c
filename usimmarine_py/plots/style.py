"""The style of the figures; only this module imports matplotlib."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from colorsys import hsv_to_rgb
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, NamedTuple

from usimmarine_py.errors import MissingExtraError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.legend import Legend

#: Okabe and Ito's palette: distinct with every kind of colour vision, and in grey print by lightness.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")

#: Styles of coinciding lines: the lower one is visible in the gaps, and they are distinct without colour.
DASHES: tuple[Any, ...] = (
    "-", (0, (5.0, 2.0)), (0, (1.5, 1.5)), (0, (6.0, 1.5, 1.5, 1.5)), (0, (10.0, 3.0)), (0, (3.0, 1.5)),
    (0, (6.0, 1.5, 1.5, 1.5, 1.5, 1.5)), (0, (1.0, 3.0)),
)  # fmt: skip
#: More runs than these are drawn in one style, without names.
MOST_NAMED = 8
#: Least span of an axis of speeds, m/s.
LEAST_SPEEDS = 0.2
#: Most letters of a title above a figure.
_LONGEST_TITLE = 100
#: Width of a letter of a legend, in inches, and of the line and the gap beside a word, in letters.
_LETTER, _HANDLE = 0.075, 7
_BELOW = 0.45  # inches from the axes to a legend below them, for the numbers and the label of the axis

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


#: What ``paper`` changes: the letters of a journal's column, lines that survive it, fonts as text in PDF.
PAPER: dict[str, Any] = {
    **RC,
    "font.size": 7,
    "axes.titlesize": 7,
    "axes.titleweight": "normal",
    "axes.labelsize": 7,
    "xtick.labelsize": 6.5,
    "ytick.labelsize": 6.5,
    "legend.fontsize": 6.5,
    "lines.linewidth": 1.0,
    "axes.linewidth": 0.6,
    "grid.linewidth": 0.4,
    "pdf.fonttype": 42,
    "ps.fonttype": 42,
}


class Look(NamedTuple):
    """How figures are drawn in a context; see ``looking``."""

    width: float = 0.0  #: inches, 0 = as each figure is
    paper: bool = False  #: for print: small letters, legends inside, no title above
    data: bool = False  #: a CSV of what is drawn beside each file

    @property
    def rc(self) -> dict[str, Any]:
        """Settings of matplotlib."""
        return PAPER if self.paper else RC


USUAL = Look()
LOOK: ContextVar[Look] = ContextVar("look", default=USUAL)


@contextmanager
def looking(look: Look) -> Iterator[None]:
    """The context in which figures are made and saved with this look."""
    token = LOOK.set(look)
    try:
        yield
    finally:
        LOOK.reset(token)


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of ``width`` x ``height`` inches without any window system behind it."""
    try:
        import matplotlib
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure as MplFigure
    except ImportError as error:
        raise MissingExtraError("drawing a figure", "matplotlib", "plot") from error
    with matplotlib.rc_context(LOOK.get().rc):
        figure = MplFigure(figsize=(width, height), layout="constrained")
        FigureCanvasAgg(figure)
        return figure


@contextmanager
def styled() -> Iterator[None]:
    """The context in which axes are made and saved, independent of a user's matplotlibrc."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingExtraError("drawing a figure", "matplotlib", "plot") from error
    with matplotlib.rc_context(LOOK.get().rc), warnings.catch_warnings():
        # file names may be in any script; a missing glyph in the title shall not give a warning
        warnings.filterwarnings("ignore", message="Glyph .* missing from")
        yield


def colour(place: int) -> str:
    """The colour of line number ``place``: of the palette, then others, all different."""
    if place < len(COLOURS):
        return COLOURS[place]
    hue, dark = (place * 0.6180339887) % 1.0, place % 2
    red, green, blue = (round(255 * x) for x in hsv_to_rgb(hue, 0.75, 0.45 if dark else 0.8))
    return f"#{red:02X}{green:02X}{blue:02X}"


def dash(place: int) -> Any:
    """The style of line number ``place`` of lines that may coincide, repeated."""
    return DASHES[place % len(DASHES)]


def looks(runs: int) -> list[dict[str, Any]]:
    """Colour and style of the lines of each run; equal and faint for many runs."""
    if runs > MOST_NAMED:
        return [{"color": COLOURS[0], "linestyle": "-", "linewidth": 0.9, "alpha": 0.4}] * runs
    return [{"color": colour(place), "linestyle": dash(place)} for place in range(runs)]


def panel(axes: Axes, title: str, unit: str) -> None:
    """Set the title of axes, on the left, and the unit of their values."""
    axes.set(ylabel=unit)
    axes.set_title(title, loc="left")


def seen_from_above(axes: Axes, title: str = "Track") -> None:
    """Set the title and the labels of a map, with one scale for both directions."""
    panel(axes, title, "y, north (m)")
    axes.set(xlabel="x, east (m)")
    axes.set_aspect("equal", adjustable="datalim")


def at_least(axes: Axes, span: float) -> None:
    """Widen the vertical axis to ``span``, so that rounding errors of vehicles at rest are not magnified."""
    low, high = axes.get_ylim()
    if high - low < span:
        axes.set_ylim((low + high - span) / 2, (low + high + span) / 2)


def say_in(axes: Axes, text: str = "not in the log") -> None:
    """Write a text into axes that have no curve."""
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center", color="#777777")


def legend_inside(axes: Axes, **look: Any) -> Legend:
    """Draw the legend in the largest free area."""
    return axes.legend(loc="best", frameon=True, framealpha=0.8, edgecolor="none", **look)


def runs_title(names: Sequence[str]) -> str:
    """The title of a figure of these runs."""
    title = " / ".join(names)
    return title if len(names) <= MOST_NAMED and len(title) <= _LONGEST_TITLE else f"{len(names)} runs"


def legend_of_bars(axes: Axes, width: float) -> None:
    """Draw the legend of bars, which leave no area free: as beside a title, but for a paper below the axes.

    ``width`` is that of the axes in inches, where the figure is not brought to another one.
    """
    look = LOOK.get()
    labels = axes.get_legend_handles_labels()[1]
    if not look.paper or not labels:
        legend_beside_title(axes, width)
        return
    from matplotlib.transforms import ScaledTranslation

    figure = axes.get_figure()
    assert figure is not None
    wide = (max(map(len, labels)) + _HANDLE) * _LETTER
    below = _BELOW if axes.get_xlabel() else 0.3 * _BELOW
    axes.legend(
        loc="upper left", bbox_to_anchor=(0.0, 0.0), borderaxespad=0.0, ncols=max(1, int((look.width or width) / wide)),
        bbox_transform=axes.transAxes + ScaledTranslation(0.0, -below, figure.dpi_scale_trans),
    )  # fmt: skip


def legend_beside_title(axes: Axes, width: float) -> None:
    """Draw the legend on the line of the title, where it hides no curve; within the axes if it is too long for that.

    ``width`` is that of the axes in inches. The title is set before, on the left.
    """
    labels = axes.get_legend_handles_labels()[1]
    if not labels:
        return
    letters = len(axes.get_title(loc="left")) + sum(len(label) + _HANDLE for label in labels)
    if LOOK.get().paper or letters * _LETTER > width:
        legend_inside(axes, ncols=2).set_in_layout(False)
    else:
        axes.legend(loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.1, ncols=len(labels))
