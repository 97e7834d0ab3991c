"""The wind rose: relative durations of wind directions and speeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from usimmarine_py.errors import ConfigError, NothingToDrawError, shorten
from usimmarine_py.logs.runs import RecordedRun, Series
from usimmarine_py.logs.viewer.names import WIND_CONDITIONS
from usimmarine_py.plots.style import COLOURS, new_figure, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

#: Names of speed and direction (deg, FROM), in order of preference.
WIND_PAIRS = (
    ("USM_WIND_SPEED", "USM_WIND_DIR"),
    ("WIND_SPEED", "WIND_DIR"),
    ("wind_speed", "wind_dir"),
    (f"{WIND_CONDITIONS}.spd", f"{WIND_CONDITIONS}.dir"),
)
SECTORS = 16
_POINTS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
#: Dark to light and thin to thick, readable by lightness alone.
_SHADES = (COLOURS[0], COLOURS[5], "#F0E442", COLOURS[4], COLOURS[1])


def find_wind(log: RecordedRun, names: str = "") -> tuple[Series, Series]:
    """Speed (m/s) and direction (deg, from) of the wind; ``names`` is ``SPEED,DIRECTION`` or empty.

    Raises ``ConfigError`` for names that are not two, ``NothingToDrawError`` for a log without wind.
    """
    if names:
        pair = [name.strip() for name in names.split(",")]
        if len(pair) != 2 or not all(pair):
            raise ConfigError(f"{shorten(names, 60)} is not SPEED,DIRECTION", key="--wind")
        return log.variable(pair[0]), log.variable(pair[1])
    for speed, direction in WIND_PAIRS:
        if speed in log.series and direction in log.series:
            return log.series[speed], log.series[direction]
    raise NothingToDrawError(
        f"{log.path}: no wind in this log (USM_WIND_SPEED and USM_WIND_DIR)",
        remedy="name yours with --wind SPEED,DIRECTION",
    )


def shares(
    speed: Series, direction: Series, edges: NDArray[np.float64], sectors: int = SECTORS
) -> tuple[NDArray[np.float64], float]:
    """Fraction of time in each sector and speed class, shape (sectors, classes), and that of calm (0 m/s).

    Each value counts until the next one; all fractions and the calm add up to 1. Sector 0 is centred on north.
    ``edges`` (m/s), shape (classes + 1,), ascending; the last class is open upwards.
    """
    times = np.union1d(speed[0], direction[0])
    times = times[times >= max(speed[0][0], direction[0][0])]
    lasting = np.diff(times) if len(times) > 1 else np.ones(1)
    starts = times[: len(lasting)]
    v = speed[1][np.searchsorted(speed[0], starts, side="right") - 1]
    angle = direction[1][np.searchsorted(direction[0], starts, side="right") - 1]
    width = 360.0 / sectors
    sector = np.floor((angle + width / 2) % 360.0 / width).astype(int) % sectors
    level = np.clip(np.searchsorted(edges, v, side="right") - 1, 0, len(edges) - 2)
    total = float(lasting.sum())
    table = np.zeros((sectors, len(edges) - 1))
    blowing = v > 0.0
    np.add.at(table, (sector[blowing], level[blowing]), lasting[blowing] / total)
    return table, float(lasting[~blowing].sum() / total)


def speed_classes(fastest: float) -> NDArray[np.float64]:
    """Five round classes up to about ``fastest`` (m/s), shape (6,)."""
    raw = max(fastest, 0.5) / 5.0
    power = 10.0 ** np.floor(np.log10(raw))
    step = next(m * power for m in (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0) if m * power >= raw * 0.999)
    return np.asarray(step * np.arange(6.0))


def rose_figure(logs: Sequence[RecordedRun], names: str = "") -> Figure:
    """One rose for each run, with shared speed classes and a shared radius; empty for a run without wind.

    Raises ``NothingToDrawError`` when no run has any.
    """
    winds = _winds(logs, names)
    found = [wind for wind in winds if wind is not None]
    edges = speed_classes(max(float(np.max(speed[1])) for speed, _ in found))
    tables = [None if wind is None else shares(*wind, edges) for wind in winds]
    top = max(float(table[0].sum(axis=1).max()) for table in tables if table is not None) * 100.0
    columns = min(len(logs), 3)
    rows = -(-len(logs) // columns)
    with styled():
        figure = new_figure(5.2 * columns + 1.2, 5.2 * rows)
        for place, (log, shown) in enumerate(zip(logs, tables, strict=True), start=1):
            axes = figure.add_subplot(rows, columns, place, projection="polar")
            table, calm = (np.zeros((SECTORS, len(edges) - 1)), 0.0) if shown is None else shown
            _draw(axes, table, edges, top or 1.0)
            if shown is None:
                axes.set_title(f"{log.name}: no wind in this log", pad=16)
                continue
            still = f"; calm {100 * calm:.0f} %" if calm >= 0.005 else ""
            axes.set_title(f"{log.name}: wind from, % of time{still}", pad=16)
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside right upper", title="wind (m/s)", fontsize=8)
        return figure


def _winds(logs: Sequence[RecordedRun], names: str) -> list[tuple[Series, Series] | None]:
    """The wind of each run, None without wind. Raises the first error if no run has any."""
    winds: list[tuple[Series, Series] | None] = []
    complaints = []
    for log in logs:
        try:
            winds.append(find_wind(log, names))
        except NothingToDrawError as error:
            winds.append(None)
            complaints.append(error)
    if len(complaints) == len(logs):
        raise complaints[0]
    return winds


def _draw(axes: Axes, table: NDArray[np.float64], edges: NDArray[np.float64], top: float) -> None:
    axes.set_theta_zero_location("N")  # type: ignore[attr-defined]
    axes.set_theta_direction(-1)  # type: ignore[attr-defined]
    angles = 2.0 * np.pi * np.arange(len(table)) / len(table)
    width = 2.0 * np.pi / len(table) * 0.86
    bottom = np.zeros(len(table))
    for level, shade in enumerate(_SHADES):
        high = f"{edges[level]:g} to {edges[level + 1]:g}" if level < len(_SHADES) - 1 else f"over {edges[level]:g}"
        part = 100.0 * table[:, level]
        axes.bar(angles, part, width, bottom=bottom, color=shade, edgecolor="white", linewidth=0.4, label=high)
        bottom += part
    axes.set_xticks(2.0 * np.pi * np.arange(8) / 8, _POINTS)
    axes.set_ylim(0.0, top * 1.12)  # the label of the outermost circle stays within the frame
    axes.set_rlabel_position(112.5)  # type: ignore[attr-defined]
