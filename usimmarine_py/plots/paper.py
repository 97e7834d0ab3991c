"""Figures for papers: the width of a column, panels below each other where they do not fit beside each other, data."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import TYPE_CHECKING, Any

import numpy as np

from usimmarine_py.errors import ConfigError
from usimmarine_py.plots.style import Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INCHES = {"mm": 1.0 / 25.4, "cm": 1.0 / 2.54, "in": 1.0}
#: Widths that a figure may have, in inches.
NARROWEST, WIDEST = 1.5, 40.0
#: Least width of a panel, in inches: narrower ones go below each other; and height over width of a map and of others.
_PANEL, _MAP, _CURVES = 2.6, 0.9, 0.42


def read_width(text: str) -> float:
    """Return a width such as 88mm, 8.8cm or 3.5in in inches. Raises ``ConfigError``."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(mm|cm|in)\s*", text)
    width = float(found[1]) * _INCHES[found[2]] if found else 0.0
    if not NARROWEST <= width <= WIDEST:
        raise ConfigError(f"{text!r} must be a width such as 88mm, 8.8cm or 3.5in (38mm to 1016mm)", key="--width")
    return width


def fitted(figure: Figure, look: Look) -> None:
    """Bring a figure to the width of ``look``; without the title above it, if it is for a paper."""
    if look.paper and figure.get_suptitle():
        figure.suptitle("")
    if not look.width:
        return
    width, height = figure.get_size_inches()
    grid, panels = _panels(figure)
    columns = 1 if grid is None else grid.ncols
    if grid is None or columns == 1 or look.width / columns >= _PANEL:
        rows = 1 if grid is None else grid.nrows
        figure.set_size_inches(look.width, max(height * look.width / width, min(height, 1.1 * rows)))
        return
    # as a column; each panel with what was drawn into the same place, such as a scale of colours
    shares = [_MAP if axes[0].get_aspect() != "auto" or axes[0].name == "polar" else _CURVES for axes in panels]
    below = figure.add_gridspec(len(panels), 1, height_ratios=shares)
    for row, axes in enumerate(panels):
        for one in axes:
            one.set_subplotspec(below[row, 0])
    figure.set_size_inches(look.width, look.width * sum(shares))


def _panels(figure: Figure) -> tuple[Any, list[list[Axes]]]:
    """The grid of most panels, and the panels of the figure in their order, each with its twins."""
    panels: dict[tuple[int, int], list[Axes]] = {}
    grid: Any = None
    for axes in figure.axes:
        place = axes.get_subplotspec()
        if place is None or not axes.get_visible():
            continue
        whole = place.get_gridspec()
        if grid is None or whole.ncols * whole.nrows > grid.ncols * grid.nrows:
            grid = whole
        panels.setdefault((id(whole), place.num1), []).append(axes)
    return grid, list(panels.values())


def data_of(figure: Figure) -> str:
    """Return what a figure shows as CSV: panel, kind, name, x, y and value (of a surface), one point a row.

    Lines without a label are named ``line 1`` and so on; gaps are left out.
    """
    text = StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(("panel", "kind", "name", "x", "y", "value"))
    for number, axes in enumerate(figure.axes, 1):
        title = axes.get_title(loc="left") or axes.get_title() or axes.get_ylabel() or f"panel {number}"
        for kind, name, x, y, value in _drawn(axes):
            points = np.broadcast_arrays(*(_numbers(part) for part in (x, y, value)))
            for to_x, to_y, of in zip(*(part.tolist() for part in points), strict=True):
                if np.isfinite((to_x, to_y)).all():
                    out.writerow((title, kind, name, repr(to_x), repr(to_y), "" if np.isnan(of) else repr(of)))
    return text.getvalue()


def _numbers(values: Any) -> Any:
    """Return values of a drawing as a row; nan for what is masked."""
    return np.ravel(np.ma.filled(np.ma.asarray(values, float), np.nan))


def _drawn(axes: Axes) -> Any:
    """Kind, name, x, y and value of what is drawn into axes."""
    from matplotlib.patches import Rectangle

    for i, line in enumerate(axes.get_lines(), 1):
        label = str(line.get_label())
        x, y = line.get_xdata(orig=False), line.get_ydata(orig=False)
        yield "line", f"line {i}" if label.startswith("_") else label, x, y, np.nan
    for i, group in enumerate(axes.collections, 1):
        label = str(group.get_label())
        name, values = f"group {i}" if label.startswith("_") else label, group.get_array()
        places = getattr(group, "get_coordinates", None)
        if places is not None and values is not None:  # a surface: middles of its meshes
            corners = np.asarray(places(), float)
            middle = 0.25 * (corners[1:, 1:] + corners[1:, :-1] + corners[:-1, 1:] + corners[:-1, :-1])
            if middle.shape[0] * middle.shape[1] == np.size(values):
                yield "surface", name, middle[..., 0], middle[..., 1], values
            else:
                yield "surface", name, corners[..., 0], corners[..., 1], values
            continue
        offsets = np.asarray(np.ma.filled(group.get_offsets(), np.nan), float)
        if type(group).__name__ == "PathCollection" and len(offsets):
            known = values is not None and np.size(values) == len(offsets)
            yield "points", name, offsets[:, 0], offsets[:, 1], values if known else np.nan
        elif type(group).__name__ in ("LineCollection", "PolyCollection", "FillBetweenPolyCollection"):
            for path in group.get_paths():
                x, y = np.asarray(path.vertices, float).T
                yield "lines" if type(group).__name__ == "LineCollection" else "area", name, x, y, np.nan
    for patch in axes.patches:
        if isinstance(patch, Rectangle):
            label = str(patch.get_label())
            middle_x, top = patch.get_x() + 0.5 * patch.get_width(), patch.get_y() + patch.get_height()
            yield "bar", "bar" if label.startswith("_") else label, [middle_x], [top], np.nan
